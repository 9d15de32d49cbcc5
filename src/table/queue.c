// When things happen: the times of pairs, rails and pockets, and the first of them.
#include <math.h>

#include "math/elementary.h"
#include "table/table.h"

/// Pairs are stored once, the lower number first.
double* carom__pair_entry(const carom_table_run* run, double* matrix, int ball, int other) {
  const int low = ball < other ? ball : other, high = ball < other ? other : ball;
  return &matrix[low * run->table->ball_count + high];
}

double* carom__rail_entry(const carom_table_run* run, double* matrix, int ball, int rail) {
  return &matrix[ball * run->table->rail_count + rail];
}

/// A pair that has separated is watched as any other again.
static void forget_depth(double* depth, double gap) {
  if (*depth > 0 && gap > CAROM__TOUCHING) *depth = 0;
}

static double end_of(const carom_table_run* run, int ball) {
  return run->pieces[ball].to - run->t;
}

void carom__predict_pair(carom_table_run* run, int ball, int other) {
  double* time = carom__pair_entry(run, run->pair, ball, other);
  *time = HUGE_VAL;
  if (!carom__in_play(run, ball) || !carom__in_play(run, other)) return;
  if (carom__stands(run, ball) && carom__stands(run, other)) return;
  const carom__ball a = carom__table_ball_at(run, ball, run->t), b = carom__table_ball_at(run, other, run->t);
  const double touching = run->table->balls[ball].radius + run->table->balls[other].radius;
  double* depth = carom__pair_entry(run, run->pair_depth, ball, other);
  carom_approach approach = {
      .d0 = carom_vec3_sub(b.position, a.position),
      .d1 = carom_vec3_sub(b.velocity, a.velocity),
      .d2 = carom_vec3_scale(0.5, carom_vec3_sub(run->pieces[other].acceleration, run->pieces[ball].acceleration)),
      .dimension = 3};
  if (approach.d0.z == 0 && approach.d1.z == 0 && approach.d2.z == 0) approach.dimension = 2;
  if (*depth > 0) forget_depth(depth, carom_vec3_norm(approach.d0) - touching);
  approach.rho = touching - *depth;
  *time = run->t + carom_first_contact(&approach, carom__min(end_of(run, ball), end_of(run, other)));
}

/// A ball against one rail, from now on: its place across the rail and along it.
typedef struct crossing {
  double length;          // m, of the rail
  carom_vec3 d0, d1, d2;  // x: across, y: along from its beginning, z: above the nose
  double rho, until;
} crossing;

static crossing cross(const carom_table_run* run, int ball, int rail, const carom__ball* now) {
  const carom_table_rail* line = &run->table->rails[rail];
  const double dx = line->to.x - line->from.x, dy = line->to.y - line->from.y, length = carom__hypot(dx, dy);
  const double ex = dx / length, ey = dy / length;
  const carom_vec3 a = run->pieces[ball].acceleration, v = now->velocity;
  const double x = now->position.x - line->from.x, y = now->position.y - line->from.y;
  return (crossing){.length = length,
                    .d0 = {ex * y - ey * x, ex * x + ey * y, now->position.z - run->table->rail_height},
                    .d1 = {ex * v.y - ey * v.x, ex * v.x + ey * v.y, v.z},
                    .d2 = {0.5 * (ex * a.y - ey * a.x), 0.5 * (ex * a.x + ey * a.y), 0.5 * a.z},
                    .rho = run->table->balls[ball].radius + run->table->nose_radius -
                           *carom__rail_entry(run, run->rail_depth, ball, rail),
                    .until = end_of(run, ball)};
}

/// With the line of the nose, where the foot is on the rail then.
static double line_time(const crossing* c) {
  const carom_approach across = {.d0 = {c->d0.x, c->d0.z, 0},
                                 .d1 = {c->d1.x, c->d1.z, 0},
                                 .d2 = {c->d2.x, c->d2.z, 0},
                                 .rho = c->rho,
                                 .dimension = 2};
  const double t = carom_first_contact(&across, c->until);
  const double foot = t < HUGE_VAL ? fma(t, fma(t, c->d2.y, c->d1.y), c->d0.y) : -1;
  return foot >= 0 && foot <= c->length ? t : HUGE_VAL;
}

/// With the ends of the rail, which are points.
static double end_time(const crossing* c, double place) {
  const carom_approach end = {
      .d0 = {c->d0.x, c->d0.y - place, c->d0.z}, .d1 = c->d1, .d2 = c->d2, .rho = c->rho, .dimension = 3};
  return carom_first_contact(&end, c->until);
}

/// A flight is straight, seen from above: when it crosses the rail.
static double over_time(const crossing* c) {
  const double t = -c->d0.x / c->d1.x;
  const double foot = fma(t, c->d1.y, c->d0.y);
  return c->d1.x != 0 && t > 0 && t < c->until && foot >= 0 && foot <= c->length ? t : HUGE_VAL;
}

static void take_first(carom_table_run* run, int ball, double after, carom_table_with with, int other) {
  if (!(run->t + after < run->next[ball].time)) return;
  run->next[ball].time = run->t + after;
  run->next[ball].with = (int)with;
  run->next[ball].other = other;
}

static void predict_rails(carom_table_run* run, int ball, const carom__ball* now) {
  const bool flies = run->pieces[ball].phase == CAROM_PHASE_FLIGHT;
  for (int rail = 0; rail < run->table->rail_count; ++rail) {
    double* depth = carom__rail_entry(run, run->rail_depth, ball, rail);
    if (*depth > 0)
      forget_depth(depth, carom_vec3_norm(
                              carom_vec3_sub(now->position, carom__nearest_on_rail(run->table, rail, now->position))) -
                              run->table->balls[ball].radius - run->table->nose_radius);
    const crossing c = cross(run, ball, rail, now);
    take_first(run, ball, line_time(&c), CAROM_TABLE_RAIL, rail);
    take_first(run, ball, end_time(&c, 0), CAROM_TABLE_RAIL, rail);
    take_first(run, ball, end_time(&c, c.length), CAROM_TABLE_RAIL, rail);
    if (flies) take_first(run, ball, over_time(&c), CAROM_TABLE_OFF, rail);
  }
}

/// A ball that flies over a pocket higher than a rail is not caught.
static void predict_pockets(carom_table_run* run, int ball, const carom__ball* now) {
  const carom_table* table = run->table;
  const carom_vec3 bend = carom_vec3_scale(0.5, run->pieces[ball].acceleration);
  for (int i = 0; i < table->pocket_count; ++i) {
    const carom_table_pocket* pocket = &table->pockets[i];
    const carom_approach fall = {.d0 = {now->position.x - pocket->at.x, now->position.y - pocket->at.y, 0},
                                 .d1 = now->velocity,
                                 .d2 = bend,
                                 .rho = pocket->radius,
                                 .dimension = 2};
    const double t = carom_first_contact(&fall, end_of(run, ball));
    if (!(t < HUGE_VAL)) continue;
    const double lowest = fma(t, fma(t, bend.z, now->velocity.z), now->position.z) - table->balls[ball].radius;
    if (lowest <= table->rail_height) take_first(run, ball, t, CAROM_TABLE_POCKET, i);
  }
}

void carom__predict_others(carom_table_run* run, int ball) {
  run->next[ball].time = HUGE_VAL;
  if (!carom__in_play(run, ball) || carom__stands(run, ball)) return;
  const carom__ball now = carom__table_ball_at(run, ball, run->t);
  predict_rails(run, ball, &now);
  predict_pockets(run, ball, &now);
}

void carom__predict(carom_table_run* run, int ball) {
  carom__predict_others(run, ball);
  for (int i = 0; i < run->table->ball_count; ++i)
    if (i != ball) carom__predict_pair(run, ball, i);
}

static void take_due(carom__due* first, double time, int kind, int ball, int other) {
  if (time < first->time) *first = (carom__due){time, kind, ball, other};
}

/// Contacts come before the ends of pieces at the same time.
carom__due carom__next_due(const carom_table_run* run) {
  carom__due first = {.time = HUGE_VAL};
  const int count = run->table->ball_count;
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j) take_due(&first, run->pair[i * count + j], CAROM_TABLE_BALL, i, j);
  for (int i = 0; i < count; ++i) take_due(&first, run->next[i].time, run->next[i].with, i, run->next[i].other);
  for (int i = 0; i < count; ++i) take_due(&first, run->pieces[i].to, CAROM__PIECE_ENDS, i, -1);
  return first;
}
