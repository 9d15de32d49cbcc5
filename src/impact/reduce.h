// One contact in space whose W may be singular along the tangents. Private to the room.
#ifndef CAROM_IMPACT_REDUCE_H
#define CAROM_IMPACT_REDUCE_H

#include "carom/impact.h"

/// How a contact in space can move along its tangents.
typedef struct carom__reduction {
  int tangents;        // 2: both; 1: along `tangent` alone; 0: along none
  carom_vec2 tangent;  // unit vector
} carom__reduction;

/// What W lets move; along none the tangent is that of the slip. An entry that is not a number reduces nothing: the law
/// will name it.
carom__reduction carom__reduction_of(const carom_spatial_problem* problem);

/// The problem in the plane of the normal and the one tangent; along none there is no friction.
carom_planar_problem carom__reduced_problem(const carom_spatial_problem* problem, const carom__reduction* reduction);

/// A bad field by its name; CAROM_INCONSISTENT where the contact slips across the one tangent, along which nothing can
/// move it.
carom_status carom__reduction_check(const carom_spatial_problem* problem, const carom__reduction* reduction,
                                    carom_diag* diag);

/// (t, n) of the plane in the axes (t1, t2, n); `across` is what the vector has along the other tangent.
carom_vec3 carom__expand(const carom__reduction* reduction, double t, double n, double across);

/// The part of a vector across the tangent.
double carom__across(const carom__reduction* reduction, carom_vec3 a);

#endif
