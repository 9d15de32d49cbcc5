// The coefficients against the conditions that define them, independent of any problem.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "math/integrate.h"

static const carom_ode_method METHODS[] = {CAROM_ODE_DOPRI5, CAROM_ODE_DOP853};
static const int ORDERS[] = {5, 8};

/// sum_j w_j c_j^power, and the same with absolute values as the scale of its rounding.
static double moment(const carom__ode_table* t, const double* weights, int power, double* scale) {
  double sum = 0;
  *scale = 0;
  for (int j = 0; j < CAROM_ODE_MAX_STAGES; ++j) {
    const double term = weights[j] * (power == 0 ? 1 : pow(t->c[j], power));
    sum += term;
    *scale += fabs(term);
  }
  return sum;
}

Test(integrate_tables, rows_sum_to_their_nodes) {
  for (int m = 0; m < 2; ++m) {
    const carom__ode_table* t = carom__ode_table_of(METHODS[m]);
    for (int s = 0; s < t->stages + t->extra_stages; ++s) {
      double scale;
      const double sum = moment(t, t->a[s], 0, &scale);
      // Every entry is rounded once; the sum once per term.
      cr_expect(fabs(sum - t->c[s]) <= 16 * DBL_EPSILON * fmax(scale, 1), "method %d, stage %d: %.17g", m, s, sum);
      for (int j = s; j < CAROM_ODE_MAX_STAGES; ++j) cr_expect_eq(t->a[s][j], 0, "not explicit");
    }
  }
}

Test(integrate_tables, weights_integrate_powers) {
  for (int m = 0; m < 2; ++m) {
    const carom__ode_table* t = carom__ode_table_of(METHODS[m]);
    for (int q = 0; q < ORDERS[m]; ++q) {
      double scale;
      const double got = moment(t, t->a[t->stages - 1], q, &scale);
      cr_expect(fabs(got - 1.0 / (q + 1)) <= 16 * DBL_EPSILON * scale, "method %d, c^%d: %.17g", m, q, got);
    }
  }
}

/// sum_j b_j sum_k a_jk c_k^q = 1/((q + 1)(q + 2)): a condition that sees every row of a.
Test(integrate_tables, weights_integrate_twice) {
  for (int m = 0; m < 2; ++m) {
    const carom__ode_table* t = carom__ode_table_of(METHODS[m]);
    const double* b = t->a[t->stages - 1];
    for (int q = 0; q + 2 <= ORDERS[m]; ++q) {
      double sum = 0, scale = 0;
      for (int j = 0; j < t->stages; ++j) {
        double row;
        sum += b[j] * moment(t, t->a[j], q, &row);
        scale += fabs(b[j]) * row;
      }
      const double want = 1.0 / ((q + 1) * (q + 2));
      cr_expect(fabs(sum - want) <= 16 * DBL_EPSILON * scale, "method %d, q = %d: %.17g, want %.17g", m, q, sum, want);
    }
  }
}

Test(integrate_tables, error_weights_see_no_low_powers) {
  const int blind[2][2] = {{4, 0}, {5, 3}};  // dopri5: order 4; DOP853: orders 5 and 3
  for (int m = 0; m < 2; ++m) {
    const carom__ode_table* t = carom__ode_table_of(METHODS[m]);
    for (int k = 0; k < 2; ++k)
      for (int q = 0; q < blind[m][k]; ++q) {
        double scale;
        const double got = moment(t, t->error[k], q, &scale);
        cr_expect(fabs(got) <= 32 * DBL_EPSILON * scale, "method %d, estimate %d, c^%d: %.3g", m, k, q, got);
      }
  }
}

/// y' = t^q is a quadrature: the dense output must give t^(q+1)/(q+1) exactly up to its order.
Test(integrate_tables, dense_rows_integrate_powers) {
  const int dense_order[] = {4, 7};
  for (int m = 0; m < 2; ++m) {
    const carom__ode_table* t = carom__ode_table_of(METHODS[m]);
    for (int q = 0; q < dense_order[m]; ++q)
      for (double theta = 0.125; theta < 1; theta += 0.125) {
        double scale, terms[8] = {0, 1.0 / (q + 1), (q == 0) - 1.0 / (q + 1), 0};
        terms[3] = terms[1] - 1 - terms[2];
        double worst = 1;
        for (int k = 0; k < t->dense_terms; ++k) {
          terms[4 + k] = moment(t, t->d[k], q, &scale);
          worst = fmax(worst, scale);
        }
        double y = 0;
        for (int k = 3 + t->dense_terms; k >= 0; --k) y = terms[k] + (k % 2 == 0 ? theta : 1 - theta) * y;
        cr_expect(fabs(y - pow(theta, q + 1) / (q + 1)) <= 16 * DBL_EPSILON * worst, "method %d, q = %d, theta %g: %g",
                  m, q, theta, y - pow(theta, q + 1) / (q + 1));
      }
  }
}

Test(integrate_tables, roots_by_square_roots) {
  for (int n = 1; n < 64; ++n)
    for (double x = 1e-12; x < 1e13; x *= 1e3) {
      const double want = pow(x, n / 64.0);
      cr_expect(fabs(carom__ode_root(x, n) - want) <= 8 * DBL_EPSILON * want, "%g^(%d/64)", x, n);
    }
}
