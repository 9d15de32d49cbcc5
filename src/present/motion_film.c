/// @file present/motion_film.c
/// A motion as a film: every thing at equal times, seen as in the figures; a ball on the cloth from above.
#include <math.h>
#include <stdlib.h>

#include "present/motion.h"

/// Frames a second that look smooth; a short motion has at least so many in all, a long one at most.
enum { FRAMES_A_SECOND = 30, LEAST_FRAMES = 120, MOST_FRAMES = 900 };

/// How a film sees things.
typedef struct lens {
  bool above;  ///< on the cloth
  carom__ground ground;
  carom__axes axes;
  int frame_count;
  double interval;  ///< s
} lens;

static lens lens_of(const carom_present_item* run) {
  lens l = {.above = run->scenario->motion.has_cloth};
  if (l.above) {
    l.ground = carom__show_ground(run->scenario);
  } else {
    l.axes = carom__show_axes(run);
  }
  const double until = carom__show_shown_time(run);
  l.frame_count = (int)fmin(MOST_FRAMES, fmax(LEAST_FRAMES, ceil(until * FRAMES_A_SECOND)));
  l.interval = until / (l.frame_count - 1);
  return l;
}

static carom_vec2 seen(const lens* l, carom_vec3 place) {
  return l->above ? carom__show_seen(&l->ground, place) : carom__show_flat(place, l->axes);
}

/// Room for the points of one mover: of all frames, of one in space, and of its hull.
typedef struct film_memory {
  carom_vec2* poses;
  carom_vec3* points;
  carom_vec2* around;
} film_memory;

static bool reserve(film_memory* m, int points, int frames) {
  m->poses = carom__present_allocate((size_t)points * (size_t)frames, sizeof *m->poses);
  m->points = m->poses ? carom__present_allocate((size_t)points, sizeof *m->points) : NULL;
  m->around = m->points ? carom__present_allocate(2 * (size_t)points + 2, sizeof *m->around) : NULL;
  return m->around != NULL;
}

static void release(film_memory* m) {
  free(m->poses);
  free(m->points);
  free(m->around);
}

/// The outline of a body is its hull; where that has fewer points, the last one stands again.
static void take_frame(const film_memory* m, const lens* l, const carom_figure_thing* thing, carom_vec2* out) {
  const int count = thing->point_count;
  for (int i = 0; i < count; ++i) out[i] = seen(l, m->points[i]);
  if (thing->shape != CAROM_FIGURE_SHAPE_OUTLINE) return;
  const int size = carom__show_hull(out, count, m->around);
  for (int i = 0; i < count; ++i) out[i] = m->around[i < size ? i : size > 0 ? size - 1 : 0];
}

static bool take_thing(const carom_present_item* run, int mover, const lens* l, film_memory* m,
                       carom_figure_thing* out) {
  *out = (carom_figure_thing){.name = run->simulation->movers[mover].name,
                              .radius = carom__show_radius(run, mover),
                              .point_count = carom__show_point_count(run, mover),
                              .pose_count = l->frame_count};
  out->shape = run->simulation->movers[mover].body < 0 ? CAROM_FIGURE_SHAPE_CHAIN
               : out->radius > 0                       ? CAROM_FIGURE_SHAPE_DISC
                                                       : CAROM_FIGURE_SHAPE_OUTLINE;
  if (!reserve(m, out->point_count, l->frame_count)) return false;
  for (int i = 0; i < l->frame_count; ++i) {
    carom__show_pose(run, mover, i * l->interval, m->points);
    take_frame(m, l, out, &m->poses[i * out->point_count]);
  }
  out->poses = m->poses;
  return true;
}

static carom_status draw(carom__subject* subject, film_memory* memories) {
  const carom_present_item* run = &subject->bundle->items[0];
  const lens l = lens_of(run);
  carom_figure_thing things[CAROM_FIGURE_MAX_THINGS];
  carom_figure_wall walls[CAROM_FIGURE_MAX_WALLS];
  const int count = run->simulation->mover_count;
  for (int i = 0; i < count; ++i)
    if (!take_thing(run, i, &l, &memories[i], &things[i])) return CAROM_NO_MEMORY;
  const carom_figure_film_input input = {
      .things = things,
      .thing_count = count,
      .walls = walls,
      .wall_count = l.above ? 0 : carom__show_walls(&run->scenario->motion, l.axes, walls),
      .frame_count = l.frame_count,
      .interval = l.interval};
  carom__suggest_size(&subject->figure, 640, 480);
  return carom_figure_film(&subject->figure, &input, subject->diag);
}

carom_status carom__draw_film(carom__subject* subject) {
  const carom_present_item* run = &subject->bundle->items[0];
  if (subject->bundle->count != 1 || !run->simulation) {
    return carom__refuse(subject->diag, CAROM_UNAVAILABLE, "output", subject->bundle->count,
                         "a film (.html or .gif) shows one scenario that has a `motion`; impacts are drawn as .svg, "
                         ".pdf or .png");
  }
  if (run->simulation->mover_count > CAROM_FIGURE_MAX_THINGS) {
    return carom__refuse(subject->diag, CAROM_UNAVAILABLE, "output", run->simulation->mover_count,
                         "a film shows at most %d bodies, not %d", CAROM_FIGURE_MAX_THINGS,
                         run->simulation->mover_count);
  }
  film_memory memories[CAROM_FIGURE_MAX_THINGS] = {0};
  const carom_status status = draw(subject, memories);
  for (int i = 0; i < CAROM_FIGURE_MAX_THINGS; ++i) release(&memories[i]);
  return status;
}
