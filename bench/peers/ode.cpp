// The Open Dynamics Engine, with its direct and with its iterative solver.
#include <ode/ode.h>

#include <cmath>
#include <cstdarg>

#include "peer.h"

namespace {

void quiet(int, const char*, va_list) {
}

/// The direct solver writes of an internal error at every step of some scenes; they are counted by what comes out.
struct Library {
  Library() {
    dInitODE2(0);
    dSetErrorHandler(quiet);
    dSetMessageHandler(quiet);
  }
  ~Library() {
    dCloseODE();
  }
};

class Ode : public Peer {
 public:
  Ode(const Scene& scene, bool quick) : floor_(scene.floor), between_(scene.between), step_(scene.step), quick_(quick) {
    static Library library;
    world_ = dWorldCreate();
    space_ = dSimpleSpaceCreate(nullptr);
    joints_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, -scene.gravity, 0);
    if (!scene.as_shipped) {
      dWorldSetERP(world_, 0);
      dWorldSetQuickStepNumIterations(world_, 200);
    }
    bounce_vel_ = scene.as_shipped ? 0.01 : 0;  // there is no default; 0.01 to 0.1 m/s in its examples
    dCreatePlane(space_, 0, 1, 0, 0);
    for (const Body& body : scene.bodies) add(body);
  }

  ~Ode() override {
    dJointGroupDestroy(joints_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }

  void step() override {
    dSpaceCollide(space_, this, meet);
    if (quick_) {
      dWorldQuickStep(world_, step_);
    } else {
      dWorldStep(world_, step_);
    }
    dJointGroupEmpty(joints_);
  }

  void read(int i, Body& body) const override {
    const dReal *x = dBodyGetPosition(bodies_[i]), *q = dBodyGetQuaternion(bodies_[i]);
    const dReal *v = dBodyGetLinearVel(bodies_[i]), *w = dBodyGetAngularVel(bodies_[i]);
    body.position = {x[0], x[1], x[2]};
    body.turn = {q[0], q[1], q[2], q[3]};
    body.velocity = {v[0], v[1], v[2]};
    body.spin = {w[0], w[1], w[2]};
  }

 private:
  void add(const Body& b) {
    dMass mass;
    dMassSetParameters(&mass, b.mass, 0, 0, 0, b.inertia.x, b.inertia.y, b.inertia.z, 0, 0, 0);
    const dBodyID body = dBodyCreate(world_);
    dBodySetMass(body, &mass);
    dBodySetAutoDisableFlag(body, 0);
    const bool ball = b.radius > 0;
    const dGeomID geom =
        ball ? dCreateSphere(space_, b.radius) : dCreateBox(space_, 2 * b.half.x, 2 * b.half.y, 2 * b.half.z);
    dGeomSetBody(geom, body);
    if (ball) dGeomSetOffsetPosition(geom, b.offset.x, b.offset.y, b.offset.z);
    const dQuaternion turn = {b.turn.w, b.turn.x, b.turn.y, b.turn.z};
    dBodySetPosition(body, b.position.x, b.position.y, b.position.z);
    dBodySetQuaternion(body, turn);
    dBodySetLinearVel(body, b.velocity.x, b.velocity.y, b.velocity.z);
    dBodySetAngularVel(body, b.spin.x, b.spin.y, b.spin.z);
    bodies_.push_back(body);
  }

  static void meet(void* self, dGeomID a, dGeomID b) {
    static_cast<Ode*>(self)->join(a, b);
  }

  void join(dGeomID a, dGeomID b) {
    dContactGeom found[8];
    const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    const Surface& surface = body_a && body_b ? between_ : floor_;
    for (int i = 0, count = dCollide(a, b, 8, found, sizeof *found); i < count; ++i) {
      dContact contact = {};
      contact.surface.mode = dContactBounce | dContactApprox1;
      contact.surface.mu = surface.mu;
      contact.surface.bounce = surface.e;
      contact.surface.bounce_vel = bounce_vel_;
      contact.geom = found[i];
      dJointAttach(dJointCreateContact(world_, joints_, &contact), body_a, body_b);
    }
  }

  dWorldID world_;
  dSpaceID space_;
  dJointGroupID joints_;
  std::vector<dBodyID> bodies_;
  Surface floor_, between_;
  double step_, bounce_vel_;
  bool quick_;
};

std::unique_ptr<Peer> open_step(const Scene& scene) {
  return std::make_unique<Ode>(scene, false);
}

std::unique_ptr<Peer> open_quick(const Scene& scene) {
  return std::make_unique<Ode>(scene, true);
}

class Hanging : public Pendulum {
 public:
  explicit Hanging(double step) : step_(step) {
    Scene nothing;
    nothing.gravity = 9.81;
    Ode library(nothing, false);  // dInitODE2
    world_ = dWorldCreate();
    joints_ = dJointGroupCreate(0);
    floor_ = dCreatePlane(nullptr, 0, 1, 0, -1.5);
    tip_ = dCreateSphere(nullptr, 1e-3);
    dWorldSetGravity(world_, 0, -9.81, 0);
    double x = 0, y = 0;
    dBodyID before = nullptr;
    for (int i = 0; i < 2; ++i) {
      const double angle = 0.5 * i, c = std::cos(angle), s = std::sin(angle);
      dMass mass;
      dMassSetParameters(&mass, 1, 0, 0, 0, 1e-3, 1.0 / 12, 1.0 / 12, 0, 0, 0);
      links_[i] = dBodyCreate(world_);
      dBodySetMass(links_[i], &mass);
      const dQuaternion turn = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
      dBodySetPosition(links_[i], x + 0.5 * c, y + 0.5 * s, 0);
      dBodySetQuaternion(links_[i], turn);
      const dJointID pin = dJointCreateHinge(world_, nullptr);
      dJointAttach(pin, links_[i], before);
      dJointSetHingeAnchor(pin, x, y, 0);
      dJointSetHingeAxis(pin, 0, 0, 1);
      before = links_[i];
      x += c, y += s;
    }
    dGeomSetBody(tip_, links_[1]);
    dGeomSetOffsetPosition(tip_, 0.5, 0, 0);
  }

  ~Hanging() override {
    dGeomDestroy(tip_);
    dGeomDestroy(floor_);
    dJointGroupDestroy(joints_);
    dWorldDestroy(world_);
  }

  void step() override {
    dContact contact = {};
    if (dCollide(tip_, floor_, 1, &contact.geom, sizeof contact.geom) > 0) {
      contact.surface.mode = dContactBounce | dContactApprox1;
      contact.surface.mu = 0.3;
      contact.surface.bounce = 0.5;
      dJointAttach(dJointCreateContact(world_, joints_, &contact), links_[1], nullptr);
    }
    dWorldStep(world_, step_);
    dJointGroupEmpty(joints_);
  }

  carom_vec2 tip_of(int link) const override {
    dVector3 at;
    dBodyGetRelPointPos(links_[link], 0.5, 0, 0, at);
    return {at[0], at[1]};
  }

 private:
  dWorldID world_;
  dJointGroupID joints_;
  dGeomID floor_, tip_;
  dBodyID links_[2];
  double step_;
};

std::unique_ptr<Pendulum> hang(double step) {
  return std::make_unique<Hanging>(step);
}

}  // namespace

void add_ode(std::vector<Engine>& engines) {
  engines.push_back({"ODE step", true, 0.01, open_step, hang});
  engines.push_back({"ODE quick", true, 0.01, open_quick, nullptr});
}
