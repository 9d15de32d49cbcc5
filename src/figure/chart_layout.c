#include <math.h>
#include <string.h>

#include "figure/chart.h"

/// Design pixels: margins, and what titles and tics take of them.
static const double least_left = 70.0, margin_right = 24.0, title_room = 44.0, tic_room = 16.0;

carom__curve carom__chart_curve_of(const carom_figure_curve* curve) {
  switch (curve->look) {
    case CAROM_FIGURE_LOOK_TANGENT_1:
      return CAROM__CURVE_TANGENT_1;
    case CAROM_FIGURE_LOOK_TANGENT_2:
      return CAROM__CURVE_TANGENT_2;
    case CAROM_FIGURE_LOOK_TANGENTS:
      return CAROM__CURVE_TANGENTS;
    case CAROM_FIGURE_LOOK_NORMAL:
      return CAROM__CURVE_NORMAL;
    case CAROM_FIGURE_LOOK_LOST:
      return CAROM__CURVE_LOST;
    case CAROM_FIGURE_LOOK_TOTAL:
      return CAROM__CURVE_PATH;
    case CAROM_FIGURE_LOOK_REFERENCE:
      return CAROM__CURVE_ELLIPSE;
    case CAROM_FIGURE_LOOK_POINTS:
      return CAROM__CURVE_NONE;
    case CAROM_FIGURE_LOOK_SERIES:
      break;
  }
  return carom__curve_of_series(curve->series < 0 ? 0 : curve->series);
}

/// Extends the ranges by the points of a curve.
static void extend(carom__bounds* bounds, const carom_figure_curve* curve) {
  for (int i = 0; i < curve->count; ++i) {
    if (isfinite(curve->x[i]) && isfinite(curve->y[i])) carom__bounds_add(bounds, curve->x[i], curve->y[i]);
  }
}

static void add_panel(carom__chart_layout* out, const carom_figure_panel* panel, carom__bounds* all) {
  carom__bounds bounds = carom__bounds_empty();
  for (int i = 0; i < panel->curve_count; ++i) extend(&bounds, &panel->curves[i]);
  bool empty = !(bounds.top >= bounds.bottom);
  if (!empty) carom__bounds_join(all, bounds);
  carom__panel titles = {.what = panel->what,
                         .factor = "",
                         .unit = panel->unit ? panel->unit : "",
                         .share = panel->share > 0.0 ? panel->share : 1.0,
                         .far_from_zero = panel->far_from_zero};
  carom__panels_add(&out->panels, titles, empty ? 0.0 : bounds.bottom, empty ? 0.0 : bounds.top);
}

static void add_entries(carom__chart_layout* out, const carom_figure_chart_input* input) {
  const char* gain = NULL;
  for (int i = 0; i < input->panel_count; ++i) {
    const carom_figure_panel* panel = &input->panels[i];
    for (int j = 0; j < panel->curve_count; ++j) {
      const carom_figure_curve* curve = &panel->curves[j];
      if (!curve->words) continue;
      bool points = curve->look == CAROM_FIGURE_LOOK_POINTS;
      carom__key_add(&out->key, (carom__key_entry){carom__chart_curve_of(curve), curve->words, NULL, points});
    }
    if (panel->above_zero && !gain) gain = panel->above_zero;
  }
  if (gain) carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, gain, CAROM__GAIN_COLOUR, false});
  if (input->span_words && input->span_count > 0)
    carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, input->span_words, CAROM__FILL_COLOUR, false});
}

/// The widest of a panel's numbers beside its axis.
static double widest_tic(const carom__axis* up) {
  double widest = 0.0, first = ceil(carom__axis_shown(up, up->low) / up->tic) * up->tic;
  int count = (int)fmin(40.0, (carom__axis_shown(up, up->high) - first) / up->tic);
  for (int i = 0; i <= count; ++i) {
    char number[40];
    snprintf(number, sizeof number, "%g", fabs(first + i * up->tic) < 0.5 * up->tic ? 0.0 : first + i * up->tic);
    widest = fmax(widest, carom__style_plain_width(number) * CAROM__FONT_SMALL);
  }
  return widest;
}

/// Room for titles and numbers.
static double left_margin(const carom__panels* p, const carom_figure_chart_input* input) {
  double left = least_left;
  for (int i = 0; i < p->count; ++i) {
    if (!input->panels[i].words) left = fmax(left, title_room + widest_tic(&p->items[i].up) + tic_room);
  }
  return left;
}

/// Splits words at line breaks, into text.
static carom__flag flag_of(const carom_figure_flag* from, char* text, size_t size) {
  carom__flag flag = {.at = from->at, .importance = from->importance};
  snprintf(text, size, "%s", from->words ? from->words : "");
  int lines = 0;
  for (char* at = text; at && *at && lines < CAROM__FLAG_LINES;) {
    flag.words[lines++] = at;
    at = lines < CAROM__FLAG_LINES ? strchr(at, '\n') : NULL;
    if (at) *at++ = '\0';
  }
  if (from->value) carom__style_number(flag.value, sizeof flag.value, from->at);
  return flag;
}

static void add_flags(carom__chart_layout* out, const carom_figure_chart_input* input) {
  for (int i = 0; i < input->flag_count; ++i) {
    int place = i < CAROM_FIGURE_MAX_FLAGS ? i : CAROM_FIGURE_MAX_FLAGS - 1;
    carom__panels_add_flag(&out->panels, flag_of(&input->flags[i], out->flag_words[place], CAROM__CHART_WORDS_SIZE));
  }
  carom__panels_place_flags(&out->panels);
  int hidden = out->panels.hidden_count;
  if (hidden > 0) snprintf(out->hidden, sizeof out->hidden, "and %d more event%s", hidden, hidden == 1 ? "" : "s");
}

/// What the highest flag takes above the panels.
static double flag_room(const carom_figure_chart_input* input) {
  int most = 0;
  for (int i = 0; i < input->flag_count; ++i) {
    const char* words = input->flags[i].words;
    int lines = words && *words ? 1 : 0;
    for (const char* at = words; at && (at = strchr(at, '\n')); ++at) ++lines;
    lines = (lines < CAROM__FLAG_LINES ? lines : CAROM__FLAG_LINES) + input->flags[i].value;
    most = lines > most ? lines : most;
  }
  return input->flag_count > 0 ? most * CAROM__LINE_HEIGHT + 14.0 : 0.0;
}

/// Panels that count words have room above each line for the word.
static void fit_words(carom__chart_layout* out, const carom_figure_chart_input* input) {
  for (int i = 0; i < input->panel_count; ++i) {
    if (!input->panels[i].words) continue;
    carom__axis* up = &out->panels.items[i].up;
    *up = (carom__axis){.low = -0.5, .high = input->panels[i].word_count - 0.1, .length = up->length, .tic = 1.0};
  }
}

void carom__chart_lay_out(const carom_figure_chart_input* input, carom__chart_layout* out) {
  carom__sheet sheet = out->panels.sheet;
  *out = (carom__chart_layout){.panels.sheet = sheet};
  carom__panels* p = &out->panels;
  carom__bounds all = carom__bounds_empty();
  p->sheet.left = least_left;
  p->sheet.right = margin_right;
  p->sheet.top = carom__sheet_head(&sheet, input->subtitle);
  p->sheet.top += flag_room(input);
  p->across_what = input->what;
  p->across_unit = input->unit ? input->unit : "";
  for (int i = 0; i < input->panel_count; ++i) add_panel(out, &input->panels[i], &all);
  if (all.right >= all.left) p->across = (carom__axis){.low = all.left, .high = all.right};
  add_entries(out, input);
  if (input->note) carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, input->note, NULL, false});
  carom__key_arrange(&out->key, &p->sheet);
  carom__panels_stack(p);
  p->sheet.left = left_margin(p, input);  // the numbers beside the panels do not depend on it
  carom__panels_stack(p);
  fit_words(out, input);
  if (input->flag_count < 1) return;
  add_flags(out, input);
  if (!*out->hidden) return;
  // One more entry may need one more row: then all is stacked again. The flags stay, for the axis across does.
  carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, out->hidden, NULL, false});
  carom__key_arrange(&out->key, &p->sheet);
  carom__panels_stack(p);
  fit_words(out, input);
}
