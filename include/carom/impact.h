/// @file impact.h
/// The one door: a contact problem in, what happened out, whatever law it takes. The program, motions, arrays and every
/// binding go through it, so that the same impact has the same answer everywhere.
///
/// The model follows from the data: one contact in the plane or in space, rigid or on springs along the tangents, or
/// several contacts at once. What a model does not know is replaced, and a warning says so:
///
/// | contacts           | asked for                        | what is done            | warning            |
/// |--------------------|----------------------------------|-------------------------|--------------------|
/// | one, rigid         | any law; mu_static >= mu         | as asked                |                    |
/// | one, on springs    | Poisson's or Newton's law        | Stronge's law           | law_replaced       |
/// | one, on springs    | mu_static > mu                   | mu_static = mu          | static_replaced    |
/// | several            | Poisson's or Newton's law        | Stronge's law           | law_replaced       |
/// | several            | friction, no eta2 anywhere       | rigid friction          |                    |
/// | several            | friction, eta2 at some only      | refused (*: springs)    | (compliance_added) |
/// | several            | mu_static > mu                   | refused (*: mu)         | (static_replaced)  |
/// | several            | exponent other than 1 and eta2   | refused                 |                    |
/// | one, on springs    | a jam without end, W singular    | no answer (*: rigid)    | (rigid_limit)      |
/// | any                | slower than the cut-off          | e = 0                   | forced_plastic     |
///
/// (*) where options.must_answer is set, as a motion does, which has nobody to ask; contacts with friction but without
/// eta2 then get that of Poisson's ratio 0.3. Several contacts that a motion finds slower than its cut-off are stopped
/// together by a rule of its own (docs/motion.md).
#ifndef CAROM_IMPACT_H
#define CAROM_IMPACT_H

#include <stddef.h>
#include <stdint.h>

#include "carom/compliant.h"
#include "carom/contact.h"
#include "carom/model.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"

/// What answers: X(symbol, value, word, what it is for). Motion has no impact law of its own: it is a scenario that is
/// followed through time.
#define CAROM_MODEL_LIST(X)                                                          \
  X(CAROM_MODEL_PLANAR, 0, "planar", "one contact in the plane")                     \
  X(CAROM_MODEL_SPATIAL, 1, "spatial", "one contact in space")                       \
  X(CAROM_MODEL_COMPLIANT, 2, "compliant", "one contact with tangential compliance") \
  X(CAROM_MODEL_SIMULTANEOUS, 3, "simultaneous", "several contacts at once")         \
  X(CAROM_MODEL_MOTION, 4, "motion", "impacts and the motion between them")

typedef enum carom_model {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_MODEL_LIST(CAROM_X)
#undef CAROM_X
} carom_model;

/// How to solve: X(symbol, value, word). `steps` is for several contacts: about 1e-3 of the speed, often many times
/// faster (CAROM_ENGINE_STEPS of carom/simultaneous.h). The others but `exact` are published schemes, kept for
/// comparison: ni, fs and vs for one rigid contact in space (carom/spatial.h), published for one contact on springs
/// (carom/compliant.h).
#define CAROM_METHOD_LIST(X)                \
  X(CAROM_METHOD_EXACT, 0, "exact")         \
  X(CAROM_METHOD_NI, 1, "ni")               \
  X(CAROM_METHOD_FS, 2, "fs")               \
  X(CAROM_METHOD_VS, 3, "vs")               \
  X(CAROM_METHOD_PUBLISHED, 4, "published") \
  X(CAROM_METHOD_STEPS, 5, "steps")

typedef enum carom_method_kind {
#define CAROM_X(symbol, value, word) symbol = value,
  CAROM_METHOD_LIST(CAROM_X)
#undef CAROM_X
} carom_method_kind;

/// A way to solve, with its numbers.
typedef struct carom_method {
  carom_method_kind kind;
  double step;             ///< N s; ni, fs
  double epsilon, h1, h2;  ///< vs
} carom_method;

/// What is wanted besides the answer: bits.
typedef enum carom_want {
  CAROM_WANT_EVENTS = 1,  ///< in memory->events
  CAROM_WANT_PATH = 2,    ///< in memory->path
} carom_want;

/// How to solve an impact. Made by carom_impact_options_default(); may grow in a minor release.
typedef struct carom_impact_options {
  carom_method method;
  double cutoff_speed;  ///< m/s: where no contact approaches faster than this, e is 0; 0: no cut-off
  int budget;           ///< work for several contacts, in units of about a microsecond; 0: CAROM_SIMULTANEOUS_WORK
  unsigned wants;       ///< carom_want bits
  bool must_answer;     ///< replace what would be refused (the rows marked * above)
} carom_impact_options;

/// Exact, no cut-off, the usual budget, events but no path.
CAROM_API carom_impact_options carom_impact_options_default(void);

/// The path of an impact as its law tells it, in the caller's memory. carom_impact_model says which of the three a
/// problem fills (one rigid contact: `rigid`, with room for CAROM_SPATIAL_TRACE_MIN points at least; one on springs:
/// `springs`; several: `several`); the others stay as they are and may be empty.
typedef struct carom_impact_path {
  carom_trace rigid;
  carom_spring_trace springs;
  carom_simultaneous_trace several;
} carom_impact_path;

/// The answer for one contact.
typedef struct carom_impact_contact {
  double impulse[3];          ///< N s, on body a, contact axes (t1, t2, n) or (t, n)
  double velocity_before[3];  ///< m/s, contact axes
  double velocity_after[3];
  char mode[64];   ///< what it did: "C-sticking", "scr", "slip-stick-slip"; "none" where it never acted
  int mode_code;   ///< the same as carom_planar_mode, carom_spatial_mode or carom_contact_mode, as the model says
  unsigned flags;  ///< carom_flag bits
} carom_impact_contact;

/// What the caller lends to a solve. workspace is needed for several contacts only; events and path where wanted.
typedef struct carom_impact_memory {
  double* workspace;  ///< workspace_capacity >= carom_impact_workspace_size doubles
  size_t workspace_capacity;
  carom_impact_contact* contacts;  ///< contact_capacity >= contact_count: the answers
  int contact_capacity;
  carom_event* events;     ///< event_capacity; may be NULL where that is 0
  double* event_impulses;  ///< event_capacity * contact_count: every normal impulse at each event; may be NULL
  double* event_times;     ///< event_capacity: sqrt(kg), scaled time (several contacts; else 0); may be NULL
  int event_capacity;
  uint64_t* states;  ///< state_capacity: sets of active contacts (several contacts); may be NULL where that is 0
  int state_capacity;
  carom_impact_path* path;  ///< with buffers and capacities of its own
} carom_impact_memory;

/// Doubles of workspace that a solve needs: 0 for one contact, and where dimension or contact_count cannot be.
CAROM_API size_t carom_impact_workspace_size(int dimension, int contact_count);

/// What each law was given, and what it said.
typedef struct carom_impact_planar {
  carom_planar_problem problem;
  carom_planar_outcome outcome;
} carom_impact_planar;

/// The same of the spatial law.
typedef struct carom_impact_spatial {
  carom_spatial_problem problem;
  carom_spatial_outcome outcome;
} carom_impact_spatial;

/// The same of the law of one contact on springs.
typedef struct carom_impact_compliant {
  carom_compliant_problem problem;
  carom_compliant_outcome outcome;
} carom_impact_compliant;

/// The law's own answer. A spatial problem whose W cannot move along some tangent is answered by the planar law; its
/// problem is then the planar one along `tangent` (below).
typedef union carom_impact_law {
  carom_impact_planar planar;
  carom_impact_spatial spatial;
  carom_impact_compliant compliant;
  carom_simultaneous_outcome simultaneous;
} carom_impact_law;

/// What happened. Filled by the library; may grow in a minor release.
typedef struct carom_impact_outcome {
  carom_model model;  ///< the law that answered, and the member of `law` that is filled
  int contact_count;
  const carom_impact_contact* contacts;  ///< memory->contacts
  carom_energy energy;
  int event_count;  ///< in memory->events
  int event_total;  ///< > event_count: there was no room for all (CAROM_WARN_LOG_CUT where events were wanted)
  int state_count, state_total;  ///< likewise, several contacts
  int work;                      ///< expansions, panels, steps or events that it took
  double error;                  ///< estimate, a part of the speed; 0 unless CAROM_WARN_APPROXIMATE; 1: not known
  unsigned warnings;             ///< carom_warning bits: those of the law and of the table above
  carom_vec2 tangent;  ///< (t1, t2) parts of the one tangent along which the contact can move, where the planar law
                       ///< answered a spatial problem; (1, 0) otherwise
  carom_impact_law law;
} carom_impact_outcome;

/// The model that answers contacts with these surfaces (a singular W in space may need less); NULL: rigid ones.
CAROM_API carom_model carom_impact_model(int dimension, int contact_count, const carom_surface* surfaces);

/// Whether a model can be solved by a method.
CAROM_API bool carom_impact_has_method(carom_model model, carom_method_kind kind);

/// The table above, for the surfaces of a problem (its w and v are not looked at): fills `accepted` (contact_count; may
/// be problem->surfaces itself) with the surfaces that are solved, and adds what was replaced to *warnings.
/// CAROM_OUT_OF_RANGE, CAROM_INCONSISTENT: refused, with the field "surfaces[i].mu_static" or the like; accepted and
/// *warnings may have been filled in part then.
CAROM_API carom_status carom_impact_accept(const carom_contact_problem* problem, bool must_answer,
                                           carom_surface* accepted, unsigned* warnings, carom_diag* diag);

/// Solves the impact. options may be NULL (the defaults). On error memory->contacts and *out are untouched, for a bad
/// field everything is; diag may be NULL. Errors are those of the laws (carom/planar.h, spatial.h, compliant.h,
/// simultaneous.h), and CAROM_TOO_SMALL where memory is missing, CAROM_UNAVAILABLE for a method that the model does not
/// have. One contact takes no workspace. A singular W is solved: directions along which nothing can move carry no
/// impulse. Where one tangent can move and the other cannot, slip along the other would turn friction away from the
/// one: CAROM_INCONSISTENT.
CAROM_API carom_status carom_impact_solve(const carom_contact_problem* problem, const carom_impact_options* options,
                                          const carom_impact_memory* memory, carom_impact_outcome* out,
                                          carom_diag* diag);

/// As files write it: "planar".
CAROM_API const char* carom_model_word(carom_model model);
/// What it is for, for people: "one contact in the plane".
CAROM_API const char* carom_model_meaning(carom_model model);
/// As files write it: "exact".
CAROM_API const char* carom_method_word(carom_method_kind kind);

// ---- for engines: bodies or a mechanism in, velocities out --------------------------------------------------------

/// A body as a physics engine holds it. All zero is a body that nothing moves.
typedef struct carom_strike_body {
  double inverse_mass;         ///< 1/kg; 0: it cannot be pushed
  carom_mat3 inverse_inertia;  ///< 1/(kg m^2), about the mass centre, WORLD axes, PSD; in the plane [2][2] only
  carom_vec3 position;         ///< m, mass centre
  carom_vec3 velocity;         ///< m/s, of the mass centre
  carom_vec3 spin;             ///< rad/s, world
} carom_strike_body;

/// The same of a free or fixed carom_body; a guided one has no single inverse mass (CAROM_OUT_OF_RANGE).
CAROM_API carom_status carom_strike_body_from(const carom_body* body, carom_strike_body* out, carom_diag* diag);

/// Two bodies that meet at a point. The impulse acts on a, its opposite on b.
typedef struct carom_strike {
  int dimension;  ///< 3, or 2 for bodies in the plane z = 0
  carom_strike_body a, b;
  carom_vec3 point;   ///< m, world
  carom_vec3 normal;  ///< from b into a; normalised where it is within 1e-4 of unit length
  carom_surface surface;
} carom_strike;

/// A free unit ball above a fixed body, touching at the origin with the normal z, at rest. Start here.
CAROM_API carom_strike carom_strike_default(void);

/// What the bodies do afterwards. Filled by the library; may grow in a minor release.
typedef struct carom_struck {
  carom_vec3 velocity_a, spin_a;  ///< m/s, rad/s, after
  carom_vec3 velocity_b, spin_b;
  carom_vec3 impulse;            ///< N s, on a, world axes
  carom_frame frame;             ///< contact axes
  carom_impact_contact contact;  ///< the same in contact axes, with what happened
  carom_energy energy;
  carom_model model;
  unsigned warnings;  ///< carom_warning bits
} carom_struck;

/// Two bodies, one contact, one call: no memory is needed. options may be NULL; wants are not heard. On error *out is
/// untouched. Numbers may come from float32: the normal, and that inertias are symmetric and PSD, are taken to 1e-4.
CAROM_API carom_status carom_strike_bodies(const carom_strike* strike, const carom_impact_options* options,
                                           carom_struck* out, carom_diag* diag);

/// A mechanism, how its contacts meet, and room to solve in.
typedef struct carom_mechanism_strike {
  carom_mechanism mechanism;
  const carom_surface* surfaces;  ///< contact_count
  double* workspace;              ///< workspace_capacity >= carom_strike_mechanism_workspace_size doubles
  size_t workspace_capacity;
} carom_mechanism_strike;

/// Doubles of workspace; 0 where dof, dimension or contact_count cannot be.
CAROM_API size_t carom_strike_mechanism_workspace_size(const carom_mechanism* mechanism);

/// Mass matrix (or its factor), Jacobian and velocity in, generalized velocity after (dof numbers) out. options may be
/// NULL; wants are not heard. out may be NULL; its contacts live in the workspace. On error velocity_after and *out are
/// untouched. velocity_after may be mechanism.velocity itself.
CAROM_API carom_status carom_strike_mechanism(const carom_mechanism_strike* strike, const carom_impact_options* options,
                                              double* velocity_after, carom_impact_outcome* out, carom_diag* diag);

#endif
