/// @file figure_vary_compute.c
/// All points of a figure of a parameter.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "figure_vary.h"

static int no_memory(void) {
  fputs("carom figure: there is not enough memory\n", stderr);
  return CLI_NO_ANSWER;
}

static int report(const vary_table* table, int item, carom_diag* error) {
  const figure_item* from = &table->bundle->items[item];
  error->line = from->line;
  return cli_report(from->file, error, false);
}

static int open_item(vary_table* table, int item) {
  const figure_item* from = &table->bundle->items[item];
  carom_diag error;
  table->varies[item] = carom_vary_open(from->text, from->text_length, &error);
  if (!table->varies[item]) return report(table, item, &error);
  for (int i = 0; i < table->request->range_count; i++) {
    const vary_range* range = &table->request->ranges[i];
    for (int j = 0; j < range->path_count; j++) {
      table->slots[i][j] = carom_vary_find(table->varies[item], range->paths[j], &error);
      if (table->slots[i][j] < 0) return report(table, item, &error);
    }
  }
  return CLI_SOLVED;
}

static bool reserve(vary_table* table) {
  const vary_request* request = table->request;
  const size_t files = (size_t)table->bundle->count;
  table->point_count = request->ranges[0].count * (request->range_count > 1 ? request->ranges[1].count : 1);
  table->varies = calloc(files, sizeof *table->varies);
  bool fine = table->varies != NULL;
  for (int i = 0; i < request->shown_count && fine; i++) {
    table->columns[i].numbers = malloc(files * (size_t)table->point_count * sizeof(double));
    fine = table->columns[i].numbers != NULL;
  }
  return fine;
}

void vary_free(vary_table* table) {
  for (int i = 0; table->varies && i < table->bundle->count; i++) carom_vary_free(table->varies[i]);
  free(table->varies);
  for (int i = 0; i < VARY_MOST_SHOWN; i++) free(table->columns[i].numbers);
}

int vary_word_index(vary_column* column, const char* word) {
  for (int i = 0; i < column->word_count; i++)
    if (strcmp(column->words[i], word) == 0) return i;
  if (column->word_count == VARY_MOST_WORDS) return -1;
  strcpy(column->words[column->word_count], word);
  return column->word_count++;
}

double vary_reading_number(vary_column* column, const carom_reading* reading) {
  if (column->kind == CAROM_READING_NONE) column->kind = reading->kind;
  if (reading->kind == CAROM_READING_NONE || reading->kind != column->kind) return (double)NAN;
  char digits[40];
  if (reading->kind == CAROM_READING_NUMBER && !column->whole_numbers) return reading->number;
  snprintf(digits, sizeof digits, "%g", reading->number);
  const int index = vary_word_index(column, reading->kind == CAROM_READING_WORD ? reading->word : digits);
  return index < 0 ? (double)NAN : index;
}

void vary_set_point(vary_table* table, int item, double first, double second) {
  const double values[2] = {first, second};
  for (int i = 0; i < table->request->range_count; i++)
    for (int j = 0; j < table->request->ranges[i].path_count; j++)
      carom_vary_set(table->varies[item], table->slots[i][j], values[i]);
}

static void compute_point(vary_table* table, int item, int point) {
  const vary_request* request = table->request;
  carom_reading readings[VARY_MOST_SHOWN] = {{0}};
  carom_diag error;
  const int across = point % request->ranges[0].count, up = point / request->ranges[0].count;
  vary_set_point(table, item, vary_value(&request->ranges[0], across),
                 request->range_count > 1 ? vary_value(&request->ranges[1], up) : 0);
  if (!carom_vary_read(table->varies[item], request->shown_count, request->shown, readings, &error)) {
    if (table->failed++ == 0) {
      table->error = error;
      table->error_item = item;
    }
  }
  for (int i = 0; i < request->shown_count; i++)
    table->columns[i].numbers[item * table->point_count + point] =
        vary_reading_number(&table->columns[i], &readings[i]);
}

/// Says on a terminal how far a long computation is, once a second.
static void show_progress(time_t* last, long done, long all) {
  const time_t now = time(NULL);
  if (now - *last < 1 || !isatty(STDERR_FILENO)) return;
  *last = now;
  fprintf(stderr, "\r%3ld %% of the points ", 100 * done / all);
}

static void compute_points(vary_table* table) {
  const long all = (long)table->bundle->count * table->point_count;
  const time_t begin = time(NULL);
  time_t last = begin;
  for (int item = 0; item < table->bundle->count; item++) {
    for (int point = 0; point < table->point_count; point++) {
      compute_point(table, item, point);
      show_progress(&last, (long)item * table->point_count + point, all);
    }
  }
  if (last != begin && isatty(STDERR_FILENO)) fprintf(stderr, "\r%24s\r", "");
}

/// A path that named nothing at any point is a mistake; one that has a value at some points is not.
static int check_columns(vary_table* table) {
  if (table->failed == table->bundle->count * table->point_count)
    return report(table, table->error_item, &table->error);
  for (int i = 0; i < table->request->shown_count; i++) {
    carom_diag error = {0};
    if (table->columns[i].kind != CAROM_READING_NONE) continue;
    carom_vary_unknown_reading(table->varies[0], table->request->shown[i], &error);
    return report(table, 0, &error);
  }
  return CLI_SOLVED;
}

int vary_compute(vary_table* table) {
  if (!reserve(table)) return no_memory();
  int code = CLI_SOLVED;
  for (int i = 0; i < table->bundle->count && code == CLI_SOLVED; i++) code = open_item(table, i);
  if (code != CLI_SOLVED) return code;
  compute_points(table);
  return check_columns(table);
}
