// A table seen from above, for gnuplot: rails and pockets first, then the ways, the balls on top.
#include "figure/table.h"

#include <math.h>

#include "figure/labels.h"

static const double PI = 3.14159265358979323846;
/// Of the small font; and half the height of that, design pixels.
static const double NAME_SIZE = 0.8, NAME_HALF_HEIGHT = 8;
/// Design pixels: a name that finds no place so near its ball would seem to be another's, and is left out.
static const double NAME_REACH = 22;
static const char* const RAIL_COLOUR = "#7A4A21";
static const char* const CLOTH_COLOUR = "#EEF4EC";
static const char* const HIT_COLOUR = "#202020";
static const char* const LINK_COLOUR = "#C0504D";
static const char* const ARROW_COLOUR = "#303030";

static carom_vec2 shown(const carom__sheet* s, carom_vec2 at) {
  return carom__view_shown(&s->view, carom__view_pixel(&s->view, at.x, at.y));
}

static double line_width(const carom__sheet* s, double design) {
  return design * carom__style_unit(s->figure);
}

/// Hops dotted, sliding solid, rolling dashed: the colour says which ball it is.
static const char* dash_of(carom_phase phase) {
  if (phase == CAROM_PHASE_FLIGHT) return "(2,3)";
  return phase == CAROM_PHASE_SLIDE ? "solid" : "(10,4)";
}

/// In design pixels.
static double pixels(const carom__sheet* s, double length) {
  return carom__view_pixel(&s->view, s->view.left + length, s->view.bottom).x -
         carom__view_pixel(&s->view, s->view.left, s->view.bottom).x;
}

/// Corners that stray from the circle by a tenth of a pixel: r (1 - cos(pi/n)) is about 5 r/n^2. gnuplot's own circles
/// have 180, and 44 balls of these make a large file.
static int corners_of(double radius) {
  return (int)fmin(180, fmax(12, ceil(sqrt(50 * radius))));
}

static void write_circle(FILE* script, const carom__sheet* s, carom_vec2 at, double radius, const char* look) {
  const int corners = corners_of(pixels(s, radius));
  fputs("set object polygon from ", script);
  for (int i = 0; i <= corners; ++i) {
    const double angle = 2 * PI * (i % corners) / corners;
    const carom_vec2 place = shown(s, (carom_vec2){at.x + radius * cos(angle), at.y + radius * sin(angle)});
    fprintf(script, "%sfirst %.6g,%.6g", i > 0 ? " to " : "", place.x, place.y);
  }
  fprintf(script, " %s\n", look);
}

static void write_line(FILE* script, const carom__sheet* s, const carom_figure_link* link, const char* look) {
  const carom_vec2 from = shown(s, link->from), to = shown(s, link->to);
  fprintf(script, "set arrow from first %.8g,%.8g to first %.8g,%.8g %s\n", from.x, from.y, to.x, to.y, look);
}

/// The cloth as the polygon of the rails, where they close.
static void write_cloth(FILE* script, const carom__table_drawing* d) {
  const carom_figure_table_input* input = d->input;
  if (input->rail_count < 3 || input->close) return;
  fputs("set object polygon from ", script);
  for (int i = 0; i <= input->rail_count; ++i) {
    const carom_vec2 at = shown(&d->sheet, input->rails[i % input->rail_count].from);
    fprintf(script, "%sfirst %.8g,%.8g", i > 0 ? " to " : "", at.x, at.y);
  }
  fprintf(script, " behind fillcolor rgb '%s' fillstyle solid noborder\n", CLOTH_COLOUR);
}

static void write_table(FILE* script, const carom__table_drawing* d) {
  const carom_figure_table_input* input = d->input;
  char look[120];
  write_cloth(script, d);
  snprintf(look, sizeof look, "nohead back lw %.4g lc rgb '%s'", line_width(&d->sheet, 4), RAIL_COLOUR);
  for (int i = 0; i < input->rail_count && !input->close; ++i)
    write_line(script, &d->sheet, &(carom_figure_link){input->rails[i].from, input->rails[i].to, 1}, look);
  for (int i = 0; i < input->pocket_count && !input->close; ++i)
    write_circle(script, &d->sheet, input->pockets[i].at, input->pockets[i].radius,
                 "front fillcolor rgb '#606060' fillstyle solid noborder");
}

/// What keeps a name readable where impulses cross.
static void write_plate(FILE* script, const carom__sheet* s, const carom__rect* name) {
  const carom_vec2 low = {name->centre.x - name->half_width, name->centre.y - name->half_height};
  const carom_vec2 high = {name->centre.x + name->half_width, name->centre.y + name->half_height};
  const carom_vec2 from = carom__view_shown(&s->view, low), to = carom__view_shown(&s->view, high);
  fprintf(script,
          "set object rectangle from first %.8g,%.8g to first %.8g,%.8g front fillcolor rgb 'white' fillstyle solid "
          "noborder\n",
          from.x, from.y, to.x, to.y);
}

/// A name as it is, its middle here (design pixels): in the ball's colour beside it, white in the ball.
static void write_name(FILE* script, const carom__table_drawing* d, int ball, carom_vec2 pixel, bool inside) {
  const carom__sheet* s = &d->sheet;
  const carom_vec2 at = carom__view_shown(&s->view, pixel);
  const char* colour = d->input->close ? ARROW_COLOUR
                       : inside        ? "white"
                                       : carom__curve_colour(carom__curve_of_series(ball));
  fputs("set label ", script);
  carom__style_write_quoted(script, d->input->balls[ball].name, 12.0);
  fprintf(script, " at first %.8g,%.8g center front noenhanced font ',%.4g' textcolor rgb '%s'\n", at.x, at.y,
          carom__style_font(s->figure, s->format, NAME_SIZE * CAROM__FONT_SMALL), colour);
}

/// From the edge of a name to a place.
static double distance_of(const carom__rect* name, carom_vec2 at) {
  return hypot(fmax(0, fabs(name->centre.x - at.x) - name->half_width),
               fmax(0, fabs(name->centre.y - at.y) - name->half_height));
}

static bool has_name(const carom_figure_ball* ball) {
  return ball->name && !ball->gone;
}

/// Names in the middle of balls that are large enough, as in a collision seen from near; else beside them, where there
/// is room.
static void write_names(FILE* script, const carom__table_drawing* d) {
  const carom__sheet* s = &d->sheet;
  carom__scene scene = {.width = carom__sheet_box_width(s), .height = carom__sheet_box_height(s)};
  carom_vec2 at[CAROM_FIGURE_MAX_BALLS];
  for (int i = 0; i < d->input->ball_count; ++i) {
    const carom_figure_ball* ball = &d->input->balls[i];
    at[i] = carom__view_pixel(&s->view, ball->end.x, ball->end.y);
    if (has_name(ball)) carom__scene_add_mark(&scene, at[i], pixels(s, ball->radius));
  }
  for (int i = 0; i < d->input->ball_count; ++i) {
    const carom_figure_ball* ball = &d->input->balls[i];
    if (!has_name(ball)) continue;
    carom__rect name = {.centre = at[i],
                        .half_width = NAME_SIZE * carom__sheet_half_width(ball->name),
                        .half_height = NAME_SIZE * NAME_HALF_HEIGHT};
    const bool inside = d->input->close || name.half_width <= pixels(s, ball->radius);
    if (!inside && !carom__scene_try_at_point(&scene, at[i], &name)) continue;
    if (d->input->close) write_plate(script, s, &name);
    if (distance_of(&name, at[i]) <= NAME_REACH) write_name(script, d, i, name.centre, inside);
  }
}

static void write_balls(FILE* script, const carom__table_drawing* d) {
  char look[160];
  for (int i = 0; i < d->input->ball_count; ++i) {
    const carom_figure_ball* ball = &d->input->balls[i];
    const char* colour = carom__curve_colour(carom__curve_of_series(i));
    snprintf(look, sizeof look, "back fillcolor rgb 'white' fillstyle solid 1 border lc rgb '%s'", colour);
    if (d->input->shows_start) write_circle(script, &d->sheet, ball->start, ball->radius, look);
    snprintf(look, sizeof look, "%s fillcolor rgb '%s' fillstyle solid %s border lc rgb '%s'",
             d->input->close ? "back" : "front", colour, d->input->close ? "0.25" : "0.9", colour);
    if (!ball->gone) write_circle(script, &d->sheet, ball->end, ball->radius, look);
  }
}

/// Over the balls, which are at the back too, and under the names.
static void write_links(FILE* script, const carom__table_drawing* d) {
  char look[160];
  for (int i = 0; i < d->input->link_count; ++i) {
    const carom_figure_link* link = &d->input->links[i];
    snprintf(look, sizeof look, "nohead back lw %.4g lc rgb '%s'", line_width(&d->sheet, 0.4 + 9 * link->strength),
             LINK_COLOUR);
    write_line(script, &d->sheet, link, look);
  }
  snprintf(look, sizeof look, "head filled back size screen 0.012,18 lw %.4g lc rgb '%s'", line_width(&d->sheet, 1.2),
           ARROW_COLOUR);
  for (int i = 0; i < d->input->arrow_count; ++i) write_line(script, &d->sheet, &d->input->arrows[i], look);
}

static bool has_phase(const carom_figure_table_input* input, carom_phase phase) {
  for (int i = 0; i < input->ball_count; ++i)
    if (carom__table_has_leg(&input->balls[i], phase)) return true;
  return false;
}

static void write_legend(FILE* script, const carom__table_drawing* d) {
  carom__legend_entry entries[6];
  int count = 0, hit = -1;
  if (has_phase(d->input, CAROM_PHASE_SLIDE))
    entries[count++] = (carom__legend_entry){CAROM__CURVE_PHASE_REST, "solid: slides"};
  if (has_phase(d->input, CAROM_PHASE_ROLL))
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NORMAL, "dashed: rolls"};
  if (has_phase(d->input, CAROM_PHASE_FLIGHT))
    entries[count++] = (carom__legend_entry){CAROM__CURVE_LOST, "dotted: hops"};
  if (d->input->hit_count > 0) {
    hit = count;
    entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, "a hit"};
  }
  if (d->input->words) entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, d->input->words};
  carom__sheet_write_legend(script, &d->sheet, entries, count);
  if (hit >= 0) carom__sheet_write_legend_point(script, &d->sheet, hit, count, 2);
}

static void write_plot(FILE* script, const carom__table_drawing* d) {
  const carom__sheet* s = &d->sheet;
  int block = 0;
  fprintf(script, "# The data are in m; the axes show k times that.\nk = 1e%d\nplot \\\n", -s->view.exponent);
  for (int i = 0; i < d->input->ball_count; ++i)
    for (int phase = CAROM_PHASE_FLIGHT; phase <= CAROM_PHASE_ROLL; ++phase) {
      if (!carom__table_has_leg(&d->input->balls[i], (carom_phase)phase)) continue;
      fprintf(script, "  '%s' index %d using (k*$1):(k*$2) with lines lw %.4g lc rgb '%s' dt %s, \\\n",
              CAROM__TABLE_LEGS, block++, line_width(s, 1.1), carom__curve_colour(carom__curve_of_series(i)),
              dash_of((carom_phase)phase));
    }
  fprintf(script, "  '%s' using (k*$1):(k*$2) with points pt 2 ps %.4g lc rgb '%s'\n", CAROM__TABLE_HITS,
          0.45 * carom__style_point(s->figure, s->format), HIT_COLOUR);
}

void carom__table_write_script(FILE* script, const void* drawing) {
  const carom__table_drawing* d = drawing;
  const carom__sheet* sheet = &d->sheet;
  char picture[32];
  snprintf(picture, sizeof picture, "table.%s", carom__format_word(sheet->format));
  fprintf(script, "# A table from above, drawn by carom. To draw it again: gnuplot %s\n", CAROM__TABLE_SCRIPT);
  carom__style_write_head(script, sheet->figure, sheet->format, picture);
  carom__sheet_write_frame(script, sheet);
  carom__sheet_write_axis_titles(script, sheet, "x", "y", "m");
  carom__sheet_write_title(script, sheet);
  if (d->input->subtitle) carom__sheet_write_subtitle(script, sheet, d->input->subtitle);
  write_table(script, d);
  write_balls(script, d);
  write_links(script, d);
  write_names(script, d);
  write_legend(script, d);
  write_plot(script, d);
}
