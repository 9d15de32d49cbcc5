// Several contacts at once: the driver. See docs/simultaneous.md for the theory.
#include "simultaneous/collision.h"

size_t carom_simultaneous_workspace_size(int dimension, int contact_count) {
  if ((dimension != 2 && dimension != 3) || contact_count < 1 || contact_count > CAROM_SIMULTANEOUS_MAX_CONTACTS)
    return 0;
  carom__collision c;
  return carom__lay_out(&c, dimension, contact_count, NULL);
}

/// Evaluations of all event functions that a run may take for each event of its budget: enough, and some seconds in
/// all.
static const long EVALUATIONS_AN_EVENT = 100;

/// The few events of a small budget may be hard ones: it has some evaluations besides, a tenth of a second of them.
static const long FREE_EVALUATIONS = 200000;

static bool is_linear(const carom__collision* c) {
  if (c->exponent != 1) return false;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING) return false;
  return true;
}

/// Contacts apart that approach, by more than rounding, are active. It happens at the start, and after a lock that
/// jumps.
static void activate_approaching(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    if (carom__is_active(&c->touch[i]) || !(c->v[carom__normal(c, i)] < -c->noise[i])) continue;
    carom__apply_event(c, CAROM_EVENT_REACTIVATE, i);
  }
}

static int budget_of(int asked) {
  return asked > 0 && asked < CAROM_SIMULTANEOUS_MAX_EVENTS ? asked : CAROM_SIMULTANEOUS_MAX_EVENTS;
}

static carom_status check_budget(const carom__collision* c, carom_diag* diag) {
  const long evaluations = EVALUATIONS_AN_EVENT * c->budget + FREE_EVALUATIONS;
  if (c->events > c->budget || c->evaluations > evaluations || c->tries > 2 * (long)c->budget)
    return carom__fail(diag, CAROM_BUDGET, "budget", c->budget,
                       "the collision did not end within the work of %d events (%d happened); are its masses or "
                       "stiffnesses tens of decades apart?",
                       c->budget, c->events);
  for (int i = 0; i < c->size; ++i)
    if (!isfinite(c->v[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "v", c->v[i], "velocity %d leaves the doubles on the way", i);
  return CAROM_OK;
}

/// Contacts that stay together for this many periods hold each other for ever: friction has trapped some stress. From
/// then on elastic contacts lose energy too, so that all come to rest and lock.
static const double JAM_PERIODS = 20;

static void end_jam(carom__collision* c) {
  if (c->time - c->state_since < JAM_PERIODS * 6.3 * c->time_scale * c->count) return;
  for (int i = 0; i < c->count; ++i) c->touch[i].e = carom__min(c->touch[i].e, 0.1);
  c->warnings |= CAROM_WARN_JAMMED;
}

/// Pieces without an event: a contact that compresses for ever lets them pile up.
enum { MOST_QUIET_PIECES = 2000 };

static carom_status run(carom__collision* c, carom_diag* diag) {
  int quiet = 0;
  for (;;) {
    carom__update_noise(c);
    carom__settle(c);
    activate_approaching(c);
    carom__wake_resting(c);
    carom__trace_now(c);
    carom__log_state(c);
    if (carom__is_over(c)) break;
    end_jam(c);
    const int events = c->events;
    carom_status status = is_linear(c) ? carom__run_modes(c, diag) : carom__run_spans(c, diag);
    if (!status) status = check_budget(c, diag);
    if (status) return status;
    quiet = c->events == events ? quiet + 1 : 0;
    if (quiet > MOST_QUIET_PIECES && c->panels == 0)
      return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "v", c->time,
                         "the contacts compress without end; are the velocities in the range of w?");
  }
  carom__log_state(c);
  return CAROM_OK;
}

/// Held at rest to the end, or ended without a rebound.
static bool is_at_rest(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const double v = c->v[carom__normal(c, contact)];
  return fabs(v) <= c->noise[contact] && t->acted;
}

/// v = v0 + W I once more from the sums, against what the pieces left behind.
static carom_status verify(carom__collision* c, carom_diag* diag) {
  double off = 0, scale = c->speed;
  for (int i = 0; i < c->size; ++i) {
    double size;
    off = carom__max(off, fabs(carom__velocity_sum(c, i, &size) - c->v[i]));
    scale = carom__max(scale, size);
  }
  if (!(off <= 1e-9 * scale))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "w", off / scale,
                       "velocities and impulses differ by %.3g at the end: magnitudes are too far apart", off / scale);
  for (int i = 0; i < c->size; ++i) {
    const int contact = i / c->dimension;
    const bool rests = i == carom__normal(c, contact) && is_at_rest(c, contact);
    c->v[i] = rests ? 0 : carom__velocity_sum(c, i, &scale);
  }
  return CAROM_OK;
}

/// Kinetic energy gained: I.(v0 + v)/2.
static double energy_change(const carom__collision* c) {
  double sum = 0;
  for (int i = 0; i < c->size; ++i) sum += c->impulse[i] * (c->v0[i] + c->v[i]) / 2;
  return sum;
}

static carom_energy ledger(const carom__collision* c) {
  const int unit = 2 * c->scales.speed - c->scales.inverse_mass;
  const double change = energy_change(c);
  return (carom_energy){.friction = ldexp(carom__max(0, c->friction), unit),
                        .restitution = ldexp(c->restitution, unit),
                        .spring = ldexp(carom__max(0, c->spring), unit),
                        .change = ldexp(change, unit)};
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
    out.impulse[a] = ldexp(c->impulse[i], c->scales.speed - c->scales.inverse_mass);
    out.v[a] = ldexp(c->v[i], c->scales.speed);
  }
  memcpy(out.phases, t->phases, sizeof out.phases);
  return out;
}

unsigned carom_simultaneous_flags(const carom_simultaneous_contact* contact) {
  return contact->acted * (unsigned)CAROM_FLAG_ACTED + contact->locked * (unsigned)CAROM_FLAG_LOCKED;
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

static carom_status check_answer(const carom__collision* c, const carom_energy* energy, carom_diag* diag) {
  for (int i = 0; i < c->count; ++i) {
    const carom_simultaneous_contact out = contact_out(c, i);
    for (int a = 0; a < c->dimension; ++a)
      if (!isfinite(out.impulse[a]) || !isfinite(out.v[a]))
        return carom__fail(diag, CAROM_OVERFLOW, "impulse", out.impulse[a], "the impulse at contact %d overflows", i);
  }
  if (!isfinite(energy->change))
    return carom__fail(diag, CAROM_OVERFLOW, "energy", energy->change, "the change of energy overflows");
  return check_cone(c, diag);
}

static void begin_records(carom__collision* c) {
  if (c->log) c->log->event_count = c->log->event_total = c->log->state_count = c->log->state_total = 0;
  if (c->trace) c->trace->count = 0;
}

static carom_status need_log(const carom_simultaneous_log* log, carom_diag* diag) {
  carom_status status = CAROM_OK;
  if (!log) return status;
  if (log->event_capacity > 0)
    status = carom__need_memory(log->events, "memory.log.events", "have room for event_capacity events", diag);
  if (!status && log->state_capacity > 0)
    status = carom__need_memory(log->states, "memory.log.states", "have room for state_capacity sets", diag);
  return status;
}

static carom_status need_all(const carom_contact_problem* problem, const carom_simultaneous_memory* memory,
                             const carom_simultaneous_contact* contacts, const carom_simultaneous_outcome* out,
                             carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__need_memory(contacts, "contacts", "have room for contact_count contacts", diag);
  if (!status) status = carom__need_memory(memory, "memory", "have a workspace", diag);
  if (!status)
    status = carom__need_memory(memory->workspace, "memory.workspace",
                                "hold as many numbers as carom_simultaneous_workspace_size says", diag);
  return status ? status : need_log(memory->log, diag);
}

carom_status carom_simultaneous_solve(const carom_contact_problem* problem, const carom_simultaneous_memory* memory,
                                      carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out,
                                      carom_diag* diag) {
  carom_status status = need_all(problem, memory, contacts, out, diag);
  if (!status) status = carom__simultaneous_check(problem, memory->workspace, diag);
  if (status) return status;
  carom__collision c;
  carom__set_up(&c, problem, memory);
  c.budget = budget_of(memory->budget);
  begin_records(&c);
  carom__start(&c);
  status = run(&c, diag);
  if (!status) status = verify(&c, diag);
  if (status) return status;
  carom__trace_last(&c);
  const carom_energy energy = ledger(&c);
  status = check_answer(&c, &energy, diag);
  if (status) return status;
  for (int i = 0; i < c.count; ++i) contacts[i] = contact_out(&c, i);
  *out = (carom_simultaneous_outcome){.energy = energy,
                                      .event_total = c.events,
                                      .lock_total = c.locks,
                                      .integration_steps = c.panels,
                                      .warnings = warnings_of(&c)};
  return CAROM_OK;
}
