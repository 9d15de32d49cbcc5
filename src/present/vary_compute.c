/// @file present/vary_compute.c
/// All points of a figure of a parameter.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/vary.h"

/// *diag speaks of this item.
static carom_status fail_at(const carom__vary_table* table, int item, const carom_diag* diag) {
  table->report->item = item;
  return diag->status;
}

static carom_status find_slots(carom__vary_table* table, int item, carom_diag* diag) {
  for (int i = 0; i < table->request->range_count; ++i) {
    const carom_present_range* range = &table->request->ranges[i];
    for (int j = 0; j < range->path_count; ++j) {
      const int slot = carom_vary_find(table->bundle->items[item].vary, range->paths[j], diag);
      if (slot < 0) return fail_at(table, item, diag);
      table->slots[item][i][j] = slot;
    }
  }
  return CAROM_OK;
}

/// Values that only a motion has.
static bool is_of_motion(const char* path) {
  static const char* const heads[] = {"end.", "impacts.", "phases."};
  for (int i = 0; i < 3; ++i)
    if (strncmp(path, heads[i], strlen(heads[i])) == 0) return true;
  return false;
}

/// A scenario that goes on after its contacts is solved at time 0, unless a value of the motion is asked for.
static bool needs_motion(const carom_present_vary_request* request) {
  bool asked = false;
  for (int i = 0; i < request->shown_count; ++i) asked = asked || is_of_motion(request->shown[i]);
  for (int i = 0; i < request->count; ++i) {
    const carom_scenario* scenario = request->items[i].scenario;
    if (scenario->has_motion && (asked || scenario->contact_count == 0)) return true;
  }
  return false;
}

bool carom__vary_read_point(const carom__vary_table* table, int item, carom_reading* out, carom_diag* diag) {
  const carom_present_vary_request* request = table->request;
  carom_vary* vary = table->bundle->items[item].vary;
  return table->moves ? carom_vary_read_motion(vary, request->shown_count, request->shown, out, diag)
                      : carom_vary_read(vary, request->shown_count, request->shown, out, diag);
}

static bool reserve(carom__vary_table* table) {
  const carom_present_vary_request* request = table->request;
  const size_t items = (size_t)request->count;
  table->moves = needs_motion(request);
  table->point_count = request->ranges[0].count * (request->range_count > 1 ? request->ranges[1].count : 1);
  table->report->point_count = table->point_count * request->count;
  table->slots = calloc(items, sizeof *table->slots);
  bool fine = table->slots && carom__label_items(table->bundle);
  for (int i = 0; i < request->shown_count && fine; ++i) {
    table->columns[i].numbers = malloc(items * (size_t)table->point_count * sizeof(double));
    fine = table->columns[i].numbers != NULL;
  }
  return fine;
}

void carom__vary_free(carom__vary_table* table) {
  free(table->slots);
  for (int i = 0; i < CAROM_PRESENT_MOST_SHOWN; ++i) free(table->columns[i].numbers);
}

int carom__vary_word_index(carom__vary_column* column, const char* word) {
  for (int i = 0; i < column->word_count; ++i)
    if (strcmp(column->words[i], word) == 0) return i;
  if (column->word_count == CAROM__VARY_MOST_WORDS) return -1;
  strcpy(column->words[column->word_count], word);
  return column->word_count++;
}

double carom__vary_reading_number(carom__vary_column* column, const carom_reading* reading) {
  if (column->kind == CAROM_READING_NONE) column->kind = reading->kind;
  if (reading->kind == CAROM_READING_NONE || reading->kind != column->kind) return (double)NAN;
  char digits[40];
  if (reading->kind == CAROM_READING_NUMBER && !column->whole_numbers) return reading->number;
  snprintf(digits, sizeof digits, "%g", reading->number);
  const int index = carom__vary_word_index(column, reading->kind == CAROM_READING_WORD ? reading->word : digits);
  return index < 0 ? (double)NAN : index;
}

void carom__vary_set_point(const carom__vary_table* table, int item, double first, double second) {
  const double values[2] = {first, second};
  for (int i = 0; i < table->request->range_count; ++i)
    for (int j = 0; j < table->request->ranges[i].path_count; ++j)
      carom_vary_set(table->bundle->items[item].vary, table->slots[item][i][j], values[i]);
}

static void compute_point(carom__vary_table* table, int item, int point) {
  const carom_present_vary_request* request = table->request;
  carom_reading readings[CAROM_PRESENT_MOST_SHOWN] = {{0}};
  carom_diag diag;
  const int across = point % request->ranges[0].count, up = point / request->ranges[0].count;
  carom__vary_set_point(table, item, carom__vary_value(&request->ranges[0], across),
                        request->range_count > 1 ? carom__vary_value(&request->ranges[1], up) : 0);
  if (!carom__vary_read_point(table, item, readings, &diag) && table->report->failed++ == 0) {
    table->report->first = diag;
    table->report->item = item;
  }
  for (int i = 0; i < request->shown_count; ++i)
    table->columns[i].numbers[item * table->point_count + point] =
        carom__vary_reading_number(&table->columns[i], &readings[i]);
}

static carom_status compute_points(carom__vary_table* table, carom_diag* diag) {
  const carom_present_vary_request* request = table->request;
  const double all = (double)request->count * table->point_count;
  for (int item = 0; item < request->count; ++item) {
    for (int point = 0; point < table->point_count; ++point) {
      compute_point(table, item, point);
      if (request->progress && !request->progress((item * table->point_count + point + 1) / all, request->context))
        return carom__refuse(diag, CAROM_STOPPED, "", 0, "stopped before all points were solved");
    }
  }
  return CAROM_OK;
}

/// A path that named nothing at any point is a mistake; one that has a value at some points is not.
static carom_status check_columns(carom__vary_table* table, carom_diag* diag) {
  carom_present_vary_report* report = table->report;
  if (report->failed == report->point_count) {
    *diag = report->first;
    return diag->status;
  }
  report->item = -1;
  for (int i = 0; i < table->request->shown_count; ++i) {
    if (table->columns[i].kind != CAROM_READING_NONE) continue;
    const carom_vary* vary = table->bundle->items[0].vary;
    if (table->moves)
      carom_vary_unknown_motion_reading(vary, table->request->shown[i], diag);
    else
      carom_vary_unknown_reading(vary, table->request->shown[i], diag);
    return fail_at(table, 0, diag);
  }
  return CAROM_OK;
}

carom_status carom__vary_compute(carom__vary_table* table, carom_diag* diag) {
  if (!reserve(table)) return CAROM_NO_MEMORY;
  carom_status status = CAROM_OK;
  for (int i = 0; i < table->request->count && !status; ++i) status = find_slots(table, i, diag);
  if (!status) status = compute_points(table, diag);
  return status ? status : check_columns(table, diag);
}
