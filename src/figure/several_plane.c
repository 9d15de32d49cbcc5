/// @file several_plane.c
/// Two contacts in a plane: the energy in their springs, or their normal velocities (JME13 Fig. 8).
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include <math.h>
#include <stdlib.h>

#include "figure/figure.h"
#include "figure/several.h"
#include "figure/trail.h"

enum { EXTRA = 1, MOST_EVENTS = 14, MOST_JUMPS = 40 };

typedef struct plane {
  const carom_figure_impulse_input* input;
  const carom__moments* moments;
  bool velocity;  ///< else energy
  carom_vec2* points;
  double* extra;
  int count;
  carom__trail_line lines[MOST_JUMPS + 2];
  int line_count;
  carom__trail_event events[MOST_EVENTS + 2];
  int event_count, hidden_count;
  carom__legend_entry legend[5];
  const char* names[5];
  char name_words[2][128];
  int legend_count;
  char subtitle[640];
} plane;

static carom_vec2 place(const plane* p, int moment) {
  if (p->velocity) {
    int point = p->moments->point[moment];
    return (carom_vec2){carom__several_velocity(p->input, point, 0), carom__several_velocity(p->input, point, 1)};
  }
  return (carom_vec2){p->moments->stored[2 * moment], p->moments->stored[2 * moment + 1]};
}

static void add_entry(plane* p, carom__curve curve, const char* words, const char* name) {
  p->names[p->legend_count] = name;
  p->legend[p->legend_count++] = (carom__legend_entry){curve, words};
}

/// The path, broken where energy is lost at once; there a thin line leads on.
static bool fill_path(plane* p) {
  const carom__moments* m = p->moments;
  size_t most = 2 * (size_t)m->count + 1;
  p->points = malloc(most * sizeof *p->points);
  p->extra = malloc(most * sizeof *p->extra);
  if (!p->points || !p->extra) return false;
  for (int i = 0; i < m->count; ++i) {
    p->extra[p->count] = m->time[i];
    p->points[p->count++] = place(p, i);
    if (p->velocity || !m->jumps[i] || i + 1 == m->count) continue;
    if (p->line_count < MOST_JUMPS) {
      p->lines[p->line_count++] = (carom__trail_line){CAROM__TRAIL_SEGMENT,  place(p, i), place(p, i + 1),
                                                      CAROM__CURVE_FRICTION, NULL,        CAROM__CURVE_NONE};
    }
    p->extra[p->count] = m->time[i];
    p->points[p->count++] = (carom_vec2){(double)NAN, (double)NAN};
  }
  return true;
}

/// The last moment at or before a time, so that an energy is what it was when the event came.
static int moment_at(const carom__moments* m, double time) {
  for (int i = 0; i < m->count; ++i) {
    if (m->time[i] >= time) return i;
  }
  return m->count - 1;
}

static void add_events(plane* p) {
  const carom_simultaneous_log* log = p->input->log;
  if (p->moments->count == 0) return;
  p->events[p->event_count++] =
      (carom__trail_event){place(p, 0), CAROM__MARK_START, log->event_count > 0 ? "start" : "no impact"};
  for (int i = 0; i < log->event_count; ++i) {
    const char* words = carom__several_words(log, i);
    if (!words) continue;
    if (p->event_count == MOST_EVENTS + 1) {
      ++p->hidden_count;
      continue;
    }
    carom_vec2 at = place(p, moment_at(p->moments, log->times[i]));
    p->events[p->event_count++] = (carom__trail_event){at, carom__mark_of_event(log->events[i].type), words};
  }
  p->hidden_count += log->event_total > log->event_count ? log->event_total - log->event_count : 0;
  if (log->event_count == 0) return;
  p->events[p->event_count++] = (carom__trail_event){place(p, p->moments->count - 1), CAROM__MARK_END, "end"};
}

static void add_legend(plane* p) {
  add_entry(p, CAROM__CURVE_PATH, p->velocity ? "path of both velocities" : "path of both energies", NULL);
  if (p->velocity) {
    add_entry(p, CAROM__CURVE_COMPRESSION, "neither approaches nor leaves", NULL);
  } else if (p->line_count > 0) {
    add_entry(p, CAROM__CURVE_FRICTION, "lost as compression ends", NULL);
  }
  for (int i = 0; i < 2 && p->input->names; ++i) {
    snprintf(p->name_words[i], sizeof p->name_words[i], "%d: %s", i, p->input->names[i]);
    add_entry(p, CAROM__CURVE_NONE, NULL, p->name_words[i]);
  }
}

static void add_axes(plane* p) {
  static const char* const tags[] = {"{/:Italic v}_0 = 0", "{/:Italic v}_1 = 0"};
  for (int i = 0; i < 2; ++i) {
    carom_vec2 origin = {0.0, 0.0}, along = {i == 1, i == 0};
    p->lines[p->line_count++] =
        (carom__trail_line){CAROM__TRAIL_LINE, origin, along, CAROM__CURVE_COMPRESSION, tags[i], CAROM__CURVE_NONE};
  }
}

static carom_status draw(const carom_figure* figure, carom__format format, plane* p, carom_diag* diag) {
  if (!fill_path(p)) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  add_legend(p);
  if (p->velocity) add_axes(p);
  add_events(p);
  carom__several_describe(p->input, p->subtitle, sizeof p->subtitle);
  const carom__trail_path path = {.points = p->points,
                                  .count = p->count,
                                  .curve = CAROM__CURVE_PATH,
                                  .heads = true,
                                  .extra = p->extra,
                                  .extra_count = EXTRA};
  carom__bounds origin = {0.0, 0.0, 0.0, 0.0};
  const carom__trail_input input = {
      .name = p->velocity ? "velocity" : "energy",
      .columns = p->velocity ? "v_0 v_1 [m/s]  scaled time [sqrt(kg)]" : "E_0 E_1 [J]  scaled time [sqrt(kg)]",
      .across = p->velocity ? "normal velocity {/:Italic v}_0" : "energy stored at 0, {/:Italic E}_0",
      .up = p->velocity ? "normal velocity {/:Italic v}_1" : "energy stored at 1, {/:Italic E}_1",
      .unit = p->velocity ? "m/s" : "J",
      .from_zero = !p->velocity,
      .bounds = origin,
      .paths = &path,
      .path_count = 1,
      .lines = p->lines,
      .line_count = p->line_count,
      .events = p->events,
      .event_count = p->event_count,
      .hidden_count = p->hidden_count,
      .legend = p->legend,
      .names = p->names,
      .legend_count = p->legend_count,
      .subtitle = p->subtitle};
  return carom__trail_draw(figure, format, &input, diag);
}

static carom_status draw_plane(const carom_figure* figure, const carom_figure_impulse_input* input, bool velocity,
                               carom_diag* diag) {
  carom__format format;
  carom__moments moments = {0};
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = carom__moments_of(input, &moments, diag);
  if (status == CAROM_OK && moments.contact_count != 2) {
    status = carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "the plane of two contacts needs two, and there are %d; energy and velocity against "
                                 "time show any number",
                                 moments.contact_count);
  }
  plane* p = status == CAROM_OK ? calloc(1, sizeof *p) : NULL;
  if (p) {
    *p = (plane){.input = input, .moments = &moments, .velocity = velocity};
    status = draw(figure, format, p, diag);
    free(p->points);
    free(p->extra);
  } else if (status == CAROM_OK) {
    status = carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  }
  free(p);
  carom__moments_free(&moments);
  return status;
}

carom_status carom_figure_energy_plane(const carom_figure* figure, const carom_figure_impulse_input* input,
                                       carom_diag* diag) {
  return draw_plane(figure, input, false, diag);
}

carom_status carom_figure_velocity_plane(const carom_figure* figure, const carom_figure_impulse_input* input,
                                         carom_diag* diag) {
  return draw_plane(figure, input, true, diag);
}
