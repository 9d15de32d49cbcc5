// Tables that tests write as scenarios are read back as they were, to the last bit.
#include <criterion/criterion.h>
#include <string.h>

#include "carom/format.h"
#include "table/game.h"
#include "table/table_file.h"
#include "table/wild.h"

static carom_scenario* written_and_read(const carom_table* table) {
  static char text[65536];
  FILE* file = tmpfile();
  cr_assert_not_null(file);
  fputs("{\"carom\": 1, ", file);
  table_file_write(file, table);
  rewind(file);
  const size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  cr_assert_lt(length, sizeof text - 1);
  text[length] = '\0';
  carom_diag error = {0};
  carom_scenario* read = carom_scenario_parse(text, length, &error);
  cr_assert(read, "%s: %s\n%s", error.field, error.message, text);
  return read;
}

static void expect_surface(const carom_surface* got, const carom_surface* want) {
  cr_expect(got->law == want->law && got->e == want->e && got->mu == want->mu && got->eta2 == want->eta2);
  cr_expect_eq(got->mu_static, fmax(want->mu, want->mu_static));
  cr_expect_eq(got->stiffness, want->stiffness > 0 ? want->stiffness : 1);
}

static void expect_balls(const carom_scenario* got, const carom_table* want) {
  cr_assert_eq(got->body_count, want->ball_count);
  for (int i = 0; i < want->ball_count; ++i) {
    const carom_body* body = &got->bodies[i];
    const carom_table_ball* ball = &want->balls[i];
    cr_expect(body->mass == ball->mass && got->body_info[i].sphere_radius == ball->radius);
    cr_expect_eq(memcmp(&body->position, &ball->position, sizeof ball->position), 0);
    cr_expect_eq(memcmp(&body->velocity, &ball->velocity, sizeof ball->velocity), 0);
    cr_expect_eq(memcmp(&body->spin, &ball->spin, sizeof ball->spin), 0);
    if (ball->inertia > 0) cr_expect_eq(body->inertia.m[1][1], ball->inertia);
  }
}

static void expect_table(const carom_scenario* scenario, const carom_table* want) {
  const carom_table* got = &scenario->table->table;
  cr_expect_eq(memcmp(&got->hit, &want->hit, sizeof want->hit), 0);
  cr_expect(got->cloth.slide == want->cloth.slide && got->cloth.roll == want->cloth.roll);
  cr_expect(got->cloth.spin == want->cloth.spin && got->cloth.stiffness == want->cloth.stiffness);
  cr_expect(got->cloth.hop == want->cloth.hop && got->contact_time == want->contact_time);
  expect_surface(&got->cloth.surface, &want->cloth.surface);
  cr_assert(got->rail_count == want->rail_count && got->pocket_count == want->pocket_count);
  cr_expect(scenario->motion.until == want->until && scenario->motion.gravity.z == -want->gravity);
  cr_expect_eq(scenario->motion.cutoff_speed, fmax(want->cutoff_speed, 1e-300));
  for (int i = 0; i < want->pocket_count; ++i)
    cr_expect_eq(memcmp(&scenario->table->pockets[i], &want->pockets[i], sizeof *want->pockets), 0);
  for (int i = 0; i < want->rail_count; ++i)
    cr_expect_eq(memcmp(&scenario->table->rails[i], &want->rails[i], sizeof *want->rails), 0);
  if (want->rail_count == 0) return;
  cr_expect(got->rail_height == want->rail_height && got->nose_radius == want->nose_radius);
  expect_surface(&got->rail_surface, &want->rail_surface);
}

static void check(const carom_table* table) {
  carom_scenario* read = written_and_read(table);
  expect_balls(read, table);
  expect_table(read, table);
  carom_scenario_free(read);
}

Test(table_file, wild_tables_are_read_back) {
  static wild w;
  int count = 0;
  for (long i = 0; i < 60; ++i) {
    if (!wild_draw(&w, i) || w.table.gravity == 0) continue;  // a file's table has gravity
    check(&w.table);
    ++count;
  }
  cr_expect_gt(count, 40);
}

Test(table_file, games_are_read_back) {
  test_random r = {5};
  game g = game_start(true);
  game_scatter(&g, &r, 9);
  g.balls[3].inertia = 1e-5;
  cr_assert_eq(game_begin(&g, NULL), CAROM_OK);
  check(&g.table);
  game_end(&g);
}
