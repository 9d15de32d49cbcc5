/// @file present/motion_film.c
/// A motion as a film: every thing at equal times, seen as in the figures; balls on the cloth or a table from above.
#include <math.h>
#include <stdlib.h>

#include "present/motion.h"

/// Frames a second that look smooth; a short motion has at least so many in all, a long one at most.
enum { FRAMES_A_SECOND = 30, LEAST_FRAMES = 120, MOST_FRAMES = 900 };

/// How a film sees things.
typedef struct lens {
  bool above;  ///< on the cloth
  bool table;  ///< where x and y are those of the picture
  carom__ground ground;
  carom__axes axes;
  int frame_count;
  double interval;  ///< s
} lens;

static lens lens_of(const carom_present_item* run) {
  lens l = {.above = run->scenario->motion.has_cloth, .table = run->scenario->table != NULL};
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
  if (l->table) return (carom_vec2){place.x, place.y};
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

/// The piece of a ball's way at a time, or the last before it; starts with the one of the frame before.
static const carom_cloth_piece* piece_at(const carom_simulation* simulation, int mover, double time, int* piece) {
  for (int i = *piece + 1; i < simulation->piece_count; ++i)
    if (simulation->pieces[i].mover == mover && (*piece < 0 || simulation->pieces[i].piece.from <= time)) *piece = i;
  return *piece < 0 ? NULL : &simulation->pieces[*piece].piece;
}

/// Balls of a table go along their pieces, hits included: between two samples they may meet more than once.
static void take_ball(const carom_present_item* run, int mover, const lens* l, film_memory* m) {
  int piece = -1;
  for (int i = 0; i < l->frame_count; ++i) {
    const double time = i * l->interval;
    const carom_cloth_piece* way = piece_at(run->simulation, mover, time, &piece);
    carom_vec3 x = carom__show_place(run, mover, time), v, w;
    if (way) carom_table_piece_at(way, fmin(fmax(time, way->from), way->to), &x, &v, &w);
    m->poses[2 * i] = m->poses[2 * i + 1] = (carom_vec2){x.x, x.y};  // how they turn is not followed
  }
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
  if (l->table) take_ball(run, mover, l, m);
  for (int i = 0; i < l->frame_count && !l->table; ++i) {
    carom__show_pose(run, mover, i * l->interval, m->points);
    take_frame(m, l, out, &m->poses[i * out->point_count]);
  }
  out->poses = m->poses;
  return true;
}

/// The four sides of the rectangle in which the rails are.
static int table_walls(const carom_scenario_table* table, carom_figure_wall* out) {
  carom_vec2 low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < table->table.rail_count; ++i) {
    const carom_vec2 a = table->rails[i].from, b = table->rails[i].to;
    low = (carom_vec2){fmin(low.x, fmin(a.x, b.x)), fmin(low.y, fmin(a.y, b.y))};
    high = (carom_vec2){fmax(high.x, fmax(a.x, b.x)), fmax(high.y, fmax(a.y, b.y))};
  }
  if (!(low.x < high.x && low.y < high.y)) return 0;
  out[0] = (carom_figure_wall){low, {1, 0}};
  out[1] = (carom_figure_wall){low, {0, 1}};
  out[2] = (carom_figure_wall){high, {-1, 0}};
  out[3] = (carom_figure_wall){high, {0, -1}};
  return 4;
}

static int walls_of(const carom_present_item* run, const lens* l, carom_figure_wall* out) {
  if (l->table) return table_walls(run->scenario->table, out);
  return l->above ? 0 : carom__show_walls(&run->scenario->motion, l->axes, out);
}

static carom_status draw(carom__subject* subject, film_memory* memories) {
  const carom_present_item* run = &subject->bundle->items[0];
  const lens l = lens_of(run);
  carom_figure_thing things[CAROM_FIGURE_MAX_THINGS];
  carom_figure_wall walls[CAROM_FIGURE_MAX_WALLS];
  const int count = run->simulation->mover_count;
  for (int i = 0; i < count; ++i)
    if (!take_thing(run, i, &l, &memories[i], &things[i])) return CAROM_NO_MEMORY;
  const carom_figure_film_input input = {.things = things,
                                         .thing_count = count,
                                         .walls = walls,
                                         .wall_count = walls_of(run, &l, walls),
                                         .frame_count = l.frame_count,
                                         .interval = l.interval};
  carom__suggest_size(&subject->figure, 640, l.table ? 380 : 480);
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
