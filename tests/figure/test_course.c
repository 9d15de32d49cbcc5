// One impact in one form: the ledger of its energies at every moment, and what the figures refuse.
#define _POSIX_C_SOURCE 200809L

#include "figure/course.h"

#include <criterion/criterion.h>
#include <math.h>

#include "kit/drawing.h"
#include "random.h"

enum { POINTS = 513, SPRING_POINTS = 1025 };

/// A solved impact of each model.
static struct {
  carom_planar_problem planar_problem;
  carom_planar_outcome planar_outcome;
  carom_spatial_problem spatial_problem;
  carom_spatial_outcome spatial_outcome;
  carom_compliant_problem compliant_problem;
  carom_compliant_outcome compliant_outcome;
  carom_trace_point points[POINTS];
  carom_spring_point spring_points[SPRING_POINTS];
  carom_trace trace;
  carom_spring_trace springs;
  carom_figure_process_input planar;
  carom_figure_hodograph_input spatial;
  carom_figure_springs_input compliant;
} s;

TestSuite(figure_course, .init = open_folder, .fini = remove_folder);

static carom_surface random_surface(test_random* r) {
  carom_surface surface = carom_surface_default();
  surface.law = (carom_law)test_random_below(r, 3);
  surface.e = test_random_below(r, 8) == 0 ? 0.0 : test_random_uniform(r, 0, 1);
  surface.mu = surface.mu_static = test_random_below(r, 8) == 0 ? 0.0 : test_random_log(r, 0.05, 3);
  return surface;
}

static carom_mat3 random_w(test_random* r) {
  double a[3][3];
  carom_mat3 w;
  for (int i = 0; i < 9; ++i) a[i / 3][i % 3] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      w.m[i][j] = a[0][i] * a[0][j] + a[1][i] * a[1][j] + a[2][i] * a[2][j] + (i == j ? 0.3 : 0.0);
    }
  }
  return w;
}

static carom_vec3 random_v(test_random* r) {
  return (carom_vec3){test_random_uniform(r, -2, 2), test_random_uniform(r, -2, 2), -test_random_log(r, 0.05, 5)};
}

static bool follow_planar(test_random* r, carom_figure_contact* out) {
  carom_mat3 w = random_w(r);
  carom_vec3 v = random_v(r);
  s.planar_problem = carom_planar_problem_default();
  s.planar_problem.w_tt = w.m[0][0];
  s.planar_problem.w_tn = w.m[0][2];
  s.planar_problem.w_nn = w.m[2][2];
  s.planar_problem.v_t = v.x;
  s.planar_problem.v_n = v.z;
  s.planar_problem.surface = random_surface(r);
  s.trace = (carom_trace){s.points, POINTS, 0};
  s.planar = (carom_figure_process_input){&s.planar_problem, &s.planar_outcome, NULL, &s.trace};
  *out = (carom_figure_contact){.planar = &s.planar};
  return carom_planar_solve(&s.planar_problem, &s.planar_outcome, NULL) == CAROM_OK &&
         carom_planar_trace(&s.planar_problem, &s.planar_outcome, &s.trace, NULL) == CAROM_OK;
}

static bool follow_spatial(test_random* r, carom_figure_contact* out) {
  s.spatial_problem = (carom_spatial_problem){random_w(r), random_v(r), random_surface(r)};
  s.trace = (carom_trace){s.points, POINTS, 0};
  s.spatial = (carom_figure_hodograph_input){&s.spatial_problem, &s.spatial_outcome, &s.trace, NULL};
  *out = (carom_figure_contact){.spatial = &s.spatial};
  return carom_spatial_trace(&s.spatial_problem, &s.spatial_outcome, &s.trace, NULL) == CAROM_OK;
}

static bool follow_compliant(test_random* r, carom_figure_contact* out) {
  s.compliant_problem = (carom_compliant_problem){random_w(r), random_v(r), random_surface(r)};
  s.compliant_problem.surface.law = CAROM_LAW_STRONGE;
  s.compliant_problem.surface.eta2 = test_random_log(r, 0.3, 5);
  s.springs = (carom_spring_trace){s.spring_points, SPRING_POINTS, 0};
  s.compliant =
      (carom_figure_springs_input){&s.compliant_problem, &s.compliant_outcome, &s.springs, CAROM_COMPLIANT_EXACT};
  *out = (carom_figure_contact){.compliant = &s.compliant};
  return carom_compliant_trace(&s.compliant_problem, CAROM_COMPLIANT_EXACT, &s.compliant_outcome, &s.springs, NULL) ==
             CAROM_OK &&
         s.compliant_outcome.impulse.z > 0 && !(s.compliant_outcome.warnings & CAROM_WARN_RIGID_LIMIT);
}

static double scale_of(const carom__course* c) {
  double most = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__course_point* p = &c->points[i];
    most = fmax(most, fabs(p->change) + fabs(p->stored) + p->tangential + p->friction + fabs(p->restitution));
  }
  return most;
}

/// What is stored and lost is what the kinetic energy gave; nothing is stored in the end; restitution takes its part
/// only where compression ends.
static void expect_ledger(const carom__course* c, int number) {
  // 1e-10: the solvers' own ledgers close to 1e-13 and 1e-12 of the energies, a trace to a few times that.
  const double scale = scale_of(c), tolerance = 1e-10 * scale;
  for (int i = 0; i < c->count; ++i) {
    const carom__course_point* p = &c->points[i];
    double sum = p->stored + p->tangential + p->friction + p->restitution + p->change;
    cr_expect_lt(fabs(sum), tolerance, "case %d, moment %d: %g of %g is missing", number, i, sum, scale);
    if (i == 0 || fabs(p->restitution - p[-1].restitution) < tolerance) continue;
    cr_expect_eq(p->impulse[2], p[-1].impulse[2], "case %d, moment %d: lost on the way", number, i);
  }
  const carom__course_point* last = &c->points[c->count - 1];
  cr_expect_lt(fabs(last->stored), tolerance, "case %d: %g of %g stays stored", number, last->stored, scale);
  cr_expect_lt(fabs(last->friction - c->energy.friction), tolerance, "case %d", number);
  cr_expect_lt(fabs(last->restitution - c->energy.restitution), tolerance, "case %d", number);
}

/// @param least how many of the cases must have been solved
static void expect_ledgers(bool (*follow)(test_random*, carom_figure_contact*), int least) {
  test_random r = {71};
  int done = 0, lost = 0;
  for (int i = 0; i < 500; ++i) {
    carom_figure_contact contact;
    carom__course course;
    carom_diag diag = {0};
    if (!follow(&r, &contact)) continue;
    carom_status status = carom__course_of(&contact, &course, &diag);
    cr_assert_eq(status, CAROM_OK, "%s", diag.message);
    expect_ledger(&course, i);
    lost += fabs(course.energy.restitution) > 1e-6 * scale_of(&course);
    carom__course_free(&course);
    ++done;
  }
  cr_expect_gt(done, least);
  cr_expect_gt(lost, least / 2);
}

Test(figure_course, the_ledger_of_planar_impacts_closes) {
  expect_ledgers(follow_planar, 450);
}

Test(figure_course, the_ledger_of_spatial_impacts_closes) {
  expect_ledgers(follow_spatial, 450);
}

Test(figure_course, the_ledger_of_compliant_impacts_closes) {
  expect_ledgers(follow_compliant, 450);
}

Test(figure_course, moments_between_the_points_are_interpolated) {
  test_random r = {5};
  carom_figure_contact contact;
  carom__course course;
  cr_assert(follow_planar(&r, &contact));
  cr_assert_eq(carom__course_of(&contact, &course, NULL), CAROM_OK);
  cr_assert_gt(course.count, 10);
  const carom__course_point *a = &course.points[4], *b = &course.points[5];
  double half = 0.5 * (a->impulse[2] + b->impulse[2]);
  carom__moment at = carom__course_at(&course, half);
  cr_expect_float_eq(at.velocity[0], 0.5 * (a->velocity[0] + b->velocity[0]), 1e-14 * 4);
  cr_expect_eq(carom__course_at(&course, HUGE_VAL).impulse[2], s.planar_outcome.impulse_n);
  cr_expect_eq(carom__course_at(&course, -1).impulse[2], 0.0);
  carom__course_free(&course);
}

/// Each figure of one contact, and how many it can show.
typedef carom_status (*painter)(const carom_figure*, const carom_figure_contact*, int, carom_diag*);
static const struct {
  painter paint;
  int most;
} painters[] = {{carom_figure_energy, CAROM_FIGURE_MAX_OVERLAY},
                {carom_figure_velocity, CAROM_FIGURE_MAX_OVERLAY},
                {carom_figure_impulse_curve, CAROM_FIGURE_MAX_OVERLAY},
                {carom_figure_hodographs, CAROM_FIGURE_MAX_BUNDLE},
                {carom_figure_processes, CAROM_FIGURE_MAX_OVERLAY}};

enum { PAINTERS = sizeof painters / sizeof *painters };

static void expect_refused(painter paint, const carom_figure_contact* contacts, int count, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(paint(&figure, contacts, count, &diag), &diag, part);
}

Test(figure_course, bad_requests_say_what_would_be_right) {
  test_random r = {9};
  carom_figure_contact contact, contacts[CAROM_FIGURE_MAX_BUNDLE + 1], none = {0};
  cr_assert(follow_spatial(&r, &contact));
  for (int i = 0; i <= CAROM_FIGURE_MAX_BUNDLE; ++i) contacts[i] = contact;
  for (int i = 0; i < PAINTERS; ++i) {
    painter paint = painters[i].paint;
    bool planar_only = paint == carom_figure_processes;
    expect_refused(paint, NULL, 1, "cannot be");
    expect_refused(paint, contacts, 0, "cannot be");
    expect_refused(paint, contacts, painters[i].most + 1, "cannot be");
    expect_refused(paint, &none, 1, planar_only ? "planar contacts" : "problem, outcome and trace");
    carom_figure figure = carom_figure_default();
    figure.output = "it.jpg";
    carom_diag diag = {0};
    if (!planar_only) cr_expect_eq(paint(&figure, contacts, 1, &diag), CAROM_BAD_VALUE);
  }
  expect_refused(carom_figure_processes, contacts, 1, "planar contacts");
  carom_figure_hodograph_input empty = s.spatial;
  empty.outcome = NULL;
  contact.spatial = &empty;
  expect_refused(carom_figure_energy, &contact, 1, "problem, outcome and trace");
  contact.spatial = &s.spatial;
  s.points[1].velocity[0] = (double)NAN;
  expect_refused(carom_figure_energy, &contact, 1, "not finite");
  expect_refused(carom_figure_impulse_curve, &contact, 1, "not finite");
  s.trace.count = 1;
  expect_refused(carom_figure_velocity, &contact, 1, "2 or more");
}

Test(figure_course, springs_that_the_rigid_law_answered_are_refused) {
  test_random r = {3};
  carom_figure_contact contact;
  cr_assert(follow_compliant(&r, &contact));
  s.compliant_outcome.warnings |= CAROM_WARN_RIGID_LIMIT;
  for (int i = 0; i + 1 < PAINTERS; ++i) expect_refused(painters[i].paint, &contact, 1, "no springs to draw");
}

static char* draw(painter paint, const carom_figure_contact* contacts, int count) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  size_t size;
  sample_join(output, folder, "it.svg");
  carom_figure figure = carom_figure_default();
  figure.output = output;
  cr_assert_eq(paint(&figure, contacts, count, &diag), CAROM_OK, "%s", diag.message);
  char* svg = sample_read(output, &size);
  cr_assert_not_null(svg);
  cr_expect(svg_is_well_formed(svg));
  return svg;
}

Test(figure_course, pictures_of_random_impacts_are_well_formed) {
  bool (*const follow[])(test_random*, carom_figure_contact*) = {follow_planar, follow_spatial, follow_compliant};
  test_random r = {17};
  for (int i = 0; i < 9; ++i) {
    carom_figure_contact contact;
    if (!follow[i % 3](&r, &contact)) continue;
    for (int j = 0; j + 1 < PAINTERS; ++j) free(draw(painters[j].paint, &contact, 1));
  }
}

Test(figure_course, names_of_an_overlay_are_text) {
  test_random r = {17};
  carom_figure_contact contacts[2];
  cr_assert(follow_spatial(&r, &contacts[0]));
  contacts[1] = contacts[0];
  contacts[0].name = "`touch r`'\"\\{/x}_2@a";
  contacts[1].name = NULL;
  for (int j = 0; j + 1 < PAINTERS; ++j) {
    char* svg = draw(painters[j].paint, contacts, 2);
    char* text = svg_text_of(svg);
    cr_expect_not_null(strstr(text, "`touch r`"), "painter %d", j);
    cr_expect_not_null(strstr(text, "{/x}_2@a"), "painter %d", j);
    free(text);
    free(svg);
  }
}
