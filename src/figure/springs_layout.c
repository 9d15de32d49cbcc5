#include <math.h>

#include "figure/captions.h"
#include "figure/springs.h"

static const double cost_path = 90.0, cost_axis = 12.0;
/// Design pixels: margins, the plane of tangential impulses with its axis, and the least height of a figure that has
/// it.
static const double margin_left = 90.0, margin_right = 24.0, axis_room = 61.0, legend_line = 19.0, lowest = 12.0,
                    plane_height = 176.0, plane_room = 68.0, plane_least = 832.0;

/// A panel, with its curves.
typedef struct content {
  carom__panel titles;
  carom__spring_curve curves[CAROM__SPRINGS_MAX_CURVES];
} content;

static const content contents[] = {
    {{.what = "contact velocity", .factor = "", .unit = "m/s", .share = 1.0},
     {{CAROM__SPRING_V_1, CAROM__CURVE_TANGENT_1},
      {CAROM__SPRING_V_2, CAROM__CURVE_TANGENT_2},
      {CAROM__SPRING_V_N, CAROM__CURVE_NORMAL}}},
    {{.what = "spring velocity", .factor = "", .unit = "m/s", .share = 1.0},
     {{CAROM__SPRING_RATE_1, CAROM__CURVE_TANGENT_1}, {CAROM__SPRING_RATE_2, CAROM__CURVE_TANGENT_2}}},
    {{.what = "spring length", .factor = "× √(2{/:Italic k}_0) ", .unit = "√J", .share = 1.0},
     {{CAROM__SPRING_LENGTH_1, CAROM__CURVE_TANGENT_1},
      {CAROM__SPRING_LENGTH_2, CAROM__CURVE_TANGENT_2},
      {CAROM__SPRING_LENGTH_N, CAROM__CURVE_NORMAL}}},
    {{.what = "energy", .factor = "", .unit = "J", .share = 1.0},
     {{CAROM__SPRING_ENERGY_T, CAROM__CURVE_TANGENTS},
      {CAROM__SPRING_FRICTION, CAROM__CURVE_LOST},
      {CAROM__SPRING_ENERGY_N, CAROM__CURVE_NORMAL}}},
};

bool carom__springs_is_impact(const carom_figure_springs_input* input) {
  return input->outcome->impulse.z > 0.0;
}

static double largest(const carom_spring_trace* trace, carom__spring_column column) {
  double size = 0.0;
  for (int i = 0; i < trace->count; ++i) size = fmax(size, fabs(carom__spring_value(&trace->points[i], column)));
  return size;
}

/// A tangent along which nothing but rounding moves is not shown.
static void find_tangents(carom__springs_layout* out, const carom_spring_trace* trace) {
  const double rounding = 1e-9;
  double first = fmax(largest(trace, CAROM__SPRING_V_1), largest(trace, CAROM__SPRING_RATE_1));
  double second = fmax(largest(trace, CAROM__SPRING_V_2), largest(trace, CAROM__SPRING_RATE_2));
  double least = rounding * fmax(largest(trace, CAROM__SPRING_V_N), fmax(first, second));
  out->has_tangent[0] = first > least;
  out->has_tangent[1] = second > least;
}

static bool is_shown(const carom__springs_layout* out, carom__spring_curve curve) {
  switch (curve.curve) {
    case CAROM__CURVE_TANGENT_1:
      return out->has_tangent[0];
    case CAROM__CURVE_TANGENT_2:
      return out->has_tangent[1];
    case CAROM__CURVE_TANGENTS:
    case CAROM__CURVE_LOST:
      return out->has_tangent[0] || out->has_tangent[1];
    case CAROM__CURVE_NORMAL:
      return true;
    default:  // a place of the table that is not used
      return false;
  }
}

static void extend(carom__axis* range, const carom_spring_trace* trace, carom__spring_column column) {
  for (int i = 0; i < trace->count; ++i) {
    double value = carom__spring_value(&trace->points[i], column);
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
  }
}

static void add_panel(carom__springs_layout* out, const carom_spring_trace* trace, const content* c) {
  int index = out->panels.count, count = 0;
  carom__axis range = {.low = 0.0, .high = 0.0};
  for (int i = 0; i < CAROM__SPRINGS_MAX_CURVES; ++i) {
    if (!is_shown(out, c->curves[i])) continue;
    out->curves[index][count++] = c->curves[i];
    extend(&range, trace, c->curves[i].column);
  }
  out->curve_count[index] = count;
  if (count > 0) carom__panels_add(&out->panels, c->titles, range.low, range.high);
}

/// The end is what is left: one compliant contact has no other event.
static int importance_of(carom_event_type type) {
  switch (type) {
    case CAROM_EVENT_COMPRESSION_END:
      return 5;
    case CAROM_EVENT_START_SLIP:
    case CAROM_EVENT_START_STICK:
      return 3;
    case CAROM_EVENT_RECOMPRESS:
      return 2;
    case CAROM_EVENT_STICK:
    case CAROM_EVENT_SLIP:
      return 1;
    default:
      return 4;
  }
}

static carom__flag flag_of(const carom_event* event) {
  const bool starts = event->type == CAROM_EVENT_START_SLIP || event->type == CAROM_EVENT_START_STICK;
  const carom__caption* caption = carom__event_caption(event->type);
  carom__flag flag = {.at = event->impulse_n,
                      .words = {caption->lines[0], caption->lines[1]},
                      .importance = importance_of(event->type)};
  if (!starts) carom__style_number(flag.value, sizeof flag.value, event->impulse_n);
  return flag;
}

static void add_flags(carom__springs_layout* out, const carom_compliant_outcome* outcome) {
  bool ended = false;
  for (int i = 0; i < outcome->event_count; ++i) {
    carom__panels_add_flag(&out->panels, flag_of(&outcome->events[i]));
    ended = ended || outcome->events[i].type == CAROM_EVENT_RESTITUTION_END;
  }
  carom_event end = {.type = CAROM_EVENT_RESTITUTION_END, .impulse_n = outcome->impulse.z};
  if (!ended && outcome->impulse.z > 0.0) carom__panels_add_flag(&out->panels, flag_of(&end));
  if (outcome->event_total > outcome->event_count) {
    out->panels.hidden_count += outcome->event_total - outcome->event_count;
  }
}

static carom_vec2 tangential_at(const carom_spring_trace* trace, double impulse_n) {
  const carom_spring_point* p = &trace->points[trace->count - 1];
  for (int i = 0; i < trace->count; ++i) {
    if (!(trace->points[i].impulse[2] >= impulse_n)) continue;
    p = &trace->points[i];
    break;
  }
  return (carom_vec2){p->impulse[0], p->impulse[1]};
}

static void add_mark(carom__springs_layout* out, const carom_spring_trace* trace, const carom_event* event) {
  const bool ends_compression = event->type == CAROM_EVENT_COMPRESSION_END;
  if (!ends_compression && event->type != CAROM_EVENT_STICK && event->type != CAROM_EVENT_SLIP)
    return;                                              // start and end are marked anyway
  if (out->marks.count + 1 == CAROM__MAX_MARKS) return;  // the last place is for the end
  carom__marks_add(&out->marks, &out->plane.view, tangential_at(trace, event->impulse_n),
                   ends_compression ? CAROM__MARK_COMPRESSION : CAROM__MARK_SLIP,
                   carom__event_caption(event->type)->words);
}

static void add_marks(carom__springs_layout* out, const carom_figure_springs_input* input) {
  const carom_spring_trace* trace = input->trace;
  carom__marks_add(&out->marks, &out->plane.view, tangential_at(trace, -HUGE_VAL), CAROM__MARK_START, "start");
  for (int i = 0; i < input->outcome->event_count; ++i) add_mark(out, trace, &input->outcome->events[i]);
  carom__marks_add(&out->marks, &out->plane.view, tangential_at(trace, HUGE_VAL), CAROM__MARK_END, "end");
}

static void add_obstacles(carom__springs_layout* out, const carom_spring_trace* trace) {
  const carom__view* view = &out->plane.view;
  const double shortest = 5.0;
  carom_vec2 origin = carom__view_pixel(view, 0.0, 0.0), from = origin;
  carom__scene_add_segment(&out->scene, (carom__segment){{0.0, origin.y}, {view->width, origin.y}}, cost_axis);
  carom__scene_add_segment(&out->scene, (carom__segment){{origin.x, 0.0}, {origin.x, view->height}}, cost_axis);
  for (int i = 1; i < trace->count; ++i) {
    carom_vec2 to = carom__view_pixel(view, trace->points[i].impulse[0], trace->points[i].impulse[1]);
    if (hypot(to.x - from.x, to.y - from.y) < shortest && i + 1 < trace->count) continue;
    carom__scene_add_segment(&out->scene, (carom__segment){from, to}, cost_path);
    from = to;
  }
  carom__marks_add_obstacles(&out->marks, &out->scene);
}

/// The path of the tangential impulse, with one scale for both axes.
static void add_plane(carom__springs_layout* out, const carom_figure_springs_input* input) {
  carom__sheet* plane = &out->plane;
  carom__bounds bounds = carom__bounds_empty();
  carom__bounds_add(&bounds, 0.0, 0.0);
  for (int i = 0; i < input->trace->count; ++i) {
    carom__bounds_add(&bounds, input->trace->points[i].impulse[0], input->trace->points[i].impulse[1]);
  }
  if (!(carom__bounds_size(bounds) > 0.0)) return;
  *plane = out->panels.sheet;
  plane->bottom = out->panels.sheet.bottom;
  plane->top = plane->height - plane->bottom - plane_height;
  out->panels.sheet.bottom += plane_height + plane_room;
  double width = carom__sheet_box_width(plane), height = carom__sheet_box_height(plane);
  plane->view = carom__view_fit(bounds, width, height);
  out->scene = (carom__scene){.width = width, .height = height};
  out->has_plane = true;
  add_marks(out, input);
  add_obstacles(out, input->trace);
  carom__marks_place_if_room(&out->marks, &out->scene);  // the flags above say it all
}

/// Rows that the legend may need, with the entry that counts events without words where there may be some.
static int legend_rows(const carom__springs_layout* out, const carom_figure_springs_input* input) {
  enum { FEW_EVENTS = 5 };
  bool tangents = carom__springs_is_impact(input) && (out->has_tangent[0] || out->has_tangent[1]), sticks = false;
  for (int i = 1; i < input->trace->count; ++i) sticks = sticks || !input->trace->points[i].slipping;
  int count = out->has_tangent[0] + out->has_tangent[1] + 1 + (tangents ? 2 : 0) + sticks;
  return (count + (input->outcome->event_count > FEW_EVENTS) + 1) / 2;
}

void carom__springs_lay_out(const carom_figure_springs_input* input, carom__springs_layout* out) {
  carom__sheet sheet = out->panels.sheet;
  *out = (carom__springs_layout){.panels.sheet = sheet};
  out->panels.sheet.left = margin_left;
  out->panels.sheet.right = margin_right;
  out->panels.sheet.top += CAROM__FLAG_ROOM - 22.0;  // the usual top margin has room for one line of labels
  out->panels.across_what = "normal impulse {/:Italic I}_n";
  out->panels.across_unit = "N s";
  out->panels.across.high = carom__springs_is_impact(input) ? input->outcome->impulse.z : 1.0;
  find_tangents(out, input->trace);
  out->panels.sheet.legend = lowest + (legend_rows(out, input) - 1) * legend_line;
  out->panels.sheet.bottom = out->panels.sheet.legend + axis_room;
  // Without an impact there is the velocity before it, and nothing else.
  size_t count = carom__springs_is_impact(input) ? sizeof contents / sizeof *contents : 1;
  for (size_t i = 0; i < count; ++i) add_panel(out, input->trace, &contents[i]);
  if (out->has_tangent[0] && out->has_tangent[1] && sheet.height >= plane_least) add_plane(out, input);
  carom__panels_stack(&out->panels);
  add_flags(out, input->outcome);
  carom__panels_place_flags(&out->panels);
}
