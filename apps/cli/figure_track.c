/// @file figure_track.c
/// Follows impacts at one contact again, because a result has no path.
#include "figure_track.h"

#include <stdlib.h>

enum { TRACE_POINTS = 513, SPRING_POINTS = 1025 };

static int no_memory(const figure_subject* subject) {
  return cli_figure_report(CAROM_NO_MEMORY, &subject->figure, "there is not enough memory");
}

static carom_status follow_planar(figure_track* track, const carom_result* result, carom_diag* diag) {
  track->planar = (carom_figure_process_input){.problem = &result->planar_problem,
                                               .outcome = &result->planar,
                                               .diagram = &track->diagram,
                                               .trace = &track->trace};
  track->diagram = carom_planar_diagram_of(&result->planar_problem);
  track->contact.planar = &track->planar;
  return carom_planar_trace(&result->planar_problem, &result->planar, &track->trace, diag);
}

/// Published schemes have no trace of their own: the path is that of the exact solution.
static carom_status follow_spatial(figure_track* track, const carom_result* result, carom_diag* diag) {
  const carom_spatial_problem* problem = &result->spatial_problem;
  track->spatial = (carom_figure_hodograph_input){
      .problem = problem, .outcome = &track->spatial_outcome, .trace = &track->trace, .directions = &track->directions};
  track->contact.spatial = &track->spatial;
  const carom_status status = carom_spatial_trace(problem, &track->spatial_outcome, &track->trace, diag);
  return status == CAROM_OK ? carom_spatial_invariants(problem, &track->directions, diag) : status;
}

static carom_status follow_compliant(figure_track* track, const carom_result* result, carom_diag* diag) {
  const carom_compliant_scheme scheme = carom_result_compliant_scheme(result);
  track->compliant = (carom_figure_springs_input){.problem = &result->compliant_problem,
                                                  .outcome = &track->compliant_outcome,
                                                  .trace = &track->springs,
                                                  .scheme = scheme};
  track->contact.compliant = &track->compliant;
  return carom_compliant_trace(&result->compliant_problem, scheme, &track->compliant_outcome, &track->springs, diag);
}

static int follow(figure_track* track, const figure_subject* subject, const carom_result* result) {
  const bool springs = result->model == CAROM_MODEL_COMPLIANT;
  const size_t size = springs ? SPRING_POINTS * sizeof(carom_spring_point) : TRACE_POINTS * sizeof(carom_trace_point);
  carom_diag diag = {0};
  track->memory = malloc(size);
  if (!track->memory) return no_memory(subject);
  if (springs) {
    track->springs = (carom_spring_trace){.points = track->memory, .capacity = SPRING_POINTS};
  } else {
    track->trace = (carom_trace){.points = track->memory, .capacity = TRACE_POINTS};
  }
  const carom_status status = springs                                ? follow_compliant(track, result, &diag)
                              : result->model == CAROM_MODEL_SPATIAL ? follow_spatial(track, result, &diag)
                                                                     : follow_planar(track, result, &diag);
  if (status != CAROM_OK) return cli_figure_report(status, &subject->figure, diag.message);
  if (springs && track->compliant_outcome.warnings & CAROM_WARN_RIGID_LIMIT)
    return cli_figure_report(CAROM_UNAVAILABLE, &subject->figure,
                             "mu eta2 is so small that the rigid law answered, and there are no springs to draw; "
                             "without eta2 the contact can be drawn as a rigid one");
  return CLI_SOLVED;
}

int cli_figure_follow(const figure_subject* subject, figure_tracks* out) {
  const figure_bundle* bundle = subject->bundle;
  *out = (figure_tracks){.items = calloc((size_t)bundle->count, sizeof *out->items),
                         .contacts = calloc((size_t)bundle->count, sizeof *out->contacts),
                         .count = bundle->count};
  int code = out->items && out->contacts ? CLI_SOLVED : no_memory(subject);
  for (int i = 0; i < bundle->count && code == CLI_SOLVED; i++) {
    code = follow(&out->items[i], subject, bundle->items[i].result);
    out->contacts[i] = out->items[i].contact;
    out->contacts[i].name = bundle->items[i].label;
  }
  return code;
}

void cli_figure_free_tracks(figure_tracks* tracks) {
  for (int i = 0; tracks->items && i < tracks->count; i++) free(tracks->items[i].memory);
  free(tracks->items);
  free(tracks->contacts);
}
