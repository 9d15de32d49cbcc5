// Families of balls: in grooves and corners, in columns and rows, and racked for the break.
#include <string.h>

#include "simultaneous/families.h"

/// A ball of unit radius at the origin that comes along `towards`, more or less, and spins.
static void add_thrown_ball(test_random* r, scene* s, const double* towards) {
  scene_body* ball = scene_add_ball(s, (double[3]){0, 0, 0}, 1, family_mass(r));
  const double speed = test_random_log(r, 0.1, 3);
  for (int k = 0; k < 3; ++k) {
    ball->rate[k] = speed * (towards[k] + test_random_uniform(r, -0.5, 0.5));
    ball->rate[3 + k] = test_random_below(r, 2) ? speed * test_random_uniform(r, -1, 1) : 0;
  }
}

static void touch_wall(scene* s, const double* normal) {
  scene_touch(s, 0, SCENE_GROUND, (double[3]){-normal[0], -normal[1], -normal[2]}, normal);
}

/// Both walls rise at angles of their own.
void family_groove(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 2 + index % 2};
  add_thrown_ball(r, &s, (double[3]){0, 0, -1});
  for (int side = -1; side <= 1; side += 2) {
    const double rise = test_random_uniform(r, 0.2, 1.4);
    touch_wall(&s, (double[3]){-side * sin(rise), 0, cos(rise)});
  }
  scene_make(&s, p);
  family_surfaces(r, ranges, p);
}

static void unit_near(test_random* r, int axis, double* n) {
  double length = 0;
  for (int k = 0; k < 3; ++k) {
    n[k] = (k == axis) + test_random_uniform(r, -0.3, 0.3);
    length = hypot(length, n[k]);
  }
  for (int k = 0; k < 3; ++k) n[k] /= length;
}

void family_corner(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  static scene s;
  s = (scene){.dimension = 3};
  add_thrown_ball(r, &s, (double[3]){-0.6, -0.6, -0.6});
  for (int wall = 0; wall < 3; ++wall) {
    double n[3];
    unit_near(r, wall, n);
    touch_wall(&s, n);
  }
  scene_make(&s, p);
  family_surfaces(r, ranges, p);
}

/// Balls on each other on the floor; the uppermost one falls on the others, every other time they all fall.
static void column(test_random* r, const family_ranges* ranges, int balls, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 3};
  const double up[3] = {0, 0, 1}, fall = test_random_log(r, 0.1, 3);
  const bool all = test_random_below(r, 2);
  double height = 0;
  for (int i = 0; i < balls; ++i) {
    const double radius = test_random_log(r, 0.05, 0.5);
    scene_body* ball = scene_add_ball(&s, (double[3]){0, 0, height + radius}, radius, family_mass(r));
    scene_touch(&s, i, i - 1, (double[3]){0, 0, height}, up);
    height += 2 * radius;
    if (all || i == balls - 1) ball->rate[2] = -fall;
    if (i < balls - 1) continue;
    for (int k = 0; k < 2; ++k) ball->rate[k] = fall * test_random_uniform(r, -1, 1);
    for (int k = 3; k < SCENE_COORDINATES; ++k) ball->rate[k] = fall / radius * test_random_uniform(r, -1, 1);
  }
  scene_make(&s, p);
  family_surfaces(r, ranges, p);
}

void family_column(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  column(r, ranges, 2 + index % 5, p);
}

/// Every other contact is that many times stiffer.
static void graded(test_random* r, const family_ranges* ranges, int index, double ratio, family_problem* p) {
  column(r, ranges, 2 + index % 3, p);
  for (int i = 0; i < p->count; ++i) p->surfaces[i].stiffness = i % 2 ? ratio : 1;
}

void family_column_1e2(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  graded(r, ranges, index, 1e2, p);
}

void family_column_1e4(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  graded(r, ranges, index, 1e4, p);
}

void family_column_1e6(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  graded(r, ranges, index, 1e6, p);
}

static void no_friction(family_problem* p, double exponent) {
  for (int i = 0; i < p->count; ++i) {
    p->surfaces[i].mu = p->surfaces[i].mu_static = p->surfaces[i].eta2 = 0;
    p->surfaces[i].exponent = exponent;
  }
}

/// 3 to 16 balls in a row, struck at one end; every other row leans on a wall.
static void row(test_random* r, const family_ranges* ranges, double exponent, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 2};
  const int balls = 3 + test_random_below(r, 14), wall = test_random_below(r, 2);
  const double back[3] = {-1, 0, 0};
  for (int i = 0; i < balls; ++i) scene_add_ball(&s, (double[3]){2.0 * i, 0, 0}, 1, family_mass(r));
  for (int i = 0; i + 1 < balls; ++i) scene_touch(&s, i, i + 1, (double[3]){2.0 * i + 1, 0, 0}, back);
  if (wall) scene_touch(&s, balls - 1, SCENE_GROUND, (double[3]){2.0 * balls - 1, 0, 0}, back);
  s.bodies[0].rate[0] = test_random_log(r, 0.1, 3);
  scene_make(&s, p);
  family_surfaces(r, ranges, p);
  no_friction(p, exponent);
}

void family_row(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  row(r, ranges, 1, p);
}

void family_row_hertz(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  row(r, ranges, 1.5, p);
}

/// Where ball i of row k of the rack lies: rows stand behind each other along x.
static void place_in_rack(int k, int i, double* at) {
  at[0] = sqrt(3) * k;
  at[1] = 2 * i - k;
  at[2] = 0;
}

/// Each ball touches those of the same row and of the row before.
static void touch_neighbours(scene* s) {
  const int rack = s->body_count - 1;
  for (int a = 0; a < rack; ++a)
    for (int b = a + 1; b < rack; ++b) {
      const double *p = s->bodies[a].centre, *q = s->bodies[b].centre;
      const double d[3] = {p[0] - q[0], p[1] - q[1], 0}, middle[3] = {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0};
      if (hypot(d[0], d[1]) < 2.01) scene_touch(s, a, b, middle, d);
    }
}

/// A triangle of 2 to 5 rows of equal balls; the cue ball hits its tip, never quite straight.
void family_break(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  static scene s;
  s = (scene){.dimension = 3};
  const double mass = family_mass(r), aim = test_random_uniform(r, -0.3, 0.3), speed = test_random_log(r, 0.1, 3);
  for (int k = 0; k < 2 + index % 4; ++k)
    for (int i = 0; i <= k; ++i) {
      double at[3];
      place_in_rack(k, i, at);
      scene_add_ball(&s, at, 1, mass);
    }
  const double back[3] = {-cos(aim), sin(aim), 0};
  scene_body* cue = scene_add_ball(&s, (double[3]){2 * back[0], 2 * back[1], 0}, 1, mass);
  cue->rate[0] = speed;
  for (int k = 3; k < SCENE_COORDINATES; ++k) cue->rate[k] = speed * test_random_uniform(r, -1, 1);
  scene_touch(&s, s.body_count - 1, 0, back, back);
  touch_neighbours(&s);
  scene_make(&s, p);
  family_surfaces(r, ranges, p);
}

void family_break_frictionless(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  family_break(r, ranges, index, p);
  no_friction(p, 1);
}

void family_break_hertz(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  family_break(r, ranges, index, p);
  no_friction(p, 1.5);
}
