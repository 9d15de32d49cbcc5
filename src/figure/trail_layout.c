#include <math.h>

#include "figure/trail.h"

static const double cost_path = 90.0, cost_line = 40.0, cost_axis = 12.0, cost_head = 60.0;

static bool is_point(carom_vec2 p) {
  return isfinite(p.x) && isfinite(p.y);
}

static carom__bounds shown_bounds(const carom__trail_input* input) {
  carom__bounds bounds = carom__bounds_empty();
  if (input->bounds.left <= input->bounds.right) carom__bounds_join(&bounds, input->bounds);
  for (int i = 0; i < input->path_count; ++i) {
    for (int j = 0; j < input->paths[i].count; ++j) {
      carom_vec2 p = input->paths[i].points[j];
      if (is_point(p)) carom__bounds_add(&bounds, p.x, p.y);
    }
  }
  if (!(carom__bounds_size(bounds) > 0.0)) {
    double x = bounds.left <= bounds.right ? bounds.left : 0.0, y = bounds.left <= bounds.right ? bounds.bottom : 0.0;
    carom__bounds_add(&bounds, x - 1.0, y - 1.0);
    carom__bounds_add(&bounds, x + 1.0, y + 1.0);
  }
  return bounds;
}

static bool clip(const carom__view* view, const carom__trail_line* line, carom__segment* out) {
  carom_vec2 a = line->a, b = line->b;
  double length = hypot(b.x - a.x, b.y - a.y);
  if (line->reach == CAROM__TRAIL_SEGMENT) {
    *out = (carom__segment){carom__view_pixel(view, a.x, a.y), carom__view_pixel(view, b.x, b.y)};
    return true;
  }
  if (!(length > 0.0)) return false;
  if (line->reach == CAROM__TRAIL_RAY)
    return carom__view_clip_direction(view, a, (carom_vec2){(b.x - a.x) / length, (b.y - a.y) / length}, out);
  double t = (b.y - a.y) / length, n = -(b.x - a.x) / length;
  return carom__view_clip_line(view, (carom_line){t, n, -(t * a.x + n * a.y)}, out);
}

static void add_lines(carom__trail_layout* out, const carom__trail_input* input) {
  for (int i = 0; i < input->line_count && i < CAROM__TRAIL_MAX_LINES; ++i) {
    out->has_segment[i] = clip(&out->sheet.view, &input->lines[i], &out->segments[i]);
  }
}

static carom_vec2 pixel_at(const carom__trail_layout* out, const carom__trail_path* path, int i) {
  return carom__view_pixel(&out->sheet.view, path->points[i].x, path->points[i].y);
}

/// Length in pixels of a step of the path; 0 across a break.
static double step_length(const carom__trail_layout* out, const carom__trail_path* path, int i) {
  if (!is_point(path->points[i]) || !is_point(path->points[i + 1])) return 0.0;
  carom_vec2 a = pixel_at(out, path, i), b = pixel_at(out, path, i + 1);
  return hypot(b.x - a.x, b.y - a.y);
}

static double mark_distance(const carom__marks* marks, carom_vec2 from) {
  double nearest = HUGE_VAL;
  for (int i = 0; i < marks->count; ++i) {
    nearest = fmin(nearest, hypot(marks->items[i].pixel.x - from.x, marks->items[i].pixel.y - from.y));
  }
  return nearest;
}

/// A head as near to a place along the path as the marks allow.
static void add_head(carom__trail_layout* out, const carom__trail_path* path, double wanted, double reach) {
  const double clear = 24.0;
  double length = 0.0, best = reach;
  carom__trail_head head = {.curve = CAROM__CURVE_NONE};
  for (int i = 0; i + 1 < path->count; ++i) {
    double step = step_length(out, path, i);
    if (!(step > 0.0)) continue;
    carom_vec2 a = pixel_at(out, path, i), b = pixel_at(out, path, i + 1), along = {b.x - a.x, b.y - a.y};
    int parts = (int)fmin(64.0, ceil(step / 4.0));
    for (int j = 1; j <= parts; ++j) {
      double share = (double)j / parts, off = fabs(length + share * step - wanted);
      carom_vec2 at = {a.x + share * along.x, a.y + share * along.y};
      if (off >= best || mark_distance(&out->marks, at) < clear) continue;
      best = off;
      head = (carom__trail_head){at, along, path->curve};
    }
    length += step;
  }
  if (head.curve != CAROM__CURVE_NONE && out->head_count < CAROM__TRAIL_MAX_HEADS) out->heads[out->head_count++] = head;
}

static void add_heads(carom__trail_layout* out, const carom__trail_path* path, double spacing) {
  double length = 0.0;
  for (int i = 0; i + 1 < path->count; ++i) length += step_length(out, path, i);
  int count = (int)fmin(4.0, ceil(length / spacing));
  for (int i = 0; i < count && length > 30.0; ++i) {
    add_head(out, path, (i + 0.5) * length / count, 0.45 * length / count);
  }
}

/// The mark that an event shares: one at its place, and for an end one that it would cover partly.
static carom__mark* find_mark(carom__trail_layout* out, const carom__trail_event* event) {
  const double covered = 9.0;
  carom_vec2 pixel = carom__view_pixel(&out->sheet.view, event->at.x, event->at.y);
  carom__mark* here = carom__marks_find(&out->marks, &out->sheet.view, event->at);
  for (int i = 1; i < out->marks.count && !here && event->shape == CAROM__MARK_END; ++i) {
    carom__mark* mark = &out->marks.items[i];
    bool near = hypot(mark->pixel.x - pixel.x, mark->pixel.y - pixel.y) <= covered;
    if (near && mark->shape != CAROM__MARK_END && mark->text_count > 0 && *event->words) here = mark;
  }
  return here;
}

/// Many events at one place get a few lines; the end always has its own.
static void add_mark(carom__trail_layout* out, const carom__trail_event* event) {
  enum { MOST_LINES = 3 };
  carom__mark* here = find_mark(out, event);
  for (int i = 0; here && i < here->text_count; ++i) {
    if (here->texts[i] == event->words) return;
  }
  if (here && here->text_count >= MOST_LINES && event->shape != CAROM__MARK_END) {
    ++out->crowd_count;
    return;
  }
  carom_vec2 place = here ? here->data : event->at;
  carom__marks_add(&out->marks, &out->sheet.view, place, event->shape, event->words);
  if (!here || event->shape != CAROM__MARK_END) return;
  here->data = event->at;  // a path ends where it ends
  here->pixel = carom__view_pixel(&out->sheet.view, event->at.x, event->at.y);
}

/// Where a bundle ends in one place nobody could count its paths.
static void count_ends(carom__trail_layout* out, const carom__trail_input* input) {
  enum { MANY = 3 };
  for (int i = 0; i < out->marks.count; ++i) {
    carom__mark* mark = &out->marks.items[i];
    int count = 0;
    for (int j = 0; j < input->event_count; ++j) {
      const carom__trail_event* event = &input->events[j];
      count += event->shape == CAROM__MARK_END && carom__marks_find(&out->marks, &out->sheet.view, event->at) == mark;
    }
    if (count < MANY || mark->text_count > 0) continue;
    snprintf(out->ends[i], sizeof out->ends[i], "%d end here", count);
    mark->texts[mark->text_count++] = out->ends[i];
  }
}

static void add_marks(carom__trail_layout* out, const carom__trail_input* input) {
  for (int i = 0; i < input->event_count; ++i) add_mark(out, &input->events[i]);
  count_ends(out, input);
}

/// Pieces of a few pixels: shorter ones would fill the scene and change nothing.
static void add_path_obstacles(carom__trail_layout* out, const carom__trail_path* path, double shortest) {
  for (int i = 1, from = 0; i < path->count; ++i) {
    if (!is_point(path->points[from]) || !is_point(path->points[i])) {
      from = i;
      continue;
    }
    carom_vec2 a = pixel_at(out, path, from), b = pixel_at(out, path, i);
    if (hypot(b.x - a.x, b.y - a.y) < shortest && i + 1 < path->count) continue;
    carom__scene_add_segment(&out->scene, (carom__segment){a, b}, cost_path);
    from = i;
  }
}

static void add_axis_obstacles(carom__trail_layout* out) {
  carom_vec2 origin = carom__view_pixel(&out->sheet.view, 0.0, 0.0);
  carom__scene_add_segment(&out->scene, (carom__segment){{0.0, origin.y}, {out->sheet.view.width, origin.y}},
                           cost_axis);
  carom__scene_add_segment(&out->scene, (carom__segment){{origin.x, 0.0}, {origin.x, out->sheet.view.height}},
                           cost_axis);
}

static void add_text_obstacles(carom__trail_layout* out, const carom__trail_input* input) {
  for (int i = 0; i < input->text_count; ++i) {
    const carom__trail_text* text = &input->texts[i];
    carom_vec2 p = carom__view_pixel(&out->sheet.view, text->at.x, text->at.y);
    carom__rect rect = {
        {p.x + text->beside.x, p.y + text->beside.y}, carom__sheet_half_width(text->markup), 0.5 * CAROM__LINE_HEIGHT};
    carom__scene_add_rect(&out->scene, rect);
  }
}

static void add_obstacles(carom__trail_layout* out, const carom__trail_input* input) {
  if (!input->bare) add_axis_obstacles(out);
  for (int i = 0; i < input->line_count && i < CAROM__TRAIL_MAX_LINES; ++i) {
    bool axis = input->lines[i].curve == CAROM__CURVE_AXIS;
    if (out->has_segment[i]) carom__scene_add_segment(&out->scene, out->segments[i], axis ? cost_axis : cost_line);
  }
  double shortest = input->path_count > 3 ? 12.0 : 5.0;
  for (int i = 0; i < input->path_count; ++i) add_path_obstacles(out, &input->paths[i], shortest);
  for (int i = 0; i < out->head_count; ++i) {
    carom_vec2 at = out->heads[i].at;
    carom__segment across = {{at.x - 6.0, at.y - 6.0}, {at.x + 6.0, at.y + 6.0}};
    carom__scene_add_segment(&out->scene, across, cost_head);
  }
  carom__marks_add_obstacles(&out->marks, &out->scene);
  add_text_obstacles(out, input);
}

static void place_tags(carom__trail_layout* out, const carom__trail_input* input) {
  for (int i = 0; i < input->line_count && i < CAROM__TRAIL_MAX_LINES; ++i) {
    const char* tag = input->lines[i].tag;
    if (!tag || !out->has_segment[i]) continue;
    out->tags[i] = carom__scene_place_at_line(&out->scene, out->segments[i], carom__sheet_half_width(tag),
                                              0.5 * CAROM__LINE_HEIGHT);
  }
}

/// The entries given, and how many events have no words.
static void fill_legend(carom__trail_layout* out, const carom__trail_input* input) {
  for (int i = 0; i < input->legend_count && i < CAROM__TRAIL_MAX_LEGEND; ++i)
    out->legend[out->legend_count++] = input->legend[i];
  int hidden = input->hidden_count + out->crowd_count;
  for (int i = 0; i < out->marks.count; ++i) {
    if (out->marks.items[i].silent) hidden += out->marks.items[i].text_count;
  }
  if (hidden == 0) return;
  snprintf(out->hidden, sizeof out->hidden, "and %d more event%s", hidden, hidden == 1 ? "" : "s");
  out->legend[out->legend_count++] = (carom__legend_entry){CAROM__CURVE_NONE, out->hidden};
}

void carom__trail_lay_out(const carom__trail_input* input, carom__trail_layout* out) {
  *out = (carom__trail_layout){.sheet = out->sheet};
  double half = 0.0;
  for (int i = 0; i < input->line_count; ++i) {
    if (input->lines[i].tag) half = fmax(half, carom__sheet_half_width(input->lines[i].tag));
  }
  out->sheet.left = out->sheet.right;  // tics below zero with two decimals need more room than the usual
  carom__sheet_fit_right(&out->sheet, half);
  if (input->bare) {  // neither numbers nor titles beside and below a frame
    out->sheet.left = out->sheet.right;
    out->sheet.bottom -= 56.0;
    out->sheet.top -= 26.0;
  }
  bool crowded = input->hidden_count > 0 || input->event_count > 5;
  carom__sheet_fit_legend(&out->sheet, input->legend_count + (crowded ? 1 : 0));
  double width = carom__sheet_box_width(&out->sheet), height = carom__sheet_box_height(&out->sheet);
  out->sheet.view = carom__view_fit(shown_bounds(input), width, height);
  if (input->from_zero) {
    const double words_left = 0.17, below = 0.09;  // of the box
    out->sheet.view.left = fmax(out->sheet.view.left, -words_left * width / out->sheet.view.scale);
    out->sheet.view.bottom = fmax(out->sheet.view.bottom, -below * height / out->sheet.view.scale);
  }
  out->scene =
      (carom__scene){.width = width, .height = height, .right_margin = out->sheet.right - 2.0, .top_margin = 24.0};
  add_lines(out, input);
  add_marks(out, input);
  for (int i = 0; i < input->path_count; ++i) {
    if (input->paths[i].heads) add_heads(out, &input->paths[i], input->path_count > 2 ? 400.0 : 170.0);
  }
  add_obstacles(out, input);
  carom__marks_place_if_room(&out->marks, &out->scene);
  place_tags(out, input);
  fill_legend(out, input);
}
