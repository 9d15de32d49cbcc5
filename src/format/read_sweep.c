// The `sweep` block of a file: which numbers are varied how, what is stored, which statistics are wanted.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/load.h"
#include "format/read.h"
#include "format/read_sweep.h"

/// Seeds are whole numbers that every reader of JSON keeps.
static const carom__range WHOLE = {0, 0x1p53, false, "a whole number from 0 to 2^53"};
static const carom__range COUNT = {1, 0x1p48, false, "a whole number from 1 on"};
static const carom__range BINS = {0, CAROM_SWEEP_MOST_BINS, false, "a whole number of bins from 0 to 1000"};

static bool get_whole(const carom__node* parent, const char* key, const carom__range* range, double* out) {
  const carom__node node = carom__node_member(parent, key);
  if (!carom__get_number(parent, key, CAROM__OPTIONAL, range, out)) return false;
  return floor(*out) == *out ||
         carom__node_fail(&node, CAROM_BAD_VALUE, "\"%s\" is %g; it must be %s.", key, *out, range->text);
}

/// A text that is not empty, into a place of a fixed size.
static bool as_text(const carom__node* node, const char* expected, size_t size, char* out) {
  if (!json_is_string(node->value) || json_string_length(node->value) == 0)
    return carom__get_wrong_type(node, expected);
  if (json_string_length(node->value) >= size)
    return carom__node_fail(node, CAROM_BAD_VALUE, "a text of %zu bytes is too long here; there is room for %zu.",
                            json_string_length(node->value), size - 1);
  strcpy(out, json_string_value(node->value));
  return true;
}

static bool as_path(const carom__node* node, char out[CAROM_SWEEP_PATH_SIZE]) {
  return as_text(node, "a path, such as \"contacts.0.mu\"", CAROM_SWEEP_PATH_SIZE, out);
}

/// A list of paths; *has tells whether there is one.
static bool read_paths(const carom__node* parent, const char* key, bool* has, int* count,
                       char (*out)[CAROM_SWEEP_PATH_SIZE]) {
  carom__node list = carom__node_member(parent, key);
  if (!list.value) return true;
  if (!carom__get_array(parent, key, 0, CAROM_SWEEP_MOST_OUTPUTS, &list)) return false;
  *has = true;
  for (size_t i = 0; i < json_array_size(list.value); ++i) {
    const carom__node item = carom__node_item(&list, i);
    if (!as_path(&item, out[(*count)++])) return false;
  }
  return true;
}

static bool read_choices(const carom__node* parent, carom_spread* out) {
  carom__node list;
  if (!carom__get_array(parent, "choice", 1, CAROM_SWEEP_MOST_CHOICES, &list)) return false;
  out->count = (int)json_array_size(list.value);
  out->of_words = json_is_string(json_array_get(list.value, 0));
  if (!out->of_words) return carom__as_numbers(&list, out->count, &carom__any_number, out->choices);
  if (out->count > CAROM_SWEEP_MOST_WORDS)
    return carom__node_fail(&list, CAROM_BAD_VALUE, "there are %d words; there may be %d.", out->count,
                            CAROM_SWEEP_MOST_WORDS);
  for (int i = 0; i < out->count; ++i) {
    const carom__node item = carom__node_item(&list, (size_t)i);
    if (!as_text(&item, "a word, as the first is", CAROM_SWEEP_WORD_SIZE, out->words[i])) return false;
  }
  return true;
}

static bool read_within(const carom__node* node, carom_spread* out) {
  double ends[2] = {-HUGE_VAL, HUGE_VAL};
  if (!carom__get_numbers(node, "within", CAROM__OPTIONAL, 2, ends)) return false;
  out->low = ends[0];
  out->high = ends[1];
  return true;
}

static const char* const SPREAD_KEYS[] = {
#define CAROM_X(symbol, value, word, count, meaning) word,
    CAROM_SPREAD_LIST(CAROM_X)
#undef CAROM_X
        "within",
    NULL};

/// Which of the kinds an object names; -1 after an error.
static int find_kind(const carom__node* node) {
  int found = -1;
  for (int i = 0; SPREAD_KEYS[i + 1]; ++i) {
    if (!json_object_get(node->value, SPREAD_KEYS[i])) continue;
    if (found >= 0) {
      carom__node_fail(node, CAROM_BAD_VALUE, "both %s and %s are given; one spread is enough.", SPREAD_KEYS[found],
                       SPREAD_KEYS[i]);
      return -1;
    }
    found = i;
  }
  if (found < 0)
    carom__node_fail(
        node, CAROM_MISSING_KEY,
        "no spread is given; it must be one of uniform, log_uniform, normal, lognormal, triangular, choice, "
        "grid and log_grid.");
  return found;
}

/// Whole numbers of values that memory and rows can count.
static bool read_count(const carom__node* node, carom_spread* out) {
  const double count = out->numbers[2];
  if (!(count >= 2 && count < 0x1p31 && floor(count) == count))
    return carom__node_fail(node, CAROM_BAD_VALUE, "the count of a grid is %g; it must be a whole number from 2 on.",
                            count);
  out->count = (int)count;
  return true;
}

static bool read_spread(const carom__node* node, carom_spread* out) {
  static const int numbers[] = {
#define CAROM_X(symbol, value, word, count, meaning) count,
      CAROM_SPREAD_LIST(CAROM_X)
#undef CAROM_X
  };
  if (!carom__as_object(node, (carom__keys){SPREAD_KEYS, NULL, NULL})) return false;
  const int kind = find_kind(node);
  if (kind < 0) return false;
  out->kind = (carom_spread_kind)kind;
  if (!read_within(node, out)) return false;
  if (out->kind == CAROM_SPREAD_CHOICE) return read_choices(node, out);
  if (!carom__get_numbers(node, SPREAD_KEYS[kind], CAROM__REQUIRED, numbers[kind], out->numbers)) return false;
  return (out->kind != CAROM_SPREAD_GRID && out->kind != CAROM_SPREAD_LOG_GRID) || read_count(node, out);
}

static bool read_vary(const carom__node* block, carom_sweep_plan* plan) {
  carom__node vary = carom__node_member(block, "vary");
  const char* key;
  json_t* value;
  if (!vary.value) return true;
  if (!carom__get_object(block, "vary", &vary)) return false;
  json_object_foreach(vary.value, key, value) {
    const carom__node node = carom__node_member(&vary, key);
    carom_sweep_input* input = &plan->inputs[plan->input_count];
    if (plan->input_count == CAROM_SWEEP_MOST_INPUTS || strlen(key) >= sizeof input->path || *key == '\0')
      return carom__node_fail(&node, CAROM_BAD_VALUE, "there may be %d paths of up to %zu bytes.",
                              CAROM_SWEEP_MOST_INPUTS, sizeof input->path - 1);
    strcpy(input->path, key);
    input->leader = -1;
    if (!read_spread(&node, &input->spread)) return false;
    plan->input_count++;
  }
  return true;
}

static int find_input(const carom_sweep_plan* plan, const char* path) {
  for (int i = 0; i < plan->input_count; ++i)
    if (strcmp(plan->inputs[i].path, path) == 0) return i;
  return -1;
}

/// One path of the group is varied; the others follow it.
static bool read_group(const carom__node* group, carom_sweep_plan* plan) {
  char path[CAROM_SWEEP_PATH_SIZE];
  int leader = -1;
  const int known = plan->input_count;
  if (!json_is_array(group->value) || json_array_size(group->value) < 2)
    return carom__get_wrong_type(group, "a list of two or more paths");
  for (size_t i = 0; i < json_array_size(group->value); ++i) {
    const carom__node item = carom__node_item(group, i);
    if (!as_path(&item, path)) return false;
    const int found = find_input(plan, path);
    const bool follows = found < 0;
    if ((found >= 0 && (leader >= 0 || found >= known || plan->inputs[found].leader >= 0)) ||
        (follows && plan->input_count == CAROM_SWEEP_MOST_INPUTS))
      return carom__node_fail(&item, CAROM_BAD_VALUE, "of paths that go together one has a spread in \"vary\".");
    if (!follows) leader = found;
    if (follows) strcpy(plan->inputs[plan->input_count++].path, path);
  }
  for (int i = known; i < plan->input_count; ++i) plan->inputs[i].leader = leader;
  return leader >= 0 || carom__node_fail(group, CAROM_BAD_VALUE, "none of these paths has a spread in \"vary\".");
}

static bool read_together(const carom__node* block, carom_sweep_plan* plan) {
  carom__node list = carom__node_member(block, "together");
  if (!list.value) return true;
  if (!carom__get_array(block, "together", 0, CAROM_SWEEP_MOST_INPUTS, &list)) return false;
  for (size_t i = 0; i < json_array_size(list.value); ++i) {
    const carom__node group = carom__node_item(&list, i);
    if (!read_group(&group, plan)) return false;
  }
  return true;
}

static bool read_link(const carom__node* node, carom_sweep_plan* plan) {
  static const carom__range open = {-1, 1, true, "a number inside (-1, 1)"};
  carom_sweep_link* link = &plan->links[plan->link_count];
  int* ends[2] = {&link->a, &link->b};
  char path[CAROM_SWEEP_PATH_SIZE];
  if (!json_is_array(node->value) || json_array_size(node->value) != 3)
    return carom__get_wrong_type(node, "[path, path, correlation]");
  for (size_t i = 0; i < 2; ++i) {
    const carom__node item = carom__node_item(node, i);
    if (!as_path(&item, path)) return false;
    *ends[i] = find_input(plan, path);
    if (*ends[i] < 0 || plan->inputs[*ends[i]].leader >= 0)
      return carom__node_fail(&item, CAROM_BAD_VALUE, "\"%.100s\" has no spread in \"vary\".", path);
  }
  const carom__node number = carom__node_item(node, 2);
  link->correlation = json_number_value(number.value);
  if (!json_is_number(number.value) || !(fabs(link->correlation) < 1)) return carom__get_wrong_type(&number, open.text);
  plan->link_count++;
  return link->a != link->b || carom__node_fail(node, CAROM_BAD_VALUE, "a correlation is of two different inputs.");
}

static bool read_links(const carom__node* block, carom_sweep_plan* plan) {
  carom__node list = carom__node_member(block, "correlation");
  if (!list.value) return true;
  if (!carom__get_array(block, "correlation", 0, CAROM_SWEEP_MOST_LINKS, &list)) return false;
  for (size_t i = 0; i < json_array_size(list.value); ++i) {
    const carom__node node = carom__node_item(&list, i);
    if (!read_link(&node, plan)) return false;
  }
  return true;
}

static bool read_quantiles(const carom__node* block, carom_sweep_plan* plan) {
  static const carom__range part = {0, 1, false, "a number from 0 to 1"};
  carom__node list = carom__node_member(block, "quantiles");
  if (!list.value) return true;
  if (!carom__get_array(block, "quantiles", 0, CAROM_SWEEP_MOST_QUANTILES, &list)) return false;
  plan->quantile_count = (int)json_array_size(list.value);
  return carom__as_numbers(&list, plan->quantile_count, &part, plan->quantiles);
}

static bool read_statistics(const carom__node* block, carom_sweep_plan* plan) {
  static const char* const keys[] = {"of", "quantiles", "histogram", "sensitivity", NULL};
  const carom__node node = carom__node_member(block, "statistics");
  double bins = plan->bins;
  if (!node.value) return true;
  if (!carom__as_object(&node, (carom__keys){keys, NULL, NULL}) ||
      !read_paths(&node, "of", &plan->has_of, &plan->of_count, plan->of) || !read_quantiles(&node, plan) ||
      !get_whole(&node, "histogram", &BINS, &bins) || !carom__get_bool(&node, "sensitivity", &plan->sensitivity))
    return false;
  plan->bins = (int)bins;
  return true;
}

static bool read_method(const carom__node* block, carom_sweep_plan* plan) {
  static const char* const words[] = {
#define CAROM_X(symbol, value, word, meaning) word,
      CAROM_SAMPLING_LIST(CAROM_X)
#undef CAROM_X
          NULL};
  int method = 0;
  plan->has_sampling = json_object_get(block->value, "method") != NULL;
  if (!carom__get_word(block, "method", words, &method)) return false;
  plan->sampling = (carom_sampling)method;
  if (plan->has_sampling && plan->sampling == CAROM_SAMPLING_SALTELLI) plan->sensitivity = true;
  return true;
}

static bool read_precision(const carom__node* block, carom_sweep_plan* plan) {
  static const char* const words[] = {"double", "float32", NULL};
  int word = 0;
  if (!carom__get_word(block, "precision", words, &word)) return false;
  plan->single_precision = word == 1;
  return true;
}

static bool read_numbers(const carom__node* block, carom_sweep_plan* plan) {
  double rows = 0, seed = (double)plan->seed;
  if (!json_object_get(block->value, "rows")) rows = 0;
  if (json_object_get(block->value, "rows") && !get_whole(block, "rows", &COUNT, &rows)) return false;
  if (!get_whole(block, "seed", &WHOLE, &seed)) return false;
  plan->rows = (int64_t)rows;
  plan->seed = (uint64_t)seed;
  return true;
}

/// What a plan without a block is.
static void start_plan(carom_sweep_plan* plan) {
  static const double quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};
  memset(plan, 0, sizeof *plan);
  plan->seed = 1;
  plan->bins = 50;
  plan->quantile_count = (int)(sizeof quantiles / sizeof quantiles[0]);
  memcpy(plan->quantiles, quantiles, sizeof quantiles);
}

bool carom__read_sweep(const carom__node* root, carom_sweep_plan* plan) {
  static const char* const keys[] = {"method",      "rows",  "seed",      "vary",       "together",
                                     "correlation", "store", "precision", "statistics", NULL};
  const carom__node block = carom__node_member(root, "sweep");
  start_plan(plan);
  if (!block.value) return true;
  return carom__as_object(&block, (carom__keys){keys, NULL, NULL}) && read_method(&block, plan) &&
         read_numbers(&block, plan) && read_vary(&block, plan) && read_together(&block, plan) &&
         read_links(&block, plan) && read_paths(&block, "store", &plan->has_store, &plan->store_count, plan->store) &&
         read_precision(&block, plan) && read_statistics(&block, plan);
}

bool carom__check_sweep(const carom__node* root) {
  if (!json_object_get(root->value, "sweep")) return true;
  carom_sweep_plan* plan = carom__read_allocate(root, 1, sizeof *plan);
  const bool fine = plan && carom__read_sweep(root, plan);
  free(plan);
  return fine;
}

carom_sweep_plan* carom_sweep_plan_parse(const char* text, size_t length, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  memset(error, 0, sizeof *error);
  const carom__source source = {text, length, error};
  json_t* document = carom__load_json(&source);
  const carom__node root = {&source, NULL, NULL, 0, document};
  carom_sweep_plan* plan = document ? carom__read_allocate(&root, 1, sizeof *plan) : NULL;
  const bool is_object = plan && (json_is_object(document) || carom__get_wrong_type(&root, "an object"));
  if (plan && (!is_object || !carom__read_sweep(&root, plan))) {
    free(plan);
    plan = NULL;
  }
  json_decref(document);
  return plan;
}

void carom_sweep_plan_free(carom_sweep_plan* plan) {
  free(plan);
}
