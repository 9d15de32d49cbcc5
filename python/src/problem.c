// One element of a call as a contact problem, solved through the door.
#include "problem.h"

#include <string.h>

const surface_arrays problem_rigid = {
    .e = 2, .mu = 3, .mu_static = 4, .law = 5, .eta2 = -1, .stiffness = -1, .exponent = -1};

carom_impact_options problem_options(const core_sizes* sizes) {
  carom_impact_options options = carom_impact_options_default();
  options.budget = sizes->budget;
  options.method.kind = (carom_method_kind)sizes->method;
  options.wants = 0;
  return options;
}

void problem_copy(const core_call* call, const core_place* places, int index, double* out) {
  const core_array* array = &call->arrays[index];
  const char* core = call->kind->columns[index].core;
  Py_ssize_t n[MOST_CORE] = {1, 1, 1};
  for (int i = 0; core[i]; ++i) n[i] = core_length(&call->sizes, core[i]);
  for (Py_ssize_t i = 0; i < n[0]; ++i)
    for (Py_ssize_t j = 0; j < n[1]; ++j)
      for (Py_ssize_t k = 0; k < n[2]; ++k)
        *out++ = core_read(places[index].at + i * array->core[0] + j * array->core[1] + k * array->core[2]);
}

/// Numbers that lie `apart` from each other; 0: the same for all.
static void put_each(const core_call* call, const core_place* places, int index, const double* numbers, int apart) {
  const core_array* array = &call->arrays[index];
  const char* core = call->kind->columns[index].core;
  Py_ssize_t n[MOST_CORE] = {1, 1, 1};
  if (!places[index].at) return;
  for (int i = 0; core[i]; ++i) n[i] = core_length(&call->sizes, core[i]);
  for (Py_ssize_t i = 0; i < n[0]; ++i)
    for (Py_ssize_t j = 0; j < n[1]; ++j)
      for (Py_ssize_t k = 0; k < n[2]; ++k, numbers += apart)
        core_write(places[index].at + i * array->core[0] + j * array->core[1] + k * array->core[2], *numbers);
}

void problem_put(const core_call* call, const core_place* places, int index, const double* numbers) {
  put_each(call, places, index, numbers, 1);
}

void problem_put_nothing(const core_call* call, const core_place* places, int index) {
  const double nothing = Py_NAN;
  if (call->kind->columns[index].number == DOUBLES)
    put_each(call, places, index, &nothing, 0);
  else if (places[index].at)
    *(unsigned char*)places[index].at = 0;
}

static void set_number(const core_call* call, const core_place* places, int index, int contact, double* number) {
  if (index < 0 || !places[index].at) return;
  *number = core_read(places[index].at + contact * call->arrays[index].core[0]);
}

void problem_surfaces(const core_call* call, const core_place* places, const surface_arrays* from,
                      carom_surface* surfaces) {
  for (int i = 0; i < call->sizes.contacts; ++i) {
    carom_surface* surface = &surfaces[i];
    *surface = carom_surface_default();
    set_number(call, places, from->e, i, &surface->e);
    set_number(call, places, from->mu, i, &surface->mu);
    surface->mu_static = surface->mu;
    set_number(call, places, from->mu_static, i, &surface->mu_static);
    set_number(call, places, from->eta2, i, &surface->eta2);
    set_number(call, places, from->stiffness, i, &surface->stiffness);
    set_number(call, places, from->exponent, i, &surface->exponent);
    if (from->law < 0 || !places[from->law].at) continue;
    int64_t law;
    memcpy(&law, places[from->law].at + i * call->arrays[from->law].core[0], sizeof law);
    surface->law = law >= 0 && law <= INT32_MAX ? (carom_law)law : (carom_law)INT32_MAX;
  }
}

static size_t solve_size(const core_sizes* sizes) {
  return carom_impact_workspace_size(sizes->dimension, sizes->contacts);
}

size_t problem_workspace(const core_sizes* sizes) {
  const size_t size = (size_t)sizes->size;
  return size * size + size + solve_size(sizes);
}

carom_status problem_solve(const core_call* call, const core_place* places, const surface_arrays* from,
                           double* workspace, double* error, carom_diag* diag) {
  const core_sizes* sizes = &call->sizes;
  const size_t size = (size_t)sizes->size;
  double* w = workspace;
  double* v = w + size * size;
  carom_surface surfaces[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom_impact_contact contacts[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  problem_copy(call, places, 0, w);
  problem_copy(call, places, 1, v);
  problem_surfaces(call, places, from, surfaces);
  const carom_contact_problem problem = {sizes->dimension, sizes->contacts, w, v, surfaces};
  const carom_impact_options options = problem_options(sizes);
  const carom_impact_memory memory = {.workspace = v + size,
                                      .workspace_capacity = solve_size(sizes),
                                      .contacts = contacts,
                                      .contact_capacity = sizes->contacts};
  carom_impact_outcome outcome;
  const carom_status status = carom_impact_solve(&problem, &options, &memory, &outcome, diag);
  if (status == CAROM_OK) *error = outcome.error;
  return status;
}
