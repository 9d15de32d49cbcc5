// Every feature of the format, and the structs it becomes.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "kit/good_texts.h"
#include "kit/parse_text.h"

/// What a mended vector or matrix may be off by: a handful of roundings of numbers of size 1.
static const double ROUNDED = 8 * DBL_EPSILON;

#define EXPECT_VECTOR(v, a, b, c) cr_expect((v).x == (a) && (v).y == (b) && (v).z == (c))

static bool near_vector(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_norm(carom_vec3_sub(a, b)) <= ROUNDED * fmax(1, carom_vec3_norm(b));
}

static bool near_matrix(carom_mat3 a, carom_mat3 b) {
  double worst = 0;
  for (int i = 0; i < 9; i++) {
    worst = fmax(worst, fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]));
  }
  return worst <= ROUNDED;
}

Test(read_good, spatial_bodies) {
  carom_scenario* s = parse_good(good_texts[0]);
  cr_expect_str_eq(s->title, "Kugel st\xC3\xB6\xC3\x9Ft \"Pin\"");
  cr_expect_eq(s->dimension, 3);
  cr_expect_eq(s->kind, CAROM_SCENARIO_BODIES);
  cr_expect_eq(s->model, CAROM_MODEL_SPATIAL);
  cr_expect_eq(s->method.kind, CAROM_METHOD_EXACT);
  cr_assert_eq(s->body_count, 6);
  const carom_body* ball = &s->bodies[0];
  cr_expect_str_eq(s->body_info[0].name, "ball");
  cr_expect_eq(ball->kind, CAROM_BODY_FREE);
  cr_expect_eq(ball->mass, 6.8);
  cr_expect_eq(ball->inertia.m[2][2], 0.03);
  cr_expect_eq(ball->inertia.m[0][1], 0);
  EXPECT_VECTOR(ball->position, 0, 0, 0.1);
  EXPECT_VECTOR(ball->velocity, 1, 2, -3);
  EXPECT_VECTOR(ball->spin, 4, 5, 6);
  cr_expect_not(s->body_info[0].spin_in_body_frame);
  carom_scenario_free(s);
}

Test(read_good, orientations_and_spin_frames) {
  carom_scenario* s = parse_good(good_texts[0]);
  const carom_body *pin = &s->bodies[1], *top = &s->bodies[2], *die = &s->bodies[3];
  cr_expect_eq(pin->inertia.m[1][0], 0.001);
  cr_expect_eq(pin->orientation.m[0][1], -0.6);
  cr_expect(s->body_info[1].spin_in_body_frame);
  cr_expect(near_vector(pin->spin, (carom_vec3){0.8 * 0.1 - 0.6 * 0.2, 0.6 * 0.1 + 0.8 * 0.2, 0.3}));
  cr_expect(near_vector(carom_mat3_apply(top->orientation, (carom_vec3){0, 0.6, 0.8}), (carom_vec3){0, 0.6, 0.8}));
  cr_expect_not(s->body_info[2].spin_in_body_frame);
  EXPECT_VECTOR(top->velocity, 0, 0, 0);
  EXPECT_VECTOR(top->spin, 0, 0, 0);
  // (0.7071, 0, 0.7071, 0), normalised: a quarter turn about y takes z to x.
  cr_expect(near_matrix(die->orientation, (carom_mat3){{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}));
  cr_expect_eq(die->position.x, 1e-320);
  cr_expect(signbit(die->position.y));
  carom_scenario_free(s);
}

Test(read_good, guided_and_fixed) {
  carom_scenario* s = parse_good(good_texts[0]);
  const carom_body* cue = &s->bodies[4];
  cr_expect_eq(cue->kind, CAROM_BODY_GUIDED);
  cr_expect_eq(cue->mass, 0.5);
  EXPECT_VECTOR(cue->guide, 0.6, 0, 0.8);
  EXPECT_VECTOR(cue->velocity, 1.8, 0, 2.4);
  cr_expect_eq(s->bodies[5].kind, CAROM_BODY_FIXED);
  cr_expect_str_eq(s->body_info[5].name, "floor");
  carom_scenario_free(s);
}

Test(read_good, contact_of_bodies) {
  carom_scenario* s = parse_good(good_texts[0]);
  cr_assert_eq(s->contact_count, 1);
  const carom_touch* touch = &s->touches[0];
  cr_expect_eq(touch->body_a, 0);
  cr_expect_eq(touch->body_b, 1);
  EXPECT_VECTOR(touch->point, 0.1, 0, 0.05);
  cr_expect_float_eq(carom_vec3_norm(touch->frame.n), 1, ROUNDED);
  cr_expect_float_eq(carom_vec3_norm(touch->frame.t1), 1, ROUNDED);
  cr_expect_float_eq(carom_vec3_dot(touch->frame.n, touch->frame.t1), 0, ROUNDED);
  cr_expect(near_vector(touch->frame.t2, carom_vec3_cross(touch->frame.n, touch->frame.t1)));
  cr_expect_gt(carom_vec3_dot(touch->frame.t1, (carom_vec3){1, 1, 1}), 0);
  const carom_surface* surface = &s->surfaces[0];
  cr_expect_eq(surface->law, CAROM_LAW_POISSON);
  cr_expect(surface->e == 0.7 && surface->mu == 0.2 && surface->mu_static == 0.3);
  cr_expect(surface->eta2 == 0 && surface->stiffness == 2 && surface->exponent == 1);
  carom_scenario_free(s);
}

Test(read_good, several_contacts) {
  carom_scenario* s = parse_good(good_texts[1]);
  cr_expect_eq(s->model, CAROM_MODEL_SIMULTANEOUS);
  cr_expect_null(s->title);
  cr_assert_eq(s->contact_count, 2);
  cr_expect_eq(s->surfaces[0].eta2, 7);
  cr_expect_eq(s->surfaces[0].mu_static, 0.7, "mu_static follows mu");
  cr_expect_eq(s->surfaces[0].law, CAROM_LAW_STRONGE);
  cr_expect_eq(s->surfaces[1].eta2, carom_eta2_from_poisson_ratio(0.3));
  cr_expect_not(s->compliance_by_poisson_ratio[0]);
  cr_expect(s->compliance_by_poisson_ratio[1]);
  EXPECT_VECTOR(s->touches[1].frame.t1, 1, 0, 0);
  EXPECT_VECTOR(s->touches[1].frame.t2, 0, 1, 0);
  EXPECT_VECTOR(s->touches[1].frame.n, 0, 0, 1);
  carom_scenario_free(s);
}

Test(read_good, mechanism) {
  carom_scenario* s = parse_good(good_texts[2]);
  cr_expect_eq(s->kind, CAROM_SCENARIO_MECHANISM);
  cr_expect_eq(s->model, CAROM_MODEL_PLANAR);
  cr_assert_eq(s->dof, 2);
  cr_expect_eq(s->mass_matrix[1], s->mass_matrix[2], "rounding is mended");
  cr_expect_float_eq(s->mass_matrix[1], 0.750005, DBL_EPSILON);
  cr_expect(s->velocity[0] == -1 && s->velocity[1] == 0.5);
  cr_expect(s->jacobian[0] == -1.2 && s->jacobian[1] == -0.5 && s->jacobian[2] == 1.5 && s->jacobian[3] == 0.8);
  cr_expect_eq(s->surfaces[0].law, CAROM_LAW_NEWTON);
  cr_expect_null(s->touches);
  carom_scenario_free(s);
}

Test(read_good, jacobians_are_stacked) {
  carom_scenario* s = parse_good(
      "{'carom': 1, 'mechanism': {'mass_matrix': [[2]], 'velocity': [3]}, 'contacts': [{'e': 1, 'jacobian': [[1], [2], "
      "[3]]}, {'e': 1, 'jacobian': [[4], [5], [6]]}]}");
  for (int i = 0; i < 6; i++) {
    cr_expect_eq(s->jacobian[i], i + 1);
  }
  carom_scenario_free(s);
}

Test(read_good, contact_space) {
  carom_scenario* s = parse_good(good_texts[3]);
  cr_expect_eq(s->kind, CAROM_SCENARIO_CONTACT_SPACE);
  cr_expect_eq(s->model, CAROM_MODEL_SIMULTANEOUS);
  cr_expect(s->w[7] == 1 && s->w[6] == 0 && s->v[1] == -1 && s->v[3] == -1);
  cr_expect(s->surfaces[0].exponent == 1.5 && s->surfaces[1].stiffness == 3);
  carom_scenario_free(s);
}

Test(read_good, methods) {
  carom_scenario* s = parse_good(good_texts[4]);
  cr_expect_eq(s->model, CAROM_MODEL_SPATIAL);
  cr_expect_eq(s->method.kind, CAROM_METHOD_VS);
  cr_expect(s->method.epsilon == 0.25 && s->method.h1 == 0.02 && s->method.h2 == 0.01);
  carom_scenario_free(s);
  s = parse_good(good_texts[5]);
  cr_expect_eq(s->model, CAROM_MODEL_COMPLIANT);
  cr_expect_eq(s->method.kind, CAROM_METHOD_PUBLISHED);
  carom_scenario_free(s);
  s = parse_good(
      "{'carom': 1, 'contact_space': {'W': [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 'v': [0, 0, -1]}, 'contacts': [{'e': "
      "1}], 'method': {'scheme': 'fs', 'step': 0.125}}");
  cr_expect_eq(s->method.kind, CAROM_METHOD_FS);
  cr_expect_eq(s->method.step, 0.125);
  carom_scenario_free(s);
}

Test(read_good, chain) {
  carom_scenario* s = parse_good(good_texts[6]);
  cr_expect_eq(s->kind, CAROM_SCENARIO_CHAIN);
  cr_expect_eq(s->model, CAROM_MODEL_MOTION);
  cr_assert_eq(s->chain.link_count, 2);
  const carom_link *bar = &s->chain.links[0], *other = &s->chain.links[1];
  cr_expect(s->chain.base.x == 0 && s->chain.base.y == 1);
  cr_expect(bar->length == 1 && bar->mass == 2 && bar->centre == 0.5 && bar->inertia == 2.0 / 12);
  cr_expect(other->centre == 0.2 && other->inertia == 0.03);
  cr_expect(s->chain.angles[1] == 0.5 && s->chain.rates[1] == -1);
  cr_expect(s->motion.until == 1.41 && s->motion.gravity.y == -9.81 && s->motion.sample == 1.41 / 500);
  cr_expect(s->motion.cutoff_speed == 1e-6 && s->motion.tolerance == 1e-12);
  cr_expect_eq(s->motion.planes[0].surface.eta2, carom_eta2_from_poisson_ratio(0.25));
  cr_expect_not(s->motion.has_cloth);
  carom_scenario_free(s);
}

Test(read_good, bodies_that_fly) {
  carom_scenario* s = parse_good(good_texts[7]);
  cr_expect_eq(s->model, CAROM_MODEL_MOTION);
  cr_expect_eq(s->contact_count, 0);
  EXPECT_VECTOR(s->bodies[0].position, 0, 2, 0);
  EXPECT_VECTOR(s->bodies[0].velocity, 1, 0, 0);
  EXPECT_VECTOR(s->bodies[0].spin, 0, 0, 3);
  cr_expect_eq(s->bodies[0].inertia.m[2][2], 0.2);
  cr_assert_eq(s->body_info[0].point_count, 4);
  EXPECT_VECTOR(s->body_info[0].points[1], 0.5, -0.5, 0);
  cr_expect(s->body_info[0].angle == 0.3 && s->body_info[1].sphere_radius == 1);
  cr_expect(s->motion.cutoff_speed == 1e-5 && s->motion.sample == 0.01 && s->motion.tolerance == 1e-10);
  cr_assert_eq(s->motion.plane_count, 2);
  EXPECT_VECTOR(s->motion.planes[1].point, 9, 0, 0);
  EXPECT_VECTOR(s->motion.planes[1].normal, -0.8, 0.6, 0);
  cr_expect(s->motion.planes[0].surface.mu_static == 0.4 && s->motion.planes[1].surface.stiffness == 2);
  carom_scenario_free(s);
}

Test(read_good, cloth) {
  carom_scenario* s = parse_good(good_texts[8]);
  cr_expect_eq(s->model, CAROM_MODEL_MOTION);
  cr_expect(s->has_motion && s->motion.has_cloth);
  cr_expect_eq(s->motion.cloth.body, 1);
  cr_expect(s->motion.cloth.radius == 1 && s->motion.cloth.slide == 0.2 && s->motion.cloth.roll == 0.01);
  cr_expect_not(s->motion.cloth.hop);
  carom_scenario_free(s);
}

/// Rounded input is mended, and what is exact to rounding keeps its bits.
Test(read_good, rounding) {
  carom_scenario* s = parse_good(
      "{'carom': 1, 'dimension': 2, 'bodies': {'cue': {'mass': 1, 'guide': [0.7071, 0.7071], 'velocity': [1, 1.0001]},"
      "'exact': {'mass': 1, 'guide': [0.28, 0.96], 'velocity': [0.84, 2.88]}},"
      "'contacts': [{'bodies': ['cue', 'exact'], 'point': [0, 0], 'normal': [0.70710678118654757, "
      "0.70710678118654757], 'e': 1}]}");
  const carom_body* cue = &s->bodies[0];
  cr_expect_float_eq(carom_vec3_norm(cue->guide), 1, ROUNDED);
  cr_expect_float_eq(cue->velocity.x, cue->velocity.y, ROUNDED);
  EXPECT_VECTOR(s->bodies[1].guide, 0.28, 0.96, 0);
  EXPECT_VECTOR(s->bodies[1].velocity, 0.84, 2.88, 0);
  EXPECT_VECTOR(s->touches[0].frame.n, 0.70710678118654757, 0.70710678118654757, 0);
  EXPECT_VECTOR(s->touches[0].frame.t1, 0.70710678118654757, -0.70710678118654757, 0);
  carom_scenario_free(s);
}

Test(read_good, rounded_rotation_and_inertia) {
  carom_scenario* s = parse_good(
      "{'carom': 1, 'bodies': {'floor': {'fixed': true}, 'a': {'mass': 1, 'position': [0, 0, 0],"
      "'inertia': [[2, 0.1, 0], [0.1001, 2, 0], [0, 0, 2]],"
      "'orientation': [[0.8660, -0.5, 0], [0.5, 0.8660, 0], [0, 0, 1]]}},"
      "'contacts': [{'bodies': ['a', 'floor'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 1}]}");
  double off;
  carom_mat3_nearest_rotation(s->bodies[1].orientation, &off);
  cr_expect_leq(off, ROUNDED);
  cr_expect_float_eq(s->bodies[1].orientation.m[1][0], 0.5, 1e-4);
  cr_expect_eq(s->bodies[1].inertia.m[0][1], s->bodies[1].inertia.m[1][0]);
  cr_expect_float_eq(s->bodies[1].inertia.m[0][1], 0.10005, DBL_EPSILON);
  carom_scenario_free(s);
}

Test(read_good, one_planar_compliant_contact) {
  carom_scenario* s = parse_good(
      "{'carom': 1.0, 'dimension': 2e0, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 0, "
      "'law': 'stronge', 'mu': 0.5, 'mu_static': 0.5, 'poisson_ratio': 0}]}");
  cr_expect_eq(s->model, CAROM_MODEL_COMPLIANT);
  cr_expect_eq(s->surfaces[0].eta2, 1);
  carom_scenario_free(s);
}

/// until/500 of the smallest double is 0, which would be no sampling interval at all.
Test(read_good, shortest_motion) {
  carom_scenario* s = parse_good(
      "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}], 'angles': [0], "
      "'rates': [0]}, 'motion': {'until': 5e-324}}");
  cr_expect_gt(s->motion.sample, 0);
  carom_scenario_free(s);
}
