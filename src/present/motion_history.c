/// @file present/motion_history.c
/// What happened in the course of time: energies with their steps, and the impacts.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/motion.h"

static double approach(const carom_simulation_impact* impact, int dimension) {
  return fabs(impact->impact.velocity_before[dimension - 1]);
}

/// "tip", "corner 3", or "3 at once" where several places hit together.
static void name_flag(const carom_simulation* simulation, int first, int count, char out[CAROM_WHAT_SIZE]) {
  char plain[CAROM_WHAT_SIZE];
  if (count == 1) {
    snprintf(plain, sizeof plain, "%.40s",
             carom__show_short(simulation, simulation->impacts[first].mover, simulation->impacts[first].what));
  } else {
    snprintf(plain, sizeof plain, "%d at once", count);
  }
  carom_figure_escape(plain, out, CAROM_WHAT_SIZE);
}

static int compare_importance(const void* a, const void* b) {
  const carom_figure_flag *x = a, *y = b;
  return (x->importance < y->importance) - (x->importance > y->importance);
}

static int compare_time(const void* a, const void* b) {
  const carom_figure_flag *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

/// Chatter has hundreds of impacts; only the hardest are marked.
static void keep_hardest(carom__flags* f) {
  enum { MOST = 32 };
  if (f->count <= MOST) return;
  qsort(f->items, (size_t)f->count, sizeof *f->items, compare_importance);
  f->count = MOST;
  qsort(f->items, MOST, sizeof *f->items, compare_time);
}

static bool take_flags(const carom_present_item* run, double until, carom__flags* out) {
  const carom_simulation* simulation = run->simulation;
  out->items = carom__present_allocate((size_t)simulation->impact_count, sizeof *out->items);
  out->words = out->items ? carom__present_allocate((size_t)simulation->impact_count, sizeof *out->words) : NULL;
  if (!out->words) return false;
  const double same = 1e-9 * simulation->end_time;  // bodies that fall alike land together but for rounding
  for (int i = 0; i < simulation->impact_count && simulation->impacts[i].impact.time <= until;) {
    const double time = simulation->impacts[i].impact.time;
    double fastest = 0;
    const int first = i;
    for (; i < simulation->impact_count && simulation->impacts[i].impact.time - time <= same; ++i)
      fastest = fmax(fastest, approach(&simulation->impacts[i], run->scenario->dimension));
    if (simulation->impacts[first].mover < 0) continue;  // the impact before the motion
    name_flag(simulation, first, i - first, out->words[out->count]);
    out->items[out->count] = (carom_figure_flag){
        .at = time, .words = out->words[out->count], .importance = (int)fmin(1e8, 1e6 * fastest), .value = true};
    ++out->count;
  }
  keep_hardest(out);
  return true;
}

static void release_flags(carom__flags* f) {
  free(f->items);
  free(f->words);
}

static double dot(carom_vec3 a, carom_vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Gravity's part: -m g.x of every mass centre.
static double gravity_energy(const carom_present_item* run, double time) {
  const carom_scenario* scenario = run->scenario;
  const carom_vec3 g = scenario->motion.gravity;
  double sum = 0;
  if (scenario->kind == CAROM_SCENARIO_CHAIN) {
    carom_vec3 points[CAROM_CHAIN_MAX_LINKS + 1];
    carom__show_pose(run, 0, time, points);
    for (int i = 0; i < scenario->chain.link_count; ++i) {
      const carom_link* link = &scenario->chain.links[i];
      const double part = link->centre / link->length;
      const carom_vec3 a = points[i], b = points[i + 1];
      sum -= link->mass * dot(g, (carom_vec3){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), 0});
    }
    return sum;
  }
  for (int i = 0; i < run->simulation->mover_count; ++i)
    sum -= scenario->bodies[run->simulation->movers[i].body].mass * dot(g, carom__show_place(run, i, time));
  return sum;
}

static double row_energy(const carom_simulation* simulation, int row) {
  return simulation->samples[(size_t)(row + 1) * (size_t)simulation->column_count - 1];
}

/// What the impacts of one instant took: each mover says it once. *next is the first impact after them.
static double lost_at(const carom_simulation* simulation, int first, int* next) {
  const double time = simulation->impacts[first].impact.time;
  double lost = 0;
  for (*next = first; *next < simulation->impact_count && simulation->impacts[*next].impact.time == time; ++*next) {
    bool said = simulation->impacts[*next].mover < 0;
    for (int i = first; i < *next; ++i) said = said || simulation->impacts[i].mover == simulation->impacts[*next].mover;
    if (!said) lost += simulation->impacts[*next].impact.lost;
  }
  return lost;
}

static void put_energy(const carom_present_item* run, const carom__energies* e, int at, double total, double lost) {
  e->total[at] = total;
  e->impacts[at] = lost;
  e->friction[at] = run->simulation->energy_start - total - lost;
}

/// The rows, and two more points for each instant with impacts. Returns how many there are.
static int take_energies(const carom_present_item* run, const carom__energies* e, double until, double* time) {
  const carom_simulation* simulation = run->simulation;
  double lost = 0;
  int count = 0, impact = 0;
  for (int row = 0; row < simulation->sample_count && carom__show_time(simulation, row) <= until; ++row) {
    const double now = carom__show_time(simulation, row);
    while (impact < simulation->impact_count && simulation->impacts[impact].impact.time <= now) {
      const double when = simulation->impacts[impact].impact.time;
      const double before = count > 0 ? e->total[count - 1] : simulation->energy_start;
      const double taken = lost_at(simulation, impact, &impact);
      time[count] = time[count + 1] = when;
      put_energy(run, e, count++, before, lost);
      lost += taken;
      put_energy(run, e, count++, before - taken, lost);
    }
    time[count] = now;
    put_energy(run, e, count++, row_energy(simulation, row), lost);
  }
  for (int i = 0; i < count; ++i) {
    e->gravity[i] = gravity_energy(run, time[i]);
    e->kinetic[i] = e->total[i] - e->gravity[i];
  }
  return count;
}

static bool reserve_energies(const carom_present_item* run, double until, carom__energies* e, carom__times* t) {
  const size_t most = (size_t)run->simulation->sample_count + 2 * (size_t)run->simulation->impact_count;
  double** all[] = {&t->time, &e->total, &e->kinetic, &e->gravity, &e->impacts, &e->friction};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    *all[i] = carom__present_allocate(most, sizeof **all[i]);
    if (!*all[i]) return false;
  }
  t->count = take_energies(run, e, until, t->time);
  return true;
}

static void release_energies(carom__energies* e, carom__times* t) {
  double* all[] = {t->time, e->total, e->kinetic, e->gravity, e->impacts, e->friction};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) free(all[i]);
}

/// The last time at which numbers still change by more than a thousandth of their range.
static double last_change(const carom__times* t, const double* numbers) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < t->count; ++i) {
    low = fmin(low, numbers[i]);
    high = fmax(high, numbers[i]);
  }
  int last = t->count - 1;
  while (last > 0 && fabs(numbers[last - 1] - numbers[t->count - 1]) <= 1e-3 * (high - low)) --last;
  return t->count > 0 ? t->time[last] : 0;
}

/// A body that goes on at one height with all its energy has nothing more to show. Without gravity heights say nothing.
static double shown_until(const carom_present_item* run, const carom__history* h, double until) {
  const carom_vec3 g = run->scenario->motion.gravity;
  if (!(dot(g, g) > 0)) return until;
  double last = fmax(last_change(&h->t, h->e.total), last_change(&h->t, h->e.gravity));
  for (int i = 0; i < run->simulation->impact_count; ++i) last = fmax(last, run->simulation->impacts[i].impact.time);
  return last > 0 ? fmin(until, 1.25 * last) : until;
}

carom_status carom__show_with_history(carom__subject* subject,
                                      carom_status (*draw)(carom__subject* subject, const carom__history* h)) {
  const carom_present_item* run = &subject->bundle->items[0];
  carom__history h = {0};
  double until = carom__show_shown_time(run);
  bool ready = reserve_energies(run, until, &h.e, &h.t);
  if (ready) {
    until = shown_until(run, &h, until);
    while (h.t.count > 1 && h.t.time[h.t.count - 1] > until) --h.t.count;
    ready = take_flags(run, until, &h.f);
  }
  const carom_status status = ready ? draw(subject, &h) : CAROM_NO_MEMORY;
  release_energies(&h.e, &h.t);
  release_flags(&h.f);
  return status;
}
