// One hit at a time, for other billiard programs: two balls, or a ball and a cushion.
#include <math.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "table/table.h"

/// Contacts of a pair: with each other, and with the cloth each.
enum { MOST = 3, SIZE = 3 * MOST, ROOM = 6144 };

/// What a run needs for one collision, on the stack.
typedef struct little_game {
  carom_table table;
  carom_table_rail rail;
  carom_table_ball balls[2];
  double pairs[4], depths[4], last[4];
  double matrix[SIZE * SIZE], velocity[SIZE], room[ROOM];
  carom_table_run run;
} little_game;

static void set_up(little_game* game, const carom_table* table, int count, const carom_table_ball* balls) {
  carom_table_run* run = &game->run;
  game->table = *table;
  game->table.ball_count = count;
  game->table.balls = game->balls;
  game->table.rail_count = game->table.pocket_count = 0;
  for (int i = 0; i < count; ++i) game->balls[i] = balls[i];
  for (int i = 0; i < 4; ++i) game->pairs[i] = HUGE_VAL, game->last[i] = -HUGE_VAL, game->depths[i] = 0;
  run->table = &game->table;
  run->t = 0;
  run->contact_count = run->changed_count = 0;
  run->ledger = (carom_table_ledger){0};
  run->pair = game->pairs;
  run->pair_last = run->rail_last = game->last;
  run->pair_depth = run->rail_depth = game->depths;
  run->matrix = game->matrix;
  run->velocity = game->velocity;
  run->solver = game->room;
  run->solver_size = ROOM;
  run->cluster_room = MOST;
  run->warnings = 0;
  run->error = 0;
  for (int i = 0; i < count; ++i) {
    run->k[i] = carom__table_k(&balls[i]);
    run->pieces[i] = (carom_cloth_piece){.phase = CAROM_PHASE_REST,
                                         .to = HUGE_VAL,
                                         .position = balls[i].position,
                                         .velocity = balls[i].velocity,
                                         .spin = balls[i].spin};
  }
}

/// The contact that is due, alone where the cloth takes no part, and what follows it.
static carom_status hit(little_game* game, const carom__due* due, carom__cluster* cluster, carom_diag* diag) {
  carom_status status = carom__gather(&game->run, due, cluster, diag);
  if (!status) status = carom__collide(&game->run, cluster, diag);
  return status ? status : carom__land_all(&game->run, cluster, diag);
}

static void take(const carom__cluster* cluster, int ball, carom_table_ball* out) {
  out->velocity = cluster->state[ball].velocity;
  out->spin = cluster->state[ball].spin;
}

static carom_status check_pair(const carom_table* table, const carom_table_ball before[2], carom_diag* diag) {
  carom_status status = carom__table_check_stuff(table, diag);
  for (int i = 0; !status && i < 2; ++i) {
    status = carom__table_check_ball(&before[i], diag);
    if (status) return carom__fail_within(diag, status, "before", i);
  }
  if (status) return status;
  const double apart = carom_vec3_norm(carom_vec3_sub(before[0].position, before[1].position));
  const double touching = before[0].radius + before[1].radius;
  if (fabs(apart - touching) <= 1e-3 * touching) return CAROM_OK;
  return carom__fail(diag, CAROM_INCONSISTENT, "before", apart - touching,
                     "the balls are %g m apart; they must touch to 0.1 %% of that", apart - touching);
}

carom_status carom_table_pair(const carom_table* table, const carom_table_ball before[2], carom_table_ball after[2],
                              carom_table_contact* contact, carom_diag* diag) {
  carom_status status = carom__need(table, "table", "have the material", diag);
  if (!status) status = carom__need(before, "before", "be two balls", diag);
  if (!status) status = carom__need_memory(after, "after", "have room for two balls", diag);
  if (!status) status = check_pair(table, before, diag);
  if (status) return status;
  little_game game;
  carom__cluster cluster;
  set_up(&game, table, 2, before);
  // Programs that step through time find their balls a little apart, or overlapping: where they meet is in between.
  const carom_vec3 d = carom_vec3_sub(before[1].position, before[0].position);
  const double touching = before[0].radius + before[1].radius, stretch = touching / carom_vec3_norm(d);
  game.run.pieces[1].position = carom_vec3_add(before[0].position, carom_vec3_scale(stretch, d));
  game.table.contact_time = 0;
  const carom__due due = {.kind = CAROM_TABLE_BALL, .ball = 0, .other = 1};
  status = hit(&game, &due, &cluster, diag);
  if (status) return status;
  for (int i = 0; i < 2; ++i) {
    after[i] = before[i];
    take(&cluster, i, &after[i]);
  }
  if (contact) *contact = game.run.contacts[0];
  return CAROM_OK;
}

/// The rail that a ball at the origin touches on this side: a line through the point of the nose.
static carom_status set_rail(little_game* game, const carom_table_ball* ball, carom_vec2 normal, carom_diag* diag) {
  const double above = ball->position.z - game->table.rail_height, touching = ball->radius + game->table.nose_radius;
  carom_vec2 to_ball;
  const carom_status status = carom__table_check_direction("normal", normal, &to_ball, diag);
  if (status) return status;
  if (!(fabs(above) < touching))
    return carom__fail(diag, CAROM_INCONSISTENT, "rail_height", game->table.rail_height,
                       "the nose is at %g m and the centre of the ball at %g m: they cannot touch",
                       game->table.rail_height, ball->position.z);
  const double x = to_ball.x, y = to_ball.y, far = sqrt(touching * touching - above * above);
  const carom_vec2 nose = {-far * x, -far * y};
  const double half = touching;  // of the rail: a length that keeps digits beside the ball's
  game->rail = (carom_table_rail){{nose.x - half * y, nose.y + half * x}, {nose.x + half * y, nose.y - half * x}};
  game->table.rails = &game->rail;
  game->table.rail_count = 1;
  return CAROM_OK;
}

carom_status carom_table_cushion(const carom_table* table, const carom_table_ball* before, carom_vec2 normal,
                                 carom_table_ball* after, carom_diag* diag) {
  carom_status status = carom__need(table, "table", "have the material", diag);
  if (!status) status = carom__need(before, "before", "be a ball", diag);
  if (!status) status = carom__need_memory(after, "after", "have room for a ball", diag);
  if (!status) status = carom__table_check_stuff(table, diag);
  if (!status) status = carom__table_check_ball(before, diag);
  if (status) return status;
  little_game game;
  carom__cluster cluster;
  carom_table_ball here = *before;  // at the origin, where places have all their digits
  here.position.x = here.position.y = 0;
  set_up(&game, table, 1, &here);
  status = set_rail(&game, &here, normal, diag);
  if (status) return status;
  game.table.contact_time = 0;
  const carom__due due = {.kind = CAROM_TABLE_RAIL, .ball = 0, .other = 0};
  status = hit(&game, &due, &cluster, diag);
  if (status) return status;
  *after = *before;
  take(&cluster, 0, after);
  return CAROM_OK;
}
