/// @file spatial.h
/// One contact in space, rigid tangentially, solved to rounding (JW16): slip that curves, stops, sticks or resumes.
///
/// W = [[B, d], [d^T, Wzz]] in contact axes (t1, t2, n); gamma is the slip velocity, w = B^-1 d, k = Wzz - d.w.
#ifndef CAROM_SPATIAL_H
#define CAROM_SPATIAL_H

#include "carom/contact.h"
#include "carom/derivative.h"

/// One contact in space: what an impulse does there, and how the surfaces meet.
typedef struct carom_spatial_problem {
  carom_mat3 w;  ///< 1/kg, velocity change per unit impulse, symmetric, PSD; its tangential block B positive definite;
                 ///< axes (t1, t2, n)
  carom_vec3 v;  ///< m/s, body a against body b; v.z < 0 approaches
  carom_surface surface;  ///< restitution law and e, friction
} carom_spatial_problem;

/// Unit mass, e = 1, no friction, at rest. Start here, then set what differs.
CAROM_API carom_spatial_problem carom_spatial_problem_default(void);

enum { CAROM_SPATIAL_MAX_EVENTS = 12, CAROM_SPATIAL_MAX_STEPS = 400, CAROM_SPATIAL_TRACE_MIN = 32 };

/// What happened in which order: X(symbol, value, word, what it means). Values never change. c: compression ends, s:
/// slip vanishes, r: restitution ends; l: the impact starts on an invariant ray.
#define CAROM_SPATIAL_MODE_LIST(X)                                                                 \
  X(CAROM_SPATIAL_NONE, 0, "none", "no impact")                                                    \
  X(CAROM_SPATIAL_CR, 1, "cr", "slip never vanished")                                              \
  X(CAROM_SPATIAL_SCR, 2, "scr", "slip vanished during compression")                               \
  X(CAROM_SPATIAL_CSR, 3, "csr", "slip vanished during restitution")                               \
  X(CAROM_SPATIAL_LCR, 4, "lcr", "slip kept its direction and never vanished")                     \
  X(CAROM_SPATIAL_LSCR, 5, "lscr", "slip kept its direction until it vanished during compression") \
  X(CAROM_SPATIAL_LCSR, 6, "lcsr", "slip kept its direction until it vanished during restitution")

typedef enum carom_spatial_mode {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_SPATIAL_MODE_LIST(CAROM_X)
#undef CAROM_X
} carom_spatial_mode;

/// What happened. Filled by the library.
typedef struct carom_spatial_outcome {
  carom_spatial_mode mode;
  /// The exact sequence of events: c (compression ends), s (slip vanishes), r (restitution ends), with a leading l if
  /// the impact starts on an invariant ray: "cr", "scr", "csr", "lcr", "lscr", "lcsr"; "none" without an impact.
  /// It is the word of mode, but for the published schemes fs and vs, which put an l wherever they saw slip settle.
  char sequence[8];
  carom_vec3 impulse;            ///< N s, on body a
  carom_vec3 v;                  ///< m/s, after
  double impulse_n_compression;  ///< N s, I_zc: normal impulse when compression first ended
  bool slip_vanished;            ///< event s happened
  double impulse_n_slip_end;     ///< N s, I_zs: normal impulse when slip vanished; impulse.z if it never did
  double stored;                 ///< J, E_c: energy stored when compression first ended
  carom_energy energy;
  bool stuck;            ///< the contact sticks after slip vanished
  bool resumed;          ///< slip resumed in the centrifugal direction after it vanished
  bool condition_fails;  ///< JW16 (18), mu |d| < Wzz, does not hold
  bool recompressed;     ///< compression restarted after it had ended
  carom_event events[CAROM_SPATIAL_MAX_EVENTS];
  int event_count;
  int steps;          ///< Taylor expansions used
  unsigned warnings;  ///< carom_warning bits
} carom_spatial_outcome;

/// As files write it.
CAROM_API const char* carom_spatial_mode_word(carom_spatial_mode mode);
/// For people.
CAROM_API const char* carom_spatial_mode_meaning(carom_spatial_mode mode);

/// The carom_flag bits of an outcome: slip_vanished, stuck, resumed, condition_fails, recompressed, acted.
CAROM_API unsigned carom_spatial_flags(const carom_spatial_outcome* outcome);

/// Solves the impact to about 1e-13. On error *out is untouched; diag may be NULL.
/// CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_NOT_SYMMETRIC: a field is bad. CAROM_NOT_POSITIVE: B is not positive
/// definite to working precision, or W indefinite (carom/impact.h solves a B that is singular too). Where W is singular
/// slip and approach vanish together and the bodies stay together (CAROM_WARN_JAMMED). CAROM_NO_FINITE_ANSWER: it is,
/// and v is not a velocity that it can change. CAROM_OVERFLOW: the answer does not fit a double. CAROM_TOO_FAR_APART:
/// entries of w, v and the friction are tens of decades apart. CAROM_BUDGET: more than CAROM_SPATIAL_MAX_STEPS
/// expansions (10 million impacts over wide ranges need at most 55; see docs/spatial.md).
CAROM_API carom_status carom_spatial_solve(const carom_spatial_problem* problem, carom_spatial_outcome* out,
                                           carom_diag* diag);

/// Solves and writes the path: every event, and points between them where the hodograph or the energies bend. When the
/// buffer is too small the path is thinned evenly. Needs room for CAROM_SPATIAL_TRACE_MIN points (CAROM_TOO_SMALL).
CAROM_API carom_status carom_spatial_trace(const carom_spatial_problem* problem, carom_spatial_outcome* out,
                                           carom_trace* trace, carom_diag* diag);

/// What slip does along a direction in which it does not turn: X(symbol, value, word).
#define CAROM_INVARIANT_LIST(X)                                  \
  X(CAROM_CENTRIPETAL, 0, "centripetal") /* slows down: f < 0 */ \
  X(CAROM_CENTRIFUGAL, 1, "centrifugal") /* speeds up: f > 0 */  \
  X(CAROM_STEADY, 2, "steady")           /* keeps its speed: f = 0 (|w| = mu) */

typedef enum carom_invariant_type {
#define CAROM_X(symbol, value, word) symbol = value,
  CAROM_INVARIANT_LIST(CAROM_X)
#undef CAROM_X
} carom_invariant_type;

/// As files write it: "centripetal".
CAROM_API const char* carom_invariant_word(carom_invariant_type type);

/// A direction in which slip does not turn.
typedef struct carom_invariant {
  double angle;  ///< rad, from t1 towards t2, in (-pi, pi]
  carom_invariant_type type;
  double rate;       ///< f = d|gamma|/dI_z along it [1/kg]
  double turn;       ///< dg/dtheta there [1/kg]: < 0 attracts neighbouring directions, > 0 repels, 0 on a double root
  int multiplicity;  ///< 1, 2 or 3
} carom_invariant;

/// All directions in which slip does not turn.
typedef struct carom_spatial_directions {
  bool every_direction;  ///< isotropic B with d = 0, to rounding: no direction turns, and `items` is empty
  int count;             ///< distinct directions, 2 to 4
  carom_invariant items[4];
} carom_spatial_directions;

/// All invariant directions of a problem (fields w and surface.mu; mu = 0 gives the directions +-d). Sorted by angle.
CAROM_API carom_status carom_spatial_invariants(const carom_spatial_problem* problem, carom_spatial_directions* out,
                                                carom_diag* diag);

/// What the theory says before anything is solved.
typedef struct carom_spatial_theory {
  double stick_ratio;          ///< |w| = |B^-1 d|: sticking is held iff it does not exceed mu_static
  double condition_margin;     ///< Wzz - mu |d| [1/kg]: JW16 (18) holds iff positive
  double smallest_eigenvalue;  ///< lambda_min(W) [1/kg], the c of the termination bound; 0 where W is singular
  double compression_bound;    ///< N s: I_zc never exceeds (mu |gamma| - v_z)/c; HUGE_VAL where W is singular
  double stick_stiffness;      ///< k = Wzz - d.w [1/kg]: dv_z/dI_z while sticking; 0 where W is singular
} carom_spatial_theory;

/// The theory of a problem that carom_spatial_solve accepts.
CAROM_API carom_status carom_spatial_theory_of(const carom_spatial_problem* problem, carom_spatial_theory* out,
                                               carom_diag* diag);

/// The schemes of JW16, kept for comparison (corrected as docs/spatial.md says).
typedef enum carom_spatial_scheme {
  CAROM_SCHEME_NI = 0,  ///< fixed-step Euler in I_z to the end
  CAROM_SCHEME_FS = 1,  ///< fixed-step Euler, closed form once slip vanishes or its direction settles
  CAROM_SCHEME_VS = 2,  ///< variable step (36), closed form likewise
} carom_spatial_scheme;

/// A scheme with its numbers.
typedef struct carom_spatial_scheme_options {
  carom_spatial_scheme scheme;
  double step;             ///< N s (NI, FS)
  double epsilon, h1, h2;  ///< VS
} carom_spatial_scheme_options;

/// Solves with a published scheme; outcome.steps is the number of Euler steps. CAROM_BUDGET after 1e8 steps.
CAROM_API carom_status carom_spatial_solve_scheme(const carom_spatial_problem* problem,
                                                  const carom_spatial_scheme_options* options,
                                                  carom_spatial_outcome* out, carom_diag* diag);

/// Differentiates a solved impact by the inputs of `wrt`, a set of carom_wrt bits. On error *out is untouched.
/// CAROM_OUT_OF_RANGE: wrt has a bit that a rigid contact does not. CAROM_NO_FINITE_ANSWER: the outcome has no
/// derivative here: W is singular where the contact sticks. CAROM_OVERFLOW: a derivative is too large for a double.
/// CAROM_BUDGET: the path of slip has too many turns to be followed twice.
CAROM_API carom_status carom_spatial_differentiate(const carom_spatial_problem* problem,
                                                   const carom_spatial_outcome* outcome, unsigned wrt,
                                                   carom_jacobian* out, carom_diag* diag);

/// Derivatives along `count` directions of CAROM_SPATIAL_INPUTS numbers each; out has room for CAROM_SPATIAL_OUTPUTS
/// numbers for each. On a kink or cone (smoothness.is_there) it is the derivative on the side that the direction leads
/// to; at a jump, that of the outcome's own side.
CAROM_API carom_status carom_spatial_tangent(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome,
                                             const double* directions, int count, double* out, carom_diag* diag);

/// How far the outcome is from the next change of branch that can be felt.
CAROM_API carom_smoothness carom_spatial_smoothness(const carom_spatial_problem* problem,
                                                    const carom_spatial_outcome* outcome);

/// The spatial problem inside a general one (one contact, dimension 3, no tangential compliance).
CAROM_API carom_status carom_spatial_from_contact(const carom_contact_problem* contact, carom_spatial_problem* out,
                                                  carom_diag* diag);

#endif
