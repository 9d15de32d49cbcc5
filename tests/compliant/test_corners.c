// Bad input, starts on a border, singular W, extremes of every number, jams, the trace, and the bits themselves.
#include <criterion/criterion.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "golden.h"
#include "kit/expect.h"
#include "spatial/sample.h"

static carom_compliant_problem good(void) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = (carom_mat3){{{3, 0.5, 0.25}, {0.5, 2, -0.5}, {0.25, -0.5, 1}}};
  p.v = (carom_vec3){0.5, 0.25, -1};
  p.surface.e = 0.7;
  p.surface.mu = p.surface.mu_static = 0.5;
  return p;
}

static carom_compliant_outcome solve(carom_compliant_problem p) {
  carom_compliant_outcome o;
  carom_diag diag = {0};
  cr_assert_eq(carom_compliant_solve(&p, &o, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return o;
}

// Bad input.

typedef struct bad_row {
  const char* field;
  carom_status status;
  carom_compliant_problem problem;
} bad_row;

enum { BAD_ROWS = 64 };

static int bad_rows(bad_row rows[BAD_ROWS]) {
  int count = 0;
#define ROW(member, bad, code, name)                                           \
  do {                                                                         \
    rows[count] = (bad_row){.field = name, .status = code, .problem = good()}; \
    rows[count++].problem.member = (bad);                                      \
  } while (0)
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      ROW(w.m[i][j], NAN, CAROM_NOT_FINITE, "w");
      ROW(w.m[i][j], -INFINITY, CAROM_NOT_FINITE, "w");
      if (i != j) ROW(w.m[i][j], good().w.m[i][j] + 1e-9, CAROM_NOT_SYMMETRIC, "w");
    }
  ROW(v.x, NAN, CAROM_NOT_FINITE, "v");
  ROW(v.y, INFINITY, CAROM_NOT_FINITE, "v");
  ROW(v.z, -INFINITY, CAROM_NOT_FINITE, "v");
  ROW(w.m[0][0], -1, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[1][1], 0.0625, CAROM_NOT_POSITIVE, "w");  // the tangential block is indefinite
  ROW(w.m[2][2], 0, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[2][2], 0.125, CAROM_NOT_POSITIVE, "w");  // the tangential block is fine, W is not
  ROW(surface.law, CAROM_LAW_POISSON, CAROM_OUT_OF_RANGE, "surface.law");
  ROW(surface.law, CAROM_LAW_NEWTON, CAROM_OUT_OF_RANGE, "surface.law");
  ROW(surface.law, (carom_law)7, CAROM_OUT_OF_RANGE, "surface.law");
  ROW(surface.e, -0.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.e, 1.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.e, NAN, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.mu, -0.5, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu, NAN, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu, INFINITY, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu_static, 0.25, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.mu_static, 0.75, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.mu_static, NAN, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.eta2, 0, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.eta2, -1, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.eta2, NAN, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.eta2, INFINITY, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.eta2, 1.0000001e30, CAROM_TOO_FAR_APART, "surface.eta2");
  ROW(surface.stiffness, -1, CAROM_OUT_OF_RANGE, "surface.stiffness");
  ROW(surface.exponent, 2.5, CAROM_OUT_OF_RANGE, "surface.exponent");
  // What doubles cannot hold together.
  rows[count] = (bad_row){"surface.mu", CAROM_TOO_FAR_APART, good()};
  rows[count].problem.surface.mu = rows[count].problem.surface.mu_static = 1.0000001e30;
  ++count;
  ROW(w, carom_mat3_diagonal(1e31, 1, 1), CAROM_TOO_FAR_APART, "w");
  ROW(v.z, -1e-70, CAROM_TOO_FAR_APART, "v");
  ROW(w, carom_mat3_diagonal(1e-300, 1e-300, 1e-300), CAROM_OVERFLOW, "v");
  rows[count - 1].problem.v = (carom_vec3){1e100, 1e100, -1e100};
#undef ROW
  return count;
}

Test(compliant_corners, bad_input_is_named_and_leaves_the_output_alone) {
  static bad_row rows[BAD_ROWS];
  static carom_spring_point points[CAROM_COMPLIANT_TRACE_MIN];
  const int count = bad_rows(rows);
  for (int i = 0; i < count; ++i) {
    carom_compliant_outcome out, before;
    memset(&out, 0x5a, sizeof out);
    memcpy(&before, &out, sizeof out);
    carom_diag diag = {0};
    cr_expect_eq(carom_compliant_solve(&rows[i].problem, &out, &diag), rows[i].status, "row %d, %s", i, rows[i].field);
    cr_expect_str_eq(diag.field, rows[i].field, "row %d", i);
    cr_expect_gt(strlen(diag.message), 15);
    carom_spring_trace trace = {points, CAROM_COMPLIANT_TRACE_MIN, 3};
    cr_expect_eq(carom_compliant_trace(&rows[i].problem, CAROM_COMPLIANT_EXACT, &out, &trace, NULL), rows[i].status);
    cr_expect_eq(trace.count, 3, "row %d touched the trace", i);
    cr_expect_eq(memcmp(&out, &before, sizeof out), 0, "row %d touched the output", i);
  }
}

Test(compliant_corners, an_unknown_scheme_is_refused) {
  const carom_compliant_problem p = good();
  carom_compliant_outcome o;
  carom_diag diag = {0};
  cr_expect_eq(carom_compliant_solve_scheme(&p, (carom_compliant_scheme)2, &o, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "scheme");
}

Test(compliant_corners, from_a_general_contact_problem) {
  const double w[9] = {3, 0, 1, 0, 3, 0, 1, 0, 2}, v[3] = {1, 2, -3};
  carom_surface surface = carom_surface_default();
  surface.eta2 = 1.5;
  carom_contact_problem contact = {3, 1, w, v, &surface};
  carom_compliant_problem p;
  carom_diag diag;
  cr_assert_eq(carom_compliant_from_contact(&contact, &p, NULL), CAROM_OK);
  cr_expect(p.w.m[0][2] == 1 && p.w.m[2][2] == 2 && p.v.y == 2 && p.surface.eta2 == 1.5);
  contact.contact_count = 2;
  cr_expect_eq(carom_compliant_from_contact(&contact, &p, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "contact_count");
  contact.contact_count = 1;
  contact.dimension = 4;
  cr_expect_eq(carom_compliant_from_contact(&contact, &p, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "dimension");
}

/// A planar contact is the spatial one with a second tangent along which nothing moves.
Test(compliant_corners, from_a_planar_contact) {
  const double w[4] = {3, 1, 1, 2}, v[2] = {1, -3};
  carom_surface surface = carom_surface_default();
  surface.eta2 = 1.5;
  surface.e = 0.6;
  surface.mu = surface.mu_static = 0.4;
  const carom_contact_problem contact = {2, 1, w, v, &surface};
  carom_compliant_problem flat, full = {.surface = surface};
  cr_assert_eq(carom_compliant_from_contact(&contact, &flat, NULL), CAROM_OK);
  full.w = (carom_mat3){{{3, 0, 1}, {0, 5, 0}, {1, 0, 2}}};
  full.v = (carom_vec3){1, 0, -3};
  const carom_compliant_outcome a = solve(flat), b = solve(full);
  close_to(a.impulse.x, b.impulse.x, 1e-13, "I_t");
  close_to(a.impulse.z, b.impulse.z, 1e-13, "I_n");
  cr_expect_eq(a.impulse.y, 0);
}

// Starts.

Test(compliant_corners, no_approach_no_impact) {
  carom_compliant_problem p = good();
  p.v.z = 0.1;
  carom_compliant_outcome o = solve(p);
  cr_expect(o.warnings & CAROM_WARN_SEPARATING);
  cr_expect(o.impulse.x == 0 && o.impulse.y == 0 && o.impulse.z == 0 && o.event_count == 0);
  cr_expect(o.v.x == p.v.x && o.v.z == p.v.z && o.energy.change == 0);
  p.v = (carom_vec3){0, 0, 0};
  o = solve(p);
  cr_expect(o.warnings & CAROM_WARN_RESTING);
  cr_expect_eq(o.impulse.z, 0);
  p.v.x = 1;  // slides without approach: friction lifts or holds it
  p.v.z = 0;
  o = solve(p);
  cr_expect(o.warnings & CAROM_WARN_RESTING);
}

/// Slip that friction turns into an approach: the impact starts from v_n = 0.
Test(compliant_corners, tangential_impact) {
  carom_compliant_problem p = good();
  p.w = (carom_mat3){{{4, 0, 1.5}, {0, 4, 0}, {1.5, 0, 1}}};
  p.v = (carom_vec3){1, 0, 0};
  p.surface.mu = p.surface.mu_static = 2;  // mu w_tn = 3 > w_nn
  const carom_compliant_outcome o = solve(p);
  cr_expect_gt(o.impulse.z, 0);
  cr_expect_gt(o.v.z, 0);
  cr_expect_leq(o.energy.change, 0);
}

/// At |v_t| = mu eta2 |v_n| the acceleration of the slip decides: s.(W d)_t + mu eta2 (W d)_n < 0 sticks.
Test(compliant_corners, grazing_start) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.surface.mu = p.surface.mu_static = 0.5;
  p.surface.eta2 = 2;
  p.surface.e = 0.5;
  p.v = (carom_vec3){1, 0, -1};        // 1 = 0.5 * 2 * 1, all exact
  p.w = carom_mat3_diagonal(4, 4, 1);  // -mu 4 + mu eta2 1 = -1
  cr_expect_eq(solve(p).events[0].type, CAROM_EVENT_START_STICK);
  p.w = carom_mat3_diagonal(0.5, 0.5, 1);  // -0.25 + 1
  cr_expect_eq(solve(p).events[0].type, CAROM_EVENT_START_SLIP);
  // On either side of the border the answers come together.
  for (int i = 0; i < 2; ++i) {
    p.w = i ? carom_mat3_diagonal(0.5, 0.5, 1) : carom_mat3_diagonal(4, 4, 1);
    p.v.x = 1;
    const carom_vec3 at = solve(p).impulse;
    for (int side = -1; side <= 1; side += 2) {
      p.v.x = 1 + side * 1e-11;
      const double off = carom_vec3_norm(carom_vec3_sub(solve(p).impulse, at));
      cr_expect_lt(off, 1e-10, "%g beside the border, off by %g", side * 1e-11, off);
    }
  }
}

// Singular W.

/// A guided body: W = g g^T, so the contact moves along one line only and v0 lies on it.
Test(compliant_corners, one_line_to_move_along) {
  const double g[3] = {0.6, 0, 0.8};
  carom_compliant_problem p = good();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) p.w.m[i][j] = g[i] * g[j];
  p.v = (carom_vec3){-0.6, 0, -0.8};
  for (int i = 0; i <= 20; ++i) {
    p.surface.e = 0.05 * i;
    p.surface.mu = p.surface.mu_static = 0.3;
    const carom_compliant_outcome o = solve(p);
    close_to(o.v.x * 0.8, o.v.z * 0.6, 1e-14, "v stays on the line");
    cr_expect_geq(o.v.z, -1e-14);
    cr_expect_leq(o.energy.change, 1e-15);
  }
  p.surface.e = 1;
  p.surface.mu = p.surface.mu_static = 100;  // never slips: the springs turn the motion round
  const carom_compliant_outcome o = solve(p);
  close_to(o.v.x, 0.6, 1e-13, "v_t");
  close_to(o.v.z, 0.8, 1e-13, "v_n");
}

/// W (-mu, 0, 1) = 0: slipping towards x, no impulse ever changes anything, and the bodies approach for ever.
Test(compliant_corners, no_finite_answer) {
  carom_compliant_problem p = good();
  p.surface.mu = p.surface.mu_static = 0.5;
  p.w = (carom_mat3){{{1, 0, 0.5}, {0, 1, 0}, {0.5, 0, 0.25}}};
  p.v = (carom_vec3){10, 0, -1};
  carom_compliant_outcome out, before;
  memset(&out, 0x5a, sizeof out);
  memcpy(&before, &out, sizeof out);
  carom_diag diag = {0};
  cr_expect_eq(carom_compliant_solve(&p, &out, &diag), CAROM_NO_FINITE_ANSWER, "%s", carom_status_word(diag.status));
  cr_expect_gt(strlen(diag.message), 15);
  cr_expect_eq(memcmp(&out, &before, sizeof out), 0);
}

// Extremes.

/// Within the cone, no approach left but a small part of the speed, no energy gained.
static void check_answer(const carom_compliant_problem* p, const carom_compliant_outcome* o, double part) {
  const double speed = carom_vec3_norm(o->v) + carom_vec3_norm(p->v), change = o->energy.change;
  const double work = 0.5 * carom_vec3_dot(o->impulse, carom_vec3_add(o->v, p->v));
  cr_assert(o->v.z >= -part * speed && change <= 0, "v_n %g, energy %g", o->v.z, change);
  cr_assert_leq(hypot(o->impulse.x, o->impulse.y), p->surface.mu * o->impulse.z * (1 + 1e-12));
  cr_assert_leq(fabs(change - work), 1e4 * part * carom_vec3_norm(o->impulse) * speed);
}

Test(compliant_corners, mass_ratios_up_to_1e12) {
  test_random r = {21};
  for (int i = 0; i < 20000; ++i) {
    carom_compliant_problem p = good();
    p.w = sample_matrix(&r, 1e6);
    const carom_compliant_outcome o = solve(p);
    check_answer(&p, &o, 1e-12);
  }
}

/// One direction of W much easier to move than the others swings as many times as the root of the ratio says.
Test(compliant_corners, one_easy_direction) {
  test_random r = {25};
  int approximate = 0;
  for (int i = 0; i < 2000; ++i) {
    carom_compliant_problem p = good();
    const double ratio = test_random_log(&r, 1, 1e12), angle = test_random_uniform(&r, -3, 3);
    const double g[3] = {cos(angle), sin(angle), test_random_uniform(&r, -1, 1)};
    p.w = sample_matrix(&r, 10);
    const double easy = ratio * p.w.m[2][2];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) p.w.m[a][b] += easy * (g[a] * g[b]);
    const carom_compliant_outcome o = solve(p);
    // W I cancels by the ratio where the easy direction is not the answer's.
    check_answer(&p, &o, 1e-15 * fmax(1e3, ratio));
    approximate += (o.warnings & CAROM_WARN_APPROXIMATE) != 0;
  }
  printf("one easy direction, up to 1e12: %d of 2000 approximate\n", approximate);
  cr_expect_lt(approximate, 600);  // about half of those beyond 1e6
}

Test(compliant_corners, huge_and_tiny_compliance) {
  for (int i = -5; i <= 30; ++i) {
    carom_compliant_problem p = good();
    p.surface.eta2 = pow(10, i);
    const carom_compliant_outcome o = solve(p);
    cr_expect(isfinite(o.impulse.x) && o.v.z > 0 && o.energy.change <= 0, "eta2 = 1e%d", i);
    // Springs that soft never pull: no friction.
    if (i >= 20) close_to(hypot(o.impulse.x, o.impulse.y), 0, 10 * pow(10, -i), "I_t");
  }
}

/// Just above the rigid limit the work is the largest: about 1/eta switches.
Test(compliant_corners, around_the_rigid_limit) {
  int most = 0;
  for (int i = -40; i <= 200; ++i) {
    carom_compliant_problem p = good();
    p.surface.eta2 = pow(10, i / 40.0) * CAROM_COMPLIANT_RIGID_LIMIT / p.surface.mu;
    const carom_compliant_outcome o = solve(p);
    const bool rigid = p.surface.mu * p.surface.eta2 < CAROM_COMPLIANT_RIGID_LIMIT;
    cr_expect_eq((o.warnings & CAROM_WARN_RIGID_LIMIT) != 0, rigid, "mu eta2 = %g", p.surface.mu * p.surface.eta2);
    cr_expect(o.v.z > 0 && o.energy.change < 0);
    most = o.event_total > most ? o.event_total : most;
  }
  printf("around the rigid limit: at most %d events\n", most);
  cr_expect_gt(most, CAROM_COMPLIANT_MAX_EVENTS, "the log was never cut");
}

/// Friction that presses the bodies together again after compression has ended: its next end takes the loss again.
Test(compliant_corners, jam_with_recompression) {
  test_random r = {22};
  int recompressed = 0, twice = 0, held = 0;
  for (int i = 0; i < 40000; ++i) {
    carom_compliant_problem p = good();
    p.w = sample_matrix(&r, 2);
    const double slip = test_random_log(&r, 0.1, 30), angle = test_random_uniform(&r, -3, 3);
    p.v = (carom_vec3){slip * cos(angle), slip * sin(angle), -1};
    p.surface.mu = p.surface.mu_static = test_random_uniform(&r, 1, 10);
    p.surface.e = test_random_uniform(&r, 0.3, 1);
    const carom_compliant_outcome o = solve(p);
    int ends = 0, restarts = 0;
    for (int j = 0; j < o.event_count; ++j) {
      ends += o.events[j].type == CAROM_EVENT_COMPRESSION_END;
      restarts += o.events[j].type == CAROM_EVENT_RECOMPRESS;
    }
    cr_assert_eq(o.recompressed, restarts > 0, "%d", i);
    cr_assert_eq((o.warnings & CAROM_WARN_RECOMPRESSED) != 0, o.recompressed, "%d", i);
    // A normal that is held at rest after a restart does not end its compression.
    const bool locked = (o.warnings & CAROM_WARN_LOCKED) != 0, cut = o.event_total > o.event_count;
    cr_assert(cut || ends == restarts + 1 || (locked && ends == restarts), "%d: %d ends of compression, %d restarts", i,
              ends, restarts);
    const double once = (1 - p.surface.e * p.surface.e) * o.stored;
    cr_assert_geq(o.energy.restitution, once * (1 - 1e-12), "%d", i);
    if (restarts) cr_assert_gt(o.energy.restitution, once, "%d: the second end lost nothing", i);
    recompressed += o.recompressed;
    twice += restarts > 1;
    held += locked;
  }
  printf("jams: %d of 40000 recompressed, %d more than once, %d held in the end\n", recompressed, twice, held);
  cr_expect(recompressed > 20 && held > 0);
}

static carom_compliant_problem wild_problem(test_random* r) {
  carom_compliant_problem p = carom_compliant_problem_default();
  double l[3][3] = {{0}};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b <= a; ++b) l[a][b] = test_random_wild(r);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) p.w.m[a][b] = l[a][0] * l[b][0] + l[a][1] * l[b][1] + l[a][2] * l[b][2];
  p.v = (carom_vec3){test_random_wild(r), test_random_wild(r), -fabs(test_random_wild(r))};
  p.surface.e = test_random_below(r, 3) ? test_random_uniform(r, 0, 1) : ldexp(1, -test_random_below(r, 1074));
  p.surface.mu = p.surface.mu_static = fabs(test_random_wild(r));
  p.surface.eta2 = fabs(test_random_wild(r));
  return p;
}

Test(compliant_corners, any_finite_input_has_a_finite_answer_or_a_named_error, .timeout = 120) {
  test_random r = {23};
  long solved = 0, refused[CAROM_BUDGET + 1] = {0};
  for (int i = 0; i < 30000; ++i) {
    const carom_compliant_problem p = wild_problem(&r);
    carom_compliant_outcome o;
    carom_diag diag = {0};
    const carom_status status = carom_compliant_solve(&p, &o, &diag);
    if (status != CAROM_OK) {
      cr_assert(diag.status == status && diag.message[0] && status <= CAROM_BUDGET, "an error without a sentence");
      ++refused[status];
      continue;
    }
    ++solved;
    cr_assert(carom_vec3_is_finite(o.impulse) && carom_vec3_is_finite(o.v), "%d", i);
    cr_assert(isfinite(o.energy.change) && o.energy.friction >= 0 && o.stored >= 0, "%d", i);
    cr_assert_leq(o.energy.change, 0, "%d gained %g J", i, o.energy.change);
  }
  printf("wild: %ld solved;", solved);
  for (int i = 1; i <= CAROM_BUDGET; ++i)
    if (refused[i]) printf(" %ld %s", refused[i], carom_status_word((carom_status)i));
  printf("\n");
  cr_expect_gt(solved, 5000);
}

// The trace.

static void check_trace(const carom_compliant_problem* p, carom_compliant_scheme scheme) {
  static carom_spring_point points[4000];
  carom_spring_trace trace = {points, 4000, 0};
  carom_compliant_outcome o, plain;
  cr_assert_eq(carom_compliant_trace(p, scheme, &o, &trace, NULL), CAROM_OK);
  cr_assert_eq(carom_compliant_solve_scheme(p, scheme, &plain, NULL), CAROM_OK);
  cr_expect_eq(memcmp(&o.impulse, &plain.impulse, sizeof o.impulse), 0, "looking changes nothing");
  cr_assert_gt(trace.count, 8);
  const carom_spring_point *first = &points[0], *last = &points[trace.count - 1];
  cr_expect(first->impulse[2] == 0 && first->velocity[0] == p->v.x && first->velocity[2] == p->v.z);
  cr_expect(last->impulse[0] == o.impulse.x && last->impulse[1] == o.impulse.y && last->impulse[2] == o.impulse.z);
  close_to(last->friction, o.energy.friction, 1e-12, "friction");
  close_to(last->energy_tangential, o.energy.spring, 1e-12, "left in the springs");
  double most = 0, stored = 0;
  for (int k = 1; k < trace.count; ++k) {
    const carom_spring_point* q = &points[k];
    cr_assert_geq(q->impulse[2], points[k - 1].impulse[2], "%d", k);
    // Points between the nodes of a panel are interpolated.
    cr_assert_geq(q->friction, points[k - 1].friction - 1e-8 * o.stored, "%d", k);
    for (int a = 0; a < 3; ++a) {
      const double* row = p->w.m[a];
      const double before[3] = {p->v.x, p->v.y, p->v.z};
      const double v = before[a] + row[0] * q->impulse[0] + row[1] * q->impulse[1] + row[2] * q->impulse[2];
      close_to(q->velocity[a], v, 1e-8, "v = v0 + W I");
    }
    cr_assert(q->spring[2] <= 0 && q->energy_normal >= 0 && q->energy_tangential >= 0, "%d", k);
    most = fmax(most, q->energy_tangential);
    stored = fmax(stored, q->energy_normal);
  }
  if (!o.recompressed) close_to(stored, o.stored, 1e-11 * stored, "the most that the normal spring held");
  cr_expect_leq(o.stored_tangential, most * (1 + 1e-12));
  // Every event is a point of the path.
  for (int i = 0; i < o.event_count; ++i) {
    double nearest = HUGE_VAL;
    for (int k = 0; k < trace.count; ++k) nearest = fmin(nearest, fabs(points[k].impulse[2] - o.events[i].impulse_n));
    close_to(nearest, 0, 1e-13 * o.impulse.z, "an event on the path");
  }
}

Test(compliant_corners, trace_is_the_same_impact_point_by_point) {
  test_random r = {24};
  for (int i = 0; i < 60; ++i) {
    carom_compliant_problem p = good();
    p.w = sample_matrix(&r, 2);
    p.v = (carom_vec3){test_random_uniform(&r, -2, 2), test_random_uniform(&r, -2, 2), -1};
    p.surface.e = i % 10 == 0 ? 0 : test_random_uniform(&r, 0.2, 1);
    p.surface.mu = p.surface.mu_static = i % 7 == 0 ? 0 : test_random_uniform(&r, 0.05, 2);
    check_trace(&p, i % 3 == 0 ? CAROM_COMPLIANT_PUBLISHED : CAROM_COMPLIANT_EXACT);
  }
}

Test(compliant_corners, trace_buffers) {
  carom_compliant_problem p = good();
  carom_spring_point points[CAROM_COMPLIANT_TRACE_MIN];
  carom_spring_trace small = {points, CAROM_COMPLIANT_TRACE_MIN - 1, 3};
  carom_compliant_outcome o;
  carom_diag diag = {0};
  cr_expect_eq(carom_compliant_trace(&p, CAROM_COMPLIANT_EXACT, &o, &small, &diag), CAROM_TOO_SMALL);
  cr_expect_str_eq(diag.field, "trace.capacity");
  cr_expect_eq(small.count, 3);
  // Just enough room: thinned, from the first point to the last.
  p.surface.eta2 = 1e-3;
  carom_spring_trace thinned = {points, CAROM_COMPLIANT_TRACE_MIN, 0};
  cr_assert_eq(carom_compliant_trace(&p, CAROM_COMPLIANT_EXACT, &o, &thinned, NULL), CAROM_OK);
  cr_expect(thinned.count > CAROM_COMPLIANT_TRACE_MIN / 3 && thinned.count <= CAROM_COMPLIANT_TRACE_MIN);
  cr_expect_eq(points[0].impulse[2], 0);
  cr_expect_eq(points[thinned.count - 1].impulse[2], o.impulse.z);
  // The rigid law has no springs.
  p.surface.eta2 = 1e-7;
  carom_spring_trace none = {points, CAROM_COMPLIANT_TRACE_MIN, 3};
  cr_assert_eq(carom_compliant_trace(&p, CAROM_COMPLIANT_EXACT, &o, &none, NULL), CAROM_OK);
  cr_expect_eq(none.count, 0);
  cr_expect(o.warnings & CAROM_WARN_RIGID_LIMIT);
}

/// The same bits from every compiler, optimisation and C library: see golden.h.
Test(compliant_corners, golden_bits) {
  const uint64_t hash = golden_compliant();
  cr_assert_eq(hash, GOLDEN_COMPLIANT, "the golden hash is 0x%016" PRIX64, hash);
}
