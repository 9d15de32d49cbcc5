/// @file figure_motion.c
/// Figures of motion: run the scenarios, choose the kind.
#include "figure_motion.h"

#include <stdlib.h>
#include <string.h>

/// Rows of samples that a figure wants: enough that lines look smooth.
enum { SAMPLES = 4000 };

/// A kind of figure, what it needs, and how many scenarios it can show at once.
typedef struct motion_kind {
  const char* name;
  bool (*fits)(const carom_scenario* scenario);
  const char* needs;
  int (*draw)(motion_subject* subject);
  int most_runs;
} motion_kind;

static bool is_shown_in_poses(const carom_scenario* scenario) {
  return !scenario->motion.has_cloth;
}

static bool has_cloth(const carom_scenario* scenario) {
  return scenario->motion.has_cloth;
}

static bool fits_all(const carom_scenario* scenario) {
  return scenario->has_motion;
}

static const motion_kind kinds[] = {
    {"strobe", is_shown_in_poses, "a chain or bodies over planes", cli_motion_draw_strobe, 1},
    {"path", has_cloth, "a ball on the cloth", cli_motion_draw_path, CAROM_FIGURE_MAX_ROUTES},
    {"height", fits_all, "motion", cli_motion_draw_height, 1},
    {"phases", fits_all, "motion", cli_motion_draw_phases, 1},
    {"energy", fits_all, "motion", cli_motion_draw_energy, 1}};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const motion_kind* find_kind(const char* name) {
  for (int i = 0; i < KIND_COUNT; i++)
    if (strcmp(kinds[i].name, name) == 0) return &kinds[i];
  return NULL;
}

/// A chain is best seen pose by pose, a ball on the cloth from above, a body by its height.
static const motion_kind* default_kind(const carom_scenario* scenario) {
  const bool chain = scenario->kind == CAROM_SCENARIO_CHAIN;
  return find_kind(chain ? "strobe" : scenario->motion.has_cloth ? "path" : "height");
}

static bool is_all(const char* name) {
  return name && strcmp(name, "all") == 0;
}

/// kind is NULL for a kind that shows an impact alone.
static int kind_does_not_fit(const char* name, const motion_kind* kind, const carom_scenario* scenario) {
  const char* what = "bodies that move";
  if (!scenario->has_motion) what = "an impact alone";
  if (scenario->has_motion && scenario->motion.has_cloth) what = "a ball on the cloth";
  if (scenario->kind == CAROM_SCENARIO_CHAIN) what = "a chain";
  fprintf(stderr, "carom figure: a figure of kind `%s` needs %s; this scenario has %s. It has: ", name,
          kind ? kind->needs : "an impact alone", what);
  for (int i = 0, count = 0; i < KIND_COUNT && scenario->has_motion; i++)
    if (kinds[i].fits(scenario)) fprintf(stderr, "%s%s", count++ > 0 ? ", " : "", kinds[i].name);
  fputs(scenario->has_motion ? "\n" : "other figures, drawn without the scenarios that move\n", stderr);
  return CLI_NO_ANSWER;
}

/// Exit code, after a message unless quiet.
static int check_kind(const motion_kind* kind, const figure_bundle* bundle, bool quiet) {
  for (int i = 0; i < bundle->count; i++) {
    const carom_scenario* scenario = bundle->items[i].scenario;
    if (scenario->has_motion && kind->fits(scenario)) continue;
    return quiet ? CLI_NO_ANSWER : kind_does_not_fit(kind->name, kind, scenario);
  }
  if (bundle->count <= kind->most_runs) return CLI_SOLVED;
  if (quiet) return CLI_BAD;
  fprintf(stderr, "carom figure: a figure of kind `%s` shows at most %d scenario%s, not %d; %s\n", kind->name,
          kind->most_runs, kind->most_runs == 1 ? "" : "s", bundle->count,
          "of motions, paths on the cloth can be laid over each other");
  return CLI_BAD;
}

/// Only the place of the samples is changed: what happens does not depend on it.
static int simulate(const figure_item* item, motion_run* run) {
  carom_diag error = {0};
  carom_motion* motion = &item->scenario->motion;
  motion->sample = motion->until / SAMPLES > 0 ? motion->until / SAMPLES : motion->until;
  *run = (motion_run){item, item->scenario, carom_scenario_simulate(item->scenario, NULL, NULL, &error)};
  if (run->simulation) return CLI_SOLVED;
  if (item->line > 0) error.line = item->line;
  return cli_report(item->file, &error, false);
}

static int draw_all(const motion_subject* all, const figure_bundle* bundle) {
  int worst = CLI_SOLVED;
  for (int i = 0; i < KIND_COUNT; i++) {
    cli_figure_names names;
    motion_subject subject = *all;
    if (check_kind(&kinds[i], bundle, true) != CLI_SOLVED) continue;
    const int code = cli_figure_name_one_of_all(kinds[i].name, &names, &subject.figure);
    worst = cli_worse(worst, code == CLI_SOLVED ? kinds[i].draw(&subject) : code);
  }
  return worst;
}

/// kind is NULL for all of them.
static int draw_runs(const cli_options* options, const motion_kind* kind, const figure_bundle* bundle,
                     motion_run* runs) {
  char output[CLI_FIGURE_NAME_SIZE], title[CLI_FIGURE_NAME_SIZE];
  motion_subject subject = {.runs = runs, .run_count = bundle->count};
  int code = cli_figure_prepare(options, bundle, output, &subject.figure);
  if (!options->title && cli_figure_shared_title(bundle, title)) subject.figure.title = title;
  for (int i = 0; i < bundle->count && code == CLI_SOLVED; i++) code = simulate(&bundle->items[i], &runs[i]);
  if (code != CLI_SOLVED) return code;
  return kind ? kind->draw(&subject) : draw_all(&subject, bundle);
}

int cli_figure_motion(const cli_options* options, const figure_bundle* bundle) {
  const bool all = is_all(options->kind);
  const carom_scenario* first = bundle->items[0].scenario;
  const motion_kind* kind = options->kind && !all ? find_kind(options->kind) : default_kind(first);
  if (!kind) return kind_does_not_fit(options->kind, NULL, first);
  // Where one kind can show them all, the others may be left out.
  int code = check_kind(kind, bundle, false);
  if (code != CLI_SOLVED) return code;
  motion_run* runs = cli_motion_allocate((size_t)bundle->count, sizeof *runs);
  if (!runs) return CLI_NO_ANSWER;
  code = draw_runs(options, all ? NULL : kind, bundle, runs);
  for (int i = 0; i < bundle->count; i++) carom_simulation_free(runs[i].simulation);
  free(runs);
  return code;
}
