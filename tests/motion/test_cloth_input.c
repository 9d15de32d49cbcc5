// What a ball on a cloth must be: every check, with the field it names and the path left alone.
#include <criterion/criterion.h>
#include <string.h>

#include "motion/cloth_sample.h"

static void expect_refused(const carom_cloth_problem* problem, carom_status status, const char* field) {
  carom_cloth_path path = {.piece_count = 7, .energy_end = 3}, before = path;
  carom_diag diag = {0};
  cr_expect_eq(carom_cloth_follow(problem, &path, &diag), status, "%s: %s", field, carom_status_word(diag.status));
  cr_expect_str_eq(diag.field, field);
  cr_expect_gt(strlen(diag.message), 10);
  cr_expect_eq(memcmp(&path, &before, sizeof path), 0, "%s: the path was touched", field);
  cr_expect_eq(carom_cloth_follow(problem, &path, NULL), status);
}

Test(cloth_input, bad_numbers) {
  const struct {
    const char* field;
    size_t offset;
    double bad;
    carom_status status;
  } rows[] = {
      {"radius", offsetof(carom_cloth_problem, radius), 0, CAROM_OUT_OF_RANGE},
      {"radius", offsetof(carom_cloth_problem, radius), -1, CAROM_OUT_OF_RANGE},
      {"radius", offsetof(carom_cloth_problem, radius), NAN, CAROM_NOT_FINITE},
      {"slide", offsetof(carom_cloth_problem, slide), -0.1, CAROM_OUT_OF_RANGE},
      {"slide", offsetof(carom_cloth_problem, slide), INFINITY, CAROM_NOT_FINITE},
      {"roll", offsetof(carom_cloth_problem, roll), -0.1, CAROM_OUT_OF_RANGE},
      {"roll", offsetof(carom_cloth_problem, roll), NAN, CAROM_NOT_FINITE},
      {"gravity", offsetof(carom_cloth_problem, gravity), -9.81, CAROM_OUT_OF_RANGE},
      {"gravity", offsetof(carom_cloth_problem, gravity), NAN, CAROM_NOT_FINITE},
      {"until", offsetof(carom_cloth_problem, until), 0, CAROM_OUT_OF_RANGE},
      {"until", offsetof(carom_cloth_problem, until), INFINITY, CAROM_NOT_FINITE},
      {"cutoff_speed", offsetof(carom_cloth_problem, cutoff_speed), -1, CAROM_OUT_OF_RANGE},
      {"cutoff_speed", offsetof(carom_cloth_problem, cutoff_speed), NAN, CAROM_NOT_FINITE},
      {"surface.e", offsetof(carom_cloth_problem, surface.e), 1.1, CAROM_OUT_OF_RANGE},
      {"surface.mu", offsetof(carom_cloth_problem, surface.mu), -1, CAROM_OUT_OF_RANGE},
      {"surface.mu_static", offsetof(carom_cloth_problem, surface.mu_static), NAN, CAROM_OUT_OF_RANGE},
      {"ball.mass", offsetof(carom_cloth_problem, ball.mass), -1, CAROM_OUT_OF_RANGE},
      {"ball.velocity", offsetof(carom_cloth_problem, ball.velocity.y), NAN, CAROM_NOT_FINITE},
      {"ball.inertia", offsetof(carom_cloth_problem, ball.inertia.m[1][1]), 0.5, CAROM_INCONSISTENT},
      {"ball.inertia", offsetof(carom_cloth_problem, radius), 1e7, CAROM_TOO_FAR_APART},
      {"ball.inertia", offsetof(carom_cloth_problem, radius), 1e-7, CAROM_TOO_FAR_APART},
      {"frame", offsetof(carom_cloth_problem, frame.n.z), 1.1, CAROM_NOT_UNIT},
      {"frame", offsetof(carom_cloth_problem, frame.t1.x), -1, CAROM_NOT_UNIT},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    carom_cloth_problem problem = cloth_by_hand();
    memcpy((char*)&problem + rows[i].offset, &rows[i].bad, sizeof rows[i].bad);
    expect_refused(&problem, rows[i].status, rows[i].field);
  }
}

Test(cloth_input, an_inertia_with_products_is_no_ball) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.inertia.m[0][1] = problem.ball.inertia.m[1][0] = 1e-3;
  expect_refused(&problem, CAROM_INCONSISTENT, "ball.inertia");
}

Test(cloth_input, bad_kinds) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.kind = CAROM_BODY_FIXED;
  expect_refused(&problem, CAROM_OUT_OF_RANGE, "ball.kind");
  problem = cloth_by_hand();
  problem.dimension = 4;
  expect_refused(&problem, CAROM_OUT_OF_RANGE, "dimension");
}

Test(cloth_input, what_springs_do_not_know_is_replaced_with_a_warning) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.z = -1;
  problem.surface.mu = 0.1;
  problem.surface.eta2 = 1;
  static cloth_way plain, asked;
  cloth_go_well(&problem, &plain);
  problem.surface.mu_static = 0.2;
  problem.surface.law = CAROM_LAW_NEWTON;
  cloth_go_well(&problem, &asked);
  cr_expect_eq(asked.path.warnings & ~plain.path.warnings, CAROM_WARN_LAW_REPLACED | CAROM_WARN_STATIC_REPLACED);
  cr_expect_arr_eq(asked.path.landings[0].impulse, plain.path.landings[0].impulse, 3 * sizeof(double));
}

Test(cloth_input, in_the_plane_nothing_leaves_it) {
  carom_cloth_problem flat = cloth_by_hand();
  flat.dimension = 2;
  expect_refused(&flat, CAROM_INCONSISTENT, "frame.t2");
  flat.frame = (carom_frame){{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  static cloth_way way;
  cloth_go_well(&flat, &way);
  flat.ball.velocity.z = 1;
  expect_refused(&flat, CAROM_INCONSISTENT, "ball.velocity");
  flat.ball.velocity.z = 0;
  flat.ball.spin.x = 1;
  expect_refused(&flat, CAROM_INCONSISTENT, "ball.spin");
  flat.ball.spin = (carom_vec3){0, 1, 0};
  expect_refused(&flat, CAROM_INCONSISTENT, "ball.spin");
}
