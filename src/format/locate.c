// Walks over JSON text that is known to be right, to find lines and paths.
#include "format/locate.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "text/clean_text.h"

typedef struct walker {
  const char* at;
  const char* end;
} walker;

static bool is_at(const walker* w, char c) {
  return w->at < w->end && *w->at == c;
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skip_space(walker* w) {
  while (w->at < w->end && is_space(*w->at)) {
    ++w->at;
  }
}

static void skip_mark(walker* w, char mark) {
  skip_space(w);
  if (is_at(w, mark)) {
    ++w->at;
  }
  skip_space(w);
}

static void skip_string(walker* w) {
  for (++w->at; w->at < w->end && *w->at != '"'; ++w->at) {
    if (*w->at == '\\') {
      ++w->at;
    }
  }
  w->at = w->at < w->end ? w->at + 1 : w->end;
}

static void skip_scalar(walker* w) {
  while (w->at < w->end && *w->at != ',' && *w->at != ']' && *w->at != '}' && !is_space(*w->at)) {
    ++w->at;
  }
}

/// Counts brackets instead of recursing, so that deep nesting costs no stack.
static void skip_value(walker* w) {
  int depth = 0;
  do {
    if (is_at(w, '"')) {
      skip_string(w);
    } else if (is_at(w, '{') || is_at(w, '[')) {
      ++depth;
      ++w->at;
    } else if (is_at(w, '}') || is_at(w, ']')) {
      --depth;
      ++w->at;
    } else if (depth == 0) {
      skip_scalar(w);
    } else {
      ++w->at;
    }
  } while (depth > 0 && w->at < w->end);
}

/// From the opening bracket to the start of member or item number `step`.
static void enter(walker* w, size_t step) {
  const bool is_object = is_at(w, '{');
  ++w->at;
  skip_space(w);
  for (size_t i = 0; i < step && w->at < w->end; ++i) {
    if (is_object) {
      skip_string(w);
      skip_mark(w, ':');
    }
    skip_value(w);
    skip_mark(w, ',');
  }
}

int carom__locate_line(const char* text, size_t offset) {
  int line = 1;
  for (size_t i = 0; i < offset; ++i) {
    line += text[i] == '\n';
  }
  return line;
}

int carom__locate_steps(const char* text, size_t length, int count, const size_t* steps) {
  walker w = {text, text + length};
  skip_space(&w);
  for (int i = 0; i < count; ++i) {
    enter(&w, steps[i]);
    const bool is_key = i + 1 < count && is_at(&w, '"');
    if (is_key) {
      skip_string(&w);
      skip_mark(&w, ':');
    }
  }
  return carom__locate_line(text, (size_t)(w.at - text));
}

carom__span carom__locate_value(const char* text, size_t length, int count, const size_t* steps) {
  walker w = {text, text + length};
  skip_space(&w);
  for (int i = 0; i < count; ++i) {
    const bool is_object = is_at(&w, '{');
    enter(&w, steps[i]);
    if (is_object) {
      skip_string(&w);
      skip_mark(&w, ':');
    }
  }
  const size_t from = (size_t)(w.at - text);
  skip_value(&w);
  return (carom__span){from, (size_t)(w.at - text)};
}

/// The key as the reader of the file means it, with its escapes resolved.
static void append_key(carom__text* path, const char* token, const char* token_end) {
  json_t* key = json_loadb(token, (size_t)(token_end - token), JSON_DECODE_ANY, NULL);
  carom__text_add_step(path, json_is_string(key) ? json_string_value(key) : "");
  json_decref(key);
}

/// Steps over the members of an object until the walker's end falls into one. Leaves the walker at that member's value
/// and returns true if there is something inside to look at.
static bool descend_object(walker* w, carom__text* path) {
  for (++w->at, skip_space(w); is_at(w, '"'); skip_mark(w, ',')) {
    const char* key = w->at;
    skip_string(w);
    const char* key_end = w->at;
    skip_mark(w, ':');
    const char* value = w->at;
    skip_value(w);
    if (w->at >= w->end) {
      append_key(path, key, key_end);
      w->at = value;
      return value < w->end;
    }
  }
  return false;
}

static bool descend_array(walker* w, carom__text* path) {
  size_t index = 0;
  for (++w->at, skip_space(w); w->at < w->end && !is_at(w, ']'); skip_mark(w, ','), ++index) {
    const char* value = w->at;
    skip_value(w);
    if (w->at >= w->end) {
      char digits[24];
      snprintf(digits, sizeof digits, "%zu", index);
      carom__text_add_step(path, digits);
      w->at = value;
      return true;
    }
  }
  return false;
}

void carom__locate_path(const char* text, size_t position, char* path, size_t size) {
  walker w = {text, text + position};
  carom__text steps = carom__text_start(path, size);
  bool inside = true;
  skip_space(&w);
  // Each level walks the rest of the text again; a full buffer ends that, however deep the nesting is.
  while (inside && !steps.is_full) {
    inside = is_at(&w, '{') ? descend_object(&w, &steps) : is_at(&w, '[') ? descend_array(&w, &steps) : false;
  }
}
