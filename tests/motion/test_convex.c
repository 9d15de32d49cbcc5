// Distance of a point from a polygon or box against a search of its whole outline, and the corner rules at the ends of
// edges.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "motion/convex.h"
#include "random.h"

static double distance_to_segment(carom_vec3 p, carom_vec3 a, carom_vec3 b) {
  const carom_vec3 edge = carom_vec3_sub(b, a);
  const double part = carom_vec3_dot(carom_vec3_sub(p, a), edge) / carom_vec3_dot(edge, edge);
  const double kept = fmin(1, fmax(0, part));
  return carom_vec3_norm(carom_vec3_sub(p, carom_vec3_add(a, carom_vec3_scale(kept, edge))));
}

/// Outside: the nearest of all places of all edges. Inside (it crosses no edge an odd number of times): minus that.
static double brute_distance(int count, const carom_vec3* corners, carom_vec3 p) {
  double least = HUGE_VAL;
  bool inside = false;
  for (int i = 0; i < count; ++i) {
    const carom_vec3 a = corners[i], b = corners[(i + 1) % count];
    least = fmin(least, distance_to_segment(p, a, b));
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside ? -least : least;
}

static int random_polygon(test_random* random, carom_vec3* corners) {
  const int count = 3 + test_random_below(random, 6);
  for (int i = 0; i < count; ++i) {
    const double turn = 2 * 3.14159265358979323846 * (i + test_random_uniform(random, 0, 0.8)) / count;
    corners[i] = (carom_vec3){cos(turn), 0.6 * sin(turn), 0};
  }
  return count;
}

static carom__convex polygon_of(int count, const carom_vec3* corners, carom_vec3* edges) {
  carom__convex_edges(count, corners, edges);
  return (carom__convex){.dimension = 2, .corner_count = count, .corners = corners, .edges = edges, .extent = 1};
}

Test(convex, a_polygon_is_as_far_as_its_outline) {
  test_random random = {1};
  carom_vec3 corners[8];
  int inside = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const int count = random_polygon(&random, corners);
    carom_vec3 edges[8];
    const carom__convex set = polygon_of(count, corners, edges);
    const carom_vec3 p = {test_random_uniform(&random, -2, 2), test_random_uniform(&random, -2, 2), 0};
    const double expected = brute_distance(count, corners, p);
    const carom__foot foot = carom__convex_foot(&set, p);
    inside += expected < 0;
    cr_assert(fabs(foot.distance - expected) < 16 * DBL_EPSILON, "%d: %g for %g", trial, foot.distance, expected);
    const carom_vec3 back = carom_vec3_add(foot.at, carom_vec3_scale(foot.distance, foot.normal));
    cr_assert(carom_vec3_norm(carom_vec3_sub(back, p)) < 16 * DBL_EPSILON, "%d", trial);
    cr_assert(fabs(carom_vec3_norm(foot.normal) - 1) < 8 * DBL_EPSILON);
    // A corner's gap has the same sign, and is the distance where the foot lies inside an edge.
    double gap, rate;
    // A needle that points to the middle has no edge to point away from.
    const carom_vec3 outwards = {3 * p.x, 3 * p.y, 0}, corner[3] = {outwards, p, outwards};
    carom__convex_corner_gap(&set, corner, (carom_vec3){0, 0, 0}, &gap, &rate);
    cr_assert((gap > 0) == (expected > 0) && gap <= expected + 16 * DBL_EPSILON);
    if (carom_vec3_norm(foot.along[0]) > 0) cr_assert(fabs(gap - expected) < 2e-9, "%d", trial);
  }
  cr_assert(inside > 1000);
}

Test(convex, a_box_is_as_far_as_its_nearest_place) {
  test_random random = {2};
  const carom__convex set = {.dimension = 3, .corner_count = 8, .half = {0.5, 0.3, 0.2}};
  for (int trial = 0; trial < 20000; ++trial) {
    const carom_vec3 p = {test_random_uniform(&random, -1, 1), test_random_uniform(&random, -1, 1),
                          test_random_uniform(&random, -1, 1)};
    const double x = fabs(p.x) - 0.5, y = fabs(p.y) - 0.3, z = fabs(p.z) - 0.2;
    const double out = sqrt(pow(fmax(x, 0), 2) + pow(fmax(y, 0), 2) + pow(fmax(z, 0), 2));
    const double expected = out > 0 ? out : fmax(x, fmax(y, z));
    const carom__foot foot = carom__convex_foot(&set, p);
    cr_assert(fabs(foot.distance - expected) < 8 * DBL_EPSILON, "%d: %g for %g", trial, foot.distance, expected);
    const carom_vec3 back = carom_vec3_add(foot.at, carom_vec3_scale(foot.distance, foot.normal));
    cr_assert(carom_vec3_norm(carom_vec3_sub(back, p)) < 8 * DBL_EPSILON);
  }
}

static const carom_vec3 SQUARE[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
static const carom_vec3 EDGES[4] = {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
static const carom__convex square = {.dimension = 2, .corner_count = 4, .corners = SQUARE, .edges = EDGES, .extent = 1};

Test(convex, at_the_end_of_an_edge_the_rate_is_that_of_what_comes) {
  // The lower left corner of a box above, at the end of the upper edge of the square.
  const carom_vec3 corner[3] = {{-1, 3, 0}, {-1, 1, 0}, {1, 1, 0}};
  double gap, rate;
  carom__convex_corner_gap(&square, corner, (carom_vec3){-2, 0, 0}, &gap, &rate);  // slides off: it parts
  cr_assert(gap == 0 && rate == 2);
  carom__convex_corner_gap(&square, corner, (carom_vec3){2, 0, 0}, &gap, &rate);  // slides on: it touches
  cr_assert(gap == 0 && rate == 0);
  carom__convex_corner_gap(&square, corner, (carom_vec3){2, -1, 0}, &gap, &rate);  // and sinks in
  cr_assert(gap == 0 && rate == -1);
  carom__convex_corner_gap(&square, corner, (carom_vec3){-1e-17, -1, 0}, &gap, &rate);  // rounding does not slide off
  cr_assert(gap == 0 && rate == -1);
}

Test(convex, boxes_of_one_height_do_not_slide_over_each_other) {
  // The upper right corner of a box that comes from the left, as high as the square.
  for (int k = -1; k <= 1; ++k) {
    const double hair = k * 1e-12;
    const carom_vec3 corner[3] = {{-1.1, -1, 0}, {-1.1, 1 + hair, 0}, {-3, 1, 0}};
    const carom_vec3 there[3] = {{-1, -1, 0}, {-1, 1 + hair, 0}, {-3, 1, 0}};
    double gap, rate;
    carom__convex_corner_gap(&square, corner, (carom_vec3){1, 0, 0}, &gap, &rate);
    cr_assert(fabs(gap - 0.1) < 1e-15 && rate == -1);
    carom__convex_corner_gap(&square, there, (carom_vec3){1, 0, 0}, &gap, &rate);
    cr_assert(fabs(gap) < 1e-15 && rate == -1, "%d: %g %g", k, gap, rate);
    // And a little later it is inside.
    const carom_vec3 later[3] = {{-0.9, -1, 0}, {-0.9, 1 + hair, 0}, {-2.8, 1, 0}};
    carom__convex_corner_gap(&square, later, (carom_vec3){1, 0, 0}, &gap, &rate);
    cr_assert(gap < 0, "%d: %g", k, gap);
  }
}

Test(convex, a_corner_on_a_corner_meets_the_edge_that_it_points_to) {
  // The lower left corner of a box that stands flush on the square; rounding may put it a hair aside.
  for (int k = -1; k <= 1; ++k) {
    const double hair = k * 1e-12;
    const carom_vec3 corner[3] = {{-1 + hair, 3, 0}, {-1 + hair, 1 + hair, 0}, {1, 1, 0}};
    const carom__foot foot = carom__convex_corner_foot(&square, corner);
    cr_assert(foot.normal.x == 0 && foot.normal.y == 1, "%d", k);
    // The same of a box beside it.
    const carom_vec3 beside[3] = {{-1 + hair, -1, 0}, {-1 + hair, 1 + hair, 0}, {-3, 1, 0}};
    const carom__foot aside = carom__convex_corner_foot(&square, beside);
    cr_assert(aside.normal.x == -1 && aside.normal.y == 0, "%d", k);
  }
}

Test(convex, crossed_rods_overlap_though_no_corner_is_inside) {
  const carom_vec3 rod[4] = {{-2, -0.1, 0}, {2, -0.1, 0}, {2, 0.1, 0}, {-2, 0.1, 0}};
  carom_vec3 edges[4];
  const carom__convex set = polygon_of(4, rod, edges);
  const carom_mat3 quarter = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, same = carom_mat3_identity();
  cr_assert(fabs(carom__convex_separation(&set, &set, (carom_vec3){0.5, 0, 0}, &quarter) + 1.6) < 1e-15);
  cr_assert(fabs(carom__convex_separation(&set, &set, (carom_vec3){0.5, 0.25, 0}, &same) - 0.05) < 1e-15);
}

Test(convex, what_is_no_convex_polygon) {
  // A star of five points turns left everywhere, and goes round twice.
  carom_vec3 star[5];
  for (int i = 0; i < 5; ++i) star[i] = (carom_vec3){cos(2.513274122871834 * i), sin(2.513274122871834 * i), 0};
  carom_diag diag;
  carom_vec3 edges[5];
  const carom__convex set = polygon_of(5, star, edges);
  cr_assert_eq(carom__convex_check(&set, &diag), CAROM_INCONSISTENT);
  cr_assert(strstr(diag.message, "crosses itself"), "%s", diag.message);
  cr_assert_eq(carom__convex_check(&square, &diag), CAROM_OK);
}

Test(convex, a_corner_at_a_corner_comes_nearer_to_the_edge_that_it_touches) {
  test_random random = {5};
  carom_vec3 corners[8], edges[8];
  int touching = 0;
  for (int trial = 0; trial < 100000; ++trial) {
    const int count = random_polygon(&random, corners);
    const carom__convex set = polygon_of(count, corners, edges);
    const carom_vec3 aside = {test_random_uniform(&random, -2e-9, 2e-9), test_random_uniform(&random, -2e-9, 2e-9), 0};
    carom_vec3 corner[3] = {{0}};
    corner[1] = carom_vec3_add(corners[test_random_below(&random, count)], aside);
    for (int k = 0; k < 3; k += 2) {
      const double turn = test_random_uniform(&random, -3.14, 3.14);
      corner[k] = carom_vec3_add(corner[1], (carom_vec3){cos(turn), sin(turn), 0});
    }
    const carom_vec3 velocity = {test_random_uniform(&random, -1, 1), test_random_uniform(&random, -1, 1), 0};
    double gap, rate;
    carom__convex_corner_gap(&set, corner, velocity, &gap, &rate);
    if (fabs(gap) > 1e-10) continue;
    ++touching;
    const double along = carom_vec3_dot(carom__convex_corner_foot(&set, corner).normal, velocity);
    cr_assert(rate == along || rate > fabs(along), "%d: %g at an edge that it leaves at %g", trial, rate, along);
  }
  cr_assert(touching > 1000, "%d", touching);
}
