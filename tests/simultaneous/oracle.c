// The oracle's answer: runs with ever smaller steps and ever harder contacts, until three of them agree.
#include "simultaneous/oracle.h"

#include <math.h>
#include <string.h>

#include "simultaneous/oracle_run.h"

/// The first run: the step as a part of 1/omega, and tol. Each further one has half the step and LESS of tol.
static const double FIRST_STEP = 0.04, FIRST_TOL = 1e-4, LESS = 0.3;
/// Below this the hard springs, k/tol^2, would feel the rounding of a singular W as load.
static const double LEAST_TOL = 5e-6;
/// Of the difference before the last one: three runs must agree, as two may share a wrong branch. Where tol can fall no
/// further, runs agree whatever tol does to them: what its last fall has changed stays the error.
static const double BEFORE = 0.3;
enum { MOST_RUNS = 7 };

static void prepare(const carom_contact_problem* p, double tol, oracle_run* r) {
  memset(r, 0, sizeof *r);
  r->d = p->dimension;
  r->n = p->contact_count;
  r->size = r->d * r->n;
  r->w = p->w;
  r->tol = tol;
  for (int i = 0; i < r->size; ++i) {
    r->v[i] = p->v[i];
    r->speed = fmax(r->speed, fabs(p->v[i]));
  }
  for (int i = 0; i < r->n; ++i) {
    const carom_surface* s = &p->surfaces[i];
    const double k = s->stiffness > 0 ? s->stiffness : 1;
    const bool springs = s->mu > 0 && s->eta2 > 0;
    r->c[i] = (oracle_contact){.e = s->e, .mu = s->mu, .first_k = k, .k = k, .kt = springs ? k / s->eta2 : 0};
    r->c[i].exponent = s->exponent > 0 ? s->exponent : 1;
    r->rigid |= s->mu > 0 && !springs;
  }
}

static bool walk(const carom_contact_problem* p, double frac, double tol, long steps, oracle_answer* out) {
  static oracle_run r;
  prepare(p, tol, &r);
  out->speed = r.speed;
  return oracle_walk(&r, frac, steps, out);
}

static double difference(const oracle_answer* a, const oracle_answer* b, int size) {
  double most = 0, speed = fmax(a->speed, 1e-300);
  for (int i = 0; i < size; ++i) {
    speed = fmax(speed, fabs(a->v[i]));
    most = fmax(most, fabs(a->v[i] - b->v[i]));
  }
  return most / speed;
}

void oracle_solve(const carom_contact_problem* p, oracle_wish wish, oracle_answer* answer) {
  static oracle_answer next;
  double frac = FIRST_STEP, tol = FIRST_TOL, tol_before = 0;
  long spent = 0;
  memset(answer, 0, sizeof *answer);
  answer->error = HUGE_VAL;
  for (int run = 0; run < MOST_RUNS; ++run, frac *= 0.5, tol_before = tol, tol = fmax(LESS * tol, LEAST_TOL)) {
    memset(&next, 0, sizeof next);
    if (!walk(p, frac, tol, wish.steps, &next)) break;
    const double off = run ? difference(&next, answer, p->dimension * p->contact_count) : HUGE_VAL;
    next.error = run > 1 ? fmax(off, (tol < tol_before ? BEFORE : 1) * answer->error) : off;
    *answer = next;
    spent += next.steps;
    if ((run > 1 && next.error < wish.accuracy) || spent > wish.steps / 2) break;
  }
  for (int i = 0; i < p->dimension * p->contact_count; ++i) answer->speed = fmax(answer->speed, fabs(answer->v[i]));
}
