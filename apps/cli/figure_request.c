/// @file figure_request.c
/// What the user asked for: size, title, output; and what came of it.
#include <stdlib.h>
#include <string.h>

#include "figure.h"

enum { LARGEST_SIDE = 20000 };

int cli_figure_bad_usage(const char* message, const char* value) {
  fprintf(stderr, "carom figure: %s `", message);
  cli_put_text(stderr, value, 200);
  fputs("`; see `carom help figure`\n", stderr);
  return CLI_BAD;
}

static bool parse_size(const char* text, carom_figure* figure) {
  char* end;
  const long width = strtol(text, &end, 10);
  if (*end != 'x') return false;
  const char* second = end + 1;
  const long height = strtol(second, &end, 10);
  if (*end != '\0' || width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) return false;
  figure->width = (int)width;
  figure->height = (int)height;
  return true;
}

int cli_figure_refuse(carom_status status, const char* message) {
  fputs("carom figure: ", stderr);
  cli_put_text(stderr, message, 1000);
  fputc('\n', stderr);
  return carom_status_exit(status);
}

int cli_figure_report(carom_status status, const carom_figure* figure, const char* message) {
  cli_figure_end_if_interrupted();
  if (status == CAROM_OK) {
    fputs("Wrote ", stdout);
    cli_put_text(stdout, figure->output, CLI_FIGURE_NAME_SIZE);
    if (figure->script_dir) {
      fputs("; script and data are in ", stdout);
      cli_put_text(stdout, figure->script_dir, CLI_FIGURE_NAME_SIZE);
    }
    putchar('\n');
    return CLI_SOLVED;
  }
  return cli_figure_refuse(status, message);
}

int cli_figure_prepare(const cli_options* options, char output[CLI_FIGURE_NAME_SIZE], carom_figure* out) {
  cli_figure_scene_name(options->files[0], output);
  strcat(output, ".svg");
  *out = (carom_figure){.title = options->title,
                        .output = options->output ? options->output : output,
                        .script_dir = options->script,
                        .guard = cli_figure_guard()};
  return options->size && !parse_size(options->size, out)
             ? cli_figure_bad_usage("--size must be WxH with whole numbers such as 900x700, not", options->size)
             : CLI_SOLVED;
}
