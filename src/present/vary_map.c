/// @file present/vary_map.c
/// Two numbers varied: a map of one value. Words get exact borders, found by solving between the points of the grid.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/vary.h"

enum {
  NAME_SIZE = 288,
  HALVINGS = 10,
  MOST_WHOLE = 8,
  MOST_PARTS = 8,  ///< of a step, where a grid is refined
  FINEST = 1025,   ///< points across or up: more are finer than a figure's pixels
};

typedef struct map {
  carom__vary_table* table;
  carom__vary_column* column;
  int columns, rows;
  int parts;        ///< of the grid's steps that one of those asked for has
  double* numbers;  ///< at columns x rows points
  double *across_changes, *up_changes;
  bool has_slivers;                                             ///< between two neighbours there is a third word
  char words[CAROM__VARY_MOST_WORDS][CAROM_READING_WORD_SIZE];  ///< in markup
  const char* word_list[CAROM__VARY_MOST_WORDS];
} map;

/// The value at a place between the points, as the column counts it; NaN for none.
static double value_at(map* m, double across, double up) {
  carom_reading reading = {0};
  carom_diag error;
  carom__vary_set_point(m->table, 0, across, up);
  if (!carom__vary_read_point(m->table, 0, &reading, &error)) return (double)NAN;
  return carom__vary_reading_number(m->column, &reading);
}

/// Of a point of the grid, which may be finer than the one asked for.
static double place(const carom_present_range* range, int index, int count) {
  return range->from + (range->to - range->from) * index / (count - 1);
}

static carom_vec2 place_of(const map* m, int at) {
  const carom_present_range* ranges = m->table->request->ranges;
  return (carom_vec2){place(&ranges[0], at % m->columns, m->columns), place(&ranges[1], at / m->columns, m->rows)};
}

/// Where between two points the first one's word ends, from 0 to 1.
static double find_change(map* m, int a, int b) {
  const carom_vec2 from = place_of(m, a), to = place_of(m, b);
  double low = 0, high = 1;
  for (int i = 0; i < HALVINGS; ++i) {
    const double middle = 0.5 * (low + high);
    const double value = value_at(m, from.x + middle * (to.x - from.x), from.y + middle * (to.y - from.y));
    const bool same = value == m->numbers[a];
    if (!same && !isnan(value) && value != m->numbers[b]) m->has_slivers = true;
    *(same ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

static bool differs(const map* m, int a, int b) {
  const double x = m->numbers[a], y = m->numbers[b];
  return !isnan(x) && !isnan(y) && x != y;
}

static int count_changes(const map* m) {
  int count = 0;
  for (int row = 0; row < m->rows; ++row) {
    for (int column = 0; column < m->columns; ++column) {
      const int at = row * m->columns + column;
      count += column + 1 < m->columns && differs(m, at, at + 1);
      count += row + 1 < m->rows && differs(m, at, at + m->columns);
    }
  }
  return count;
}

/// Without a search borders lie half-way.
static void find_changes(map* m, bool search) {
  for (int row = 0; row < m->rows; ++row) {
    for (int column = 0; column < m->columns; ++column) {
      const int at = row * m->columns + column;
      if (column + 1 < m->columns)
        m->across_changes[row * (m->columns - 1) + column] =
            search && differs(m, at, at + 1) ? find_change(m, at, at + 1) : 0.5;
      if (row + 1 < m->rows)
        m->up_changes[at] = search && differs(m, at, at + m->columns) ? find_change(m, at, at + m->columns) : 0.5;
    }
  }
}

static void free_grid(const map* m) {
  free(m->numbers);
  free(m->across_changes);
  free(m->up_changes);
}

static bool make_grid(map* m, int columns, int rows) {
  const size_t size = (size_t)columns * (size_t)rows * sizeof(double);
  m->columns = columns;
  m->rows = rows;
  m->numbers = malloc(size);
  m->across_changes = malloc(size);
  m->up_changes = malloc(size);
  return m->numbers && m->across_changes && m->up_changes;
}

/// The value at a point of a grid `parts` times finer: that of the points around it where they agree.
static double refined_value(map* fine, const map* coarse, int at) {
  const int parts = fine->parts;
  const int column = at % fine->columns, row = at / fine->columns;
  const int left = column / parts, right = (column + parts - 1) / parts;
  const int below = row / parts * coarse->columns, above = (row + parts - 1) / parts * coarse->columns;
  const double value = coarse->numbers[below + left];
  if (value == coarse->numbers[below + right] && value == coarse->numbers[above + left] &&
      value == coarse->numbers[above + right])
    return value;
  const carom_vec2 there = place_of(fine, at);
  return value_at(fine, there.x, there.y);
}

static int parts_of(const map* m) {
  int parts = MOST_PARTS;
  while (parts > 1 && ((m->columns - 1) * parts >= FINEST || (m->rows - 1) * parts >= FINEST)) parts /= 2;
  return parts;
}

/// Where three regions meet, one of them may be thinner than a step: the corner is seen on a finer grid only.
static void refine(map* m) {
  const int parts = parts_of(m);
  map* fine = malloc(sizeof *fine);
  if (parts > 1 && fine) {
    *fine = *m;
    fine->parts = parts;
    if (make_grid(fine, (m->columns - 1) * parts + 1, (m->rows - 1) * parts + 1)) {
      for (int i = 0; i < fine->columns * fine->rows; ++i) fine->numbers[i] = refined_value(fine, m, i);
      find_changes(fine, true);
      free_grid(m);
      *m = *fine;
    } else {
      free_grid(fine);  // the map is as it was
    }
  }
  free(fine);
}

/// Where the words change everywhere there is no border to find, and the time is better saved.
static void find_borders(map* m) {
  const bool worthwhile = count_changes(m) <= m->columns * m->rows / 2;
  find_changes(m, worthwhile);
  if (m->has_slivers) refine(m);
}

/// A few whole numbers are drawn as words: they count something. False if there are others.
static bool take_whole_numbers(map* m) {
  double found[MOST_WHOLE];
  int count = 0;
  for (int i = 0; i < m->columns * m->rows; ++i) {
    const double value = m->numbers[i];
    int at = 0;
    if (isnan(value)) continue;
    while (at < count && found[at] != value) ++at;
    if (at < count) continue;
    if (count == MOST_WHOLE || value != floor(value) || fabs(value) > 1e6) return false;
    for (at = count++; at > 0 && found[at - 1] > value; --at) found[at] = found[at - 1];
    found[at] = value;
  }
  for (int i = 0; i < count; ++i) {
    char word[CAROM_READING_WORD_SIZE];
    snprintf(word, sizeof word, "%g", found[i]);
    carom__vary_word_index(m->column, word);
  }
  for (int i = 0; i < m->columns * m->rows; ++i) {
    double* value = &m->numbers[i];
    for (int at = 0; at < count; ++at) {
      if (*value != found[at]) continue;
      *value = at;
      break;
    }
  }
  m->column->whole_numbers = true;
  return count > 0;
}

/// Sequences of events are words of letters; what these mean comes below the map, unless points are missing.
static void explain_letters(const map* m, size_t size, char* note) {
  for (int i = 0; i < m->column->word_count; ++i) {
    const char* word = m->column->words[i];
    if (*word == '\0' || strspn(word, "lcsr") != strlen(word)) return;
  }
  if (m->column->word_count > 0 && *note == '\0')
    snprintf(note, size, "c: compression ends, s: slip stops, r: the impact ends");
}

static carom_status draw(map* m, carom_figure* figure, carom_diag* diag) {
  const carom_present_vary_request* request = m->table->request;
  const carom_scenario* scenario = m->table->bundle->items[0].scenario;
  char across[NAME_SIZE], up[NAME_SIZE], what[NAME_SIZE], subtitle[400], note[80];
  const bool has_words = m->column->word_count > 0;
  const carom__vary_words words = carom__vary_words_of(request->shown[0], scenario, false);
  carom__vary_axis_name(&request->ranges[0], scenario, sizeof across, across);
  carom__vary_axis_name(&request->ranges[1], scenario, sizeof up, up);
  carom__vary_name(&words, sizeof what, what);
  carom__vary_subtitle(m->table, sizeof subtitle, subtitle);
  carom__vary_note(m->table, sizeof note, note);
  if (has_words) find_borders(m);
  for (int i = 0; i < m->column->word_count; ++i) {  // some were found between the points
    carom_figure_escape(m->column->words[i], m->words[i], sizeof m->words[i]);
    m->word_list[i] = m->words[i];
  }
  explain_letters(m, sizeof note, note);
  const carom_figure_map_input input = {
      .across = across,
      .across_unit = carom__vary_words_of(request->ranges[0].paths[0], scenario, true).unit,
      .up = up,
      .up_unit = carom__vary_words_of(request->ranges[1].paths[0], scenario, true).unit,
      .left = request->ranges[0].from,
      .right = request->ranges[0].to,
      .bottom = request->ranges[1].from,
      .top = request->ranges[1].to,
      .columns = m->columns,
      .rows = m->rows,
      .values = m->numbers,
      .parts = m->parts,
      .what = what,
      .unit = words.unit,
      .words = has_words ? m->word_list : NULL,
      .word_count = m->column->word_count,
      .across_changes = m->across_changes,
      .up_changes = m->up_changes,
      .subtitle = *subtitle ? subtitle : NULL,
      .note = *note ? note : NULL};
  carom__vary_suggest_size(figure, 650, 650);
  return carom_figure_map(figure, &input, diag);
}

carom_status carom__vary_draw_map(carom__vary_table* table, carom_figure* figure, carom_diag* diag) {
  const carom_present_range* ranges = table->request->ranges;
  carom_status status = CAROM_NO_MEMORY;
  map* m = calloc(1, sizeof *m);
  if (m) *m = (map){.table = table, .column = &table->columns[0], .parts = 1};
  if (m && make_grid(m, ranges[0].count, ranges[1].count)) {
    memcpy(m->numbers, m->column->numbers, (size_t)table->point_count * sizeof(double));
    if (m->column->kind == CAROM_READING_NUMBER) take_whole_numbers(m);
    status = draw(m, figure, diag);
  } else {
    snprintf(diag->message, sizeof diag->message, "there is not enough memory");
  }
  if (m) free_grid(m);
  free(m);
  return status;
}
