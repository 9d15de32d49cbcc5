// Derivatives of an impact on springs, carried along its pieces. Private to the room.
//
// A state and what it will become do not depend on when it is reached, so what is carried is dy up to a multiple of the
// flow: every cut of the path through the state does. In stick dy is at fixed time, and in slip at fixed normal
// impulse; the flow is continuous at every event but where stick ends, and there a projection of the spring's rate
// takes the place of a division by how fast the limit is passed. Hence no derivative of the time of an event, and no
// kink where one vanishes.
#ifndef CAROM_COMPLIANT_TANGENT_H
#define CAROM_COMPLIANT_TANGENT_H

#include "carom/derivative.h"
#include "compliant/slip.h"
#include "compliant/swing.h"

/// Along one direction.
typedef struct carom__spring_tangent {
  double b11, b12, b22, d1, d2, wnn, mu, e, eta2;  // of the inputs, all along
  double ix, iy, in, vx, vy, vn, k;
  double sx, sy, x;      // lengths of the springs, while it sticks
  double energy, angle;  // of the normal spring; of the tangential one, while it slips
} carom__spring_tangent;

typedef struct carom__spring_tangents {
  carom__spring_tangent along[CAROM_COMPLIANT_INPUTS];
  int count;
  bool has_compressed;
  bool is_one_sided;  // e = 0: the derivative by e is that of a little restitution
  double grazing;     // the least |v_n| at which it turned
  double left;        // the least part of the energy stored that was left when compression began anew
} carom__spring_tangents;

/// Each is called with the state before, where that changes.
void carom__spring_tangent_start(carom__spring_run* run);
void carom__spring_tangent_swing(carom__spring_run* run, const carom__spring_swing* swing, double t);
void carom__spring_tangent_slips(carom__spring_run* run);   // the direction of the spring is known
void carom__spring_tangent_sticks(carom__spring_run* run);  // likewise
void carom__spring_tangent_harden(carom__spring_run* run);
void carom__spring_tangent_begins_anew(carom__spring_run* run);
/// Cuts where v_n = 0; plastic impacts end there.
void carom__spring_tangent_at_rest(carom__spring_run* run);

/// False if twelve nodes do not resolve how the angle moves; *room is by how much longer a panel might be.
bool carom__spring_tangent_panel(carom__spring_run* run, const carom__slip_frame* f, const carom__panel* panel,
                                 double* room);
/// Of carom__go_to_end.
void carom__spring_tangent_to_end(carom__spring_run* run, const carom__slip_frame* f, double q);

/// v_n turned round at this value. A fall that ends within the first compression is far from every event.
static inline void carom__spring_tangent_turned(carom__spring_run* run, double vn, bool rose) {
  if (run->e == 1 || (vn < 0 && !rose && !run->tangents->has_compressed)) return;
  run->tangents->grazing = carom__min(run->tangents->grazing, fabs(vn));
}

#endif
