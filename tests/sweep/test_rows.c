// Rows through the batch and row by row: the same bits, for every kind of scenario that has a batch, failed rows too.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/parse_text.h"
#include "sweep/batch.h"

#define SPATIAL                                                                                            \
  "{'carom': 1, 'contact_space': {'W': [[3, 0.2, 1], [0.2, 2.5, 0.4], [1, 0.4, 2]], 'v': [1, -0.5, -1]}, " \
  "'contacts': [{'e': 0.6, 'mu': 0.4}], 'sweep': "
#define ROD                                                                                                       \
  "{'carom': 1, 'dimension': 2, 'bodies': {'rod': {'mass': 1, 'inertia': 0.083, 'position': [0.35, 0.35], "       \
  "'velocity': [0.6, -1]}, 'floor': {'fixed': true}}, 'contacts': [{'bodies': ['rod', 'floor'], 'point': [0, 0]," \
  " 'normal': [0, 1], 'e': 0.5, 'mu': 0.9}], 'sweep': "
#define BALLS                                                                                                  \
  "{'carom': 1, 'bodies': {'a': {'mass': 1, 'inertia': [[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.15]], 'position': " \
  "[0, 0, 0.5], 'velocity': [1, 2, -3], 'spin': [1, 5, 2]}, 'b': {'mass': 2, 'inertia': [[0.3, 0, 0], "        \
  "[0, 0.2, 0], [0, 0, 0.4]], 'position': [0.1, 0, -0.5]}}, 'contacts': [{'bodies': ['a', 'b'], 'point': "     \
  "[0, 0, 0], 'normal': [0, 0, 1], 'e': 0.5, 'mu': 0.3}], 'sweep': "
#define LEG                                                                                                \
  "{'carom': 1, 'dimension': 2, 'mechanism': {'mass_matrix': [[2, 0.3], [0.3, 1]], 'velocity': [1, -2]}, " \
  "'contacts': [{'jacobian': [[1, 0.5], [0.2, 1]], 'e': 0.5, 'mu': 0.4}], 'sweep': "

static carom_sweep* open_text(const char* single_quoted) {
  char* text = quoted(single_quoted);
  carom_diag error = {0};
  carom_sweep_plan* plan = carom_sweep_plan_parse(text, strlen(text), &error);
  cr_assert(plan, "%s: %s", error.field, error.message);
  carom_sweep* sweep = carom_sweep_open(text, strlen(text), plan, &error);
  cr_assert(sweep, "%s: %s", error.field, error.message);
  carom_sweep_plan_free(plan);
  free(text);
  return sweep;
}

/// How many rows of the first chunk have no answer; every row is compared with the general road.
static int compare_roads(const char* text, bool batched) {
  carom_sweep* s = open_text(text);
  carom_diag error;
  cr_assert_eq(s->batched, batched, "%s", text);
  carom__worker *w = carom__worker_new(s, &error), *general = carom__worker_new(s, &error);
  carom__worker_chunk(w, 0);
  const int count = carom__sweep_rows_in(s, 0);
  for (int k = 0; k < count; ++k) {
    double values[CAROM_SWEEP_MOST_INPUTS];
    carom__sampler_row(&s->sampler, &general->cursor, k, values);
    const carom_status status = carom__worker_solve(general, values, &error);
    carom__worker_put(general, k, status);
    cr_assert_eq(w->status[k], general->status[k], "row %d: %d, not %d (%s)", k, w->status[k], general->status[k],
                 text);
    for (int i = 0; i < s->output_count; ++i) {
      const size_t at = (size_t)i * (size_t)w->room + (size_t)k;
      const bool same = memcmp(&w->numbers[at], &general->numbers[at], sizeof(double)) == 0 &&
                        memcmp(w->words + at * CAROM_SWEEP_WORD_SIZE, general->words + at * CAROM_SWEEP_WORD_SIZE,
                               CAROM_SWEEP_WORD_SIZE) == 0;
      cr_assert(same, "row %d, %s: %.17g, not %.17g", k, s->outputs[i].name, w->numbers[at], general->numbers[at]);
    }
  }
  cr_expect_not(w->disagrees);
  const int failed = (int)w->failed;
  carom__worker_free(w);
  carom__worker_free(general);
  carom_sweep_free(s);
  return failed;
}

Test(sweep_rows, contact_space) {
  cr_expect_eq(
      compare_roads(SPATIAL "{'rows': 9000, 'vary': {'contacts.0.mu': {'uniform': [0, 1.5]}, 'contacts.0.e': {'normal':"
                            " [0.8, 0.1], 'within': [0, 1]}, 'contact_space.v.0': {'uniform': [-2, 2]}}, 'store': "
                            "['contacts.0.mode', 'events', 'events.count', 'events.0.type']}}",
                    false),  // arrays tell no events
      0);
  cr_expect_eq(compare_roads(
                   SPATIAL "{'rows': 70000, 'vary': {'contacts.0.mu': {'uniform': [0, 1.5]}, 'contacts.0.e': {'normal':"
                           " [0.8, 0.1], 'within': [0, 1]}, 'contact_space.v.0': {'uniform': [-2, 2]}}, 'store': "
                           "['contacts.0.mode', 'contacts.0.velocity_after', 'contacts.0.velocity_before', "
                           "'contacts.0.impulse_contact', 'energy.change', 'energy.friction', 'model']}}",
                   true),
               0);
}

#define FLAT                                                                                                      \
  "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[2.5, -1.5], [-1.5, 2.5]], 'v': [0.6, -1]}, 'contacts': " \
  "[{'e': 0.9, 'mu': 0.9}], 'sweep': "
#define STORE \
  "'store': ['contacts.0.mode', 'contacts.0.velocity_after', 'contacts.0.impulse_contact', 'energy.change']}}"

/// Inputs that are columns of the problem, in the plane and in space; mu alone, and with its own mu_static; and a law
/// that changes from row to row.
Test(sweep_rows, inputs_that_are_columns) {
  static const char* const texts[] = {
      SPATIAL
      "{'rows': 70000, 'vary': {'contacts.0.mu': {'uniform': [0, 1.5]}, 'contacts.0.e': {'uniform': [0, 1]}, "
      "'contact_space.v.0': {'uniform': [-2, 2]}, 'contact_space.v.1': {'normal': [0, 2]}, 'contact_space.v.2': "
      "{'uniform': [-3, 0.5]}}, " STORE,
      SPATIAL "{'method': 'sobol', 'rows': 70000, 'vary': {'contacts.0.e': {'uniform': [0, 1.1]}}, " STORE,
      FLAT
      "{'rows': 70000, 'vary': {'contacts.0.mu': {'uniform': [-0.1, 1.5]}, 'contact_space.v.0': {'normal': [0, 1e3]}, "
      "'contact_space.v.1': {'log_uniform': [1e-3, 1e3]}}, 'together': [['contacts.0.mu', 'contacts.0.e']], " STORE,
      FLAT
      "{'rows': 70000, 'vary': {'contacts.0.law': {'choice': ['stronge', 'poisson', 'newton']}, 'contacts.0.mu': "
      "{'uniform': [0, 1]}, 'contact_space.v.0': {'grid': [-2, 2, 41]}}, " STORE,
  };
  int failed = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
    carom_sweep* s = open_text(texts[i]);
    cr_expect(s->teller->variants[0].batch->is_fed, "%s", texts[i]);
    carom_sweep_free(s);
    failed += compare_roads(texts[i], true);
  }
  cr_expect_gt(failed, 300);
}

Test(sweep_rows, energies_before_and_after) {
  compare_roads(SPATIAL
                "{'rows': 9000, 'vary': {'contact_space.v.0': {'uniform': [-2, 2]}, 'contact_space.W.0.0': "
                "{'uniform': [3, 4]}}, 'store': ['energy.before', 'energy.after', 'energy.restitution']}}",
                true);
}

Test(sweep_rows, bodies_in_the_plane_and_in_space) {
  cr_expect_eq(
      compare_roads(ROD "{'method': 'sobol', 'rows': 9000, 'vary': {'bodies.rod.velocity.1': {'uniform': [-3, 1]}, "
                        "'bodies.rod.mass': {'log_uniform': [0.1, 10]}, 'contacts.0.mu': {'uniform': [0, 1]}}, "
                        "'store': ['bodies.rod.velocity', 'bodies.rod.spin', 'contacts.0.impulse', "
                        "'contacts.0.mode', 'energy.after']}}",
                    true),
      0);
  cr_expect_eq(
      compare_roads(BALLS "{'rows': 9000, 'vary': {'bodies.a.velocity.0': {'normal': [0, 3]}, 'bodies.a.spin.1': "
                          "{'normal': [0, 30]}, 'contacts.0.e': {'uniform': [0, 1]}}, 'store': ['bodies.a.velocity', "
                          "'bodies.b.spin', 'contacts.0.impulse', 'energy.change', 'contacts.0.mode']}}",
                    true),
      0);
}

/// What reconstruction asks of a body and of a pair: read from the outcome, angles of bodies at rest are not there.
Test(sweep_rows, changes_of_bodies) {
  cr_expect_eq(compare_roads(ROD "{'rows': 9000, 'vary': {'bodies.rod.velocity.1': {'choice': [-1, 0, 1]}, "
                                 "'bodies.rod.velocity.0': {'choice': [0, 0.6]}, 'contacts.0.e': {'uniform': [0, 1]}}, "
                                 "'store': ['bodies.rod.delta_v', 'bodies.rod.approach_angle', "
                                 "'bodies.rod.departure_angle', 'bodies.rod.pdof', 'contacts.0.closing_speed']}}",
                             true),
               0);
  cr_expect_eq(compare_roads(BALLS "{'rows': 9000, 'vary': {'bodies.a.mass': {'uniform': [1, 3]}}, 'store': "
                                   "['bodies.a.delta_v', 'bodies.b.delta_v', 'contacts.0.closing_speed']}}",
                             true),
               0);
}

Test(sweep_rows, surfaces_alone) {
  compare_roads(BALLS
                "{'rows': 9000, 'vary': {'contacts.0.mu': {'log_uniform': [0.01, 2]}}, 'store': ['bodies.a.velocity', "
                "'contacts.0.velocity_before']}}",
                true);
}

Test(sweep_rows, mechanism) {
  cr_expect_eq(
      compare_roads(LEG "{'rows': 9000, 'vary': {'mechanism.velocity.0': {'uniform': [-2, 2]}, 'contacts.0.mu': "
                        "{'uniform': [0, 1]}}, 'store': ['mechanism.velocity.0', 'mechanism.velocity.1', "
                        "'energy.after']}}",
                    true),
      0);
}

/// Numbers that the reader or the law refuses, and answers that do not fit a double.
Test(sweep_rows, failed_rows_fail_alike) {
  cr_expect_gt(
      compare_roads(SPATIAL "{'rows': 9000, 'vary': {'contacts.0.e': {'uniform': [0.5, 1.5]}, 'contact_space.v.2': "
                            "{'log_uniform': [1e-300, 1e300]}}, 'store': ['energy.change']}}",
                    true),
      1);
  cr_expect_gt(compare_roads(SPATIAL "{'rows': 9000, 'vary': {'contact_space.v.0': {'log_uniform': [1, 1e300]}, "
                                     "'contact_space.v.2': {'choice': [-1, -1e150, -1e160, -1e300]}}, 'store': "
                                     "['energy.change']}}",
                             true),
               1);
  cr_expect_gt(compare_roads(BALLS "{'rows': 9000, 'vary': {'bodies.a.mass': {'log_uniform': [1e-300, 1e300]}, "
                                   "'bodies.a.velocity.2': {'log_uniform': [1e-5, 1e300]}}, 'store': "
                                   "['contacts.0.impulse_contact']}}",
                             true),
               1);
}

Test(sweep_rows, words_and_followers) {
  cr_expect_eq(
      compare_roads(BALLS "{'rows': 9000, 'vary': {'contacts.0.law': {'choice': ['stronge', 'poisson', 'newton']}, "
                          "'bodies.a.velocity.0': {'normal': [0, 3]}}, 'together': [['bodies.a.velocity.0', "
                          "'bodies.b.velocity.1']], 'store': ['bodies.a.velocity', 'contacts.0.law', "
                          "'bodies.b.velocity.1']}}",
                    false),
      0);
  cr_expect_eq(
      compare_roads(BALLS "{'rows': 9000, 'vary': {'contacts.0.law': {'choice': ['stronge', 'poisson', 'newton']}, "
                          "'bodies.a.velocity.0': {'normal': [0, 3]}}, 'together': [['bodies.a.velocity.0', "
                          "'bodies.b.velocity.1']], 'store': ['bodies.a.velocity', 'energy.change']}}",
                    true),
      0);
}

Test(sweep_rows, angles_go_row_by_row) {
  compare_roads(
      "{'carom': 1, 'contact_space': {'W': [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 1]], 'v': [3, 0, -5]}, 'contacts': "
      "[{'e': 0.9, 'mu': 0.8, 'poisson_ratio': 0.5}], 'sweep': {'rows': 500, 'vary': {'contacts.0.poisson_ratio': "
      "{'uniform': [0, 0.5]}}, 'store': ['contacts.0.velocity_after', 'explain.start.sticks']}}",
      false);
}

Test(sweep_rows, names_of_outputs_that_are_inputs) {
  carom_sweep* s =
      open_text(ROD "{'vary': {'bodies.rod.velocity.0': {'uniform': [0, 1]}}, 'store': ['bodies.rod.velocity']}}");
  cr_expect_str_eq(carom_sweep_output_name(s, 0), "after.bodies.rod.velocity.0");
  cr_expect_str_eq(carom_sweep_output_name(s, 1), "bodies.rod.velocity.1");
  cr_expect_null(carom_sweep_output_name(s, 2));
  carom_sweep_free(s);
  s = open_text(ROD
                "{'vary': {'bodies.rod.velocity.0': {'uniform': [0, 1]}}, 'store': ['after.bodies.rod.velocity.0']}}");
  cr_expect_str_eq(carom_sweep_output_name(s, 0), "after.bodies.rod.velocity.0");
  carom_sweep_free(s);
}
