/// @file json_number.c
/// A result is mostly numbers, and printf with a read-back test takes about a microsecond for each of them. So numbers
/// of everyday size go through exact integer arithmetic instead; all others still use printf.
#include "format/json_number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_number_character(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e';
}

/// The locale may have written the decimal point as a comma or as several bytes.
static int with_decimal_point(const char* printed, char* text) {
  int length = 0;
  for (const char* c = printed; *c != '\0'; ++c) {
    if (is_number_character(*c)) {
      text[length++] = *c;
    } else if (length > 0 && text[length - 1] != '.') {
      text[length++] = '.';
    }
  }
  text[length] = '\0';
  return length;
}

int carom__number_print_slowly(double x, char text[CAROM__NUMBER_SIZE]) {
  char printed[CAROM__NUMBER_SIZE];
  for (int digits = 15; digits <= 17; ++digits) {
    snprintf(printed, sizeof printed, "%.*g", digits, x);
    if (strtod(printed, NULL) == x) {
      break;
    }
  }
  return with_decimal_point(printed, text);
}

static int print_unsigned(uint64_t value, char* text) {
  char reversed[20];
  int length = 0;
  do {
    reversed[length++] = (char)('0' + (int)(value % 10));
    value /= 10;
  } while (value > 0);
  for (int i = 0; i < length; ++i) {
    text[i] = reversed[length - 1 - i];
  }
  return length;
}

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 wide;

/// digits * 10^(exponent - 16), where digits has 17 decimal digits.
typedef struct decimal {
  uint64_t digits;
  int exponent;
} decimal;

static const uint64_t SMALLEST = UINT64_C(10000000000000000);  // 10^16, the smallest number of 17 digits

/// 5^27 is the largest power of five in 64 bits, which is what bounds the fast path below.
enum { MAX_POWER_OF_FIVE = 27 };

static uint64_t power_of_five(int k) {
  uint64_t power = 1;
  for (int i = 0; i < k; ++i) power *= 5;
  return power;
}

/// x 10^k in exact fixed point: value / 2^shift. A neighbour of x is nearer to any decimal that lies half_ulp or more
/// away.
typedef struct scaled {
  wide value;
  wide half_ulp;
  int shift;
} scaled;

static scaled scale(double x, int k) {
  int exponent;
  const uint64_t fraction = (uint64_t)ldexp(frexp(x, &exponent), 53);  // x = fraction 2^(exponent - 53)
  const uint64_t five = power_of_five(k);
  // One extra bit makes half a unit in the last place a whole number.
  return (scaled){.value = (wide)(2 * fraction) * five, .half_ulp = five, .shift = 53 - exponent - k + 1};
}

static bool reads_back(scaled x, uint64_t candidate) {
  const wide decimal_value = (wide)candidate << x.shift;
  const wide off = decimal_value > x.value ? decimal_value - x.value : x.value - decimal_value;
  return off < x.half_ulp;
}

/// The candidate with the fewest digits of 15, 16, 17 that reads back.
static bool shortest(scaled x, uint64_t* digits) {
  const uint64_t truncated = (uint64_t)(x.value >> x.shift);
  for (uint64_t unit = 100; unit >= 10; unit /= 10) {
    const uint64_t candidate = (truncated + unit / 2) / unit * unit;
    if (reads_back(x, candidate)) {
      *digits = candidate;
      return true;
    }
  }
  *digits = (uint64_t)((x.value + ((wide)1 << (x.shift - 1))) >> x.shift);
  return reads_back(x, *digits);
}

/// x with its leading digit at 10^exponent. False where that is not its leading digit or nothing reads back.
static bool to_decimal_at(double x, int exponent, decimal* out) {
  const int k = 16 - exponent;
  if (k < 2 || k > MAX_POWER_OF_FIVE) return false;
  const scaled value = scale(x, k);
  if (value.shift < 1 || value.shift > 63 || value.value >> value.shift >= 10 * SMALLEST) return false;
  out->exponent = exponent;
  if (!shortest(value, &out->digits)) return false;
  if (out->digits == 10 * SMALLEST) {  // 9.99.. rounded up to 10
    out->digits = SMALLEST;
    ++out->exponent;
  }
  return out->digits >= SMALLEST;
}

/// Works for 1e-10 <= x < 1e15 that is no power of two (whose neighbours are not equally far away).
static bool to_decimal(double x, decimal* out) {
  static const double log10_of_2 = 0.30102999566398120;
  int binary_exponent;
  if (!(x >= 1e-10 && x < 1e15) || frexp(x, &binary_exponent) == 0.5) return false;
  // x lies between two powers of two, and so its leading digit at one of two places.
  const int exponent = (int)floor((binary_exponent - 1) * log10_of_2);
  return to_decimal_at(x, exponent, out) || to_decimal_at(x, exponent + 1, out);
}

/// Lays the digits out as %g does: 0.00123, 12.5, 1.5e-07.
static int lay_out(decimal number, char* text) {
  char digits[20];
  int count = print_unsigned(number.digits, digits);
  while (count > 1 && digits[count - 1] == '0') {
    --count;
  }
  if (number.exponent < -4) {
    const int head = sprintf(text, "%c%s%.*s", digits[0], count > 1 ? "." : "", count - 1, digits + 1);
    return head + sprintf(text + head, "e-%02d", -number.exponent);
  }
  if (number.exponent < 0) {
    const int zeros = -number.exponent - 1;
    memcpy(text, "0.000", 5);
    memcpy(text + 2 + zeros, digits, (size_t)count);
    return 2 + zeros + count;
  }
  const int whole = number.exponent + 1;
  memcpy(text, digits, (size_t)whole);  // digits has zeros beyond count
  if (count <= whole) {
    return whole;
  }
  text[whole] = '.';
  memcpy(text + whole + 1, digits + whole, (size_t)(count - whole));
  return count + 1;
}

static int print_everyday(double x, char* text) {
  decimal number;
  return to_decimal(x, &number) ? lay_out(number, text) : 0;
}

#else

static int print_everyday(double x, char* text) {
  (void)x;
  (void)text;
  return 0;
}

#endif

/// x > 0; returns 0 when the slow way is needed.
static int print_fast(double x, char* text) {
  if (x < 1e15 && x == floor(x)) {
    return print_unsigned((uint64_t)x, text);
  }
  return print_everyday(x, text);
}

int carom__number_print(double x, char text[CAROM__NUMBER_SIZE]) {
  if (!isfinite(x) || x == 0) {
    strcpy(text, !isfinite(x) ? "null" : signbit(x) ? "-0.0" : "0");
    return (int)strlen(text);
  }
  const int sign = x < 0 ? 1 : 0;
  text[0] = '-';
  const int length = print_fast(fabs(x), text + sign);
  if (length == 0) {
    return carom__number_print_slowly(x, text);
  }
  text[sign + length] = '\0';
  return sign + length;
}
