/// @file story_compliant.c
/// An impact with tangential springs in words: "slid, stuck at I_n = 0.625, ...".
#include <stdarg.h>

#include "summary.h"

enum { MOST_STEPS = 10 };

/// A sentence that grows. What does not fit is left out.
typedef struct sentence {
  char* text;
  size_t length;
} sentence;

static void add(sentence* to, const char* format, ...) {
  const size_t room = CLI_STORY_SIZE - to->length;
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(to->text + to->length, room, format, arguments);
  va_end(arguments);
  if (length > 0) to->length += (size_t)length < room ? (size_t)length : room - 1;
}

/// Which way slip goes after a normal impulse: along the stretched spring, since friction opposes both. Compared with
/// the slip before: < 0 is back, > 0 on, 0 not known.
static double slip_way(const carom_result* result, double impulse_n) {
  const carom_vec3 before = result->outcome.law.compliant.problem.v;
  const carom_spring_trace* path = &result->path.springs;
  for (int i = 0; i < path->count; ++i) {
    const carom_spring_point* point = &path->points[i];
    if (point->slipping && point->impulse[2] > impulse_n)
      return point->spring[0] * before.x + point->spring[1] * before.y;
  }
  return 0;
}

static const char* words_of_slip(const carom_result* result, double impulse_n) {
  const double way = slip_way(result, impulse_n);
  return way < 0 ? "slid back from" : way > 0 ? "slid on from" : "slid from";
}

/// What an event after the first is in words, or NULL.
static const char* words_of(const carom_result* result, const carom_event* event) {
  switch (event->type) {
    case CAROM_EVENT_STICK:
      return "stuck at";
    case CAROM_EVENT_SLIP:
      return words_of_slip(result, event->impulse_n);
    case CAROM_EVENT_REVERSE:  // where the rigid law answered
      return "slid another way from";
    case CAROM_EVENT_COMPRESSION_END:
      return "compression ended at";
    case CAROM_EVENT_RECOMPRESS:
      return "it began again at";
    case CAROM_EVENT_RESTITUTION_END:
      return "ended at";
    default:
      return NULL;
  }
}

/// The events in order, each with the normal impulse at which it happened; the first number says what it is.
static void add_events(sentence* to, const cli_page* page) {
  const carom_result* result = page->result;
  const char* name = "I_n = ";
  for (int i = 1; i < result->outcome.event_count && i < MOST_STEPS; ++i) {
    const char* words = words_of(result, &result->events[i]);
    if (!words) continue;
    add(to, ", %s %s%.4g", words, name, cli_amount(page, CLI_IMPULSE, result->events[i].impulse_n));
    name = "";
  }
  const int more = result->outcome.event_total - 1 - MOST_STEPS;
  if (more >= 0)
    add(to, ", and after %d more switches ended at %.4g", more,
        cli_amount(page, CLI_IMPULSE, result->outcome.law.compliant.outcome.impulse.z));
  const bool plastic = result->outcome.law.compliant.problem.surface.e == 0;
  add(to, " %s%s.", cli_unit(page, CLI_IMPULSE), plastic ? ", and the impact with it (e = 0)" : "");
}

void cli_compliant_story(const cli_page* page, char story[CLI_STORY_SIZE]) {
  const carom_result* result = page->result;
  sentence to = {story, 0};
  story[0] = '\0';
  if (result->outcome.event_count == 0) {
    add(&to, "there is no impact.");
  } else if (result->outcome.law.compliant.problem.surface.mu == 0) {
    add(&to,
        "without friction the tangential springs had nothing to do; compression ended at I_n = %.4g, the impact at "
        "%.4g %s.",
        cli_amount(page, CLI_IMPULSE, result->outcome.law.compliant.outcome.impulse_n_compression),
        cli_amount(page, CLI_IMPULSE, result->outcome.law.compliant.outcome.impulse.z), cli_unit(page, CLI_IMPULSE));
  } else {
    const bool stuck = result->events[0].type == CAROM_EVENT_START_STICK;
    add(&to, stuck ? "the contact stuck at once" : "the contact slid");
    add_events(&to, page);
  }
}

void cli_print_compliant_class(const cli_page* page) {
  const carom_result* result = page->result;
  if (result->outcome.event_count == 0) return;
  printf("Impact with tangential springs (%s). ", result->contacts[0].mode);
}

/// What the springs stored and gave back.
static void print_springs(const cli_page* page) {
  const carom_compliant_outcome* outcome = &page->result->outcome.law.compliant.outcome;
  const double scale = page->result->energy_before;
  const double left = cli_without_noise(outcome->energy.spring, scale);
  const char* unit = cli_unit(page, CLI_ENERGY);
  printf("The normal spring stored %.6g %s and gave back %.6g %s", cli_amount(page, CLI_ENERGY, outcome->stored), unit,
         cli_amount(page, CLI_ENERGY, cli_without_noise(outcome->stored - outcome->energy.restitution, scale)), unit);
  const double held = cli_without_noise(carom_result_spring_peak(page->result), scale);
  if (held > 0) printf("; the tangential ones held up to %.4g %s and kept ", cli_amount(page, CLI_ENERGY, held), unit);
  if (held > 0 && left > 0) printf("%.6g %s", cli_amount(page, CLI_ENERGY, left), unit);
  if (held > 0 && !(left > 0)) fputs("none", stdout);
  fputs(".\n", stdout);
}

void cli_print_compliant_notes(const cli_page* page) {
  const carom_result* result = page->result;
  if (result->outcome.event_count == 0) return;
  if (!result->outcome.law.compliant.outcome.recompressed) print_springs(page);
  if (result->method == CAROM_METHOD_PUBLISHED)
    cli_print_note(page,
                   "solved by the published scheme, in which restitution slides with friction mu e F_n; that "
                   "contradicts Coulomb's law and is here for comparison only");
}
