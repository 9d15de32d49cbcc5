// The solver against the stored references of tests/cases/compliant.json: impulse, velocity, and every event.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "carom/compliant.h"
#include "compliant_cases.h"

enum { CASE_COUNT = sizeof compliant_cases / sizeof *compliant_cases };

/// Relative to the impulse and to the speeds before and after. The references have 16 digits.
static const double BAR = 1e-12;

/// An event of slip to stick and back is where a difference that cancels vanishes: the references have fewer digits.
static const double EVENT_BAR = 1e-11;

typedef struct worst_off {
  double impulse, v, event;
} worst_off;

static void check_events(const compliant_case* c, const carom_compliant_outcome* got, worst_off* worst) {
  const double scale = carom_vec3_norm(c->impulse);
  cr_assert_eq(got->event_total, got->event_count, "%s", c->name);
  cr_assert_eq(got->event_count, c->event_count, "%s: %d events", c->name, got->event_count);
  for (int k = 0; k < c->event_count; ++k) {
    const double off = fabs(got->events[k].impulse_n - c->events[k].impulse_n) / scale;
    cr_expect_eq(got->events[k].type, c->events[k].type, "%s: event %d is %s", c->name, k,
                 carom_event_word(got->events[k].type));
    cr_expect_leq(off, EVENT_BAR, "%s: event %d at %.17g, want %.17g", c->name, k, got->events[k].impulse_n,
                  c->events[k].impulse_n);
    worst->event = fmax(worst->event, off);
  }
}

static void check_case(const compliant_case* c, worst_off* worst) {
  carom_compliant_outcome got;
  carom_diag diag;
  cr_assert_eq(carom_compliant_solve(&c->problem, &got, &diag), CAROM_OK, "%s: %s", c->name, diag.message);
  const double impulse = carom_vec3_norm(carom_vec3_sub(got.impulse, c->impulse)) / carom_vec3_norm(c->impulse);
  const double v =
      carom_vec3_norm(carom_vec3_sub(got.v, c->v)) / (carom_vec3_norm(c->problem.v) + carom_vec3_norm(c->v));
  cr_expect_leq(impulse, BAR, "%s: impulse off by %.3g", c->name, impulse);
  cr_expect_leq(v, BAR, "%s: v off by %.3g", c->name, v);
  check_events(c, &got, worst);
  worst->impulse = fmax(worst->impulse, impulse);
  worst->v = fmax(worst->v, v);
}

Test(compliant_cases, stored_references) {
  worst_off worst = {0};
  cr_assert_geq(CASE_COUNT, 12);
  for (int i = 0; i < CASE_COUNT; ++i) check_case(&compliant_cases[i], &worst);
  printf("compliant cases: %d rows, worst impulse %.2g, v %.2g, event %.2g\n", CASE_COUNT, worst.impulse, worst.v,
         worst.event);
}
