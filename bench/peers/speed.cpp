// What a step of an engine costs with so many contacts at rest, and what an impact costs in carom.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "answers.h"
#include "tables.h"

namespace {

constexpr int kBlocks = 7, kPerBlock = 2000;

template <typename Run>
double microseconds(const Run& run) {
  double best = HUGE_VAL;
  run();
  for (int block = 0; block < kBlocks; ++block) {
    const double start = cpu_time();
    for (int i = 0; i < kPerBlock; ++i) run();
    best = std::min(best, 1e6 * (cpu_time() - start) / kPerBlock);
  }
  return best;
}

Scene resting(int count) {
  Scene scene;
  scene.gravity = 9.81;
  scene.step = 1e-3;
  scene.as_shipped = true;
  scene.floor = {0.5, 0.5};
  for (int i = 0; i < count; ++i) {
    Body ball;
    ball.radius = 0.1;
    ball.inertia = {4e-3, 4e-3, 4e-3};
    ball.position = {0.5 * i, 0.1, 0};
    scene.bodies.push_back(ball);
  }
  return scene;
}

void print_planar() {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = 2.5, p.w_tn = -1.5, p.w_nn = 2.5, p.v_t = 0.6, p.v_n = -1;
  p.surface.e = p.surface.mu = 0.9;
  carom_planar_outcome out;
  std::printf("| one contact in the plane (`carom_planar_solve`, a falling rod) | %.3f |\n",
              microseconds([&] { carom_planar_solve(&p, &out, nullptr); }));
}

/// A corner of a box: friction that turns.
carom_strike corner(double eta2) {
  carom_strike strike = carom_strike_default();
  strike.a.inverse_mass = 1 / 6.0;
  strike.a.inverse_inertia = carom_mat3_diagonal(8, 10, 15);
  strike.a.position = {0.05, -0.03, 0.24};
  strike.a.velocity = {1, 0.4, -2};
  strike.a.spin = {3, -2, 4};
  strike.surface.e = 0.5;
  strike.surface.mu = 0.4;
  strike.surface.eta2 = eta2;
  return strike;
}

void print_strike(const char* name, double eta2) {
  const carom_strike strike = corner(eta2);
  carom_struck struck;
  std::printf("| %s | %.2f |\n", name, microseconds([&] { carom_strike_bodies(&strike, nullptr, &struck, nullptr); }));
}

/// A row of balls, the first of which strikes: W of a chain.
void print_row(int count, double exponent, const char* name) {
  const int contacts = count - 1;
  std::vector<double> w(size_t(4 * contacts * contacts)), v(size_t(2 * contacts));
  for (int i = 0; i < contacts; ++i) {
    const size_t n = size_t(2 * i + 1), size = size_t(2 * contacts);
    w[(n - 1) * size + n - 1] = 2;
    w[n * size + n] = 2;
    if (i > 0) w[n * size + n - 2] = w[(n - 2) * size + n] = -1;
  }
  v[1] = -1;
  std::vector<carom_surface> surfaces(size_t(contacts), carom_surface_default());
  for (carom_surface& surface : surfaces) surface.exponent = exponent;
  std::vector<double> workspace(carom_impact_workspace_size(2, contacts));
  std::vector<carom_impact_contact> answers{size_t(contacts)};
  carom_impact_memory memory = {};
  memory.workspace = workspace.data(), memory.workspace_capacity = workspace.size();
  memory.contacts = answers.data(), memory.contact_capacity = contacts;
  const carom_contact_problem problem = {2, contacts, w.data(), v.data(), surfaces.data()};
  carom_impact_outcome outcome;
  double best = HUGE_VAL;
  for (int block = 0; block < 5; ++block) {
    const double start = cpu_time();
    for (int i = 0; i < 20; ++i) carom_impact_solve(&problem, nullptr, &memory, &outcome, nullptr);
    best = std::min(best, 1e6 * (cpu_time() - start) / 20);
  }
  std::printf("| %s | %.3g |\n", name, best);
}

}  // namespace

void print_speed(const std::vector<Engine>& engines) {
  if (!engines.empty()) std::puts("| one step, contacts at rest: | 1 [us] | 3 | 5 | 10 |\n|---|---|---|---|---|");
  for (const Engine& engine : engines) {
    std::printf("| %s |", engine.name.c_str());
    for (int count : {1, 3, 5, 10}) {
      const std::unique_ptr<Peer> peer = engine.open(resting(count));
      for (int i = 0; i < 200; ++i) peer->step();
      std::printf(" %.2g |", microseconds([&peer] { peer->step(); }));
    }
    std::puts("");
  }
  std::puts("\n| one impact in carom | [us] |\n|---|---|");
  print_planar();
  print_strike("one contact in space (`carom_strike_bodies`, a corner of a box)", 0);
  print_strike("the same on springs, Poisson's ratio 0.3", carom_eta2_from_poisson_ratio(0.3));
  print_row(3, 1, "three balls in a row, linear");
  print_row(5, 1, "five");
  print_row(10, 1, "ten");
  print_row(3, 1.5, "three balls in a row, Hertz");
  print_row(5, 1.5, "five");
  print_row(10, 1.5, "ten");
}
