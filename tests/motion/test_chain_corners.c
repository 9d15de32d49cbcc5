// The chain where it gets difficult: heavy tips, small links, all units, and what is refused.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "kit/expect.h"
#include "motion/chain_rig.h"
#include "motion/movers.h"

/// Point masses on rods without mass, the lower one heavier by up to 1e18. The textbook's double pendulum, with the
/// differences worked out on paper; th from the vertical.
Test(chain, a_heavy_tip_costs_no_digits) {
  test_random random = {8};
  static chain_rig r;
  chain_rig_bars(&r, 2);
  for (int trial = 0; trial < 1000; ++trial) {
    const double m1 = test_random_log(&random, 1e-9, 1), m2 = test_random_log(&random, 1, 1e9);
    const double delta = test_random_log(&random, 1e-6, 1), th1 = test_random_uniform(&random, -3, 3);
    const double w1 = test_random_uniform(&random, -2, 2), w2 = test_random_uniform(&random, -2, 2), g = 9.81;
    r.links[0] = (carom_link){1, m1, 1, 0};
    r.links[1] = (carom_link){1, m2, 1, 0};
    chain_rig_prepare(&r);
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

/// A light rope with a ball 1e6 times as heavy. The numbers come from the mass matrix (as in test_chain.c), solved in
/// arithmetic of 60 digits; Cholesky in doubles is off by 1e-10 here.
Test(chain, a_ball_on_a_rope_is_right_to_the_last_digits) {
  static chain_rig r;
  chain_rig_bars(&r, 4);
  const double lengths[4] = {0.5, 0.25, 0.125, 1}, y[8] = {-1.25, 0.125, -0.0625, 0.03125, 1, -2, 0.5, 0.25};
  for (int i = 0; i < 3; ++i) r.links[i] = (carom_link){lengths[i], 0x1p-10, lengths[i] / 2, 0x1p-16};
  r.links[3] = (carom_link){1, 1024, 0.75, 16};
  r.motion.gravity.y = -9.8125;
  chain_rig_prepare(&r);
  static const double rates[4] = {138.24186462554138, -497.47803193278051, 494.94777534213551, -135.71170446685567};
  static const double w_known[16] = {
      0.0042490146325715629,  0.0014400550832611292,   -0.0043152617313539193,  -0.0024952016558789042,
      0.0014400550832611292,  0.0016102107079651712,   -0.00066029520918109759, 0.00055125124788211713,
      -0.0043152617313539193, -0.00066029520918109759, 450.78395477217003,      181.77580603099659,
      -0.0024952016558789042, 0.00055125124788211713,  181.77580603099659,      73.301130325566438};
  static const double c_known[4] = {-0.0064958892016090105, -9.7977930622076382, -15.702541767480037,
                                    -16.228114955880679};
  const carom_mover_touch touches[2] = {{3, 0, 3}, {1, 0, 1}};
  double rate[8], w[16], v[4], c[4];
  r.mover.rate(&r.mover, y, rate);
  r.mover.contact(&r.mover, y, 2, touches, w, v, c);
  for (int i = 0; i < 4; ++i) {
    cr_expect(fabs(rate[4 + i] - rates[i]) < 16 * DBL_EPSILON * 500, "rate %d: off by %g", i, rate[4 + i] - rates[i]);
    // Sums of the links' parts: up to 1/2 m of 500 rad/s^2 each.
    cr_expect(fabs(c[i] - c_known[i]) < 4 * DBL_EPSILON * 250, "c %d: off by %g", i, c[i] - c_known[i]);
  }
  for (int i = 0; i < 16; ++i) {
    const double scale = sqrt(w_known[i / 4 * 5] * w_known[i % 4 * 5]);
    cr_expect(fabs(w[i] - w_known[i]) < 16 * DBL_EPSILON * scale, "w %d: off by %g of %g", i, w[i] - w_known[i], scale);
  }
}

/// Lengths and masses that lie 1e6 apart, centres on the joint: the rate stays finite and the energy is kept.
Test(chain, links_far_apart_keep_the_energy) {
  static chain_rig r;
  chain_rig_bars(&r, 3);
  r.links[0] = (carom_link){1e3, 1e-3, 0, 1e3};
  r.links[1] = (carom_link){1e-3, 1e3, 0.5e-3, 1e-4};
  r.links[2] = (carom_link){1, 1, 0, 1e-3};
  r.angles[0] = 0.2;
  r.rates[2] = 100;
  chain_rig_prepare(&r);
  const double before = r.mover.energy(&r.mover, r.state);
  mover_fly(&r.mover, 1, r.state);
  const double lost = before - r.mover.energy(&r.mover, r.state);
  cr_assert(fabs(lost) < 1e-10 * 9.81e6, "%g J of 1e7", lost);
}

/// The whole range of lengths and masses: a chain of equal bars of length l falls as one of length 1 does, times 1/l.
Test(chain, any_unit_will_do) {
  static chain_rig r;
  double expected[6];
  for (int k = 0; k < 10; ++k) {
    const double masses[] = {1, 1e-60, 1e60}, lengths[] = {1, 1e-60, 1e60};
    const double l = lengths[k % 3], m = masses[k / 3 % 3];
    chain_rig_bars(&r, 3);
    for (int i = 0; i < 3; ++i) {
      r.links[i] = (carom_link){l, m, l / 2, m * l * l / 12};
      r.angles[i] = 0.3 * i;
    }
    chain_rig_prepare(&r);
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
  static chain_rig r;
  chain_rig_bars(&r, 2);
  r.motion.gravity = (carom_vec3){0, 0, 0};
  chain_rig_prepare(&r);
  cr_assert(isinf(r.mover.pace(&r.mover, r.state)));
  r.state[2] = -3;  // both links as one, about the base
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 0.5 / 3) < 1e-14);
  chain_rig_bars(&r, 1);  // falls at 3/2 g/l
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 1 / sqrt(1.5 * 9.81)) < 1e-14);
}

Test(chain, points_have_names) {
  static chain_rig r;
  char name[32];
  chain_rig_bars(&r, 3);
  const char* const names[] = {"joint 1", "joint 2", "tip"};
  for (int i = 0; i < 3; ++i) {
    r.mover.name(&r.mover, i, sizeof name, name);
    cr_expect_str_eq(name, names[i]);
  }
  chain_rig_bars(&r, 1);
  r.mover.name(&r.mover, 0, sizeof name, name);
  cr_expect_str_eq(name, "tip");
  cr_expect(r.mover.size == 1 && r.mover.dimension == 2 && r.mover.point_count == 1 && r.mover.tidy == NULL &&
            !r.mover.rolls);
}

Test(chain, bad_input_is_named) {
  static chain_rig r;
  carom_diag diag;
  chain_rig_bars(&r, 2);
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
#define BAD(type, place, value, code, name) WHILE_BAD(type, place, value, EXPECT(code, name))
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
