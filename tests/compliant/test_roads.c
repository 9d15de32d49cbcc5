// Two more roads to one answer: the general integrator on the form in time (second_road.c) and the impulse form of the
// paper (impulse_road.c). The second road is checked against the stored references first, so that it is trusted on its
// own.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "carom/compliant.h"
#include "compliant/impulse_road.h"
#include "compliant/sample.h"
#include "compliant/second_road.h"
#include "compliant_cases.h"

enum { CASE_COUNT = sizeof compliant_cases / sizeof *compliant_cases };

/// The smallest tolerance at which the rounding of one step stays below it.
static const double TOLERANCE = 1e-14;

static double apart(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_norm(carom_vec3_sub(a, b));
}

Test(compliant_roads, the_second_road_meets_the_stored_references) {
  double worst = 0, worst_event = 0;
  cr_assert_geq(CASE_COUNT, 12);
  for (int i = 0; i < CASE_COUNT; ++i) {
    const compliant_case* c = &compliant_cases[i];
    spring_road got;
    cr_assert_eq(spring_road_solve(&c->problem, CAROM_COMPLIANT_EXACT, TOLERANCE, &got), CAROM_OK, "%s", c->name);
    const double scale = carom_vec3_norm(c->impulse), off = apart(got.impulse, c->impulse) / scale;
    worst = fmax(worst, off);
    cr_expect_eq(got.event_count, c->event_count, "%s: %d", c->name, got.event_count);
    for (int k = 0; k < c->event_count && k < got.event_count; ++k) {
      cr_expect_eq(got.events[k].type, c->events[k].type, "%s: event %d", c->name, k);
      worst_event = fmax(worst_event, fabs(got.events[k].impulse_n - c->events[k].impulse_n) / scale);
    }
  }
  printf("second road on %d stored cases: impulse %.2g, events %.2g\n", CASE_COUNT, worst, worst_event);
  cr_expect_leq(worst, 1e-11);
  cr_expect_leq(worst_event, 1e-11);
}

/// The ball that JIA10 prints: m = r = 1, V = (-1, 0, -5), omega = (0, 2, 0). Friction mu e F_n in the slip of
/// restitution gives V_x = 0.570974 (printed: 0.570982), Coulomb's law 0.544090155.
Test(compliant_roads, the_published_scheme_gives_the_printed_ball) {
  const carom_compliant_problem* ball = &compliant_cases[0].problem;
  spring_road exact, published;
  cr_assert_eq(spring_road_solve(ball, CAROM_COMPLIANT_EXACT, TOLERANCE, &exact), CAROM_OK);
  cr_assert_eq(spring_road_solve(ball, CAROM_COMPLIANT_PUBLISHED, TOLERANCE, &published), CAROM_OK);
  cr_expect(fabs(-1 + exact.impulse.x - 0.544090155) < 1e-9, "%.12f", -1 + exact.impulse.x);
  cr_expect(fabs(-1 + published.impulse.x - 0.570974) < 1e-6, "%.12f", -1 + published.impulse.x);
}

/// Worst differences over a set of impacts, as parts of impulse, speeds and energy.
typedef struct worst_off {
  double impulse, v, event, loss;
  int recompressed, events_differ, worst_case;
} worst_off;

static void compare_events(const carom_compliant_outcome* a, const spring_road* b, double scale, worst_off* w) {
  bool same = a->event_count == b->event_count;
  for (int k = 0; same && k < a->event_count; ++k) same = a->events[k].type == b->events[k].type;
  w->events_differ += !same;
  for (int k = 0; same && k < a->event_count; ++k)
    w->event = fmax(w->event, fabs(a->events[k].impulse_n - b->events[k].impulse_n) / scale);
}

static void compare_one(int i, const carom_compliant_problem* p, carom_compliant_scheme scheme, worst_off* w) {
  carom_compliant_outcome a;
  spring_road b;
  carom_diag diag;
  cr_assert_eq(carom_compliant_solve_scheme(p, scheme, &a, &diag), CAROM_OK, "%d: %s", i, diag.message);
  cr_assert_eq(spring_road_solve(p, scheme, TOLERANCE, &b), CAROM_OK, "%d", i);
  const double scale = carom_vec3_norm(b.impulse), impulse = apart(a.impulse, b.impulse) / scale;
  if (impulse > w->impulse) w->worst_case = i;
  w->impulse = fmax(w->impulse, impulse);
  w->v = fmax(w->v, apart(a.v, b.v) / (carom_vec3_norm(p->v) + carom_vec3_norm(b.v)));
  const double loss = b.friction + b.spring, energy = loss + b.stored;
  w->loss = fmax(w->loss, fabs(a.energy.friction + a.energy.spring - loss) / energy);
  w->recompressed += b.recompressed;
  cr_expect_eq(a.recompressed, b.recompressed, "%d", i);
  compare_events(&a, &b, scale, w);
}

static void report(const char* what, int count, const worst_off* w, double bar) {
  printf("%s, %d impacts: worst impulse %.2g, v %.2g, event %.2g, loss %.2g; %d recompressed, %d differ in events\n",
         what, count, w->impulse, w->v, w->event, w->loss, w->recompressed, w->events_differ);
  cr_expect_leq(w->impulse, bar, "%d", w->worst_case);
  cr_expect_leq(w->v, bar);
  cr_expect_leq(w->loss, bar);
  cr_expect_leq(w->event, 1e-9);  // where a spring just touches its limit rounding moves the event, not the answer
  cr_expect_eq(w->events_differ, 0);
}

/// The solver aims at 1e-12 of the impulse; v and the losses are a few times as sensitive.
static const double BAR = 5e-12;

/// Friction of 10 and more makes ten times as much of an error in the direction of slip.
static const double JAM_BAR = 1e-10;

enum { IMPACTS = 200 };

Test(compliant_roads, solver_and_integrator_agree, .timeout = 100) {
  test_random r = {21};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS; ++i) {
    const carom_compliant_problem p = sample_compliant(&r, (compliant_ranges){10, 2, 4, 30});
    compare_one(i, &p, CAROM_COMPLIANT_EXACT, &w);
  }
  report("two roads", IMPACTS, &w, BAR);
}

Test(compliant_roads, solver_and_integrator_agree_on_the_published_scheme, .timeout = 100) {
  test_random r = {22};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS; ++i) {
    const carom_compliant_problem p = sample_compliant(&r, (compliant_ranges){10, 2, 4, 30});
    compare_one(i, &p, CAROM_COMPLIANT_PUBLISHED, &w);
  }
  report("two roads, published", IMPACTS, &w, BAR);
}

/// Slip whose direction follows v_t fast; the general integrator, which is explicit, can follow only so far.
Test(compliant_roads, solver_and_integrator_agree_on_stiff_slip, .timeout = 100) {
  test_random r = {25};
  worst_off w = {0};
  enum { FEW = 60 };
  for (int i = 0; i < FEW; ++i) {
    const carom_compliant_problem p = sample_compliant(&r, (compliant_ranges){10, 1, 4, 1000});
    compare_one(i, &p, CAROM_COMPLIANT_EXACT, &w);
  }
  report("two roads, stiff", FEW, &w, BAR);
}

/// Very soft and very stiff tangential springs; for stiff ones contacts switch many times.
Test(compliant_roads, solver_and_integrator_agree_far_out, .timeout = 100) {
  test_random r = {26};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS; ++i) {
    const carom_compliant_problem p = sample_compliant(&r, (compliant_ranges){100, 2, 300, 30});
    compare_one(i, &p, CAROM_COMPLIANT_EXACT, &w);
  }
  report("two roads, wide", IMPACTS, &w, BAR);
}

/// Friction so high that it drives the bodies together: compression may restart, and may do so ever sooner.
static carom_compliant_problem sample_jam(test_random* r) {
  for (;;) {
    carom_compliant_problem p = sample_compliant(r, (compliant_ranges){10, 5, 4, 30});
    p.surface.mu = p.surface.mu_static = 3 * p.surface.mu;
    if (p.surface.mu * hypot(p.w.m[0][2], p.w.m[1][2]) > p.w.m[2][2]) return p;
  }
}

static bool accumulates(const carom_compliant_problem* p) {
  spring_road road;
  cr_assert_eq(spring_road_solve(p, CAROM_COMPLIANT_EXACT, TOLERANCE, &road), CAROM_OK);
  return road.accumulates;
}

Test(compliant_roads, solver_and_integrator_agree_where_friction_jams, .timeout = 100) {
  test_random r = {23};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS;) {
    const carom_compliant_problem p = sample_jam(&r);
    if (!accumulates(&p)) compare_one(i++, &p, CAROM_COMPLIANT_EXACT, &w);
  }
  report("two roads, jammed", IMPACTS, &w, JAM_BAR);
  cr_expect_geq(w.recompressed, 3);
}

/// Stick in a jam with e < 1: cycles of compression shrink like e^j and are over in a finite time, with force still on
/// the contact. Behind that v_n = 0 until friction can no longer hold.
Test(compliant_roads, solver_and_integrator_agree_where_cycles_accumulate, .timeout = 100) {
  test_random r = {24};
  worst_off w = {0};
  enum { FEW = 10 };
  for (int i = 0; i < FEW;) {
    const carom_compliant_problem p = sample_jam(&r);
    if (accumulates(&p)) compare_one(i++, &p, CAROM_COMPLIANT_EXACT, &w);
  }
  w.events_differ = 0;  // how many cycles are told apart is a matter of rounding
  report("two roads, accumulating", FEW, &w, JAM_BAR);
}

/// e = 0: rigid from the end of compression on, and held where the tangential springs press it.
Test(compliant_roads, solver_and_integrator_agree_on_plastic_jams, .timeout = 100) {
  test_random r = {27};
  worst_off w = {0};
  int held = 0;
  for (int i = 0; i < IMPACTS; ++i) {
    carom_compliant_problem p = sample_jam(&r);
    p.surface.e = 0;
    held += accumulates(&p);
    compare_one(i, &p, CAROM_COMPLIANT_EXACT, &w);
  }
  w.events_differ = 0;  // the second road does not tell of the release
  report("two roads, plastic", IMPACTS, &w, JAM_BAR);
  printf("%d of them held\n", held);
  cr_expect_geq(held, 10);
}

/// W with eigenvalues up to 1e4 apart and friction to 100: hundreds of ends of compression. One that rounding repeats
/// would take the loss twice (as it did in 13 of 42,000, by up to a third of the speed).
Test(compliant_roads, solver_and_integrator_agree_on_many_recompressions, .timeout = 100) {
  test_random r = {28};
  double worst = 0;
  int recompressed = 0;
  for (int i = 0; i < 8000; ++i) {
    const carom_compliant_problem p = sample_eigenvalues(&r, test_random_log(&r, 1, 1e4), 100);
    carom_compliant_outcome a;
    spring_road b;
    cr_assert_eq(carom_compliant_solve(&p, &a, NULL), CAROM_OK, "%d", i);
    if (!a.recompressed) continue;  // the others have nothing to repeat
    ++recompressed;
    cr_assert_eq(spring_road_solve(&p, CAROM_COMPLIANT_EXACT, TOLERANCE, &b), CAROM_OK, "%d", i);
    const double off = apart(a.v, b.v) / fmax(carom_vec3_norm(p.v), carom_vec3_norm(b.v));
    worst = fmax(worst, off);
    cr_expect_leq(off, 1e-8, "%d: mu %.3g, eta2 %.3g, e %.3g, %d events", i, p.surface.mu, p.surface.eta2, p.surface.e,
                  a.event_total);
  }
  printf("two roads, W to 1e4: %d recompressed, worst v %.2g\n", recompressed, worst);
  cr_expect_geq(recompressed, 1000);
}

static double impulse_form_error(const compliant_case* c, long steps) {
  impulse_road got;
  cr_assert_eq(impulse_road_solve(&c->problem, steps, &got), CAROM_OK, "%s", c->name);
  return apart(got.impulse, c->impulse) / carom_vec3_norm(c->impulse);
}

/// Euler steps converge to the same answers: with order 1 where slip comes first, with order 1/2 where stick does (the
/// integral of v_t/sqrt(E_n) from E_n = 0).
/// @eq JIA10 (7)-(9)
/// @eq JIA10 (11)-(12)
/// @eq JIA10 (18)-(23)
/// @eq JIA10 (26)-(33)
/// @eq JIA10 (36)-(37)
/// @eq JIA10 (39)
Test(compliant_roads, the_impulse_form_converges_to_the_stored_references, .timeout = 100) {
  double lowest = 9;
  for (int i = 0; i < CASE_COUNT; ++i) {
    const compliant_case* c = &compliant_cases[i];
    const bool slips = c->events[0].type != CAROM_EVENT_START_STICK;
    const double coarse = impulse_form_error(c, 10000), fine = impulse_form_error(c, 160000);
    const double order = log2(coarse / fine) / 4;
    lowest = fmin(lowest, order);
    cr_expect_leq(fine, slips ? 1e-5 : 3e-4, "%s: %.3g", c->name, fine);
    cr_expect_geq(order, slips ? 0.8 : 0.4, "%s: %.3g and %.3g, order %.2f", c->name, coarse, fine, order);
  }
  printf("impulse form: lowest order %.2f\n", lowest);
}
