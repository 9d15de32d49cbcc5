/// @file units.h
/// Numbers with a unit, as text: "30 mph", "45 deg", "150 lb".
#ifndef CAROM_FORMAT_UNITS_H
#define CAROM_FORMAT_UNITS_H

#include <stdbool.h>
#include <stddef.h>

/// What a number of a file measures. A generalized velocity is a speed or a rate: the file does not say which.
typedef enum carom__quantity {
  CAROM__PLAIN,  ///< a pure number, or one whose unit depends on other things: it has no text
  CAROM__LENGTH,
  CAROM__MASS,
  CAROM__SPEED,
  CAROM__ANGLE,
  CAROM__RATE,
  CAROM__TIME,
  CAROM__INERTIA,
  CAROM__ACCELERATION,
  CAROM__SPEED_OR_RATE,
} carom__quantity;

/// What the number under `key` measures, or the items of the array there; `owner` is the key of the object around it,
/// or NULL.
carom__quantity carom__quantity_of(const char* key, const char* owner);

/// What a text with a number was found to be.
typedef enum carom__measure {
  CAROM__MEASURED,    ///< a number and a unit of the quantity
  CAROM__NO_NUMBER,   ///< it does not begin with a number
  CAROM__NO_UNIT,     ///< a number alone
  CAROM__OTHER_UNIT,  ///< what follows the number is no unit of the quantity
} carom__measure;

/// Reads text as a quantity; *si gets its value in SI units, rad for angles. It is the double nearest to the number,
/// times the unit, to a rounding or two.
carom__measure carom__measure_text(const char* text, carom__quantity quantity, double* si);

/// "a speed", and "m/s, km/h, mph or ft/s".
const char* carom__quantity_name(carom__quantity quantity);
void carom__list_units(carom__quantity quantity, char* out, size_t size);

#endif
