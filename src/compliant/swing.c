// Swings of sticking springs: where they are, what ends them, and how long a fast hum may be left alone.
#include "compliant/swing.h"

#include <float.h>
#include <math.h>

#include "math/first_root.h"
#include "math/swing.h"

enum { NORMAL = CAROM__SWING_NORMAL, REACH = CAROM__SWING_REACH, FORCE = CAROM__SWING_FORCE };

/// Modes this many times faster than the others are hum: a search that need not follow them gains as much.
static const double FAR_FASTER = 8;

/// Where the slow modes do not swing at all (W is singular): so many times 1/omega of the fast ones are looked over.
static const double FAR = 1e6;

/// The hum is taken for this much louder, which covers its rounding.
static const double LOUDER = 1 + 1e-9;

carom__swung carom__swing_to(const carom__spring_swing* w, double t) {
  carom__swung at = {0};
  double pull = 0;
  for (int k = 0; k < w->count; ++k) {
    const carom__swing q = carom__swing_at(w->omega[k], w->a[k], w->b[k], t);
    for (int i = 0; i < 2; ++i) {
      at.s[i] += w->s[i][k] * q.value;
      at.v[i] += w->s[i][k] * q.slope;
      at.area[i] += w->s[i][k] * q.area;
    }
    at.force += w->force[k] * q.value;
    at.force_rate += w->force[k] * q.slope;
    at.force_area += w->force[k] * q.area;
    pull += w->force[k] * w->omega[k] * w->omega[k] * q.value;
  }
  at.vn = -w->softness * at.force_rate;
  at.vn_rate = w->softness * pull;
  return at;
}

double carom__swing_fastest(const carom__spring_swing* w) {
  double fastest = 0;
  for (int k = 0; k < w->count; ++k) fastest = carom__max(fastest, w->omega[k]);
  return fastest;
}

/// What stays positive until something happens. The friction limit is a difference of squares; while it holds the
/// force is positive, too.
static void evaluate(double t, double* values, double* rates, void* context) {
  const carom__spring_swing* w = context;
  const carom__swung at = carom__swing_to(w, t);
  const double reach = w->scale * at.force - w->reach_hum;
  values[NORMAL] = w->sign != 0 ? w->sign * at.vn - w->normal_hum : 1;
  rates[NORMAL] = w->sign * at.vn_rate;
  values[REACH] = reach * reach - (at.s[0] * at.s[0] + at.s[1] * at.s[1]);
  rates[REACH] = 2 * (reach * w->scale * at.force_rate - at.s[0] * at.v[0] - at.s[1] * at.v[1]);
  if (!w->watches_force) return;
  values[FORCE] = reach;
  rates[FORCE] = w->scale * at.force_rate;
}

/// Bounds of a sum of modes and its first three derivatives over [0, t_end].
static void bound_sum(const carom__spring_swing* w, const double* shape, double t_end, double bounds[4]) {
  for (int d = 0; d < 4; ++d) bounds[d] = 0;
  for (int k = 0; k < w->count; ++k) {
    const double omega = w->omega[k], u = fabs(shape[k]);
    const double speed = u * carom__hypot(w->a[k] * omega, w->b[k]);
    bounds[0] += carom__min(omega > 0 ? speed / omega : HUGE_VAL, u * (fabs(w->a[k]) + fabs(w->b[k]) * t_end));
    bounds[1] += speed;
    bounds[2] += speed * omega;
    bounds[3] += speed * omega * omega;
  }
}

/// Bounds on the second derivatives of what is watched, and its rounding.
static void find_bounds(const carom__spring_swing* w, double t_end, double* bounds, double* noise) {
  double force[4], s[2][4];
  bound_sum(w, w->force, t_end, force);
  for (int i = 0; i < 2; ++i) bound_sum(w, w->s[i], t_end, s[i]);
  const double scale = w->scale, square = scale * scale, reach = scale * force[0] + w->reach_hum;
  bounds[NORMAL] = w->softness * force[3];
  bounds[FORCE] = scale * force[2];
  bounds[REACH] = 2 * (square * force[1] * force[1] + reach * scale * force[2]);
  double size = reach * reach;
  for (int i = 0; i < 2; ++i) {
    bounds[REACH] += 2 * (s[i][1] * s[i][1] + s[i][0] * s[i][2]);
    size += s[i][0] * s[i][0];
  }
  noise[NORMAL] = 32 * DBL_EPSILON * w->softness * force[1];
  noise[FORCE] = 4 * DBL_EPSILON * scale * force[0];
  noise[REACH] = 16 * DBL_EPSILON * size;
}

carom__swing_event carom__swing_search(const carom__spring_swing* w, double t_end) {
  const double most = carom__swing_fastest(w), fastest = most > 0 ? most : 1 / t_end;
  double bounds[CAROM__SWING_WATCHES], noise[CAROM__SWING_WATCHES];
  double workspace[CAROM__FIRST_ROOT_ROWS * 4];  // the watches in whole fours
  find_bounds(w, t_end, bounds, noise);
  carom__spring_swing watched = *w;
  const carom__first_root_problem problem = {.count = w->watches_force ? 3 : 2,
                                             .evaluate = evaluate,
                                             .context = &watched,
                                             .bounds = bounds,
                                             .noise = noise,
                                             .floor_step = 0.075 / fastest,  // a square swings at twice the frequency
                                             .omega = 2 * fastest,
                                             .t_end = t_end};
  const carom__first_root root = carom__find_first_root(&problem, workspace);
  return (carom__swing_event){root.index, root.t, root.evaluations};
}

/// Takes mode k out; what it can do at most counts as hum.
static void take_out(carom__spring_swing* w, int k) {
  const double size = LOUDER * carom__hypot(w->a[k], w->b[k] / w->omega[k]);
  w->normal_hum += w->softness * fabs(w->force[k]) * w->omega[k] * size;
  w->reach_hum += (w->scale * fabs(w->force[k]) + carom__hypot(w->s[0][k], w->s[1][k])) * size;
  const int last = --w->count;
  w->omega[k] = w->omega[last], w->a[k] = w->a[last], w->b[k] = w->b[last];
  w->s[0][k] = w->s[0][last], w->s[1][k] = w->s[1][last], w->force[k] = w->force[last];
}

static int fastest_mode(const carom__spring_swing* w) {
  int best = 0;
  for (int k = 1; k < w->count; ++k)
    if (w->omega[k] > w->omega[best]) best = k;
  return best;
}

/// A time up to which nothing can happen, found without following the fast modes: 0 if that proves nothing.
static double quiet_time(const carom__spring_swing* w, int* evaluations) {
  carom__spring_swing slow = *w;
  double longest = 0;
  slow.watches_force = true;
  while (slow.count > 1) {
    const int k = fastest_mode(&slow);
    const double fastest = slow.omega[k];
    if (!(fastest > 0)) break;
    take_out(&slow, k);
    const double left = carom__swing_fastest(&slow);
    if (!(fastest > FAR_FASTER * left)) continue;
    const carom__swing_event event = carom__swing_search(&slow, left > 0 ? 4 / left : FAR / fastest);
    *evaluations += event.evaluations;
    longest = carom__max(longest, event.t);
  }
  return longest;
}

carom__swing_event carom__swing_search_far(const carom__spring_swing* w, double t_end) {
  int evaluations = 0;
  const double quiet = quiet_time(w, &evaluations);
  if (quiet > t_end) return (carom__swing_event){-1, quiet, evaluations};
  carom__swing_event event = carom__swing_search(w, t_end);
  event.evaluations += evaluations;
  return event;
}
