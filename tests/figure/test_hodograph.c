// The hodograph: what the picture and its data hold, and where things lie in it.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "figure/hodograph.h"
#include "kit/drawing.h"
#include "random.h"

enum { POINTS = 513 };

/// A solved impact with all that its hodograph needs.
typedef struct slip {
  carom_spatial_problem problem;
  carom_spatial_outcome outcome;
  carom_spatial_directions directions;
  carom_trace_point points[POINTS];
  carom_trace trace;
} slip;

static slip s;

TestSuite(figure_hodograph, .init = open_folder, .fini = remove_folder);

static bool solve(void) {
  s.trace = (carom_trace){s.points, POINTS, 0};
  return carom_spatial_trace(&s.problem, &s.outcome, &s.trace, NULL) == CAROM_OK &&
         carom_spatial_invariants(&s.problem, &s.directions, NULL) == CAROM_OK;
}

static void set_friction(double mu) {
  s.problem.surface.mu = s.problem.surface.mu_static = mu;
}

/// JW16 Fig. 3 and its variants.
static void icosahedron(carom_vec3 v, double mu) {
  s.problem = carom_spatial_problem_default();
  s.problem.w =
      (carom_mat3){{{11.5984, -0.910367, 2.44236}, {-0.910367, 9.90134, 1.95747}, {2.44236, 1.95747, 2.59042}}};
  s.problem.v = v;
  s.problem.surface.e = 0.95;
  set_friction(mu);
  cr_assert(solve());
}

static carom_figure_hodograph_input input_of(void) {
  return (carom_figure_hodograph_input){&s.problem, &s.outcome, &s.trace, &s.directions};
}

/// Draws into the test's folder and returns the picture.
static char* draw(carom_figure figure, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure_hodograph_input input = input_of();
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_hodograph(&figure, &input, &diag), &diag, size);
}

/// Lines in the colours of the two types, legend included.
static const char centripetal[] = "stroke='rgb(  0, 114, 178)'", centrifugal[] = "stroke='rgb(192,  79,   0)'";

typedef struct picture_row {
  const char* what;
  carom_vec3 v;
  double mu;
  const char* shown[6];
  const char* absent[3];
} picture_row;

static const picture_row pictures[] = {
    {"Fig. 4a",
     {-0.26197579, 0.38632841, -0.07717476},
     0.8,
     {"sequence csr", "start", "c: compression ends", "s: slip stops, sticks", "r: impact ends", "centripetal"},
     {"centrifugal", "resumes"}},
    {"Fig. 4b",
     {-0.26197579, 0.38632841, -0.82717476},
     0.4,
     {"sequence scr", "s: slip stops, sticks", "44.9°", "−150.0°"},
     {"centrifugal"}},
    {"Fig. 4c",
     {-0.26197579, 0.38632841, -0.82717476},
     0.25,
     {"sequence cr", "centrifugal", "centripetal", "42.9°", "−146.5°"},
     {"s: "}},
    {"Fig. 4d",
     {-0.26197579, 0.38632841, -0.52717476},
     3.0,
     {"sequence scr", "58.3°", "174.4°", "−94.8°", "−52.0°", "μ = 3"},
     {"centrifugal"}},
    {"no slip, held", {0, 0, -0.5}, 0.8, {"sequence scr", "start", "s: sticks", "r: impact ends"}, {"resumes"}},
    {"no slip, swept away", {0, 0, -0.5}, 0.2, {"sequence scr", "start", "s: slip starts"}, {"sticks"}},
    {"no impact", {0.3, 0.2, 0.5}, 0.2, {"no impact", "centrifugal"}, {"sequence", "path of", "ΔT"}},
};

Test(figure_hodograph, the_picture_says_what_happened) {
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; ++i) {
    const picture_row* row = &pictures[i];
    icosahedron(row->v, row->mu);
    size_t size;
    char* svg = draw(carom_figure_default(), "picture.svg", &size);
    char* text = svg_text_of(svg);
    cr_expect(svg_is_well_formed(svg), "%s", row->what);
    cr_expect_not_null(strstr(text, "slip velocity vt1 [m/s]"), "%s", row->what);
    for (int j = 0; j < 6 && row->shown[j]; ++j) {
      cr_expect_not_null(strstr(text, row->shown[j]), "%s lacks %s", row->what, row->shown[j]);
    }
    for (int j = 0; j < 3 && row->absent[j]; ++j) {
      cr_expect_null(strstr(text, row->absent[j]), "%s has %s", row->what, row->absent[j]);
    }
    free(text);
    free(svg);
  }
}

Test(figure_hodograph, directions_may_be_left_out_or_be_all) {
  icosahedron((carom_vec3){-0.2, 0.3, -0.1}, 0.8);
  s.directions.count = 0;
  size_t size;
  char* svg = draw(carom_figure_default(), "none.svg", &size);
  cr_expect_eq(svg_count_of(svg, centripetal) + svg_count_of(svg, centrifugal), 0);
  free(svg);
  s.problem.w = (carom_mat3){{{3.5, 0, 0}, {0, 3.5, 0}, {0, 0, 1}}};
  cr_assert(solve());
  cr_assert(s.directions.every_direction);
  svg = draw(carom_figure_default(), "ball.svg", &size);
  char* text = svg_text_of(svg);
  cr_expect_not_null(strstr(text, "every direction is invariant"));
  cr_expect_not_null(strstr(text, "l: slip is straight"));
  free(text);
  free(svg);
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  sample_join(output, folder, "null.svg");
  carom_figure figure = carom_figure_default();
  figure.output = output;
  carom_figure_hodograph_input input = input_of();
  input.directions = NULL;
  cr_expect_eq(carom_figure_hodograph(&figure, &input, &diag), CAROM_OK, "%s", diag.message);
}

Test(figure_hodograph, a_steady_direction_has_no_head) {
  icosahedron((carom_vec3){-0.2, 0.3, -0.1}, 0.8);
  s.directions = (carom_spatial_directions){.count = 1, .items = {{.angle = 1.0, .type = CAROM_STEADY}}};
  size_t size;
  char* svg = draw(carom_figure_default(), "steady.svg", &size);
  cr_expect_not_null(strstr(svg, "steady: slip keeps its speed"));
  free(svg);
}

Test(figure_hodograph, any_scale_has_readable_axes) {
  static const double scales[] = {1e-100, 1e-9, 1e9, 1e100};
  static const char* const units[] = {"[10−102 m/s]", "[10−12 m/s]", "[106 m/s]", "[1099 m/s]"};
  for (int i = 0; i < 4; ++i) {
    icosahedron((carom_vec3){-0.6 * scales[i], 0.4 * scales[i], -0.1 * scales[i]}, 0.8);
    size_t size;
    char* svg = draw(carom_figure_default(), "scale.svg", &size);
    char* text = svg_text_of(svg);
    cr_expect_not_null(strstr(text, units[i]), "scale %g has no %s", scales[i], units[i]);
    cr_expect_not_null(strstr(text, "c: compression ends"));
    cr_expect_geq(svg_count_of(svg, centripetal), 3, "two rays and their sample, scale %g", scales[i]);
    free(text);
    free(svg);
  }
}

Test(figure_hodograph, formats_are_what_their_names_say) {
  static const char* const names[] = {"a.svg", "a.pdf", "a.png"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
  icosahedron((carom_vec3){-0.26197579, 0.38632841, -0.07717476}, 0.8);
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

Test(figure_hodograph, script_and_data_stay_when_asked) {
  icosahedron((carom_vec3){-0.26197579, 0.38632841, -0.07717476}, 0.8);
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH], command[2 * SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  size_t size;
  free(draw(figure, "slip.svg", &size));
  cr_expect_eq(sample_file_count(scripts), 4, "script and data, and nothing else");
  sample_join(path, scripts, "path.dat");
  char* data = sample_read(path, &size);
  cr_assert_not_null(data);
  char* at = strchr(data, '\n');
  for (int i = 0; i < s.trace.count; ++i) {
    const carom_trace_point* p = &s.points[i];
    const double want[] = {p->velocity[0], p->velocity[1], p->velocity[2], p->impulse[0],
                           p->impulse[1],  p->impulse[2],  p->stored,      p->friction};
    for (int j = 0; j < 8; ++j) cr_assert_eq(strtod(at, &at), want[j], "point %d, column %d", i, j);
  }
  free(data);
  snprintf(command, sizeof command, "cd '%s' && gnuplot hodograph.gp", scripts);
  cr_expect_eq(system(command), 0, "the script draws again");
  sample_remove(scripts);
}

static void expect_refused(const carom_figure_hodograph_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_hodograph(&figure, input, &diag), &diag, part);
}

Test(figure_hodograph, bad_requests_say_what_would_be_right) {
  icosahedron((carom_vec3){-0.26197579, 0.38632841, -0.07717476}, 0.8);
  expect_refused(NULL, "problem, outcome and trace");
  for (int i = 0; i < 3; ++i) {
    carom_figure_hodograph_input input = input_of();
    if (i == 0) input.problem = NULL;
    if (i == 1) input.outcome = NULL;
    if (i == 2) input.trace = NULL;
    expect_refused(&input, "problem, outcome and trace");
  }
  carom_figure_hodograph_input input = input_of();
  s.points[1].velocity[1] = (double)NAN;
  expect_refused(&input, "not finite");
  s.trace.count = 1;
  expect_refused(&input, "carom_spatial_trace");
  carom_figure figure = carom_figure_default();
  figure.output = "slip.jpg";
  carom_diag diag = {0};
  cr_expect_eq(carom_figure_hodograph(&figure, &input, &diag), CAROM_BAD_VALUE);
  cr_expect_not_null(strstr(diag.message, ".svg, .pdf or .png"));
}

static void random_problem(test_random* r) {
  double a[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a[i][j] = test_random_uniform(r, -1, 1);
  }
  s.problem = carom_spatial_problem_default();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      s.problem.w.m[i][j] = a[0][i] * a[0][j] + a[1][i] * a[1][j] + a[2][i] * a[2][j] + (i == j ? 0.3 : 0.0);
    }
  }
  bool still = test_random_below(r, 10) == 0;
  s.problem.v.x = still ? 0 : test_random_uniform(r, -2, 2);
  s.problem.v.y = still ? 0 : test_random_uniform(r, -2, 2);
  s.problem.v.z = -test_random_log(r, 0.05, 5);
  s.problem.surface.e = test_random_uniform(r, 0, 1);
  set_friction(test_random_below(r, 10) == 0 ? 0 : test_random_log(r, 0.05, 3));
}

static bool overlap(carom__rect a, carom__rect b) {
  const double noise = 1e-9;  // pixels are of the order of 500: a few dozen roundings
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width - noise &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height - noise;
}

static bool labels_are_fine(const carom__hodograph_layout* l) {
  carom__rect labels[CAROM__MAX_MARKS + CAROM__HODOGRAPH_MAX_RAYS];
  int count = 0;
  for (int i = 0; i < l->marks.count; ++i) labels[count++] = l->marks.items[i].label;
  for (int i = 0; i < l->ray_count; ++i) labels[count++] = l->rays[i].label;
  for (int i = 0; i < count; ++i) {
    carom__rect a = labels[i];
    bool inside = a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
                  a.centre.x + a.half_width <= l->sheet.view.width + l->sheet.right &&
                  a.centre.y + a.half_height <= l->sheet.view.height + l->sheet.top;
    for (int j = 0; j < i && inside; ++j) inside = !overlap(a, labels[j]);
    if (!inside) return false;
  }
  return true;
}

/// The origin with room around it, and the whole path, are in the box.
static bool view_is_fine(const carom__hodograph_layout* l) {
  carom_vec2 origin = carom__view_pixel(&l->sheet.view, 0, 0);
  bool fine =
      fmin(origin.x, origin.y) > 20 && origin.x < l->sheet.view.width - 20 && origin.y < l->sheet.view.height - 20;
  for (int i = 0; i < s.trace.count && fine; ++i) {
    carom_vec2 p = carom__view_pixel(&l->sheet.view, s.points[i].velocity[0], s.points[i].velocity[1]);
    fine = p.x > 0 && p.y > 0 && p.x < l->sheet.view.width && p.y < l->sheet.view.height;
  }
  return fine;
}

Test(figure_hodograph, labels_keep_apart_and_the_origin_is_seen) {
  test_random r = {20261};
  static carom__hodograph_layout l;
  carom_figure figure = carom_figure_default();
  int drawn = 0, rays = 0;
  for (int i = 0; i < 1000; ++i) {
    random_problem(&r);
    if (!solve()) continue;
    carom_figure_hodograph_input input = input_of();
    l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    carom__hodograph_lay_out(&input, &l);
    cr_expect(labels_are_fine(&l), "labels of case %d", i);
    cr_expect(view_is_fine(&l), "view of case %d", i);
    cr_expect_eq(l.ray_count, s.directions.count);
    rays += l.ray_count;
    ++drawn;
  }
  cr_expect_eq(drawn, 1000);
  cr_expect_gt(rays, 2000);
}

/// Rays start at the origin, run along their direction and end at the frame.
Test(figure_hodograph, rays_run_from_the_origin_to_the_frame) {
  static carom__hodograph_layout l;
  carom_figure figure = carom_figure_default();
  icosahedron((carom_vec3){-0.26197579, 0.38632841, -0.52717476}, 3.0);
  carom_figure_hodograph_input input = input_of();
  l.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  carom__hodograph_lay_out(&input, &l);
  cr_assert_eq(l.ray_count, 4);
  carom_vec2 origin = carom__view_pixel(&l.sheet.view, 0, 0);
  for (int i = 0; i < 4; ++i) {
    carom__segment ray = l.rays[i].segment;
    cr_expect(ray.a.x == origin.x && ray.a.y == origin.y);
    double angle = atan2(ray.b.y - ray.a.y, ray.b.x - ray.a.x);
    cr_expect_lt(fabs(angle - s.directions.items[i].angle), 64 * DBL_EPSILON * 4, "a clip and an arctangent");
    double gap = fmin(fmin(ray.b.x, ray.b.y), fmin(l.sheet.view.width - ray.b.x, l.sheet.view.height - ray.b.y));
    cr_expect_lt(fabs(gap), 1e-9);
    cr_expect(l.rays[i].inward && !l.rays[i].outward);
  }
}

/// The solver jumps over the end of an arc; the path that is drawn must show it as the curve it is.
Test(figure_hodograph, the_path_has_no_corners) {
  icosahedron((carom_vec3){-0.26197579, 0.38632841, -0.07717476}, 0.8);
  const double seen = 0.01;  // m/s: shorter pieces are a few pixels
  double before = (double)NAN, sharpest = 0;
  carom_vec2 from = {s.problem.v.x, s.problem.v.y};
  for (int i = 1; i < s.trace.count; ++i) {
    carom_vec2 to = {s.points[i].velocity[0], s.points[i].velocity[1]};
    if (hypot(to.x - from.x, to.y - from.y) < seen) continue;
    double angle = atan2(to.y - from.y, to.x - from.x);
    if (isfinite(before)) sharpest = fmax(sharpest, fabs(remainder(angle - before, 2 * 3.14159265358979323846)));
    before = angle;
    from = to;
  }
  cr_expect(sharpest > 0 && sharpest < 0.25, "a corner of %g rad", sharpest);
}
