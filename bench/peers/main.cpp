// carom beside the physics engines that are installed: the tables of docs/comparison.md, as Markdown.
// Usage: carom-peers [--alone] [TABLE...] with rods balls touching corners drop pendulum restitution box speed; all by
// default. --alone: carom's rows only.
#include <cstdio>
#include <cstring>

#include "tables.h"

static void restitution(const std::vector<Engine>& engines) {
  (void)engines;
#ifdef CAROM_PEER_MUJOCO
  if (!engines.empty()) print_mujoco_restitution();
#endif
}

static const struct {
  const char* name;
  void (*print)(const std::vector<Engine>& engines);
} tables[] = {
    {"rods", print_rods},         {"balls", print_balls}, {"touching", print_touching},
    {"corners", print_corners},   {"drop", print_drop},   {"pendulum", print_pendulum},
    {"restitution", restitution}, {"box", print_box},     {"speed", print_speed},
};

static std::vector<Engine> installed() {
  std::vector<Engine> engines;
#ifdef CAROM_PEER_ODE
  add_ode(engines);
#endif
#ifdef CAROM_PEER_BULLET
  add_bullet(engines);
#endif
#ifdef CAROM_PEER_CHIPMUNK
  add_chipmunk(engines);
#endif
#ifdef CAROM_PEER_BOX2D
  add_box2d(engines);
#endif
#ifdef CAROM_PEER_MUJOCO
  add_mujoco(engines);
#endif
  return engines;
}

static bool is_asked_for(const char* name, int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], name) == 0) return true;
  return argc == 1;
}

int main(int argc, char** argv) {
  const bool alone = argc > 1 && std::strcmp(argv[1], "--alone") == 0;
  if (alone) --argc, ++argv;
  const std::vector<Engine> engines = alone ? std::vector<Engine>{} : installed();
  if (engines.empty() && !alone) std::puts("No engine is installed beside carom: make bench-peers installs five.");
  for (const auto& table : tables) {
    if (!is_asked_for(table.name, argc, argv)) continue;
    std::printf("\n## %s\n", table.name);
    table.print(engines);
    std::fflush(stdout);
  }
  return 0;
}
