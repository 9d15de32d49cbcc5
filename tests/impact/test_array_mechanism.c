// Arrays of mechanisms say what single calls of carom_strike_mechanism say, to the last bit: ten thousand random ones
// in every layout, with one contact and with several, and with bad ones among them.
#include <criterion/criterion.h>

#include "impact/several_answers.h"
#include "random.h"

#if defined(__SANITIZE_ADDRESS__)
enum { BLOCK = 40 };
#else
enum { BLOCK = 420 };
#endif

enum { DOF = 7 };

typedef struct family {
  int dof, dimension, contacts;
} family;

/// Each is solved in every layout: 6 x 4 x 420 mechanisms.
static const family FAMILIES[] = {{3, 2, 1}, {6, 3, 1}, {1, 3, 1}, {6, 2, 2}, {7, 3, 2}, {4, 2, 3}};
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES };

static const carom_impact_options OPTIONS = {.budget = 2000, .must_answer = true, .cutoff_speed = 0.2};

typedef struct machine {
  double mass_matrix[DOF * DOF], jacobian[SEVERAL_AXES * DOF], velocity[DOF];
  carom_surface surfaces[SEVERAL_CONTACTS];
} machine;

/// M = A A^T + 1.
static void draw_mass(test_random* r, int dof, double* m) {
  double a[DOF * DOF];
  for (int i = 0; i < dof * dof; ++i) a[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < dof; ++i)
    for (int j = 0; j < dof; ++j) {
      m[i * dof + j] = i == j;
      for (int k = 0; k < dof; ++k) m[i * dof + j] += a[i * dof + k] * a[j * dof + k];
    }
}

static carom_surface draw_surface(test_random* r, int contacts) {
  carom_surface s = carom_surface_default();
  s.law = contacts == 1 ? (carom_law)test_random_below(r, 3) : CAROM_LAW_STRONGE;
  s.e = test_random_uniform(r, 0.2, 1);
  s.mu = s.mu_static = test_random_below(r, 3) ? test_random_uniform(r, 0.05, 0.6) : 0;
  if (contacts > 1) s.eta2 = test_random_uniform(r, 0.5, 2);
  return s;
}

static void spoil(test_random* r, const family* f, machine* m) {
  switch (test_random_below(r, 6)) {
    case 0:
      m->mass_matrix[test_random_below(r, f->dof * f->dof)] = (double)NAN;
      break;
    case 1:
      m->mass_matrix[0] = -1;
      break;
    case 2:
      m->jacobian[test_random_below(r, f->dimension * f->contacts * f->dof)] = (double)INFINITY;
      break;
    case 3:
      m->velocity[test_random_below(r, f->dof)] = (double)NAN;
      break;
    case 4:
      m->surfaces[0].e = 2;
      break;
    default:
      m->surfaces[0].law = (carom_law)5;
  }
}

static machine draw(test_random* r, const family* f) {
  machine m = {.velocity = {0}};
  draw_mass(r, f->dof, m.mass_matrix);
  for (int i = 0; i < f->dimension * f->contacts * f->dof; ++i) m.jacobian[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < f->dof; ++i) m.velocity[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < f->contacts; ++i) m.surfaces[i] = draw_surface(r, f->contacts);
  if (test_random_below(r, 8) == 0) spoil(r, f, &m);
  return m;
}

typedef struct inputs {
  machine machines[BLOCK];
  carom_surface surfaces[BLOCK * SEVERAL_CONTACTS];
  block mass_matrix, jacobian, velocity;
  several_surfaces lists;
} inputs;

static void fill(inputs* in, block_layout layout, const family* f, test_random* r) {
  const size_t number = sizeof(double);
  in->mass_matrix = block_make(layout, (block_shape){BLOCK, f->dof, f->dof, number});
  in->jacobian = block_make(layout, (block_shape){BLOCK, f->dimension * f->contacts, f->dof, number});
  in->velocity = block_make(layout, (block_shape){BLOCK, f->dof, 1, number});
  for (int i = 0; i < BLOCK; ++i) {
    const machine m = in->machines[i] = draw(r, f);
    block_set(&in->mass_matrix, i, m.mass_matrix);
    block_set(&in->jacobian, i, m.jacobian);
    block_set(&in->velocity, i, m.velocity);
    memcpy(in->surfaces + i * f->contacts, m.surfaces, (size_t)f->contacts * sizeof *m.surfaces);
  }
  in->lists = several_surfaces_make(layout, f->contacts, BLOCK, in->surfaces);
}

static void release(inputs* in) {
  free(in->mass_matrix.memory);
  free(in->jacobian.memory);
  free(in->velocity.memory);
  several_surfaces_free(&in->lists);
}

static several_answer expected(const family* f, const machine* m, double* velocity_after) {
  const carom_mechanism mechanism = {f->dof, f->dimension, f->contacts, m->mass_matrix, m->velocity, m->jacobian, NULL};
  const size_t size = carom_strike_mechanism_workspace_size(&mechanism);
  double* workspace = malloc(size * sizeof *workspace);
  const carom_mechanism_strike strike = {mechanism, m->surfaces, workspace, size};
  carom_impact_outcome outcome;
  for (int i = 0; i < f->dof; ++i) velocity_after[i] = (double)NAN;
  const carom_status status = carom_strike_mechanism(&strike, &OPTIONS, velocity_after, &outcome, NULL);
  const several_answer answer = several_expected(f->dimension, f->contacts, status, &outcome);
  free(workspace);
  return answer;
}

static carom_mechanism_array array_of(const family* f, const inputs* in, const several_outputs* out,
                                      const block* velocity_after) {
  return (carom_mechanism_array){.dof = f->dof,
                                 .dimension = f->dimension,
                                 .contact_count = f->contacts,
                                 .options = &OPTIONS,
                                 .mass_matrix = block_in(&in->mass_matrix),
                                 .jacobian = block_in(&in->jacobian),
                                 .velocity = block_in(&in->velocity),
                                 .surfaces = several_surface_columns(&in->lists),
                                 .velocity_after = velocity_after->steps,
                                 .answer = several_columns(out)};
}

static void check_element(const family* f, const inputs* in, const several_outputs* out, const block* after, int i) {
  double want_after[DOF], got_after[DOF];
  const several_answer want = expected(f, &in->machines[i], want_after), got = several_read(out, i);
  block_get(after, i, got_after);
  cr_assert(several_same(&want, &got), "element %d: status %u, not %u", i, got.status, want.status);
  for (int k = 0; k < f->dof; ++k)
    cr_assert((isnan(want_after[k]) && isnan(got_after[k])) || want_after[k] == got_after[k]);
}

static ptrdiff_t check_block(const family* f, block_layout layout, test_random* r) {
  static inputs in;
  fill(&in, layout, f, r);
  several_outputs out = several_outputs_make(layout, f->dimension, f->contacts, BLOCK);
  block after = block_make(layout, (block_shape){BLOCK, f->dof, 1, sizeof(double)});
  const carom_mechanism_array array = array_of(f, &in, &out, &after);
  const size_t size = carom_mechanism_array_workspace_size(&array);
  double* workspace = malloc(size * sizeof *workspace);
  ptrdiff_t told = carom_mechanism_solve_array(&array, 11, BLOCK - 11, workspace, size), unanswered = 0;
  told += carom_mechanism_solve_array(&array, 0, 11, workspace, size);
  for (int i = 0; i < BLOCK; ++i) {
    check_element(f, &in, &out, &after, i);
    unanswered += several_read(&out, i).status != CAROM_OK;
  }
  cr_assert_eq(told, unanswered);
  free(workspace);
  free(after.memory);
  several_outputs_free(&out);
  release(&in);
  return unanswered;
}

Test(array_mechanism, every_strike) {
  test_random r = {2016};
  ptrdiff_t unanswered = 0;
  for (int f = 0; f < FAMILY_COUNT; ++f)
    for (block_layout layout = 0; layout < BLOCK_LAYOUTS; ++layout) unanswered += check_block(&FAMILIES[f], layout, &r);
  const double share = (double)unanswered / (FAMILY_COUNT * BLOCK_LAYOUTS * BLOCK);
  cr_expect(share > 0.08 && share < 0.3, "%.3g of the mechanisms have no answer", share);
}

/// A point of 2 kg that strikes a wall at every angle: one mass matrix and one Jacobian for all.
Test(array_mechanism, constant_blocks) {
  const double mass[4] = {2, 0, 0, 2}, jacobian[4] = {1, 0, 0, 1}, u[6] = {1, -1, 0, -2, 3, 1}, e = 0.5;
  double after[6], energy[3];
  uint8_t status[3];
  carom_mechanism_array array = {.dof = 2,
                                 .dimension = 2,
                                 .contact_count = 1,
                                 .mass_matrix = carom_in_packed(mass, 2, 2),
                                 .jacobian = carom_in_packed(jacobian, 2, 2),
                                 .velocity = carom_in_packed(u, 2, 1),
                                 .surfaces = {.e = {&e, 0, 0, 0}},
                                 .velocity_after = carom_out_packed(after, 2, 1),
                                 .answer = {.energy = {.change = {energy, sizeof *energy}}, .status = {status, 1}}};
  array.mass_matrix.step = array.jacobian.step = 0;
  double workspace[256];
  cr_assert_leq(carom_mechanism_array_workspace_size(&array), 256);
  cr_expect_eq(carom_mechanism_solve_array(&array, 0, 3, workspace, 256), 0);
  static const double want[6] = {1, 0.5, 0, 1, 3, 1}, want_energy[3] = {-0.75, -3, 0};
  for (int i = 0; i < 6; ++i) cr_expect_float_eq(after[i], want[i], 1e-15);
  for (int i = 0; i < 3; ++i) cr_expect_float_eq(energy[i], want_energy[i], 1e-15);

  const double factor[4] = {sqrt(2), (double)NAN, 0, sqrt(2)};
  array.mass_matrix.at = NULL;
  array.factor = carom_in_packed(factor, 2, 2);
  array.factor.step = 0;
  cr_expect_eq(carom_mechanism_solve_array(&array, 0, 3, workspace, 256), 0);
  for (int i = 0; i < 6; ++i) cr_expect_float_eq(after[i], want[i], 1e-15);
}

/// What is wrong with the array itself, every element says.
Test(array_mechanism, bad_arrays) {
  const double mass[1] = {1}, jacobian[2] = {0, 1}, u[2] = {-1, -1};
  double after[2] = {7, 7}, workspace[256];
  uint8_t status[2];
  carom_mechanism_array array = {.dof = 1,
                                 .dimension = 2,
                                 .contact_count = 1,
                                 .mass_matrix = {mass, 0, 8, 8},
                                 .jacobian = {jacobian, 0, 8, 8},
                                 .velocity = carom_in_packed(u, 1, 1),
                                 .velocity_after = carom_out_packed(after, 1, 1),
                                 .answer = {.status = {status, 1}}};
  const size_t size = carom_mechanism_array_workspace_size(&array);
  cr_expect_eq(carom_mechanism_solve_array(&array, 0, 2, workspace, size), 0);
  cr_expect(status[0] == CAROM_OK && after[1] == 1);
  cr_expect_eq(carom_mechanism_solve_array(&array, 0, 2, workspace, size - 1), 2);
  cr_expect(status[1] == CAROM_TOO_SMALL && isnan(after[1]));
  cr_expect_eq(carom_mechanism_solve_array(&array, 0, 2, NULL, size), 2);
  cr_expect_eq(status[0], CAROM_TOO_SMALL);
  static const int shapes[][3] = {{0, 2, 1}, {CAROM_MECHANISM_MAX_DOF + 1, 2, 1}, {1, 5, 1}, {1, 2, 0}, {1, 2, 65}};
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; ++k) {
    array.dof = shapes[k][0];
    array.dimension = shapes[k][1];
    array.contact_count = shapes[k][2];
    after[1] = 7;
    cr_expect_eq(carom_mechanism_array_workspace_size(&array), 0);
    cr_expect_eq(carom_mechanism_solve_array(&array, 0, 2, workspace, size), 2);
    cr_expect(status[0] == CAROM_OUT_OF_RANGE && after[1] == 7);
  }
}

/// Mass matrix, Jacobian and velocity have no default.
Test(array_mechanism, needed_inputs) {
  const double mass[1] = {1}, jacobian[2] = {0, 1}, u[1] = {-1};
  double workspace[256];
  uint8_t status = 0;
  const carom_mechanism_array good = {.dof = 1,
                                      .dimension = 2,
                                      .contact_count = 1,
                                      .mass_matrix = {mass, 0, 8, 8},
                                      .jacobian = {jacobian, 0, 8, 8},
                                      .velocity = {u, 0, 8, 8},
                                      .answer = {.status = {&status, 0}}};
  for (int k = 0; k < 3; ++k) {
    carom_mechanism_array array = good;
    *(k == 0 ? &array.mass_matrix.at : k == 1 ? &array.jacobian.at : &array.velocity.at) = NULL;
    cr_expect_eq(carom_mechanism_solve_array(&array, 0, 1, workspace, 256), 1);
    cr_expect_eq(status, CAROM_NOT_FINITE);
  }
}
