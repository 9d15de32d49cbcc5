// Derivatives of the outcome on springs: against central differences of a solver in 20 and 44 digits
// (tools/derivative-cases), by what scaling and turning say of them, across boundaries of the rigid law that springs
// make smooth, and at e = 0.
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>

#include "carom/carom.h"
#include "random.h"

enum { INPUTS = CAROM_COMPLIANT_INPUTS };

static carom_compliant_problem problem_of(const double x[INPUTS]) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = (carom_mat3){{{x[0], x[1], x[2]}, {x[1], x[3], x[4]}, {x[2], x[4], x[5]}}};
  p.v = (carom_vec3){x[6], x[7], x[8]};
  p.surface.mu = x[9], p.surface.e = x[10], p.surface.eta2 = x[11];
  return p;
}

static void inputs_of(const carom_compliant_problem* p, double x[INPUTS]) {
  const double all[INPUTS] = {p->w.m[0][0], p->w.m[0][1], p->w.m[0][2], p->w.m[1][1],  p->w.m[1][2], p->w.m[2][2],
                              p->v.x,       p->v.y,       p->v.z,       p->surface.mu, p->surface.e, p->surface.eta2};
  for (int i = 0; i < INPUTS; ++i) x[i] = all[i];
}

static carom_compliant_problem sample(test_random* r) {
  double a[3][3];
  carom_compliant_problem p = carom_compliant_problem_default();
  for (int i = 0; i < 9; ++i) a[i / 3][i % 3] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < 9; ++i) {
    p.w.m[i / 3][i % 3] = i % 4 == 0 ? 0.2 : 0;
    for (int k = 0; k < 3; ++k) p.w.m[i / 3][i % 3] += a[i / 3][k] * a[i % 3][k];
  }
  p.v = (carom_vec3){test_random_uniform(r, -2, 2), test_random_uniform(r, -2, 2), -test_random_uniform(r, 0.5, 2)};
  p.surface.mu = test_random_uniform(r, 0.05, 1);
  p.surface.e = test_random_uniform(r, 0.1, 1);
  p.surface.eta2 = test_random_uniform(r, 0.3, 2);
  return p;
}

static carom_jacobian differentiate(const carom_compliant_problem* p, carom_compliant_outcome* outcome) {
  carom_jacobian j;
  carom_diag diag = {0};
  cr_assert_eq(carom_compliant_solve(p, outcome, &diag), CAROM_OK, "%s", diag.message);
  cr_assert_eq(carom_compliant_differentiate(p, outcome, CAROM_WRT_ALL_COMPLIANT, &j, &diag), CAROM_OK, "%s",
               diag.message);
  return j;
}

static double block_size(double rows[3][CAROM_JACOBIAN_COLUMNS]) {
  double most = 0;
  for (int i = 0; i < 3 * INPUTS; ++i) most = fmax(most, fabs(rows[i / INPUTS][i % INPUTS]));
  return most;
}

/// As a part of the largest entry.
static double apart(double a[3][CAROM_JACOBIAN_COLUMNS], double b[3][CAROM_JACOBIAN_COLUMNS]) {
  double most = 0;
  for (int i = 0; i < 3 * INPUTS; ++i) most = fmax(most, fabs(a[i / INPUTS][i % INPUTS] - b[i / INPUTS][i % INPUTS]));
  return most / block_size(a);
}

static void read_rows(const json_t* from, double rows[3][CAROM_JACOBIAN_COLUMNS]) {
  for (size_t i = 0; i < 3 * INPUTS; ++i)
    rows[i / INPUTS][i % INPUTS] = json_number_value(json_array_get(json_array_get(from, i / INPUTS), i % INPUTS));
}

Test(compliant_derivative, equals_differences_in_20_digits) {
  json_t* file = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/derivatives-compliant.json", 0, NULL);
  const json_t* cases = json_object_get(file, "cases");
  size_t i;
  json_t* one;
  double worst = 0;
  cr_assert_geq(json_array_size(cases), 26);
  json_array_foreach(cases, i, one) {
    double x[INPUTS], rows[3][CAROM_JACOBIAN_COLUMNS];
    for (size_t j = 0; j < INPUTS; ++j) x[j] = json_number_value(json_array_get(json_object_get(one, "in"), j));
    const carom_compliant_problem p = problem_of(x);
    carom_compliant_outcome outcome;
    carom_jacobian j = differentiate(&p, &outcome);
    read_rows(json_object_get(one, "d_impulse"), rows);
    double off = apart(j.d_impulse, rows);
    read_rows(json_object_get(one, "d_velocity"), rows);
    off = fmax(off, apart(j.d_velocity, rows));
    cr_expect_lt(off, 1e-9, "case %zu: %g", i, off);
    worst = fmax(worst, off);
  }
  json_decref(file);
  cr_log_info("worst %.2g of the block", worst);
}

/// Rows of impulse and velocity, in this order, along a direction.
static void along(const carom_jacobian* j, const double x[INPUTS], double out[6]) {
  for (int row = 0; row < 6; ++row) {
    out[row] = 0;
    const double* entries = row < 3 ? j->d_impulse[row] : j->d_velocity[row - 3];
    for (int i = 0; i < INPUTS; ++i) out[row] += entries[i] * x[i];
  }
}

static double off_by(const double got[6], const double want[6], const carom_jacobian* j) {
  double most = 0, size = 0;
  for (int i = 0; i < 6; ++i) most = fmax(most, fabs(got[i] - want[i]));
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < INPUTS; ++k) size = fmax(size, fmax(fabs(j->d_impulse[i][k]), fabs(j->d_velocity[i][k])));
  return most / size;
}

/// The outcome is of degree 1 in v; in W the impulse is of degree -1 and the velocity of degree 0; what is turned about
/// the normal comes out turned; and dv = dv0 + dW I + W dI.
static double worst_identity(const carom_compliant_problem* p) {
  carom_compliant_outcome o;
  const carom_jacobian j = differentiate(p, &o);
  double x[INPUTS], got[6];
  inputs_of(p, x);
  const double all[6] = {o.impulse.x, o.impulse.y, o.impulse.z, o.v.x, o.v.y, o.v.z};
  along(&j, (double[INPUTS]){[6] = x[6], [7] = x[7], [8] = x[8]}, got);
  double worst = off_by(got, all, &j);
  along(&j, (double[INPUTS]){x[0], x[1], x[2], x[3], x[4], x[5]}, got);
  worst = fmax(worst, off_by(got, (double[6]){-all[0], -all[1], -all[2]}, &j));
  along(&j, (double[INPUTS]){-2 * x[1], x[0] - x[3], -x[4], 2 * x[1], x[2], 0, -x[7], x[6]}, got);
  worst = fmax(worst, off_by(got, (double[6]){-all[1], all[0], 0, -all[4], all[3], 0}, &j));
  static const int rows[6] = {0, 0, 0, 1, 1, 2}, columns[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < INPUTS; ++k) {
    double change[6] = {j.d_impulse[0][k], j.d_impulse[1][k], j.d_impulse[2][k]};
    double want[6] = {change[0], change[1], change[2]};
    for (int i = 0; i < 3; ++i) {
      change[3 + i] = j.d_velocity[i][k];
      want[3 + i] = k == 6 + i;
      for (int l = 0; l < 3; ++l) want[3 + i] += p->w.m[i][l] * change[l];
    }
    if (k < 6) {
      want[3 + rows[k]] += all[columns[k]];
      if (rows[k] != columns[k]) want[3 + columns[k]] += all[rows[k]];
    }
    worst = fmax(worst, off_by(change, want, &j));
  }
  return worst;
}

Test(compliant_derivative, knows_scaling_and_turning) {
  test_random r = {31};
  double worst = 0;
  int checked = 0;
  for (int i = 0; i < 4000; ++i) {
    const carom_compliant_problem p = sample(&r);
    const double off = worst_identity(&p);
    cr_expect_lt(off, 1e-9, "sample %d: %g", i, off);
    worst = fmax(worst, off);
    ++checked;
  }
  cr_log_info("%d impacts, worst %.2g of the block", checked, worst);
}

/// A ball slips straight; what pushes it sideways turns the slip. Everything that is not in the plane of the throw is
/// mirrored there.
Test(compliant_derivative, straight_slip_can_be_turned) {
  test_random r = {32};
  for (int i = 0; i < 200; ++i) {
    carom_compliant_problem p = sample(&r);
    p.w = carom_mat3_identity();
    p.w.m[0][0] = p.w.m[1][1] = 3.5;
    carom_compliant_outcome o;
    const double off = worst_identity(&p);
    cr_expect_lt(off, 1e-9, "sample %d: %g", i, off);
    p.v.y = 0;
    const carom_jacobian j = differentiate(&p, &o);
    for (int row = 0; row < 3; ++row)
      for (int k = 0; k < INPUTS; ++k) {
        const bool odd_row = row == 1, odd_column = k == 1 || k == 4 || k == 7;
        if (odd_row != odd_column) cr_expect_eq(j.d_velocity[row][k], 0, "sample %d, row %d, column %d", i, row, k);
      }
  }
}

/// Where the rigid law has a kink: just above and below |v_t| = mu eta2 |v_n|, at which the contact begins to slip.
Test(compliant_derivative, is_continuous_where_slip_begins) {
  test_random r = {33};
  double worst[3] = {0};
  static const double steps[3] = {1e-2, 1e-4, 1e-6};
  for (int i = 0; i < 200; ++i) {
    carom_compliant_problem p = sample(&r);
    const double limit = p.surface.mu * p.surface.eta2 * -p.v.z, angle = test_random_uniform(&r, 0, 6.28);
    for (int k = 0; k < 3; ++k) {
      carom_jacobian sides[2];
      for (int side = 0; side < 2; ++side) {
        carom_compliant_outcome o;
        const double speed = limit * (1 + (side ? -1 : 1) * steps[k]);
        p.v.x = speed * cos(angle), p.v.y = speed * sin(angle);
        sides[side] = differentiate(&p, &o);
        cr_expect_eq(o.events[0].type, side ? CAROM_EVENT_START_STICK : CAROM_EVENT_START_SLIP);
      }
      worst[k] = fmax(worst[k], apart(sides[0].d_velocity, sides[1].d_velocity));
    }
  }
  // The difference goes like the root of the step.
  cr_expect_lt(worst[1], 0.2 * worst[0], "%g %g %g", worst[0], worst[1], worst[2]);
  cr_expect_lt(worst[2], 0.2 * worst[1], "%g %g %g", worst[0], worst[1], worst[2]);
  cr_log_info("%g %g %g", worst[0], worst[1], worst[2]);
}

/// Slip to the end turns into that of the rigid law as the springs stiffen.
Test(compliant_derivative, tends_to_the_rigid_law) {
  test_random r = {34};
  int count = 0;
  for (int i = 0; i < 400; ++i) {
    carom_compliant_problem p = sample(&r);
    p.surface.eta2 = 1e-5;
    carom_spatial_problem rigid = {.w = p.w, .v = p.v, .surface = p.surface};
    rigid.surface.eta2 = 0;
    carom_spatial_outcome law;
    cr_assert_eq(carom_spatial_solve(&rigid, &law, NULL), CAROM_OK);
    if (law.slip_vanished || carom_vec3_norm((carom_vec3){law.v.x, law.v.y, 0}) < 0.1 || p.surface.mu < 0.2) continue;
    carom_jacobian want;
    carom_compliant_outcome o;
    cr_assert_eq(carom_spatial_differentiate(&rigid, &law, CAROM_WRT_ALL_SPATIAL, &want, NULL), CAROM_OK);
    carom_jacobian j = differentiate(&p, &o);
    for (int row = 0; row < 3; ++row) want.d_velocity[row][11] = j.d_velocity[row][11];
    cr_expect_lt(apart(j.d_velocity, want.d_velocity), 1e-3, "sample %d: %g", i, apart(j.d_velocity, want.d_velocity));
    ++count;
  }
  cr_assert_gt(count, 30);
}

/// With e = 0 the column of e is that of a little restitution.
Test(compliant_derivative, plastic_impacts_have_one_side) {
  test_random r = {35};
  static const double step = 1e-5;
  int count = 0;
  for (int i = 0; i < 500; ++i) {
    carom_compliant_problem p = sample(&r);
    carom_compliant_outcome o, more;
    carom_jacobian j;
    p.surface.e = 0;
    cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
    const carom_status status = carom_compliant_differentiate(&p, &o, CAROM_WRT_ALL_COMPLIANT, &j, NULL);
    cr_assert_eq(status, CAROM_OK);
    if (j.smoothness.is_there && j.smoothness.kind == CAROM_JUMP) {
      cr_expect(o.warnings & CAROM_WARN_LOCKED);
      cr_expect_eq(j.d_impulse[2][10], 0);
      continue;
    }
    p.surface.e = step;
    cr_assert_eq(carom_compliant_solve(&p, &more, NULL), CAROM_OK);
    const double got[3] = {j.d_velocity[0][10], j.d_velocity[1][10], j.d_velocity[2][10]};
    const double want[3] = {(more.v.x - o.v.x) / step, (more.v.y - o.v.y) / step, (more.v.z - o.v.z) / step};
    for (int k = 0; k < 3; ++k) cr_expect_float_eq(got[k], want[k], 1e-2 * (1 + fabs(want[k])), "sample %d", i);
    ++count;
  }
  cr_assert_gt(count, 450);
}

/// Where friction holds what it presses together, after one end of compression or after bounces without end: all that
/// scaling and turning say, and the normal velocity is 0 whatever moves.
Test(compliant_derivative, held_contacts_have_theirs) {
  test_random r = {42};
  int plastic = 0, bounced = 0, slipped = 0;
  double worst = 0;
  for (int i = 0; i < 12000; ++i) {
    carom_compliant_problem p = sample(&r);
    carom_compliant_outcome o;
    p.surface.mu *= 2;
    p.surface.e = i % 4 == 0 ? 0 : 0.4 * p.surface.e;
    cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
    if (!(o.warnings & CAROM_WARN_LOCKED)) continue;
    const carom_jacobian j = differentiate(&p, &o);
    const double off = worst_identity(&p);
    cr_expect_lt(off, 1e-10, "sample %d: %g", i, off);
    worst = fmax(worst, off);
    for (int k = 0; k < INPUTS; ++k) cr_expect_eq(j.d_velocity[2][k], 0);
    int slips = 0;
    for (int k = 0; k < o.event_count; ++k) slips += o.events[k].type == CAROM_EVENT_SLIP;
    plastic += p.surface.e == 0;
    bounced += p.surface.e > 0 && slips < 2;
    slipped += p.surface.e > 0 && slips > 3;
  }
  cr_expect_gt(plastic, 100, "%d", plastic);
  cr_expect_gt(bounced, 50, "%d", bounced);
  cr_expect_gt(slipped, 50, "%d", slipped);
  cr_log_info("%d plastic, %d that bounced, %d that slipped again and again: worst %.2g", plastic, bounced, slipped,
              worst);
}

/// Between two plastic impacts of which one is held, by halving: both see that friction just holds.
Test(compliant_derivative, sees_where_friction_just_holds) {
  test_random r = {43};
  int found = 0;
  for (int i = 0; i < 20000 && found < 40; ++i) {
    carom_compliant_problem p = sample(&r);
    p.surface.mu *= 2, p.surface.e = 0;
    double ends[2] = {0.9 * p.surface.mu, 1.1 * p.surface.mu}, margins[2] = {1, 1};
    bool held[2];
    carom_compliant_outcome o;
    for (int k = 0; k < 2; ++k) {
      p.surface.mu = ends[k];
      cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
      held[k] = o.warnings & CAROM_WARN_LOCKED;
    }
    if (held[0] == held[1]) continue;
    for (int step = 0; step < 40; ++step) {
      p.surface.mu = 0.5 * (ends[0] + ends[1]);
      cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
      const int side = ((o.warnings & CAROM_WARN_LOCKED) != 0) == held[1];
      const carom_smoothness near = carom_compliant_smoothness(&p, &o);
      ends[side] = p.surface.mu;
      margins[side] = near.boundary == CAROM_BOUNDARY_STICK_LIMIT ? near.margin : 1;
    }
    cr_expect_lt(margins[0], 1e-9, "sample %d: %g %g", i, margins[0], margins[1]);
    cr_expect_lt(margins[1], 1e-9, "sample %d: %g %g", i, margins[0], margins[1]);
    ++found;
  }
  cr_assert_eq(found, 40);
}

/// Too stiff to follow, and without friction: the derivatives of the rigid law, and none by eta2.
Test(compliant_derivative, stiff_springs_have_those_of_the_rigid_law) {
  test_random r = {36};
  for (int i = 0; i < 50; ++i) {
    carom_compliant_problem p = sample(&r);
    carom_spatial_outcome law;
    carom_compliant_outcome o;
    carom_jacobian want;
    p.surface.eta2 = 1e-7;
    carom_spatial_problem rigid = {.w = p.w, .v = p.v, .surface = p.surface};
    rigid.surface.eta2 = 0;
    cr_assert_eq(carom_spatial_solve(&rigid, &law, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_differentiate(&rigid, &law, CAROM_WRT_ALL_SPATIAL, &want, NULL), CAROM_OK);
    carom_jacobian j = differentiate(&p, &o);
    cr_expect_eq(j.columns, INPUTS);
    for (int row = 0; row < 3; ++row) {
      cr_expect_eq(j.d_velocity[row][11], 0);
      want.d_velocity[row][11] = 0;
    }
    cr_expect_eq(apart(j.d_velocity, want.d_velocity), 0);
  }
}

Test(compliant_derivative, knows_how_near_a_jump_is) {
  carom_compliant_problem p = carom_compliant_problem_default();
  carom_compliant_outcome o;
  p.v = (carom_vec3){1, 0, -1e-12};
  p.surface.mu = 0.3;
  const carom_jacobian j = differentiate(&p, &o);
  cr_expect_eq(j.smoothness.boundary, CAROM_BOUNDARY_APPROACH_ZERO);
  cr_expect_eq(j.smoothness.kind, CAROM_KINK);
  cr_expect(j.smoothness.is_there);
}

/// Without derivatives the same, on springs and in the rigid limit.
Test(compliant_derivative, smoothness_alone_is_that_of_the_derivatives) {
  test_random r = {41};
  for (int i = 0; i < 400; ++i) {
    carom_compliant_problem p = sample(&r);
    carom_compliant_outcome o;
    carom_jacobian j;
    if (i % 4 == 0) p.surface.mu = 0;
    if (i % 4 == 1) p.surface.mu *= 2, p.surface.e *= 0.3;
    cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
    const carom_smoothness near = carom_compliant_smoothness(&p, &o);
    cr_assert_eq(carom_compliant_differentiate(&p, &o, 0, &j, NULL), CAROM_OK);
    cr_expect_eq(near.boundary, j.smoothness.boundary);
    cr_expect_eq(near.kind, j.smoothness.kind);
    cr_expect_eq(near.margin, j.smoothness.margin);
  }
}

/// Between two impacts of which one begins compression anew and the other does not, by halving: both see the jump.
Test(compliant_derivative, sees_grazing_from_both_sides) {
  test_random r = {39};
  int found = 0;
  for (int i = 0; i < 20000 && found < 40; ++i) {
    carom_compliant_problem p = sample(&r);
    carom_compliant_outcome o;
    p.surface.mu *= 2;
    double ends[2] = {p.v.x - 0.2, p.v.x + 0.2};
    bool again[2];
    for (int k = 0; k < 2; ++k) {
      p.v.x = ends[k];
      cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
      again[k] = o.recompressed;
    }
    if (again[0] == again[1] || p.surface.e > 0.9) continue;
    double margins[2] = {1, 1};
    for (int step = 0; step < 40; ++step) {
      carom_jacobian j;
      p.v.x = 0.5 * (ends[0] + ends[1]);
      cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
      const int side = o.recompressed == again[1];
      ends[side] = p.v.x;
      cr_assert_eq(carom_compliant_differentiate(&p, &o, 0, &j, NULL), CAROM_OK);
      margins[side] = j.smoothness.boundary == CAROM_BOUNDARY_GRAZING ? j.smoothness.margin : 1;
    }
    cr_expect_lt(margins[0], 1e-5, "sample %d: %g %g", i, margins[0], margins[1]);
    cr_expect_lt(margins[1], 1e-5, "sample %d: %g %g", i, margins[0], margins[1]);
    ++found;
  }
  cr_assert_eq(found, 40);
}

Test(compliant_derivative, some_columns_are_those_of_all) {
  test_random r = {37};
  const carom_compliant_problem p = sample(&r);
  carom_compliant_outcome o;
  carom_jacobian some;
  const carom_jacobian all = differentiate(&p, &o);
  cr_assert_eq(carom_compliant_differentiate(&p, &o, CAROM_WRT_MU | CAROM_WRT_ETA2, &some, NULL), CAROM_OK);
  cr_expect_eq(some.columns, 2);
  cr_expect_eq(some.wrt, CAROM_WRT_MU | CAROM_WRT_ETA2);
  for (int row = 0; row < 3; ++row) {
    cr_expect_float_eq(some.d_impulse[row][0], all.d_impulse[row][9], 1e-10);
    cr_expect_float_eq(some.d_impulse[row][1], all.d_impulse[row][11], 1e-10);
  }
}

Test(compliant_derivative, refuses_what_is_not_its_outcome) {
  test_random r = {38};
  const carom_compliant_problem p = sample(&r);
  carom_compliant_outcome o;
  carom_jacobian j = {.columns = -1};
  carom_diag diag;
  cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
  cr_expect_eq(carom_compliant_differentiate(&p, &o, CAROM_WRT_ETA2 << 1, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "wrt");
  o.impulse.x += 1e-3;
  cr_expect_eq(carom_compliant_differentiate(&p, &o, CAROM_WRT_MU, &j, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "outcome.impulse");
  cr_expect_eq(j.columns, -1);
}

/// The springs swing on when the work is spent: the outcome is the rigid law's, and derivatives of springs are not its
/// own. Following them took seconds.
Test(compliant_derivative, springs_without_an_answer_have_none) {
  carom_compliant_problem p = carom_compliant_problem_default();
  carom_compliant_outcome o;
  carom_jacobian j = {.columns = -7};
  carom_diag diag;
  p.w = (carom_mat3){{{21.334204733371735, -26.762761294841766, 1.022787868976593},
                      {-26.762761294841766, 33.572631418704987, -1.2830395102500916},
                      {1.022787868976593, -1.2830395102500916, 0.049033701419830322}}};
  p.v = (carom_vec3){-5.2337817337273597e-182, 4.9406564584124654e-324, -2.297119140625};
  p.surface.e = 0.68;
  p.surface.mu = 1.485107421875;
  p.surface.eta2 = 1.2;
  cr_assert_eq(carom_compliant_solve(&p, &o, &diag), CAROM_OK);
  cr_assert(o.warnings & CAROM_WARN_APPROXIMATE && o.error == 1);
  cr_expect_eq(carom_compliant_differentiate(&p, &o, CAROM_WRT_ALL_COMPLIANT, &j, &diag), CAROM_UNAVAILABLE);
  cr_expect_str_eq(diag.field, "outcome.error");
  cr_expect_eq(j.columns, -7);
}

/// Fast slip on stiff springs: six steps of the impact, and more panels than one call may take for how
/// its direction moves. Who only asks how near a boundary is needs none of them.
Test(compliant_derivative, work_is_bounded) {
  carom_compliant_problem p = carom_compliant_problem_default();
  carom_compliant_outcome o;
  carom_jacobian j = {.columns = -7};
  carom_diag diag;
  p.w = (carom_mat3){{{0.11963899402877054, 0.67289912976449429, 0.077620603367948668},
                      {0.67289912976449429, 27.164223085511761, -1.1522561889737148},
                      {0.077620603367948668, -1.1522561889737148, 4.9571425077470197}}};
  p.v = (carom_vec3){-4180.4083730433431, 14.996047139052791, -0.016909418298519118};
  p.surface.mu = 0.03696863006362968;
  p.surface.e = 0.69841058276803147;
  p.surface.eta2 = 0.010186330254268312;
  cr_assert_eq(carom_compliant_solve(&p, &o, &diag), CAROM_OK);
  cr_expect_lt(o.work, 20);
  cr_expect_eq(carom_compliant_differentiate(&p, &o, CAROM_WRT_ALL_COMPLIANT, &j, &diag), CAROM_BUDGET);
  cr_expect_str_eq(diag.field, "outcome.work");
  cr_expect_eq(j.columns, -7);
  cr_expect_neq(carom_compliant_smoothness(&p, &o).boundary, CAROM_BOUNDARY_NONE);
}
