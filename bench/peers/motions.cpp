// What many seconds do: a dropped ball, a double pendulum, a thrown box.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "answers.h"
#include "tables.h"

namespace {

constexpr double kGravity = 9.81;

// ---- a ball dropped from one metre, e = 0.8

Scene dropped(double step) {
  Scene scene;
  Body ball;
  ball.radius = 0.1;
  ball.inertia = {4e-3, 4e-3, 4e-3};
  ball.position = {0, 1.1, 0};
  scene.gravity = kGravity;
  scene.step = step;
  scene.as_shipped = true;
  scene.bodies = {ball};
  scene.floor = {0.8, 0};
  return scene;
}

/// s, of bounce n = 1, 2, ...
double bounce_time(int n) {
  const double first = std::sqrt(2 / kGravity);
  double time = first;
  for (int i = 1; i < n; ++i) time += 2 * first * std::pow(0.8, i);
  return time;
}

struct Drop {
  std::vector<double> times;  // s, of bounces: the end of the step in which it turns
  double apex = 0;            // m, above the floor after the first bounce
  double cpu = HUGE_VAL;      // s
};

Drop drop(const Engine& engine, double step) {
  Drop out;
  const std::unique_ptr<Peer> peer = engine.open(dropped(step));
  Body ball = dropped(step).bodies[0];
  double last = 0;
  const double start = cpu_time();
  for (long i = 1, count = std::lround(10 / step); i <= count; ++i) {
    peer->step();
    peer->read(0, ball);
    if (last < -1e-3 && ball.velocity.y > 1e-3) out.times.push_back(double(i) * step);
    if (out.times.size() == 1) out.apex = std::max(out.apex, ball.position.y - 0.1);
    last = ball.velocity.y;
  }
  out.cpu = cpu_time() - start;
  return out;
}

void print_drop_row(const std::string& name, const Drop& d) {
  std::printf("| %s |", name.c_str());
  for (int n : {1, 2, 5, 10}) {
    if (d.times.size() < size_t(n)) {
      std::printf(" – |");
    } else {
      std::printf(" %.3g |", 1e3 * (d.times[size_t(n) - 1] - bounce_time(n)));
    }
  }
  std::printf(" %.4f | %zu | %.2f |\n", std::sqrt(d.apex), d.times.size(), 1e3 * d.cpu);
}

// ---- a thrown box

Scene thrown(double step) {
  Scene scene;
  Body b;
  b.mass = 6;
  b.half = {0.1, 0.15, 0.2};
  b.inertia = {0.125, 0.1, 0.065};
  b.position = {0, 0.8, 0};
  const double length = std::sqrt(1 + 0.25 + 0.09), s = std::sin(0.4) / length;
  b.turn = {std::cos(0.4), s, 0.5 * s, 0.3 * s};
  b.velocity = {1.2, 0, 0.6};
  b.spin = {3, -2, 4};
  scene.gravity = kGravity;
  scene.step = step;
  scene.as_shipped = true;
  scene.bodies = {b};
  scene.floor = {0.4, 0.5};
  return scene;
}

const std::vector<double> kLooks = {0.5, 1, 10};  // s

double distance(const Body& a, const Body& b) {
  return std::sqrt(std::pow(a.position.x - b.position.x, 2) + std::pow(a.position.y - b.position.y, 2) +
                   std::pow(a.position.z - b.position.z, 2));
}

void print_box_row(const Engine& engine, double step, const std::vector<Body>& exact) {
  const std::unique_ptr<Peer> peer = engine.open(thrown(step));
  const double start = cpu_time();
  long done = 0;
  Body b;
  std::printf("| %s, %g kHz |", engine.name.c_str(), 1e-3 / step);
  for (size_t i = 0; i < kLooks.size(); ++i) {
    for (; done < std::lround(kLooks[i] / step); ++done) peer->step();
    peer->read(0, b);
    std::printf(" %.4f |", distance(b, exact[i]));
  }
  std::printf(" %.1f |\n", 1e3 * (cpu_time() - start));
}

template <typename Run>
double best_of_five(const Run& run) {
  double best = HUGE_VAL;
  for (int i = 0; i < 5; ++i) {
    const double start = cpu_time();
    run();
    best = std::min(best, cpu_time() - start);
  }
  return best;
}

}  // namespace

void print_drop(const std::vector<Engine>& engines) {
  std::puts(
      "| | bounce 1 [ms] | 2 | 5 | 10 | e of the first | bounces | CPU [ms] |\n|---|---|---|---|---|---|---|---|");
  Scene scene = dropped(1);
  Motion motion(scene, 10, false);
  Drop own;
  own.cpu = best_of_five([&motion] { motion.follow({}); });
  own.times = motion.impacts;
  own.apex = motion.follow({0.5 * (bounce_time(1) + bounce_time(2))})[0].position.y - 0.1;
  print_drop_row("**carom**", own);
  for (const Engine& engine : engines) {
    for (double step : {engine.usual_step, 1e-3}) {
      char name[100];
      std::snprintf(name, sizeof name, "%s, %.0f Hz", engine.name.c_str(), 1 / step);
      print_drop_row(name, drop(engine, step));
    }
  }
}

void print_pendulum(const std::vector<Engine>& engines) {
  std::puts("| | first impact [s] | angles at 10 s | CPU [ms] |\n|---|---|---|---|");
  const Swung exact = swing(10);
  std::printf("| **carom** | %.6f | %.5f %.5f | %.3f |\n", exact.first_impact, exact.angles[0], exact.angles[1],
              1e3 * best_of_five([] { swing(10); }));
  for (const Engine& engine : engines) {
    if (!engine.pendulum) continue;
    for (double step : {1e-3, 1e-4}) {
      const std::unique_ptr<Pendulum> p = engine.pendulum(step);
      double first = NAN, last = 0;
      const double start = cpu_time();
      for (long i = 1, count = std::lround(10 / step); i <= count; ++i) {
        p->step();
        const double height = p->tip_of(1).y;
        if (std::isnan(first) && i > 1 && height > last && height < -1.4) first = double(i) * step;
        last = height;
      }
      const double cpu = cpu_time() - start;
      const carom_vec2 a = p->tip_of(0), b = p->tip_of(1);
      const double angle = std::atan2(a.y, a.x);
      std::printf("| %s, %g kHz | %.4f | %.4f %.4f | %.1f |\n", engine.name.c_str(), 1e-3 / step, first, angle,
                  std::remainder(std::atan2(b.y - a.y, b.x - a.x) - angle, 2 * 3.14159265358979323846), 1e3 * cpu);
    }
  }
}

void print_box(const std::vector<Engine>& engines) {
  std::puts("| | off by, at 0.5 s [m] | at 1 s | at rest | CPU, 10 s [ms] |\n|---|---|---|---|---|");
  Motion motion(thrown(1), 10, false);
  const std::vector<Body> exact = motion.follow(kLooks);
  std::printf("| **carom** | 0 | 0 | 0: at %.4f %.4f %.4f | %.1f |\n", exact[2].position.x, exact[2].position.y,
              exact[2].position.z, 1e3 * best_of_five([&motion] { motion.follow({}); }));
  for (const Engine& engine : engines)
    for (double step : {1e-3, 1e-4})
      if (engine.space) print_box_row(engine, step, exact);
}
