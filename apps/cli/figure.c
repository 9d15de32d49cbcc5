/// @file figure.c
/// `carom figure`: which kind is asked for, and one figure or all of them.
#include "figure.h"

#include <string.h>
#include <sys/stat.h>

enum { MOST_KINDS = 32 };

static bool is_all(const char* name) {
  return name && strcmp(name, "all") == 0;
}

const char* cli_figure_kind_word(int i) {
  carom_present_kind kind;
  if (carom_present_kind_at(i, &kind)) return kind.name;
  return i == 0 || carom_present_kind_at(i - 1, &kind) ? "all" : NULL;
}

static bool is_kind(const char* name) {
  for (int i = 0; cli_figure_kind_word(i); ++i)
    if (strcmp(cli_figure_kind_word(i), name) == 0) return true;
  return false;
}

static int unknown_kind(const char* name) {
  const char* names[MOST_KINDS + 2];
  carom_present_kind kind;
  int count = 0;
  for (; count <= MOST_KINDS && cli_figure_kind_word(count); ++count) names[count] = cli_figure_kind_word(count);
  names[count] = NULL;
  const int code = cli_unknown("kind of figure", name, cli_nearest(name, names), "figure");
  fputs("There are, with the models that have them:\n", stderr);
  for (int i = 0; carom_present_kind_at(i, &kind); ++i) fprintf(stderr, "  %-15s %s\n", kind.name, kind.needs);
  fputs("  all             every kind that fits\n", stderr);
  return code;
}

/// "rod.svg" becomes "rod-energy.svg". False if there is no room for it.
static bool put_kind(const char* output, const char* kind, char out[CLI_FIGURE_NAME_SIZE]) {
  const char* dot = strrchr(output, '.');
  const int stem = dot && !strchr(dot, '/') ? (int)(dot - output) : (int)strlen(output);
  return snprintf(out, CLI_FIGURE_NAME_SIZE, "%.*s-%s%s", stem, output, kind, output + stem) < CLI_FIGURE_NAME_SIZE;
}

static int draw(const carom_present_request* request) {
  carom_diag diag;
  const carom_status status = carom_present(request, &diag);
  return cli_figure_report(status, &request->figure, diag.message);
}

/// Draws one of many kinds under names of its own: OUT-kind.svg and DIR/kind.
static int draw_one_of_all(const carom_present_request* all, const char* kind) {
  char output[CLI_FIGURE_NAME_SIZE], script[CLI_FIGURE_NAME_SIZE];
  carom_present_request request = *all;
  carom_figure* figure = &request.figure;
  request.kind = kind;
  if (!put_kind(figure->output, kind, output)) return cli_figure_bad_usage("this name is too long:", figure->output);
  figure->output = output;
  if (figure->script_dir) {
    mkdir(figure->script_dir, 0777);  // where that fails, making the folder in it says why
    if (snprintf(script, sizeof script, "%s/%s", figure->script_dir, kind) >= CLI_FIGURE_NAME_SIZE)
      return cli_figure_bad_usage("this name is too long:", figure->script_dir);
    figure->script_dir = script;
  }
  return draw(&request);
}

static int draw_all(const carom_present_request* request) {
  const char* kinds[MOST_KINDS];
  const int count = carom_present_kinds(request->items, request->count, kinds, MOST_KINDS);
  int worst = CLI_SOLVED;
  for (int i = 0; i < count; ++i) worst = cli_worse(worst, draw_one_of_all(request, kinds[i]));
  return worst;
}

/// Before anything is drawn, so that an error is told with the file's name and line.
static int solve(const figure_bundle* bundle) {
  for (int i = 0; i < bundle->count; ++i) {
    carom_diag error = {0};
    if (carom_present_solve(&bundle->items[i], &error)) return cli_figure_report_item(bundle, i, &error);
  }
  return CLI_SOLVED;
}

static int draw_bundle(const cli_options* options, const figure_bundle* bundle) {
  const bool all = is_all(options->kind);
  char output[CLI_FIGURE_NAME_SIZE];
  carom_diag diag;
  carom_present_request request = {.kind = all ? NULL : options->kind, .count = bundle->count, .items = bundle->items};
  const bool some = all && carom_present_kinds(bundle->items, bundle->count, NULL, 0) > 0;
  const carom_status fits = some ? CAROM_OK : carom_present_check(bundle->items, bundle->count, request.kind, &diag);
  if (fits) return cli_figure_refuse(fits, diag.message);
  int code = cli_figure_prepare(options, output, &request.figure);
  if (code == CLI_SOLVED) code = solve(bundle);
  if (code != CLI_SOLVED) return code;
  return all ? draw_all(&request) : draw(&request);
}

int cli_figure(const cli_options* options) {
  if (options->vary.count > 0) return cli_figure_vary(options);
  if (options->show) return cli_figure_bad_usage("--show goes with --vary; without it, what is", options->show);
  if (options->kind && !is_kind(options->kind)) return unknown_kind(options->kind);
  figure_bundle bundle;
  int code = cli_figure_load(options, &bundle);
  if (code == CLI_SOLVED) code = draw_bundle(options, &bundle);
  cli_figure_free(&bundle);
  return code;
}
