// The symmetric eigenproblem by cyclic Jacobi rotations: small, accurate, and simple enough to trust. n is at most a
// few dozen here. Where |a_pq| is judged by sqrt(a_pp a_qq), a positive semidefinite matrix that is graded keeps its
// small eigenvalues to their own last digits: with springs of 1 and 1e20 the slow motion is still exact. Judged by the
// largest entry, a singular matrix takes half as many sweeps, since the rounding in its null space need not be turned.
// Chains of alike springs have three diagonals, and nothing there is graded: QL steps are as good, and take a third.
#include "math/eigen.h"

#include <float.h>

#include "carom/math.h"
#include "math/elementary.h"
#include "math/four.h"

/// Convergence is quadratic after a few sweeps; matrices of this size need 5 to 10. The bound only guards against a
/// matrix that is not finite.
enum { MAX_SWEEPS = 40 };

/// An entry this small against the geometric mean of its diagonal entries, or against the largest one, moves nothing.
static const double NEGLIGIBLE = DBL_EPSILON / 16;

/// An entry of a positive semidefinite matrix is the product of two sizes at most: this part of it is rounding.
static const double ROUNDING = DBL_EPSILON;

/// Diagonal entries that differ by up to this factor are not graded: what is rounding of one is of the others.
static const double ALIKE = 16;

/// Fewer are done by rotations as fast.
enum { SHORTEST_CHAIN = 4 };

/// tan of a rotation is 1/(2 theta) to rounding where theta is beyond this; its square would overflow further on.
static const double LARGE = 1e100;

CAROM__ALWAYS_INLINE void turn_rows(int n, double* x, double* y, carom__sincos turn) {
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    const carom__four xk = carom__load(x + k), yk = carom__load(y + k);
    carom__store(x + k, turn.cosine * xk - turn.sine * yk);
    carom__store(y + k, turn.sine * xk + turn.cosine * yk);
  }
  for (; k < n; ++k) {
    const double xk = x[k], yk = y[k];
    x[k] = turn.cosine * xk - turn.sine * yk;
    y[k] = turn.sine * xk + turn.cosine * yk;
  }
}

/// The columns of a symmetric matrix are its rows.
CAROM__ALWAYS_INLINE void copy_to_columns(int n, double* a, int p, int q) {
  for (int k = 0; k < n; ++k) {
    a[k * n + p] = a[p * n + k];
    a[k * n + q] = a[q * n + k];
  }
}

static bool is_negligible(double apq, double app, double aqq) {
  // Two roots, since the product of the two may leave the doubles.
  return apq == 0 || fabs(apq) <= NEGLIGIBLE * sqrt(fabs(app)) * sqrt(fabs(aqq));
}

/// In the null space of a singular matrix all entries are rounding of what they were turned from. `size` says how large
/// that was: its square is what the diagonal entry was at first, or became by turning.
static bool is_rounding(double apq, double size_p, double size_q) {
  return fabs(apq) <= ROUNDING * size_p * size_q;
}

static void turn_sizes(double* size_p, double* size_q, carom__sincos turn) {
  const double p = *size_p, q = *size_q, sine = fabs(turn.sine);
  *size_p = carom__max(turn.cosine * p, sine * q);
  *size_q = carom__max(sine * p, turn.cosine * q);
}

/// The vectors are the rows of `vectors` here.
CAROM__ALWAYS_INLINE carom__sincos annihilate(int n, double* a, double* vectors, int p, int q) {
  const double app = a[p * n + p], aqq = a[q * n + q], apq = a[p * n + q];
  const double theta = (aqq - app) / (2 * apq);
  const double t = fabs(theta) > LARGE ? 0.5 / theta : copysign(1, theta) / (fabs(theta) + sqrt(1 + theta * theta));
  const double c = 1 / sqrt(1 + t * t);
  const carom__sincos turn = {.sine = t * c, .cosine = c};
  turn_rows(n, a + p * n, a + q * n, turn);
  copy_to_columns(n, a, p, q);
  a[p * n + p] = app - t * apq;
  a[q * n + q] = aqq + t * apq;
  a[p * n + q] = a[q * n + p] = 0;
  if (vectors) turn_rows(n, vectors + p * n, vectors + q * n, turn);
  return turn;
}

/// Turns every entry that is neither below the floor nor negligible nor rounding. True if there was one.
CAROM__WITH_AVX2 static bool sweep_once(int n, double* a, double* vectors, double* size, double floor) {
  bool turned = false;
  for (int p = 0; p < n; ++p)
    for (int q = p + 1; q < n; ++q) {
      const double apq = a[p * n + q];
      if (fabs(apq) <= floor || is_rounding(apq, size[p], size[q]) || is_negligible(apq, a[p * n + p], a[q * n + q]))
        continue;
      const carom__sincos turn = annihilate(n, a, vectors, p, q);
      turn_sizes(&size[p], &size[q], turn);
      turned = true;
    }
  return turned;
}

static void transpose(int n, double* a) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      const double kept = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = kept;
    }
}

static void set_identity(int n, double* vectors) {
  for (int i = 0; i < n * n; ++i) vectors[i] = i % (n + 1) == 0;
}

static int diagonalize(int n, double* a, double* values, double* vectors, double floor) {
  if (vectors) set_identity(n, vectors);
  for (int i = 0; i < n; ++i) values[i] = sqrt(fabs(a[i * n + i]));
  int sweep = 0;
  while (sweep < MAX_SWEEPS && sweep_once(n, a, vectors, values, floor)) ++sweep;
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
  if (vectors) transpose(n, vectors);
  return sweep;
}

/// One QL step with Wilkinson's shift on the part from first to last (EISPACK, imtql2). The vectors are rows.
CAROM__WITH_AVX2 static void ql_step(int n, const carom__three_diagonals* t, int first, int last) {
  double *d = t->main, *e = t->beside, *vectors = t->vectors;
  const double half = (d[first + 1] - d[first]) / (2 * e[first]);
  double g = d[last] - d[first] + e[first] / (half + copysign(sqrt(half * half + 1), half));
  double sine = 1, cosine = 1, shift = 0;
  for (int i = last - 1; i >= first; --i) {
    const double f = sine * e[i], b = cosine * e[i], r = sqrt(f * f + g * g);
    if (i + 1 < last) e[i + 1] = r;
    sine = r > 0 ? f / r : 0;
    cosine = r > 0 ? g / r : 1;
    const double rest = d[i + 1] - shift, turned = (d[i] - rest) * sine + 2 * cosine * b;
    shift = sine * turned;
    d[i + 1] = rest + shift;
    g = cosine * turned - b;
    if (vectors) turn_rows(n, vectors + i * n, vectors + (i + 1) * n, (carom__sincos){.sine = sine, .cosine = cosine});
  }
  d[first] -= shift;
  e[first] = g;
}

void carom__three_diagonals_eigen(int n, const carom__three_diagonals* t, double floor) {
  for (int first = 0; first < n; ++first)
    for (int tries = 0; tries < MAX_SWEEPS; ++tries) {
      int last = first;
      while (last + 1 < n && fabs(t->beside[last]) > floor) ++last;
      if (last == first) break;
      ql_step(n, t, first, last);
    }
}

/// The least diagonal entry of a matrix with three diagonals that is not graded; 0 if it is not such a one.
static double even_chain(int n, const double* a) {
  double least = HUGE_VAL, most = 0, far = 0;
  for (int i = 0; i < n; ++i) {
    least = carom__min(least, a[i * n + i]);
    most = carom__max(most, a[i * n + i]);
    for (int j = 0; j + 1 < i; ++j) far = carom__max(far, fabs(a[i * n + j]));
  }
  return n >= SHORTEST_CHAIN && most <= ALIKE * least && far <= NEGLIGIBLE * least ? least : 0;
}

int carom__graded_eigen(int n, double* a, double* values, double* vectors) {
  const double least = even_chain(n, a);
  if (!(least > 0)) return diagonalize(n, a, values, vectors, 0);
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
  for (int i = 0; i + 1 < n; ++i) a[i] = a[i * n + i + 1];
  set_identity(n, vectors);
  carom__three_diagonals_eigen(n, &(carom__three_diagonals){values, a, vectors}, NEGLIGIBLE * least);
  transpose(n, vectors);
  return 1;  // costs as much as a sweep and a look
}

static double largest_entry(int n, const double* a) {
  double largest = 0;
  for (int i = 0; i < n * n; ++i) largest = carom__max(largest, fabs(a[i]));
  return largest;
}

static void sort_ascending(int n, double* values, double* vectors) {
  for (int i = 0; i < n; ++i) {
    int smallest = i;
    for (int j = i + 1; j < n; ++j)
      if (values[j] < values[smallest]) smallest = j;
    const double value = values[i];
    values[i] = values[smallest];
    values[smallest] = value;
    for (int k = 0; vectors && k < n && smallest != i; ++k) {
      const double entry = vectors[k * n + i];
      vectors[k * n + i] = vectors[k * n + smallest];
      vectors[k * n + smallest] = entry;
    }
  }
}

int carom_symmetric_eigen(int n, double* a, double* values, double* vectors) {
  const int sweeps = diagonalize(n, a, values, vectors, NEGLIGIBLE * largest_entry(n, a));
  sort_ascending(n, values, vectors);
  return sweeps;
}
