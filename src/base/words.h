// From a code to its word: rows of the public lists as cases of a switch. Private to the library.
#ifndef CAROM_BASE_WORDS_H
#define CAROM_BASE_WORDS_H

/// For lists of X(symbol, value, word).
#define CAROM__CASE_WORD(symbol, value, word) \
  case symbol:                                \
    return word;

/// For lists of X(symbol, value or bit, word, what it means): the word, and what it means.
#define CAROM__CASE_WORD_OF(symbol, value, word, meaning) \
  case symbol:                                            \
    return word;
#define CAROM__CASE_MEANING_OF(symbol, value, word, meaning) \
  case symbol:                                               \
    return meaning;

#endif
