// Hand cases with exact answers, corners, bad input, and the bits themselves.
#include <criterion/criterion.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "golden.h"
#include "random.h"

/// The falling rod of WM92 section 6: B1 = B2 = 2.5, B3 = 1.5.
static carom_planar_problem rod(double v_t, double v_n, double mu, double e) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = p.w_nn = 2.5;
  p.w_tn = -1.5;
  p.v_t = v_t;
  p.v_n = v_n;
  p.surface.mu = p.surface.mu_static = mu;
  p.surface.e = e;
  return p;
}

static carom_planar_outcome solve(carom_planar_problem p) {
  carom_planar_outcome o;
  carom_diag diag = {0};
  cr_assert_eq(carom_planar_solve(&p, &o, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return o;
}

/// Every hand case below has short decimals; a few roundings separate it from the exact value.
static void close_to(double got, double want, const char* what) {
  cr_expect(fabs(got - want) <= 8 * DBL_EPSILON * fmax(1, fabs(want)), "%s is %.17g, want %.17g", what, got, want);
}

Test(planar_corners, defaults_are_a_valid_nothing) {
  const carom_planar_outcome o = solve(carom_planar_problem_default());
  cr_assert_eq(o.mode, CAROM_PLANAR_NONE);
  cr_assert_eq(o.warnings, CAROM_WARN_RESTING);
  cr_assert_eq(o.event_count, 0);
}

Test(planar_corners, head_on_without_friction) {
  carom_planar_problem p = carom_planar_problem_default();
  p.v_n = -2;
  p.surface.e = 0.5;
  const carom_planar_outcome o = solve(p);
  cr_assert_eq(o.impulse_n, 3);
  cr_assert_eq(o.v_n, 1);
  cr_assert_eq(o.energy.change, -1.5);
  cr_assert(o.direct && o.central && !o.tangential);
}

Test(planar_corners, plastic_impact_ends_at_compression) {
  carom_planar_problem p = rod(0.6, -1, 0.9, 0);
  for (int law = 0; law < 3; ++law) {
    p.surface.law = (carom_law)law;
    const carom_planar_outcome o = solve(p);
    close_to(o.impulse_n, 0.4, "Py");
    close_to(o.impulse_t, 0, "Px");
    cr_expect_eq(o.v_n, 0);
    cr_expect_eq(o.v_t, 0);
  }
}

Test(planar_corners, no_impact_leaves_everything_alone) {
  const carom_planar_outcome parting = solve(rod(0.3, 0.2, 0.5, 0.5));
  cr_expect_eq(parting.warnings, CAROM_WARN_SEPARATING);
  cr_expect_eq(parting.v_t, 0.3);
  cr_expect_eq(parting.v_n, 0.2);
  cr_expect_eq(solve(rod(-0.3, 0, 1, 0.5)).warnings, CAROM_WARN_RESTING);
  cr_expect_eq(solve(rod(0, 0, 3, 0.5)).warnings, CAROM_WARN_RESTING);
  // k1 = B2 - mu B3 = 3 - 2 * 1.5 = 0 exactly.
  carom_planar_problem balanced = rod(-0.3, 0, 2, 0.5);
  balanced.w_nn = 3;
  const carom_planar_outcome o = solve(balanced);
  cr_expect_eq(o.mode, CAROM_PLANAR_NONE);
  cr_expect_eq(o.warnings, CAROM_WARN_INDETERMINATE);
}

Test(planar_corners, events_come_in_order) {
  const carom_planar_outcome c = solve(rod(0.6, -1, 0.9, 0.5));
  cr_assert_eq(c.event_count, 3);
  cr_expect_eq(c.events[0].type, CAROM_EVENT_STICK);
  cr_expect_eq(c.events[1].type, CAROM_EVENT_COMPRESSION_END);
  cr_expect_eq(c.events[2].type, CAROM_EVENT_RESTITUTION_END);
  const carom_planar_outcome r = solve(rod(-1, -1, 0.95, 1));
  cr_expect_eq(r.mode, CAROM_PLANAR_R_STICKING);
  cr_expect_eq(r.events[0].type, CAROM_EVENT_COMPRESSION_END);
  cr_expect_eq(r.events[1].type, CAROM_EVENT_STICK);
  cr_expect_eq(solve(rod(0.6, -1, 0.3, 0.5)).events[0].type, CAROM_EVENT_REVERSE);
  for (int i = 1; i < 3; ++i) {
    cr_expect_geq(c.events[i].impulse_n, c.events[i - 1].impulse_n);
    cr_expect_geq(r.events[i].impulse_n, r.events[i - 1].impulse_n);
  }
}

Test(planar_corners, jam_rebounds_faster_than_it_came) {
  // mu > B2/B3 = 5/3 with slip against B3: friction drives the rod into the floor first.
  const carom_planar_outcome o = solve(rod(-3, -0.1, 2, 1));
  cr_expect_eq(o.mode, CAROM_PLANAR_C_STICKING);
  cr_expect(o.warnings & CAROM_WARN_FRICTION_JAM);
  cr_expect_gt(o.v_n, 0.1);
  cr_expect_lt(o.energy.change, 0);
}

Test(planar_corners, static_friction_holds_what_sliding_friction_could_not) {
  carom_planar_problem p = rod(0.3, -1, 0.5, 0.5);
  cr_expect_eq(solve(p).mode, CAROM_PLANAR_C_REVERSED);
  p.surface.mu_static = 0.7;
  cr_expect_eq(solve(p).mode, CAROM_PLANAR_C_STICKING);
  p.surface.mu_static = 0.59;
  cr_expect_eq(solve(p).mode, CAROM_PLANAR_C_REVERSED);
}

/// One link of mass 1 and length 1 that hangs at an angle: W = j j^T/M has rank one and v is along j.
static carom_planar_problem one_link(double rate, double mu) {
  carom_planar_problem p = carom_planar_problem_default();
  const double j_t = 0.6, j_n = -0.8, inverse_inertia = 3;
  p.w_tt = j_t * j_t * inverse_inertia;
  p.w_tn = j_t * j_n * inverse_inertia;
  p.w_nn = j_n * j_n * inverse_inertia;
  p.v_t = j_t * rate;
  p.v_n = j_n * rate;
  p.surface.mu = p.surface.mu_static = mu;
  p.surface.e = 0.5;
  return p;
}

Test(planar_corners, singular_contact_jams_or_reverses) {
  const carom_planar_outcome held = solve(one_link(1, 1.5));
  cr_expect_eq(held.mode, CAROM_PLANAR_C_STICKING);
  cr_expect(held.warnings & CAROM_WARN_JAMMED);
  cr_expect(held.v_t == 0 && held.v_n == 0);
  // All of u^2/(2 * 3) is lost.
  close_to(held.energy.change, -1.0 / 6, "change");
  const carom_planar_outcome back = solve(one_link(1, 0.5));
  // Slip and compression end at the same impulse, so both labels are right.
  cr_expect(back.mode == CAROM_PLANAR_C_REVERSED || back.mode == CAROM_PLANAR_R_REVERSED);
  // Along the one degree of freedom the velocity keeps its direction.
  close_to(back.v_t / back.v_n, 0.6 / -0.8, "direction");
}

Test(planar_corners, singular_contact_with_impossible_velocity_is_named) {
  carom_planar_problem p = one_link(1, 1.5);
  p.v_t = 0;
  carom_planar_outcome o;
  carom_diag diag;
  cr_assert_eq(carom_planar_solve(&p, &o, &diag), CAROM_NO_FINITE_ANSWER);
  cr_assert_str_eq(diag.field, "v");
  // Slip that outlasts the approach: in restitution Poisson and Stronge still end, Newton's speed cannot be reached.
  p.v_t = 1;
  p.v_n = -1;
  p.surface.law = CAROM_LAW_NEWTON;
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_NO_FINITE_ANSWER);
  p.surface.law = CAROM_LAW_STRONGE;
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  cr_assert_eq(o.mode, CAROM_PLANAR_R_STICKING);
}

Test(planar_corners, guided_along_the_normal) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = 0;
  p.w_nn = 2;
  p.v_n = -1;
  p.surface.mu = p.surface.mu_static = 0.5;
  const carom_planar_outcome o = solve(p);
  cr_expect_eq(o.impulse_t, 0);
  cr_expect_eq(o.impulse_n, 1);
  cr_expect_eq(o.v_n, 1);
}

Test(planar_corners, extreme_magnitudes_are_answered) {
  const double sizes[] = {1e-300, 1e-150, 1e150, 1e300};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      carom_planar_problem p = rod(0.6 * sizes[j], -sizes[j], 0.9, 0.5);
      p.w_tt *= sizes[i];
      p.w_tn *= sizes[i];
      p.w_nn *= sizes[i];
      carom_planar_outcome o;
      const carom_status status = carom_planar_solve(&p, &o, NULL);
      // Energy goes like v^2/W: where it leaves the doubles the solver says so.
      const double exponent = 2 * log10(sizes[j]) - log10(sizes[i]);
      if (fabs(exponent) < 300) {
        cr_expect_eq(status, CAROM_OK);
        cr_expect(fabs(o.v_n / sizes[j] - 0.3541750979388585) < 1e-14, "%g %g", sizes[i], sizes[j]);
      } else if (exponent > 310) {
        cr_expect_eq(status, CAROM_OVERFLOW);
      }
    }
}

Test(planar_corners, masses_far_apart) {
  // A grain of 1e-12 kg on a body of 1 kg, and the other way round: elastic and frictionless, the impulse is known.
  carom_planar_problem p = carom_planar_problem_default();
  p.v_n = -1;
  p.w_nn = 1e12 + 1;
  close_to(solve(p).impulse_n * (1e12 + 1), 2, "impulse in units of the reduced mass");
}

Test(planar_corners, bad_input_is_named_and_leaves_the_output_alone) {
  const carom_planar_problem good = rod(0.6, -1, 0.9, 0.5);
  struct {
    const char* field;
    carom_status status;
    carom_planar_problem problem;
  } rows[64];
  int count = 0;
#define ROW(member, bad, code, name)      \
  do {                                    \
    rows[count].field = name;             \
    rows[count].status = code;            \
    rows[count].problem = good;           \
    rows[count++].problem.member = (bad); \
  } while (0)
  ROW(w_tt, NAN, CAROM_NOT_FINITE, "w_tt");
  ROW(w_tn, INFINITY, CAROM_NOT_FINITE, "w_tn");
  ROW(w_nn, -INFINITY, CAROM_NOT_FINITE, "w_nn");
  ROW(v_t, NAN, CAROM_NOT_FINITE, "v_t");
  ROW(v_n, INFINITY, CAROM_NOT_FINITE, "v_n");
  ROW(w_tt, -1, CAROM_OUT_OF_RANGE, "w_tt");
  ROW(w_nn, 0, CAROM_OUT_OF_RANGE, "w_nn");
  ROW(w_tn, 2.6, CAROM_NOT_POSITIVE, "w_tn");
  ROW(surface.e, -0.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.e, 1.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.e, NAN, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.mu, -0.1, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu, NAN, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu, INFINITY, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu_static, 0.8, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.mu_static, INFINITY, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.law, (carom_law)7, CAROM_OUT_OF_RANGE, "surface.law");
  ROW(surface.eta2, 1, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.eta2, -1, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.stiffness, -1, CAROM_OUT_OF_RANGE, "surface.stiffness");
  ROW(surface.exponent, 2.5, CAROM_OUT_OF_RANGE, "surface.exponent");
  ROW(v_t, 1e300, CAROM_TOO_FAR_APART, "w_nn");
  rows[count - 1].problem.v_n = -1e-300;
#undef ROW
  for (int i = 0; i < count; ++i) {
    carom_planar_outcome out, before;
    memset(&out, 0x5a, sizeof out);
    before = out;
    carom_diag diag = {0};
    cr_expect_eq(carom_planar_solve(&rows[i].problem, &out, &diag), rows[i].status, "row %d, %s", i, rows[i].field);
    cr_expect_eq(diag.status, rows[i].status);
    cr_expect_str_eq(diag.field, rows[i].field);
    cr_expect_gt(strlen(diag.message), 15);
    cr_expect_eq(memcmp(&out, &before, sizeof out), 0, "row %d touched the output", i);
    cr_expect_eq(carom_planar_solve(&rows[i].problem, &out, NULL), rows[i].status);
  }
}

Test(planar_corners, trace_goes_through_the_corners_and_ends_at_the_outcome) {
  const carom_planar_problem problems[] = {rod(0.6, -1, 0.9, 0.5), rod(0.6, -1, 0.3, 0.5), rod(-1, -1, 0.95, 1),
                                           rod(-1, -1, 0.5, 1),    rod(0, -1, 0.9, 0.5),   rod(-0.2, 0, 2, 0.5)};
  for (size_t i = 0; i < sizeof problems / sizeof *problems; ++i) {
    const carom_planar_outcome o = solve(problems[i]);
    carom_trace_point points[200];
    carom_trace trace = {points, 200, 0};
    cr_assert_eq(carom_planar_trace(&problems[i], &o, &trace, NULL), CAROM_OK);
    cr_expect(trace.count > 190 && trace.count <= 200, "%d points", trace.count);
    const carom_trace_point* last = &points[trace.count - 1];
    cr_expect(last->impulse[0] == o.impulse_t && last->impulse[2] == o.impulse_n);
    close_to(last->velocity[0], o.v_t, "v_t");
    close_to(last->velocity[2], o.v_n, "v_n");
    close_to(last->friction, o.energy.friction, "friction");
    close_to(last->stored, o.energy.restitution, "restitution");
    for (int e = 0; e < o.event_count; ++e) {
      bool found = false;
      for (int k = 0; k < trace.count; ++k) found |= points[k].impulse[2] == o.events[e].impulse_n;
      cr_expect(found, "event %d of problem %zu is not a point of the trace", e, i);
    }
    for (int k = 1; k < trace.count; ++k) cr_assert_gt(points[k].impulse[2], points[k - 1].impulse[2]);
  }
  carom_trace_point few[3];
  carom_trace small = {few, 3, 7};
  carom_diag diag;
  const carom_planar_outcome o = solve(problems[0]);
  cr_expect_eq(carom_planar_trace(&problems[0], &o, &small, &diag), CAROM_TOO_SMALL);
  cr_expect_str_eq(diag.field, "trace.capacity");
  cr_expect_eq(small.count, 7);
}

Test(planar_corners, diagram_lines_and_ellipse) {
  const carom_planar_problem p = rod(0.6, -1, 0.9, 0.5);
  const carom_planar_diagram g = carom_planar_diagram_of(&p);
  // @eq WM92 (24)  @eq WM92 (26)  @eq WM92 (29)  @eq WM92 (30)  @eq WM92 (57)
  cr_expect(g.sticking.t == 2.5 && g.sticking.n == -1.5 && g.sticking.c == 0.6);
  cr_expect(g.compression.t == -1.5 && g.compression.n == 2.5 && g.compression.c == -1);
  cr_expect_eq(g.termination.c, -1.5);
  cr_expect_eq(g.limiting_slope, -0.9);
  cr_expect_eq(g.reverse_slope, 0.9);
  cr_assert(g.has_ellipse);
  for (int i = 0; i < 12; ++i) {
    const double c = cos(i * 0.5), s = sin(i * 0.5);
    const double x = g.centre.x + g.axis_1.x * c + g.axis_2.x * s, y = g.centre.y + g.axis_1.y * c + g.axis_2.y * s;
    const double gain = 0.5 * (2.5 * x * x - 3 * x * y + 2.5 * y * y) + 0.6 * x - y;
    cr_expect(fabs(gain) < 16 * DBL_EPSILON, "dT is %.3g on the ellipse", gain);
  }
  const carom_planar_problem singular = one_link(1, 0.5);
  cr_expect(!carom_planar_diagram_of(&singular).has_ellipse);
}

Test(planar_corners, from_a_general_contact_problem) {
  const double w[] = {2.5, -1.5, -1.5, 2.5}, v[] = {0.6, -1};
  carom_surface surface = carom_surface_default();
  surface.mu = surface.mu_static = 0.9;
  carom_contact_problem contact = {2, 1, w, v, &surface};
  carom_planar_problem p;
  cr_assert_eq(carom_planar_from_contact(&contact, &p, NULL), CAROM_OK);
  cr_expect(p.w_tt == 2.5 && p.w_tn == -1.5 && p.w_nn == 2.5 && p.v_t == 0.6 && p.v_n == -1 && p.surface.mu == 0.9);
  carom_diag diag;
  contact.dimension = 3;
  cr_expect_eq(carom_planar_from_contact(&contact, &p, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "dimension");
  contact.dimension = 2;
  contact.contact_count = 2;
  cr_expect_eq(carom_planar_from_contact(&contact, &p, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "contact_count");
  const double crooked[4] = {2.5, -1.5, -1.5000001, 2.5}, unknown[4] = {2.5, -1.5, (double)NAN, 2.5};
  contact.contact_count = 1;
  contact.w = crooked;
  cr_expect_eq(carom_planar_from_contact(&contact, &p, &diag), CAROM_NOT_SYMMETRIC);
  cr_expect_str_eq(diag.field, "w");
  contact.w = unknown;
  cr_expect_eq(carom_planar_from_contact(&contact, &p, &diag), CAROM_NOT_FINITE);
  cr_expect_str_eq(diag.field, "w_tn");
}

Test(planar_corners, words) {
  cr_expect_str_eq(carom_planar_mode_word(CAROM_PLANAR_R_REVERSED), "R-reversed");
  cr_expect_str_eq(carom_planar_mode_word((carom_planar_mode)99), "unknown");
  for (int mode = 0; mode < 6; ++mode) cr_expect_gt(strlen(carom_planar_mode_meaning((carom_planar_mode)mode)), 5);
}

/// The same bits from every compiler, optimisation and C library: see golden.h.
Test(planar_corners, golden_bits) {
  const uint64_t hash = golden_planar();
  cr_assert_eq(hash, GOLDEN_PLANAR, "the golden hash is 0x%016" PRIX64, hash);
}

/// What a fuzzer found: the sum of two velocities of the path did not fit a double, and friction was no number.
Test(planar_corners, the_path_of_the_largest_slip) {
  carom_planar_problem p = carom_planar_problem_default();
  carom_planar_outcome o;
  carom_trace_point points[8];
  carom_trace trace = {.points = points, .capacity = 8};
  p.v_t = -1.7976931348623157e308;
  p.v_n = -7;
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  cr_assert_eq(carom_planar_trace(&p, &o, &trace, NULL), CAROM_OK);
  cr_assert_gt(trace.count, 1);
  for (int i = 0; i < trace.count; ++i) cr_assert(isfinite(points[i].friction) && isfinite(points[i].stored));

  p.v_t = 0;
  p.v_n = -1e-310;  // and the smallest impulse: points to the unit of it did not fit an int
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  cr_assert_eq(carom_planar_trace(&p, &o, &trace, NULL), CAROM_OK);
  cr_assert_eq(trace.count, 7);  // three corners, and two between each two of them
}
