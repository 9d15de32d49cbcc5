// The ball on the cloth: where the cloth lies, and the path in closed form as impacts, phases and rows.
#include <math.h>
#include <stdlib.h>

#include "run/simulate.h"
#include "run/solve.h"

/// The path with its memory.
typedef struct course {
  carom_cloth_problem problem;
  carom_cloth_path path;
  int contact;  // of the ball with the cloth
} course;

/// The first contact of the ball with a body that does not move. The reader has made sure that there is one.
static int find_cloth(const carom_scenario* scenario) {
  const int ball = scenario->motion.cloth.body;
  for (int i = 0; i < scenario->contact_count; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    const int other = touch->body_a == ball ? touch->body_b : touch->body_b == ball ? touch->body_a : ball;
    if (scenario->bodies[other].kind == CAROM_BODY_FIXED) return i;
  }
  return 0;
}

/// Axes of the contact, with n from the cloth into the ball.
static carom_frame cloth_frame(const carom_scenario* scenario, int contact) {
  const carom_touch* touch = &scenario->touches[contact];
  carom_frame frame = touch->frame;
  if (touch->body_a == scenario->motion.cloth.body) return frame;
  if (scenario->dimension == 2) {
    carom_frame_in_plane((carom_vec2){-frame.n.x, -frame.n.y}, &frame, NULL);
  } else {
    carom_frame_from_normal(carom_vec3_scale(-1, touch->frame.n), &touch->frame.t1, &frame, NULL);
  }
  return frame;
}

/// What files round is forgiven; more is a contradiction.
static const double ROUNDED = 1e-3;

static bool check_radius(carom__sim* sim, const course* way) {
  const carom_touch* touch = &sim->scenario->touches[way->contact];
  const carom_vec3 arm = carom_vec3_sub(way->problem.ball.position, touch->point);
  const double radius = way->problem.radius;
  const carom_vec3 expected = carom_vec3_scale(radius, way->problem.frame.n);
  if (carom_vec3_norm(carom_vec3_sub(arm, expected)) <= ROUNDED * radius) return true;
  char message[200];
  snprintf(
      message, sizeof message,
      "\"radius\" is %g m, but the centre of the ball is %g m above its contact with the cloth and %g m beside it.",
      radius, carom_vec3_dot(arm, way->problem.frame.n), carom_vec3_norm(carom_vec3_cross(arm, way->problem.frame.n)));
  return carom__sim_fail(sim, CAROM_BAD_VALUE, "motion.cloth.radius", message);
}

static bool check_gravity(carom__sim* sim, const course* way) {
  const carom_vec3 gravity = sim->scenario->motion.gravity;
  const double along = carom_vec3_dot(gravity, way->problem.frame.n);
  const double across = carom_vec3_norm(carom_vec3_cross(gravity, way->problem.frame.n));
  if (across <= 1e-9 * fabs(along) && along <= 0) return true;
  char message[200];
  snprintf(message, sizeof message,
           "\"gravity\" has %g m/s^2 along the cloth and %g m/s^2 away from it; it must press straight onto the cloth.",
           across, along);
  return carom__sim_fail(sim, CAROM_BAD_VALUE, "motion.gravity", message);
}

static bool make_problem(carom__sim* sim, course* way) {
  const carom_scenario* scenario = sim->scenario;
  const carom_motion* motion = &scenario->motion;
  const carom_cloth* cloth = &motion->cloth;
  if (motion->plane_count > 0)
    return carom__sim_fail(sim, CAROM_UNAVAILABLE, "motion.planes",
                           "the ball on the cloth is followed without planes; leave out \"planes\" or \"cloth\".");
  way->contact = find_cloth(scenario);
  way->problem = (carom_cloth_problem){.ball = sim->out->impact->bodies_after[cloth->body],
                                       .radius = cloth->radius,
                                       .dimension = scenario->dimension,
                                       .frame = cloth_frame(scenario, way->contact),
                                       .surface = scenario->surfaces[way->contact],
                                       .slide = cloth->slide,
                                       .roll = cloth->roll,
                                       .hop = cloth->hop,
                                       .until = motion->until,
                                       .cutoff_speed = motion->cutoff_speed};
  way->problem.gravity = fmax(0, -carom_vec3_dot(motion->gravity, way->problem.frame.n));
  return check_radius(sim, way) && check_gravity(sim, way);
}

static bool reserve_path(carom_cloth_path* path, int capacity) {
  free(path->pieces);
  free(path->landings);
  *path = (carom_cloth_path){.piece_capacity = 2 * capacity + 8, .landing_capacity = capacity};
  path->pieces = carom__reserve((size_t)path->piece_capacity, sizeof *path->pieces);
  path->landings = carom__reserve((size_t)capacity, sizeof *path->landings);
  return path->pieces && path->landings;
}

/// How many landings there are shows only afterwards, so the room doubles until it will do.
static bool follow(carom__sim* sim, course* way) {
  carom_status status = CAROM_TOO_SMALL;
  carom_diag diag = {0};
  for (int room = 64; status == CAROM_TOO_SMALL && room <= 2 * CAROM_CLOTH_MAX_LANDINGS; room *= 2) {
    if (!reserve_path(&way->path, room)) return carom__sim_no_memory(sim);
    status = carom_cloth_follow(&way->problem, &way->path, &diag);
  }
  diag.status = status;
  if (status) carom__sim_error(sim, sim->scenario->motion.cloth.body, &diag);
  return !status;
}

static bool log_landings(carom__sim* sim, const course* way) {
  for (int i = 0; i < way->path.landing_count; ++i) {
    carom_simulation_impact impact = {.impact = way->path.landings[i], .contact = way->contact, .with = -1};
    carom__sim_name(impact.what, sim->out->movers[0].name, "");
    if (!carom__sim_log_impact(sim, &impact)) return false;
  }
  return true;
}

/// Hops in a row are one flight.
static bool log_phases(carom__sim* sim, const course* way) {
  carom_simulation* out = sim->out;
  for (int i = 0; i < way->path.piece_count; ++i) {
    const carom_cloth_piece* piece = &way->path.pieces[i];
    carom_simulation_phase* last = out->phase_count > 0 ? &out->phases[out->phase_count - 1] : NULL;
    if (last && last->phase == piece->phase) {
      last->to = piece->to;
      continue;
    }
    if (!(piece->to > piece->from)) continue;
    const int point = piece->phase == CAROM_PHASE_FLIGHT ? -1 : 0;
    carom_simulation_phase phase = {
        .from = piece->from, .to = piece->to, .phase = piece->phase, .point = point, .plane = -1, .with = -1};
    carom__sim_name(phase.what, out->movers[0].name, "");
    if (carom__sim_open_phase(sim, &phase) < 0) return false;
  }
  return true;
}

/// Kinetic plus gravity, zero height at the origin.
static double energy_of(const carom_body* ball, carom_vec3 gravity) {
  return carom_bodies_energy(1, ball) - ball->mass * carom_vec3_dot(gravity, ball->position);
}

static void put_row(const carom__sim* sim, int row, const carom_body* ball) {
  carom__sim_put_ball(sim->scenario->dimension, ball, carom__sim_row(sim, row, 0));
  carom__sim_add_energy(sim, row, energy_of(ball, sim->scenario->motion.gravity));
}

static void put_rows(const carom__sim* sim, const course* way) {
  carom_body* ball = &sim->out->bodies_after[sim->scenario->motion.cloth.body];
  int piece = 0;
  for (int row = 0; row < sim->out->sample_count && way->path.piece_count > 0; ++row) {
    const double time = carom__sim_row_time(sim, row);
    while (piece + 1 < way->path.piece_count && way->path.pieces[piece].to <= time) ++piece;
    carom_cloth_at(&way->path.pieces[piece], time, &ball->position, &ball->velocity, &ball->spin);
    put_row(sim, row, ball);
  }
}

static void take_energy(const carom__sim* sim, const carom_cloth_path* path) {
  carom_simulation_mover* out = &sim->out->movers[0];
  out->energy_start = path->energy_start;
  out->energy_end = path->energy_end;
  out->impact_loss = path->landing_loss;
  out->friction_loss = path->slide_loss + path->roll_loss;
  sim->out->warnings |= path->warnings;
}

static void stop_at_once(carom__sim* sim) {
  const carom_body* ball = &sim->out->bodies_after[sim->scenario->motion.cloth.body];
  carom_simulation_mover* out = &sim->out->movers[0];
  sim->out->cut = true;
  sim->out->end_time = 0;
  carom__sim_cut_rows(sim);
  put_row(sim, 0, ball);
  out->energy_start = out->energy_end = energy_of(ball, sim->scenario->motion.gravity);
}

static bool walk(carom__sim* sim, course* way) {
  if (!follow(sim, way)) return false;
  if (carom__sim_is_stopped(sim, 0)) {
    stop_at_once(sim);
    return true;
  }
  sim->out->end_time = sim->scenario->motion.until;
  put_rows(sim, way);
  take_energy(sim, &way->path);
  return log_landings(sim, way) && log_phases(sim, way);
}

static bool name_ball(carom__sim* sim) {
  const int columns = carom__sim_body_columns(sim->scenario->dimension, true);
  const int body = sim->scenario->motion.cloth.body;
  if (!carom__sim_reserve(sim, 1, &columns)) return false;
  sim->out->movers[0].body = body;
  carom__sim_name(sim->out->movers[0].name, sim->scenario->body_info[body].name, "");
  carom__sim_name_body_columns(sim, 0);
  return true;
}

bool carom__sim_follow_cloth(carom__sim* sim) {
  course way = {0};
  const bool done = make_problem(sim, &way) && name_ball(sim) && walk(sim, &way);
  free(way.path.pieces);
  free(way.path.landings);
  return done;
}
