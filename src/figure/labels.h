/// @file labels.h
/// Places labels so that they cover neither each other nor, where it can be helped, the curves.
#ifndef CAROM_FIGURE_LABELS_H
#define CAROM_FIGURE_LABELS_H

#include "figure/layout.h"

/// A rectangle by centre and half sizes, design pixels.
typedef struct carom__rect {
  carom_vec2 centre;
  double half_width, half_height;
} carom__rect;

enum { CAROM__MAX_OBSTACLES = 1400, CAROM__MAX_RECTS = 256 };

typedef struct carom__obstacle {
  carom__segment segment;
  double cost;  ///< of covering it
} carom__obstacle;

/// What is already drawn.
typedef struct carom__scene {
  double width, height;             ///< of the plot box
  double right_margin, top_margin;  ///< room for labels outside it
  carom__obstacle obstacles[CAROM__MAX_OBSTACLES];
  int obstacle_count;
  carom__rect rects[CAROM__MAX_RECTS];
  int rect_count;
  carom_vec2 marks[CAROM__MAX_RECTS];  ///< what labels belong to: a label near another's mark would mislead
  int mark_count;
} carom__scene;

void carom__scene_add_segment(carom__scene* scene, carom__segment segment, double cost);
void carom__scene_add_rect(carom__scene* scene, carom__rect rect);
/// A mark that is so wide to each side.
void carom__scene_add_mark(carom__scene* scene, carom_vec2 at, double half);

/// Finds the best place for a label (its half sizes are given) beside a point, marks it as taken and returns it.
carom__rect carom__scene_place_at_point(carom__scene* scene, carom_vec2 point, double half_width, double half_height);

/// The same for a label that may be left out: *best has its half sizes and gets its place. False, and nothing taken, if
/// it fits nowhere.
bool carom__scene_try_at_point(carom__scene* scene, carom_vec2 point, carom__rect* best);

/// Finds the best of some places for a label that may be left out: *best has its half sizes and gets its place. The
/// nearer to `wanted` the better. False, and nothing taken, if it fits nowhere.
bool carom__scene_place_near(carom__scene* scene, const carom_vec2* places, int count, carom_vec2 wanted,
                             carom__rect* best);

/// The thin line from a point to its label. False where the label is so near that it needs none.
bool carom__label_leader(carom_vec2 point, carom__rect label, carom__segment* out);

/// Like place_at_point, for the label of a line: outside the box where the line leaves it at the top or the right, else
/// beside it.
carom__rect carom__scene_place_at_line(carom__scene* scene, carom__segment line, double half_width, double half_height);

/// Like place_at_point, for a label beside a curve given by points that may be left out: *best has its half sizes and
/// gets its place. False, and nothing taken, if it fits nowhere.
bool carom__scene_place_at_curve(carom__scene* scene, const carom_vec2* points, int count, carom__rect* best);

#endif
