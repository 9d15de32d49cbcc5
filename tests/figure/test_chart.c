// A chart: what the picture and its data hold, which points are left out, and text that would like to be a command.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "figure/chart.h"
#include "figure/thin.h"
#include "kit/drawing.h"
#include "random.h"

enum { POINTS = 2001 };

static double x[POINTS], wave[POINTS], parabola[POINTS], constant[POINTS];

static void prepare(void) {
  sample_folder(folder);
  for (int i = 0; i < POINTS; ++i) {
    x[i] = 7.5 * i / (POINTS - 1);
    wave[i] = i > 900 && i < 950 ? (double)NAN : 0.125 + sin(x[i]);
    parabola[i] = 0.01 * x[i] * x[i] - 0.2;
    constant[i] = 3e6;
  }
}

TestSuite(figure_chart, .init = prepare, .fini = remove_folder);

/// A chart that uses everything there is.
typedef struct example {
  carom_figure_curve first[2], second[1], third[1];
  carom_figure_panel panels[3];
  carom_figure_flag flags[3];
  carom_figure_span spans[1];
  double word_x[5], word_y[5];
  carom_figure_chart_input input;
} example;

static example* make_example(void) {
  static example e;
  static const char* const words[] = {"slides", "sticks at last"};
  e = (example){.word_x = {0, 2, (double)NAN, 2, 7.5}, .word_y = {0, 0, (double)NAN, 1, 1}};
  e.first[0] = (carom_figure_curve){"along the tangent", CAROM_FIGURE_LOOK_TANGENT_1, 0, x, wave, POINTS};
  e.first[1] = (carom_figure_curve){"along the normal", CAROM_FIGURE_LOOK_NORMAL, 0, x, parabola, POINTS};
  e.second[0] = (carom_figure_curve){"along the normal", CAROM_FIGURE_LOOK_NORMAL, 0, x, parabola, POINTS};
  e.third[0] = (carom_figure_curve){NULL, CAROM_FIGURE_LOOK_SERIES, 1, e.word_x, e.word_y, 5};
  e.panels[0] =
      (carom_figure_panel){.what = "velocity {/:Italic v}", .unit = "m/s", .curves = e.first, .curve_count = 2};
  e.panels[1] = (carom_figure_panel){
      .what = "energy", .unit = "J", .curves = e.second, .curve_count = 1, .above_zero = "energy gained"};
  e.panels[2] =
      (carom_figure_panel){.what = "mode", .curves = e.third, .curve_count = 1, .words = words, .word_count = 2};
  e.flags[0] = (carom_figure_flag){0, "starts\nslipping", 3, false};
  e.flags[1] = (carom_figure_flag){2.5, "sticks", 1, true};
  e.flags[2] = (carom_figure_flag){7.5, "ends", 4, true};
  e.spans[0] = (carom_figure_span){1, 2.5};
  e.input = (carom_figure_chart_input){.what = "normal impulse {/:Italic I}_n",
                                       .unit = "N s",
                                       .panels = e.panels,
                                       .panel_count = 3,
                                       .flags = e.flags,
                                       .flag_count = 3,
                                       .spans = e.spans,
                                       .span_count = 1,
                                       .span_words = "the contact sticks",
                                       .subtitle = "{/:Italic e} = 0.5",
                                       .note = "2 points have no answer"};
  return &e;
}

static char* draw(carom_figure figure, const carom_figure_chart_input* input, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_chart(&figure, input, &diag), &diag, size);
}

static carom_figure tall(void) {
  carom_figure figure = carom_figure_default();
  figure.title = "A chart";
  figure.height = 900;
  return figure;
}

static int count_in_text(const char* svg, const char* part) {
  char* text = svg_text_of(svg);
  int count = svg_count_of(text, part);
  free(text);
  return count;
}

Test(figure_chart, the_picture_says_all_that_was_handed_in) {
  static const char* const shown[] = {"A chart",
                                      "e = 0.5",
                                      "velocity v",
                                      "[m/s]",
                                      "energy",
                                      "[J]",
                                      "mode",
                                      "normal impulse In [N s]",
                                      "starts",
                                      "slipping",
                                      "sticks",
                                      "2.5",
                                      "ends",
                                      "7.5",
                                      "the contact sticks",
                                      "along the tangent",
                                      "slides",
                                      "sticks at last",
                                      "energy gained",
                                      "2 points have no answer"};
  size_t size;
  example* e = make_example();
  char* svg = draw(tall(), &e->input, "chart.svg", &size);
  cr_expect(svg_is_well_formed(svg));
  cr_expect_lt(size, 60000);
  for (size_t i = 0; i < sizeof shown / sizeof *shown; ++i)
    cr_expect_gt(count_in_text(svg, shown[i]), 0, "no \"%s\"", shown[i]);
  cr_expect_eq(count_in_text(svg, "along the normal"), 1, "equal curves share an entry of the legend");
  cr_expect_gt(svg_count_of(svg, "243, 203, 176"), 1, "a shade and its sample");
  cr_expect_gt(svg_count_of(svg, "239, 239, 234"), 3, "a span in every panel and its sample");
  cr_expect_not_null(strstr(svg, "<rect x=\"0\" y=\"0\" width=\"650\" height=\"900\" fill=\"#ffffff\"/>"), "opaque");
  // The parabola is above zero from x = 4.47 on, beyond the middle of the panel.
  static const char fill[] = "rgb(243, 203, 176)' points = '";
  const char *in_legend = strstr(svg, fill), *shade = in_legend ? strstr(in_legend + 1, fill) : NULL;
  cr_assert_not_null(shade);
  for (const char *at = shade + sizeof fill - 1, *end = strchr(at, '\''); at && at < end;) {
    cr_expect_gt(atof(at), 380.0, "shaded where the curve is below zero");
    at = strchr(at, ' ') + 1;
  }
  free(svg);
}

Test(figure_chart, the_same_input_gives_the_same_bytes_in_every_format) {
  static const char* const endings[] = {"svg", "pdf", "png"};
  for (int i = 0; i < 3; ++i) {
    size_t size, again;
    char name[32];
    snprintf(name, sizeof name, "chart.%s", endings[i]);
    example* e = make_example();
    char *first = draw(tall(), &e->input, name, &size), *second = draw(tall(), &e->input, name, &again);
    cr_expect(size == again && memcmp(first, second, size) == 0, "%s", name);
    free(first);
    free(second);
  }
}

static const char* const hostile[] = {
    "it's \"quoted\" `touch bad` $(touch bad)", "back\\slash\\n \\047 \\140touch bad\\140",
    "{/Bold a}_b^c @x &{y} ~z{.9} {",           "}}}{{{ %s %d 'system(\"touch bad\")'",
    "line\nbreak\tand \x01 and \xFF\xFE",       "'; system('touch bad'); print '"};

Test(figure_chart, hostile_words_are_text_wherever_they_stand) {
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; ++i) {
    size_t size;
    example* e = make_example();
    const char* words[] = {hostile[i], hostile[i]};
    carom_figure figure = tall();
    figure.title = hostile[i];
    e->first[0].words = e->panels[0].what = e->panels[0].unit = hostile[i];
    e->panels[1].above_zero = e->flags[1].words = e->input.what = e->input.unit = hostile[i];
    e->input.span_words = e->input.subtitle = e->input.note = hostile[i];
    e->panels[2].words = words;
    char* svg = draw(figure, &e->input, "hostile.svg", &size);
    cr_expect(svg_is_well_formed(svg), "%s", hostile[i]);
    cr_expect_eq(sample_file_count(folder), 1, "%s", hostile[i]);
    free(svg);
  }
}

Test(figure_chart, escaped_text_is_shown_as_it_is) {
  static const char* const texts[] = {"a_b^c {d} @e &f ~g \\h", "10^{-3}", "{/Bold no}", "plain", "Stoß_1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    char escaped[200], want[200] = "";
    size_t size;
    example* e = make_example();
    carom_figure_escape(texts[i], escaped, sizeof escaped);
    e->first[0].words = escaped;
    char* svg = draw(tall(), &e->input, "escaped.svg", &size);
    for (const char* at = texts[i]; *at; ++at) {
      char one[2] = {*at, '\0'};
      strcat(want, *at == '&' ? "&amp;" : one);
    }
    cr_expect_gt(count_in_text(svg, want), 0, "no \"%s\"", want);
    free(svg);
  }
}

Test(figure_chart, escaping_cuts_between_characters_and_says_so) {
  char out[16];
  carom_figure_escape("abcdefghijklmnopqrstuvwxyz", out, sizeof out);
  cr_expect_str_eq(out, "abcdefghijkl…");
  carom_figure_escape("äöüäöüäöüäöü", out, sizeof out);
  cr_expect_str_eq(out, "äöüäöü…");
  carom_figure_escape("____________", out, sizeof out);
  cr_expect_str_eq(out, "\\_\\_\\_\\_\\_\\_…");
  carom_figure_escape("abcdefghijklmno", out, sizeof out);
  cr_expect_str_eq(out, "abcdefghijklmno");
  for (int size = 0; size <= 16; ++size) {
    memset(out, '#', sizeof out);
    carom_figure_escape("ä_ö_ü_ä_ö", out, size);
    if (size > 0) cr_expect_lt(strlen(out), (size_t)size);
    if (size < 16) cr_expect_eq(out[size], '#', "nothing beyond %d", size);
    carom_figure_escape("äöüäöüäöüäöü", out, size);
    if (size > 3) cr_expect_eq((strlen(out) - 3) % 2, 0, "a cut within a character at %d", size);
  }
}

/// The distance of a point from the drawn line between the kept points around it, in pixels.
static double distance(const carom_vec2* p, const bool* keep, int i) {
  int before = i, after = i;
  while (!keep[before]) --before;
  while (!keep[after]) ++after;
  carom_vec2 a = p[before], b = p[after];
  double length = hypot(b.x - a.x, b.y - a.y);
  if (!(length > 0.0)) return hypot(p[i].x - a.x, p[i].y - a.y);
  double along = ((p[i].x - a.x) * (b.x - a.x) + (p[i].y - a.y) * (b.y - a.y)) / length;
  along = fmin(length, fmax(0.0, along));
  return hypot(p[i].x - a.x - along / length * (b.x - a.x), p[i].y - a.y - along / length * (b.y - a.y));
}

/// Random curves: smooth, noisy, with breaks, turning back. No point lies farther from the drawn line than the
/// tolerance; a smooth curve loses most of its points.
Test(figure_chart, thinning_moves_the_curve_by_less_than_it_may) {
  test_random r = {5};
  carom__axis across = {.low = 0, .high = 1, .length = 400}, up = {.low = -1, .high = 1, .length = 200};
  static double xs[POINTS], ys[POINTS];
  static bool keep[POINTS];
  static carom_vec2 pixel[POINTS];
  for (int n = 0; n < 200; ++n) {
    double noise = n % 4 == 0 ? 0.0 : test_random_log(&r, 1e-5, 1), frequency = test_random_uniform(&r, 1, 30);
    int kept = 0;
    for (int i = 0; i < POINTS; ++i) {
      double t = (double)i / (POINTS - 1);
      xs[i] = n % 3 == 0 ? 0.5 + 0.5 * cos(frequency * t) : t;
      ys[i] = 0.9 * sin(frequency * t) + noise * test_random_uniform(&r, -1, 1);
      if (n % 5 == 0 && test_random_below(&r, 50) == 0) ys[i] = (double)NAN;
      pixel[i] = (carom_vec2){carom__axis_pixel(&across, xs[i]), carom__axis_pixel(&up, ys[i])};
    }
    carom_figure_curve curve = {NULL, CAROM_FIGURE_LOOK_SERIES, 0, xs, ys, POINTS};
    carom__chart_thin(&across, &up, &curve, keep);
    for (int i = 0; i < POINTS; ++i) {
      bool end = i == 0 || i + 1 == POINTS || isnan(ys[i - 1]) || isnan(ys[i + 1]);
      if (isnan(ys[i])) {
        cr_assert_not(keep[i]);
        keep[i] = true;  // a break: distance() must not look beyond it
        continue;
      }
      cr_assert(keep[i] || !end, "case %d: the end at %d is lost", n, i);
      kept += keep[i];
    }
    // The tolerance is for the line; between the kept points the curve may go back and forth by as much again.
    for (int i = 0; i < POINTS; ++i) {
      if (!isnan(ys[i])) cr_assert_leq(distance(pixel, keep, i), 0.1001, "case %d, point %d", n, i);
    }
    if (noise == 0.0 && n % 5 != 0) cr_expect_lt(kept, 600, "case %d keeps %d points", n, kept);
  }
}

static int lines_in(const char* name) {
  char path[SAMPLE_PATH];
  size_t size;
  sample_join(path, folder, name);
  char* text = sample_read(path, &size);
  cr_assert_not_null(text, "%s", name);
  int lines = svg_count_of(text, "\n");
  free(text);
  return lines;
}

Test(figure_chart, script_and_all_points_are_left_on_request) {
  char path[SAMPLE_PATH];
  size_t size;
  example* e = make_example();
  carom_figure figure = tall();
  figure.script_dir = folder;
  free(draw(figure, &e->input, "chart.svg", &size));
  sample_join(path, folder, "points.dat");
  char* text = sample_read(path, &size);
  cr_assert_not_null(text);
  double a, b;
  int matched = 0;
  for (char* line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    if (sscanf(line, "%lf %lf", &a, &b) != 2) continue;
    int i = (int)lrint(a / 7.5 * (POINTS - 1));
    matched += i >= 0 && i < POINTS && a == x[i] && (b == wave[i] || b == parabola[i]);
  }
  free(text);
  cr_expect_eq(matched, 2 * POINTS + POINTS - 49, "every point, to the last bit");
  cr_expect_lt(lines_in("chart.dat"), 400);
  cr_expect_gt(lines_in("chart.gp"), 50);
}

static void expect_refused(const carom_figure_chart_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_chart(&figure, input, &diag), &diag, part);
}

Test(figure_chart, bad_requests_say_what_is_wrong) {
  expect_refused(NULL, "missing");
  for (int i = 0; i < 12; ++i) {
    static const char* const parts[] = {"missing", "missing", "missing", "missing", "1 to 6",     "1 to 6",
                                        "0 to 16", "0 to 16", "panel 1", "panel 1", "not finite", "not finite"};
    example* e = make_example();
    if (i == 0) e->input.what = NULL;
    if (i == 1) e->input.panels = NULL;
    if (i == 2) e->input.flags = NULL;
    if (i == 3) e->input.spans = NULL;
    if (i == 4) e->input.panel_count = 0;
    if (i == 5) e->input.panel_count = 7;
    if (i == 6) e->panels[1].curve_count = -1;
    if (i == 7) e->panels[1].curve_count = 17;
    if (i == 8) e->first[1].y = NULL;
    if (i == 9) e->panels[0].what = NULL;
    if (i == 10) e->flags[1].at = (double)NAN;
    if (i == 11) e->spans[0].to = (double)INFINITY;
    expect_refused(&e->input, parts[i]);
  }
}

/// Curves without any point, of one value, far from zero, of any size: all are drawn, and 0 shows where it must.
Test(figure_chart, odd_ranges_are_drawn) {
  size_t size;
  for (int i = 0; i < 6; ++i) {
    carom_figure_curve curve = {NULL, CAROM_FIGURE_LOOK_POINTS, 0, x, i < 2 ? constant : wave, POINTS};
    carom_figure_panel panel = {.what = "a", .curves = &curve, .curve_count = 1, .far_from_zero = i % 2 == 0};
    carom_figure_chart_input input = {.what = "b", .panels = &panel, .panel_count = 1};
    if (i == 2) curve.count = 0;
    if (i == 3) curve.count = 1;
    if (i == 4) panel.curve_count = 0;
    if (i == 5) curve.look = CAROM_FIGURE_LOOK_REFERENCE;
    char* svg = draw(carom_figure_default(), &input, "odd.svg", &size);
    cr_expect(svg_is_well_formed(svg), "case %d", i);
    free(svg);
  }
}

Test(figure_chart, an_axis_may_stay_far_from_zero) {
  static const struct {
    double low, high;
    bool far, shows_zero;
  } rows[] = {{7.4, 7.5, true, false}, {7.4, 7.5, false, true}, {0.1, 0.5, true, true}, {-3, -2.9, true, false},
              {5, 5, true, true},      {-1, 1, true, true},     {-3, -2.9, false, true}};
  carom_figure figure = carom_figure_default();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    carom__panels p = {.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG), .across = {.low = 0, .high = 1}};
    carom__panels_add(&p,
                      (carom__panel){.what = "a", .factor = "", .unit = "", .share = 1, .far_from_zero = rows[i].far},
                      rows[i].low, rows[i].high);
    cr_expect(p.items[0].up.low < rows[i].low && p.items[0].up.high > rows[i].high, "row %zu has borders", i);
    cr_expect_eq(p.items[0].up.low <= 0 && p.items[0].up.high >= 0, rows[i].shows_zero, "row %zu", i);
  }
}

/// Letters are 0.62 em wide, the dots 1 em; a fits 3 times beside the dots into 3.2 em.
Test(figure_chart, markup_is_cut_where_it_may_be) {
  static const struct {
    const char *markup, *cut;
    double width;
  } rows[] = {{"abc", "abc", 5},
              {"aaaaaaaaaa", "aaa…", 3.2},
              {"aa{/:Italic bbbbbb}c", "aa…", 4},
              {"aa\\_\\_\\_\\_\\_", "aa\\_…", 3.1},
              {"ääääääääää", "äää…", 3.2},
              {"{bbbbbbbbbbbb}", "…", 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    char text[64];
    snprintf(text, sizeof text, "%s", rows[i].markup);
    carom__style_cut_markup(text, rows[i].width);
    cr_expect_str_eq(text, rows[i].cut, "%s became %s", rows[i].markup, text);
  }
}

/// The legend never reaches the axis, whatever it holds, and its rows stay on the sheet.
Test(figure_chart, the_legend_has_room) {
  char words[30][64];
  carom_figure figure = carom_figure_default();
  for (int count = 0; count <= 30; ++count) {
    for (int length = 3; length < 60; length += 14) {
      carom__key key = {0};
      carom__sheet sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
      for (int i = 0; i < count; ++i) {
        snprintf(words[i], sizeof words[i], "%d%*s", i, length - 2, "x");
        carom__key_add(&key, (carom__key_entry){CAROM__CURVE_NORMAL, words[i], NULL, false});
        carom__key_add(&key, (carom__key_entry){CAROM__CURVE_NORMAL, words[i], NULL, false});
      }
      carom__key_arrange(&key, &sheet);
      int rows = (key.shown + (key.shown < key.count) + key.columns - 1) / key.columns;
      cr_expect_eq(key.count, count);
      cr_expect_geq(sheet.bottom, 50);
      if (count > 0) {
        cr_expect_geq(sheet.legend - 19 * (rows - 1), 10);
        cr_expect_leq(sheet.bottom, 0.5 * sheet.height, "half of the sheet stays for what is drawn");
        cr_expect_eq(key.shown == key.count, strlen(key.more) == 0);
        cr_expect_leq(sheet.legend + 12, sheet.bottom - 50);
      }
    }
  }
}
