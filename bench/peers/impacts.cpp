// What one impact does: rods, balls, balls that touch, corners of boxes.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "answers.h"
#include "tables.h"

extern "C" {
#include "rods.h"
}

namespace {

constexpr double kTip = 0.02;    // m, radius of the sphere that stands for the tip of a rod
constexpr double kGain = 1e-3;   // of the energy before: more is no rounding of single precision
constexpr double kStill = 1e-7;  // m/s: less is no change
constexpr int kMostSteps = 2000;

/// Steps until velocities have changed and then stayed for five steps.
std::vector<Body> after(const Engine& engine, const Scene& scene) {
  const std::unique_ptr<Peer> peer = engine.open(scene);
  std::vector<Body> now = scene.bodies;
  bool begun = false;
  for (int i = 0, quiet = 0; i < kMostSteps && !(begun && quiet >= 5); ++i) {
    double change = 0;
    peer->step();
    for (size_t k = 0; k < now.size(); ++k) {
      const carom_vec3 last = now[k].velocity;
      peer->read(int(k), now[k]);
      const carom_vec3 v = now[k].velocity;
      change = std::max({change, std::fabs(v.x - last.x), std::fabs(v.y - last.y), std::fabs(v.z - last.z)});
    }
    begun = begun || change > kStill;
    quiet = change > kStill ? 0 : quiet + 1;
  }
  return now;
}

// ---- rods

/// Seen against its first place: the contact is at the origin, the mass centre at x, y.
Scene scene_of(const rod& r) {
  Scene scene;
  Body body;
  body.mass = ROD_MASS;
  body.inertia = {ROD_INERTIA, ROD_INERTIA, ROD_INERTIA};
  body.position = {r.x, r.y, 0};
  body.velocity = {r.vx, r.vy, 0};
  body.spin = {0, 0, r.spin};
  body.radius = kTip;
  body.offset = {-r.x, kTip - r.y, 0};
  scene.bodies = {body};
  scene.floor = {r.surface.e, r.surface.mu};
  return scene;
}

struct Tally {
  int gains = 0, large = 0, count = 0;
  double worst = 0, error = 0;

  void add(double change, double exact) {
    ++count;
    gains += change > kGain;
    large += change > 0.05;
    worst = std::max(worst, change);
    error += std::fabs(change - exact);
  }
};

std::vector<rod> random_rods() {
  std::vector<rod> rods;
  bench_random random = {12345};
  for (int i = 0; i < 2000; ++i) {
    rods.push_back(rod_random(&random));
    rods.back().surface.e = 1;
    rods.back().surface.law = CAROM_LAW_STRONGE;
  }
  return rods;
}

carom_surface by_law(carom_law law) {
  carom_surface surface = carom_surface_default();
  surface.law = law;
  return surface;
}

template <typename Solve>
void print_rods_of(const char* name, const std::vector<rod>& rods, const Solve& solve) {
  rod falling = {0.35355339059327373, 0.35355339059327373, 0, 0.6, -1, 0, carom_surface_default()};
  falling.surface.mu = 0.9;
  const Scene scene = scene_of(falling);
  const Body before = scene.bodies[0], one = solve(scene)[0];
  Tally tally;
  for (const rod& r : rods) {
    const Scene each = scene_of(r);
    const double energy = kinetic(each.bodies);
    const double exact = kinetic(struck(each, 2, by_law(CAROM_LAW_STRONGE))) / energy - 1;
    tally.add(kinetic(solve(each)) / energy - 1, exact);
  }
  std::printf("| %s | %.4f | %.4f | %.4f | %+.4f | %d (%.1f %%) | %d | %.3f | %.3f |\n", name,
              one.velocity.x - before.velocity.x, one.velocity.y - before.velocity.y,
              one.velocity.y - one.spin.z * falling.x, kinetic(one) - kinetic(before), tally.gains,
              100.0 * tally.gains / tally.count, tally.large, tally.worst, tally.error / tally.count);
}

// ---- balls

Scene bouncing(double mass, double radius, const carom_vec3& velocity, double spin, const Surface& floor) {
  Scene scene;
  Body ball;
  const double inertia = 0.4 * mass * radius * radius;
  ball.mass = mass;
  ball.inertia = {inertia, inertia, inertia};
  ball.position = {0, radius, 0};
  ball.velocity = velocity;
  ball.spin = {0, 0, spin};
  ball.radius = radius;
  scene.bodies = {ball};
  scene.floor = floor;
  return scene;
}

void print_ball(const char* name, const std::vector<Body>& a, const std::vector<Body>& b) {
  std::printf("| %s | %.4f %.4f %.4f | %.4f %.4f %.2f |\n", name, a[0].velocity.x, a[0].velocity.y, a[0].spin.z,
              b[0].velocity.x, b[0].velocity.y, b[0].spin.z);
}

// ---- balls that touch

Scene two_balls(double e_between, double e_floor) {
  Scene scene;
  scene.between = {e_between, 0};
  scene.floor = {e_floor, 0};
  for (int i = 0; i < 2; ++i) {
    Body ball;
    ball.radius = 0.5;
    ball.mass = i == 0 ? 1.1547005383792517 : 1;
    ball.position = {0, 0.5 + i, 0};
    ball.velocity = {0, i == 0 ? 0.0 : -1.0, 0};
    scene.bodies.push_back(ball);
  }
  return scene;
}

Scene cradle(int count) {
  Scene scene;
  scene.between = {1, 0};
  for (int i = 0; i < count; ++i) {
    Body ball;
    ball.radius = 0.01;
    ball.mass = 0.033;
    ball.inertia = {1.32e-6, 1.32e-6, 1.32e-6};
    ball.position = {0.02 * i, 1, 0};
    ball.velocity = {i == 0 ? 1.0 : 0.0, 0, 0};
    scene.bodies.push_back(ball);
  }
  return scene;
}

void print_speeds(const std::vector<Body>& bodies, bool upright) {
  for (const Body& body : bodies)
    std::printf("%.4g ", std::round(1e4 * (upright ? body.velocity.y : body.velocity.x)) / 1e4);
}

void print_group(const char* name, const std::vector<std::vector<Body>>& all, const std::vector<Scene>& scenes) {
  std::printf("| %s |", name);
  for (size_t i = 0; i < all.size(); ++i) {
    std::vector<Body> shown = all[i];
    if (i < 2) std::swap(shown[0], shown[1]);
    std::printf(" ");
    print_speeds(shown, i < 2);
    std::printf("| %.3f |", kinetic(all[i]) / kinetic(scenes[i].bodies));
  }
  std::puts("");
}

// ---- corners of boxes

/// A box that falls with its lowest corner, or edge, first; the others are clear of the floor.
Scene box(const carom_quat& turn, const carom_vec3& velocity, const carom_vec3& spin) {
  Scene scene;
  Body b;
  b.mass = 6;
  b.half = {0.1, 0.15, 0.2};
  b.inertia = {0.125, 0.1, 0.065};
  b.turn = turn;
  b.velocity = velocity;
  b.spin = spin;
  double low = 0;
  for (const carom_vec3& corner : corners_of(b)) low = std::min(low, corner.y);
  b.position = {0, -low, 0};
  scene.bodies = {b};
  scene.floor = {1, 0.5};
  return scene;
}

/// m/s, of the lowest corner along the normal, and how far the next one is above it.
void look_at_lowest(const Scene& scene, double* rate, double* clearance) {
  const Body& b = scene.bodies[0];
  std::vector<carom_vec3> corners = corners_of(b);
  std::sort(corners.begin(), corners.end(), [](const carom_vec3& p, const carom_vec3& q) { return p.y < q.y; });
  *rate = b.velocity.y + b.spin.z * corners[0].x - b.spin.x * corners[0].z;
  *clearance = corners[1].y - corners[0].y;
}

std::vector<Scene> random_corners(int count) {
  std::vector<Scene> scenes;
  bench_random random = {2025};
  const auto between = [&random](double low, double high) { return bench_uniform(&random, low, high); };
  while (int(scenes.size()) < count) {
    const carom_quat turn = {between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
    const double length = std::sqrt(turn.w * turn.w + turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    const carom_vec3 velocity = {between(-2, 2), between(-2, 0), between(-2, 2)};
    const carom_vec3 spin = {between(-5, 5), between(-5, 5), between(-5, 5)};
    if (!(length > 0.1 && length < 1)) continue;
    const Scene scene = box({turn.w / length, turn.x / length, turn.y / length, turn.z / length}, velocity, spin);
    double rate, clearance;
    look_at_lowest(scene, &rate, &clearance);
    if (rate < -0.3 && clearance > 0.02) scenes.push_back(scene);
  }
  return scenes;
}

}  // namespace

void print_rods(const std::vector<Engine>& engines) {
  const std::vector<rod> rods = random_rods();
  std::puts("| | P_t | P_n | C | change [J] of 0.68 | rods that gain | > 5 % | most | mean error |");
  std::puts("|---|---|---|---|---|---|---|---|---|");
  for (carom_law law : {CAROM_LAW_STRONGE, CAROM_LAW_POISSON, CAROM_LAW_NEWTON})
    print_rods_of((std::string("**carom**, ") + carom_law_word(law)).c_str(), rods,
                  [law](const Scene& scene) { return struck(scene, 2, by_law(law)); });
  for (const Engine& engine : engines)
    print_rods_of(engine.name.c_str(), rods, [&engine](const Scene& scene) { return after(engine, scene); });
}

void print_balls(const std::vector<Engine>& engines) {
  const Scene back = bouncing(1, 1, {-1, -5, 0}, -2, {0.5, 0.4});
  const Scene superball = bouncing(0.047, 0.0235, {2, -4, 0}, 150, {0.88, 0.8});
  carom_surface soft = carom_surface_default(), rubber = soft;
  soft.eta2 = carom_eta2_from_poisson_ratio(0.3);
  rubber.eta2 = carom_eta2_from_poisson_ratio(0.5);
  std::puts("| | ball with backspin: v_x, v_y, spin | superball: v_x, v_y, spin |\n|---|---|---|");
  print_ball("**carom**, Poisson's ratio 0.3 and 0.5", struck(back, 3, soft), struck(superball, 3, rubber));
  print_ball("**carom**, rigid", struck(back, 3, carom_surface_default()),
             struck(superball, 3, carom_surface_default()));
  for (const Engine& engine : engines) print_ball(engine.name.c_str(), after(engine, back), after(engine, superball));
}

void print_touching(const std::vector<Engine>& engines) {
  const std::vector<Scene> scenes = {two_balls(0.9, 0.7), two_balls(1, 1), cradle(3), cradle(5)};
  std::puts("| | two balls, e = 0.9, 0.7 | E | two balls, e = 1 | E | three in a row | E | five in a row | E |");
  std::puts("|---|---|---|---|---|---|---|---|---|");
  const auto of_all = [&scenes](const auto& solve) {
    std::vector<std::vector<Body>> all;
    for (const Scene& scene : scenes) all.push_back(solve(scene));
    return all;
  };
  for (double exponent : {1.0, 1.5}) {
    carom_surface surface = carom_surface_default();
    surface.exponent = exponent;
    print_group(exponent == 1 ? "**carom**, linear contacts" : "**carom**, Hertz contacts",
                of_all([&surface](const Scene& scene) { return struck(scene, 2, surface); }), scenes);
  }
  for (const Engine& engine : engines)
    print_group(engine.name.c_str(), of_all([&engine](const Scene& scene) { return after(engine, scene); }), scenes);
}

void print_corners(const std::vector<Engine>& engines) {
  const std::vector<Scene> scenes = random_corners(400);
  const double half = std::atan2(0.15, 0.1) / 2;  // an edge along z, the mass centre above it
  const Scene edge = box({std::cos(half), 0, 0, std::sin(half)}, {1, -2, 0}, {0, 0, 1});
  std::vector<double> exact;
  for (const Scene& scene : scenes)
    exact.push_back(kinetic(struck(scene, 3, carom_surface_default())) / kinetic(scene.bodies) - 1);
  std::puts(
      "| | edge: E after / before | corners that gain, of 400 | > 5 % | most | mean error "
      "|\n|---|---|---|---|---|---|");
  const auto print = [&](const char* name, const auto& solve) {
    Tally tally;
    for (size_t i = 0; i < scenes.size(); ++i)
      tally.add(kinetic(solve(scenes[i])) / kinetic(scenes[i].bodies) - 1, exact[i]);
    std::printf("| %s | %.4f | %d | %d | %.3f | %.3f |\n", name, kinetic(solve(edge)) / kinetic(edge.bodies),
                tally.gains, tally.large, tally.worst, tally.error / tally.count);
  };
  print("**carom**", [](const Scene& scene) { return struck(scene, 3, carom_surface_default()); });
  for (const Engine& engine : engines)
    if (engine.space) print(engine.name.c_str(), [&engine](const Scene& scene) { return after(engine, scene); });
}
