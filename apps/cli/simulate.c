/// @file simulate.c
/// `carom simulate`: a scenario with a motion block, from its start to its end.
#include "simulate.h"

#include <stdlib.h>

#include <errno.h>
#include <string.h>

#include "carom/lines.h"

static carom_simulation* run(const carom_scenario* scenario, carom_diag* error) {
  cli_progress progress = cli_progress_start("simulating");
  carom_simulation* simulation = carom_scenario_simulate(scenario, cli_progress_tell, &progress, error);
  cli_progress_end(&progress);
  return simulation;
}

static int simulate_lines(const char* file) {
  FILE* in = cli_is_stdin(file) ? stdin : fopen(file, "rb");
  if (!in) {
    carom_diag error;
    cli_cannot_read(&error, strerror(errno));
    return cli_report(file, &error, true);
  }
  cli_progress progress = cli_progress_start("simulating");
  const carom_line_streams streams = {.in = in,
                                      .name = cli_shown_name(file),
                                      .out = carom_sink_file(stdout),
                                      .err = carom_sink_file(stderr),
                                      .progress = cli_progress_tell,
                                      .context = &progress};
  const int code = carom_scenario_simulate_lines(&streams);
  if (cli_progress_was_stopped()) fputs("carom simulate: stopped; the lines that are answered are whole\n", stderr);
  cli_progress_end(&progress);
  if (in != stdin) fclose(in);
  return code;
}

/// What is wanted of the runs, and what has been done.
typedef struct wishes {
  const cli_options* options;
  bool json;
  bool printed;  // a table stands above this one
} wishes;

static bool write_csv(const void* simulation, carom_sink sink) {
  return carom_simulation_write_csv(simulation, sink);
}

static int answer(const char* file, const carom_scenario* scenario, const carom_simulation* simulation, wishes* wish) {
  const cli_options* options = wish->options;
  int code = simulation->cut ? CLI_NO_ANSWER : CLI_SOLVED;
  if (options->csv) code = cli_worse(code, cli_write_file(options->command, options->csv, write_csv, simulation));
  if (wish->json) {
    carom_simulation_write(scenario, simulation, carom_sink_file(stdout));
  } else if (!options->csv || !cli_is_stdin(options->csv)) {
    cli_motion_page sheet = {
        .page = cli_open_page(file, scenario, NULL), .simulation = simulation, .all = options->all};
    sheet.page.units = cli_find_units(options->units);
    if (wish->printed) putchar('\n');
    cli_print_simulation(&sheet);
    wish->printed = true;
  }
  if (simulation->cut) fprintf(stderr, "carom simulate: stopped at t = %.9g s\n", simulation->end_time);
  return code;
}

/// --until-events: how many a table may have. False with *error filled.
static bool limit_events(const cli_options* options, carom_scenario* scenario, carom_diag* error) {
  if (!options->until_events) return true;
  if (scenario->table) {
    scenario->table->most_events = strtol(options->until_events, NULL, 10);
    return true;
  }
  *error = (carom_diag){.status = CAROM_BAD_VALUE};
  snprintf(error->message, sizeof error->message, "--until-events is for a table; this motion has none.");
  return false;
}

/// *cut: whether the user stopped it.
static int simulate_file(const char* file, wishes* wish, bool* cut) {
  carom_diag error = {0};
  carom_scenario* scenario = cli_load(wish->options, file, &error);
  const bool limited = scenario && limit_events(wish->options, scenario, &error);
  carom_simulation* simulation = limited ? run(scenario, &error) : NULL;
  const int code = simulation ? answer(file, scenario, simulation, wish) : cli_report(file, &error, wish->json);
  *cut = simulation && simulation->cut;
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
  return code;
}

static bool streams_lines(const cli_options* options, int file) {
  return options->jsonl || cli_is_jsonl(options->files[file]);
}

static bool has_lines(const cli_options* options) {
  for (int i = 0; i < options->file_count; ++i)
    if (streams_lines(options, i)) return true;
  return false;
}

static int check_csv(const cli_options* options) {
  const char* problem = NULL;
  if (options->file_count > 1 || has_lines(options)) problem = "--csv goes with a single scenario";
  if (options->json && cli_is_stdin(options->csv)) problem = "--json and --csv - cannot both have standard output";
  if (problem) fprintf(stderr, "carom simulate: %s; see `carom help simulate`\n", problem);
  return problem ? CLI_BAD : CLI_SOLVED;
}

static bool is_count(const char* text) {
  char* end;
  const long count = strtol(text, &end, 10);
  return end != text && *end == '\0' && count > 0;
}

int cli_simulate(const cli_options* options) {
  if (options->vary.count > 0) return cli_vary_table(options);
  if (cli_check_alone(options) != CLI_SOLVED || (options->csv && check_csv(options) != CLI_SOLVED)) return CLI_BAD;
  // Standard output is one thing or the other, so a single .jsonl among the files asks for JSON from all of them.
  if (options->until_events && !is_count(options->until_events))
    return cli_bad_usage(options, "--until-events takes a whole number from 1 on, not", options->until_events);
  wishes wish = {.options = options, .json = options->json || has_lines(options)};
  int worst = CLI_SOLVED;
  bool cut = false;
  for (int i = 0; i < options->file_count && !cut && !ferror(stdout) && !cli_progress_was_stopped(); ++i) {
    const char* file = options->files[i];
    worst = cli_worse(worst, streams_lines(options, i) ? simulate_lines(file) : simulate_file(file, &wish, &cut));
  }
  return worst;
}
