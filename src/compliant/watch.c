// How near an impact passes to others that go on differently.
#include "compliant/watch.h"

#include <math.h>

enum { NODES = CAROM__NODES };

/// rad: between two looks a sum of modes turns at most once.
static const double STEP = 0.4;

/// Looks over one swing; a hum that turns more often is looked at here and there.
static const double MOST_LOOKS = 1000;

/// Looks that take as long as a piece of closed form, which is what work counts.
enum { LOOKS_A_PIECE = 16, HALVINGS = 60 };

/// A quantity at some time of a swing, and whether it falls there.
typedef struct look {
  double value;
  bool falls;
} look;

/// What is looked for: where it turns while it is nearer to 0 than `nearest`. It changes at most at this rate.
typedef struct level {
  look (*at)(const carom__spring_run* run, const carom__spring_swing* swing, double t);
  void (*turned)(carom__spring_run* run, double value, bool rose);
  double nearest, steepest;
} level;

carom__spring_watch carom__spring_watch_begin(const carom__spring_run* run) {
  const double speed = carom__hypot(carom__hypot(run->v0x, run->v0y), run->v0n);
  return (carom__spring_watch){.grazing = speed, .left = HUGE_VAL, .wedge = HUGE_VAL, .edge = CAROM_JUMP};
}

/// v_n turned round at this value. A fall that ends within the first compression is far from every event. A spring that
/// has hardened makes all velocities smaller, and what they mean is measured by the first one.
static void approach_turned(carom__spring_run* run, double vn, bool rose) {
  carom__spring_watch* watch = run->watch;
  if (run->e == 1 || (vn < 0 && !rose && !watch->has_compressed)) return;
  watch->grazing = carom__min(watch->grazing, sqrt(run->k) * fabs(vn));
}

static look approach_at(const carom__spring_run* run, const carom__spring_swing* w, double t) {
  (void)run;
  const carom__swung at = carom__swing_to(w, t);
  return (look){at.vn, at.vn_rate < 0};
}

static double steepest_approach(const carom__spring_swing* w) {
  double sum = 0;
  for (int k = 0; k < w->count; ++k)
    sum += w->softness * fabs(w->force[k]) * w->omega[k] * carom__hypot(w->a[k] * w->omega[k], w->b[k]);
  return sum;
}

/// Where it turns between two times, by halving.
static double turning_of(carom__spring_run* run, const carom__spring_swing* w, const level* l, double left,
                         double right) {
  const bool falls = l->at(run, w, left).falls;
  for (int i = 0; i < HALVINGS; ++i) {
    const double middle = 0.5 * (left + right);
    *(l->at(run, w, middle).falls == falls ? &left : &right) = middle;
  }
  run->work += HALVINGS / LOOKS_A_PIECE;
  return l->at(run, w, 0.5 * (left + right)).value;
}

static void look_over(carom__spring_run* run, const carom__spring_swing* w, double t, const level* l) {
  const double parts = ceil(carom__min(MOST_LOOKS, t * carom__swing_fastest(w) / STEP)) + 1, step = t / parts;
  double from = 0.01 * step;  // what begins at rest moves only then
  look before = l->at(run, w, from);
  int looks = 1;
  for (double i = 1; i <= parts; ++i, ++looks) {
    const look here = l->at(run, w, i * step);
    if (here.falls != before.falls) l->turned(run, turning_of(run, w, l, from, i * step), here.falls);
    const double far = floor((fabs(here.value) - l->nearest) / (l->steepest * step));
    before = here;
    if (far > 1 && i < parts) {
      i = carom__min(parts - 1, i + far);
      before = l->at(run, w, i * step);
      ++looks;
    }
    from = i * step;
  }
  run->work += looks / LOOKS_A_PIECE;
}

void carom__spring_watch_swing(carom__spring_run* run, const carom__spring_swing* w, double t) {
  if (!run->watch) return;
  const double nearest = run->watch->grazing / sqrt(run->k);
  look_over(run, w, t, &(level){approach_at, approach_turned, nearest, steepest_approach(w)});
}

// ---- slip that turns

static double n_rate(const carom__panel* s, int node) {
  const double cosine = node < 0 ? 1 : 1 + s->cosine1[node], sine = node < 0 ? 0 : s->sine[node];
  return s->wnn - s->mu * (s->d1 * cosine + s->d2 * sine);
}

/// The extreme value of the cubic with these ends and slopes, which turns between them.
static double extreme(double f0, double slope0, double f1, double slope1) {
  const double middle = 3 * (f1 - f0) - slope0 - slope1;
  const double root = sqrt(carom__max(0, middle * middle - slope0 * slope1));
  const double x = -slope0 / (middle - slope0 + copysign(root, -slope0));
  const double c2 = 3 * (f1 - f0) - 2 * slope0 - slope1, c3 = 2 * (f0 - f1) + slope0 + slope1;
  return f0 + x * (slope0 + x * (c2 + x * c3));
}

void carom__spring_watch_panel(carom__spring_run* run, const carom__panel* s) {
  if (!run->watch) return;
  for (int i = 0; i < NODES; ++i) {
    const double slope0 = n_rate(s, i - 1), slope1 = n_rate(s, i), f0 = i > 0 ? s->n[i - 1] : s->n0;
    if ((slope0 < 0) == (slope1 < 0)) continue;
    const double width = s->h * (s->rule->reach[i] - (i > 0 ? s->rule->reach[i - 1] : 0));
    approach_turned(run, extreme(f0, width * slope0, s->n[i], width * slope1), slope0 > 0);
  }
}

// ---- the normal spring

void carom__spring_watch_compressed(carom__spring_run* run) {
  if (run->watch) run->watch->has_compressed = true;
}

void carom__spring_watch_begins_anew(carom__spring_run* run) {
  if (!run->watch || run->e == 1) return;
  run->watch->left = carom__min(run->watch->left, run->energy / run->energy_top);
}

// ---- wedged contacts: held while friction presses them together more than the force opens them

/// A spring in some direction, and how that direction changes.
static look wedge_of(const carom__spring_run* run, const double s[2], const double v[2]) {
  const double length = carom__hypot(s[0], s[1]), x = s[0] / length, y = s[1] / length;
  const double pull = run->mu * carom__hypot(run->d1, run->d2);
  const double pressed = run->mu * (run->d1 * x + run->d2 * y) - run->wnn;
  return (look){pressed / (run->wnn + pull), (x * run->d2 - y * run->d1) * (x * v[1] - y * v[0]) < 0};
}

static look wedge_at(const carom__spring_run* run, const carom__spring_swing* w, double t) {
  const carom__swung at = carom__swing_to(w, t);
  return wedge_of(run, at.s, at.v);
}

static void consider_wedge(carom__spring_run* run, double margin, carom_smooth edge) {
  if (!(margin < run->watch->wedge)) return;
  run->watch->wedge = margin;
  run->watch->edge = edge;
}

/// It nearly let go.
static void wedge_turned(carom__spring_run* run, double pressed, bool rose) {
  if (!rose) consider_wedge(run, fabs(pressed), CAROM_JUMP);
}

/// What friction hardly holds, or hardly fails to, it would hold for a moment or for long.
void carom__spring_watch_rest(carom__spring_run* run) {
  if (!run->watch || !(run->d1 * run->sx + run->d2 * run->sy > 0)) return;
  const look here = wedge_of(run, (double[]){run->sx, run->sy}, (double[]){run->vx, run->vy});
  consider_wedge(run, fabs(here.value), here.falls ? CAROM_KINK : CAROM_JUMP);
}

void carom__spring_watch_held(carom__spring_run* run, const carom__spring_swing* w, double t) {
  if (run->watch) look_over(run, w, t, &(level){wedge_at, wedge_turned, HUGE_VAL, HUGE_VAL});
}

/// It let go, and nearly did not: what it lacked goes like the square of how fast it went.
void carom__spring_watch_release(carom__spring_run* run, const carom__spring_swing* w) {
  if (!run->watch) return;
  const double length = carom__hypot(run->sx, run->sy), x = run->sx / length, y = run->sy / length;
  const double turns = (x * run->vy - y * run->vx) / (length * carom__swing_fastest(w));
  const double pull = run->mu * carom__hypot(run->d1, run->d2);
  const double rate = run->mu * (x * run->d2 - y * run->d1) * turns / (run->wnn + pull);
  consider_wedge(run, 0.5 * rate * rate, CAROM_JUMP);
}
