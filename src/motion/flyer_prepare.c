// A free body, checked and made a mover.
#include <stdio.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "motion/flyer.h"

/// m: the squares of larger levers, over a moment of inertia, would leave no room for products of speeds in doubles.
static const double LARGEST = 1e70;

static carom_status check_points(const carom_shape* shape, int dimension, carom_diag* diag) {
  for (int i = 0; i < shape->point_count; ++i) {
    char name[CAROM_FIELD_SIZE];
    snprintf(name, sizeof name, "points[%d]", i);
    if (!carom_vec3_is_finite(shape->points[i]))
      return carom__fail(diag, CAROM_NOT_FINITE, name, 0, "%s has an entry that is NaN or infinite", name);
    const double reach = carom_vec3_norm(shape->points[i]);
    if (!(reach <= LARGEST))
      return carom__fail(diag, CAROM_TOO_FAR_APART, name, reach, "%s lies %g m from the centre; %g m is the most", name,
                         reach, LARGEST);
    if (dimension == 2 && shape->points[i].z != 0)
      return carom__fail(diag, CAROM_INCONSISTENT, name, shape->points[i].z,
                         "%s has the z part %g; in the plane it has none", name, shape->points[i].z);
  }
  return CAROM_OK;
}

static carom_status check_shape(const carom_shape* shape, int dimension, carom_diag* diag) {
  if (!(shape->sphere_radius >= 0 && isfinite(shape->sphere_radius)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "sphere_radius", shape->sphere_radius,
                       "sphere_radius is %g m; it must be finite and not negative", shape->sphere_radius);
  if (!(shape->sphere_radius <= LARGEST))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "sphere_radius", shape->sphere_radius,
                       "sphere_radius is %g m; %g m is the most", shape->sphere_radius, LARGEST);
  if (shape->point_count < 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "point_count", shape->point_count,
                       "point_count is %d; it must not be negative", shape->point_count);
  if (shape->sphere_radius > 0 && shape->point_count > 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "point_count", shape->point_count,
                       "a shape is a sphere or has corner points, not both");
  const bool given = shape->point_count == 0 || shape->points;
  return given ? check_points(shape, dimension, diag) : carom__need(NULL, "points", "hold point_count points", diag);
}

static carom_status check_body(const carom_body* body, carom_diag* diag) {
  if (body->kind != CAROM_BODY_FREE)
    return carom__fail(diag, CAROM_INCONSISTENT, "kind", (double)body->kind, "only a free body can fly");
  const carom_status status = carom_body_check(body, diag);
  if (status) return status;
  if (!isfinite(1 / body->mass))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "mass", body->mass, "mass is %g kg; 1/mass is too large for a double",
                       body->mass);
  return CAROM_OK;
}

static carom_status check_input(const carom_flyer_input* input, carom_diag* diag) {
  if (!input) return carom__need(input, "input", "be a body and its shape", diag);
  if (input->dimension != 2 && input->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", input->dimension, "dimension is %d; it must be 2 or 3",
                       input->dimension);
  carom_status status = carom__need(input->body, "body", "be the body that flies", diag);
  if (status) return status;
  status = check_body(input->body, diag);
  if (status) return carom__fail_within(diag, status, "body", -1);
  status = check_shape(&input->shape, input->dimension, diag);
  if (status) return carom__fail_within(diag, status, "shape", -1);
  if (input->dimension == 2 && !isfinite(input->angle))
    return carom__fail(diag, CAROM_NOT_FINITE, "angle", input->angle, "angle is not a finite number");
  return CAROM_OK;
}

/// The check of the body has seen positive moments, but they may be too far apart, or too small.
static carom_status invert(carom_mat3 inertia, carom_mat3* inverse, carom_diag* diag) {
  bool good = carom_cholesky(3, &inertia.m[0][0]) == 0;
  for (int j = 0; good && j < 3; ++j) {
    double column[3] = {j == 0, j == 1, j == 2};
    carom_cholesky_forward(3, &inertia.m[0][0], column);
    carom_cholesky_backward(3, &inertia.m[0][0], column);
    for (int i = 0; i < 3; ++i) {
      inverse->m[i][j] = column[i];
      good = good && isfinite(column[i]);
    }
  }
  if (!good)
    return carom__fail(diag, CAROM_NOT_POSITIVE, "body.inertia", 0,
                       "inertia is not positive definite to working precision: it has no inverse");
  return CAROM_OK;
}

static double middle(double a, double b, double c) {
  return carom__max(carom__min(a, b), carom__min(carom__max(a, b), c));
}

static carom_mat3 imbalance_of(carom_mat3 inertia) {
  const double moment = middle(inertia.m[0][0], inertia.m[1][1], inertia.m[2][2]);
  for (int i = 0; i < 3; ++i) inertia.m[i][i] -= moment;
  return inertia;
}

/// In the plane only the moment about z acts, and nothing turns the spin.
static carom_status set_inertia(const carom_flyer_input* input, carom_flyer* out, carom_diag* diag) {
  out->inertia = input->body->inertia;
  carom_symmetrize(3, &out->inertia.m[0][0]);
  out->imbalance = imbalance_of(out->inertia);
  const carom_status status = invert(out->inertia, &out->inverse_inertia, diag);
  if (status || input->dimension == 3) return status;
  out->inverse_inertia = carom_mat3_diagonal(0, 0, 1 / out->inertia.m[2][2]);
  out->imbalance = carom_mat3_diagonal(0, 0, 0);
  return CAROM_OK;
}

/// How far the shape reaches from the mass centre; without extent the radius of gyration stands in.
static double size_of(const carom_flyer* flyer) {
  double size = flyer->shape.sphere_radius;
  for (int i = 0; i < flyer->shape.point_count; ++i) size = carom__max(size, carom_vec3_norm(flyer->shape.points[i]));
  if (size > 0) return size;
  return sqrt(flyer->inertia.m[2][2] / flyer->mass);
}

/// The unit quaternion of a rotation. The largest of |w|, |x|, |y|, |z| comes from the diagonal and the others go with
/// it, so no digit is lost.
static carom_quat quat_of(const carom_mat3* rotation) {
  const double(*r)[3] = rotation->m;
  const double squares[4] = {1 + r[0][0] + r[1][1] + r[2][2], 1 + r[0][0] - r[1][1] - r[2][2],
                             1 - r[0][0] + r[1][1] - r[2][2], 1 - r[0][0] - r[1][1] + r[2][2]};  // 4 w^2 ..
  const double wx = r[2][1] - r[1][2], wy = r[0][2] - r[2][0], wz = r[1][0] - r[0][1];           // 4 w x ..
  const double xy = r[1][0] + r[0][1], xz = r[0][2] + r[2][0], yz = r[2][1] + r[1][2];
  const double products[4][4] = {
      {squares[0], wx, wy, wz}, {wx, squares[1], xy, xz}, {wy, xy, squares[2], yz}, {wz, xz, yz, squares[3]}};
  int k = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[i] > squares[k]) k = i;
  const double* q = products[k];
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double sign = q[0] < 0 ? -1 : 1;  // w >= 0
  return (carom_quat){sign * q[0] / length, sign * q[1] / length, sign * q[2] / length, sign * q[3] / length};
}

static void write_state(const carom_flyer_input* input, double* state) {
  const carom_body* b = input->body;
  if (input->dimension == 2) {
    const double in_plane[6] = {b->position.x, b->position.y, input->angle, b->velocity.x, b->velocity.y, b->spin.z};
    for (int i = 0; i < 6; ++i) state[i] = in_plane[i];
    return;
  }
  const carom_quat q = quat_of(&b->orientation);
  const double in_space[13] = {b->position.x, b->position.y, b->position.z, q.w,       q.x,       q.y,      q.z,
                               b->velocity.x, b->velocity.y, b->velocity.z, b->spin.x, b->spin.y, b->spin.z};
  for (int i = 0; i < 13; ++i) state[i] = in_space[i];
}

static int point_count_of(const carom_shape* shape) {
  return shape->sphere_radius > 0 ? 1 : shape->point_count;
}

carom_status carom_flyer_prepare(const carom_flyer_input* input, const carom_motion* motion, carom_flyer* out,
                                 carom_mover* mover, double* state, carom_diag* diag) {
  carom_status status = check_input(input, diag);
  if (!status) status = carom__mover_check(motion, input->dimension, point_count_of(&input->shape), diag);
  if (!status) status = carom__need_mover_memory(out, mover, state, diag);
  if (status) return status;
  carom_flyer flyer = {.dimension = input->dimension, .shape = input->shape, .gravity = motion->gravity};
  status = set_inertia(input, &flyer, diag);
  if (status) return status;
  flyer.mass = input->body->mass;
  for (int i = 0; i < motion->plane_count; ++i)
    flyer.frames[i] = carom_plane_frame(&motion->planes[i], input->dimension);
  *out = flyer;
  *mover = (carom_mover){.self = out,
                         .dimension = input->dimension,
                         .position_count = input->dimension == 2 ? 3 : 7,
                         .dof = input->dimension == 2 ? 3 : 6,
                         .point_count = point_count_of(&input->shape),
                         .plane_count = motion->plane_count,
                         .planes = motion->planes,
                         .size = size_of(out),
                         .idle_from = input->dimension == 2 ? 2 : 3,
                         .idle_count = !carom__flyer_glides(out) ? 0
                                       : input->dimension == 2   ? 1
                                                                 : 4,
                         .rolls = input->shape.sphere_radius > 0,
                         .rate = carom__flyer_rate,
                         .gaps = carom__flyer_gaps,
                         .contact = carom__flyer_contact,
                         .push = carom__flyer_push,
                         .energy = carom__flyer_energy,
                         .kinetic = carom__flyer_kinetic,
                         .tidy = input->dimension == 2 ? NULL : carom__flyer_tidy,
                         .pace = carom__flyer_pace,
                         .glide = carom__flyer_glides(out) ? carom__flyer_glide : NULL,
                         .name = carom__flyer_name};
  write_state(input, state);
  return CAROM_OK;
}
