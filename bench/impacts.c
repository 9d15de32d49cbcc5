#include "impacts.h"

#include <math.h>
#include <stddef.h>

static const double PI = 3.14159265358979323846;

static double log_uniform(bench_random* random, double low, double high) {
  return exp(bench_uniform(random, log(low), log(high)));
}

/// Any direction is as likely as any other: a point of the cube that lies in the ball, pushed to the sphere.
static carom_vec3 random_direction(bench_random* random) {
  for (;;) {
    carom_vec3 p = {bench_uniform(random, -1, 1), bench_uniform(random, -1, 1), bench_uniform(random, -1, 1)};
    const double length = carom_vec3_norm(p);
    if (length > 0.1 && length < 1) return carom_vec3_scale(1 / length, p);
  }
}

/// Adds what one free body contributes to W: 1/m and, for a principal moment J about the axis a, (r x a)(r x a)^T/J.
static void add_body(bench_random* random, carom_mat3* w) {
  const double mass = log_uniform(random, 0.1, 10);
  const carom_vec3 arm = carom_vec3_scale(bench_uniform(random, 0.2, 1), random_direction(random));
  const carom_mat3 axes = carom_mat3_from_axis_angle(random_direction(random), bench_uniform(random, 0, PI));
  // Half axes of an ellipsoid; its moments are m (b^2 + c^2)/5 and so on.
  const double a = bench_uniform(random, 0.2, 1), b = bench_uniform(random, 0.2, 1), c = bench_uniform(random, 0.2, 1);
  const double moments[3] = {0.2 * mass * (b * b + c * c), 0.2 * mass * (a * a + c * c), 0.2 * mass * (a * a + b * b)};
  for (int k = 0; k < 3; ++k) {
    const carom_vec3 turn = carom_vec3_cross(arm, (carom_vec3){axes.m[0][k], axes.m[1][k], axes.m[2][k]});
    const double t[3] = {turn.x, turn.y, turn.z};
    w->m[k][k] += 1 / mass;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) w->m[i][j] += t[i] * t[j] / moments[k];
  }
}

/// The angle of slip: anything, or one of the invariant directions.
static double slip_angle(bench_random* random, const carom_spatial_problem* p) {
  const double anything = bench_uniform(random, -PI, PI), straight = bench_uniform(random, 0, 1);
  carom_spatial_directions directions;
  if (straight >= 0.05 || carom_spatial_invariants(p, &directions, NULL) != CAROM_OK) return anything;
  return directions.items[(int)bench_uniform(random, 0, directions.count)].angle;
}

carom_spatial_problem impact_random(bench_random* random) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){0};
  add_body(random, &p.w);
  add_body(random, &p.w);
  p.surface.e = bench_uniform(random, 0, 1);
  p.surface.mu = bench_uniform(random, 0, 1.5);
  p.surface.mu_static = p.surface.mu;
  p.surface.law = (carom_law)bench_uniform(random, 0, 3);
  const double approach = log_uniform(random, 0.1, 10), slip = approach * log_uniform(random, 0.1, 10);
  const double angle = slip_angle(random, &p);
  p.v = (carom_vec3){slip * cos(angle), slip * sin(angle), -approach};
  return p;
}

void impacts_fill(carom_spatial_problem* problems, int count) {
  bench_random random = {.state = 2016};
  for (int i = 0; i < count; i++) {
    problems[i] = impact_random(&random);
  }
}

double impulse_error(carom_vec3 got, carom_vec3 want) {
  double off = carom_vec3_norm(carom_vec3_sub(got, want)), size = carom_vec3_norm(want);
  return size > 0 ? off / size : off;
}
