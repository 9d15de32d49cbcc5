/// @file apps/cli/figure_motion.h
/// What the figures of motion share: simulations, and where things are at any time.
#ifndef CAROM_CLI_FIGURE_MOTION_H
#define CAROM_CLI_FIGURE_MOTION_H

#include "carom/simulation.h"
#include "figure.h"

/// A scenario that moves, and how it moved.
typedef struct motion_run {
  const figure_item* item;
  const carom_scenario* scenario;
  carom_simulation* simulation;
} motion_run;

/// What a kind draws. The figure's width is 0 where the user left the size to the kind.
typedef struct motion_subject {
  carom_figure figure;
  const motion_run* runs;
  int run_count;
} motion_subject;

/// The kinds. Each returns an exit code.
int cli_motion_draw_strobe(motion_subject* subject);
int cli_motion_draw_path(motion_subject* subject);
int cli_motion_draw_height(motion_subject* subject);
int cli_motion_draw_phases(motion_subject* subject);
int cli_motion_draw_energy(motion_subject* subject);

/// The convex hull of points, which are put in order; out has room for twice as many and one. Returns its size.
int cli_motion_hull(carom_vec2* points, int count, carom_vec2* out);

double cli_motion_time(const carom_simulation* simulation, int row);
/// The last row that is not later than a time.
int cli_motion_row_at(const carom_simulation* simulation, double time);
/// The numbers of a mover in a row.
const double* cli_motion_row(const carom_simulation* simulation, int row, int mover);

/// Points that a mover has: a chain its base, joints and tip, a sphere its centre and a point that turns with it,
/// another body its corners.
int cli_motion_point_count(const motion_run* run, int mover);
/// Where they are at a time: from the row before, with its velocities.
void cli_motion_pose(const motion_run* run, int mover, double time, carom_vec3* points);
/// Where the mover is: the tip of a chain, or the mass centre.
carom_vec3 cli_motion_place(const motion_run* run, int mover, double time);
/// 0 for a chain and for a body with corners.
double cli_motion_radius(const motion_run* run, int mover);

/// When the motion is over: after that nothing goes farther than a thousandth of what was seen before.
double cli_motion_active_time(const motion_run* run);

/// When a figure over time ends: a while after the last that happens.
double cli_motion_shown_time(const motion_run* run);

/// 1, 2 or 5 times a power of ten, so that about `parts` of them fill a length.
double cli_motion_step(double length, double parts);
/// "Stronge, e = 0.5 · μ = 0.3 · 12 impacts", in markup.
void cli_motion_subtitle(const motion_run* run, char* out, size_t size);
/// A place without the name of its mover, where that is the only one: "corner 3", and "" for a ball.
const char* cli_motion_short(const carom_simulation* simulation, int mover, const char* what);
/// A size for content of so many design pixels in height, 520 wide, with letters as large as in other figures.
void cli_motion_suggest_height(carom_figure* figure, double design_height);

/// The plane of the cloth: two axes in it, and their names.
typedef struct motion_ground {
  carom_vec3 across, up;
  const char *across_words, *up_words;
} motion_ground;

motion_ground cli_motion_ground(const carom_scenario* scenario);
/// From the cloth to the ball.
carom_vec3 cli_motion_normal(const carom_scenario* scenario);
/// The index of the ball among the movers.
int cli_motion_ball(const motion_run* run);
/// A place as it is seen from above.
carom_vec2 cli_motion_seen(const motion_ground* ground, carom_vec3 place);
/// A way that is straight, along a direction in the ground: position and velocities against time.
int cli_motion_draw_straight(motion_subject* subject, const motion_ground* ground, carom_vec2 direction);

/// The axis of time of some curves.
typedef struct motion_times {
  double* time;
  int count;
} motion_times;

/// A curve over it, in the colour and dash of a look and a series.
carom_figure_curve cli_motion_curve(const motion_times* t, const double* y, const char* words, carom_figure_look look,
                                    int series);

/// The impacts of a simulation as flags, those of one instant together.
typedef struct motion_flags {
  carom_figure_flag* items;
  char (*words)[CAROM_WHAT_SIZE];
  int count;
} motion_flags;

/// Energies against time, with a step at each impact.
typedef struct motion_energies {
  double *total, *kinetic, *gravity, *impacts, *friction;
} motion_energies;

/// What happened in the course of time: energies, and the impacts that are marked.
typedef struct motion_history {
  motion_times t;
  motion_energies e;
  motion_flags f;
} motion_history;

/// Calls draw with the history of the first run. Returns its exit code, or one after a message.
int cli_motion_with_history(motion_subject* subject, int (*draw)(motion_subject* subject, const motion_history* h));
/// Panels over the time of a history, with its flags.
int cli_motion_draw_chart(motion_subject* subject, const carom_figure_panel* panels, int count,
                          const motion_history* h);

/// Memory that is all zero; NULL after a message where there is none.
void* cli_motion_allocate(size_t count, size_t size);

#endif
