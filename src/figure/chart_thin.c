#include <math.h>

#include "figure/chart.h"
#include "figure/thin.h"

/// Design pixels by which the drawn curve may differ from all its points.
static const double tolerance = 0.05;

static bool is_point(const carom_figure_curve* curve, int i) {
  return isfinite(curve->x[i]) && isfinite(curve->y[i]);
}

enum { BLOCK = 256 };

typedef struct thinning {
  const carom__axis *across, *up;
  const carom_figure_curve* curve;
  bool* keep;
} thinning;

/// One piece of the curve, [first, end), in blocks so that no memory is needed.
static void thin_piece(const thinning* t, int first, int end) {
  while (first + 1 < end) {
    carom_vec2 pixel[BLOCK];
    int count = end - first < BLOCK ? end - first : BLOCK;
    for (int i = 0; i < count; ++i) {
      pixel[i] = (carom_vec2){carom__axis_pixel(t->across, t->curve->x[first + i]),
                              carom__axis_pixel(t->up, t->curve->y[first + i])};
    }
    for (int at = 0; at + 1 < count;) {
      at = carom__thin_reach(pixel, at, count, tolerance);
      t->keep[first + at] = true;
    }
    first += count - 1;
  }
}

void carom__chart_thin(const carom__axis* across, const carom__axis* up, const carom_figure_curve* curve, bool* keep) {
  thinning t = {across, up, curve, keep};
  for (int i = 0; i < curve->count; ++i) keep[i] = false;
  for (int first = 0; first < curve->count;) {
    int end = first;
    while (end < curve->count && is_point(curve, end)) ++end;
    if (end > first) {
      keep[first] = true;
      thin_piece(&t, first, end);
    }
    first = end + 1;
  }
}
