/// @file figure_moving.h
/// The part of carom/figure.h for things that move: strobes, films, scenes, routes, tables, timelines.
#ifndef CAROM_FIGURE_MOVING_H
#define CAROM_FIGURE_MOVING_H

#include "carom/figure_impacts.h"
#include "carom/motion.h"
#include "carom/table.h"

/// How a thing is drawn at an instant.
typedef enum carom_figure_shape {
  CAROM_FIGURE_SHAPE_CHAIN = 0,    ///< points joined by lines: base, joints, tip
  CAROM_FIGURE_SHAPE_OUTLINE = 1,  ///< points around it
  CAROM_FIGURE_SHAPE_DISC = 2,     ///< its centre, and a point on the rim that turns with it or the centre again
} carom_figure_shape;

/// A thing that moves, at several instants.
typedef struct carom_figure_thing {
  const char* name;  ///< for the legend, any text
  carom_figure_shape shape;
  int point_count;  ///< of one pose
  int pose_count;
  const double* times;      ///< s, pose_count of them, rising
  const carom_vec2* poses;  ///< m, pose_count * point_count
  double radius;            ///< m, of a disc
  int path_count;
  const double* path_times;  ///< s, rising
  const carom_vec2* path;    ///< m, the way of its tip or centre; may be empty
} carom_figure_thing;

/// A wall: things stay on the side that its normal points to.
typedef struct carom_figure_wall {
  carom_vec2 point;   ///< m
  carom_vec2 normal;  ///< unit vector
} carom_figure_wall;

/// An impact, where it happened.
typedef struct carom_figure_bounce {
  double time;    ///< s
  carom_vec2 at;  ///< m
  double speed;   ///< m/s, how hard it was: the gentle ones are counted only
} carom_figure_bounce;

enum { CAROM_FIGURE_MAX_THINGS = 64, CAROM_FIGURE_MAX_WALLS = 16 };

/// Things that move in a plane, as a camera with a flashing light sees them.
typedef struct carom_figure_strobe_input {
  const carom_figure_thing* things;
  int thing_count;
  const carom_figure_wall* walls;
  int wall_count;
  const carom_figure_bounce* bounces;  ///< in order of time
  int bounce_count;
  const char *across, *up;  ///< axes, in markup: "{/:Italic x}"
  const char* path_words;   ///< whose way the path is, in markup: "path of the tip"
  const char* subtitle;     ///< in markup, or NULL
} carom_figure_strobe_input;

/// Draws poses from light (early) to dark (late) with the path and the impacts. Where things move more across than up,
/// the time is parted over up to three pictures above each other. Errors as above.
CAROM_API carom_status carom_figure_strobe(const carom_figure* figure, const carom_figure_strobe_input* input,
                                           carom_diag* diag);

enum { CAROM_FIGURE_MAX_FRAMES = 2000 };

/// The same things as a film.
typedef struct carom_figure_film_input {
  const carom_figure_thing* things;  ///< each has frame_count poses; their times and paths are not read
  int thing_count;
  const carom_figure_wall* walls;
  int wall_count;
  int frame_count;  ///< 2 to CAROM_FIGURE_MAX_FRAMES
  double interval;  ///< s, from frame to frame, > 0
} carom_figure_film_input;

/// Whether a file of this name is a film: it ends in .html or .gif.
CAROM_API bool carom_figure_is_film(const char* output);

/// Writes a film. A page (.html) is one file that plays in any browser and needs no gnuplot; a .gif is drawn by gnuplot
/// and has at most ten frames a second or so. CAROM_BAD_VALUE: the name is no film's, or the input is not complete.
/// Other errors as above.
CAROM_API carom_status carom_figure_film(const carom_figure* figure, const carom_figure_film_input* input,
                                         carom_diag* diag);

enum { CAROM_FIGURE_MAX_ACTORS = 64, CAROM_FIGURE_MAX_MEETINGS = 64 };

/// A body at the instant of impact, as it is seen in a plane.
typedef struct carom_figure_actor {
  const char* name;           ///< any text; or NULL
  const carom_vec2* outline;  ///< m, corners in order; or NULL for a body that has no size
  int outline_count;
  bool guessed;              ///< the outline stands for one that is not known: it is dashed, and the legend says so
  bool fixed;                ///< does not move, whatever hits it: grey, without velocities
  carom_vec2 centre;         ///< m, of mass
  carom_vec2 before, after;  ///< m/s
  double spin_before, spin_after;  ///< rad/s, counterclockwise as it is seen
} carom_figure_actor;

/// A contact, as it is seen in a plane.
typedef struct carom_figure_meeting {
  carom_vec2 point;   ///< m
  carom_vec2 normal;  ///< from b into a; of length 1, or less where it is not seen in full
  int ground;  ///< 0; or -1 where b is fixed and has no outline, so that all behind the contact is ground, 1 where a is
} carom_figure_meeting;

/// The bodies of an impact, where they touch, and how they move before and after; or those of a motion as it starts.
typedef struct carom_figure_scene_input {
  const carom_figure_actor* actors;
  int actor_count;
  const carom_figure_meeting* meetings;
  int meeting_count;
  const carom_figure_wall* walls;  ///< besides the ground of meetings
  int wall_count;                  ///< CAROM_FIGURE_MAX_WALLS at most
  bool start;                      ///< of a motion: there is no after
  const char *across, *up;         ///< axes, in markup: "{/:Italic x}"
  const char* subtitle;            ///< in markup, or NULL
} carom_figure_scene_input;

/// Draws outlines, contact points with their normals, and velocities as arrows with their speeds, all to one scale.
/// With several contacts these are numbered from 0. Errors as above.
CAROM_API carom_status carom_figure_scene(const carom_figure* figure, const carom_figure_scene_input* input,
                                          carom_diag* diag);

/// What a thing does in a phase, as figures say it: "hops", "slides", "sticks", "rolls", "rests".
CAROM_API const char* carom_figure_phase_words(carom_phase phase);

/// A part of a route, in one phase.
typedef struct carom_figure_leg {
  carom_phase phase;
  double from, to;           ///< s
  const carom_vec2* points;  ///< m
  int count;                 ///< at least 1; legs without motion are not drawn
} carom_figure_leg;

/// The way of a ball on a plane.
typedef struct carom_figure_route {
  const char* name;  ///< beside its end where there are several, any text; or NULL
  const carom_figure_leg* legs;
  int leg_count;
  const carom_vec2* dots;  ///< m, places at equal times; or none
  int dot_count;
} carom_figure_route;

enum { CAROM_FIGURE_MAX_ROUTES = 24 };

/// Ways of balls in a plane.
typedef struct carom_figure_routes_input {
  const carom_figure_route* routes;
  int route_count;
  const char *across, *up;  ///< axes, in markup
  double radius;            ///< m, of the ball; 0 where it should not be drawn
  double dot_interval;      ///< s from dot to dot
  const char* subtitle;     ///< in markup, or NULL
} carom_figure_routes_input;

/// Draws routes seen from above, with hops, sliding and rolling told apart. Errors as above.
CAROM_API carom_status carom_figure_routes(const carom_figure* figure, const carom_figure_routes_input* input,
                                           carom_diag* diag);

/// A ball on a table: its way, and where it is drawn.
typedef struct carom_figure_ball {
  const char* name;  ///< any text, beside it; or NULL
  double radius;     ///< m
  carom_vec2 start, end;
  bool gone;  ///< pocketed: not drawn at its end
  const carom_figure_leg* legs;
  int leg_count;
} carom_figure_ball;

/// A line from one place to another, as wide as it is strong.
typedef struct carom_figure_link {
  carom_vec2 from, to;
  double strength;  ///< 0 to 1
} carom_figure_link;

enum { CAROM_FIGURE_MAX_BALLS = 32 };

/// A table seen from above.
typedef struct carom_figure_table_input {
  const carom_table_rail* rails;
  int rail_count;
  const carom_table_pocket* pockets;
  int pocket_count;
  const carom_figure_ball* balls;
  int ball_count;
  const carom_vec2* hits;  ///< m, where something met
  int hit_count;
  const carom_figure_link* links;  ///< impulses of a collision
  int link_count;
  const carom_figure_link* arrows;  ///< velocities
  int arrow_count;
  bool shows_start;      ///< balls are drawn where they start too
  bool close;            ///< the view fits the balls, not the rails
  const char* words;     ///< in markup: what links and arrows are; or NULL
  const char* subtitle;  ///< in markup, or NULL
} carom_figure_table_input;

/// Draws a table from above: rails, pockets, the ways of all balls (sliding, rolling and hopping told apart), hits.
/// Errors as above.
CAROM_API carom_status carom_figure_table(const carom_figure* figure, const carom_figure_table_input* input,
                                          carom_diag* diag);

/// A stretch of time in one phase, on a row of a timeline.
typedef struct carom_figure_bar {
  int row;
  carom_phase phase;
  double from, to;  ///< s
} carom_figure_bar;

/// An impact on a row.
typedef struct carom_figure_tick {
  int row;
  double at;  ///< s
} carom_figure_tick;

enum { CAROM_FIGURE_MAX_ROWS = 32 };

/// What each place does, in the course of time.
typedef struct carom_figure_timeline_input {
  const char* const* rows;  ///< names from the top, any text
  int row_count;
  const carom_figure_bar* bars;
  int bar_count;
  const carom_figure_tick* ticks;
  int tick_count;
  double until;          ///< s, end of the axis
  const char* subtitle;  ///< in markup, or NULL
} carom_figure_timeline_input;

/// Draws a row for each place, with bars for flight, sliding, sticking, rolling and rest, and a stroke for each impact.
/// Errors as above.
CAROM_API carom_status carom_figure_timeline(const carom_figure* figure, const carom_figure_timeline_input* input,
                                             carom_diag* diag);

#endif
