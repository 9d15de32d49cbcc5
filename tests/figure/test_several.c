// Several contacts moment by moment: energies before and after compression ends, and what the figures refuse.
#define _POSIX_C_SOURCE 200809L

#include "figure/several.h"

#include <criterion/criterion.h>
#include <math.h>

#include "kit/drawing.h"
#include "random.h"

enum { MOST_POINTS = 8193, MOST_EVENTS = 512, MOST = 4 };

/// A solved collision of balls in a row along the normal, without friction.
static struct {
  double w[4 * MOST * MOST], v[2 * MOST];
  carom_surface surfaces[MOST];
  carom_contact_problem problem;
  carom_simultaneous_contact contacts[MOST];
  carom_simultaneous_outcome outcome;
  carom_simultaneous_log log;
  carom_simultaneous_trace trace;
  carom_figure_impulse_input input;
  carom_event events[MOST_EVENTS];
  double times[MOST_EVENTS], event_impulses[MOST * MOST_EVENTS];
  uint64_t active[MOST_POINTS];
  double time[MOST_POINTS], impulse[2 * MOST * MOST_POINTS], velocity[2 * MOST * MOST_POINTS];
  double stored[MOST * MOST_POINTS];
} s;

TestSuite(figure_several, .init = open_folder, .fini = remove_folder);

static bool solve(void) {
  double* workspace = malloc(carom_simultaneous_workspace_size(2, s.problem.contact_count) * sizeof *workspace);
  s.log = (carom_simultaneous_log){
      .events = s.events, .impulses = s.event_impulses, .times = s.times, .event_capacity = MOST_EVENTS};
  s.trace = (carom_simultaneous_trace){.capacity = MOST_POINTS,
                                       .time = s.time,
                                       .active = s.active,
                                       .impulse = s.impulse,
                                       .velocity = s.velocity,
                                       .stored = s.stored};
  const carom_simultaneous_memory memory = {.workspace = workspace, .log = &s.log, .trace = &s.trace};
  s.input =
      (carom_figure_impulse_input){.problem = &s.problem, .outcome = &s.outcome, .log = &s.log, .trace = &s.trace};
  bool solved = carom_simultaneous_solve(&s.problem, &memory, s.contacts, &s.outcome, NULL) == CAROM_OK;
  free(workspace);
  return solved && s.log.event_total <= MOST_EVENTS;
}

/// Balls in a row, the first with velocity 1: contact i between ball i and ball i + 1, of mass 1 each.
static void make_row(int count, const double e[]) {
  int size = 2 * count;
  for (int i = 0; i < size * size; ++i) s.w[i] = 0;
  for (int i = 0; i < count; ++i) {
    s.w[2 * i * size + 2 * i] = 1;
    s.w[(2 * i + 1) * size + 2 * i + 1] = 2;
    if (i + 1 < count) s.w[(2 * i + 1) * size + 2 * i + 3] = s.w[(2 * i + 3) * size + 2 * i + 1] = -1;
    s.v[2 * i] = 0;
    s.v[2 * i + 1] = i == 0 ? -1 : 0;
    s.surfaces[i] = carom_surface_default();
    s.surfaces[i].e = e[i];
  }
  s.problem = (carom_contact_problem){2, count, s.w, s.v, s.surfaces};
}

static void expect_moments(int number, bool plastic) {
  carom__moments m;
  carom_diag diag = {0};
  cr_assert_eq(carom__moments_of(&s.input, &m, &diag), CAROM_OK, "%s", diag.message);
  int contacts = s.problem.contact_count, jumps = 0, ends = 0;
  const double tolerance = 1e-9;  // energies are about 0.5; Stronge's e^2 is divided out
  for (int i = 0; i < m.count; ++i) {
    double held = 0;
    for (int j = 0; j < contacts; ++j) held += m.stored[i * contacts + j];
    cr_expect_lt(fabs(held + m.change[i] + m.lost[i]), tolerance, "case %d, moment %d", number, i);
    jumps += m.jumps[i];
    if (i == 0 || m.jumps[i - 1]) continue;
    // Without friction nothing is lost but where compression ends. Where nothing is left of it, the moment before is
    // told by what is lost, so it agrees by itself.
    if (!plastic) cr_expect_lt(fabs(m.lost[i] - m.lost[i - 1]), tolerance, "case %d, moment %d", number, i);
  }
  for (int i = 0; i < s.log.event_count; ++i) {
    ends += s.events[i].type == CAROM_EVENT_COMPRESSION_END && s.surfaces[s.events[i].contact].e < 1;
  }
  cr_expect_leq(jumps, ends, "case %d", number);
  cr_expect(ends == 0 || jumps > 0, "case %d", number);
  cr_expect_lt(fabs(m.change[m.count - 1] - s.outcome.energy.change), tolerance, "case %d", number);
  cr_expect_lt(fabs(m.lost[m.count - 1] + s.outcome.energy.change), tolerance, "case %d", number);
  carom__moments_free(&m);
}

Test(figure_several, nothing_is_lost_but_where_compression_ends) {
  test_random r = {11};
  int solved = 0;
  for (int n = 0; n < 200; ++n) {
    double e[MOST];
    bool plastic = n % 10 == 9;
    for (int i = 0; i < MOST; ++i) e[i] = plastic ? 0 : n % 10 == 8 ? 1 : test_random_uniform(&r, 0.3, 1);
    make_row(1 + n % MOST, e);
    if (!solve()) continue;
    expect_moments(n, plastic);
    ++solved;
  }
  cr_expect_gt(solved, 190);
}

/// Two equal contacts that know nothing of each other: both end compression at one time, and each loses its own part.
Test(figure_several, contacts_that_end_together_lose_once) {
  const double e[MOST] = {0.6, 0.6, 0.6, 0.6};
  make_row(2, e);
  s.w[1 * 4 + 3] = s.w[3 * 4 + 1] = 0;
  s.v[3] = -1;
  cr_assert(solve());
  expect_moments(0, false);
  carom__moments m;
  cr_assert_eq(carom__moments_of(&s.input, &m, NULL), CAROM_OK);
  double most[2] = {0, 0};
  for (int i = 0; i < 2 * m.count; ++i) most[i % 2] = fmax(most[i % 2], m.stored[i]);
  // All the energy of each: v^2/(2 w).
  for (int i = 0; i < 2; ++i) cr_expect_float_eq(most[i], 0.25, 1e-12, "%g", most[i]);
  carom__moments_free(&m);
}

typedef carom_status (*painter)(const carom_figure*, const carom_figure_impulse_input*, carom_diag*);
static const painter painters[] = {carom_figure_several_energy, carom_figure_several_velocity,
                                   carom_figure_energy_plane, carom_figure_velocity_plane};

static void expect_refused(painter paint, const carom_figure_impulse_input* input, const char* part) {
  char output[SAMPLE_PATH];
  carom_diag diag = {0};
  carom_figure figure = carom_figure_default();
  rig_aim(&figure, "refused.svg", output);
  rig_expect_refused(paint(&figure, input, &diag), &diag, part);
}

Test(figure_several, bad_requests_say_what_would_be_right) {
  const double e[MOST] = {0.9, 0.8, 0.7, 0.6};
  for (int i = 0; i < 4; ++i) {
    make_row(2, e);
    cr_assert(solve());
    expect_refused(painters[i], NULL, "one of them is missing");
    carom_figure_impulse_input input = s.input;
    s.trace.stored = NULL;
    expect_refused(painters[i], &input, "stored");
    s.trace.stored = s.stored;
    input.log = NULL;
    expect_refused(painters[i], &input, "one of them is missing");
    int count = s.trace.count;
    s.trace.count = 1;
    expect_refused(painters[i], &s.input, "2 or more");
    s.trace.count = count;
    s.velocity[5] = (double)NAN;
    expect_refused(painters[i], &s.input, "not finite");
    s.problem.contact_count = 65;
    expect_refused(painters[i], &s.input, "65 contacts");
  }
  for (int i = 2; i < 4; ++i) {
    make_row(3, e);
    cr_assert(solve());
    expect_refused(painters[i], &s.input, "needs two, and there are 3");
  }
}

Test(figure_several, names_are_text) {
  const double e[MOST] = {0.9, 0.8, 0.7, 0.6};
  const char* const names[] = {"`touch ran`'", "b\\{/:Bold x}_2"};
  make_row(2, e);
  cr_assert(solve());
  s.input.names = names;
  for (int i = 0; i < 4; ++i) {
    char output[SAMPLE_PATH];
    carom_diag diag = {0};
    size_t size;
    sample_join(output, folder, "it.svg");
    carom_figure figure = carom_figure_default();
    figure.output = output;
    cr_assert_eq(painters[i](&figure, &s.input, &diag), CAROM_OK, "%s", diag.message);
    char* svg = sample_read(output, &size);
    cr_assert_not_null(svg);
    char* text = svg_text_of(svg);
    cr_expect(svg_is_well_formed(svg));
    for (int j = 0; j < 2; ++j) cr_expect_not_null(strstr(text, names[j]), "painter %d lacks %s", i, names[j]);
    free(text);
    free(svg);
  }
}
