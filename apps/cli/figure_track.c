/// @file figure_track.c
/// What the figures of one contact need besides its result.
#include "figure_track.h"

#include <stdlib.h>

static int no_memory(const figure_subject* subject) {
  return cli_figure_report(CAROM_NO_MEMORY, &subject->figure, "there is not enough memory");
}

/// A contact in space that moves along one tangent only is drawn in its plane, where its path is straight.
static carom_status follow_planar(figure_track* track, const carom_result* result, carom_diag* diag) {
  const carom_impact_planar* law = &result->outcome.law.planar;
  track->planar = (carom_figure_process_input){
      .problem = &law->problem, .outcome = &law->outcome, .diagram = &track->diagram, .trace = &track->trace};
  track->diagram = carom_planar_diagram_of(&law->problem);
  track->trace = result->path.rigid;
  track->contact.planar = &track->planar;
  if (result->problem.dimension == 2) return CAROM_OK;
  track->points = malloc((size_t)track->trace.capacity * sizeof *track->points);
  if (!track->points) return CAROM_NO_MEMORY;
  track->trace.points = track->points;
  return carom_planar_trace(&law->problem, &law->outcome, &track->trace, diag);
}

static carom_status follow_spatial(figure_track* track, const carom_result* result, carom_diag* diag) {
  const carom_impact_spatial* law = &result->outcome.law.spatial;
  track->spatial = (carom_figure_hodograph_input){.problem = &law->problem,
                                                  .outcome = &law->outcome,
                                                  .trace = &result->path.rigid,
                                                  .directions = &track->directions};
  track->contact.spatial = &track->spatial;
  return carom_spatial_invariants(&law->problem, &track->directions, diag);
}

static void follow_compliant(figure_track* track, const carom_result* result) {
  const carom_impact_compliant* law = &result->outcome.law.compliant;
  const bool published = result->method == CAROM_METHOD_PUBLISHED;
  track->compliant =
      (carom_figure_springs_input){.problem = &law->problem,
                                   .outcome = &law->outcome,
                                   .trace = &result->path.springs,
                                   .scheme = published ? CAROM_COMPLIANT_PUBLISHED : CAROM_COMPLIANT_EXACT};
  track->contact.compliant = &track->compliant;
}

static int follow(figure_track* track, const figure_subject* subject, const carom_result* result) {
  carom_diag diag = {0};
  carom_status status = CAROM_OK;
  if (result->outcome.model == CAROM_MODEL_PLANAR) status = follow_planar(track, result, &diag);
  if (result->outcome.model == CAROM_MODEL_SPATIAL) status = follow_spatial(track, result, &diag);
  if (result->outcome.model == CAROM_MODEL_COMPLIANT) follow_compliant(track, result);
  if (status == CAROM_NO_MEMORY) return no_memory(subject);
  if (status != CAROM_OK) return cli_figure_report(status, &subject->figure, diag.message);
  if (track->contact.compliant && result->outcome.warnings & CAROM_WARN_RIGID_LIMIT)
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
  for (int i = 0; tracks->items && i < tracks->count; i++) free(tracks->items[i].points);
  free(tracks->items);
  free(tracks->contacts);
}
