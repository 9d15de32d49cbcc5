/// @file fuzz.h
/// What every fuzz target shares: numbers, surfaces and matrices out of bytes, what must hold of every answer, and a
/// count.
///
/// A target defines fuzz_target. Bytes that have run out are zeros, so that a short input means something too.
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/contact.h"

typedef struct fuzz_input {
  const uint8_t* at;
  size_t left;
} fuzz_input;

void fuzz_target(fuzz_input* in);

uint8_t fuzz_byte(fuzz_input* in);
/// least .. most, one byte.
int fuzz_int(fuzz_input* in, int least, int most);
/// Any double: ordinary ones mostly, but also NaN, infinities, denormals, and any pattern of bits.
double fuzz_number(fuzz_input* in);
/// Likewise, but mostly a positive one.
double fuzz_positive(fuzz_input* in);
carom_vec2 fuzz_vec2(fuzz_input* in);
carom_vec3 fuzz_vec3(fuzz_input* in);
void fuzz_numbers(fuzz_input* in, int count, double* out);
/// A surface that is allowed mostly.
carom_surface fuzz_surface(fuzz_input* in);
/// size x size: mostly A A^T of some numbers, with rank `size` or less; else any numbers.
void fuzz_matrix(fuzz_input* in, int size, double* out);
carom_mat3 fuzz_mat3(fuzz_input* in);
/// Mostly of unit length.
carom_vec3 fuzz_unit(fuzz_input* in);
carom_frame fuzz_frame(fuzz_input* in);

/// Ends the run with a sentence: a finding.
_Noreturn void fuzz_fail(const char* what, double value);

/// Counts an answer, or a refusal, which must have its sentence. True for an answer.
bool fuzz_answered(carom_status status, const carom_diag* diag);

/// Of an answer no number may be infinite or NaN.
void fuzz_finite(const char* what, int count, const double* values);

/// What an impact does to energy: v after = v + W P, no gain beyond rounding but by Newton's law, losses that are
/// losses.
void fuzz_energy(const carom_energy* energy, double scale, bool may_gain);

#endif
