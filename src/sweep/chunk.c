// Chunks into the file: rows, partial sums, and last the mark that they are there.
#include "sweep/chunk.h"

#include <math.h>
#include <string.h>

#include "sweep/cells.h"

carom__sums carom__sums_of(const double* numbers, int64_t count) {
  carom__sums m = {.least = HUGE_VAL, .most = -HUGE_VAL};
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double x = numbers[i];
    if (!isfinite(x)) continue;
    ++m.count;
    sum += x;
    if (x < m.least) m.least = x;
    if (x > m.most) m.most = x;
  }
  m.mean = m.count > 0 ? sum / (double)m.count : 0;
  for (int64_t i = 0; i < count; ++i)
    if (isfinite(numbers[i])) m.m2 += (numbers[i] - m.mean) * (numbers[i] - m.mean);
  return m;
}

carom__sums carom__sums_join(const carom__sums* a, const carom__sums* b) {
  if (a->count == 0) return *b;
  if (b->count == 0) return *a;
  const double n = (double)a->count, m = (double)b->count, step = b->mean - a->mean;
  return (carom__sums){.count = a->count + b->count,
                       .mean = a->mean + step * (m / (n + m)),
                       .m2 = a->m2 + b->m2 + step * step * (n * m / (n + m)),
                       .least = b->least < a->least ? b->least : a->least,
                       .most = b->most > a->most ? b->most : a->most};
}

/// A place in the file: a column, and the rows of the chunk.
typedef struct target {
  const carom_sweep* sweep;
  int64_t first, count;
} target;

static carom_status write_column(const target* t, int column, const void* from) {
  return column < 0 ? CAROM_OK : carom__file_write(&t->sweep->file, column, t->first, t->count, from);
}

static carom_status write_inputs(carom__worker* w, const target* t) {
  const carom_sweep* s = w->sweep;
  carom_status status = CAROM_OK;
  for (int i = 0; i < s->sampler.count && !status; ++i) {
    const carom_spread* spread = s->sampler.spreads[i].spread;
    const double* values = w->inputs + (size_t)i * (size_t)w->room;
    char(*words)[CAROM_SWEEP_WORD_SIZE] = w->packed;
    for (int64_t k = 0; k < t->count && spread->of_words; ++k)
      memcpy(words[k], spread->words[(int)values[k]], sizeof words[k]);
    status = write_column(t, s->at.inputs[i], spread->of_words ? w->packed : (const void*)values);
  }
  return status;
}

static carom_status write_outputs(carom__worker* w, const target* t) {
  const carom_sweep* s = w->sweep;
  carom_status status = CAROM_OK;
  for (int i = 0; i < s->output_count && !status; ++i) {
    const size_t at = (size_t)i * (size_t)w->room;
    const void* from = s->outputs[i].is_word ? (const void*)(w->words + at * CAROM_SWEEP_WORD_SIZE) : w->numbers + at;
    float* narrow = w->packed;
    const bool narrows = s->plan.single_precision && !s->outputs[i].is_word;
    for (int64_t k = 0; k < t->count && narrows; ++k) narrow[k] = (float)w->numbers[at + (size_t)k];
    status = write_column(t, s->at.outputs[i], narrows ? narrow : from);
  }
  return status;
}

/// How the numbers of one `of` are spread.
static carom_status write_cells(const carom_sweep* s, int64_t row, const double* numbers, const carom__sums* sums,
                                int64_t rows) {
  uint16_t counts[CAROM__CELLS];
  if (s->at.cells < 0) return CAROM_OK;
  const carom__grid grid = sums->count > 0 ? carom__grid_of(sums->least, sums->most) : (carom__grid){0};
  carom__cells_count(numbers, rows, &grid, counts);
  const int64_t place[2] = {grid.exponent, grid.first};
  const carom_status status = carom__file_write(&s->file, s->at.grids, row, 1, place);
  return status ? status : carom__file_write(&s->file, s->at.cells, row, 1, counts);
}

static carom_status write_partials(const carom__worker* w, int64_t chunk, int64_t rows) {
  const carom_sweep* s = w->sweep;
  const carom__sweep_file* f = &s->file;
  int64_t count[CAROM_SWEEP_MOST_OUTPUTS];
  double mean[CAROM_SWEEP_MOST_OUTPUTS], m2[CAROM_SWEEP_MOST_OUTPUTS], least[CAROM_SWEEP_MOST_OUTPUTS],
      most[CAROM_SWEEP_MOST_OUTPUTS];
  if (s->of_count == 0) return CAROM_OK;
  for (int i = 0; i < s->of_count; ++i) {
    const double* numbers = w->numbers + (size_t)s->of[i] * (size_t)w->room;
    const carom__sums m = carom__sums_of(numbers, rows);
    if (write_cells(s, chunk * s->of_count + i, numbers, &m, rows)) return CAROM_IO;
    count[i] = m.count;
    mean[i] = m.mean;
    m2[i] = m.m2;
    least[i] = m.least;
    most[i] = m.most;
  }
  const bool failed = carom__file_write(f, s->at.partial_count, chunk, 1, count) ||
                      carom__file_write(f, s->at.partial_mean, chunk, 1, mean) ||
                      carom__file_write(f, s->at.partial_m2, chunk, 1, m2) ||
                      carom__file_write(f, s->at.partial_min, chunk, 1, least) ||
                      carom__file_write(f, s->at.partial_max, chunk, 1, most);
  return failed ? CAROM_IO : CAROM_OK;
}

carom_status carom__chunk_write(carom__worker* w, int64_t chunk) {
  const carom_sweep* s = w->sweep;
  const target t = {s, chunk * s->chunk_rows, carom__sweep_rows_in(s, chunk)};
  carom_status status = write_inputs(w, &t);
  if (!status) status = write_outputs(w, &t);
  if (!status) status = write_column(&t, s->at.status, w->status);
  return status ? status : write_partials(w, chunk, t.count);
}

carom_status carom__chunk_mark(const carom_sweep* s, int64_t chunk) {
  const uint8_t done = 1;
  return carom__file_write(&s->file, s->at.done, chunk, 1, &done);
}
