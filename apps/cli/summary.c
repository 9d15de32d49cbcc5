/// @file summary.c
/// A summary in words: what happened, and under which laws. The numbers follow in tables.c.
#include "summary.h"

#include <ctype.h>

const char* cli_law_name(carom_law law) {
  return law == CAROM_LAW_NEWTON ? "Newton" : law == CAROM_LAW_POISSON ? "Poisson" : "Stronge";
}

const char* cli_model_word(carom_scenario_model model) {
  switch (model) {
#define CAROM_X(symbol, word) \
  case symbol:                \
    return word;
    CAROM_SCENARIO_MODEL_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

void cli_print_heading(const cli_page* page, const char* text) {
  if (page->colour) fputs("\033[1m", stdout);
  cli_put_text(stdout, text, 200);
  if (page->colour) fputs("\033[0m", stdout);
}

static const char* story_of_direct_impact(const carom_planar_outcome* outcome) {
  switch (outcome->mode) {
    case CAROM_PLANAR_C_STICKING:
      return "there was no slip before, and the contact stayed stuck from beginning to end.";
    case CAROM_PLANAR_SLIDING:
      return "there was no slip before, but friction could not hold the contact: it slid from the first moment on.";
    default:
      return "there was no slip before, but friction could not hold the contact: it slid, stopped and slid on.";
  }
}

static const char* story_of_oblique_impact(const carom_planar_outcome* outcome) {
  switch (outcome->mode) {
    case CAROM_PLANAR_NONE:
      return "there is no impact.";
    case CAROM_PLANAR_SLIDING:
      return "the contact slid in one direction from beginning to end.";
    case CAROM_PLANAR_C_STICKING:
      return "the contact slid, stopped during compression and stayed stuck to the end.";
    case CAROM_PLANAR_R_STICKING:
      return "the contact slid, stopped during restitution and stayed stuck to the end.";
    case CAROM_PLANAR_C_REVERSED:
      return "the contact slid, stopped during compression and slid back from there to the end.";
    case CAROM_PLANAR_R_REVERSED:
      return "the contact slid, stopped during restitution and slid back from there to the end.";
  }
  return "";
}

static const char* story_of(const carom_planar_outcome* outcome) {
  const bool direct = outcome->direct && outcome->mode != CAROM_PLANAR_NONE;
  return direct ? story_of_direct_impact(outcome) : story_of_oblique_impact(outcome);
}

static void print_what_happened(const cli_page* page) {
  const carom_scenario* scenario = page->scenario;
  const carom_planar_outcome* outcome = &page->result->planar;
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    cli_put_text(stdout, scenario->body_info[scenario->touches[0].body_a].name, 40);
    fputs(outcome->mode == CAROM_PLANAR_NONE ? " touches " : " meets ", stdout);
    cli_put_text(stdout, scenario->body_info[scenario->touches[0].body_b].name, 40);
    printf(": %s\n", story_of(outcome));
  } else {
    const char* story = story_of(outcome);
    printf("%c%s\n", toupper((unsigned char)story[0]), story + 1);
  }
}

static void print_laws(const cli_page* page) {
  const carom_planar_outcome* outcome = &page->result->planar;
  const carom_surface* surface = &page->scenario->surfaces[0];
  if (outcome->mode != CAROM_PLANAR_NONE)
    printf("%s, %s, %s impact (mode %s). ", outcome->direct ? "Direct" : "Oblique",
           outcome->central ? "central" : "eccentric", outcome->tangential ? "tangential" : "meeting",
           carom_planar_mode_word(outcome->mode));
  printf("%s's law with e = %.6g; ", cli_law_name(surface->law), surface->e);
  if (surface->mu == 0 && surface->mu_static == 0) {
    fputs("no friction", stdout);
  } else {
    printf("friction mu = %.6g", surface->mu);
  }
  if (surface->mu_static > surface->mu) printf(" (static %.6g)", surface->mu_static);
  fputs(".\n", stdout);
}

static void print_warnings(const cli_page* page) {
#define CAROM_X(symbol, bit, sentence) \
  if (page->result->warnings & symbol) \
    printf("%sNote:%s %s.\n", page->colour ? "\033[33m" : "", page->colour ? "\033[0m" : "", sentence);
  CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
}

void cli_print_story(const cli_page* page) {
  cli_print_heading(page, page->scenario->title ? page->scenario->title : cli_shown_name(page->file));
  putchar('\n');
  print_what_happened(page);
  print_laws(page);
  print_warnings(page);
}

void cli_print_summary(const char* file, const carom_scenario* scenario, const carom_result* result) {
  const cli_page page = {.file = file, .scenario = scenario, .result = result, .colour = cli_has_colour()};
  cli_print_story(&page);
  cli_print_tables(&page);
}
