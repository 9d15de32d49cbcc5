/// @file present/vary_chart.c
/// One number varied: curves in panels, one panel for each unit.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/vary.h"

enum { NAME_SIZE = 448, MOST_CURVES = CAROM_FIGURE_MAX_CURVES };

/// One panel: the --show that it has.
typedef struct panel {
  int shown[CAROM_PRESENT_MOST_SHOWN];
  int count;
  char what[NAME_SIZE];
  carom_figure_curve curves[MOST_CURVES];
  char names[MOST_CURVES][NAME_SIZE];
  char tics[CAROM__VARY_MOST_WORDS][CAROM_READING_WORD_SIZE];
  const char* tic_list[CAROM__VARY_MOST_WORDS];
} panel;

typedef struct chart {
  const carom__vary_table* table;
  carom__vary_words words[CAROM_PRESENT_MOST_SHOWN];
  panel panels[CAROM_FIGURE_MAX_PANELS];
  int panel_count;
  double* x;      ///< the values of the parameter
  double* steps;  ///< words: places and indices of their pieces, three numbers a point and file and --show
  size_t steps_used;
} chart;

static bool is_word(const chart* c, int shown) {
  return c->table->columns[shown].kind == CAROM_READING_WORD;
}

/// Numbers of one unit share a panel; without a unit they must be the same quantity.
static bool share_panel(const chart* c, int a, int b) {
  if (is_word(c, a) || is_word(c, b)) return false;
  if (c->words[a].unit[0] == '\0') return strcmp(c->words[a].quantity, c->words[b].quantity) == 0;
  return strcmp(c->words[a].unit, c->words[b].unit) == 0;
}

/// False if there are too many panels or curves.
static bool assign_panels(chart* c) {
  const int files = c->table->bundle->count;
  for (int i = 0; i < c->table->request->shown_count; ++i) {
    int at = 0;
    while (at < c->panel_count && !share_panel(c, c->panels[at].shown[0], i)) ++at;
    if (at == CAROM_FIGURE_MAX_PANELS || (c->panels[at].count + 1) * files > MOST_CURVES) return false;
    if (at == c->panel_count) c->panel_count++;
    c->panels[at].shown[c->panels[at].count++] = i;
  }
  return true;
}

/// What all curves of a panel are; the unit's own word where they differ.
static void name_panel(const chart* c, panel* p) {
  static const char* const units[][2] = {{"m/s", "velocity"}, {"N s", "impulse"}, {"J", "energy"}, {"rad/s", "spin"}};
  const carom__vary_words* first = &c->words[p->shown[0]];
  if (p->count == 1) {
    carom__vary_name(first, sizeof p->what, p->what);
    return;
  }
  bool same = true;
  for (int i = 1; i < p->count; ++i) same = same && strcmp(first->quantity, c->words[p->shown[i]].quantity) == 0;
  const char* word = first->quantity;
  for (size_t i = 0; i < sizeof units / sizeof *units && !same; ++i)
    if (strcmp(first->unit, units[i][0]) == 0) word = units[i][1];
  snprintf(p->what, sizeof p->what, "%s", word);
}

/// The words of a curve in the legend: the --show where a panel has several, the file where there are several.
static void name_curve(const chart* c, const panel* p, int shown, int file, char name[NAME_SIZE]) {
  const carom__vary_words* words = &c->words[p->shown[shown]];
  char label[160] = "", own[NAME_SIZE / 2] = "";
  if (c->table->bundle->count > 1) carom_figure_escape(c->table->bundle->labels[file], label, sizeof label);
  if (p->count > 1) {
    bool has_symbol = words->symbol[0] != '\0';
    snprintf(own, sizeof own, "%s%s", words->owner, has_symbol ? words->symbol : words->quantity);
  }
  snprintf(name, NAME_SIZE, "%s%s%s", own, *own && *label ? ", " : "", label);
}

/// A word holds from half-way to the point before to half-way to the next: pieces of two points, parted by a break.
static void make_steps(chart* c, const double* y, double shift, carom_figure_curve* out) {
  const int count = c->table->point_count;
  double *x = c->steps + c->steps_used, *up = x + 3 * count;
  int used = 0;
  c->steps_used += 6 * (size_t)count;
  for (int first = 0; first < count;) {
    int last = first;
    while (last + 1 < count && y[last + 1] == y[first]) last++;
    const double from = first > 0 ? 0.5 * (c->x[first - 1] + c->x[first]) : c->x[first];
    const double to = last + 1 < count ? 0.5 * (c->x[last] + c->x[last + 1]) : c->x[last];
    if (!isnan(y[first])) {
      const double places[3] = {from, to, (double)NAN};
      for (int i = 0; i < 3; i++, used++) {
        x[used] = places[i];
        up[used] = y[first] + shift;
      }
    }
    first = last + 1;
  }
  out->x = x;
  out->y = up;
  out->count = used;
}

/// Curves of one file look the same in all panels. Where panels have several of a file, all curves of the figure differ
/// as long as there are not too many.
static int series_of(const chart* c, const panel* p, int index) {
  enum { DIFFERENT = 6 };
  int all = 0, before = 0;
  bool single = true;
  for (int i = 0; i < c->panel_count; ++i) {
    if (&c->panels[i] == p) before = all;
    if (!is_word(c, c->panels[i].shown[0])) all += c->panels[i].count * c->table->bundle->count;
    single = single && c->panels[i].count == 1;
  }
  return single || all > DIFFERENT || is_word(c, p->shown[0]) ? index : before + index;
}

static void fill_curve(chart* c, panel* p, int shown, int file) {
  const carom__vary_table* table = c->table;
  const int files = table->bundle->count, count = table->point_count, at = shown * files + file;
  const double* y = table->columns[p->shown[shown]].numbers + (size_t)file * (size_t)count;
  carom_figure_curve* curve = &p->curves[at];
  name_curve(c, p, shown, file, p->names[at]);
  *curve =
      (carom_figure_curve){.words = p->names[at], .series = series_of(c, p, at), .x = c->x, .y = y, .count = count};
  // Lines of several files lie beside each other.
  if (is_word(c, p->shown[shown])) make_steps(c, y, 0.3 / files * (0.5 * (files - 1) - file), curve);
}

/// Energy that appears is worth a shade; rounding is not.
static bool gains(const chart* c, const panel* p) {
  const carom__vary_table* table = c->table;
  if (p->count != 1 || strcmp(table->request->shown[p->shown[0]], "energy.change") != 0) return false;
  const int count = table->point_count * table->bundle->count;
  double high = 0, low = 0;
  for (int i = 0; i < count; ++i) {
    high = fmax(high, table->columns[p->shown[0]].numbers[i]);
    low = fmin(low, table->columns[p->shown[0]].numbers[i]);
  }
  return high > 1e-9 * fmax(high, -low);
}

static carom_figure_panel fill_panel(chart* c, panel* p) {
  const carom__vary_column* column = &c->table->columns[p->shown[0]];
  name_panel(c, p);
  for (int i = 0; i < p->count; ++i)
    for (int file = 0; file < c->table->bundle->count; ++file) fill_curve(c, p, i, file);
  carom_figure_panel out = {.what = p->what,
                            .unit = c->words[p->shown[0]].unit,
                            .curves = p->curves,
                            .curve_count = p->count * c->table->bundle->count,
                            .far_from_zero = true,
                            .above_zero = gains(c, p) ? "energy gained" : NULL};
  if (column->kind == CAROM_READING_WORD) {
    for (int i = 0; i < column->word_count; ++i) {
      carom_figure_escape(column->words[i], p->tics[i], sizeof p->tics[i]);
      p->tic_list[i] = p->tics[i];
    }
    out.share = fmin(1.4, 0.15 + 0.2 * column->word_count);
    out.words = p->tic_list;
    out.word_count = column->word_count;
  }
  return out;
}

static carom_status draw(chart* c, carom_figure* figure, carom_diag* diag) {
  const carom__vary_table* table = c->table;
  carom_figure_panel panels[CAROM_FIGURE_MAX_PANELS];
  char what[NAME_SIZE], subtitle[400], note[80];
  const carom_scenario* scenario = table->bundle->items[0].scenario;
  for (int i = 0; i < c->panel_count; ++i) panels[i] = fill_panel(c, &c->panels[i]);
  carom__vary_axis_name(&table->request->ranges[0], scenario, sizeof what, what);
  carom__vary_subtitle(table, sizeof subtitle, subtitle);
  carom__vary_note(table, sizeof note, note);
  const carom__vary_words words = carom__vary_words_of(table->request->ranges[0].paths[0], scenario, true);
  const carom_figure_chart_input input = {.what = what,
                                          .unit = words.unit,
                                          .panels = panels,
                                          .panel_count = c->panel_count,
                                          .subtitle = *subtitle ? subtitle : NULL,
                                          .note = *note ? note : NULL};
  const int height = 400 + 190 * c->panel_count;
  carom__vary_suggest_size(figure, 650, height > 1250 ? 1250 : height);
  return carom_figure_chart(figure, &input, diag);
}

static bool reserve(chart* c) {
  const carom_present_vary_request* request = c->table->request;
  const size_t points = (size_t)c->table->point_count, files = (size_t)c->table->bundle->count;
  c->x = malloc(points * sizeof *c->x);
  c->steps = malloc(6 * points * files * (size_t)request->shown_count * sizeof *c->steps);
  for (int i = 0; c->x && i < c->table->point_count; ++i) c->x[i] = carom__vary_value(&request->ranges[0], i);
  for (int i = 0; i < request->shown_count; ++i)
    c->words[i] = carom__vary_words_of(request->shown[i], c->table->bundle->items[0].scenario, false);
  return c->x && c->steps;
}

carom_status carom__vary_draw_chart(const carom__vary_table* table, carom_figure* figure, carom_diag* diag) {
  chart* c = calloc(1, sizeof *c);
  carom_status status = CAROM_NO_MEMORY;
  if (c) c->table = table;
  if (!c || !reserve(c)) {
    snprintf(diag->message, sizeof diag->message, "there is not enough memory");
  } else if (!assign_panels(c)) {
    status = CAROM_BAD_VALUE;
    snprintf(diag->message, sizeof diag->message,
             "that is too much for one figure: there may be %d panels with %d curves each", CAROM_FIGURE_MAX_PANELS,
             MOST_CURVES);
  } else {
    status = draw(c, figure, diag);
  }
  if (c) free(c->x);
  if (c) free(c->steps);
  free(c);
  return status;
}
