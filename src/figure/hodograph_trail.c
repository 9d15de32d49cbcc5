/// @file hodograph_trail.c
/// Paths of the contact velocity: in the tangent plane, in the plane of tangent and normal, or many of them at once.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/course.h"
#include "figure/figure.h"
#include "figure/trail.h"

enum {
  FEW = 6,          // paths that have colours and names of their own
  MOST_EVENTS = 14  // of a single path: more would be a crowd
};

/// A bundle of hodographs on its way.
typedef struct bundle {
  const carom_figure_contact* contacts;
  carom__course* courses;
  int count;
  bool in_plane;    ///< (v_t, v_n) instead of (v_t1, v_t2)
  bool same_field;  ///< all have one W and one friction, so that one set of directions serves all
  carom_vec2* points;
  double* extra;
  carom__trail_path paths[CAROM_FIGURE_MAX_BUNDLE];
  carom__trail_line lines[6];
  int line_count;
  carom__trail_event events[CAROM__TRAIL_MAX_MARKS];
  int event_count, hidden_count;
  carom__legend_entry legend[CAROM__TRAIL_MAX_LEGEND];
  const char* names[CAROM__TRAIL_MAX_LEGEND];
  int legend_count;
  char numbers[CAROM_FIGURE_MAX_BUNDLE][16], titles[FEW][160];
  char tags[6][40];
  char subtitle[400];
} bundle;

static carom_vec2 place(const bundle* b, const double velocity[3]) {
  return (carom_vec2){velocity[0], b->in_plane ? velocity[2] : velocity[1]};
}

static bool fill_paths(bundle* b) {
  enum { EXTRA = 4 };
  size_t total = 0, at = 0;
  for (int i = 0; i < b->count; ++i) total += (size_t)b->courses[i].count;
  b->points = malloc(total * sizeof *b->points);
  b->extra = malloc(EXTRA * total * sizeof *b->extra);
  if (!b->points || !b->extra) return false;
  for (int i = 0; i < b->count; ++i) {
    const carom__course* c = &b->courses[i];
    carom__curve few = b->count == 1 ? CAROM__CURVE_PATH : carom__curve_of_series(i);
    b->paths[i] = (carom__trail_path){.points = b->points + at,
                                      .count = c->count,
                                      .curve = b->count > FEW ? CAROM__CURVE_BUNDLE : few,
                                      .heads = true,
                                      .strong = b->count > 1 && b->count <= FEW,
                                      .extra = b->extra + EXTRA * at,
                                      .extra_count = EXTRA};
    for (int j = 0; j < c->count; ++j, ++at) {
      const carom__course_point* p = &c->points[j];
      const double extra[EXTRA] = {b->in_plane ? p->velocity[1] : p->velocity[2], p->impulse[0], p->impulse[1],
                                   p->impulse[2]};
      b->points[at] = place(b, p->velocity);
      memcpy(b->extra + EXTRA * at, extra, sizeof extra);
    }
  }
  return true;
}

static void add_event(bundle* b, carom_vec2 at, carom__mark_shape shape, const char* words) {
  if (b->event_count == CAROM__TRAIL_MAX_MARKS) return;
  b->events[b->event_count++] = (carom__trail_event){at, shape, words};
}

static carom__mark_shape shape_of(carom_event_type type) {
  bool phase = type == CAROM_EVENT_COMPRESSION_END || type == CAROM_EVENT_RECOMPRESS;
  return phase ? CAROM__MARK_COMPRESSION : CAROM__MARK_SLIP;
}

/// One path: every event with its words.
static void add_all_events(bundle* b, const carom__course* c) {
  carom_vec2 first = place(b, c->points[0].velocity), last = place(b, c->points[c->count - 1].velocity);
  add_event(b, first, CAROM__MARK_START, c->impact ? "start" : "no impact");
  int shown = 0;
  for (int i = 0; i < c->event_count && c->impact; ++i) {
    const char* words = carom__course_words(c, &c->events[i]);
    if (!words) continue;
    carom__moment at = carom__course_at(c, c->events[i].impulse_n);
    if (shown++ < MOST_EVENTS) {
      add_event(b, place(b, at.velocity), shape_of(c->events[i].type), words);
    } else {
      ++b->hidden_count;
    }
  }
  b->hidden_count += c->event_total - c->event_count;
  if (c->impact) add_event(b, last, CAROM__MARK_END, "impact ends");
}

static bool start_together(const bundle* b) {
  carom_vec2 first = place(b, b->courses[0].points[0].velocity);
  for (int i = 1; i < b->count; ++i) {
    carom_vec2 start = place(b, b->courses[i].points[0].velocity);
    if (start.x != first.x || start.y != first.y) return false;
  }
  return true;
}

/// Many paths: rings where they start and dots where they end, and numbers at the starts, or at the ends where all
/// start together.
static void add_ends(bundle* b) {
  bool together = start_together(b);
  for (int i = 0; i < b->count; ++i) {
    snprintf(b->numbers[i], sizeof b->numbers[i], "%d", i + 1);
    add_event(b, place(b, b->courses[i].points[0].velocity), CAROM__MARK_START, together ? "" : b->numbers[i]);
  }
  for (int i = 0; i < b->count; ++i) {
    const carom__course* c = &b->courses[i];
    if (c->impact)
      add_event(b, place(b, c->points[c->count - 1].velocity), CAROM__MARK_END, together ? b->numbers[i] : "");
  }
}

static void add_entry(bundle* b, carom__curve curve, const char* words, const char* name) {
  if (b->legend_count == CAROM__TRAIL_MAX_LEGEND) return;
  b->names[b->legend_count] = name;
  b->legend[b->legend_count++] = (carom__legend_entry){curve, words};
}

static bool has_entry(const bundle* b, carom__curve curve) {
  for (int i = 0; i < b->legend_count; ++i) {
    if (b->legend[i].curve == curve) return true;
  }
  return false;
}

static void add_direction(bundle* b, const carom_invariant* direction) {
  static const carom__curve curves[] = {CAROM__CURVE_CENTRIPETAL, CAROM__CURVE_CENTRIFUGAL, CAROM__CURVE_STEADY};
  static const char* const words[] = {"centripetal: slip slows down", "centrifugal: slip speeds up",
                                      "steady: slip keeps its speed"};
  char* tag = b->tags[b->line_count];
  double degrees = direction->angle * (180.0 / 3.14159265358979323846);
  snprintf(tag, sizeof b->tags[0], "%s%.1f°", degrees < 0.0 ? "−" : "", fabs(degrees));
  b->lines[b->line_count++] = (carom__trail_line){.reach = CAROM__TRAIL_RAY,
                                                  .a = {0.0, 0.0},
                                                  .b = {cos(direction->angle), sin(direction->angle)},
                                                  .curve = curves[direction->type],
                                                  .tag = tag};
  if (!has_entry(b, curves[direction->type])) add_entry(b, curves[direction->type], words[direction->type], NULL);
}

static bool is_one_field(const bundle* b) {
  const carom__course* first = &b->courses[0];
  for (int i = 0; i < b->count; ++i) {
    const carom__course* c = &b->courses[i];
    if (!b->contacts[i].spatial || c->surface->mu != first->surface->mu) return false;
    if (memcmp(&c->w, &first->w, sizeof c->w) != 0) return false;
  }
  return true;
}

/// The lines where slip stops and where compression ends; in the tangent plane the invariant directions.
static void add_lines(bundle* b) {
  if (b->in_plane) {
    b->lines[b->line_count++] = (carom__trail_line){CAROM__TRAIL_LINE,     {0.0, 0.0},           {0.0, 1.0},
                                                    CAROM__CURVE_STICKING, "{/:Italic v}_t = 0", CAROM__CURVE_NONE};
    b->lines[b->line_count++] = (carom__trail_line){CAROM__TRAIL_LINE,        {0.0, 0.0},           {1.0, 0.0},
                                                    CAROM__CURVE_COMPRESSION, "{/:Italic v}_n = 0", CAROM__CURVE_NONE};
    add_entry(b, CAROM__CURVE_STICKING, "no slip, {/:Italic v}_t = 0", NULL);
    add_entry(b, CAROM__CURVE_COMPRESSION, "no approach, {/:Italic v}_n = 0", NULL);
    return;
  }
  const carom_spatial_directions* directions = b->same_field ? b->contacts[0].spatial->directions : NULL;
  for (int i = 0; directions && i < directions->count && i < 4; ++i) add_direction(b, &directions->items[i]);
}

static void add_names(bundle* b) {
  if (b->count == 1) {
    if (b->courses[0].impact) add_entry(b, CAROM__CURVE_PATH, "path of the contact velocity", NULL);
  } else if (b->count > FEW) {
    add_entry(b, CAROM__CURVE_BUNDLE, start_together(b) ? "paths, numbered at the end" : "paths, numbered at the start",
              NULL);
  } else {
    for (int i = 0; i < b->count; ++i) {
      const char* name = b->courses[i].name;
      snprintf(b->titles[i], sizeof b->titles[i], "%d: %s", i + 1, name && *name ? name : "impact");
      add_entry(b, b->paths[i].curve, NULL, b->titles[i]);
    }
  }
}

/// What all have in common.
static void describe(bundle* b) {
  const carom__course* c = &b->courses[0];
  bool same = true;
  for (int i = 1; i < b->count; ++i) same = same && carom__course_same_surface(c, &b->courses[i]);
  if (b->count == 1) {
    carom__course_describe(c, b->subtitle, sizeof b->subtitle);
  } else if (same) {
    char surface[192];
    carom__sheet_describe_surface(c->surface, surface, sizeof surface);
    snprintf(b->subtitle, sizeof b->subtitle, "%d impacts  ·  %s", b->count, surface);
  } else {
    snprintf(b->subtitle, sizeof b->subtitle, "%d impacts", b->count);
  }
}

/// The origin, with room around it for directions to be seen. Where all is one point the approach gives the scale.
static carom__bounds room(const bundle* b) {
  carom__bounds bounds = carom__bounds_empty();
  double size = 0.0, approach = 0.0;
  for (int i = 0; i < b->count; ++i) {
    for (int j = 0; j < b->paths[i].count; ++j) {
      size = fmax(size, fmax(fabs(b->paths[i].points[j].x), fabs(b->paths[i].points[j].y)));
    }
    approach = fmax(approach, fabs(b->courses[i].v.z));
  }
  double around = 0.12 * (size > 0.0 ? size : approach > 0.0 ? approach : 1.0);
  carom__bounds_add(&bounds, -around, -around);
  carom__bounds_add(&bounds, around, around);
  return bounds;
}

static carom_status draw(const carom_figure* figure, carom__format format, bundle* b, carom_diag* diag) {
  if (!fill_paths(b)) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  b->same_field = is_one_field(b);
  if (b->count == 1) {
    add_all_events(b, &b->courses[0]);
  } else {
    add_ends(b);
  }
  add_names(b);
  add_lines(b);
  describe(b);
  bool compliant = b->courses[0].compliant;
  const char *slip = compliant ? "tangential velocity" : "slip velocity",
             *t2 = compliant ? "velocity" : "slip velocity";
  char across[64], up[64];
  snprintf(across, sizeof across, "%s {/:Italic v}_{%s}", slip, b->in_plane ? "t" : "t1");
  snprintf(up, sizeof up, "%s {/:Italic v}_{%s}",
           b->in_plane ? "normal velocity"
           : compliant ? slip
                       : t2,
           b->in_plane ? "n" : "t2");
  const carom__trail_input input = {
      .name = "hodograph",
      .columns = b->in_plane ? "v_t v_n v_t2 [m/s]  I_t I_t2 I_n [N s]" : "v_t1 v_t2 v_n [m/s]  I_t1 I_t2 I_n [N s]",
      .across = across,
      .up = up,
      .unit = "m/s",
      .bounds = room(b),
      .paths = b->paths,
      .path_count = b->count,
      .lines = b->lines,
      .line_count = b->line_count,
      .events = b->events,
      .event_count = b->event_count,
      .hidden_count = b->hidden_count,
      .legend = b->legend,
      .names = b->names,
      .legend_count = b->legend_count,
      .subtitle = b->subtitle};
  return carom__trail_draw(figure, format, &input, diag);
}

/// Springs along one tangent are shown in the plane of tangent and normal too.
static bool is_flat(const carom__course* c) {
  return c->in_plane || (c->compliant && !carom__course_has_tangent(c, 1));
}

/// Planar impacts have a plane of their own: both kinds in one figure would mean two different axes up.
static carom_status choose_plane(bundle* b, carom_diag* diag) {
  b->in_plane = is_flat(&b->courses[0]);
  for (int i = 1; i < b->count; ++i) {
    if (is_flat(&b->courses[i]) == b->in_plane) continue;
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "hodographs of motion in a plane show tangent and normal, all others both tangents; they do "
        "not go into one figure");
  }
  return CAROM_OK;
}

carom_status carom_figure_hodographs(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                     carom_diag* diag) {
  carom__format format;
  if (!contacts || count < 1 || count > CAROM_FIGURE_MAX_BUNDLE) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "%d hodographs cannot be drawn; 1 to %d can", count,
                               CAROM_FIGURE_MAX_BUNDLE);
  }
  if (count == 1 && contacts[0].spatial) return carom_figure_hodograph(figure, contacts[0].spatial, diag);
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status != CAROM_OK) return status;
  bundle* b = calloc(1, sizeof *b);
  carom__course* courses = calloc((size_t)count, sizeof *courses);
  if (b && courses) {
    b->contacts = contacts;
    b->courses = courses;
    b->count = count;
    status = carom__courses_of(contacts, count, courses, diag);
    if (status == CAROM_OK) status = choose_plane(b, diag);
    if (status == CAROM_OK) status = draw(figure, format, b, diag);
    carom__courses_free(courses, count);
    free(b->points);
    free(b->extra);
  } else {
    status = carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  }
  free(courses);
  free(b);
  return status;
}
