// The rule of progress: what approaches more slowly than can be told from rounding is no event.
//
// Two cases. Balls that lie together (a rack that has been hit) approach by rounding alone: they are let come a little
// deeper, to be looked at again. But where friction of the cloth presses one ball on against another, they would meet
// ever again at once: bouncing, had they begun to bounce, once in a contact time. So they are set apart by the height
// of such a bounce, a few nanometres, and it begins: no ball overlaps another, and no energy comes from nowhere, since
// the table is level.
#include <math.h>

#include "math/elementary.h"
#include "table/table.h"

/// m/s^2: what presses less is rounding.
static const double PRESSING = 1e-6;
/// Of a radius: balls are set apart by no more.
static const double FARTHEST = 1e-5;

/// The two alone.
static carom__meeting meeting_of(const carom_table_run* run, const carom__due* due, carom__cluster* pair) {
  pair->state[due->ball] = carom__table_ball_at(run, due->ball, run->t);
  if (due->kind != CAROM_TABLE_BALL) return carom__meet_rail(run, pair, due->ball, due->other);
  pair->state[due->other] = carom__table_ball_at(run, due->other, run->t);
  return carom__meet_ball(run, pair, due->ball, due->other);
}

double carom__approach_speed(const carom_table_run* run, const carom__due* due) {
  carom__cluster pair;
  const carom__meeting m = meeting_of(run, due, &pair);
  return -carom__meeting_velocity(&pair, &m).z;
}

/// Whether a ball at a place touches nothing but `other`.
static bool has_room(const carom_table_run* run, int ball, int other, carom_vec3 place) {
  for (int i = 0; i < run->table->ball_count; ++i) {
    if (i == ball || i == other || !carom__in_play(run, i)) continue;
    const carom_vec3 there = carom__table_ball_at(run, i, run->t).position;
    const double touching = run->table->balls[ball].radius + run->table->balls[i].radius;
    if (carom_vec3_norm(carom_vec3_sub(place, there)) < touching) return false;
  }
  for (int i = 0; i < run->table->rail_count; ++i) {
    const carom_vec3 nose = carom__nearest_on_rail(run->table, i, place);
    const double touching = run->table->balls[ball].radius + run->table->nose_radius;
    if (carom_vec3_norm(carom_vec3_sub(place, nose)) < touching) return false;
  }
  return true;
}

static void move_to(carom_table_run* run, int ball, carom_vec3 place) {
  carom__ball state = carom__table_ball_at(run, ball, run->t);
  state.position = place;
  carom__close_piece(run, ball, false);
  carom__begin_piece(run, ball, state);
  carom__predict(run, ball);
}

/// How fast the two are pressed together [m/s^2], level.
static double pressing(const carom_table_run* run, const carom__meeting* m) {
  carom_vec3 a = run->pieces[m->ball].acceleration;
  if (m->with == CAROM_TABLE_BALL) a = carom_vec3_sub(a, run->pieces[m->other].acceleration);
  return -(a.x * m->frame.n.x + a.y * m->frame.n.y);
}

/// Sets one of the two apart by the height of a bounce that takes a contact time. False where there is no room.
static bool set_apart(carom_table_run* run, const carom__cluster* pair, const carom__meeting* m) {
  const double press = pressing(run, m), time = run->table->contact_time;
  const double level = carom__hypot(m->frame.n.x, m->frame.n.y), radius = run->table->balls[m->ball].radius;
  if (!(press > PRESSING) || !(level > 0.5) || !(time > 0)) return false;
  const double by = carom__min(press * time * time / 8, FARTHEST * radius) + CAROM__TOUCHING;
  const carom_vec3 step = {by * m->frame.n.x / level / level, by * m->frame.n.y / level / level, 0};
  const int other = m->with == CAROM_TABLE_BALL ? m->other : -1;
  const carom_vec3 there = carom_vec3_add(pair->state[m->ball].position, step);
  if (has_room(run, m->ball, other, there)) {
    move_to(run, m->ball, there);
    return true;
  }
  if (other < 0) return false;
  const carom_vec3 back = carom_vec3_sub(pair->state[other].position, step);
  if (!has_room(run, other, m->ball, back)) return false;
  move_to(run, other, back);
  return true;
}

void carom__let_be(carom_table_run* run, const carom__due* due) {
  carom__cluster pair;
  const carom__meeting m = meeting_of(run, due, &pair);
  if (set_apart(run, &pair, &m)) return;
  if (due->kind == CAROM_TABLE_BALL) {
    *carom__pair_entry(run, run->pair_depth, due->ball, due->other) += CAROM__DEPTH;
    carom__predict_pair(run, due->ball, due->other);
  } else {
    *carom__rail_entry(run, run->rail_depth, due->ball, due->other) += CAROM__DEPTH;
    carom__predict_others(run, due->ball);
  }
}
