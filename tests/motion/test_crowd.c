// A crowd's gaps, contact frames and contact problem: against differences, brute force and carom/model.h.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "motion/crowd_rig.h"
#include "motion/movers.h"

static crowd_rig r;

static double uniform(test_random* random, double low, double high) {
  return test_random_uniform(random, low, high);
}

static carom_vec3 vector(test_random* random, int dimension, double size) {
  const double x = uniform(random, -size, size), y = uniform(random, -size, size);
  return (carom_vec3){x, y, dimension == 2 ? 0 : uniform(random, -size, size)};
}

/// Corners on a circle, not evenly: convex.
static int random_corners(test_random* random, double size, carom_vec3* corners) {
  const int count = 3 + test_random_below(random, 5);
  for (int i = 0; i < count; ++i) {
    const double turn = 2 * 3.14159265358979323846 * (i + uniform(random, 0, 0.7)) / count;
    corners[i] = (carom_vec3){size * cos(turn), size * sin(turn), 0};
  }
  return count;
}

static void random_member(test_random* random, int dimension, bool round, carom_vec3 at) {
  const double mass = uniform(random, 0.5, 2), size = uniform(random, 0.3, 0.6);
  carom_vec3 corners[RIG_CORNERS];
  carom_body* body;
  if (round) {
    body = rig_round(&r, mass, size, at);
  } else if (dimension == 3) {
    body = rig_box(&r, mass, (carom_vec3){size, 0.7 * size, 1.6 * size}, at);
    body->orientation = carom_mat3_from_axis_angle(vector(random, 3, 1), uniform(random, -3, 3));
  } else {
    body = rig_polygon(&r, mass, random_corners(random, size, corners), corners, at);
    r.members[r.input.body_count - 1].angle = uniform(random, -3, 3);
  }
  body->velocity = vector(random, dimension, 1);
  body->spin = dimension == 2 ? (carom_vec3){0, 0, uniform(random, -2, 2)} : vector(random, 3, 2);
}

/// Two bodies that are near but do not overlap, perhaps one on a pivot, and a plane.
static bool random_pair(test_random* random, int dimension, bool round_a, bool round_b) {
  rig_begin(&r, dimension);
  r.motion.gravity = vector(random, dimension, 10);
  *rig_plane(&r, (carom_vec3){0, 0, 0}, (carom_vec3){0, 1, 0}, 1, 0) = random_plane(random, dimension);
  random_member(random, dimension, round_a, (carom_vec3){0, 0, 0});
  random_member(random, dimension, round_b, vector(random, dimension, 1.2));
  if (test_random_below(random, 3) == 0) {
    carom_body* last = &r.bodies[1];
    const carom_vec3 pivot = carom_vec3_add(last->position, vector(random, dimension, 2));
    const carom_vec3 rod = carom_vec3_sub(last->position, pivot);
    rig_hang(&r, pivot, carom_vec3_norm(rod));
    last->velocity = carom_vec3_sub(
        last->velocity, carom_vec3_scale(carom_vec3_dot(rod, last->velocity) / carom_vec3_dot(rod, rod), rod));
  }
  rig_meet_all(&r, 1, 0);
  if (test_random_below(random, 2)) r.meetings[0] = (carom_meeting){1, 0, r.meetings[0].surface};
  return carom_crowd_prepare(&r.input, &r.motion, &r.crowd, &r.mover, r.start, &r.diag) == CAROM_OK;
}

/// Gap, its rate, and the contact of one pair some time later.
typedef struct view {
  double gap, rate, v[3], c[3];
} view;

static view look(int pair, double time) {
  double state[CAROM_ODE_MAX_SIZE], gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS], w[9];
  view out = {0};
  memcpy(state, r.start, sizeof state);
  if (time != 0) mover_drift(&r.mover, time, 1, state);
  r.mover.gaps(&r.mover, state, gaps, rates);
  const carom_mover_touch touch = r.mover.touch(&r.mover, pair);
  r.mover.contact(&r.mover, state, 1, &touch, w, out.v, out.c);
  out.gap = gaps[pair];
  out.rate = rates[pair];
  return out;
}

#define SLOPE(field) ((8 * (near[1].field - near[0].field) - (far[1].field - far[0].field)) / (12 * h))

/// Worst of the differences between slopes and what the mover says. A foot that passes the end of an edge within the
/// differences has no slope there: such pairs are counted, not compared.
static bool compare(int pair, double h, double* worst) {
  const int d = r.input.dimension;
  const view now = look(pair, 0), near[2] = {look(pair, -h), look(pair, h)};
  const view far[2] = {look(pair, -2 * h), look(pair, 2 * h)};
  double off = fabs(SLOPE(gap) - now.rate);
  for (int i = 0; i < d; ++i) off = fmax(off, fabs(SLOPE(v[i]) - now.c[i]));
  const double kink = fabs(far[0].c[d - 1] - far[1].c[d - 1]) + fabs(far[0].c[0] - far[1].c[0]);
  if (kink > 0.5) return false;
  const bool is_corner = r.crowd.bodies[r.crowd.pairs[pair].a].solid;
  if (!is_corner) off = fmax(off, fabs(now.v[d - 1] - now.rate));
  *worst = fmax(*worst, off);
  return true;
}

Test(crowd, gaps_velocities_and_c_are_derivatives) {
  test_random random = {5};
  double worst = 0;
  int compared = 0, kinks = 0, far = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const int d = 2 + trial % 2;
    const bool round_a = trial % 3 != 1 || d == 3, round_b = trial % 3 == 0;
    if (!random_pair(&random, d, round_a, round_b)) continue;
    for (int pair = 0; pair < r.crowd.pair_count; ++pair) {
      // Of pairs that are far apart, as carom__crowd_gaps has it, the rate is only a bound.
      const view now = look(pair, 0);
      if (r.crowd.pairs[pair].b >= 0 && now.gap > 0.49 * fmin(r.crowd.extents[0], r.crowd.extents[1])) {
        ++far;
        continue;
      }
      const bool is_corner = r.crowd.pairs[pair].b >= 0 && r.crowd.bodies[r.crowd.pairs[pair].a].solid;
      // Far from the edge that it points to a corner has no contact frame that means anything.
      if (is_corner && fabs(now.v[d - 1] - now.rate) > 1e-12) continue;
      if (compare(pair, 2e-4, &worst))
        ++compared;
      else
        ++kinks;
    }
  }
  printf("slopes: %d pairs, worst %.1e, %d kinks, %d far\n", compared, worst, kinks, far);
  cr_assert(compared > 2000 && kinks < compared / 50, "%d of %d", kinks, compared);
  cr_assert(worst < 1e-8, "%g", worst);
}

Test(crowd, a_push_does_what_w_says) {
  test_random random = {6};
  double worst = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const int d = 2 + trial % 2;
    if (!random_pair(&random, d, trial % 3 != 1 || d == 3, trial % 3 == 0)) continue;
    const int count = r.crowd.pair_count < 6 ? r.crowd.pair_count : 6, size = d * count;
    carom_mover_touch touches[6];
    double w[18 * 18], v[18], after[18], p[18], change[12], pushed[CAROM_ODE_MAX_SIZE], work = 0;
    for (int i = 0; i < count; ++i) touches[i] = r.mover.touch(&r.mover, r.crowd.pair_count - 1 - i);
    for (int i = 0; i < size; ++i) p[i] = uniform(&random, -1, 1);
    r.mover.contact(&r.mover, r.start, count, touches, w, v, NULL);
    r.mover.push(&r.mover, r.start, count, touches, p, change);
    memcpy(pushed, r.start, sizeof pushed);
    for (int i = 0; i < r.mover.dof; ++i) pushed[r.mover.position_count + i] += change[i];
    r.mover.contact(&r.mover, pushed, count, touches, w, after, NULL);
    for (int i = 0; i < size; ++i) {
      double expected = v[i];
      for (int j = 0; j < size; ++j) {
        expected += w[i * size + j] * p[j];
        cr_assert_eq(w[i * size + j], w[j * size + i]);
      }
      worst = fmax(worst, fabs(after[i] - expected));
      work += 0.5 * p[i] * (v[i] + after[i]);
    }
    const double gained = r.mover.kinetic(&r.mover, pushed) - r.mover.kinetic(&r.mover, r.start);
    worst = fmax(worst, fabs(gained - work));
  }
  // W has entries up to 50/kg, so velocities of some 100 m/s and energies of some 1000 J.
  cr_assert(worst < 1e4 * 64 * DBL_EPSILON, "%g", worst);
}

/// The contact problem of carom/model.h at the place where the pair meets; frames are the pair's own.
Test(crowd, contact_is_that_of_the_bodies) {
  test_random random = {7};
  double worst = 0;
  int count = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    // Two discs: where they meet is known without the crowd.
    rig_begin(&r, 2);
    random_member(&random, 2, true, (carom_vec3){0, 0, 0});
    random_member(&random, 2, true, vector(&random, 2, 1.5));
    rig_meet_all(&r, 0.5, 0.3);
    if (carom_crowd_prepare(&r.input, &r.motion, &r.crowd, &r.mover, r.start, &r.diag)) continue;
    const carom_vec3 way = carom_vec3_sub(r.bodies[0].position, r.bodies[1].position);
    const double length = carom_vec3_norm(way);
    const carom_vec3 n = carom_vec3_scale(1 / length, way);
    carom_touch touch = {.body_a = 0, .body_b = 1};
    touch.point = carom_vec3_add(r.bodies[1].position, carom_vec3_scale(r.members[1].shape.sphere_radius, n));
    cr_assert_eq(carom_frame_in_plane((carom_vec2){n.x, n.y}, &touch.frame, NULL), CAROM_OK);
    const carom_bodies system = {2, 2, r.bodies, 1, &touch};
    double w[4], v[2], w_model[4], v_model[2];
    cr_assert_eq(carom_bodies_contact(&system, w_model, v_model, NULL), CAROM_OK);
    const carom_mover_touch own = r.mover.touch(&r.mover, 0);
    r.mover.contact(&r.mover, r.start, 1, &own, w, v, NULL);
    for (int i = 0; i < 4; ++i) worst = fmax(worst, fabs(w[i] - w_model[i]));
    for (int i = 0; i < 2; ++i) worst = fmax(worst, fabs(v[i] - v_model[i]));
    ++count;
  }
  cr_assert(count > 300 && worst < 64 * DBL_EPSILON * 50, "%d: %g", count, worst);
}

// ---- bad input -----------------------------------------------------------------------------------------------------

static void refuse(carom_status status, const char* field, const char* words) {
  const carom_mover untouched = r.mover;
  cr_assert_eq(carom_crowd_prepare(&r.input, &r.motion, &r.crowd, &r.mover, r.start, &r.diag), status, "%s", words);
  cr_assert_str_eq(r.diag.field, field, "%s", words);
  cr_assert(strstr(r.diag.message, words), "%s: %s", words, r.diag.message);
  cr_assert_eq(memcmp(&untouched, &r.mover, sizeof untouched), 0);
}

static void two_squares(double apart) {
  rig_begin(&r, 2);
  rig_box(&r, 1, (carom_vec3){1, 1, 0}, (carom_vec3){0, 0, 0});
  rig_box(&r, 1, (carom_vec3){1, 1, 0}, (carom_vec3){apart, 0, 0});
  rig_meet_all(&r, 1, 0);
}

Test(crowd, what_is_refused) {
  two_squares(0.75);
  refuse(CAROM_INCONSISTENT, "meetings[0]", "overlap by 0.25 m");
  two_squares(2);
  r.bodies[1].mass = -1;
  refuse(CAROM_OUT_OF_RANGE, "bodies[1].body.mass", "mass");
  two_squares(2);
  r.corners[0][1] = (carom_vec3){0, 0.2, 0};
  refuse(CAROM_INCONSISTENT, "bodies[0].shape.points[1]", "not convex: at corner 1 it turns to the right");
  two_squares(2);
  r.corners[0][1] = (carom_vec3){0, -0.5, 0};
  r.corners[0][2] = (carom_vec3){0.5, -0.5, 0};
  refuse(CAROM_INCONSISTENT, "bodies[0].shape.points[1]", "goes straight on");
  two_squares(2);
  for (int i = 0; i < 2; ++i) {
    const carom_vec3 swapped = r.corners[1][i];
    r.corners[1][i] = r.corners[1][3 - i];
    r.corners[1][3 - i] = swapped;
  }
  refuse(CAROM_INCONSISTENT, "bodies[1].shape.points", "clockwise");
  two_squares(2);
  r.members[0].shape.point_count = 2;
  refuse(CAROM_OUT_OF_RANGE, "bodies[0].shape.points", "2 corners");
  two_squares(2);
  r.members[1].solid = false;
  refuse(CAROM_UNAVAILABLE, "meetings[0]", "loose points");
  two_squares(2);
  r.members[1] = (carom_crowd_body){.body = &r.bodies[1]};
  refuse(CAROM_UNAVAILABLE, "meetings[0]", "without a shape");
  two_squares(2);
  r.meetings[0].b = 2;
  refuse(CAROM_OUT_OF_RANGE, "meetings[0].a", "no body 2");
  two_squares(2);
  r.meetings[0].b = 0;
  refuse(CAROM_INCONSISTENT, "meetings[0].b", "itself");
  two_squares(2);
  r.meetings[0].surface.mu = -1;
  refuse(CAROM_OUT_OF_RANGE, "meetings[0].surface.mu", "mu");
  two_squares(2);
  rig_plane(&r, (carom_vec3){0, -2, 0}, (carom_vec3){0, 1, 0}, 1, 0)->normal.y = 2;
  refuse(CAROM_NOT_UNIT, "planes[0].normal", "unit");
  two_squares(2);
  r.input.dimension = 4;
  refuse(CAROM_OUT_OF_RANGE, "dimension", "2 or 3");
  two_squares(2);
  r.input.body_count = 0;
  refuse(CAROM_OUT_OF_RANGE, "bodies", "1 to 32");
  two_squares(2);
  r.input.meeting_count = -1;
  refuse(CAROM_OUT_OF_RANGE, "meetings", "negative");
  two_squares(2);
  r.members[0].body = NULL;
  refuse(CAROM_OUT_OF_RANGE, "bodies[0].body", "NULL");
}

Test(crowd, what_is_refused_in_space_and_on_pivots) {
  rig_begin(&r, 3);
  rig_box(&r, 1, (carom_vec3){1, 1, 1}, (carom_vec3){0, 0, 0});
  rig_box(&r, 1, (carom_vec3){1, 1, 1}, (carom_vec3){3, 0, 0});
  rig_meet_all(&r, 1, 0);
  refuse(CAROM_UNAVAILABLE, "meetings[0]", "two bodies with corners do not meet");
  r.members[0].box.y = 0;
  refuse(CAROM_OUT_OF_RANGE, "bodies[0].shape.box", "edge");
  rig_begin(&r, 2);
  rig_round(&r, 1, 0.1, (carom_vec3){0, -0.9, 0})->velocity = (carom_vec3){1, 0, 0};
  rig_hang(&r, (carom_vec3){0, 0, 0}, 1);
  refuse(CAROM_INCONSISTENT, "bodies[0].pivot.length", "0.9 m from the pivot");
  r.members[0].length = 0;
  refuse(CAROM_OUT_OF_RANGE, "bodies[0].pivot.length", "> 0");
  r.members[0].length = 0.9;
  r.members[0].pivot.x = (double)NAN;
  refuse(CAROM_NOT_FINITE, "bodies[0].pivot.at", "NaN");
  r.members[0].pivot = (carom_vec3){0, 0, 1};
  refuse(CAROM_INCONSISTENT, "bodies[0].pivot.at", "z part");
  r.members[0].pivot.z = 0;
  r.bodies[0].velocity.y = 0.1;
  refuse(CAROM_INCONSISTENT, "bodies[0].velocity", "along its rod");
  r.bodies[0].velocity.y = 0;
  rig_prepare(&r);
}

Test(crowd, too_many_pairs_are_refused) {
  carom_vec3 corners[RIG_CORNERS];
  rig_begin(&r, 2);
  for (int k = 0; k < 8; ++k) corners[k] = (carom_vec3){cos(0.7853981633974483 * k), sin(0.7853981633974483 * k), 0};
  for (int i = 0; i < 9; ++i) rig_polygon(&r, 1, 8, corners, (carom_vec3){3.0 * i, 0, 0});
  rig_meet_all(&r, 1, 0);
  refuse(CAROM_OUT_OF_RANGE, "meetings", "more than 512 pairs");
}
