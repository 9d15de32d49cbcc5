// The insides of the second road: what each contact does now, and the forces at one instant.
#ifndef CAROM_TESTS_SIMULTANEOUS_ROAD_MOTION_H
#define CAROM_TESTS_SIMULTANEOUS_ROAD_MOTION_H

#include "carom/integrate.h"
#include "second_road.h"

enum { T1, T2, N, AXES };
enum { SIZE = AXES * ROAD_MAX_CONTACTS };
/// Events of one contact: its normal velocity, the end of its force, stick or slip.
enum { NORMAL_TURNS, FORCE_ENDS, MODE_CHANGES, GAPS };

typedef enum phase { ABSENT, COMPRESSING, RESTORING, LOCKED } phase;

typedef struct spot {
  double k;        // normal stiffness now; it grows at every end of compression
  double k_first;  // at the start
  double k_tangential, mu, e, exponent;
  phase phase;
  bool slipping;
  bool rigid;            // e = 0 and compression has ended: no spring is left
  double threshold;      // an absent contact comes back when v_n < -threshold
  double length, reach;  // scales of x, which shrinks as k grows, and of the tangential spring, which does not
  int at_impulse, at_spring,
      at_speed;  // where I and the springs of this contact are in the state: tangential first, normal last
} spot;

/// What follows from the state at one instant.
typedef struct motion {
  double v[SIZE], force[SIZE], acceleration[SIZE], force_rate[SIZE];
  double along[ROAD_MAX_CONTACTS][2];  // unit vector of the tangential spring of a slipping contact
  double turn[ROAD_MAX_CONTACTS];      // its rate of turning
  double slip[ROAD_MAX_CONTACTS];      // sigma
} motion;

typedef struct road {
  int count, size, friction_at;
  bool has_friction;
  double w[SIZE][SIZE], v0[SIZE], speed;
  spot spots[ROAD_MAX_CONTACTS];
  road_options options;
  double tiny;  // see turn_of
  double absolute[CAROM_ODE_MAX_SIZE];
  carom_ode_direction directions[CAROM_ODE_MAX_EVENTS];
  carom_ode ode;
  double time, y[CAROM_ODE_MAX_SIZE];
  second_road* out;
} road;

/// x, the length of the normal spring: negative while it is pressed.
double road_normal_spring(const spot* s, const double* y);

/// u^exponent, smooth through 0 where it can be, so that a trial step past the end of the contact does no harm.
double road_power(double u, double exponent);

/// How long the tangential spring of a slipping contact is, and how fast that changes.
double road_rho(const spot* s, double normal_force);
double road_rho_rate(const spot* s, const motion* m, int i);

/// v0 + W I.
void road_velocities(const road* p, const double* y, double* v);

/// Everything that follows from the state y.
void road_move(const road* p, const double* y, motion* m);

#endif
