// `carom fit`: arguments, progress, and what is written where.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/present.h"
#include "fit.h"
#include "simulate.h"

static const char* const laws[] = {"stronge", "poisson", "newton", "all", NULL};

const char* cli_fit_law_word(int i) {
  return laws[i];
}

const char* cli_fit_flip_word(int i) {
  return i < 2 ? carom_fit_flip_word((carom_fit_flip)(i + 1)) : NULL;
}

const char* cli_fit_e_model_word(int i) {
  return i < 3 ? carom_fit_e_model_word((carom_fit_e_model)i) : NULL;
}

/// Which of the words `given` is; -1 after a message.
static int choose(const cli_options* options, const char* name, const char* given, const char* (*word)(int)) {
  for (int i = 0; word(i); ++i)
    if (strcmp(given, word(i)) == 0) return i;
  fprintf(stderr, "carom fit: %s is", name);
  for (int i = 0; word(i); ++i) fprintf(stderr, "%s %s", i ? "," : "", word(i));
  return cli_bad_usage(options, "; not", given), -1;
}

/// A number of an option; false after a message.
static bool take_number(const cli_options* options, const char* given, double* out) {
  char* end;
  *out = strtod(given, &end);
  if (end != given && !*end && isfinite(*out)) return true;
  cli_bad_usage(options, "this must be a number:", given);
  return false;
}

static bool take_words(const cli_options* o, carom_fit_options* out) {
  static const carom_law law_of[] = {CAROM_LAW_STRONGE, CAROM_LAW_POISSON, CAROM_LAW_NEWTON, CAROM_LAW_STRONGE};
  const int law = o->law ? choose(o, "--law", o->law, cli_fit_law_word) : 0;
  const int flip = o->flip ? choose(o, "--flip", o->flip, cli_fit_flip_word) : -2;
  const int e_model = o->e_model ? choose(o, "--e-model", o->e_model, cli_fit_e_model_word) : 0;
  if (law < 0 || flip == -1 || e_model < 0) return false;
  if (o->with && strcmp(o->with, "eta2") != 0) return cli_bad_usage(o, "--with is eta2, not", o->with), false;
  out->law = law_of[law];
  out->all_laws = law == 3;
  out->with_eta2 = o->with != NULL;
  out->flip = flip < 0 ? CAROM_FIT_FLIP_NONE : (carom_fit_flip)(flip + 1);
  out->e_model = (carom_fit_e_model)e_model;
  return true;
}

static bool take_numbers(const cli_options* o, carom_fit_options* out) {
  double huber = 0, seed = 1, bootstrap = 200;
  if ((o->huber && !take_number(o, o->huber, &huber)) || (o->seed && !take_number(o, o->seed, &seed)) ||
      (o->bootstrap && !take_number(o, o->bootstrap, &bootstrap)))
    return false;
  if (o->huber && !(huber > 0)) return cli_bad_usage(o, "--huber must be above 0:", o->huber), false;
  if (o->huber && o->least_squares) return cli_bad_usage(o, "--least-squares has no", "--huber"), false;
  if (!(seed >= 0 && seed < 0x1p53 && seed == floor(seed)))
    return cli_bad_usage(o, "--seed must be a whole number:", o->seed), false;
  if (!(bootstrap >= 0 && bootstrap <= CAROM_FIT_MOST_BOOTSTRAP && bootstrap == floor(bootstrap)))
    return cli_bad_usage(o, "--bootstrap must be a whole number from 0 to 100000:", o->bootstrap), false;
  out->huber = huber;
  out->seed = (uint64_t)seed;
  out->bootstrap = (int)bootstrap;
  return true;
}

static bool take_lists(const cli_options* o, carom_fit_options* out) {
  if (o->covariates.count > CAROM_FIT_MOST_COVARIATES)
    return cli_bad_usage(o, "--covariate may be given 4 times; not", o->covariates.at[4]), false;
  if (o->estimates.count > CAROM_FIT_MOST_PARAMETERS)
    return cli_bad_usage(o, "--estimate may be given 12 times; not", o->estimates.at[12]), false;
  if (o->scenario && o->estimates.count == 0)
    return cli_bad_usage(o, "--scenario needs an --estimate; nothing is looked for in", o->scenario), false;
  if (!o->scenario && o->estimates.count > 0)
    return cli_bad_usage(o, "--estimate needs a --scenario:", o->estimates.at[0]), false;
  for (int i = 0; i < o->covariates.count; ++i) out->covariates[i] = o->covariates.at[i];
  for (int i = 0; i < o->estimates.count; ++i) out->wanted[i].text = o->estimates.at[i];
  out->covariate_count = o->covariates.count;
  out->wanted_count = o->estimates.count;
  return true;
}

static bool write_predictions(const void* fit, carom_sink sink) {
  return carom_fit_write_csv(fit, sink);
}

static int draw(const cli_options* o, carom_fit* fit) {
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  figure.output = o->figure;
  figure.width = figure.height = 0;
  if (carom_present_fit(fit, &figure, &diag) == CAROM_OK) return CLI_SOLVED;
  fputs("carom fit: no figure: ", stderr);
  cli_put_text(stderr, diag.message, 1000);
  fputc('\n', stderr);
  return carom_status_exit(diag.status);
}

static int show(const cli_options* o, carom_fit* fit) {
  int code = CLI_SOLVED;
  if (o->json)
    carom_fit_write(fit, carom_sink_file(stdout));
  else
    cli_fit_print(fit, o);
  if (o->figure) code = draw(o, fit);
  if (o->csv) code = cli_worse(code, cli_write_file("fit", o->csv, write_predictions, fit));
  return code;
}

/// Refused data, and a build without NLopt, are the caller's to mend.
static int report(const cli_options* o, const carom_diag* error) {
  const int code = cli_report(o->files[0], error, o->json);
  return error->status == CAROM_UNAVAILABLE ? CLI_BAD : code;
}

static int run(const cli_options* o, cli_input data, carom_fit_options* options) {
  carom_diag error = {0};
  cli_progress progress = cli_progress_start("fit");
  options->progress = cli_progress_tell;
  options->context = &progress;
  carom_fit* fit = carom_fit_run(data.text, data.length, options, &error);
  cli_progress_end(&progress);
  const int code = fit ? show(o, fit) : report(o, &error);
  carom_fit_free(fit);
  return code;
}

int cli_fit(const cli_options* o) {
  carom_fit_options options = carom_fit_options_default();
  carom_diag error;
  options.least_squares = o->least_squares;
  options.plan = o->plan;
  if (!take_words(o, &options) || !take_numbers(o, &options) || !take_lists(o, &options)) return CLI_BAD;
  if (o->file_count != 1) return cli_bad_usage(o, "one table at a time; not", o->files[1]);
  const cli_input data = cli_read(o->files[0], &error);
  if (!data.text) return cli_report(o->files[0], &error, o->json);
  const cli_input scenario = o->scenario ? cli_read(o->scenario, &error) : (cli_input){0};
  int code = CLI_BAD;
  options.scenario = scenario.text;
  options.scenario_length = scenario.length;
  if (o->scenario && !scenario.text)
    code = cli_report(o->scenario, &error, o->json);
  else
    code = run(o, data, &options);
  free(data.text);
  free(scenario.text);
  return code;
}
