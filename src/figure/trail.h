/// @file trail.h
/// Paths in a plane with one scale for both axes: lines behind them, events on them, and labels that keep apart.
#ifndef CAROM_FIGURE_TRAIL_H
#define CAROM_FIGURE_TRAIL_H

#include "figure/marks.h"

/// A path. A point with a number that is not finite breaks it.
typedef struct carom__trail_path {
  const carom_vec2* points;
  int count;
  carom__curve curve;
  bool heads;           ///< heads along it say which way it runs
  bool strong;          ///< wider than the lines behind it
  const double* extra;  ///< extra_count more columns of the data, point by point; or NULL
  int extra_count;
} carom__trail_path;

typedef enum carom__trail_reach {
  CAROM__TRAIL_SEGMENT,  ///< from a to b
  CAROM__TRAIL_RAY,      ///< from a through b to the frame
  CAROM__TRAIL_LINE,     ///< through a and b, from frame to frame
} carom__trail_reach;

typedef struct carom__trail_line {
  carom__trail_reach reach;
  carom_vec2 a, b;
  carom__curve curve;
  const char* tag;       ///< beside it, in markup; or NULL
  carom__curve of_path;  ///< whose colour it has instead of its own; CAROM__CURVE_NONE for its own
} carom__trail_line;

/// The colour of a line and its tag.
const char* carom__trail_colour(const carom__trail_line* line);

typedef struct carom__trail_event {
  carom_vec2 at;
  carom__mark_shape shape;
  const char* words;  ///< in markup; "" for a mark without words
} carom__trail_event;

/// Words at a fixed place: design pixels beside a point.
typedef struct carom__trail_text {
  carom_vec2 at, beside;
  const char* markup;
} carom__trail_text;

typedef struct carom__trail_input {
  const char* name;     ///< of script and picture in the workshop: letters
  const char* columns;  ///< of the data, all of them
  const char *across, *up, *unit;
  bool from_zero;        ///< nothing is below zero: room that is left over goes to the right and above
  bool bare;             ///< neither frame nor tics: the lines and texts are the axes
  carom__bounds bounds;  ///< shown besides the paths; may be empty
  const carom__trail_path* paths;
  int path_count;
  const carom__trail_line* lines;
  int line_count;
  const carom__trail_event* events;
  int event_count;
  int hidden_count;  ///< events that the caller left out
  const carom__trail_text* texts;
  int text_count;
  const carom_vec2* patch;  ///< a region filled behind all: its corners
  int patch_count;
  const carom__legend_entry* legend;  ///< words are NULL where names has them
  const char* const* names;           ///< any text, as many as there are legend entries; may be NULL
  int legend_count;
  const char* subtitle;  ///< in markup
} carom__trail_input;

enum {
  CAROM__TRAIL_MAX_LINES = 96,
  CAROM__TRAIL_MAX_HEADS = 96,
  CAROM__TRAIL_MAX_TEXTS = 48,
  CAROM__TRAIL_MAX_MARKS = 96,
  CAROM__TRAIL_MAX_LEGEND = 12,
};

typedef struct carom__trail_head {
  carom_vec2 at, along;
  carom__curve curve;
} carom__trail_head;

typedef struct carom__trail_layout {
  carom__sheet sheet;
  carom__segment segments[CAROM__TRAIL_MAX_LINES];
  bool has_segment[CAROM__TRAIL_MAX_LINES];
  carom__rect tags[CAROM__TRAIL_MAX_LINES];
  carom__trail_head heads[CAROM__TRAIL_MAX_HEADS];
  int head_count;
  carom__marks marks;
  int crowd_count;  ///< events without words, because others at their place have some
  carom__legend_entry legend[CAROM__TRAIL_MAX_LEGEND + 1];
  int legend_count;
  char hidden[64];
  char ends[CAROM__MARKS_ROOM][24];  ///< how many paths end at a mark
  carom__scene scene;
} carom__trail_layout;

/// *out has its sheet; the rest is filled in.
void carom__trail_lay_out(const carom__trail_input* input, carom__trail_layout* out);

/// All that the writers of script and data need.
typedef struct carom__trail_drawing {
  const carom__trail_input* input;
  carom__trail_layout layout;
} carom__trail_drawing;

#define CAROM__TRAIL_PATHS  "path.dat"
#define CAROM__TRAIL_LINES  "lines.dat"
#define CAROM__TRAIL_EVENTS "events.dat"

/// drawing is a carom__trail_drawing.
void carom__trail_write_script(FILE* script, const void* drawing);

/// Draws. The figure has been checked.
carom_status carom__trail_draw(const carom_figure* figure, carom__format format, const carom__trail_input* input,
                               carom_diag* diag);

#endif
