// What happened on a table, as impacts, pieces and phases.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/simulate_table.h"
#include "text/clean_text.h"

static const char* name_of(const carom__sim* sim, int mover) {
  return sim->out->movers[mover].name;
}

/// "cue ball-1", "1-rail 0", "cue-cue ball"; the ball alone where it lands.
static void name_contact(const carom__sim* sim, const carom_table_contact* c, char what[CAROM_WHAT_SIZE]) {
  const char* ball = name_of(sim, c->ball);
  switch (c->with) {
    case CAROM_TABLE_BALL:
      snprintf(what, CAROM_WHAT_SIZE, "%.46s-%.46s", ball, name_of(sim, c->other));
      break;
    case CAROM_TABLE_RAIL:
    case CAROM_TABLE_POCKET:
      snprintf(what, CAROM_WHAT_SIZE, "%.70s-%s %d", ball, carom_table_with_word(c->with), c->other);
      break;
    case CAROM_TABLE_OFF:
      snprintf(what, CAROM_WHAT_SIZE, "%.80s-off", ball);
      break;
    case CAROM_TABLE_CUE:
      snprintf(what, CAROM_WHAT_SIZE, "cue-%.80s", ball);
      break;
    case CAROM_TABLE_ON_CLOTH:
      carom__sim_name(what, ball, "");
      break;
  }
}

/// The same contact seen from the other ball: t1 stays, t2 and n turn round.
static carom_table_contact seen_from_other(const carom_table_contact* c) {
  carom_table_contact out = *c;
  out.ball = c->other;
  out.other = c->ball;
  out.frame.t2 = carom_vec3_scale(-1, c->frame.t2);
  out.frame.n = carom_vec3_scale(-1, c->frame.n);
  out.velocity_before[0] = -c->velocity_before[0];
  out.velocity_after[0] = -c->velocity_after[0];
  out.impulse[0] = -c->impulse[0];
  out.before_a = c->before_b, out.before_b = c->before_a;
  out.after_a = c->after_b, out.after_b = c->after_a;
  return out;
}

/// The faster ball is named first.
static carom_table_contact in_order(const carom_table_contact* c) {
  const bool swap = c->with == CAROM_TABLE_BALL && carom_vec3_norm(c->before_b) > carom_vec3_norm(c->before_a);
  return swap ? seen_from_other(c) : *c;
}

static carom_vec3 world(const carom_frame* f, const double p[3]) {
  return carom_vec3_add(carom_vec3_add(carom_vec3_scale(p[0], f->t1), carom_vec3_scale(p[1], f->t2)),
                        carom_vec3_scale(p[2], f->n));
}

/// From one level direction to another, in (-pi, pi].
static double angle_between(carom_vec3 from, carom_vec3 to) {
  return carom_angle(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
}

/// How the first ball came, and how friction turned the push: seen from above. n points from the other to the first.
static void find_angles(const carom_table_contact* c, carom_simulation_hit* hit) {
  const carom_vec3 line = carom_vec3_scale(-1, c->frame.n), came = carom_vec3_sub(c->before_a, c->before_b);
  hit->has_angles = c->with == CAROM_TABLE_BALL && (came.x != 0 || came.y != 0);
  if (!hit->has_angles) return;
  hit->cut = fabs(angle_between(came, line));
  hit->thrown = fabs(angle_between(line, carom_vec3_scale(-1, hit->push)));
}

static carom_simulation_impact impact_of(const carom__sim* sim, const carom__sim_game* game,
                                         const carom_table_contact* c) {
  const carom_table_run* run = game->run;
  carom_simulation_impact out = {.mover = c->ball, .contact = -1, .with = -1};
  out.impact = (carom_motion_impact){
      .time = run->t, .touch = {c->ball, -1, -1}, .model = c->model, .energy = carom_table_energy(run)};
  memcpy(out.impact.velocity_before, c->velocity_before, sizeof out.impact.velocity_before);
  memcpy(out.impact.velocity_after, c->velocity_after, sizeof out.impact.velocity_after);
  memcpy(out.impact.impulse, c->impulse, sizeof out.impact.impulse);
  snprintf(out.impact.mode, sizeof out.impact.mode, "%s", c->mode);
  out.hit = (carom_simulation_hit){.cluster = c->cluster,
                                   .with = c->with,
                                   .other = c->other,
                                   .push = world(&c->frame, c->impulse),
                                   .before = c->before_a,
                                   .after = c->after_a,
                                   .other_before = c->before_b,
                                   .other_after = c->after_b};
  const carom_vec3 place = run->pieces[c->ball].position;
  out.hit.place = carom_vec3_sub(place, carom_vec3_scale(game->balls[c->ball].radius, c->frame.n));
  find_angles(c, &out.hit);
  name_contact(sim, c, out.what);
  return out;
}

static bool grow_pieces(carom__sim* sim, carom__sim_game* game) {
  carom_simulation* out = sim->out;
  if (out->piece_count >= CAROM_SIMULATION_MAX_IMPACTS)
    return carom__sim_fail(sim, CAROM_BUDGET, "motion",
                           "more than 200000 pieces of motion; let it end sooner, or set a higher \"cutoff_speed\".");
  if (out->piece_count < game->piece_capacity) return true;
  const int more = game->piece_capacity > 0 ? 2 * game->piece_capacity : 256;
  carom_simulation_piece* memory = realloc(out->pieces, (size_t)more * sizeof *memory);
  if (!memory) return carom__sim_no_memory(sim);
  out->pieces = memory;
  game->piece_capacity = more;
  return true;
}

static bool begin_piece(carom__sim* sim, carom__sim_game* game, int ball) {
  carom_simulation* out = sim->out;
  if (game->open[ball] >= 0) out->pieces[game->open[ball]].piece.to = game->run->t;
  if (!grow_pieces(sim, game)) return false;
  game->open[ball] = out->piece_count;
  out->pieces[out->piece_count++] = (carom_simulation_piece){ball, game->run->pieces[ball]};
  return true;
}

bool carom__sim_log_step(carom__sim* sim, carom__sim_game* game) {
  const carom_table_run* run = game->run;
  for (int i = 0; i < run->contact_count; ++i) {
    const carom_table_contact contact = in_order(&run->contacts[i]);
    if (strcmp(contact.mode, "none") == 0 && contact.cluster > 0) continue;  // a contact that never acted
    const carom_simulation_impact impact = impact_of(sim, game, &contact);
    if (!carom__sim_log_impact(sim, &impact)) return false;
  }
  for (int i = 0; i < run->changed_count; ++i)
    if (!begin_piece(sim, game, run->changed[i])) return false;
  sim->out->warnings |= run->warnings;
  sim->out->error = fmax(sim->out->error, run->error);
  return true;
}

/// Pieces of a ball that follow each other in one phase are one.
static bool log_phases(carom__sim* sim, int* last) {
  carom_simulation* out = sim->out;
  for (int i = 0; i < out->piece_count; ++i) {
    const carom_simulation_piece* it = &out->pieces[i];
    carom_simulation_phase* before = last[it->mover] >= 0 ? &out->phases[last[it->mover]] : NULL;
    if (before && before->phase == it->piece.phase) {
      before->to = it->piece.to;
      continue;
    }
    if (!(it->piece.to > it->piece.from)) continue;
    carom_simulation_phase phase = {.from = it->piece.from,
                                    .to = it->piece.to,
                                    .phase = it->piece.phase,
                                    .mover = it->mover,
                                    .point = it->piece.phase == CAROM_PHASE_FLIGHT ? -1 : 0,
                                    .plane = -1};
    carom__sim_name(phase.what, name_of(sim, it->mover), "");
    last[it->mover] = carom__sim_open_phase(sim, &phase);
    if (last[it->mover] < 0) return false;
  }
  return true;
}

bool carom__sim_log_end(carom__sim* sim, carom__sim_game* game) {
  for (int i = 0; i < sim->out->mover_count; ++i) {
    if (game->open[i] >= 0) sim->out->pieces[game->open[i]].piece.to = game->run->t;
    game->open[i] = -1;
  }
  return log_phases(sim, game->open);
}
