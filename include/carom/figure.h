/// @file figure.h
/// Figures from outcomes and traces, drawn by gnuplot. Nothing is solved here: every path that is drawn is handed in.
/// Lives in the library `carom-files`.
#ifndef CAROM_FIGURE_H
#define CAROM_FIGURE_H

#include <signal.h>

#include "carom/compliant.h"
#include "carom/motion.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"
#include "carom/table.h"

/// What a program and its signal handler share about a drawing.
typedef struct carom_figure_guard {
  volatile sig_atomic_t busy;  ///< 1 while script, data and gnuplot are at work
  volatile sig_atomic_t stop;  ///< set it, and the drawing ends with CAROM_STOPPED and leaves nothing behind
} carom_figure_guard;

/// Where a figure goes and how large it is.
typedef struct carom_figure {
  const char* title;          ///< any text; shown as it is, never run
  const char* output;         ///< path that ends in .svg, .pdf or .png
  int width, height;          ///< pixels (svg, png) or 1/100 inch (pdf), 160 to 10000
  const char* script_dir;     ///< NULL, or a folder (made if missing) where script and data are left for restyling
  double letters;             ///< how much larger than usual letters and lines are; 0 counts as 1
  carom_figure_guard* guard;  ///< NULL, or how a signal handler can end the drawing
} carom_figure;

/// 650 x 700, no title, no script. Set output, then what differs.
CAROM_API carom_figure carom_figure_default(void);

/// What the impact-process diagram shows.
typedef struct carom_figure_process_input {
  const carom_planar_problem* problem;
  const carom_planar_outcome* outcome;
  const carom_planar_diagram* diagram;
  const carom_trace* trace;
} carom_figure_process_input;

/// Draws the impact-process diagram. On error *diag (which may be NULL) says what to do, and no half-written file is
/// left under the output's name: CAROM_BAD_VALUE for an unknown extension or an impossible size, CAROM_NO_PROGRAM where
/// gnuplot is not installed, CAROM_PROGRAM_FAILED where it failed, CAROM_IO, CAROM_NO_MEMORY, CAROM_STOPPED.
CAROM_API carom_status carom_figure_process(const carom_figure* figure, const carom_figure_process_input* input,
                                            carom_diag* diag);

/// What the hodograph shows.
typedef struct carom_figure_hodograph_input {
  const carom_spatial_problem* problem;
  const carom_spatial_outcome* outcome;
  const carom_trace* trace;
  const carom_spatial_directions* directions;  ///< may be NULL: then no invariant directions are drawn
} carom_figure_hodograph_input;

/// Draws the hodograph: the path of the slip velocity, with the invariant directions. Errors as above.
CAROM_API carom_status carom_figure_hodograph(const carom_figure* figure, const carom_figure_hodograph_input* input,
                                              carom_diag* diag);

/// What the springs of a compliant contact do.
typedef struct carom_figure_springs_input {
  const carom_compliant_problem* problem;
  const carom_compliant_outcome* outcome;
  const carom_spring_trace* trace;
  carom_compliant_scheme scheme;  ///< whose trace it is
} carom_figure_springs_input;

/// Draws contact velocity, spring velocity, spring lengths and energies against the normal impulse, in panels above
/// each other, with sticking shaded and events marked; both tangents where both matter. Then, if the figure is at
/// least 1.6 times as high as wide, the path of the tangential impulse too. Errors as above.
CAROM_API carom_status carom_figure_springs(const carom_figure* figure, const carom_figure_springs_input* input,
                                            carom_diag* diag);

/// What several contacts do. The trace needs time, active and impulse, the log times and impulses.
typedef struct carom_figure_impulse_input {
  const carom_contact_problem* problem;
  const carom_simultaneous_outcome* outcome;
  const carom_simultaneous_log* log;
  const carom_simultaneous_trace* trace;
  const char* const* names;  ///< contact_count names for the legend, any text; or NULL
  /// Only for carom_figure_several_velocity, which shows bodies too if there are any:
  int body_count;
  const char* const* body_names;  ///< any text; or NULL
  const double* body_velocity;    ///< m/s, world axes, 3 * body_count numbers for each point of the trace; or NULL
} carom_figure_impulse_input;

/// Draws how the normal impulses grow, contacts numbered from 0. Two contacts: the plane of their impulses, with the
/// lines where compression ends, the regions between them and the ellipse beyond which energy would be gained. Else:
/// the impulses against scaled time, and when each contact was active. Errors as above.
CAROM_API carom_status carom_figure_impulse(const carom_figure* figure, const carom_figure_impulse_input* input,
                                            carom_diag* diag);

/// Draws the energy in the springs of all contacts, the change of the kinetic energy and what is lost, against scaled
/// time. The trace needs velocity and stored too, the log no impulses. Errors as above.
CAROM_API carom_status carom_figure_several_energy(const carom_figure* figure, const carom_figure_impulse_input* input,
                                                   carom_diag* diag);

/// Draws the velocities of the bodies and the normal velocities at the contacts, likewise.
CAROM_API carom_status carom_figure_several_velocity(const carom_figure* figure,
                                                     const carom_figure_impulse_input* input, carom_diag* diag);

/// Draws two contacts in a plane: what the spring of one holds against what that of the other holds, or their normal
/// velocities. Needs what the two above need; CAROM_BAD_VALUE unless there are two contacts.
CAROM_API carom_status carom_figure_energy_plane(const carom_figure* figure, const carom_figure_impulse_input* input,
                                                 carom_diag* diag);
CAROM_API carom_status carom_figure_velocity_plane(const carom_figure* figure, const carom_figure_impulse_input* input,
                                                   carom_diag* diag);

/// One impact at one contact, from whichever model: one of the three is set, the others are NULL.
typedef struct carom_figure_contact {
  const char* name;                             ///< in the legend where several are shown, any text; or NULL
  const carom_figure_process_input* planar;     ///< its diagram may be NULL
  const carom_figure_hodograph_input* spatial;  ///< its directions may be NULL
  const carom_figure_springs_input* compliant;
} carom_figure_contact;

enum { CAROM_FIGURE_MAX_OVERLAY = 6, CAROM_FIGURE_MAX_BUNDLE = 30 };

/// Draws several impact-process diagrams in one: all have the same W and the same velocity before, and differ in
/// friction or restitution. Errors as above.
CAROM_API carom_status carom_figure_processes(const carom_figure* figure, const carom_figure_contact* contacts,
                                              int count, carom_diag* diag);

/// Draws paths of the contact velocity: one spatial contact as carom_figure_hodograph does; a compliant one in the
/// plane of both tangents, a planar one in that of tangent and normal; or a bundle of up to CAROM_FIGURE_MAX_BUNDLE,
/// with the invariant directions if all share W and friction. Errors as above.
CAROM_API carom_status carom_figure_hodographs(const carom_figure* figure, const carom_figure_contact* contacts,
                                               int count, carom_diag* diag);

/// Draws the impulse curve of one contact: in the plane of tangent and normal, or where both tangents matter in space,
/// as seen from above, with its shadow, the plane where compression ends and the line without slip. Up to
/// CAROM_FIGURE_MAX_OVERLAY impacts are overlaid. Errors as above.
CAROM_API carom_status carom_figure_impulse_curve(const carom_figure* figure, const carom_figure_contact* contacts,
                                                  int count, carom_diag* diag);

/// Draws the energy that is stored and lost, and the change of the kinetic energy, against the normal impulse. Up to
/// CAROM_FIGURE_MAX_OVERLAY impacts are compared, one panel a quantity. Errors as above.
CAROM_API carom_status carom_figure_energy(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                           carom_diag* diag);

/// Draws the contact velocity, and the direction of slip where it can turn, likewise.
CAROM_API carom_status carom_figure_velocity(const carom_figure* figure, const carom_figure_contact* contacts,
                                             int count, carom_diag* diag);

/// What a curve stands for; the same thing looks the same in every figure.
typedef enum carom_figure_look {
  CAROM_FIGURE_LOOK_SERIES = 0,  ///< one of equals, told apart by carom_figure_curve.series
  CAROM_FIGURE_LOOK_TANGENT_1 = 1,
  CAROM_FIGURE_LOOK_TANGENT_2 = 2,
  CAROM_FIGURE_LOOK_TANGENTS = 3,  ///< both tangents together
  CAROM_FIGURE_LOOK_NORMAL = 4,
  CAROM_FIGURE_LOOK_LOST = 5,
  CAROM_FIGURE_LOOK_TOTAL = 6,      ///< black and strong
  CAROM_FIGURE_LOOK_REFERENCE = 7,  ///< thin and grey
  CAROM_FIGURE_LOOK_POINTS = 8,     ///< dots instead of a line
} carom_figure_look;

/// A curve. A point with a number that is not finite breaks it.
typedef struct carom_figure_curve {
  const char* words;  ///< in the legend, in markup; equal curves with equal words share an entry; NULL for none
  carom_figure_look look;
  int series;  ///< 0, 1, ..: colour and dash of LOOK_SERIES; six of them differ
  const double *x, *y;
  int count;
} carom_figure_curve;

/// One of the panels of a chart, from the top.
typedef struct carom_figure_panel {
  const char* what;  ///< beside the axis, in markup: "velocity {/:Italic v}_x"; short, since panels are low
  const char* unit;  ///< "m/s", in markup; NULL or "" for a number without unit
  const carom_figure_curve* curves;
  int curve_count;           ///< 0 to CAROM_FIGURE_MAX_CURVES
  double share;              ///< of the height, against the other panels; 0 counts as 1
  bool far_from_zero;        ///< the axis need not reach 0 if that would press the curves flat
  const char* above_zero;    ///< words for the legend: shades where a curve is above 0; NULL for no shade
  const char* const* words;  ///< y counts these words, in markup, from 0 at the bottom, within 0.4; or NULL
  int word_count;
  const char* const* tags;  ///< curve_count times a few letters, in markup, at the extreme value of each curve; or NULL
} carom_figure_panel;

/// An event: a line through all panels with words above it.
typedef struct carom_figure_flag {
  double at;
  const char* words;  ///< in markup; up to three lines, parted by line breaks
  int importance;     ///< where there is no room for all, the least important go without words and are counted
  bool value;         ///< `at` stands below the words
} carom_figure_flag;

/// A shaded part of the axis across.
typedef struct carom_figure_span {
  double from, to;
} carom_figure_span;

enum { CAROM_FIGURE_MAX_PANELS = 6, CAROM_FIGURE_MAX_CURVES = 16, CAROM_FIGURE_MAX_FLAGS = 128 };

/// Curves in 1 to CAROM_FIGURE_MAX_PANELS panels over one axis. Markup is that of gnuplot (subscripts, {/:Italic x});
/// it is never run. Text of others goes through carom_figure_escape first.
typedef struct carom_figure_chart_input {
  const char* what;  ///< below the axis across, in markup: "friction μ"
  const char* unit;  ///< NULL or "" for a number without unit
  const carom_figure_panel* panels;
  int panel_count;
  const carom_figure_flag* flags;  ///< in order of `at`
  int flag_count;                  ///< those after CAROM_FIGURE_MAX_FLAGS are counted only
  const carom_figure_span* spans;
  int span_count;
  const char* span_words;  ///< what the shade means; NULL for no entry in the legend
  const char* subtitle;    ///< in markup, or NULL
  const char* note;        ///< last in the legend, in markup, or NULL
} carom_figure_chart_input;

/// Draws a chart. Errors as above.
CAROM_API carom_status carom_figure_chart(const carom_figure* figure, const carom_figure_chart_input* input,
                                          carom_diag* diag);

/// A value over two numbers, at columns x rows points from the lower left, row after row. Strings are markup.
typedef struct carom_figure_map_input {
  const char *across, *across_unit;  ///< the axis across; the unit may be NULL or ""
  const char *up, *up_unit;
  double left, right, bottom, top;  ///< where the first and last points of a row and of a column lie
  int columns, rows;                ///< 2 or more each, CAROM_FIGURE_MAX_POINTS points at most
  const double* values;             ///< one that is not finite is no answer
  int parts;                        ///< only every parts-th point goes with the script; 0 counts as 1
  const char *what, *unit;          ///< of the value
  const char* const* words;         ///< the values count these words from 0; or NULL
  int word_count;                   ///< 1 to CAROM_FIGURE_MAX_WORDS
  const double* across_changes;  ///< words: rows x (columns - 1) numbers from 0 to 1, where between two neighbours the
                                 ///< word changes (read only where it does); NULL: half-way
  const double* up_changes;      ///< the same for neighbours above each other: (rows - 1) x columns
  const char* subtitle;          ///< or NULL
  const char* note;              ///< last in the legend, or NULL
} carom_figure_map_input;

enum { CAROM_FIGURE_MAX_POINTS = 1000000, CAROM_FIGURE_MAX_WORDS = 64 };

/// Draws a map: numbers as bands of colour with a colour bar, words as regions that bear their words, or a number that
/// the legend explains where they do not fit. Errors as above.
CAROM_API carom_status carom_figure_map(const carom_figure* figure, const carom_figure_map_input* input,
                                        carom_diag* diag);

/// Any text as markup that shows it as it is, cut with "…" where size is too small.
CAROM_API void carom_figure_escape(const char* text, char* out, int size);

/// How a thing is drawn at an instant.
typedef enum carom_figure_shape {
  CAROM_FIGURE_SHAPE_CHAIN = 0,    ///< points joined by lines: base, joints, tip
  CAROM_FIGURE_SHAPE_OUTLINE = 1,  ///< points around it
  CAROM_FIGURE_SHAPE_DISC = 2,     ///< its centre, and a point on the rim that turns with it; point_count is 2
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

enum { CAROM_FIGURE_MAX_THINGS = 16, CAROM_FIGURE_MAX_WALLS = 16 };

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

/// How often values were found, and what they depend on. Strings are markup.
typedef struct carom_figure_histogram {
  const char *what, *unit;  ///< of the values; the unit may be NULL or ""
  double from, to;          ///< where the first bin begins and the last ends
  int bins;                 ///< 1 or more
  const double* counts;     ///< of each bin, >= 0
  const double* marks;      ///< values with a line through them, such as quantiles; or NULL
  int mark_count;
  /// By input, with half the widths of their intervals; NULL: no sensitivities. What is not finite has no bar.
  const double *first, *first_width, *total, *total_width;
} carom_figure_histogram;

enum { CAROM_FIGURE_MAX_HISTOGRAMS = 6, CAROM_FIGURE_MAX_INPUTS = 64 };

typedef struct carom_figure_histograms_input {
  const carom_figure_histogram* items;  ///< 1 to CAROM_FIGURE_MAX_HISTOGRAMS, from the top
  int count;
  const char* const* inputs;  ///< names of the inputs, or NULL where no item has sensitivities
  int input_count;
  const char* subtitle;  ///< or NULL
} carom_figure_histograms_input;

/// Draws histograms above each other, each with its own axis; beside them bars for the sensitivity to every input, the
/// dark part of it alone, the whole with all that it does together with others. Errors as above.
CAROM_API carom_status carom_figure_histograms(const carom_figure* figure, const carom_figure_histograms_input* input,
                                               carom_diag* diag);

/// One of several panels with axes of its own: points and curves, over contours where there is a map. Strings are
/// markup.
typedef struct carom_figure_scatter {
  const char *what_across, *what_up;
  const carom_figure_curve* curves;  ///< LOOK_POINTS, LOOK_SERIES or LOOK_REFERENCE; words are not shown
  int curve_count;
  bool diagonal;         ///< both axes have the same range, and a line where they are equal
  const double* values;  ///< NULL, or columns x rows of them from the lower left, row after row
  int columns, rows;     ///< 2 or more each
  double left, right, bottom, top;
  const double* levels;  ///< of the contours
  int level_count;
} carom_figure_scatter;

enum { CAROM_FIGURE_MAX_SCATTERS = 9 };

typedef struct carom_figure_scatters_input {
  const carom_figure_scatter* panels;  ///< row after row from the upper left
  int count;                           ///< 1 to CAROM_FIGURE_MAX_SCATTERS
  int across;                          ///< how many stand beside each other
  const char* const* series;           ///< what the colours mean, in markup
  int series_count;
  const char* subtitle;  ///< or NULL
} carom_figure_scatters_input;

/// Draws panels of points beside and above each other. Errors as above.
CAROM_API carom_status carom_figure_scatters(const carom_figure* figure, const carom_figure_scatters_input* input,
                                             carom_diag* diag);

#endif
