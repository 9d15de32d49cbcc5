/// @file planar.h
/// One contact in the plane, solved in closed form (WM92, MOR11): at most two straight segments in impulse space.
#ifndef CAROM_PLANAR_H
#define CAROM_PLANAR_H

#include "carom/contact.h"
#include "carom/derivative.h"

/// One planar contact: what an impulse does there, and how the surfaces meet.
/// In the papers' symbols B1 = w_tt, B2 = w_nn, B3 = -w_tn, S0 = v_t, C0 = v_n.
typedef struct carom_planar_problem {
  double w_tt, w_tn, w_nn;  ///< 1/kg, velocity change per unit impulse (t tangent, n normal)
  double v_t, v_n;          ///< m/s, body a against body b; v_n < 0 approaches
  carom_surface surface;    ///< restitution law and e, friction
} carom_planar_problem;

/// What happened: X(symbol, value, word, what it means).
#define CAROM_PLANAR_MODE_LIST(X)                                                          \
  X(CAROM_PLANAR_NONE, 0, "none", "no impact")                                             \
  X(CAROM_PLANAR_SLIDING, 1, "sliding", "slid all the way in one direction")               \
  X(CAROM_PLANAR_C_STICKING, 2, "C-sticking", "stuck during compression and stayed stuck") \
  X(CAROM_PLANAR_R_STICKING, 3, "R-sticking", "stuck during restitution and stayed stuck") \
  X(CAROM_PLANAR_C_REVERSED, 4, "C-reversed", "stopped during compression and slid back")  \
  X(CAROM_PLANAR_R_REVERSED, 5, "R-reversed", "stopped during restitution and slid back")

typedef enum carom_planar_mode {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_PLANAR_MODE_LIST(CAROM_X)
#undef CAROM_X
} carom_planar_mode;

enum { CAROM_PLANAR_MAX_EVENTS = 3, CAROM_PLANAR_TRACE_MIN = 4 };

/// What happened. Filled by the library.
typedef struct carom_planar_outcome {
  carom_planar_mode mode;
  bool direct;                   ///< no slip before (S0 = 0); otherwise oblique
  bool central;                  ///< normal and tangential motion are uncoupled (B3 = 0); otherwise eccentric
  bool tangential;               ///< no approach before (C0 = 0); otherwise meeting
  double impulse_t, impulse_n;   ///< N s, on body a
  double v_t, v_n;               ///< m/s, after
  double impulse_n_compression;  ///< N s, normal impulse when compression ended
  double impulse_n_slip_end;     ///< N s, normal impulse when slip stopped; impulse_n if it never did
  double stored;                 ///< J, work of compression: energy stored when compression ended
  carom_energy energy;
  carom_event events[CAROM_PLANAR_MAX_EVENTS];
  int event_count;
  unsigned warnings;  ///< carom_warning bits
} carom_planar_outcome;

/// Unit mass, e = 1, no friction, at rest. Start here, then set what differs.
CAROM_API carom_planar_problem carom_planar_problem_default(void);

/// Solves the impact. On error *out is untouched. diag may be NULL. Takes some tens of nanoseconds.
/// CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE: a field is bad. CAROM_NOT_POSITIVE: w_tt w_nn < w_tn^2.
/// CAROM_NO_FINITE_ANSWER: W is singular and v is not a velocity that it can change.
/// CAROM_OVERFLOW: the answer does not fit a double. CAROM_TOO_FAR_APART: magnitudes hundreds of decades apart.
CAROM_API carom_status carom_planar_solve(const carom_planar_problem* problem, carom_planar_outcome* out,
                                          carom_diag* diag);

/// Writes the path of a solved impact into the caller's buffer: its corners exactly, and the rest of the capacity
/// spread over the segments so that the parabolas of the energies look smooth. Needs room for CAROM_PLANAR_TRACE_MIN
/// points (else CAROM_TOO_SMALL).
CAROM_API carom_status carom_planar_trace(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                          carom_trace* trace, carom_diag* diag);

/// A straight line in the impulse plane: t P_t + n P_n + c = 0.
typedef struct carom_line {
  double t, n, c;
} carom_line;

/// The lines and the ellipse of the impact-process diagram (WM92 Figs. 2, 5, 7-10), for drawing.
typedef struct carom_planar_diagram {
  carom_line sticking;     ///< S = 0
  carom_line compression;  ///< C = 0, maximum compression
  carom_line termination;  ///< C = -e C0, where Newton's law ends
  double limiting_slope;   ///< dP_t/dP_n along the line of limiting friction (through the origin)
  double reverse_slope;    ///< dP_t/dP_n of reversed limiting friction (through the point where slip stops)
  bool has_ellipse;        ///< false where W is singular or nothing moves
  carom_vec2 centre;       ///< N s, (t, n): centre of the energy ellipse dT = 0; inside it energy is lost
  carom_vec2 axis_1;       ///< N s, its two semi-axes as vectors: P = centre + axis_1 cos a + axis_2 sin a
  carom_vec2 axis_2;
} carom_planar_diagram;

/// The diagram of a problem that carom_planar_solve accepts.
CAROM_API carom_planar_diagram carom_planar_diagram_of(const carom_planar_problem* problem);

/// What the theory says before anything is solved: the numbers whose signs decide the mode.
typedef struct carom_planar_theory {
  double direction;    ///< s = +1 or -1: the way along t in which it slips, or would start to
  double stick_ratio;  ///< |B3|/B1: sticking is held iff it does not exceed mu_static
  bool holds;          ///< whether it does not, decided without rounding
  double slip_loss;    ///< d = mu B1 + s B3 [1/kg]: slip lost per unit of normal impulse; slip never stops if d <= 0
  double normal_gain;  ///< k1 = B2 + s mu B3 [1/kg]: v_n gained per unit of normal impulse; friction jams if k1 <= 0
  double p_d, p_q;     ///< WM92 (35), (36): slip stops in compression iff Pd <= Pq, in the impact iff Pd < (1+e) Pq
} carom_planar_theory;

/// The theory of a problem that carom_planar_solve accepts.
CAROM_API carom_planar_theory carom_planar_theory_of(const carom_planar_problem* problem);

/// Differentiates a solved impact by the inputs of `wrt`, a set of carom_wrt bits. On error *out is untouched.
/// CAROM_OUT_OF_RANGE: wrt has a bit that a planar impact does not. CAROM_NO_FINITE_ANSWER: the outcome has no
/// derivative here: W is singular along the line of sticking, or nothing was compressed. CAROM_OVERFLOW: a derivative
/// is too large for a double.
CAROM_API carom_status carom_planar_differentiate(const carom_planar_problem* problem,
                                                  const carom_planar_outcome* outcome, unsigned wrt,
                                                  carom_jacobian* out, carom_diag* diag);

/// Derivatives along `count` directions of CAROM_PLANAR_INPUTS numbers each; out has room for CAROM_PLANAR_OUTPUTS
/// numbers for each. On a kink it is the derivative on the side that the direction leads to.
CAROM_API carom_status carom_planar_tangent(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                            const double* directions, int count, double* out, carom_diag* diag);

/// How far the outcome is from the next change of branch that can be felt.
CAROM_API carom_smoothness carom_planar_smoothness(const carom_planar_problem* problem,
                                                   const carom_planar_outcome* outcome);

/// The planar problem inside a general one (one contact, dimension 2, w symmetric to 1e-12, no tangential compliance).
CAROM_API carom_status carom_planar_from_contact(const carom_contact_problem* contact, carom_planar_problem* out,
                                                 carom_diag* diag);

/// As files write it: "C-sticking".
CAROM_API const char* carom_planar_mode_word(carom_planar_mode mode);
/// For people: "stuck during compression and stayed stuck".
CAROM_API const char* carom_planar_mode_meaning(carom_planar_mode mode);

/// The carom_flag bits of an outcome: direct, central, tangential, slip_vanished, stuck, resumed, acted.
CAROM_API unsigned carom_planar_flags(const carom_planar_outcome* outcome);

#endif
