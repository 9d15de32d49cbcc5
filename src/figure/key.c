#include "figure/key.h"

#include <math.h>
#include <string.h>

/// Design pixels: what the axis and its title take, and the rows of the legend below them.
static const double axis_room = 62.0, row_height = 19.0, lowest_row = 12.0, sample_room = 40.0, column_gap = 18.0;
/// Of the height that the legend and the axis above it may take.
static const double largest_share = 0.45;

void carom__key_add(carom__key* key, carom__key_entry entry) {
  if (!entry.words || !*entry.words || key->count == CAROM__KEY_MOST) return;
  for (int i = 0; i < key->count; ++i) {
    const carom__key_entry* other = &key->entries[i];
    bool same = other->curve == entry.curve && other->points == entry.points && other->fill == entry.fill;
    if (same && strcmp(other->words, entry.words) == 0) return;
  }
  key->entries[key->count++] = entry;
}

static double widest_words(const carom__key* key) {
  double widest = 0.0;
  for (int i = 0; i < key->count; ++i) {
    widest = fmax(widest, carom__style_text_width(key->entries[i].words, CAROM__FONT_SMALL));
  }
  return widest;
}

/// Entries, with the one that says how many more there are.
static int entry_count(const carom__key* key) {
  return key->shown + (key->shown < key->count);
}

static int row_count(const carom__key* key) {
  return (entry_count(key) + key->columns - 1) / key->columns;
}

/// Three columns where the words are short, one where they are long.
void carom__key_arrange(carom__key* key, carom__sheet* sheet) {
  int columns = (int)fmin(3.0, floor((sheet->width - 20.0) / (widest_words(key) + sample_room + 8.0)));
  key->columns = columns < 1 ? 1 : columns;
  if (key->count == 4 && key->columns == 3) key->columns = 2;
  int capacity = key->columns * (int)fmax(1.0, (largest_share * sheet->height - axis_room) / row_height);
  key->shown = key->count > capacity ? capacity - 1 : key->count;
  if (key->shown < key->count) snprintf(key->more, sizeof key->more, "and %d more", key->count - key->shown);
  int rows = row_count(key);
  sheet->legend = lowest_row + (rows - 1) * row_height;
  sheet->bottom = axis_room + (rows > 0 ? sheet->legend : -lowest_row);
}

static void write_sample(FILE* script, const carom__sheet* s, const carom__key_entry* entry, carom_vec2 at) {
  double left = at.x / s->width, right = (at.x + 32.0) / s->width, height = s->height;
  if (entry->fill) {
    fprintf(script,
            "set object rectangle from screen %.6g,%.6g to screen %.6g,%.6g fs solid border lt %d fc rgb '%s'\n", left,
            (at.y - 5.0) / height, right, (at.y + 5.0) / height, CAROM__CURVE_ELLIPSE, entry->fill);
  } else if (entry->points) {
    fprintf(script, "set label '' at screen %.6g,%.6g point pt 7 ps %.4g lc rgb 'black'\n", (at.x + 16.0) / s->width,
            at.y / height, 0.7 * carom__style_point(s->figure, s->format));
  } else if (entry->curve != CAROM__CURVE_NONE) {
    fprintf(script, "set arrow from screen %.6g,%.6g to screen %.6g,%.6g nohead lt %d\n", left, at.y / height, right,
            at.y / height, entry->curve);
  }
}

static bool has_sample(const carom__key_entry* entry) {
  return entry->fill || entry->points || entry->curve != CAROM__CURVE_NONE;
}

static carom__key_entry entry_at(const carom__key* key, int index) {
  if (index < key->shown) return key->entries[index];
  return (carom__key_entry){CAROM__CURVE_NONE, key->more, NULL, false};
}

/// Words that are too long are smaller, and cut where that would be too small to read.
static void write_words(FILE* script, const carom__sheet* s, const char* words, carom_vec2 at, double room) {
  double size = fmin(CAROM__FONT_SMALL, room / carom__style_text_width(words, 1.0));
  char cut[CAROM__KEY_WORDS_SIZE];
  snprintf(cut, sizeof cut, "%s", words);
  size = fmax(size, CAROM__KEY_LEAST_FONT);
  carom__style_cut_markup(cut, room / size);
  fputs("set label ", script);
  carom__style_write_quoted(script, cut, HUGE_VAL);
  fprintf(script, " at screen %.6g,%.6g left font ',%.4g' textcolor rgb '%s'\n", at.x / s->width, at.y / s->height,
          carom__style_font(s->figure, s->format, size), CAROM__TEXT_COLOUR);
}

/// The first column is filled first.
void carom__key_write(FILE* script, const carom__key* key, const carom__sheet* s) {
  if (key->count == 0) return;
  int count = entry_count(key), rows = row_count(key), used = (count + rows - 1) / rows;
  double column = fmin(widest_words(key) + sample_room + 8.0 + column_gap, (s->width - 20.0) / used);
  double left = 0.5 * (s->width - used * column + column_gap);
  for (int i = 0; i < count; ++i) {
    carom__key_entry entry = entry_at(key, i);
    carom_vec2 at = {left + (i / rows) * column, s->legend - (i % rows) * row_height};
    double indent = has_sample(&entry) ? sample_room : 0.0;
    write_sample(script, s, &entry, at);
    write_words(script, s, entry.words, (carom_vec2){at.x + indent, at.y}, column - indent - 2.0);
  }
}
