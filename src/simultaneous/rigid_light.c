// Springs with an exponent near length 0, where their force k y^p has no power series in time.
#include "simultaneous/rigid.h"

/// A velocity change that is not felt, as a part of the speeds.
static const double UNFELT = 1e-15;

/// What a force of the spring at length y does to its own normal velocity.
static double push(const carom__collision* c, int contact, double y) {
  const int n = carom__normal(c, contact);
  return y > 0 ? c->w[n * c->size + n] * c->touch[contact].k * carom__pow(y, c->exponent) : 0;
}

/// Light where all that is left (or has been) of the spring's push is not felt.
void carom__rigid_find_light(carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int j = 0; j < r->spring_count; ++j) {
    const int i = r->springs[j];
    const double y = -c->touch[i].x, speed = fabs(c->v[carom__normal(c, i)]);
    r->touch[i].light = !(y > 0) || push(c, i, y) * y < UNFELT * c->speed * speed;
  }
}

double carom__rigid_light_time(const carom__rigid* r, double longest) {
  const carom__collision* c = r->c;
  double time = longest;
  for (int j = 0; j < r->spring_count; ++j) {
    const int i = r->springs[j], n = carom__normal(c, i);
    if (!r->touch[i].light) continue;
    const double speed = carom__max(0, -c->v[n]), rate = r->size[n];
    for (int k = 0; k < 200; ++k) {
      const double y = -c->touch[i].x + time * (speed + 0.5 * time * rate);
      if (push(c, i, y) * time <= UNFELT * c->speed) break;
      time *= 0.5;
    }
  }
  return time;
}
