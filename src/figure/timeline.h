/// @file timeline.h
/// Rows of bars over the time, laid out.
#ifndef CAROM_FIGURE_TIMELINE_H
#define CAROM_FIGURE_TIMELINE_H

#include "figure/panels.h"

/// Phases that a timeline can show.
enum { CAROM__PHASE_COUNT = CAROM_PHASE_OFF + 1 };

typedef struct carom__timeline_layout {
  carom__panels panels;
  double name_width;                   ///< em that a name may take
  bool has_phase[CAROM__PHASE_COUNT];  ///< for the legend
  double longest[CAROM__PHASE_COUNT];  ///< design pixels of the longest bar of each
  int legend_count;
} carom__timeline_layout;

/// All that the writers of script and data need.
typedef struct carom__timeline_drawing {
  const carom_figure_timeline_input* input;
  carom__timeline_layout layout;
} carom__timeline_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__TIMELINE_SCRIPT "timeline.gp"
#define CAROM__TIMELINE_BARS   "bars.dat"
#define CAROM__TIMELINE_TICKS  "impacts.dat"

/// How a phase looks: lightness tells phases apart in grey, and flight is thin.
typedef struct carom__phase_look {
  const char* colour;
  const char* text;  ///< colour of words on it
  double half;       ///< of a row
} carom__phase_look;

const carom__phase_look* carom__timeline_look(carom_phase phase);

/// drawing is a carom__timeline_drawing.
void carom__timeline_write_script(FILE* script, const void* drawing);

#endif
