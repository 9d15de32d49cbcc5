// The JSON writer: commas, indentation and escapes, over a sink.
#include "format/json_writer.h"

#include <stdio.h>
#include <string.h>

#include "format/json_number.h"

static void put(carom__json* json, const char* text, int length) {
  carom__buffer_put(&json->buffer, text, length);
}

static void put_char(carom__json* json, char c) {
  put(json, &c, 1);
}

static void new_line(carom__json* json) {
  put_char(json, '\n');
  for (int i = 0; i < json->depth; ++i) {
    put(json, "  ", 2);
  }
}

/// Whatever belongs between the value before and the one that follows.
static void separate(carom__json* json) {
  if (json->after_key) {
    json->after_key = false;
    return;
  }
  if (!json->empty) {
    put_char(json, ',');
  }
  if (json->depth > 0 && json->indented) {
    new_line(json);
  } else if (!json->empty) {
    put_char(json, ' ');
  }
  json->empty = false;
}

void carom__json_start(carom__json* json, bool indented, carom_sink sink) {
  carom__buffer_start(&json->buffer, sink);
  json->indented = indented;
  json->drops_minus_zero = false;
  json->empty = true;
  json->after_key = false;
  json->walk = NULL;
  json->depth = 0;
}

void carom__json_start_walk(carom__json* json, carom__path_walk* walk) {
  carom__json_start(json, false, (carom_sink){0});
  json->walk = walk;
}

bool carom__json_finish(carom__json* json) {
  if (json->walk) return true;
  put_char(json, '\n');
  return carom__buffer_flush(&json->buffer);
}

void carom__json_open(carom__json* json, char bracket) {
  if (json->walk) {
    carom__path_open(json->walk, bracket);
    return;
  }
  separate(json);
  put_char(json, bracket);
  ++json->depth;
  json->empty = true;
}

void carom__json_close(carom__json* json, char bracket) {
  if (json->walk) {
    carom__path_close(json->walk);
    return;
  }
  --json->depth;
  if (json->indented && !json->empty) {
    new_line(json);
  }
  put_char(json, bracket);
  json->empty = false;
}

/// Length of the valid UTF-8 sequence at text (Unicode table 3-7), or 0. A NUL inside ends the comparison early.
static int utf8_length(const unsigned char* text) {
  const unsigned char lead = text[0];
  if (lead < 0x80) {
    return 1;
  }
  const int length = lead >= 0xC2 && lead <= 0xDF   ? 2
                     : (lead & 0xF0) == 0xE0        ? 3
                     : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                    : 0;
  if (length == 0) {
    return 0;
  }
  // The second byte alone decides about overlong forms, surrogates and values beyond U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (text[1] < low || text[1] > high) {
    return 0;
  }
  for (int i = 2; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  return length;
}

static void put_ascii(carom__json* json, char c) {
  static const char plain[] = "\"\\\b\f\n\r\t";
  static const char letter[] = "\"\\bfnrt";
  const char* known = strchr(plain, c);
  if (known != NULL) {
    const char escape[2] = {'\\', letter[known - plain]};
    put(json, escape, 2);
  } else if ((unsigned char)c < 0x20 || c == 0x7F) {
    char escape[8];
    put(json, escape, snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(unsigned char)c));
  } else {
    put_char(json, c);
  }
}

/// How many characters at text need no escape. Nearly every word is one such run.
static int plain_run(const char* text) {
  int length = 0;
  while (text[length] >= 0x20 && text[length] < 0x7F && text[length] != '"' && text[length] != '\\' && length < 1000)
    ++length;
  return length;
}

static void put_text(carom__json* json, const char* text) {
  put_char(json, '"');
  while (*text != '\0') {
    const int run = plain_run(text);
    put(json, text, run);
    text += run;
    if (*text == '\0') break;
    const int length = utf8_length((const unsigned char*)text);
    if (length == 1) {
      put_ascii(json, *text);
    } else if (length > 1) {
      put(json, text, length);
    } else {
      put(json, "\xEF\xBF\xBD", 3);  // U+FFFD, the replacement character
    }
    text += length > 0 ? length : 1;
  }
  put_char(json, '"');
}

void carom__json_key(carom__json* json, const char* key) {
  if (json->walk) {
    carom__path_key(json->walk, key);
    return;
  }
  separate(json);
  put_text(json, key);
  put(json, ": ", 2);
  json->after_key = true;
}

void carom__json_string(carom__json* json, const char* text) {
  if (json->walk) {
    carom__path_hear(json->walk, (carom__path_value){.word = text});
    return;
  }
  separate(json);
  put_text(json, text);
}

void carom__json_number(carom__json* json, double x) {
  char text[CAROM__NUMBER_SIZE];
  if (json->drops_minus_zero) x += 0.0;
  if (json->walk) {
    carom__path_hear(json->walk, (carom__path_value){.number = x});
    return;
  }
  separate(json);
  put(json, text, carom__number_print(x, text));
}

void carom__json_integer(carom__json* json, int value) {
  carom__json_number(json, (double)value);
}

void carom__json_null(carom__json* json) {
  if (json->walk) {
    carom__path_hear(json->walk, (carom__path_value){.word = "null"});
    return;
  }
  separate(json);
  put(json, "null", 4);
}

void carom__json_bool(carom__json* json, bool value) {
  if (json->walk) {
    carom__path_hear(json->walk, (carom__path_value){.word = value ? "true" : "false"});
    return;
  }
  separate(json);
  put(json, value ? "true" : "false", value ? 4 : 5);
}

void carom__json_numbers(carom__json* json, int count, const double* values) {
  const bool indented = json->indented;
  carom__json_open(json, '[');
  json->indented = false;
  for (int i = 0; i < count; ++i) {
    carom__json_number(json, values[i]);
  }
  carom__json_close(json, ']');
  json->indented = indented;
}

void carom__json_matrix(carom__json* json, int rows, int columns, const double* values) {
  carom__json_open(json, '[');
  for (int i = 0; i < rows; ++i) {
    carom__json_numbers(json, columns, values + (size_t)i * (size_t)columns);
  }
  carom__json_close(json, ']');
}

void carom__json_vector(carom__json* json, int dimension, carom_vec3 vector) {
  const double components[3] = {vector.x, vector.y, vector.z};
  carom__json_numbers(json, dimension, components);
}
