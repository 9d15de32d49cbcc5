// The surface of a contact: defaults and checks.
#include "contact/surface.h"

#include <math.h>

#include "base/diag.h"

carom_surface carom_surface_default(void) {
  return (carom_surface){
      .law = CAROM_LAW_STRONGE, .e = 1, .mu = 0, .mu_static = 0, .eta2 = 0, .stiffness = 1, .exponent = 1};
}

double carom_eta2_from_poisson_ratio(double nu) {
  return (2 - nu) / (2 * (1 - nu));
}

carom_status carom_surface_check(const carom_surface* s, carom_diag* diag) {
  if (!s) return carom__need(s, "surface", "be a surface", diag);
  if (!(s->law == CAROM_LAW_STRONGE || s->law == CAROM_LAW_POISSON || s->law == CAROM_LAW_NEWTON))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "law", (double)s->law, "law is %d, which is not a carom_law",
                       (int)s->law);
  if (!(s->e >= 0 && s->e <= 1))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "e", s->e, "e is %g; it must be from 0 to 1", s->e);
  if (!(s->mu >= 0 && isfinite(s->mu)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "mu", s->mu, "mu is %g; it must be finite and not negative", s->mu);
  if (!(carom__mu_static(s) >= s->mu && isfinite(s->mu_static)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "mu_static", s->mu_static,
                       "mu_static is %g; it must be finite and at least mu = %g (or 0: as mu)", s->mu_static, s->mu);
  if (!(s->eta2 >= 0 && isfinite(s->eta2)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "eta2", s->eta2, "eta2 is %g; it must be finite and not negative",
                       s->eta2);
  if (!(carom__stiffness(s) > 0 && isfinite(s->stiffness)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "stiffness", s->stiffness,
                       "stiffness is %g; it must be finite and positive (or 0: 1)", s->stiffness);
  if (!(carom__exponent(s) >= 1 && s->exponent <= 2))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "exponent", s->exponent,
                       "exponent is %g; it must be from 1 to 2 (or 0: 1)", s->exponent);
  return CAROM_OK;
}
