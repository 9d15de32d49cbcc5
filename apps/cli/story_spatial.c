/// @file story_spatial.c
/// A spatial impact in words.
#include <math.h>
#include <string.h>

#include "summary.h"

/// What becomes of slip that vanishes, and when.
typedef struct spatial_story {
  const char* sequence;  // without l
  bool resumed;
  const char* plastic;  // e = 0: the impact ends with compression
  const char* elastic;
} spatial_story;

static const spatial_story stories[] = {
    {"cr", false, "compression ended while sliding, and with it the impact (e = 0).",
     "compression ended while sliding; restitution ended while still sliding."},
    {"scr", false,
     "the contact stuck during compression; compression ended while stuck, and with it the impact (e = 0).",
     "the contact stuck during compression; compression and restitution ended while stuck."},
    {"scr", true,
     "slip vanished during compression and resumed in another direction; compression ended while sliding, and with it "
     "the impact (e = 0).",
     "slip vanished during compression and resumed in another direction; compression and restitution ended while "
     "sliding."},
    {"csr", false, "compression ended while sliding; then the contact stuck, and the impact ended (e = 0).",
     "compression ended while sliding; then the contact stuck; restitution ended while stuck."},
    {"csr", true,
     "compression ended while sliding; then slip vanished and resumed in another direction, and the impact ended "
     "(e = 0).",
     "compression ended while sliding; then slip vanished and resumed in another direction; restitution ended while "
     "sliding."},
};

/// The same letters? An l, which stands anywhere in what a scheme gives, does not count.
static bool is_sequence(const char* sequence, const char* without_l) {
  for (; *sequence != '\0'; ++sequence) {
    if (*sequence == 'l') continue;
    if (*sequence != *without_l) return false;
    ++without_l;
  }
  return *without_l == '\0';
}

static bool has_impact(const carom_spatial_outcome* outcome) {
  return outcome->mode != CAROM_SPATIAL_NONE;
}

static const char* story_without_slip_before(const carom_spatial_outcome* outcome) {
  return outcome->stuck
             ? "there was no slip before, and the contact stayed stuck from beginning to end."
             : "there was no slip before, but friction could not hold the contact: it slid from the first moment on.";
}

const char* cli_spatial_story(const cli_page* page) {
  const carom_spatial_outcome* outcome = &page->result->outcome.law.spatial.outcome;
  const carom_spatial_problem* problem = &page->result->outcome.law.spatial.problem;
  if (!has_impact(outcome)) return "there is no impact.";
  if (problem->surface.mu == 0) return "without friction nothing hindered the slip, in compression and in restitution.";
  if (problem->v.x == 0 && problem->v.y == 0) return story_without_slip_before(outcome);
  for (size_t i = 0; i < sizeof stories / sizeof stories[0]; ++i)
    if (is_sequence(outcome->sequence, stories[i].sequence) && stories[i].resumed == outcome->resumed)
      return problem->surface.e == 0 ? stories[i].plastic : stories[i].elastic;
  return "the impact ended.";
}

static const char* scheme_name(carom_method_kind method) {
  return method == CAROM_METHOD_NI ? "NI" : method == CAROM_METHOD_FS ? "FS" : "VS";
}

void cli_print_spatial_class(const cli_page* page) {
  const carom_spatial_outcome* outcome = &page->result->outcome.law.spatial.outcome;
  if (!has_impact(outcome)) return;
  printf("Impact in space (sequence %s). ", outcome->sequence);
}

void cli_print_spatial_notes(const cli_page* page) {
  const carom_spatial_outcome* outcome = &page->result->outcome.law.spatial.outcome;
  if (!has_impact(outcome)) return;
  // A scheme logs `straight` wherever it saw the direction settle.
  if (outcome->events[0].type == CAROM_EVENT_STRAIGHT && outcome->events[0].impulse_n == 0)
    cli_print_note(page, "slip began in an invariant direction, so it did not turn");
  if (outcome->condition_fails)
    cli_print_note(page, "condition (18), mu |d| < Wzz, fails: in some directions sliding drives the bodies together");
  if (page->result->method == CAROM_METHOD_EXACT) return;
  char text[120];
  snprintf(text, sizeof text, "solved by the published scheme %s in %d steps, which is an approximation",
           scheme_name(page->result->method), outcome->steps);
  cli_print_note(page, text);
}

double cli_degrees(double radians) {
  return radians * 57.295779513082321;  // 180/pi
}

static void print_slip(const cli_page* page, const char* label, const double* velocity, double scale) {
  const double speed = cli_without_noise(hypot(velocity[0], velocity[1]), scale);
  cli_print_label(label);
  cli_print_amount(page, CLI_SPEED, speed, 0);
  if (speed > 0) {
    cli_print_number(cli_degrees(atan2(velocity[1], velocity[0])), 360);
  } else {
    printf("%*s", CLI_NUMBER_WIDTH, "-");
  }
  putchar('\n');
}

void cli_print_slip(const cli_page* page) {
  char speed[CLI_NAME_SIZE];
  snprintf(speed, sizeof speed, "speed [%s]", cli_unit(page, CLI_SPEED));
  const char* const columns[] = {speed, "angle [deg]"};
  const carom_impact_contact* contact = &page->result->contacts[0];
  const double scale = fmax(cli_largest(3, contact->velocity_before), cli_largest(3, contact->velocity_after));
  cli_print_columns(page, "Slip, angle from t1 to t2", 2, columns);
  print_slip(page, "before", contact->velocity_before, scale);
  print_slip(page, "after", contact->velocity_after, scale);
}
