/// @file figure/springs.h
/// What the springs of a compliant contact do (JIA10 Figs. 4, 5, 8, 9), laid out: panels over the normal impulse.
#ifndef CAROM_FIGURE_SPRINGS_H
#define CAROM_FIGURE_SPRINGS_H

#include "figure/marks.h"
#include "figure/panels.h"

/// Columns of the data, in the order in which they are written.
typedef enum carom__spring_column {
  CAROM__SPRING_IMPULSE_N,
  CAROM__SPRING_IMPULSE_1,
  CAROM__SPRING_IMPULSE_2,
  CAROM__SPRING_V_1,
  CAROM__SPRING_V_2,
  CAROM__SPRING_V_N,
  CAROM__SPRING_RATE_1,
  CAROM__SPRING_RATE_2,
  CAROM__SPRING_RATE_N,
  CAROM__SPRING_LENGTH_1,
  CAROM__SPRING_LENGTH_2,
  CAROM__SPRING_LENGTH_N,
  CAROM__SPRING_ENERGY_N,
  CAROM__SPRING_ENERGY_T,
  CAROM__SPRING_FRICTION,
  CAROM__SPRING_SLIPS,
  CAROM__SPRING_COLUMNS
} carom__spring_column;

double carom__spring_value(const carom_spring_point* point, carom__spring_column column);

enum { CAROM__SPRINGS_MAX_CURVES = 3 };

/// A curve of a panel: a column of the data.
typedef struct carom__spring_curve {
  carom__spring_column column;
  carom__curve curve;
} carom__spring_curve;

typedef struct carom__springs_layout {
  carom__panels panels;
  carom__spring_curve curves[CAROM__MAX_PANELS][CAROM__SPRINGS_MAX_CURVES];
  int curve_count[CAROM__MAX_PANELS];
  bool has_tangent[2];
  bool has_plane;  ///< the path of the tangential impulse is shown, below the panels
  carom__sheet plane;
  carom__marks marks;
  carom__scene scene;
} carom__springs_layout;

/// True if the springs acted at all.
bool carom__springs_is_impact(const carom_figure_springs_input* input);

/// *out has its panels' sheet; the rest is filled in.
void carom__springs_lay_out(const carom_figure_springs_input* input, carom__springs_layout* out);

/// All that the writers of script and data need.
typedef struct carom__springs_drawing {
  const carom_figure_springs_input* input;
  carom__springs_layout layout;
} carom__springs_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__SPRINGS_SCRIPT "springs.gp"
#define CAROM__SPRINGS_PATH   "springs.dat"
#define CAROM__SPRINGS_EVENTS "events.dat"

/// drawing is a carom__springs_drawing.
void carom__springs_write_script(FILE* script, const void* drawing);

#endif
