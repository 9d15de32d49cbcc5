/// @file present/motion_time.c
/// Height and energy against time, with the impacts.
#include <math.h>
#include <stdlib.h>

#include "present/motion.h"

/// How high something is: along the normal of the only plane, from that plane, else against gravity from the origin.
typedef struct level {
  carom_vec3 up, origin;
  const char* words;
} level;

static double dot(carom_vec3 a, carom_vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static level level_of(const carom_scenario* scenario) {
  const carom_motion* motion = &scenario->motion;
  const double g = sqrt(dot(motion->gravity, motion->gravity));
  level l = {{0, scenario->dimension == 2, scenario->dimension == 3}, {0, 0, 0}, "height"};
  if (motion->plane_count == 1) {
    l = (level){motion->planes[0].normal, motion->planes[0].point, "height over the plane"};
  } else if (g > 0) {
    l.up = (carom_vec3){-motion->gravity.x / g, -motion->gravity.y / g, -motion->gravity.z / g};
  }
  return l;
}

static double height_of(const level* l, carom_vec3 p) {
  return dot((carom_vec3){p.x - l->origin.x, p.y - l->origin.y, p.z - l->origin.z}, l->up);
}

/// Curves of heights, in memory of their own.
typedef struct heights {
  carom_figure_curve curves[CAROM_FIGURE_MAX_CURVES];
  char words[CAROM_FIGURE_MAX_CURVES][CAROM_WHAT_SIZE];
  double* numbers[CAROM_FIGURE_MAX_CURVES];
  int count;
} heights;

/// One more curve, or NULL where there is no room.
static double* add_curve(heights* h, const carom__times* t, const char* plain) {
  if (h->count == CAROM_FIGURE_MAX_CURVES) return NULL;
  double* numbers = carom__present_allocate((size_t)t->count, sizeof *numbers);
  if (!numbers) return NULL;
  carom_figure_escape(plain, h->words[h->count], CAROM_WHAT_SIZE);
  h->curves[h->count] = carom__show_curve(t, numbers, h->words[h->count], CAROM_FIGURE_LOOK_SERIES, h->count);
  h->numbers[h->count++] = numbers;
  return numbers;
}

static bool add_chain(const carom_present_item* run, const carom__times* t, const level* l, heights* out) {
  const int links = run->scenario->chain.link_count;
  carom_vec3 points[CAROM_CHAIN_MAX_LINKS + 1];
  for (int i = links; i > 0 && out->count < CAROM_FIGURE_MAX_CURVES; --i) {
    char name[32];
    snprintf(name, sizeof name, i == links ? "tip" : "joint %d", i);
    double* numbers = add_curve(out, t, name);
    if (!numbers) return false;
    for (int row = 0; row < t->count; ++row) {
      carom__show_pose(run, 0, t->time[row], points);
      numbers[row] = height_of(l, points[i]);
    }
  }
  return true;
}

static double lowest(const carom_vec3* points, int count, const level* l) {
  double low = HUGE_VAL;
  for (int i = 0; i < count; ++i) low = fmin(low, height_of(l, points[i]));
  return low;
}

/// The lowest point, and for a body alone its centre too.
static bool add_body(const carom_present_item* run, int mover, const carom__times* t, const level* l, heights* out) {
  const bool alone = run->simulation->mover_count == 1;
  const double radius = carom__show_radius(run, mover);
  const int count = carom__show_point_count(run, mover);
  double* low = add_curve(out, t, alone ? "lowest point" : run->simulation->movers[mover].name);
  double* centre = low && alone ? add_curve(out, t, "centre") : NULL;
  carom_vec3* points = low && (centre || !alone) ? carom__present_allocate((size_t)count, sizeof *points) : NULL;
  if (!points) return false;
  for (int row = 0; row < t->count; ++row) {
    const double middle = height_of(l, carom__show_place(run, mover, t->time[row]));
    carom__show_pose(run, mover, t->time[row], points);
    low[row] = radius > 0 ? middle - radius : lowest(points, count, l);
    if (centre) centre[row] = middle;
  }
  free(points);
  return true;
}

static bool take_heights(const carom_present_item* run, const carom__times* t, const level* l, heights* out) {
  bool fine = true;
  if (run->scenario->kind == CAROM_SCENARIO_CHAIN) return add_chain(run, t, l, out);
  for (int i = 0; i < run->simulation->mover_count && out->count < CAROM_FIGURE_MAX_CURVES && fine; ++i)
    fine = add_body(run, i, t, l, out);
  return fine;
}

carom_status carom__draw_time_chart(carom__subject* subject, const carom_figure_panel* panels, int count,
                                    const carom__history* h) {
  char subtitle[256];
  carom__show_subtitle(&subject->bundle->items[0], subtitle, sizeof subtitle);
  const carom_figure_chart_input input = {.what = "time {/:Italic t}",
                                          .unit = "s",
                                          .panels = panels,
                                          .panel_count = count,
                                          .flags = h->f.items,
                                          .flag_count = h->f.count,
                                          .subtitle = subtitle};
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_chart(&subject->figure, &input, subject->diag);
}

static carom_status draw_height(carom__subject* subject, const carom__history* h) {
  const carom_present_item* run = &subject->bundle->items[0];
  const level l = level_of(run->scenario);
  heights* high = carom__present_allocate(1, sizeof *high);
  carom_status status = CAROM_NO_MEMORY;
  if (high && take_heights(run, &h->t, &l, high)) {
    const carom_figure_curve energy = {
        "energy, kinetic + gravity", CAROM_FIGURE_LOOK_TOTAL, 0, h->t.time, h->e.total, h->t.count};
    const carom_figure_panel panels[] = {
        {.what = l.words, .unit = "m", .curves = high->curves, .curve_count = high->count, .share = 2},
        {.what = "energy", .unit = "J", .curves = &energy, .curve_count = 1, .far_from_zero = true}};
    status = carom__draw_time_chart(subject, panels, 2, h);
  }
  for (int i = 0; high && i < high->count; ++i) free(high->numbers[i]);
  free(high);
  return status;
}

/// Whether a curve would be seen.
static bool is_some(const double* numbers, int count, double scale) {
  for (int i = 0; i < count; ++i)
    if (fabs(numbers[i]) > 1e-4 * scale) return true;
  return false;
}

static carom_status draw_energy(carom__subject* subject, const carom__history* h) {
  const int n = h->t.count;
  double scale = 0;
  for (int i = 0; i < n; ++i) scale = fmax(scale, fabs(h->e.kinetic[i]));
  const carom_figure_curve kept[] = {
      carom__show_curve(&h->t, h->e.total, "kinetic + gravity", CAROM_FIGURE_LOOK_TOTAL, 0),
      carom__show_curve(&h->t, h->e.kinetic, "kinetic", CAROM_FIGURE_LOOK_SERIES, 0),
      carom__show_curve(&h->t, h->e.gravity, "gravity", CAROM_FIGURE_LOOK_SERIES, 2)};
  carom_figure_curve lost[2];
  int count = 0;
  if (is_some(h->e.impacts, n, scale))
    lost[count++] = carom__show_curve(&h->t, h->e.impacts, "lost in impacts", CAROM_FIGURE_LOOK_SERIES, 1);
  if (is_some(h->e.friction, n, scale))
    lost[count++] = carom__show_curve(&h->t, h->e.friction, "lost to friction", CAROM_FIGURE_LOOK_LOST, 0);
  const bool weight = is_some(h->e.gravity, n, scale);
  const carom_figure_panel panels[] = {
      {.what = "energy", .unit = "J", .curves = kept, .curve_count = weight ? 3 : 1, .share = 1.5},
      {.what = "lost energy", .unit = "J", .curves = lost, .curve_count = count}};
  return carom__draw_time_chart(subject, panels, count > 0 ? 2 : 1, h);
}

carom_status carom__draw_height(carom__subject* subject) {
  const int bodies = subject->bundle->items[0].simulation->mover_count;
  if (bodies > CAROM_FIGURE_MAX_CURVES) {
    return carom__refuse(subject->diag, CAROM_UNAVAILABLE, "kind", bodies,
                         "a figure of kind `height` shows at most %d bodies, not %d", CAROM_FIGURE_MAX_CURVES, bodies);
  }
  return carom__show_with_history(subject, draw_height);
}

carom_status carom__draw_motion_energy(carom__subject* subject) {
  return carom__show_with_history(subject, draw_energy);
}
