// What can go wrong around a figure: bad requests, a missing or failing gnuplot, places that cannot be written, text
// that would like to be a command. Each leaves a message that helps and no half-written file.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/wait.h>

#include "figure/sample.h"

static char folder[SAMPLE_PATH], output[SAMPLE_PATH];
static carom_diag diag;
static sample rod;

static void prepare(void) {
  sample_folder(folder);
  sample_join(output, folder, "rod.svg");
  sample_rod(&rod, 0.6, -1, 0.9, 0.5);
}

static void tidy(void) {
  sample_remove(folder);
}

TestSuite(figure_safety, .init = prepare, .fini = tidy);

static carom_status draw(carom_figure figure) {
  carom_figure_process_input input = sample_input(&rod);
  diag = (carom_diag){0};
  return carom_figure_process(&figure, &input, &diag);
}

static carom_figure rod_figure(void) {
  carom_figure figure = carom_figure_default();
  figure.output = output;
  return figure;
}

static void expect_refused(carom_figure figure, carom_status want, const char* part) {
  carom_status got = draw(figure);
  cr_expect_eq(got, want, "want %s, got: %s", part, diag.message);
  cr_expect_not_null(strstr(diag.message, part), "no \"%s\" in: %s", part, diag.message);
}

Test(figure_safety, defaults_are_a_size_and_nothing_else) {
  carom_figure figure = carom_figure_default();
  cr_expect_null(figure.title);
  cr_expect_null(figure.output);
  cr_expect_null(figure.script_dir);
  cr_expect(figure.width > 0 && figure.height > 0);
}

Test(figure_safety, bad_requests_say_what_would_be_right) {
  static const char* const endings[] = {"rod", "rod.", "rod.jpg", "rod.svgz", "a.svg/rod", ""};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i) {
    carom_figure figure = carom_figure_default();
    figure.output = endings[i];
    expect_refused(figure, CAROM_BAD_VALUE, ".svg, .pdf or .png");
  }
  expect_refused(carom_figure_default(), CAROM_BAD_VALUE, ".svg, .pdf or .png");
  static const int sizes[][2] = {{0, 700}, {650, 0}, {-650, 700}, {159, 700}, {650, 159}, {10001, 700}, {650, 10001}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    carom_figure figure = rod_figure();
    figure.width = sizes[i][0];
    figure.height = sizes[i][1];
    expect_refused(figure, CAROM_BAD_VALUE, "160 to 10000");
  }
  cr_expect_eq(sample_file_count(folder), 0);
}

Test(figure_safety, the_smallest_size_is_drawn) {
  carom_figure figure = rod_figure();
  figure.width = figure.height = 160;
  cr_expect_eq(draw(figure), CAROM_OK, "%s", diag.message);
}

Test(figure_safety, missing_parts_are_named) {
  carom_figure figure = rod_figure();
  cr_expect_eq(carom_figure_process(NULL, NULL, &diag), CAROM_BAD_VALUE);
  cr_expect_eq(carom_figure_process(&figure, NULL, &diag), CAROM_BAD_VALUE);
  for (int i = 0; i < 4; ++i) {
    carom_figure_process_input input = sample_input(&rod);
    if (i == 0) input.problem = NULL;
    if (i == 1) input.outcome = NULL;
    if (i == 2) input.diagram = NULL;
    if (i == 3) input.trace = NULL;
    cr_expect_eq(carom_figure_process(&figure, &input, &diag), CAROM_BAD_VALUE);
    cr_expect_not_null(strstr(diag.message, "problem, outcome, diagram and trace"));
  }
}

Test(figure_safety, a_trace_must_be_there_and_finite) {
  rod.trace.count = 1;
  expect_refused(rod_figure(), CAROM_BAD_VALUE, "carom_planar_trace");
  sample_rod(&rod, 0.6, -1, 0.9, 0.5);
  rod.points[3].impulse[2] = (double)NAN;
  expect_refused(rod_figure(), CAROM_BAD_VALUE, "not finite");
  cr_expect_eq(sample_file_count(folder), 0);
}

Test(figure_safety, a_diagnostic_is_optional_and_has_no_line) {
  carom_figure figure = rod_figure();
  figure.width = 1;
  carom_figure_process_input input = sample_input(&rod);
  cr_expect_eq(carom_figure_process(&figure, &input, NULL), CAROM_BAD_VALUE);
  diag = (carom_diag){.line = 7, .field = "old", .value = 7};
  cr_expect_eq(carom_figure_process(&figure, &input, &diag), CAROM_BAD_VALUE);
  cr_expect(diag.status == CAROM_BAD_VALUE && diag.line == 0 && diag.value == 0 && diag.field[0] == '\0');
}

Test(figure_safety, without_gnuplot_the_package_is_named) {
  setenv("PATH", folder, 1);
  expect_refused(rod_figure(), CAROM_NO_PROGRAM, "gnuplot-nox");
  cr_expect_eq(sample_file_count(folder), 0);
}

/// Puts a gnuplot of our own in front of the real one.
static void pretend_gnuplot(const char* body) {
  char path[SAMPLE_PATH];
  sample_join(path, folder, "gnuplot");
  FILE* file = fopen(path, "w");
  cr_assert_not_null(file);
  fprintf(file, "#!/bin/sh\n%s\n", body);
  fclose(file);
  chmod(path, 0755);
  setenv("PATH", folder, 1);
}

Test(figure_safety, what_gnuplot_says_when_it_fails_is_passed_on) {
  pretend_gnuplot("echo 'the ink has dried' >&2; exit 3");
  expect_refused(rod_figure(), CAROM_PROGRAM_FAILED, "the ink has dried");
  cr_expect_eq(access(output, F_OK), -1);
}

Test(figure_safety, a_gnuplot_that_draws_nothing_has_failed) {
  pretend_gnuplot("exit 0");
  expect_refused(rod_figure(), CAROM_PROGRAM_FAILED, "no reason");
  cr_expect_eq(access(output, F_OK), -1);
}

Test(figure_safety, a_talkative_gnuplot_does_not_block) {
  pretend_gnuplot(
      "i=0; while [ $i -lt 4000 ]; do echo 'a long line of complaints, again and again' >&2; i=$((i+1)); "
      "done; exit 1");
  expect_refused(rod_figure(), CAROM_PROGRAM_FAILED, "again and again");
}

Test(figure_safety, a_failure_leaves_the_old_figure_alone) {
  cr_assert_eq(draw(rod_figure()), CAROM_OK, "%s", diag.message);
  size_t before = 0, after = 0;
  char* old = sample_read(output, &before);
  pretend_gnuplot("printf half > carom-drawing.part; kill -9 $$");
  expect_refused(rod_figure(), CAROM_PROGRAM_FAILED, "gnuplot failed");
  char* now = sample_read(output, &after);
  cr_expect(before == after && memcmp(old, now, before) == 0);
  free(old);
  free(now);
}

Test(figure_safety, places_that_cannot_be_written_are_named) {
  char nowhere[SAMPLE_PATH], taken[SAMPLE_PATH];
  sample_join(nowhere, folder, "no/such/rod.svg");
  sample_join(taken, folder, "folder.svg");
  cr_assert_eq(mkdir(taken, 0777), 0);
  carom_figure figure = carom_figure_default();
  figure.output = nowhere;
  expect_refused(figure, CAROM_IO, nowhere);
  figure.output = taken;
  expect_refused(figure, CAROM_IO, taken);
  cr_expect_eq(sample_file_count(folder), 1, "only the folder itself");
  figure = rod_figure();
  figure.script_dir = nowhere;
  expect_refused(figure, CAROM_IO, nowhere);
  rmdir(taken);
}

Test(figure_safety, a_file_is_no_place_for_scripts) {
  FILE* file = fopen(output, "w");
  fclose(file);
  carom_figure figure = rod_figure();
  figure.script_dir = output;
  expect_refused(figure, CAROM_IO, output);
}

Test(figure_safety, nothing_temporary_stays) {
  char temporary[SAMPLE_PATH];
  sample_join(temporary, folder, "temporary");
  cr_assert_eq(mkdir(temporary, 0777), 0);
  setenv("TMPDIR", temporary, 1);
  cr_expect_eq(draw(rod_figure()), CAROM_OK, "%s", diag.message);
  cr_expect_eq(sample_file_count(temporary), 0);
  cr_expect_eq(sample_file_count(folder), 2, "the figure and the empty folder");
  pretend_gnuplot("exit 1");
  draw(rod_figure());
  cr_expect_eq(sample_file_count(temporary), 0);
  cr_expect(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "no child process is left");
  rmdir(temporary);
  setenv("TMPDIR", temporary, 1);
  expect_refused(rod_figure(), CAROM_IO, "TMPDIR");
}

Test(figure_safety, a_program_that_ignores_its_children_can_draw) {
  signal(SIGCHLD, SIG_IGN);
  cr_expect_eq(draw(rod_figure()), CAROM_OK, "%s", diag.message);
}

Test(figure_safety, hostile_titles_are_text) {
  // What each title must look like in the svg.
  static const char* const titles[][2] = {
      {"`touch pwned`", "`touch pwned`"},
      {"'; system('touch pwned'); '", "'; system('touch pwned'); '"},
      {"\" . system(\"touch pwned\") . \"", "\" . system(\"touch pwned\") . \""},
      {"x' at 0,0\n! touch pwned\nset label 'y", "x' at 0,0 ! touch pwned set label 'y"},
      {"$(touch pwned) @x \\ ^_{a}~&<b>", "$(touch pwned) @x \\ ^_{a}~&amp;&lt;b>"},
      {"ends in a backslash \\", "ends in a backslash \\"},
      {"{/:Bold no} %s %n %d # no comment", "{/:Bold no} %s %n %d # no comment"},
      {"a\tb\rc\x01"
       "d\x7f"
       "e",
       "a b c d e"},
      {"Stoß é 撞 \xff\xc0\xaf\xed\xa0\x80", "Stoß é 撞 ??????"},
  };
  char here[SAMPLE_PATH];
  cr_assert_not_null(getcwd(here, sizeof here));
  cr_assert_eq(chdir(folder), 0);
  for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) {
    carom_figure figure = rod_figure();
    figure.title = titles[i][0];
    cr_assert_eq(draw(figure), CAROM_OK, "title %zu: %s", i, diag.message);
    size_t size;
    char* svg = sample_read(output, &size);
    cr_expect_not_null(strstr(svg, titles[i][1]), "title %zu is not shown as it is", i);
    cr_expect_eq(sample_file_count(folder), 1, "title %zu ran", i);
    free(svg);
  }
  cr_assert_eq(chdir(here), 0);
}

Test(figure_safety, hostile_file_names_are_names) {
  static const char* const names[] = {"'; system('touch pwned'); '.svg", "`touch pwned`.png", "a\nb \"$x\" \\.pdf"};
  for (int i = 0; i < 3; ++i) {
    char path[SAMPLE_PATH];
    sample_join(path, folder, names[i]);
    carom_figure figure = carom_figure_default();
    figure.output = path;
    cr_expect_eq(draw(figure), CAROM_OK, "%s", diag.message);
    cr_expect_eq(access(path, R_OK), 0);
  }
  cr_expect_eq(sample_file_count(folder), 3);
}
