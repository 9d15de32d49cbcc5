// The panels with a map q = h reach(theta), against what defines them.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "math/collocation.h"

static const carom__panel_rule* const RULES[] = {&carom__straight_rule, &carom__ending_rule, &carom__decay4_rule,
                                                 &carom__decay8_rule, &carom__decay16_rule};
static const double DECAYS[] = {0, 0, 4, 8, 16};
enum { RULE_COUNT = 5, STRAIGHT = 0, ENDING = 1 };

static double reach(int r, double theta) {
  if (r == STRAIGHT) return theta;
  return r == ENDING ? 1 - pow(1 - theta, 4) : -expm1(-DECAYS[r] * theta);
}

static double rate(int r, double theta) {
  if (r == STRAIGHT) return 1;
  return r == ENDING ? 4 * pow(1 - theta, 3) : DECAYS[r] * exp(-DECAYS[r] * theta);
}

Test(panel_rules, the_map_is_what_it_says) {
  for (int r = 0; r < RULE_COUNT; ++r) {
    const carom__panel_rule* rule = RULES[r];
    cr_expect(fabs(rule->left - (1 - reach(r, 1))) <= DBL_EPSILON, "%d", r);
    for (int i = 0; i < CAROM__NODES; ++i) {
      cr_expect(fabs(rule->reach[i] - reach(r, rule->node[i])) <= 4 * DBL_EPSILON, "%d, %d", r, i);
      cr_expect(fabs(rule->rate[i] - rate(r, rule->node[i])) <= 64 * DBL_EPSILON, "%d, %d", r, i);
    }
  }
  cr_expect(carom__straight_rule.node[11] == 1 && carom__decay8_rule.node[11] == 1 && carom__ending_rule.node[11] < 1);
}

/// theta^degree at the nodes, over the rate: its integral over q/h is theta^(degree + 1)/(degree + 1).
static void power_over_rate(const carom__panel_rule* rule, int degree, double* values) {
  for (int j = 0; j < CAROM__NODES; ++j) values[j] = pow(rule->node[j], degree) / rule->rate[j];
}

Test(panel_rules, integrals_of_powers_over_the_rate_are_exact) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int degree = 0; degree < CAROM__NODES; ++degree) {
      double values[CAROM__NODES], whole = 0;
      power_over_rate(RULES[r], degree, values);
      for (int j = 0; j < CAROM__NODES; ++j) whole += RULES[r]->weight[j] * values[j];
      cr_expect(fabs(whole - 1.0 / (degree + 1)) <= 64 * DBL_EPSILON, "%d, %d: %g", r, degree, whole);
      for (int i = 0; i < CAROM__NODES; ++i) {
        double sum = 0;
        for (int j = 0; j < CAROM__NODES; ++j) sum += RULES[r]->integral[j][i] * values[j];
        const double expected = pow(RULES[r]->node[i], degree + 1) / (degree + 1);
        cr_expect(fabs(sum - expected) <= 64 * DBL_EPSILON, "%d, %d, %d: %g", r, degree, i, sum - expected);
      }
    }
}

Test(panel_rules, twice_is_the_integral_of_the_integral) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int k = 0; k < CAROM__NODES; ++k) {
      double whole = 0;
      for (int j = 0; j < CAROM__NODES; ++j) whole += RULES[r]->weight[j] * RULES[r]->integral[k][j];
      cr_expect(fabs(whole - RULES[r]->twice_weight[k]) <= 16 * DBL_EPSILON, "%d, %d", r, k);
      for (int i = 0; i < CAROM__NODES; ++i) {
        double sum = 0;
        for (int j = 0; j < CAROM__NODES; ++j) sum += RULES[r]->integral[j][i] * RULES[r]->integral[k][j];
        cr_expect(fabs(sum - RULES[r]->twice[k][i]) <= 16 * DBL_EPSILON, "%d, %d, %d", r, k, i);
      }
    }
}

/// Slopes at the first nodes are sums of large terms: about a hundred times the rounding of one.
Test(panel_rules, slopes_of_powers) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int degree = 1; degree <= CAROM__NODES; ++degree)
      for (int i = 0; i < CAROM__NODES; ++i) {
        double sum = 0;
        for (int j = 0; j < CAROM__NODES; ++j) sum += RULES[r]->derivative[j][i] * pow(RULES[r]->node[j], degree);
        const double expected = degree * pow(RULES[r]->node[i], degree - 1);
        cr_expect(fabs(sum - expected) <= 2000 * DBL_EPSILON, "%d, %d, %d: %g", r, degree, i, sum - expected);
      }
}

static double shifted_legendre(int n, double theta) {
  const double x = 2 * theta - 1;
  double before = 1, p = x;
  for (int k = 1; k < n; ++k) {
    const double next = ((2 * k + 1) * x * p - k * before) / (k + 1);
    before = p;
    p = next;
  }
  return n == 0 ? 1 : p;
}

/// P_n less its value at 0 (+-1) vanishes there, as the panel's z does; the constant has no tail.
Test(panel_rules, tails_pick_the_last_three_coefficients) {
  for (int r = 0; r < RULE_COUNT; ++r)
    for (int n = 1; n <= CAROM__NODES; ++n)
      for (int t = 0; t < 3; ++t) {
        double sum = 0;
        for (int j = 0; j < CAROM__NODES; ++j)
          sum += RULES[r]->tail[t][j] * (shifted_legendre(n, RULES[r]->node[j]) - (n % 2 ? -1 : 1));
        cr_expect(fabs(sum - (n == CAROM__NODES - 2 + t)) <= 1e4 * DBL_EPSILON, "%d, %d, %d: %g", r, n, t, sum);
      }
}
