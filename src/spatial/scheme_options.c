// What the options of a published scheme must be.
#include "spatial/scheme_options.h"

#include "base/diag.h"

static carom_status check_positive(const char* field, double value, carom_diag* diag) {
  if (!isfinite(value)) return carom__fail(diag, CAROM_NOT_FINITE, field, value, "%s is not a finite number", field);
  if (!(value > 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, field, value, "%s is %g; it must be positive", field, value);
  return CAROM_OK;
}

static carom_status check_variable_step(const carom_spatial_scheme_options* o, carom_diag* diag) {
  carom_status status = check_positive("epsilon", o->epsilon, diag);
  if (!status && !(o->epsilon < 1))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "epsilon", o->epsilon, "epsilon is %g; it must lie between 0 and 1",
                       o->epsilon);
  if (!status) status = check_positive("h1", o->h1, diag);
  if (!status) status = check_positive("h2", o->h2, diag);
  return status;
}

carom_status carom__scheme_options_check(const carom_spatial_scheme_options* o, carom_diag* diag) {
  switch (o->scheme) {
    case CAROM_SCHEME_NI:
    case CAROM_SCHEME_FS:
      return check_positive("step", o->step, diag);
    case CAROM_SCHEME_VS:
      return check_variable_step(o, diag);
  }
  return carom__fail(diag, CAROM_OUT_OF_RANGE, "scheme", (double)o->scheme,
                     "scheme is %d, which is not a carom_spatial_scheme", (int)o->scheme);
}
