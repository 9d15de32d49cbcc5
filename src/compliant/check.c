// What a compliant problem must be, how it comes out of a contact problem, and its units.
#include "compliant/check.h"

#include <math.h>

#include "base/diag.h"
#include "contact/given.h"
#include "contact/surface.h"
#include "contact/units.h"
#include "math/elementary.h"

static carom_status check_surface(const carom_surface* s, carom_diag* diag) {
  const carom_status status = carom_surface_check(s, diag);
  if (status) return carom__fail_within(diag, status, "surface", -1);
  if (s->law != CAROM_LAW_STRONGE)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "surface.law", (double)s->law,
                       "law is %s; with tangential compliance it must be stronge", carom_law_word(s->law));
  if (carom__mu_static(s) != s->mu)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "surface.mu_static", s->mu_static,
                       "mu_static is %g; with tangential compliance it must equal mu = %g", s->mu_static, s->mu);
  if (!(s->eta2 > 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "surface.eta2", s->eta2,
                       "eta2 is %g; the compliant model needs it positive", s->eta2);
  return CAROM_OK;
}

carom_status carom__compliant_check(const carom_compliant_problem* p, carom_diag* diag) {
  const double v[3] = {p->v.x, p->v.y, p->v.z};
  const carom_contact_problem contact = {
      .dimension = 3, .contact_count = 1, .w = &p->w.m[0][0], .v = v, .surfaces = &p->surface};
  double workspace[2 * 9 + 3];
  const carom_status status = check_surface(&p->surface, diag);
  return status ? status : carom_contact_problem_check(&contact, workspace, diag);
}

carom__units carom__spring_units_of(const carom_compliant_problem* p) {
  return carom__units_for(p->w.m[2][2], carom__max(carom__max(fabs(p->v.x), fabs(p->v.y)), fabs(p->v.z)));
}

carom_compliant_problem carom__compliant_in_units(const carom_compliant_problem* problem, carom__units units) {
  carom_compliant_problem p = *problem;
  p.w = carom__mat3_shift(p.w, -units.inverse_mass);
  p.v = carom__vec3_shift(p.v, -units.speed);
  return p;
}

carom_status carom__compliant_check_range(const carom_compliant_problem* p, carom_diag* diag) {
  static const double FAR = 1e30;
  const carom_surface* s = &p->surface;
  if (!(carom__max(p->w.m[0][0], p->w.m[1][1]) <= FAR))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "w", carom__max(p->w.m[0][0], p->w.m[1][1]),
                       "the tangential diagonal of w is more than %g times the normal one", FAR);
  if (!(p->v.z == 0 || fabs(p->v.z) >= 1 / (FAR * FAR)))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "v", p->v.z, "v_n is less than %g of v_t, but not 0",
                       1 / (FAR * FAR));
  if (!(s->mu <= FAR))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "surface.mu", s->mu, "mu is %g; this model takes up to %g", s->mu,
                       FAR);
  if (!(s->eta2 <= FAR))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "surface.eta2", s->eta2, "eta2 is %g; this model takes up to %g",
                       s->eta2, FAR);
  return CAROM_OK;
}

void carom__compliant_from_units(carom_compliant_outcome* o, carom__units units) {
  const int impulse = carom__impulse_unit(units), energy = carom__energy_unit(units);
  o->v = carom__vec3_shift(o->v, units.speed);
  o->impulse = carom__vec3_shift(o->impulse, impulse);
  o->impulse_n_compression = ldexp(o->impulse_n_compression, impulse);
  carom__events_shift(o->event_count, o->events, impulse);
  o->stored = ldexp(o->stored, energy);
  o->stored_tangential = ldexp(o->stored_tangential, energy);
  o->energy = carom__energy_shift(o->energy, energy);
}

void carom__spring_trace_from_units(carom_spring_trace* trace, carom__units units) {
  const int impulse = carom__impulse_unit(units), energy = carom__energy_unit(units);
  for (int i = 0; i < trace->count; ++i) {
    carom_spring_point* point = &trace->points[i];
    for (int k = 0; k < 3; ++k) {
      point->impulse[k] = ldexp(point->impulse[k], impulse);
      point->velocity[k] = ldexp(point->velocity[k], units.speed);
      point->spring[k] = ldexp(point->spring[k], energy / 2);
      point->spring_velocity[k] = ldexp(point->spring_velocity[k], units.speed);
    }
    point->energy_normal = ldexp(point->energy_normal, energy);
    point->energy_tangential = ldexp(point->energy_tangential, energy);
    point->friction = ldexp(point->friction, energy);
  }
}

static carom_compliant_problem from_plane(const carom_contact_problem* c) {
  // Nothing moves along the second tangent: any inverse mass does.
  return (carom_compliant_problem){.w = {{{c->w[0], 0, c->w[1]}, {0, c->w[3], 0}, {c->w[2], 0, c->w[3]}}},
                                   .v = {c->v[0], 0, c->v[1]}};
}

static carom_compliant_problem from_space(const carom_contact_problem* c) {
  carom_compliant_problem p = {.v = {c->v[0], c->v[1], c->v[2]}};
  for (int i = 0; i < 9; ++i) p.w.m[i / 3][i % 3] = c->w[i];
  return p;
}

carom_status carom_compliant_from_contact(const carom_contact_problem* contact, carom_compliant_problem* out,
                                          carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(contact, out, diag);
  if (status) return status;
  if (contact->dimension != 2 && contact->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", contact->dimension, "dimension is %d; it must be 2 or 3",
                       contact->dimension);
  if (contact->contact_count != 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", contact->contact_count,
                       "contact_count is %d; the compliant model solves one contact", contact->contact_count);
  status = carom__need_arrays(contact, diag);
  if (status) return status;
  carom_compliant_problem problem = contact->dimension == 2 ? from_plane(contact) : from_space(contact);
  problem.surface = carom__with_defaults(&contact->surfaces[0]);
  status = carom__compliant_check(&problem, diag);
  if (!status) *out = problem;
  return status;
}
