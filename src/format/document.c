// A scenario as its file says it, with numbers that can be set.
#include "format/document.h"

#include <stdlib.h>
#include <string.h>

#include "format/load.h"
#include "format/read.h"
#include "format/units.h"

struct carom__document {
  json_t* root;
  json_t* slots[CAROM__DOCUMENT_SLOTS];  // numbers in the document
  int slot_count;
};

static void fail_memory(carom_diag* error) {
  *error = (carom_diag){.status = CAROM_NO_MEMORY};
  snprintf(error->message, sizeof error->message, "there is not enough memory for this scenario.");
}

carom__document* carom__document_open(const char* text, size_t length, carom_diag* error) {
  *error = (carom_diag){0};
  const carom__source source = {text, length, error};
  json_t* root = carom__load_json(&source);
  carom_scenario* scenario = root ? carom__read_document(&source, root) : NULL;
  carom__document* document = scenario ? calloc(1, sizeof *document) : NULL;
  if (scenario && !document) fail_memory(error);
  carom_scenario_free(scenario);
  if (!document) {
    json_decref(root);
    return NULL;
  }
  json_object_del(root, "sweep");  // it has been checked, and is not of the scenario
  document->root = root;
  return document;
}

void carom__document_free(carom__document* document) {
  json_decref(document->root);
  free(document);
}

carom_scenario* carom__document_scenario(const carom__document* document, carom_diag* error) {
  *error = (carom_diag){0};
  const carom__source source = {NULL, 0, error};
  return carom__read_document(&source, document->root);
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
  for (; *at >= '0' && *at <= '9' && at - path < 9; ++at) *index = 10 * *index + (size_t)(*at - '0');
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
static json_t* filled_document(const carom__document* document) {
  carom_diag error;
  carom_text text = {0};
  json_t* filled = NULL;
  carom_scenario* scenario = carom__document_scenario(document, &error);
  if (scenario && carom_scenario_write(scenario, false, carom_sink_text(&text))) {
    const carom__source source = {text.text, text.length, &error};
    filled = carom__load_json(&source);
  }
  carom_text_free(&text);
  carom_scenario_free(scenario);
  return filled;
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
static bool add_unwritten(const carom__document* document, const char* path) {
  const char* dot = strrchr(path, '.');
  char parent[CAROM__PATH_LENGTH];
  if (!dot || dot - path >= CAROM__PATH_LENGTH) return false;
  memcpy(parent, path, (size_t)(dot - path));
  parent[dot - path] = '\0';
  json_t* object = find_value(document->root, parent);
  if (!json_is_object(object) || json_object_set_new(object, dot + 1, json_real(1)) != 0) return false;
  carom_diag error;
  carom_scenario* scenario = carom__document_scenario(document, &error);
  carom_scenario_free(scenario);
  if (scenario || (error.status != CAROM_UNKNOWN_KEY && error.status != CAROM_WRONG_TYPE)) return true;
  json_object_del(object, dot + 1);
  return false;
}

/// Cuts the last step off a path and returns it; "" behind the first.
static const char* cut_step(char* path) {
  char* dot = strrchr(path, '.');
  if (dot) *dot = '\0';
  return dot ? dot + 1 : "";
}

/// A text with a unit, as a number in SI units: NULL where it is none. The path says what it measures.
static json_t* measure(const char* text, const char* path) {
  char steps[CAROM__PATH_LENGTH + 1];
  double si;
  snprintf(steps, sizeof steps, ".%s", path);
  const char* key = cut_step(steps);
  while (*key >= '0' && *key <= '9') key = cut_step(steps);
  const carom__quantity quantity = carom__quantity_of(key, cut_step(steps));
  return carom__measure_text(text, quantity, &si) == CAROM__MEASURED ? json_real(si) : NULL;
}

/// Puts the number in place of a text such as "30 mph", so that it can be set.
static json_t* make_number(carom__document* document, const char* path, const json_t* text) {
  char parent[CAROM__PATH_LENGTH];
  if (strlen(path) >= sizeof parent) return NULL;
  json_t* number = measure(json_string_value(text), path);
  strcpy(parent, path);
  const char* step = cut_step(parent);
  json_t* owner = number ? find_value(document->root, parent) : NULL;
  const int failed = json_is_array(owner) ? json_array_set(owner, strtoul(step, NULL, 10), number)
                                          : json_object_set(owner, step, number);
  json_decref(number);
  return failed ? NULL : number;
}

int carom__document_find(carom__document* document, const char* path) {
  json_t* value = find_value(document->root, path);
  if (!value) {
    json_t* filled = filled_document(document);
    if (add_default(document->root, filled, path) || add_unwritten(document, path))
      value = find_value(document->root, path);
    json_decref(filled);
  }
  if (json_is_string(value)) value = make_number(document, path, value);
  if (!json_is_real(value) || document->slot_count == CAROM__DOCUMENT_SLOTS) return -1;
  document->slots[document->slot_count] = value;
  return document->slot_count++;
}

int carom__document_slot_count(const carom__document* document) {
  return document->slot_count;
}

double carom__document_get(const carom__document* document, int slot) {
  return json_real_value(document->slots[slot]);
}

void carom__document_set(carom__document* document, int slot, double value) {
  json_real_set(document->slots[slot], value);
}

void carom__document_walk(const carom__document* document, carom__path_walk* walk) {
  json_t* filled = filled_document(document);
  carom__path_start(walk, "");
  carom__walk_json(walk, document->root);
  carom__path_start(walk, "");
  if (filled) carom__walk_json(walk, filled);
  json_decref(filled);
}
