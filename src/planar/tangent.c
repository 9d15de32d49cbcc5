// Derivatives of the planar outcome: the solver's formulas, differentiated. Each rule stands as it would on paper; a
// `columns` carries the same differential along four directions.
//
// Sliding:  Py = -(1+e) C0/k1, Px = -s mu Py, S = S0 - s d Py, C = -e C0.
// Else slip stops at p = |S0|/d with C = c1 = C0 + k1 p; then Px = t2 Py - sig, C = V + k2 Py:
//             V                   k2             t2     sig
//   sticking  C0 + m S0, m=B3/B1  B2 - m B3      m      S0/B1
//   reversed  c1 - k2 p           B2 - s mu B3   s mu   2 s mu p
// and the impact ends at Py = (C - V)/k2, where
//   Newton    C = -e C0
//   Poisson   C = -e V if slip stopped in compression, else Py = -(1+e) C0/k1
//   Stronge   C^2 = e^2 (c1^2 - k2 p (C0 + c1)) if it stopped in compression, else c1^2 + k2 (e^2 C0^2 - c1^2)/k1,
// written so that nothing cancels for small e. Vectors are multiplied by reciprocals, which cost one division.
#include "planar/tangent.h"

#include <string.h>

#include "base/diag.h"
#include "contact/derivative.h"
#include "contact/surface.h"
#include "contact/units.h"

#define INLINE CAROM__INLINE

// Twice as fast on a processor with fma, whose registers are wider; the results are the same bits.
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(__FMA__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WITH_WIDE __attribute__((target_clones("fma", "default")))
#else
#define WITH_WIDE
#endif

enum { LANES = 4, HALVES = 2 };

typedef double columns __attribute__((vector_size(8 * LANES)));

/// Differentials of the inputs and of what comes out, in the papers' symbols.
typedef struct inputs {
  columns b1, b2, b3, s0, c0, mu, e;
} inputs;

typedef struct outputs {
  columns px, py, s, c;
} outputs;

/// What sliding has in common: d(d), d(k1).
typedef struct slip_rates {
  columns d, k1;
} slip_rates;

INLINE slip_rates slip_rates_of(const carom__slip_line* l, const inputs* in) {
  return (slip_rates){.d = l->mu * in->b1 + l->b1 * in->mu + l->s * in->b3,
                      .k1 = in->b2 + l->s * l->mu * in->b3 + l->s * l->b3 * in->mu};
}

/// Py = -(1+e) C0/k1
INLINE columns slide_impulse(const carom__slip_line* l, const inputs* in, columns d_k1) {
  const double py = -(1 + l->e) * l->c0 / l->k1;
  return (-(1 + l->e) * in->c0 - l->c0 * in->e - py * d_k1) * (1 / l->k1);
}

INLINE outputs slide(const carom__slip_line* l, const inputs* in) {
  const double py = -(1 + l->e) * l->c0 / l->k1;
  const slip_rates rates = slip_rates_of(l, in);
  outputs out;
  out.py = slide_impulse(l, in, rates.k1);
  out.px = -l->s * (l->mu * out.py + py * in->mu);
  out.s = in->s0 - l->s * (l->d * out.py + py * rates.d);
  out.c = -l->e * in->c0 - l->c0 * in->e;
  return out;
}

/// Where slip has stopped: values, and differentials of each.
typedef struct stop {
  double p, c1, v, k2;
  columns d_p, d_c1, d_v, d_k2;
} stop;

INLINE stop stop_in(const carom__slip_line* l, const inputs* in, const slip_rates* rates) {
  stop at = {.p = l->stuck_at_once ? 0 : fabs(l->s0) / l->d};
  const columns none = {0};
  at.d_p = l->stuck_at_once ? none : (l->s * in->s0 - at.p * rates->d) * (1 / l->d);
  at.c1 = l->stuck_at_once ? l->c0 : carom_difference_of_products(l->k1, fabs(l->s0), l->d, -l->c0) / l->d;
  at.d_c1 = in->c0 + l->k1 * at.d_p + at.p * rates->k1;
  return at;
}

/// 1/B1; 0 for a body guided along the normal, whose slip no impulse changes.
INLINE double inverse_b1_of(const carom__slip_line* l) {
  return l->b1 > 0x1p-1000 ? 1 / l->b1 : 0;
}

INLINE stop stop_and_stick(const carom__slip_line* l, const inputs* in, const slip_rates* rates) {
  stop at = stop_in(l, in, rates);
  const double inverse = inverse_b1_of(l), m = l->b3 * inverse;
  const columns d_m = (in->b3 - m * in->b1) * inverse;
  at.v = inverse > 0 ? carom_difference_of_products(l->b1, l->c0, -l->b3, l->s0) * inverse : l->c0;
  at.k2 = inverse > 0 ? l->determinant * inverse : l->b2;
  at.d_v = in->c0 + m * in->s0 + l->s0 * d_m;
  at.d_k2 = in->b2 - 2 * m * in->b3 + m * m * in->b1;
  // Without slip it is not d that says how slip ends, and the derivative is the same from both sides.
  if (l->stuck_at_once) at.d_c1 = at.d_v;
  return at;
}

INLINE stop stop_and_turn_back(const carom__slip_line* l, const inputs* in, const slip_rates* rates) {
  stop at = stop_in(l, in, rates);
  at.k2 = fma(-l->mu, fabs(l->b3), l->b2);
  at.v = at.c1 - at.k2 * at.p;
  at.d_k2 = in->b2 - l->s * l->mu * in->b3 - l->s * l->b3 * in->mu;
  at.d_v = at.d_c1 - at.k2 * at.d_p - at.p * at.d_k2;
  return at;
}

/// How the impact ends: C and Py, and their differentials.
typedef struct ending {
  double c, py;
  columns d_c, d_py;
} ending;

/// Where C is known: Py = (C - V)/k2.
INLINE ending end_at(const stop* at, double c, columns d_c) {
  const double py = (c - at->v) / at->k2;
  return (ending){c, py, d_c, (d_c - at->d_v - py * at->d_k2) * (1 / at->k2)};
}

INLINE ending end_stronge_from_compression(const carom__slip_line* l, const inputs* in, const stop* at) {
  const double x = -at->p * (l->c0 + at->c1), root = sqrt(at->c1 * at->c1 + at->k2 * x);
  const columns d_x = -at->d_p * (l->c0 + at->c1) - at->p * (in->c0 + at->d_c1);
  const columns d_square = 2 * at->c1 * at->d_c1 + at->d_k2 * x + at->k2 * d_x;
  return end_at(at, l->e * root, root * in->e + l->e / (2 * root) * d_square);
}

/// What is left of the work when slip stops is k2 h^2/2 + c1 h, so that h = left/(C + c1) needs no division by k2.
INLINE ending end_stronge_from_restitution(const carom__slip_line* l, const inputs* in, const stop* at, columns d_k1) {
  const double left = (l->e * l->c0 - at->c1) * (l->e * l->c0 + at->c1) / l->k1;
  const double c = sqrt(at->c1 * at->c1 + at->k2 * left), further = left / (c + at->c1);
  const columns d_left =
      (2 * l->e * l->c0 * (l->c0 * in->e + l->e * in->c0) - 2 * at->c1 * at->d_c1 - left * d_k1) * (1 / l->k1);
  const columns d_c = (2 * at->c1 * at->d_c1 + at->d_k2 * left + at->k2 * d_left) * (0.5 / c);
  const columns d_further = (d_left - further * (d_c + at->d_c1)) * (1 / (c + at->c1));
  return (ending){c, at->p + further, d_c, at->d_p + d_further};
}

/// Where Py is known: C = V + k2 Py.
INLINE ending end_poisson_from_restitution(const carom__slip_line* l, const inputs* in, const stop* at, columns d_k1) {
  const double py = -(1 + l->e) * l->c0 / l->k1;
  const columns d_py = slide_impulse(l, in, d_k1);
  return (ending){at->v + at->k2 * py, py, at->d_v + at->k2 * d_py + py * at->d_k2, d_py};
}

INLINE ending ending_of(const carom__planar_branch* b, const inputs* in, const stop* at, columns d_k1) {
  const carom__slip_line* l = &b->line;
  const bool in_compression = b->stops == CAROM__STOPS_IN_COMPRESSION;
  if (b->law == CAROM_LAW_NEWTON) return end_at(at, -l->e * l->c0, -l->e * in->c0 - l->c0 * in->e);
  if (b->law == CAROM_LAW_STRONGE)
    return in_compression ? end_stronge_from_compression(l, in, at) : end_stronge_from_restitution(l, in, at, d_k1);
  return in_compression ? end_at(at, -l->e * at->v, -l->e * at->d_v - at->v * in->e)
                        : end_poisson_from_restitution(l, in, at, d_k1);
}

/// False where there is no derivative.
INLINE bool stop_somewhere(const carom__planar_branch* b, const inputs* in, outputs* out) {
  const carom__slip_line* l = &b->line;
  const slip_rates rates = slip_rates_of(l, in);
  const stop at = l->hold ? stop_and_stick(l, in, &rates) : stop_and_turn_back(l, in, &rates);
  const ending end = ending_of(b, in, &at, rates.k1);
  if (!(at.k2 > 0) || !(end.py > 0)) return false;
  out->c = end.d_c;
  out->py = end.d_py;
  if (l->hold) {
    const columns none = {0};
    const double inverse = inverse_b1_of(l), m = l->b3 * inverse;
    out->px = m * end.d_py + end.py * (in->b3 - m * in->b1) * inverse - (in->s0 - l->s0 * inverse * in->b1) * inverse;
    out->s = inverse > 0 ? none : in->s0;
    return true;
  }
  const double back = l->s * l->mu * l->b1 - l->b3;  // dS/dPy
  out->px = l->s * (l->mu * (end.d_py - 2 * at.d_p) + (end.py - 2 * at.p) * in->mu);
  out->s = back * (end.d_py - at.d_p) + (end.py - at.p) * (l->s * (l->mu * in->b1 + l->b1 * in->mu) - in->b3);
  return true;
}

INLINE bool follow(const carom__planar_branch* b, const inputs* in, outputs* out) {
  const columns none = {0};
  switch (b->stops) {
    case CAROM__NO_IMPACT:
      *out = (outputs){none, none, in->s0, in->c0};
      return true;
    case CAROM__STOPS_NEVER:
      *out = slide(&b->line, in);
      return true;
    case CAROM__STOPS_IN_COMPRESSION:
    case CAROM__STOPS_IN_RESTITUTION:
      break;
  }
  return stop_somewhere(b, in, out);
}

/// The branch that an outcome reports.
INLINE carom__planar_branch branch_of(const carom_planar_problem* problem, const carom_planar_outcome* outcome) {
  static const carom__slip_stops stops[] = {
      [CAROM_PLANAR_NONE] = CAROM__NO_IMPACT,
      [CAROM_PLANAR_SLIDING] = CAROM__STOPS_NEVER,
      [CAROM_PLANAR_C_STICKING] = CAROM__STOPS_IN_COMPRESSION,
      [CAROM_PLANAR_C_REVERSED] = CAROM__STOPS_IN_COMPRESSION,
      [CAROM_PLANAR_R_STICKING] = CAROM__STOPS_IN_RESTITUTION,
      [CAROM_PLANAR_R_REVERSED] = CAROM__STOPS_IN_RESTITUTION,
  };
  carom_planar_problem full = *problem;
  full.surface = carom__with_defaults(&problem->surface);
  return (carom__planar_branch){.line = carom__slip_line_of(&full),
                                .law = full.surface.law,
                                .mu_static = full.surface.mu_static,
                                .stops = stops[outcome->mode]};
}

INLINE bool all_finite(const outputs* out) {
  const columns all = (out->px + out->py) + (out->s + out->c);
  double sum = 0;
  for (int i = 0; i < LANES; ++i) sum += all[i];
  return sum - sum == 0;
}

/// The units in which a problem is differentiated: its own where products of its numbers stay well inside a double.
INLINE carom__units units_of(const carom_planar_problem* p) {
  const double speed = 0.5 * fabs(p->v_t) + 0.5 * fabs(p->v_n);
  const bool moderate = p->w_nn > 0x1p-100 && p->w_nn < 0x1p100 && speed > 0x1p-100 && speed < 0x1p100;
  return moderate ? (carom__units){0} : carom__units_for(p->w_nn, speed);
}

INLINE bool is_one(carom__units units) {
  return units.inverse_mass == 0 && units.speed == 0;
}

INLINE carom__planar_branch branch_in_units(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                            carom__units units) {
  if (is_one(units)) return branch_of(problem, outcome);
  carom_planar_problem p = *problem;
  p.w_tt = ldexp(p.w_tt, -units.inverse_mass);
  p.w_tn = ldexp(p.w_tn, -units.inverse_mass);
  p.w_nn = ldexp(p.w_nn, -units.inverse_mass);
  p.v_t = ldexp(p.v_t, -units.speed);
  p.v_n = ldexp(p.v_n, -units.speed);
  return branch_of(&p, outcome);
}

static carom_status check(const carom_planar_problem* problem, const carom_planar_outcome* outcome, const void* out,
                          carom_diag* diag) {
  if (!problem || !out) return carom__need_problem_and_out(problem, out, diag);
  carom_status status = carom__need(outcome, "outcome", "be what carom_planar_solve gave", diag);
  if (!status && (unsigned)outcome->mode > CAROM_PLANAR_R_REVERSED)
    status = carom__fail(diag, CAROM_OUT_OF_RANGE, "outcome.mode", (double)outcome->mode,
                         "mode is %d, which is not a carom_planar_mode", (int)outcome->mode);
  return status ? status : carom__planar_check(problem, diag);
}

/// The inputs in the order of their bits, W_tt, W_tn, W_nn, v_t; v_n, mu, e. B3 = -w_tn.
static const inputs UNIT_INPUTS[HALVES] = {{.b1 = {1}, .b3 = {0, -1}, .b2 = {0, 0, 1}, .s0 = {0, 0, 0, 1}},
                                           {.c0 = {1}, .mu = {0, 1}, .e = {0, 0, 1}}};

/// One of the outputs, whose unit is 2^unit, by the inputs that are wanted. Returns their sum, which tells whether they
/// fit a double.
static double put_row(const double* d, unsigned wrt, carom__units units, int unit, double* row) {
  double sum = 0;
  int column = 0;
  for (int i = 0; i < CAROM_PLANAR_INPUTS; ++i) {
    if (!(wrt & carom__planar_bits[i])) continue;
    row[column] =
        ldexp(d[i], unit - carom__unit_of_input(carom__planar_bits[i], units)) + 0.0;  // adding 0 turns -0 into 0
    sum += row[column++];
  }
  return sum;
}

static carom_status fail_wrt(unsigned wrt, carom_diag* diag) {
  return carom__fail(diag, CAROM_OUT_OF_RANGE, "wrt", (double)wrt,
                     "wrt is %#x; a planar impact has the inputs W_XX, W_XZ, W_ZZ, V_X, V_Z, MU and E (%#x)", wrt,
                     (unsigned)CAROM_WRT_ALL_PLANAR);
}

INLINE void put_half(const outputs* d, int half, double rows[CAROM_PLANAR_OUTPUTS][HALVES * LANES]) {
  const columns plain[CAROM_PLANAR_OUTPUTS] = {d->px + 0.0, d->py + 0.0, d->s + 0.0, d->c + 0.0};
  for (int row = 0; row < CAROM_PLANAR_OUTPUTS; ++row) memcpy(rows[row] + half * LANES, &plain[row], sizeof plain[row]);
}

/// Some of the columns, or other units.
static carom_status choose(double rows[CAROM_PLANAR_OUTPUTS][HALVES * LANES], unsigned wrt, carom__units units,
                           carom_jacobian* out, carom_diag* diag) {
  double sum = 0;
  for (int row = 0; row < 2; ++row) {
    sum += put_row(rows[row], wrt, units, carom__impulse_unit(units), out->d_impulse[row]);
    sum += put_row(rows[2 + row], wrt, units, units.speed, out->d_velocity[row]);
  }
  return sum - sum == 0 ? CAROM_OK : carom__fail_derivative_overflow(diag);
}

/// Everything but the checks.
WITH_WIDE static carom_status differentiate(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                            unsigned wrt, carom_jacobian* out, carom_diag* diag) {
  const carom__units units = units_of(problem);
  const carom__planar_branch branch = branch_in_units(problem, outcome, units);
  double rows[CAROM_PLANAR_OUTPUTS][HALVES * LANES];
  for (int i = 0; i < HALVES; ++i) {
    outputs d;
    if (!follow(&branch, &UNIT_INPUTS[i], &d) || !all_finite(&d)) return carom__fail_not_differentiable(diag);
    put_half(&d, i, rows);
  }
  out->columns = carom__count_bits(wrt);
  out->wrt = wrt;
  out->smoothness = carom__planar_nearest(&branch);
  if (wrt != CAROM_WRT_ALL_PLANAR || !is_one(units)) return choose(rows, wrt, units, out, diag);
  for (int row = 0; row < 2; ++row) {
    memcpy(out->d_impulse[row], rows[row], CAROM_PLANAR_INPUTS * sizeof rows[row][0]);
    memcpy(out->d_velocity[row], rows[2 + row], CAROM_PLANAR_INPUTS * sizeof rows[row][0]);
  }
  return CAROM_OK;
}

carom_status carom_planar_differentiate(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                        unsigned wrt, carom_jacobian* out, carom_diag* diag) {
  const carom_status status = check(problem, outcome, out, diag);
  if (status) return status;
  if (wrt & ~(unsigned)CAROM_WRT_ALL_PLANAR) return fail_wrt(wrt, diag);
  carom_jacobian jacobian;
  const carom_status failed = differentiate(problem, outcome, wrt, &jacobian, diag);
  if (!failed) *out = jacobian;
  return failed;
}

carom_smoothness carom_planar_smoothness(const carom_planar_problem* problem, const carom_planar_outcome* outcome) {
  const carom__planar_branch branch = branch_in_units(problem, outcome, units_of(problem));
  return carom__planar_nearest(&branch);
}

/// One direction as lane 0.
static inputs inputs_along(const double* x) {
  return (inputs){{x[0]}, {x[2]}, {-x[1]}, {x[3]}, {x[4]}, {x[5]}, {x[6]}};
}

carom_status carom_planar_tangent(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                  const double* directions, int count, double* out, carom_diag* diag) {
  carom_status status = check(problem, outcome, out, diag);
  if (!status) status = carom__need(directions, "directions", "hold count times 7 numbers", diag);
  if (status) return status;
  const carom__units units = units_of(problem);
  const carom__planar_branch branch = branch_in_units(problem, outcome, units);
  const carom_smoothness near = carom__planar_nearest(&branch);
  for (int i = 0; i < count; ++i, directions += CAROM_PLANAR_INPUTS, out += CAROM_PLANAR_OUTPUTS) {
    double x[CAROM_PLANAR_INPUTS];
    for (int j = 0; j < CAROM_PLANAR_INPUTS; ++j)
      x[j] = ldexp(directions[j], -carom__unit_of_input(carom__planar_bits[j], units));
    const inputs in = inputs_along(x);
    const carom__planar_branch side = near.is_there ? carom__planar_branch_along(&branch, near.boundary, x) : branch;
    outputs d;
    if (!follow(&side, &in, &d) || !all_finite(&d)) return carom__fail_not_differentiable(diag);
    out[0] = ldexp(d.px[0], carom__impulse_unit(units));
    out[1] = ldexp(d.py[0], carom__impulse_unit(units));
    out[2] = ldexp(d.s[0], units.speed);
    out[3] = ldexp(d.c[0], units.speed);
    const double sum = out[0] + out[1] + out[2] + out[3];
    if (!(sum - sum == 0)) return carom__fail_derivative_overflow(diag);
  }
  return CAROM_OK;
}
