// The baseline: one contact joint and one quick step of the Open Dynamics Engine.
#include "rods.h"

#ifdef CAROM_BENCH_ODE

#include <ode/ode.h>

// Only velocities matter here; the step is short so that nothing moves far.
static const dReal STEP = 1e-3;

static dWorldID world;
static dBodyID body;
static dJointGroupID joints;

bool ode_open(void) {
  dInitODE2(0);
  world = dWorldCreate();
  joints = dJointGroupCreate(0);
  body = dBodyCreate(world);
  dMass mass;
  // Thin about its own axis; the motion stays in the plane, so only the third moment is ever used.
  dMassSetParameters(&mass, ROD_MASS, 0, 0, 0, 1e-4, ROD_INERTIA, ROD_INERTIA, 0, 0, 0);
  dBodySetMass(body, &mass);
  dBodySetGyroscopicMode(body, 0);
  dBodySetAutoDisableFlag(body, 0);
  return true;
}

void ode_close(void) {
  dJointGroupDestroy(joints);
  dWorldDestroy(world);
  dCloseODE();
}

void ode_place(const rod* r) {
  const dQuaternion turn = {cos(0.5 * r->angle), 0, 0, sin(0.5 * r->angle)};
  dBodySetPosition(body, r->x, r->y, 0);
  dBodySetQuaternion(body, turn);
  dBodySetLinearVel(body, r->vx, r->vy, 0);
  dBodySetAngularVel(body, 0, 0, r->spin);
}

void ode_step(const rod* r, double* vx, double* vy, double* spin) {
  ode_place(r);
  dContact contact = {
      .surface = {.mode = dContactBounce | dContactApprox1, .mu = r->surface.mu, .bounce = r->surface.e},
      .geom = {.normal = {0, 1, 0}}};
  dJointAttach(dJointCreateContact(world, joints, &contact), body, 0);
  dWorldQuickStep(world, STEP);
  dJointGroupEmpty(joints);
  const dReal* velocity = dBodyGetLinearVel(body);
  *vx = velocity[0];
  *vy = velocity[1];
  *spin = dBodyGetAngularVel(body)[2];
}

#else

bool ode_open(void) {
  return false;
}

void ode_close(void) {
}

void ode_place(const rod* r) {
  (void)r;
}

void ode_step(const rod* r, double* vx, double* vy, double* spin) {
  *vx = r->vx;
  *vy = r->vy;
  *spin = r->spin;
}

#endif
