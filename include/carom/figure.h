/// @file figure.h
/// Figures from outcomes and traces, drawn by gnuplot. No physics: everything drawn is handed in. Lives in the library
/// `carom-files`.
#ifndef CAROM_FIGURE_H
#define CAROM_FIGURE_H

#include "carom/contact.h"
#include "carom/planar.h"
#include "carom/spatial.h"

typedef enum carom_figure_status {
  CAROM_FIGURE_OK,
  CAROM_FIGURE_BAD_REQUEST,  ///< unknown extension, impossible size
  CAROM_FIGURE_NO_GNUPLOT,   ///< gnuplot is not installed
  CAROM_FIGURE_FAILED,       ///< cannot write, or gnuplot failed
} carom_figure_status;

/// Where a figure goes and how large it is.
typedef struct carom_figure {
  const char* title;       ///< any text; shown as it is, never run
  const char* output;      ///< path that ends in .svg, .pdf or .png
  int width, height;       ///< pixels (svg, png) or 1/100 inch (pdf), 160 to 10000
  const char* script_dir;  ///< NULL, or a folder (made if missing) where script and data are left for restyling
} carom_figure;

/// 650 x 700, no title, no script. Set output, then what differs.
carom_figure carom_figure_default(void);

/// What the impact-process diagram shows.
typedef struct carom_figure_process_input {
  const carom_planar_problem* problem;
  const carom_planar_outcome* outcome;
  const carom_planar_diagram* diagram;
  const carom_trace* trace;
} carom_figure_process_input;

/// Draws the impact-process diagram. On error message (of message_size bytes) says what to do; no half-written file is
/// left under the output's name.
carom_figure_status carom_figure_process(const carom_figure* figure, const carom_figure_process_input* input,
                                         char* message, int message_size);

/// What the hodograph shows.
typedef struct carom_figure_hodograph_input {
  const carom_spatial_problem* problem;
  const carom_spatial_outcome* outcome;
  const carom_trace* trace;
  const carom_spatial_directions* directions;  ///< may be NULL: then no invariant directions are drawn
} carom_figure_hodograph_input;

/// Draws the hodograph: the path of the slip velocity, with the invariant directions. Errors as above.
carom_figure_status carom_figure_hodograph(const carom_figure* figure, const carom_figure_hodograph_input* input,
                                           char* message, int message_size);

#endif
