// Events of one instant come in the order of their contacts: a box that falls flat on its corners, where symmetry makes
// all of them, or pairs of them, do the same thing at once.
#include <math.h>
#include <string.h>

#include "random.h"
#include "simultaneous/run.h"

enum { CORNERS = 4, SIZE = 3 * CORNERS, BOXES = 200 };

/// Half edges, the mass, and how the box meets the ground.
typedef struct box {
  double edge[3], mass;
  int corners;   // 2: in the plane y = 0
  double slide;  // m/s along x
  double mu, e, exponent;
} box;

/// Events closer than this part of their time are of one instant.
static const double INSTANT = 1e-12;

static double cross(const double* a, const double* b, int k) {
  return a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/// What a unit impulse along q at the arm b does to the velocity along p at the arm a.
static double inverse_mass(const box* of, const double* a, int p, const double* b, int q) {
  const double along_p[3] = {p == 0, p == 1, p == 2}, along_q[3] = {q == 0, q == 1, q == 2};
  double sum = (p == q) / of->mass;
  for (int k = 0; k < 3; ++k) {
    const double i = of->edge[(k + 1) % 3], j = of->edge[(k + 2) % 3], inertia = of->mass * (i * i + j * j) / 3;
    sum += cross(a, along_p, k) * cross(b, along_q, k) / inertia;
  }
  return sum;
}

/// Falls with 1 m/s. Contact i has bit 0 of its number for the side in x and bit 1 for that in y.
static void drop(const box* b, collision* got) {
  double w[SIZE * SIZE], v[SIZE] = {0}, arms[CORNERS][3];
  carom_surface surfaces[CORNERS];
  const int size = 3 * b->corners;
  for (int i = 0; i < b->corners; ++i) {
    arms[i][0] = i & 1 ? b->edge[0] : -b->edge[0];
    arms[i][1] = b->corners == 2 ? 0 : i & 2 ? b->edge[1] : -b->edge[1];
    arms[i][2] = -b->edge[2];
    v[3 * i] = b->slide;
    v[3 * i + 2] = -1;
    surfaces[i] = carom_surface_default();
    surfaces[i].e = b->e;
    surfaces[i].exponent = b->exponent;
    surfaces[i].mu = surfaces[i].mu_static = b->mu;
    surfaces[i].eta2 = b->mu > 0 ? 1.2 : 0;
  }
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) w[i * size + j] = inverse_mass(b, arms[i / 3], i % 3, arms[j / 3], j % 3);
  const carom_contact_problem problem = {3, b->corners, w, v, surfaces};
  collide_well(&problem, got);
}

/// Events of one kind at one instant: how many follow another, and each must be of a later contact.
static int count_at_once(const collision* got) {
  int count = 0;
  for (int i = 1; i < got->log.event_count; ++i) {
    const carom_event *before = &got->events[i - 1], *event = &got->events[i];
    if (event->type != before->type || got->times[i] - got->times[i - 1] > INSTANT * got->times[i]) continue;
    cr_assert_lt(before->contact, event->contact, "event %d, of contact %d, after one of contact %d at %.17g", i,
                 event->contact, before->contact, got->times[i]);
    ++count;
  }
  return count;
}

static box random_box(test_random* r) {
  box b = {.mass = test_random_uniform(r, 0.2, 3), .e = test_random_uniform(r, 0.3, 1), .exponent = 1};
  for (int i = 0; i < 3; ++i) b.edge[i] = test_random_uniform(r, 0.2, 2);
  return b;
}

Test(simultaneous_order, a_box_that_falls_flat) {
  static collision got;
  test_random r = {2};
  for (int i = 0; i < BOXES; ++i) {
    box b = random_box(&r);
    b.corners = i % 2 ? 4 : 2;
    b.exponent = i % 3 == 2 ? 1.5 : 1;
    b.mu = i % 3 == 1 ? 0.3 : 0;
    drop(&b, &got);
    // All corners end their compression at once, and then their restitution.
    cr_assert_geq(count_at_once(&got), 2 * (b.corners - 1), "box %d", i);
  }
}

/// The corners to the left and to the right of its way move alike.
Test(simultaneous_order, a_box_that_slides) {
  static collision got;
  test_random r = {3};
  int pairs = 0;
  for (int i = 0; i < BOXES; ++i) {
    box b = random_box(&r);
    b.corners = 4;
    b.mu = test_random_uniform(&r, 0.05, 0.6);
    b.slide = test_random_uniform(&r, -2, 2);
    drop(&b, &got);
    pairs += count_at_once(&got);
  }
  cr_expect_gt(pairs, 4 * BOXES);
}
