/// @file marks.h
/// What happened on a path: marks with labels. Events at one place share a mark and a label.
#ifndef CAROM_FIGURE_MARKS_H
#define CAROM_FIGURE_MARKS_H

#include "figure/sheet.h"

/// A path should have MAX_MARKS at most; there is room for those of a bundle of paths.
enum { CAROM__MAX_MARKS = 16, CAROM__MARKS_ROOM = 64, CAROM__MARK_LINES = 16 };

typedef enum carom__mark_shape {
  CAROM__MARK_START,
  CAROM__MARK_SLIP,
  CAROM__MARK_COMPRESSION,
  CAROM__MARK_STATE,
  CAROM__MARK_END
} carom__mark_shape;

typedef struct carom__mark {
  carom__mark_shape shape;
  const char* texts[CAROM__MARK_LINES];  ///< one event a line
  int text_count;
  carom_vec2 data;  ///< in the unit of the axes
  carom_vec2 pixel;
  carom__rect label;
  bool silent;  ///< no room for its label
} carom__mark;

typedef struct carom__marks {
  carom__mark items[CAROM__MARKS_ROOM];
  int count;
} carom__marks;

/// What an event of several contacts looks like.
carom__mark_shape carom__mark_of_event(carom_event_type type);

/// The mark that a place would share, or NULL.
carom__mark* carom__marks_find(carom__marks* marks, const carom__view* view, carom_vec2 data);

/// A mark of its own, or a share of one at the same place. Text "" gives a mark without words.
void carom__marks_add(carom__marks* marks, const carom__view* view, carom_vec2 data, carom__mark_shape shape,
                      const char* text);

/// Gives every mark its label's place.
void carom__marks_place(carom__marks* marks, carom__scene* scene);
/// The same where there may be too many, the first and the last mark before the others: some stay silent.
void carom__marks_place_if_room(carom__marks* marks, carom__scene* scene);
void carom__marks_add_obstacles(const carom__marks* marks, carom__scene* scene);

/// The labels, with thin lines to those that had to move away.
void carom__marks_write_labels(FILE* script, const carom__marks* marks, const carom__sheet* sheet);

/// The data file, headed by the names of its first two columns, and the lines of the plot command that draw it.
void carom__marks_write_data(FILE* file, const carom__marks* marks, const char* columns);
void carom__marks_write_plot(FILE* script, const carom__sheet* sheet, const char* data_name);

#endif
