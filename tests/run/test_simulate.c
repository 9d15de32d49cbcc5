// Simulations of scenarios: what is logged, in which order, under which names; rows, ledger, and what happens when the
// simulation is stopped. The physics has its own tests in tests/motion; here a dropped ball, whose every bounce has a
// closed form, is enough.
#include "carom/simulation.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/parse_text.h"

#define FLOOR "'planes': [{'point': [0, 0], 'normal': [0, 1], 'surface': {'e': 0.5}}]"
#define BALL(name, height) \
  "'" name "': {'mass': 2, 'inertia': 0.4, 'position': [0, " height "], 'shape': {'sphere': 0.5}}"
#define BALLS(list, motion) "{'carom': 1, 'dimension': 2, 'bodies': {" list "}, 'motion': {" motion "}}"
#define DROP                BALLS(BALL("ball", "1.5"), "'until': 3, 'gravity': [0, -8], " FLOOR)
// A height of 1 m under 8 m/s^2: half a second down, then hops of 0.5, 0.25, .. s.
#define GRAVITY 8.0

#define PENDULUM(until)                                                                                       \
  "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}, {'length': 1, " \
  "'mass': 1}], 'angles': [0, 0.5], 'rates': [0, 0]}, 'motion': {'until': " until                             \
  ", 'gravity': [0, -9.81], 'planes': [{'point': [0, -1.5], 'normal': [0, 1], 'surface': {'e': 0.5, 'mu': "   \
  "0.3}}]}}"

#define SHOT                                                                                                       \
  "{'carom': 1, 'bodies': {'table': {'fixed': true}, 'ball': {'mass': 2, 'inertia': [0.8, 0.8, 0.8], 'position': " \
  "[0, 0, 1], 'velocity': [3, 0, -2]}}, 'contacts': [{'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': " \
  "[0, 0, 1], 'e': 0.5, 'mu': 0.02}], 'motion': {'until': 20, 'gravity': [0, 0, -10], 'cloth': {'ball': 'ball', "  \
  "'radius': 1, 'slide': 0.2, 'roll': 0.05}}}"

/// A scenario and its simulation, to be freed together.
typedef struct subject {
  carom_scenario* scenario;
  carom_simulation* simulation;
} subject;

static subject simulate_until(const char* text, carom_simulation_progress* progress, void* context) {
  subject it = {.scenario = parse_good(text)};
  carom_diag error = {0};
  it.simulation = carom_scenario_simulate(it.scenario, progress, context, &error);
  cr_assert(it.simulation, "%s: %s", error.field, error.message);
  return it;
}

static subject simulate(const char* text) {
  return simulate_until(text, NULL, NULL);
}

static void discard(subject it) {
  carom_simulation_free(it.simulation);
  carom_scenario_free(it.scenario);
}

static void expect_near(double value, double expected, double tolerance, const char* what) {
  cr_expect(fabs(value - expected) <= tolerance, "%s is %.17g, not %.17g", what, value, expected);
}

Test(simulate, a_dropped_ball_is_logged_bounce_by_bounce) {
  const subject it = simulate(DROP);
  const carom_simulation* s = it.simulation;
  cr_assert_geq(s->impact_count, 20);
  double time = 0.5, speed = 4;
  for (int i = 0; i < 10; i++, speed /= 2) {
    const carom_simulation_impact* logged = &s->impacts[i];
    cr_expect_str_eq(logged->what, "ball");
    cr_expect(logged->mover == 0 && logged->contact == -1 && logged->impact.touch.plane == 0);
    expect_near(logged->impact.time, time, 1e-11, "time");
    expect_near(logged->impact.velocity_before[1], -speed, 1e-10, "approach");
    expect_near(logged->impact.velocity_after[1], speed / 2, 1e-10, "rebound");
    expect_near(logged->impact.impulse[1], 2 * 1.5 * speed, 1e-9, "impulse");
    time += speed / GRAVITY;
  }
  discard(it);
}

Test(simulate, a_flight_lasts_until_the_contact_is_held) {
  const subject it = simulate(DROP);
  const carom_simulation* s = it.simulation;
  cr_assert_eq(s->phase_count, 2);
  cr_expect(s->phases[0].phase == CAROM_PHASE_FLIGHT && s->phases[0].from == 0 && s->phases[0].point == -1);
  cr_expect(s->phases[1].phase == CAROM_PHASE_REST && s->phases[1].to == 3 && s->phases[1].plane == 0);
  cr_expect_eq(s->phases[0].to, s->phases[1].from);
  // Half a second, and hops that add up to 2 * 4/8 (1/2 + 1/4 + ..) s; those below the cut-off are missing.
  expect_near(s->phases[1].from, 1.5, 1e-6, "rest");
  cr_expect(!s->cut && s->end_time == 3);
  discard(it);
}

Test(simulate, the_ledger_adds_up) {
  const subject it = simulate(PENDULUM("3"));
  const carom_simulation* s = it.simulation;
  const double lost = s->impact_loss + s->friction_loss;
  cr_assert_gt(s->impact_loss, 15);
  expect_near(s->energy_start - lost, s->energy_end, 1e-9 * fabs(s->impact_loss), "energy at the end");
  cr_expect_eq(s->movers[0].energy_start, s->energy_start);
  for (int i = 1; i < s->impact_count; i++)
    cr_expect_leq(s->impacts[i].impact.energy, s->impacts[i - 1].impact.energy + 1e-9);
  discard(it);
}

Test(simulate, rows_are_a_sample_apart_and_end_at_the_end) {
  const subject it = simulate(DROP);
  const carom_simulation* s = it.simulation;
  static const char* const columns[] = {"time",    "ball.x",  "ball.y",    "ball.angle",
                                        "ball.vx", "ball.vy", "ball.spin", "energy"};
  cr_assert_eq(s->column_count, 8);
  cr_assert_eq(s->sample_count, 501);
  for (int i = 0; i < 8; i++) cr_expect_str_eq(s->columns[i], columns[i]);
  for (int i = 0; i < 500; i++) cr_expect_eq(s->samples[8 * i], i * it.scenario->motion.sample);
  const double* last = s->samples + (ptrdiff_t)8 * 500;
  cr_expect_eq(last[0], 3);
  expect_near(last[2], 0.5, 1e-9, "height at the end");
  for (int i = 0; s->samples[8 * i] < 0.5; i++) {
    const double* row = s->samples + (ptrdiff_t)8 * i;
    expect_near(row[2], 1.5 - GRAVITY / 2 * row[0] * row[0], 1e-11, "height");
    expect_near(row[5], -GRAVITY * row[0], 1e-11, "velocity");
    expect_near(row[7], 2 * GRAVITY * 1.5, 1e-9, "energy");
  }
  discard(it);
}

Test(simulate, rows_for_intervals_that_do_not_fit) {
  const subject it = simulate(BALLS(BALL("ball", "1.5"), "'until': 1, 'sample': 0.3, 'gravity': [0, -8], " FLOOR));
  const double expected[] = {0, 0.3, 0.6, 3 * 0.3, 1};
  cr_assert_eq(it.simulation->sample_count, 5);
  for (int i = 0; i < 5; i++) cr_expect_eq(it.simulation->samples[8 * i], expected[i]);
  discard(it);
  // 0.249/500 is rounded down, so that 500 of them are a little less: no row for that little.
  const subject odd = simulate(BALLS(BALL("ball", "1.5"), "'until': 0.249, 'gravity': [0, -8], " FLOOR));
  cr_expect_gt(odd.scenario->motion.until / odd.scenario->motion.sample, 500);
  cr_expect_eq(odd.simulation->sample_count, 501);
  discard(odd);
  const subject rare = simulate(BALLS(BALL("ball", "1.5"), "'until': 1, 'sample': 7, 'gravity': [0, -8], " FLOOR));
  cr_assert_eq(rare.simulation->sample_count, 2);
  cr_expect_eq(rare.simulation->samples[8], 1);
  discard(rare);
}

Test(simulate, the_rows_of_a_chain_have_its_joints) {
  const subject it = simulate(PENDULUM("1.41"));
  const carom_simulation* s = it.simulation;
  static const char* const columns[] = {"time", "angle_0", "angle_1", "rate_0", "rate_1",
                                        "x_0",  "y_0",     "x_1",     "y_1",    "energy"};
  cr_assert_eq(s->column_count, 10);
  for (int i = 0; i < 10; i++) cr_expect_str_eq(s->columns[i], columns[i]);
  for (int i = 0; i < s->sample_count; i++) {
    const double* row = s->samples + (ptrdiff_t)10 * i;
    const double x = cos(row[1]), y = sin(row[1]);
    expect_near(row[5], x, 4 * DBL_EPSILON, "x of the joint");
    expect_near(row[6], y, 4 * DBL_EPSILON, "y of the joint");
    expect_near(row[7], x + cos(row[1] + row[2]), 4 * DBL_EPSILON, "x of the tip");
    expect_near(row[8], y + sin(row[1] + row[2]), 4 * DBL_EPSILON, "y of the tip");
    cr_expect_geq(row[8], -1.5 - 1e-9);
  }
  cr_expect_str_eq(s->impacts[0].what, "tip");
  cr_expect_str_eq(s->phases[0].what, "chain");
  const double* last = s->samples + (ptrdiff_t)10 * (s->sample_count - 1);
  cr_expect_arr_eq(s->end_state, last + 1, 4 * sizeof(double));
  discard(it);
}

#define SEVERAL \
  BALLS(BALL("low", "0.7") ", 'post': {'fixed': true}, " BALL("high", "3") ", 'box': {'mass': 1, 'inertia': " \
        "0.2, 'position': [0, 1], 'angle': 0.4, 'shape': {'points': [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], " \
        "[-0.2, 0.1]]}}", "'until': 2, 'gravity': [0, -8], " FLOOR)

Test(simulate, several_bodies_share_one_clock) {
  const subject it = simulate(SEVERAL);
  const carom_simulation* s = it.simulation;
  cr_assert_eq(s->mover_count, 3);
  const int bodies[] = {0, 2, 3};
  for (int i = 0; i < 3; i++) cr_expect_eq(s->movers[i].body, bodies[i]);
  bool seen[3] = {false};
  for (int i = 0; i < s->impact_count; i++) {
    seen[s->impacts[i].mover] = true;
    if (i > 0) cr_expect_geq(s->impacts[i].impact.time, s->impacts[i - 1].impact.time);
  }
  for (int i = 1; i < s->phase_count; i++) cr_expect_geq(s->phases[i].from, s->phases[i - 1].from);
  cr_expect(seen[0] && seen[1] && seen[2]);
  const double mass_of_each[] = {2, 2, 1}, height[] = {0.7, 3, 1};
  double energy = 0;
  for (int i = 0; i < 3; i++) energy += GRAVITY * mass_of_each[i] * height[i];
  expect_near(s->energy_start, energy, 1e-12, "energy of all");
  expect_near(s->samples[s->column_count - 1], energy, 1e-12, "energy in the first row");
  discard(it);
}

Test(simulate, bodies_do_not_disturb_each_other) {
  const subject alone = simulate(BALLS(BALL("high", "3"), "'until': 2, 'gravity': [0, -8], " FLOOR));
  const subject among = simulate(SEVERAL);
  const carom_simulation *a = alone.simulation, *b = among.simulation;
  for (int row = 0; row < a->sample_count; row++) {
    const double* own = a->samples + (ptrdiff_t)row * a->column_count + a->movers[0].first_column;
    const double* shared = b->samples + (ptrdiff_t)row * b->column_count + b->movers[1].first_column;
    cr_assert_arr_eq(own, shared, 6 * sizeof(double));
  }
  discard(alone);
  discard(among);
}

Test(simulate, corners_are_named_after_their_body) {
  const subject it = simulate(SEVERAL);
  bool found = false;
  for (int i = 0; i < it.simulation->impact_count; i++)
    found = found || strncmp(it.simulation->impacts[i].what, "box: corner ", 12) == 0;
  cr_expect(found);
  discard(it);
}

/// Stops once that much is done.
static bool stop_after(double done, void* context) {
  return done < *(double*)context;
}

Test(simulate, a_cut_leaves_what_there_is) {
  double part = 0.4;
  const subject it = simulate_until(SEVERAL, stop_after, &part);
  const subject whole = simulate(SEVERAL);
  const carom_simulation *s = it.simulation, *all = whole.simulation;
  cr_assert(s->cut);
  cr_expect(s->end_time >= 0.8 && s->end_time < 2, "cut at %g", s->end_time);
  for (int i = 0; i < s->impact_count; i++) {
    cr_assert_leq(s->impacts[i].impact.time, s->end_time);
    cr_expect_eq(s->impacts[i].impact.time, all->impacts[i].impact.time);
  }
  for (int i = 0; i < s->phase_count; i++) cr_expect_leq(s->phases[i].to, s->end_time);
  cr_assert_geq(s->sample_count, 2);
  const size_t width = (size_t)s->column_count;
  for (int i = 0; i < s->sample_count - 1; i++)
    cr_assert_arr_eq(s->samples + (size_t)i * width, all->samples + (size_t)i * width, width * sizeof(double));
  cr_expect_eq(s->samples[(size_t)(s->sample_count - 1) * width], s->end_time);
  for (int i = 0; i < 3; i++) {
    const carom_simulation_mover* mover = &s->movers[i];
    expect_near(mover->energy_start - mover->impact_loss - mover->friction_loss, mover->energy_end, 1e-9, "ledger");
  }
  discard(it);
  discard(whole);
}

/// A long flight has steps that go far beyond the instant at which the other ball's bounces are stopped.
Test(simulate, what_is_ahead_at_a_cut_is_brought_back) {
  double part = 1e-6;
  const subject it = simulate_until(
      BALLS(BALL("low", "0.51") ", 'high': {'mass': 2, 'inertia': 1, 'position': [0, 5], 'velocity': [1, 9], 'shape': "
                                "{'sphere': 0.5}}",
            "'until': 2, 'gravity': [0, -8], 'cutoff_speed': 1e-9, " FLOOR),
      stop_after, &part);
  const carom_simulation* s = it.simulation;
  const double t = s->end_time;
  const double* last = s->samples + (ptrdiff_t)(s->sample_count - 1) * s->column_count + s->movers[1].first_column;
  cr_assert(s->cut && t > 0 && t < 0.2, "cut at %g", t);
  expect_near(last[0], t, 1e-11, "x");
  expect_near(last[1], 5 + 9 * t - GRAVITY / 2 * t * t, 1e-11, "y");
  expect_near(s->bodies_after[1].velocity.y, 9 - GRAVITY * t, 1e-11, "velocity");
  cr_expect_eq(s->bodies_after[1].position.y, last[1]);
  discard(it);
}

Test(simulate, nothing_moves_when_it_is_stopped_at_once) {
  double nothing = 0;
  for (int i = 0; i < 3; i++) {
    const char* const texts[] = {DROP, PENDULUM("1"), SHOT};
    const subject it = simulate_until(texts[i], stop_after, &nothing);
    const carom_simulation* s = it.simulation;
    cr_expect(s->cut && s->end_time == 0 && s->sample_count == 1 && s->phase_count == 0);
    cr_expect_eq(s->energy_start, s->energy_end);
    discard(it);
  }
}

Test(simulate, contacts_come_first_then_the_cloth) {
  const subject it = simulate(SHOT);
  const carom_simulation* s = it.simulation;
  cr_assert(s->impact && s->impact->outcome.model == CAROM_MODEL_SPATIAL);
  cr_assert_geq(s->impact_count, 2);
  const carom_simulation_impact *shot = &s->impacts[0], *landing = &s->impacts[1];
  cr_expect_str_eq(shot->what, "ball-table");
  cr_expect(shot->mover == -1 && shot->contact == 0 && shot->impact.time == 0);
  cr_expect_eq(shot->impact.velocity_before[2], -2);
  expect_near(shot->impact.velocity_after[2], 1, 1e-12, "rebound");
  expect_near(shot->impact.energy, s->energy_start, 1e-12, "energy after the shot");
  // Up with 1 m/s under 10 m/s^2: down after 0.2 s.
  expect_near(landing->impact.time, 0.2, 1e-12, "landing");
  cr_expect(landing->mover == 0 && landing->contact == 0);
  static const carom_phase phases[] = {CAROM_PHASE_FLIGHT, CAROM_PHASE_SLIDE, CAROM_PHASE_ROLL, CAROM_PHASE_REST};
  cr_assert_eq(s->phase_count, 4);
  for (int i = 0; i < 4; i++) {
    cr_expect_eq(s->phases[i].phase, phases[i]);
    cr_expect_str_eq(s->phases[i].what, "ball");
    if (i > 0) cr_expect_eq(s->phases[i].from, s->phases[i - 1].to);
  }
  expect_near(s->energy_start - s->impact_loss - s->friction_loss, s->energy_end, 1e-9, "ledger");
  cr_assert_eq(s->column_count, 11);
  for (int i = 0; i < s->sample_count; i++) {
    const double* row = s->samples + (ptrdiff_t)11 * i;
    cr_expect_geq(row[3], 1 - 1e-12, "under the cloth at t = %g", row[0]);
    if (row[0] < 0.2) expect_near(row[3], 1 + row[0] - 5 * row[0] * row[0], 1e-12, "height of the hop");
    // On the cloth accelerations are constant but for two changes, where the rule of trapezoids is off by a dt^2/8.
    const double dt = i > 0 ? row[0] - row[-11] : 0;
    if (row[0] > 0.5) expect_near(row[1] - row[-10], (row[4] + row[-7]) / 2 * dt, 2 * dt * dt / 8, "x of a row");
  }
  discard(it);
}

Test(simulate, a_contact_that_does_not_act_is_no_impact) {
  const subject it = simulate(
      "{'carom': 1, 'bodies': {'table': {'fixed': true}, 'ball': {'mass': 2, 'inertia': [0.8, 0.8, 0.8], 'position': "
      "[0, 0, 1], 'velocity': [3, 0, 1]}}, 'contacts': [{'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': "
      "[0, 0, 1], 'e': 0.5, 'mu': 0.02}], 'motion': {'until': 1, 'gravity': [0, 0, -10], 'cloth': {'ball': 'ball', "
      "'radius': 1, 'slide': 0.2, 'roll': 0.05}}}");
  cr_assert_geq(it.simulation->impact_count, 1);
  expect_near(it.simulation->impacts[0].impact.time, 0.2, 1e-12, "first impact");
  cr_expect(it.simulation->warnings & CAROM_WARN_SEPARATING);
  discard(it);
}

Test(simulate, bodies_fly_on_after_an_impact_without_cloth) {
  const subject it = simulate(
      "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, 1], 'velocity': [1, "
      "-1]}, "
      "'b': {'mass': 1, 'inertia': 1, 'position': [0, -1]}}, 'contacts': [{'bodies': ['a', 'b'], 'point': [0, 0], "
      "'normal': [0, 1], 'e': 1}], 'motion': {'until': 2, 'gravity': [0, -8]}}");
  const carom_body* bodies = it.simulation->bodies_after;
  cr_assert_eq(it.simulation->mover_count, 2);
  expect_near(bodies[0].position.x, 2, 1e-12, "x of a");
  expect_near(bodies[0].position.y, 1 - 16, 1e-11, "y of a");
  expect_near(bodies[1].position.y, -1 - 2 - 16, 1e-11, "y of b");
  cr_expect_eq(it.simulation->impact_count, 1);
  discard(it);
}

Test(simulate, a_ball_that_grips_and_moves_rolls) {
  const subject it = simulate(
      "{'carom': 1, 'dimension': 2, 'bodies': {'ball': {'mass': 1, 'inertia': 0.5, 'position': [0, 1], 'velocity': [3, "
      "0], 'shape': {'sphere': 1}}}, 'motion': {'until': 3, 'gravity': [0, -10], 'planes': [{'point': [0, 0], "
      "'normal': "
      "[0, 1], 'surface': {'e': 0.5, 'mu': 0.1}}]}}");
  const carom_simulation* s = it.simulation;
  // Slip 3 m/s falls with 3 mu g = 3 m/s^2: one second of sliding.
  cr_assert_eq(s->phase_count, 2);
  cr_expect(s->phases[0].phase == CAROM_PHASE_SLIDE && s->phases[0].from == 0);
  expect_near(s->phases[0].to, 1, 1e-10, "end of slip");
  cr_expect(s->phases[1].phase == CAROM_PHASE_ROLL && s->phases[1].to == 3);
  discard(it);
}

/// A ball between two walls strikes 9000 times a second, which is allowed, but not for 25 s.
Test(simulate, a_list_without_end_is_refused) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'bodies': {'ball': {'mass': 1, 'inertia': 1, 'position': [0, 0], 'velocity': [900, "
      "0], 'shape': {'sphere': 0.05}}}, 'motion': {'until': 25, 'planes': [{'point': [-0.1, 0], 'normal': [1, 0], "
      "'surface': {'e': 1}}, {'point': [0.1, 0], 'normal': [-1, 0], 'surface': {'e': 1}}]}}");
  carom_diag error = {0};
  cr_assert_null(carom_scenario_simulate(scenario, NULL, NULL, &error));
  cr_expect_eq(error.status, CAROM_BUDGET);
  cr_expect_str_eq(error.field, "motion");
  cr_expect(strstr(error.message, "200000 impacts"), "%s", error.message);
  carom_scenario_free(scenario);
}

Test(simulate, without_motion_it_names_solve) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 1}]}");
  carom_diag error = {0};
  cr_assert_null(carom_scenario_simulate(scenario, NULL, NULL, &error));
  cr_expect_eq(error.status, CAROM_UNAVAILABLE);
  cr_expect(strstr(error.message, "`carom solve`"), "%s", error.message);
  carom_scenario_free(scenario);
}

/// What a valid file can still contradict: the code, the key and a part of the sentence.
typedef struct refused {
  const char* name;
  const char* text;
  carom_status code;
  const char* key;
  const char* fragment;
} refused;

#define PLANES(list) "'planes': [" list "]"
#define WALL(point)  "{'point': " point ", 'normal': [0, 1], 'surface': {'e': 0.5}}"
#define LINKS_32                                                                                                \
  "{'length':1,'mass':1},{'length':1,'mass':1},{'length':1,'mass':1},{'length':1,'mass':1},{'length':1,'mass':" \
  "1},{'length':1,'mass':1},{'length':1,'mass':1},{'length':1,'mass':1}"
#define ZEROS_8    "0,0,0,0,0,0,0,0"
#define TIMES_4(x) x "," x "," x "," x
#define CLOTH(gravity, cloth)                                                                                      \
  "{'carom': 1, 'bodies': {'table': {'fixed': true}, 'ball': {'mass': 2, 'inertia': [0.8, 0.8, 0.8], 'position': " \
  "[0, 0, 1], 'shape': {'sphere': 1}}}, 'contacts': [{'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': " \
  "[0, 0, 1], 'e': 0.5}], 'motion': {'until': 1, 'gravity': " gravity                                              \
  ", 'cloth': {'ball': 'ball', 'slide': 0.2, "                                                                     \
  "'roll': 0.1, " cloth "}}"

#define PENDULUM_AT(angle)                                                                                    \
  "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}, {'length': 1, " \
  "'mass': 1}], 'angles': [0, " angle "], 'rates': [0, 0]}, 'motion': {'until': 1}}"

static const refused rows[] = {
    {"plane through the ball", BALLS(BALL("ball", "1"), "'until': 1, " PLANES(WALL("[0, 0]") "," WALL("[0, 0.6]"))),
     CAROM_BAD_VALUE, "motion.planes.1", "0.1 m"},
    {"plane through the chain",
     "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}], 'angles': [-1], "
     "'rates': [0]}, 'motion': {'until': 1, " PLANES(WALL("[0, -0.5]")) "}}",
     CAROM_BAD_VALUE, "motion.planes.0", "behind"},
    {"too many links",
     "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [" TIMES_4(LINKS_32) "], 'angles': [" TIMES_4(
         ZEROS_8) "], 'rates': [" TIMES_4(ZEROS_8) "]}, 'motion': {'until': 1}}",
     CAROM_BAD_VALUE, "chain.links", "31"},
    {"too many pairs",
     BALLS("'box': {'mass': 1, 'inertia': 1, 'position': [0, 9], 'shape': {'points': [" TIMES_4(
               TIMES_4("[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0]")) "]}}",
           "'until': 1, " PLANES(TIMES_4(WALL("[0, 0]")))),
     CAROM_BAD_VALUE, "motion.planes", "512"},
    {"an angle of many turns", PENDULUM_AT("1e7"), CAROM_BAD_VALUE, "chain.angles.1", "1e+07 rad"},
    {"an angle of many turns of a body",
     BALLS("'box': {'mass': 1, 'inertia': 1, 'position': [0, 9], 'angle': -1e7, 'shape': {'points': [[0, 0]]}}",
           "'until': 1, " FLOOR),
     CAROM_BAD_VALUE, "bodies.box.angle", "-1e+07 rad"},
    {"nothing free", BALLS("'post': {'fixed': true}", "'until': 1, " FLOOR), CAROM_BAD_VALUE, "bodies", "free"},
    {"a guided body without contacts",
     BALLS(BALL("ball", "1") ", 'cue': {'mass': 1, 'guide': [1, 0]}", "'until': 1, " FLOOR), CAROM_BAD_VALUE,
     "bodies.cue.guide", "contacts"},
    {"too many rows", BALLS(BALL("ball", "1"), "'until': 1, 'sample': 1e-9, " FLOOR), CAROM_BAD_VALUE, "motion.sample",
     "1000000 rows"},
    {"rows without end", BALLS(BALL("ball", "1"), "'until': 1, 'sample': 1e-320, " FLOOR), CAROM_BAD_VALUE,
     "motion.sample", "1000000 rows"},
    {"the ball is not round", CLOTH("[0, 0, -9.81]", "'radius': 0.9") "}", CAROM_BAD_VALUE, "motion.cloth.radius",
     "1 m above"},
    {"a cloth that slopes", CLOTH("[0.1, 0, -9.81]", "'radius': 1") "}", CAROM_BAD_VALUE, "motion.gravity",
     "0.1 m/s^2 along"},
    {"planes beside the cloth",
     CLOTH("[0, 0, -9.81], 'planes': [{'point': [3, 0, 0], 'normal': [-1, 0, 0], 'surface': {'e': 1}}]",
           "'radius': 1") "}",
     CAROM_UNAVAILABLE, "motion.planes", "without planes"},
    {"a cloth overhead", CLOTH("[0, 0, 9.81]", "'radius': 1") "}", CAROM_BAD_VALUE, "motion.gravity", "straight"},
};

Test(simulate, what_a_start_can_contradict) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carom_scenario* scenario = parse_good(rows[i].text);
    carom_diag error = {0};
    cr_assert_null(carom_scenario_simulate(scenario, NULL, NULL, &error), "%s", rows[i].name);
    cr_expect_str_eq(carom_status_word(error.status), carom_status_word(rows[i].code), "%s", rows[i].name);
    cr_expect_str_eq(error.field, rows[i].key, "%s: %s: %s", rows[i].name, error.field, error.message);
    cr_expect(strstr(error.message, rows[i].fragment), "%s: %s", rows[i].name, error.message);
    carom_scenario_free(scenario);
  }
}
