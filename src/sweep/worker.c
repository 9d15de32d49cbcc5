// A thread's share of a sweep: rows set, solved and put into columns.
#include "sweep/worker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/sentence.h"

/// One row in so many is computed by both roads.
enum { CHECK_EVERY = 1000 };

static void* column_room(const carom_sweep* s, int columns, size_t size) {
  const size_t count = (size_t)(columns > 0 ? columns : 1) * (size_t)s->chunk_rows;
  return calloc(count, size);
}

carom__worker* carom__worker_new(const carom_sweep* s, carom_diag* error) {
  carom__worker* w = calloc(1, sizeof *w);
  const int outputs = s->output_count > 0 ? s->output_count : 1;
  if (w) {
    w->sweep = s;
    w->room = s->chunk_rows;
    w->cursor.at = -1;
    w->readings = calloc((size_t)outputs, sizeof *w->readings);
    w->inputs = column_room(s, s->sampler.count, sizeof *w->inputs);
    w->numbers = column_room(s, outputs, sizeof *w->numbers);
    w->words = column_room(s, outputs, CAROM_SWEEP_WORD_SIZE);
    w->status = column_room(s, 1, sizeof *w->status);
    w->packed = column_room(s, 1, CAROM_SWEEP_WORD_SIZE);
    if (w->readings && w->inputs && w->numbers && w->words && w->status && w->packed) return w;
  }
  carom__worker_free(w);
  carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for a thread of this sweep.");
  return NULL;
}

void carom__worker_free(carom__worker* w) {
  if (!w) return;
  for (int i = 0; i < CAROM__SWEEP_MOST_VARIANTS; ++i) {
    carom__batch_free(w->variants[i].batch);
    carom_vary_free(w->variants[i].vary);
  }
  free(w->readings);
  free(w->inputs);
  free(w->numbers);
  free(w->words);
  free(w->status);
  free(w->packed);
  free(w);
}

/// Which combination of words the values name; the last choice runs fastest.
static int variant_of(const carom_sweep* s, const double* values) {
  int variant = 0;
  for (int i = 0; i < s->sampler.count; ++i)
    if (s->sampler.spreads[i].spread->of_words)
      variant = variant * s->sampler.spreads[i].spread->count + (int)values[i];
  return variant;
}

/// Which value of the sampler an input of the plan takes.
static int source_of(const carom_sweep* s, int input) {
  const int leader = s->plan.inputs[input].leader, wanted = leader >= 0 ? leader : input;
  for (int i = 0; i < s->sampler.count; ++i)
    if (s->sampler.inputs[i] == wanted) return i;
  return -1;
}

static bool open_variant(const carom_sweep* s, int number, carom__variant* v, carom_diag* error) {
  carom_text text = {0};
  if (carom__sweep_variant_text(s, number, &text, error)) v->vary = carom_vary_open(text.text, text.length, error);
  carom_text_free(&text);
  if (!v->vary) return false;
  for (int i = 0; i < s->plan.input_count; ++i) {
    v->sources[i] = source_of(s, i);
    const bool is_word = s->sampler.spreads[v->sources[i]].spread->of_words;
    v->slots[i] = is_word ? -1 : carom_vary_find(v->vary, s->plan.inputs[i].path, error);
    if (!is_word && v->slots[i] < 0) {
      carom_vary_free(v->vary);
      v->vary = NULL;
      return false;
    }
  }
  v->batch = carom__batch_new(s, v);
  return true;
}

carom__variant* carom__worker_variant(carom__worker* w, const double* values, carom_diag* error) {
  const int number = variant_of(w->sweep, values);
  carom__variant* v = &w->variants[number];
  return v->vary || open_variant(w->sweep, number, v, error) ? v : NULL;
}

void carom__variant_set(const carom__worker* w, const carom__variant* v, const double* values) {
  for (int i = 0; i < w->sweep->plan.input_count; ++i)
    if (v->slots[i] >= 0) carom_vary_set(v->vary, v->slots[i], values[v->sources[i]]);
}

carom_status carom__worker_solve(carom__worker* w, const double* values, carom_diag* error) {
  const carom_sweep* s = w->sweep;
  const char* paths[CAROM_SWEEP_MOST_OUTPUTS];
  *error = (carom_diag){0};
  for (int i = 0; i < s->output_count; ++i) paths[i] = s->outputs[i].path;
  carom__variant* v = carom__worker_variant(w, values, error);
  if (v) carom__variant_set(w, v, values);
  const bool solved = v && (s->moves ? carom_vary_read_motion(v->vary, s->output_count, paths, w->readings, error)
                                     : carom_vary_read(v->vary, s->output_count, paths, w->readings, error));
  return solved ? CAROM_OK : error->status ? error->status : CAROM_BAD_VALUE;
}

static void put_word(char out[CAROM_SWEEP_WORD_SIZE], const char* word) {
  const size_t length = strlen(word);
  memset(out, 0, CAROM_SWEEP_WORD_SIZE);
  memcpy(out, word, length < CAROM_SWEEP_WORD_SIZE ? length : CAROM_SWEEP_WORD_SIZE);
}

void carom__worker_put(carom__worker* w, int k, carom_status status) {
  const carom_sweep* s = w->sweep;
  w->status[k] = (uint8_t)status;
  for (int i = 0; i < s->output_count; ++i) {
    const size_t at = (size_t)i * (size_t)w->room + (size_t)k;
    const carom_reading* reading = &w->readings[i];
    const carom_reading_kind kind = status ? CAROM_READING_NONE : reading->kind;
    if (s->outputs[i].is_word)
      put_word(w->words + at * CAROM_SWEEP_WORD_SIZE, kind == CAROM_READING_WORD ? reading->word : "");
    else
      w->numbers[at] = kind == CAROM_READING_NUMBER ? reading->number : (double)NAN;
  }
}

static void row_values(const carom__worker* w, int k, double* values) {
  for (int i = 0; i < w->sweep->sampler.count; ++i) values[i] = w->inputs[(size_t)i * (size_t)w->room + (size_t)k];
}

static void solve_row(carom__worker* w, int k) {
  carom_diag unread;
  double values[CAROM_SWEEP_MOST_INPUTS];
  row_values(w, k, values);
  carom__worker_put(w, k, carom__worker_solve(w, values, &unread));
}

/// Whether a reading is what stands in the columns, to the bit; what is not there is no number, or no word.
static bool is_reading(const carom__worker* w, int output, int k) {
  const carom_reading* reading = &w->readings[output];
  const size_t at = (size_t)output * (size_t)w->room + (size_t)k;
  if (w->sweep->outputs[output].is_word)
    return strncmp(w->words + at * CAROM_SWEEP_WORD_SIZE, reading->kind == CAROM_READING_WORD ? reading->word : "",
                   CAROM_SWEEP_WORD_SIZE) == 0;
  if (reading->kind != CAROM_READING_NUMBER) return isnan(w->numbers[at]);
  return memcmp(&w->numbers[at], &reading->number, sizeof(double)) == 0;
}

/// Whether all of a row's are.
static bool agrees(const carom__worker* w, int k, carom_status status) {
  const carom_sweep* s = w->sweep;
  bool same = w->status[k] == (uint8_t)status;
  for (int i = 0; i < s->output_count && same && !status; ++i) same = is_reading(w, i, k);
  return same;
}

static void check_row(carom__worker* w, int k) {
  carom_diag unread;
  double values[CAROM_SWEEP_MOST_INPUTS];
  row_values(w, k, values);
  const carom_status status = carom__worker_solve(w, values, &unread);
  w->disagrees = w->disagrees || !agrees(w, k, status);
}

/// Rows from k on that have the words of row k, at most a batch of them.
static int run_length(const carom__worker* w, int k, int count) {
  const carom_sweep* s = w->sweep;
  double first[CAROM_SWEEP_MOST_INPUTS], values[CAROM_SWEEP_MOST_INPUTS];
  int length = 1;
  const int most = count - k < CAROM__BATCH_ROWS ? count - k : CAROM__BATCH_ROWS;
  if (s->variant_count == 1) return most;
  row_values(w, k, first);
  for (; length < most; ++length) {
    row_values(w, k + length, values);
    if (variant_of(s, values) != variant_of(s, first)) break;
  }
  return length;
}

/// Rows k .. k + count - 1, which have the same words.
static void solve_run(carom__worker* w, int k, int count) {
  bool done[CAROM__BATCH_ROWS] = {false};
  double values[CAROM_SWEEP_MOST_INPUTS];
  carom_diag unread;
  row_values(w, k, values);
  carom__variant* v = carom__worker_variant(w, values, &unread);
  if (v && v->batch) carom__batch_solve(w, v, k, count, done);
  for (int i = 0; i < count; ++i)
    if (!done[i]) solve_row(w, k + i);
}

void carom__worker_chunk(carom__worker* w, int64_t chunk) {
  const carom_sweep* s = w->sweep;
  const int count = carom__sweep_rows_in(s, chunk);
  const int64_t first = chunk * s->chunk_rows;
  carom__sampler_rows(&s->sampler, &w->cursor, first, count, w->room, w->inputs);
  for (int k = 0, length; k < count; k += length) {
    length = run_length(w, k, count);
    solve_run(w, k, length);
  }
  for (int k = (int)((CHECK_EVERY - first % CHECK_EVERY) % CHECK_EVERY); k < count && s->batched; k += CHECK_EVERY)
    check_row(w, k);
  w->failed = 0;
  for (int k = 0; k < count; ++k) w->failed += w->status[k] != CAROM_OK;
}
