// What a spatial problem must be, and how it comes out of a contact problem.
#include "spatial/check.h"

#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "contact/given.h"
#include "contact/surface.h"

static const double SYMMETRY_TOLERANCE = 1e-12;

carom_spatial_problem carom_spatial_problem_default(void) {
  return (carom_spatial_problem){.w = carom_mat3_identity(), .surface = carom_surface_default()};
}

static carom_status check_finite(const carom_spatial_problem* p, carom_diag* diag) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (!isfinite(p->w.m[i][j]))
        return carom__fail(diag, CAROM_NOT_FINITE, "w", p->w.m[i][j], "w[%d][%d] is not a finite number", i, j);
  if (!carom_vec3_is_finite(p->v))
    return carom__fail(diag, CAROM_NOT_FINITE, "v", 0, "v has an entry that is NaN or infinite");
  return CAROM_OK;
}

/// Eigenvalues down to this part of the largest, below zero, are rounding of a singular W (as in carom/contact.h).
static const double INDEFINITE = 1e-12;

/// W in units of the square roots of its diagonal, so that unequal masses do not matter.
static void scale_by_diagonal(const carom_mat3* w, double* a) {
  const double scale[3] = {sqrt(w->m[0][0]), sqrt(w->m[1][1]), sqrt(w->m[2][2])};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a[i * 3 + j] = w->m[i][j] / scale[i] / scale[j];
  carom_symmetrize(3, a);
}

/// The last pivot carries the rounding of W times the condition of B, and is no judge where B is nearly singular;
/// eigenvalues carry the rounding alone.
static bool is_semidefinite(const carom_mat3* w) {
  double a[9], values[3], vectors[9];
  scale_by_diagonal(w, a);
  // Far from semidefinite, where entries may be infinite here: none exceeds 1 in a W that is.
  for (int i = 0; i < 9; ++i)
    if (!(fabs(a[i]) <= 2)) return false;
  carom_symmetric_eigen(3, a, values, vectors);
  return values[0] >= -INDEFINITE * values[2];
}

/// The pivots of W, normal row last: B11, B22 - B12^2/B11 must be safely positive, and k = Wzz - d.B^-1 d too, or zero
/// where W may be singular.
static carom_status check_positive(const carom_spatial_problem* p, bool singular_too, carom_diag* diag) {
  for (int i = 0; i < 3; ++i)
    if (!(p->w.m[i][i] > 0))
      return carom__fail(diag, CAROM_NOT_POSITIVE, "w", p->w.m[i][i], "w[%d][%d] is %g; it must be positive", i, i,
                         p->w.m[i][i]);
  double a[9];
  scale_by_diagonal(&p->w, a);
  const int bad = carom_cholesky(3, a);
  if (bad == 3 && singular_too && is_semidefinite(&p->w)) return CAROM_OK;
  if (bad)
    return carom__fail(diag, CAROM_NOT_POSITIVE, "w", bad - 1,
                       "w is singular or indefinite to working precision (in its leading %d x %d block); it must be "
                       "positive definite here",
                       bad, bad);
  return CAROM_OK;
}

static carom_status check(const carom_spatial_problem* p, bool singular_too, carom_diag* diag) {
  carom_status status = check_finite(p, diag);
  if (status) return status;
  const double asymmetry = carom_asymmetry(3, &p->w.m[0][0]);
  if (!(asymmetry <= SYMMETRY_TOLERANCE))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "w", asymmetry,
                       "w is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  status = check_positive(p, singular_too, diag);
  if (status) return status;
  status = carom_surface_check(&p->surface, diag);
  if (status) return carom__fail_within(diag, status, "surface", -1);
  if (p->surface.eta2 != 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "surface.eta2", p->surface.eta2,
                       "eta2 is %g; the spatial model is rigid tangentially, so it must be 0", p->surface.eta2);
  return CAROM_OK;
}

carom_status carom__spatial_check(const carom_spatial_problem* p, carom_diag* diag) {
  return check(p, true, diag);
}

carom_status carom__spatial_check_definite(const carom_spatial_problem* p, carom_diag* diag) {
  return check(p, false, diag);
}

carom_status carom_spatial_from_contact(const carom_contact_problem* contact, carom_spatial_problem* out,
                                        carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(contact, out, diag);
  if (status) return status;
  if (contact->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", contact->dimension,
                       "dimension is %d; the spatial model needs 3", contact->dimension);
  if (contact->contact_count != 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", contact->contact_count,
                       "contact_count is %d; the spatial model solves one contact", contact->contact_count);
  status = carom__need_arrays(contact, diag);
  if (status) return status;
  carom_spatial_problem problem = {.v = {contact->v[0], contact->v[1], contact->v[2]},
                                   .surface = carom__with_defaults(&contact->surfaces[0])};
  for (int i = 0; i < 9; ++i) problem.w.m[i / 3][i % 3] = contact->w[i];
  status = carom__spatial_check(&problem, diag);
  if (!status) *out = problem;
  return status;
}
