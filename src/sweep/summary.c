// The statistics of a complete sweep, from its file into its file.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/cells.h"
#include "sweep/statistics.h"
#include "text/sentence.h"

/// Rows that are read at once.
enum { PIECE = 65536 };

static carom_status fail_reading(const carom_sweep* s, carom_diag* error) {
  return carom__file_fail("read", s->file.path, error);
}

static carom_status count_failures(const carom_sweep* s, carom_sweep_summary* out, carom_diag* error) {
  uint8_t status[PIECE];
  int told = 0;
  for (int i = 0; i < CAROM_SWEEP_FAILURES_TOLD; ++i) out->first_failed[i] = -1;
  out->rows = s->sampler.rows;
  for (int64_t first = 0; first < out->rows; first += PIECE) {
    const int64_t count = out->rows - first < PIECE ? out->rows - first : PIECE;
    if (carom__file_read(&s->file, s->at.status, first, count, status)) return fail_reading(s, error);
    for (int64_t i = 0; i < count; ++i) {
      ++out->failed_by_status[status[i] % CAROM_SWEEP_STATUS_COUNT];
      if (status[i] == CAROM_OK) continue;
      ++out->failed;
      if (told < CAROM_SWEEP_FAILURES_TOLD) out->first_failed[told++] = first + i;
    }
  }
  return CAROM_OK;
}

/// What the chunks say of all `of`, joined in their order.
static carom_status join_partials(const carom_sweep* s, carom_sweep_summary* out, carom_diag* error) {
  carom__sums all[CAROM_SWEEP_MOST_OUTPUTS] = {{0}};
  int64_t count[CAROM_SWEEP_MOST_OUTPUTS];
  double mean[CAROM_SWEEP_MOST_OUTPUTS], m2[CAROM_SWEEP_MOST_OUTPUTS], least[CAROM_SWEEP_MOST_OUTPUTS],
      most[CAROM_SWEEP_MOST_OUTPUTS];
  const carom__sweep_file* f = &s->file;
  for (int64_t chunk = 0; chunk < s->chunk_count && s->of_count > 0; ++chunk) {
    if (carom__file_read(f, s->at.partial_count, chunk, 1, count) ||
        carom__file_read(f, s->at.partial_mean, chunk, 1, mean) ||
        carom__file_read(f, s->at.partial_m2, chunk, 1, m2) ||
        carom__file_read(f, s->at.partial_min, chunk, 1, least) ||
        carom__file_read(f, s->at.partial_max, chunk, 1, most))
      return fail_reading(s, error);
    for (int i = 0; i < s->of_count; ++i) {
      const carom__sums one = {count[i], mean[i], m2[i], least[i], most[i]};
      all[i] = carom__sums_join(&all[i], &one);
    }
  }
  for (int i = 0; i < s->of_count; ++i) {
    const carom__sums* m = &all[i];
    const bool any = m->count > 0;
    out->of[i].count = m->count;
    out->of[i].mean = any ? m->mean : (double)NAN;
    out->of[i].sd = m->count > 1 ? sqrt(m->m2 / (double)(m->count - 1)) : (double)NAN;
    out->of[i].least = any ? m->least : (double)NAN;
    out->of[i].most = any ? m->most : (double)NAN;
  }
  return CAROM_OK;
}

static bool find_indices(const carom_sweep* s, const double* column, carom_sweep_statistics* out) {
  const carom__blocks blocks = {column, s->sampler.blocks, s->sampler.count, s->plan.seed};
  carom__indices indices = {out->first, out->first_width, out->total, out->total_width, 0};
  for (int i = 0; i < CAROM_SWEEP_MOST_INPUTS; ++i)
    out->first[i] = out->first_width[i] = out->total[i] = out->total_width[i] = (double)NAN;
  if (blocks.blocks == 0) return true;
  const bool fine = carom__sensitivity(&blocks, &indices);
  out->blocks_dropped = indices.dropped;
  return fine;
}

static void find_distribution(const carom_sweep* s, double* column, double* room, carom_sweep_statistics* out) {
  int64_t count = 0;
  for (int64_t i = 0; i < s->sampler.rows; ++i)
    if (isfinite(column[i])) column[count++] = column[i];
  carom__sort(column, room, count);
  for (int i = 0; i < s->plan.quantile_count; ++i)
    out->quantiles[i] = count > 0 ? carom__quantile(column, count, s->plan.quantiles[i]) : (double)NAN;
  carom__bins bins = {.count = s->plan.bins, .counts = out->histogram};
  if (bins.count > 0) carom__histogram(column, count, &bins);
  out->histogram_from = bins.from;
  out->histogram_to = bins.to;
}

/// The counts of all chunks of one `of`, on the grid of all.
static carom_status join_cells(const carom_sweep* s, int of, const carom__grid* grid, int64_t* out, carom_diag* error) {
  uint16_t counts[CAROM__CELLS];
  int64_t place[2];
  for (int64_t chunk = 0; chunk < s->chunk_count; ++chunk) {
    const int64_t row = chunk * s->of_count + of;
    if (carom__file_read(&s->file, s->at.grids, row, 1, place) ||
        carom__file_read(&s->file, s->at.cells, row, 1, counts))
      return fail_reading(s, error);
    carom__cells_add(counts, &(carom__grid){place[0], place[1]}, grid, out);
  }
  return CAROM_OK;
}

/// Quantiles and histogram where no rows are kept.
static carom_status find_from_cells(const carom_sweep* s, int of, carom_sweep_statistics* out, carom_diag* error) {
  int64_t counts[CAROM__CELLS] = {0};
  const carom__sums all = {.count = out->count, .least = out->least, .most = out->most};
  const carom__grid grid = all.count > 0 ? carom__grid_of(all.least, all.most) : (carom__grid){0};
  const carom_status status = all.count > 0 ? join_cells(s, of, &grid, counts, error) : CAROM_OK;
  for (int i = 0; i < s->plan.quantile_count && !status; ++i)
    out->quantiles[i] = all.count > 0 ? carom__cells_quantile(counts, &grid, &all, s->plan.quantiles[i]) : (double)NAN;
  carom__bins bins = {.count = s->plan.bins, .counts = out->histogram};
  if (bins.count > 0 && !status) carom__cells_histogram(counts, &grid, &all, &bins);
  out->histogram_from = bins.from;
  out->histogram_to = bins.to;
  return status;
}

static carom_status find_all_from_cells(const carom_sweep* s, carom_sweep_summary* out, carom_diag* error) {
  carom_status status = CAROM_OK;
  for (int i = 0; i < s->of_count && s->at.cells >= 0 && !status; ++i)
    status = find_from_cells(s, i, &out->of[i], error);
  return status;
}

static carom_status find_columns(const carom_sweep* s, carom_sweep_summary* out, carom_diag* error) {
  if (s->of_count == 0) return CAROM_OK;
  if (!carom__sweep_keeps_rows(s)) return find_all_from_cells(s, out, error);
  double* column = malloc((size_t)s->sampler.rows * sizeof *column);
  double* room = malloc((size_t)s->sampler.rows * sizeof *room);
  carom_status status = column && room ? CAROM_OK : CAROM_NO_MEMORY;
  for (int i = 0; i < s->of_count && !status; ++i) {
    if (!carom__sweep_read_numbers(s, s->at.outputs[s->of[i]], 0, s->sampler.rows, column))
      status = fail_reading(s, error);
    if (!status && !find_indices(s, column, &out->of[i])) status = CAROM_NO_MEMORY;
    if (!status) find_distribution(s, column, room, &out->of[i]);
  }
  if (status == CAROM_NO_MEMORY)
    carom__refuse(error, status, "", 0, "there is not enough memory for the statistics of %lld rows.",
                  (long long)s->sampler.rows);
  free(column);
  free(room);
  return status;
}

/// One number, or a row of them, for each `of`.
static bool put(const carom_sweep* s, int column, int of, const void* from) {
  return column < 0 || !carom__file_write(&s->file, column, of, 1, from);
}

static carom_status write_summary(const carom_sweep* s, const carom_sweep_summary* x, carom_diag* error) {
  const uint8_t complete = 1;
  if (s->file.is_read_only) return CAROM_OK;  // it is complete, and has these very numbers
  bool fine = !carom__file_write(&s->file, s->at.failed, 0, CAROM_SWEEP_STATUS_COUNT, x->failed_by_status);
  for (int i = 0; i < s->of_count && fine; ++i) {
    const carom_sweep_statistics* of = &x->of[i];
    const double range[2] = {of->histogram_from, of->histogram_to};
    fine = put(s, s->at.count, i, &of->count) && put(s, s->at.mean, i, &of->mean) && put(s, s->at.sd, i, &of->sd) &&
           put(s, s->at.min, i, &of->least) && put(s, s->at.max, i, &of->most) &&
           put(s, s->at.quantiles, i, of->quantiles) && put(s, s->at.histogram, i, of->histogram) &&
           put(s, s->at.histogram_range, i, range) && put(s, s->at.first, i, of->first) &&
           put(s, s->at.first_width, i, of->first_width) && put(s, s->at.total, i, of->total) &&
           put(s, s->at.total_width, i, of->total_width) && put(s, s->at.blocks_dropped, i, &of->blocks_dropped);
  }
  fine = fine && !carom__file_write(&s->file, s->at.complete, 0, 1, &complete);
  return fine ? CAROM_OK : carom__file_fail("write", s->file.path, error);
}

static carom_status fill(carom_sweep* s, carom_sweep_summary* out, carom_diag* error) {
  const int64_t left = carom_sweep_todo(s, 0, 0, NULL, 0);
  if (left > 0)
    return carom__refuse(error, CAROM_BAD_VALUE, "done", (double)left,
                         "%lld of %lld chunks are not done yet; the statistics are of all rows.", (long long)left,
                         (long long)s->chunk_count);
  out->of_count = s->of_count;
  carom_status status = count_failures(s, out, error);
  if (!status) status = join_partials(s, out, error);
  if (!status) status = find_columns(s, out, error);
  return status ? status : write_summary(s, out, error);
}

carom_sweep_summary* carom_sweep_summarise(carom_sweep* s, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *error = (carom_diag){0};
  if (carom__require(s, "sweep", "point to a sweep", error)) return NULL;
  if (!s->file.path) {
    carom__refuse(error, CAROM_BAD_VALUE, "", 0, "the sweep has no file; call carom_sweep_attach first.");
    return NULL;
  }
  carom_sweep_summary* out = calloc(1, sizeof *out);
  if (!out) carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the statistics.");
  if (out && !fill(s, out, error)) return out;
  free(out);
  return NULL;
}

void carom_sweep_summary_free(carom_sweep_summary* summary) {
  free(summary);
}
