// Jia, Mason & Erdmann 2013: what the paper prints, number by number.
//
// Its numbers come from steps through impulse space, whose error near E = 0 is of the order sqrt(h); where a printed
// value is off the test says by how much, and shows the right one. Right ones come from two independent programs that
// agreed to 1e-12.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/model.h"
#include "carom/simultaneous.h"
#include "published/masse_shot.h"
#include "published/sample.h"
#include "simultaneous/run.h"
#include "simultaneous/two_balls.h"

static void expect_close(double actual, double expected, double tolerance, const char* what) {
  cr_expect(is_close(actual, expected, tolerance), "%s: %.17g, expected %.17g within %.2g", what, actual, expected,
            tolerance);
}

/// The states of the paper as sets: S1 = both, S2 = ball on table, S3 = ball on ball.
enum { S1 = 3, S2 = 2, S3 = 1 };

static void expect_states(const collision* got, const uint64_t* states, int count, const char* what) {
  cr_expect_eq(got->log.state_count, count, "%s: %d states", what, got->log.state_count);
  for (int i = 0; i < count && i < got->log.state_count; ++i)
    cr_expect_eq(got->states[i], states[i], "%s: state %d is %d", what, i, (int)got->states[i]);
}

typedef struct rebound {
  double i1, i2, v1, v2;
} rebound;

static rebound drop(two_balls b, collision* got) {
  const two_balls_problem p = two_balls_make(b);
  const carom_contact_problem problem = two_balls_view(&p);
  collide_well(&problem, got);
  const double i1 = got->contacts[0].impulse[1], i2 = got->contacts[1].impulse[1];
  // @eq JME13 (11)  v1 = v0 + I1/m1
  // @eq JME13 (12)  v2 = (I2 - I1)/m2
  return (rebound){i1, i2, b.v0 + i1 / b.m1, (i2 - i1) / b.m2};
}

static const double M2 = 1.1547005383792517;  // 2/sqrt 3
static collision got;

// @eq JME13 (44)  m2 = 2/sqrt 3, k2/k1 = 1, e1 = e2 = 1
Test(jme13, elastic_collision_of_fig_7) {
  const rebound r = drop((two_balls){1, M2, -1, 1, 1, 1, 1}, &got);
  expect_close(r.i1, 1.945114611914527, 1e-12, "I1");
  expect_close(r.i2, 2.2962185106604887, 1e-12, "I2");
  expect_close(r.v1, 0.945114612, 1e-9, "v1");
  expect_close(r.v2, 0.304064896, 1e-9, "v2");
  expect_states(&got, (uint64_t[]){S1, S2, S1, S3}, 4, "Fig. 7");
  // Printed: J = (1.94484, 2.29559), v = (0.94484, 0.30376); its energy is not the one before.
  expect_close(1.94484, r.i1, 3e-4, "printed I1");
  expect_close(2.29559, r.i2, 7e-4, "printed I2");
  const double printed_energy = 0.5 * 0.94484 * 0.94484 + 0.5 * M2 * 0.30376 * 0.30376;
  expect_close(0.5 * r.v1 * r.v1 + 0.5 * M2 * r.v2 * r.v2, 0.5, 1e-13, "energy");
  cr_expect(0.5 - printed_energy > 3e-4 && 0.5 - printed_energy < 5e-4, "printed energy is %.6f", printed_energy);
}

/// Normal impulses where an event of this type and contact happened the nth time.
static const double* impulses_at(const collision* c, carom_event_type type, int contact, int nth) {
  for (int k = 0; k < c->log.event_count; ++k)
    if (c->events[k].type == type && c->events[k].contact == contact && nth-- == 0) return c->impulses + 2 * k;
  cr_assert_fail("no event %s of contact %d", carom_event_word(type), contact);
  return NULL;
}

Test(jme13, plastic_collision_of_table_1) {
  const rebound r = drop((two_balls){1, M2, -1, 0.9, 0.7, 1, 1}, &got);
  expect_close(r.v1, 0.613949419, 1e-9, "v1");
  expect_close(r.v2, 0.209719520, 1e-9, "v2");
  expect_states(&got, (uint64_t[]){S1, S2, S1, S3}, 4, "Table 1");
  expect_close(0.61377, r.v1, 2e-4, "printed v1");
  expect_close(0.20947, r.v2, 3e-4, "printed v2");
  // Where states begin: true ones to nine digits, printed ones to their error. Row S2 is the worst: E1 = 0 ends it.
  const struct {
    carom_event_type type;
    int contact, nth;
    double i1, i2, printed_i1, printed_i2, error;
  } rows[] = {{CAROM_EVENT_RESTITUTION_END, 0, 0, 1.138298215, 0.787234324, 1.13807, 0.76239, 0.026},
              {CAROM_EVENT_REACTIVATE, 0, 0, 1.138298215, 1.297991239, 1.13807, 1.29750, 6e-4},
              {CAROM_EVENT_RESTITUTION_END, 1, 0, 1.279216896, 1.856112662, 1.27281, 1.85565, 7e-3},
              {CAROM_EVENT_RESTITUTION_END, 0, 1, 1.613949419, 1.856112662, 1.61377, 1.85565, 6e-4}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const double* impulses = impulses_at(&got, rows[i].type, rows[i].contact, rows[i].nth);
    expect_close(impulses[0], rows[i].i1, 1e-9, "I1 of Table 1");
    expect_close(impulses[1], rows[i].i2, 1e-9, "I2 of Table 1");
    expect_close(rows[i].printed_i1, impulses[0], rows[i].error, "printed I1 of Table 1");
    expect_close(rows[i].printed_i2, impulses[1], rows[i].error, "printed I2 of Table 1");
  }
  const double* end = impulses_at(&got, CAROM_EVENT_RESTITUTION_END, 0, 0);
  cr_expect_gt(end[1] - 0.76239, 0.02, "the printed end of the first state is early");
}

static int count_events(const collision* c, carom_event_type type, int contact) {
  int count = 0;
  for (int k = 0; k < c->log.event_count; ++k) count += c->events[k].type == type && c->events[k].contact == contact;
  return count;
}

/// Fig. 9: the curve crosses the compression line of the balls three times and that of the table twice, as printed, but
/// the ball-ball contact ends first, not the other: the states are S1, S2.
Test(jme13, restart_of_compression_of_fig_9) {
  const rebound r = drop((two_balls){1, 0.5, -1, 0.9, 0.7, 1, 1}, &got);
  expect_close(r.v1, 0.636840, 1e-6, "v1");
  expect_close(r.v2, 0.155810, 1e-6, "v2");
  expect_states(&got, (uint64_t[]){S1, S2}, 2, "Fig. 9, printed S1, S3");
  cr_expect_geq(count_events(&got, CAROM_EVENT_COMPRESSION_END, 0), 2);
  cr_expect_geq(count_events(&got, CAROM_EVENT_RECOMPRESS, 0), 1);
  cr_expect_geq(count_events(&got, CAROM_EVENT_RECOMPRESS, 1), 1);
}

/// Two ping-pong balls on plexiglass, for both guesses of k2/k1: the sequence S1, S3 of the paper.
Test(jme13, ping_pong_balls) {
  two_balls balls = {0.00023, 0.00023, -2.02014, 0.950043, 0.846529, 1, 2.25};
  const rebound r = drop(balls, &got);
  expect_close(r.v1 / -balls.v0, 0.777986839, 1e-9, "v1/v0");
  expect_close(r.v2 / -balls.v0, 0.351036643, 1e-9, "v2/v0");
  expect_states(&got, (uint64_t[]){S1, S3}, 2, "k2/k1 = 2.25");
  balls.k2 = 2.7;
  drop(balls, &got);
  expect_states(&got, (uint64_t[]){S1, S3}, 2, "k2/k1 = 2.7");
  balls.v0 = -3.59304;
  const rebound fast = drop(balls, &got);
  balls.v0 = -2.02014;
  const rebound slow = drop(balls, &got);
  expect_close(fast.v1 / -3.59304, slow.v1 / -2.02014, 1e-12, "the ratio does not depend on v0");
}

static void expect_vector(carom_vec3 actual, carom_vec3 expected, double tolerance, const char* what) {
  expect_close(actual.x, expected.x, tolerance, what);
  expect_close(actual.y, expected.y, tolerance, what);
  expect_close(actual.z, expected.z, tolerance, what);
}

static double along(carom_vec3 a, const carom_mat3* m, carom_vec3 b) {
  return carom_vec3_dot(a, carom_mat3_apply(*m, b));
}

static carom_mat3 outer(double scale, carom_vec3 a, carom_vec3 b) {
  const double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
  carom_mat3 m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m.m[i][j] = scale * x[i] * y[j];
  return m;
}

static carom_mat3 sum(carom_mat3 a, carom_mat3 b) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] += b.m[i][j];
  return a;
}

// @eq JME13 (48)  v_c = v_c0 + (I1.c) c/m_c
// @eq JME13 (49)  v = (I2 - I1)/m
// @eq JME13 (50)  omega = -5/(2 m r) (n x I1 + z x I2)
// @eq JME13 (51)  v1 = v_c0 + (c c^T/m_c + 7/(2m) - 5/(2m) n n^T) I1 + (-1 + 5/2 n.z - 5/2 z n^T) I2/m; printed z z^T
// @eq JME13 (52)  v2 = ((-1 + 5/2 n.z - 5/2 n z^T) I1 + (7/2 - 5/2 z z^T) I2)/m; printed n n^T
Test(jme13, the_matrix_of_a_shot) {
  shot s;
  make_shot(false, 7, &s);
  const carom_vec3 n = unit(HIT), z = {0, 0, 1}, c = s.bodies[0].guide;
  const double m = BALL_MASS, nz = carom_vec3_dot(n, z);
  const carom_mat3 w11 =
      sum(sum(outer(1 / CUE_MASS, c, c), carom_mat3_diagonal(3.5 / m, 3.5 / m, 3.5 / m)), outer(-2.5 / m, n, n));
  const double d = (-1 + 2.5 * nz) / m;
  const carom_mat3 w12 = sum(carom_mat3_diagonal(d, d, d), outer(-2.5 / m, z, n));
  const carom_mat3 w22 = sum(carom_mat3_diagonal(3.5 / m, 3.5 / m, 3.5 / m), outer(-2.5 / m, z, z));
  const carom_mat3 blocks[2][2] = {{w11, w12}, {carom_mat3_transpose(w12), w22}};
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) {
      const carom_frame *fa = &s.touches[a / 3].frame, *fb = &s.touches[b / 3].frame;
      const carom_vec3 axes_a[3] = {fa->t1, fa->t2, fa->n}, axes_b[3] = {fb->t1, fb->t2, fb->n};
      expect_close(s.w[6 * a + b], along(axes_a[a % 3], &blocks[a / 3][b / 3], axes_b[b % 3]), 1e-13 * 21, "W");
    }
  // With the printed z z^T in (51) and n n^T in (52) the two off-diagonal blocks are not each other's transposes.
  const carom_mat3 printed12 = sum(carom_mat3_diagonal(d, d, d), outer(-2.5 / m, z, z));
  const carom_mat3 printed21 = sum(carom_mat3_diagonal(d, d, d), outer(-2.5 / m, n, n));
  cr_expect_gt(fabs(printed12.m[0][0] - printed21.m[0][0]), 1);
}

/// Both readings of where the cue points, with the numbers that the model gives.
Test(jme13, masse_shot_of_section_9_2) {
  const carom_body ball = shoot(false, 7, &got);
  expect_vector(ball.velocity, (carom_vec3){-1.425, 0.246, 0.456}, 6e-4, "v");
  expect_vector(ball.spin, (carom_vec3){17.09, 83.81, -1.11}, 6e-3, "omega");
  expect_states(&got, (uint64_t[]){S1, S3}, 2, "the shot");
  const carom_body mirrored = shoot(true, 7, &got);
  expect_vector(mirrored.velocity, (carom_vec3){-2.073102884226735, 0.2414654300182923, 0.4667796953798269}, 1e-9,
                "v, other reading");
  expect_vector(mirrored.spin, (carom_vec3){11.615686416836313, 25.22893391407258, -6.141717737257201}, 1e-7,
                "omega, other reading");
  expect_states(&got, (uint64_t[]){S1, S2}, 2, "the shot, other reading: the states that are printed");
  const carom_body stiff = shoot(true, 2, &got);
  expect_vector(stiff.velocity, (carom_vec3){-1.4866948988448616, 0.3195395879948312, 0.6072312081089144}, 1e-9,
                "v, other reading, eta1^2 = 2");
  expect_vector(stiff.spin, (carom_vec3){4.1563762651388645, 70.62410544765446, 2.838497564339867}, 1e-7,
                "omega, other reading, eta1^2 = 2");
}

/// (n + z).omega = -5/(2 r) n.(z x v) follows from (49) and (50) whatever the impulses are.
static double identity(carom_vec3 v, carom_vec3 omega, double radius) {
  const carom_vec3 n = unit(HIT), z = {0, 0, 1};
  const double left = carom_vec3_dot(carom_vec3_add(n, z), omega);
  return left + 2.5 / radius * carom_vec3_dot(n, carom_vec3_cross(z, v));
}

// @eq JME13 (57)  v = (-1.67629, -0.075349, 0.637937), omega = (40.3064, 83.6145, -15.4927): not from the stated data
/// The printed prediction satisfies the identity at r = 0.0286, not at the stated 0.0305; and it is not what the stated
/// data give, under either reading.
Test(jme13, the_printed_prediction_is_from_other_data) {
  const carom_vec3 v = {-1.67629, -0.075349, 0.637937}, omega = {40.3064, 83.6145, -15.4927};
  expect_close(identity(v, omega, 0.0286), 0, 2e-3, "identity at 0.0286, printed digits");
  cr_expect_gt(fabs(identity(v, omega, 0.0305)), 1);
  for (int reading = 0; reading < 2; ++reading) {
    const carom_body ball = shoot(reading, 7, &got);
    expect_close(identity(ball.velocity, ball.spin, RADIUS), 0, 1e-12 * 100, "identity");
    cr_expect_gt(carom_vec3_norm(carom_vec3_sub(ball.velocity, v)), 0.1);
  }
}

/// The side to which the ball's path on the cloth bends: > 0 left. Slip keeps its direction and a = -mu g s/|s|.
static double bend(const carom_body* ball) {
  const double sx = ball->velocity.x - RADIUS * ball->spin.y, sy = ball->velocity.y + RADIUS * ball->spin.x;
  return (ball->velocity.y * sx - ball->velocity.x * sy) / hypot(sx, sy);
}

/// Fig. 16(d): eta1^2 from 2 to 7. More compliance at the cue turns the curve from right to left, steadily from 3 on:
/// between 6 and 7, with the other reading between 4 and 5; printed: between 3 and 4. The first reading also has a
/// faint left turn at 2, where the cue slips otherwise.
Test(jme13, more_compliance_turns_the_curve_to_the_left) {
  const int last_right[2] = {6, 4};
  for (int reading = 0; reading < 2; ++reading) {
    double before = -HUGE_VAL;
    for (int eta2 = 2; eta2 <= 7; ++eta2) {
      const carom_body ball = shoot(reading, eta2, &got);
      const double side = bend(&ball);
      printf("masse, reading %d, eta1^2 = %d: v (%.6f, %.6f, %.6f), omega (%.5f, %.5f, %.5f), bends %s (%.4f)\n",
             reading + 1, eta2, ball.velocity.x, ball.velocity.y, ball.velocity.z, ball.spin.x, ball.spin.y,
             ball.spin.z, side > 0 ? "left" : "right", side);
      if (eta2 == 2) continue;
      cr_expect_eq(side > 0, eta2 > last_right[reading], "reading %d, eta1^2 = %d", reading + 1, eta2);
      cr_expect_gt(side, before, "steadily");
      before = side;
    }
  }
  const carom_body first = shoot(false, 2, &got), other = shoot(true, 2, &got);
  expect_close(bend(&first), 0.01512, 5e-6, "first reading, eta1^2 = 2");
  expect_close(bend(&other), -0.13263, 5e-6, "other reading, eta1^2 = 2");
}
