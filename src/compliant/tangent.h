// Derivatives of an impact on springs, carried along its pieces. Private to the room.
//
// A state and what it will become do not depend on when it is reached, so what is carried is dy up to a multiple of the
// flow: every cut of the path through the state does. In stick dy is at fixed time, and in slip at fixed normal
// impulse; the flow is continuous at every event but where stick ends, and there a projection of the spring's rate
// takes the place of a division by how fast the limit is passed. Hence no derivative of the time of an event, and no
// kink where one vanishes. A contact that locks is the exception: what holds it begins and ends at once, so that dy is
// cut there where the event is.
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

/// What changes between pieces; tangents are told with the state before, where that changes.
typedef enum carom__spring_change {
  CAROM__SPRING_STARTS,
  CAROM__SPRING_SLIPS,   // the direction of the spring is known
  CAROM__SPRING_STICKS,  // likewise
  CAROM__SPRING_TURNS,   // v_n = 0
  CAROM__SPRING_HARDENS,
  CAROM__SPRING_RESTS,     // plastic: v_n = 0, and the normal spring is gone
  CAROM__SPRING_LOCKS,     // bounces too small to see are left out
  CAROM__SPRING_LEAVES,    // the contact at rest is not held
  CAROM__SPRING_HOLDS,     // it is, from here on
  CAROM__SPRING_RELEASES,  // it no longer is
} carom__spring_change;

/// What carries derivatives along. The solver reaches it by pointers alone, so that a program that solves, and asks for
/// no derivatives, has none of it.
typedef struct carom__spring_carrier {
  void (*change)(carom__spring_run* run, carom__spring_change change);
  /// Of three modes, or of two while the contact is held.
  void (*swing)(carom__spring_run* run, const carom__spring_swing* swing, double t);
  /// False if twelve nodes do not resolve how the angle moves; *room is by how much longer a panel might be.
  bool (*panel)(carom__spring_run* run, const carom__slip_frame* f, const carom__panel* panel, double* room);
  /// Of carom__go_to_end.
  void (*to_end)(carom__spring_run* run, const carom__slip_frame* f, double q);
} carom__spring_carrier;

/// What a little restitution would bring where there is none, for each unit of e.
typedef struct carom__spring_rebound {
  double impulse[3];
  bool is_known;       // false where slip would begin the approach anew
  bool stays_pressed;  // the force swings down and up again, and friction holds all the time
} carom__spring_rebound;

typedef struct carom__spring_tangents {
  const carom__spring_carrier* carrier;
  carom__spring_tangent along[CAROM_COMPLIANT_INPUTS];
  int count;
  carom__spring_rebound rebound;  // plastic impacts
  bool jumps_by_e;                // plastic: with any restitution the outcome is another
} carom__spring_tangents;

static inline void carom__spring_tell(carom__spring_run* run, carom__spring_change change) {
  if (run->tangents) run->tangents->carrier->change(run, change);
}

/// Derivatives along the pieces in which it sticks or is held, along those in which it slips, and at events.
void carom__spring_tangent_swing(carom__spring_run* run, const carom__spring_swing* swing, double t);
bool carom__spring_tangent_panel(carom__spring_run* run, const carom__slip_frame* f, const carom__panel* panel,
                                 double* room);
void carom__spring_tangent_to_end(carom__spring_run* run, const carom__slip_frame* f, double q);
void carom__spring_tangent_change(carom__spring_run* run, carom__spring_change change);

#endif
