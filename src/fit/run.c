// The fit from the data to its results: read, check, search, judge, resample, compare.
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "text/sentence.h"

/// Parts of a value: beyond this an estimate is worth a warning; and fewer steep impacts than this.
static const double POOR = 0.10;
enum { FEW_STEEP = 5, LEAST_IMPACTS = 3 };
/// Parts of the impacts: more that enter or gain energy are worth a warning.
static const double MANY = 0.05;

carom_fit_options carom_fit_options_default(void) {
  return (carom_fit_options){.law = CAROM_LAW_STRONGE, .seed = 1, .bootstrap = 200};
}

void carom__fit_warn(carom_fit_result* out, const char* text, ...) {
  if (out->warning_count == CAROM_FIT_MOST_WARNINGS) return;
  va_list arguments;
  va_start(arguments, text);
  vsnprintf(out->warnings[out->warning_count++], CAROM_FIT_WARNING_SIZE, text, arguments);
  va_end(arguments);
}

static void warn_of_data(const carom__fit_data* d, carom_fit_result* out) {
  const carom_fit_facts* f = &d->facts;
  for (int i = 0; i < d->unit_count; ++i) carom__fit_warn(out, "%s", d->units[i]);
  if (f->used < f->count)
    carom__fit_warn(out, "%d of %d impacts do not approach before, or have no weight: they do not count",
                    f->count - f->used, f->count);
  if (f->entering > MANY * f->used) carom__fit_warn(out, "%d of %d impacts still approach after", f->entering, f->used);
  if (f->gained > MANY * f->used) carom__fit_warn(out, "%d of %d impacts gain energy", f->gained, f->used);
}

static void warn_of_precision(const carom__fit_model* m, const double* x, const carom__fit_local* local,
                              carom_fit_result* out) {
  for (int j = 0; j < m->parameter_count; ++j) {
    const carom__parameter* p = &m->parameters[j];
    const double relative = p->log ? local->fisher[j] : local->fisher[j] / fabs(x[j]);
    const bool is_size = p->role != CAROM__ROLE_SLOPE && p->role != CAROM__ROLE_COVARIATE;
    if (!m->held[j] && is_size && relative > POOR)
      carom__fit_warn(out, "%s is known to %.0f %% only (one standard deviation)", p->name, 100 * relative);
    if (p->role == CAROM__ROLE_MU && local->steep < FEW_STEEP)
      carom__fit_warn(out, "only %d impacts tell of mu (|dz/dmu| > 0.5): most stick, or hardly slip", local->steep);
  }
}

/// Sizes of residuals: the length of z over the root of its numbers.
static bool measure(carom__fit_model* m, const double* x, carom_fit_result* out) {
  double *sizes = malloc((size_t)m->count * sizeof *sizes), sum = 0, weights = 0;
  int count = 0;
  if (!sizes) return false;
  carom__fit_predict(m, x, m->z);
  for (int i = 0; i < m->count; ++i) {
    double square = 0;
    for (int k = 0; k < m->numbers; ++k) square += m->z[m->numbers * i + k] * m->z[m->numbers * i + k];
    if (!(m->data->impacts[i].weight > 0)) continue;
    sizes[count++] = sqrt(square / m->numbers);
    sum += square / m->numbers;
    weights += m->data->impacts[i].weight;
  }
  carom__fit_sort(sizes, count);
  out->loss = carom__fit_loss_of(m, m->z) / weights;
  out->residual_median = carom__fit_quantile(sizes, count, 0.5);
  out->residual_p90 = carom__fit_quantile(sizes, count, 0.9);
  out->residual_rms = sqrt(sum / count);
  free(sizes);
  return true;
}

/// A scenario whose outcomes hold fewer numbers than are asked for.
static bool refuse_singular(const carom__fit_model* m, const carom__fit_local* local, carom_diag* error) {
  carom__sentence s = carom__sentence_start(error, CAROM_INCONSISTENT, "");
  carom__say(&s, "these data cannot tell");
  int told = 0;
  for (int j = 0; j < m->parameter_count; ++j)
    if (fabs(local->null_direction[j]) > 0.01) carom__say(&s, "%s %s", told++ ? "," : "", m->parameters[j].name);
  carom__say(&s, told > 1 ? " apart: changed together they give the same outcomes." : ": it changes no outcome.");
  carom__say(&s,
             " Outcomes over the speed before do not depend on the speed: other masses, or directions, are needed, or "
             "one of these measured by itself.");
  return false;
}

static bool fail_memory(carom_diag* error) {
  carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the fit.");
  return false;
}

/// Fits one law. *local is what is known at its best.
static bool fit_law(carom__fit_model* m, carom__fit_watch* watch, carom__fit_local* local, carom_fit_result* out,
                    carom_diag* error) {
  double* x = out->best;
  out->law = m->law;
  m->watch = watch;
  warn_of_data(m->data, out);
  carom__fit_search(m, x);
  if (!carom__fit_look(m, x, local)) return fail_memory(error);
  if (m->scenario && local->is_singular && m->parameter_count > 1 && !watch->stopped)
    return refuse_singular(m, local, error);
  carom__fit_identify(m, x, local, out);
  if (!carom__fit_look(m, x, local)) return fail_memory(error);
  out->steep = local->steep;
  warn_of_precision(m, x, local, out);
  carom__fit_profile(m, x, local, out);
  carom__fit_modes(m, x, out);
  carom__fit_lurking(m, x, out);
  const bool fine = carom__fit_bootstrap(m, x, local, watch, out);
  m->watch = NULL;
  if (watch->stopped) return carom__refuse(error, CAROM_STOPPED, "", 0, "stopped before the fit was done."), false;
  return (fine && measure(m, x, out) && !m->starved) || fail_memory(error);
}

/// Paired t of what two laws predict of impacts that they have not seen.
static double paired_t(const double* a, const double* b, int count) {
  double mean = 0, square = 0;
  int used = 0;
  for (int i = 0; i < count; ++i)
    if (a[i] > 0 || b[i] > 0) mean += a[i] - b[i], ++used;
  mean /= used > 0 ? used : 1;
  for (int i = 0; i < count; ++i)
    if (a[i] > 0 || b[i] > 0) square += (a[i] - b[i] - mean) * (a[i] - b[i] - mean);
  return square > 0 ? mean / sqrt(square / (used - 1.0) / used) : 0;
}

static bool compare_laws(carom_fit* fit, const carom__fit_local* locals, carom_diag* error) {
  const int groups = fit->data.group_count;
  double* losses = malloc(3 * (size_t)groups * sizeof *losses);
  bool fine = losses != NULL;
  for (int i = 0; fine && i < fit->result_count; ++i)
    fine = carom__fit_cross_validate(&fit->models[i], fit->results[i].best, &locals[i], fit->options.seed,
                                     losses + i * groups);
  for (int a = 0; fine && a < fit->result_count; ++a)
    for (int b = 0; b < fit->result_count; ++b)
      fit->t[a][b] = a == b ? 0 : paired_t(losses + a * groups, losses + b * groups, groups);
  free(losses);
  return fine || fail_memory(error);
}

static bool fit_all(carom_fit* fit, carom_diag* error) {
  carom__fit_local* locals = calloc(3, sizeof *locals);
  const int laws = fit->options.all_laws ? 3 : 1;
  bool fine = locals != NULL || fail_memory(error);
  for (int i = 0; fine && i < laws; ++i) {
    carom_fit_options options = fit->options;
    if (fit->options.all_laws) options.law = (carom_law[]){CAROM_LAW_STRONGE, CAROM_LAW_POISSON, CAROM_LAW_NEWTON}[i];
    carom__fit_watch watch = {.options = &fit->options, .from = (double)i / laws, .to = (i + 1.0) / laws};
    fit->models[i].scenario = fit->options.scenario ? &fit->scenario : NULL;
    ++fit->result_count;
    fine = carom__fit_model_start(&fit->models[i], &fit->data, &options, error) &&
           fit_law(&fit->models[i], &watch, &locals[i], &fit->results[i], error);
  }
  if (fine && laws > 1) fine = compare_laws(fit, locals, error);
  if (fine && fit->options.plan) carom__fit_plan(fit, &locals[0]);
  if (fine) carom__fit_predict(&fit->models[0], fit->results[0].best, fit->models[0].z);
  for (int i = 0; fine && i < laws; ++i) fine = !fit->models[i].starved || fail_memory(error);
  free(locals);
  return fine;
}

static bool refuse_option(carom_diag* error, const char* field, const char* message) {
  carom__refuse(error, CAROM_BAD_VALUE, field, 0, "%s", message);
  return false;
}

static bool check_options(const carom_fit_options* o, carom_diag* error) {
  const bool other_law = o->all_laws || o->law != CAROM_LAW_STRONGE;
  if (o->bootstrap < 0 || o->bootstrap > CAROM_FIT_MOST_BOOTSTRAP)
    return refuse_option(error, "bootstrap", "must be 0 to 100000.");
  if (!o->least_squares && !(o->huber >= 0 && o->huber < HUGE_VAL))
    return refuse_option(error, "huber", "must be above 0.");
  if (o->with_eta2 && other_law) return refuse_option(error, "with eta2", "springs know Stronge's law alone.");
  if (o->covariate_count < 0 || o->covariate_count > CAROM_FIT_MOST_COVARIATES)
    return refuse_option(error, "covariate", "there may be up to 4.");
  if (!o->scenario) return o->wanted_count == 0 || refuse_option(error, "estimate", "needs a scenario.");
  if (o->wanted_count < 1) return refuse_option(error, "estimate", "a scenario needs at least one path to look for.");
  if (o->wanted_count > CAROM_FIT_MOST_PARAMETERS) return refuse_option(error, "estimate", "there may be up to 12.");
  if (o->with_eta2 || o->e_model || o->covariate_count || o->flip || o->plan || other_law)
    return refuse_option(error, "scenario",
                         "the scenario says what the model is: law, eta2, e-model, covariates, flips "
                         "and plans are for tables of impacts.");
  return true;
}

/// Enough impacts to tell anything.
static bool check_count(const carom__fit_data* d, carom_diag* error) {
  if (d->facts.used >= LEAST_IMPACTS) return true;
  carom__refuse(error, CAROM_BAD_VALUE, "", d->facts.used, "%d impacts count; at least %d are needed.", d->facts.used,
                LEAST_IMPACTS);
  return false;
}

static bool run(carom_fit* fit, const char* csv, size_t length, carom_diag* error) {
  const carom_fit_options* o = &fit->options;
  if (!carom__table_read(&fit->data.table, csv, length, error)) return false;
  if (o->scenario) {
    if (!carom__fit_template_open(&fit->scenario, &fit->data, o, error)) return false;
  } else if (!carom__fit_data_read(&fit->data, error) || !carom__fit_data_check(&fit->data, o, error) ||
             !carom__fit_data_covariates(&fit->data, o, error)) {
    return false;
  }
  return check_count(&fit->data, error) && fit_all(fit, error);
}

carom_fit* carom_fit_run(const char* csv, size_t length, const carom_fit_options* options, carom_diag* error) {
  carom_diag unheard;
  if (!error) error = &unheard;
  if (carom__require(csv, "csv", "hold the data", error) || carom__require(options, "options", "be given", error))
    return NULL;
  if (!carom_fit_is_available()) {
    carom__refuse(error, CAROM_UNAVAILABLE, "", 0,
                  "carom was built without NLopt, which searches the parameters. On Debian or Ubuntu: apt-get install "
                  "libnlopt-dev, and build it again.");
    return NULL;
  }
  if (!check_options(options, error)) return NULL;
  carom_fit* fit = calloc(1, sizeof *fit);
  if (!fit) return fail_memory(error), NULL;
  fit->options = *options;
  if (run(fit, csv, length, error)) return fit;
  carom_fit_free(fit);
  return NULL;
}

void carom_fit_free(carom_fit* fit) {
  if (!fit) return;
  for (int i = 0; i < 3; ++i) carom__fit_model_free(&fit->models[i]);
  carom__fit_template_close(&fit->scenario);
  carom__fit_data_free(&fit->data);
  free(fit);
}
