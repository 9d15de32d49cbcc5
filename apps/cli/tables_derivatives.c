/// @file tables_derivatives.c
/// How the outcome changes with its inputs, for people.
#include "summary.h"

static double largest_of(const carom_jacobian* j, int dimension, bool impulse, int column) {
  double most = 0;
  for (int row = 0; row < dimension; ++row) {
    const double x = impulse ? j->d_impulse[row][column] : j->d_velocity[row][column];
    if (x > most || -x > most) most = x > 0 ? x : -x;
  }
  return most;
}

static void print_row(const carom_jacobian* j, int dimension, const char* input, int column) {
  cli_print_label(input);
  for (int row = 0; row < dimension; ++row)
    cli_print_number(j->d_impulse[row][column], largest_of(j, dimension, true, column));
  for (int row = 0; row < dimension; ++row)
    cli_print_number(j->d_velocity[row][column], largest_of(j, dimension, false, column));
  putchar('\n');
}

/// SI units whatever --units says: most of them have no name elsewhere.
void cli_print_derivatives(const cli_page* page) {
  static const char* const plane[] = {"impulse t", "impulse n", "velocity t", "velocity n"};
  static const char* const space[] = {"impulse x", "impulse y", "impulse z", "velocity x", "velocity y", "velocity z"};
  const carom_jacobian* j = page->result->derivatives;
  if (!j) return;
  const int dimension = page->scenario->dimension;
  const unsigned all = dimension == 2 ? CAROM_WRT_ALL_PLANAR : CAROM_WRT_ALL_SPATIAL;
  cli_print_columns(page, "Derivatives, SI units", 2 * dimension, dimension == 2 ? plane : space);
  int column = 0;
  for (unsigned bit = 1; bit <= all; bit <<= 1)
    if (all & bit) print_row(j, dimension, carom_wrt_word((carom_wrt)bit, dimension), column++);
  const carom_smoothness* near = &j->smoothness;
  if (near->boundary == CAROM_BOUNDARY_NONE) return;
  printf("  the next %s, %.2g away: where %s\n", carom_smooth_word(near->kind), near->margin,
         carom_boundary_meaning(near->boundary));
}
