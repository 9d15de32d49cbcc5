// Fits of resampled data: intervals from all of them, and predictions of what a fit has not seen.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "sweep/philox.h"

/// First steps of a resample's search are standard deviations; it ends at this part of them.
static const double FINENESS = 0.02;
/// Part of the range that is the step where there is no deviation to go by.
static const double LEAST_STEP = 1e-6;
enum { FOLDS = 10 };

bool carom__fit_tell_progress(carom__fit_watch* w, double done) {
  w->done = done;
  w->work = 0;
  if (w->stopped) return false;
  if (w->options->progress && !w->options->progress(w->from + done * (w->to - w->from), w->options->context))
    w->stopped = true;
  return !w->stopped;
}

static void steps_of(const carom__fit_model* m, const carom__fit_local* local, double factor, double* out) {
  for (int j = 0; j < m->parameter_count; ++j) {
    const carom__parameter* p = &m->parameters[j];
    const double range = carom__fit_place(p, p->high) - carom__fit_place(p, p->low);
    const double sd = local->covariance[j][j] > 0 ? sqrt(local->covariance[j][j]) : 0;
    out[j] = m->held[j] ? 0 : fmin(fmax(factor * sd, LEAST_STEP * range), 0.25 * range);
  }
}

/// Groups with an impact that counts; returns how many.
static int list_groups(const carom__fit_model* m, int* out) {
  const int all = m->data->group_count;
  int count = 0;
  for (int g = 0; g < all; ++g) out[g] = 0;
  for (int i = 0; i < m->count; ++i)
    if (m->data->impacts[i].weight > 0) out[m->data->impacts[i].group] = 1;
  for (int g = 0; g < all; ++g)
    if (out[g]) out[count++] = g;
  return count;
}

/// A number from 0 to below count.
static int draw(uint64_t seed, uint64_t index, uint32_t item, int count) {
  uint64_t bits[2];
  carom__random_bits(seed, CAROM__STREAM_BOOTSTRAP, index, item, bits);
  return (int)(carom__uniform_of(bits[0]) * count);
}

static void resample(carom__fit_model* m, const int* groups, int count, uint64_t index, uint64_t seed, int* times) {
  memset(times, 0, (size_t)m->data->group_count * sizeof *times);
  for (int k = 0; k < count; ++k) ++times[groups[draw(seed, index, (uint32_t)k, count)]];
  for (int i = 0; i < m->count; ++i) m->multiplicity[i] = times[m->data->impacts[i].group];
}

static void reset(carom__fit_model* m) {
  for (int i = 0; i < m->count; ++i) m->multiplicity[i] = 1;
}

/// Interval, deviation and correlations from samples, which are sample after sample.
static bool summarise(const carom__fit_model* m, const double* samples, int count, carom_fit_result* out) {
  const int p = m->parameter_count;
  double* column = malloc((size_t)count * sizeof *column);
  double mean[CAROM_FIT_MOST_PARAMETERS] = {0}, sd[CAROM_FIT_MOST_PARAMETERS] = {0};
  if (!column) return false;
  for (int j = 0; j < p; ++j) {
    for (int i = 0; i < count; ++i) column[i] = carom__fit_value(&m->parameters[j], samples[i * p + j]);
    for (int i = 0; i < count; ++i) mean[j] += column[i] / count;
    for (int i = 0; i < count; ++i)
      sd[j] += (column[i] - mean[j]) * (column[i] - mean[j]) / (count > 1 ? count - 1 : 1);
    sd[j] = sqrt(sd[j]);
    if (m->held[j]) continue;
    carom__fit_sort(column, count);
    out->estimates[j].sd = sd[j];
    out->estimates[j].low = carom__fit_quantile(column, count, 0.025);
    out->estimates[j].high = carom__fit_quantile(column, count, 0.975);
  }
  for (int j = 0; j < p; ++j)
    for (int k = 0; k < p; ++k) {
      double sum = 0;
      for (int i = 0; i < count; ++i)
        sum += (carom__fit_value(&m->parameters[j], samples[i * p + j]) - mean[j]) *
               (carom__fit_value(&m->parameters[k], samples[i * p + k]) - mean[k]) / (count > 1 ? count - 1 : 1);
      out->correlation[j][k] = m->held[j] || m->held[k] || !(sd[j] * sd[k] > 0) ? (double)NAN : sum / (sd[j] * sd[k]);
    }
  free(column);
  return true;
}

/// Without resamples: from the sandwich.
static void from_sandwich(const carom__fit_model* m, const double* x, const carom__fit_local* local,
                          carom_fit_result* out) {
  static const double NORMAL_95 = 1.959963984540054;
  for (int j = 0; j < m->parameter_count; ++j) {
    const carom__parameter* p = &m->parameters[j];
    const double sd = sqrt(fmax(local->covariance[j][j], 0)), value = carom__fit_value(p, x[j]);
    if (!m->held[j]) {
      out->estimates[j].sd = p->log ? value * sd : sd;
      out->estimates[j].low = carom__fit_value(p, x[j] - NORMAL_95 * sd);
      out->estimates[j].high = carom__fit_value(p, x[j] + NORMAL_95 * sd);
    }
    for (int k = 0; k < m->parameter_count; ++k)
      out->correlation[j][k] = m->held[j] || m->held[k]
                                   ? (double)NAN
                                   : local->covariance[j][k] / sqrt(local->covariance[j][j] * local->covariance[k][k]);
  }
}

bool carom__fit_bootstrap(carom__fit_model* m, const double* x, const carom__fit_local* local, carom__fit_watch* watch,
                          carom_fit_result* out) {
  const int resamples = watch->options->bootstrap, p = m->parameter_count;
  double* samples = malloc((size_t)(resamples ? resamples : 1) * (size_t)p * sizeof *samples);
  int* room = malloc(2 * (size_t)m->data->group_count * sizeof *room);
  double steps[CAROM_FIT_MOST_PARAMETERS];
  const double start = watch->done;
  bool fine = samples && room && !watch->stopped;
  const int groups = fine ? list_groups(m, room) : 0;
  steps_of(m, local, 1, steps);
  if (fine && resamples == 0) from_sandwich(m, x, local, out);
  for (int i = 0; fine && i < resamples; ++i) {
    resample(m, room, groups, (uint64_t)i, watch->options->seed, room + m->data->group_count);
    memcpy(&samples[i * p], x, (size_t)p * sizeof *x);
    carom__fit_descend(m, &samples[i * p], steps, FINENESS);
    fine = carom__fit_tell_progress(watch, start + (1 - start) * (i + 1) / resamples);
  }
  reset(m);
  if (fine && resamples > 0) fine = summarise(m, samples, resamples, out);
  out->bootstrap_done = fine ? resamples : 0;
  free(samples);
  free(room);
  return fine;
}

/// Deals the groups out to folds, the same for every law.
static void deal(int* groups, int count, uint64_t seed, int* fold) {
  for (int k = count - 1; k > 0; --k) {
    const int other = draw(seed, UINT64_MAX, (uint32_t)k, k + 1), kept = groups[k];
    groups[k] = groups[other];
    groups[other] = kept;
  }
  for (int k = 0; k < count; ++k) fold[groups[k]] = k % FOLDS;
}

bool carom__fit_cross_validate(carom__fit_model* m, const double* x, const carom__fit_local* local, uint64_t seed,
                               double* out) {
  const int all = m->data->group_count;
  int* room = malloc(2 * (size_t)all * sizeof *room);
  double steps[CAROM_FIT_MOST_PARAMETERS];
  if (!room) return false;
  int* fold = room + all;
  for (int g = 0; g < all; ++g) fold[g] = -1, out[g] = 0;
  deal(room, list_groups(m, room), seed, fold);
  steps_of(m, local, 1, steps);
  for (int f = 0; f < FOLDS; ++f) {
    double at[CAROM_FIT_MOST_PARAMETERS];
    memcpy(at, x, (size_t)m->parameter_count * sizeof *x);
    for (int i = 0; i < m->count; ++i) m->multiplicity[i] = fold[m->data->impacts[i].group] != f;
    carom__fit_descend(m, at, steps, FINENESS);
    carom__fit_predict(m, at, m->z);
    for (int i = 0; i < m->count; ++i) {
      const carom__impact* impact = &m->data->impacts[i];
      if (fold[impact->group] == f)
        out[impact->group] += impact->weight * carom__fit_loss_of_impact(m, &m->z[m->numbers * i]);
    }
  }
  reset(m);
  free(room);
  return true;
}
