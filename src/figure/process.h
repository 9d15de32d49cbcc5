/// @file process.h
/// The impact-process diagram (WM92 Figs. 2, 5, 7-10) laid out: what is where, in pixels, before anything is written.
#ifndef CAROM_FIGURE_PROCESS_H
#define CAROM_FIGURE_PROCESS_H

#include "figure/labels.h"
#include "figure/layout.h"
#include "figure/style.h"

enum { CAROM__PROCESS_MAX_LINES = 5, CAROM__PROCESS_MAX_MARKS = CAROM_PLANAR_MAX_EVENTS + 2 };

/// A line or ray, with the short name at its end and its words in the legend.
typedef struct carom__process_line {
  carom__curve curve;
  const char* tag;
  const char* legend;
  carom__segment segment;
  carom__rect label;
} carom__process_line;

typedef enum carom__mark_shape {
  CAROM__MARK_START,
  CAROM__MARK_SLIP,
  CAROM__MARK_COMPRESSION,
  CAROM__MARK_END
} carom__mark_shape;

/// Something that happened on the path. Events at one place share a mark and a label.
typedef struct carom__process_mark {
  carom__mark_shape shape;
  const char* texts[CAROM__PROCESS_MAX_MARKS];  ///< one event a line
  int text_count;
  carom_vec2 data;  ///< N s
  carom_vec2 pixel;
  carom__rect label;
} carom__process_mark;

typedef struct carom__process_layout {
  double width, height;             ///< of the figure, design pixels
  double left, right, bottom, top;  ///< margins around the plot box
  carom__view view;
  carom__process_line lines[CAROM__PROCESS_MAX_LINES];
  int line_count;
  carom__process_mark marks[CAROM__PROCESS_MAX_MARKS];
  int mark_count;
  carom__ellipse_view ellipse;
  bool has_ellipse_label;
  carom__rect ellipse_label;
  carom__scene scene;
} carom__process_layout;

/// Design pixels from line to line of a label.
#define CAROM__PROCESS_LINE_HEIGHT (1.25 * CAROM__FONT_SMALL)

#define CAROM__PROCESS_ELLIPSE_TAG "Δ{/:Italic T} = 0"

void carom__process_lay_out(const carom_figure* figure, const carom_figure_process_input* input,
                            carom__process_layout* out);

/// All that the writers of script and data need.
typedef struct carom__process_drawing {
  const carom_figure* figure;
  const carom_figure_process_input* input;
  carom__format format;
  carom__process_layout layout;
} carom__process_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__PROCESS_SCRIPT  "process.gp"
#define CAROM__PROCESS_PATH    "path.dat"
#define CAROM__PROCESS_LINES   "lines.dat"
#define CAROM__PROCESS_ELLIPSE "ellipse.dat"
#define CAROM__PROCESS_EVENTS  "events.dat"

void carom__process_write_script(FILE* script, const carom__process_drawing* d);

#endif
