// Ways of a ball: what the picture and its data hold, and where names stand.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "figure/route.h"
#include "kit/drawing.h"
#include "random.h"

enum { POINTS = 21, LEGS = 4, MANY = 6 };

/// Shots that hop, slide, roll and rest, with all that their figure needs.
typedef struct shots {
  carom_vec2 points[CAROM_FIGURE_MAX_ROUTES][LEGS][POINTS], dots[9];
  carom_figure_leg legs[CAROM_FIGURE_MAX_ROUTES][LEGS];
  carom_figure_route routes[CAROM_FIGURE_MAX_ROUTES];
  char names[CAROM_FIGURE_MAX_ROUTES][32];
  carom_figure_routes_input input;
} shots;

static shots s;

TestSuite(figure_route, .init = open_folder, .fini = remove_folder);

static void put_leg(int route, int leg, carom_phase phase, carom_vec2 from, carom_vec2 to) {
  for (int i = 0; i < POINTS; ++i) {
    double share = (double)i / (POINTS - 1), bend = phase == CAROM_PHASE_SLIDE ? 0.1 * share * (1.0 - share) : 0.0;
    s.points[route][leg][i] =
        (carom_vec2){from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) + bend * (to.x - from.x)};
  }
  int count = phase == CAROM_PHASE_REST ? 1 : POINTS;
  s.legs[route][leg] = (carom_figure_leg){phase, leg, leg + 1.0, s.points[route][leg], count};
}

/// A shot towards an angle.
static void shoot(int route, double angle, double scale) {
  carom_vec2 stops[LEGS + 1];
  for (int i = 0; i <= LEGS; ++i) {
    double turned = angle + (i > 1 ? 0.3 * i : 0.0), far = scale * (i < LEGS ? i : LEGS - 1);
    stops[i] = (carom_vec2){far * cos(turned), far * sin(turned)};
  }
  stops[0] = (carom_vec2){0.0, 0.0};
  put_leg(route, 0, CAROM_PHASE_FLIGHT, stops[0], stops[1]);
  put_leg(route, 1, CAROM_PHASE_SLIDE, stops[1], stops[2]);
  put_leg(route, 2, CAROM_PHASE_ROLL, stops[2], stops[3]);
  put_leg(route, 3, CAROM_PHASE_REST, stops[3], stops[3]);
  snprintf(s.names[route], sizeof s.names[route], "shot %d", route);
  s.routes[route] = (carom_figure_route){.name = s.names[route], .legs = s.legs[route], .leg_count = LEGS};
}

static void lengthen(int route) {
  snprintf(s.names[route], sizeof s.names[route], "with a long name %d", route);
}

static void shoot_many(int count, double scale) {
  for (int i = 0; i < count; ++i) shoot(i, 0.25 * i, scale);
  s.input = (carom_figure_routes_input){.routes = s.routes,
                                        .route_count = count,
                                        .across = "{/:Italic x}",
                                        .up = "{/:Italic y}",
                                        .radius = 0.03 * scale,
                                        .dot_interval = 0.1,
                                        .subtitle = "friction"};
}

static char* draw(carom_figure figure, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_routes(&figure, &s.input, &diag), &diag, size);
}

Test(figure_route, one_route_tells_what_the_ball_does_from_when) {
  static const char* const shown[] = {"start",
                                      "lands and slides, 1 s",
                                      "rolls, 2 s",
                                      "rests, 3 s",
                                      "slides",
                                      "rolls",
                                      "hops, above the cloth",
                                      "x [m]",
                                      "y [m]",
                                      "friction",
                                      "every 0.1 s",
                                      NULL};
  static const char hop[] = "stroke='rgb(  0, 128,  92)'", slide[] = "stroke='rgb(192,  79,   0)'",
                    roll[] = "stroke='rgb(  0, 114, 178)'";
  size_t size;
  shoot_many(1, 1.0);
  for (int i = 0; i < 9; ++i) s.dots[i] = s.points[0][1][i];
  s.routes[0].dots = s.dots;
  s.routes[0].dot_count = 9;
  char* svg = draw(carom_figure_default(), "one.svg", &size);
  expect_words(svg, shown, (const char* const[]){"shot 0", "still moves", NULL});
  cr_expect_eq(svg_count_of(svg, hop), 1 + 1, "a leg and its sample");
  cr_expect_eq(svg_count_of(svg, slide), 1 + 1);
  cr_expect_eq(svg_count_of(svg, roll), 1 + 1);
  free(svg);
  s.routes[0].leg_count = 3;
  svg = draw(carom_figure_default(), "moving.svg", &size);
  expect_words(svg, (const char* const[]){"still moves, 3 s", NULL}, (const char* const[]){"rests", NULL});
  free(svg);
}

Test(figure_route, several_routes_have_names_at_their_ends) {
  static const char* const shown[] = {"shot 0", "shot 1", "shot 2", "shot 3", "shot 4", "shot 5", "slides", NULL};
  size_t size;
  shoot_many(MANY, 1.0);
  char* svg = draw(carom_figure_default(), "many.svg", &size);
  expect_words(svg, shown, (const char* const[]){"start", "rests, 3 s", NULL});
  char* text = svg_text_of(svg);
  cr_expect_eq(svg_count_of(text, "shot 3"), 1, "at its end, not in the legend");
  free(text);
  free(svg);
  shoot_many(CAROM_FIGURE_MAX_ROUTES, 1.0);
  for (int i = 0; i < CAROM_FIGURE_MAX_ROUTES; ++i) {
    shoot(i, 1e-3 * i, 1.0);
    lengthen(i);
  }
  svg = draw(carom_figure_default(), "crowd.svg", &size);
  text = svg_text_of(svg);
  cr_expect_geq(svg_count_of(text, "with a long name 23"), 1, "without room at the ends, the legend has it");
  free(text);
  free(svg);
}

/// A way that is long and narrow has a scale of its own across, and says so; what is written stays in metres.
Test(figure_route, the_bend_of_a_long_way_can_be_seen) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH];
  static carom__route_layout l;
  carom_figure figure = carom_figure_default();
  size_t size;
  shoot_many(1, 1.0);
  l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  carom__route_lay_out(&s.input, &l);
  cr_expect_eq(l.stretch, 1.0);
  for (int leg = 0; leg < LEGS; ++leg) {
    for (int i = 0; i < POINTS; ++i) s.points[0][leg][i].y *= 0.01;
  }
  l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  carom__route_lay_out(&s.input, &l);
  cr_expect_eq(l.stretch, 20.0, "%g", l.stretch);
  sample_join(scripts, folder, "scripts");
  figure.script_dir = scripts;
  char* svg = draw(figure, "long.svg", &size);
  expect_words(svg, (const char* const[]){"y, 20 times larger [m]", "0.02", NULL}, (const char* const[]){NULL});
  free(svg);
  sample_join(path, scripts, "legs.dat");
  char* data = sample_read(path, &size);
  char* at = strchr(strstr(data, "slide"), '\n');
  cr_expect_eq(strtod(at, &at), s.points[0][1][0].x);
  cr_expect_eq(strtod(at, &at), s.points[0][1][0].y);
  free(data);
  sample_remove(scripts);
}

/// Shots that slide for a metre and then roll away, in directions that differ little.
static void glide(int count, double roll) {
  s = (shots){0};
  for (int i = 0; i < count; ++i) {
    double slope = 0.05 + 0.03 * i;
    carom_vec2 turn = {-1.0, slope}, end = {-1.0 - roll, slope * (1.0 + 1.2 * roll)};
    put_leg(i, 0, CAROM_PHASE_SLIDE, (carom_vec2){0.0, 0.0}, turn);
    put_leg(i, 1, CAROM_PHASE_ROLL, turn, end);
    snprintf(s.names[i], sizeof s.names[i], "shot %d", i);
    s.routes[i] = (carom_figure_route){.name = s.names[i], .legs = s.legs[i], .leg_count = 2};
  }
  s.input = (carom_figure_routes_input){.routes = s.routes, .route_count = count, .across = "x", .up = "y"};
}

Test(figure_route, a_bundle_that_bends_early_is_shown_again_from_near) {
  static const struct {
    int count, height;
    double roll;
    bool close;
  } rows[] = {{4, 900, 6.0, true}, {4, 900, 1.0, false}, {1, 900, 6.0, false}, {4, 420, 6.0, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    carom_figure figure = {.width = 650, .height = rows[i].height, .letters = rows[i].height < 560 ? 560.0 / 336 : 1};
    glide(rows[i].count, rows[i].roll);
    carom__route_layout l = {.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG)};
    carom__route_lay_out(&s.input, &l);
    cr_expect_eq(l.has_close, rows[i].close, "row %zu", i);
    if (!l.has_close) continue;
    const carom__view* view = &l.close.view;
    cr_expect_leq(view->left, -1.0, "all of the slide is there");
    cr_expect_geq(view->left, -2.0, "and little else");
    cr_expect_leq(l.close.bottom + view->height, l.sheet.bottom, "the boxes do not overlap");
    cr_expect_gt(l.close_stretch, 1.0);
  }
}

Test(figure_route, script_and_data_stay_when_asked) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH], command[2 * SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  shoot_many(2, 1.0);
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  size_t size;
  free(draw(figure, "it.svg", &size));
  cr_expect_eq(sample_file_count(scripts), 4, "script and data, and nothing else");
  sample_join(path, scripts, "legs.dat");
  char* data = sample_read(path, &size);
  char* at = strchr(data, '\n');
  for (int route = 0; route < 2; ++route) {
    for (int leg = 0; leg < LEGS - 1; ++leg) {
      at = strstr(at, "# route");
      cr_assert_not_null(at);
      cr_expect_eq(strtol(at + 8, NULL, 10), route + 1);
      at = strchr(at, '\n');
      for (int i = 0; i < POINTS; ++i) {
        cr_assert_eq(strtod(at, &at), s.points[route][leg][i].x);
        cr_assert_eq(strtod(at, &at), s.points[route][leg][i].y);
      }
    }
  }
  cr_expect_eq(strspn(at, "\n"), strlen(at), "nothing but the legs; rest has none");
  free(data);
  snprintf(command, sizeof command, "cd '%s' && test -z \"$(LC_ALL=C.UTF-8 gnuplot routes.gp 2>&1)\"", scripts);
  cr_expect_eq(system(command), 0, "the script draws again, without a word");
  sample_remove(scripts);
}

Test(figure_route, formats_are_what_their_names_say) {
  static const char* const names[] = {"a.svg", "a.pdf", "a.png"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
  shoot_many(3, 1.0);
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

Test(figure_route, any_scale_is_drawn) {
  static const double scales[] = {1e-100, 1e-6, 1e6, 1e100};
  static const char* const units[] = {"[10−102 m]", "[10−6 m]", "[106 m]", "[1099 m]"};
  for (int i = 0; i < 4; ++i) {
    shoot_many(1, scales[i]);
    size_t size;
    char* svg = draw(carom_figure_default(), "scale.svg", &size);
    expect_words(svg, (const char* const[]){units[i], "start", NULL}, (const char* const[]){NULL});
    free(svg);
  }
  shoot_many(1, 0.0);
  s.input.radius = 0.0;
  size_t size;
  free(draw(carom_figure_default(), "nowhere.svg", &size));
}

Test(figure_route, names_of_others_are_shown_and_never_run) {
  static const char* const names[] = {"`touch pwned`", "'; system('touch pwned'); '",
                                      "x' at 0,0\n! touch pwned\nset label 'y"};
  char here[SAMPLE_PATH];
  cr_assert_not_null(getcwd(here, sizeof here));
  cr_assert_eq(chdir(folder), 0);
  for (int i = 0; i < 3; ++i) {
    carom_figure figure = carom_figure_default();
    shoot_many(2, 1.0);
    figure.width = figure.height = 160;
    figure.title = s.routes[0].name = s.routes[1].name = names[i];
    size_t size;
    char* svg = draw(figure, "name.svg", &size);
    cr_expect_eq(sample_file_count(folder), 1, "name %d ran", i);
    cr_expect(svg_is_well_formed(svg));
    free(svg);
  }
  cr_assert_eq(chdir(here), 0);
}

static void expect_refused(const carom_figure_routes_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_routes(&figure, input, &diag), &diag, part);
}

/// One thing that is wrong with an input.
typedef enum fault {
  NO_ROUTES,
  NO_AXIS,
  QUOTE,
  NO_LEGS,
  NO_POINTS,
  NAN_POINT,
  NAN_TIME,
  NO_DOTS,
  TOO_MANY,
  RADIUS,
  FAULTS
} fault;

static void break_it(fault f) {
  if (f == NO_ROUTES) s.input.routes = NULL;
  if (f == NO_AXIS) s.input.across = NULL;
  if (f == QUOTE) s.input.up = "y' at 0,0";
  if (f == NO_LEGS) s.routes[1].leg_count = 0;
  if (f == NO_POINTS) s.legs[1][2].points = NULL;
  if (f == NAN_POINT) s.points[1][0][3].y = (double)NAN;
  if (f == NAN_TIME) s.legs[1][0].from = (double)INFINITY;
  if (f == NO_DOTS) s.routes[1].dot_count = 3;
  if (f == TOO_MANY) s.input.route_count = CAROM_FIGURE_MAX_ROUTES + 1;
  if (f == RADIUS) s.input.radius = -1.0;
}

Test(figure_route, bad_requests_say_what_would_be_right) {
  static const char* const parts[FAULTS] = {"one of them is missing",
                                            "one of them is missing",
                                            "without quotes",
                                            "route 2",
                                            "route 2",
                                            "route 2",
                                            "route 2",
                                            "route 2",
                                            "1 to 24 routes",
                                            "radius"};
  expect_refused(NULL, "one of them is missing");
  for (int i = 0; i < FAULTS; ++i) {
    shoot_many(2, 1.0);
    break_it((fault)i);
    expect_refused(&s.input, parts[i]);
  }
}

static bool overlap(carom__rect x, carom__rect y) {
  const double noise = 1e-9;  // pixels are of the order of 500: a few dozen roundings
  return fabs(x.centre.x - y.centre.x) < x.half_width + y.half_width - noise &&
         fabs(x.centre.y - y.centre.y) < x.half_height + y.half_height - noise;
}

static bool is_inside(carom__rect a, const carom__view* view) {
  return a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
         a.centre.x + a.half_width <= view->width && a.centre.y + a.half_height <= view->height;
}

Test(figure_route, names_keep_apart) {
  test_random r = {20268};
  static carom__route_layout l;
  int named = 0, unnamed = 0;
  for (int i = 0; i < 300; ++i) {
    carom_figure figure = carom_figure_default();
    shoot_many(2 + test_random_below(&r, CAROM_FIGURE_MAX_ROUTES - 1), 1.0);
    for (int j = 0; j < s.input.route_count; ++j) {
      bool crowd = i % 10 == 0;
      shoot(j, test_random_uniform(&r, 0, crowd ? 1e-3 : 0.5), crowd ? 1.0 : test_random_log(&r, 0.05, 5));
      if (crowd) lengthen(j);
    }
    if (i % 2) figure.height = 450;
    l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    carom__route_lay_out(&s.input, &l);
    for (int j = 0; j < s.input.route_count; ++j) {
      const carom__route_look* look = &l.routes[j];
      unnamed += !look->named;
      named += look->named;
      if (!look->named) continue;
      cr_expect(is_inside(look->label, &l.sheet.view), "case %d, name %d", i, j);
      for (int k = 0; k < j; ++k) {
        cr_expect(!l.routes[k].named || !overlap(look->label, l.routes[k].label), "case %d, %d and %d", i, j, k);
      }
    }
  }
  cr_expect_gt(named, 1000);
  cr_expect_gt(unnamed, 0, "some find no room");
}
