// JSON text to a document, and every way in which that fails in words of our own.
#include "format/load.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "format/locate.h"
#include "text/clean_text.h"

// Where memory runs out as a long token grows, jansson (2.14, lex_save) drops a byte of it and goes on: 0.123 could be
// read as 0.13. So its allocations are watched, and a text during whose reading one failed is not believed.
static _Thread_local bool memory_failed;
static json_malloc_t next_malloc;

static void* watched_malloc(size_t size) {
  void* memory = next_malloc(size);
  if (!memory) memory_failed = true;
  return memory;
}

/// Once, in front of what is there: a host may have set functions of its own.
static void watch_memory(void) {
  static atomic_int state;  // 0 nobody, 1 somebody is at it, 2 done
  int nobody = 0;
  if (atomic_load_explicit(&state, memory_order_acquire) == 2) return;
  if (atomic_compare_exchange_strong(&state, &nobody, 1)) {
    json_free_t next_free;
    json_get_alloc_funcs(&next_malloc, &next_free);
    json_set_alloc_funcs(watched_malloc, next_free);
    atomic_store_explicit(&state, 2, memory_order_release);
  }
  while (atomic_load_explicit(&state, memory_order_acquire) != 2) continue;
}

static void set_error(carom_diag* error, carom_status status, int line, const char* message) {
  carom__text clean = carom__text_start(error->message, sizeof error->message);
  carom__text_add(&clean, message);
  error->status = status;
  error->value = 0;
  error->line = line;
}

/// jansson knows the position of these two; the walker turns it into the key.
static void set_error_at_key(const carom__source* source, const json_error_t* found, carom_status status,
                             const char* advice) {
  carom_diag* error = source->error;
  char message[sizeof error->message];
  carom__locate_path(source->text, (size_t)found->position, error->field, sizeof error->field);
  const char* dot = strrchr(error->field, '.');
  snprintf(message, sizeof message, advice, dot ? dot + 1 : error->field);
  set_error(error, status, found->line, message);
}

static bool stops_before(const carom__source* source, const json_error_t* found, const char* word) {
  const size_t position = (size_t)found->position, length = strlen(word);
  return position + length <= source->length && memcmp(source->text + position, word, length) == 0;
}

/// The mistakes that are worth a word more than jansson has for them.
static const char* hint(const carom__source* source, const json_error_t* found) {
  if (strstr(found->text, "'NaN'") || strstr(found->text, "'Infinity'") || stops_before(source, found, "Infinity")) {
    return " JSON has no NaN and no Infinity; every number must be finite.";
  }
  if (strstr(found->text, "near '/'") || strstr(found->text, "near '#'")) return " JSON has no comments.";
  if (strstr(found->text, "near '}'") || strstr(found->text, "near ']'")) {
    return " Is there a comma before the closing bracket? JSON allows none.";
  }
  return strstr(found->text, "unable to decode") ? " The file must be UTF-8." : "";
}

static void set_syntax_error(const carom__source* source, const json_error_t* found) {
  char message[sizeof source->error->message];
  snprintf(message, sizeof message, "this is not JSON: %s (line %d, column %d).%s", found->text, found->line,
           found->column, hint(source, found));
  set_error(source->error, CAROM_SYNTAX, found->line, message);
}

static void set_load_error(const carom__source* source, const json_error_t* found) {
  switch (json_error_code(found)) {
    case json_error_duplicate_key:
      set_error_at_key(source, found, CAROM_DUPLICATE_KEY, "the key \"%.100s\" is given twice; it must be given once.");
      break;
    case json_error_numeric_overflow:
      set_error_at_key(source, found, CAROM_BAD_VALUE,
                       "the number at \"%.100s\" is too large for a double; it must be below 1.8e308.");
      break;
    case json_error_out_of_memory:
      set_error(source->error, CAROM_NO_MEMORY, 0, "there is not enough memory to read this file.");
      break;
    default:
      set_syntax_error(source, found);
  }
}

static bool is_blank(const carom__source* source) {
  for (size_t i = 0; i < source->length; ++i) {
    if (!strchr(" \t\r\n", source->text[i])) {
      return false;
    }
  }
  return true;
}

json_t* carom__load_json(const carom__source* source) {
  const char* nul = source->length > 0 ? memchr(source->text, '\0', source->length) : NULL;
  if (nul) {
    set_error(source->error, CAROM_SYNTAX, carom__locate_line(source->text, (size_t)(nul - source->text)),
              "this is not JSON: it holds a byte of value 0; it must be plain UTF-8 text.");
    return NULL;
  }
  if (is_blank(source)) {
    set_error(source->error, CAROM_SYNTAX, 1, "the file is empty; it must hold an object: {\"carom\": 1, ...}.");
    return NULL;
  }
  json_error_t found;
  watch_memory();
  memory_failed = false;
  json_t* document = json_loadb(source->text, source->length,
                                JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL | JSON_DECODE_ANY, &found);
  if (memory_failed) {
    json_decref(document);
    set_error(source->error, CAROM_NO_MEMORY, 0, "there is not enough memory to read this file.");
    return NULL;
  }
  if (!document) set_load_error(source, &found);
  return document;
}

void carom__walk_json(carom__path_walk* walk, json_t* value) {
  const bool nested = json_is_object(value) || json_is_array(value);
  if (!nested) {
    const char* word = json_is_string(value) ? json_string_value(value) : json_is_true(value) ? "true" : "false";
    const bool is_number = json_is_number(value);
    carom__path_hear(walk, (carom__path_value){.number = is_number ? json_number_value(value) : 0.0,
                                               .word = is_number ? NULL : word});
    return;
  }
  carom__path_open(walk, json_is_object(value) ? '{' : '[');
  if (walk->depth <= CAROM__PATH_DEPTH) {
    const char* key;
    json_t* member;
    size_t index;
    json_object_foreach(value, key, member) {
      carom__path_key(walk, key);
      carom__walk_json(walk, member);
    }
    json_array_foreach(value, index, member) carom__walk_json(walk, member);
  }
  carom__path_close(walk);
}
