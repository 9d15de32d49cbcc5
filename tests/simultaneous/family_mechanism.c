// Families of mechanisms: any mass matrix and Jacobian, and a quadruped that lands on its four feet.
#include <string.h>

#include "simultaneous/families.h"

enum { MOST_FREEDOMS = 30, LEGS = 4, LEG_JOINTS = 3, BASE = 6, LINKS = 1 + LEGS * LEG_JOINTS };

typedef struct mechanism {
  int freedoms;
  double mass[MOST_FREEDOMS * MOST_FREEDOMS];  // symmetric, positive definite; then its Cholesky factor
  double j[FAMILY_SIZE * MOST_FREEDOMS];
  double rate[MOST_FREEDOMS];
} mechanism;

static void factor(mechanism* m) {
  const int n = m->freedoms;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= i; ++k) {
      double sum = m->mass[i * n + k];
      for (int l = 0; l < k; ++l) sum -= m->mass[i * n + l] * m->mass[k * n + l];
      m->mass[i * n + k] = i == k ? sqrt(sum) : sum / m->mass[k * n + k];
    }
}

/// W = J M^-1 J^T as the sum of columns of J L^-T, v = J times the rates. The mass matrix is spent.
static void take(mechanism* m, family_problem* p) {
  const int n = m->freedoms, size = p->dimension * p->count;
  memset(p->w, 0, sizeof p->w);
  memset(p->v, 0, sizeof p->v);
  factor(m);
  for (int a = 0; a < size; ++a)
    for (int k = 0; k < n; ++k) p->v[a] += m->j[a * n + k] * m->rate[k];
  for (int k = 0; k < n; ++k) {
    double column[FAMILY_SIZE];
    for (int a = 0; a < size; ++a) {
      double* row = m->j + a * n;
      for (int l = 0; l < k; ++l) row[k] -= m->mass[k * n + l] * row[l];
      column[a] = row[k] /= m->mass[k * n + k];
    }
    family_add_coordinate(p, column, 1, 0);
  }
}

/// The first coordinate opens all contacts, as a box on its corners can be lifted: without such a motion bodies are
/// wedged for ever.
static void draw_mechanism(test_random* r, const family_ranges* ranges, family_problem* p) {
  static mechanism m;
  memset(&m, 0, sizeof m);
  const int n = m.freedoms = 2 + test_random_below(r, MOST_FREEDOMS - 1), d = p->dimension;
  for (int c = 0; c < 2 * n; ++c) {
    double a[MOST_FREEDOMS];
    const double mass = test_random_log(r, 1e-1, 1e1);
    for (int i = 0; i < n; ++i) a[i] = test_random_uniform(r, -1, 1);
    for (int i = 0; i < n * n; ++i) m.mass[i] += mass * a[i / n] * a[i % n];
  }
  for (int i = 0; i < d * p->count * n; ++i) m.j[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < p->count; ++i) m.j[(d * i + d - 1) * n] = test_random_uniform(r, 0.5, 1);
  m.rate[0] = -1;
  for (int i = 1; i < n; ++i) m.rate[i] = test_random_uniform(r, -0.5, 0.5);
  take(&m, p);
  family_surfaces(r, ranges, p);
}

void family_mechanism(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  p->dimension = 2 + index % 2;
  p->count = 2 + test_random_below(r, 4);
  draw_mechanism(r, ranges, p);
}

void family_mechanism_large(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  p->dimension = 2 + index % 2;
  p->count = 6 + test_random_below(r, 6);
  draw_mechanism(r, ranges, p);
}

/// A joint turns what hangs on it about an axis through a point.
typedef struct joint {
  double at[3], axis[3];
} joint;

/// The trunk is a box at height; each leg hangs at a corner: the hip swings sideways, hip and knee forwards.
typedef struct quadruped {
  double trunk[3], height, mass, leg_mass, upper, lower;
  joint joints[LEGS][LEG_JOINTS];
  double foot[LEGS][3];
} quadruped;

static void cross(const double* a, const double* b, double* to) {
  for (int k = 0; k < 3; ++k) to[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/// Bends the leg so that the foot stands on the ground at height 0.
static void place_leg(test_random* r, quadruped* q, int leg) {
  const double side = leg & 1 ? 1 : -1, front = leg & 2 ? 1 : -1;
  const double hip[3] = {front * q->trunk[0], side * q->trunk[1], q->height};
  const double out = test_random_uniform(r, -0.2, 0.2), drop = q->height / cos(out);
  const double reach = test_random_uniform(r, -0.1, 0.1) * drop, span = fmin(hypot(drop, reach), q->upper + q->lower);
  const double bend = acos((span * span + q->upper * q->upper - q->lower * q->lower) / (2 * span * q->upper));
  const double thigh = atan2(reach, drop) + bend;
  const double down[3] = {0, sin(out), -cos(out)};
  joint* j = q->joints[leg];
  for (int k = 0; k < 3; ++k) {
    j[0].at[k] = j[1].at[k] = hip[k];
    j[2].at[k] = hip[k] + q->upper * (cos(thigh) * down[k] + (k == 0) * sin(thigh));
    q->foot[leg][k] = hip[k] + drop * down[k] + (k == 0) * reach;
    j[0].axis[k] = k == 0;
    j[1].axis[k] = j[2].axis[k] = k == 1 ? cos(out) : k == 2 ? sin(out) : 0;
  }
}

/// How the point of a link moves with each coordinate: to[coordinate][axis]. links of its leg lie before it.
static void point_rows(const quadruped* q, const double* point, int leg, int links, double (*to)[3]) {
  memset(to, 0, sizeof(double[3]) * (BASE + LEGS * LEG_JOINTS));
  const double arm[3] = {point[0], point[1], point[2] - q->height};
  for (int k = 0; k < 3; ++k) {
    const double turn[3] = {k == 0, k == 1, k == 2};
    to[k][k] = 1;
    cross(turn, arm, to[3 + k]);
  }
  for (int l = 0; l < links; ++l) {
    const joint* j = &q->joints[leg][l];
    const double from[3] = {point[0] - j->at[0], point[1] - j->at[1], point[2] - j->at[2]};
    cross(j->axis, from, to[BASE + leg * LEG_JOINTS + l]);
  }
}

/// How a link turns with each coordinate.
static void turn_rows(const quadruped* q, int leg, int links, double (*to)[3]) {
  memset(to, 0, sizeof(double[3]) * (BASE + LEGS * LEG_JOINTS));
  for (int k = 0; k < 3; ++k) to[3 + k][k] = 1;
  for (int l = 0; l < links; ++l) memcpy(to[BASE + leg * LEG_JOINTS + l], q->joints[leg][l].axis, sizeof(double[3]));
}

static void add_inertia(mechanism* m, double (*rows)[3], const double* weights) {
  const int n = m->freedoms;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < 3; ++k) m->mass[i * n + j] += weights[k] * rows[i][k] * rows[j][k];
}

/// Links count as balls about their middles: a quadruped needs some inertia there, not this or that one.
static void add_link(mechanism* m, const quadruped* q, int leg, int link) {
  double rows[BASE + LEGS * LEG_JOINTS][3], middle[3];
  const joint* j = q->joints[leg];
  const double* end = link == 2 ? q->foot[leg] : j[link + 1].at;
  for (int k = 0; k < 3; ++k) middle[k] = (j[link].at[k] + end[k]) / 2;
  const double mass = q->leg_mass, inertia = mass * q->upper * q->upper / 12;
  point_rows(q, middle, leg, link + 1, rows);
  add_inertia(m, rows, (double[3]){mass, mass, mass});
  turn_rows(q, leg, link + 1, rows);
  add_inertia(m, rows, (double[3]){inertia, inertia, inertia});
}

static void add_trunk(mechanism* m, const quadruped* q) {
  double rows[BASE + LEGS * LEG_JOINTS][3], moments[3];
  for (int k = 0; k < 3; ++k) {
    const double a = q->trunk[(k + 1) % 3], b = q->trunk[(k + 2) % 3];
    moments[k] = q->mass * (a * a + b * b) / 3;
  }
  point_rows(q, (double[3]){0, 0, q->height}, 0, 0, rows);
  add_inertia(m, rows, (double[3]){q->mass, q->mass, q->mass});
  turn_rows(q, 0, 0, rows);
  add_inertia(m, rows, moments);
}

static void draw_quadruped(test_random* r, quadruped* q) {
  memset(q, 0, sizeof *q);
  q->trunk[0] = test_random_uniform(r, 0.15, 0.4);
  q->trunk[1] = test_random_uniform(r, 0.1, 0.2);
  q->trunk[2] = test_random_uniform(r, 0.04, 0.1);
  q->upper = test_random_uniform(r, 0.15, 0.3);
  q->lower = q->upper * test_random_uniform(r, 0.9, 1.1);
  q->height = (q->upper + q->lower) * test_random_uniform(r, 0.6, 0.9);
  q->mass = test_random_log(r, 3, 50);
  q->leg_mass = q->mass * test_random_log(r, 0.01, 0.1);
  for (int leg = 0; leg < LEGS; ++leg) place_leg(r, q, leg);
}

/// A trunk with four legs of three joints, 18 freedoms, lands on four feet.
void family_quadruped(test_random* r, const family_ranges* ranges, int index, family_problem* p) {
  (void)index;
  static mechanism m;
  quadruped q;
  draw_quadruped(r, &q);
  memset(&m, 0, sizeof m);
  m.freedoms = BASE + LEGS * LEG_JOINTS;
  p->dimension = 3;
  p->count = LEGS;
  add_trunk(&m, &q);
  for (int i = 0; i < LEGS * LEG_JOINTS; ++i) add_link(&m, &q, i / LEG_JOINTS, i % LEG_JOINTS);
  for (int leg = 0; leg < LEGS; ++leg) {
    double rows[BASE + LEGS * LEG_JOINTS][3];
    point_rows(&q, q.foot[leg], leg, LEG_JOINTS, rows);
    for (int a = 0; a < 3; ++a)
      for (int k = 0; k < m.freedoms; ++k) m.j[(3 * leg + a) * m.freedoms + k] = rows[k][a];
  }
  for (int k = 0; k < m.freedoms; ++k) m.rate[k] = test_random_uniform(r, -0.3, 0.3);
  m.rate[2] = -test_random_log(r, 0.3, 3);
  take(&m, p);
  family_surfaces(r, ranges, p);
}
