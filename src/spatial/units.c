// Powers of two that bring W and v near 1, and back.
#include "spatial/units.h"

/// Fourth powers of such magnitudes are still far from the ends of a double.
static bool is_moderate(double x) {
  return x > 0x1p-100 && x < 0x1p100;
}

carom__units carom__units_of(const carom_spatial_problem* p) {
  const double w = p->w.m[0][0] / 2 + p->w.m[1][1] / 2 + p->w.m[2][2] / 2;
  const double v = fabs(p->v.x) / 2 + fabs(p->v.y) / 2 + fabs(p->v.z) / 2;
  carom__units units = {0, 0};
  if (is_moderate(w) && is_moderate(v)) return units;
  frexp(w, &units.inverse_mass);
  frexp(v, &units.speed);
  return units;
}

static carom_vec3 shift(carom_vec3 a, int exponent) {
  return (carom_vec3){ldexp(a.x, exponent), ldexp(a.y, exponent), ldexp(a.z, exponent)};
}

carom_spatial_problem carom__problem_in_units(const carom_spatial_problem* problem, carom__units units) {
  carom_spatial_problem p = *problem;
  if (units.inverse_mass == 0 && units.speed == 0) return p;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) p.w.m[i][j] = ldexp(p.w.m[i][j], -units.inverse_mass);
  p.v = shift(p.v, -units.speed);
  return p;
}

void carom__outcome_from_units(carom_spatial_outcome* o, carom__units units) {
  if (units.inverse_mass == 0 && units.speed == 0) return;
  const int impulse = units.speed - units.inverse_mass, energy = impulse + units.speed;
  o->v = shift(o->v, units.speed);
  o->impulse = shift(o->impulse, impulse);
  o->impulse_n_compression = ldexp(o->impulse_n_compression, impulse);
  o->impulse_n_slip_end = ldexp(o->impulse_n_slip_end, impulse);
  for (int i = 0; i < o->event_count; ++i) o->events[i].impulse_n = ldexp(o->events[i].impulse_n, impulse);
  o->stored = ldexp(o->stored, energy);
  o->energy.friction = ldexp(o->energy.friction, energy);
  o->energy.restitution = ldexp(o->energy.restitution, energy);
  o->energy.change = ldexp(o->energy.change, energy);
}

void carom__trace_from_units(carom_trace* trace, carom__units units) {
  if (units.inverse_mass == 0 && units.speed == 0) return;
  const int impulse = units.speed - units.inverse_mass, energy = impulse + units.speed;
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
