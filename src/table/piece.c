// How a ball goes on by itself. The formulas stand in piece.h.
#include "table/piece.h"

#include <float.h>

#include "math/elementary.h"

/// Slip, and the velocity at its end, are differences of two speeds after a handful of rounded operations.
static const double ROUNDINGS = 32;

carom_vec3 carom__slip(const carom__ground* ground, const carom__ball* ball) {
  const double radius = ground->radius;
  return (carom_vec3){ball->velocity.x - radius * ball->spin.y, ball->velocity.y + radius * ball->spin.x,
                      ball->velocity.z};
}

double carom__noise(const carom__ground* ground, const carom__ball* ball) {
  const double turning = ground->radius * carom__hypot(ball->spin.x, ball->spin.y);
  return ROUNDINGS * DBL_EPSILON * (carom_vec3_norm(ball->velocity) + turning);
}

/// The spin with which the ball rolls at a velocity (or its rate of change at an acceleration); w_n is the rest of it.
static carom_vec3 rolling_spin(const carom__ground* ground, carom_vec3 velocity, double w_n) {
  return (carom_vec3){-velocity.y / ground->radius, velocity.x / ground->radius, w_n};
}

carom__course carom__fly(const carom__ground* ground, const carom__ball* ball, double height) {
  const double rise = ball->velocity.z, gravity = ground->gravity;
  const double fall = height > 0 ? sqrt(rise * rise + 2 * gravity * height) : fabs(rise);
  const double duration = height > 0 && rise < 0 ? 2 * height / (fall - rise) : (rise + fall) / gravity;
  return (carom__course){.phase = CAROM_PHASE_FLIGHT, .duration = duration, .acceleration = {0, 0, -gravity}};
}

static carom__course slide(const carom__ground* ground, carom_vec3 slip, double speed) {
  const double friction = ground->slide * ground->gravity, turn = friction / (ground->k * ground->radius);
  const carom_vec3 along = {slip.x / speed, slip.y / speed, 0};
  return (carom__course){.phase = CAROM_PHASE_SLIDE,
                         .duration = ground->k / (1 + ground->k) * (speed / friction),
                         .acceleration = carom_vec3_scale(-friction, along),
                         .spin_rate = {-turn * along.y, turn * along.x, 0}};
}

/// Friction has to slow the ball down as the cloth slows down its spin, and cannot do more than mu_s allows. Beyond
/// that the ball would slide, which sets the resistance free, and roll again, which brings it back: on the average it
/// rolls with all the friction there is.
static carom__course roll(const carom__ground* ground, const carom__ball* ball, double speed) {
  const double braking = carom__min(ground->roll / (1 + ground->k), ground->slide) * ground->gravity;
  const carom_vec3 acceleration = {-braking * (ball->velocity.x / speed), -braking * (ball->velocity.y / speed), 0};
  return (carom__course){.phase = CAROM_PHASE_ROLL,
                         .duration = speed / braking,
                         .acceleration = acceleration,
                         .spin_rate = rolling_spin(ground, acceleration, 0)};
}

/// Spin about the vertical dies; where it is over first, carom_cloth_at keeps it at zero.
static void let_spin_die(const carom__ground* ground, const carom__ball* ball, carom__course* course) {
  if (ground->spin > 0 && ball->spin.z != 0) course->spin_rate.z = -copysign(ground->spin, ball->spin.z);
}

carom__course carom__go(const carom__ground* ground, double noise, carom__ball* ball) {
  const carom_vec3 slip = carom__slip(ground, ball);
  const double slipping = carom__hypot(slip.x, slip.y), moving = carom__hypot(ball->velocity.x, ball->velocity.y);
  carom__course course = {.phase = CAROM_PHASE_REST, .duration = HUGE_VAL};
  ball->velocity.z = 0;
  if (slipping > noise) {
    course = slide(ground, slip, slipping);
  } else if (moving > noise) {
    ball->spin = rolling_spin(ground, ball->velocity, ball->spin.z);
    course = roll(ground, ball, moving);
  } else {
    ball->velocity = (carom_vec3){0, 0, 0};
    ball->spin = (carom_vec3){0, 0, ball->spin.z};
    if (ground->spin > 0 && ball->spin.z != 0)
      course = (carom__course){.phase = CAROM_PHASE_SPIN, .duration = fabs(ball->spin.z) / ground->spin};
  }
  let_spin_die(ground, ball, &course);
  return course;
}

static carom_vec3 moved(carom_vec3 from, carom_vec3 rate, double time) {
  return carom_vec3_add(from, carom_vec3_scale(time, rate));
}

/// A spin about the vertical that dies stops at zero.
static double stopped(double from, double rate, double time) {
  const double to = from + rate * time;
  return rate != 0 && from * to < 0 ? 0 : to;
}

carom__ball carom__after(const carom__course* course, const carom__ball* ball, double time) {
  carom__ball after = {.position = moved(ball->position, moved(ball->velocity, course->acceleration, 0.5 * time), time),
                       .velocity = moved(ball->velocity, course->acceleration, time),
                       .spin = moved(ball->spin, course->spin_rate, time)};
  after.spin.z = stopped(ball->spin.z, course->spin_rate.z, time);
  return after;
}

carom__ball carom__at_end(const carom__ground* ground, const carom__course* course, const carom__ball* ball,
                          double floor) {
  carom__ball after = carom__after(course, ball, course->duration);
  const double part = ground->k / (1 + ground->k), height = ball->position.z - floor;
  const carom_vec3 slip = carom__slip(ground, ball);
  after.position.z = floor;
  if (course->phase == CAROM_PHASE_FLIGHT) {
    const double rise = ball->velocity.z;
    after.velocity.z = -(height > 0 ? sqrt(rise * rise + 2 * ground->gravity * height) : fabs(rise));
  } else if (course->phase == CAROM_PHASE_SLIDE) {
    after.velocity = (carom_vec3){ball->velocity.x - part * slip.x, ball->velocity.y - part * slip.y, 0};
    after.spin = rolling_spin(ground, after.velocity, after.spin.z);
  } else {
    after.velocity = (carom_vec3){0, 0, 0};
    after.spin = (carom_vec3){0, 0, course->phase == CAROM_PHASE_SPIN ? 0 : after.spin.z};
  }
  return after;
}

/// m mu g times the way that slip makes.
static double slide_loss(const carom__ground* ground, const carom__ball* ball, double time, bool ended) {
  const carom_vec3 slip = carom__slip(ground, ball);
  const double friction = ground->slide * ground->gravity, before = carom__hypot(slip.x, slip.y);
  const double after = ended ? 0 : carom__max(0, before - friction * (1 + 1 / ground->k) * time);
  return ground->mass * friction * time * 0.5 * (before + after);
}

static double roll_loss(const carom__ground* ground, const carom__course* course, const carom__ball* ball, double time,
                        bool ended) {
  const carom_vec3 later = moved(ball->velocity, course->acceleration, time);
  const double before = carom__hypot(ball->velocity.x, ball->velocity.y);
  const double after = ended ? 0 : carom__hypot(later.x, later.y);
  return ground->mass * (1 + ground->k) * 0.5 * (before - after) * (before + after);
}

carom__piece_loss carom__lost(const carom__ground* ground, const carom__course* course, const carom__ball* ball,
                              double time, bool ended) {
  carom__piece_loss lost = {0, 0, 0};
  const double before = ball->spin.z, after = stopped(before, course->spin_rate.z, time);
  const double inertia = ground->k * ground->mass * ground->radius * ground->radius;
  if (course->phase == CAROM_PHASE_SLIDE) lost.slide = slide_loss(ground, ball, time, ended);
  if (course->phase == CAROM_PHASE_ROLL) lost.roll = roll_loss(ground, course, ball, time, ended);
  lost.spin = 0.5 * inertia * (before - after) * (before + after);
  return lost;
}
