/// @file present/motion_path.c
/// The way of a ball on the cloth: seen from above, or against time where it is straight.
#include <math.h>
#include <stdlib.h>

#include "present/motion.h"

enum { LEG_POINTS = 81, DOTS = 64 };

/// A route with the memory behind it.
typedef struct route_memory {
  carom_figure_leg* legs;
  carom_vec2* points;
  carom_vec2 dots[DOTS];
} route_memory;

static bool same_place(carom_vec2 a, carom_vec2 b) {
  return a.x == b.x && a.y == b.y;
}

/// The points of a phase, ends included.
static int take_points(const carom_present_item* run, const carom__ground* g, const carom_simulation_phase* phase,
                       carom_vec2* out) {
  const int wanted = phase->phase == CAROM_PHASE_REST ? 1 : LEG_POINTS;
  int count = 0;
  for (int i = 0; i < wanted; ++i) {
    const double time = phase->from + (phase->to - phase->from) * i / (LEG_POINTS - 1);
    const carom_vec2 at = carom__show_seen(g, carom__show_place(run, carom__show_ball(run), time));
    if (count == 0 || !same_place(at, out[count - 1])) out[count++] = at;
  }
  return count;
}

static int take_dots(const carom_present_item* run, const carom__ground* g, double step, carom_vec2* out) {
  const double until = carom__show_active_time(run);
  int count = 0;
  for (; count < DOTS && count * step <= until; ++count)
    out[count] = carom__show_seen(g, carom__show_place(run, carom__show_ball(run), count * step));
  return count;
}

static bool take_route(const carom_present_item* run, const carom__ground* g, route_memory* m,
                       carom_figure_route* out) {
  const carom_simulation* simulation = run->simulation;
  const int mover = carom__show_ball(run);
  m->legs = carom__present_allocate((size_t)simulation->phase_count + 1, sizeof *m->legs);
  m->points =
      m->legs ? carom__present_allocate(((size_t)simulation->phase_count + 1) * LEG_POINTS, sizeof *m->points) : NULL;
  if (!m->points) return false;
  *out = (carom_figure_route){.legs = m->legs};
  for (int i = 0; i < simulation->phase_count; ++i) {
    const carom_simulation_phase* phase = &simulation->phases[i];
    if (phase->mover != mover) continue;
    carom_vec2* points = m->points + (size_t)out->leg_count * LEG_POINTS;
    m->legs[out->leg_count++] = (carom_figure_leg){.phase = phase->phase,
                                                   .from = phase->from,
                                                   .to = phase->to,
                                                   .points = points,
                                                   .count = take_points(run, g, phase, points)};
  }
  if (out->leg_count == 0) {  // a ball that never moves has no phase before its rest
    m->points[0] = carom__show_seen(g, carom__show_place(run, mover, 0));
    m->legs[out->leg_count++] = (carom_figure_leg){CAROM_PHASE_REST, 0, simulation->end_time, m->points, 1};
  }
  return true;
}

static carom_status draw_routes(carom__subject* subject, const carom__ground* g, route_memory* memories,
                                double height) {
  carom_figure_route routes[CAROM_FIGURE_MAX_ROUTES];
  const carom_present_item* first = &subject->bundle->items[0];
  char subtitle[256];
  const double step = carom__show_step(carom__show_active_time(first), 30);
  for (int i = 0; i < subject->bundle->count; ++i) {
    if (!take_route(&subject->bundle->items[i], g, &memories[i], &routes[i])) return CAROM_NO_MEMORY;
    routes[i].name = subject->bundle->labels[i];
  }
  if (subject->bundle->count == 1) {
    routes[0].dot_count = take_dots(first, g, step, memories[0].dots);
    routes[0].dots = memories[0].dots;
  }
  carom__show_subtitle(first, subtitle, sizeof subtitle);
  const carom_figure_routes_input input = {.routes = routes,
                                           .route_count = subject->bundle->count,
                                           .across = g->across_words,
                                           .up = g->up_words,
                                           .radius = first->scenario->motion.cloth.radius,
                                           .dot_interval = step,
                                           .subtitle = subject->bundle->count == 1 ? subtitle : NULL};
  carom__show_suggest_height(&subject->figure, height);
  return carom_figure_routes(&subject->figure, &input, subject->diag);
}

/// What all routes cover.
typedef struct extent {
  double left, right, bottom, top;
} extent;

static extent extent_of(const carom__subject* subject, const carom__ground* g) {
  extent e = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < subject->bundle->count; ++i) {
    const carom_present_item* run = &subject->bundle->items[i];
    for (int row = 0; row < run->simulation->sample_count; ++row) {
      const carom_vec2 at =
          carom__show_seen(g, carom__show_place(run, carom__show_ball(run), carom__show_time(run->simulation, row)));
      e.left = fmin(e.left, at.x);
      e.right = fmax(e.right, at.x);
      e.bottom = fmin(e.bottom, at.y);
      e.top = fmax(e.top, at.y);
    }
  }
  return e;
}

/// Whether balls slide only on a small part of their way: then that has a box of its own below the others.
static bool bends_early(const carom__subject* subject, const carom__ground* g, const extent* e) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < subject->bundle->count; ++i) {
    const carom_present_item* run = &subject->bundle->items[i];
    for (int j = 0; j < run->simulation->phase_count; ++j) {
      const carom_simulation_phase* phase = &run->simulation->phases[j];
      if (phase->phase != CAROM_PHASE_SLIDE) continue;
      for (int end = 0; end < 2; ++end) {
        const double time = end == 0 ? phase->from : phase->to;
        const double at = carom__show_seen(g, carom__show_place(run, carom__show_ball(run), time)).x;
        low = fmin(low, at);
        high = fmax(high, at);
      }
    }
  }
  return subject->bundle->count > 1 && high > low && high - low < 0.3 * (e->right - e->left);
}

/// Where a ball comes back on its own way, the way says nothing; then time does.
static bool is_straight(const carom__subject* subject, const carom__ground* g, carom_vec2* direction) {
  const carom_present_item* run = &subject->bundle->items[0];
  const carom_vec2 start = carom__show_seen(g, carom__show_place(run, carom__show_ball(run), 0));
  double farthest = 0, off = 0;
  *direction = (carom_vec2){1, 0};
  for (int pass = 0; pass < 2; ++pass) {
    for (int row = 0; row < run->simulation->sample_count; ++row) {
      carom_vec2 at =
          carom__show_seen(g, carom__show_place(run, carom__show_ball(run), carom__show_time(run->simulation, row)));
      at = (carom_vec2){at.x - start.x, at.y - start.y};
      const double distance = hypot(at.x, at.y);
      if (pass == 0 && distance > farthest) {
        farthest = distance;
        *direction = (carom_vec2){at.x / distance, at.y / distance};
      }
      off = fmax(off, pass == 1 ? fabs(at.x * direction->y - at.y * direction->x) : 0);
    }
  }
  if (direction->x < 0 || (direction->x == 0 && direction->y < 0))
    *direction = (carom_vec2){-direction->x, -direction->y};
  return subject->bundle->count == 1 && off <= 1e-6 * farthest;
}

carom_status carom__draw_path(carom__subject* subject) {
  const carom__ground g = carom__show_ground(subject->bundle->items[0].scenario);
  carom_vec2 direction;
  if (is_straight(subject, &g, &direction)) return carom__draw_straight(subject, &g, direction);
  route_memory* memories = carom__present_allocate((size_t)subject->bundle->count, sizeof *memories);
  if (!memories) return CAROM_NO_MEMORY;
  const extent e = extent_of(subject, &g);
  const double shape = e.right > e.left ? (e.top - e.bottom) / (e.right - e.left) : 1;
  // The box is about 414 wide; margins take the rest of the height. A narrow way still needs room for its labels.
  const double height = 180 + 414 * fmin(1.1, fmax(0.4, shape)) + (bends_early(subject, &g, &e) ? 211 : 0);
  const carom_status status = draw_routes(subject, &g, memories, height);
  for (int i = 0; i < subject->bundle->count; ++i) {
    free(memories[i].legs);
    free(memories[i].points);
  }
  free(memories);
  return status;
}
