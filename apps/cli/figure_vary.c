/// @file figure_vary.c
/// Figures of a parameter: `carom figure --vary contacts.0.mu=0:1:101 --show bodies.ball.velocity.0 FILE`.
#define _POSIX_C_SOURCE 200809L  // isatty
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "figure.h"
#include "vary.h"

/// A map shows one value of one file.
static int check_map(const cli_options* options, const cli_vary* vary) {
  if (options->file_count > 1)
    return cli_vary_say(options, "two --vary give a map, which shows one file; what is `", options->files[1], "`?");
  if (vary->shown_count > 1)
    return cli_vary_say(options, "two --vary give a map, which shows one value; what is `", vary->shown[1], "`?");
  return cli_vary_point_count(options, vary) < 0 ? CLI_BAD : CLI_SOLVED;
}

/// A figure has its axes from small to large.
static void turn_up(carom_present_range* range) {
  if (range->from < range->to) return;
  const double swapped = range->from;
  range->from = range->to;
  range->to = swapped;
}

static int parse(const cli_options* options, cli_vary* out) {
  if (options->kind)
    return cli_vary_say(options, "--vary draws a chart or a map; it does not go with --kind ", options->kind, "");
  const int code = cli_vary_parse(options, CAROM_PRESENT_MOST_SHOWN, out);
  for (int i = 0; i < out->range_count && code == CLI_SOLVED; ++i) turn_up(&out->ranges[i]);
  return code != CLI_SOLVED || out->range_count == 1 ? code : check_map(options, out);
}

/// How far a long computation is, told on a terminal once a second.
typedef struct teller {
  bool shows;
  time_t begin, last;
} teller;

static bool tell(double done, void* context) {
  teller* t = context;
  const time_t now = t->shows ? time(NULL) : t->last;
  if (now - t->last < 1) return true;
  t->last = now;
  fprintf(stderr, "\r%3d %% of the points ", (int)(100 * done));
  return true;
}

static void end_telling(const teller* t) {
  if (t->last != t->begin) fprintf(stderr, "\r%24s\r", "");
}

/// Says which points were left out.
static void report_failures(const carom_present_vary_report* report) {
  if (report->failed == 0) return;
  fprintf(stderr, "carom figure: %d of %d points have no answer and are left out; the first: ", report->failed,
          report->point_count);
  cli_put_text(stderr, report->first.message, 400);
  fputc('\n', stderr);
}

static carom_present_vary_request request_of(const cli_vary* vary) {
  carom_present_vary_request request = {
      .range_count = vary->range_count, .shown = vary->shown, .shown_count = vary->shown_count};
  for (int i = 0; i < vary->range_count; ++i) request.ranges[i] = vary->ranges[i];
  return request;
}

static int draw(const cli_options* options, const cli_vary* vary, const figure_bundle* bundle) {
  carom_present_vary_request built = request_of(vary), *request = &built;
  char output[CLI_FIGURE_NAME_SIZE];
  carom_diag diag;
  carom_present_vary_report report;
  const int code = cli_figure_prepare(options, output, &request->figure);
  if (code != CLI_SOLVED) return code;
  const time_t now = time(NULL);
  teller progress = {.shows = isatty(STDERR_FILENO), .begin = now, .last = now};
  request->count = bundle->count;
  request->items = bundle->items;
  request->progress = tell;
  request->context = &progress;
  const carom_status status = carom_present_vary(request, &report, &diag);
  end_telling(&progress);
  if (status && report.item >= 0) return cli_figure_report_item(bundle, report.item, &diag);
  if (status == CAROM_OK) report_failures(&report);
  return cli_figure_report(status, &request->figure, diag.message);
}

int cli_figure_vary(const cli_options* options) {
  cli_vary* arguments = calloc(1, sizeof *arguments);
  figure_bundle bundle = {0};
  if (!arguments) return cli_figure_refuse(CAROM_NO_MEMORY, "there is not enough memory");
  int code = parse(options, arguments);
  if (code == CLI_SOLVED) code = cli_figure_load(options, &bundle);
  if (code == CLI_SOLVED) code = draw(options, arguments, &bundle);
  cli_figure_free(&bundle);
  free(arguments);
  return code;
}
