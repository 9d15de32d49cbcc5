// Histograms above each other, with bars of sensitivity beside them.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h
#include <math.h>

#include "figure/figure.h"
#include "figure/sheet.h"

#define DATA    "histograms.dat"
#define INDICES "sensitivity.dat"
#define SCRIPT  "histograms.gp"

/// Design pixels: above, below and beside the plots, and between them.
static const double ABOVE = 66, BELOW = 4, LEFT = 24, RIGHT = 22, LABEL = 50, BETWEEN = 14;
/// Of the width: the bars, and at most the names beside them.
static const double BARS = 0.24, NAMES = 0.34;

/// Labels that change from plot to plot have numbers of their own, away from those of the title.
enum { AXIS_TAG = 1000, NAME_TAG = 1001 };

typedef struct drawing {
  const carom_figure_histograms_input* input;
  carom__sheet sheet;
  bool has_bars;
  double names;  // design pixels, beside the bars
} drawing;

static void write_counts(FILE* file, const void* context) {
  const drawing* d = context;
  fputs("# middle of the bin, count, width; a block for each histogram\n", file);
  for (int i = 0; i < d->input->count; ++i) {
    const carom_figure_histogram* h = &d->input->items[i];
    const double width = (h->to - h->from) / h->bins;
    for (int k = 0; k < h->bins; ++k)
      fprintf(file, "%.10g %.10g %.10g\n", h->from + (k + 0.5) * width, h->counts[k], width);
    fputs("\n\n", file);
  }
}

static double finite(double x) {
  return isfinite(x) ? x : 0;
}

static void write_indices(FILE* file, const void* context) {
  const drawing* d = context;
  fputs("# row, alone, +-, in all, +-; a block for each histogram\n", file);
  for (int i = 0; i < d->input->count; ++i) {
    const carom_figure_histogram* h = &d->input->items[i];
    for (int k = 0; k < d->input->input_count && h->first; ++k)
      fprintf(file, "%d %.6g %.6g %.6g %.6g\n", k + 1, finite(h->first[k]), finite(h->first_width[k]),
              finite(h->total[k]), finite(h->total_width[k]));
    fputs("0 0 0 0 0\n\n\n", file);
  }
}

static double font(const drawing* d, double size) {
  return carom__style_font(d->sheet.figure, d->sheet.format, size);
}

/// Where plot number i stands, design pixels.
typedef struct place {
  double left, right, bottom, top;
} place;

static place place_of(const drawing* d, int i, bool bars) {
  const double room = d->sheet.height - ABOVE - BELOW, each = room / d->input->count;
  const double bottom = d->sheet.height - ABOVE - (i + 1) * each + LABEL;
  const double start = d->sheet.width - RIGHT - BARS * d->sheet.width;
  const double middle = d->has_bars ? start - d->names - 2 * RIGHT : d->sheet.width - RIGHT;
  return (place){bars ? start : LEFT, bars ? d->sheet.width - RIGHT : middle, bottom, bottom + each - LABEL - BETWEEN};
}

static void write_place(FILE* script, const drawing* d, place p) {
  const double w = d->sheet.width, h = d->sheet.height;
  fprintf(script, "set lmargin at screen %.6g\nset rmargin at screen %.6g\nset bmargin at screen %.6g\n", p.left / w,
          p.right / w, p.bottom / h);
  fprintf(script, "set tmargin at screen %.6g\n", p.top / h);
}

static void write_axis_title(FILE* script, const drawing* d, const carom_figure_histogram* h, place p) {
  char text[400];
  const bool has_unit = h->unit && *h->unit;
  snprintf(text, sizeof text, has_unit ? "%s [%s]" : "%s", h->what, h->unit);
  carom__style_cut_markup(text, 1.15 * (p.right - p.left) / CAROM__FONT_SMALL + 4);
  fprintf(script, "set label %d ", AXIS_TAG);
  carom__style_write_quoted(script, text, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g'\n", 0.5 * (p.left + p.right) / d->sheet.width,
          (p.bottom - CAROM__AXIS_TITLE_DROP + 4) / d->sheet.height, font(d, CAROM__FONT_SMALL));
}

/// A round step, so that numbers have room beside each other.
static double tic_of(double width, double pixels) {
  const double rough = width * 62 / pixels, power = pow(10, floor(log10(rough))), part = rough / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void write_histogram(FILE* script, const drawing* d, int i) {
  const carom_figure_histogram* h = &d->input->items[i];
  const place p = place_of(d, i, false);
  double most = 1;
  for (int k = 0; k < h->bins; ++k) most = fmax(most, h->counts[k]);
  write_place(script, d, p);
  write_axis_title(script, d, h, p);
  fprintf(script, "set xrange [%.10g:%.10g]\nset yrange [0:%.10g]\nunset arrow\n", h->from, h->to, 1.06 * most);
  fprintf(script, "set border 1\nset xtics %.10g\nunset ytics\n", tic_of(h->to - h->from, p.right - p.left));
  for (int k = 0; k < h->mark_count; ++k)
    fprintf(script, "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead lt %d front\n", h->marks[k],
            h->marks[k], CAROM__CURVE_EVENT);
  fprintf(script, "plot '%s' index %d using 1:2:3 with boxes fs solid noborder lc rgb '#7FB2D6'\n", DATA, i);
}

/// Names are anybody's text: labels beside the bars.
static void write_names(FILE* script, const drawing* d, place p) {
  const int count = d->input->input_count;
  const double row = (p.top - p.bottom) / count, size = fmin(CAROM__FONT_SMALL, 0.95 * row);
  for (int k = 0; k < count; ++k) {
    fprintf(script, "set label %d ", NAME_TAG + k);
    char name[400];
    snprintf(name, sizeof name, "%s", d->input->inputs[k]);
    carom__style_cut_markup(name, NAMES * d->sheet.width / size);
    carom__style_write_quoted(script, name, HUGE_VAL);
    fprintf(script, " at screen %.6g,first %d right font ',%.4g'\n", (p.left - 8) / d->sheet.width, k + 1,
            font(d, size));
  }
}

static void write_bars(FILE* script, const drawing* d, int i) {
  const carom_figure_histogram* h = &d->input->items[i];
  const place p = place_of(d, i, true);
  if (!h->first) return;
  write_place(script, d, p);
  write_names(script, d, p);
  fprintf(script, "unset arrow\nset label %d ", AXIS_TAG);
  carom__style_write_quoted(script, "part of the variance", HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g'\n", 0.5 * (p.left + p.right) / d->sheet.width,
          (p.bottom - CAROM__AXIS_TITLE_DROP + 4) / d->sheet.height, font(d, CAROM__FONT_SMALL));
  fprintf(script, "set xrange [0:1.05]\nset yrange [%.3g:0.5]\nset border 3\nset xtics 0.5\nunset ytics\n",
          d->input->input_count + 0.5);
  fprintf(script,
          "plot '%s' index %d using 4:1:(0):4:($1-0.32):($1+0.32) with boxxyerror fs solid noborder lc rgb '#B5DAEE', "
          "'' index %d using 2:1:(0):($2>0?$2:0):($1-0.32):($1+0.32) with boxxyerror fs solid noborder lc rgb "
          "'#0072B2', '' index %d using 4:1:5 with xerrorbars pt 0 lw 0.9 lc rgb '#202020'\n",
          INDICES, i, i, i);
  for (int k = 0; k < d->input->input_count; ++k) fprintf(script, "unset label %d\n", NAME_TAG + k);
}

static void write_script(FILE* script, const void* context) {
  const drawing* d = context;
  char picture[32];
  snprintf(picture, sizeof picture, "histograms.%s", carom__format_word(d->sheet.format));
  fprintf(script, "# How often values were found, drawn by carom. To draw it again: gnuplot %s\n", SCRIPT);
  carom__style_write_head(script, d->sheet.figure, d->sheet.format, picture);
  fputs("set multiplot\nunset key\nset border 3 lw 0.8 lc rgb '#404040'\nset minussign\n", script);
  carom__style_write_tics(script, d->sheet.figure, d->sheet.format);
  carom__sheet_write_title(script, &d->sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, &d->sheet, d->input->subtitle);
  for (int i = 0; i < d->input->count; ++i) {
    write_histogram(script, d, i);
    fputs("unset label\n", script);  // what is drawn again is bold
    if (d->has_bars) write_bars(script, d, i);
  }
  fputs("unset multiplot\nset output\n", script);
}

static bool is_complete(const carom_figure_histograms_input* input) {
  if (!input || !input->items || input->count < 1 || input->count > CAROM_FIGURE_MAX_HISTOGRAMS) return false;
  for (int i = 0; i < input->count; ++i) {
    const carom_figure_histogram* h = &input->items[i];
    if (h->bins < 1 || !h->counts || !carom__sheet_is_markup(h->what) || (h->mark_count > 0 && !h->marks)) return false;
    if (!(h->from < h->to) || !isfinite(h->to - h->from)) return false;
    if (h->first && (!h->first_width || !h->total || !h->total_width || !input->inputs || input->input_count < 1 ||
                     input->input_count > CAROM_FIGURE_MAX_INPUTS))
      return false;
    for (int k = 0; h->first && k < input->input_count; ++k)
      if (!carom__sheet_is_markup(input->inputs[k])) return false;
  }
  return true;
}

carom_status carom_figure_histograms(const carom_figure* figure, const carom_figure_histograms_input* input,
                                     carom_diag* diag) {
  static const carom__part parts[] = {{DATA, write_counts}, {INDICES, write_indices}, {SCRIPT, write_script}};
  carom__format format;
  const carom_status status = carom__figure_check(figure, &format, diag);
  if (status) return status;
  if (!is_complete(input))
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "histograms need 1 to %d of them, each with bins, counts, words and an axis of finite "
                               "length; one of these is missing",
                               CAROM_FIGURE_MAX_HISTOGRAMS);
  drawing d = {.input = input, .sheet = carom__sheet_of(figure, format)};
  for (int i = 0; i < input->count; ++i) d.has_bars = d.has_bars || input->items[i].first;
  for (int k = 0; k < input->input_count && d.has_bars; ++k)
    d.names = fmax(d.names, carom__style_text_width(input->inputs[k], CAROM__FONT_SMALL));
  d.names = fmin(d.names, NAMES * d.sheet.width);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
