/// @file peer.h
/// What every physics engine of the comparison must do: take a scene, step, tell where its bodies are. One file an
/// engine; an engine that is not installed is left out. The plane is x-y, y is up, the floor is y = 0.
#ifndef CAROM_PEERS_PEER_H
#define CAROM_PEERS_PEER_H

#include <memory>
#include <string>
#include <vector>

#include "carom/model.h"

/// How two things meet.
struct Surface {
  double e = 0, mu = 0;
};

/// A body with a sphere fixed to it, or a box.
struct Body {
  double mass = 1;
  carom_vec3 inertia = {0.4, 0.4, 0.4};  ///< kg m^2, principal, body axes; engines of the plane take z
  carom_vec3 position = {0, 0, 0};       ///< m, mass centre
  carom_quat turn = {1, 0, 0, 0};        ///< body to world
  carom_vec3 velocity = {0, 0, 0}, spin = {0, 0, 0};
  double radius = 0;              ///< m, of the sphere
  carom_vec3 offset = {0, 0, 0};  ///< m, its centre, body axes
  carom_vec3 half = {0, 0, 0};    ///< m, of a box where radius is 0
};

struct Scene {
  double gravity = 0;       ///< m/s^2
  double step = 1e-4;       ///< s
  bool as_shipped = false;  ///< thresholds of restitution and iterations as the engine has them; else 0 and 200
  std::vector<Body> bodies;
  Surface floor, between;  ///< of bodies with the floor, with each other
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual void step() = 0;
  /// Position, turn, velocity and spin of body i are brought up to date.
  virtual void read(int i, Body& body) const = 0;
};

/// The double pendulum of scenes/motion/double-pendulum.json, over its floor.
class Pendulum {
 public:
  virtual ~Pendulum() = default;
  virtual void step() = 0;
  virtual carom_vec2 tip_of(int link) const = 0;  ///< m, the end of link 0 or 1
};

/// An engine in one of its settings.
struct Engine {
  std::string name;
  bool space = false;        ///< has three dimensions
  double usual_step = 0.01;  ///< s, of its own examples
  std::unique_ptr<Peer> (*open)(const Scene& scene) = nullptr;
  std::unique_ptr<Pendulum> (*pendulum)(double step) = nullptr;  ///< may be null
};

// One each; called where the build has found the engine.
void add_ode(std::vector<Engine>& engines);
void add_bullet(std::vector<Engine>& engines);
void add_chipmunk(std::vector<Engine>& engines);
void add_box2d(std::vector<Engine>& engines);
void add_mujoco(std::vector<Engine>& engines);

/// What restitution the settings of MuJoCo give (its own table).
void print_mujoco_restitution();

#endif
