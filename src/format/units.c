// Numbers with a unit, as text: which keys take them, which units there are, and what they are worth.
#include "format/units.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "text/clean_text.h"

/// One unit is numerator/denominator SI units; two numbers, so that km/h and rpm are rounded once.
typedef struct unit {
  carom__quantity quantity;
  const char* word;
  double numerator, denominator;
} unit;

#define PI 3.14159265358979323846

/// The inch, the pound and with them the mile are defined in metres and kilograms (1959), so all of these are exact but
/// for pi.
static const unit UNITS[] = {
    {CAROM__LENGTH, "m", 1, 1},
    {CAROM__LENGTH, "mm", 1, 1000},
    {CAROM__LENGTH, "cm", 1, 100},
    {CAROM__LENGTH, "km", 1000, 1},
    {CAROM__LENGTH, "in", 0.0254, 1},
    {CAROM__LENGTH, "ft", 0.3048, 1},
    {CAROM__LENGTH, "yd", 0.9144, 1},
    {CAROM__LENGTH, "mi", 1609.344, 1},
    {CAROM__MASS, "kg", 1, 1},
    {CAROM__MASS, "g", 1, 1000},
    {CAROM__MASS, "t", 1000, 1},
    {CAROM__MASS, "lb", 0.45359237, 1},
    {CAROM__MASS, "oz", 0.45359237, 16},
    {CAROM__SPEED, "m/s", 1, 1},
    {CAROM__SPEED, "km/h", 1, 3.6},
    {CAROM__SPEED, "mph", 0.44704, 1},
    {CAROM__SPEED, "ft/s", 0.3048, 1},
    {CAROM__ANGLE, "rad", 1, 1},
    {CAROM__ANGLE, "deg", PI, 180},
    {CAROM__RATE, "rad/s", 1, 1},
    {CAROM__RATE, "deg/s", PI, 180},
    {CAROM__RATE, "rpm", PI, 30},
    {CAROM__TIME, "s", 1, 1},
    {CAROM__TIME, "ms", 1, 1000},
    {CAROM__INERTIA, "kg m^2", 1, 1},
    {CAROM__INERTIA, "lb ft^2", 0.45359237 * 0.3048 * 0.3048, 1},
    {CAROM__ACCELERATION, "m/s^2", 1, 1},
    {CAROM__ACCELERATION, "ft/s^2", 0.3048, 1},
};

enum { UNIT_COUNT = sizeof UNITS / sizeof UNITS[0], LONGEST_NUMBER = 60 };

typedef struct key_meaning {
  const char* owner;  ///< NULL: in any object
  const char* key;
  carom__quantity quantity;
} key_meaning;

/// The first row that fits counts.
static const key_meaning KEYS[] = {
    {"mechanism", "velocity", CAROM__SPEED_OR_RATE},
    {NULL, "mass", CAROM__MASS},
    {NULL, "inertia", CAROM__INERTIA},
    {NULL, "position", CAROM__LENGTH},
    {NULL, "point", CAROM__LENGTH},
    {NULL, "points", CAROM__LENGTH},
    {NULL, "sphere", CAROM__LENGTH},
    {NULL, "disc", CAROM__LENGTH},
    {NULL, "circle", CAROM__LENGTH},
    {NULL, "polygon", CAROM__LENGTH},
    {NULL, "box", CAROM__LENGTH},
    {NULL, "at", CAROM__LENGTH},
    {NULL, "radius", CAROM__LENGTH},
    {NULL, "length", CAROM__LENGTH},
    {NULL, "centre", CAROM__LENGTH},
    {NULL, "base", CAROM__LENGTH},
    {NULL, "velocity", CAROM__SPEED},
    {NULL, "v", CAROM__SPEED},
    {NULL, "cutoff_speed", CAROM__SPEED},
    {NULL, "angle", CAROM__ANGLE},
    {NULL, "angles", CAROM__ANGLE},
    {NULL, "spin", CAROM__RATE},
    {NULL, "rates", CAROM__RATE},
    {NULL, "until", CAROM__TIME},
    {NULL, "sample", CAROM__TIME},
    {NULL, "gravity", CAROM__ACCELERATION},
};

carom__quantity carom__quantity_of(const char* key, const char* owner) {
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; ++i) {
    const bool at_home = !KEYS[i].owner || (owner && strcmp(KEYS[i].owner, owner) == 0);
    if (at_home && strcmp(KEYS[i].key, key) == 0) return KEYS[i].quantity;
  }
  return CAROM__PLAIN;
}

static bool has_unit(carom__quantity quantity, const unit* candidate) {
  if (quantity == CAROM__SPEED_OR_RATE)
    return candidate->quantity == CAROM__SPEED || candidate->quantity == CAROM__RATE;
  return candidate->quantity == quantity;
}

static const unit* find_unit(carom__quantity quantity, const char* word) {
  for (int i = 0; i < UNIT_COUNT; ++i)
    if (has_unit(quantity, &UNITS[i]) && strcmp(UNITS[i].word, word) == 0) return &UNITS[i];
  return NULL;
}

/// How many characters at the start of text look like a number: an e counts only if digits follow.
static size_t number_length(const char* text) {
  size_t length = strspn(text, "+-0123456789.");
  if (length > 0 && (text[length] == 'e' || text[length] == 'E')) {
    const size_t sign = strspn(text + length + 1, "+-");
    const size_t digits = strspn(text + length + 1 + sign, "0123456789");
    if (digits > 0) length += 1 + sign + digits;
  }
  return length;
}

/// The number as JSON would have it, whatever the locale is.
static bool read_number(const char* text, size_t length, double* out) {
  if (length == 0 || length > LONGEST_NUMBER) return false;
  json_t* number = json_loadb(text, length, JSON_DECODE_ANY, NULL);
  const bool is_number = json_is_number(number);
  if (is_number) *out = json_number_value(number);
  json_decref(number);
  return is_number;
}

carom__measure carom__measure_text(const char* text, carom__quantity quantity, double* si) {
  const size_t length = number_length(text);
  double number;
  if (!read_number(text, length, &number)) return CAROM__NO_NUMBER;
  const char* word = text + length + strspn(text + length, " ");
  if (*word == '\0') return CAROM__NO_UNIT;
  const unit* found = find_unit(quantity, word);
  if (!found) return CAROM__OTHER_UNIT;
  const double value = number * found->numerator / found->denominator;
  if (!isfinite(value)) return CAROM__NO_NUMBER;
  *si = value;
  return CAROM__MEASURED;
}

const char* carom__quantity_name(carom__quantity quantity) {
  static const char* const names[] = {[CAROM__PLAIN] = "a number",
                                      [CAROM__LENGTH] = "a length",
                                      [CAROM__MASS] = "a mass",
                                      [CAROM__SPEED] = "a speed",
                                      [CAROM__ANGLE] = "an angle",
                                      [CAROM__RATE] = "a rate of turning",
                                      [CAROM__TIME] = "a time",
                                      [CAROM__INERTIA] = "a moment of inertia",
                                      [CAROM__ACCELERATION] = "an acceleration",
                                      [CAROM__SPEED_OR_RATE] = "a speed or a rate of turning"};
  return names[quantity];
}

void carom__list_units(carom__quantity quantity, char* out, size_t size) {
  carom__text list = carom__text_start(out, size);
  int left = 0;
  for (int i = 0; i < UNIT_COUNT; ++i) left += has_unit(quantity, &UNITS[i]);
  for (int i = 0; i < UNIT_COUNT; ++i) {
    if (!has_unit(quantity, &UNITS[i])) continue;
    carom__text_add(&list, UNITS[i].word);
    --left;
    carom__text_add(&list, left > 1 ? ", " : left == 1 ? " or " : "");
  }
}
