#include "figure/thin.h"

#include <math.h>

/// The slopes, as angles, under which a line from one point passes the points after it within the tolerance.
typedef struct cone {
  double tolerance, low, high;
} cone;

/// Narrows the cone by one point at (dx, dy) from its tip. False if the point is not in it.
static bool narrow(cone* c, double base, double dx, double dy) {
  double distance = hypot(dx, dy);
  if (distance <= c->tolerance) return true;
  double angle = remainder(atan2(dy, dx) - base, 2.0 * 3.14159265358979323846), half = asin(c->tolerance / distance);
  if (angle < c->low || angle > c->high) return false;
  c->low = fmax(c->low, angle - half);
  c->high = fmin(c->high, angle + half);
  return true;
}

int carom__thin_reach(const carom_vec2* pixel, int first, int end, double tolerance) {
  cone c = {tolerance, -1.5, 1.5};
  double base = 0.0, farthest = 0.0;
  bool has_base = false;
  int last = first + 1;
  for (int i = first + 1; i < end; ++i) {
    double dx = pixel[i].x - pixel[first].x, dy = pixel[i].y - pixel[first].y, distance = hypot(dx, dy);
    if (!has_base && distance > tolerance) {
      base = atan2(dy, dx);
      has_base = true;
    }
    if (distance < farthest - tolerance || (has_base && !narrow(&c, base, dx, dy))) break;
    farthest = fmax(farthest, distance);
    last = i;
  }
  return last;
}
