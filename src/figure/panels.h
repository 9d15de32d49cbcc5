/// @file panels.h
/// Panels stacked over one axis: their ranges and tics, and events as lines through all of them with flags above.
#ifndef CAROM_FIGURE_PANELS_H
#define CAROM_FIGURE_PANELS_H

#include "figure/sheet.h"

enum { CAROM__MAX_PANELS = CAROM_FIGURE_MAX_PANELS, CAROM__MAX_FLAGS = CAROM_FIGURE_MAX_FLAGS, CAROM__FLAG_LINES = 3 };

typedef struct carom__panel {
  const char *what, *factor,
      *unit;  ///< title: what is shown, times which factor ("" for none), in which unit (NULL: none)
  carom__axis up;
  double share;        ///< of the height, against the other panels
  bool far_from_zero;  ///< 0 need not be shown where it would press the rest flat
  double bottom;       ///< design pixels from the figure's lower edge
} carom__panel;

/// An event: a line through all panels, and words and the value above it.
typedef struct carom__flag {
  double at;                             ///< data
  const char* words[CAROM__FLAG_LINES];  ///< lines, NULL after the last
  char value[40];                        ///< the line below them; may be empty
  int importance;                        ///< where there is no room for all, the least important stay without words
  bool shown;                            ///< with words
  carom__rect label;                     ///< design pixels, the origin at the upper left corner of the top panel
} carom__flag;

typedef struct carom__panels {
  carom__sheet sheet;  ///< its bottom is where the lowest panel ends; its view is not used
  carom__axis across;
  const char *across_what, *across_unit;
  carom__panel items[CAROM__MAX_PANELS];
  int count;
  carom__flag flags[CAROM__MAX_FLAGS];
  int flag_count, hidden_count;  ///< hidden: without words
} carom__panels;

/// Design pixels above the top panel that flags take.
#define CAROM__FLAG_ROOM (CAROM__FLAG_LINES * CAROM__LINE_HEIGHT + 14.0)

/// A panel below those that there are. titles has its share too. [low, high] is what it must show; it shows 0 too,
/// unless it may be far from zero.
void carom__panels_add(carom__panels* panels, carom__panel titles, double low, double high);
/// Divides the room between the sheet's margins.
void carom__panels_stack(carom__panels* panels);

/// In order of `at`. Without room for the line itself (CAROM__MAX_FLAGS) it counts as hidden.
void carom__panels_add_flag(carom__panels* panels, carom__flag flag);
/// Gives the flags their places, in one row, as near to their lines as order and width allow. Where that is too far for
/// the eye, the least important of the crowd stay without words.
void carom__panels_place_flags(carom__panels* panels);

/// Places centres so that neighbours keep their distance and none leaves [low, high]; each is moved as little as that
/// allows (least squares). centre is in rising order; half has half sizes. False if there is no room.
bool carom__spread(double* centre, const double* half, int count, double low, double high);

/// Margins, axis across and titles: once, before the first panel.
void carom__panels_write_frame(FILE* script, const carom__panels* panels);
void carom__panels_write_flags(FILE* script, const carom__panels* panels);
/// Range, tics and event lines of a panel. What was set for the panel before is taken back. The caller plots next, with
/// the factors kx and ky that turn data into what the axes show.
void carom__panels_write_panel(FILE* script, const carom__panels* panels, int index);

#endif
