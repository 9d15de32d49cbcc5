#include "table/wild.h"

#include <criterion/criterion.h>
#include <string.h>

#include "random.h"

/// One in `rare` times something else: 0, or log-uniform.
static void maybe(test_random* r, int rare, double low, double high, double* number) {
  if (test_random_below(r, rare)) return;
  *number = test_random_below(r, 3) ? test_random_log(r, low, high) : 0;
}

static double from_0_to_1(test_random* r) {
  return test_random_below(r, 3) ? test_random_uniform(r, 0, 1) : (double)test_random_below(r, 2);
}

static void set_material(test_random* r, carom_table* t) {
  maybe(r, 3, 1e-3, 10, &t->hit.base);
  maybe(r, 3, 1e-3, 1, &t->hit.extra);
  maybe(r, 3, 1e-2, 100, &t->hit.eta2);
  maybe(r, 3, 1e-3, 10, &t->cloth.slide);
  maybe(r, 3, 1e-4, 1, &t->cloth.roll);
  maybe(r, 3, 1e-2, 1e3, &t->cloth.spin);
  maybe(r, 4, 1e-2, 10, &t->cloth.surface.mu);
  maybe(r, 4, 1, 2, &t->cloth.surface.eta2);
  maybe(r, 8, 1e-4, 1e4, &t->cloth.stiffness);
  maybe(r, 3, 1e-3, 10, &t->rail_surface.mu);
  maybe(r, 8, 0.1, 10, &t->rail_surface.eta2);
  maybe(r, 4, 1e-7, 0.1, &t->contact_time);
  maybe(r, 4, 1e-9, 1, &t->cutoff_speed);
  maybe(r, 6, 1e-3, 1e3, &t->gravity);
  if (test_random_below(r, 2)) t->hit.e = from_0_to_1(r);
  if (test_random_below(r, 3) == 0) t->cloth.surface.e = test_random_uniform(r, 0, 1);
  if (test_random_below(r, 3) == 0) t->rail_surface.e = from_0_to_1(r);
  t->cloth.hop = test_random_below(r, 3) > 0;
}

/// Three rails a side: the cushion and a jaw at each end of it.
static int add_jaws(carom_table_rail rails[4], double gap, carom_table_rail* out) {
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    const carom_vec2 from = rails[i].from, to = rails[i].to;
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double x = gap * (to.x - from.x) / length, y = gap * (to.y - from.y) / length;
    const carom_vec2 begin = {from.x + x, from.y + y}, end = {to.x - x, to.y - y};
    out[count++] = (carom_table_rail){begin, end};
    out[count++] = (carom_table_rail){begin, {begin.x - 0.6 * x + y, begin.y - 0.6 * y - x}};
    out[count++] = (carom_table_rail){end, {end.x + 0.6 * x + y, end.y + 0.6 * y - x}};
  }
  return count;
}

static void set_table(test_random* r, wild* w) {
  carom_table_rail round[4];
  w->table = carom_table_default();
  w->size = test_random_below(r, 3) ? 2 : test_random_log(r, 1e-3, 1e3);
  w->radius = test_random_below(r, 3) ? 0.014 * w->size : w->size * test_random_log(r, 1e-4, 0.05);
  w->speed = test_random_below(r, 3) ? 7 : test_random_log(r, 1e-9, 1e6);
  w->table.until = test_random_log(r, 1e-2, 1e3);
  w->table.rail_height = test_random_below(r, 3) ? 1.28 * w->radius : test_random_uniform(r, 0, 1.99) * w->radius;
  maybe(r, 5, 1e-3 * w->radius, w->radius, &w->table.nose_radius);
  carom_table_rectangle(w->size, w->size / 2, round);
  memcpy(w->rails, round, sizeof round);
  w->table.rail_count = test_random_below(r, 5) ? 4 : 0;
  if (test_random_below(r, 4) == 0) w->table.rail_count = add_jaws(round, 2.2 * w->radius, w->rails);
  w->table.pocket_count = test_random_below(r, 2) ? 0 : test_random_below(r, 7);
  for (int i = 0; i < w->table.pocket_count; ++i)
    w->pockets[i] =
        (carom_table_pocket){{i % 3 * w->size / 2, i / 3 * w->size / 2}, w->radius * test_random_uniform(r, 1, 2.5)};
  w->table.rails = w->rails;
  w->table.pockets = w->pockets;
  w->table.balls = w->balls;
}

static bool is_inside(const wild* w, const carom_table_ball* b) {
  const double room = 1.1 * b->radius;
  return b->position.x > room && b->position.x < w->size - room && b->position.y > room / 2 &&
         b->position.y < w->size / 2 - room;
}

static bool is_free(const wild* w, const carom_table_ball* b) {
  if (w->table.rail_height >= 1.999 * b->radius) return false;  // would roll beneath the rails
  for (int i = 0; i < w->table.ball_count; ++i) {
    const double apart = carom_vec3_norm(carom_vec3_sub(b->position, w->balls[i].position));
    if (apart < (b->radius + w->balls[i].radius) * (1 - 1e-10)) return false;
  }
  return is_inside(w, b);
}

/// A rack, touching or nearly.
static void add_rack(test_random* r, wild* w) {
  static const int counts[3][4] = {{3, 6, 10, 15}, {4, 9, 16, 16}, {2, 3, 5, 12}};
  const int shape = test_random_below(r, 3);
  carom_rack rack = {.shape = (carom_rack_shape)shape,
                     .count = counts[shape][test_random_below(r, 4)],
                     .at = {w->size * test_random_uniform(r, 0.3, 0.6), w->size * test_random_uniform(r, 0.15, 0.35)},
                     .direction = {1, test_random_uniform(r, -3, 3)},
                     .radius = w->radius};
  maybe(r, 2, 1e-13 * w->radius, 1e-3 * w->radius, &rack.gap);
  carom_vec2 places[CAROM_TABLE_MAX_BALLS];
  cr_assert_eq(carom_rack_places(&rack, places, NULL), CAROM_OK);
  for (int i = 0; i < rack.count; ++i) {
    const carom_table_ball b = {.mass = 0.17, .radius = w->radius, .position = {places[i].x, places[i].y, w->radius}};
    if (is_free(w, &b)) w->balls[w->table.ball_count++] = b;
  }
}

/// Anywhere, against a rail, against another ball, or in the air.
static carom_table_ball random_ball(test_random* r, const wild* w) {
  const double radius = test_random_below(r, 8) ? w->radius : w->radius * test_random_log(r, 0.2, 3);
  carom_table_ball b = {.mass = test_random_below(r, 5) ? 0.17 : test_random_log(r, 1e-4, 1e2), .radius = radius};
  b.position = (carom_vec3){test_random_uniform(r, 0, w->size), test_random_uniform(r, 0, w->size / 2), radius};
  const double reach = radius + w->table.nose_radius, above = radius - w->table.rail_height;
  if (test_random_below(r, 4) == 0) b.position.y = sqrt(fmax(0, reach * reach - above * above));
  if (test_random_below(r, 3) == 0 && w->table.ball_count > 0) {
    const carom_table_ball* other = &w->balls[test_random_below(r, w->table.ball_count)];
    const double angle = test_random_uniform(r, 0, 6.3), apart = 2 * sqrt(other->radius * radius);
    b.position.x = other->position.x + apart * cos(angle);
    b.position.y = other->position.y + apart * sin(angle);
  }
  if (test_random_below(r, 10) == 0) b.position.z = radius * test_random_uniform(r, 1, 6);
  return b;
}

static void set_balls(test_random* r, wild* w) {
  const int most = 1 + test_random_below(r, CAROM_TABLE_MAX_BALLS);
  w->table.ball_count = 0;
  if (test_random_below(r, 2)) add_rack(r, w);
  for (int i = 0; i < 300 && w->table.ball_count < most; ++i) {
    const carom_table_ball b = random_ball(r, w);
    if (is_free(w, &b)) w->balls[w->table.ball_count++] = b;
  }
}

static carom_vec3 random_vector(test_random* r, double size) {
  return (carom_vec3){size * test_random_uniform(r, -1, 1), size * test_random_uniform(r, -1, 1),
                      size * test_random_uniform(r, -1, 1)};
}

static void set_off(test_random* r, wild* w) {
  const int movers = test_random_below(r, 3) ? 1 : 1 + test_random_below(r, w->table.ball_count);
  for (int i = 0; i < movers; ++i) {
    carom_table_ball* b = &w->balls[i == 0 ? w->table.ball_count - 1 : test_random_below(r, w->table.ball_count)];
    b->velocity = random_vector(r, w->speed);
    if (test_random_below(r, 4)) b->velocity.z = 0;
    if (test_random_below(r, 2)) b->spin = random_vector(r, 2 * w->speed / w->radius);
  }
}

bool wild_draw(wild* w, long number) {
  test_random r = {(uint64_t)(1000 + number)};
  set_table(&r, w);
  set_material(&r, &w->table);
  set_balls(&r, w);
  if (w->table.ball_count == 0) return false;
  set_off(&r, w);
  return true;
}
