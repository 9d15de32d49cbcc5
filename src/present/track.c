/// @file carom__track.c
/// What the figures of one contact need besides its result.
#include "present/track.h"

#include <stdlib.h>

/// A contact in space that moves along one tangent only is drawn in its plane, where its path is straight.
static carom_status follow_planar(carom__track* track, const carom_result* result, carom_diag* diag) {
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

static carom_status follow_spatial(carom__track* track, const carom_result* result, carom_diag* diag) {
  const carom_impact_spatial* law = &result->outcome.law.spatial;
  track->spatial = (carom_figure_hodograph_input){.problem = &law->problem,
                                                  .outcome = &law->outcome,
                                                  .trace = &result->path.rigid,
                                                  .directions = &track->directions};
  track->contact.spatial = &track->spatial;
  return carom_spatial_invariants(&law->problem, &track->directions, diag);
}

static void follow_compliant(carom__track* track, const carom_result* result) {
  const carom_impact_compliant* law = &result->outcome.law.compliant;
  const bool published = result->method == CAROM_METHOD_PUBLISHED;
  track->compliant =
      (carom_figure_springs_input){.problem = &law->problem,
                                   .outcome = &law->outcome,
                                   .trace = &result->path.springs,
                                   .scheme = published ? CAROM_COMPLIANT_PUBLISHED : CAROM_COMPLIANT_EXACT};
  track->contact.compliant = &track->compliant;
}

static carom_status follow(carom__track* track, const carom_result* result, carom_diag* diag) {
  carom_status status = CAROM_OK;
  if (result->outcome.model == CAROM_MODEL_PLANAR) status = follow_planar(track, result, diag);
  if (result->outcome.model == CAROM_MODEL_SPATIAL) status = follow_spatial(track, result, diag);
  if (result->outcome.model == CAROM_MODEL_COMPLIANT) follow_compliant(track, result);
  if (status != CAROM_OK) return status;
  if (track->contact.compliant && result->outcome.warnings & CAROM_WARN_RIGID_LIMIT)
    return carom__refuse(diag, CAROM_UNAVAILABLE, "eta2", result->surfaces[0].eta2,
                         "mu eta2 is so small that the rigid law answered, and there are no springs to draw; "
                         "without eta2 the contact can be drawn as a rigid one");
  return CAROM_OK;
}

carom_status carom__follow(const carom__subject* subject, carom__tracks* out) {
  const carom__bundle* bundle = subject->bundle;
  *out = (carom__tracks){.items = calloc((size_t)bundle->count, sizeof *out->items),
                         .contacts = calloc((size_t)bundle->count, sizeof *out->contacts),
                         .count = bundle->count};
  carom_status status = out->items && out->contacts ? CAROM_OK : CAROM_NO_MEMORY;
  for (int i = 0; i < bundle->count && status == CAROM_OK; ++i) {
    status = follow(&out->items[i], bundle->items[i].result, subject->diag);
    out->contacts[i] = out->items[i].contact;
    out->contacts[i].name = bundle->labels[i];
  }
  return status;
}

void carom__free_tracks(carom__tracks* tracks) {
  for (int i = 0; tracks->items && i < tracks->count; ++i) free(tracks->items[i].points);
  free(tracks->items);
  free(tracks->contacts);
}
