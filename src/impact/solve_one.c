// One contact through the door: planar, spatial or on springs.
#include <string.h>

#include "base/diag.h"
#include "impact/impact.h"
#include "impact/reduce.h"

_Static_assert((int)CAROM_SPATIAL_TRACE_MIN >= (int)CAROM_PLANAR_TRACE_MIN, "one least size for rigid paths");

/// Numbers of contact axes out of (t1, t2, n): in the plane there is no second tangent.
static void put_axes(int dimension, carom_vec3 from, double to[3]) {
  to[0] = from.x;
  to[1] = dimension == 2 ? from.z : from.y;
  to[2] = dimension == 2 ? 0 : from.z;
}

static carom_vec3 velocity_before(const carom_contact_problem* p) {
  return p->dimension == 2 ? (carom_vec3){p->v[0], 0, p->v[1]} : (carom_vec3){p->v[0], p->v[1], p->v[2]};
}

/// What all laws tell of one contact.
typedef struct told {
  carom_model model;
  carom_vec3 impulse, after;  // (t1, t2, n)
  int mode;
  const char* word;
  unsigned flags;
  carom_energy energy;
  const carom_event* events;
  int event_count, event_total;
  int work;
  unsigned warnings;
  carom_vec2 tangent;
} told;

static void tell_contact(const carom__impact* impact, const told* from) {
  carom_impact_contact* to = impact->memory->contacts;
  const int dimension = impact->problem.dimension;
  const size_t length = strlen(from->word);
  *to = (carom_impact_contact){.mode_code = from->mode, .flags = from->flags};
  put_axes(dimension, from->impulse, to->impulse);
  put_axes(dimension, velocity_before(&impact->problem), to->velocity_before);
  put_axes(dimension, from->after, to->velocity_after);
  memcpy(to->mode, from->word, length < sizeof to->mode ? length : sizeof to->mode - 1);
}

/// Copies the events that there is room for; returns how many.
static int tell_events(const carom__impact* impact, const told* from) {
  const carom_impact_memory* memory = impact->memory;
  if (!carom__wants_events(impact)) return 0;
  const int count = from->event_count < memory->event_capacity ? from->event_count : memory->event_capacity;
  for (int i = 0; i < count; ++i) {
    memory->events[i] = from->events[i];
    if (memory->event_impulses) memory->event_impulses[i] = from->events[i].impulse_n;
    if (memory->event_times) memory->event_times[i] = 0;
  }
  return count;
}

static void tell(const carom__impact* impact, const told* from, carom_impact_outcome* out) {
  const bool wanted = carom__wants_events(impact);
  tell_contact(impact, from);
  out->model = from->model;
  out->contact_count = 1;
  out->contacts = impact->memory->contacts;
  out->energy = from->energy;
  out->event_count = tell_events(impact, from);
  out->event_total = from->event_total;
  out->state_count = out->state_total = 0;
  out->work = from->work;
  out->warnings = from->warnings;
  out->error = 0;
  if (wanted && out->event_count < out->event_total) out->warnings |= CAROM_WARN_LOG_CUT;
  out->tangent = from->tangent;
}

/// The path of one rigid contact, or NULL where none is wanted.
static carom_trace* rigid_path(const carom__impact* impact) {
  return impact->options.wants & CAROM_WANT_PATH ? &impact->memory->path->rigid : NULL;
}

static carom_status check_rigid_path(const carom_trace* path, carom_diag* diag) {
  const int room = path && path->points ? path->capacity : 0;
  if (!path || room >= CAROM_SPATIAL_TRACE_MIN) return CAROM_OK;
  return carom__fail(diag, CAROM_TOO_SMALL, "memory.path.rigid", room,
                     "the path has room for %d points; it must have room for at least %d", room,
                     CAROM_SPATIAL_TRACE_MIN);
}

static carom_status solve_planar(const carom_planar_problem* problem, carom_planar_outcome* outcome, carom_trace* path,
                                 carom_diag* diag) {
  const carom_status status = carom_planar_solve(problem, outcome, diag);
  return status || !path ? status : carom_planar_trace(problem, outcome, path, diag);
}

static told told_by_planar(const carom_planar_outcome* outcome) {
  return (told){.model = CAROM_MODEL_PLANAR,
                .impulse = {outcome->impulse_t, 0, outcome->impulse_n},
                .after = {outcome->v_t, 0, outcome->v_n},
                .mode = (int)outcome->mode,
                .word = carom_planar_mode_word(outcome->mode),
                .flags = carom_planar_flags(outcome),
                .energy = outcome->energy,
                .events = outcome->events,
                .event_count = outcome->event_count,
                .event_total = outcome->event_count,
                .warnings = outcome->warnings,
                .tangent = {1, 0}};
}

static void keep_planar(carom_impact_outcome* out, const carom_planar_problem* problem,
                        const carom_planar_outcome* outcome) {
  out->law.planar.problem = *problem;
  out->law.planar.outcome = *outcome;
}

static carom_status planar(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  carom_planar_problem problem;
  carom_planar_outcome outcome;
  carom_status status = carom_planar_from_contact(&impact->problem, &problem, diag);
  if (!status) status = solve_planar(&problem, &outcome, rigid_path(impact), diag);
  if (status) return status;
  const told answer = told_by_planar(&outcome);
  tell(impact, &answer, out);
  keep_planar(out, &problem, &outcome);
  return CAROM_OK;
}

/// The points of a path in the plane of a reduction, in the axes of space.
static void expand_path(const carom__reduction* r, double across, carom_trace* path) {
  for (int i = 0; path && i < path->count; ++i) {
    double *p = path->points[i].impulse, *v = path->points[i].velocity;
    const carom_vec3 impulse = carom__expand(r, p[0], p[2], 0), velocity = carom__expand(r, v[0], v[2], across);
    put_axes(3, impulse, p);
    put_axes(3, velocity, v);
  }
}

/// W lets the contact move along one tangent, or none.
static carom_status reduced(const carom__impact* impact, const carom_spatial_problem* whole,
                            const carom__reduction* reduction, carom_impact_outcome* out, carom_diag* diag) {
  const carom_planar_problem problem = carom__reduced_problem(whole, reduction);
  const double across = carom__across(reduction, whole->v);
  carom_planar_outcome outcome;
  carom_status status = carom__reduction_check(whole, reduction, diag);
  if (!status) status = solve_planar(&problem, &outcome, rigid_path(impact), diag);
  if (status) return status;
  expand_path(reduction, across, rigid_path(impact));
  told answer = told_by_planar(&outcome);
  answer.impulse = carom__expand(reduction, outcome.impulse_t, outcome.impulse_n, 0);
  answer.after = carom__expand(reduction, outcome.v_t, outcome.v_n, across);
  if (reduction->tangents == 0) answer.after = (carom_vec3){whole->v.x, whole->v.y, outcome.v_n};
  answer.tangent = reduction->tangent;
  tell(impact, &answer, out);
  keep_planar(out, &problem, &outcome);
  return CAROM_OK;
}

static carom_spatial_scheme scheme_of(carom_method_kind kind) {
  return kind == CAROM_METHOD_NI ? CAROM_SCHEME_NI : kind == CAROM_METHOD_FS ? CAROM_SCHEME_FS : CAROM_SCHEME_VS;
}

static carom_status solve_spatial(const carom__impact* impact, const carom_spatial_problem* problem,
                                  carom_spatial_outcome* outcome, carom_diag* diag) {
  const carom_method* method = &impact->options.method;
  carom_trace* path = rigid_path(impact);
  if (method->kind == CAROM_METHOD_EXACT)
    return path ? carom_spatial_trace(problem, outcome, path, diag) : carom_spatial_solve(problem, outcome, diag);
  if (path)
    return carom__fail(diag, CAROM_UNAVAILABLE, "method", method->kind,
                       "the published scheme \"%s\" has no path; the exact method has",
                       carom_method_word(method->kind));
  const carom_spatial_scheme_options options = {.scheme = scheme_of(method->kind),
                                                .step = method->step,
                                                .epsilon = method->epsilon,
                                                .h1 = method->h1,
                                                .h2 = method->h2};
  return carom_spatial_solve_scheme(problem, &options, outcome, diag);
}

static carom_spatial_problem spatial_problem(const carom_contact_problem* contact) {
  carom_spatial_problem problem;
  for (int i = 0; i < 9; ++i) problem.w.m[i / 3][i % 3] = contact->w[i];
  problem.v = velocity_before(contact);
  problem.surface = contact->surfaces[0];
  return problem;
}

static carom_status spatial(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  const carom_spatial_problem problem = spatial_problem(&impact->problem);
  const carom__reduction reduction = carom__reduction_of(&problem);
  if (reduction.tangents < 2 && impact->options.method.kind == CAROM_METHOD_EXACT)
    return reduced(impact, &problem, &reduction, out, diag);
  carom_spatial_outcome outcome;
  const carom_status status = solve_spatial(impact, &problem, &outcome, diag);
  if (status) return status;
  const told answer = {.model = CAROM_MODEL_SPATIAL,
                       .impulse = outcome.impulse,
                       .after = outcome.v,
                       .mode = (int)outcome.mode,
                       .word = outcome.sequence,
                       .flags = carom_spatial_flags(&outcome),
                       .energy = outcome.energy,
                       .events = outcome.events,
                       .event_count = outcome.event_count,
                       .event_total = outcome.event_count,
                       .work = outcome.steps,
                       .warnings = outcome.warnings,
                       .tangent = {1, 0}};
  tell(impact, &answer, out);
  out->law.spatial.problem = problem;
  out->law.spatial.outcome = outcome;
  return CAROM_OK;
}

static carom_status solve_compliant(const carom__impact* impact, const carom_compliant_problem* problem,
                                    carom_compliant_outcome* outcome, carom_diag* diag) {
  const carom_compliant_scheme scheme =
      impact->options.method.kind == CAROM_METHOD_PUBLISHED ? CAROM_COMPLIANT_PUBLISHED : CAROM_COMPLIANT_EXACT;
  if (!(impact->options.wants & CAROM_WANT_PATH)) return carom_compliant_solve_scheme(problem, scheme, outcome, diag);
  return carom_compliant_trace(problem, scheme, outcome, &impact->memory->path->springs, diag);
}

static carom_status compliant(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  carom_compliant_problem problem;
  carom_compliant_outcome outcome;
  carom_status status = carom_compliant_from_contact(&impact->problem, &problem, diag);
  if (!status) status = solve_compliant(impact, &problem, &outcome, diag);
  if (status) return status;
  char word[sizeof impact->memory->contacts->mode];
  carom_compliant_mode(&problem, &outcome, (int)sizeof word, word);
  const told answer = {.model = CAROM_MODEL_COMPLIANT,
                       .impulse = outcome.impulse,
                       .after = outcome.v,
                       .mode = (int)outcome.mode,
                       .word = word,
                       .flags = carom_compliant_flags(&outcome),
                       .energy = outcome.energy,
                       .events = outcome.events,
                       .event_count = outcome.event_count,
                       .event_total = outcome.event_total,
                       .work = outcome.work,
                       .warnings = outcome.warnings,
                       .tangent = {1, 0}};
  tell(impact, &answer, out);
  out->error = outcome.error;
  out->law.compliant.problem = problem;
  out->law.compliant.outcome = outcome;
  return CAROM_OK;
}

static carom_status rigid(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  const carom_status status = check_rigid_path(rigid_path(impact), diag);
  if (status) return status;
  return impact->problem.dimension == 2 ? planar(impact, out, diag) : spatial(impact, out, diag);
}

/// A jam on springs can compress for ever where W is singular; the rigid law ends it.
static carom_status without_springs(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  carom_surface surface = impact->problem.surfaces[0];
  carom__impact stiff = *impact;
  surface.eta2 = 0;
  stiff.problem.surfaces = &surface;
  const carom_status status = rigid(&stiff, out, diag);
  if (!status) out->warnings |= CAROM_WARN_RIGID_LIMIT;
  return status;
}

carom_status carom__impact_one(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  if (!(impact->problem.surfaces[0].eta2 > 0)) return rigid(impact, out, diag);
  const carom_status status = compliant(impact, out, diag);
  if (status != CAROM_NO_FINITE_ANSWER || !impact->options.must_answer) return status;
  return without_springs(impact, out, diag);
}
