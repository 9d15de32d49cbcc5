// Bullet, single precision as Debian builds it, sequential impulses.
#include <btBulletDynamicsCommon.h>

#include "BulletCollision/CollisionDispatch/btManifoldResult.h"
#include "peer.h"

namespace {

btVector3 vector(const carom_vec3& a) {
  return btVector3(btScalar(a.x), btScalar(a.y), btScalar(a.z));
}

carom_vec3 back(const btVector3& a) {
  return {a.x(), a.y(), a.z()};
}

class Bullet : public Peer {
 public:
  explicit Bullet(const Scene& scene) : dispatcher_(&configuration_), step_(btScalar(scene.step)) {
    world_ = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher_, &broadphase_, &solver_, &configuration_);
    world_->setGravity(btVector3(0, btScalar(-scene.gravity), 0));
    if (!scene.as_shipped) {
      btContactSolverInfo& info = world_->getSolverInfo();
      info.m_numIterations = 200;
      info.m_erp = info.m_erp2 = 0;
      info.m_restitutionVelocityThreshold = 0;
    }
    floor_ = scene.floor;
    between_ = scene.between;
    gContactAddedCallback = mix;
    Body ground;
    ground.mass = 0;
    add(ground, std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), btScalar(0)));
    for (const Body& body : scene.bodies) add(body, shape_of(body));
  }

  ~Bullet() override {
    for (const auto& body : bodies_) world_->removeRigidBody(body.get());
  }

  void step() override {
    world_->stepSimulation(step_, 0);
  }

  void read(int i, Body& body) const override {
    const btRigidBody& b = *bodies_[size_t(i) + 1];
    const btQuaternion turn = b.getOrientation();
    body.position = back(b.getCenterOfMassPosition());
    body.turn = {turn.w(), turn.x(), turn.y(), turn.z()};
    body.velocity = back(b.getLinearVelocity());
    body.spin = back(b.getAngularVelocity());
  }

 private:
  std::unique_ptr<btCollisionShape> shape_of(const Body& b) {
    if (b.radius == 0) {
      auto box = std::make_unique<btBoxShape>(vector(b.half));
      box->setMargin(btScalar(1e-3));
      return box;
    }
    auto compound = std::make_unique<btCompoundShape>();
    btTransform place;
    place.setIdentity();
    place.setOrigin(vector(b.offset));
    parts_.push_back(std::make_unique<btSphereShape>(btScalar(b.radius)));
    if (carom_vec3_norm(b.offset) == 0) return std::make_unique<btSphereShape>(btScalar(b.radius));
    compound->addChildShape(place, parts_.back().get());
    return compound;
  }

  void add(const Body& b, std::unique_ptr<btCollisionShape> shape) {
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(b.mass), nullptr, shape.get(), vector(b.inertia));
    info.m_startWorldTransform.setOrigin(vector(b.position));
    info.m_startWorldTransform.setRotation(
        btQuaternion(btScalar(b.turn.x), btScalar(b.turn.y), btScalar(b.turn.z), btScalar(b.turn.w)));
    auto body = std::make_unique<btRigidBody>(info);
    body->setLinearVelocity(vector(b.velocity));
    body->setAngularVelocity(vector(b.spin));
    body->setActivationState(DISABLE_DEACTIVATION);
    body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    world_->addRigidBody(body.get());
    shapes_.push_back(std::move(shape));
    bodies_.push_back(std::move(body));
  }

  static bool mix(btManifoldPoint& point, const btCollisionObjectWrapper* a, int, int,
                  const btCollisionObjectWrapper* b, int, int) {
    const bool ground = a->getCollisionObject()->isStaticObject() || b->getCollisionObject()->isStaticObject();
    const Surface& surface = ground ? floor_ : between_;
    point.m_combinedRestitution = btScalar(surface.e);
    point.m_combinedFriction = btScalar(surface.mu);
    return true;
  }

  static inline Surface floor_, between_;  // its callback knows no world: of the world made last
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  std::unique_ptr<btDiscreteDynamicsWorld> world_;
  std::vector<std::unique_ptr<btCollisionShape>> shapes_, parts_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;  // the ground first
  btScalar step_;
};

std::unique_ptr<Peer> open(const Scene& scene) {
  return std::make_unique<Bullet>(scene);
}

}  // namespace

void add_bullet(std::vector<Engine>& engines) {
  engines.push_back({"Bullet", true, 1.0 / 60, open, nullptr});
}
