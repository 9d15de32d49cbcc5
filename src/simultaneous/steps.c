// The stepping engine: runs with ever smaller steps, until two agree or the work is spent.
#include "simultaneous/steps.h"

/// The first run, and what each next one is finer by.
static const double FIRST_FRACTION = 0.25, FIRST_TOL = 1e-2, FINER_FRACTION = 0.5, FINER_TOL = 0.2;

/// A first run that does not end is tried again with a coarser tol, up to 1, and this fraction.
static const double COARSER_TOL = 5, COARSE_FRACTION = 0.3;

/// Below this tol hard springs (k0/tol^2) would feel the rounding of a singular W as load.
static const double LEAST_TOL = 5e-6;

/// Two runs that agree to this part of the speed are enough; for a caller who has asked for the exact answer to the
/// other, as far as the work goes.
static const double ENOUGH = 5e-4, ENOUGH_FOR_EXACT = 5e-5;

/// A finer run takes about so many times the work of the one before.
static const double FINER_WORK = 2.5;

/// What is known of the error where no two runs could be compared: nothing.
static const double UNKNOWN = 1;

/// Of the work that is left a run that may not end takes no more than this part.
static const double PART_OF_WORK = 0.6;

/// What ends the last run is kept back, but no more than this part of the work.
static const double MOST_FOR_LAST = 0.8;

/// Differences that fall by more than this from one pair of runs to the next are luck.
static const double ERRATIC = 0.25;

enum { LEAST_RUNS = 3, MOST_RUNS = 14 };

static double* take(double** cursor, size_t count) {
  double* part = *cursor;
  *cursor += count;
  return part;
}

size_t carom__steps_size(int size, int count) {
  const size_t n = (size_t)size, m = (size_t)count, t = n - m;
  return 7 * n + t * t + t * (m + 1) + m * m + m;
}

static void lay_out(carom__steps* s) {
  const size_t n = (size_t)s->c->size, m = (size_t)s->c->count, t = n - m;
  double* cursor = s->c->scratch;
  s->force = take(&cursor, n);
  s->before = take(&cursor, n);
  s->after = take(&cursor, n);
  s->row = take(&cursor, n);
  s->kept_v = take(&cursor, n);
  s->kept_impulse = take(&cursor, n);
  s->older_v = take(&cursor, n);
  s->factor = take(&cursor, t * t);
  s->answer = take(&cursor, t * (m + 1));
  s->matrix = take(&cursor, m * m);
  s->right = take(&cursor, m);
}

/// Everything as it was before the collision, but for the work that was done.
static void rewind_collision(carom__steps* s) {
  carom__collision* c = s->c;
  const double work = c->work;
  const int budget = c->budget;
  carom__set_up(c, s->problem, s->memory);
  c->work = work;
  c->budget = budget;
  carom__begin_records(c);
}

/// One run from the start; true if it ends.
static bool walk(carom__steps* s, double work) {
  rewind_collision(s);
  s->work_begin = s->c->work;
  if (s->is_moved) carom__move_velocities(s->c, s->c->v);
  s->work_limit = s->work_begin + work;
  carom__steps_run(s);
  return s->has_ended;
}

/// The same with the answer that it leads to; false if that leaves an approach that nothing can end.
static bool run(carom__steps* s, double work) {
  walk(s, work);
  return carom__steps_finish(s);
}

/// How far the velocities are from those of a run before, as a part of the speed; no less than rounding.
static double difference(const carom__steps* s, const double* other) {
  const carom__collision* c = s->c;
  double speed = c->speed, off = 0;
  for (int i = 0; i < c->size; ++i) {
    speed = carom__max(speed, fabs(c->v[i]));
    off = carom__max(off, fabs(c->v[i] - other[i]));
  }
  return carom__min(carom__max(off, DBL_EPSILON * speed) / speed, UNKNOWN);
}

static void keep(carom__steps* s) {
  memcpy(s->older_v, s->kept_v, (size_t)s->c->size * sizeof *s->kept_v);
  memcpy(s->kept_v, s->c->v, (size_t)s->c->size * sizeof *s->kept_v);
}

/// The first run that ends, with ever coarser tol; if none does, the last of them was cut short, and says what it can.
static bool run_first(carom__steps* s, double limit) {
  s->fraction = FIRST_FRACTION;
  s->tol = FIRST_TOL;
  while (!walk(s, PART_OF_WORK * (limit - s->c->work)) && s->tol < 1) {
    s->tol = carom__min(COARSER_TOL * s->tol, 1);
    s->fraction = COARSE_FRACTION;
  }
  return carom__steps_finish(s);
}

/// Runs with moved velocities agree among themselves, and those with the given ones do, but not with each other.
static bool is_sensitive(const carom__steps* s, int runs) {
  return runs >= 2 && difference(s, s->kept_v) > ENOUGH && difference(s, s->older_v) <= ENOUGH;
}

/// Finer runs until two agree, three of them at least if there is work for it: two may go the same wrong way. Every
/// other one has its velocities moved, so that what rounding decides shows. The last run that ended is what c holds in
/// the end.
static bool refine(carom__steps* s, double limit, double* error) {
  const double enough = s->memory->engine == CAROM_ENGINE_EXACT ? ENOUGH_FOR_EXACT : ENOUGH;
  bool is_good = true;
  double before = 0;
  for (int k = 1; k < MOST_RUNS && is_good && (*error > enough || k < LEAST_RUNS); ++k) {
    const double fraction = s->fraction, tol = s->tol, work = s->c->work - s->work_begin;
    const double left = limit - s->c->work - work;  // if the finer run does not end, this one is run again
    if (FINER_WORK * work > left) break;
    keep(s);
    s->fraction *= FINER_FRACTION;
    s->tol = carom__max(FINER_TOL * s->tol, LEAST_TOL);
    s->is_moved = k % 2;
    is_good = run(s, left);
    if (is_good && s->has_ended) {
      const double now = difference(s, s->kept_v);
      *error = carom__max(now, ERRATIC * before);
      before = now;
      if (is_sensitive(s, k)) s->c->warnings |= CAROM_WARN_SENSITIVE;
      continue;
    }
    s->fraction = fraction;
    s->tol = tol;
    s->is_moved = !s->is_moved;
    return run(s, 2 * work);
  }
  return is_good;
}

/// Where only one run could be afforded: how far a coarser one, which is not recorded, is from it.
static double compare_with_coarser(carom__steps* s, double limit) {
  carom__collision* c = s->c;
  const carom__collision kept = *c;
  const size_t bytes = (size_t)c->size * sizeof *c->v;
  const carom_simultaneous_memory unrecorded = {.workspace = s->memory->workspace};
  const carom_simultaneous_memory* memory = s->memory;
  keep(s);
  memcpy(s->kept_impulse, c->impulse, bytes);
  s->memory = &unrecorded;
  s->tol = carom__min(s->tol / FINER_TOL, 1);
  s->fraction = COARSE_FRACTION;
  const bool is_good = run(s, limit - c->work) && s->has_ended;
  const double error = is_good ? difference(s, s->kept_v) : UNKNOWN, spent = c->work;
  *c = kept;
  c->work = spent;
  memcpy(c->v, s->kept_v, bytes);
  memcpy(c->impulse, s->kept_impulse, bytes);
  s->memory = memory;
  return error;
}

/// Of the numbers that rounding and overflow could have spoiled.
static carom_status check(const carom__steps* s, bool is_good, carom_diag* diag) {
  const carom__collision* c = s->c;
  for (int i = 0; i < c->size; ++i)
    if (!isfinite(c->v[i]) || !isfinite(c->impulse[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "v", c->v[i], "velocity %d leaves the doubles on the way", i);
  if (is_good) return CAROM_OK;
  return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "v", c->speed,
                     "no impulses at the contacts can end their approach; v must be a velocity that bodies with this w "
                     "can have (in the range of w)");
}

carom_status carom__step_through(carom__collision* c, const carom_contact_problem* p,
                                 const carom_simultaneous_memory* memory, double* error, carom_diag* diag) {
  carom__steps s;  // its contacts are set as they are needed
  s.c = c;
  s.problem = p;
  s.memory = memory;
  lay_out(&s);
  s.is_moved = false;
  for (int i = 0; i < p->contact_count; ++i) s.stance[i].is_rigid = c->touch[i].mu > 0 && p->surfaces[i].eta2 == 0;
  const double share = carom__steps_share(c), last = carom__steps_finish_work(c);
  const double limit = c->work + share - carom__min(last, MOST_FOR_LAST * share);
  *error = UNKNOWN;
  bool is_good = run_first(&s, limit);
  if (is_good && s.has_ended && s.count == 0) {
    *error = 0;  // nothing happened
    return CAROM_OK;
  }
  if (is_good && s.has_ended) is_good = refine(&s, limit, error);
  if (is_good && s.has_ended && *error == UNKNOWN && s.tol < 1) *error = compare_with_coarser(&s, limit);
  *error = carom__min(carom__max(*error, s.doubt), UNKNOWN);
  c->warnings |= CAROM_WARN_APPROXIMATE;
  return check(&s, is_good, diag);
}
