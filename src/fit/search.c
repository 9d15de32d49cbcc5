// The search for the least loss: NLopt's DIRECT_L over the box, Nelder and Mead's simplex from there, Gauss and Newton
// at the end. COBYLA and NEWUOA fail on every other set of data: the loss has kinks wherever an impact changes its
// mode.
#include <math.h>
#include <string.h>

#include "fit/fit.h"

#ifdef CAROM_NLOPT

#include <nlopt.h>

/// Evaluations of DIRECT_L: with friction and restitution alone; for each value of a scan; with the third one in many
/// data, where the scan is dearer than that.
enum { DIRECT_ALONE = 60, DIRECT_SCAN = 40, DIRECT_ALL = 200, SIMPLEX_SCAN = 60, SCAN = 16, MANY = 300 };
/// Parts of the range: first steps of a simplex, and where it stops. Its end is polished anyway.
static const double FIRST_STEP = 0.05, LAST_STEP = 2e-5;
/// Friction to start from as well: above max |B3|/B1 every impact sticks and the loss is flat.
static const double LOW_MU[] = {0.05, 0.2, 0.5};

/// A search over some of the parameters.
typedef struct part {
  carom__fit_model* model;
  double x[CAROM_FIT_MOST_PARAMETERS];  ///< all of them
  int free[CAROM_FIT_MOST_PARAMETERS];
  int count;
} part;

static double evaluate(unsigned count, const double* free, double* gradient, void* context) {
  part* p = context;
  (void)gradient;
  for (unsigned i = 0; i < count; ++i) p->x[p->free[i]] = free[i];
  const double loss = carom__fit_loss(p->model, p->x);
  return loss < 1e300 ? loss : 1e300;  // NLopt stops at what is not finite
}

/// Runs an algorithm over the free parameters; steps NULL for those that need none. Returns the least loss.
static double run(part* p, nlopt_algorithm algorithm, const double* steps, double fineness, int most) {
  double low[CAROM_FIT_MOST_PARAMETERS], high[CAROM_FIT_MOST_PARAMETERS], at[CAROM_FIT_MOST_PARAMETERS];
  double tolerance[CAROM_FIT_MOST_PARAMETERS], loss = HUGE_VAL;
  if (p->count == 0) return carom__fit_loss(p->model, p->x);
  for (int i = 0; i < p->count; ++i) {
    const carom__parameter* q = &p->model->parameters[p->free[i]];
    low[i] = carom__fit_place(q, q->low);
    high[i] = carom__fit_place(q, q->high);
    at[i] = fmin(fmax(p->x[p->free[i]], low[i]), high[i]);
    tolerance[i] = steps ? fineness * steps[i] : 0;
  }
  nlopt_opt opt = nlopt_create(algorithm, (unsigned)p->count);
  nlopt_set_min_objective(opt, evaluate, p);
  nlopt_set_lower_bounds(opt, low);
  nlopt_set_upper_bounds(opt, high);
  if (steps) nlopt_set_initial_step(opt, steps);
  if (steps) nlopt_set_xtol_abs(opt, tolerance);
  nlopt_set_maxeval(opt, most);
  nlopt_optimize(opt, at, &loss);
  nlopt_destroy(opt);
  for (int i = 0; i < p->count; ++i) p->x[p->free[i]] = at[i];
  return loss;
}

/// First steps of a simplex: a part of each range.
static void first_steps(const part* p, double* out) {
  for (int i = 0; i < p->count; ++i) {
    const carom__parameter* q = &p->model->parameters[p->free[i]];
    out[i] = FIRST_STEP * (carom__fit_place(q, q->high) - carom__fit_place(q, q->low));
  }
}

static double simplex(part* p, int most) {
  double steps[CAROM_FIT_MOST_PARAMETERS];
  first_steps(p, steps);
  return run(p, NLOPT_LN_NELDERMEAD, steps, LAST_STEP / FIRST_STEP, most);
}

static part part_of(carom__fit_model* m, const double* x, bool only_main) {
  part p = {.model = m};
  memcpy(p.x, x, (size_t)m->parameter_count * sizeof *x);
  for (int j = 0; j < m->parameter_count; ++j)
    if (!only_main || m->parameters[j].is_main) p.free[p.count++] = j;
  return p;
}

/// Keeps the better one.
static void keep(double* best, double* x, double loss, const part* p) {
  if (!(loss < *best)) return;
  *best = loss;
  memcpy(x, p->x, (size_t)p->model->parameter_count * sizeof *x);
}

static int mu_of(const carom__fit_model* m) {
  for (int j = 0; j < m->parameter_count; ++j)
    if (m->parameters[j].role == CAROM__ROLE_MU) return j;
  return -1;
}

/// Over the main parameters, the others as x has them.
static double search_main(carom__fit_model* m, double* x, int direct, int most) {
  part p = part_of(m, x, true);
  double best = HUGE_VAL, low_loss = HUGE_VAL, low_x[CAROM_FIT_MOST_PARAMETERS];
  keep(&best, x, run(&p, NLOPT_GN_DIRECT_L, NULL, 0, direct * (p.count > 2 ? p.count - 1 : 1)), &p);
  part low = part_of(m, x, true);
  for (int i = 0; mu_of(m) >= 0 && i < 3; ++i) {
    low.x[mu_of(m)] = LOW_MU[i];
    keep(&low_loss, low_x, carom__fit_loss(m, low.x), &low);
  }
  p = part_of(m, x, true);
  keep(&best, x, simplex(&p, most), &p);
  if (low_loss < HUGE_VAL) {
    p = part_of(m, low_x, true);
    keep(&best, x, simplex(&p, most), &p);
  }
  return best;
}

/// The parameter that is searched by its logarithm; -1: none.
static int log_of(const carom__fit_model* m) {
  for (int j = 0; j < m->parameter_count; ++j)
    if (m->parameters[j].log) return j;
  return -1;
}

/// Every value of a scan has its own search: what depends on the phase of a swing has many valleys.
static double scan(carom__fit_model* m, double* x, int parameter) {
  const carom__parameter* p = &m->parameters[parameter];
  const double low = carom__fit_place(p, p->low), high = carom__fit_place(p, p->high);
  double best = HUGE_VAL, best_x[CAROM_FIT_MOST_PARAMETERS];
  memcpy(best_x, x, (size_t)m->parameter_count * sizeof *x);
  for (int i = 0; i < SCAN; ++i) {
    double at[CAROM_FIT_MOST_PARAMETERS];
    if (m->watch) m->watch->done = CAROM__FIT_SCAN_SHARE * i / SCAN;
    memcpy(at, x, (size_t)m->parameter_count * sizeof *x);
    at[parameter] = low + (i + 0.5) * (high - low) / SCAN;
    part from = part_of(m, at, true);
    const double loss = search_main(m, at, DIRECT_SCAN, SIMPLEX_SCAN);
    memcpy(from.x, at, (size_t)m->parameter_count * sizeof *at);
    keep(&best, best_x, loss, &from);
  }
  memcpy(x, best_x, (size_t)m->parameter_count * sizeof *x);
  return best;
}

double carom__fit_search(carom__fit_model* m, double* x) {
  const int logarithmic = log_of(m), most = 200 * m->parameter_count;
  for (int j = 0; j < m->parameter_count; ++j) {
    const carom__parameter* p = &m->parameters[j];
    x[j] =
        p->is_main ? 0.5 * (carom__fit_place(p, p->low) + carom__fit_place(p, p->high)) : carom__fit_place(p, p->start);
  }
  double best = HUGE_VAL;
  if (logarithmic >= 0 && (m->count < MANY || m->scenario)) {
    best = scan(m, x, logarithmic);
  } else if (logarithmic >= 0) {
    part p = part_of(m, x, false);
    keep(&best, x, run(&p, NLOPT_GN_DIRECT_L, NULL, 0, DIRECT_ALL), &p);
  } else {
    best = search_main(m, x, DIRECT_ALONE, most);
  }
  part p = part_of(m, x, false);
  keep(&best, x, simplex(&p, most), &p);
  return carom__fit_polish(m, x, best);
}

double carom__fit_descend(carom__fit_model* m, double* x, const double* step, double fineness) {
  part p = {.model = m};
  double steps[CAROM_FIT_MOST_PARAMETERS];
  memcpy(p.x, x, (size_t)m->parameter_count * sizeof *x);
  for (int j = 0; j < m->parameter_count; ++j) {
    if (!(step[j] > 0)) continue;
    steps[p.count] = step[j];
    p.free[p.count++] = j;
  }
  double best = HUGE_VAL;
  keep(&best, x, run(&p, NLOPT_LN_NELDERMEAD, steps, fineness, 120 * (p.count + 1)), &p);
  return best;
}

double carom__fit_profile_at(carom__fit_model* m, double* x, int parameter) {
  part p = {.model = m};
  double best = HUGE_VAL;
  memcpy(p.x, x, (size_t)m->parameter_count * sizeof *x);
  for (int j = 0; j < m->parameter_count; ++j)
    if (j != parameter && !m->held[j]) p.free[p.count++] = j;
  keep(&best, x, simplex(&p, SIMPLEX_SCAN * p.count), &p);
  return best;
}

bool carom_fit_is_available(void) {
  return true;
}

#else

// Without NLopt nothing is searched: carom_fit_run has refused before.
double carom__fit_search(carom__fit_model* m, double* x) {
  (void)x;
  return m->huber;
}

double carom__fit_descend(carom__fit_model* m, double* x, const double* step, double fineness) {
  (void)x, (void)step, (void)fineness;
  return m->huber;
}

double carom__fit_profile_at(carom__fit_model* m, double* x, int parameter) {
  (void)x, (void)parameter;
  return m->huber;
}

bool carom_fit_is_available(void) {
  return false;
}

#endif
