// Whole games: what must hold at every event, whatever happens.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "soak.h"
#include "table/game.h"
#include "table/table_file.h"

TestSuite(table_game, .fini = soak_tell);

/// Places are rounded to 1e-14 m after half a minute; a slow approach is let come 5e-13 m deep.
static const double DEEPEST = 1e-12;
/// J, of shots of a few joules: rounding of some hundred events.
static const double ROUNDED = 1e-12;

Test(table_game, random_shots_end_without_overlap_or_energy_gained, .timeout = 36000) {
  test_random r = {2026};
  const long count = soak_count(60);
  long clusters = 0, rails = 0;
  double overlap = 0, gain = 0, ledger = 0;
  for (long i = 0; i < count; ++i) {
    soak_at("table shots", i, count);
    game g = game_start(i % 3 == 0);
    game_scatter(&g, &r, 2 + (int)(i % 21));
    if (i % 5 == 4) game_rack(&g, test_random_uniform(&r, 1, 10), test_random_uniform(&r, -0.02, 0.02));
    carom_diag diag;
    soak_sample(table_file_write, &g.table);
    cr_assert_eq(game_begin(&g, &diag), CAROM_OK, "%s", diag.message);
    const game_worst worst = game_play(&g);
    cr_assert(worst.ended, "shot %ld still moves at t = %g s", i, g.run->t);
    overlap = soak_worst(overlap, worst.overlap, DEEPEST, "overlap [m]");
    gain = soak_worst(gain, worst.gain, ROUNDED, "gain [J]");
    ledger = soak_worst(ledger, worst.ledger, ROUNDED, "ledger [J]");
    clusters += worst.clusters;
    rails += worst.rails;
    game_end(&g);
  }
  soak_over();
  cr_expect_leq(overlap, DEEPEST, "balls overlap by %g m", overlap);
  cr_expect_leq(gain, ROUNDED, "a shot gains %g J", gain);
  cr_expect_leq(ledger, ROUNDED, "a ledger is off by %g J", ledger);
  cr_expect_gt(clusters, count / 10);
  cr_expect_gt(rails, count);
}

/// Nothing is lost and nothing spins: play it backwards.
static void make_reversible(game* g) {
  g->table.hit = (carom_table_hit){.e = 1};
  g->table.cloth.slide = g->table.cloth.roll = g->table.cloth.spin = 0;
  g->table.cloth.surface.mu = 0;
  g->table.rail_surface = (carom_surface){.e = 1};
  for (int i = 0; i < g->table.ball_count; ++i) g->balls[i].spin = (carom_vec3){0, 0, 0};
}

static int step_over_hits(game* g, int most) {
  int hits = 0;
  while (hits < most) {
    cr_assert_eq(carom_table_step(g->run, NULL), CAROM_OK);
    if (g->run->happened == CAROM_TABLE_ENDED) break;
    hits += g->run->happened == CAROM_TABLE_MET;
  }
  return hits;
}

Test(table_game, without_losses_it_runs_backwards) {
  test_random r = {8};
  for (int i = 0; i < 10; ++i) {
    game g = game_start(false);
    game_scatter(&g, &r, 4);
    make_reversible(&g);
    carom_vec3 start[4];
    for (int b = 0; b < 4; ++b) start[b] = g.balls[b].position;
    cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
    cr_assert_eq(step_over_hits(&g, 20), 20);
    const double middle = g.run->t + 1e-4;
    for (int b = 0; b < 4; ++b) {
      carom_table_at(g.run, b, middle, &g.balls[b].position, &g.balls[b].velocity, NULL);
      g.balls[b].velocity = carom_vec3_scale(-1, g.balls[b].velocity);
    }
    g.table.until = middle;
    cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
    cr_expect_eq(step_over_hits(&g, 1000), 20, "game %d", i);
    for (int b = 0; b < 4; ++b) {
      carom_vec3 end;
      carom_table_at(g.run, b, middle, &end, NULL, NULL);
      const double off = carom_vec3_norm(carom_vec3_sub(end, start[b]));
      cr_expect_leq(off, 1e-6 * GAME_RADIUS, "game %d: ball %d is off by %g m", i, b, off);
    }
    game_end(&g);
  }
}

/// Numbering the balls otherwise changes no bit while pairs meet.
Test(table_game, numbers_of_balls_do_not_matter) {
  test_random r = {9};
  for (int i = 0; i < 10; ++i) {
    game g = game_start(true), h = game_start(true);
    game_scatter(&g, &r, 9);
    h.table.ball_count = 9;
    for (int b = 0; b < 9; ++b) h.balls[(4 * b + 5) % 9] = g.balls[b];
    cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
    cr_assert_eq(game_begin(&h, NULL), CAROM_OK);
    game_play(&g);
    game_play(&h);
    cr_expect_eq(g.run->event_total, h.run->event_total, "game %d", i);
    for (int b = 0; b < 9; ++b) {
      carom_vec3 x, y;
      carom_table_at(g.run, b, g.run->t, &x, NULL, NULL);
      carom_table_at(h.run, (4 * b + 5) % 9, h.run->t, &y, NULL, NULL);
      cr_expect_eq(memcmp(&x, &y, sizeof x), 0, "game %d, ball %d: %g", i, b, carom_vec3_norm(carom_vec3_sub(x, y)));
    }
    game_end(&g);
    game_end(&h);
  }
}

/// True where more than two contacts happened at once.
static bool step_once(game* g) {
  cr_assert_eq(carom_table_step(g->run, NULL), CAROM_OK);
  return g->run->happened == CAROM_TABLE_MET && g->run->contacts[0].cluster > 2;
}

static double differ_most(const game* g, const game* h, int stride, int shift) {
  double worst = 0;
  const int count = g->table.ball_count;
  for (int b = 0; b < count; ++b) {
    carom_vec3 x, y, v, w;
    const int same = (stride * b + shift) % count;
    carom_table_at(g->run, b, g->run->t, &x, &v, NULL);
    carom_table_at(h->run, same, g->run->t, &y, &w, NULL);
    worst = fmax(worst, carom_vec3_norm(carom_vec3_sub(x, y)) + carom_vec3_norm(carom_vec3_sub(v, w)));
  }
  return worst;
}

/// Kinds: a rack of fifteen; four in a row; three in a nest; a pair frozen at a rail.
static void freeze(game* g, test_random* r, int kind) {
  const carom_rack racks[] = {{CAROM_RACK_TRIANGLE, 15, {1.3, 0.5}, {1, 0}, GAME_RADIUS, 0},
                              {CAROM_RACK_ROW, 4, {1.2, 0.5}, {0.8, 0.6}, GAME_RADIUS, 0},
                              {CAROM_RACK_TRIANGLE, 3, {1.2, 0.45}, {-0.6, 0.8}, GAME_RADIUS, 0},
                              {CAROM_RACK_ROW, 2, {1.2, 0.9}, {0, 1}, GAME_RADIUS, 0}};
  carom_rack rack = racks[kind];
  if (kind == 3) rack.at.y = GAME_WIDTH - sqrt(GAME_RADIUS * GAME_RADIUS - 0.008025 * 0.008025) - 2 * GAME_RADIUS;
  carom_vec2 places[15];
  cr_assert_eq(carom_rack_places(&rack, places, NULL), CAROM_OK);
  g->balls[0] = (carom_table_ball){.mass = GAME_MASS, .radius = GAME_RADIUS, .position = {0.4, 0.3, GAME_RADIUS}};
  for (int i = 0; i < rack.count; ++i) {
    g->balls[1 + i] = g->balls[0];
    g->balls[1 + i].position = (carom_vec3){places[i].x, places[i].y, GAME_RADIUS};
  }
  const double off = test_random_uniform(r, -0.03, 0.03), speed = test_random_uniform(r, 1, 7);
  const double dx = rack.at.x - 0.4, dy = rack.at.y + off - 0.3, way = hypot(dx, dy);
  g->balls[0].velocity = (carom_vec3){speed * dx / way, speed * dy / way, 0};
  g->balls[0].spin.z = test_random_uniform(r, -50, 50);
  g->table.ball_count = 1 + rack.count;
}

/// Clusters are solved in an order of places, so that numbers do not matter there either.
Test(table_game, numbers_of_balls_do_not_matter_in_clusters) {
  test_random r = {19};
  int clusters = 0;
  for (int i = 0; i < 24; ++i) {
    game g = game_start(true), h = game_start(true);
    freeze(&g, &r, i % 4);
    const int count = h.table.ball_count = g.table.ball_count, stride = count % 3 ? 3 : 5, shift = 1 + i % 2;
    for (int b = 0; b < count; ++b) h.balls[(stride * b + shift) % count] = g.balls[b];
    cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
    cr_assert_eq(game_begin(&h, NULL), CAROM_OK);
    for (int event = 0; event < 10; ++event) {
      clusters += step_once(&g);
      step_once(&h);
      const double off = differ_most(&g, &h, stride, shift);
      cr_expect_leq(off, 1e-9, "game %d, event %d: off by %g", i, event, off);
    }
    game_end(&g);
    game_end(&h);
  }
  cr_expect_geq(clusters, 20, "%d clusters", clusters);
}

// ---- the break -----------------------------------------------------------------------------------------------------

static void break_rack(game* g, double e, double mu) {
  game_rack(g, 10, 0);
  g->table.hit = (carom_table_hit){.e = e, .base = mu, .eta2 = 1.21};
  g->table.cloth.slide = g->table.cloth.roll = 0;
  cr_assert_eq(game_begin(g, NULL), CAROM_OK);
  do {
    cr_assert_eq(carom_table_step(g->run, NULL), CAROM_OK);
  } while (g->run->happened != CAROM_TABLE_MET);
}

Test(table_game, the_break_is_one_collision_of_31_contacts) {
  game g = game_start(false);
  break_rack(&g, 1, 0);
  cr_expect_eq(g.run->contacts[0].cluster, 31);
  const double before = 0.5 * GAME_MASS * 100;
  double after = 0;
  carom_vec3 momentum = {0, 0, 0};
  for (int i = 0; i < 16; ++i) {
    const carom_vec3 v = g.run->pieces[i].velocity;
    after += 0.5 * GAME_MASS * carom_vec3_dot(v, v);
    momentum = carom_vec3_add(momentum, v);
  }
  cr_expect_leq(fabs(after - before), 1e-12 * before);
  cr_expect_leq(fabs(momentum.x - 10), 1e-14 * 10);
  cr_expect_leq(fabs(momentum.y), 1e-14 * 10);
  game_end(&g);
}

/// Row r has r + 1 balls, from one side to the other.
Test(table_game, the_break_is_symmetric) {
  for (int friction = 0; friction < 2; ++friction) {
    game g = game_start(false);
    break_rack(&g, 0.95, friction ? 0.06 : 0);
    double worst = 0;
    for (int row = 0, first = 1; row < 5; first += ++row)
      for (int i = 0; i <= row; ++i) {
        const carom_vec3 a = g.run->pieces[first + i].velocity, b = g.run->pieces[first + row - i].velocity;
        worst = fmax(worst, fmax(fabs(a.x - b.x), fabs(a.y + b.y)));
      }
    cr_expect_leq(worst, friction ? 1e-9 : 1e-11, "friction %d: off by %g m/s", friction, worst);
    game_end(&g);
  }
}

// ---- one ball ------------------------------------------------------------------------------------------------------

/// A table with one ball and nothing else is the ball on the cloth.
Test(table_game, one_ball_is_the_ball_on_the_cloth) {
  test_random r = {10};
  for (int i = 0; i < 50; ++i) {
    game g = game_start(false);
    game_scatter(&g, &r, 1);
    g.table.rail_count = 0;
    g.table.cloth.spin = 0;
    g.table.until = 200;
    g.balls[0].velocity.z = i % 2 ? 0 : test_random_uniform(&r, 0, 2);
    const double inertia = 0.4 * GAME_MASS * GAME_RADIUS * GAME_RADIUS;
    carom_cloth_problem cloth = {.ball = carom_body_default(),
                                 .radius = GAME_RADIUS,
                                 .dimension = 3,
                                 .frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 .surface = g.table.cloth.surface,
                                 .slide = g.table.cloth.slide,
                                 .roll = g.table.cloth.roll,
                                 .hop = true,
                                 .gravity = g.table.gravity,
                                 .until = 200,
                                 .cutoff_speed = g.table.cutoff_speed};
    cloth.ball.mass = GAME_MASS;
    cloth.ball.inertia = carom_mat3_diagonal(inertia, inertia, inertia);
    cloth.ball.position = g.balls[0].position;
    cloth.ball.velocity = g.balls[0].velocity;
    cloth.ball.spin = g.balls[0].spin;
    carom_cloth_piece pieces[64];
    carom_motion_impact landings[64];
    carom_cloth_path path = {.pieces = pieces, .piece_capacity = 64, .landings = landings, .landing_capacity = 64};
    cr_assert_eq(carom_cloth_follow(&cloth, &path, NULL), CAROM_OK);
    cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
    game_play(&g);
    carom_vec3 end, same;
    carom_table_at(g.run, 0, g.run->t, &end, NULL, NULL);
    same = pieces[path.piece_count - 1].position;
    const double off = carom_vec3_norm(carom_vec3_sub(end, same)), way = 1 + carom_vec3_norm(same);
    cr_expect_leq(off, 2e-15 * way, "ball %d: off by %g m after %g m", i, off, way);
    game_end(&g);
  }
}
