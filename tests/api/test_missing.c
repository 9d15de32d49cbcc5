// NULL where something is needed is a status with the name of what is missing, never a crash: every pointer of every
// call that can say so.
#include <criterion/criterion.h>
#include <string.h>

#include "carom/carom.h"

#define MISSING_INPUT(call, name)  expect((call), CAROM_OUT_OF_RANGE, (name), __LINE__)
#define MISSING_MEMORY(call, name) expect((call), CAROM_TOO_SMALL, (name), __LINE__)

static carom_diag diag;

static void expect(carom_status status, carom_status wanted, const char* field, int line) {
  cr_expect_eq(status, wanted, "line %d: %s instead of %s", line, carom_status_word(status), carom_status_word(wanted));
  cr_expect_eq(diag.status, wanted, "line %d", line);
  cr_expect_str_eq(diag.field, field, "line %d: %s instead of %s", line, diag.field, field);
  cr_expect(strstr(diag.message, " is NULL; it must "), "line %d: %s", line, diag.message);
  diag = (carom_diag){0};
}

Test(missing, planar) {
  const carom_planar_problem problem = carom_planar_problem_default();
  carom_planar_outcome out;
  carom_trace_point points[8];
  carom_trace trace = {points, 8, 0}, pointless = {NULL, 8, 0};
  MISSING_INPUT(carom_planar_solve(NULL, &out, &diag), "problem");
  MISSING_MEMORY(carom_planar_solve(&problem, NULL, &diag), "out");
  cr_expect_eq(carom_planar_solve(NULL, NULL, NULL), CAROM_OUT_OF_RANGE);
  cr_assert_eq(carom_planar_solve(&problem, &out, &diag), CAROM_OK);
  MISSING_INPUT(carom_planar_trace(NULL, &out, &trace, &diag), "problem");
  MISSING_INPUT(carom_planar_trace(&problem, NULL, &trace, &diag), "outcome");
  MISSING_MEMORY(carom_planar_trace(&problem, &out, NULL, &diag), "trace");
  MISSING_MEMORY(carom_planar_trace(&problem, &out, &pointless, &diag), "trace.points");
}

Test(missing, spatial) {
  const carom_spatial_problem problem = carom_spatial_problem_default();
  const carom_spatial_scheme_options options = {.scheme = CAROM_SCHEME_NI, .step = 1e-3};
  carom_spatial_outcome out;
  carom_spatial_directions directions;
  carom_spatial_theory theory;
  carom_trace_point points[CAROM_SPATIAL_TRACE_MIN];
  carom_trace trace = {points, CAROM_SPATIAL_TRACE_MIN, 0}, pointless = {NULL, CAROM_SPATIAL_TRACE_MIN, 0};
  MISSING_INPUT(carom_spatial_solve(NULL, &out, &diag), "problem");
  MISSING_MEMORY(carom_spatial_solve(&problem, NULL, &diag), "out");
  MISSING_INPUT(carom_spatial_trace(NULL, &out, &trace, &diag), "problem");
  MISSING_MEMORY(carom_spatial_trace(&problem, NULL, &trace, &diag), "out");
  MISSING_MEMORY(carom_spatial_trace(&problem, &out, NULL, &diag), "trace");
  MISSING_MEMORY(carom_spatial_trace(&problem, &out, &pointless, &diag), "trace.points");
  MISSING_INPUT(carom_spatial_invariants(NULL, &directions, &diag), "problem");
  MISSING_MEMORY(carom_spatial_invariants(&problem, NULL, &diag), "out");
  MISSING_INPUT(carom_spatial_theory_of(NULL, &theory, &diag), "problem");
  MISSING_MEMORY(carom_spatial_theory_of(&problem, NULL, &diag), "out");
  MISSING_INPUT(carom_spatial_solve_scheme(NULL, &options, &out, &diag), "problem");
  MISSING_INPUT(carom_spatial_solve_scheme(&problem, NULL, &out, &diag), "options");
  MISSING_MEMORY(carom_spatial_solve_scheme(&problem, &options, NULL, &diag), "out");
}

Test(missing, derivatives) {
  const carom_spatial_problem problem = carom_spatial_problem_default();
  const double direction[CAROM_SPATIAL_INPUTS] = {0};
  double along[CAROM_SPATIAL_OUTPUTS];
  carom_spatial_outcome outcome;
  carom_jacobian j;
  cr_assert_eq(carom_spatial_solve(&problem, &outcome, &diag), CAROM_OK);
  MISSING_INPUT(carom_spatial_differentiate(NULL, &outcome, CAROM_WRT_E, &j, &diag), "problem");
  MISSING_INPUT(carom_spatial_differentiate(&problem, NULL, CAROM_WRT_E, &j, &diag), "outcome");
  MISSING_MEMORY(carom_spatial_differentiate(&problem, &outcome, CAROM_WRT_E, NULL, &diag), "out");
  MISSING_INPUT(carom_spatial_tangent(NULL, &outcome, direction, 1, along, &diag), "problem");
  MISSING_INPUT(carom_spatial_tangent(&problem, NULL, direction, 1, along, &diag), "outcome");
  MISSING_INPUT(carom_spatial_tangent(&problem, &outcome, NULL, 1, along, &diag), "directions");
  MISSING_MEMORY(carom_spatial_tangent(&problem, &outcome, direction, 1, NULL, &diag), "out");
}

Test(missing, derivatives_on_springs) {
  const carom_compliant_problem problem = carom_compliant_problem_default();
  carom_compliant_outcome outcome;
  carom_jacobian j;
  cr_assert_eq(carom_compliant_solve(&problem, &outcome, &diag), CAROM_OK);
  MISSING_INPUT(carom_compliant_differentiate(NULL, &outcome, CAROM_WRT_E, &j, &diag), "problem");
  MISSING_INPUT(carom_compliant_differentiate(&problem, NULL, CAROM_WRT_E, &j, &diag), "outcome");
  MISSING_MEMORY(carom_compliant_differentiate(&problem, &outcome, CAROM_WRT_E, NULL, &diag), "out");
}

Test(missing, chain_rule) {
  const carom_mechanism mechanism = {.dof = 1, .dimension = 3, .contact_count = 1};
  const double numbers[3] = {1, 1, 1};
  const carom_mechanism whole = {
      .dof = 1, .dimension = 3, .contact_count = 1, .jacobian = numbers, .velocity = numbers};
  const carom_jacobian contact = {.columns = CAROM_SPATIAL_INPUTS};
  const carom_mechanism_direction direction = {.mu = 1};
  carom_mechanism_impact impact = {NULL, NULL, NULL};
  double out[1];
  MISSING_INPUT(carom_mechanism_tangent(NULL, &impact, &direction, out, &diag), "mechanism");
  MISSING_INPUT(carom_mechanism_tangent(&mechanism, NULL, &direction, out, &diag), "impact");
  MISSING_INPUT(carom_mechanism_tangent(&mechanism, &impact, &direction, out, &diag), "contact");
  impact.contact = &contact;
  MISSING_INPUT(carom_mechanism_tangent(&mechanism, &impact, &direction, out, &diag), "jacobian");
  MISSING_INPUT(carom_mechanism_tangent(&whole, &impact, &direction, out, &diag), "impact.workspace");
  impact.workspace = numbers;
  MISSING_INPUT(carom_mechanism_tangent(&whole, &impact, &direction, out, &diag), "impact.impulses");
  impact.impulses = numbers;
  MISSING_INPUT(carom_mechanism_tangent(&whole, &impact, NULL, out, &diag), "direction");
  MISSING_MEMORY(carom_mechanism_tangent(&whole, &impact, &direction, NULL, &diag), "out");
}

Test(missing, compliant) {
  const carom_compliant_problem problem = carom_compliant_problem_default();
  carom_compliant_outcome out;
  carom_spring_point points[CAROM_COMPLIANT_TRACE_MIN];
  carom_spring_trace trace = {points, CAROM_COMPLIANT_TRACE_MIN, 0}, pointless = {NULL, CAROM_COMPLIANT_TRACE_MIN, 0};
  MISSING_INPUT(carom_compliant_solve(NULL, &out, &diag), "problem");
  MISSING_MEMORY(carom_compliant_solve(&problem, NULL, &diag), "out");
  MISSING_INPUT(carom_compliant_solve_scheme(NULL, CAROM_COMPLIANT_EXACT, &out, &diag), "problem");
  MISSING_MEMORY(carom_compliant_solve_scheme(&problem, CAROM_COMPLIANT_EXACT, NULL, &diag), "out");
  MISSING_INPUT(carom_compliant_trace(NULL, CAROM_COMPLIANT_EXACT, &out, &trace, &diag), "problem");
  MISSING_MEMORY(carom_compliant_trace(&problem, CAROM_COMPLIANT_EXACT, NULL, &trace, &diag), "out");
  MISSING_MEMORY(carom_compliant_trace(&problem, CAROM_COMPLIANT_EXACT, &out, NULL, &diag), "trace");
  MISSING_MEMORY(carom_compliant_trace(&problem, CAROM_COMPLIANT_EXACT, &out, &pointless, &diag), "trace.points");
}

// One contact in the plane or in space.
static const double w[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, w_plane[4] = {1, 0, 0, 1}, v[3] = {0, -1, -1};
static const carom_surface surface = {.e = 1};

Test(missing, contact_problem) {
  const carom_contact_problem good = {2, 1, w_plane, v, &surface};
  double workspace[10];
  MISSING_INPUT(carom_surface_check(NULL, &diag), "surface");
  MISSING_INPUT(carom_contact_problem_check(NULL, workspace, &diag), "problem");
  MISSING_MEMORY(carom_contact_problem_check(&good, NULL, &diag), "workspace");
  MISSING_MEMORY(carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, NULL, &diag), "out");
  MISSING_MEMORY(carom_frame_in_plane((carom_vec2){0, 1}, NULL, &diag), "out");
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_OK);
}

/// Every array of a contact problem, through every door that takes one.
static carom_status enter(int door, const carom_contact_problem* problem, bool with_out) {
  carom_planar_problem planar;
  carom_spatial_problem spatial;
  carom_compliant_problem compliant;
  double workspace[21];
  switch (door) {
    case 0:
      return carom_planar_from_contact(problem, with_out ? &planar : NULL, &diag);
    case 1:
      return carom_spatial_from_contact(problem, with_out ? &spatial : NULL, &diag);
    case 2:
      return carom_compliant_from_contact(problem, with_out ? &compliant : NULL, &diag);
    default:
      return carom_contact_problem_check(problem, workspace, &diag);
  }
}

Test(missing, arrays_of_a_contact_problem) {
  carom_surface springs = surface;
  springs.eta2 = 1;
  for (int door = 0; door < 4; ++door) {
    const int dimension = door == 0 ? 2 : 3;
    const carom_contact_problem good = {dimension, 1, dimension == 2 ? w_plane : w, v, door == 2 ? &springs : &surface};
    cr_assert_eq(enter(door, &good, true), CAROM_OK, "%d: %s", door, diag.message);
    carom_contact_problem bad = good;
    bad.w = NULL;
    MISSING_INPUT(enter(door, &bad, true), "w");
    bad = good;
    bad.v = NULL;
    MISSING_INPUT(enter(door, &bad, true), "v");
    bad = good;
    bad.surfaces = NULL;
    MISSING_INPUT(enter(door, &bad, true), "surfaces");
    MISSING_INPUT(enter(door, NULL, true), "problem");
    if (door < 3) MISSING_MEMORY(enter(door, &good, false), "out");
  }
}

Test(missing, simultaneous) {
  static double workspace[4096];
  cr_assert_leq(carom_simultaneous_workspace_size(2, 1), 4096);
  const carom_contact_problem good = {2, 1, w_plane, v, &surface};
  const carom_contact_problem bad[] = {
      {2, 1, NULL, v, &surface}, {2, 1, w_plane, NULL, &surface}, {2, 1, w_plane, v, NULL}};
  carom_simultaneous_log log = {.event_capacity = 4};
  carom_simultaneous_memory memory = {.workspace = workspace};
  const carom_simultaneous_memory bare = {.log = NULL};
  carom_simultaneous_contact contact;
  carom_simultaneous_outcome out;
  MISSING_INPUT(carom_simultaneous_solve(NULL, &memory, &contact, &out, &diag), "problem");
  MISSING_INPUT(carom_simultaneous_solve(&bad[0], &memory, &contact, &out, &diag), "w");
  MISSING_INPUT(carom_simultaneous_solve(&bad[1], &memory, &contact, &out, &diag), "v");
  MISSING_INPUT(carom_simultaneous_solve(&bad[2], &memory, &contact, &out, &diag), "surfaces");
  MISSING_MEMORY(carom_simultaneous_solve(&good, NULL, &contact, &out, &diag), "memory");
  MISSING_MEMORY(carom_simultaneous_solve(&good, &bare, &contact, &out, &diag), "memory.workspace");
  MISSING_MEMORY(carom_simultaneous_solve(&good, &memory, NULL, &out, &diag), "contacts");
  MISSING_MEMORY(carom_simultaneous_solve(&good, &memory, &contact, NULL, &diag), "out");
  memory.log = &log;
  MISSING_MEMORY(carom_simultaneous_solve(&good, &memory, &contact, &out, &diag), "memory.log.events");
  log = (carom_simultaneous_log){.state_capacity = 4};
  MISSING_MEMORY(carom_simultaneous_solve(&good, &memory, &contact, &out, &diag), "memory.log.states");
  log.state_capacity = 0;
  cr_expect_eq(carom_simultaneous_solve(&good, &memory, &contact, &out, &diag), CAROM_OK);
}

Test(missing, bodies) {
  const carom_body bodies[2] = {carom_body_default(), carom_body_fixed()};
  const carom_touch touch = {0, 1, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const carom_bodies good = {3, 2, bodies, 1, &touch}, bodiless = {3, 2, NULL, 1, &touch},
                     free = {3, 2, bodies, 1, NULL};
  double out_w[9], out_v[3];
  cr_assert_eq(carom_bodies_contact(&good, out_w, out_v, &diag), CAROM_OK);
  MISSING_INPUT(carom_body_check(NULL, &diag), "body");
  carom_body tidy;
  MISSING_INPUT(carom_body_tidy(NULL, &tidy, &diag), "body");
  MISSING_MEMORY(carom_body_tidy(&bodies[0], NULL, &diag), "out");
  MISSING_INPUT(carom_bodies_contact(NULL, out_w, out_v, &diag), "system");
  MISSING_INPUT(carom_bodies_contact(&bodiless, out_w, out_v, &diag), "bodies");
  MISSING_INPUT(carom_bodies_contact(&free, out_w, out_v, &diag), "touches");
  MISSING_MEMORY(carom_bodies_contact(&good, NULL, out_v, &diag), "w");
  MISSING_MEMORY(carom_bodies_contact(&good, out_w, NULL, &diag), "v");
}

Test(missing, mechanism) {
  const double mass = 2, velocity = -1, jacobian[2] = {0, 1};
  const carom_mechanism good = {1, 2, 1, &mass, &velocity, jacobian, NULL};
  carom_mechanism bad = good;
  double workspace[3], out_w[4], out_v[2];
  cr_assert_eq(carom_mechanism_contact(&good, workspace, out_w, out_v, &diag), CAROM_OK);
  bad.mass_matrix = NULL;
  MISSING_INPUT(carom_mechanism_contact(&bad, workspace, out_w, out_v, &diag), "mass_matrix");
  bad = good;
  bad.velocity = NULL;
  MISSING_INPUT(carom_mechanism_contact(&bad, workspace, out_w, out_v, &diag), "velocity");
  bad = good;
  bad.jacobian = NULL;
  MISSING_INPUT(carom_mechanism_contact(&bad, workspace, out_w, out_v, &diag), "jacobian");
  MISSING_INPUT(carom_mechanism_contact(NULL, workspace, out_w, out_v, &diag), "mechanism");
  MISSING_MEMORY(carom_mechanism_contact(&good, NULL, out_w, out_v, &diag), "workspace");
  MISSING_MEMORY(carom_mechanism_contact(&good, workspace, NULL, out_v, &diag), "w");
  MISSING_MEMORY(carom_mechanism_contact(&good, workspace, out_w, NULL, &diag), "v");
}

static void stand_still(double t, const double* y, double* rate, void* context) {
  (void)t, (void)y, (void)context;
  rate[0] = 0;
}

Test(missing, integration) {
  static carom_ode ode;
  carom_ode_problem problem = carom_ode_problem_default();
  const double y = 0;
  problem.size = 1;
  problem.rate = stand_still;
  MISSING_MEMORY(carom_ode_start(NULL, &problem, 0, &y, &diag), "ode");
  MISSING_INPUT(carom_ode_start(&ode, NULL, 0, &y, &diag), "problem");
  MISSING_INPUT(carom_ode_start(&ode, &problem, 0, NULL, &diag), "y");
  cr_assert_eq(carom_ode_start(&ode, &problem, 0, &y, &diag), CAROM_OK);
  MISSING_MEMORY(carom_ode_step(NULL, 1, &diag), "ode");
  MISSING_MEMORY(carom_ode_advance(NULL, 1, &diag), "ode");
  MISSING_MEMORY(carom_ode_restart(NULL, &y, &diag), "ode");
  MISSING_INPUT(carom_ode_restart(&ode, NULL, &diag), "y");
}

Test(missing, chain) {
  carom_link link = {1, 1, 0.5, 0.1};
  double angle = 0, rate = 0, state[2];
  const carom_chain good = {.link_count = 1, .links = &link, .angles = &angle, .rates = &rate};
  carom_chain bad = good;
  carom_motion motion = carom_motion_default();
  carom_chain_mover out;
  carom_mover mover;
  cr_assert_eq(carom_chain_prepare(&good, &motion, &out, &mover, state, &diag), CAROM_OK);
  MISSING_INPUT(carom_chain_prepare(NULL, &motion, &out, &mover, state, &diag), "chain");
  bad.links = NULL;
  MISSING_INPUT(carom_chain_prepare(&bad, &motion, &out, &mover, state, &diag), "links");
  bad = good;
  bad.angles = NULL;
  MISSING_INPUT(carom_chain_prepare(&bad, &motion, &out, &mover, state, &diag), "angles");
  bad = good;
  bad.rates = NULL;
  MISSING_INPUT(carom_chain_prepare(&bad, &motion, &out, &mover, state, &diag), "rates");
  MISSING_INPUT(carom_chain_prepare(&good, NULL, &out, &mover, state, &diag), "motion");
  MISSING_MEMORY(carom_chain_prepare(&good, &motion, NULL, &mover, state, &diag), "out");
  MISSING_MEMORY(carom_chain_prepare(&good, &motion, &out, NULL, state, &diag), "mover");
  MISSING_MEMORY(carom_chain_prepare(&good, &motion, &out, &mover, NULL, &diag), "state");
  motion.plane_count = 1;
  MISSING_INPUT(carom_chain_prepare(&good, &motion, &out, &mover, state, &diag), "planes");
}

Test(missing, flyer) {
  const carom_body body = carom_body_default();
  const carom_flyer_input good = {3, &body, 0, {.sphere_radius = 1}}, bodiless = {3, NULL, 0, {.sphere_radius = 1}};
  const carom_flyer_input pointless = {3, &body, 0, {.point_count = 2}};
  carom_motion motion = carom_motion_default();
  carom_flyer out;
  carom_mover mover;
  double state[13];
  cr_assert_eq(carom_flyer_prepare(&good, &motion, &out, &mover, state, &diag), CAROM_OK);
  MISSING_INPUT(carom_flyer_prepare(NULL, &motion, &out, &mover, state, &diag), "input");
  MISSING_INPUT(carom_flyer_prepare(&bodiless, &motion, &out, &mover, state, &diag), "body");
  MISSING_INPUT(carom_flyer_prepare(&pointless, &motion, &out, &mover, state, &diag), "shape.points");
  MISSING_INPUT(carom_flyer_prepare(&good, NULL, &out, &mover, state, &diag), "motion");
  MISSING_MEMORY(carom_flyer_prepare(&good, &motion, NULL, &mover, state, &diag), "out");
  MISSING_MEMORY(carom_flyer_prepare(&good, &motion, &out, NULL, state, &diag), "mover");
  MISSING_MEMORY(carom_flyer_prepare(&good, &motion, &out, &mover, NULL, &diag), "state");
  motion.plane_count = 1;
  MISSING_INPUT(carom_flyer_prepare(&good, &motion, &out, &mover, state, &diag), "planes");
}

Test(missing, crowd) {
  static carom_crowd out;
  const carom_body body = carom_body_default();
  const carom_crowd_body member = {.body = &body, .shape = {.sphere_radius = 1}},
                         nobody = {.shape = {.sphere_radius = 1}};
  const carom_crowd_input good = {3, 1, &member, 0, NULL}, bodiless = {3, 1, &nobody, 0, NULL};
  const carom_crowd_input empty = {3, 1, NULL, 0, NULL}, listless = {3, 1, &member, 1, NULL};
  carom_motion motion = carom_motion_default();
  carom_mover mover;
  double state[13];
  cr_assert_eq(carom_crowd_prepare(&good, &motion, &out, &mover, state, &diag), CAROM_OK);
  MISSING_INPUT(carom_crowd_prepare(NULL, &motion, &out, &mover, state, &diag), "input");
  MISSING_INPUT(carom_crowd_prepare(&empty, &motion, &out, &mover, state, &diag), "bodies");
  MISSING_INPUT(carom_crowd_prepare(&bodiless, &motion, &out, &mover, state, &diag), "bodies[0].body");
  MISSING_INPUT(carom_crowd_prepare(&listless, &motion, &out, &mover, state, &diag), "meetings");
  MISSING_INPUT(carom_crowd_prepare(&good, NULL, &out, &mover, state, &diag), "motion");
  MISSING_MEMORY(carom_crowd_prepare(&good, &motion, NULL, &mover, state, &diag), "out");
  MISSING_MEMORY(carom_crowd_prepare(&good, &motion, &out, NULL, state, &diag), "mover");
  MISSING_MEMORY(carom_crowd_prepare(&good, &motion, &out, &mover, NULL, &diag), "state");
}

Test(missing, motion) {
  static carom_motion_run run;
  static double workspace[65536];
  const carom_body body = carom_body_default();
  const carom_flyer_input input = {3, &body, 0, {.sphere_radius = 1}};
  const carom_motion motion = carom_motion_default();
  carom_flyer out;
  carom_mover mover;
  double state[13];
  cr_assert_eq(carom_flyer_prepare(&input, &motion, &out, &mover, state, &diag), CAROM_OK);
  cr_assert_leq(carom_motion_workspace_size(&mover), 65536);
  MISSING_MEMORY(carom_motion_start(NULL, &mover, &motion, state, workspace, &diag), "run");
  MISSING_INPUT(carom_motion_start(&run, NULL, &motion, state, workspace, &diag), "mover");
  MISSING_INPUT(carom_motion_start(&run, &mover, NULL, state, workspace, &diag), "motion");
  MISSING_INPUT(carom_motion_start(&run, &mover, &motion, NULL, workspace, &diag), "state");
  MISSING_MEMORY(carom_motion_start(&run, &mover, &motion, state, NULL, &diag), "workspace");
  MISSING_MEMORY(carom_motion_step(NULL, &diag), "run");
  const carom_mover whole = mover;
  mover.rate = NULL;
  MISSING_INPUT(carom_motion_start(&run, &mover, &motion, state, workspace, &diag), "mover");
  mover = whole;
  mover.pace = NULL;
  MISSING_INPUT(carom_motion_start(&run, &mover, &motion, state, workspace, &diag), "mover");
  cr_expect_eq(carom_motion_start(&run, &whole, &motion, state, workspace, &diag), CAROM_OK);
}

Test(missing, cloth) {
  const carom_cloth_problem problem = {.ball = carom_body_default()};
  carom_cloth_path path = {.piece_capacity = 1};
  MISSING_INPUT(carom_cloth_follow(NULL, &path, &diag), "problem");
  MISSING_MEMORY(carom_cloth_follow(&problem, NULL, &diag), "path");
  MISSING_MEMORY(carom_cloth_follow(&problem, &path, &diag), "pieces");
  path = (carom_cloth_path){.landing_capacity = 1};
  MISSING_MEMORY(carom_cloth_follow(&problem, &path, &diag), "landings");
}

Test(missing, table) {
  carom_table table = carom_table_default();
  const carom_table_ball balls[2] = {{.mass = 1, .radius = 1, .position = {0, 0, 1}},
                                     {.mass = 1, .radius = 1, .position = {2, 0, 1}}};
  const carom_rack rack = {CAROM_RACK_ROW, 1, {0, 0}, {1, 0}, 1, 0};
  carom_table_ball after[2];
  carom_vec2 place;
  static carom_table_run run;
  double workspace[1];
  MISSING_MEMORY(carom_table_start(NULL, &table, workspace, &diag), "run");
  MISSING_INPUT(carom_table_start(&run, NULL, workspace, &diag), "table");
  MISSING_MEMORY(carom_table_start(&run, &table, NULL, &diag), "workspace");
  table.ball_count = 1;
  MISSING_INPUT(carom_table_start(&run, &table, workspace, &diag), "balls");
  table.balls = balls;
  table.rail_count = 1;
  MISSING_INPUT(carom_table_start(&run, &table, workspace, &diag), "rails");
  table.rail_count = 0;
  table.pocket_count = 1;
  MISSING_INPUT(carom_table_start(&run, &table, workspace, &diag), "pockets");
  MISSING_INPUT(carom_table_step(NULL, &diag), "run");
  MISSING_INPUT(carom_table_strike(NULL, NULL, &diag), "run");
  MISSING_INPUT(carom_table_strike(&run, NULL, &diag), "stroke");
  MISSING_INPUT(carom_table_pair(NULL, balls, after, NULL, &diag), "table");
  MISSING_INPUT(carom_table_pair(&table, NULL, after, NULL, &diag), "before");
  MISSING_MEMORY(carom_table_pair(&table, balls, NULL, NULL, &diag), "after");
  MISSING_INPUT(carom_table_cushion(NULL, balls, (carom_vec2){1, 0}, after, &diag), "table");
  MISSING_INPUT(carom_table_cushion(&table, NULL, (carom_vec2){1, 0}, after, &diag), "before");
  MISSING_MEMORY(carom_table_cushion(&table, balls, (carom_vec2){1, 0}, NULL, &diag), "after");
  MISSING_INPUT(carom_rack_places(NULL, &place, &diag), "rack");
  MISSING_MEMORY(carom_rack_places(&rack, NULL, &diag), "places");
  cr_expect_eq(carom_table_workspace_size(NULL), 0);
}
