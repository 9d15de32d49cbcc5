// A cue strikes a ball on the cloth: two contacts at once (JME13). The cue moves along its axis; across it gives way
// as if its end were a small mass (Shepard 2001).
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "table/table.h"

enum { TIP, CLOTH, CONTACTS };
enum { BALL, CUE, GROUND, BODIES };

carom_stroke carom_stroke_default(void) {
  return (carom_stroke){.speed = 1,
                        .direction = {1, 0},
                        .mass = 0.5,
                        .end_mass = 0.006,
                        .tip = {.e = 0.7, .mu = 0.6, .eta2 = 1, .stiffness = 1}};
}

static carom_status check_numbers(const carom_stroke* stroke, carom_diag* diag) {
  const struct {
    const char* field;
    double value, least, most;
  } rows[] = {{"speed", stroke->speed, 0, HUGE_VAL},
              {"mass", stroke->mass, 0, HUGE_VAL},
              {"end_mass", stroke->end_mass, 0, HUGE_VAL},
              {"elevation", stroke->elevation, 0, 1.57},
              {"side", stroke->side, -1, 1},
              {"height", stroke->height, -1, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    if (!(isfinite(rows[i].value) && rows[i].value >= rows[i].least && rows[i].value <= rows[i].most))
      return carom__fail(diag, isfinite(rows[i].value) ? CAROM_OUT_OF_RANGE : CAROM_NOT_FINITE, rows[i].field,
                         rows[i].value, "%s is %g; it must lie between %g and %g", rows[i].field, rows[i].value,
                         rows[i].least, rows[i].most);
  if (!(stroke->speed > 0 && stroke->mass > 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, stroke->speed > 0 ? "mass" : "speed", 0,
                       "speed and mass of the cue must be positive");
  carom_status status = carom__table_check_size("speed", stroke->speed, diag);
  if (!status) status = carom__table_check_size("mass", stroke->mass, diag);
  if (!status) status = carom__table_check_size("end_mass", stroke->end_mass, diag);
  if (status) return status;
  const double off = carom__hypot(stroke->side, stroke->height);
  if (!(off < 1))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "offset", off,
                       "the tip passes the ball: it aims %g radii off the centre; it must be less than 1", off);
  return CAROM_OK;
}

static const char* where(carom_phase phase) {
  if (phase == CAROM_PHASE_POCKETED) return "in a pocket";
  return phase == CAROM_PHASE_OFF ? "off the table" : "in the air";
}

static carom_status check(const carom_table_run* run, const carom_stroke* stroke, carom_diag* diag) {
  if (stroke->ball < 0 || stroke->ball >= run->table->ball_count)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "ball", stroke->ball, "ball is %d; the table has %d", stroke->ball,
                       run->table->ball_count);
  carom_vec2 aimed;
  carom_status status = check_numbers(stroke, diag);
  if (!status) status = carom__table_check_direction("direction", stroke->direction, &aimed, diag);
  if (status) return status;
  const carom__ball now = carom__table_ball_at(run, stroke->ball, run->t);
  if (!carom__in_play(run, stroke->ball) || !carom__is_down(run, stroke->ball, &now))
    return carom__fail(diag, CAROM_INCONSISTENT, "ball", stroke->ball,
                       "the ball is %s at t = %.9g s; a cue strikes a ball on the cloth",
                       where(run->pieces[stroke->ball].phase), run->t);
  const carom_status tip = carom_surface_check(&stroke->tip, diag);
  return tip ? carom__fail_within(diag, tip, "tip", -1) : CAROM_OK;
}

/// Along the cue, to the right of it and up.
static carom_frame aim(const carom_stroke* stroke) {
  const double length = carom__hypot(stroke->direction.x, stroke->direction.y);
  const double x = stroke->direction.x / length, y = stroke->direction.y / length;
  const carom__sincos tilt = carom__sincos_of(stroke->elevation);
  return (carom_frame){.n = {tilt.cosine * x, tilt.cosine * y, -tilt.sine},
                       .t1 = {y, -x, 0},
                       .t2 = {tilt.sine * x, tilt.sine * y, tilt.cosine}};
}

static void set_bodies(const carom_table_run* run, const carom_stroke* stroke, carom_body bodies[BODIES]) {
  const carom_table_ball* what = &run->table->balls[stroke->ball];
  const carom__ball now = carom__table_ball_at(run, stroke->ball, run->t);
  const double inertia = run->k[stroke->ball] * what->mass * what->radius * what->radius;
  const carom_frame cue = aim(stroke);
  bodies[BALL] = carom_body_default();
  bodies[BALL].mass = what->mass;
  bodies[BALL].inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  bodies[BALL].position = now.position;
  bodies[BALL].velocity = now.velocity;
  bodies[BALL].spin = now.spin;
  bodies[CUE] = carom_body_default();
  bodies[CUE].kind = CAROM_BODY_GUIDED;
  bodies[CUE].mass = stroke->mass;
  bodies[CUE].guide = cue.n;
  bodies[CUE].velocity = carom_vec3_scale(stroke->speed, cue.n);
  bodies[GROUND] = carom_body_fixed();
}

/// The tip touches where a line along the cue, off the centre by side and height, meets the ball.
static carom_status set_touches(const carom_table_run* run, const carom_stroke* stroke, const carom_body* ball,
                                carom_touch touches[CONTACTS], carom_diag* diag) {
  const double radius = run->table->balls[stroke->ball].radius;
  const carom_frame cue = aim(stroke);
  const double deep = sqrt(1 - stroke->side * stroke->side - stroke->height * stroke->height);
  const carom_vec3 off =
      carom_vec3_add(carom_vec3_scale(stroke->side, cue.t1), carom_vec3_scale(stroke->height, cue.t2));
  const carom_vec3 n = carom_vec3_sub(carom_vec3_scale(deep, cue.n), off);
  touches[TIP].body_a = BALL;
  touches[TIP].body_b = CUE;
  touches[TIP].point = carom_vec3_sub(ball->position, carom_vec3_scale(radius, n));
  const carom_vec3 below = {0, 0, radius};
  touches[CLOTH] =
      (carom_touch){BALL, GROUND, carom_vec3_sub(ball->position, below), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  return carom_frame_from_normal(n, NULL, &touches[TIP].frame, diag);
}

/// The cloth has springs along its surface where the tip has some.
static void set_surfaces(const carom_table_run* run, const carom_stroke* stroke, carom_surface surfaces[CONTACTS]) {
  surfaces[TIP] = stroke->tip;
  surfaces[CLOTH] = run->table->cloth.surface;
  surfaces[CLOTH].stiffness = 1;
  if (surfaces[CLOTH].eta2 == 0) surfaces[CLOTH].eta2 = stroke->tip.eta2;
}

/// The end of the cue gives way across its axis, as light as its end mass: the tip's own part of W gets what that adds.
static void add_end(const carom_stroke* stroke, const carom_frame* tip, double w[36]) {
  const carom_vec3 axis = aim(stroke).n, axes[] = {tip->t1, tip->t2, tip->n};
  for (int i = 0; i < 9 && stroke->end_mass > 0; ++i) {
    const carom_vec3 e = axes[i / 3], f = axes[i % 3];
    const double along = carom_vec3_dot(e, axis) * carom_vec3_dot(f, axis);
    w[6 * (i / 3) + i % 3] += (carom_vec3_dot(e, f) - along) / stroke->end_mass;
  }
}

/// Room for two contacts on the stack, so that a table of one ball needs no more than its own.
enum { ROOM = 4096 };

static void note(carom_table_run* run, int ball, const carom_touch* touch, const carom_impact_contact* answer) {
  carom_table_contact* c = &run->contacts[run->contact_count++];
  *c = (carom_table_contact){.with = touch->body_b == CUE ? CAROM_TABLE_CUE : CAROM_TABLE_ON_CLOTH,
                             .ball = ball,
                             .other = -1,
                             .frame = touch->frame,
                             .cluster = CONTACTS,
                             .model = CAROM_MODEL_SIMULTANEOUS};
  memcpy(c->velocity_before, answer->velocity_before, sizeof c->velocity_before);
  memcpy(c->velocity_after, answer->velocity_after, sizeof c->velocity_after);
  memcpy(c->impulse, answer->impulse, sizeof c->impulse);
  memcpy(c->mode, answer->mode, sizeof c->mode);
}

static carom_status hit(carom_table_run* run, const carom_stroke* stroke, carom_body bodies[BODIES], carom_diag* diag) {
  carom_touch touches[CONTACTS];
  carom_surface surfaces[CONTACTS];
  double w[36], v[6], impulses[6], room[ROOM];
  set_bodies(run, stroke, bodies);
  carom_status status = set_touches(run, stroke, &bodies[BALL], touches, diag);
  if (status) return status;
  set_surfaces(run, stroke, surfaces);
  const carom_bodies system = {3, BODIES, bodies, CONTACTS, touches};
  status = carom_bodies_contact(&system, w, v, diag);
  if (status) return status;
  add_end(stroke, &touches[TIP].frame, w);
  const carom_contact_problem problem = {3, CONTACTS, w, v, surfaces};
  carom_impact_contact answers[CONTACTS];
  const carom_impact_memory memory = {
      .workspace = room, .workspace_capacity = ROOM, .contacts = answers, .contact_capacity = CONTACTS};
  const carom_impact_options options = {.must_answer = true};
  carom_impact_outcome outcome;
  status = carom_impact_solve(&problem, &options, &memory, &outcome, diag);
  if (status) return status;
  run->warnings |= outcome.warnings;
  for (int i = 0; i < 6; ++i) impulses[i] = answers[i / 3].impulse[i % 3];
  carom_bodies_apply(&system, impulses, bodies);
  for (int i = 0; i < CONTACTS; ++i)
    if (strcmp(answers[i].mode, "none") != 0) note(run, stroke->ball, &touches[i], &answers[i]);
  return CAROM_OK;
}

carom_status carom_table_strike(carom_table_run* run, const carom_stroke* stroke, carom_diag* diag) {
  carom_status status = carom__need(run, "run", "be a game under way", diag);
  if (!status) status = carom__need(stroke, "stroke", "be a stroke", diag);
  if (!status) status = check(run, stroke, diag);
  if (status) return status;
  carom_body bodies[BODIES];
  carom__cluster cluster;
  run->contact_count = run->changed_count = 0;
  carom__table_cluster_of(run, stroke->ball, &cluster);
  set_bodies(run, stroke, bodies);
  const double before = carom_bodies_energy(1, &bodies[BALL]);
  status = hit(run, stroke, bodies, diag);
  if (status) return status;
  run->ledger.strokes += carom_bodies_energy(1, &bodies[BALL]) - before;
  cluster.state[stroke->ball].velocity = bodies[BALL].velocity;
  cluster.state[stroke->ball].spin = bodies[BALL].spin;
  status = carom__land_all(run, &cluster, diag);
  if (status) return status;
  carom__go_on(run, &cluster);
  run->happened = CAROM_TABLE_MET;
  run->at_rest = false;
  return CAROM_OK;
}
