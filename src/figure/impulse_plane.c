#include <math.h>

#include "figure/impulse.h"

/// What an impulse does to the energy: I^T a I/2 + b^T I + c, over two normal impulses and the tangential ones that
/// friction can make.
typedef struct energy {
  double a[6][6], b[6], c;
  int size;
} energy;

/// Which rows of W the figure needs: both normals first.
static int choose_rows(const carom_contact_problem* problem, int rows[6]) {
  int count = 0, d = problem->dimension;
  for (int i = 0; i < 2; ++i) rows[count++] = i * d + d - 1;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j + 1 < d && problem->surfaces[i].mu > 0.0; ++j) rows[count++] = i * d + j;
  }
  return count;
}

static energy energy_of(const carom_contact_problem* problem) {
  energy q = {.c = 0.0};
  int rows[6], width = problem->dimension * problem->contact_count;
  q.size = choose_rows(problem, rows);
  for (int i = 0; i < q.size; ++i) {
    q.b[i] = problem->v[rows[i]];
    for (int j = 0; j < q.size; ++j) q.a[i][j] = problem->w[rows[i] * width + rows[j]];
  }
  return q;
}

/// Leaves the last impulse to take the value that loses most. False if there is no such value.
static bool minimise_last(energy* q) {
  const double rounding = 1e-13;
  int last = q->size - 1;
  double pivot = q->a[last][last], largest = 0.0, fastest = 0.0;
  for (int i = 0; i < q->size; ++i) {
    largest = fmax(largest, q->a[i][i]);
    fastest = fmax(fastest, fabs(q->b[i]));
  }
  --q->size;
  if (!(pivot > rounding * largest)) return fabs(q->b[last]) <= rounding * fastest;
  q->c -= 0.5 * q->b[last] * q->b[last] / pivot;
  for (int i = 0; i < last; ++i) {
    double share = q->a[i][last] / pivot;
    q->b[i] -= share * q->b[last];
    for (int j = 0; j < last; ++j) q->a[i][j] -= share * q->a[last][j];
  }
  return true;
}

/// The curve where the energy stays what it was: centre + axis_1 cos + axis_2 sin, with a = L L^T and axes r L^-T.
static bool ellipse_of(const energy* q, carom_planar_diagram* out) {
  double a = q->a[0][0], b = q->a[0][1], d = q->a[1][1], det = a * d - b * b;
  if (!(a > 0.0) || !(det > 1e-13 * a * d)) return false;
  out->centre.x = (b * q->b[1] - d * q->b[0]) / det;
  out->centre.y = (b * q->b[0] - a * q->b[1]) / det;
  double level = -(q->b[0] * out->centre.x + q->b[1] * out->centre.y) - 2.0 * q->c;
  if (!(level > 0.0) || !isfinite(level)) return false;
  double r = sqrt(level), l11 = sqrt(a), l21 = b / l11, l22 = sqrt(det / a);
  out->axis_1 = (carom_vec2){r / l11, 0.0};
  out->axis_2 = (carom_vec2){-r * l21 / (l11 * l22), r / l22};
  return true;
}

/// The line is fixed only if no impulse but the two normal ones moves the contact along its normal.
static bool is_fixed(const energy* q, int contact) {
  for (int i = 2; i < q->size; ++i) {
    if (fabs(q->a[contact][i]) > 1e-12 * sqrt(q->a[contact][contact] * q->a[i][i])) return false;
  }
  return true;
}

carom__impulse_plane carom__impulse_plane_of(const carom_contact_problem* problem) {
  energy q = energy_of(problem);
  carom__impulse_plane plane = {.has_friction = q.size > 2};
  for (int i = 0; i < 2; ++i) {
    plane.has_line[i] = is_fixed(&q, i);
    plane.lines[i] = (carom_line){q.a[i][0], q.a[i][1], q.b[i]};
  }
  // @eq JME13 (41)  v^T I + I^T W I/2 <= 0: the paper's ellipse for any W and v; with friction its shadow on the plane
  bool bounded = true;
  while (q.size > 2 && bounded) bounded = minimise_last(&q);
  plane.has_ellipse = bounded && ellipse_of(&q, &plane.ellipse);
  return plane;
}
