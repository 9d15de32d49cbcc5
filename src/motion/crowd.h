// Bodies that meet each other. Private to src/motion.
#ifndef CAROM_MOTION_CROWD_H
#define CAROM_MOTION_CROWD_H

#include "motion/convex.h"
#include "motion/flyer.h"

/// Gaps up to this part of the smaller body count as touching, as for a body alone; and overlaps up to it as none.
#define CAROM__CROWD_TOUCHING 1e-10

/// Numbers of a body's state in space; in the plane 6.
enum { CAROM__CROWD_OWN = 13 };

static inline int carom__crowd_positions(const carom_crowd* crowd) {
  return crowd->dimension == 2 ? 3 : 7;
}

static inline int carom__crowd_velocities(const carom_crowd* crowd) {
  return crowd->dimension == 2 ? 3 : 6;
}

/// The state of one body, without what rounding put along the rod of a pivot.
void carom__crowd_own(const carom_crowd* crowd, const double* state, int index, double* own);

/// All bodies at a state.
typedef struct carom__crowd_poses {
  carom__flyer_pose of[CAROM_CROWD_MAX_BODIES];
} carom__crowd_poses;

void carom__crowd_poses_of(const carom_crowd* crowd, const double* state, carom__crowd_poses* poses);

/// How a pair meets, world: the place of contact, the normal from b into a, and how both move in free motion.
typedef struct carom__meet {
  carom_vec3 at, at_rate;
  carom_vec3 normal, normal_rate;
} carom__meet;

carom__meet carom__crowd_meet(const carom_crowd* crowd, const carom__crowd_poses* poses, int pair);
void carom__crowd_gaps(const carom_mover* mover, const double* state, double* gaps, double* gap_rates);

/// The body as a convex set about which others have their distance, and by how much it is thicker.
carom__convex carom__crowd_set(const carom_crowd* crowd, int body);
static inline double carom__crowd_radius(const carom_crowd* crowd, int body) {
  return crowd->bodies[body].shape.sphere_radius;
}

/// m: how far the circles or spheres round the bodies of a meeting are apart.
double carom__crowd_room(const carom_crowd* crowd, const carom__crowd_poses* poses, int meeting);
/// m: bodies that have more room than twice this are far: no corner is looked at.
double carom__crowd_near(const carom_crowd* crowd, int meeting);
/// m/s: no pair of a meeting closes faster, as they move now.
double carom__crowd_closing(const carom_crowd* crowd, const carom__crowd_poses* poses, int meeting);

void carom__crowd_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                          double* w, double* v, double* c);
void carom__crowd_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                       const double* p, double* change);

void carom__crowd_rate(const carom_mover* mover, const double* state, double* rate);
double carom__crowd_kinetic(const carom_mover* mover, const double* state);
double carom__crowd_energy(const carom_mover* mover, const double* state);
void carom__crowd_tidy(const carom_mover* mover, double* state);
double carom__crowd_pace(const carom_mover* mover, const double* state);
carom_mover_touch carom__crowd_touch(const carom_mover* mover, int pair);
carom_surface carom__crowd_surface(const carom_mover* mover, int pair);
double carom__crowd_reach(const carom_mover* mover, int pair);
void carom__crowd_name(const carom_mover* mover, int point, int size, char* name);

// ---- pivots --------------------------------------------------------------------------------------------------------
// A body on a pivot keeps the coordinates of a free one; its mass centre moves across the rod only.

/// Unit vector along the rod, from the pivot.
carom_vec3 carom__pivot_rod(const carom_crowd_body* body, carom_vec3 position);
/// What is left of a velocity, acceleration or force of the mass centre.
static inline carom_vec3 carom__pivot_across(carom_vec3 rod, carom_vec3 x) {
  return carom_vec3_sub(x, carom_vec3_scale(carom_vec3_dot(rod, x), rod));
}
/// Acceleration of the mass centre: what gravity leaves, and towards the pivot v^2/length.
carom_vec3 carom__pivot_acceleration(const carom_crowd_body* body, carom_vec3 position, carom_vec3 velocity,
                                     carom_vec3 gravity);
/// CAROM_OK, with body->position on its circle and velocity across the rod; the field is "pivot".
carom_status carom__pivot_check(const carom_crowd_body* given, int dimension, carom_body* body, carom_diag* diag);

#endif
