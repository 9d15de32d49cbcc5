// Derivatives through bodies and mechanisms, against central differences of the whole way: model, impact, motion after.
#include <criterion/criterion.h>
#include <math.h>

#include "carom/carom.h"
#include "random.h"

/// Fourth-order central differences with this step leave about 1e-10; what is nearer to a kink than this is not
/// compared.
static const double STEP = 1e-4, NEAREST_KINK = 0.05, BAR = 1e-7;

typedef struct world {
  carom_body bodies[2];
  carom_touch touch;
  carom_surface surface;
  int dimension;
} world;

static carom_bodies system_of(const world* w) {
  return (carom_bodies){w->dimension, 2, w->bodies, 1, &w->touch};
}

/// Velocities and spins after; the derivatives of the contact if they are wanted.
static void strike(const world* x, double after[CAROM_BODIES_OUTPUTS], double impulses[3], carom_jacobian* j) {
  const carom_bodies s = system_of(x);
  const int n = x->dimension;
  double w[9], v[3];
  carom_diag diag;
  cr_assert_eq(carom_bodies_contact(&s, w, v, &diag), CAROM_OK, "%s", diag.message);
  const carom_contact_problem contact = {n, 1, w, v, &x->surface};
  if (n == 2) {
    carom_planar_problem p;
    carom_planar_outcome o;
    cr_assert_eq(carom_planar_from_contact(&contact, &p, NULL), CAROM_OK);
    cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
    impulses[0] = o.impulse_t, impulses[1] = o.impulse_n;
    if (j) cr_assert_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_ALL_PLANAR, j, NULL), CAROM_OK);
  } else {
    carom_spatial_problem p;
    carom_spatial_outcome o;
    cr_assert_eq(carom_spatial_from_contact(&contact, &p, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
    impulses[0] = o.impulse.x, impulses[1] = o.impulse.y, impulses[2] = o.impulse.z;
    if (j) cr_assert_eq(carom_spatial_differentiate(&p, &o, CAROM_WRT_ALL_SPATIAL, j, NULL), CAROM_OK);
  }
  carom_body moved[2];
  carom_bodies_apply(&s, impulses, moved);
  for (int k = 0; k < 2; ++k) {
    const double motion[6] = {moved[k].velocity.x, moved[k].velocity.y, moved[k].velocity.z,
                              moved[k].spin.x,     moved[k].spin.y,     moved[k].spin.z};
    for (int i = 0; i < 6; ++i) after[6 * k + i] = motion[i];
  }
}

/// Where an input lives; the mirror image of an entry of the inertia, too.
static double* place_of(world* x, int input, double** mirror) {
  static const int rows[6] = {0, 0, 0, 1, 1, 2}, columns[6] = {0, 1, 2, 1, 2, 2};
  *mirror = NULL;
  if (input == CAROM_BODIES_MU) return &x->surface.mu;
  if (input == CAROM_BODIES_E) return &x->surface.e;
  if (input >= CAROM_BODIES_POINT) return (&x->touch.point.x) + (input - CAROM_BODIES_POINT);
  carom_body* body = &x->bodies[input / CAROM_BODY_INPUTS];
  const int i = input % CAROM_BODY_INPUTS;
  if (i < 3) return (&body->velocity.x) + i;
  if (i < 6) return (&body->spin.x) + (i - 3);
  if (i == CAROM_BODY_MASS) return &body->mass;
  *mirror = &body->inertia.m[columns[i - 7]][rows[i - 7]];
  return &body->inertia.m[rows[i - 7]][columns[i - 7]];
}

static void at_distance(const world* x, int input, double h, double after[CAROM_BODIES_OUTPUTS]) {
  world moved = *x;
  double impulses[3], *mirror;
  double* place = place_of(&moved, input, &mirror);
  *place += h;
  if (mirror && mirror != place) *mirror = *place;
  if (input == CAROM_BODIES_MU) moved.surface.mu_static = moved.surface.mu;
  strike(&moved, after, impulses, NULL);
}

static void by_differences(const world* x, int input, double out[CAROM_BODIES_OUTPUTS]) {
  double a[4][CAROM_BODIES_OUTPUTS];
  const double steps[4] = {STEP, -STEP, 2 * STEP, -2 * STEP};
  for (int i = 0; i < 4; ++i) at_distance(x, input, steps[i], a[i]);
  for (int k = 0; k < CAROM_BODIES_OUTPUTS; ++k) out[k] = (8 * (a[0][k] - a[1][k]) - (a[2][k] - a[3][k])) / (12 * STEP);
}

static carom_vec3 random_vector(test_random* r, double size) {
  return (carom_vec3){test_random_uniform(r, -size, size), test_random_uniform(r, -size, size),
                      test_random_uniform(r, -size, size)};
}

static world random_world(test_random* r, int dimension) {
  world x = {.dimension = dimension};
  for (int k = 0; k < 2; ++k) {
    carom_body* body = &x.bodies[k];
    *body = carom_body_default();
    body->mass = test_random_uniform(r, 0.5, 2);
    body->inertia = carom_mat3_diagonal(test_random_uniform(r, 1, 1.5), test_random_uniform(r, 1, 1.5),
                                        test_random_uniform(r, 1, 1.5));
    body->inertia.m[0][1] = body->inertia.m[1][0] = dimension == 3 ? 0.1 : 0;
    body->velocity = random_vector(r, 0.5);
    body->velocity.y += k ? 1 : -1;  // b is below a
    body->spin = random_vector(r, 0.5);
    body->position = random_vector(r, 1);
    if (dimension == 3) body->orientation = carom_mat3_from_axis_angle(random_vector(r, 1), 0.8);
    if (dimension == 2) body->velocity.z = body->spin.x = body->spin.y = body->position.z = 0;
  }
  const int other = test_random_below(r, 4);
  if (other == 0) x.bodies[1] = carom_body_fixed();
  if (other == 1) {
    x.bodies[1].kind = CAROM_BODY_GUIDED;
    x.bodies[1].guide = (carom_vec3){0, 1, 0};
    x.bodies[1].velocity = (carom_vec3){0, 1, 0};
    x.bodies[1].spin = (carom_vec3){0, 0, 0};
  }
  x.touch = (carom_touch){.body_a = 0, .body_b = 1, .point = random_vector(r, 0.5)};
  if (dimension == 2) {
    x.touch.point.z = 0;
    x.touch.frame = (carom_frame){{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  } else {
    carom_frame_from_normal((carom_vec3){0, 1, 0}, NULL, &x.touch.frame, NULL);
  }
  x.surface = carom_surface_default();
  x.surface.mu = x.surface.mu_static = test_random_uniform(r, 0.1, 0.8);
  x.surface.e = test_random_uniform(r, 0.3, 0.9);
  x.surface.law = (carom_law)test_random_below(r, 3);
  return x;
}

/// A fixed body has no velocity, a guided one no other, and what is not in the plane is not there.
static bool can_move(const world* x, int input) {
  if (input >= CAROM_BODIES_POINT) return x->dimension == 3 || input != CAROM_BODIES_POINT + 2;
  const carom_body* body = &x->bodies[input / CAROM_BODY_INPUTS];
  const int i = input % CAROM_BODY_INPUTS;
  if (body->kind == CAROM_BODY_FIXED) return false;
  if (body->kind == CAROM_BODY_GUIDED) return i == CAROM_BODY_VELOCITY_Y || i == CAROM_BODY_MASS;
  if (x->dimension == 3) return true;
  return i == 0 || i == 1 || i == CAROM_BODY_SPIN_Z || i == CAROM_BODY_MASS || i == CAROM_BODY_INERTIA_ZZ;
}

static double compare(const world* x, const carom_bodies_jacobian* j) {
  double most = 0, off = 0;
  for (int input = 0; input < CAROM_BODIES_INPUTS; ++input) {
    if (!can_move(x, input)) continue;
    double want[CAROM_BODIES_OUTPUTS];
    by_differences(x, input, want);
    for (int k = 0; k < CAROM_BODIES_OUTPUTS; ++k) {
      most = fmax(most, fabs(want[k]));
      off = fmax(off, fabs(want[k] - j->d[k][input]));
    }
  }
  return off / most;
}

Test(chain_rule, bodies) {
  test_random r = {61};
  double worst = 0;
  int compared = 0;
  for (int round = 0; round < 400; ++round) {
    const world x = random_world(&r, 2 + round % 2);
    const carom_bodies s = system_of(&x);
    double after[CAROM_BODIES_OUTPUTS], impulses[3];
    carom_jacobian contact;
    carom_bodies_jacobian j;
    carom_diag diag;
    strike(&x, after, impulses, &contact);
    cr_assert_eq(carom_bodies_differentiate(&s, impulses, &contact, &j, &diag), CAROM_OK, "%s", diag.message);
    if (contact.smoothness.margin < NEAREST_KINK) continue;
    ++compared;
    const double off = compare(&x, &j);
    cr_expect_lt(off, BAR, "round %d, body b of kind %d: %g, margin %g", round, (int)x.bodies[1].kind, off,
                 contact.smoothness.margin);
    worst = fmax(worst, off);
  }
  cr_log_info("%d compared, worst %.2g", compared, worst);
  cr_expect_geq(compared, 200);
}

enum { DOF = 4 };

typedef struct machine {
  double mass[DOF * DOF], velocity[DOF], jacobian[3 * DOF];
  carom_surface surface;
} machine;

static void strike_machine(const machine* x, double after[DOF], carom_mechanism_impact* impact, double* workspace,
                           double impulses[3], carom_jacobian* j) {
  const carom_mechanism m = {DOF, 3, 1, x->mass, x->velocity, x->jacobian, NULL};
  double w[9], v[3];
  cr_assert_eq(carom_mechanism_contact(&m, workspace, w, v, NULL), CAROM_OK);
  const carom_contact_problem contact = {3, 1, w, v, &x->surface};
  carom_spatial_problem p;
  carom_spatial_outcome o;
  cr_assert_eq(carom_spatial_from_contact(&contact, &p, NULL), CAROM_OK);
  cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
  impulses[0] = o.impulse.x, impulses[1] = o.impulse.y, impulses[2] = o.impulse.z;
  carom_mechanism_apply(&m, workspace, impulses, after);
  if (!j) return;
  cr_assert_eq(carom_spatial_differentiate(&p, &o, CAROM_WRT_ALL_SPATIAL, j, NULL), CAROM_OK);
  *impact = (carom_mechanism_impact){workspace, impulses, j};
}

static machine random_machine(test_random* r) {
  machine x;
  double a[DOF][DOF];
  for (int i = 0; i < DOF * DOF; ++i) a[i / DOF][i % DOF] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < DOF * DOF; ++i) {
    x.mass[i] = i % (DOF + 1) == 0 ? 0.5 : 0;
    for (int k = 0; k < DOF; ++k) x.mass[i] += a[i / DOF][k] * a[i % DOF][k];
  }
  for (int i = 0; i < 3 * DOF; ++i) x.jacobian[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < DOF; ++i) x.velocity[i] = test_random_uniform(r, -1, 1);
  double approach = 0;
  for (int i = 0; i < DOF; ++i) approach += x.jacobian[2 * DOF + i] * x.velocity[i];
  for (int i = 0; i < DOF; ++i) x.velocity[i] *= approach > 0 ? -1 : 1;
  x.surface = carom_surface_default();
  x.surface.mu = x.surface.mu_static = test_random_uniform(r, 0.1, 0.8);
  x.surface.e = test_random_uniform(r, 0.3, 0.9);
  return x;
}

static machine moved(const machine* x, const machine* d, double h) {
  machine y = *x;
  for (int i = 0; i < DOF * DOF; ++i) y.mass[i] += h * d->mass[i];
  for (int i = 0; i < 3 * DOF; ++i) y.jacobian[i] += h * d->jacobian[i];
  for (int i = 0; i < DOF; ++i) y.velocity[i] += h * d->velocity[i];
  y.surface.mu = y.surface.mu_static = x->surface.mu + h * d->surface.mu;
  y.surface.e += h * d->surface.e;
  return y;
}

Test(chain_rule, mechanisms) {
  test_random r = {62};
  double worst = 0;
  int compared = 0;
  for (int round = 0; round < 300; ++round) {
    const machine x = random_machine(&r), d = random_machine(&r);
    const carom_mechanism m = {DOF, 3, 1, x.mass, x.velocity, x.jacobian, NULL};
    const carom_mechanism_direction direction = {d.velocity, d.mass, d.jacobian, d.surface.mu, d.surface.e, 0};
    double after[4][DOF], workspace[DOF * DOF + 3 * DOF], other[DOF * DOF + 3 * DOF], impulses[3], unread[3], t[DOF];
    const double steps[4] = {STEP, -STEP, 2 * STEP, -2 * STEP};
    carom_mechanism_impact impact;
    carom_jacobian j;
    carom_diag diag;
    strike_machine(&x, after[0], &impact, workspace, impulses, &j);
    cr_assert_eq(carom_mechanism_tangent(&m, &impact, &direction, t, &diag), CAROM_OK, "%s", diag.message);
    if (j.smoothness.margin < NEAREST_KINK) continue;
    ++compared;
    for (int i = 0; i < 4; ++i) {
      const machine y = moved(&x, &d, steps[i]);
      strike_machine(&y, after[i], NULL, other, unread, NULL);
    }
    double most = 0, off = 0;
    for (int k = 0; k < DOF; ++k) {
      const double want = (8 * (after[0][k] - after[1][k]) - (after[2][k] - after[3][k])) / (12 * STEP);
      most = fmax(most, fabs(want));
      off = fmax(off, fabs(want - t[k]));
    }
    worst = fmax(worst, off / most);
    cr_expect_lt(off / most, BAR, "round %d: %g", round, off / most);
  }
  cr_log_info("%d compared, worst %.2g", compared, worst);
  cr_expect_geq(compared, 100);
}

static void strike_on_springs(const machine* x, double after[DOF], double* workspace, double impulses[3],
                              carom_jacobian* j) {
  const carom_mechanism m = {DOF, 3, 1, x->mass, x->velocity, x->jacobian, NULL};
  double w[9], v[3];
  cr_assert_eq(carom_mechanism_contact(&m, workspace, w, v, NULL), CAROM_OK);
  const carom_contact_problem contact = {3, 1, w, v, &x->surface};
  carom_compliant_problem p;
  carom_compliant_outcome o;
  cr_assert_eq(carom_compliant_from_contact(&contact, &p, NULL), CAROM_OK);
  cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
  impulses[0] = o.impulse.x, impulses[1] = o.impulse.y, impulses[2] = o.impulse.z;
  carom_mechanism_apply(&m, workspace, impulses, after);
  cr_assert_eq(carom_compliant_differentiate(&p, &o, CAROM_WRT_ALL_COMPLIANT, j, NULL), CAROM_OK);
}

/// Along a direction in which velocity, mu and eta2 move at once.
Test(chain_rule, mechanisms_on_springs) {
  static const double h = 1e-6;
  test_random r = {64};
  int close = 0;
  for (int round = 0; round < 40; ++round) {
    machine x = random_machine(&r), ends[2];
    const machine d = random_machine(&r);
    x.surface = (carom_surface){.law = CAROM_LAW_STRONGE, .e = 0.5, .mu = 0.4, .mu_static = 0.4, .eta2 = 1.2};
    double after[3][DOF], workspace[3][DOF * DOF + 3 * DOF], impulses[3], unread[3], t[DOF], off = 0;
    carom_jacobian j, other;
    for (int k = 0; k < 2; ++k) {
      const double step = k ? -h : h;
      ends[k] = x;
      for (int i = 0; i < DOF; ++i) ends[k].velocity[i] += step * d.velocity[i];
      ends[k].surface.mu = ends[k].surface.mu_static = 0.4 + 0.3 * step;
      ends[k].surface.eta2 += 0.7 * step;
      strike_on_springs(&ends[k], after[k], workspace[k], unread, &other);
    }
    strike_on_springs(&x, after[2], workspace[2], impulses, &j);
    const carom_mechanism m = {DOF, 3, 1, x.mass, x.velocity, x.jacobian, NULL};
    const carom_mechanism_impact impact = {workspace[2], impulses, &j};
    const carom_mechanism_direction direction = {.velocity = d.velocity, .mu = 0.3, .eta2 = 0.7};
    cr_assert_eq(carom_mechanism_tangent(&m, &impact, &direction, t, NULL), CAROM_OK);
    for (int i = 0; i < DOF; ++i) off = fmax(off, fabs((after[0][i] - after[1][i]) / (2 * h) - t[i]));
    close += off < 1e-6;
  }
  cr_expect_geq(close, 36, "%d of 40", close);  // the others are where differences straddle a jump
}

Test(chain_rule, bad_input) {
  test_random r = {63};
  const world x = random_world(&r, 3);
  carom_bodies s = system_of(&x);
  double after[CAROM_BODIES_OUTPUTS], impulses[3];
  carom_jacobian contact;
  carom_bodies_jacobian j;
  carom_diag diag;
  strike(&x, after, impulses, &contact);
  cr_expect_eq(carom_bodies_differentiate(NULL, impulses, &contact, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_bodies_differentiate(&s, NULL, &contact, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_bodies_differentiate(&s, impulses, NULL, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_bodies_differentiate(&s, impulses, &contact, NULL, &diag), CAROM_TOO_SMALL);
  contact.columns = 3;
  cr_expect_eq(carom_bodies_differentiate(&s, impulses, &contact, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "contact.columns");
  s.touch_count = 2;
  cr_expect_eq(carom_bodies_differentiate(&s, impulses, &contact, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "contact_count");
}

/// How many columns of a body: in space all 13, of a guided one its velocity and mass, of a fixed one none.
Test(chain_rule, what_bodies_can_bring_along) {
  carom_body bodies[2] = {carom_body_default(), carom_body_fixed()};
  carom_touch touch = {0, 1, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const carom_body_kind kinds[] = {CAROM_BODY_FREE, CAROM_BODY_GUIDED, CAROM_BODY_FIXED};
  const int wanted[2][3] = {{5, 3, 0}, {13, 4, 0}};  // in the plane: x, y, about z, mass, I_zz
  for (int dimension = 2; dimension <= 3; ++dimension)
    for (int kind = 0; kind < 3; ++kind) {
      const carom_bodies system = {dimension, 2, bodies, 1, &touch};
      int count = 0, others = 0;
      bodies[0].kind = kinds[kind];
      for (int i = 0; i < CAROM_BODY_INPUTS; ++i) count += carom_bodies_has_input(&system, i);
      for (int i = CAROM_BODY_INPUTS; i < CAROM_BODIES_POINT; ++i) others += carom_bodies_has_input(&system, i);
      cr_expect_eq(count, wanted[dimension - 2][kind], "dimension %d, kind %d: %d", dimension, kind, count);
      cr_expect_eq(others, 0);
      cr_expect_eq(carom_bodies_has_input(&system, CAROM_BODIES_POINT + 2), dimension == 3);
      cr_expect(carom_bodies_has_input(&system, CAROM_BODIES_MU) && carom_bodies_has_input(&system, CAROM_BODIES_E));
    }
}
