// What must hold for every impact on springs, over fixed-seed random ones: a million in all on an ordinary day (fewer
// under the sanitizers), N with CAROM_SOAK=N in the environment. The worst of everything is printed.
#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/compliant.h"
#include "soak.h"
#include "spatial/sample.h"

TestSuite(compliant_properties, .fini = soak_tell);

typedef struct family {
  const char* name;
  uint64_t seed;
  double mass;            // masses from 1/mass to mass
  double mu_low, mu;      // friction
  double eta2_low, eta2;  // compliance
  double slip;            // |v_t|/|v_n| from 1/slip to slip
} family;

#if defined(__SANITIZE_ADDRESS__)
static const long MILLION = 100000;
#else
static const long MILLION = 1000000;
#endif

static carom_compliant_problem sample(test_random* r, const family* f) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = sample_matrix(r, f->mass);
  p.v.z = -test_random_log(r, 1e-2, 1e2);
  const double slip = -p.v.z * test_random_log(r, 1 / f->slip, f->slip), angle = test_random_uniform(r, -4, 4);
  p.v.x = slip * cos(angle);
  p.v.y = slip * sin(angle);
  if (test_random_below(r, 32) == 0) p.v.x = p.v.y = 0;
  const int edge = test_random_below(r, 16);
  p.surface.e = edge == 0   ? 0
                : edge == 1 ? 1
                : edge == 2 ? test_random_log(r, 1e-3, 1)
                            : test_random_uniform(r, 0.05, 1);
  p.surface.mu = p.surface.mu_static = test_random_log(r, f->mu_low, f->mu);
  p.surface.eta2 = test_random_log(r, f->eta2_low, f->eta2);
  return p;
}

typedef struct worst {
  double velocity;  // v - v0 - W I, as a part of the largest term
  double cone;      // |I_t| - mu I_n, as a part of |I|
  double gain;      // energy gained, as a part of the energies that changed hands
  double ledger;    // change + friction + restitution + spring, likewise; and change - I.(v0 + v)/2
  double approach;  // -v_n left, as a part of the largest velocity
  int events, work;
  long recompressed, rigid, cut;
} worst;

// Measured: 4e-16 for the cone, 4e-14 for ledger and approach, which are differences of large terms.
static const double ROUNDING = 1e-14, LEDGER = 1e-12;

static double velocity_error(const carom_compliant_problem* p, const carom_compliant_outcome* o) {
  const double i[3] = {o->impulse.x, o->impulse.y, o->impulse.z}, before[3] = {p->v.x, p->v.y, p->v.z};
  const double after[3] = {o->v.x, o->v.y, o->v.z};
  double error = 0;
  for (int a = 0; a < 3; ++a) {
    double sum = before[a], scale = fabs(before[a]);
    for (int b = 0; b < 3; ++b) {
      sum += p->w.m[a][b] * i[b];
      scale += fabs(p->w.m[a][b] * i[b]);
    }
    if (scale > 0) error = fmax(error, fabs(sum - after[a]) / scale);
  }
  return error;
}

static void check_energy(const carom_compliant_problem* p, const carom_compliant_outcome* o, worst* w) {
  const carom_energy* e = &o->energy;
  cr_assert(e->friction >= 0 && e->restitution >= 0 && e->spring >= 0);
  // What the change of v^T W^-1 v/2 is, without W^-1.
  const double change = 0.5 * carom_vec3_dot(o->impulse, carom_vec3_add(o->v, p->v));
  const double size = carom_vec3_norm(o->impulse) * (carom_vec3_norm(o->v) + carom_vec3_norm(p->v));
  if (!(size > 0)) return;
  w->gain = soak_worst(w->gain, e->change / size, 0, "gain");
  w->ledger =
      soak_worst(w->ledger, fabs(e->change + e->friction + e->restitution + e->spring) / size, LEDGER, "ledger");
  w->ledger = soak_worst(w->ledger, fabs(e->change - change) / size, LEDGER, "ledger");
}

static void check_events(const carom_compliant_outcome* o) {
  cr_assert(o->event_count <= CAROM_COMPLIANT_MAX_EVENTS && o->event_count <= o->event_total);
  cr_assert_eq((o->warnings & CAROM_WARN_LOG_CUT) != 0, o->event_total > o->event_count);
  if (o->warnings & CAROM_WARN_RIGID_LIMIT) return;
  cr_assert_geq(o->event_count, 2);
  const carom_event_type first = o->events[0].type;
  cr_assert(first == CAROM_EVENT_START_SLIP || first == CAROM_EVENT_START_STICK);
  bool slipping = first == CAROM_EVENT_START_SLIP;
  for (int i = 1; i < o->event_count; ++i) {
    cr_assert_geq(o->events[i].impulse_n, o->events[i - 1].impulse_n);
    const carom_event_type type = o->events[i].type;
    // Slip and stick take turns.
    if (type == CAROM_EVENT_STICK || type == CAROM_EVENT_SLIP) {
      cr_assert_eq(slipping, type == CAROM_EVENT_STICK, "event %d", i);
      slipping = type == CAROM_EVENT_SLIP;
    }
  }
}

static void check_one(const carom_compliant_problem* p, worst* w) {
  carom_compliant_outcome o;
  carom_diag diag = {0};
  const carom_status status = carom_compliant_solve(p, &o, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
  cr_assert(carom_vec3_is_finite(o.impulse) && carom_vec3_is_finite(o.v) && isfinite(o.energy.change));
  const double size = carom_vec3_norm(o.impulse), tangential = hypot(o.impulse.x, o.impulse.y);
  w->velocity = soak_worst(w->velocity, velocity_error(p, &o), ROUNDING, "velocity");
  w->cone = soak_worst(w->cone, (tangential - p->surface.mu * o.impulse.z) / size, ROUNDING, "cone");
  w->approach = soak_worst(w->approach, -o.v.z / fmax(carom_vec3_norm(p->v), carom_vec3_norm(o.v)), LEDGER, "approach");
  check_energy(p, &o, w);
  check_events(&o);
  w->events = o.event_total > w->events ? o.event_total : w->events;
  w->work = o.work > w->work ? o.work : w->work;
  w->recompressed += o.recompressed;
  w->rigid += (o.warnings & CAROM_WARN_RIGID_LIMIT) != 0;
  w->cut += (o.warnings & CAROM_WARN_LOG_CUT) != 0;
}

/// Every day a family makes its share of a million.
static void check_family(const family* f, double share) {
  test_random r = {f->seed};
  worst w = {0};
  const long count = soak_count((long)(share * (double)MILLION));
  for (long i = 0; i < count; ++i) {
    const carom_compliant_problem p = sample(&r, f);
    const carom_contact_problem problem = {3, 1, &p.w.m[0][0], &p.v.x, &p.surface};
    soak_at(f->name, i, count);
    soak_problem(&problem);
    check_one(&p, &w);
  }
  soak_over();
  printf(
      "compliant, %s: %ld impacts; worst velocity %.2g, cone %.2g, gain %.2g, ledger %.2g, approach left %.2g; at most "
      "%d events, %d pieces; %ld recompressed, %ld rigid, %ld logs cut\n",
      f->name, count, w.velocity, w.cone, w.gain, w.ledger, w.approach, w.events, w.work, w.recompressed, w.rigid,
      w.cut);
  cr_expect_lt(w.velocity, ROUNDING);
  cr_expect_lt(w.cone, ROUNDING);
  cr_expect_leq(w.gain, 0);
  cr_expect_lt(w.ledger, LEDGER);
  cr_expect_lt(w.approach, LEDGER);
}

/// Materials that exist: eta2 about 1, friction below 2.
Test(compliant_properties, ordinary, .timeout = 36000) {
  const family f = {"ordinary", 1, 100, 0.01, 2, 0.2, 10, 100};
  check_family(&f, 0.5);
}

/// |v_t|/(mu eta2 |v_n|) up to 1e9 and down to 1e-9.
Test(compliant_properties, stiff, .timeout = 36000) {
  const family f = {"stiff", 2, 1000, 1e-3, 10, 1e-3, 100, 1e6};
  check_family(&f, 0.25);
}

/// Friction that drives the bodies together.
Test(compliant_properties, strong_friction, .timeout = 36000) {
  const family f = {"strong friction", 3, 10, 1, 100, 0.1, 10, 30};
  check_family(&f, 0.15);
}

/// Nearly rigid tangentially: many switches.
Test(compliant_properties, nearly_rigid, .timeout = 36000) {
  const family f = {"nearly rigid", 4, 10, 0.1, 1, 1e-4, 1e-1, 10};
  check_family(&f, 0.1);
}
