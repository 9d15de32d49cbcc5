// One contact in space, exactly: the driver. See docs/spatial.md for the theory. Plain impacts are solved by the kernel
// of lanes.h, so that arrays of them give the same bits; this is the path for all others, and for whoever wants the
// path.
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/diag.h"
#include "contact/given.h"
#include "math/elementary.h"
#include "spatial/check.h"
#include "spatial/ends.h"
#include "spatial/invariants.h"
#include "spatial/lanes.h"
#include "spatial/units.h"

/// |g| up to this part of rho counts as starting on an invariant ray, and is reported as the event `straight`.
static const double STRAIGHT = 1e-12;

/// A direction closer than this to its limit is on it.
static const double SETTLED = 1e-13;

/// Slip this many times faster than the approach has energies too far from those of the approach.
static const double FASTEST_SLIP = 1e30;

/// Slip slower than this part of the approach has vanished before the impact begins; its square would leave the
/// doubles.
static const double SLOWEST_SLIP = 1e-100;

/// Slip this much slower than the impact began has vanished: what it could still do is below rounding.
static const double VANISHED = 1e-18;

/// With a singular W slip and approach vanish together, if v is a velocity that W can change. Rounded input may be off
/// by a little; more than this part of the approach contradicts itself (as in the plane).
static const double OFF_RANGE = 1e-6;

/// dgamma/dI_z along the unit vector u and across it: f and g.
static void slip_rates(const carom__run* run, carom_vec2 u, double* f, double* g) {
  const double ax = run->d1 - run->mu * (run->b11 * u.x + run->b12 * u.y);
  const double ay = run->d2 - run->mu * (run->b12 * u.x + run->b22 * u.y);
  *f = u.x * ax + u.y * ay;
  *g = u.x * ay - u.y * ax;
}

/// Slip along the unit vector u, which does not turn, from the speed r on; f is the rate of the speed.
static void slip_straight(carom__run* run, carom_vec2 u, double r, double f) {
  const carom__straight piece = {.ix = -run->mu * u.x,
                                 .iy = -run->mu * u.y,
                                 .x = f * u.x,
                                 .y = f * u.y,
                                 .vz = run->wzz - run->mu * (run->d1 * u.x + run->d2 * u.y),
                                 .length = f < 0 ? r / -f : HUGE_VAL};
  carom__run_straight(run, &piece);
  if (run->done) return;
  run->endless = !(f < 0);
  run->x = run->y = 0;
}

/// Slip has vanished: the contact sticks, or slip resumes along the one centrifugal direction.
static void after_slip(carom__run* run) {
  carom_spatial_outcome* out = run->out;
  out->slip_vanished = true;
  out->impulse_n_slip_end = run->iz;
  carom_vec2 u;
  double rate;
  out->resumed =
      !run->hold && carom__centrifugal_direction(run->b11, run->b12, run->b22, run->d1, run->d2, run->mu, &u, &rate);
  out->stuck = !out->resumed;
  carom__run_log(run, out->stuck ? CAROM_EVENT_STICK : CAROM_EVENT_REVERSE, 0);
  carom__run_trace(run);
  if (out->resumed) {
    slip_straight(run, u, 0, rate);
    return;
  }
  if (run->k == 0 && fabs(run->vz) <= OFF_RANGE * run->reference_v) {
    carom__run_phase(run, CAROM__JAMS);
    return;
  }
  const carom__straight stick = {.ix = -run->w1, .iy = -run->w2, .vz = run->k, .length = HUGE_VAL};
  carom__run_straight(run, &stick);
}

static void slide_without_friction(carom__run* run) {
  const carom__straight piece = {.x = run->d1, .y = run->d2, .vz = run->wzz, .length = HUGE_VAL};
  carom__run_straight(run, &piece);
}

/// Whether the direction u has settled to rounding. What is left of g is noise of the size eps, but an attracting
/// direction may still be off by eps/g': one step of Newton's method takes u to it, so that slip that grows by decades
/// stays on it.
static bool direction_settled(const carom__run* run, carom_vec2* u) {
  double f, g;
  slip_rates(run, *u, &f, &g);
  if (!(fabs(g) <= 4 * DBL_EPSILON * run->rho)) return false;
  // dg/dtheta = -d.u - mu (p.B p - u.B u), and in the plane p.B p - u.B u = (B11 - B22)(uy^2 - ux^2) - 4 B12 ux uy
  const double difference = (run->b11 - run->b22) * (u->y * u->y - u->x * u->x) - 4 * run->b12 * u->x * u->y;
  const double g_slope = -(run->d1 * u->x + run->d2 * u->y) - run->mu * difference;
  if (g_slope >= 0) return true;
  const double turn = -g / g_slope;
  if (!(fabs(turn) <= SETTLED)) return false;
  *u = (carom_vec2){u->x - turn * u->y, u->y + turn * u->x};
  return true;
}

/// Slip until it vanishes or the impact ends.
static carom_status slip(carom__run* run, double first_speed, carom_diag* diag) {
  // Where a number has left the doubles the comparison fails, and the run is refused when it is verified.
  while (!run->done && (fabs(run->x) > 0 || fabs(run->y) > 0)) {
    const double r = sqrt(run->x * run->x + run->y * run->y);
    carom_vec2 u = {run->x / r, run->y / r};
    if (r <= VANISHED * first_speed) {
      run->x = run->y = 0;
    } else if (direction_settled(run, &u)) {
      double f, g;
      slip_rates(run, u, &f, &g);
      slip_straight(run, u, r, f);
    } else if (!carom__run_arc_end(run)) {
      if (run->out->steps == CAROM_SPATIAL_MAX_STEPS)
        return carom__fail(diag, CAROM_BUDGET, "steps", run->out->steps,
                           "the impact did not end within %d expansions: are its magnitudes tens of decades apart?",
                           run->out->steps);
      carom__run_taylor(run);
    }
  }
  return CAROM_OK;
}

/// With friction: slip, and what follows when it vanishes.
static carom_status slip_then_stick(carom__run* run, carom_diag* diag) {
  const double speed = carom__hypot(run->x, run->y);
  if (speed < SLOWEST_SLIP * run->reference_v) run->x = run->y = 0;
  if (!isfinite(run->rho) || speed > FASTEST_SLIP * run->reference_v) return carom__fail_too_far_apart(diag, speed);
  if (fabs(run->x) > 0 || fabs(run->y) > 0) {
    double f, g;
    slip_rates(run, (carom_vec2){run->x / speed, run->y / speed}, &f, &g);
    if (fabs(g) <= STRAIGHT * run->rho) carom__run_log(run, CAROM_EVENT_STRAIGHT, STRAIGHT);
  }
  const carom_status status = slip(run, speed, diag);
  if (!status && !run->done && !run->endless) after_slip(run);
  return status;
}

carom_status carom__run_all(carom__run* run, carom_diag* diag) {
  carom__run_trace(run);
  if (run->out->warnings) return CAROM_OK;
  if (run->mu != 0) return slip_then_stick(run, diag);
  slide_without_friction(run);
  return CAROM_OK;
}

/// A problem that has been checked and has moderate magnitudes.
static carom_status solve_checked(const carom_spatial_problem* p, carom_spatial_outcome* out, carom_trace* trace,
                                  carom_diag* diag) {
  carom__run run = carom__run_begin(p, out, trace);
  carom_status status = carom__run_all(&run, diag);
  if (!status) status = carom__run_verify(&run, diag);
  if (!status) carom__run_finish(&run);
  return status;
}

carom_status carom__spatial_solve_general(const carom_spatial_problem* problem, carom_spatial_outcome* out,
                                          carom_trace* trace, carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__spatial_check(problem, diag);
  if (status) return status;
  const carom__units units = carom__spatial_units_of(problem);
  const carom_spatial_problem p = carom__problem_in_units(problem, units);
  carom_spatial_outcome outcome;
  status = solve_checked(&p, &outcome, trace, diag);
  if (status) return status;
  carom__outcome_from_units(&outcome, units);
  if (trace) carom__trace_from_units(trace, units);
  status = carom__outcome_check(&outcome, diag);
  if (!status) *out = outcome;
  return status;
}

carom_status carom_spatial_solve(const carom_spatial_problem* problem, carom_spatial_outcome* out, carom_diag* diag) {
  if (problem && out && carom__lanes_solve_one(problem, out)) return CAROM_OK;
  return carom__spatial_solve_general(problem, out, NULL, diag);
}

/// Where the path stands at an event of the general outcome it is put at the same event of the other one, to the last
/// bit: readers of a path find events in it by their impulse. The two solvers agree to 1e-12.
static void move_events(const carom_spatial_outcome* general, const carom_spatial_outcome* out, carom_trace* trace) {
  for (int i = 0; i < trace->count; ++i)
    for (int k = 0; k < general->event_count && k < out->event_count; ++k) {
      if (trace->points[i].impulse[2] != general->events[k].impulse_n) continue;
      trace->points[i].impulse[2] = out->events[k].impulse_n;
      break;
    }
}

/// And it ends where the outcome does.
static void end_path_at(const carom_spatial_outcome* out, carom_trace* trace) {
  for (int i = trace->count - 1; i > 0 && trace->points[i].impulse[2] >= out->impulse.z; --i) {
    carom_trace_point* p = &trace->points[i];
    const carom_trace_point last = {.impulse = {out->impulse.x, out->impulse.y, out->impulse.z},
                                    .velocity = {out->v.x, out->v.y, out->v.z},
                                    .stored = p->stored,
                                    .friction = p->friction};
    *p = last;
  }
}

carom_status carom_spatial_trace(const carom_spatial_problem* problem, carom_spatial_outcome* out, carom_trace* trace,
                                 carom_diag* diag) {
  carom_status status = carom__need_memory(trace, "trace", "have room for the path", diag);
  if (!status) status = carom__need_room(trace->points, trace->capacity, CAROM_SPATIAL_TRACE_MIN, diag);
  if (status) return status;
  trace->count = 0;
  status = carom__spatial_solve_general(problem, out, trace, diag);
  if (status) return status;
  // Whoever looks at the path gets the bits of whoever does not.
  const carom_spatial_outcome general = *out;
  if (!carom__lanes_solve_one(problem, out)) return CAROM_OK;
  move_events(&general, out, trace);
  end_path_at(out, trace);
  return CAROM_OK;
}
