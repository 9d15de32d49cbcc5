#include <math.h>
#include <string.h>

#include "figure/strobe.h"

static const double cost_path = 60.0, cost_pose = 34.0, cost_wall = 140.0;
static const double margin_right = 26.0, legend_line = 19.0, row_gap = 9.0, least_ground = 34.0;

bool carom__strobe_shows(const carom__strobe_row* row, double time) {
  double rounding = 1e-9 * (fabs(row->from) + fabs(row->to));
  return time >= row->from - rounding && time <= row->to + rounding;
}

static bool shows_any(const carom__strobe_row* row, const double* times, int count) {
  for (int i = 0; i < count; ++i) {
    if (carom__strobe_shows(row, times[i])) return true;
  }
  return false;
}

bool carom__strobe_has_pose(const carom__strobe_row* row, const carom_figure_thing* thing) {
  return shows_any(row, thing->times, thing->pose_count);
}

bool carom__strobe_has_path(const carom__strobe_row* row, const carom_figure_thing* thing) {
  return shows_any(row, thing->path_times, thing->path_count);
}

int carom__strobe_named_things(const carom_figure_strobe_input* input) {
  enum { MOST = 6 };  // lines of names, beside which nothing else would be seen
  return input->thing_count > 1 && input->thing_count <= MOST ? input->thing_count : 0;
}

int carom__strobe_most_entries(const carom_figure_strobe_input* input) {
  bool path = input->path_words && input->things[0].path_count > 0;
  return 1 + path + (input->bounce_count > 0 ? 2 : 0) + carom__strobe_named_things(input);
}

static void add_thing(carom__bounds* bounds, const carom_figure_thing* thing) {
  double reach = thing->shape == CAROM_FIGURE_SHAPE_DISC ? thing->radius : 0.0;
  for (int i = 0; i < thing->pose_count * thing->point_count; ++i) {
    carom_vec2 p = thing->poses[i];
    carom__bounds_add(bounds, p.x - reach, p.y - reach);
    carom__bounds_add(bounds, p.x + reach, p.y + reach);
  }
  for (int i = 0; i < thing->path_count; ++i) carom__bounds_add(bounds, thing->path[i].x, thing->path[i].y);
}

/// All that moves; walls are seen where they are near.
static carom__bounds shown_bounds(const carom_figure_strobe_input* input) {
  carom__bounds bounds = carom__bounds_empty();
  for (int i = 0; i < input->thing_count; ++i) add_thing(&bounds, &input->things[i]);
  for (int i = 0; i < input->bounce_count; ++i)
    carom__bounds_add(&bounds, input->bounces[i].at.x, input->bounces[i].at.y);
  double size = carom__bounds_size(bounds);
  // Room behind the walls that were hit, for words.
  for (int i = 0; i < input->bounce_count; ++i) {
    for (int j = 0; j < input->wall_count; ++j) {
      const carom_figure_wall* wall = &input->walls[j];
      carom_vec2 at = input->bounces[i].at;
      double off = (at.x - wall->point.x) * wall->normal.x + (at.y - wall->point.y) * wall->normal.y;
      if (fabs(off) > 1e-6 * size) continue;
      carom__bounds_add(&bounds, at.x - 0.06 * size * wall->normal.x, at.y - 0.06 * size * wall->normal.y);
    }
  }
  if (!(size > 0.0)) {
    carom__bounds_add(&bounds, bounds.left - 1.0, bounds.bottom - 1.0);
    carom__bounds_add(&bounds, bounds.right + 1.0, bounds.top + 1.0);
  }
  return bounds;
}

static double row_height(const carom__strobe_layout* out, int rows) {
  return (carom__sheet_box_height(&out->sheet) - (rows - 1) * row_gap) / rows;
}

/// As many rows as fit without making the picture smaller.
static int count_rows(const carom__strobe_layout* out, carom__bounds bounds) {
  double width = carom__sheet_box_width(&out->sheet);
  double scale = carom__view_fit(bounds, width, row_height(out, 1)).scale;
  int rows = CAROM__STROBE_MAX_ROWS;
  while (rows > 1 && carom__view_fit(bounds, width, row_height(out, rows)).scale < 0.93 * scale) --rows;
  return rows;
}

static double duration_of(const carom_figure_strobe_input* input) {
  double last = 0.0;
  for (int i = 0; i < input->thing_count; ++i) {
    const carom_figure_thing* thing = &input->things[i];
    last = fmax(last, thing->times[thing->pose_count - 1]);
    if (thing->path_count > 0) last = fmax(last, thing->path_times[thing->path_count - 1]);
  }
  if (input->bounce_count > 0) last = fmax(last, input->bounces[input->bounce_count - 1].time);
  return last;
}

static double interval_of(const carom_figure_strobe_input* input) {
  const carom_figure_thing* thing = &input->things[0];
  return thing->pose_count > 1 ? thing->times[1] - thing->times[0] : 0.0;
}

/// How far the things have gone at a time, all together.
static double way_until(const carom_figure_strobe_input* input, double time) {
  double way = 0.0;
  for (int i = 0; i < input->thing_count; ++i) {
    const carom_figure_thing* thing = &input->things[i];
    for (int p = 1; p < thing->path_count && thing->path_times[p] <= time; ++p) {
      way += hypot(thing->path[p].x - thing->path[p - 1].x, thing->path[p].y - thing->path[p - 1].y);
    }
  }
  return way;
}

/// When a share of the way is done.
static double time_of_share(const carom_figure_strobe_input* input, double duration, double share) {
  double low = 0.0, high = duration, wanted = share * way_until(input, duration);
  if (!(wanted > 0.0)) return share * duration;
  for (int i = 0; i < 40; ++i) {
    double middle = 0.5 * (low + high);
    *(way_until(input, middle) < wanted ? &low : &high) = middle;
  }
  return high;
}

/// The time is best parted at an impact. One counts as near if the parts stay comparable in way.
static double snap_to_bounce(const carom_figure_strobe_input* input, double time, int rows) {
  double way = way_until(input, HUGE_VAL), wanted = way_until(input, time), best = time, least = 0.5 * way / rows;
  for (int i = 0; i < input->bounce_count; ++i) {
    double off = fabs(way_until(input, input->bounces[i].time) - wanted);
    if (off < least) {
      least = off;
      best = input->bounces[i].time;
    }
  }
  return best;
}

static void set_rows(carom__strobe_layout* out, const carom_figure_strobe_input* input, carom__bounds bounds) {
  double height = row_height(out, out->row_count), from = 0.0;
  carom__view view = carom__view_fit(bounds, carom__sheet_box_width(&out->sheet), height);
  carom__view_part_tics(&view, 46.0);
  // What room is left over goes above: nothing happens in the ground.
  view.bottom = fmax(view.bottom, bounds.bottom - fmin(least_ground, 0.12 * height) / view.scale);
  for (int i = 0; i < out->row_count; ++i) {
    carom__strobe_row* row = &out->rows[i];
    bool last = i + 1 == out->row_count;
    double part = (i + 1.0) / out->row_count;
    row->from = from;
    row->to = last ? out->duration : snap_to_bounce(input, time_of_share(input, out->duration, part), out->row_count);
    from = row->to;
    row->sheet = out->sheet;
    row->sheet.view = view;
    row->sheet.top = out->sheet.top + i * (height + row_gap);
    row->sheet.bottom = out->sheet.height - row->sheet.top - height;
  }
  out->sheet.view = view;
  out->sheet.view.height = carom__sheet_box_height(&out->sheet);
}

static void describe_span(const carom__strobe_layout* out, carom__strobe_row* row) {
  char from[40], to[40];
  carom__style_number(from, sizeof from, row->from);
  carom__style_number(to, sizeof to, row->to);
  if (out->row_count > 1) snprintf(row->span, sizeof row->span, "%s to %s s", from, to);
}

/// Impacts that share a mark.
typedef struct cluster {
  carom_figure_bounce first;
  int count;
} cluster;

/// Chatter after a hard impact would cover what matters.
static double least_speed(const carom_figure_strobe_input* input) {
  double fastest = 0.0;
  for (int i = 0; i < input->bounce_count; ++i) fastest = fmax(fastest, input->bounces[i].speed);
  return 0.08 * fastest;
}

static int cluster_bounces(const carom__strobe_row* row, const carom_figure_strobe_input* input, cluster* clusters,
                           int* left_out) {
  const double same_place = 14.0, gentle = least_speed(input);
  int count = 0;
  for (int i = 0; i < input->bounce_count; ++i) {
    const carom_figure_bounce* bounce = &input->bounces[i];
    // The impact that parts two rows belongs to the first.
    if (!carom__strobe_shows(row, bounce->time) || (row->from > 0.0 && bounce->time <= row->from)) continue;
    if (bounce->speed < gentle) {
      ++*left_out;
      continue;
    }
    carom_vec2 at = carom__view_pixel(&row->sheet.view, bounce->at.x, bounce->at.y);
    int near = 0;
    for (; near < count; ++near) {
      carom_vec2 other = carom__view_pixel(&row->sheet.view, clusters[near].first.at.x, clusters[near].first.at.y);
      if (hypot(at.x - other.x, at.y - other.y) < same_place) break;
    }
    if (near < count) {
      ++clusters[near].count;
    } else if (count < CAROM__MAX_MARKS - 2) {
      clusters[count++] = (cluster){*bounce, 1};
    } else {
      ++*left_out;
    }
  }
  return count;
}

static void add_bounces(carom__strobe_layout* out, carom__strobe_row* row, const carom_figure_strobe_input* input) {
  cluster clusters[CAROM__MAX_MARKS];
  int count = cluster_bounces(row, input, clusters, &out->unsaid_count);
  for (int i = 0; i < count; ++i) {
    char time[40];
    carom__style_number(time, sizeof time, clusters[i].first.time);
    int more = clusters[i].count - 1;
    snprintf(row->words[i], sizeof row->words[i], more > 0 ? "%s s and %d more" : "%s s", time, more);
    carom__marks_add(&row->marks, &row->sheet.view, clusters[i].first.at, CAROM__MARK_SLIP, row->words[i]);
  }
}

/// Where a thing is looked for: the end of its path, else the last point of a pose.
static carom_vec2 place_of(const carom_figure_thing* thing, bool last) {
  if (thing->path_count > 0) return thing->path[last ? thing->path_count - 1 : 0];
  int pose = last ? thing->pose_count - 1 : 0;
  int point = thing->shape == CAROM_FIGURE_SHAPE_CHAIN ? thing->point_count - 1 : 0;
  return thing->poses[pose * thing->point_count + point];
}

/// Only for one thing: the ends of many would need names too.
static void add_ends(carom__strobe_layout* out, const carom_figure_strobe_input* input) {
  if (input->thing_count > 1) return;
  carom__strobe_row *first = &out->rows[0], *last = &out->rows[out->row_count - 1];
  carom__marks_add(&first->marks, &first->sheet.view, place_of(&input->things[0], false), CAROM__MARK_START, "start");
  carom_vec2 end = place_of(&input->things[0], true);
  carom__mark* here = carom__marks_find(&last->marks, &last->sheet.view, end);
  carom__marks_add(&last->marks, &last->sheet.view, end, CAROM__MARK_END, "end");
  if (!here || here->text_count < 2) return;
  // "end" and then the time: the other way round it would read as a unit.
  for (int i = here->text_count - 1; i > 0; --i) here->texts[i] = here->texts[i - 1];
  here->texts[0] = "end";
}

static void add_lines(carom__scene* scene, const carom__strobe_row* row, const carom_vec2* points, int count,
                      double cost) {
  const double shortest = 5.0;
  carom_vec2 from = {0.0, 0.0};
  for (int i = 0; i < count; ++i) {
    carom_vec2 to = carom__view_pixel(&row->sheet.view, points[i].x, points[i].y);
    if (i > 0 && hypot(to.x - from.x, to.y - from.y) < shortest && i + 1 < count) continue;
    if (i > 0) carom__scene_add_segment(scene, (carom__segment){from, to}, cost);
    from = to;
  }
}

static void add_obstacles(carom__scene* scene, const carom__strobe_row* row, const carom_figure_strobe_input* input) {
  for (int i = 0; i < input->wall_count; ++i) {
    const carom_figure_wall* wall = &input->walls[i];
    carom_line line = {wall->normal.x, wall->normal.y,
                       -(wall->normal.x * wall->point.x + wall->normal.y * wall->point.y)};
    carom__segment segment;
    if (carom__view_clip_line(&row->sheet.view, line, &segment)) carom__scene_add_segment(scene, segment, cost_wall);
  }
  for (int i = 0; i < input->thing_count; ++i) {
    const carom_figure_thing* thing = &input->things[i];
    int first = 0, end = thing->path_count;
    while (first < end && !carom__strobe_shows(row, thing->path_times[first])) ++first;
    while (end > first && !carom__strobe_shows(row, thing->path_times[end - 1])) --end;
    add_lines(scene, row, thing->path + first, end - first, cost_path);
    for (int pose = 0; pose < thing->pose_count; ++pose) {
      if (!carom__strobe_shows(row, thing->times[pose])) continue;
      add_lines(scene, row, &thing->poses[pose * thing->point_count], thing->point_count, cost_pose);
    }
  }
}

static void place_labels(carom__strobe_layout* out, carom__strobe_row* row, const carom_figure_strobe_input* input) {
  carom__scene* scene = &out->scene;
  *scene = (carom__scene){.width = row->sheet.view.width, .height = row->sheet.view.height};
  describe_span(out, row);
  row->span_label = (carom__rect){{0.0, 0.0}, carom__sheet_half_width(row->span), 0.5 * CAROM__LINE_HEIGHT};
  row->span_label.centre = (carom_vec2){5.0 + row->span_label.half_width, scene->height - 12.0};
  if (*row->span) carom__scene_add_rect(scene, row->span_label);
  add_obstacles(scene, row, input);
  carom__marks_add_obstacles(&row->marks, scene);
  carom__marks_place_if_room(&row->marks, scene);
  for (int i = 0; i < row->marks.count; ++i) {
    bool bounce =
        strcmp(row->marks.items[i].texts[0], "start") != 0 && strcmp(row->marks.items[i].texts[0], "end") != 0;
    out->unsaid_count += row->marks.items[i].silent && bounce;
  }
}

void carom__strobe_lay_out(const carom_figure_strobe_input* input, carom__strobe_layout* out) {
  carom__bounds bounds = shown_bounds(input);
  *out = (carom__strobe_layout){.sheet = out->sheet, .duration = duration_of(input), .interval = interval_of(input)};
  out->sheet.right = margin_right;
  out->sheet.legend = ((carom__strobe_most_entries(input) + 1) / 2) * legend_line + 3.0;
  out->sheet.bottom = out->sheet.legend + 61.0;
  out->sheet.top -= 18.0;  // no labels above the box
  out->row_count = count_rows(out, bounds);
  set_rows(out, input, bounds);
  for (int i = 0; i < out->row_count; ++i) add_bounces(out, &out->rows[i], input);
  add_ends(out, input);
  for (int i = 0; i < out->row_count; ++i) place_labels(out, &out->rows[i], input);
}
