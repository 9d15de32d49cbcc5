// Distance of a point from a convex set, and how it changes. Private to src/motion.
#ifndef CAROM_MOTION_CONVEX_H
#define CAROM_MOTION_CONVEX_H

#include "carom/crowd.h"

/// A convex set in its own frame: a point, a polygon in the plane, or a box in space.
typedef struct carom__convex {
  int dimension;
  int corner_count;  ///< 0: the point at the origin
  const carom_vec3* corners;
  const carom_vec3* edges;  ///< of a polygon: unit vectors from each corner to the next
  carom_vec3 half;          ///< m, half the edges of a box
  double extent;            ///< m, of a polygon: how far its corners are from the origin
} carom__convex;

/// The place of a set that is nearest to a point, frame of the set.
typedef struct carom__foot {
  carom_vec3 at;
  carom_vec3 normal;    ///< unit, to the point
  double distance;      ///< m, below 0 inside
  carom_vec3 along[2];  ///< unit vectors in which the foot follows the point; zero: it does not
} carom__foot;

/// The edges of a polygon, as many as corners.
void carom__convex_edges(int count, const carom_vec3* corners, carom_vec3* edges);

/// The nearest place. The distance is continuously differentiable outside.
carom__foot carom__convex_foot(const carom__convex* set, carom_vec3 point);

/// A corner (with those before and after it) and a polygon: the largest distance from a line of an edge, and its rate
/// when the corner moves at `velocity`. At the end of an edge two lines are equally far, up to rounding: there the edge
/// counts that the corner points to, unless the corner slides off.
void carom__convex_corner_gap(const carom__convex* set, const carom_vec3 corner[3], carom_vec3 velocity, double* gap,
                              double* rate);

/// A corner that touches a polygon: its place on the edge that it points to.
carom__foot carom__convex_corner_foot(const carom__convex* set, const carom_vec3 corner[3]);

/// m, how far two polygons are apart along the best of all edge normals; below 0 they overlap by that. The second one
/// stands at `position`, turned by `rotation`, in the frame of the first.
double carom__convex_separation(const carom__convex* first, const carom__convex* second, carom_vec3 position,
                                const carom_mat3* rotation);

/// CAROM_OK if the corners go counter-clockwise round a convex polygon. The field is "points[i]".
carom_status carom__convex_check(const carom__convex* polygon, carom_diag* diag);

#endif
