// The door: checks what is lent, applies the table, hands the problem to its law.
#include <math.h>

#include "base/diag.h"
#include "contact/approach.h"
#include "contact/given.h"
#include "impact/impact.h"

carom_impact_options carom_impact_options_default(void) {
  return (carom_impact_options){.wants = CAROM_WANT_EVENTS};
}

static carom_status check_problem(const carom_contact_problem* p, carom_diag* diag) {
  const carom_status status = carom__impact_check_shape(p, diag);
  return status ? status : carom__need_arrays(p, diag);
}

static carom_status fail_too_small(const char* field, double has, double needs, carom_diag* diag) {
  return carom__fail(diag, CAROM_TOO_SMALL, field, has, "%s has room for %.0f; it must have room for at least %.0f",
                     field, has, needs);
}

static carom_status check_memory(const carom_contact_problem* p, const carom_impact_options* options,
                                 const carom_impact_memory* m, carom_diag* diag) {
  const size_t workspace = carom_impact_workspace_size(p->dimension, p->contact_count);
  const int contacts = m->contacts ? m->contact_capacity : 0;
  const size_t has = m->workspace ? m->workspace_capacity : 0;
  if (contacts < p->contact_count) return fail_too_small("memory.contacts", contacts, p->contact_count, diag);
  if (has < workspace) return fail_too_small("memory.workspace", (double)has, (double)workspace, diag);
  carom_status status = CAROM_OK;
  if ((options->wants & CAROM_WANT_EVENTS) && m->event_capacity > 0)
    status = carom__need_memory(m->events, "memory.events", "hold event_capacity events", diag);
  if (!status && (options->wants & CAROM_WANT_EVENTS) && m->state_capacity > 0)
    status = carom__need_memory(m->states, "memory.states", "hold state_capacity states", diag);
  if (!status && (options->wants & CAROM_WANT_PATH))
    status = carom__need_memory(m->path, "memory.path", "be there, since a path is wanted", diag);
  return status;
}

static carom_status check_options(carom_model model, const carom_impact_options* options, carom_diag* diag) {
  const carom_method_kind kind = options->method.kind;
  if (!(options->cutoff_speed >= 0 && isfinite(options->cutoff_speed)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "cutoff_speed", options->cutoff_speed,
                       "cutoff_speed is %g; it must be finite and not negative", options->cutoff_speed);
  if (options->budget < 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "budget", options->budget,
                       "budget is %d; it must not be negative (0: the usual one)", options->budget);
  if (carom_impact_has_method(model, kind)) return CAROM_OK;
  return carom__fail(diag, CAROM_UNAVAILABLE, "method", kind, "the method \"%s\" is not one of the %s model",
                     carom_method_word(kind), carom_model_word(model));
}

/// Slower than the cut-off of the caller: plastic.
static void force_plastic(carom__impact* impact, carom_surface* surfaces) {
  if (!(carom__fastest_approach(&impact->problem) < impact->options.cutoff_speed)) return;
  for (int i = 0; i < impact->problem.contact_count; ++i) {
    if (!(surfaces[i].e > 0 && surfaces[i].e <= 1)) continue;  // what cannot be is left for the check of the surface
    surfaces[i].e = 0;
    impact->replaced |= CAROM_WARN_FORCED_PLASTIC;
  }
}

/// Where nothing happened nothing was replaced.
static unsigned warnings_of(const carom_impact_outcome* out, unsigned replaced) {
  const unsigned none = CAROM_WARN_SEPARATING | CAROM_WARN_RESTING | CAROM_WARN_INDETERMINATE;
  return out->warnings | (out->warnings & none ? 0 : replaced);
}

carom_status carom_impact_solve(const carom_contact_problem* problem, const carom_impact_options* options,
                                const carom_impact_memory* memory, carom_impact_outcome* out, carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__need_memory(memory, "memory", "lend room for the contacts", diag);
  if (!status) status = check_problem(problem, diag);
  if (status) return status;
  carom__impact impact = {
      .problem = *problem, .options = options ? *options : carom_impact_options_default(), .memory = memory};
  const int count = problem->contact_count;
  status = check_options(carom_impact_model(problem->dimension, count, problem->surfaces), &impact.options, diag);
  if (!status) status = check_memory(problem, &impact.options, memory, diag);
  if (status) return status;
  carom_surface one;
  carom__several_room room = {.surfaces = &one};
  if (count > 1) carom__lay_out_several(problem->dimension, count, memory->workspace, &room);
  status = carom_impact_accept(problem, impact.options.must_answer, room.surfaces, &impact.replaced, diag);
  if (status) return status;
  force_plastic(&impact, room.surfaces);
  impact.problem.surfaces = room.surfaces;
  status = count > 1 ? carom__impact_several(&impact, out, diag) : carom__impact_one(&impact, out, diag);
  if (!status) out->warnings = warnings_of(out, impact.replaced);
  return status;
}
