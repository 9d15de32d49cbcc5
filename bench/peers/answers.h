/// @file answers.h
/// carom's answers to the scenes of the comparison.
#ifndef CAROM_PEERS_ANSWERS_H
#define CAROM_PEERS_ANSWERS_H

#include "carom/impact.h"
#include "carom/motion.h"
#include "peer.h"

/// Seconds of processor time of this process.
double cpu_time();

/// The impact of a scene at its first instant, through carom_impact_solve: the contacts are where spheres and corners
/// touch. surface.e and mu come from the scene, the rest from `like`. Two or three dimensions.
std::vector<Body> struck(const Scene& scene, int dimension, const carom_surface& like);

/// One body of a scene over its floor, through time. Corners or sphere.
class Motion {
 public:
  Motion(const Scene& scene, double until, bool in_plane);
  /// The body at every time of the list, which ascends.
  std::vector<Body> follow(const std::vector<double>& times);
  std::vector<double> impacts;  ///< s, of the last follow

 private:
  carom_body body_;
  std::vector<carom_vec3> corners_;
  carom_plane floor_;
  carom_motion motion_;
  carom_flyer flyer_;
  carom_mover mover_;
  double state_[CAROM_ODE_MAX_SIZE];
  std::vector<double> workspace_;
  double radius_;
  bool in_plane_;
};

/// The double pendulum: its first impact, where its links end.
struct Swung {
  double first_impact, angles[2];
};
Swung swing(double until);

carom_mat3 rotation(const Body& body);
double kinetic(const Body& body);
double kinetic(const std::vector<Body>& bodies);
/// The eight corners of a box, world axes from its mass centre.
std::vector<carom_vec3> corners_of(const Body& body);

#endif
