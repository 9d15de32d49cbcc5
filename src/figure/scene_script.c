// The script of a scene: ground and outlines below, arrows and contacts above.
#include <math.h>

#include "figure/scene.h"
#include "figure/walls.h"

static void write_shaft(FILE* script, const carom__sheet* s, const carom__stage_arrow* arrow) {
  const double head = 9.0;  // the shaft ends inside its head
  double x = arrow->to.x - arrow->from.x, y = arrow->to.y - arrow->from.y, length = hypot(x, y);
  double share = fmax(0.0, 1.0 - head / length);
  carom_vec2 end = {arrow->from.x + share * x, arrow->from.y + share * y};
  carom_vec2 from = carom__view_shown(&s->view, arrow->from), to = carom__view_shown(&s->view, end);
  fprintf(script, "set arrow from %.8g,%.8g to %.8g,%.8g nohead front lt %d\n", from.x, from.y, to.x, to.y,
          arrow->curve);
  carom__sheet_write_head(script, s, arrow->to, (carom_vec2){x, y}, arrow->curve);
}

static void write_arrows(FILE* script, const carom__stage_drawing* d) {
  const carom__stage* st = &d->stage;
  for (int i = 0; i < d->input->meeting_count; ++i) {
    if (st->normals[i].shown) write_shaft(script, &st->sheet, &st->normals[i]);
  }
  for (int i = 0; i < 2 * d->input->actor_count; ++i) {
    const carom__stage_arrow* arrow = &st->arrows[i];
    if (arrow->shown) write_shaft(script, &st->sheet, arrow);
    if (!arrow->said) continue;
    carom__sheet_write_label(script, &st->sheet, arrow->label, arrow->speed, carom__curve_colour(arrow->curve));
    carom__sheet_write_leader(script, &st->sheet, arrow->to, arrow->label);
  }
}

/// Names are anybody's text.
static void write_name(FILE* script, const carom__sheet* s, const carom__stage_name* name) {
  carom__rect line = name->label;
  carom__sheet_write_leader(script, s, name->centre, name->label);
  if (*name->name && *name->spin) line.centre.y += 0.5 * CAROM__LINE_HEIGHT;
  if (*name->name) {
    carom_vec2 at = carom__view_shown(&s->view, line.centre);
    fputs("set label ", script);
    carom__style_write_quoted(script, name->name, 14.0);
    fprintf(script, " at %.8g,%.8g center front noenhanced font ',%.4g' textcolor rgb '%s'\n", at.x, at.y,
            carom__style_font(s->figure, s->format, CAROM__FONT_SMALL), CAROM__TEXT_COLOUR);
    line.centre.y -= CAROM__LINE_HEIGHT;
  }
  if (*name->spin) carom__sheet_write_label(script, s, line, name->spin, CAROM__TEXT_COLOUR);
}

static void write_outlines(FILE* script, const carom__stage_drawing* d) {
  for (int i = 0; i < d->input->actor_count; ++i) {
    const carom_figure_actor* actor = &d->input->actors[i];
    if (actor->outline_count < 3) continue;
    fprintf(script, "  '%s' index %d using (k*$1):(k*$2) with filledcurves closed fs solid noborder fc rgb '%s', \\\n",
            CAROM__STAGE_OUTLINES, i, actor->fixed ? CAROM__WALL_COLOUR : CAROM__FILL_COLOUR);
  }
  for (int i = 0; i < d->input->actor_count; ++i) {
    const carom_figure_actor* actor = &d->input->actors[i];
    if (actor->outline_count < 2) continue;
    fprintf(script, "  '%s' index %d using (k*$1):(k*$2) with lines lt %d, \\\n", CAROM__STAGE_OUTLINES, i,
            actor->guessed ? CAROM__CURVE_GUESS : CAROM__CURVE_BODY);
  }
}

/// Mass centres as small dots, so that one sees where an arrow starts.
static void write_centres(FILE* script, const carom__stage_drawing* d) {
  double dot = 0.5 * carom__style_point(d->stage.sheet.figure, d->stage.sheet.format);
  for (int i = 0; i < d->input->actor_count; ++i) {
    const carom_figure_actor* actor = &d->input->actors[i];
    if (actor->fixed) continue;
    fprintf(script, "  '+' using (k*%.17g):(k*%.17g) every ::::0 with points pt 7 ps %.4g lc rgb '#404040', \\\n",
            actor->centre.x, actor->centre.y, dot);
  }
}

static void write_plot(FILE* script, const carom__stage_drawing* d) {
  fputs("plot \\\n", script);
  write_outlines(script, d);
  write_centres(script, d);
  if (d->stage.marks.count > 0) {
    carom__marks_write_plot(script, &d->stage.sheet, CAROM__STAGE_CONTACTS);
  } else {
    fputs("  NaN\n", script);
  }
}

void carom__stage_write_script(FILE* script, const void* drawing) {
  const carom__stage_drawing* d = drawing;
  const carom__sheet* s = &d->stage.sheet;
  carom__legend_entry entries[CAROM__STAGE_MOST_ENTRIES];
  char picture[32];
  snprintf(picture, sizeof picture, "scene.%s", carom__format_word(s->format));
  fprintf(script, "# The bodies of an impact, drawn by carom. To draw them again: gnuplot %s\n", CAROM__STAGE_SCRIPT);
  carom__style_write_head(script, s->figure, s->format, picture);
  fprintf(script, "# The data are in m; the axes show k times that.\nk = 1e%d\n", -s->view.exponent);
  carom__sheet_write_frame(script, s);
  fputs("unset xzeroaxis\nunset yzeroaxis\n", script);
  carom__walls_write(script, &s->view, d->stage.walls, d->stage.wall_count);
  carom__sheet_write_axis_titles(script, s, d->input->across, d->input->up, "m");
  carom__sheet_write_title(script, s);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, s, d->input->subtitle);
  write_arrows(script, d);
  for (int i = 0; i < d->input->actor_count; ++i) {
    if (d->stage.names[i].shown) write_name(script, s, &d->stage.names[i]);
  }
  carom__marks_write_labels(script, &d->stage.marks, s);
  carom__sheet_write_legend(script, s, entries, carom__stage_legend(d->input, &d->stage, entries));
  write_plot(script, d);
  fputs("set output\n", script);
}
