/// @file read.h
/// The parts of the scenario reader. Each reads one key of the file into the scenario and returns false, with the error
/// filled, when something is wrong; carom_scenario_parse then frees what there is.
#ifndef CAROM_FORMAT_READ_H
#define CAROM_FORMAT_READ_H

#include "format/json_get.h"

/// What one file may hold. W of 64 contacts in 3-D has 192 rows; more belongs to another kind of program.
enum {
  CAROM__MAX_CONTACTS = 64,
  CAROM__MAX_BODIES = 1024,
  CAROM__MAX_CORNERS = 1024,
  CAROM__MAX_PLANES = 64,
};

/// A whole document. The source's text is for the lines of errors and may be NULL.
carom_scenario* carom__read_document(const carom__source* source, json_t* document);

bool carom__read_bodies(const carom__node* root, carom_scenario* scenario);
/// The optional keys "shape" and "pivot" of a free body.
bool carom__read_shape(const carom__node* body, int dimension, carom_scenario_body* info);
bool carom__read_pivot(const carom__node* body, int dimension, carom_scenario_body* info);
/// The optional key "meet" of a motion, after bodies and planes.
bool carom__read_meet(const carom__node* motion, carom_scenario* scenario);
bool carom__read_contacts(const carom__node* root, carom_scenario* scenario);
bool carom__read_mechanism(const carom__node* root, carom_scenario* scenario);
bool carom__read_contact_space(const carom__node* root, carom_scenario* scenario);
bool carom__read_chain(const carom__node* root, carom_scenario* scenario);
bool carom__read_motion(const carom__node* root, carom_scenario* scenario);
/// The table of a motion, its racks among the bodies. Whether a document has one.
bool carom__read_table(const carom__node* root, const carom__node* motion, carom_scenario* scenario);
bool carom__has_table(const carom__node* root);
/// A ball of a table needs no inertia: true, with *body given that of a solid ball, where it has none.
bool carom__read_solid_ball(const carom__node* body_node, carom_body* body);

/// Both follow the contacts and need all else to be read: the model that the data ask for, and a method that fits it.
bool carom__read_model(const carom__node* root, carom_scenario* scenario);
bool carom__read_method(const carom__node* root, carom_scenario* scenario);

/// The surface keys of a contact or a plane, with their defaults. by_poisson_ratio tells how eta2 was given.
bool carom__read_surface(const carom__node* node, carom_surface* surface, bool* by_poisson_ratio);

/// "exponent" is for contacts only, and not in this list, which planes share.
#define CAROM__SURFACE_KEYS "e", "law", "mu", "mu_static", "eta2", "poisson_ratio", "stiffness"

/// A jacobian of contact number `contact`.
bool carom__read_jacobian(const carom__node* contact_node, carom_scenario* scenario, int contact);

/// A required unit vector. Rounding up to 1e-4 is mended; a vector that is exact to rounding keeps its bits.
bool carom__read_unit(const carom__node* parent, const char* key, int dimension, carom_vec3* out);

/// The optional "orientation" of a 3-D body: a matrix, axis and angle, or a quaternion. *angle is set where it was
/// given.
bool carom__read_orientation(const carom__node* body, carom_mat3* out, double* angle);

/// Makes a matrix symmetric that is so to 1e-4; further off is an error at the worst entry.
bool carom__mend_symmetry(const carom__node* node, int size, double* matrix);

/// The index of the body that the value names.
bool carom__read_body_name(const carom__node* node, const carom_scenario* scenario, int* index);

/// Zeroed memory for `count` items; NULL with the error filled when there is none. A count of 0 still gives memory.
void* carom__read_allocate(const carom__node* at, int count, size_t item_size);

/// A name: a text that is not empty and not among the first `count` of names, which it joins as the next.
bool carom__read_name(const carom__node* node, int count, char** names);

/// A copy of a string value; NULL with the error filled when there is no memory.
char* carom__read_copy(const carom__node* at, const char* text);

#endif
