// Motions with any doubles: chains, bodies that fly, bodies that meet, the ball on the cloth. Steps are counted: a
// motion may be asked for a million years.
#include <math.h>
#include <stdlib.h>

#include "carom/crowd.h"
#include "carom/motion.h"
#include "fuzz.h"

enum { PLANES = 2, LINKS = 3, CORNERS = 6, BODIES = 3, MOST_STEPS = 150, MOST_IMPACTS = 12, ROOM = 200000 };

static carom_plane planes[PLANES];

static carom_motion motion_of(fuzz_input* in, int dimension) {
  carom_motion m = carom_motion_default();
  const int has = fuzz_byte(in);
  m.until = has & 1 ? fuzz_positive(in) : 1;
  m.gravity = has & 2 ? fuzz_vec3(in) : (carom_vec3){0, dimension == 2 ? -9.81 : 0, dimension == 2 ? 0 : -9.81};
  if (dimension == 2) m.gravity.z = 0;
  if (has & 4) m.cutoff_speed = fuzz_positive(in);
  if (has & 8) m.tolerance = fuzz_positive(in);
  m.plane_count = fuzz_int(in, 0, PLANES);
  m.planes = planes;
  for (int i = 0; i < m.plane_count; ++i) {
    const bool floor = fuzz_byte(in) % 2;
    planes[i].point = floor ? (carom_vec3){0, 0, 0} : fuzz_vec3(in);
    planes[i].normal = floor ? (carom_vec3){0, dimension == 2, dimension == 3} : fuzz_unit(in);
    planes[i].surface = fuzz_surface(in);
  }
  return m;
}

static void run(const carom_mover* mover, const carom_motion* motion, const double* state) {
  static carom_motion_run r;
  static double workspace[ROOM];
  carom_diag diag = {0};
  const size_t needed = carom_motion_workspace_size(mover);
  if (needed > ROOM) fuzz_fail("motion: room of the target", (double)needed);
  if (!fuzz_answered(carom_motion_start(&r, mover, motion, state, workspace, &diag), &diag)) return;
  int impacts = 0;
  for (int step = 0; step < MOST_STEPS && impacts < MOST_IMPACTS; ++step) {
    const double before = r.t;
    if (!fuzz_answered(carom_motion_step(&r, &diag), &diag)) return;
    if (!(r.t >= before) || !(r.t <= motion->until)) fuzz_fail("motion: time", r.t);
    fuzz_finite("motion: a state", mover->position_count + mover->dof, r.state);
    if (r.happened == CAROM_MOTION_ENDED) return;
    if (r.happened == CAROM_MOTION_IMPACT) ++impacts;
    for (int i = 0; i < r.impact_count; ++i) fuzz_finite("motion: an impulse", mover->dimension, r.impacts[i].impulse);
    if (r.happened == CAROM_MOTION_MOVED) {
      double sample[CAROM_ODE_MAX_SIZE];
      carom_motion_sample(&r, r.t_before + 0.5 * (r.t - r.t_before), sample);
      fuzz_finite("motion: a sample", mover->position_count + mover->dof, sample);
    }
  }
}

static void chain(fuzz_input* in) {
  static carom_chain_mover mover_of;
  const carom_motion motion = motion_of(in, 2);
  carom_link links[LINKS];
  double angles[LINKS], rates[LINKS], state[2 * LINKS];
  carom_diag diag = {0};
  carom_mover mover;
  const int count = fuzz_int(in, 1, LINKS);
  for (int i = 0; i < count; ++i) {
    links[i].length = fuzz_positive(in);
    links[i].mass = fuzz_positive(in);
    links[i].centre = fuzz_byte(in) % 4 ? links[i].length / 2 : fuzz_number(in);
    links[i].inertia = fuzz_positive(in);
  }
  fuzz_numbers(in, count, angles);
  fuzz_numbers(in, count, rates);
  const carom_chain chain = {fuzz_vec2(in), count, links, angles, rates};
  if (fuzz_answered(carom_chain_prepare(&chain, &motion, &mover_of, &mover, state, &diag), &diag))
    run(&mover, &motion, state);
}

static carom_body body_of(fuzz_input* in, int dimension) {
  carom_body body;
  if (dimension == 2) {
    const double mass = fuzz_positive(in), inertia = fuzz_positive(in);
    body = carom_body_planar(mass, inertia, fuzz_vec2(in));
    const carom_vec2 v = fuzz_vec2(in);
    body.velocity = (carom_vec3){v.x, v.y, 0};
    body.spin = (carom_vec3){0, 0, fuzz_number(in)};
  } else {
    body = carom_body_default();
    body.mass = fuzz_positive(in);
    for (int i = 0; i < 3; ++i) body.inertia.m[i][i] = fuzz_byte(in) % 16 ? 1 + fuzz_byte(in) / 256.0 : fuzz_number(in);
    body.position = fuzz_vec3(in);
    body.velocity = fuzz_vec3(in);
    body.spin = fuzz_vec3(in);
  }
  return body;
}

static carom_shape shape_of(fuzz_input* in, int dimension, carom_vec3 corners[CORNERS]) {
  carom_shape shape = {0};
  const int kind = fuzz_byte(in);
  if (kind % 2 == 0) {
    shape.sphere_radius = fuzz_positive(in);
    return shape;
  }
  shape.point_count = kind % 4 == 1 && dimension == 2 ? 4 : fuzz_int(in, 1, CORNERS);
  shape.points = corners;
  for (int i = 0; i < shape.point_count; ++i) {
    corners[i] = fuzz_vec3(in);
    if (dimension == 2) corners[i].z = 0;
  }
  if (kind % 4 == 1 && dimension == 2) {  // a rectangle, counter-clockwise
    const double x = fuzz_positive(in), y = fuzz_positive(in);
    for (int i = 0; i < 4; ++i) corners[i] = (carom_vec3){i == 1 || i == 2 ? x : -x, i > 1 ? y : -y, 0};
  }
  return shape;
}

static void flyer(fuzz_input* in) {
  static carom_flyer f;
  carom_vec3 corners[CORNERS];
  double state[13];
  carom_diag diag = {0};
  carom_mover mover;
  const int dimension = fuzz_int(in, 2, 3);
  const carom_motion motion = motion_of(in, dimension);
  const carom_body body = body_of(in, dimension);
  const double angle = fuzz_number(in);
  const carom_flyer_input input = {dimension, &body, angle, shape_of(in, dimension, corners)};
  if (fuzz_answered(carom_flyer_prepare(&input, &motion, &f, &mover, state, &diag), &diag)) run(&mover, &motion, state);
}

static void crowd(fuzz_input* in) {
  static carom_crowd c;
  carom_vec3 corners[BODIES][CORNERS];
  carom_body bodies[BODIES];
  carom_crowd_body members[BODIES] = {0};
  carom_meeting meetings[BODIES];
  double state[13 * BODIES];
  carom_diag diag = {0};
  carom_mover mover;
  const int dimension = fuzz_int(in, 2, 3), count = fuzz_int(in, 1, BODIES), met = fuzz_int(in, 0, BODIES);
  const carom_motion motion = motion_of(in, dimension);
  for (int i = 0; i < count; ++i) {
    bodies[i] = body_of(in, dimension);
    members[i].body = &bodies[i];
    members[i].angle = fuzz_number(in);
    members[i].shape = shape_of(in, dimension, corners[i]);
    members[i].solid = members[i].shape.point_count > 0 && dimension == 2 && fuzz_byte(in) % 2;
    members[i].hangs = fuzz_byte(in) % 8 == 7;
    members[i].length = fuzz_positive(in);
    members[i].pivot = fuzz_vec3(in);
    if (fuzz_byte(in) % 2)
      members[i].pivot =
          (carom_vec3){bodies[i].position.x, bodies[i].position.y + members[i].length, bodies[i].position.z};
  }
  for (int i = 0; i < met; ++i)
    meetings[i] = (carom_meeting){fuzz_int(in, 0, count - 1), fuzz_int(in, 0, count), fuzz_surface(in)};
  const carom_crowd_input input = {dimension, count, members, met, meetings};
  if (fuzz_answered(carom_crowd_prepare(&input, &motion, &c, &mover, state, &diag), &diag)) run(&mover, &motion, state);
}

static void cloth(fuzz_input* in) {
  enum { PIECES = 40, LANDINGS = 30 };
  static carom_cloth_piece pieces[PIECES];
  static carom_motion_impact landings[LANDINGS];
  carom_cloth_path path = {.piece_capacity = PIECES, .landing_capacity = LANDINGS};
  path.pieces = pieces;
  path.landings = landings;
  carom_cloth_problem p = {.radius = fuzz_positive(in), .dimension = fuzz_int(in, 2, 3)};
  carom_diag diag = {0};
  p.ball = carom_body_default();
  p.ball.mass = fuzz_positive(in);
  const double k = fuzz_byte(in) % 8 ? 0.4 : fuzz_positive(in);
  for (int i = 0; i < 3; ++i) p.ball.inertia.m[i][i] = k * p.ball.mass * p.radius * p.radius;
  p.ball.position = fuzz_vec3(in);
  p.ball.velocity = fuzz_vec3(in);
  p.ball.spin = fuzz_vec3(in);
  p.frame = fuzz_frame(in);
  p.surface = fuzz_surface(in);
  p.slide = fuzz_positive(in);
  p.roll = fuzz_positive(in);
  p.hop = fuzz_byte(in) % 2;
  p.gravity = fuzz_byte(in) % 2 ? 9.81 : fuzz_positive(in);
  p.until = fuzz_byte(in) % 2 ? 10 : fuzz_positive(in);
  p.cutoff_speed = fuzz_byte(in) % 2 ? 1e-3 : fuzz_positive(in);
  if (!fuzz_answered(carom_cloth_follow(&p, &path, &diag), &diag)) return;
  for (int i = 0; i < path.piece_count; ++i) {
    fuzz_finite("cloth: a piece", 9, &pieces[i].position.x);
    carom_vec3 at[3];
    carom_cloth_at(&pieces[i], pieces[i].to, &at[0], &at[1], &at[2]);
    fuzz_finite("cloth: the end of a piece", 9, &at[0].x);
  }
}

void fuzz_target(fuzz_input* in) {
  void (*const kinds[])(fuzz_input*) = {chain, flyer, crowd, cloth};
  kinds[fuzz_int(in, 0, 3)](in);
}
