// Chipmunk, in the plane.
#include <chipmunk/chipmunk.h>

#include <cmath>

#include "peer.h"

namespace {

enum : cpCollisionType { GROUND = 1, THING = 2 };

cpVect vector(const carom_vec3& a) {
  return cpv(a.x, a.y);
}

class Chipmunk : public Peer {
 public:
  explicit Chipmunk(const Scene& scene) : floor_(scene.floor), between_(scene.between), step_(scene.step) {
    space_ = cpSpaceNew();
    cpSpaceSetGravity(space_, cpv(0, -scene.gravity));
    if (!scene.as_shipped) {
      cpSpaceSetIterations(space_, 200);
      cpSpaceSetCollisionSlop(space_, 0);
      cpSpaceSetCollisionBias(space_, 1);  // nothing is pushed out
    }
    // Restitution and friction of the shapes are multiplied; those of a pair are set when it is found.
    for (cpCollisionType other : {GROUND, THING}) {
      cpCollisionHandler* handler = cpSpaceAddCollisionHandler(space_, THING, other);
      handler->preSolveFunc = mix;
      handler->userData = other == GROUND ? &floor_ : &between_;
    }
    keep(cpSegmentShapeNew(cpSpaceGetStaticBody(space_), cpv(-100, -1), cpv(100, -1), 1), GROUND);
    for (const Body& body : scene.bodies) add(body);
  }

  ~Chipmunk() override {
    for (cpShape* shape : shapes_) cpSpaceRemoveShape(space_, shape), cpShapeFree(shape);
    for (cpBody* body : bodies_) cpSpaceRemoveBody(space_, body), cpBodyFree(body);
    cpSpaceFree(space_);
  }

  void step() override {
    cpSpaceStep(space_, step_);
  }

  void read(int i, Body& body) const override {
    const cpVect x = cpBodyGetPosition(bodies_[i]), v = cpBodyGetVelocity(bodies_[i]);
    const double angle = cpBodyGetAngle(bodies_[i]);
    body.position = {x.x, x.y, 0};
    body.turn = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
    body.velocity = {v.x, v.y, 0};
    body.spin = {0, 0, cpBodyGetAngularVelocity(bodies_[i])};
  }

 private:
  void keep(cpShape* shape, cpCollisionType type) {
    cpShapeSetCollisionType(shape, type);
    shapes_.push_back(cpSpaceAddShape(space_, shape));
  }

  void add(const Body& b) {
    cpBody* body = cpSpaceAddBody(space_, cpBodyNew(b.mass, b.inertia.z));
    cpBodySetPosition(body, vector(b.position));
    cpBodySetVelocity(body, vector(b.velocity));
    cpBodySetAngularVelocity(body, b.spin.z);
    bodies_.push_back(body);
    keep(cpCircleShapeNew(body, b.radius, vector(b.offset)), THING);
  }

  static cpBool mix(cpArbiter* pair, cpSpace*, cpDataPointer data) {
    const Surface* surface = static_cast<const Surface*>(data);
    cpArbiterSetRestitution(pair, surface->e);
    cpArbiterSetFriction(pair, surface->mu);
    return cpTrue;
  }

  cpSpace* space_;
  std::vector<cpBody*> bodies_;
  std::vector<cpShape*> shapes_;
  Surface floor_, between_;
  double step_;
};

std::unique_ptr<Peer> open(const Scene& scene) {
  return std::make_unique<Chipmunk>(scene);
}

class Hanging : public Pendulum {
 public:
  explicit Hanging(double step) : step_(step) {
    space_ = cpSpaceNew();
    cpSpaceSetGravity(space_, cpv(0, -9.81));
    cpBody* ground = cpSpaceGetStaticBody(space_);
    cpShape* floor = cpSegmentShapeNew(ground, cpv(-100, -2.5), cpv(100, -2.5), 1);
    dress(floor, GROUND);
    cpVect joint = cpvzero;
    cpBody* before = ground;
    for (int i = 0; i < 2; ++i) {
      const double angle = 0.5 * i;
      const cpVect along = cpv(std::cos(angle), std::sin(angle));
      links_[i] = cpSpaceAddBody(space_, cpBodyNew(1, 1.0 / 12));
      cpBodySetPosition(links_[i], cpvadd(joint, cpvmult(along, 0.5)));
      cpBodySetAngle(links_[i], angle);
      cpConstraint* pin = cpPivotJointNew2(before, links_[i], i == 0 ? cpvzero : cpv(0.5, 0), cpv(-0.5, 0));
      cpConstraintSetCollideBodies(pin, cpFalse);
      cpSpaceAddConstraint(space_, pin);
      before = links_[i];
      joint = cpvadd(joint, along);
    }
    dress(cpCircleShapeNew(links_[1], 1e-3, cpv(0.5, 0)), THING);
  }

  void step() override {
    cpSpaceStep(space_, step_);
  }

  carom_vec2 tip_of(int link) const override {
    const cpVect at = cpBodyLocalToWorld(links_[link], cpv(0.5, 0));
    return {at.x, at.y};
  }

 private:
  void dress(cpShape* shape, cpCollisionType type) {
    cpShapeSetCollisionType(shape, type);
    cpShapeSetElasticity(shape, type == GROUND ? 1 : 0.5);
    cpShapeSetFriction(shape, type == GROUND ? 1 : 0.3);
    cpSpaceAddShape(space_, shape);
  }

  cpSpace* space_;
  cpBody* links_[2];
  double step_;
};

std::unique_ptr<Pendulum> hang(double step) {
  return std::make_unique<Hanging>(step);
}

}  // namespace

void add_chipmunk(std::vector<Engine>& engines) {
  cpSpaceFree(cpSpaceNew());  // Debian's build introduces itself once: before the tables
  engines.push_back({"Chipmunk", false, 1.0 / 60, open, hang});
}
