// The rigid law instead of springs: where they are too stiff to follow, or swing without an end.
#include <stddef.h>

#include "carom/spatial.h"
#include "compliant/run.h"
#include "contact/mode.h"

carom_status carom__compliant_rigid(const carom_compliant_problem* p, carom_compliant_outcome* out, carom_diag* diag) {
  carom_spatial_problem rigid = {.w = p->w, .v = p->v, .surface = p->surface};
  rigid.surface.eta2 = 0;
  carom_spatial_outcome answer;
  const carom_status status = carom_spatial_solve(&rigid, &answer, diag);
  if (status) return status;
  *out = (carom_compliant_outcome){.impulse = answer.impulse,
                                   .v = answer.v,
                                   .impulse_n_compression = answer.impulse_n_compression,
                                   .stored = answer.stored,
                                   .energy = answer.energy,
                                   .recompressed = answer.recompressed,
                                   .work = answer.steps,
                                   .warnings = answer.warnings | CAROM_WARN_RIGID_LIMIT};
  const bool slips = p->v.x != 0 || p->v.y != 0;
  if (answer.event_count > 0)
    out->events[out->event_count++] = (carom_event){.type = slips ? CAROM_EVENT_START_SLIP : CAROM_EVENT_START_STICK};
  for (int i = 0; i < answer.event_count; ++i) out->events[out->event_count++] = answer.events[i];
  for (int i = 0; i < out->event_count; ++i)
    out->mode = carom__contact_mode_then(out->mode, carom__spring_phase(out->events[i].type));
  out->event_total = out->event_count;
  carom__rigid_tell_error(p, out);
  return CAROM_OK;
}
