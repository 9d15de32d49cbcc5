// What an impact did to a body, as accident reconstruction puts it: delta-V, angles of approach and departure, and the
// principal direction of force.
#include <math.h>

#include "carom/model.h"
#include "math/elementary.h"

/// Part of the speeds: what is slower has no direction but that of rounding.
static const double AT_REST = 1e-12;

static double direction_of(carom_vec3 v, double speed) {
  return carom_vec3_norm(v) > AT_REST * speed ? carom__atan2(v.y, v.x) : (double)NAN;
}

/// The angle in (-pi, pi] that differs from this one, between -2 pi and 2 pi, by whole turns.
static double within_a_turn(double angle) {
  static const double pi = 3.14159265358979323846;
  return angle > pi ? angle - 2 * pi : angle <= -pi ? angle + 2 * pi : angle;
}

carom_body_change carom_body_change_between(int dimension, const carom_body* before, const carom_body* after) {
  const carom_vec3 change = carom_vec3_sub(after->velocity, before->velocity);
  carom_body_change out = {carom_vec3_norm(change), (double)NAN, (double)NAN, (double)NAN};
  if (dimension != 2) return out;
  const double first = carom_vec3_norm(before->velocity), second = carom_vec3_norm(after->velocity);
  const double speed = first > second ? first : second;
  out.approach_angle = direction_of(before->velocity, speed);
  out.departure_angle = direction_of(after->velocity, speed);
  // The force acts along the change; it comes from the opposite side. Clockwise is from there to the heading.
  out.pdof = within_a_turn(out.approach_angle - direction_of(carom_vec3_scale(-1, change), speed));
  return out;
}

double carom_closing_speed(const carom_body* a, const carom_body* b) {
  return carom_vec3_norm(carom_vec3_sub(a->velocity, b->velocity));
}
