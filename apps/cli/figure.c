/// @file figure.c
/// The kinds of figures, and which of them a scenario can have.
#include "figure.h"

#include <string.h>
#include <sys/stat.h>

/// A way to draw: what it is called, the models that it fits (bit m is model m), how many scenarios it can show at
/// once, and for how many contacts (0: any number). A kind may have several, for different models.
typedef struct figure_kind {
  const char* name;
  unsigned models;
  int (*draw)(figure_subject* subject);
  int most_items;
  int contacts;
} figure_kind;

#define PLANAR       (1u << CAROM_MODEL_PLANAR)
#define SPATIAL      (1u << CAROM_MODEL_SPATIAL)
#define COMPLIANT    (1u << CAROM_MODEL_COMPLIANT)
#define SIMULTANEOUS (1u << CAROM_MODEL_SIMULTANEOUS)
#define ONE_CONTACT  (PLANAR | SPATIAL | COMPLIANT)

/// The first that fits a scenario is its default.
static const figure_kind kinds[] = {{"process", PLANAR, cli_figure_draw_process, CAROM_FIGURE_MAX_OVERLAY, 0},
                                    {"springs", COMPLIANT, cli_figure_draw_springs, 1, 0},
                                    {"hodograph", ONE_CONTACT, cli_figure_draw_hodograph, CAROM_FIGURE_MAX_BUNDLE, 0},
                                    {"impulse", SIMULTANEOUS, cli_figure_draw_impulse, 1, 0},
                                    {"impulse", ONE_CONTACT, cli_figure_draw_curve, CAROM_FIGURE_MAX_OVERLAY, 0},
                                    {"energy", ONE_CONTACT, cli_figure_draw_energy, CAROM_FIGURE_MAX_OVERLAY, 0},
                                    {"energy", SIMULTANEOUS, cli_figure_draw_energies, 1, 0},
                                    {"energy-plane", SIMULTANEOUS, cli_figure_draw_energy_plane, 1, 2},
                                    {"velocity", ONE_CONTACT, cli_figure_draw_velocity, CAROM_FIGURE_MAX_OVERLAY, 0},
                                    {"velocity", SIMULTANEOUS, cli_figure_draw_velocities, 1, 0},
                                    {"velocity-plane", SIMULTANEOUS, cli_figure_draw_velocity_plane, 1, 2},
                                    {"scene", ONE_CONTACT | SIMULTANEOUS, cli_figure_draw_scene, 1, 0}};
/// Those of motion have a table of their own.
static const char* const kind_names[] = {"process",  "hodograph",      "impulse", "energy", "energy-plane",
                                         "velocity", "velocity-plane", "springs", "strobe", "path",
                                         "height",   "phases",         "scene",   "all",    NULL};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static bool is_scene(const char* name) {
  return name && strcmp(name, "scene") == 0;
}

/// Bodies have places; the contacts of a mechanism or a contact space have velocities alone.
static bool has_bodies(const carom_scenario* scenario) {
  return scenario->kind == CAROM_SCENARIO_BODIES && scenario->body_count <= CAROM_FIGURE_MAX_ACTORS;
}

static bool fits(const figure_kind* kind, const carom_scenario* scenario) {
  const bool right_count = kind->contacts == 0 || kind->contacts == scenario->contact_count;
  return (kind->models >> scenario->model & 1u) != 0 && right_count && (!is_scene(kind->name) || has_bodies(scenario));
}

static bool is_kind(const char* name) {
  for (const char* const* known = kind_names; *known; known++)
    if (strcmp(*known, name) == 0) return true;
  return false;
}

static bool is_all(const char* name) {
  return name && strcmp(name, "all") == 0;
}

/// The way to draw a kind (NULL: the default) of a scenario, or NULL.
static const figure_kind* find_kind(const char* name, const carom_scenario* scenario) {
  for (int i = 0; i < KIND_COUNT; i++)
    if ((!name || strcmp(kinds[i].name, name) == 0) && fits(&kinds[i], scenario)) return &kinds[i];
  return NULL;
}

/// The models of a kind, whichever way they are drawn.
static unsigned models_of(const char* name) {
  unsigned models = 0;
  for (int i = 0; i < KIND_COUNT; i++)
    if (strcmp(kinds[i].name, name) == 0) models |= kinds[i].models;
  return models;
}

/// "planar or spatial", "simultaneous with 2 contacts"
static void list_models(const char* name) {
  int count = 0;
  if (models_of(name) == 0) fputs(carom_model_word(CAROM_MODEL_MOTION), stderr);
  for (int model = 0; model < CAROM_MODEL_MOTION; model++)
    if (models_of(name) >> model & 1u)
      fprintf(stderr, "%s%s", count++ > 0 ? " or " : "", carom_model_word((carom_model)model));
  for (int i = 0; i < KIND_COUNT; i++)
    if (strcmp(kinds[i].name, name) == 0 && kinds[i].contacts > 0)
      fprintf(stderr, " with %d contacts", kinds[i].contacts);
}

static int unknown_kind(const char* name) {
  const int code = cli_unknown("kind of figure", name, cli_nearest(name, kind_names));
  fputs("There are: ", stderr);
  for (const char* const* known = kind_names; *known; known++) {
    if (is_all(*known)) continue;
    fprintf(stderr, "%s (model ", *known);
    list_models(*known);
    fputs("), ", stderr);
  }
  fputs("and all (every kind that fits)\n", stderr);
  return code;
}

/// "process, energy": the kinds that fit a scenario and can show so many at once.
static void list_kinds(const carom_scenario* scenario, int count) {
  int listed = 0;
  for (int i = 0; i < KIND_COUNT; i++)
    if (fits(&kinds[i], scenario) && count <= kinds[i].most_items)
      fprintf(stderr, "%s%s", listed++ > 0 ? ", " : "", kinds[i].name);
  if (listed == 0) fputs(count > 1 ? "none" : "no figure in this version", stderr);
}

/// name is NULL where none was asked for and the model has none.
static int kind_does_not_fit(const char* name, const carom_scenario* scenario) {
  fputs("carom figure: ", stderr);
  if (is_scene(name)) {
    fprintf(stderr, "a figure of kind `scene` shows bodies, up to %d of them, where they touch; ",
            CAROM_FIGURE_MAX_ACTORS);
    if (scenario->kind != CAROM_SCENARIO_BODIES)
      fputs("the contacts of a mechanism or a contact space have no places; ", stderr);
  } else if (name && !is_all(name)) {
    fprintf(stderr, "a figure of kind `%s` needs the model ", name);
    list_models(name);
    fputs("; ", stderr);
  }
  fprintf(stderr, "this scenario has the model %s", carom_model_word(scenario->model));
  if (scenario->contact_count > 1) fprintf(stderr, " and %d contacts", scenario->contact_count);
  fputs(". It has: ", stderr);
  list_kinds(scenario, 1);
  fputc('\n', stderr);
  return CLI_NO_ANSWER;
}

static int too_many(const figure_kind* kind, const figure_bundle* bundle) {
  fprintf(stderr, "carom figure: a figure of kind `%s` shows %d scenario%s of the model %s, not %d. ", kind->name,
          kind->most_items, kind->most_items == 1 ? "" : "s at most",
          carom_model_word(bundle->items[0].scenario->model), bundle->count);
  fprintf(stderr, "Kinds that overlay %d: ", bundle->count);
  list_kinds(bundle->items[0].scenario, bundle->count);
  fputc('\n', stderr);
  return CLI_BAD;
}

static int models_differ(const figure_kind* kind, const figure_item* first, const figure_item* other) {
  fprintf(stderr, "carom figure: ");
  cli_put_text(stderr, cli_shown_name(other->file), 200);
  fprintf(stderr, " has the model %s", carom_model_word(other->scenario->model));
  fprintf(stderr, ", which does not go into one figure of kind `%s` with the model %s. ", kind->name,
          carom_model_word(first->scenario->model));
  fputs("One contact can be overlaid whatever its model, as: hodograph, impulse, energy, velocity\n", stderr);
  return CLI_NO_ANSWER;
}

/// Whether all scenarios can go into one figure. Silent where `quiet`.
static int check_overlay(const figure_kind* kind, const figure_bundle* bundle, bool quiet) {
  if (bundle->count > kind->most_items) return quiet ? CLI_BAD : too_many(kind, bundle);
  for (int i = 1; i < bundle->count; i++)
    if (!fits(kind, bundle->items[i].scenario))
      return quiet ? CLI_BAD : models_differ(kind, &bundle->items[0], &bundle->items[i]);
  return CLI_SOLVED;
}

/// "rod.svg" becomes "rod-energy.svg". False if there is no room for it.
static bool put_kind(const char* output, const char* kind, char out[CLI_FIGURE_NAME_SIZE]) {
  const char* dot = strrchr(output, '.');
  const int stem = dot && !strchr(dot, '/') ? (int)(dot - output) : (int)strlen(output);
  return snprintf(out, CLI_FIGURE_NAME_SIZE, "%.*s-%s%s", stem, output, kind, output + stem) < CLI_FIGURE_NAME_SIZE;
}

int cli_figure_name_one_of_all(const char* kind, cli_figure_names* names, carom_figure* figure) {
  if (!put_kind(figure->output, kind, names->output))
    return cli_figure_bad_usage("this name is too long:", figure->output);
  figure->output = names->output;
  if (!figure->script_dir) return CLI_SOLVED;
  mkdir(figure->script_dir, 0777);  // where that fails, making the folder in it says why
  if (snprintf(names->script, CLI_FIGURE_NAME_SIZE, "%s/%s", figure->script_dir, kind) >= CLI_FIGURE_NAME_SIZE)
    return cli_figure_bad_usage("this name is too long:", figure->script_dir);
  figure->script_dir = names->script;
  return CLI_SOLVED;
}

/// Draws one of many kinds, under a name of its own.
static int draw_one_of_all(const figure_kind* kind, const figure_subject* all) {
  figure_subject subject = *all;
  cli_figure_names names;
  const int code = cli_figure_name_one_of_all(kind->name, &names, &subject.figure);
  return code == CLI_SOLVED ? kind->draw(&subject) : code;
}

static int draw_all(const figure_subject* subject) {
  const carom_scenario* scenario = subject->bundle->items[0].scenario;
  int worst = CLI_SOLVED, drawn = 0;
  for (int i = 0; i < KIND_COUNT; i++) {
    if (!fits(&kinds[i], scenario) || check_overlay(&kinds[i], subject->bundle, true) != CLI_SOLVED) continue;
    worst = cli_worse(worst, draw_one_of_all(&kinds[i], subject));
    drawn++;
  }
  return drawn > 0 ? worst : check_overlay(find_kind(NULL, scenario), subject->bundle, false);
}

/// kind is NULL for all of them.
static int draw(const cli_options* options, const figure_kind* kind, figure_bundle* bundle) {
  char output[CLI_FIGURE_NAME_SIZE], title[CLI_FIGURE_NAME_SIZE];
  figure_subject subject = {.bundle = bundle};
  int code = cli_figure_prepare(options, bundle, output, &subject.figure);
  if (!options->title && cli_figure_shared_title(bundle, title)) subject.figure.title = title;
  if (code == CLI_SOLVED) code = cli_figure_solve(bundle);
  if (code != CLI_SOLVED) return code;
  return kind ? kind->draw(&subject) : draw_all(&subject);
}

static int draw_bundle(const cli_options* options, figure_bundle* bundle) {
  const carom_scenario* first = bundle->items[0].scenario;
  if (first->model == CAROM_MODEL_MOTION) return cli_figure_motion(options, bundle);
  const bool all = is_all(options->kind);
  const figure_kind* kind = find_kind(all ? NULL : options->kind, first);
  if (!kind) return kind_does_not_fit(options->kind, first);
  const int code = all ? CLI_SOLVED : check_overlay(kind, bundle, false);
  return code == CLI_SOLVED ? draw(options, all ? NULL : kind, bundle) : code;
}

int cli_figure(const cli_options* options) {
  if (options->vary_count > 0) return cli_figure_vary(options);
  if (options->show) return cli_figure_bad_usage("--show goes with --vary; without it, what is", options->show);
  if (options->kind && !is_kind(options->kind)) return unknown_kind(options->kind);
  figure_bundle bundle;
  int code = cli_figure_load(options, &bundle);
  if (code == CLI_SOLVED) code = draw_bundle(options, &bundle);
  cli_figure_free(&bundle);
  return code;
}
