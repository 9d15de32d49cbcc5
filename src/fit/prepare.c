// A measured impact in dimensionless form. With M = R^T R and the Jacobian J of the contact, an impulse I changes R v
// by R^-T J^T I, so that z = R (after - predicted)/|R before| = a - map I.
#include <math.h>
#include <string.h>

#include "fit/fit.h"

/// R v: lengths whose squares add up to twice the kinetic energy. The inertia is given by its Cholesky factor.
static void scale_velocity(const carom__measured* m, bool is_plane, const double* factor, const double* v,
                           double* out) {
  const int straight = is_plane ? 2 : 3;
  for (int i = 0; i < straight; ++i) out[i] = sqrt(m->mass) * v[i];
  if (is_plane) {
    out[2] = factor[0] * v[2];
    return;
  }
  for (int i = 0; i < 3; ++i) {
    out[3 + i] = 0;
    for (int k = i; k < 3; ++k) out[3 + i] += factor[3 * k + i] * v[3 + k];
  }
}

/// R^-T of a row of the Jacobian.
static void scale_row(const carom__measured* m, bool is_plane, const double* factor, const double* row, double* out) {
  const int straight = is_plane ? 2 : 3;
  for (int i = 0; i < straight; ++i) out[i] = row[i] / sqrt(m->mass);
  if (is_plane) {
    out[2] = row[2] / factor[0];
    return;
  }
  memcpy(out + 3, row + 3, 3 * sizeof *out);
  carom_cholesky_forward(3, factor, out + 3);
}

static bool factor_inertia(const carom__measured* m, bool is_plane, double* factor) {
  if (!(m->mass > 0)) return false;
  memcpy(factor, m->inertia, sizeof m->inertia);
  if (!is_plane) return carom_cholesky(3, factor) == 0;
  if (!(factor[0] > 0)) return false;
  factor[0] = sqrt(factor[0]);
  return true;
}

static double dot(const double* a, const double* b, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// W = J M^-1 J^T and the contact velocities.
static void fill_contact(const carom__measured* m, bool is_plane, double rows[3][6], carom__impact* out) {
  const int numbers = is_plane ? 3 : 6;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) out->w[i][k] = dot(rows[i], rows[k], numbers);
    out->v[i] = dot(m->jacobian[i], m->before, numbers);
    out->after[i] = dot(m->jacobian[i], m->after, numbers);
  }
  if (!is_plane) return;
  for (int i = 0; i < 3; ++i) out->w[1][i] = out->w[i][1] = 0;
  out->w[1][1] = out->w[0][0];
  out->v[1] = out->after[1] = 0;
}

/// Columns of sigma in place of masses: z = (after - predicted)/sigma, component by component.
static void weigh_by_sigma(const carom__measured* m, bool is_plane, const double* factor, double rows[3][6],
                           carom__impact* out) {
  const int numbers = is_plane ? 3 : 6;
  for (int k = 0; k < numbers; ++k) out->a[k] = (m->after[k] - m->before[k]) / m->sigma[k];
  for (int i = 0; i < 3; ++i) {
    double change[6];  // of the velocity, by a unit of the impulse: R^-1 of what the masses scaled
    for (int k = 0; k < 6; ++k) change[k] = rows[i][k];
    for (int k = 0; k < (is_plane ? 2 : 3); ++k) change[k] /= sqrt(m->mass);
    if (is_plane) change[2] /= factor[0];
    if (!is_plane) carom_cholesky_backward(3, factor, change + 3);
    for (int k = 0; k < numbers; ++k) out->map[k][i] = change[k] / m->sigma[k];
  }
}

bool carom__fit_prepare(const carom__measured* m, bool is_plane, carom__impact* out) {
  const int numbers = is_plane ? 3 : 6;
  double factor[9], before[6] = {0}, after[6] = {0}, rows[3][6] = {{0}};
  *out = (carom__impact){.weight = 1};
  if (!factor_inertia(m, is_plane, factor)) return false;
  scale_velocity(m, is_plane, factor, m->before, before);
  scale_velocity(m, is_plane, factor, m->after, after);
  for (int i = 0; i < 3; ++i)
    if (!is_plane || i != 1) scale_row(m, is_plane, factor, m->jacobian[i], rows[i]);
  fill_contact(m, is_plane, rows, out);
  const double size = sqrt(dot(before, before, numbers));
  if (!(size > 0) || !isfinite(size)) return false;
  for (int k = 0; k < numbers; ++k) {
    out->a[k] = (after[k] - before[k]) / size;
    for (int i = 0; i < 3; ++i) out->map[k][i] = rows[i][k] / size;
  }
  if (m->sigma[0] > 0) weigh_by_sigma(m, is_plane, factor, rows, out);
  return true;
}

bool carom__fit_prepare_contact(const double c[7], carom__impact* out) {
  *out = (carom__impact){.w = {{c[0], 0, -c[2]}, {0, c[0], 0}, {-c[2], 0, c[1]}},
                         .v = {c[3], 0, c[4]},
                         .after = {c[5], 0, c[6]},
                         .weight = 1};
  double factor[4] = {c[0], -c[2], -c[2], c[1]}, before[2] = {c[3], c[4]}, change[2] = {c[5] - c[3], c[6] - c[4]};
  if (!(c[0] > 0) || carom_cholesky(2, factor) != 0) return false;
  carom_cholesky_forward(2, factor, before);
  carom_cholesky_forward(2, factor, change);
  const double size = sqrt(dot(before, before, 2));
  if (!(size > 0) || !isfinite(size)) return false;
  for (int k = 0; k < 2; ++k) out->a[k] = change[k] / size;
  out->map[0][0] = factor[0] / size;
  out->map[0][2] = factor[2] / size;
  out->map[1][2] = factor[3] / size;
  return true;
}

double carom__fit_imbalance(const carom__impact* impact, bool is_plane, int numbers) {
  const int axes[3] = {0, is_plane ? 2 : 1, 2}, count = is_plane ? 2 : 3;
  double normal[9], impulse[3], left = 0, whole = 0;
  for (int i = 0; i < count; ++i) {
    impulse[i] = 0;
    for (int j = 0; j < numbers; ++j) impulse[i] += impact->map[j][axes[i]] * impact->a[j];
    for (int k = 0; k < count; ++k) {
      normal[count * i + k] = 0;
      for (int j = 0; j < numbers; ++j) normal[count * i + k] += impact->map[j][axes[i]] * impact->map[j][axes[k]];
    }
  }
  if (carom_cholesky(count, normal) != 0) return 0;
  carom_cholesky_forward(count, normal, impulse);
  carom_cholesky_backward(count, normal, impulse);
  for (int j = 0; j < numbers; ++j) {
    double rest = impact->a[j];
    for (int i = 0; i < count; ++i) rest -= impact->map[j][axes[i]] * impulse[i];
    left += rest * rest;
    whole += impact->a[j] * impact->a[j];
  }
  return whole > 0 ? sqrt(left / whole) : 0;
}
