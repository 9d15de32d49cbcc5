#include "figure/captions.h"
#include "figure/process.h"

/// An ellipse up to this many times the path's size is shown whole; a larger one is cut by the frame.
static const double comparable = 3.2;
static const double cost_path = 90.0, cost_line = 25.0, cost_ellipse = 3.0, cost_axis = 12.0;

static carom__bounds path_bounds(const carom_trace* trace) {
  carom__bounds bounds = carom__bounds_empty();
  carom__bounds_add(&bounds, 0.0, 0.0);
  for (int i = 0; trace && i < trace->count; ++i) {
    carom__bounds_add(&bounds, trace->points[i].impulse[0], trace->points[i].impulse[2]);
  }
  return bounds;
}

static carom__bounds ellipse_bounds(const carom_planar_diagram* diagram) {
  double half_t = hypot(diagram->axis_1.x, diagram->axis_2.x), half_n = hypot(diagram->axis_1.y, diagram->axis_2.y);
  return (carom__bounds){diagram->centre.x - half_t, diagram->centre.x + half_t, diagram->centre.y - half_n,
                         diagram->centre.y + half_n};
}

/// Where a line comes nearest to the origin.
static void add_foot(carom__bounds* bounds, carom_line line) {
  double length = hypot(line.t, line.n);
  double distance = length > 0.0 ? line.c / length : 0.0;
  if (isfinite(distance) && distance != 0.0) {
    carom__bounds_add(bounds, -distance * line.t / length, -distance * line.n / length);
  }
}

static carom__bounds grown(carom__bounds b, double by) {
  return (carom__bounds){b.left - by, b.right + by, b.bottom - by, b.top + by};
}

/// The path; the ellipse too unless it would dwarf the path; without either, the lines decide.
static carom__bounds shown_bounds(const carom_figure_process_input* input) {
  const carom_planar_diagram* diagram = input->diagram;
  carom__bounds bounds = path_bounds(input->trace);
  double size = carom__bounds_size(bounds);
  if (diagram->has_ellipse) {
    carom__bounds whole = ellipse_bounds(diagram);
    double ellipse_size = carom__bounds_size(whole);
    if (ellipse_size > 0.0 && isfinite(ellipse_size) && (size == 0.0 || ellipse_size <= comparable * size)) {
      carom__bounds_join(&bounds, whole);
      return bounds;
    }
  }
  if (size > 0.0) return grown(bounds, 0.2 * size);
  add_foot(&bounds, diagram->sticking);
  add_foot(&bounds, diagram->compression);
  size = carom__bounds_size(bounds);
  return grown(bounds, size > 0.0 ? 0.5 * size : 1.0);
}

static bool slip_stops(const carom_planar_outcome* outcome) {
  return outcome->mode != CAROM_PLANAR_NONE && outcome->mode != CAROM_PLANAR_SLIDING;
}

/// The point of the path at a normal impulse.
static carom_vec2 path_at(const carom_trace* trace, double impulse_n) {
  const carom_trace_point* last = &trace->points[trace->count - 1];
  for (int i = 1; i < trace->count; ++i) {
    const double *a = trace->points[i - 1].impulse, *b = trace->points[i].impulse;
    if (!(b[2] >= impulse_n)) continue;
    double share = b[2] > a[2] ? (impulse_n - a[2]) / (b[2] - a[2]) : 0.0;
    share = fmax(0.0, fmin(1.0, share));
    return (carom_vec2){a[0] + share * (b[0] - a[0]), a[2] + share * (b[2] - a[2])};
  }
  return (carom_vec2){last->impulse[0], last->impulse[2]};
}

static void add_line(carom__process_layout* out, bool visible, carom__process_line line) {
  if (visible) out->lines[out->line_count++] = line;
}

/// Compression first: its legend is the widest, and the first column has room for it.
static void add_compression_and_sticking(carom__process_layout* out, const carom_planar_diagram* diagram) {
  carom__process_line sticking = {
      .curve = CAROM__CURVE_STICKING, .tag = "{/:Italic S} = 0", .legend = "sticking, {/:Italic S} = 0"};
  carom__process_line compression = {
      .curve = CAROM__CURVE_COMPRESSION, .tag = "{/:Italic C} = 0", .legend = "maximum compression, {/:Italic C} = 0"};
  add_line(out, carom__view_clip_line(&out->sheet.view, diagram->compression, &compression.segment), compression);
  add_line(out, carom__view_clip_line(&out->sheet.view, diagram->sticking, &sticking.segment), sticking);
}

/// Only Newton's law ends impacts on a line. Left out where it is that of maximum compression (e = 0, or no approach).
static void add_termination(carom__process_layout* out, const carom_figure_process_input* input) {
  if (input->problem->surface.law != CAROM_LAW_NEWTON) return;
  carom__process_line line = {.curve = CAROM__CURVE_TERMINATION,
                              .tag = CAROM__PROCESS_END_TAG,
                              .legend = "termination, {/:Italic C} = −{/:Italic eC}_0"};
  carom__segment compression;
  bool visible = carom__view_clip_line(&out->sheet.view, input->diagram->termination, &line.segment);
  bool known = carom__view_clip_line(&out->sheet.view, input->diagram->compression, &compression);
  add_line(out, visible && !(known && carom__segment_same(line.segment, compression)), line);
}

static void add_friction(carom__process_layout* out, const carom_figure_process_input* input) {
  const carom_planar_diagram* diagram = input->diagram;
  carom__process_line limiting = {.curve = CAROM__CURVE_FRICTION, .tag = "L", .legend = "L: limiting friction"};
  carom__process_line reversed = {
      .curve = CAROM__CURVE_REVERSED, .tag = "R", .legend = "R: reversed limiting friction"};
  carom_vec2 origin = {0.0, 0.0};
  bool visible = carom__view_clip_ray(&out->sheet.view, origin, diagram->limiting_slope, &limiting.segment);
  add_line(out, visible, limiting);
  if (!slip_stops(input->outcome) || diagram->reverse_slope == diagram->limiting_slope) return;
  carom_vec2 stop = path_at(input->trace, input->outcome->impulse_n_slip_end);
  add_line(out, carom__view_clip_ray(&out->sheet.view, stop, diagram->reverse_slope, &reversed.segment), reversed);
}

static void add_mark(carom__process_layout* out, carom_vec2 data, carom__mark_shape shape, const char* text) {
  carom__marks_add(&out->marks, &out->sheet.view, data, shape, text);
}

static void add_event(carom__process_layout* out, const carom_figure_process_input* input, const carom_event* event) {
  carom_vec2 data = path_at(input->trace, event->impulse_n);
  switch (event->type) {
    case CAROM_EVENT_COMPRESSION_END:
      add_mark(out, data, CAROM__MARK_COMPRESSION, carom__event_caption(event->type)->words);
      break;
    case CAROM_EVENT_STICK:
      add_mark(out, data, CAROM__MARK_SLIP,
               input->outcome->direct ? carom__event_caption(event->type)->words : "slip stops, sticks");
      break;
    case CAROM_EVENT_REVERSE:
      add_mark(out, data, CAROM__MARK_SLIP, "slip stops, reverses");
      break;
    default:  // the end is marked anyway, and a planar impact has no other event
      break;
  }
}

static void add_marks(carom__process_layout* out, const carom_figure_process_input* input) {
  const carom_planar_outcome* outcome = input->outcome;
  const carom_trace* trace = input->trace;
  if (outcome->mode == CAROM_PLANAR_NONE) {
    add_mark(out, (carom_vec2){0.0, 0.0}, CAROM__MARK_START, "no impact");
    return;
  }
  add_mark(out, path_at(trace, -HUGE_VAL), CAROM__MARK_START, "start");
  for (int i = 0; i < outcome->event_count; ++i) add_event(out, input, &outcome->events[i]);
  add_mark(out, path_at(trace, HUGE_VAL), CAROM__MARK_END, "end");
}

/// The path is straight from event to event.
static void add_path_obstacles(carom__process_layout* out) {
  for (int i = 1; i < out->marks.count; ++i) {
    carom__segment segment = {out->marks.items[i - 1].pixel, out->marks.items[i].pixel};
    carom__scene_add_segment(&out->scene, segment, cost_path);
  }
}

static void add_ellipse_obstacles(carom__process_layout* out) {
  const int step = 4;
  for (int i = 0; i < out->ellipse.arc_count; ++i) {
    const carom_vec2* arc = out->ellipse.arcs[i];
    for (int j = step; j < CAROM__ELLIPSE_ARC_POINTS; j += step) {
      carom__scene_add_segment(&out->scene, (carom__segment){arc[j - step], arc[j]}, cost_ellipse);
    }
  }
}

static void add_axis_obstacles(carom__process_layout* out) {
  carom_vec2 origin = carom__view_pixel(&out->sheet.view, 0.0, 0.0);
  carom__segment across = {{0.0, origin.y}, {out->sheet.view.width, origin.y}};
  carom__segment up = {{origin.x, 0.0}, {origin.x, out->sheet.view.height}};
  carom__scene_add_segment(&out->scene, across, cost_axis);
  carom__scene_add_segment(&out->scene, up, cost_axis);
}

static void add_obstacles(carom__process_layout* out) {
  for (int i = 0; i < out->line_count; ++i) carom__scene_add_segment(&out->scene, out->lines[i].segment, cost_line);
  add_path_obstacles(out);
  add_ellipse_obstacles(out);
  add_axis_obstacles(out);
  carom__marks_add_obstacles(&out->marks, &out->scene);
}

static void place_labels(carom__process_layout* out) {
  const double height = 0.5 * CAROM__LINE_HEIGHT;
  carom__marks_place(&out->marks, &out->scene);
  for (int i = 0; i < out->line_count; ++i) {
    carom__process_line* line = &out->lines[i];
    line->label = carom__scene_place_at_line(&out->scene, line->segment, carom__sheet_half_width(line->tag), height);
  }
  out->ellipse_label = (carom__rect){{0.0, 0.0}, carom__sheet_half_width(CAROM__PROCESS_ELLIPSE_TAG), height};
  for (int i = 0; i < out->ellipse.arc_count && !out->has_ellipse_label; ++i) {
    out->has_ellipse_label =
        carom__scene_place_at_curve(&out->scene, out->ellipse.arcs[i], CAROM__ELLIPSE_ARC_POINTS, &out->ellipse_label);
  }
}

void carom__process_lay_out(const carom_figure_process_input* input, carom__process_layout* out) {
  *out = (carom__process_layout){.sheet = out->sheet};
  bool newton = input->problem->surface.law == CAROM_LAW_NEWTON;
  carom__sheet_fit_right(&out->sheet, carom__sheet_half_width(newton ? CAROM__PROCESS_END_TAG : "{/:Italic C} = 0"));
  double width = carom__sheet_box_width(&out->sheet), height = carom__sheet_box_height(&out->sheet);
  out->sheet.view = carom__view_fit(shown_bounds(input), width, height);
  out->scene =
      (carom__scene){.width = width, .height = height, .right_margin = out->sheet.right - 2.0, .top_margin = 24.0};
  add_compression_and_sticking(out, input->diagram);
  add_termination(out, input);
  add_friction(out, input);
  add_marks(out, input);
  if (input->diagram->has_ellipse) carom__view_clip_ellipse(&out->sheet.view, input->diagram, &out->ellipse);
  add_obstacles(out);
  place_labels(out);
}
