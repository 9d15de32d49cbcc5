#include <stdlib.h>

#include "figure/layout.h"

static const double two_pi = 6.283185307179586;

/// An ellipse in pixels: centre + axis_1 cos a + axis_2 sin a.
typedef struct ellipse {
  carom_vec2 centre, axis_1, axis_2;
} ellipse;

static carom_vec2 at_angle(const ellipse* e, double angle) {
  double c = cos(angle), s = sin(angle);
  return (carom_vec2){e->centre.x + e->axis_1.x * c + e->axis_2.x * s, e->centre.y + e->axis_1.y * c + e->axis_2.y * s};
}

static bool contains(const ellipse* e, carom_vec2 point) {
  double dx = point.x - e->centre.x, dy = point.y - e->centre.y;
  double det = e->axis_1.x * e->axis_2.y - e->axis_1.y * e->axis_2.x;
  double along_1 = (dx * e->axis_2.y - dy * e->axis_2.x) / det;
  double along_2 = (e->axis_1.x * dy - e->axis_1.y * dx) / det;
  return along_1 * along_1 + along_2 * along_2 <= 1.0;
}

/// Adds the angles in [0, 2 pi) where p cos a + q sin a = d.
static int add_crossings(double p, double q, double d, double* angles, int count) {
  double amplitude = hypot(p, q);
  if (!(fabs(d) < amplitude)) return count;
  double middle = atan2(q, p), half = acos(d / amplitude);
  angles[count++] = fmod(middle + half + 2.0 * two_pi, two_pi);
  angles[count++] = fmod(middle - half + 2.0 * two_pi, two_pi);
  return count;
}

static int compare_doubles(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/// Angles that cut the ellipse into arcs which lie wholly inside or wholly outside the box; the last one closes it.
static int cut_angles(const ellipse* e, const carom__view* view, double angles[CAROM__ELLIPSE_MAX_ARCS + 1]) {
  int count = 0;
  count = add_crossings(e->axis_1.x, e->axis_2.x, -e->centre.x, angles, count);
  count = add_crossings(e->axis_1.x, e->axis_2.x, view->width - e->centre.x, angles, count);
  count = add_crossings(e->axis_1.y, e->axis_2.y, -e->centre.y, angles, count);
  count = add_crossings(e->axis_1.y, e->axis_2.y, view->height - e->centre.y, angles, count);
  if (count == 0) angles[count++] = 0.0;
  qsort(angles, (size_t)count, sizeof *angles, compare_doubles);
  angles[count] = angles[0] + two_pi;
  return count;
}

static bool in_box(const carom__view* view, carom_vec2 p) {
  return p.x >= 0.0 && p.x <= view->width && p.y >= 0.0 && p.y <= view->height;
}

static void add_arc(const ellipse* e, double from, double to, carom__ellipse_view* out) {
  carom_vec2* arc = out->arcs[out->arc_count++];
  for (int i = 0; i < CAROM__ELLIPSE_ARC_POINTS; ++i) {
    arc[i] = at_angle(e, from + (to - from) * i / (CAROM__ELLIPSE_ARC_POINTS - 1));
    out->region[out->region_count++] = arc[i];
  }
}

static void add_corners(const ellipse* e, const carom__view* view, carom__ellipse_view* out) {
  for (int i = 0; i < 4; ++i) {
    carom_vec2 corner = {i & 1 ? view->width : 0.0, i & 2 ? view->height : 0.0};
    if (contains(e, corner)) out->region[out->region_count++] = corner;
  }
}

typedef struct turned {
  double angle;
  carom_vec2 point;
} turned;

static int compare_turned(const void* a, const void* b) {
  return compare_doubles(&((const turned*)a)->angle, &((const turned*)b)->angle);
}

/// Box and ellipse are convex, so the region they share is too: its corners in order of their angle about its middle.
static void order_region(carom__ellipse_view* out) {
  turned points[CAROM__ELLIPSE_MAX_ARCS * CAROM__ELLIPSE_ARC_POINTS + 4];
  carom_vec2 middle = {0.0, 0.0};
  for (int i = 0; i < out->region_count; ++i) {
    middle.x += out->region[i].x / out->region_count;
    middle.y += out->region[i].y / out->region_count;
  }
  for (int i = 0; i < out->region_count; ++i) {
    carom_vec2 p = out->region[i];
    points[i] = (turned){atan2(p.y - middle.y, p.x - middle.x), p};
  }
  qsort(points, (size_t)out->region_count, sizeof *points, compare_turned);
  for (int i = 0; i < out->region_count; ++i) out->region[i] = points[i].point;
}

void carom__view_clip_ellipse(const carom__view* view, const carom_planar_diagram* diagram, carom__ellipse_view* out) {
  double k = view->scale;
  ellipse e = {carom__view_pixel(view, diagram->centre.x, diagram->centre.y),
               {k * diagram->axis_1.x, k * diagram->axis_1.y},
               {k * diagram->axis_2.x, k * diagram->axis_2.y}};
  double angles[CAROM__ELLIPSE_MAX_ARCS + 1];
  out->arc_count = out->region_count = 0;
  // Beyond this size rounding moves the visible arc by more than a hairline; a needle has no inside.
  double size = hypot(hypot(e.axis_1.x, e.axis_1.y), hypot(e.axis_2.x, e.axis_2.y));
  double det = e.axis_1.x * e.axis_2.y - e.axis_1.y * e.axis_2.x;
  if (!(size < 1e12) || !(fabs(det) > 0.0)) return;
  int count = cut_angles(&e, view, angles);
  for (int i = 0; i < count; ++i) {
    if (in_box(view, at_angle(&e, 0.5 * (angles[i] + angles[i + 1])))) add_arc(&e, angles[i], angles[i + 1], out);
  }
  add_corners(&e, view, out);
  order_region(out);
}
