/// @file figure_motion_time.c
/// Height and energy against time, with the impacts.
#include <math.h>
#include <stdlib.h>

#include "figure_motion.h"

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
static double* add_curve(heights* h, const motion_times* t, const char* plain) {
  if (h->count == CAROM_FIGURE_MAX_CURVES) return NULL;
  double* numbers = cli_motion_allocate((size_t)t->count, sizeof *numbers);
  if (!numbers) return NULL;
  carom_figure_escape(plain, h->words[h->count], CAROM_WHAT_SIZE);
  h->curves[h->count] = cli_motion_curve(t, numbers, h->words[h->count], CAROM_FIGURE_LOOK_SERIES, h->count);
  h->numbers[h->count++] = numbers;
  return numbers;
}

static bool add_chain(const motion_run* run, const motion_times* t, const level* l, heights* out) {
  const int links = run->scenario->chain.link_count;
  carom_vec3 points[CAROM_CHAIN_MAX_LINKS + 1];
  for (int i = links; i > 0 && out->count < CAROM_FIGURE_MAX_CURVES; i--) {
    char name[32];
    snprintf(name, sizeof name, i == links ? "tip" : "joint %d", i);
    double* numbers = add_curve(out, t, name);
    if (!numbers) return false;
    for (int row = 0; row < t->count; row++) {
      cli_motion_pose(run, 0, t->time[row], points);
      numbers[row] = height_of(l, points[i]);
    }
  }
  return true;
}

static double lowest(const carom_vec3* points, int count, const level* l) {
  double low = HUGE_VAL;
  for (int i = 0; i < count; i++) low = fmin(low, height_of(l, points[i]));
  return low;
}

/// The lowest point, and for a body alone its centre too.
static bool add_body(const motion_run* run, int mover, const motion_times* t, const level* l, heights* out) {
  const bool alone = run->simulation->mover_count == 1;
  const double radius = cli_motion_radius(run, mover);
  const int count = cli_motion_point_count(run, mover);
  double* low = add_curve(out, t, alone ? "lowest point" : run->simulation->movers[mover].name);
  double* centre = low && alone ? add_curve(out, t, "centre") : NULL;
  carom_vec3* points = low && (centre || !alone) ? cli_motion_allocate((size_t)count, sizeof *points) : NULL;
  if (!points) return false;
  for (int row = 0; row < t->count; row++) {
    const double middle = height_of(l, cli_motion_place(run, mover, t->time[row]));
    cli_motion_pose(run, mover, t->time[row], points);
    low[row] = radius > 0 ? middle - radius : lowest(points, count, l);
    if (centre) centre[row] = middle;
  }
  free(points);
  return true;
}

static bool take_heights(const motion_run* run, const motion_times* t, const level* l, heights* out) {
  bool fine = true;
  if (run->scenario->kind == CAROM_SCENARIO_CHAIN) return add_chain(run, t, l, out);
  for (int i = 0; i < run->simulation->mover_count && out->count < CAROM_FIGURE_MAX_CURVES && fine; i++)
    fine = add_body(run, i, t, l, out);
  return fine;
}

int cli_motion_draw_chart(motion_subject* subject, const carom_figure_panel* panels, int count,
                          const motion_history* h) {
  char subtitle[256];
  carom_diag diag;
  cli_motion_subtitle(&subject->runs[0], subtitle, sizeof subtitle);
  const carom_figure_chart_input input = {.what = "time {/:Italic t}",
                                          .unit = "s",
                                          .panels = panels,
                                          .panel_count = count,
                                          .flags = h->f.items,
                                          .flag_count = h->f.count,
                                          .subtitle = subtitle};
  cli_figure_suggest_size(&subject->figure, carom_figure_default().width, carom_figure_default().height);
  const carom_status status = carom_figure_chart(&subject->figure, &input, &diag);
  return cli_figure_report(status, &subject->figure, diag.message);
}

static int draw_height(motion_subject* subject, const motion_history* h) {
  const motion_run* run = &subject->runs[0];
  const level l = level_of(run->scenario);
  heights* high = cli_motion_allocate(1, sizeof *high);
  int code = CLI_NO_ANSWER;
  if (high && take_heights(run, &h->t, &l, high)) {
    const carom_figure_curve energy = {
        "energy, kinetic + gravity", CAROM_FIGURE_LOOK_TOTAL, 0, h->t.time, h->e.total, h->t.count};
    const carom_figure_panel panels[] = {
        {.what = l.words, .unit = "m", .curves = high->curves, .curve_count = high->count, .share = 2},
        {.what = "energy", .unit = "J", .curves = &energy, .curve_count = 1, .far_from_zero = true}};
    code = cli_motion_draw_chart(subject, panels, 2, h);
  }
  for (int i = 0; high && i < high->count; i++) free(high->numbers[i]);
  free(high);
  return code;
}

/// Whether a curve would be seen.
static bool is_some(const double* numbers, int count, double scale) {
  for (int i = 0; i < count; i++)
    if (fabs(numbers[i]) > 1e-4 * scale) return true;
  return false;
}

static int draw_energy(motion_subject* subject, const motion_history* h) {
  const int n = h->t.count;
  double scale = 0;
  for (int i = 0; i < n; i++) scale = fmax(scale, fabs(h->e.kinetic[i]));
  const carom_figure_curve kept[] = {
      cli_motion_curve(&h->t, h->e.total, "kinetic + gravity", CAROM_FIGURE_LOOK_TOTAL, 0),
      cli_motion_curve(&h->t, h->e.kinetic, "kinetic", CAROM_FIGURE_LOOK_SERIES, 0),
      cli_motion_curve(&h->t, h->e.gravity, "gravity", CAROM_FIGURE_LOOK_SERIES, 2)};
  carom_figure_curve lost[2];
  int count = 0;
  if (is_some(h->e.impacts, n, scale))
    lost[count++] = cli_motion_curve(&h->t, h->e.impacts, "lost in impacts", CAROM_FIGURE_LOOK_SERIES, 1);
  if (is_some(h->e.friction, n, scale))
    lost[count++] = cli_motion_curve(&h->t, h->e.friction, "lost to friction", CAROM_FIGURE_LOOK_LOST, 0);
  const bool weight = is_some(h->e.gravity, n, scale);
  const carom_figure_panel panels[] = {
      {.what = "energy", .unit = "J", .curves = kept, .curve_count = weight ? 3 : 1, .share = 1.5},
      {.what = "lost energy", .unit = "J", .curves = lost, .curve_count = count}};
  return cli_motion_draw_chart(subject, panels, count > 0 ? 2 : 1, h);
}

int cli_motion_draw_height(motion_subject* subject) {
  const int bodies = subject->runs[0].simulation->mover_count;
  if (bodies > CAROM_FIGURE_MAX_CURVES) {
    fprintf(stderr, "carom figure: a figure of kind `height` shows at most %d bodies, not %d\n",
            CAROM_FIGURE_MAX_CURVES, bodies);
    return CLI_NO_ANSWER;
  }
  return cli_motion_with_history(subject, draw_height);
}

int cli_motion_draw_energy(motion_subject* subject) {
  return cli_motion_with_history(subject, draw_energy);
}
