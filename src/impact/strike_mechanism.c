// A mechanism of an engine: mass matrix or its factor, Jacobian and velocity in, velocity after out, one call.
#include <math.h>

#include "base/diag.h"
#include "impact/impact.h"

/// The parts of the workspace.
typedef struct room {
  double *mechanism, *w, *v, *impulses, *impact, *after;
  carom_impact_contact* contacts;
  size_t impact_size, size;
} room;

static room lay_out(const carom_mechanism* m, double* workspace) {
  const size_t rows = (size_t)m->dimension * (size_t)m->contact_count;
  const size_t contacts =
      ((size_t)m->contact_count * sizeof(carom_impact_contact) + sizeof(double) - 1) / sizeof(double);
  const size_t mechanism = (size_t)carom_mechanism_workspace_size(m);
  room r = {.impact_size = carom_impact_workspace_size(m->dimension, m->contact_count)};
  const size_t at_w = mechanism, at_v = at_w + rows * rows, at_impulses = at_v + rows, at_after = at_impulses + rows;
  const size_t at_contacts = at_after + (size_t)m->dof, at_impact = at_contacts + contacts;
  r.size = at_impact + r.impact_size;
  if (!workspace) return r;
  r.mechanism = workspace;
  r.w = workspace + at_w;
  r.v = workspace + at_v;
  r.impulses = workspace + at_impulses;
  r.after = workspace + at_after;
  r.contacts = (void*)(workspace + at_contacts);
  r.impact = workspace + at_impact;
  return r;
}

static bool has_shape(const carom_mechanism* m) {
  return m->dof >= 1 && m->dof <= CAROM_MECHANISM_MAX_DOF && carom__has_shape(m->dimension, m->contact_count);
}

size_t carom_strike_mechanism_workspace_size(const carom_mechanism* mechanism) {
  return has_shape(mechanism) ? lay_out(mechanism, NULL).size : 0;
}

static carom_status check(const carom_mechanism_strike* s, carom_diag* diag) {
  const carom_mechanism* m = &s->mechanism;
  if (m->contact_count > CAROM_SIMULTANEOUS_MAX_CONTACTS)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", m->contact_count,
                       "contact_count is %d; it must be from 1 to %d", m->contact_count,
                       CAROM_SIMULTANEOUS_MAX_CONTACTS);
  // carom_mechanism_contact says what is wrong with the shape, before it looks for its memory.
  if (!has_shape(m)) return carom_mechanism_contact(m, NULL, NULL, NULL, diag);
  const size_t needed = carom_strike_mechanism_workspace_size(m), has = s->workspace ? s->workspace_capacity : 0;
  if (has < needed)
    return carom__fail(diag, CAROM_TOO_SMALL, "workspace", (double)has,
                       "workspace has room for %zu doubles; it must have room for at least %zu", has, needed);
  return CAROM_OK;
}

carom_status carom_strike_mechanism(const carom_mechanism_strike* strike, const carom_impact_options* options,
                                    double* velocity_after, carom_impact_outcome* out, carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(strike, velocity_after, diag);
  if (!status) status = check(strike, diag);
  if (status) return status;
  const carom_mechanism* m = &strike->mechanism;
  const room r = lay_out(m, strike->workspace);
  status = carom_mechanism_contact(m, r.mechanism, r.w, r.v, diag);
  if (status) return status;
  const carom_impact_options chosen = carom__plain_options(options);
  const carom_contact_problem problem = {m->dimension, m->contact_count, r.w, r.v, strike->surfaces};
  const carom_impact_memory memory = {.workspace = r.impact,
                                      .workspace_capacity = r.impact_size,
                                      .contacts = r.contacts,
                                      .contact_capacity = m->contact_count};
  carom_impact_outcome outcome;
  status = carom_impact_solve(&problem, &chosen, &memory, &outcome, diag);
  if (status) return status;
  for (int i = 0; i < m->dimension * m->contact_count; ++i)
    r.impulses[i] = r.contacts[i / m->dimension].impulse[i % m->dimension];
  carom_mechanism_apply(m, r.mechanism, r.impulses, r.after);
  for (int i = 0; i < m->dof; ++i)
    if (!isfinite(r.after[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "velocity", r.after[i],
                         "velocity %d after the impact does not fit a double", i);
  for (int i = 0; i < m->dof; ++i) velocity_after[i] = r.after[i];
  if (out) *out = outcome;
  return CAROM_OK;
}
