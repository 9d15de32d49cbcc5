// Scenes that anybody would write, over grids of e and mu: equal boxes, a table, a bead between walls.
#include <string.h>

#include "simultaneous/families.h"

static const double RESTITUTION[] = {0, 0.1, 0.3, 0.5, 0.7, 0.9, 1}, FRICTION[] = {0, 0.05, 0.1, 0.3, 0.5, 0.7, 1, 1.5};
enum { RESTITUTIONS = sizeof RESTITUTION / sizeof *RESTITUTION, FRICTIONS = sizeof FRICTION / sizeof *FRICTION };

/// Equal surfaces everywhere, with Poisson's ratio 0.3. Neighbours in the grid differ in both.
static void finish(const family_ranges* ranges, int index, const scene* s, family_problem* p) {
  scene_make(s, p);
  for (int i = 0; i < p->count; ++i) {
    carom_surface* at = &p->surfaces[i];
    *at = carom_surface_default();
    at->e = RESTITUTION[index % RESTITUTIONS];
    at->mu = at->mu_static = FRICTION[index % FRICTIONS];
    at->eta2 = ranges->rigid || at->mu == 0 ? 0 : carom_eta2_from_poisson_ratio(0.3);
  }
}

/// Equal boxes of 1 kg; the uppermost slides with 0.3 m/s and falls with 0.5 m/s.
static void boxes(const family_ranges* ranges, int count, int index, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 3};
  const double half[3] = {0.15, 0.1, 0.05};
  for (int i = 0; i < count; ++i) {
    scene_add_box(&s, (double[3]){0, 0, (2 * i + 1) * half[2]}, half, 1);
    scene_stand(&s, i, i - 1, half);
  }
  s.bodies[count - 1].rate[0] = 0.3;
  s.bodies[count - 1].rate[2] = -0.5;
  finish(ranges, index, &s, p);
}

void family_by_hand_boxes2(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)r;
  boxes(ranges, 2, index, p);
}

void family_by_hand_boxes3(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)r;
  boxes(ranges, 3, index, p);
}

void family_by_hand_box(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)r;
  boxes(ranges, 1, index, p);
}

/// A ball of 0.2 kg falls on a table of 5 kg, in its middle or beside it.
void family_by_hand_table(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)r;
  static scene s;
  s = (scene){.dimension = 3};
  const double half[3] = {0.6, 0.4, 0.35}, beside = index % 2 ? 0.2 : 0;
  scene_add_box(&s, (double[3]){0, 0, half[2]}, half, 5);
  scene_body* ball = scene_add_ball(&s, (double[3]){beside, beside / 2, 2 * half[2] + 0.05}, 0.05, 0.2);
  ball->rate[0] = 0.5;
  ball->rate[2] = -2;
  scene_touch(&s, 1, 0, (double[3]){beside, beside / 2, 2 * half[2]}, (double[3]){0, 0, 1});
  scene_stand(&s, 0, SCENE_GROUND, half);
  finish(ranges, index, &s, p);
}

static void bead(const family_ranges* ranges, double opening, int index, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 3};
  scene_body* ball = scene_add_ball(&s, (double[3]){0, 0, 0}, 1, 1);
  ball->rate[0] = 0.2;
  ball->rate[2] = -1;
  for (int side = -1; side <= 1; side += 2) {
    const double n[3] = {-side * cos(opening / 2), 0, sin(opening / 2)};
    scene_touch(&s, 0, SCENE_GROUND, (double[3]){-n[0], -n[1], -n[2]}, n);
  }
  finish(ranges, index, &s, p);
}

/// A bead falls into a wedge of 5 degrees.
void family_by_hand_wedge(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)r;
  bead(ranges, 5 * acos(-1) / 180, index, p);
}

/// A bead between parallel walls, thrown at one of them.
void family_by_hand_walls(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)r;
  bead(ranges, 0, index, p);
}
