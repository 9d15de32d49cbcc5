// Distance of a point from a convex set: a point, a polygon in the plane, a box in space.
#include "motion/convex.h"

#include <stdio.h>

#include "base/diag.h"
#include "math/elementary.h"

/// sin of the angle by which an edge must turn for a corner to be one: less is rounding.
static const double STRAIGHT = 1e-9;

/// An edge that a corner points away from counts as so much further in, as a part of the polygon: so of two boxes of
/// one height that run into each other the corners meet the sides, whatever rounding says of the edges that they are
/// flush with. Events are located to about 1e-13 of the size.
static const double INWARDS = 1e-10;

/// A corner that is no further than this from the line of such an edge may be about to slide over its end.
static const double FLUSH = 4e-10;

/// sin of the angle by which a side of a corner must dip below the line of an edge for the corner to point away from
/// it.
static const double AWAY = 0.1;

void carom__convex_edges(int count, const carom_vec3* corners, carom_vec3* edges) {
  for (int i = 0; i < count; ++i) {
    const carom_vec3 edge = carom_vec3_sub(corners[(i + 1) % count], corners[i]);
    edges[i] = carom_vec3_scale(1 / carom_vec3_norm(edge), edge);
  }
}

/// Outwards, of a polygon that goes counter-clockwise.
static carom_vec3 normal_of(const carom__convex* set, int i) {
  return (carom_vec3){set->edges[i].y, -set->edges[i].x, 0};
}

static double line_distance(const carom__convex* set, int i, carom_vec3 point) {
  return carom_vec3_dot(normal_of(set, i), carom_vec3_sub(point, set->corners[i]));
}

static carom__foot foot_on_edge(const carom__convex* set, int i, carom_vec3 point) {
  const carom_vec3 normal = normal_of(set, i);
  const double distance = line_distance(set, i, point);
  return (carom__foot){
      carom_vec3_sub(point, carom_vec3_scale(distance, normal)), normal, distance, {set->edges[i], {0, 0, 0}}};
}

static carom__foot foot_at_corner(carom_vec3 corner, carom_vec3 point) {
  const carom_vec3 way = carom_vec3_sub(point, corner);
  const double distance = carom_vec3_norm(way);
  const carom_vec3 normal = distance > 0 ? carom_vec3_scale(1 / distance, way) : (carom_vec3){0, 1, 0};
  return (carom__foot){corner, normal, distance, {{0, 0, 0}, {0, 0, 0}}};
}

/// The line that is furthest off.
static int furthest_line(const carom__convex* set, carom_vec3 point, double* distance) {
  int best = 0;
  *distance = line_distance(set, 0, point);
  for (int i = 1; i < set->corner_count; ++i) {
    const double d = line_distance(set, i, point);
    if (!(d > *distance)) continue;
    *distance = d;
    best = i;
  }
  return best;
}

/// Outside the nearest place is on an edge that faces the point, or at one of its ends.
static carom__foot foot_on_polygon(const carom__convex* set, carom_vec3 point) {
  double most;
  const int furthest = furthest_line(set, point, &most);
  carom__foot best = foot_on_edge(set, furthest, point);
  if (most <= 0) return best;
  best.distance = HUGE_VAL;
  for (int i = 0; i < set->corner_count; ++i) {
    if (line_distance(set, i, point) < 0) continue;
    const carom_vec3 start = set->corners[i], end = set->corners[(i + 1) % set->corner_count], edge = set->edges[i];
    const bool before = carom_vec3_dot(edge, carom_vec3_sub(point, start)) < 0;
    const bool behind = carom_vec3_dot(edge, carom_vec3_sub(point, end)) > 0;
    const carom__foot foot =
        before || behind ? foot_at_corner(before ? start : end, point) : foot_on_edge(set, i, point);
    if (foot.distance < best.distance) best = foot;
  }
  return best;
}

/// Inside a box: the face that is nearest.
static carom__foot foot_inside_box(const double* x, const double* half) {
  int face = 0;
  for (int i = 1; i < 3; ++i)
    if (fabs(x[i]) - half[i] > fabs(x[face]) - half[face]) face = i;
  double at[3] = {x[0], x[1], x[2]}, normal[3] = {0, 0, 0}, along[2][3] = {{0}};
  normal[face] = x[face] < 0 ? -1 : 1;
  at[face] = normal[face] * half[face];
  along[0][(face + 1) % 3] = along[1][(face + 2) % 3] = 1;
  return (carom__foot){{at[0], at[1], at[2]},
                       {normal[0], normal[1], normal[2]},
                       fabs(x[face]) - half[face],
                       {{along[0][0], along[0][1], along[0][2]}, {along[1][0], along[1][1], along[1][2]}}};
}

static carom__foot foot_on_box(const carom__convex* set, carom_vec3 point) {
  const double x[3] = {point.x, point.y, point.z}, half[3] = {set->half.x, set->half.y, set->half.z};
  double at[3], along[2][3] = {{0}};
  int free_count = 0;
  for (int i = 0; i < 3; ++i) {
    at[i] = carom__max(-half[i], carom__min(half[i], x[i]));
    if (at[i] != x[i]) continue;
    if (free_count < 2) along[free_count][i] = 1;
    ++free_count;
  }
  if (free_count == 3) return foot_inside_box(x, half);
  carom__foot foot = foot_at_corner((carom_vec3){at[0], at[1], at[2]}, point);
  for (int k = 0; k < 2; ++k) foot.along[k] = (carom_vec3){along[k][0], along[k][1], along[k][2]};
  return foot;
}

carom__foot carom__convex_foot(const carom__convex* set, carom_vec3 point) {
  if (set->corner_count == 0) return foot_at_corner((carom_vec3){0, 0, 0}, point);
  return set->dimension == 2 ? foot_on_polygon(set, point) : foot_on_box(set, point);
}

/// How well the corner points to an edge: the smaller part, along the edge's normal, of the ways to its neighbours.
static double pointing(carom_vec3 normal, const carom_vec3 corner[3]) {
  const carom_vec3 before = carom_vec3_sub(corner[0], corner[1]), after = carom_vec3_sub(corner[2], corner[1]);
  return carom__min(carom_vec3_dot(normal, before) / carom_vec3_norm(before),
                    carom_vec3_dot(normal, after) / carom_vec3_norm(after));
}

/// The edge that counts for a corner, and how far off it is: the furthest line, when those that it points away from are
/// moved in.
static int edge_for(const carom__convex* set, const carom_vec3 corner[3], double* gap) {
  int best = 0;
  *gap = -HUGE_VAL;
  for (int i = 0; i < set->corner_count; ++i) {
    const double distance = line_distance(set, i, corner[1]);
    if (distance <= *gap) continue;
    const double dip = carom__max(0, -pointing(normal_of(set, i), corner));
    const double counted = distance - INWARDS * set->extent * dip;
    if (counted <= *gap) continue;
    *gap = counted;
    best = i;
  }
  return best;
}

/// m/s: how fast the corner moves out over edges that it points away from and is flush with.
static double slide_off(const carom__convex* set, const carom_vec3 corner[3], carom_vec3 velocity) {
  double fastest = -HUGE_VAL;
  for (int i = 0; i < set->corner_count; ++i) {
    const carom_vec3 normal = normal_of(set, i);
    if (fabs(line_distance(set, i, corner[1])) > FLUSH * set->extent || pointing(normal, corner) >= -AWAY) continue;
    fastest = carom__max(fastest, carom_vec3_dot(normal, velocity));
  }
  return fastest;
}

/// Of the edges that the corner does not point away from, the furthest; -1: it points away from all. Where a corner
/// touches it is on this one, and past the end of it the line goes on, so that its contact does not jump.
static int edge_faced(const carom__convex* set, const carom_vec3 corner[3], double* distance) {
  int best = -1;
  *distance = -HUGE_VAL;
  for (int i = 0; i < set->corner_count; ++i) {
    const double d = line_distance(set, i, corner[1]);
    if (d <= *distance || pointing(normal_of(set, i), corner) < -AWAY) continue;
    *distance = d;
    best = i;
  }
  return best;
}

/// Whether a corner that is `gap` away touches the edge that it faces. It does not where that one is further in than
/// the one that it is on, as where two corners meet and what each faces is the other's side: then it is the edge it is
/// on.
static bool touches_faced(const carom__convex* set, int faced_edge, double faced, double gap) {
  const double flush = FLUSH * set->extent;
  return faced_edge >= 0 && (fabs(gap) > flush || faced >= gap - flush);
}

void carom__convex_corner_gap(const carom__convex* set, const carom_vec3 corner[3], carom_vec3 velocity, double* gap,
                              double* rate) {
  const double flush = FLUSH * set->extent;
  double faced;
  const int edge = edge_for(set, corner, gap);
  *rate = carom_vec3_dot(normal_of(set, edge), velocity);
  if (fabs(*gap) > flush) return;
  const int other = edge_faced(set, corner, &faced);
  if (touches_faced(set, other, faced, *gap)) *rate = carom_vec3_dot(normal_of(set, other), velocity);
  const double aside = slide_off(set, corner, velocity);
  if (aside > fabs(*rate)) *rate = aside;  // it goes aside faster than it comes nearer
}

carom__foot carom__convex_corner_foot(const carom__convex* set, const carom_vec3 corner[3]) {
  double faced, gap;
  const int other = edge_faced(set, corner, &faced), edge = edge_for(set, corner, &gap);
  return foot_on_edge(set, touches_faced(set, other, faced, gap) ? other : edge, corner[1]);
}

/// How far `second` is outside the best line of `first`.
static double separation_along(const carom__convex* first, const carom__convex* second, carom_vec3 position,
                               const carom_mat3* rotation) {
  double best = -HUGE_VAL;
  for (int i = 0; i < first->corner_count; ++i) {
    double least = HUGE_VAL;
    for (int k = 0; k < second->corner_count; ++k) {
      const carom_vec3 corner = carom_vec3_add(position, carom_mat3_apply(*rotation, second->corners[k]));
      least = carom__min(least, line_distance(first, i, corner));
    }
    best = carom__max(best, least);
  }
  return best;
}

double carom__convex_separation(const carom__convex* first, const carom__convex* second, carom_vec3 position,
                                const carom_mat3* rotation) {
  const carom_mat3 back = carom_mat3_transpose(*rotation);
  const carom_vec3 seen = carom_mat3_apply(back, carom_vec3_scale(-1, position));
  return carom__max(separation_along(first, second, position, rotation), separation_along(second, first, seen, &back));
}

static double turn_at(int count, const carom_vec3* corners, int i) {
  const carom_vec3 a = corners[i], b = corners[(i + 1) % count], c = corners[(i + 2) % count];
  const carom_vec3 in = carom_vec3_sub(b, a), out = carom_vec3_sub(c, b);
  const double length = carom_vec3_norm(in) * carom_vec3_norm(out);
  return length > 0 ? carom_vec3_cross(in, out).z / length : 0;
}

static double twice_the_area(int count, const carom_vec3* corners) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += carom_vec3_cross(corners[i], corners[(i + 1) % count]).z;
  return sum;
}

/// Corners that all turn left may still go round twice: then some corner lies outside a line.
static int corner_outside(const carom__convex* set) {
  for (int i = 0; i < set->corner_count; ++i)
    for (int k = 0; k < set->corner_count; ++k)
      if (line_distance(set, i, set->corners[k]) > INWARDS * set->extent) return k;
  return -1;
}

carom_status carom__convex_check(const carom__convex* polygon, carom_diag* diag) {
  const int count = polygon->corner_count;
  const carom_vec3* corners = polygon->corners;
  char field[CAROM_FIELD_SIZE] = "points";
  if (count < 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, field, count, "a polygon of %d corners has no inside; it needs three",
                       count);
  if (twice_the_area(count, corners) < 0)
    return carom__fail(diag, CAROM_INCONSISTENT, field, twice_the_area(count, corners) / 2,
                       "the polygon's corners go clockwise; list them counter-clockwise");
  for (int i = 0; i < count; ++i) {
    const double turn = turn_at(count, corners, i);
    const int at = (i + 1) % count;
    if (turn > STRAIGHT) continue;
    snprintf(field, sizeof field, "points[%d]", at);
    return carom__fail(diag, CAROM_INCONSISTENT, field, turn,
                       "the polygon is not convex: at corner %d it %s; leave that corner out, or make two bodies", at,
                       turn < -STRAIGHT ? "turns to the right" : "goes straight on or stands still");
  }
  const int outside = corner_outside(polygon);
  if (outside < 0) return CAROM_OK;
  snprintf(field, sizeof field, "points[%d]", outside);
  return carom__fail(diag, CAROM_INCONSISTENT, field, 0, "the polygon crosses itself: corner %d lies outside an edge",
                     outside);
}
