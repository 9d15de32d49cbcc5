// A motion and a single impact give the same answer and the same warnings: 10,000 random mechanisms that touch planes
// at one instant, of every law, with one and several contacts, once moved and once solved by hand.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/motion.h"
#include "door.h"
#include "random.h"

enum { MOST_CONTACTS = 3, MOST_DOF = 8, MOST_ROWS = 3 * MOST_CONTACTS };

/// A mechanism with unit masses: contact i is where point i meets plane i, W = J J^T.
typedef struct mechanism {
  int dimension, contacts, dof;
  double jacobian[MOST_ROWS][MOST_DOF];
  double u[MOST_DOF];
  carom_plane planes[MOST_CONTACTS];
} mechanism;

static double row_times(const mechanism* m, int row, const double* x) {
  double sum = 0;
  for (int k = 0; k < m->dof; ++k) sum += m->jacobian[row][k] * x[k];
  return sum;
}

static void rate(const carom_mover* mover, const double* state, double* out) {
  for (int k = 0; k < mover->dof; ++k) {
    out[k] = state[mover->dof + k];
    out[mover->dof + k] = 0;
  }
}

static void gaps(const carom_mover* mover, const double* state, double* gap, double* gap_rate) {
  const mechanism* m = mover->self;
  for (int i = 0; i < m->contacts; ++i)
    for (int j = 0; j < m->contacts; ++j) {
      const int row = m->dimension * i + m->dimension - 1;
      gap[i * m->contacts + j] = i == j ? row_times(m, row, state) : 1;
      gap_rate[i * m->contacts + j] = i == j ? row_times(m, row, state + m->dof) : 0;
    }
}

static void contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                    double* w, double* v, double* c) {
  const mechanism* m = mover->self;
  const int d = m->dimension, size = d * count;
  for (int a = 0; a < size; ++a) {
    const int row = d * touches[a / d].point + a % d;
    v[a] = row_times(m, row, state + m->dof);
    if (c) c[a] = 0;
    for (int b = 0; b < size; ++b) w[a * size + b] = row_times(m, row, m->jacobian[d * touches[b / d].point + b % d]);
  }
}

static void push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                 const double* p, double* change) {
  const mechanism* m = mover->self;
  (void)state;
  for (int k = 0; k < m->dof; ++k) {
    change[k] = 0;
    for (int a = 0; a < m->dimension * count; ++a)
      change[k] += p[a] * m->jacobian[m->dimension * touches[a / m->dimension].point + a % m->dimension][k];
  }
}

static double energy(const carom_mover* mover, const double* state) {
  double sum = 0;
  for (int k = 0; k < mover->dof; ++k) sum += state[mover->dof + k] * state[mover->dof + k];
  return sum / 2;
}

static double pace(const carom_mover* mover, const double* state) {
  (void)mover, (void)state;
  return HUGE_VAL;
}

static void name(const carom_mover* mover, int point, int size, char* out) {
  (void)mover;
  snprintf(out, (size_t)size, "point %d", point);
}

static carom_mover mover_of(const mechanism* m) {
  return (carom_mover){.self = m,
                       .dimension = m->dimension,
                       .position_count = m->dof,
                       .dof = m->dof,
                       .point_count = m->contacts,
                       .plane_count = m->contacts,
                       .planes = m->planes,
                       .size = 1,
                       .rate = rate,
                       .gaps = gaps,
                       .contact = contact,
                       .push = push,
                       .energy = energy,
                       .kinetic = energy,
                       .pace = pace,
                       .name = name};
}

/// Any law, static friction and compliance, so that every row of the table is met.
static carom_surface random_surface(test_random* r) {
  carom_surface s = carom_surface_default();
  s.law = (carom_law)test_random_below(r, 3);
  s.e = test_random_below(r, 4) == 0 ? 0 : test_random_uniform(r, 0, 1);
  s.mu = test_random_below(r, 3) == 0 ? 0 : test_random_uniform(r, 0.05, 0.8);
  s.mu_static = s.mu * (test_random_below(r, 8) == 0 ? 1.2 : 1);
  s.eta2 = test_random_below(r, 3) == 0 ? test_random_uniform(r, 0.8, 1.5) : 0;
  s.stiffness = test_random_log(r, 0.5, 2);
  return s;
}

/// Every contact approaches: a motion leaves out what parts already.
static void random_mechanism(test_random* r, mechanism* m) {
  const int kind = test_random_below(r, 10);
  m->dimension = 2 + test_random_below(r, 2);
  m->contacts = kind < 6 ? 1 : kind < 9 ? 2 : 3;
  m->dof = m->dimension * m->contacts - test_random_below(r, 2);
  if (m->dof > MOST_DOF) m->dof = MOST_DOF;
  for (int k = 0; k < m->dof; ++k) m->u[k] = test_random_uniform(r, -2, 2);
  for (int row = 0; row < m->dimension * m->contacts; ++row) {
    for (int k = 0; k < m->dof; ++k) m->jacobian[row][k] = test_random_uniform(r, -1, 1);
    const bool flip = row % m->dimension == m->dimension - 1 && row_times(m, row, m->u) > 0;
    for (int k = 0; k < m->dof && flip; ++k) m->jacobian[row][k] *= -1;
  }
  for (int i = 0; i < m->contacts; ++i) {
    m->planes[i] = (carom_plane){.normal = m->dimension == 2 ? (carom_vec3){0, 1, 0} : (carom_vec3){0, 0, 1}};
    m->planes[i].surface = random_surface(r);
  }
}

/// What happens at time 0.
static void move(const mechanism* m, carom_motion_run* run) {
  static double workspace[100000];
  const carom_mover mover = mover_of(m);
  carom_motion motion = carom_motion_default();
  double state[2 * MOST_DOF] = {0};
  carom_diag diag = {0};
  memcpy(state + m->dof, m->u, (size_t)m->dof * sizeof *state);
  cr_assert_leq(carom_motion_workspace_size(&mover), sizeof workspace / sizeof *workspace);
  cr_assert_eq(carom_motion_start(run, &mover, &motion, state, workspace, &diag), CAROM_OK, "%s", diag.message);
  cr_assert_eq(carom_motion_step(run, &diag), CAROM_OK, "%s", diag.message);
  cr_assert_eq(run->happened, CAROM_MOTION_IMPACT);
}

static void solve(const mechanism* m, bool must_answer, door* d) {
  double w[MOST_ROWS * MOST_ROWS], v[MOST_ROWS], state[2 * MOST_DOF] = {0};
  carom_surface surfaces[MOST_CONTACTS];
  carom_mover_touch touches[MOST_CONTACTS];
  const carom_mover mover = mover_of(m);
  carom_impact_options options = carom_impact_options_default();
  memcpy(state + m->dof, m->u, (size_t)m->dof * sizeof *state);
  for (int i = 0; i < m->contacts; ++i) {
    touches[i] = (carom_mover_touch){.point = i, .plane = i};
    surfaces[i] = m->planes[i].surface;
  }
  contact(&mover, state, m->contacts, touches, w, v, NULL);
  const carom_contact_problem problem = {m->dimension, m->contacts, w, v, surfaces};
  options.wants = 0;
  options.must_answer = must_answer;
  door_solve(&problem, &options, d);
}

static const carom_motion_impact* impact_at(const carom_motion_run* run, int contact_index) {
  for (int i = 0; i < run->impact_count; ++i)
    if (run->impacts[i].touch.point == contact_index) return &run->impacts[i];
  return NULL;
}

static void expect_same(const mechanism* m, const carom_motion_run* run, const door* d, int number) {
  for (int i = 0; i < m->contacts; ++i) {
    const carom_motion_impact* moved = impact_at(run, i);
    cr_assert(moved, "problem %d, contact %d", number, i);
    cr_assert_arr_eq(moved->impulse, d->contacts[i].impulse, sizeof moved->impulse, "problem %d", number);
    cr_assert_arr_eq(moved->velocity_after, d->contacts[i].velocity_after, sizeof moved->velocity_after);
    cr_assert_str_eq(moved->mode, d->contacts[i].mode, "problem %d", number);
    cr_assert(moved->mode_code == d->contacts[i].mode_code && moved->model == d->outcome.model, "problem %d", number);
    cr_assert_eq(moved->warnings, d->outcome.warnings, "problem %d: %u and %u", number, moved->warnings,
                 d->outcome.warnings);
  }
}

Test(agreement, a_motion_and_a_single_impact_are_one) {
  static carom_motion_run run;
  static door d;
  static mechanism m;
  test_random r = {2024};
  int same = 0, replaced = 0, refused = 0, no_answer = 0;
  for (int i = 0; i < 10000; ++i) {
    random_mechanism(&r, &m);
    move(&m, &run);
    solve(&m, false, &d);
    if (d.status == CAROM_OUT_OF_RANGE || d.status == CAROM_INCONSISTENT) {
      ++refused;  // what the table refuses, a motion replaces
      solve(&m, true, &d);
    }
    if (d.status) {
      ++no_answer;  // a motion goes on one contact after another, or plastically
      continue;
    }
    expect_same(&m, &run, &d, i);
    ++same;
    if (d.outcome.warnings & (CAROM_WARN_LAW_REPLACED | CAROM_WARN_STATIC_REPLACED | CAROM_WARN_COMPLIANCE_ADDED))
      ++replaced;
  }
  printf(
      "%d the same to the bit, %d of them with something replaced, %d with what a single impact refuses; %d without "
      "an answer\n",
      same, replaced, refused, no_answer);
  cr_expect_gt(replaced, 2000);
  cr_expect_gt(refused, 500);
  cr_expect_lt(no_answer, 100, "singular W with friction that drives for ever, wedges");
}
