#include "figure/trail.h"

const char* carom__trail_colour(const carom__trail_line* line) {
  return carom__curve_colour(line->of_path != CAROM__CURVE_NONE ? line->of_path : line->curve);
}

static void write_labels(FILE* script, const carom__trail_drawing* d) {
  const carom__trail_layout* l = &d->layout;
  for (int i = 0; i < d->input->line_count && i < CAROM__TRAIL_MAX_LINES; ++i) {
    const carom__trail_line* line = &d->input->lines[i];
    if (!line->tag || !l->has_segment[i]) continue;
    carom__sheet_write_label(script, &l->sheet, l->tags[i], line->tag, carom__trail_colour(line));
  }
  for (int i = 0; i < d->input->text_count; ++i) {
    const carom__trail_text* text = &d->input->texts[i];
    carom_vec2 p = carom__view_pixel(&l->sheet.view, text->at.x, text->at.y);
    carom__rect rect = {.centre = {p.x + text->beside.x, p.y + text->beside.y}};
    carom__sheet_write_label(script, &l->sheet, rect, text->markup, CAROM__TEXT_COLOUR);
  }
  for (int i = 0; i < l->head_count; ++i)
    carom__sheet_write_head(script, &l->sheet, l->heads[i].at, l->heads[i].along, l->heads[i].curve);
  carom__marks_write_labels(script, &l->marks, &l->sheet);
}

static void write_legend(FILE* script, const carom__trail_drawing* d) {
  const carom__trail_layout* l = &d->layout;
  carom__sheet_write_legend(script, &l->sheet, l->legend, l->legend_count);
  for (int i = 0; i < d->input->legend_count && i < CAROM__TRAIL_MAX_LEGEND; ++i) {
    const char* name = d->input->names ? d->input->names[i] : NULL;
    if (!l->legend[i].words && name) carom__sheet_write_legend_text(script, &l->sheet, i, l->legend_count, name);
  }
}

static void write_plot(FILE* script, const carom__trail_drawing* d) {
  const carom__trail_layout* l = &d->layout;
  static const char using[] = "using (k*$1):(k*$2)";
  fprintf(script, "# The data are in SI units; the axes show k times that.\nk = 1e%d\nplot \\\n",
          -l->sheet.view.exponent);
  if (d->input->patch_count > 2) {
    fprintf(script, "  '%s' index %d %s with filledcurves closed fc rgb '%s', \\\n", CAROM__TRAIL_LINES,
            d->input->line_count, using, CAROM__FILL_COLOUR);
  }
  for (int i = 0; i < d->input->line_count; ++i) {
    fprintf(script, "  '%s' index %d %s with lines lt %d lc rgb '%s', \\\n", CAROM__TRAIL_LINES, i, using,
            d->input->lines[i].curve, carom__trail_colour(&d->input->lines[i]));
  }
  for (int i = 0; i < d->input->path_count; ++i) {
    if (d->input->paths[i].count < 2) continue;
    fprintf(script, "  '%s' index %d %s with lines lt %d%s, \\\n", CAROM__TRAIL_PATHS, i, using,
            d->input->paths[i].curve, d->input->paths[i].strong ? " lw 3" : "");
  }
  carom__marks_write_plot(script, &l->sheet, CAROM__TRAIL_EVENTS);
  fputs("set output\n", script);
}

void carom__trail_write_script(FILE* script, const void* drawing) {
  const carom__trail_drawing* d = drawing;
  const carom__sheet* sheet = &d->layout.sheet;
  char picture[80];
  snprintf(picture, sizeof picture, "%s.%s", d->input->name, carom__format_word(sheet->format));
  fprintf(script, "# The %s of an impact, drawn by carom. To draw it again: gnuplot %s.gp\n", d->input->name,
          d->input->name);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  carom__sheet_write_frame(script, sheet);
  if (d->input->bare) {
    fputs("unset border\nunset tics\nunset xzeroaxis\nunset yzeroaxis\n", script);
  } else {
    carom__sheet_write_axis_titles(script, sheet, d->input->across, d->input->up, d->input->unit);
  }
  carom__sheet_write_title(script, sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, sheet, d->input->subtitle);
  write_labels(script, d);
  write_legend(script, d);
  write_plot(script, d);
}
