// Laws that every collision obeys: what the outcome may depend on, the region that holds the impulse curve, momentum
// and energy, the order of contacts, and the simpler solvers where a collision is one of theirs.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/spatial.h"
#include "sample.h"
#include "simultaneous/run.h"
#include "two_balls.h"

static const two_balls ELASTIC = {1, 1.1547005383792517, -1, 1, 1, 1, 1};
static const two_balls PLASTIC = {1, 1.1547005383792517, -1, 0.9, 0.7, 1, 1};

/// Final velocities of the two balls.
typedef struct rebound {
  double v1, v2;
} rebound;

static rebound drop(two_balls b, collision* got) {
  const two_balls_problem p = two_balls_make(b);
  const carom_contact_problem problem = two_balls_view(&p);
  collide_well(&problem, got);
  return (rebound){b.v0 + got->contacts[0].impulse[1] / b.m1, got->contacts[1].v[1]};
}

/// Random pairs of balls, some of them plastic.
static two_balls random_balls(test_random* r) {
  return (two_balls){.m1 = test_random_log(r, 0.1, 10),
                     .m2 = test_random_log(r, 0.1, 10),
                     .v0 = -test_random_log(r, 0.1, 10),
                     .e1 = test_random_below(r, 4) ? test_random_uniform(r, 0.1, 1) : 1,
                     .e2 = test_random_below(r, 4) ? test_random_uniform(r, 0.1, 1) : 1,
                     .k1 = test_random_log(r, 0.1, 10),
                     .k2 = test_random_log(r, 0.1, 10)};
}

static void expect_near(double got, double want, double tolerance, const char* what) {
  cr_expect(fabs(got - want) <= tolerance, "%s: %.17g, want %.17g within %.2g", what, got, want, tolerance);
}

/// Theorem 5 of JME13. The velocity scale is |v0|; an accumulation holds the roundings of a few hundred events.
Test(simultaneous_laws, only_ratios_of_stiffness_and_mass_matter_and_v0_scales) {
  static collision got;
  test_random r = {1};
  for (int i = 0; i < 300; ++i) {
    const two_balls b = random_balls(&r);
    const rebound base = drop(b, &got);
    two_balls stiff = b, heavy = b, fast = b;
    const double factor = test_random_log(&r, 1e-3, 1e3);
    stiff.k1 *= factor, stiff.k2 *= factor;
    heavy.m1 *= factor, heavy.m2 *= factor;
    fast.v0 *= factor;
    const rebound s = drop(stiff, &got), h = drop(heavy, &got), f = drop(fast, &got);
    const double bar = 1e-12 * fabs(b.v0);
    expect_near(s.v1, base.v1, bar, "stiffness scaled, v1");
    expect_near(s.v2, base.v2, bar, "stiffness scaled, v2");
    expect_near(h.v1, base.v1, bar, "mass scaled, v1");
    expect_near(h.v2, base.v2, bar, "mass scaled, v2");
    expect_near(f.v1 / factor, base.v1, bar, "speed scaled, v1");
    expect_near(f.v2 / factor, base.v2, bar, "speed scaled, v2");
  }
}

enum { TRACE_POINTS = 4000 };

typedef struct path {
  double time[TRACE_POINTS], impulse[TRACE_POINTS * 4], velocity[TRACE_POINTS * 4], stored[TRACE_POINTS * 2];
  uint64_t active[TRACE_POINTS];
  carom_simultaneous_trace trace;
} path;

static void follow(two_balls b, path* p, collision* got) {
  const two_balls_problem balls = two_balls_make(b);
  const carom_contact_problem problem = two_balls_view(&balls);
  p->trace = (carom_simultaneous_trace){.capacity = TRACE_POINTS,
                                        .time = p->time,
                                        .active = p->active,
                                        .impulse = p->impulse,
                                        .velocity = p->velocity,
                                        .stored = p->stored};
  collide_traced(&problem, &p->trace, got);
  cr_assert_eq(got->status, CAROM_OK, "%s", got->diag.message);
  cr_assert_gt(p->trace.count, 20);
}

/// The left side of (41) for any m1 and v0, as a part of the energy before: <= 0, and 0 on the ellipse.
static double ellipse(two_balls b, double i1, double i2) {
  return (i1 * i1 / (2 * b.m1) + (i1 - i2) * (i1 - i2) / (2 * b.m2) + b.v0 * i1) / (0.5 * b.m1 * b.v0 * b.v0);
}

// @eq JME13 (11)  v1 = v0 + I1/m1
// @eq JME13 (12)  v2 = (I2 - I1)/m2
// @eq JME13 (37)  E1 + E2 <= I1 - I1^2/2 - (I1 - I2)^2/(2 m2), equal while nothing was lost
// @eq JME13 (41)  I1^2/2 + (I1 - I2)^2/(2 m2) - I1 <= 0
static void check_path(two_balls b, const path* p) {
  const double energy = 0.5 * b.m1 * b.v0 * b.v0;
  for (int k = 0; k < p->trace.count; ++k) {
    const double i1 = p->impulse[4 * k + 1], i2 = p->impulse[4 * k + 3];
    const double v1 = b.v0 + i1 / b.m1, v2 = (i2 - i1) / b.m2;
    cr_assert(fabs(p->velocity[4 * k + 1] - (v1 - v2)) <= 1e-12 * fabs(b.v0) &&
                  fabs(p->velocity[4 * k + 3] - v2) <= 1e-12 * fabs(b.v0),
              "point %d", k);
    const double inside = -ellipse(b, i1, i2), stored = (p->stored[2 * k] + p->stored[2 * k + 1]) / energy;
    cr_assert_geq(inside, -1e-13, "point %d is outside by %.3g", k, -inside);
    cr_assert_leq(stored, inside + 1e-12, "point %d stores too much", k);
    if (b.e1 == 1 && b.e2 == 1) cr_assert(fabs(stored - inside) <= 1e-12, "point %d: %.3g", k, stored - inside);
    cr_assert(k == 0 || (p->time[k] >= p->time[k - 1] && i1 >= p->impulse[4 * k - 3] && i2 >= p->impulse[4 * k - 1]),
              "point %d goes back", k);
    // A thinned path may have several pieces between its points.
    for (int c = 0; c < 2 && k > 0 && p->trace.count < TRACE_POINTS / 2; ++c)
      cr_assert(p->active[k] >> c & 1 || p->impulse[4 * k + 2 * c + 1] == p->impulse[4 * k + 2 * c - 3],
                "point %d: contact %d is not active, and pushes", k, c);
  }
}

Test(simultaneous_laws, the_impulse_curve_stays_inside_the_ellipse) {
  static collision got;
  static path p;
  test_random r = {2};
  for (int i = 0; i < 100; ++i) {
    const two_balls b = i == 0 ? ELASTIC : i == 1 ? PLASTIC : random_balls(&r);
    follow(b, &p, &got);
    check_path(b, &p);
    const int last = p.trace.count - 1;
    cr_expect_eq(p.impulse[4 * last + 1], got.contacts[0].impulse[1], "the trace ends where the answer is");
    cr_expect_eq(p.impulse[4 * last + 3], got.contacts[1].impulse[1]);
    if (b.e1 == 1 && b.e2 == 1)
      expect_near(ellipse(b, got.contacts[0].impulse[1], got.contacts[1].impulse[1]), 0, 1e-13, "ends on the ellipse");
  }
}

// @eq JME13 (15)  dI2/dI1 = sqrt(k2 E2)/sqrt(k1 E1) = F2/F1
/// Proposition 6: the tangent of the curve is continuous, because forces are. Between neighbouring points the mean
/// force may change by no more than what the springs allow in that time: |F'| <= k |v_n| <= k 2 |v0|.
Test(simultaneous_laws, the_tangent_of_the_impulse_curve_is_continuous) {
  static collision got;
  static path p;
  const two_balls cases[] = {ELASTIC, PLASTIC, {1, 0.5, -1, 0.9, 0.7, 1, 1}, {1, 1, -1, 0.95, 0.85, 1, 2.25}};
  for (int c = 0; c < 4; ++c) {
    follow(cases[c], &p, &got);
    // Each end of compression hardens; a few of them here.
    const double hardest = fmax(cases[c].k2, 1) / pow(fmin(cases[c].e1, cases[c].e2), 6);
    for (int k = 2; k < p.trace.count; ++k) {
      const double before = p.time[k - 1] - p.time[k - 2], after = p.time[k] - p.time[k - 1];
      if (before < 1e-9 || after < 1e-9) continue;
      for (int i = 1; i < 4; i += 2) {
        const double force_before = (p.impulse[4 * (k - 1) + i] - p.impulse[4 * (k - 2) + i]) / before;
        const double force_after = (p.impulse[4 * k + i] - p.impulse[4 * (k - 1) + i]) / after;
        const double allowed = 2 * hardest * 0.5 * (before + after) + 1e-6;
        cr_assert(fabs(force_after - force_before) <= allowed, "case %d, point %d, contact %d: force jumps by %.3g", c,
                  k, i / 2, force_after - force_before);
      }
    }
  }
}

// @eq JME13 (25)  E1 = -v0 I1 + O(I1^2)
// @eq JME13 (28)  dI2/dI1 = -k2 I1/(3 m2 v0 k1) + ...; printed with 1/2
// @eq JME13 (30)  I2 = -k2 I1^2/(6 m2 v0 k1) + ...; printed with 1/4
// @eq JME13 (31)  E2 = -k2 I1^3/(9 m2^2 v0 k1) + ...; printed with 1/6
Test(simultaneous_laws, the_start_has_the_coefficients_one_sixth_and_one_ninth) {
  static collision got;
  static path p;
  const two_balls b = {1, 1.5, -1, 0.9, 0.8, 1, 2};
  follow(b, &p, &got);
  int used = 0;
  for (int k = 1; k < p.trace.count && p.time[k] < 0.35; ++k) {
    const double i1 = p.impulse[4 * k + 1], i2 = p.impulse[4 * k + 3];
    if (p.time[k] < 0.02) continue;
    // The next terms are t^2/10 or less of these.
    const double near = 0.2 * p.time[k] * p.time[k] + 1e-6, c = -b.k2 / (b.m2 * b.v0 * b.k1);
    expect_near(i2 / (i1 * i1) / c, 1.0 / 6, near, "I2/I1^2");
    expect_near(p.stored[2 * k + 1] / (i1 * i1 * i1) / c * b.m2, 1.0 / 9, near, "E2/I1^3");
    expect_near(p.stored[2 * k] / i1, -b.v0, 1.5 * i1, "E1/I1");
    ++used;
  }
  cr_expect_geq(used, 2, "the trace is too coarse at its start");
}

/// v = v0 + W I as a part of the largest term, and the energy ledger against the kinetic energy that the contacts see.
static void check_balance(const sample* s, const collision* got, bool elastic) {
  const int d = s->dimension, size = d * s->count;
  double impulse[SAMPLE_SIZE], change = 0, scale = 0, off = 0, largest = 0;
  for (int a = 0; a < size; ++a) impulse[a] = got->contacts[a / d].impulse[a % d];
  for (int a = 0; a < size; ++a) {
    double v = s->v[a];
    for (int b = 0; b < size; ++b) {
      v += s->w[a * size + b] * impulse[b];
      largest = fmax(largest, fabs(s->w[a * size + b] * impulse[b]));
    }
    off = fmax(off, fabs(v - got->contacts[a / d].v[a % d]));
    change += 0.5 * impulse[a] * (s->v[a] + v);
    scale += fabs(impulse[a] * s->v[a]);
  }
  cr_assert_leq(off, 1e-13 * largest, "momentum is off by %.3g", off / largest);
  const carom_energy* e = &got->outcome.energy;
  cr_assert(fabs(e->change - change) <= 1e-12 * scale, "change %.17g, want %.17g", e->change, change);
  cr_assert(fabs(e->change + e->friction + e->restitution + e->spring) <= 1e-12 * scale, "the ledger does not close");
  // Some of these have hundreds of events, and each rounds.
  if (elastic)
    cr_assert(fabs(change) <= (1e-13 + 1e-15 * got->outcome.event_total) * scale,
              "an elastic collision changes the energy by %.3g in %d events", change / scale, got->outcome.event_total);
}

Test(simultaneous_laws, momentum_and_energy) {
  static collision got;
  static sample s;
  test_random r = {3};
  const sample_ranges plastic = {.contacts = 6, .mass = 10, .stiffness = 100, .e_least = 0, .exponent = 1};
  const sample_ranges elastic = {.contacts = 6, .mass = 10, .stiffness = 100, .e_least = 1, .exponent = 1};
  for (int i = 0; i < 1000; ++i) {
    sample_collision(&r, i % 2 ? &plastic : &elastic, &s);
    const carom_contact_problem problem = sample_problem(&s);
    collide_well(&problem, &got);
    check_balance(&s, &got, i % 2 == 0);
  }
}

/// Contact i of the result is contact order[i] of the original.
static void permute(const sample* from, const int* order, sample* to) {
  const int d = from->dimension, size = d * from->count;
  to->dimension = d;
  to->count = from->count;
  for (int a = 0; a < size; ++a) {
    const int old_a = d * order[a / d] + a % d;
    to->v[a] = from->v[old_a];
    for (int b = 0; b < size; ++b) to->w[a * size + b] = from->w[old_a * size + d * order[b / d] + b % d];
  }
  for (int i = 0; i < from->count; ++i) to->surfaces[i] = from->surfaces[order[i]];
}

static double largest_impulse(const sample* s, const collision* got) {
  double size = 0;
  for (int i = 0; i < s->count; ++i)
    for (int a = 0; a < s->dimension; ++a) size = fmax(size, fabs(got->contacts[i].impulse[a]));
  return size;
}

static void check_order(test_random* r, const sample_ranges* ranges, double bar) {
  static collision got, other;
  static sample s, shuffled;
  sample_collision(r, ranges, &s);
  int order[SAMPLE_CONTACTS];
  for (int i = 0; i < s.count; ++i) order[i] = i;
  for (int i = s.count - 1; i > 0; --i) {
    const int j = test_random_below(r, i + 1), keep = order[i];
    order[i] = order[j];
    order[j] = keep;
  }
  permute(&s, order, &shuffled);
  const carom_contact_problem problem = sample_problem(&s), second = sample_problem(&shuffled);
  collide_well(&problem, &got);
  collide_well(&second, &other);
  const double size = largest_impulse(&s, &got);
  for (int i = 0; i < s.count; ++i)
    for (int a = 0; a < s.dimension; ++a)
      cr_expect(fabs(other.contacts[i].impulse[a] - got.contacts[order[i]].impulse[a]) <= bar * size,
                "contact %d, axis %d of %d: %.3g", i, a, s.count,
                (other.contacts[i].impulse[a] - got.contacts[order[i]].impulse[a]) / size);
}

Test(simultaneous_laws, the_order_of_contacts_changes_nothing, .timeout = 120) {
  test_random r = {4};
  const sample_ranges smooth = {.contacts = 6, .mass = 3, .stiffness = 30, .e_least = 0, .exponent = 1};
  const sample_ranges rough = {.contacts = 4, .mass = 3, .stiffness = 10, .e_least = 0.3, .mu = 0.6, .exponent = 1};
  for (int i = 0; i < 300; ++i) check_order(&r, &smooth, 1e-11);
  for (int i = 0; i < 60; ++i) check_order(&r, &rough, 1e-9);
}

/// Turning the tangents of each contact, each by its own angle.
Test(simultaneous_laws, any_tangents_give_the_same_answer, .timeout = 120) {
  static collision got, other;
  static sample s, turned;
  test_random r = {5};
  const sample_ranges rough = {.contacts = 3, .mass = 3, .stiffness = 10, .e_least = 0.3, .mu = 0.6, .exponent = 1};
  for (int i = 0; i < 40; ++i) {
    sample_collision(&r, &rough, &s);
    const int size = 3 * s.count;
    double q[SAMPLE_SIZE][SAMPLE_SIZE] = {{0}};
    for (int c = 0; c < s.count; ++c) {
      const double angle = test_random_uniform(&r, -3, 3);
      q[3 * c][3 * c] = q[3 * c + 1][3 * c + 1] = cos(angle);
      q[3 * c][3 * c + 1] = -sin(angle);
      q[3 * c + 1][3 * c] = sin(angle);
      q[3 * c + 2][3 * c + 2] = 1;
    }
    turned = s;
    for (int a = 0; a < size; ++a) {
      turned.v[a] = 0;
      for (int k = 0; k < size; ++k) turned.v[a] += q[a][k] * s.v[k];
      for (int b = 0; b <= a; ++b) {
        double sum = 0;
        for (int k = 0; k < size; ++k)
          for (int l = 0; l < size; ++l) sum += q[a][k] * s.w[k * size + l] * q[b][l];
        turned.w[a * size + b] = turned.w[b * size + a] = sum;
      }
    }
    const carom_contact_problem problem = sample_problem(&s), second = sample_problem(&turned);
    collide_well(&problem, &got);
    collide_well(&second, &other);
    const double largest = largest_impulse(&s, &got);
    for (int a = 0; a < size; ++a) {
      double want = 0;
      for (int k = 0; k < size; ++k) want += q[a][k] * got.contacts[k / 3].impulse[k % 3];
      cr_expect(fabs(other.contacts[a / 3].impulse[a % 3] - want) <= 1e-9 * largest, "%d: entry %d: %.3g", i, a,
                (other.contacts[a / 3].impulse[a % 3] - want) / largest);
    }
  }
}

/// One contact with random W and friction, in space.
static void single_contact(test_random* r, sample* s, carom_compliant_problem* one) {
  const sample_ranges ranges = {.contacts = 2, .mass = 3, .stiffness = 10, .e_least = 0.2, .mu = 0.8, .exponent = 1};
  do {
    memset(s, 0, sizeof *s);
    s->dimension = 3;
    s->count = 1;
    sample_mechanism(r, s, &ranges);
    s->surfaces[0] = sample_surface(r, &ranges);
    sample_velocities(r, s);
  } while (!(s->surfaces[0].mu > 0));
  const carom_contact_problem problem = sample_problem(s);
  cr_assert_eq(carom_compliant_from_contact(&problem, one, NULL), CAROM_OK);
}

Test(simultaneous_laws, one_contact_is_the_compliant_impact) {
  static collision got;
  static sample s;
  test_random r = {6};
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    carom_compliant_problem one;
    carom_compliant_outcome want;
    single_contact(&r, &s, &one);
    const carom_contact_problem problem = sample_problem(&s);
    collide_well(&problem, &got);
    cr_assert_eq(carom_compliant_solve(&one, &want, NULL), CAROM_OK);
    const double* impulse = got.contacts[0].impulse;
    const carom_vec3 off = {impulse[0] - want.impulse.x, impulse[1] - want.impulse.y, impulse[2] - want.impulse.z};
    worst = fmax(worst, carom_vec3_norm(off) / carom_vec3_norm(want.impulse));
    expect_near(got.outcome.energy.friction, want.energy.friction, 1e-9 * want.impulse.z * fabs(s.v[2]), "friction");
  }
  printf("one contact against the compliant solver: worst %.2g\n", worst);
  cr_expect_leq(worst, 1e-9);
}

/// Ever stiffer tangential springs come to the impact that is rigid tangentially, at least with the square root of
/// eta2.
Test(simultaneous_laws, one_contact_tends_to_the_rigid_impact, .timeout = 120) {
  static collision got;
  carom_spatial_problem rigid = carom_spatial_problem_default();
  rigid.w = (carom_mat3){{{3, 0.4, 0.5}, {0.4, 2.5, -0.3}, {0.5, -0.3, 1.2}}};
  rigid.v = (carom_vec3){0.8, -0.5, -1};
  rigid.surface.e = 0.7;
  rigid.surface.mu = rigid.surface.mu_static = 0.2;
  for (int kind = 0; kind < 2; ++kind) {
    if (kind == 1) rigid.surface.mu = rigid.surface.mu_static = 0.9;  // slip ends in compression
    carom_spatial_outcome want;
    cr_assert_eq(carom_spatial_solve(&rigid, &want, NULL), CAROM_OK);
    double off[3];
    for (int i = 0; i < 3; ++i) {
      carom_surface surface = rigid.surface;
      surface.eta2 = pow(10, -2 - i);
      const double v[3] = {rigid.v.x, rigid.v.y, rigid.v.z};
      const carom_contact_problem problem = {3, 1, &rigid.w.m[0][0], v, &surface};
      collide_well(&problem, &got);
      const double* p = got.contacts[0].impulse;
      const carom_vec3 apart = {p[0] - want.impulse.x, p[1] - want.impulse.y, p[2] - want.impulse.z};
      off[i] = carom_vec3_norm(apart) / carom_vec3_norm(want.impulse);
    }
    printf("eta2 = 1e-2, 1e-3, 1e-4, %s: %.3g, %.3g, %.3g from the rigid answer, order %.2f\n", kind ? "stick" : "slip",
           off[0], off[1], off[2], log10(off[0] / off[2]) / 2);
    cr_expect_gt(log10(off[0] / off[2]) / 2, 0.4);
    cr_expect_lt(off[2], 0.02);
  }
}

/// Blocks of W that do not touch each other: each contact is alone.
static void check_apart(test_random* r) {
  static collision got;
  static sample all, part[4];
  const int count = 2 + test_random_below(r, 3), size = 3 * count;
  carom_compliant_outcome want[4];
  memset(&all, 0, sizeof all);
  all.dimension = 3;
  all.count = count;
  for (int i = 0; i < count; ++i) {
    carom_compliant_problem one;
    single_contact(r, &part[i], &one);
    cr_assert_eq(carom_compliant_solve(&one, &want[i], NULL), CAROM_OK);
    all.surfaces[i] = part[i].surfaces[0];
    for (int a = 0; a < 3; ++a) {
      all.v[3 * i + a] = part[i].v[a];
      for (int b = 0; b < 3; ++b) all.w[(3 * i + a) * size + 3 * i + b] = part[i].w[3 * a + b];
    }
  }
  const carom_contact_problem problem = sample_problem(&all);
  collide_well(&problem, &got);
  for (int i = 0; i < count; ++i) {
    const double* p = got.contacts[i].impulse;
    const carom_vec3 off = {p[0] - want[i].impulse.x, p[1] - want[i].impulse.y, p[2] - want[i].impulse.z};
    cr_expect_leq(carom_vec3_norm(off), 1e-9 * carom_vec3_norm(want[i].impulse), "contact %d of %d: %.3g", i, count,
                  carom_vec3_norm(off));
  }
}

Test(simultaneous_laws, contacts_that_do_not_interact_are_alone) {
  test_random r = {7};
  for (int i = 0; i < 100; ++i) check_apart(&r);
}

/// k2/k1 -> infinity: the lower ball is part of the table. A plastic table contact comes there with the square.
Test(simultaneous_laws, limit_of_a_hard_table) {
  static collision got;
  for (int kind = 0; kind < 2; ++kind) {
    two_balls b = {1, 1.1547005383792517, -1, kind ? 1 : 0.9, 0.7, 1, 1};
    double off[3];
    for (int i = 0; i < 3; ++i) {
      b.k2 = pow(10, 3 + i);
      const rebound out = drop(b, &got);
      off[i] = fmax(fabs(out.v1 + b.e1 * b.v0), fabs(out.v2));
    }
    printf("hard table, e1 = %g: off by %.3g, %.3g, %.3g\n", b.e1, off[0], off[1], off[2]);
    cr_expect_lt(off[2], 1e-8);
    cr_expect_gt(log10(off[0] / off[2]) / 2, 1.5);
  }
}

/// e1 = 0: the balls leave together. e2 = 0: the lower ball stays.
Test(simultaneous_laws, plastic_contacts_stay_together) {
  static collision got;
  test_random r = {8};
  for (int i = 0; i < 200; ++i) {
    two_balls b = random_balls(&r);
    b.e1 = 0;
    const rebound together = drop(b, &got);
    expect_near(together.v1, together.v2, 1e-12 * fabs(b.v0), "e1 = 0, v1 = v2");
    cr_expect_geq(together.v1, -1e-12 * fabs(b.v0));
    b.e1 = test_random_uniform(&r, 0.1, 1);
    b.e2 = 0;
    expect_near(drop(b, &got).v2, 0, 1e-12 * fabs(b.v0), "e2 = 0, v2");
  }
}
