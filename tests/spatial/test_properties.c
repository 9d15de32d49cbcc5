// What must hold for every impact in space, over fixed-seed random ones with wide ranges. CAROM_SOAK=N in the
// environment runs N impacts instead of the few of every day (`make soak`: 10 million); the worst of everything is
// printed.
#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/carom.h"
#include "soak.h"
#include "spatial/sample.h"

static const sample_ranges WIDE = {.mass = 1e6, .mu = 100, .slip = 1e9};

static long impact_count(long usual) {
  const char* soak = getenv("CAROM_SOAK");
  return soak ? atol(soak) : usual;
}

// Measured over 10 million: 1e-13 and less. Slip of 1e9 times the approach makes W I a small difference now and then.
static const double VELOCITY = 1e-12, BAR = 1e-13;

typedef struct worst {
  double velocity;  // v - v0 - W I, as a part of the largest term
  double cone;      // |I_t| - mu I_z, as a part of |I|
  double gain;      // energy gained, as a part of the energy stored
  int steps;
  long gains_of_newton, recompressions, still_approaching;
} worst;

static void check_velocity(const carom_spatial_problem* p, const carom_spatial_outcome* o, worst* w) {
  const double i[3] = {o->impulse.x, o->impulse.y, o->impulse.z}, before[3] = {p->v.x, p->v.y, p->v.z};
  const double after[3] = {o->v.x, o->v.y, o->v.z};
  for (int a = 0; a < 3; ++a) {
    double sum = before[a], scale = fabs(before[a]);
    for (int b = 0; b < 3; ++b) {
      sum += p->w.m[a][b] * i[b];
      scale += fabs(p->w.m[a][b] * i[b]);
    }
    if (scale > 0) w->velocity = soak_worst(w->velocity, fabs(sum - after[a]) / scale, VELOCITY, "velocity");
  }
}

static void check_one(const carom_spatial_problem* p, worst* w) {
  carom_spatial_outcome o;
  carom_diag diag;
  const carom_status status = carom_spatial_solve(p, &o, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
  cr_assert(carom_vec3_is_finite(o.impulse) && carom_vec3_is_finite(o.v) && isfinite(o.energy.change));
  check_velocity(p, &o, w);
  const double size = carom_vec3_norm(o.impulse), tangential = hypot(o.impulse.x, o.impulse.y);
  if (size > 0) w->cone = soak_worst(w->cone, (tangential - p->surface.mu_static * o.impulse.z) / size, BAR, "cone");
  if (p->surface.law == CAROM_LAW_NEWTON)
    w->gains_of_newton += o.energy.change > 1e-13 * o.stored;
  else if (o.stored > 0)
    w->gain = soak_worst(w->gain, o.energy.change / o.stored, BAR, "gain");
  cr_assert_geq(o.energy.friction, 0);
  w->steps = o.steps > w->steps ? o.steps : w->steps;
  w->recompressions += o.recompressed;
  w->still_approaching += (o.warnings & CAROM_WARN_STILL_APPROACHING) != 0;
  for (int i = 1; i < o.event_count; ++i) cr_assert_geq(o.events[i].impulse_n, o.events[i - 1].impulse_n);
}

Test(spatial_properties, every_impact, .fini = soak_tell, .timeout = 36000) {
  test_random r = {1};
  worst w = {0};
  const long count = impact_count(200000);
  for (long i = 0; i < count; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, WIDE);
    const carom_contact_problem problem = {3, 1, &p.w.m[0][0], &p.v.x, &p.surface};
    soak_at("spatial properties", i, count);
    soak_problem(&problem);
    check_one(&p, &w);
  }
  soak_over();
  printf(
      "spatial properties: %ld impacts; worst velocity %.2g, cone %.2g, gain %.2g, steps %d; Newton gained in %ld, "
      "%ld recompressed, %ld ended while approaching (Poisson)\n",
      count, w.velocity, w.cone, w.gain, w.steps, w.gains_of_newton, w.recompressions, w.still_approaching);
  cr_expect_lt(w.velocity, VELOCITY);
  cr_expect_lt(w.cone, BAR);
  cr_expect_lt(w.gain, BAR);
  cr_expect_lt(w.steps, CAROM_SPATIAL_MAX_STEPS / 2);
}

/// The bound that proves that every impact ends: I_zc <= (mu |gamma| - v_z)/lambda_min(W).
Test(spatial_properties, compression_ends_within_its_bound) {
  test_random r = {2};
  for (int i = 0; i < 20000; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){10, 5, 100});
    carom_spatial_outcome o;
    cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
    carom_mat3 copy = p.w;
    double values[3];
    carom_symmetric_eigen(3, &copy.m[0][0], values, NULL);
    const double bound = (p.surface.mu_static * hypot(p.v.x, p.v.y) - p.v.z) / values[0];
    cr_assert(o.impulse_n_compression <= bound * (1 + 1e-12), "%.17g over %.17g", o.impulse_n_compression, bound);
  }
}

/// A planar impact in space: y is uncoupled and at rest. The closed form of the planar solver is the other road.
Test(spatial_properties, confined_to_a_plane_it_is_the_planar_impact) {
  test_random r = {3};
  double worst_off = 0;
  for (int i = 0; i < 100000; ++i) {
    carom_spatial_problem p = sample_spatial(&r, (sample_ranges){10, 3, 100});
    const double turn = test_random_uniform(&r, -3, 3), c = cos(turn), s = sin(turn);
    carom_planar_problem flat = carom_planar_problem_default();
    flat.w_tt = p.w.m[0][0];
    flat.w_tn = p.w.m[0][2];
    flat.w_nn = p.w.m[2][2];
    flat.v_t = p.v.x;
    flat.v_n = p.v.z;
    flat.surface = p.surface;
    const double b2 = p.w.m[1][1];
    // Turned about the normal, so that the plane is no coordinate plane.
    p.w = (carom_mat3){{{flat.w_tt * c * c + b2 * s * s, (flat.w_tt - b2) * c * s, flat.w_tn * c},
                        {(flat.w_tt - b2) * c * s, flat.w_tt * s * s + b2 * c * c, flat.w_tn * s},
                        {flat.w_tn * c, flat.w_tn * s, flat.w_nn}}};
    p.v = (carom_vec3){flat.v_t * c, flat.v_t * s, flat.v_n};
    carom_spatial_outcome o;
    carom_planar_outcome f;
    cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
    cr_assert_eq(carom_planar_solve(&flat, &f, NULL), CAROM_OK);
    const double t = o.impulse.x * c + o.impulse.y * s, across = -o.impulse.x * s + o.impulse.y * c;
    const double size = hypot(f.impulse_t, f.impulse_n);
    if (size == 0) continue;
    const double off = hypot(hypot(t - f.impulse_t, o.impulse.z - f.impulse_n), across) / size;
    // Turning rounds W; where the direction repels, slip leaves the plane by that rounding, amplified.
    worst_off = fmax(worst_off, off);
    cr_assert(off < 1e-12, "%d: off by %.3g, %s against %s", i, off, o.sequence, carom_planar_mode_word(f.mode));
  }
  printf("spatial against planar: worst %.2g\n", worst_off);
}

static carom_mat3 turned_matrix(carom_mat3 w, double c, double s) {
  const carom_mat3 q = {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
  carom_mat3 result = carom_mat3_mul(carom_mat3_mul(q, w), carom_mat3_transpose(q));
  carom_symmetrize(3, &result.m[0][0]);
  return result;
}

Test(spatial_properties, turning_or_mirroring_the_tangents_changes_nothing) {
  test_random r = {4};
  for (int i = 0; i < 20000; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){10, 3, 100});
    const double angle = test_random_uniform(&r, -3, 3), c = cos(angle), s = sin(angle);
    carom_spatial_problem turned = p, mirrored = p;
    turned.w = turned_matrix(p.w, c, s);
    turned.v = (carom_vec3){c * p.v.x - s * p.v.y, s * p.v.x + c * p.v.y, p.v.z};
    mirrored.v.y = -p.v.y;
    mirrored.w.m[0][1] = mirrored.w.m[1][0] = -p.w.m[0][1];
    mirrored.w.m[1][2] = mirrored.w.m[2][1] = -p.w.m[1][2];
    carom_spatial_outcome a, b, m;
    cr_assert_eq(carom_spatial_solve(&p, &a, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_solve(&turned, &b, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_solve(&mirrored, &m, NULL), CAROM_OK);
    const carom_vec3 want = {c * a.impulse.x - s * a.impulse.y, s * a.impulse.x + c * a.impulse.y, a.impulse.z};
    const double size = carom_vec3_norm(a.impulse);
    cr_assert(carom_vec3_norm(carom_vec3_sub(b.impulse, want)) <= 1e-11 * size, "%d", i);
    const carom_vec3 mirror = {a.impulse.x, -a.impulse.y, a.impulse.z};
    cr_assert(carom_vec3_norm(carom_vec3_sub(m.impulse, mirror)) <= 1e-13 * size, "%d", i);
  }
}

Test(spatial_properties, units_do_not_matter) {
  test_random r = {5};
  for (int i = 0; i < 5000; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){10, 3, 100});
    const int mass = test_random_below(&r, 601) - 300, speed = test_random_below(&r, 601) - 300;
    carom_spatial_problem q = p;
    for (int k = 0; k < 9; ++k) q.w.m[k / 3][k % 3] = ldexp(p.w.m[k / 3][k % 3], -mass);
    q.v = (carom_vec3){ldexp(p.v.x, speed), ldexp(p.v.y, speed), ldexp(p.v.z, speed)};
    carom_spatial_outcome a, b;
    cr_assert_eq(carom_spatial_solve(&p, &a, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_solve(&q, &b, NULL), CAROM_OK);
    cr_assert_str_eq(a.sequence, b.sequence);
    const double size = carom_vec3_norm(a.impulse);
    const carom_vec3 back = {ldexp(b.impulse.x, -mass - speed), ldexp(b.impulse.y, -mass - speed),
                             ldexp(b.impulse.z, -mass - speed)};
    cr_assert(carom_vec3_norm(carom_vec3_sub(back, a.impulse)) <= 1e-13 * size, "%d: %d %d", i, mass, speed);
  }
}

static carom_spatial_problem wild_problem(test_random* r) {
  carom_spatial_problem p = carom_spatial_problem_default();
  double l[3][3] = {{0}};
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b <= a; ++b) l[a][b] = test_random_wild(r);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) p.w.m[a][b] = l[a][0] * l[b][0] + l[a][1] * l[b][1] + l[a][2] * l[b][2];
  p.v = (carom_vec3){test_random_wild(r), test_random_wild(r), -fabs(test_random_wild(r))};
  p.surface.law = (carom_law)test_random_below(r, 3);
  p.surface.e = test_random_below(r, 3) ? test_random_uniform(r, 0, 1) : ldexp(1, -test_random_below(r, 1074));
  p.surface.mu = p.surface.mu_static = fabs(test_random_wild(r));
  return p;
}

Test(spatial_properties, any_finite_input_has_a_finite_answer_or_a_named_error) {
  test_random r = {6};
  long solved = 0;
  for (int i = 0; i < 300000; ++i) {
    const carom_spatial_problem p = wild_problem(&r);
    carom_spatial_outcome o;
    carom_diag diag = {0};
    const carom_status status = carom_spatial_solve(&p, &o, &diag);
    if (status != CAROM_OK) {
      cr_assert(diag.status == status && diag.message[0], "an error without a sentence");
      continue;
    }
    ++solved;
    cr_assert(carom_vec3_is_finite(o.impulse) && carom_vec3_is_finite(o.v), "%d", i);
    cr_assert(isfinite(o.energy.change) && o.energy.friction >= 0 && o.stored >= 0, "%d", i);
    if (p.surface.law == CAROM_LAW_STRONGE) cr_assert(o.energy.change <= 0, "%d", i);
  }
  cr_assert_gt(solved, 50000);
}
