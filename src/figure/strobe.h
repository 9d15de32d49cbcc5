/// @file strobe.h
/// Poses of things that move in a plane, laid out in rows: the same view at one part of the time after another.
#ifndef CAROM_FIGURE_STROBE_H
#define CAROM_FIGURE_STROBE_H

#include "figure/marks.h"

enum { CAROM__STROBE_MAX_ROWS = 3, CAROM__STROBE_WORDS = 96 };

/// One picture: a part of the time.
typedef struct carom__strobe_row {
  carom__sheet sheet;  ///< margins and view of its box
  double from, to;     ///< s
  char span[CAROM__STROBE_WORDS];
  carom__rect span_label;
  carom__marks marks;
  char words[CAROM__MAX_MARKS][CAROM__STROBE_WORDS];  ///< of impacts
} carom__strobe_row;

typedef struct carom__strobe_layout {
  carom__sheet sheet;  ///< of the whole; its view is as high as all rows
  carom__strobe_row rows[CAROM__STROBE_MAX_ROWS];
  int row_count;
  double duration;   ///< s
  double interval;   ///< s between poses
  int unsaid_count;  ///< impacts that are too gentle for a mark, or have no room for it or its words
  carom__scene scene;
} carom__strobe_layout;

/// *out has its sheet; the rest is filled in.
void carom__strobe_lay_out(const carom_figure_strobe_input* input, carom__strobe_layout* out);

/// All that the writers of script and data need.
typedef struct carom__strobe_drawing {
  const carom_figure_strobe_input* input;
  carom__strobe_layout layout;
} carom__strobe_drawing;

/// Whether a row shows what happens at a time.
bool carom__strobe_shows(const carom__strobe_row* row, double time);

/// Things that the legend names: none where there is one, or where they are too many.
int carom__strobe_named_things(const carom_figure_strobe_input* input);
/// Entries that the legend may have.
int carom__strobe_most_entries(const carom_figure_strobe_input* input);

/// Whether a row has a pose, or a part of the path, of a thing.
bool carom__strobe_has_pose(const carom__strobe_row* row, const carom_figure_thing* thing);
bool carom__strobe_has_path(const carom__strobe_row* row, const carom_figure_thing* thing);

/// The files in the workshop; the script names the others relative to itself. Block row * thing_count + thing of poses
/// and paths is that row's part of the thing; the marks of each row have a block too.
#define CAROM__STROBE_SCRIPT "strobe.gp"
#define CAROM__STROBE_POSES  "poses.dat"
#define CAROM__STROBE_PATHS  "paths.dat"
#define CAROM__STROBE_EVENTS "impacts.dat"

/// drawing is a carom__strobe_drawing.
void carom__strobe_write_script(FILE* script, const void* drawing);

#endif
