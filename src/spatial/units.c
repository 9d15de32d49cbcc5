// Powers of two that bring W and v near 1, and back.
#include "spatial/units.h"

#include "contact/units.h"

/// Fourth powers of such magnitudes are still far from the ends of a double.
static bool is_moderate(double x) {
  return x > 0x1p-100 && x < 0x1p100;
}

carom__units carom__spatial_units_of(const carom_spatial_problem* p) {
  const double w = p->w.m[0][0] / 2 + p->w.m[1][1] / 2 + p->w.m[2][2] / 2;
  const double v = fabs(p->v.x) / 2 + fabs(p->v.y) / 2 + fabs(p->v.z) / 2;
  return is_moderate(w) && is_moderate(v) ? (carom__units){0, 0} : carom__units_for(w, v);
}

carom_spatial_problem carom__problem_in_units(const carom_spatial_problem* problem, carom__units units) {
  carom_spatial_problem p = *problem;
  if (units.inverse_mass == 0 && units.speed == 0) return p;
  p.w = carom__mat3_shift(p.w, -units.inverse_mass);
  p.v = carom__vec3_shift(p.v, -units.speed);
  return p;
}

void carom__outcome_from_units(carom_spatial_outcome* o, carom__units units) {
  if (units.inverse_mass == 0 && units.speed == 0) return;
  const int impulse = carom__impulse_unit(units), energy = carom__energy_unit(units);
  o->v = carom__vec3_shift(o->v, units.speed);
  o->impulse = carom__vec3_shift(o->impulse, impulse);
  o->impulse_n_compression = ldexp(o->impulse_n_compression, impulse);
  o->impulse_n_slip_end = ldexp(o->impulse_n_slip_end, impulse);
  carom__events_shift(o->event_count, o->events, impulse);
  o->stored = ldexp(o->stored, energy);
  o->energy = carom__energy_shift(o->energy, energy);
}

void carom__trace_from_units(carom_trace* trace, carom__units units) {
  if (units.inverse_mass == 0 && units.speed == 0) return;
  const int impulse = carom__impulse_unit(units), energy = carom__energy_unit(units);
  for (int i = 0; i < trace->count; ++i) {
    carom_trace_point* point = &trace->points[i];
    for (int k = 0; k < 3; ++k) {
      point->impulse[k] = ldexp(point->impulse[k], impulse);
      point->velocity[k] = ldexp(point->velocity[k], units.speed);
    }
    point->stored = ldexp(point->stored, energy);
    point->friction = ldexp(point->friction, energy);
  }
}
