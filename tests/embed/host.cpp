// A C++ program that solves an impact with each law, through the door and in an array: everything links, and answers
// are what they are in C.
#include <carom/carom.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("C++ host: %s\n", what);
  ++failures;
}

void one_contact() {
  carom_planar_problem planar = carom_planar_problem_default();
  planar.v_n = -1;
  planar.surface.e = 0.5;
  carom_planar_outcome planar_outcome;
  expect(carom_planar_solve(&planar, &planar_outcome, nullptr) == CAROM_OK && planar_outcome.v_n == 0.5, "planar");

  carom_spatial_problem spatial = carom_spatial_problem_default();
  spatial.v = carom_vec3_scale(-2, {0, 0, 1});
  carom_spatial_outcome spatial_outcome;
  expect(carom_spatial_solve(&spatial, &spatial_outcome, nullptr) == CAROM_OK && spatial_outcome.v.z == 2, "spatial");

  carom_compliant_problem springs = carom_compliant_problem_default();
  springs.v = {0, 0, -1};
  carom_compliant_outcome springs_outcome;
  expect(carom_compliant_solve(&springs, &springs_outcome, nullptr) == CAROM_OK, "compliant");
  expect(std::fabs(springs_outcome.v.z - 1) < 1e-12, "compliant: speed after");
}

void two_contacts() {
  const double w[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, v[4] = {0, -1, 0, -1};
  const carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  const carom_contact_problem problem = {2, 2, w, v, surfaces};
  std::vector<double> workspace(carom_simultaneous_workspace_size(2, 2));
  carom_simultaneous_memory memory = {};
  memory.workspace = workspace.data();
  carom_simultaneous_contact contacts[2];
  carom_simultaneous_outcome outcome;
  expect(carom_simultaneous_solve(&problem, &memory, contacts, &outcome, nullptr) == CAROM_OK, "simultaneous");
  expect(std::fabs(contacts[1].v[1] - 1) < 1e-12, "simultaneous: speed after");
}

void door() {
  const double w[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, v[3] = {0, 0, -1};
  const carom_surface surface = carom_surface_default();
  const carom_contact_problem problem = {3, 1, w, v, &surface};
  carom_impact_contact contact;
  carom_impact_memory memory = {};
  memory.contacts = &contact;
  memory.contact_capacity = 1;
  carom_impact_outcome outcome;
  expect(carom_impact_solve(&problem, nullptr, &memory, &outcome, nullptr) == CAROM_OK, "the door");
  expect(outcome.model == CAROM_MODEL_SPATIAL && contact.velocity_after[2] == 1, "the door: speed after");

  carom_strike strike = carom_strike_default();
  strike.a.velocity.z = -2;
  carom_struck struck;
  expect(carom_strike_bodies(&strike, nullptr, &struck, nullptr) == CAROM_OK && struck.velocity_a.z == 2, "a strike");

  const double e = 0.5;
  double impulse = 0;
  carom_planar_array array = {};
  array.w[0][0] = array.w[1][1] = {&w[0], 0};
  array.w[0][1] = {&w[1], 0};
  array.v[0] = {&v[0], 0};
  array.v[1] = {&v[2], 0};
  array.surface.e = {&e, 0};
  array.impulse[1] = {&impulse, 0};
  expect(carom_planar_solve_array(&array, 0, 1) == 0 && impulse == 1.5, "an array");
}

void errors() {
  carom_planar_problem problem = carom_planar_problem_default();
  problem.surface.mu = -1;
  carom_planar_outcome outcome;
  carom_diag diag;
  expect(carom_planar_solve(&problem, &outcome, &diag) == CAROM_OUT_OF_RANGE, "a bad field");
  expect(std::strcmp(diag.field, "surface.mu") == 0, "the name of the bad field");
  char version[32];
  std::snprintf(version, sizeof version, "%d.%d.%d", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, CAROM_VERSION_PATCH);
  expect(std::strcmp(version, carom_version()) == 0, "the version of headers and library");
}

}  // namespace

int main() {
  one_contact();
  two_contacts();
  door();
  errors();
  return failures > 0;
}
