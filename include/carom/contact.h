/// @file contact.h
/// Contact space: the one place where every model and every impact law meet.
///
/// W = J M^-1 J^T says what velocity change an impulse causes at the contacts, v is the contact velocity before, and a
/// surface says how two bodies rebound and rub. Axes of one contact: (t1, t2, n) in space, (t, n) in the plane; n
/// points from body b into body a, and velocities are those of a against b, so that v_n < 0 approaches.
#ifndef CAROM_CONTACT_H
#define CAROM_CONTACT_H

#include <stdbool.h>

#include "carom/math.h"
#include "carom/status.h"

/// What "coefficient of restitution" means: X(symbol, value, word in files, name for people).
#define CAROM_LAW_LIST(X)                                                                                    \
  X(CAROM_LAW_STRONGE, 0, "stronge", "Stronge") /* e^2 = energy given back / energy stored in compression */ \
  X(CAROM_LAW_POISSON, 1, "poisson", "Poisson") /* e = normal impulse of restitution / of compression */     \
  X(CAROM_LAW_NEWTON, 2, "newton", "Newton")    /* e = normal speed after / before; can gain energy */

typedef enum carom_law {
#define CAROM_X(symbol, value, word, name) symbol = value,
  CAROM_LAW_LIST(CAROM_X)
#undef CAROM_X
} carom_law;

/// How two surfaces meet at one contact. A field that is zero has its default where zero alone would mean nothing, so
/// {.e = 0.1, .mu = 0.7} is a whole surface.
typedef struct carom_surface {
  carom_law law;
  double e;          ///< coefficient of restitution, 0 (plastic) to 1 (elastic)
  double mu;         ///< Coulomb friction while slipping, >= 0
  double mu_static;  ///< sticking is held up to this; >= mu, or 0: as mu
  double eta2;       ///< tangential compliance k_normal/k_tangential; 0 = rigid tangentially
  double stiffness;  ///< normal stiffness relative to the other contacts, > 0, or 0: 1
  double exponent;   ///< of the normal force law F = k x^exponent: 1 (linear) to 2, or 0: 1
} carom_surface;

/// Stronge's law, e = 1, no friction, rigid tangentially, stiffness 1, linear. Start here, then set what differs.
CAROM_API carom_surface carom_surface_default(void);

/// eta2 of a contact between two halves of one material with Poisson's ratio nu in [0, 0.5]: (2 - nu)/(2 (1 - nu)).
CAROM_API double carom_eta2_from_poisson_ratio(double nu);

/// CAROM_OK, or what is wrong with the first bad field.
CAROM_API carom_status carom_surface_check(const carom_surface* surface, carom_diag* diag);

/// One or many contacts in the plane or in space. Memory belongs to the caller.
typedef struct carom_contact_problem {
  int dimension;                  ///< 2 or 3
  int contact_count;              ///< >= 1
  const double* w;                ///< 1/kg, (dimension * contact_count)^2, row-major, symmetric, PSD
  const double* v;                ///< m/s, dimension * contact_count, before the impact
  const carom_surface* surfaces;  ///< contact_count
} carom_contact_problem;

/// Doubles of workspace that carom_contact_problem_check and carom_contact_energy need: 2 size^2 + size.
CAROM_API int carom_contact_workspace_size(int dimension, int contact_count);

/// Finite, symmetric (to 1e-12), positive semidefinite (eigenvalues down to -1e-12 of the largest count as 0), every
/// normal diagonal > 0, every surface valid.
CAROM_API carom_status carom_contact_problem_check(const carom_contact_problem* problem, double* workspace,
                                                   carom_diag* diag);

/// v^T W^+ v / 2 [J]: the kinetic energy that the contacts can see. One planar contact uses the exact determinant.
/// The problem must have passed the check. An energy that fits no double is infinite.
CAROM_API double carom_contact_energy(const carom_contact_problem* problem, double* workspace);

/// Orthonormal contact axes in the world: t2 = n x t1.
typedef struct carom_frame {
  carom_vec3 t1, t2, n;
} carom_frame;

/// Axes for a unit normal. hint is a first tangent (its part along n is removed) or NULL: then t1 is the world axis
/// least along n (x before y before z when equal) with its part along n removed, so n = z gives t1 = x, t2 = y. n is
/// normalised when it is within 1e-4 of unit length.
CAROM_API carom_status carom_frame_from_normal(carom_vec3 n, const carom_vec3* hint, carom_frame* out,
                                               carom_diag* diag);

/// Axes in the plane z = 0: t1 is n turned clockwise by 90 degrees.
CAROM_API carom_status carom_frame_in_plane(carom_vec2 n, carom_frame* out, carom_diag* diag);

/// Where the kinetic energy went. change = -(friction + restitution + spring) [J].
typedef struct carom_energy {
  double friction;     ///< lost to sliding, >= 0
  double restitution;  ///< lost in the normal direction; negative if Newton's law gained energy
  double spring;       ///< left in springs at the end: tangential ones (compliant), all springs of a jam (several)
  double change;       ///< kinetic energy after minus before
} carom_energy;

/// What can happen at a contact during an impact: X(symbol, value, word, what happened).
#define CAROM_EVENT_LIST(X)                                                 \
  X(CAROM_EVENT_COMPRESSION_END, 0, "compression_end", "compression ended") \
  X(CAROM_EVENT_RESTITUTION_END, 1, "restitution_end", "the impact ended")  \
  X(CAROM_EVENT_RECOMPRESS, 2, "recompress", "compression began again")     \
  X(CAROM_EVENT_REACTIVATE, 3, "reactivate", "came back")                   \
  X(CAROM_EVENT_STICK, 4, "stick", "slip stopped: stuck")                   \
  X(CAROM_EVENT_SLIP, 5, "slip", "slip began")                              \
  X(CAROM_EVENT_REVERSE, 6, "reverse", "slip stopped and turned back")      \
  X(CAROM_EVENT_STRAIGHT, 7, "straight", "slip does not turn")              \
  X(CAROM_EVENT_LOCK, 8, "lock", "held at rest")                            \
  X(CAROM_EVENT_RELEASE, 9, "release", "released")                          \
  X(CAROM_EVENT_START_SLIP, 10, "start_slip", "began sliding")              \
  X(CAROM_EVENT_START_STICK, 11, "start_stick", "began stuck")              \
  X(CAROM_EVENT_JAM, 12, "jam", "wedged: at rest for good") /* several rigid contacts */

typedef enum carom_event_type {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_EVENT_LIST(CAROM_X)
#undef CAROM_X
} carom_event_type;

/// Something that happened during an impact.
typedef struct carom_event {
  carom_event_type type;
  int contact;       ///< 0-based
  double impulse_n;  ///< N s, normal impulse of that contact so far
  double tolerance;  ///< rad, for `straight` only
} carom_event;

/// Worth telling the user, but no error: X(symbol, bit, word, sentence), in the order of the bits, which never change.
/// A solver's outcome carries them as a bit set.
#define CAROM_WARNING_LIST(X)                                                                                         \
  X(CAROM_WARN_SEPARATING, 0, "separating", "no impact: the bodies separate at the contact")                          \
  X(CAROM_WARN_RESTING, 1, "resting", "no impact: the bodies touch without approaching")                              \
  X(CAROM_WARN_INDETERMINATE, 2, "indeterminate",                                                                     \
    "no impact: sliding friction exactly balances the normal motion at zero approach (k1 = 0, C0 = 0), so the "       \
    "outcome is indeterminate")                                                                                       \
  X(CAROM_WARN_ENERGY_GAIN, 3, "energy_gain", "Newton's law gained energy here; Stronge's and Poisson's laws cannot") \
  X(CAROM_WARN_JAMMED, 4, "jammed",                                                                                   \
    "jammed: slip and approach vanish and friction holds (several contacts may have been given losses to rest)")      \
  X(CAROM_WARN_FRICTION_JAM, 5, "friction_jam",                                                                       \
    "friction drives the bodies together until slip stops (k1 <= 0); a rebound faster than the approach is "          \
    "legitimate")                                                                                                     \
  X(CAROM_WARN_STILL_APPROACHING, 6, "still_approaching",                                                             \
    "Poisson's law ended the impact while the bodies still approach; another impact follows at once")                 \
  X(CAROM_WARN_RECOMPRESSED, 7, "recompressed",                                                                       \
    "compression restarted after it had ended; its next end took the loss of restitution again")                      \
  X(CAROM_WARN_RIGID_LIMIT, 8, "rigid_limit",                                                                         \
    "the tangential springs are too stiff (mu eta2 is below 1e-6), or would never come to rest: solved with the "     \
    "rigid law (several contacts: with 1e-6), which differs little")                                                  \
  X(CAROM_WARN_LOG_CUT, 9, "log_cut", "the list of events is full; later events are solved but not listed")           \
  X(CAROM_WARN_LOCKED, 10, "locked",                                                                                  \
    "a contact that springs press on was held at rest where its ever shorter bounces would have piled up")            \
  X(CAROM_WARN_LAW_REPLACED, 11, "law_replaced",                                                                      \
    "another law was asked for; Stronge's was used, the only one that springs and several contacts know")             \
  X(CAROM_WARN_STATIC_REPLACED, 12, "static_replaced",                                                                \
    "mu_static above mu was asked for; mu was used, since springs and several contacts know one friction")            \
  X(CAROM_WARN_COMPLIANCE_ADDED, 13, "compliance_added",                                                              \
    "friction on springs at some contacts and rigid at others: springs of Poisson's ratio 0.3 were put in")           \
  X(CAROM_WARN_FORCED_PLASTIC, 14, "forced_plastic",                                                                  \
    "the approach was slower than the cut-off speed: solved as plastic, with e = 0")                                  \
  X(CAROM_WARN_APPROXIMATE, 15, "approximate",                                                                        \
    "the answer is approximate (stepped through time, or w leaves it uncertain): its error is an estimate")           \
  X(CAROM_WARN_SENSITIVE, 16, "sensitive",                                                                            \
    "the answer is sensitive: velocities that differ by 1e-9 before differ by more than 1e-3 after")

typedef enum carom_warning {
#define CAROM_X(symbol, bit, word, sentence) symbol = 1u << (bit),
  CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
} carom_warning;

/// What a contact did between slipping and sticking: X(symbol, value, word, what it means). Values never change. Phases
/// of one kind that follow each other count as one, also where slip vanished and went on in another direction.
#define CAROM_CONTACT_MODE_LIST(X)                                                                             \
  X(CAROM_CONTACT_NONE, 0, "none", "never acted")                                                              \
  X(CAROM_CONTACT_FRICTIONLESS, 1, "frictionless", "acted without friction")                                   \
  X(CAROM_CONTACT_SLIP, 2, "slip", "slipped all the way")                                                      \
  X(CAROM_CONTACT_STICK, 3, "stick", "stuck all the way")                                                      \
  X(CAROM_CONTACT_SLIP_STICK, 4, "slip-stick", "slipped, then stuck to the end")                               \
  X(CAROM_CONTACT_STICK_SLIP, 5, "stick-slip", "stuck, then slipped to the end")                               \
  X(CAROM_CONTACT_SLIP_STICK_SLIP, 6, "slip-stick-slip", "slipped, stuck for a while, and slipped to the end") \
  X(CAROM_CONTACT_STICK_SLIP_STICK, 7, "stick-slip-stick", "stuck, slipped for a while, and stuck to the end") \
  X(CAROM_CONTACT_MIXED, 8, "mixed", "switched between slipping and sticking more than twice")

typedef enum carom_contact_mode {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_CONTACT_MODE_LIST(CAROM_X)
#undef CAROM_X
} carom_contact_mode;

/// What is true of an outcome, as one word of bits where outcomes travel in arrays: X(symbol, bit, word, what it
/// means), in the order of the bits, which never change. Each solver has a function that gathers those that it knows.
#define CAROM_FLAG_LIST(X)                                                                                       \
  X(CAROM_FLAG_DIRECT, 0, "direct", "no slip before the impact (planar)")                                        \
  X(CAROM_FLAG_CENTRAL, 1, "central", "normal and tangential motion are uncoupled (planar)")                     \
  X(CAROM_FLAG_TANGENTIAL, 2, "tangential", "no approach before the impact (planar)")                            \
  X(CAROM_FLAG_SLIP_VANISHED, 3, "slip_vanished", "slip vanished, or there was none (planar, spatial)")          \
  X(CAROM_FLAG_STUCK, 4, "stuck", "the contact stuck from then on (planar, spatial)")                            \
  X(CAROM_FLAG_RESUMED, 5, "resumed", "slip went on in another direction after it vanished (planar, spatial)")   \
  X(CAROM_FLAG_CONDITION_FAILS, 6, "condition_fails", "JW16 (18), mu |d| < Wzz, does not hold (spatial)")        \
  X(CAROM_FLAG_RECOMPRESSED, 7, "recompressed", "compression restarted after it had ended (spatial, compliant)") \
  X(CAROM_FLAG_ACTED, 8, "acted", "the contact carried impulse (all)")                                           \
  X(CAROM_FLAG_LOCKED, 9, "locked", "the contact was held at rest for a while (compliant, simultaneous)")

typedef enum carom_flag {
#define CAROM_X(symbol, bit, word, meaning) symbol = 1u << (bit),
  CAROM_FLAG_LIST(CAROM_X)
#undef CAROM_X
} carom_flag;

/// How two of several contacts feel each other. For normal impulses the sign says how: where normal < 0 an impulse at
/// one presses the other together, where normal > 0 it takes load off the other.
typedef struct carom_coupling {
  double normal;   ///< w_ab/sqrt(w_aa w_bb) of the normal directions, -1 to 1
  bool interacts;  ///< some impulse that the surfaces allow at one changes the velocity at the other
} carom_coupling;

/// W and the surfaces of the problem are what counts; the contacts differ.
CAROM_API carom_coupling carom_contact_coupling(const carom_contact_problem* problem, int contact_a, int contact_b);

/// One point of the path through impulse space.
typedef struct carom_trace_point {
  double impulse[3];   ///< N s, (t1, t2, n); t2 is 0 in the plane
  double velocity[3];  ///< m/s, (t1, t2, n)
  double stored;       ///< J, work done against the normal force so far: -int v_n dI_n
  double friction;     ///< J, lost to sliding so far
} carom_trace_point;

/// A caller's buffer for the path. A solver writes at most capacity points and sets count.
typedef struct carom_trace {
  carom_trace_point* points;
  int capacity;
  int count;
} carom_trace;

/// As files write it: "stronge".
CAROM_API const char* carom_law_word(carom_law law);
/// "Stronge"
CAROM_API const char* carom_law_name(carom_law law);
/// As files write it: "compression_end".
CAROM_API const char* carom_event_word(carom_event_type type);
/// What happened, for people: "compression ended".
CAROM_API const char* carom_event_meaning(carom_event_type type);
/// As files write it.
CAROM_API const char* carom_contact_mode_word(carom_contact_mode mode);
/// For people.
CAROM_API const char* carom_contact_mode_meaning(carom_contact_mode mode);
/// One flag (one bit) as a word.
CAROM_API const char* carom_flag_word(carom_flag flag);
/// One warning (one bit) as a word for programs and as a sentence for people, without its full stop. Never NULL.
CAROM_API const char* carom_warning_word(carom_warning warning);
/// The sentence.
CAROM_API const char* carom_warning_sentence(carom_warning warning);

#endif
