// The contact problem: what it must be.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "contact/given.h"
#include "math/eigen.h"
#include "math/elementary.h"

/// Eigenvalues of W down to this part of the largest, below zero or above, are rounding and count as 0.
static const double ZERO_EIGENVALUE = 1e-12;
static const double SYMMETRY_TOLERANCE = 1e-12;

int carom_contact_workspace_size(int dimension, int contact_count) {
  const int size = dimension * contact_count;
  return 2 * size * size + size;
}

static carom_status check_shape(const carom_contact_problem* p, carom_diag* diag) {
  if (!p) return carom__need(p, "problem", "be what is to be checked", diag);
  if (p->dimension != 2 && p->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", p->dimension, "dimension is %d; it must be 2 or 3",
                       p->dimension);
  if (p->contact_count < 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", p->contact_count,
                       "contact_count is %d; there must be at least one contact", p->contact_count);
  return carom__need_arrays(p, diag);
}

static carom_status check_entries(const carom_contact_problem* p, int size, carom_diag* diag) {
  for (int i = 0; i < size * size; ++i)
    if (!isfinite(p->w[i]))
      return carom__fail(diag, CAROM_NOT_FINITE, "w", p->w[i], "w[%d][%d] is not a finite number", i / size, i % size);
  for (int i = 0; i < size; ++i)
    if (!isfinite(p->v[i])) return carom__fail(diag, CAROM_NOT_FINITE, "v", p->v[i], "v[%d] is not a finite number", i);
  const double asymmetry = carom_asymmetry(size, p->w);
  if (!(asymmetry <= SYMMETRY_TOLERANCE))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "w", asymmetry,
                       "w is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  for (int i = p->dimension - 1; i < size; i += p->dimension)
    if (!(p->w[i * size + i] > 0))
      return carom__fail(diag, CAROM_NOT_POSITIVE, "w", p->w[i * size + i],
                         "the normal diagonal w[%d][%d] is %g; it must be positive", i, i, p->w[i * size + i]);
  return CAROM_OK;
}

/// This part of the largest diagonal entry, which is no more than the largest eigenvalue, is added to the diagonal
/// before Cholesky's method is tried: half of ZERO_EIGENVALUE.
static const double SHIFT = 5e-13;

/// Cholesky's method is quick. Where it succeeds on W + s no eigenvalue of W is below -s but for its rounding, which
/// stays below the other half of ZERO_EIGENVALUE (size (size + 1) eps/2 of the diagonal at worst, up to size 66; far
/// less than that in fact). Redundant contacts, whose W is singular, pass too; the few that do not are no verdict.
static bool is_surely_positive(const carom_contact_problem* p, int size, double* workspace) {
  double largest = 0;
  for (int i = 0; i < size; ++i) largest = carom__max(largest, p->w[i * size + i]);
  for (int i = 0; i < size * size; ++i) workspace[i] = p->w[i];
  for (int i = 0; i < size; ++i) workspace[i * size + i] += SHIFT * largest;
  return carom_cholesky(size, workspace) == 0;
}

static carom_status check_positive(const carom_contact_problem* p, int size, double* workspace, carom_diag* diag) {
  if (is_surely_positive(p, size, workspace)) return CAROM_OK;
  double smallest, largest;
  for (int i = 0; i < size * size; ++i) workspace[i] = p->w[i];
  carom__spectrum_ends(size, workspace, workspace + size * size, &smallest, &largest);
  if (!(smallest >= -ZERO_EIGENVALUE * largest))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "w", smallest,
                       "w has the eigenvalue %.6g (the largest is %.6g); it must be positive semidefinite", smallest,
                       largest);
  return CAROM_OK;
}

carom_status carom_contact_problem_check(const carom_contact_problem* p, double* workspace, carom_diag* diag) {
  carom_status status = check_shape(p, diag);
  if (!status) status = carom__need_memory(workspace, "workspace", "hold 2 size^2 + size numbers", diag);
  if (status) return status;
  const int size = p->dimension * p->contact_count;
  status = check_entries(p, size, diag);
  if (status) return status;
  status = check_positive(p, size, workspace, diag);
  if (status) return status;
  for (int i = 0; i < p->contact_count; ++i) {
    status = carom_surface_check(&p->surfaces[i], diag);
    if (status) return carom__fail_within(diag, status, "surfaces", i);
  }
  return CAROM_OK;
}
