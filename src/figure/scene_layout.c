// Where the bodies of an impact, their velocities and the words beside them stand.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/scene.h"

/// Design pixels: the longest velocity, a normal, and an arrow that is too short to be drawn.
static const double longest = 92.0, normal_length = 40.0, crowded_normal = 16.0, shortest = 3.0, ground_room = 34.0;
static const double cost_outline = 40.0, cost_arrow = 90.0, cost_ground = 60.0;
static const double margin_right = 26.0;

/// Bodies and contacts from which on speeds, spins and numbers would only hide each other.
enum { CROWD = 16 };

static double push_length(const carom__stage* stage) {
  return stage->crowded ? crowded_normal : normal_length;
}

static double speed_of(carom_vec2 v) {
  return hypot(v.x, v.y);
}

static double fastest(const carom_figure_scene_input* input) {
  double most = 0.0;
  for (int i = 0; i < input->actor_count; ++i) {
    if (input->actors[i].fixed) continue;
    most = fmax(most, speed_of(input->actors[i].before));
    if (!input->start) most = fmax(most, speed_of(input->actors[i].after));
  }
  return most;
}

static void add_tip(carom__bounds* bounds, carom_vec2 from, carom_vec2 along, double scale) {
  carom__bounds_add(bounds, from.x + scale * along.x, from.y + scale * along.y);
}

/// Where a wall is next to a point.
static void add_foot(carom__bounds* bounds, carom_vec2 from, const carom_figure_wall* wall) {
  double off = (from.x - wall->point.x) * wall->normal.x + (from.y - wall->point.y) * wall->normal.y;
  carom__bounds_add(bounds, from.x - off * wall->normal.x, from.y - off * wall->normal.y);
}

/// Bodies and contacts, and arrows of `speed` and `push` metres for 1 m/s and for a normal.
static carom__bounds shown_bounds(const carom_figure_scene_input* input, double speed, double push) {
  carom__bounds bounds = carom__bounds_empty();
  for (int i = 0; i < input->actor_count; ++i) {
    const carom_figure_actor* actor = &input->actors[i];
    for (int j = 0; j < actor->outline_count; ++j) carom__bounds_add(&bounds, actor->outline[j].x, actor->outline[j].y);
    if (actor->fixed) continue;
    carom__bounds_add(&bounds, actor->centre.x, actor->centre.y);
    add_tip(&bounds, actor->centre, actor->before, speed);
    if (!input->start) add_tip(&bounds, actor->centre, actor->after, speed);
    for (int j = 0; j < input->wall_count; ++j) add_foot(&bounds, actor->centre, &input->walls[j]);
  }
  for (int i = 0; i < input->meeting_count; ++i) {
    const carom_figure_meeting* meeting = &input->meetings[i];
    carom__bounds_add(&bounds, meeting->point.x, meeting->point.y);
    add_tip(&bounds, meeting->point, meeting->normal, push);
  }
  if (!(carom__bounds_size(bounds) > 0.0)) {
    double x = bounds.left <= bounds.right ? bounds.left : 0.0, y = bounds.left <= bounds.right ? bounds.bottom : 0.0;
    carom__bounds_add(&bounds, x - 1.0, y - 1.0);
    carom__bounds_add(&bounds, x + 1.0, y + 1.0);
  }
  return bounds;
}

/// Arrows have a length in pixels and so need the view that they are part of: found by trying it a few times.
static void fit_view(const carom_figure_scene_input* input, carom__stage* out) {
  enum { TRIES = 6 };
  double width = carom__sheet_box_width(&out->sheet), height = carom__sheet_box_height(&out->sheet);
  double speed = fastest(input), push = 0.0;
  out->speed_scale = speed > 0.0 ? longest / speed : 0.0;
  out->sheet.view = carom__view_fit(shown_bounds(input, 0.0, 0.0), width, height);
  for (int i = 0; i < TRIES; ++i) {
    double metre = out->sheet.view.scale;
    push = push_length(out) / metre;
    out->sheet.view = carom__view_fit(shown_bounds(input, out->speed_scale / metre, push), width, height);
  }
  carom__view_part_tics(&out->sheet.view, 46.0);
  // What room is left over goes above the ground.
  bool floor = false;
  for (int i = 0; i < input->meeting_count; ++i)
    floor = floor || input->meetings[i].ground * input->meetings[i].normal.y < -0.7;
  for (int i = 0; i < input->wall_count; ++i) floor = floor || input->walls[i].normal.y > 0.7;
  double lowest = shown_bounds(input, out->speed_scale / out->sheet.view.scale, push).bottom;
  if (floor) out->sheet.view.bottom = fmax(out->sheet.view.bottom, lowest - ground_room / out->sheet.view.scale);
}

static carom__stage_arrow arrow_of(const carom__stage* out, carom_vec2 at, carom_vec2 along, double scale) {
  carom__stage_arrow arrow = {.from = carom__view_pixel(&out->sheet.view, at.x, at.y)};
  arrow.to = (carom_vec2){arrow.from.x + scale * along.x, arrow.from.y + scale * along.y};
  arrow.shown = scale * speed_of(along) >= shortest;
  return arrow;
}

static void add_velocities(const carom_figure_scene_input* input, carom__stage* out) {
  for (int i = 0; i < 2 * input->actor_count; ++i) {
    const carom_figure_actor* actor = &input->actors[i / 2];
    carom_vec2 v = i % 2 == 0 ? actor->before : actor->after;
    if (actor->fixed || (input->start && i % 2 != 0)) continue;
    char number[40];
    carom__stage_arrow* arrow = &out->arrows[i];
    *arrow = arrow_of(out, actor->centre, v, out->speed_scale);
    arrow->curve = i % 2 == 0 ? CAROM__CURVE_BEFORE : CAROM__CURVE_AFTER;
    carom__style_number(number, sizeof number, speed_of(v));
    snprintf(arrow->speed, sizeof arrow->speed, "%s m/s", number);
  }
}

/// One surface for contacts that lie on it.
static void add_ground(carom__stage* out, const carom_figure_meeting* meeting) {
  double length = speed_of(meeting->normal);
  if (meeting->ground == 0 || !(length > 0.5)) return;  // seen from above there is nothing behind it
  double out_of = meeting->ground < 0 ? 1.0 / length : -1.0 / length;
  carom_figure_wall wall = {meeting->point, {meeting->normal.x * out_of, meeting->normal.y * out_of}};
  for (int i = 0; i < out->wall_count; ++i) {
    const carom_figure_wall* other = &out->walls[i];
    double off = (wall.point.x - other->point.x) * other->normal.x + (wall.point.y - other->point.y) * other->normal.y;
    double turn = wall.normal.x * other->normal.y - wall.normal.y * other->normal.x;
    if (fabs(off) * out->sheet.view.scale < 0.5 && fabs(turn) < 1e-6) return;
  }
  out->walls[out->wall_count++] = wall;
}

static void add_meetings(const carom_figure_scene_input* input, carom__stage* out) {
  bool many = input->meeting_count > 1;
  for (int i = 0; i < input->meeting_count; ++i) {
    const carom_figure_meeting* meeting = &input->meetings[i];
    out->normals[i] = arrow_of(out, meeting->point, meeting->normal, push_length(out));
    out->normals[i].curve = CAROM__CURVE_PUSH;
    add_ground(out, meeting);
    if (i >= CAROM__MARKS_ROOM) continue;
    snprintf(out->numbers[i], sizeof out->numbers[i], "%d", i);
    carom__marks_add(&out->marks, &out->sheet.view, meeting->point, CAROM__MARK_COMPRESSION,
                     out->crowded ? ""
                     : many       ? out->numbers[i]
                                  : "contact");
  }
}

/// What of a spin is more than rounding: beside all others, and beside what the fastest speed means for these places.
static double least_spin(const carom_figure_scene_input* input) {
  const double rounding = 1e-9;
  double most = 0.0, size = carom__bounds_size(shown_bounds(input, 0.0, 0.0));
  for (int i = 0; i < input->actor_count; ++i)
    most = fmax(most, fmax(fabs(input->actors[i].spin_before), fabs(input->actors[i].spin_after)));
  return rounding * fmax(most, size > 0.0 ? fastest(input) / size : 0.0);
}

/// "ω: 0 → 2.4 rad/s", or at the start of a motion "ω: 2.4 rad/s"; nothing for a body that never turns.
static void describe_spin(const carom_figure_actor* actor, bool start, double least, carom__stage_name* out) {
  double before = fabs(actor->spin_before) > least ? actor->spin_before : 0.0;
  double after = fabs(actor->spin_after) > least ? actor->spin_after : 0.0;
  char first[40], second[40];
  carom__style_number(first, sizeof first, before);
  carom__style_number(second, sizeof second, after);
  if (start && before != 0.0) snprintf(out->spin, sizeof out->spin, "ω: %s rad/s", first);
  if (start) return;
  if (before != 0.0 || after != 0.0) snprintf(out->spin, sizeof out->spin, "ω: %s → %s rad/s", first, second);
}

static void add_names(const carom_figure_scene_input* input, carom__stage* out) {
  double least = least_spin(input);
  for (int i = 0; i < input->actor_count; ++i) {
    const carom_figure_actor* actor = &input->actors[i];
    carom__stage_name* name = &out->names[i];
    out->has_guess = out->has_guess || (actor->guessed && actor->outline_count > 0);
    snprintf(name->name, sizeof name->name, "%s", actor->name ? actor->name : "");
    if (!actor->fixed && !out->crowded) describe_spin(actor, input->start, least, name);
  }
}

static void add_outline(const carom_figure_actor* actor, carom__stage* out) {
  for (int i = 0; i < actor->outline_count; ++i) {
    carom_vec2 a = actor->outline[i], b = actor->outline[(i + 1) % actor->outline_count];
    carom__segment segment = {carom__view_pixel(&out->sheet.view, a.x, a.y),
                              carom__view_pixel(&out->sheet.view, b.x, b.y)};
    carom__scene_add_segment(&out->scene, segment, cost_outline);
  }
}

static void add_arrow_obstacle(carom__stage* out, const carom__stage_arrow* arrow) {
  if (arrow->shown) carom__scene_add_segment(&out->scene, (carom__segment){arrow->from, arrow->to}, cost_arrow);
}

static void add_obstacles(const carom_figure_scene_input* input, carom__stage* out) {
  for (int i = 0; i < 2 * input->actor_count; ++i) add_arrow_obstacle(out, &out->arrows[i]);
  for (int i = 0; i < input->meeting_count; ++i) add_arrow_obstacle(out, &out->normals[i]);
  for (int i = 0; i < out->wall_count; ++i) {
    const carom_figure_wall* wall = &out->walls[i];
    carom_vec2 n = wall->normal;
    carom__segment segment;
    if (carom__view_clip_line(&out->sheet.view, (carom_line){n.x, n.y, -(n.x * wall->point.x + n.y * wall->point.y)},
                              &segment))
      carom__scene_add_segment(&out->scene, segment, cost_ground);
  }
  for (int i = 0; i < input->actor_count; ++i) add_outline(&input->actors[i], out);
  carom__marks_add_obstacles(&out->marks, &out->scene);
}

static void place_name(const carom_figure_scene_input* input, carom__stage* out, int index) {
  const carom_figure_actor* actor = &input->actors[index];
  carom__stage_name* name = &out->names[index];
  int lines = (*name->name != '\0') + (*name->spin != '\0');
  if (lines == 0 || (actor->fixed && actor->outline_count == 0)) return;
  double plain = 0.5 * CAROM__FONT_SMALL * fmin(carom__style_plain_width(name->name), 14.0) + 3.0;
  name->label = (carom__rect){.half_width = fmax(plain, carom__sheet_half_width(name->spin)),
                              .half_height = 0.5 * lines * CAROM__LINE_HEIGHT};
  carom__segment leader;
  name->centre = carom__view_pixel(&out->sheet.view, actor->centre.x, actor->centre.y);
  name->shown = carom__scene_try_at_point(&out->scene, name->centre, &name->label);
  // In a crowd nobody follows a leader.
  if (name->shown && out->crowded && carom__label_leader(name->centre, name->label, &leader)) name->shown = false;
}

static void place_labels(const carom_figure_scene_input* input, carom__stage* out) {
  carom__marks_place_if_room(&out->marks, &out->scene);
  for (int i = 0; i < 2 * input->actor_count; ++i) {
    carom__stage_arrow* arrow = &out->arrows[i];
    if (!arrow->shown || out->crowded) continue;
    arrow->label =
        (carom__rect){.half_width = carom__sheet_half_width(arrow->speed), .half_height = 0.5 * CAROM__LINE_HEIGHT};
    arrow->said = carom__scene_try_at_point(&out->scene, arrow->to, &arrow->label);
  }
  for (int i = 0; i < input->actor_count; ++i) place_name(input, out, i);
}

int carom__stage_legend(const carom_figure_scene_input* input, const carom__stage* stage,
                        carom__legend_entry* entries) {
  int count = 0;
  bool moves = stage->speed_scale > 0.0;
  if (moves)
    entries[count++] =
        (carom__legend_entry){CAROM__CURVE_BEFORE, input->start ? "velocity at the start" : "velocity before"};
  if (moves && !input->start) entries[count++] = (carom__legend_entry){CAROM__CURVE_AFTER, "velocity after"};
  if (input->meeting_count > 0) entries[count++] = (carom__legend_entry){CAROM__CURVE_PUSH, "normal at the contact"};
  if (stage->has_guess) entries[count++] = (carom__legend_entry){CAROM__CURVE_GUESS, "guessed shape"};
  if (*stage->longest) entries[count++] = (carom__legend_entry){CAROM__CURVE_NONE, stage->longest};
  return count;
}

void carom__stage_lay_out(const carom_figure_scene_input* input, carom__stage* out) {
  carom__legend_entry entries[CAROM__STAGE_MOST_ENTRIES];
  carom__sheet sheet = out->sheet;
  memset(out, 0, sizeof *out);
  out->sheet = sheet;
  out->sheet.right = margin_right;
  out->sheet.top -= 18.0;  // no labels above the box
  out->crowded = input->actor_count + input->meeting_count > CROWD;
  add_names(input, out);
  out->speed_scale = fastest(input);
  if (out->crowded && out->speed_scale > 0.0) {
    char number[40];
    carom__style_number(number, sizeof number, out->speed_scale);
    snprintf(out->longest, sizeof out->longest, "the longest arrow is %s m/s", number);
  }
  carom__sheet_fit_legend(&out->sheet, carom__stage_legend(input, out, entries));
  fit_view(input, out);
  add_velocities(input, out);
  add_meetings(input, out);
  for (int i = 0; i < input->wall_count; ++i) out->walls[out->wall_count++] = input->walls[i];
  out->scene = (carom__scene){.width = out->sheet.view.width, .height = out->sheet.view.height};
  add_obstacles(input, out);
  place_labels(input, out);
}
