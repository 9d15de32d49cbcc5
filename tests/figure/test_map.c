// A map: regions that cover the plane exactly once, colours that show every point, labels that fit, and the picture.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "figure/map.h"
#include "kit/drawing.h"
#include "random.h"

enum { MOST = 40 };

static double values[MOST * MOST];
static int classes[MOST * MOST];

TestSuite(figure_map, .init = open_folder, .fini = remove_folder);

static double some_change(const void* context, int a, int b) {
  const double* base = context;
  return 0.5 + 0.45 * sin(*base + 3.0 * a + 7.0 * b);
}

static bool is_inside(const carom_vec2* p, int count, double x, double y) {
  bool inside = false;
  for (int i = 0, j = count - 1; i < count; j = i++) {
    if ((p[i].y > y) == (p[j].y > y)) continue;
    if (x < p[i].x + (y - p[i].y) * (p[j].x - p[i].x) / (p[j].y - p[i].y)) inside = !inside;
  }
  return inside;
}

/// The class that is seen at a place: the last one that is painted there.
static int seen_at(const carom__regions* regions, double x, double y) {
  int seen = -9;
  for (int i = 0; i < regions->count; ++i) {
    const carom__region* region = &regions->items[i];
    if (is_inside(regions->points + region->first, region->count, x, y)) seen = region->its_class;
  }
  return seen;
}

static void random_classes(test_random* r, int columns, int rows, int kinds) {
  // Blocks of one class, with some noise: regions with holes, islands, and points where many meet.
  double fx = test_random_uniform(r, 0, 0.6), fy = test_random_uniform(r, 0, 0.6), phase = test_random_uniform(r, 0, 6);
  for (int i = 0; i < columns * rows; ++i) {
    double wave = sin(fx * (i % columns) + phase) + cos(fy * (i / columns) - phase);
    classes[i] = (int)floor((wave + 2) / 4.001 * kinds) - (test_random_below(r, 12) == 0);
    if (test_random_below(r, 20) == 0) classes[i] = test_random_below(r, kinds);
  }
}

Test(figure_map, regions_show_every_point_and_nothing_is_left_out) {
  test_random r = {77};
  for (int n = 0; n < 400; ++n) {
    int columns = 2 + test_random_below(&r, 14), rows = 2 + test_random_below(&r, 14);
    double base = test_random_uniform(&r, 0, 6);
    random_classes(&r, columns, rows, 1 + test_random_below(&r, 5));
    carom__grid grid = {columns, rows, classes, some_change, &base, false};
    carom__regions regions;
    cr_assert(carom__regions_trace(&grid, &regions));
    for (int i = 0; i < columns * rows; ++i) {
      // A little inwards, since points of the edge lie on the border of their polygon.
      double x = i % columns, y = i / columns;
      x += 1e-3 * (0.5 * (columns - 1) - x) / columns;
      y += 1e-3 * (0.5 * (rows - 1) - y) / rows;
      cr_assert_eq(seen_at(&regions, x, y), classes[i], "case %d, point %d of %d x %d", n, i, columns, rows);
    }
    for (int i = 0; i < 200; ++i) {
      double x = test_random_uniform(&r, 0, columns - 1), y = test_random_uniform(&r, 0, rows - 1);
      int column = (int)x, row = (int)y, seen = seen_at(&regions, x, y), corners = 0;
      for (int k = 0; k < 4; ++k) corners += classes[(row + k / 2) * columns + column + k % 2] == seen;
      cr_assert_gt(corners, 0, "case %d: a place shows a class that none of its corners has", n);
    }
    for (int i = 0; i < regions.count; ++i) {
      const carom__region* region = &regions.items[i];
      cr_assert(region->area > 0 && region->count >= 3 && (i == 0 || region->area <= regions.items[i - 1].area));
    }
    carom__regions_free(&regions);
  }
}

Test(figure_map, one_class_is_the_whole_box) {
  double base = 0;
  for (int i = 0; i < 12; ++i) classes[i] = 3;
  carom__grid grid = {4, 3, classes, some_change, &base, false};
  carom__regions regions;
  cr_assert(carom__regions_trace(&grid, &regions));
  cr_assert_eq(regions.count, 1);
  cr_expect_eq(regions.items[0].area, 6);
  carom__regions_free(&regions);
}

static double quarter(const void* context, int a, int b) {
  (void)context;
  (void)a;
  (void)b;
  return 0.25;
}

Test(figure_map, a_border_lies_where_the_class_changes) {
  for (int i = 0; i < 9; ++i) classes[i] = i % 3 == 2;
  carom__grid grid = {3, 3, classes, quarter, NULL, false};
  carom__regions regions;
  cr_assert(carom__regions_trace(&grid, &regions));
  cr_assert_eq(regions.count, 2);
  cr_expect_eq(regions.items[0].area, 2.5);
  cr_expect_eq(regions.items[1].area, 1.5);
  carom__regions_free(&regions);
}

static const char* const words[] = {"slides", "sticks, then slips", "an event sequence that is long, and longer still",
                                    "rare"};

static carom_figure_map_input map_of(int columns, int rows) {
  return (carom_figure_map_input){.across = "friction μ",
                                  .up = "restitution {/:Italic e}",
                                  .up_unit = "m/s",
                                  .left = 0,
                                  .right = 2,
                                  .bottom = -1,
                                  .top = 1,
                                  .columns = columns,
                                  .rows = rows,
                                  .values = values,
                                  .what = "energy change Δ{/:Italic T}",
                                  .unit = "J",
                                  .subtitle = "Stronge"};
}

static carom_figure_map_input word_map(void) {
  carom_figure_map_input input = map_of(MOST, MOST);
  for (int i = 0; i < MOST * MOST; ++i) {
    int column = i % MOST, row = i / MOST;
    values[i] = column < 20 ? 0 : row < 20 ? 1 : column < 25 ? 2 : 0;
  }
  values[3 * MOST + 3] = (double)NAN;
  input.words = words;
  input.word_count = 4;
  return input;
}

static carom_figure_map_input number_map(double scale) {
  for (int i = 0; i < MOST * MOST; ++i) values[i] = scale * (sin(0.1 * (i % MOST)) + 0.02 * (double)(i / MOST) - 0.5);
  values[0] = (double)INFINITY;
  return map_of(MOST, MOST);
}

static char* draw(carom_figure figure, const carom_figure_map_input* input, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_map(&figure, input, &diag), &diag, size);
}

static void expect_shown(const char* svg, const char* const* shown) {
  char* text = svg_text_of(svg);
  cr_expect(svg_is_well_formed(svg));
  for (; *shown; ++shown) cr_expect_not_null(strstr(text, *shown), "no \"%s\"", *shown);
  free(text);
}

Test(figure_map, words_stand_in_their_regions_or_have_a_number) {
  size_t size;
  carom_figure_map_input input = word_map();
  carom_figure figure = carom_figure_default();
  figure.title = "A map";
  char* svg = draw(figure, &input, "words.svg", &size);
  expect_shown(svg, (const char* const[]){"A map", "Stronge", "friction μ", "restitution e [m/s]", "slides",
                                          "sticks, then slips", "1: an event sequence that is long, and longer still",
                                          "no answer", NULL});
  char* text = svg_text_of(svg);
  cr_expect_null(strstr(text, "rare"), "a word that no point has is not explained");
  cr_expect_null(strstr(text, "energy change"), "words have no colour bar");
  free(text);
  cr_expect_lt(size, 60000);
  free(svg);
}

Test(figure_map, numbers_have_bands_a_bar_and_a_line_at_zero) {
  size_t size;
  carom_figure_map_input input = number_map(1);
  input.note = "1 point has no answer";
  char* svg = draw(carom_figure_default(), &input, "numbers.svg", &size);
  expect_shown(svg, (const char* const[]){"energy change ΔT [J]", "−0.4", "0.8", "1 point has no answer", NULL});
  cr_expect_lt(size, 60000);
  free(svg);
  input = number_map(1e-9);
  svg = draw(carom_figure_default(), &input, "small.svg", &size);
  expect_shown(svg, (const char* const[]){"energy change ΔT [10−9 J]", "−0.4", NULL});
  free(svg);
}

/// The layout of a map, to look at.
static void lay_out(const carom_figure_map_input* input, carom__map_layout* layout) {
  static carom_figure figure;
  figure = carom_figure_default();
  *layout = (carom__map_layout){.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG)};
  cr_assert(carom__map_lay_out(input, layout));
}

/// Gaps and the frame have borders too, but the strong line is only where the values pass zero.
Test(figure_map, the_line_at_zero_is_nowhere_else) {
  static carom__map_drawing d;
  carom_figure_map_input input = map_of(MOST, MOST);
  for (int i = 0; i < MOST * MOST; ++i) {
    values[i] = i % MOST - 10.25;
    if (i % MOST > 30 && i / MOST > 5 && i / MOST < 9) values[i] = (double)NAN;
  }
  d = (carom__map_drawing){.input = &input};
  lay_out(&input, &d.layout);
  char* text = NULL;
  size_t size = 0;
  FILE* file = open_memstream(&text, &size);
  carom__map_write_shapes(file, &d);
  fclose(file);
  int block = 0, points = 0;
  double across, up;
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    if (end == line && end[1] == '\n') ++block;
    if (block < d.layout.shapes.count || sscanf(line, "%lf %lf", &across, &up) != 2 || isnan(across)) continue;
    cr_expect(fabs(across - 2 * 10.25 / (MOST - 1)) < 1e-6, "the line is at %g, %g", across, up);
    ++points;
  }
  cr_expect_geq(points, 2 * (MOST - 1));
  free(text);
  carom__map_free(&d.layout);
}

Test(figure_map, levels_are_round_and_hold_all_values) {
  static carom__map_layout layout;
  test_random r = {3};
  for (int n = 0; n < 200; ++n) {
    double scale = test_random_log(&r, 1e-12, 1e12), offset = test_random_uniform(&r, -3, 3) * scale;
    carom_figure_map_input input = map_of(8, 8);
    for (int i = 0; i < 64; ++i) values[i] = offset + scale * test_random_uniform(&r, -1, 1) * (n % 7 == 0 ? 0 : 1);
    lay_out(&input, &layout);
    double low = HUGE_VAL, high = -HUGE_VAL, step = layout.levels[1] - layout.levels[0];
    for (int i = 0; i < 64; ++i) {
      low = fmin(low, values[i]);
      high = fmax(high, values[i]);
      int band = layout.classes[i];
      cr_assert(band >= 0 && band + 1 < layout.level_count);
      cr_expect(values[i] >= layout.levels[band] - 1e-9 * scale && values[i] <= layout.levels[band + 1] + 1e-9 * scale,
                "case %d: %g is not in [%g, %g]", n, values[i], layout.levels[band], layout.levels[band + 1]);
    }
    cr_expect(layout.level_count >= 2 && layout.level_count <= 20, "case %d: %d levels", n, layout.level_count);
    double lead = step / pow(10, floor(log10(step * 1.0000001)));
    cr_expect(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6, "case %d: step %g", n, step);
    if (low < 0 && high > 0) {
      bool has_zero = false;
      for (int i = 0; i < layout.level_count; ++i) has_zero = has_zero || layout.levels[i] == 0;
      cr_expect(has_zero && layout.zero.count > 0, "case %d", n);
    }
    carom__map_free(&layout);
  }
}

/// Waves, noise, cliffs and gaps: every point shows the colour of its band, gaps show none.
Test(figure_map, bands_show_every_value) {
  static carom__map_layout layout;
  test_random r = {8};
  for (int n = 0; n < 150; ++n) {
    int columns = 2 + test_random_below(&r, 14), rows = 2 + test_random_below(&r, 14);
    carom_figure_map_input input = map_of(columns, rows);
    double noise = n % 3 == 0 ? 0.0 : test_random_log(&r, 1e-3, 3), cliff = n % 4 == 0 ? 4.0 : 0.0;
    double fx = test_random_uniform(&r, 0, 1), fy = test_random_uniform(&r, 0, 1);
    for (int i = 0; i < columns * rows; ++i) {
      double x = fx * (i % columns), y = fy * (i / columns);
      values[i] = sin(x) + cos(y) + noise * test_random_uniform(&r, -1, 1) + cliff * (sin(3 * x - y) > 0.3);
      if (n % 5 == 0 && test_random_below(&r, 6) == 0) values[i] = n % 2 == 0 ? (double)NAN : (double)INFINITY;
    }
    lay_out(&input, &layout);
    for (int i = 0; i < columns * rows; ++i) {
      double x = i % columns, y = i / columns;
      x += 1e-7 * (0.5 * (columns - 1) - x);
      y += 1e-7 * (0.5 * (rows - 1) - y);
      bool on_border = false;
      for (int k = 0; k < layout.level_count; ++k) on_border = on_border || fabs(values[i] - layout.levels[k]) < 1e-4;
      if (on_border) continue;
      int seen = seen_at(&layout.shapes, x, y);
      cr_assert_eq(seen < 0 ? -1 : seen, layout.classes[i], "case %d, point %d of %d x %d", n, i, columns, rows);
    }
    carom__map_free(&layout);
  }
}

Test(figure_map, colours_go_from_dark_to_light) {
  static carom__map_layout layout;
  carom_figure_map_input input = number_map(1);
  lay_out(&input, &layout);
  double before = -1;
  for (int i = 0; i + 1 < layout.level_count; ++i) {
    char room[8];
    unsigned red, green, blue;
    cr_assert_eq(sscanf(carom__map_colour(&input, &layout, i, room), "#%02X%02X%02X", &red, &green, &blue), 3);
    double grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    cr_expect_gt(grey, before + 2, "band %d is no lighter than the one below", i);
    before = grey;
  }
  carom__map_free(&layout);
}

/// Random maps of words: no label leaves its own region, and none covers another.
Test(figure_map, labels_lie_in_their_regions_and_apart) {
  static carom__map_layout layout;
  test_random r = {11};
  int placed = 0;
  for (int n = 0; n < 25; ++n) {
    carom_figure_map_input input = map_of(30, 30);
    random_classes(&r, 30, 30, 4);
    for (int i = 0; i < 900; ++i) values[i] = classes[i] < 0 ? (double)NAN : classes[i];
    input.words = words;
    input.word_count = 4;
    lay_out(&input, &layout);
    placed += layout.label_count;
    for (int i = 0; i < layout.label_count; ++i) {
      const carom__map_label* a = &layout.labels[i];
      double half = 0;
      for (int k = 0; k < a->line_count; ++k) half = fmax(half, carom__sheet_half_width(a->lines[k]) - 3);
      double high = 0.5 * a->line_count * CAROM__LINE_HEIGHT;
      cr_expect(a->centre.x - half >= 0 && a->centre.x + half <= layout.across.length);
      cr_expect(a->centre.y - high >= 0 && a->centre.y + high <= layout.up.length);
      int first = -5;
      for (int c = 0; c < 900; ++c) {
        carom_vec2 at = carom__map_pixel(&input, &layout, (carom_vec2){c % 30, c / 30});
        if (fabs(at.x - a->centre.x) > half || fabs(at.y - a->centre.y) > high) continue;
        if (first == -5) first = layout.classes[c];
        cr_expect_eq(layout.classes[c], first, "case %d, label %d covers two classes", n, i);
      }
    }
    carom__map_free(&layout);
  }
  cr_expect_gt(placed, 40, "%d labels", placed);
}

/// A strip whose borders lie further in than half-way between the points: what the grid's points alone would allow is
/// not enough room.
Test(figure_map, labels_keep_off_borders_that_are_finer_than_the_grid) {
  static carom__map_layout layout;
  static double across[MOST * MOST];
  int strips = 0;
  for (int wide = 2; wide < 10; ++wide) {
    carom_figure_map_input input = map_of(MOST, MOST);
    for (int i = 0; i < MOST * MOST; ++i) values[i] = !(i % MOST >= 16 && i % MOST < 16 + wide);
    for (int i = 0; i < MOST * (MOST - 1); ++i) across[i] = i % (MOST - 1) < 16 ? 0.999 : 0.001;
    input.words = words;
    input.word_count = 4;
    input.across_changes = across;
    lay_out(&input, &layout);
    for (int i = 0; i < layout.label_count; ++i) {
      const carom__map_label* label = &layout.labels[i];
      double half = carom__sheet_half_width(label->lines[0]) - 3, high = 0.5 * label->line_count * CAROM__LINE_HEIGHT;
      strips += strcmp(label->lines[0], words[0]) == 0;
      for (int k = 0; k < layout.shapes.point_count; ++k) {
        carom_vec2 at = carom__map_pixel(&input, &layout, layout.shapes.points[k]);
        bool near = fabs(at.x - label->centre.x) < half + 2 && fabs(at.y - label->centre.y) < high + 2;
        cr_expect_not(near, "%d wide: \"%s\" is too near to a border", wide, label->lines[0]);
      }
    }
    carom__map_free(&layout);
  }
  cr_expect(strips > 0 && strips < 8, "%d strips have room for their word", strips);
}

Test(figure_map, the_same_input_gives_the_same_bytes_and_the_grid_on_request) {
  size_t size, again;
  char path[SAMPLE_PATH];
  carom_figure_map_input input = word_map();
  carom_figure figure = carom_figure_default();
  char* first = draw(figure, &input, "map.svg", &size);
  cr_expect_eq(sample_file_count(folder), 1);
  figure.script_dir = folder;
  char* second = draw(figure, &input, "map.svg", &again);
  cr_expect(size == again && memcmp(first, second, size) == 0);
  free(first);
  free(second);
  sample_join(path, folder, "grid.dat");
  char* grid = sample_read(path, &size);
  cr_assert_not_null(grid);
  cr_expect_not_null(strstr(grid, "# 1: sticks, then slips\n"));
  cr_expect_not_null(strstr(grid, "\n2 1 0\n"), "the upper right corner");
  cr_expect_eq(svg_count_of(grid, "nan") + svg_count_of(grid, "-nan") / 2, 1, "one gap");
  free(grid);
}

Test(figure_map, hostile_words_are_text) {
  static const char* const hostile[] = {"it's `touch bad` \"$(touch bad)\"", "{/Bold a}_b^c @x \\n {",
                                        "'; system('touch bad'); '", "a\nb"};
  size_t size;
  carom_figure_map_input input = word_map();
  input.words = hostile;
  input.across = input.up = input.up_unit = input.what = input.subtitle = input.note = hostile[0];
  char* svg = draw(carom_figure_default(), &input, "hostile.svg", &size);
  cr_expect(svg_is_well_formed(svg));
  cr_expect_eq(sample_file_count(folder), 1);
  free(svg);
}

Test(figure_map, bad_requests_say_what_is_wrong) {
  for (int i = 0; i < 12; ++i) {
    static const char* const parts[] = {"missing",   "missing",  "missing",   "missing",    "2 or more",  "2 or more",
                                        "2 or more", "no width", "no height", "count them", "count them", "count them"};
    static const char* const gap[] = {"a", NULL, "c", "d"};
    char output[SAMPLE_PATH];
    carom_diag diag = {0};
    carom_figure figure = carom_figure_default();
    carom_figure_map_input input = word_map();
    sample_join(output, folder, "bad.svg");
    figure.output = output;
    if (i == 0) input.across = NULL;
    if (i == 1) input.values = NULL;
    if (i == 2) input.what = NULL;
    if (i == 3) input.words = gap;
    if (i == 4) input.columns = 1;
    if (i == 5) input.rows = 0;
    if (i == 6) input.rows = 1000000;
    if (i == 7) input.right = input.left;
    if (i == 8) input.top = (double)NAN;
    if (i == 9) input.word_count = 0;
    if (i == 10) input.word_count = 2;
    if (i == 11) values[7] = 0.5;
    cr_expect_eq(carom_figure_map(&figure, &input, &diag), CAROM_BAD_VALUE, "case %d", i);
    cr_expect_not_null(strstr(diag.message, parts[i]), "no \"%s\" in: %s", parts[i], diag.message);
  }
  carom_diag diag = {0};
  cr_expect_eq(carom_figure_map(NULL, NULL, &diag), CAROM_BAD_VALUE);
  cr_expect_eq(sample_file_count(folder), 0);
}

/// No answer anywhere, one value everywhere, the smallest grid: all are drawn.
Test(figure_map, odd_maps_are_drawn) {
  size_t size;
  for (int i = 0; i < 5; ++i) {
    carom_figure_map_input input = map_of(i == 2 ? 2 : 9, i == 2 ? 2 : 7);
    for (int k = 0; k < 63; ++k) values[k] = i == 0 ? (double)NAN : i == 1 ? 5 : i == 3 ? 0 : k % 2;
    if (i >= 3) input.words = words;
    input.word_count = 4;
    char* svg = draw(carom_figure_default(), &input, "odd.svg", &size);
    cr_expect(svg_is_well_formed(svg), "case %d", i);
    free(svg);
  }
}
