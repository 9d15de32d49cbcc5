// Rows: grids count, rows do not depend on who asks, correlations are there, blocks are Saltelli's, mistakes are named.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "sweep/sampler.h"

static carom_sweep_plan plan;
static carom__sampler sampler;

static void start_plan(carom_sampling sampling, int count, const char* const* spreads) {
  plan = (carom_sweep_plan){.has_sampling = true, .sampling = sampling, .seed = 11, .input_count = count};
  for (int i = 0; i < count; ++i) {
    plan.inputs[i].leader = -1;
    plan.inputs[i].path[0] = (char)('a' + i);
    cr_assert_eq(carom__spread_read(spreads[i], "x", &plan.inputs[i].spread, NULL), CAROM_OK);
  }
}

static void row(int64_t number, double* out) {
  carom__cursor cursor = {.at = -1};
  carom__sampler_row(&sampler, &cursor, number, out);
}

Test(sweep_sampler, grid_has_all_combinations_last_fastest) {
  static const char* const spreads[] = {"0:1:2", "choice:5:6:7"};
  static const double wanted[6][2] = {{0, 5}, {0, 6}, {0, 7}, {1, 5}, {1, 6}, {1, 7}};
  start_plan(CAROM_SAMPLING_GRID, 2, spreads);
  cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
  cr_assert_eq(sampler.rows, 6);
  for (int i = 0; i < 6; ++i) {
    double x[2];
    row(i, x);
    cr_expect(x[0] == wanted[i][0] && x[1] == wanted[i][1], "row %d", i);
  }
}

/// A row is the same in order, backwards, and alone.
Test(sweep_sampler, rows_do_not_depend_on_order) {
  static const char* const spreads[] = {"uniform:0:1", "normal:0:1", "0:1:5"};
  for (int method = CAROM_SAMPLING_RANDOM; method <= CAROM_SAMPLING_SALTELLI; ++method) {
    start_plan((carom_sampling)method, 3, spreads);
    plan.sensitivity = method == CAROM_SAMPLING_SALTELLI;
    cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
    carom__cursor forward = {.at = -1}, backward = {.at = -1};
    static double kept[500][3];
    for (int i = 0; i < 500; ++i) carom__sampler_row(&sampler, &forward, i, kept[i]);
    for (int i = 499; i >= 0; --i) {
      double x[3], alone[3];
      carom__sampler_row(&sampler, &backward, i, x);
      row(i, alone);
      cr_assert(memcmp(x, kept[i], sizeof x) == 0 && memcmp(x, alone, sizeof x) == 0, "method %d row %d", method, i);
    }
  }
}

/// Columns have the rows, for every method, any start and any length.
Test(sweep_sampler, columns_are_rows) {
  static const char* const spreads[] = {"uniform:0:1", "normal:0:1", "log_uniform:1:9", "choice:1:2:3",
                                        "triangular:0:1:3"};
  static const int64_t starts[] = {0, 3, 4097, (INT64_C(1) << 32) - 5};
  enum { ROOM = 31 };
  for (int i = 0; i < 4 * 4 * 5; ++i) {
    const carom_sampling method = (carom_sampling)(CAROM_SAMPLING_RANDOM + i % 3);
    const int inputs = 1 + i / 4 % 5, length = 1 + i * 7 % ROOM;
    const int64_t first = starts[i / 20];
    const bool correlated = i % 4 == 3 && inputs > 1;
    start_plan(correlated ? CAROM_SAMPLING_RANDOM : method, inputs, spreads);
    plan.rows = INT64_C(1) << 40;
    if (correlated) plan.links[plan.link_count++] = (carom_sweep_link){0, 1, 0.5};
    cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
    double columns[5 * ROOM], want[CAROM_SWEEP_MOST_INPUTS];
    carom__cursor cursor = {.at = -1};
    carom__sampler_rows(&sampler, &cursor, first, length, ROOM, columns);
    for (int k = 0; k < length; ++k) {
      row(first + k, want);
      for (int j = 0; j < inputs; ++j)
        cr_assert_eq(memcmp(&columns[j * ROOM + k], &want[j], sizeof *want), 0, "case %d, row %d, input %d", i, k, j);
    }
  }
}

Test(sweep_sampler, blocks_mix_two_points) {
  static const char* const spreads[] = {"uniform:0:1", "uniform:0:1"};
  start_plan(CAROM_SAMPLING_SALTELLI, 2, spreads);
  plan.rows = 43;
  cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
  cr_expect(sampler.blocks == 10 && sampler.rows == 40);
  for (int block = 0; block < 10; ++block) {
    double a[2], b[2], ab0[2], ab1[2];
    row(4 * block, a);
    row(4 * block + 1, b);
    row(4 * block + 2, ab0);
    row(4 * block + 3, ab1);
    cr_expect(ab0[0] == b[0] && ab0[1] == a[1] && ab1[0] == a[0] && ab1[1] == b[1] && a[0] != b[0]);
  }
}

/// Normal inputs that are correlated by their scores are correlated as much.
Test(sweep_sampler, correlation) {
  static const char* const spreads[] = {"normal:1:2", "uniform:0:1", "normal:0:1"};
  enum { COUNT = 65536 };
  start_plan(CAROM_SAMPLING_SOBOL, 3, spreads);
  plan.rows = COUNT;
  plan.link_count = 2;
  plan.links[0] = (carom_sweep_link){0, 2, -0.6};
  plan.links[1] = (carom_sweep_link){0, 1, 0.5};
  cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
  double sum[3] = {0}, products[3][3] = {{0}};
  carom__cursor cursor = {.at = -1};
  for (int i = 0; i < COUNT; ++i) {
    double x[3];
    carom__sampler_row(&sampler, &cursor, i, x);
    for (int j = 0; j < 3; ++j) {
      sum[j] += x[j];
      for (int k = 0; k < 3; ++k) products[j][k] += x[j] * x[k];
    }
  }
  double covariance[3][3];
  for (int j = 0; j < 3; ++j)
    for (int k = 0; k < 3; ++k) covariance[j][k] = products[j][k] / COUNT - sum[j] / COUNT * (sum[k] / COUNT);
  cr_expect_float_eq(sum[0] / COUNT, 1, 1e-3);
  cr_expect_float_eq(covariance[0][0], 4, 1e-2);
  cr_expect_float_eq(covariance[0][2] / sqrt(covariance[0][0] * covariance[2][2]), -0.6, 2e-3);
  // Of a uniform and a normal: Pearson's correlation is that of the scores times sqrt(3/pi).
  cr_expect_float_eq(covariance[0][1] / sqrt(covariance[0][0] * covariance[1][1]), 0.5 * sqrt(3 / 3.141592653589793),
                     2e-3);
}

static void expect_refused(const char* key) {
  carom_diag error = {0};
  cr_expect_eq(carom__sampler_start(&sampler, &plan, &error), CAROM_BAD_VALUE, "%s", key);
  cr_expect_str_eq(error.field, key, "%s: %s", error.field, error.message);
}

Test(sweep_sampler, what_does_not_go_together_is_refused) {
  static const char* const mixed[] = {"0:1:5", "uniform:0:1"};
  static const char* const grids[] = {"0:1:5", "0:1:3"};
  plan = (carom_sweep_plan){0};
  expect_refused("sweep.vary");
  start_plan(CAROM_SAMPLING_GRID, 2, mixed);
  expect_refused("b");
  start_plan(CAROM_SAMPLING_GRID, 2, grids);
  plan.rows = 16;
  expect_refused("sweep.rows");
  plan.rows = 0;
  plan.link_count = 1;
  plan.links[0] = (carom_sweep_link){0, 1, 0.5};
  expect_refused("sweep.correlation");
  start_plan(CAROM_SAMPLING_SALTELLI, 2, mixed);
  plan.link_count = 1;
  plan.links[0] = (carom_sweep_link){0, 1, 0.5};
  expect_refused("sweep.correlation");
  start_plan(CAROM_SAMPLING_RANDOM, 2, mixed);
  plan.link_count = 1;
  plan.links[0] = (carom_sweep_link){0, 1, 1};
  expect_refused("sweep.correlation");
  start_plan(CAROM_SAMPLING_RANDOM, 2, mixed);
  plan.sensitivity = true;
  expect_refused("sweep.method");
  start_plan(CAROM_SAMPLING_SALTELLI, 2, mixed);
  plan.rows = 7;
  expect_refused("sweep.rows");
}

Test(sweep_sampler, correlations_that_contradict_are_refused) {
  static const char* const spreads[] = {"uniform:0:1", "uniform:0:1", "uniform:0:1"};
  start_plan(CAROM_SAMPLING_RANDOM, 3, spreads);
  plan.link_count = 3;
  plan.links[0] = (carom_sweep_link){0, 1, 0.9};
  plan.links[1] = (carom_sweep_link){1, 2, 0.9};
  plan.links[2] = (carom_sweep_link){0, 2, -0.9};
  expect_refused("sweep.correlation");
}

Test(sweep_sampler, the_method_follows_from_the_spreads) {
  static const char* const mixed[] = {"0:1:5", "uniform:0:1"};
  static const char* const grids[] = {"0:1:5", "0:1:3"};
  start_plan(CAROM_SAMPLING_GRID, 2, mixed);
  plan.has_sampling = false;
  cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
  cr_expect(sampler.sampling == CAROM_SAMPLING_RANDOM && sampler.rows == CAROM__SWEEP_DEFAULT_ROWS);
  start_plan(CAROM_SAMPLING_RANDOM, 2, grids);
  plan.has_sampling = false;
  cr_assert_eq(carom__sampler_start(&sampler, &plan, NULL), CAROM_OK);
  cr_expect(sampler.sampling == CAROM_SAMPLING_GRID && sampler.rows == 15);
}
