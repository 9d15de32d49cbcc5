// Spreads: which numbers they take, and their quantiles.
#include "sweep/spread.h"

#include <math.h>
#include <string.h>

#include "sweep/elementary.h"
#include "sweep/normal.h"
#include "text/sentence.h"

/// A `within` that holds less of a distribution than this asks for another distribution, and its rows would repeat.
static const double LEAST_INSIDE = 1e-6;
/// Grids are lists of values: more of them than there can be rows.
static const double MOST_GRID = 0x1p31;

const char* carom_spread_word(carom_spread_kind kind) {
  switch (kind) {
#define CAROM_X(symbol, value, word, count, meaning) \
  case symbol:                                       \
    return word;
    CAROM_SPREAD_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

static bool is_normal(carom_spread_kind kind) {
  return kind == CAROM_SPREAD_NORMAL || kind == CAROM_SPREAD_LOGNORMAL;
}

static bool is_logarithmic(carom_spread_kind kind) {
  return kind == CAROM_SPREAD_LOG_UNIFORM || kind == CAROM_SPREAD_LOG_GRID || kind == CAROM_SPREAD_LOGNORMAL;
}

bool carom__spread_is_list(const carom_spread* s) {
  return s->kind == CAROM_SPREAD_GRID || s->kind == CAROM_SPREAD_LOG_GRID || s->kind == CAROM_SPREAD_CHOICE;
}

static carom_status refuse(const carom_spread* s, const char* path, const char* must, carom_diag* error) {
  return carom__refuse(error, CAROM_BAD_VALUE, path, s->numbers[0], "%s of `%.100s` %s.", carom_spread_word(s->kind),
                       path, must);
}

static carom_status check_numbers(const carom_spread* s, const char* path, carom_diag* error) {
  const double *n = s->numbers, width = n[1] - n[0];
  if (!isfinite(n[0]) || !isfinite(n[1]) || !isfinite(n[2]) || !isfinite(width))
    return refuse(s, path, "must have finite numbers, whose difference is finite too", error);
  if (is_logarithmic(s->kind) && !(n[0] > 0)) return refuse(s, path, "must have a first number > 0", error);
  if (is_normal(s->kind)) return n[1] > 0 ? CAROM_OK : refuse(s, path, "must have a standard deviation > 0", error);
  if (s->kind == CAROM_SPREAD_TRIANGULAR)
    return n[0] <= n[1] && n[1] <= n[2] && n[0] < n[2] ? CAROM_OK
                                                       : refuse(s, path, "must have from <= peak <= to", error);
  if (s->kind == CAROM_SPREAD_LOG_GRID && !(n[1] > 0)) return refuse(s, path, "must have both ends > 0", error);
  if (s->kind == CAROM_SPREAD_GRID || s->kind == CAROM_SPREAD_LOG_GRID)
    return n[0] != n[1] ? CAROM_OK : refuse(s, path, "must go from one number to another", error);
  return n[0] < n[1] ? CAROM_OK : refuse(s, path, "must go from a number to a larger one", error);
}

static carom_status check_list(const carom_spread* s, const char* path, carom_diag* error) {
  if (isfinite(s->low) || isfinite(s->high)) return refuse(s, path, "is a list of values and has no `within`", error);
  if (s->kind == CAROM_SPREAD_CHOICE) {
    for (int i = 0; i < s->count && !s->of_words; ++i)
      if (!isfinite(s->choices[i])) return refuse(s, path, "must have finite numbers", error);
    return s->count > 0 ? CAROM_OK : refuse(s, path, "must have a value", error);
  }
  const double count = s->numbers[2];
  if (!(count >= 2 && count < MOST_GRID && floor(count) == count))
    return refuse(s, path, "must have a count that is a whole number from 2 on", error);
  return check_numbers(s, path, error);
}

/// The part of a distribution below x, without `within`.
static double below(const carom__spread_work* w, double x) {
  const double a = w->a, b = w->b, c = w->c;
  if (is_logarithmic(w->spread->kind)) x = x > 0 ? carom__log(x) : -HUGE_VAL;
  if (is_normal(w->spread->kind)) return carom__normal_below((x - a) / b);
  if (x <= a) return 0;
  if (w->spread->kind != CAROM_SPREAD_TRIANGULAR) return x >= b ? 1 : (x - a) / (b - a);
  if (x >= c) return 1;
  return x < b ? (x - a) / (c - a) * ((x - a) / (b - a)) : 1 - (c - x) / (c - a) * ((c - x) / (c - b));
}

carom__spread_work carom__spread_start(const carom_spread* s) {
  const double* n = s->numbers;
  carom__spread_work work = {.spread = s, .a = n[0], .b = n[1], .c = n[2], .inside = 1};
  if (is_logarithmic(s->kind)) work.a = carom__log(n[0]);
  if (is_logarithmic(s->kind) && !is_normal(s->kind)) work.b = carom__log(n[1]);
  if (!isfinite(s->low) && !isfinite(s->high)) return work;
  work.below = isfinite(s->low) ? below(&work, s->low) : 0;
  work.inside = (isfinite(s->high) ? below(&work, s->high) : 1) - work.below;
  return work;
}

carom_status carom__spread_check(const carom_spread* s, const char* path, carom_diag* error) {
  if (carom__spread_is_list(s)) return check_list(s, path, error);
  const carom_status status = check_numbers(s, path, error);
  if (status) return status;
  if (!(s->low < s->high)) return refuse(s, path, "must be `within` [low, high] with low < high", error);
  const carom__spread_work work = carom__spread_start(s);
  return work.inside >= LEAST_INSIDE
             ? CAROM_OK
             : refuse(s, path, "has less than a millionth inside `within`; spread it there instead", error);
}

double carom__spread_item(const carom_spread* s, int i) {
  if (s->kind == CAROM_SPREAD_CHOICE) return s->of_words ? i : s->choices[i];
  const double a = s->numbers[0], b = s->numbers[1], last = s->numbers[2] - 1;
  if (i == 0) return a;
  if (i >= last) return b;
  if (s->kind == CAROM_SPREAD_GRID) return a + (b - a) * i / last;
  return carom__exp(carom__log(a) + (carom__log(b) - carom__log(a)) * i / last);
}

static double triangular(const carom__spread_work* w, double u) {
  const double a = w->a, b = w->b, c = w->c, rising = (b - a) / (c - a);
  return u < rising ? a + sqrt(u * (b - a) * (c - a)) : c - sqrt((1 - u) * (c - b) * (c - a));
}

static double plain_value(const carom__spread_work* w, double u) {
  const carom_spread* s = w->spread;
  switch (s->kind) {
    case CAROM_SPREAD_UNIFORM:
      return w->a + (w->b - w->a) * u;
    case CAROM_SPREAD_LOG_UNIFORM:
      return carom__exp(w->a + (w->b - w->a) * u);
    case CAROM_SPREAD_NORMAL:
      return w->a + w->b * carom__normal_quantile(u);
    case CAROM_SPREAD_LOGNORMAL:
      return carom__exp(w->a + w->b * carom__normal_quantile(u));
    case CAROM_SPREAD_TRIANGULAR:
      return triangular(w, u);
    case CAROM_SPREAD_CHOICE:
    case CAROM_SPREAD_GRID:
    case CAROM_SPREAD_LOG_GRID:
      return carom__spread_item(s, (int)(u * s->count));
  }
  return u;
}

double carom__spread_value(const carom__spread_work* w, double u) {
  const double value = plain_value(w, w->below + w->inside * u);
  return carom__max(carom__min(value, w->spread->high), w->spread->low);
}

void carom__spread_column(const carom__spread_work* work, int count, double* column) {
  const carom__spread_work w = *work;
  const double low = w.spread->low, high = w.spread->high;
  if (w.spread->kind != CAROM_SPREAD_UNIFORM) {
    for (int k = 0; k < count; ++k) column[k] = carom__spread_value(work, column[k]);
    return;
  }
  for (int k = 0; k < count; ++k) {
    const double value = w.a + (w.b - w.a) * (w.below + w.inside * column[k]);
    column[k] = carom__max(carom__min(value, high), low);
  }
}
