/// @file regions.h
/// A grid of points that each belong to a class, as polygons: one around every connected part of a class.
#ifndef CAROM_FIGURE_REGIONS_H
#define CAROM_FIGURE_REGIONS_H

#include "carom/figure.h"

/// Points from the lower left, row after row.
typedef struct carom__grid {
  int columns, rows;
  const int* classes;
  /// Where between two neighbours of different classes the class changes: 0 at point a, 1 at point b.
  double (*change)(const void* context, int a, int b);
  const void* context;
  bool with_holes;  ///< holes get polygons of their own
} carom__grid;

/// A polygon; its last point is not the first one again.
typedef struct carom__region {
  int its_class;
  int first, count;  ///< of the points
  double area;       ///< > 0, in squares of the grid; holes are not taken out
  bool is_hole;      ///< the class is around it
} carom__region;

/// Sorted by area, the largest first: painted in this order, they show every class, holes too, because what is in a
/// hole has polygons of its own.
typedef struct carom__regions {
  carom_vec2* points;  ///< in units of the grid: 0 to columns - 1, 0 to rows - 1
  int point_count, point_capacity;
  carom__region* items;
  int count, capacity;
} carom__regions;

/// False without memory. Neighbours share the points of their border exactly.
bool carom__regions_trace(const carom__grid* grid, carom__regions* out);
void carom__regions_free(carom__regions* regions);
/// Adds a copy of one region. False without memory.
bool carom__regions_add(carom__regions* regions, const carom_vec2* points, carom__region region);

#endif
