/// @file crowd.h
/// Bodies that meet each other: discs, spheres, convex polygons and boxes, some of them on pivots, as one mover for the
/// event loop of carom/motion.h. What can touch are *pairs*: a point of a body and a plane, as with a single body, or a
/// point of one body and another body.
///
/// | pair | gap |
/// |---|---|
/// | two discs or spheres | distance of the centres less both radii |
/// | disc or sphere, convex polygon or box | distance of the centre from the polygon or box, less the radius |
/// | corner of a convex polygon, convex polygon | the largest distance of the corner from a line of an edge |
///
/// In space boxes and other bodies with corners do not meet each other: that takes gaps between edges.
#ifndef CAROM_CROWD_H
#define CAROM_CROWD_H

#include "carom/motion.h"

enum {
  CAROM_CROWD_MAX_BODIES = CAROM_MOTION_MAX_DOF / 3,  ///< in the plane; in space half as many
};

/// A body of a crowd.
typedef struct carom_crowd_body {
  const carom_body* body;
  double angle;       ///< rad, in the plane
  carom_shape shape;  ///< its points meet planes
  bool solid;  ///< the points are the corners of a convex polygon, counter-clockwise, or those of a box: so it meets
               ///< bodies
  carom_vec3 box;    ///< m, edge lengths of a solid in space
  bool hangs;        ///< its mass centre stays on a circle or sphere about `pivot`; it turns as if nothing held it
  carom_vec3 pivot;  ///< m, world
  double length;     ///< m, > 0: of the massless rod or string
} carom_crowd_body;

/// Two bodies that meet, and how.
typedef struct carom_meeting {
  int a, b;  ///< indices into the bodies
  carom_surface surface;
} carom_meeting;

/// Bodies, and which of them meet.
typedef struct carom_crowd_input {
  int dimension;
  int body_count;
  const carom_crowd_body* bodies;
  int meeting_count;
  const carom_meeting* meetings;
} carom_crowd_input;

/// A pair that can touch. The impulse acts on body a, its opposite on b; the normal points from b into a.
typedef struct carom_crowd_pair {
  short a, point;  ///< the body and its corner; 0 for a disc or sphere
  short b;         ///< the other body; -1: a plane
  short plane;     ///< -1: a body
  short meeting;   ///< index of the meeting; -1: a plane
} carom_crowd_pair;

/// A crowd made ready to move. Its state is q of all bodies in order, then u of all, each as in carom_flyer.
typedef struct carom_crowd {
  int dimension, body_count, pair_count, meeting_count;
  carom_vec3 gravity;
  const carom_meeting* meetings;
  carom_crowd_body bodies[CAROM_CROWD_MAX_BODIES];
  carom_mover movers[CAROM_CROWD_MAX_BODIES];  ///< of each body alone
  carom_flyer flyers[CAROM_CROWD_MAX_BODIES];
  double
      extents[CAROM_CROWD_MAX_BODIES];  ///< m, radius of the circle or sphere about the mass centre that holds a body
  int first_edges[CAROM_CROWD_MAX_BODIES];
  int edge_count;
  carom_vec3 edges[CAROM_MOTION_MAX_PAIRS];        ///< of the polygons, body after body: unit vectors, body frame
  carom_crowd_pair pairs[CAROM_MOTION_MAX_PAIRS];  ///< those with planes, then those of each meeting together
} carom_crowd;

/// Checks and prepares. state gets 6 numbers a body, or 13 in space. The result points to *out, to the shapes' points,
/// to input->meetings and to motion->planes: do not move them while it is in use. Fields are "bodies[i].body.mass",
/// "bodies[i].shape", "bodies[i].pivot", "meetings[i]", "meetings[i].surface.mu" and those of the planes. Two bodies
/// that overlap by more than 1e-10 of the smaller one are CAROM_INCONSISTENT; value tells by how much.
CAROM_API carom_status carom_crowd_prepare(const carom_crowd_input* input, const carom_motion* motion, carom_crowd* out,
                                           carom_mover* mover, double* state, carom_diag* diag);

/// One body with position, orientation, velocity and spin of a state; *angle is for the plane, may be NULL.
CAROM_API void carom_crowd_one(const carom_crowd* crowd, const double* state, int index, carom_body* body,
                               double* angle);

/// m: where a pair touches, or would.
CAROM_API carom_vec3 carom_crowd_place(const carom_crowd* crowd, const double* state, int pair);

/// What carom_flyer has as its state (6 or 13 numbers), of one body.
CAROM_API void carom_crowd_state(const carom_crowd* crowd, const double* state, int index, double* own);

#endif
