// Stick or slip when a contact begins.
#include "simultaneous/collision.h"

void carom__set_slipping(carom__collision* c, int contact, const double* along) {
  carom__touch* t = &c->touch[contact];
  t->grip = CAROM__SLIPPING;
  t->d[0] = along[0];
  t->d[1] = c->tangents == 2 ? along[1] : 0;
  carom__note_phase(t, CAROM_CONTACT_SLIP);
}

static void set_sticking(carom__touch* t) {
  t->grip = CAROM__STICKING;
  t->s[0] = t->s[1] = 0;
  carom__note_phase(t, CAROM_CONTACT_STICK);
}

/// At |v_t| = mu eta^2 |v_n| the slip speed starts from 0 with the sign of s.(W d)_t + mu eta^2 (W d)_n, d = (-mu s,
/// 1).
static bool slip_speed_falls(const carom__collision* c, int contact, const double* along) {
  const carom__touch* t = &c->touch[contact];
  double sum = 0;
  for (int a = 0; a < c->dimension; ++a) {
    const bool normal = a == c->tangents;
    const double* row = c->w + (contact * c->dimension + a) * c->size + contact * c->dimension;
    double rate = row[c->tangents] - t->mu * along[0] * row[0];
    if (c->tangents == 2) rate -= t->mu * along[1] * row[1];
    sum += (normal ? t->reach * t->k : along[a]) * rate;
  }
  return sum < 0;
}

// @eq JIA10 (36)  a contact starts in stick iff |v_t| < mu eta^2 |v_n|
void carom__begin_grip(carom__collision* c, int contact, const double* v_t, double v_n) {
  carom__touch* t = &c->touch[contact];
  if (t->mu == 0) {
    t->grip = CAROM__FRICTIONLESS;
    carom__note_phase(t, CAROM_CONTACT_FRICTIONLESS);
    return;
  }
  t->decided = c->time;
  const double tangential = c->tangents == 2 ? carom__hypot(v_t[0], v_t[1]) : fabs(v_t[0]);
  const double limit = t->reach * t->k * carom__max(0, -v_n);
  const double along[2] = {tangential > 0 ? v_t[0] / tangential : 1,
                           tangential > 0 && c->tangents == 2 ? v_t[1] / tangential : 0};
  bool sticks = tangential < limit;
  if (fabs(tangential - limit) <= 8 * DBL_EPSILON * limit) sticks = slip_speed_falls(c, contact, along);
  if (sticks || tangential == 0) {
    set_sticking(t);
  } else {
    carom__set_slipping(c, contact, along);
  }
  carom__log_event(c, sticks || tangential == 0 ? CAROM_EVENT_START_STICK : CAROM_EVENT_START_SLIP, contact);
}
