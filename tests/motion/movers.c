#include "motion/movers.h"

#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

enum { ROWS = 3 * CAROM_MOTION_MAX_CONTACTS };

static void rate_of(double t, const double* y, double* rate, void* context) {
  (void)t;
  const carom_mover* mover = context;
  mover->rate(mover, y, rate);
}

void mover_drift(const carom_mover* mover, double time, int steps, double* state) {
  const int size = state_size(mover);
  const double h = time / steps;
  double k[4][CAROM_ODE_MAX_SIZE], y[CAROM_ODE_MAX_SIZE];
  for (int step = 0; step < steps; ++step) {
    for (int stage = 0; stage < 4; ++stage) {
      const double ahead = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (int i = 0; i < size; ++i) y[i] = state[i] + (stage > 0 ? ahead * k[stage - 1][i] : 0);
      mover->rate(mover, y, k[stage]);
    }
    for (int i = 0; i < size; ++i) state[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
}

long mover_fly(const carom_mover* mover, double time, double* state) {
  carom_mover copy = *mover;
  carom_ode_problem problem = carom_ode_problem_default();
  problem.size = state_size(mover);
  problem.rate = rate_of;
  problem.context = &copy;
  static carom_ode ode;
  cr_assert_eq(carom_ode_start(&ode, &problem, 0, state, NULL), CAROM_OK);
  cr_assert_eq(carom_ode_advance(&ode, time, NULL), CAROM_OK);
  memcpy(state, ode.y, (size_t)problem.size * sizeof *state);
  return ode.evaluations;
}

/// Gaps, their rates and the velocities of all pairs, one contact at a time.
typedef struct view {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  double v[3 * CAROM_MOTION_MAX_PAIRS], c[3 * CAROM_MOTION_MAX_PAIRS];
} view;

static view look(const carom_mover* mover, const double* start, double time) {
  view out;
  double state[CAROM_ODE_MAX_SIZE], w[9];
  memcpy(state, start, (size_t)state_size(mover) * sizeof *state);
  if (time != 0) mover_drift(mover, time, 1, state);
  mover->gaps(mover, state, out.gaps, out.rates);
  for (int i = 0; i < mover->point_count * mover->plane_count; ++i) {
    const carom_mover_touch touch = {i / mover->plane_count, i % mover->plane_count, i};
    mover->contact(mover, state, 1, &touch, w, out.v + i * mover->dimension, out.c + i * mover->dimension);
  }
  return out;
}

void mover_check_derivatives(const carom_mover* mover, const double* state, double time, double scale) {
  const double h = 1e-3 * time;
  const int d = mover->dimension, pairs = mover->point_count * mover->plane_count;
  const view now = look(mover, state, 0), near[2] = {look(mover, state, -h), look(mover, state, h)};
  const view far[2] = {look(mover, state, -2 * h), look(mover, state, 2 * h)};
// Differences of fourth order: h^4 = 1e-12 of the fifth derivative, and rounding of 1e-16/1e-3.
#define SLOPE(field, i) ((8 * (near[1].field[i] - near[0].field[i]) - (far[1].field[i] - far[0].field[i])) / (12 * h))
  for (int i = 0; i < pairs; ++i) {
    cr_assert(fabs(SLOPE(gaps, i) - now.rates[i]) < 1e-9 * scale, "gap rate %d: %g", i, SLOPE(gaps, i) - now.rates[i]);
    cr_assert(fabs(now.v[i * d + d - 1] - now.rates[i]) < 64 * DBL_EPSILON * scale, "v_n %d", i);
  }
  for (int i = 0; i < pairs * d; ++i)
    cr_assert(fabs(SLOPE(v, i) - now.c[i]) < 1e-9 * scale / time, "c %d: %g", i, SLOPE(v, i) - now.c[i]);
#undef SLOPE
}

static double largest_eigenvalue_and_check(int size, const double* w) {
  double copy[ROWS * ROWS], values[ROWS];
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < i; ++j) cr_assert(w[i * size + j] == w[j * size + i], "w is not symmetric");
  memcpy(copy, w, (size_t)(size * size) * sizeof *copy);
  carom_symmetric_eigen(size, copy, values, NULL);
  cr_assert(values[0] >= -1e-13 * values[size - 1], "w has the eigenvalue %g of %g", values[0], values[size - 1]);
  return values[size - 1];
}

void mover_check_push(const carom_mover* mover, const double* state, int count, test_random* random) {
  const int d = mover->dimension, size = d * count;
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  double w[ROWS * ROWS], v[ROWS], p[ROWS], after[ROWS], change[CAROM_MOTION_MAX_DOF], pushed[CAROM_ODE_MAX_SIZE];
  for (int i = 0; i < count; ++i)
    touches[i] = (carom_mover_touch){.point = test_random_below(random, mover->point_count),
                                     .plane = test_random_below(random, mover->plane_count)};
  for (int i = 0; i < size; ++i) p[i] = test_random_uniform(random, -1, 1);
  mover->contact(mover, state, count, touches, w, v, NULL);
  const double stiffest = largest_eigenvalue_and_check(size, w);
  mover->push(mover, state, count, touches, p, change);
  memcpy(pushed, state, (size_t)state_size(mover) * sizeof *pushed);
  for (int i = 0; i < mover->dof; ++i) pushed[mover->position_count + i] += change[i];
  mover->contact(mover, pushed, count, touches, w, after, NULL);
  double work = 0, scale = 0;
  for (int i = 0; i < size; ++i) {
    double expected = v[i];
    for (int j = 0; j < size; ++j) expected += w[i * size + j] * p[j];
    const double rounding = 1e-12 * (fabs(v[i]) + stiffest * sqrt(size));
    cr_assert(fabs(after[i] - expected) < rounding, "row %d: %g for %g", i, after[i], expected);
    work += 0.5 * p[i] * (v[i] + after[i]);
    scale += fabs(p[i]) * (fabs(v[i]) + fabs(after[i]));
  }
  const double before = mover->kinetic(mover, state), now = mover->kinetic(mover, pushed);
  cr_assert(fabs(now - before - work) < 1e-12 * (before + now + scale), "energy: %g for %g", now - before, work);
}

carom_plane random_plane(test_random* random, int dimension) {
  const double angle = test_random_uniform(random, -3, 3), height = test_random_uniform(random, -1, 1);
  const double across = dimension == 2 ? 1 : sqrt(1 - height * height);
  return (carom_plane){
      .point = {test_random_uniform(random, -2, 2), test_random_uniform(random, -2, 2),
                dimension == 2 ? 0 : test_random_uniform(random, -2, 2)},
      .normal = {across * cos(angle), across * sin(angle), dimension == 2 ? 0 : height},
      .surface = carom_surface_default(),
  };
}
