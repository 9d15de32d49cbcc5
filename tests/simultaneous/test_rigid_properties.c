// What must hold of every collision with rigid friction, in the plane and in space: there is an answer, v = v0 + W I,
// no contact approaches, |I_t| <= mu I_n, no energy is gained, the ledger closes, and the order of the contacts does
// not matter. Two roads besides: one contact is the spatial law, and without friction it is the older engine.
// CAROM_SOAK=N in the environment solves N collisions of each kind instead of the few of every day.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/spatial.h"
#include "sample.h"
#include "simultaneous/run.h"
#include "soak.h"

TestSuite(rigid_properties, .fini = soak_tell);

static long collision_count(long usual) {
  const char* soak = getenv("CAROM_SOAK");
#if defined(__SANITIZE_ADDRESS__)
  usual /= 10;  // an order of magnitude slower
#endif
  return soak ? atol(soak) : usual;
}

/// How collisions of a kind are drawn.
typedef struct kind {
  const char* name;
  int dimension;
  bool face;  // one body on a flat face: friction is redundant from three contacts on
  double exponent;
  double stiffness;  // ratios up to this
  uint64_t seed;
  long usual;
} kind;

/// As many coordinates as it takes, or fewer: then W is singular and v within its range.
static void draw_mechanism(test_random* r, sample* s) {
  const int d = s->dimension, size = d * s->count;
  const bool few = test_random_below(r, 3) == 0;
  const int coordinates = few ? 1 + test_random_below(r, size) : size + 2;
  double j[SAMPLE_SIZE];
  for (int c = 0; c < coordinates; ++c) {
    for (int a = 0; a < size; ++a) j[a] = test_random_uniform(r, -1, 1);
    for (int i = 0; i < s->count && few && c == 0; ++i) j[d * i + d - 1] = test_random_uniform(r, 0.5, 1);
    sample_add_coordinate(s, j, coordinates * test_random_log(r, 0.1, 10));
    const double speed = test_random_uniform(r, -1, 1);
    for (int a = 0; a < size; ++a) s->v[a] += speed * j[a];
  }
  const double towards = s->v[d - 1] > 0 ? -1 : 1;
  for (int a = 0; a < size; ++a) s->v[a] *= towards;
  if (!few && test_random_below(r, 2)) sample_velocities(r, s);
}

/// Rows of J of a body that turns about a freedom: axis 0 to 2 (the plane has the last only).
static void turn_about(const sample* s, int axis, double at[][3], double* j) {
  for (int i = 0; i < s->count; ++i) {
    const double w[3] = {axis == 0, axis == 1, axis == 2}, *p = at[i];
    const double v[3] = {w[1] * p[2] - w[2] * p[1], w[2] * p[0] - w[0] * p[2], w[0] * p[1] - w[1] * p[0]};
    for (int a = 0; a < s->dimension; ++a) j[s->dimension * i + a] = v[s->dimension == 2 && a == 1 ? 2 : a];
  }
}

/// One body whose contacts lie in a plane, which falls on it.
static void draw_face(test_random* r, sample* s) {
  const int d = s->dimension, size = d * s->count;
  double at[SAMPLE_CONTACTS][3], j[SAMPLE_SIZE];
  const double height = test_random_uniform(r, 0.2, 1.5), mass = test_random_log(r, 0.1, 10);
  for (int i = 0; i < s->count; ++i) {
    at[i][0] = test_random_uniform(r, -1, 1);
    at[i][1] = d == 3 ? test_random_uniform(r, -1, 1) : 0;
    at[i][2] = -height;
  }
  for (int freedom = 0; freedom < 6; ++freedom) {
    if (d == 2 && freedom != 0 && freedom != 2 && freedom != 4) continue;
    memset(j, 0, sizeof j);
    if (freedom >= 3)
      turn_about(s, freedom - 3, at, j);
    else
      for (int i = 0; i < s->count; ++i) j[d * i + (d == 2 ? freedom / 2 : freedom)] = 1;
    sample_add_coordinate(s, j, freedom < 3 ? mass : mass * test_random_uniform(r, 0.2, 1));
    const double speed = freedom == 2 ? -test_random_uniform(r, 0.2, 1) : test_random_uniform(r, -1, 1);
    const bool still = freedom >= 3 && test_random_below(r, 2);
    for (int a = 0; a < size && !still; ++a) s->v[a] += speed * j[a];
  }
}

static carom_surface draw_surface(test_random* r, const kind* k) {
  carom_surface surface = carom_surface_default();
  const int edge = test_random_below(r, 6);
  surface.e = edge == 0 ? 0 : edge == 1 ? 1 : test_random_uniform(r, 0, 1);
  surface.stiffness = test_random_below(r, 3) == 0 ? 1 : test_random_log(r, 1, k->stiffness);
  surface.exponent = k->exponent;
  if (test_random_below(r, 6) > 0) surface.mu = surface.mu_static = test_random_log(r, 0.01, 2);
  return surface;
}

static void draw(test_random* r, const kind* k, sample* s) {
  memset(s, 0, sizeof *s);
  s->dimension = k->dimension;
  s->count = 2 + test_random_below(r, 7);
  if (k->face)
    draw_face(r, s);
  else
    draw_mechanism(r, s);
  const bool alike = test_random_below(r, 2);
  for (int i = 0; i < s->count; ++i) s->surfaces[i] = i > 0 && alike ? s->surfaces[0] : draw_surface(r, k);
}

typedef struct totals {
  long solved, approximate, sensitive, jammed, locked, ordered;
  double velocity, approach, cone, gain, ledger;  // worst, as parts of the largest terms
  double order;                                   // worst of the exact ones
} totals;

static double speed_of(const sample* s, const collision* got) {
  double speed = 0;
  for (int a = 0; a < s->dimension * s->count; ++a)
    speed = fmax(speed, fmax(fabs(s->v[a]), fabs(got->contacts[a / s->dimension].v[a % s->dimension])));
  return speed;
}

static const double LAWS = 1e-12, SUM = 1e-11, LEDGER = 1e-10;

static void check_velocities(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension, size = d * s->count;
  double largest = 0, off = 0, approach = 0;
  for (int a = 0; a < size; ++a) {
    double v = s->v[a], terms = fabs(v);
    for (int b = 0; b < size; ++b) {
      const double term = s->w[a * size + b] * got->contacts[b / d].impulse[b % d];
      v += term;
      terms += fabs(term);
    }
    const double told = got->contacts[a / d].v[a % d];
    cr_assert(isfinite(told));
    off = fmax(off, fabs(v - told));
    largest = fmax(largest, terms);
    if (a % d == d - 1) approach = fmax(approach, -told);
  }
  t->velocity = soak_worst(t->velocity, off / largest, SUM, "velocity");
  t->approach = soak_worst(t->approach, approach / largest, LAWS, "approach");
}

static void check_cones(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension;
  double largest = DBL_MIN;
  for (int i = 0; i < s->count; ++i) largest = fmax(largest, got->contacts[i].impulse[d - 1]);
  for (int i = 0; i < s->count; ++i) {
    const double* p = got->contacts[i].impulse;
    const double along = d == 3 ? hypot(p[0], p[1]) : fabs(p[0]);
    t->cone = soak_worst(t->cone, fmax(along - s->surfaces[i].mu * p[d - 1], -p[d - 1]) / largest, LAWS, "cone");
  }
}

static void check_energy(const sample* s, const collision* got, totals* t) {
  const carom_energy* e = &got->outcome.energy;
  double terms = DBL_MIN;
  for (int a = 0; a < s->dimension * s->count; ++a)
    terms += fabs(got->contacts[a / s->dimension].impulse[a % s->dimension] * s->v[a]);
  cr_assert(e->friction >= 0 && e->spring >= 0);
  t->gain = soak_worst(t->gain, e->change / terms, LAWS, "gain");
  t->ledger =
      soak_worst(t->ledger, fabs(e->change + e->friction + e->restitution + e->spring) / terms, LEDGER, "ledger");
}

/// Contact i of the other is contact order[i] of this one.
static void shuffle(test_random* r, const sample* s, int* order, sample* to) {
  const int d = s->dimension, size = d * s->count;
  for (int i = 0; i < s->count; ++i) order[i] = i;
  for (int i = s->count - 1; i > 0; --i) {
    const int j = test_random_below(r, i + 1), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  *to = *s;
  for (int a = 0; a < size; ++a) {
    const int from = d * order[a / d] + a % d;
    to->surfaces[a / d] = s->surfaces[order[a / d]];
    to->v[a] = s->v[from];
    for (int b = 0; b < size; ++b) to->w[a * size + b] = s->w[from * size + d * order[b / d] + b % d];
  }
}

/// How far v is apart when the contacts come in another order, as a part of the speed.
static double try_order(test_random* r, const sample* s, const collision* got) {
  static sample other;
  static collision again;
  int order[SAMPLE_CONTACTS];
  shuffle(r, s, order, &other);
  const carom_contact_problem problem = sample_problem(&other);
  collide_well(&problem, &again);
  double off = 0;
  for (int a = 0; a < s->dimension * s->count; ++a) {
    const int i = a / s->dimension, x = a % s->dimension;
    off = fmax(off, fabs(again.contacts[i].v[x] - got->contacts[order[i]].v[x]));
  }
  const bool both = !(again.outcome.warnings & CAROM_WARN_APPROXIMATE);
  return both ? off / speed_of(s, got) : 0;
}

/// v of another order may differ by this part of the speed.
static const double ORDER = 1e-11;

static void check_one(test_random* r, const sample* s, totals* t) {
  static collision got;
  const carom_contact_problem problem = sample_problem(s);
  soak_problem(&problem);
  collide_well(&problem, &got);
  check_velocities(s, &got, t);
  check_cones(s, &got, t);
  check_energy(s, &got, t);
  const unsigned warnings = got.outcome.warnings;
  t->solved += 1;
  t->jammed += (warnings & CAROM_WARN_JAMMED) != 0;
  t->locked += got.outcome.lock_total > 0;
  t->sensitive += (warnings & CAROM_WARN_SENSITIVE) != 0;
  t->approximate += (warnings & CAROM_WARN_APPROXIMATE) != 0;
  if (warnings & (CAROM_WARN_APPROXIMATE | CAROM_WARN_SENSITIVE)) return;
  const double order = try_order(r, s, &got);
  t->ordered += order > ORDER;
  t->order = fmax(t->order, order);
}

/// Parts of the collisions that may be approximate, or depend on the order by more than ORDER. Of 17 approximate ones
/// two were looked into in full: a stiff elastic contact bounces for thousands of times; others lock and release in
/// turn. The order mattered in 7 of 80 000, by 2e-9 to 4e-4.
typedef struct allowance {
  double approximate, ordered;
} allowance;

static void check_many(kind k, allowance most) {
  test_random r = {k.seed};
  totals t = {0};
  const long count = collision_count(k.usual);
  for (long i = 0; i < count; ++i) {
    static sample s;
    draw(&r, &k, &s);
    soak_at(k.name, i, count);
    check_one(&r, &s, &t);
  }
  soak_over();
  printf(
      "rigid, %s: %ld collisions, %ld locked, %ld jammed, %ld approximate, %ld sensitive; worst velocity %.2g, "
      "approach "
      "%.2g, cone %.2g, gain %.2g, ledger %.2g; another order: %ld beyond %.0e, worst %.2g\n",
      k.name, t.solved, t.locked, t.jammed, t.approximate, t.sensitive, t.velocity, t.approach, t.cone, t.gain,
      t.ledger, t.ordered, ORDER, t.order);
  cr_expect_leq(t.velocity, SUM, "%s", k.name);
  cr_expect_leq(t.approach, LAWS, "%s", k.name);
  cr_expect_leq(t.cone, LAWS, "%s", k.name);
  cr_expect_leq(t.gain, LAWS, "%s", k.name);
  cr_expect_leq(t.ledger, LEDGER, "%s", k.name);
  cr_expect_leq((double)t.approximate, most.approximate * (double)count + 1, "%s", k.name);
  cr_expect_leq((double)t.ordered, most.ordered * (double)count + 1, "%s", k.name);
  cr_expect_geq(t.locked, 1, "%s", k.name);
}

Test(rigid_properties, plane, .timeout = 36000) {
  check_many((kind){"plane", 2, false, 1, 1e6, 71, 2000}, (allowance){0.003, 0.0003});
}

Test(rigid_properties, plane_face, .timeout = 36000) {
  check_many((kind){"plane, a flat face", 2, true, 1, 1e6, 72, 2000}, (allowance){0.001, 0.0002});
}

Test(rigid_properties, space, .timeout = 36000) {
  check_many((kind){"space", 3, false, 1, 1e6, 73, 600}, (allowance){0.015, 0.0003});
}

Test(rigid_properties, space_face, .timeout = 36000) {
  check_many((kind){"space, a flat face", 3, true, 1, 1e6, 74, 600}, (allowance){0.005, 0.0002});
}

Test(rigid_properties, hertz_in_the_plane, .timeout = 36000) {
  check_many((kind){"plane, Hertz", 2, false, 1.5, 1e3, 75, 500}, (allowance){0.005, 0.0003});
}

Test(rigid_properties, hertz_in_space, .timeout = 36000) {
  check_many((kind){"space, Hertz", 3, false, 1.5, 1e3, 76, 200}, (allowance){0.01, 0.0003});
}

/// Collisions in which much turns round in one instant: all velocities of the one motion that locks and friction leave
/// vanish there. One by one, in the order that rounding finds, they came out otherwise in another order of the
/// contacts.
static const struct {
  kind of;
  int at;
} AT_ONCE[] = {
    {{"plane", 2, false, 1, 1e6, 71, 0}, 3723},           // looked for a jam before it was known who ends
    {{"plane, Hertz", 2, false, 1.5, 1e3, 75, 0}, 1400},  // a lock whose friction was not asked for
    {{"plane, Hertz", 2, false, 1.5, 1e3, 75, 0}, 1723},  // Painleve: what comes back beside a lock throws it off
    {{"plane, Hertz", 2, false, 1.5, 1e3, 75, 0}, 3401},  // six springs and a slip
    {{"space, Hertz", 3, false, 1.5, 1e3, 76, 0}, 2791},  // six springs and six slips
};

Test(rigid_properties, what_turns_round_together) {
  enum { ORDERS = 6 };
  for (size_t k = 0; k < sizeof AT_ONCE / sizeof *AT_ONCE; ++k) {
    static sample s;
    static collision got;
    test_random r = {AT_ONCE[k].of.seed}, orders = {1 + k};
    for (int i = 0; i <= AT_ONCE[k].at; ++i) draw(&r, &AT_ONCE[k].of, &s);
    const carom_contact_problem problem = sample_problem(&s);
    collide_well(&problem, &got);
    cr_expect_eq(got.outcome.warnings & CAROM_WARN_APPROXIMATE, 0);
    for (int n = 0; n < ORDERS; ++n) {
      const double order = try_order(&orders, &s, &got);
      cr_expect_leq(order, ORDER, "%s %d: %g", AT_ONCE[k].of.name, AT_ONCE[k].at, order);
    }
  }
}

/// One contact in space with any W.
static void draw_one(test_random* r, double exponent, sample* s) {
  memset(s, 0, sizeof *s);
  s->dimension = 3;
  s->count = 1;
  for (int c = 0; c < 5; ++c) {
    double j[SAMPLE_SIZE];
    for (int a = 0; a < 3; ++a) j[a] = test_random_uniform(r, -1, 1);
    sample_add_coordinate(s, j, test_random_log(r, 0.1, 10));
  }
  for (int a = 0; a < 3; ++a) s->v[a] = test_random_uniform(r, -1, a < 2 ? 1 : -0.05);
  const kind k = {.exponent = exponent, .stiffness = 1e6};
  s->surfaces[0] = draw_surface(r, &k);
  s->surfaces[0].mu = s->surfaces[0].mu_static = test_random_log(r, 0.01, 2);
}

static double largest_off(const collision* got, const carom_spatial_outcome* want, const double* before) {
  const double w[3] = {want->v.x, want->v.y, want->v.z};
  double off = 0, speed = 0;
  for (int a = 0; a < 3; ++a) {
    off = fmax(off, fabs(got->contacts[0].v[a] - w[a]));
    speed = fmax(speed, fmax(fabs(before[a]), fabs(w[a])));
  }
  return off / speed;
}

/// F_n drops out of the law of one contact: whatever k and the exponent, it is the spatial law.
Test(rigid_properties, one_contact_is_the_spatial_law, .timeout = 36000) {
  test_random r = {77};
  double worst = 0;
  const long count = collision_count(2000);
  for (long i = 0; i < count; ++i) {
    static sample s;
    static collision got;
    carom_spatial_problem spatial;
    carom_spatial_outcome want;
    draw_one(&r, i % 2 ? 1.5 : 1, &s);
    const carom_contact_problem problem = sample_problem(&s);
    collide_well(&problem, &got);
    s.surfaces[0].exponent = 1;
    cr_assert_eq(carom_spatial_from_contact(&problem, &spatial, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_solve(&spatial, &want, NULL), CAROM_OK);
    worst = fmax(worst, largest_off(&got, &want, s.v));
  }
  printf("rigid, one contact: %ld impacts, worst %.2g from the spatial law\n", count, worst);
  cr_expect_leq(worst, 1e-12);  // the worst of 10,000 is 1.2e-13
}

/// The same collision with one more contact, which has friction, touches nothing of the others and parts: with it the
/// whole is a collision with rigid friction. It is slower than the fastest of them: what can be seen is judged by that.
static void add_stranger(const sample* s, sample* to) {
  const int d = s->dimension, size = d * s->count, wider = size + d;
  *to = *s;
  to->count += 1;
  memset(to->w, 0, sizeof to->w);
  for (int a = 0; a < wider; ++a)
    for (int b = 0; b < wider; ++b) to->w[a * wider + b] = a < size && b < size ? s->w[a * size + b] : a == b;
  double speed = 0;
  for (int a = 0; a < size; ++a) speed = fmax(speed, fabs(s->v[a]));
  for (int a = size; a < wider; ++a) to->v[a] = a == wider - 1 ? 0.5 * speed : 0;
  to->surfaces[s->count] = s->surfaces[0];
  to->surfaces[s->count].mu = to->surfaces[s->count].mu_static = 0.5;
}

static double without_friction(const kind* k, double* worst) {
  test_random r = {k->seed};
  const long count = collision_count(k->usual);
  for (long i = 0; i < count; ++i) {
    static sample s, strange;
    static collision want, got;
    draw(&r, k, &s);
    for (int j = 0; j < s.count; ++j) s.surfaces[j].mu = s.surfaces[j].mu_static = 0;
    const carom_contact_problem smooth = sample_problem(&s);
    collide_well(&smooth, &want);
    add_stranger(&s, &strange);
    const carom_contact_problem problem = sample_problem(&strange);
    collide_well(&problem, &got);
    if ((want.outcome.warnings | got.outcome.warnings) & CAROM_WARN_APPROXIMATE) continue;
    double off = 0;
    for (int a = 0; a < s.dimension * s.count; ++a)
      off = fmax(off, fabs(got.contacts[a / s.dimension].v[a % s.dimension] -
                           want.contacts[a / s.dimension].v[a % s.dimension]));
    *worst = fmax(*worst, off / speed_of(&s, &want));
  }
  return (double)count;
}

Test(rigid_properties, without_friction_it_is_the_frictionless_engine, .timeout = 36000) {
  double worst = 0;
  const kind linear = {"", 2, false, 1, 1e6, 78, 500};
  const double count = without_friction(&linear, &worst);
  printf("rigid, mu = 0: %.0f collisions, worst %.2g from the frictionless engine\n", count, worst);
  cr_expect_leq(worst, 1e-11);
}
