// Both sides of a boundary between branches. On a kink one number vanishes: the way that slip goes on once it has
// stopped, the approach where it stops, the excess of |w| over mu, the approach itself. Which way it moves along a
// direction says which formulas follow; where it is 0 each side is closed form behind the point at which slip vanishes.
// Before that point slip runs along the ray on which it arrives, gamma = f u (I_z - I_zs), so that the side on which
// the impact ends too early is that of a ray, too.
#include "contact/derivative.h"
#include "contact/surface.h"
#include "math/elementary.h"
#include "spatial/check.h"
#include "spatial/closing.h"
#include "spatial/invariants.h"

typedef carom__dual dual;
typedef carom__closing closing;

/// The root of a sum of squares, not 0.
static dual size_of(dual x, dual y) {
  return carom__dual_root(carom__dual_product_sum(x, x, y, y));
}

/// |w| - mu
static dual excess(const closing* c) {
  return SUBTRACT(size_of(c->w1, c->w2), c->mu);
}

/// The ray on which slip arrives at rest.
static carom__ray ray_in(const closing* c, const carom__path* way) {
  const carom_vec2 u = way->restarted ? way->after.arrival : way->h.arrival;
  const double mu = c->mu.v, b1 = c->b11.v * u.x + c->b12.v * u.y, b2 = c->b12.v * u.x + c->b22.v * u.y;
  const double rate = c->d1.v * u.x + c->d2.v * u.y - mu * (u.x * b1 + u.y * b2);
  return carom__ray_along(c, rate, u);
}

/// Slip is followed until it vanishes, whatever the outcome says of its end; compression that ends with it is left out.
static bool follow_to_rest(const closing* c, const carom_spatial_outcome* o, carom_boundary boundary,
                           carom__story* story, carom__path* way) {
  *story = carom__story_of(o);
  story->vanishes = true;
  story->sticks = false;
  if (boundary == CAROM_BOUNDARY_COMPRESSION_AT_STICK) story->compression_count = 0;
  return carom__follow_slip(c, story, way);
}

static void end_at_stick(const closing* c, const carom__rest* rest, const carom__ray* in, bool sticks,
                         carom__sides* out) {
  out->falling = carom__end_along(c, rest, in, &out->phi);
  out->rising = carom__end_after_slip(c, rest, sticks);
}

/// v_z where slip vanishes: below 0 compression ends behind it, above 0 it ended on the arriving ray.
static void compress_at_stick(const closing* c, const carom__rest* rest, const carom__ray* in, bool sticks,
                              carom__sides* out) {
  carom__rest before = *rest;
  before.compressed_in_slip = true;
  before.compressed = SUBTRACT(rest->i, DIVIDE(rest->vz, carom__rate_along(c, in)));
  out->phi = rest->vz;
  out->falling = carom__end_after_slip(c, rest, sticks);
  out->rising = carom__end_after_slip(c, &before, sticks);
}

/// Where friction just holds, slip resumes along w, with no speed.
static void hold_or_not(const closing* c, const carom__rest* rest, carom__sides* out) {
  const double size = carom__hypot(c->w1.v, c->w2.v);
  const carom__ray ray = carom__ray_along(c, 0, (carom_vec2){c->w1.v / size, c->w2.v / size});
  out->phi = excess(c);
  out->falling = carom__end_stuck(c, rest);
  out->rising = carom__end_along(c, rest, &ray, NULL);
}

/// An approach that vanishes: I_z is so small that slip does not turn.
static carom_status approach_or_not(const carom_spatial_problem* p, const carom_spatial_outcome* o, const closing* c,
                                    carom__sides* out, carom_diag* diag) {
  const dual zero = carom__dual_constant(0);
  out->phi = c->vz;
  out->rising = (carom__answer){zero, zero, zero, c->x0, c->y0, c->vz};
  if (o->mode != CAROM_SPATIAL_NONE) return carom__spatial_answer(p, o, &out->falling, diag);
  out->falling = carom__end_straight(c);
  return CAROM_OK;
}

carom_status carom__spatial_sides(const carom_spatial_problem* p, const carom_spatial_outcome* o,
                                  carom_boundary boundary, carom__sides* out, carom_diag* diag) {
  carom__closing c;
  carom__closing_of(p, true, &c);
  if (boundary == CAROM_BOUNDARY_APPROACH_ZERO) return approach_or_not(p, o, &c, out, diag);
  if (!(c.k.v > CAROM__SINGULAR_PIVOT * c.wzz.v)) return carom__fail_not_differentiable(diag);
  carom__story story;
  carom__path way;
  if (!follow_to_rest(&c, o, boundary, &story, &way)) return carom__fail_tangent_budget(diag);
  const carom__rest rest = carom__rest_of(&c, &story, &way);
  const bool sticks = carom__hypot(c.w1.v, c.w2.v) <= carom__mu_static(&p->surface);
  const carom__ray in = ray_in(&c, &way);
  if (boundary == CAROM_BOUNDARY_END_AT_STICK)
    end_at_stick(&c, &rest, &in, sticks, out);
  else if (boundary == CAROM_BOUNDARY_COMPRESSION_AT_STICK)
    compress_at_stick(&c, &rest, &in, sticks, out);
  else
    hold_or_not(&c, &rest, out);
  return CAROM_OK;
}

/// Slip that begins at t g, for small t, is t times the slip that begins at g. It comes to the ray out of rest, r =
/// rate (I_z - I_zs), with an I_zs that is t times this one; what friction takes until then goes with t^2.
static bool start_of_ray(const closing* c, double gx, double gy, double* start) {
  const double a[3] = {c->mu.v * c->b11.v, c->mu.v * c->b12.v, c->mu.v * c->b22.v}, d[2] = {c->d1.v, c->d2.v};
  carom__hodograph h = carom__tangent_start(a, d, (double[]){gx, gy}, CAROM__CARRY_P);
  return carom__tangent_walk_to_ray(&h, start);
}

carom_status carom__spatial_cone(const carom_spatial_problem* p, const double* x, carom__answer* out,
                                 carom_diag* diag) {
  carom__closing c;
  carom__closing_of(p, true, &c);
  if (!(c.k.v > CAROM__SINGULAR_PIVOT * c.wzz.v)) return carom__fail_not_differentiable(diag);
  const carom__ray ray = carom__ray_out(&c);
  double start;
  if (!start_of_ray(&c, x[6], x[7], &start)) return carom__fail_tangent_budget(diag);
  carom__rest rest = {.i = carom__dual_constant(0), .energy = c.energy, .ends_later = true};
  rest.i.t[CAROM__SPARE_LANE / 4][CAROM__SPARE_LANE % 4] = start;
  rest.vz = ADD(c.v_stick, MULTIPLY(c.k, rest.i));
  *out = carom__end_along(&c, &rest, &ray, NULL);
  return CAROM_OK;
}
