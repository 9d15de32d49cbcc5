// Many mechanisms that strike: each element is gathered into the workspace and goes through carom_strike_mechanism.
#include "impact/blocks.h"
#include "impact/impact.h"

/// The parts of a workspace.
typedef struct room {
  double *mass, *jacobian, *velocity, *strike;
  size_t strike_size, size;
} room;

static bool is_factored(const carom_mechanism_array* a) {
  return !a->mass_matrix.at && a->factor.at;
}

/// The shape of the mechanisms, and where their numbers are gathered.
static carom_mechanism mechanism_in(const carom_mechanism_array* a, const room* r) {
  const bool factored = is_factored(a);
  return (carom_mechanism){.dof = a->dof,
                           .dimension = a->dimension,
                           .contact_count = a->contact_count,
                           .mass_matrix = factored ? NULL : r->mass,
                           .velocity = r->velocity,
                           .jacobian = r->jacobian,
                           .factor = factored ? r->mass : NULL};
}

/// workspace may be NULL: then only the sizes are filled, and they are 0 where the shape cannot be.
static room lay_out(const carom_mechanism_array* a, double* workspace) {
  room r = {0};
  const carom_mechanism shape = mechanism_in(a, &r);
  r.strike_size = carom_strike_mechanism_workspace_size(&shape);
  if (r.strike_size == 0) return r;
  const size_t dof = (size_t)a->dof, rows = (size_t)a->dimension * (size_t)a->contact_count;
  r.size = dof * dof + rows * dof + dof + r.strike_size;
  if (!workspace) return r;
  r.mass = workspace;
  r.jacobian = r.mass + dof * dof;
  r.velocity = r.jacobian + rows * dof;
  r.strike = r.velocity + dof;
  return r;
}

size_t carom_mechanism_array_workspace_size(const carom_mechanism_array* array) {
  return lay_out(array, NULL).size;
}

static carom_status solve_element(const carom_mechanism_array* a, ptrdiff_t i, const room* r) {
  const int dof = a->dof, rows = a->dimension * a->contact_count;
  const carom_impact_options options = carom__plain_options(a->options);
  carom_surface surfaces[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom__get_block(is_factored(a) ? &a->factor : &a->mass_matrix, i, (carom__shape){dof, dof}, r->mass);
  carom__get_block(&a->jacobian, i, (carom__shape){rows, dof}, r->jacobian);
  carom__get_block(&a->velocity, i, (carom__shape){dof, 1}, r->velocity);
  carom__get_surfaces(&a->surfaces, i, a->contact_count, surfaces);
  const carom_mechanism_strike strike = {.mechanism = mechanism_in(a, r),
                                         .surfaces = surfaces,
                                         .workspace = r->strike,
                                         .workspace_capacity = r->strike_size};
  carom_impact_outcome outcome;
  const carom_status status = carom_strike_mechanism(&strike, &options, r->velocity, &outcome, NULL);
  if (status) return status;
  carom__put_list(&a->velocity_after, i, dof, r->velocity);
  carom__put_answer(&a->answer, i, a->dimension, &outcome);
  return CAROM_OK;
}

static void put_no_answer(const carom_mechanism_array* a, ptrdiff_t i, bool has_shape) {
  carom__put_list(&a->velocity_after, i, has_shape ? a->dof : 0, NULL);
  carom__put_no_answer(&a->answer, i, a->dimension, has_shape ? a->contact_count : 0);
}

ptrdiff_t carom_mechanism_solve_array(const carom_mechanism_array* array, ptrdiff_t first, ptrdiff_t count,
                                      double* workspace, size_t workspace_capacity) {
  const room r = lay_out(array, workspace);
  const bool has_shape = r.size > 0, has_room = workspace && workspace_capacity >= r.size;
  const carom_status wrong = !has_shape ? CAROM_OUT_OF_RANGE : !has_room ? CAROM_TOO_SMALL : CAROM_OK;
  ptrdiff_t unanswered = 0;
  for (ptrdiff_t i = first; count > 0; ++i, --count) {
    const carom_status status = wrong ? wrong : solve_element(array, i, &r);
    if (status) put_no_answer(array, i, has_shape);
    carom__put_code(&array->answer.status, i, status);
    unanswered += status != CAROM_OK;
  }
  return unanswered;
}
