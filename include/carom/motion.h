/// @file motion.h
/// What happens between impacts: flight, chains under gravity, contact that slides, sticks or rests, and the event loop
/// that finds every impact on the way and resolves it with the law that carom/planar.h and its siblings give.
///
/// A *mover* is anything with positions q, velocities u and points that can meet planes. The loop knows nothing else
/// about it: carom_chain_mover and carom_flyer below are two movers, and a program can bring its own.
#ifndef CAROM_MOTION_H
#define CAROM_MOTION_H

#include <stddef.h>

#include "carom/contact.h"
#include "carom/impact.h"
#include "carom/integrate.h"
#include "carom/model.h"

enum {
  CAROM_MOTION_MAX_PAIRS = 512,    ///< of one mover that can touch: points times planes, or bodies that meet
  CAROM_MOTION_MAX_CONTACTS = 64,  ///< that one mover has at once
  CAROM_MOTION_MAX_DOF = 96,       ///< of one mover
  CAROM_CHAIN_MAX_LINKS = 31,
};

/// A wall: whatever moves stays on the side that the normal points to.
typedef struct carom_plane {
  carom_vec3 point;   ///< m, any point of the plane
  carom_vec3 normal;  ///< unit vector
  carom_surface surface;
} carom_plane;

/// Axes of contact on a plane: as carom_frame_from_normal, or carom_frame_in_plane where dimension is 2.
CAROM_API carom_frame carom_plane_frame(const carom_plane* plane, int dimension);

/// The ball on the cloth, as a scenario names it.
typedef struct carom_cloth {
  int body;            ///< index of the ball
  double radius;       ///< m
  double slide, roll;  ///< friction coefficients
  bool hop;
} carom_cloth;

/// How to move.
typedef struct carom_motion {
  double until;        ///< s, > 0
  carom_vec3 gravity;  ///< m/s^2
  int plane_count;
  carom_plane* planes;
  double cutoff_speed;  ///< m/s: slower impacts are plastic, and the contact is held
  double sample;        ///< s, interval of the sampled path
  double tolerance;     ///< of the integration, > 0, at most 0.01
  bool has_cloth;
  carom_cloth cloth;
} carom_motion;

/// One second without gravity or planes, cut-off 1e-6 m/s, tolerance 1e-12, 500 samples.
CAROM_API carom_motion carom_motion_default(void);

// ---- movers -------------------------------------------------------------------------------------------------------

/// A pair of a mover that touches: a point on a plane, or two of its bodies.
typedef struct carom_mover_touch {
  int point;  ///< as the mover's `name` knows it
  int plane;  ///< -1: none, the pair is of two bodies
  int pair;   ///< its number in `gaps`
} carom_mover_touch;

typedef struct carom_mover carom_mover;

/// Something that moves. state is q (position_count numbers), then u (dof). None of the functions may change anything
/// but its outputs. Contact axes are those of carom_plane_frame, tangent(s) first.
///
/// A mover says how much there is of it in four counts: position_count and dof, and what can touch. That is every point
/// with every plane (point_count, plane_count; pair = point * plane_count + plane), or, where `touch` is given, any
/// list of pair_count pairs; `surface` then lends each pair the surface on which it meets, and `reach` the gap below
/// which it touches. carom_motion_workspace_size makes of the counts how much memory a run needs.
struct carom_mover {
  const void* self;    ///< the mover's own data
  int dimension;       ///< 2 or 3
  int position_count;  ///< numbers in q; with dof less than CAROM_ODE_MAX_SIZE
  int dof;             ///< numbers in u, at most CAROM_MOTION_MAX_DOF
  int point_count;     ///< points that can touch a plane
  int plane_count;     ///< point_count * plane_count is at most CAROM_MOTION_MAX_PAIRS
  int pair_count;      ///< at most CAROM_MOTION_MAX_PAIRS; only with `touch`
  const carom_plane* planes;
  double size;                ///< m, of the thing; gaps below 1e-10 of it count as touching
  bool rolls;                 ///< its points are places of a round surface: a contact that sticks rolls
  int idle_from, idle_count;  ///< numbers of q that nothing depends on: where they are integrated, to 1e-6

  /// What pair `pair` is, for movers whose pairs are not every point with every plane; else NULL.
  carom_mover_touch (*touch)(const carom_mover* mover, int pair);
  /// The surface on which a pair meets; NULL: that of its plane.
  carom_surface (*surface)(const carom_mover* mover, int pair);
  /// m: gaps of a pair up to this count as touching, say 1e-10 of the smaller body; NULL: 1e-10 size.
  double (*reach)(const carom_mover* mover, int pair);

  /// q' and u' of free motion: gravity and inertia alone.
  void (*rate)(const carom_mover* mover, const double* state, double* rate);
  /// Distance of every pair and its rate, in the order of the pairs.
  void (*gaps)(const carom_mover* mover, const double* state, double* gaps, double* gap_rates);
  /// At the given touches (size = dimension * count): w (size^2, row-major) and velocity v of the contacts; c, unless
  /// NULL, is the derivative of v along free motion, so that v' = w f + c under contact forces f.
  void (*contact)(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches, double* w,
                  double* v, double* c);
  /// Change of u under impulses (or of u' under forces) at the touches: M^-1 J^T p, dof numbers.
  void (*push)(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
               const double* p, double* change);
  /// J: kinetic plus gravity, zero height at the origin.
  double (*energy)(const carom_mover* mover, const double* state);
  /// J: kinetic alone.
  double (*kinetic)(const carom_mover* mover, const double* state);
  /// Brings a state back to where it must be (a quaternion to unit length); may be NULL.
  void (*tidy)(const carom_mover* mover, double* state);
  /// s: the longest step in which no gap can turn twice, about half a radian of the fastest rotation; HUGE_VAL: no
  /// limit.
  double (*pace)(const carom_mover* mover, const double* state);
  /// The state after a time in which u' is `rate`, in closed form. Only for what needs no integration: rate() gives a
  /// constant u', contact() w and c that never change, and gaps are parabolas of time under a constant u' (a ball).
  /// NULL: it is integrated.
  void (*glide)(const carom_mover* mover, const double* state, const double* rate, double time, double* out);
  /// "tip", "joint 1", "corner 3"
  void (*name)(const carom_mover* mover, int point, int size, char* name);
};

/// A link of a chain.
typedef struct carom_link {
  double length, mass, centre, inertia;  ///< m, kg, m from the joint, kg m^2 about the mass centre
} carom_link;

/// A chain in the plane, hung up at its base (MOR11). Every joint but the base, and the tip, can touch a plane.
typedef struct carom_chain {
  carom_vec2 base;
  int link_count;
  carom_link* links;
  double* angles;  ///< rad; the first from the x axis, the others relative
  double* rates;   ///< rad/s
} carom_chain;

/// A chain made ready to move: state is angles (relative, as in carom_chain), then rates.
typedef struct carom_chain_mover {
  int link_count;
  carom_vec2 base, gravity;
  double length[CAROM_CHAIN_MAX_LINKS], mass[CAROM_CHAIN_MAX_LINKS], centre[CAROM_CHAIN_MAX_LINKS];
  double inertia[CAROM_CHAIN_MAX_LINKS];       ///< kg m^2, about the mass centres
  double weight[CAROM_CHAIN_MAX_LINKS];        ///< kg m: w_i = m_i c_i + l_i sum_{k>i} m_k
  carom_vec2 normals[CAROM_MOTION_MAX_PAIRS];  ///< of the planes
} carom_chain_mover;

/// Checks and prepares. state gets 2 link_count numbers. The result points to *out and to motion->planes: do not move
/// them while it is in use.
CAROM_API carom_status carom_chain_prepare(const carom_chain* chain, const carom_motion* motion, carom_chain_mover* out,
                                           carom_mover* mover, double* state, carom_diag* diag);
/// Where the joints are: points[0] is the end of link 0, the last one the tip. link_count entries.
CAROM_API void carom_chain_points(const carom_chain_mover* chain, const double* state, carom_vec2* points);

/// What a body meets planes with: a sphere (a disc in the plane) about the mass centre, or corner points.
typedef struct carom_shape {
  double sphere_radius;  ///< m; 0: none
  int point_count;
  const carom_vec3* points;  ///< m, body frame
} carom_shape;

/// One free body made ready to fly. In the plane q = (x, y, angle), u = (v_x, v_y, spin); in space q = position and
/// unit quaternion (w, x, y, z) from body to world, u = velocity and spin, both in the world.
typedef struct carom_flyer {
  int dimension;
  double mass;
  carom_mat3 inertia, inverse_inertia;  ///< body frame; in the plane the inverse has its last entry only
  carom_mat3 imbalance;                 ///< inertia less its middle diagonal entry: the part that turns the spin
  carom_vec3 gravity;
  carom_shape shape;
  carom_frame frames[CAROM_MOTION_MAX_PAIRS];  ///< of the planes
} carom_flyer;

/// Checks and prepares; angle [rad] is for the plane (in space the orientation is that of the body). state gets 6 or 13
/// numbers. The result points to *out, to the shape's points and to motion->planes: do not move them while it is in
/// use.
typedef struct carom_flyer_input {
  int dimension;
  const carom_body* body;
  double angle;
  carom_shape shape;
} carom_flyer_input;
/// As said above its input.
CAROM_API carom_status carom_flyer_prepare(const carom_flyer_input* input, const carom_motion* motion, carom_flyer* out,
                                           carom_mover* mover, double* state, carom_diag* diag);
/// The body with position, orientation, velocity and spin of a state; *angle is for the plane, may be NULL.
CAROM_API void carom_flyer_body(const carom_flyer* flyer, const double* state, carom_body* body, double* angle);

// ---- the event loop -----------------------------------------------------------------------------------------------

/// What a mover does at a place: X(symbol, value, word).
#define CAROM_PHASE_LIST(X)                                               \
  X(CAROM_PHASE_FLIGHT, 0, "flight")                                      \
  X(CAROM_PHASE_SLIDE, 1, "slide")                                        \
  X(CAROM_PHASE_STICK, 2, "stick")                                        \
  X(CAROM_PHASE_ROLL, 3, "roll")                                          \
  X(CAROM_PHASE_REST, 4, "rest")                                          \
  X(CAROM_PHASE_SPIN, 5, "spin")         /* turns on the spot (tables) */ \
  X(CAROM_PHASE_POCKETED, 6, "pocketed") /* out of play (tables) */       \
  X(CAROM_PHASE_OFF, 7, "off")           /* flew over a rail (tables) */

typedef enum carom_phase {
#define CAROM_X(symbol, value, word) symbol = value,
  CAROM_PHASE_LIST(CAROM_X)
#undef CAROM_X
} carom_phase;

/// As files write it: "slide".
CAROM_API const char* carom_phase_word(carom_phase phase);

/// One impact at one touch; several at one instant follow each other.
typedef struct carom_motion_impact {
  double time;  ///< s
  carom_mover_touch touch;
  char mode[64];              ///< as carom solve prints it
  int mode_code;              ///< the same as in carom_impact_contact, as the model says
  carom_model model;          ///< that answered
  double velocity_before[3];  ///< m/s, contact axes
  double velocity_after[3];
  double impulse[3];  ///< N s, contact axes
  double energy;      ///< J, of the mover after all impacts of this instant
  double lost;        ///< J, by all impacts of this instant; negative if Newton's law gained
  bool plastic;       ///< slower than the cut-off, so solved with e = 0
  unsigned warnings;  ///< carom_warning bits
  double error;       ///< estimate, a part of the speed, where CAROM_WARN_APPROXIMATE says so; else 0
} carom_motion_impact;

/// A contact that is held now.
typedef struct carom_motion_contact {
  carom_mover_touch touch;
  carom_phase phase;  ///< slide, stick, roll or rest
  double force[3];    ///< N, contact axes, as of the last evaluation
} carom_motion_contact;

/// What a call of carom_motion_step did.
typedef enum carom_motion_happened {
  CAROM_MOTION_MOVED = 0,     ///< time went from t_before to t
  CAROM_MOTION_IMPACT = 1,    ///< no time passed; impacts[] tells what happened, and contacts may have changed
  CAROM_MOTION_SWITCHED = 2,  ///< no time passed; a held contact changed its phase, or was left
  CAROM_MOTION_ENDED = 3,     ///< t is `until`
} carom_motion_happened;

/// What the loop does next; of two demands at one instant the later in this list wins.
typedef enum carom_motion_next {
  CAROM_NEXT_MOVE = 0,     // go on with the integration
  CAROM_NEXT_BEGIN = 1,    // begin the integration anew: the state or the watch has changed
  CAROM_NEXT_RESOLVE = 2,  // something at t waits to be resolved
  CAROM_NEXT_FORCE = 3,    // the same, and contacts are stopped by force: there was no progress
  CAROM_NEXT_END = 4,
} carom_motion_next;

/// Sizes of the motion, for what is judged against them.
typedef struct carom_motion_scales {
  double natural_time;  // s, in which the mover falls by its own size; at most `until` (start)
  double longest_step;  // s (start)
  double kinetic_most;  // J, so far (each step and impact)
  double speed_most;    // m/s, at a contact, so far (each impact)
  double noise;         // m/s, contact velocities that are rounding (with speed_most)
  double cutoff;        // m/s, in force now: that of the motion, or more where it must hurry (resolve)
} carom_motion_scales;

/// Whether the motion gets anywhere: filled and judged by carom__mind_progress alone.
typedef struct carom_motion_progress {
  int events;              // since the last look at how much time they took
  double since;            // s, when that was
  int switches;            // in a row, without an impact
  double switching_since;  // s, when the first of them was
  int slow_steps;          // in a row, in which a contact slid without slip
  int creeps;              // in a row, short, in which one slid slower than the cut-off
  int short_steps;         // in a row, in which hardly any time passed
  double patience;         // s, until when contacts without slip are kept stuck
  int in_vain;             // times in a row that contacts were stopped by force with hardly any time between
  double forced_at, keep;  // s, when contacts were last stopped by force, and for how long they are kept so
} carom_motion_progress;

/// What is known of a pair that does not touch now.
typedef struct carom_motion_pair {
  bool rising;     // left and has not turned back yet (resolve; until it is clear: each step)
  bool jumps;      // its rate turned back in a jump, over the end of an edge: its gap is watched (move, resolve)
  double falling;  // m/s, rate below which it has turned back (when the integration begins)
  double launch;   // s, when it left by an impact; NaN: it did not (resolve)
  double struck;   // s, when it last took part in an impact (strike)
  int low_hops;    // hops in a row that were too low to be seen (strike)
} carom_motion_pair;

/// The contacts that are held, or, during a resolution, those that may be.
typedef struct carom_motion_held {
  int dimension, count;
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];  // resolve
  carom_surface surfaces[CAROM_MOTION_MAX_CONTACTS];     // resolve, with the touches
  signed char demands[CAROM_MOTION_MAX_CONTACTS];        // what an event demands: step; none after the resolution
  carom_phase phases[CAROM_MOTION_MAX_CONTACTS];         // carom__hold_decide; flight: let go
  double directions[CAROM_MOTION_MAX_CONTACTS][2];       // of slip: carom__hold_decide, then each step
  bool under_way[CAROM_MOTION_MAX_CONTACTS];             // whether it slips along its direction already: likewise
  double references[CAROM_MOTION_MAX_CONTACTS][3];       // N, forces that friction can hold: carom__hold_decide
  double loads[CAROM_MOTION_MAX_CONTACTS][3];            // N, forces: carom__hold_decide, then each step
  double noise, slow;        // m/s, of slip: none; where its direction settles at once (start, each impact)
  double rounding;           // m/s, of slip: what doubles leave of it (each impact)
  double stopped;            // m/s, of slip: it does not begin while contacts are kept stuck (each impact)
  double *w, *v, *c;         // contact matrix, velocity, its derivative without forces: carom__held_look
  double* f;                 // N (or N s): carom__held_forces and its like
  double *rows, *right, *x;  // equations: of one solution, nobody else's
} carom_motion_held;

/// A motion under way. Read the first part freely; the second is the loop's own. It points to the workspace and not
/// into itself, so it may be moved; of a copy and its original, which share the workspace, only one may go on.
typedef struct carom_motion_run {
  double t, t_before;                ///< s
  double state[CAROM_ODE_MAX_SIZE];  ///< at t
  carom_motion_happened happened;
  int impact_count;  ///< of the last step
  carom_motion_impact impacts[CAROM_MOTION_MAX_CONTACTS];
  int contact_count;  ///< held now
  carom_motion_contact contacts[CAROM_MOTION_MAX_CONTACTS];
  bool at_rest;                       ///< nothing will ever change again
  double energy_start;                ///< J
  double impact_loss, friction_loss;  ///< J so far: energy = energy_start - impact_loss - friction_loss
  long event_total;                   ///< impacts and switches so far
  unsigned warnings;                  ///< carom_warning bits of all impacts
  double error;                       ///< the largest of all impacts

  carom_mover mover;    // start
  carom_motion motion;  // start
  long event_budget;    // start
  carom_motion_scales scales;
  carom_motion_next next;
  carom_motion_progress progress;
  carom_motion_held held;
  carom_motion_pair pairs[CAROM_MOTION_MAX_PAIRS];
  double plastic_at;                                // s, when contacts last met slower than the cut-off (resolve)
  double jammed_at;                                 // s, when a jam last struck (resolve)
  double landing;                                   // s, when a hop too low to be seen ends; HUGE_VAL: none (resolve)
  carom_ode_direction watch[CAROM_ODE_MAX_EVENTS];  // carom__watch_set
  double absolute[CAROM_ODE_MAX_SIZE];              // tolerances (start)
  bool glides;                                      // the last step was in closed form (move)
  double *change, *spare, *impact;                  // workspace: dof; a whole state; of carom_impact_solve
  double *glide_start, *glide_rate;                 // workspace: state and u' of the last step in closed form
  carom_ode ode;
} carom_motion_run;

/// Doubles of workspace that a run needs.
CAROM_API size_t carom_motion_workspace_size(const carom_mover* mover);
/// Begins at t = 0. Planes that the mover overlaps already (gap below -1e-10 size) are CAROM_INCONSISTENT with the
/// field "planes[i]"; an energy that does not fit a double is CAROM_OVERFLOW. The mover is copied, what it points to
/// and the workspace must outlive the run.
CAROM_API carom_status carom_motion_start(carom_motion_run* run, const carom_mover* mover, const carom_motion* motion,
                                          const double* state, double* workspace, carom_diag* diag);

/// One step of the integration, or the resolution of what stopped the last one. CAROM_BUDGET: more events than 10000 a
/// second (plus 1000), or no progress. Other errors are those of the law. After an error the run stays where it is.
CAROM_API carom_status carom_motion_step(carom_motion_run* run, carom_diag* diag);
/// The state at a time of the last step, t_before <= t <= run->t. Only right after CAROM_MOTION_MOVED.
CAROM_API void carom_motion_sample(carom_motion_run* run, double t, double* state);
/// J, of the mover now: kinetic plus gravity, zero height at the origin.
CAROM_API double carom_motion_energy(const carom_motion_run* run);

// ---- the ball on the cloth ----------------------------------------------------------------------------------------

/// A ball that leaves an impact with some velocity and spin, on a plane under gravity.
typedef struct carom_cloth_problem {
  carom_body ball;  ///< free; its inertia is that of a sphere (any k m R^2, the same about every axis)
  double radius;    ///< m
  int dimension;
  carom_frame frame;      ///< of the cloth: n points up
  carom_surface surface;  ///< for landings
  double slide, roll;     ///< friction; rolling is resisted by the moment roll m g R
  bool hop;               ///< false: velocity along n is ignored
  double gravity;         ///< m/s^2, against n, >= 0
  double until;           ///< s
  double cutoff_speed;    ///< m/s: slower landings are plastic
} carom_cloth_problem;

/// A piece of the path: position + velocity s + acceleration s^2/2, spin + spin_rate s, with s = t - from.
typedef struct carom_cloth_piece {
  carom_phase phase;
  double from, to;                      ///< s
  carom_vec3 position, velocity, spin;  ///< at `from`
  carom_vec3 acceleration, spin_rate;
} carom_cloth_piece;

/// The path, in the caller's memory; a slow bounce can have many landings.
typedef struct carom_cloth_path {
  carom_cloth_piece* pieces;
  int piece_capacity, piece_count;
  carom_motion_impact* landings;
  int landing_capacity, landing_count;
  double energy_start, energy_end;             ///< J, kinetic plus gravity, zero height at the origin
  double landing_loss, slide_loss, roll_loss;  ///< J
  unsigned warnings;
} carom_cloth_path;

enum { CAROM_CLOTH_MAX_LANDINGS = 100000 };

/// Follows the ball in closed form from time 0 until `until`; after rest one piece of rest fills the time that is left.
/// A path has at most four pieces more than landings. For a bad field the path is untouched; after another error it has
/// what was followed until then. CAROM_TOO_SMALL: a buffer is full ("pieces" or "landings"). CAROM_BUDGET: the ball
/// still hops after CAROM_CLOTH_MAX_LANDINGS. CAROM_OVERFLOW: path or energy fits no double. Or an error of the law.
CAROM_API carom_status carom_cloth_follow(const carom_cloth_problem* problem, carom_cloth_path* path, carom_diag* diag);
/// The ball at a time of its piece.
CAROM_API void carom_cloth_at(const carom_cloth_piece* piece, double t, carom_vec3* position, carom_vec3* velocity,
                              carom_vec3* spin);

#endif
