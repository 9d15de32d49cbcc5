// Which figures scenarios have, and what is said where they have none.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "carom/present.h"
#include "kit/parse_text.h"

#define PLANE(mu)                                                                                                 \
  "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[3, 1], [1, 2]], 'v': [1, -1]}, 'contacts': [{'e': 0.9, " \
  "'mu': " mu "}]}"

static const char planar[] = PLANE("0.5");
static const char spatial[] =
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]},\n"
    " 'contacts': [{'e': 0.9, 'mu': 0.5}]}";
static const char compliant[] =
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]},\n"
    " 'contacts': [{'e': 0.9, 'mu': 0.5, 'eta2': 1.2}]}";
static const char two_contacts[] =
    "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0], [0, 1, 0, 0.5], [0, 0, 1, 0], [0, 0.5, 0, "
    "1]],\n"
    " 'v': [0, -1, 0, -1]}, 'contacts': [{'e': 1}, {'e': 1}]}";
static const char three_contacts[] =
    "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0],\n"
    " [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]], 'v': [0, -1, 0, -1, 0, -1]},\n"
    " 'contacts': [{'e': 1}, {'e': 1}, {'e': 1}]}";
static const char chain[] =
    "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 1], 'links': [{'length': 0.5, 'mass': 2}], 'angles': [0], "
    "'rates': [0]},\n"
    " 'motion': {'until': 0.1, 'gravity': [0, -9.8], 'planes': [{'point': [0, 0], 'normal': [0, 1], 'surface': {'e': "
    "0.5}}]}}";
static const char ball[] =
    "{'carom': 1, 'bodies': {'ball': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 2],\n"
    " 'shape': {'sphere': 1}}}, 'motion': {'until': 0.1, 'gravity': [0, 0, -9.8],\n"
    " 'planes': [{'point': [0, 0, 0], 'normal': [0, 0, 1], 'surface': {'e': 0.5}}]}}";

typedef struct kind_row {
  const char *text, *kinds;  // in the order of the table
} kind_row;

static const kind_row rows[] = {
    {planar, "process hodograph impulse energy velocity "},
    {spatial, "hodograph impulse energy velocity "},
    {compliant, "springs hodograph impulse energy velocity "},
    {two_contacts, "impulse energy energy-plane velocity velocity-plane "},
    {three_contacts, "impulse energy velocity "},
    {chain, "strobe height phases energy "},
    {ball, "scene strobe height phases energy "},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0], MOST = 16 };

static void list(const carom_present_item* items, int count, char out[200]) {
  const char* kinds[MOST];
  const int found = carom_present_kinds(items, count, kinds, MOST);
  out[0] = '\0';
  for (int i = 0; i < found; ++i) strcat(strcat(out, kinds[i]), " ");
}

Test(present_kinds, every_model_has_its_kinds) {
  for (int i = 0; i < ROW_COUNT; ++i) {
    carom_scenario* scenario = parse_good(rows[i].text);
    const carom_present_item item = {.scenario = scenario};
    const char* one[1] = {NULL};
    char found[200];
    list(&item, 1, found);
    cr_expect_str_eq(found, rows[i].kinds, "row %d: %s", i, found);
    cr_expect_gt(carom_present_kinds(&item, 1, one, 1), 1, "more are counted than there is room for");
    cr_expect_eq(strncmp(one[0], rows[i].kinds, strlen(one[0])), 0);
    cr_expect_eq(carom_present_check(&item, 1, NULL, NULL), CAROM_OK, "there is one that suits");
    carom_scenario_free(scenario);
  }
}

Test(present_kinds, a_check_agrees_with_the_list) {
  for (int i = 0; i < ROW_COUNT; ++i) {
    carom_scenario* scenario = parse_good(rows[i].text);
    const carom_present_item item = {.scenario = scenario};
    carom_present_kind kind;
    for (int k = 0; carom_present_kind_at(k, &kind); ++k) {
      carom_diag diag = {0};
      char word[40];
      snprintf(word, sizeof word, "%s ", kind.name);
      const char* at = strstr(rows[i].kinds, word);
      const bool listed = at && (at == rows[i].kinds || at[-1] == ' ');
      const carom_status status = carom_present_check(&item, 1, kind.name, &diag);
      cr_expect_eq(status, listed ? CAROM_OK : CAROM_UNAVAILABLE, "row %d, %s: %s", i, kind.name, diag.message);
      if (listed) continue;
      cr_expect(strstr(diag.message, kind.name) && strstr(diag.message, "It has: "), "%s", diag.message);
      cr_expect_eq(diag.status, CAROM_UNAVAILABLE);
    }
    carom_scenario_free(scenario);
  }
}

Test(present_kinds, every_kind_is_told_once_with_its_models) {
  carom_present_kind a, b;
  int count = 0;
  for (; carom_present_kind_at(count, &a); ++count) {
    cr_expect_neq(a.needs[0], '\0');
    for (int j = 0; j < count; ++j) {
      cr_expect(carom_present_kind_at(j, &b));
      cr_expect_str_neq(a.name, b.name);
    }
  }
  cr_expect_eq(count, 15);
  cr_expect_not(carom_present_kind_at(-1, &a));
  cr_expect(carom_present_kind_at(0, &a));
  cr_expect_str_eq(a.name, "process");
  cr_expect_str_eq(a.needs, "planar");
}

typedef struct refusal {
  const char *first, *second, *kind;
  int count;  // of items: the second text again and again
  carom_status status;
  const char* fragment;
} refusal;

static const refusal refusals[] = {
    {planar, planar, "process", 7, CAROM_BAD_VALUE, "shows 6 scenarios at most of the model planar, not 7"},
    {planar, planar, "process", 7, CAROM_BAD_VALUE, "Kinds that overlay 7: hodograph"},
    {two_contacts, two_contacts, NULL, 2, CAROM_BAD_VALUE, "Kinds that overlay 2: none"},
    {planar, two_contacts, "energy", 2, CAROM_UNAVAILABLE, "second.json has the model simultaneous, which does not go"},
    {planar, chain, "energy", 2, CAROM_UNAVAILABLE, "second.json has the model motion, which does not go"},
    {chain, planar, NULL, 2, CAROM_UNAVAILABLE,
     "kind `strobe` needs a chain or bodies over planes; this scenario has an "
     "impact alone"},
    {chain, chain, NULL, 2, CAROM_BAD_VALUE, "kind `strobe` shows at most 1 scenario, not 2"},
    {chain, chain, "process", 1, CAROM_UNAVAILABLE, "kind `process` needs an impact alone; this scenario has a chain"},
    {ball, ball, "path", 1, CAROM_UNAVAILABLE, "needs a ball on the cloth; this scenario has bodies that move"},
    {three_contacts, planar, "energy-plane", 1, CAROM_UNAVAILABLE,
     "needs the model simultaneous with 2 contacts; this scenario has the model simultaneous and 3 contacts"},
    {planar, planar, "process", 0, CAROM_BAD_VALUE, "there are 0 scenarios to draw"},
};

Test(present_kinds, what_cannot_be_drawn_says_what_can) {
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; ++i) {
    const refusal* r = &refusals[i];
    carom_scenario *first = parse_good(r->first), *second = parse_good(r->second);
    carom_present_item items[MOST];
    carom_diag diag = {0};
    for (int k = 0; k < MOST; ++k)
      items[k] = (carom_present_item){.scenario = k == 0 ? first : second, .source = k == 0 ? NULL : "second.json"};
    cr_expect_eq(carom_present_check(items, r->count, r->kind, &diag), r->status, "row %zu: %s", i, diag.message);
    cr_expect(strstr(diag.message, r->fragment), "row %zu: %s", i, diag.message);
    // The same from who draws, before anything is solved.
    const carom_present_request request = {.kind = r->kind, .count = r->count, .items = items};
    cr_expect_eq(carom_present(&request, &diag), r->status, "row %zu: %s", i, diag.message);
    for (int k = 0; k < MOST; ++k) cr_expect(!items[k].result && !items[k].simulation);
    carom_scenario_free(first);
    carom_scenario_free(second);
  }
}

Test(present_kinds, pointers_that_are_needed) {
  carom_diag diag = {0};
  cr_expect_eq(carom_present(NULL, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "request");
  cr_expect_eq(carom_present_check(NULL, 1, NULL, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "items");
  cr_expect_eq(carom_present_solve(NULL, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "item");
  cr_expect_eq(carom_present_vary(NULL, NULL, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "request");
  carom_present_release(NULL);
}

Test(present_kinds, an_item_is_solved_once_and_released) {
  carom_scenario *impact = parse_good(planar), *motion = parse_good(ball);
  const double sample = motion->motion.sample;
  carom_present_item items[2] = {{.scenario = impact}, {.scenario = motion}};
  for (int i = 0; i < 2; ++i) {
    cr_assert_eq(carom_present_solve(&items[i], NULL), CAROM_OK);
    const carom_present_item before = items[i];
    cr_assert_eq(carom_present_solve(&items[i], NULL), CAROM_OK);
    cr_expect(items[i].result == before.result && items[i].simulation == before.simulation);
  }
  cr_expect(items[0].result && !items[0].simulation && items[0].result->path.rigid.count > 2);
  cr_expect(!items[1].result && items[1].simulation);
  cr_expect_eq(motion->motion.sample, sample, "a figure leaves the scenario alone: %g", motion->motion.sample);
  for (int i = 0; i < 2; ++i) carom_present_release(&items[i]);
  cr_expect(!items[0].result && !items[1].simulation);
  carom_scenario_free(impact);
  carom_scenario_free(motion);
}
