#include "motion/impact.h"

#include <string.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"

static void put_word(carom__impact* out, const char* word) {
  const size_t length = strlen(word), most = sizeof out->mode - 1;
  memset(out->mode, 0, sizeof out->mode);
  memcpy(out->mode, word, length < most ? length : most);
}

static carom_status solve_planar(const carom_contact_problem* contact, carom__impact* out, carom_diag* diag) {
  carom_planar_problem problem;
  carom_planar_outcome outcome;
  carom_status status = carom_planar_from_contact(contact, &problem, diag);
  if (!status) status = carom_planar_solve(&problem, &outcome, diag);
  if (status) return status;
  *out = (carom__impact){.impulse = {outcome.impulse_t, outcome.impulse_n},
                         .after = {outcome.v_t, outcome.v_n},
                         .warnings = outcome.warnings};
  put_word(out, carom_planar_mode_word(outcome.mode));
  return CAROM_OK;
}

static carom_status solve_spatial(const carom_contact_problem* contact, carom__impact* out, carom_diag* diag) {
  carom_spatial_problem problem;
  carom_spatial_outcome outcome;
  carom_status status = carom_spatial_from_contact(contact, &problem, diag);
  if (!status) status = carom_spatial_solve(&problem, &outcome, diag);
  if (status) return status;
  *out = (carom__impact){.impulse = {outcome.impulse.x, outcome.impulse.y, outcome.impulse.z},
                         .after = {outcome.v.x, outcome.v.y, outcome.v.z},
                         .warnings = outcome.warnings};
  put_word(out, outcome.sequence);
  return CAROM_OK;
}

/// A planar contact (t, n) was solved with a second tangent, along which nothing happened.
static void put_axes(int dimension, carom_vec3 from, double to[3]) {
  to[0] = from.x;
  to[1] = dimension == 2 ? from.z : from.y;
  to[2] = dimension == 2 ? 0 : from.z;
}

static carom_status solve_compliant(const carom_contact_problem* contact, carom__impact* out, carom_diag* diag) {
  carom_compliant_problem problem;
  carom_compliant_outcome outcome;
  carom_status status = carom_compliant_from_contact(contact, &problem, diag);
  if (!status) status = carom_compliant_solve(&problem, &outcome, diag);
  if (status) return status;
  put_axes(contact->dimension, outcome.impulse, out->impulse);
  put_axes(contact->dimension, outcome.v, out->after);
  carom_compliant_mode(&problem, &outcome, (int)sizeof out->mode, out->mode);
  out->warnings = outcome.warnings;
  return CAROM_OK;
}

carom_status carom__impact_at_one(const carom_contact_problem* problem, carom__impact* out, carom_diag* diag) {
  if (problem->surfaces[0].eta2 > 0) return solve_compliant(problem, out, diag);
  return problem->dimension == 2 ? solve_planar(problem, out, diag) : solve_spatial(problem, out, diag);
}

/// What several contacts need to share the load (JME13): springs along the tangents, one friction, energy lost by e.
static carom_surface surface_for_several(carom_surface surface) {
  surface.law = CAROM_LAW_STRONGE;
  surface.mu_static = surface.mu;
  if (surface.mu > 0 && surface.eta2 == 0) surface.eta2 = carom_eta2_from_poisson_ratio(0.3);
  return surface;
}

/// Collisions of a motion that take longer (seconds) are rather resolved one contact after another.
enum { BUDGET = 3000 };

carom_status carom__impact_at_several(const carom_contact_problem* problem, carom_surface* surfaces, double* workspace,
                                      carom__impact* out, carom_diag* diag) {
  carom_simultaneous_contact contacts[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom_simultaneous_outcome outcome;
  carom_contact_problem shared = *problem;
  const carom_simultaneous_memory memory = {.workspace = workspace, .budget = BUDGET};
  for (int i = 0; i < problem->contact_count; ++i) surfaces[i] = surface_for_several(problem->surfaces[i]);
  shared.surfaces = surfaces;
  const carom_status status = carom_simultaneous_solve(&shared, &memory, contacts, &outcome, diag);
  if (status) return status;
  for (int i = 0; i < problem->contact_count; ++i) {
    memcpy(out[i].impulse, contacts[i].impulse, sizeof out[i].impulse);
    memcpy(out[i].after, contacts[i].v, sizeof out[i].after);
    put_word(&out[i], contacts[i].phases);
    out[i].warnings = outcome.warnings;
  }
  return CAROM_OK;
}
