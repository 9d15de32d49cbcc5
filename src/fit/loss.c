// How far the model is from the data: Huber's loss of all residuals, and what it looks like near its least value.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"

/// chi-squared with one degree of freedom: 95 %, halved as the loss is.
static const double HALF_CHI_SQUARED = 1.920729410347062;
/// Loss of a number of a residual that rounding alone can make.
static const double ROUNDING = 1e-20;
/// A steep impact: |dz/dmu| above this tells of mu.
static const double STEEP = 0.5;
/// Eigenvalues of the scaled Hessian below this part of the largest: a combination of parameters changes nothing.
static const double SINGULAR = 1e-10;

double carom__huber(double c, double z) {
  const double size = fabs(z);
  return size <= c ? 0.5 * z * z : c * (size - 0.5 * c);
}

double carom__huber_slope(double c, double z) {
  return z > c ? c : z < -c ? -c : z;
}

double carom__fit_loss_of_impact(const carom__fit_model* m, const double* z) {
  double sum = 0;
  for (int k = 0; k < m->numbers; ++k) sum += carom__huber(m->huber, z[k]);
  return sum;
}

double carom__fit_loss_of(const carom__fit_model* m, const double* z) {
  double sum = 0;
  for (int i = 0; i < m->count; ++i) {
    const double weight = m->data->impacts[i].weight * m->multiplicity[i];
    if (weight > 0) sum += weight * carom__fit_loss_of_impact(m, &z[m->numbers * i]);
  }
  return sum;
}

/// Tells whoever waits, now and then: a scenario's row costs a hundred times as much as an impact of a table.
static bool goes_on(carom__fit_model* m) {
  static const double OFTEN = 2e5;
  carom__fit_watch* w = m->watch;
  if (!w) return true;
  w->work += (double)m->count * (m->scenario ? 100 : 1);
  return w->work > OFTEN ? carom__fit_tell_progress(w, w->done) : !w->stopped;
}

double carom__fit_loss(carom__fit_model* m, const double* x) {
  if (!goes_on(m)) return HUGE_VAL;
  carom__fit_predict(m, x, m->z);
  const double loss = carom__fit_loss_of(m, m->z);
  return isfinite(loss) ? loss : HUGE_VAL;
}

/// Derivatives of all parameters, one after the other; for the caller to free.
static double* derive_all(carom__fit_model* m, const double* x) {
  const size_t all = (size_t)(m->count * m->numbers);
  double* out = malloc((size_t)m->parameter_count * all * sizeof *out);
  if (!out) m->starved = true;
  for (int j = 0; out && j < m->parameter_count; ++j) carom__fit_derive(m, x, j, out + (size_t)j * all);
  if (out) carom__fit_predict(m, x, m->z);
  return out;
}

/// Sums over the residuals at hand.
typedef struct sums {
  double hessian[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS];
  double gradient[CAROM_FIT_MOST_PARAMETERS];
  double squares, curvature, numbers;  ///< of the slope of the loss; how much of it is not cut; how many numbers
} sums;

static void add_number(const carom__fit_model* m, const double* slopes, size_t at, double weight, sums* s) {
  const size_t all = (size_t)(m->count * m->numbers);
  const double slope = carom__huber_slope(m->huber, m->z[at]), inside = fabs(m->z[at]) <= m->huber;
  s->squares += weight * slope * slope;
  s->curvature += weight * inside;
  s->numbers += weight;
  for (int j = 0; j < m->parameter_count; ++j) {
    s->gradient[j] += weight * slope * slopes[(size_t)j * all + at];
    for (int k = 0; k < m->parameter_count; ++k)
      s->hessian[j][k] += weight * inside * slopes[(size_t)j * all + at] * slopes[(size_t)k * all + at];
  }
}

static void add_all(const carom__fit_model* m, const double* slopes, sums* s) {
  *s = (sums){0};
  for (int i = 0; i < m->count; ++i) {
    const double weight = m->data->impacts[i].weight * m->multiplicity[i];
    if (!(weight > 0)) continue;
    for (int k = 0; k < m->numbers; ++k) add_number(m, slopes, (size_t)(m->numbers * i + k), weight, s);
  }
  for (int j = 0; j < m->parameter_count; ++j) {
    if (!m->held[j]) continue;
    s->gradient[j] = 0;
    for (int k = 0; k < m->parameter_count; ++k) s->hessian[j][k] = s->hessian[k][j] = j == k;
  }
}

/// A step of Gauss and Newton that leads down, or none. Returns the loss after it.
static double step_down(carom__fit_model* m, double* x, const double* step, double loss) {
  enum { HALVINGS = 12 };
  double tried[CAROM_FIT_MOST_PARAMETERS], size = 1;
  for (int i = 0; i < HALVINGS; ++i, size /= 2) {
    for (int j = 0; j < m->parameter_count; ++j) {
      const carom__parameter* p = &m->parameters[j];
      tried[j] = fmin(fmax(x[j] - size * step[j], carom__fit_place(p, p->low)), carom__fit_place(p, p->high));
    }
    const double found = carom__fit_loss(m, tried);
    if (!(found < loss)) continue;
    memcpy(x, tried, (size_t)m->parameter_count * sizeof *x);
    return found;
  }
  return loss;
}

double carom__fit_polish(carom__fit_model* m, double* x, double loss) {
  enum { STEPS = 8 };
  for (int i = 0; i < STEPS && loss > 0; ++i) {
    double inverse[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS], step[CAROM_FIT_MOST_PARAMETERS];
    sums s;
    double* slopes = derive_all(m, x);
    if (!slopes) return loss;
    add_all(m, slopes, &s);
    free(slopes);
    if (!carom__fit_invert(m->parameter_count, s.hessian, inverse)) return loss;
    for (int j = 0; j < m->parameter_count; ++j) {
      step[j] = 0;
      for (int k = 0; k < m->parameter_count; ++k) step[j] += inverse[j][k] * s.gradient[k];
    }
    const double found = step_down(m, x, step, loss);
    if (!(found < loss)) return loss;
    loss = found;
  }
  return loss;
}

/// Gradients of groups, squared and summed: the middle of the sandwich.
static bool sum_groups(const carom__fit_model* m, const double* slopes, int p,
                       double out[][CAROM_FIT_MOST_PARAMETERS]) {
  const size_t all = (size_t)(m->count * m->numbers);
  double* of = calloc((size_t)m->data->group_count * (size_t)p, sizeof *of);
  for (int i = 0; of && i < m->count; ++i) {
    const double weight = m->data->impacts[i].weight;
    for (int k = 0; weight > 0 && k < m->numbers; ++k) {
      const size_t at = (size_t)(m->numbers * i + k);
      const double slope = weight * carom__huber_slope(m->huber, m->z[at]);
      for (int j = 0; j < p; ++j)
        if (!m->held[j]) of[m->data->impacts[i].group * p + j] += slope * slopes[(size_t)j * all + at];
    }
  }
  for (int g = 0; of && g < m->data->group_count; ++g)
    for (int j = 0; j < p; ++j)
      for (int k = 0; k < p; ++k) out[j][k] += of[g * p + j] * of[g * p + k];
  free(of);
  return of != NULL;
}

/// covariance = inverse middle inverse.
static void make_sandwich(int p, double inverse[][CAROM_FIT_MOST_PARAMETERS],
                          double middle[][CAROM_FIT_MOST_PARAMETERS], double out[][CAROM_FIT_MOST_PARAMETERS]) {
  for (int j = 0; j < p; ++j)
    for (int k = 0; k < p; ++k) {
      out[j][k] = 0;
      for (int a = 0; a < p; ++a)
        for (int b = 0; b < p; ++b) out[j][k] += inverse[j][a] * middle[a][b] * inverse[b][k];
    }
}

static int count_steep(const carom__fit_model* m, const double* slopes) {
  int mu = 0, steep = 0;
  while (mu < m->parameter_count && m->parameters[mu].role != CAROM__ROLE_MU) ++mu;
  if (mu == m->parameter_count) return m->count;
  for (int i = 0; i < m->count; ++i) {
    double square = 0;
    for (int k = 0; k < m->numbers; ++k) {
      const double slope = slopes[(size_t)mu * (size_t)(m->count * m->numbers) + (size_t)(m->numbers * i + k)];
      square += slope * slope;
    }
    steep += m->data->impacts[i].weight > 0 && square > STEEP * STEEP;
  }
  return steep;
}

/// The direction in which the scaled Hessian is least, by inverse iteration: what the data cannot tell apart.
static void find_null(int p, double scaled[][CAROM_FIT_MOST_PARAMETERS], carom__fit_local* out) {
  double shifted[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS];
  double inverse[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS], v[CAROM_FIT_MOST_PARAMETERS];
  for (int j = 0; j < p; ++j) {
    v[j] = 1 + 0.1 * j;  // no direction that a null vector is likely to be orthogonal to
    for (int k = 0; k < p; ++k) shifted[j][k] = scaled[j][k] + (j == k ? 0.01 * SINGULAR : 0);
  }
  out->is_singular = true;
  if (!carom__fit_invert(p, shifted, inverse)) return;
  double growth = 0;
  for (int i = 0; i < 20; ++i) {
    double next[CAROM_FIT_MOST_PARAMETERS] = {0};
    growth = 0;
    for (int j = 0; j < p; ++j) {
      for (int k = 0; k < p; ++k) next[j] += inverse[j][k] * v[k];
      growth = fmax(growth, fabs(next[j]));
    }
    for (int j = 0; j < p; ++j) v[j] = next[j] / growth;
  }
  memcpy(out->null_direction, v, (size_t)p * sizeof *v);
  out->is_singular = growth > 1 / SINGULAR;
}

/// Scales the Hessian by its diagonal and inverts it; sd of each parameter by Fisher.
static void judge_hessian(int p, carom__fit_local* out, double inverse[][CAROM_FIT_MOST_PARAMETERS]) {
  double scaled[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS] = {{0}}, size[CAROM_FIT_MOST_PARAMETERS];
  for (int j = 0; j < p; ++j) size[j] = out->hessian[j][j] > 0 ? sqrt(out->hessian[j][j]) : 1;
  for (int j = 0; j < p; ++j)
    for (int k = 0; k < p; ++k) scaled[j][k] = out->hessian[j][k] / (size[j] * size[k]);
  find_null(p, scaled, out);
  if (!out->is_singular) out->is_singular = !carom__fit_invert(p, out->hessian, inverse);
  for (int j = 0; j < p; ++j) out->fisher[j] = out->is_singular ? HUGE_VAL : sqrt(out->variance * inverse[j][j]);
}

bool carom__fit_look(carom__fit_model* m, const double* x, carom__fit_local* out) {
  const int p = m->parameter_count;
  double inverse[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS] = {{0}};
  double middle[CAROM_FIT_MOST_PARAMETERS][CAROM_FIT_MOST_PARAMETERS] = {{0}};
  double* slopes = derive_all(m, x);
  sums s;
  *out = (carom__fit_local){0};
  if (!slopes) return false;
  add_all(m, slopes, &s);
  memcpy(out->hessian, s.hessian, sizeof out->hessian);
  const double inside = fmax(s.curvature / s.numbers, 0.01);
  out->variance = s.squares / fmax(s.numbers - p, 1) / (inside * inside);
  out->limit = fmax(HALF_CHI_SQUARED * s.squares / fmax(s.numbers - p, 1) / inside, ROUNDING * s.numbers);
  out->steep = count_steep(m, slopes);
  judge_hessian(p, out, inverse);
  const bool fine = sum_groups(m, slopes, p, middle);
  if (!fine) m->starved = true;
  if (fine && !out->is_singular) make_sandwich(p, inverse, middle, out->covariance);
  free(slopes);
  return fine;
}
