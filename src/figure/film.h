/// @file film.h
/// Films: what their two writers share.
#ifndef CAROM_FIGURE_FILM_H
#define CAROM_FIGURE_FILM_H

#include "figure/figure.h"

/// A film, and the part of the plane that it shows.
typedef struct carom__film {
  const carom_figure* figure;
  const carom_figure_film_input* input;
  carom_vec2 low, high;  ///< m
} carom__film;

/// One pose of a thing: its first point.
const carom_vec2* carom__film_pose(const carom_figure_thing* thing, int frame);

/// A page of its own.
carom_status carom__film_write_page(const carom__film* film, carom_diag* diag);
/// By gnuplot.
carom_status carom__film_draw_gif(const carom__film* film, carom_diag* diag);

#endif
