// The springs of a compliant contact: what the picture and its data hold, and where things lie in it.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "figure/springs.h"
#include "kit/drawing.h"
#include "random.h"

enum { POINTS = 1025, TALL = 1150 };

/// A solved impact with all that its figure needs.
typedef struct bounce {
  carom_compliant_problem problem;
  carom_compliant_outcome outcome;
  carom_spring_point points[POINTS];
  carom_spring_trace trace;
} bounce;

static bounce b;

TestSuite(figure_springs, .init = open_folder, .fini = remove_folder);

static bool solve(void) {
  b.trace = (carom_spring_trace){b.points, POINTS, 0};
  return carom_compliant_trace(&b.problem, CAROM_COMPLIANT_EXACT, &b.outcome, &b.trace, NULL) == CAROM_OK;
}

static void set_surface(double e, double mu, double eta2) {
  b.problem.surface.e = e;
  b.problem.surface.mu = b.problem.surface.mu_static = mu;
  b.problem.surface.eta2 = eta2;
}

/// The ball of JIA10 section 3.1: it slips, sticks and slips back.
static void ball(carom_vec3 v, double e, double mu) {
  b.problem = carom_compliant_problem_default();
  b.problem.w = (carom_mat3){{{3.5, 0, 0}, {0, 3.5, 0}, {0, 0, 1}}};
  b.problem.v = v;
  set_surface(e, mu, carom_eta2_from_poisson_ratio(0.3));
  cr_assert(solve());
}

/// Slip that turns, so that both tangents matter.
static void tumbling(void) {
  b.problem = carom_compliant_problem_default();
  b.problem.w = (carom_mat3){{{3.2, 0.4, -0.9}, {0.4, 2.5, 0.5}, {-0.9, 0.5, 1.4}}};
  b.problem.v = (carom_vec3){-2, 1.5, -3};
  set_surface(0.5, 0.7, 1.2);
  cr_assert(solve());
}

static carom_figure_springs_input input_of(void) {
  return (carom_figure_springs_input){.problem = &b.problem, .outcome = &b.outcome, .trace = &b.trace};
}

static carom_figure figure_of(int height) {
  carom_figure figure = carom_figure_default();
  figure.height = height;
  return figure;
}

/// Draws into the test's folder and returns the picture.
static char* draw(carom_figure figure, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure_springs_input input = input_of();
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_springs(&figure, &input, &diag), &diag, size);
}

Test(figure_springs, the_picture_says_what_happened) {
  size_t size;
  ball((carom_vec3){-3, 0, -5}, 0.5, 0.4);
  char* svg = draw(figure_of(900), "ball.svg", &size);
  const char* const slips_back[] = {"normal impulse In [N s]",
                                    "contact velocity",
                                    "spring velocity",
                                    "spring length",
                                    "energy",
                                    "starts",
                                    "slipping",
                                    "0.625",
                                    "compression",
                                    "7.366",
                                    "7.5",
                                    "ends",
                                    "sticks",
                                    "slips",
                                    "the contact sticks",
                                    "tangent t1",
                                    "η2 = 1.214",
                                    "μ = 0.4",
                                    NULL};
  const char* const one_tangent[] = {"tangent t2", "tangential impulse", "more event", "no impact", NULL};
  expect_text("ball", svg, slips_back, one_tangent);
  free(svg);
  tumbling();
  svg = draw(figure_of(TALL), "tumbling.svg", &size);
  const char* const turns[] = {
      "tangent t1",       "tangent t2", "tangential springs", "tangential impulse It1 [N s]", "start",
      "compression ends", NULL};
  expect_text("tumbling", svg, turns, (const char* const[]){"no impact", NULL});
  free(svg);
  ball((carom_vec3){0, 0, -1}, 0.5, 0.4);
  svg = draw(figure_of(900), "straight.svg", &size);
  const char* const no_tangent[] = {"spring velocity", "tangent", "friction", NULL};
  expect_text("straight down", svg, (const char* const[]){"along the normal", "spring length", NULL}, no_tangent);
  free(svg);
  ball((carom_vec3){1, 0, 1}, 0.5, 0.4);
  b.trace.count = 0;  // nothing happened, and a path of nothing is fine
  svg = draw(figure_of(900), "leaving.svg", &size);
  const char* const velocity_only[] = {"spring velocity", "spring length", "energy", "starts", NULL};
  expect_text("leaving", svg, (const char* const[]){"no impact", "contact velocity", NULL}, velocity_only);
  cr_expect_eq(svg_count_of(svg, "<use xlink:href='#gpPt6'"), 2, "two components");
  free(svg);
}

Test(figure_springs, events_that_a_full_log_lost_are_counted) {
  size_t size;
  ball((carom_vec3){-3, 0, -5}, 0.5, 0.4);
  b.outcome.event_count -= 2;  // the log was full before the last slip
  char* svg = draw(figure_of(900), "cut.svg", &size);
  expect_text("cut", svg, (const char* const[]){"and 2 more events", "7.5", "ends", NULL},
              (const char* const[]){"7.366", NULL});
  free(svg);
}

Test(figure_springs, the_published_scheme_is_named) {
  ball((carom_vec3){-3, 0, -5}, 0.5, 0.4);
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  sample_join(output, folder, "scheme.svg");
  carom_figure figure = figure_of(900);
  figure.output = output;
  carom_figure_springs_input input = input_of();
  input.scheme = CAROM_COMPLIANT_PUBLISHED;
  cr_assert_eq(carom_figure_springs(&figure, &input, &diag), CAROM_OK, "%s", diag.message);
  size_t size;
  char* svg = sample_read(output, &size);
  expect_text("published", svg, (const char* const[]){"published scheme", NULL}, (const char* const[]){NULL});
  free(svg);
}

/// One curve and one sample of the legend for each colour, in the panels where it belongs.
Test(figure_springs, every_curve_is_drawn_once) {
  static const char t1[] = "stroke='rgb(  0, 114, 178)'", t2[] = "stroke='rgb(192,  79,   0)'",
                    both[] = "stroke='rgb(166,  64, 126)'", lost[] = "stroke='rgb( 96,  96,  96)'";
  size_t size;
  ball((carom_vec3){-3, 0, -5}, 0.5, 0.4);
  char* svg = draw(figure_of(900), "ball.svg", &size);
  cr_expect_eq(svg_count_of(svg, t1), 3 + 1, "velocity, spring velocity, length, legend");
  cr_expect_eq(svg_count_of(svg, t2), 0);
  cr_expect_eq(svg_count_of(svg, both), 1 + 1);
  cr_expect_eq(svg_count_of(svg, lost), 1 + 1 + 5, "the energy, its sample, and the lines to five flags");
  cr_expect_not_null(strstr(svg, "<rect x=\"0\" y=\"0\" width=\"650\" height=\"900\" fill=\"#ffffff\"/>"), "opaque");
  free(svg);
  tumbling();
  svg = draw(figure_of(TALL), "tumbling.svg", &size);
  cr_expect_eq(svg_count_of(svg, t1), 3 + 1);
  cr_expect_eq(svg_count_of(svg, t2), 3 + 1);
  cr_expect_eq(svg_count_of(svg, both), 1 + 1);
  free(svg);
}

static int count_sticking(void) {
  int count = 0;
  for (int i = 1; i < b.trace.count; ++i) count += !b.points[i].slipping && (i == 1 || b.points[i - 1].slipping);
  return count;
}

Test(figure_springs, script_and_data_stay_when_asked) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH], command[2 * SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  ball((carom_vec3){-3, 0, -5}, 0.5, 0.4);
  carom_figure figure = figure_of(900);
  figure.script_dir = scripts;
  size_t size;
  free(draw(figure, "ball.svg", &size));
  cr_expect_eq(sample_file_count(scripts), 3, "script and data, and nothing else");
  sample_join(path, scripts, "springs.dat");
  char* data = sample_read(path, &size);
  cr_assert_not_null(data);
  char* at = data;
  int jumps = 0, gaps = svg_count_of(data, "\n\n");
  while (*at == '#') at = strchr(at, '\n') + 1;
  for (int i = 0; i < b.trace.count; ++i) {
    const carom_spring_point* p = &b.points[i];
    jumps += i > 0 && p->impulse[2] == p[-1].impulse[2];
    const double want[] = {p->impulse[2],         p->impulse[0],        p->impulse[1],         p->velocity[0],
                           p->velocity[1],        p->velocity[2],       p->spring_velocity[0], p->spring_velocity[1],
                           p->spring_velocity[2], p->spring[0],         p->spring[1],          p->spring[2],
                           p->energy_normal,      p->energy_tangential, p->friction,           p->slipping};
    for (int j = 0; j < 16; ++j) cr_assert_eq(strtod(at, &at), want[j], "point %d, column %d", i, j);
  }
  cr_expect(jumps > 0 && gaps == jumps, "%d jumps, %d gaps", jumps, gaps);
  cr_expect_eq(strspn(at, "\n"), strlen(at), "nothing but the trace");
  free(data);
  sample_join(path, scripts, "springs.gp");
  char* script = sample_read(path, &size);
  cr_expect_eq(count_sticking(), 1);
  cr_expect_eq(svg_count_of(script, "set object rectangle from first"), 4 * count_sticking(), "shaded in each panel");
  cr_expect_eq(svg_count_of(script, "nohead back lt"), 4 * b.outcome.event_count, "a line in each panel");
  // v_t1 and v_n; the rate; both lengths; the energies: tangential, friction, normal.
  static const int columns[] = {4, 6, 7, 10, 12, 14, 15, 13};
  const char* from = script;
  for (size_t i = 0; i < sizeof columns / sizeof *columns; ++i) {
    char want[64];
    from = strstr(from, "using (kx*$1):(ky*$");
    cr_assert_not_null(from, "curve %zu", i);
    snprintf(want, sizeof want, "using (kx*$1):(ky*$%d) with lines", columns[i]);
    cr_expect_eq(strncmp(from, want, strlen(want)), 0, "curve %zu is no %s", i, want);
    ++from;
  }
  cr_expect_null(strstr(from, "using (kx*$1):(ky*$"), "no curve more");
  free(script);
  snprintf(command, sizeof command, "cd '%s' && gnuplot springs.gp", scripts);
  cr_expect_eq(system(command), 0, "the script draws again");
  sample_remove(scripts);
}

Test(figure_springs, formats_are_what_their_names_say) {
  static const char* const names[] = {"a.svg", "a.pdf", "a.png"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
  tumbling();
  for (int i = 0; i < 3; ++i) {
    size_t size, again;
    char* bytes = draw(figure_of(TALL), names[i], &size);
    char* second = draw(figure_of(TALL), names[i], &again);
    cr_expect(size > 1000 && memcmp(bytes, starts[i], 4) == 0, "%s", names[i]);
    cr_expect(size == again && memcmp(bytes, second, size) == 0, "%s: equal input, equal bytes", names[i]);
    free(bytes);
    free(second);
  }
}

Test(figure_springs, any_scale_has_readable_axes) {
  static const double scales[] = {1e-100, 1e-9, 1e9, 1e100};
  static const char* const units[] = {"[10−102 m/s]", "[10−9 m/s]", "[109 m/s]", "[1099 m/s]"};
  for (int i = 0; i < 4; ++i) {
    ball((carom_vec3){-3 * scales[i], 0, -5 * scales[i]}, 0.5, 0.4);
    size_t size;
    char* svg = draw(figure_of(900), "scale.svg", &size);
    char* text = svg_text_of(svg);
    cr_expect_not_null(strstr(text, units[i]), "scale %g has no %s", scales[i], units[i]);
    cr_expect_not_null(strstr(text, "compression"));
    free(text);
    free(svg);
  }
}

Test(figure_springs, the_smallest_size_and_hostile_titles_are_drawn) {
  static const char* const titles[] = {"`touch pwned`", "'; system('touch pwned'); '",
                                       "x' at 0,0\n! touch pwned\nset label 'y"};
  char here[SAMPLE_PATH];
  cr_assert_not_null(getcwd(here, sizeof here));
  cr_assert_eq(chdir(folder), 0);
  tumbling();
  for (int i = 0; i < 3; ++i) {
    carom_figure figure = figure_of(160);
    figure.width = 160;
    figure.title = titles[i];
    size_t size;
    free(draw(figure, "title.svg", &size));
    cr_expect_eq(sample_file_count(folder), 1, "title %d ran", i);
  }
  cr_assert_eq(chdir(here), 0);
}

static void expect_refused(const carom_figure_springs_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = figure_of(900);
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_springs(&figure, input, &diag), &diag, part);
}

Test(figure_springs, bad_requests_say_what_would_be_right) {
  ball((carom_vec3){-3, 0, -5}, 0.5, 0.4);
  expect_refused(NULL, "problem, outcome and trace");
  for (int i = 0; i < 3; ++i) {
    carom_figure_springs_input input = input_of();
    if (i == 0) input.problem = NULL;
    if (i == 1) input.outcome = NULL;
    if (i == 2) input.trace = NULL;
    expect_refused(&input, "problem, outcome and trace");
  }
  carom_figure_springs_input input = input_of();
  b.points[2].energy_normal = (double)NAN;
  expect_refused(&input, "not finite");
  b.points[2].energy_normal = 0;
  b.problem.v.x = (double)INFINITY;
  expect_refused(&input, "not finite");
  b.trace.count = 1;
  expect_refused(&input, "carom_compliant_trace");
  b.outcome.warnings |= CAROM_WARN_RIGID_LIMIT;
  expect_refused(&input, "no springs to draw");
  carom_figure figure = figure_of(900);
  figure.output = "springs.jpg";
  carom_diag diag = {0};
  cr_expect_eq(carom_figure_springs(&figure, &input, &diag), CAROM_BAD_VALUE);
  cr_expect_not_null(strstr(diag.message, ".svg, .pdf or .png"));
}

static void random_problem(test_random* r) {
  double a[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a[i][j] = test_random_uniform(r, -1, 1);
  }
  b.problem = carom_compliant_problem_default();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      b.problem.w.m[i][j] = a[0][i] * a[0][j] + a[1][i] * a[1][j] + a[2][i] * a[2][j] + (i == j ? 0.3 : 0.0);
    }
  }
  b.problem.v.x = test_random_uniform(r, -2, 2);
  b.problem.v.y = test_random_uniform(r, -2, 2);
  b.problem.v.z = -test_random_log(r, 0.05, 5);
  set_surface(test_random_uniform(r, 0, 1), test_random_log(r, 0.05, 3), test_random_log(r, 0.01, 4));
}

static bool overlap(carom__rect x, carom__rect y) {
  const double noise = 1e-9;  // pixels are of the order of 500: a few dozen roundings
  return fabs(x.centre.x - y.centre.x) < x.half_width + y.half_width - noise &&
         fabs(x.centre.y - y.centre.y) < x.half_height + y.half_height - noise;
}

static bool labels_are_fine(const carom__springs_layout* l) {
  for (int i = 0; i < l->panels.flag_count; ++i) {
    for (int j = 0; j < i; ++j) {
      const carom__flag *x = &l->panels.flags[i], *y = &l->panels.flags[j];
      if (x->shown && y->shown && overlap(x->label, y->label)) return false;
    }
  }
  for (int i = 0; i < l->marks.count; ++i) {
    carom__rect a = l->marks.items[i].label;
    if (l->marks.items[i].silent) continue;
    bool inside = a.centre.x - a.half_width >= 0 && a.centre.y - a.half_height >= 0 &&
                  a.centre.x + a.half_width <= l->plane.view.width &&
                  a.centre.y + a.half_height <= l->plane.view.height;
    for (int j = 0; j < i && inside; ++j) inside = l->marks.items[j].silent || !overlap(a, l->marks.items[j].label);
    if (!inside) return false;
  }
  return true;
}

/// Every value that a panel shows lies in its range, and every panel in the figure.
static bool panels_are_fine(const carom__springs_layout* l) {
  bool fine = true;
  for (int i = 0; i < l->panels.count; ++i) {
    const carom__panel* panel = &l->panels.items[i];
    fine = fine && panel->up.length > 60 && panel->bottom >= l->panels.sheet.bottom - 1e-9;
    for (int j = 0; j < l->curve_count[i]; ++j) {
      for (int k = 0; k < b.trace.count; ++k) {
        double value = carom__spring_value(&b.points[k], l->curves[i][j].column);
        fine = fine && value > panel->up.low && value < panel->up.high;
      }
    }
  }
  return fine;
}

Test(figure_springs, labels_keep_apart_and_curves_stay_in_their_panels) {
  test_random r = {20263};
  static carom__springs_layout l;
  int drawn = 0, planes = 0, crowded = 0;
  for (int i = 0; i < 1000; ++i) {
    random_problem(&r);
    if (!solve() || b.trace.count == 0) continue;
    carom_figure figure = figure_of(i % 2 ? TALL : 700);
    carom_figure_springs_input input = input_of();
    l.panels.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    carom__springs_lay_out(&input, &l);
    cr_expect(labels_are_fine(&l), "labels of case %d", i);
    cr_expect(panels_are_fine(&l), "panels of case %d", i);
    cr_expect_eq(l.has_plane, i % 2 == 1, "case %d: the plane is there when there is room for it", i);
    cr_expect_eq(l.panels.flag_count, b.outcome.event_count);
    planes += l.has_plane;
    crowded += l.panels.hidden_count > 0;
    ++drawn;
  }
  cr_expect_gt(drawn, 950);
  cr_expect_gt(planes, 400);
  cr_expect_gt(crowded, 0, "some have more events than words fit");
}
