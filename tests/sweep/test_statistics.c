// Statistics against plain definitions, and sensitivity indices against functions whose indices are known.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "random.h"
#include "sweep/cells.h"
#include "sweep/chunk.h"
#include "sweep/sampler.h"
#include "sweep/statistics.h"

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

Test(sweep_statistics, sorts_as_qsort_does) {
  enum { COUNT = 20000 };
  static double ours[COUNT], room[COUNT], theirs[COUNT];
  test_random r = {1};
  for (int i = 0; i < COUNT; ++i) {
    const double size = test_random_log(&r, 1e-300, 1e300);
    ours[i] = theirs[i] = i % 7 == 0 ? 0 : i % 2 ? size : -size;
  }
  carom__sort(ours, room, COUNT);
  qsort(theirs, COUNT, sizeof *theirs, compare);
  for (int i = 0; i < COUNT; ++i) cr_assert_eq(ours[i], theirs[i]);
}

/// The definition of NumPy's default, method "linear".
Test(sweep_statistics, quantiles) {
  static const double x[] = {1, 2, 4, 8, 16};
  cr_expect_eq(carom__quantile(x, 5, 0), 1);
  cr_expect_eq(carom__quantile(x, 5, 1), 16);
  cr_expect_eq(carom__quantile(x, 5, 0.5), 4);
  cr_expect_eq(carom__quantile(x, 5, 0.375), 3);
  cr_expect_eq(carom__quantile(x, 5, 0.9375), 14);
  cr_expect_eq(carom__quantile(x, 1, 0.3), 1);
}

Test(sweep_statistics, histogram_counts_all) {
  static const double x[] = {0, 0.1, 0.25, 0.5, 0.75, 1}, same[] = {3, 3}, wide[] = {-1.7e308, 0, 1.7e308};
  int64_t n[4];
  carom__bins bins = {.count = 4, .counts = n};
  carom__histogram(x, 6, &bins);
  cr_expect(bins.from == 0 && bins.to == 1);
  cr_expect(n[0] == 2 && n[1] == 1 && n[2] == 1 && n[3] == 2);
  carom__histogram(same, 2, &bins);
  cr_expect(bins.from == 2.5 && bins.to == 3.5 && n[2] == 2);
  carom__histogram(x, 0, &bins);
  cr_expect_eq(n[0] + n[1] + n[2] + n[3], 0);
  // From end to end of the doubles: the width is infinite, and still every number is in some bin.
  carom__histogram(wide, 3, &bins);
  cr_expect_eq(n[0] + n[1] + n[2] + n[3], 3);
}

/// A sample in chunks of any order and size, of all magnitudes, by cells: every number is counted once, quantiles are
/// off by a cell at most, bins have what the sorted numbers have between their ends.
static void check_cells(double* x, int64_t count) {
  enum { PIECES = 7, BINS = 40 };
  static double room[20000];
  int64_t counts[CAROM__CELLS] = {0}, bin_counts[BINS];
  const carom__sums all = carom__sums_of(x, count);
  const carom__grid grid = carom__grid_of(all.least, all.most);
  for (int k = PIECES - 1; k >= 0; --k) {
    uint16_t own[CAROM__CELLS];
    const int64_t from = count * k / PIECES, to = count * (k + 1) / PIECES;
    const carom__sums part = carom__sums_of(x + from, to - from);
    const carom__grid fine = carom__grid_of(part.least, part.most);
    cr_assert_leq(fine.exponent, grid.exponent);
    carom__cells_count(x + from, to - from, &fine, own);
    carom__cells_add(own, &fine, &grid, counts);
  }
  carom__bins bins = {.count = BINS, .counts = bin_counts};
  carom__cells_histogram(counts, &grid, &all, &bins);
  carom__sort(x, room, count);
  const double width = ldexp(1, (int)grid.exponent), slack = 4e-16 * fmax(fabs(all.least), fabs(all.most));
  cr_expect(width <= (all.most - all.least) / 1023 + slack, "%g of %g", width, all.most - all.least);
  for (int i = 0; i <= 100; ++i) {
    const double level = i / 100., q = carom__cells_quantile(counts, &grid, &all, level);
    cr_expect_float_eq(q, carom__quantile(x, count, level), width + slack, "%g: %.17g", level, q);
  }
  cr_expect_eq(carom__cells_quantile(counts, &grid, &all, 0), x[0]);
  cr_expect_eq(carom__cells_quantile(counts, &grid, &all, 1), x[count - 1]);
  int64_t at = 0;
  for (int i = 0; i < BINS; ++i) {
    const double end = bins.from + (bins.to - bins.from) / BINS * (i + 1), near = 1e-9 * width;
    const int64_t before = at;
    while (at < count && x[at] < end - near) ++at;
    if (all.least < all.most) cr_expect_eq(bin_counts[i], at - before, "bin %d", i);
  }
  cr_expect_eq(at, count);
}

Test(sweep_statistics, cells_stand_for_the_numbers) {
  static double x[20000];
  test_random r = {11};
  for (int i = 0; i < 20000; ++i) x[i] = test_random_uniform(&r, -3, 5) * test_random_uniform(&r, 0, 1);
  check_cells(x, 20000);
  for (int i = 0; i < 20000; ++i) x[i] = 1e9 + test_random_uniform(&r, 0, 1e-3);
  check_cells(x, 20000);
  for (int i = 0; i < 20000; ++i) x[i] = test_random_log(&r, 1e-300, 1e300);
  check_cells(x, 20000);
  for (int i = 0; i < 20000; ++i) x[i] = i % 3 == 0 ? -0.25 : 0.5;
  check_cells(x, 20000);
  for (int i = 0; i < 100; ++i) x[i] = 3;
  check_cells(x, 100);
}

/// From end to end of the doubles, and next to zero: nobody is lost.
Test(sweep_statistics, cells_at_the_ends_of_the_doubles) {
  static const double x[] = {-1.7e308, -5e-324, 0, 5e-324, 1.7e308};
  int64_t counts[CAROM__CELLS] = {0}, sum = 0;
  uint16_t own[CAROM__CELLS];
  const carom__grid all = carom__grid_of(x[0], x[4]);
  for (int i = 0; i < 5; ++i) {
    const carom__grid one = carom__grid_of(x[i], x[i]);
    carom__cells_count(&x[i], 1, &one, own);
    carom__cells_add(own, &one, &all, counts);
  }
  for (int i = 0; i < CAROM__CELLS; ++i) sum += counts[i];
  cr_expect_eq(sum, 5);
}

/// Two roads: all at once in long double, and joined from pieces.
Test(sweep_statistics, sums_join) {
  enum { COUNT = 10000 };
  static double x[COUNT];
  test_random r = {5};
  long double sum = 0, squares = 0;
  for (int i = 0; i < COUNT; ++i) sum += x[i] = 1e6 + test_random_uniform(&r, -1, 1);
  for (int i = 0; i < COUNT; ++i) squares += (x[i] - sum / COUNT) * (x[i] - sum / COUNT);
  carom__sums all = {0};
  for (int first = 0; first < COUNT; first += 700) {
    const carom__sums piece = carom__sums_of(x + first, COUNT - first < 700 ? COUNT - first : 700);
    all = carom__sums_join(&all, &piece);
  }
  cr_expect_eq(all.count, COUNT);
  cr_expect_float_eq(all.mean, (double)(sum / COUNT), 1e-15 * 1e6);
  cr_expect_float_eq(all.m2, (double)squares, 1e-9 * (double)squares);
}

Test(sweep_statistics, what_is_not_finite_does_not_count) {
  const double x[] = {1, (double)NAN, 3, HUGE_VAL};
  const carom__sums sums = carom__sums_of(x, 4);
  cr_expect(sums.count == 2 && sums.mean == 2 && sums.m2 == 2 && sums.least == 1 && sums.most == 3);
}

static const double PI = 3.14159265358979323846;

/// Rows of a function over uniforms, in Saltelli's blocks.
static double* fill_blocks(int inputs, int64_t rows, double (*f)(const double* u), carom__blocks* out) {
  static carom__sampler sampler;
  static carom_sweep_plan plan;
  plan = (carom_sweep_plan){.has_sampling = true, .sampling = CAROM_SAMPLING_SALTELLI, .sensitivity = true, .seed = 1};
  plan.rows = rows;
  plan.input_count = inputs;
  for (int i = 0; i < inputs; ++i) {
    plan.inputs[i] = (carom_sweep_input){.leader = -1};
    plan.inputs[i].spread = (carom_spread){.numbers = {0, 1}, .low = -HUGE_VAL, .high = HUGE_VAL};
  }
  cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
  double* values = malloc((size_t)sampler.rows * sizeof *values);
  carom__cursor cursor = {.at = -1};
  for (int64_t i = 0; i < sampler.rows; ++i) {
    double u[8];
    carom__sampler_row(&sampler, &cursor, i, u);
    values[i] = f(u);
  }
  *out = (carom__blocks){values, sampler.blocks, inputs, 1};
  return values;
}

/// Ishigami's function with a = 7, b = 0.1 on (-pi, pi)^3.
static double ishigami(const double* u) {
  const double x = PI * (2 * u[0] - 1), y = PI * (2 * u[1] - 1), z = PI * (2 * u[2] - 1);
  return sin(x) + 7 * sin(y) * sin(y) + 0.1 * z * z * z * z * sin(x);
}

/// Closed form: Ishigami and Homma (1990); Saltelli et al., Global Sensitivity Analysis (2008).
Test(sweep_statistics, sensitivity_of_the_ishigami_function) {
  const double a = 7, b = 0.1, p4 = pow(PI, 4);
  const double v1 = 0.5 * pow(1 + b * p4 / 5, 2), v2 = a * a / 8, v13 = b * b * p4 * p4 * 8 / 225, v = v1 + v2 + v13;
  const double first[3] = {v1 / v, v2 / v, 0}, total[3] = {(v1 + v13) / v, v2 / v, v13 / v};
  carom__blocks blocks;
  double s1[3], w1[3], st[3], wt[3];
  double* values = fill_blocks(3, 5 * 16384, ishigami, &blocks);
  carom__indices out = {s1, w1, st, wt, -1};
  cr_assert(carom__sensitivity(&blocks, &out));
  cr_expect_eq(out.dropped, 0);
  for (int i = 0; i < 3; ++i) {
    // Sobol's points do better than the bootstrap, which knows random ones only, expects.
    cr_expect_float_eq(s1[i], first[i], 0.005, "S%d %g, not %g", i + 1, s1[i], first[i]);
    cr_expect_float_eq(st[i], total[i], 0.005, "T%d %g, not %g", i + 1, st[i], total[i]);
    cr_expect_lt(fabs(s1[i] - first[i]), 2 * w1[i] + 1e-9);
    cr_expect(w1[i] > 1e-4 && w1[i] < 0.03 && wt[i] > 1e-4 && wt[i] < 0.03, "%g %g", w1[i], wt[i]);
  }
  values[7] = (double)NAN;
  values[8] = (double)NAN;
  cr_assert(carom__sensitivity(&blocks, &out));
  cr_expect_eq(out.dropped, 1);
  free(values);
}

static double constant(const double* u) {
  (void)u;
  return 3;
}

Test(sweep_statistics, nothing_varies) {
  carom__blocks blocks;
  double s1[3], w1[3], st[3], wt[3];
  double* values = fill_blocks(3, 500, constant, &blocks);
  carom__indices out = {s1, w1, st, wt, -1};
  cr_assert(carom__sensitivity(&blocks, &out));
  cr_expect(isnan(s1[0]) && isnan(st[2]) && isnan(w1[0]));
  for (int64_t i = 0; i < 500; ++i) values[i] = (double)NAN;
  cr_assert(carom__sensitivity(&blocks, &out));
  cr_expect(out.dropped == 100 && isnan(s1[0]));
  free(values);
}
