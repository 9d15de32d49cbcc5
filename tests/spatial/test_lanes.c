// Impacts in lanes: every width gives the bits of single calls, and those agree with the general path, which shares
// neither the series nor the end of the arc with them. CAROM_SOAK=N in the environment solves N impacts of each kind
// (`make soak`: 10 million).
#define _GNU_SOURCE  // pthread_attr_setstacksize
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "golden_lanes.h"
#include "soak.h"
#include "spatial/lane_sample.h"
#include "spatial/lanes.h"

enum { BLOCK = 1000 };

/// Rows that a job reads in another order, and their answers.
typedef struct block {
  carom_spatial_problem problems[BLOCK];
  carom_spatial_outcome outcomes[BLOCK];
  int order[BLOCK];     // row -> problem
  int answered[BLOCK];  // how often
  int rest;
} block;

static bool read_row(void* context, ptrdiff_t row, carom__lane_row* out) {
  const block* b = context;
  return carom__lane_row_of(&b->problems[b->order[row]], out);
}

static void answer_row(void* context, ptrdiff_t row, const carom_spatial_outcome* outcome) {
  block* b = context;
  b->outcomes[b->order[row]] = *outcome;
  ++b->answered[b->order[row]];
}

static void leave_row(void* context, ptrdiff_t row) {
  block* b = context;
  const int i = b->order[row];
  cr_assert_eq(carom__spatial_solve_general(&b->problems[i], &b->outcomes[i], NULL, NULL), CAROM_OK);
  ++b->answered[i];
  ++b->rest;
}

static bool solve_block(block* b, int lanes, int first, int count) {
  const carom__lane_job job = {
      .context = b, .first = first, .count = count, .read = read_row, .answer = answer_row, .rest = leave_row};
  b->rest = 0;
  memset(b->answered, 0, sizeof b->answered);
  memset(b->outcomes, 0, sizeof b->outcomes);
  return carom__lanes_solve_with(lanes, &job);
}

typedef carom_spatial_problem sampler(test_random* r);

static void fill_block(block* b, sampler* sample, test_random* r) {
  for (int i = 0; i < BLOCK; ++i) {
    b->problems[i] = sample(r);
    b->order[i] = (i * 7 + 3) % BLOCK;
  }
}

// ---- the general path
// ------------------------------------------------------------------------------------------------

/// How far the two are apart at most, as parts of: the impulse; the velocity before; the energies.
typedef struct worst {
  double impulse, v, stages, energies;
  long rest, total, sequences[3];
} worst;

static const double BAR = 1e-12;

static double larger(double a, double b) {
  return a >= b ? a : b;  // and what is no number
}

/// How far friction is from just holding what has stopped, 1 - |B^-1 d|/mu: there slip dies away ever more slowly, and
/// where it ends is as uncertain as slip over this.
static double hold(const carom_spatial_problem* p) {
  const double xx = p->w.m[0][0], xy = p->w.m[0][1], yy = p->w.m[1][1], x = p->w.m[0][2], y = p->w.m[1][2];
  const double det = xx * yy - xy * xy;
  const double least = hypot(yy * x - xy * y, xx * y - xy * x) / det;
  return least < p->surface.mu ? 1 - least / p->surface.mu : 1;
}

static void compare(const carom_spatial_problem* p, const carom_spatial_outcome* a, worst* w) {
  carom_spatial_outcome b;
  cr_assert_eq(carom__spatial_solve_general(p, &b, NULL, NULL), CAROM_OK);
  cr_assert_str_eq(a->sequence, b.sequence, "number %ld", soak_now.at);
  cr_assert(a->mode == b.mode && carom_spatial_flags(a) == carom_spatial_flags(&b) && a->warnings == b.warnings,
            "number %ld", soak_now.at);
  cr_assert_eq(a->event_count, b.event_count);
  const double impulse = carom_vec3_norm(b.impulse), v = carom_vec3_norm(p->v), energy = b.stored + b.energy.friction;
  if (!(impulse > 0)) return;
  w->impulse = soak_worst(w->impulse, carom_vec3_norm(carom_vec3_sub(a->impulse, b.impulse)) / impulse, BAR, "impulse");
  w->v = soak_worst(w->v, carom_vec3_norm(carom_vec3_sub(a->v, b.v)) / v, BAR, "velocity");
  double stages = larger(fabs(a->impulse_n_compression - b.impulse_n_compression),
                         hold(p) * fabs(a->impulse_n_slip_end - b.impulse_n_slip_end));
  for (int i = 0; i < b.event_count; ++i) {
    cr_assert_eq(a->events[i].type, b.events[i].type);
    const bool stops = a->events[i].impulse_n == a->impulse_n_slip_end;
    stages = larger(stages, (stops ? hold(p) : 1) * fabs(a->events[i].impulse_n - b.events[i].impulse_n));
  }
  w->stages = soak_worst(w->stages, stages / impulse, BAR, "I_zc or I_zs");
  const double off = larger(larger(fabs(a->stored - b.stored), fabs(a->energy.friction - b.energy.friction)),
                            fabs(a->energy.restitution - b.energy.restitution));
  w->energies = soak_worst(w->energies, off / energy, BAR, "an energy");
}

/// Every width that this processor has, and single calls: the same bits.
static void compare_widths(block* b, test_random* r) {
  static carom_spatial_outcome first[BLOCK];
  const int from = test_random_below(r, BLOCK / 2), count = test_random_below(r, BLOCK - from);
  for (int lanes = 1; lanes <= 8; lanes *= 2) {
    if (!solve_block(b, lanes, from, count)) continue;
    int answered = 0;
    for (int i = 0; i < BLOCK; ++i) {
      cr_assert_leq(b->answered[i], 1);
      answered += b->answered[i];
    }
    cr_assert_eq(answered, count);
    if (lanes == 1) memcpy(first, b->outcomes, sizeof first);
    for (int i = 0; i < BLOCK; ++i)
      cr_assert_eq(memcmp(&first[i], &b->outcomes[i], sizeof *first), 0, "%d lanes, row %d, number %ld", lanes, i,
                   soak_now.at);
  }
}

static void compare_singles(block* b) {
  for (int i = 0; i < BLOCK; ++i) {
    carom_spatial_outcome single;
    cr_assert_eq(carom_spatial_solve(&b->problems[i], &single, NULL), CAROM_OK);
    cr_assert_eq(memcmp(&single.impulse, &b->outcomes[i].impulse, sizeof single.impulse), 0);
    cr_assert_eq(memcmp(&single.v, &b->outcomes[i].v, sizeof single.v), 0);
    cr_assert_eq(memcmp(&single.energy, &b->outcomes[i].energy, sizeof single.energy), 0);
    cr_assert(single.stored == b->outcomes[i].stored && single.steps == b->outcomes[i].steps);
  }
}

static worst run(const char* what, sampler* sample, uint64_t seed, long usual) {
  static block b;
  test_random r = {seed}, choice = {seed + 1};
  const long count = soak_count(usual);
  worst w = {.total = count};
  for (long at = 0; at < count; at += BLOCK) {
    soak_at(what, at, count);
    fill_block(&b, sample, &r);
    compare_widths(&b, &choice);
    cr_assert(solve_block(&b, 2, 0, BLOCK));
    w.rest += b.rest;
    compare_singles(&b);
    for (int i = 0; i < BLOCK; ++i) {
      const carom_spatial_problem* p = &b.problems[i];
      const carom_contact_problem problem = {3, 1, &p->w.m[0][0], &p->v.x, &p->surface};
      soak_now.at = at + i;
      soak_problem(&problem);
      compare(&b.problems[i], &b.outcomes[i], &w);
      const carom_spatial_mode mode = b.outcomes[i].mode;
      if (mode >= CAROM_SPATIAL_CR && mode <= CAROM_SPATIAL_CSR) ++w.sequences[mode - CAROM_SPATIAL_CR];
    }
  }
  soak_over();
  printf(
      "%s: %ld impacts, %.2g %% by the general path; worst impulse %.1e, v %.1e, I_zc and I_zs %.1e, energies %.1e\n",
      what, count, 100. * (double)w.rest / (double)count, w.impulse, w.v, w.stages, w.energies);
  cr_expect_lt(w.impulse, BAR);
  cr_expect_lt(w.v, BAR);
  cr_expect_lt(w.stages, BAR);
  cr_expect_lt(w.energies, BAR);
  for (int i = 0; i < 3; ++i) cr_expect_gt(w.sequences[i], count / 1000, "sequence %d", i);
  return w;
}

Test(spatial_lanes, agree_with_the_general_path, .fini = soak_tell, .timeout = 7200) {
  const worst w = run("ordinary", lane_ordinary, 11, 100000);
  cr_expect_lt(w.rest, w.total / 50, "the lanes leave too much to the general path");
}

Test(spatial_lanes, agree_with_the_general_path_under_stress, .fini = soak_tell, .timeout = 7200) {
  const worst w = run("stress", lane_stress, 12, 50000);
  cr_expect_lt(w.rest, w.total / 4, "the lanes leave too much to the general path");
}

/// Halley's method also stands still where g' = 0: there is no limit there, and the end of the arc must not be taken
/// from it. A kernel that takes it is off by 1e-6 to 0.5 in these.
typedef struct limit_row {
  double w[6], v[3], mu, e;
  carom_law law;
} limit_row;

static const limit_row LIMITS[] = {
    {{3.5296643784008039, 0.043669779353599836, 1.4668569370310092, 4.5744844122083483, -0.011480895176175454,
      3.8865827883961233},
     {4.9969360411952248, -7.2941754068007647, -2.477804792733969},
     2.8333209678937843,
     0.45194038501526856,
     CAROM_LAW_STRONGE},
    {{14.214906649904055, 4.301389712245407, -1.4383924043528622, 4.0870959799048254, 0.46397160702621959,
      12.117629011399904},
     {0.46237093378788657, 0.52564727492271124, -1.7771945641660036},
     1.2157741525971444,
     0.87118945813874471,
     CAROM_LAW_STRONGE},
    {{24.1826212117236, 8.9230241269470021, 23.878988195220209, 32.119219766206989, -8.9104113761453867,
      39.891569184548132},
     {-2.1749557011116893, -0.091819472129880259, -2.4178534042527176},
     1.5170375531382585,
     0.48044782118667739,
     CAROM_LAW_STRONGE},
    {{7.4827444306532147, -0.066120759971798393, -3.1977328747483096, 10.269840457416874, 0.10141627770031136,
      5.5895061816273603},
     {1.2370911570953447, -1.2378070692346375, -0.76549330221287948},
     2.3448766480282055,
     0.88011918718365256,
     CAROM_LAW_STRONGE},
    {{0.60118028520473543, 0.068582571469933531, 0.34124523701145532, 1.4947987667964, -0.14322302225535402,
      0.36642245487435876},
     {-0.18686074996838919, 0.18826674387804157, -1.0970603750093322},
     0.42338603953017184,
     0.81532282751183216,
     CAROM_LAW_POISSON},
};

Test(spatial_lanes, a_limit_is_where_slip_does_not_turn) {
  for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; ++i) {
    const limit_row* row = &LIMITS[i];
    const double* w = row->w;
    carom_spatial_problem p = carom_spatial_problem_default();
    carom_spatial_outcome o;
    worst apart = {0};
    p.w = (carom_mat3){{{w[0], w[1], w[2]}, {w[1], w[3], w[4]}, {w[2], w[4], w[5]}}};
    p.v = (carom_vec3){row->v[0], row->v[1], row->v[2]};
    p.surface.law = row->law;
    p.surface.e = row->e;
    p.surface.mu = p.surface.mu_static = row->mu;
    cr_assert(carom__lanes_solve_one(&p, &o), "row %d is plain", (int)i);
    compare(&p, &o, &apart);
    cr_expect(apart.impulse < BAR && apart.energies < BAR, "row %d: impulse off by %.2g", (int)i, apart.impulse);
  }
}

// ---- small things
// ----------------------------------------------------------------------------------------------------

Test(spatial_lanes, say_which_widths_there_are) {
  static block b;
  test_random r = {13};
  fill_block(&b, lane_ordinary, &r);
  for (int lanes = 0; lanes <= 16; ++lanes) {
    const bool has = solve_block(&b, lanes, 0, 1);
    if (lanes == 1 || lanes == 2) cr_expect(has);
    if (lanes != 1 && lanes != 2 && lanes != 4 && lanes != 8) cr_expect_not(has);
    if (lanes == 4 || lanes == 8)
      printf("spatial lanes: this processor has %s %d\n", has ? "" : "NOT TESTED HERE: no", lanes);
  }
}

/// One number for all compilers, processors and widths.
Test(spatial_lanes, golden_bits) {
  for (int lanes = 1; lanes <= 8; lanes *= 2) {
    uint64_t hash;
    if (golden_spatial_lanes(lanes, &hash)) cr_expect_eq(hash, GOLDEN_SPATIAL, "%d lanes", lanes);
  }
}

/// Every count, so that lanes run empty in every way.
Test(spatial_lanes, every_count) {
  static block b;
  static carom_spatial_outcome all[BLOCK];
  test_random r = {14};
  fill_block(&b, lane_ordinary, &r);
  solve_block(&b, 1, 0, BLOCK);
  memcpy(all, b.outcomes, sizeof all);
  for (int lanes = 2; lanes <= 8; lanes *= 2)
    for (int count = 0; count <= 40; ++count) {
      if (!solve_block(&b, lanes, 5, count)) break;
      for (int row = 0; row < BLOCK; ++row) {
        const int i = b.order[row];
        cr_assert_eq(b.answered[i], row >= 5 && row < 5 + count);
        if (b.answered[i]) cr_assert_eq(memcmp(&all[i], &b.outcomes[i], sizeof *all), 0);
      }
    }
}

/// What does not look plain, one thing at a time.
Test(spatial_lanes, leave_what_is_not_plain) {
  test_random r = {15};
  carom__lane_row row;
  carom_spatial_outcome out;
  const carom_spatial_problem good = lane_ordinary(&r);
  cr_assert(carom__lane_row_of(&good, &row) && carom__lanes_solve_one(&good, &out));
#define LEAVES(member, value)                                           \
  do {                                                                  \
    carom_spatial_problem p = good;                                     \
    p.member = value;                                                   \
    cr_expect(!carom__lanes_solve_one(&p, &out), #member " = " #value); \
  } while (0)
  LEAVES(w.m[0][1], good.w.m[0][1] * (1 + 0x1p-50));
  LEAVES(w.m[0][0], (double)NAN);
  LEAVES(w.m[2][2], (double)INFINITY);
  LEAVES(w.m[2][2], -1);
  LEAVES(w.m[0][0], 0);
  LEAVES(w.m[0][0], 1e-9);
  LEAVES(v.x, (double)NAN);
  LEAVES(v.x, 1e9);
  LEAVES(v.z, 0);
  LEAVES(v.z, 1);
  LEAVES(v.z, -1e-30);
  LEAVES(v.z, -(double)INFINITY);
  LEAVES(surface.mu, 0);
  LEAVES(surface.mu, 1e-12);
  LEAVES(surface.mu, (double)NAN);
  LEAVES(surface.mu_static, 0.5 * good.surface.mu);
  LEAVES(surface.mu_static, (double)INFINITY);
  LEAVES(surface.e, 1.1);
  LEAVES(surface.e, (double)NAN);
  LEAVES(surface.law, (carom_law)3);
  LEAVES(surface.eta2, 1);
  LEAVES(surface.stiffness, -1);
  LEAVES(surface.exponent, 3);
#undef LEAVES
}

// ---- the stack
// -------------------------------------------------------------------------------------------------------

/// Threads of some C libraries have no more than 128 KB, and a caller needs some of it.
enum { STACK = 64 * 1024 };

#if defined(__SANITIZE_ADDRESS__)
Test(spatial_lanes, need_little_stack) {
  printf("spatial lanes: the sanitizer needs a stack of its own\n");
}
#else
static void* solve_in_thread(void* context) {
  block* b = context;
  for (int lanes = 1; lanes <= 8; lanes *= 2) solve_block(b, lanes, 0, BLOCK);
  return NULL;
}

Test(spatial_lanes, need_little_stack) {
  static block b;
  test_random r = {16};
  fill_block(&b, lane_ordinary, &r);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  cr_assert_eq(pthread_attr_setstacksize(&attributes, STACK), 0);
  cr_assert_eq(pthread_create(&thread, &attributes, solve_in_thread, &b), 0);
  cr_assert_eq(pthread_join(thread, NULL), 0);
  cr_expect_eq(b.answered[0], 1);
}
#endif
