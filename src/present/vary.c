/// @file present/vary.c
/// Figures of numbers that are varied: what is asked for, checked, computed and drawn.
#include "present/vary.h"

#include <math.h>
#include <stdlib.h>

double carom__vary_value(const carom_present_range* range, int index) {
  if (index == range->count - 1) return range->to;
  return range->from + (range->to - range->from) * index / (range->count - 1);
}

void carom__vary_suggest_size(carom_figure* figure, int width, int height) {
  const double design_width = 520, design_height = 560, least_height = 440;
  carom__suggest_size(figure, width, height);
  const double across = figure->width / design_width;
  figure->letters = fmin(across, figure->height / least_height) / fmin(across, figure->height / design_height);
}

static carom_status check_range(const carom_present_range* range, carom_diag* diag) {
  const double width = range->to - range->from;
  if (range->path_count < 1 || range->path_count > CAROM_PRESENT_MOST_PATHS)
    return carom__refuse(diag, CAROM_BAD_VALUE, "path_count", range->path_count, "a range sets 1 to %d numbers, not %d",
                         CAROM_PRESENT_MOST_PATHS, range->path_count);
  if (range->count < 2 || range->count > CAROM_PRESENT_MOST_COUNT)
    return carom__refuse(diag, CAROM_BAD_VALUE, "count", range->count, "a range has 2 to %d values, not %d",
                         CAROM_PRESENT_MOST_COUNT, range->count);
  if (!(width > 0) || !isfinite(width))
    return carom__refuse(diag, CAROM_BAD_VALUE, "to", range->to, "a range goes up, from one finite number to another");
  return carom__require(range->paths, "paths", "name the numbers that are set", diag);
}

/// A map shows one value of one scenario.
static carom_status check_map(const carom_present_vary_request* request, carom_diag* diag) {
  if (request->count > 1)
    return carom__refuse(diag, CAROM_BAD_VALUE, "count", request->count, "a map shows one scenario");
  if (request->shown_count > 1)
    return carom__refuse(diag, CAROM_BAD_VALUE, "shown_count", request->shown_count, "a map shows one value");
  if (request->ranges[0].count * request->ranges[1].count > CAROM_PRESENT_MOST_POINTS)
    return carom__refuse(diag, CAROM_BAD_VALUE, "ranges", 0,
                         "the map would have more than %d points; give smaller counts", CAROM_PRESENT_MOST_POINTS);
  return CAROM_OK;
}

static carom_status check_items(const carom_present_vary_request* request, carom_diag* diag) {
  carom_status status = carom__require(request->items, "items", "be the scenarios that are varied", diag);
  if (!status && request->count < 1)
    return carom__refuse(diag, CAROM_BAD_VALUE, "count", request->count, "there is no scenario to vary");
  for (int i = 0; i < request->count && !status; ++i) {
    status = carom__require(request->items[i].scenario, "items.scenario", "be the scenario that is varied", diag);
    if (!status) status = carom__require(request->items[i].vary, "items.vary", "come from carom_vary_open", diag);
  }
  return status;
}

static carom_status check(const carom_present_vary_request* request, carom_diag* diag) {
  if (request->range_count < 1 || request->range_count > 2)
    return carom__refuse(diag, CAROM_BAD_VALUE, "range_count", request->range_count,
                         "there are one range or two, not %d", request->range_count);
  if (request->shown_count < 1 || request->shown_count > CAROM_PRESENT_MOST_SHOWN)
    return carom__refuse(diag, CAROM_BAD_VALUE, "shown_count", request->shown_count, "1 to %d values are shown, not %d",
                         CAROM_PRESENT_MOST_SHOWN, request->shown_count);
  carom_status status = carom__require(request->shown, "shown", "name what is shown", diag);
  for (int i = 0; i < request->range_count && !status; ++i) status = check_range(&request->ranges[i], diag);
  if (!status) status = check_items(request, diag);
  return status || request->range_count == 1 ? status : check_map(request, diag);
}

static carom_status draw(carom__vary_table* table, carom_diag* diag) {
  carom_figure figure = table->request->figure;
  char title[CAROM__NAME_SIZE];
  carom__vary_title(table, sizeof title, title);
  if (!figure.title) figure.title = title;
  return table->request->range_count == 1 ? carom__vary_draw_chart(table, &figure, diag)
                                          : carom__vary_draw_map(table, &figure, diag);
}

carom_status carom_present_vary(const carom_present_vary_request* request, carom_present_vary_report* report,
                                carom_diag* diag) {
  carom_diag unread;
  carom_present_vary_report unwanted;
  if (!diag) diag = &unread;
  if (!report) report = &unwanted;
  *report = (carom_present_vary_report){.item = -1};
  carom_status status = carom__require(request, "request", "say what is varied", diag);
  if (!status) status = check(request, diag);
  if (status) return status;
  carom__bundle bundle = {.count = request->count, .items = request->items};
  carom__vary_table* table = calloc(1, sizeof *table);
  if (table) *table = (carom__vary_table){.request = request, .report = report, .bundle = &bundle};
  status = table ? carom__vary_compute(table, diag) : CAROM_NO_MEMORY;
  if (!status) status = draw(table, diag);
  if (table) carom__vary_free(table);
  free(table);
  free(bundle.labels);
  return carom__present_end(status, diag);
}
