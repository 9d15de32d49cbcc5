/// @file present/motion.h
/// What the figures of motion share: where things are at any time. An item here is one with a simulation.
#ifndef CAROM_PRESENT_MOTION_H
#define CAROM_PRESENT_MOTION_H

#include "present/present.h"

/// The convex hull of points, which are put in order; out has room for twice as many and one. Returns its size.
int carom__show_hull(carom_vec2* points, int count, carom_vec2* out);

/// The world axes that lie across and up in a picture: 0, 1, 2.
typedef struct carom__axes {
  int across, up;
} carom__axes;

/// Up is against gravity, across is where things go farthest.
carom__axes carom__show_axes(const carom_present_item* run);
/// A place in the picture.
carom_vec2 carom__show_flat(carom_vec3 place, carom__axes axes);
/// Walls that are seen from their edge; out has room for CAROM_FIGURE_MAX_WALLS. Returns how many.
int carom__show_walls(const carom_motion* motion, carom__axes axes, carom_figure_wall* out);

double carom__show_time(const carom_simulation* simulation, int row);
/// The last row that is not later than a time.
int carom__show_row_at(const carom_simulation* simulation, double time);
/// The numbers of a mover in a row.
const double* carom__show_row(const carom_simulation* simulation, int row, int mover);

/// Points that a mover has: a chain its base, joints and tip, a sphere its centre and a point that turns with it,
/// another body its corners.
int carom__show_point_count(const carom_present_item* run, int mover);
/// Where they are at a time: from the row before, with its velocities.
void carom__show_pose(const carom_present_item* run, int mover, double time, carom_vec3* points);
/// Where the mover is: the tip of a chain, or the mass centre.
carom_vec3 carom__show_place(const carom_present_item* run, int mover, double time);
/// 0 for a chain and for a body with corners.
double carom__show_radius(const carom_present_item* run, int mover);

/// When the motion is over: after that nothing goes farther than a thousandth of what was seen before.
double carom__show_active_time(const carom_present_item* run);

/// When a figure over time ends: a while after the last that happens.
double carom__show_shown_time(const carom_present_item* run);

/// 1, 2 or 5 times a power of ten, so that about `parts` of them fill a length.
double carom__show_step(double length, double parts);
/// "Stronge, e = 0.5 · μ = 0.3 · 12 impacts", in markup.
void carom__show_subtitle(const carom_present_item* run, char* out, size_t size);
/// A place without the name of its mover, where that is the only one: "corner 3", and "" for a ball.
const char* carom__show_short(const carom_simulation* simulation, int mover, const char* what);
/// A size for content of so many design pixels in height, 520 wide, with letters as large as in other figures.
void carom__show_suggest_height(carom_figure* figure, double design_height);
/// The same, where the width is not that of other figures.
void carom__show_suggest_size(carom_figure* figure, double design_width, double design_height);

/// The plane of the cloth: two axes in it, and their names.
typedef struct carom__ground {
  carom_vec3 across, up;
  const char *across_words, *up_words;
} carom__ground;

carom__ground carom__show_ground(const carom_scenario* scenario);
/// From the cloth to the ball.
carom_vec3 carom__show_normal(const carom_scenario* scenario);
/// The index of the ball among the movers.
int carom__show_ball(const carom_present_item* run);
/// A place as it is seen from above.
carom_vec2 carom__show_seen(const carom__ground* ground, carom_vec3 place);
/// A way that is straight, along a direction in the ground: position and velocities against time.
carom_status carom__draw_straight(carom__subject* subject, const carom__ground* ground, carom_vec2 direction);

/// The axis of time of some curves.
typedef struct carom__times {
  double* time;
  int count;
} carom__times;

/// A curve over it, in the colour and dash of a look and a series.
carom_figure_curve carom__show_curve(const carom__times* t, const double* y, const char* words, carom_figure_look look,
                                     int series);

/// The impacts of a simulation as flags, those of one instant together.
typedef struct carom__flags {
  carom_figure_flag* items;
  char (*words)[CAROM_WHAT_SIZE];
  int count;
} carom__flags;

/// Energies against time, with a step at each impact.
typedef struct carom__energies {
  double *total, *kinetic, *gravity, *impacts, *friction;
} carom__energies;

/// What happened in the course of time: energies, and the impacts that are marked.
typedef struct carom__history {
  carom__times t;
  carom__energies e;
  carom__flags f;
} carom__history;

/// Calls draw with the history of the first item.
carom_status carom__show_with_history(carom__subject* subject,
                                      carom_status (*draw)(carom__subject* subject, const carom__history* h));
/// Panels over the time of a history, with its flags.
carom_status carom__draw_time_chart(carom__subject* subject, const carom_figure_panel* panels, int count,
                                    const carom__history* h);

#endif
