// What springs at several contacts ask of their surfaces.
#include "contact/springs.h"

#include "base/diag.h"

static carom_status check_exponent(const carom_surface* s, double first, carom_diag* diag) {
  if (s->exponent != first)
    return carom__fail(diag, CAROM_INCONSISTENT, "exponent", s->exponent,
                       "exponent is %g here but %g at contact 0; it must be the same for all contacts", s->exponent,
                       first);
  if (s->exponent != 1 && s->mu > 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "exponent", s->exponent,
                       "exponent is %g with friction (mu = %g); with friction it must be 1", s->exponent, s->mu);
  return CAROM_OK;
}

carom_status carom__springs_check(int count, const carom_surface* surfaces, carom_diag* diag) {
  for (int i = 0; i < count; ++i) {
    const carom_status status = check_exponent(&surfaces[i], surfaces[0].exponent, diag);
    if (status) return carom__fail_within(diag, status, "surfaces", i);
  }
  return CAROM_OK;
}
