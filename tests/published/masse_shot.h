// The massé shot of JME13, sections 8 and 9.2, shared by the tests of the shot and of the path after it.
#ifndef CAROM_TESTS_PUBLISHED_MASSE_SHOT_H
#define CAROM_TESTS_PUBLISHED_MASSE_SHOT_H

#include <criterion/criterion.h>
#include <math.h>

#include "carom/model.h"
#include "simultaneous/run.h"

/// Section 8: a cue that moves along its axis only strikes a ball on a table.
typedef struct shot {
  carom_body bodies[3];
  carom_touch touches[2];
  carom_bodies system;
  double w[36], v[6];
  carom_surface surfaces[2];
} shot;

static const carom_vec3 HIT = {0.480151, -0.102889, 0.871131};
static const double CUE_MASS = 0.5018, BALL_MASS = 0.1701, RADIUS = 0.0286, CUE_SPEED = 3.089095;
static const double THETA = 0.465762;

static inline carom_vec3 unit(carom_vec3 a) {
  return carom_vec3_scale(1 / carom_vec3_norm(a), a);
}

/// The stick lies at the angle theta from -x, on either side of it: two readings of one sentence.
static inline carom_vec3 cue_direction(bool mirrored) {
  const double phi = 2 * acos(-1.0) / 5, c = cos(phi);
  if (mirrored) return (carom_vec3){-c * cos(THETA), -c * sin(THETA), -sin(phi)};
  return (carom_vec3){c * cos(THETA), -c * sin(THETA), -sin(phi)};
}

static inline void make_shot(bool mirrored, double eta1_squared, shot* s) {
  const carom_vec3 n = unit(HIT), z = {0, 0, 1}, c = cue_direction(mirrored);
  const double inertia = 0.4 * BALL_MASS * RADIUS * RADIUS;
  s->bodies[0] = carom_body_default();
  s->bodies[0].kind = CAROM_BODY_GUIDED;
  s->bodies[0].mass = CUE_MASS;
  s->bodies[0].guide = unit(c);
  s->bodies[0].velocity = carom_vec3_scale(CUE_SPEED, unit(c));
  s->bodies[1] = carom_body_default();
  s->bodies[1].mass = BALL_MASS;
  s->bodies[1].inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  s->bodies[2] = carom_body_fixed();
  s->touches[0] = (carom_touch){.body_a = 0, .body_b = 1, .point = carom_vec3_scale(RADIUS, n)};
  s->touches[1] = (carom_touch){.body_a = 1, .body_b = 2, .point = {0, 0, -RADIUS}};
  cr_assert_eq(carom_frame_from_normal(n, NULL, &s->touches[0].frame, NULL), CAROM_OK);
  cr_assert_eq(carom_frame_from_normal(z, NULL, &s->touches[1].frame, NULL), CAROM_OK);
  s->system = (carom_bodies){3, 3, s->bodies, 2, s->touches};
  carom_diag diag = {0};
  cr_assert_eq(carom_bodies_contact(&s->system, s->w, s->v, &diag), CAROM_OK, "%s", diag.message);
  const double e[2] = {0.656532, 0.51625}, mu[2] = {0.7, 0.152479}, k[2] = {1, 0.8}, eta2[2] = {eta1_squared, 10};
  for (int i = 0; i < 2; ++i) {
    s->surfaces[i] = carom_surface_default();
    s->surfaces[i].e = e[i];
    s->surfaces[i].mu = s->surfaces[i].mu_static = mu[i];
    s->surfaces[i].stiffness = k[i];
    s->surfaces[i].eta2 = eta2[i];
  }
}

/// The ball after the shot; *got says what happened in it.
static inline carom_body shoot(bool mirrored, double eta1_squared, collision* got) {
  shot s;
  make_shot(mirrored, eta1_squared, &s);
  const carom_contact_problem problem = {3, 2, s.w, s.v, s.surfaces};
  collide_well(&problem, got);
  double impulses[6];
  for (int i = 0; i < 6; ++i) impulses[i] = got->contacts[i / 3].impulse[i % 3];
  carom_body after[3];
  carom_bodies_apply(&s.system, impulses, after);
  return after[1];
}

#endif
