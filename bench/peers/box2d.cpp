// Box2D 2.4, in the plane, single precision.
#include <box2d/box2d.h>

#include <cmath>

#include "peer.h"

namespace {

b2Vec2 vector(const carom_vec3& a) {
  return b2Vec2(float(a.x), float(a.y));
}

class Box2d : public Peer, private b2ContactListener {
 public:
  explicit Box2d(const Scene& scene)
      : world_(b2Vec2(0, float(-scene.gravity))),
        floor_(scene.floor),
        between_(scene.between),
        step_(float(scene.step)),
        as_shipped_(scene.as_shipped) {
    world_.SetContactListener(this);
    world_.SetAllowSleeping(false);
    b2BodyDef still;
    b2EdgeShape line;
    line.SetTwoSided(b2Vec2(-100, 0), b2Vec2(100, 0));
    world_.CreateBody(&still)->CreateFixture(&line, 0);
    for (const Body& body : scene.bodies) add(body);
  }

  void step() override {
    world_.Step(step_, as_shipped_ ? 8 : 200, 3);
  }

  void read(int i, Body& body) const override {
    const b2Body& b = *bodies_[size_t(i)];
    const double angle = b.GetAngle();
    body.position = {b.GetPosition().x, b.GetPosition().y, 0};
    body.turn = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
    body.velocity = {b.GetLinearVelocity().x, b.GetLinearVelocity().y, 0};
    body.spin = {0, 0, b.GetAngularVelocity()};
  }

 private:
  void add(const Body& b) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = vector(b.position);
    definition.linearVelocity = vector(b.velocity);
    definition.angularVelocity = float(b.spin.z);
    b2CircleShape circle;
    circle.m_radius = float(b.radius);
    circle.m_p = vector(b.offset);
    b2Body* body = world_.CreateBody(&definition);
    body->CreateFixture(&circle, 0);
    b2MassData mass;
    mass.mass = float(b.mass);
    mass.center.SetZero();
    mass.I = float(b.inertia.z);
    body->SetMassData(&mass);
    bodies_.push_back(body);
  }

  void PreSolve(b2Contact* contact, const b2Manifold*) override {
    const bool ground = contact->GetFixtureA()->GetBody()->GetType() == b2_staticBody ||
                        contact->GetFixtureB()->GetBody()->GetType() == b2_staticBody;
    const Surface& surface = ground ? floor_ : between_;
    contact->SetRestitution(float(surface.e));
    contact->SetFriction(float(surface.mu));
    if (!as_shipped_) contact->SetRestitutionThreshold(0);
  }

  b2World world_;
  std::vector<b2Body*> bodies_;
  Surface floor_, between_;
  float step_;
  bool as_shipped_;
};

std::unique_ptr<Peer> open(const Scene& scene) {
  return std::make_unique<Box2d>(scene);
}

class Hanging : public Pendulum {
 public:
  explicit Hanging(double step) : world_(b2Vec2(0, -9.81F)), step_(float(step)) {
    world_.SetAllowSleeping(false);
    b2BodyDef still;
    b2EdgeShape line;
    line.SetTwoSided(b2Vec2(-100, -1.5F), b2Vec2(100, -1.5F));
    b2Body* before = world_.CreateBody(&still);
    b2Fixture* floor = before->CreateFixture(&line, 0);
    floor->SetFriction(0.3F);  // the root of the product
    b2Vec2 joint(0, 0);
    for (int i = 0; i < 2; ++i) {
      const b2Vec2 along(std::cos(0.5F * float(i)), std::sin(0.5F * float(i)));
      b2BodyDef definition;
      definition.type = b2_dynamicBody;
      definition.position = joint + 0.5F * along;
      definition.angle = 0.5F * float(i);
      links_[i] = world_.CreateBody(&definition);
      if (i == 1) add_tip();
      const b2MassData mass = {1, b2Vec2(0, 0), 1.0F / 12};
      links_[i]->SetMassData(&mass);
      b2RevoluteJointDef pin;
      pin.Initialize(before, links_[i], joint);
      world_.CreateJoint(&pin);
      before = links_[i];
      joint += along;
    }
  }

  void step() override {
    world_.Step(step_, 8, 3);
  }

  carom_vec2 tip_of(int link) const override {
    const b2Vec2 at = links_[link]->GetWorldPoint(b2Vec2(0.5F, 0));
    return {at.x, at.y};
  }

 private:
  void add_tip() {
    b2CircleShape circle;
    circle.m_radius = 1e-3F;
    circle.m_p.Set(0.5F, 0);
    b2Fixture* tip = links_[1]->CreateFixture(&circle, 0);
    tip->SetRestitution(0.5F);
    tip->SetFriction(0.3F);
    tip->SetRestitutionThreshold(0);
  }

  b2World world_;
  b2Body* links_[2];
  float step_;
};

std::unique_ptr<Pendulum> hang(double step) {
  return std::make_unique<Hanging>(step);
}

}  // namespace

void add_box2d(std::vector<Engine>& engines) {
  engines.push_back({"Box2D 2.4", false, 1.0 / 60, open, hang});
}
