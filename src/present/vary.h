/// @file present/vary.h
/// Figures of numbers that are varied: private to the room present.
#ifndef CAROM_PRESENT_VARY_H
#define CAROM_PRESENT_VARY_H

#include "present/present.h"

enum { CAROM__VARY_MOST_WORDS = 64 };  ///< different words that one value can have

/// The index-th value of a range; the ends are exact.
double carom__vary_value(const carom_present_range* range, int index);

/// What one path that is shown gave, for all items.
typedef struct carom__vary_column {
  carom_reading_kind kind;  ///< of the first value; a value of the other kind counts as none
  double* numbers;          ///< item after item, point after point; NaN for none. Words by their index
  char words[CAROM__VARY_MOST_WORDS][CAROM_READING_WORD_SIZE];
  int word_count;
  bool whole_numbers;  ///< the words are numbers that were few and whole
} carom__vary_column;

/// Slots of the numbers that are set, by range and path.
typedef int carom__vary_slots[2][CAROM_PRESENT_MOST_PATHS];

/// All that was computed. Points run through the first range, then through the second.
typedef struct carom__vary_table {
  const carom_present_vary_request* request;
  carom_present_vary_report* report;
  carom__bundle* bundle;
  bool moves;                ///< the motions are run; else the impacts are solved
  int point_count;           ///< of one item
  carom__vary_slots* slots;  ///< of each item
  carom__vary_column columns[CAROM_PRESENT_MOST_SHOWN];
} carom__vary_table;

/// Solves all points. The table must be freed either way.
carom_status carom__vary_compute(carom__vary_table* table, carom_diag* diag);
void carom__vary_free(carom__vary_table* table);
/// Sets both ranges of one item.
void carom__vary_set_point(const carom__vary_table* table, int item, double first, double second);
/// Reads what is shown of one item at the numbers set now. False with *diag filled when there is no answer.
bool carom__vary_read_point(const carom__vary_table* table, int item, carom_reading* out, carom_diag* diag);
/// What a reading is in its column: a number, the index of a word, or NaN for none.
double carom__vary_reading_number(carom__vary_column* column, const carom_reading* reading);
/// The index of a word in the column's list, which it joins; -1 where there are too many.
int carom__vary_word_index(carom__vary_column* column, const char* word);

/// How a path is called in a figure, in markup.
typedef struct carom__vary_words {
  char quantity[80];  ///< "velocity"
  char symbol[80];    ///< "{/:Italic V}_x after", or ""
  char owner[128];    ///< "ball: ", or "" where there is but one it could be
  const char* unit;   ///< "" for none
} carom__vary_words;

/// `set` for a number that is set, else one that is read.
carom__vary_words carom__vary_words_of(const char* path, const carom_scenario* scenario, bool set);
/// "contact 2: friction μ"
void carom__vary_name(const carom__vary_words* words, int size, char* out);
/// The words of a range's axis; numbers that are set together have the name that they share.
void carom__vary_axis_name(const carom_present_range* range, const carom_scenario* scenario, int size, char* out);
/// "Mode against friction and restitution": a title for all values, where that of a scenario would name one outcome.
void carom__vary_title(const carom__vary_table* table, int size, char* out);
/// "Stronge, e = 0.5  ·  ν = 0.3": what the files have in common and is not varied.
void carom__vary_subtitle(const carom__vary_table* table, int size, char* out);
/// "12 points have no answer", or "".
void carom__vary_note(const carom__vary_table* table, int size, char* out);

/// The size that suits, unless the user gave one, and letters as large as the width allows, in low figures too.
void carom__vary_suggest_size(carom_figure* figure, int width, int height);
carom_status carom__vary_draw_chart(const carom__vary_table* table, carom_figure* figure, carom_diag* diag);
carom_status carom__vary_draw_map(carom__vary_table* table, carom_figure* figure, carom_diag* diag);

#endif
