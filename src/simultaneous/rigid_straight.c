// A piece in which no direction of slip turns: always in the plane. All unknown forces are in proportion to the
// springs', F = P q, and the springs obey y'' = -(W P)_n q with q_j = k_j y_j^p: power series in time. No modes: with
// slip the matrix is not symmetric, its eigenvalues may be complex or negative and it may lack eigenvectors; series do
// not mind.
#include "math/four.h"
#include "simultaneous/rigid.h"

/// The last two terms of the series may change velocities by this part of the speeds; what is left out, by a tenth of
/// it.
static const double TAIL = 1e-16;

/// Length of a first guess, in units of 1/omega: the bound by row sums is near the truth, and 1.8^24/24! = 2e-18.
static const double GUESS = 1.8;

/// The length may be this many times the guess: beyond, large terms of alternating sign cost digits.
static const double LONGEST = 2;

/// A first guess with an exponent, as a part of the time in which a spring would lose its length.
static const double SINGULAR = 0.5;

/// Slip across its first direction that is rounding, in units of the velocities' noise.
static const double STRAIGHT = 1;

void carom__rigid_find_columns(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  for (int j = 0; j < r->spring_count; ++j) {
    double *force = p->force + j * c->size, *rate = p->rate + j * c->size;
    memset(force, 0, (size_t)c->size * sizeof *force);
    carom__rigid_push(r, r->springs[j], 1, force);
    carom__rigid_answer(r, force);
    memset(rate, 0, (size_t)c->size * sizeof *rate);
    for (int b = 0; b < c->size; ++b)  // W is symmetric
      if (force[b] != 0) carom__add_scaled(c->size, force[b], c->w + b * c->size, rate);
    for (int i = 0; i < r->spring_count; ++i)
      if (r->touch[r->springs[i]].tied) rate[carom__normal(c, r->springs[i])] = 0;
  }
  c->work += (double)r->spring_count * c->size * c->size;
}

/// The largest row sum of |K^(1/2) B K^(1/2)|.
double carom__rigid_fastest(const carom__rigid* r) {
  const carom__collision* c = r->c;
  double root[CAROM__MOST], most = 0;
  for (int j = 0; j < r->spring_count; ++j)
    root[j] = r->touch[r->springs[j]].tied ? 0 : sqrt(carom__rigid_stiffness_now(r, r->springs[j]));
  for (int i = 0; i < r->spring_count; ++i) {
    const int row = carom__normal(c, r->springs[i]);
    double sum = 0;
    for (int j = 0; j < r->spring_count; ++j) sum += fabs(r->piece.rate[j * c->size + row]) * root[j];
    most = carom__max(most, sum * root[i]);
  }
  return sqrt(most);
}

static double guess_length(const carom__rigid* r) {
  const carom__collision* c = r->c;
  const double omega = carom__rigid_fastest(r);
  double guess = omega > 0 ? GUESS / omega : c->time_scale;
  if (c->exponent == 1) return guess;
  for (int j = 0; j < r->spring_count; ++j) {
    const int i = r->springs[j];
    const double speed = fabs(c->v[carom__normal(c, i)]);
    if (!r->touch[i].light && speed > 0) guess = carom__min(guess, SINGULAR * -c->touch[i].x / speed);
  }
  return guess;
}

/// q_n of springs with an exponent, from y q' = p y' q, side by side.
static void add_powers(carom__rigid* r, int n) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count;
  double sum[CAROM__MOST];
  for (int i = 0; i < m; ++i) sum[i] = 0;
  for (int j = 1; j <= n; ++j) {
    const double *y = p->y + j * m, *q = p->q + (n - j) * m, factor = c->exponent * j - (n - j);
    for (int i = 0; i < m; ++i) sum[i] += factor * y[i] * q[i];
  }
  for (int i = 0; i < m; ++i) p->q[n * m + i] = r->touch[r->springs[i]].light ? 0 : sum[i] / (n * p->y[i]);
}

/// q_n of all springs.
static void add_forces(carom__rigid* r, int n) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count;
  if (c->exponent != 1 && n > 0) {
    add_powers(r, n);
    return;
  }
  for (int i = 0; i < m; ++i) {
    const carom__touch* t = &c->touch[r->springs[i]];
    double* q = &p->q[n * m + i];
    if (c->exponent == 1)
      *q = t->k * p->y[n * m + i];
    else
      *q = r->touch[r->springs[i]].light ? 0 : carom__spring_force(c, t, t->x);
  }
}

/// Accelerations of the springs per unit of each one's force, side by side: [spring that presses * springs + spring].
static const double* gather_rates(const carom__rigid* r) {
  const int m = r->spring_count;
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < m; ++i)
      r->matrix[j * m + i] = r->piece.rate[j * r->c->size + carom__normal(r->c, r->springs[i])];
  return r->matrix;
}

/// y_(n+2) from q_n, in units of the guessed length.
static void expand_springs(carom__rigid* r, double length) {
  const carom__collision* c = r->c;
  const int m = r->spring_count;
  const double* rate = gather_rates(r);
  carom__rigid_piece* p = &r->piece;
  double sum[CAROM__MOST];
  for (int n = 0; n <= CAROM__RIGID_ORDER; ++n) {
    add_forces(r, n);
    if (n + 2 > CAROM__RIGID_ORDER) continue;
    const double *q = p->q + n * m, factor = -length * length / ((n + 1) * (n + 2));
    for (int i = 0; i < m; ++i) sum[i] = 0;
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < m; ++i) sum[i] += rate[j * m + i] * q[j];
    for (int i = 0; i < m; ++i) p->y[(n + 2) * m + i] = factor * sum[i];
  }
  r->c->work += (double)m * m * CAROM__RIGID_ORDER;
  if (c->exponent != 1) r->c->work += m * (0.9 * CAROM__RIGID_ORDER * CAROM__RIGID_ORDER + 300);  // measured
}

/// What the last terms do to velocities.
static double last_terms(const carom__rigid* r, double length) {
  const carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count, last = CAROM__RIGID_ORDER;
  double most = 0;
  for (int i = 0; i < m; ++i) {
    const double y = carom__max(fabs(p->y[(last - 1) * m + i]), fabs(p->y[last * m + i]));
    most = carom__max(most, y * last / length);
    if (r->c->exponent == 1) continue;
    const double q = carom__max(fabs(p->q[(last - 1) * m + i]), fabs(p->q[last * m + i]));
    most = carom__max(most, fabs(p->rate[i * r->c->size + carom__normal(r->c, r->springs[i])]) * q * length / last);
  }
  return most;
}

/// To powers of (time/length), and the integrals of the forces.
static void scale(carom__rigid* r, double part) {
  carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count;
  double power = 1;
  for (int n = 0; n <= CAROM__RIGID_ORDER; ++n, power *= part)
    for (int i = 0; i < m; ++i) {
      p->y[n * m + i] *= power;
      p->q[n * m + i] *= power;
    }
  for (int i = 0; i < m; ++i) p->impulse[i] = 0;
  for (int n = 1; n <= CAROM__RIGID_ORDER; ++n)
    for (int i = 0; i < m; ++i) p->impulse[n * m + i] = p->length * p->q[(n - 1) * m + i] / n;
}

/// Across its direction a contact does not move, at any order.
static bool goes_straight(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const carom__rigid_piece* p = &r->piece;
  const double *d = r->touch[contact].d, limit = STRAIGHT * r->touch[contact].noise;
  const int m = r->spring_count, first = carom__tangent(c, contact, 0);
  for (int n = 1; n <= CAROM__RIGID_ORDER; ++n) {
    double across = 0;
    for (int j = 0; j < m; ++j) {
      const double* rate = p->rate + j * c->size + first;
      across += (d[0] * rate[1] - d[1] * rate[0]) * p->impulse[n * m + j];
    }
    if (!(fabs(across) <= limit)) return false;
  }
  return true;
}

static bool all_go_straight(const carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count && c->tangents == 2; ++i)
    if (carom__rigid_slips(r, i) && !goes_straight(r, i)) return false;
  return true;
}

bool carom__rigid_expand_straight(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  const double guess = guess_length(r);
  const int m = r->spring_count;
  for (int i = 0; i < m; ++i) {
    p->y[i] = -c->touch[r->springs[i]].x;
    p->y[m + i] = -guess * c->v[carom__normal(c, r->springs[i])];
  }
  expand_springs(r, guess);
  double part = carom__min(LONGEST, carom__rigid_fitting_part(last_terms(r, guess), TAIL * c->speed));
  if (c->exponent != 1) part = carom__rigid_light_time(r, part * guess) / guess;
  p->length = part * guess;
  scale(r, part);
  return all_go_straight(r);
}

typedef struct spring_state {
  double y, slope, impulse;
} spring_state;

static spring_state spring_at(const carom__rigid* r, int spring, double part) {
  const carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count;
  spring_state s = {0, 0, 0};
  for (int n = CAROM__RIGID_ORDER; n >= 0; --n) {
    s.slope = s.slope * part + s.y;
    s.y = s.y * part + p->y[n * m + spring];
    s.impulse = s.impulse * part + p->impulse[n * m + spring];
  }
  s.slope /= p->length;
  return s;
}

void carom__rigid_place_straight(carom__rigid* r, double part) {
  carom__collision* c = r->c;
  const carom__rigid_piece* p = &r->piece;
  memcpy(c->v, p->v, (size_t)c->size * sizeof *p->v);
  memcpy(c->impulse, p->total, (size_t)c->size * sizeof *p->total);
  c->time = p->time + part * p->length;
  double slope[CAROM__MOST];
  for (int j = 0; j < r->spring_count; ++j) {
    const spring_state s = spring_at(r, j, part);
    const double *force = p->force + j * c->size, *rate = p->rate + j * c->size;
    for (int a = 0; a < c->size; ++a) {
      c->v[a] += rate[a] * s.impulse;
      c->impulse[a] += force[a] * s.impulse;
    }
    c->touch[r->springs[j]].x = -carom__max(0, s.y);
    slope[j] = s.slope;
  }
  for (int j = 0; j < r->spring_count; ++j) c->v[carom__normal(c, r->springs[j])] = -slope[j];
}
