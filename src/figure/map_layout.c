#include <math.h>
#include <stdlib.h>

#include "figure/map.h"

/// Design pixels: margins, the colour bar with its numbers and title, and the least distance of its numbers.
static const double title_room = 48.0, tic_room = 16.0, margin_right = 24.0, bar_room = 106.0, level_spacing = 26.0,
                    tic_spacing = 62.0;

carom_vec2 carom__map_pixel(const carom_figure_map_input* input, const carom__map_layout* l, carom_vec2 at) {
  return (carom_vec2){at.x / (input->columns - 1) * l->across.length, at.y / (input->rows - 1) * l->up.length};
}

const char* carom__map_colour(const carom_figure_map_input* input, const carom__map_layout* l, int its_class,
                              char room[8]) {
  // Words: light, so that black letters stand on them. Numbers: from dark to light, the same order in grey.
  static const char* const words[] = {"#BFD7EA", "#F6D2B3", "#BBE0CC", "#E9C4DA", "#F4EBB4", "#93B7D4",
                                      "#DDA67E", "#8CC3A8", "#C998B8", "#D2C67C", "#E4E4E4", "#B4B4B4"};
  static const int scale[][3] = {{40, 68, 120},   {58, 110, 146},  {104, 152, 152},
                                 {166, 188, 148}, {226, 216, 158}, {252, 246, 220}};
  const int steps = (int)(sizeof scale / sizeof *scale) - 1, count = (int)(sizeof words / sizeof *words);
  if (its_class < 0) return "#FFFFFF";
  if (input->words) return words[its_class % count];
  double at = l->level_count > 2 ? (double)steps * its_class / (l->level_count - 2) : 0.5 * steps;
  int low = (int)fmin(floor(at), steps - 1);
  int rgb[3];
  for (int i = 0; i < 3; ++i) rgb[i] = (int)lrint(scale[low][i] + (at - low) * (scale[low + 1][i] - scale[low][i]));
  snprintf(room, 8, "#%02X%02X%02X", rgb[0] & 255, rgb[1] & 255, rgb[2] & 255);
  return room;
}

static double widest_tic(const carom__axis* axis) {
  double widest = 0.0, first = ceil(carom__axis_shown(axis, axis->low) / axis->tic) * axis->tic;
  for (int i = 0; i <= 40 && first + i * axis->tic <= carom__axis_shown(axis, axis->high); ++i) {
    char number[40];
    snprintf(number, sizeof number, "%g", fabs(first + i * axis->tic) < 0.5 * axis->tic ? 0.0 : first + i * axis->tic);
    widest = fmax(widest, carom__style_plain_width(number) * CAROM__FONT_SMALL);
  }
  return widest;
}

/// Levels are multiples of a round step, so that 0 is one of them where the values have both signs.
static void choose_levels(const carom_figure_map_input* input, carom__map_layout* out) {
  carom__bounds range = carom__bounds_empty();
  for (int i = 0; i < input->columns * input->rows; ++i) {
    if (isfinite(input->values[i])) carom__bounds_add(&range, input->values[i], 0.0);
  }
  bool empty = !(range.right >= range.left);
  double low = empty ? 0.0 : range.left, high = empty ? 0.0 : range.right;
  carom__axis axis = carom__axis_fit(low, high, out->up.length, fmax(level_spacing, out->up.length / 9.0));
  double step = axis.tic * pow(10.0, axis.exponent), first = floor(low / step), last = ceil(high / step);
  if (last <= first) last = first + 1.0;  // one value, on a level
  out->level_count = (int)fmin(last - first + 1.0, CAROM__MAP_MAX_LEVELS);
  for (int i = 0; i < out->level_count; ++i) out->levels[i] = (first + i) * step;
  out->bar = axis;
  out->bar.low = out->levels[0];
  out->bar.high = out->levels[out->level_count - 1];
}

static int class_of(const carom_figure_map_input* input, const carom__map_layout* l, double value) {
  if (!isfinite(value)) return -1;
  if (input->words) return (int)value;
  int band = 0;
  while (band + 2 < l->level_count && value >= l->levels[band + 1]) ++band;
  return band;
}

static bool classify(const carom_figure_map_input* input, carom__map_layout* out) {
  int count = input->columns * input->rows;
  out->classes = malloc((size_t)count * sizeof *out->classes);
  if (!out->classes) return false;
  for (int i = 0; i < count; ++i) out->classes[i] = class_of(input, out, input->values[i]);
  return true;
}

static double word_change(const void* context, int a, int b) {
  const carom_figure_map_input* input = context;
  const double* changes = b == a + 1 ? input->across_changes : input->up_changes;
  int place = b == a + 1 ? a / input->columns * (input->columns - 1) + a % input->columns : a;
  bool known = changes && isfinite(input->values[a]) && isfinite(input->values[b]) && isfinite(changes[place]);
  return known ? changes[place] : 0.5;
}

static void fit_axes(const carom_figure_map_input* input, carom__map_layout* out) {
  carom__sheet* s = &out->sheet;
  out->up = carom__axis_fit(fmin(input->bottom, input->top), fmax(input->bottom, input->top),
                            carom__sheet_box_height(s), 0.7 * tic_spacing);
  s->left = title_room + widest_tic(&out->up) + tic_room;
  out->across = carom__axis_fit(fmin(input->left, input->right), fmax(input->left, input->right),
                                carom__sheet_box_width(s), tic_spacing);
}

/// The legend needs the labels, which need the box, whose height the legend changes: twice is enough, since the second
/// time the box is only a little lower and a label that no longer fits becomes a number.
static void arrange(const carom_figure_map_input* input, carom__map_layout* out) {
  for (int round = 0; round < 2; ++round) {
    carom__key_arrange(&out->key, &out->sheet);
    fit_axes(input, out);
    out->key.count = out->label_count = 0;
    if (input->words) carom__map_place_labels(input, out);
    bool gaps = false;
    for (int i = 0; i < input->columns * input->rows; ++i) gaps = gaps || out->classes[i] < 0;
    if (gaps) carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, "no answer", "#FFFFFF", false});
    if (input->note) carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, input->note, NULL, false});
  }
  carom__key_arrange(&out->key, &out->sheet);
  fit_axes(input, out);
}

bool carom__map_lay_out(const carom_figure_map_input* input, carom__map_layout* out) {
  carom__sheet* s = &out->sheet;
  s->top = carom__sheet_head(s, input->subtitle);
  s->right = input->words ? margin_right : bar_room;
  carom__key_arrange(&out->key, s);
  fit_axes(input, out);
  if (!input->words) choose_levels(input, out);
  if (!classify(input, out)) return false;
  carom__grid grid = {input->columns, input->rows, out->classes, word_change, input, false};
  if (!(input->words ? carom__regions_trace(&grid, &out->shapes) : carom__map_trace_bands(input, out))) return false;
  arrange(input, out);
  out->bar.length = out->up.length;
  return true;
}

void carom__map_free(carom__map_layout* layout) {
  free(layout->classes);
  layout->classes = NULL;
  carom__regions_free(&layout->shapes);
  carom__regions_free(&layout->zero);
}
