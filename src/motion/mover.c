// What all movers check: gravity, planes, and where they are written to.
#include "motion/mover.h"

#include "base/diag.h"

/// What a normal may be off by after honest rounding in a caller's program.
static const double ROUNDED = 1e-9;

static carom_status check_normal(carom_vec3 n, int dimension, carom_diag* diag) {
  if (!carom_vec3_is_finite(n))
    return carom__fail(diag, CAROM_NOT_FINITE, "normal", 0, "normal has an entry that is NaN or infinite");
  if (dimension == 2 && n.z != 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "normal", n.z, "normal has the z part %g; in the plane it has none",
                       n.z);
  const double length = carom_vec3_norm(n);
  if (!(fabs(length - 1) <= ROUNDED))
    return carom__fail(diag, CAROM_NOT_UNIT, "normal", length, "normal has length %.12g; it must be a unit vector",
                       length);
  return CAROM_OK;
}

static carom_status check_plane(const carom_plane* plane, int dimension, carom_diag* diag) {
  if (!carom_vec3_is_finite(plane->point))
    return carom__fail(diag, CAROM_NOT_FINITE, "point", 0, "point has an entry that is NaN or infinite");
  carom_status status = check_normal(plane->normal, dimension, diag);
  if (status) return status;
  status = carom_surface_check(&plane->surface, diag);
  return status ? carom__fail_within(diag, status, "surface", -1) : CAROM_OK;
}

static carom_status check_gravity(carom_vec3 gravity, int dimension, carom_diag* diag) {
  if (!carom_vec3_is_finite(gravity))
    return carom__fail(diag, CAROM_NOT_FINITE, "gravity", 0, "gravity has an entry that is NaN or infinite");
  if (dimension == 2 && gravity.z != 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "gravity", gravity.z,
                       "gravity has the z part %g; in the plane it has none", gravity.z);
  return CAROM_OK;
}

carom_status carom__need_mover_memory(const void* out, const carom_mover* mover, const double* state,
                                      carom_diag* diag) {
  carom_status status = carom__need_memory(out, "out", "have room for what is prepared", diag);
  if (!status) status = carom__need_memory(mover, "mover", "have room for the mover", diag);
  if (!status) status = carom__need_memory(state, "state", "have room for the state", diag);
  return status;
}

carom_status carom__mover_check(const carom_motion* motion, int dimension, int point_count, carom_diag* diag) {
  if (!motion) return carom__need(motion, "motion", "say how to move", diag);
  carom_status status = check_gravity(motion->gravity, dimension, diag);
  if (status) return status;
  const int planes = motion->plane_count;
  if (planes < 0)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "plane_count", planes, "plane_count is %d; it must not be negative",
                       planes);
  if (planes > CAROM_MOTION_MAX_PAIRS / (point_count > 1 ? point_count : 1))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "planes", planes,
                       "%d points and %d planes make more than %d pairs that can touch", point_count, planes,
                       CAROM_MOTION_MAX_PAIRS);
  if (planes > 0 && !motion->planes) return carom__need(NULL, "planes", "hold plane_count planes", diag);
  for (int i = 0; i < planes; ++i) {
    status = check_plane(&motion->planes[i], dimension, diag);
    if (status) return carom__fail_within(diag, status, "planes", i);
  }
  return CAROM_OK;
}
