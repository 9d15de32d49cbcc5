// Every impact of the scenes, solved from its file and met by a motion: the same answer, mode and warnings, to the bit.
// (tests/impact/test_agreement.c does so for random impacts.)
#define _POSIX_C_SOURCE 200809L  // opendir, getline
#include <criterion/criterion.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"

enum { MOST_CONTACTS = 10, MOST_ROWS = 3 * MOST_CONTACTS, WORKSPACE = 200000 };

/// A mover that has the contact problem of a result: one point that touches as many planes as there are contacts. Its
/// velocities are those of the contacts, row by row.
typedef struct copy {
  const carom_result* result;
  carom_plane planes[MOST_CONTACTS];
} copy;

static void rate(const carom_mover* mover, const double* state, double* out) {
  for (int k = 0; k < mover->dof; ++k) {
    out[k] = state[mover->dof + k];
    out[mover->dof + k] = 0;
  }
}

static void gaps(const carom_mover* mover, const double* state, double* gap, double* gap_rate) {
  for (int i = 0; i < mover->plane_count; ++i) {
    const int row = mover->dimension * i + mover->dimension - 1;
    gap[i] = state[row];
    gap_rate[i] = state[mover->dof + row];
  }
}

static int row_of(const carom_mover* mover, const carom_mover_touch* touches, int index) {
  return mover->dimension * touches[index / mover->dimension].plane + index % mover->dimension;
}

static void contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                    double* w, double* v, double* c) {
  const copy* me = mover->self;
  const int size = mover->dimension * count;
  for (int a = 0; a < size; ++a) {
    const int row = row_of(mover, touches, a);
    v[a] = state[mover->dof + row];
    if (c) c[a] = 0;
    for (int b = 0; b < size; ++b) w[a * size + b] = me->result->w[row * mover->dof + row_of(mover, touches, b)];
  }
}

static void push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                 const double* p, double* change) {
  const copy* me = mover->self;
  (void)state;
  for (int k = 0; k < mover->dof; ++k) {
    change[k] = 0;
    for (int a = 0; a < mover->dimension * count; ++a)
      change[k] += me->result->w[k * mover->dof + row_of(mover, touches, a)] * p[a];
  }
}

static double energy(const carom_mover* mover, const double* state) {
  double sum = 0;
  for (int k = 0; k < mover->dof; ++k) sum += state[mover->dof + k] * state[mover->dof + k];
  return sum / 2;
}

static double pace(const carom_mover* mover, const double* state) {
  (void)mover, (void)state;
  return HUGE_VAL;
}

static carom_mover mover_of(const carom_scenario* scenario, const carom_result* result, copy* me) {
  const int dimension = scenario->dimension, count = scenario->contact_count;
  me->result = result;
  for (int i = 0; i < count; ++i) {
    me->planes[i] = (carom_plane){.normal = dimension == 2 ? (carom_vec3){0, 1, 0} : (carom_vec3){0, 0, 1}};
    me->planes[i].surface = scenario->surfaces[i];
  }
  return (carom_mover){.self = me,
                       .dimension = dimension,
                       .position_count = dimension * count,
                       .dof = dimension * count,
                       .point_count = 1,
                       .plane_count = count,
                       .planes = me->planes,
                       .size = 1,
                       .rate = rate,
                       .gaps = gaps,
                       .contact = contact,
                       .push = push,
                       .energy = energy,
                       .kinetic = energy,
                       .pace = pace};
}

static void move(const carom_mover* mover, const double* v, carom_motion_run* run, const char* file) {
  static double workspace[WORKSPACE];
  const carom_motion motion = carom_motion_default();
  double state[2 * MOST_ROWS] = {0};
  carom_diag diag = {0};
  memcpy(state + mover->dof, v, (size_t)mover->dof * sizeof *v);
  cr_assert_leq(carom_motion_workspace_size(mover), WORKSPACE);
  cr_assert_eq(carom_motion_start(run, mover, &motion, state, workspace, &diag), CAROM_OK, "%s: %s", file,
               diag.message);
  cr_assert_eq(carom_motion_step(run, &diag), CAROM_OK, "%s: %s", file, diag.message);
}

static const carom_motion_impact* impact_at(const carom_motion_run* run, int plane) {
  for (int i = 0; i < run->impact_count; ++i)
    if (run->impacts[i].touch.plane == plane) return &run->impacts[i];
  return NULL;
}

/// What rests and stays at rest is no impact of a motion.
static void expect_same(const carom_result* result, const carom_motion_run* run, const char* file) {
  const int normal = result->problem.dimension - 1;
  const unsigned warnings = result->outcome.warnings & ~(unsigned)CAROM_WARN_LOG_CUT;  // a motion wants no list
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    const carom_impact_contact* solved = &result->contacts[i];
    const carom_motion_impact* moved = impact_at(run, i);
    if (!moved) {
      cr_expect(solved->impulse[normal] == 0 && solved->velocity_before[normal] >= 0, "%s, contact %d", file, i);
      continue;
    }
    cr_expect_arr_eq(moved->impulse, solved->impulse, sizeof moved->impulse, "%s, contact %d", file, i);
    cr_expect_arr_eq(moved->velocity_after, solved->velocity_after, sizeof moved->velocity_after, "%s", file);
    cr_expect_str_eq(moved->mode, solved->mode, "%s, contact %d", file, i);
    cr_expect_eq(moved->warnings, warnings, "%s: %u and %u", file, moved->warnings, warnings);
  }
}

/// Whether a motion meets it as an impact: something approaches. Contacts that part are none of a motion's, and an
/// impact without approach (WM92 calls it tangential) comes there out of a slide.
static bool is_met(const carom_result* result) {
  const int d = result->problem.dimension;
  bool approaches = false;
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    if (result->v[i * d + d - 1] > 0) return false;
    approaches |= result->v[i * d + d - 1] < 0;
  }
  return approaches;
}

/// Returns whether it was compared.
static bool compare(const char* text, size_t length, const char* file) {
  static carom_motion_run run;
  copy me;
  carom_diag diag = {0};
  carom_scenario* scenario = carom_scenario_parse(text, length, &diag);
  cr_assert(scenario, "%s: %s", file, diag.message);
  scenario->method.kind = CAROM_METHOD_EXACT;  // the only one that motions have
  const bool fits = scenario->contact_count > 0 && scenario->contact_count <= MOST_CONTACTS;
  carom_result* result = fits ? carom_scenario_solve(scenario, &diag) : NULL;
  cr_assert(result || !fits, "%s: %s", file, diag.message);
  const bool compared = result && is_met(result);
  if (compared) {
    const carom_mover mover = mover_of(scenario, result, &me);
    move(&mover, result->v, &run, file);
    expect_same(result, &run, file);
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return compared;
}

/// A scenario, or one a line. Returns how many were compared.
static int compare_file(const char* file) {
  char path[512];
  snprintf(path, sizeof path, "%s/scenes/%s", CAROM_TEST_SOURCE_DIR, file);
  FILE* in = fopen(path, "r");
  cr_assert(in, "%s", path);
  const bool lines = strstr(file, ".jsonl") != NULL;
  char* text = NULL;
  size_t room = 0;
  int count = 0;
  for (ssize_t length; (length = getdelim(&text, &room, lines ? '\n' : '\0', in)) > 0;)
    count += compare(text, (size_t)length, file);
  free(text);
  fclose(in);
  return count;
}

Test(scenario_agreement, the_scenes_are_met_by_a_motion_as_they_are_solved) {
  DIR* scenes = opendir(CAROM_TEST_SOURCE_DIR "/scenes");
  cr_assert(scenes);
  int count = 0;
  for (const struct dirent* entry; (entry = readdir(scenes));)
    if (strstr(entry->d_name, ".json")) count += compare_file(entry->d_name);
  closedir(scenes);
  printf("%d impacts of the scenes\n", count);
  cr_expect_gt(count, 150);
}
