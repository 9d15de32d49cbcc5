// What to draw of a sweep: a curve, a map, or histograms with sensitivities.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/figure.h"
#include "present/vary.h"

enum { NAME_SIZE = 320, MOST_SHOWN = CAROM_FIGURE_MAX_HISTOGRAMS, MOST_POINTS = 20000 };

typedef struct sheet {
  carom_sweep* sweep;
  const carom_sweep_summary* summary;
  carom_figure figure;
  carom_scenario* scenario;
  carom_sweep_facts facts;
  char title[400], subtitle[160];
  char of[MOST_SHOWN][NAME_SIZE], inputs[CAROM_SWEEP_MOST_INPUTS][NAME_SIZE];
  const char *units[MOST_SHOWN], *input_units[CAROM_SWEEP_MOST_INPUTS];
  int shown;
} sheet;

/// What a path is called; of a result where it has "after." before it.
static const char* name_path(const sheet* s, const char* path, bool set, char out[NAME_SIZE]) {
  static const char after[] = "after.";
  const char* plain = strncmp(path, after, sizeof after - 1) == 0 ? path + sizeof after - 1 : path;
  const carom__vary_words words = carom__vary_words_of(plain, s->scenario, set);
  carom__vary_name(&words, NAME_SIZE, out);
  return words.unit;
}

static void name_all(sheet* s) {
  s->shown = s->facts.of_count < MOST_SHOWN ? s->facts.of_count : MOST_SHOWN;
  for (int i = 0; i < s->shown; ++i) s->units[i] = name_path(s, carom_sweep_of_name(s->sweep, i), false, s->of[i]);
  for (int i = 0; i < s->facts.input_count; ++i)
    s->input_units[i] = name_path(s, carom_sweep_input_name(s->sweep, i), true, s->inputs[i]);
  if (!s->figure.title && s->scenario->title) {
    snprintf(s->title, sizeof s->title, "%s", s->scenario->title);
    s->figure.title = s->title;
  }
  int length = snprintf(s->subtitle, sizeof s->subtitle, "%lld rows by %s", (long long)s->facts.rows,
                        carom_sampling_word(s->facts.sampling));
  if (s->summary->failed > 0)
    snprintf(s->subtitle + length, sizeof s->subtitle - (size_t)length, ", %lld without an answer",
             (long long)s->summary->failed);
}

static carom_status fail(carom_diag* diag, carom_status status, const char* message) {
  *diag = (carom_diag){.status = status};
  snprintf(diag->message, sizeof diag->message, "%s", message);
  return status;
}

/// Rows in the order of an input.
typedef struct point {
  double x, y;
} point;

static int compare(const void* a, const void* b) {
  const point *p = a, *q = b;
  return p->x < q->x ? -1 : p->x > q->x;
}

static bool read_points(const sheet* s, int of, int count, double* room, point* out) {
  if (!carom_sweep_read_input(s->sweep, 0, 0, count, room)) return false;
  for (int i = 0; i < count; ++i) out[i].x = room[i];
  if (!carom_sweep_read_of(s->sweep, of, 0, count, room)) return false;
  for (int i = 0; i < count; ++i) out[i].y = room[i];
  qsort(out, (size_t)count, sizeof *out, compare);
  return true;
}

/// One number is varied: everything that has statistics against it.
static carom_status draw_chart(sheet* s, carom_diag* diag) {
  const int count = (int)(s->facts.rows < MOST_POINTS ? s->facts.rows : MOST_POINTS);
  double* numbers = malloc((size_t)count * (2 * MOST_SHOWN + 1) * sizeof *numbers);
  point* points = malloc((size_t)count * sizeof *points);
  carom_figure_curve curves[MOST_SHOWN];
  carom_figure_panel panels[MOST_SHOWN];
  bool fine = numbers && points;
  for (int i = 0; i < s->shown && fine; ++i) {
    double *x = numbers + 2 * i * count, *y = x + count;
    fine = read_points(s, i, count, numbers + 2 * MOST_SHOWN * (size_t)count, points);
    for (int k = 0; k < count && fine; ++k) {
      x[k] = points[k].x;
      y[k] = points[k].y;
    }
    curves[i] = (carom_figure_curve){.look = CAROM_FIGURE_LOOK_SERIES, .x = x, .y = y, .count = count};
    panels[i] = (carom_figure_panel){
        .what = s->of[i], .unit = s->units[i], .curves = &curves[i], .curve_count = 1, .far_from_zero = true};
  }
  const carom_figure_chart_input input = {.what = s->inputs[0],
                                          .unit = s->input_units[0],
                                          .panels = panels,
                                          .panel_count = s->shown,
                                          .subtitle = s->subtitle};
  carom__vary_suggest_size(&s->figure, 650, 400 + 190 * s->shown > 1250 ? 1250 : 400 + 190 * s->shown);
  const carom_status status = fine ? carom_figure_chart(&s->figure, &input, diag)
                                   : fail(diag, CAROM_IO, "the rows of the sweep cannot be read");
  free(points);
  free(numbers);
  return status;
}

/// Of bands: values of the grid, and levels.
enum { MOST_VALUES = 400, MOST_BANDS = CAROM_SWEEP_MOST_QUANTILES };
_Static_assert((int)MOST_BANDS <= (int)CAROM_FIGURE_MAX_CURVES, "a curve for each level");

/// The one input that is a grid among others by chance, with enough rows at each value for quantiles; -1: none.
static int find_axis(const sheet* s) {
  enum { FEWEST_ROWS = 20 };
  const carom_sweep_plan* plan = carom_sweep_plan_of(s->sweep);
  int axis = -1;
  for (int i = 0, k = 0; i < plan->input_count; ++i) {
    const carom_spread* spread = &plan->inputs[i].spread;
    if (plan->inputs[i].leader >= 0) continue;
    const bool is_list = spread->kind == CAROM_SPREAD_GRID || spread->kind == CAROM_SPREAD_LOG_GRID;
    if (is_list && axis >= 0) return -1;
    if (is_list && (spread->count > MOST_VALUES || s->facts.rows / spread->count < FEWEST_ROWS)) return -1;
    if (is_list) axis = k;
    ++k;
  }
  const bool by_chance = s->facts.sampling == CAROM_SAMPLING_RANDOM || s->facts.sampling == CAROM_SAMPLING_SOBOL;
  return by_chance && s->facts.input_count > 1 && plan->quantile_count > 0 ? axis : -1;
}

/// A curve for each level, the median strong; room: values, then quantiles, then a row for each level.
static int fill_bands(const sheet* s, int axis, int of, double* room, carom_figure_curve curves[MOST_BANDS]) {
  const carom_sweep_plan* plan = carom_sweep_plan_of(s->sweep);
  const int levels = plan->quantile_count;
  double *values = room, *quantiles = values + MOST_VALUES, *rows = quantiles + MOST_VALUES * MOST_BANDS;
  const int count = carom_sweep_bands(s->sweep, axis, of, values, quantiles);
  for (int k = 0; k < levels; ++k) {
    double* row = rows + k * MOST_VALUES;
    for (int i = 0; i < count; ++i) row[i] = quantiles[i * levels + k];
    const bool is_median = plan->quantiles[k] == 0.5;
    curves[k] = (carom_figure_curve){.look = is_median ? CAROM_FIGURE_LOOK_TOTAL : CAROM_FIGURE_LOOK_REFERENCE,
                                     .x = values,
                                     .y = row,
                                     .count = count};
  }
  return count;
}

/// Bands: quantiles of everything that has statistics against the one grid.
static carom_status draw_bands(sheet* s, int axis, carom_diag* diag) {
  enum { ROOM = MOST_VALUES * (1 + 2 * MOST_BANDS) };
  const carom_sweep_plan* plan = carom_sweep_plan_of(s->sweep);
  carom_figure_curve curves[CAROM_FIGURE_MAX_PANELS][MOST_BANDS];
  carom_figure_panel panels[CAROM_FIGURE_MAX_PANELS];
  char words[MOST_BANDS][24];
  const char* tags[MOST_BANDS];
  const int shown = s->shown < CAROM_FIGURE_MAX_PANELS ? s->shown : CAROM_FIGURE_MAX_PANELS;
  double* room = malloc((size_t)shown * ROOM * sizeof *room);
  bool fine = room != NULL;
  for (int k = 0; k < plan->quantile_count; ++k) {
    snprintf(words[k], sizeof words[k], "%g %%", 100 * plan->quantiles[k]);
    tags[k] = words[k];
  }
  for (int i = 0; i < shown && fine; ++i) {
    fine = fill_bands(s, axis, i, room + i * ROOM, curves[i]) > 0;
    panels[i] = (carom_figure_panel){.what = s->of[i],
                                     .unit = s->units[i],
                                     .curves = curves[i],
                                     .curve_count = plan->quantile_count,
                                     .far_from_zero = true,
                                     .tags = tags};
  }
  const carom_figure_chart_input input = {.what = s->inputs[axis],
                                          .unit = s->input_units[axis],
                                          .panels = panels,
                                          .panel_count = shown,
                                          .subtitle = s->subtitle};
  carom__vary_suggest_size(&s->figure, 650, 400 + 190 * shown > 1250 ? 1250 : 400 + 190 * shown);
  const carom_status status = fine ? carom_figure_chart(&s->figure, &input, diag)
                                   : fail(diag, CAROM_IO, "the rows of the sweep cannot be read");
  free(room);
  return status;
}

/// A grid of two numbers: the first of what has statistics over both.
static carom_status draw_map(sheet* s, int rows, int columns, carom_diag* diag) {
  const carom_sweep_plan* plan = carom_sweep_plan_of(s->sweep);
  const size_t count = (size_t)rows * (size_t)columns;
  double *values = malloc(count * sizeof *values), *turned = malloc(count * sizeof *turned);
  const bool fine = values && turned && carom_sweep_read_of(s->sweep, 0, 0, (int64_t)count, values);
  // The first input goes across; the last runs fastest in the file.
  for (int i = 0; i < rows && fine; ++i)
    for (int k = 0; k < columns; ++k) turned[k * rows + i] = values[i * columns + k];
  const double *across = plan->inputs[0].spread.numbers, *up = plan->inputs[1].spread.numbers;
  const carom_figure_map_input input = {.across = s->inputs[0],
                                        .across_unit = s->input_units[0],
                                        .up = s->inputs[1],
                                        .up_unit = s->input_units[1],
                                        .left = across[0],
                                        .right = across[1],
                                        .bottom = up[0],
                                        .top = up[1],
                                        .columns = rows,
                                        .rows = columns,
                                        .values = turned,
                                        .what = s->of[0],
                                        .unit = s->units[0],
                                        .subtitle = s->subtitle};
  carom__vary_suggest_size(&s->figure, 760, 620);
  const carom_status status =
      fine ? carom_figure_map(&s->figure, &input, diag) : fail(diag, CAROM_IO, "the rows of the sweep cannot be read");
  free(values);
  free(turned);
  return status;
}

/// What dotted lines and the two parts of bars are.
static void name_marks(sheet* s, const carom_sweep_plan* plan) {
  carom_text text = {0};
  const carom_sink sink = carom_sink_text(&text);
  char number[32];
  bool fine = sink.write(s->subtitle, strlen(s->subtitle), sink.context);
  for (int i = 0; i < plan->quantile_count && fine; ++i) {
    const bool is_last = i == plan->quantile_count - 1;
    snprintf(number, sizeof number, "%s%.4g%s", i == 0 ? "; dotted: " : ", ", 100 * plan->quantiles[i],
             is_last ? " %" : "");
    fine = sink.write(number, strlen(number), sink.context);
  }
  static const char parts[] = "; bars: dark alone, light in all";
  if (s->facts.blocks > 0) fine = fine && sink.write(parts, sizeof parts - 1, sink.context);
  if (fine && text.length < sizeof s->subtitle) memcpy(s->subtitle, text.text, text.length + 1);
  carom_text_free(&text);
}

static carom_status draw_histograms(sheet* s, carom_diag* diag) {
  const carom_sweep_plan* plan = carom_sweep_plan_of(s->sweep);
  carom_figure_histogram items[MOST_SHOWN] = {{0}};
  const char* names[CAROM_SWEEP_MOST_INPUTS];
  double* counts = malloc((size_t)(plan->bins > 0 ? plan->bins : 1) * MOST_SHOWN * sizeof *counts);
  if (!counts) return fail(diag, CAROM_NO_MEMORY, "there is not enough memory for the figure");
  for (int i = 0; i < s->shown; ++i) {
    const carom_sweep_statistics* of = &s->summary->of[i];
    double* own = counts + i * plan->bins;
    for (int k = 0; k < plan->bins; ++k) own[k] = (double)of->histogram[k];
    items[i] = (carom_figure_histogram){.what = s->of[i],
                                        .unit = s->units[i],
                                        .from = of->histogram_from,
                                        .to = of->histogram_to,
                                        .bins = plan->bins,
                                        .counts = own,
                                        .marks = of->quantiles,
                                        .mark_count = plan->quantile_count};
    if (s->facts.blocks > 0) {
      items[i].first = of->first;
      items[i].first_width = of->first_width;
      items[i].total = of->total;
      items[i].total_width = of->total_width;
    }
  }
  for (int i = 0; i < s->facts.input_count; ++i) names[i] = s->inputs[i];
  name_marks(s, plan);
  const carom_figure_histograms_input input = {
      .items = items, .count = s->shown, .inputs = names, .input_count = s->facts.input_count, .subtitle = s->subtitle};
  // As high as the names of the inputs beside the bars need.
  const int rows = s->facts.blocks > 0 ? 24 * s->facts.input_count + 90 : 0, each = rows > 190 ? rows : 190;
  const int height = 110 + each * s->shown;
  carom__vary_suggest_size(&s->figure, s->facts.blocks > 0 ? 820 : 620,
                           height < 440    ? 440
                           : height > 2400 ? 2400
                                           : height);
  if (s->facts.blocks > 0) s->figure.letters *= 0.75;  // two columns and the names between them
  const carom_status status = carom_figure_histograms(&s->figure, &input, diag);
  free(counts);
  return status;
}

static bool is_grid(const carom_sweep_plan* plan, int input) {
  return plan->inputs[input].spread.kind == CAROM_SPREAD_GRID;
}

static carom_status draw(sheet* s, carom_diag* diag) {
  const carom_sweep_plan* plan = carom_sweep_plan_of(s->sweep);
  const bool has_rows = !plan->has_store || plan->store_count > 0;
  if (s->shown == 0) return fail(diag, CAROM_UNAVAILABLE, "a figure needs numbers that have statistics");
  if (has_rows && s->facts.input_count == 1 && !plan->inputs[0].spread.of_words) return draw_chart(s, diag);
  const int axis = has_rows ? find_axis(s) : -1;
  if (axis >= 0) return draw_bands(s, axis, diag);
  const bool is_map = has_rows && s->facts.sampling == CAROM_SAMPLING_GRID && s->facts.input_count == 2 &&
                      plan->input_count == 2 && is_grid(plan, 0) && is_grid(plan, 1) &&
                      s->facts.rows <= CAROM_FIGURE_MAX_POINTS;
  if (is_map) return draw_map(s, plan->inputs[0].spread.count, plan->inputs[1].spread.count, diag);
  if (plan->bins == 0) return fail(diag, CAROM_UNAVAILABLE, "a figure needs the histogram, which the file leaves out");
  return draw_histograms(s, diag);
}

carom_status carom_present_sweep(carom_sweep* sweep, const carom_sweep_summary* summary, const carom_figure* figure,
                                 carom_diag* diag) {
  carom_diag unread;
  size_t length = 0;
  if (!diag) diag = &unread;
  if (!sweep || !summary || !figure) return fail(diag, CAROM_OUT_OF_RANGE, "sweep, summary or figure is NULL");
  sheet* s = calloc(1, sizeof *s);
  if (!s) return fail(diag, CAROM_NO_MEMORY, "there is not enough memory for the figure");
  const char* text = carom_sweep_text(sweep, &length);
  s->sweep = sweep;
  s->summary = summary;
  s->figure = *figure;
  s->facts = carom_sweep_tell(sweep);
  s->scenario = carom_scenario_parse(text, length, diag);
  carom_status status = s->scenario ? CAROM_OK : diag->status;
  if (!status) name_all(s);
  if (!status) status = draw(s, diag);
  carom_scenario_free(s->scenario);
  free(s);
  return status;
}
