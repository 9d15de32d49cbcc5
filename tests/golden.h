// One number for the bits of many answers, by model: the same from every compiler, optimisation, C library and
// processor. A change of a number is a change of results: say in CHANGELOG which ones move and by how much.
//
// The problems are made of sums, products and square roots alone, and no test library is needed: tools/check-bits
// builds this where there is none.
#ifndef CAROM_TESTS_GOLDEN_H
#define CAROM_TESTS_GOLDEN_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"
#include "random.h"

#define GOLDEN_PLANAR      UINT64_C(0xC8FF299357D3C7A9)
#define GOLDEN_SPATIAL     UINT64_C(0x58145B73B3DB6748)
#define GOLDEN_COMPLIANT   UINT64_C(0x7557590F08387EFD)
#define GOLDEN_CLOSED_FORM UINT64_C(0x7E2AB06918B2F1A1)
#define GOLDEN_FRICTION    UINT64_C(0x229CCB2610E2B452)
#define GOLDEN_EXPONENT    UINT64_C(0x24331335B38626EF)

static const uint64_t golden_start = UINT64_C(0xCBF29CE484222325);

static inline uint64_t golden_fold(uint64_t hash, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (hash ^ bits) * 0x100000001B3u;
}

static inline uint64_t golden_fold_all(uint64_t hash, int count, const double* x) {
  for (int i = 0; i < count; ++i) hash = golden_fold(hash, x[i]);
  return hash;
}

static inline uint64_t golden_fold_vec3(uint64_t hash, carom_vec3 a) {
  return golden_fold(golden_fold(golden_fold(hash, a.x), a.y), a.z);
}

static inline carom_planar_problem golden_planar_problem(test_random* r, int i) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = test_random_uniform(r, 0.5, 4);
  p.w_nn = test_random_uniform(r, 0.5, 4);
  p.w_tn = test_random_uniform(r, -0.99, 0.99) * sqrt(p.w_tt * p.w_nn);
  p.v_t = i % 9 == 0 ? 0 : test_random_uniform(r, -2, 2);
  p.v_n = test_random_uniform(r, -1, 0.05);
  p.surface.law = (carom_law)(i % 3);
  p.surface.e = test_random_uniform(r, 0, 1);
  p.surface.mu = p.surface.mu_static = test_random_uniform(r, 0, 2);
  return p;
}

/// 0 where a problem is not solved; so with the others.
static inline uint64_t golden_planar(void) {
  test_random r = {2026};
  uint64_t hash = golden_start;
  for (int i = 0; i < 20000; ++i) {
    const carom_planar_problem p = golden_planar_problem(&r, i);
    carom_planar_outcome o;
    if (carom_planar_solve(&p, &o, NULL)) return 0;
    const double answer[] = {o.impulse_t,          o.impulse_n,         o.v_t, o.v_n, o.energy.friction,
                             o.energy.restitution, o.impulse_n_slip_end};
    hash = golden_fold_all(hash, 7, answer);
  }
  return hash;
}

/// Diagonally dominant, so that nothing but sums and products makes it.
static inline void golden_contact(test_random* r, carom_mat3* w, carom_vec3* v) {
  for (int a = 0; a < 3; ++a) {
    w->m[a][a] = test_random_uniform(r, 2, 4);
    for (int b = 0; b < a; ++b) w->m[a][b] = w->m[b][a] = test_random_uniform(r, -0.9, 0.9);
  }
  v->x = test_random_uniform(r, -2, 2);
  v->y = test_random_uniform(r, -2, 2);
  v->z = test_random_uniform(r, -1, 0);
}

enum { GOLDEN_SPATIAL_COUNT = 5000 };

static inline carom_spatial_problem golden_spatial_problem(test_random* r, int i) {
  carom_spatial_problem p = carom_spatial_problem_default();
  golden_contact(r, &p.w, &p.v);
  p.surface.law = (carom_law)(i % 3);
  p.surface.e = test_random_uniform(r, 0, 1);
  p.surface.mu = p.surface.mu_static = test_random_uniform(r, 0, 2);
  return p;
}

static inline uint64_t golden_fold_spatial(uint64_t hash, const carom_spatial_outcome* o) {
  return golden_fold(golden_fold_vec3(golden_fold_vec3(hash, o->impulse), o->v), o->energy.friction);
}

static inline uint64_t golden_spatial(void) {
  test_random r = {2026};
  uint64_t hash = golden_start;
  for (int i = 0; i < GOLDEN_SPATIAL_COUNT; ++i) {
    const carom_spatial_problem p = golden_spatial_problem(&r, i);
    carom_spatial_outcome o;
    if (carom_spatial_solve(&p, &o, NULL)) return 0;
    hash = golden_fold_spatial(hash, &o);
  }
  return hash;
}

static inline uint64_t golden_compliant(void) {
  test_random r = {2026};
  uint64_t hash = golden_start;
  for (int i = 0; i < 3000; ++i) {
    carom_compliant_problem p = carom_compliant_problem_default();
    golden_contact(&r, &p.w, &p.v);
    p.surface.e = test_random_uniform(&r, 0, 1);
    p.surface.mu = p.surface.mu_static = test_random_uniform(&r, 0, 2);
    p.surface.eta2 = test_random_uniform(&r, 0.25, 2);
    carom_compliant_outcome o;
    if (carom_compliant_solve(&p, &o, NULL)) return 0;
    hash = golden_fold(golden_fold_vec3(golden_fold_vec3(hash, o.impulse), o.v), o.energy.friction);
  }
  return hash;
}

enum { GOLDEN_CONTACTS = 4, GOLDEN_SIZE = 3 * GOLDEN_CONTACTS };

/// Two to four contacts in space.
typedef struct golden_collision {
  double w[GOLDEN_SIZE * GOLDEN_SIZE], v[GOLDEN_SIZE];
  carom_surface surfaces[GOLDEN_CONTACTS];
  int count;
} golden_collision;

static inline void golden_collision_make(test_random* r, bool friction, double exponent, golden_collision* c) {
  c->count = 2 + test_random_below(r, 3);
  const int size = 3 * c->count;
  for (int a = 0; a < size; ++a) {
    c->w[a * size + a] = test_random_uniform(r, 2, 4);
    for (int b = 0; b < a; ++b) c->w[a * size + b] = c->w[b * size + a] = test_random_uniform(r, -0.15, 0.15);
    c->v[a] = a % 3 == 2 ? test_random_uniform(r, -1, 0.2) : test_random_uniform(r, -1, 1);
  }
  for (int i = 0; i < c->count; ++i) {
    carom_surface* s = &c->surfaces[i];
    *s = carom_surface_default();
    s->e = test_random_uniform(r, 0.2, 1);
    s->stiffness = test_random_uniform(r, 0.2, 5);
    s->exponent = exponent;
    if (friction) s->mu = s->mu_static = test_random_uniform(r, 0.1, 0.6);
    if (friction) s->eta2 = test_random_uniform(r, 0.5, 4);
  }
}

static inline uint64_t golden_fold_collision(uint64_t hash, const golden_collision* c, double* workspace) {
  const carom_contact_problem problem = {3, c->count, c->w, c->v, c->surfaces};
  const carom_simultaneous_memory memory = {.workspace = workspace};
  carom_simultaneous_contact contacts[GOLDEN_CONTACTS];
  carom_simultaneous_outcome o;
  if (carom_simultaneous_solve(&problem, &memory, contacts, &o, NULL)) return 0;
  for (int a = 0; a < 3 * c->count; ++a)
    hash = golden_fold(golden_fold(hash, contacts[a / 3].impulse[a % 3]), contacts[a / 3].v[a % 3]);
  return golden_fold(golden_fold(hash, o.energy.friction), o.energy.change);
}

static inline uint64_t golden_simultaneous(int count, bool friction, double exponent) {
  test_random r = {2013};
  uint64_t hash = golden_start;
  double* workspace = malloc(carom_simultaneous_workspace_size(3, GOLDEN_CONTACTS) * sizeof *workspace);
  for (int i = 0; i < count && workspace && hash; ++i) {
    golden_collision c;
    golden_collision_make(&r, friction, exponent, &c);
    hash = golden_fold_collision(hash, &c, workspace);
  }
  free(workspace);
  return hash;
}

static inline uint64_t golden_closed_form(void) {
  return golden_simultaneous(500, false, 1);
}

static inline uint64_t golden_friction(void) {
  return golden_simultaneous(60, true, 1);
}

static inline uint64_t golden_exponent(void) {
  return golden_simultaneous(60, false, 1.5);
}

#endif
