/// @file walls.h
/// Floors and walls behind a picture: where a box is cut by a line, what is behind it is grey.
#ifndef CAROM_FIGURE_WALLS_H
#define CAROM_FIGURE_WALLS_H

#include <stdio.h>

#include "figure/layout.h"

#define CAROM__WALL_COLOUR "#DDDDD6"

/// Objects and arrows for gnuplot. What of an edge lies behind another wall is left out.
void carom__walls_write(FILE* script, const carom__view* view, const carom_figure_wall* walls, int count);

#endif
