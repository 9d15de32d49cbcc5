// Reading values of an answer by their dotted path.
#include <limits.h>
#include <string.h>

#include "format/write.h"
#include "text/clean_text.h"
#include "vary/pick.h"
#include "vary/vary.h"

#define EXPLAIN "explain."
/// Paths of whole lists that are read as one word.
static const char events_path[] = "events", directions_path[] = EXPLAIN "invariant_directions";

void carom__search_hear(void* search, const char* path, carom__path_value value) {
  const carom__search* s = search;
  for (int i = 0; i < s->count; ++i) {
    if (s->out[i].kind != CAROM_READING_NONE || strcmp(carom__plain_path(s->paths[i]), path) != 0) continue;
    if (value.word) {
      carom__put_word(&s->out[i], value.word);
    } else {
      s->out[i].kind = CAROM_READING_NUMBER;
      s->out[i].number = value.number;
    }
  }
}

/// "3 centripetal + 1 centrifugal"
static void put_directions(const carom_spatial_directions* directions, carom_reading* reading) {
  static const carom_invariant_type types[] = {CAROM_CENTRIPETAL, CAROM_CENTRIFUGAL, CAROM_STEADY};
  char words[CAROM_READING_WORD_SIZE] = "";
  size_t length = 0;
  for (int t = 0; t < 3; ++t) {
    int count = 0;
    for (int i = 0; i < directions->count; ++i) count += directions->items[i].type == types[t];
    if (count > 0)
      length += (size_t)snprintf(words + length, sizeof words - length, "%s%d %s", length > 0 ? " + " : "", count,
                                 carom_invariant_word(types[t]));
  }
  carom__put_word(reading, directions->every_direction ? "every direction" : length > 0 ? words : "none");
}

/// Where a walk can look, and what is needed for it.
typedef struct answer {
  const carom_scenario* scenario;
  const carom_result* result;
  const carom_explanation* explanation;  ///< NULL where nobody asks for it
} answer;

static void walk_answer(const answer* a, carom__path_walk* walk) {
  carom__json json;
  carom__path_start(walk, "");
  carom__json_start_walk(&json, walk);
  carom__write_result(&json, a->scenario, a->result);
  if (!a->explanation) return;
  carom__path_start(walk, EXPLAIN);
  carom__json_start_walk(&json, walk);
  carom__write_explanation(&json, a->scenario, a->result, a->explanation);
}

static void walk_scenario(const carom_scenario* scenario, carom__path_walk* walk) {
  carom__json json;
  carom__path_start(walk, "");
  carom__json_start_walk(&json, walk);
  carom__write_scenario(&json, scenario);
}

static bool needs_explanation(int count, const char* const* paths) {
  bool needs = false;
  for (int i = 0; i < count; ++i) needs = needs || strncmp(paths[i], EXPLAIN, strlen(EXPLAIN)) == 0;
  return needs;
}

static bool is_complete(const carom__search* s) {
  bool complete = true;
  for (int i = 0; i < s->count; ++i) complete = complete && s->out[i].kind != CAROM_READING_NONE;
  return complete;
}

static void read_values(const answer* a, carom__search* s) {
  carom__path_walk walk = {.hear = carom__search_hear, .listener = s};
  for (int i = 0; i < s->count; ++i) {
    s->out[i].kind = CAROM_READING_NONE;
    s->out[i].number = 0;
    if (strcmp(s->paths[i], events_path) == 0) carom__put_events(a->result, &s->out[i]);
    const bool has_directions = a->explanation && a->result->outcome.model == CAROM_MODEL_SPATIAL;
    if (has_directions && strcmp(s->paths[i], directions_path) == 0)
      put_directions(&a->explanation->directions, &s->out[i]);
  }
  walk_answer(a, &walk);
  if (!is_complete(s)) walk_scenario(a->scenario, &walk);
}

bool carom__vary_read_slowly(const carom_vary* vary, int count, const char* const* paths, carom_reading* out,
                             carom_diag* error) {
  carom_explanation explanation;
  const bool explained = needs_explanation(count, paths);
  carom_scenario* scenario = carom_vary_scenario(vary, error);
  carom_result* (*solve)(const carom_scenario*, carom_diag*) =
      explained ? carom_scenario_solve_path : carom_scenario_solve;
  carom_result* result = scenario ? solve(scenario, error) : NULL;
  bool fine = result && (!explained || carom_scenario_explain(scenario, result, &explanation, error));
  if (fine) {
    const answer a = {scenario, result, explained ? &explanation : NULL};
    read_values(&a, &(carom__search){count, paths, out});
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return fine;
}

/// The binding, made for the slots that there are now; NULL where there is none.
static carom__binding* binding_of(carom_vary* vary) {
  if (vary->binding && vary->binding->slot_count == carom__document_slot_count(vary->document)) return vary->binding;
  carom__binding_free(vary->binding);
  vary->binding = carom__binding_new(vary->document);
  vary->pick_count = 0;
  return vary->binding;
}

/// What the path means, found out once.
static const carom__pick* pick_of(carom_vary* vary, int index, const char* path) {
  carom__known_path* known = &vary->picks[index];
  if (index < vary->pick_count && strcmp(known->path, path) == 0) return &known->pick;
  if (index > vary->pick_count || strlen(path) >= sizeof known->path) return NULL;
  strcpy(known->path, path);
  known->pick = carom__pick_find(carom__plain_path(path), vary->binding->scenario);
  if (index == vary->pick_count) ++vary->pick_count;
  return &known->pick;
}

/// Picks what it can. True where nothing is left to look for.
static bool pick_all(carom_vary* vary, const carom_result* result, const carom__search* s) {
  bool complete = s->count <= CAROM__KNOWN_PATHS;
  for (int i = 0; i < s->count && complete; ++i) {
    const carom__pick* pick = pick_of(vary, i, s->paths[i]);
    complete = pick && pick->kind != CAROM__PICK_NONE;
    if (complete) carom__pick_read(pick, vary->binding->scenario, result, &s->out[i]);
    complete = complete && s->out[i].kind != CAROM_READING_NONE;
  }
  return complete;
}

bool carom_vary_read(carom_vary* vary, int count, const char* const* paths, carom_reading* out, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  carom__binding* binding = needs_explanation(count, paths) ? NULL : binding_of(vary);
  // What a binding cannot follow or solve is for the slow road, which has the words for it.
  if (!binding || !carom__binding_follow(binding) || carom__binding_solve(binding, error))
    return carom__vary_read_slowly(vary, count, paths, out, error);
  const carom_result* result = carom__solver_result(binding->solver);
  carom__search s = {count, paths, out};
  if (!pick_all(vary, result, &s)) read_values(&(answer){binding->scenario, result, NULL}, &s);
  return true;
}

void carom__search_fail(const carom__path_nearest* nearest, const char* where, carom_diag* error) {
  char message[sizeof error->message];
  snprintf(message, sizeof message, "`%.100s` names no value %s; the nearest that does is `%.160s`.", nearest->wanted,
           where, nearest->path);
  memset(error, 0, sizeof *error);
  error->status = CAROM_UNKNOWN_KEY;
  carom__text key = carom__text_start(error->field, sizeof error->field);
  carom__text_add(&key, nearest->wanted);
  carom__text clean = carom__text_start(error->message, sizeof error->message);
  carom__text_add(&clean, message);
}

/// Fills the error with the nearest path; numbers and words count alike, and so does "events".
static void suggest(const answer* a, const char* path, carom_diag* error) {
  carom__path_nearest nearest = {.wanted = path, .distance = INT_MAX};
  carom__path_walk walk = {.hear = carom__path_hear_nearest, .listener = &nearest};
  walk_answer(a, &walk);
  walk_scenario(a->scenario, &walk);
  carom__path_hear_nearest(&nearest, events_path, (carom__path_value){.word = ""});
  carom__search_fail(&nearest, "of the result, of the explanation or of the scenario", error);
}

bool carom_vary_unknown_reading(const carom_vary* vary, const char* path, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  carom_explanation explanation;
  carom_scenario* scenario = carom_vary_scenario(vary, error);
  carom_result* result = scenario ? carom_scenario_solve(scenario, error) : NULL;
  if (result && carom_scenario_explain(scenario, result, &explanation, error))
    suggest(&(answer){scenario, result, &explanation}, path, error);
  carom_result_free(result);
  carom_scenario_free(scenario);
  return false;
}
