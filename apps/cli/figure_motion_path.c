/// @file figure_motion_path.c
/// The way of a ball on the cloth: seen from above, or against time where it is straight.
#include <math.h>
#include <stdlib.h>

#include "figure_motion.h"

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
static int take_points(const motion_run* run, const motion_ground* g, const carom_simulation_phase* phase,
                       carom_vec2* out) {
  const int wanted = phase->phase == CAROM_PHASE_REST ? 1 : LEG_POINTS;
  int count = 0;
  for (int i = 0; i < wanted; i++) {
    const double time = phase->from + (phase->to - phase->from) * i / (LEG_POINTS - 1);
    const carom_vec2 at = cli_motion_seen(g, cli_motion_place(run, cli_motion_ball(run), time));
    if (count == 0 || !same_place(at, out[count - 1])) out[count++] = at;
  }
  return count;
}

static int take_dots(const motion_run* run, const motion_ground* g, double step, carom_vec2* out) {
  const double until = cli_motion_active_time(run);
  int count = 0;
  for (; count < DOTS && count * step <= until; count++)
    out[count] = cli_motion_seen(g, cli_motion_place(run, cli_motion_ball(run), count * step));
  return count;
}

static bool take_route(const motion_run* run, const motion_ground* g, route_memory* m, carom_figure_route* out) {
  const carom_simulation* simulation = run->simulation;
  const int mover = cli_motion_ball(run);
  m->legs = cli_motion_allocate((size_t)simulation->phase_count + 1, sizeof *m->legs);
  m->points =
      m->legs ? cli_motion_allocate(((size_t)simulation->phase_count + 1) * LEG_POINTS, sizeof *m->points) : NULL;
  if (!m->points) return false;
  *out = (carom_figure_route){.name = run->item->label, .legs = m->legs};
  for (int i = 0; i < simulation->phase_count; i++) {
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
    m->points[0] = cli_motion_seen(g, cli_motion_place(run, mover, 0));
    m->legs[out->leg_count++] = (carom_figure_leg){CAROM_PHASE_REST, 0, simulation->end_time, m->points, 1};
  }
  return true;
}

static int draw_routes(motion_subject* subject, const motion_ground* g, route_memory* memories, double height) {
  carom_figure_route routes[CAROM_FIGURE_MAX_ROUTES];
  const motion_run* first = &subject->runs[0];
  char subtitle[256];
  carom_diag diag;
  const double step = cli_motion_step(cli_motion_active_time(first), 30);
  for (int i = 0; i < subject->run_count; i++)
    if (!take_route(&subject->runs[i], g, &memories[i], &routes[i])) return CLI_NO_ANSWER;
  if (subject->run_count == 1) {
    routes[0].dot_count = take_dots(first, g, step, memories[0].dots);
    routes[0].dots = memories[0].dots;
  }
  cli_motion_subtitle(first, subtitle, sizeof subtitle);
  const carom_figure_routes_input input = {.routes = routes,
                                           .route_count = subject->run_count,
                                           .across = g->across_words,
                                           .up = g->up_words,
                                           .radius = first->scenario->motion.cloth.radius,
                                           .dot_interval = step,
                                           .subtitle = subject->run_count == 1 ? subtitle : NULL};
  cli_motion_suggest_height(&subject->figure, height);
  const carom_status status = carom_figure_routes(&subject->figure, &input, &diag);
  return cli_figure_report(status, &subject->figure, diag.message);
}

/// What all routes cover.
typedef struct extent {
  double left, right, bottom, top;
} extent;

static extent extent_of(const motion_subject* subject, const motion_ground* g) {
  extent e = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < subject->run_count; i++) {
    const motion_run* run = &subject->runs[i];
    for (int row = 0; row < run->simulation->sample_count; row++) {
      const carom_vec2 at =
          cli_motion_seen(g, cli_motion_place(run, cli_motion_ball(run), cli_motion_time(run->simulation, row)));
      e.left = fmin(e.left, at.x);
      e.right = fmax(e.right, at.x);
      e.bottom = fmin(e.bottom, at.y);
      e.top = fmax(e.top, at.y);
    }
  }
  return e;
}

/// Whether balls slide only on a small part of their way: then that has a box of its own below the others.
static bool bends_early(const motion_subject* subject, const motion_ground* g, const extent* e) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < subject->run_count; i++) {
    const motion_run* run = &subject->runs[i];
    for (int j = 0; j < run->simulation->phase_count; j++) {
      const carom_simulation_phase* phase = &run->simulation->phases[j];
      if (phase->phase != CAROM_PHASE_SLIDE) continue;
      for (int end = 0; end < 2; end++) {
        const double time = end == 0 ? phase->from : phase->to;
        const double at = cli_motion_seen(g, cli_motion_place(run, cli_motion_ball(run), time)).x;
        low = fmin(low, at);
        high = fmax(high, at);
      }
    }
  }
  return subject->run_count > 1 && high > low && high - low < 0.3 * (e->right - e->left);
}

/// Where a ball comes back on its own way, the way says nothing; then time does.
static bool is_straight(const motion_subject* subject, const motion_ground* g, carom_vec2* direction) {
  const motion_run* run = &subject->runs[0];
  const carom_vec2 start = cli_motion_seen(g, cli_motion_place(run, cli_motion_ball(run), 0));
  double farthest = 0, off = 0;
  *direction = (carom_vec2){1, 0};
  for (int pass = 0; pass < 2; pass++) {
    for (int row = 0; row < run->simulation->sample_count; row++) {
      carom_vec2 at =
          cli_motion_seen(g, cli_motion_place(run, cli_motion_ball(run), cli_motion_time(run->simulation, row)));
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
  return subject->run_count == 1 && off <= 1e-6 * farthest;
}

int cli_motion_draw_path(motion_subject* subject) {
  const motion_ground g = cli_motion_ground(subject->runs[0].scenario);
  carom_vec2 direction;
  if (is_straight(subject, &g, &direction)) return cli_motion_draw_straight(subject, &g, direction);
  route_memory* memories = cli_motion_allocate((size_t)subject->run_count, sizeof *memories);
  if (!memories) return CLI_NO_ANSWER;
  const extent e = extent_of(subject, &g);
  const double shape = e.right > e.left ? (e.top - e.bottom) / (e.right - e.left) : 1;
  // The box is about 414 wide; margins take the rest of the height. A narrow way still needs room for its labels.
  const double height = 180 + 414 * fmin(1.1, fmax(0.4, shape)) + (bends_early(subject, &g, &e) ? 211 : 0);
  const int code = draw_routes(subject, &g, memories, height);
  for (int i = 0; i < subject->run_count; i++) {
    free(memories[i].legs);
    free(memories[i].points);
  }
  free(memories);
  return code;
}
