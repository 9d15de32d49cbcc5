// A scenario in place of the models of one contact: columns of the table are paths of it and of its answer.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "text/sentence.h"

static const char AFTER[] = "after.", SIGMA[] = "sigma.";
/// Residual of a row for which the scenario has no answer: worse than anything that was measured.
static const double NO_ANSWER = 1e3;

static bool starts_with(const char* text, const char* start) {
  return strncmp(text, start, strlen(start)) == 0;
}

/// The spread of a column about zero: what its residuals are divided by.
static double scale_of(const double* numbers, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += numbers[i] * numbers[i] / count;
  return sum > 0 ? sqrt(sum) : 1;
}

static bool take_reading(carom__template* t, carom__fit_data* d, int column, carom_diag* error) {
  const char* name = d->table.names[column];
  char sigma[200];
  if (t->read_count == CAROM__FIT_MOST_OUTPUTS)
    return carom__refuse(error, CAROM_BAD_VALUE, name, 0, "there are more than 24 measured columns."), false;
  const int at = t->read_count++;
  snprintf(t->read_path[at], sizeof t->read_path[at], "%s", name);
  t->read_value[at] = carom__table_numbers(&d->table, column, error);
  if (!t->read_value[at]) return false;
  t->scale[at] = scale_of(t->read_value[at], d->count);
  snprintf(sigma, sizeof sigma, "%s%.180s", SIGMA, name);
  const int deviation = carom__table_find(&d->table, sigma);
  if (deviation < 0) return true;
  t->read_sigma[at] = carom__table_numbers(&d->table, deviation, error);
  for (int i = 0; t->read_sigma[at] && i < d->count; ++i)
    if (!(t->read_sigma[at][i] > 0))
      return carom__refuse(error, CAROM_BAD_VALUE, d->table.names[deviation], 0, "must be above 0."), false;
  d->has_sigma = true;
  return t->read_sigma[at] != NULL;
}

static bool take_setting(carom__template* t, carom__fit_data* d, int column, carom_diag* error) {
  const int slot = carom_vary_find(t->vary, d->table.names[column], error);
  if (slot < 0 || t->set_count == CAROM_VARY_MOST_SLOTS) return false;
  double* numbers = carom__table_numbers(&d->table, column, error);
  if (!numbers) return false;
  t->set_slot[t->set_count] = slot;
  t->set_value[t->set_count++] = numbers;
  return true;
}

/// A column with a dot is a path; any other is one that the model does not use.
static bool take_columns(carom__template* t, carom__fit_data* d, bool* is_used, carom_diag* error) {
  for (int i = 0; i < d->table.columns; ++i) {
    const char* name = d->table.names[i];
    is_used[i] = strchr(name, '.') != NULL;
    if (!is_used[i] || starts_with(name, SIGMA)) continue;
    if (!(starts_with(name, AFTER) ? take_reading(t, d, i, error) : take_setting(t, d, i, error))) return false;
  }
  if (t->read_count > 0) return true;
  carom__refuse(error, CAROM_MISSING_KEY, "after.", 0,
                "no column was measured: its name is \"after.\" and a path of the answer, such as "
                "after.bodies.ball.velocity.0.");
  return false;
}

/// Reads one row to see that every path is there.
static bool check_paths(carom__template* t, carom_diag* error) {
  const char* paths[CAROM__FIT_MOST_OUTPUTS];
  carom_reading readings[CAROM__FIT_MOST_OUTPUTS];
  for (int k = 0; k < t->read_count; ++k) paths[k] = t->read_path[k];
  for (int k = 0; k < t->set_count; ++k) carom_vary_set(t->vary, t->set_slot[k], t->set_value[k][0]);
  if (!carom_vary_read(t->vary, t->read_count, paths, readings, error)) return false;
  for (int k = 0; k < t->read_count; ++k) {
    if (readings[k].kind == CAROM_READING_NUMBER) continue;
    if (readings[k].kind == CAROM_READING_NONE) return carom_vary_unknown_reading(t->vary, paths[k], error);
    return carom__refuse(error, CAROM_WRONG_TYPE, paths[k], 0, "this is a word; numbers are measured."), false;
  }
  return true;
}

bool carom__fit_template_open(carom__template* t, carom__fit_data* d, const carom_fit_options* o, carom_diag* error) {
  bool is_used[CAROM_FIT_MOST_COLUMNS] = {false};
  t->vary = carom_vary_open(o->scenario, o->scenario_length, error);
  d->count = d->table.rows;
  d->impacts = calloc((size_t)d->count, sizeof *d->impacts);
  if (!t->vary) return false;
  if (!d->impacts) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory."), false;
  for (int i = 0; i < d->count; ++i) d->impacts[i].weight = 1;
  if (!take_columns(t, d, is_used, error) || !carom__fit_data_groups(d, is_used, error)) return false;
  d->numbers = d->facts.numbers = t->read_count;
  d->facts.count = d->count;
  for (int i = 0; i < d->count; ++i) d->facts.used += d->impacts[i].weight > 0;
  return check_paths(t, error);
}

void carom__fit_template_close(carom__template* t) {
  for (int k = 0; k < t->set_count; ++k) free(t->set_value[k]);
  for (int k = 0; k < t->read_count; ++k) {
    free(t->read_value[k]);
    free(t->read_sigma[k]);
  }
  carom_vary_free(t->vary);
}

/// "contacts.0.e,contacts.1.e=0.1:0.9": slots of the paths, and the range.
static bool read_wanted(carom__fit_model* m, const char* text, int j, carom_diag* error) {
  carom__template* t = m->scenario;
  carom__parameter* p = &m->parameters[j];
  char paths[400];
  const char* equals = strchr(text, '=');
  int end = 0;
  if (!equals || (size_t)(equals - text) >= sizeof paths ||
      sscanf(equals + 1, "%lf:%lf%n", &p->low, &p->high, &end) != 2 || equals[1 + end] || !(p->low < p->high))
    return carom__refuse(error, CAROM_BAD_VALUE, "estimate", 0, "`%.100s` is not PATH=FROM:TO with FROM below TO.",
                         text),
           false;
  snprintf(paths, sizeof paths, "%.*s", (int)(equals - text), text);
  snprintf(p->name, sizeof p->name, "%.79s", strtok(paths, ","));
  t->wanted_slot_count[j] = 0;
  for (const char* path = paths; path; path = strtok(NULL, ",")) {
    const int slot = carom_vary_find(t->vary, path, error);
    if (slot < 0) return false;
    if (t->wanted_slot_count[j] < 8) t->wanted_slots[j][t->wanted_slot_count[j]++] = slot;
  }
  return true;
}

/// Stiffnesses and ratios of them act by their logarithm.
static bool is_stiffness(const char* path) {
  const char* last = strrchr(path, '.');
  return last && (strcmp(last, ".stiffness") == 0 || strcmp(last, ".eta2") == 0);
}

bool carom__fit_template_parameters(carom__fit_model* m, const carom_fit_options* o, carom_diag* error) {
  bool has_log = false;
  for (int j = 0; j < o->wanted_count; ++j) {
    carom__parameter* p = &m->parameters[j];
    *p = (carom__parameter){.role = CAROM__ROLE_PATH, .item = j};
    if (!read_wanted(m, o->wanted[j].text, j, error)) return false;
    p->log = is_stiffness(p->name) && p->low > 0;
    p->is_main = !p->log || has_log;  // one of them is scanned
    has_log = has_log || p->log;
    p->start = p->log ? sqrt(p->low * p->high) : 0.5 * (p->low + p->high);
  }
  m->parameter_count = o->wanted_count;
  return true;
}

void carom__fit_template_predict(carom__fit_model* m, const double* x, double* z) {
  carom__template* t = m->scenario;
  const char* paths[CAROM__FIT_MOST_OUTPUTS];
  carom_reading readings[CAROM__FIT_MOST_OUTPUTS];
  for (int k = 0; k < t->read_count; ++k) paths[k] = t->read_path[k];
  for (int j = 0; j < m->parameter_count; ++j)
    for (int k = 0; k < t->wanted_slot_count[j]; ++k)
      carom_vary_set(t->vary, t->wanted_slots[j][k], carom__fit_value(&m->parameters[j], x[j]));
  for (int i = 0; i < m->count; ++i) {
    carom_diag error;
    for (int k = 0; k < t->set_count; ++k) carom_vary_set(t->vary, t->set_slot[k], t->set_value[k][i]);
    m->status[i] = CAROM_OK;
    if (!carom_vary_read(t->vary, t->read_count, paths, readings, &error)) m->status[i] = (uint8_t)error.status;
    if (m->status[i] == CAROM_NO_MEMORY) m->starved = true;
    for (int k = 0; k < t->read_count; ++k) {
      const bool is_there = m->status[i] == CAROM_OK && readings[k].kind == CAROM_READING_NUMBER;
      const double scale = t->read_sigma[k] ? t->read_sigma[k][i] : t->scale[k];
      z[m->numbers * i + k] = is_there ? (t->read_value[k][i] - readings[k].number) / scale : NO_ANSWER;
    }
  }
}

double carom__fit_template_number(const carom__fit_model* m, int row, int output) {
  const carom__template* t = m->scenario;
  const double scale = t->read_sigma[output] ? t->read_sigma[output][row] : t->scale[output];
  return m->status[row] == CAROM_OK ? t->read_value[output][row] - m->z[m->numbers * row + output] * scale
                                    : (double)NAN;
}
