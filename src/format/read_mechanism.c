/// @file read_mechanism.c
/// The two ways to give a problem without bodies: generalized coordinates, and contact space itself.
#include <stdlib.h>
#include <string.h>

#include "format/read.h"

static bool check_positive_definite(const carom__node* node, int size, const double* matrix) {
  double* factor = carom__read_allocate(node, size * size, sizeof *factor);
  if (!factor) {
    return false;
  }
  memcpy(factor, matrix, (size_t)size * (size_t)size * sizeof *factor);
  const int pivot = carom_cholesky(size, factor);
  free(factor);
  return pivot == 0 || carom__node_fail(node, CAROM_BAD_VALUE,
                                        "\"%s\" is not positive definite: its leading %dx%d block is not; every motion "
                                        "must have kinetic energy > 0.",
                                        node->key, pivot, pivot);
}

/// What the generalized coordinates are called.
static bool read_coordinates(const carom__node* mechanism, carom_scenario* scenario) {
  carom__node list = carom__node_member(mechanism, "coordinates");
  if (!list.value) return true;
  if (!carom__get_array(mechanism, "coordinates", scenario->dof, scenario->dof, &list)) return false;
  scenario->coordinate_names = carom__read_allocate(&list, scenario->dof, sizeof *scenario->coordinate_names);
  bool fine = scenario->coordinate_names != NULL;
  for (int i = 0; i < scenario->dof && fine; ++i) {
    const carom__node name = carom__node_item(&list, (size_t)i);
    fine = carom__read_name(&name, i, scenario->coordinate_names);
  }
  return fine;
}

bool carom__read_mechanism(const carom__node* root, carom_scenario* scenario) {
  static const char* const allowed[] = {"mass_matrix", "velocity", "coordinates", NULL};
  carom__node mechanism, matrix;
  if (!carom__get_object(root, "mechanism", &mechanism) ||
      !carom__node_check_keys(&mechanism, (carom__keys){allowed, NULL, NULL}) ||
      !carom__get_array(&mechanism, "mass_matrix", 1, CAROM_MECHANISM_MAX_DOF, &matrix)) {
    return false;
  }
  const int dof = (int)json_array_size(matrix.value);
  scenario->dof = dof;
  scenario->mass_matrix = carom__read_allocate(&matrix, dof * dof, sizeof *scenario->mass_matrix);
  scenario->velocity = carom__read_allocate(&matrix, dof, sizeof *scenario->velocity);
  return scenario->mass_matrix && scenario->velocity && carom__as_matrix(&matrix, dof, dof, scenario->mass_matrix) &&
         carom__mend_symmetry(&matrix, dof, scenario->mass_matrix) &&
         check_positive_definite(&matrix, dof, scenario->mass_matrix) &&
         carom__get_numbers(&mechanism, "velocity", CAROM__REQUIRED, dof, scenario->velocity) &&
         read_coordinates(&mechanism, scenario);
}

/// Whoever gives it transposed, or without tangents, is told what the rows are.
static bool check_jacobian_rows(const carom__node* contact_node, int rows, int dof) {
  const carom__node node = carom__node_member(contact_node, "jacobian");
  const size_t size = json_array_size(node.value);
  return !json_is_array(node.value) || size == (size_t)rows ||
         carom__node_fail(&node, CAROM_BAD_VALUE,
                          "\"jacobian\" has %zu %s; it must have exactly %d rows of %d numbers: %s.%s", size,
                          carom__entries(size), rows, dof,
                          rows == 2 ? "the tangent, then the normal" : "the two tangents, then the normal",
                          rows == 3 && size == 2 ? carom__node_plane_hint(&node) : "");
}

bool carom__read_jacobian(const carom__node* contact_node, carom_scenario* scenario, int contact) {
  const int rows = scenario->dimension;
  if (!check_jacobian_rows(contact_node, rows, scenario->dof)) return false;
  double* block = scenario->jacobian + (size_t)(contact * rows) * (size_t)scenario->dof;
  return carom__get_matrix(contact_node, "jacobian", rows, scenario->dof, block);
}

/// The parts of carom_contact_problem_check that have an entry of their own to point at.
static bool check_normal_diagonals(const carom__node* w, const carom_scenario* scenario) {
  const int dimension = scenario->dimension, size = dimension * scenario->contact_count;
  for (int i = dimension - 1; i < size; i += dimension) {
    const double diagonal = scenario->w[i * size + i];
    if (!(diagonal > 0)) {
      const carom__node row = carom__node_item(w, (size_t)i);
      const carom__node entry = carom__node_item(&row, (size_t)i);
      return carom__node_fail(&entry, CAROM_BAD_VALUE,
                              "\"W[%d][%d]\" is %g; the normal diagonal of contact %d must be > 0, or no impulse could "
                              "stop the approach.",
                              i, i, diagonal, i / dimension);
    }
  }
  return true;
}

static bool check_contact_problem(const carom__node* w, const carom_scenario* scenario) {
  const carom_contact_problem problem = {.dimension = scenario->dimension,
                                         .contact_count = scenario->contact_count,
                                         .w = scenario->w,
                                         .v = scenario->v,
                                         .surfaces = scenario->surfaces};
  const int size = carom_contact_workspace_size(problem.dimension, problem.contact_count);
  double* workspace = carom__read_allocate(w, size, sizeof *workspace);
  if (!workspace) {
    return false;
  }
  carom_diag diag;
  const carom_status status = carom_contact_problem_check(&problem, workspace, &diag);
  free(workspace);
  return !status || carom__node_fail(w, CAROM_BAD_VALUE, "%s.", diag.message);
}

bool carom__read_contact_space(const carom__node* root, carom_scenario* scenario) {
  static const char* const allowed[] = {"W", "v", NULL};
  const int size = scenario->dimension * scenario->contact_count;
  carom__node space;
  if (!carom__get_object(root, "contact_space", &space) ||
      !carom__node_check_keys(&space, (carom__keys){allowed, NULL, NULL})) {
    return false;
  }
  const carom__node w = carom__node_member(&space, "W");
  scenario->w = carom__read_allocate(&space, size * size, sizeof *scenario->w);
  scenario->v = carom__read_allocate(&space, size, sizeof *scenario->v);
  return scenario->w && scenario->v && carom__as_matrix(&w, size, size, scenario->w) &&
         carom__get_numbers(&space, "v", CAROM__REQUIRED, size, scenario->v) &&
         carom__mend_symmetry(&w, size, scenario->w) && check_normal_diagonals(&w, scenario) &&
         check_contact_problem(&w, scenario);
}
