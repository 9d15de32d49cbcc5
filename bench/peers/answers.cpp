// carom's answers, through its public functions.
#include "answers.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

double cpu_time() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

static void need(carom_status status, const carom_diag& diag) {
  if (status == CAROM_OK) return;
  std::fprintf(stderr, "carom: %s\n", diag.message);
  std::exit(1);
}

carom_mat3 rotation(const Body& body) {
  return carom_mat3_from_quat(body.turn);
}

static carom_body body_of(const Body& b) {
  carom_body body = carom_body_default();
  body.mass = b.mass;
  body.inertia = carom_mat3_diagonal(b.inertia.x, b.inertia.y, b.inertia.z);
  body.orientation = rotation(b);
  body.position = b.position;
  body.velocity = b.velocity;
  body.spin = b.spin;
  return body;
}

double kinetic(const Body& body) {
  const carom_body b = body_of(body);
  return carom_bodies_energy(1, &b);
}

double kinetic(const std::vector<Body>& bodies) {
  double sum = 0;
  for (const Body& body : bodies) sum += kinetic(body);
  return sum;
}

std::vector<carom_vec3> corners_of(const Body& body) {
  std::vector<carom_vec3> out;
  const carom_mat3 turn = rotation(body);
  for (int i = 0; i < 8; ++i)
    out.push_back(carom_mat3_apply(turn, {i & 1 ? body.half.x : -body.half.x, i & 2 ? body.half.y : -body.half.y,
                                          i & 4 ? body.half.z : -body.half.z}));
  return out;
}

static void touch_floor(const Body& b, int index, int floor, std::vector<carom_touch>& touches) {
  static const double kNear = 1e-9;  // m
  std::vector<carom_vec3> arms;
  if (b.radius > 0) {
    carom_vec3 arm = carom_mat3_apply(rotation(b), b.offset);
    arm.y -= b.radius;
    arms.push_back(arm);
  } else {
    arms = corners_of(b);
  }
  for (const carom_vec3& arm : arms) {
    if (std::fabs(b.position.y + arm.y) > kNear) continue;
    carom_touch touch = {};
    touch.body_a = index, touch.body_b = floor;
    touch.point = {b.position.x + arm.x, b.position.y + arm.y, b.position.z + arm.z};
    carom_frame_in_plane({0, 1}, &touch.frame, nullptr);
    touches.push_back(touch);
  }
}

static void touch_next(const Body& a, const Body& b, int index, std::vector<carom_touch>& touches) {
  const double x = b.position.x - a.position.x, y = b.position.y - a.position.y, distance = std::hypot(x, y);
  if (std::fabs(distance - a.radius - b.radius) > 1e-9) return;
  carom_touch touch = {};
  touch.body_a = index + 1, touch.body_b = index;
  touch.point = {a.position.x + x * a.radius / distance, a.position.y + y * a.radius / distance, 0};
  carom_frame_in_plane({x / distance, y / distance}, &touch.frame, nullptr);
  touches.push_back(touch);
}

std::vector<Body> struck(const Scene& scene, int dimension, const carom_surface& like) {
  std::vector<carom_body> bodies;
  std::vector<carom_touch> touches;
  const int floor = int(scene.bodies.size());
  for (int i = 0; i < floor; ++i) {
    bodies.push_back(body_of(scene.bodies[size_t(i)]));
    touch_floor(scene.bodies[size_t(i)], i, floor, touches);
    if (i > 0) touch_next(scene.bodies[size_t(i) - 1], scene.bodies[size_t(i)], i - 1, touches);
  }
  bodies.push_back(carom_body_fixed());
  const int count = int(touches.size());
  std::vector<carom_surface> surfaces;
  for (const carom_touch& touch : touches) {
    const Surface& surface = touch.body_b == floor ? scene.floor : scene.between;
    surfaces.push_back(like);
    surfaces.back().e = surface.e;
    surfaces.back().mu = surface.mu;
    surfaces.back().mu_static = 0;
  }
  carom_diag diag;
  std::vector<double> w(size_t(dimension * dimension * count * count)), v(size_t(dimension * count)), p;
  const carom_bodies system = {dimension, floor + 1, bodies.data(), count, touches.data()};
  need(carom_bodies_contact(&system, w.data(), v.data(), &diag), diag);
  const carom_contact_problem problem = {dimension, count, w.data(), v.data(), surfaces.data()};
  std::vector<double> workspace(carom_impact_workspace_size(dimension, count));
  std::vector<carom_impact_contact> answers(static_cast<size_t>(count));
  carom_impact_memory memory = {};
  memory.workspace = workspace.data(), memory.workspace_capacity = workspace.size();
  memory.contacts = answers.data(), memory.contact_capacity = count;
  carom_impact_outcome outcome;
  need(carom_impact_solve(&problem, nullptr, &memory, &outcome, &diag), diag);
  for (const carom_impact_contact& answer : answers) p.insert(p.end(), answer.impulse, answer.impulse + dimension);
  carom_bodies_apply(&system, p.data(), bodies.data());
  std::vector<Body> out = scene.bodies;
  for (size_t i = 0; i < out.size(); ++i) out[i].velocity = bodies[i].velocity, out[i].spin = bodies[i].spin;
  return out;
}

Motion::Motion(const Scene& scene, double until, bool in_plane) : radius_(scene.bodies[0].radius), in_plane_(in_plane) {
  const Body& b = scene.bodies[0];
  body_ = in_plane ? carom_body_planar(b.mass, b.inertia.z, {b.position.x, b.position.y}) : body_of(b);
  body_.velocity = b.velocity;
  body_.spin = b.spin;
  floor_ = {{0, 0, 0}, {0, 1, 0}, carom_surface_default()};
  floor_.surface.e = scene.floor.e;
  floor_.surface.mu = floor_.surface.mu_static = scene.floor.mu;
  motion_ = carom_motion_default();
  motion_.until = until;
  motion_.gravity = {0, -scene.gravity, 0};
  motion_.planes = &floor_;
  motion_.plane_count = 1;
  Body straight = b;
  straight.turn = {1, 0, 0, 0};
  if (radius_ == 0) corners_ = corners_of(straight);
  carom_diag diag;
  const carom_flyer_input input = {in_plane ? 2 : 3, &body_, 0, {radius_, int(corners_.size()), corners_.data()}};
  need(carom_flyer_prepare(&input, &motion_, &flyer_, &mover_, state_, &diag), diag);
  workspace_.resize(size_t(carom_motion_workspace_size(&mover_)));
}

std::vector<Body> Motion::follow(const std::vector<double>& times) {
  static carom_motion_run run;
  carom_diag diag;
  std::vector<Body> out;
  impacts.clear();
  need(carom_motion_start(&run, &mover_, &motion_, state_, workspace_.data(), &diag), diag);
  while (run.happened != CAROM_MOTION_ENDED) {
    need(carom_motion_step(&run, &diag), diag);
    if (run.happened == CAROM_MOTION_IMPACT) impacts.push_back(run.t);
    if (run.happened != CAROM_MOTION_MOVED) continue;
    while (out.size() < times.size() && times[out.size()] <= run.t) {
      double state[CAROM_ODE_MAX_SIZE];
      carom_body body = body_;
      carom_motion_sample(&run, times[out.size()], state);
      carom_flyer_body(&flyer_, state, &body, nullptr);
      Body b;
      b.position = body.position, b.velocity = body.velocity, b.spin = body.spin;
      out.push_back(b);
    }
  }
  return out;
}

Swung swing(double until) {
  static carom_motion_run run;
  carom_link links[2] = {{1, 1, 0.5, 1.0 / 12}, {1, 1, 0.5, 1.0 / 12}};
  double angles[2] = {0, 0.5}, rates[2] = {0, 0}, state[CAROM_ODE_MAX_SIZE];
  const carom_chain chain = {{0, 0}, 2, links, angles, rates};
  carom_plane floor = {{0, -1.5, 0}, {0, 1, 0}, carom_surface_default()};
  floor.surface.e = 0.5;
  floor.surface.mu = floor.surface.mu_static = 0.3;
  carom_motion motion = carom_motion_default();
  motion.until = until;
  motion.gravity = {0, -9.81, 0};
  motion.planes = &floor;
  motion.plane_count = 1;
  carom_chain_mover ready;
  carom_mover mover;
  carom_diag diag;
  need(carom_chain_prepare(&chain, &motion, &ready, &mover, state, &diag), diag);
  std::vector<double> workspace(size_t(carom_motion_workspace_size(&mover)));
  need(carom_motion_start(&run, &mover, &motion, state, workspace.data(), &diag), diag);
  Swung out = {NAN, {0, 0}};
  while (run.happened != CAROM_MOTION_ENDED) {
    need(carom_motion_step(&run, &diag), diag);
    if (run.happened == CAROM_MOTION_IMPACT && std::isnan(out.first_impact)) out.first_impact = run.t;
  }
  out.angles[0] = run.state[0], out.angles[1] = run.state[1];
  return out;
}
