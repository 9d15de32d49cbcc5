// What cannot move and has no end: the part of a box behind it, filled, and its edge.
#include "figure/walls.h"

/// The part of the box behind a wall: its corners, cut by the wall's line. At most 6 points.
static int behind_wall(const carom__view* view, const carom_figure_wall* wall, carom_vec2* out) {
  carom_vec2 corners[] = {{0.0, 0.0}, {view->width, 0.0}, {view->width, view->height}, {0.0, view->height}};
  carom_vec2 foot = carom__view_pixel(view, wall->point.x, wall->point.y);
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    carom_vec2 a = corners[i], b = corners[(i + 1) % 4];
    double da = (a.x - foot.x) * wall->normal.x + (a.y - foot.y) * wall->normal.y;
    double db = (b.x - foot.x) * wall->normal.x + (b.y - foot.y) * wall->normal.y;
    if (da <= 0.0) out[count++] = a;
    if ((da < 0.0) != (db < 0.0) && da != db) {
      double share = da / (da - db);
      out[count++] = (carom_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    }
  }
  return count;
}

/// Cuts off what of a wall's line lies behind another wall. False if nothing is left.
static bool clip_behind(const carom__view* view, const carom_figure_wall* other, carom__segment* s) {
  carom_vec2 foot = carom__view_pixel(view, other->point.x, other->point.y), n = other->normal;
  double a = (s->a.x - foot.x) * n.x + (s->a.y - foot.y) * n.y, b = (s->b.x - foot.x) * n.x + (s->b.y - foot.y) * n.y;
  if (a < 0.0 && b < 0.0) return false;
  if ((a < 0.0) == (b < 0.0)) return true;
  double share = a / (a - b);
  carom_vec2 cut = {s->a.x + share * (s->b.x - s->a.x), s->a.y + share * (s->b.y - s->a.y)};
  *(a < 0.0 ? &s->a : &s->b) = cut;
  return true;
}

static void write_line(FILE* script, const carom__view* view, const carom_figure_wall* walls, int count, int index) {
  const carom_figure_wall* wall = &walls[index];
  carom_line line = {wall->normal.x, wall->normal.y,
                     -(wall->normal.x * wall->point.x + wall->normal.y * wall->point.y)};
  carom__segment s;
  if (!carom__view_clip_line(view, line, &s)) return;
  for (int i = 0; i < count; ++i) {
    if (i != index && !clip_behind(view, &walls[i], &s)) return;
  }
  carom_vec2 a = carom__view_shown(view, s.a), b = carom__view_shown(view, s.b);
  fprintf(script, "set arrow from %.8g,%.8g to %.8g,%.8g nohead back lw 1.2 lc rgb '#606060'\n", a.x, a.y, b.x, b.y);
}

static void write_fill(FILE* script, const carom__view* view, const carom_figure_wall* wall) {
  carom_vec2 corners[8];
  int count = behind_wall(view, wall, corners);
  if (count < 3) return;
  fputs("set object polygon", script);
  for (int i = 0; i <= count; ++i) {
    carom_vec2 at = carom__view_shown(view, corners[i % count]);
    fprintf(script, " %s %.8g,%.8g", i == 0 ? "from" : "to", at.x, at.y);
  }
  fprintf(script, " behind fs solid noborder fc rgb '%s'\n", CAROM__WALL_COLOUR);
}

void carom__walls_write(FILE* script, const carom__view* view, const carom_figure_wall* walls, int count) {
  for (int i = 0; i < count; ++i) {
    write_fill(script, view, &walls[i]);
    write_line(script, view, walls, count, i);
  }
}
