// What the fit is made of: modes, friction from each of them alone, and columns that its error goes with.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"

/// Fewer impacts say nothing of friction by themselves.
enum { FEW = 5 };
/// A rank correlation that is worth a word: this large, and this many standard deviations from 0.
static const double STRONG = 0.2, SIGNIFICANT = 3;
/// Friction that a mode knows no better than this part of it is not told.
static const double POOR = 0.1;

static carom_fit_mode* mode_of(carom_fit_result* out, const char* word) {
  for (int i = 0; i < out->mode_count; ++i)
    if (strcmp(out->modes[i].word, word) == 0) return &out->modes[i];
  if (out->mode_count == CAROM_FIT_MOST_MODES) return &out->modes[CAROM_FIT_MOST_MODES - 1];
  out->modes[out->mode_count] = (carom_fit_mode){.word = word, .mu = (double)NAN};
  return &out->modes[out->mode_count++];
}

/// Friction from the impacts that have a multiplicity now; NaN where they do not say.
static double mu_alone(carom__fit_model* m, const double* x, int mu) {
  double at[CAROM_FIT_MOST_PARAMETERS], steps[CAROM_FIT_MOST_PARAMETERS] = {0};
  bool held[CAROM_FIT_MOST_PARAMETERS];
  carom__fit_local local;
  memcpy(at, x, (size_t)m->parameter_count * sizeof *x);
  memcpy(held, m->held, sizeof held);
  steps[mu] = 0.1 * fmax(x[mu], 0.1);
  const double least = carom__fit_descend(m, at, steps, 1e-4);
  for (int j = 0; j < m->parameter_count; ++j) m->held[j] = j != mu;
  bool is_known = carom__fit_look(m, at, &local);
  memcpy(m->held, held, sizeof held);
  const double found = at[mu];
  is_known = is_known && local.fisher[mu] < POOR * found;
  at[mu] = m->parameters[mu].high;
  is_known = is_known && carom__fit_loss(m, at) > least + local.limit;
  at[mu] = m->parameters[mu].low;
  is_known = is_known && carom__fit_loss(m, at) > least + local.limit;
  return is_known ? found : (double)NAN;
}

void carom__fit_modes(carom__fit_model* m, const double* x, carom_fit_result* out) {
  const char** words = malloc((size_t)m->count * sizeof *words);
  int mu = 0;
  if (!words) {
    m->starved = true;
    return;
  }
  carom__fit_predict(m, x, m->z);
  for (int i = 0; i < m->count; ++i) {
    words[i] = carom__fit_mode_word(m, i);
    if (m->data->impacts[i].weight > 0) ++mode_of(out, words[i])->count;
  }
  while (mu < m->parameter_count && m->parameters[mu].role != CAROM__ROLE_MU) ++mu;
  for (int k = 0; mu < m->parameter_count && k < out->mode_count; ++k) {
    carom_fit_mode* mode = &out->modes[k];
    for (int i = 0; i < m->count; ++i) m->multiplicity[i] = strcmp(words[i], mode->word) == 0;
    if (mode->count >= FEW) mode->mu = mu_alone(m, x, mu);
  }
  for (int i = 0; i < m->count; ++i) m->multiplicity[i] = 1;
  free(words);
}

typedef struct ranked {
  double value;
  int at;
} ranked;

static int by_value(const void* a, const void* b) {
  const ranked *p = a, *q = b;
  return p->value != q->value ? (p->value > q->value) - (p->value < q->value) : (p->at > q->at) - (p->at < q->at);
}

/// Ranks in place of values; equal values share theirs.
static void rank(ranked* room, double* values, int count) {
  for (int i = 0; i < count; ++i) room[i] = (ranked){values[i], i};
  qsort(room, (size_t)count, sizeof *room, by_value);
  for (int i = 0; i < count;) {
    int end = i + 1;
    while (end < count && room[end].value == room[i].value) ++end;
    for (int k = i; k < end; ++k) values[room[k].at] = 0.5 * (i + end - 1);
    i = end;
  }
}

static double correlate(const double* a, const double* b, int count) {
  const double mean = 0.5 * (count - 1);
  double ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < count; ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  return aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : 0;
}

/// Measured less predicted normal velocity after, over the speed of approach; of a scenario the first number.
static double signed_error(const carom__fit_model* m, int i) {
  const carom__impact* impact = &m->data->impacts[i];
  const double* impulse = &m->impulse[3 * i];
  if (m->scenario) return m->z[m->numbers * i];
  double predicted = impact->v[2];
  for (int k = 0; k < 3; ++k) predicted += impact->w[2][k] * impulse[k];
  return (impact->after[2] - predicted) / fabs(impact->v[2]);
}

static void add_lurking(carom_fit_result* out, const char* name, double correlation) {
  int place = out->lurking_count < CAROM_FIT_MOST_LURKING ? out->lurking_count++ : CAROM_FIT_MOST_LURKING - 1;
  if (place == CAROM_FIT_MOST_LURKING - 1 && fabs(out->lurking[place].correlation) > fabs(correlation)) return;
  for (; place > 0 && fabs(out->lurking[place - 1].correlation) < fabs(correlation); --place)
    out->lurking[place] = out->lurking[place - 1];
  out->lurking[place].correlation = correlation;
  snprintf(out->lurking[place].name, sizeof out->lurking[place].name, "%.79s", name);
}

void carom__fit_lurking(carom__fit_model* m, const double* x, carom_fit_result* out) {
  const size_t n = (size_t)m->count;
  double *error = malloc(n * sizeof *error), *column = malloc(n * sizeof *column);
  ranked* room = malloc(n * sizeof *room);
  int count = 0;
  m->starved = m->starved || !error || !column || !room;
  if (!error || !column || !room) goto done;
  carom__fit_predict(m, x, m->z);
  for (int i = 0; i < m->count; ++i)
    if (m->data->impacts[i].weight > 0) error[count++] = signed_error(m, i);
  rank(room, error, count);
  for (int c = 0; c < m->data->table.columns; ++c) {
    if (!m->data->extra[c]) continue;
    int k = 0;
    for (int i = 0; i < m->count; ++i)
      if (m->data->impacts[i].weight > 0) column[k++] = m->data->extra[c][i];
    rank(room, column, count);
    const double found = correlate(error, column, count);
    if (fabs(found) > STRONG && fabs(found) * sqrt(count - 1.0) > SIGNIFICANT)
      add_lurking(out, m->data->table.names[c], found);
  }
  if (out->lurking_count > 0)
    carom__fit_warn(out, "the error of the normal velocity goes with `%.60s` (rank correlation %.2f): try --covariate",
                    out->lurking[0].name, out->lurking[0].correlation);
done:
  free(error);
  free(column);
  free(room);
}
