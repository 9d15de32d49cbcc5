// Judges one collision of a family.
#define _POSIX_C_SOURCE 200809L  // clock_gettime
#include "simultaneous/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "simultaneous/judge_child.h"

/// What the laws are kept to, as parts of the largest terms: rounding of up to some thousand events.
static const double VELOCITY = 1e-12, CONE = 1e-10, GAIN = 1e-12, APPROACH = 1e-12, LEDGER = 1e-8;
/// A touch of v, as a part of the speed, and how much it may change the answer: less than anybody measures.
static const double TOUCH = 1e-10, TOUCHED = 1e-3;
/// An answer is right within this part of the speed, or within so many times the error of the oracle.
static const double RIGHT = 1e-3, TIMES_ERROR = 10;
/// e so small that its answer is that of the limit, to RIGHT.
static const double SMALL_E = 3e-4;
/// An oracle that is not sure of this part of the speed knows nothing.
static const double UNSURE = 5e-3;

judge_rules judge_rules_default(void) {
  return (judge_rules){.solve_seconds = 2, .oracle_seconds = 20, .wish = {.accuracy = 5e-5, .steps = 2000000}};
}

typedef struct solution {
  const family_problem* problem;
  carom_status status;
  carom_diag diag;
  carom_simultaneous_outcome outcome;
  carom_simultaneous_contact contacts[FAMILY_CONTACTS];
  double seconds;
} solution;

/// Of this thread: the clock of the process ticks coarsely while a timer watches it.
static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void solve_work(void* argument) {
  solution* s = argument;
  const carom_contact_problem view = family_view(s->problem);
  double* workspace = malloc(carom_simultaneous_workspace_size(view.dimension, view.contact_count) * sizeof *workspace);
  const carom_simultaneous_memory memory = {.workspace = workspace};
  const double start = seconds_now();
  s->status = carom_simultaneous_solve(&view, &memory, s->contacts, &s->outcome, &s->diag);
  s->seconds = seconds_now() - start;
  free(workspace);
}

/// False if the time was spent.
static bool solve(const family_problem* p, double limit, solution** to) {
  if (!*to) *to = judge_shared(sizeof **to);
  memset(*to, 0, sizeof **to);
  (*to)->problem = p;
  return isfinite(judge_in_child(solve_work, *to, limit));
}

static int size_of(const family_problem* p) {
  return p->dimension * p->count;
}

static double v_of(const family_problem* p, const solution* s, int a) {
  return s->contacts[a / p->dimension].v[a % p->dimension];
}

static double impulse_of(const family_problem* p, const solution* s, int a) {
  return s->contacts[a / p->dimension].impulse[a % p->dimension];
}

static double speed_of(const family_problem* p, const solution* s) {
  double speed = 0;
  for (int a = 0; a < size_of(p); ++a) speed = fmax(speed, fmax(fabs(p->v[a]), fabs(v_of(p, s, a))));
  return speed;
}

static void look_at_velocities(const family_problem* p, const solution* s, verdict* v) {
  const int size = size_of(p), d = p->dimension;
  double off = 0, largest = 0;
  for (int a = 0; a < size; ++a) {
    double sum = p->v[a], terms = fabs(sum);
    for (int b = 0; b < size; ++b) {
      const double term = p->w[a * size + b] * impulse_of(p, s, b);
      sum += term;
      terms += fabs(term);
    }
    const double told = v_of(p, s, a);
    off = fmax(off, isfinite(told) ? fabs(sum - told) : HUGE_VAL);
    largest = fmax(largest, terms);
  }
  v->velocity = off / largest;
  for (int i = 0; i < p->count; ++i) v->approach = fmax(v->approach, -s->contacts[i].v[d - 1] / largest);
}

static void look_at_impulses(const family_problem* p, const solution* s, verdict* v) {
  const int d = p->dimension;
  double largest = 1e-300;
  for (int i = 0; i < p->count; ++i) largest = fmax(largest, s->contacts[i].impulse[d - 1]);
  for (int i = 0; i < p->count; ++i) {
    const double* at = s->contacts[i].impulse;
    const double along = d == 3 ? hypot(at[0], at[1]) : fabs(at[0]);
    v->cone = fmax(v->cone, fmax(along - p->surfaces[i].mu * at[d - 1], -at[d - 1]) / largest);
  }
}

static void look_at_energy(const family_problem* p, const solution* s, verdict* v) {
  const int size = size_of(p);
  double terms = 1e-300, change = 0;
  for (int a = 0; a < size; ++a) {
    change += impulse_of(p, s, a) * (p->v[a] + v_of(p, s, a)) / 2;
    terms += fabs(impulse_of(p, s, a) * p->v[a]);
  }
  const carom_energy* e = &s->outcome.energy;
  const double told = e->change + e->friction + e->restitution + e->spring;
  v->gain = fmax(0, change / terms);
  v->ledger = fmax(fabs(told), fabs(e->change - change)) / terms;
  if (e->friction < 0 || e->spring < 0) v->ledger = HUGE_VAL;
}

static void look_at_laws(const family_problem* p, const solution* s, verdict* v) {
  look_at_velocities(p, s, v);
  look_at_impulses(p, s, v);
  look_at_energy(p, s, v);
  const bool approximate = v->warnings & CAROM_WARN_APPROXIMATE;
  const bool kept = v->velocity <= VELOCITY && v->cone <= CONE && v->gain <= GAIN && v->ledger <= LEDGER;
  if (!kept || (!approximate && !(v->approach <= APPROACH))) v->faults |= JUDGE_LAW;
}

/// Rigid friction is solved to rounding, springs with friction are integrated to about 1e-10.
double judge_order_tolerance(const family_problem* p, const verdict* v) {
  bool springs = false;
  for (int i = 0; i < p->count; ++i) springs |= p->surfaces[i].eta2 > 0 || p->surfaces[i].exponent > 1;
  return v->warnings & CAROM_WARN_APPROXIMATE ? RIGHT : springs ? 1e-7 : 1e-11;
}

/// Contact i of the other problem is contact order[i] of this one: backwards, or shuffled.
static void reorder(const family_problem* p, int* order, family_problem* to) {
  test_random r = {(uint64_t)p->count + (uint64_t)(1e9 * fabs(p->v[p->dimension - 1]))};
  const int d = p->dimension, size = size_of(p);
  const bool backwards = test_random_below(&r, 2);
  for (int i = 0; i < p->count; ++i) order[i] = p->count - 1 - i;
  for (int i = p->count - 1; i > 0 && !backwards; --i) {
    const int j = test_random_below(&r, i + 1), t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
  *to = *p;
  for (int i = 0; i < p->count; ++i) to->surfaces[i] = p->surfaces[order[i]];
  for (int a = 0; a < size; ++a) {
    const int from = d * order[a / d] + a % d;
    to->v[a] = p->v[from];
    for (int b = 0; b < size; ++b) to->w[a * size + b] = p->w[from * size + d * order[b / d] + b % d];
  }
}

static void try_another_order(const family_problem* p, const solution* s, double limit, verdict* v) {
  static family_problem other;
  static solution* answer;
  int order[FAMILY_CONTACTS];
  reorder(p, order, &other);
  v->order = 0;
  if (!solve(&other, limit, &answer) || answer->status != CAROM_OK) {
    v->order = HUGE_VAL;
  } else {
    const int d = p->dimension;
    for (int a = 0; a < size_of(p); ++a)
      v->order = fmax(v->order, fabs(v_of(p, answer, a) - v_of(p, s, d * order[a / d] + a % d)) / speed_of(p, s));
  }
  if (v->order > judge_order_tolerance(p, v) && !(v->warnings & CAROM_WARN_SENSITIVE)) v->faults |= JUDGE_ORDER;
}

void judge_touch(const family_problem* p, uint64_t seed, family_problem* to) {
  test_random r = {seed};
  const int size = size_of(p);
  double g[FAMILY_SIZE], by[FAMILY_SIZE], most = 1e-300, speed = 0;
  for (int a = 0; a < size; ++a) g[a] = test_random_uniform(&r, -1, 1);
  for (int a = 0; a < size; ++a) {
    by[a] = 0;
    for (int b = 0; b < size; ++b) by[a] += p->w[a * size + b] * g[b];
    most = fmax(most, fabs(by[a]));
    speed = fmax(speed, fabs(p->v[a]));
  }
  *to = *p;
  for (int a = 0; a < size; ++a) to->v[a] += TOUCH * speed * by[a] / most;
}

typedef struct question {
  const family_problem* problem;
  oracle_wish wish;
  oracle_answer answer;
} question;

static void oracle_work(void* argument) {
  question* q = argument;
  const carom_contact_problem view = family_view(q->problem);
  oracle_solve(&view, q->wish, &q->answer);
}

/// NULL if the oracle does not know.
static const oracle_answer* ask(const family_problem* p, const judge_rules* rules) {
  static question* q;
  if (!q) q = judge_shared(sizeof *q);
  memset(q, 0, sizeof *q);
  q->problem = p;
  q->wish = rules->wish;
  const bool told = isfinite(judge_in_child(oracle_work, q, rules->oracle_seconds));
  return told && q->answer.ended && q->answer.error <= UNSURE ? &q->answer : NULL;
}

static double distance(const family_problem* p, const solution* s, const oracle_answer* a) {
  double off = 0;
  for (int i = 0; i < size_of(p); ++i) off = fmax(off, fabs(a->v[i] - v_of(p, s, i)));
  return off / a->speed;
}

static double apart(const oracle_answer* a, const oracle_answer* b, int size) {
  double off = 0;
  for (int i = 0; i < size; ++i) off = fmax(off, fabs(a->v[i] - b->v[i]));
  return off / a->speed;
}

/// The oracle on the same collision, touched: does it now agree, or no longer with itself?
static bool is_tie(const family_problem* p, const solution* s, const judge_rules* rules, const oracle_answer* first) {
  static family_problem other;
  enum { TOUCHES = 3 };
  for (int i = 0; i < TOUCHES; ++i) {
    judge_touch(p, 2 + (uint64_t)i, &other);
    const oracle_answer* a = ask(&other, rules);
    if (!a) continue;
    const double allowed = fmax(RIGHT, TIMES_ERROR * fmax(a->error, first->error));
    if (apart(a, first, size_of(p)) > allowed || distance(p, s, a) <= allowed) return true;
  }
  return false;
}

/// e = 0 has two readings: the contact becomes rigid at its end of compression, which is the rule, or it is the limit
/// of ever smaller e. They differ where its own tangential spring is all that presses, and its first swing would open
/// it.
static bool agrees_in_the_limit(const family_problem* p, const solution* s, const judge_rules* rules) {
  static family_problem other;
  bool plastic = false;
  other = *p;
  for (int i = 0; i < p->count; ++i) {
    plastic |= p->surfaces[i].e == 0;
    other.surfaces[i].e = fmax(p->surfaces[i].e, SMALL_E);
  }
  const oracle_answer* told = plastic ? ask(&other, rules) : NULL;
  return told && distance(p, s, told) <= fmax(RIGHT, TIMES_ERROR * told->error);
}

/// *first: what the oracle says, if v->judged.
static void try_the_oracle(const family_problem* p, const solution* s, const judge_rules* rules, verdict* v,
                           oracle_answer* first) {
  const oracle_answer* told = ask(p, rules);
  if (!told) return;
  *first = *told;
  v->judged = true;
  v->error = first->error;
  v->off = distance(p, s, first);
  if (v->off <= fmax(RIGHT, TIMES_ERROR * first->error) || v->warnings & CAROM_WARN_SENSITIVE) return;
  v->tie = is_tie(p, s, rules, first);
  v->limit = !v->tie && agrees_in_the_limit(p, s, rules);
  if (!v->tie && !v->limit) v->faults |= JUDGE_WRONG;
}

/// A touch may change the answer where the touched one is right too, or where it changes that of the oracle as well:
/// then the collision is tender, not the solver.
static bool is_tender(const family_problem* touched, const solution* s, const judge_rules* rules,
                      const oracle_answer* first) {
  const oracle_answer* told = ask(touched, rules);
  if (!told) return false;
  const double allowed = fmax(RIGHT, TIMES_ERROR * fmax(told->error, first->error));
  return distance(touched, s, told) <= allowed || apart(told, first, size_of(touched)) > allowed;
}

static void try_a_touch(const family_problem* p, const solution* s, const judge_rules* rules, verdict* v,
                        const oracle_answer* first) {
  static family_problem other;
  static solution* answer;
  judge_touch(p, 1, &other);
  const bool answered = solve(&other, rules->solve_seconds, &answer) && answer->status == CAROM_OK;
  v->touch = answered ? 0 : HUGE_VAL;
  for (int a = 0; a < size_of(p) && answered; ++a)
    v->touch = fmax(v->touch, fabs(v_of(p, answer, a) - v_of(p, s, a)) / speed_of(p, s));
  if (!(v->touch > TOUCHED) || v->warnings & CAROM_WARN_SENSITIVE) return;
  v->tender = answered && v->judged && is_tender(&other, answer, rules, first);
  if (!v->tender) v->faults |= JUDGE_TOUCH;
}

void judge(const family_problem* p, const judge_rules* rules, verdict* v) {
  static solution* s;
  static oracle_answer first;
  memset(v, 0, sizeof *v);
  v->late = !solve(p, rules->solve_seconds, &s);
  v->seconds = v->late ? rules->solve_seconds : s->seconds;
  v->status = s->status;
  v->diag = s->diag;
  if (v->late || v->status != CAROM_OK) {
    v->faults = JUDGE_NO_ANSWER;
    return;
  }
  v->warnings = s->outcome.warnings;
  look_at_laws(p, s, v);
  try_another_order(p, s, rules->solve_seconds, v);
  if (rules->oracle_seconds > 0) try_the_oracle(p, s, rules, v, &first);
  try_a_touch(p, s, rules, v, &first);
}

void judge_describe(const verdict* v, char* text, size_t size) {
  int used = 0;
  text[0] = 0;
#define SAY(...) used += snprintf(text + used, used < (int)size ? size - (size_t)used : 0, __VA_ARGS__)
  if (v->faults & JUDGE_NO_ANSWER) {
    SAY("no answer: %s %s", v->late ? "time" : carom_status_word(v->status), v->diag.message);
    return;
  }
  if (v->faults & JUDGE_LAW)
    SAY("laws: velocity %.1g cone %.1g gain %.1g approach %.1g ledger %.1g; ", v->velocity, v->cone, v->gain,
        v->approach, v->ledger);
  if (v->faults & JUDGE_ORDER) SAY("order: %.2g; ", v->order);
  if (v->faults & JUDGE_TOUCH) SAY("touch: %.2g; ", v->touch);
  if (v->faults & JUDGE_WRONG) SAY("wrong: %.2g, oracle good to %.1g; ", v->off, v->error);
#undef SAY
}
