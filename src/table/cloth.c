// A ball on a level cloth, piece by piece: it hops, slides, rolls and rests, and every piece has a closed form.
// The pieces are those of a table (piece.h), of one ball that meets nothing but the cloth, in any plane.
#include "table/cloth.h"

#include "base/diag.h"
#include "math/elementary.h"

double carom__cloth_k(const carom_cloth_problem* problem) {
  return problem->ball.inertia.m[0][0] / problem->ball.mass / problem->radius / problem->radius;
}

double carom__cloth_energy(const carom__cloth_run* run) {
  const carom_cloth_problem* problem = run->problem;
  const double mass = problem->ball.mass, radius = problem->radius;
  const double height = carom_vec3_dot(problem->frame.n, problem->ball.position) + run->ball.position.z;
  const double turning = run->ground.k * radius * radius * carom_vec3_dot(run->ball.spin, run->ball.spin);
  return mass * (0.5 * (carom_vec3_dot(run->ball.velocity, run->ball.velocity) + turning) + problem->gravity * height);
}

static carom_vec3 to_world(const carom_frame* frame, carom_vec3 a) {
  const carom_vec3 along = carom_vec3_add(carom_vec3_scale(a.x, frame->t1), carom_vec3_scale(a.y, frame->t2));
  return carom_vec3_add(along, carom_vec3_scale(a.z, frame->n));
}

static carom_vec3 to_axes(const carom_frame* frame, carom_vec3 a) {
  return (carom_vec3){carom_vec3_dot(frame->t1, a), carom_vec3_dot(frame->t2, a), carom_vec3_dot(frame->n, a)};
}

static carom_cloth_piece piece_in_world(const carom__cloth_run* run, const carom__course* c, double to) {
  const carom_frame* frame = &run->problem->frame;
  return (carom_cloth_piece){
      .phase = c->phase,
      .from = run->t,
      .to = to,
      .position = carom_vec3_add(run->problem->ball.position, to_world(frame, run->ball.position)),
      .velocity = to_world(frame, run->ball.velocity),
      .spin = to_world(frame, run->ball.spin),
      .acceleration = to_world(frame, c->acceleration),
      .spin_rate = to_world(frame, c->spin_rate)};
}

static bool piece_is_finite(const carom_cloth_piece* piece) {
  return carom_vec3_is_finite(piece->position) && carom_vec3_is_finite(piece->velocity) &&
         carom_vec3_is_finite(piece->spin) && carom_vec3_is_finite(piece->acceleration) &&
         carom_vec3_is_finite(piece->spin_rate);
}

static carom_status fail_overflow(carom_diag* diag) {
  return carom__fail(diag, CAROM_OVERFLOW, "ball", 0, "the path of the ball, or its energy, is too large for a double");
}

static carom_status store_piece(carom_cloth_path* path, const carom_cloth_piece* piece, carom_diag* diag) {
  if (!piece_is_finite(piece)) return fail_overflow(diag);
  if (path->piece_count >= path->piece_capacity)
    return carom__fail(diag, CAROM_TOO_SMALL, "pieces", path->piece_capacity,
                       "there is room for %d pieces; the path has more", path->piece_capacity);
  path->pieces[path->piece_count++] = *piece;
  return CAROM_OK;
}

static bool time_is_over(const carom__cloth_run* run) {
  return !(run->t < run->problem->until);
}

/// Adds the piece and moves the ball along it, to its end or to the end of time. A piece too short for the clock moves
/// the ball, but is not stored.
static carom_status follow_piece(carom__cloth_run* run, const carom__course* c, carom_diag* diag) {
  const double until = run->problem->until;
  const bool whole = run->t + c->duration < until;
  const double to = whole ? run->t + c->duration : until, duration = whole ? c->duration : until - run->t;
  const carom_cloth_piece piece = piece_in_world(run, c, to);
  const carom_status status = to > run->t ? store_piece(run->path, &piece, diag) : CAROM_OK;
  if (status) return status;
  const carom__piece_loss lost = carom__lost(&run->ground, c, &run->ball, duration, whole);
  run->path->slide_loss += lost.slide;
  run->path->roll_loss += lost.roll;
  run->ball = whole ? carom__at_end(&run->ground, c, &run->ball, 0) : carom__after(c, &run->ball, duration);
  run->t = to;
  return CAROM_OK;
}

/// Up and down again to the height it came from, where it arrives as fast as it left.
static carom_status fly(carom__cloth_run* run, carom_diag* diag) {
  const carom__course flight = carom__fly(&run->ground, &run->ball, 0);
  return follow_piece(run, &flight, diag);
}

static carom_status hop(carom__cloth_run* run, carom_diag* diag) {
  carom_status status = CAROM_OK;
  while (!status && !time_is_over(run) && run->ball.velocity.z != 0)
    status = run->ball.velocity.z > 0 ? fly(run, diag) : carom__cloth_land(run, diag);
  return status;
}

/// Slides, rolls and rests.
static carom_status go(carom__cloth_run* run, carom_diag* diag) {
  carom_status status = CAROM_OK;
  while (!status && !time_is_over(run)) {
    const carom__course course = carom__go(&run->ground, run->noise, &run->ball);
    status = follow_piece(run, &course, diag);
  }
  return status;
}

static carom__cloth_run begin(const carom_cloth_problem* problem, carom_cloth_path* path) {
  carom__cloth_run run = {.problem = problem,
                          .path = path,
                          .ground = {.mass = problem->ball.mass,
                                     .radius = problem->radius,
                                     .k = carom__cloth_k(problem),
                                     .slide = problem->slide,
                                     .roll = problem->roll,
                                     .gravity = problem->gravity},
                          .ball = {.velocity = to_axes(&problem->frame, problem->ball.velocity),
                                   .spin = to_axes(&problem->frame, problem->ball.spin)}};
  run.noise = carom__noise(&run.ground, &run.ball);
  if (!problem->hop || fabs(run.ball.velocity.z) <= run.noise) run.ball.velocity.z = 0;
  path->piece_count = path->landing_count = 0;
  path->landing_loss = path->slide_loss = path->roll_loss = 0;
  path->warnings = 0;
  path->energy_start = path->energy_end = carom__cloth_energy(&run);
  return run;
}

carom_status carom_cloth_follow(const carom_cloth_problem* problem, carom_cloth_path* path, carom_diag* diag) {
  carom_status status = carom__cloth_need(problem, path, diag);
  if (!status) status = carom__cloth_check(problem, diag);
  if (status) return status;
  carom__cloth_run run = begin(problem, path);
  status = hop(&run, diag);
  if (!status) status = go(&run, diag);
  path->energy_end = carom__cloth_energy(&run);
  if (!status && !isfinite(path->energy_start + path->energy_end)) return fail_overflow(diag);
  return status;
}

static carom_vec3 moved(carom_vec3 value, carom_vec3 rate, double time) {
  return carom_vec3_add(value, carom_vec3_scale(time, rate));
}

void carom_cloth_at(const carom_cloth_piece* piece, double t, carom_vec3* position, carom_vec3* velocity,
                    carom_vec3* spin) {
  const double s = carom__min(carom__max(t, piece->from), piece->to) - piece->from;
  *position = moved(piece->position, moved(piece->velocity, piece->acceleration, 0.5 * s), s);
  *velocity = moved(piece->velocity, piece->acceleration, s);
  *spin = moved(piece->spin, piece->spin_rate, s);
}
