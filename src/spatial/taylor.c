// Slip that turns, by Taylor series.
//
// With dI_z = r ds the hodograph equation is x_s = -mu (B11 x + B12 y) + d1 r, y_s likewise, and r^2 = x^2 + y^2:
// products only, so all coefficients follow by recurrence. tau = rho s makes the rates at most 1. Each step works in
// the frame of the current direction with r = 1 at its start:
//   r_{n+1} = x_{n+1} + (1/2) sum_{j=1..n} (x_j x_{n+1-j} + y_j y_{n+1-j} - r_j r_{n+1-j}),
// and with a = x - r, b = x + r the first and the last product are one: x_j x_k - r_j r_k sums to a_j b_k.
// The step is as long as the last coefficients allow. Phase events are roots of the same polynomials.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/elementary.h"
#include "spatial/run.h"
#include "spatial/series.h"

/// Remainder allowed in a step, as a part of each quantity's scale.
static const double STEP_TOLERANCE = 0x1p-48;

/// Below this restitution the expansion starts anew at the end of compression: what is left of E would be a small
/// difference.
static const double SMALL_E = 0.03;

typedef struct expansion {
  double x[CAROM__ROOM], y[CAROM__ROOM], r[CAROM__ROOM];  // slip velocity / r0, in the frame of its first direction
  double vz[CAROM__ROOM];                                 // m/s
  double energy[CAROM__ROOM];                             // J, change of the stored energy
  double cosine, sine;                                    // first direction
  double r0;                                              // m/s, first slip speed
  double impulse;                                         // N s, dI_z per unit tau at the start: r0/rho
  double h;                                               // length of the step in tau
} expansion;

/// 2^x to a few percent by the bits of a double: enough for a step size, and the same everywhere.
static double rough_exp2(double x) {
  const uint64_t bits = (uint64_t)((x + 1023) * 0x1p52);
  double result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

static double larger(double a, double b) {
  return a > b ? a : b;
}

/// The longest step for which the last terms stay below the tolerance.
CAROM__ALWAYS_INLINE double step_length(const expansion* e, double energy_scale) {
  double shortest = 100;  // beyond this nothing changes any more in units of 1/rho
  for (int n = CAROM__TERMS - 3; n < CAROM__TERMS; ++n) {
    double size = larger(larger(fabs(e->x[n]), fabs(e->y[n])), fabs(e->r[n]));
    size = larger(size, fabs(e->energy[n]) * energy_scale);
    if (!(size > 1e-280)) continue;
    const double h = rough_exp2((carom__rough_log2(STEP_TOLERANCE) - carom__rough_log2(size)) / n);
    if (h < shortest) shortest = h;
  }
  return shortest;
}

/// Half of sum_{j=2..n-1} (a_j b_{n+1-j} + y_j y_{n+1-j}), a = x - r, b = x + r: everything but the newest
/// coefficients, so that it is ready before they are. Scalar on purpose: reading back four coefficients at a time would
/// wait for the newest store. n is known when this is compiled, and the loops are gone.
CAROM__ALWAYS_INLINE double older_products(const double* a, const double* b, const double* y, int n) {
  double sums[4] = {0, 0, 0, 0}, squares[2] = {0, 0};
  CAROM__UNROLL
  for (int j = 2; j < n; ++j) sums[j % 4] += a[j] * b[n + 1 - j];
  CAROM__UNROLL
  for (int j = 2; 2 * j <= n; ++j) squares[j % 2] += y[j] * y[n + 1 - j];
  const double middle = n % 2 && n > 1 ? y[(n + 1) / 2] : 0;
  return 0.5 * (((sums[0] + sums[1]) + (sums[2] + sums[3])) + middle * middle) + (squares[0] + squares[1]);
}

/// The next coefficients of x, y and r. The way from one r to the next is short on purpose: this chain is what a step
/// costs. (a_1 = 0, since r_1 = x_1.)
CAROM__ALWAYS_INLINE void expand_term(expansion* e, double* a, double* b, const carom__rates* f, int n) {
  const double c = carom__inverse[n + 1], older = older_products(a, b, e->y, n);
  const double newest = n > 1 ? (0.5 * b[1]) * a[n] + e->y[1] * e->y[n] : n == 1 ? 0.5 * e->y[1] * e->y[1] : 0;
  const double x = ((c * f->p11) * e->x[n] + (c * f->p12) * e->y[n]) + (c * f->q1) * e->r[n];
  const double y = ((c * f->p12) * e->x[n] + (c * f->p22) * e->y[n]) + (c * f->q2) * e->r[n];
  const double r = x + (older + newest);
  e->x[n + 1] = x;
  e->y[n + 1] = y;
  e->r[n + 1] = r;
  a[n + 1] = x - r;
  b[n + 1] = x + r;
}

CAROM__ALWAYS_INLINE void expand_slip(expansion* e, const carom__rates* f) {
  double a[CAROM__TERMS], b[CAROM__TERMS];
  e->x[0] = e->r[0] = 1;
  e->y[0] = a[0] = 0;
  b[0] = 2;
  CAROM__UNROLL
  for (int n = 0; n < CAROM__TERMS - 1; ++n) expand_term(e, a, b, f, n);
}

/// v_z' = Wzz - mu d.u and E' = -v_z, times dI_z = (r0/rho) r dtau.
CAROM__ALWAYS_INLINE void expand_normal(expansion* e, const carom__run* run, const carom__rates* f) {
  const double wzz = e->impulse * run->wzz, m1 = e->impulse * run->mu * run->rho * f->q1;
  const double m2 = e->impulse * run->mu * run->rho * f->q2;
  double product[CAROM__TERMS];
  e->vz[0] = run->vz;
  for (int n = 0; n < CAROM__TERMS - 1; ++n)
    e->vz[n + 1] = carom__inverse[n + 1] * (wzz * e->r[n] - m1 * e->x[n] - m2 * e->y[n]);
  carom__series_product(e->vz, e->r, product);
  e->energy[0] = 0;
  for (int n = 0; n < CAROM__TERMS - 1; ++n) e->energy[n + 1] = -e->impulse * carom__inverse[n + 1] * product[n];
}

/// Whole groups of four are read beyond the last coefficient.
CAROM__ALWAYS_INLINE void clear_room(expansion* e) {
  double* const series[] = {e->x, e->y, e->r, e->vz, e->energy};
  const carom__four zeros = {0, 0, 0, 0};
  for (int i = 0; i < 5; ++i) carom__store(series[i] + CAROM__TERMS, zeros);
}

CAROM__ALWAYS_INLINE void expand(const carom__run* run, expansion* e) {
  e->r0 = sqrt(run->x * run->x + run->y * run->y);
  e->cosine = run->x / e->r0;
  e->sine = run->y / e->r0;
  e->impulse = e->r0 / run->rho;
  const carom__rates f = carom__rates_along_slip(run, e->r0);
  expand_slip(e, &f);
  expand_normal(e, run, &f);
  const double reference_i = larger(run->iz, run->reference_v / run->wzz);
  e->h = step_length(e, 1 / (run->reference_v * reference_i));
}

/// Puts the run at tau of the expansion, which began at start.
CAROM__ALWAYS_INLINE void place(carom__run* run, const carom__run* start, const expansion* e, double tau,
                                double energy_offset) {
  const double x = e->r0 * carom__series_at(e->x, tau), y = e->r0 * carom__series_at(e->y, tau);
  const double ix = -run->mu * e->impulse * carom__series_integral(e->x, tau),
               iy = -run->mu * e->impulse * carom__series_integral(e->y, tau);
  run->x = e->cosine * x - e->sine * y;
  run->y = e->sine * x + e->cosine * y;
  run->ix = start->ix + e->cosine * ix - e->sine * iy;
  run->iy = start->iy + e->sine * ix + e->cosine * iy;
  run->iz = start->iz + e->impulse * carom__series_integral(e->r, tau);
  run->vz = carom__series_at(e->vz, tau);
  run->energy = energy_offset + carom__series_at(e->energy, tau);
}

/// The trace sees points where the direction has turned by some degrees, and at least a few in each step.
static void trace_step(const carom__run* run, const carom__run* start, const expansion* e, double from, double to,
                       double energy_offset) {
  if (!run->trace) return;
  const double turned = fabs(carom__atan2(carom__series_at(e->y, to), carom__series_at(e->x, to)) -
                             carom__atan2(carom__series_at(e->y, from), carom__series_at(e->x, from)));
  const int points = 6 + (int)(turned / 0.04);
  for (int i = 1; i < points; ++i) {
    carom__run between = *run;
    place(&between, start, e, from + (to - from) * i / points, energy_offset);
    carom__run_trace(&between);
  }
}

/// Cuts the step at the zero of a polynomial that changes sign in it, as long as cuts are left. A step that begins at
/// such a zero (it was cut there) is not cut there again.
static bool cut_at_sign_change(expansion* e, const double* c, int* cuts_left) {
  if (*cuts_left == 0 || !(carom__series_at(c, 0) * carom__series_at(c, e->h) < 0)) return false;
  const double cut = carom__series_root(c, 0, 0, e->h);
  if (!(cut > 1e-9 * e->h)) return false;
  e->h = cut;
  --*cuts_left;
  return true;
}

/// Cuts the step where v_z may stop being monotone. The direction turns one way only, so it passes the direction of d,
/// and on each side of it the ray mu d.u = Wzz, at most once: with a cut at each a sign test at the ends sees every
/// event. Where rounding makes more of them than there can be, the cuts run out. Returns whether v_z turns at the end.
static bool cut_where_vz_turns(expansion* e, carom__run* run) {
  const carom__rates f = carom__rates_along_slip(run, e->r0);
  double across_d[CAROM__ROOM] = {0}, slope_of_vz[CAROM__ROOM] = {0};
  for (int n = 0; n < CAROM__TERMS; ++n) across_d[n] = f.q1 * e->y[n] - f.q2 * e->x[n];
  for (int n = 0; n < CAROM__TERMS - 1; ++n) slope_of_vz[n] = (n + 1) * e->vz[n + 1];
  cut_at_sign_change(e, across_d, &run->cuts_at_d);
  return cut_at_sign_change(e, slope_of_vz, &run->cuts_at_vz);
}

typedef struct step_event {
  carom__phase_event what;
  double tau;
} step_event;

CAROM__ALWAYS_INLINE double impulse_at(const carom__run* start, const expansion* e, double tau) {
  return start->iz + e->impulse * carom__series_integral(e->r, tau);
}

/// The tau at which I_z = target: I_z rises, so plain bisection-guarded Newton on its own series.
static double tau_of_impulse(const carom__run* start, const expansion* e, double target, double from) {
  double c[CAROM__ROOM] = {0};
  c[0] = start->iz;
  for (int n = 1; n < CAROM__TERMS; ++n) c[n] = e->impulse * e->r[n - 1] * carom__inverse[n];
  return carom__series_root(c, target, from, e->h);
}

CAROM__ALWAYS_INLINE step_event next_event(const carom__run* run, const carom__run* start, const expansion* e,
                                           double from, double energy_offset) {
  const double vz_end = carom__series_at(e->vz, e->h);
  step_event next = {CAROM__NOTHING, e->h};
  if (run->compressing && vz_end >= 0)
    next = (step_event){CAROM__COMPRESSION_ENDS, carom__series_root(e->vz, 0, from, e->h)};
  else if (!run->compressing && vz_end < 0)
    next = (step_event){CAROM__RECOMPRESSES, carom__series_root(e->vz, 0, from, e->h)};
  if (!run->compressing && run->law == CAROM_LAW_STRONGE && energy_offset + carom__series_at(e->energy, next.tau) <= 0)
    next = (step_event){CAROM__IMPACT_ENDS, carom__series_root(e->energy, -energy_offset, from, next.tau)};
  if (!run->compressing && run->law == CAROM_LAW_NEWTON && vz_end >= run->target)
    next = (step_event){CAROM__IMPACT_ENDS, carom__series_root(e->vz, run->target, from, e->h)};
  if (run->compressed_once && run->law == CAROM_LAW_POISSON && impulse_at(start, e, next.tau) >= run->target)
    next = (step_event){CAROM__IMPACT_ENDS, tau_of_impulse(start, e, run->target, from)};
  return next;
}

CAROM__WITH_AVX2 static void run_step(carom__run* run) {
  expansion e;
  clear_room(&e);
  expand(run, &e);
  run->out->steps++;
  const bool turns = !run->monotone && cut_where_vz_turns(&e, run);
  const carom__run start = *run;
  double from = 0, energy_offset = run->energy;
  // At most: compression ends, the impact ends; v_z is monotone in the step.
  for (int i = 0; i < 4 && !run->done && from < e.h; ++i) {
    const step_event next = next_event(run, &start, &e, from, energy_offset);
    trace_step(run, &start, &e, from, next.tau, energy_offset);
    place(run, &start, &e, next.tau, energy_offset);
    const double before = run->energy;
    carom__run_phase(run, next.what);
    energy_offset += run->energy - before;
    from = next.tau;
    if (next.what == CAROM__NOTHING) {
      if (turns) carom__run_turn(run, run->vz > start.vz);
      return;
    }
    if (next.what == CAROM__COMPRESSION_ENDS && run->e < SMALL_E) return;
  }
}

void carom__run_taylor(carom__run* run) {
  run_step(run);
}
