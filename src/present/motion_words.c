/// @file present/motion_words.c
/// Subtitles, sizes and curves for the figures of motion.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/motion.h"

/// Of figures in general, in design pixels.
static const double DESIGN_WIDTH = 520;

carom_figure_curve carom__show_curve(const carom__times* t, const double* y, const char* words, carom_figure_look look,
                                     int series) {
  return (carom_figure_curve){.words = words, .look = look, .series = series, .x = t->time, .y = y, .count = t->count};
}

static bool is_same(const carom_surface* a, const carom_surface* b) {
  return a->e == b->e && a->mu == b->mu && a->law == b->law && a->mu_static == b->mu_static;
}

/// The surface of all planes and of all that meet, if it is one and the same.
static const carom_surface* common_surface(const carom_scenario* scenario) {
  const carom_motion* motion = &scenario->motion;
  const carom_scenario_meet* meet = &scenario->meet;
  const carom_surface* first = meet->all                 ? &meet->surface
                               : meet->count > 0         ? &meet->list[0].surface
                               : motion->plane_count > 0 ? &motion->planes[0].surface
                                                         : NULL;
  for (int i = 0; i < motion->plane_count; ++i)
    if (!is_same(first, &motion->planes[i].surface)) return NULL;
  for (int i = 0; i < meet->count; ++i)
    if (!is_same(first, &meet->list[i].surface)) return NULL;
  return first;
}

static int plane_impacts(const carom_simulation* simulation) {
  int count = 0;
  for (int i = 0; i < simulation->impact_count; ++i) count += simulation->impacts[i].mover >= 0;
  return count;
}

void carom__show_subtitle(const carom_present_item* run, char* out, size_t size) {
  const carom_scenario* scenario = run->scenario;
  const carom_surface* surface = common_surface(scenario);
  const int count = plane_impacts(run->simulation);
  char front[200] = "";
  if (scenario->motion.has_cloth) {
    const int used = snprintf(out, size, "sliding friction %.4g  ·  rolling friction %.4g",
                              scenario->motion.cloth.slide, scenario->motion.cloth.roll);
    if (count > 0 && used > 0 && (size_t)used < size)
      snprintf(out + used, size - (size_t)used, "  ·  %d landing%s", count, count == 1 ? "" : "s");
    return;
  }
  if (surface)
    snprintf(front, sizeof front, "%s, {/:Italic e} = %.4g  ·  μ = %.4g  ·  ", carom_law_name(surface->law), surface->e,
             surface->mu);
  snprintf(out, size, "%s%d impact%s in %.4g s", front, count, count == 1 ? "" : "s", run->simulation->end_time);
}

void carom__show_suggest_height(carom_figure* figure, double design_height) {
  carom__show_suggest_size(figure, DESIGN_WIDTH, design_height);
}

void carom__show_suggest_size(carom_figure* figure, double design_width, double design_height) {
  const carom_figure usual = carom_figure_default();
  const double scale = usual.width / DESIGN_WIDTH;
  if (figure->width != 0) return;
  figure->width = (int)lround(design_width * scale);
  figure->height = (int)lround(design_height * scale);
  // Letters follow the smaller side; here they stay as in other figures.
  const double least = fmin((double)figure->width / usual.width, (double)figure->height / usual.height);
  if (least != 1) figure->letters = 1 / least;
}

const char* carom__show_short(const carom_simulation* simulation, int mover, const char* what) {
  const char* name = simulation->movers[mover].name;
  const size_t length = strlen(name);
  if (simulation->mover_count > 1 || strncmp(what, name, length) != 0) return what;
  return strncmp(what + length, ": ", 2) == 0 ? what + length + 2 : what + length;
}
