// One contact in space, exactly: the driver. See docs/spatial.md for the theory.
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/diag.h"
#include "spatial/check.h"
#include "spatial/invariants.h"
#include "spatial/run.h"

/// |g| up to this part of rho counts as starting on an invariant ray, and is reported as the event `straight`.
static const double STRAIGHT = 1e-12;

/// A direction closer than this to its limit is on it.
static const double SETTLED = 1e-13;

/// Slip this much slower than the impact began has vanished: what it could still do is below rounding.
static const double VANISHED = 1e-18;

static carom__run begin(const carom_spatial_problem* p, carom_spatial_outcome* out, carom_trace* trace) {
  carom__run run = {.b11 = p->w.m[0][0],
                    .b12 = 0.5 * (p->w.m[0][1] + p->w.m[1][0]),
                    .b22 = p->w.m[1][1],
                    .d1 = 0.5 * (p->w.m[0][2] + p->w.m[2][0]),
                    .d2 = 0.5 * (p->w.m[1][2] + p->w.m[2][1]),
                    .wzz = p->w.m[2][2],
                    .mu = p->surface.mu,
                    .e = p->surface.e,
                    .law = p->surface.law,
                    .x0 = p->v.x,
                    .y0 = p->v.y,
                    .vz0 = p->v.z,
                    .x = p->v.x,
                    .y = p->v.y,
                    .vz = p->v.z,
                    .compressing = true,
                    .out = out,
                    .trace = trace};
  const double determinant = carom_difference_of_products(run.b11, run.b22, run.b12, run.b12);
  run.w1 = carom_difference_of_products(run.b22, run.d1, run.b12, run.d2) / determinant;
  run.w2 = carom_difference_of_products(run.b11, run.d2, run.b12, run.d1) / determinant;
  run.k = run.wzz - (run.d1 * run.w1 + run.d2 * run.w2);
  const double d = hypot(run.d1, run.d2);
  run.rho = run.mu * (run.b11 + run.b22) + d;
  run.hold = hypot(run.w1, run.w2) <= p->surface.mu_static;
  // @eq JW16 (18)  Wzz - mu d.s > 0 for every tangent direction s, that is mu |d| < Wzz
  run.monotone = run.mu * d < run.wzz;
  run.target = -run.e * run.vz;  // Newton; Poisson sets its own at the end of compression
  run.reference_v = run.vz < 0 ? -run.vz : hypot(run.x, run.y);
  return run;
}

/// dgamma/dI_z along the unit vector u and across it: f and g.
static void slip_rates(const carom__run* run, double ux, double uy, double* f, double* g) {
  const double ax = run->d1 - run->mu * (run->b11 * ux + run->b12 * uy);
  const double ay = run->d2 - run->mu * (run->b12 * ux + run->b22 * uy);
  *f = ux * ax + uy * ay;
  *g = ux * ay - uy * ax;
}

static double vz_rate(const carom__run* run, double ux, double uy) {
  return run->wzz - run->mu * (run->d1 * ux + run->d2 * uy);
}

/// Slip along the unit vector u, which does not turn; r is the speed of slip.
static void slip_straight(carom__run* run, double ux, double uy, double r) {
  double f, g;
  slip_rates(run, ux, uy, &f, &g);
  const carom__straight piece = {.ix = -run->mu * ux,
                                 .iy = -run->mu * uy,
                                 .x = f * ux,
                                 .y = f * uy,
                                 .vz = vz_rate(run, ux, uy),
                                 .length = f < 0 ? r / -f : HUGE_VAL};
  carom__run_straight(run, &piece);
  if (!run->done) run->x = run->y = 0;
}

/// Slip grows out of rest along u; its rate is known better than -mu u.B u + d.u could give it.
static void resume(carom__run* run, carom_vec2 u, double rate) {
  const carom__straight piece = {.ix = -run->mu * u.x,
                                 .iy = -run->mu * u.y,
                                 .x = rate * u.x,
                                 .y = rate * u.y,
                                 .vz = vz_rate(run, u.x, u.y),
                                 .length = HUGE_VAL};
  carom__run_straight(run, &piece);
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
    resume(run, u, rate);
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
static bool direction_settled(const carom__run* run, double* ux, double* uy) {
  double f, g;
  slip_rates(run, *ux, *uy, &f, &g);
  if (!(fabs(g) <= 4 * DBL_EPSILON * run->rho)) return false;
  // dg/dtheta = -d.u - mu (p.B p - u.B u), and in the plane p.B p - u.B u = (B11 - B22)(uy^2 - ux^2) - 4 B12 ux uy
  const double difference = (run->b11 - run->b22) * (*uy * *uy - *ux * *ux) - 4 * run->b12 * *ux * *uy;
  const double g_slope = -(run->d1 * *ux + run->d2 * *uy) - run->mu * difference;
  if (g_slope >= 0) return true;
  const double turn = -g / g_slope, x = *ux - turn * *uy, y = *uy + turn * *ux;
  if (!(fabs(turn) <= SETTLED)) return false;
  *ux = x;
  *uy = y;
  return true;
}

/// Slip until it vanishes or the impact ends.
static carom_status slip(carom__run* run, double first_speed, carom_diag* diag) {
  while (!run->done && (run->x != 0 || run->y != 0)) {
    const double r = sqrt(run->x * run->x + run->y * run->y);
    double ux = run->x / r, uy = run->y / r;
    if (r <= VANISHED * first_speed) {
      run->x = run->y = 0;
    } else if (direction_settled(run, &ux, &uy)) {
      slip_straight(run, ux, uy, r);
    } else if (!carom__run_arc_end(run)) {
      if (run->out->steps == CAROM_SPATIAL_MAX_STEPS)
        return carom__fail(diag, CAROM_BUDGET, "steps", run->out->steps,
                           "the impact did not end within %d expansions; this should not happen, please report it",
                           run->out->steps);
      carom__run_taylor(run);
    }
  }
  return CAROM_OK;
}

/// Why nothing happens, or 0. v_z = 0 is an impact if slip drives the bodies together.
static unsigned no_impact_reason(const carom__run* run) {
  if (run->vz < 0) return 0;
  if (run->vz > 0) return CAROM_WARN_SEPARATING;
  const double r = hypot(run->x, run->y);
  if (r == 0) return CAROM_WARN_RESTING;
  const double rate = vz_rate(run, run->x / r, run->y / r);
  return rate < 0 ? 0 : rate > 0 ? CAROM_WARN_RESTING : CAROM_WARN_INDETERMINATE;
}

static void write_sequence(carom_spatial_outcome* out, bool starts_straight) {
  const bool slip_first = out->slip_vanished && out->impulse_n_slip_end <= out->impulse_n_compression;
  int n = 0;
  if (starts_straight) out->sequence[n++] = 'l';
  // At one and the same impulse the log knows which came first.
  bool s_before_c = slip_first;
  for (int i = 0; i < out->event_count; ++i) {
    const carom_event_type type = out->events[i].type;
    if (type == CAROM_EVENT_COMPRESSION_END) {
      s_before_c = false;
      break;
    }
    if (type == CAROM_EVENT_STICK || type == CAROM_EVENT_REVERSE) {
      s_before_c = true;
      break;
    }
  }
  if (s_before_c) out->sequence[n++] = 's';
  out->sequence[n++] = 'c';
  if (out->slip_vanished && !s_before_c) out->sequence[n++] = 's';
  out->sequence[n++] = 'r';
  out->sequence[n] = 0;
}

/// Velocity, energies and warnings once the impulse is known.
static void finish(const carom__run* run, const carom_spatial_problem* p) {
  carom_spatial_outcome* out = run->out;
  out->impulse = (carom_vec3){run->ix + 0.0, run->iy + 0.0, run->iz};
  out->v = (carom_vec3){run->x + 0.0, run->y + 0.0, run->vz + 0.0};
  if (!out->slip_vanished) out->impulse_n_slip_end = run->iz;
  const double restitution = run->law == CAROM_LAW_STRONGE ? run->lost : run->energy;
  const double work = 0.5 * carom_vec3_dot(out->impulse, carom_vec3_add(out->v, p->v));
  const double friction = run->mu > 0 ? fmax(0, -work - restitution) : 0;
  out->energy =
      (carom_energy){.friction = friction, .restitution = restitution, .change = -(friction + restitution) + 0.0};
  if (run->law == CAROM_LAW_NEWTON && out->energy.change > 1e-13 * (out->stored + friction))
    out->warnings |= CAROM_WARN_ENERGY_GAIN;
  if (out->v.z < 0) out->warnings |= CAROM_WARN_STILL_APPROACHING;
  if (out->recompressed) out->warnings |= CAROM_WARN_RECOMPRESSED;
}

static carom_status solve_checked(const carom_spatial_problem* p, carom_spatial_outcome* out, carom_trace* trace,
                                  carom_diag* diag) {
  *out = (carom_spatial_outcome){.v = p->v, .sequence = "none"};
  carom__run run = begin(p, out, trace);
  out->condition_fails = !run.monotone;
  carom__run_trace(&run);
  out->warnings = no_impact_reason(&run);
  if (out->warnings) return CAROM_OK;

  const double speed = hypot(run.x, run.y);
  bool starts_straight = false;
  if (run.mu == 0) {
    slide_without_friction(&run);
  } else {
    if (speed > 0) {
      double f, g;
      slip_rates(&run, run.x / speed, run.y / speed, &f, &g);
      starts_straight = fabs(g) <= STRAIGHT * run.rho;
      if (starts_straight) carom__run_log(&run, CAROM_EVENT_STRAIGHT, STRAIGHT);
    }
    const carom_status status = slip(&run, speed, diag);
    if (status) return status;
    if (!run.done) after_slip(&run);
  }
  finish(&run, p);
  write_sequence(out, starts_straight);
  return CAROM_OK;
}

/// Powers of two by which a problem is scaled to magnitudes whose products neither overflow nor lose digits.
typedef struct scaling {
  int mass, speed;  // W is multiplied by 2^mass, v by 2^-speed
} scaling;

/// No scaling for ordinary magnitudes, so that ordinary answers do not pay for it.
static scaling scaling_of(const carom_spatial_problem* p) {
  scaling s = {0, 0};
  int exponent;
  frexp(p->w.m[2][2], &exponent);
  if (exponent > 100 || exponent < -100) s.mass = -exponent;
  const double speed = fmax(fmax(fabs(p->v.x), fabs(p->v.y)), fabs(p->v.z));
  frexp(speed, &exponent);
  if (exponent > 100 || exponent < -100) s.speed = exponent;
  return s;
}

static carom_vec3 scaled_vector(carom_vec3 a, int exponent) {
  return (carom_vec3){ldexp(a.x, exponent), ldexp(a.y, exponent), ldexp(a.z, exponent)};
}

static void scale_problem(carom_spatial_problem* p, scaling s) {
  for (int i = 0; i < 9; ++i) p->w.m[i / 3][i % 3] = ldexp(p->w.m[i / 3][i % 3], s.mass);
  p->v = scaled_vector(p->v, -s.speed);
}

static void unscale_outcome(carom_spatial_outcome* o, scaling s) {
  const int impulse = s.mass + s.speed, energy = impulse + s.speed;
  o->v = scaled_vector(o->v, s.speed);
  o->impulse = scaled_vector(o->impulse, impulse);
  o->impulse_n_compression = ldexp(o->impulse_n_compression, impulse);
  o->impulse_n_slip_end = ldexp(o->impulse_n_slip_end, impulse);
  for (int i = 0; i < o->event_count; ++i) o->events[i].impulse_n = ldexp(o->events[i].impulse_n, impulse);
  o->stored = ldexp(o->stored, energy);
  o->energy.friction = ldexp(o->energy.friction, energy);
  o->energy.restitution = ldexp(o->energy.restitution, energy);
  o->energy.change = ldexp(o->energy.change, energy);
}

static void unscale_trace(carom_trace* trace, scaling s) {
  const int impulse = s.mass + s.speed, energy = impulse + s.speed;
  for (int i = 0; i < trace->count; ++i) {
    carom_trace_point* point = &trace->points[i];
    for (int k = 0; k < 3; ++k) {
      point->impulse[k] = ldexp(point->impulse[k], impulse);
      point->velocity[k] = ldexp(point->velocity[k], s.speed);
    }
    point->stored = ldexp(point->stored, energy);
    point->friction = ldexp(point->friction, energy);
  }
}

static carom_status solve(const carom_spatial_problem* problem, carom_spatial_outcome* out, carom_trace* trace,
                          carom_diag* diag) {
  carom_status status = carom__spatial_check(problem, diag);
  if (status) return status;
  carom_spatial_problem p = *problem;
  const scaling s = scaling_of(problem);
  const bool extreme = s.mass != 0 || s.speed != 0;
  if (extreme) scale_problem(&p, s);
  carom_spatial_outcome outcome;
  status = solve_checked(&p, &outcome, trace, diag);
  if (status) return status;
  if (extreme) unscale_outcome(&outcome, s);
  if (extreme && trace) unscale_trace(trace, s);
  const carom_vec3 sum = carom_vec3_add(outcome.impulse, outcome.v);
  if (!carom_vec3_is_finite(sum) || !isfinite(outcome.energy.change))
    return carom__fail(diag, CAROM_OVERFLOW, "impulse", sum.z,
                       "the impulse, velocity or energy after the impact is too large for a double");
  *out = outcome;
  return CAROM_OK;
}

carom_status carom_spatial_solve(const carom_spatial_problem* problem, carom_spatial_outcome* out, carom_diag* diag) {
  return solve(problem, out, NULL, diag);
}

carom_status carom_spatial_trace(const carom_spatial_problem* problem, carom_spatial_outcome* out, carom_trace* trace,
                                 carom_diag* diag) {
  enum { SMALLEST = 32 };
  if (trace->capacity < SMALLEST)
    return carom__fail(diag, CAROM_TOO_SMALL, "trace.capacity", trace->capacity,
                       "the trace has room for %d points; it must have room for at least %d", trace->capacity,
                       SMALLEST);
  trace->count = 0;
  return solve(problem, out, trace, diag);
}
