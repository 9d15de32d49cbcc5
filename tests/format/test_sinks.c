// Writers and their sinks: a file and a string get the same bytes, and a sink that refuses is not asked again, whatever
// the byte at which it refuses.
#define _POSIX_C_SOURCE 200809L  // opendir
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "carom/lines.h"
#include "kit/good_texts.h"
#include "kit/parse_text.h"

/// All that a scenario gives to write; NULL where it gives none.
typedef struct sample {
  carom_scenario* scenario;
  carom_result* result;
  carom_explanation explanation;
  carom_simulation* simulation;
  carom_diag error;
} sample;

typedef enum writer { SCENARIO, INDENTED, RESULT, EXPLANATION, SIMULATION, CSV, ERROR, WRITER_COUNT } writer;

static sample sample_of(const char* text, size_t length) {
  sample s = {.scenario = carom_scenario_parse(text, length, NULL)};
  cr_assert(s.scenario, "%.200s", text);
  s.result = carom_scenario_solve(s.scenario, &s.error);
  if (s.result) cr_assert(carom_scenario_explain(s.scenario, s.result, &s.explanation, NULL));
  s.simulation = carom_scenario_simulate(s.scenario, NULL, NULL, &s.error);
  return s;
}

static void free_sample(sample* s) {
  carom_simulation_free(s->simulation);
  carom_result_free(s->result);
  carom_scenario_free(s->scenario);
}

static bool has(const sample* s, writer what) {
  if (what == RESULT || what == EXPLANATION) return s->result;
  if (what == SIMULATION || what == CSV) return s->simulation;
  return what != ERROR || s->error.status;
}

static bool write_to(const sample* s, writer what, carom_sink sink) {
  switch (what) {
    case SCENARIO:
    case INDENTED:
      return carom_scenario_write(s->scenario, what == INDENTED, sink);
    case RESULT:
      return carom_result_write(s->scenario, s->result, sink);
    case EXPLANATION:
      return carom_explanation_write(s->scenario, s->result, &s->explanation, sink);
    case SIMULATION:
      return carom_simulation_write(s->scenario, s->simulation, sink);
    case CSV:
      return carom_simulation_write_csv(s->simulation, sink);
    default:
      return carom_diag_write(&s->error, sink);
  }
}

/// Of the string's length, which must be that of the file too.
static void expect_same_bytes(FILE* file, const carom_text* text, const char* name, writer what) {
  cr_assert_eq((size_t)ftell(file), text->length, "%s, writer %d", name, what);
  char* bytes = malloc(text->length);
  rewind(file);
  cr_assert_eq(fread(bytes, 1, text->length, file), text->length);
  cr_assert_eq(memcmp(bytes, text->text, text->length), 0, "%s, writer %d", name, what);
  free(bytes);
}

static int compare_sinks(const char* text, size_t length, const char* name) {
  sample s = sample_of(text, length);
  int compared = 0;
  for (writer what = SCENARIO; what < WRITER_COUNT; ++what) {
    if (!has(&s, what)) continue;
    FILE* file = tmpfile();
    carom_text string = {0};
    cr_assert(write_to(&s, what, carom_sink_file(file)) && write_to(&s, what, carom_sink_text(&string)));
    cr_assert_eq(string.length, strlen(string.text), "%s, writer %d", name, what);
    expect_same_bytes(file, &string, name, what);
    carom_text_free(&string);
    fclose(file);
    ++compared;
  }
  free_sample(&s);
  return compared;
}

static bool ends_with(const char* text, const char* end) {
  const size_t length = strlen(text), wanted = strlen(end);
  return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/// Every scenario of a file: one, or one a line.
static int compare_file(const char* path) {
  FILE* file = fopen(path, "rb");
  cr_assert(file, "%s", path);
  carom_text all = {0};
  const carom_sink sink = carom_sink_text(&all);
  char block[4096];
  for (size_t length; (length = fread(block, 1, sizeof block, file)) > 0;) sink.write(block, length, sink.context);
  fclose(file);
  int compared = 0;
  const bool lines = ends_with(path, ".jsonl");
  for (char *line = all.text, *end; *line; line = end + (*end != '\0')) {
    end = lines ? line + strcspn(line, "\n") : all.text + all.length;
    if (end > line) compared += compare_sinks(line, (size_t)(end - line), path);
  }
  carom_text_free(&all);
  return compared;
}

static int compare_folder(const char* folder) {
  int compared = 0;
  DIR* scenes = opendir(folder);
  cr_assert(scenes, "%s", folder);
  for (const struct dirent* entry; (entry = readdir(scenes)) != NULL;) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (ends_with(path, ".json") || ends_with(path, ".jsonl")) compared += compare_file(path);
  }
  closedir(scenes);
  return compared;
}

Test(sinks, file_and_string_get_the_same_bytes_of_every_scene, .timeout = 300) {
  cr_expect_gt(compare_folder(CAROM_TEST_SOURCE_DIR "/scenes"), 400);
  cr_expect_gt(compare_folder(CAROM_TEST_SOURCE_DIR "/scenes/motion"), 100);
}

/// Takes so many bytes in all and refuses the piece that is too much.
typedef struct narrow {
  size_t most;
  carom_text taken;
  bool refused;
  bool asked_again;
} narrow;

static bool take_some(const char* text, size_t length, void* context) {
  narrow* n = context;
  if (n->refused) n->asked_again = true;
  n->refused = n->refused || n->taken.length + length > n->most;
  return !n->refused && carom_sink_text(&n->taken).write(text, length, &n->taken);
}

static void expect_refusal(const sample* s, writer what, size_t most, const carom_text* whole) {
  narrow n = {.most = most};
  const bool written = write_to(s, what, (carom_sink){take_some, &n});
  cr_assert_eq(written, most >= whole->length, "writer %d, %zu of %zu bytes", what, most, whole->length);
  cr_assert_not(n.asked_again, "writer %d, %zu bytes", what, most);
  cr_assert(n.taken.length <= whole->length);
  if (n.taken.length > 0) cr_assert_eq(memcmp(n.taken.text, whole->text, n.taken.length), 0);
  carom_text_free(&n.taken);
}

/// Every byte of a short text; of a long one as many, evenly, and the last.
static void sweep(const sample* s, writer what) {
  enum { MOST_TRIES = 4000 };
  carom_text whole = {0};
  cr_assert(write_to(s, what, carom_sink_text(&whole)));
  for (size_t most = 0; most <= whole.length; most += 1 + whole.length / MOST_TRIES)
    expect_refusal(s, what, most, &whole);
  expect_refusal(s, what, whole.length - 1, &whole);
  expect_refusal(s, what, whole.length, &whole);
  carom_text_free(&whole);
}

Test(sinks, a_sink_may_refuse_at_any_byte, .timeout = 300) {
  int swept = 0;
  for (int i = 0; i < GOOD_TEXT_COUNT; ++i) {
    char* text = quoted(good_texts[i]);
    sample s = sample_of(text, strlen(text));
    for (writer what = SCENARIO; what < WRITER_COUNT; ++what) {
      if (!has(&s, what)) continue;
      sweep(&s, what);
      ++swept;
    }
    free_sample(&s);
    free(text);
  }
  cr_expect_gt(swept, 4 * GOOD_TEXT_COUNT);
}

Test(sinks, a_sink_without_a_function_refuses) {
  char* text = quoted(good_texts[0]);
  sample s = sample_of(text, strlen(text));
  for (writer what = SCENARIO; what < WRITER_COUNT; ++what)
    if (has(&s, what)) cr_expect_not(write_to(&s, what, (carom_sink){0}), "writer %d", what);
  free_sample(&s);
  free(text);
}

Test(sinks, a_file_that_cannot_be_written_is_refused) {
  FILE* file = fopen(CAROM_TEST_SOURCE_DIR "/README.md", "rb");
  const carom_sink sink = carom_sink_file(file);
  cr_expect_not(sink.write("x", 1, sink.context));
  fclose(file);
}

Test(sinks, a_string_goes_on_and_ends_with_zero) {
  carom_text text = {0};
  const carom_sink sink = carom_sink_text(&text);
  for (int i = 0; i < 5000; ++i) {
    cr_assert(sink.write("ab", 2, sink.context));
    cr_assert_eq(text.length, 2 * ((size_t)i + 1));
    cr_assert_eq(text.text[text.length], '\0');
  }
  char* before = text.text;
  cr_expect_not(sink.write("x", SIZE_MAX / 2, sink.context), "more than any memory");
  cr_expect(text.text == before && text.length == 10000);
  carom_text_free(&text);
  cr_expect(!text.text && text.length == 0 && text.capacity == 0);
  carom_text_free(&text);
}

/// A good line, a blank one, a bad one and another good one.
static FILE* lines_in(bool motion) {
  static const char impact[] =
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 1}]}";
  static const char swing[] =
      "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}], 'angles': [0], "
      "'rates': [0]}, 'motion': {'until': 1}}";
  char* good = quoted(motion ? swing : impact);
  FILE* in = tmpfile();
  fprintf(in, "%s\n\n{\"carom\": 2}\n%s\n", good, good);
  rewind(in);
  free(good);
  return in;
}

typedef int run_lines(const carom_line_streams* streams);

static int run_into(run_lines* run, carom_sink out, carom_sink err) {
  FILE* in = lines_in(run == carom_scenario_simulate_lines);
  const int code = run(&(carom_line_streams){.in = in, .name = "here", .out = out, .err = err});
  fclose(in);
  return code;
}

static void check_lines(run_lines* run) {
  carom_text out = {0}, err = {0};
  cr_expect_eq(run_into(run, carom_sink_text(&out), carom_sink_text(&err)), 2);
  cr_expect(strstr(out.text, "\n{\"error\": {\"code\": \"bad_value\", \"line\": 3, \"key\": \"carom\""), "%s",
            out.text);
  cr_expect_eq(strncmp(err.text, "here:3: carom: ", 15), 0, "%s", err.text);
  for (size_t most = 0; most < out.length; ++most) {
    narrow n = {.most = most};
    carom_text said = {0};
    cr_assert_eq(run_into(run, (carom_sink){take_some, &n}, carom_sink_text(&said)), 2);
    cr_assert(n.refused && !n.asked_again, "%zu bytes", most);
    cr_assert(strstr(said.text, "here: cannot write the results\n"), "%s", said.text);
    carom_text_free(&said);
    carom_text_free(&n.taken);
  }
  carom_text_free(&out);
  carom_text_free(&err);
}

Test(sinks, lines_end_where_nobody_takes_them) {
  check_lines(carom_scenario_solve_lines);
  check_lines(carom_scenario_simulate_lines);
}

/// Nobody need listen to the sentences.
Test(sinks, lines_go_on_where_nobody_reads_the_sentences) {
  carom_text out = {0};
  cr_expect_eq(run_into(carom_scenario_solve_lines, carom_sink_text(&out), (carom_sink){0}), 2);
  cr_expect_eq(out.text[out.length - 1], '\n');
  cr_expect(strstr(out.text, "\"error\"") && strstr(strstr(out.text, "\"error\""), "\"contacts\""), "%s", out.text);
  carom_text_free(&out);
}

static bool stop_at_once(double done, void* context) {
  (void)done;
  return ++*(int*)context < 0;
}

Test(sinks, lines_are_told_and_may_be_cut) {
  FILE* in = lines_in(true);
  int calls = 0;
  carom_text out = {0}, err = {0};
  const carom_line_streams streams = {.in = in,
                                      .name = "here",
                                      .out = carom_sink_text(&out),
                                      .err = carom_sink_text(&err),
                                      .progress = stop_at_once,
                                      .context = &calls};
  cr_expect_eq(carom_scenario_simulate_lines(&streams), 1);
  cr_expect_eq(calls, 1);
  cr_expect(strstr(out.text, "\"cut\": true") && strchr(out.text, '\n') == out.text + out.length - 1, "%s", out.text);
  cr_expect_eq(err.length, 0);
  carom_text_free(&out);
  fclose(in);
}
