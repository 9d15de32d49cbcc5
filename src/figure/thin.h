/// @file thin.h
/// Fewer points for the same picture.
#ifndef CAROM_FIGURE_THIN_H
#define CAROM_FIGURE_THIN_H

#include "carom/figure.h"

/// The last of the points (design pixels) first + 1 to end - 1 up to which a straight line from `first` passes all
/// points between within a tolerance in pixels.
int carom__thin_reach(const carom_vec2* pixel, int first, int end, double tolerance);

#endif
