// Derivatives of arrays: bit for bit those of single calls, whatever the columns; a status for each element.
#include <criterion/criterion.h>
#include <math.h>

#include "carom/carom.h"
#include "impact/one_contact.h"

enum { COUNT = 400 };

static one_element elements[COUNT];

/// What the single calls say of an element.
static carom_status expected(const one_element* x, one_kind kind, unsigned wrt, carom_jacobian* j) {
  const carom_surface surface = {(carom_law)x->law, x->e, x->mu, x->mu_static, x->eta2, x->stiffness, x->exponent};
  const carom_contact_problem problem = {kind == ONE_PLANAR ? 2 : 3, 1, x->w, x->v, &surface};
  carom_impact_contact contact;
  carom_impact_outcome out;
  const carom_impact_memory memory = {.contacts = &contact, .contact_capacity = 1};
  carom_impact_options options = carom_impact_options_default();
  options.wants = 0;
  const one_answer solved = one_expected(kind, x);
  if (solved.status) return (carom_status)solved.status;
  cr_assert_eq(carom_impact_solve(&problem, &options, &memory, &out, NULL), CAROM_OK);
  if (kind == ONE_PLANAR)
    return carom_planar_differentiate(&out.law.planar.problem, &out.law.planar.outcome, wrt, j, NULL);
  if (out.model == CAROM_MODEL_COMPLIANT)
    return carom_compliant_differentiate(&out.law.compliant.problem, &out.law.compliant.outcome, wrt, j, NULL);
  if (out.model != CAROM_MODEL_SPATIAL) return CAROM_NO_FINITE_ANSWER;
  const carom_spatial_problem* p = &out.law.spatial.problem;
  const unsigned known = wrt & (unsigned)CAROM_WRT_ALL_SPATIAL;
  const carom_status status = carom_spatial_differentiate(p, &out.law.spatial.outcome, known, j, NULL);
  for (int row = 0; row < 3 && known != wrt; ++row) j->d_impulse[row][11] = j->d_velocity[row][11] = 0;
  j->columns += known != wrt;
  return status;
}

/// Blocks with gaps of every kind.
typedef struct blocks {
  double impulse[COUNT][3][CAROM_JACOBIAN_COLUMNS + 1], velocity[COUNT][CAROM_JACOBIAN_COLUMNS][4];
  double margin[COUNT];
  uint8_t smooth[COUNT], boundary[COUNT], status[COUNT];
} blocks;

static carom_jacobian_columns columns_of(blocks* b, unsigned wrt) {
  const ptrdiff_t one = sizeof(double);
  return (carom_jacobian_columns){.wrt = wrt,
                                  .d_impulse = {b->impulse, sizeof b->impulse[0], sizeof b->impulse[0][0], one},
                                  .d_velocity = {b->velocity, sizeof b->velocity[0], one, sizeof b->velocity[0][0]},
                                  .smooth = {b->smooth, 1},
                                  .boundary = {b->boundary, 1},
                                  .margin = {b->margin, one},
                                  .status = {b->status, 1}};
}

static void compare(const blocks* b, one_kind kind, int i, unsigned wrt) {
  static const int inputs[ONE_KINDS] = {CAROM_PLANAR_INPUTS, CAROM_SPATIAL_INPUTS, CAROM_COMPLIANT_INPUTS};
  const int axes = kind == ONE_PLANAR ? 2 : 3, all = inputs[kind];
  carom_jacobian j = {.columns = wrt == CAROM_WRT_MU ? 1 : all};
  const carom_status status = expected(&elements[i], kind, wrt, &j);
  cr_assert_eq(b->status[i], status, "element %d: %d, not %d", i, b->status[i], status);
  for (int row = 0; row < axes; ++row)
    for (int k = 0; k < j.columns; ++k) {
      cr_assert(same_number(b->impulse[i][row][k], status ? (double)NAN : j.d_impulse[row][k]), "element %d", i);
      cr_assert(same_number(b->velocity[i][k][row], status ? (double)NAN : j.d_velocity[row][k]), "element %d", i);
    }
  cr_assert(same_number(b->margin[i], status ? (double)NAN : j.smoothness.margin));
  cr_assert_eq(b->boundary[i], status ? 0 : j.smoothness.boundary);
  cr_assert_eq(b->smooth[i], status || !j.smoothness.is_there ? 0 : j.smoothness.kind);
}

static ptrdiff_t differentiate(const one_array* a, const carom_jacobian_columns* to, ptrdiff_t first, ptrdiff_t count) {
  if (a->kind == ONE_PLANAR) return carom_planar_differentiate_array(&a->planar, to, first, count);
  if (a->kind == ONE_SPATIAL) return carom_spatial_differentiate_array(&a->spatial, to, first, count);
  return carom_compliant_differentiate_array(&a->compliant, to, first, count);
}

Test(array_derivatives, equal_single_calls) {
  static blocks b;
  static const unsigned inputs[ONE_KINDS] = {CAROM_WRT_ALL_PLANAR, CAROM_WRT_ALL_SPATIAL, CAROM_WRT_ALL_COMPLIANT};
  for (int round = 0; round < 2 * ONE_KINDS; ++round) {
    const one_kind kind = (one_kind)(round % ONE_KINDS);
    const unsigned wrt = round < ONE_KINDS ? inputs[kind] : CAROM_WRT_MU;
    test_random r = {(uint64_t)round + 77};
    for (int i = 0; i < COUNT; ++i) elements[i] = one_random(kind, &r);
    one_array array;
    one_make(&array, kind, LAYOUT_ODD, COUNT, elements);
    const carom_jacobian_columns to = columns_of(&b, round < ONE_KINDS ? 0 : wrt);
    const ptrdiff_t without = differentiate(&array, &to, 0, 150) + differentiate(&array, &to, 150, COUNT - 150);
    ptrdiff_t counted = 0;
    for (int i = 0; i < COUNT; ++i) {
      compare(&b, kind, i, wrt);
      counted += b.status[i] != CAROM_OK;
      const one_answer want = one_expected(kind, &elements[i]), got = one_answer_of(&array, i);
      cr_assert(one_same(&want, &got), "element %d: the answer itself", i);
    }
    cr_expect_eq(without, counted);
    cr_expect(counted > 0 && counted < COUNT / 2, "%d of %d", (int)counted, COUNT);
    one_free(&array);
  }
}

Test(array_derivatives, inputs_that_are_none_and_nothing_wanted) {
  static blocks b;
  test_random r = {5};
  for (int i = 0; i < COUNT; ++i) elements[i] = one_random(ONE_PLANAR, &r);
  one_array array;
  one_make(&array, ONE_PLANAR, LAYOUT_PACKED, COUNT, elements);
  const carom_jacobian_columns bad = columns_of(&b, CAROM_WRT_MU | CAROM_WRT_ETA2), nothing = {0};
  cr_expect_eq(carom_planar_differentiate_array(&array.planar, &bad, 0, 10), 10);
  for (int i = 0; i < 10; ++i) {
    const one_answer solved = one_expected(ONE_PLANAR, &elements[i]);
    cr_expect_eq(b.status[i], solved.status ? solved.status : CAROM_OUT_OF_RANGE);
    cr_expect(isnan(b.impulse[i][0][0]));
  }
  cr_expect_lt(carom_planar_differentiate_array(&array.planar, &nothing, 0, COUNT), COUNT);
  cr_expect_eq(carom_planar_differentiate_array(&array.planar, &nothing, 0, -1), 0);
  one_free(&array);
}
