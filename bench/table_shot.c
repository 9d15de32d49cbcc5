// Row table/shot: sixteen balls on a pool table, random shots, from the stroke to rest. The time is that of one event;
// the note tells shots, tables without rails, and the break.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bench.h"
#include "carom/table.h"

enum { BALLS = 16, SHOTS = 40, BREAKS = 5, BLOCKS = 5 };

static const double RADIUS = 0.028575, LENGTH = 1.9812, WIDTH = 0.9906;

static carom_table_ball balls[BALLS];
static carom_table_rail rails[4];
static carom_table_run run;
static double* workspace;

static carom_table table_of(bool with_rails) {
  carom_table table = carom_table_default();
  carom_table_rectangle(LENGTH, WIDTH, rails);
  table.ball_count = BALLS;
  table.balls = balls;
  table.rail_count = with_rails ? 4 : 0;
  table.rails = rails;
  table.until = 200;
  return table;
}

static bool is_free(int count, double x, double y) {
  for (int i = 0; i < count; ++i)
    if (hypot(x - balls[i].position.x, y - balls[i].position.y) < 2 * RADIUS) return false;
  return true;
}

static void scatter(bench_random* random) {
  for (int i = 0; i < BALLS; ++i) {
    double x, y;
    do {
      x = bench_uniform(random, 0.1, LENGTH - 0.1);
      y = bench_uniform(random, 0.1, WIDTH - 0.1);
    } while (!is_free(i, x, y));
    balls[i] = (carom_table_ball){.mass = 0.17, .radius = RADIUS, .position = {x, y, RADIUS}};
  }
  const double angle = bench_uniform(random, 0, 6.283), speed = bench_uniform(random, 1, 7);
  balls[0].velocity = (carom_vec3){speed * cos(angle), speed * sin(angle), 0};
  balls[0].spin.z = bench_uniform(random, -1, 1) * speed / RADIUS;
}

static void rack(double off) {
  const carom_rack triangle = {CAROM_RACK_TRIANGLE, 15, {1.3, WIDTH / 2}, {1, 0}, RADIUS, 0};
  carom_vec2 places[15];
  if (carom_rack_places(&triangle, places, NULL)) return;
  balls[0] = (carom_table_ball){.mass = 0.17, .radius = RADIUS, .position = {0.5, WIDTH / 2 + off, RADIUS}};
  balls[0].velocity.x = 10;
  for (int i = 0; i < 15; ++i)
    balls[i + 1] = (carom_table_ball){.mass = 0.17, .radius = RADIUS, .position = {places[i].x, places[i].y, RADIUS}};
}

/// Plays to the end; the events are added. False if something failed.
static bool play(const carom_table* table, long* events) {
  carom_status status = carom_table_start(&run, table, workspace, NULL);
  while (!status && !run.at_rest && run.t < table->until) status = carom_table_step(&run, NULL);
  *events += run.event_total;
  return !status;
}

/// Nanoseconds of a set of shots.
static double time_shots(bool with_rails, long* events) {
  const carom_table table = table_of(with_rails);
  bench_random random = {7};
  double total = 0;
  for (int i = 0; i < SHOTS; ++i) {
    scatter(&random);
    const double start = bench_now();
    if (!play(&table, events)) return (double)NAN;
    total += bench_since(start);
  }
  return total;
}

/// The rack alone: the step in which 31 contacts happen, and the whole shot.
static void time_breaks(double* collision, double* shot) {
  const carom_table table = table_of(true);
  double once[BREAKS], whole[BREAKS];
  for (int i = 0; i < BREAKS; ++i) {
    long events = 0;
    rack(0.002 * i);
    double start = bench_now();
    if (!play(&table, &events)) return;
    whole[i] = bench_since(start);
    carom_status status = carom_table_start(&run, &table, workspace, NULL);
    do {
      start = bench_now();
      if (!status) status = carom_table_step(&run, NULL);
    } while (!status && run.contact_count == 0);
    once[i] = bench_since(start);
  }
  *collision = bench_median(once, BREAKS);
  *shot = bench_median(whole, BREAKS);
}

bench_function bench_table_shot;

void bench_table_shot(bench_row* row) {
  const carom_table table = table_of(true);
  double best = HUGE_VAL, open = HUGE_VAL, collision = (double)NAN, shot = (double)NAN;
  long events = 0, open_events = 0;
  row->name = "table/shot";
  workspace = malloc(carom_table_workspace_size(&table) * sizeof *workspace);
  if (!workspace) return;
  for (int i = 0; i < BLOCKS; ++i) {
    events = open_events = 0;
    best = fmin(best, time_shots(true, &events));
    open = fmin(open, time_shots(false, &open_events));
  }
  time_breaks(&collision, &shot);
  row->ns = best / (double)events;
  bench_note(
      row,
      "one event of %d random shots of %d balls, %.0f events a shot, %.0f shots a second; without "
      "rails %.1f us an event (bar: 10). The break: %.1f ms for 31 contacts at once (bar: 40), %.1f ms to rest.\n",
      SHOTS, BALLS, (double)events / SHOTS, 1e9 * SHOTS / best, 1e-3 * open / (double)open_events, 1e-6 * collision,
      1e-6 * shot);
  free(workspace);
}
