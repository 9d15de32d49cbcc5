// Families of boxes, rods, tables and fingers.
#include <string.h>

#include "simultaneous/families.h"

/// Half edges within a decade of each other.
static void random_half(test_random* r, double* half) {
  for (int k = 0; k < 3; ++k) half[k] = test_random_log(r, 0.05, 0.5);
}

/// Falls and slides; every other body also turns, by about its speed at the corners.
static void let_fall(test_random* r, scene_body* body, double size) {
  const double fall = test_random_log(r, 0.1, 3), spin = test_random_below(r, 2) ? fall / size : 0;
  for (int k = 0; k < 2; ++k) body->rate[k] = fall * test_random_uniform(r, -1.5, 1.5);
  body->rate[2] = -fall;
  for (int k = 3; k < SCENE_COORDINATES; ++k) body->rate[k] = spin * test_random_uniform(r, -1, 1);
}

static void finish(test_random* r, const family_ranges* ranges, const scene* s, family_problem* p) {
  scene_make(s, p);
  family_surfaces(r, ranges, p);
}

void family_box4(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  static scene s;
  s = (scene){.dimension = 3};
  double half[3];
  random_half(r, half);
  let_fall(r, scene_add_box(&s, (double[3]){0, 0, half[2]}, half, family_mass(r)), half[0]);
  scene_stand(&s, 0, SCENE_GROUND, half);
  finish(r, ranges, &s, p);
}

/// A rod in the plane, or a plate in space, on two points that need not lie symmetric.
void family_rod2(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 2 + index % 2};
  double half[3];
  random_half(r, half);
  const double up[3] = {0, 0, 1};
  let_fall(r, scene_add_box(&s, (double[3]){0, 0, half[2]}, half, family_mass(r)), half[0]);
  const double left[3] = {-half[0], 0, 0}, right[3] = {half[0] * test_random_uniform(r, 0.3, 1), 0, 0};
  scene_touch(&s, 0, SCENE_GROUND, left, up);
  scene_touch(&s, 0, SCENE_GROUND, right, up);
  finish(r, ranges, &s, p);
}

/// A ball hits a table that stands on four legs.
void family_table(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  static scene s;
  s = (scene){.dimension = 3};
  double half[3];
  random_half(r, half);
  const double radius = test_random_log(r, 0.02, 0.2), up[3] = {0, 0, 1};
  const double at[3] = {half[0] * test_random_uniform(r, -0.9, 0.9), half[1] * test_random_uniform(r, -0.9, 0.9),
                        2 * half[2]};
  scene_add_box(&s, (double[3]){0, 0, half[2]}, half, family_mass(r));
  let_fall(r, scene_add_ball(&s, (double[3]){at[0], at[1], at[2] + radius}, radius, family_mass(r)), radius);
  scene_touch(&s, 1, 0, at, up);
  scene_stand(&s, 0, SCENE_GROUND, half);
  finish(r, ranges, &s, p);
}

/// A finger is guided along x and touches the middle of one side, more or less.
static void add_finger(test_random* r, scene* s, const double* half, double side) {
  const double at[3] = {side * half[0], half[1] * test_random_uniform(r, -0.5, 0.5),
                        half[2] * (1 + test_random_uniform(r, -0.5, 0.5))};
  const double out[3] = {side, 0, 0};
  scene_body* finger = scene_add_ball(s, at, 0.01, family_mass(r));
  for (int k = 1; k < SCENE_COORDINATES; ++k) finger->inverse[k] = 0;
  finger->rate[0] = -side * test_random_log(r, 0.1, 1);
  scene_touch(s, s->body_count - 1, 0, at, out);
}

/// Two fingers close on a box on the floor.
void family_gripper(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  static scene s;
  s = (scene){.dimension = 3};
  double half[3];
  random_half(r, half);
  scene_add_box(&s, (double[3]){0, 0, half[2]}, half, family_mass(r));
  scene_stand(&s, 0, SCENE_GROUND, half);
  add_finger(r, &s, half, 1);
  add_finger(r, &s, half, -1);
  finish(r, ranges, &s, p);
}

/// Boxes on each other, each resting with its four corners; the uppermost one lands.
static void stack(test_random* r, const family_ranges* ranges, int boxes, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 3};
  double height = 0;
  for (int i = 0; i < boxes; ++i) {
    double half[3];
    random_half(r, half);
    scene_body* box = scene_add_box(&s, (double[3]){0.02 * i, -0.01 * i, height + half[2]}, half, family_mass(r));
    scene_stand(&s, i, i - 1, half);
    height += 2 * half[2];
    if (i == boxes - 1) let_fall(r, box, half[0]);
  }
  finish(r, ranges, &s, p);
}

void family_boxes2(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  stack(r, ranges, 2, p);
}

void family_boxes3(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  stack(r, ranges, 3, p);
}
