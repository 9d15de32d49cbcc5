// The collisions of the rows several/...: scenes of this project and members of the random families of its tests.
#include <math.h>
#include <string.h>

#include "several.h"
#include "simultaneous/families.h"

enum { FEET = 40, PLANAR = 60 };

static const family* find(const char* name) {
  for (int i = 0; i < FAMILY_COUNT; ++i)
    if (!strcmp(FAMILIES[i].name, name)) return &FAMILIES[i];
  return NULL;
}

static const family_ranges RIGID = {.rigid = true};

void several_feet(several_set* set) {
  const family* f = find("quadruped");
  for (set->count = 0; set->count < FEET; ++set->count)
    family_draw(f, &RIGID, 1, set->count, &set->problems[set->count]);
}

/// Every other member of these families lies in the plane.
void several_planar_rigid(several_set* set) {
  static const char* const NAMES[] = {"rod2", "groove", "mechanism"};
  enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };
  set->count = 0;
  for (int i = 0; set->count < PLANAR; ++i) {
    family_problem* p = &set->problems[set->count];
    family_draw(find(NAMES[i % NAME_COUNT]), &RIGID, 1, 2 * (i / NAME_COUNT), p);
    set->count += p->dimension == 2 && p->count <= 4;
  }
}

static carom_surface surface(double e, double mu, double eta2) {
  carom_surface s = carom_surface_default();
  s.e = e;
  s.mu = s.mu_static = mu;
  s.eta2 = eta2;
  return s;
}

static void set_rates(scene_body* body, const double* rates) {
  memcpy(body->rate, rates, sizeof body->rate);
}

static void take(const scene* s, several_set* set) {
  set->count = 1;
  scene_make(s, set->problems);
}

void several_box4(several_set* set) {
  static const double HALF[3] = {0.1, 0.075, 0.05}, RATES[6] = {0.8, 0.3, -1.2, 0.2, -0.3, 0.5};
  static scene s;
  s = (scene){.dimension = 3};
  set_rates(scene_add_box(&s, (double[3]){0, 0, 0.05}, HALF, 1.5), RATES);
  scene_stand(&s, 0, SCENE_GROUND, HALF);
  take(&s, set);
  for (int i = 0; i < 4; ++i) set->problems->surfaces[i] = surface(0.5, 0.3, carom_eta2_from_poisson_ratio(0.3));
}

/// A ball that rolls with 3 m/s hits one at rest, with a cut of 30 degrees and side spin.
void several_ball_ball_cloth(several_set* set) {
  static const double R = 0.028575, MASS = 0.17, CUT = 0.5235987755982988, UP[3] = {0, 0, 1};
  static scene s;
  s = (scene){.dimension = 3};
  const double n[3] = {-cos(CUT), -sin(CUT), 0}, rates[6] = {3, 0, 0, 0, 3 / R, 40};
  set_rates(scene_add_ball(&s, (double[3]){R * n[0], R * n[1], R}, R, MASS), rates);
  scene_add_ball(&s, (double[3]){-R * n[0], -R * n[1], R}, R, MASS);
  scene_touch(&s, 0, 1, (double[3]){0, 0, R}, n);
  scene_touch(&s, 0, SCENE_GROUND, (double[3]){R * n[0], R * n[1], 0}, UP);
  scene_touch(&s, 1, SCENE_GROUND, (double[3]){-R * n[0], -R * n[1], 0}, UP);
  take(&s, set);
  set->problems->surfaces[0] = surface(0.95, 0.06, carom_eta2_from_poisson_ratio(0.3));
  set->problems->surfaces[1] = set->problems->surfaces[2] = surface(0.5, 0.212, 1.2);
}

void several_cushion(several_set* set) {
  static const double R = 0.02625, UP[3] = {0, 0, 1};
  static const double RATES[6] = {1.5, 1.5, 0, -57.142857142857146, 57.142857142857146, -40};
  static scene s;
  s = (scene){.dimension = 3};
  set_rates(scene_add_ball(&s, (double[3]){0, 0, R}, R, 0.1406), RATES);
  scene_touch(&s, 0, SCENE_GROUND, (double[3]){0.02405852239851816, 0, 0.03675},
              (double[3]){-0.916515138991168, 0, -0.4});
  scene_touch(&s, 0, SCENE_GROUND, (double[3]){0, 0, 0}, UP);
  take(&s, set);
  set->problems->surfaces[0] = surface(0.98, 0.14, carom_eta2_from_poisson_ratio(0.5));
  set->problems->surfaces[1] = surface(0.5, 0.212, 1.2);
  set->problems->surfaces[1].stiffness = 20;
}

static void cradle(double exponent, several_set* set) {
  enum { BALLS = 10 };
  static const double R = 0.01, BACK[3] = {-1, 0, 0};
  static scene s;
  s = (scene){.dimension = 2};
  for (int i = 0; i < BALLS; ++i) scene_add_ball(&s, (double[3]){2 * R * i, 0, 0}, R, 0.033);
  for (int i = 0; i + 1 < BALLS; ++i) scene_touch(&s, i, i + 1, (double[3]){2 * R * i + R, 0, 0}, BACK);
  s.bodies[0].rate[0] = 1;
  take(&s, set);
  for (int i = 0; i + 1 < BALLS; ++i) {
    set->problems->surfaces[i] = surface(1, 0, 0);
    set->problems->surfaces[i].exponent = exponent;
  }
}

void several_cradle_10(several_set* set) {
  cradle(1, set);
}

void several_cradle_10_hertz(several_set* set) {
  cradle(1.5, set);
}
