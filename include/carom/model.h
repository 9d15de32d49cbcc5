/// @file model.h
/// What moves: free, guided and fixed bodies, or any mechanism with a mass matrix. A model makes a contact problem
/// (W, v) and takes the impulse back; it never knows which impact law runs in between.
#ifndef CAROM_MODEL_H
#define CAROM_MODEL_H

#include "carom/contact.h"
#include "carom/derivative.h"

/// What a body can do.
typedef enum carom_body_kind {
  CAROM_BODY_FREE = 0,
  CAROM_BODY_FIXED = 1,   ///< does not move, whatever hits it
  CAROM_BODY_GUIDED = 2,  ///< translates along one line only (a cue in a bearing)
} carom_body_kind;

/// A rigid body at the instant of impact. A planar body lives in the plane z = 0; see carom_body_planar.
typedef struct carom_body {
  carom_body_kind kind;
  double mass;             ///< kg, > 0
  carom_mat3 inertia;      ///< kg m^2, about the mass centre, body frame, positive definite (free bodies)
  carom_mat3 orientation;  ///< body to world, a rotation
  carom_vec3 position;     ///< m, mass centre, world
  carom_vec3 velocity;     ///< m/s, of the mass centre, world
  carom_vec3 spin;         ///< rad/s, world
  carom_vec3 guide;        ///< unit vector of the line, world (guided bodies)
} carom_body;

/// A free unit ball (mass 1 kg, inertia 0.4 kg m^2 about every axis) at rest at the origin.
CAROM_API carom_body carom_body_default(void);

/// A body that cannot move.
CAROM_API carom_body carom_body_fixed(void);

/// A free body in the plane: mass [kg], inertia [kg m^2] about its mass centre, at rest at position [m].
CAROM_API carom_body carom_body_planar(double mass, double inertia, carom_vec2 position);

/// CAROM_OK or the first bad field: finite; mass > 0; inertia symmetric, positive definite and physically possible
/// (principal moments keep the triangle inequality to 1e-9); orientation a rotation to 1e-9; guide a unit vector and
/// the velocity along it to 1e-9.
CAROM_API carom_status carom_body_check(const carom_body* body, carom_diag* diag);

/// What carom_body_tidy takes for rounding, as a part of the largest entry: about a hundred roundings of float32.
#define CAROM_FLOAT_TOLERANCE 1e-5

/// A body as a program that computes in float32 holds it, made exact, so that it passes carom_body_check: the rotation
/// nearest to its orientation; inertia symmetric, with principal moments that a body can have; guide of unit length and
/// velocity along it. A body that passes already keeps its bits. What is off by more than CAROM_FLOAT_TOLERANCE is
/// refused with the status that carom_body_check gives it, and *out is untouched; out may be body.
/// Where the inertia is not diagonal, float32 cannot tell moments below 1.2e-7 of the largest from 0: they become that.
CAROM_API carom_status carom_body_tidy(const carom_body* body, carom_body* out, carom_diag* diag);

/// Where two bodies touch. The impulse acts on body a, its opposite on body b.
typedef struct carom_touch {
  int body_a, body_b;  ///< indices into the bodies
  carom_vec3 point;    ///< m, world
  carom_frame frame;   ///< axes of the contact; n from b into a
} carom_touch;

/// Several bodies and the contacts between them.
typedef struct carom_bodies {
  int dimension;  ///< 2: contact axes (t, n) in the plane z = 0; 3: (t1, t2, n)
  int body_count;
  const carom_body* bodies;
  int touch_count;
  const carom_touch* touches;
} carom_bodies;

/// Contact matrix and velocity of all contacts: w has (dimension * touch_count)^2 entries, v has dimension *
/// touch_count. Checks everything first; on error the outputs are untouched, but for CAROM_OVERFLOW: w or v do not fit
/// doubles.
CAROM_API carom_status carom_bodies_contact(const carom_bodies* system, double* w, double* v, carom_diag* diag);

/// v alone, unchecked: where nothing but velocities and spins has changed since carom_bodies_contact, W is as it was.
CAROM_API void carom_bodies_velocities(const carom_bodies* system, double* v);

/// Velocities after the impulses (dimension * touch_count, contact axes). after has body_count entries and gets copies
/// of the bodies with velocity and spin changed; it may be the same array as system->bodies.
CAROM_API void carom_bodies_apply(const carom_bodies* system, const double* impulses, carom_body* after);

/// What an impact did to a body, in the terms of accident reconstruction. Angles are of motion in the plane (x to the
/// right, y up, seen from above), in (-pi, pi]; NaN in space, and where a body has no direction because it is at rest.
typedef struct carom_body_change {
  double delta_v;          ///< m/s, size of the change of the mass centre's velocity
  double approach_angle;   ///< rad, direction of the velocity before, counter-clockwise from x
  double departure_angle;  ///< rad, direction of the velocity after
  double pdof;  ///< rad, principal direction of force: where the force came from, clockwise from the direction
                ///< of travel before; 0 from straight ahead, pi/2 from the right
} carom_body_change;

/// Of one body before and after; two or three dimensions.
CAROM_API carom_body_change carom_body_change_between(int dimension, const carom_body* before, const carom_body* after);

/// The speed [m/s] of one mass centre against the other.
CAROM_API double carom_closing_speed(const carom_body* a, const carom_body* b);

/// Kinetic energy [J] of all moving bodies.
CAROM_API double carom_bodies_energy(int body_count, const carom_body* bodies);

/// A mechanism in generalized coordinates: M u' = ... + J^T f.
typedef struct carom_mechanism {
  int dof;                    ///< degrees of freedom, 1 to CAROM_MECHANISM_MAX_DOF
  int dimension;              ///< 2 or 3
  int contact_count;          ///< >= 1
  const double* mass_matrix;  ///< dof x dof, symmetric positive definite; NULL where its factor is given
  const double* velocity;     ///< dof, before the impact
  const double* jacobian;     ///< (dimension * contact_count) x dof; per contact tangent row(s) first, normal row last
  /// dof x dof, read where mass_matrix is NULL: its Cholesky factor L, M = L L^T. Only the lower triangle is read, and
  /// its diagonal is positive.
  const double* factor;
} carom_mechanism;

enum { CAROM_MECHANISM_MAX_DOF = 256 };

/// Doubles of workspace that the two functions below need: dof^2 + dof * dimension * contact_count.
CAROM_API int carom_mechanism_workspace_size(const carom_mechanism* mechanism);

/// Contact matrix and velocity (w and v sized as above). Factors M into the workspace, which carom_mechanism_apply then
/// uses. CAROM_NOT_SYMMETRIC (asymmetry over 1e-9), CAROM_NOT_POSITIVE, CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE,
/// CAROM_OVERFLOW (w or v do not fit doubles).
CAROM_API carom_status carom_mechanism_contact(const carom_mechanism* mechanism, double* workspace, double* w,
                                               double* v, carom_diag* diag);

/// v = J u alone, unchecked: where nothing but u has changed since carom_mechanism_contact, W and the workspace are as
/// they were.
CAROM_API void carom_mechanism_velocities(const carom_mechanism* mechanism, double* v);

/// Generalized velocity after the impulses: u + M^-1 J^T P. Needs the workspace that carom_mechanism_contact left.
CAROM_API void carom_mechanism_apply(const carom_mechanism* mechanism, const double* workspace, const double* impulses,
                                     double* velocity_after);

/// u^T M u / 2 [J].
CAROM_API double carom_mechanism_energy(int dof, const double* mass_matrix, const double* velocity);

// ---- derivatives through a model, for one contact (docs/derivatives.md) ---------------------------------------------

/// What an impact asks of a body: X(symbol, value, word). Inertia in the body's axes; an entry beside the diagonal
/// stands for both places.
#define CAROM_BODY_INPUT_LIST(X)             \
  X(CAROM_BODY_VELOCITY_X, 0, "velocity.x")  \
  X(CAROM_BODY_VELOCITY_Y, 1, "velocity.y")  \
  X(CAROM_BODY_VELOCITY_Z, 2, "velocity.z")  \
  X(CAROM_BODY_SPIN_X, 3, "spin.x")          \
  X(CAROM_BODY_SPIN_Y, 4, "spin.y")          \
  X(CAROM_BODY_SPIN_Z, 5, "spin.z")          \
  X(CAROM_BODY_MASS, 6, "mass")              \
  X(CAROM_BODY_INERTIA_XX, 7, "inertia.xx")  \
  X(CAROM_BODY_INERTIA_XY, 8, "inertia.xy")  \
  X(CAROM_BODY_INERTIA_XZ, 9, "inertia.xz")  \
  X(CAROM_BODY_INERTIA_YY, 10, "inertia.yy") \
  X(CAROM_BODY_INERTIA_YZ, 11, "inertia.yz") \
  X(CAROM_BODY_INERTIA_ZZ, 12, "inertia.zz")

typedef enum carom_body_input {
#define CAROM_X(symbol, value, word) symbol = value,
  CAROM_BODY_INPUT_LIST(CAROM_X)
#undef CAROM_X
} carom_body_input;

enum {
  CAROM_BODY_INPUTS = 13,
  CAROM_BODY_OUTPUTS = 6,                         ///< velocity and spin after, world axes
  CAROM_BODIES_OUTPUTS = 2 * CAROM_BODY_OUTPUTS,  ///< of body a, then of body b
  CAROM_BODIES_POINT = 2 * CAROM_BODY_INPUTS,     ///< column of the contact's place: x, y, z, world
  CAROM_BODIES_MU = CAROM_BODIES_POINT + 3,       ///< column
  CAROM_BODIES_E = CAROM_BODIES_MU + 1,           ///< column
  CAROM_BODIES_INPUTS = CAROM_BODIES_E + 1,       ///< those of body a, of body b, then these
};

/// How the motion after changes with what two bodies bring along. The contact's place moves alone: the bodies, their
/// mass centres and the normal stay.
typedef struct carom_bodies_jacobian {
  double d[CAROM_BODIES_OUTPUTS][CAROM_BODIES_INPUTS];
} carom_bodies_jacobian;

/// Its word: "velocity.x".
CAROM_API const char* carom_body_input_word(carom_body_input input);

/// Whether a column is of something that a body of this kind, in the plane or in space, can bring along.
CAROM_API bool carom_bodies_has_input(const carom_bodies* system, int column);

/// Chain rule: from the derivatives of the one contact by all its inputs (CAROM_WRT_ALL_PLANAR or
/// CAROM_WRT_ALL_SPATIAL, on springs with CAROM_WRT_ETA2) to those of its two bodies. impulses as for
/// carom_bodies_apply. CAROM_OUT_OF_RANGE: there is more than one contact, or `contact` lacks columns.
CAROM_API carom_status carom_bodies_differentiate(const carom_bodies* system, const double* impulses,
                                                  const carom_jacobian* contact, carom_bodies_jacobian* out,
                                                  carom_diag* diag);

/// A solved impact of a mechanism: what carom_mechanism_contact left in the workspace, the impulses, and the
/// derivatives of the one contact by all its inputs.
typedef struct carom_mechanism_impact {
  const double* workspace;
  const double* impulses;
  const carom_jacobian* contact;
} carom_mechanism_impact;

/// How the inputs of a mechanism move; NULL: not at all. Where a link is heavier or the contact lies elsewhere,
/// mass_matrix and jacobian are the derivatives of M and J by that.
typedef struct carom_mechanism_direction {
  const double* velocity;     ///< dof
  const double* mass_matrix;  ///< dof x dof, symmetric
  const double* jacobian;     ///< dimension x dof
  double mu, e, eta2;         ///< eta2 of a contact on springs
} carom_mechanism_direction;

/// The derivative of the velocity after along a direction: out has room for dof numbers.
CAROM_API carom_status carom_mechanism_tangent(const carom_mechanism* mechanism, const carom_mechanism_impact* impact,
                                               const carom_mechanism_direction* direction, double* out,
                                               carom_diag* diag);

#endif
