// Plans that the command line changes, and calls that lack what they need.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "carom/present.h"
#include "carom/sweep.h"

static const char TEXT[] =
    "{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"W\": [[2.5, -1.5], [-1.5, 2.5]], \"v\": [0.6, -1]},\n"
    "\"contacts\": [{\"e\": 0.5, \"mu\": 0.9}], \"sweep\": {\"vary\": {\"contacts.0.mu\": {\"uniform\": [0, 1]}},\n"
    "\"store\": [\"energy.change\"]}}";

static carom_sweep_plan* parse(void) {
  carom_diag error;
  carom_sweep_plan* plan = carom_sweep_plan_parse(TEXT, strlen(TEXT), &error);
  cr_assert(plan, "%s", error.message);
  return plan;
}

Test(sweep_plan, changes) {
  carom_sweep_plan* plan = parse();
  carom_diag error;
  cr_assert(carom_sweep_plan_change(plan, "vary contacts.0.mu=0:1:11", &error), "%s", error.message);
  cr_expect(plan->input_count == 1 && plan->inputs[0].spread.kind == CAROM_SPREAD_GRID);
  cr_assert(carom_sweep_plan_change(plan, "vary contacts.0.e, contact_space.v.0 = normal:0.5:0.1", NULL));
  cr_expect_eq(plan->input_count, 3);
  cr_expect_str_eq(plan->inputs[2].path, "contact_space.v.0");
  cr_expect(plan->inputs[1].leader == -1 && plan->inputs[2].leader == 1);
  cr_assert(carom_sweep_plan_change(plan, "show energy.after , contacts.0.mode", &error));
  cr_expect(plan->store_count == 2 && strcmp(plan->store[1], "contacts.0.mode") == 0);
  cr_assert(carom_sweep_plan_change(plan, "rows 1e3", &error) && carom_sweep_plan_change(plan, "seed 9", &error));
  cr_expect(plan->rows == 1000 && plan->seed == 9);
  cr_expect_str_eq(plan->changes,
                   "vary contacts.0.mu=0:1:11\nvary contacts.0.e, contact_space.v.0 = normal:0.5:0.1\n"
                   "show energy.after , contacts.0.mode\nrows 1e3\nseed 9\n");
  carom_sweep_plan_free(plan);
}

Test(sweep_plan, bad_changes_change_nothing) {
  static const char* const lines[] = {"",          "rows",       "rows 0",      "rows 1.5",          "rows x",
                                      "seed -1",   "vary a",     "vary =0:1:2", "vary a=",           "vary a,,b=0:1:2",
                                      "show a,,b", "colour red", "rows 1\n",    "vary a=uniform:1:0"};
  carom_sweep_plan *plan = parse(), *before = parse();
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
    carom_diag error = {0};
    cr_expect_not(carom_sweep_plan_change(plan, lines[i], &error), "`%s`", lines[i]);
    cr_expect_eq(error.status, CAROM_BAD_VALUE);
    cr_expect_eq(memcmp(plan, before, sizeof *plan), 0, "`%s`", lines[i]);
  }
  carom_sweep_plan_free(plan);
  carom_sweep_plan_free(before);
}

Test(sweep_plan, what_is_missing_is_named) {
  carom_sweep_plan* plan = parse();
  carom_diag error;
  cr_expect_null(carom_sweep_open(NULL, 0, plan, &error));
  cr_expect_str_eq(error.field, "text");
  cr_expect_null(carom_sweep_open(TEXT, strlen(TEXT), NULL, &error));
  cr_expect_str_eq(error.field, "plan");
  carom_sweep* sweep = carom_sweep_open(TEXT, strlen(TEXT), plan, NULL);
  cr_assert(sweep);
  cr_expect_not(carom_sweep_attach(NULL, "x/", false, &error));
  cr_expect_str_eq(error.field, "sweep");
  cr_expect_not(carom_sweep_attach(sweep, NULL, false, &error));
  cr_expect_str_eq(error.field, "output");
  cr_expect_eq(carom_sweep_run(NULL, NULL, NULL, &error), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_sweep_run(sweep, NULL, NULL, &error), CAROM_BAD_VALUE);  // it has no file
  cr_expect_null(carom_sweep_summarise(NULL, &error));
  cr_expect_null(carom_sweep_summarise(sweep, &error));
  cr_expect_null(carom_sweep_of_file(NULL, &error));
  cr_expect_not(carom_sweep_write_csv(sweep, (carom_sink){0}));
  cr_expect_eq(carom_sweep_row(sweep, -1, NULL, NULL, NULL), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_sweep_row(sweep, 10000, NULL, NULL, &error), CAROM_OUT_OF_RANGE);
  double x;
  cr_expect_not(carom_sweep_read_input(sweep, 0, 0, 1, &x));
  cr_expect_eq(carom_present_sweep(sweep, NULL, NULL, &error), CAROM_OUT_OF_RANGE);
  carom_sweep_free(NULL);
  carom_sweep_free(sweep);
  carom_sweep_plan_free(plan);
}

Test(sweep_plan, rows_by_number_and_their_settings) {
  carom_sweep_plan* plan = parse();
  carom_text text = {0};
  cr_assert(carom_sweep_plan_change(plan, "vary contacts.0.mu=0:1:3", NULL));
  carom_sweep* sweep = carom_sweep_open(TEXT, strlen(TEXT), plan, NULL);
  carom_sweep_value in, out;
  cr_assert_eq(carom_sweep_row(sweep, 1, &in, &out, NULL), CAROM_OK);
  cr_expect(in.number == 0.5 && !in.is_word && out.number < 0);
  cr_assert(carom_sweep_row_settings(sweep, 1, carom_sink_text(&text)));
  cr_expect_str_eq(text.text, "--set contacts.0.mu=0.5");
  cr_expect_not(carom_sweep_row_settings(sweep, 3, carom_sink_text(&text)));
  carom_text_free(&text);
  carom_sweep_free(sweep);
  carom_sweep_plan_free(plan);
}

Test(sweep_plan, figures_of_histograms_that_cannot_be) {
  const double counts[2] = {1, 2};
  carom_figure figure = carom_figure_default();
  carom_diag diag;
  figure.output = "never.svg";
  carom_figure_histogram good = {.what = "x", .from = 0, .to = 1, .bins = 2, .counts = counts}, bad[6];
  for (int i = 0; i < 6; ++i) bad[i] = good;
  bad[0].bins = 0;
  bad[1].counts = NULL;
  bad[2].what = NULL;
  bad[3].to = 0;
  bad[4].mark_count = 1;
  bad[5].first = counts;
  for (int i = 0; i < 6; ++i) {
    const carom_figure_histograms_input input = {.items = &bad[i], .count = 1};
    cr_expect_eq(carom_figure_histograms(&figure, &input, &diag), CAROM_BAD_VALUE, "%d", i);
  }
  const carom_figure_histograms_input none = {.items = &good, .count = 0};
  cr_expect_eq(carom_figure_histograms(&figure, &none, &diag), CAROM_BAD_VALUE);
  cr_expect_eq(carom_figure_histograms(&figure, NULL, &diag), CAROM_BAD_VALUE);
}
