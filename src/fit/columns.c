// Columns beside those of the impact: weights, groups, covariates, and what may lurk in the rest.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/fit.h"
#include "text/sentence.h"

typedef struct named {
  const char* text;
  int row;
} named;

static int by_text(const void* a, const void* b) {
  const named *p = a, *q = b;
  const int order = strcmp(p->text, q->text);
  return order ? order : (p->row > q->row) - (p->row < q->row);
}

/// Numbers groups by their names, or every impact by itself.
static bool number_groups(carom__fit_data* d, int column, carom_diag* error) {
  named* list = malloc((size_t)d->count * sizeof *list);
  if (!list) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for groups."), false;
  for (int i = 0; i < d->count; ++i) list[i] = (named){column < 0 ? "" : carom__table_cell(&d->table, i, column), i};
  qsort(list, (size_t)d->count, sizeof *list, by_text);
  d->group_count = 0;
  for (int i = 0; i < d->count; ++i) {
    const bool is_new = i == 0 || column < 0 || strcmp(list[i].text, list[i - 1].text) != 0;
    d->group_count += is_new;
    d->impacts[list[i].row].group = d->group_count - 1;
  }
  free(list);
  return true;
}

static bool take_weights(carom__fit_data* d, int column, carom_diag* error) {
  double* weights = column < 0 ? NULL : carom__table_numbers(&d->table, column, error);
  if (column >= 0 && !weights) return false;
  bool fine = true;
  for (int i = 0; i < d->count && fine; ++i) {
    if (weights) d->impacts[i].weight = weights[i];
    fine = d->impacts[i].weight >= 0;
    if (fine) continue;
    carom__refuse(error, CAROM_BAD_VALUE, "weight", weights[i], "a weight must not be negative.");
    error->line = d->table.lines[i];
  }
  free(weights);
  return fine;
}

bool carom__fit_data_groups(carom__fit_data* d, const bool* is_used, carom_diag* error) {
  const int weight = carom__table_find(&d->table, "weight"), group = carom__table_find(&d->table, "group");
  if (!take_weights(d, weight, error) || !number_groups(d, group, error)) return false;
  carom_diag unheard;
  for (int i = 0; i < d->table.columns; ++i) {
    if (is_used[i] || i == weight || i == group || strcmp(d->table.names[i], "id") == 0) continue;
    d->extra[i] = carom__table_numbers(&d->table, i, &unheard);  // a column of words is nobody's covariate
  }
  return true;
}

/// Mean 0 and standard deviation 1.
static bool standardise(const double* numbers, int count, double* out) {
  double mean = 0, square = 0;
  for (int i = 0; i < count; ++i) mean += numbers[i] / count;
  for (int i = 0; i < count; ++i) square += (numbers[i] - mean) * (numbers[i] - mean) / count;
  for (int i = 0; i < count; ++i) out[i] = (numbers[i] - mean) / sqrt(square);
  return square > 0 && isfinite(square);
}

static bool take_covariate(carom__fit_data* d, const char* name, carom_diag* error) {
  const int column = carom__table_find(&d->table, name);
  if (column < 0) return carom__refuse(error, CAROM_BAD_VALUE, name, 0, "there is no such column."), false;
  double* numbers = carom__table_numbers(&d->table, column, error);
  if (!numbers) return false;
  d->covariates[d->covariate_count++] = numbers;
  if (standardise(numbers, d->count, numbers)) return true;
  carom__refuse(error, CAROM_BAD_VALUE, name, 0, "the column has the same number everywhere: it explains nothing.");
  return false;
}

/// Speeds of approach over their median, which is facts.speed.
static bool take_speeds(carom__fit_data* d, carom_diag* error) {
  double* sorted = malloc((size_t)d->count * sizeof *sorted);
  d->speed = malloc((size_t)d->count * sizeof *d->speed);
  int count = 0;
  if (!sorted || !d->speed) {
    free(sorted);
    return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the speeds."), false;
  }
  for (int i = 0; i < d->count; ++i)
    if (d->impacts[i].weight > 0) sorted[count++] = -d->impacts[i].v[2];
  carom__fit_sort(sorted, count);
  d->facts.speed = count ? carom__fit_quantile(sorted, count, 0.5) : 1;
  for (int i = 0; i < d->count; ++i) d->speed[i] = fmax(-d->impacts[i].v[2], 0) / d->facts.speed;
  free(sorted);
  return true;
}

bool carom__fit_data_covariates(carom__fit_data* d, const carom_fit_options* options, carom_diag* error) {
  if (!take_speeds(d, error)) return false;
  for (int i = 0; i < options->covariate_count; ++i)
    if (!take_covariate(d, options->covariates[i], error)) return false;
  return true;
}

void carom__fit_data_free(carom__fit_data* d) {
  for (int i = 0; i < CAROM_FIT_MOST_COLUMNS; ++i) free(d->extra[i]);
  for (int i = 0; i < d->covariate_count; ++i) free(d->covariates[i]);
  free(d->speed);
  free(d->measured);
  free(d->impacts);
  carom__table_free(&d->table);
}
