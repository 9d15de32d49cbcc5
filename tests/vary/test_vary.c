// Numbers set by path and values read by path. The reader and writer of files are the reference: what is set must be
// what a file with that number gives, and what is read must be what the written result says.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/vary.h"
#include "format/load.h"
#include "format/path.h"
#include "kit/good_texts.h"
#include "kit/parse_text.h"

static const char rod[] =
    "{'carom': 1, 'title': 'rod', 'dimension': 2, 'bodies': {'a.rod': {'mass': 1, 'inertia': 0.0833, "
    "'position': [0.35, 0.35], 'velocity': [0.6, -1]}, 'floor': {'fixed': true}},\n"
    "'contacts': [{'bodies': ['a.rod', 'floor'], 'point': [0, 0], 'normal': [0, 1], 'e': 0.5, 'mu': 0.3}]}";
static const char space[] =
    "{'carom': 1, 'contact_space': {'W': [[3, 0, 1], [0, 3, 0], [1, 0, 2]], 'v': [1, 0, -1]},\n"
    "'contacts': [{'e': 0.9, 'mu': 0.5}]}";
static const char two_balls[] =
    "{'carom': 1, 'dimension': 2, 'contact_space': {'v': [0, -1, 0, 0], 'W': [[1, 0, 0, 0], [0, 2, 0, -1], "
    "[0, 0, 1, 0], [0, -1, 0, 1]]}, 'contacts': [{'e': 0.9, 'stiffness': 2}, {'e': 0.7}]}";

static carom_vary* open_text(const char* text) {
  char* json = quoted(text);
  carom_diag error;
  carom_vary* vary = carom_vary_open(json, strlen(json), &error);
  cr_assert(vary, "%s: %s", error.field, error.message);
  free(json);
  return vary;
}

static int find(carom_vary* vary, const char* path) {
  carom_diag error;
  const int slot = carom_vary_find(vary, path, &error);
  cr_assert(slot >= 0, "%s: %s", error.field, error.message);
  cr_assert_eq(error.status, CAROM_OK);
  return slot;
}

static carom_reading read_one(carom_vary* vary, const char* path) {
  carom_reading reading;
  carom_diag error;
  const char* const paths[] = {path};
  cr_assert(carom_vary_read(vary, 1, paths, &reading, &error), "%s: %s", path, error.message);
  return reading;
}

static void expect_number(carom_vary* vary, const char* path, double number) {
  const carom_reading reading = read_one(vary, path);
  cr_expect_eq(reading.kind, CAROM_READING_NUMBER, "%s has kind %d", path, reading.kind);
  cr_expect_eq(reading.number, number, "%s is %.17g, not %.17g", path, reading.number, number);
}

static void expect_word(carom_vary* vary, const char* path, const char* word) {
  const carom_reading reading = read_one(vary, path);
  cr_assert_eq(reading.kind, CAROM_READING_WORD, "%s has kind %d", path, reading.kind);
  cr_expect_str_eq(reading.word, word, "%s is %s", path, reading.word);
}

static char* written(const carom_scenario* scenario) {
  char* out = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&out, &size);
  carom_scenario_write(scenario, false, carom_sink_file(memory));
  fclose(memory);
  return out;
}

/// The numbers of a document, by path.
typedef struct leaves {
  char paths[400][80];
  double numbers[400];
  char words[400][400];
  int count;
} leaves;

static void hear_leaf(void* listener, const char* path, carom__path_value value) {
  leaves* all = listener;
  cr_assert_lt(all->count, 400);
  cr_assert_lt(strlen(path), sizeof all->paths[0]);
  strcpy(all->paths[all->count], path);
  all->numbers[all->count] = value.number;
  snprintf(all->words[all->count], sizeof all->words[0], "%s", value.word ? value.word : "");
  all->count++;
}

static void collect(const char* json, const char* prefix, leaves* all) {
  carom_diag error = {0};
  const carom__source source = {json, strlen(json), &error};
  json_t* document = carom__load_json(&source);
  cr_assert(document, "%s in %s", error.message, json);
  carom__path_walk walk = {.hear = hear_leaf, .listener = all};
  carom__path_start(&walk, prefix);
  carom__walk_json(&walk, document);
  json_decref(document);
}

Test(scenario_vary, every_number_of_a_file_can_be_set_and_changes_nothing_else) {
  static leaves all;
  int set = 0;
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    char* json = quoted(good_texts[i]);
    carom_diag error;
    all.count = 0;
    collect(json, "", &all);
    for (int j = 0; j < all.count; j++) {
      const size_t length = strlen(all.paths[j]);
      const bool is_count = length > 6 && strcmp(all.paths[j] + length - 6, ".count") == 0;
      if (all.words[j][0] != '\0' || is_count) continue;
      carom_vary* vary = open_text(good_texts[i]);
      const int slot = find(vary, all.paths[j]);
      carom_vary_set(vary, slot, 77);
      carom_vary_set(vary, slot, all.numbers[j]);
      carom_scenario *again = carom_vary_scenario(vary, &error), *scenario = parse_good(good_texts[i]);
      cr_assert(again, "%s: %s", all.paths[j], error.message);
      char *before = written(scenario), *after = written(again);
      cr_expect_str_eq(before, after, "%s", all.paths[j]);
      free(before);
      free(after);
      carom_scenario_free(scenario);
      carom_scenario_free(again);
      carom_vary_free(vary);
      set++;
    }
    free(json);
  }
  cr_expect_gt(set, 200, "only %d numbers", set);
}

Test(scenario_vary, what_is_set_is_what_a_file_with_that_number_gives) {
  char text[sizeof rod + 40];
  for (int i = 0; i <= 20; i++) {
    const double mu = i / 16.0;
    carom_vary* vary = open_text(rod);
    carom_vary_set(vary, find(vary, "contacts.0.mu"), mu);
    snprintf(text, sizeof text, "%.*s'mu': %.17g}]}", (int)(strstr(rod, "'mu'") - rod), rod, mu);
    carom_vary* file = open_text(text);
    static const char* const paths[] = {"contacts.0.impulse_contact.0", "bodies.a.rod.velocity.0", "energy.change"};
    for (int j = 0; j < 3; j++) expect_number(vary, paths[j], read_one(file, paths[j]).number);
    expect_word(vary, "contacts.0.mode", read_one(file, "contacts.0.mode").word);
    expect_number(vary, "contacts.0.mu_static", mu);
    carom_vary_free(vary);
    carom_vary_free(file);
  }
}

Test(scenario_vary, numbers_that_a_file_leaves_to_their_defaults_can_be_set) {
  static const struct {
    const char *text, *path;
    double value;
  } rows[] = {{rod, "contacts.0.mu_static", 0.75},
              {rod, "contacts.0.stiffness", 3},
              {rod, "bodies.a.rod.spin", -2},
              {space, "contacts.0.eta2", 1.25},
              {space, "contacts.0.mu_static", 2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carom_vary* vary = open_text(rows[i].text);
    carom_diag error;
    carom_vary_set(vary, find(vary, rows[i].path), rows[i].value);
    carom_scenario* scenario = carom_vary_scenario(vary, &error);
    cr_assert(scenario, "%s: %s", rows[i].path, error.message);
    const carom_surface* surface = &scenario->surfaces[0];
    const double got[] = {surface->mu_static, surface->stiffness,
                          scenario->body_count > 0 ? scenario->bodies[0].spin.z : 0, surface->eta2, surface->mu_static};
    cr_expect_eq(got[i], rows[i].value, "%s is %g", rows[i].path, got[i]);
    carom_scenario_free(scenario);
    carom_vary_free(vary);
  }
}

Test(scenario_vary, a_list_that_a_file_leaves_out_can_be_set_item_by_item) {
  static const char ball[] =
      "{'carom': 1, 'bodies': {'ball': {'mass': 1, 'inertia': [1, 1, 1], 'position': [0, 0, 1]}, 'floor': {'fixed': "
      "true}}, 'contacts': [{'bodies': ['ball', 'floor'], 'point': [0, 0, 0], 'normal': [0, 0, 1], 'e': 1}]}";
  carom_vary* vary = open_text(ball);
  carom_diag error;
  carom_vary_set(vary, find(vary, "bodies.ball.velocity.2"), -3);
  carom_vary_set(vary, find(vary, "bodies.ball.spin.1"), 5);
  carom_scenario* scenario = carom_vary_scenario(vary, &error);
  cr_assert(scenario, "%s", error.message);
  const carom_body* body = &scenario->bodies[0];
  cr_expect(body->velocity.x == 0 && body->velocity.y == 0 && body->velocity.z == -3);
  cr_expect(body->spin.x == 0 && body->spin.y == 5 && body->spin.z == 0);
  carom_scenario_free(scenario);
  carom_vary_free(vary);
}

Test(scenario_vary, several_numbers_are_set_together) {
  carom_vary* vary = open_text(space);
  carom_diag error;
  const int one = find(vary, "contact_space.W.0.2"), other = find(vary, "contact_space.W.2.0");
  carom_vary_set(vary, one, 0.25);
  cr_expect_null(carom_vary_scenario(vary, &error), "not symmetric");
  cr_expect_eq(error.line, 0);
  carom_vary_set(vary, other, 0.25);
  carom_scenario* scenario = carom_vary_scenario(vary, &error);
  cr_assert(scenario, "%s", error.message);
  cr_expect(scenario->w[2] == 0.25 && scenario->w[6] == 0.25);
  carom_scenario_free(scenario);
  for (int i = 2; i < CAROM_VARY_MOST_SLOTS; i++) find(vary, "contacts.0.mu");
  cr_expect_eq(carom_vary_find(vary, "contacts.0.mu", &error), -1);
  cr_expect_eq(error.status, CAROM_BUDGET);
  carom_vary_free(vary);
}

Test(scenario_vary, a_wrong_path_names_the_nearest_right_one) {
  static const struct {
    const char *text, *path, *nearest;
  } rows[] = {{rod, "contact.0.mu", "`contacts.0.mu`"},
              {rod, "contacts.1.mu", "`contacts.0.mu`"},
              {rod, "contacts.0.MU", "`contacts.0.mu`"},
              {rod, "mu", "`contacts.0.mu`"},
              {rod, "bodies.rod.velocity.0", "`bodies.a.rod.velocity.0`"},
              {rod, "bodies.a.rod.velocity", "`bodies.a.rod.velocity.0`"},
              {rod, "bodies.a.rod.velocity.0.x", "`bodies.a.rod.velocity.0`"},
              {rod, "bodies.a.rod.velocity.2", "`bodies.a.rod.velocity.0`"},
              {rod, "contacts.0.mu_statik", "`contacts.0.mu_static`"},
              {rod, "contacts.0.count", "`contacts.0.point.0`"},
              {rod, "contacts.0.law", "`contacts.0.e`"},
              {rod, "contacts.0.nu", "`contacts.0.mu`"},
              {rod, "", "`carom`"},
              {rod, ".", "`carom`"},
              {space, "contact_space.W.02", "`contact_space.W.0.2`"},
              {space, "contact_space.W", "`contact_space.W.0.0`"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carom_vary* vary = open_text(rows[i].text);
    carom_diag error;
    cr_expect_eq(carom_vary_find(vary, rows[i].path, &error), -1, "%s was found", rows[i].path);
    cr_expect_eq(error.status, CAROM_UNKNOWN_KEY);
    cr_expect_str_eq(error.field, rows[i].path);
    cr_expect_not_null(strstr(error.message, rows[i].nearest), "%s: %s", rows[i].path, error.message);
    carom_scenario *again = carom_vary_scenario(vary, &error), *scenario = parse_good(rows[i].text);
    char *before = written(scenario), *after = again ? written(again) : NULL;
    cr_expect(after && strcmp(before, after) == 0, "%s left something behind", rows[i].path);
    free(before);
    free(after);
    carom_scenario_free(again);
    carom_scenario_free(scenario);
    carom_vary_free(vary);
  }
}

static char* result_text(const carom_scenario* scenario, const carom_result* result, const carom_explanation* why) {
  char* out = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&out, &size);
  if (why) {
    carom_explanation_write(scenario, result, why, carom_sink_file(memory));
  } else {
    carom_result_write(scenario, result, carom_sink_file(memory));
  }
  fclose(memory);
  return out;
}

/// Every value of the written result and explanation, read back by its path: the same bits.
Test(scenario_vary, every_value_of_a_result_can_be_read) {
  static leaves all;
  const char* const texts[] = {rod, space, two_balls, good_texts[0], good_texts[2], good_texts[4], good_texts[5]};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    carom_scenario* scenario = parse_good(texts[i]);
    carom_diag error;
    carom_explanation why;
    carom_result* result = carom_scenario_solve(scenario, &error);
    cr_assert(result && carom_scenario_explain(scenario, result, &why, &error), "%s", error.message);
    char *answer = result_text(scenario, result, NULL), *reasons = result_text(scenario, result, &why);
    all.count = 0;
    collect(answer, "", &all);
    collect(reasons, "explain.", &all);
    cr_expect_gt(all.count, 20);
    carom_vary* vary = open_text(texts[i]);
    for (int j = 0; j < all.count; j++) {
      if (all.words[j][0] == '\0') {
        expect_number(vary, all.paths[j], all.numbers[j]);
      } else if (strlen(all.words[j]) < CAROM_READING_WORD_SIZE - 8) {
        expect_word(vary, all.paths[j], all.words[j]);
      }
    }
    carom_vary_free(vary);
    free(answer);
    free(reasons);
    carom_result_free(result);
    carom_scenario_free(scenario);
  }
}

Test(scenario_vary, paths_are_as_written_here) {
  carom_vary* vary = open_text(rod);
  expect_word(vary, "model", "planar");
  expect_word(vary, "contacts.0.mode", "C-reversed");
  expect_word(vary, "contacts.0.class.0", "oblique");
  expect_word(vary, "events.0.type", "reverse");
  expect_word(vary, "events", "reverse, compression end, restitution end");
  expect_word(vary, "explain.stick.holds", "false");
  expect_number(vary, "events.count", 3);
  expect_number(vary, "warnings.count", 0);
  expect_number(vary, "contacts.0.velocity_before.1", -1);
  expect_number(vary, "contacts.0.mu", 0.3);
  expect_number(vary, "bodies.a.rod.mass", 1);
  cr_expect_eq(read_one(vary, "bodies.a.rod.velocities").kind, CAROM_READING_NONE);
  cr_expect_neq(read_one(vary, "bodies.a.rod.velocity.0").number, 0.6, "the result counts before the scenario");
  carom_vary_free(vary);
  vary = open_text(two_balls);
  expect_word(vary, "events.0.type", "compression_end");
  const carom_reading events = read_one(vary, "events");
  cr_expect_eq(strncmp(events.word, "compression end 0, ", 19), 0, "%s", events.word);
  expect_number(vary, "contacts.count", 2);
  carom_vary_free(vary);
  vary = open_text(space);
  expect_word(vary, "explain.invariant_directions", "2 centripetal");
  expect_number(vary, "explain.invariant_directions.items.count", 2);
  carom_vary_free(vary);
}

Test(scenario_vary, long_words_are_cut_at_the_end_of_a_character) {
  char text[800] =
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': "
      "[{'e': 1}], 'title': 'x";
  for (int i = 0; i < 150; i++) strcat(text, "\xC3\xB6");
  strcat(text, "'}");
  carom_vary* vary = open_text(text);
  const carom_reading reading = read_one(vary, "title");
  const size_t length = strlen(reading.word);
  cr_expect_lt(length, CAROM_READING_WORD_SIZE);
  cr_expect_str_eq(reading.word + length - 5, "\xC3\xB6\xE2\x80\xA6");
  carom_vary_free(vary);
}

Test(scenario_vary, an_unknown_reading_names_the_nearest) {
  static const struct {
    const char *path, *nearest;
  } rows[] = {{"contacts.0.mod", "`contacts.0.mode`"},
              {"energy", "`energy.before`"},
              {"event", "`events`"},
              {"explain.stick.hold", "`explain.stick.holds`"},
              {"bodies.rod.velocity.0", "`bodies.a.rod.velocity.0`"},
              {"contacts.0.mu_stat", "`contacts.0.mu_static`"}};
  carom_vary* vary = open_text(rod);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carom_diag error;
    cr_expect_eq(read_one(vary, rows[i].path).kind, CAROM_READING_NONE);
    cr_expect_not(carom_vary_unknown_reading(vary, rows[i].path, &error));
    cr_expect_eq(error.status, CAROM_UNKNOWN_KEY);
    cr_expect_str_eq(error.field, rows[i].path);
    cr_expect_not_null(strstr(error.message, rows[i].nearest), "%s: %s", rows[i].path, error.message);
  }
  carom_vary_free(vary);
}

Test(scenario_vary, what_has_no_answer_says_why) {
  carom_diag error;
  carom_reading reading;
  const char* const paths[] = {"energy.change"};
  carom_vary* vary = open_text(rod);
  carom_vary_set(vary, find(vary, "contacts.0.mu"), -1);
  cr_expect_not(carom_vary_read(vary, 1, paths, &reading, &error));
  cr_expect_eq(error.status, CAROM_BAD_VALUE);
  cr_expect_str_eq(error.field, "contacts.0.mu");
  carom_vary_set(vary, 0, (double)NAN);
  cr_expect_not(carom_vary_read(vary, 1, paths, &reading, &error));
  cr_expect_str_eq(error.field, "contacts.0.mu");
  carom_vary_free(vary);
  vary = open_text(good_texts[6]);
  cr_expect_not(carom_vary_read(vary, 1, paths, &reading, &error));
  cr_expect_eq(error.status, CAROM_UNAVAILABLE, "%s", error.message);
  carom_vary_free(vary);
  cr_expect_null(carom_vary_open("{", 1, &error));
  cr_expect_eq(error.status, CAROM_SYNTAX);
  cr_expect_null(carom_vary_open("{\"carom\": 2}", 12, &error));
  cr_expect(error.status == CAROM_BAD_VALUE && error.line == 1);
  carom_vary_free(NULL);
}

static void count_values(void* listener, const char* path, carom__path_value value) {
  (void)path;
  (void)value;
  ++*(int*)listener;
}

/// Deep or long: nothing is heard that has no room, and what follows is as it should be.
Test(scenario_vary, a_walk_survives_depth_and_length) {
  static const struct {
    int depth, key_length;
    bool fits;
  } rows[] = {
      {CAROM__PATH_DEPTH, 3, true}, {CAROM__PATH_DEPTH + 1, 3, false}, {60, 3, false}, {5, 120, true}, {8, 120, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    json_t* inner = json_pack("[i, i]", 1, 2);
    char key[200];
    memset(key, 'k', sizeof key);
    key[rows[i].key_length] = '\0';
    for (int depth = 2; depth < rows[i].depth; depth++) inner = json_pack("{s: o}", key, inner);
    json_t* document = json_pack("{s: o, s: s, s: i}", "first", inner, "word", "w", "last", 3);
    int heard = 0;
    carom__path_walk walk = {.hear = count_values, .listener = &heard};
    carom__path_start(&walk, "");
    carom__walk_json(&walk, document);
    cr_expect_eq(walk.depth, 0);
    cr_expect_eq(walk.length, 0);
    cr_expect_eq(heard, rows[i].fits ? 5 : 2, "depth %d: %d values", rows[i].depth, heard);
    json_decref(document);
  }
}
