// From a plan and a scenario to a sweep: what is varied exists, what is stored has a name and a type.
#include <stdlib.h>
#include <string.h>

#include "sweep/worker.h"
#include "text/sentence.h"
#include "vary/vary.h"

/// Rows that are tried until a path gives something.
enum { MOST_PROBES = 64 };

static bool fail_memory(carom_diag* error) {
  carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for this sweep.");
  return false;
}

bool carom__sweep_keeps_rows(const carom_sweep* s) {
  return !s->plan.has_store || s->plan.store_count > 0;
}

bool carom__sweep_wants_distribution(const carom_sweep* s) {
  return s->of_count > 0 && (s->plan.quantile_count > 0 || s->plan.bins > 0);
}

int carom__sweep_rows_in(const carom_sweep* s, int64_t chunk) {
  const int64_t left = s->sampler.rows - chunk * s->chunk_rows;
  return (int)(left < s->chunk_rows ? left : s->chunk_rows);
}

/// Choices of words multiply.
static bool count_variants(carom_sweep* s, carom_diag* error) {
  s->variant_count = 1;
  for (int i = 0; i < s->sampler.count; ++i) {
    const carom_spread* spread = s->sampler.spreads[i].spread;
    if (spread->of_words) s->variant_count *= spread->count;
    if (s->variant_count <= CAROM__SWEEP_MOST_VARIANTS) continue;
    carom__refuse(error, CAROM_BAD_VALUE, "sweep.vary", s->variant_count,
                  "the choices of words have more than %d combinations.", CAROM__SWEEP_MOST_VARIANTS);
    return false;
  }
  return true;
}

bool carom__sweep_variant_text(const carom_sweep* s, int variant, carom_text* out, carom_diag* error) {
  const carom_sink sink = carom_sink_text(out);
  if (!sink.write(s->text.text, s->text.length, sink.context)) return fail_memory(error);
  for (int i = s->sampler.count - 1; i >= 0; --i) {
    const carom_spread* spread = s->sampler.spreads[i].spread;
    if (!spread->of_words) continue;
    const char* word = spread->words[variant % spread->count];
    variant /= spread->count;
    for (int j = 0; j < s->plan.input_count; ++j) {
      const carom_sweep_input* input = &s->plan.inputs[j];
      if (j != s->sampler.inputs[i] && input->leader != s->sampler.inputs[i]) continue;
      if (!carom_scenario_set(out, input->path, word, error)) return false;
    }
  }
  return true;
}

/// What a path gives at some row. The kind is NONE where no row that was tried has such a value; *error is then that of
/// a row without an answer, if there was no other.
static carom_reading probe(carom_sweep* s, const char* path, carom_diag* error) {
  carom_reading reading = {0};
  carom__worker* w = s->teller;
  double values[CAROM_SWEEP_MOST_INPUTS];
  const int64_t rows = s->sampler.rows, count = rows < MOST_PROBES ? rows : MOST_PROBES;
  *error = (carom_diag){0};
  for (int64_t i = 0; i < count && reading.kind == CAROM_READING_NONE; ++i) {
    carom_diag why = {0};
    carom__sampler_row(&s->sampler, &w->cursor, i * (rows / count), values);
    carom__variant* variant = carom__worker_variant(w, values, &why);
    if (variant) carom__variant_set(w, variant, values);
    const bool solved = variant && (s->moves ? carom_vary_read_motion(variant->vary, 1, &path, &reading, &why)
                                             : carom_vary_read(variant->vary, 1, &path, &reading, &why));
    if (solved) *error = (carom_diag){.status = CAROM_UNKNOWN_KEY};
    if (!solved && i == 0) *error = why;
  }
  return reading;
}

static bool is_input(const carom_sweep* s, const char* path) {
  for (int i = 0; i < s->plan.input_count; ++i)
    if (strcmp(s->plan.inputs[i].path, path) == 0) return true;
  return false;
}

/// The output at a path, added where there is none; -1 where there is no room.
static int add_output(carom_sweep* s, const char* path, bool is_word) {
  for (int i = 0; i < s->output_count; ++i)
    if (strcmp(s->outputs[i].path, path) == 0) return i;
  if (s->output_count == CAROM_SWEEP_MOST_OUTPUTS) return -1;
  carom__output* out = &s->outputs[s->output_count];
  *out = (carom__output){.is_word = is_word};
  strcpy(out->path, path);
  const bool is_taken = is_input(s, path) || strcmp(path, "status") == 0;
  const int length = snprintf(out->name, sizeof out->name, "%s%s", is_taken ? "after." : "", path);
  return length < (int)sizeof out->name ? s->output_count++ : -1;
}

/// Takes an output into what is stored or into what has statistics.
static bool take_output(carom_sweep* s, const char* path, bool is_word, bool for_store, carom_diag* error) {
  const int output = add_output(s, path, is_word);
  if (output < 0) {
    carom__refuse(error, CAROM_BAD_VALUE, path, 0, "there are more than %d values to store.", CAROM_SWEEP_MOST_OUTPUTS);
    return false;
  }
  if (for_store) {
    s->outputs[output].is_stored = true;
    return true;
  }
  if (is_word) {
    carom__refuse(error, CAROM_BAD_VALUE, path, 0, "`%.100s` is a word; statistics are of numbers.", path);
    return false;
  }
  for (int i = 0; i < s->of_count; ++i)
    if (s->of[i] == output) return true;
  s->of[s->of_count++] = output;
  s->outputs[output].is_stored = carom__sweep_keeps_rows(s);  // quantiles need the column
  return true;
}

/// A path that names a list stands for its items.
static bool take_list(carom_sweep* s, const char* path, bool for_store, carom_diag* error) {
  char item[CAROM_SWEEP_PATH_SIZE + 16];
  snprintf(item, sizeof item, "%s.count", path);
  carom_diag unread;
  const carom_reading count = probe(s, item, &unread);
  const int size =
      count.kind == CAROM_READING_NUMBER && count.number <= CAROM_SWEEP_MOST_OUTPUTS ? (int)count.number : 0;
  for (int i = 0; i < size; ++i) {
    const int length = snprintf(item, sizeof item, "%s.%d", path, i);
    const carom_reading reading = length < CAROM_SWEEP_PATH_SIZE ? probe(s, item, error) : (carom_reading){0};
    if (reading.kind == CAROM_READING_NONE) return false;
    if (!take_output(s, item, reading.kind == CAROM_READING_WORD, for_store, error)) return false;
  }
  return size > 0;
}

static bool take_path(carom_sweep* s, const char* given, bool for_store, carom_diag* error) {
  const char* path = carom__plain_path(given);
  const carom_reading reading = probe(s, path, error);
  if (reading.kind != CAROM_READING_NONE)
    return take_output(s, path, reading.kind == CAROM_READING_WORD, for_store, error);
  const carom_diag why = *error;
  if (take_list(s, path, for_store, error)) return true;
  if (why.status != CAROM_UNKNOWN_KEY) {  // no row that was tried has an answer
    *error = why;
    return false;
  }
  carom_vary* vary = s->teller->variants[0].vary;
  return s->moves ? carom_vary_unknown_motion_reading(vary, path, error)
                  : carom_vary_unknown_reading(vary, path, error);
}

static bool take_outputs(carom_sweep* s, carom_diag* error) {
  const carom_sweep_plan* plan = &s->plan;
  for (int i = 0; i < plan->store_count; ++i)
    if (!take_path(s, plan->store[i], true, error)) return false;
  for (int i = 0; i < plan->of_count; ++i)
    if (!take_path(s, plan->of[i], false, error)) return false;
  for (int i = 0; i < s->output_count && !plan->has_of; ++i)
    if (!s->outputs[i].is_word) s->of[s->of_count++] = i;
  if (s->output_count > 0) return true;
  carom__refuse(error, CAROM_BAD_VALUE, "sweep.store", 0,
                "nothing is stored; give `store` in the `sweep` block, or --show PATH[,PATH..].");
  return false;
}

/// Rows of a chunk by what a row costs, so that a chunk takes tens of milliseconds; fewer where there would be too few
/// chunks to share. It belongs to the file, so it must not depend on this machine.
static void choose_chunks(carom_sweep* s, carom_model model) {
  enum { CHEAP = 16384, DEAR = 1024, DEAREST = 64, SHARES = 64 };
  s->chunk_rows = s->moves || model == CAROM_MODEL_SIMULTANEOUS ? DEAREST : s->batched ? CHEAP : DEAR;
  while (s->chunk_rows > DEAREST && s->sampler.rows / s->chunk_rows < SHARES) s->chunk_rows /= 2;
  s->chunk_count = (s->sampler.rows + s->chunk_rows - 1) / s->chunk_rows;
}

/// The scenario at its own numbers says what a row is.
static bool look_at_scenario(carom_sweep* s, carom_model* model, carom_diag* error) {
  carom_scenario* scenario = carom_scenario_parse(s->text.text, s->text.length, error);
  if (!scenario) return false;
  s->moves = scenario->has_motion || scenario->kind == CAROM_SCENARIO_CHAIN;
  *model = carom_scenario_impact_model(scenario);
  carom_scenario_free(scenario);
  return true;
}

/// Indices are of rows, and their intervals of blocks drawn again.
static bool check_sensitivity(const carom_sweep* s, carom_diag* error) {
  if (s->sampler.blocks == 0 || carom__sweep_keeps_rows(s)) return true;
  carom__refuse(error, CAROM_BAD_VALUE, "sweep.store", 0,
                "sensitivity is found from the rows, so `store` must not be empty; with saltelli store what it is of.");
  return false;
}

static bool complete(carom_sweep* s, carom_diag* error) {
  const double first[CAROM_SWEEP_MOST_INPUTS] = {0};  // the first word of every choice
  carom_model model = CAROM_MODEL_MOTION;
  if (!look_at_scenario(s, &model, error) || carom__sampler_start(&s->sampler, &s->plan, error) ||
      !count_variants(s, error) || !check_sensitivity(s, error))
    return false;
  s->chunk_rows = 1;  // one row at a time until outputs are known
  s->teller = carom__worker_new(s, error);
  if (!s->teller || !carom__worker_variant(s->teller, first, error) || !take_outputs(s, error)) return false;
  carom__worker_free(s->teller);
  s->teller = carom__worker_new(s, error);
  if (!s->teller || !carom__worker_variant(s->teller, first, error)) return false;
  s->batched = s->teller->variants[0].batch != NULL;
  choose_chunks(s, model);
  return carom__sweep_identify(s, error) && !carom__sweep_lay_out(s, error);
}

carom_sweep* carom_sweep_open(const char* text, size_t length, const carom_sweep_plan* plan, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *error = (carom_diag){0};
  if (carom__require(text, "text", "be the text of a scenario", error) ||
      carom__require(plan, "plan", "point to a plan", error))
    return NULL;
  carom_sweep* s = calloc(1, sizeof *s);
  if (!s) {
    fail_memory(error);
    return NULL;
  }
  s->plan = *plan;
  const carom_sink sink = carom_sink_text(&s->text);
  const bool copied = length == 0 || sink.write(text, length, sink.context);
  if (!copied) fail_memory(error);
  if (copied && complete(s, error)) return s;
  carom_sweep_free(s);
  return NULL;
}

void carom_sweep_free(carom_sweep* s) {
  if (!s) return;
  carom__worker_free(s->teller);
  carom__file_close(&s->file);
  free(s->file.columns);
  carom_text_free(&s->identity);
  carom_text_free(&s->text);
  free(s);
}

const carom_sweep_plan* carom_sweep_plan_of(const carom_sweep* s) {
  return &s->plan;
}

const char* carom_sweep_text(const carom_sweep* s, size_t* length) {
  *length = s->text.length;
  return s->text.text;
}

carom_sweep_facts carom_sweep_tell(const carom_sweep* s) {
  return (carom_sweep_facts){.sampling = s->sampler.sampling,
                             .rows = s->sampler.rows,
                             .chunk_rows = s->chunk_rows,
                             .chunk_count = s->chunk_count,
                             .bytes = carom__file_bytes(&s->file),
                             .input_count = s->sampler.count,
                             .output_count = s->output_count,
                             .of_count = s->of_count,
                             .blocks = s->sampler.blocks,
                             .batched = s->batched,
                             .moves = s->moves};
}

const char* carom_sweep_input_name(const carom_sweep* s, int i) {
  return i >= 0 && i < s->sampler.count ? s->plan.inputs[s->sampler.inputs[i]].path : NULL;
}

const char* carom_sweep_output_name(const carom_sweep* s, int i) {
  return i >= 0 && i < s->output_count ? s->outputs[i].name : NULL;
}

const char* carom_sweep_of_name(const carom_sweep* s, int i) {
  return i >= 0 && i < s->of_count ? s->outputs[s->of[i]].name : NULL;
}

static carom_sweep_value input_value(const carom_sweep* s, int i, double value) {
  const carom_spread* spread = s->sampler.spreads[i].spread;
  carom_sweep_value out = {.is_word = spread->of_words, .number = value};
  if (out.is_word) memcpy(out.word, spread->words[(int)value], sizeof out.word);
  return out;
}

static carom_sweep_value output_value(const carom_sweep* s, int i) {
  carom_sweep_value out = {.is_word = s->outputs[i].is_word};
  if (out.is_word)
    memcpy(out.word, s->teller->words + i * CAROM_SWEEP_WORD_SIZE, sizeof out.word);
  else
    out.number = s->teller->numbers[i];
  return out;
}

carom_status carom_sweep_row(carom_sweep* s, int64_t row, carom_sweep_value* inputs, carom_sweep_value* outputs,
                             carom_diag* error) {
  carom_diag unread;
  double values[CAROM_SWEEP_MOST_INPUTS];
  if (!error) error = &unread;
  if (row < 0 || row >= s->sampler.rows)
    return carom__refuse(error, CAROM_OUT_OF_RANGE, "row", (double)row, "there is no such row.");
  carom__sampler_row(&s->sampler, &s->teller->cursor, row, values);
  for (int i = 0; i < s->sampler.count && inputs; ++i) inputs[i] = input_value(s, i, values[i]);
  if (!outputs) return CAROM_OK;
  const carom_status status = carom__worker_solve(s->teller, values, error);
  carom__worker_put(s->teller, 0, status);
  for (int i = 0; i < s->output_count; ++i) outputs[i] = output_value(s, i);
  return status;
}
