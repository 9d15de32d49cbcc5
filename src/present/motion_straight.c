/// @file present/motion_straight.c
/// A ball on the cloth: the ground it moves on, and its way against time where that is straight.
#include <math.h>
#include <stdlib.h>

#include "carom/figure.h"
#include "present/motion.h"

static double dot(carom_vec3 a, carom_vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static carom_vec3 cross(carom_vec3 a, carom_vec3 b) {
  return (carom_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

int carom__show_ball(const carom_present_item* run) {
  for (int i = 0; i < run->simulation->mover_count; ++i)
    if (run->simulation->movers[i].body == run->scenario->motion.cloth.body) return i;
  return 0;
}

/// From the cloth to the ball: the normal of the ball's contact with a fixed body.
carom_vec3 carom__show_normal(const carom_scenario* scenario) {
  const int ball = scenario->motion.cloth.body;
  for (int i = 0; i < scenario->contact_count; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    const carom_vec3 n = touch->frame.n;
    if (touch->body_a == ball && scenario->bodies[touch->body_b].kind == CAROM_BODY_FIXED) return n;
    if (touch->body_b == ball && scenario->bodies[touch->body_a].kind == CAROM_BODY_FIXED)
      return (carom_vec3){-n.x, -n.y, -n.z};
  }
  return scenario->dimension == 2 ? (carom_vec3){0, 1, 0} : (carom_vec3){0, 0, 1};
}

/// x and y on a level cloth; else the first axis lies in the cloth as near to x (or y) as it can.
carom__ground carom__show_ground(const carom_scenario* scenario) {
  const carom_vec3 n = carom__show_normal(scenario), x = {1, 0, 0}, y = {0, 1, 0};
  if (n.z > 1 - 1e-9) return (carom__ground){x, y, "{/:Italic x}", "{/:Italic y}"};
  const carom_vec3 start = fabs(n.x) < 0.9 ? x : y;
  const double along = dot(start, n);
  carom_vec3 across = {start.x - along * n.x, start.y - along * n.y, start.z - along * n.z};
  const double length = sqrt(dot(across, across));
  across = (carom_vec3){across.x / length, across.y / length, across.z / length};
  if (scenario->dimension == 2) return (carom__ground){across, {0, 0, 1}, "position along the cloth", ""};
  return (carom__ground){across, cross(n, across), "along the cloth", "along the cloth, across"};
}

carom_vec2 carom__show_seen(const carom__ground* g, carom_vec3 p) {
  return (carom_vec2){dot(p, g->across), dot(p, g->up)};
}

/// Position, and the velocity beside that of rolling, against time.
typedef struct straight_memory {
  carom__times t;
  double *velocity, *rolling;
  double* positions[CAROM_PHASE_REST + 1];
} straight_memory;

static bool reserve_straight(straight_memory* m, int rows) {
  double** all[] = {&m->t.time,       &m->velocity,     &m->rolling,      &m->positions[0],
                    &m->positions[1], &m->positions[2], &m->positions[3], &m->positions[4]};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    *all[i] = carom__present_allocate((size_t)rows, sizeof **all[i]);
    if (!*all[i]) return false;
  }
  return true;
}

static void release_straight(straight_memory* m) {
  free(m->t.time);
  free(m->velocity);
  free(m->rolling);
  for (int i = 0; i <= CAROM_PHASE_REST; ++i) free(m->positions[i]);
}

/// Velocity of the centre, and the one with which the ball would roll as it spins, along a direction.
static void velocities(const carom_present_item* run, const double* row, carom_vec3 along, double out[2]) {
  const double radius = run->scenario->motion.cloth.radius;
  carom_vec3 v = {row[2], row[3], 0}, w = {0, 0, row[4]};
  if (run->scenario->dimension == 3) {
    v = (carom_vec3){row[3], row[4], row[5]};
    w = (carom_vec3){row[6], row[7], row[8]};
  }
  const carom_vec3 n = carom__show_normal(run->scenario), around = cross(w, n);
  out[0] = dot(v, along);
  out[1] = radius * dot(around, along);
}

static void take_straight(const carom_present_item* run, const carom__ground* g, carom_vec2 direction,
                          straight_memory* m) {
  const carom_simulation* simulation = run->simulation;
  const carom_vec3 along = {direction.x * g->across.x + direction.y * g->up.x,
                            direction.x * g->across.y + direction.y * g->up.y,
                            direction.x * g->across.z + direction.y * g->up.z};
  m->t.count = simulation->sample_count;
  for (int row = 0; row < simulation->sample_count; ++row) {
    double both[2];
    m->t.time[row] = carom__show_time(simulation, row);
    const double position = dot(carom__show_place(run, carom__show_ball(run), m->t.time[row]), along);
    velocities(run, carom__show_row(simulation, row, carom__show_ball(run)), along, both);
    m->velocity[row] = both[0];
    m->rolling[row] = both[1];
    for (int i = 0; i <= CAROM_PHASE_REST; ++i) m->positions[i][row] = (double)NAN;
    for (int i = 0; i < simulation->phase_count; ++i) {
      const carom_simulation_phase* phase = &simulation->phases[i];
      const double slack = carom__show_time(simulation, simulation->sample_count > 1 ? 1 : 0);  // so that curves meet
      const bool inside = m->t.time[row] >= phase->from && m->t.time[row] <= phase->to + slack;
      if (phase->mover == carom__show_ball(run) && inside) m->positions[phase->phase][row] = position;
    }
  }
}

/// What begins when, beside the first.
static int take_flags(const carom_present_item* run, carom_figure_flag* out, int most) {
  int count = 0;
  for (int i = 0; i < run->simulation->phase_count && count < most; ++i) {
    const carom_simulation_phase* phase = &run->simulation->phases[i];
    if (phase->mover == carom__show_ball(run) && phase->from > 0)
      out[count++] =
          (carom_figure_flag){.at = phase->from, .words = carom_figure_phase_words(phase->phase), .value = true};
  }
  return count;
}

static carom_status draw_straight(carom__subject* subject, const straight_memory* m) {
  static const carom_figure_look looks[] = {CAROM_FIGURE_LOOK_LOST, CAROM_FIGURE_LOOK_SERIES, CAROM_FIGURE_LOOK_SERIES,
                                            CAROM_FIGURE_LOOK_SERIES, CAROM_FIGURE_LOOK_REFERENCE};
  static const int series[] = {0, 1, 4, 0, 0};
  const carom_present_item* run = &subject->bundle->items[0];
  const int rows = run->simulation->sample_count;
  carom_figure_curve positions[CAROM_PHASE_REST + 1];
  int count = 0;
  for (int i = 0; i <= CAROM_PHASE_REST; ++i) {
    bool used = false;
    for (int row = 0; row < rows && !used; ++row) used = !isnan(m->positions[i][row]);
    if (used)
      positions[count++] =
          carom__show_curve(&m->t, m->positions[i], carom_figure_phase_words((carom_phase)i), looks[i], series[i]);
  }
  const carom_figure_curve speeds[] = {
      carom__show_curve(&m->t, m->velocity, "velocity of the ball", CAROM_FIGURE_LOOK_TOTAL, 0),
      carom__show_curve(&m->t, m->rolling, "{/:Italic R}ω: as if it rolled", CAROM_FIGURE_LOOK_SERIES, 3)};
  const carom_figure_panel panels[] = {
      {.what = "position", .unit = "m", .curves = positions, .curve_count = count, .share = 1.3},
      {.what = "velocity", .unit = "m/s", .curves = speeds, .curve_count = 2}};
  carom_figure_flag flags[16];
  char subtitle[256];
  carom__show_subtitle(run, subtitle, sizeof subtitle);
  const carom_figure_chart_input input = {.what = "time {/:Italic t}",
                                          .unit = "s",
                                          .panels = panels,
                                          .panel_count = 2,
                                          .flags = flags,
                                          .flag_count = take_flags(run, flags, 16),
                                          .subtitle = subtitle};
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_chart(&subject->figure, &input, subject->diag);
}

carom_status carom__draw_straight(carom__subject* subject, const carom__ground* g, carom_vec2 direction) {
  const carom_present_item* run = &subject->bundle->items[0];
  straight_memory memory = {0};
  carom_status status = CAROM_NO_MEMORY;
  if (reserve_straight(&memory, run->simulation->sample_count)) {
    take_straight(run, g, direction, &memory);
    status = draw_straight(subject, &memory);
  }
  release_straight(&memory);
  return status;
}
