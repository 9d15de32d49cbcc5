#include <math.h>
#include <stdlib.h>

#include "figure/process.h"

static double font(const carom__process_drawing* d, double design_size) {
  return carom__style_font(d->figure, d->format, design_size);
}

static void write_frame(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  fprintf(script, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", l->left / l->width,
          1.0 - l->right / l->width);
  fprintf(script, "set bmargin at screen %.6g\nset tmargin at screen %.6g\n", l->bottom / l->height,
          1.0 - l->top / l->height);
  carom_vec2 low = carom__view_shown(&l->view, (carom_vec2){0.0, 0.0});
  carom_vec2 high = carom__view_shown(&l->view, (carom_vec2){l->view.width, l->view.height});
  fprintf(script, "set xrange [%.10g:%.10g]\nset yrange [%.10g:%.10g]\n", low.x, high.x, low.y, high.y);
  fprintf(script,
          "set clip two\nunset key\nset border 15 lw 0.8 lc rgb '#404040'\nset xzeroaxis lt %d\nset yzeroaxis lt %d\n",
          CAROM__CURVE_AXIS, CAROM__CURVE_AXIS);
  fprintf(script, "set tics out nomirror scale 0.6 font ',%.4g' textcolor rgb '%s'\n", font(d, CAROM__FONT_SMALL),
          CAROM__TEXT_COLOUR);
  fprintf(script, "set format '%%g'\nset minussign\nset xtics %.10g\nset ytics %.10g\n", l->view.tic, l->view.tic);
}

/// At a fixed place, because gnuplot's own depends on the width of the tics and may leave the picture.
static void write_axis_title(FILE* script, const carom__process_drawing* d, const char* words, const char* place) {
  char unit[32] = "N s", text[128];
  int exponent = d->layout.view.exponent;
  if (exponent != 0) snprintf(unit, sizeof unit, "10^{%s%d} N s", exponent < 0 ? "−" : "", abs(exponent));
  snprintf(text, sizeof text, "%s [%s]", words, unit);
  fprintf(script, "set label '%s' at screen %s font ',%.4g'\n", text, place, font(d, CAROM__FONT_TEXT));
}

static void write_axis_titles(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  char place[64];
  snprintf(place, sizeof place, "%.6g,%.6g center", (l->left + 0.5 * l->view.width) / l->width,
           (l->bottom - 46.0) / l->height);
  write_axis_title(script, d, "tangential impulse {/:Italic P}_t", place);
  snprintf(place, sizeof place, "%.6g,%.6g center rotate by 90", 14.0 / l->width,
           (l->bottom + 0.5 * l->view.height) / l->height);
  write_axis_title(script, d, "normal impulse {/:Italic P}_n", place);
}

/// The user's title, smaller if it is long and cut if it is very long.
static void write_title(FILE* script, const carom__process_drawing* d) {
  const char* title = d->figure->title;
  if (!title || !*title) return;
  double room = d->layout.width - 24.0;
  double size = fmin(CAROM__FONT_TITLE, room / carom__style_plain_width(title));
  size = fmax(size, CAROM__FONT_SMALL);
  fputs("set label ", script);
  carom__style_write_quoted(script, title, room / size);
  fprintf(script, " at screen 0.5,%.6g center noenhanced font ',%.4g'\n", 1.0 - 18.0 / d->layout.height, font(d, size));
}

static void describe(const carom_figure_process_input* input, char* out, size_t size) {
  const carom_surface* surface = &input->problem->surface;
  char e[40], mu[40], held[64] = "", change[96] = "", number[40];
  carom__style_number(e, sizeof e, surface->e);
  carom__style_number(mu, sizeof mu, surface->mu);
  if (surface->mu_static != surface->mu) {
    carom__style_number(number, sizeof number, surface->mu_static);
    snprintf(held, sizeof held, " (%s to stick)", number);
  }
  if (input->outcome->mode != CAROM_PLANAR_NONE) {
    double joule = input->outcome->energy.change;
    // What is left of an elastic impact by rounding is neither loss nor gain.
    if (fabs(joule) <= 1e-12 * input->outcome->stored) joule = 0.0;
    carom__style_number(number, sizeof number, joule);
    snprintf(change, sizeof change, "  ·  Δ{/:Italic T} = %s%s J", joule > 0.0 ? "+" : "", number);
  }
  const char* law = carom_law_word(surface->law);
  snprintf(out, size, "%s  ·  %c%s, {/:Italic e} = %s  ·  μ = %s%s%s",
           input->outcome->mode == CAROM_PLANAR_NONE ? "no impact" : carom_planar_mode_word(input->outcome->mode),
           law[0] - 'a' + 'A', law + 1, e, mu, held, change);
}

static void write_subtitle(FILE* script, const carom__process_drawing* d) {
  char text[320];
  describe(d->input, text, sizeof text);
  bool titled = d->figure->title && *d->figure->title;
  double from_top = titled ? 40.0 : 16.0;
  fprintf(script, "set label '%s' at screen 0.5,%.6g center font ',%.4g' textcolor rgb '%s'\n", text,
          1.0 - from_top / d->layout.height, font(d, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
}

static void write_label(FILE* script, const carom__process_drawing* d, carom__rect at, const char* markup,
                        const char* colour) {
  carom_vec2 place = carom__view_shown(&d->layout.view, at.centre);
  fprintf(script, "set label '%s' at %.6g,%.6g center front font ',%.4g' textcolor rgb '%s'\n", markup, place.x,
          place.y, font(d, CAROM__FONT_SMALL), colour);
}

/// A thin line from a mark to a label that had to move away.
static void write_leader(FILE* script, const carom__process_drawing* d, const carom__process_mark* mark) {
  carom__segment leader;
  if (!carom__label_leader(mark->pixel, mark->label, &leader)) return;
  carom_vec2 from = carom__view_shown(&d->layout.view, leader.a), to = carom__view_shown(&d->layout.view, leader.b);
  fprintf(script, "set arrow from %.6g,%.6g to %.6g,%.6g nohead front lt %d\n", from.x, from.y, to.x, to.y,
          CAROM__CURVE_LEADER);
}

/// The way the impulse grows: a head on each piece of the path that has room for it.
static void write_direction(FILE* script, const carom__process_drawing* d, carom_vec2 a, carom_vec2 b) {
  double length = hypot(b.x - a.x, b.y - a.y);
  if (length < 44.0) return;
  double at = 0.5 + 6.0 / length, before = at - 1.0 / length;
  carom_vec2 from =
      carom__view_shown(&d->layout.view, (carom_vec2){a.x + before * (b.x - a.x), a.y + before * (b.y - a.y)});
  carom_vec2 to = carom__view_shown(&d->layout.view, (carom_vec2){a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)});
  fprintf(script, "set arrow from %.8g,%.8g to %.8g,%.8g front head filled size screen %.4g,22 fixed lt %d lw 1\n",
          from.x, from.y, to.x, to.y, 13.0 / d->layout.width, CAROM__CURVE_PATH);
}

/// Events that share a place have a line each.
static void write_mark_label(FILE* script, const carom__process_drawing* d, const carom__process_mark* mark) {
  for (int i = 0; i < mark->text_count; ++i) {
    double down = (i - 0.5 * (mark->text_count - 1)) * CAROM__PROCESS_LINE_HEIGHT;
    carom__rect line = mark->label;
    line.centre.y -= down;
    write_label(script, d, line, mark->texts[i], CAROM__TEXT_COLOUR);
  }
}

static void write_labels(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  for (int i = 0; i < l->line_count; ++i) {
    write_label(script, d, l->lines[i].label, l->lines[i].tag, carom__curve_colour(l->lines[i].curve));
  }
  if (l->has_ellipse_label) write_label(script, d, l->ellipse_label, CAROM__PROCESS_ELLIPSE_TAG, "#606060");
  for (int i = 0; i < l->mark_count; ++i) {
    if (i > 0) write_direction(script, d, l->marks[i - 1].pixel, l->marks[i].pixel);
    write_leader(script, d, &l->marks[i]);
    write_mark_label(script, d, &l->marks[i]);
  }
}

static bool is_impact(const carom__process_drawing* d) {
  return d->input->outcome->mode != CAROM_PLANAR_NONE;
}

static bool has_region(const carom__process_drawing* d) {
  return d->layout.ellipse.region_count > 0;
}

static int legend_count(const carom__process_drawing* d) {
  return is_impact(d) + has_region(d) + d->layout.line_count;
}

/// One entry of the legend: a sample, then words. gnuplot's own key is laid out differently by each terminal.
static void write_legend_entry(FILE* script, const carom__process_drawing* d, int index, carom__curve curve,
                               const char* words) {
  const carom__process_layout* l = &d->layout;
  int rows = (legend_count(d) + 1) / 2;
  double x = 0.5 * (l->width - 500.0) + (index / rows) * 262.0, y = 78.0 - (index % rows) * 19.0;
  double left = x / l->width, right = (x + 32.0) / l->width, height = l->height;
  if (curve == CAROM__CURVE_ELLIPSE) {
    fprintf(script,
            "set object rectangle from screen %.6g,%.6g to screen %.6g,%.6g fs solid border lt %d fc rgb '%s'\n", left,
            (y - 5.0) / height, right, (y + 5.0) / height, curve, CAROM__FILL_COLOUR);
  } else {
    fprintf(script, "set arrow from screen %.6g,%.6g to screen %.6g,%.6g nohead lt %d\n", left, y / height, right,
            y / height, curve);
  }
  fprintf(script, "set label '%s' at screen %.6g,%.6g left font ',%.4g' textcolor rgb '%s'\n", words,
          (x + 40.0) / l->width, y / height, font(d, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
}

static void write_legend(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  int index = 0;
  if (is_impact(d)) write_legend_entry(script, d, index++, CAROM__CURVE_PATH, "path of the impulse");
  if (has_region(d)) {
    write_legend_entry(script, d, index++, CAROM__CURVE_ELLIPSE, "energy is lost inside Δ{/:Italic T} = 0");
  }
  for (int i = 0; i < l->line_count; ++i) {
    write_legend_entry(script, d, index++, l->lines[i].curve, l->lines[i].legend);
  }
}

static void write_plot_region(FILE* script, const carom__process_drawing* d) {
  if (has_region(d)) {
    fprintf(script, "  '%s' index 0 using (k*$1):(k*$2) with filledcurves closed fc rgb '%s', \\\n",
            CAROM__PROCESS_ELLIPSE, CAROM__FILL_COLOUR);
  }
  if (d->layout.ellipse.arc_count > 0) {
    fprintf(script, "  '%s' index 1 using (k*$1):(k*$2) with lines lt %d, \\\n", CAROM__PROCESS_ELLIPSE,
            CAROM__CURVE_ELLIPSE);
  }
}

/// Black on a white halo, the start white inside.
static void write_plot_events(FILE* script, const carom__process_drawing* d) {
  double size = carom__style_point(d->figure, d->format);
  fprintf(script, "  '%s' using (k*$1):(k*$2):(%.4g*$4):3 with points ps variable pt variable lc rgb 'white', \\\n",
          CAROM__PROCESS_EVENTS, 1.45 * size);
  fprintf(script, "  '' using (k*$1):(k*$2):(%.4g*$4):3 with points ps variable pt variable lc rgb 'black', \\\n",
          size);
  fprintf(script, "  '' using (k*$1):($5 == 1 ? k*$2 : NaN) with points ps %.4g pt 7 lc rgb 'white'\n", 0.6 * size);
}

static void write_plot(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  static const char using[] = "using (k*$1):(k*$2)";
  fprintf(script, "# The data are in N s; the axes show k times that.\nk = 1e%d\nplot \\\n", -l->view.exponent);
  write_plot_region(script, d);
  for (int i = 0; i < l->line_count; ++i) {
    fprintf(script, "  '%s' index %d %s with lines lt %d, \\\n", CAROM__PROCESS_LINES, i, using, l->lines[i].curve);
  }
  if (is_impact(d)) fprintf(script, "  '%s' %s with lines lt %d, \\\n", CAROM__PROCESS_PATH, using, CAROM__CURVE_PATH);
  write_plot_events(script, d);
  fputs("set output\n", script);
}

void carom__process_write_script(FILE* script, const carom__process_drawing* d) {
  char picture[32];
  snprintf(picture, sizeof picture, "process.%s", carom__format_word(d->format));
  fprintf(script, "# The impact-process diagram, drawn by carom. To draw it again: gnuplot %s\n",
          CAROM__PROCESS_SCRIPT);
  carom__style_write_head(script, d->figure, d->format, picture);
  write_frame(script, d);
  write_axis_titles(script, d);
  write_title(script, d);
  write_subtitle(script, d);
  write_labels(script, d);
  write_legend(script, d);
  write_plot(script, d);
}
