// Tables as nobody would build them: balls of all sizes in touch, jaws, no friction or a lot, e of 0 and 1, speeds from
// 1e-9 to 1e6 m/s, contacts that take no time. What must hold: an answer or a named error, numbers that are finite,
// no overlap, no energy from nowhere, a ledger that closes, and a clock that goes on.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "carom/table.h"
#include "random.h"
#include "soak.h"

TestSuite(table_hostile, .fini = soak_tell);

/// Rounding of places on a table of a metre, and of all energies together, after thousands of events.
static const double DEEPEST = 1e-12, GAINED = 1e-12, ROUNDED = 1e-11;
/// Of one sample: most take some hundred events, and what does not end shows itself in these. Collisions of several
/// contacts may take milliseconds each.
enum { MOST_EVENTS = 2000, MOST_CLUSTERS = 40 };

typedef struct wild {
  carom_table table;
  carom_table_ball balls[CAROM_TABLE_MAX_BALLS];
  carom_table_rail rails[CAROM_TABLE_MAX_RAILS];
  carom_table_pocket pockets[CAROM_TABLE_MAX_POCKETS];
  double size, radius, speed;  // m, m, m/s
} wild;

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

static double deepest(const wild* w, const carom_table_run* run) {
  double worst = 0;
  for (int i = 0; i < w->table.ball_count; ++i)
    for (int j = 0; j < i; ++j) {
      if (run->pieces[i].phase >= CAROM_PHASE_POCKETED || run->pieces[j].phase >= CAROM_PHASE_POCKETED) continue;
      carom_vec3 a, b;
      carom_table_at(run, i, run->t, &a, NULL, NULL);
      carom_table_at(run, j, run->t, &b, NULL, NULL);
      worst = fmax(worst, w->balls[i].radius + w->balls[j].radius - carom_vec3_norm(carom_vec3_sub(a, b)));
    }
  return worst;
}

/// All that the balls have at the start, without regard to where zero height is.
static double energy_scale(const wild* w) {
  double energy = 0;
  for (int i = 0; i < w->table.ball_count; ++i) {
    const carom_table_ball* b = &w->balls[i];
    const double turning = 0.4 * b->radius * b->radius * carom_vec3_dot(b->spin, b->spin);
    energy += b->mass * (carom_vec3_dot(b->velocity, b->velocity) + turning + w->table.gravity * b->position.z);
  }
  return energy;
}

/// What must hold after each event.
static double check_event(long sample, const wild* w, const carom_table_run* run, double before) {
  const double energy = carom_table_energy(run), scale = energy_scale(w), depth = deepest(w, run);
  const carom_table_ledger l = carom_table_ledger_now(run);
  const double gap = fabs(l.start - l.impacts - l.slide - l.roll - l.spin - l.pocketed - energy);
  cr_assert(isfinite(energy) && isfinite(run->t), "table %ld: t = %g, %g J", sample, run->t, energy);
  cr_assert_leq(energy - before, GAINED * scale, "table %ld gains %g of %g J", sample, energy - before, scale);
  cr_assert_leq(gap, ROUNDED * scale, "table %ld: the ledger is off by %g of %g J", sample, gap, scale);
  cr_assert_leq(depth, DEEPEST * (1 + w->size), "table %ld at t = %g: balls overlap by %g m", sample, run->t, depth);
  return energy;
}

/// Whether the balls came to rest, or time to its end.
static bool play(long sample, const wild* w, carom_table_run* run) {
  double energy = carom_table_energy(run);
  carom_diag diag = {0};
  int clusters = 0;
  while (!run->at_rest && run->event_total < MOST_EVENTS && clusters < MOST_CLUSTERS) {
    const carom_status status = carom_table_step(run, &diag);
    const bool named = status == CAROM_UNAVAILABLE && strcmp(diag.field, "balls") == 0;
    cr_assert(status == CAROM_OK || named, "table %ld: %s: %s", sample, carom_status_word(status), diag.message);
    if (named) return true;
    energy = check_event(sample, w, run, energy);
    clusters += run->happened == CAROM_TABLE_MET && run->contacts[0].cluster > 2;
    if (run->happened == CAROM_TABLE_ENDED) return true;
  }
  return run->at_rest;
}

Test(table_hostile, an_answer_or_a_named_error, .timeout = 3600) {
  const long count = soak_count(150, 1);
  long played = 0, ended = 0;
  static wild w;
  static carom_table_run run;
  for (long i = 0; i < count; ++i) {
    soak_at("hostile tables", i, count);
    test_random r = {(uint64_t)(1000 + i)};
    set_table(&r, &w);
    set_material(&r, &w.table);
    set_balls(&r, &w);
    if (w.table.ball_count == 0) continue;
    set_off(&r, &w);
    double* room = malloc(carom_table_workspace_size(&w.table) * sizeof *room);
    carom_diag diag = {0};
    cr_assert_not_null(room);
    const carom_status status = carom_table_start(&run, &w.table, room, &diag);
    cr_assert(status == CAROM_OK || status == CAROM_INCONSISTENT, "table %ld: %s", i, diag.message);
    played += status == CAROM_OK;
    if (status == CAROM_OK) ended += play(i, &w, &run);
    free(room);
  }
  soak_over();
  cr_expect_geq(played, count * 7 / 10, "%ld of %ld", played, count);
  cr_expect_geq(ended, played * 85 / 100, "%ld of %ld come to an end", ended, played);
}

/// Hops that nothing cuts off, and balls that are pressed together, took no time an event.
Test(table_hostile, time_goes_on) {
  carom_table_ball balls[3] = {{.mass = 1, .radius = 0.03, .position = {0, 0, 0.2}}};
  carom_table_run* run = malloc(sizeof *run);
  carom_table table = carom_table_default();
  cr_assert_not_null(run);
  table.cutoff_speed = 0;
  table.ball_count = 1;
  table.balls = balls;
  double* room = malloc(carom_table_workspace_size(&table) * sizeof *room);
  cr_assert_not_null(room);
  cr_assert_eq(carom_table_start(run, &table, room, NULL), CAROM_OK);
  while (!run->at_rest) cr_assert_eq(carom_table_step(run, NULL), CAROM_OK);
  cr_expect_lt(run->event_total, 60, "%ld events", run->event_total);
  free(room);
  free(run);
}
