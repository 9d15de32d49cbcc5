#include "carom/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { TRACE_POINTS = 257, SPRING_POINTS = 1025, IMPULSE_POINTS = 2049, NAME_SIZE = 1024, LARGEST_SIDE = 20000 };

/// What a kind draws. The figure's width is 0 where the user left the size to the kind.
typedef struct figure_subject {
  carom_figure figure;
  const carom_scenario* scenario;
  const carom_result* result;
} figure_subject;

/// A kind of figure, with the model that it fits.
typedef struct figure_kind {
  const char* name;
  carom_scenario_model model;
  int (*draw)(figure_subject* subject);
} figure_kind;

static int draw_process(figure_subject* subject);
static int draw_hodograph(figure_subject* subject);
static int draw_springs(figure_subject* subject);
static int draw_impulse(figure_subject* subject);

/// The first kind that fits a model is its default.
static const figure_kind kinds[] = {{"process", CAROM_MODEL_PLANAR, draw_process},
                                    {"hodograph", CAROM_MODEL_SPATIAL, draw_hodograph},
                                    {"springs", CAROM_MODEL_COMPLIANT, draw_springs},
                                    {"impulse", CAROM_MODEL_SIMULTANEOUS, draw_impulse}};
static const char* const kind_names[] = {"process", "hodograph", "springs", "impulse", NULL};

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

/// The size that a kind looks best in, unless the user gave one.
static void suggest_size(carom_figure* figure, int width, int height) {
  if (figure->width != 0) return;
  figure->width = width;
  figure->height = height;
}

static int draw_process(figure_subject* subject) {
  const carom_result* result = subject->result;
  carom_trace_point points[TRACE_POINTS];
  carom_trace trace = {.points = points, .capacity = TRACE_POINTS};
  carom_diag diag = {0};
  if (carom_planar_trace(&result->planar_problem, &result->planar, &trace, &diag) != CAROM_OK)
    return report_figure(CAROM_FIGURE_FAILED, &subject->figure, diag.message);
  const carom_planar_diagram diagram = carom_planar_diagram_of(&result->planar_problem);
  const carom_figure_process_input input = {
      .problem = &result->planar_problem, .outcome = &result->planar, .diagram = &diagram, .trace = &trace};
  char message[400] = "";
  suggest_size(&subject->figure, carom_figure_default().width, carom_figure_default().height);
  const carom_figure_status status = carom_figure_process(&subject->figure, &input, message, (int)sizeof message);
  return report_figure(status, &subject->figure, message);
}

/// Published schemes have no trace of their own: the path is that of the exact solution.
static int draw_hodograph(figure_subject* subject) {
  const carom_spatial_problem* problem = &subject->result->spatial_problem;
  carom_trace_point points[TRACE_POINTS];
  carom_trace trace = {.points = points, .capacity = TRACE_POINTS};
  carom_spatial_outcome outcome;
  carom_spatial_directions directions;
  carom_diag diag = {0};
  if (carom_spatial_trace(problem, &outcome, &trace, &diag) != CAROM_OK ||
      carom_spatial_invariants(problem, &directions, &diag) != CAROM_OK)
    return report_figure(CAROM_FIGURE_FAILED, &subject->figure, diag.message);
  const carom_figure_hodograph_input input = {
      .problem = problem, .outcome = &outcome, .trace = &trace, .directions = &directions};
  char message[400] = "";
  suggest_size(&subject->figure, carom_figure_default().width, carom_figure_default().height);
  const carom_figure_status status = carom_figure_hodograph(&subject->figure, &input, message, (int)sizeof message);
  return report_figure(status, &subject->figure, message);
}

/// Motion along both tangents needs room for the plane of their impulses.
static int springs_height(const carom_compliant_outcome* outcome) {
  const double noise = 1e-9 * outcome->impulse.z;
  return fabs(outcome->impulse.x) > noise && fabs(outcome->impulse.y) > noise ? 1150 : 900;
}

static int draw_springs(figure_subject* subject) {
  const carom_compliant_problem* problem = &subject->result->compliant_problem;
  const carom_compliant_scheme scheme = carom_result_compliant_scheme(subject->result);
  carom_spring_point points[SPRING_POINTS];
  carom_spring_trace trace = {.points = points, .capacity = SPRING_POINTS};
  carom_compliant_outcome outcome;
  carom_diag diag = {0};
  if (carom_compliant_trace(problem, scheme, &outcome, &trace, &diag) != CAROM_OK)
    return report_figure(CAROM_FIGURE_FAILED, &subject->figure, diag.message);
  if (outcome.warnings & CAROM_WARN_RIGID)
    return report_figure(CAROM_FIGURE_FAILED, &subject->figure,
                         "mu eta2 is so small that the rigid law answered, and there are no springs to draw; without "
                         "eta2 the contact can be drawn as a hodograph");
  const carom_figure_springs_input input = {.problem = problem, .outcome = &outcome, .trace = &trace, .scheme = scheme};
  char message[400] = "";
  suggest_size(&subject->figure, 650, springs_height(&outcome));
  const carom_figure_status status = carom_figure_springs(&subject->figure, &input, message, (int)sizeof message);
  return report_figure(status, &subject->figure, message);
}

/// Names of the contacts where the file has bodies; else their numbers must do.
static int draw_paths(figure_subject* subject, const carom_simultaneous_trace* trace) {
  const carom_result* result = subject->result;
  const carom_scenario* scenario = subject->scenario;
  char names[CAROM_SIMULTANEOUS_MAX_CONTACTS][64];
  const char* list[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  const bool named = scenario->kind == CAROM_SCENARIO_BODIES;
  for (int i = 0; named && i < result->contact_count && i < CAROM_SIMULTANEOUS_MAX_CONTACTS; i++) {
    carom_scenario_contact_name(scenario, i, (int)sizeof names[i], names[i]);
    list[i] = names[i];
  }
  const carom_simultaneous_log log = {.events = result->events,
                                      .impulses = result->event_impulses,
                                      .times = result->event_times,
                                      .event_count = result->event_count,
                                      .event_total = result->event_total};
  const carom_figure_impulse_input input = {.problem = &result->contact_problem,
                                            .outcome = &result->simultaneous,
                                            .log = &log,
                                            .trace = trace,
                                            .names = named ? list : NULL};
  char message[400] = "";
  suggest_size(&subject->figure, carom_figure_default().width, carom_figure_default().height);
  const carom_figure_status status = carom_figure_impulse(&subject->figure, &input, message, (int)sizeof message);
  return report_figure(status, &subject->figure, message);
}

/// Solves again, because a result has no path.
static int draw_impulse(figure_subject* subject) {
  const carom_contact_problem* problem = &subject->result->contact_problem;
  const size_t points = IMPULSE_POINTS, size = (size_t)(problem->dimension * problem->contact_count);
  const size_t work = carom_simultaneous_workspace_size(problem->dimension, problem->contact_count);
  double* doubles = malloc((points * (1 + size) + work) * sizeof *doubles);
  uint64_t* active = malloc(points * sizeof *active);
  carom_simultaneous_contact contacts[CAROM_SIMULTANEOUS_MAX_CONTACTS];
  carom_simultaneous_outcome outcome;
  carom_diag diag = {0};
  int code;
  if (!doubles || !active) {
    code = report_figure(CAROM_FIGURE_FAILED, &subject->figure, "there is not enough memory");
  } else {
    carom_simultaneous_trace trace = {
        .capacity = IMPULSE_POINTS, .time = doubles, .active = active, .impulse = doubles + points};
    const carom_simultaneous_memory memory = {.workspace = doubles + points * (1 + size), .trace = &trace};
    code = carom_simultaneous_solve(problem, &memory, contacts, &outcome, &diag) == CAROM_OK
               ? draw_paths(subject, &trace)
               : report_figure(CAROM_FIGURE_FAILED, &subject->figure, diag.message);
  }
  free(doubles);
  free(active);
  return code;
}

static int draw(const cli_options* options, const figure_kind* kind, const carom_scenario* scenario,
                const carom_result* result) {
  char name[NAME_SIZE], output[NAME_SIZE + 8];
  scene_name(options->files[0], name);
  snprintf(output, sizeof output, "%s.svg", name);
  figure_subject subject = {.scenario = scenario, .result = result};
  subject.figure.title = scenario->title ? scenario->title : name;
  subject.figure.output = options->output ? options->output : output;
  subject.figure.script_dir = options->script;
  if (options->size && !parse_size(options->size, &subject.figure))
    return bad_usage("--size must be WxH with whole numbers such as 900x700, not", options->size);
  return kind->draw(&subject);
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
