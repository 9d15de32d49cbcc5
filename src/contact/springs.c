// What several contacts ask of their surfaces.
#include "contact/springs.h"

#include "base/diag.h"
#include "contact/surface.h"

static carom_status check_exponent(const carom_surface* s, double first, carom_diag* diag) {
  const double exponent = carom__exponent(s);
  if (exponent != first)
    return carom__fail(diag, CAROM_INCONSISTENT, "exponent", exponent,
                       "exponent is %g here but %g at contact 0; it must be the same for all contacts", exponent,
                       first);
  if (exponent != 1 && s->mu > 0 && s->eta2 > 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "exponent", exponent,
                       "exponent is %g with tangential springs (eta2 = %g); with them it must be 1", exponent, s->eta2);
  return CAROM_OK;
}

carom__friction carom__friction_of(int count, const carom_surface* surfaces) {
  carom__friction found = {.rigid = -1, .springy = -1};
  for (int i = count - 1; i >= 0; --i) {
    if (surfaces[i].mu > 0 && surfaces[i].eta2 > 0) found.springy = i;
    if (surfaces[i].mu > 0 && surfaces[i].eta2 == 0) found.rigid = i;
  }
  return found;
}

/// The rigid law and that of springs are two models; nothing says what one does beside the other.
static carom_status check_kinds(int count, const carom_surface* surfaces, carom_diag* diag) {
  const carom__friction found = carom__friction_of(count, surfaces);
  if (found.rigid < 0 || found.springy < 0) return CAROM_OK;
  carom__fail(
      diag, CAROM_INCONSISTENT, "eta2", 0,
      "friction is rigid here (no eta2) but on springs at contact %d; all contacts with friction must have eta2 "
      "(or Poisson's ratio), or none",
      found.springy);
  return carom__fail_within(diag, CAROM_INCONSISTENT, "surfaces", found.rigid);
}

carom_status carom__springs_check(int count, const carom_surface* surfaces, carom_diag* diag) {
  for (int i = 0; i < count; ++i) {
    const carom_status status = check_exponent(&surfaces[i], carom__exponent(&surfaces[0]), diag);
    if (status) return carom__fail_within(diag, status, "surfaces", i);
  }
  return check_kinds(count, surfaces, diag);
}
