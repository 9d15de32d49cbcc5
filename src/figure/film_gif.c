// A film as a .gif: gnuplot draws one frame after another.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include <math.h>

#include "figure/film.h"
#include "figure/sheet.h"
#include "figure/walls.h"

#define FRAMES "frames.dat"
#define WALLS  "walls.dat"
#define SCRIPT "film.gp"

/// em of the title that have room for each pixel of the width: it stands in the middle of the axes, not of the picture.
static const double TITLE_ROOM = 0.06;
enum { SIDES = 36, MOST_FRAMES = 150, LEAST_DELAY = 4 /* hundredths of a second: players stumble below */ };

/// So many frames are left out from one to the next.
static int stride_of(const carom_figure_film_input* input) {
  const int few = (input->frame_count + MOST_FRAMES - 1) / MOST_FRAMES;
  const int slow = (int)ceil(LEAST_DELAY / (100 * input->interval));
  return few > slow ? few : slow < input->frame_count ? slow : input->frame_count - 1;
}

static void write_thing(FILE* file, const carom_figure_thing* thing, int frame) {
  const carom_vec2* p = carom__film_pose(thing, frame);
  if (thing->shape == CAROM_FIGURE_SHAPE_DISC) {
    const double start = atan2(p[1].y - p[0].y, p[1].x - p[0].x), step = 2 * 3.14159265358979323846 / SIDES;
    if (p[1].x != p[0].x || p[1].y != p[0].y) fprintf(file, "%.7g %.7g\n", p[0].x, p[0].y);
    for (int i = 0; i <= SIDES; ++i)
      fprintf(file, "%.7g %.7g\n", p[0].x + thing->radius * cos(start + i * step),
              p[0].y + thing->radius * sin(start + i * step));
    return;
  }
  const int count = thing->point_count + (thing->shape == CAROM_FIGURE_SHAPE_OUTLINE);
  for (int i = 0; i < count; ++i)
    fprintf(file, "%.7g %.7g\n", p[i % thing->point_count].x, p[i % thing->point_count].y);
}

static void write_frames(FILE* file, const void* drawing) {
  const carom__film* film = drawing;
  fputs("# x y [m]; one block for each thing of each frame\n", file);
  for (int frame = 0; frame < film->input->frame_count; frame += stride_of(film->input)) {
    for (int i = 0; i < film->input->thing_count; ++i) {
      write_thing(file, &film->input->things[i], frame);
      fputs("\n\n", file);
    }
  }
}

/// Both axes get one scale: what is shown is as wide as the picture, beside its height.
static void write_ranges(FILE* script, const carom__film* film) {
  const double x = (film->low.x + film->high.x) / 2, y = (film->low.y + film->high.y) / 2;
  const double shape = (film->figure->width - 70.0) / (film->figure->height - 90.0);
  const double up = fmax((film->high.y - film->low.y) / 2, (film->high.x - film->low.x) / 2 / shape);
  fprintf(script, "set xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", x - shape * up, x + shape * up, y - up,
          y + up);
}

/// What is behind each wall, far beyond what is seen.
static void write_walls(FILE* file, const void* drawing) {
  const carom__film* film = drawing;
  const double far = 8 * (film->high.x - film->low.x + film->high.y - film->low.y);
  fputs("# x y [m]; one block for each wall\n", file);
  for (int i = 0; i < film->input->wall_count; ++i) {
    const carom_figure_wall* wall = &film->input->walls[i];
    const carom_vec2 n = {far * wall->normal.x, far * wall->normal.y}, t = {n.y, -n.x}, p = wall->point;
    fprintf(file, "%.17g %.17g\n%.17g %.17g\n", p.x - t.x, p.y - t.y, p.x + t.x, p.y + t.y);
    fprintf(file, "%.17g %.17g\n%.17g %.17g\n\n\n", p.x + t.x - n.x, p.y + t.y - n.y, p.x - t.x - n.x, p.y - t.y - n.y);
  }
}

static void write_script(FILE* script, const void* drawing) {
  const carom__film* film = drawing;
  const carom_figure* figure = film->figure;
  const int stride = stride_of(film->input), things = film->input->thing_count;
  const int frames = (film->input->frame_count - 1) / stride + 1;
  const double apart = stride * film->input->interval;
  fprintf(script,
          "set terminal gif animate delay %d loop 0 optimize size %d,%d font 'sans-serif,11' background rgb 'white'\n",
          (int)lround(fmax(LEAST_DELAY, 100 * apart)), figure->width, figure->height);
  fputs("set encoding utf8\nif (!exists('output')) output = 'film.gif'\nset output output\nunset key\n", script);
  fputs("set title noenhanced ", script);
  carom__style_write_quoted(script, figure->title ? figure->title : "", TITLE_ROOM * figure->width);
  fputs("\nset lmargin screen 0.09\nset rmargin screen 0.98\nset tics out nomirror\n", script);
  write_ranges(script, film);
  fprintf(script, "do for [f=0:%d] {\n  set xlabel sprintf('%%.2f s', f*%.10g)\n  plot \\\n", frames - 1, apart);
  for (int i = 0; i < film->input->wall_count; ++i)
    fprintf(script, "    '%s' index %d using 1:2 with filledcurves closed fc rgb '%s', \\\n", WALLS, i,
            CAROM__WALL_COLOUR);
  for (int i = 0; i < things; ++i)
    fprintf(script, "    '%s' index f*%d+%d using 1:2 with lines lw %s lc rgb '%s'%s\n", FRAMES, things, i,
            film->input->things[i].shape == CAROM_FIGURE_SHAPE_CHAIN ? "4" : "2",
            carom__curve_colour(carom__curve_of_series(i)), i + 1 < things ? ", \\" : "");
  fputs("}\n", script);
}

carom_status carom__film_draw_gif(const carom__film* film, carom_diag* diag) {
  static const carom__part parts[] = {{FRAMES, write_frames}, {WALLS, write_walls}, {SCRIPT, write_script}};
  return carom__sheet_draw(film->figure, parts, sizeof parts / sizeof *parts, film, diag);
}
