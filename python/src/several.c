// Arrays of collisions with several contacts, and of mechanisms that strike.
#include <string.h>

#include "kinds.h"
#include "problem.h"

static const surface_arrays SEVERAL = {
    .e = 2, .mu = 3, .mu_static = -1, .law = -1, .eta2 = 4, .stiffness = 5, .exponent = 6};
static const surface_arrays MECHANISM = {
    .e = 3, .mu = 4, .mu_static = 5, .law = 6, .eta2 = 7, .stiffness = 8, .exponent = 9};

static carom_in_block in_block(const core_call* call, const core_place* places, int index) {
  const Py_ssize_t* core = call->arrays[index].core;
  const carom_in_block block = {places[index].at, places[index].step, core[0], core[1]};
  return block;
}

static carom_out_block out_block(const core_call* call, const core_place* places, int index) {
  const Py_ssize_t* core = call->arrays[index].core;
  const carom_out_block block = {places[index].at, places[index].step, core[0], core[1]};
  return block;
}

static carom_in_block surface_block(const core_call* call, const core_place* places, int index) {
  const carom_in_block nothing = {0};
  return index < 0 ? nothing : in_block(call, places, index);
}

static carom_surface_blocks surface_blocks(const core_call* call, const core_place* places,
                                           const surface_arrays* from) {
  carom_surface_blocks blocks;
  blocks.law = surface_block(call, places, from->law);
  blocks.e = surface_block(call, places, from->e);
  blocks.mu = surface_block(call, places, from->mu);
  blocks.mu_static = surface_block(call, places, from->mu_static);
  blocks.eta2 = surface_block(call, places, from->eta2);
  blocks.stiffness = surface_block(call, places, from->stiffness);
  blocks.exponent = surface_block(call, places, from->exponent);
  return blocks;
}

/// From array `at` on: energy, mode, flags, events, status, warnings, model. What is before them differs.
static void set_answer(const core_call* call, const core_place* places, int at, carom_answer_blocks* answer) {
  const Py_ssize_t step = call->arrays[at].core[0];
  answer->energy.friction = core_out(&places[at], 0);
  answer->energy.restitution = core_out(&places[at], step);
  answer->energy.spring = core_out(&places[at], 2 * step);
  answer->energy.change = core_out(&places[at], 3 * step);
  answer->mode = out_block(call, places, at + 1);
  answer->flags = out_block(call, places, at + 2);
  answer->event_total = core_out(&places[at + 3], 0);
  answer->status = core_out(&places[at + 4], 0);
  answer->warnings = core_out(&places[at + 5], 0);
  answer->model = core_out(&places[at + 6], 0);
}

static bool is_exact(const core_place* warnings, Py_ssize_t element) {
  uint32_t bits;
  if (!warnings->at) return false;
  memcpy(&bits, warnings->at + element * warnings->step, sizeof bits);
  return !(bits & CAROM_WARN_APPROXIMATE);
}

/// Arrays do not tell how far an approximate answer is off: those elements are solved again. Array `at` is the error,
/// the one before the model's the warnings.
static void set_errors(const core_call* call, const core_place* places, int at, Py_ssize_t count, double* workspace) {
  const int arrays = call->kind->in_count + call->kind->out_count;
  const core_place* out = &places[at];
  for (Py_ssize_t i = 0; out->at && i < count; ++i) {
    double error = 0;
    core_place one[MOST_ARRAYS];
    if (!is_exact(&places[at - 2], i)) {
      for (int j = 0; j < arrays; ++j) {
        one[j] = places[j];
        if (one[j].at) one[j].at += i * one[j].step;
      }
      if (call->kind->explain(call, one, workspace, &error, NULL) != CAROM_OK) error = Py_NAN;
    }
    core_write(out->at + i * out->step, error);
  }
}

static carom_simultaneous_array simultaneous_of(const core_sizes* sizes) {
  const carom_simultaneous_array array = {.dimension = sizes->dimension, .contact_count = sizes->contacts};
  return array;
}

size_t workspace_simultaneous(const core_sizes* sizes) {
  const carom_simultaneous_array array = simultaneous_of(sizes);
  const size_t all = carom_simultaneous_array_workspace_size(&array), one = problem_workspace(sizes);
  return all > one ? all : one;
}

Py_ssize_t run_simultaneous(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace) {
  const carom_impact_options options = problem_options(&call->sizes);
  const Py_ssize_t step = call->arrays[1].core[0];
  carom_simultaneous_array array = simultaneous_of(&call->sizes);
  array.options = &options;
  array.w = in_block(call, places, 0);
  array.v = in_block(call, places, 1);
  array.v.row = step * call->sizes.dimension;
  array.v.column = step;
  array.surfaces = surface_blocks(call, places, &SEVERAL);
  array.answer.impulse = out_block(call, places, 7);
  array.answer.velocity_after = out_block(call, places, 8);
  set_answer(call, places, 9, &array.answer);
  const Py_ssize_t bad =
      carom_simultaneous_solve_array(&array, 0, count, workspace, workspace_simultaneous(&call->sizes));
  set_errors(call, places, 16, count, workspace);
  return bad;
}

carom_status explain_simultaneous(const core_call* call, const core_place* places, double* workspace, double* error,
                                  carom_diag* diag) {
  return problem_solve(call, places, &SEVERAL, workspace, error, diag);
}

static carom_mechanism mechanism_of(const core_sizes* sizes) {
  const carom_mechanism mechanism = {
      .dof = sizes->dof, .dimension = sizes->dimension, .contact_count = sizes->contacts};
  return mechanism;
}

static carom_mechanism_array mechanisms_of(const core_sizes* sizes) {
  const carom_mechanism_array array = {
      .dof = sizes->dof, .dimension = sizes->dimension, .contact_count = sizes->contacts};
  return array;
}

/// Mass matrix, Jacobian, velocity, velocity after.
static size_t copy_size(const core_sizes* sizes) {
  const size_t n = (size_t)sizes->dof;
  return n * n + n * (size_t)sizes->size + 2 * n;
}

size_t workspace_mechanism(const core_sizes* sizes) {
  const carom_mechanism_array array = mechanisms_of(sizes);
  const carom_mechanism mechanism = mechanism_of(sizes);
  const size_t all = carom_mechanism_array_workspace_size(&array);
  const size_t one = copy_size(sizes) + carom_strike_mechanism_workspace_size(&mechanism);
  return all > one ? all : one;
}

Py_ssize_t run_mechanism(const core_call* call, const core_place* places, Py_ssize_t count, double* workspace) {
  const carom_impact_options options = problem_options(&call->sizes);
  carom_mechanism_array array = mechanisms_of(&call->sizes);
  array.options = &options;
  array.mass_matrix = in_block(call, places, 0);
  array.jacobian = in_block(call, places, 1);
  array.velocity = in_block(call, places, 2);
  array.surfaces = surface_blocks(call, places, &MECHANISM);
  array.velocity_after = out_block(call, places, 10);
  array.answer.velocity_before = out_block(call, places, 11);
  array.answer.impulse = out_block(call, places, 12);
  array.answer.velocity_after = out_block(call, places, 13);
  set_answer(call, places, 14, &array.answer);
  const Py_ssize_t bad = carom_mechanism_solve_array(&array, 0, count, workspace, workspace_mechanism(&call->sizes));
  set_errors(call, places, 21, count, workspace);
  return bad;
}

carom_status explain_mechanism(const core_call* call, const core_place* places, double* workspace, double* error,
                               carom_diag* diag) {
  const core_sizes* sizes = &call->sizes;
  const size_t n = (size_t)sizes->dof;
  carom_surface surfaces[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom_mechanism_strike strike = {.mechanism = mechanism_of(sizes), .surfaces = surfaces};
  double* jacobian = workspace + n * n;
  double* velocity = jacobian + n * (size_t)sizes->size;
  problem_copy(call, places, 0, workspace);
  problem_copy(call, places, 1, jacobian);
  problem_copy(call, places, 2, velocity);
  problem_surfaces(call, places, &MECHANISM, surfaces);
  strike.mechanism.mass_matrix = workspace;
  strike.mechanism.jacobian = jacobian;
  strike.mechanism.velocity = velocity;
  strike.workspace = velocity + 2 * n;
  strike.workspace_capacity = carom_strike_mechanism_workspace_size(&strike.mechanism);
  const carom_impact_options options = problem_options(sizes);
  carom_impact_outcome outcome;
  const carom_status status = carom_strike_mechanism(&strike, &options, velocity + n, &outcome, diag);
  if (status == CAROM_OK) *error = outcome.error;
  return status;
}
