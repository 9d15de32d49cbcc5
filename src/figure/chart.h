/// @file figure/chart.h
/// A chart laid out: curves in panels over one axis, events, spans and a legend.
#ifndef CAROM_FIGURE_CHART_H
#define CAROM_FIGURE_CHART_H

#include "figure/key.h"
#include "figure/panels.h"

enum { CAROM__CHART_WORDS_SIZE = 96 };

typedef struct carom__chart_layout {
  carom__panels panels;
  carom__key key;
  char hidden[CAROM__CHART_WORDS_SIZE];  ///< "and 3 more events"
  char flag_words[CAROM_FIGURE_MAX_FLAGS][CAROM__CHART_WORDS_SIZE];
} carom__chart_layout;

/// All that the writers of script and data need.
typedef struct carom__chart_drawing {
  const carom_figure_chart_input* input;
  carom__chart_layout layout;
} carom__chart_drawing;

/// *out has its panels' sheet; the rest is filled in.
void carom__chart_lay_out(const carom_figure_chart_input* input, carom__chart_layout* out);

/// How a curve is drawn. CAROM__CURVE_NONE for points.
carom__curve carom__chart_curve_of(const carom_figure_curve* curve);

/// Marks the points of a curve that are needed to draw it to a small part of a pixel, ends of its pieces included. keep
/// has curve->count places.
void carom__chart_thin(const carom__axis* across, const carom__axis* up, const carom_figure_curve* curve, bool* keep);

/// Words at the curves of a panel, where they have room.
void carom__chart_write_tags(FILE* script, const carom__chart_drawing* drawing, int panel);

/// The files in the workshop; the script names the data relative to itself.
#define CAROM__CHART_SCRIPT "chart.gp"
#define CAROM__CHART_DATA   "chart.dat"
#define CAROM__CHART_POINTS "points.dat"

/// drawing is a carom__chart_drawing.
void carom__chart_write_script(FILE* script, const void* drawing);

#endif
