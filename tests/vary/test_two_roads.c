// Two roads to every value: numbers that are bound to the struct and values that are picked from the result, against
// the document that is read again and the result that is walked through. They must agree to the bit, in errors too, for
// every scene and any number of it, on ordinary and on wild values.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/format.h"
#include "format/write.h"
#include "kit/parse_text.h"
#include "random.h"
#include "vary/vary.h"

enum { MOST_LEAVES = 4000, PATH_SIZE = 160, SHOWN = 6, MOST_SET = 3 };

/// Paths of a document or a result.
typedef struct leaves {
  char paths[MOST_LEAVES][PATH_SIZE];
  int count;
  bool numbers_only;
} leaves;

static void hear(void* listener, const char* path, carom__path_value value) {
  leaves* all = listener;
  if (all->count == MOST_LEAVES || strlen(path) >= PATH_SIZE) return;
  if (all->numbers_only && (value.word || value.is_count)) return;
  strcpy(all->paths[all->count++], path);
}

static carom__path_walk walk_to(leaves* all) {
  carom__path_walk walk = {.hear = hear, .listener = all};
  carom__path_start(&walk, "");
  return walk;
}

/// All numbers that can be set, those with defaults too.
static void collect_numbers(const carom_vary* vary, leaves* all) {
  carom__path_walk walk = walk_to(all);
  all->count = 0;
  all->numbers_only = true;
  carom__document_walk(vary->document, &walk);
}

/// All values of the result, and of the scenario behind it. False where there is no result.
static bool collect_values(const carom_vary* vary, leaves* all) {
  carom_diag diag;
  carom__json json;
  carom__path_walk walk = walk_to(all);
  carom_scenario* scenario = carom_vary_scenario(vary, &diag);
  carom_result* result = carom_scenario_solve(scenario, &diag);
  all->count = 0;
  all->numbers_only = false;
  hear(all, "events", (carom__path_value){0});
  if (result) {
    carom__json_start_walk(&json, &walk);
    carom__write_result(&json, scenario, result);
    carom__path_start(&walk, "");
    carom__json_start_walk(&json, &walk);
    carom__write_scenario(&json, scenario);
  }
  const bool fine = result != NULL;
  carom_result_free(result);
  carom_scenario_free(scenario);
  return fine;
}

static bool same_reading(const carom_reading* a, const carom_reading* b) {
  if (a->kind != b->kind) return false;
  if (a->kind == CAROM_READING_WORD) return strcmp(a->word, b->word) == 0;
  return a->kind == CAROM_READING_NONE || memcmp(&a->number, &b->number, sizeof a->number) == 0;
}

/// What both roads say.
static void compare(carom_vary* vary, const char* const* paths, const char* what) {
  carom_reading fast[SHOWN], slow[SHOWN];
  carom_diag told = {0}, known = {0};
  const bool a = carom_vary_read(vary, SHOWN, paths, fast, &told);
  const bool b = carom__vary_read_slowly(vary, SHOWN, paths, slow, &known);
  cr_assert_eq(a, b, "%s: %d and %d: %s %s", what, a, b, told.message, known.message);
  if (!a) {
    cr_expect(told.status == known.status && strcmp(told.field, known.field) == 0, "%s: %s, not %s", what, told.field,
              known.field);
    cr_expect_str_eq(told.message, known.message, "%s", what);
    return;
  }
  for (int i = 0; i < SHOWN; ++i)
    cr_expect(same_reading(&fast[i], &slow[i]), "%s: %s is %.17g %s, not %.17g %s", what, paths[i], fast[i].number,
              fast[i].kind == CAROM_READING_WORD ? fast[i].word : "", slow[i].number,
              slow[i].kind == CAROM_READING_WORD ? slow[i].word : "");
}

/// Near the value of the file, or anything.
static double draw_value(test_random* r, double base) {
  switch (test_random_below(r, 8)) {
    case 0:
      return test_random_wild(r);
    case 1:
      return 0;
    case 2:
      return -base;
    case 3:
      return base;
    default:
      return base * test_random_uniform(r, 0.2, 2) + test_random_uniform(r, -0.2, 0.2) * (base == 0);
  }
}

/// A few numbers of a scenario, set to many values.
static void vary_some(const char* text, size_t length, test_random* r, int points, const char* name) {
  static leaves numbers, values;
  carom_diag diag;
  carom_vary* vary = carom_vary_open(text, length, &diag);
  if (!vary) return;
  collect_numbers(vary, &numbers);
  if (!collect_values(vary, &values)) {
    carom_vary_free(vary);
    return;
  }
  int slots[MOST_SET], count = 0;
  double base[MOST_SET];
  char what[600];
  snprintf(what, sizeof what, "%s", name);
  for (int wanted = 1 + test_random_below(r, MOST_SET); count < wanted; ++count) {
    const char* path = numbers.paths[test_random_below(r, numbers.count)];
    slots[count] = carom_vary_find(vary, path, &diag);
    if (slots[count] < 0) break;
    base[count] = carom__document_get(vary->document, slots[count]);
    snprintf(what + strlen(what), sizeof what - strlen(what), " %s", path);
  }
  const char* paths[SHOWN];
  for (int i = 0; i < points; ++i) {
    if (i % 4 == 0)
      for (int k = 0; k < SHOWN; ++k) paths[k] = values.paths[test_random_below(r, values.count)];
    for (int k = 0; k < count; ++k) carom_vary_set(vary, slots[k], draw_value(r, base[k]));
    compare(vary, paths, what);
  }
  carom_vary_free(vary);
}

static bool ends_with(const char* text, const char* end) {
  const size_t a = strlen(text), b = strlen(end);
  return a >= b && strcmp(text + a - b, end) == 0;
}

static char* read_file(const char* path, size_t* length) {
  FILE* in = fopen(path, "rb");
  char* text = malloc(1 << 20);
  cr_assert(in && text, "%s", path);
  *length = fread(text, 1, 1 << 20, in);
  fclose(in);
  return text;
}

static int vary_folder(const char* folder, test_random* r) {
  char path[1024];
  int count = 0;
  snprintf(path, sizeof path, "%s/%s", CAROM_TEST_SOURCE_DIR, folder);
  DIR* listing = opendir(path);
  cr_assert(listing, "%s", path);
  for (struct dirent* entry; (entry = readdir(listing));) {
    size_t length;
    if (!ends_with(entry->d_name, ".json")) continue;
    snprintf(path, sizeof path, "%s/%s/%s", CAROM_TEST_SOURCE_DIR, folder, entry->d_name);
    char* text = read_file(path, &length);
    // Collisions of many balls take milliseconds each.
    const bool slow = strstr(entry->d_name, "cradle") || strstr(entry->d_name, "column");
    for (int i = 0; i < (slow ? 1 : 6); ++i) vary_some(text, length, r, slow ? 4 : 16, entry->d_name);
    free(text);
    ++count;
  }
  closedir(listing);
  return count;
}

Test(vary_two_roads, every_scene_and_any_of_its_numbers) {
  test_random r = {2027};
  cr_expect_gt(vary_folder("scenes", &r), 60);
}

Test(vary_two_roads, motions_that_begin_with_an_impact) {
  test_random r = {2028};
  cr_expect_gt(vary_folder("scenes/motion", &r), 5);
}

/// One path, whether it is bound, and what follows from its change.
typedef struct bound_row {
  const char *file, *path;
  bool is_bound;
  carom__changed changes;
} bound_row;

static const bound_row bound_rows[] = {
    {"falling-rod-3-sliding", "contacts.0.mu", true, CAROM__SURFACES_CHANGED},
    {"falling-rod-3-sliding", "contacts.0.e", true, CAROM__SURFACES_CHANGED},
    {"falling-rod-3-sliding", "contacts.0.point.0", true, CAROM__ANYTHING_CHANGED},
    {"falling-rod-3-sliding", "contacts.0.normal.1", false, CAROM__SURFACES_CHANGED},
    {"falling-rod-3-sliding", "bodies.rod.velocity.0", true, CAROM__VELOCITIES_CHANGED},
    {"falling-rod-3-sliding", "bodies.rod.spin", true, CAROM__VELOCITIES_CHANGED},
    {"falling-rod-3-sliding", "bodies.rod.mass", true, CAROM__ANYTHING_CHANGED},
    {"falling-rod-3-sliding", "bodies.rod.inertia", true, CAROM__ANYTHING_CHANGED},
    {"falling-rod-3-sliding", "bodies.rod.position.1", true, CAROM__ANYTHING_CHANGED},
    {"icosahedron-tetrahedron-4a-sticks-late", "contact_space.v.2", true, CAROM__VELOCITIES_CHANGED},
    {"icosahedron-tetrahedron-4a-sticks-late", "contact_space.W.0.0", true, CAROM__ANYTHING_CHANGED},
    {"icosahedron-tetrahedron-4a-sticks-late", "contact_space.W.0.1", false, CAROM__SURFACES_CHANGED},
    {"ball-with-backspin", "contacts.0.poisson_ratio", false, CAROM__SURFACES_CHANGED},
    {"ball-with-backspin", "bodies.ball.velocity.2", true, CAROM__VELOCITIES_CHANGED},
    {"two-balls-elastic", "contacts.1.stiffness", true, CAROM__SURFACES_CHANGED},
    {"two-balls-elastic", "bodies.upper.velocity.1", true, CAROM__VELOCITIES_CHANGED},
    {"double-pendulum-first-impact", "mechanism.velocity.1", true, CAROM__VELOCITIES_CHANGED},
    {"cue-on-ball", "bodies.cue.velocity.0", true, CAROM__ANYTHING_CHANGED},
};

Test(vary_two_roads, the_fast_road_is_taken_where_a_number_is_copied) {
  for (size_t i = 0; i < sizeof bound_rows / sizeof bound_rows[0]; ++i) {
    char path[1024];
    size_t length;
    carom_diag diag;
    carom_reading reading;
    const char* const shown[] = {"energy.change"};
    snprintf(path, sizeof path, "%s/scenes/%s.json", CAROM_TEST_SOURCE_DIR, bound_rows[i].file);
    char* text = read_file(path, &length);
    carom_vary* vary = carom_vary_open(text, length, &diag);
    cr_assert(vary, "%s: %s", path, diag.message);
    const int slot = carom_vary_find(vary, bound_rows[i].path, &diag);
    cr_assert_geq(slot, 0, "%s", diag.message);
    cr_assert(carom_vary_read(vary, 1, shown, &reading, &diag), "%s", diag.message);
    cr_assert(vary->binding);
    const carom__bound* bound = &vary->binding->slots[slot];
    cr_expect_eq(bound->target_count > 0, bound_rows[i].is_bound, "%s of %s", bound_rows[i].path, bound_rows[i].file);
    if (bound_rows[i].is_bound) cr_expect_eq(bound->changes, bound_rows[i].changes, "%s", bound_rows[i].path);
    carom_vary_free(vary);
    free(text);
  }
}

Test(vary_two_roads, a_sweep_asks_the_reader_a_few_times_only) {
  char* json = quoted(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[3, 1], [1, 2]], 'v': [1, -1]},"
      " 'contacts': [{'e': 0.5, 'mu': 0.5}]}");
  carom_diag diag;
  carom_reading reading;
  const char* const shown[] = {"energy.change"};
  carom_vary* vary = carom_vary_open(json, strlen(json), &diag);
  const int slot = carom_vary_find(vary, "contacts.0.e", &diag);
  int extended = 0;
  for (int i = 0; i <= 4000; ++i) {
    const double low = vary->binding ? vary->binding->slots[slot].low : 0;
    const double high = vary->binding ? vary->binding->slots[slot].high : 0;
    carom_vary_set(vary, slot, i / 4000.0);
    cr_assert(carom_vary_read(vary, 1, shown, &reading, &diag));
    extended += vary->binding->slots[slot].low != low || vary->binding->slots[slot].high != high;
  }
  cr_expect_lt(extended, 40, "%d", extended);
  cr_expect_eq(vary->binding->slots[slot].low, 0);
  cr_expect_eq(vary->binding->slots[slot].high, 1);
  carom_vary_set(vary, slot, nextafter(1, 2));
  cr_expect_not(carom_vary_read(vary, 1, shown, &reading, &diag));
  cr_expect_str_eq(diag.field, "contacts.0.e");
  carom_vary_free(vary);
  free(json);
}
