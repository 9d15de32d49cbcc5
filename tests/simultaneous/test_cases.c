// The solver against the stored references of tests/cases/simultaneous.json: impulses, velocities, events, states, and
// the closed limits of the two-ball problem.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simultaneous/run.h"
#include "simultaneous/stored.h"
#include "simultaneous/two_balls.h"

static double got_entry(const stored_case* c, const collision* got, size_t i, bool velocity) {
  const int d = c->problem.dimension, at = stored_place(c, i);
  const carom_simultaneous_contact* contact = &got->contacts[at / d];
  return velocity ? contact->v[at % d] : contact->impulse[at % d];
}

/// The largest error of a vector, as a part of its largest entry.
static double vector_error(const stored_case* c, const collision* got, const json_t* want, bool velocity) {
  double off = 0, size = 0;
  for (size_t i = 0; i < json_array_size(want); ++i) {
    off = fmax(off, fabs(got_entry(c, got, i, velocity) - stored_number(want, i)));
    size = fmax(size, fabs(stored_number(want, i)));
  }
  return off / size;
}

static carom_event_type event_type(const char* word) {
  static const struct {
    const char* word;
    carom_event_type type;
  } words[] = {{"end_compression", CAROM_EVENT_COMPRESSION_END},
               {"end_restitution", CAROM_EVENT_RESTITUTION_END},
               {"restart_compression", CAROM_EVENT_RECOMPRESS},
               {"reactivate", CAROM_EVENT_REACTIVATE},
               {"stick_to_slip", CAROM_EVENT_SLIP},
               {"slip_to_stick", CAROM_EVENT_STICK},
               {"lock", CAROM_EVENT_LOCK},
               {"release", CAROM_EVENT_RELEASE}};
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
    if (strcmp(word, words[i].word) == 0) return words[i].type;
  cr_assert_fail("no such event: %s", word);
  return CAROM_EVENT_REVERSE;
}

/// Is this logged event the stored one? Times and all normal impulses must agree.
static bool is_event(const stored_case* c, const collision* got, int k, const json_t* want) {
  const double time = json_number_value(json_object_get(want, "t"));
  if (got->events[k].type != event_type(json_string_value(json_object_get(want, "type")))) return false;
  if (got->events[k].contact != json_integer_value(json_object_get(want, "contact"))) return false;
  if (fabs(got->times[k] - time) > 10 * c->tolerance * fmax(1, time)) return false;
  const json_t* impulses = json_object_get(want, "I");
  for (int i = 0; i < c->problem.contact_count; ++i) {
    const double value = stored_number(impulses, (size_t)(c->normals_only ? i : 3 * i + 2));
    if (fabs(got->impulses[k * c->problem.contact_count + i] - value) > 10 * c->tolerance * fmax(1, fabs(value)))
      return false;
  }
  return true;
}

static bool is_start(carom_event_type type) {
  return type == CAROM_EVENT_START_SLIP || type == CAROM_EVENT_START_STICK;
}

/// Every stored event is in the log. Those of one instant may come in any order, and where cycles pile up the last of
/// them are shorter than rounding, so only the first 24 are looked at.
static void check_events(const stored_case* c, const collision* got, const json_t* want) {
  const int count = (int)json_array_size(want);
  const bool piles_up = count > 30;
  for (int i = 1; i < (piles_up ? 24 : count); ++i) {
    const json_t* event = json_array_get(want, (size_t)i);
    bool found = false;
    for (int k = 0; k < got->log.event_count && !found; ++k) found = is_event(c, got, k, event);
    cr_expect(found, "%s: event %d, %s of contact %lld at %.17g, is not in the log", c->name, i,
              json_string_value(json_object_get(event, "type")),
              (long long)json_integer_value(json_object_get(event, "contact")),
              json_number_value(json_object_get(event, "t")));
  }
  if (piles_up) return;
  int logged = 0;
  for (int k = 0; k < got->log.event_count; ++k) logged += !is_start(got->events[k].type);
  cr_expect_eq(logged, count - 1, "%s: %d events, stored are %d", c->name, logged, count - 1);
  cr_expect_eq(got->log.event_total, got->log.event_count, "%s", c->name);
}

static uint64_t stored_set(const json_t* event) {
  const json_t* active = json_object_get(event, "active");
  uint64_t set = 0;
  for (size_t i = 0; i < json_array_size(active); ++i)
    if (json_integer_value(json_array_get(active, i))) set |= UINT64_C(1) << i;
  return set;
}

static void check_states(const stored_case* c, const collision* got, const json_t* want) {
  uint64_t last = 0;
  int count = 0;
  const size_t events = json_array_size(want) > 30 ? 24 : json_array_size(want);
  for (size_t i = 0; i < events; ++i) {
    // Of events in one instant only the last one's set lasts.
    const json_t *event = json_array_get(want, i), *next = json_array_get(want, i + 1);
    const double time = json_number_value(json_object_get(event, "t"));
    if (next && json_number_value(json_object_get(next, "t")) - time < 1e-12) continue;
    const uint64_t set = stored_set(event);
    if (set == last || set == 0) continue;
    last = set;
    cr_expect(count < got->log.state_count && got->states[count] == set, "%s: state %d is %#llx, want %#llx", c->name,
              count, count < got->log.state_count ? (unsigned long long)got->states[count] : 0,
              (unsigned long long)set);
    ++count;
  }
  if (events == json_array_size(want)) cr_expect_eq(got->log.state_count, count, "%s", c->name);
}

static double check_case(const json_t* from, bool normals_only) {
  static stored_case c;
  static collision got;
  stored_read(from, normals_only, &c);
  collide_well(&c.problem, &got);
  const double off = vector_error(&c, &got, json_object_get(from, "I"), false);
  cr_expect_leq(off, c.tolerance, "%s: impulses off by %.3g", c.name, off);
  const double v_off = vector_error(&c, &got, json_object_get(from, "v"), true);
  cr_expect_leq(v_off, 10 * c.tolerance, "%s: velocities off by %.3g", c.name, v_off);
  check_events(&c, &got, json_object_get(from, "events"));
  check_states(&c, &got, json_object_get(from, "events"));
  const json_t* loss = json_object_get(from, "Eloss");
  if (loss) {
    const double want = json_number_value(loss);
    cr_expect(fabs(got.outcome.energy.change + want) <= 1e-11, "%s: lost %.17g, want %.17g", c.name,
              -got.outcome.energy.change, want);
  }
  return off;
}

static void check_group(const char* name, bool normals_only, size_t at_least) {
  json_t* root = stored_load();
  size_t i;
  json_t* c;
  double worst = 0;
  json_array_foreach(json_object_get(root, name), i, c) worst = fmax(worst, check_case(c, normals_only));
  cr_assert_geq(i, at_least);
  printf("simultaneous cases, %s: %zu rows, worst impulse error %.2g\n", name, i, worst);
  json_decref(root);
}

Test(simultaneous_cases, stored_references_without_friction) {
  check_group("frictionless", true, 11);
}

Test(simultaneous_cases, stored_references_with_friction) {
  check_group("general", false, 5);
}

/// |v - limit| of both balls at a ratio of stiffness.
static double limit_error(const json_t* row, double ratio) {
  const two_balls balls = {json_number_value(json_object_get(row, "m1")),
                           json_number_value(json_object_get(row, "m2")),
                           json_number_value(json_object_get(row, "v0")),
                           json_number_value(json_object_get(row, "e1")),
                           json_number_value(json_object_get(row, "e2")),
                           1,
                           ratio};
  const two_balls_problem p = two_balls_make(balls);
  const carom_contact_problem problem = two_balls_view(&p);
  static collision got;
  collide_well(&problem, &got);
  const double v1 = balls.v0 + got.contacts[0].impulse[1] / balls.m1, v2 = got.contacts[1].v[1];
  return fmax(fabs(v1 - json_number_value(json_object_get(row, "v1"))),
              fabs(v2 - json_number_value(json_object_get(row, "v2"))));
}

/// The answer comes to the limit k2/k1 -> 0 in first order: 100 times softer, about 100 times nearer. The elastic row
/// makes a number of bounces that changes with the ratio, so its error wanders by a factor of a few around that.
Test(simultaneous_cases, closed_limits_are_reached_in_first_order) {
  json_t* root = stored_load();
  size_t i;
  json_t* row;
  json_array_foreach(json_object_get(root, "limits"), i, row) {
    const double coarse = limit_error(row, 1e-4), fine = limit_error(row, 1e-6), finest = limit_error(row, 1e-8);
    const double order = log10(coarse / finest) / 4;
    printf("limit %zu: off by %.3g, %.3g, %.3g at k2/k1 = 1e-4, 1e-6, 1e-8; order %.2f\n", i, coarse, fine, finest,
           order);
    cr_expect(order > 0.85 && order < 1.15, "limit %zu: order %.3f", i, order);
    cr_expect_lt(finest, 2e-8, "limit %zu", i);
  }
  cr_assert_geq(i, 5);
  json_decref(root);
}
