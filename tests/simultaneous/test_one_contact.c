// One contact through each solver that can take it: the same answer from the solver of one contact and from that of
// several, alone and beside a contact that W does not couple to it. Jams included, no sample left out. Where the two
// differ the independent integrator of tests/compliant and the oracle decide which is right.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/spatial.h"
#include "compliant/sample.h"
#include "simultaneous/run.h"

/// As a part of the speed. Both solvers aim at less; the velocity of a W with a spread of 1e4 makes the most of it.
static const double SAME = 1e-8;

/// Units of work. A spring that is a thousand times faster than what slips beside it takes as many panels: two in a
/// thousand of the pairs would spend the usual budget and be stepped.
enum { BUDGET_BESIDE = 200000 };

/// Beside another contact one of this many is solved again: it takes three times as long.
enum { BESIDE = 4, MOST = 2 };

#if defined(__SANITIZE_ADDRESS__)
enum { PART = 20 };
#else
enum { PART = 1 };
#endif

/// Contacts that W does not couple: each has its own block.
typedef struct blocks {
  int dimension, count;
  double w[9 * MOST * MOST], v[3 * MOST];
  carom_surface surfaces[MOST];
} blocks;

static void add_block(blocks* b, int total, const double* w, const double* v, const carom_surface* surface) {
  const int d = b->dimension, size = d * total, first = d * b->count;
  for (int i = 0; i < d; ++i) {
    for (int j = 0; j < d; ++j) b->w[(first + i) * size + first + j] = w[d * i + j];
    b->v[first + i] = v[i];
  }
  b->surfaces[b->count++] = *surface;
}

/// One contact as both kinds of solver see it.
typedef struct single {
  int dimension;
  double w[9], v[3];
  carom_surface surface;
  double after[3];  // v after, by the solver of one contact
} single;

static double speed_of(const single* s) {
  double before = 0, after = 0;
  for (int i = 0; i < s->dimension; ++i) {
    before = hypot(before, s->v[i]);
    after = hypot(after, s->after[i]);
  }
  return fmax(before, after);
}

/// How far the solver of several is off, as a part of the speed; the contact is number `place` of `total`.
static double off_by(const single* s, int place, int total) {
  static collision got;
  static const double calm_w[9] = {2, 0.1, 0.2, 0.1, 3, -0.1, 0.2, -0.1, 1.5}, calm_v[3] = {0.3, -0.2, -0.7};
  static const double flat_w[4] = {2, 0.2, 0.2, 1.5}, flat_v[2] = {0.3, -0.7};
  carom_surface calm = s->surface;
  calm.e = 0.6;
  calm.mu = calm.mu_static = 0.3;
  blocks b = {.dimension = s->dimension};
  for (int i = 0; i < total; ++i) {
    if (i == place) {
      add_block(&b, total, s->w, s->v, &s->surface);
    } else {
      add_block(&b, total, s->dimension == 3 ? calm_w : flat_w, s->dimension == 3 ? calm_v : flat_v, &calm);
    }
  }
  const carom_contact_problem problem = {b.dimension, b.count, b.w, b.v, b.surfaces};
  collide_as(&problem, (collide_wish){.budget = total > 1 ? BUDGET_BESIDE : 0}, &got);
  cr_assert_eq(got.status, CAROM_OK, "%s: %s", carom_status_word(got.status), got.diag.message);
  double off = 0;
  for (int i = 0; i < s->dimension; ++i) off = hypot(off, got.contacts[place].v[i] - s->after[i]);
  return off / speed_of(s);
}

typedef struct tally {
  double worst;
  int worst_case, differ, jams;
} tally;

static void compare(const single* s, int i, tally* t) {
  double off = off_by(s, 0, 1);
  if (i % BESIDE == 0) off = fmax(off, off_by(s, i / BESIDE % 2, 2));
  if (!(off <= t->worst)) t->worst = off, t->worst_case = i;
  if (off <= SAME) return;
  ++t->differ;
  if (t->differ <= 5)
    printf(
        "  #%d is off by %.2g: W %.17g %.17g %.17g %.17g %.17g %.17g, v %.17g %.17g %.17g, e %.17g mu %.17g eta2 "
        "%.17g\n",
        i, off, s->w[0], s->w[1], s->w[2], s->w[4], s->w[5], s->w[8], s->v[0], s->v[1], s->v[2], s->surface.e,
        s->surface.mu, s->surface.eta2);
}

static void report(const char* name, int count, const tally* t) {
  printf("one contact, %s: %d of %d jams, worst %.2g of the speed (#%d), %d beyond %.0e\n", name, t->jams, count,
         t->worst, t->worst_case, t->differ, SAME);
  cr_expect_eq(t->differ, 0);
}

typedef struct springs_family {
  const char* name;
  uint64_t seed;
  int count;
  double spread;            // of W's eigenvalues, from 1 to this
  double mu_least, mu;      // friction
  double eta2_least, eta2;  // compliance; 0: of Poisson's ratios from 0 to 0.5
} springs_family;

static carom_compliant_problem sample_springs(test_random* r, const springs_family* f) {
  carom_compliant_problem p = sample_eigenvalues(r, test_random_log(r, 1, f->spread), 2);
  p.surface.mu = p.surface.mu_static = test_random_log(r, f->mu_least, f->mu);
  if (f->eta2 > 0) p.surface.eta2 = test_random_log(r, f->eta2_least, f->eta2);
  return p;
}

static void check_springs(const springs_family* f) {
  test_random r = {f->seed};
  tally t = {0};
  const int count = f->count / PART;
  for (int i = 0; i < count; ++i) {
    const carom_compliant_problem p = sample_springs(&r, f);
    carom_compliant_outcome o;
    carom_diag diag = {0};
    cr_assert_eq(carom_compliant_solve(&p, &o, &diag), CAROM_OK, "%d: %s", i, diag.message);
    single s = {.dimension = 3, .v = {p.v.x, p.v.y, p.v.z}, .surface = p.surface, .after = {o.v.x, o.v.y, o.v.z}};
    memcpy(s.w, p.w.m, sizeof s.w);
    t.jams += o.recompressed;
    compare(&s, i, &t);
  }
  report(f->name, count, &t);
}

Test(one_contact, on_springs_of_real_materials, .timeout = 600) {
  check_springs(&(springs_family){"real springs", 41, 12000, 30, 0.02, 2, 0, 0});
}

Test(one_contact, on_springs_with_strong_friction, .timeout = 600) {
  check_springs(&(springs_family){"strong friction", 42, 6000, 100, 0.01, 100, 1e-3, 1e3});
}

Test(one_contact, on_springs_with_far_eigenvalues, .timeout = 600) {
  check_springs(&(springs_family){"W to 1e4", 43, 6000, 1e4, 0.01, 100, 1e-3, 1e3});
}

/// Rigid tangentially, in space: the spatial law.
Test(one_contact, rigid_in_space, .timeout = 600) {
  test_random r = {44};
  tally t = {0};
  const int count = 12000 / PART;
  for (int i = 0; i < count; ++i) {
    const carom_compliant_problem p = sample_eigenvalues(&r, test_random_log(&r, 1, 1e3), i % 2 ? 100 : 2);
    carom_spatial_problem rigid = {.w = p.w, .v = p.v, .surface = p.surface};
    rigid.surface.eta2 = 0;
    carom_spatial_outcome o;
    carom_diag diag = {0};
    cr_assert_eq(carom_spatial_solve(&rigid, &o, &diag), CAROM_OK, "%d: %s", i, diag.message);
    single s = {.dimension = 3, .v = {p.v.x, p.v.y, p.v.z}, .surface = rigid.surface, .after = {o.v.x, o.v.y, o.v.z}};
    memcpy(s.w, p.w.m, sizeof s.w);
    t.jams += o.recompressed;
    compare(&s, i, &t);
  }
  report("rigid, space", count, &t);
}

/// Rigid tangentially, in the plane.
Test(one_contact, rigid_in_the_plane, .timeout = 600) {
  test_random r = {45};
  tally t = {0};
  const int count = 12000 / PART;
  for (int i = 0; i < count; ++i) {
    const carom_compliant_problem p = sample_eigenvalues(&r, test_random_log(&r, 1, 1e3), i % 2 ? 100 : 2);
    carom_planar_problem rigid = {.w_tt = p.w.m[0][0],
                                  .w_tn = p.w.m[0][2],
                                  .w_nn = p.w.m[2][2],
                                  .v_t = p.v.x,
                                  .v_n = p.v.z,
                                  .surface = p.surface};
    rigid.surface.eta2 = 0;
    carom_planar_outcome o;
    carom_diag diag = {0};
    cr_assert_eq(carom_planar_solve(&rigid, &o, &diag), CAROM_OK, "%d: %s", i, diag.message);
    const single s = {.dimension = 2,
                      .w = {rigid.w_tt, rigid.w_tn, rigid.w_tn, rigid.w_nn},
                      .v = {rigid.v_t, rigid.v_n},
                      .surface = rigid.surface,
                      .after = {o.v_t, o.v_n}};
    t.jams += (o.warnings & CAROM_WARN_FRICTION_JAM) != 0;
    compare(&s, i, &t);
  }
  report("rigid, plane", count, &t);
}
