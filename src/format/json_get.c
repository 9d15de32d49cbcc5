// Typed values out of nodes, each with the sentence for what is wrong.
#include "format/json_get.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "format/json_number.h"
#include "format/synonyms.h"
#include "format/units.h"
#include "text/clean_text.h"
#include "text/nearest.h"

enum { NAME_SIZE = 80, VALUE_SIZE = 100 };

const carom__range carom__any_number = {-DBL_MAX, DBL_MAX, false, "a number"};
const carom__range carom__positive = {0, DBL_MAX, true, "a number > 0"};
const carom__range carom__not_negative = {0, DBL_MAX, false, "a number >= 0"};
const carom__range carom__from_0_to_1 = {0, 1, false, "a number from 0 to 1"};

bool carom__get_nothing(const carom__node* node, carom__presence presence, const char* expected) {
  if (presence == CAROM__OPTIONAL) {
    return true;
  }
  return carom__node_fail(node, CAROM_MISSING_KEY, "the key \"%s\" is missing; it must be %s.", node->key, expected);
}

/// The value in words, as far as it is worth repeating.
static const char* describe(const json_t* value, char out[VALUE_SIZE]) {
  char number[CAROM__NUMBER_SIZE];
  switch (json_typeof(value)) {
    case JSON_OBJECT:
      return "an object";
    case JSON_ARRAY:
      snprintf(out, VALUE_SIZE, "an array of %zu", json_array_size(value));
      return out;
    case JSON_STRING:
      snprintf(out, VALUE_SIZE, "the text \"%.60s\"", json_string_value(value));
      return out;
    case JSON_INTEGER:
    case JSON_REAL:
      carom__number_print(json_number_value(value), number);
      snprintf(out, VALUE_SIZE, "the number %s", number);
      return out;
    case JSON_TRUE:
      return "true";
    case JSON_FALSE:
      return "false";
    case JSON_NULL:
      break;
  }
  return "null";
}

bool carom__get_wrong_type_in_space(const carom__node* node, const char* expected) {
  char name[NAME_SIZE], value[VALUE_SIZE];
  return carom__node_fail(node, CAROM_WRONG_TYPE, "\"%s\" is %s; it must be %s.%s",
                          carom__node_name(node, name, sizeof name), describe(node->value, value), expected,
                          carom__node_plane_hint(node));
}

bool carom__get_wrong_type(const carom__node* node, const char* expected) {
  char name[NAME_SIZE], value[VALUE_SIZE];
  return carom__node_fail(node, CAROM_WRONG_TYPE, "\"%s\" is %s; it must be %s.",
                          carom__node_name(node, name, sizeof name), describe(node->value, value), expected);
}

bool carom__as_object(const carom__node* node, carom__keys keys) {
  if (!json_is_object(node->value)) {
    return carom__get_wrong_type(node, "an object");
  }
  return carom__node_check_keys(node, keys);
}

bool carom__get_object(const carom__node* parent, const char* key, carom__node* out) {
  *out = carom__node_member(parent, key);
  if (!out->value) {
    return carom__get_nothing(out, CAROM__REQUIRED, "an object");
  }
  return json_is_object(out->value) || carom__get_wrong_type(out, "an object");
}

const char* carom__entries(size_t count) {
  return count == 1 ? "entry" : "entries";
}

static bool check_size(const carom__node* array, int minimum, int maximum) {
  const size_t size = json_array_size(array->value);
  char name[NAME_SIZE];
  carom__node_name(array, name, sizeof name);
  if (size >= (size_t)minimum && size <= (size_t)maximum) {
    return true;
  }
  const char* entries = carom__entries(size);
  if (minimum == maximum) {
    const bool is_planar = minimum == 3 && size == 2;
    return carom__node_fail(array, CAROM_BAD_VALUE, "\"%s\" has %zu %s; it must have exactly %d.%s", name, size,
                            entries, minimum, is_planar ? carom__node_plane_hint(array) : "");
  }
  return carom__node_fail(array, CAROM_BAD_VALUE, "\"%s\" has %zu %s; it must have %d to %d.", name, size, entries,
                          minimum, maximum);
}

bool carom__get_array(const carom__node* parent, const char* key, int minimum, int maximum, carom__node* out) {
  *out = carom__node_member(parent, key);
  if (!out->value) {
    return carom__get_nothing(out, CAROM__REQUIRED, "an array");
  }
  if (!json_is_array(out->value)) {
    return carom__get_wrong_type(out, "an array");
  }
  return check_size(out, minimum, maximum);
}

/// What the number at a node measures: its own key says so, or that of the arrays around it.
static carom__quantity quantity_of(const carom__node* node) {
  while (!node->key && node->parent) node = node->parent;
  return node->key ? carom__quantity_of(node->key, node->parent ? node->parent->key : NULL) : CAROM__PLAIN;
}

/// A text where a number was expected.
static bool refuse_text(const carom__node* node, const char* expected, carom__measure measure) {
  const carom__quantity quantity = quantity_of(node);
  char name[NAME_SIZE], units[VALUE_SIZE], better[4 * VALUE_SIZE];
  if (quantity == CAROM__PLAIN || measure == CAROM__NO_NUMBER) return carom__get_wrong_type(node, expected);
  carom__list_units(quantity, units, sizeof units);
  if (measure == CAROM__NO_UNIT) {
    snprintf(better, sizeof better, "%s, without quotes, or have its unit with it: %s", expected, units);
    return carom__get_wrong_type(node, better);
  }
  return carom__node_fail(node, CAROM_BAD_VALUE, "\"%s\" is \"%.60s\", which has no unit of %s; the units are %s.",
                          carom__node_name(node, name, sizeof name), json_string_value(node->value),
                          carom__quantity_name(quantity), units);
}

/// The value at a node in SI units: a number, or a text with a number and a unit.
static bool get_value(const carom__node* node, const char* expected, double* out) {
  if (json_is_number(node->value)) {
    *out = json_number_value(node->value);
    return true;
  }
  if (!json_is_string(node->value)) return carom__get_wrong_type(node, expected);
  const carom__measure measure = carom__measure_text(json_string_value(node->value), quantity_of(node), out);
  return measure == CAROM__MEASURED || refuse_text(node, expected, measure);
}

static bool as_number(const carom__node* node, const carom__range* range, double* out) {
  double x;
  if (!get_value(node, range->text, &x)) return false;
  if (x >= range->low && x <= range->high && !(range->above_low && x == range->low)) {
    *out = x;
    return true;
  }
  char name[NAME_SIZE], number[CAROM__NUMBER_SIZE];
  carom__number_print(x, number);
  return carom__node_fail(node, CAROM_BAD_VALUE, "\"%s\" is %s; it must be %s.",
                          carom__node_name(node, name, sizeof name), number, range->text);
}

bool carom__get_number(const carom__node* parent, const char* key, carom__presence presence, const carom__range* range,
                       double* out) {
  const carom__node node = carom__node_member(parent, key);
  return node.value ? as_number(&node, range, out) : carom__get_nothing(&node, presence, range->text);
}

bool carom__get_bool(const carom__node* parent, const char* key, bool* out) {
  const carom__node node = carom__node_member(parent, key);
  if (node.value && !json_is_boolean(node.value)) {
    return carom__get_wrong_type(&node, "true or false");
  }
  if (node.value) {
    *out = json_is_true(node.value);
  }
  return true;
}

static bool refuse_word(const carom__node* node, const char* const* words) {
  char list[VALUE_SIZE];
  const char* const* all = words;
  carom__text text = carom__text_start(list, sizeof list);
  for (; *words; ++words) {
    carom__text_add(&text, "\"");
    carom__text_add(&text, *words);
    carom__text_add(&text, words[1] ? (words[2] ? "\", " : "\" or ") : "\"");
  }
  if (!json_is_string(node->value)) {
    return carom__get_wrong_type(node, list);
  }
  const char* value = json_string_value(node->value);
  const char* meant = carom__value_synonym(value, all);
  if (!meant) meant = carom__nearest_word(value, all);
  if (meant)
    return carom__node_fail(node, CAROM_BAD_VALUE, "\"%s\" is \"%.60s\"; it must be %s. Did you mean \"%s\"?",
                            node->key, value, list, meant);
  return carom__node_fail(node, CAROM_BAD_VALUE, "\"%s\" is \"%.60s\"; it must be %s.", node->key, value, list);
}

bool carom__get_word(const carom__node* parent, const char* key, const char* const* words, int* out) {
  const carom__node node = carom__node_member(parent, key);
  if (!node.value) {
    return true;
  }
  const char* word = json_string_value(node.value);
  for (int i = 0; word && words[i]; ++i) {
    if (strcmp(word, words[i]) == 0) {
      *out = i;
      return true;
    }
  }
  return refuse_word(&node, words);
}

bool carom__as_numbers(const carom__node* node, int count, const carom__range* range, double* out) {
  char expected[VALUE_SIZE];
  snprintf(expected, sizeof expected, "an array of %d numbers", count);
  if (!json_is_array(node->value)) {
    return carom__get_wrong_type(node, expected);
  }
  if (!check_size(node, count, count)) {
    return false;
  }
  for (int i = 0; i < count; ++i) {
    const carom__node item = carom__node_item(node, (size_t)i);
    if (!as_number(&item, range, &out[i])) {
      return false;
    }
  }
  return true;
}

bool carom__get_numbers(const carom__node* parent, const char* key, carom__presence presence, int count, double* out) {
  const carom__node node = carom__node_member(parent, key);
  char expected[VALUE_SIZE];
  snprintf(expected, sizeof expected, "an array of %d numbers", count);
  return node.value ? carom__as_numbers(&node, count, &carom__any_number, out)
                    : carom__get_nothing(&node, presence, expected);
}

bool carom__as_matrix(const carom__node* node, int rows, int columns, double* out) {
  char expected[VALUE_SIZE];
  snprintf(expected, sizeof expected, "an array of %d rows of %d numbers", rows, columns);
  if (!node->value) {
    return carom__get_nothing(node, CAROM__REQUIRED, expected);
  }
  if (!json_is_array(node->value)) {
    return carom__get_wrong_type(node, expected);
  }
  if (!check_size(node, rows, rows)) {
    return false;
  }
  for (int i = 0; i < rows; ++i) {
    const carom__node row = carom__node_item(node, (size_t)i);
    if (!carom__as_numbers(&row, columns, &carom__any_number, out + (size_t)i * (size_t)columns)) {
      return false;
    }
  }
  return true;
}

bool carom__get_matrix(const carom__node* parent, const char* key, int rows, int columns, double* out) {
  const carom__node node = carom__node_member(parent, key);
  return carom__as_matrix(&node, rows, columns, out);
}

bool carom__get_vector(const carom__node* parent, const char* key, carom__presence presence, int dimension,
                       carom_vec3* out) {
  double components[3] = {out->x, out->y, out->z};
  if (!carom__get_numbers(parent, key, presence, dimension, components)) {
    return false;
  }
  *out = (carom_vec3){components[0], components[1], components[2]};
  return true;
}
