// `carom solve`: results for people, or as JSON.
#include <errno.h>
#include <string.h>

#include "carom/lines.h"
#include "simulate.h"
#include "summary.h"

static int solve_lines(const cli_options* options, const char* file) {
  FILE* in = cli_is_stdin(file) ? stdin : fopen(file, "rb");
  if (!in) {
    carom_diag error;
    cli_cannot_read(&error, strerror(errno));
    return cli_report(file, &error, true);
  }
  cli_progress progress = cli_progress_start("solving");
  progress.shows = false;  // how many lines there are nobody knows
  const carom_line_streams streams = {.in = in,
                                      .name = cli_shown_name(file),
                                      .out = carom_sink_file(stdout),
                                      .err = carom_sink_file(stderr),
                                      .progress = cli_progress_tell,
                                      .context = &progress,
                                      .derivatives = options->derivatives};
  const int code = carom_scenario_solve_lines(&streams);
  if (cli_progress_was_stopped()) fputs("carom solve: stopped; the lines that are answered are whole\n", stderr);
  cli_progress_end(&progress);
  if (in != stdin) fclose(in);
  return code;
}

/// *printed: whether a summary stands above this one.
static void print_summary(const cli_page* page, bool* printed) {
  if (*printed) putchar('\n');
  cli_print_summary(page);
  *printed = true;
}

static int solve_file(const cli_options* options, const char* file, bool json, bool* printed) {
  carom_diag error = {0};
  carom_scenario* scenario = cli_load(options, file, &error);
  // A summary for people tells what springs held on the way.
  carom_result* (*solve)(const carom_scenario*, carom_diag*) = json ? carom_scenario_solve : carom_scenario_solve_path;
  carom_result* result = scenario ? solve(scenario, &error) : NULL;
  int code = CLI_SOLVED;
  if (result && options->derivatives && carom_scenario_differentiate(scenario, result, &error)) {
    carom_result_free(result);
    result = NULL;
  }
  if (!result) {
    code = cli_report(file, &error, json);
  } else if (json) {
    carom_result_write(scenario, result, carom_sink_file(stdout));
  } else {
    cli_page page = cli_open_page(file, scenario, result);
    page.units = cli_find_units(options->units);
    print_summary(&page, printed);
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return code;
}

/// Standard output is one thing or the other, so a single .jsonl among the files asks for JSON from all of them.
static bool wants_json(const cli_options* options) {
  for (int i = 0; i < options->file_count; ++i)
    if (cli_is_jsonl(options->files[i])) return true;
  return options->json;
}

int cli_solve(const cli_options* options) {
  if (options->vary.count > 0) return cli_vary_table(options);
  if (cli_check_alone(options) != CLI_SOLVED) return CLI_BAD;
  const bool json = wants_json(options);
  bool printed = false;
  int worst = CLI_SOLVED;
  for (int i = 0; i < options->file_count && !ferror(stdout) && !cli_progress_was_stopped(); ++i) {
    const char* file = options->files[i];
    const bool streams = options->jsonl || cli_is_jsonl(file);
    worst = cli_worse(worst, streams ? solve_lines(options, file) : solve_file(options, file, json, &printed));
  }
  return worst;
}
