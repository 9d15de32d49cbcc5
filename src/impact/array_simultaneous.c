// Many collisions of several contacts: each element is gathered into the workspace and goes through the door.
#include "impact/blocks.h"
#include "impact/impact.h"

/// The parts of a workspace.
typedef struct room {
  double *w, *v, *impact;
  size_t impact_size;
} room;

static bool has_shape(const carom_simultaneous_array* a) {
  return carom__has_shape(a->dimension, a->contact_count);
}

size_t carom_simultaneous_array_workspace_size(const carom_simultaneous_array* a) {
  if (!has_shape(a)) return 0;
  const size_t size = (size_t)a->dimension * (size_t)a->contact_count;
  return size * size + size + carom_impact_workspace_size(a->dimension, a->contact_count);
}

static room lay_out(const carom_simultaneous_array* a, double* workspace) {
  const size_t size = (size_t)a->dimension * (size_t)a->contact_count;
  return (room){.w = workspace,
                .v = workspace + size * size,
                .impact = workspace + size * size + size,
                .impact_size = carom_impact_workspace_size(a->dimension, a->contact_count)};
}

static carom_status solve_element(const carom_simultaneous_array* a, ptrdiff_t i, const room* r) {
  const int count = a->contact_count, size = a->dimension * count;
  const carom_impact_options options = carom__plain_options(a->options);
  carom_surface surfaces[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom_impact_contact contacts[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom__get_block(&a->w, i, (carom__shape){size, size}, r->w);
  carom__get_block(&a->v, i, (carom__shape){count, a->dimension}, r->v);
  carom__get_surfaces(&a->surfaces, i, count, surfaces);
  const carom_contact_problem problem = {a->dimension, count, r->w, r->v, surfaces};
  const carom_impact_memory memory = {
      .workspace = r->impact, .workspace_capacity = r->impact_size, .contacts = contacts, .contact_capacity = count};
  carom_impact_outcome outcome;
  const carom_status status = carom_impact_solve(&problem, &options, &memory, &outcome, NULL);
  if (!status) carom__put_answer(&a->answer, i, a->dimension, &outcome);
  return status;
}

/// What is wrong with the array itself.
static carom_status check(const carom_simultaneous_array* a, const double* workspace, size_t capacity) {
  if (!has_shape(a)) return CAROM_OUT_OF_RANGE;
  return workspace && capacity >= carom_simultaneous_array_workspace_size(a) ? CAROM_OK : CAROM_TOO_SMALL;
}

ptrdiff_t carom_simultaneous_solve_array(const carom_simultaneous_array* array, ptrdiff_t first, ptrdiff_t count,
                                         double* workspace, size_t workspace_capacity) {
  const carom_status wrong = check(array, workspace, workspace_capacity);
  const room r = wrong ? (room){0} : lay_out(array, workspace);
  const int contacts = has_shape(array) ? array->contact_count : 0;
  ptrdiff_t unanswered = 0;
  for (ptrdiff_t i = first; count > 0; ++i, --count) {
    const carom_status status = wrong ? wrong : solve_element(array, i, &r);
    if (status) carom__put_no_answer(&array->answer, i, array->dimension, contacts);
    carom__put_code(&array->answer.status, i, status);
    unanswered += status != CAROM_OK;
  }
  return unanswered;
}
