/// @file present/motion_phases.c
/// What each place does in the course of time: flight, sliding, sticking, rolling, rest, and impacts.
#include <stdlib.h>
#include <string.h>

#include "present/motion.h"

/// The rows of the figure: for each mover its flight first, then the places that touched something.
typedef struct rows {
  const char* names[CAROM_FIGURE_MAX_ROWS];
  int movers[CAROM_FIGURE_MAX_ROWS];
  char texts[CAROM_FIGURE_MAX_ROWS][CAROM_WHAT_SIZE + 32];
  const char* places[CAROM_FIGURE_MAX_ROWS];
  int planes[CAROM_FIGURE_MAX_ROWS];  ///< -1 for flight, and on the cloth
  int count, left_out;
} rows;

enum { NO_PLANE = -1 };

static int find_row(const rows* r, int mover, const char* place, int plane) {
  for (int i = 0; i < r->count; ++i)
    if (r->movers[i] == mover && r->planes[i] == plane && strcmp(r->places[i], place) == 0) return i;
  return -1;
}

static void add_row(rows* r, const carom_present_item* run, int mover, const char* place, int plane) {
  if (find_row(r, mover, place, plane) >= 0) return;
  if (r->count == CAROM_FIGURE_MAX_ROWS) {
    ++r->left_out;
    return;
  }
  char* text = r->texts[r->count];
  const char* name = carom__show_short(run->simulation, mover, place);
  const bool whole = strcmp(place, run->simulation->movers[mover].name) == 0;  // a sphere has no other places
  snprintf(text, sizeof r->texts[0], "%s%s", *name ? name : place, whole && plane >= 0 ? " on the plane" : "");
  if (run->scenario->motion.plane_count > 1 && plane >= 0)
    snprintf(text + strlen(text), sizeof r->texts[0] - strlen(text), whole ? " %d" : ", plane %d", plane);
  r->names[r->count] = text;
  r->movers[r->count] = mover;
  r->places[r->count] = place;
  r->planes[r->count++] = plane;
}

/// Whether a row belongs below another of its mover: planes in their order, "corner 9" before "corner 10".
static bool is_below(const rows* r, int row, int other) {
  if (r->movers[row] != r->movers[other] || r->planes[row] == NO_PLANE || r->planes[other] == NO_PLANE) return true;
  if (r->planes[row] != r->planes[other]) return r->planes[row] > r->planes[other];
  const size_t length = strlen(r->places[row]), other_length = strlen(r->places[other]);
  return length != other_length ? length > other_length : strcmp(r->places[row], r->places[other]) >= 0;
}

static void swap_rows(rows* r, int a, int b) {
  const char *name = r->names[a], *place = r->places[a];
  const int plane = r->planes[a];
  r->names[a] = r->names[b];
  r->places[a] = r->places[b];
  r->planes[a] = r->planes[b];
  r->names[b] = name;
  r->places[b] = place;
  r->planes[b] = plane;
}

static void sort_rows(rows* r) {
  for (int i = 1; i < r->count; ++i)
    for (int j = i; j > 0 && !is_below(r, j, j - 1); --j) swap_rows(r, j, j - 1);
}

/// Places that touched something, mover by mover; the flight of each is its first row.
static void collect_rows(const carom_present_item* run, rows* r) {
  const carom_simulation* simulation = run->simulation;
  for (int mover = 0; mover < simulation->mover_count; ++mover) {
    add_row(r, run, mover, simulation->movers[mover].name, NO_PLANE);
    for (int i = 0; i < simulation->impact_count; ++i) {
      const carom_simulation_impact* impact = &simulation->impacts[i];
      const bool has_place = impact->impact.touch.plane >= 0 || impact->with >= 0;
      if (impact->mover == mover && has_place && !run->scenario->motion.has_cloth)
        add_row(r, run, mover, impact->what, impact->impact.touch.plane);
    }
    for (int i = 0; i < simulation->phase_count; ++i) {
      const carom_simulation_phase* phase = &simulation->phases[i];
      if (phase->mover == mover) add_row(r, run, mover, phase->what, phase->plane);
    }
  }
  sort_rows(r);
}

/// A row for a mover that is never anywhere but at its places is empty, and goes.
static bool is_used(const rows* r, int row, const carom_figure_bar* bars, int bar_count) {
  for (int i = 0; i < bar_count; ++i)
    if (bars[i].row == row) return true;
  return r->planes[row] != NO_PLANE;
}

typedef struct marks {
  carom_figure_bar* bars;
  carom_figure_tick* ticks;
  int bar_count, tick_count;
} marks;

static void collect_marks(const carom_present_item* run, const rows* r, marks* m) {
  const carom_simulation* simulation = run->simulation;
  for (int i = 0; i < simulation->phase_count; ++i) {
    const carom_simulation_phase* phase = &simulation->phases[i];
    const int row = find_row(r, phase->mover, phase->what, phase->plane);
    if (row >= 0) m->bars[m->bar_count++] = (carom_figure_bar){row, phase->phase, phase->from, phase->to};
  }
  for (int i = 0; i < simulation->impact_count; ++i) {
    const carom_simulation_impact* impact = &simulation->impacts[i];
    const int plane = run->scenario->motion.has_cloth ? NO_PLANE : impact->impact.touch.plane;
    const int row = impact->mover < 0 ? -1 : find_row(r, impact->mover, impact->what, plane);
    if (row >= 0) m->ticks[m->tick_count++] = (carom_figure_tick){row, impact->impact.time};
  }
}

static void drop_row(rows* r, marks* m, int row) {
  for (int i = 0; i < m->bar_count; ++i)
    if (m->bars[i].row > row) --m->bars[i].row;
  for (int i = 0; i < m->tick_count; ++i)
    if (m->ticks[i].row > row) --m->ticks[i].row;
  for (int i = row; i + 1 < r->count; ++i) {
    r->names[i] = r->names[i + 1];
    r->planes[i] = r->planes[i + 1];
  }
  --r->count;
}

static carom_status draw(carom__subject* subject, rows* r, marks* m) {
  const carom_present_item* run = &subject->bundle->items[0];
  char subtitle[300];
  for (int row = r->count - 1; row >= 0 && r->count > 1; --row)
    if (!is_used(r, row, m->bars, m->bar_count)) drop_row(r, m, row);
  carom__show_subtitle(run, subtitle, 256);
  if (r->left_out > 0) {
    const size_t used = strlen(subtitle);
    snprintf(subtitle + used, sizeof subtitle - used, "  ·  %d places not shown", r->left_out);
  }
  const carom_figure_timeline_input input = {.rows = r->names,
                                             .row_count = r->count,
                                             .bars = m->bars,
                                             .bar_count = m->bar_count,
                                             .ticks = m->ticks,
                                             .tick_count = m->tick_count,
                                             .until = carom__show_shown_time(run),
                                             .subtitle = subtitle};
  carom__show_suggest_height(&subject->figure, 186 + 34.0 * r->count);
  return carom_figure_timeline(&subject->figure, &input, subject->diag);
}

carom_status carom__draw_phases(carom__subject* subject) {
  const carom_present_item* run = &subject->bundle->items[0];
  rows* r = carom__present_allocate(1, sizeof *r);
  marks m = {.bars = r ? carom__present_allocate((size_t)run->simulation->phase_count, sizeof *m.bars) : NULL};
  m.ticks = m.bars ? carom__present_allocate((size_t)run->simulation->impact_count, sizeof *m.ticks) : NULL;
  carom_status status = CAROM_NO_MEMORY;
  if (m.ticks) {
    collect_rows(run, r);
    collect_marks(run, r, &m);
    status = draw(subject, r, &m);
  }
  free(m.ticks);
  free(m.bars);
  free(r);
  return status;
}
