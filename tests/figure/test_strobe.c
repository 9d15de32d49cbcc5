// Poses of things that move: what the picture and its data hold, how the time is parted, where words stand.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "figure/strobe.h"
#include "kit/drawing.h"
#include "random.h"

enum { POSES = 13, ROWS = 241, POINTS = 4, THINGS = 2 };

/// Things that hop along, with all that their figure needs.
typedef struct hopping {
  double times[POSES], path_times[ROWS];
  carom_vec2 poses[THINGS][POSES * POINTS], path[THINGS][ROWS];
  carom_figure_thing things[THINGS];
  carom_figure_wall walls[2];
  carom_figure_bounce bounces[64];
  carom_figure_strobe_input input;
} hopping;

static hopping h;

TestSuite(figure_strobe, .init = open_folder, .fini = remove_folder);

/// A parabola from 0 to 1 that is hopped again and again, `across` metres each.
static carom_vec2 place(double t, double across, double scale) {
  double share = t - floor(t);
  return (carom_vec2){scale * across * t, scale * 4.0 * share * (1.0 - share)};
}

static carom_figure_thing thing_of(int index, carom_figure_shape shape, int points, double scale) {
  return (carom_figure_thing){.name = index == 0 ? "first" : "second",
                              .shape = shape,
                              .point_count = points,
                              .pose_count = POSES,
                              .times = h.times,
                              .poses = h.poses[index],
                              .radius = 0.1 * scale,
                              .path_count = ROWS,
                              .path_times = h.path_times,
                              .path = h.path[index]};
}

/// Three hops in three seconds, with an impact after each.
static void hop(carom_figure_shape shape, double across, double scale) {
  int points = shape == CAROM_FIGURE_SHAPE_DISC ? 2 : POINTS;
  for (int i = 0; i < POSES; ++i) h.times[i] = 3.0 * i / (POSES - 1);
  for (int i = 0; i < ROWS; ++i) h.path_times[i] = 3.0 * i / (ROWS - 1);
  for (int thing = 0; thing < THINGS; ++thing) {
    for (int i = 0; i < ROWS; ++i) h.path[thing][i] = place(h.path_times[i], across, scale);
    for (int i = 0; i < POSES * points; ++i) {
      carom_vec2 at = place(h.times[i / points], across, scale);
      double angle = 1.5 * (i % points) + h.times[i / points];
      h.poses[thing][i] = (carom_vec2){at.x + 0.1 * scale * cos(angle), at.y + 0.1 * scale * sin(angle)};
      if (shape == CAROM_FIGURE_SHAPE_DISC && i % points == 0) h.poses[thing][i] = at;
    }
    h.things[thing] = thing_of(thing, shape, points, scale);
  }
  h.walls[0] = (carom_figure_wall){{0.0, -0.1 * scale}, {0.0, 1.0}};
  h.walls[1] = (carom_figure_wall){{-0.3 * scale, 0.0}, {1.0, 0.0}};
  for (int i = 0; i < 3; ++i) {
    h.bounces[i] = (carom_figure_bounce){i + 1.0, {scale * across * (i + 1.0), -0.1 * scale}, 1.0};
  }
  h.input = (carom_figure_strobe_input){.things = h.things,
                                        .thing_count = 1,
                                        .walls = h.walls,
                                        .wall_count = 2,
                                        .bounces = h.bounces,
                                        .bounce_count = 3,
                                        .across = "{/:Italic x}",
                                        .up = "{/:Italic y}",
                                        .path_words = "path of the centre",
                                        .subtitle = "three hops"};
}

static char* draw(carom_figure figure, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_strobe(&figure, &h.input, &diag), &diag, size);
}

Test(figure_strobe, the_picture_says_what_moves_and_when_it_hits) {
  static const char* const shown[] = {"x [m]", "y [m]", "start", "end",          "1 s",           "2 s",
                                      "3 s",   "hops",  "path",  "every 0.25 s", "light to dark", NULL};
  size_t size;
  hop(CAROM_FIGURE_SHAPE_OUTLINE, 0.7, 1.0);
  char* svg = draw(carom_figure_default(), "one.svg", &size);
  expect_words(svg, shown, (const char* const[]){"gentler", "first", "0 to", NULL});
  cr_expect_eq(svg_count_of(svg, "#gpPt12'"), 2 * 3 + 1, "a diamond on its halo for each impact, and the legend's");
  free(svg);
  h.input.thing_count = 2;
  svg = draw(carom_figure_default(), "two.svg", &size);
  expect_words(svg, (const char* const[]){"first", "second", NULL}, (const char* const[]){"start", NULL});
  free(svg);
}

/// The lightest and the darkest colour of the poses.
Test(figure_strobe, late_poses_are_darker) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH];
  size_t size;
  sample_join(scripts, folder, "scripts");
  hop(CAROM_FIGURE_SHAPE_CHAIN, 0.7, 1.0);
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  free(draw(figure, "it.svg", &size));
  cr_expect_eq(sample_file_count(scripts), 4, "script and data, and nothing else");
  sample_join(path, scripts, "poses.dat");
  char* data = sample_read(path, &size);
  char* at = strchr(data, '\n');
  long before = 0x1000000;
  for (int i = 0; i < POSES * POINTS; ++i) {
    double x = strtod(at, &at), y = strtod(at, &at);
    long colour = strtol(at, &at, 10), grey = (colour >> 16) + (colour >> 8 & 255) + (colour & 255);
    cr_assert_eq(x, h.poses[0][i].x);
    cr_assert_eq(y, h.poses[0][i].y);
    cr_expect_eq(strtod(at, &at), h.times[i / POINTS]);
    cr_expect(i % POINTS == 0 ? grey < before : grey == before, "pose %d", i / POINTS);
    before = grey;
  }
  cr_expect_eq(strspn(at, "\n"), strlen(at), "nothing but the poses");
  free(data);
  char command[2 * SAMPLE_PATH];
  snprintf(command, sizeof command, "cd '%s' && test -z \"$(LC_ALL=C.UTF-8 gnuplot strobe.gp 2>&1)\"", scripts);
  cr_expect_eq(system(command), 0, "the script draws again, without a word");
  sample_remove(scripts);
}

/// The path keeps to what was given: every point is one of them, and none that is left out lies off the line.
Test(figure_strobe, the_path_is_thinned_without_loss) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH];
  size_t size;
  sample_join(scripts, folder, "scripts");
  hop(CAROM_FIGURE_SHAPE_OUTLINE, 0.7, 1.0);
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  free(draw(figure, "it.svg", &size));
  sample_join(path, scripts, "paths.dat");
  char* data = sample_read(path, &size);
  char *at = strchr(data, '\n'), *next = at;
  int count = 0, row = 0;
  double x0 = 0.0, y0 = 0.0, worst = 0.0;
  for (; strspn(at, "\n ") < strlen(at); at = next, ++count) {
    double x = strtod(at, &next), y = strtod(next, &next), t = strtod(next, &next);
    for (; row < ROWS && h.path_times[row] < t; ++row) {
      double length = hypot(x - x0, y - y0), px = h.path[0][row].x - x0, py = h.path[0][row].y - y0;
      if (count > 0) worst = fmax(worst, fabs(px * (y - y0) - py * (x - x0)) / length);
    }
    cr_assert(row < ROWS && h.path[0][row].x == x && h.path[0][row].y == y, "point %d", count);
    x0 = x;
    y0 = y;
  }
  cr_expect(count > 40 && count < ROWS, "%d of %d points", count, ROWS);
  cr_expect_eq(row, ROWS - 1, "the end is there");
  cr_expect_lt(worst, 0.005, "off by %g m, where the picture is about 2 m wide", worst);
  free(data);
  sample_remove(scripts);
}

static carom__strobe_layout lay_out(void) {
  carom_figure figure = carom_figure_default();
  carom__strobe_layout l = {.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG)};
  carom__strobe_lay_out(&h.input, &l);
  return l;
}

Test(figure_strobe, what_goes_far_across_is_parted_at_an_impact) {
  static const double across[] = {0.5, 1.1, 3.0};
  static const int rows[] = {1, 2, 3};
  for (int i = 0; i < 3; ++i) {
    hop(CAROM_FIGURE_SHAPE_DISC, across[i], 1.0);
    carom__strobe_layout l = lay_out();
    cr_expect_eq(l.row_count, rows[i], "%g: %d rows", across[i], l.row_count);
    cr_expect(l.rows[0].from == 0.0 && l.rows[l.row_count - 1].to == 3.0);
    for (int row = 0; row + 1 < l.row_count; ++row) {
      // Three hops have an impact at each third; of two parts one has two of them.
      double to = l.rows[row].to;
      cr_expect_eq(l.rows[row].to, l.rows[row + 1].from);
      cr_expect(to == row + 1.0 || (l.row_count == 2 && to == 2.0), "row %d ends at %g", row, to);
    }
  }
  size_t size;
  char* svg = draw(carom_figure_default(), "rows.svg", &size);
  expect_words(svg, (const char* const[]){"0 to 1 s", "1 to 2 s", "2 to 3 s", NULL}, (const char* const[]){NULL});
  free(svg);
}

Test(figure_strobe, room_that_is_left_over_goes_above_the_ground) {
  hop(CAROM_FIGURE_SHAPE_DISC, 0.5, 1.0);
  carom_figure figure = carom_figure_default();
  for (int high = 0; high < 2; ++high) {
    figure.height = high ? 1300 : 700;
    carom__strobe_layout l = {.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG)};
    carom__strobe_lay_out(&h.input, &l);
    const carom__view* view = &l.rows[0].sheet.view;
    cr_expect_leq(-view->bottom * view->scale, 0.25 * view->height, "the floor is at 0, and nothing is below it");
  }
}

Test(figure_strobe, chatter_is_one_mark_and_gentle_impacts_are_counted) {
  hop(CAROM_FIGURE_SHAPE_OUTLINE, 0.5, 1.0);
  for (int i = 3; i < 9; ++i) h.bounces[i] = (carom_figure_bounce){3.0 + 0.01 * i, {1.5 + 1e-3 * i, -0.1}, 0.5};
  for (int i = 9; i < 20; ++i) h.bounces[i] = (carom_figure_bounce){3.2 + 0.01 * i, {1.6, -0.1}, 0.01};
  h.input.bounce_count = 20;
  size_t size;
  char* svg = draw(carom_figure_default(), "chatter.svg", &size);
  expect_words(svg, (const char* const[]){"3 s and 6 more", "and 11 gentler impacts", NULL},
               (const char* const[]){"3.03 s", NULL});
  free(svg);
}

Test(figure_strobe, formats_are_what_their_names_say) {
  static const char* const names[] = {"a.svg", "a.pdf", "a.png"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
  hop(CAROM_FIGURE_SHAPE_DISC, 3.0, 1.0);
  for (int i = 0; i < 3; ++i) {
    size_t size, again;
    char* bytes = draw(carom_figure_default(), names[i], &size);
    char* second = draw(carom_figure_default(), names[i], &again);
    cr_expect(size > 1000 && memcmp(bytes, starts[i], 4) == 0, "%s", names[i]);
    cr_expect(size == again && memcmp(bytes, second, size) == 0, "%s: equal input, equal bytes", names[i]);
    free(bytes);
    free(second);
  }
}

Test(figure_strobe, any_scale_is_drawn) {
  static const double scales[] = {1e-100, 1e-6, 1e6, 1e100};
  static const char* const units[] = {"[10−102 m]", "[10−6 m]", "[106 m]", "[1099 m]"};
  for (int i = 0; i < 4; ++i) {
    hop(CAROM_FIGURE_SHAPE_DISC, 0.5, scales[i]);
    size_t size;
    char* svg = draw(carom_figure_default(), "scale.svg", &size);
    expect_words(svg, (const char* const[]){units[i], "start", NULL}, (const char* const[]){NULL});
    free(svg);
  }
}

Test(figure_strobe, what_never_moves_is_drawn_too) {
  hop(CAROM_FIGURE_SHAPE_OUTLINE, 0.0, 0.0);
  h.input.bounce_count = 0;
  h.things[0].path_count = 0;
  h.things[0].pose_count = 1;
  size_t size;
  free(draw(carom_figure_default(), "still.svg", &size));
}

Test(figure_strobe, names_of_others_are_shown_and_never_run) {
  static const char* const names[] = {"`touch pwned`", "'; system('touch pwned'); '",
                                      "x' at 0,0\n! touch pwned\nset label 'y"};
  char here[SAMPLE_PATH];
  cr_assert_not_null(getcwd(here, sizeof here));
  cr_assert_eq(chdir(folder), 0);
  hop(CAROM_FIGURE_SHAPE_OUTLINE, 0.5, 1.0);
  h.input.thing_count = 2;
  for (int i = 0; i < 3; ++i) {
    carom_figure figure = carom_figure_default();
    figure.width = figure.height = 160;
    figure.title = h.things[0].name = names[i];
    size_t size;
    char* svg = draw(figure, "name.svg", &size);
    cr_expect_eq(sample_file_count(folder), 1, "name %d ran", i);
    cr_expect(svg_is_well_formed(svg));
    free(svg);
  }
  cr_assert_eq(chdir(here), 0);
}

static void expect_refused(const carom_figure_strobe_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_strobe(&figure, input, &diag), &diag, part);
}

/// One thing that is wrong with an input.
typedef enum fault {
  NO_THINGS,
  NO_WALLS,
  NO_BOUNCES,
  NO_AXIS,
  QUOTE,
  TOO_MANY,
  NO_POSES,
  ONE_POINT,
  NO_RADIUS,
  NO_PATH,
  TIME_BACK,
  NAN_POSE,
  NAN_PATH,
  NAN_WALL,
  NAN_BOUNCE,
  FAULTS
} fault;

static void break_it(fault f) {
  carom_figure_strobe_input* input = &h.input;
  if (f == NO_THINGS) input->things = NULL;
  if (f == NO_WALLS) input->walls = NULL;
  if (f == NO_BOUNCES) input->bounces = NULL;
  if (f == NO_AXIS) input->up = NULL;
  if (f == QUOTE) input->path_words = "it's";
  if (f == TOO_MANY) input->thing_count = CAROM_FIGURE_MAX_THINGS + 1;
  if (f == NO_POSES) h.things[0].poses = NULL;
  if (f == ONE_POINT) h.things[0].point_count = 1;
  if (f == NO_RADIUS) h.things[0].radius = 0.0;
  if (f == NO_PATH) h.things[0].path = NULL;
  if (f == TIME_BACK) h.times[4] = 0.1;
  if (f == NAN_POSE) h.poses[0][5].x = (double)NAN;
  if (f == NAN_PATH) h.path[0][7].y = (double)INFINITY;
  if (f == NAN_WALL) h.walls[1].normal.x = (double)NAN;
  if (f == NAN_BOUNCE) h.bounces[2].time = (double)NAN;
}

Test(figure_strobe, bad_requests_say_what_would_be_right) {
  static const char* const parts[FAULTS] = {"one of them is missing",
                                            "one of them is missing",
                                            "one of them is missing",
                                            "one of them is missing",
                                            "without quotes",
                                            "1 to 64 things",
                                            "thing 1",
                                            "thing 1",
                                            "thing 1",
                                            "thing 1",
                                            "goes back",
                                            "not finite",
                                            "not finite",
                                            "a wall or an impact",
                                            "a wall or an impact"};
  expect_refused(NULL, "one of them is missing");
  for (int i = 0; i < FAULTS; ++i) {
    hop(CAROM_FIGURE_SHAPE_DISC, 0.5, 1.0);
    break_it((fault)i);
    expect_refused(&h.input, parts[i]);
  }
  carom_figure figure = carom_figure_default();
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  sample_join(output, folder, "refused.svg");
  hop(CAROM_FIGURE_SHAPE_DISC, 0.5, 1.0);
  figure.output = output;
  figure.letters = -1.0;
  cr_expect_eq(carom_figure_strobe(&figure, &h.input, &diag), CAROM_BAD_VALUE);
  cr_expect_not_null(strstr(diag.message, "0 to 10"), "%s", diag.message);
}

static bool overlap(carom__rect x, carom__rect y) {
  const double noise = 1e-9;  // pixels are of the order of 500: a few dozen roundings
  return fabs(x.centre.x - y.centre.x) < x.half_width + y.half_width - noise &&
         fabs(x.centre.y - y.centre.y) < x.half_height + y.half_height - noise;
}

static bool labels_are_fine(const carom__strobe_row* row) {
  for (int i = 0; i < row->marks.count; ++i) {
    carom__rect a = row->marks.items[i].label;
    if (row->marks.items[i].silent) continue;
    bool fine = a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
                a.centre.x + a.half_width <= row->sheet.view.width &&
                a.centre.y + a.half_height <= row->sheet.view.height;
    if (*row->span) fine = fine && !overlap(a, row->span_label);
    for (int j = 0; j < i && fine; ++j) fine = row->marks.items[j].silent || !overlap(a, row->marks.items[j].label);
    if (!fine) return false;
  }
  return true;
}

Test(figure_strobe, labels_keep_apart) {
  test_random r = {20267};
  int silent = 0, rows = 0;
  for (int i = 0; i < 300; ++i) {
    hop(CAROM_FIGURE_SHAPE_OUTLINE, test_random_log(&r, 0.05, 5), test_random_log(&r, 1e-3, 1e3));
    h.input.bounce_count = 1 + (int)test_random_uniform(&r, 0, 60);
    for (int j = 0; j < h.input.bounce_count; ++j) {
      h.bounces[j] =
          (carom_figure_bounce){3.0 * (j + 1) / h.input.bounce_count,
                                h.path[0][(int)test_random_uniform(&r, 0, ROWS - 1)], test_random_uniform(&r, 0, 1)};
    }
    carom__strobe_layout l = lay_out();
    for (int row = 0; row < l.row_count; ++row) {
      cr_expect(labels_are_fine(&l.rows[row]), "case %d, row %d", i, row);
      for (int j = 0; j < l.rows[row].marks.count; ++j) silent += l.rows[row].marks.items[j].silent;
    }
    rows += l.row_count;
  }
  cr_expect_gt(rows, 400, "some are parted");
  cr_expect_gt(silent, 0, "some have more impacts than words fit");
}
