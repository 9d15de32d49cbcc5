// What a ball on a cloth must be.
#include <math.h>

#include "base/diag.h"
#include "carom/impact.h"
#include "table/cloth.h"

/// What axes and moments of inertia may be off by after honest rounding in a caller's program.
static const double ROUNDED = 1e-9;

/// The least inertia, as a part of m R^2, whose 1 + 1/k still has digits of both its terms; a solid ball has 0.4.
static const double SMALLEST_K = 1e-12;

static carom_status check_ball(const carom_body* ball, carom_diag* diag) {
  if (ball->kind != CAROM_BODY_FREE)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "ball.kind", (double)ball->kind, "the ball is not a free body");
  const carom_status status = carom_body_check(ball, diag);
  if (status) return carom__fail_within(diag, status, "ball", -1);
  const double moment = ball->inertia.m[0][0];
  for (int i = 0; i < 9; ++i) {
    const double off = fabs(ball->inertia.m[i / 3][i % 3] - (i % 4 == 0 ? moment : 0));
    if (!(off <= ROUNDED * moment))
      return carom__fail(diag, CAROM_INCONSISTENT, "ball.inertia", off,
                         "the inertia is off that of a sphere by %g kg m^2; it must be the same about every axis", off);
  }
  return CAROM_OK;
}

static carom_status check_range(const char* field, double value, bool may_be_zero, carom_diag* diag) {
  if (isfinite(value) && (value > 0 || (may_be_zero && value == 0))) return CAROM_OK;
  return carom__fail(diag, isfinite(value) ? CAROM_OUT_OF_RANGE : CAROM_NOT_FINITE, field, value,
                     "%s is %g; it must be finite and %s", field, value, may_be_zero ? "not negative" : "positive");
}

static carom_status check_numbers(const carom_cloth_problem* problem, carom_diag* diag) {
  const struct {
    const char* field;
    double value;
    bool may_be_zero;
  } rows[] = {{"radius", problem->radius, false}, {"slide", problem->slide, true},
              {"roll", problem->roll, true},      {"gravity", problem->gravity, true},
              {"until", problem->until, false},   {"cutoff_speed", problem->cutoff_speed, true}};
  carom_status status = CAROM_OK;
  for (size_t i = 0; !status && i < sizeof rows / sizeof *rows; ++i)
    status = check_range(rows[i].field, rows[i].value, rows[i].may_be_zero, diag);
  return status;
}

/// Orthonormal and right-handed.
static carom_status check_frame(const carom_frame* frame, carom_diag* diag) {
  const carom_mat3 axes = {{{frame->t1.x, frame->t1.y, frame->t1.z},
                            {frame->t2.x, frame->t2.y, frame->t2.z},
                            {frame->n.x, frame->n.y, frame->n.z}}};
  double off;
  carom_mat3_nearest_rotation(axes, &off);
  if (off <= ROUNDED) return CAROM_OK;
  return carom__fail(diag, CAROM_NOT_UNIT, "frame", off,
                     "the axes t1, t2, n are off orthonormal and right-handed by %.3g", off);
}

/// In the plane nothing may leave it.
static carom_status check_dimension(const carom_cloth_problem* problem, carom_diag* diag) {
  const carom_vec3 t2 = problem->frame.t2, v = problem->ball.velocity, w = problem->ball.spin;
  if (problem->dimension == 3) return CAROM_OK;
  if (problem->dimension != 2)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", problem->dimension, "dimension is %d; it must be 2 or 3",
                       problem->dimension);
  if (!(fabs(t2.z + 1) <= ROUNDED))
    return carom__fail(diag, CAROM_INCONSISTENT, "frame.t2", t2.z,
                       "t2 has the z component %g; in the plane it is (0, 0, -1)", t2.z);
  if (v.z != 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "ball.velocity", v.z, "the ball leaves the plane with %g m/s", v.z);
  if (w.x != 0 || w.y != 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "ball.spin", w.x != 0 ? w.x : w.y,
                       "in the plane the ball can spin about z only");
  return CAROM_OK;
}

/// A landing that does not happen runs all the checks of the law that landings will need.
static carom_status check_surface(const carom_cloth_problem* problem, carom_diag* diag) {
  static const double v[3] = {0, 0, 0}, w_plane[4] = {1, 0, 0, 1}, w_space[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const carom_contact_problem contact = {.dimension = problem->dimension,
                                         .contact_count = 1,
                                         .w = problem->dimension == 2 ? w_plane : w_space,
                                         .v = v,
                                         .surfaces = &problem->surface};
  carom_impact_contact nothing;
  const carom_impact_options options = {.must_answer = true};
  const carom_impact_memory memory = {.contacts = &nothing, .contact_capacity = 1};
  carom_impact_outcome outcome;
  return carom_impact_solve(&contact, &options, &memory, &outcome, diag);
}

/// How the inertia compares with m R^2 decides what friction does to the spin.
static carom_status check_inertia(const carom_cloth_problem* problem, carom_diag* diag) {
  const double k = carom__cloth_k(problem);
  if (k >= SMALLEST_K && k <= 1 / SMALLEST_K) return CAROM_OK;
  return carom__fail(diag, CAROM_TOO_FAR_APART, "ball.inertia", k,
                     "the inertia is %g times mass times radius squared; it must lie between %g and %g", k, SMALLEST_K,
                     1 / SMALLEST_K);
}

carom_status carom__cloth_check(const carom_cloth_problem* problem, carom_diag* diag) {
  carom_status status = check_ball(&problem->ball, diag);
  if (!status) status = check_numbers(problem, diag);
  if (!status) status = check_inertia(problem, diag);
  if (!status) status = check_frame(&problem->frame, diag);
  if (!status) status = check_dimension(problem, diag);
  return status ? status : check_surface(problem, diag);
}

carom_status carom__cloth_need(const carom_cloth_problem* problem, const carom_cloth_path* path, carom_diag* diag) {
  carom_status status = carom__need(problem, "problem", "be a ball on a cloth", diag);
  if (!status) status = carom__need_memory(path, "path", "have room for the path", diag);
  if (!status && path->piece_capacity > 0)
    status = carom__need_memory(path->pieces, "pieces", "have room for piece_capacity pieces", diag);
  if (!status && path->landing_capacity > 0)
    status = carom__need_memory(path->landings, "landings", "have room for landing_capacity landings", diag);
  return status;
}
