// The stepping engine: what a run left becomes an answer that obeys every law exactly: impulses within their cones, no
// energy gained, no approach, and a ledger that closes. Whatever the run was like, such an answer exists: to end an
// approach by normal impulses alone takes energy away and leaves every cone.
#include "carom/math.h"
#include "simultaneous/steps.h"

/// Approach beyond this part of the speed, and beyond the rounding of its sum, is ended.
static const double APPROACH = 1e-13;

/// What may be left of it where W is so far from regular that rounding stands in the way: a part of the speed, or so
/// many times the rounding up to a larger part. More has no answer: where v is not in the range of W impulses only
/// grow, and their rounding with them.
static const double LEFT = 1e-9, LEFT_ROUNDING = 100, LEFT_AT_MOST = 1e-2;

/// Added to the diagonal of W, as a part of it: redundant contacts share.
static const double SHARING = 1e-13;

/// Rounds of refinement, and of contacts that join or leave for each contact.
enum { REFINEMENTS = 2, CHANGES = 6 };

double carom__steps_finish_work(const carom__collision* c) {
  const double n = c->count, size = c->size;
  return CHANGES * n * (n * n * n / 12 + 2 * size * n) + 12 * size * size;
}

static void keep_cones(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    double* impulse = c->impulse + i * c->dimension;
    impulse[c->tangents] = carom__max(0, impulse[c->tangents]);
    const double size = carom__length(c, impulse), limit = c->touch[i].mu * impulse[c->tangents];
    for (int a = 0; a < c->tangents && size > limit; ++a) impulse[a] *= limit / size;
  }
}

static void sum_velocities(carom__collision* c) {
  for (int i = 0; i < c->size; ++i) {
    double size;
    c->v[i] = carom__velocity_sum(c, i, &size);
  }
  carom__update_noise(c);
  c->work += 3.0 * c->size * c->size;
}

/// I.v0 + I.W I/2 is what the energy gains: a part of the impulses, which stays in the cones, gains nothing.
static void keep_energy(carom__collision* c) {
  double first = 0, both = 0;
  for (int i = 0; i < c->size; ++i) {
    first += c->impulse[i] * c->v0[i];
    both += c->impulse[i] * (c->v[i] - c->v0[i]);
  }
  if (!(first + 0.5 * both > 0)) return;
  const double part = first < 0 ? -2 * first / both : 0;
  for (int i = 0; i < c->size; ++i) c->impulse[i] *= part;
  sum_velocities(c);
}

/// The set of contacts that take more normal impulse.
typedef struct helpers {
  int count, contact[CAROM__MOST];
  double before[CAROM__MOST], added[CAROM__MOST];  // normal impulse of every contact
} helpers;

/// Impulses at the helpers that stop their normal velocities, into `to`.
static bool stop_helpers(carom__steps* s, const helpers* h, double* to) {
  const carom__collision* c = s->c;
  const int n = h->count;
  for (int i = 0; i < n; ++i) {
    const double* w = c->w + carom__normal(c, h->contact[i]) * c->size;
    for (int j = 0; j < n; ++j) s->matrix[i * n + j] = w[carom__normal(c, h->contact[j])];
    s->matrix[i * n + i] *= 1 + SHARING;
    to[i] = -c->v[carom__normal(c, h->contact[i])];
  }
  s->c->work += n * (n * (double)n / 6 + n);
  if (carom_cholesky(n, s->matrix) != 0) return false;
  carom_cholesky_forward(n, s->matrix, to);
  carom_cholesky_backward(n, s->matrix, to);
  return true;
}

/// The contact that approaches fastest, by more than a part of the speed and so many times the rounding; -1: none.
static int fastest_approach(const carom__collision* c, double part, double times) {
  int worst = -1;
  double fastest = 0;
  for (int i = 0; i < c->count; ++i) {
    const double approach = -c->v[carom__normal(c, i)];
    if (!(approach > carom__max(part * c->speed, times * c->noise[i])) || approach <= fastest) continue;
    fastest = approach;
    worst = i;
  }
  return worst;
}

/// The part of a change that can be made before a helper's added impulse is used up; that one leaves.
static double part_of(const helpers* h, const double* by, int* leaves) {
  double part = 1;
  *leaves = -1;
  for (int i = 0; i < h->count; ++i) {
    const double now = h->added[h->contact[i]];
    if (!(now + part * by[i] < 0)) continue;
    part = -now / by[i];
    *leaves = i;
  }
  return part;
}

static void join(helpers* h, int contact) {
  for (int i = 0; i < h->count; ++i)
    if (h->contact[i] == contact) return;
  h->contact[h->count++] = contact;
}

/// Sets an impulse exactly, so that its cone stays; velocities follow but for rounding.
static void set_impulse(carom__collision* c, int freedom, double impulse) {
  const double *w = c->w + freedom * c->size, by = impulse - c->impulse[freedom];
  c->impulse[freedom] = impulse;
  for (int i = 0; i < c->size; ++i) c->v[i] += w[i] * by;
  c->work += c->size;
}

/// Adds what stops the helpers, as far as it goes. Returns the helper that had to leave, or -1.
static int help(carom__steps* s, helpers* h) {
  carom__collision* c = s->c;
  double* by = s->right;
  int leaves;
  if (!stop_helpers(s, h, by)) return -1;
  const double part = part_of(h, by, &leaves);
  for (int i = 0; i < h->count; ++i) {
    const int contact = h->contact[i];
    h->added[contact] = i == leaves ? 0 : h->added[contact] + part * by[i];
    set_impulse(c, carom__normal(c, contact), h->before[contact] + h->added[contact]);
    if (!c->touch[contact].acted) carom__note_phase(&c->touch[contact], CAROM_CONTACT_FRICTIONLESS);
    c->touch[contact].acted = true;
  }
  if (leaves >= 0) h->contact[leaves] = h->contact[--h->count];
  return leaves;
}

/// The contact that approaches fastest; where none seems to, from the sums.
static int next_approach(carom__collision* c) {
  const int worst = fastest_approach(c, APPROACH, 1);
  if (worst >= 0) return worst;
  sum_velocities(c);
  return fastest_approach(c, APPROACH, 1);
}

/// Least squares with signs (Lawson and Hanson): the fastest approach joins, all that joined are stopped, and those
/// whose impulse would become negative leave.
static bool end_approach(carom__steps* s) {
  carom__collision* c = s->c;
  helpers h = {0};
  for (int i = 0; i < c->count; ++i) h.before[i] = c->impulse[carom__normal(c, i)];
  int last = -1;
  double approach = 0;
  for (int k = 0; k < CHANGES * c->count; ++k) {
    const int worst = next_approach(c);
    if (worst < 0 || (worst == last && !(-c->v[carom__normal(c, worst)] < approach))) break;  // done, or stuck
    last = worst;
    approach = -c->v[carom__normal(c, worst)];
    join(&h, worst);
    for (int r = 0; r < REFINEMENTS || (r < CAROM__MOST && h.count > 0); ++r) {
      const int left = help(s, &h);
      if (left < 0 && r + 1 >= REFINEMENTS) break;
    }
  }
  sum_velocities(c);
  return fastest_approach(c, LEFT, LEFT_ROUNDING) < 0 && fastest_approach(c, LEFT_AT_MOST, 0) < 0;
}

/// Whatever springs still hold where bodies stay together. Of a run that was cut short it is lost.
static void keep_springs(carom__steps* s) {
  carom__collision* c = s->c;
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (s->has_ended) c->spring += carom__stored(c, t);
    carom__steps_leave(s, i);
  }
}

/// The change of energy is exact; what it went to is known to the engine's accuracy. Losses of restitution close the
/// ledger; where that would be negative, friction does.
static void close_ledger(carom__collision* c) {
  double lost = 0;
  for (int i = 0; i < c->size; ++i) lost -= c->impulse[i] * (c->v0[i] + c->v[i]) / 2;
  lost = carom__max(0, lost);
  c->spring = carom__min(carom__max(0, c->spring), lost);
  c->friction = carom__min(carom__max(0, c->friction), lost - c->spring);
  c->restitution = lost - c->spring - c->friction;
}

/// Numbers that burst say nothing: the bodies have met, and no more is known.
static void drop_what_burst(carom__steps* s) {
  carom__collision* c = s->c;
  double sum = c->friction + c->restitution + c->spring;
  for (int i = 0; i < c->size; ++i) sum += c->v[i] + c->impulse[i];
  if (isfinite(sum)) return;
  s->has_ended = false;
  memset(c->impulse, 0, (size_t)c->size * sizeof *c->impulse);
  c->friction = c->restitution = c->spring = 0;
}

bool carom__steps_finish(carom__steps* s) {
  carom__collision* c = s->c;
  keep_springs(s);
  drop_what_burst(s);
  carom__log_state(c);
  keep_cones(c);
  sum_velocities(c);
  keep_energy(c);
  const bool is_good = end_approach(s);
  carom__final_velocities(c);
  close_ledger(c);
  return is_good;
}
