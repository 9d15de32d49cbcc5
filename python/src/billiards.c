// Single hits of billiard balls, on 3 x 3 arrays of position, velocity and spin: one pair, or one ball and a cushion.
#include "carom/table.h"

#include <string.h>

#include "kinds.h"
#include "problem.h"

/// Arrays of a pair. Those of a cushion are CUSHION_...; both have what the cloth is made of.
enum { RVW_1, RVW_2, MASS_1, RADIUS_1, MASS_2, RADIUS_2, HIT_E, HIT_BASE, HIT_EXTRA, HIT_DECAY, HIT_ETA2, PAIR_CLOTH };
enum { RVW, NORMAL, MASS, RADIUS, HEIGHT, RAIL_E, RAIL_MU, CUSHION_CLOTH };
/// From array ..._CLOTH on; the outputs follow.
enum { CLOTH_MU, CLOTH_E, CLOTH_STIFFNESS, GRAVITY, HOP, CLOTH_COUNT };

/// A number that need not be given.
static void set(const core_place* place, double* number) {
  if (place->at) *number = core_read(place->at);
}

static void set_cloth(const core_place* places, carom_table* table) {
  set(&places[CLOTH_MU], &table->cloth.surface.mu);
  table->cloth.surface.mu_static = table->cloth.surface.mu;
  set(&places[CLOTH_E], &table->cloth.surface.e);
  set(&places[CLOTH_STIFFNESS], &table->cloth.stiffness);
  set(&places[GRAVITY], &table->gravity);
  if (!places[HOP].at) return;
  int64_t hop;
  memcpy(&hop, places[HOP].at, sizeof hop);
  table->cloth.hop = hop != 0;
}

static carom_table_ball ball_of(const core_call* call, const core_place* places, int rvw, int mass) {
  carom_table_ball ball = {0};
  double numbers[9];
  problem_copy(call, places, rvw, numbers);
  memcpy(&ball.position, numbers, sizeof ball.position);
  memcpy(&ball.velocity, numbers + 3, sizeof ball.velocity);
  memcpy(&ball.spin, numbers + 6, sizeof ball.spin);
  set(&places[mass], &ball.mass);
  set(&places[mass + 1], &ball.radius);
  return ball;
}

static void put_ball(const core_call* call, const core_place* places, int index, const carom_table_ball* ball) {
  const double numbers[9] = {ball->position.x, ball->position.y, ball->position.z, ball->velocity.x, ball->velocity.y,
                             ball->velocity.z, ball->spin.x,     ball->spin.y,     ball->spin.z};
  problem_put(call, places, index, numbers);
}

carom_status explain_pair(const core_call* call, const core_place* places, double* workspace, double* error,
                          carom_diag* diag) {
  carom_table table = carom_table_default();
  (void)workspace;
  (void)error;
  set(&places[HIT_E], &table.hit.e);
  set(&places[HIT_BASE], &table.hit.base);
  set(&places[HIT_EXTRA], &table.hit.extra);
  set(&places[HIT_DECAY], &table.hit.decay);
  set(&places[HIT_ETA2], &table.hit.eta2);
  set_cloth(places + PAIR_CLOTH, &table);
  const carom_table_ball before[2] = {ball_of(call, places, RVW_1, MASS_1), ball_of(call, places, RVW_2, MASS_2)};
  carom_table_ball after[2];
  const carom_status status = carom_table_pair(&table, before, after, NULL, diag);
  for (int i = 0; status == CAROM_OK && i < 2; ++i) put_ball(call, places, PAIR_CLOTH + CLOTH_COUNT + i, &after[i]);
  return status;
}

carom_status explain_cushion(const core_call* call, const core_place* places, double* workspace, double* error,
                             carom_diag* diag) {
  carom_table table = carom_table_default();
  double normal[2];
  (void)workspace;
  (void)error;
  set(&places[HEIGHT], &table.rail_height);
  set(&places[RAIL_E], &table.rail_surface.e);
  set(&places[RAIL_MU], &table.rail_surface.mu);
  table.rail_surface.mu_static = table.rail_surface.mu;
  set_cloth(places + CUSHION_CLOTH, &table);
  problem_copy(call, places, NORMAL, normal);
  const carom_table_ball before = ball_of(call, places, RVW, MASS);
  carom_table_ball after;
  const carom_status status = carom_table_cushion(&table, &before, (carom_vec2){normal[0], normal[1]}, &after, diag);
  if (status == CAROM_OK) put_ball(call, places, CUSHION_CLOTH + CLOTH_COUNT, &after);
  return status;
}

/// What carom_table_default has, by the names of carom.billiards.Params.
PyObject* core_table_numbers(PyObject* module, PyObject* unused) {
  const carom_table t = carom_table_default();
  (void)module;
  (void)unused;
  return Py_BuildValue("{sdsdsdsdsdsdsdsdsdsdsdsd}", "e_b", t.hit.e, "u_b", t.hit.base, "u_b_extra", t.hit.extra,
                       "u_b_decay", t.hit.decay, "eta2", t.hit.eta2, "e_c", t.rail_surface.e, "f_c", t.rail_surface.mu,
                       "h_c", t.rail_height, "u_s", t.cloth.surface.mu, "e_t", t.cloth.surface.e, "stiffness",
                       t.cloth.stiffness, "g", t.gravity);
}
