// Phases of a mover from what its run holds, with a run that is made up: what the loop seldom does can be told here.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "run/simulate_parts.h"

static void name_point(const carom_mover* mover, int point, int size, char* name) {
  (void)mover;
  snprintf(name, (size_t)size, "corner %d", point);
}

/// A box over one plane, with its log.
typedef struct fixture {
  carom_scenario scenario;
  carom_simulation_mover mover;
  carom_simulation simulation;
  carom__sim sim;
  carom__sim_part part;
} fixture;

static fixture* start(void) {
  fixture* it = calloc(1, sizeof *it);
  it->mover = (carom_simulation_mover){.name = "box"};
  it->simulation = (carom_simulation){.mover_count = 1, .movers = &it->mover};
  it->sim = (carom__sim){.scenario = &it->scenario, .out = &it->simulation};
  it->part.run.mover.name = name_point;
  return it;
}

/// Corner i is held in phases[i]; flight: it is not.
static void watch(fixture* it, double time, carom_phase first, carom_phase second) {
  const carom_phase phases[] = {first, second};
  it->part.run.t = time;
  it->part.run.contact_count = 0;
  for (int i = 0; i < 2; i++)
    if (phases[i] != CAROM_PHASE_FLIGHT)
      it->part.run.contacts[it->part.run.contact_count++] =
          (carom_motion_contact){.touch = {i, 0, i}, .phase = phases[i]};
  cr_assert(carom__sim_watch_phases(&it->sim, &it->part));
}

static void finish(fixture* it, double time) {
  carom__sim_end_phases(&it->sim, &it->part.phases, time);
  carom__sim_drop_empty_phases(&it->sim);
}

static void discard(fixture* it) {
  free(it->simulation.phases);
  free(it);
}

static void expect_phase(const fixture* it, int index, const carom_simulation_phase* expected) {
  const carom_simulation_phase* phase = &it->simulation.phases[index];
  cr_assert_lt(index, it->simulation.phase_count);
  cr_expect(phase->from == expected->from && phase->to == expected->to, "phase %d: %g to %g", index, phase->from,
            phase->to);
  cr_expect_eq(phase->phase, expected->phase, "phase %d: %s", index, carom_phase_word(phase->phase));
  cr_expect_str_eq(phase->what, expected->what, "phase %d", index);
}

#define EXPECT_PHASE(it, index, start, end, kind, name) \
  expect_phase(it, index, &(carom_simulation_phase){.from = start, .to = end, .phase = kind, .what = name})

Test(phases, each_contact_has_its_own) {
  fixture* it = start();
  watch(it, 0, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT);
  watch(it, 1, CAROM_PHASE_SLIDE, CAROM_PHASE_FLIGHT);
  watch(it, 2, CAROM_PHASE_SLIDE, CAROM_PHASE_SLIDE);
  watch(it, 3, CAROM_PHASE_STICK, CAROM_PHASE_SLIDE);
  watch(it, 4, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT);
  finish(it, 5);
  cr_assert_eq(it->simulation.phase_count, 5);
  EXPECT_PHASE(it, 0, 0, 1, CAROM_PHASE_FLIGHT, "box");
  EXPECT_PHASE(it, 1, 1, 3, CAROM_PHASE_SLIDE, "box: corner 0");
  EXPECT_PHASE(it, 2, 2, 4, CAROM_PHASE_SLIDE, "box: corner 1");
  EXPECT_PHASE(it, 3, 3, 4, CAROM_PHASE_STICK, "box: corner 0");
  EXPECT_PHASE(it, 4, 4, 5, CAROM_PHASE_FLIGHT, "box");
  discard(it);
}

Test(phases, an_impact_does_not_end_a_flight) {
  fixture* it = start();
  for (int i = 0; i < 4; i++) watch(it, i, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT);
  finish(it, 4);
  cr_assert_eq(it->simulation.phase_count, 1);
  EXPECT_PHASE(it, 0, 0, 4, CAROM_PHASE_FLIGHT, "box");
  discard(it);
}

Test(phases, what_is_let_go_and_held_again_at_one_instant_goes_on) {
  fixture* it = start();
  watch(it, 0, CAROM_PHASE_SLIDE, CAROM_PHASE_STICK);
  watch(it, 1, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT);
  watch(it, 1, CAROM_PHASE_STICK, CAROM_PHASE_STICK);
  watch(it, 1, CAROM_PHASE_SLIDE, CAROM_PHASE_STICK);
  finish(it, 2);
  cr_assert_eq(it->simulation.phase_count, 2);
  EXPECT_PHASE(it, 0, 0, 2, CAROM_PHASE_SLIDE, "box: corner 0");
  EXPECT_PHASE(it, 1, 0, 2, CAROM_PHASE_STICK, "box: corner 1");
  discard(it);
}

Test(phases, what_is_held_again_later_is_another_phase) {
  fixture* it = start();
  watch(it, 0, CAROM_PHASE_SLIDE, CAROM_PHASE_FLIGHT);
  watch(it, 1, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT);
  watch(it, 1.5, CAROM_PHASE_SLIDE, CAROM_PHASE_FLIGHT);
  finish(it, 2);
  cr_assert_eq(it->simulation.phase_count, 3);
  EXPECT_PHASE(it, 0, 0, 1, CAROM_PHASE_SLIDE, "box: corner 0");
  EXPECT_PHASE(it, 1, 1, 1.5, CAROM_PHASE_FLIGHT, "box");
  EXPECT_PHASE(it, 2, 1.5, 2, CAROM_PHASE_SLIDE, "box: corner 0");
  discard(it);
}

Test(phases, long_names_leave_room_for_the_place) {
  char what[CAROM_WHAT_SIZE], name[300];
  memset(name, 'x', sizeof name);
  name[sizeof name - 1] = '\0';
  carom__sim_name(what, name, "corner 12");
  cr_expect_eq(strlen(what), CAROM_WHAT_SIZE - 1);
  cr_expect_str_eq(what + strlen(what) - 11, ": corner 12");
  carom__sim_name(what, "a\nb", "");
  cr_expect_str_eq(what, "a?b");
}
