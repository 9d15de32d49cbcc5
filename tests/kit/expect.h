// What many tests expect: a number near another, and a complaint while one thing is wrong.
#ifndef CAROM_TESTS_KIT_EXPECT_H
#define CAROM_TESTS_KIT_EXPECT_H

#include <criterion/criterion.h>
#include <math.h>

static inline void close_to(double got, double want, double tolerance, const char* what) {
  cr_expect(fabs(got - want) <= tolerance, "%s is %.17g, want %.17g within %.2g", what, got, want, tolerance);
}

/// Does `expect` while `place` holds a bad value, and makes it good again.
#define WHILE_BAD(type, place, value, expect) \
  do {                                        \
    const type good_one = place;              \
    place = value;                            \
    expect;                                   \
    place = good_one;                         \
  } while (0)

#endif
