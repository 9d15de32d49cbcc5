/// @file style.h
/// The one look of all figures: sizes, fonts, palette, dash patterns, and the only place that quotes text for gnuplot.
#ifndef CAROM_FIGURE_STYLE_H
#define CAROM_FIGURE_STYLE_H

#include <stddef.h>
#include <stdio.h>

#include "carom/figure.h"

typedef enum carom__format {
  CAROM__FORMAT_SVG,
  CAROM__FORMAT_PDF,
  CAROM__FORMAT_PNG,
  CAROM__FORMAT_UNKNOWN,
} carom__format;

/// Sizes in pixels of a figure that is CAROM__DESIGN_WIDTH wide. Larger figures are the same drawing, enlarged.
enum {
  CAROM__DESIGN_WIDTH = 520,
  CAROM__DESIGN_HEIGHT = 560,
  CAROM__FONT_TITLE = 17,
  CAROM__FONT_TEXT = 15,
  CAROM__FONT_SMALL = 13,
  CAROM__AXIS_TITLE_DROP = 39,  ///< from the axis across down to the middle of its title
};

/// What a curve stands for: X(symbol, colour, width, dash pattern). Colours are those of Okabe and Ito, told apart by
/// the colour-blind; the dash patterns keep them apart in grey. The greys are lines behind paths that have the colours.
#define CAROM__CURVE_LIST(X)                                 \
  X(CAROM__CURVE_PATH, "#000000", 3.4, "solid")              \
  X(CAROM__CURVE_STICKING, "#0072B2", 1.7, "(11,5)")         \
  X(CAROM__CURVE_COMPRESSION, "#00805C", 1.7, "(14,4,3,4)")  \
  X(CAROM__CURVE_TERMINATION, "#A6407E", 1.7, "solid")       \
  X(CAROM__CURVE_FRICTION, "#C04F00", 1.7, "(3,3)")          \
  X(CAROM__CURVE_REVERSED, "#C04F00", 1.7, "(10,3,2,3,2,3)") \
  X(CAROM__CURVE_CENTRIPETAL, "#0072B2", 1.7, "(11,5)")      \
  X(CAROM__CURVE_CENTRIFUGAL, "#C04F00", 1.9, "(10,3,2,3)")  \
  X(CAROM__CURVE_STEADY, "#606060", 1.7, "(3,3)")            \
  X(CAROM__CURVE_TANGENT_1, "#0072B2", 2.2, "solid")         \
  X(CAROM__CURVE_TANGENT_2, "#C04F00", 2.2, "(10,3,2,3)")    \
  X(CAROM__CURVE_TANGENTS, "#A6407E", 2.2, "(6,3)")          \
  X(CAROM__CURVE_NORMAL, "#000000", 2.2, "(14,4)")           \
  X(CAROM__CURVE_LOST, "#606060", 2.2, "(2,3)")              \
  X(CAROM__CURVE_EVENT, "#909090", 0.9, "(3,3)")             \
  X(CAROM__CURVE_SERIES_1, "#0072B2", 1.9, "solid")          \
  X(CAROM__CURVE_SERIES_2, "#C04F00", 1.9, "(11,4)")         \
  X(CAROM__CURVE_SERIES_3, "#00805C", 1.9, "(14,4,3,4)")     \
  X(CAROM__CURVE_SERIES_4, "#A6407E", 1.9, "(5,3)")          \
  X(CAROM__CURVE_SERIES_5, "#8A6A00", 1.9, "(10,3,2,3,2,3)") \
  X(CAROM__CURVE_SERIES_6, "#404040", 1.9, "(3,3)")          \
  X(CAROM__CURVE_SERIES_7, "#0072B2", 1.9, "(5,3)")          \
  X(CAROM__CURVE_SERIES_8, "#C04F00", 1.9, "solid")          \
  X(CAROM__CURVE_SERIES_9, "#00805C", 1.9, "(3,3)")          \
  X(CAROM__CURVE_SERIES_10, "#A6407E", 1.9, "(14,4,3,4)")    \
  X(CAROM__CURVE_SERIES_11, "#8A6A00", 1.9, "solid")         \
  X(CAROM__CURVE_SERIES_12, "#404040", 1.9, "(11,4)")        \
  X(CAROM__CURVE_ELLIPSE, "#8C8C8C", 1.2, "solid")           \
  X(CAROM__CURVE_AXIS, "#B0B0B0", 0.8, "solid")              \
  X(CAROM__CURVE_LEADER, "#606060", 0.7, "solid")            \
  X(CAROM__CURVE_BUNDLE, "#202020", 1.3, "solid")            \
  X(CAROM__CURVE_SHADOW, "#8C8C8C", 1.6, "solid")            \
  X(CAROM__CURVE_TRAIL, "#202020", 1.1, "(2,2)")             \
  X(CAROM__CURVE_PHASE_FLIGHT, "#00805C", 2.0, "(2,3)")      \
  X(CAROM__CURVE_PHASE_SLIDE, "#C04F00", 2.6, "solid")       \
  X(CAROM__CURVE_PHASE_STICK, "#0072B2", 2.2, "(6,3)")       \
  X(CAROM__CURVE_PHASE_ROLL, "#0072B2", 2.2, "(11,4)")       \
  X(CAROM__CURVE_PHASE_REST, "#404040", 2.2, "solid")        \
  X(CAROM__CURVE_GREY_1, "#606060", 1.4, "(11,5)")           \
  X(CAROM__CURVE_GREY_2, "#606060", 1.4, "(14,4,3,4)")       \
  X(CAROM__CURVE_GREY_3, "#606060", 1.4, "solid")            \
  X(CAROM__CURVE_GREY_4, "#606060", 1.4, "(3,3)")            \
  X(CAROM__CURVE_GREY_5, "#606060", 1.4, "(10,3,2,3,2,3)")   \
  X(CAROM__CURVE_BEFORE, "#0072B2", 2.4, "(5,3)")            \
  X(CAROM__CURVE_AFTER, "#C04F00", 2.4, "solid")             \
  X(CAROM__CURVE_PUSH, "#202020", 1.3, "solid")              \
  X(CAROM__CURVE_BODY, "#404040", 1.3, "solid")              \
  X(CAROM__CURVE_GUESS, "#606060", 1.3, "(4,4)")

/// The line type in gnuplot is the value here, so it starts at 1.
typedef enum carom__curve {
  CAROM__CURVE_NONE,
#define CAROM_X(symbol, colour, width, dash) symbol,
  CAROM__CURVE_LIST(CAROM_X)
#undef CAROM_X
} carom__curve;

/// Light fill of the region where energy is lost.
#define CAROM__FILL_COLOUR "#EFEFEA"
/// Shade where energy is gained.
#define CAROM__GAIN_COLOUR "#F3CBB0"
#define CAROM__TEXT_COLOUR "#202020"
/// Words that say which contacts act.
#define CAROM__STATE_COLOUR "#A6407E"

const char* carom__curve_colour(carom__curve curve);

enum { CAROM__SERIES_COUNT = 12 };
/// The curve of the index-th of many equals: six colours, then the same in other dashes; after the last the first comes
/// again.
carom__curve carom__curve_of_series(int index);

/// From the ending of a file name, in any case.
carom__format carom__format_of(const char* path);
const char* carom__format_word(carom__format format);

/// How much larger than the design the figure is.
double carom__style_unit(const carom_figure* figure);

/// Size of a font as this format counts it, for a size of the design.
double carom__style_font(const carom_figure* figure, carom__format format, double design_size);

/// Size of an event's mark as this format counts it.
double carom__style_point(const carom_figure* figure, carom__format format);

/// Tics of every axis: outside, short, with small numbers. gnuplot's terminals hang numbers at different distances
/// below an axis; here they hang alike, CAROM__AXIS_TITLE_DROP design pixels leave room for the axis's title below
/// them.
void carom__style_write_tics(FILE* script, const carom_figure* figure, carom__format format);

/// What a point type's size must be multiplied with to look alike in all formats, as a gnuplot expression over
/// `column`: svg draws diamonds larger than the others do.
void carom__style_even_points(char* out, size_t size, carom__format format, const char* column);

/// Terminal, output, encoding, background and line styles: the head of every script.
void carom__style_write_head(FILE* script, const carom_figure* figure, carom__format format, const char* output);

/// Writes text as one gnuplot string. Line breaks and control characters become spaces, bytes that are no UTF-8 become
/// question marks. Nothing in the text can end the string or be run. Text wider than max_width em is cut.
void carom__style_write_quoted(FILE* script, const char* text, double max_width);

/// Width in em of plain text, estimated for a wide sans-serif font.
double carom__style_plain_width(const char* text);

/// A number as people write it, in gnuplot's markup: 4 digits, a true minus, powers of ten as powers.
void carom__style_number(char* out, size_t size, double value);

/// Cuts markup that is wider than max_width em, and ends it with "…": never within a group in braces or a character.
void carom__style_cut_markup(char* markup, double max_width);

/// Width in design pixels of a label in gnuplot's enhanced markup, estimated for a wide sans-serif font.
double carom__style_text_width(const char* markup, double font_size);

#endif
