// The rules against what defines them: exactness for polynomials up to the degree they promise, and not beyond.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "math/collocation.h"

static const carom__collocation* const RULES[] = {&carom__radau12};
static const int COUNTS[] = {12};
static const int EXACT_DEGREE[] = {22};  // of the quadrature: 2 s - 2
enum { RULE_COUNT = 1 };

/// The rules hold numbers up to 1 and sums of at most 12 of them; each is rounded once.
static const double ROUNDING = 32 * DBL_EPSILON;

static double legendre(int n, double x) {
  double before = 1, p = x;
  if (n == 0) return 1;
  for (int k = 1; k < n; ++k) {
    const double next = ((2 * k + 1) * x * p - k * before) / (k + 1);
    before = p;
    p = next;
  }
  return p;
}

Test(collocation, nodes_ascend_and_radau_ends_at_one) {
  for (int r = 0; r < RULE_COUNT; ++r) {
    const carom__collocation* rule = RULES[r];
    cr_assert_eq(rule->count, COUNTS[r]);
    cr_expect(rule->node[0] > 0);
    for (int i = 1; i < rule->count; ++i) cr_expect(rule->node[i] > rule->node[i - 1]);
    for (int i = rule->count; i < CAROM__NODES; ++i) cr_expect(rule->node[i] == 0 && rule->weight[i] == 0);
  }
  cr_expect_eq(carom__radau12.node[11], 1);
}

Test(collocation, nodes_are_roots_of_their_polynomials) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int i = 0; i < COUNTS[r]; ++i) {
      const int s = COUNTS[r];
      const double x = 2 * RULES[r]->node[i] - 1;
      const double f = legendre(s, x) - legendre(s - 1, x);
      // Slopes of the polynomials reach s^2/2 at the ends of [-1, 1]; x is off by eps.
      cr_expect(fabs(f) <= s * s * DBL_EPSILON, "rule %d, node %d: %g", r, i, f);
    }
}

Test(collocation, weights_integrate_powers) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int degree = 0; degree <= EXACT_DEGREE[r]; ++degree) {
      double sum = 0;
      for (int j = 0; j < COUNTS[r]; ++j) sum += RULES[r]->weight[j] * pow(RULES[r]->node[j], degree);
      const double error = fabs(sum - 1.0 / (degree + 1));
      cr_expect(error <= ROUNDING, "rule %d, degree %d: %g", r, degree, error);
    }
}

Test(collocation, integral_rows_integrate_powers) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int i = 0; i < COUNTS[r]; ++i)
      for (int degree = 0; degree < COUNTS[r]; ++degree) {
        double sum = 0;
        for (int j = 0; j < COUNTS[r]; ++j) sum += RULES[r]->integral[i][j] * pow(RULES[r]->node[j], degree);
        const double expected = pow(RULES[r]->node[i], degree + 1) / (degree + 1);
        cr_expect(fabs(sum - expected) <= ROUNDING, "rule %d, row %d, degree %d", r, i, degree);
      }
}

Test(collocation, radau_weights_are_the_last_row) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int j = 0; j < COUNTS[r]; ++j)
      cr_expect_eq(RULES[r]->weight[j], RULES[r]->integral[COUNTS[r] - 1][j], "rule %d, %d", r, j);
}

Test(collocation, legendre_coefficients_of_legendre_polynomials) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int m = 0; m < COUNTS[r]; ++m)
      for (int n = 0; n < COUNTS[r]; ++n) {
        double sum = 0;
        for (int j = 0; j < COUNTS[r]; ++j) sum += RULES[r]->legendre[n][j] * legendre(m, 2 * RULES[r]->node[j] - 1);
        // Slopes of P_m at the nodes magnify the rounding of the nodes to about m^2 eps.
        cr_expect(fabs(sum - (m == n)) <= 8 * COUNTS[r] * COUNTS[r] * DBL_EPSILON, "rule %d, %d in P_%d: %g", r, n, m,
                  sum);
      }
}

/// A polynomial of full degree with coefficients of both signs.
static double polynomial(int degree, double x) {
  double sum = 0;
  for (int k = degree; k >= 0; --k) sum = sum * x + cos(3 * k + 1);
  return sum;
}

Test(collocation, interpolation_reproduces_polynomials) {
  for (int r = 0; r < RULE_COUNT; ++r) {
    const carom__collocation* rule = RULES[r];
    double values[CAROM__NODES];
    for (int j = 0; j < rule->count; ++j) values[j] = polynomial(rule->count - 1, rule->node[j]);
    for (double theta = 0; theta <= 1; theta += 1.0 / 64) {
      const double value = polynomial(rule->count - 1, theta);
      // Left of the first node this extrapolates, which magnifies rounding by the Lebesgue constant, below 30 there.
      cr_expect(fabs(carom__collocation_value(rule, values, theta) - value) <= 100 * DBL_EPSILON, "%d: %g", r, theta);
    }
  }
}

Test(collocation, value_at_a_node_is_exact) {
  double values[CAROM__NODES];
  for (int j = 0; j < 12; ++j) values[j] = sin(j);
  for (int j = 0; j < 12; ++j)
    cr_expect_eq(carom__collocation_value(&carom__radau12, values, carom__radau12.node[j]), values[j]);
}

/// y' = y from 1 on one panel of length h, by fixed-point sweeps: the relative error at its end.
static double end_error(double h) {
  const carom__collocation* rule = &carom__radau12;
  double slope[CAROM__NODES] = {0}, end = 1;
  for (int sweep = 0; sweep < 400; ++sweep)
    for (int i = 0; i < rule->count; ++i) {
      double y = 1;
      for (int j = 0; j < rule->count; ++j) y += h * rule->integral[i][j] * slope[j];
      slope[i] = y;
    }
  for (int j = 0; j < rule->count; ++j) end += h * rule->weight[j] * slope[j];
  return fabs(end - exp(h)) / exp(h);
}

Test(collocation, radau12_has_order_23_at_the_end_of_a_panel) {
  const double coarse = end_error(10), fine = end_error(7), order = log(coarse / fine) / log(10.0 / 7);
  // One panel has the local order, which is one more. The errors must stand above rounding.
  cr_expect(fine > 1e-12 && order > 22 && order < 26, "errors %g and %g, order %g", coarse, fine, order);
}
