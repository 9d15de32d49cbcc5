/// @file carom__track.h
/// Impacts at one contact, ready to be drawn.
#ifndef CAROM_PRESENT_TRACK_H
#define CAROM_PRESENT_TRACK_H

#include "present/present.h"

/// An impact with all that its figures need; it points into the result.
typedef struct carom__track {
  carom_figure_contact contact;  ///< points to one of the three inputs below
  carom_figure_process_input planar;
  carom_figure_hodograph_input spatial;
  carom_figure_springs_input compliant;
  carom_planar_diagram diagram;
  carom_spatial_directions directions;
  carom_trace trace;
  carom_trace_point* points;  ///< of a trace that is not the result's own; else NULL
} carom__track;

/// One for each scenario of a bundle.
typedef struct carom__tracks {
  carom__track* items;
  carom_figure_contact* contacts;  ///< the same, in a row
  int count;
} carom__tracks;

/// Follows all impacts of a figure. The tracks must be freed either way.
carom_status carom__follow(const carom__subject* subject, carom__tracks* out);
void carom__free_tracks(carom__tracks* tracks);

#endif
