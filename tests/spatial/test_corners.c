// Hand cases, corners, bad input, the trace, and the bits themselves.
#include <criterion/criterion.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "golden.h"
#include "random.h"

/// A W with slip that turns: the icosahedron and tetrahedron of JW16, as printed in (13).
static carom_spatial_problem printed(double vz, double mu) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{11.5984, -0.910368, 2.44236}, {-0.910368, 9.90133, 1.95747}, {2.44236, 1.95747, 2.59043}}};
  p.v = (carom_vec3){-0.26197579, 0.38632841, vz};
  p.surface.mu = p.surface.mu_static = mu;
  p.surface.e = 0.95;
  return p;
}

static carom_spatial_outcome solve(carom_spatial_problem p) {
  carom_spatial_outcome o;
  carom_diag diag = {0};
  cr_assert_eq(carom_spatial_solve(&p, &o, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return o;
}

static void close_to(double got, double want, const char* what) {
  cr_expect(fabs(got - want) <= 16 * DBL_EPSILON * fmax(1, fabs(want)), "%s is %.17g, want %.17g", what, got, want);
}

Test(spatial_corners, a_ball_on_a_table) {
  // m = 1, R = 1, I = 2/5: B = 3.5, d = 0, Wzz = 1. Sliding at 3, falling at 2, e = 0.5.
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = carom_mat3_diagonal(3.5, 3.5, 1);
  p.v = (carom_vec3){3, 0, -2};
  p.surface.e = 0.5;
  p.surface.mu = p.surface.mu_static = 0.1;
  const carom_spatial_outcome slides = solve(p);
  cr_expect_str_eq(slides.sequence, "lcr");
  close_to(slides.impulse.z, 3, "I_z");
  close_to(slides.impulse.x, -0.3, "I_x");
  close_to(slides.v.x, 3 - 0.3 * 3.5, "v_x");
  p.surface.mu = p.surface.mu_static = 0.4;
  const carom_spatial_outcome sticks = solve(p);
  cr_expect_str_eq(sticks.sequence, "lcsr");
  close_to(sticks.impulse.x, -3 / 3.5, "I_x");
  close_to(sticks.impulse_n_slip_end, 3 / (0.4 * 3.5), "I_zs");
  close_to(sticks.energy.friction, 0.5 * 9 / 3.5, "friction");
  close_to(sticks.energy.restitution, 0.75 * 2, "restitution");
  cr_expect(sticks.stuck && !sticks.resumed);
}

Test(spatial_corners, no_friction_no_slip_no_impact) {
  carom_spatial_problem p = printed(-1, 0);
  const carom_spatial_outcome smooth = solve(p);
  cr_expect_str_eq(smooth.sequence, "cr");
  close_to(smooth.impulse.z, 1.95 / 2.59043, "I_z");
  cr_expect(smooth.impulse.x == 0 && smooth.impulse.y == 0);
  p = printed(0.1, 0.5);
  cr_expect_str_eq(solve(p).sequence, "none");
  cr_expect_eq(solve(p).warnings, CAROM_WARN_SEPARATING);
  p.v.z = 0;
  cr_expect_eq(solve(p).warnings, CAROM_WARN_RESTING);
  p.v = (carom_vec3){0, 0, 0};
  cr_expect_eq(solve(p).warnings, CAROM_WARN_RESTING);
  cr_expect_eq(solve(carom_spatial_problem_default()).event_count, 0);
}

Test(spatial_corners, tangential_impact_and_static_friction) {
  // Slip along d with mu |d| > Wzz drives the bodies together although they do not approach.
  carom_spatial_problem p = printed(0, 3);
  p.v.x = 2.44236;
  p.v.y = 1.95747;
  const carom_spatial_outcome o = solve(p);
  cr_expect(o.condition_fails);
  cr_expect_gt(o.impulse.z, 0);
  cr_expect_gt(o.v.z, 0);
  // |w| = 0.3157: mu = 0.25 resumes, and a static friction of 0.32 holds it.
  carom_spatial_problem rest = printed(-1, 0.25);
  rest.v.x = rest.v.y = 0;
  cr_expect(solve(rest).resumed);
  rest.surface.mu_static = 0.32;
  cr_expect(solve(rest).stuck);
}

/// W = sum of 10^x q q^T with x up to 35 apart from 0, velocities and friction of any size.
static carom_spatial_problem far_apart(test_random* r) {
  const double spread = test_random_uniform(r, 0, 35);
  carom_spatial_problem p = carom_spatial_problem_default();
  memset(p.w.m, 0, sizeof p.w.m);
  for (int k = 0; k < 3; ++k) {
    const double size = pow(10, test_random_uniform(r, -spread, spread));
    double q[3];
    for (int i = 0; i < 3; ++i) q[i] = test_random_below(r, 3) ? test_random_uniform(r, -1, 1) : 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) p.w.m[i][j] += size * q[i] * q[j];
  }
  for (int i = 0; i < 2; ++i) (&p.v.x)[i] = test_random_below(r, 3) ? test_random_uniform(r, -1, 1) : 0;
  p.v.z = -test_random_log(r, 1e-3, 1);
  p.surface.mu = test_random_below(r, 2) ? 1e-16 : test_random_log(r, 1e-12, 10);
  p.surface.mu_static = fmax(p.surface.mu, test_random_log(r, 1e-3, 10));
  p.surface.e = test_random_uniform(r, 0, 1);
  return p;
}

/// Friction beyond its law by more than this part of the normal impulse would be seen.
static const double SEEN = 1e-12;

/// Where rounding of v is a larger impulse than friction can make, the impact is refused: contacts stuck with thousands
/// of times the friction that holds, or slipped on with it.
Test(spatial_corners, friction_keeps_its_law_or_the_impact_is_refused) {
  test_random r = {7};
  int answered = 0, refused = 0;
  for (int i = 0; i < 100000; ++i) {
    const carom_spatial_problem p = far_apart(&r);
    carom_spatial_outcome o;
    const carom_status status = carom_spatial_solve(&p, &o, NULL);
    refused += status == CAROM_TOO_FAR_APART;
    if (status) continue;
    ++answered;
    const double most = (o.stuck ? p.surface.mu_static : p.surface.mu) * o.impulse.z;
    const double excess = hypot(o.impulse.x, o.impulse.y) - (1 + 1e-6) * most;
    cr_expect_leq(excess, SEEN * o.impulse.z, "%d: %g of I_n", i, excess / o.impulse.z);
  }
  printf("W up to 70 decades apart: %d answered, %d too far apart\n", answered, refused);
  cr_expect_geq(answered, 70000);
}

Test(spatial_corners, events_tell_the_story) {
  const carom_spatial_outcome o = solve(printed(-0.07717476, 0.8));
  cr_expect_str_eq(o.sequence, "csr");
  cr_assert_eq(o.event_count, 3);
  cr_expect_eq(o.events[0].type, CAROM_EVENT_COMPRESSION_END);
  cr_expect_eq(o.events[1].type, CAROM_EVENT_STICK);
  cr_expect_eq(o.events[2].type, CAROM_EVENT_RESTITUTION_END);
  cr_expect_eq(o.events[0].impulse_n, o.impulse_n_compression);
  cr_expect_eq(o.events[1].impulse_n, o.impulse_n_slip_end);
  cr_expect_eq(o.events[2].impulse_n, o.impulse.z);
}

Test(spatial_corners, bad_input_is_named_and_leaves_the_output_alone) {
  const carom_spatial_problem good = printed(-1, 0.5);
  struct {
    const char* field;
    carom_status status;
    carom_spatial_problem problem;
  } rows[32];
  int count = 0;
#define ROW(member, bad, code, name)      \
  do {                                    \
    rows[count].field = name;             \
    rows[count].status = code;            \
    rows[count].problem = good;           \
    rows[count++].problem.member = (bad); \
  } while (0)
  ROW(w.m[0][0], NAN, CAROM_NOT_FINITE, "w");
  ROW(w.m[2][1], INFINITY, CAROM_NOT_FINITE, "w");
  ROW(v.x, NAN, CAROM_NOT_FINITE, "v");
  ROW(v.z, -INFINITY, CAROM_NOT_FINITE, "v");
  ROW(w.m[0][1], 3, CAROM_NOT_SYMMETRIC, "w");
  ROW(w.m[0][0], -1, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[2][2], 0, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[2][2], 0.5, CAROM_NOT_POSITIVE, "w");
  ROW(surface.e, 1.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.mu, -1, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu_static, 0.1, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.law, (carom_law)5, CAROM_OUT_OF_RANGE, "surface.law");
  ROW(surface.eta2, 1, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(v.x, 1e200, CAROM_TOO_FAR_APART, "w");
  ROW(w, carom_mat3_diagonal(1e-300, 1e-300, 1e-300), CAROM_OK, "");
  rows[--count].problem.v = (carom_vec3){1e100, 1e100, -1e100};
  rows[count].status = CAROM_OVERFLOW;
  rows[count++].field = "impulse";
#undef ROW
  for (int i = 0; i < count; ++i) {
    carom_spatial_outcome out, before;
    memset(&out, 0x5a, sizeof out);
    memcpy(&before, &out, sizeof out);
    carom_diag diag = {0};
    cr_expect_eq(carom_spatial_solve(&rows[i].problem, &out, &diag), rows[i].status, "row %d, %s", i, rows[i].field);
    cr_expect_str_eq(diag.field, rows[i].field);
    cr_expect_gt(strlen(diag.message), 15);
    cr_expect_eq(memcmp(&out, &before, sizeof out), 0, "row %d touched the output", i);
  }
}

Test(spatial_corners, from_a_general_contact_problem) {
  const double w[9] = {3, 0, 1, 0, 3, 0, 1, 0, 2}, v[3] = {1, 2, -3};
  const carom_surface surface = carom_surface_default();
  carom_contact_problem contact = {3, 1, w, v, &surface};
  carom_spatial_problem p;
  carom_diag diag;
  cr_assert_eq(carom_spatial_from_contact(&contact, &p, NULL), CAROM_OK);
  cr_expect(p.w.m[0][2] == 1 && p.w.m[2][2] == 2 && p.v.y == 2);
  contact.dimension = 2;
  cr_expect_eq(carom_spatial_from_contact(&contact, &p, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "dimension");
  contact.dimension = 3;
  contact.contact_count = 2;
  cr_expect_eq(carom_spatial_from_contact(&contact, &p, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "contact_count");
}

Test(spatial_corners, trace_is_the_same_impact_point_by_point) {
  const double vz[] = {-0.07717476, -0.82717476, -0.82717476, -0.52717476}, mu[] = {0.8, 0.4, 0.25, 3};
  for (int i = 0; i < 4; ++i) {
    const carom_spatial_problem p = printed(vz[i], mu[i]);
    const carom_spatial_outcome plain = solve(p);
    carom_trace_point points[600];
    carom_trace trace = {points, 600, 0};
    carom_spatial_outcome o;
    cr_assert_eq(carom_spatial_trace(&p, &o, &trace, NULL), CAROM_OK);
    cr_expect_eq(memcmp(&o.impulse, &plain.impulse, sizeof o.impulse), 0, "looking changes nothing");
    cr_expect_gt(trace.count, 30);
    const carom_trace_point* last = &points[trace.count - 1];
    cr_expect(last->impulse[0] == o.impulse.x && last->impulse[1] == o.impulse.y && last->impulse[2] == o.impulse.z);
    for (int k = 0; k < o.event_count; ++k) {
      int at = 0;
      while (at < trace.count && points[at].impulse[2] != o.events[k].impulse_n) ++at;
      cr_expect_lt(at, trace.count, "event %d is a point of the path, to the last bit", k);
    }
    for (int k = 1; k < trace.count; ++k) {
      cr_assert_geq(points[k].impulse[2], points[k - 1].impulse[2]);
      // gamma = gamma0 + B I_t + d I_z at every point
      const double x = p.v.x + p.w.m[0][0] * points[k].impulse[0] + p.w.m[0][1] * points[k].impulse[1] +
                       p.w.m[0][2] * points[k].impulse[2];
      cr_assert_lt(fabs(x - points[k].velocity[0]), 1e-13);
      cr_assert_geq(points[k].friction, points[k - 1].friction - 1e-15);
    }
    cr_expect(fabs(last->friction - o.energy.friction) < 1e-14);
  }
  carom_trace_point few[16];
  carom_trace small = {few, 16, 3};
  carom_diag diag;
  carom_spatial_outcome o;
  const carom_spatial_problem p = printed(-1, 0.5);
  cr_expect_eq(carom_spatial_trace(&p, &o, &small, &diag), CAROM_TOO_SMALL);
  cr_expect_str_eq(diag.field, "trace.capacity");
  carom_trace_point enough[32];
  carom_trace thinned = {enough, 32, 0};
  cr_assert_eq(carom_spatial_trace(&p, &o, &thinned, NULL), CAROM_OK);
  cr_expect_leq(thinned.count, 32);
  cr_expect_eq(enough[thinned.count - 1].impulse[2], o.impulse.z);
}

/// The same bits from every compiler, optimisation and C library: see golden.h.
Test(spatial_corners, golden_bits) {
  const uint64_t hash = golden_spatial();
  cr_assert_eq(hash, GOLDEN_SPATIAL, "the golden hash is 0x%016" PRIX64, hash);
}
