/// @file figure_vary.c
/// Figures of a parameter: `carom figure --vary contacts.0.mu=0:1:101 --show bodies.ball.velocity.0 FILE`.
#include "figure_vary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
  for (char* at = text; at; count++) {
    char* comma = strchr(at, ',');
    if (comma) *comma = '\0';
    if (*at == '\0' || count == most) return -1;
    parts[count] = at;
    at = comma ? comma + 1 : NULL;
  }
  return count;
}

/// "0:1:101"
static bool parse_numbers(const char* text, vary_range* range) {
  char* end;
  range->from = strtod(text, &end);
  if (end == text || *end != ':') return false;
  const char* second = end + 1;
  range->to = strtod(second, &end);
  if (end == second || *end != ':') return false;
  const char* third = end + 1;
  const long count = strtol(third, &end, 10);
  if (end == third || *end != '\0' || count < 2 || count > VARY_MOST_COUNT) return false;
  range->count = (int)count;
  if (range->from > range->to) {
    const double swapped = range->from;  // a figure has its axis from small to large anyway
    range->from = range->to;
    range->to = swapped;
  }
  const double width = range->to - range->from;
  return width - width == 0 && width != 0;  // finite
}

static int parse_range(const char* argument, vary_range* range) {
  char* equals = strlen(argument) < sizeof range->text ? strrchr(strcpy(range->text, argument), '=') : NULL;
  if (!equals || !parse_numbers(equals + 1, range))
    return say("--vary must be PATH=FROM:TO:COUNT with COUNT from 2 to 10001, such as contacts.0.mu=0:1:101, not `",
               argument, "`");
  *equals = '\0';
  range->path_count = split(range->text, VARY_MOST_PATHS, range->paths);
  return range->path_count > 0 ? CLI_SOLVED
                               : say("--vary must name 1 to 16 paths, with commas between them, not `", argument, "`");
}

static int parse_shown(const char* argument, vary_request* out) {
  if (!argument)
    return say("--vary needs --show PATH[,PATH..]: what to draw, such as contacts.0.mode or energy.change", "", "");
  if (strlen(argument) < sizeof out->text)
    out->shown_count = split(strcpy(out->text, argument), VARY_MOST_SHOWN, out->shown);
  return out->shown_count > 0 ? CLI_SOLVED
                              : say("--show must name 1 to 12 paths, with commas between them, not `", argument, "`");
}

int vary_parse(const cli_options* options, vary_request* out) {
  *out = (vary_request){.range_count = options->vary_count};
  if (options->vary_count > 2) return say("--vary can be given once or twice, for one axis or two", "", "");
  if (options->kind) return say("--vary draws a chart or a map; it does not go with --kind ", options->kind, "");
  int code = CLI_SOLVED;
  for (int i = 0; i < options->vary_count && code == CLI_SOLVED; i++)
    code = parse_range(options->vary[i], &out->ranges[i]);
  if (code == CLI_SOLVED) code = parse_shown(options->show, out);
  if (code != CLI_SOLVED || out->range_count == 1) return code;
  if (options->file_count > 1)
    return say("two --vary give a map, which shows one file; what is `", options->files[1], "`?");
  if (out->shown_count > 1) return say("two --vary give a map, which shows one value; what is `", out->shown[1], "`?");
  return out->ranges[0].count * out->ranges[1].count <= VARY_MOST_POINTS
             ? CLI_SOLVED
             : say("the map would have more than 250000 points; give smaller counts", "", "");
}

double vary_value(const vary_range* range, int index) {
  if (index == range->count - 1) return range->to;
  return range->from + (range->to - range->from) * index / (range->count - 1);
}

void vary_suggest_size(carom_figure* figure, int width, int height) {
  const double design_width = 520, design_height = 560, least_height = 440;
  cli_figure_suggest_size(figure, width, height);
  const double across = figure->width / design_width;
  figure->letters = fmin(across, figure->height / least_height) / fmin(across, figure->height / design_height);
}

/// Says which points were left out.
static void report_failures(const vary_table* table) {
  if (table->failed == 0) return;
  fprintf(stderr, "carom figure: %d of %d points have no answer and are left out; the first: ", table->failed,
          table->point_count * table->bundle->count);
  cli_put_text(stderr, table->error.message, 400);
  fputc('\n', stderr);
}

static int draw(const cli_options* options, vary_table* table) {
  char output[CLI_FIGURE_NAME_SIZE], title[CLI_FIGURE_NAME_SIZE];
  carom_diag diag;
  carom_figure figure;
  const int code = cli_figure_prepare(options, table->bundle, output, &figure);
  if (code != CLI_SOLVED) return code;
  vary_title(table, sizeof title, title);
  if (!options->title) figure.title = title;
  table->is_named = options->title;
  const carom_status status =
      table->request->range_count == 1 ? vary_draw_chart(table, &figure, &diag) : vary_draw_map(table, &figure, &diag);
  if (status == CAROM_OK) report_failures(table);
  return cli_figure_report(status, &figure, diag.message);
}

int cli_figure_vary(const cli_options* options) {
  vary_request* request = calloc(1, sizeof *request);
  vary_table* table = calloc(1, sizeof *table);
  figure_bundle bundle = {0};
  int code = CLI_NO_ANSWER;
  if (!request || !table) {
    fputs("carom figure: there is not enough memory\n", stderr);
  } else if ((code = vary_parse(options, request)) == CLI_SOLVED &&
             (code = cli_figure_load(options, &bundle)) == CLI_SOLVED) {
    *table = (vary_table){.request = request, .bundle = &bundle};
    code = vary_compute(table);
    if (code == CLI_SOLVED) code = draw(options, table);
  }
  if (table) vary_free(table);
  cli_figure_free(&bundle);
  free(table);
  free(request);
  return code;
}
