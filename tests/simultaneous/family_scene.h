// Rigid bodies and their contacts as W and v: what the random families of collisions are made of.
#ifndef CAROM_TESTS_SIMULTANEOUS_FAMILY_SCENE_H
#define CAROM_TESTS_SIMULTANEOUS_FAMILY_SCENE_H

#include "carom/contact.h"

enum { FAMILY_CONTACTS = 32, FAMILY_SIZE = 3 * FAMILY_CONTACTS, SCENE_BODIES = 20, SCENE_COORDINATES = 6 };

/// A collision with memory of its own.
typedef struct family_problem {
  int dimension, count;
  double w[FAMILY_SIZE * FAMILY_SIZE], v[FAMILY_SIZE];
  carom_surface surfaces[FAMILY_CONTACTS];
} family_problem;

carom_contact_problem family_view(const family_problem* p);

/// A body whose principal axes are those of the world. The first three coordinates shift it, the others turn it about
/// its centre; 1/mass or 1/inertia of each, 0 where it is guided.
typedef struct scene_body {
  double centre[3], inverse[SCENE_COORDINATES], rate[SCENE_COORDINATES];
} scene_body;

enum { SCENE_GROUND = -1 };

/// Body a touches body b, or the ground, at the point; normal points from b to a.
typedef struct scene_contact {
  int a, b;
  double point[3], tangent[2][3], normal[3];
} scene_contact;

typedef struct scene {
  int dimension;  // 2: the plane y = 0, with tangents along x
  int body_count, contact_count;
  scene_body bodies[SCENE_BODIES];
  scene_contact contacts[FAMILY_CONTACTS];
} scene;

/// A solid box with half edges, or a ball, at rest. Both return the body, so that it can be moved.
scene_body* scene_add_box(scene* s, const double* centre, const double* half, double mass);
scene_body* scene_add_ball(scene* s, const double* centre, double radius, double mass);

/// The normal need not have unit length.
void scene_touch(scene* s, int a, int b, const double* point, const double* normal);
/// The four corners of the lower face of a box touch the body below it.
void scene_stand(scene* s, int box, int below, const double* half);

/// Sets dimension, count, W and v, and nothing of the surfaces.
void scene_make(const scene* s, family_problem* p);

/// W += j j^T/mass and v += rate j: one coordinate that moves the contacts along j.
void family_add_coordinate(family_problem* p, const double* j, double inverse_mass, double rate);

#endif
