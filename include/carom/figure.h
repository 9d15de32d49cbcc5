/// @file figure.h
/// Figures from outcomes and traces, drawn by gnuplot. Nothing is solved here: every path that is drawn is handed in.
/// Lives in the library `carom-files`.
#ifndef CAROM_FIGURE_H
#define CAROM_FIGURE_H

#include "carom/compliant.h"
#include "carom/contact.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
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

/// What the springs of a compliant contact do.
typedef struct carom_figure_springs_input {
  const carom_compliant_problem* problem;
  const carom_compliant_outcome* outcome;
  const carom_spring_trace* trace;
  carom_compliant_scheme scheme;  ///< whose trace it is
} carom_figure_springs_input;

/// Draws contact velocity, spring velocity, spring lengths and energies against the normal impulse, in panels above
/// each other, with sticking shaded and events marked; both tangents where both matter. Then, if the figure is at
/// least 1.6 times as high as wide, the path of the tangential impulse too. Errors as above.
carom_figure_status carom_figure_springs(const carom_figure* figure, const carom_figure_springs_input* input,
                                         char* message, int message_size);

/// What several contacts do. The trace needs time, active and impulse, the log times and impulses.
typedef struct carom_figure_impulse_input {
  const carom_contact_problem* problem;
  const carom_simultaneous_outcome* outcome;
  const carom_simultaneous_log* log;
  const carom_simultaneous_trace* trace;
  const char* const* names;  ///< contact_count names for the legend, any text; or NULL
} carom_figure_impulse_input;

/// Draws how the normal impulses grow, contacts numbered from 1. Two contacts: the plane of their impulses, with the
/// lines where compression ends, the regions between them and the ellipse beyond which energy would be gained. Else:
/// the impulses against scaled time, and when each contact was active. Errors as above.
carom_figure_status carom_figure_impulse(const carom_figure* figure, const carom_figure_impulse_input* input,
                                         char* message, int message_size);

#endif
