// What a table, a stroke and a rack must be: the status, the field, and that nothing was touched.
#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "table/game.h"

static void two_balls(game* g) {
  *g = game_start(true);
  g->balls[0] = (carom_table_ball){.mass = 1, .radius = 0.03, .position = {0.5, 0.5, 0.03}};
  g->balls[1] = (carom_table_ball){.mass = 1, .radius = 0.03, .position = {1, 0.5, 0.03}};
  g->table.ball_count = 2;
}

/// One number that is wrong.
typedef struct bad {
  const char* field;
  size_t offset;  // of a double in game
  double value;
  carom_status status;
} bad;

#define ROW(member, field, value, status) \
  { field, offsetof(game, member), value, status }

static const bad rows[] = {
    ROW(table.gravity, "gravity", -1, CAROM_OUT_OF_RANGE),
    ROW(table.cutoff_speed, "cutoff_speed", -1, CAROM_OUT_OF_RANGE),
    ROW(table.hit.e, "hit.e", 1.1, CAROM_OUT_OF_RANGE),
    ROW(table.hit.base, "hit.base", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.hit.extra, "hit.extra", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.hit.decay, "hit.decay", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.hit.eta2, "hit.eta2", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.cloth.slide, "cloth.slide", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.cloth.roll, "cloth.roll", NAN, CAROM_NOT_FINITE),
    ROW(table.cloth.spin, "cloth.spin", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.cloth.stiffness, "cloth.stiffness", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.cloth.surface.mu, "cloth.surface.mu", -0.1, CAROM_OUT_OF_RANGE),
    ROW(table.rail_surface.e, "rail_surface.e", 2, CAROM_OUT_OF_RANGE),
    ROW(table.rail_height, "rail_height", -1, CAROM_OUT_OF_RANGE),
    ROW(table.nose_radius, "nose_radius", -1, CAROM_OUT_OF_RANGE),
    ROW(table.until, "until", 0, CAROM_OUT_OF_RANGE),
    ROW(table.contact_time, "contact_time", -1, CAROM_OUT_OF_RANGE),
    ROW(balls[1].mass, "balls[1].mass", 0, CAROM_OUT_OF_RANGE),
    ROW(balls[1].radius, "balls[1].radius", -1, CAROM_OUT_OF_RANGE),
    ROW(balls[1].radius, "balls[1].radius", 0.018, CAROM_INCONSISTENT),  // lower than the nose
    ROW(balls[1].inertia, "balls[1].inertia", -1, CAROM_OUT_OF_RANGE),
    ROW(balls[1].inertia, "balls[1].inertia", 1e20, CAROM_TOO_FAR_APART),
    ROW(balls[1].position.x, "balls[1].position", 0.5, CAROM_INCONSISTENT),   // on the other ball
    ROW(balls[1].position.y, "balls[1].position", 0.01, CAROM_INCONSISTENT),  // in a rail
    ROW(balls[1].position.z, "balls[1].position", 0.02, CAROM_INCONSISTENT),  // in the cloth
    ROW(balls[0].velocity.y, "balls[0].velocity", INFINITY, CAROM_NOT_FINITE),
    ROW(balls[0].spin.z, "balls[0].spin", NAN, CAROM_NOT_FINITE),
    ROW(pockets[2].radius, "pockets[2].radius", 0, CAROM_OUT_OF_RANGE),
    ROW(pockets[2].at.x, "pockets[2].at", NAN, CAROM_NOT_FINITE),
    ROW(rails[1].from.x, "rails[1].from", NAN, CAROM_NOT_FINITE),
};

Test(table_input, every_number_is_checked) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    game g;
    carom_diag diag = {0};
    two_balls(&g);
    g.run->t = -77;
    memcpy((char*)&g + rows[i].offset, &rows[i].value, sizeof rows[i].value);
    const carom_status status = game_begin(&g, &diag);
    cr_expect_eq(status, rows[i].status, "%s: %s", rows[i].field, carom_status_word(status));
    cr_expect_str_eq(diag.field, rows[i].field, "%s, not %s", diag.field, rows[i].field);
    cr_expect_eq(g.run->t, -77, "%s: the run is touched", rows[i].field);
    game_end(&g);
  }
}

Test(table_input, a_ball_in_a_pocket_and_a_rail_without_length) {
  game g;
  carom_diag diag = {0};
  two_balls(&g);
  g.pockets[1].at = (carom_vec2){0.5, 0.5};
  cr_expect_eq(game_begin(&g, &diag), CAROM_INCONSISTENT);
  cr_expect(strstr(diag.message, "pockets[1]"), "%s", diag.message);
  g.table.pocket_count = 0;
  for (int i = 0; i < 2; ++i) {
    g.rails[3].from = (carom_vec2){0, 0};
    g.rails[3].to = (carom_vec2){0, i ? 1e-300 : 0};
    cr_expect_eq(game_begin(&g, &diag), CAROM_OUT_OF_RANGE);
    cr_expect_str_eq(diag.field, "rails[3].to");
  }
  game_end(&g);
}

Test(table_input, counts) {
  game g;
  carom_diag diag = {0};
  double room[1];
  two_balls(&g);
  cr_assert_eq(game_begin(&g, &diag), CAROM_OK);
  const carom_table good = g.table;
  g.table.ball_count = 33;
  cr_expect_eq(carom_table_workspace_size(&g.table), 0);
  cr_expect_eq(carom_table_start(g.run, &g.table, room, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "ball_count");
  g.table = good;
  g.table.rail_count = -1;
  cr_expect_eq(carom_table_start(g.run, &g.table, room, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "rail_count");
  g.table = good;
  g.table.pocket_count = 17;
  cr_expect_eq(carom_table_start(g.run, &g.table, room, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "pocket_count");
  game_end(&g);
}

/// A cue ball runs at a pack of balls that touch, on a hexagonal grid, the nearest to its middle first.
static carom_status hit_pack(int count, int* cluster, carom_diag* diag) {
  game g = game_start(false);
  g.table.rail_count = 0;
  g.balls[0] = (carom_table_ball){.mass = 1, .radius = 0.03, .position = {0, 0, 0.03}, .velocity = {5, 0, 0}};
  int balls = 1;
  for (int ring = 0; ring < 5; ++ring)
    for (int i = -4; i <= 4; ++i)
      for (int k = -4; k <= 4; ++k) {
        const int far = (abs(i) + abs(k) + abs(i + k)) / 2;
        if (far != ring || balls > count) continue;
        g.balls[balls++] = (carom_table_ball){
            .mass = 1, .radius = 0.03, .position = {1 + 0.06 * (i + 0.5 * k), 0.06 * sqrt(0.75) * k, 0.03}};
      }
  g.table.ball_count = balls;
  carom_status status = game_begin(&g, diag);
  while (!status && g.run->contact_count == 0) status = carom_table_step(g.run, diag);
  *cluster = status ? 0 : g.run->contacts[0].cluster;
  game_end(&g);
  return status;
}

/// What the limits say is taken; one more is refused by name.
Test(table_input, contacts_at_once) {
  int cluster;
  carom_diag diag = {0};
  cr_expect_eq(hit_pack(27, &cluster, &diag), CAROM_OK, "%s", diag.message);
  cr_expect_geq(cluster, 60, "%d", cluster);
  cr_expect_eq(hit_pack(31, &cluster, &diag), CAROM_UNAVAILABLE);
  cr_expect_str_eq(diag.field, "balls");
  cr_expect(strstr(diag.message, "more than 64 contacts"), "%s", diag.message);
}

Test(table_input, as_much_as_the_limits_say) {
  game g;
  carom_diag diag = {0};
  carom_table_rail rails[CAROM_TABLE_MAX_RAILS + 1];
  carom_table_pocket pockets[CAROM_TABLE_MAX_POCKETS + 1];
  two_balls(&g);
  for (int i = 0; i < CAROM_TABLE_MAX_BALLS; ++i)
    g.balls[i] =
        (carom_table_ball){.mass = 1, .radius = 0.03, .position = {0.1 + 0.1 * (i % 8), 0.1 * (1 + i / 8), 0.03}};
  for (int i = 0; i <= CAROM_TABLE_MAX_RAILS; ++i) rails[i] = (carom_table_rail){{0.02 * i, 0}, {0.02 * (i + 1), 0}};
  for (int i = 0; i <= CAROM_TABLE_MAX_POCKETS; ++i) pockets[i] = (carom_table_pocket){{0.1 * i, 1}, 0.05};
  g.balls[0].velocity = (carom_vec3){3, -2, 0};
  cr_assert_eq(game_begin(&g, &diag), CAROM_OK);
  g.table.ball_count = CAROM_TABLE_MAX_BALLS;
  g.table.rail_count = CAROM_TABLE_MAX_RAILS;
  g.table.pocket_count = CAROM_TABLE_MAX_POCKETS;
  g.table.rails = rails;
  g.table.pockets = pockets;
  double* room = malloc(carom_table_workspace_size(&g.table) * sizeof *room);
  cr_assert_not_null(room);
  cr_assert_eq(carom_table_start(g.run, &g.table, room, &diag), CAROM_OK, "%s", diag.message);
  while (!g.run->at_rest) cr_assert_eq(carom_table_step(g.run, &diag), CAROM_OK, "%s", diag.message);
  ++g.table.rail_count;
  cr_expect_eq(carom_table_start(g.run, &g.table, room, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "rail_count");
  free(room);
  game_end(&g);
}

Test(table_input, a_million_events) {
  game g;
  carom_diag diag = {0};
  two_balls(&g);
  g.balls[0].velocity.x = 1;
  cr_assert_eq(game_begin(&g, &diag), CAROM_OK);
  g.run->event_total = CAROM_TABLE_MAX_EVENTS - 1;
  cr_expect_eq(carom_table_step(g.run, &diag), CAROM_OK);
  cr_expect_eq(carom_table_step(g.run, &diag), CAROM_BUDGET);
  cr_expect(strstr(diag.message, "more than 1000000 events"), "%s", diag.message);
  game_end(&g);
}

static const struct {
  const char* field;
  size_t offset;
  double value;
  carom_status status;
} strokes[] = {
    {"speed", offsetof(carom_stroke, speed), 0, CAROM_OUT_OF_RANGE},
    {"speed", offsetof(carom_stroke, speed), NAN, CAROM_NOT_FINITE},
    {"mass", offsetof(carom_stroke, mass), 0, CAROM_OUT_OF_RANGE},
    {"end_mass", offsetof(carom_stroke, end_mass), -1, CAROM_OUT_OF_RANGE},
    {"elevation", offsetof(carom_stroke, elevation), 1.6, CAROM_OUT_OF_RANGE},
    {"side", offsetof(carom_stroke, side), 2, CAROM_OUT_OF_RANGE},
    {"height", offsetof(carom_stroke, height), -2, CAROM_OUT_OF_RANGE},
    {"offset", offsetof(carom_stroke, side), 0.9, CAROM_OUT_OF_RANGE},
    {"direction", offsetof(carom_stroke, direction.x), 0, CAROM_NOT_UNIT},
    {"direction", offsetof(carom_stroke, direction.x), 5e-324, CAROM_NOT_UNIT},
    {"direction", offsetof(carom_stroke, direction.x), DBL_MAX, CAROM_NOT_UNIT},
    {"speed", offsetof(carom_stroke, speed), 1e300, CAROM_TOO_FAR_APART},
    {"mass", offsetof(carom_stroke, mass), 1e300, CAROM_TOO_FAR_APART},
    {"end_mass", offsetof(carom_stroke, end_mass), 1e-80, CAROM_TOO_FAR_APART},
    {"tip.e", offsetof(carom_stroke, tip.e), 2, CAROM_OUT_OF_RANGE},
};

Test(table_input, every_number_of_a_stroke_is_checked) {
  game g;
  two_balls(&g);
  cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
  for (size_t i = 0; i < sizeof strokes / sizeof *strokes; ++i) {
    carom_stroke stroke = carom_stroke_default();
    carom_diag diag = {0};
    stroke.height = 0.5;
    memcpy((char*)&stroke + strokes[i].offset, &strokes[i].value, sizeof(double));
    cr_expect_eq(carom_table_strike(g.run, &stroke, &diag), strokes[i].status, "%s", strokes[i].field);
    cr_expect_str_eq(diag.field, strokes[i].field);
    cr_expect(g.run->at_rest);
  }
  carom_stroke stroke = carom_stroke_default();
  stroke.ball = 2;
  carom_diag diag = {0};
  cr_expect_eq(carom_table_strike(g.run, &stroke, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "ball");
  game_end(&g);
}

Test(table_input, a_ball_in_the_air_is_not_struck) {
  game g;
  carom_diag diag = {0};
  two_balls(&g);
  g.balls[0].position.z = 0.2;
  cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
  const carom_stroke stroke = carom_stroke_default();
  cr_expect_eq(carom_table_strike(g.run, &stroke, &diag), CAROM_INCONSISTENT);
  cr_expect_str_eq(diag.field, "ball");
  cr_expect(strstr(diag.message, "the ball is in the air at t = 0 s"), "%s", diag.message);
  game_end(&g);
}

Test(table_input, racks) {
  carom_vec2 places[CAROM_TABLE_MAX_BALLS];
  carom_diag diag = {0};
  const carom_rack good = {CAROM_RACK_TRIANGLE, 15, {1, 1}, {1, 0}, 0.03, 0};
  cr_expect_eq(carom_rack_places(&good, places, &diag), CAROM_OK);
  const struct {
    carom_rack rack;
    const char* field;
  } wrong[] = {{{(carom_rack_shape)7, 15, {1, 1}, {1, 0}, 0.03, 0}, "shape"},
               {{CAROM_RACK_TRIANGLE, 14, {1, 1}, {1, 0}, 0.03, 0}, "count"},
               {{CAROM_RACK_DIAMOND, 8, {1, 1}, {1, 0}, 0.03, 0}, "count"},
               {{CAROM_RACK_ROW, 33, {1, 1}, {1, 0}, 0.03, 0}, "count"},
               {{CAROM_RACK_ROW, 3, {1, 1}, {1, 0}, 0, 0}, "radius"},
               {{CAROM_RACK_ROW, 3, {1, 1}, {1, 0}, 0.03, -1}, "gap"},
               {{CAROM_RACK_ROW, 3, {NAN, 1}, {1, 0}, 0.03, 0}, "at"},
               {{CAROM_RACK_ROW, 3, {1, 1}, {0, 0}, 0.03, 0}, "direction"},
               {{CAROM_RACK_ROW, 1, {1, 1}, {1, 0}, DBL_MAX, 0}, "radius"},  // 0 times infinity
               {{CAROM_RACK_ROW, 3, {1, 1}, {1, 0}, 1e-80, 0}, "radius"},
               {{CAROM_RACK_ROW, 3, {1, 1}, {1, 0}, 0.03, 1e300}, "gap"},
               {{CAROM_RACK_ROW, 3, {1, -1e308}, {1, 0}, 0.03, 0}, "at"},
               {{CAROM_RACK_ROW, 3, {1, 1}, {5e-324, 5e-324}, 0.03, 0}, "direction"},  // its length rounds to 5e-324
               {{CAROM_RACK_ROW, 3, {1, 1}, {DBL_MAX, DBL_MAX}, 0.03, 0}, "direction"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    cr_expect_neq(carom_rack_places(&wrong[i].rack, places, &diag), CAROM_OK, "%zu", i);
    cr_expect_str_eq(diag.field, wrong[i].field);
  }
}

/// Neighbours in a rack touch, and nothing overlaps.
Test(table_input, racks_touch) {
  const struct {
    carom_rack_shape shape;
    int count, pairs;
  } sets[] = {
      {CAROM_RACK_TRIANGLE, 15, 30}, {CAROM_RACK_DIAMOND, 9, 16}, {CAROM_RACK_ROW, 5, 4}, {CAROM_RACK_TRIANGLE, 3, 3}};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i) {
    const carom_rack rack = {sets[i].shape, sets[i].count, {1, 2}, {0.6, -0.8}, 0.03, 0};
    carom_vec2 places[CAROM_TABLE_MAX_BALLS];
    int touching = 0;
    cr_assert_eq(carom_rack_places(&rack, places, NULL), CAROM_OK);
    cr_expect(places[0].x == 1 && places[0].y == 2);
    for (int a = 0; a < rack.count; ++a)
      for (int b = 0; b < a; ++b) {
        const double gap = hypot(places[a].x - places[b].x, places[a].y - places[b].y) - 0.06;
        cr_expect_geq(gap, -1e-15);
        touching += gap < 1e-15;
      }
    cr_expect_eq(touching, sets[i].pairs);
  }
}

Test(table_input, single_hits) {
  carom_table table = carom_table_default();
  carom_table_ball before[2] = {{.mass = 1, .radius = 0.03, .position = {0, 0, 0.03}},
                                {.mass = 1, .radius = 0.03, .position = {0.07, 0, 0.03}}};
  carom_table_ball after[2];
  carom_diag diag = {0};
  cr_expect_eq(carom_table_pair(&table, before, after, NULL, &diag), CAROM_INCONSISTENT);
  cr_expect_str_eq(diag.field, "before");
  before[1].position.x = 0.06;
  before[1].mass = -1;
  cr_expect_eq(carom_table_pair(&table, before, after, NULL, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "before[1].mass");
  cr_expect_eq(carom_table_cushion(&table, before, (carom_vec2){0, 0}, after, &diag), CAROM_NOT_UNIT);
  table.rail_height = 0.2;
  cr_expect_eq(carom_table_cushion(&table, before, (carom_vec2){1, 0}, after, &diag), CAROM_INCONSISTENT);
  cr_expect_str_eq(diag.field, "rail_height");
}

/// What a fuzzer found: friction so large that a ball was nowhere.
Test(table_input, numbers_beyond_any_table) {
  carom_table table = carom_table_default();
  const carom_table_ball ball = {.mass = 0.17, .radius = 0.03, .position = {0, 0, 0.03}, .velocity = {1, 0, 0}};
  static carom_table_run run;
  static double workspace[20000];
  carom_diag diag = {0};
  table.ball_count = 1;
  table.balls = &ball;
  cr_assert_leq(carom_table_workspace_size(&table), 20000);
  cr_assert_eq(carom_table_start(&run, &table, workspace, &diag), CAROM_OK);
  table.cloth.slide = 1.7e308;
  cr_assert_eq(carom_table_start(&run, &table, workspace, &diag), CAROM_TOO_FAR_APART);
  cr_assert_str_eq(diag.field, "cloth.slide");
}

/// What a fuzzer found: a ball so small that its inertia was none, and its spin after a hit no number.
Test(table_input, balls_smaller_than_any) {
  const carom_table table = carom_table_default();
  const carom_table_ball balls[2] = {{.mass = 1, .radius = 1e-71, .position = {0, 0, 1e-71}, .spin = {1, 1, 1}},
                                     {.mass = 1, .radius = 8, .position = {0, 0, 8}, .velocity = {1, 0, 0}}};
  carom_table_ball after[2];
  carom_diag diag = {0};
  cr_assert_eq(carom_table_pair(&table, balls, after, NULL, &diag), CAROM_TOO_FAR_APART);
  cr_assert_str_eq(diag.field, "before[0].radius");
}
