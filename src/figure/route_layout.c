#include <math.h>

#include "figure/route.h"

static const double cost_leg = 80.0;
static const double margin_right = 26.0, legend_line = 19.0;
/// Design pixels: below a box for its axis, the height of the box that shows the beginning, and what the box above it
/// needs at least.
static const double axis_room = 61.0, close_height = 150.0, least_height = 130.0;
/// Of the way that a bundle bends on: up to this share of all it is shown again in a box of its own.
static const double early = 0.3;

/// Where a point is drawn, in m of the view.
static carom_vec2 stretched(const carom__route_layout* out, carom_vec2 point) {
  return (carom_vec2){point.x, out->stretch * point.y};
}

static carom__bounds way_bounds(const carom_figure_routes_input* input) {
  carom__bounds bounds = carom__bounds_empty();
  for (int i = 0; i < input->route_count; ++i) {
    const carom_figure_route* route = &input->routes[i];
    for (int j = 0; j < route->leg_count; ++j) {
      const carom_figure_leg* leg = &route->legs[j];
      for (int k = 0; k < leg->count; ++k) carom__bounds_add(&bounds, leg->points[k].x, leg->points[k].y);
    }
  }
  return bounds;
}

/// Angles look right with one scale, but the bend of a way that is long and narrow can then not be seen.
static double stretch_of(carom__bounds way) {
  static const double steps[] = {2.0, 2.5, 2.0};
  double across = way.right - way.left, up = way.top - way.bottom, stretch = 1.0;
  if (!(up > 0.0) || up * 12.0 > across) return 1.0;
  for (int i = 0; i < 60 && stretch * steps[i % 3] * up < 0.4 * across; ++i) stretch *= steps[i % 3];
  return stretch;
}

/// The ways, and the ball where they start.
static carom__bounds shown_bounds(const carom_figure_routes_input* input, const carom__route_layout* out) {
  carom__bounds bounds = way_bounds(input);
  bounds.bottom *= out->stretch;
  bounds.top *= out->stretch;
  for (int i = 0; i < input->route_count && out->stretch == 1.0; ++i) {
    carom_vec2 start = input->routes[i].legs[0].points[0];
    carom__bounds_add(&bounds, start.x - input->radius, start.y - input->radius);
    carom__bounds_add(&bounds, start.x + input->radius, start.y + input->radius);
  }
  if (!(carom__bounds_size(bounds) > 0.0)) {
    carom__bounds_add(&bounds, bounds.left - 1.0, bounds.bottom - 1.0);
    carom__bounds_add(&bounds, bounds.right + 1.0, bounds.top + 1.0);
  }
  return bounds;
}

static carom_vec2 pixel_at(const carom__route_layout* out, const carom_figure_leg* leg, int i) {
  carom_vec2 at = stretched(out, leg->points[i]);
  return carom__view_pixel(&out->sheet.view, at.x, at.y);
}

static double leg_length(const carom__route_layout* out, const carom_figure_leg* leg) {
  double length = 0.0;
  for (int i = 1; i < leg->count; ++i) {
    carom_vec2 a = pixel_at(out, leg, i - 1), b = pixel_at(out, leg, i);
    length += hypot(b.x - a.x, b.y - a.y);
  }
  return length;
}

/// An arrow head in the middle of the last leg that has room for it. A bundle needs none: its routes end at their
/// names.
static void place_head(const carom__route_layout* out, const carom_figure_route* route, carom__route_look* look) {
  const carom_figure_leg* chosen = &route->legs[0];
  for (int i = 1; i < route->leg_count; ++i) {
    if (leg_length(out, &route->legs[i]) >= 44.0) chosen = &route->legs[i];
  }
  double length = leg_length(out, chosen), left = 0.5 * length + 6.0;
  if (length < 44.0) return;
  for (int i = 1; i < chosen->count && !look->has_head; ++i) {
    carom_vec2 a = pixel_at(out, chosen, i - 1), b = pixel_at(out, chosen, i);
    double step = hypot(b.x - a.x, b.y - a.y);
    if (step >= left && step > 0.0) {
      look->has_head = true;
      look->along = (carom_vec2){b.x - a.x, b.y - a.y};
      look->at = (carom_vec2){a.x + left / step * look->along.x, a.y + left / step * look->along.y};
    }
    left -= step;
  }
}

static void set_look(carom__route_layout* out, const carom_figure_route* route, carom__route_look* look) {
  const carom_figure_leg* last = &route->legs[route->leg_count - 1];
  look->start = pixel_at(out, &route->legs[0], 0);
  look->end = pixel_at(out, last, last->count - 1);
}

/// What begins with a leg, or NULL where that is not worth words: a ball that bounces to rest lands all too often.
static const char* words_of(const carom_figure_route* route, int leg) {
  bool landed = leg > 0 && route->legs[leg - 1].phase == CAROM_PHASE_FLIGHT;
  switch (route->legs[leg].phase) {
    case CAROM_PHASE_FLIGHT:
      return leg == 1 ? "hops again" : NULL;
    case CAROM_PHASE_SLIDE:
      return landed ? "lands and slides" : carom_figure_phase_words(CAROM_PHASE_SLIDE);
    case CAROM_PHASE_ROLL:
      return landed ? "lands and rolls" : carom_figure_phase_words(CAROM_PHASE_ROLL);
    case CAROM_PHASE_REST:
      return carom_figure_phase_words(CAROM_PHASE_REST);
    case CAROM_PHASE_STICK:
    case CAROM_PHASE_SPIN:
    case CAROM_PHASE_POCKETED:
    case CAROM_PHASE_OFF:
      break;
  }
  return NULL;
}

/// One route alone: what the ball does, and from when.
static void add_marks(carom__route_layout* out, const carom_figure_route* route) {
  const carom_figure_leg* last = &route->legs[route->leg_count - 1];
  carom__marks_add(&out->marks, &out->sheet.view, stretched(out, route->legs[0].points[0]), CAROM__MARK_START, "start");
  for (int i = 1, used = 0; i < route->leg_count && used + 1 < CAROM__MAX_MARKS; ++i) {
    const char* words = words_of(route, i);
    char number[40];
    if (!words) continue;
    carom__style_number(number, sizeof number, route->legs[i].from);
    snprintf(out->words[used], CAROM__ROUTE_WORDS, "%s, %s s", words, number);
    carom__mark_shape shape = route->legs[i].phase == CAROM_PHASE_REST ? CAROM__MARK_END : CAROM__MARK_SLIP;
    carom__marks_add(&out->marks, &out->sheet.view, stretched(out, route->legs[i].points[0]), shape,
                     out->words[used++]);
  }
  if (last->phase == CAROM_PHASE_REST) return;
  char* words = out->words[CAROM__MAX_MARKS - 1];
  char number[40];
  carom__style_number(number, sizeof number, last->to);
  snprintf(words, CAROM__ROUTE_WORDS, "still moves, %s s", number);
  carom__marks_add(&out->marks, &out->sheet.view, stretched(out, last->points[last->count - 1]), CAROM__MARK_END,
                   words);
}

static void add_leg(carom__route_layout* out, const carom_figure_leg* leg) {
  const double shortest = 5.0;
  carom_vec2 from = pixel_at(out, leg, 0);
  for (int i = 1; i < leg->count; ++i) {
    carom_vec2 to = pixel_at(out, leg, i);
    if (hypot(to.x - from.x, to.y - from.y) < shortest && i + 1 < leg->count) continue;
    carom__scene_add_segment(&out->scene, (carom__segment){from, to}, cost_leg);
    from = to;
  }
}

static void place_labels(carom__route_layout* out, const carom_figure_routes_input* input) {
  out->scene = (carom__scene){.width = out->sheet.view.width, .height = out->sheet.view.height};
  for (int i = 0; i < input->route_count; ++i) {
    for (int j = 0; j < input->routes[i].leg_count; ++j) add_leg(out, &input->routes[i].legs[j]);
    carom__scene_add_rect(&out->scene, (carom__rect){out->routes[i].end, 5.0, 5.0});
    if (out->routes[i].has_head) carom__scene_add_rect(&out->scene, (carom__rect){out->routes[i].at, 6.0, 6.0});
  }
  carom__marks_add_obstacles(&out->marks, &out->scene);
  carom__marks_place_if_room(&out->marks, &out->scene);
  for (int i = 0; i < input->route_count && input->route_count > 1; ++i) {
    carom__route_look* look = &out->routes[i];
    if (!input->routes[i].name) continue;
    double half = 0.5 * CAROM__FONT_SMALL * fmin(carom__style_plain_width(input->routes[i].name), 12.0) + 3.0;
    look->label = (carom__rect){look->end, half, 0.5 * CAROM__LINE_HEIGHT};
    look->named = carom__scene_try_at_point(&out->scene, look->end, &look->label);
  }
}

int carom__route_legend_count(const carom_figure_routes_input* input, const carom__route_layout* layout) {
  int count = input->routes[0].dot_count > 0;
  for (int phase = CAROM_PHASE_FLIGHT; phase <= CAROM_PHASE_REST; ++phase)
    count += carom__route_has(input, (carom_phase)phase);
  bool all_named = true;
  for (int i = 0; i < input->route_count; ++i) all_named = all_named && layout->routes[i].named;
  return input->route_count > 1 && !all_named ? count + input->route_count : count;
}

/// Where balls slide: there their ways bend. Empty if none does.
static carom__bounds sliding_bounds(const carom_figure_routes_input* input) {
  carom__bounds bounds = carom__bounds_empty();
  for (int i = 0; i < input->route_count; ++i) {
    const carom_figure_route* route = &input->routes[i];
    for (int j = 0; j < route->leg_count; ++j) {
      const carom_figure_leg* leg = &route->legs[j];
      if (leg->phase != CAROM_PHASE_SLIDE) continue;
      for (int k = 0; k < leg->count; ++k) carom__bounds_add(&bounds, leg->points[k].x, leg->points[k].y);
    }
  }
  return bounds;
}

/// As much larger up as the box allows, or nearly: a little less length is no loss.
static double close_stretch_of(carom__bounds way, double width) {
  static const double steps[] = {10.0, 5.0, 4.0, 2.0};
  double across = way.right - way.left, up = way.top - way.bottom;
  for (unsigned i = 0; i < sizeof steps / sizeof *steps; ++i) {
    if (steps[i] * up / close_height <= 1.15 * across / width) return steps[i];
  }
  return 1.0;
}

/// Takes room for the beginning of a bundle from the sheet, where there is some and the beginning is worth it.
static void take_close(const carom_figure_routes_input* input, carom__route_layout* out) {
  carom__bounds way = way_bounds(input), slide = sliding_bounds(input);
  double across = slide.right - slide.left, room = close_height + axis_room;
  if (input->route_count < 2 || !(across > 0.0) || !(slide.top > slide.bottom)) return;
  if (across > early * (way.right - way.left) || carom__sheet_box_height(&out->sheet) < room + least_height) return;
  char length[40];
  out->has_close = true;
  out->close = out->sheet;
  out->close.top = out->sheet.height - out->sheet.bottom - close_height;
  out->sheet.bottom += room;
  double width = carom__sheet_box_width(&out->close);
  out->close_stretch = close_stretch_of(slide, width);
  slide.bottom *= out->close_stretch;
  slide.top *= out->close_stretch;
  out->close.view = carom__view_fit(slide, width, close_height);
  carom__view_part_tics(&out->close.view, 46.0);
  snprintf(length, sizeof length, "%.2g", across);
  snprintf(out->close_words, sizeof out->close_words, "the first %s m", length);
}

/// With the legend as high as it must be.
static void lay_out_with(const carom_figure_routes_input* input, int legend_lines, carom__route_layout* out) {
  *out = (carom__route_layout){.sheet = out->sheet, .stretch = stretch_of(way_bounds(input))};
  out->sheet.right = margin_right;
  out->sheet.legend = legend_lines * legend_line + 3.0;
  out->sheet.bottom = out->sheet.legend + axis_room;
  take_close(input, out);
  double width = carom__sheet_box_width(&out->sheet), height = carom__sheet_box_height(&out->sheet);
  out->sheet.view = carom__view_fit(shown_bounds(input, out), width, height);
  carom__view_part_tics(&out->sheet.view, 46.0);
  for (int i = 0; i < input->route_count; ++i) set_look(out, &input->routes[i], &out->routes[i]);
  if (input->route_count == 1) {
    place_head(out, &input->routes[0], &out->routes[0]);
    add_marks(out, &input->routes[0]);
  }
  place_labels(out, input);
}

void carom__route_lay_out(const carom_figure_routes_input* input, carom__route_layout* out) {
  out->sheet.top -= 18.0;  // no labels above the box
  lay_out_with(input, 2, out);
  int lines = (carom__route_legend_count(input, out) + 1) / 2;
  if (lines != 2) lay_out_with(input, lines, out);
}
