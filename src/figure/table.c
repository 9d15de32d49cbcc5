// A table seen from above: what is drawn, and where it fits.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/table.h"

#include <math.h>

#include "figure/figure.h"

bool carom__table_has_leg(const carom_figure_ball* ball, carom_phase phase) {
  for (int i = 0; i < ball->leg_count; ++i)
    if (ball->legs[i].phase == phase && ball->legs[i].count > 1) return true;
  return false;
}

/// Two empty lines part the blocks, so that gnuplot finds them by number; one parts the legs of a block.
static void write_block(FILE* file, const carom_figure_ball* ball, carom_phase phase) {
  for (int i = 0; i < ball->leg_count; ++i) {
    const carom_figure_leg* leg = &ball->legs[i];
    if (leg->phase != phase || leg->count < 2) continue;
    for (int k = 0; k < leg->count; ++k) fprintf(file, "%.17g %.17g\n", leg->points[k].x, leg->points[k].y);
    fputs("\n", file);
  }
  fputs("\n", file);
}

static void write_legs(FILE* file, const void* drawing) {
  const carom__table_drawing* d = drawing;
  fputs("# x y [m], one block a ball and phase\n", file);
  for (int i = 0; i < d->input->ball_count; ++i)
    for (int phase = CAROM_PHASE_FLIGHT; phase <= CAROM_PHASE_ROLL; ++phase)
      if (carom__table_has_leg(&d->input->balls[i], (carom_phase)phase))
        write_block(file, &d->input->balls[i], (carom_phase)phase);
  fputs("NaN NaN\n", file);  // gnuplot would complain about a file without a point
}

static void write_hits(FILE* file, const void* drawing) {
  const carom__table_drawing* d = drawing;
  fputs("# x y [m]\n", file);
  for (int i = 0; i < d->input->hit_count; ++i)
    fprintf(file, "%.17g %.17g\n", d->input->hits[i].x, d->input->hits[i].y);
  fputs("NaN NaN\n", file);
}

static void add_ball(carom__bounds* bounds, carom_vec2 at, double radius) {
  carom__bounds_add(bounds, at.x - radius, at.y - radius);
  carom__bounds_add(bounds, at.x + radius, at.y + radius);
}

static carom__bounds bounds_of(const carom_figure_table_input* input) {
  carom__bounds bounds = carom__bounds_empty();
  for (int i = 0; i < input->rail_count && !input->close; ++i) {
    add_ball(&bounds, input->rails[i].from, 0.02);
    add_ball(&bounds, input->rails[i].to, 0.02);
  }
  for (int i = 0; i < input->pocket_count && !input->close; ++i)
    add_ball(&bounds, input->pockets[i].at, input->pockets[i].radius);
  for (int i = 0; i < input->ball_count; ++i) {
    const carom_figure_ball* ball = &input->balls[i];
    add_ball(&bounds, ball->start, (input->close ? 3 : 1) * ball->radius);
    add_ball(&bounds, ball->end, ball->radius);
    for (int j = 0; j < ball->leg_count; ++j)
      for (int k = 0; k < ball->legs[j].count; ++k)
        carom__bounds_add(&bounds, ball->legs[j].points[k].x, ball->legs[j].points[k].y);
  }
  for (int i = 0; i < input->arrow_count; ++i) carom__bounds_add(&bounds, input->arrows[i].to.x, input->arrows[i].to.y);
  return bounds;
}

static bool is_finite(carom_vec2 a) {
  return isfinite(a.x) && isfinite(a.y);
}

static bool ball_is_complete(const carom_figure_ball* ball) {
  if (!(ball->radius > 0 && isfinite(ball->radius)) || !is_finite(ball->start) || !is_finite(ball->end)) return false;
  if (ball->leg_count > 0 && !ball->legs) return false;
  for (int i = 0; i < ball->leg_count; ++i)
    for (int k = 0; k < ball->legs[i].count; ++k)
      if (!ball->legs[i].points || !is_finite(ball->legs[i].points[k])) return false;
  return true;
}

static carom_status check_input(const carom_figure_table_input* input, carom_diag* diag) {
  if (!input || !input->balls || input->ball_count < 1 || input->ball_count > CAROM_FIGURE_MAX_BALLS)
    return carom__figure_error(diag, CAROM_BAD_VALUE, "1 to %d balls can be drawn, not %d", CAROM_FIGURE_MAX_BALLS,
                               input ? input->ball_count : 0);
  if ((input->rail_count > 0 && !input->rails) || (input->pocket_count > 0 && !input->pockets) ||
      (input->hit_count > 0 && !input->hits) || (input->link_count > 0 && !input->links) ||
      (input->arrow_count > 0 && !input->arrows))
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the table lacks rails, pockets, hits or lines that it counts");
  for (int i = 0; i < input->ball_count; ++i)
    if (!ball_is_complete(&input->balls[i]))
      return carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "ball %d lacks a radius or points, or holds a number that is not finite", i + 1);
  return CAROM_OK;
}

static void lay_out(carom__table_drawing* d) {
  carom__sheet* s = &d->sheet;
  s->top -= 18.0;  // no labels above the box
  s->right = 26.0;
  s->legend = 2 * 19.0 + 3.0;
  s->bottom = s->legend + 61.0;
  s->view = carom__view_fit(bounds_of(d->input), carom__sheet_box_width(s), carom__sheet_box_height(s));
  carom__view_part_tics(&s->view, 46.0);
}

carom_status carom_figure_table(const carom_figure* figure, const carom_figure_table_input* input, carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__TABLE_LEGS, write_legs},
                                      {CAROM__TABLE_HITS, write_hits},
                                      {CAROM__TABLE_SCRIPT, carom__table_write_script}};
  carom__table_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.sheet = carom__sheet_of(figure, format);
  lay_out(&d);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
