// The table of models and laws, row by row: what is taken, replaced with which warning, refused with which field.
#include <math.h>
#include <string.h>

#include "door.h"

static const double PLANE[4] = {1, 0.2, 0.2, 1}, SPACE[9] = {1, 0, 0.2, 0, 1, 0, 0.2, 0, 1}, V[3] = {1, 0.5, -1};

typedef struct row {
  const char* what;
  int contacts;
  carom_surface asked[2], taken[2];
  unsigned warnings;
  const char* refused;  // the field, where it is; else NULL
  unsigned must;        // warnings where the caller must have an answer, and the surfaces are those taken
} row;

#define SURFACE(...) \
  { .e = 0.5, .stiffness = 1, .exponent = 1, __VA_ARGS__ }
#define NU   ((2 - 0.3) / (2 * (1 - 0.3)))
#define NONE SURFACE(.mu = 0)

static const row rows[] = {
    {"one, rigid, Poisson",
     1,
     {SURFACE(.law = CAROM_LAW_POISSON, .mu = 0.2, .mu_static = 0.4)},
     {SURFACE(.law = CAROM_LAW_POISSON, .mu = 0.2, .mu_static = 0.4)},
     0,
     NULL,
     0},
    {"one, rigid, Newton",
     1,
     {SURFACE(.law = CAROM_LAW_NEWTON, .mu = 0.2, .mu_static = 0.2)},
     {SURFACE(.law = CAROM_LAW_NEWTON, .mu = 0.2, .mu_static = 0.2)},
     0,
     NULL,
     0},
    {"one, springs, Poisson",
     1,
     {SURFACE(.law = CAROM_LAW_POISSON, .mu = 0.2, .mu_static = 0.2, .eta2 = 1)},
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1)},
     CAROM_WARN_LAW_REPLACED,
     NULL,
     CAROM_WARN_LAW_REPLACED},
    {"one, springs, Newton and mu_static",
     1,
     {SURFACE(.law = CAROM_LAW_NEWTON, .mu = 0.2, .mu_static = 0.3, .eta2 = 1)},
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1)},
     CAROM_WARN_LAW_REPLACED | CAROM_WARN_STATIC_REPLACED,
     NULL,
     CAROM_WARN_LAW_REPLACED | CAROM_WARN_STATIC_REPLACED},
    {"several, Newton at one",
     2,
     {NONE, SURFACE(.law = CAROM_LAW_NEWTON)},
     {NONE, NONE},
     CAROM_WARN_LAW_REPLACED,
     NULL,
     CAROM_WARN_LAW_REPLACED},
    {"several, friction without springs",
     2,
     {SURFACE(.mu = 0.2, .mu_static = 0.2), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     {SURFACE(.mu = 0.2, .mu_static = 0.2), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     0,
     NULL,
     0},
    {"several, friction without springs at one, none at the other",
     2,
     {NONE, SURFACE(.mu = 0.3, .mu_static = 0.3)},
     {NONE, SURFACE(.mu = 0.3, .mu_static = 0.3)},
     0,
     NULL,
     0},
    {"several, friction without springs, springs where there is no friction",
     2,
     {SURFACE(.eta2 = 1), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     {SURFACE(.eta2 = 1), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     0,
     NULL,
     0},
    {"several, friction without springs, Hertz",
     2,
     {{.e = 0.5, .mu = 0.2, .mu_static = 0.2, .stiffness = 1, .exponent = 1.5},
      {.e = 0.5, .mu = 0.3, .mu_static = 0.3, .stiffness = 2, .exponent = 1.5}},
     {{.e = 0.5, .mu = 0.2, .mu_static = 0.2, .stiffness = 1, .exponent = 1.5},
      {.e = 0.5, .mu = 0.3, .mu_static = 0.3, .stiffness = 2, .exponent = 1.5}},
     0,
     NULL,
     0},
    {"several, mu_static without springs",
     2,
     {SURFACE(.mu = 0.2, .mu_static = 0.25), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     {SURFACE(.mu = 0.2, .mu_static = 0.2), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     0,
     "surfaces[0].mu_static",
     CAROM_WARN_STATIC_REPLACED},
    {"several, springs at one, no friction at the other",
     2,
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1), NONE},
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1), NONE},
     0,
     NULL,
     0},
    {"several, both kinds of friction",
     2,
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1), SURFACE(.mu = 0.3, .mu_static = 0.3)},
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1), SURFACE(.mu = 0.3, .mu_static = 0.3, .eta2 = NU)},
     0,
     "surfaces[1].eta2",
     CAROM_WARN_COMPLIANCE_ADDED},
    {"several, mu_static",
     2,
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1), SURFACE(.mu = 0.3, .mu_static = 0.4, .eta2 = 1)},
     {SURFACE(.mu = 0.2, .mu_static = 0.2, .eta2 = 1), SURFACE(.mu = 0.3, .mu_static = 0.3, .eta2 = 1)},
     0,
     "surfaces[1].mu_static",
     CAROM_WARN_STATIC_REPLACED},
};

static bool is_same(const carom_surface* a, const carom_surface* b) {
  return a->law == b->law && a->e == b->e && a->mu == b->mu && a->mu_static == b->mu_static &&
         fabs(a->eta2 - b->eta2) <= 1e-15 && a->stiffness == b->stiffness && a->exponent == b->exponent;
}

static void expect_taken(const row* r, bool must_answer, unsigned warnings) {
  const carom_contact_problem problem = {.dimension = 2, .contact_count = r->contacts, .surfaces = r->asked};
  carom_surface accepted[2];
  unsigned replaced = 0;
  carom_diag diag = {0};
  cr_assert_eq(carom_impact_accept(&problem, must_answer, accepted, &replaced, &diag), CAROM_OK, "%s: %s", r->what,
               diag.message);
  cr_expect_eq(replaced, warnings, "%s: %u", r->what, replaced);
  for (int i = 0; i < r->contacts; ++i) cr_expect(is_same(&accepted[i], &r->taken[i]), "%s: contact %d", r->what, i);
}

Test(accept, every_row_of_the_table) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const row* r = &rows[i];
    expect_taken(r, true, r->must);
    if (!r->refused) {
      expect_taken(r, false, r->warnings);
      continue;
    }
    const carom_contact_problem problem = {.dimension = 2, .contact_count = r->contacts, .surfaces = r->asked};
    carom_surface accepted[2];
    unsigned replaced = 0;
    carom_diag diag = {0};
    const carom_status wanted = strstr(r->refused, "eta2") ? CAROM_INCONSISTENT : CAROM_OUT_OF_RANGE;
    cr_expect_eq(carom_impact_accept(&problem, false, accepted, &replaced, &diag), wanted, "%s", r->what);
    cr_expect_str_eq(diag.field, r->refused, "%s: %s", r->what, diag.field);
    cr_expect_gt(strlen(diag.message), 20);
  }
}

static void expect_bad_call(const carom_contact_problem* problem, carom_surface* accepted, unsigned* warnings,
                            carom_status status, const char* field) {
  carom_diag diag = {0};
  cr_expect_eq(carom_impact_accept(problem, true, accepted, warnings, &diag), status, "%s", field);
  cr_expect_str_eq(diag.field, field, "%s", diag.message);
}

Test(accept, bad_calls) {
  const carom_surface surface = NONE;
  const carom_contact_problem good = {.dimension = 3, .contact_count = 1, .surfaces = &surface};
  carom_contact_problem p = good;
  carom_surface accepted;
  unsigned warnings = 0;
  expect_bad_call(NULL, &accepted, &warnings, CAROM_OUT_OF_RANGE, "problem");
  expect_bad_call(&good, NULL, &warnings, CAROM_TOO_SMALL, "accepted");
  expect_bad_call(&good, &accepted, NULL, CAROM_TOO_SMALL, "warnings");
  p.dimension = 4;
  expect_bad_call(&p, &accepted, &warnings, CAROM_OUT_OF_RANGE, "dimension");
  for (int count = -1; count <= CAROM_SIMULTANEOUS_MAX_CONTACTS + 1; count += CAROM_SIMULTANEOUS_MAX_CONTACTS + 2) {
    p = good;
    p.contact_count = count;
    expect_bad_call(&p, &accepted, &warnings, CAROM_OUT_OF_RANGE, "contact_count");
  }
}

Test(accept, what_cannot_be_is_not_replaced) {
  static door d;
  const double w[4] = {1, 0, 0, 1}, v[2] = {1, -1};
  const carom_surface surface = SURFACE(.mu = 0.2, .mu_static = INFINITY, .eta2 = 1);
  const carom_contact_problem problem = door_one(2, w, v, &surface);
  door_solve(&problem, NULL, &d);
  cr_expect_eq(d.status, CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(d.diag.field, "surface.mu_static", "%s", d.diag.field);
}

Test(accept, exponents_that_do_not_go_together_are_refused_with_and_without_must) {
  carom_surface surfaces[2] = {SURFACE(.mu = 0.1, .mu_static = 0.1, .eta2 = 1), NONE};
  const carom_contact_problem problem = {.dimension = 3, .contact_count = 2, .surfaces = surfaces};
  carom_surface accepted[2];
  unsigned replaced = 0;
  carom_diag diag = {0};
  for (int must = 0; must < 2; ++must) {
    surfaces[0].exponent = 1.5;
    surfaces[1].exponent = 1.5;
    cr_expect_eq(carom_impact_accept(&problem, must, accepted, &replaced, &diag), CAROM_INCONSISTENT);
    cr_expect_str_eq(diag.field, "surfaces[0].exponent");
    surfaces[0].exponent = 1;
    cr_expect_eq(carom_impact_accept(&problem, must, accepted, &replaced, &diag), CAROM_INCONSISTENT);
    cr_expect_str_eq(diag.field, "surfaces[1].exponent");
  }
}

Test(accept, a_replaced_law_gives_the_answer_and_the_warning_of_what_replaced_it) {
  static door asked, taken;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    const row* r = &rows[i];
    if (r->contacts > 1) continue;
    for (int dimension = 2; dimension <= 3; ++dimension) {
      const double* w = dimension == 2 ? PLANE : SPACE;
      const double* v = dimension == 2 ? V + 1 : V;
      const carom_contact_problem a = door_one(dimension, w, v, r->asked), b = door_one(dimension, w, v, r->taken);
      door_solve(&a, NULL, &asked);
      door_solve(&b, NULL, &taken);
      cr_assert(!asked.status && !taken.status, "%s", r->what);
      cr_expect_eq(asked.outcome.warnings, taken.outcome.warnings | r->warnings, "%s", r->what);
      cr_expect_arr_eq(asked.contacts[0].impulse, taken.contacts[0].impulse, sizeof taken.contacts[0].impulse);
    }
  }
}

Test(accept, the_cut_off_makes_slow_impacts_plastic) {
  static door slow, plastic, fast;
  carom_impact_options options = carom_impact_options_default();
  carom_surface surface = carom_surface_default();
  surface.e = 0.5;
  const carom_contact_problem problem = door_one(2, PLANE, V + 1, &surface);
  options.cutoff_speed = 1.5;
  door_solve(&problem, &options, &slow);
  options.cutoff_speed = 1;
  door_solve(&problem, &options, &fast);
  surface.e = 0;
  door_solve(&problem, NULL, &plastic);
  cr_expect_eq(slow.outcome.warnings, CAROM_WARN_FORCED_PLASTIC);
  cr_expect_eq(slow.contacts[0].impulse[1], plastic.contacts[0].impulse[1]);
  cr_expect_eq(fast.outcome.warnings, 0, "as fast as the cut-off is not slower");
  cr_expect_gt(fast.contacts[0].impulse[1], slow.contacts[0].impulse[1]);
  options.cutoff_speed = 1.5;
  door_solve(&problem, &options, &slow);
  cr_expect_eq(slow.outcome.warnings, 0, "what is plastic already is not made so");
}

Test(accept, where_nothing_happens_nothing_is_replaced) {
  static door d;
  const double apart[2] = {1, 1};
  carom_impact_options options = carom_impact_options_default();
  options.cutoff_speed = 10;
  carom_surface surface = carom_surface_default();
  surface.law = CAROM_LAW_NEWTON;
  surface.eta2 = 1;
  const carom_contact_problem problem = door_one(2, PLANE, apart, &surface);
  door_solve(&problem, &options, &d);
  cr_expect_eq(d.outcome.warnings, CAROM_WARN_SEPARATING);
  cr_expect_str_eq(d.contacts[0].mode, "none");
}
