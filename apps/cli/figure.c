#include "carom/figure.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { TRACE_POINTS = 257, NAME_SIZE = 1024, LARGEST_SIDE = 20000 };

/// A kind of figure, with the model that it fits.
typedef struct figure_kind {
  const char* name;
  carom_scenario_model model;
  int (*draw)(const carom_figure* figure, const carom_result* result);
} figure_kind;

static int draw_process(const carom_figure* figure, const carom_result* result);
static int draw_hodograph(const carom_figure* figure, const carom_result* result);

/// The first kind that fits a model is its default.
static const figure_kind kinds[] = {{"process", CAROM_MODEL_PLANAR, draw_process},
                                    {"hodograph", CAROM_MODEL_SPATIAL, draw_hodograph}};
static const char* const kind_names[] = {"process", "hodograph", NULL};

static int bad_usage(const char* message, const char* value) {
  fprintf(stderr, "carom figure: %s `", message);
  cli_put_text(stderr, value, 200);
  fputs("`; see `carom help figure`\n", stderr);
  return CLI_BAD;
}

static const figure_kind* find_kind(const char* name) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}

static const figure_kind* default_kind(carom_scenario_model model) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (kinds[i].model == model) return &kinds[i];
  return NULL;
}

static int unknown_kind(const char* name) {
  const int code = cli_unknown("kind of figure", name, cli_nearest(name, kind_names));
  fputs("There are:", stderr);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    fprintf(stderr, "%s %s (model %s)", i > 0 ? "," : "", kinds[i].name, cli_model_word(kinds[i].model));
  fputc('\n', stderr);
  return code;
}

/// kind is NULL where none was asked for and the model has none.
static int kind_does_not_fit(const figure_kind* kind, carom_scenario_model model) {
  const figure_kind* fitting = default_kind(model);
  fputs("carom figure: ", stderr);
  if (kind) fprintf(stderr, "a figure of kind `%s` needs the model %s; ", kind->name, cli_model_word(kind->model));
  fprintf(stderr, "this scenario has the model %s. It has: %s\n", cli_model_word(model),
          fitting ? fitting->name : "no figure in this version");
  return CLI_NO_ANSWER;
}

/// The name of the file without folder and .json.
static void scene_name(const char* file, char name[NAME_SIZE]) {
  const char* slash = strrchr(file, '/');
  snprintf(name, NAME_SIZE - 8, "%s", cli_is_stdin(file) ? "carom" : slash ? slash + 1 : file);
  const size_t length = strlen(name);
  if (length > 5 && strcmp(name + length - 5, ".json") == 0) name[length - 5] = '\0';
}

/// "900x700"
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

static int report_figure(carom_figure_status status, const carom_figure* figure, const char* message) {
  if (status == CAROM_FIGURE_OK) {
    fputs("Wrote ", stdout);
    cli_put_text(stdout, figure->output, NAME_SIZE);
    if (figure->script_dir) {
      fputs("; script and data are in ", stdout);
      cli_put_text(stdout, figure->script_dir, NAME_SIZE);
    }
    putchar('\n');
    return CLI_SOLVED;
  }
  fputs("carom figure: ", stderr);
  cli_put_text(stderr, message, 1000);
  fputc('\n', stderr);
  return status == CAROM_FIGURE_BAD_REQUEST ? CLI_BAD : CLI_NO_ANSWER;
}

static int draw_process(const carom_figure* figure, const carom_result* result) {
  carom_trace_point points[TRACE_POINTS];
  carom_trace trace = {.points = points, .capacity = TRACE_POINTS};
  carom_diag diag = {0};
  if (carom_planar_trace(&result->planar_problem, &result->planar, &trace, &diag) != CAROM_OK)
    return report_figure(CAROM_FIGURE_FAILED, figure, diag.message);
  const carom_planar_diagram diagram = carom_planar_diagram_of(&result->planar_problem);
  const carom_figure_process_input input = {
      .problem = &result->planar_problem, .outcome = &result->planar, .diagram = &diagram, .trace = &trace};
  char message[400] = "";
  const carom_figure_status status = carom_figure_process(figure, &input, message, (int)sizeof message);
  return report_figure(status, figure, message);
}

/// Published schemes have no trace of their own: the path is that of the exact solution.
static int draw_hodograph(const carom_figure* figure, const carom_result* result) {
  carom_trace_point points[TRACE_POINTS];
  carom_trace trace = {.points = points, .capacity = TRACE_POINTS};
  carom_spatial_outcome outcome;
  carom_spatial_directions directions;
  carom_diag diag = {0};
  if (carom_spatial_trace(&result->spatial_problem, &outcome, &trace, &diag) != CAROM_OK ||
      carom_spatial_invariants(&result->spatial_problem, &directions, &diag) != CAROM_OK)
    return report_figure(CAROM_FIGURE_FAILED, figure, diag.message);
  const carom_figure_hodograph_input input = {
      .problem = &result->spatial_problem, .outcome = &outcome, .trace = &trace, .directions = &directions};
  char message[400] = "";
  const carom_figure_status status = carom_figure_hodograph(figure, &input, message, (int)sizeof message);
  return report_figure(status, figure, message);
}

static int draw(const cli_options* options, const figure_kind* kind, const carom_scenario* scenario,
                const carom_result* result) {
  char name[NAME_SIZE], output[NAME_SIZE + 8];
  scene_name(options->files[0], name);
  snprintf(output, sizeof output, "%s.svg", name);
  carom_figure figure = carom_figure_default();
  figure.title = scenario->title ? scenario->title : name;
  figure.output = options->output ? options->output : output;
  figure.script_dir = options->script;
  if (options->size && !parse_size(options->size, &figure))
    return bad_usage("--size must be WxH with whole numbers such as 900x700, not", options->size);
  return kind->draw(&figure, result);
}

/// wanted is NULL for the default of the model.
static int draw_file(const cli_options* options, const figure_kind* wanted) {
  const char* file = options->files[0];
  carom_file_error error = {0};
  carom_scenario* scenario = cli_load(file, &error);
  carom_result* result = NULL;
  const figure_kind* kind = wanted || !scenario ? wanted : default_kind(scenario->model);
  int code;
  if (scenario && (!kind || scenario->model != kind->model)) {
    code = kind_does_not_fit(kind, scenario->model);
  } else if (scenario && (result = carom_scenario_solve(scenario, &error)) != NULL) {
    code = draw(options, kind, scenario, result);
  } else {
    code = cli_report(file, &error, false);
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return code;
}

int cli_figure(const cli_options* options) {
  if (options->file_count > 1) return bad_usage("one file at a time; what is", options->files[1]);
  const figure_kind* kind = options->kind ? find_kind(options->kind) : NULL;
  return options->kind && !kind ? unknown_kind(options->kind) : draw_file(options, kind);
}
