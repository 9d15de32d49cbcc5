// A host that is compiled with fast-math, where NaN is no number that it knows: carom must still refuse it.
#include <carom/carom.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static double not_a_number(void) {
  const uint64_t bits = UINT64_C(0x7ff8000000000000);
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static int failures;

static void expect(int holds, const char* what) {
  if (holds) return;
  printf("fast-math host: %s\n", what);
  ++failures;
}

static void planar_and_bodies(void) {
  carom_planar_problem problem = carom_planar_problem_default();
  carom_planar_outcome outcome;
  problem.v_n = -1;
  expect(carom_planar_solve(&problem, &outcome, NULL) == CAROM_OK && outcome.v_n == 1, "a bounce is not solved");
  problem.v_t = not_a_number();
  expect(carom_planar_solve(&problem, &outcome, NULL) == CAROM_NOT_FINITE, "NaN as v_t is not refused");
  problem = carom_planar_problem_default();
  problem.surface.mu = not_a_number();
  expect(carom_planar_solve(&problem, &outcome, NULL) == CAROM_OUT_OF_RANGE, "NaN as mu is not refused");
  carom_body body = carom_body_default();
  body.spin.x = not_a_number();
  expect(carom_body_check(&body, NULL) == CAROM_NOT_FINITE, "NaN as spin is not refused");
}

static void space(void) {
  carom_spatial_problem rigid = carom_spatial_problem_default();
  carom_spatial_outcome rigid_outcome;
  rigid.w.m[0][1] = rigid.w.m[1][0] = not_a_number();
  expect(carom_spatial_solve(&rigid, &rigid_outcome, NULL) == CAROM_NOT_FINITE, "NaN in W is not refused");
  carom_compliant_problem springs = carom_compliant_problem_default();
  carom_compliant_outcome springs_outcome;
  springs.v.z = not_a_number();
  expect(carom_compliant_solve(&springs, &springs_outcome, NULL) == CAROM_NOT_FINITE, "NaN in v is not refused");
}

static void several(void) {
  static double workspace[4096];
  const double w[4] = {1, 0, 0, 1}, v[2] = {not_a_number(), -1};
  const carom_surface surface = carom_surface_default();
  const carom_contact_problem problem = {2, 1, w, v, &surface};
  const carom_simultaneous_memory memory = {.workspace = workspace};
  carom_simultaneous_contact contact;
  carom_simultaneous_outcome outcome;
  expect(carom_simultaneous_workspace_size(2, 1) <= 4096, "the workspace of this test is too small");
  expect(carom_simultaneous_solve(&problem, &memory, &contact, &outcome, NULL) == CAROM_NOT_FINITE,
         "NaN at a contact is not refused");
}

int main(void) {
  planar_and_bodies();
  space();
  several();
  return failures > 0;
}
