// The problem in the papers' symbols, with what follows from it at once. Private to the planar room.
#ifndef CAROM_PLANAR_LINE_H
#define CAROM_PLANAR_LINE_H

#include <float.h>
#include <math.h>

#include "carom/planar.h"

/// The solver is one straight run of small functions; left to itself a compiler inlines some of them and not others.
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define CAROM__INLINE static inline __attribute__((always_inline))
#else
#define CAROM__INLINE static inline
#endif

/// The line of limiting friction: how slip S and compression C change along it per unit of normal impulse.
typedef struct carom__slip_line {
  double b1, b2, b3;   // B1 = w_tt, B2 = w_nn, B3 = -w_tn
  double s0, c0;       // S0 = v_t, C0 = v_n
  double mu, e;        // sliding friction and restitution
  double s;            // +1 or -1: the direction in which it slips, or would start to
  double d;            // -s dS/dPy
  double k1;           // dC/dPy
  double determinant;  // B1 B2 - B3^2; 0 where W is singular to working precision
  bool hold;           // sticking can be held
  bool stuck_at_once;  // no slip to begin with, and it holds
} carom__slip_line;

/// det W below this part of B1 B2 is rounding of the three entries.
#define CAROM__SINGULAR (16 * DBL_EPSILON)

/// For a surface with all defaults filled in; without, only `hold` and what follows from it may be wrong.
/// The signs of d, k1 and hold decide the mode, so each is one fma: rounding keeps the sign of a sum.
CAROM__INLINE carom__slip_line carom__slip_line_of(const carom_planar_problem* p) {
  carom__slip_line l = {.b1 = p->w_tt, .b2 = p->w_nn, .b3 = -p->w_tn, .s0 = p->v_t, .c0 = p->v_n};
  l.mu = p->surface.mu;
  l.e = p->surface.e;
  // At rest slip starts where the normal impulse drives it, against B3; WM92 (49) takes +1, which is wrong for B3 > 0.
  l.s = copysign(1, l.s0 != 0 ? l.s0 : l.b3 > 0 ? -1.0 : 1.0);
  l.d = fma(l.mu, l.b1, l.s * l.b3);
  l.k1 = fma(l.s * l.mu, l.b3, l.b2);
  const double determinant = carom_difference_of_products(l.b1, l.b2, l.b3, l.b3);
  l.determinant = determinant > CAROM__SINGULAR * l.b1 * l.b2 ? determinant : 0;
  l.hold = fma(p->surface.mu_static, l.b1, -fabs(l.b3)) >= 0;
  l.stuck_at_once = l.s0 == 0 && l.hold;
  return l;
}

/// Solves a problem that has been checked and whose magnitudes are moderate.
carom_status carom__planar_solve_moderate(const carom_planar_problem* problem, carom_planar_outcome* out,
                                          carom_diag* diag);

/// Solves a problem that has been checked, by bringing its magnitudes to 1 and back.
carom_status carom__planar_solve_extreme(const carom_planar_problem* problem, carom_planar_outcome* out,
                                         carom_diag* diag);

carom_status carom__planar_fail_overflow(carom_diag* diag, double value);

/// CAROM_OK or the first bad field of the problem.
carom_status carom__planar_check(const carom_planar_problem* problem, carom_diag* diag);

#endif
