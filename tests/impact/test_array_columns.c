// What columns may be: of any step, constant, absent, not wanted; and that nothing else is touched.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "impact/one_contact.h"

enum { COUNT = 101 };  // three parts of a planar array, and a bit

static one_element elements[COUNT];

static void fill(one_kind kind, uint64_t seed) {
  test_random r = {seed};
  for (int i = 0; i < COUNT; ++i) elements[i] = one_random(kind, &r);
}

static void expect_answer(const one_array* a, ptrdiff_t i, const one_element* element) {
  const one_answer want = one_expected(a->kind, element), got = one_answer_of(a, i);
  cr_expect(one_same(&want, &got), "kind %d, element %d: status %u, not %u", a->kind, (int)i, got.status, want.status);
}

/// Any pieces, in any order, make the whole.
Test(array_columns, ranges) {
  static const ptrdiff_t pieces[][2] = {{77, 24}, {33, 44}, {0, 1}, {1, 32}, {0, 0}, {50, -3}};
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    fill(kind, 1);
    one_array array;
    one_make(&array, kind, LAYOUT_ODD, COUNT, elements);
    ptrdiff_t told = 0, unanswered = 0;
    for (size_t k = 0; k < sizeof pieces / sizeof *pieces; ++k) told += one_solve(&array, pieces[k][0], pieces[k][1]);
    for (int i = 0; i < COUNT; ++i) {
      expect_answer(&array, i, &elements[i]);
      unanswered += one_expected(kind, &elements[i]).status != CAROM_OK;
    }
    cr_expect_eq(told, unanswered);
    one_free(&array);
  }
}

/// The bytes of a block that are still as they were made.
static int untouched(const one_array* a) {
  int count = 0;
  for (ptrdiff_t i = 0; i < a->table.count * LAYOUT_RECORD; ++i) count += a->table.records[i] == LAYOUT_GAP_BYTE;
  return count;
}

/// An array of structs: only the outputs of the elements that are asked for are written, and no inputs.
Test(array_columns, nothing_else_is_written) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    fill(kind, 2);
    one_array array;
    one_make(&array, kind, LAYOUT_RECORDS, COUNT, elements);
    unsigned char* before = malloc(COUNT * LAYOUT_RECORD);
    memcpy(before, array.table.records, COUNT * LAYOUT_RECORD);
    cr_expect_eq(one_solve(&array, 40, 0), 0);
    cr_expect_eq(one_solve(&array, 40, -1), 0);
    cr_expect_eq(memcmp(before, array.table.records, COUNT * LAYOUT_RECORD), 0);
    one_solve(&array, 40, 2);
    const size_t inputs = (size_t)((const unsigned char*)array.impulse[0].at - array.table.records);
    for (ptrdiff_t i = 0; i < COUNT; ++i) {
      const unsigned char* record = array.table.records + i * LAYOUT_RECORD;
      const bool asked = i == 40 || i == 41;
      cr_expect_eq(memcmp(before + i * LAYOUT_RECORD, record, asked ? inputs : LAYOUT_RECORD), 0);
      for (ptrdiff_t k = array.table.used; k < LAYOUT_RECORD; ++k) cr_expect_eq(record[k], LAYOUT_GAP_BYTE);
    }
    cr_expect_gt(untouched(&array), 0);
    expect_answer(&array, 40, &elements[40]);
    expect_answer(&array, 41, &elements[41]);
    free(before);
    one_free(&array);
  }
}

/// An output that is not wanted changes nothing of the others.
Test(array_columns, not_wanted) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    fill(kind, 3);
    one_array all, fewer;
    one_make(&all, kind, LAYOUT_PACKED, COUNT, elements);
    one_solve(&all, 0, COUNT);
    carom_out* outputs[ONE_OUTPUTS];
    carom_out* same[ONE_OUTPUTS];
    const int count = one_outputs(&all, outputs);
    for (int k = 0; k < count; ++k) {
      one_make(&fewer, kind, LAYOUT_PACKED, COUNT, elements);
      one_outputs(&fewer, same);
      const carom_out absent = *same[k];
      const unsigned char first = *(const unsigned char*)absent.at;
      same[k]->at = NULL;
      one_solve(&fewer, 0, COUNT);
      cr_expect_eq(*(const unsigned char*)absent.at, first);
      for (int other = 0; other < count; ++other)
        if (other != k)
          cr_expect_eq(memcmp(same[other]->at, outputs[other]->at, (size_t)(COUNT * outputs[other]->step)), 0);
      one_free(&fewer);
    }
    one_free(&all);
  }
}

/// Nothing is wanted at all: still counted.
Test(array_columns, nothing_wanted) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    fill(kind, 4);
    one_array array;
    one_make(&array, kind, LAYOUT_PACKED, COUNT, elements);
    const ptrdiff_t unanswered = one_solve(&array, 0, COUNT);
    carom_out* outputs[ONE_OUTPUTS];
    const int count = one_outputs(&array, outputs);
    for (int k = 0; k < count; ++k) outputs[k]->at = NULL;
    cr_expect_gt(unanswered, 0);
    cr_expect_eq(one_solve(&array, 0, COUNT), unanswered);
    one_free(&array);
  }
}

static one_element good(one_kind kind) {
  test_random r = {5};
  one_element e;
  do e = one_random(kind, &r);
  while (one_expected(kind, &e).status != CAROM_OK || e.mu == 0);
  return e;
}

/// Surfaces that are not given, and the lower half of W.
Test(array_columns, absent_inputs) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    one_array array;
    one_element e = good(kind);
    const int d = kind == ONE_PLANAR ? 2 : 3;
    for (int row = 0; row < d; ++row)
      for (int column = 0; column < row; ++column) e.w[d * row + column] = e.w[d * column + row];
    e.mu_static = e.mu;
    one_make(&array, kind, LAYOUT_ODD, 1, &e);
    array.surface->mu_static.at = NULL;
    for (int row = 0; row < d; ++row)
      for (int column = 0; column < row; ++column) array.w[d * row + column].at = NULL;
    cr_expect_eq(one_solve(&array, 0, 1), 0);
    expect_answer(&array, 0, &e);
    *array.surface = (carom_surface_columns){.mu = array.surface->mu};
    e.law = CAROM_LAW_STRONGE;
    e.e = e.stiffness = e.exponent = 1;
    e.eta2 = kind == ONE_COMPLIANT ? carom_eta2_from_poisson_ratio(0.3) : 0;
    cr_expect_eq(one_solve(&array, 0, 1), 0);
    expect_answer(&array, 0, &e);
    array.surface->mu.at = NULL;
    e.mu = e.mu_static = 0;
    cr_expect_eq(one_solve(&array, 0, 1), 0);
    expect_answer(&array, 0, &e);
    one_free(&array);
  }
}

/// W and v have no default.
Test(array_columns, needed_inputs) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    const one_element e = good(kind);
    const int d = kind == ONE_PLANAR ? 2 : 3;
    for (int k = 0; k < d * d + d; ++k) {
      if (k < d * d && k % d < k / d) continue;  // below the diagonal
      one_array array;
      one_make(&array, kind, LAYOUT_PACKED, 1, &e);
      (k < d * d ? &array.w[k] : &array.v[k - d * d])->at = NULL;
      cr_expect_eq(one_solve(&array, 0, 1), 1);
      const one_answer got = one_answer_of(&array, 0);
      cr_expect_eq(got.status, CAROM_NOT_FINITE);
      cr_expect(isnan(got.impulse[0]) && isnan(got.after[d - 1]) && isnan(got.energy[3]) && got.mode == 0);
      one_free(&array);
    }
  }
}

/// One W and one surface for all, also where the entries of W beside its diagonal differ by rounding; velocities
/// differ.
Test(array_columns, constant_inputs) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    one_array array;
    const int d = kind == ONE_PLANAR ? 2 : 3;
    elements[0] = good(kind);
    elements[0].w[d] = elements[0].w[1] * (1 + 0x1p-50);
    for (int i = 1; i < COUNT; ++i) {
      elements[i] = elements[0];
      elements[i].v[0] = 0.01 * i;
    }
    one_make(&array, kind, LAYOUT_BACKWARDS, COUNT, elements);
    for (int k = 0; k < d * d; ++k) array.w[k].step = 0;
    carom_surface_columns* s = array.surface;
    s->law.step = s->e.step = s->mu.step = s->mu_static.step = s->eta2.step = s->stiffness.step = s->exponent.step = 0;
    cr_expect_eq(one_solve(&array, 0, COUNT), 0);
    for (int i = 0; i < COUNT; ++i) expect_answer(&array, i, &elements[i]);
    one_free(&array);
  }
}

/// A step of 0 out: the last element stays.
Test(array_columns, constant_outputs) {
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind) {
    fill(kind, 6);
    elements[COUNT - 1] = good(kind);
    one_array array;
    one_make(&array, kind, LAYOUT_PACKED, COUNT, elements);
    carom_out* outputs[ONE_OUTPUTS];
    const int count = one_outputs(&array, outputs);
    for (int k = 0; k < count; ++k) outputs[k]->step = 0;
    one_solve(&array, 0, COUNT);
    expect_answer(&array, 0, &elements[COUNT - 1]);
    one_free(&array);
  }
}

/// Every bad number, one at a time, between two good elements.
Test(array_columns, bad_elements) {
  static const struct {
    size_t member;
    double value;
    carom_status status[ONE_KINDS];
  } rows[] = {
#define ROW(member, value, planar, spatial, compliant) \
  {                                                    \
    offsetof(one_element, member), value, {            \
      planar, spatial, compliant                       \
    }                                                  \
  }
#define ALL(member, value, status) ROW(member, value, status, status, status)
      ALL(w[0], (double)NAN, CAROM_NOT_FINITE),
      ALL(w[1], (double)INFINITY, CAROM_NOT_FINITE),
      ALL(w[2], (double)NAN, CAROM_NOT_FINITE),
      ALL(v[0], (double)NAN, CAROM_NOT_FINITE),
      ALL(v[1], -(double)INFINITY, CAROM_NOT_FINITE),
      ROW(w[0], -1, CAROM_OUT_OF_RANGE, CAROM_NOT_POSITIVE, CAROM_NOT_POSITIVE),
      ALL(w[1], 0.3, CAROM_NOT_SYMMETRIC),
      ALL(e, 1.5, CAROM_OUT_OF_RANGE),
      ALL(e, (double)NAN, CAROM_OUT_OF_RANGE),
      ALL(mu, -0.1, CAROM_OUT_OF_RANGE),
      ALL(mu_static, 0.1, CAROM_OUT_OF_RANGE),
      ALL(eta2, -1, CAROM_OUT_OF_RANGE),
      ROW(eta2, 0.5, CAROM_OUT_OF_RANGE, CAROM_OUT_OF_RANGE, CAROM_OK),
      ALL(stiffness, -1, CAROM_OUT_OF_RANGE),
      ALL(exponent, 3, CAROM_OUT_OF_RANGE),
#undef ALL
#undef ROW
  };
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind)
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
      one_element three[3] = {{.w = {2, 0.5, 0.5, 1}, .v = {1, -1}, .e = 0.5, .mu = 0.4, .mu_static = 0.4}};
      if (kind != ONE_PLANAR)
        three[0] = (one_element){.w = {2, 0, 0.5, 0, 2, 0, 0.5, 0, 1},
                                 .v = {1, 0, -1},
                                 .e = 0.5,
                                 .mu = 0.4,
                                 .mu_static = 0.4,
                                 .eta2 = kind == ONE_COMPLIANT};
      three[0].stiffness = three[0].exponent = 1;
      three[1] = three[2] = three[0];
      memcpy((char*)&three[1] + rows[k].member, &rows[k].value, sizeof(double));
      one_array array;
      one_make(&array, kind, LAYOUT_PACKED, 3, three);
      cr_expect_eq(one_solve(&array, 0, 3), rows[k].status[kind] != CAROM_OK);
      cr_expect_eq(one_answer_of(&array, 1).status, rows[k].status[kind], "kind %d, row %d: status %u", kind, (int)k,
                   one_answer_of(&array, 1).status);
      for (int i = 0; i < 3; ++i) expect_answer(&array, i, &three[i]);
      cr_expect_eq(one_answer_of(&array, 0).status, CAROM_OK);
      cr_expect_eq(one_answer_of(&array, 2).status, CAROM_OK);
      one_free(&array);
    }
}

/// Numbers that would be laws if they were cut to 32 bits.
Test(array_columns, laws) {
  static const int64_t laws[] = {0, 1, 2, 3, -1, (int64_t)1 << 32, INT64_MIN, INT64_MAX};
  for (one_kind kind = 0; kind < ONE_KINDS; ++kind)
    for (size_t k = 0; k < sizeof laws / sizeof *laws; ++k) {
      one_element e = good(kind);
      e.law = laws[k];
      one_array array;
      one_make(&array, kind, LAYOUT_ODD, 1, &e);
      const bool is_law = laws[k] >= 0 && laws[k] <= 2;
      cr_expect_eq(one_solve(&array, 0, 1), !is_law);
      cr_expect_eq(one_answer_of(&array, 0).status, is_law ? CAROM_OK : CAROM_OUT_OF_RANGE);
      one_free(&array);
    }
}
