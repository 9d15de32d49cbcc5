// What springs at several contacts ask of their surfaces.
#include "contact/springs.h"

#include "base/diag.h"
#include "contact/surface.h"

static carom_status check_exponent(const carom_surface* s, double first, carom_diag* diag) {
  const double exponent = carom__exponent(s);
  if (exponent != first)
    return carom__fail(diag, CAROM_INCONSISTENT, "exponent", exponent,
                       "exponent is %g here but %g at contact 0; it must be the same for all contacts", exponent,
                       first);
  if (exponent != 1 && s->mu > 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "exponent", exponent,
                       "exponent is %g with friction (mu = %g); with friction it must be 1", exponent, s->mu);
  return CAROM_OK;
}

carom_status carom__springs_check(int count, const carom_surface* surfaces, carom_diag* diag) {
  for (int i = 0; i < count; ++i) {
    const carom_status status = check_exponent(&surfaces[i], carom__exponent(&surfaces[0]), diag);
    if (status) return carom__fail_within(diag, status, "surfaces", i);
  }
  return CAROM_OK;
}
