// Prints one number for the bits of many answers, by model, and fails where a golden one differs. tools/check-bits runs
// it with several C libraries. Nothing here needs a test library, and inputs are made of what rounds alike everywhere.
#include <inttypes.h>
#include <stdio.h>

#include "carom/compliant.h"
#include "carom/motion.h"
#include "carom/planar.h"
#include "carom/spatial.h"
#include "carom/table.h"
#include "compliant_cases.h"
#include "golden.h"
#include "golden_lanes.h"
#include "math/elementary.h"
#include "math/exact.h"
#include "planar_cases.h"
#include "spatial_cases.h"

enum { POINTS = 400 };

static uint64_t planar_cases_hash(void) {
  uint64_t hash = golden_start;
  for (size_t i = 0; i < sizeof planar_cases / sizeof *planar_cases; ++i) {
    carom_planar_outcome o;
    if (carom_planar_solve(&planar_cases[i].problem, &o, NULL)) return 0;
    const double answer[] = {o.impulse_t, o.impulse_n, o.v_t, o.v_n, o.energy.change};
    hash = golden_fold_all(hash, 5, answer);
  }
  return hash;
}

/// Where slip is straight, and what theory says of the problem.
static uint64_t fold_directions(uint64_t hash, const carom_spatial_problem* p) {
  carom_spatial_directions d;
  carom_spatial_theory t;
  if (carom_spatial_invariants(p, &d, NULL) || carom_spatial_theory_of(p, &t, NULL)) return hash;
  for (int i = 0; i < d.count; ++i) hash = golden_fold(golden_fold(hash, d.items[i].angle), d.items[i].rate);
  return golden_fold(hash, t.smallest_eigenvalue);
}

static uint64_t spatial_cases_hash(void) {
  static carom_trace_point points[POINTS];
  uint64_t hash = golden_start;
  for (size_t i = 0; i < sizeof spatial_cases / sizeof *spatial_cases; ++i) {
    const carom_spatial_problem* p = &spatial_cases[i].problem;
    carom_spatial_outcome o;
    carom_trace trace = {points, POINTS, 0};
    if (carom_spatial_trace(p, &o, &trace, NULL)) return 0;
    hash = golden_fold_vec3(golden_fold_vec3(fold_directions(hash, p), o.impulse), o.v);
    for (int k = 0; k < trace.count; ++k) hash = golden_fold_all(hash, 3, points[k].velocity);
  }
  return hash;
}

/// With as many lanes as there can be; all of them must agree.
static uint64_t spatial_lanes_hash(void) {
  uint64_t hash = 0;
  if (!golden_spatial_lanes(2, &hash)) return 0;
  for (int lanes = 1; lanes <= 8; lanes *= 2) {
    uint64_t other;
    if (golden_spatial_lanes(lanes, &other) && other != hash) return 0;
  }
  return hash;
}

static uint64_t compliant_cases_hash(void) {
  static carom_spring_point points[POINTS];
  uint64_t hash = golden_start;
  for (size_t i = 0; i < sizeof compliant_cases / sizeof *compliant_cases; ++i) {
    carom_compliant_outcome o;
    carom_spring_trace trace = {points, POINTS, 0};
    if (carom_compliant_trace(&compliant_cases[i].problem, CAROM_COMPLIANT_EXACT, &o, &trace, NULL)) return 0;
    hash = golden_fold_vec3(golden_fold_vec3(hash, o.impulse), o.v);
    for (int k = 0; k < trace.count; ++k) hash = golden_fold_all(hash, 3, points[k].spring);
  }
  return hash;
}

static uint64_t fold_run(uint64_t hash, const carom_mover* mover, const carom_motion* motion, const double* state) {
  static carom_motion_run run;
  double* workspace = malloc(carom_motion_workspace_size(mover) * sizeof *workspace);
  if (!workspace || carom_motion_start(&run, mover, motion, state, workspace, NULL)) hash = 0;
  while (hash && run.happened != CAROM_MOTION_ENDED) {
    if (carom_motion_step(&run, NULL)) hash = 0;
    hash = golden_fold(hash && run.impact_count ? golden_fold_all(hash, 3, run.impacts[0].impulse) : hash, run.t);
    hash = golden_fold_all(hash, 4, run.state);
  }
  free(workspace);
  return hash;
}

/// A double pendulum whose tip strikes a floor with friction.
static uint64_t chain_hash(void) {
  carom_link links[] = {{1, 1, 0.5, 1.0 / 12}, {1, 1, 0.5, 1.0 / 12}};
  double angles[] = {-0.3, 0.4}, rates[] = {0, 0.5}, state[4];
  carom_plane floor_below = {{0, -1.6, 0}, {0, 1, 0}, carom_surface_default()};
  floor_below.surface.e = 0.7;
  floor_below.surface.mu = floor_below.surface.mu_static = 0.3;
  carom_motion motion = carom_motion_default();
  motion.until = 3;
  motion.gravity = (carom_vec3){0, -9.81, 0};
  motion.plane_count = 1;
  motion.planes = &floor_below;
  const carom_chain chain = {.link_count = 2, .links = links, .angles = angles, .rates = rates};
  static carom_chain_mover prepared;
  carom_mover mover;
  if (carom_chain_prepare(&chain, &motion, &prepared, &mover, state, NULL)) return 0;
  return fold_run(golden_start, &mover, &motion, state);
}

static uint64_t fold_game(uint64_t hash, const carom_table* table) {
  static carom_table_run run;
  double* workspace = malloc(carom_table_workspace_size(table) * sizeof *workspace);
  if (!workspace || carom_table_start(&run, table, workspace, NULL)) hash = 0;
  while (hash && !run.at_rest && run.happened != CAROM_TABLE_ENDED) {
    if (carom_table_step(&run, NULL)) hash = 0;
    for (int i = 0; hash && i < run.contact_count; ++i) hash = golden_fold_all(hash, 3, run.contacts[i].impulse);
    if (hash) hash = golden_fold(hash, run.t);
  }
  free(workspace);
  return hash;
}

/// Breaks: cushions, clusters, hops, pieces.
static uint64_t table_hash(void) {
  static carom_table_ball balls[16];
  carom_table_rail rails[4];
  carom_table table = carom_table_default();
  const carom_rack rack = {CAROM_RACK_TRIANGLE, 15, {1.3, 0.5}, {1, 0}, 0.028575, 0};
  carom_vec2 places[15];
  uint64_t hash = golden_start;
  if (carom_rack_places(&rack, places, NULL)) return 0;
  carom_table_rectangle(2, 1, rails);
  table.ball_count = 16;
  table.balls = balls;
  table.rail_count = 4;
  table.rails = rails;
  for (int game = 0; hash && game < 3; ++game) {
    for (int i = 0; i < 16; ++i)
      balls[i] = (carom_table_ball){.mass = 0.17, .radius = 0.028575, .position = {0.5, 0.5, 0.028575}};
    balls[0].velocity = (carom_vec3){2 + 3 * game, 0.01 * game, 0};
    balls[0].spin = (carom_vec3){3, 10 * game, 20};
    for (int i = 1; i < 16; ++i) balls[i].position.x = places[i - 1].x, balls[i].position.y = places[i - 1].y;
    hash = fold_game(hash, &table);
  }
  return hash;
}

/// Every function at numbers of every size.
static uint64_t elementary_hash(void) {
  test_random r = {1};
  uint64_t hash = golden_start;
  for (int i = 0; i < 100000; ++i) {
    const double any = carom__of_bits(test_random_bits(&r)), x = any == any ? any : 1;
    const double y = test_random_uniform(&r, -20, 20);
    const carom__sincos far = carom__sincos_of(isfinite(x) ? x : 1), near = carom__sincos_of(y);
    const double all[] = {far.sine,
                          far.cosine,
                          near.sine,
                          near.cosine,
                          carom__hypot(x, y),
                          carom__atan2(x, y),
                          carom__atan2(y, y * y - 3),
                          carom__cbrt(x),
                          carom__exp(y * y),
                          carom__log(fabs(x)),
                          carom__pow(fabs(x), 0.1 * y)};
    hash = golden_fold_all(hash, sizeof all / sizeof *all, all);
  }
  return hash;
}

typedef struct row {
  const char* name;
  uint64_t (*hash)(void);
  uint64_t golden;  // 0: none is kept
} row;

static const row ROWS[] = {
    {"planar", golden_planar, GOLDEN_PLANAR},
    {"spatial", golden_spatial, GOLDEN_SPATIAL},
    {"spatial, in lanes", spatial_lanes_hash, GOLDEN_SPATIAL},
    {"compliant", golden_compliant, GOLDEN_COMPLIANT},
    {"simultaneous, closed form", golden_closed_form, GOLDEN_CLOSED_FORM},
    {"simultaneous, friction", golden_friction, GOLDEN_FRICTION},
    {"simultaneous, exponent", golden_exponent, GOLDEN_EXPONENT},
    {"planar, stored cases", planar_cases_hash, 0},
    {"spatial, stored cases", spatial_cases_hash, 0},
    {"compliant, stored cases", compliant_cases_hash, 0},
    {"motion, double pendulum", chain_hash, 0},
    {"table, three breaks", table_hash, 0},
    {"elementary functions", elementary_hash, 0},
};

int main(void) {
  int wrong = 0;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; ++i) {
    const uint64_t hash = ROWS[i].hash();
    const bool differs = hash == 0 || (ROWS[i].golden && hash != ROWS[i].golden);
    printf("%-26s %016" PRIX64 "%s\n", ROWS[i].name, hash, differs ? "  WRONG" : "");
    wrong += differs;
  }
  return wrong > 0;
}
