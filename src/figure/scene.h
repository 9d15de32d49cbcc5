/// @file figure/scene.h
/// The bodies of an impact laid out: one scale for places, one for velocities, and words that keep apart.
#ifndef CAROM_FIGURE_SCENE_H
#define CAROM_FIGURE_SCENE_H

#include "figure/marks.h"

enum { CAROM__STAGE_WORDS = 128 };

/// A velocity as an arrow; none where it is too short to be seen.
typedef struct carom__stage_arrow {
  bool shown;
  carom_vec2 from, to;  ///< pixels
  carom__curve curve;
  char speed[48];  ///< "1.2 m/s", in markup
  bool said;       ///< its speed has a place
  carom__rect label;
} carom__stage_arrow;

/// What stands beside a body: its name, and its spin if it has one.
typedef struct carom__stage_name {
  char name[CAROM__STAGE_WORDS], spin[CAROM__STAGE_WORDS];  ///< any text; markup
  bool shown;
  carom_vec2 centre;  ///< pixels, of the body
  carom__rect label;
} carom__stage_name;

typedef struct carom__stage {
  carom__sheet sheet;
  double speed_scale;                                      ///< design pixels for 1 m/s
  carom__stage_arrow arrows[2 * CAROM_FIGURE_MAX_ACTORS];  ///< before and after, body by body
  carom__stage_arrow normals[CAROM_FIGURE_MAX_MEETINGS];
  carom__stage_name names[CAROM_FIGURE_MAX_ACTORS];
  carom__marks marks;  ///< contact points
  char numbers[CAROM__MARKS_ROOM][12];
  carom_figure_wall walls[CAROM_FIGURE_MAX_MEETINGS + CAROM_FIGURE_MAX_WALLS];
  int wall_count;
  bool has_guess;
  bool crowded;      ///< so many bodies and contacts that names alone stand beside them
  char longest[96];  ///< where it is crowded: how fast the longest arrow is, in markup
  carom__scene scene;
} carom__stage;

/// *out has its sheet; the rest is filled in.
void carom__stage_lay_out(const carom_figure_scene_input* input, carom__stage* out);
/// Entries of the legend.
int carom__stage_legend(const carom_figure_scene_input* input, const carom__stage* stage, carom__legend_entry* entries);

/// All that the writers of script and data need.
typedef struct carom__stage_drawing {
  const carom_figure_scene_input* input;
  carom__stage stage;
} carom__stage_drawing;

enum { CAROM__STAGE_MOST_ENTRIES = 6 };

/// The files in the workshop; the script names the others relative to itself. The outlines have a block for each body.
#define CAROM__STAGE_SCRIPT   "scene.gp"
#define CAROM__STAGE_OUTLINES "outlines.dat"
#define CAROM__STAGE_CONTACTS "contacts.dat"

/// drawing is a carom__stage_drawing.
void carom__stage_write_script(FILE* script, const void* drawing);

#endif
