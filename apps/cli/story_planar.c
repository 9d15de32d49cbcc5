/// @file story_planar.c
/// A planar impact in words.
#include "summary.h"

static const char* story_of_direct_impact(carom_planar_mode mode) {
  switch (mode) {
    case CAROM_PLANAR_C_STICKING:
      return "there was no slip before, and the contact stayed stuck from beginning to end.";
    case CAROM_PLANAR_SLIDING:
      return "there was no slip before, but friction could not hold the contact: it slid from the first moment on.";
    default:
      return "there was no slip before, but friction could not hold the contact: it slid, stopped and slid on.";
  }
}

static const char* story_of_oblique_impact(carom_planar_mode mode) {
  switch (mode) {
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

const char* cli_planar_story(const cli_page* page) {
  const carom_planar_outcome* outcome = &page->result->outcome.law.planar.outcome;
  const bool direct = outcome->direct && outcome->mode != CAROM_PLANAR_NONE;
  return direct ? story_of_direct_impact(outcome->mode) : story_of_oblique_impact(outcome->mode);
}

void cli_print_planar_notes(const cli_page* page) {
  if (page->result->problem.dimension == 3)
    cli_print_note(page,
                   "W lets the contact move in a plane only: the planar law answers (`carom explain` says which)");
}

void cli_print_planar_class(const cli_page* page) {
  const carom_planar_outcome* outcome = &page->result->outcome.law.planar.outcome;
  if (outcome->mode == CAROM_PLANAR_NONE) return;
  printf("%s, %s, %s impact (mode %s). ", outcome->direct ? "Direct" : "Oblique",
         outcome->central ? "central" : "eccentric", outcome->tangential ? "tangential" : "meeting",
         carom_planar_mode_word(outcome->mode));
}
