// Contacts that happen at once: their W and v, the law that answers, and what it does to the balls.
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "table/table.h"

static const carom_vec3* axes_of(const carom__meeting* m, carom_vec3 out[3]) {
  out[0] = m->frame.t1;
  out[1] = m->frame.t2;
  out[2] = m->frame.n;
  return out;
}

/// What an impulse along e at one arm of a ball does along f at another: (e.f + (r x e).(s x f)/(k R^2))/m.
static double coupling(const carom_table_run* run, int ball, const carom_vec3 arm[2], carom_vec3 e, carom_vec3 f) {
  const carom_table_ball* b = &run->table->balls[ball];
  const double turning = carom_vec3_dot(carom_vec3_cross(arm[0], e), carom_vec3_cross(arm[1], f));
  return (carom_vec3_dot(e, f) + turning / (run->k[ball] * b->radius * b->radius)) / b->mass;
}

/// How often, and with which sign, two contacts act on one ball; adds what they do to each other.
static void add_block(const carom_table_run* run, const carom__meeting* p, const carom__meeting* q, double block[9]) {
  carom_vec3 e[3], f[3];
  axes_of(p, e), axes_of(q, f);
  for (int side = 0; side < 4; ++side) {
    const bool p_other = side & 1, q_other = side & 2;
    if ((p_other && p->with != CAROM_TABLE_BALL) || (q_other && q->with != CAROM_TABLE_BALL)) continue;
    const int ball = p_other ? p->other : p->ball;
    if (ball != (q_other ? q->other : q->ball)) continue;
    const double sign = p_other == q_other ? 1 : -1;
    const carom_vec3 arm[2] = {p_other ? p->arm_other : p->arm, q_other ? q->arm_other : q->arm};
    for (int i = 0; i < 9; ++i) block[i] += sign * coupling(run, ball, arm, e[i / 3], f[i % 3]);
  }
}

/// Of one contact: the normal goes through the centres, so nothing is coupled.
static void own_block(const carom_table_run* run, const carom__meeting* m, double block[9]) {
  double normal = 1 / run->table->balls[m->ball].mass, along = normal * (1 + 1 / run->k[m->ball]);
  if (m->with == CAROM_TABLE_BALL) {
    const double other = 1 / run->table->balls[m->other].mass;
    normal += other;
    along += other * (1 + 1 / run->k[m->other]);
  }
  block[0] = block[4] = along;
  block[8] = normal;
}

static void fill(const carom_table_run* run, const carom__cluster* cluster) {
  const int count = cluster->count, size = 3 * count;
  for (int a = 0; a < count; ++a)
    for (int b = 0; b <= a; ++b) {
      double block[9] = {0};
      if (a == b) {
        own_block(run, &cluster->items[a], block);
      } else {
        add_block(run, &cluster->items[a], &cluster->items[b], block);
      }
      for (int i = 0; i < 9; ++i) {
        const int row = 3 * a + i / 3, column = 3 * b + i % 3;
        run->matrix[row * size + column] = run->matrix[column * size + row] = block[i];
      }
    }
  for (int a = 0; a < count; ++a) {
    const carom_vec3 v = carom__meeting_velocity(cluster, &cluster->items[a]);
    run->velocity[3 * a] = v.x;
    run->velocity[3 * a + 1] = v.y;
    run->velocity[3 * a + 2] = v.z;
  }
}

static void push(const carom_table_run* run, carom__cluster* cluster, int ball, carom_vec3 arm, carom_vec3 impulse) {
  const carom_table_ball* b = &run->table->balls[ball];
  carom__ball* state = &cluster->state[ball];
  const double inertia = run->k[ball] * b->mass * b->radius * b->radius;
  state->velocity = carom_vec3_add(state->velocity, carom_vec3_scale(1 / b->mass, impulse));
  state->spin = carom_vec3_add(state->spin, carom_vec3_scale(1 / inertia, carom_vec3_cross(arm, impulse)));
}

static carom_vec3 world(const carom_frame* f, const double p[3]) {
  return carom_vec3_add(carom_vec3_add(carom_vec3_scale(p[0], f->t1), carom_vec3_scale(p[1], f->t2)),
                        carom_vec3_scale(p[2], f->n));
}

static void push_both(const carom_table_run* run, carom__cluster* cluster, const carom__meeting* m,
                      const double impulse[3]) {
  const carom_vec3 p = world(&m->frame, impulse);
  push(run, cluster, m->ball, m->arm, p);
  if (m->with == CAROM_TABLE_BALL) push(run, cluster, m->other, m->arm_other, carom_vec3_scale(-1, p));
}

/// Notes a contact that has been answered, and its loss.
static void note(carom_table_run* run, const carom__meeting* m, const carom_impact_contact* answer, int cluster) {
  carom_table_contact* c = &run->contacts[run->contact_count++];
  *c = (carom_table_contact){
      .with = m->with, .ball = m->ball, .other = m->other, .frame = m->frame, .mu = m->surface.mu, .cluster = cluster};
  memcpy(c->velocity_before, answer->velocity_before, sizeof c->velocity_before);
  memcpy(c->velocity_after, answer->velocity_after, sizeof c->velocity_after);
  memcpy(c->impulse, answer->impulse, sizeof c->impulse);
  memcpy(c->mode, answer->mode, sizeof c->mode);
  for (int i = 0; i < 3; ++i)
    run->ledger.impacts -= 0.5 * c->impulse[i] * (c->velocity_before[i] + c->velocity_after[i]);
}

static void remember(carom_table_run* run, const carom__meeting* m) {
  if (m->with == CAROM_TABLE_BALL) {
    *carom__pair_entry(run, run->pair_last, m->ball, m->other) = run->t;
    *carom__pair_entry(run, run->pair_depth, m->ball, m->other) = 0;
  } else if (m->with == CAROM_TABLE_RAIL) {
    *carom__rail_entry(run, run->rail_last, m->ball, m->other) = run->t;
    *carom__rail_entry(run, run->rail_depth, m->ball, m->other) = 0;
  }
}

/// Through the one door: contacts first..first + count of the cluster.
static carom_status solve(carom_table_run* run, carom__cluster* cluster, double cutoff, carom_diag* diag) {
  carom_surface surfaces[CAROM_TABLE_MAX_CLUSTER];
  carom_impact_contact answers[CAROM_TABLE_MAX_CLUSTER];
  for (int i = 0; i < cluster->count; ++i) surfaces[i] = cluster->items[i].surface;
  fill(run, cluster);
  const carom_contact_problem problem = {3, cluster->count, run->matrix, run->velocity, surfaces};
  const carom_impact_options options = {.cutoff_speed = cutoff, .must_answer = true};
  const carom_impact_memory memory = {.workspace = run->solver,
                                      .workspace_capacity = run->solver_size,
                                      .contacts = answers,
                                      .contact_capacity = cluster->count};
  carom_impact_outcome outcome;
  const carom_status status = carom_impact_solve(&problem, &options, &memory, &outcome, diag);
  if (status) return status;
  run->warnings |= outcome.warnings;
  if (outcome.warnings & CAROM_WARN_APPROXIMATE) run->error = carom__max(run->error, outcome.error);
  for (int i = 0; i < cluster->count; ++i) {
    push_both(run, cluster, &cluster->items[i], answers[i].impulse);
    note(run, &cluster->items[i], &answers[i], cluster->count);
    run->contacts[run->contact_count - 1].model = outcome.model;
    remember(run, &cluster->items[i]);
  }
  return CAROM_OK;
}

/// The answer of the quick cushion, as the door would tell it.
static void note_cushion(carom_table_run* run, carom__cluster* cluster, const carom__meeting* m, carom_vec3 impulse) {
  carom_impact_contact answer = {.mode = "slip"};
  const carom_vec3 before = carom__meeting_velocity(cluster, m);
  const carom_vec3* const axes[] = {&m->frame.t1, &m->frame.t2, &m->frame.n};
  for (int i = 0; i < 3; ++i) answer.impulse[i] = carom_vec3_dot(*axes[i], impulse);
  memcpy(answer.velocity_before, (const double[]){before.x, before.y, before.z}, sizeof answer.velocity_before);
  note(run, m, &answer, 2);
  run->contacts[run->contact_count - 1].model = CAROM_MODEL_SIMULTANEOUS;
}

static void finish_cushion(carom_table_run* run, const carom__cluster* cluster, int at) {
  for (int i = 0; i < 2; ++i) {
    carom_table_contact* c = &run->contacts[at + i];
    const carom_vec3 after = carom__meeting_velocity(cluster, &cluster->items[i]);
    const double values[] = {after.x, after.y, after.z};
    for (int j = 0; j < 3; ++j) {
      c->velocity_after[j] = values[j];
      run->ledger.impacts -= 0.5 * c->impulse[j] * values[j];
    }
  }
}

/// One rail, and the cloth under the ball.
static bool collide_with_cushion(carom_table_run* run, carom__cluster* cluster) {
  const carom__meeting *rail = &cluster->items[0], *cloth = &cluster->items[1];
  if (cluster->count != 2 || rail->with != CAROM_TABLE_RAIL || cloth->with != CAROM_TABLE_ON_CLOTH) return false;
  const int ball = rail->ball;
  const double radius = run->table->balls[ball].radius;
  carom__ball* state = &cluster->state[ball];
  carom__cushion cushion = {.mass = run->table->balls[ball].mass,
                            .k = run->k[ball],
                            .n = rail->frame.n,
                            .rail = rail->surface,
                            .cloth_mu = cloth->surface.mu,
                            .velocity = state->velocity,
                            .turn = carom_vec3_scale(radius, state->spin)};
  if (!carom__cushion_solve(&cushion)) return false;
  const int at = run->contact_count;
  note_cushion(run, cluster, rail, cushion.rail_impulse);
  note_cushion(run, cluster, cloth, cushion.cloth_impulse);
  state->velocity = cushion.velocity;
  state->spin = carom_vec3_scale(1 / radius, cushion.turn);
  finish_cushion(run, cluster, at);
  remember(run, rail);
  return true;
}

carom_status carom__collide(carom_table_run* run, carom__cluster* cluster, carom_diag* diag) {
  return collide_with_cushion(run, cluster) ? CAROM_OK : solve(run, cluster, 0, diag);
}

/// m/s: what rises or falls more slowly neither hops nor lands. Without the second, hops that nothing cuts off would
/// end where doubles do.
static double slowest_hop(const carom__ground* ground, const carom__ball* state) {
  return carom__max(carom__noise(ground, state), CAROM__SLOWEST);
}

/// A rise that is rounding is no hop, and a ball that is kept down has none: what it had is lost.
static void settle(carom_table_run* run, carom__cluster* cluster, int ball) {
  const carom__ground ground = carom__table_ground(run, ball);
  carom_vec3* velocity = &cluster->state[ball].velocity;
  const double noise = slowest_hop(&ground, &cluster->state[ball]);
  if (velocity->z == 0 || (run->table->cloth.hop && velocity->z > noise)) return;
  run->ledger.impacts += 0.5 * ground.mass * velocity->z * velocity->z;
  velocity->z = 0;
}

static carom_status land(carom_table_run* run, carom__cluster* cluster, int ball, carom_diag* diag) {
  const carom__ground ground = carom__table_ground(run, ball);
  const carom__ball* state = &cluster->state[ball];
  if (run->table->cloth.hop && state->velocity.z < -slowest_hop(&ground, state)) {
    cluster->count = 1;
    cluster->items[0] = carom__meet_cloth(run, ball);
    const carom_status status = solve(run, cluster, run->table->cutoff_speed, diag);
    if (status) return status;
  }
  settle(run, cluster, ball);
  return CAROM_OK;
}

/// What the centres did goes with each contact, for whoever asks for angles of cut and throw.
static void note_centres(carom_table_run* run, const carom__cluster* cluster) {
  for (int i = 0; i < run->contact_count; ++i) {
    carom_table_contact* c = &run->contacts[i];
    c->before_a = cluster->before[c->ball].velocity;
    c->after_a = cluster->state[c->ball].velocity;
    if (c->with != CAROM_TABLE_BALL) continue;
    c->before_b = cluster->before[c->other].velocity;
    c->after_b = cluster->state[c->other].velocity;
  }
}

carom_status carom__land_all(carom_table_run* run, carom__cluster* cluster, carom_diag* diag) {
  carom_status status = CAROM_OK;
  note_centres(run, cluster);
  for (int i = 0; !status && i < cluster->ball_count; ++i) {
    const int ball = cluster->balls[i];
    if (!carom__is_down(run, ball, &cluster->state[ball])) continue;
    const int first = run->contact_count;
    status = land(run, cluster, ball, diag);
    for (int j = first; j < run->contact_count; ++j) {
      run->contacts[j].before_a = cluster->before[ball].velocity;
      run->contacts[j].after_a = cluster->state[ball].velocity;
    }
  }
  return status;
}

void carom__go_on(carom_table_run* run, carom__cluster* cluster) {
  for (int i = 0; i < cluster->ball_count; ++i) carom__close_piece(run, cluster->balls[i], false);
  for (int i = 0; i < cluster->ball_count; ++i)
    carom__begin_piece(run, cluster->balls[i], cluster->state[cluster->balls[i]]);
  for (int i = 0; i < cluster->ball_count; ++i) carom__predict(run, cluster->balls[i]);
}
