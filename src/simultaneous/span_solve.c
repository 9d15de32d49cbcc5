// The sweeps of a panel: forces from velocities, velocities from forces, until nothing changes.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES, MOST_SWEEPS = 60, SIZING_SWEEPS = 2 };

/// Sweeps have settled where they change velocities by this part of their terms: a few roundings.
static const double SETTLED = 4 * DBL_EPSILON;

/// Rounding keeps what begins with a high power of time from settling so far: a change that no longer shrinks is the
/// end of it below the first of these, and after so many sweeps below the second.
static const double NEARLY_SETTLED = 1e-13, HARDLY_SETTLED = 1e-11;
enum { MANY_SWEEPS = 12 };

/// Sweeps that shrink a change to this part of the one before converge as they should.
static const double SHRINKS = 0.1;

/// After so many sweeps a change that is this many times the one before says that they do not converge.
enum { FIRST_SWEEPS = 8, DIVERGES = 10 };

/// What a change of a direction's z does to the velocities, for the sake of the sweeps' end. With 1 in its place the
/// work is 1 to 5 % more, and one answer in a hundred moves by 2e-13.
static const double TURN_WEIGHT = 1e-2;

size_t carom__span_size(int size, int count) {
  const size_t n = (size_t)size, m = (size_t)count, nodes = NODES;
  const size_t newton = m * (sizeof(carom__lu12) / sizeof(double));
  return 2 * n + 4 * n * n + nodes * (4 * n + 9 * m) + newton + 3 * n + m * n + carom__span_series_size(size, count);
}

static void lay_out(carom__span* p) {
  const carom__collision* c = p->c;
  p->into = carom__straight_rule.integral;
  p->force = (carom__nodes*)(c->scratch + 2 * c->size);  // what lies before serves the forces of one instant
  p->v = p->force + p->n;
  p->impulse = p->v + p->n;
  p->rate = p->impulse + p->n;
  p->x = p->rate + p->n;
  p->s = p->x + c->count;
  p->d = p->s + 2 * c->count;
  p->slope = p->d + 2 * c->count;
  p->z = p->slope + c->count;
  p->apart = p->z + c->count;
  p->lock_rate = p->apart + c->count;
  p->newton = (carom__lu12*)(p->lock_rate + c->count);
  p->whole = (double*)(p->newton + c->count);
  p->w = p->whole + 3 * c->size;
  p->entry = p->w + p->n * p->n;
  p->column = (int*)(p->entry + p->n * p->n);
  p->held = c->locked_count ? p->entry + 2 * p->n * p->n : p->w;
  p->share = p->entry + 3 * p->n * p->n;
}

/// W less what the locked contacts answer with: a spring between contacts that hold swings slowly, however hard it is.
static void reduce_by_locks(carom__span* p) {
  const carom__collision* c = p->c;
  const int n = p->n;
  memcpy(p->held, p->w, (size_t)(n * n) * sizeof *p->held);
  for (int a = 0; a < c->locked_count; ++a) {
    double* share = p->share + a * n;
    const double* row = p->w + carom__span_normal(p, c->locked[a]) * n;
    for (int j = 0; j < n; ++j) share[j] = c->share[a * c->size + p->freedom[j]];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) p->held[i * n + j] -= share[i] * row[j];
  }
}

/// What the terms of the locked forces add up to.
static void find_lock_sizes(carom__span* p) {
  const carom__collision* c = p->c;
  double* force = p->whole;
  carom__forces(c, force);
  for (int a = 0; a < c->locked_count; ++a) {
    double size = fabs(c->stress[a]);
    for (int j = 0; j < p->n; ++j) size += fabs(p->share[a * p->n + j] * force[p->freedom[j]]);
    p->lock_size[c->locked[a]] = size;
  }
}

static void pack(carom__span* p) {
  int count = 0;
  for (int i = 0; i < p->n; ++i) {
    const double* row = p->w + i * p->n;
    p->first[i] = count;
    for (int j = 0; j < p->n; ++j) {
      p->entry[count] = row[j];  // of which zeros are written over
      p->column[count] = j;
      count += row[j] != 0;
    }
  }
  p->first[p->n] = count;
}

void carom__span_begin(carom__span* p) {
  const carom__collision* c = p->c;
  p->n = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    p->base[i] = p->n;
    p->tangents[i] = t->grip == CAROM__FRICTIONLESS ? 0 : c->tangents;
    if (!carom__is_active(t)) continue;
    for (int a = 0; a < p->tangents[i]; ++a) p->freedom[p->n++] = i * c->dimension + a;
    p->freedom[p->n++] = carom__normal(c, i);
  }
  lay_out(p);
  for (int i = 0; i < p->n; ++i) {
    const double* row = c->w + p->freedom[i] * c->size;
    for (int j = 0; j < p->n; ++j) p->w[i * p->n + j] = row[p->freedom[j]];
  }
  if (c->locked_count) {
    reduce_by_locks(p);
    find_lock_sizes(p);
  }
  pack(p);
  carom__span_begin_series(p, p->share + c->locked_count * p->n);
}

/// out_j = start + h * integral of the values from 0 to node j.
CAROM__ALWAYS_INLINE void integrate(const carom__span* p, const double* values, double start, double* out) {
  const carom__twelve sum = carom__sum_of_columns(p->into, values, NODES);
  const carom__twelve moved = {start + p->h * sum.a, start + p->h * sum.b, start + p->h * sum.c};
  carom__twelve_store(out, &moved);
}

CAROM__WITH_AVX2 static void set_springs(carom__span* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const int normal = carom__span_normal(p, contact);
  if (carom__is_springy(t)) {
    integrate(p, p->v[normal], t->x, p->x[contact]);
    for (int j = 0; j < NODES; ++j) p->force[normal][j] = carom__spring_force(c, t, p->x[contact][j]);
  }
  for (int a = 0; t->grip == CAROM__STICKING && a < p->tangents[contact]; ++a) {
    double* s = p->s[2 * contact + a];
    integrate(p, p->v[p->base[contact] + a], t->s[a], s);
    for (int j = 0; j < NODES; ++j) p->force[p->base[contact] + a][j] = -t->kt * s[j];
  }
}

/// The direction at the nodes, turned from that at the start by 2 atan z.
CAROM__ALWAYS_INLINE void set_direction(carom__span* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  double *d0 = p->d[2 * contact], *d1 = p->d[2 * contact + 1];
  carom__nodes cosine, sine;
  for (int j = 0; j < NODES; ++j) {
    const double z = p->turns[contact] ? p->z[contact][j] : 0, unit = 1 / (1 + z * z);
    cosine[j] = (1 - z * z) * unit;
    sine[j] = 2 * z * unit;
  }
  for (int j = 0; j < NODES; ++j) d0[j] = cosine[j] * t->d[0] - sine[j] * t->d[1];
  for (int j = 0; j < NODES; ++j) d1[j] = sine[j] * t->d[0] + cosine[j] * t->d[1];
}

CAROM__WITH_AVX2 static void set_friction(carom__span* p, int contact) {
  const double mu = p->c->touch[contact].mu, *normal = p->force[carom__span_normal(p, contact)];
  set_direction(p, contact);
  for (int a = 0; a < p->tangents[contact]; ++a) {
    const double* d = p->d[2 * contact + a];
    carom__nodes force;
    for (int j = 0; j < NODES; ++j) force[j] = -mu * normal[j] * d[j];
    memcpy(p->force[p->base[contact] + a], force, sizeof force);
  }
}

/// What a locked contact answers with to all forces but those of locked contacts that depend on it.
CAROM__WITH_AVX2 static void answer_without_sliding(const carom__span* p, const double* share, double stress,
                                                    const carom__nodes* force, double* out) {
  carom__twelve sum = {0};
  for (int j = 0; j < p->n; ++j) carom__twelve_add(&sum, share[j], force[j]);
  const carom__twelve answer = {stress - sum.a, stress - sum.b, stress - sum.c};
  carom__twelve_store(out, &answer);
}

/// Friction of those that slide at a node, with the directions they have there, and what it takes from all forces.
/// False where that has no answer: slip is about to end, and forces are what it would take to hold without it.
static bool slide_at(const carom__span* p, carom__sliding* s, bool factored, int node, carom__nodes* force) {
  const carom__collision* c = p->c;
  double d[CAROM__MOST][2], normal[CAROM__MOST];
  for (int i = 0; i < s->n; ++i) {
    const int contact = c->locked[s->lock[i]];
    for (int k = 0; k < 2; ++k) d[i][k] = p->d[2 * contact + k][node];
    normal[i] = force[carom__span_normal(p, contact)][node];
  }
  const bool answers = factored || carom__factor_sliding(c, (const double(*)[2])d, s);
  if (answers) carom__lu_solve(s->n, s->factors, s->pivots, normal);
  for (int i = 0; i < s->n; ++i) {
    const int contact = c->locked[s->lock[i]], base = p->base[contact];
    for (int k = 0; k < p->tangents[contact]; ++k) {
      const double friction = -c->touch[contact].mu * normal[i] * d[i][k];
      force[base + k][node] += friction;
      for (int a = 0; answers && a < c->locked_count; ++a)
        force[carom__span_normal(p, c->locked[a])][node] -= p->share[a * p->n + base + k] * friction;
    }
  }
  return answers;
}

void carom__span_answer(const carom__span* p, const double* stress, carom__nodes* force) {
  const carom__collision* c = p->c;
  carom__sliding s;  // large: what is used is set
  carom__nodes answers[CAROM__MOST];
  bool turns = false, factored = false;
  carom__list_sliding(c, &s);
  for (int i = 0; i < s.n; ++i) turns |= p->turns[c->locked[s.lock[i]]];
  for (int a = 0; a < c->locked_count; ++a)
    answer_without_sliding(p, p->share + a * p->n, stress ? stress[a] : 0, (const carom__nodes*)force, answers[a]);
  for (int a = 0; a < c->locked_count; ++a)
    memcpy(force[carom__span_normal(p, c->locked[a])], answers[a], sizeof answers[a]);
  for (int j = 0; s.n > 0 && j < NODES; ++j) factored = slide_at(p, &s, factored, j, force) && !turns;
}

/// The locked contacts answer at all nodes.
static void set_locked(carom__span* p) {
  const carom__collision* c = p->c;
  for (int a = 0; a < c->locked_count; ++a) {
    const int i = c->locked[a], first = c->touch[i].grip == CAROM__SLIPPING ? p->base[i] : carom__span_normal(p, i);
    for (int k = first; k <= carom__span_normal(p, i); ++k) memset(p->force[k], 0, sizeof p->force[k]);
  }
  carom__span_answer(p, c->stress, p->force);
}

/// Sizes of the terms that velocities are the sum of at the end: the velocity of a hard spring needs its own last
/// digits.
static void set_sizes(carom__span* p) {
  for (int i = 0; i < p->n; ++i) {
    p->size[i] = fabs(p->c->v[p->freedom[i]]);
    for (int k = p->first[i]; k < p->first[i + 1]; ++k)
      p->size[i] += fabs(p->entry[k] * p->impulse[p->column[k]][NODES - 1]);
  }
}

/// The largest of twelve numbers >= 0.
CAROM__ALWAYS_INLINE double largest(const double* x) {
  double four[4];
  for (int j = 0; j < 4; ++j) four[j] = carom__max(carom__max(x[j], x[j + 4]), x[j + 8]);
  return carom__max(carom__max(four[0], four[2]), carom__max(four[1], four[3]));
}

/// Velocities of one freedom at all nodes; returns the largest change. `check` stays 0 while all are finite.
CAROM__ALWAYS_INLINE double set_velocity(carom__span* p, int i, carom__twelve* check) {
  const double start = p->c->v[p->freedom[i]];
  carom__nodes steps;
  carom__twelve sum = {0};
  for (int k = p->first[i]; k < p->first[i + 1]; ++k) carom__twelve_add(&sum, p->entry[k], p->impulse[p->column[k]]);
  const carom__twelve v = {start + sum.a, start + sum.b, start + sum.c}, before = carom__twelve_load(p->v[i]);
  const carom__twelve step = {v.a - before.a, v.b - before.b, v.c - before.c};
  carom__twelve_store(p->v[i], &v);
  carom__twelve_store(steps, &step);
  carom__twelve_add(check, 0, p->v[i]);
  for (int j = 0; j < NODES; ++j) steps[j] = fabs(steps[j]);
  return largest(steps);
}

/// v = v0 + W (integral of F) at all nodes; returns the largest change, as a part of its size.
CAROM__WITH_AVX2 static double set_velocities(carom__span* p, bool sized) {
  double change = 0, checks[NODES];
  carom__twelve check = {0};
  for (int i = 0; i < p->n; ++i) integrate(p, p->force[i], 0, p->impulse[i]);
  if (!sized) set_sizes(p);
  for (int i = 0; i < p->n; ++i) {
    const double off = set_velocity(p, i, &check);
    if (off > change * p->size[i]) change = p->size[i] > 0 ? carom__min(1, off / p->size[i]) : 1;
  }
  carom__twelve_store(checks, &check);
  for (int j = 0; j < NODES; ++j)
    if (!(checks[j] == 0)) return HUGE_VAL;
  return change;
}

CAROM__WITH_AVX2 static void solve_apart(carom__span* p, int contact) {
  const int normal = carom__normal(p->c, contact);
  const double *row = p->c->w + normal * p->c->size, start = p->c->v[normal];
  carom__twelve sum = {0};
  for (int l = 0; l < p->n; ++l) carom__twelve_add(&sum, row[p->freedom[l]], p->impulse[l]);
  const carom__twelve v = {start + sum.a, start + sum.b, start + sum.c};
  carom__twelve_store(p->apart[contact], &v);
}

void carom__span_solve_apart(carom__span* p) {
  for (int i = 0; i < p->c->count; ++i) {
    if (carom__is_active(&p->c->touch[i])) continue;
    carom__span_know_impulses(p);
    solve_apart(p, i);
  }
}

/// W is symmetric: its rows serve as columns.
CAROM__WITH_AVX2 static void add_column(int size, const double* column, double impulse, double* v) {
  for (int i = 0; i < size; ++i) v[i] += column[i] * impulse;
}

void carom__span_velocities(const carom__span* p, int node, double* v) {
  const carom__collision* c = p->c;
  memcpy(v, c->v, (size_t)c->size * sizeof *v);
  for (int l = 0; l < p->n; ++l) add_column(c->size, c->w + p->freedom[l] * c->size, p->impulse[l][node], v);
}

double carom__span_sweep_work(const carom__span* p) {
  const carom__collision* c = p->c;
  int slipping = 0, turning = 0;
  for (int i = 0; i < c->count; ++i) {
    slipping += carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING;
    turning += p->turns[i];
  }
  const double locked = c->locked_count, answer = locked > 0 ? locked * p->n + NODES * (30 + 10 * locked) : 0;
  return 1.0 * p->first[p->n] + 27 * p->n + 20 * slipping + 120 * turning + answer;
}

/// One sweep; the first few find the sizes by which changes are judged.
static double sweep(carom__span* p, bool sized) {
  carom__collision* c = p->c;
  c->work += carom__span_sweep_work(p);
  double turned = 0;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) set_springs(p, i);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_active(&c->touch[i]) || c->touch[i].grip != CAROM__SLIPPING) continue;
    if (p->turns[i]) turned = carom__max(turned, carom__span_turn(p, i));
    set_friction(p, i);
  }
  if (c->locked_count) set_locked(p);
  return carom__max(set_velocities(p, sized), TURN_WEIGHT * turned);
}

bool carom__span_solve(carom__span* p, double h, double part) {
  p->h = h;
  if (part > 0) {
    carom__span_begin_within(p, part);
  } else {
    carom__span_begin_anew(p);
  }
  p->past_end = p->rates_known = false;
  p->impulses_known = true;
  for (int i = 0; i < p->c->count; ++i) p->factored[i] = false;
  double before = HUGE_VAL;
  for (int k = 0; k < MOST_SWEEPS; ++k) {
    const double change = sweep(p, k >= SIZING_SWEEPS);
    if (!isfinite(change) || p->past_end) return false;
    if (change <= SETTLED) return true;
    // Each sweep shrinks what is left by more than the one before: what the next would change is known.
    if (k > SIZING_SWEEPS && change <= SHRINKS * before && change * change <= SETTLED * before) return true;
    if (change <= (k < MANY_SWEEPS ? NEARLY_SETTLED : HARDLY_SETTLED) && change >= 0.5 * before) return true;
    if (k > FIRST_SWEEPS && change > DIVERGES * before) return false;
    before = change;
  }
  return false;
}

/// What the two highest Legendre polynomials carry.
static double tail(const carom__collocation* rule, const double* values) {
  double sum = 0;
  for (int n = NODES - 2; n < NODES; ++n) {
    double coefficient = 0;
    for (int j = 0; j < NODES; ++j) coefficient += rule->legendre[n][j] * values[j];
    sum += fabs(coefficient);
  }
  return sum;
}

/// The end of a panel, where the rule has nearly twice its order, is far more accurate than its inside, by which it is
/// judged. Measured: with 1 in place of this, as with a hundredth of it, one answer in a hundred moves by 2e-13; with 1
/// hard collisions take a tenth more.
static const double END_SHARE = 1e-2;

static double force_error(const carom__span* p, int i) {
  return END_SHARE * p->h * p->w[i * p->n + i] * tail(p->rule, p->force[i]);
}

double carom__span_turn_effect(const carom__span* p, int contact, double most_force, double last_force) {
  double w = 0;
  for (int a = 0; a < p->tangents[contact]; ++a) w = carom__max(w, p->w[(p->base[contact] + a) * (p->n + 1)]);
  return p->c->touch[contact].mu * (p->h * most_force + p->rest[contact] * last_force) * w;
}

/// z = tan(angle/2)
static double turn_error(const carom__span* p, int contact) {
  const double* normal = p->force[carom__span_normal(p, contact)];
  double force = 0;
  for (int j = 0; j < NODES; ++j) force = carom__max(force, fabs(normal[j]));
  return 2 * carom__span_turn_effect(p, contact, force, fabs(normal[NODES - 1])) * tail(p->rule, p->z[contact]);
}

double carom__span_error(const carom__span* p) {
  double error = 0;
  for (int i = 0; i < p->n; ++i) error = carom__max(error, force_error(p, i));
  for (int i = 0; i < p->c->count; ++i)
    if (p->turns[i]) error = carom__max(error, turn_error(p, i));
  return error;
}
