/// @file story_simultaneous.c
/// Several contacts at once in words.
#include <math.h>

#include "summary.h"

static int count_events(const carom_result* result, carom_event_type type) {
  int count = 0;
  for (int i = 0; i < result->outcome.event_count; ++i) count += result->events[i].type == type ? 1 : 0;
  return count;
}

static const char* plural(int count) {
  return count == 1 ? "" : "s";
}

/// "; what 5 times": nothing for 0. Returns the new length.
static int add_count(char story[CLI_STORY_SIZE], int length, const char* what, int count) {
  if (count == 0) return length;
  return length +
         snprintf(story + length, (size_t)(CLI_STORY_SIZE - length), "; %s %d time%s", what, count, plural(count));
}

void cli_simultaneous_story(const cli_page* page, char story[CLI_STORY_SIZE]) {
  const carom_result* result = page->result;
  if (result->outcome.event_count == 0) {
    snprintf(story, CLI_STORY_SIZE, "there is no impact at any of the %d contacts.", result->outcome.contact_count);
    return;
  }
  int length = snprintf(story, CLI_STORY_SIZE, "%d contacts at once, through %d state%s and %d event%s",
                        result->outcome.contact_count, result->outcome.state_total, plural(result->outcome.state_total),
                        result->outcome.event_total, plural(result->outcome.event_total));
  if (result->outcome.event_total == result->outcome.event_count) {  // else most of them are not in the list
    length = add_count(story, length, "compression began again", count_events(result, CAROM_EVENT_RECOMPRESS));
    length = add_count(story, length, "contacts came back", count_events(result, CAROM_EVENT_REACTIVATE));
  }
  length = add_count(story, length, "contacts were held at rest", result->outcome.law.simultaneous.lock_total);
  const bool jammed = result->outcome.warnings & CAROM_WARN_JAMMED;
  snprintf(story + length, (size_t)(CLI_STORY_SIZE - length), ". In the end %s.",
           jammed ? "the bodies are wedged" : "none of them approaches");
}

/// Least and most of a number over all contacts.
typedef struct span {
  double least, most;
} span;

static span span_of(const cli_page* page, double (*number)(const carom_surface* surface)) {
  span found = {HUGE_VAL, -HUGE_VAL};
  for (int i = 0; i < page->scenario->contact_count; ++i) {
    const double x = number(&page->scenario->surfaces[i]);
    found.least = fmin(found.least, x);
    found.most = fmax(found.most, x);
  }
  return found;
}

static double e_of(const carom_surface* surface) {
  return surface->e;
}

static double mu_of(const carom_surface* surface) {
  return surface->mu;
}

static double stiffness_of(const carom_surface* surface) {
  return surface->stiffness;
}

static void print_span(const char* name, span x) {
  printf("%s = %.6g", name, x.least);
  if (x.most > x.least) printf(" to %.6g", x.most);
}

static bool friction_is_rigid(const cli_page* page) {
  for (int i = 0; i < page->result->outcome.contact_count; ++i)
    if (page->result->surfaces[i].mu > 0 && page->result->surfaces[i].eta2 == 0) return true;
  return false;
}

void cli_print_simultaneous_laws(const cli_page* page) {
  const span friction = span_of(page, mu_of), stiffness = span_of(page, stiffness_of);
  const double exponent = page->scenario->surfaces[0].exponent;
  print_span("Stronge's law with e", span_of(page, e_of));
  if (friction.most > 0) {
    print_span("; friction mu", friction);
    fputs(friction_is_rigid(page) ? ", rigid" : ", on springs", stdout);
  } else {
    fputs("; no friction", stdout);
  }
  if (stiffness.most > stiffness.least) {
    print_span("; stiffness", stiffness);
  } else {
    fputs("; equal stiffness", stdout);
  }
  if (exponent != 1) printf("; force law k x^%.6g%s", exponent, exponent == 1.5 ? " (Hertz)" : "");
  fputs(".\n", stdout);
}
