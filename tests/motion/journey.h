// A whole motion through the public interface, with what must hold at every step of any motion.
#ifndef CAROM_TESTS_MOTION_JOURNEY_H
#define CAROM_TESTS_MOTION_JOURNEY_H

#include "carom/motion.h"

enum {
  JOURNEY_PLANES = 4,
  JOURNEY_POINTS = CAROM_MOTION_MAX_CONTACTS + 1,
  JOURNEY_IMPACTS = 1024,
  JOURNEY_SWITCHES = 256
};

/// A held contact changed its phase, or was left (flight).
typedef struct journey_switch {
  double time;
  int contact_count;
  carom_phase phase;  // of the first contact
} journey_switch;

/// What moves and how; filled by one of the functions below, then changed at will, then travelled.
typedef struct journey {
  carom_motion motion;
  carom_plane planes[JOURNEY_PLANES];
  bool is_chain;
  carom_chain chain;
  carom_link links[CAROM_CHAIN_MAX_LINKS];
  double angles[CAROM_CHAIN_MAX_LINKS], rates[CAROM_CHAIN_MAX_LINKS];
  int dimension;
  carom_body body;
  double angle;     // rad, of a body in the plane
  bool integrates;  // even what has a closed form
  carom_shape shape;
  carom_vec3 points[JOURNEY_POINTS];

  carom_chain_mover chain_mover;
  carom_flyer flyer;
  carom_mover mover;
  double start[CAROM_ODE_MAX_SIZE];
  carom_motion_run run;
  carom_status status;
  carom_diag diag;
  int impact_count;  // may exceed the room
  carom_motion_impact impacts[JOURNEY_IMPACTS];
  int switch_count;
  journey_switch switches[JOURNEY_SWITCHES];
  long steps;
  double deepest;  // part of the mover's size by which a point was behind a plane at the end of a step
  double dip;      // and inside a step, where states are interpolated
  double ledger;   // worst difference between energy and ledger, as a part of the energies met
  double gain;     // largest gain of energy by impact or friction, likewise
  double speed_scale, energy_scale;
} journey;

/// A chain of equal slender bars at the origin, g = 9.81, without planes.
journey* journey_chain(journey* j, int link_count, double length, double mass);
/// A body in the plane or in space, g = 9.81 along the last axis, without planes. Give it a shape.
journey* journey_body(journey* j, int dimension, double mass, double inertia);
/// A ball of 0.6 kg with its lowest point at a height; a disc with the inertia of a ball in the plane.
journey* journey_ball(journey* j, int dimension, double radius, double height);
/// A rectangle or box with these half-sides, its inertia that of a solid.
journey* journey_box(journey* j, int dimension, double mass, carom_vec3 half);
/// One more plane with Stronge's law.
carom_plane* journey_plane(journey* j, carom_vec3 point, carom_vec3 normal, double e, double mu);
/// A floor at a height: a plane whose normal is the last axis.
carom_plane* journey_floor(journey* j, double height, double e, double mu);

/// Prepares the mover alone.
carom_status journey_prepare(journey* j);
/// Prepares and runs to the end or to an error. Numbers that are not finite, time that runs backwards and a run that
/// does not end fail the test at once.
void journey_travel(journey* j);
/// The same, and it must end well and keep the books: CAROM_OK, energy, gaps.
void journey_must_arrive(journey* j);

/// The state of the mover at the end.
const double* journey_end(const journey* j);

#endif
