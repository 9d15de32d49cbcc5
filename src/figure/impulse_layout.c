#include <math.h>

#include "figure/impulse.h"
#include "figure/several.h"

/// An ellipse up to this many times the path's size is shown whole; a larger one is cut by the frame.
static const double comparable = 3.2;
static const double cost_path = 90.0, cost_line = 60.0, cost_ellipse = 3.0, cost_axis = 12.0, cost_head = 60.0;

bool carom__impulse_is_impact(const carom_figure_impulse_input* input) {
  return input->trace->count > 1;
}

double carom__impulse_at(const carom_figure_impulse_input* input, int point, int contact) {
  int d = input->problem->dimension;
  return input->trace->impulse[(point * input->problem->contact_count + contact) * d + d - 1];
}

static carom_vec2 point_at(const carom_figure_impulse_input* input, int i) {
  return (carom_vec2){carom__impulse_at(input, i, 0), carom__impulse_at(input, i, 1)};
}

static carom_vec2 pixel_at(const carom__impulse_layout* out, const carom_figure_impulse_input* input, int i) {
  carom_vec2 p = point_at(input, i);
  return carom__view_pixel(&out->sheet.view, p.x, p.y);
}

static carom__bounds ellipse_bounds(const carom_planar_diagram* e) {
  double half_x = hypot(e->axis_1.x, e->axis_2.x), half_y = hypot(e->axis_1.y, e->axis_2.y);
  return (carom__bounds){e->centre.x - half_x, e->centre.x + half_x, e->centre.y - half_y, e->centre.y + half_y};
}

/// The path; the ellipse too unless it would dwarf the path.
static carom__bounds shown_bounds(const carom_figure_impulse_input* input, const carom__impulse_plane* plane) {
  carom__bounds bounds = carom__bounds_empty();
  carom__bounds_add(&bounds, 0.0, 0.0);
  for (int i = 0; i < input->trace->count; ++i) {
    carom_vec2 p = point_at(input, i);
    carom__bounds_add(&bounds, p.x, p.y);
  }
  double size = carom__bounds_size(bounds);
  if (plane->has_ellipse) {
    carom__bounds whole = ellipse_bounds(&plane->ellipse);
    double ellipse_size = carom__bounds_size(whole);
    if (isfinite(ellipse_size) && (!(size > 0.0) || ellipse_size <= comparable * size)) {
      carom__bounds_join(&bounds, whole);
      return bounds;
    }
  }
  double around = size > 0.0 ? 0.2 * size : 1.0;
  carom__bounds_add(&bounds, bounds.left - around, bounds.bottom - around);
  carom__bounds_add(&bounds, bounds.right + around, bounds.top + around);
  return bounds;
}

static bool changes_the_slip(carom_event_type type) {
  return type == CAROM_EVENT_STICK || type == CAROM_EVENT_SLIP || type == CAROM_EVENT_REVERSE;
}

/// Whether words stand at so many marks that more would only fill the figure: then a mark is enough.
static bool is_said_often(const carom__marks* marks, const char* words) {
  enum { OFTEN = 2 };
  int count = 0;
  for (int i = 0; i < marks->count; ++i) {
    for (int j = 0; j < marks->items[i].text_count; ++j) count += marks->items[i].texts[j] == words;
  }
  return count >= OFTEN;
}

/// A mark for an event, or a line at the mark that is there. Contacts that bounce ever faster share a place: it gets a
/// few lines.
static void add_event(carom__impulse_layout* out, const carom_simultaneous_log* log, int index) {
  enum { MOST_LINES = 3, MOST_MARKS = 14 };
  const carom_event* event = &log->events[index];
  carom_vec2 data = {log->impulses[2 * index], log->impulses[2 * index + 1]};
  const char* words = carom__several_words(log, index);
  if (!words) return;
  const carom__mark* here = carom__marks_find(&out->marks, &out->sheet.view, data);
  for (int i = 0; here && i < here->text_count; ++i) {
    if (here->texts[i] == words) return;
  }
  if (here ? here->text_count >= MOST_LINES : out->marks.count >= MOST_MARKS) return;
  if (is_said_often(&out->marks, words)) words = "";
  carom__marks_add(&out->marks, &out->sheet.view, data, carom__mark_of_event(event->type), words);
}

/// Slip and stick last: where there is no room for all, they give way.
static void add_events(carom__impulse_layout* out, const carom_simultaneous_log* log) {
  for (int slips = 0; slips < 2; ++slips) {
    for (int i = 0; i < log->event_count; ++i) {
      if (changes_the_slip(log->events[i].type) == slips) add_event(out, log, i);
    }
  }
}

/// How many events have no words in the figure.
static int count_hidden(carom__impulse_layout* out, const carom_simultaneous_log* log) {
  int hidden = log->event_total > log->event_count ? log->event_total - log->event_count : 0;
  for (int i = 0; i < log->event_count; ++i) {
    const char* words = carom__several_words(log, i);
    if (!words) continue;
    carom_vec2 data = {log->impulses[2 * i], log->impulses[2 * i + 1]};
    const carom__mark* here = carom__marks_find(&out->marks, &out->sheet.view, data);
    bool shown = false;
    for (int j = 0; here && !here->silent && j < here->text_count; ++j) shown = shown || here->texts[j] == words;
    hidden += !shown;
  }
  return hidden;
}

static void add_marks(carom__impulse_layout* out, const carom_figure_impulse_input* input) {
  const carom__view* view = &out->sheet.view;
  carom_vec2 origin = {0.0, 0.0};
  if (!carom__impulse_is_impact(input)) {
    carom__marks_add(&out->marks, view, origin, CAROM__MARK_START, "no impact");
    return;
  }
  carom__marks_add(&out->marks, view, origin, CAROM__MARK_START, "start");
  add_events(out, input->log);
  carom__marks_add(&out->marks, view, point_at(input, input->trace->count - 1), CAROM__MARK_END, "end");
}

/// A piece of the path with one set of active contacts: its points, in pixels and not too many.
typedef struct piece {
  carom_vec2 points[64];
  int count;
  double length;
} piece;

static piece piece_of(const carom__impulse_layout* out, const carom_figure_impulse_input* input, int first, int last) {
  piece p = {.count = 0};
  double length = 0.0, kept = 0.0;
  for (int i = first; i < last; ++i) {
    carom_vec2 a = pixel_at(out, input, i), b = pixel_at(out, input, i + 1);
    p.length += hypot(b.x - a.x, b.y - a.y);
  }
  for (int i = first; i <= last; ++i) {
    carom_vec2 b = pixel_at(out, input, i);
    if (i > first) {
      carom_vec2 a = pixel_at(out, input, i - 1);
      length += hypot(b.x - a.x, b.y - a.y);
    }
    if (i > first && i < last && (length - kept < p.length / 60.0 || p.count >= 63)) continue;
    kept = length;
    p.points[p.count++] = b;
  }
  return p;
}

/// A straight piece has two points, which say too little about where it runs.
static void refine(piece* p) {
  if (p->count > 8) return;
  piece fine = {.count = 0, .length = p->length};
  for (int i = 0; i + 1 < p->count; ++i) {
    carom_vec2 a = p->points[i], b = p->points[i + 1];
    for (int j = 0; j < 8; ++j)
      fine.points[fine.count++] = (carom_vec2){a.x + j * (b.x - a.x) / 8, a.y + j * (b.y - a.y) / 8};
  }
  if (p->count > 0) fine.points[fine.count++] = p->points[p->count - 1];
  *p = fine;
}

/// Distance in pixels to the nearest mark.
static double mark_distance(const carom__marks* marks, carom_vec2 from) {
  double nearest = HUGE_VAL;
  for (int i = 0; i < marks->count; ++i) {
    nearest = fmin(nearest, hypot(marks->items[i].pixel.x - from.x, marks->items[i].pixel.y - from.y));
  }
  return nearest;
}

/// As near to the middle of the piece as its marks allow.
static void add_head(carom__impulse_layout* out, const piece* p) {
  const double shortest = 44.0, clear = 20.0;
  if (p->length < shortest || out->head_count == CAROM__IMPULSE_MAX_HEADS) return;
  double length = 0.0, best = HUGE_VAL;
  carom__impulse_head* head = &out->heads[out->head_count];
  for (int i = 1; i < p->count; ++i) {
    carom_vec2 a = p->points[i - 1], b = p->points[i], along = {b.x - a.x, b.y - a.y};
    double step = hypot(along.x, along.y);
    length += step;
    double off = fabs(length - 0.5 * p->length - 6.0);
    if (!(step > 0.0) || off >= best || mark_distance(&out->marks, b) < clear) continue;
    best = off;
    *head = (carom__impulse_head){b, along};
  }
  if (isfinite(best)) ++out->head_count;
}

static const char* state_words(uint64_t active) {
  static const char* const words[] = {NULL, "0 acts", "1 acts", "0 and 1 act"};
  return words[active & 3u];
}

static void place_state(carom__impulse_layout* out, const piece* p, uint64_t active) {
  carom__impulse_words* words = &out->states[out->state_count];
  const char* markup = state_words(active);
  if (!markup || out->state_count == CAROM__IMPULSE_MAX_STATES || p->length < 26.0) return;
  words->markup = markup;
  words->label = (carom__rect){{0.0, 0.0}, carom__sheet_half_width(markup), 0.5 * CAROM__LINE_HEIGHT};
  words->shown = carom__scene_place_at_curve(&out->scene, p->points, p->count, &words->label);
  if (words->shown) ++out->state_count;
}

/// Walks over the pieces: heads first, because labels keep clear of them.
static void add_pieces(carom__impulse_layout* out, const carom_figure_impulse_input* input, bool heads) {
  const carom_simultaneous_trace* trace = input->trace;
  for (int first = 0; first + 1 < trace->count;) {
    int last = first + 1;
    while (last + 1 < trace->count && trace->active[last + 1] == trace->active[first + 1]) ++last;
    piece p = piece_of(out, input, first, last);
    refine(&p);
    if (heads) {
      add_head(out, &p);
    } else {
      place_state(out, &p, trace->active[first + 1]);
    }
    first = last;
  }
}

static void add_lines(carom__impulse_layout* out) {
  for (int i = 0; i < 2; ++i) {
    out->has_segment[i] =
        out->plane.has_line[i] && carom__view_clip_line(&out->sheet.view, out->plane.lines[i], &out->segments[i]);
  }
}

static void add_path_obstacles(carom__impulse_layout* out, const carom_figure_impulse_input* input) {
  const double shortest = 5.0;
  carom_vec2 from = carom__view_pixel(&out->sheet.view, 0.0, 0.0);
  for (int i = 1; i < input->trace->count; ++i) {
    carom_vec2 to = pixel_at(out, input, i);
    if (hypot(to.x - from.x, to.y - from.y) < shortest && i + 1 < input->trace->count) continue;
    carom__scene_add_segment(&out->scene, (carom__segment){from, to}, cost_path);
    from = to;
  }
}

static void add_ellipse_obstacles(carom__impulse_layout* out) {
  const int step = 4;
  for (int i = 0; i < out->ellipse.arc_count; ++i) {
    const carom_vec2* arc = out->ellipse.arcs[i];
    for (int j = step; j < CAROM__ELLIPSE_ARC_POINTS; j += step) {
      carom__scene_add_segment(&out->scene, (carom__segment){arc[j - step], arc[j]}, cost_ellipse);
    }
  }
}

static void add_obstacles(carom__impulse_layout* out, const carom_figure_impulse_input* input) {
  carom_vec2 origin = carom__view_pixel(&out->sheet.view, 0.0, 0.0);
  carom__segment across = {{0.0, origin.y}, {out->sheet.view.width, origin.y}};
  carom__segment up = {{origin.x, 0.0}, {origin.x, out->sheet.view.height}};
  carom__scene_add_segment(&out->scene, across, cost_axis);
  carom__scene_add_segment(&out->scene, up, cost_axis);
  for (int i = 0; i < 2; ++i) {
    if (out->has_segment[i]) carom__scene_add_segment(&out->scene, out->segments[i], cost_line);
  }
  for (int i = 0; i < out->head_count; ++i) {
    carom_vec2 head = out->heads[i].at;
    carom__segment diagonal = {{head.x - 6.0, head.y - 6.0}, {head.x + 6.0, head.y + 6.0}};
    carom__scene_add_segment(&out->scene, diagonal, cost_head);
  }
  add_path_obstacles(out, input);
  add_ellipse_obstacles(out);
  carom__marks_add_obstacles(&out->marks, &out->scene);
}

/// Whether contact i separates at a place: its velocity there is positive.
static bool separates(const carom__impulse_layout* out, int contact, carom_vec2 pixel) {
  carom_vec2 p = carom__view_data(&out->sheet.view, pixel);
  carom_line line = out->plane.lines[contact];
  return line.t * p.x + line.n * p.y + line.c > 0.0;
}

static bool in_region(const carom__impulse_layout* out, int region, carom_vec2 pixel) {
  return separates(out, 0, pixel) == (region & 1) && separates(out, 1, pixel) == (region >> 1);
}

/// Whether a label at this place lies in its region with all corners.
static bool covers_region(const carom__impulse_layout* out, int region, carom__rect r) {
  bool inside = true;
  for (int i = 0; i < 4 && inside; ++i) {
    carom_vec2 corner = {r.centre.x + (i & 1 ? 1.0 : -1.0) * r.half_width,
                         r.centre.y + (i & 2 ? 1.0 : -1.0) * r.half_height};
    inside = in_region(out, region, corner);
  }
  return inside;
}

/// In the region's part of the box, near the middle of that with impulses above zero.
static void place_region(carom__impulse_layout* out, int region) {
  static const char* const markups[] = {"{/:Italic C}_0{/:Italic C}_1", "{/:Italic R}_0{/:Italic C}_1",
                                        "{/:Italic C}_0{/:Italic R}_1", "{/:Italic R}_0{/:Italic R}_1"};
  enum { GRID = 28 };
  carom_vec2 places[GRID * GRID], middle = {0.0, 0.0};
  carom__impulse_words* words = &out->regions[region];
  carom__rect r = {{0.0, 0.0}, carom__sheet_half_width(markups[region]), 0.5 * CAROM__LINE_HEIGHT};
  int count = 0, size = 0;
  for (int i = 0; i < GRID * GRID; ++i) {
    r.centre = (carom_vec2){(i % GRID + 0.5) / GRID * out->scene.width, (i / GRID + 0.5) / GRID * out->scene.height};
    carom_vec2 data = carom__view_data(&out->sheet.view, r.centre);
    if (data.x >= 0.0 && data.y >= 0.0 && in_region(out, region, r.centre)) {
      middle.x += r.centre.x;
      middle.y += r.centre.y;
      ++size;
    }
    if (covers_region(out, region, r)) places[count++] = r.centre;
  }
  if (count == 0 || size == 0) return;
  middle = (carom_vec2){middle.x / size, middle.y / size};
  *words = (carom__impulse_words){.markup = markups[region], .label = r};
  words->shown = carom__scene_place_near(&out->scene, places, count, middle, &words->label);
}

static void place_labels(carom__impulse_layout* out, const carom_figure_impulse_input* input) {
  static const char* const line_words[] = {"{/:Italic v}_0 = 0", "{/:Italic v}_1 = 0"};
  const double height = 0.5 * CAROM__LINE_HEIGHT;
  carom__marks_place_if_room(&out->marks, &out->scene);
  out->hidden_count = count_hidden(out, input->log);
  for (int i = 0; i < 2; ++i) {
    if (!out->has_segment[i]) continue;
    double width = carom__sheet_half_width(line_words[i]);
    out->line_labels[i] = carom__scene_place_at_line(&out->scene, out->segments[i], width, height);
  }
  add_pieces(out, input, false);
  carom__impulse_words* words = &out->ellipse_words;
  *words = (carom__impulse_words){.markup = "Δ{/:Italic T} = 0"};
  words->label = (carom__rect){{0.0, 0.0}, carom__sheet_half_width(words->markup), height};
  for (int i = 0; i < out->ellipse.arc_count && !words->shown; ++i) {
    words->shown =
        carom__scene_place_at_curve(&out->scene, out->ellipse.arcs[i], CAROM__ELLIPSE_ARC_POINTS, &words->label);
  }
  for (int i = 0; out->has_segment[0] && out->has_segment[1] && i < CAROM__IMPULSE_REGIONS; ++i) place_region(out, i);
}

void carom__impulse_lay_out(const carom_figure_impulse_input* input, carom__impulse_layout* out) {
  *out = (carom__impulse_layout){.sheet = out->sheet, .plane = carom__impulse_plane_of(input->problem)};
  carom__sheet_fit_right(&out->sheet, carom__sheet_half_width("{/:Italic v}_1 = 0"));
  double width = carom__sheet_box_width(&out->sheet), height = carom__sheet_box_height(&out->sheet);
  out->sheet.view = carom__view_fit(shown_bounds(input, &out->plane), width, height);
  out->scene =
      (carom__scene){.width = width, .height = height, .right_margin = out->sheet.right - 2.0, .top_margin = 24.0};
  add_lines(out);
  add_marks(out, input);
  if (out->plane.has_ellipse) carom__view_clip_ellipse(&out->sheet.view, &out->plane.ellipse, &out->ellipse);
  add_pieces(out, input, true);
  add_obstacles(out, input);
  place_labels(out, input);
}
