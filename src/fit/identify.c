// What the data can tell of each parameter: a number, a bound, or nothing; and the profile of one with many valleys.
#include <math.h>
#include <string.h>

#include "fit/fit.h"

/// Part of the range: nearer to its end than this a parameter is at its bound.
static const double AT_BOUND = 1e-4;
/// Halvings of the range to find where the loss crosses its limit.
enum { HALVINGS = 12 };

/// The least loss with the parameter at `place`, searched from x.
static double profile(carom__fit_model* m, const double* x, int j, double place) {
  double at[CAROM_FIT_MOST_PARAMETERS];
  memcpy(at, x, (size_t)m->parameter_count * sizeof *x);
  at[j] = place;
  return carom__fit_profile_at(m, at, j);
}

/// Where the profile crosses `limit` between x, which is below it, and `far`, which is above.
static double crossing(carom__fit_model* m, const double* x, int j, double far, double limit) {
  double inside = x[j], outside = far;
  for (int i = 0; i < HALVINGS; ++i) {
    const double middle = 0.5 * (inside + outside);
    if (profile(m, x, j, middle) < limit)
      inside = middle;
    else
      outside = middle;
  }
  return outside;
}

/// Beyond some value nothing changes: friction that holds every contact, springs that are too stiff or too soft. The
/// ends of e and the lower one of mu are the laws' own.
static bool may_be_flat(const carom__parameter* p, bool upwards) {
  return p->log || p->role == CAROM__ROLE_PATH || (p->role == CAROM__ROLE_MU && upwards);
}

static void judge(carom__fit_model* m, const double* x, int j, double limit, carom_fit_estimate* out) {
  const carom__parameter* p = &m->parameters[j];
  const double low = carom__fit_place(p, p->low), high = carom__fit_place(p, p->high), range = high - low;
  const bool at_low = x[j] - low < AT_BOUND * range, at_high = high - x[j] < AT_BOUND * range;
  const bool open_high = at_high || (may_be_flat(p, true) && profile(m, x, j, high) < limit);
  const bool open_low = at_low || (may_be_flat(p, false) && profile(m, x, j, low) < limit);
  out->low = out->high = out->value = out->sd = (double)NAN;
  out->known = CAROM_FIT_KNOWN;
  if (!open_high && !open_low) {
    out->value = carom__fit_value(p, x[j]);
    return;
  }
  const bool far_open = open_high && open_low ? true : profile(m, x, j, open_high ? low : high) < limit;
  out->known = far_open ? CAROM_FIT_UNKNOWN : open_high ? CAROM_FIT_AT_LEAST : CAROM_FIT_AT_MOST;
  if (out->known == CAROM_FIT_AT_LEAST) out->low = carom__fit_value(p, crossing(m, x, j, low, limit));
  if (out->known == CAROM_FIT_AT_MOST) out->high = carom__fit_value(p, crossing(m, x, j, high, limit));
}

static void say(carom_fit_result* out, const carom_fit_estimate* e) {
  if (e->known == CAROM_FIT_AT_LEAST)
    carom__fit_warn(out, "%s >= %.4g (not identified): above that the data fit as well with any value", e->name,
                    e->low);
  if (e->known == CAROM_FIT_AT_MOST)
    carom__fit_warn(out, "%s <= %.4g (not identified): below that the data fit as well with any value", e->name,
                    e->high);
  if (e->known == CAROM_FIT_UNKNOWN)
    carom__fit_warn(out, "%s is not identified: the data fit as well with any value", e->name);
}

void carom__fit_identify(carom__fit_model* m, const double* x, const carom__fit_local* local, carom_fit_result* out) {
  const double limit = carom__fit_loss(m, x) + local->limit;
  out->parameter_count = m->parameter_count;
  for (int j = 0; j < m->parameter_count; ++j) {
    carom_fit_estimate* e = &out->estimates[j];
    snprintf(e->name, sizeof e->name, "%s", m->parameters[j].name);
    judge(m, x, j, limit, e);
    say(out, e);
  }
  for (int j = 0; j < m->parameter_count; ++j) m->held[j] = out->estimates[j].known != CAROM_FIT_KNOWN;
}

/// Valleys of the profile below the limit.
static int count_valleys(const double* loss, double limit) {
  int valleys = 0;
  bool inside = false;
  for (int i = 0; i < CAROM_FIT_PROFILE_POINTS; ++i) {
    if (loss[i] <= limit && !inside) ++valleys;
    inside = loss[i] <= limit;
  }
  return valleys;
}

void carom__fit_profile(carom__fit_model* m, const double* x, const carom__fit_local* local, carom_fit_result* out) {
  int j = 0;
  while (j < m->parameter_count && !m->parameters[j].log) ++j;
  if (j == m->parameter_count) return;
  const carom__parameter* p = &m->parameters[j];
  const double low = carom__fit_place(p, p->low), high = carom__fit_place(p, p->high);
  out->has_profile = true;
  out->profile_limit = (carom__fit_loss(m, x) + local->limit) / m->data->facts.used;
  snprintf(out->profile_name, sizeof out->profile_name, "%s", p->name);
  for (int i = 0; i < CAROM_FIT_PROFILE_POINTS; ++i) {
    // The middle place is that of the best value, so that its valley is seen however narrow it is.
    const double place = low + i * (high - low) / (CAROM_FIT_PROFILE_POINTS - 1);
    const bool is_nearest = fabs(place - x[j]) <= 0.5 * (high - low) / (CAROM_FIT_PROFILE_POINTS - 1);
    const double at = is_nearest ? x[j] : place;
    if (m->watch) m->watch->done = CAROM__FIT_SCAN_SHARE * (1 + (double)i / CAROM_FIT_PROFILE_POINTS);
    out->profile_at[i] = carom__fit_value(p, at);
    out->profile_loss[i] = (is_nearest ? carom__fit_loss(m, x) : profile(m, x, j, at)) / m->data->facts.used;
  }
  out->profile_minima = count_valleys(out->profile_loss, out->profile_limit);
  if (out->profile_minima > 1)
    carom__fit_warn(out, "%s has %d valleys that the data cannot tell apart: see its profile", p->name,
                    out->profile_minima);
}
