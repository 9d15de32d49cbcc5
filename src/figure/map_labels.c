#include <math.h>
#include <string.h>

#include "figure/map.h"

/// Share of the box, or of its word's largest part, from which a further part has a label of its own; and the share of
/// the box below which a word is not explained at all: it is there at a speck or on a line.
static const double second_share = 0.04, second_part = 0.3, least_share = 1e-4;
/// Air between a label and its region's border, design pixels.
static const double least_air = 2.0;

typedef struct search {
  const carom_figure_map_input* input;
  const carom__map_layout* layout;
  const carom__region* region;
  carom_vec2 half;  ///< of the label
} search;

static bool is_inside(const carom__regions* shapes, const carom__region* region, carom_vec2 at) {
  bool inside = false;
  const carom_vec2* p = shapes->points + region->first;
  for (int i = 0, j = region->count - 1; i < region->count; j = i++) {
    if ((p[i].y > at.y) == (p[j].y > at.y)) continue;
    if (at.x < p[i].x + (at.y - p[i].y) * (p[j].x - p[i].x) / (p[j].y - p[i].y)) inside = !inside;
  }
  return inside;
}

/// The class of the grid point nearest to a place in the box.
static int class_at(const search* s, double x, double y) {
  const carom_figure_map_input* input = s->input;
  int column = (int)lrint(x / s->layout->across.length * (input->columns - 1));
  int row = (int)lrint(y / s->layout->up.length * (input->rows - 1));
  if (column < 0 || row < 0 || column >= input->columns || row >= input->rows) return -2;
  return s->layout->classes[row * input->columns + column];
}

/// True if a border comes into a rectangle, or near a corner of it: borders are finer than the grid.
static bool is_crossed(const search* s, carom_vec2 centre, carom_vec2 half) {
  const carom__regions* shapes = &s->layout->shapes;
  // In units of the grid, as the points are.
  double across = (s->input->columns - 1) / s->layout->across.length;
  double up = (s->input->rows - 1) / s->layout->up.length;
  double left = (centre.x - half.x) * across, right = (centre.x + half.x) * across;
  double bottom = (centre.y - half.y) * up, top = (centre.y + half.y) * up;
  for (int i = 0; i < shapes->count; ++i) {
    const carom_vec2* p = shapes->points + shapes->items[i].first;
    int count = shapes->items[i].count;
    for (int j = 0, before = count - 1; j < count; before = j++) {
      carom_vec2 a = p[before], b = p[j];
      bool aside = (a.x < left && b.x < left) || (a.x > right && b.x > right);
      bool above = (a.y < bottom && b.y < bottom) || (a.y > top && b.y > top);
      if (!aside && !above) return true;
    }
  }
  return false;
}

/// True if the label with some air around it covers its own class alone. Enough samples that none of the grid's points
/// is missed by much.
static bool fits(const search* s, carom_vec2 centre, double air) {
  double width = s->half.x + air, height = s->half.y + air;
  if (centre.x < width || centre.y < height || centre.x > s->layout->across.length - width ||
      centre.y > s->layout->up.length - height)
    return false;
  int across = (int)fmin(60.0, ceil(width / 3.0)), up = (int)fmin(40.0, ceil(height / 3.0));
  for (int i = -up; i <= up; ++i) {
    for (int j = -across; j <= across; ++j) {
      if (class_at(s, centre.x + j * width / across, centre.y + i * height / up) != s->region->its_class) return false;
    }
  }
  return !is_crossed(s, centre, (carom_vec2){width, height});
}

/// The most air that a label has at a place, in steps; < 0 where it does not fit.
static double air_at(const search* s, carom_vec2 centre) {
  double best = -1.0;
  for (double air = least_air; air < 200.0 && fits(s, centre, air); air *= 1.6) best = air;
  return best;
}

static carom__bounds bounds_of(const search* s) {
  carom__bounds bounds = carom__bounds_empty();
  const carom_vec2* p = s->layout->shapes.points + s->region->first;
  for (int i = 0; i < s->region->count; ++i) {
    carom_vec2 at = carom__map_pixel(s->input, s->layout, p[i]);
    carom__bounds_add(&bounds, at.x, at.y);
  }
  return bounds;
}

/// The place with the most air, of some in the region; of equals the one nearest to its middle.
static bool find_place(const search* s, carom_vec2* out) {
  enum { TRIES = 48 };
  carom__bounds b = bounds_of(s);
  double best = 0.0, nearest = HUGE_VAL;
  if (b.right - b.left < 2.0 * s->half.x || b.top - b.bottom < 2.0 * s->half.y) return false;
  for (int i = 1; i < TRIES; ++i) {
    for (int j = 1; j < TRIES; ++j) {
      carom_vec2 at = {b.left + (b.right - b.left) * i / TRIES, b.bottom + (b.top - b.bottom) * j / TRIES};
      carom_vec2 on_grid = {at.x / s->layout->across.length * (s->input->columns - 1),
                            at.y / s->layout->up.length * (s->input->rows - 1)};
      double distance = hypot(at.x - 0.5 * (b.left + b.right), at.y - 0.5 * (b.bottom + b.top));
      double air = air_at(s, at);
      if (air < best || (air == best && distance >= nearest) || air <= 0.0) continue;
      if (!is_inside(&s->layout->shapes, s->region, on_grid)) continue;
      best = air;
      nearest = distance;
      *out = at;
    }
  }
  return best > 0.0;
}

/// Where a line of words may be broken: after it, or NULL.
static const char* next_break(const char* at) {
  static const char* const marks[] = {", ", " + ", "-"};
  const char* first = NULL;
  for (int i = 0; i < 3; ++i) {
    const char* found = strstr(at, marks[i]);
    const char* after = found ? found + strlen(marks[i]) : NULL;
    if (after && *after && (!first || after < first)) first = after;
  }
  return first;
}

/// Words in one line, or broken wherever they can be. False if that makes no difference.
static bool set_lines(carom__map_label* label, const char* words, bool broken) {
  label->line_count = 0;
  for (const char* at = words; at && label->line_count < CAROM__MAP_LABEL_LINES;) {
    bool last = label->line_count + 1 == CAROM__MAP_LABEL_LINES;
    const char* next = broken && !last ? next_break(at) : NULL;
    int length = next ? (int)(next - at) : (int)strlen(at);
    while (length > 0 && at[length - 1] == ' ') --length;
    snprintf(label->lines[label->line_count++], CAROM__MAP_WORDS_SIZE, "%.*s", length, at);
    at = next;
  }
  return !broken || label->line_count > 1;
}

static carom_vec2 half_size(const carom__map_label* label) {
  double half = 0.0;
  for (int i = 0; i < label->line_count; ++i) half = fmax(half, carom__sheet_half_width(label->lines[i]) - 3.0);
  return (carom_vec2){half, 0.5 * label->line_count * CAROM__LINE_HEIGHT};
}

/// Tries one line, then several, in one region. The label is added if it fits.
static bool place(const carom_figure_map_input* input, carom__map_layout* out, const carom__region* region,
                  const char* words) {
  if (out->label_count == CAROM__MAP_MAX_LABELS) return false;
  carom__map_label* label = &out->labels[out->label_count];
  for (int broken = 0; broken < 2; ++broken) {
    if (!set_lines(label, words, broken)) continue;
    search s = {input, out, region, half_size(label)};
    if (!find_place(&s, &label->centre)) continue;
    ++out->label_count;
    return true;
  }
  return false;
}

/// All large parts of a class, or the largest that the words fit into. False if they fit nowhere.
static bool place_class(const carom_figure_map_input* input, carom__map_layout* out, int its_class, const char* words) {
  double whole = (double)(input->columns - 1) * (input->rows - 1), largest = 0.0;
  bool placed = false;
  for (int i = 0; i < out->shapes.count; ++i) {
    const carom__region* region = &out->shapes.items[i];
    if (region->its_class != its_class) continue;
    largest = fmax(largest, region->area);
    if (placed && region->area < fmin(second_share * whole, second_part * largest)) continue;
    placed = place(input, out, region, words) || placed;
  }
  return placed;
}

/// The words that there are, those with the largest parts first, and the share of the box that these parts have.
static int sort_words(const carom_figure_map_input* input, const carom__map_layout* l, int* order, double* share) {
  bool seen[CAROM_FIGURE_MAX_WORDS] = {false};
  double whole = (double)(input->columns - 1) * (input->rows - 1);
  int count = 0;
  for (int i = 0; i < l->shapes.count; ++i) {
    int word = l->shapes.items[i].its_class;
    if (word < 0 || seen[word]) continue;
    seen[word] = true;
    share[count] = l->shapes.items[i].area / whole;
    order[count++] = word;
  }
  return count;
}

void carom__map_place_labels(const carom_figure_map_input* input, carom__map_layout* out) {
  int order[CAROM_FIGURE_MAX_WORDS], number = 0, specks = 0;
  double share[CAROM_FIGURE_MAX_WORDS];
  int count = sort_words(input, out, order, share);
  for (int i = 0; i < count; ++i) {
    char digits[12], room[8], *numbered = out->numbered[order[i]];
    const char* words = input->words[order[i]];
    specks += share[i] < least_share;
    if (share[i] < least_share || place_class(input, out, order[i], words)) continue;
    snprintf(digits, sizeof digits, "%d", ++number);
    snprintf(numbered, sizeof out->numbered[0], "%s: %s", digits, words);
    place_class(input, out, order[i], digits);
    const char* fill = carom__map_colour(input, out, order[i], room);
    carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, numbered, fill, false});
  }
  if (specks > 0) snprintf(out->specks, sizeof out->specks, "and %d more, too small to be seen", specks);
  if (specks > 0) carom__key_add(&out->key, (carom__key_entry){CAROM__CURVE_NONE, out->specks, NULL, false});
}
