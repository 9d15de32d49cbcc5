// What a fit answers to those who ask: facts, results, points, maps.
#include <math.h>
#include <string.h>

#include "fit/fit.h"

carom_fit_facts carom_fit_tell(const carom_fit* fit) {
  return fit ? fit->data.facts : (carom_fit_facts){0};
}

int carom_fit_result_count(const carom_fit* fit) {
  return fit ? fit->result_count : 0;
}

const carom_fit_result* carom_fit_result_of(const carom_fit* fit, int index) {
  return fit && index >= 0 && index < fit->result_count ? &fit->results[index] : NULL;
}

double carom_fit_compare(const carom_fit* fit, int a, int b) {
  const bool are_there = carom_fit_result_of(fit, a) && carom_fit_result_of(fit, b);
  return are_there ? fit->t[a][b] : 0;
}

int carom_fit_plan_of(const carom_fit* fit, carom_fit_planned out[CAROM_FIT_MOST_PLANNED], int* needed) {
  if (!fit) return 0;
  memcpy(out, fit->planned, sizeof fit->planned);
  if (needed) *needed = fit->needed;
  return fit->planned_count;
}

bool carom_fit_is_scenario(const carom_fit* fit) {
  return fit && fit->options.scenario;
}

static void show_scenario(const carom__fit_model* m, int index, carom_fit_point* out) {
  const carom__template* t = m->scenario;
  out->shown = m->numbers < 3 ? m->numbers : 3;
  for (int k = 0; k < out->shown; ++k) {
    out->measured[k] = t->read_value[k][index];
    out->predicted[k] = carom__fit_template_number(m, index, k);
  }
}

/// Contact velocities, and in the plane the spin in the place of the tangent that is not there.
static void show_impact(const carom_fit* fit, const carom__fit_model* m, int index, carom_fit_point* out) {
  const carom__impact* impact = &fit->data.impacts[index];
  const carom__measured* body = fit->data.measured ? &fit->data.measured[index] : NULL;
  const double* impulse = &m->impulse[3 * index];
  const bool is_plane = fit->data.layout != CAROM__LAYOUT_SPACE;
  out->shown = is_plane && !body ? 2 : 3;
  out->normal_before = impact->v[2];
  out->normal_after = impact->after[2];
  for (int i = 0; i < 3; ++i) {
    const int axis = is_plane && i == 1 ? 2 : i;
    out->measured[i] = impact->after[axis];
    out->predicted[i] = impact->v[axis];
    for (int k = 0; k < 3; ++k) out->predicted[i] += impact->w[axis][k] * impulse[k];
  }
  if (!is_plane || !body) return;
  out->measured[2] = body->after[2];
  out->predicted[2] =
      body->before[2] + (body->jacobian[0][2] * impulse[0] + body->jacobian[2][2] * impulse[2]) / body->inertia[0][0];
}

/// The model of the first law still has the prediction at its best: the last thing that a fit does.
int carom_fit_point_of(const carom_fit* fit, int index, carom_fit_point* out) {
  if (!fit || !out || index < 0 || index >= fit->data.count || !(fit->data.impacts[index].weight > 0)) return 0;
  const carom__fit_model* m = &fit->models[0];
  *out = (carom_fit_point){.mode = carom__fit_mode_word(m, index)};
  for (int k = 0; k < m->numbers && k < 6; ++k) out->residual[k] = m->z[m->numbers * index + k];
  if (m->scenario)
    show_scenario(m, index, out);
  else
    show_impact(fit, m, index, out);
  return out->shown;
}

bool carom_fit_map(carom_fit* fit, int columns, int rows, const double range[4], double* out) {
  if (!fit || !range || !out || columns < 2 || rows < 2) return false;
  carom__fit_model* m = &fit->models[0];
  double x[CAROM_FIT_MOST_PARAMETERS];
  if (m->parameter_count < 2) return false;
  memcpy(x, fit->results[0].best, sizeof x);
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < columns; ++k) {
      x[0] = carom__fit_place(&m->parameters[0], range[0] + k * (range[1] - range[0]) / (columns - 1));
      x[1] = carom__fit_place(&m->parameters[1], range[2] + i * (range[3] - range[2]) / (rows - 1));
      out[i * columns + k] = carom__fit_loss(m, x) / fit->data.facts.used;
    }
  carom__fit_predict(m, fit->results[0].best, m->z);
  return true;
}

const double* carom_fit_column(const carom_fit* fit, const char* name) {
  const int column = fit && name ? carom__table_find(&fit->data.table, name) : -1;
  return column >= 0 ? fit->data.extra[column] : NULL;
}
