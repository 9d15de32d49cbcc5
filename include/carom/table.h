/// @file table.h
/// Billiards, from event to event: balls on a cloth in closed form, that meet each other, rails and pockets. Nothing is
/// integrated; every event is found by one root search that misses none (carom_first_contact).
///
/// The cloth is the plane z = 0, gravity points down. A ball flies, slides, rolls, turns on the spot or rests; between
/// events its position is a parabola in time (carom_cloth_piece of carom/motion.h). Where two balls meet, that contact
/// is solved alone, and a ball that it drives down then lands on the cloth; where more contacts happen within 1 % of
/// the time that a contact takes, they are one collision. A ball that meets a rail is pressed onto the cloth: that is
/// one collision of two contacts on a hard cloth. docs/table.md has the physics and the sources of the numbers.
#ifndef CAROM_TABLE_H
#define CAROM_TABLE_H

#include <stddef.h>

#include "carom/contact.h"
#include "carom/impact.h"
#include "carom/motion.h"

// ---- the root problem of a table ----------------------------------------------------------------------------------

/// Two things whose distance vector is d0 + d1 t + d2 t^2.
typedef struct carom_approach {
  carom_vec3 d0, d1, d2;  ///< m, m/s, m/s^2
  double rho;             ///< m: they touch where the distance is this
  int dimension;          ///< 3, or 2: z does not count
} carom_approach;

/// The first time in [0, until] at which the distance falls to rho; HUGE_VAL: none. No contact is missed whose depth
/// would be more than 2e-15 of rho. What touches at 0 counts (as 0) when it approaches; what overlaps by rounding and
/// separates does not, until it has turned. `until` may be infinite. Lengths and times up to 1e70 and down to 1e-70.
CAROM_API double carom_first_contact(const carom_approach* approach, double until);

// ---- what a table is ----------------------------------------------------------------------------------------------

enum {
  CAROM_TABLE_MAX_BALLS = 32,
  CAROM_TABLE_MAX_RAILS = 64,
  CAROM_TABLE_MAX_POCKETS = 16,
  CAROM_TABLE_MAX_CLUSTER = 64,     ///< contacts of one collision
  CAROM_TABLE_MAX_EVENTS = 1000000  ///< of one run
};

/// A ball, and how it moves now.
typedef struct carom_table_ball {
  double mass, radius;                  ///< kg, m
  double inertia;                       ///< kg m^2, about every axis; 0: that of a solid ball, 2/5 m R^2
  carom_vec3 position, velocity, spin;  ///< m (z >= radius), m/s, rad/s
} carom_table_ball;

/// How balls meet each other. Friction falls with the speed s of slip before the hit: mu = base + extra exp(-decay s).
typedef struct carom_table_hit {
  double e;
  double base, extra, decay;  ///< -, -, s/m
  double eta2;                ///< tangential compliance; 0: rigid
} carom_table_hit;

/// What balls slide, roll and land on.
typedef struct carom_table_cloth {
  double slide, roll;     ///< friction; rolling is resisted by the moment roll m g R: v' = -5/7 roll g of a solid ball
  double spin;            ///< rad/s^2, by which spin about the vertical dies
  bool hop;               ///< false: balls stay down
  carom_surface surface;  ///< for landings; mu also where a rail presses a ball down
  double stiffness;  ///< against a ball-ball contact; > 0: the cloth takes part where balls meet; 0: it comes after
} carom_table_cloth;

/// A straight piece of cushion: its nose is a line at one height.
typedef struct carom_table_rail {
  carom_vec2 from, to;  ///< m
} carom_table_rail;

/// A hole.
typedef struct carom_table_pocket {
  carom_vec2 at;
  double radius;  ///< m: a ball falls in when its centre is this near
} carom_table_pocket;

/// A table with everything on it. Memory belongs to the caller.
typedef struct carom_table {
  int ball_count;
  const carom_table_ball* balls;
  int rail_count;
  const carom_table_rail* rails;
  double rail_height, nose_radius;  ///< m, of the line that the nose is; what is round about it
  carom_surface rail_surface;
  int pocket_count;
  const carom_table_pocket* pockets;
  carom_table_hit hit;
  carom_table_cloth cloth;
  double gravity;       ///< m/s^2, >= 0
  double contact_time;  ///< s, what a contact takes: decides which contacts are one collision (within 1 % of it), and a
                        ///< pair that meets again within it loses nothing
  double cutoff_speed;  ///< m/s: slower landings are plastic
  double until;         ///< s
} carom_table;

/// Pool balls on pool cloth, without balls, rails or pockets, 30 s (docs/table.md has the sources): e = 0.95, friction
/// 0.009951 + 0.108 exp(-1.088 s), eta2 = 1.21; slide 0.2, roll 0.014, spin 10.9, landings e = 0.5; rails at 0.0366 m
/// with e = 0.85, mu = 0.2; g = 9.81, contacts of 0.25 ms, cut-off 1 mm/s.
CAROM_API carom_table carom_table_default(void);

/// Four rails round the rectangle from (0, 0) to (length, width): y = 0, x = length, y = width, x = 0.
CAROM_API void carom_table_rectangle(double length, double width, carom_table_rail rails[4]);

// ---- a run --------------------------------------------------------------------------------------------------------

/// What a ball met: X(symbol, value, word). Values never change.
#define CAROM_TABLE_WITH_LIST(X)                      \
  X(CAROM_TABLE_BALL, 0, "ball")                      \
  X(CAROM_TABLE_RAIL, 1, "rail")                      \
  X(CAROM_TABLE_ON_CLOTH, 2, "cloth")                 \
  X(CAROM_TABLE_POCKET, 3, "pocket")                  \
  X(CAROM_TABLE_OFF, 4, "off") /* flew over a rail */ \
  X(CAROM_TABLE_CUE, 5, "cue")

typedef enum carom_table_with {
#define CAROM_X(symbol, value, word) symbol = value,
  CAROM_TABLE_WITH_LIST(CAROM_X)
#undef CAROM_X
} carom_table_with;

/// As files write it.
CAROM_API const char* carom_table_with_word(carom_table_with with);

/// One contact of an event. Pockets and balls that leave have no impulse.
typedef struct carom_table_contact {
  carom_table_with with;
  int ball, other;            ///< index of the other ball, rail or pocket; -1: none
  carom_frame frame;          ///< contact axes; n points into `ball`
  double velocity_before[3];  ///< m/s, of `ball` against the other, contact axes (t1, t2, n)
  double velocity_after[3];
  double impulse[3];    ///< N s, on `ball`, contact axes
  double mu;            ///< friction that acted
  int cluster;          ///< contacts of the collision that it was one of; 0: no collision
  char mode[64];        ///< as carom solve prints it
  carom_model model;    ///< that answered
  carom_vec3 before_a;  ///< m/s, velocity of the centre of `ball` before, and of `other` where that is a ball
  carom_vec3 before_b;
  carom_vec3 after_a;  ///< and after the collision
  carom_vec3 after_b;
} carom_table_contact;

/// What a step did.
typedef enum carom_table_happened {
  CAROM_TABLE_MET = 0,     ///< contacts[] tells who
  CAROM_TABLE_TURNED = 1,  ///< a ball goes on in another phase: rolls, stops
  CAROM_TABLE_ENDED = 2,   ///< t is `until`
} carom_table_happened;

/// Where the energy went [J]: start + strokes = end + impacts + slide + roll + spin + pocketed.
typedef struct carom_table_ledger {
  double start, strokes, impacts, slide, roll, spin, pocketed;
} carom_table_ledger;

/// A game under way. Read the first part freely; the second is the run's own. Do not move or copy it.
typedef struct carom_table_run {
  double t;  ///< s
  carom_table_happened happened;
  int contact_count;  ///< of the last step
  carom_table_contact contacts[CAROM_TABLE_MAX_CLUSTER + CAROM_TABLE_MAX_BALLS];
  int changed_count;  ///< balls whose piece the last step began
  int changed[CAROM_TABLE_MAX_BALLS];
  carom_cloth_piece pieces[CAROM_TABLE_MAX_BALLS];  ///< on which the balls are now
  bool at_rest;                                     ///< nothing moves any more
  double until;                                     ///< s; may be changed between steps, to a time after t
  carom_table_ledger ledger;                        ///< of what has happened up to the beginning of each piece
  long event_total;
  unsigned warnings;  ///< carom_warning bits
  double error;       ///< estimate, the largest of all collisions, a part of the speed

  const carom_table* table;
  double k[CAROM_TABLE_MAX_BALLS];  // inertia as a part of m R^2
  struct {
    double time;
    int with, other;
  } next[CAROM_TABLE_MAX_BALLS];       // the first rail, pocket, end of the table of each ball
  double *pair, *pair_last;            // s, ball_count^2: when they meet, when they last met
  double *pair_depth, *rail_depth;     // m, overlap that is let be, since the approach is too slow to count
  double* rail_last;                   // s, ball_count * rail_count
  double *matrix, *velocity, *solver;  // room to solve collisions in
  size_t solver_size;
  int cluster_room;
} carom_table_run;

/// Doubles of workspace that a run needs; 0 where a count is out of range.
CAROM_API size_t carom_table_workspace_size(const carom_table* table);

/// Checks everything and begins at t = 0. Numbers go from 1e-70 to 1e70 (CAROM_TOO_FAR_APART). Balls that overlap each
/// other or a rail by more than 1e-9 of a radius are CAROM_INCONSISTENT with the field "balls[i]", and so are balls
/// that would roll beneath the rails. The table and what it points to, and the workspace, must outlive the run.
CAROM_API carom_status carom_table_start(carom_table_run* run, const carom_table* table, double* workspace,
                                         carom_diag* diag);

/// To the next event, or to `until`. CAROM_BUDGET after CAROM_TABLE_MAX_EVENTS; other errors are those of the impact
/// laws. After an error the run stays where it is.
CAROM_API carom_status carom_table_step(carom_table_run* run, carom_diag* diag);

/// A ball at a time of its present piece. Pointers may be NULL.
CAROM_API void carom_table_at(const carom_table_run* run, int ball, double t, carom_vec3* position,
                              carom_vec3* velocity, carom_vec3* spin);

/// The ball on a piece that a run had, at a time of it.
CAROM_API void carom_table_piece_at(const carom_cloth_piece* piece, double t, carom_vec3* position,
                                    carom_vec3* velocity, carom_vec3* spin);

/// J, kinetic plus gravity, of all balls that are in play at the present time.
CAROM_API double carom_table_energy(const carom_table_run* run);

/// The ledger with what the present pieces have lost up to now.
CAROM_API carom_table_ledger carom_table_ledger_now(const carom_table_run* run);

/// A cue that strikes a ball: cue, ball and cloth at once.
typedef struct carom_stroke {
  int ball;
  double speed;          ///< m/s, of the cue along its axis
  carom_vec2 direction;  ///< of aim, seen from above; any length from 1e-70 to 1e70
  double elevation;      ///< rad, of the butt above the level, 0 to less than pi/2
  double side, height;   ///< parts of the radius off the centre, seen along the cue: to the right, up
  double mass;           ///< kg, of the cue along its axis
  double end_mass;       ///< kg, what its end weighs across the axis, which decides squirt; 0: it cannot move across
  carom_surface tip;     ///< stiffness against that of the cloth
} carom_stroke;

/// 1 m/s along x at the centre, level; cue 0.5 kg, its end 6 g, tip e = 0.7, mu = 0.6, eta2 = 1.
CAROM_API carom_stroke carom_stroke_default(void);

/// Strikes now, while the ball is on the cloth. The contacts are in run->contacts, as after a step.
CAROM_API carom_status carom_table_strike(carom_table_run* run, const carom_stroke* stroke, carom_diag* diag);

/// Two balls that touch, one hit, as a run solves it: for other billiard programs. Of the table hit, cloth, gravity and
/// cutoff_speed count; cloth.hop = false keeps the balls down. Ball 0 is `ball` of the contact. On error the outputs
/// are untouched; contact may be NULL.
CAROM_API carom_status carom_table_pair(const carom_table* table, const carom_table_ball before[2],
                                        carom_table_ball after[2], carom_table_contact* contact, carom_diag* diag);

/// One ball that touches a cushion, likewise; normal is level and points from the cushion to the ball, with any length
/// from 1e-70 to 1e70. Where on the table that happens changes no bit.
CAROM_API carom_status carom_table_cushion(const carom_table* table, const carom_table_ball* before, carom_vec2 normal,
                                           carom_table_ball* after, carom_diag* diag);

// ---- racks --------------------------------------------------------------------------------------------------------

/// How balls are set up: X(symbol, value, word).
#define CAROM_RACK_LIST(X)              \
  X(CAROM_RACK_TRIANGLE, 0, "triangle") \
  X(CAROM_RACK_DIAMOND, 1, "diamond")   \
  X(CAROM_RACK_ROW, 2, "row")

typedef enum carom_rack_shape {
#define CAROM_X(symbol, value, word) symbol = value,
  CAROM_RACK_LIST(CAROM_X)
#undef CAROM_X
} carom_rack_shape;

/// The places of `count` balls, the apex first, then row by row away from it: a triangle of 1, 3, 6, 10, 15, 21 or 28
/// balls, a diamond of 1, 4, 9, 16 or 25, a row of any number. gap [m] is what is left between neighbours. at: the
/// apex, direction: from the apex to the last row. CAROM_OUT_OF_RANGE: no such rack; numbers go from 1e-70 to 1e70.
typedef struct carom_rack {
  carom_rack_shape shape;
  int count;
  carom_vec2 at, direction;
  double radius, gap;
} carom_rack;
/// Where the balls of a rack lie: places has rack->count entries.
CAROM_API carom_status carom_rack_places(const carom_rack* rack, carom_vec2* places, carom_diag* diag);

#endif
