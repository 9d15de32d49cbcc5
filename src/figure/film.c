// Films: a name, a check, the part of the plane that is shown, and who writes it.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/film.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static bool ends_in(const char* path, const char* ending) {
  const char* dot = path ? strrchr(path, '.') : NULL;
  return dot && strcasecmp(dot, ending) == 0;
}

bool carom_figure_is_film(const char* output) {
  return ends_in(output, ".html") || ends_in(output, ".gif");
}

const carom_vec2* carom__film_pose(const carom_figure_thing* thing, int frame) {
  return &thing->poses[(size_t)frame * (size_t)thing->point_count];
}

static bool thing_is_fine(const carom_figure_thing* thing, int frames) {
  const bool disc = thing->shape == CAROM_FIGURE_SHAPE_DISC;
  if (!thing->poses || thing->pose_count != frames || thing->point_count < 2) return false;
  if (disc && (thing->point_count != 2 || !(thing->radius > 0 && isfinite(thing->radius)))) return false;
  for (int i = 0; i < frames * thing->point_count; ++i)
    if (!isfinite(thing->poses[i].x) || !isfinite(thing->poses[i].y)) return false;
  return true;
}

static bool walls_are_fine(const carom_figure_film_input* input) {
  for (int i = 0; i < input->wall_count; ++i) {
    const carom_figure_wall* wall = &input->walls[i];
    if (!isfinite(wall->point.x + wall->point.y + wall->normal.x + wall->normal.y)) return false;
  }
  return true;
}

static carom_status check_input(const carom_figure_film_input* input, carom_diag* diag) {
  if (!input || !input->things || (input->wall_count > 0 && !input->walls) || input->thing_count < 1 ||
      input->thing_count > CAROM_FIGURE_MAX_THINGS || input->wall_count < 0 ||
      input->wall_count > CAROM_FIGURE_MAX_WALLS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "a film has 1 to %d things and up to %d walls",
                               CAROM_FIGURE_MAX_THINGS, CAROM_FIGURE_MAX_WALLS);
  }
  if (input->frame_count < 2 || input->frame_count > CAROM_FIGURE_MAX_FRAMES ||
      !(input->interval > 0 && isfinite(input->interval))) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a film has 2 to %d frames, some time apart; these are %d, %g s apart",
                               CAROM_FIGURE_MAX_FRAMES, input->frame_count, input->interval);
  }
  for (int i = 0; i < input->thing_count; ++i) {
    if (!thing_is_fine(&input->things[i], input->frame_count))
      return carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "thing %d of the film lacks poses, or holds a number that is not finite", i + 1);
  }
  return walls_are_fine(input)
             ? CAROM_OK
             : carom__figure_error(diag, CAROM_BAD_VALUE, "a wall of the film holds a number that is not finite");
}

/// All that is ever seen, with some air.
static void find_bounds(carom__film* film) {
  const double air = 0.08;
  film->low = (carom_vec2){HUGE_VAL, HUGE_VAL};
  film->high = (carom_vec2){-HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < film->input->thing_count; ++i) {
    const carom_figure_thing* thing = &film->input->things[i];
    for (int j = 0; j < thing->pose_count * thing->point_count; ++j) {
      const carom_vec2 p = thing->poses[j];
      film->low = (carom_vec2){fmin(film->low.x, p.x - thing->radius), fmin(film->low.y, p.y - thing->radius)};
      film->high = (carom_vec2){fmax(film->high.x, p.x + thing->radius), fmax(film->high.y, p.y + thing->radius)};
    }
  }
  const double size = fmax(film->high.x - film->low.x, film->high.y - film->low.y);
  const double room = size > 0 ? air * size : 1;  // a film of a point
  film->low = (carom_vec2){film->low.x - room, film->low.y - room};
  film->high = (carom_vec2){film->high.x + room, film->high.y + room};
}

/// The size is checked as that of a picture, under a name that a picture may have.
static carom_status check_size(const carom_figure* figure, carom_diag* diag) {
  carom__format format;
  carom_figure picture = *figure;
  picture.output = "film.png";
  return carom__figure_check(&picture, &format, diag);
}

carom_status carom_figure_film(const carom_figure* figure, const carom_figure_film_input* input, carom_diag* diag) {
  if (!figure || !carom_figure_is_film(figure->output))
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the name of a film must end in .html or .gif");
  carom_status status = check_size(figure, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  carom__film film = {.figure = figure, .input = input};
  find_bounds(&film);
  return ends_in(figure->output, ".gif") ? carom__film_draw_gif(&film, diag) : carom__film_write_page(&film, diag);
}
