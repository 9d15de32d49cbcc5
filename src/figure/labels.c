#include "figure/labels.h"

/// Costs, in the order of what hurts the reader: leaving the picture, covering a label, then curves, then distance.
static const double cost_outside = 1e5, cost_rect = 1e4, cost_leader = 120.0, cost_crossing = 300.0,
                    cost_mistaken = 100.0, cost_hidden = 15.0, cost_aside = 60.0;
/// Obstacles that cost so much are paths, the others lines behind them.
static const double cost_of_paths = 60.0;

void carom__scene_add_segment(carom__scene* scene, carom__segment segment, double cost) {
  if (scene->obstacle_count < CAROM__MAX_OBSTACLES) {
    scene->obstacles[scene->obstacle_count++] = (carom__obstacle){segment, cost};
  }
}

void carom__scene_add_rect(carom__scene* scene, carom__rect rect) {
  if (scene->rect_count < CAROM__MAX_RECTS) scene->rects[scene->rect_count++] = rect;
}

void carom__scene_add_mark(carom__scene* scene, carom_vec2 at, double half) {
  carom__scene_add_rect(scene, (carom__rect){at, half, half});
  if (scene->mark_count < CAROM__MAX_RECTS) scene->marks[scene->mark_count++] = at;
}

static bool rects_touch(carom__rect a, carom__rect b) {
  return fabs(a.centre.x - b.centre.x) < a.half_width + b.half_width &&
         fabs(a.centre.y - b.centre.y) < a.half_height + b.half_height;
}

/// Separating axes: x, y and the segment's normal.
static bool segment_touches(carom__segment s, carom__rect r) {
  double mid_x = 0.5 * (s.a.x + s.b.x) - r.centre.x, mid_y = 0.5 * (s.a.y + s.b.y) - r.centre.y;
  double half_x = 0.5 * (s.b.x - s.a.x), half_y = 0.5 * (s.b.y - s.a.y);
  if (fabs(mid_x) > fabs(half_x) + r.half_width || fabs(mid_y) > fabs(half_y) + r.half_height) return false;
  return fabs(mid_x * half_y - mid_y * half_x) <= r.half_width * fabs(half_y) + r.half_height * fabs(half_x);
}

static bool inside(const carom__scene* scene, carom__rect r) {
  bool right = r.centre.x + r.half_width <= scene->width + scene->right_margin;
  bool top = r.centre.y + r.half_height <= scene->height + scene->top_margin;
  return right && top && r.centre.x - r.half_width >= 4.0 && r.centre.y - r.half_height >= 4.0;
}

/// The box's frame runs through a label that is half in and half out.
static bool on_frame(const carom__scene* scene, carom__rect r) {
  bool above = r.centre.y - r.half_height >= scene->height, beside = r.centre.x - r.half_width >= scene->width;
  bool across_right = !above && fabs(r.centre.x - scene->width) < r.half_width;
  bool across_top = !beside && fabs(r.centre.y - scene->height) < r.half_height;
  return across_right || across_top;
}

static double cost_of(const carom__scene* scene, carom__rect r) {
  double cost = inside(scene, r) ? 0.0 : cost_outside;
  if (on_frame(scene, r)) cost += cost_rect;
  for (int i = 0; i < scene->rect_count; ++i) cost += rects_touch(r, scene->rects[i]) ? cost_rect : 0.0;
  for (int i = 0; i < scene->obstacle_count; ++i) {
    const carom__obstacle* obstacle = &scene->obstacles[i];
    if (segment_touches(obstacle->segment, r)) cost += obstacle->cost;
  }
  return cost;
}

/// The best of the candidates tried so far.
typedef struct search {
  const carom__scene* scene;
  carom__rect best;
  double cost;
} search;

static void try_place(search* s, carom__rect candidate, double preference) {
  double cost = preference + cost_of(s->scene, candidate);
  if (cost < s->cost) {
    s->cost = cost;
    s->best = candidate;
  }
}

/// The place of a rectangle that is nearest to a point.
static carom_vec2 nearest_edge(carom_vec2 point, carom__rect r) {
  return (carom_vec2){fmax(r.centre.x - r.half_width, fmin(point.x, r.centre.x + r.half_width)),
                      fmax(r.centre.y - r.half_height, fmin(point.y, r.centre.y + r.half_height))};
}

/// A label that is as near to another mark as to its own would be taken for that one's.
static double cost_of_mistake(const carom__scene* scene, carom_vec2 point, carom__rect r) {
  const double clearly = 3.0;
  carom_vec2 own = nearest_edge(point, r);
  double distance = hypot(own.x - point.x, own.y - point.y), cost = 0.0;
  for (int i = 0; i < scene->mark_count; ++i) {
    carom_vec2 mark = scene->marks[i], edge = nearest_edge(mark, r);
    if (hypot(mark.x - point.x, mark.y - point.y) < 1.0) continue;
    if (hypot(edge.x - mark.x, edge.y - mark.y) < distance + clearly) cost += cost_mistaken;
  }
  return cost;
}

bool carom__label_leader(carom_vec2 point, carom__rect r, carom__segment* out) {
  const double near_enough = 16.0;  // the eye sees that they belong together
  carom_vec2 edge = nearest_edge(point, r);
  *out = (carom__segment){point, edge};
  return hypot(edge.x - point.x, edge.y - point.y) > near_enough;
}

/// Whether a path runs through a small square around a point.
static bool on_path(const carom__scene* scene, carom_vec2 at) {
  const carom__rect square = {at, 2.0, 2.0};
  for (int i = 0; i < scene->obstacle_count; ++i) {
    if (scene->obstacles[i].cost >= cost_of_paths && segment_touches(scene->obstacles[i].segment, square)) return true;
  }
  return false;
}

/// What of a leader lies on paths, beyond its own mark: there the eye loses it.
static double cost_of_hiding(const carom__scene* scene, carom__segment leader) {
  const double step = 6.0, clear = 12.0;
  double length = hypot(leader.b.x - leader.a.x, leader.b.y - leader.a.y), cost = 0.0;
  for (double at = clear; at < length; at += step) {
    double share = at / length;
    carom_vec2 p = {leader.a.x + share * (leader.b.x - leader.a.x), leader.a.y + share * (leader.b.y - leader.a.y)};
    if (on_path(scene, p)) cost += cost_hidden;
  }
  return cost;
}

/// What a leader to this place would cross: labels, marks other than its own, and paths.
static double cost_of_leader(const carom__scene* scene, carom_vec2 point, carom__rect r) {
  carom__segment leader;
  if (!carom__label_leader(point, r, &leader)) return 0.0;
  double cost = cost_of_hiding(scene, leader);
  for (int i = 0; i < scene->rect_count; ++i) {
    carom__rect other = scene->rects[i];
    bool own = fabs(other.centre.x - point.x) < other.half_width && fabs(other.centre.y - point.y) < other.half_height;
    if (!own && segment_touches(leader, other)) cost += cost_crossing;
  }
  return cost;
}

/// Around a point, right and left first: there the eye looks for a label.
static void try_around(search* s, carom_vec2 point, carom__rect r, double preference) {
  static const carom_vec2 directions[] = {{1, 0},    {-1, 0},    {1, 0.7}, {1, -0.7}, {-1, 0.7}, {-1, -0.7},
                                          {1, 1},    {1, -1},    {-1, 1},  {-1, -1},  {0.4, 1},  {0.4, -1},
                                          {-0.4, 1}, {-0.4, -1}, {0, 1},   {0, -1}};
  static const double gaps[] = {9.0, 15.0, 22.0, 30.0, 40.0, 52.0, 66.0, 84.0, 104.0, 130.0, 160.0};
  for (unsigned i = 0; i < sizeof gaps / sizeof *gaps; ++i) {
    for (unsigned j = 0; j < sizeof directions / sizeof *directions; ++j) {
      r.centre.x = point.x + directions[j].x * (gaps[i] + r.half_width);
      r.centre.y = point.y + directions[j].y * (gaps[i] + r.half_height);
      double crossed = cost_of_leader(s->scene, point, r), mistaken = cost_of_mistake(s->scene, point, r);
      double aside = r.centre.x > s->scene->width || r.centre.y > s->scene->height ? cost_aside : 0.0;
      try_place(s, r, preference + 0.7 * gaps[i] + 0.3 * j + crossed + mistaken + aside);
    }
  }
}

/// Marks a place, and the leader to it, as taken.
static void take(carom__scene* scene, carom_vec2 point, carom__rect r) {
  carom__segment leader;
  carom__scene_add_rect(scene, r);
  if (carom__label_leader(point, r, &leader)) carom__scene_add_segment(scene, leader, cost_leader);
}

carom__rect carom__scene_place_at_point(carom__scene* scene, carom_vec2 point, double half_width, double half_height) {
  carom__rect r = {point, half_width, half_height};
  search s = {scene, r, HUGE_VAL};
  try_around(&s, point, r, 0.0);
  take(scene, point, s.best);
  return s.best;
}

bool carom__scene_try_at_point(carom__scene* scene, carom_vec2 point, carom__rect* best) {
  search s = {scene, *best, cost_rect};
  try_around(&s, point, *best, 0.0);
  if (!(s.cost < cost_rect)) return false;
  *best = s.best;
  take(scene, point, s.best);
  return true;
}

/// Outside the box, above or to the right of the end where the line leaves it, and shifted a little along the frame.
static void try_outside(search* s, carom_vec2 end, carom__rect r, double preference) {
  static const double shifts[] = {0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0};
  const double gap = 3.0;
  bool top = end.y > s->scene->height - 0.5, right = end.x > s->scene->width - 0.5;
  for (unsigned i = 0; i < sizeof shifts / sizeof *shifts && (top || right); ++i) {
    double shift_x = top ? shifts[i] * r.half_width : gap + r.half_width;
    double shift_y = top ? gap + r.half_height : shifts[i] * r.half_height;
    r.centre = (carom_vec2){end.x + shift_x, end.y + shift_y};
    try_place(s, r, preference + 4.0 * fabs(shifts[i]));
  }
}

/// Inside the box, on either side of the line, at some distances from its end.
static void try_beside(search* s, carom__segment line, carom__rect r, double preference) {
  double length = hypot(line.b.x - line.a.x, line.b.y - line.a.y);
  carom_vec2 along = {(line.a.x - line.b.x) / length, (line.a.y - line.b.y) / length};
  double off = 4.0 + r.half_width * fabs(along.y) + r.half_height * fabs(along.x);
  for (double distance = 12.0; distance < 0.6 * length; distance += 8.0) {
    for (int side = -1; side <= 1; side += 2) {
      r.centre.x = line.b.x + distance * along.x - side * off * along.y;
      r.centre.y = line.b.y + distance * along.y + side * off * along.x;
      try_place(s, r, preference + 0.1 * distance + (side > 0));
    }
  }
}

carom__rect carom__scene_place_at_line(carom__scene* scene, carom__segment line, double half_width,
                                       double half_height) {
  carom__rect r = {line.b, half_width, half_height};
  carom__segment turned = {line.b, line.a};
  search s = {scene, r, HUGE_VAL};
  try_outside(&s, line.b, r, 0.0);
  try_outside(&s, line.a, r, 1.0);
  try_beside(&s, line, r, 10.0);
  try_beside(&s, turned, r, 12.0);
  // A line that only cuts a corner is too short for the places above.
  try_around(&s, line.a, r, 40.0);
  carom__scene_add_rect(scene, s.best);
  return s.best;
}

bool carom__scene_place_near(carom__scene* scene, const carom_vec2* places, int count, carom_vec2 wanted,
                             carom__rect* best) {
  carom__rect r = *best;
  search s = {scene, r, cost_rect};
  for (int i = 0; i < count; ++i) {
    r.centre = places[i];
    try_place(&s, r, 0.3 * hypot(r.centre.x - wanted.x, r.centre.y - wanted.y));
  }
  if (!(s.cost < cost_rect)) return false;
  *best = s.best;
  carom__scene_add_rect(scene, s.best);
  return true;
}

/// Words that may be left out are not worth a line or a path that runs through them.
static const double cost_needless = 60.0;

bool carom__scene_place_at_curve(carom__scene* scene, const carom_vec2* points, int count, carom__rect* best) {
  static const double gaps[] = {5.0, 11.0, 18.0};
  carom__rect r = *best;
  search s = {scene, r, cost_rect};
  for (int i = 2; i + 2 < count; i += 2) {
    double dx = points[i + 1].x - points[i - 1].x, dy = points[i + 1].y - points[i - 1].y;
    double length = hypot(dx, dy);
    double reach = (r.half_width * fabs(dy) + r.half_height * fabs(dx)) / length;
    for (unsigned j = 0; length > 0.0 && j < 2 * sizeof gaps / sizeof *gaps; ++j) {
      double off = (j % 2 ? -1.0 : 1.0) * (gaps[j / 2] + reach);
      r.centre = (carom_vec2){points[i].x - off * dy / length, points[i].y + off * dx / length};
      try_place(&s, r, 2.0 * (gaps[j / 2] - gaps[0]) + j % 2);
    }
  }
  if (!(s.cost < cost_needless)) return false;
  *best = s.best;
  carom__scene_add_rect(scene, s.best);
  return true;
}
