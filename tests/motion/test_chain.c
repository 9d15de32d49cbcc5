// The chain against MOR11's formulas, Lagrange's equations and the mass matrix in dense form.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/motion.h"
#include "motion/movers.h"

enum { MAX = CAROM_CHAIN_MAX_LINKS, PLANES = 2 };

/// A chain with all that it needs.
typedef struct rig {
  carom_link links[MAX];
  double angles[MAX], rates[MAX], state[2 * MAX];
  carom_plane planes[CAROM_MOTION_MAX_PAIRS];
  carom_chain chain;
  carom_motion motion;
  carom_chain_mover prepared;
  carom_mover mover;
} rig;

static void prepare(rig* r) {
  carom_diag diag;
  const carom_status status = carom_chain_prepare(&r->chain, &r->motion, &r->prepared, &r->mover, r->state, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
}

/// Equal slender bars of length and mass 1 over a floor.
static void make_bars(rig* r, int n) {
  *r = (rig){.chain = {.link_count = n, .links = r->links, .angles = r->angles, .rates = r->rates}};
  r->motion = carom_motion_default();
  r->motion.gravity = (carom_vec3){0, -9.81, 0};
  r->planes[0] = (carom_plane){{0, -1.5, 0}, {0, 1, 0}, carom_surface_default()};
  r->motion.planes = r->planes;
  r->motion.plane_count = 1;
  for (int i = 0; i < n; ++i) r->links[i] = (carom_link){1, 1, 0.5, 1.0 / 12};
  prepare(r);
}

static void make_random(rig* r, test_random* random, int n) {
  make_bars(r, n);
  r->chain.base = (carom_vec2){test_random_uniform(random, -2, 2), test_random_uniform(random, -2, 2)};
  r->motion.gravity = (carom_vec3){test_random_uniform(random, -10, 10), test_random_uniform(random, -10, 10), 0};
  for (int i = 0; i < n; ++i) {
    const double l = test_random_uniform(random, 0.3, 2), m = test_random_uniform(random, 0.3, 2);
    r->links[i] = (carom_link){l, m, test_random_uniform(random, 0, 1.5) * l, test_random_uniform(random, 0.02, 1)};
    r->angles[i] = test_random_uniform(random, -4, 4);
    r->rates[i] = test_random_uniform(random, -2, 2);
  }
  for (int i = 0; i < PLANES; ++i) r->planes[i] = random_plane(random, 2);
  r->motion.plane_count = PLANES;
  prepare(r);
}

/// The double pendulum of MOR11 in its own words, with r = m = 1.
// @eq MOR11 (2.1)  M u' = b + g + J^T f
Test(chain, two_bars_move_as_in_mor11) {
  test_random random = {1};
  rig r;
  make_bars(&r, 2);
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
    const carom_mover_touch tip = {1, 0};
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

static double coupling(const rig* r, int i, int j) {
  if (i > j) return coupling(r, j, i);
  double beyond = 0;
  for (int k = j + 1; k < r->chain.link_count; ++k) beyond += r->links[k].mass;
  const carom_link* k = &r->links[j];
  if (i < j) return r->links[i].length * (k->mass * k->centre + k->length * beyond);
  return k->inertia + k->mass * k->centre * k->centre + k->length * k->length * beyond;
}

static double weight(const rig* r, int i) {
  double beyond = 0;
  for (int k = i + 1; k < r->chain.link_count; ++k) beyond += r->links[k].mass;
  return r->links[i].mass * r->links[i].centre + r->links[i].length * beyond;
}

static void sum_up(int n, const double* relative, double* absolute) {
  for (int i = 0; i < n; ++i) absolute[i] = relative[i] + (i > 0 ? absolute[i - 1] : 0);
}

static dense dense_form(const rig* r) {
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
  static rig r;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % MAX;
    make_random(&r, &random, n);
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
static void jacobian_of(const rig* r, carom_mover_touch touch, double* rows) {
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
  static rig r;
  enum { COUNT = 3, ROWS = 2 * COUNT };
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % MAX;
    static double j[ROWS * MAX], workspace[MAX * MAX + ROWS * MAX];
    double w[ROWS * ROWS], v[ROWS], w_dense[ROWS * ROWS], v_dense[ROWS], p[ROWS], change[MAX], after[MAX];
    carom_mover_touch touches[COUNT];
    make_random(&r, &random, n);
    for (int i = 0; i < COUNT; ++i) {
      touches[i] = (carom_mover_touch){test_random_below(&random, n), test_random_below(&random, PLANES)};
      jacobian_of(&r, touches[i], j + 2 * i * n);
    }
    for (int i = 0; i < ROWS; ++i) p[i] = test_random_uniform(&random, -1, 1);
    const dense d = dense_form(&r);
    const carom_mechanism mechanism = {n, 2, COUNT, d.m, r.state + n, j};
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
  static rig r;
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 1 + trial % 6;
    make_random(&r, &random, n);
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
  static rig r;
  for (int trial = 0; trial < 120; ++trial) {
    make_random(&r, &random, 1 + trial % 8);
    mover_check_derivatives(&r.mover, r.state, 0.1, 1000);
  }
}

Test(chain, gaps_are_those_of_the_joints) {
  test_random random = {6};
  static rig r;
  for (int n = 1; n <= MAX; ++n) {
    make_random(&r, &random, n);
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
  static rig r;
  for (int n = 1; n <= MAX; ++n) {
    make_random(&r, &random, n);
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
  static rig r;
  for (int trial = 0; trial < 200; ++trial) {
    make_random(&r, &random, 1 + trial % 12);
    mover_check_push(&r.mover, r.state, 1 + trial % CAROM_MOTION_MAX_CONTACTS, &random);
  }
}

Test(chain, flight_keeps_the_energy_for_ten_seconds) {
  static rig r;
  const int counts[] = {1, 2, 5};
  for (int k = 0; k < 3; ++k) {
    make_bars(&r, counts[k]);
    r.state[counts[k] - 1] = 0.5;
    const double before = r.mover.energy(&r.mover, r.state);
    mover_fly(&r.mover, 10, r.state);
    const double lost = before - r.mover.energy(&r.mover, r.state);
    cr_assert(fabs(lost) < 1e-10, "%d links: %g J", counts[k], lost);
  }
}

/// Point masses on rods without mass, the lower one heavier by up to 1e18. The textbook's double pendulum, with the
/// differences worked out on paper; th from the vertical.
Test(chain, a_heavy_tip_costs_no_digits) {
  test_random random = {8};
  static rig r;
  make_bars(&r, 2);
  for (int trial = 0; trial < 1000; ++trial) {
    const double m1 = test_random_log(&random, 1e-9, 1), m2 = test_random_log(&random, 1, 1e9);
    const double delta = test_random_log(&random, 1e-6, 1), th1 = test_random_uniform(&random, -3, 3);
    const double w1 = test_random_uniform(&random, -2, 2), w2 = test_random_uniform(&random, -2, 2), g = 9.81;
    r.links[0] = (carom_link){1, m1, 1, 0};
    r.links[1] = (carom_link){1, m2, 1, 0};
    prepare(&r);
    const double hanging = -1.57079632679489661923;
    const double y[4] = {hanging + th1, -delta, w1, w2 - w1};
    const double th2 = th1 - delta;
    double rate[4];
    r.mover.rate(&r.mover, y, rate);
    const double spin2 = y[2] + y[3];
    const double numerator =
        m2 * sin(delta) * (g * cos(th2) + w1 * w1 * cos(delta) + spin2 * spin2) + m1 * g * sin(th1);
    const double scale = m2 * sin(delta) * (g + w1 * w1 + spin2 * spin2) + m1 * g;
    const double below = m1 + m2 * sin(delta) * sin(delta);
    cr_assert(fabs(rate[2] + numerator / below) < 64 * DBL_EPSILON * scale / below, "m2/m1 = %g, delta %g: %g, %g",
              m2 / m1, delta, rate[2], -numerator / below);
  }
}

/// Lengths and masses that lie 1e6 apart, centres on the joint: the rate stays finite and the energy is kept.
Test(chain, links_far_apart_keep_the_energy) {
  static rig r;
  make_bars(&r, 3);
  r.links[0] = (carom_link){1e3, 1e-3, 0, 1e3};
  r.links[1] = (carom_link){1e-3, 1e3, 0.5e-3, 1e-4};
  r.links[2] = (carom_link){1, 1, 0, 1e-3};
  r.angles[0] = 0.2;
  r.rates[2] = 100;
  prepare(&r);
  const double before = r.mover.energy(&r.mover, r.state);
  mover_fly(&r.mover, 1, r.state);
  const double lost = before - r.mover.energy(&r.mover, r.state);
  cr_assert(fabs(lost) < 1e-10 * 9.81e6, "%g J of 1e7", lost);
}

/// The whole range of lengths and masses: a chain of equal bars of length l falls as one of length 1 does, times 1/l.
Test(chain, any_unit_will_do) {
  static rig r;
  double expected[6];
  for (int k = 0; k < 10; ++k) {
    const double masses[] = {1, 1e-60, 1e60}, lengths[] = {1, 1e-60, 1e60};
    const double l = lengths[k % 3], m = masses[k / 3 % 3];
    make_bars(&r, 3);
    for (int i = 0; i < 3; ++i) {
      r.links[i] = (carom_link){l, m, l / 2, m * l * l / 12};
      r.angles[i] = 0.3 * i;
    }
    prepare(&r);
    double rate[6];
    r.mover.rate(&r.mover, r.state, rate);
    for (int i = 3; i < 6; ++i) {
      if (k == 0) expected[i] = rate[i];
      cr_assert(fabs(rate[i] * l - expected[i]) < 256 * DBL_EPSILON * 50, "l = %g, m = %g: %g", l, m, rate[i]);
    }
  }
}

/// Half a radian ahead: at a steady turn, from rest, and without any motion.
Test(chain, pace_is_half_a_radian) {
  static rig r;
  make_bars(&r, 2);
  r.motion.gravity = (carom_vec3){0, 0, 0};
  prepare(&r);
  cr_assert(isinf(r.mover.pace(&r.mover, r.state)));
  r.state[2] = -3;  // both links as one, about the base
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 0.5 / 3) < 1e-14);
  make_bars(&r, 1);  // falls at 3/2 g/l
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 1 / sqrt(1.5 * 9.81)) < 1e-14);
}

Test(chain, points_have_names) {
  static rig r;
  char name[32];
  make_bars(&r, 3);
  const char* const names[] = {"joint 1", "joint 2", "tip"};
  for (int i = 0; i < 3; ++i) {
    r.mover.name(&r.mover, i, sizeof name, name);
    cr_expect_str_eq(name, names[i]);
  }
  make_bars(&r, 1);
  r.mover.name(&r.mover, 0, sizeof name, name);
  cr_expect_str_eq(name, "tip");
  cr_expect(r.mover.size == 1 && r.mover.dimension == 2 && r.mover.point_count == 1 && r.mover.tidy == NULL &&
            !r.mover.rolls);
}

Test(chain, bad_input_is_named) {
  static rig r;
  carom_diag diag;
  make_bars(&r, 2);
#define EXPECT(code, name)                                                                                           \
  do {                                                                                                               \
    memset(&r.mover, 7, sizeof r.mover);                                                                             \
    const carom_mover untouched = r.mover;                                                                           \
    r.state[0] = 7;                                                                                                  \
    cr_expect_eq(carom_chain_prepare(&r.chain, &r.motion, &r.prepared, &r.mover, r.state, &diag), code, name ": %s", \
                 diag.message);                                                                                      \
    cr_expect_str_eq(diag.field, name);                                                                              \
    cr_expect(r.state[0] == 7 && memcmp(&r.mover, &untouched, sizeof untouched) == 0, "output was touched");         \
  } while (0)
#define BAD(type, place, value, code, name) \
  do {                                      \
    const type good = place;                \
    place = value;                          \
    EXPECT(code, name);                     \
    place = good;                           \
  } while (0)
  BAD(int, r.chain.link_count, 0, CAROM_OUT_OF_RANGE, "links");
  BAD(int, r.chain.link_count, MAX + 1, CAROM_OUT_OF_RANGE, "links");
  BAD(double, r.chain.base.x, NAN, CAROM_NOT_FINITE, "base");
  BAD(double, r.chain.base.y, NAN, CAROM_NOT_FINITE, "base");
  BAD(double, r.links[1].length, 0, CAROM_OUT_OF_RANGE, "links[1].length");
  BAD(double, r.links[1].length, 1e-61, CAROM_OUT_OF_RANGE, "links[1].length");
  BAD(double, r.links[1].length, INFINITY, CAROM_OUT_OF_RANGE, "links[1].length");
  BAD(double, r.links[0].mass, -1, CAROM_OUT_OF_RANGE, "links[0].mass");
  BAD(double, r.links[0].mass, 0, CAROM_OUT_OF_RANGE, "links[0].mass");
  BAD(double, r.links[0].mass, INFINITY, CAROM_OUT_OF_RANGE, "links[0].mass");
  BAD(double, r.links[0].mass, NAN, CAROM_OUT_OF_RANGE, "links[0].mass");
  BAD(double, r.links[1].centre, -0.1, CAROM_OUT_OF_RANGE, "links[1].centre");
  BAD(double, r.links[1].centre, INFINITY, CAROM_OUT_OF_RANGE, "links[1].centre");
  BAD(double, r.links[1].inertia, -0.1, CAROM_OUT_OF_RANGE, "links[1].inertia");
  BAD(double, r.links[1].inertia, INFINITY, CAROM_OUT_OF_RANGE, "links[1].inertia");
  BAD(double, r.angles[1], NAN, CAROM_NOT_FINITE, "angles[1]");
  BAD(double, r.rates[0], INFINITY, CAROM_NOT_FINITE, "rates[0]");
  BAD(double, r.motion.gravity.x, NAN, CAROM_NOT_FINITE, "gravity");
  BAD(double, r.motion.gravity.z, 1, CAROM_INCONSISTENT, "gravity");
  BAD(double, r.planes[0].point.x, NAN, CAROM_NOT_FINITE, "planes[0].point");
  BAD(double, r.planes[0].normal.x, NAN, CAROM_NOT_FINITE, "planes[0].normal");
  BAD(double, r.planes[0].normal.y, 1.001, CAROM_NOT_UNIT, "planes[0].normal");
  BAD(double, r.planes[0].normal.z, 1, CAROM_INCONSISTENT, "planes[0].normal");
  BAD(double, r.planes[0].surface.mu, -1, CAROM_OUT_OF_RANGE, "planes[0].surface.mu");
  BAD(int, r.motion.plane_count, -1, CAROM_OUT_OF_RANGE, "plane_count");
  BAD(int, r.motion.plane_count, CAROM_MOTION_MAX_PAIRS / 2 + 1, CAROM_OUT_OF_RANGE, "planes");
  r.links[0].centre = r.links[0].inertia = 0;
  EXPECT(CAROM_NOT_POSITIVE, "links[0].inertia");
  r.links[0].centre = 1e-100;
  EXPECT(CAROM_NOT_POSITIVE, "links[0].inertia");
}
