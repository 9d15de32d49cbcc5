/// @file figure_load.c
/// Scenarios of a figure: from files, or from the lines of a .jsonl.
#include <stdlib.h>
#include <string.h>

#include "figure.h"

static int out_of_memory(const char* file) {
  carom_diag error;
  cli_no_memory(&error);
  return cli_report(file, &error, false);
}

void cli_figure_scene_name(const char* file, char name[CLI_FIGURE_NAME_SIZE]) {
  const char* slash = strrchr(file, '/');
  snprintf(name, CLI_FIGURE_NAME_SIZE - 8, "%s", cli_is_stdin(file) ? "carom" : slash ? slash + 1 : file);
  char* dot = strrchr(name, '.');
  if (dot && dot != name && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0)) *dot = '\0';
}

/// Its title, or the file's name, with the line where there are several. NULL without memory.
static char* name_of(const figure_origin* origin) {
  char scene[CLI_FIGURE_NAME_SIZE], name[CLI_FIGURE_NAME_SIZE];
  cli_figure_scene_name(origin->file, scene);
  if (origin->scenario->title) {
    snprintf(name, sizeof name, "%s", origin->scenario->title);
  } else if (origin->line > 0) {
    snprintf(name, sizeof name, "%.1000s %d", scene, origin->line);
  } else {
    snprintf(name, sizeof name, "%s", scene);
  }
  char* copy = malloc(strlen(name) + 1);
  return copy ? strcpy(copy, name) : NULL;
}

/// False without memory.
static bool grow(figure_bundle* bundle) {
  if (bundle->count < bundle->capacity) return true;
  const int capacity = bundle->capacity == 0 ? 8 : 2 * bundle->capacity;
  figure_origin* origins = realloc(bundle->origins, (size_t)capacity * sizeof *origins);
  if (origins) bundle->origins = origins;
  carom_present_item* items = realloc(bundle->items, (size_t)capacity * sizeof *items);
  if (items) bundle->items = items;
  if (!origins || !items) return false;
  bundle->capacity = capacity;
  return true;
}

/// Text as a number that can be varied, or as a scenario alone.
typedef struct loaded {
  carom_scenario* scenario;
  carom_vary* vary;
} loaded;

static loaded load(const cli_options* options, cli_input text, carom_diag* error) {
  loaded out = {0};
  const bool varies = options->vary.count > 0;
  if (varies) out.vary = cli_open_vary(options, text, error);
  if (!varies) out.scenario = cli_parse_scenario(options, text, error);
  if (out.vary) out.scenario = carom_vary_scenario(out.vary, error);
  if (!out.scenario) carom_vary_free(out.vary);
  return out;
}

/// One place in the command line's files.
typedef struct place {
  const char* file;
  int line;  ///< 0 where the text is the whole file
  const cli_options* options;
} place;

static int take_scenario(figure_bundle* bundle, const place* at, cli_input text) {
  carom_diag error = {0};
  const loaded in = load(at->options, text, &error);
  if (!in.scenario) {
    if (at->line > 0) error.line = at->line;
    return cli_report(at->file, &error, false);
  }
  figure_origin origin = {.file = at->file, .line = at->line, .scenario = in.scenario};
  origin.name = grow(bundle) ? name_of(&origin) : NULL;
  if (!origin.name) {
    carom_scenario_free(in.scenario);
    carom_vary_free(in.vary);
    return out_of_memory(at->file);
  }
  bundle->items[bundle->count] = (carom_present_item){
      .scenario = in.scenario, .name = origin.name, .source = cli_shown_name(at->file), .vary = in.vary};
  bundle->origins[bundle->count++] = origin;
  return CLI_SOLVED;
}

static int take_lines(figure_bundle* bundle, const place* file, const cli_input* input) {
  char *at = input->text, *end = input->text + input->length;
  place line = *file;
  int code = CLI_SOLVED;
  for (line.line = 1; at < end && code == CLI_SOLVED; ++line.line) {
    char* stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    while (at < stop && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
    if (at < stop) code = take_scenario(bundle, &line, (cli_input){at, (size_t)(stop - at)});
    at = stop + 1;
  }
  return code;
}

static int load_file(figure_bundle* bundle, const place* at) {
  carom_diag error = {0};
  const cli_input input = cli_read(at->file, &error);
  if (!input.text) return cli_report(at->file, &error, false);
  const int code = cli_is_jsonl(at->file) ? take_lines(bundle, at, &input) : take_scenario(bundle, at, input);
  free(input.text);
  return code;
}

int cli_figure_load(const cli_options* options, figure_bundle* out) {
  *out = (figure_bundle){0};
  int code = CLI_SOLVED;
  for (int i = 0; i < options->file_count && code == CLI_SOLVED; ++i)
    code = load_file(out, &(place){.file = options->files[i], .options = options});
  if (code == CLI_SOLVED && out->count == 0) {
    carom_diag error;
    cli_cannot_read(&error, "no line of it holds a scenario");
    code = cli_report(options->files[0], &error, false);
  }
  return code;
}

int cli_figure_report_item(const figure_bundle* bundle, int item, carom_diag* error) {
  const figure_origin* origin = &bundle->origins[item];
  if (origin->line > 0) error->line = origin->line;
  return cli_report(origin->file, error, false);
}

void cli_figure_free(figure_bundle* bundle) {
  for (int i = 0; i < bundle->count; ++i) {
    carom_present_release(&bundle->items[i]);
    carom_vary_free(bundle->items[i].vary);
    carom_scenario_free(bundle->origins[i].scenario);
    free(bundle->origins[i].name);
  }
  free(bundle->items);
  free(bundle->origins);
}
