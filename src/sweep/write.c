// A sweep's rows as CSV, and its summary as JSON.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/json_writer.h"
#include "sweep/sweep.h"

enum { PIECE = 4096 };

static void put_number(carom__buffer* out, double x, int digits) {
  char text[40];
  if (isfinite(x)) carom__buffer_put(out, text, snprintf(text, sizeof text, "%.*g", digits, x));
}

static void put_item(carom__buffer* out, const carom__column* c, const void* items, int64_t i) {
  char word[CAROM_SWEEP_WORD_SIZE + 1] = "";
  switch (c->type) {
    case CAROM__COLUMN_DOUBLE:
      put_number(out, ((const double*)items)[i], 17);
      break;
    case CAROM__COLUMN_FLOAT:
      put_number(out, (double)((const float*)items)[i], 9);
      break;
    case CAROM__COLUMN_BYTE:
      carom__buffer_put_text(out, carom_status_word((carom_status)((const uint8_t*)items)[i]));
      break;
    default:
      memcpy(word, (const char*)items + i * CAROM_SWEEP_WORD_SIZE, CAROM_SWEEP_WORD_SIZE);
      carom__buffer_put_cell(out, word);
  }
}

/// Buffers of PIECE items each, one for each column.
static bool put_rows(const carom_sweep* s, const carom__row_column* columns, void* const* items, int count,
                     carom__buffer* out) {
  for (int64_t first = 0; first < s->sampler.rows; first += PIECE) {
    const int64_t rows = s->sampler.rows - first < PIECE ? s->sampler.rows - first : PIECE;
    for (int i = 0; i < count; ++i)
      if (carom__file_read(&s->file, columns[i].column, first, rows, items[i])) return false;
    for (int64_t k = 0; k < rows; ++k)
      for (int i = 0; i < count; ++i) {
        put_item(out, &s->file.columns[columns[i].column], items[i], k);
        carom__buffer_put_char(out, i + 1 < count ? ',' : '\n');
      }
  }
  return true;
}

bool carom_sweep_write_csv(carom_sweep* s, carom_sink sink) {
  carom__row_column columns[CAROM__SWEEP_MOST_COLUMNS];
  void* items[CAROM__SWEEP_MOST_COLUMNS];
  carom__buffer out;
  if (!s || !s->file.path) return false;
  const int count = carom__sweep_columns(s, columns);
  bool fine = true;
  carom__buffer_start(&out, sink);
  for (int i = 0; i < count; ++i) {
    items[i] = malloc(PIECE * (size_t)carom__column_item(&s->file.columns[columns[i].column]));
    fine = fine && items[i];
    carom__buffer_put_cell(&out, columns[i].name);
    carom__buffer_put_char(&out, i + 1 < count ? ',' : '\n');
  }
  fine = fine && put_rows(s, columns, items, count, &out);
  for (int i = 0; i < count; ++i) free(items[i]);
  return carom__buffer_flush(&out) && fine;
}

/// An argument of a shell, in quotes where it needs them.
static void put_argument(carom__buffer* out, const char* path, const char* value) {
  const bool plain = strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == strlen(path);
  carom__buffer_put_text(out, plain ? "--set " : "--set '");
  carom__buffer_put_text(out, path);
  carom__buffer_put_char(out, '=');
  carom__buffer_put_text(out, value);
  if (!plain) carom__buffer_put_char(out, '\'');
}

bool carom_sweep_row_settings(carom_sweep* s, int64_t row, carom_sink sink) {
  carom_sweep_value values[CAROM_SWEEP_MOST_INPUTS];
  carom__buffer out;
  char digits[40];
  if (!s || carom_sweep_row(s, row, values, NULL, NULL)) return false;
  carom__buffer_start(&out, sink);
  for (int i = 0; i < s->plan.input_count; ++i) {
    const int leader = s->plan.inputs[i].leader, wanted = leader >= 0 ? leader : i;
    int from = 0;
    while (s->sampler.inputs[from] != wanted) ++from;
    snprintf(digits, sizeof digits, "%.17g", values[from].number);
    if (i > 0) carom__buffer_put_char(&out, ' ');
    put_argument(&out, s->plan.inputs[i].path, values[from].is_word ? values[from].word : digits);
  }
  return carom__buffer_flush(&out);
}

static void number(carom__json* json, const char* key, double x) {
  if (!isfinite(x)) return;
  carom__json_key(json, key);
  carom__json_number(json, x);
}

static void write_indices(carom__json* json, const carom_sweep* s, const carom_sweep_statistics* of) {
  carom__json_key(json, "sensitivity");
  carom__json_open(json, '{');
  for (int i = 0; i < s->sampler.count; ++i) {
    carom__json_key(json, carom_sweep_input_name(s, i));
    carom__json_open(json, '{');
    number(json, "S1", of->first[i]);
    number(json, "S1_width", of->first_width[i]);
    number(json, "ST", of->total[i]);
    number(json, "ST_width", of->total_width[i]);
    carom__json_close(json, '}');
  }
  carom__json_close(json, '}');
  number(json, "blocks_dropped", (double)of->blocks_dropped);
}

static void write_distribution(carom__json* json, const carom_sweep* s, const carom_sweep_statistics* of) {
  const int levels = s->at.quantiles >= 0 && of->count > 0 ? s->plan.quantile_count : 0;
  carom__json_key(json, "quantiles");
  carom__json_open(json, '[');
  for (int i = 0; i < levels; ++i) {
    const double pair[2] = {s->plan.quantiles[i], of->quantiles[i]};
    carom__json_numbers(json, 2, pair);
  }
  carom__json_close(json, ']');
  if (s->at.histogram < 0) return;
  carom__json_key(json, "histogram");
  carom__json_open(json, '{');
  number(json, "from", of->histogram_from);
  number(json, "to", of->histogram_to);
  carom__json_key(json, "counts");
  carom__json_open(json, '[');
  for (int i = 0; i < s->plan.bins; ++i) carom__json_number(json, (double)of->histogram[i]);
  carom__json_close(json, ']');
  carom__json_close(json, '}');
}

static void write_of(carom__json* json, const carom_sweep* s, const carom_sweep_statistics* of) {
  carom__json_open(json, '{');
  number(json, "count", (double)of->count);
  number(json, "mean", of->mean);
  number(json, "sd", of->sd);
  number(json, "min", of->least);
  number(json, "max", of->most);
  write_distribution(json, s, of);
  if (s->sampler.blocks > 0) write_indices(json, s, of);
  carom__json_close(json, '}');
}

static void write_failures(carom__json* json, const carom_sweep_summary* summary) {
  carom__json_key(json, "failed_by_status");
  carom__json_open(json, '{');
  for (int i = 1; i < CAROM_SWEEP_STATUS_COUNT; ++i)
    if (summary->failed_by_status[i] > 0)
      number(json, carom_status_word((carom_status)i), (double)summary->failed_by_status[i]);
  carom__json_close(json, '}');
  carom__json_key(json, "first_failed");
  carom__json_open(json, '[');
  for (int i = 0; i < CAROM_SWEEP_FAILURES_TOLD && summary->first_failed[i] >= 0; ++i)
    carom__json_number(json, (double)summary->first_failed[i]);
  carom__json_close(json, ']');
}

bool carom_sweep_summary_write(const carom_sweep* s, const carom_sweep_summary* summary, carom_sink sink) {
  carom__json json;
  if (!s || !summary) return false;
  carom__json_start(&json, false, sink);
  carom__json_open(&json, '{');
  carom__json_key(&json, "method");
  carom__json_string(&json, carom_sampling_word(s->sampler.sampling));
  number(&json, "rows", (double)summary->rows);
  number(&json, "failed", (double)summary->failed);
  write_failures(&json, summary);
  carom__json_key(&json, "statistics");
  carom__json_open(&json, '{');
  for (int i = 0; i < s->of_count; ++i) {
    carom__json_key(&json, carom_sweep_of_name(s, i));
    write_of(&json, s, &summary->of[i]);
  }
  carom__json_close(&json, '}');
  carom__json_close(&json, '}');
  return carom__json_finish(&json);
}
