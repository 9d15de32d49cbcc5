// What to draw of a fit: measured against predicted by mode, contours of the loss, residuals, restitution, the profile.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/figure.h"
#include "carom/present.h"

enum { MOST_MODES = 6, GRID = 41, LEVELS = 6, CURVES = MOST_MODES + 1 };

typedef struct sheet {
  carom_fit* fit;
  carom_fit_facts facts;
  const carom_fit_result* result;
  int count, mode_count;
  const char* modes[MOST_MODES];
  carom_fit_point* points;  ///< of those that count
  int* rows;                ///< which of the file they are
  double* numbers;          ///< room for all curves
  size_t used;
  carom_figure_curve curves[CAROM_FIGURE_MAX_SCATTERS][CURVES];
  carom_figure_scatter panels[CAROM_FIGURE_MAX_SCATTERS];
  int panel_count;
  double map[GRID * GRID], levels[LEVELS];
  char name[2 * CAROM_FIT_NAME_SIZE], subtitle[400];
} sheet;

static carom_status fail(carom_diag* diag, carom_status status, const char* message) {
  *diag = (carom_diag){.status = status};
  snprintf(diag->message, sizeof diag->message, "%s", message);
  return status;
}

static int mode_of(sheet* s, const char* word) {
  for (int i = 0; i < s->mode_count; ++i)
    if (strcmp(s->modes[i], word) == 0) return i;
  if (s->mode_count == MOST_MODES) return MOST_MODES - 1;
  s->modes[s->mode_count] = word;
  return s->mode_count++;
}

static bool gather(sheet* s) {
  const size_t n = (size_t)s->facts.count;
  s->points = malloc(n * sizeof *s->points);
  s->rows = malloc(n * sizeof *s->rows);
  s->numbers = malloc((2 * n * CAROM_FIGURE_MAX_SCATTERS + 2 + 2 * CAROM_FIT_PROFILE_POINTS) * sizeof *s->numbers);
  if (!s->points || !s->rows || !s->numbers) return false;
  for (int i = 0; i < s->facts.count; ++i)
    if (carom_fit_point_of(s->fit, i, &s->points[s->count]) > 0) s->rows[s->count++] = i;
  for (int i = 0; i < s->count; ++i) mode_of(s, s->points[i].mode);
  return true;
}

/// A number of a point for one axis of a panel.
typedef double picker(const sheet* s, int point, int item);

static double measured(const sheet* s, int i, int item) {
  return s->points[i].measured[item];
}

static double predicted(const sheet* s, int i, int item) {
  return s->points[i].predicted[item];
}

static double residual(const sheet* s, int i, int item) {
  return s->points[i].residual[item];
}

/// Ratio of the normal velocity after to that before.
static double bounce(const sheet* s, int i, int item) {
  (void)item;
  return s->points[i].normal_after / fabs(s->points[i].normal_before);
}

static double approach(const sheet* s, int i, int item) {
  (void)item;
  return fabs(s->points[i].normal_before);
}

static double column(const sheet* s, int i, int item) {
  (void)item;
  return carom_fit_column(s->fit, s->result->lurking[0].name)[s->rows[i]];
}

/// What a panel shows against what.
typedef struct axes {
  picker *x, *y;
  int x_item, y_item;
  const char *across, *up;
  bool diagonal;
} axes;

/// A panel of points, a series for each mode.
static void add_points(sheet* s, axes a) {
  carom_figure_scatter* p = &s->panels[s->panel_count];
  carom_figure_curve* curves = s->curves[s->panel_count++];
  *p = (carom_figure_scatter){.what_across = a.across, .what_up = a.up, .curves = curves, .diagonal = a.diagonal};
  for (int mode = 0; mode < s->mode_count; ++mode) {
    carom_figure_curve* c = &curves[p->curve_count++];
    double* x = s->numbers + s->used;
    int count = 0;
    for (int i = 0; i < s->count; ++i)
      if (mode_of(s, s->points[i].mode) == mode) x[count++] = a.x(s, i, a.x_item);
    double* y = x + count;
    count = 0;
    for (int i = 0; i < s->count; ++i)
      if (mode_of(s, s->points[i].mode) == mode) y[count++] = a.y(s, i, a.y_item);
    s->used += 2 * (size_t)count;
    *c = (carom_figure_curve){.look = CAROM_FIGURE_LOOK_POINTS, .series = mode, .x = x, .y = y, .count = count};
  }
}

static void add_predictions(sheet* s) {
  static const char* const words[2][3][2] = {{{"predicted {/:Italic v}_t [m/s]", "measured {/:Italic v}_t [m/s]"},
                                              {"predicted {/:Italic v}_n [m/s]", "measured {/:Italic v}_n [m/s]"},
                                              {"predicted spin [rad/s]", "measured spin [rad/s]"}},
                                             {{"predicted {/:Italic v}_{t1} [m/s]", "measured {/:Italic v}_{t1} [m/s]"},
                                              {"predicted {/:Italic v}_{t2} [m/s]", "measured {/:Italic v}_{t2} [m/s]"},
                                              {"predicted {/:Italic v}_n [m/s]", "measured {/:Italic v}_n [m/s]"}}};
  const int shown = s->points[0].shown;
  for (int i = 0; i < shown; ++i)
    add_points(s, (axes){predicted, measured, i, i, words[s->facts.numbers == 6][i][0],
                         words[s->facts.numbers == 6][i][1], true});
}

/// The range of a parameter that is worth a look: four deviations, within what it can be.
static void range_of(const carom_fit_estimate* e, double best, double most, double out[2]) {
  const double reach = e->known == CAROM_FIT_KNOWN && e->sd > 0 ? 4 * e->sd : 0.25 * most;
  out[0] = fmax(best - reach, 0);
  out[1] = fmin(best + reach, most);
  if (e->known == CAROM_FIT_AT_LEAST) out[0] = 0, out[1] = fmin(fmax(4 * e->low, 0.5), most);
  if (!(out[0] < out[1])) out[0] = fmax(best - 0.01, 0), out[1] = out[0] + 0.02;
}

static void add_contours(sheet* s) {
  const carom_fit_result* r = s->result;
  double range[4], least = HUGE_VAL, most = 0;
  if (r->parameter_count < 2) return;
  range_of(&r->estimates[0], r->best[0], 2, range);
  range_of(&r->estimates[1], r->best[1], 1, range + 2);
  if (!carom_fit_map(s->fit, GRID, GRID, range, s->map)) return;
  for (int i = 0; i < GRID * GRID; ++i) least = fmin(least, s->map[i]), most = fmax(most, s->map[i]);
  // Even steps of the root: round valleys have lines at even distances.
  for (int k = 0; k < LEVELS; ++k) s->levels[k] = least + (most - least) * pow((k + 0.6) / LEVELS, 2);
  carom_figure_scatter* p = &s->panels[s->panel_count];
  carom_figure_curve* c = s->curves[s->panel_count++];
  double* best = s->numbers + s->used;
  s->used += 2;
  best[0] = r->best[0];
  best[1] = r->best[1];
  *c = (carom_figure_curve){.look = CAROM_FIGURE_LOOK_POINTS, .series = 1, .x = best, .y = best + 1, .count = 1};
  *p = (carom_figure_scatter){.what_across = "loss over friction μ",
                              .what_up = "restitution {/:Italic e}",
                              .curves = c,
                              .curve_count = 1,
                              .values = s->map,
                              .columns = GRID,
                              .rows = GRID,
                              .left = range[0],
                              .right = range[1],
                              .bottom = range[2],
                              .top = range[3],
                              .levels = s->levels,
                              .level_count = LEVELS};
}

static void add_profile(sheet* s) {
  const carom_fit_result* r = s->result;
  carom_figure_scatter* p = &s->panels[s->panel_count];
  carom_figure_curve* c = s->curves[s->panel_count++];
  double *x = s->numbers + s->used, *y = x + CAROM_FIT_PROFILE_POINTS;
  s->used += 2 * CAROM_FIT_PROFILE_POINTS;
  for (int i = 0; i < CAROM_FIT_PROFILE_POINTS; ++i) {
    x[i] = log10(r->profile_at[i]);
    y[i] = r->profile_loss[i];
  }
  *c = (carom_figure_curve){.look = CAROM_FIGURE_LOOK_SERIES, .x = x, .y = y, .count = CAROM_FIT_PROFILE_POINTS};
  *p = (carom_figure_scatter){.what_across = "log_{10} η^2", .what_up = "least loss", .curves = c, .curve_count = 1};
}

static void add_panels(sheet* s) {
  add_predictions(s);
  add_contours(s);
  add_points(s, (axes){residual, residual, 0, s->facts.numbers > 1 ? 1 : 0, "residual 1", "residual 2", false});
  if (s->result->lurking_count > 0) {
    char plain[CAROM_FIT_NAME_SIZE];
    snprintf(plain, sizeof plain, "%s", s->result->lurking[0].name);
    carom_figure_escape(plain, s->name, sizeof s->name);
    add_points(s, (axes){column, bounce, 0, 0, s->name, "–{/:Italic v}_n after / before", false});
  } else {
    add_points(s, (axes){approach, bounce, 0, 0, "approach [m/s]", "–{/:Italic v}_n after / before", false});
  }
  if (s->result->has_profile) add_profile(s);
}

static void describe(sheet* s) {
  const carom_fit_estimate *mu = &s->result->estimates[0], *e = &s->result->estimates[1];
  int length =
      snprintf(s->subtitle, sizeof s->subtitle, "%d impacts  ·  %s  ·  ", s->count, carom_law_name(s->result->law));
  if (mu->known == CAROM_FIT_KNOWN)
    length += snprintf(s->subtitle + length, sizeof s->subtitle - (size_t)length, "μ = %.4g (%.4g to %.4g)", mu->value,
                       mu->low, mu->high);
  else
    length += snprintf(s->subtitle + length, sizeof s->subtitle - (size_t)length, "μ is not identified");
  if (e->known == CAROM_FIT_KNOWN)
    snprintf(s->subtitle + length, sizeof s->subtitle - (size_t)length, "  ·  {/:Italic e} = %.4g (%.4g to %.4g)",
             e->value, e->low, e->high);
}

static carom_status draw(sheet* s, const carom_figure* figure, carom_diag* diag) {
  carom_figure sized = *figure;
  if (sized.width == 0) sized.width = 1100, sized.height = 40 + 330 * ((s->panel_count + 2) / 3);
  if (!(sized.letters > 0)) sized.letters = 0.62;  // three panels beside each other
  if (!sized.title) sized.title = "Measured impacts and what fits them";
  const carom_figure_scatters_input input = {.panels = s->panels,
                                             .count = s->panel_count,
                                             .across = 3,
                                             .series = s->modes,
                                             .series_count = s->mode_count,
                                             .subtitle = s->subtitle};
  return carom_figure_scatters(&sized, &input, diag);
}

carom_status carom_present_fit(carom_fit* fit, const carom_figure* figure, carom_diag* diag) {
  carom_diag unread;
  if (!diag) diag = &unread;
  if (!fit || !figure) return fail(diag, CAROM_OUT_OF_RANGE, "fit or figure is NULL");
  if (!carom_fit_result_of(fit, 0) || carom_fit_is_scenario(fit))
    return fail(diag, CAROM_UNAVAILABLE, "a fit of a scenario has no figure; its predictions go with --csv");
  sheet* s = calloc(1, sizeof *s);
  if (!s) return fail(diag, CAROM_NO_MEMORY, "there is not enough memory for the figure");
  s->fit = fit;
  s->facts = carom_fit_tell(fit);
  s->result = carom_fit_result_of(fit, 0);
  carom_status status = gather(s) ? CAROM_OK : fail(diag, CAROM_NO_MEMORY, "there is not enough memory for the figure");
  if (!status) {
    add_panels(s);
    describe(s);
    status = draw(s, figure, diag);
  }
  free(s->points);
  free(s->rows);
  free(s->numbers);
  free(s);
  return status;
}
