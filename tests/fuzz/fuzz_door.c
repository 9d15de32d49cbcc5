// The one door: contact problems of one to six contacts, with all options and little work, and the checks around it.
#include <math.h>
#include <string.h>

#include "carom/impact.h"
#include "fuzz.h"

enum { CONTACTS = 6, SIZE = 3 * CONTACTS, EVENTS = 40, STATES = 20, POINTS = 48, ROOM = 100000, MOST_WORK = 1500 };

static double workspace[ROOM];

static carom_impact_options options_of(fuzz_input* in) {
  carom_impact_options options = carom_impact_options_default();
  const int has = fuzz_byte(in);
  if (has & 1) options.must_answer = true;
  if (has & 2) options.wants = (unsigned)fuzz_int(in, 0, 3);
  if (has & 4) options.cutoff_speed = fuzz_positive(in);
  if ((has & 24) == 24) options.method.kind = (carom_method_kind)fuzz_int(in, 0, 6);
  options.method.step = options.method.epsilon = options.method.h1 = options.method.h2 = 0.01;
  // The budget bounds the time of an input: the usual one is twenty times as large.
  options.budget = has & 32 ? fuzz_int(in, 1, 255) : MOST_WORK;
  return options;
}

static void check_answer(const carom_contact_problem* p, const carom_impact_options* options,
                         const carom_surface* surfaces, const carom_impact_outcome* o) {
  const int d = p->dimension;
  double scale = 0;
  bool may_gain = options->method.kind != CAROM_METHOD_EXACT && options->method.kind != CAROM_METHOD_STEPS;
  const bool scheme = may_gain;
  for (int i = 0; i < p->contact_count; ++i) {
    const carom_impact_contact* c = &o->contacts[i];
    fuzz_finite("an impulse", d, c->impulse);
    fuzz_finite("a velocity after", d, c->velocity_after);
    for (int k = 0; k < d; ++k) scale += fabs(c->impulse[k] * p->v[i * d + k]);
    const double tangential = d == 2 ? fabs(c->impulse[0]) : hypot(c->impulse[0], c->impulse[1]);
    const double mu = fmax(surfaces[i].mu, surfaces[i].mu_static);
    if (!scheme && tangential > mu * c->impulse[d - 1] * (1 + 1e-6) + 1e-300)
      fuzz_fail("friction outside its cone", tangential);
    if (surfaces[i].law == CAROM_LAW_NEWTON) may_gain = true;
    if (!memchr(c->mode, '\0', sizeof c->mode)) fuzz_fail("a mode without an end", i);
  }
  fuzz_energy(&o->energy, scale, may_gain);
  if (!(o->error >= 0 && o->error <= 1)) fuzz_fail("an error estimate", o->error);
  if (o->model == CAROM_MODEL_SIMULTANEOUS && o->work > 1.5 * options->budget + 200)
    fuzz_fail("more work than the budget", o->work);
  if (o->event_count < 0 || o->event_count > o->event_total) fuzz_fail("events", o->event_count);
}

void fuzz_target(fuzz_input* in) {
  static double w[SIZE * SIZE], v[SIZE], event_impulses[EVENTS * CONTACTS], event_times[EVENTS];
  static double time[POINTS], impulse[POINTS * SIZE], velocity[POINTS * SIZE], stored[POINTS * CONTACTS];
  static uint64_t active[POINTS], states[STATES];
  static carom_trace_point rigid[POINTS];
  static carom_spring_point springs[POINTS];
  carom_surface surfaces[CONTACTS], accepted[CONTACTS];
  carom_impact_contact contacts[CONTACTS];
  carom_event events[EVENTS];
  carom_diag diag = {0};
  const int dimension = fuzz_int(in, 2, 3), count = fuzz_int(in, 1, CONTACTS), size = dimension * count;
  const carom_impact_options options = options_of(in);
  const bool alike = fuzz_byte(in) % 2;
  fuzz_matrix(in, size, w);
  for (int i = 0; i < size; ++i) v[i] = fuzz_number(in);
  if (fuzz_byte(in) % 4 > 0) {  // in the range of w: velocities that the contacts can lose
    double u[SIZE];
    memcpy(u, v, sizeof u);
    for (int i = 0; i < size; ++i) {
      v[i] = 0;
      for (int k = 0; k < size; ++k) v[i] += w[i * size + k] * u[k];
    }
  }
  for (int i = 0; i < count; ++i) {
    surfaces[i] = i > 0 && alike ? surfaces[0] : fuzz_surface(in);
    if (count > 1 && alike) surfaces[i].mu_static = 0;
  }
  const carom_contact_problem p = {dimension, count, w, v, surfaces};
  carom_impact_path path = {
      .rigid = {rigid, fuzz_int(in, 0, POINTS), 0},
      .springs = {springs, fuzz_int(in, 0, POINTS), 0},
      .several = {fuzz_int(in, 0, POINTS), 0, time, active, impulse, velocity, stored},
  };
  const carom_impact_memory memory = {
      .workspace = workspace,
      .workspace_capacity = fuzz_byte(in) < 250 ? ROOM : 100,
      .contacts = contacts,
      .contact_capacity = fuzz_byte(in) < 250 ? CONTACTS : 0,
      .events = events,
      .event_impulses = event_impulses,
      .event_times = event_times,
      .event_capacity = fuzz_int(in, 0, EVENTS),
      .states = states,
      .state_capacity = fuzz_int(in, 0, STATES),
      .path = &path,
  };
  const size_t needed = carom_impact_workspace_size(dimension, count);
  if (needed > ROOM) fuzz_fail("the target's own workspace is too small", (double)needed);
  carom_impact_outcome o;
  unsigned warnings = 0;
  fuzz_answered(carom_impact_accept(&p, options.must_answer, accepted, &warnings, &diag), &diag);
  if (fuzz_answered(carom_impact_solve(&p, &options, &memory, &o, &diag), &diag))
    check_answer(&p, &options, surfaces, &o);
  static double room[2 * SIZE * SIZE + SIZE];
  if (fuzz_answered(carom_contact_problem_check(&p, room, &diag), &diag)) {
    const double energy = carom_contact_energy(&p, room);
    if (isnan(energy)) fuzz_fail("the energy of a contact problem", energy);
    if (count > 1) {
      const carom_coupling coupling = carom_contact_coupling(&p, 0, count - 1);
      if (isnan(coupling.normal)) fuzz_fail("a coupling", coupling.normal);
    }
  }
}
