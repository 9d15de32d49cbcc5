// The other road for tests and benchmarks: single impacts through the door of the C library, and its array calls with
// columns that are filled by hand. Loaded by ctypes, apart from the module that is tested.
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"

#define SHOW __attribute__((visibility("default")))

/// One impact as plain numbers. Surfaces are rows of law, e, mu, mu_static, eta2, stiffness, exponent.
typedef struct reference_impact {
  int dimension, contacts;
  const double *w, *v, *surfaces;
  double *impulse, *velocity, *energy;  ///< contacts * dimension twice, 4
  int* codes;                           ///< mode and flags of each contact, then model, warnings
  double error;
} reference_impact;

SHOW int reference_solve(reference_impact* impact);
SHOW ptrdiff_t reference_planar(ptrdiff_t count, const double* const* in, void* const* out);
SHOW ptrdiff_t reference_spatial(ptrdiff_t count, const double* const* in, void* const* out);

/// One hit of balls: rvw of both (or of one, and the normal), m and R of both, then numbers in the order of Params from
/// e_b on, hop last. after: rvw of both.
SHOW int reference_pair(const double rvw[18], const double stuff[17], double after[18]);
SHOW int reference_cushion(const double rvw[9], const double normal[2], const double stuff[17], double after[9]);

static void copy_answer(reference_impact* impact, const carom_impact_contact* contacts,
                        const carom_impact_outcome* outcome) {
  const size_t size = (size_t)impact->dimension * sizeof(double);
  for (int i = 0; i < impact->contacts; ++i) {
    memcpy(impact->impulse + i * impact->dimension, contacts[i].impulse, size);
    memcpy(impact->velocity + i * impact->dimension, contacts[i].velocity_after, size);
    impact->codes[2 * i] = contacts[i].mode_code;
    impact->codes[2 * i + 1] = (int)contacts[i].flags;
  }
  const double energy[4] = {outcome->energy.friction, outcome->energy.restitution, outcome->energy.spring,
                            outcome->energy.change};
  memcpy(impact->energy, energy, sizeof energy);
  impact->codes[2 * impact->contacts] = (int)outcome->model;
  impact->codes[2 * impact->contacts + 1] = (int)outcome->warnings;
  impact->error = outcome->error;
}

int reference_solve(reference_impact* impact) {
  enum { MOST = CAROM_SIMULTANEOUS_MAX_CONTACTS };
  carom_surface surfaces[MOST];
  carom_impact_contact contacts[MOST];
  for (int i = 0; i < impact->contacts; ++i) {
    const double* s = impact->surfaces + 7 * i;
    surfaces[i] = (carom_surface){(carom_law)(int)s[0], s[1], s[2], s[3], s[4], s[5], s[6]};
  }
  const carom_contact_problem problem = {impact->dimension, impact->contacts, impact->w, impact->v, surfaces};
  const size_t size = carom_impact_workspace_size(impact->dimension, impact->contacts);
  carom_impact_memory memory = {.workspace = malloc((size + 1) * sizeof(double)),
                                .workspace_capacity = size,
                                .contacts = contacts,
                                .contact_capacity = MOST};
  carom_impact_options options = carom_impact_options_default();
  carom_impact_outcome outcome;
  options.wants = 0;
  const carom_status status = carom_impact_solve(&problem, &options, &memory, &outcome, NULL);
  if (status == CAROM_OK) copy_answer(impact, contacts, &outcome);
  free(memory.workspace);
  return (int)status;
}

static carom_in in_at(const double* first, int offset, int apart) {
  const carom_in column = {first ? first + offset : NULL, apart * (ptrdiff_t)sizeof(double)};
  return column;
}

static carom_out out_at(void* first, int offset, int apart) {
  const carom_out column = {(double*)first + offset, apart * (ptrdiff_t)sizeof(double)};
  return column;
}

static void set_surface(carom_surface_columns* surface, const double* const* in) {
  surface->e = in_at(in[2], 0, 1);
  surface->mu = in_at(in[3], 0, 1);
}

/// Energy and stages are out[2] and out[3].
static void set_course(carom_answer_columns* answer, void* const* out) {
  answer->energy.friction = out_at(out[2], 0, 4);
  answer->energy.restitution = out_at(out[2], 1, 4);
  answer->energy.spring = out_at(out[2], 2, 4);
  answer->energy.change = out_at(out[2], 3, 4);
  answer->impulse_n_compression = out_at(out[3], 0, 3);
  answer->impulse_n_slip_end = out_at(out[3], 1, 3);
  answer->stored = out_at(out[3], 2, 3);
}

ptrdiff_t reference_planar(ptrdiff_t count, const double* const* in, void* const* out) {
  carom_planar_array array = {0};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) array.w[i][j] = in_at(in[0], 2 * i + j, 4);
    array.v[i] = in_at(in[1], i, 2);
    array.impulse[i] = out_at(out[0], i, 2);
    array.velocity_after[i] = out_at(out[1], i, 2);
  }
  set_surface(&array.surface, in);
  set_course(&array.answer, out);
  array.answer.mode = (carom_out){out[4], 1};
  array.answer.status = (carom_out){out[5], 1};
  array.answer.warnings = (carom_out){out[6], 4};
  return carom_planar_solve_array(&array, 0, count);
}

ptrdiff_t reference_spatial(ptrdiff_t count, const double* const* in, void* const* out) {
  carom_spatial_array array = {0};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) array.w[i][j] = in_at(in[0], 3 * i + j, 9);
    array.v[i] = in_at(in[1], i, 3);
    array.impulse[i] = out_at(out[0], i, 3);
    array.velocity_after[i] = out_at(out[1], i, 3);
  }
  set_surface(&array.surface, in);
  set_course(&array.answer, out);
  array.answer.mode = (carom_out){out[4], 1};
  array.answer.flags = (carom_out){out[5], 4};
  array.answer.status = (carom_out){out[6], 1};
  array.answer.warnings = (carom_out){out[7], 4};
  array.answer.model = (carom_out){out[8], 1};
  return carom_spatial_solve_array(&array, 0, count);
}

static carom_table_ball ball_of(const double* rvw, double mass, double radius) {
  const carom_table_ball ball = {.mass = mass,
                                 .radius = radius,
                                 .position = {rvw[0], rvw[1], rvw[2]},
                                 .velocity = {rvw[3], rvw[4], rvw[5]},
                                 .spin = {rvw[6], rvw[7], rvw[8]}};
  return ball;
}

static void copy_ball(const carom_table_ball* ball, double* rvw) {
  memcpy(rvw, &ball->position, sizeof ball->position);
  memcpy(rvw + 3, &ball->velocity, sizeof ball->velocity);
  memcpy(rvw + 6, &ball->spin, sizeof ball->spin);
}

static carom_table table_of(const double* stuff) {
  carom_table table = carom_table_default();
  table.hit = (carom_table_hit){stuff[4], stuff[5], stuff[6], stuff[7], stuff[8]};
  table.rail_surface.e = stuff[9];
  table.rail_surface.mu = table.rail_surface.mu_static = stuff[10];
  table.rail_height = stuff[11];
  table.cloth.surface.mu = table.cloth.surface.mu_static = stuff[12];
  table.cloth.surface.e = stuff[13];
  table.cloth.stiffness = stuff[14];
  table.gravity = stuff[15];
  table.cloth.hop = stuff[16] != 0;
  return table;
}

int reference_pair(const double rvw[18], const double stuff[17], double after[18]) {
  const carom_table table = table_of(stuff);
  const carom_table_ball before[2] = {ball_of(rvw, stuff[0], stuff[1]), ball_of(rvw + 9, stuff[2], stuff[3])};
  carom_table_ball balls[2];
  const carom_status status = carom_table_pair(&table, before, balls, NULL, NULL);
  for (int i = 0; status == CAROM_OK && i < 2; ++i) copy_ball(&balls[i], after + 9 * i);
  return (int)status;
}

int reference_cushion(const double rvw[9], const double normal[2], const double stuff[17], double after[9]) {
  const carom_table table = table_of(stuff);
  const carom_table_ball before = ball_of(rvw, stuff[0], stuff[1]);
  carom_table_ball ball;
  const carom_status status = carom_table_cushion(&table, &before, (carom_vec2){normal[0], normal[1]}, &ball, NULL);
  if (status == CAROM_OK) copy_ball(&ball, after);
  return (int)status;
}
