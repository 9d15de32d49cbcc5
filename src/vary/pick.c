// Values of a result by typed paths. They are those that src/format/write_result.c writes.
#include "vary/pick.h"

#include <math.h>
#include <string.h>

#include "format/write.h"
#include "text/clean_text.h"

/// What is left of a path after a step and its dot; NULL where it does not start so.
static const char* after(const char* path, const char* step) {
  const size_t length = strlen(step);
  return strncmp(path, step, length) == 0 ? path + length : NULL;
}

/// A whole number below count, as it is written: no sign, no zero before it. What follows it is in *rest.
static bool take_index(const char* path, int count, int* index, const char** rest) {
  int value = 0;
  const char* at = path;
  for (; *at >= '0' && *at <= '9' && at - path < 6; ++at) value = 10 * value + (*at - '0');
  if (at == path || (path[0] == '0' && at - path > 1) || value >= count) return false;
  *index = value;
  *rest = at;
  return true;
}

/// The last step of a path: a number below count.
static bool is_axis(const char* path, int count, int* axis) {
  const char* rest;
  return path && take_index(path, count, axis, &rest) && *rest == '\0';
}

static carom__pick find_in_contact(const char* path, const carom_scenario* scenario) {
  static const struct {
    const char* step;
    carom__pick_kind kind;
  } axes[] = {{"impulse_contact.", CAROM__PICK_IMPULSE_CONTACT},
              {"velocity_before.", CAROM__PICK_VELOCITY_BEFORE},
              {"velocity_after.", CAROM__PICK_VELOCITY_AFTER},
              {"impulse.", CAROM__PICK_IMPULSE}};
  carom__pick pick = {0};
  const char* rest;
  if (!take_index(path, scenario->contact_count, &pick.owner, &rest) || *rest != '.') return (carom__pick){0};
  ++rest;
  const bool has_world = scenario->kind == CAROM_SCENARIO_BODIES;
  if (strcmp(rest, "mode") == 0) pick.kind = CAROM__PICK_MODE;
  if (has_world && strcmp(rest, "closing_speed") == 0) pick.kind = CAROM__PICK_CLOSING_SPEED;
  for (size_t i = 0; i < sizeof axes / sizeof axes[0]; ++i)
    if (is_axis(after(rest, axes[i].step), scenario->dimension, &pick.axis)) pick.kind = axes[i].kind;
  return pick.kind == CAROM__PICK_IMPULSE && !has_world ? (carom__pick){0} : pick;
}

/// What an impact did to a body, by the names that the writer gives it.
static const char* const changes[] = {"delta_v", "approach_angle", "departure_angle", "pdof"};
enum { CHANGE_COUNT = sizeof changes / sizeof changes[0] };

static carom__pick find_in_body(const char* path, int body, const carom_scenario* scenario) {
  carom__pick pick = {.owner = body};
  const bool is_free = scenario->bodies[body].kind == CAROM_BODY_FREE;
  for (int i = 0; i < CHANGE_COUNT; ++i)
    if (strcmp(path, changes[i]) == 0) return (carom__pick){.kind = CAROM__PICK_BODY_CHANGE, .owner = body, .axis = i};
  if (is_axis(after(path, "velocity."), scenario->dimension, &pick.axis)) pick.kind = CAROM__PICK_BODY_VELOCITY;
  if (!is_free) return pick;
  if (scenario->dimension == 3 && is_axis(after(path, "spin."), 3, &pick.axis)) pick.kind = CAROM__PICK_BODY_SPIN;
  if (scenario->dimension == 2 && strcmp(path, "spin") == 0)
    pick = (carom__pick){.kind = CAROM__PICK_BODY_SPIN, .owner = body, .axis = 2};
  return pick;
}

/// Names may have dots, so every body is asked; the first counts, as in the written result.
static carom__pick find_in_bodies(const char* path, const carom_scenario* scenario) {
  for (int i = 0; i < scenario->body_count; ++i) {
    const char* rest = after(path, scenario->body_info[i].name);
    if (!rest || *rest != '.' || scenario->bodies[i].kind == CAROM_BODY_FIXED) continue;
    const carom__pick pick = find_in_body(rest + 1, i, scenario);
    if (pick.kind != CAROM__PICK_NONE) return pick;
  }
  return (carom__pick){0};
}

static const char* const energies[] = {"before", "after", "change", "friction", "restitution", "spring"};
enum { ENERGY_COUNT = sizeof energies / sizeof energies[0] };

static carom__pick find_energy(const char* path) {
  for (int i = 0; i < ENERGY_COUNT; ++i)
    if (strcmp(path, energies[i]) == 0) return (carom__pick){.kind = CAROM__PICK_ENERGY, .owner = i};
  return (carom__pick){0};
}

static carom__pick find_in_events(const char* path, const carom_scenario* scenario) {
  carom__pick pick = {0};
  const char* rest;
  if (strcmp(path, "count") == 0) return (carom__pick){.kind = CAROM__PICK_EVENT_COUNT};
  if (!take_index(path, CAROM_RESULT_MOST_EVENTS, &pick.owner, &rest)) return pick;
  if (strcmp(rest, ".type") == 0) pick.kind = CAROM__PICK_EVENT_TYPE;
  if (is_axis(after(rest, ".impulse."), scenario->contact_count, &pick.axis)) pick.kind = CAROM__PICK_EVENT_IMPULSE;
  return pick;
}

carom__pick carom__pick_find(const char* path, const carom_scenario* scenario) {
  carom__pick pick = {0};
  const char* rest;
  if (strcmp(path, "events") == 0) return (carom__pick){.kind = CAROM__PICK_EVENTS};
  if (strcmp(path, "model") == 0) return (carom__pick){.kind = CAROM__PICK_MODEL};
  if ((rest = after(path, "contacts."))) return find_in_contact(rest, scenario);
  if ((rest = after(path, "energy."))) return find_energy(rest);
  if ((rest = after(path, "events."))) return find_in_events(rest, scenario);
  if (scenario->kind == CAROM_SCENARIO_BODIES && (rest = after(path, "bodies."))) return find_in_bodies(rest, scenario);
  const bool jointed = scenario->kind == CAROM_SCENARIO_MECHANISM;
  if (jointed && is_axis(after(path, "mechanism.velocity."), scenario->dof, &pick.axis))
    pick.kind = CAROM__PICK_JOINT_VELOCITY;
  return pick;
}

void carom__put_word(carom_reading* reading, const char* word) {
  static const char cut[] = "…";
  size_t plain = 0;  // nearly all words are short and of printable letters
  while (word[plain] >= ' ' && word[plain] <= '~') ++plain;
  reading->kind = CAROM_READING_WORD;
  if (word[plain] == '\0' && plain < sizeof reading->word - sizeof cut) {
    memcpy(reading->word, word, plain + 1);
    return;
  }
  carom__text text = carom__text_start(reading->word, sizeof reading->word - sizeof cut);
  carom__text_add(&text, word);
  if (text.is_full) strcat(reading->word, cut);
}

/// Minus zero equals zero, and the written result has none.
static void put_number(carom_reading* reading, double number) {
  reading->kind = CAROM_READING_NUMBER;
  reading->number = number + 0.0;
}

void carom__put_events(const carom_result* result, carom_reading* reading) {
  char words[2 * CAROM_READING_WORD_SIZE] = "";
  size_t length = 0;
  for (int i = 0; i < result->outcome.event_count && length < CAROM_READING_WORD_SIZE; ++i) {
    const carom_event* event = &result->events[i];
    length += (size_t)snprintf(words + length, sizeof words - length, "%s%s", i > 0 ? ", " : "",
                               carom_event_word(event->type));
    if (result->outcome.contact_count > 1)
      length += (size_t)snprintf(words + length, sizeof words - length, " %d", event->contact);
  }
  for (char* at = words; *at; ++at)
    if (*at == '_') *at = ' ';
  carom__put_word(reading, *words ? words : "no event");
}

static double component(carom_vec3 vector, int axis) {
  return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}

/// Which of the energies a model has no word for is told by the writer: springs.
static void read_energy(const carom_result* result, int which, carom_reading* out) {
  const carom_energy* energy = &result->outcome.energy;
  const double values[ENERGY_COUNT] = {result->energy_before, result->energy_after, energy->change,
                                       energy->friction,      energy->restitution,  energy->spring};
  if (which < ENERGY_COUNT - 1 || carom__writes_spring(result)) put_number(out, values[which]);
}

/// A body at rest has no direction, and in space there are no such angles: none is written then.
static void read_change(const carom__pick* pick, const carom_scenario* scenario, const carom_result* result,
                        carom_reading* out) {
  const carom_body_change change = carom_body_change_between(scenario->dimension, &scenario->bodies[pick->owner],
                                                             &result->bodies_after[pick->owner]);
  const double values[CHANGE_COUNT] = {change.delta_v, change.approach_angle, change.departure_angle, change.pdof};
  if (!isnan(values[pick->axis])) put_number(out, values[pick->axis]);
}

static double closing_speed(const carom_scenario* scenario, int contact) {
  const carom_touch* touch = &scenario->touches[contact];
  return carom_closing_speed(&scenario->bodies[touch->body_a], &scenario->bodies[touch->body_b]);
}

static void read_event(const carom__pick* pick, const carom_result* result, carom_reading* out) {
  if (pick->owner >= result->outcome.event_count) return;
  if (pick->kind == CAROM__PICK_EVENT_TYPE) {
    carom__put_word(out, carom_event_word(result->events[pick->owner].type));
  } else {
    put_number(out, carom__event_impulses(result, pick->owner)[pick->axis]);
  }
}

void carom__pick_read(const carom__pick* pick, const carom_scenario* scenario, const carom_result* result,
                      carom_reading* out) {
  const carom_impact_contact* contact = &result->contacts[pick->owner < scenario->contact_count ? pick->owner : 0];
  out->kind = CAROM_READING_NONE;
  out->number = 0;
  switch (pick->kind) {
    case CAROM__PICK_IMPULSE:
      put_number(out, component(carom__world_impulse(scenario, result, pick->owner), pick->axis));
      break;
    case CAROM__PICK_IMPULSE_CONTACT:
      put_number(out, contact->impulse[pick->axis]);
      break;
    case CAROM__PICK_VELOCITY_BEFORE:
      put_number(out, contact->velocity_before[pick->axis]);
      break;
    case CAROM__PICK_VELOCITY_AFTER:
      put_number(out, contact->velocity_after[pick->axis]);
      break;
    case CAROM__PICK_MODE:
      carom__put_word(out, contact->mode);
      break;
    case CAROM__PICK_BODY_VELOCITY:
      put_number(out, component(result->bodies_after[pick->owner].velocity, pick->axis));
      break;
    case CAROM__PICK_BODY_SPIN:
      put_number(out, component(carom__written_spin(scenario, result, pick->owner), pick->axis));
      break;
    case CAROM__PICK_BODY_CHANGE:
      read_change(pick, scenario, result, out);
      break;
    case CAROM__PICK_CLOSING_SPEED:
      put_number(out, closing_speed(scenario, pick->owner));
      break;
    case CAROM__PICK_JOINT_VELOCITY:
      put_number(out, result->velocity_after[pick->axis]);
      break;
    case CAROM__PICK_ENERGY:
      read_energy(result, pick->owner, out);
      break;
    case CAROM__PICK_MODEL:
      carom__put_word(out, carom_model_word(result->outcome.model));
      break;
    case CAROM__PICK_EVENTS:
      carom__put_events(result, out);
      break;
    case CAROM__PICK_EVENT_COUNT:
      put_number(out, result->outcome.event_count);
      break;
    case CAROM__PICK_EVENT_TYPE:
    case CAROM__PICK_EVENT_IMPULSE:
      read_event(pick, result, out);
      break;
    case CAROM__PICK_NONE:
      break;
  }
}
