/// @file present/present.c
/// From scenarios to a figure: solve what is not solved, name it, and hand it to its kind.
#include "carom/present.h"

#include <stdlib.h>

#include "present/kinds.h"

/// Rows of samples that a figure wants: enough that lines look smooth.
enum { SAMPLES = 4000 };

void* carom__present_allocate(size_t count, size_t size) {
  return calloc(count > 0 ? count : 1, size);
}

carom_status carom__present_end(carom_status status, carom_diag* diag) {
  return status == CAROM_NO_MEMORY ? carom__refuse(diag, status, "", 0, "there is not enough memory") : status;
}

void carom__suggest_size(carom_figure* figure, int width, int height) {
  if (figure->width != 0) return;
  figure->width = width;
  figure->height = height;
}

void carom__suggest_usual_size(carom_figure* figure) {
  const carom_figure usual = carom_figure_default();
  carom__suggest_size(figure, usual.width, usual.height);
}

/// Only the place of the samples is changed: what happens does not depend on it.
static carom_simulation* simulate(const carom_scenario* scenario, carom_diag* diag) {
  carom_scenario sampled = *scenario;
  const double sample = scenario->motion.until / SAMPLES;
  sampled.motion.sample = sample > 0 ? sample : scenario->motion.until;
  return carom_scenario_simulate(&sampled, NULL, NULL, diag);
}

/// With its path. The published schemes of one contact in space have none: theirs is that of the exact solution.
static carom_result* solve(const carom_scenario* scenario, carom_diag* diag) {
  carom_scenario exact = *scenario;
  const carom_method_kind kind = scenario->method.kind;
  if (kind != CAROM_METHOD_PUBLISHED && kind != CAROM_METHOD_STEPS) exact.method.kind = CAROM_METHOD_EXACT;
  return carom_scenario_solve_path(&exact, diag);
}

carom_status carom_present_solve(carom_present_item* item, carom_diag* diag) {
  carom_diag unread;
  if (!diag) diag = &unread;
  const carom_status status = carom__require(item, "item", "be a scenario to solve", diag);
  if (status) return status;
  *diag = (carom_diag){0};
  if (item->scenario->model == CAROM_MODEL_MOTION) {
    if (!item->simulation) item->simulation = simulate(item->scenario, diag);
    return item->simulation ? CAROM_OK : diag->status;
  }
  if (!item->result) item->result = solve(item->scenario, diag);
  return item->result ? CAROM_OK : diag->status;
}

void carom_present_release(carom_present_item* item) {
  if (!item) return;
  carom_result_free(item->result);
  carom_simulation_free(item->simulation);
  item->result = NULL;
  item->simulation = NULL;
}

static carom_status draw(const carom_present_request* request, carom__bundle* bundle, carom_diag* diag) {
  char title[CAROM__NAME_SIZE];
  carom__subject subject = {.figure = request->figure, .bundle = bundle, .diag = diag};
  if (!carom__label_items(bundle)) return CAROM_NO_MEMORY;
  if (!subject.figure.title)
    subject.figure.title = carom__shared_title(bundle, title) ? title : carom__item_name(&bundle->items[0]);
  if (carom_figure_is_film(request->figure.output)) return carom__draw_film(&subject);
  return carom__find_kind(request->kind, bundle->items[0].scenario)->draw(&subject);
}

carom_status carom_present(const carom_present_request* request, carom_diag* diag) {
  carom_diag unread;
  if (!diag) diag = &unread;
  carom_status status = carom__require(request, "request", "say what is drawn", diag);
  if (!status) status = carom_present_check(request->items, request->count, request->kind, diag);
  if (status) return status;
  for (int i = 0; i < request->count && !status; ++i) status = carom_present_solve(&request->items[i], diag);
  if (status) return status;
  carom__bundle bundle = {.count = request->count, .items = request->items};
  status = draw(request, &bundle, diag);
  free(bundle.labels);
  return carom__present_end(status, diag);
}
