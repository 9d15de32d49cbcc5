// Which columns the file of a sweep has.
#include <stdio.h>
#include <string.h>

#include "sweep/cells.h"
#include "sweep/sweep.h"
#include "text/sentence.h"

/// Adds a column of a group; false without memory.
static bool add(carom_sweep* s, int* place, const char* name, carom__column_type type, int64_t rows) {
  *place = carom__file_add(&s->file, name, type, rows, 0);
  return *place >= 0;
}

static bool add_wide(carom_sweep* s, int* place, const char* name, carom__column_type type, int64_t width) {
  *place = carom__file_add(&s->file, name, type, s->of_count, width);
  return *place >= 0;
}

static bool add_inputs(carom_sweep* s) {
  char name[CAROM__COLUMN_NAME_SIZE];
  for (int i = 0; i < s->sampler.count; ++i) {
    const int input = s->sampler.inputs[i];
    const bool is_word = s->sampler.spreads[i].spread->of_words;
    snprintf(name, sizeof name, "rows/%s", s->plan.inputs[input].path);
    if (!add(s, &s->at.inputs[i], name, is_word ? CAROM__COLUMN_WORD : CAROM__COLUMN_DOUBLE, s->sampler.rows))
      return false;
    for (int j = 0; j < s->plan.input_count; ++j) {
      if (s->plan.inputs[j].leader != input) continue;
      snprintf(name, sizeof name, "rows/%s", s->plan.inputs[j].path);
      if (carom__file_alias(&s->file, name, s->at.inputs[i]) < 0) return false;
    }
  }
  return true;
}

static bool add_outputs(carom_sweep* s) {
  char name[CAROM__COLUMN_NAME_SIZE];
  const carom__column_type number = s->plan.single_precision ? CAROM__COLUMN_FLOAT : CAROM__COLUMN_DOUBLE;
  for (int i = 0; i < s->output_count; ++i) {
    if (!s->outputs[i].is_stored) continue;
    snprintf(name, sizeof name, "rows/%s", s->outputs[i].name);
    if (!add(s, &s->at.outputs[i], name, s->outputs[i].is_word ? CAROM__COLUMN_WORD : number, s->sampler.rows))
      return false;
  }
  return true;
}

static bool add_partials(carom_sweep* s) {
  struct {
    int* place;
    const char* name;
    carom__column_type type;
  } columns[] = {{&s->at.partial_count, "partial/count", CAROM__COLUMN_WHOLE},
                 {&s->at.partial_mean, "partial/mean", CAROM__COLUMN_DOUBLE},
                 {&s->at.partial_m2, "partial/m2", CAROM__COLUMN_DOUBLE},
                 {&s->at.partial_min, "partial/min", CAROM__COLUMN_DOUBLE},
                 {&s->at.partial_max, "partial/max", CAROM__COLUMN_DOUBLE}};
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; ++i) {
    *columns[i].place = carom__file_add(&s->file, columns[i].name, columns[i].type, s->chunk_count, s->of_count);
    if (*columns[i].place < 0) return false;
  }
  return true;
}

/// Where no rows are kept, what their quantiles and histograms are found from.
static bool add_cells(carom_sweep* s) {
  if (carom__sweep_keeps_rows(s) || !carom__sweep_wants_distribution(s)) return true;
  const int64_t rows = s->chunk_count * s->of_count;
  s->at.grids = carom__file_add(&s->file, "partial/grids", CAROM__COLUMN_WHOLE, rows, 2);
  s->at.cells = carom__file_add(&s->file, "partial/cells", CAROM__COLUMN_SHORT, rows, CAROM__CELLS);
  return s->at.grids >= 0 && s->at.cells >= 0;
}

static bool add_distributions(carom_sweep* s) {
  if (s->plan.quantile_count > 0 &&
      !(add(s, &s->at.levels, "summary/levels", CAROM__COLUMN_DOUBLE, s->plan.quantile_count) &&
        add_wide(s, &s->at.quantiles, "summary/quantiles", CAROM__COLUMN_DOUBLE, s->plan.quantile_count)))
    return false;
  return s->plan.bins == 0 || (add_wide(s, &s->at.histogram, "summary/histogram", CAROM__COLUMN_WHOLE, s->plan.bins) &&
                               add_wide(s, &s->at.histogram_range, "summary/histogram_range", CAROM__COLUMN_DOUBLE, 2));
}

static bool add_sensitivity(carom_sweep* s) {
  const int inputs = s->sampler.count;
  if (s->sampler.blocks == 0) return true;
  return add_wide(s, &s->at.first, "summary/S1", CAROM__COLUMN_DOUBLE, inputs) &&
         add_wide(s, &s->at.first_width, "summary/S1_width", CAROM__COLUMN_DOUBLE, inputs) &&
         add_wide(s, &s->at.total, "summary/ST", CAROM__COLUMN_DOUBLE, inputs) &&
         add_wide(s, &s->at.total_width, "summary/ST_width", CAROM__COLUMN_DOUBLE, inputs) &&
         add(s, &s->at.blocks_dropped, "summary/blocks_dropped", CAROM__COLUMN_WHOLE, s->of_count);
}

static bool add_summary(carom_sweep* s) {
  const int of = s->of_count;
  if (!add(s, &s->at.failed, "summary/failed", CAROM__COLUMN_WHOLE, CAROM_SWEEP_STATUS_COUNT) ||
      !add(s, &s->at.complete, "summary/complete", CAROM__COLUMN_BYTE, 1) ||
      !add(s, &s->at.input_names, "summary/inputs", CAROM__COLUMN_NAME, s->sampler.count))
    return false;
  if (of == 0) return true;
  return add_partials(s) && add(s, &s->at.of_names, "summary/of", CAROM__COLUMN_NAME, of) &&
         add(s, &s->at.count, "summary/count", CAROM__COLUMN_WHOLE, of) &&
         add(s, &s->at.mean, "summary/mean", CAROM__COLUMN_DOUBLE, of) &&
         add(s, &s->at.sd, "summary/sd", CAROM__COLUMN_DOUBLE, of) &&
         add(s, &s->at.min, "summary/min", CAROM__COLUMN_DOUBLE, of) &&
         add(s, &s->at.max, "summary/max", CAROM__COLUMN_DOUBLE, of) && add_cells(s) && add_distributions(s) &&
         add_sensitivity(s);
}

static bool add_study(carom_sweep* s) {
  const int64_t changes = (int64_t)strlen(s->plan.changes);
  return add(s, &s->at.identity, "study/identity", CAROM__COLUMN_TEXT, (int64_t)s->identity.length) &&
         add(s, &s->at.scenario, "study/scenario", CAROM__COLUMN_TEXT, (int64_t)s->text.length) &&
         add(s, &s->at.changes, "study/changes", CAROM__COLUMN_TEXT, changes > 0 ? changes : 1);
}

/// Names of columns are names of datasets: each must be there once.
static const char* find_twice(const carom__sweep_file* f) {
  for (int i = 0; i < f->count; ++i)
    for (int j = 0; j < i; ++j)
      if (strcmp(f->columns[i].name, f->columns[j].name) == 0) return f->columns[i].name;
  return NULL;
}

carom_status carom__sweep_lay_out(carom_sweep* s, carom_diag* error) {
  memset(&s->at, 0xFF, sizeof s->at);  // -1 everywhere
  const bool fine = (!carom__sweep_keeps_rows(s) || add_inputs(s)) && add_outputs(s) &&
                    add(s, &s->at.status, "rows/status", CAROM__COLUMN_BYTE, s->sampler.rows) &&
                    add(s, &s->at.done, "done", CAROM__COLUMN_BYTE, s->chunk_count) && add_summary(s) && add_study(s);
  if (!fine) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for this sweep.");
  const char* twice = find_twice(&s->file);
  return twice ? carom__refuse(error, CAROM_BAD_VALUE, "sweep", 0, "two columns would be called `%.150s`.", twice)
               : CAROM_OK;
}
