// MuJoCo 2.2. Its contacts are springs with damping; "tuned" are those that give the restitution that is asked for.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "peer.h"

namespace {

constexpr double kPi = 3.14159265358979323846;
/// Steps that a tuned contact lasts.
constexpr double kContactSteps = 10;

std::string print(const char* format, ...) {
  char text[1000];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

/// A spring and a damper that cannot pull: it lets go where the force vanishes. omega = 1.
struct Swing {
  double time, e;
};

Swing swing_of(double damping) {
  const double z = damping, turn = std::sqrt(1 - z * z), t = std::atan2(2 * z * turn, z * z - turn * turn) / turn;
  return {t, -std::exp(-z * t) * (std::cos(turn * t) - z / turn * std::sin(turn * t))};
}

/// MuJoCo's solref = (-stiffness, -damping) for a restitution and a duration.
std::string tuned(double e, double duration) {
  double low = 0, high = 1 - 1e-9;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (swing_of(middle).e > e ? low : high) = middle;
  }
  const double omega = swing_of(low).time / duration;
  return print("solref='%.15g %.15g' solimp='.9999 .9999 .001'", -omega * omega, -2 * low * omega);
}

mjModel* compile(const std::string& text) {
  static mjVFS files;
  char error[500] = "";
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "scene.xml", int(text.size()));
  std::memcpy(files.filedata[mj_findFileVFS(&files, "scene.xml")], text.data(), text.size());
  mjModel* model = mj_loadXML("scene.xml", &files, error, sizeof error);
  mj_deleteVFS(&files);
  if (model) return model;
  std::fprintf(stderr, "MuJoCo: %s\n", error);
  std::exit(1);
}

std::string head(double step, double gravity) {
  return print(
      "<mujoco><compiler angle='radian'/><option timestep='%.15g' gravity='0 %.15g 0' cone='elliptic'/><default><geom "
      "contype='0' conaffinity='0' condim='3'/></default><worldbody>",
      step, -gravity);
}

class Mujoco : public Peer {
 public:
  Mujoco(const Scene& scene, bool is_tuned) {
    std::string text = head(scene.step, scene.gravity), pairs;
    text += "<geom name='floor' type='plane' size='50 50 1' zaxis='0 1 0'/>";
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
      text += describe(scene.bodies[i], int(i));
      pairs += pair(scene.floor, scene.step, is_tuned, "floor", int(i));
      if (i > 0) pairs += pair(scene.between, scene.step, is_tuned, print("b%d", int(i) - 1), int(i));
    }
    model_ = compile(text + "</worldbody><contact>" + pairs + "</contact></mujoco>");
    data_ = mj_makeData(model_);
    for (size_t i = 0; i < scene.bodies.size(); ++i) start(scene.bodies[i], data_->qvel + 6 * i);
  }

  ~Mujoco() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void step() override {
    mj_step(model_, data_);
  }

  void read(int i, Body& body) const override {
    const mjtNum *q = data_->qpos + 7 * i, *u = data_->qvel + 6 * i;
    mjtNum spin[3];
    mju_rotVecQuat(spin, u + 3, q + 3);  // its spins are in body axes
    body.position = {q[0], q[1], q[2]};
    body.turn = {q[3], q[4], q[5], q[6]};
    body.velocity = {u[0], u[1], u[2]};
    body.spin = {spin[0], spin[1], spin[2]};
  }

 private:
  static std::string describe(const Body& b, int i) {
    std::string text = print("<body pos='%.15g %.15g %.15g' quat='%.17g %.17g %.17g %.17g'><freejoint/>", b.position.x,
                             b.position.y, b.position.z, b.turn.w, b.turn.x, b.turn.y, b.turn.z);
    text += print("<inertial pos='0 0 0' mass='%.15g' diaginertia='%.15g %.15g %.15g'/>", b.mass, b.inertia.x,
                  b.inertia.y, b.inertia.z);
    if (b.radius > 0) {
      text += print("<geom name='b%d' type='sphere' size='%.15g' pos='%.15g %.15g %.15g'/>", i, b.radius, b.offset.x,
                    b.offset.y, b.offset.z);
    } else {
      text += print("<geom name='b%d' type='box' size='%.15g %.15g %.15g'/>", i, b.half.x, b.half.y, b.half.z);
    }
    return text + "</body>";
  }

  static std::string pair(const Surface& surface, double step, bool is_tuned, const std::string& other, int i) {
    const std::string spring = is_tuned ? tuned(surface.e, kContactSteps * step) : "";
    return print("<pair geom1='%s' geom2='b%d' condim='3' friction='%.15g %.15g 0 0 0' ", other.c_str(), i,
                 std::max(surface.mu, 1e-9), std::max(surface.mu, 1e-9)) +
           spring + "/>";
  }

  static void start(const Body& b, mjtNum* u) {
    const mjtNum turn[4] = {b.turn.w, b.turn.x, b.turn.y, b.turn.z}, spin[3] = {b.spin.x, b.spin.y, b.spin.z};
    mjtNum back[4];
    mju_negQuat(back, turn);
    u[0] = b.velocity.x, u[1] = b.velocity.y, u[2] = b.velocity.z;
    mju_rotVecQuat(u + 3, spin, back);
  }

  mjModel* model_;
  mjData* data_;
};

std::unique_ptr<Peer> open_tuned(const Scene& scene) {
  return std::make_unique<Mujoco>(scene, true);
}

std::unique_ptr<Peer> open_shipped(const Scene& scene) {
  return std::make_unique<Mujoco>(scene, false);
}

class Hanging : public Pendulum {
 public:
  explicit Hanging(double step) {
    std::string text =
        head(step, 9.81) + "<geom name='floor' type='plane' size='50 50 1' pos='0 -1.5 0' zaxis='0 1 0'/>";
    const char* link =
        "<joint type='hinge' axis='0 0 1'/><inertial pos='.5 0 0' mass='1' "
        "diaginertia='.001 .08333333333333333 .08333333333333333'/>";
    text += print(
        "<body>%s<body pos='1 0 0' euler='0 0 .5'>%s<geom name='tip' type='sphere' pos='1 0 0' size='.001' "
        "mass='0'/></body></body></worldbody><contact><pair geom1='floor' geom2='tip' condim='3' "
        "friction='.3 .3 0 0 0'/></contact></mujoco>",
        link, link);
    model_ = compile(text);
    data_ = mj_makeData(model_);
  }

  ~Hanging() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void step() override {
    mj_step(model_, data_);
  }

  carom_vec2 tip_of(int link) const override {
    const double a = data_->qpos[0], b = a + 0.5 + data_->qpos[1];
    const carom_vec2 first = {std::cos(a), std::sin(a)};
    return link == 0 ? first : carom_vec2{first.x + std::cos(b), first.y + std::sin(b)};
  }

 private:
  mjModel* model_;
  mjData* data_;
};

std::unique_ptr<Pendulum> hang(double step) {
  return std::make_unique<Hanging>(step);
}

struct Rebounds {
  double mean = 0, least = HUGE_VAL, most = 0, deepest = 0;
};

/// A ball that falls with 3 m/s from forty heights within one step.
Rebounds rebound(const char* integrator, double step, const std::string& solref) {
  Rebounds out;
  std::string text =
      print("<mujoco><option timestep='%.15g' gravity='0 0 0' integrator='%s'/><worldbody>", step, integrator);
  text +=
      "<geom name='floor' type='plane' size='5 5 1'/><body><freejoint/><geom name='ball' size='.1' mass='1' "
      "contype='0' conaffinity='0'/></body></worldbody><contact><pair geom1='floor' geom2='ball' condim='1' ";
  mjModel* model = compile(text + solref + "/></contact></mujoco>");
  mjData* data = mj_makeData(model);
  for (int phase = 0; phase < 40; ++phase) {
    mj_resetData(model, data);
    data->qpos[2] = 0.1 + 3 * step * (1 + phase / 40.0);
    data->qvel[2] = -3;
    double low = 1, last = -3;
    for (int i = 0; i < 5000 && (data->qpos[2] < 0.1 || last < 0); ++i) {
      mj_step(model, data);
      low = std::min(low, data->qpos[2]);
      last = data->qvel[2];
    }
    out.mean += std::max(last, 0.0) / 3 / 40;
    out.least = std::min(out.least, std::max(last, 0.0) / 3);
    out.most = std::max(out.most, last / 3);
    out.deepest = std::max(out.deepest, 0.1 - low);
  }
  mj_deleteData(data);
  mj_deleteModel(model);
  return out;
}

void print_rebounds(const char* title, const char* integrator, double step, const std::string& solref) {
  const Rebounds r = rebound(integrator, step, solref);
  std::printf("| %s | %g ms | %.3f [%.3f, %.3f] | %.0f mm |\n", title, 1e3 * step, r.mean, r.least, r.most,
              1e3 * r.deepest);
}

}  // namespace

void add_mujoco(std::vector<Engine>& engines) {
  engines.push_back({"MuJoCo tuned", true, 0.002, open_tuned, nullptr});
  engines.push_back({"MuJoCo default", true, 0.002, open_shipped, hang});
}

void print_mujoco_restitution() {
  std::printf("\n| setting | step | e, mean [least, most] | deepest |\n|---|---|---|---|\n");
  print_rebounds("default, `solref` .02 1", "Euler", 2e-3, "");
  print_rebounds("`solref` .02 .1", "Euler", 2e-3, "solref='.02 .1'");
  print_rebounds("`solref` .01 .1", "Euler", 2e-3, "solref='.01 .1'");
  print_rebounds("`solref` -1000 0", "Euler", 2e-3, "solref='-1000 0'");
  print_rebounds("`solref` -100000 0", "Euler", 2e-3, "solref='-100000 0'");
  print_rebounds("`solref` -100000 0, RK4", "RK4", 2e-3, "solref='-100000 0'");
  for (double e : {0.8, 0.5})
    for (int steps : {5, 10, 30, 100})
      print_rebounds(print("tuned for e = %g, contact of %d steps", e, steps).c_str(), "Euler", 1e-3,
                     tuned(e, steps * 1e-3));
}
