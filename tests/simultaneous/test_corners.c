// Bad input, degenerate input, extreme input, and the caller's memory.
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "golden.h"
#include "sample.h"
#include "simultaneous/run.h"
#include "two_balls.h"

static const two_balls PLASTIC = {1, 1.1547005383792517, -1, 0.9, 0.7, 1, 1};

/// Two contacts with friction in space that interact.
static void good_sample(sample* s) {
  memset(s, 0, sizeof *s);
  s->dimension = 3;
  s->count = 2;
  for (int a = 0; a < 6; ++a) {
    s->w[a * 6 + a] = a % 3 == 2 ? 1.5 : 3;
    s->v[a] = a == 2 ? -1 : 0.25;
  }
  s->w[2 * 6 + 5] = s->w[5 * 6 + 2] = -0.5;
  for (int i = 0; i < 2; ++i) {
    s->surfaces[i] = carom_surface_default();
    s->surfaces[i].e = 0.8;
    s->surfaces[i].mu = s->surfaces[i].mu_static = 0.3;
    s->surfaces[i].eta2 = 1.2;
  }
}

typedef struct bad_row {
  const char* field;
  carom_status status;
  sample sample;
} bad_row;

enum { BAD_MAX = 32 };
static bad_row rows[BAD_MAX];

static int fill_bad_rows(void) {
  int count = 0;
#define ROW(member, bad, code, name)     \
  do {                                   \
    good_sample(&rows[count].sample);    \
    rows[count].field = name;            \
    rows[count].status = code;           \
    rows[count++].sample.member = (bad); \
  } while (0)
  ROW(dimension, 4, CAROM_OUT_OF_RANGE, "dimension");
  ROW(dimension, 1, CAROM_OUT_OF_RANGE, "dimension");
  ROW(count, 0, CAROM_OUT_OF_RANGE, "contact_count");
  ROW(count, -3, CAROM_OUT_OF_RANGE, "contact_count");
  ROW(count, CAROM_SIMULTANEOUS_MAX_CONTACTS + 1, CAROM_OUT_OF_RANGE, "contact_count");
  ROW(w[0], NAN, CAROM_NOT_FINITE, "w");
  ROW(w[17], INFINITY, CAROM_NOT_FINITE, "w");
  ROW(v[2], NAN, CAROM_NOT_FINITE, "v");
  ROW(v[5], -INFINITY, CAROM_NOT_FINITE, "v");
  ROW(w[2 * 6 + 5], 0.5, CAROM_NOT_SYMMETRIC, "w");
  ROW(w[0], -3, CAROM_NOT_POSITIVE, "w");
  ROW(w[14], 0, CAROM_NOT_POSITIVE, "w");
  ROW(w[14], 0.125, CAROM_NOT_POSITIVE, "w");
  ROW(surfaces[1].e, 1.5, CAROM_OUT_OF_RANGE, "surfaces[1].e");
  ROW(surfaces[0].e, NAN, CAROM_OUT_OF_RANGE, "surfaces[0].e");
  ROW(surfaces[1].mu, -1, CAROM_OUT_OF_RANGE, "surfaces[1].mu");
  ROW(surfaces[1].mu_static, 0.5, CAROM_OUT_OF_RANGE, "surfaces[1].mu_static");
  ROW(surfaces[0].eta2, -1, CAROM_OUT_OF_RANGE, "surfaces[0].eta2");
  ROW(surfaces[0].stiffness, -1, CAROM_OUT_OF_RANGE, "surfaces[0].stiffness");
  ROW(surfaces[1].stiffness, INFINITY, CAROM_OUT_OF_RANGE, "surfaces[1].stiffness");
  ROW(surfaces[1].exponent, 3, CAROM_OUT_OF_RANGE, "surfaces[1].exponent");
  ROW(surfaces[1].exponent, NAN, CAROM_OUT_OF_RANGE, "surfaces[1].exponent");
  ROW(surfaces[0].exponent, 1.5, CAROM_INCONSISTENT, "surfaces[0].exponent");  // with friction
  ROW(surfaces[1].exponent, 1.5, CAROM_INCONSISTENT, "surfaces[1].exponent");
  rows[count - 1].sample.surfaces[0].mu = rows[count - 1].sample.surfaces[0].mu_static = 0;
  rows[count - 1].sample.surfaces[1].mu = rows[count - 1].sample.surfaces[1].mu_static = 0;  // but not all the same
  ROW(surfaces[1].stiffness, 1e31, CAROM_TOO_FAR_APART, "stiffness");
  ROW(surfaces[0].law, CAROM_LAW_POISSON, CAROM_OUT_OF_RANGE, "surfaces[0].law");
  ROW(surfaces[1].law, CAROM_LAW_NEWTON, CAROM_OUT_OF_RANGE, "surfaces[1].law");
#undef ROW
  good_sample(&rows[count].sample);
  for (int i = 0; i < 36; ++i) rows[count].sample.w[i] *= 1e-300;
  for (int i = 0; i < 6; ++i) rows[count].sample.v[i] *= 1e100;
  rows[count].status = CAROM_OVERFLOW;
  rows[count++].field = "impulse";
  return count;
}

Test(simultaneous_corners, bad_input_is_named_and_leaves_the_output_alone) {
  static double workspace[4096];
  const int count = fill_bad_rows();
  for (int i = 0; i < count; ++i) {
    carom_simultaneous_contact contacts[2], contacts_before[2];
    carom_simultaneous_outcome out, out_before;
    memset(contacts, 0x5a, sizeof contacts);
    memset(&out, 0x5a, sizeof out);
    memcpy(contacts_before, contacts, sizeof contacts);
    memcpy(&out_before, &out, sizeof out);
    const carom_contact_problem problem = sample_problem(&rows[i].sample);
    const carom_simultaneous_memory memory = {.workspace = workspace};
    carom_diag diag = {0};
    cr_expect_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, &diag), rows[i].status, "row %d, %s: %s",
                 i, rows[i].field, diag.message);
    cr_expect_str_eq(diag.field, rows[i].field, "row %d: %s", i, diag.message);
    cr_expect_gt(strlen(diag.message), 15, "row %d", i);
    cr_expect(memcmp(contacts, contacts_before, sizeof contacts) == 0 && memcmp(&out, &out_before, sizeof out) == 0,
              "row %d touched the output", i);
    cr_expect_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL), rows[i].status, "row %d", i);
  }
}

Test(simultaneous_corners, workspace_size_knows_what_cannot_be) {
  cr_expect_eq(carom_simultaneous_workspace_size(1, 2), 0);
  cr_expect_eq(carom_simultaneous_workspace_size(4, 2), 0);
  cr_expect_eq(carom_simultaneous_workspace_size(3, 0), 0);
  cr_expect_eq(carom_simultaneous_workspace_size(3, -1), 0);
  cr_expect_eq(carom_simultaneous_workspace_size(2, CAROM_SIMULTANEOUS_MAX_CONTACTS + 1), 0);
  cr_expect_gt(carom_simultaneous_workspace_size(2, 2), 0);
  cr_expect_gt(carom_simultaneous_workspace_size(3, CAROM_SIMULTANEOUS_MAX_CONTACTS),
               carom_simultaneous_workspace_size(2, CAROM_SIMULTANEOUS_MAX_CONTACTS));
}

/// A solve stays inside the workspace that was asked for.
Test(simultaneous_corners, the_workspace_is_enough) {
  static sample s;
  test_random r = {41};
  const sample_ranges ranges = {.contacts = 6, .mass = 3, .stiffness = 10, .e_least = 0, .mu = 0.5, .exponent = 1};
  for (int i = 0; i < 50; ++i) {
    sample_collision(&r, &ranges, &s);
    const carom_contact_problem problem = sample_problem(&s);
    const size_t size = carom_simultaneous_workspace_size(s.dimension, s.count), guard = 64;
    double* workspace = malloc((size + guard) * sizeof *workspace);
    for (size_t k = 0; k < guard; ++k) workspace[size + k] = 12345.5;
    carom_simultaneous_contact contacts[6];
    carom_simultaneous_outcome out;
    const carom_simultaneous_memory memory = {.workspace = workspace};
    carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL);
    for (size_t k = 0; k < guard; ++k) cr_assert_eq(workspace[size + k], 12345.5, "%d: past its end by %zu", i, k);
    free(workspace);
  }
}

Test(simultaneous_corners, nothing_approaches) {
  static collision got;
  sample s;
  good_sample(&s);
  s.v[2] = 0.5;
  s.v[5] = 0.1;
  const carom_contact_problem problem = sample_problem(&s);
  collide_well(&problem, &got);
  cr_expect_eq(got.outcome.warnings, CAROM_WARN_SEPARATING);
  for (int i = 0; i < 2; ++i) {
    cr_expect(got.contacts[i].impulse[2] == 0 && !got.contacts[i].acted && !got.contacts[i].locked);
    cr_expect_str_eq(got.contacts[i].phases, "none");
    cr_expect_eq(got.contacts[i].v[2], s.v[3 * i + 2]);
  }
  cr_expect(got.outcome.event_total == 0 && got.log.state_count == 0 && got.outcome.energy.change == 0);
  s.v[5] = 0;
  collide_well(&problem, &got);
  cr_expect_eq(got.outcome.warnings, CAROM_WARN_RESTING, "one touches, none approaches");
  memset(s.v, 0, sizeof s.v);
  collide_well(&problem, &got);
  cr_expect_eq(got.outcome.warnings, CAROM_WARN_RESTING);
  cr_expect_eq(got.contacts[0].impulse[2], 0);
}

/// A box of mass 1, side 2, falls flat on its four corners: W is redundant, and springs share the load by symmetry.
static void box_on_corners(double offset, sample* s) {
  static const double x[4] = {1, -1, -1, 1}, y[4] = {1, 1, -1, -1};
  memset(s, 0, sizeof *s);
  s->dimension = 3;
  s->count = 4;
  const double turn = 2.0 / 3;  // m side^2/6
  double j[6][SAMPLE_SIZE] = {{0}};
  for (int i = 0; i < 4; ++i) {
    // Corners at (x, y, -1) from the centre: velocity of the corner is v + omega x r.
    for (int a = 0; a < 3; ++a) j[a][3 * i + a] = 1;
    j[3][3 * i + 1] = 1, j[3][3 * i + 2] = y[i];
    j[4][3 * i] = -1, j[4][3 * i + 2] = -x[i];
    j[5][3 * i] = -y[i], j[5][3 * i + 1] = x[i];
    s->surfaces[i] = carom_surface_default();
    s->v[3 * i + 2] = -1 + offset * x[i];
  }
  for (int k = 0; k < 6; ++k) sample_add_coordinate(s, j[k], k < 3 ? 1 : turn);
}

Test(simultaneous_corners, a_box_on_its_four_corners) {
  static collision got;
  sample s;
  box_on_corners(0, &s);
  const carom_contact_problem problem = sample_problem(&s);
  for (int plastic = 0; plastic < 3; ++plastic) {
    const double e = plastic == 0 ? 1 : plastic == 1 ? 0.5 : 0;
    for (int i = 0; i < 4; ++i) s.surfaces[i].e = e;
    collide_well(&problem, &got);
    for (int i = 0; i < 4; ++i) {
      cr_expect(fabs(got.contacts[i].impulse[2] - (1 + e) / 4) <= 1e-13, "e = %g, corner %d: %.17g", e, i,
                got.contacts[i].impulse[2]);
      cr_expect(fabs(got.contacts[i].v[2] - e) <= 1e-13, "e = %g, corner %d", e, i);
    }
  }
  for (int i = 0; i < 4; ++i) s.surfaces[i].mu = s.surfaces[i].mu_static = 0.4, s.surfaces[i].eta2 = 1.2;
  for (int i = 0; i < 4; ++i) s.surfaces[i].e = 0.7;
  collide_well(&problem, &got);
  for (int i = 0; i < 4; ++i) cr_expect(fabs(got.contacts[i].impulse[2] - 1.7 / 4) <= 1e-11, "with friction: %d", i);
}

/// Landing a little tilted: the redundant corners are struck at different speeds, and the plastic ones lock in turn.
Test(simultaneous_corners, a_tilted_box) {
  static collision got;
  sample s;
  for (int k = 0; k < 4; ++k) {
    box_on_corners(0.3, &s);
    for (int i = 0; i < 4; ++i) s.surfaces[i].e = 0.4 * k / 3, s.surfaces[i].stiffness = 1 + 0.5 * i;
    const carom_contact_problem problem = sample_problem(&s);
    collide_well(&problem, &got);
    double total = 0;
    for (int i = 0; i < 4; ++i) {
      cr_expect_geq(got.contacts[i].v[2], -1e-12);
      cr_expect_geq(got.contacts[i].impulse[2], 0);
      total += got.contacts[i].impulse[2];
    }
    cr_expect_leq(got.outcome.energy.change, 1e-13);
    cr_expect_gt(total, 0.9, "the fall of a unit mass is stopped");
  }
}

/// A bead between two walls with no room: nothing opens both contacts, so the only end is rest, after ever shorter
/// bounces, or, with e = 1, after a jam.
Test(simultaneous_corners, a_wedged_bead) {
  static collision got;
  const double w[16] = {1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1}, v[4] = {0, -1, 0, 1};
  carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  const carom_contact_problem problem = {2, 2, w, v, surfaces};
  for (int k = 0; k < 4; ++k) {
    surfaces[0].e = 0.3 * k;
    surfaces[1].e = 0.8;
    surfaces[1].stiffness = 1 + k;
    collide_well(&problem, &got);
    cr_expect(fabs(got.contacts[0].v[1]) <= 1e-12 && fabs(got.contacts[1].v[1]) <= 1e-12, "%d: %g %g", k,
              got.contacts[0].v[1], got.contacts[1].v[1]);
    cr_expect(fabs(got.contacts[0].impulse[1] - got.contacts[1].impulse[1] - 1) <= 1e-12, "%d", k);
    cr_expect(fabs(got.outcome.energy.change + 0.5) <= 1e-12, "%d: %g", k, got.outcome.energy.change);
  }
  surfaces[0].e = surfaces[1].e = 1;
  collide_well(&problem, &got);
  cr_expect(got.outcome.warnings & CAROM_WARN_JAMMED);
  cr_expect(fabs(got.contacts[0].v[1]) <= 1e-12 && fabs(got.contacts[1].v[1]) <= 1e-12, "%g %g", got.contacts[0].v[1],
            got.contacts[1].v[1]);
}

/// Masses and stiffness far apart: an answer that keeps the balances, whatever the ratio.
Test(simultaneous_corners, masses_and_stiffness_far_apart, .timeout = 60) {
  static collision got;
  const double ratios[] = {1e-12, 1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9, 1e12};
  for (int m = 0; m < 9; ++m)
    for (int k = 1; k < 8; ++k)
      for (int plastic = 0; plastic < 3; ++plastic) {
        const double e = plastic == 0 ? 0.9 : plastic == 1 ? 0.5 : 0;
        const two_balls b = {1, ratios[m], -1, e, e, 1, ratios[k]};
        const two_balls_problem p = two_balls_make(b);
        const carom_contact_problem problem = two_balls_view(&p);
        collide_well(&problem, &got);
        const double i1 = got.contacts[0].impulse[1], i2 = got.contacts[1].impulse[1];
        const double v1 = i1 - 1, v2 = (i2 - i1) / b.m2;
        // v2 is a small difference when the ball is light.
        const double rounding = 1e-12 + 4 * DBL_EPSILON * i1 / b.m2;
        cr_expect(got.contacts[1].v[1] >= -rounding && got.contacts[0].v[1] >= -rounding, "m2 %g, k2 %g, e %g: %g %g",
                  b.m2, b.k2, e, got.contacts[0].v[1], got.contacts[1].v[1]);
        cr_expect(0.5 * v1 * v1 + 0.5 * b.m2 * v2 * v2 <= 0.5 + 1e-12 + rounding * rounding * b.m2,
                  "m2 %g, k2 %g, e %g", b.m2, b.k2, e);
        cr_expect(i1 > 0 && i1 <= 2 + 1e-12, "m2 %g, k2 %g, e %g: %.17g", b.m2, b.k2, e, i1);
      }
}

/// Little work: an answer that says that it is approximate. Enough work: more changes nothing.
Test(simultaneous_corners, a_budget_is_kept) {
  const two_balls_problem p = two_balls_make((two_balls){1, 1.1547005383792517, -1, 1, 1, 1, 1e-7});
  const carom_contact_problem problem = two_balls_view(&p);
  double workspace[2000];
  cr_assert_geq(sizeof workspace / sizeof *workspace, carom_simultaneous_workspace_size(2, 2));
  carom_simultaneous_contact contacts[2];
  carom_simultaneous_outcome out, most;
  carom_diag diag = {0};
  carom_simultaneous_memory memory = {.workspace = workspace, .budget = 50};
  cr_expect_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, &diag), CAROM_OK);
  cr_expect(out.warnings & CAROM_WARN_APPROXIMATE);
  cr_expect(out.error > 0 && out.error <= 1, "%g", out.error);
  memory.budget = 0;
  cr_expect_eq(carom_simultaneous_solve(&problem, &memory, contacts, &most, &diag), CAROM_OK);
  memory.budget = INT_MAX;
  cr_expect_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, &diag), CAROM_OK);
  cr_expect_eq(out.event_total, most.event_total);
  cr_expect(out.error == 0 && !(out.warnings & CAROM_WARN_APPROXIMATE));
  memory.budget = -1;
  cr_expect_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "budget");
}

/// Elastic and very unequal: the soft table makes about 1/sqrt(k2/k1) bounces of the light ball. That takes more work
/// than usual.
Test(simultaneous_corners, many_bounces_stay_within_the_budget, .timeout = 60) {
  static collision got;
  const two_balls b = {1, 1.1547005383792517, -1, 1, 1, 1, 1e-9};
  const two_balls_problem p = two_balls_make(b);
  const carom_contact_problem problem = two_balls_view(&p);
  collide_as(&problem, (collide_wish){.budget = 10 * CAROM_SIMULTANEOUS_WORK}, &got);
  cr_assert_eq(got.status, CAROM_OK);
  cr_expect_gt(got.outcome.event_total, 10000);
  cr_expect(got.outcome.warnings & CAROM_WARN_LOG_CUT);
  cr_expect(got.log.event_count == RUN_EVENTS && got.log.event_total == got.outcome.event_total);
  // In the limit the balls leave together at 0.68125...; the order is one.
  cr_expect(fabs(got.contacts[1].v[1] - 0.6812500386332134) < 1e-7, "%.17g", got.contacts[1].v[1]);
  // 1e8 bounces are beyond any budget: an answer that is near the limit, and says how near.
  const two_balls endless = {1, 1.1547005383792517, -1, 1, 1, 1, 1e-16};
  const two_balls_problem q = two_balls_make(endless);
  const carom_contact_problem second = two_balls_view(&q);
  collide_well(&second, &got);
  cr_expect(fabs(got.contacts[1].v[1] - 0.6812500386332134) < 1e-9 + got.outcome.error, "%.17g, error %g",
            got.contacts[1].v[1], got.outcome.error);
}

Test(simultaneous_corners, a_short_log_is_cut_and_says_so) {
  static collision full;
  const two_balls_problem p = two_balls_make(PLASTIC);
  const carom_contact_problem problem = two_balls_view(&p);
  collide_well(&problem, &full);
  double* workspace = malloc(carom_simultaneous_workspace_size(2, 2) * sizeof *workspace);
  carom_event events[4] = {{0}};
  double impulses[8] = {0}, times[4] = {0};
  uint64_t states[3] = {0, 0, 77};
  carom_simultaneous_log log = {.events = events,
                                .impulses = impulses,
                                .times = times,
                                .event_capacity = 3,
                                .states = states,
                                .state_capacity = 2};
  const carom_simultaneous_memory memory = {.workspace = workspace, .log = &log};
  carom_simultaneous_contact contacts[2];
  carom_simultaneous_outcome out;
  cr_assert_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL), CAROM_OK);
  cr_expect(log.event_count == 3 && log.event_total == full.log.event_total);
  cr_expect(log.state_count == 2 && log.state_total == full.log.state_total);
  cr_expect(out.warnings & CAROM_WARN_LOG_CUT);
  cr_expect_eq(full.outcome.warnings & CAROM_WARN_LOG_CUT, 0);
  cr_expect(events[2].type == full.events[2].type && times[2] == full.times[2] && impulses[5] == full.impulses[5]);
  cr_expect(events[3].impulse_n == 0 && times[3] == 0 && impulses[6] == 0 && states[2] == 77, "written past capacity");
  cr_expect_eq(contacts[0].impulse[1], full.contacts[0].impulse[1], "looking changes nothing");
  free(workspace);
}

Test(simultaneous_corners, buffers_may_be_null) {
  static collision full;
  const two_balls_problem p = two_balls_make(PLASTIC);
  const carom_contact_problem problem = two_balls_view(&p);
  collide_well(&problem, &full);
  double* workspace = malloc(carom_simultaneous_workspace_size(2, 2) * sizeof *workspace);
  carom_simultaneous_contact contacts[2];
  carom_simultaneous_outcome out;
  carom_simultaneous_log log = {0};
  double impulse[400];
  carom_simultaneous_trace trace = {.capacity = 100, .impulse = impulse};
  carom_simultaneous_memory memory = {.workspace = workspace, .log = &log, .trace = &trace};
  cr_assert_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL), CAROM_OK);
  cr_expect(log.event_count == 0 && log.event_total == full.log.event_total && log.state_total == full.log.state_total);
  cr_expect(trace.count > 5 && trace.count <= 100);
  cr_expect_eq(impulse[4 * (trace.count - 1) + 1], contacts[0].impulse[1]);
  carom_event events[16];
  log = (carom_simultaneous_log){.events = events, .event_capacity = 16};
  memory.trace = NULL;
  cr_assert_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL), CAROM_OK);
  cr_expect_eq(log.event_count, full.log.event_count);
  memory.log = NULL;
  cr_assert_eq(carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL), CAROM_OK);
  cr_expect_eq(contacts[1].impulse[1], full.contacts[1].impulse[1]);
  free(workspace);
}

/// A path longer than its buffer is thinned: it keeps its order and its end.
Test(simultaneous_corners, a_short_trace_is_thinned) {
  static collision full;
  static double long_time[4000];
  const two_balls_problem p = two_balls_make(PLASTIC);
  const carom_contact_problem problem = two_balls_view(&p);
  carom_simultaneous_trace all = {.capacity = 4000, .time = long_time};
  collide_traced(&problem, &all, &full);
  cr_assert_eq(full.status, CAROM_OK);
  for (int capacity = 2; capacity < 40; ++capacity) {
    static collision got;
    double time[40], impulse[160], velocity[160], stored[80];
    uint64_t active[40];
    time[capacity] = 77;
    carom_simultaneous_trace trace = {.capacity = capacity,
                                      .time = time,
                                      .active = active,
                                      .impulse = impulse,
                                      .velocity = velocity,
                                      .stored = stored};
    collide_traced(&problem, &trace, &got);
    cr_assert_eq(got.status, CAROM_OK);
    cr_assert(trace.count >= 2 && trace.count <= capacity, "%d of %d", trace.count, capacity);
    cr_expect_eq(time[capacity], 77, "written past capacity");
    for (int k = 1; k < trace.count; ++k) cr_assert_geq(time[k], time[k - 1]);
    cr_expect(time[0] == 0 && impulse[1] == 0, "it begins at the start");
    const int last = trace.count - 1;
    cr_expect(time[last] == long_time[all.count - 1] && impulse[4 * last + 1] == got.contacts[0].impulse[1]);
    for (int c = 0; c < 2; ++c)
      cr_expect(fabs(velocity[4 * last + 2 * c + 1] - got.contacts[c].v[1]) <= 8 * DBL_EPSILON, "contact %d", c);
    cr_expect(stored[2 * last] == 0 && stored[2 * last + 1] == 0, "%g %g", stored[2 * last], stored[2 * last + 1]);
    cr_expect_eq(got.contacts[1].impulse[1], full.contacts[1].impulse[1], "looking changes nothing");
  }
}

/// A row of balls and no wall: in the plane as many contacts as there may be, in space 32 with friction.
Test(simultaneous_corners, many_contacts, .timeout = 120) {
  enum { MOST = CAROM_SIMULTANEOUS_MAX_CONTACTS };
  static double w[9 * MOST * MOST], v[3 * MOST];
  static carom_surface surfaces[MOST];
  static collision got;
  for (int d = 2; d <= 3; ++d) {
    const int count = d == 2 ? MOST : 32, size = d * count;
    memset(w, 0, sizeof w);
    memset(v, 0, sizeof v);
    for (int i = 0; i < count; ++i) {
      for (int a = 0; a < d; ++a) {
        const int at = d * i + a;
        w[at * size + at] = a == d - 1 ? 2 : 7;
        if (i + 1 < count) w[at * size + at + d] = w[(at + d) * size + at] = a == d - 1 ? -1 : 1.5;
      }
      surfaces[i] = carom_surface_default();
      surfaces[i].e = 0.9;
      if (d == 3) surfaces[i].mu = surfaces[i].mu_static = 0.2, surfaces[i].eta2 = 1.2;
    }
    v[d - 1] = -1;
    if (d == 3) v[0] = 0.3;
    const carom_contact_problem problem = {d, count, w, v, surfaces};
    collide_well(&problem, &got);
    double least = 0;
    for (int i = 0; i < count; ++i) least = fmin(least, got.contacts[i].v[d - 1]);
    cr_expect_geq(least, -1e-12, "%d axes", d);
    cr_expect_leq(got.outcome.energy.change, 0);
    cr_expect(got.contacts[count - 1].acted, "the blow arrives at the other end");
    printf("%d contacts, %d axes: %d events, %d panels\n", count, d, got.outcome.event_total,
           got.outcome.integration_steps);
  }
}

/// Powers of two in the units change nothing but the units.
Test(simultaneous_corners, units_do_not_matter) {
  static collision a, b;
  static sample s, t;
  test_random r = {42};
  const sample_ranges ranges = {.contacts = 4, .mass = 3, .stiffness = 10, .e_least = 0.3, .exponent = 1};
  for (int i = 0; i < 100; ++i) {
    sample_collision(&r, &ranges, &s);
    const int mass = test_random_below(&r, 401) - 200, speed = test_random_below(&r, 401) - 200;
    t = s;
    for (int k = 0; k < SAMPLE_SIZE * SAMPLE_SIZE; ++k) t.w[k] = ldexp(s.w[k], -mass);
    for (int k = 0; k < SAMPLE_SIZE; ++k) t.v[k] = ldexp(s.v[k], speed);
    const carom_contact_problem problem = sample_problem(&s), other = sample_problem(&t);
    collide_well(&problem, &a);
    collide_well(&other, &b);
    double size = 0;
    for (int c = 0; c < s.count; ++c) size = fmax(size, a.contacts[c].impulse[1]);
    for (int c = 0; c < s.count; ++c)
      cr_expect(fabs(ldexp(b.contacts[c].impulse[1], -mass - speed) - a.contacts[c].impulse[1]) <= 1e-12 * size,
                "%d: mass 2^%d, speed 2^%d", i, mass, speed);
  }
}

/// Tangential springs that hardly give are answered with the stiffest that can still be followed, and a warning says
/// so. None at all is another law, without a warning; it is near.
Test(simultaneous_corners, stiff_tangential_springs) {
  static const struct {
    double eta2;
    unsigned warns;
  } STIFF[] = {{1e-5, 0}, {1e-9, CAROM_WARN_RIGID_LIMIT}, {0, 0}};
  static collision got[3];
  sample s;
  good_sample(&s);
  const carom_contact_problem problem = sample_problem(&s);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 2; ++i) s.surfaces[i].eta2 = STIFF[k].eta2;
    collide_well(&problem, &got[k]);
    cr_expect_eq(got[k].outcome.warnings & CAROM_WARN_RIGID_LIMIT, STIFF[k].warns, "eta2 %g", STIFF[k].eta2);
    for (int a = 0; a < 6; ++a)
      cr_expect_leq(fabs(got[k].contacts[a / 3].impulse[a % 3] - got[0].contacts[a / 3].impulse[a % 3]),
                    1e-3 * got[0].contacts[0].impulse[2], "eta2 %g, entry %d", STIFF[k].eta2, a);
  }
}

/// What the words say: the modes, the flags and the warning of a lock.
Test(simultaneous_corners, modes_and_flags) {
  static collision got;
  two_balls b = PLASTIC;
  b.e1 = 0.3;
  const two_balls_problem p = two_balls_make(b);
  const carom_contact_problem problem = two_balls_view(&p);
  collide_well(&problem, &got);
  cr_expect(got.contacts[0].acted && got.contacts[1].acted);
  cr_expect(got.contacts[0].locked && !got.contacts[1].locked && got.outcome.lock_total == 1);
  cr_expect(got.outcome.warnings & CAROM_WARN_LOCKED);
  cr_expect_str_eq(got.contacts[0].phases, "frictionless");
  cr_expect_eq(got.outcome.integration_steps, 0);
  sample s;
  good_sample(&s);
  s.v[0] = s.v[1] = 0;
  const carom_contact_problem sticky = sample_problem(&s);
  collide_well(&sticky, &got);
  cr_expect_eq(strncmp(got.contacts[0].phases, "stick", 5), 0, "%s", got.contacts[0].phases);
  s.v[0] = 20;
  collide_well(&sticky, &got);
  cr_expect_str_eq(got.contacts[0].phases, "slip", "%s", got.contacts[0].phases);
  cr_expect_eq(strncmp(got.contacts[1].phases, "none", 4) == 0, !got.contacts[1].acted);
}

/// The same bits from every compiler, optimisation and C library: see golden.h.
Test(simultaneous_corners, golden_bits) {
  const uint64_t got[] = {golden_closed_form(), golden_friction(), golden_exponent()};
  const uint64_t want[] = {GOLDEN_CLOSED_FORM, GOLDEN_FRICTION, GOLDEN_EXPONENT};
  for (int kind = 0; kind < 3; ++kind)
    cr_expect_eq(got[kind], want[kind], "golden hash %d is 0x%016" PRIX64, kind, got[kind]);
}
