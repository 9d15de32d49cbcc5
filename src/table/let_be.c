// The rule of progress: what approaches more slowly than can be told from rounding is no event, and what is pressed
// together does not meet more often than contacts take time.
//
// Balls that lie together (a rack that has been hit) approach by rounding alone: they are let come a little deeper,
// once. But where friction of the cloth, or their weight, presses one ball on against another, they would meet ever
// again at once: bouncing, had they begun to bounce, once in a contact time. So they are set apart by the height of
// such a bounce, a few nanometres, and it begins; the same where they do bounce, but much quicker. What is in the way
// is pushed on by as much. No ball overlaps another, and no energy comes from nowhere, since steps are level.
#include <math.h>

#include "math/elementary.h"
#include "table/table.h"

/// m/s^2: what presses less is rounding.
static const double PRESSING = 1e-6;
/// Of a radius: balls are set apart by no more.
static const double FARTHEST = 1e-5;
/// s: a bounce takes this where contacts take no time.
static const double SHORTEST = 1e-5;
/// m/s: what approaches more slowly is rounding, and comes no deeper than that in any game.
static const double IDLE = 1e-13;
/// Least part of the normal along the cloth for a step there to part the two.
static const double LEVEL = 0.01;
/// Of a contact time: what bounces quicker than that is set apart.
static const double QUICK = 0.5;

/// The two alone.
static carom__meeting meeting_of(const carom_table_run* run, const carom__due* due, carom__cluster* pair) {
  pair->state[due->ball] = carom__table_ball_at(run, due->ball, run->t);
  if (due->kind != CAROM_TABLE_BALL) return carom__meet_rail(run, pair, due->ball, due->other);
  pair->state[due->other] = carom__table_ball_at(run, due->other, run->t);
  return carom__meet_ball(run, pair, due->ball, due->other);
}

static bool is_clear_of_rails(const carom_table_run* run, int ball, carom_vec3 place) {
  const double touching = run->table->balls[ball].radius + run->table->nose_radius;
  for (int i = 0; i < run->table->rail_count; ++i) {
    const carom_vec3 nose = carom__nearest_on_rail(run->table, i, place);
    if (carom_vec3_norm(carom_vec3_sub(place, nose)) < touching) return false;
  }
  return true;
}

/// Balls that take a step together.
typedef struct pushed {
  int count, balls[CAROM_TABLE_MAX_BALLS];
  bool is_one[CAROM_TABLE_MAX_BALLS];
} pushed;

static void push(pushed* all, int ball) {
  all->balls[all->count++] = ball;
  all->is_one[ball] = true;
}

/// Adds whom a ball would overlap after the step. False where `other` is among them.
static bool push_neighbours(const carom_table_run* run, int ball, int other, carom_vec3 place, pushed* all) {
  for (int i = 0; i < run->table->ball_count; ++i) {
    if (all->is_one[i] || !carom__in_play(run, i) || (i == other && ball == all->balls[0])) continue;
    const carom_vec3 there = carom__table_ball_at(run, i, run->t).position;
    const double touching = run->table->balls[ball].radius + run->table->balls[i].radius;
    if (!(carom_vec3_norm(carom_vec3_sub(place, there)) < touching)) continue;
    if (i == other) return false;
    push(all, i);
  }
  return true;
}

static void move_to(carom_table_run* run, int ball, carom_vec3 place) {
  carom__ball state = carom__table_ball_at(run, ball, run->t);
  state.position = place;
  carom__close_piece(run, ball, false);
  carom__begin_piece(run, ball, state);
}

/// A ball that comes down and is about there lands first: the new piece would begin on the cloth, without its fall.
static bool is_landing(const carom_table_run* run, int ball) {
  const carom__ball now = carom__table_ball_at(run, ball, run->t);
  return now.velocity.z < 0 && carom__is_down(run, ball, &now);
}

/// Moves a ball away from `other`, and on whom it meets. False, with nothing moved, where a rail is in the way.
static bool take_step(carom_table_run* run, int ball, int other, carom_vec3 step) {
  pushed all = {0};
  carom_vec3 places[CAROM_TABLE_MAX_BALLS];
  push(&all, ball);
  for (int i = 0; i < all.count; ++i) {
    places[i] = carom_vec3_add(carom__table_ball_at(run, all.balls[i], run->t).position, step);
    if (is_landing(run, all.balls[i]) || !is_clear_of_rails(run, all.balls[i], places[i]) ||
        !push_neighbours(run, all.balls[i], other, places[i], &all))
      return false;
  }
  for (int i = 0; i < all.count; ++i) move_to(run, all.balls[i], places[i]);
  for (int i = 0; i < all.count; ++i) carom__predict(run, all.balls[i]);
  return true;
}

/// How fast the two are pressed together [m/s^2].
static double pressing(const carom_table_run* run, const carom__meeting* m) {
  carom_vec3 a = run->pieces[m->ball].acceleration;
  if (m->with == CAROM_TABLE_BALL) a = carom_vec3_sub(a, run->pieces[m->other].acceleration);
  return -carom_vec3_dot(a, m->frame.n);
}

static double bounce_time(const carom_table_run* run) {
  return carom__max(run->table->contact_time, SHORTEST);
}

/// Sets one of the two apart by the height of a bounce that takes a contact time. False where there is no room.
static bool set_apart(carom_table_run* run, const carom__meeting* m) {
  const double press = pressing(run, m), time = bounce_time(run);
  const double level = carom__hypot(m->frame.n.x, m->frame.n.y), radius = run->table->balls[m->ball].radius;
  if (!(press > PRESSING) || !(level > LEVEL)) return false;
  const double by = carom__min(press * time * time / 8, FARTHEST * radius) + CAROM__TOUCHING;
  const carom_vec3 step = {by * m->frame.n.x / level / level, by * m->frame.n.y / level / level, 0};
  const int other = m->with == CAROM_TABLE_BALL ? m->other : -1;
  if (take_step(run, m->ball, other, step)) return true;
  return other >= 0 && take_step(run, other, m->ball, carom_vec3_scale(-1, step));
}

/// Whether the two met a moment ago, and will again sooner than a contact can end.
static bool bounces_quickly(const carom_table_run* run, const carom__due* due, const carom__meeting* m,
                            double approach) {
  const double last = due->kind == CAROM_TABLE_BALL ? *carom__pair_entry(run, run->pair_last, due->ball, due->other)
                                                    : *carom__rail_entry(run, run->rail_last, due->ball, due->other);
  const double time = bounce_time(run);
  return run->t - last < time && 2 * approach < QUICK * time * pressing(run, m);
}

/// m: how far apart the surfaces of the two are.
static double gap_of(const carom_table_run* run, const carom__due* due, const carom__cluster* pair) {
  const carom_table* table = run->table;
  const bool is_ball = due->kind == CAROM_TABLE_BALL;
  const carom_vec3 place = pair->state[due->ball].position;
  const carom_vec3 there =
      is_ball ? pair->state[due->other].position : carom__nearest_on_rail(table, due->other, place);
  const double reach = is_ball ? table->balls[due->other].radius : table->nose_radius;
  return carom_vec3_norm(carom_vec3_sub(place, there)) - table->balls[due->ball].radius - reach;
}

/// Once; what comes on then all the same is an event after all, unless that is rounding. False where it is.
static bool let_come_deeper(carom_table_run* run, const carom__due* due, double gap, double approach) {
  const bool is_ball = due->kind == CAROM_TABLE_BALL;
  double* depth = is_ball ? carom__pair_entry(run, run->pair_depth, due->ball, due->other)
                          : carom__rail_entry(run, run->rail_depth, due->ball, due->other);
  if ((*depth > 0 || -gap > 0.5 * CAROM__DEPTH) && approach > IDLE) return false;
  *depth = carom__max(*depth, -gap) + CAROM__DEPTH;
  if (is_ball) {
    carom__predict_pair(run, due->ball, due->other);
  } else {
    carom__predict_others(run, due->ball);
  }
  return true;
}

bool carom__let_be(carom_table_run* run, const carom__due* due) {
  carom__cluster pair;
  const carom__meeting m = meeting_of(run, due, &pair);
  const double approach = -carom__meeting_velocity(&pair, &m).z;
  if (approach >= CAROM__SLOWEST) return bounces_quickly(run, due, &m, approach) && set_apart(run, &m);
  return set_apart(run, &m) || let_come_deeper(run, due, gap_of(run, due, &pair), approach);
}
