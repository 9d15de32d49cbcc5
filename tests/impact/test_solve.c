// What goes through the door comes out as its law says, to the bit; and what the door asks for is checked.
#include <math.h>
#include <string.h>

#include "compliant/sample.h"
#include "door.h"
#include "random.h"
#include "simultaneous/run.h"

static void put_spatial(const carom_mat3* w, carom_vec3 v, double* w_out, double* v_out) {
  for (int i = 0; i < 9; ++i) w_out[i] = w->m[i / 3][i % 3];
  v_out[0] = v.x;
  v_out[1] = v.y;
  v_out[2] = v.z;
}

static void expect_contact(const door* d, carom_vec3 impulse, carom_vec3 after) {
  const double p[3] = {impulse.x, impulse.y, impulse.z}, v[3] = {after.x, after.y, after.z};
  cr_expect_arr_eq(d->contacts[0].impulse, p, sizeof p);
  cr_expect_arr_eq(d->contacts[0].velocity_after, v, sizeof v);
}

static void expect_events(const door* d, int count, const carom_event* events) {
  cr_assert_eq(d->outcome.event_count, count);
  for (int i = 0; i < count; ++i) {
    cr_expect_eq(d->events[i].type, events[i].type);
    cr_expect_eq(d->events[i].impulse_n, events[i].impulse_n);
    cr_expect_eq(d->event_impulses[i], events[i].impulse_n);
  }
}

Test(door, a_planar_impact_is_that_of_the_planar_law) {
  static door d;
  test_random r = {7};
  for (int i = 0; i < 20000; ++i) {
    carom_planar_problem p = carom_planar_problem_default();
    p.w_tt = test_random_log(&r, 0.1, 10);
    p.w_nn = test_random_log(&r, 0.1, 10);
    p.w_tn = test_random_uniform(&r, -0.99, 0.99) * sqrt(p.w_tt * p.w_nn);
    p.v_t = test_random_uniform(&r, -2, 2);
    p.v_n = test_random_uniform(&r, -2, 0.2);
    p.surface.law = (carom_law)test_random_below(&r, 3);
    p.surface.e = test_random_uniform(&r, 0, 1);
    p.surface.mu = test_random_uniform(&r, 0, 1);
    p.surface.mu_static = p.surface.mu * test_random_uniform(&r, 1, 1.5);
    const double w[4] = {p.w_tt, p.w_tn, p.w_tn, p.w_nn}, v[2] = {p.v_t, p.v_n};
    const carom_contact_problem problem = door_one(2, w, v, &p.surface);
    carom_planar_outcome out;
    cr_assert_eq(carom_planar_solve(&p, &out, NULL), CAROM_OK);
    d.outcome.error = 1;  // what is left of an earlier answer
    door_solve(&problem, NULL, &d);
    cr_assert_eq(d.status, CAROM_OK, "%s", d.diag.message);
    const double impulse[3] = {out.impulse_t, out.impulse_n, 0}, after[3] = {out.v_t, out.v_n, 0};
    cr_assert_arr_eq(d.contacts[0].impulse, impulse, sizeof impulse);
    cr_assert_arr_eq(d.contacts[0].velocity_after, after, sizeof after);
    cr_assert_arr_eq(d.contacts[0].velocity_before, v, sizeof v);
    cr_assert_eq(d.contacts[0].mode_code, (int)out.mode);
    cr_assert_str_eq(d.contacts[0].mode, carom_planar_mode_word(out.mode));
    cr_assert_eq(d.contacts[0].flags, carom_planar_flags(&out));
    cr_assert_eq(d.outcome.error, 0);
    cr_assert_eq(d.outcome.warnings, out.warnings);
    cr_assert_eq(d.outcome.energy.change, out.energy.change);
    cr_assert_eq(d.outcome.law.planar.outcome.stored, out.stored);
    expect_events(&d, out.event_count, out.events);
  }
}

Test(door, a_spatial_impact_is_that_of_the_spatial_law) {
  static door d;
  test_random r = {8};
  for (int i = 0; i < 3000; ++i) {
    carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 10, .mu = 1.5, .slip = 30});
    double w[9], v[3];
    p.surface.law = (carom_law)test_random_below(&r, 3);
    put_spatial(&p.w, p.v, w, v);
    const carom_contact_problem problem = door_one(3, w, v, &p.surface);
    carom_spatial_outcome out;
    cr_assert_eq(carom_spatial_solve(&p, &out, NULL), CAROM_OK);
    door_solve(&problem, NULL, &d);
    cr_assert_eq(d.status, CAROM_OK, "%s", d.diag.message);
    cr_assert_eq(d.outcome.model, CAROM_MODEL_SPATIAL);
    expect_contact(&d, out.impulse, out.v);
    cr_assert_eq(d.contacts[0].mode_code, (int)out.mode);
    cr_assert_eq(d.contacts[0].flags, carom_spatial_flags(&out));
    cr_assert_eq(d.outcome.warnings, out.warnings);
    cr_assert_eq(d.outcome.work, out.steps);
    expect_events(&d, out.event_count, out.events);
  }
}

Test(door, an_impact_on_springs_is_that_of_the_compliant_law) {
  static door d;
  test_random r = {9};
  for (int i = 0; i < 500; ++i) {
    const carom_compliant_problem p = sample_compliant(&r, (compliant_ranges){5, 1, 2, 10});
    double w[9], v[3];
    put_spatial(&p.w, p.v, w, v);
    const carom_contact_problem problem = door_one(3, w, v, &p.surface);
    carom_compliant_outcome out;
    char word[64];
    cr_assert_eq(carom_compliant_solve(&p, &out, NULL), CAROM_OK);
    door_solve(&problem, NULL, &d);
    cr_assert_eq(d.status, CAROM_OK, "%s", d.diag.message);
    expect_contact(&d, out.impulse, out.v);
    carom_compliant_mode(&p, &out, (int)sizeof word, word);
    cr_assert_str_eq(d.contacts[0].mode, word);
    cr_assert_eq(d.contacts[0].mode_code, (int)out.mode);
    cr_assert_eq(d.outcome.warnings, out.warnings);
    expect_events(&d, out.event_count, out.events);
  }
}

/// Two balls on a table, each on the other.
static const double STACK_W[16] = {5, 0, -2, 0, 0, 2, 0, -1, -2, 0, 3.5, 0, 0, -1, 0, 1};
static const double STACK_V[4] = {0.3, -1, 0.1, 0};

Test(door, several_contacts_are_those_of_the_simultaneous_law) {
  static door d;
  static collision c;
  carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  for (int friction = 0; friction < 2; ++friction) {
    for (int i = 0; i < 2; ++i) {
      surfaces[i].e = 0.6;
      surfaces[i].mu = surfaces[i].mu_static = 0.3 * friction;
      surfaces[i].eta2 = friction;
    }
    const carom_contact_problem problem = {2, 2, STACK_W, STACK_V, surfaces};
    collide(&problem, &c);
    door_solve(&problem, NULL, &d);
    cr_assert(!c.status && !d.status, "%s %s", c.diag.message, d.diag.message);
    for (int i = 0; i < 2; ++i) {
      cr_expect_arr_eq(d.contacts[i].impulse, c.contacts[i].impulse, 2 * sizeof(double));
      cr_expect_arr_eq(d.contacts[i].velocity_after, c.contacts[i].v, 2 * sizeof(double));
      cr_expect_str_eq(d.contacts[i].mode, c.contacts[i].phases);
      cr_expect_eq(d.contacts[i].mode_code, (int)c.contacts[i].mode);
      cr_expect_eq(d.contacts[i].flags, carom_simultaneous_flags(&c.contacts[i]));
    }
    cr_expect_eq(d.outcome.event_total, c.outcome.event_total);
    cr_expect_eq(d.outcome.state_count, c.log.state_count);
    cr_expect_arr_eq(d.event_times, c.times, (size_t)c.log.event_count * sizeof *c.times);
    cr_expect_arr_eq(d.event_impulses, c.impulses, (size_t)c.log.event_count * 2 * sizeof *c.impulses);
  }
}

Test(door, the_path_comes_from_the_same_solve) {
  static door with, without;
  carom_impact_options options = carom_impact_options_default();
  carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  for (int i = 0; i < 2; ++i) {
    surfaces[i].e = 0.5;
    surfaces[i].mu = surfaces[i].mu_static = 0.4;
  }
  const double plane[4] = {2, 0.3, 0.3, 1}, space[9] = {2, 0.1, 0.3, 0.1, 3, -0.2, 0.3, -0.2, 1}, v[3] = {1, 0.5, -2};
  options.wants |= CAROM_WANT_PATH;
  for (int model = 0; model < 4; ++model) {
    surfaces[0].eta2 = surfaces[1].eta2 = model < 2 ? 0 : 1.2;
    const carom_contact_problem problem = model == 3   ? (carom_contact_problem){2, 2, STACK_W, STACK_V, surfaces}
                                          : model == 0 ? door_one(2, plane, v + 1, surfaces)
                                                       : door_one(3, space, v, surfaces);
    door_solve(&problem, NULL, &without);
    door_solve(&problem, &options, &with);
    cr_assert(!with.status && !without.status, "%s", with.diag.message);
    cr_expect_eq(with.outcome.model, (carom_model)model);
    cr_expect_arr_eq(with.contacts[0].impulse, without.contacts[0].impulse, sizeof with.contacts[0].impulse);
    const int d = problem.dimension;
    const int rigid = with.path.rigid.count, springs = with.path.springs.count, several = with.path.several.count;
    cr_expect_eq(rigid > 0, model < 2);
    cr_expect_eq(springs > 0, model == 2);
    cr_expect_eq(several > 0, model == 3);
    const double last = model < 2    ? with.points[rigid - 1].impulse[2]
                        : model == 2 ? with.springs[springs - 1].impulse[2]
                                     : with.impulse[(several - 1) * 4 + 1];
    cr_expect_float_eq(last, with.contacts[0].impulse[d - 1], 1e-13);
  }
}

Test(door, what_is_not_wanted_is_not_written) {
  static door d;
  carom_impact_options options = carom_impact_options_default();
  const carom_surface surface = carom_surface_default();
  const double w[4] = {1, 0, 0, 1}, v[2] = {0, -1};
  const carom_contact_problem problem = door_one(2, w, v, &surface);
  options.wants = 0;
  d.events[0].impulse_n = -7;
  door_solve(&problem, &options, &d);
  cr_expect_eq(d.status, CAROM_OK);
  cr_expect_eq(d.events[0].impulse_n, -7);
  cr_expect_eq(d.outcome.event_count, 0);
  cr_expect_eq(d.outcome.event_total, 3);
  cr_expect_eq(d.outcome.warnings, 0, "a list that nobody wanted was not cut");
}

Test(door, who_lends_no_room_for_events_misses_none) {
  static door d;
  const carom_surface surface = carom_surface_default();
  const double w[4] = {1, 0, 0, 1}, v[2] = {0, -1};
  const carom_contact_problem problem = door_one(2, w, v, &surface);
  const carom_impact_memory memory = {.contacts = d.contacts, .contact_capacity = 1};
  cr_assert_eq(carom_impact_solve(&problem, NULL, &memory, &d.outcome, NULL), CAROM_OK);
  cr_expect_eq(d.outcome.warnings, 0);
  cr_expect_eq(d.outcome.event_total, 3);
}

Test(door, a_list_of_events_that_is_too_short_is_cut) {
  static door d;
  const carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  const double w[4] = {1, 0, 0, 1}, v[2] = {0, -1};
  const carom_contact_problem problem = door_one(2, w, v, surfaces);
  carom_impact_memory memory = door_memory(&d);
  memory.event_capacity = 2;
  cr_assert_eq(carom_impact_solve(&problem, NULL, &memory, &d.outcome, NULL), CAROM_OK);
  cr_expect_eq(d.outcome.event_count, 2);
  cr_expect_eq(d.outcome.event_total, 3);
  cr_expect_eq(d.outcome.warnings, CAROM_WARN_LOG_CUT);
}

/// A request that one field spoils.
typedef struct request {
  carom_contact_problem problem;
  carom_impact_options options;
  carom_impact_memory memory;
} request;

static void expect_refused(const request* q, carom_status status, const char* field) {
  carom_impact_outcome out, before;
  carom_impact_contact contact = {.mode = "untouched"};
  request mine = *q;
  carom_diag diag = {0};
  memset(&out, 0x5a, sizeof out);
  before = out;
  if (mine.memory.contacts) mine.memory.contacts = &contact;
  cr_expect_eq(carom_impact_solve(&mine.problem, &mine.options, &mine.memory, &out, &diag), status, "%s: %s", field,
               diag.message);
  cr_expect_str_eq(diag.field, field, "%s", diag.message);
  cr_expect_eq(diag.status, status);
  cr_expect_gt(strlen(diag.message), 15, "%s", field);
  cr_expect_eq(memcmp(&out, &before, sizeof out), 0, "%s: the outcome was touched", field);
  cr_expect_str_eq(contact.mode, "untouched", "%s", field);
}

Test(door, bad_requests) {
  static door d;
  static const double w[4] = {1, 0, 0, 1}, v[2] = {0, -1};
  static const carom_surface surface = {.e = 1, .stiffness = 1, .exponent = 1};
  carom_surface two[2] = {surface, surface};
  const request good = {door_one(2, w, v, &surface), carom_impact_options_default(), door_memory(&d)};
  request q = good;
#define BAD(change, status, field) \
  q = good;                        \
  change;                          \
  expect_refused(&q, status, field)
  BAD(q.problem.dimension = 4, CAROM_OUT_OF_RANGE, "dimension");
  BAD(q.problem.contact_count = 0, CAROM_OUT_OF_RANGE, "contact_count");
  BAD(q.problem.contact_count = 65, CAROM_OUT_OF_RANGE, "contact_count");
  BAD(q.problem.w = NULL, CAROM_OUT_OF_RANGE, "w");
  BAD(q.problem.v = NULL, CAROM_OUT_OF_RANGE, "v");
  BAD(q.problem.surfaces = NULL, CAROM_OUT_OF_RANGE, "surfaces");
  BAD(q.options.cutoff_speed = -1, CAROM_OUT_OF_RANGE, "cutoff_speed");
  BAD(q.options.cutoff_speed = NAN, CAROM_OUT_OF_RANGE, "cutoff_speed");
  BAD(q.options.budget = -1, CAROM_OUT_OF_RANGE, "budget");
  BAD(q.options.method.kind = CAROM_METHOD_VS, CAROM_UNAVAILABLE, "method");
  BAD(q.options.method.kind = CAROM_METHOD_PUBLISHED, CAROM_UNAVAILABLE, "method");
  BAD(q.options.method.kind = CAROM_METHOD_STEPS, CAROM_UNAVAILABLE, "method");
  BAD(q.options.method.kind = (carom_method_kind)77, CAROM_UNAVAILABLE, "method");
  BAD(q.memory.contacts = NULL, CAROM_TOO_SMALL, "memory.contacts");
  BAD(q.memory.contact_capacity = 0, CAROM_TOO_SMALL, "memory.contacts");
  BAD(q.memory.events = NULL, CAROM_TOO_SMALL, "memory.events");
  BAD(q.memory.states = NULL, CAROM_TOO_SMALL, "memory.states");
  BAD((q.options.wants = CAROM_WANT_PATH, q.memory.path = NULL), CAROM_TOO_SMALL, "memory.path");
  BAD((q.problem.contact_count = 2, q.problem.surfaces = two), CAROM_TOO_SMALL, "memory.workspace");
  carom_impact_path small = {.rigid = {d.points, 31, 0}};
  BAD((q.options.wants = CAROM_WANT_PATH, q.memory.path = &small), CAROM_TOO_SMALL, "memory.path.rigid");
  const double nan[2] = {0, NAN};
  BAD(q.problem.v = nan, CAROM_NOT_FINITE, "v_n");
#undef BAD
}

Test(door, null_is_a_status) {
  static door d;
  static const double w[4] = {1, 0, 0, 1}, v[2] = {0, -1};
  const carom_surface surface = carom_surface_default();
  const carom_contact_problem problem = door_one(2, w, v, &surface), bare = {.dimension = 2, .contact_count = 1};
  const carom_impact_memory memory = door_memory(&d);
  unsigned replaced = 0;
  carom_surface accepted;
  cr_expect_eq(carom_impact_solve(NULL, NULL, &memory, &d.outcome, NULL), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_impact_solve(&problem, NULL, NULL, &d.outcome, NULL), CAROM_TOO_SMALL);
  cr_expect_eq(carom_impact_solve(&problem, NULL, &memory, NULL, NULL), CAROM_TOO_SMALL);
  cr_expect_eq(carom_impact_accept(&bare, false, &accepted, &replaced, NULL), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_impact_accept(NULL, false, &accepted, &replaced, NULL), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_impact_accept(&problem, false, NULL, &replaced, NULL), CAROM_TOO_SMALL);
  cr_expect_eq(carom_impact_accept(&problem, false, &accepted, NULL, NULL), CAROM_TOO_SMALL);
  cr_expect_eq(carom_impact_model(2, 1, NULL), CAROM_MODEL_PLANAR);
}

Test(door, a_jam_on_springs_without_end_is_solved_rigidly_where_an_answer_must_be) {
  static door d, rigid;
  // Two freedoms, three rows: W is singular, and v is a velocity that it can change.
  const double j[3][2] = {{1, 0}, {0, 1}, {-0.225, -0.11}}, v[3] = {0.13, 1.12, -0.225 * 0.13 - 0.11 * 1.12};
  double w[9];
  for (int i = 0; i < 9; ++i) w[i] = j[i / 3][0] * j[i % 3][0] + j[i / 3][1] * j[i % 3][1];
  carom_surface surface = carom_surface_default();
  surface.e = 0.96;
  surface.mu = surface.mu_static = 0.93;
  surface.eta2 = 1.5;
  const carom_contact_problem problem = door_one(3, w, v, &surface);
  carom_impact_options options = carom_impact_options_default();
  door_solve(&problem, &options, &d);
  cr_expect_eq(d.status, CAROM_NO_FINITE_ANSWER);
  options.must_answer = true;
  door_solve(&problem, &options, &d);
  surface.eta2 = 0;
  door_solve(&problem, NULL, &rigid);
  cr_assert(!d.status && !rigid.status, "%s", d.diag.message);
  cr_expect_eq(d.outcome.model, CAROM_MODEL_SPATIAL);
  cr_expect_eq(d.outcome.warnings, rigid.outcome.warnings | CAROM_WARN_RIGID_LIMIT);
  cr_expect_arr_eq(d.contacts[0].impulse, rigid.contacts[0].impulse, sizeof d.contacts[0].impulse);
}

Test(door, a_scheme_has_no_path) {
  static door d;
  const double w[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, v[3] = {1, 0, -1};
  carom_surface surface = carom_surface_default();
  surface.mu = surface.mu_static = 0.2;
  const carom_contact_problem problem = door_one(3, w, v, &surface);
  carom_impact_options options = carom_impact_options_default();
  options.method = (carom_method){.kind = CAROM_METHOD_NI, .step = 0.01};
  door_solve(&problem, &options, &d);
  cr_expect_eq(d.status, CAROM_OK);
  options.wants |= CAROM_WANT_PATH;
  door_solve(&problem, &options, &d);
  cr_expect_eq(d.status, CAROM_UNAVAILABLE);
  cr_expect_str_eq(d.diag.field, "method");
}
