/// @file route.h
/// Ways of a ball seen from above (JME13 Fig. 16), laid out: legs, marks where the phase changes, names at the ends.
#ifndef CAROM_FIGURE_ROUTE_H
#define CAROM_FIGURE_ROUTE_H

#include "figure/marks.h"

enum { CAROM__ROUTE_WORDS = 64 };

/// What is shown of a route beside its legs.
typedef struct carom__route_look {
  bool has_head;          ///< room for an arrow head
  carom_vec2 at, along;   ///< of the head, pixels
  carom_vec2 start, end;  ///< pixels
  bool named;             ///< its name has a place
  carom__rect label;
} carom__route_look;

typedef struct carom__route_layout {
  carom__sheet sheet;
  double stretch;  ///< how much larger `up` is drawn than `across`: 1, or more where a way is long and narrow
  carom__route_look routes[CAROM_FIGURE_MAX_ROUTES];
  carom__marks marks;  ///< one route alone
  char words[CAROM__MAX_MARKS][CAROM__ROUTE_WORDS];
  carom__scene scene;
  bool has_close;        ///< a second box below shows the beginning of a bundle, which the first is too small for
  carom__sheet close;    ///< its margins and view
  double close_stretch;  ///< as stretch
  char close_words[CAROM__ROUTE_WORDS];
} carom__route_layout;

/// *out has its sheet; the rest is filled in.
void carom__route_lay_out(const carom_figure_routes_input* input, carom__route_layout* out);

/// Entries of the legend: names without a place at their ends come there.
int carom__route_legend_count(const carom_figure_routes_input* input, const carom__route_layout* layout);

/// True if some leg has that phase and length.
bool carom__route_has(const carom_figure_routes_input* input, carom_phase phase);
/// Legs that do not move are not drawn.
bool carom__route_is_drawn(const carom_figure_leg* leg);

/// All that the writers of script and data need.
typedef struct carom__route_drawing {
  const carom_figure_routes_input* input;
  carom__route_layout layout;
} carom__route_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__ROUTE_SCRIPT "routes.gp"
#define CAROM__ROUTE_LEGS   "legs.dat"
#define CAROM__ROUTE_DOTS   "dots.dat"
#define CAROM__ROUTE_EVENTS "events.dat"

/// drawing is a carom__route_drawing.
void carom__route_write_script(FILE* script, const void* drawing);

#endif
