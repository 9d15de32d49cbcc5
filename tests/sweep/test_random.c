// Random numbers against published ones, Sobol's points against published ones, the normal distribution against tables.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "sweep/normal.h"
#include "sweep/philox.h"
#include "sweep/sobol.h"

/// The known answers of Random123 (kat_vectors, philox4x32, 10 rounds).
Test(sweep_random, philox_gives_the_known_answers) {
  static const struct {
    uint32_t counter[4];
    uint64_t key;
    uint32_t out[4];
  } rows[] = {
      {{0, 0, 0, 0}, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, UINT64_MAX, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       0x299f31d0a4093822,
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (int i = 0; i < 3; ++i) {
    uint32_t c[4];
    for (int k = 0; k < 4; ++k) c[k] = rows[i].counter[k];
    carom__philox(c, rows[i].key);
    for (int k = 0; k < 4; ++k) cr_expect_eq(c[k], rows[i].out[k], "row %d word %d: %08x", i, k, c[k]);
  }
}

Test(sweep_random, uniforms_are_inside_and_even) {
  enum { COUNT = 100000, BINS = 16 };
  int bins[BINS] = {0};
  cr_expect_gt(carom__uniform_of(0), 0);
  cr_expect_lt(carom__uniform_of(UINT64_MAX), 1);
  for (uint64_t i = 0; i < COUNT; ++i) {
    uint64_t bits[2];
    carom__random_bits(7, CAROM__STREAM_ROWS, i, 0, bits);
    ++bins[(int)(carom__uniform_of(bits[i & 1]) * BINS)];
  }
  // Chi squared with 15 degrees of freedom is below 37.7 in 999 of 1000 samples; this one is fixed.
  double chi = 0;
  for (int i = 0; i < BINS; ++i) chi += pow(bins[i] - COUNT / (double)BINS, 2) / (COUNT / (double)BINS);
  cr_expect_lt(chi, 37.7);
}

Test(sweep_random, streams_and_seeds_differ) {
  uint64_t a[2], b[2], c[2], d[2];
  carom__random_bits(1, CAROM__STREAM_ROWS, 5, 0, a);
  carom__random_bits(2, CAROM__STREAM_ROWS, 5, 0, b);
  carom__random_bits(1, CAROM__STREAM_SHIFT, 5, 0, c);
  carom__random_bits(1, CAROM__STREAM_ROWS, 5, 1, d);
  cr_expect(a[0] != b[0] && a[0] != c[0] && a[0] != d[0] && a[0] != a[1]);
}

/// Joe and Kuo's points as SciPy 1.10 (scipy.stats.qmc.Sobol, no scramble) prints them.
Test(sweep_random, sobol_points_are_the_published_ones) {
  static const double first[5][8] = {{0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125},
                                     {0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625},
                                     {0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375},
                                     {0, 0.5, 0.25, 0.75, 0.875, 0.375, 0.625, 0.125},
                                     {0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125}};
  static const int dimensions[4] = {7, 15, 31, 63};
  static const struct {
    uint64_t index;
    double x[4];
  } later[] = {{100, {0.4765625, 0.4921875, 0.4140625, 0.6484375}},
               {777, {0.7626953125, 0.5146484375, 0.8994140625, 0.4267578125}},
               {1000, {0.8994140625, 0.3701171875, 0.1455078125, 0.4462890625}}};
  static carom__sobol sobol;
  uint64_t x[CAROM__SOBOL_DIMENSIONS];
  carom__sobol_start(&sobol, CAROM__SOBOL_DIMENSIONS);
  for (uint64_t i = 0; i < 8; ++i) {
    carom__sobol_point(&sobol, i, x);
    for (int j = 0; j < 5; ++j) cr_expect_eq((double)x[j] * 0x1p-52, first[j][i], "point %d dimension %d", (int)i, j);
  }
  for (int i = 0; i < 3; ++i) {
    carom__sobol_point(&sobol, later[i].index, x);
    for (int j = 0; j < 4; ++j) cr_expect_eq((double)x[dimensions[j]] * 0x1p-52, later[i].x[j]);
  }
}

/// Two roads: a step at a time, and straight to the point. Every dimension alone fills the 1024 parts of (0, 1) evenly.
Test(sweep_random, sobol_steps_reach_the_points_and_fill_evenly) {
  static carom__sobol sobol;
  static unsigned char seen[CAROM__SOBOL_DIMENSIONS][1024];
  uint64_t walked[CAROM__SOBOL_DIMENSIONS], x[CAROM__SOBOL_DIMENSIONS];
  carom__sobol_start(&sobol, CAROM__SOBOL_DIMENSIONS);
  carom__sobol_shift(&sobol, 3);
  carom__sobol_point(&sobol, 0, walked);
  for (uint64_t i = 0; i < 1024; ++i) {
    carom__sobol_point(&sobol, i, x);
    for (int j = 0; j < CAROM__SOBOL_DIMENSIONS; ++j) {
      cr_assert_eq(x[j], walked[j]);
      cr_assert_eq(seen[j][x[j] >> 42]++, 0, "dimension %d", j);
    }
    carom__sobol_next(&sobol, i, walked);
  }
}

/// Tables of the normal distribution, 17 digits by SciPy 1.10 (scipy.special.ndtri).
Test(sweep_random, normal_quantiles) {
  static const double rows[][2] = {{0.025, -1.9599639845400545},
                                   {0.25, -0.6744897501960817},
                                   {0.5, 0},
                                   {0.999, 3.090232306167813},
                                   {1e-10, -6.361340902404056}};
  for (int i = 0; i < 5; ++i)
    cr_expect_float_eq(carom__normal_quantile(rows[i][0]), rows[i][1], 4 * DBL_EPSILON * fabs(rows[i][1]), "%g",
                       rows[i][0]);
}

/// There and back. The quantile loses digits where the density is small: an error of p is one of eps/density in x.
Test(sweep_random, normal_there_and_back) {
  for (double x = -30; x <= 6; x += 0.01) {
    const double p = carom__normal_below(x), density = exp(-0.5 * x * x) / 2.5066282746310002;
    const double back = p > 0 ? carom__normal_quantile(p) : x;
    if (p > 1e-300) cr_assert_float_eq(back, x, 16 * DBL_EPSILON * (fabs(x) + p / density), "%.17g: %.17g", x, back);
  }
  cr_expect_eq(carom__normal_below(-HUGE_VAL), 0);
  cr_expect_eq(carom__normal_below(HUGE_VAL), 1);
  cr_expect_eq(carom__normal_below(0), 0.5);
  cr_expect(isnan(carom__normal_below((double)NAN)));
  // The two branches meet; the inner one subtracts from 1/2.
  cr_expect_float_eq(carom__normal_below(-2), carom__normal_below(nextafter(-2, -3)), 4 * DBL_EPSILON * 0.5);
}
