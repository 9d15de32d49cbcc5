#include "rods.h"

#include <math.h>

rod rod_random(bench_random* random) {
  rod r = {.angle = bench_uniform(random, 0.05, 3.09), .surface = carom_surface_default()};
  r.x = 0.5 * cos(r.angle);
  r.y = 0.5 * sin(r.angle);
  r.vx = bench_uniform(random, -2, 2);
  r.spin = bench_uniform(random, -3, 3);
  // The arm from the mass centre to the contact is (-x, -y): choose the approach, then the vertical velocity that gives
  // it.
  r.vy = bench_uniform(random, -2, -0.05) + r.spin * r.x;
  r.surface.e = bench_uniform(random, 0, 1);
  r.surface.mu = bench_uniform(random, 0, 1.2);
  r.surface.mu_static = r.surface.mu;
  r.surface.law = (carom_law)bench_uniform(random, 0, 3);
  return r;
}

carom_planar_problem rod_problem(const rod* r) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = 1 / ROD_MASS + r->y * r->y / ROD_INERTIA;
  p.w_nn = 1 / ROD_MASS + r->x * r->x / ROD_INERTIA;
  p.w_tn = -r->x * r->y / ROD_INERTIA;
  p.v_t = r->vx + r->spin * r->y;
  p.v_n = r->vy - r->spin * r->x;
  p.surface = r->surface;
  return p;
}

double rod_energy(double vx, double vy, double spin) {
  return 0.5 * (ROD_MASS * (vx * vx + vy * vy) + ROD_INERTIA * spin * spin);
}
