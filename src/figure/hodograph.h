/// @file hodograph.h
/// The hodograph (JW16 Figs. 4, 7, 10) laid out: the path of the slip velocity and the invariant directions, in pixels.
#ifndef CAROM_FIGURE_HODOGRAPH_H
#define CAROM_FIGURE_HODOGRAPH_H

#include "figure/marks.h"

enum { CAROM__HODOGRAPH_MAX_RAYS = 4, CAROM__HODOGRAPH_MAX_HEADS = CAROM_SPATIAL_MAX_EVENTS + 1 };

/// An invariant direction, drawn from the origin to the frame.
typedef struct carom__hodograph_ray {
  carom__curve curve;
  bool inward, outward;  ///< where its head points; neither if slip keeps its speed or the path leaves no room
  char tag[40];
  carom__segment segment;
  carom_vec2 head;
  carom__rect label;
} carom__hodograph_ray;

/// Which way the path is run through, at one of its points.
typedef struct carom__hodograph_head {
  carom_vec2 at, along;
} carom__hodograph_head;

typedef struct carom__hodograph_layout {
  carom__sheet sheet;
  carom__hodograph_ray rays[CAROM__HODOGRAPH_MAX_RAYS];
  int ray_count;
  carom__hodograph_head heads[CAROM__HODOGRAPH_MAX_HEADS];
  int head_count;
  carom__marks marks;
  carom__scene scene;
} carom__hodograph_layout;

/// *out has its sheet; the rest is filled in.
void carom__hodograph_lay_out(const carom_figure_hodograph_input* input, carom__hodograph_layout* out);

/// False if the bodies do not collide at all.
bool carom__hodograph_is_impact(const carom_figure_hodograph_input* input);

/// All that the writers of script and data need.
typedef struct carom__hodograph_drawing {
  const carom_figure_hodograph_input* input;
  carom__hodograph_layout layout;
} carom__hodograph_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__HODOGRAPH_SCRIPT "hodograph.gp"
#define CAROM__HODOGRAPH_PATH   "path.dat"
#define CAROM__HODOGRAPH_RAYS   "rays.dat"
#define CAROM__HODOGRAPH_EVENTS "events.dat"

/// drawing is a carom__hodograph_drawing.
void carom__hodograph_write_script(FILE* script, const void* drawing);

#endif
