// Whether a caller gave what a call needs.
#include "contact/given.h"

#include "base/diag.h"

carom_status carom__need_arrays(const carom_contact_problem* p, carom_diag* diag) {
  carom_status status = carom__need(p->w, "w", "hold (dimension * contact_count)^2 numbers", diag);
  if (!status) status = carom__need(p->v, "v", "hold dimension * contact_count numbers", diag);
  if (!status) status = carom__need(p->surfaces, "surfaces", "hold contact_count surfaces", diag);
  return status;
}

carom_status carom__need_room(const void* points, int capacity, int least, carom_diag* diag) {
  if (capacity < least)
    return carom__fail(diag, CAROM_TOO_SMALL, "trace.capacity", capacity,
                       "the trace has room for %d points; it must have room for at least %d", capacity, least);
  return carom__need_memory(points, "trace.points", "have room for trace.capacity points", diag);
}
