// Planar impacts in lanes: every width gives the bits of single calls. CAROM_SOAK=N in the environment solves N impacts
// (`make soak`: 10 million).
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define LANES 2
#include "math/lane_ops.h"
#include "planar/flags.h"
#include "planar/lanes.h"
#include "planar/sample.h"
#include "soak.h"

enum { PART = CAROM__PLANAR_PART, NUMBERS = 10 };

/// A part with its columns; those of `in` are w_tt, w_tn, w_nn, v_t, v_n, e, mu, mu_static.
typedef struct columns {
  carom_planar_problem problems[PART];
  double in[8][PART], out[NUMBERS][PART];
  int64_t law[PART];
  uint8_t mode[PART];
  uint32_t flags[PART], warnings[PART];
} columns;

static carom__planar_part part_of(columns* c) {
  return (carom__planar_part){.rows = PART,
                              .w_tt = c->in[0],
                              .w_tn = c->in[1],
                              .w_nt = c->in[1],
                              .w_nn = c->in[2],
                              .v_t = c->in[3],
                              .v_n = c->in[4],
                              .e = c->in[5],
                              .mu = c->in[6],
                              .mu_static = c->in[7],
                              .law = c->law,
                              .impulse_t = c->out[0],
                              .impulse_n = c->out[1],
                              .v_t_after = c->out[2],
                              .v_n_after = c->out[3],
                              .impulse_n_compression = c->out[4],
                              .impulse_n_slip_end = c->out[5],
                              .stored = c->out[6],
                              .friction = c->out[7],
                              .restitution = c->out[8],
                              .change = c->out[9],
                              .mode = c->mode,
                              .flags = c->flags,
                              .warnings = c->warnings};
}

/// Ordinary ones, corners, and in one of eight a number of any size.
static void fill(columns* c, test_random* r) {
  for (int i = 0; i < PART; ++i) {
    carom_planar_problem p = sample_problem(r);
    if (test_random_below(r, 16) == 0) p.v_n = -p.v_n;
    double* const any[] = {&p.w_tt, &p.w_tn,      &p.w_nn,       &p.v_t,
                           &p.v_n,  &p.surface.e, &p.surface.mu, &p.surface.mu_static};
    if (test_random_below(r, 8) == 0) *any[test_random_below(r, 8)] = test_random_wild(r);
    if (test_random_below(r, 64) == 0) *any[test_random_below(r, 8)] = (double)NAN;
    if (test_random_below(r, 64) == 0) p.surface.law = (carom_law)3;
    c->problems[i] = p;
    for (int k = 0; k < 8; ++k) c->in[k][i] = *any[k];
    c->law[i] = p.surface.law;
  }
}

static bool is_same(const columns* c, int i, const carom_planar_outcome* o) {
  const double want[NUMBERS] = {o->impulse_t,
                                o->impulse_n,
                                o->v_t,
                                o->v_n,
                                o->impulse_n_compression,
                                o->impulse_n_slip_end,
                                o->stored,
                                o->energy.friction,
                                o->energy.restitution,
                                o->energy.change};
  for (int k = 0; k < NUMBERS; ++k)
    if (memcmp(&want[k], &c->out[k][i], sizeof *want) != 0) return false;
  return c->mode[i] == o->mode && c->flags[i] == carom__planar_flags(o) && c->warnings[i] == o->warnings;
}

/// Returns how many rows the lanes solved.
static int check(columns* c, uint64_t solved, int lanes) {
  int count = 0;
  for (int i = 0; i < PART; ++i) {
    carom_planar_outcome o;
    if (!(solved >> i & 1)) continue;
    cr_assert_eq(carom_planar_solve(&c->problems[i], &o, NULL), CAROM_OK);
    cr_assert(is_same(c, i, &o), "%d lanes, row %d of the part at %ld, mode %d and %d", lanes, i, soak_now.at,
              c->mode[i], o.mode);
    ++count;
  }
  return count;
}

Test(planar_lanes, give_the_bits_of_single_calls, .fini = soak_tell, .timeout = 3600) {
  static columns c;
  test_random r = {21};
  const long count = soak_count(300000);
  long solved[9] = {0};
  for (long at = 0; at < count; at += PART) {
    soak_at("planar lanes", at, count);
    fill(&c, &r);
    const carom__planar_part part = part_of(&c);
    for (int lanes = 2; lanes <= 8; lanes *= 2) {
      uint64_t rows;
      memset(c.out, 0, sizeof c.out);
      if (carom__planar_lanes_solve_with(lanes, &part, &rows)) solved[lanes] += check(&c, rows, lanes);
    }
  }
  soak_over();
  for (int lanes = 2; lanes <= 8; lanes *= 2)
    if (solved[lanes])
      printf("planar: %d lanes solved %.3g %% of %ld\n", lanes, 100. * (double)solved[lanes] / (double)count, count);
    else
      printf("planar: NOT TESTED HERE: this processor has no %d lanes\n", lanes);
  // The others have a bad number, are singular or slide off the doubles.
  cr_expect_gt(solved[2], 3 * count / 4);
}

/// What no lane may take: it would not be what a single call does.
Test(planar_lanes, leave_what_is_not_plain) {
  static const double bad[][2] = {{0, -1},   {0, 0}, {2, 0},  {2, 1e200},       {3, 1e200},  {5, 1.5},  {5, -0.1},
                                  {6, -0.1}, {7, 0}, {1, 10}, {4, (double)NAN}, {2, 1e-200}, {7, 1e200}};
  static columns c;
  for (int lanes = 2; lanes <= 8; lanes *= 2)
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
      const double good[8] = {2, 0.5, 1, 1, -1, 0.5, 0.4, 0.4};
      for (int i = 0; i < PART; ++i)
        for (int n = 0; n < 8; ++n) c.in[n][i] = i == 7 && n == (int)bad[k][0] ? bad[k][1] : good[n];
      memset(c.law, 0, sizeof c.law);
      const carom__planar_part part = part_of(&c);
      uint64_t rows;
      if (!carom__planar_lanes_solve_with(lanes, &part, &rows)) continue;
      cr_expect_eq(rows, ~((uint64_t)1 << 7), "%d lanes, row %d", lanes, (int)k);
    }
}

// ---- fma without fma
// -------------------------------------------------------------------------------------------------

static double ordinary_size(test_random* r) {
  const double x = ldexp(test_random_uniform(r, 1, 2), test_random_below(r, 400) - 200);
  return test_random_below(r, 16) == 0 ? 0 : test_random_below(r, 2) ? x : -x;
}

/// Products that nearly cancel, sums that lie half-way between two doubles, and anything else.
Test(planar_lanes, fma_rounds_once) {
  test_random r = {22};
  if (LANES_HAVE_FMA) printf("planar lanes: this build has fma in two lanes, and nothing to emulate\n");
  for (int i = 0; i < 1000000; ++i) {
    const double a = ordinary_size(&r), b = ordinary_size(&r);
    double c = ordinary_size(&r);
    const int kind = test_random_below(&r, 4);
    if (kind == 0) c = -a * b;
    if (kind == 1) c = -a * b * (1 + ldexp(test_random_uniform(&r, -1, 1), -test_random_below(&r, 60)));
    if (kind == 2) c = ldexp(a, 53 + test_random_below(&r, 4));
    const wide got = wide_fma((wide){a, b}, (wide){b, a}, (wide){c, c});
    const double want = fma(a, b, c);
    cr_assert(got[0] == want && got[1] == want, "%d: %a * %a + %a is %a, not %a", i, a, b, c, want, got[0]);
  }
}
