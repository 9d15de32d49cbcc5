// What the derivatives of every model share: their errors, and the columns of the plane.
#include "contact/derivative.h"

#include "base/diag.h"

const unsigned carom__planar_bits[CAROM_PLANAR_INPUTS] = {CAROM_WRT_W_XX, CAROM_WRT_W_XZ, CAROM_WRT_W_ZZ, CAROM_WRT_V_X,
                                                          CAROM_WRT_V_Z,  CAROM_WRT_MU,   CAROM_WRT_E};

carom_status carom__fail_not_differentiable(carom_diag* diag) {
  return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "w", 0,
                     "the outcome has no derivative here: W is singular where the contact sticks, or nothing was "
                     "compressed");
}

carom_status carom__fail_derivative_overflow(carom_diag* diag) {
  return carom__fail(diag, CAROM_OVERFLOW, "w", 0, "a derivative is too large for a double");
}
