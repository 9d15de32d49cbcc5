/// @file process.h
/// The impact-process diagram (WM92 Figs. 2, 5, 7-10) laid out: what is where, in pixels, before anything is written.
#ifndef CAROM_FIGURE_PROCESS_H
#define CAROM_FIGURE_PROCESS_H

#include "figure/marks.h"

enum { CAROM__PROCESS_MAX_LINES = 5 };

/// A line or ray, with the short name at its end and its words in the legend.
typedef struct carom__process_line {
  carom__curve curve;
  const char* tag;
  const char* legend;
  carom__segment segment;
  carom__rect label;
} carom__process_line;

typedef struct carom__process_layout {
  carom__sheet sheet;
  carom__process_line lines[CAROM__PROCESS_MAX_LINES];
  int line_count;
  carom__marks marks;
  carom__ellipse_view ellipse;
  bool has_ellipse_label;
  carom__rect ellipse_label;
  carom__scene scene;
} carom__process_layout;

#define CAROM__PROCESS_ELLIPSE_TAG "Δ{/:Italic T} = 0"
#define CAROM__PROCESS_END_TAG     "{/:Italic C} = −{/:Italic eC}_0"

/// *out has its sheet; the rest is filled in.
void carom__process_lay_out(const carom_figure_process_input* input, carom__process_layout* out);

/// All that the writers of script and data need.
typedef struct carom__process_drawing {
  const carom_figure_process_input* input;
  carom__process_layout layout;
} carom__process_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__PROCESS_SCRIPT  "process.gp"
#define CAROM__PROCESS_PATH    "path.dat"
#define CAROM__PROCESS_LINES   "lines.dat"
#define CAROM__PROCESS_ELLIPSE "ellipse.dat"
#define CAROM__PROCESS_EVENTS  "events.dat"

/// drawing is a carom__process_drawing.
void carom__process_write_script(FILE* script, const void* drawing);

#endif
