#include <math.h>

#include "figure/chart.h"

static double font(const carom__sheet* s, double design_size) {
  return carom__style_font(s->figure, s->format, design_size);
}

static void write_spans(FILE* script, const carom__chart_drawing* d) {
  const carom__axis* across = &d->layout.panels.across;
  for (int i = 0; i < d->input->span_count; ++i) {
    double from = fmax(d->input->spans[i].from, across->low), to = fmin(d->input->spans[i].to, across->high);
    if (!(to > from)) continue;
    fprintf(
        script,
        "set object rectangle from first %.10g,graph 0 to first %.10g,graph 1 behind fs solid noborder fc rgb '%s'\n",
        carom__axis_shown(across, from), carom__axis_shown(across, to), CAROM__FILL_COLOUR);
  }
}

/// Where the first piece of a word begins, and the highest line it has, in a panel that counts words. x is HUGE_VAL if
/// it never comes.
static carom_vec2 word_start(const carom_figure_panel* panel, int word) {
  carom_vec2 start = {HUGE_VAL, word};
  for (int i = 0; i < panel->curve_count; ++i) {
    const carom_figure_curve* curve = &panel->curves[i];
    for (int j = 0; j < curve->count; ++j) {
      if (!isfinite(curve->x[j]) || !(fabs(curve->y[j] - word) < 0.5)) continue;
      start.x = fmin(start.x, curve->x[j]);
      start.y = fmax(start.y, curve->y[j]);
    }
  }
  return start;
}

/// Each word stands above its line, from where that begins, and stays in the panel.
static void write_words(FILE* script, const carom__panels* p, int index, const carom_figure_panel* panel) {
  const carom__panel* place = &p->items[index];
  const carom__sheet* s = &p->sheet;
  for (int i = 0; i < panel->word_count; ++i) {
    carom_vec2 start = word_start(panel, i);
    if (!(start.x < HUGE_VAL)) continue;
    char words[CAROM__KEY_WORDS_SIZE];
    double room = p->across.length - 16.0;
    double size = fmin(CAROM__FONT_SMALL, room / carom__style_text_width(panel->words[i], 1.0));
    size = fmax(size, CAROM__KEY_LEAST_FONT);
    snprintf(words, sizeof words, "%s", panel->words[i]);
    carom__style_cut_markup(words, room / size);
    double width = fmin(room, carom__style_text_width(words, size));
    double x = fmax(8.0, fmin(carom__axis_pixel(&p->across, start.x) + 4.0, p->across.length - width - 8.0));
    double y = carom__axis_pixel(&place->up, start.y) + 13.0;
    fputs("set label ", script);
    carom__style_write_quoted(script, words, HUGE_VAL);
    fprintf(script, " at screen %.6g,%.6g left front font ',%.4g' textcolor rgb '%s'\n", (s->left + x) / s->width,
            (place->bottom + y) / s->height, font(s, size), CAROM__TEXT_COLOUR);
  }
  fputs("unset xzeroaxis\nset ytics ('' -9)\n", script);
}

static const char* plot_start(int* count) {
  return (*count)++ > 0 ? ", \\\n  " : "plot \\\n  ";
}

/// The shades first, so that no curve is below one.
static void write_curves(FILE* script, const carom__chart_drawing* d, int index, int first) {
  const carom_figure_panel* panel = &d->input->panels[index];
  const carom__sheet* s = &d->layout.panels.sheet;
  int count = 0;
  for (int i = 0; panel->above_zero && i < panel->curve_count; ++i) {
    fprintf(script, "%s'%s' index %d using (kx*$1):(ky*$2) with filledcurves above y=0 fs solid noborder fc rgb '%s'",
            plot_start(&count), CAROM__CHART_DATA, first + i, CAROM__GAIN_COLOUR);
  }
  for (int i = 0; i < panel->curve_count; ++i) {
    const carom_figure_curve* curve = &panel->curves[i];
    fprintf(script, "%s'%s' index %d using (kx*$1):(ky*$2) with ", plot_start(&count), CAROM__CHART_DATA, first + i);
    if (curve->look == CAROM_FIGURE_LOOK_POINTS) {
      fprintf(script, "points pt 7 ps %.4g lc rgb 'black'", 0.7 * carom__style_point(s->figure, s->format));
    } else {
      fprintf(script, "lines lt %d%s", carom__chart_curve_of(curve), panel->words ? " lw 4" : "");
    }
  }
  fputs(count > 0 ? "\n" : "plot NaN\n", script);
}

void carom__chart_write_script(FILE* script, const void* drawing) {
  const carom__chart_drawing* d = drawing;
  const carom__panels* p = &d->layout.panels;
  char picture[32];
  snprintf(picture, sizeof picture, "chart.%s", carom__format_word(p->sheet.format));
  fprintf(script, "# A chart, drawn by carom. To draw it again: gnuplot %s\n", CAROM__CHART_SCRIPT);
  carom__style_write_head(script, p->sheet.figure, p->sheet.format, picture);
  fputs("# The data are in SI units; the axes show kx and ky times that.\n", script);
  carom__panels_write_frame(script, p);
  carom__sheet_write_title(script, &p->sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, &p->sheet, d->input->subtitle);
  carom__panels_write_flags(script, p);
  carom__key_write(script, &d->layout.key, &p->sheet);
  int first = 0;
  for (int i = 0; i < p->count; ++i) {
    carom__panels_write_panel(script, p, i);
    write_spans(script, d);
    if (d->input->panels[i].words) write_words(script, p, i, &d->input->panels[i]);
    carom__chart_write_tags(script, d, i);
    write_curves(script, d, i, first);
    if (d->input->panels[i].words) fprintf(script, "set xzeroaxis lt %d\n", CAROM__CURVE_AXIS);
    first += d->input->panels[i].curve_count;
  }
  fputs("unset multiplot\nset output\n", script);
}
