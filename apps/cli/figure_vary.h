/// @file figure_vary.h
/// Figures of a parameter: what the files of --vary and --show share.
#ifndef CAROM_CLI_FIGURE_VARY_H
#define CAROM_CLI_FIGURE_VARY_H

#include "carom/vary.h"
#include "figure.h"

enum {
  VARY_MOST_PATHS = 16,  ///< of one --vary
  VARY_MOST_SHOWN = 12,
  VARY_MOST_COUNT = 10001,
  VARY_MOST_POINTS = 250000,
  VARY_MOST_WORDS = 64,  ///< different words that one --show can have
  VARY_TEXT_SIZE = 2048
};

/// One --vary: numbers that are set together.
typedef struct vary_range {
  char text[VARY_TEXT_SIZE];
  const char* paths[VARY_MOST_PATHS];
  int path_count;
  double from, to;
  int count;
} vary_range;

/// What the arguments ask for.
typedef struct vary_request {
  vary_range ranges[2];
  int range_count;
  char text[VARY_TEXT_SIZE];
  const char* shown[VARY_MOST_SHOWN];
  int shown_count;
} vary_request;

/// Returns an exit code, after a message where it is not 0.
int vary_parse(const cli_options* options, vary_request* out);
/// The index-th value of a range; the ends are exact.
double vary_value(const vary_range* range, int index);

/// What one --show gave, for all files.
typedef struct vary_column {
  carom_reading_kind kind;  ///< of the first value; a value of the other kind counts as none
  double* numbers;          ///< file after file, point after point; NaN for none. Words by their index
  char words[VARY_MOST_WORDS][CAROM_READING_WORD_SIZE];
  int word_count;
  bool whole_numbers;  ///< the words are numbers that were few and whole
} vary_column;

/// All that was computed. Points run through the first range, then through the second.
typedef struct vary_table {
  const vary_request* request;
  const figure_bundle* bundle;
  int point_count;  ///< of one file
  carom_vary** varies;
  int slots[2][VARY_MOST_PATHS];  ///< the same for all files
  vary_column columns[VARY_MOST_SHOWN];
  bool is_named;     ///< the user gave a title; else the subtitle names the scenario
  int failed;        ///< points without an answer, of all files
  carom_diag error;  ///< of the first of them
  int error_item;
} vary_table;

/// Solves all points. Returns an exit code; the table must be freed either way.
int vary_compute(vary_table* table);
void vary_free(vary_table* table);
/// Sets both ranges of one file.
void vary_set_point(vary_table* table, int item, double first, double second);
/// What a reading is in its column: a number, the index of a word, or NaN for none.
double vary_reading_number(vary_column* column, const carom_reading* reading);
/// The index of a word in the column's list, which it joins; -1 where there are too many.
int vary_word_index(vary_column* column, const char* word);

/// How a path is called in a figure, in markup.
typedef struct vary_words {
  char quantity[80];  ///< "velocity"
  char symbol[80];    ///< "{/:Italic V}_x after", or ""
  char owner[128];    ///< "ball: ", or "" where there is but one it could be
  const char* unit;   ///< "" for none
} vary_words;

/// `set` for a number that is set, else one that is read.
vary_words vary_words_of(const char* path, const carom_scenario* scenario, bool set);
/// "contact 2: friction μ"
void vary_name(const vary_words* words, int size, char* out);
/// The words of a range's axis; numbers that are set together have the name that they share.
void vary_axis_name(const vary_range* range, const carom_scenario* scenario, int size, char* out);
/// "Mode against friction and restitution": a title for all values, where that of a scenario would name one outcome.
void vary_title(const vary_table* table, int size, char* out);
/// "Stronge, e = 0.5  ·  ν = 0.3": what the files have in common and is not varied.
void vary_subtitle(const vary_table* table, int size, char* out);
/// "12 points have no answer", or "".
void vary_note(const vary_table* table, int size, char* out);

/// The size that suits, unless the user gave one, and letters as large as the width allows, in low figures too.
void vary_suggest_size(carom_figure* figure, int width, int height);
carom_status vary_draw_chart(const vary_table* table, carom_figure* figure, carom_diag* diag);
carom_status vary_draw_map(vary_table* table, carom_figure* figure, carom_diag* diag);

#endif
