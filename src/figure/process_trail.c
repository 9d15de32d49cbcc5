/// @file process_trail.c
/// Several impact-process diagrams in one: the lines and the ellipse once, a path and a friction line for each.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/course.h"
#include "figure/figure.h"
#include "figure/trail.h"

enum { RIM = 121, MOST_LINES = 4 + 2 * CAROM_FIGURE_MAX_OVERLAY, TAG = 40, TITLE = 160 };

/// An ellipse up to this many times the paths' size is shown; a larger one would dwarf them.
static const double comparable = 3.2;

typedef struct overlay {
  const carom_figure_contact* contacts;
  carom__course* courses;
  int count;
  carom_vec2* points;
  carom__trail_path paths[CAROM_FIGURE_MAX_OVERLAY + 1];
  int path_count;
  carom_vec2 rim[RIM];
  bool has_rim;
  carom__trail_line lines[MOST_LINES];
  int line_count;
  carom__trail_event events[CAROM__TRAIL_MAX_MARKS];
  int event_count;
  carom__legend_entry legend[CAROM__TRAIL_MAX_LEGEND];
  const char* names[CAROM__TRAIL_MAX_LEGEND];
  int legend_count;
  char tags[CAROM_FIGURE_MAX_OVERLAY][TAG];
  char numbers[CAROM_FIGURE_MAX_OVERLAY][16], titles[CAROM_FIGURE_MAX_OVERLAY][TITLE];
  char subtitle[200];
} overlay;

static void add_entry(overlay* o, carom__curve curve, const char* words, const char* name) {
  if (o->legend_count == CAROM__TRAIL_MAX_LEGEND) return;
  o->names[o->legend_count] = name;
  o->legend[o->legend_count++] = (carom__legend_entry){curve, words};
}

static void add_line(overlay* o, carom__trail_line line) {
  if (o->line_count < MOST_LINES) o->lines[o->line_count++] = line;
}

/// A whole line t P_t + n P_n + c = 0.
static void add_whole(overlay* o, carom_line line, carom__curve curve, const char* tag) {
  double length2 = line.t * line.t + line.n * line.n, length = sqrt(length2);
  if (!(length2 > 0.0)) return;
  carom_vec2 foot = {-line.t * line.c / length2, -line.n * line.c / length2};
  carom_vec2 on = {foot.x - line.n / length, foot.y + line.t / length};
  add_line(o, (carom__trail_line){CAROM__TRAIL_LINE, foot, on, curve, tag, CAROM__CURVE_NONE});
}

static void add_ray(overlay* o, carom_vec2 from, double slope, carom__curve curve, const char* tag) {
  carom_vec2 to = {from.x + slope, from.y + 1.0};
  add_line(o, (carom__trail_line){CAROM__TRAIL_RAY, from, to, curve, tag, CAROM__CURVE_NONE});
}

static bool same_everywhere(const overlay* o, bool (*same)(const carom_surface*, const carom_surface*)) {
  for (int i = 1; i < o->count; ++i) {
    if (!same(o->courses[0].surface, o->courses[i].surface)) return false;
  }
  return true;
}

static bool same_friction(const carom_surface* a, const carom_surface* b) {
  return a->mu == b->mu;
}

static bool same_restitution(const carom_surface* a, const carom_surface* b) {
  return a->law == b->law && a->e == b->e;
}

/// A friction line for each mu, with what it is where they differ.
static void add_friction(overlay* o) {
  bool one = same_everywhere(o, same_friction), reversed = false;
  carom_vec2 origin = {0.0, 0.0};
  for (int i = 0; i < (one ? 1 : o->count); ++i) {
    char number[32];
    carom__style_number(number, sizeof number, o->courses[i].surface->mu);
    snprintf(o->tags[i], TAG, one ? "L" : "L: μ = %s", number);
    add_ray(o, origin, o->contacts[i].planar->diagram->limiting_slope, CAROM__CURVE_GREY_4, o->tags[i]);
    if (!one) o->lines[o->line_count - 1].of_path = carom__curve_of_series(i);
  }
  add_entry(o, CAROM__CURVE_GREY_4, "L: limiting friction", NULL);
  for (int i = 0; i < o->count; ++i) {
    const carom_figure_process_input* in = o->contacts[i].planar;
    if (in->outcome->mode != CAROM_PLANAR_C_REVERSED && in->outcome->mode != CAROM_PLANAR_R_REVERSED) continue;
    carom__moment stop = carom__course_at(&o->courses[i], in->outcome->impulse_n_slip_end);
    add_ray(o, (carom_vec2){stop.impulse[0], stop.impulse[2]}, in->diagram->reverse_slope, CAROM__CURVE_GREY_5, "R");
    reversed = true;
  }
  if (reversed) add_entry(o, CAROM__CURVE_GREY_5, "R: reversed limiting friction", NULL);
}

static void add_lines(overlay* o) {
  const carom_planar_diagram* diagram = o->contacts[0].planar->diagram;
  add_whole(o, diagram->compression, CAROM__CURVE_GREY_2, "{/:Italic C} = 0");
  add_entry(o, CAROM__CURVE_GREY_2, "maximum compression, {/:Italic C} = 0", NULL);
  add_whole(o, diagram->sticking, CAROM__CURVE_GREY_1, "{/:Italic S} = 0");
  add_entry(o, CAROM__CURVE_GREY_1, "sticking, {/:Italic S} = 0", NULL);
  const carom_surface* surface = o->courses[0].surface;
  if (same_everywhere(o, same_restitution) && surface->law == CAROM_LAW_NEWTON && surface->e > 0.0) {
    add_whole(o, diagram->termination, CAROM__CURVE_GREY_3, "{/:Italic C} = −{/:Italic eC}_0");
    add_entry(o, CAROM__CURVE_GREY_3, "termination", NULL);
  }
  add_friction(o);
}

/// Where energy is kept: the rim of the region in which it is lost.
static void add_ellipse(overlay* o) {
  const carom_planar_diagram* d = o->contacts[0].planar->diagram;
  double size = 0.0, half = fmax(hypot(d->axis_1.x, d->axis_2.x), hypot(d->axis_1.y, d->axis_2.y));
  for (int i = 0; i < o->count; ++i) {
    for (int j = 0; j < o->courses[i].count; ++j) {
      const double* p = o->courses[i].points[j].impulse;
      size = fmax(size, fmax(fabs(p[0]), fabs(p[2])));
    }
  }
  if (!d->has_ellipse || !(2.0 * half <= comparable * size)) return;
  for (int i = 0; i < RIM; ++i) {
    double angle = 2.0 * 3.14159265358979323846 * i / (RIM - 1), c = cos(angle), s = sin(angle);
    o->rim[i] =
        (carom_vec2){d->centre.x + c * d->axis_1.x + s * d->axis_2.x, d->centre.y + c * d->axis_1.y + s * d->axis_2.y};
  }
  o->has_rim = true;
  o->paths[o->path_count++] = (carom__trail_path){.points = o->rim, .count = RIM, .curve = CAROM__CURVE_ELLIPSE};
}

static void add_event(overlay* o, const double impulse[3], carom__mark_shape shape, const char* words) {
  if (o->event_count == CAROM__TRAIL_MAX_MARKS) return;
  o->events[o->event_count++] = (carom__trail_event){{impulse[0], impulse[2]}, shape, words};
}

/// The ends have numbers; the other events are told by their marks.
static void add_events(overlay* o) {
  add_event(o, o->courses[0].points[0].impulse, CAROM__MARK_START, "start");
  for (int i = 0; i < o->count; ++i) {
    const carom__course* c = &o->courses[i];
    for (int j = 0; j < c->event_count; ++j) {
      if (!carom__course_words(c, &c->events[j])) continue;
      carom__moment at = carom__course_at(c, c->events[j].impulse_n);
      bool phase = c->events[j].type == CAROM_EVENT_COMPRESSION_END;
      add_event(o, at.impulse, phase ? CAROM__MARK_COMPRESSION : CAROM__MARK_SLIP, "");
    }
  }
  for (int i = 0; i < o->count; ++i) {
    if (o->courses[i].impact)
      add_event(o, o->courses[i].points[o->courses[i].count - 1].impulse, CAROM__MARK_END, o->numbers[i]);
  }
}

static bool fill_paths(overlay* o) {
  size_t total = 0, at = 0;
  for (int i = 0; i < o->count; ++i) total += (size_t)o->courses[i].count;
  o->points = malloc(total * sizeof *o->points);
  if (!o->points) return false;
  for (int i = 0; i < o->count; ++i) {
    const carom__course* c = &o->courses[i];
    carom__curve curve = carom__curve_of_series(i);
    o->paths[o->path_count++] =
        (carom__trail_path){.points = o->points + at, .count = c->count, .curve = curve, .heads = true, .strong = true};
    for (int j = 0; j < c->count; ++j, ++at)
      o->points[at] = (carom_vec2){c->points[j].impulse[0], c->points[j].impulse[2]};
    snprintf(o->numbers[i], sizeof o->numbers[i], "%d", i + 1);
    snprintf(o->titles[i], sizeof o->titles[i], "%d: %s", i + 1, c->name && *c->name ? c->name : "impact");
    add_entry(o, curve, NULL, o->titles[i]);
  }
  return true;
}

static void describe(overlay* o) {
  const carom_surface* surface = o->courses[0].surface;
  char e[40];
  carom__style_number(e, sizeof e, surface->e);
  if (same_everywhere(o, same_restitution))
    snprintf(o->subtitle, sizeof o->subtitle, "%d impacts  ·  %s, {/:Italic e} = %s", o->count,
             carom_law_name(surface->law), e);
  else
    snprintf(o->subtitle, sizeof o->subtitle, "%d impacts", o->count);
}

static carom_status draw(const carom_figure* figure, carom__format format, overlay* o, carom_diag* diag) {
  add_ellipse(o);
  if (!fill_paths(o)) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  add_lines(o);
  if (o->has_rim) add_entry(o, CAROM__CURVE_ELLIPSE, "energy is lost inside Δ{/:Italic T} = 0", NULL);
  add_events(o);
  describe(o);
  const carom__trail_input input = {.name = "process",
                                    .columns = "P_t P_n [N s]; the rim of the ellipse first, if there is one",
                                    .across = "tangential impulse {/:Italic P}_t",
                                    .up = "normal impulse {/:Italic P}_n",
                                    .unit = "N s",
                                    .bounds = {0.0, 0.0, 0.0, 0.0},
                                    .paths = o->paths,
                                    .path_count = o->path_count,
                                    .lines = o->lines,
                                    .line_count = o->line_count,
                                    .events = o->events,
                                    .event_count = o->event_count,
                                    .patch = o->rim,
                                    .patch_count = o->has_rim ? RIM : 0,
                                    .legend = o->legend,
                                    .names = o->names,
                                    .legend_count = o->legend_count,
                                    .subtitle = o->subtitle};
  return carom__trail_draw(figure, format, &input, diag);
}

/// One set of lines serves all only if all have one W and one velocity before.
static carom_status check(const carom_figure_contact* contacts, int count, carom_diag* diag) {
  if (!contacts || count < 1 || count > CAROM_FIGURE_MAX_OVERLAY) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "%d process diagrams cannot be drawn; 1 to %d can", count,
                               CAROM_FIGURE_MAX_OVERLAY);
  }
  for (int i = 0; i < count; ++i) {
    const carom_figure_process_input* in = contacts[i].planar;
    if (!in || !in->problem || !in->diagram) {
      return carom__figure_error(diag, CAROM_BAD_VALUE,
                                 "process diagrams need planar contacts with problem, outcome, diagram and trace");
    }
    const carom_planar_problem *a = contacts[0].planar->problem, *b = in->problem;
    bool same = a->w_tt == b->w_tt && a->w_tn == b->w_tn && a->w_nn == b->w_nn && a->v_t == b->v_t && a->v_n == b->v_n;
    if (same) continue;
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "process diagrams go into one figure only with the same W and the same velocity before, "
        "since they share their lines; number %d differs. hodograph, impulse, energy and velocity "
        "overlay any",
        i + 1);
  }
  return CAROM_OK;
}

carom_status carom_figure_processes(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                    carom_diag* diag) {
  carom__format format;
  carom_status status = check(contacts, count, diag);
  if (status != CAROM_OK) return status;
  if (count == 1) return carom_figure_process(figure, contacts[0].planar, diag);
  status = carom__figure_check(figure, &format, diag);
  if (status != CAROM_OK) return status;
  carom__course courses[CAROM_FIGURE_MAX_OVERLAY];
  overlay* o = calloc(1, sizeof *o);
  if (!o) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  o->contacts = contacts;
  o->courses = courses;
  o->count = count;
  status = carom__courses_of(contacts, count, courses, diag);
  if (status == CAROM_OK) status = draw(figure, format, o, diag);
  carom__courses_free(courses, count);
  free(o->points);
  free(o);
  return status;
}
