/// @file figure_track.h
/// Impacts at one contact, ready to be drawn.
#ifndef CAROM_CLI_FIGURE_TRACK_H
#define CAROM_CLI_FIGURE_TRACK_H

#include "figure.h"

/// An impact with all that its figures need; it points into the result.
typedef struct figure_track {
  carom_figure_contact contact;  ///< points to one of the three inputs below
  carom_figure_process_input planar;
  carom_figure_hodograph_input spatial;
  carom_figure_springs_input compliant;
  carom_planar_diagram diagram;
  carom_spatial_directions directions;
  carom_trace trace;
  carom_trace_point* points;  ///< of a trace that is not the result's own; else NULL
} figure_track;

/// One for each scenario of a bundle.
typedef struct figure_tracks {
  figure_track* items;
  carom_figure_contact* contacts;  ///< the same, in a row
  int count;
} figure_tracks;

/// Follows all impacts of a figure. Returns an exit code, after a message where it is not 0. The tracks must be freed
/// either way.
int cli_figure_follow(const figure_subject* subject, figure_tracks* out);
void cli_figure_free_tracks(figure_tracks* tracks);

#endif
