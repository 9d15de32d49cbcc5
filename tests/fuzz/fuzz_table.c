// Billiards with any doubles: the first contact of two parabolas, games, strokes, single collisions, racks.
#include <math.h>

#include "carom/table.h"
#include "fuzz.h"

enum { BALLS = 4, RAILS = 5, POCKETS = 2, MOST_EVENTS = 60, MOST_INNER = 2000, ROOM = 100000 };

static void first_contact(fuzz_input* in) {
  carom_approach a = {.dimension = fuzz_int(in, 2, 3)};
  a.d0 = fuzz_vec3(in);
  a.d1 = fuzz_vec3(in);
  a.d2 = fuzz_vec3(in);
  a.rho = fuzz_positive(in);
  const double until = fuzz_byte(in) % 4 ? fuzz_positive(in) : HUGE_VAL;
  const double t = carom_first_contact(&a, until);
  if (isnan(t) || t < 0) fuzz_fail("table: the time of a contact", t);
}

static carom_table_ball ball_of(fuzz_input* in) {
  carom_table_ball ball = {.mass = 0.17, .radius = 0.0286};
  const int kind = fuzz_byte(in);
  if (kind % 4 == 0) {
    ball.mass = fuzz_positive(in);
    ball.radius = fuzz_positive(in);
    if (kind % 8 == 0) ball.inertia = fuzz_positive(in);
  }
  ball.position = fuzz_vec3(in);
  ball.velocity = fuzz_vec3(in);
  ball.spin = fuzz_vec3(in);
  if (kind < 192) ball.position.z = ball.radius;
  if (kind < 128) ball.velocity.z = 0;
  return ball;
}

static carom_table table_of(fuzz_input* in) {
  static carom_table_rail rails[RAILS];
  static carom_table_pocket pockets[POCKETS];
  carom_table t = carom_table_default();
  const int has = fuzz_byte(in);
  if (has & 1) {
    carom_table_rectangle(fuzz_positive(in), fuzz_positive(in), rails);
    t.rail_count = 4;
  }
  if (has & 2) {
    rails[t.rail_count].from = fuzz_vec2(in);
    rails[t.rail_count++].to = fuzz_vec2(in);
  }
  t.rails = rails;
  for (t.pocket_count = 0; t.pocket_count < has >> 6 && t.pocket_count < POCKETS; ++t.pocket_count) {
    pockets[t.pocket_count].at = fuzz_vec2(in);
    pockets[t.pocket_count].radius = fuzz_positive(in);
  }
  t.pockets = pockets;
  if (has & 4) {
    t.rail_surface = fuzz_surface(in);
    t.rail_height = fuzz_positive(in);
    t.nose_radius = fuzz_positive(in);
  }
  if (has & 8) {
    t.hit = (carom_table_hit){fuzz_byte(in) / 255.0, fuzz_positive(in), fuzz_positive(in), fuzz_positive(in), 0};
    t.hit.eta2 = fuzz_positive(in);
  }
  if (has & 16) {
    t.cloth.slide = fuzz_positive(in);
    t.cloth.roll = fuzz_positive(in);
    t.cloth.spin = fuzz_positive(in);
    t.cloth.hop = fuzz_byte(in) % 2;
    t.cloth.surface = fuzz_surface(in);
    t.cloth.stiffness = fuzz_positive(in);
  }
  if (has & 32) {
    t.gravity = fuzz_positive(in);
    t.contact_time = fuzz_positive(in);
    t.cutoff_speed = fuzz_positive(in);
    t.until = fuzz_positive(in);
  }
  return t;
}

static carom_stroke stroke_of(fuzz_input* in) {
  carom_stroke s = carom_stroke_default();
  const int has = fuzz_byte(in);
  s.ball = fuzz_int(in, 0, BALLS);
  s.speed = fuzz_positive(in);
  s.direction = fuzz_vec2(in);
  if (has & 1) s.elevation = fuzz_positive(in);
  if (has & 2) s.side = fuzz_byte(in) / 256.0 - 0.5;
  if (has & 4) s.height = fuzz_number(in);
  if (has & 8) s.mass = fuzz_positive(in);
  if (has & 16) s.end_mass = fuzz_positive(in);
  if (has & 32) s.tip = fuzz_surface(in);
  return s;
}

static void game(fuzz_input* in) {
  static carom_table_run r;
  static double workspace[ROOM];
  carom_table_ball balls[BALLS];
  carom_diag diag = {0};
  carom_table t = table_of(in);
  t.ball_count = fuzz_int(in, 1, BALLS);
  t.balls = balls;
  for (int i = 0; i < t.ball_count; ++i) balls[i] = ball_of(in);
  const size_t needed = carom_table_workspace_size(&t);
  if (needed > ROOM) fuzz_fail("table: room of the target", (double)needed);
  if (!fuzz_answered(carom_table_start(&r, &t, workspace, &diag), &diag)) return;
  if (fuzz_byte(in) % 2) {
    const carom_stroke s = stroke_of(in);
    fuzz_answered(carom_table_strike(&r, &s, &diag), &diag);
  }
  r.event_total = CAROM_TABLE_MAX_EVENTS - MOST_INNER;  // a game may have a million, some of them inside one step
  for (int event = 0; event < MOST_EVENTS; ++event) {
    const double before = r.t;
    if (!fuzz_answered(carom_table_step(&r, &diag), &diag)) return;
    if (!(r.t >= before) || !(r.t <= r.until)) fuzz_fail("table: time", r.t);
    for (int i = 0; i < t.ball_count; ++i) {
      carom_vec3 at[3];
      carom_table_at(&r, i, r.t, &at[0], &at[1], &at[2]);
      fuzz_finite("table: a ball", 9, &at[0].x);
    }
    for (int i = 0; i < r.contact_count; ++i) fuzz_finite("table: an impulse", 3, r.contacts[i].impulse);
    if (r.happened == CAROM_TABLE_ENDED) return;
  }
}

static void single(fuzz_input* in) {
  carom_table t = table_of(in);
  carom_table_ball before[2] = {ball_of(in), ball_of(in)}, after[2];
  carom_table_contact contact;
  carom_diag diag = {0};
  if (fuzz_byte(in) % 2) {  // touching
    const carom_vec3 n = fuzz_unit(in);
    const double d = before[0].radius + before[1].radius;
    before[1].position =
        (carom_vec3){before[0].position.x + d * n.x, before[0].position.y + d * n.y, before[0].position.z + d * n.z};
  }
  if (fuzz_answered(carom_table_pair(&t, before, after, &contact, &diag), &diag))
    for (int i = 0; i < 2; ++i) fuzz_finite("table: a ball of a pair", 6, &after[i].velocity.x);
  if (fuzz_answered(carom_table_cushion(&t, before, fuzz_vec2(in), after, &diag), &diag))
    fuzz_finite("table: a ball off a cushion", 6, &after[0].velocity.x);
  carom_vec2 places[CAROM_TABLE_MAX_BALLS];
  carom_rack rack = {(carom_rack_shape)fuzz_int(in, 0, 3),
                     fuzz_int(in, -1, CAROM_TABLE_MAX_BALLS),
                     fuzz_vec2(in),
                     fuzz_vec2(in),
                     0,
                     0};
  rack.radius = fuzz_positive(in);
  rack.gap = fuzz_positive(in);
  if (fuzz_answered(carom_rack_places(&rack, places, &diag), &diag))
    fuzz_finite("table: a rack", 2 * rack.count, &places[0].x);
}

void fuzz_target(fuzz_input* in) {
  void (*const kinds[])(fuzz_input*) = {first_contact, game, single};
  kinds[fuzz_int(in, 0, 2)](in);
}
