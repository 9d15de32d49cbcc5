// Sobol's direction numbers by a second road. test_random.c compares points with those that SciPy prints, and SciPy's
// table is where ours could come from; here is what the numbers must be whoever wrote them down: the primitive
// polynomials are searched for, the recurrence is run on whole numbers, and the points that come of it must have what
// Sobol proved (USSR Comput. Math. Math. Phys. 7 (1967) 86) and what Joe and Kuo promise of theirs (property A).
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>

#include "sweep/sobol.h"
#include "sweep/sobol_table.h"

enum { DIMENSIONS = CAROM__SOBOL_DIMENSIONS, BITS = CAROM__SOBOL_BITS };

/// Whether the powers of x modulo a polynomial over {0, 1} run through all that is not zero: 2^degree - 1 of them.
static bool is_primitive(unsigned polynomial, int degree) {
  const unsigned top = 1u << degree;
  unsigned power = 1, order = 0;
  do {
    power <<= 1;
    if (power & top) power ^= polynomial;
    ++order;
  } while (power != 1 && power != 0 && order < top);
  return power == 1 && order == top - 1;
}

/// Dimension after dimension takes the next primitive polynomial, by degree and then by its coefficients.
Test(sweep_sobol, polynomials_are_all_primitive_ones_in_order) {
  int dimension = 1;
  for (int degree = 1; dimension < DIMENSIONS; ++degree)
    for (unsigned inner = 0; inner < 1u << (degree - 1) && dimension < DIMENSIONS; ++inner) {
      if (!is_primitive(1u << degree | inner << 1 | 1u, degree)) continue;
      cr_assert_eq(SOBOL_TABLE[dimension - 1].degree, degree, "dimension %d", dimension);
      cr_assert_eq(SOBOL_TABLE[dimension - 1].inner, inner, "dimension %d", dimension);
      ++dimension;
    }
}

/// All numbers of the table: the FNV-1a hash of lines "d s a m_1 .. m_s" as the authors' file has them, made from a
/// copy of it that did not come by way of SciPy. What must be true of the numbers leaves many of them free; this does
/// not.
Test(sweep_sobol, table_is_that_of_the_authors) {
  uint64_t hash = 0xcbf29ce484222325;
  for (int j = 1; j < DIMENSIONS; ++j) {
    char line[80];
    int length = snprintf(line, sizeof line, "%d %d %d", j + 1, SOBOL_TABLE[j - 1].degree, SOBOL_TABLE[j - 1].inner);
    for (int k = 0; k < SOBOL_TABLE[j - 1].degree; ++k)
      length += snprintf(line + length, sizeof line - (size_t)length, " %d", SOBOL_TABLE[j - 1].m[k]);
    line[length++] = '\n';
    for (int i = 0; i < length; ++i) hash = (hash ^ (uint8_t)line[i]) * 0x100000001b3;
  }
  cr_expect_eq(hash, 0x97fccef17dc89f8a, "%llx", (unsigned long long)hash);
}

/// m_1 .. m_count of a dimension, as Sobol's recurrence has them: whole numbers, m_k < 2^k.
static void fill_m(int dimension, int count, uint64_t* m) {
  const int degree = dimension > 0 ? SOBOL_TABLE[dimension - 1].degree : 0;
  for (int k = 0; k < count; ++k) {
    m[k] = dimension == 0 ? 1 : k < degree ? SOBOL_TABLE[dimension - 1].m[k] : m[k - degree] << degree ^ m[k - degree];
    for (int j = 1; j < degree && k >= degree; ++j)
      if (SOBOL_TABLE[dimension - 1].inner >> (degree - 1 - j) & 1) m[k] ^= m[k - j] << j;
  }
}

Test(sweep_sobol, directions_follow_from_the_recurrence) {
  static carom__sobol sobol;
  carom__sobol_start(&sobol, DIMENSIONS);
  for (int j = 0; j < DIMENSIONS; ++j) {
    uint64_t m[BITS];
    fill_m(j, BITS, m);
    for (int k = 0; k < BITS; ++k) {
      cr_assert(m[k] % 2 == 1 && m[k] >> k >> 1 == 0, "dimension %d: m_%d is odd and below 2^%d", j, k + 1, k + 1);
      cr_assert_eq(sobol.directions[j][k], m[k] << (BITS - 1 - k), "dimension %d, direction %d", j, k);
    }
  }
}

/// Whether rows of bits are independent over {0, 1}; they are used up.
static bool are_independent(uint64_t* rows, int count) {
  for (int i = 0; i < count; ++i) {
    if (rows[i] == 0) return false;
    const uint64_t lowest = rows[i] & (~rows[i] + 1);
    for (int k = i + 1; k < count; ++k)
      if (rows[k] & lowest) rows[k] ^= rows[i];
  }
  return true;
}

/// Property A: of any 2^d points that begin at a multiple of 2^d one lies in each of the 2^d halved cubes of d
/// dimensions. It holds where the first bits of the first d directions are independent: for all d here.
Test(sweep_sobol, has_property_a_in_all_dimensions) {
  static uint64_t m[DIMENSIONS][DIMENSIONS];
  for (int j = 0; j < DIMENSIONS; ++j) fill_m(j, DIMENSIONS, m[j]);
  for (int d = 1; d <= DIMENSIONS; ++d) {
    uint64_t rows[DIMENSIONS];
    for (int j = 0; j < d; ++j) {
      rows[j] = 0;
      for (int k = 0; k < d; ++k) rows[j] |= (m[j][k] >> k & 1) << k;
    }
    cr_assert(are_independent(rows, d), "the first %d dimensions", d);
  }
}

/// The same by counting points.
Test(sweep_sobol, one_point_is_in_each_halved_cube) {
  static carom__sobol sobol;
  static unsigned char seen[1 << 16];
  uint64_t x[DIMENSIONS];
  for (int d = 1; d <= 16; ++d) {
    carom__sobol_start(&sobol, d);
    carom__sobol_shift(&sobol, 5);
    for (uint64_t i = 0; i < UINT64_C(1) << d; ++i) {
      unsigned cube = 0;
      carom__sobol_point(&sobol, (UINT64_C(3) << d) + i, x);
      for (int j = 0; j < d; ++j) cube = cube << 1 | (unsigned)(x[j] >> (BITS - 1));
      cr_assert_eq(seen[cube], d - 1, "%d dimensions: cube %u is full or empty", d, cube);
      seen[cube] = (unsigned char)d;
    }
    for (unsigned cube = 1u << d; cube < 1u << 16; ++cube) seen[cube] = (unsigned char)d;
  }
}

/// Two dimensions with polynomials of degrees a and b make a (t, m, 2)-net with t <= a + b - 2 (dimension 0 has degree
/// 1): of 2^m points each box of sides 2^-k and 2^(t+k-m) has 2^t. Of pairs with t > m that says nothing.
Test(sweep_sobol, pairs_are_as_even_as_sobol_proved) {
  enum { M = 11, POINTS = 1 << M };
  static carom__sobol sobol;
  static uint64_t x[POINTS][DIMENSIONS];
  static int counts[POINTS];
  carom__sobol_start(&sobol, DIMENSIONS);
  for (uint64_t i = 0; i < POINTS; ++i) carom__sobol_point(&sobol, i, x[i]);
  for (int a = 0; a < DIMENSIONS; ++a)
    for (int b = 0; b < a; ++b) {
      const int t = SOBOL_TABLE[a - 1].degree + (b > 0 ? SOBOL_TABLE[b - 1].degree : 1) - 2;
      for (int k = 0; k <= M - t; ++k) {
        const int rest = M - t - k;
        for (int i = 0; i < 1 << (M - t); ++i) counts[i] = 0;
        for (int i = 0; i < POINTS; ++i) ++counts[(x[i][a] >> (BITS - k)) << rest | x[i][b] >> (BITS - rest)];
        for (int i = 0; i < 1 << (M - t); ++i)
          cr_assert_eq(counts[i], 1 << t, "dimensions %d and %d: box %d of sides 2^-%d, 2^-%d", a, b, i, k, rest);
      }
    }
}
