// Sticking springs swing in modes, in closed form. Private to the room.
//
// Every mode is q = a cos wt + b sin(wt)/w; lengths and forces are sums of modes. Used while the normal spring swings
// along (three modes) and while the normal velocity is held at 0 (two).
#ifndef CAROM_COMPLIANT_SWING_H
#define CAROM_COMPLIANT_SWING_H

#include "compliant/run.h"

enum { CAROM__SWING_MODES = 3 };

/// What ends a swing: v_n passes 0, the friction limit is reached, the normal force ends.
enum { CAROM__SWING_NORMAL = 0, CAROM__SWING_REACH = 1, CAROM__SWING_FORCE = 2, CAROM__SWING_WATCHES = 3 };

typedef struct carom__spring_swing {
  int count;  // of modes
  double omega[CAROM__SWING_MODES], a[CAROM__SWING_MODES], b[CAROM__SWING_MODES];
  double s[2][CAROM__SWING_MODES];   // lengths of the tangential springs for a unit of each mode
  double force[CAROM__SWING_MODES];  // likewise the normal force
  double softness;                   // v_n = -softness F_n'; 0 where v_n is held
  double sign;                       // of v_n now; 0 where it is held
  double kt, scale;                  // scale = mu eta2: the friction limit of |s| is scale F_n
  bool watches_force;
  double normal_hum, reach_hum;  // the most that modes left out can take from v_n, and from scale F_n - |s|
} carom__spring_swing;

/// The springs at some time of a swing.
typedef struct carom__swung {
  double s[2], v[2], area[2];            // lengths, rates, integrals
  double force, force_rate, force_area;  // of the normal spring
  double vn, vn_rate;
} carom__swung;

carom__swung carom__swing_to(const carom__spring_swing* swing, double t);

/// What happens first, and when; index -1 if nothing does until t_end.
typedef struct carom__swing_event {
  int index;
  double t;  // not >= 0 where the numbers have left sense
  int evaluations;
} carom__swing_event;

carom__swing_event carom__swing_search(const carom__spring_swing* swing, double t_end);

/// The same for a swing in which nothing has happened for long: goes on to where something may, without following the
/// fast modes on the way, and only if that is near searches up to t_end.
carom__swing_event carom__swing_search_far(const carom__spring_swing* swing, double t_end);

double carom__swing_fastest(const carom__spring_swing* swing);

#endif
