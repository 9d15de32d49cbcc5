#include <math.h>
#include <stdlib.h>

#include "figure/map.h"
#include "figure/thin.h"

/// Regions smaller than this, in square design pixels, are left out; so are those after the many largest.
static const double least_area = 0.4;
/// Design pixels by which a border may differ from all its points.
static const double tolerance = 0.12;
enum { MOST_SHAPES = 500 };

static double font(const carom__sheet* s, double design_size) {
  return carom__style_font(s->figure, s->format, design_size);
}

static int shape_count(const carom__map_drawing* d) {
  const carom__map_layout* l = &d->layout;
  double cell = l->across.length / (d->input->columns - 1) * l->up.length / (d->input->rows - 1);
  int count = 0;
  while (count < l->shapes.count && count < MOST_SHAPES && l->shapes.items[count].area * cell >= least_area) ++count;
  return count;
}

static void write_point(FILE* file, const carom__map_drawing* d, carom_vec2 at) {
  const carom_figure_map_input* input = d->input;
  fprintf(file, "%.7g %.7g\n", input->left + (input->right - input->left) * at.x / (input->columns - 1),
          input->bottom + (input->top - input->bottom) * at.y / (input->rows - 1));
}

/// A polygon, with the points that the eye would miss.
static void write_shape(FILE* file, const carom__map_drawing* d, const carom__region* region) {
  enum { BLOCK = 512 };
  const carom_vec2* points = d->layout.shapes.points + region->first;
  carom_vec2 pixel[BLOCK];
  write_point(file, d, points[0]);
  for (int first = 0; first < region->count;) {
    int count = region->count + 1 - first < BLOCK ? region->count + 1 - first : BLOCK;
    for (int i = 0; i < count; ++i) {
      pixel[i] = carom__map_pixel(d->input, &d->layout, points[(first + i) % region->count]);
    }
    for (int at = 0; at + 1 < count;) {
      at = carom__thin_reach(pixel, at, count, tolerance);
      write_point(file, d, points[(first + at) % region->count]);
    }
    first += count - 1;
  }
  fputs("\n\n", file);
}

static bool on_frame(const carom_figure_map_input* input, carom_vec2 a, carom_vec2 b) {
  bool across = (a.x == 0.0 && b.x == 0.0) || (a.x == input->columns - 1 && b.x == input->columns - 1);
  bool up = (a.y == 0.0 && b.y == 0.0) || (a.y == input->rows - 1 && b.y == input->rows - 1);
  return across || up;
}

static bool has_value(const carom_figure_map_input* input, double x, double y) {
  return isfinite(input->values[(int)y * input->columns + (int)x]);
}

/// True where a border passes between two points with values, or where borders meet.
static bool between_values(const carom_figure_map_input* input, carom_vec2 at) {
  return has_value(input, floor(at.x), floor(at.y)) && has_value(input, ceil(at.x), ceil(at.y));
}

/// The line where the values are zero: the border of those that are not negative, without its parts on the frame and
/// beside points without a value.
static void write_zero(FILE* file, const carom__map_drawing* d) {
  const carom__regions* zero = &d->layout.zero;
  for (int i = 0; i < zero->count; ++i) {
    const carom_vec2* points = zero->points + zero->items[i].first;
    int count = zero->items[i].count;
    for (int j = 0; zero->items[i].its_class == 1 && j < count; ++j) {
      carom_vec2 a = points[j], b = points[(j + 1) % count];
      if (on_frame(d->input, a, b) || !between_values(d->input, a) || !between_values(d->input, b)) continue;
      write_point(file, d, a);
      write_point(file, d, b);
      fputc('\n', file);
    }
  }
  fputs("NaN NaN\n\n\n", file);
}

void carom__map_write_shapes(FILE* file, const void* drawing) {
  const carom__map_drawing* d = drawing;
  int count = shape_count(d);
  fputs("# Polygons, the largest first: across, up. Last, where the value is zero.\n", file);
  for (int i = 0; i < count; ++i) write_shape(file, d, &d->layout.shapes.items[i]);
  write_zero(file, d);
}

static void write_text(FILE* script, const char* markup) {
  fputs("set label ", script);
  carom__style_write_quoted(script, markup, HUGE_VAL);
}

static void write_labels(FILE* script, const carom__map_drawing* d) {
  const carom__sheet* s = &d->layout.sheet;
  for (int i = 0; i < d->layout.label_count; ++i) {
    const carom__map_label* label = &d->layout.labels[i];
    for (int j = 0; j < label->line_count; ++j) {
      double y = label->centre.y + (0.5 * (label->line_count - 1) - j) * CAROM__LINE_HEIGHT;
      write_text(script, label->lines[j]);
      fprintf(script, " at screen %.6g,%.6g center front font ',%.4g' textcolor rgb '%s'\n",
              (s->left + label->centre.x) / s->width, (s->bottom + y) / s->height, font(s, CAROM__FONT_SMALL),
              CAROM__TEXT_COLOUR);
    }
  }
}

static void describe(const char* what, const char* unit, const carom__axis* axis, char* out, size_t size) {
  char power[32] = "";
  if (axis->exponent != 0)
    snprintf(power, sizeof power, "10^{%s%d}", axis->exponent < 0 ? "−" : "", abs(axis->exponent));
  bool bare = !*power && (!unit || !*unit);
  snprintf(out, size, bare ? "%s" : "%s [%s%s%s]", what, power, *power && unit && *unit ? " " : "", unit ? unit : "");
}

static void write_axis_titles(FILE* script, const carom__map_drawing* d) {
  const carom__map_layout* l = &d->layout;
  const carom__sheet* s = &l->sheet;
  char text[400];
  describe(d->input->across, d->input->across_unit, &l->across, text, sizeof text);
  write_text(script, text);
  fprintf(script, " at screen %.6g,%.6g center font ',%.4g'\n", (s->left + 0.5 * l->across.length) / s->width,
          (s->bottom - CAROM__AXIS_TITLE_DROP) / s->height, font(s, CAROM__FONT_TEXT));
  describe(d->input->up, d->input->up_unit, &l->up, text, sizeof text);
  write_text(script, text);
  fprintf(script, " at screen %.6g,%.6g center rotate by 90 font ',%.4g'\n", 16.0 / s->width,
          (s->bottom + 0.5 * l->up.length) / s->height, font(s, CAROM__FONT_TEXT));
}

static void write_level(FILE* script, const carom__map_drawing* d, int index) {
  const carom__sheet* s = &d->layout.sheet;
  const carom__axis* bar = &d->layout.bar;
  double x = s->left + d->layout.across.length + 40.0, y = s->bottom + carom__axis_pixel(bar, d->layout.levels[index]);
  char number[40];
  double shown = carom__axis_shown(bar, d->layout.levels[index]);
  snprintf(number, sizeof number, "%s%.6g", shown < 0.0 ? "−" : "", fabs(shown));
  write_text(script, number);
  fprintf(script, " at screen %.6g,%.6g left font ',%.4g' textcolor rgb '%s'\n", x / s->width, y / s->height,
          font(s, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
}

/// Bands of one height each, with the levels between them.
static void write_bar(FILE* script, const carom__map_drawing* d) {
  const carom__map_layout* l = &d->layout;
  const carom__sheet* s = &l->sheet;
  double left = s->left + l->across.length + 14.0;
  char room[8], text[400];
  for (int i = 0; i + 1 < l->level_count; ++i) {
    fprintf(script,
            "set object rectangle from screen %.6g,%.6g to screen %.6g,%.6g fs solid border lc rgb '#404040' lw 0.6 fc "
            "rgb '%s'\n",
            left / s->width, (s->bottom + carom__axis_pixel(&l->bar, l->levels[i])) / s->height,
            (left + 20.0) / s->width, (s->bottom + carom__axis_pixel(&l->bar, l->levels[i + 1])) / s->height,
            carom__map_colour(d->input, l, i, room));
  }
  for (int i = 0; i < l->level_count; ++i) write_level(script, d, i);
  if (l->zero.count > 0) {
    double y = (s->bottom + carom__axis_pixel(&l->bar, 0.0)) / s->height;
    fprintf(script, "set arrow from screen %.6g,%.6g to screen %.6g,%.6g nohead front lc rgb 'black' lw 2 dt solid\n",
            left / s->width, y, (left + 20.0) / s->width, y);
  }
  describe(d->input->what, d->input->unit, &l->bar, text, sizeof text);
  write_text(script, text);
  fprintf(script, " at screen %.6g,%.6g center rotate by 90 font ',%.4g'\n", 1.0 - 14.0 / s->width,
          (s->bottom + 0.5 * l->up.length) / s->height, font(s, CAROM__FONT_TEXT));
}

static void write_frame(FILE* script, const carom__map_layout* l) {
  const carom__sheet* s = &l->sheet;
  fprintf(script, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", s->left / s->width,
          1.0 - s->right / s->width);
  fprintf(script, "set bmargin at screen %.6g\nset tmargin at screen %.6g\n", s->bottom / s->height,
          1.0 - s->top / s->height);
  fprintf(script, "set xrange [%.10g:%.10g]\nset yrange [%.10g:%.10g]\n", carom__axis_shown(&l->across, l->across.low),
          carom__axis_shown(&l->across, l->across.high), carom__axis_shown(&l->up, l->up.low),
          carom__axis_shown(&l->up, l->up.high));
  fprintf(script, "unset key\nset border 15 front lw 0.8 lc rgb '#404040'\nset minussign\nset format '%%g'\n");
  carom__style_write_tics(script, s->figure, s->format);
  fprintf(script, "set xtics %.10g\nset ytics %.10g\nkx = 1e%d\nky = 1e%d\n", l->across.tic, l->up.tic,
          -l->across.exponent, -l->up.exponent);
}

static void write_plot(FILE* script, const carom__map_drawing* d) {
  int count = shape_count(d);
  char room[8];
  fputs("plot \\\n", script);
  for (int i = 0; i < count; ++i) {
    fprintf(script,
            "  '%s' index %d using (kx*$1):(ky*$2) with filledcurves closed fs solid noborder fc rgb '%s', \\\n",
            CAROM__MAP_SHAPES, i, carom__map_colour(d->input, &d->layout, d->layout.shapes.items[i].its_class, room));
  }
  if (count > 0)
    fprintf(script, "  '%s' index 0:%d using (kx*$1):(ky*$2) with lines lc rgb '#404040' lw %s dt solid, \\\n",
            CAROM__MAP_SHAPES, count - 1, d->input->words ? "1" : "0.5");
  fprintf(script, "  '%s' index %d using (kx*$1):(ky*$2) with lines lc rgb 'black' lw 2 dt solid\n", CAROM__MAP_SHAPES,
          count);
}

void carom__map_write_script(FILE* script, const void* drawing) {
  const carom__map_drawing* d = drawing;
  const carom__map_layout* l = &d->layout;
  char picture[32];
  snprintf(picture, sizeof picture, "map.%s", carom__format_word(l->sheet.format));
  fprintf(script, "# A map, drawn by carom. To draw it again: gnuplot %s\n", CAROM__MAP_SCRIPT);
  carom__style_write_head(script, l->sheet.figure, l->sheet.format, picture);
  fputs("# The data are in SI units; the axes show kx and ky times that.\n", script);
  write_frame(script, l);
  carom__sheet_write_title(script, &l->sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, &l->sheet, d->input->subtitle);
  write_axis_titles(script, d);
  write_labels(script, d);
  if (!d->input->words) write_bar(script, d);
  carom__key_write(script, &l->key, &l->sheet);
  write_plot(script, d);
  fputs("set output\n", script);
}
