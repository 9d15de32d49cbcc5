// Panels beside and above each other, each with its own axes: points by series, curves, contours.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h
#include <math.h>

#include "figure/figure.h"
#include "figure/sheet.h"

#define DATA   "scatters.dat"
#define MAPS   "contours.dat"
#define SCRIPT "scatters.gp"

/// Design pixels: above all panels, below them (the legend), beside; and around each: for its numbers and titles.
static const double ABOVE = 72, BELOW = 40, SIDE = 8, LEFT = 74, UNDER = 50, BETWEEN = 16;
/// Design pixels between a sample of the legend and the next.
static const double LEGEND_GAP = 26;
/// Labels that change from panel to panel have numbers of their own, away from those of the title.
enum { ACROSS_TAG = 1000, UP_TAG = 1001 };

typedef struct drawing {
  const carom_figure_scatters_input* input;
  carom__sheet sheet;
  int rows;
} drawing;

static void write_points(FILE* file, const void* context) {
  const drawing* d = context;
  fputs("# x, y; a block for each curve of each panel\n", file);
  for (int i = 0; i < d->input->count; ++i)
    for (int k = 0; k < d->input->panels[i].curve_count; ++k) {
      const carom_figure_curve* c = &d->input->panels[i].curves[k];
      for (int j = 0; j < c->count; ++j) {
        if (isfinite(c->x[j]) && isfinite(c->y[j]))
          fprintf(file, "%.10g %.10g\n", c->x[j], c->y[j]);
        else
          fputs("NaN NaN\n", file);
      }
      fputs("NaN NaN\n\n\n", file);
    }
}

static void write_maps(FILE* file, const void* context) {
  const drawing* d = context;
  fputs("# x, y, value; a block for each panel with contours\n", file);
  for (int i = 0; i < d->input->count; ++i) {
    const carom_figure_scatter* p = &d->input->panels[i];
    for (int row = 0; p->values && row < p->rows; ++row) {
      for (int k = 0; k < p->columns; ++k)
        fprintf(file, "%.10g %.10g %.10g\n", p->left + k * (p->right - p->left) / (p->columns - 1),
                p->bottom + row * (p->top - p->bottom) / (p->rows - 1), p->values[row * p->columns + k]);
      fputc('\n', file);
    }
    if (p->values) fputc('\n', file);
  }
}

static double font(const drawing* d, double size) {
  return carom__style_font(d->sheet.figure, d->sheet.format, size);
}

/// The box of a panel, as parts of the sheet.
typedef struct place {
  double left, right, bottom, top;
} place;

static place place_of(const drawing* d, int i) {
  const double width = (d->sheet.width - 2 * SIDE) / d->input->across;
  const double height = (d->sheet.height - ABOVE - BELOW) / d->rows;
  const int column = i % d->input->across, row = i / d->input->across;
  const double left = SIDE + column * width + LEFT, top = d->sheet.height - ABOVE - row * height;
  return (place){left / d->sheet.width, (left + width - LEFT - BETWEEN) / d->sheet.width,
                 (top - height + UNDER) / d->sheet.height, (top - BETWEEN) / d->sheet.height};
}

/// Least and largest of the numbers of a panel along an axis, with some air.
static void range_of(const carom_figure_scatter* p, bool across, double out[2]) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (int k = 0; k < p->curve_count; ++k)
    for (int j = 0; j < p->curves[k].count; ++j) {
      const double x = across ? p->curves[k].x[j] : p->curves[k].y[j];
      if (isfinite(x)) least = fmin(least, x), most = fmax(most, x);
    }
  if (p->values) {
    least = fmin(least, across ? p->left : p->bottom);
    most = fmax(most, across ? p->right : p->top);
  }
  if (!(least < most)) least = isfinite(least) ? least - 1 : 0, most = least + 2;
  const double air = p->values ? 0 : 0.05 * (most - least);
  out[0] = least - air;
  out[1] = most + air;
}

/// A round step, so that numbers have room beside each other.
static double tic_of(double width, double pixels) {
  const double rough = width * 58 / pixels, power = pow(10, floor(log10(rough))), part = rough / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void write_titles(FILE* script, const drawing* d, const carom_figure_scatter* p, place at) {
  fprintf(script, "set label %d ", ACROSS_TAG);
  carom__style_write_quoted(script, p->what_across, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g'\nset label %d ", 0.5 * (at.left + at.right),
          at.bottom - CAROM__AXIS_TITLE_DROP / d->sheet.height, font(d, CAROM__FONT_SMALL), UP_TAG);
  carom__style_write_quoted(script, p->what_up, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g center rotate font ',%.4g'\n", at.left - (LEFT - 14) / d->sheet.width,
          0.5 * (at.bottom + at.top), font(d, CAROM__FONT_SMALL));
}

static void write_axes(FILE* script, const drawing* d, const carom_figure_scatter* p, place at) {
  double x[2], y[2];
  range_of(p, true, x);
  range_of(p, false, y);
  if (p->diagonal) x[0] = y[0] = fmin(x[0], y[0]), x[1] = y[1] = fmax(x[1], y[1]);
  fprintf(script, "set lmargin at screen %.6g\nset rmargin at screen %.6g\nset bmargin at screen %.6g\n", at.left,
          at.right, at.bottom);
  fprintf(script, "set tmargin at screen %.6g\nset xrange [%.10g:%.10g]\nset yrange [%.10g:%.10g]\nunset arrow\n",
          at.top, x[0], x[1], y[0], y[1]);
  fprintf(script, "set xtics %.10g\nset ytics %.10g\n", tic_of(x[1] - x[0], (at.right - at.left) * d->sheet.width),
          tic_of(y[1] - y[0], (at.top - at.bottom) * d->sheet.height));
  if (p->diagonal)
    fprintf(script, "set arrow from %.10g,%.10g to %.10g,%.10g nohead lt %d back\n", x[0], y[0], x[1], y[1],
            CAROM__CURVE_EVENT);
}

/// A block of lines for each panel with contours, made before anything is drawn.
static void write_contours(FILE* script, const drawing* d) {
  int map = 0;
  for (int i = 0; i < d->input->count; ++i) {
    const carom_figure_scatter* p = &d->input->panels[i];
    if (!p->values) continue;
    fprintf(script, "set contour base\nunset surface\nset cntrparam levels discrete ");
    for (int k = 0; k < p->level_count; ++k) fprintf(script, "%s%.10g", k ? "," : "", p->levels[k]);
    fprintf(script, "\nset table $contours%d\nsplot '%s' index %d using 1:2:3\nunset table\n", i, MAPS, map++);
    fputs("unset contour\n", script);
  }
}

static void write_panel(FILE* script, const drawing* d, int i, int block) {
  const carom_figure_scatter* p = &d->input->panels[i];
  const place at = place_of(d, i);
  const char* join = "plot ";
  write_axes(script, d, p, at);
  write_titles(script, d, p, at);
  if (p->values) {
    fprintf(script, "%s$contours%d using 1:2 with lines lt %d", join, i, CAROM__CURVE_ELLIPSE);
    join = ", ";
  }
  for (int k = 0; k < p->curve_count; ++k, join = ", ") {
    const carom_figure_curve* c = &p->curves[k];
    fprintf(script, "%s'%s' index %d using 1:2 ", join, DATA, block + k);
    if (c->look == CAROM_FIGURE_LOOK_POINTS)
      fprintf(script, "with points pt 7 ps 0.35 lw 1 lc rgb '%s'",
              carom__curve_colour(carom__curve_of_series(c->series)));
    else
      fprintf(
          script, "with lines lt %d",
          c->look == CAROM_FIGURE_LOOK_REFERENCE ? (int)CAROM__CURVE_EVENT : (int)carom__curve_of_series(c->series));
  }
  fputs("\n", script);
}

/// The words of the series, each with its dot, in one line below all panels.
static void write_legend(FILE* script, const drawing* d) {
  double width = 0;
  for (int k = 0; k < d->input->series_count; ++k)
    width += carom__style_text_width(d->input->series[k], CAROM__FONT_SMALL) + LEGEND_GAP;
  double at = 0.5 * (d->sheet.width - width);
  for (int k = 0; k < d->input->series_count; ++k) {
    char words[200];
    snprintf(words, sizeof words, "● %.150s", d->input->series[k]);
    fputs("set label ", script);
    carom__style_write_quoted(script, words, HUGE_VAL);
    fprintf(script, " at screen %.6g,%.6g left font ',%.4g' textcolor rgb '%s'\n", at / d->sheet.width,
            0.42 * BELOW / d->sheet.height, font(d, CAROM__FONT_SMALL), carom__curve_colour(carom__curve_of_series(k)));
    at += carom__style_text_width(d->input->series[k], CAROM__FONT_SMALL) + LEGEND_GAP;
  }
}

static void write_script(FILE* script, const void* context) {
  const drawing* d = context;
  char picture[32];
  int block = 0;
  snprintf(picture, sizeof picture, "scatters.%s", carom__format_word(d->sheet.format));
  fprintf(script, "# Panels of points, drawn by carom. To draw it again: gnuplot %s\n", SCRIPT);
  carom__style_write_head(script, d->sheet.figure, d->sheet.format, picture);
  write_contours(script, d);
  fputs("set multiplot\nunset key\nset border 3 lw 0.8 lc rgb '#404040'\nset minussign\n", script);
  carom__style_write_tics(script, d->sheet.figure, d->sheet.format);
  carom__sheet_write_title(script, &d->sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, &d->sheet, d->input->subtitle);
  write_legend(script, d);
  for (int i = 0; i < d->input->count; ++i) {
    write_panel(script, d, i, block);
    fputs("unset label\n", script);  // what is drawn again is bold
    block += d->input->panels[i].curve_count;
  }
  fputs("unset multiplot\nset output\n", script);
}

static bool is_panel(const carom_figure_scatter* p) {
  if (!carom__sheet_is_markup(p->what_across) || !carom__sheet_is_markup(p->what_up)) return false;
  if (p->curve_count < 0 || (p->curve_count > 0 && !p->curves) || (p->curve_count == 0 && !p->values)) return false;
  for (int k = 0; k < p->curve_count; ++k)
    if (p->curves[k].count < 0 || (p->curves[k].count > 0 && (!p->curves[k].x || !p->curves[k].y))) return false;
  if (!p->values) return true;
  return p->columns > 1 && p->rows > 1 && p->level_count > 0 && p->levels && p->left < p->right && p->bottom < p->top &&
         isfinite(p->right - p->left) && isfinite(p->top - p->bottom);
}

static bool is_complete(const carom_figure_scatters_input* input) {
  if (!input || !input->panels || input->count < 1 || input->count > CAROM_FIGURE_MAX_SCATTERS || input->across < 1)
    return false;
  for (int i = 0; i < input->count; ++i)
    if (!is_panel(&input->panels[i])) return false;
  for (int k = 0; k < input->series_count; ++k)
    if (!input->series || !carom__sheet_is_markup(input->series[k])) return false;
  return true;
}

carom_status carom_figure_scatters(const carom_figure* figure, const carom_figure_scatters_input* input,
                                   carom_diag* diag) {
  static const carom__part parts[] = {{DATA, write_points}, {MAPS, write_maps}, {SCRIPT, write_script}};
  carom__format format;
  const carom_status status = carom__figure_check(figure, &format, diag);
  if (status) return status;
  if (!is_complete(input))
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "scatters need 1 to %d panels, each with words for both axes and curves or a map; one of "
        "these is missing",
        CAROM_FIGURE_MAX_SCATTERS);
  drawing d = {.input = input,
               .sheet = carom__sheet_of(figure, format),
               .rows = (input->count + input->across - 1) / input->across};
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
