// Counts in cells: chunks of any range, one range in the end.
#include "sweep/cells.h"

#include <math.h>
#include <string.h>

enum { DIGITS = 53, LEAST_EXPONENT = -1022 };

static int64_t cell_of(double x, int64_t exponent) {
  return (int64_t)floor(ldexp(x, -(int)exponent));
}

carom__grid carom__grid_of(double least, double most) {
  int exponent;
  frexp(fmax(fabs(least), fabs(most)), &exponent);
  exponent -= DIGITS;  // cells of an ulp, whose numbers are doubles without loss
  if (exponent < LEAST_EXPONENT) exponent = LEAST_EXPONENT;
  while (cell_of(most, exponent) - cell_of(least, exponent) >= CAROM__CELLS) ++exponent;
  return (carom__grid){exponent, cell_of(least, exponent)};
}

/// Next to zero a cell may lie beyond the end by rounding; it belongs to the last.
static int64_t inside(int64_t cell) {
  return cell < 0 ? 0 : cell < CAROM__CELLS ? cell : CAROM__CELLS - 1;
}

void carom__cells_count(const double* numbers, int64_t count, const carom__grid* grid, uint16_t out[CAROM__CELLS]) {
  memset(out, 0, CAROM__CELLS * sizeof *out);
  for (int64_t i = 0; i < count; ++i)
    if (isfinite(numbers[i])) ++out[inside(cell_of(numbers[i], grid->exponent) - grid->first)];
}

/// The cell that has this one in it, 2^steps times as wide.
static int64_t wider(int64_t cell, int64_t steps) {
  const int shift = steps < 62 ? (int)steps : 62;
  return cell >= 0 ? cell >> shift : ~(~cell >> shift);
}

void carom__cells_add(const uint16_t* counts, const carom__grid* from, const carom__grid* to,
                      int64_t out[CAROM__CELLS]) {
  for (int i = 0; i < CAROM__CELLS; ++i)
    if (counts[i]) out[inside(wider(from->first + i, to->exponent - from->exponent) - to->first)] += counts[i];
}

/// About the number that has `rank` smaller ones: those of a cell lie in it at equal distances.
static double number_at(const int64_t* counts, const carom__grid* grid, const carom__sums* all, int64_t rank) {
  int64_t below = 0;
  int cell = 0;
  if (rank <= 0) return all->least;
  if (rank >= all->count - 1) return all->most;
  while (below + counts[cell] <= rank) below += counts[cell++];
  const double place = ((double)(rank - below) + 0.5) / (double)counts[cell];
  const double x = ldexp((double)(grid->first + cell) + place, (int)grid->exponent);
  return x < all->least ? all->least : x > all->most ? all->most : x;
}

double carom__cells_quantile(const int64_t* counts, const carom__grid* grid, const carom__sums* all, double level) {
  const double place = level * (double)(all->count - 1), part = place - floor(place);
  const double a = number_at(counts, grid, all, (int64_t)place);
  if (part == 0) return a;
  const double b = number_at(counts, grid, all, (int64_t)place + 1);
  return a * (1 - part) + b * part;
}

void carom__cells_histogram(const int64_t* counts, const carom__grid* grid, const carom__sums* all, carom__bins* bins) {
  carom__histogram(&all->least, all->count > 0 ? 1 : 0, bins);
  if (all->count == 0 || all->least == all->most) {  // one number, as often as it was there
    for (int i = 0; i < bins->count; ++i) bins->counts[i] *= all->count;
    return;
  }
  const int64_t cells = inside(cell_of(all->most, grid->exponent) - grid->first) + 1;
  const int64_t each = (cells + bins->count - 1) / bins->count;
  memset(bins->counts, 0, (size_t)bins->count * sizeof *bins->counts);
  for (int i = 0; i < CAROM__CELLS; ++i)
    if (counts[i]) bins->counts[i / each] += counts[i];
  bins->from = ldexp((double)grid->first, (int)grid->exponent);
  bins->to = ldexp((double)(grid->first + each * bins->count), (int)grid->exponent);
}
