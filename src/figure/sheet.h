/// @file sheet.h
/// The sheet that a plane figure is drawn on: margins and axes, titles, labels, legend, and the files behind it.
#ifndef CAROM_FIGURE_SHEET_H
#define CAROM_FIGURE_SHEET_H

#include "figure/gnuplot.h"
#include "figure/labels.h"
#include "figure/layout.h"
#include "figure/style.h"

/// The user's title on one line, or on two where it is long.
typedef struct carom__title {
  int lines;     ///< 0 without a title
  double size;   ///< of its letters, design pixels
  size_t first;  ///< bytes of the first line; a space parts it from the second
} carom__title;

typedef struct carom__sheet {
  const carom_figure* figure;
  carom__format format;
  double width, height;             ///< of the figure, design pixels
  double left, right, bottom, top;  ///< margins around the plot box
  double legend;                    ///< height of the legend's first line
  carom__title title;
  carom__view view;
} carom__sheet;

/// Bytes; a longer title stays on one line, where it is cut.
enum { CAROM__TITLE_SIZE = 1024 };

/// Design pixels from line to line of a label.
#define CAROM__LINE_HEIGHT (1.25 * CAROM__FONT_SMALL)

/// Room for the title and subtitle above, labels above and to the right, tics, axis titles and legend below. The view
/// is left to the caller.
carom__sheet carom__sheet_of(const carom_figure* figure, carom__format format);
/// How a title fits on a sheet so wide, in design pixels. text may be NULL.
carom__title carom__title_fit(const char* text, double sheet_width);
/// Design pixels above the plot that the title takes, and the subtitle where there is one.
double carom__sheet_head(const carom__sheet* sheet, bool subtitle);
double carom__sheet_box_width(const carom__sheet* sheet);
double carom__sheet_box_height(const carom__sheet* sheet);

/// Whether words that a caller gives as markup can stand in a script: they are there, without quotes or line breaks.
bool carom__sheet_is_markup(const char* markup);

/// Half the width of a label, with a little air around the letters.
double carom__sheet_half_width(const char* markup);

void carom__sheet_write_frame(FILE* script, const carom__sheet* sheet);
/// Titles of the axis across and the axis up, and their unit.
void carom__sheet_write_axis_titles(FILE* script, const carom__sheet* sheet, const char* across, const char* up,
                                    const char* unit);
/// The user's title, smaller and then on two lines if it is long, cut if it is very long. It stands over the middle of
/// the plot, or as near to it as the sheet's edges allow.
void carom__sheet_write_title(FILE* script, const carom__sheet* sheet);
/// Below the title; smaller if it is long, cut if it is very long.
void carom__sheet_write_subtitle(FILE* script, const carom__sheet* sheet, const char* markup);
void carom__sheet_write_label(FILE* script, const carom__sheet* sheet, carom__rect at, const char* markup,
                              const char* colour);
/// The thin line from a point to its label, where that needs one.
void carom__sheet_write_leader(FILE* script, const carom__sheet* sheet, carom_vec2 point, carom__rect label);
/// A head at pixel `at` that points along `along`.
void carom__sheet_write_head(FILE* script, const carom__sheet* sheet, carom_vec2 at, carom_vec2 along,
                             carom__curve curve);

/// "Stronge, e = 0.9  ·  μ = 0.5", in gnuplot's markup.
void carom__sheet_describe_surface(const carom_surface* surface, char* out, size_t size);
/// "  ·  ΔT = -0.1 J", in gnuplot's markup; what rounding leaves of an elastic impact is no change.
void carom__sheet_describe_change(double joule, double stored, char* out, size_t size);

/// One entry of the legend: a sample, then words. gnuplot's own key is laid out differently by each terminal.
typedef struct carom__legend_entry {
  carom__curve curve;  ///< CAROM__CURVE_ELLIPSE gives a filled box, CAROM__CURVE_NONE words alone
  const char* words;   ///< in gnuplot's markup; NULL where carom__sheet_write_legend_text gives them
} carom__legend_entry;

typedef struct carom__legend_box {
  const char* colour;
  double width, height;  ///< design pixels
} carom__legend_box;

/// Gives the plot the room that the words beside it leave: what the widest of them takes, less than the usual. Before
/// the view is chosen; half is half the width of those words, 0 for none.
void carom__sheet_fit_right(carom__sheet* sheet, double half);
/// Gives the plot the room that a legend of so few entries leaves. Before the view is chosen.
void carom__sheet_fit_legend(carom__sheet* sheet, int count);
/// In two columns, the first one filled first.
void carom__sheet_write_legend(FILE* script, const carom__sheet* sheet, const carom__legend_entry* entries, int count);
/// Any text as the words of one entry of count, shown as it is, cut where the column ends.
void carom__sheet_write_legend_text(FILE* script, const carom__sheet* sheet, int index, int count, const char* text);
/// A filled box as the sample of one entry of count.
void carom__sheet_write_legend_box(FILE* script, const carom__sheet* sheet, int index, int count,
                                   carom__legend_box box);
/// A point as the sample of one entry of count.
void carom__sheet_write_legend_point(FILE* script, const carom__sheet* sheet, int index, int count, int point_type);

/// One file of a drawing.
typedef struct carom__part {
  const char* name;
  void (*write)(FILE* file, const void* drawing);
} carom__part;

/// Writes all parts, the last of them the script, into a workshop and draws.
carom_status carom__sheet_draw(const carom_figure* figure, const carom__part* parts, int count, const void* drawing,
                               carom_diag* diag);

#endif
