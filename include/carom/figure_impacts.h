/// @file figure_impacts.h
/// The part of carom/figure.h for impacts and numbers: what a figure is, diagrams, curves, maps, histograms.
#ifndef CAROM_FIGURE_IMPACTS_H
#define CAROM_FIGURE_IMPACTS_H

#include <signal.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"

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
/// The normal velocities of two contacts, one against the other.
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

/// Histograms below each other, with bars of sensitivity beside them.
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

/// Panels of points.
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
