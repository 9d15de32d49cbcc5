// A ball on a level cloth, piece by piece: it hops, slides, rolls and rests, and every piece has a closed form.
//
// A ball with the inertia k m R^2 (k = 2/5 where it is solid) has the slip s = v + omega x (-R n) at its lowest point.
//   slide   friction -mu_s m g s/|s| acts there: v' = -mu_s g s/|s|, omega' = mu_s g/(k R) n x s/|s|, so that
//           s' = -mu_s g (1 + 1/k) s/|s|: slip keeps its direction and v describes a parabola.
//           Slip ends after k |s|/((1 + k) mu_s g), with v = v0 - k/(1 + k) s0.
//   roll    the cloth resists with the moment mu_r m g R, so v' = -mu_r g/(1 + k) v/|v|, on a straight line.
// No impulse at the lowest point changes v - k/(1 + k) s, the angular momentum about that point: whatever slides, grips
// or hops on the way, this is the velocity with which the ball begins to roll. Nor does any change the spin about n.
#include "motion/cloth.h"

#include <float.h>

#include "base/diag.h"
#include "math/elementary.h"

double carom__cloth_k(const carom_cloth_problem* problem) {
  return problem->ball.inertia.m[0][0] / problem->ball.mass / problem->radius / problem->radius;
}

carom_vec3 carom__cloth_slip(const carom__cloth_run* run) {
  const double radius = run->problem->radius;
  return (carom_vec3){run->velocity.x - radius * run->spin.y, run->velocity.y + radius * run->spin.x, run->velocity.z};
}

/// The spin with which the ball rolls at a velocity (or its rate of change at an acceleration); w_n is the rest of it.
static carom_vec3 rolling_spin(const carom__cloth_run* run, carom_vec3 velocity, double w_n) {
  return (carom_vec3){-velocity.y / run->problem->radius, velocity.x / run->problem->radius, w_n};
}

double carom__cloth_energy(const carom__cloth_run* run) {
  const carom_cloth_problem* problem = run->problem;
  const double mass = problem->ball.mass, radius = problem->radius;
  const double height = carom_vec3_dot(problem->frame.n, problem->ball.position) + run->position.z;
  const double turning = run->k * radius * radius * carom_vec3_dot(run->spin, run->spin);
  return mass * (0.5 * (carom_vec3_dot(run->velocity, run->velocity) + turning) + problem->gravity * height);
}

static carom_vec3 to_world(const carom_frame* frame, carom_vec3 a) {
  const carom_vec3 along = carom_vec3_add(carom_vec3_scale(a.x, frame->t1), carom_vec3_scale(a.y, frame->t2));
  return carom_vec3_add(along, carom_vec3_scale(a.z, frame->n));
}

static carom_vec3 to_axes(const carom_frame* frame, carom_vec3 a) {
  return (carom_vec3){carom_vec3_dot(frame->t1, a), carom_vec3_dot(frame->t2, a), carom_vec3_dot(frame->n, a)};
}

/// How a piece goes on: for how long unless the time is over, and what acts meanwhile.
typedef struct course {
  carom_phase phase;
  double duration;  // s, may be infinite
  carom_vec3 acceleration, spin_rate;
} course;

static carom_cloth_piece piece_in_world(const carom__cloth_run* run, const course* c, double to) {
  const carom_frame* frame = &run->problem->frame;
  return (carom_cloth_piece){.phase = c->phase,
                             .from = run->t,
                             .to = to,
                             .position = carom_vec3_add(run->problem->ball.position, to_world(frame, run->position)),
                             .velocity = to_world(frame, run->velocity),
                             .spin = to_world(frame, run->spin),
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

static carom_vec3 after(carom_vec3 value, carom_vec3 rate, double time) {
  return carom_vec3_add(value, carom_vec3_scale(time, rate));
}

/// Adds the piece and moves the ball along it, to its end or to the end of time. *duration gets how long that was. A
/// piece too short for the clock moves the ball, but is not stored.
static carom_status follow_piece(carom__cloth_run* run, const course* c, double* duration, carom_diag* diag) {
  const double until = run->problem->until;
  const bool whole = run->t + c->duration < until;
  const double to = whole ? run->t + c->duration : until;
  *duration = whole ? c->duration : until - run->t;
  const carom_cloth_piece piece = piece_in_world(run, c, to);
  const carom_status status = to > run->t ? store_piece(run->path, &piece, diag) : CAROM_OK;
  if (status) return status;
  const carom_vec3 mean_velocity = after(run->velocity, c->acceleration, 0.5 * *duration);
  run->position = after(run->position, mean_velocity, *duration);
  run->velocity = after(run->velocity, c->acceleration, *duration);
  run->spin = after(run->spin, c->spin_rate, *duration);
  run->t = to;
  return CAROM_OK;
}

static bool time_is_over(const carom__cloth_run* run) {
  return !(run->t < run->problem->until);
}

/// Up and down again to the height it came from, where it arrives as fast as it left.
static carom_status fly(carom__cloth_run* run, carom_diag* diag) {
  const double rise = run->velocity.z, gravity = run->problem->gravity;
  const course flight = {
      .phase = CAROM_PHASE_FLIGHT, .duration = 2 * (rise / gravity), .acceleration = {0, 0, -gravity}};
  double duration;
  const carom_status status = follow_piece(run, &flight, &duration, diag);
  if (!status && !time_is_over(run)) {
    run->position.z = 0;
    run->velocity.z = -rise;
  }
  return status;
}

static carom_status hop(carom__cloth_run* run, carom_diag* diag) {
  carom_status status = CAROM_OK;
  while (!status && !time_is_over(run) && run->velocity.z != 0)
    status = run->velocity.z > 0 ? fly(run, diag) : carom__cloth_land(run, diag);
  return status;
}

static carom_status slide(carom__cloth_run* run, carom_diag* diag) {
  const carom_cloth_problem* problem = run->problem;
  const carom_vec3 slip = carom__cloth_slip(run), before = run->velocity;
  const double speed = carom__hypot(slip.x, slip.y), part = run->k / (1 + run->k);
  if (!(speed > run->noise)) {
    run->spin = rolling_spin(run, run->velocity, run->spin.z);
    return CAROM_OK;
  }
  const double friction = problem->slide * problem->gravity, turn = friction / (run->k * problem->radius);
  const carom_vec3 along = {slip.x / speed, slip.y / speed, 0};
  const course sliding = {.phase = CAROM_PHASE_SLIDE,
                          .duration = part * (speed / friction),
                          .acceleration = carom_vec3_scale(-friction, along),
                          .spin_rate = {-turn * along.y, turn * along.x, 0}};
  double duration;
  const carom_status status = follow_piece(run, &sliding, &duration, diag);
  if (status) return status;
  double speed_after = carom__max(0, speed - friction / part * duration);
  if (!time_is_over(run)) {
    speed_after = 0;
    run->velocity = (carom_vec3){before.x - part * slip.x, before.y - part * slip.y, 0};
    run->spin = rolling_spin(run, run->velocity, run->spin.z);
  }
  run->path->slide_loss += problem->ball.mass * friction * duration * 0.5 * (speed + speed_after);
  return CAROM_OK;
}

static carom_status roll(carom__cloth_run* run, carom_diag* diag) {
  const carom_cloth_problem* problem = run->problem;
  const double speed = carom__hypot(run->velocity.x, run->velocity.y);
  // Friction has to slow the ball down as the cloth slows down its spin, and cannot do more than mu_s allows. Beyond
  // that the ball would slide, which sets the resistance free, and roll again, which brings it back: on the average it
  // rolls with all the friction there is.
  const double braking = carom__min(problem->roll / (1 + run->k), problem->slide) * problem->gravity;
  if (speed > run->noise) {
    const carom_vec3 acceleration = {-braking * (run->velocity.x / speed), -braking * (run->velocity.y / speed), 0};
    const course rolling = {.phase = CAROM_PHASE_ROLL,
                            .duration = speed / braking,
                            .acceleration = acceleration,
                            .spin_rate = rolling_spin(run, acceleration, 0)};
    double duration;
    const carom_status status = follow_piece(run, &rolling, &duration, diag);
    if (status) return status;
    const double speed_after = time_is_over(run) ? carom__hypot(run->velocity.x, run->velocity.y) : 0;
    const double lost = problem->ball.mass * (1 + run->k) * 0.5 * (speed - speed_after) * (speed + speed_after);
    run->path->roll_loss += lost;
  }
  if (time_is_over(run)) return CAROM_OK;
  run->velocity = (carom_vec3){0, 0, 0};
  run->spin = (carom_vec3){0, 0, run->spin.z};
  return CAROM_OK;
}

static carom_status rest(carom__cloth_run* run, carom_diag* diag) {
  double duration;
  return follow_piece(run, &(course){.phase = CAROM_PHASE_REST, .duration = HUGE_VAL}, &duration, diag);
}

static carom__cloth_run begin(const carom_cloth_problem* problem, carom_cloth_path* path) {
  carom__cloth_run run = {.problem = problem,
                          .path = path,
                          .k = carom__cloth_k(problem),
                          .velocity = to_axes(&problem->frame, problem->ball.velocity),
                          .spin = to_axes(&problem->frame, problem->ball.spin)};
  // Slip, and the velocity at its end, are differences of these two speeds after a handful of rounded operations.
  const double turning = problem->radius * carom__hypot(run.spin.x, run.spin.y);
  run.noise = 32 * DBL_EPSILON * (carom_vec3_norm(run.velocity) + turning);
  if (!problem->hop || fabs(run.velocity.z) <= run.noise) run.velocity.z = 0;
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
  carom_status (*const pieces[])(carom__cloth_run*, carom_diag*) = {hop, slide, roll, rest};
  for (size_t i = 0; !status && !time_is_over(&run) && i < sizeof pieces / sizeof *pieces; ++i)
    status = pieces[i](&run, diag);
  path->energy_end = carom__cloth_energy(&run);
  if (!status && !isfinite(path->energy_start + path->energy_end)) return fail_overflow(diag);
  return status;
}

void carom_cloth_at(const carom_cloth_piece* piece, double t, carom_vec3* position, carom_vec3* velocity,
                    carom_vec3* spin) {
  const double s = carom__min(carom__max(t, piece->from), piece->to) - piece->from;
  *position = after(piece->position, after(piece->velocity, piece->acceleration, 0.5 * s), s);
  *velocity = after(piece->velocity, piece->acceleration, s);
  *spin = after(piece->spin, piece->spin_rate, s);
}
