// What the model predicts: e of every impact, impulses by arrays, residuals, and their derivatives.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/array.h"
#include "carom/planar.h"
#include "carom/spatial.h"
#include "fit/fit.h"
#include "text/sentence.h"

/// Where each parameter is looked for. Friction above 2 is unheard of; eta2 is 1 to 2 for solids, from 0 on for thin
/// layers.
static const double MOST_MU = 2, LEAST_ETA2 = 1e-3, MOST_ETA2 = 5;
/// Of e(v): at b = 2 restitution falls by 4 where speed doubles. Of e per standard deviation of a covariate.
static const double MOST_SLOPE = 2, MOST_EFFECT = 0.5;
/// Step of differences, in units of the search: the error is its square, and rounding over it.
static const double STEP = 1e-6;

double carom__fit_value(const carom__parameter* p, double x) {
  return p->log ? exp(x) : x;
}

double carom__fit_place(const carom__parameter* p, double value) {
  return p->log ? log(value) : value;
}

static void add(carom__fit_model* m, carom__parameter parameter, const char* name) {
  carom__parameter* p = &m->parameters[m->parameter_count++];
  *p = parameter;
  snprintf(p->name, sizeof p->name, "%s", name);
}

static void add_covariates(carom__fit_model* m, const carom_fit_options* options) {
  char name[CAROM_FIT_NAME_SIZE];
  for (int i = 0; i < 2 * options->covariate_count; ++i) {
    snprintf(name, sizeof name, "e.%.60s%s", options->covariates[i / 2], i % 2 ? "^2" : "");
    add(m, (carom__parameter){.role = CAROM__ROLE_COVARIATE, .item = i, .low = -MOST_EFFECT, .high = MOST_EFFECT},
        name);
  }
}

static void add_parameters(carom__fit_model* m, const carom_fit_options* options) {
  add(m, (carom__parameter){.role = CAROM__ROLE_MU, .high = MOST_MU, .is_main = true}, "mu");
  add(m, (carom__parameter){.role = CAROM__ROLE_E, .high = 1, .is_main = true}, "e");
  if (options->with_eta2)
    add(m, (carom__parameter){.role = CAROM__ROLE_ETA2, .low = LEAST_ETA2, .high = MOST_ETA2, .start = 1, .log = true},
        "eta2");
  if (options->e_model != CAROM_FIT_E_CONST)
    add(m, (carom__parameter){.role = CAROM__ROLE_SLOPE, .low = -MOST_SLOPE, .high = MOST_SLOPE}, "b");
  add_covariates(m, options);
}

static bool allocate(carom__fit_model* m) {
  const size_t n = (size_t)m->count, all = n * (size_t)m->numbers;
  m->e = calloc(n, sizeof *m->e);
  m->impulse = calloc(3 * n, sizeof *m->impulse);
  m->mode = calloc(n, 1);
  m->kind = calloc(n, 1);
  m->status = calloc(n, 1);
  m->multiplicity = calloc(n, sizeof *m->multiplicity);
  m->z = calloc(all, sizeof *m->z);
  m->shifted = calloc(all, sizeof *m->shifted);
  for (size_t i = 0; m->multiplicity && i < n; ++i) m->multiplicity[i] = 1;
  return m->e && m->impulse && m->mode && m->kind && m->status && m->multiplicity && m->z && m->shifted;
}

/// Where Huber's loss turns: of the speed, or of a standard deviation (95 % of the efficiency of least squares).
static const double HUBER = 0.05, HUBER_OF_SIGMA = 1.345;

bool carom__fit_model_start(carom__fit_model* m, const carom__fit_data* data, const carom_fit_options* options,
                            carom_diag* error) {
  m->data = data;
  m->law = options->law;
  m->e_model = options->e_model;
  m->huber = options->least_squares ? HUGE_VAL
             : options->huber > 0   ? options->huber
             : m->data->has_sigma   ? HUBER_OF_SIGMA
                                    : HUBER;
  m->count = data->count;
  m->numbers = data->numbers;
  m->parameter_count = 0;
  if (m->scenario) {
    if (!carom__fit_template_parameters(m, options, error)) return false;
  } else {
    add_parameters(m, options);
  }
  if (allocate(m)) return true;
  carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the model.");
  return false;
}

void carom__fit_model_free(carom__fit_model* m) {
  free(m->e);
  free(m->impulse);
  free(m->mode);
  free(m->kind);
  free(m->status);
  free(m->multiplicity);
  free(m->z);
  free(m->shifted);
}

static double of_speed(carom_fit_e_model model, double speed, double b) {
  switch (model) {
    case CAROM_FIT_E_POWER:
      return speed > 0 ? pow(speed, -b) : 1;
    case CAROM_FIT_E_LINEAR:
      return 1 - b * (speed - 1);
    default:
      return 1;
  }
}

void carom__fit_restitution(carom__fit_model* m, const double* x) {
  double e = 0, b = 0;
  for (int j = 0; j < m->parameter_count; ++j) {
    if (m->parameters[j].role == CAROM__ROLE_E) e = x[j];
    if (m->parameters[j].role == CAROM__ROLE_SLOPE) b = x[j];
  }
  for (int i = 0; i < m->count; ++i) {
    double value = e * (m->e_model ? of_speed(m->e_model, m->data->speed[i], b) : 1);
    for (int j = 2; j < m->parameter_count; ++j) {
      const carom__parameter* p = &m->parameters[j];
      if (p->role != CAROM__ROLE_COVARIATE) continue;
      const double c = m->data->covariates[p->item / 2][i];
      value += x[j] * (p->item % 2 ? c * c : c);
    }
    m->e[i] = fmin(fmax(value, 0), 1);
  }
}

static carom_in each(const void* at) {
  return (carom_in){at, sizeof(carom__impact)};
}

/// mu and eta2 in the values of x.
static void find_surface(const carom__fit_model* m, const double* x, double* mu, double* eta2) {
  *eta2 = 0;
  for (int j = 0; j < m->parameter_count; ++j) {
    const double value = carom__fit_value(&m->parameters[j], x[j]);
    if (m->parameters[j].role == CAROM__ROLE_MU) *mu = value;
    if (m->parameters[j].role == CAROM__ROLE_ETA2) *eta2 = value;
  }
}

static void solve_plane(carom__fit_model* m, const carom_surface_columns* surface) {
  const carom__impact* first = m->data->impacts;
  const carom_planar_array array = {
      .w = {{each(&first->w[0][0]), each(&first->w[0][2])}, {each(&first->w[2][0]), each(&first->w[2][2])}},
      .v = {each(&first->v[0]), each(&first->v[2])},
      .surface = *surface,
      .impulse = {{m->impulse, 3 * sizeof(double)}, {m->impulse + 2, 3 * sizeof(double)}},
      .answer = {.mode = {m->mode, 1}, .model = {m->kind, 1}, .status = {m->status, 1}}};
  carom_planar_solve_array(&array, 0, m->count);
}

/// In space; on springs if eta2 is given.
static void solve_space(carom__fit_model* m, const carom_surface_columns* surface) {
  const carom__impact* first = m->data->impacts;
  carom_spatial_array rigid = {.surface = *surface,
                               .answer = {.mode = {m->mode, 1}, .model = {m->kind, 1}, .status = {m->status, 1}}};
  carom_compliant_array springs = {.surface = *surface, .answer = rigid.answer};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) rigid.w[i][k] = springs.w[i][k] = each(&first->w[i][k]);
    rigid.v[i] = springs.v[i] = each(&first->v[i]);
    rigid.impulse[i] = springs.impulse[i] = (carom_out){m->impulse + i, 3 * sizeof(double)};
  }
  if (surface->eta2.at)
    carom_compliant_solve_array(&springs, 0, m->count);
  else
    carom_spatial_solve_array(&rigid, 0, m->count);
}

/// z = a - map I; where there is no answer, as if nothing had happened.
static void fill_residuals(carom__fit_model* m, double* z) {
  for (int i = 0; i < m->count; ++i) {
    const carom__impact* impact = &m->data->impacts[i];
    double* impulse = &m->impulse[3 * i];
    if (m->status[i] != CAROM_OK) impulse[0] = impulse[1] = impulse[2] = 0;
    for (int k = 0; k < m->numbers; ++k)
      z[m->numbers * i + k] = impact->a[k] - impact->map[k][0] * impulse[0] - impact->map[k][1] * impulse[1] -
                              impact->map[k][2] * impulse[2];
  }
}

void carom__fit_predict(carom__fit_model* m, const double* x, double* z) {
  if (m->scenario) {
    carom__fit_template_predict(m, x, z);
    return;
  }
  const int64_t law = m->law;
  double mu = 0, eta2 = 0;
  carom__fit_restitution(m, x);
  find_surface(m, x, &mu, &eta2);
  const carom_surface_columns surface = {
      .law = {&law, 0}, .e = {m->e, sizeof *m->e}, .mu = {&mu, 0}, .eta2 = {eta2 > 0 ? &eta2 : NULL, 0}};
  if (m->data->layout == CAROM__LAYOUT_SPACE || eta2 > 0)
    solve_space(m, &surface);
  else
    solve_plane(m, &surface);
  fill_residuals(m, z);
}

/// By differences: central ones, or into the range at its ends.
static void derive_by_differences(carom__fit_model* m, const double* x, int j, double* out) {
  const carom__parameter* p = &m->parameters[j];
  double moved[CAROM_FIT_MOST_PARAMETERS];
  memcpy(moved, x, (size_t)m->parameter_count * sizeof *x);
  const double low = fmax(x[j] - STEP, carom__fit_place(p, p->low)),
               high = fmin(x[j] + STEP, carom__fit_place(p, p->high));
  moved[j] = high;
  carom__fit_predict(m, moved, out);
  moved[j] = low;
  carom__fit_predict(m, moved, m->shifted);
  for (int k = 0; k < m->count * m->numbers; ++k) out[k] = (out[k] - m->shifted[k]) / (high - low);
}

/// How e of an impact changes with a parameter; by a difference, since e is cut at 0 and 1.
static void derive_restitution(carom__fit_model* m, const double* x, int j, double* out) {
  double moved[CAROM_FIT_MOST_PARAMETERS];
  memcpy(moved, x, (size_t)m->parameter_count * sizeof *x);
  moved[j] = x[j] + STEP;
  carom__fit_restitution(m, moved);
  memcpy(out, m->e, (size_t)m->count * sizeof *out);
  moved[j] = x[j] - STEP;
  carom__fit_restitution(m, moved);
  for (int i = 0; i < m->count; ++i) out[i] = (out[i] - m->e[i]) / (2 * STEP);
  carom__fit_restitution(m, x);
}

/// The surfaces of an impact at the parameters at hand.
static carom_surface surface_of(const carom__fit_model* m, int i, double mu) {
  carom_surface surface = carom_surface_default();
  surface.law = m->law;
  surface.e = m->e[i];
  surface.mu = surface.mu_static = mu;
  return surface;
}

bool carom__fit_derive_in_plane(const carom__impact* impact, const carom_surface* surface, unsigned wrt,
                                double out[][3]) {
  const carom_planar_problem p = {.w_tt = impact->w[0][0],
                                  .w_tn = impact->w[0][2],
                                  .w_nn = impact->w[2][2],
                                  .v_t = impact->v[0],
                                  .v_n = impact->v[2],
                                  .surface = *surface};
  carom_planar_outcome outcome;
  carom_jacobian jacobian;
  if (carom_planar_solve(&p, &outcome, NULL) || carom_planar_differentiate(&p, &outcome, wrt, &jacobian, NULL))
    return false;
  for (int k = 0; k < jacobian.columns; ++k) {
    out[k][0] = jacobian.d_impulse[0][k];
    out[k][1] = 0;
    out[k][2] = jacobian.d_impulse[1][k];
  }
  return true;
}

/// The same in space, for one input.
static bool derive_in_space(const carom__impact* impact, const carom_surface* surface, unsigned wrt, double out[3]) {
  carom_spatial_problem p = {.v = {impact->v[0], impact->v[1], impact->v[2]}, .surface = *surface};
  carom_spatial_outcome outcome;
  carom_jacobian jacobian;
  memcpy(&p.w, impact->w, sizeof p.w);
  if (carom_spatial_solve(&p, &outcome, NULL) || carom_spatial_differentiate(&p, &outcome, wrt, &jacobian, NULL))
    return false;
  for (int k = 0; k < 3; ++k) out[k] = jacobian.d_impulse[k][0];
  return true;
}

void carom__fit_derive(carom__fit_model* m, const double* x, int j, double* out) {
  const carom__fit_role role = m->parameters[j].role;
  const unsigned wrt = role == CAROM__ROLE_MU ? CAROM_WRT_MU : CAROM_WRT_E;
  double mu = 0, eta2 = 0;
  find_surface(m, x, &mu, &eta2);
  derive_by_differences(m, x, j, out);
  if (m->scenario || eta2 > 0) return;
  double* slope = m->shifted;  // free since the differences are taken
  carom__fit_restitution(m, x);
  if (role != CAROM__ROLE_MU) derive_restitution(m, x, j, slope);
  for (int i = 0; i < m->count; ++i) {
    const carom__impact* impact = &m->data->impacts[i];
    const double factor = role == CAROM__ROLE_MU ? 1 : slope[i];
    const carom_surface surface = surface_of(m, i, mu);
    double by[3];
    const bool is_there = m->data->layout == CAROM__LAYOUT_SPACE
                              ? derive_in_space(impact, &surface, wrt, by)
                              : carom__fit_derive_in_plane(impact, &surface, wrt, &by);
    for (int k = 0; is_there && k < m->numbers; ++k)
      out[m->numbers * i + k] =
          -factor * (impact->map[k][0] * by[0] + impact->map[k][1] * by[1] + impact->map[k][2] * by[2]);
  }
}

const char* carom__fit_mode_word(const carom__fit_model* m, int i) {
  if (m->scenario || m->status[i] != CAROM_OK) return m->scenario ? "scenario" : "no answer";
  switch ((carom_model)m->kind[i]) {
    case CAROM_MODEL_PLANAR:
      return carom_planar_mode_word((carom_planar_mode)m->mode[i]);
    case CAROM_MODEL_SPATIAL:
      return carom_spatial_mode_word((carom_spatial_mode)m->mode[i]);
    default:
      return carom_contact_mode_word((carom_contact_mode)m->mode[i]);
  }
}
