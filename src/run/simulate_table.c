// Balls on a table: from the file to the game, step by step and stroke by stroke, to the end.
#include "run/simulate_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/solve.h"
#include "text/indexed.h"

static int count_balls(const carom_scenario* scenario) {
  int count = 0;
  for (int i = 0; i < scenario->body_count; ++i) count += scenario->bodies[i].kind == CAROM_BODY_FREE;
  return count;
}

/// Balls are the free bodies, after the impact at time 0 where there is one.
static void set_balls(const carom__sim* sim, carom__sim_game* game) {
  const carom_scenario* scenario = sim->scenario;
  for (int i = 0, at = 0; i < scenario->body_count; ++i) {
    const carom_body* body = &sim->out->bodies_after[i];
    if (body->kind != CAROM_BODY_FREE) continue;
    sim->out->movers[at].body = i;
    carom__sim_name(sim->out->movers[at].name, scenario->body_info[i].name, "");
    carom__sim_name_body_columns(sim, at);
    game->balls[at++] = (carom_table_ball){.mass = body->mass,
                                           .radius = scenario->body_info[i].sphere_radius,
                                           .inertia = body->inertia.m[0][0],
                                           .position = body->position,
                                           .velocity = body->velocity,
                                           .spin = body->spin};
  }
}

static void set_table(const carom__sim* sim, carom__sim_game* game) {
  const carom_scenario_table* from = sim->scenario->table;
  game->table = from->table;
  game->table.balls = game->balls;
  game->table.ball_count = sim->out->mover_count;
  game->table.rails = from->rails;
  game->table.pockets = from->pockets;
  game->table.gravity = -sim->scenario->motion.gravity.z;
  game->table.cutoff_speed = sim->scenario->motion.cutoff_speed;
  game->table.until = sim->scenario->motion.until;
}

static bool reserve(carom__sim* sim, carom__sim_game* game) {
  const int count = count_balls(sim->scenario);
  int columns[CAROM_TABLE_MAX_BALLS];
  for (int i = 0; i < count; ++i) columns[i] = carom__sim_body_columns(3, true);
  if (!carom__sim_reserve(sim, count, columns)) return false;
  game->balls = carom__reserve((size_t)count, sizeof *game->balls);
  game->open = carom__reserve((size_t)count, sizeof *game->open);
  game->run = carom__reserve(1, sizeof *game->run);
  if (!game->balls || !game->open || !game->run) return carom__sim_no_memory(sim);
  set_balls(sim, game);
  set_table(sim, game);
  for (int i = 0; i < count; ++i) game->open[i] = -1;
  game->workspace = carom__reserve(carom_table_workspace_size(&game->table), sizeof *game->workspace);
  return game->workspace != NULL || carom__sim_no_memory(sim);
}

/// "balls[3].position" is "bodies.cue ball.position" to the file.
static bool fail(carom__sim* sim, const carom__sim_game* game, const carom_diag* diag) {
  char key[CAROM_FIELD_SIZE], message[CAROM_MESSAGE_SIZE];
  const char* field;
  int ball = 0;
  (void)game;
  if (carom__split_indexed(diag->field, "balls", &ball, &field) && field[0]) {
    snprintf(key, sizeof key, "bodies.%.80s.%.39s", sim->out->movers[ball].name, field);
    snprintf(message, sizeof message, "\"%.60s\": %.300s.", sim->out->movers[ball].name, diag->message);
  } else {
    snprintf(key, sizeof key, "motion.table");
    snprintf(message, sizeof message, "%.390s.", diag->message);
  }
  const bool bad = carom_status_exit(diag->status) == 2;
  return carom__sim_fail(sim, bad ? CAROM_BAD_VALUE : diag->status, key, message);
}

static bool begin(carom__sim* sim, carom__sim_game* game) {
  carom_diag diag;
  if (carom_table_start(game->run, &game->table, game->workspace, &diag)) return fail(sim, game, &diag);
  for (int i = 0; i < sim->out->mover_count; ++i) {
    const carom_body* body = &sim->out->bodies_after[sim->out->movers[i].body];
    sim->out->movers[i].energy_start =
        carom_bodies_energy(1, body) - body->mass * carom_vec3_dot(sim->scenario->motion.gravity, body->position);
  }
  return carom__sim_log_step(sim, game);
}

/// The stroke whose turn it is now; NULL: none, or not yet.
static const carom_scenario_stroke* stroke_due(const carom__sim* sim, const carom__sim_game* game) {
  const carom_scenario_table* table = sim->scenario->table;
  if (game->next_stroke >= table->stroke_count) return NULL;
  const carom_scenario_stroke* next = &table->strokes[game->next_stroke];
  const bool due = next->at_rest ? game->run->at_rest : game->run->t >= next->time;
  return due ? next : NULL;
}

/// Where the game must stop by itself: at the next stroke that has a time, or at the end.
static double stop_time(const carom__sim* sim, const carom__sim_game* game) {
  const carom_scenario_table* table = sim->scenario->table;
  const double until = game->table.until;
  if (game->next_stroke >= table->stroke_count || table->strokes[game->next_stroke].at_rest) return until;
  return fmin(until, table->strokes[game->next_stroke].time);
}

static int mover_of(const carom__sim* sim, int body) {
  for (int i = 0; i < sim->out->mover_count; ++i)
    if (sim->out->movers[i].body == body) return i;
  return 0;
}

/// The key of a field of carom_stroke.
static const char* key_of(const char* field) {
  static const struct {
    const char *field, *key;
  } others[] = {{"side", "offset"}, {"height", "offset"}, {"mass", "cue.mass"},     {"end_mass", "cue.end_mass"},
                {"tip.e", "cue.e"}, {"tip.mu", "cue.mu"}, {"tip.eta2", "cue.eta2"}, {"tip.stiffness", "cue.stiffness"}};
  for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
    if (strcmp(field, others[i].field) == 0) return others[i].key;
  return field;
}

static bool strike(carom__sim* sim, carom__sim_game* game, const carom_scenario_stroke* next) {
  carom_stroke stroke = next->stroke;
  carom_diag diag;
  stroke.ball = mover_of(sim, next->stroke.ball);
  if (carom_table_strike(game->run, &stroke, &diag)) {
    char key[64], message[CAROM_MESSAGE_SIZE];
    snprintf(key, sizeof key, "motion.table.strokes.%d.%.30s", game->next_stroke, key_of(diag.field));
    snprintf(message, sizeof message, "%.390s.", diag.message);
    return carom__sim_fail(sim, CAROM_BAD_VALUE, key, message);
  }
  ++game->next_stroke;
  return carom__sim_log_step(sim, game);
}

static bool is_over(const carom__sim* sim, const carom__sim_game* game) {
  const long most = sim->scenario->table->most_events;
  if (most > 0 && game->events >= most) return true;
  if (game->run->t >= game->table.until) return true;
  return game->run->at_rest && game->next_stroke >= sim->scenario->table->stroke_count;
}

/// Events between two looks at who may want to stop.
enum { PATIENCE = 64 };

static bool play(carom__sim* sim, carom__sim_game* game) {
  carom_table_run* run = game->run;
  carom_diag diag;
  for (long round = 0; !is_over(sim, game); ++round) {
    if (round % PATIENCE == 0 && carom__sim_is_stopped(sim, run->t / game->table.until)) {
      sim->out->cut = true;
      return true;
    }
    const carom_scenario_stroke* next = stroke_due(sim, game);
    if (next) {
      if (!strike(sim, game, next)) return false;
      ++game->events;
      continue;
    }
    run->until = stop_time(sim, game);
    if (carom_table_step(run, &diag)) return fail(sim, game, &diag);
    game->events += run->happened != CAROM_TABLE_ENDED;
    if (!carom__sim_log_step(sim, game)) return false;
  }
  return true;
}

/// What rests until the end of time is followed there.
static void find_end(carom__sim* sim, carom__sim_game* game) {
  const bool stopped = sim->out->cut || (sim->scenario->table->most_events > 0 && !game->run->at_rest);
  if (!stopped) game->run->t = game->table.until;
  sim->out->end_time = game->run->t;
}

/// One ball at the time of a row. Balls that are out of play have no energy here: it left with them.
static void put_row(const carom__sim* sim, const carom_simulation_piece* it, int row) {
  const carom_simulation* out = sim->out;
  carom_body ball = out->bodies_after[out->movers[it->mover].body];
  const double time = out->samples[(size_t)row * (size_t)out->column_count];
  carom_table_piece_at(&it->piece, time, &ball.position, &ball.velocity, &ball.spin);
  carom__sim_put_ball(3, &ball, carom__sim_row(sim, row, it->mover));
  if (it->piece.phase == CAROM_PHASE_POCKETED || it->piece.phase == CAROM_PHASE_OFF) return;
  carom__sim_add_energy(
      sim, row,
      carom_bodies_energy(1, &ball) - ball.mass * carom_vec3_dot(sim->scenario->motion.gravity, ball.position));
}

static void put_rows(const carom__sim* sim) {
  const carom_simulation* out = sim->out;
  int ends[CAROM_TABLE_MAX_BALLS] = {0};
  for (int i = 0; i < out->piece_count; ++i) ends[out->pieces[i].mover] = i;
  for (int i = 0; i < out->piece_count; ++i) {
    const carom_cloth_piece* piece = &out->pieces[i].piece;
    const bool last = ends[out->pieces[i].mover] == i;
    int row = (int)fmax(0, floor(piece->from / sim->scenario->motion.sample) - 1);
    for (; row < out->sample_count; ++row) {
      const double time = out->samples[(size_t)row * (size_t)out->column_count];
      if (time < piece->from) continue;
      if (!(time < piece->to || last)) break;
      put_row(sim, &out->pieces[i], row);
    }
  }
}

static void take_end(const carom__sim* sim, const carom__sim_game* game) {
  carom_simulation* out = sim->out;
  out->ledger = carom_table_ledger_now(game->run);
  out->energy_start = out->ledger.start;
  out->energy_end = carom_table_energy(game->run);
  out->impact_loss = out->ledger.impacts;
  out->friction_loss = out->ledger.slide + out->ledger.roll + out->ledger.spin;
  for (int i = 0; i < out->mover_count; ++i) {
    carom_body* body = &out->bodies_after[out->movers[i].body];
    carom_table_at(game->run, i, game->run->t, &body->position, &body->velocity, &body->spin);
    out->movers[i].energy_end =
        carom_bodies_energy(1, body) - body->mass * carom_vec3_dot(sim->scenario->motion.gravity, body->position);
  }
}

static bool finish(carom__sim* sim, carom__sim_game* game) {
  find_end(sim, game);
  carom__sim_cut_rows(sim);
  if (!carom__sim_log_end(sim, game)) return false;
  put_rows(sim);
  take_end(sim, game);
  return true;
}

bool carom__sim_play_table(carom__sim* sim) {
  carom__sim_game game = {0};
  const bool done = reserve(sim, &game) && begin(sim, &game) && play(sim, &game) && finish(sim, &game);
  free(game.balls);
  free(game.open);
  free(game.run);
  free(game.workspace);
  return done;
}
