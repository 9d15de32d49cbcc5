// The schemes of JW16: Euler's polygon for the hodograph, algorithm 1 with its closed forms. Kept for comparison.
//
// Each Euler step keeps the direction of slip, so all rates are constant in it: a step is a straight piece like the
// closed forms of sections 6.2 and 6.3, and the same code (straight.c) places the end of compression and the end of the
// impact inside it. NI makes such steps to the end; FS and VS make one last piece without limit once slip has vanished
// (event s) or has settled on a direction (event l).
//
// Corrected against the paper: the curvature (37); (42) is infinite, not 0, where slip does not slow down; in case 1 of
// section 6.3 the energy at s continues that at l; restitution ends at the root above I_zc; line 21 of algorithm 1 has
// gamma^-; event l looks at the unit vector of gamma.
#include <math.h>
#include <stddef.h>

#include "base/diag.h"
#include "spatial/check.h"
#include "spatial/ends.h"
#include "spatial/invariants.h"
#include "spatial/scheme_options.h"
#include "spatial/units.h"

static const int STEP_BUDGET = 100000000;

/// Slip at one point of the hodograph.
typedef struct heading {
  double ux, uy;         // unit vector of the slip velocity gamma
  double r;              // m/s, |gamma|
  double x, y;           // 1/kg, gamma' = d gamma/dI_z
  double speed_squared;  // 1/kg^2, |gamma'|^2
  double f, g;           // 1/kg, gamma' along u and across it
} heading;

static inline heading heading_of(const carom__run* run) {
  heading s = {.r = sqrt(run->x * run->x + run->y * run->y)};
  s.ux = run->x / s.r;
  s.uy = run->y / s.r;
  s.x = run->d1 - run->mu * (run->b11 * s.ux + run->b12 * s.uy);
  s.y = run->d2 - run->mu * (run->b12 * s.ux + run->b22 * s.uy);
  s.speed_squared = s.x * s.x + s.y * s.y;
  s.f = s.ux * s.x + s.uy * s.y;
  s.g = s.ux * s.y - s.uy * s.x;
  return s;
}

/// 1/(|kappa| |gamma'|) [N s]: the impulse in which the tangent of the hodograph turns by one radian.
/// @eq JW16 (37)  kappa = gamma' x gamma''/|gamma'|^3 = -mu (g/r) gamma' x (B p)/|gamma'|^3, p = u turned by 90 degrees
/// The printed form multiplies a vector by a scalar as if both were vectors; this one follows from u' = (g/r) p.
static inline double impulse_per_turn(const carom__run* run, const heading* s) {
  const double bp_x = run->b12 * s->ux - run->b11 * s->uy, bp_y = run->b22 * s->ux - run->b12 * s->uy;
  return s->r * s->speed_squared / (run->mu * fabs(s->g * (s->x * bp_y - s->y * bp_x)));
}

static inline double step_of(const carom__run* run, const heading* s, const carom_spatial_scheme_options* o) {
  if (o->scheme != CAROM_SCHEME_VS) return o->step;
  // @eq JW16 (36)  h = epsilon h1/|gamma'| + (1 - epsilon) h2/(|kappa| |gamma'|)   [N s]
  // Infinite where the hodograph does not bend; the step then ends at the next event.
  return o->epsilon * o->h1 / sqrt(s->speed_squared) + (1 - o->epsilon) * o->h2 * impulse_per_turn(run, s);
}

/// The angle [rad] between gamma and gamma' up to which slip counts as straight (event l). VS allows what its hodograph
/// may turn in a step. FS: going straight for the origin misses it by less than one step, which keeps the first order.
static inline double straight_tolerance(const heading* s, const carom_spatial_scheme_options* o) {
  if (o->scheme == CAROM_SCHEME_VS) return o->h2;
  return o->scheme == CAROM_SCHEME_FS ? o->step * sqrt(s->speed_squared) / s->r : 0;
}

/// The piece along which slip keeps the direction u, without an end.
static inline carom__straight slip_piece(const carom__run* run, const heading* s) {
  return (carom__straight){.ix = -run->mu * s->ux,
                           .iy = -run->mu * s->uy,
                           .x = s->x,
                           .y = s->y,
                           .vz = run->wzz - run->mu * (run->d1 * s->ux + run->d2 * s->uy),
                           .length = HUGE_VAL};
}

/// The piece after event s, without an end.
/// @eq JW16 (38)  I' = z - B^-1 d if |B^-1 d| <= mu_static (stick), else z - mu s along the centrifugal direction s
static carom__straight piece_after_slip(carom__run* run) {
  carom_vec2 s = {0, 0};
  double rate = 0;
  run->out->resumed =
      !run->hold && carom__centrifugal_direction(run->b11, run->b12, run->b22, run->d1, run->d2, run->mu, &s, &rate);
  run->out->stuck = !run->out->resumed;
  if (run->out->stuck) return (carom__straight){.ix = -run->w1, .iy = -run->w2, .vz = run->k, .length = HUGE_VAL};
  const heading resumed = {.ux = s.x, .uy = s.y, .x = rate * s.x, .y = rate * s.y};
  return slip_piece(run, &resumed);
}

/// Event s; returns the piece that follows. Euler arrives a little beside the origin: the impulse moves onto the line
/// of sticking, which is line 21 of algorithm 1 with gamma^-.
/// @eq JW16 (26)  I_t = B^-1 (gamma - gamma^- - I_z d), here with gamma = 0
static carom__straight stop_slip(carom__run* run) {
  const carom__straight after = piece_after_slip(run);
  run->out->slip_vanished = true;
  run->out->impulse_n_slip_end = run->iz;
  carom__run_log(run, run->out->stuck ? CAROM_EVENT_STICK : CAROM_EVENT_REVERSE, 0);
  const double determinant = carom_difference_of_products(run->b11, run->b22, run->b12, run->b12);
  const double jump_x = (run->b12 * run->y - run->b22 * run->x) / determinant;
  const double jump_y = (run->b12 * run->x - run->b11 * run->y) / determinant;
  run->ix += jump_x;
  run->iy += jump_y;
  run->vz += run->d1 * jump_x + run->d2 * jump_y;
  run->x = run->y = 0;
  if (run->compressing && run->vz > 0) {
    const double vz = run->vz;
    carom__run_phase(run, CAROM__COMPRESSION_ENDS);
    run->vz = vz;  // as the impulse says, not 0
  }
  return after;
}

/// The next piece, and whether slip vanishes at its end.
typedef struct stride {
  carom__straight piece;
  bool slip_vanishes;
} stride;

/// An Euler step, or the closed form of section 6.3 once slip is straight.
static inline stride slip_stride(carom__run* run, const carom_spatial_scheme_options* options) {
  const heading s = heading_of(run);
  const double tolerance = straight_tolerance(&s, options);
  stride next = {.piece = slip_piece(run, &s)};
  if (tolerance > 0 && s.g * s.g <= tolerance * tolerance * s.speed_squared) {
    carom__run_log(run, CAROM_EVENT_STRAIGHT, tolerance);
  } else {
    next.piece.length = step_of(run, &s, options);
    ++run->out->steps;
  }
  // @eq JW16 (42)  slip vanishes after r/-f if f < 0; the paper's "0 otherwise" is infinity
  const double until_origin = s.f < 0 ? s.r / -s.f : HUGE_VAL;
  next.slip_vanishes = until_origin <= next.piece.length;
  if (next.slip_vanishes) next.piece.length = until_origin;
  return next;
}

/// The closed form of section 6.2, which NI cuts into steps too.
static stride rest_stride(carom__run* run, const carom__straight* rest, const carom_spatial_scheme_options* options) {
  stride next = {.piece = *rest};
  if (options->scheme == CAROM_SCHEME_NI) {
    next.piece.length = options->step;
    ++run->out->steps;
  }
  return next;
}

static carom_status check_progress(const carom__run* run, double length, carom_diag* diag) {
  if (!isfinite(run->x + run->y + run->vz + run->energy))
    return carom__fail(diag, CAROM_OVERFLOW, "impulse", run->iz, "the impulse grew beyond what a double can hold");
  if (!run->done && length == HUGE_VAL)
    return carom__fail(diag, CAROM_NOT_POSITIVE, "w", run->k, "w is too close to singular for this scheme");
  if (run->out->steps >= STEP_BUDGET)
    return carom__fail(diag, CAROM_BUDGET, "steps", run->out->steps,
                       "the impact did not end within %d steps (I_z = %g by then); take a larger step", STEP_BUDGET,
                       run->iz);
  return CAROM_OK;
}

/// Algorithm 1.
static carom_status follow(carom__run* run, const carom_spatial_scheme_options* options, carom_diag* diag) {
  // Without friction the rates are constant from the start, whatever the slip.
  carom__straight rest = {.x = run->d1, .y = run->d2, .vz = run->wzz, .length = HUGE_VAL};
  bool slips = run->mu > 0;
  if (slips && run->x == 0 && run->y == 0) {
    slips = false;
    rest = stop_slip(run);
  }
  carom_status status = CAROM_OK;
  while (!run->done && !status) {
    const stride next = slips ? slip_stride(run, options) : rest_stride(run, &rest, options);
    carom__run_straight(run, &next.piece);
    if (next.slip_vanishes && !run->done) {
      slips = false;
      rest = stop_slip(run);
    }
    status = check_progress(run, next.piece.length, diag);
  }
  return status;
}

static carom_status solve_in_units(const carom_spatial_problem* problem, const carom_spatial_scheme_options* options,
                                   carom_spatial_outcome* out, carom_diag* diag) {
  carom__run run = carom__run_begin(problem, out, NULL);
  const carom_status status = out->warnings ? CAROM_OK : follow(&run, options, diag);
  if (!status) carom__run_finish(&run);
  return status;
}

carom_status carom_spatial_solve_scheme(const carom_spatial_problem* problem,
                                        const carom_spatial_scheme_options* options, carom_spatial_outcome* out,
                                        carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__need(options, "options", "name a scheme", diag);
  if (!status) status = carom__spatial_check_definite(problem, diag);
  if (!status) status = carom__scheme_options_check(options, diag);
  if (status) return status;
  const carom__units units = carom__spatial_units_of(problem);
  const carom_spatial_problem scaled = carom__problem_in_units(problem, units);
  carom_spatial_scheme_options steps = *options;
  steps.step = ldexp(steps.step, units.inverse_mass - units.speed);
  steps.h1 = ldexp(steps.h1, -units.speed);
  carom_spatial_outcome outcome;
  status = solve_in_units(&scaled, &steps, &outcome, diag);
  if (status) return status;
  carom__outcome_from_units(&outcome, units);
  status = carom__outcome_check(&outcome, diag);
  if (!status) *out = outcome;
  return status;
}
