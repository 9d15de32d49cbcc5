// Arrays of impacts at one contact: in the plane, in space, on springs.
#include "kinds.h"
#include "problem.h"

static const surface_arrays SPRINGS = {
    .e = 2, .mu = 3, .mu_static = -1, .law = -1, .eta2 = 4, .stiffness = -1, .exponent = -1};

static void set_surface(const core_place* places, carom_surface_columns* surface) {
  surface->e = core_in(&places[2], 0);
  surface->mu = core_in(&places[3], 0);
  surface->mu_static = core_in(&places[4], 0);
  surface->law = core_in(&places[5], 0);
}

/// Energy and stages: arrays `at` and `at` + 1.
static void set_course(const core_call* call, const core_place* places, int at, carom_answer_columns* answer) {
  const Py_ssize_t e = call->arrays[at].core[0], s = call->arrays[at + 1].core[0];
  answer->energy.friction = core_out(&places[at], 0);
  answer->energy.restitution = core_out(&places[at], e);
  answer->energy.spring = core_out(&places[at], 2 * e);
  answer->energy.change = core_out(&places[at], 3 * e);
  answer->impulse_n_compression = core_out(&places[at + 1], 0);
  answer->impulse_n_slip_end = core_out(&places[at + 1], s);
  answer->stored = core_out(&places[at + 1], 2 * s);
}

Py_ssize_t run_planar(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace) {
  (void)workspace;
  const core_array* arrays = call->arrays;
  carom_planar_array array = {0};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) array.w[i][j] = core_in(&places[0], i * arrays[0].core[0] + j * arrays[0].core[1]);
    array.v[i] = core_in(&places[1], i * arrays[1].core[0]);
    array.impulse[i] = core_out(&places[6], i * arrays[6].core[0]);
    array.velocity_after[i] = core_out(&places[7], i * arrays[7].core[0]);
  }
  set_surface(places, &array.surface);
  set_course(call, places, 8, &array.answer);
  array.answer.mode = core_out(&places[10], 0);
  array.answer.status = core_out(&places[11], 0);
  array.answer.warnings = core_out(&places[12], 0);
  return carom_planar_solve_array(&array, 0, count);
}

/// From array `at` on: mode, flags, status, warnings, model.
static void set_codes(const core_place* places, int at, carom_answer_columns* answer) {
  answer->mode = core_out(&places[at], 0);
  answer->flags = core_out(&places[at + 1], 0);
  answer->status = core_out(&places[at + 2], 0);
  answer->warnings = core_out(&places[at + 3], 0);
  answer->model = core_out(&places[at + 4], 0);
}

Py_ssize_t run_spatial(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace) {
  (void)workspace;
  const core_array* arrays = call->arrays;
  carom_spatial_array array = {0};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) array.w[i][j] = core_in(&places[0], i * arrays[0].core[0] + j * arrays[0].core[1]);
    array.v[i] = core_in(&places[1], i * arrays[1].core[0]);
    array.impulse[i] = core_out(&places[6], i * arrays[6].core[0]);
    array.velocity_after[i] = core_out(&places[7], i * arrays[7].core[0]);
  }
  set_surface(places, &array.surface);
  set_course(call, places, 8, &array.answer);
  set_codes(places, 10, &array.answer);
  return carom_spatial_solve_array(&array, 0, count);
}

Py_ssize_t run_compliant(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace) {
  (void)workspace;
  const core_array* arrays = call->arrays;
  carom_compliant_array array = {0};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) array.w[i][j] = core_in(&places[0], i * arrays[0].core[0] + j * arrays[0].core[1]);
    array.v[i] = core_in(&places[1], i * arrays[1].core[0]);
    array.impulse[i] = core_out(&places[5], i * arrays[5].core[0]);
    array.velocity_after[i] = core_out(&places[6], i * arrays[6].core[0]);
  }
  array.surface.e = core_in(&places[2], 0);
  array.surface.mu = core_in(&places[3], 0);
  array.surface.eta2 = core_in(&places[4], 0);
  set_course(call, places, 7, &array.answer);
  set_codes(places, 9, &array.answer);
  return carom_compliant_solve_array(&array, 0, count);
}

carom_status explain_rigid(const core_call* call, const core_place* places, double* workspace, double* error,
                           carom_diag* diag) {
  return problem_solve(call, places, &problem_rigid, workspace, error, diag);
}

carom_status explain_springs(const core_call* call, const core_place* places, double* workspace, double* error,
                             carom_diag* diag) {
  return problem_solve(call, places, &SPRINGS, workspace, error, diag);
}
