// What is known about an impact before it is solved.
//
// It always ends. Let sigma = (-mu u, 1) in slip and (-w, 1) while sticking: then W sigma is the rate of (gamma, v_z),
// and v_z - mu |gamma| changes at the rate sigma^T W sigma, because |gamma|' = u.gamma' (and gamma = 0 while sticking,
// where sigma^T W sigma = k). That is at least c = lambda_min(W) > 0, so v_z - mu |gamma|, and with it v_z, reaches 0
// at the latest at I_z = (mu |gamma| - v_z)/c. No condition such as (18) is needed.
#include <stddef.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "spatial/check.h"
#include "spatial/double2.h"

/// W = S a S with S = diag(2^exponent): the diagonal of a lies in [1, 4), so that unequal masses do no harm.
typedef struct equilibrated {
  double a[3][3];
  int exponent[3];
} equilibrated;

static int half_exponent(double x) {
  const int e = ilogb(x);
  return (e - (e % 2 + 2) % 2) / 2;
}

static equilibrated equilibrate(const carom_mat3* w) {
  equilibrated q;
  for (int i = 0; i < 3; ++i) q.exponent[i] = half_exponent(w->m[i][i]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) q.a[i][j] = ldexp(0.5 * w->m[i][j] + 0.5 * w->m[j][i], -q.exponent[i] - q.exponent[j]);
  return q;
}

/// Entry (i, j) of the adjugate of a, with its sign: the determinant of what is left without row i and column j.
static carom__double2 cofactor(const equilibrated* q, int i, int j) {
  const int r = (i + 1) % 3, s = (i + 2) % 3, t = (j + 1) % 3, u = (j + 2) % 3;
  return carom__double2_cross(q->a[r][t], q->a[s][u], q->a[r][u], q->a[s][t]);
}

static double determinant(const equilibrated* q) {
  carom__double2 sum = {0, 0};
  for (int i = 0; i < 3; ++i) sum = carom__double2_add(sum, carom__double2_scale(cofactor(q, i, 2), q->a[i][2]));
  return sum.high;
}

/// lambda_min(W) = det W / lambda_max(adj W). An eigenvalue solver is exact to a few eps of the largest eigenvalue, so
/// that this keeps its relative precision where lambda_min itself would drown in lambda_max.
static double smallest_eigenvalue(const equilibrated* q, double det) {
  const int smallest = (int)carom__min(carom__min(q->exponent[0], q->exponent[1]), q->exponent[2]);
  double adjugate[9], values[3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      adjugate[3 * i + j] = ldexp(cofactor(q, i, j).high, 2 * smallest - q->exponent[i] - q->exponent[j]);
  carom_symmetric_eigen(3, adjugate, values, NULL);
  return ldexp(det / values[2], 2 * smallest);
}

/// |B^-1 d|, from the adjugate: w = -(adj a)_{i2}/(adj a)_{22} with the scales put back.
static double stick_ratio(const equilibrated* q) {
  const double det_b = cofactor(q, 2, 2).high;
  const double w1 = ldexp(-cofactor(q, 0, 2).high / det_b, q->exponent[2] - q->exponent[0]);
  const double w2 = ldexp(-cofactor(q, 1, 2).high / det_b, q->exponent[2] - q->exponent[1]);
  return carom__hypot(w1, w2);
}

carom_status carom_spatial_theory_of(const carom_spatial_problem* p, carom_spatial_theory* out, carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(p, out, diag);
  if (!status) status = carom__spatial_check(p, diag);
  if (status) return status;
  const equilibrated q = equilibrate(&p->w);
  const double det = determinant(&q), mu = p->surface.mu;
  const double d1 = 0.5 * p->w.m[0][2] + 0.5 * p->w.m[2][0], d2 = 0.5 * p->w.m[1][2] + 0.5 * p->w.m[2][1];
  carom_spatial_theory t = {.stick_ratio = stick_ratio(&q)};
  t.stick_stiffness = ldexp(det / cofactor(&q, 2, 2).high, 2 * q.exponent[2]);
  const bool singular = !(t.stick_stiffness > CAROM__SINGULAR_PIVOT * p->w.m[2][2]);
  if (singular) t.stick_stiffness = 0;
  t.smallest_eigenvalue = singular ? 0 : smallest_eigenvalue(&q, det);
  // @eq JW16 (18)  Wzz - mu d.s > 0 for every unit s, which is mu |d| < Wzz
  t.condition_margin = fma(-mu, carom__hypot(d1, d2), p->w.m[2][2]);
  const double reach = carom__max(0, mu * carom__hypot(p->v.x, p->v.y) - p->v.z);
  t.compression_bound = singular ? HUGE_VAL : reach / t.smallest_eigenvalue;
  if (!(isfinite(t.stick_ratio) && isfinite(t.condition_margin) && (singular || isfinite(t.compression_bound))))
    return carom__fail(diag, CAROM_OVERFLOW, "w", t.smallest_eigenvalue,
                       "the bounds of this impact are too large for a double (the smallest eigenvalue of w is %g)",
                       t.smallest_eigenvalue);
  *out = t;
  return CAROM_OK;
}
