/// @file json_number.h
/// Doubles as text that reads back exactly.
#ifndef CAROM_FORMAT_JSON_NUMBER_H
#define CAROM_FORMAT_JSON_NUMBER_H

enum { CAROM__NUMBER_SIZE = 32 };

/// Writes x with 15, 16 or 17 significant digits, the first that reads back as exactly x, with a decimal point whatever
/// the locale says, and ends it with NUL. Minus zero becomes -0.0, since a reader takes -0 for the integer 0. JSON has
/// no word for NaN and infinity: they become null. Returns the length.
int carom__number_print(double x, char text[CAROM__NUMBER_SIZE]);

/// The same by way of the C library: slower, for every finite x. For tests and for numbers off the fast path.
int carom__number_print_slowly(double x, char text[CAROM__NUMBER_SIZE]);

#endif
