/// @file figure/map.h
/// A map laid out: bands or regions as polygons, their labels, a colour bar or a legend.
#ifndef CAROM_FIGURE_MAP_H
#define CAROM_FIGURE_MAP_H

#include "figure/key.h"
#include "figure/regions.h"

enum {
  CAROM__MAP_MAX_LEVELS = 24,
  CAROM__MAP_MAX_LABELS = 96,
  CAROM__MAP_LABEL_LINES = 6,
  CAROM__MAP_WORDS_SIZE = 300
};

/// Words in a region, a line each.
typedef struct carom__map_label {
  char lines[CAROM__MAP_LABEL_LINES][CAROM__MAP_WORDS_SIZE];
  int line_count;
  carom_vec2 centre;  ///< design pixels in the plot box
} carom__map_label;

typedef struct carom__map_layout {
  carom__sheet sheet;  ///< its view is not used
  carom__axis across, up, bar;
  int* classes;                          ///< of every point; -1 for none
  carom__regions shapes;                 ///< in units of the grid
  carom__regions zero;                   ///< where the values are not negative, if they have both signs
  double levels[CAROM__MAP_MAX_LEVELS];  ///< numbers: where the bands begin; the last one ends at the next level
  int level_count;                       ///< one more than there are bands
  carom__map_label labels[CAROM__MAP_MAX_LABELS];
  int label_count;
  char numbered[CAROM_FIGURE_MAX_WORDS][CAROM__MAP_WORDS_SIZE];  ///< "1: words", for the legend
  char specks[64];                                               ///< "and 2 more, too small to be seen"
  carom__key key;
} carom__map_layout;

/// All that the writers of script and data need.
typedef struct carom__map_drawing {
  const carom_figure_map_input* input;
  carom__map_layout layout;
} carom__map_drawing;

/// *out has its sheet; the rest is filled in. False without memory. The layout must be freed either way.
bool carom__map_lay_out(const carom_figure_map_input* input, carom__map_layout* out);
void carom__map_free(carom__map_layout* layout);

/// Traces the bands of numbers, by their levels: into shapes and zero. False without memory.
bool carom__map_trace_bands(const carom_figure_map_input* input, carom__map_layout* out);

/// Gives every region of a word its label, and the words that found no place an entry in the legend.
void carom__map_place_labels(const carom_figure_map_input* input, carom__map_layout* out);

/// Fill of a region: of a word, of a band, or of no answer.
const char* carom__map_colour(const carom_figure_map_input* input, const carom__map_layout* layout, int its_class,
                              char room[8]);

/// From units of the grid to design pixels in the plot box.
carom_vec2 carom__map_pixel(const carom_figure_map_input* input, const carom__map_layout* layout, carom_vec2 at);

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__MAP_SCRIPT "map.gp"
#define CAROM__MAP_SHAPES "map.dat"
#define CAROM__MAP_GRID   "grid.dat"

/// drawing is a carom__map_drawing.
void carom__map_write_shapes(FILE* file, const void* drawing);
void carom__map_write_script(FILE* script, const void* drawing);

#endif
