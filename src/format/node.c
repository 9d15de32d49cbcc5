// Nodes: where they stand, what they are called, and errors at them.
#include "format/node.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "format/locate.h"
#include "format/synonyms.h"
#include "text/clean_text.h"
#include "text/nearest.h"

/// The format nests seven deep (a corner of a shape); the rest is reserve.
enum { MAX_DEPTH = 12, MESSAGE_SIZE = CAROM_MESSAGE_SIZE };

carom__node carom__node_member(const carom__node* parent, const char* key) {
  return (carom__node){parent->source, parent, key, 0, json_object_get(parent->value, key)};
}

carom__node carom__node_item(const carom__node* parent, size_t index) {
  return (carom__node){parent->source, parent, NULL, index, json_array_get(parent->value, index)};
}

static void add_step(carom__text* path, const carom__node* node) {
  char digits[24];
  snprintf(digits, sizeof digits, "%zu", node->index);
  carom__text_add_step(path, node->key ? node->key : digits);
}

static void add_path(carom__text* path, const carom__node* node) {
  if (node->parent) {
    add_path(path, node->parent);
    add_step(path, node);
  }
}

static void add_name(carom__text* name, const carom__node* node) {
  if (node->key || !node->parent) {
    carom__text_add(name, node->key ? node->key : "the file");
    return;
  }
  char digits[24];
  snprintf(digits, sizeof digits, "[%zu]", node->index);
  add_name(name, node->parent);
  carom__text_add(name, digits);
}

const char* carom__node_name(const carom__node* node, char* out, size_t size) {
  carom__text name = carom__text_start(out, size);
  add_name(&name, node);
  return out;
}

/// The document keeps the order of the file, so the ordinal of a key is the same in both.
static size_t ordinal(const carom__node* node) {
  size_t count = 0;
  const char* key;
  json_t* value;
  json_object_foreach(node->parent->value, key, value) {
    if (strcmp(key, node->key) == 0) {
      break;
    }
    ++count;
  }
  return count;
}

static int line_of(const carom__node* node) {
  size_t steps[MAX_DEPTH];
  int count = 0;
  if (!node->source->text) {
    return 0;  // the document is no longer what a file says
  }
  if (!node->value && node->parent) {
    node = node->parent;
  }
  for (; node->parent; node = node->parent) {
    assert(count < MAX_DEPTH);
    steps[count++] = node->key ? ordinal(node) : node->index;
  }
  for (int i = 0; i < count / 2; ++i) {
    const size_t swapped = steps[i];
    steps[i] = steps[count - 1 - i];
    steps[count - 1 - i] = swapped;
  }
  return carom__locate_steps(node->source->text, node->source->length, count, steps);
}

bool carom__node_fail(const carom__node* at, carom_status status, const char* format, ...) {
  carom_diag* error = at->source->error;
  if (error->status != CAROM_OK) {
    return false;
  }
  char message[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  carom__text clean = carom__text_start(error->message, sizeof error->message);
  carom__text_add(&clean, message);
  carom__text path = carom__text_start(error->field, sizeof error->field);
  add_path(&path, at);
  error->status = status;
  error->value = json_number_value(at->value);  // 0 where it is no number
  error->line = line_of(at);
  return false;
}

bool carom__node_fail_diag(const carom__node* at, const carom_diag* diag) {
  const char* dot = strrchr(diag->field, '.');
  const carom__node member = carom__node_member(at, dot ? dot + 1 : diag->field);
  return carom__node_fail(member.value ? &member : at, CAROM_BAD_VALUE, "%s.", diag->message);
}

const char* carom__node_plane_hint(const carom__node* node) {
  while (node->parent) node = node->parent;
  return json_object_get(node->value, "dimension")
             ? ""
             : " That is for 3-D, the default; for a file in the plane add \"dimension\": 2.";
}

static bool is_in(const char* word, const char* const* words) {
  for (; words && *words; ++words) {
    if (strcmp(word, *words) == 0) {
      return true;
    }
  }
  return false;
}

static void list_words(carom__text* list, const char* const* words) {
  for (; *words; ++words) {
    carom__text_add(list, *words);
    carom__text_add(list, words[1] ? ", " : "");
  }
}

static bool refuse_key(const carom__node* member, carom__keys keys) {
  if (is_in(member->key, keys.known)) {
    return carom__node_fail(member, CAROM_UNKNOWN_KEY, "\"%s\" does not belong here: %s.", member->key, keys.reason);
  }
  char meant[MESSAGE_SIZE / 2];
  if (carom__synonym(member->key, keys.allowed, meant, sizeof meant)) {
    return carom__node_fail(member, CAROM_UNKNOWN_KEY, "unknown key \"%.60s\"; %s", member->key, meant);
  }
  const char* nearest = carom__nearest_word(member->key, keys.allowed);
  if (nearest) {
    return carom__node_fail(member, CAROM_UNKNOWN_KEY, "unknown key \"%.60s\"; did you mean \"%s\"?", member->key,
                            nearest);
  }
  char allowed[MESSAGE_SIZE - 100];
  carom__text list = carom__text_start(allowed, sizeof allowed);
  list_words(&list, keys.allowed);
  return carom__node_fail(member, CAROM_UNKNOWN_KEY, "unknown key \"%.60s\"; the keys allowed here are %s.",
                          member->key, allowed);
}

bool carom__node_check_keys(const carom__node* node, carom__keys keys) {
  const char* key;
  json_t* value;
  json_object_foreach(node->value, key, value) {
    if (!is_in(key, keys.allowed)) {
      const carom__node member = carom__node_member(node, key);
      return refuse_key(&member, keys);
    }
  }
  return true;
}
