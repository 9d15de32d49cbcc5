// Several contacts at once: the call. See docs/simultaneous.md for the theory.
#include <limits.h>

#include "contact/springs.h"
#include "contact/surface.h"
#include "simultaneous/collision.h"
#include "simultaneous/rigid.h"
#include "simultaneous/steps.h"

size_t carom_simultaneous_workspace_size(int dimension, int contact_count) {
  if ((dimension != 2 && dimension != 3) || contact_count < 1 || contact_count > CAROM_SIMULTANEOUS_MAX_CONTACTS)
    return 0;
  carom__collision c;
  return carom__lay_out(&c, dimension, contact_count, NULL);
}

void carom__begin_records(carom__collision* c) {
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

static carom_status check_wishes(const carom_simultaneous_memory* memory, carom_diag* diag) {
  if (memory->budget < 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "budget", memory->budget,
                       "budget is %d; it must not be negative (0: the usual one)", memory->budget);
  if (memory->engine != CAROM_ENGINE_EXACT && memory->engine != CAROM_ENGINE_STEPS)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "engine", memory->engine, "engine is %d, which is none",
                       (int)memory->engine);
  return CAROM_OK;
}

/// Friction without tangential springs (none has them then: the check refuses a mixture), or an exponent, which
/// tangential springs refuse.
static bool is_rigid(const carom_contact_problem* p) {
  return carom__exponent(&p->surfaces[0]) != 1 || carom__friction_of(p->contact_count, p->surfaces).rigid >= 0;
}

carom_status carom__run_exactly(carom__collision* c, const carom_contact_problem* problem, carom_diag* diag) {
  if (is_rigid(problem)) return carom__run_rigid(c, diag);
  carom__start(c);
  return carom__run(c, diag);
}

static int units_of(const carom__collision* c) {
  return (int)carom__min(ceil(c->work / CAROM__UNIT), INT_MAX);
}

/// Impulses are near the speed over w. Where that is so small that doubles lose digits, it is said.
static carom_status check_size(const carom__collision* c, carom_diag* diag) {
  const int least = DBL_MIN_EXP + DBL_MANT_DIG, unit = carom__impulse_unit(c->scales.units);
  if (c->speed == 0 || unit >= least) return CAROM_OK;
  const double speed = ldexp(c->speed, c->scales.units.speed);
  return carom__fail(diag, CAROM_OUT_OF_RANGE, "v", speed,
                     "v is %.3g at most: impulses would be about %.3g, where doubles lose their digits; it must be "
                     "larger (a smaller unit of length makes it so)",
                     speed, ldexp(1, unit));
}

/// False where the exact engine has no answer: steps have one.
static bool solve_exactly(carom__collision* c, const carom_contact_problem* problem,
                          carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out) {
  carom_diag unheard;
  carom__begin_records(c);
  return !carom__run_exactly(c, problem, &unheard) && !carom__answer(c, contacts, out, &unheard);
}

carom_status carom_simultaneous_solve(const carom_contact_problem* problem, const carom_simultaneous_memory* memory,
                                      carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out,
                                      carom_diag* diag) {
  carom_status status = need_all(problem, memory, contacts, out, diag);
  if (!status) status = check_wishes(memory, diag);
  if (!status) status = carom__simultaneous_check(problem, memory->workspace, diag);
  if (status) return status;
  carom__collision c;
  carom__set_up(&c, problem, memory);
  c.budget = memory->budget > 0 ? memory->budget : CAROM_SIMULTANEOUS_WORK;
  status = check_size(&c, diag);
  if (status) return status;
  if (memory->engine == CAROM_ENGINE_EXACT && solve_exactly(&c, problem, contacts, out)) {
    if (carom__is_sensitive(&c, problem, memory, contacts)) out->warnings |= CAROM_WARN_SENSITIVE;
    out->work = units_of(&c);
    return CAROM_OK;
  }
  double error;
  status = carom__step_through(&c, problem, memory, &error, diag);
  if (!status) status = carom__answer(&c, contacts, out, diag);
  if (status) return status;
  out->error = error;
  out->work = units_of(&c);
  return CAROM_OK;
}
