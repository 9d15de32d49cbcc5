// What a sweep tells people: what it would do, what it has found, which rows have no answer.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sweep.h"

enum { NAME_WIDTH = 34 };

static void put_name(const char* name) {
  const int width = cli_put_text(stdout, name, NAME_WIDTH);
  printf("%*s", NAME_WIDTH - width, "");
}

static void put_value(const carom_sweep_value* value) {
  if (value->is_word)
    cli_put_text(stdout, value->word[0] ? value->word : "-", CAROM_SWEEP_WORD_SIZE);
  else
    printf("%.6g", value->number);
}

static double cpu_seconds(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// One row, all of it.
static void print_row(carom_sweep* sweep, int64_t row, const carom_sweep_facts* facts) {
  carom_sweep_value inputs[CAROM_SWEEP_MOST_INPUTS], outputs[CAROM_SWEEP_MOST_OUTPUTS];
  carom_diag error;
  const carom_status status = carom_sweep_row(sweep, row, inputs, outputs, &error);
  printf("\nrow %lld%s%s\n", (long long)row, status ? ": " : "", status ? carom_status_word(status) : "");
  for (int i = 0; i < facts->input_count; ++i) {
    fputs("  ", stdout);
    put_name(carom_sweep_input_name(sweep, i));
    put_value(&inputs[i]);
    putchar('\n');
  }
  for (int i = 0; i < facts->output_count && !status; ++i) {
    fputs("  -> ", stdout);
    put_name(carom_sweep_output_name(sweep, i));
    put_value(&outputs[i]);
    putchar('\n');
  }
}

/// s of one processor that a row takes, about: some rows from everywhere, since some may cost a hundred times others.
static double seconds_a_row(carom_sweep* sweep, int64_t rows) {
  enum { MOST = 400 };
  static const double LONGEST = 0.3, GOLDEN = 0.61803398874989485;
  carom_sweep_value outputs[CAROM_SWEEP_MOST_OUTPUTS];
  const double before = cpu_seconds();
  int count = 0;
  for (; count < MOST && (count == 0 || cpu_seconds() - before < LONGEST); ++count) {
    const double place = fmod(count * GOLDEN, 1);  // even, wherever it ends
    carom_sweep_row(sweep, (int64_t)(place * (double)rows), NULL, outputs, NULL);
  }
  return (cpu_seconds() - before) / count;
}

int cli_sweep_dry_run(carom_sweep* sweep) {
  const carom_sweep_facts facts = carom_sweep_tell(sweep);
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const int64_t rows[3] = {0, facts.rows / 2, facts.rows - 1};
  const double each = seconds_a_row(sweep, facts.rows);
  printf("%lld rows by %s in %lld chunks, %d inputs, %d stored values, %.4g MB\n", (long long)facts.rows,
         carom_sampling_word(facts.sampling), (long long)facts.chunk_count, facts.input_count, facts.output_count,
         1e-6 * (double)facts.bytes);
  if (facts.blocks > 0) printf("%lld blocks of %d rows\n", (long long)facts.blocks, facts.input_count + 2);
  puts(facts.moves     ? "every row is a motion"
       : facts.batched ? "many rows are solved at once"
                       : "rows are solved one by one");
  for (int i = 0; i < 3 && (i == 0 || rows[i] > rows[i - 1]); ++i) print_row(sweep, rows[i], &facts);
  // Times change from run to run, so they are not part of what is printed.
  fprintf(stderr, "carom sweep: %s %.2g s of one processor, %.2g s of %ld\n", facts.batched ? "at most" : "about",
          each * (double)facts.rows, each * (double)facts.rows / (double)(processors > 0 ? processors : 1),
          processors > 0 ? processors : 1);
  return CLI_SOLVED;
}

static void print_quantiles(const carom_sweep_plan* plan, const carom_sweep_statistics* of) {
  for (int i = 0; i < plan->quantile_count; ++i) printf("  %11.5g", of->quantiles[i]);
}

static void print_statistics(carom_sweep* sweep, const carom_sweep_summary* summary) {
  const carom_sweep_plan* plan = carom_sweep_plan_of(sweep);
  printf("%-*s  %11s  %11s  %11s", NAME_WIDTH, "", "mean", "sd", "least");
  for (int i = 0; i < plan->quantile_count; ++i) printf("  %9g %%", 100 * plan->quantiles[i]);
  printf("  %11s\n", "most");
  for (int i = 0; i < summary->of_count; ++i) {
    const carom_sweep_statistics* of = &summary->of[i];
    put_name(carom_sweep_of_name(sweep, i));
    printf("  %11.5g  %11.5g  %11.5g", of->mean, of->sd, of->least);
    print_quantiles(plan, of);
    printf("  %11.5g\n", of->most);
  }
}

static void print_sensitivity(carom_sweep* sweep, const carom_sweep_summary* summary) {
  const carom_sweep_facts facts = carom_sweep_tell(sweep);
  for (int i = 0; i < summary->of_count; ++i) {
    const carom_sweep_statistics* of = &summary->of[i];
    printf("\nsensitivity of ");
    put_name(carom_sweep_of_name(sweep, i));
    printf("\n  %-*s  %8s  %8s   %8s  %8s\n", NAME_WIDTH, "", "alone", "+-", "in all", "+-");
    for (int j = 0; j < facts.input_count; ++j) {
      fputs("  ", stdout);
      put_name(carom_sweep_input_name(sweep, j));
      printf("  %8.4f  %8.4f   %8.4f  %8.4f\n", of->first[j], of->first_width[j], of->total[j], of->total_width[j]);
    }
    if (of->blocks_dropped > 0)
      printf("  %lld of %lld blocks have a row without a value and do not count\n", (long long)of->blocks_dropped,
             (long long)facts.blocks);
  }
}

void cli_sweep_print(carom_sweep* sweep, const carom_sweep_summary* summary) {
  const carom_sweep_facts facts = carom_sweep_tell(sweep);
  printf("%lld rows by %s", (long long)summary->rows, carom_sampling_word(facts.sampling));
  if (summary->failed > 0) printf(", %lld without an answer", (long long)summary->failed);
  puts("");
  if (summary->of_count > 0) print_statistics(sweep, summary);
  if (facts.blocks > 0) print_sensitivity(sweep, summary);
}

void cli_sweep_print_failures(carom_sweep* sweep, const carom_sweep_summary* summary, const cli_options* options) {
  if (summary->failed == 0) return;
  fprintf(stderr, "carom sweep: %lld of %lld rows have no answer:", (long long)summary->failed,
          (long long)summary->rows);
  for (int i = 1; i < CAROM_SWEEP_STATUS_COUNT; ++i)
    if (summary->failed_by_status[i] > 0)
      fprintf(stderr, " %lld %s", (long long)summary->failed_by_status[i], carom_status_word((carom_status)i));
  fputs("\nTo see why:\n", stderr);
  const char* file = options->report ? "FILE" : options->files[0];
  for (int i = 0; i < CAROM_SWEEP_FAILURES_TOLD && summary->first_failed[i] >= 0; ++i) {
    fprintf(stderr, "  carom %s %s ", carom_sweep_tell(sweep).moves ? "simulate" : "solve", file);
    for (int j = 0; j < options->set.count; ++j) fprintf(stderr, "--set '%s' ", options->set.at[j]);
    carom_sweep_row_settings(sweep, summary->first_failed[i], carom_sink_file(stderr));
    fputc('\n', stderr);
  }
}

void cli_sweep_log(const cli_options* options, const carom_sweep_progress* p) {
  char name[4096], date[40] = "", host[80] = "";
  size_t length = strlen(options->output);
  const time_t time_now = time(NULL);
  struct tm parts;
  if (length > 0 && options->output[length - 1] == '/') --length;
  snprintf(name, sizeof name, "%.*s.log", (int)length, options->output);
  FILE* log = fopen(name, "a");
  if (!log) {  // facts about runs are for curiosity: the sweep is as good without
    if (p->rows_done_here > 0)
      fprintf(stderr, "carom sweep: warning: %s cannot be written: %s\n", name, strerror(errno));
    return;
  }
  if (gmtime_r(&time_now, &parts)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts);
  gethostname(host, sizeof host - 1);
  fprintf(log, "%s carom %s %s: %d processes, %lld rows in %.3f s, %lld of %lld done\n", date, carom_version(), host,
          cli_sweep_team->size, (long long)p->rows_done_here, p->seconds, (long long)p->rows_done, (long long)p->rows);
  fclose(log);
}
