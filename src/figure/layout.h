/// @file layout.h
/// Geometry of a plane figure: the view, what of a line or an ellipse lies in it.
///
/// Layout works in design pixels with the origin at the plot box's lower left corner, y up, whatever the data's size.
#ifndef CAROM_FIGURE_LAYOUT_H
#define CAROM_FIGURE_LAYOUT_H

#include "carom/figure.h"

typedef struct carom__bounds {
  double left, right, bottom, top;
} carom__bounds;

/// Bounds of nothing: the first point decides.
carom__bounds carom__bounds_empty(void);
void carom__bounds_add(carom__bounds* bounds, double x, double y);
void carom__bounds_join(carom__bounds* bounds, carom__bounds other);
/// The larger side; 0 for nothing and for a point.
double carom__bounds_size(carom__bounds bounds);

/// Which part of the plane is shown, with one scale for both axes so that angles and ellipses look right.
typedef struct carom__view {
  double width, height;  ///< of the plot box, design pixels
  double left, bottom;   ///< data at the box's lower left corner
  double scale;          ///< design pixels per unit of data
  int exponent;          ///< tics show data / 10^exponent
  double tic;            ///< distance of tics, in data / 10^exponent
} carom__view;

/// The view of a box of width x height design pixels that shows bounds with a border around them.
carom__view carom__view_fit(carom__bounds bounds, double width, double height);
/// Fewer tics, so that they are at least so many design pixels apart.
void carom__view_part_tics(carom__view* view, double least);
carom_vec2 carom__view_pixel(const carom__view* view, double x, double y);
carom_vec2 carom__view_data(const carom__view* view, carom_vec2 pixel);
/// Data as the axes show them: divided by 10^exponent.
carom_vec2 carom__view_shown(const carom__view* view, carom_vec2 pixel);

/// One axis of a panel, which has a scale of its own.
typedef struct carom__axis {
  double low, high;  ///< data at its ends
  double length;     ///< design pixels
  int exponent;      ///< tics show data / 10^exponent
  double tic;        ///< distance of tics, in data / 10^exponent
} carom__axis;

/// The axis that shows [low, high] on length design pixels, with a tic about every `spacing` pixels. Where low = high
/// it shows a little around them.
carom__axis carom__axis_fit(double low, double high, double length, double spacing);
/// Design pixels from the low end.
double carom__axis_pixel(const carom__axis* axis, double data);
/// In the unit of the tics.
double carom__axis_shown(const carom__axis* axis, double data);

typedef struct carom__segment {
  carom_vec2 a, b;
} carom__segment;

/// The part of a line in the box. False if there is none.
bool carom__view_clip_line(const carom__view* view, carom_line line, carom__segment* out);
/// The part in the box of the ray from `from` (data) that rises with slope dx/dy.
bool carom__view_clip_ray(const carom__view* view, carom_vec2 from, double slope, carom__segment* out);
/// The part in the box of the ray from `from` (data) along a unit vector.
bool carom__view_clip_direction(const carom__view* view, carom_vec2 from, carom_vec2 direction, carom__segment* out);
/// True if two segments are the same line to the eye.
bool carom__segment_same(carom__segment a, carom__segment b);

enum { CAROM__ELLIPSE_MAX_ARCS = 9, CAROM__ELLIPSE_ARC_POINTS = 121 };

/// What of an ellipse lies in the box: its arcs, and the region inside it. An ellipse far larger than the view is as
/// exact as a small one, because every arc has points of its own.
typedef struct carom__ellipse_view {
  int arc_count;
  carom_vec2 arcs[CAROM__ELLIPSE_MAX_ARCS][CAROM__ELLIPSE_ARC_POINTS];
  int region_count;
  carom_vec2 region[CAROM__ELLIPSE_MAX_ARCS * CAROM__ELLIPSE_ARC_POINTS + 4];
} carom__ellipse_view;

void carom__view_clip_ellipse(const carom__view* view, const carom_planar_diagram* diagram, carom__ellipse_view* out);

#endif
