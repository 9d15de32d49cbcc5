// What makes two sweeps the same: every value of the scenario, every key of the plan, the version. As lines of text, so
// that whoever meets a file of another sweep can say which key differs.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/write.h"
#include "sweep/sweep.h"
#include "text/sentence.h"

static bool put(carom_text* out, const char* key, const char* value) {
  const carom_sink sink = carom_sink_text(out);
  return sink.write(key, strlen(key), sink.context) && sink.write(" = ", 3, sink.context) &&
         (*value == '\0' || sink.write(value, strlen(value), sink.context)) && sink.write("\n", 1, sink.context);
}

static bool put_number(carom_text* out, const char* key, double value) {
  char digits[40];
  snprintf(digits, sizeof digits, "%.17g", value);
  return put(out, key, digits);
}

typedef struct listener {
  carom_text* out;
  bool failed;
} listener;

static void hear(void* context, const char* path, carom__path_value value) {
  listener* l = context;
  if (value.is_count || l->failed) return;
  l->failed = value.word ? !put(l->out, path, value.word) : !put_number(l->out, path, value.number);
}

static bool put_scenario(carom_sweep* s, carom_diag* error) {
  listener l = {.out = &s->identity};
  carom__path_walk walk = {.hear = hear, .listener = &l};
  carom__json json;
  carom_scenario* scenario = carom_scenario_parse(s->text.text, s->text.length, error);
  if (!scenario) return false;
  carom__path_start(&walk, "");
  carom__json_start_walk(&json, &walk);
  carom__write_scenario(&json, scenario);
  carom_scenario_free(scenario);
  return !l.failed;
}

/// Bytes of a spread in words: a blank and up to 24 characters for every number of the longest choice.
enum { VALUE_SIZE = 25 * CAROM_SWEEP_MOST_CHOICES + 128 };

static bool put_inputs(const carom_sweep* s, carom_text* out) {
  char key[CAROM_SWEEP_PATH_SIZE + 16], value[VALUE_SIZE];
  bool fine = true;
  for (int i = 0; i < s->plan.input_count && fine; ++i) {
    const carom_sweep_input* input = &s->plan.inputs[i];
    snprintf(key, sizeof key, "sweep.vary.%s", input->path);
    if (input->leader >= 0)
      snprintf(value, sizeof value, "as %s", s->plan.inputs[input->leader].path);
    else
      carom__spread_tell(&input->spread, value, sizeof value);
    fine = put(out, key, value);
  }
  for (int i = 0; i < s->plan.link_count && fine; ++i) {
    const carom_sweep_link* link = &s->plan.links[i];
    snprintf(value, sizeof value, "%s %s %.17g", s->plan.inputs[link->a].path, s->plan.inputs[link->b].path,
             link->correlation);
    fine = put(out, "sweep.correlation", value);
  }
  return fine;
}

static bool put_outputs(const carom_sweep* s, carom_text* out) {
  bool fine = true;
  for (int i = 0; i < s->output_count && fine; ++i)
    fine = put(out, s->outputs[i].is_stored ? "sweep.store" : "sweep.compute", s->outputs[i].name);
  for (int i = 0; i < s->of_count && fine; ++i) fine = put(out, "sweep.statistics.of", s->outputs[s->of[i]].name);
  for (int i = 0; i < s->plan.quantile_count && fine; ++i)
    fine = put_number(out, "sweep.statistics.quantiles", s->plan.quantiles[i]);
  return fine;
}

static bool put_plan(const carom_sweep* s, carom_text* out) {
  return put(out, "sweep.method", carom_sampling_word(s->sampler.sampling)) &&
         put_number(out, "sweep.rows", (double)s->sampler.rows) &&
         put_number(out, "sweep.seed", (double)s->plan.seed) && put_inputs(s, out) && put_outputs(s, out) &&
         put(out, "sweep.precision", s->plan.single_precision ? "float32" : "double") &&
         put_number(out, "sweep.statistics.histogram", s->plan.bins) && put_number(out, "chunk", (double)s->chunk_rows);
}

bool carom__sweep_identify(carom_sweep* s, carom_diag* error) {
  if (put(&s->identity, "version of carom", carom_version()) && put_scenario(s, error) && put_plan(s, &s->identity))
    return true;
  if (!error->status) carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for this sweep.");
  return false;
}
