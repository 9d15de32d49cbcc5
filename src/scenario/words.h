/// @file words.h
/// The words of the file format for the choices in carom/scenario.h.
#ifndef CAROM_SCENARIO_WORDS_H
#define CAROM_SCENARIO_WORDS_H

#include "carom/scenario.h"

const char* carom__invariant_word(carom_invariant_type type);

#endif
