// The points of a path, with the springs, thinned where they become too many.
#include "compliant/run.h"

/// Halves the points evenly, keeping the first and the last.
static void thin(carom_spring_trace* trace) {
  int kept = 0;
  for (int i = 0; i < trace->count; i += 2) trace->points[kept++] = trace->points[i];
  if (trace->count % 2 == 0) trace->points[kept++] = trace->points[trace->count - 1];
  trace->count = kept;
}

/// How fast the spring gets longer while it slips, rho' = -mu eta^2 v_n, and turns with the contact point across it.
static void slip_spring(const carom__spring_run* run, double spring[2], double velocity[2]) {
  const double reach = carom__spring_reach(run), stretch = -run->mu_slip * run->eta2 * run->k * run->vn;
  double across = run->ux * run->vy - run->uy * run->vx;
  spring[0] = reach * run->ux, spring[1] = reach * run->uy;
  if (run->mu == 0) across = 0;  // there is no spring to turn
  velocity[0] = stretch * run->ux - across * run->uy;
  velocity[1] = stretch * run->uy + across * run->ux;
}

void carom__spring_trace(const carom__spring_run* run) {
  carom_spring_trace* trace = run->trace;
  if (!trace) return;
  if (trace->count == trace->capacity) thin(trace);
  double spring[2] = {run->sx, run->sy}, velocity[2] = {run->vx, run->vy};
  if (run->slipping) slip_spring(run, spring, velocity);
  // @eq JIA10 (5)  F_n = -k n, F_u = -k_t u, F_w = -k_t w, with n, u, w scaled by sqrt(2 k0) here
  const double scale = sqrt(2), kt = 1 / run->eta2;
  trace->points[trace->count++] =
      (carom_spring_point){.impulse = {run->ix, run->iy, run->in},
                           .velocity = {run->vx, run->vy, run->vn},
                           .spring = {scale * spring[0], scale * spring[1], -scale * carom__spring_force(run) / run->k},
                           .spring_velocity = {velocity[0], velocity[1], run->vn},
                           .energy_normal = run->energy,
                           .energy_tangential = 0.5 * kt * (spring[0] * spring[0] + spring[1] * spring[1]),
                           .friction = run->friction,
                           .slipping = run->slipping};
}
