// How two of several contacts feel each other.
#include <math.h>
#include <stddef.h>

#include "carom/contact.h"

static double entry(const carom_contact_problem* problem, int row, int column) {
  return problem->w[(size_t)row * (size_t)(problem->dimension * problem->contact_count) + (size_t)column];
}

/// Without friction there is no tangential impulse, and what becomes of the slip is nobody's business.
static int first_axis(const carom_contact_problem* problem, int contact) {
  return problem->surfaces[contact].mu > 0 ? 0 : problem->dimension - 1;
}

carom_coupling carom_contact_coupling(const carom_contact_problem* problem, int contact_a, int contact_b) {
  const double tiny = 1e-14;  // what rounding may leave of nothing when W is assembled
  const int dimension = problem->dimension;
  const int a = contact_a * dimension, b = contact_b * dimension, n = dimension - 1;
  const double scale = sqrt(entry(problem, a + n, a + n) * entry(problem, b + n, b + n));
  carom_coupling coupling = {.normal = entry(problem, a + n, b + n) / scale};
  for (int i = first_axis(problem, contact_a); i < dimension; ++i)
    for (int j = first_axis(problem, contact_b); j < dimension; ++j)
      coupling.interacts = coupling.interacts || fabs(entry(problem, a + i, b + j)) > tiny * scale;
  return coupling;
}
