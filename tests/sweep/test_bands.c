// Quantiles at the values of a grid, against rows picked out one by one.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/sweep.h"
#include "kit/parse_text.h"

enum { ROWS = 2000, VALUES = 5, LEVELS = 3 };

#define PLANAR                                                                                                    \
  "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[2.5, -1.5], [-1.5, 2.5]], 'v': [0.6, -1]}, "             \
  "'contacts': [{'e': 0.5, 'mu': 0.9}], 'sweep': {'rows': 2000, 'vary': {'contacts.0.e': {'uniform': [0, 1.2]}, " \
  "'contacts.0.mu': {'log_grid': [0.1, 1, 5]}}, 'store': ['energy.change'], 'statistics': {'quantiles': "         \
  "[0, 0.5, 0.9]}}}"

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

/// The rows of one value that have an answer, sorted.
static int pick_rows(const double* x, const double* y, double value, double* out) {
  int count = 0;
  for (int i = 0; i < ROWS; ++i)
    if (x[i] == value && !isnan(y[i])) out[count++] = y[i];
  qsort(out, (size_t)count, sizeof *out, compare);
  return count;
}

Test(sweep_bands, are_quantiles_of_the_rows_of_each_value) {
  char folder[] = "carom-bands-XXXXXX", out[64], command[64];
  double values[VALUES], quantiles[VALUES][LEVELS], x[ROWS], y[ROWS], some[ROWS];
  carom_diag error = {0};
  char* text = quoted(PLANAR);
  carom_sweep_plan* plan = carom_sweep_plan_parse(text, strlen(text), &error);
  cr_assert(plan, "%s", error.message);
  carom_sweep* s = carom_sweep_open(text, strlen(text), plan, &error);
  cr_assert(s && mkdtemp(folder), "%s", error.message);
  snprintf(out, sizeof out, "%s/out/", folder);
  cr_assert(carom_sweep_attach(s, out, false, &error) && !carom_sweep_run(s, NULL, NULL, &error), "%s", error.message);
  cr_assert(carom_sweep_read_input(s, 1, 0, ROWS, x) && carom_sweep_read_of(s, 0, 0, ROWS, y));
  cr_assert_eq(carom_sweep_bands(s, 1, 0, values, quantiles[0]), VALUES);
  for (int i = 0; i < VALUES; ++i) {
    const int count = pick_rows(x, y, values[i], some);
    cr_assert(count > 100 && (i == 0 || values[i] > values[i - 1]));
    const double place = 0.9 * (count - 1), part = place - floor(place), below = some[(int)place];
    cr_expect_eq(quantiles[i][0], some[0]);
    cr_expect_float_eq(quantiles[i][1], 0.5 * (some[(count - 1) / 2] + some[count / 2]), 1e-15);
    cr_expect_float_eq(quantiles[i][2], below + part * (some[(int)place + 1] - below), 1e-15);
  }
  cr_expect_eq(carom_sweep_bands(s, 0, 0, values, quantiles[0]), 0, "uniform is no grid");
  cr_expect_eq(carom_sweep_bands(s, 2, 0, values, quantiles[0]), 0);
  cr_expect_eq(carom_sweep_bands(s, 1, 1, values, quantiles[0]), 0);
  cr_expect_eq(carom_sweep_bands(NULL, 1, 0, values, quantiles[0]), 0);
  cr_expect_eq(carom_sweep_bands(s, 1, 0, NULL, quantiles[0]), 0);
  cr_expect_eq(carom_sweep_bands(s, 1, 0, values, NULL), 0);
  carom_sweep_free(s);
  carom_sweep_plan_free(plan);
  free(text);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  cr_expect_eq(system(command), 0);
}
