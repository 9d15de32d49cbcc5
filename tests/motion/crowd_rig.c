#include "motion/crowd_rig.h"

#include <criterion/criterion.h>
#include <string.h>

void rig_begin(crowd_rig* r, int dimension) {
  r->motion = carom_motion_default();
  r->motion.planes = r->planes;
  memset(r->members, 0, sizeof r->members);
  r->input = (carom_crowd_input){.dimension = dimension, .bodies = r->members, .meetings = r->meetings};
}

static int add(crowd_rig* r, double mass, carom_vec3 at) {
  const int i = r->input.body_count++;
  r->bodies[i] = carom_body_default();
  r->bodies[i].mass = mass;
  r->bodies[i].position = at;
  r->members[i].body = &r->bodies[i];
  return i;
}

carom_body* rig_round(crowd_rig* r, double mass, double radius, carom_vec3 at) {
  const int i = add(r, mass, at);
  const double moment = (r->input.dimension == 2 ? 0.5 : 0.4) * mass * radius * radius;
  r->bodies[i].inertia = carom_mat3_diagonal(moment, moment, moment);
  r->members[i].shape.sphere_radius = radius;
  return &r->bodies[i];
}

carom_body* rig_polygon(crowd_rig* r, double mass, int corners, const carom_vec3* points, carom_vec3 at) {
  const int i = add(r, mass, at);
  double square = 0;
  memcpy(r->corners[i], points, (size_t)corners * sizeof *points);
  for (int k = 0; k < corners; ++k) square += carom_vec3_dot(points[k], points[k]) / corners;
  r->bodies[i].inertia = carom_mat3_diagonal(mass * square / 3, mass * square / 3, mass * square / 3);
  r->members[i].shape = (carom_shape){.point_count = corners, .points = r->corners[i]};
  r->members[i].solid = true;
  return &r->bodies[i];
}

carom_body* rig_box(crowd_rig* r, double mass, carom_vec3 edges, carom_vec3 at) {
  const double x = edges.x / 2, y = edges.y / 2, z = edges.z / 2;
  if (r->input.dimension == 2) {
    const carom_vec3 corners[4] = {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}};
    return rig_polygon(r, mass, 4, corners, at);
  }
  carom_vec3 corners[8];
  for (int k = 0; k < 8; ++k) corners[k] = (carom_vec3){k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z};
  carom_body* body = rig_polygon(r, mass, 8, corners, at);
  body->inertia =
      carom_mat3_diagonal(mass * (y * y + z * z) / 3, mass * (x * x + z * z) / 3, mass * (x * x + y * y) / 3);
  r->members[r->input.body_count - 1].box = edges;
  return body;
}

carom_plane* rig_plane(crowd_rig* r, carom_vec3 point, carom_vec3 normal, double e, double mu) {
  cr_assert(r->motion.plane_count < RIG_PLANES);
  carom_plane* plane = &r->planes[r->motion.plane_count++];
  *plane = (carom_plane){point, carom_vec3_scale(1 / carom_vec3_norm(normal), normal), carom_surface_default()};
  plane->surface.e = e;
  plane->surface.mu = plane->surface.mu_static = mu;
  return plane;
}

void rig_meet(crowd_rig* r, int a, int b, double e, double mu) {
  cr_assert(r->input.meeting_count < RIG_MEETINGS);
  carom_meeting* meeting = &r->meetings[r->input.meeting_count++];
  *meeting = (carom_meeting){a, b, carom_surface_default()};
  meeting->surface.e = e;
  meeting->surface.mu = meeting->surface.mu_static = mu;
}

void rig_meet_all(crowd_rig* r, double e, double mu) {
  for (int a = 0; a < r->input.body_count; ++a)
    for (int b = a + 1; b < r->input.body_count; ++b) rig_meet(r, a, b, e, mu);
}

void rig_hang(crowd_rig* r, carom_vec3 pivot, double length) {
  carom_crowd_body* last = &r->members[r->input.body_count - 1];
  last->hangs = true;
  last->pivot = pivot;
  last->length = length;
}

void rig_prepare(crowd_rig* r) {
  const carom_status status = carom_crowd_prepare(&r->input, &r->motion, &r->crowd, &r->mover, r->start, &r->diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", r->diag.field, r->diag.message);
}

static double total(crowd_rig* r) {
  return carom_motion_energy(&r->run);
}

void rig_start(crowd_rig* r) {
  rig_prepare(r);
  cr_assert(carom_motion_workspace_size(&r->mover) <= RIG_WORKSPACE);
  const carom_status status = carom_motion_start(&r->run, &r->mover, &r->motion, r->start, r->workspace, &r->diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", r->diag.field, r->diag.message);
  r->steps = r->impact_total = 0;
  r->deepest = r->gain = r->ledger = r->unrubbed = 0;
  r->energy_scale = fabs(total(r)) + r->mover.kinetic(&r->mover, r->run.state);
}

static void look_at_gaps(crowd_rig* r) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  r->mover.gaps(&r->mover, r->run.state, gaps, rates);
  for (int i = 0; i < r->crowd.pair_count; ++i) {
    const carom_crowd_pair* pair = &r->crowd.pairs[i];
    double extent = r->crowd.extents[pair->a];
    if (pair->b >= 0) extent = fmin(extent, r->crowd.extents[pair->b]);
    cr_assert(isfinite(gaps[i]) && isfinite(rates[i]), "pair %d", i);
    r->deepest = fmax(r->deepest, -gaps[i] / extent);
  }
}

bool rig_step(crowd_rig* r) {
  const double before = total(r), rubbed = r->run.friction_loss, t = r->run.t;
  r->status = carom_motion_step(&r->run, &r->diag);
  if (r->status) return false;
  const double kinetic = r->mover.kinetic(&r->mover, r->run.state), now = total(r);
  cr_assert(isfinite(now) && r->run.t >= t);
  r->energy_scale = fmax(r->energy_scale, fabs(now) + kinetic);
  const double books = now - (r->run.energy_start - r->run.impact_loss - r->run.friction_loss);
  r->ledger = fmax(r->ledger, fabs(books) / r->energy_scale);
  r->gain = fmax(r->gain, (now - before) / r->energy_scale);
  r->unrubbed = fmax(r->unrubbed, (rubbed - r->run.friction_loss) / r->energy_scale);
  if (r->run.happened == CAROM_MOTION_IMPACT) r->impact_total += r->run.impact_count;
  look_at_gaps(r);
  ++r->steps;
  return r->run.happened != CAROM_MOTION_ENDED;
}

void rig_travel(crowd_rig* r) {
  rig_start(r);
  while (rig_step(r)) cr_assert(r->steps < 400000, "no end: t = %g", r->run.t);
  cr_assert_eq(r->status, CAROM_OK, "t = %.9g: %s", r->run.t, r->diag.message);
}

carom_body rig_body(const crowd_rig* r, int index, double* angle) {
  carom_body body;
  carom_crowd_one(&r->crowd, r->run.state, index, &body, angle);
  return body;
}
