// What a planar problem must be, and how it comes out of a contact problem.
#include <math.h>

#include "base/diag.h"
#include "contact/given.h"
#include "contact/surface.h"
#include "planar/line.h"

/// W may be indefinite by rounding: an eigenvalue down to -1e-12 of the largest counts as 0.
static const double INDEFINITE = 1e-12;
static const double SYMMETRY_TOLERANCE = 1e-12;

static carom_status fail_not_finite(carom_diag* diag, const char* field, double value) {
  return carom__fail(diag, CAROM_NOT_FINITE, field, value, "%s is not a finite number", field);
}

static carom_status check_finite(const carom_planar_problem* p, carom_diag* diag) {
  if (!isfinite(p->w_tt)) return fail_not_finite(diag, "w_tt", p->w_tt);
  if (!isfinite(p->w_tn)) return fail_not_finite(diag, "w_tn", p->w_tn);
  if (!isfinite(p->w_nn)) return fail_not_finite(diag, "w_nn", p->w_nn);
  if (!isfinite(p->v_t)) return fail_not_finite(diag, "v_t", p->v_t);
  if (!isfinite(p->v_n)) return fail_not_finite(diag, "v_n", p->v_n);
  return CAROM_OK;
}

static carom_status check_matrix(const carom_planar_problem* p, carom_diag* diag) {
  if (!(p->w_tt >= 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "w_tt", p->w_tt, "w_tt is %g; it must not be negative", p->w_tt);
  if (!(p->w_nn > 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "w_nn", p->w_nn, "w_nn is %g; it must be positive", p->w_nn);
  // In units of the trace, so that no product overflows.
  const double trace = 0.5 * p->w_tt + 0.5 * p->w_nn;
  const double tt = p->w_tt / trace, tn = p->w_tn / trace, nn = p->w_nn / trace;
  if (!(carom_difference_of_products(tt, nn, tn, tn) >= -4 * INDEFINITE))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "w_tn", p->w_tn,
                       "w_tn is %g, but w_tn^2 must not exceed w_tt w_nn = %g * %g (W positive semidefinite)", p->w_tn,
                       p->w_tt, p->w_nn);
  return CAROM_OK;
}

carom_status carom__planar_check(const carom_planar_problem* p, carom_diag* diag) {
  carom_status status = check_finite(p, diag);
  if (!status) status = check_matrix(p, diag);
  if (status) return status;
  status = carom_surface_check(&p->surface, diag);
  if (status) return carom__fail_within(diag, status, "surface", -1);
  if (p->surface.eta2 != 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "surface.eta2", p->surface.eta2,
                       "eta2 is %g; the planar model is rigid tangentially, so it must be 0", p->surface.eta2);
  return CAROM_OK;
}

carom_status carom_planar_from_contact(const carom_contact_problem* contact, carom_planar_problem* out,
                                       carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(contact, out, diag);
  if (status) return status;
  if (contact->dimension != 2)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", contact->dimension,
                       "dimension is %d; the planar model needs 2", contact->dimension);
  if (contact->contact_count != 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", contact->contact_count,
                       "contact_count is %d; the planar model solves one contact", contact->contact_count);
  status = carom__need_arrays(contact, diag);
  if (status) return status;
  const carom_planar_problem problem = {.w_tt = contact->w[0],
                                        .w_tn = 0.5 * contact->w[1] + 0.5 * contact->w[2],
                                        .w_nn = contact->w[3],
                                        .v_t = contact->v[0],
                                        .v_n = contact->v[1],
                                        .surface = carom__with_defaults(&contact->surfaces[0])};
  status = carom__planar_check(&problem, diag);
  if (status) return status;
  const double asymmetry = carom_asymmetry(2, contact->w);
  if (!(asymmetry <= SYMMETRY_TOLERANCE))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "w", asymmetry,
                       "w is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  *out = problem;
  return CAROM_OK;
}
