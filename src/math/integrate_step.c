// One Runge-Kutta step: stages, error, dense output.
#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "math/integrate.h"

double carom__ode_root(double x, int sixty_fourths) {
  double product = 1;
  for (int bit = 32; bit >= 1; bit /= 2) {
    x = sqrt(x);
    if (sixty_fourths & bit) product *= x;
  }
  return product;
}

double carom__ode_scale(const carom_ode_problem* p, int i, double a, double b) {
  const double relative = p->relative_each ? p->relative_each[i] : p->relative;
  const double absolute = p->absolute_each ? p->absolute_each[i] : p->absolute;
  return absolute + relative * carom__max(fabs(a), fabs(b));
}

void carom__ode_evaluate(carom_ode* ode, int index, double t, const double* y) {
  ode->problem.rate(t, y, ode->stages[index], ode->problem.context);
  ++ode->evaluations;
}

/// Weights of stages, and a component of theirs to begin at.
typedef struct weighing {
  const carom_ode* ode;
  const double* weights;
  int count;
} weighing;

/// Two components at once: sums stay in registers, and every weight is read once for both.
static void weigh_two(const weighing* w, int at, double* restrict sum) {
  const double(*stages)[CAROM_ODE_MAX_SIZE] = w->ode->stages;
  double a = w->weights[0] * stages[0][at], b = w->weights[0] * stages[0][at + 1];
  for (int j = 1; j < w->count; ++j) {
    const double weight = w->weights[j];
    if (weight == 0) continue;
    a += weight * stages[j][at];
    b += weight * stages[j][at + 1];
  }
  sum[at] = a;
  sum[at + 1] = b;
}

static void weigh_six(const weighing* w, int at, double* restrict sum) {
  const double* stage = w->ode->stages[0] + at;
  double weight = w->weights[0], a = weight * stage[0], b = weight * stage[1], c = weight * stage[2];
  double d = weight * stage[3], e = weight * stage[4], f = weight * stage[5];
  for (int j = 1; j < w->count; ++j) {
    weight = w->weights[j];
    if (weight == 0) continue;
    stage = w->ode->stages[j] + at;
    a += weight * stage[0], b += weight * stage[1], c += weight * stage[2];
    d += weight * stage[3], e += weight * stage[4], f += weight * stage[5];
  }
  sum[at] = a, sum[at + 1] = b, sum[at + 2] = c, sum[at + 3] = d, sum[at + 4] = e, sum[at + 5] = f;
}

/// sum = weights . stages, over the first `count` stages. Zero weights are skipped: half of the tables are zeros.
static void weigh(const carom_ode* ode, const double* weights, int count, double* restrict sum) {
  const weighing w = {ode, weights, count};
  const int size = ode->problem.size;
  int at = 0;
  for (; at + 6 <= size; at += 6) weigh_six(&w, at, sum);
  for (; at + 2 <= size; at += 2) weigh_two(&w, at, sum);
  if (at == size) return;
  sum[at] = weights[0] * ode->stages[0][at];
  for (int j = 1; j < count; ++j)
    if (weights[j] != 0) sum[at] += weights[j] * ode->stages[j][at];
}

/// out = y + h sum_j a[index][j] stages[j], the place where stage `index` is evaluated.
static void place_stage(const carom_ode* ode, int index, const double* y, double h, double* restrict out) {
  weigh(ode, carom__ode_table_of(ode->problem.method)->a[index], index, out);
  for (int i = 0; i < ode->problem.size; ++i) out[i] = y[i] + h * out[i];
}

void carom__ode_try(carom_ode* ode, double t, const double* y, double h) {
  const carom__ode_table* table = carom__ode_table_of(ode->problem.method);
  const int last = table->stages - 1;
  double place[CAROM_ODE_MAX_SIZE];
  for (int s = 1; s < last; ++s) {
    place_stage(ode, s, y, h, place);
    carom__ode_evaluate(ode, s, t + table->c[s] * h, place);
  }
  place_stage(ode, last, y, h, ode->trial);
  if (table->error_stages > last) carom__ode_evaluate(ode, last, t + h, ode->trial);
}

/// The largest |weights . stages| / scale over the components; NaN as soon as one is not finite.
static double weighed_norm(const carom_ode* ode, const double* weights, const double* y) {
  double sum[CAROM_ODE_MAX_SIZE], largest = 0;
  weigh(ode, weights, carom__ode_table_of(ode->problem.method)->error_stages, sum);
  for (int i = 0; i < ode->problem.size; ++i) {
    // A scale of 0 (y = 0 with no absolute tolerance) leaves a component free only while its error is 0 too.
    const double scale = carom__ode_scale(&ode->problem, i, y[i], ode->trial[i]);
    const double part = sum[i] == 0 ? 0 : fabs(sum[i]) / scale;
    if (!isfinite(sum[i]) || !isfinite(ode->trial[i])) return (double)NAN;
    largest = carom__max(largest, part);
  }
  return largest;
}

double carom__ode_error(const carom_ode* ode, const double* y, double h) {
  const carom__ode_table* table = carom__ode_table_of(ode->problem.method);
  const double fine = weighed_norm(ode, table->error[0], y);
  if (table->error[1][0] == 0 || !(fine > 0)) return h * fine;
  // HNW II.10: err = h err5^2 / sqrt(err5^2 + 0.01 err3^2), here with the largest component instead of the
  // mean
  const double ratio = 0.1 * weighed_norm(ode, table->error[1], y) / fine;
  return h * fine / sqrt(1 + ratio * ratio);
}

void carom__ode_accept(carom_ode* ode, double h, double t_new) {
  const carom__ode_table* table = carom__ode_table_of(ode->problem.method);
  const size_t bytes = (size_t)ode->problem.size * sizeof ode->y[0];
  if (table->error_stages < table->stages) carom__ode_evaluate(ode, table->stages - 1, ode->t + h, ode->trial);
  memcpy(ode->y_before, ode->y, bytes);
  memcpy(ode->y, ode->trial, bytes);
  ode->t_before = ode->t;
  ode->t = t_new;
  ode->rate_ready = false;
  ode->dense_ready = false;
}

void carom__ode_rewind(carom_ode* ode) {
  memcpy(ode->y, ode->y_before, (size_t)ode->problem.size * sizeof ode->y[0]);
  ode->t = ode->t_before;
}

/// The terms of the dense output that need the stages of the pair only.
static void prepare_common_terms(carom_ode* ode, double h) {
  const double* end = ode->stages[carom__ode_table_of(ode->problem.method)->stages - 1];
  for (int i = 0; i < ode->problem.size; ++i) {
    const double change = ode->y[i] - ode->y_before[i];
    ode->dense[0][i] = ode->y_before[i];
    ode->dense[1][i] = change;
    ode->dense[2][i] = h * ode->stages[0][i] - change;
    ode->dense[3][i] = change - h * end[i] - ode->dense[2][i];
  }
}

void carom__ode_prepare_dense(carom_ode* ode) {
  if (ode->dense_ready) return;
  const carom__ode_table* table = carom__ode_table_of(ode->problem.method);
  const double h = ode->t - ode->t_before;
  double place[CAROM_ODE_MAX_SIZE];
  const int all = table->stages + table->extra_stages;
  for (int s = table->stages; s < all; ++s) {
    place_stage(ode, s, ode->y_before, h, place);
    carom__ode_evaluate(ode, s, ode->t_before + table->c[s] * h, place);
  }
  prepare_common_terms(ode, h);
  for (int k = 0; k < table->dense_terms; ++k) {
    double* term = ode->dense[4 + k];
    weigh(ode, table->d[k], all, term);
    for (int i = 0; i < ode->problem.size; ++i) term[i] *= h;
  }
  ode->dense_ready = true;
}

// HNW II.6 and II.10: y(theta) = q0 + theta (q1 + (1 - theta) (q2 + theta (q3 + (1 - theta) (q4 + ...))))
void carom__ode_interpolate(const carom_ode* ode, double theta, double* y) {
  const int last = 3 + carom__ode_table_of(ode->problem.method)->dense_terms;
  const int size = ode->problem.size;
  for (int i = 0; i < size; ++i) y[i] = ode->dense[last][i];
  for (int k = last - 1; k >= 0; --k) {
    const double factor = k % 2 == 0 ? theta : 1 - theta;
    for (int i = 0; i < size; ++i) y[i] = ode->dense[k][i] + factor * y[i];
  }
}
