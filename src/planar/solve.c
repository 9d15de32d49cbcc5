// One contact in the plane: at most two straight segments in impulse space, in closed form.
//
// S and C are the sliding and the compression velocity under the impulse (Px, Py):
// @eq WM92 (17)  S = S0 + B1 Px - B3 Py   [m/s]
// @eq WM92 (18)  C = C0 - B3 Px + B2 Py   [m/s]
// Slip runs along the line of limiting friction Px = -s mu Py until S = 0; then the contact sticks, where friction can
// hold it, or slides back. Compression ends at C = 0; the restitution law says where the impact ends.
//
// Accuracy: signs that decide the mode are exact (line.h); the determinant takes two fma; on the line of sticking C is
// written with q = B1 C0 + B3 S0, which stays accurate when W is nearly singular. Checked against 400-bit references in
// tests/planar/test_cases.c.
//
// Speed: the mode of the next impact cannot be guessed, so a wrong branch costs as much as the arithmetic. What the
// three laws or two modes have in common is computed once, what differs is picked by index. On x86-64 the solver is
// also compiled for processors with fma; the results are the same bits, since fma has only one.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "contact/surface.h"
#include "planar/line.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(__FMA__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WITH_FMA __attribute__((target_clones("fma", "default")))
#else
#define WITH_FMA
#endif

#define INLINE CAROM__INLINE

#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline, cold))
#else
#define NOINLINE
#endif

/// With a singular W slip and approach vanish together, if v is a velocity that W can change. Rounded input may be off
/// by a little; more than this part of the approach contradicts itself.
static const double OFF_RANGE = 1e-6;

/// Rounding in the energy ledger stays below this part of its terms; a larger gain of Newton's law is real.
static const double LEDGER_NOISE = 64 * DBL_EPSILON;

/// What the segment after the end of slip does, per unit of normal impulse.
typedef struct second_segment {
  double t2;          // dPx/dPy
  double k2;          // dC/dPy
  double d2;          // -s dS/dPy
  double inverse_b1;  // 1/B1; 0 where no impulse changes the slip
} second_segment;

/// How the impact ran.
typedef struct path {
  carom_planar_mode mode;
  double py_slip;           // normal impulse when slip stops; py if it never does
  double py_compression;    // normal impulse when compression ends
  double px, py;            // total impulse
  double s_after, c_after;  // velocity after
  double stored;            // normal energy stored when compression ends
  double restitution;       // normal energy not given back
  double friction;          // energy lost to sliding
  bool jammed;              // singular W: it ended where slip and approach vanished
  bool endless;             // singular W: no finite impulse ends it; c_after is the approach that is left
} path;

carom_planar_problem carom_planar_problem_default(void) {
  return (carom_planar_problem){.w_tt = 1, .w_nn = 1, .surface = carom_surface_default()};
}

/// Why nothing happens, or 0 if there is an impact.
INLINE unsigned no_impact_reason(const carom__slip_line* l) {
  if (l->c0 < 0) return 0;
  if (l->c0 > 0) return CAROM_WARN_SEPARATING;
  if (l->stuck_at_once || l->k1 > 0) return CAROM_WARN_RESTING;
  return l->k1 < 0 ? 0 : CAROM_WARN_INDETERMINATE;
}

INLINE second_segment second_segment_of(const carom__slip_line* l) {
  // A body guided along the normal has B1 = 0: no impulse changes the slip, so none is spent on it.
  const bool can_turn = l->b1 > 0x1p-1000;
  const double inverse_b1 = can_turn ? 1 / l->b1 : 0;
  const double stick_k2 = can_turn ? l->determinant * inverse_b1 : l->b2;
  const double back_k2 = fma(-l->mu, fabs(l->b3), l->b2), back_d2 = fma(-l->mu, l->b1, fabs(l->b3));
  const double t2[2] = {l->s * l->mu, l->b3 * inverse_b1}, k2[2] = {back_k2, stick_k2}, d2[2] = {back_d2, 0};
  return (second_segment){t2[l->hold], k2[l->hold], d2[l->hold], inverse_b1};
}

/// C where slip stops, at the normal impulse py_slip.
INLINE double compression_velocity_at_slip_end(const carom__slip_line* l, const second_segment* after, double py_slip) {
  // On the line of sticking q/B1 + k2 PyS with q = B1 C0 + B3 S0; else C0 + k1 PyS = (Pd - Pq)/d with
  // @eq WM92 (35)  Pd = (B2 + s mu B3) s S0
  // @eq WM92 (36)  Pq = (mu B1 + s B3) (-C0)
  const double q = carom_difference_of_products(l->b1, l->c0, -l->b3, l->s0);
  const double pd_less_pq = carom_difference_of_products(l->k1, fabs(l->s0), l->d, -l->c0);
  const double c1[2] = {pd_less_pq / l->d, fma(q, after->inverse_b1, after->k2 * py_slip)};
  return l->stuck_at_once ? l->c0 : c1[l->hold];
}

/// Slip never stops; the three laws agree.
/// @eq WM92 (39)  Px = -s mu Py
/// @eq WM92 (40)  Py = -(1+e) C0/(B2 + s mu B3)
INLINE path slide_to_the_end(const carom__slip_line* l) {
  const double py_compression = -l->c0 / l->k1, py = (1 + l->e) * py_compression;
  const double slip_after = fma(-l->d, py, fabs(l->s0)), stored = -0.5 * l->c0 * py_compression;
  return (path){.mode = CAROM_PLANAR_SLIDING,
                .py_slip = py,
                .py_compression = py_compression,
                .px = -l->s * l->mu * py,
                .py = py,
                .s_after = l->s * slip_after,
                .c_after = -l->e * l->c0,
                .stored = stored,
                .restitution = (1 - l->e) * (1 + l->e) * stored,
                .friction = 0.5 * l->mu * py * (fabs(l->s0) + slip_after)};
}

/// Slip stopped in compression (c1 <= 0): the normal motion from there on.
INLINE void finish_from_compression(path* p, const carom__slip_line* l, double k2, double c1, carom_law law) {
  const double e = l->e, inverse_k2 = 1 / k2, to_compression_end = -c1 * inverse_k2;
  const double stored_k2 = c1 * c1 - k2 * (l->c0 + c1) * p->py_slip;  // 2 k2 times the stored energy
  p->py_compression = p->py_slip + to_compression_end;
  p->stored = 0.5 * stored_k2 * inverse_k2;
  const double poisson_py = e * p->py_compression;
  const double c_after[3] = {[CAROM_LAW_STRONGE] = e * sqrt(stored_k2),
                             [CAROM_LAW_POISSON] = k2 * poisson_py,
                             [CAROM_LAW_NEWTON] = -e * l->c0};
  p->c_after = c_after[law];
  const double rebound_py = p->c_after * inverse_k2;
  const double restitution_py[3] = {rebound_py, poisson_py, rebound_py};
  p->py = p->py_slip + (to_compression_end + restitution_py[law]);
  const double lost = p->stored - 0.5 * p->c_after * rebound_py;
  const double restitution[3] = {(1 - e) * (1 + e) * p->stored, lost, lost};
  p->restitution = restitution[law];
}

/// Slip stopped in restitution (c1 >= 0): the normal motion from there on.
INLINE void finish_from_restitution(path* p, const carom__slip_line* l, double k2, double c1, carom_law law) {
  const double e = l->e, rebound = -e * l->c0, inverse_k1 = 1 / l->k1;
  p->py_compression = -l->c0 * inverse_k1;
  p->stored = -0.5 * l->c0 * p->py_compression;
  // Stronge: what is left of e^2 C0^2/k1. As a quotient it does not cancel when little is left.
  const double left = (rebound - c1) * (rebound + c1) * inverse_k1;
  const double stronge_c = sqrt(c1 * c1 + k2 * left);
  const double poisson_py = (1 + e) * p->py_compression - p->py_slip;
  const double since[3] = {[CAROM_LAW_STRONGE] = left / (c1 + stronge_c),
                           [CAROM_LAW_POISSON] = poisson_py,
                           [CAROM_LAW_NEWTON] = (rebound - c1) / k2};
  const double c_after[3] = {
      [CAROM_LAW_STRONGE] = stronge_c, [CAROM_LAW_POISSON] = c1 + k2 * poisson_py, [CAROM_LAW_NEWTON] = rebound};
  p->c_after = c_after[law];
  p->py = p->py_slip + since[law];
  const double lost = p->stored - 0.5 * (c1 * c1 * inverse_k1 + (c1 + p->c_after) * since[law]);
  const double restitution[3] = {(1 - e) * (1 + e) * p->stored, lost, lost};
  p->restitution = restitution[law];
}

/// Impulse, slip and friction work once py_slip and py are known.
INLINE void close_second_segment(path* p, const carom__slip_line* l, const second_segment* after) {
  const double since = p->py - p->py_slip;
  p->px = fma(after->t2, since, -l->s * l->mu * p->py_slip);
  p->s_after = -l->s * after->d2 * since;
  p->friction = 0.5 * l->mu * (fabs(l->s0) * p->py_slip + after->d2 * since * since);
}

/// Singular W that holds: slip and approach vanish together and stay so.
INLINE path jam(const carom__slip_line* l, double py_slip) {
  const double stored = -0.5 * l->c0 * py_slip;
  return (path){.mode = CAROM_PLANAR_C_STICKING,
                .py_slip = py_slip,
                .py_compression = py_slip,
                .px = -l->s * l->mu * py_slip,
                .py = py_slip,
                .stored = stored,
                .restitution = stored,
                .friction = 0.5 * l->mu * fabs(l->s0) * py_slip,
                .jammed = true};
}

INLINE path no_end(double approach_left) {
  return (path){.c_after = approach_left, .endless = true};
}

/// Whether slip outlasts the impact: Pd > (1+e) Pq. This also holds where slip never stops (d <= 0, so Pq <= 0), and
/// fails in a jam (k1 <= 0, so Pd <= 0).
INLINE bool slip_outlasts(const carom__slip_line* l) {
  return l->k1 * fabs(l->s0) > (1 + l->e) * (-l->d * l->c0);
}

/// Slip stops at py_slip, where the compression velocity is c1: the contact sticks or slides back.
INLINE path turn(const carom__slip_line* l, const second_segment* after, double py_slip, double c1, carom_law law) {
  path p = {.py_slip = py_slip};
  if (l->k1 <= 0 || c1 <= 0) {
    p.mode = l->hold ? CAROM_PLANAR_C_STICKING : CAROM_PLANAR_C_REVERSED;
    finish_from_compression(&p, l, after->k2, c1, law);
  } else {
    p.mode = l->hold ? CAROM_PLANAR_R_STICKING : CAROM_PLANAR_R_REVERSED;
    finish_from_restitution(&p, l, after->k2, c1, law);
  }
  close_second_segment(&p, l, after);
  return p;
}

/// W is singular: the contact has one way to move, and slip and approach vanish together.
INLINE path follow_singular(const carom__slip_line* l, carom_law law) {
  if (!(l->d > 0) && !l->stuck_at_once) return l->k1 > 0 ? slide_to_the_end(l) : no_end(l->c0);
  const second_segment after = second_segment_of(l);
  const double py_slip = l->stuck_at_once ? 0 : fabs(l->s0) / l->d;
  const double c1 = compression_velocity_at_slip_end(l, &after, py_slip);
  const bool in_compression = l->k1 <= 0 || c1 <= 0;
  // On its line of sticking the approach cannot change: it has vanished too, or only a given-back impulse can end it.
  if (!(after.k2 > 0) && fabs(c1) <= OFF_RANGE * fabs(l->c0)) return jam(l, py_slip);
  if (!in_compression && slip_outlasts(l)) return slide_to_the_end(l);
  if (!(after.k2 > 0) && (in_compression || law == CAROM_LAW_NEWTON)) return no_end(c1);
  return turn(l, &after, py_slip, c1, law);
}

INLINE path follow_regular(const carom__slip_line* l, carom_law law) {
  if (slip_outlasts(l) & !l->stuck_at_once) return slide_to_the_end(l);
  const second_segment after = second_segment_of(l);
  const double py_slip = l->stuck_at_once ? 0 : fabs(l->s0) / l->d;
  return turn(l, &after, py_slip, compression_velocity_at_slip_end(l, &after, py_slip), law);
}

/// What happens in which order, by mode.
static const struct {
  carom_event_type types[CAROM_PLANAR_MAX_EVENTS];
  int count;
} EVENTS[] = {
    [CAROM_PLANAR_SLIDING] = {{CAROM_EVENT_COMPRESSION_END, CAROM_EVENT_RESTITUTION_END}, 2},
    [CAROM_PLANAR_C_STICKING] = {{CAROM_EVENT_STICK, CAROM_EVENT_COMPRESSION_END, CAROM_EVENT_RESTITUTION_END}, 3},
    [CAROM_PLANAR_R_STICKING] = {{CAROM_EVENT_COMPRESSION_END, CAROM_EVENT_STICK, CAROM_EVENT_RESTITUTION_END}, 3},
    [CAROM_PLANAR_C_REVERSED] = {{CAROM_EVENT_REVERSE, CAROM_EVENT_COMPRESSION_END, CAROM_EVENT_RESTITUTION_END}, 3},
    [CAROM_PLANAR_R_REVERSED] = {{CAROM_EVENT_COMPRESSION_END, CAROM_EVENT_REVERSE, CAROM_EVENT_RESTITUTION_END}, 3},
};

/// Slip end and compression end in their order, then the end. For a slide slip ends with the impact: that is event 1.
INLINE void log_events(carom_planar_outcome* out, const path* p) {
  const double slip = p->py_slip, compression = p->py_compression;
  const double earlier = slip < compression ? slip : compression, later = slip < compression ? compression : slip;
  const carom_event_type* types = EVENTS[p->mode].types;
  out->events[0] = (carom_event){.type = types[0], .impulse_n = earlier};
  out->events[1] = (carom_event){.type = types[1], .impulse_n = later};
  out->events[2] = (carom_event){.type = types[2], .impulse_n = p->py};
  out->event_count = EVENTS[p->mode].count;
}

INLINE void report(carom_planar_outcome* out, const carom__slip_line* l, const path* p, carom_law law) {
  out->mode = p->mode;
  out->direct = l->s0 == 0;
  out->central = l->b3 == 0;
  out->tangential = l->c0 == 0;
  // Adding 0 turns -0 into 0, which is what a reader expects to see.
  out->impulse_t = p->px + 0.0;
  out->impulse_n = p->py;
  out->v_t = p->s_after + 0.0;
  out->v_n = p->c_after;
  out->impulse_n_compression = p->py_compression;
  out->impulse_n_slip_end = p->py_slip;
  out->stored = p->stored;
  // @eq WM92 (56)  dT = (Px (S + S0) + Py (C + C0))/2, here summed along the path, so that no terms cancel
  const double change = -(p->friction + p->restitution) + 0.0;
  out->energy = (carom_energy){.friction = p->friction, .restitution = p->restitution, .change = change};
  const bool gained = (law == CAROM_LAW_NEWTON) & (change > LEDGER_NOISE * (p->stored + p->friction));
  out->warnings = gained * (unsigned)CAROM_WARN_ENERGY_GAIN + p->jammed * (unsigned)CAROM_WARN_JAMMED +
                  (l->k1 <= 0) * (unsigned)CAROM_WARN_FRICTION_JAM;
  log_events(out, p);
}

static void report_no_impact(carom_planar_outcome* out, const carom__slip_line* l, unsigned reason) {
  *out = (carom_planar_outcome){.mode = CAROM_PLANAR_NONE,
                                .direct = l->s0 == 0,
                                .central = l->b3 == 0,
                                .tangential = l->c0 == 0,
                                .v_t = l->s0,
                                .v_n = l->c0,
                                .warnings = reason};
}

static carom_status fail_no_finite_answer(carom_diag* diag, double approach_left) {
  return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "v", approach_left,
                     "W is singular and v is not a velocity that it can change (v_n left when slip stops is %g), so no "
                     "finite impulse ends the impact",
                     approach_left);
}

carom_status carom__planar_fail_overflow(carom_diag* diag, double value) {
  return carom__fail(diag, CAROM_OVERFLOW, "impulse", value,
                     "the impulse, velocity or energy after the impact is too large for a double");
}

INLINE bool is_finite_sum(double sum) {
  return sum - sum == 0;
}

INLINE carom_status finish(carom_planar_outcome* out, const carom__slip_line* l, path p, carom_law law,
                           carom_diag* diag) {
  if (p.endless) return fail_no_finite_answer(diag, p.c_after);
  const double sum = p.px + p.py + p.s_after + p.c_after + p.friction + p.restitution + p.stored;
  if (!is_finite_sum(sum)) return carom__planar_fail_overflow(diag, sum);
  report(out, l, &p, law);
  return CAROM_OK;
}

/// The rare outcomes, apart from the hot path: nothing happens, or W is singular.
NOINLINE static carom_status solve_rare(const carom_planar_problem* problem, carom_planar_outcome* out,
                                        carom_diag* diag) {
  const carom__slip_line line = carom__slip_line_of(problem);
  const unsigned reason = no_impact_reason(&line);
  if (!reason) return finish(out, &line, follow_singular(&line, problem->surface.law), problem->surface.law, diag);
  report_no_impact(out, &line, reason);
  return CAROM_OK;
}

/// Solves a problem that has been checked and whose magnitudes are moderate.
INLINE carom_status solve_moderate(const carom_planar_problem* problem, carom_planar_outcome* out, carom_diag* diag) {
  const carom__slip_line line = carom__slip_line_of(problem);
  if (!(line.determinant > 0) || no_impact_reason(&line)) return solve_rare(problem, out, diag);
  return finish(out, &line, follow_regular(&line, problem->surface.law), problem->surface.law, diag);
}

carom_status carom__planar_solve_moderate(const carom_planar_problem* problem, carom_planar_outcome* out,
                                          carom_diag* diag) {
  return solve_moderate(problem, out, diag);
}

/// |v_t| + |v_n|: within a factor of two of the larger, and NaN if one of them is.
INLINE double speed_of(const carom_planar_problem* p) {
  return fabs(p->v_t) + fabs(p->v_n);
}

/// Products of three such magnitudes neither overflow nor lose digits.
INLINE bool is_moderate(double x) {
  return (x > 0x1p-100) & (x < 0x1p100);
}

/// Everything carom__planar_check asks for, without saying what is wrong, for a w_nn and a speed that are moderate.
/// Conditions are counted, not chained: a dozen jumps that are never taken crowd out the branch history that predicts
/// the mode (a third of the time).
INLINE bool is_plainly_valid(const carom_planar_problem* p) {
  const carom_surface* s = &p->surface;
  const int matrix = (p->w_tt >= 0) + (p->w_tt < 0x1p900) + (p->w_tn * p->w_tn <= p->w_tt * p->w_nn);
  const int friction = (s->mu >= 0) + (s->mu_static >= s->mu) + (s->mu_static < 0x1p100) + (s->eta2 == 0);
  const int rebound = (s->e >= 0) + (s->e <= 1) + ((unsigned)s->law <= CAROM_LAW_NEWTON);
  const int springs = (s->stiffness > 0) + (s->stiffness <= DBL_MAX) + (s->exponent >= 1) + (s->exponent <= 2);
  return matrix + friction + rebound + springs == 14;
}

/// Bad fields, and magnitudes far from 1.
NOINLINE static carom_status solve_unusual(const carom_planar_problem* problem, carom_planar_outcome* out,
                                           carom_diag* diag) {
  const carom_status status = carom__planar_check(problem, diag);
  return status ? status : carom__planar_solve_extreme(problem, out, diag);
}

/// Static, since gcc would show the function that picks one of its two versions to other programs.
WITH_FMA static carom_status solve(const carom_planar_problem* problem, carom_planar_outcome* out, carom_diag* diag) {
  const bool moderate_w = is_moderate(problem->w_nn), moderate_v = is_moderate(speed_of(problem));
  const bool plain = is_plainly_valid(problem);
  if (moderate_w & moderate_v & plain) return solve_moderate(problem, out, diag);
  if (!carom__leaves_defaults(&problem->surface)) return solve_unusual(problem, out, diag);
  carom_planar_problem full = *problem;
  full.surface = carom__with_defaults(&problem->surface);
  return carom_planar_solve(&full, out, diag);
}

carom_status carom_planar_solve(const carom_planar_problem* problem, carom_planar_outcome* out, carom_diag* diag) {
  if (!problem || !out) return carom__need_problem_and_out(problem, out, diag);
  return solve(problem, out, diag);
}
