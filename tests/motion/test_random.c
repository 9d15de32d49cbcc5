// Whatever moves, at random: every journey ends, keeps its books and stays on its side of the planes. CAROM_SOAK=N in
// the environment makes N journeys of each kind instead of the few of every day; the worst of everything is printed,
// and the first that fails is written as a scenario (soak.h).
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>

#include "motion/sample_file.h"
#include "soak.h"

static journey j;

TestSuite(random_motion, .fini = soak_tell);

/// Parts of the size: how deep anything may be behind a plane at the end of a step, and inside one. Parts of the
/// energy: what the books may be off by, and what impacts, settling and friction may gain.
static const double DEEPEST = 1e-10, DIP = 1e-6, LEDGER = 1e-10, GAIN = 1e-12;

typedef struct totals {
  int count, held, rested, hurried;
  long impacts, steps;
  double deepest, dip, ledger, gain;
  long most_steps;
} totals;

static double uniform(test_random* r, double low, double high) {
  return test_random_uniform(r, low, high);
}

static bool chance(test_random* r, double p) {
  return uniform(r, 0, 1) < p;
}

/// Often an end of the range: there is where things go wrong.
static double mostly(test_random* r, double low, double high) {
  const int pick = test_random_below(r, 6);
  return pick == 0 ? low : pick == 1 ? high : uniform(r, low, high);
}

static void random_surface(test_random* r, carom_surface* surface) {
  *surface = carom_surface_default();
  surface->e = mostly(r, 0, 0.9);
  surface->mu = surface->mu_static = mostly(r, 0, 1.2);
  if (chance(r, 0.5)) {
    // The springs know Stronge's law and one friction only.
    surface->eta2 = mostly(r, 0, 1.5);
    return;
  }
  surface->law = chance(r, 0.5) ? CAROM_LAW_STRONGE : CAROM_LAW_POISSON;
  if (chance(r, 0.3)) surface->mu_static *= uniform(r, 1, 1.5);
}

/// A floor or slope below, perhaps a wall at a side, all at distances that leave room to start.
static void random_planes(test_random* r, double below, double aside) {
  const double tilt = mostly(r, 0, 0.4);
  const bool flat = j.dimension == 2;
  const carom_vec3 up = flat ? (carom_vec3){tilt, 1, 0} : (carom_vec3){tilt, mostly(r, 0, 0.3), 1};
  const carom_vec3 down = flat ? (carom_vec3){0, -below, 0} : (carom_vec3){0, 0, -below};
  random_surface(r, &journey_plane(&j, carom_vec3_scale(sqrt(1 + tilt * tilt + up.y * up.y), down), up, 1, 0)->surface);
  if (chance(r, 0.5))
    random_surface(r,
                   &journey_plane(&j, (carom_vec3){aside, 0, 0}, (carom_vec3){-1, flat ? 0.2 : 0, 0}, 1, 0)->surface);
  j.motion.until = uniform(r, 0.5, 3);
  j.motion.cutoff_speed = chance(r, 0.5) ? 1e-6 : 1e-4;
}

static void random_chain(test_random* r) {
  const int links = 1 + test_random_below(r, 5);
  journey_chain(&j, links, 1, 1);
  double reach = 0;
  for (int i = 0; i < links; ++i) {
    carom_link* link = &j.links[i];
    link->length = test_random_log(r, 0.2, 2);
    link->mass = test_random_log(r, 0.1, 10);
    link->centre = link->length * mostly(r, 0, 1);
    link->inertia = link->mass * link->length * link->length * uniform(r, 0.02, 0.2);
    j.angles[i] = i == 0 ? uniform(r, 0.2, 2.9) : mostly(r, 0, 0.5);
    j.rates[i] = mostly(r, 0, 3);
    reach += link->length;
  }
  // The first link points up; the floor is below all that the chain starts with, but not out of reach.
  for (int i = 1; i < links; ++i) j.angles[i] /= links;
  random_planes(r, reach * uniform(r, 0.4, 0.9), reach * 1.5);
}

static void random_motion(test_random* r, double size) {
  const double z = j.dimension == 2 ? 0 : 1;
  j.body.velocity = (carom_vec3){mostly(r, 0, 3), mostly(r, -1, 1), z * mostly(r, -3, 0)};
  j.body.spin = (carom_vec3){z * mostly(r, 0, 10), z * mostly(r, -10, 10), mostly(r, 0, 10)};
  j.angle = mostly(r, 0, 3);
  if (j.dimension == 3 && chance(r, 0.7))
    j.body.orientation = carom_mat3_from_axis_angle((carom_vec3){uniform(r, -1, 1), uniform(r, -1, 1), 1}, j.angle);
  random_planes(r, size * uniform(r, 1.01, 4), size * 6);
}

static void random_box(test_random* r, int dimension) {
  const carom_vec3 half = {test_random_log(r, 0.05, 0.5), test_random_log(r, 0.05, 0.5), test_random_log(r, 0.05, 0.5)};
  journey_box(&j, dimension, test_random_log(r, 0.1, 10), half);
  random_motion(r, sqrt(half.x * half.x + half.y * half.y + (dimension == 3 ? half.z * half.z : 0)));
}

/// Six corners on each rim: a coin that lands flat has six contacts at once.
static void random_coin(test_random* r) {
  const double radius = test_random_log(r, 0.01, 0.1), half = radius * uniform(r, 0.02, 0.3), mass = 0.01;
  journey_body(&j, 3, mass, mass);
  const double across = mass * (radius * radius / 4 + half * half / 3);
  j.body.inertia = carom_mat3_diagonal(across, across, mass * radius * radius / 2);
  j.shape.point_count = 12;
  for (int i = 0; i < 12; ++i) {
    const double turn = 2 * 3.14159265358979323846 * (i / 2) / 6;
    j.points[i] = (carom_vec3){radius * cos(turn), radius * sin(turn), i % 2 ? half : -half};
  }
  random_motion(r, hypot(radius, half));
}

static void random_ball(test_random* r, int dimension) {
  const double radius = test_random_log(r, 0.02, 0.5), mass = test_random_log(r, 0.1, 10);
  journey_body(&j, dimension, mass, mass * radius * radius * mostly(r, 0.2, 0.6));
  j.shape.sphere_radius = radius;
  random_motion(r, radius);
}

/// Newton's law may gain energy and is not among these, so nothing may. Every journey ends within its budget.
static void travel(totals* sum, int index) {
  journey_travel(&j);
  ++sum->count;
  sum->hurried += j.run.scales.cutoff > j.motion.cutoff_speed;
  if (j.status != CAROM_OK) soak_write();
  cr_expect(j.status == CAROM_OK, "%d: %s: %s", index, j.diag.field, j.diag.message);
  sum->deepest = soak_worst(sum->deepest, j.deepest, DEEPEST, "depth behind a plane");
  sum->dip = soak_worst(sum->dip, j.dip, DIP, "depth inside a step");
  sum->ledger = soak_worst(sum->ledger, j.ledger, LEDGER, "ledger");
  sum->gain = soak_worst(sum->gain, j.gain, GAIN, "gain of energy");
  cr_expect(j.deepest <= DEEPEST && j.dip <= DIP && j.ledger <= LEDGER && j.gain <= GAIN,
            "%d: deepest %.3g, in a step %.3g, ledger %.3g, gain %.3g", index, j.deepest, j.dip, j.ledger, j.gain);
  sum->held += j.run.contact_count > 0;
  sum->rested += j.run.at_rest;
  sum->impacts += j.impact_count;
  sum->steps += j.steps;
  sum->most_steps = j.steps > sum->most_steps ? j.steps : sum->most_steps;
}

static void report(const char* what, const totals* sum) {
  printf(
      "%s: %d journeys, %ld impacts, %ld steps (%ld at most); held at the end %d, at rest %d, in a hurry %d; "
      "deepest %.2g (in a step %.2g), ledger %.2g, gain %.2g\n",
      what, sum->count, sum->impacts, sum->steps, sum->most_steps, sum->held, sum->rested, sum->hurried, sum->deepest,
      sum->dip, sum->ledger, sum->gain);
  cr_expect(sum->impacts > sum->count, "hardly anything was hit");
}

/// Two planes that meet in an edge, open to above: a groove, in space with a slope along it, or a corner with a wall.
static void random_groove(test_random* r, double size) {
  const bool flat = j.dimension == 2;
  const double left = uniform(r, 0.2, 1.3), right = chance(r, 0.2) ? 1.5 : uniform(r, 0.2, 1.3);
  const double slope = flat ? 0 : mostly(r, 0, 0.3), depth = size * uniform(r, 1.5, 5);
  const carom_vec3 walls[2] = {{sin(left), flat ? cos(left) : slope, cos(left)},
                               {-sin(right), flat ? cos(right) : slope, cos(right)}};
  for (int i = 0; i < 2; ++i) {
    const carom_vec3 n = {walls[i].x, walls[i].y, flat ? 0 : walls[i].z};
    const double down = -depth / (flat ? n.y : n.z) * carom_vec3_norm(n);
    random_surface(r, &journey_plane(&j, flat ? (carom_vec3){0, down, 0} : (carom_vec3){0, 0, down}, n, 1, 0)->surface);
  }
  j.motion.until = uniform(r, 0.5, 3);
  j.motion.cutoff_speed = chance(r, 0.5) ? 1e-6 : 1e-4;
}

/// One plane whose slope is the friction angle, to some digits or to all, with the body on it or near it.
static void random_incline(test_random* r, double size) {
  const double mu = uniform(r, 0.1, 1), off = chance(r, 0.3) ? 0 : mostly(r, -1, 1) * test_random_log(r, 1e-12, 1e-2);
  const double slope = mu + off, height = size * mostly(r, 1, 1.5);
  const carom_vec3 n = j.dimension == 2 ? (carom_vec3){slope, 1, 0} : (carom_vec3){slope * 0.6, slope * 0.8, 1};
  const carom_vec3 below = carom_vec3_scale(-height / carom_vec3_norm(n), n);
  carom_plane* plane = journey_plane(&j, below, n, mostly(r, 0, 0.8), mu);
  if (chance(r, 0.2)) plane->surface.mu_static *= uniform(r, 1, 1.2);
  j.motion.until = uniform(r, 0.5, 3);
}

/// Elastic with friction: hops get lower without end.
static void make_elastic(void) {
  j.motion.until *= 5;
  for (int i = 0; i < j.motion.plane_count; ++i) j.planes[i].surface.e = 1;
}

/// In the plane and in space by turns.
static int dimension_of(int index) {
  return 2 + index % 2;
}

typedef void random_kind(test_random* r, int index);

static void a_ball(test_random* r, int index) {
  random_ball(r, dimension_of(index));
}

static void a_box(test_random* r, int index) {
  random_box(r, dimension_of(index));
}

static void a_flat_box(test_random* r, int index) {
  (void)index;
  random_box(r, 2);
}

static void a_box_in_space(test_random* r, int index) {
  (void)index;
  random_box(r, 3);
}

static void a_coin(test_random* r, int index) {
  (void)index;
  random_coin(r);
}

static void a_chain(test_random* r, int index) {
  (void)index;
  random_chain(r);
}

static void in_place_of_planes(random_kind* make, test_random* r, int index) {
  make(r, index);
  j.motion.plane_count = 0;
}

static double size_of_body(void) {
  double size = j.shape.sphere_radius;
  for (int i = 0; i < j.shape.point_count; ++i) size = fmax(size, carom_vec3_norm(j.points[i]));
  return size;
}

static void ball_in_a_groove(test_random* r, int index) {
  in_place_of_planes(a_ball, r, index);
  random_groove(r, size_of_body());
}

static void box_in_a_groove(test_random* r, int index) {
  in_place_of_planes(a_box, r, index);
  random_groove(r, size_of_body());
}

static void ball_on_an_incline(test_random* r, int index) {
  in_place_of_planes(a_ball, r, index);
  random_incline(r, size_of_body());
}

static void box_on_an_incline(test_random* r, int index) {
  in_place_of_planes(a_box, r, index);
  random_incline(r, size_of_body());
}

static void elastic_ball(test_random* r, int index) {
  ball_in_a_groove(r, index);
  make_elastic();
}

static void elastic_box(test_random* r, int index) {
  a_box(r, index);
  make_elastic();
}

/// What moves, how many of them every day, and the seed that they are drawn with.
typedef struct family {
  const char* what;
  random_kind* make;
  uint64_t seed;
  int usual;
} family;

static const family families[] = {
    {"chains", a_chain, 71, 300},
    {"boxes in the plane", a_flat_box, 72, 800},
    {"boxes in space", a_box_in_space, 73, 150},
    {"coins", a_coin, 74, 40},
    {"balls", a_ball, 75, 2500},
    {"balls in grooves", ball_in_a_groove, 76, 2500},
    {"boxes in grooves", box_in_a_groove, 77, 150},
    {"balls on inclines", ball_on_an_incline, 78, 2500},
    {"boxes on inclines", box_on_an_incline, 79, 600},
    {"elastic balls in grooves", elastic_ball, 80, 300},
    {"elastic boxes", elastic_box, 81, 160},
};

static void many(int which) {
  const family* it = &families[which];
  test_random r = {it->seed};
  totals sum = {0};
  const int count = (int)soak_count(it->usual);
  soak_sample(sample_file_journey, &j);
  for (int i = 0; i < count; ++i) {
    soak_at(it->what, i, count);
    it->make(&r, i);
    travel(&sum, i);
  }
  soak_over();
  report(it->what, &sum);
}

ParameterizedTestParameters(random_motion, families) {
  static int all[sizeof families / sizeof *families];
  const int count = sizeof families / sizeof *families;
  for (int i = 0; i < count; ++i) all[i] = i;
  return cr_make_param_array(int, all, (size_t)count);
}

ParameterizedTest(const int* which, random_motion, families, .timeout = 3600) {
  many(*which);
}

/// Journeys that went wrong once, by their numbers.
typedef struct wrong {
  const char* how;
  random_kind* make;
  uint64_t seed;
  int count, numbers[8];
} wrong;

static const wrong wrongs[] = {
    {"friction drove the slip, or slip all but stopped between two stages of a step",
     ball_in_a_groove,
     76,
     5,
     {545, 1949, 2527, 2563, 3945}},
    {"friction of a contact that pulls drove; a hundred thousand steps of slip that creeps",
     box_in_a_groove,
     77,
     1,
     {399}},
    {"the budget was spent: a face in a corner, and contacts that approach for one and not for the other",
     box_in_a_groove,
     77,
     3,
     {505, 625, 683}},
    {"a contact sank in at a dead point", box_in_a_groove, 77, 3, {540, 678, 808}},
    {"a stretched chain was kept by no finite force, and steps shrank to nothing", a_chain, 71, 1, {323}},
    {"slip crept for a hundred thousand steps, or a wedged box trembled", box_in_a_groove, 77, 3, {3002, 3041, 5207}},
    {"in a groove that is all but closed a ball rolled into a plane in one long step", elastic_ball, 80, 1, {7979}},
    {"a wedged ball was stopped by sweeps that come to no end", ball_in_a_groove, 76, 1, {7334}},
    {"a gap turned twice in a step, and where an event cut the step its dip was not seen",
     box_in_a_groove,
     77,
     2,
     {2050, 2183}},
    {"settling pressed together what was let go, or left an approach where W is all but singular",
     box_in_a_groove,
     77,
     4,
     {3073, 5361, 5751, 6669}},
    {"slip crept, faster than the cut-off", box_in_a_groove, 77, 3, {1699, 1741, 4033}},
    {"contacts at the limit of friction switched between stick and slip without end", box_in_a_groove, 77, 1, {2631}},
    {"what was let go, or a corner of a face, sank by rounding", elastic_box, 81, 2, {391, 2679}},
    {"the load was shared at the limit of friction, and anew at every step", a_chain, 71, 1, {1668}},
    {"a box was wedged at a dead point, and force stopped it in vain", box_in_a_groove, 77, 1, {9993}},
    {"all that creeps was stopped, again and again; or a coin was wedged at a dead point", a_coin, 74, 2, {750, 953}},
};

Test(random_motion, those_that_went_wrong, .timeout = 3600) {
  soak_sample(sample_file_journey, &j);
  for (size_t k = 0; k < sizeof wrongs / sizeof *wrongs; ++k) {
    const wrong* it = &wrongs[k];
    soak_at(it->how, 0, 0);
    test_random r = {it->seed};
    totals sum = {0};
    for (int i = 0, next = 0; next < it->count; ++i) {
      it->make(&r, i);
      if (i != it->numbers[next]) continue;
      soak_at(it->how, i, 0);
      travel(&sum, i);
      ++next;
    }
  }
  soak_over();
}
