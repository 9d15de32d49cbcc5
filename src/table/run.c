// A game from event to event.
#include <math.h>

#include "base/diag.h"
#include "base/words.h"
#include "math/elementary.h"
#include "table/table.h"

carom_table carom_table_default(void) {
  return (carom_table){
      .rail_height = 0.0366,
      .rail_surface = {.e = 0.85, .mu = 0.2, .stiffness = 1},
      .hit = {.e = 0.95, .base = 0.009951, .extra = 0.108, .decay = 1.088, .eta2 = 1.21},
      .cloth = {.slide = 0.2, .roll = 0.014, .spin = 10.9, .hop = true, .surface = {.e = 0.5, .mu = 0.2}},
      .gravity = 9.81,
      .contact_time = 2.5e-4,
      .cutoff_speed = 1e-3,
      .until = 30};
}

void carom_table_rectangle(double length, double width, carom_table_rail rails[4]) {
  const carom_vec2 corners[] = {{0, 0}, {length, 0}, {length, width}, {0, width}};
  for (int i = 0; i < 4; ++i) rails[i] = (carom_table_rail){corners[i], corners[(i + 1) % 4]};
}

const char* carom_table_with_word(carom_table_with with) {
  switch (with) { CAROM_TABLE_WITH_LIST(CAROM__CASE_WORD) }
  return "unknown";
}

/// The most contacts that these balls can have at once: three a ball between round things on a plane, a rail or two and
/// the cloth each. More than the solver takes are not needed.
static int cluster_room(const carom_table* table) {
  const int most = 3 * table->ball_count + 2 * (table->rail_count > 0 ? table->ball_count : 0) + table->ball_count;
  return most < CAROM_TABLE_MAX_CLUSTER ? most : CAROM_TABLE_MAX_CLUSTER;
}

/// Places the run's arrays; NULL: only counts.
static size_t lay_out(carom_table_run* run, const carom_table* table, double* workspace) {
  const size_t pairs = (size_t)(table->ball_count * table->ball_count);
  const size_t rails = (size_t)(table->ball_count * table->rail_count), room = (size_t)(3 * cluster_room(table));
  const size_t sizes[] = {pairs, pairs, pairs, rails, rails, room * room, room};
  double** const places[] = {&run->pair,      &run->pair_last, &run->pair_depth, &run->rail_depth,
                             &run->rail_last, &run->matrix,    &run->velocity};
  size_t at = 0;
  for (int i = 0; i < 7; ++i) {
    if (workspace) *places[i] = workspace + at;
    at += sizes[i];
  }
  if (workspace) run->solver = workspace + at;
  run->solver_size = carom_impact_workspace_size(3, cluster_room(table));
  run->cluster_room = cluster_room(table);
  return at + run->solver_size;
}

static bool counts_fit(const carom_table* table) {
  return table && table->ball_count >= 1 && table->ball_count <= CAROM_TABLE_MAX_BALLS && table->rail_count >= 0 &&
         table->rail_count <= CAROM_TABLE_MAX_RAILS;
}

size_t carom_table_workspace_size(const carom_table* table) {
  carom_table_run nothing;
  return counts_fit(table) ? lay_out(&nothing, table, NULL) : 0;
}

static void fill(double* array, int count, double value) {
  for (int i = 0; i < count; ++i) array[i] = value;
}

static void begin(carom_table_run* run) {
  const carom_table* table = run->table;
  const int balls = table->ball_count, rails = table->rail_count;
  fill(run->pair, balls * balls, HUGE_VAL);
  fill(run->pair_last, balls * balls, -HUGE_VAL);
  fill(run->pair_depth, balls * balls, 0);
  fill(run->rail_last, balls * rails, -HUGE_VAL);
  fill(run->rail_depth, balls * rails, 0);
  for (int i = 0; i < balls; ++i) {
    const carom_table_ball* ball = &table->balls[i];
    carom__ball state = {ball->position, ball->velocity, ball->spin};
    run->k[i] = carom__table_k(ball);
    if (!table->cloth.hop) state.velocity.z = 0;
    carom__begin_piece(run, i, state);
  }
  for (int i = 0; i < balls; ++i) carom__predict(run, i);
  run->ledger.start = carom_table_energy(run);
}

static bool all_stand(const carom_table_run* run) {
  for (int i = 0; i < run->table->ball_count; ++i)
    if (carom__in_play(run, i) && run->pieces[i].phase != CAROM_PHASE_REST) return false;
  return true;
}

carom_status carom_table_start(carom_table_run* run, const carom_table* table, double* workspace, carom_diag* diag) {
  carom_status status = carom__need_memory(run, "run", "have room for a game", diag);
  if (!status) status = carom__need(table, "table", "be the table to play on", diag);
  if (!status)
    status =
        carom__need_memory(workspace, "workspace", "hold as many numbers as carom_table_workspace_size says", diag);
  if (!status) status = carom__table_check(table, diag);
  if (status) return status;
  run->t = 0;
  run->happened = CAROM_TABLE_TURNED;
  run->contact_count = run->changed_count = 0;
  run->until = table->until;
  run->ledger = (carom_table_ledger){0};
  run->event_total = 0;
  run->warnings = 0;
  run->error = 0;
  run->table = table;
  lay_out(run, table, workspace);
  begin(run);
  run->at_rest = all_stand(run);
  return CAROM_OK;
}

static carom_status meet(carom_table_run* run, const carom__due* due, carom_diag* diag) {
  if (carom__let_be(run, due)) return CAROM_OK;
  carom__cluster cluster;
  carom_status status = carom__gather(run, due, &cluster, diag);
  if (!status) status = carom__collide(run, &cluster, diag);
  if (!status) status = carom__land_all(run, &cluster, diag);
  if (!status) carom__go_on(run, &cluster);
  return status;
}

static int pocket_at(const carom_table_run* run, carom_vec3 place) {
  for (int i = 0; i < run->table->pocket_count; ++i) {
    const carom_table_pocket* pocket = &run->table->pockets[i];
    if (carom__hypot(place.x - pocket->at.x, place.y - pocket->at.y) < pocket->radius) return i;
  }
  return -1;
}

static void leave(carom_table_run* run, int ball, carom_table_with with, int other) {
  const carom__ball state = carom__table_ball_at(run, ball, run->t);
  run->contacts[run->contact_count++] =
      (carom_table_contact){.with = with, .ball = ball, .other = other, .before_a = state.velocity, .mode = "none"};
  carom__close_piece(run, ball, false);
  carom__take_away(run, ball, with == CAROM_TABLE_POCKET ? CAROM_PHASE_POCKETED : CAROM_PHASE_OFF);
  carom__predict(run, ball);
}

/// A flight ends on the cloth, or in a pocket.
static carom_status touch_down(carom_table_run* run, int ball, carom_diag* diag) {
  carom__cluster cluster;
  carom__table_cluster_of(run, ball, &cluster);
  cluster.state[ball] = cluster.before[ball] = carom__table_ball_at_end(run, ball);
  const int pocket = pocket_at(run, cluster.state[ball].position);
  if (pocket >= 0) {
    leave(run, ball, CAROM_TABLE_POCKET, pocket);
    return CAROM_OK;
  }
  const carom_status status = carom__land_all(run, &cluster, diag);
  if (!status) carom__go_on(run, &cluster);
  return status;
}

static carom_status end_piece(carom_table_run* run, int ball, carom_diag* diag) {
  if (run->pieces[ball].phase == CAROM_PHASE_FLIGHT) return touch_down(run, ball, diag);
  carom__close_piece(run, ball, true);
  carom__begin_piece(run, ball, carom__table_ball_at_end(run, ball));
  carom__predict(run, ball);
  return CAROM_OK;
}

static carom_status play(carom_table_run* run, const carom__due* due, carom_diag* diag) {
  switch (due->kind) {
    case CAROM_TABLE_BALL:
    case CAROM_TABLE_RAIL:
      return meet(run, due, diag);
    case CAROM_TABLE_POCKET:
    case CAROM_TABLE_OFF:
      leave(run, due->ball, (carom_table_with)due->kind, due->other);
      return CAROM_OK;
    default:
      return end_piece(run, due->ball, diag);
  }
}

carom_status carom_table_step(carom_table_run* run, carom_diag* diag) {
  const carom_status missing = carom__need(run, "run", "be a game under way", diag);
  if (missing) return missing;
  run->contact_count = run->changed_count = 0;
  while (run->contact_count == 0 && run->changed_count == 0) {
    const carom__due due = carom__next_due(run);
    if (!(due.time < run->until)) {
      run->t = run->until;
      run->happened = CAROM_TABLE_ENDED;
      return CAROM_OK;
    }
    if (run->event_total >= CAROM_TABLE_MAX_EVENTS)
      return carom__fail(diag, CAROM_BUDGET, "until", run->t, "more than %d events until t = %.9g s",
                         CAROM_TABLE_MAX_EVENTS, run->t);
    ++run->event_total;
    run->t = carom__max(run->t, due.time);
    const carom_status status = play(run, &due, diag);
    if (status) return status;
  }
  run->happened = run->contact_count > 0 ? CAROM_TABLE_MET : CAROM_TABLE_TURNED;
  run->at_rest = all_stand(run);
  return CAROM_OK;
}
