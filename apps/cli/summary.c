/// @file summary.c
/// A summary in words: what happened, and under which laws. The numbers follow in tables.c.
#include "summary.h"

#include <ctype.h>
#include <string.h>

void cli_print_heading(const cli_page* page, const char* text) {
  if (page->colour) fputs("\033[1m", stdout);
  cli_put_text(stdout, text, 200);
  if (page->colour) fputs("\033[0m", stdout);
}

static void tell(const cli_page* page, char story[CLI_STORY_SIZE]) {
  switch (page->result->outcome.model) {
    case CAROM_MODEL_PLANAR:
      snprintf(story, CLI_STORY_SIZE, "%s", cli_planar_story(page));
      break;
    case CAROM_MODEL_SPATIAL:
      snprintf(story, CLI_STORY_SIZE, "%s", cli_spatial_story(page));
      break;
    case CAROM_MODEL_COMPLIANT:
      cli_compliant_story(page, story);
      break;
    case CAROM_MODEL_SIMULTANEOUS:
      cli_simultaneous_story(page, story);
      break;
    case CAROM_MODEL_MOTION:
      story[0] = '\0';
  }
}

static void print_what_happened(const cli_page* page) {
  const carom_scenario* scenario = page->scenario;
  char story[CLI_STORY_SIZE];
  tell(page, story);
  if (scenario->kind == CAROM_SCENARIO_BODIES && scenario->contact_count == 1) {
    const bool acts = page->result->outcome.event_count > 0;
    cli_put_text(stdout, scenario->body_info[scenario->touches[0].body_a].name, 40);
    fputs(acts ? " meets " : " touches ", stdout);
    cli_put_text(stdout, scenario->body_info[scenario->touches[0].body_b].name, 40);
    printf(": %s\n", story);
  } else {
    printf("%c%s\n", toupper((unsigned char)story[0]), story + 1);
  }
}

static void print_surface(const carom_surface* surface) {
  printf("%s's law with e = %.6g; ", carom_law_name(surface->law), surface->e);
  if (surface->mu == 0 && surface->mu_static == 0) {
    fputs("no friction", stdout);
  } else {
    printf("friction mu = %.6g", surface->mu);
  }
  if (surface->mu_static > surface->mu) printf(" (static %.6g)", surface->mu_static);
  if (surface->eta2 > 0) printf("; eta2 = %.6g", surface->eta2);
  fputs(".\n", stdout);
}

static void print_laws(const cli_page* page) {
  if (page->result->outcome.model == CAROM_MODEL_SIMULTANEOUS) {
    cli_print_simultaneous_laws(page);
    return;
  }
  if (page->result->outcome.model == CAROM_MODEL_PLANAR) cli_print_planar_class(page);
  if (page->result->outcome.model == CAROM_MODEL_SPATIAL) cli_print_spatial_class(page);
  if (page->result->outcome.model == CAROM_MODEL_COMPLIANT) cli_print_compliant_class(page);
  print_surface(&page->result->surfaces[0]);
}

/// Columns; longer notes are cut.
enum { LONGEST_NOTE = CAROM_FIELD_SIZE + CAROM_SENTENCE_SIZE };

/// Names of bodies may stand in it, and a name may hold anything.
void cli_print_note(const cli_page* page, const char* text) {
  const size_t length = strlen(text);
  printf("%sNote:%s ", page->colour ? "\033[33m" : "", page->colour ? "\033[0m" : "");
  cli_put_text(stdout, text, LONGEST_NOTE);
  puts(length > 0 && text[length - 1] == '?' ? "" : ".");
}

/// An error of 1 says that nothing is known.
static void print_error(const cli_page* page, double error) {
  char text[96];
  if (!(error > 0)) return;
  if (error < 1) {
    snprintf(text, sizeof text, "velocities are off by about %.2g of the largest", error);
  } else {
    snprintf(text, sizeof text, "how far velocities are off is not known");
  }
  cli_print_note(page, text);
}

void cli_print_warnings(const cli_page* page, unsigned warnings, double error) {
#define CAROM_X(symbol, bit, word, sentence) \
  if (warnings & symbol) cli_print_note(page, sentence);
  CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
  print_error(page, error);
}

void cli_print_doubts(const cli_page* page) {
  carom_doubt doubts[CAROM_MOST_DOUBTS];
  const int count = carom_scenario_doubts(page->scenario, page->result, CAROM_MOST_DOUBTS, doubts);
  for (int i = 0; i < count; ++i) {
    char text[CAROM_FIELD_SIZE + CAROM_SENTENCE_SIZE + 2];
    snprintf(text, sizeof text, "%.*s: %.*s", CAROM_FIELD_SIZE - 1, doubts[i].key, CAROM_SENTENCE_SIZE - 1,
             doubts[i].text);
    cli_print_note(page, text);
  }
}

void cli_print_story(const cli_page* page) {
  cli_print_heading(page, page->scenario->title ? page->scenario->title : cli_shown_name(page->file));
  putchar('\n');
  print_what_happened(page);
  print_laws(page);
  cli_print_warnings(page, page->result->outcome.warnings, page->result->outcome.error);
  cli_print_doubts(page);
  if (page->scenario->has_motion)
    cli_print_note(page, "this is the impact at time 0; `carom simulate` follows the motion after it");
  if (page->result->outcome.model == CAROM_MODEL_PLANAR) cli_print_planar_notes(page);
  if (page->result->outcome.model == CAROM_MODEL_SPATIAL) cli_print_spatial_notes(page);
  if (page->result->outcome.model == CAROM_MODEL_COMPLIANT) cli_print_compliant_notes(page);
}

cli_page cli_open_page(const char* file, const carom_scenario* scenario, const carom_result* result) {
  return (cli_page){
      .file = file, .units = cli_find_units(NULL), .scenario = scenario, .result = result, .colour = cli_has_colour()};
}

static bool has_lines(const cli_options* options) {
  for (int i = 0; i < options->file_count; ++i)
    if (cli_is_jsonl(options->files[i])) return true;
  return options->jsonl;
}

int cli_check_alone(const cli_options* options) {
  if (options->show) return cli_bad_usage(options, "--show goes with --vary; without it, what is", options->show);
  if (options->table) return cli_bad_usage(options, "--table goes with --vary; without it, what is", options->table);
  if (!cli_find_units(options->units)) return cli_bad_usage(options, "--units must be si or us, not", options->units);
  if (options->units && options->json)
    return cli_bad_usage(options, "--json is in SI units always; it does not go with --units", options->units);
  if (options->set.count > 0 && has_lines(options))
    return cli_bad_usage(options, "--set changes a file of one scenario, not the lines of a .jsonl; what is",
                         options->set.at[0]);
  return CLI_SOLVED;
}

void cli_print_summary(const cli_page* page) {
  cli_print_story(page);
  cli_print_tables(page);
}
