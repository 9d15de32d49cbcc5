// The chain against MOR11's formulas, Lagrange's equations and the mass matrix in dense form.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "motion/chain_rig.h"
#include "motion/movers.h"

/// The double pendulum of MOR11 in its own words, with r = m = 1.
// @eq MOR11 (2.1)  M u' = b + g + J^T f
Test(chain, two_bars_move_as_in_mor11) {
  test_random random = {1};
  chain_rig r;
  chain_rig_bars(&r, 2);
  for (int trial = 0; trial < 1000; ++trial) {
    double* y = r.state;
    for (int i = 0; i < 4; ++i) y[i] = test_random_uniform(&random, -4, 4);
    const double q1 = y[0], q2 = y[1], q12 = q1 + q2, u1 = y[2], u2 = y[3], g = 9.81;
    const double m11 = 5.0 / 3 + cos(q2), m12 = 1.0 / 3 + cos(q2) / 2, m22 = 1.0 / 3, det = m11 * m22 - m12 * m12;
    const double force1 = 0.5 * sin(q2) * (2 * u1 * u2 + u2 * u2) - g * (1.5 * cos(q1) + 0.5 * cos(q12));
    const double force2 = -0.5 * sin(q2) * u1 * u1 - g * 0.5 * cos(q12);
    double rate[4], w[4], v[2];
    r.mover.rate(&r.mover, y, rate);
    // Forces are up to 60, and det is at least 7/36 - 1/36.
    cr_assert(rate[0] == u1 && rate[1] == u2);
    cr_assert(fabs(rate[2] - (m22 * force1 - m12 * force2) / det) < 64 * DBL_EPSILON * 300);
    cr_assert(fabs(rate[3] - (m11 * force2 - m12 * force1) / det) < 64 * DBL_EPSILON * 900);
    const double kinetic = 0.5 * (m11 * u1 * u1 + 2 * m12 * u1 * u2 + m22 * u2 * u2);
    cr_assert(fabs(r.mover.kinetic(&r.mover, y) - kinetic) < 64 * DBL_EPSILON * 50);
    const double j[2][2] = {{-sin(q1) - sin(q12), -sin(q12)}, {cos(q1) + cos(q12), cos(q12)}};
    const carom_mover_touch tip = {1, 0, 1};
    r.mover.contact(&r.mover, y, 1, &tip, w, v, NULL);
    for (int a = 0; a < 2; ++a) {
      cr_assert(fabs(v[a] - j[a][0] * u1 - j[a][1] * u2) < 64 * DBL_EPSILON * 12);
      for (int b = 0; b < 2; ++b) {
        const double across = j[a][0] * j[b][1] + j[a][1] * j[b][0];
        const double expected = (j[a][0] * j[b][0] * m22 - across * m12 + j[a][1] * j[b][1] * m11) / det;
        cr_assert(fabs(w[2 * a + b] - expected) < 64 * DBL_EPSILON * 20);
      }
    }
  }
}

/// Mass matrix and forces of an n-link chain in relative angles, by the sums of the absolute ones.
typedef struct dense {
  double m[MAX * MAX], force[MAX];
} dense;

static double coupling(const chain_rig* r, int i, int j) {
  if (i > j) return coupling(r, j, i);
  double beyond = 0;
  for (int k = j + 1; k < r->chain.link_count; ++k) beyond += r->links[k].mass;
  const carom_link* k = &r->links[j];
  if (i < j) return r->links[i].length * (k->mass * k->centre + k->length * beyond);
  return k->inertia + k->mass * k->centre * k->centre + k->length * k->length * beyond;
}

static double weight(const chain_rig* r, int i) {
  double beyond = 0;
  for (int k = i + 1; k < r->chain.link_count; ++k) beyond += r->links[k].mass;
  return r->links[i].mass * r->links[i].centre + r->links[i].length * beyond;
}

static void sum_up(int n, const double* relative, double* absolute) {
  for (int i = 0; i < n; ++i) absolute[i] = relative[i] + (i > 0 ? absolute[i - 1] : 0);
}

static dense dense_form(const chain_rig* r) {
  const int n = r->chain.link_count;
  double th[MAX], spin[MAX], a[MAX * MAX], force[MAX];
  sum_up(n, r->state, th);
  sum_up(n, r->state + n, spin);
  for (int i = 0; i < n; ++i) {
    force[i] = weight(r, i) * (r->motion.gravity.y * cos(th[i]) - r->motion.gravity.x * sin(th[i]));
    for (int j = 0; j < n; ++j) {
      a[i * n + j] = coupling(r, i, j) * cos(th[i] - th[j]);
      force[i] -= coupling(r, i, j) * sin(th[i] - th[j]) * spin[j] * spin[j];
    }
  }
  dense out = {{0}, {0}};
  for (int i = 0; i < n; ++i)
    for (int k = i; k < n; ++k) {
      out.force[i] += force[k];
      for (int j = 0; j < n; ++j)
        for (int l = j; l < n; ++l) out.m[i * n + j] += a[k * n + l];
    }
  return out;
}

Test(chain, any_number_of_links_moves_as_the_mass_matrix_says) {
  test_random random = {2};
  static chain_rig r;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % MAX;
    chain_rig_random(&r, &random, n);
    const dense d = dense_form(&r);
    double rate[2 * MAX];
    r.mover.rate(&r.mover, r.state, rate);
    for (int i = 0; i < n; ++i) {
      double sum = -d.force[i], scale = fabs(d.force[i]);
      for (int j = 0; j < n; ++j) {
        sum += d.m[i * n + j] * rate[n + j];
        scale += fabs(d.m[i * n + j] * rate[n + j]);
      }
      cr_assert(fabs(sum) < 1e-13 * n * scale, "n = %d, row %d: %g of %g", n, i, sum, scale);
    }
    const double kinetic = carom_mechanism_energy(n, d.m, r.state + n);
    cr_assert(fabs(r.mover.kinetic(&r.mover, r.state) - kinetic) < 1e-13 * n * kinetic, "n = %d", n);
  }
}

/// J of a touch: tangent row, normal row.
static void jacobian_of(const chain_rig* r, carom_mover_touch touch, double* rows) {
  const int n = r->chain.link_count;
  const carom_frame frame = carom_plane_frame(&r->planes[touch.plane], 2);
  double th[MAX];
  sum_up(n, r->state, th);
  for (int k = 0; k < n; ++k) {
    double x = 0, y = 0;
    for (int i = k; i <= touch.point; ++i) {
      x -= r->links[i].length * sin(th[i]);
      y += r->links[i].length * cos(th[i]);
    }
    rows[k] = frame.t1.x * x + frame.t1.y * y;
    rows[n + k] = frame.n.x * x + frame.n.y * y;
  }
}

/// The second road to W, v and the push: the mechanism of carom/model.h.
Test(chain, contact_is_that_of_the_mechanism) {
  test_random random = {3};
  static chain_rig r;
  enum { COUNT = 3, ROWS = 2 * COUNT };
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % MAX;
    static double j[ROWS * MAX], workspace[MAX * MAX + ROWS * MAX];
    double w[ROWS * ROWS], v[ROWS], w_dense[ROWS * ROWS], v_dense[ROWS], p[ROWS], change[MAX], after[MAX];
    carom_mover_touch touches[COUNT];
    chain_rig_random(&r, &random, n);
    for (int i = 0; i < COUNT; ++i) {
      touches[i] =
          (carom_mover_touch){.point = test_random_below(&random, n), .plane = test_random_below(&random, PLANES)};
      jacobian_of(&r, touches[i], j + 2 * i * n);
    }
    for (int i = 0; i < ROWS; ++i) p[i] = test_random_uniform(&random, -1, 1);
    const dense d = dense_form(&r);
    const carom_mechanism mechanism = {n, 2, COUNT, d.m, r.state + n, j, NULL};
    cr_assert_eq(carom_mechanism_contact(&mechanism, workspace, w_dense, v_dense, NULL), CAROM_OK);
    carom_mechanism_apply(&mechanism, workspace, p, after);
    r.mover.contact(&r.mover, r.state, COUNT, touches, w, v, NULL);
    r.mover.push(&r.mover, r.state, COUNT, touches, p, change);
    double w_scale = 0, change_scale = 0;
    for (int i = 0; i < ROWS * ROWS; ++i) w_scale = fmax(w_scale, fabs(w_dense[i]));
    for (int i = 0; i < n; ++i) change_scale = fmax(change_scale, fabs(after[i] - r.state[n + i]));
    // The mass matrix of a chain has a condition number of about n^3.
    const double rounding = 16 * DBL_EPSILON * n * n * n + 64 * DBL_EPSILON;
    for (int i = 0; i < ROWS * ROWS; ++i)
      cr_assert(fabs(w[i] - w_dense[i]) < rounding * w_scale, "n = %d: %g, %g", n, w[i], w_dense[i]);
    for (int i = 0; i < ROWS; ++i) cr_assert(fabs(v[i] - v_dense[i]) < 16 * DBL_EPSILON * n * 4 * n);
    for (int i = 0; i < n; ++i)
      cr_assert(fabs(r.state[n + i] + change[i] - after[i]) < rounding * (change_scale + 2), "n = %d", n);
  }
}

/// Lagrange's equations with nothing but the energies of the mover: d/dt dT/du = dT/dq - dV/dq.
Test(chain, motion_obeys_lagrange) {
  test_random random = {4};
  static chain_rig r;
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 1 + trial % 6;
    chain_rig_random(&r, &random, n);
    const carom_mover* mover = &r.mover;
    double before[2 * MAX], after[2 * MAX];
    const double h = 1e-4;
    memcpy(before, r.state, sizeof before);
    memcpy(after, r.state, sizeof after);
    mover_drift(mover, -h, 1, before);
    mover_drift(mover, h, 1, after);
    for (int i = 0; i < n; ++i) {
      // T is quadratic in u, so that a central difference of any width is exact.
      double momentum[2], lagrangian[2];
      double* states[2] = {before, after};
      for (int side = 0; side < 2; ++side) {
        double y[2 * MAX], kinetic[2];
        memcpy(y, states[side], sizeof y);
        for (int k = 0; k < 2; ++k) {
          y[n + i] = states[side][n + i] + (k ? 1 : -1);
          kinetic[k] = mover->kinetic(mover, y);
        }
        momentum[side] = (kinetic[1] - kinetic[0]) / 2;
        memcpy(y, r.state, sizeof y);
        y[i] += side ? h : -h;
        lagrangian[side] = 2 * mover->kinetic(mover, y) - mover->energy(mover, y);
      }
      const double left = (momentum[1] - momentum[0]) / (2 * h), right = (lagrangian[1] - lagrangian[0]) / (2 * h);
      // Second differences: h^2 of the third derivatives.
      cr_assert(fabs(left - right) < 1e-4 * (1 + fabs(left)), "n = %d, angle %d: %g, %g", n, i, left, right);
    }
  }
}

Test(chain, gaps_velocities_and_c_are_derivatives) {
  test_random random = {5};
  static chain_rig r;
  for (int trial = 0; trial < 120; ++trial) {
    chain_rig_random(&r, &random, 1 + trial % 8);
    mover_check_derivatives(&r.mover, r.state, 0.1, 1000);
  }
}

Test(chain, gaps_are_those_of_the_joints) {
  test_random random = {6};
  static chain_rig r;
  for (int n = 1; n <= MAX; ++n) {
    chain_rig_random(&r, &random, n);
    double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS], th = 0;
    carom_vec2 points[MAX], at = r.chain.base;
    r.mover.gaps(&r.mover, r.state, gaps, rates);
    carom_chain_points(&r.prepared, r.state, points);
    for (int i = 0; i < n; ++i) {
      th += r.angles[i];
      at.x += r.links[i].length * cos(th);
      at.y += r.links[i].length * sin(th);
      cr_assert(hypot(points[i].x - at.x, points[i].y - at.y) < 16 * DBL_EPSILON * n * n);
      for (int k = 0; k < PLANES; ++k) {
        const carom_plane* p = &r.planes[k];
        const double gap = p->normal.x * (at.x - p->point.x) + p->normal.y * (at.y - p->point.y);
        cr_assert(fabs(gaps[i * PLANES + k] - gap) < 16 * DBL_EPSILON * n * n);
      }
    }
  }
}

Test(chain, height_is_that_of_the_mass_centres) {
  test_random random = {9};
  static chain_rig r;
  for (int n = 1; n <= MAX; ++n) {
    chain_rig_random(&r, &random, n);
    carom_vec2 at = r.chain.base;
    double th = 0, potential = 0, scale = 0;
    for (int i = 0; i < n; ++i) {
      th += r.angles[i];
      const carom_vec2 centre = {at.x + r.links[i].centre * cos(th), at.y + r.links[i].centre * sin(th)};
      potential -= r.links[i].mass * (r.motion.gravity.x * centre.x + r.motion.gravity.y * centre.y);
      scale += r.links[i].mass * 20 * (2 + n);
      at.x += r.links[i].length * cos(th);
      at.y += r.links[i].length * sin(th);
    }
    const double kinetic = r.mover.kinetic(&r.mover, r.state), energy = r.mover.energy(&r.mover, r.state);
    cr_assert(fabs(energy - kinetic - potential) < 4 * DBL_EPSILON * n * (scale + kinetic), "n = %d", n);
  }
}

Test(chain, push_fits_w_at_any_number_of_touches) {
  test_random random = {7};
  static chain_rig r;
  for (int trial = 0; trial < 200; ++trial) {
    chain_rig_random(&r, &random, 1 + trial % 12);
    mover_check_push(&r.mover, r.state, 1 + trial % CAROM_MOTION_MAX_CONTACTS, &random);
  }
}

Test(chain, flight_keeps_the_energy_for_ten_seconds) {
  static chain_rig r;
  const int counts[] = {1, 2, 5};
  for (int k = 0; k < 3; ++k) {
    chain_rig_bars(&r, counts[k]);
    r.state[counts[k] - 1] = 0.5;
    const double before = r.mover.energy(&r.mover, r.state);
    mover_fly(&r.mover, 10, r.state);
    const double lost = before - r.mover.energy(&r.mover, r.state);
    cr_assert(fabs(lost) < 1e-10, "%d links: %g J", counts[k], lost);
  }
}
