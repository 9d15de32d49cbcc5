#include <math.h>

#include "figure/strobe.h"
#include "figure/walls.h"

static void write_legend(FILE* script, const carom__strobe_drawing* d) {
  enum { MOST = CAROM_FIGURE_MAX_THINGS + 4 };
  const carom__sheet* s = &d->layout.sheet;
  carom__legend_entry entries[MOST];
  char poses[96] = "one pose", number[40], unsaid[96];
  int count = 0, impacts = -1, things = d->input->thing_count;
  if (d->layout.interval > 0.0) {
    carom__style_number(number, sizeof number, d->layout.interval);
    snprintf(poses, sizeof poses, "every %s s, from light to dark", number);
  }
  entries[count++] = (carom__legend_entry){things > 1 ? CAROM__CURVE_NONE : CAROM__CURVE_SERIES_1, poses};
  if (d->input->path_words && d->input->things[0].path_count > 0)
    entries[count++] = (carom__legend_entry){CAROM__CURVE_TRAIL, d->input->path_words};
  if (d->input->bounce_count > 0) {
    impacts = count;
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, "impact, and when"};
  }
  if (d->layout.unsaid_count > 0) {
    snprintf(unsaid, sizeof unsaid, "and %d gentler impact%s", d->layout.unsaid_count,
             d->layout.unsaid_count == 1 ? "" : "s");
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, unsaid};
  }
  int names = count, named = carom__strobe_named_things(d->input);
  for (int i = 0; i < named; ++i) entries[count++] = (carom__legend_entry){carom__curve_of_series(i), NULL};
  carom__sheet_write_legend(script, s, entries, count);
  if (impacts >= 0) carom__sheet_write_legend_point(script, s, impacts, count, 13);
  for (int i = 0; i < named; ++i) {
    const char* name = d->input->things[i].name;
    carom__sheet_write_legend_text(script, s, names + i, count, name ? name : "");
  }
}

/// Poses below, then paths.
static void write_things(FILE* script, const carom__strobe_drawing* d, int index) {
  const carom__strobe_row* row = &d->layout.rows[index];
  int things = d->input->thing_count;
  double dot = carom__style_point(row->sheet.figure, row->sheet.format);
  for (int i = 0; i < things; ++i) {
    int block = index * things + i;
    if (!carom__strobe_has_pose(row, &d->input->things[i])) continue;
    fprintf(script, "  '%s' index %d using (k*$1):(k*$2):3 with lines lw 1.7 dt solid lc rgb variable, \\\n",
            CAROM__STROBE_POSES, block);
    if (d->input->things[i].shape != CAROM_FIGURE_SHAPE_CHAIN) continue;
    fprintf(script, "  '' index %d using (k*$1):(k*$2):3 with points pt 7 ps %.4g lc rgb variable, \\\n", block,
            0.45 * dot);
  }
  for (int i = 0; i < things; ++i) {
    if (!carom__strobe_has_path(row, &d->input->things[i])) continue;
    fprintf(script, "  '%s' index %d using (k*$1):(k*$2) with lines lt %d, \\\n", CAROM__STROBE_PATHS,
            index * things + i, CAROM__CURVE_TRAIL);
  }
}

/// Where a chain hangs, and the marks: black on a white halo, the start white inside.
static void write_marks(FILE* script, const carom__strobe_drawing* d, int index) {
  const carom__strobe_row* row = &d->layout.rows[index];
  double dot = carom__style_point(row->sheet.figure, row->sheet.format);
  static const char marks[] =
      "using (k*$1):(k*$2):(%s*%.4g*$4):3 with points ps variable pt variable lc rgb '%s', \\\n";
  char even[40];
  carom__style_even_points(even, sizeof even, row->sheet.format, "$3");
  for (int i = 0; i < d->input->thing_count; ++i) {
    const carom_figure_thing* thing = &d->input->things[i];
    if (thing->shape != CAROM_FIGURE_SHAPE_CHAIN) continue;
    fprintf(script, "  '+' using (k*%.17g):(k*%.17g) every ::::0 with points pt 5 ps %.4g lc rgb '#404040', \\\n",
            thing->poses[0].x, thing->poses[0].y, 0.9 * dot);
  }
  if (row->marks.count == 0) {
    fputs("  NaN\n", script);
    return;
  }
  fprintf(script, "  '%s' index %d ", CAROM__STROBE_EVENTS, index);
  fprintf(script, marks, even, 1.1 * dot, "white");
  fprintf(script, "  '' index %d ", index);
  fprintf(script, marks, even, 0.78 * dot, "black");
  fprintf(script, "  '' index %d using (k*$1):($5 == 1 ? k*$2 : NaN) with points ps %.4g pt 7 lc rgb 'white'\n", index,
          0.46 * dot);
}

static void write_row(FILE* script, const carom__strobe_drawing* d, int index) {
  const carom__strobe_row* row = &d->layout.rows[index];
  if (index > 0) fputs("unset label\nunset arrow\nunset object\n", script);
  carom__sheet_write_frame(script, &row->sheet);
  fprintf(script, "unset xzeroaxis\nunset yzeroaxis\nset format x '%s'\n",
          index + 1 == d->layout.row_count ? "%g" : "");
  carom__walls_write(script, &row->sheet.view, d->input->walls, d->input->wall_count);
  if (*row->span) carom__sheet_write_label(script, &row->sheet, row->span_label, row->span, CAROM__TEXT_COLOUR);
  carom__marks_write_labels(script, &row->marks, &row->sheet);
  fputs("plot \\\n", script);
  write_things(script, d, index);
  write_marks(script, d, index);
}

void carom__strobe_write_script(FILE* script, const void* drawing) {
  const carom__strobe_drawing* d = drawing;
  const carom__sheet* sheet = &d->layout.sheet;
  char picture[32];
  snprintf(picture, sizeof picture, "strobe.%s", carom__format_word(sheet->format));
  fprintf(script, "# A motion, pose by pose, drawn by carom. To draw it again: gnuplot %s\n", CAROM__STROBE_SCRIPT);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  fprintf(script, "# The data are in m; the axes show k times that.\nk = 1e%d\nset multiplot\n", -sheet->view.exponent);
  carom__sheet_write_axis_titles(script, sheet, d->input->across, d->input->up, "m");
  carom__sheet_write_title(script, sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, sheet, d->input->subtitle);
  write_legend(script, d);
  for (int i = 0; i < d->layout.row_count; ++i) write_row(script, d, i);
  fputs("unset multiplot\nset output\n", script);
}
