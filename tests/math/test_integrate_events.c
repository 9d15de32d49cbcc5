// Event location against closed forms, and the two traps that integrate.h describes.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/integrate.h"

static const carom_ode_method METHODS[] = {CAROM_ODE_DOPRI5, CAROM_ODE_DOP853};
static const double PI = 3.14159265358979323846;
static const double GRAVITY = 9.81;

static carom_ode_problem make(int size, carom_ode_rate* rate, carom_ode_method method) {
  carom_ode_problem p = carom_ode_problem_default();
  p.size = size;
  p.rate = rate;
  p.method = method;
  return p;
}

static void add_events(carom_ode_problem* p, carom_ode_gap* gap, int count, const carom_ode_direction* directions) {
  p->gap = gap;
  p->event_count = count;
  p->directions = directions;
}

static void oscillator(double t, const double* y, double* rate, void* context) {
  (void)t, (void)context;
  rate[0] = y[1];
  rate[1] = -y[0];
}

/// Height and speed of a body that falls.
static void fall(double t, const double* y, double* rate, void* context) {
  (void)t, (void)context;
  rate[0] = y[1];
  rate[1] = -GRAVITY;
}

/// The floor, with its rate.
static void floor_gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)context;
  gaps[0] = y[0];
  gap_rates[0] = y[1];
}

/// The floor without its rate.
static void blind_floor_gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)gap_rates, (void)context;
  gaps[0] = y[0];
}

static const carom_ode_direction FALLING[] = {CAROM_ODE_FALLING};

/// Bounces from height 1 with restitution e; the n-th bounce is at T (1 + 2 e + ... + 2 e^(n-1)), T = sqrt(2/g).
Test(integrate_events, bouncing_ball_meets_the_closed_form) {
  const double e = 0.8;
  double worst = 0;
  for (int m = 0; m < 2; ++m) {
    carom_ode_problem p = make(2, fall, METHODS[m]);
    add_events(&p, floor_gap, 1, FALLING);
    static carom_ode ode;
    double start[] = {1, 0}, want = sqrt(2 / GRAVITY), flight = 2 * want * e, speed = sqrt(2 * GRAVITY);
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    for (int n = 0; n < 30; ++n) {
      cr_assert_eq(carom_ode_advance(&ode, 100, NULL), CAROM_OK);
      cr_assert(ode.fired_count == 1 && ode.fired[0] == 0, "bounce %d", n);
      worst = fmax(worst, fabs(ode.t - want) / want);
      // The errors of all bounces so far add up, each of the order of rounding.
      cr_expect(fabs(ode.t - want) <= 1e-12 * want, "bounce %d at %.17g, want %.17g", n, ode.t, want);
      cr_expect(fabs(ode.y[0]) <= 8 * DBL_EPSILON * speed * want, "height %g at bounce %d", ode.y[0], n);
      cr_expect(fabs(ode.y[1] + speed) <= 1e-12 * sqrt(2 * GRAVITY), "speed %.17g, want %.17g", ode.y[1], -speed);
      const double after[] = {ode.y[0], -e * ode.y[1]};
      cr_assert_eq(carom_ode_restart(&ode, after, NULL), CAROM_OK);
      want += flight;
      flight *= e;
      speed *= e;
    }
  }
  printf("bouncing ball: worst relative error of 60 bounce times %.2g\n", worst);
}

/// After a bounce one step spans the whole flight (the motion is a parabola, any step is exact): up and down again.
Test(integrate_events, restart_at_a_bounce_does_not_find_it_again) {
  for (int m = 0; m < 2; ++m)
    for (int residue = -1; residue <= 1; ++residue) {
      carom_ode_problem p = make(2, fall, METHODS[m]);
      add_events(&p, floor_gap, 1, FALLING);
      p.first_step = 10;
      static carom_ode ode;
      const double start[] = {1, 0};
      cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_advance(&ode, 10, NULL), CAROM_OK);
      cr_assert_eq(ode.fired_count, 1);
      // Whatever sign the rounding of the height has, the ball leaves upward and comes down once.
      const double bounce = ode.t, after[] = {residue * 1e-17, 1};
      cr_assert_eq(carom_ode_restart(&ode, after, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_advance(&ode, bounce + 10, NULL), CAROM_OK);
      cr_assert_eq(ode.fired_count, 1);
      // Rounding of the height, with the large terms that DOP853 adds up, at speed 1.
      cr_expect(fabs(ode.t - bounce - 2 / GRAVITY) < 64 * DBL_EPSILON, "came down after %.17g", ode.t - bounce);
    }
}

/// The same without a direction: the crossing that rounding leaves at the start must not be taken for a new one, even
/// when the first step is too short for the gap to open.
Test(integrate_events, restart_needs_no_direction) {
  const carom_ode_direction either = CAROM_ODE_EITHER;
  for (int m = 0; m < 2; ++m)
    for (int residue = -1; residue <= 1; ++residue) {
      carom_ode_problem p = make(2, fall, METHODS[m]);
      add_events(&p, floor_gap, 1, &either);
      static carom_ode ode;
      const double start[] = {1, 0};
      cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_advance(&ode, 10, NULL), CAROM_OK);
      cr_assert_eq(ode.fired_count, 1);
      const double bounce = ode.t, after[] = {residue * 1e-12, 1};
      cr_assert_eq(carom_ode_restart(&ode, after, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_step(&ode, bounce + 1e-13, NULL), CAROM_OK);
      cr_expect_eq(ode.fired_count, 0);
      cr_assert_eq(carom_ode_advance(&ode, bounce + 10, NULL), CAROM_OK);
      cr_expect(ode.fired_count == 1 && fabs(ode.t - bounce - 2 / GRAVITY) < 2e-12, "fired after %.3g", ode.t - bounce);
    }
}

/// Going on without a bounce: the gap stays closed, and nothing fires until it has opened and closed again.
Test(integrate_events, going_on_through_an_event) {
  for (int m = 0; m < 2; ++m)
    for (int blind = 0; blind < 2; ++blind) {
      carom_ode_problem p = make(2, oscillator, METHODS[m]);
      add_events(&p, blind ? blind_floor_gap : floor_gap, 1, FALLING);
      p.max_step = 1;  // without rates a crossing must not come right after one
      static carom_ode ode;
      const double start[] = {1, 0};
      cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
      for (int n = 0; n < 10; ++n) {
        cr_assert_eq(carom_ode_advance(&ode, 100, NULL), CAROM_OK);
        cr_assert_eq(ode.fired_count, 1);
        const double want = PI / 2 + 2 * PI * n;
        // The phase error grows with the tolerance 1e-12 of each step.
        cr_expect(fabs(ode.t - want) < 1e-12 * (double)ode.steps, "crossing %d at %.17g, want %.17g", n, ode.t, want);
      }
    }
}

/// Zeros of cos by direction, and their times.
Test(integrate_events, directions) {
  const carom_ode_direction directions[] = {CAROM_ODE_RISING, CAROM_ODE_FALLING, CAROM_ODE_EITHER, CAROM_ODE_OFF};
  const int counts[] = {5, 5, 10, 0};
  for (int m = 0; m < 2; ++m)
    for (int d = 0; d < 4; ++d) {
      carom_ode_problem p = make(2, oscillator, METHODS[m]);
      add_events(&p, floor_gap, 1, &directions[d]);
      static carom_ode ode;
      const double start[] = {1, 0};
      int count = 0;
      cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
      for (; ode.t < 10 * PI; count += ode.fired_count) {
        cr_assert_eq(carom_ode_advance(&ode, 10 * PI, NULL), CAROM_OK);
        cr_expect(ode.fired_count == 0 || directions[d] == CAROM_ODE_EITHER ||
                  (ode.y[1] > 0) == (directions[d] == CAROM_ODE_RISING));
      }
      cr_expect_eq(count, counts[d], "direction %d: %d events", (int)directions[d], count);
    }
}

/// A throw that reaches height 1 (speed sqrt(2 g)), and a ceiling a little below or above: 1 - depth.
static double ceiling_height;

static void ceiling_gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)context;
  gaps[0] = ceiling_height - y[0];
  gap_rates[0] = -y[1];
}

static void blind_ceiling_gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)gap_rates, (void)context;
  gaps[0] = ceiling_height - y[0];
}

/// Throws in one step of 2T, the whole flight; returns the time of the event or 0.
static double graze(carom_ode_method method, carom_ode_gap* gap, double depth, carom_ode_direction direction) {
  carom_ode_problem p = make(2, fall, method);
  add_events(&p, gap, 1, &direction);
  const double start[] = {0, sqrt(2 * GRAVITY)}, flight = 2 * sqrt(2 / GRAVITY);
  p.first_step = flight;
  static carom_ode ode;
  ceiling_height = 1 - depth;
  cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
  cr_assert_eq(carom_ode_advance(&ode, flight, NULL), CAROM_OK);
  cr_expect_eq(ode.steps, 1);
  return ode.fired_count ? ode.t : 0;
}

Test(integrate_events, a_graze_inside_one_step_is_seen_with_the_rate) {
  const double top = sqrt(2 / GRAVITY);
  for (int m = 0; m < 2; ++m) {
    for (double depth = 0.5; depth > 1e-13; depth *= 0.1) {
      const double before = sqrt(2 * depth / GRAVITY);  // the ceiling is crossed this long before and after the top
      // Rounding of the height (the rows of DOP853 add up terms of up to 40 times the result) over the speed there.
      const double tolerance = 64 * DBL_EPSILON * (top + 1 / (GRAVITY * before));
      const double closes = graze(METHODS[m], ceiling_gap, depth, CAROM_ODE_FALLING);
      const double opens = graze(METHODS[m], ceiling_gap, depth, CAROM_ODE_RISING);
      cr_expect(fabs(closes - (top - before)) <= tolerance, "depth %g: %.17g, off by %g", depth, closes,
                closes - top + before);
      cr_expect(fabs(opens - (top + before)) <= tolerance, "depth %g: %.17g, off by %g", depth, opens,
                opens - top - before);
      cr_expect_eq(graze(METHODS[m], blind_ceiling_gap, depth, CAROM_ODE_FALLING), 0, "the documented limit moved");
    }
    for (double depth = 1e-15; depth < 1; depth *= 10)
      cr_expect_eq(graze(METHODS[m], ceiling_gap, -depth, CAROM_ODE_EITHER), 0, "a ceiling out of reach was hit");
  }
}

/// Both crossings of a graze, one after the other.
Test(integrate_events, a_graze_has_two_crossings) {
  const carom_ode_direction either = CAROM_ODE_EITHER;
  carom_ode_problem p = make(2, fall, CAROM_ODE_DOP853);
  add_events(&p, ceiling_gap, 1, &either);
  const double top = sqrt(2 / GRAVITY), start[] = {0, sqrt(2 * GRAVITY)}, before = sqrt(2e-4 / GRAVITY);
  static carom_ode ode;
  p.first_step = 2 * top;
  ceiling_height = 1 - 1e-4;
  cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
  cr_assert_eq(carom_ode_advance(&ode, 2 * top, NULL), CAROM_OK);
  cr_expect(ode.fired_count == 1 && fabs(ode.t - top + before) < 1e-12);
  cr_assert_eq(carom_ode_advance(&ode, 2 * top, NULL), CAROM_OK);
  cr_expect(ode.fired_count == 1 && fabs(ode.t - top - before) < 1e-12);
  cr_assert_eq(carom_ode_advance(&ode, 2 * top, NULL), CAROM_OK);
  cr_expect(ode.fired_count == 0 && ode.t == 2 * top);
}

/// Four gaps of the oscillator: cos t, 2 cos t (the same zero), cos t - 0.5 (earlier), cos t + 0.5 (later).
static void many_gaps(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)context;
  const double offsets[] = {0, 0, -0.5, 0.5};
  for (int i = 0; i < 4; ++i) {
    gaps[i] = (i == 1 ? 2 : 1) * y[0] + offsets[i];
    gap_rates[i] = (i == 1 ? 2 : 1) * y[1];
  }
}

Test(integrate_events, the_earliest_wins_and_equals_come_together) {
  for (int m = 0; m < 2; ++m) {
    carom_ode_problem p = make(2, oscillator, METHODS[m]);
    add_events(&p, many_gaps, 4, NULL);
    const double start[] = {1, 0};
    static carom_ode ode;
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&ode, 3, NULL), CAROM_OK);
    cr_expect(ode.fired_count == 1 && ode.fired[0] == 2 && fabs(ode.t - PI / 3) < 1e-11, "%.17g", ode.t);
    cr_assert_eq(carom_ode_advance(&ode, 3, NULL), CAROM_OK);
    cr_expect(ode.fired_count == 2 && ode.fired[0] == 0 && ode.fired[1] == 1 && fabs(ode.t - PI / 2) < 1e-11);
    cr_assert_eq(carom_ode_advance(&ode, 3, NULL), CAROM_OK);
    cr_expect(ode.fired_count == 1 && ode.fired[0] == 3 && fabs(ode.t - 2 * PI / 3) < 1e-11);
  }
}

/// `simultaneous` widens "together": two floors 1e-9 apart.
static void two_floors(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)context;
  gaps[0] = y[0] + 1e-9;
  gaps[1] = y[0];
  gap_rates[0] = gap_rates[1] = y[1];
}

Test(integrate_events, close_events_are_one_if_the_caller_says_so) {
  const double start[] = {1, 0};
  static carom_ode ode;
  for (int wide = 0; wide < 2; ++wide) {
    carom_ode_problem p = make(2, fall, CAROM_ODE_DOP853);
    add_events(&p, two_floors, 2, NULL);
    p.simultaneous = wide ? 1e-6 : 0;
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&ode, 1, NULL), CAROM_OK);
    cr_expect_eq(ode.fired_count, wide ? 2 : 1);
    cr_expect_eq(ode.fired[0], wide ? 0 : 1);
    cr_expect(fabs(ode.y[0]) < 1e-15, "it stops at the earlier one");
    cr_assert_eq(carom_ode_advance(&ode, 1, NULL), CAROM_OK);
    cr_expect(ode.fired_count == (wide ? 0 : 1));
  }
}

/// The state at an event has the accuracy of the method, not of the dense output: a large step, nonlinear motion.
Test(integrate_events, event_state_has_the_order_of_the_method) {
  for (int m = 0; m < 2; ++m) {
    double error[3];
    for (int k = 0; k < 3; ++k) {
      carom_ode_problem p = make(2, oscillator, METHODS[m]);
      add_events(&p, floor_gap, 1, NULL);
      p.relative = 0;
      p.absolute = INFINITY;
      p.first_step = p.max_step = (m ? 1.1 : 0.4) / (1 << k);
      const double start[] = {1, 0};
      static carom_ode ode;
      cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_advance(&ode, 2, NULL), CAROM_OK);
      cr_assert_eq(ode.fired_count, 1);
      cr_expect(fabs(ode.y[0]) <= 4 * DBL_EPSILON, "gap %g at the event", ode.y[0]);
      error[k] = fabs(ode.t - PI / 2);
    }
    const double order = 0.5 * log2(error[0] / error[2]);
    printf("order of the event time: %.2f\n", order);
    cr_expect(order > (m ? 8 : 5) - 0.7, "%.2f", order);
  }
}

/// Dense output after an event covers the shortened step.
Test(integrate_events, dense_output_ends_at_the_event) {
  for (int m = 0; m < 2; ++m) {
    carom_ode_problem p = make(2, oscillator, METHODS[m]);
    add_events(&p, floor_gap, 1, NULL);
    const double start[] = {1, 0};
    static carom_ode ode;
    double y[2];
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&ode, 2, NULL), CAROM_OK);
    const double middle = 0.5 * (ode.t + ode.t_before);
    carom_ode_dense(&ode, middle, y);
    cr_expect(fabs(y[0] - cos(middle)) < 1e-10 && fabs(y[1] + sin(middle)) < 1e-10);
  }
}

/// As many events as there may be: 64 thresholds crossed one after the other.
static void ladder(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)context;
  for (int i = 0; i < CAROM_ODE_MAX_EVENTS; ++i) {
    gaps[i] = y[0] - (1 - (i + 0.5) / CAROM_ODE_MAX_EVENTS);
    gap_rates[i] = y[1];
  }
}

Test(integrate_events, full_number_of_events) {
  carom_ode_problem p = make(2, fall, CAROM_ODE_DOPRI5);
  add_events(&p, ladder, CAROM_ODE_MAX_EVENTS, NULL);
  const double start[] = {1, 0};
  static carom_ode ode;
  cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
  for (int i = 0; i < CAROM_ODE_MAX_EVENTS; ++i) {
    cr_assert_eq(carom_ode_advance(&ode, 1, NULL), CAROM_OK);
    const double want = sqrt(2 * (i + 0.5) / CAROM_ODE_MAX_EVENTS / GRAVITY);
    cr_assert(ode.fired_count == 1 && ode.fired[0] == i, "rung %d", i);
    cr_expect(fabs(ode.t - want) <= 1e-12 * want, "rung %d at %.17g, want %.17g", i, ode.t, want);
  }
}

/// A gap that is not finite is named, at the start and on the way.
static void broken_gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)gap_rates, (void)context;
  gaps[0] = y[0];
  gaps[1] = t < 0.1 ? 1 : NAN;
}

Test(integrate_events, broken_gaps_are_named) {
  carom_ode_problem p = make(2, oscillator, CAROM_ODE_DOP853);
  add_events(&p, broken_gap, 2, NULL);
  const double start[] = {1, 0};
  static carom_ode ode;
  carom_diag diag = {0};
  cr_expect_eq(carom_ode_start(&ode, &p, 1, start, &diag), CAROM_NOT_FINITE);
  cr_expect_str_eq(diag.field, "gap");
  cr_expect_not_null(strstr(diag.message, "gap[1]"));
  cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
  diag = (carom_diag){0};
  cr_expect_eq(carom_ode_advance(&ode, 1, &diag), CAROM_NOT_FINITE);
  cr_expect_str_eq(diag.field, "gap");
}

/// A zero of the state, and a clock that strikes at a given time close to it.
static void state_and_clock(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  const double* strike = context;
  gaps[0] = y[0];
  gaps[1] = t - *strike;
  gap_rates[0] = y[1];
  gap_rates[1] = 1;
}

/// Refining an event moves it by the error of the dense output, here 1e-7 to 1e-5, past another event perhaps: that one
/// must come with it or after it, never be lost.
Test(integrate_events, refinement_does_not_step_over_another_event) {
  for (int k = -1000; k <= 1000; ++k) {
    double strike = PI / 2 + k * 2e-8;
    carom_ode_problem p = make(2, oscillator, CAROM_ODE_DOPRI5);
    add_events(&p, state_and_clock, 2, NULL);
    p.context = &strike;
    p.relative = 0;
    p.absolute = HUGE_VAL;
    p.first_step = p.max_step = 0.45;
    const double start[] = {1, 0};
    static carom_ode ode;
    int found[2] = {0};
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    while (ode.t < 2) {
      cr_assert_eq(carom_ode_advance(&ode, 2, NULL), CAROM_OK);
      for (int i = 0; i < ode.fired_count; ++i) ++found[ode.fired[i]];
    }
    cr_expect(found[0] == 1 && found[1] == 1, "strike at pi/2 + %g: %d and %d", k * 2e-8, found[0], found[1]);
  }
}
