#include <math.h>

#include "figure/process.h"

static bool is_impact(const carom__process_drawing* d) {
  return d->input->outcome->mode != CAROM_PLANAR_NONE;
}

static void write_subtitle(FILE* script, const carom__process_drawing* d) {
  const carom_planar_outcome* outcome = d->input->outcome;
  char surface[192], change[96] = "", text[360];
  carom__sheet_describe_surface(&d->input->problem->surface, surface, sizeof surface);
  if (is_impact(d)) carom__sheet_describe_change(outcome->energy.change, outcome->stored, change, sizeof change);
  snprintf(text, sizeof text, "%s  ·  %s%s", is_impact(d) ? carom_planar_mode_word(outcome->mode) : "no impact",
           surface, change);
  carom__sheet_write_subtitle(script, &d->layout.sheet, text);
}

/// The way the impulse grows: a head on each piece of the path that has room for it.
static void write_direction(FILE* script, const carom__process_drawing* d, carom_vec2 a, carom_vec2 b) {
  double length = hypot(b.x - a.x, b.y - a.y);
  if (length < 44.0) return;
  double at = 0.5 + 6.0 / length;
  carom_vec2 tip = {a.x + at * (b.x - a.x), a.y + at * (b.y - a.y)}, along = {b.x - a.x, b.y - a.y};
  carom__sheet_write_head(script, &d->layout.sheet, tip, along, CAROM__CURVE_PATH);
}

static void write_labels(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  for (int i = 0; i < l->line_count; ++i) {
    const carom__process_line* line = &l->lines[i];
    carom__sheet_write_label(script, &l->sheet, line->label, line->tag, carom__curve_colour(line->curve));
  }
  if (l->has_ellipse_label) {
    carom__sheet_write_label(script, &l->sheet, l->ellipse_label, CAROM__PROCESS_ELLIPSE_TAG, "#606060");
  }
  for (int i = 1; i < l->marks.count; ++i) {
    write_direction(script, d, l->marks.items[i - 1].pixel, l->marks.items[i].pixel);
  }
  carom__marks_write_labels(script, &l->marks, &l->sheet);
}

static bool has_region(const carom__process_drawing* d) {
  return d->layout.ellipse.region_count > 0;
}

static void write_legend(FILE* script, const carom__process_drawing* d) {
  carom__legend_entry entries[CAROM__PROCESS_MAX_LINES + 2];
  int count = 0;
  if (is_impact(d)) entries[count++] = (carom__legend_entry){CAROM__CURVE_PATH, "path of the impulse"};
  if (has_region(d)) {
    entries[count++] = (carom__legend_entry){CAROM__CURVE_ELLIPSE, "energy is lost inside Δ{/:Italic T} = 0"};
  }
  for (int i = 0; i < d->layout.line_count; ++i) {
    entries[count++] = (carom__legend_entry){d->layout.lines[i].curve, d->layout.lines[i].legend};
  }
  carom__sheet_write_legend(script, &d->layout.sheet, entries, count);
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

static void write_plot(FILE* script, const carom__process_drawing* d) {
  const carom__process_layout* l = &d->layout;
  static const char using[] = "using (k*$1):(k*$2)";
  fprintf(script, "# The data are in N s; the axes show k times that.\nk = 1e%d\nplot \\\n", -l->sheet.view.exponent);
  write_plot_region(script, d);
  for (int i = 0; i < l->line_count; ++i) {
    fprintf(script, "  '%s' index %d %s with lines lt %d, \\\n", CAROM__PROCESS_LINES, i, using, l->lines[i].curve);
  }
  if (is_impact(d)) fprintf(script, "  '%s' %s with lines lt %d, \\\n", CAROM__PROCESS_PATH, using, CAROM__CURVE_PATH);
  carom__marks_write_plot(script, &l->sheet, CAROM__PROCESS_EVENTS);
  fputs("set output\n", script);
}

void carom__process_write_script(FILE* script, const void* drawing) {
  const carom__process_drawing* d = drawing;
  const carom__sheet* sheet = &d->layout.sheet;
  char picture[32];
  snprintf(picture, sizeof picture, "process.%s", carom__format_word(sheet->format));
  fprintf(script, "# The impact-process diagram, drawn by carom. To draw it again: gnuplot %s\n",
          CAROM__PROCESS_SCRIPT);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  carom__sheet_write_frame(script, sheet);
  carom__sheet_write_axis_titles(script, sheet, "tangential impulse {/:Italic P}_t", "normal impulse {/:Italic P}_n",
                                 "N s");
  carom__sheet_write_title(script, sheet);
  write_subtitle(script, d);
  write_labels(script, d);
  write_legend(script, d);
  write_plot(script, d);
}
