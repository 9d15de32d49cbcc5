// Any mechanism: W = J M^-1 J^T, v = J u, u+ = u + M^-1 J^T P (MOR11). With M = L L^T and Y = L^-1 J^T, W = Y^T Y is
// symmetric and positive semidefinite by construction.
#include <math.h>

#include "base/diag.h"
#include "carom/model.h"
#include "model/body.h"

static const double SYMMETRY_TOLERANCE = 1e-9;

static int row_count(const carom_mechanism* m) {
  return m->dimension * m->contact_count;
}

int carom_mechanism_workspace_size(const carom_mechanism* m) {
  return m->dof * m->dof + m->dof * row_count(m);
}

static carom_status check_shape(const carom_mechanism* m, carom_diag* diag) {
  if (!m) return carom__need(m, "mechanism", "be a mechanism", diag);
  if (m->dof < 1 || m->dof > CAROM_MECHANISM_MAX_DOF)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dof", m->dof, "dof is %d; it must be from 1 to %d", m->dof,
                       CAROM_MECHANISM_MAX_DOF);
  if (m->dimension != 2 && m->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", m->dimension, "dimension is %d; it must be 2 or 3",
                       m->dimension);
  if (m->contact_count < 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", m->contact_count,
                       "contact_count is %d; there must be at least one contact", m->contact_count);
  return CAROM_OK;
}

static carom_status check_all_finite(const char* field, int count, const double* a, carom_diag* diag) {
  for (int i = 0; i < count; ++i)
    if (!isfinite(a[i]))
      return carom__fail(diag, CAROM_NOT_FINITE, field, a[i], "%s[%d] is not a finite number", field, i);
  return CAROM_OK;
}

static carom_status check_matrix(const carom_mechanism* m, carom_diag* diag) {
  const carom_status status = check_all_finite("mass_matrix", m->dof * m->dof, m->mass_matrix, diag);
  if (status) return status;
  const double asymmetry = carom_asymmetry(m->dof, m->mass_matrix);
  if (!(asymmetry <= SYMMETRY_TOLERANCE))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "mass_matrix", asymmetry,
                       "mass_matrix is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  return CAROM_OK;
}

static carom_status check_factor(const carom_mechanism* m, carom_diag* diag) {
  for (int i = 0; i < m->dof; ++i) {
    const double* row = m->factor + i * m->dof;
    const carom_status status = check_all_finite("factor", i + 1, row, diag);
    if (status) return status;
    if (!(row[i] > 0))
      return carom__fail(diag, CAROM_NOT_POSITIVE, "factor", row[i],
                         "factor[%d][%d] is %g; the diagonal of a Cholesky factor is positive", i, i, row[i]);
  }
  return CAROM_OK;
}

static carom_status check(const carom_mechanism* m, carom_diag* diag) {
  carom_status status = check_shape(m, diag);
  if (!status && !m->factor)
    status = carom__need(m->mass_matrix, "mass_matrix", "hold dof * dof numbers, unless factor does", diag);
  if (!status) status = carom__need(m->velocity, "velocity", "hold dof numbers", diag);
  if (!status) status = carom__need(m->jacobian, "jacobian", "hold dimension * contact_count rows of dof", diag);
  if (!status) status = m->mass_matrix ? check_matrix(m, diag) : check_factor(m, diag);
  if (!status) status = check_all_finite("velocity", m->dof, m->velocity, diag);
  if (!status) status = check_all_finite("jacobian", row_count(m) * m->dof, m->jacobian, diag);
  return status;
}

static carom_status factor(const carom_mechanism* m, double* l, carom_diag* diag) {
  if (!m->mass_matrix) {
    for (int i = 0; i < m->dof * m->dof; ++i) l[i] = i % m->dof <= i / m->dof ? m->factor[i] : 0;
    return CAROM_OK;
  }
  for (int i = 0; i < m->dof * m->dof; ++i) l[i] = m->mass_matrix[i];
  carom_symmetrize(m->dof, l);
  const int bad = carom_cholesky(m->dof, l);
  if (bad)
    return carom__fail(diag, CAROM_NOT_POSITIVE, "mass_matrix", bad - 1,
                       "mass_matrix is not positive definite to working precision: its leading %d x %d block is "
                       "singular or has a negative eigenvalue",
                       bad, bad);
  return CAROM_OK;
}

static double dot(int n, const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

carom_status carom_mechanism_contact(const carom_mechanism* m, double* workspace, double* w, double* v,
                                     carom_diag* diag) {
  carom_status status = check(m, diag);
  if (!status)
    status =
        carom__need_memory(workspace, "workspace", "hold as many numbers as carom_mechanism_workspace_size says", diag);
  if (!status) status = carom__need_memory(w, "w", "have room for (dimension * contact_count)^2 numbers", diag);
  if (!status) status = carom__need_memory(v, "v", "have room for dimension * contact_count numbers", diag);
  if (!status) status = factor(m, workspace, diag);
  if (status) return status;
  const int n = m->dof, rows = row_count(m);
  double* y = workspace + n * n;  // row i is L^-1 times row i of J
  for (int i = 0; i < rows * n; ++i) y[i] = m->jacobian[i];
  for (int i = 0; i < rows; ++i) carom_cholesky_forward(n, workspace, y + i * n);
  for (int i = m->dimension - 1; i < rows; i += m->dimension)
    if (!(dot(n, y + i * n, y + i * n) > 0))
      return carom__fail(diag, CAROM_NOT_POSITIVE, "jacobian", 0,
                         "row %d of jacobian (a normal row) is zero; a normal impulse must be able to move something",
                         i);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= i; ++j) w[i * rows + j] = w[j * rows + i] = dot(n, y + i * n, y + j * n);
  carom_mechanism_velocities(m, v);
  return carom__contact_fits(rows, w, v, diag);
}

void carom_mechanism_velocities(const carom_mechanism* m, double* v) {
  const int n = m->dof, rows = row_count(m);
  for (int i = 0; i < rows; ++i) v[i] = dot(n, m->jacobian + i * n, m->velocity);
}

void carom_mechanism_apply(const carom_mechanism* m, const double* workspace, const double* impulses,
                           double* velocity_after) {
  const int n = m->dof, rows = row_count(m);
  const double* y = workspace + n * n;
  for (int k = 0; k < n; ++k) {
    velocity_after[k] = 0;
    for (int i = 0; i < rows; ++i) velocity_after[k] += y[i * n + k] * impulses[i];
  }
  carom_cholesky_backward(n, workspace, velocity_after);
  for (int k = 0; k < n; ++k) velocity_after[k] += m->velocity[k];
}

double carom_mechanism_energy(int dof, const double* mass_matrix, const double* velocity) {
  double sum = 0;
  for (int i = 0; i < dof; ++i) sum += velocity[i] * dot(dof, mass_matrix + i * dof, velocity);
  return 0.5 * sum;
}
