#include <math.h>
#include <string.h>

#include "figure/captions.h"
#include "figure/hodograph.h"

static const double cost_path = 90.0, cost_ray = 25.0, cost_head = 60.0, cost_axis = 12.0;
/// How far around the origin the view reaches at least, as a share of the path's size: rays need room to be seen.
static const double room_at_origin = 0.3;

bool carom__hodograph_is_impact(const carom_figure_hodograph_input* input) {
  return input->outcome->mode != CAROM_SPATIAL_NONE;
}

static carom_vec2 slip_at(const carom_trace* trace, int i) {
  return (carom_vec2){trace->points[i].velocity[0], trace->points[i].velocity[1]};
}

static void add_square(carom__bounds* bounds, double half) {
  carom__bounds_add(bounds, -half, -half);
  carom__bounds_add(bounds, half, half);
}

/// The path and the origin. Where both are one point the approach speed gives the scale.
static carom__bounds shown_bounds(const carom_figure_hodograph_input* input) {
  carom__bounds bounds = carom__bounds_empty();
  carom__bounds_add(&bounds, 0.0, 0.0);
  carom__bounds_add(&bounds, input->problem->v.x, input->problem->v.y);
  for (int i = 0; i < input->trace->count; ++i) {
    carom_vec2 slip = slip_at(input->trace, i);
    carom__bounds_add(&bounds, slip.x, slip.y);
  }
  double size = carom__bounds_size(bounds), approach = fabs(input->problem->v.z);
  if (!(size > 0.0)) size = approach > 0.0 && isfinite(approach) ? approach : 1.0;
  add_square(&bounds, room_at_origin * size);
  return bounds;
}

/// The slip velocity at a normal impulse.
static carom_vec2 path_at(const carom_trace* trace, double impulse_n) {
  for (int i = 1; i < trace->count; ++i) {
    double low = trace->points[i - 1].impulse[2], high = trace->points[i].impulse[2];
    if (!(high >= impulse_n)) continue;
    double share = high > low ? fmax(0.0, fmin(1.0, (impulse_n - low) / (high - low))) : 0.0;
    carom_vec2 a = slip_at(trace, i - 1), b = slip_at(trace, i);
    return (carom_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
  }
  return slip_at(trace, trace->count - 1);
}

static void add_mark(carom__hodograph_layout* out, carom_vec2 slip, carom__mark_shape shape, const char* text) {
  carom__marks_add(&out->marks, &out->sheet.view, slip, shape, text);
}

static const char* words_of_slip(const carom_event* event) {
  bool at_start = event->impulse_n == 0.0;
  if (event->type == CAROM_EVENT_STICK) return at_start ? "s: sticks" : "s: slip stops, sticks";
  return at_start ? "s: slip starts" : "s: slip stops, resumes";
}

static void add_event(carom__hodograph_layout* out, const carom_trace* trace, const carom_event* event,
                      bool recompressed) {
  carom_vec2 slip = path_at(trace, event->impulse_n);
  switch (event->type) {
    case CAROM_EVENT_COMPRESSION_END:
      add_mark(out, slip, CAROM__MARK_COMPRESSION, recompressed ? "compression ends again" : "c: compression ends");
      break;
    case CAROM_EVENT_STICK:
    case CAROM_EVENT_REVERSE:
      add_mark(out, slip, CAROM__MARK_SLIP, words_of_slip(event));
      break;
    case CAROM_EVENT_RECOMPRESS:
      add_mark(out, slip, CAROM__MARK_COMPRESSION, carom__event_caption(event->type)->words);
      break;
    case CAROM_EVENT_STRAIGHT:
      add_mark(out, slip, CAROM__MARK_START, "l: slip is straight");
      break;
    default:  // the end is marked anyway, and one contact in space has no other event
      break;
  }
}

static void add_marks(carom__hodograph_layout* out, const carom_figure_hodograph_input* input) {
  carom_vec2 start = {input->problem->v.x, input->problem->v.y};
  if (!carom__hodograph_is_impact(input)) {
    add_mark(out, start, CAROM__MARK_START, "no impact");
    return;
  }
  bool recompressed = false;
  add_mark(out, start, CAROM__MARK_START, "start");
  for (int i = 0; i < input->outcome->event_count; ++i) {
    add_event(out, input->trace, &input->outcome->events[i], recompressed);
    recompressed = recompressed || input->outcome->events[i].type == CAROM_EVENT_RECOMPRESS;
  }
  add_mark(out, path_at(input->trace, HUGE_VAL), CAROM__MARK_END, "r: impact ends");
}

static carom_vec2 pixel_at(const carom__hodograph_layout* out, const carom_trace* trace, int i) {
  carom_vec2 slip = slip_at(trace, i);
  return carom__view_pixel(&out->sheet.view, slip.x, slip.y);
}

/// A piece of the path between two events: its first and last point.
typedef struct piece {
  int first, last;
} piece;

static double piece_length(const carom__hodograph_layout* out, const carom_trace* trace, piece p) {
  double length = 0.0;
  for (int i = p.first; i < p.last; ++i) {
    carom_vec2 a = pixel_at(out, trace, i), b = pixel_at(out, trace, i + 1);
    length += hypot(b.x - a.x, b.y - a.y);
  }
  return length;
}

/// A head in the middle of a piece that has room for it.
static void add_head(carom__hodograph_layout* out, const carom_trace* trace, piece p) {
  double length = piece_length(out, trace, p), left = 0.5 * length + 6.0;
  if (length < 44.0 || out->head_count == CAROM__HODOGRAPH_MAX_HEADS) return;
  for (int i = p.first; i < p.last; ++i) {
    carom_vec2 a = pixel_at(out, trace, i), b = pixel_at(out, trace, i + 1);
    double step = hypot(b.x - a.x, b.y - a.y);
    if (step >= left && step > 0.0) {
      carom_vec2 along = {b.x - a.x, b.y - a.y};
      carom_vec2 at = {a.x + left / step * along.x, a.y + left / step * along.y};
      out->heads[out->head_count++] = (carom__hodograph_head){at, along};
      return;
    }
    left -= step;
  }
}

static void add_heads(carom__hodograph_layout* out, const carom_figure_hodograph_input* input) {
  const carom_trace* trace = input->trace;
  piece p = {0, 0};
  for (int event = 0; event <= input->outcome->event_count; ++event) {
    bool final = event == input->outcome->event_count;
    double until = final ? HUGE_VAL : input->outcome->events[event].impulse_n;
    while (p.last + 1 < trace->count && trace->points[p.last].impulse[2] < until) ++p.last;
    add_head(out, trace, p);
    p.first = p.last;
  }
}

/// Distance in pixels from the path.
static double path_distance(const carom__hodograph_layout* out, const carom_trace* trace, carom_vec2 from) {
  double nearest = HUGE_VAL;
  for (int i = 0; i < trace->count; ++i) {
    carom_vec2 at = pixel_at(out, trace, i);
    nearest = fmin(nearest, hypot(at.x - from.x, at.y - from.y));
  }
  return nearest;
}

/// The place of a ray's head: about the middle, clear of the path. False if the path leaves no room.
static bool place_head(const carom__hodograph_layout* out, const carom_trace* trace, carom__hodograph_ray* ray) {
  static const double places[] = {0.55, 0.65, 0.75, 0.85, 0.93, 0.45, 0.35};
  const double clear = 14.0;
  carom__segment s = ray->segment;
  for (unsigned i = 0; i < sizeof places / sizeof *places; ++i) {
    ray->head = (carom_vec2){s.a.x + places[i] * (s.b.x - s.a.x), s.a.y + places[i] * (s.b.y - s.a.y)};
    if (path_distance(out, trace, ray->head) > clear) return true;
  }
  return false;
}

static carom__curve curve_of(carom_invariant_type type) {
  switch (type) {
    case CAROM_CENTRIPETAL:
      return CAROM__CURVE_CENTRIPETAL;
    case CAROM_CENTRIFUGAL:
      return CAROM__CURVE_CENTRIFUGAL;
    case CAROM_STEADY:
      break;
  }
  return CAROM__CURVE_STEADY;
}

static void add_ray(carom__hodograph_layout* out, const carom_trace* trace, const carom_invariant* direction) {
  carom__hodograph_ray* ray = &out->rays[out->ray_count];
  carom_vec2 origin = {0.0, 0.0}, along = {cos(direction->angle), sin(direction->angle)};
  *ray = (carom__hodograph_ray){.curve = curve_of(direction->type)};
  if (!carom__view_clip_direction(&out->sheet.view, origin, along, &ray->segment)) return;
  double degrees = direction->angle * (180.0 / 3.14159265358979323846);
  snprintf(ray->tag, sizeof ray->tag, "%s%.1f°", degrees < 0.0 ? "−" : "", fabs(degrees));
  bool room = place_head(out, trace, ray);
  ray->inward = room && direction->type == CAROM_CENTRIPETAL;
  ray->outward = room && direction->type == CAROM_CENTRIFUGAL;
  ++out->ray_count;
}

static void add_rays(carom__hodograph_layout* out, const carom_figure_hodograph_input* input) {
  const carom_spatial_directions* directions = input->directions;
  for (int i = 0; directions && i < directions->count && i < CAROM__HODOGRAPH_MAX_RAYS; ++i) {
    add_ray(out, input->trace, &directions->items[i]);
  }
}

/// Pieces of a few pixels: shorter ones would fill the scene and change nothing.
static void add_path_obstacles(carom__hodograph_layout* out, const carom_trace* trace) {
  const double shortest = 5.0;
  for (int i = 1, from = 0; i < trace->count; ++i) {
    carom_vec2 a = pixel_at(out, trace, from), b = pixel_at(out, trace, i);
    if (hypot(b.x - a.x, b.y - a.y) < shortest && i + 1 < trace->count) continue;
    carom__scene_add_segment(&out->scene, (carom__segment){a, b}, cost_path);
    from = i;
  }
}

static void add_obstacles(carom__hodograph_layout* out, const carom_trace* trace) {
  carom_vec2 origin = carom__view_pixel(&out->sheet.view, 0.0, 0.0);
  carom__segment across = {{0.0, origin.y}, {out->sheet.view.width, origin.y}};
  carom__segment up = {{origin.x, 0.0}, {origin.x, out->sheet.view.height}};
  carom__scene_add_segment(&out->scene, across, cost_axis);
  carom__scene_add_segment(&out->scene, up, cost_axis);
  for (int i = 0; i < out->ray_count; ++i) {
    carom__scene_add_segment(&out->scene, out->rays[i].segment, cost_ray);
    carom_vec2 head = out->rays[i].head;
    carom__segment across_head = {{head.x - 6.0, head.y - 6.0}, {head.x + 6.0, head.y + 6.0}};
    carom__scene_add_segment(&out->scene, across_head, cost_head);
  }
  add_path_obstacles(out, trace);
  carom__marks_add_obstacles(&out->marks, &out->scene);
}

static void place_labels(carom__hodograph_layout* out) {
  carom__marks_place(&out->marks, &out->scene);
  for (int i = 0; i < out->ray_count; ++i) {
    carom__hodograph_ray* ray = &out->rays[i];
    ray->label = carom__scene_place_at_line(&out->scene, ray->segment, carom__sheet_half_width(ray->tag),
                                            0.5 * CAROM__LINE_HEIGHT);
  }
}

/// The path, and a line for each type of direction.
static int legend_count(const carom_figure_hodograph_input* input) {
  unsigned types = 0;
  int count = carom__hodograph_is_impact(input);
  for (int i = 0; input->directions && i < input->directions->count; ++i)
    types |= 1u << input->directions->items[i].type;
  for (; types > 0; types >>= 1) count += types % 2 == 1;
  return count + (input->directions && input->directions->every_direction);
}

void carom__hodograph_lay_out(const carom_figure_hodograph_input* input, carom__hodograph_layout* out) {
  *out = (carom__hodograph_layout){.sheet = out->sheet};
  carom__sheet_fit_legend(&out->sheet, legend_count(input));
  out->sheet.left = out->sheet.right;  // tics below zero with two decimals need more room than the usual
  carom__sheet_fit_right(&out->sheet, carom__sheet_half_width("−100.0°"));
  double width = carom__sheet_box_width(&out->sheet), height = carom__sheet_box_height(&out->sheet);
  out->sheet.view = carom__view_fit(shown_bounds(input), width, height);
  out->scene =
      (carom__scene){.width = width, .height = height, .right_margin = out->sheet.right - 2.0, .top_margin = 24.0};
  add_marks(out, input);
  if (carom__hodograph_is_impact(input)) add_heads(out, input);
  add_rays(out, input);
  add_obstacles(out, input->trace);
  place_labels(out);
}
