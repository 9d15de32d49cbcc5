// What each place does in the course of time: what the picture and its data hold.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>

#include "figure/timeline.h"
#include "kit/drawing.h"

static const char* names[CAROM_FIGURE_MAX_ROWS] = {"box", "corner 1", "corner 2"};
static carom_figure_bar bars[] = {{0, CAROM_PHASE_FLIGHT, 0.0, 1.0}, {1, CAROM_PHASE_SLIDE, 1.0, 2.0},
                                  {1, CAROM_PHASE_STICK, 2.0, 3.0},  {2, CAROM_PHASE_ROLL, 2.0, 3.5},
                                  {2, CAROM_PHASE_REST, 3.5, 4.0},   {1, CAROM_PHASE_REST, 3.0, 3.0001}};
static carom_figure_tick ticks[] = {{1, 0.5}, {1, 0.8}, {2, 1.9}};
enum { BARS = sizeof bars / sizeof *bars, TICKS = sizeof ticks / sizeof *ticks };

static carom_figure_timeline_input input;

static void prepare(void) {
  open_folder();
  input = (carom_figure_timeline_input){.rows = names,
                                        .row_count = 3,
                                        .bars = bars,
                                        .bar_count = BARS,
                                        .ticks = ticks,
                                        .tick_count = TICKS,
                                        .until = 4.0,
                                        .subtitle = "a box"};
}

TestSuite(figure_timeline, .init = prepare, .fini = remove_folder);

static char* draw(carom_figure figure, const char* name, size_t* size) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  rig_aim(&figure, name, output);
  return rig_picture(&figure, carom_figure_timeline(&figure, &input, &diag), &diag, size);
}

Test(figure_timeline, rows_have_names_and_bars_have_words) {
  static const char* const shown[] = {"box",   "corner 1", "corner 2", "flight", "slides",     "sticks",
                                      "rolls", "rests",    "impact",   "a box",  "time t [s]", NULL};
  size_t size;
  char* svg = draw(carom_figure_default(), "it.svg", &size);
  expect_words(svg, shown, (const char* const[]){NULL});
  char* text = svg_text_of(svg);
  cr_expect_eq(svg_count_of(text, "slides"), 2, "on the bar and in the legend");
  cr_expect_eq(svg_count_of(text, "rests"), 2, "a bar of a pixel has no word");
  cr_expect_eq(svg_count_of(text, "flight"), 1, "flight is too thin for words");
  free(text);
  cr_expect_eq(svg_count_of(svg, "rgb(229, 154,  92)"), 2, "one bar that slides, and its sample");
  free(svg);
  input.bar_count = 1;
  input.tick_count = 0;
  svg = draw(carom_figure_default(), "flight.svg", &size);
  expect_words(svg, (const char* const[]){"flight", NULL}, (const char* const[]){"slides", "impact", NULL});
  free(svg);
}

static bool is_thin(int phase) {
  return carom__timeline_look((carom_phase)phase)->half < 0.1;
}

Test(figure_timeline, phases_differ_in_grey) {
  double greys[CAROM__PHASE_COUNT];
  for (int i = 0; i < CAROM__PHASE_COUNT; ++i) {
    long colour = strtol(carom__timeline_look((carom_phase)i)->colour + 1, NULL, 16);
    greys[i] = 0.299 * (double)(colour >> 16) + 0.587 * (double)(colour >> 8 & 255) + 0.114 * (double)(colour & 255);
    // Flight, and balls that are out of play, are told by their height.
    for (int j = 0; j < i; ++j)
      if (!is_thin(i) && !is_thin(j)) cr_expect_gt(fabs(greys[i] - greys[j]), 25.0, "%d and %d", i, j);
  }
  cr_expect_lt(carom__timeline_look(CAROM_PHASE_FLIGHT)->half, 0.5 * carom__timeline_look(CAROM_PHASE_SLIDE)->half);
}

Test(figure_timeline, script_and_data_stay_when_asked) {
  char scripts[SAMPLE_PATH], path[SAMPLE_PATH], command[2 * SAMPLE_PATH];
  sample_join(scripts, folder, "scripts");
  carom_figure figure = carom_figure_default();
  figure.script_dir = scripts;
  size_t size;
  free(draw(figure, "it.svg", &size));
  cr_expect_eq(sample_file_count(scripts), 3, "script and data, and nothing else");
  sample_join(path, scripts, "bars.dat");
  char* data = sample_read(path, &size);
  char* at = strchr(data, '\n') + 1;
  for (int i = 0; i < BARS; ++i, at = strchr(at, '\n') + 1) {
    cr_expect_eq(strtod(at, &at), bars[i].from);
    cr_expect_eq(strtod(at, &at), bars[i].to);
    cr_expect_eq(strtol(at, &at, 10), bars[i].row + 1);
    char word[32];
    snprintf(word, sizeof word, "\"%s\"\n", carom_phase_word(bars[i].phase));
    cr_expect_eq(strncmp(strchr(at, '"'), word, strlen(word)), 0, "bar %d is no %s", i, word);
  }
  free(data);
  sample_join(path, scripts, "impacts.dat");
  data = sample_read(path, &size);
  at = strchr(data, '\n') + 1;
  for (int i = 0; i < TICKS; ++i) {
    cr_expect_eq(strtod(at, &at), ticks[i].at);
    cr_expect_eq(strtol(at, &at, 10), ticks[i].row + 1);
  }
  free(data);
  snprintf(command, sizeof command, "cd '%s' && test -z \"$(LC_ALL=C.UTF-8 gnuplot timeline.gp 2>&1)\"", scripts);
  cr_expect_eq(system(command), 0, "the script draws again, without a word");
  sample_remove(scripts);
}

Test(figure_timeline, formats_are_what_their_names_say) {
  static const char* const files[] = {"a.svg", "a.pdf", "a.png"};
  static const char* const starts[] = {"<?xml", "%PDF-", "\x89PNG"};
  for (int i = 0; i < 3; ++i) {
    size_t size, again;
    char* bytes = draw(carom_figure_default(), files[i], &size);
    char* second = draw(carom_figure_default(), files[i], &again);
    cr_expect(size > 1000 && memcmp(bytes, starts[i], 4) == 0, "%s", files[i]);
    cr_expect(size == again && memcmp(bytes, second, size) == 0, "%s: equal input, equal bytes", files[i]);
    free(bytes);
    free(second);
  }
}

Test(figure_timeline, as_many_rows_as_allowed_and_no_bar_at_all) {
  const char* rows[CAROM_FIGURE_MAX_ROWS];
  for (int i = 0; i < CAROM_FIGURE_MAX_ROWS; ++i) rows[i] = "a place with a name that is longer than there is room for";
  input.rows = rows;
  input.row_count = CAROM_FIGURE_MAX_ROWS;
  input.bar_count = input.tick_count = 0;
  size_t size;
  char* svg = draw(carom_figure_default(), "rows.svg", &size);
  expect_words(svg, (const char* const[]){"a place with", "…", NULL}, (const char* const[]){"there is room", NULL});
  free(svg);
}

Test(figure_timeline, names_of_others_are_shown_and_never_run) {
  static const char* const hostile[] = {"`touch pwned`", "'; system('touch pwned'); '",
                                        "x' at 0,0\n! touch pwned\nset label 'y"};
  char here[SAMPLE_PATH];
  cr_assert_not_null(getcwd(here, sizeof here));
  cr_assert_eq(chdir(folder), 0);
  for (int i = 0; i < 3; ++i) {
    carom_figure figure = carom_figure_default();
    const char* rows[] = {hostile[i], hostile[i], hostile[i]};
    figure.width = figure.height = 160;
    figure.title = hostile[i];
    input.rows = rows;
    size_t size;
    char* svg = draw(figure, "name.svg", &size);
    cr_expect_eq(sample_file_count(folder), 1, "name %d ran", i);
    cr_expect(svg_is_well_formed(svg));
    free(svg);
  }
  cr_assert_eq(chdir(here), 0);
}

static void expect_refused(const carom_figure_timeline_input* refused, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(carom_figure_timeline(&figure, refused, &diag), &diag, part);
}

Test(figure_timeline, bad_requests_say_what_would_be_right) {
  const carom_figure_timeline_input good = input;
  carom_figure_bar bar = {0, CAROM_PHASE_FLIGHT, 0.0, 1.0};
  carom_figure_tick tick = {3, 0.5};
  expect_refused(NULL, "one of them is missing");
  input.rows = NULL;
  expect_refused(&input, "one of them is missing");
  input = good;
  input.bars = NULL;
  expect_refused(&input, "one of them is missing");
  input = good;
  input.row_count = 4;  // the fourth has no name
  expect_refused(&input, "one of them is missing");
  input = good;
  input.row_count = 0;
  expect_refused(&input, "1 to 32 rows");
  input = good;
  input.until = 0.0;
  expect_refused(&input, "end after 0 s");
  input.until = (double)NAN;
  expect_refused(&input, "end after 0 s");
  input = good;
  input.ticks = &tick;
  input.tick_count = 1;
  expect_refused(&input, "a row that is not there");
  input = good;
  input.bars = &bar;
  input.bar_count = 1;
  bar.to = (double)NAN;
  expect_refused(&input, "not finite");
  bar = (carom_figure_bar){-1, CAROM_PHASE_FLIGHT, 0.0, 1.0};
  expect_refused(&input, "a row that is not there");
}
