// Figures of numbers that are varied: what a request must be, and what is said of points without an answer.
#define _XOPEN_SOURCE 700  // mkdtemp
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/present.h"
#include "kit/drawing.h"
#include "kit/parse_text.h"

static const char planar[] =
    "{'carom': 1, 'title': 'a contact', 'dimension': 2, 'contact_space': {'W': [[3, 1], [1, 2]], 'v': [1, -1]},\n"
    " 'contacts': [{'e': 0.9, 'mu': 0.5}]}";

static const char* const mu[] = {"contacts.0.mu"};
static const char* const e[] = {"contacts.0.e"};
static const char* const shown[] = {"contacts.0.mode", "energy.change"};

TestSuite(present_vary, .init = open_folder, .fini = remove_folder);

/// A request that is right, on items that the caller releases.
typedef struct rig {
  carom_present_item items[2];
  carom_scenario* scenario;
  carom_present_vary_request request;
  char output[SAMPLE_PATH];
} rig;

static void set_up(rig* r) {
  char* json = quoted(planar);
  *r = (rig){.scenario = parse_good(planar)};
  for (int i = 0; i < 2; ++i)
    r->items[i] = (carom_present_item){.scenario = r->scenario, .vary = carom_vary_open(json, strlen(json), NULL)};
  free(json);
  sample_join(r->output, folder, "it.svg");
  r->request = (carom_present_vary_request){.figure = {.output = r->output},
                                            .ranges = {{mu, 1, 0, 1, 11}, {e, 1, 0, 1, 5}},
                                            .range_count = 2,
                                            .shown = shown,
                                            .shown_count = 1,
                                            .count = 1,
                                            .items = r->items};
}

static void tear_down(rig* r) {
  for (int i = 0; i < 2; ++i) carom_vary_free(r->items[i].vary);
  carom_scenario_free(r->scenario);
}

/// One thing that is wrong with a request.
#define SPOIL(name, change)                      \
  static void name(rig* r) {                     \
    carom_present_vary_request* q = &r->request; \
    change;                                      \
    (void)q;                                     \
  }

SPOIL(no_range, q->range_count = 0)
SPOIL(three_ranges, q->range_count = 3)
SPOIL(no_shown, q->shown_count = 0)
SPOIL(many_shown, q->shown_count = CAROM_PRESENT_MOST_SHOWN + 1)
SPOIL(shown_missing, q->shown = NULL)
SPOIL(no_path, q->ranges[0].path_count = 0)
SPOIL(many_paths, q->ranges[1].path_count = CAROM_PRESENT_MOST_PATHS + 1)
SPOIL(paths_missing, q->ranges[1].paths = NULL)
SPOIL(one_value, q->ranges[0].count = 1)
SPOIL(many_values, q->ranges[0].count = CAROM_PRESENT_MOST_COUNT + 1)
SPOIL(downwards, q->ranges[0].to = -1)
SPOIL(no_width, q->ranges[0].to = 0)
SPOIL(endless, q->ranges[0].to = INFINITY)
SPOIL(no_number, q->ranges[0].from = NAN)
SPOIL(no_items, q->items = NULL)
SPOIL(zero_items, q->count = 0)
SPOIL(scenario_missing, r->items[0].scenario = NULL)
SPOIL(two_items, q->count = 2)
SPOIL(two_shown, q->shown_count = 2)
SPOIL(many_points, q->ranges[0].count = q->ranges[1].count = 600)

typedef struct bad_request {
  void (*spoil)(rig* r);
  carom_status status;
  const char* field;
} bad_request;

static const bad_request bad[] = {
    {no_range, CAROM_BAD_VALUE, "range_count"},
    {three_ranges, CAROM_BAD_VALUE, "range_count"},
    {no_shown, CAROM_BAD_VALUE, "shown_count"},
    {many_shown, CAROM_BAD_VALUE, "shown_count"},
    {shown_missing, CAROM_OUT_OF_RANGE, "shown"},
    {no_path, CAROM_BAD_VALUE, "path_count"},
    {many_paths, CAROM_BAD_VALUE, "path_count"},
    {paths_missing, CAROM_OUT_OF_RANGE, "paths"},
    {one_value, CAROM_BAD_VALUE, "count"},
    {many_values, CAROM_BAD_VALUE, "count"},
    {downwards, CAROM_BAD_VALUE, "to"},
    {no_width, CAROM_BAD_VALUE, "to"},
    {endless, CAROM_BAD_VALUE, "to"},
    {no_number, CAROM_BAD_VALUE, "to"},
    {no_items, CAROM_OUT_OF_RANGE, "items"},
    {zero_items, CAROM_BAD_VALUE, "count"},
    {scenario_missing, CAROM_OUT_OF_RANGE, "items.scenario"},
    {two_items, CAROM_BAD_VALUE, "count"},
    {two_shown, CAROM_BAD_VALUE, "shown_count"},
    {many_points, CAROM_BAD_VALUE, "ranges"},
};

Test(present_vary, a_bad_request_is_refused_before_anything_is_solved) {
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
    rig r;
    carom_diag diag = {0};
    carom_present_vary_report report;
    set_up(&r);
    bad[i].spoil(&r);
    cr_expect_eq(carom_present_vary(&r.request, &report, &diag), bad[i].status, "row %zu: %s", i, diag.message);
    cr_expect_str_eq(diag.field, bad[i].field, "row %zu: %s: %s", i, diag.field, diag.message);
    cr_expect(report.point_count == 0 && report.item == -1 && report.failed == 0, "row %zu", i);
    tear_down(&r);
  }
}

Test(present_vary, an_item_without_numbers_to_set_is_refused) {
  rig r;
  carom_diag diag = {0};
  set_up(&r);
  carom_present_item bare = {.scenario = r.scenario};
  r.request.items = &bare;
  cr_expect_eq(carom_present_vary(&r.request, NULL, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "items.vary");
  tear_down(&r);
}

Test(present_vary, a_path_that_names_nothing_is_told_with_its_item) {
  static const char* const wrong[] = {"contacts.0.my"};
  static const char* const unread[] = {"contacts.0.mood"};
  rig r;
  carom_diag diag = {0};
  carom_present_vary_report report;
  set_up(&r);
  r.request.ranges[0].paths = wrong;
  cr_expect_eq(carom_present_vary(&r.request, &report, &diag), CAROM_UNKNOWN_KEY);
  cr_expect(report.item == 0 && strstr(diag.message, "contacts.0.my"), "%s", diag.message);
  r.request.ranges[0].paths = mu;
  r.request.shown = unread;
  cr_expect_eq(carom_present_vary(&r.request, &report, &diag), CAROM_UNKNOWN_KEY);
  cr_expect(report.item == 0 && strstr(diag.message, "contacts.0.mode"), "%s", diag.message);
  tear_down(&r);
}

Test(present_vary, points_without_an_answer_are_counted_and_all_of_them_are_an_error) {
  rig r;
  carom_diag diag = {0};
  carom_present_vary_report report;
  set_up(&r);
  r.request.range_count = 1;
  r.request.ranges[0] = (carom_present_range){mu, 1, -2, -1, 3};
  cr_expect_eq(carom_present_vary(&r.request, &report, &diag), CAROM_BAD_VALUE);
  cr_expect(report.item == 0 && report.failed == 3 && report.point_count == 3);
  cr_expect_str_eq(diag.field, "contacts.0.mu");
  r.request.ranges[0].to = 2;  // -2, 0, 2: the first has none
  r.request.figure.output = "/nowhere/at/all.svg";
  cr_expect_neq(carom_present_vary(&r.request, &report, &diag), CAROM_OK);
  cr_expect(report.failed == 1 && report.item == -1, "%d failed: %s", report.failed, diag.message);
  cr_expect_str_eq(report.first.field, "contacts.0.mu");
  tear_down(&r);
}

static bool stop_at_half(double done, void* context) {
  *(double*)context = done;
  return done < 0.5;
}

Test(present_vary, progress_is_told_and_can_stop_it) {
  rig r;
  double done = 0;
  carom_diag diag = {0};
  set_up(&r);
  r.request.progress = stop_at_half;
  r.request.context = &done;
  cr_expect_eq(carom_present_vary(&r.request, NULL, &diag), CAROM_STOPPED, "%s", diag.message);
  cr_expect(done >= 0.5 && done < 0.53, "%g", done);
  tear_down(&r);
}
