// What the files of slip share. Private to the room.
#ifndef CAROM_COMPLIANT_SLIP_H
#define CAROM_COMPLIANT_SLIP_H

#include "compliant/panel.h"
#include "compliant/run.h"

/// The state in the frame of the spring: first axis along it.
typedef struct carom__slip_frame {
  double b11, b12, b22, d1, d2;
  double p, r;                    // velocity along and across
  double p_rate, r_rate, n_rate;  // by normal impulse, while the direction lasts
  double kappa;
  double sigma, sigma_rate;
} carom__slip_frame;

/// The normal impulse until v_n, the slip speed or the energy vanish if the direction lasts; infinite if never.
typedef struct carom__prospects {
  double normal, stick, end;
} carom__prospects;

carom__prospects carom__look_ahead(const carom__spring_run* run, const carom__slip_frame* f);

/// The nearest of them and how far it is; NOTHING if none will come.
carom__closing carom__first_event(const carom__prospects* ahead, double* length);

/// What slip does to the state: normal impulse q, tangential impulse -mu times (along, across) in the spring's frame.
typedef struct carom__slide {
  double q, along, across;
  double energy, vn;  // at its end
} carom__slide;

void carom__slip_take(carom__spring_run* run, const carom__slide* slide);

/// How much a panel of this length matters to the answer: as a part of the impulse, or of the energy in restitution.
double carom__weight_of(const carom__spring_run* run, double length);

/// slip_turn.c: solves one panel of slip whose direction turns. False if none is found.
bool carom__turn(carom__spring_run* run, const carom__slip_frame* f, carom__panel* panel);
void carom__trace_panel(const carom__spring_run* run, const carom__panel* panel);
/// Takes the state at its end.
void carom__finish_panel(carom__spring_run* run, const carom__panel* panel);

/// slip_end.c: towards the end the angle nears that of v_t like E to this power.
double carom__end_exponent(const carom__spring_run* run, const carom__slip_frame* f);
/// True where what is left is so little that the velocities may be taken as constant.
bool carom__is_nearly_over(const carom__spring_run* run, const carom__slip_frame* f, double length);
/// Gauss's rule for averages over what is left.
enum { CAROM__END_NODES = 8 };
extern const double carom__end_node[CAROM__END_NODES], carom__end_weight[CAROM__END_NODES];
/// The last of the impact with constant velocities.
void carom__go_to_end(carom__spring_run* run, const carom__slip_frame* f, double q);

#endif
