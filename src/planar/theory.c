// What the theory says of a planar impact before it is solved.
#include <math.h>

#include "contact/surface.h"
#include "planar/line.h"

carom_planar_theory carom_planar_theory_of(const carom_planar_problem* problem) {
  carom_planar_problem full = *problem;
  full.surface = carom__with_defaults(&problem->surface);
  const carom__slip_line l = carom__slip_line_of(&full);
  return (carom_planar_theory){
      .direction = l.s,
      // B1 = 0 makes B3 = 0: nothing has to be held.
      .stick_ratio = l.b1 > 0 ? fabs(l.b3) / l.b1 : 0,
      .holds = l.hold,
      .slip_loss = l.d,
      .normal_gain = l.k1,
      // @eq WM92 (35, 36)  Pd = k1 |S0|, Pq = -d C0   [m/(kg s)]
      .p_d = l.k1 * fabs(l.s0),
      .p_q = -l.d * l.c0,
  };
}
