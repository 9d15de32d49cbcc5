// Setting numbers of a scenario by their dotted path.
#include "scenario/vary.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/clean_text.h"
#include "scenario/load.h"
#include "scenario/path.h"
#include "scenario/read.h"
#include "scenario/write.h"

static bool fail(carom_diag* error, carom_status status, const char* path, const char* message) {
  memset(error, 0, sizeof *error);
  carom__text key = carom__text_start(error->field, sizeof error->field);
  carom__text_add(&key, path);
  carom__text clean = carom__text_start(error->message, sizeof error->message);
  carom__text_add(&clean, message);
  error->status = status;
  return false;
}

static void fail_memory(carom_diag* error) {
  fail(error, CAROM_BUDGET, "", "there is not enough memory for this scenario.");
}

carom_vary* carom_vary_open(const char* text, size_t length, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  memset(error, 0, sizeof *error);
  const carom__source source = {text, length, error};
  json_t* document = carom__load_json(&source);
  carom_scenario* scenario = document ? carom__read_document(&source, document) : NULL;
  carom_vary* vary = scenario ? calloc(1, sizeof *vary) : NULL;
  if (scenario && !vary) fail_memory(error);
  carom_scenario_free(scenario);
  if (!vary) {
    json_decref(document);
    return NULL;
  }
  vary->document = document;
  return vary;
}

void carom_vary_free(carom_vary* vary) {
  if (!vary) return;
  json_decref(vary->document);
  free(vary);
}

carom_scenario* carom_vary_scenario(const carom_vary* vary, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  memset(error, 0, sizeof *error);
  const carom__source source = {NULL, 0, error};
  return carom__read_document(&source, vary->document);
}

/// What is left of a path after a key; NULL where it does not start with that key. Keys may hold dots themselves.
static const char* after_key(const char* path, const char* key) {
  const size_t length = strlen(key);
  if (strncmp(path, key, length) != 0) return NULL;
  return path[length] == '.' ? path + length + 1 : path[length] == '\0' ? path + length : NULL;
}

static const char* after_index(const char* path, size_t* index) {
  *index = 0;
  const char* at = path;
  for (; *at >= '0' && *at <= '9' && at - path < 9; at++) *index = 10 * *index + (size_t)(*at - '0');
  if (at == path || (*at != '.' && *at != '\0')) return NULL;
  return *at == '.' ? at + 1 : at;
}

static json_t* find_value(json_t* value, const char* path);

static json_t* find_member(json_t* object, const char* path) {
  const char* key;
  json_t* member;
  json_object_foreach(object, key, member) {
    const char* rest = after_key(path, key);
    json_t* found = rest ? find_value(member, rest) : NULL;
    if (found) return found;
  }
  return NULL;
}

/// As deep as the path has steps, and the path is as long as what the user typed.
static json_t* find_value(json_t* value, const char* path) {
  if (*path == '\0') return value;
  if (json_is_object(value)) return find_member(value, path);
  size_t index;
  const char* rest = after_index(path, &index);
  return json_is_array(value) && rest && index < json_array_size(value) ? find_value(json_array_get(value, index), rest)
                                                                        : NULL;
}

/// The scenario with all defaults, as a document; NULL without memory.
static json_t* filled_document(const carom_vary* vary) {
  carom_diag error;
  carom_text text = {0};
  json_t* document = NULL;
  carom_scenario* scenario = carom_vary_scenario(vary, &error);
  if (scenario && carom_scenario_write(scenario, false, carom_sink_text(&text))) {
    const carom__source source = {text.text, text.length, &error};
    document = carom__load_json(&source);
  }
  carom_text_free(&text);
  carom_scenario_free(scenario);
  return document;
}

/// Copies from `filled` the member that the path needs and the document lacks. True if there was one.
static bool add_default(json_t* value, json_t* filled, const char* path) {
  const char* key;
  json_t* member;
  if (json_is_object(value) && json_is_object(filled)) {
    json_object_foreach(filled, key, member) {
      const char* rest = after_key(path, key);
      json_t* own = rest ? json_object_get(value, key) : NULL;
      if (own && add_default(own, member, rest)) return true;
      if (rest && !own && find_value(member, rest)) return json_object_set_new(value, key, json_deep_copy(member)) == 0;
    }
    return false;
  }
  size_t index;
  const char* rest = after_index(path, &index);
  return rest && add_default(json_array_get(value, index), json_array_get(filled, index), rest);
}

/// Keys that have no default to copy (eta2, exponent): whether the last step is one, the reader knows.
static bool add_unwritten(const carom_vary* vary, const char* path) {
  const char* dot = strrchr(path, '.');
  char parent[CAROM__PATH_LENGTH];
  if (!dot || dot - path >= CAROM__PATH_LENGTH) return false;
  memcpy(parent, path, (size_t)(dot - path));
  parent[dot - path] = '\0';
  json_t* object = find_value(vary->document, parent);
  if (!json_is_object(object) || json_object_set_new(object, dot + 1, json_real(1)) != 0) return false;
  carom_diag error;
  carom_scenario* scenario = carom_vary_scenario(vary, &error);
  carom_scenario_free(scenario);
  if (scenario || (error.status != CAROM_UNKNOWN_KEY && error.status != CAROM_WRONG_TYPE)) return true;
  json_object_del(object, dot + 1);
  return false;
}

static bool fail_unknown(const carom_vary* vary, json_t* filled, const char* path, carom_diag* error) {
  carom__path_nearest nearest = {.wanted = path, .numbers_only = true, .distance = INT_MAX};
  carom__path_walk walk = {.hear = carom__path_hear_nearest, .listener = &nearest};
  carom__path_start(&walk, "");
  carom__path_walk_json(&walk, vary->document);
  carom__path_start(&walk, "");
  if (filled) carom__path_walk_json(&walk, filled);
  char message[sizeof error->message];
  snprintf(message, sizeof message, "`%.100s` names no number of this scenario; the nearest that does is `%.200s`.",
           path, nearest.path);
  return fail(error, CAROM_UNKNOWN_KEY, path, message);
}

int carom_vary_find(carom_vary* vary, const char* path, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  memset(error, 0, sizeof *error);
  if (vary->slot_count == CAROM_VARY_MOST_SLOTS) {
    fail(error, CAROM_BUDGET, path, "there are too many numbers to set; there may be 64.");
    return -1;
  }
  json_t* value = find_value(vary->document, path);
  json_t* filled = value ? NULL : filled_document(vary);
  if (!value && (add_default(vary->document, filled, path) || add_unwritten(vary, path)))
    value = find_value(vary->document, path);
  if (!json_is_real(value)) {
    if (!filled) filled = filled_document(vary);
    fail_unknown(vary, filled, path, error);
    json_decref(filled);
    return -1;
  }
  json_decref(filled);
  vary->slots[vary->slot_count] = value;
  return vary->slot_count++;
}

void carom_vary_set(carom_vary* vary, int slot, double value) {
  json_real_set(vary->slots[slot], value);
}
