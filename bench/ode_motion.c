// The baseline of what moves: the Open Dynamics Engine with its collision detection, in steps of one size.
#include "ode_motion.h"

#ifdef CAROM_BENCH_ODE

#include <ode/ode.h>

enum { MOST_CONTACTS = 8 };

typedef struct scene {
  dWorldID world;
  dJointGroupID joints;
  dBodyID body;
  dGeomID geom, floor;
  dSurfaceParameters surface;
} scene;

bool ode_motion_exists(void) {
  return true;
}

static void quiet(int number, const char* message, va_list arguments) {
  (void)number, (void)message, (void)arguments;
}

static void place(const ode_thing* thing, dBodyID body) {
  const dQuaternion turn = {thing->orientation.w, thing->orientation.x, thing->orientation.y, thing->orientation.z};
  dBodySetPosition(body, thing->position.x, thing->position.y, thing->position.z);
  dBodySetQuaternion(body, turn);
  dBodySetLinearVel(body, thing->velocity.x, thing->velocity.y, thing->velocity.z);
  dBodySetAngularVel(body, thing->spin.x, thing->spin.y, thing->spin.z);
  dBodySetAutoDisableFlag(body, 0);
}

static scene open_scene(const ode_thing* thing) {
  const carom_vec3 h = thing->half;
  dMass mass;
  scene s = {.world = dWorldCreate(), .joints = dJointGroupCreate(0), .floor = dCreatePlane(0, 0, 0, 1, 0)};
  dWorldSetGravity(s.world, 0, 0, -9.81);
  s.body = dBodyCreate(s.world);
  if (thing->radius > 0) {
    dMassSetSphereTotal(&mass, thing->mass, thing->radius);
    s.geom = dCreateSphere(0, thing->radius);
  } else {
    dMassSetBoxTotal(&mass, thing->mass, 2 * h.x, 2 * h.y, 2 * h.z);
    s.geom = dCreateBox(0, 2 * h.x, 2 * h.y, 2 * h.z);
  }
  dBodySetMass(s.body, &mass);
  dGeomSetBody(s.geom, s.body);
  place(thing, s.body);
  s.surface = (dSurfaceParameters){.mode = dContactBounce | dContactApprox1, .mu = thing->mu, .bounce = thing->e};
  return s;
}

static void step(scene* s, double time) {
  dContactGeom touches[MOST_CONTACTS];
  const int count = dCollide(s->geom, s->floor, MOST_CONTACTS, touches, sizeof touches[0]);
  for (int i = 0; i < count; ++i) {
    const dContact contact = {.surface = s->surface, .geom = touches[i]};
    dJointAttach(dJointCreateContact(s->world, s->joints, &contact), s->body, 0);
  }
  dWorldStep(s->world, time);
  dJointGroupEmpty(s->joints);
}

carom_vec3 ode_motion_move(const ode_thing* thing, double time, double size) {
  dInitODE2(0);
  dSetMessageHandler(quiet);
  scene s = open_scene(thing);
  for (long i = 0, count = (long)(time / size + 0.5); i < count; ++i) step(&s, size);
  const dReal* at = dBodyGetPosition(s.body);
  const carom_vec3 end = {at[0], at[1], at[2]};
  dGeomDestroy(s.geom);
  dGeomDestroy(s.floor);
  dJointGroupDestroy(s.joints);
  dWorldDestroy(s.world);
  dCloseODE();
  return end;
}

#else

bool ode_motion_exists(void) {
  return false;
}

carom_vec3 ode_motion_move(const ode_thing* thing, double time, double step) {
  (void)time, (void)step;
  return thing->position;
}

#endif
