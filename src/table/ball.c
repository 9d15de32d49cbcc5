// One ball of a table: where it is, and how it goes on.
#include <math.h>

#include "math/elementary.h"
#include "table/table.h"

double carom__table_k(const carom_table_ball* ball) {
  return ball->inertia > 0 ? ball->inertia / ball->mass / ball->radius / ball->radius : 0.4;
}

carom__ground carom__table_ground(const carom_table_run* run, int ball) {
  const carom_table* table = run->table;
  return (carom__ground){.mass = table->balls[ball].mass,
                         .radius = table->balls[ball].radius,
                         .k = run->k[ball],
                         .slide = table->cloth.slide,
                         .roll = table->cloth.roll,
                         .spin = table->cloth.spin,
                         .gravity = table->gravity};
}

static carom__course course_of(const carom_cloth_piece* piece) {
  return (carom__course){piece->phase, piece->to - piece->from, piece->acceleration, piece->spin_rate};
}

static carom__ball start_of(const carom_cloth_piece* piece) {
  return (carom__ball){piece->position, piece->velocity, piece->spin};
}

bool carom__in_play(const carom_table_run* run, int ball) {
  return run->pieces[ball].phase != CAROM_PHASE_POCKETED && run->pieces[ball].phase != CAROM_PHASE_OFF;
}

bool carom__stands(const carom_table_run* run, int ball) {
  const carom_phase phase = run->pieces[ball].phase;
  return phase == CAROM_PHASE_REST || phase == CAROM_PHASE_SPIN;
}

carom__ball carom__table_ball_at_end(const carom_table_run* run, int ball) {
  const carom__ground ground = carom__table_ground(run, ball);
  const carom__course course = course_of(&run->pieces[ball]);
  const carom__ball start = start_of(&run->pieces[ball]);
  return carom__at_end(&ground, &course, &start, ground.radius);
}

carom__ball carom__table_ball_at(const carom_table_run* run, int ball, double t) {
  const carom_cloth_piece* piece = &run->pieces[ball];
  if (!(t < piece->to) && piece->to > piece->from && isfinite(piece->to)) return carom__table_ball_at_end(run, ball);
  const carom__course course = course_of(piece);
  const carom__ball start = start_of(piece);
  return carom__after(&course, &start, carom__max(0, t - piece->from));
}

void carom_table_at(const carom_table_run* run, int ball, double t, carom_vec3* position, carom_vec3* velocity,
                    carom_vec3* spin) {
  const carom__ball now = carom__table_ball_at(run, ball, t);
  if (position) *position = now.position;
  if (velocity) *velocity = now.velocity;
  if (spin) *spin = now.spin;
}

void carom_table_piece_at(const carom_cloth_piece* piece, double t, carom_vec3* position, carom_vec3* velocity,
                          carom_vec3* spin) {
  const carom__course course = course_of(piece);
  const carom__ball start = start_of(piece);
  const carom__ball now =
      carom__after(&course, &start, carom__max(0, carom__min(t - piece->from, piece->to - piece->from)));
  *position = now.position;
  *velocity = now.velocity;
  *spin = now.spin;
}

bool carom__is_down(const carom_table_run* run, int ball, const carom__ball* state) {
  return state->position.z <= run->table->balls[ball].radius + CAROM__TOUCHING;
}

static void add_losses(carom_table_ledger* ledger, carom__piece_loss lost) {
  ledger->slide += lost.slide;
  ledger->roll += lost.roll;
  ledger->spin += lost.spin;
}

static carom__piece_loss loss_of(const carom_table_run* run, int ball, bool ended) {
  const carom_cloth_piece* piece = &run->pieces[ball];
  const carom__ground ground = carom__table_ground(run, ball);
  const carom__course course = course_of(piece);
  const carom__ball start = start_of(piece);
  return carom__lost(&ground, &course, &start, ended ? course.duration : run->t - piece->from, ended);
}

void carom__close_piece(carom_table_run* run, int ball, bool ended) {
  add_losses(&run->ledger, loss_of(run, ball, ended));
}

carom_table_ledger carom_table_ledger_now(const carom_table_run* run) {
  carom_table_ledger ledger = run->ledger;
  for (int i = 0; i < run->table->ball_count; ++i)
    add_losses(&ledger, loss_of(run, i, isfinite(run->pieces[i].to) && !(run->t < run->pieces[i].to)));
  return ledger;
}

static void store(carom_table_run* run, int ball, const carom__ball* state, const carom__course* course) {
  run->pieces[ball] = (carom_cloth_piece){.phase = course->phase,
                                          .from = run->t,
                                          .to = run->t + course->duration,
                                          .position = state->position,
                                          .velocity = state->velocity,
                                          .spin = state->spin,
                                          .acceleration = course->acceleration,
                                          .spin_rate = course->spin_rate};
  run->changed[run->changed_count++] = ball;
}

void carom__begin_piece(carom_table_run* run, int ball, carom__ball state) {
  const carom__ground ground = carom__table_ground(run, ball);
  const double height = state.position.z - ground.radius;
  carom__course course;
  if (state.velocity.z > 0 || height > CAROM__TOUCHING) {
    course = carom__fly(&ground, &state, carom__max(0, height));
  } else {
    state.position.z = ground.radius;
    course = carom__go(&ground, carom__noise(&ground, &state), &state);
  }
  store(run, ball, &state, &course);
}

void carom__take_away(carom_table_run* run, int ball, carom_phase phase) {
  const carom_table_ball* what = &run->table->balls[ball];
  carom__ball state = carom__table_ball_at(run, ball, run->t);
  const double turning = run->k[ball] * what->radius * what->radius * carom_vec3_dot(state.spin, state.spin);
  const double moving = carom_vec3_dot(state.velocity, state.velocity);
  run->ledger.pocketed += what->mass * (0.5 * (moving + turning) + run->table->gravity * state.position.z);
  state.velocity = state.spin = (carom_vec3){0, 0, 0};
  store(run, ball, &state, &(carom__course){.phase = phase, .duration = HUGE_VAL});
}

double carom_table_energy(const carom_table_run* run) {
  double energy = 0;
  for (int i = 0; i < run->table->ball_count; ++i) {
    if (!carom__in_play(run, i)) continue;
    const carom_table_ball* ball = &run->table->balls[i];
    const carom__ball now = carom__table_ball_at(run, i, run->t);
    const double turning = run->k[i] * ball->radius * ball->radius * carom_vec3_dot(now.spin, now.spin);
    energy += ball->mass *
              (0.5 * (carom_vec3_dot(now.velocity, now.velocity) + turning) + run->table->gravity * now.position.z);
  }
  return energy;
}
