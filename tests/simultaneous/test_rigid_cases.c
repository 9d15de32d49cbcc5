// Rigid friction against the stored references of tests/cases/rigid.json (40-digit series): velocities, impulses, the
// energy ledger, events; with the contacts in reverse order, and with velocities moved a little.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simultaneous/run.h"
#include "simultaneous/stored_rigid.h"

static double got_entry(const rigid_case* c, const collision* got, int i, bool velocity) {
  const int d = c->problem.dimension;
  return velocity ? got->contacts[i / d].v[i % d] : got->contacts[i / d].impulse[i % d];
}

/// The largest error of a vector, as a part of its largest entry (velocities: of the largest before or after).
static double vector_error(const rigid_case* c, const collision* got, const double* want, bool velocity) {
  double off = 0, size = 0;
  for (int i = 0; i < c->size; ++i) {
    off = fmax(off, fabs(got_entry(c, got, i, velocity) - want[i]));
    size = fmax(size, fabs(want[i]));
    if (velocity) size = fmax(size, fabs(c->v[i]));
  }
  return off / size;
}

static void check_answer(const rigid_case* c, const collision* got, double tolerance) {
  cr_expect_leq(vector_error(c, got, c->v_after, true), tolerance, "%s: v is off by %.3g", c->name,
                vector_error(c, got, c->v_after, true));
  if (c->impulses_count)
    cr_expect_leq(vector_error(c, got, c->impulse, false), tolerance, "%s: I is off by %.3g", c->name,
                  vector_error(c, got, c->impulse, false));
}

/// The ledger closes and its parts are the stored ones. Where bodies wedge, the reference took a loss at the contact
/// whose compression ended first and none at the other at the same instant; here none is taken, whatever the order, so
/// that the two are compared as a sum.
static void check_energy(const rigid_case* c, const collision* got) {
  const carom_energy* e = &got->outcome.energy;
  const double scale = 1e-12 * c->energy.before;
  cr_expect_leq(fabs(e->friction - c->energy.friction), scale, "%s", c->name);
  cr_expect_leq(fabs(e->change - c->energy.change), scale, "%s", c->name);
  cr_expect_leq(fabs(e->friction + e->restitution + e->spring + e->change), scale, "%s", c->name);
  const double lost = c->energy.restitution + c->energy.trapped;
  cr_expect_leq(fabs(e->restitution + e->spring - lost), scale, "%s", c->name);
  if (c->energy.trapped == 0) cr_expect_leq(fabs(e->restitution - c->energy.restitution), scale, "%s", c->name);
  cr_expect_eq((got->outcome.warnings & CAROM_WARN_JAMMED) != 0, c->energy.trapped > 0, "%s", c->name);
}

/// A stored event is in the log at its time.
static bool is_logged(const rigid_case* c, const collision* got, const json_t* event) {
  const char* word = json_string_value(json_object_get(event, "type"));
  const double time = json_number_value(json_object_get(event, "t"));
  const int contact = (int)json_integer_value(json_object_get(event, "contact"));
  for (int k = 0; k < got->log.event_count; ++k) {
    const char* logged = carom_event_word(got->events[k].type);
    if (got->events[k].contact != contact || fabs(got->times[k] - time) > 1e-9 * fmax(1, c->end_time)) continue;
    if (strcmp(word, logged) == 0) return true;
    if (time < 1e-9 && strncmp(logged, "start", 5) == 0) return true;  // what begins at once is told by how it begins
  }
  return false;
}

/// Where cycles pile up the last of them are shorter than rounding: the stored list is cut before that.
static void check_events(const rigid_case* c, const collision* got) {
  size_t at;
  json_t* event;
  json_array_foreach(c->events, at, event) {
    // Wedging takes no loss, so that no end of compression is told either.
    if (c->energy.trapped > 0 && strcmp(json_string_value(json_object_get(event, "type")), "compression_end") == 0)
      continue;
    cr_expect(is_logged(c, got, event), "%s: %s of contact %lld at %.17g is not in the log", c->name,
              json_string_value(json_object_get(event, "type")),
              (long long)json_integer_value(json_object_get(event, "contact")),
              json_number_value(json_object_get(event, "t")));
  }
  for (int k = 1; k < got->log.event_count; ++k) cr_expect_geq(got->times[k], got->times[k - 1], "%s", c->name);
  for (int i = 0; i < c->problem.contact_count; ++i)
    cr_expect_eq(got->contacts[i].locked, c->locked[i], "%s: lock of contact %d", c->name, i);
}

Test(rigid_cases, all_stored) {
  static rigid_case c;
  static collision got;
  json_t* root = rigid_load();
  size_t at;
  json_t* stored;
  json_array_foreach(json_object_get(root, "cases"), at, stored) {
    rigid_read(stored, &c);

    collide_well(&c.problem, &got);
    check_answer(&c, &got, c.tolerance);
    check_energy(&c, &got);
    check_events(&c, &got);
  }
  json_decref(root);
}

Test(rigid_cases, contacts_in_reverse_order) {
  static rigid_case c;
  static collision got;
  json_t* root = rigid_load();
  size_t at;
  json_t* stored;
  json_array_foreach(json_object_get(root, "cases"), at, stored) {
    rigid_read(stored, &c);

    rigid_reverse(&c);
    collide_well(&c.problem, &got);
    check_answer(&c, &got, c.tolerance);
  }
  json_decref(root);
}

/// Velocities moved by 1e-10 within the range of W: the law is Lipschitz in them.
Test(rigid_cases, velocities_moved_a_little) {
  static rigid_case c;
  static collision got;
  test_random r = {7};
  json_t* root = rigid_load();
  size_t at;
  json_t* stored;
  json_array_foreach(json_object_get(root, "cases"), at, stored) {
    for (int i = 0; i < 8; ++i) {
      rigid_read(stored, &c);

      rigid_nudge(&r, 1e-10, &c);
      collide_well(&c.problem, &got);
      cr_expect_leq(vector_error(&c, &got, c.v_after, true), 1e-8, "%s: v is off by %.3g", c.name,
                    vector_error(&c, &got, c.v_after, true));
    }
  }
  json_decref(root);
}
