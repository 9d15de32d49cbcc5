// Events inside one step: found by signs at its ends (and at a zero of the gap's rate), located on the dense output,
// and then refined by taking the step again, from its start to the event.
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "math/integrate.h"

/// No crossing: behind the end of every step.
static const double NEVER = 2;
/// How much steeper than at both ends of a step a gap may be inside it, for all that its turn is not searched for.
static const double STEEPER = 4;

/// One function of theta in [0, 1] along the step, turned so that it rises through its zero.
typedef struct curve {
  carom_ode* ode;
  int event;
  bool of_rate;  // the gap's rate instead of the gap
  double sign;   // 1 or -1
} curve;

/// A bracket: low <= 0 at a, high >= 0 at b.
typedef struct bracket {
  double a, low, b, high;
} bracket;

carom_status carom__ode_gaps_at(const carom_ode_problem* p, double t, const double* y, carom_ode_gaps* out,
                                carom_diag* diag) {
  for (int i = 0; i < p->event_count; ++i) out->rate[i] = (double)NAN;
  p->gap(t, y, out->value, out->rate, p->context);
  const int bad = carom__ode_first_bad(p->event_count, out->value);
  if (bad < 0) return CAROM_OK;
  return carom__fail(diag, CAROM_NOT_FINITE, "gap", out->value[bad], "gap[%d] is not finite at t = %.17g", bad, t);
}

static double curve_at(const curve* c, double theta) {
  const carom_ode* ode = c->ode;
  const carom_ode_problem* p = &ode->problem;
  const double t = ode->t_before + theta * (ode->t - ode->t_before);
  double y[CAROM_ODE_MAX_SIZE];
  carom_ode_gaps gaps;
  carom__ode_interpolate(ode, theta, y);
  if (p->gap_alone && !c->of_rate) return c->sign * p->gap_alone(t, y, c->event, p->context);
  carom__ode_gaps_at(p, t, y, &gaps, NULL);
  return c->sign * (c->of_rate ? gaps.rate[c->event] : gaps.value[c->event]);
}

/// Half the width to which a root is enclosed: rounding of theta, or of t if that is coarser.
static double resolution(const carom_ode* ode) {
  return carom__max(0x1p-53, 0x1p-54 * fabs(ode->t) / (ode->t - ode->t_before));
}

/// The point inside the bracket that ITP tries next; slack is how far it may lie from the middle.
static double itp_point(const bracket* k, double slack, double truncation) {
  const double middle = 0.5 * (k->a + k->b), width = k->b - k->a;
  const double secant = (k->high * k->a - k->low * k->b) / (k->high - k->low);
  const double pull = truncation * width * width, off = fabs(middle - secant);
  const double toward = middle >= secant ? 1 : -1;
  if (!(pull <= off)) return middle;
  return off - pull <= slack ? secant + toward * pull : middle - toward * slack;
}

// ITP (Oliveira and Takahashi, An enhancement of the bisection method, ACM TOMS 47, 2021) with kappa1 = 0.2/(b - a),
// kappa2 = 2, n0 = 1: superlinear as a rule, never more than one evaluation above bisection. Returns the end of the
// bracket that lies behind the root.
static double locate(const curve* c, bracket k) {
  const double half = resolution(c->ode), truncation = 0.2 / (k.b - k.a);
  double allowed = half;
  if (k.low == 0) return k.a;
  while (2 * allowed < k.b - k.a) allowed *= 2;
  allowed *= 2;
  while (k.high > 0 && k.b - k.a > 2 * half) {
    const double theta = itp_point(&k, allowed - 0.5 * (k.b - k.a), truncation);
    const double value = curve_at(c, theta);
    allowed *= 0.5;
    if (theta <= k.a || theta >= k.b) break;
    if (value >= 0) {
      k.b = theta;
      k.high = value;
    } else {
      k.a = theta;
      k.low = value;
    }
  }
  return k.b;
}

/// Whether a crossing that comes from this side is to be reported.
static bool is_wanted(const carom_ode* ode, int event, int from) {
  const carom_ode_direction* directions = ode->problem.directions;
  const carom_ode_direction d = directions ? directions[event] : CAROM_ODE_EITHER;
  return d == CAROM_ODE_EITHER || d == (from > 0 ? CAROM_ODE_FALLING : CAROM_ODE_RISING);
}

static bool is_off(const carom_ode* ode, int event) {
  return ode->problem.directions && ode->problem.directions[event] == CAROM_ODE_OFF;
}

/// The side of the gap right after the start of the step; 0 when it cannot be told.
static int side_at_start(const carom_ode* ode, int event) {
  return ode->side[event] ? ode->side[event] : carom__ode_sign(ode->gaps_before.rate[event]);
}

/// Whether the gap turns inside the step: its rate is known and changes sign.
static bool turns(const carom_ode* ode, int event) {
  return carom__ode_sign(ode->gaps_before.rate[event]) * carom__ode_sign(ode->gaps.rate[event]) < 0;
}

/// Where a wanted crossing of one gap lies in the step: between two thetas, with the gap there. from = 0: nowhere.
typedef struct candidate {
  int from;
  bracket where;
} candidate;

static const candidate NOWHERE = {.from = 0};

/// The crossing itself.
static double crossing(carom_ode* ode, int event, const candidate* c) {
  carom__ode_prepare_dense(ode);
  const curve gap = {ode, event, false, -c->from};
  bracket k = c->where;
  k.low *= -c->from;
  k.high *= -c->from;
  return locate(&gap, k);
}

/// Where the gap turns, and its value there.
static double turning_point(carom_ode* ode, int event, double* gap_there) {
  carom__ode_prepare_dense(ode);
  const int sign = carom__ode_sign(ode->gaps.rate[event]);
  const curve rate = {ode, event, true, sign}, gap = {ode, event, false, 1};
  const bracket whole = {0, sign * ode->gaps_before.rate[event], 1, sign * ode->gaps.rate[event]};
  const double theta = locate(&rate, whole);
  *gap_there = curve_at(&gap, theta);
  return theta;
}

/// Whether a gap that falls at the start and rises at the end stays on its side all the same: it does not reach zero
/// even STEEPER times as steep as the steeper of its ends, from the lower of them, over the whole step. Where it could,
/// the turn itself is looked for.
static bool stays_clear(const carom_ode* ode, int event, int from) {
  const double h = ode->t - ode->t_before;
  const double start = from * ode->gaps_before.value[event], end = from * ode->gaps.value[event];
  const double slope = carom__max(fabs(ode->gaps_before.rate[event]), fabs(ode->gaps.rate[event]));
  return carom__min(start, end) > STEEPER * slope * h;
}

/// Same side at both ends: the gap may have crossed and come back in between.
static candidate hidden_crossing(carom_ode* ode, int event, int from) {
  if (!turns(ode, event) || carom__ode_sign(ode->gaps_before.rate[event]) == from) return NOWHERE;
  if (stays_clear(ode, event, from)) return NOWHERE;
  double gap;
  const double middle = turning_point(ode, event, &gap);
  if (!(from * gap <= 0)) return NOWHERE;
  if (is_wanted(ode, event, from)) return (candidate){from, {0, ode->gaps_before.value[event], middle, gap}};
  if (is_wanted(ode, event, -from)) return (candidate){-from, {middle, gap, 1, ode->gaps.value[event]}};
  return NOWHERE;
}

/// A gap that left its root at the start and is on the other side at the end came back after it turned. Where it does
/// not turn, the "other side" is rounding: the step is too short to tell.
static candidate return_crossing(carom_ode* ode, int event, int from) {
  if (!turns(ode, event) || !is_wanted(ode, event, from)) return NOWHERE;
  double gap;
  const double middle = turning_point(ode, event, &gap);
  if (!(from * gap > 0)) return NOWHERE;
  return (candidate){from, {middle, gap, 1, ode->gaps.value[event]}};
}

/// The first wanted crossing of one gap in the step.
static candidate first_crossing(carom_ode* ode, int event) {
  const int from = side_at_start(ode, event), to = carom__ode_sign(ode->gaps.value[event]);
  const bool leaves_root = ode->side[event] == 0;
  if (from == 0 || (leaves_root && from == to) || is_off(ode, event)) return NOWHERE;
  if (from == to) return hidden_crossing(ode, event, from);
  if (leaves_root) return return_crossing(ode, event, from);
  if (!is_wanted(ode, event, from)) return NOWHERE;
  return (candidate){from, {0, ode->gaps_before.value[event], 1, ode->gaps.value[event]}};
}

/// Where a straight line through the ends of the bracket would cross.
static double guess_of(const candidate* c) {
  const bracket* k = &c->where;
  return k->high == k->low ? k->a : k->a + (k->b - k->a) * (k->low / (k->low - k->high));
}

/// The candidate that seems to come first; -1: there is none.
static int likely_first(int count, const candidate* candidates) {
  int best = -1;
  double earliest = NEVER;
  for (int i = 0; i < count; ++i) {
    const double guess = candidates[i].from ? guess_of(&candidates[i]) : NEVER;
    if (!(guess < earliest)) continue;
    earliest = guess;
    best = i;
  }
  return best;
}

/// A gap that turned twice and so showed nothing at the ends of the step, but has crossed where another one does.
static candidate crossing_before(const carom_ode* ode, int event, double theta, double gap) {
  const int from = ode->side[event];
  if (from == 0 || from * gap > 0 || !is_wanted(ode, event, from)) return NOWHERE;
  return (candidate){from, {0, ode->gaps_before.value[event], theta, gap}};
}

/// All crossings up to the first one and `together` behind it; the others stay at NEVER. Most of them are known to come
/// later by one look at the gaps there, and are not located. Returns which is the first.
static int locate_first(carom_ode* ode, const candidate* candidates, double together, double* thetas) {
  const int count = ode->problem.event_count, likely = likely_first(count, candidates);
  double y[CAROM_ODE_MAX_SIZE];
  carom_ode_gaps there;
  for (int i = 0; i < count; ++i) thetas[i] = NEVER;
  if (likely < 0) return -1;
  int first = likely;
  thetas[likely] = crossing(ode, likely, &candidates[likely]);
  const double look = carom__min(1, thetas[likely] + 2 * together);
  carom__ode_interpolate(ode, look, y);
  carom__ode_gaps_at(&ode->problem, ode->t_before + look * (ode->t - ode->t_before), y, &there, NULL);
  for (int i = 0; i < count; ++i) {
    candidate c = candidates[i];
    if (c.from == 0) c = crossing_before(ode, i, look, there.value[i]);
    if (c.from == 0 || i == likely || c.where.a > look) continue;
    if (look < c.where.b) {
      if (c.from * there.value[i] > 0) continue;  // still on its side
      c.where.b = look;
      c.where.high = there.value[i];
    }
    thetas[i] = crossing(ode, i, &c);
    if (thetas[i] < thetas[first]) first = i;
  }
  return first;
}

/// d(gap)/dt near the event: the rate if the caller gave it, else a difference on the dense output.
static double slope_at(carom_ode* ode, int event, double theta) {
  const curve rate = {ode, event, true, 1}, gap = {ode, event, false, 1};
  const double known = curve_at(&rate, theta);
  if (isfinite(known)) return known;
  const double width = 0x1p-10, h = ode->t - ode->t_before;
  return (curve_at(&gap, theta + width) - curve_at(&gap, theta - width)) / (2 * width * h);
}

/// Takes the last step again with size h. Gaps at its end go to ode->gaps.
static carom_status retake(carom_ode* ode, double h, carom_diag* diag) {
  carom__ode_rewind(ode);
  carom__ode_try(ode, ode->t, ode->y, h);
  carom__ode_accept(ode, h, ode->t + h);
  return carom__ode_gaps_at(&ode->problem, ode->t, ode->y, &ode->gaps, diag);
}

/// Newton on the size of the step itself, from the root of the dense output, until the correction is below rounding:
/// the event then has the accuracy of the method, and the dense output has done its part with the first guess.
static carom_status refine(carom_ode* ode, int event, double theta, carom_diag* diag) {
  const double whole = ode->t - ode->t_before, slope = slope_at(ode, event, theta);
  double h = theta * whole, correction_before = 0.5 * whole;
  for (int round = 0; round < 12; ++round) {
    const carom_status status = retake(ode, h, diag);
    if (status) return status;
    const double correction = -ode->gaps.value[event] / slope;
    const double rounding = 2 * DBL_EPSILON * carom__max(fabs(ode->t), h);
    if (!(fabs(correction) > rounding && fabs(correction) < 0.5 * correction_before)) break;
    correction_before = fabs(correction);
    h = carom__min(carom__max(0, h + correction), whole);
  }
  return CAROM_OK;
}

/// Takes over the sides at the end of the step, after the events in ode->fired.
static void rearm(carom_ode* ode, const bool* fired) {
  for (int i = 0; i < ode->problem.event_count; ++i) {
    const int from = side_at_start(ode, i), to = carom__ode_sign(ode->gaps.value[i]);
    const bool still_on_root = ode->side[i] == 0 && from != 0 && to != from && !turns(ode, i);
    ode->side[i] = (signed char)(fired[i] || still_on_root ? 0 : to);
  }
}

/// Which events belong to the one at theta: located close to it, or crossed at the refined state.
static void collect(carom_ode* ode, const double* thetas, double latest, bool* fired) {
  ode->fired_count = 0;
  for (int i = 0; i < ode->problem.event_count; ++i) {
    const int from = ode->side[i], to = carom__ode_sign(ode->gaps.value[i]);
    fired[i] = thetas[i] <= latest || (from != 0 && to != from && is_wanted(ode, i, from));
    if (fired[i]) ode->fired[ode->fired_count++] = i;
  }
}

/// What the step, shorter now, shows of a gap: it crosses, or it turns and has crossed and come back.
static candidate shown_crossing(carom_ode* ode, int event) {
  const int from = ode->side[event], to = carom__ode_sign(ode->gaps.value[event]);
  if (from == 0 || is_off(ode, event)) return NOWHERE;
  if (from == to) return hidden_crossing(ode, event, from);
  if (to == 0 || !is_wanted(ode, event, from)) return NOWHERE;
  return (candidate){from, {0, ode->gaps_before.value[event], 1, ode->gaps.value[event]}};
}

/// A gap that turned twice within the step has the same side and the same direction at both its ends, and so it was not
/// seen; it shows where the step, now shorter, ends between the turns or behind the first of them. Then the step is
/// taken to that crossing instead. True if there was one.
static bool refine_hidden(carom_ode* ode, const double* thetas, double latest, carom_diag* diag) {
  enum { ROUNDS = 8 };
  int hidden = -1;
  for (int round = 0; round < ROUNDS; ++round) {
    const int before = hidden;
    candidate c = NOWHERE;
    int i = 0;
    for (; i < ode->problem.event_count && c.from == 0; ++i) {
      const bool located = before < 0 ? thetas[i] <= latest : i == before;
      if (!located) c = shown_crossing(ode, i);
    }
    if (c.from == 0) break;
    hidden = i - 1;
    const double theta = crossing(ode, hidden, &c);
    if (theta >= 1 || refine(ode, hidden, theta, diag)) return before >= 0;
  }
  return hidden >= 0;
}

carom_status carom__ode_find_events(carom_ode* ode, carom_diag* diag) {
  candidate candidates[CAROM_ODE_MAX_EVENTS];
  double thetas[CAROM_ODE_MAX_EVENTS];
  bool fired[CAROM_ODE_MAX_EVENTS];
  const int count = ode->problem.event_count;
  const size_t bytes = (size_t)count * sizeof thetas[0];
  memcpy(ode->gaps_before.value, ode->gaps.value, bytes);
  memcpy(ode->gaps_before.rate, ode->gaps.rate, bytes);
  carom_status status = carom__ode_gaps_at(&ode->problem, ode->t, ode->y, &ode->gaps, diag);
  if (status) return status;
  memset(fired, 0, (size_t)count * sizeof *fired);
  for (int i = 0; i < count; ++i) candidates[i] = first_crossing(ode, i);
  const double window = carom__max(ode->problem.simultaneous, 8 * DBL_EPSILON * fabs(ode->t));
  const double together = carom__max(8 * DBL_EPSILON, window / (ode->t - ode->t_before));
  const int first = locate_first(ode, candidates, together, thetas);
  if (first >= 0) {
    const double earliest = thetas[first], t = ode->t_before + earliest * (ode->t - ode->t_before);
    status = refine(ode, first, earliest, diag);
    if (!status && refine_hidden(ode, thetas, earliest + together, diag) && ode->t < t - window)
      for (int i = 0; i < count; ++i) thetas[i] = NEVER;  // they all come later now
    collect(ode, thetas, earliest + together, fired);
  }
  rearm(ode, fired);
  return status;
}
