/// @file compliant.h
/// One contact with tangential compliance (JIA10): three springs at the contact store and give back energy, so that a
/// ball with backspin comes back.
///
/// Contact axes (t1, t2, n); any pair of tangents gives the same answer. v = v0 + W I. The springs end in a massless
/// particle that sticks to the other body or slips on it: F_n = -k x, F_t = -k_t s, eta2 = k/k_t. Only the ratio of the
/// stiffnesses matters, so k is 1 at the start and time is scaled: one unit of it is sqrt(k) seconds.
#ifndef CAROM_COMPLIANT_H
#define CAROM_COMPLIANT_H

#include "carom/contact.h"
#include "carom/derivative.h"

/// One contact on springs: what an impulse does there, and how the surfaces meet.
typedef struct carom_compliant_problem {
  carom_mat3 w;           ///< 1/kg, velocity change per unit impulse, symmetric PSD, w_nn > 0; axes (t1, t2, n)
  carom_vec3 v;           ///< m/s, body a against body b; v.z < 0 approaches
  carom_surface surface;  ///< Stronge's law, e, mu (= mu_static), eta2 > 0; stiffness and exponent are not used
} carom_compliant_problem;

/// Unit mass, e = 1, no friction, eta2 of Poisson's ratio 0.3, at rest. Start here, then set what differs.
CAROM_API carom_compliant_problem carom_compliant_problem_default(void);

enum { CAROM_COMPLIANT_MAX_EVENTS = 96, CAROM_COMPLIANT_TRACE_MIN = 32 };

/// Below this mu eta2 the answer is that of the rigid law (carom/spatial.h), with CAROM_WARN_RIGID_LIMIT: the
/// tangential spring would make about 1/eta stick-slip switches. Of 1000 random impacts just above it, the median
/// differs from the rigid answer by 3e-7 of the impulse, 99 % by less than 1e-3 (docs/compliant.md says which differ
/// more).
#define CAROM_COMPLIANT_RIGID_LIMIT 1e-6

/// Which friction acts in the slip of restitution.
typedef enum carom_compliant_scheme {
  CAROM_COMPLIANT_EXACT = 0,      ///< mu F_n: Coulomb's law
  CAROM_COMPLIANT_PUBLISHED = 1,  ///< mu e F_n: what the printed numbers of JIA10 come from; for comparison only
} carom_compliant_scheme;

/// What happened. Filled by the library.
typedef struct carom_compliant_outcome {
  carom_contact_mode mode;
  carom_vec3 impulse;            ///< N s, on body a
  carom_vec3 v;                  ///< m/s, after
  double impulse_n_compression;  ///< N s, normal impulse when compression first ended
  double stored;                 ///< J, energy in the normal spring when compression first ended
  double stored_tangential;      ///< J, the most that the tangential springs held at a switch or an end
  carom_energy energy;           ///< spring: tangential energy left when e = 0 ends the impact; else 0
  bool recompressed;             ///< compression restarted after it had ended
  /// start_slip or start_stick, slip, stick, compression_end, recompress, lock, release, restitution_end, in order.
  carom_event events[CAROM_COMPLIANT_MAX_EVENTS];
  int event_count;
  /// > event_count: the log is full, later events are not in it (CAROM_WARN_LOG_CUT). With e = 1 ends and restarts of
  /// compression are then no longer counted while the contact sticks: they change nothing.
  int event_total;
  int work;           ///< pieces of closed form, and panels of collocation, which count twice
  double error;       ///< estimate, a part of the speed: 0 unless CAROM_WARN_APPROXIMATE; 1: nothing is known
  unsigned warnings;  ///< carom_warning bits
} carom_compliant_outcome;

/// Solves the impact to about 1e-12. Where W has eigenvalues 1e6 apart and more, its rounding may leave v uncertain by
/// more than 1e-7 of the speed: CAROM_WARN_APPROXIMATE, and `error` estimates by how much. What does not end within
/// bounded work is answered by the rigid law, with error = 1. On error *out is untouched; diag may be NULL.
/// CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_NOT_SYMMETRIC, CAROM_NOT_POSITIVE: a field is bad.
/// CAROM_NO_FINITE_ANSWER: W is singular and friction drives the bodies together for ever. CAROM_OVERFLOW,
/// CAROM_TOO_FAR_APART: as in carom/spatial.h.
CAROM_API carom_status carom_compliant_solve(const carom_compliant_problem* problem, carom_compliant_outcome* out,
                                             carom_diag* diag);

/// The same with the friction of a scheme.
CAROM_API carom_status carom_compliant_solve_scheme(const carom_compliant_problem* problem,
                                                    carom_compliant_scheme scheme, carom_compliant_outcome* out,
                                                    carom_diag* diag);

/// One point of the impact as the springs see it. Lengths are times sqrt(2 k0), as in JIA10: the square of the normal
/// one is 4 E_n k0/k, that of the tangential one 4 eta0^2 E_t.
typedef struct carom_spring_point {
  double impulse[3];          ///< N s, (t1, t2, n)
  double velocity[3];         ///< m/s, of the contact point, (t1, t2, n)
  double spring[3];           ///< sqrt(J), lengths of the springs, times sqrt(2 k0); spring[2] <= 0
  double spring_velocity[3];  ///< m/s, rate of change of the springs' lengths
  double energy_normal;       ///< J, in the normal spring
  double energy_tangential;   ///< J, in the tangential springs
  double friction;            ///< J, lost to sliding so far
  bool slipping;              ///< in the piece that ends here
} carom_spring_point;

/// A caller's buffer for the path. A solver writes at most capacity points and sets count.
typedef struct carom_spring_trace {
  carom_spring_point* points;
  int capacity;
  int count;
} carom_spring_trace;

/// Solves and writes the path: every event (where the springs jump, before and after), and points between them, dense
/// enough to draw. When the buffer is too small the path is thinned. Needs room for CAROM_COMPLIANT_TRACE_MIN points
/// (CAROM_TOO_SMALL). An impact that the rigid law answered has no springs to follow: count is then 0.
CAROM_API carom_status carom_compliant_trace(const carom_compliant_problem* problem, carom_compliant_scheme scheme,
                                             carom_compliant_outcome* out, carom_spring_trace* trace, carom_diag* diag);

/// Differentiates a solved impact by the inputs of `wrt`, a set of carom_wrt bits up to CAROM_WRT_ETA2. The impact is
/// followed once more. On error *out is untouched. CAROM_OUT_OF_RANGE: wrt has another bit, or the outcome is not that
/// of CAROM_COMPLIANT_EXACT for this problem. CAROM_UNAVAILABLE: the contact locked, or the springs gave no answer and
/// the rigid law stands in (error is 1). CAROM_BUDGET: what moves the slip needs more work than the impact may take.
/// CAROM_NO_FINITE_ANSWER, CAROM_OVERFLOW: as in carom/spatial.h.
CAROM_API carom_status carom_compliant_differentiate(const carom_compliant_problem* problem,
                                                     const carom_compliant_outcome* outcome, unsigned wrt,
                                                     carom_jacobian* out, carom_diag* diag);

/// How far a solved impact is from the next change that can be felt: what its derivatives say, without them. The margin
/// is infinite where nobody knows (the contact locked).
CAROM_API carom_smoothness carom_compliant_smoothness(const carom_compliant_problem* problem,
                                                      const carom_compliant_outcome* outcome);

/// The compliant problem inside a general one (one contact with eta2 > 0). A planar contact (t, n) gets a second
/// tangent that nothing moves along.
CAROM_API carom_status carom_compliant_from_contact(const carom_contact_problem* contact, carom_compliant_problem* out,
                                                    carom_diag* diag);

/// The carom_flag bits of an outcome: recompressed, acted, locked.
CAROM_API unsigned carom_compliant_flags(const carom_compliant_outcome* outcome);

/// What the contact did, in words, with every phase: phases joined by '-' ("slip-stick-slip"; "..." where cut),
/// "frictionless", or "none".
CAROM_API void carom_compliant_mode(const carom_compliant_problem* problem, const carom_compliant_outcome* outcome,
                                    int size, char* mode);

#endif
