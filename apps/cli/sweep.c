// `carom sweep`: a plan from the file and the options, rows into a file, statistics at the end.
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static void begin_alone(carom_sweep* sweep) {
  (void)sweep;
}

static void tell_alone(carom_sweep_progress* progress) {
  (void)progress;
}

static void end_alone(int* code, carom_sweep_progress* progress) {
  (void)code;
  (void)progress;
}

static int meet_alone(int code) {
  return code;
}

const cli_team cli_alone = {0, 1, begin_alone, NULL, tell_alone, end_alone, meet_alone};
const cli_team* cli_sweep_team = &cli_alone;

/// Rows of a CSV: more belong into a file that programs read at once.
enum { MOST_CSV_ROWS = 1000000 };

static const char* const sync_words[] = {"often", "none", "chunk", NULL};

const char* cli_sync_word(int i) {
  return i >= 0 && i < 3 ? sync_words[i] : NULL;
}

static bool is_leader(void) {
  return cli_sweep_team->rank == 0;
}

static int say(const carom_diag* error, const char* file) {
  return is_leader() ? cli_report(file, error, false) : carom_status_exit(error->status);
}

static int say_usage(const char* message) {
  if (is_leader()) fprintf(stderr, "carom sweep: %s; see `carom help sweep`\n", message);
  return CLI_BAD;
}

/// "3/16"
static bool parse_part(const char* text, carom_sweep_run_options* run) {
  char* end;
  const long part = strtol(text, &end, 10);
  if (end == text || *end != '/') return false;
  const char* second = end + 1;
  const long parts = strtol(second, &end, 10);
  run->part = (int)part;
  run->parts = (int)parts;
  return end != second && *end == '\0' && part >= 0 && parts > 0 && part < parts && parts <= 1000000;
}

static int parse_run(const cli_options* options, carom_sweep_run_options* run) {
  char* end;
  if (options->threads) {
    const long threads = strtol(options->threads, &end, 10);
    if (end == options->threads || *end != '\0' || threads < 1 || threads > 1024)
      return say_usage("--threads must be a whole number from 1 to 1024");
    run->threads = (int)threads;
  }
  if (options->part && !parse_part(options->part, run))
    return say_usage("--part must be K/N with K from 0 to N - 1, such as 3/16");
  if (options->part && cli_sweep_team->size > 1)
    return say_usage("--part is for single processes; these share by themselves");
  int sync = 0;
  while (options->sync && sync_words[sync] && strcmp(sync_words[sync], options->sync) != 0) ++sync;
  if (!sync_words[sync]) return say_usage("--sync must be often, none or chunk");
  run->sync = (carom_sweep_sync)sync;
  run->stop_at_failure = options->stop_at_failure;
  return CLI_SOLVED;
}

/// A change of the plan by an option, where it is given.
static bool change(carom_sweep_plan* plan, const char* key, const char* value, carom_diag* error) {
  if (!value) return true;
  carom_text line = {0};
  const carom_sink sink = carom_sink_text(&line);
  const bool fine = sink.write(key, strlen(key), sink.context) && sink.write(" ", 1, sink.context) &&
                    (*value == '\0' || sink.write(value, strlen(value), sink.context)) &&
                    carom_sweep_plan_change(plan, line.text, error);
  carom_text_free(&line);
  return fine;
}

static bool change_plan(const cli_options* options, carom_sweep_plan* plan, carom_diag* error) {
  for (int i = 0; i < options->vary.count; ++i)
    if (!change(plan, "vary", options->vary.at[i], error)) return false;
  return change(plan, "show", options->show, error) && change(plan, "rows", options->rows, error) &&
         change(plan, "seed", options->seed, error);
}

static carom_sweep* open_sweep(const cli_options* options, carom_diag* error) {
  const cli_input input = cli_read(options->files[0], error);
  carom_text text = {0};
  carom_sweep* sweep = NULL;
  carom_sweep_plan* plan = NULL;
  if (input.text && cli_set_text(options, input, &text, error))
    plan = carom_sweep_plan_parse(text.text ? text.text : "", text.length, error);
  if (plan && change_plan(options, plan, error)) sweep = carom_sweep_open(text.text, text.length, plan, error);
  carom_sweep_plan_free(plan);
  carom_text_free(&text);
  free(input.text);
  return sweep;
}

static bool write_csv(const void* sweep, carom_sink sink) {
  union {
    const void* from;
    carom_sweep* to;
  } cast = {sweep};  // reading a file changes nothing of the sweep
  return carom_sweep_write_csv(cast.to, sink);
}

static int write_rows(const cli_options* options, carom_sweep* sweep) {
  if (carom_sweep_tell(sweep).rows > MOST_CSV_ROWS)
    return say_usage("--csv takes up to 1,000,000 rows; read the file itself (docs/sweep.md)");
  return cli_write_file("sweep", options->csv, write_csv, sweep);
}

/// Statistics of a complete file, in all the forms that are wanted.
static int report(const cli_options* options, carom_sweep* sweep) {
  carom_diag error;
  carom_sweep_summary* summary = carom_sweep_summarise(sweep, &error);
  if (!summary) return say(&error, options->report ? options->files[0] : options->output);
  int code = summary->failed > 0 ? CLI_NO_ANSWER : CLI_SOLVED;
  if (options->json)
    carom_sweep_summary_write(sweep, summary, carom_sink_file(stdout));
  else if (!options->csv || strcmp(options->csv, "-") != 0)
    cli_sweep_print(sweep, summary);
  cli_sweep_print_failures(sweep, summary, options);
  if (options->csv) code = cli_worse(code, write_rows(options, sweep));
  if (options->figure) code = cli_worse(code, cli_sweep_draw(options, sweep, summary));
  carom_sweep_summary_free(summary);
  return code;
}

/// The command that goes on from here.
static void print_command(const cli_options* o) {
  const struct {
    const char *name, *value;
  } values[] = {{"--show", o->show}, {"--rows", o->rows}, {"--seed", o->seed}, {"--threads", o->threads},
                {"--part", o->part}, {"--sync", o->sync}, {"--csv", o->csv},   {"--figure", o->figure}};
  fprintf(stderr, "  %s sweep %s -o %s", cli_sweep_team->size > 1 ? "mpirun .. carom-mpi" : "carom", o->files[0],
          o->output);
  for (int i = 0; i < o->vary.count; ++i) fprintf(stderr, " --vary '%s'", o->vary.at[i]);
  for (int i = 0; i < o->set.count; ++i) fprintf(stderr, " --set '%s'", o->set.at[i]);
  for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i)
    if (values[i].value) fprintf(stderr, " %s '%s'", values[i].name, values[i].value);
  fputs(o->json ? " --json\n" : "\n", stderr);
}

static int say_stopped(const cli_options* options, const carom_sweep_progress* p) {
  enum { SIGNALLED = 128 };
  if (is_leader()) {
    fprintf(stderr, "carom sweep: stopped with %lld of %lld rows done; this goes on from here:\n",
            (long long)p->rows_done, (long long)p->rows);
    print_command(options);
  }
  return cli_sweep_signal() ? SIGNALLED + cli_sweep_signal() : CLI_NO_ANSWER;
}

static int run_sweep(const cli_options* options, carom_sweep* sweep, carom_sweep_run_options* run) {
  carom_diag error = {0};
  carom_sweep_progress progress = {0};
  cli_sweep_line line = cli_sweep_line_start();
  run->stop = cli_sweep_stop();
  run->tell = cli_sweep_line_tell;
  run->tell_context = &line;
  run->take = cli_sweep_team->take;
  cli_sweep_team->begin(sweep);
  cli_sweep_may_die();
  const carom_status status = carom_sweep_run(sweep, run, &progress, &error);
  cli_sweep_line_end(&line);
  int code = status == CAROM_OK ? CLI_SOLVED : CLI_NO_ANSWER;
  if (status != CAROM_OK && status != CAROM_STOPPED) code = cli_report(options->output, &error, false);
  cli_sweep_team->end(&code, &progress);
  if (is_leader()) cli_sweep_log(options, &progress);
  if (status == CAROM_STOPPED) return say_stopped(options, &progress);
  return code;
}

/// What is left when this process has done its share.
static int finish(const cli_options* options, carom_sweep* sweep) {
  const int64_t left = carom_sweep_todo(sweep, 0, 0, NULL, 0);
  if (!is_leader()) return CLI_SOLVED;
  if (left == 0) return report(options, sweep);
  if (options->part) {
    fprintf(stderr, "carom sweep: this share is done, %lld chunks of others are not; then: carom sweep --report %s\n",
            (long long)left, options->output);
    return CLI_SOLVED;
  }
  return CLI_NO_ANSWER;
}

/// The first process makes the file; the others find it.
static int attach(const cli_options* options, carom_sweep* sweep) {
  carom_diag error = {0};
  int code = CLI_SOLVED;
  if (is_leader() && !carom_sweep_attach(sweep, options->output, options->fresh, &error))
    code = cli_worse(CLI_BAD, say(&error, options->output));
  code = cli_sweep_team->meet(code);
  if (code == CLI_SOLVED && !is_leader() && !carom_sweep_attach(sweep, options->output, false, &error))
    code = cli_worse(CLI_BAD, cli_report(options->output, &error, false));
  return cli_sweep_team->meet(code);
}

static int attach_and_run(const cli_options* options, carom_sweep* sweep, carom_sweep_run_options* run) {
  cli_sweep_hear_signals();
  int code = attach(options, sweep);
  if (code == CLI_SOLVED) code = run_sweep(options, sweep, run);
  return code == CLI_SOLVED ? finish(options, sweep) : code;
}

static int report_file(const cli_options* options) {
  carom_diag error;
  if (!is_leader()) return CLI_SOLVED;
  carom_sweep* sweep = carom_sweep_of_file(options->files[0], &error);
  const int code = sweep ? report(options, sweep) : cli_report(options->files[0], &error, false);
  carom_sweep_free(sweep);
  return code;
}

int cli_sweep(const cli_options* options) {
  carom_sweep_run_options run = {0};
  carom_diag error = {0};
  if (options->file_count > 1) return say_usage("one FILE is swept at a time");
  if (options->report) return report_file(options);
  if (!options->output && !options->dry_run) return say_usage("-o OUT is missing: NAME.h5, or NAME/ for .npy columns");
  if (options->vary.count > CLI_MOST_GIVEN) return say_usage("--vary can be given 64 times");
  if (parse_run(options, &run) != CLI_SOLVED) return CLI_BAD;
  if (cli_sweep_team->size > 1 && cli_is_stdin(options->files[0]))
    return say_usage("several processes cannot share standard input; give a file");
  carom_sweep* sweep = open_sweep(options, &error);
  int code = cli_sweep_team->meet(sweep ? CLI_SOLVED : say(&error, options->files[0]));
  if (code == CLI_SOLVED && options->dry_run)
    code = is_leader() ? cli_sweep_dry_run(sweep) : CLI_SOLVED;
  else if (code == CLI_SOLVED)
    code = attach_and_run(options, sweep, &run);
  carom_sweep_free(sweep);
  return code;
}
