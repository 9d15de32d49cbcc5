// A ball on a cloth for tests: one by hand, and random ones.
#ifndef CAROM_TESTS_MOTION_CLOTH_SAMPLE_H
#define CAROM_TESTS_MOTION_CLOTH_SAMPLE_H

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "carom/motion.h"
#include "random.h"

enum { CLOTH_ROOM = 4096 };

/// A path with room for it.
typedef struct cloth_way {
  carom_cloth_piece pieces[CLOTH_ROOM];
  carom_motion_impact landings[CLOTH_ROOM];
  carom_cloth_path path;
  carom_status status;
  carom_diag diag;
} cloth_way;

static inline void cloth_go(const carom_cloth_problem* problem, cloth_way* way) {
  way->path = (carom_cloth_path){
      .pieces = way->pieces, .piece_capacity = CLOTH_ROOM, .landings = way->landings, .landing_capacity = CLOTH_ROOM};
  way->diag = (carom_diag){0};
  way->status = carom_cloth_follow(problem, &way->path, &way->diag);
}

static inline void cloth_go_well(const carom_cloth_problem* problem, cloth_way* way) {
  cloth_go(problem, way);
  cr_assert_eq(way->status, CAROM_OK, "%s: %s", way->diag.field, way->diag.message);
}

/// A solid ball of 1 kg and 1 m at rest on a cloth with z up, g = 10, mu_s = 0.5, mu_r = 0.14; landings lose all.
static inline carom_cloth_problem cloth_by_hand(void) {
  carom_cloth_problem problem = {.ball = carom_body_default(),
                                 .radius = 1,
                                 .dimension = 3,
                                 .frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 .surface = carom_surface_default(),
                                 .slide = 0.5,
                                 .roll = 0.14,
                                 .hop = true,
                                 .gravity = 10,
                                 .until = 20,
                                 .cutoff_speed = 1e-6};
  problem.ball.position.z = 1;
  problem.surface.e = 0;
  return problem;
}

static inline carom_vec3 cloth_vector(test_random* r, double size) {
  return (carom_vec3){test_random_uniform(r, -size, size), test_random_uniform(r, -size, size),
                      test_random_uniform(r, -size, size)};
}

/// Any ball, cloth, law and direction; v_n is upwards three times out of four.
static inline carom_cloth_problem cloth_random(test_random* r) {
  carom_cloth_problem problem = cloth_by_hand();
  const carom_law laws[] = {CAROM_LAW_STRONGE, CAROM_LAW_POISSON, CAROM_LAW_NEWTON};
  carom_vec3 n = cloth_vector(r, 1);
  n = carom_vec3_scale(1 / carom_vec3_norm(n), n);
  problem.radius = test_random_log(r, 0.01, 2);
  problem.ball.mass = test_random_log(r, 0.01, 10);
  const double inertia = test_random_uniform(r, 0.1, 0.7) * problem.ball.mass * problem.radius * problem.radius;
  problem.ball.inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  problem.ball.position = cloth_vector(r, 1);
  problem.ball.velocity = cloth_vector(r, 3);
  problem.ball.spin = carom_vec3_scale(1 / problem.radius, cloth_vector(r, 5));
  cr_assert_eq(carom_frame_from_normal(n, NULL, &problem.frame, NULL), CAROM_OK);
  const double v_n = carom_vec3_dot(n, problem.ball.velocity);
  if (v_n < 0 && test_random_below(r, 2))
    problem.ball.velocity = carom_vec3_sub(problem.ball.velocity, carom_vec3_scale(2 * v_n, n));
  problem.surface.e = test_random_uniform(r, 0, 0.9);
  problem.surface.mu = test_random_uniform(r, 0, 0.5);
  problem.surface.mu_static = problem.surface.mu;
  problem.surface.law = laws[test_random_below(r, 3)];
  if (test_random_below(r, 2)) {
    problem.surface.eta2 = test_random_uniform(r, 0.5, 10);
    problem.surface.law = CAROM_LAW_STRONGE;
  }
  problem.slide = test_random_uniform(r, 0.05, 0.5);
  problem.roll = test_random_uniform(r, 0, 0.05);
  problem.gravity = test_random_uniform(r, 1, 12);
  problem.until = test_random_log(r, 0.05, 200);
  return problem;
}

/// The inertia as a part of m R^2.
static inline double cloth_k(const carom_cloth_problem* problem) {
  return problem->ball.inertia.m[0][0] / (problem->ball.mass * problem->radius * problem->radius);
}

/// Slip of the lowest point along the cloth: v + omega x (-R n), without its part along n.
static inline carom_vec3 cloth_slip(const carom_cloth_problem* problem, carom_vec3 velocity, carom_vec3 spin) {
  const carom_vec3 n = problem->frame.n;
  const carom_vec3 at = carom_vec3_add(velocity, carom_vec3_cross(spin, carom_vec3_scale(-problem->radius, n)));
  return carom_vec3_sub(at, carom_vec3_scale(carom_vec3_dot(at, n), n));
}

/// The velocity that no impulse at the lowest point changes: along the cloth, v - k/(1 + k) s.
static inline carom_vec3 cloth_kept(const carom_cloth_problem* problem, carom_vec3 velocity, carom_vec3 spin) {
  const double k = cloth_k(problem);
  const carom_vec3 n = problem->frame.n, slip = cloth_slip(problem, velocity, spin);
  const carom_vec3 along = carom_vec3_sub(velocity, carom_vec3_scale(carom_vec3_dot(velocity, n), n));
  return carom_vec3_sub(along, carom_vec3_scale(k / (1 + k), slip));
}

static inline double cloth_distance(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_norm(carom_vec3_sub(a, b));
}

/// m/s: the speeds that the ball starts with.
static inline double cloth_speeds(const carom_cloth_problem* problem) {
  return carom_vec3_norm(problem->ball.velocity) + problem->radius * carom_vec3_norm(problem->ball.spin);
}

#endif
