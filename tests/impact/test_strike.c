// One call for engines: the same answer as by hand, from doubles and from float32, in the plane and in space.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "door.h"
#include "random.h"

static carom_vec3 random_vector(test_random* r, double size) {
  return (carom_vec3){test_random_uniform(r, -size, size), test_random_uniform(r, -size, size),
                      test_random_uniform(r, -size, size)};
}

static carom_vec3 random_direction(test_random* r) {
  for (;;) {
    const carom_vec3 v = random_vector(r, 1);
    const double length = carom_vec3_norm(v);
    if (length > 0.1 && length < 1) return carom_vec3_scale(1 / length, v);
  }
}

static carom_body random_body(test_random* r) {
  carom_body body = carom_body_default();
  const double a = test_random_uniform(r, 0.2, 1), b = test_random_uniform(r, 0.2, 1),
               c = test_random_uniform(r, 0.2, 1);
  body.mass = test_random_log(r, 0.2, 5);
  body.inertia = carom_mat3_diagonal(body.mass * (b * b + c * c) / 12, body.mass * (a * a + c * c) / 12,
                                     body.mass * (a * a + b * b) / 12);
  body.orientation = carom_mat3_from_axis_angle(random_direction(r), test_random_uniform(r, -3, 3));
  body.position = random_vector(r, 1);
  body.velocity = random_vector(r, 2);
  body.spin = random_vector(r, 2);
  return body;
}

static double distance(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_norm(carom_vec3_sub(a, b));
}

static carom_strike strike_of(const carom_body bodies[2], carom_vec3 point, carom_vec3 normal, carom_surface surface) {
  carom_strike strike = {.dimension = 3, .point = point, .normal = normal, .surface = surface};
  cr_assert_eq(carom_strike_body_from(&bodies[0], &strike.a, NULL), CAROM_OK);
  cr_assert_eq(carom_strike_body_from(&bodies[1], &strike.b, NULL), CAROM_OK);
  return strike;
}

Test(strike, bodies_move_as_they_do_step_by_step) {
  test_random r = {11};
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    carom_body bodies[2] = {random_body(&r), i % 5 ? random_body(&r) : carom_body_fixed()}, after[2];
    carom_surface surface = carom_surface_default();
    surface.e = test_random_uniform(&r, 0, 1);
    surface.mu = surface.mu_static = test_random_uniform(&r, 0, 1);
    surface.eta2 = i % 3 ? 0 : 1.2;
    const carom_strike strike = strike_of(bodies, random_vector(&r, 1), random_direction(&r), surface);
    carom_struck struck;
    cr_assert_eq(carom_strike_bodies(&strike, NULL, &struck, NULL), CAROM_OK);
    carom_touch touch = {0, 1, strike.point, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    cr_assert_eq(carom_frame_from_normal(strike.normal, NULL, &touch.frame, NULL), CAROM_OK);
    const carom_bodies system = {3, 2, bodies, 1, &touch};
    double w[9], v[3];
    static door d;
    cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
    const carom_contact_problem problem = door_one(3, w, v, &surface);
    door_solve(&problem, NULL, &d);
    cr_assert_eq(d.status, CAROM_OK);
    carom_bodies_apply(&system, d.contacts[0].impulse, after);
    const double scale = 1 + carom_vec3_norm(after[0].velocity) + carom_vec3_norm(after[0].spin);
    worst = fmax(worst, distance(struck.velocity_a, after[0].velocity) / scale);
    worst = fmax(worst, distance(struck.spin_a, after[0].spin) / scale);
    worst = fmax(worst, distance(struck.velocity_b, after[1].velocity) / scale);
    worst = fmax(worst, distance(struck.spin_b, after[1].spin) / scale);
    cr_assert_eq(struck.warnings, d.outcome.warnings);
    cr_assert_str_eq(struck.contact.mode, d.contacts[0].mode);
  }
  printf("2000 strikes against the way step by step: %.2g\n", worst);
  cr_expect_lt(worst, 1e-10);
}

static carom_vec3 rounded(carom_vec3 a) {
  return (carom_vec3){(double)(float)a.x, (double)(float)a.y, (double)(float)a.z};
}

static carom_mat3 rounded_matrix(carom_mat3 a) {
  for (int i = 0; i < 9; ++i) a.m[i / 3][i % 3] = (double)(float)a.m[i / 3][i % 3];
  return a;
}

static carom_strike_body rounded_body(carom_strike_body b) {
  return (carom_strike_body){(double)(float)b.inverse_mass, rounded_matrix(b.inverse_inertia), rounded(b.position),
                             rounded(b.velocity), rounded(b.spin)};
}

Test(strike, a_thousand_bodies_of_float32_programs_are_taken) {
  test_random r = {12};
  for (int i = 0; i < 1000; ++i) {
    const carom_body bodies[2] = {random_body(&r), random_body(&r)};
    carom_surface surface = carom_surface_default();
    surface.e = 0.5;
    surface.mu = (double)(float)0.3;
    carom_strike strike = strike_of(bodies, random_vector(&r, 1), random_direction(&r), surface);
    carom_struck exact, struck;
    carom_diag diag = {0};
    cr_assert_eq(carom_strike_bodies(&strike, NULL, &exact, NULL), CAROM_OK);
    strike.a = rounded_body(strike.a);
    strike.b = rounded_body(strike.b);
    strike.point = rounded(strike.point);
    strike.normal = rounded(strike.normal);
    cr_assert_eq(carom_strike_bodies(&strike, NULL, &struck, &diag), CAROM_OK, "%s", diag.message);
    cr_assert_leq(struck.energy.change, 0);
    // Rounded to 6e-8, and as much more as W is badly conditioned; where two modes meet the impulse does not jump.
    cr_expect_lt(distance(exact.impulse, struck.impulse), 1e-5 * (1 + carom_vec3_norm(exact.impulse)));
  }
}

Test(strike, bodies_in_the_plane) {
  test_random r = {13};
  for (int i = 0; i < 500; ++i) {
    const double angle = test_random_uniform(&r, -3, 3);
    carom_strike strike = carom_strike_default();
    strike.dimension = 2;
    strike.normal = (carom_vec3){cos(angle), sin(angle), 0};
    strike.a.inverse_inertia.m[2][2] = test_random_log(&r, 0.5, 5);
    strike.a.position = (carom_vec3){test_random_uniform(&r, -1, 1), test_random_uniform(&r, -1, 1), 0};
    strike.a.velocity = (carom_vec3){-cos(angle), -sin(angle), 0};
    strike.a.spin.z = test_random_uniform(&r, -1, 1);
    strike.surface.e = 0.7;
    strike.surface.mu = strike.surface.mu_static = 0.4;
    carom_struck flat, space;
    cr_assert_eq(carom_strike_bodies(&strike, NULL, &flat, NULL), CAROM_OK);
    cr_assert_eq(flat.model, CAROM_MODEL_PLANAR);
    strike.dimension = 3;
    cr_assert_eq(carom_strike_bodies(&strike, NULL, &space, NULL), CAROM_OK);
    cr_expect_lt(distance(flat.impulse, space.impulse), 1e-12);
    cr_expect_lt(fabs(flat.spin_a.z - space.spin_a.z), 1e-11);
    cr_expect_eq(flat.spin_a.x, 0);
  }
}

Test(strike, the_cut_off_is_an_option) {
  carom_strike strike = carom_strike_default();
  strike.a.velocity.z = -0.01;
  carom_impact_options options = carom_impact_options_default();
  options.cutoff_speed = 0.02;
  carom_struck struck;
  cr_assert_eq(carom_strike_bodies(&strike, &options, &struck, NULL), CAROM_OK);
  cr_expect_eq(struck.velocity_a.z, 0);
  cr_expect_eq(struck.warnings, CAROM_WARN_FORCED_PLASTIC);
}

static void expect_refused(const carom_strike* strike, carom_status status, const char* field) {
  carom_struck out = {.warnings = 99};
  carom_diag diag = {0};
  cr_expect_eq(carom_strike_bodies(strike, NULL, &out, &diag), status, "%s: %s", field, diag.message);
  cr_expect_str_eq(diag.field, field, "%s", diag.message);
  cr_expect_eq(out.warnings, 99, "%s", field);
}

Test(strike, bad_bodies) {
  const carom_strike good = carom_strike_default();
  carom_strike s = good;
#define BAD(change, status, field) \
  s = good;                        \
  change;                          \
  expect_refused(&s, status, field)
  BAD(s.dimension = 1, CAROM_OUT_OF_RANGE, "dimension");
  BAD(s.a.inverse_mass = -1, CAROM_OUT_OF_RANGE, "a.inverse_mass");
  BAD(s.b.inverse_mass = INFINITY, CAROM_OUT_OF_RANGE, "b.inverse_mass");
  BAD(s.a.inverse_inertia.m[0][1] = NAN, CAROM_NOT_FINITE, "a.inverse_inertia");
  BAD(s.a.inverse_inertia.m[0][1] = 1, CAROM_NOT_SYMMETRIC, "a.inverse_inertia");
  BAD(s.a.inverse_inertia.m[0][0] = -1, CAROM_NOT_POSITIVE, "a.inverse_inertia");
  BAD(s.b.inverse_inertia.m[0][1] = s.b.inverse_inertia.m[1][0] = 1, CAROM_NOT_POSITIVE, "b.inverse_inertia");
  BAD(s.a.position.x = NAN, CAROM_NOT_FINITE, "a.position");
  BAD(s.b.velocity.x = INFINITY, CAROM_NOT_FINITE, "b.velocity");
  BAD(s.b.spin.x = NAN, CAROM_NOT_FINITE, "b.spin");
  BAD(s.point.z = NAN, CAROM_NOT_FINITE, "point");
  BAD(s.normal.z = 1.1, CAROM_NOT_UNIT, "normal");
  BAD(s.a.inverse_mass = 0, CAROM_NOT_POSITIVE, "inverse_mass");
  BAD(s.surface.e = 2, CAROM_OUT_OF_RANGE, "surface.e");
  BAD(s.point.x = 1e200, CAROM_OVERFLOW, "point");
  BAD((s.a.velocity.z = -1e308, s.b.velocity.z = 1e308), CAROM_OVERFLOW, "point");
  // Against the other body it leaves at 1.2e308 m/s, in the world at twice that.
  BAD((s.a.inverse_mass = 1e308, s.b.velocity.z = 1.2e308), CAROM_OVERFLOW, "impulse");
#undef BAD
  carom_struck out;
  cr_expect_eq(carom_strike_bodies(NULL, NULL, &out, NULL), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_strike_bodies(&good, NULL, NULL, NULL), CAROM_TOO_SMALL);
}

Test(strike, a_guided_body_has_no_inverse_mass) {
  carom_body body = carom_body_default();
  carom_strike_body out;
  carom_diag diag = {0};
  body.kind = CAROM_BODY_GUIDED;
  body.guide = (carom_vec3){0, 0, 1};
  cr_expect_eq(carom_strike_body_from(&body, &out, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "kind");
  body.mass = -1;
  cr_expect_eq(carom_strike_body_from(&body, &out, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "mass");
}

// ---- mechanisms ---------------------------------------------------------------------------------------------------

enum { DOF = 5, CONTACTS = 3, ROWS = 3 * CONTACTS };

typedef struct arm {
  double mass_matrix[DOF * DOF], factor[DOF * DOF], jacobian[ROWS * DOF], velocity[DOF];
  carom_surface surfaces[CONTACTS];
  double workspace[20000];
} arm;

static void random_arm(test_random* r, arm* a) {
  double l[DOF * DOF] = {0};
  for (int i = 0; i < DOF; ++i)
    for (int j = 0; j <= i; ++j)
      l[i * DOF + j] = i == j ? test_random_uniform(r, 0.5, 2) : test_random_uniform(r, -1, 1);
  memcpy(a->factor, l, sizeof l);
  for (int i = 0; i < DOF; ++i)
    for (int j = 0; j < DOF; ++j) {
      a->mass_matrix[i * DOF + j] = 0;
      for (int k = 0; k < DOF; ++k) a->mass_matrix[i * DOF + j] += l[i * DOF + k] * l[j * DOF + k];
    }
  for (int i = 0; i < ROWS * DOF; ++i) a->jacobian[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < DOF; ++i) a->velocity[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < CONTACTS; ++i) {
    a->surfaces[i] = carom_surface_default();
    a->surfaces[i].e = 0.5;
    a->surfaces[i].mu = a->surfaces[i].mu_static = 0.2;
  }
}

static carom_mechanism_strike strike_arm(arm* a, int dimension, int contacts) {
  return (carom_mechanism_strike){.mechanism = {.dof = DOF,
                                                .dimension = dimension,
                                                .contact_count = contacts,
                                                .mass_matrix = a->mass_matrix,
                                                .velocity = a->velocity,
                                                .jacobian = a->jacobian},
                                  .surfaces = a->surfaces,
                                  .workspace = a->workspace,
                                  .workspace_capacity = sizeof a->workspace / sizeof *a->workspace};
}

Test(strike, a_mechanism_moves_as_it_does_step_by_step) {
  static arm a;
  static door d;
  static double work[2000];
  test_random r = {14};
  int solved = 0;
  for (int i = 0; i < 600; ++i) {
    random_arm(&r, &a);
    const int dimension = 2 + i % 2, contacts = 1 + i % CONTACTS;
    const carom_mechanism_strike strike = strike_arm(&a, dimension, contacts);
    double w[ROWS * ROWS], v[ROWS], impulses[ROWS], wanted[DOF], after[DOF];
    cr_assert_eq(carom_mechanism_contact(&strike.mechanism, work, w, v, NULL), CAROM_OK);
    const carom_contact_problem problem = {dimension, contacts, w, v, a.surfaces};
    door_solve(&problem, NULL, &d);
    carom_impact_outcome outcome;
    const carom_status status = carom_strike_mechanism(&strike, NULL, after, &outcome, NULL);
    cr_assert_eq(status, d.status);
    if (status) continue;
    ++solved;
    for (int k = 0; k < dimension * contacts; ++k) impulses[k] = d.contacts[k / dimension].impulse[k % dimension];
    carom_mechanism_apply(&strike.mechanism, work, impulses, wanted);
    cr_assert_arr_eq(after, wanted, sizeof wanted);
    cr_assert_eq(outcome.warnings, d.outcome.warnings);
    cr_assert_arr_eq(outcome.contacts[0].impulse, d.contacts[0].impulse, sizeof d.contacts[0].impulse);
  }
  cr_expect_gt(solved, 590, "%d of 600: more contacts than freedoms may wedge, hardly ever", solved);
}

Test(strike, the_factor_does_as_well_as_the_matrix) {
  static arm a;
  test_random r = {15};
  for (int i = 0; i < 200; ++i) {
    random_arm(&r, &a);
    carom_mechanism_strike strike = strike_arm(&a, 3, 1);
    double by_matrix[DOF], by_factor[DOF];
    cr_assert_eq(carom_strike_mechanism(&strike, NULL, by_matrix, NULL, NULL), CAROM_OK);
    strike.mechanism.mass_matrix = NULL;
    strike.mechanism.factor = a.factor;
    a.factor[1] = NAN;  // above the diagonal nothing is read
    cr_assert_eq(carom_strike_mechanism(&strike, NULL, by_factor, NULL, NULL), CAROM_OK);
    for (int k = 0; k < DOF; ++k) cr_assert_float_eq(by_factor[k], by_matrix[k], 1e-10 * (1 + fabs(by_matrix[k])));
    cr_assert_eq(carom_strike_mechanism(&strike, NULL, a.velocity, NULL, NULL), CAROM_OK, "in place");
    cr_assert_arr_eq(a.velocity, by_factor, sizeof by_factor);
  }
}

static void expect_arm_refused(const carom_mechanism_strike* strike, carom_status status, const char* field) {
  double after[DOF] = {7};
  carom_diag diag = {0};
  cr_expect_eq(carom_strike_mechanism(strike, NULL, after, NULL, &diag), status, "%s: %s", field, diag.message);
  cr_expect_str_eq(diag.field, field, "%s", diag.message);
  cr_expect_eq(after[0], 7, "%s", field);
}

Test(strike, bad_mechanisms) {
  static arm a;
  test_random r = {16};
  random_arm(&r, &a);
  const carom_mechanism_strike good = strike_arm(&a, 3, 2);
  carom_mechanism_strike s = good;
  double bad_factor[DOF * DOF];
  memcpy(bad_factor, a.factor, sizeof bad_factor);
#define BAD(change, status, field) \
  s = good;                        \
  change;                          \
  expect_arm_refused(&s, status, field)
  BAD(s.mechanism.dof = 0, CAROM_OUT_OF_RANGE, "dof");
  BAD(s.mechanism.dof = INT_MAX, CAROM_OUT_OF_RANGE, "dof");
  BAD((s.mechanism.dof = 257, s.mechanism.dimension = INT_MIN), CAROM_OUT_OF_RANGE, "dof");
  BAD(s.mechanism.dimension = 4, CAROM_OUT_OF_RANGE, "dimension");
  BAD(s.mechanism.contact_count = 0, CAROM_OUT_OF_RANGE, "contact_count");
  BAD(s.mechanism.contact_count = -1, CAROM_OUT_OF_RANGE, "contact_count");
  BAD(s.mechanism.dof = 1000000000, CAROM_OUT_OF_RANGE, "dof");
  BAD(s.mechanism.contact_count = 65, CAROM_OUT_OF_RANGE, "contact_count");
  BAD(s.mechanism.mass_matrix = NULL, CAROM_OUT_OF_RANGE, "mass_matrix");
  BAD(s.mechanism.jacobian = NULL, CAROM_OUT_OF_RANGE, "jacobian");
  BAD(s.surfaces = NULL, CAROM_OUT_OF_RANGE, "surfaces");
  BAD(s.workspace = NULL, CAROM_TOO_SMALL, "workspace");
  BAD(s.workspace_capacity = carom_strike_mechanism_workspace_size(&good.mechanism) - 1, CAROM_TOO_SMALL, "workspace");
  bad_factor[DOF + 1] = 0;
  BAD((s.mechanism.mass_matrix = NULL, s.mechanism.factor = bad_factor), CAROM_NOT_POSITIVE, "factor");
  bad_factor[DOF + 1] = NAN;
  BAD((s.mechanism.mass_matrix = NULL, s.mechanism.factor = bad_factor), CAROM_NOT_FINITE, "factor");
#undef BAD
  cr_expect_eq(carom_strike_mechanism_workspace_size(&(carom_mechanism){.dof = 1, .dimension = 2}), 0);
}

Test(strike, a_mechanism_that_gets_too_fast) {
  // Against the heavy part the light one leaves at 0.95e308, in itself at twice that.
  const double factor[4] = {1e-154, 0, 0, 1}, jacobian[4] = {0, 0, 1, -1}, velocity[2] = {0, 0.95e308};
  const carom_surface surface = carom_surface_default();
  double workspace[200];
  const carom_mechanism_strike strike = {
      .mechanism =
          {.dof = 2, .dimension = 2, .contact_count = 1, .velocity = velocity, .jacobian = jacobian, .factor = factor},
      .surfaces = &surface,
      .workspace = workspace,
      .workspace_capacity = sizeof workspace / sizeof *workspace};
  expect_arm_refused(&strike, CAROM_OVERFLOW, "velocity");
}
