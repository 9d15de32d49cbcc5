/// @file fuzz_text.h
/// What the targets that read text share.
#ifndef TESTS_FUZZ_FUZZ_TEXT_H
#define TESTS_FUZZ_FUZZ_TEXT_H

#include "carom/scenario.h"
#include "fuzz.h"

/// A scenario of tests/kit/good_texts.c, chosen by a byte; without `motion` one that no time passes in. The caller
/// frees it.
char* fuzz_good_text(fuzz_input* in, bool motion);

/// The next line of the input, or all that is left, with an end mark. The caller frees it.
char* fuzz_line(fuzz_input* in);
/// All that is left likewise; *length without the end mark.
char* fuzz_rest(fuzz_input* in, size_t* length);

/// Whether it is small enough to be run here: several contacts may take the whole of their budget each time, so that
/// what bounds the work of an input is how many contacts, pairs and steps it has.
bool fuzz_is_small(const carom_scenario* scenario);

/// A progress function that ends a motion after a number of calls; context: int, how many there were.
bool fuzz_go_on(double done, void* context);

/// Takes any text, and fails now and then where *context (int) runs out: a disk that is full.
carom_sink fuzz_sink(int* room);

#endif
