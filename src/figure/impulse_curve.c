#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/impulse_curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/figure.h"

enum { EXTRA = 6, MOST_EVENTS = 12, MOST_LINES = CAROM__TRAIL_MAX_LINES };

/// Impulse curves on their way: seen in space, or in the plane of one tangent and the normal.
typedef struct curves {
  carom__course* courses;
  int count;
  bool in_space;
  int tangent;  ///< the one that is shown in the plane
  carom__box box;
  carom__box_frame frame;
  carom_vec2* points;  ///< the paths, and in space their shadows on the floor
  double* extra;
  carom__trail_path paths[2 * CAROM_FIGURE_MAX_OVERLAY];
  int path_count;
  carom__trail_line lines[MOST_LINES];
  int line_count;
  carom__trail_event events[CAROM__TRAIL_MAX_MARKS];
  int event_count, hidden_count;
  carom_vec2 patch[8];
  int patch_count;
  carom__legend_entry legend[CAROM__TRAIL_MAX_LEGEND];
  const char* names[CAROM__TRAIL_MAX_LEGEND];
  int legend_count;
  char numbers[CAROM_FIGURE_MAX_OVERLAY][16], titles[CAROM_FIGURE_MAX_OVERLAY][160];
  char subtitle[400];
} curves;

static carom_vec2 place(const curves* c, const double impulse[3]) {
  return c->in_space ? carom__box_place(&c->box, impulse) : (carom_vec2){impulse[c->tangent], impulse[2]};
}

static carom_vec2 shadow(const curves* c, const double impulse[3]) {
  const double below[3] = {impulse[0], impulse[1], 0.0};
  return place(c, below);
}

static void add_entry(curves* c, carom__curve curve, const char* words, const char* name) {
  if (c->legend_count == CAROM__TRAIL_MAX_LEGEND) return;
  c->names[c->legend_count] = name;
  c->legend[c->legend_count++] = (carom__legend_entry){curve, words};
}

static void add_line(curves* c, carom__trail_line line) {
  if (c->line_count < MOST_LINES) c->lines[c->line_count++] = line;
}

static void add_path(curves* c, const carom__course* course, size_t at, carom__curve curve, bool on_floor) {
  for (int i = 0; i < course->count; ++i) {
    const carom__course_point* p = &course->points[i];
    const double extra[EXTRA] = {p->impulse[0],  p->impulse[1],  p->impulse[2],
                                 p->velocity[0], p->velocity[1], p->velocity[2]};
    c->points[at + (size_t)i] = on_floor ? shadow(c, p->impulse) : place(c, p->impulse);
    memcpy(c->extra + EXTRA * (at + (size_t)i), extra, sizeof extra);
  }
  c->paths[c->path_count++] = (carom__trail_path){.points = c->points + at,
                                                  .count = course->count,
                                                  .curve = curve,
                                                  .heads = !on_floor,
                                                  .strong = !on_floor && c->count > 1,
                                                  .extra = c->extra + EXTRA * at,
                                                  .extra_count = EXTRA};
}

/// Shadows first: the paths lie above them.
static bool fill_paths(curves* c) {
  size_t total = 0, at = 0;
  for (int i = 0; i < c->count; ++i) total += 2 * (size_t)c->courses[i].count;
  c->points = malloc(total * sizeof *c->points);
  c->extra = malloc(EXTRA * total * sizeof *c->extra);
  if (!c->points || !c->extra) return false;
  for (int i = 0; i < c->count && c->in_space; ++i) {
    add_path(c, &c->courses[i], at, CAROM__CURVE_SHADOW, true);
    at += (size_t)c->courses[i].count;
  }
  for (int i = 0; i < c->count; ++i) {
    add_path(c, &c->courses[i], at, c->count == 1 ? CAROM__CURVE_PATH : carom__curve_of_series(i), false);
    at += (size_t)c->courses[i].count;
  }
  return true;
}

/// A mark, and in space a thin line down to the floor.
static void add_event(curves* c, const double impulse[3], carom__mark_shape shape, const char* words) {
  carom_vec2 at = place(c, impulse);
  if (c->event_count == CAROM__TRAIL_MAX_MARKS) return;
  c->events[c->event_count++] = (carom__trail_event){at, shape, words};
  if (!c->in_space || !(impulse[2] > 0.0)) return;
  add_line(c, (carom__trail_line){CAROM__TRAIL_SEGMENT, at, shadow(c, impulse), CAROM__CURVE_EVENT, NULL,
                                  CAROM__CURVE_NONE});
}

static void add_events(curves* c, const carom__course* course) {
  add_event(c, course->points[0].impulse, CAROM__MARK_START, course->impact ? "start" : "no impact");
  int shown = 0;
  for (int i = 0; i < course->event_count && course->impact; ++i) {
    const carom_event* event = &course->events[i];
    const char* words = carom__course_words(course, event);
    if (!words) continue;
    bool phase = event->type == CAROM_EVENT_COMPRESSION_END || event->type == CAROM_EVENT_RECOMPRESS;
    carom__moment at = carom__course_at(course, event->impulse_n);
    if (shown++ < MOST_EVENTS) {
      add_event(c, at.impulse, phase ? CAROM__MARK_COMPRESSION : CAROM__MARK_SLIP, words);
    } else {
      ++c->hidden_count;
    }
  }
  c->hidden_count += course->event_total - course->event_count;
  if (course->impact) add_event(c, course->points[course->count - 1].impulse, CAROM__MARK_END, "end");
}

/// Of several only the ends have words: their numbers.
static void add_ends(curves* c) {
  for (int i = 0; i < c->count; ++i) {
    const carom__course* course = &c->courses[i];
    snprintf(c->numbers[i], sizeof c->numbers[i], "%d", i + 1);
    add_event(c, course->points[course->count - 1].impulse, CAROM__MARK_END, c->numbers[i]);
  }
}

static bool same_start(const curves* c) {
  for (int i = 1; i < c->count; ++i) {
    bool same = memcmp(&c->courses[i].w, &c->courses[0].w, sizeof(carom_mat3)) == 0 &&
                memcmp(&c->courses[i].v, &c->courses[0].v, sizeof(carom_vec3)) == 0;
    if (!same) return false;
  }
  return true;
}

static bool same_friction(const curves* c) {
  for (int i = 1; i < c->count; ++i) {
    if (c->courses[i].surface->mu != c->courses[0].surface->mu) return false;
  }
  return true;
}

/// The plane of compression and the line of sticking in the box.
static void add_space(curves* c) {
  for (int i = 0; i < c->frame.line_count; ++i) add_line(c, c->frame.lines[i]);
  if (!same_start(c)) return;
  const carom__course* course = &c->courses[0];
  c->patch_count = carom__box_compression(&c->box, course, c->patch);
  for (int i = 0; i < c->patch_count && c->patch_count > 2; ++i) {
    carom_vec2 a = c->patch[i], b = c->patch[(i + 1) % c->patch_count];
    add_line(c, (carom__trail_line){CAROM__TRAIL_SEGMENT, a, b, CAROM__CURVE_ELLIPSE, NULL, CAROM__CURVE_NONE});
  }
  if (c->patch_count > 2) add_entry(c, CAROM__CURVE_ELLIPSE, "compression ends, {/:Italic v}_n = 0", NULL);
  carom__segment sticking;
  if (!carom__box_sticking(&c->box, course, &sticking)) return;
  add_line(c, (carom__trail_line){CAROM__TRAIL_SEGMENT, sticking.a, sticking.b, CAROM__CURVE_STICKING, NULL,
                                  CAROM__CURVE_NONE});
  add_entry(c, CAROM__CURVE_STICKING, "no slip, {/:Italic v}_t = 0", NULL);
}

/// A line of the plane: a I_t + b I_n + c = 0.
static carom__trail_line line_of(double a, double b, double c, carom__curve curve, const char* tag) {
  double length2 = a * a + b * b;
  carom_vec2 foot = {-a * c / length2, -b * c / length2};
  return (carom__trail_line){
      CAROM__TRAIL_LINE, foot, {foot.x - b / sqrt(length2), foot.y + a / sqrt(length2)}, curve, tag, CAROM__CURVE_NONE};
}

static void add_plane(curves* c) {
  const carom__course* course = &c->courses[0];
  int t = c->tangent;
  double v_t = t == 0 ? course->v.x : course->v.y, mu = course->surface->mu;
  if (same_start(c)) {
    add_line(
        c, line_of(course->w.m[2][t], course->w.m[2][2], course->v.z, CAROM__CURVE_COMPRESSION, "{/:Italic v}_n = 0"));
    add_entry(c, CAROM__CURVE_COMPRESSION, "compression ends, {/:Italic v}_n = 0", NULL);
    add_line(c, line_of(course->w.m[t][t], course->w.m[t][2], v_t, CAROM__CURVE_STICKING, "{/:Italic v}_t = 0"));
    add_entry(c, CAROM__CURVE_STICKING, "{/:Italic v}_t = 0", NULL);
  }
  if (!same_friction(c) || !(mu > 0.0)) return;
  for (int side = -1; side <= 1; side += 2) {
    carom_vec2 origin = {0.0, 0.0}, along = {side * mu, 1.0};
    add_line(c, (carom__trail_line){CAROM__TRAIL_RAY, origin, along, CAROM__CURVE_FRICTION, NULL, CAROM__CURVE_NONE});
  }
  add_entry(c, CAROM__CURVE_FRICTION, "friction cone, {/:Italic I}_t = ±μ {/:Italic I}_n", NULL);
}

static void add_names(curves* c) {
  for (int i = 0; i < c->count; ++i) {
    const char* name = c->courses[i].name;
    if (c->count == 1 && !c->courses[i].impact) continue;
    if (c->count == 1) {
      add_entry(c, CAROM__CURVE_PATH, "path of the impulse", NULL);
    } else {
      snprintf(c->titles[i], sizeof c->titles[i], "%d: %s", i + 1, name && *name ? name : "impact");
      add_entry(c, carom__curve_of_series(i), NULL, c->titles[i]);
    }
  }
  if (c->in_space) add_entry(c, CAROM__CURVE_SHADOW, "its shadow on the floor {/:Italic I}_n = 0", NULL);
}

/// Room for what does not follow from the paths: the corners of the box, or the origin.
static carom__bounds room(const curves* c) {
  carom__bounds bounds = carom__bounds_empty();
  carom__bounds_add(&bounds, 0.0, 0.0);
  if (!c->in_space) {
    // The lines and the cone need some of the plane to be seen in.
    double height = 0.0;
    for (int i = 0; i < c->count; ++i) height = fmax(height, c->courses[i].points[c->courses[i].count - 1].impulse[2]);
    carom__bounds_add(&bounds, -0.2 * height, -0.04 * height);
    carom__bounds_add(&bounds, 0.2 * height, 1.04 * height);
    return bounds;
  }
  bounds = carom__bounds_empty();
  for (int i = 0; i < c->frame.line_count; ++i) {
    carom__bounds_add(&bounds, c->frame.lines[i].a.x, c->frame.lines[i].a.y);
    carom__bounds_add(&bounds, c->frame.lines[i].b.x, c->frame.lines[i].b.y);
  }
  return bounds;
}

static carom_status draw(const carom_figure* figure, carom__format format, curves* c, carom_diag* diag) {
  if (c->in_space) {
    c->box = carom__box_of(c->courses, c->count);
    carom__box_draw_frame(&c->box, &c->frame);
  }
  if (!fill_paths(c)) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  add_names(c);
  if (c->in_space) {
    add_space(c);
  } else {
    add_plane(c);
  }
  if (c->count == 1) {
    add_events(c, &c->courses[0]);
    carom__course_describe(&c->courses[0], c->subtitle, sizeof c->subtitle);
  } else {
    add_ends(c);
  }
  const char* const across[] = {"tangential impulse {/:Italic I}_{t1}", "tangential impulse {/:Italic I}_{t2}"};
  bool planar = c->courses[0].in_plane;
  const carom__trail_input input = {
      .name = "impulse",
      .columns = c->in_space ? "as seen: across, up  I_t1 I_t2 I_n [N s]  v_t1 v_t2 v_n [m/s]; the shadow first"
                             : "I_t I_n  I_t1 I_t2 I_n [N s]  v_t1 v_t2 v_n [m/s]",
      .across = planar ? "tangential impulse {/:Italic I}_t" : across[c->tangent],
      .up = "normal impulse {/:Italic I}_n",
      .unit = "N s",
      .bare = c->in_space,
      .bounds = room(c),
      .paths = c->paths,
      .path_count = c->path_count,
      .lines = c->lines,
      .line_count = c->line_count,
      .events = c->events,
      .event_count = c->event_count,
      .hidden_count = c->hidden_count,
      .texts = c->frame.texts,
      .text_count = c->frame.text_count,
      .patch = c->patch,
      .patch_count = c->patch_count,
      .legend = c->legend,
      .names = c->names,
      .legend_count = c->legend_count,
      .subtitle = *c->subtitle ? c->subtitle : NULL};
  return carom__trail_draw(figure, format, &input, diag);
}

/// Motion along both tangents is drawn in space; along one of them the plane shows all.
static void choose_view(curves* c) {
  bool has[2] = {false, false};
  for (int i = 0; i < c->count; ++i) {
    for (int j = 0; j < 2; ++j) has[j] = has[j] || carom__course_has_tangent(&c->courses[i], j);
  }
  c->in_space = has[0] && has[1];
  c->tangent = has[1] && !has[0] ? 1 : 0;
}

carom_status carom_figure_impulse_curve(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                        carom_diag* diag) {
  carom__format format;
  if (!contacts || count < 1 || count > CAROM_FIGURE_MAX_OVERLAY) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "%d impulse curves cannot be drawn; 1 to %d can", count,
                               CAROM_FIGURE_MAX_OVERLAY);
  }
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status != CAROM_OK) return status;
  carom__course courses[CAROM_FIGURE_MAX_OVERLAY];
  curves* c = calloc(1, sizeof *c);
  if (!c) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  c->courses = courses;
  c->count = count;
  status = carom__courses_of(contacts, count, courses, diag);
  if (status == CAROM_OK) {
    choose_view(c);
    status = draw(figure, format, c, diag);
  }
  carom__courses_free(courses, count);
  free(c->points);
  free(c->extra);
  free(c);
  return status;
}
