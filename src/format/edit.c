// One value of a scenario's text replaced or added, and all other bytes left as they are.
#include <stdlib.h>
#include <string.h>

#include "format/load.h"
#include "format/locate.h"
#include "text/clean_text.h"

/// Deeper than the format nests.
enum { MAX_DEPTH = 12 };

/// Where a path leads: the way there, by the ordinals of members and items, and what is found.
typedef struct place {
  size_t steps[MAX_DEPTH];
  int count;
  json_t* value;
} place;

/// What is left of a path after a step of it; NULL where it does not begin with that step. Keys may hold dots.
static const char* after_step(const char* path, const char* end, const char* step) {
  const size_t length = strlen(step), left = (size_t)(end - path);
  if (length > left || strncmp(path, step, length) != 0) return NULL;
  return length == left ? end : path[length] == '.' && length + 1 < left ? path + length + 1 : NULL;
}

static bool follow(place* at, json_t* value, const char* path, const char* end);

static bool follow_step(place* at, size_t ordinal, json_t* value, const char* rest, const char* end) {
  at->steps[at->count++] = ordinal;
  if (follow(at, value, rest, end)) return true;
  --at->count;
  return false;
}

static bool follow_item(place* at, json_t* array, const char* path, const char* end) {
  for (size_t i = 0; i < json_array_size(array); ++i) {
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", i);
    const char* rest = after_step(path, end, digits);
    if (rest) return follow_step(at, i, json_array_get(array, i), rest, end);
  }
  return false;
}

/// As deep as the path has steps.
static bool follow(place* at, json_t* value, const char* path, const char* end) {
  at->value = value;
  if (path == end) return true;
  if (at->count == MAX_DEPTH) return false;
  if (json_is_array(value)) return follow_item(at, value, path, end);
  size_t ordinal = 0;
  const char* key;
  json_t* member;
  json_object_foreach(value, key, member) {
    const char* rest = after_step(path, end, key);
    if (rest && follow_step(at, ordinal, member, rest, end)) return true;
    ++ordinal;
  }
  return false;
}

/// The first `length` letters of a path in a document.
static bool find(json_t* root, const char* path, size_t length, place* out) {
  *out = (place){.count = 0};
  return follow(out, root, path, path + length);
}

static bool fail(carom_diag* error, carom_status status, const char* path, const char* message) {
  *error = (carom_diag){.status = status};
  carom__text key = carom__text_start(error->field, sizeof error->field);
  carom__text_add(&key, path);
  carom__text clean = carom__text_start(error->message, sizeof error->message);
  carom__text_add(&clean, message);
  return false;
}

static bool fail_memory(carom_diag* error) {
  return fail(error, CAROM_NO_MEMORY, "", "there is not enough memory for this scenario.");
}

static bool put(carom_text* out, const char* text, size_t length) {
  const carom_sink sink = carom_sink_text(out);
  return length == 0 || sink.write(text, length, sink.context);
}

/// New text in place of a span of the old. Lines that the span had stay as empty ones, so that no other line moves.
static bool splice(carom_text* text, carom__span span, const char* added, carom_diag* error) {
  carom_text out = {0};
  bool fine = put(&out, text->text, span.from) && put(&out, added, strlen(added));
  for (size_t i = span.from; i < span.to && fine; ++i)
    if (text->text[i] == '\n') fine = put(&out, "\n", 1);
  fine = fine && put(&out, text->text + span.to, text->length - span.to);
  if (!fine) {
    carom_text_free(&out);
    return fail_memory(error);
  }
  free(text->text);
  *text = out;
  return true;
}

/// Puts `"key": value` at the head of an object.
static bool insert(carom_text* text, const place* object, const char* key, const char* value, carom_diag* error) {
  json_t* name = json_string(key);
  char* quoted = name ? json_dumps(name, JSON_ENCODE_ANY) : NULL;
  const size_t size = (quoted ? strlen(quoted) : 0) + strlen(value) + 8;
  char* member = quoted ? malloc(size) : NULL;
  if (member) snprintf(member, size, "%s: %s%s", quoted, value, json_object_size(object->value) > 0 ? ", " : "");
  const size_t head = 1 + carom__locate_value(text->text, text->length, object->count, object->steps).from;
  const bool fine = member ? splice(text, (carom__span){head, head}, member, error) : fail_memory(error);
  free(member);
  free(quoted);
  json_decref(name);
  return fine;
}

/// The text as a document; NULL with *error filled.
static json_t* load(const carom_text* text, carom_diag* error) {
  const carom__source source = {text->text, text->length, error};
  return carom__load_json(&source);
}

/// The scenario with all its defaults, as a document; NULL where the text is no scenario yet.
static json_t* load_filled(const carom_text* text) {
  carom_diag error = {0};
  carom_text filled = {0};
  json_t* root = NULL;
  carom_scenario* scenario = carom_scenario_parse(text->text, text->length, &error);
  if (scenario && carom_scenario_write(scenario, false, carom_sink_text(&filled))) root = load(&filled, &error);
  carom_text_free(&filled);
  carom_scenario_free(scenario);
  return root;
}

/// The length of the path's head without the step that begins behind it: of "a.b.c" that of "a.b" for the last step.
static size_t head_of(const char* path, const char* step) {
  return step == path ? 0 : (size_t)(step - path - 1);
}

static const char* last_step(const char* path) {
  const char* dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

/// Adds what the path goes through and the file leaves to its default: "velocity": [0, 0] for "velocity.0". False where
/// there is no such thing.
static bool add_default(carom_text* text, json_t* root, json_t* filled, const char* path, carom_diag* error) {
  for (const char *step = path, *dot = strchr(path, '.'); dot; step = dot + 1, dot = strchr(step, '.')) {
    place object, there;
    const size_t length = (size_t)(dot - path);
    if (find(root, path, length, &there) || !find(filled, path, length, &there) ||
        !find(root, path, head_of(path, step), &object) || !json_is_object(object.value))
      continue;
    char key[CAROM__PATH_LENGTH];
    snprintf(key, sizeof key, "%.*s", (int)(dot - step), step);
    char* value = json_dumps(there.value, JSON_ENCODE_ANY | JSON_COMPACT);
    const bool fine = value ? insert(text, &object, key, value, error) : fail_memory(error);
    free(value);
    return fine;
  }
  return fail(error, CAROM_UNKNOWN_KEY, path, "the path leads to no value of this scenario.");
}

/// Replaces what the path leads to, or adds it to the object that lacks it. False where that object is not there.
static bool assign(carom_text* text, json_t* root, const char* path, const char* value, carom_diag* error) {
  place at;
  if (find(root, path, strlen(path), &at))
    return splice(text, carom__locate_value(text->text, text->length, at.count, at.steps), value, error);
  const char* key = last_step(path);
  if (*key && find(root, path, head_of(path, key), &at) && json_is_object(at.value))
    return insert(text, &at, key, value, error);
  return fail(error, CAROM_UNKNOWN_KEY, path, "the path leads to no value of this scenario.");
}

/// The second time, with the default that was missing.
static bool assign_in_default(carom_text* text, json_t* root, const char* path, const char* value, carom_diag* error) {
  json_t* filled = load_filled(text);
  bool fine = filled && add_default(text, root, filled, path, error);
  json_decref(filled);
  json_t* completed = fine ? load(text, error) : NULL;
  fine = completed && assign(text, completed, path, value, error);
  json_decref(completed);
  return fine;
}

/// The value as JSON on one line; NULL with *error filled.
static char* as_json(const char* value, const char* path, carom_diag* error) {
  json_t* document = json_loads(value, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
  if (!document) document = json_string(value);
  char* text = document ? json_dumps(document, JSON_ENCODE_ANY) : NULL;
  json_decref(document);
  if (!text) fail(error, CAROM_BAD_VALUE, path, "the value is no JSON and no text in UTF-8.");
  return text;
}

bool carom_scenario_set(carom_text* text, const char* path, const char* value, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *error = (carom_diag){0};
  json_t* root = load(text, error);
  char* json = root ? as_json(value, path, error) : NULL;
  bool fine = json && assign(text, root, path, json, error);
  if (json && !fine && error->status == CAROM_UNKNOWN_KEY) fine = assign_in_default(text, root, path, json, error);
  free(json);
  json_decref(root);
  if (fine) *error = (carom_diag){0};
  return fine;
}
