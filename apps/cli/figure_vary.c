/// @file figure_vary.c
/// Figures of a parameter: `carom figure --vary contacts.0.mu=0:1:101 --show bodies.ball.velocity.0 FILE`.
#define _POSIX_C_SOURCE 200809L  // isatty
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "figure.h"

enum { TEXT_SIZE = 2048 };

/// What the arguments ask for, and the texts that its paths point into.
typedef struct vary_arguments {
  carom_present_vary_request request;
  char range_texts[CLI_MOST_GIVEN][TEXT_SIZE], shown_text[TEXT_SIZE];
  const char* range_paths[CLI_MOST_GIVEN][CAROM_PRESENT_MOST_PATHS];
  const char* shown[CAROM_PRESENT_MOST_SHOWN];
} vary_arguments;

static int say(const char* what, const char* value, const char* rest) {
  fputs("carom figure: ", stderr);
  fputs(what, stderr);
  cli_put_text(stderr, value, 200);
  fprintf(stderr, "%s\n", rest);
  return CLI_BAD;
}

/// Cuts text at commas. Returns how many parts there are; -1 if one is empty or there are too many.
static int split(char* text, int most, const char** parts) {
  int count = 0;
  for (char* at = text; at; ++count) {
    char* comma = strchr(at, ',');
    if (comma) *comma = '\0';
    if (*at == '\0' || count == most) return -1;
    parts[count] = at;
    at = comma ? comma + 1 : NULL;
  }
  return count;
}

/// "0:1:101"
static bool parse_numbers(const char* text, carom_present_range* range) {
  char* end;
  range->from = strtod(text, &end);
  if (end == text || *end != ':') return false;
  const char* second = end + 1;
  range->to = strtod(second, &end);
  if (end == second || *end != ':') return false;
  const char* third = end + 1;
  const long count = strtol(third, &end, 10);
  if (end == third || *end != '\0' || count < 2 || count > CAROM_PRESENT_MOST_COUNT) return false;
  range->count = (int)count;
  if (range->from > range->to) {
    const double swapped = range->from;  // a figure has its axis from small to large anyway
    range->from = range->to;
    range->to = swapped;
  }
  const double width = range->to - range->from;
  return width - width == 0 && width != 0;  // finite
}

static int parse_range(const char* argument, int index, vary_arguments* out) {
  char* text = out->range_texts[index];
  carom_present_range* range = &out->request.ranges[index];
  char message[160];
  char* equals = strlen(argument) < TEXT_SIZE ? strrchr(strcpy(text, argument), '=') : NULL;
  if (!equals || !parse_numbers(equals + 1, range)) {
    snprintf(message, sizeof message,
             "--vary must be PATH=FROM:TO:COUNT with COUNT from 2 to %d, such as contacts.0.mu=0:1:101, not `",
             CAROM_PRESENT_MOST_COUNT);
    return say(message, argument, "`");
  }
  *equals = '\0';
  range->paths = out->range_paths[index];
  range->path_count = split(text, CAROM_PRESENT_MOST_PATHS, out->range_paths[index]);
  if (range->path_count > 0) return CLI_SOLVED;
  snprintf(message, sizeof message, "--vary must name 1 to %d paths, with commas between them, not `",
           CAROM_PRESENT_MOST_PATHS);
  return say(message, argument, "`");
}

static int parse_shown(const char* argument, vary_arguments* out) {
  char message[160];
  if (!argument)
    return say("--vary needs --show PATH[,PATH..]: what to draw, such as contacts.0.mode or energy.change", "", "");
  out->request.shown = out->shown;
  if (strlen(argument) < TEXT_SIZE)
    out->request.shown_count = split(strcpy(out->shown_text, argument), CAROM_PRESENT_MOST_SHOWN, out->shown);
  if (out->request.shown_count > 0) return CLI_SOLVED;
  snprintf(message, sizeof message, "--show must name 1 to %d paths, with commas between them, not `",
           CAROM_PRESENT_MOST_SHOWN);
  return say(message, argument, "`");
}

/// A map shows one value of one file.
static int check_map(const cli_options* options, const carom_present_vary_request* request) {
  char message[80];
  if (options->file_count > 1)
    return say("two --vary give a map, which shows one file; what is `", options->files[1], "`?");
  if (request->shown_count > 1)
    return say("two --vary give a map, which shows one value; what is `", request->shown[1], "`?");
  if (request->ranges[0].count * request->ranges[1].count <= CAROM_PRESENT_MOST_POINTS) return CLI_SOLVED;
  snprintf(message, sizeof message, "the map would have more than %d points; give smaller counts",
           CAROM_PRESENT_MOST_POINTS);
  return say(message, "", "");
}

static int parse(const cli_options* options, vary_arguments* out) {
  *out = (vary_arguments){.request = {.range_count = options->vary.count}};
  if (options->vary.count > CLI_MOST_GIVEN)
    return say("--vary can be given once or twice, for one axis or two", "", "");
  if (options->kind) return say("--vary draws a chart or a map; it does not go with --kind ", options->kind, "");
  int code = CLI_SOLVED;
  for (int i = 0; i < options->vary.count && code == CLI_SOLVED; ++i) code = parse_range(options->vary.at[i], i, out);
  if (code == CLI_SOLVED) code = parse_shown(options->show, out);
  return code != CLI_SOLVED || out->request.range_count == 1 ? code : check_map(options, &out->request);
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

static int draw(const cli_options* options, carom_present_vary_request* request, const figure_bundle* bundle) {
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
  vary_arguments* arguments = calloc(1, sizeof *arguments);
  figure_bundle bundle = {0};
  if (!arguments) return cli_figure_refuse(CAROM_NO_MEMORY, "there is not enough memory");
  int code = parse(options, arguments);
  if (code == CLI_SOLVED) code = cli_figure_load(options, &bundle);
  if (code == CLI_SOLVED) code = draw(options, &arguments->request, &bundle);
  cli_figure_free(&bundle);
  free(arguments);
  return code;
}
