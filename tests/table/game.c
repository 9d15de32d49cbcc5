#include "table/game.h"

#include <criterion/criterion.h>
#include <stdlib.h>

game game_start(bool pockets) {
  game g = {.table = carom_table_default()};
  carom_table_rectangle(GAME_LENGTH, GAME_WIDTH, g.rails);
  for (int i = 0; i < 6; ++i)
    g.pockets[i] = (carom_table_pocket){{i % 3 * GAME_LENGTH / 2, i / 3 * GAME_WIDTH}, i % 3 == 1 ? 0.055 : 0.062};
  g.table.rail_count = 4;
  g.table.pocket_count = pockets ? 6 : 0;
  g.table.until = 120;
  g.run = malloc(sizeof *g.run);
  cr_assert_not_null(g.run);
  return g;
}

void game_end(game* g) {
  free(g->run);
  free(g->workspace);
}

static carom_table_ball ball_at(double x, double y) {
  return (carom_table_ball){.mass = GAME_MASS, .radius = GAME_RADIUS, .position = {x, y, GAME_RADIUS}};
}

static bool is_free(const game* g, int count, carom_vec3 place) {
  for (int i = 0; i < count; ++i)
    if (carom_vec3_norm(carom_vec3_sub(place, g->balls[i].position)) < 2 * GAME_RADIUS) return false;
  return true;
}

void game_scatter(game* g, test_random* r, int count) {
  for (int i = 0; i < count; ++i) do {
      g->balls[i] =
          ball_at(test_random_uniform(r, 0.1, GAME_LENGTH - 0.1), test_random_uniform(r, 0.1, GAME_WIDTH - 0.1));
    } while (!is_free(g, i, g->balls[i].position));
  const double angle = test_random_uniform(r, 0, 6.283), speed = test_random_uniform(r, 0.5, 7);
  g->balls[0].velocity = (carom_vec3){speed * cos(angle), speed * sin(angle), 0};
  const double turn = speed / GAME_RADIUS;
  g->balls[0].spin = (carom_vec3){test_random_uniform(r, -1, 1) * turn, test_random_uniform(r, -1, 1) * turn,
                                  test_random_uniform(r, -1, 1) * turn};
  g->table.ball_count = count;
}

void game_rack(game* g, double speed, double off) {
  const carom_rack rack = {CAROM_RACK_TRIANGLE, 15, {1.3, GAME_WIDTH / 2}, {1, 0}, GAME_RADIUS, 0};
  carom_vec2 places[15];
  cr_assert_eq(carom_rack_places(&rack, places, NULL), CAROM_OK);
  g->balls[0] = ball_at(0.5, GAME_WIDTH / 2 + off);
  g->balls[0].velocity.x = speed;
  for (int i = 0; i < 15; ++i) g->balls[1 + i] = ball_at(places[i].x, places[i].y);
  g->table.ball_count = 16;
}

carom_status game_begin(game* g, carom_diag* diag) {
  g->table.balls = g->balls;
  g->table.rails = g->rails;
  g->table.pockets = g->pockets;
  free(g->workspace);
  g->workspace = malloc(carom_table_workspace_size(&g->table) * sizeof *g->workspace);
  cr_assert_not_null(g->workspace);
  return carom_table_start(g->run, &g->table, g->workspace, diag);
}

static bool in_play(const game* g, int ball) {
  return g->run->pieces[ball].phase < CAROM_PHASE_POCKETED;
}

static double deepest(const game* g) {
  double worst = 0;
  for (int i = 0; i < g->table.ball_count; ++i)
    for (int j = 0; j < i; ++j) {
      if (!in_play(g, i) || !in_play(g, j)) continue;
      carom_vec3 a, b;
      carom_table_at(g->run, i, g->run->t, &a, NULL, NULL);
      carom_table_at(g->run, j, g->run->t, &b, NULL, NULL);
      worst = fmax(worst, g->balls[i].radius + g->balls[j].radius - carom_vec3_norm(carom_vec3_sub(a, b)));
    }
  return worst;
}

static double ledger_gap(const game* g) {
  const carom_table_ledger l = carom_table_ledger_now(g->run);
  const double left = l.start + l.strokes - l.impacts - l.slide - l.roll - l.spin - l.pocketed;
  return fabs(left - carom_table_energy(g->run));
}

game_worst game_play(game* g) {
  game_worst worst = {0};
  double before = carom_table_energy(g->run);
  while (!g->run->at_rest) {
    carom_diag diag = {0};
    const carom_status status = carom_table_step(g->run, &diag);
    cr_assert_eq(status, CAROM_OK, "t = %g: %s", g->run->t, diag.message);
    if (g->run->happened == CAROM_TABLE_ENDED) break;
    const double energy = carom_table_energy(g->run);
    worst.gain = fmax(worst.gain, energy - before);
    worst.overlap = fmax(worst.overlap, deepest(g));
    worst.ledger = fmax(worst.ledger, ledger_gap(g));
    before = energy;
    const bool met = g->run->happened == CAROM_TABLE_MET;
    worst.clusters += met && g->run->contacts[0].cluster > 2;
    worst.rails += met && g->run->contacts[0].with == CAROM_TABLE_RAIL;
  }
  worst.events = g->run->event_total;
  worst.ended = g->run->at_rest;
  return worst;
}
