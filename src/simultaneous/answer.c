// What the caller gets: velocities from the sums, the energy ledger, what each contact did.
#include "contact/units.h"
#include "simultaneous/collision.h"

unsigned carom_simultaneous_flags(const carom_simultaneous_contact* contact) {
  return contact->acted * (unsigned)CAROM_FLAG_ACTED + contact->locked * (unsigned)CAROM_FLAG_LOCKED;
}

/// Held at rest to the end, or ended without a rebound.
static bool is_at_rest(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const double v = c->v[carom__normal(c, contact)];
  return fabs(v) <= c->noise[contact] && t->acted;
}

void carom__final_velocities(carom__collision* c) {
  for (int i = 0; i < c->size; ++i) {
    double size;
    const int contact = i / c->dimension;
    const bool rests = i == carom__normal(c, contact) && is_at_rest(c, contact);
    c->v[i] = rests ? 0 : carom__velocity_sum(c, i, &size);
  }
}

/// Velocities at the end may be off by this part of the largest term of v0 + W I.
static const double OFF = 1e-9;

/// v = v0 + W I once more from the sums, against what the pieces left behind; and no contact approaches.
static carom_status verify(carom__collision* c, carom_diag* diag) {
  double off = 0, scale = c->speed;
  for (int i = 0; i < c->size; ++i) {
    double size;
    off = carom__max(off, fabs(carom__velocity_sum(c, i, &size) - c->v[i]));
    scale = carom__max(scale, size);
  }
  if (!(off <= OFF * scale))
    return carom__fail(
        diag, CAROM_TOO_FAR_APART, "w", off / scale,
        "the velocities at the end differ from v + w I by %.3g of the speed: rounding has taken their digits",
        off / scale);
  carom__final_velocities(c);
  for (int i = 0; i < c->count; ++i)
    if (c->v[carom__normal(c, i)] < -OFF * scale)
      return carom__fail(diag, CAROM_TOO_FAR_APART, "w", c->v[carom__normal(c, i)] / scale,
                         "contact %d still approaches at the end: rounding has taken its digits", i);
  return CAROM_OK;
}

/// Kinetic energy gained: I.(v0 + v)/2.
static double energy_change(const carom__collision* c) {
  double sum = 0;
  for (int i = 0; i < c->size; ++i) sum += c->impulse[i] * (c->v0[i] + c->v[i]) / 2;
  return sum;
}

/// In the units of the collision. Rounding below 0 of one loss is taken from another, so that the sum stays.
static carom_energy ledger(const carom__collision* c) {
  return (carom_energy){.friction = carom__max(0, c->friction),
                        .restitution = c->restitution + carom__min(0, c->friction) + carom__min(0, c->spring),
                        .spring = carom__max(0, c->spring),
                        .change = energy_change(c)};
}

static unsigned warnings_of(const carom__collision* c) {
  unsigned warnings = c->warnings;
  bool acted = false, rests = false;
  for (int i = 0; i < c->count; ++i) {
    acted |= c->touch[i].acted;
    rests |= fabs(c->v[carom__normal(c, i)]) <= c->noise[i];
  }
  if (!acted) warnings |= rests ? CAROM_WARN_RESTING : CAROM_WARN_SEPARATING;
  if (c->log && (c->log->event_total > c->log->event_count || c->log->state_total > c->log->state_count))
    warnings |= CAROM_WARN_LOG_CUT;
  return warnings;
}

static carom_simultaneous_contact contact_out(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  carom_simultaneous_contact out = {.acted = t->acted, .locked = t->locked_once, .mode = t->mode};
  for (int a = 0; a < c->dimension; ++a) {
    const int i = contact * c->dimension + a;
    out.impulse[a] = ldexp(c->impulse[i], carom__impulse_unit(c->scales.units));
    out.v[a] = ldexp(c->v[i], c->scales.units.speed);
  }
  memcpy(out.phases, t->phases, sizeof out.phases);
  return out;
}

/// Coulomb's law for the whole collision: |I_t| <= mu I_n. Only a held contact that friction wedges can break it.
static carom_status check_cone(const carom__collision* c, carom_diag* diag) {
  double largest = 0;
  for (int i = 0; i < c->count; ++i) largest = carom__max(largest, fabs(c->impulse[carom__normal(c, i)]));
  for (int i = 0; i < c->count; ++i) {
    const double* p = c->impulse + i * c->dimension;
    const double along = carom__hypot(p[0], c->tangents == 2 ? p[1] : 0);
    if (along > c->touch[i].mu * p[c->tangents] + 1e-9 * largest)
      return carom__fail(
          diag, CAROM_NO_FINITE_ANSWER, "mu", c->touch[i].mu,
          "friction (mu = %g) wedges contact %d while others hold it: no force obeys Coulomb's law there",
          c->touch[i].mu, i);
  }
  return CAROM_OK;
}

/// An exact answer's ledger closes to this part of the energies that impulses moved: more is digits that are lost, as
/// where rows of W are many powers of ten apart. A velocity below this part of the speed counts as none, and so does
/// its energy.
static const double LEDGER = 1e-8, NO_SPEED = 1e-13;

static double ledger_bar(const carom__collision* c) {
  double moved = 0, unseen = 0;
  for (int i = 0; i < c->size; ++i) moved += fabs(c->impulse[i]) * (fabs(c->v0[i]) + fabs(c->v[i]));
  for (int i = 0; i < c->count; ++i) {
    const int n = carom__normal(c, i);
    unseen += NO_SPEED * c->speed * (NO_SPEED * c->speed) / c->w[n * c->size + n];
  }
  return LEDGER * moved + unseen;
}

/// Normal impulses push, no energy is gained, and what was lost is known. Written so that NaN fails too.
static carom_status check_books(const carom__collision* c, carom_diag* diag) {
  const carom_energy e = ledger(c);
  const double open = e.change + e.friction + e.restitution + e.spring, bar = ledger_bar(c);
  if (!(fabs(open) <= bar && e.change <= bar))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "w", open,
                       "the energies at the end do not add up: rounding has taken their digits");
  double largest = 0, least = 0;
  for (int i = 0; i < c->count; ++i) {
    largest = carom__max(largest, c->impulse[carom__normal(c, i)]);
    least = carom__min(least, c->impulse[carom__normal(c, i)]);
  }
  if (!(-least <= 1e-9 * largest))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "w", least,
                       "a contact pulls at the end: rounding has taken its digits");
  return CAROM_OK;
}

static carom_status check_answer(const carom__collision* c, const carom_energy* energy, carom_diag* diag) {
  for (int i = 0; i < c->count; ++i) {
    const carom_simultaneous_contact out = contact_out(c, i);
    for (int a = 0; a < c->dimension; ++a)
      if (!isfinite(out.impulse[a]) || !isfinite(out.v[a]))
        return carom__fail(diag, CAROM_OVERFLOW, "impulse", out.impulse[a], "the impulse at contact %d overflows", i);
  }
  if (!isfinite(energy->change))
    return carom__fail(diag, CAROM_OVERFLOW, "energy", energy->change, "the change of energy overflows");
  const carom_status status = check_books(c, diag);
  return status ? status : check_cone(c, diag);
}

carom_status carom__answer(carom__collision* c, carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out,
                           carom_diag* diag) {
  carom_status status = verify(c, diag);
  if (status) return status;
  carom__trace_last(c);
  const carom_energy energy = carom__energy_shift(ledger(c), carom__energy_unit(c->scales.units));
  status = check_answer(c, &energy, diag);
  if (status) return status;
  for (int i = 0; i < c->count; ++i) contacts[i] = contact_out(c, i);
  *out = (carom_simultaneous_outcome){.energy = energy,
                                      .event_total = c->events,
                                      .lock_total = c->locks,
                                      .integration_steps = c->panels,
                                      .warnings = warnings_of(c)};
  return CAROM_OK;
}
