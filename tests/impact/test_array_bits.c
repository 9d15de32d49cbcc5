// Arrays of one contact say what single calls say, to the last bit: a million random elements of each kind, in every
// layout, with bad ones among them (on springs a tenth of that on an ordinary day; CAROM_SOAK=N in the environment
// solves N of each).
#include <criterion/criterion.h>
#include <stdlib.h>

#include "impact/one_contact.h"

enum { BLOCK = 997 };  // no multiple of anything

#if defined(__SANITIZE_ADDRESS__)
static const long MILLION = 30000;
#else
static const long MILLION = 1000000;
#endif

static long element_count(long usual) {
  const char* soak = getenv("CAROM_SOAK");
  return soak ? atol(soak) : usual;
}

/// How many elements have no answer.
static ptrdiff_t check_block(one_kind kind, layout shape, test_random* r) {
  static one_element elements[BLOCK];
  one_array array;
  ptrdiff_t unanswered = 0;
  for (int i = 0; i < BLOCK; ++i) elements[i] = one_random(kind, r);
  one_make(&array, kind, shape, BLOCK, elements);
  const ptrdiff_t told = one_solve(&array, 0, BLOCK);
  for (int i = 0; i < BLOCK; ++i) {
    const one_answer want = one_expected(kind, &elements[i]), got = one_answer_of(&array, i);
    cr_assert(one_same(&want, &got), "kind %d, layout %d, element %d: status %u, not %u", kind, shape, i, got.status,
              want.status);
    unanswered += want.status != CAROM_OK;
  }
  cr_assert_eq(told, unanswered);
  one_free(&array);
  return unanswered;
}

static void check_kind(one_kind kind, long count) {
  test_random r = {2027 + (uint64_t)kind};
  ptrdiff_t unanswered = 0;
  long block = 0;
  for (; block * BLOCK < count; ++block) unanswered += check_block(kind, (layout)(block % LAYOUT_COUNT), &r);
  // One in eight is spoiled, and not every way of spoiling leaves an element without an answer.
  const double share = (double)unanswered / (double)(block * BLOCK);
  cr_expect(share > 0.05 && share < 0.15, "%.3g of the elements have no answer", share);
}

Test(array_bits, planar) {
  check_kind(ONE_PLANAR, element_count(MILLION));
}

Test(array_bits, spatial) {
  check_kind(ONE_SPATIAL, element_count(MILLION));
}

Test(array_bits, compliant) {
  check_kind(ONE_COMPLIANT, element_count(MILLION / 10));
}

/// Every count up to more than the lanes take at once.
Test(array_bits, every_count) {
  enum { MOST = 70 };
  one_element elements[MOST];
  test_random r = {2040};
  for (one_kind kind = ONE_PLANAR; kind <= ONE_SPATIAL; ++kind)
    for (int count = 1; count <= MOST; ++count) {
      for (int i = 0; i < count; ++i) elements[i] = one_random(kind, &r);
      one_array array;
      one_make(&array, kind, (layout)(count % LAYOUT_COUNT), count, elements);
      one_solve(&array, 0, count);
      for (int i = 0; i < count; ++i) {
        const one_answer want = one_expected(kind, &elements[i]), got = one_answer_of(&array, i);
        cr_assert(one_same(&want, &got), "kind %d, element %d of %d", kind, i, count);
      }
      one_free(&array);
    }
}
