// Arrays: columns with any stride and any doubles; every element has the bits of the single call.
#include <math.h>
#include <string.h>

#include "carom/array.h"
#include "fuzz.h"

enum { ROWS = 11, CONTACTS = 2, SIZE = 3 * CONTACTS, DOF = 4, ROOM = 40000, MOST_WORK = 800 };

/// A column that is there or not, walked forwards, backwards, or standing still.
static carom_in column(fuzz_input* in, const double* numbers) {
  const int kind = fuzz_byte(in);
  if (kind < 16) return (carom_in){NULL, 0};
  if (kind < 32) return (carom_in){numbers + ROWS - 1, -(ptrdiff_t)sizeof *numbers};
  if (kind < 64) return (carom_in){numbers, 0};
  return (carom_in){numbers, (ptrdiff_t)sizeof *numbers};
}

/// The same that is always there.
static carom_in walk(const double* numbers) {
  return (carom_in){numbers, (ptrdiff_t)sizeof *numbers};
}

static struct {
  double w[6][ROWS], v[3][ROWS], e[ROWS], mu[ROWS], mu_static[ROWS], eta2[ROWS], stiffness[ROWS];
  int64_t law[ROWS];
} from;

static struct {
  double impulse[3][ROWS], velocity[3][ROWS], compression[ROWS], slip_end[ROWS], stored[ROWS], energy[4][ROWS];
  uint8_t model[ROWS], mode[ROWS], status[ROWS];
  uint32_t flags[ROWS], warnings[ROWS];
} to;

static void fill(fuzz_input* in, int dimension) {
  static const int places[2][3][3] = {{{0, 1, 0}, {1, 2, 0}, {0, 0, 0}}, {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}}};
  for (int r = 0; r < ROWS; ++r) {
    double w[9];
    fuzz_matrix(in, dimension, w);
    for (int i = 0; i < dimension; ++i)
      for (int k = i; k < dimension; ++k) from.w[places[dimension - 2][i][k]][r] = w[i * dimension + k];
    for (int i = 0; i < 3; ++i) from.v[i][r] = fuzz_number(in);
    if (fuzz_byte(in) % 8) from.v[dimension - 1][r] = -fabs(from.v[dimension - 1][r]);
    const carom_surface s = fuzz_surface(in);
    from.law[r] = (int64_t)s.law - (fuzz_byte(in) < 250 ? 0 : INT64_MAX / 2);
    from.e[r] = s.e;
    from.mu[r] = s.mu;
    from.mu_static[r] = s.mu_static;
    from.eta2[r] = s.eta2;
    from.stiffness[r] = s.stiffness;
  }
}

static carom_surface_columns surface_columns(fuzz_input* in, bool with_eta2) {
  carom_surface_columns s = {0};
  if (fuzz_byte(in) % 4) s.law = (carom_in){from.law, sizeof from.law[0]};
  s.e = column(in, from.e);
  s.mu = column(in, from.mu);
  s.mu_static = column(in, from.mu_static);
  if (with_eta2) s.eta2 = column(in, from.eta2);
  s.stiffness = column(in, from.stiffness);
  return s;
}

static carom_answer_columns answer_columns(void) {
  carom_answer_columns a = {
      .impulse_n_compression = {to.compression, sizeof to.compression[0]},
      .impulse_n_slip_end = {to.slip_end, sizeof to.slip_end[0]},
      .stored = {to.stored, sizeof to.stored[0]},
      .energy = {{to.energy[0], 8}, {to.energy[1], 8}, {to.energy[2], 8}, {to.energy[3], 8}},
      .model = {to.model, 1},
      .mode = {to.mode, 1},
      .flags = {to.flags, sizeof to.flags[0]},
      .status = {to.status, 1},
      .warnings = {to.warnings, sizeof to.warnings[0]},
  };
  return a;
}

static double element(carom_in c, int row, double without) {
  double value = without;
  if (c.at) memcpy(&value, (const char*)c.at + row * c.step, sizeof value);
  return value;
}

/// Every element once more by the one door.
static void compare(int dimension, const carom_in w[6], const carom_in v[3], const carom_surface_columns* s,
                    double eta2_without) {
  static const int places[2][3][3] = {{{0, 1, 0}, {1, 2, 0}, {0, 0, 0}}, {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}}};
  for (int r = 0; r < ROWS; ++r) {
    double matrix[9], before[3];
    for (int i = 0; i < dimension; ++i)
      for (int k = 0; k < dimension; ++k)
        matrix[i * dimension + k] = element(w[places[dimension - 2][i < k ? i : k][i < k ? k : i]], r, 0);
    for (int i = 0; i < dimension; ++i) before[i] = element(v[i], r, 0);
    carom_surface surface = carom_surface_default();
    int64_t law = 0;
    if (s->law.at) memcpy(&law, (const char*)s->law.at + r * s->law.step, sizeof law);
    const bool law_known = law >= 0 && law <= 2;
    surface.law = law_known ? (carom_law)law : CAROM_LAW_STRONGE;
    surface.e = element(s->e, r, surface.e);
    surface.mu = element(s->mu, r, surface.mu);
    surface.mu_static = element(s->mu_static, r, 0);
    surface.eta2 = element(s->eta2, r, eta2_without);
    surface.stiffness = element(s->stiffness, r, surface.stiffness);
    carom_impact_contact contact;
    const carom_impact_memory memory = {.contacts = &contact, .contact_capacity = 1};
    const carom_contact_problem p = {dimension, 1, matrix, before, &surface};
    carom_impact_outcome o;
    carom_diag diag = {0};
    const carom_status status = law_known ? carom_impact_solve(&p, NULL, &memory, &o, &diag) : CAROM_OUT_OF_RANGE;
    if (law_known) fuzz_answered(status, &diag);
    if (to.status[r] != (uint8_t)status) fuzz_fail("arrays: another status than the single call", to.status[r]);
    for (int i = 0; i < dimension; ++i) {
      if (status != CAROM_OK) {
        if (!isnan(to.impulse[i][r])) fuzz_fail("arrays: a number without an answer", to.impulse[i][r]);
        continue;
      }
      fuzz_finite("arrays: an impulse", 1, &to.impulse[i][r]);
      if (memcmp(&to.impulse[i][r], &contact.impulse[i], sizeof(double)) != 0)
        fuzz_fail("arrays: another impulse than the single call", to.impulse[i][r] - contact.impulse[i]);
      if (memcmp(&to.velocity[i][r], &contact.velocity_after[i], sizeof(double)) != 0)
        fuzz_fail("arrays: another velocity than the single call", to.velocity[i][r] - contact.velocity_after[i]);
    }
  }
}

/// In two pieces, as two threads would.
static int split_of(fuzz_input* in) {
  return fuzz_int(in, 0, ROWS);
}

static void planar(fuzz_input* in) {
  carom_planar_array a = {0};
  double d[4 * 7][ROWS], velocities[4 * 7][ROWS];
  uint8_t status[ROWS];
  fill(in, 2);
  a.w[0][0] = walk(from.w[0]);
  a.w[0][1] = walk(from.w[1]);
  a.w[1][1] = walk(from.w[2]);
  for (int i = 0; i < 2; ++i) {
    a.v[i] = walk(from.v[i]);
    a.impulse[i] = (carom_out){to.impulse[i], 8};
    a.velocity_after[i] = (carom_out){to.velocity[i], 8};
  }
  a.surface = surface_columns(in, false);
  a.answer = answer_columns();
  const int split = split_of(in);
  carom_planar_solve_array(&a, 0, split);
  carom_planar_solve_array(&a, split, ROWS - split);
  const carom_in w[6] = {a.w[0][0], a.w[0][1], a.w[1][1], {0}, {0}, {0}}, v[3] = {a.v[0], a.v[1], {0}};
  compare(2, w, v, &a.surface, 0);
  const carom_jacobian_columns j = {
      .wrt = fuzz_byte(in) % 4 ? 0 : fuzz_byte(in) * 8u,
      .d_impulse = {d, sizeof(double), 7 * sizeof d[0], sizeof d[0]},
      .d_velocity = {velocities, sizeof(double), 7 * sizeof d[0], sizeof d[0]},
      .status = {status, 1},
  };
  carom_planar_differentiate_array(&a, &j, 0, ROWS);
}

static void spatial(fuzz_input* in) {
  static double d[3 * 11][ROWS], velocities[3 * 11][ROWS];
  carom_spatial_array a = {0};
  uint8_t status[ROWS];
  carom_in w[6], v[3];
  fill(in, 3);
  for (int i = 0; i < 6; ++i) w[i] = walk(from.w[i]);
  a.w[0][0] = w[0];
  a.w[0][1] = w[1];
  a.w[0][2] = w[2];
  a.w[1][1] = w[3];
  a.w[1][2] = w[4];
  a.w[2][2] = w[5];
  for (int i = 0; i < 3; ++i) {
    a.v[i] = v[i] = walk(from.v[i]);
    a.impulse[i] = (carom_out){to.impulse[i], 8};
    a.velocity_after[i] = (carom_out){to.velocity[i], 8};
  }
  a.surface = surface_columns(in, false);
  a.answer = answer_columns();
  const int split = split_of(in);
  carom_spatial_solve_array(&a, 0, split);
  carom_spatial_solve_array(&a, split, ROWS - split);
  compare(3, w, v, &a.surface, 0);
  const carom_jacobian_columns j = {
      .wrt = fuzz_byte(in) % 4 ? 0 : fuzz_byte(in) * 8u,
      .d_impulse = {d, sizeof(double), 11 * sizeof d[0], sizeof d[0]},
      .d_velocity = {velocities, sizeof(double), 11 * sizeof d[0], sizeof d[0]},
      .status = {status, 1},
  };
  carom_spatial_differentiate_array(&a, &j, 0, ROWS);
}

static void compliant(fuzz_input* in) {
  static double d[3 * 12][ROWS], velocities[3 * 12][ROWS];
  carom_compliant_array a = {0};
  uint8_t status[ROWS];
  carom_in w[6], v[3];
  fill(in, 3);
  for (int i = 0; i < 6; ++i) w[i] = walk(from.w[i]);
  a.w[0][0] = w[0];
  a.w[0][1] = w[1];
  a.w[0][2] = w[2];
  a.w[1][1] = w[3];
  a.w[1][2] = w[4];
  a.w[2][2] = w[5];
  for (int i = 0; i < 3; ++i) {
    a.v[i] = v[i] = walk(from.v[i]);
    a.impulse[i] = (carom_out){to.impulse[i], 8};
    a.velocity_after[i] = (carom_out){to.velocity[i], 8};
  }
  a.surface = surface_columns(in, true);
  a.answer = answer_columns();
  carom_compliant_solve_array(&a, 0, ROWS);
  compare(3, w, v, &a.surface, carom_eta2_from_poisson_ratio(0.3));
  const carom_jacobian_columns j = {
      .wrt = fuzz_byte(in) % 4 ? 0 : fuzz_byte(in) * 16u,
      .d_impulse = {d, sizeof(double), 12 * sizeof d[0], sizeof d[0]},
      .d_velocity = {velocities, sizeof(double), 12 * sizeof d[0], sizeof d[0]},
      .status = {status, 1},
  };
  carom_compliant_differentiate_array(&a, &j, 0, ROWS);
}

enum { FEW = 3 };

static carom_impact_options few_options(void) {
  carom_impact_options options = carom_impact_options_default();
  options.budget = MOST_WORK;
  return options;
}

static void lists(fuzz_input* in, double surfaces[4][FEW * CONTACTS], carom_surface_blocks* blocks) {
  for (int i = 0; i < FEW * CONTACTS; ++i) {
    const carom_surface s = fuzz_surface(in);
    surfaces[0][i] = s.e;
    surfaces[1][i] = s.mu;
    surfaces[2][i] = s.eta2;
    surfaces[3][i] = s.stiffness;
  }
  const int has = fuzz_byte(in);
  carom_in_block* const members[4] = {&blocks->e, &blocks->mu, &blocks->eta2, &blocks->stiffness};
  for (int i = 0; i < 4; ++i)
    if (has >> i & 1) *members[i] = carom_in_packed(surfaces[i], CONTACTS, 1);
}

static void several(fuzz_input* in) {
  static double w[FEW * SIZE * SIZE], v[FEW * SIZE], impulse[FEW * SIZE], velocity[FEW * SIZE], room[ROOM];
  double surfaces[4][FEW * CONTACTS];
  uint8_t status[FEW];
  const carom_impact_options options = few_options();
  const int d = fuzz_int(in, 2, 3), size = d * CONTACTS;
  carom_simultaneous_array a = {.dimension = d, .contact_count = CONTACTS, .options = &options};
  for (int r = 0; r < FEW; ++r) fuzz_matrix(in, size, w + r * size * size);
  fuzz_numbers(in, FEW * size, v);
  lists(in, surfaces, &a.surfaces);
  a.w = carom_in_packed(w, size, size);
  a.v = carom_in_packed(v, CONTACTS, d);
  a.answer.impulse = carom_out_packed(impulse, CONTACTS, d);
  a.answer.velocity_after = carom_out_packed(velocity, CONTACTS, d);
  a.answer.status = (carom_out){status, 1};
  if (carom_simultaneous_array_workspace_size(&a) > ROOM) fuzz_fail("arrays: room of the target", ROOM);
  const ptrdiff_t without = carom_simultaneous_solve_array(&a, 0, FEW, room, fuzz_byte(in) < 250 ? ROOM : 10);
  int counted = 0;
  for (int r = 0; r < FEW; ++r) {
    counted += status[r] != CAROM_OK;
    for (int i = 0; i < size && status[r] == CAROM_OK; ++i) {
      fuzz_finite("arrays: an impulse of several", 1, &impulse[r * size + i]);
      fuzz_finite("arrays: a velocity of several", 1, &velocity[r * size + i]);
    }
  }
  if (counted != without) fuzz_fail("arrays: elements without an answer", (double)without);
}

static void mechanism(fuzz_input* in) {
  static double mass[FEW * DOF * DOF], jacobian[FEW * SIZE * DOF], u[FEW * DOF], after[FEW * DOF], room[ROOM];
  double surfaces[4][FEW * CONTACTS];
  uint8_t status[FEW];
  const carom_impact_options options = few_options();
  const int d = fuzz_int(in, 2, 3);
  carom_mechanism_array a = {.dof = DOF, .dimension = d, .contact_count = CONTACTS, .options = &options};
  for (int r = 0; r < FEW; ++r) fuzz_matrix(in, DOF, mass + r * DOF * DOF);
  fuzz_numbers(in, FEW * d * CONTACTS * DOF, jacobian);
  fuzz_numbers(in, FEW * DOF, u);
  lists(in, surfaces, &a.surfaces);
  if (fuzz_byte(in) % 4)
    a.mass_matrix = carom_in_packed(mass, DOF, DOF);
  else
    a.factor = carom_in_packed(mass, DOF, DOF);
  a.jacobian = carom_in_packed(jacobian, d * CONTACTS, DOF);
  a.velocity = carom_in_packed(u, DOF, 1);
  a.velocity_after = carom_out_packed(after, DOF, 1);
  a.answer.status = (carom_out){status, 1};
  if (carom_mechanism_array_workspace_size(&a) > ROOM) fuzz_fail("arrays: room of the target", ROOM);
  carom_mechanism_solve_array(&a, 0, FEW, room, ROOM);
  for (int r = 0; r < FEW; ++r)
    for (int i = 0; i < DOF && status[r] == CAROM_OK; ++i)
      fuzz_finite("arrays: a generalized velocity", 1, &after[r * DOF + i]);
}

void fuzz_target(fuzz_input* in) {
  void (*const kinds[])(fuzz_input*) = {planar, spatial, compliant, several, mechanism};
  kinds[fuzz_int(in, 0, 4)](in);
}
