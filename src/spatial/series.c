// Roots of power series.
#include "spatial/series.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

const double carom__inverse[CAROM__ROOM] = {0,       1. / 1,  1. / 2,  1. / 3,  1. / 4,  1. / 5,  1. / 6,
                                            1. / 7,  1. / 8,  1. / 9,  1. / 10, 1. / 11, 1. / 12, 1. / 13,
                                            1. / 14, 1. / 15, 1. / 16, 1. / 17, 1. / 18, 1. / 19, 1. / 20,
                                            1. / 21, 1. / 22, 1. / 23, 1. / 24, 1. / 25, 1. / 26, 1. / 27};

CAROM__WITH_AVX2 static double root(const double* c, double level, double from, double to) {
  const double f0 = carom__series_at(c, from) - level, f1 = carom__series_at(c, to) - level;
  const bool rises = f1 >= 0;
  double t = f1 != f0 ? from - f0 * (to - from) / (f1 - f0) : 0.5 * (from + to);
  for (int i = 0; i < 80; ++i) {
    const double f = carom__series_at(c, t) - level;
    if (rises == (f >= 0))
      to = t;
    else
      from = t;
    double next = t - f / carom__series_slope(c, t);
    if (!(next >= from && next <= to)) next = 0.5 * (from + to);
    // A step below 1e-9 of t leaves an error far below rounding after it: Newton's method squares it.
    if (fabs(next - t) <= 1e-9 * fabs(next)) return next;
    t = next;
  }
  return t;
}

double carom__series_root(const double* c, double level, double from, double to) {
  return root(c, level, from, to);
}
