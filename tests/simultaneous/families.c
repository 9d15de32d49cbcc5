// The list of families, and how surfaces are drawn: the distributions with which the solvers were once broken.
#include "simultaneous/families.h"

#include <string.h>

const family FAMILIES[] = {
    {"box4", family_box4, FAMILY_HAS_FRICTION},
    {"rod2", family_rod2, FAMILY_HAS_FRICTION},
    {"groove", family_groove, FAMILY_HAS_FRICTION},
    {"corner", family_corner, FAMILY_HAS_FRICTION},
    {"table", family_table, FAMILY_HAS_FRICTION},
    {"column", family_column, FAMILY_HAS_FRICTION},
    {"column-1e2", family_column_1e2, FAMILY_HAS_FRICTION},
    {"column-1e4", family_column_1e4, FAMILY_HAS_FRICTION | FAMILY_IS_LONG},
    {"column-1e6", family_column_1e6, FAMILY_HAS_FRICTION | FAMILY_IS_LONG},
    {"gripper", family_gripper, FAMILY_HAS_FRICTION},
    {"mechanism", family_mechanism, FAMILY_HAS_FRICTION},
    {"mechanism-large", family_mechanism_large, FAMILY_HAS_FRICTION},
    {"quadruped", family_quadruped, FAMILY_HAS_FRICTION},
    {"boxes2", family_boxes2, FAMILY_HAS_FRICTION | FAMILY_IS_STACK},
    {"boxes3", family_boxes3, FAMILY_HAS_FRICTION | FAMILY_IS_STACK | FAMILY_MAY_BE_SENSITIVE},
    {"break", family_break, FAMILY_HAS_FRICTION | FAMILY_IS_LONG},
    {"break-frictionless", family_break_frictionless, FAMILY_IS_LONG},
    {"break-hertz", family_break_hertz, FAMILY_IS_LONG},
    {"row", family_row, FAMILY_IS_LONG},
    {"row-hertz", family_row_hertz, FAMILY_IS_LONG},
    {"hand-boxes2", family_by_hand_boxes2, FAMILY_HAS_FRICTION | FAMILY_IS_STACK},
    {"hand-boxes3", family_by_hand_boxes3, FAMILY_HAS_FRICTION | FAMILY_IS_STACK | FAMILY_MAY_BE_SENSITIVE},
    {"hand-table", family_by_hand_table, FAMILY_HAS_FRICTION},
    {"hand-box", family_by_hand_box, FAMILY_HAS_FRICTION},
    {"hand-wedge", family_by_hand_wedge, FAMILY_HAS_FRICTION},
    {"hand-walls", family_by_hand_walls, FAMILY_HAS_FRICTION},
};
const int FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES;

void family_draw(const family* f, const family_ranges* ranges, uint64_t seed, int index, family_problem* p) {
  // Each number has a stream of its own, so that one can be drawn without those before it.
  test_random r = {seed};
  for (const char* c = f->name; *c; ++c) r.state = test_random_bits(&r) ^ (uint64_t)*c;
  r.state = test_random_bits(&r) + (uint64_t)index;
  r.state = test_random_bits(&r);
  memset(p, 0, sizeof *p);
  f->make(&r, ranges, index, p);
}

double family_mass(test_random* r) {
  return test_random_log(r, 1e-2, 1e2);
}

/// One in six is exactly 0, one in six exactly 1.
static double restitution(test_random* r) {
  const int edge = test_random_below(r, 6);
  return edge == 0 ? 0 : edge == 1 ? 1 : test_random_uniform(r, 0, 1);
}

static carom_surface surface(test_random* r, const family_ranges* ranges) {
  carom_surface s = carom_surface_default();
  s.e = restitution(r);
  const double mu = ranges->wild ? test_random_log(r, 1e-3, 1e3) : test_random_log(r, 0.01, 2);
  const double eta2 =
      ranges->wild ? test_random_log(r, 1e-6, 1e3) : carom_eta2_from_poisson_ratio(test_random_uniform(r, 0, 0.5));
  s.mu = s.mu_static = test_random_below(r, 8) == 0 ? 0 : mu;
  s.eta2 = ranges->rigid || s.mu == 0 ? 0 : eta2;
  return s;
}

void family_surfaces(test_random* r, const family_ranges* ranges, family_problem* p) {
  const bool alike = test_random_below(r, 2), equal = test_random_below(r, 2) && !ranges->wild;
  const double decades = ranges->wild ? 9 : 1.5;
  for (int i = 0; i < p->count; ++i) {
    p->surfaces[i] = i > 0 && alike ? p->surfaces[0] : surface(r, ranges);
    p->surfaces[i].stiffness = equal ? 1 : exp(test_random_uniform(r, -decades, decades) * log(10));
  }
}
