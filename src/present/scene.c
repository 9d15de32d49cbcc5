/// @file present/scene.c
/// The bodies of an impact, or of a motion as it starts, seen from the side.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/scene.h"

static carom_vec3 unit(carom_vec3 a) {
  return carom_vec3_scale(1 / carom__length_of(a), a);
}

/// What of a vector is across a unit vector.
static carom_vec3 part_across(carom_vec3 a, carom_vec3 axis) {
  return carom_vec3_sub(a, carom_vec3_scale(carom_vec3_dot(a, axis), axis));
}

/// The direction along the contact in which something moves fastest; a tangent where nothing does.
static carom_vec3 fastest_along(const carom_present_item* item, carom_vec3 n) {
  carom_vec3 best = item->scenario->touches[0].frame.t1;
  double most = 0, all = 0;
  for (int i = 0; i < 2 * item->scenario->body_count; ++i) {
    const carom_body* body = i % 2 == 0 ? &item->scenario->bodies[i / 2] : &item->result->bodies_after[i / 2];
    const carom_vec3 along = part_across(body->velocity, n);
    all = fmax(all, carom__length_of(body->velocity));
    if (!(carom__length_of(along) > most)) continue;
    most = carom__length_of(along);
    best = along;
  }
  return most > 1e-9 * all ? unit(best) : item->scenario->touches[0].frame.t1;
}

/// What of the other normals is most across the first one, if one of them is far from it; else the fastest motion.
static carom_vec3 best_across(const carom_present_item* item, carom_vec3 n) {
  const double far = 0.1;
  carom_vec3 best = {0, 0, 0};
  for (int i = 1; i < item->scenario->contact_count; ++i) {
    const carom_vec3 across = part_across(item->scenario->touches[i].frame.n, n);
    if (carom__length_of(across) > carom__length_of(best)) best = across;
  }
  return carom__length_of(best) > far ? unit(best) : fastest_along(item, n);
}

static const char* axis_words(carom_vec3 a, const char* other) {
  const double same = 0.9999;
  if (fabs(a.x) > same) return "{/:Italic x}";
  if (fabs(a.y) > same) return "{/:Italic y}";
  return fabs(a.z) > same ? "{/:Italic z}" : other;
}

/// The plane of two normals, or of the only one and the fastest motion along it, with z up if that can be seen, else y.
static carom__viewer choose_viewer(const carom_present_item* item) {
  carom__viewer v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, "{/:Italic x}", "{/:Italic y}"};
  if (item->scenario->dimension == 2) return v;
  const carom_vec3 n = item->scenario->touches[0].frame.n, z = {0, 0, 1}, y = {0, 1, 0};
  v.toward = unit(carom_vec3_cross(n, best_across(item, n)));
  const carom_vec3 high = part_across(z, v.toward);
  v.up = unit(carom__length_of(high) > 0.5 ? high : part_across(y, v.toward));
  v.across = carom_vec3_cross(v.up, v.toward);
  if (v.across.x + v.across.y < 0) {
    v.across = carom_vec3_scale(-1, v.across);
    v.toward = carom_vec3_scale(-1, v.toward);
  }
  v.across_words = axis_words(v.across, "across");
  v.up_words = axis_words(v.up, "up");
  return v;
}

/// Of a motion there is no impact to be seen, but how it starts.
static bool is_start(const carom_present_item* item) {
  return item->simulation != NULL;
}

/// A motion from the side, a table from above.
static carom__axes axes_of_motion(const carom_present_item* item) {
  const bool flat = item->scenario->dimension == 2 || item->scenario->table;
  return flat ? (carom__axes){0, 1} : carom__show_axes(item);
}

static carom__viewer viewer_along(carom__axes axes) {
  static const char* const letters[] = {"{/:Italic x}", "{/:Italic y}", "{/:Italic z}"};
  static const carom_vec3 units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return (carom__viewer){units[axes.across], units[axes.up], carom_vec3_cross(units[axes.across], units[axes.up]),
                         letters[axes.across], letters[axes.up]};
}

/// False without memory.
static bool take_actor(carom__cast* c, int index) {
  const carom_body *body = &c->item->scenario->bodies[index],
                   *after = is_start(c->item) ? body : &c->item->result->bodies_after[index];
  const carom_scenario_body* info = &c->item->scenario->body_info[index];
  const int room = 2 * (info->point_count > CAROM__SCENE_SIDES ? info->point_count : CAROM__SCENE_SIDES) +
                   2;  // a hull needs twice as many
  carom_figure_actor* actor = &c->actors[c->count];
  *actor = (carom_figure_actor){.name = info->name,
                                .fixed = body->kind == CAROM_BODY_FIXED,
                                .centre = carom__seen(&c->v, body->position),
                                .before = carom__seen(&c->v, body->velocity),
                                .after = carom__seen(&c->v, after->velocity),
                                .spin_before = carom_vec3_dot(c->v.toward, body->spin),
                                .spin_after = carom_vec3_dot(c->v.toward, after->spin)};
  c->outlines[c->count] = carom__present_allocate((size_t)room, sizeof(carom_vec2));
  if (!c->outlines[c->count]) return false;
  const int count = carom__take_outline(c, index, actor, c->outlines[c->count]);
  if (count < 0) return false;
  actor->outline = c->outlines[c->count];
  actor->outline_count = count;
  ++c->count;
  return true;
}

/// Bodies in bearings last: how long they are drawn depends on the others. Ground has no outline.
static bool take_actors(carom__cast* c) {
  const carom_scenario* scenario = c->item->scenario;
  for (int guided = 0; guided < 2; ++guided) {
    for (int i = 0; i < scenario->body_count && c->count < CAROM__MOST_ACTORS; ++i) {
      if ((scenario->bodies[i].kind == CAROM_BODY_GUIDED) != guided) continue;
      if (scenario->bodies[i].kind == CAROM_BODY_FIXED && !carom__has_shape(&scenario->body_info[i])) continue;
      if (!take_actor(c, i)) return false;
    }
  }
  return true;
}

static bool is_ground(const carom_scenario* scenario, int body) {
  return scenario->bodies[body].kind == CAROM_BODY_FIXED && !carom__has_shape(&scenario->body_info[body]);
}

static int take_meetings(carom__cast* c) {
  const carom_scenario* scenario = c->item->scenario;
  int count = 0;
  for (; count < scenario->contact_count && count < CAROM__MOST_MEETINGS; ++count) {
    const carom_touch* touch = &scenario->touches[count];
    const int ground = is_ground(scenario, touch->body_b) ? -1 : is_ground(scenario, touch->body_a) ? 1 : 0;
    c->meetings[count] =
        (carom_figure_meeting){carom__seen(&c->v, touch->point), carom__seen(&c->v, touch->frame.n), ground};
  }
  return count;
}

/// Planes that are seen from their edge.
static int take_walls(const carom__cast* c, carom_figure_wall* walls) {
  return c->item->scenario->table ? 0 : carom__show_walls(&c->item->scenario->motion, axes_of_motion(c->item), walls);
}

/// Whether any body moves otherwise than before.
static bool is_impact(const carom_present_item* item) {
  for (int i = 0; i < item->scenario->body_count; ++i) {
    const carom_body *before = &item->scenario->bodies[i], *after = &item->result->bodies_after[i];
    const carom_vec3 change = carom_vec3_sub(after->velocity, before->velocity),
                     turn = carom_vec3_sub(after->spin, before->spin);
    if (carom__length_of(change) > 0 || carom__length_of(turn) > 0) return true;
  }
  return false;
}

static void describe(const carom__cast* c, size_t size, char* out) {
  const carom_scenario* scenario = c->item->scenario;
  if (is_start(c->item)) {
    snprintf(out, size, "at the start");
    return;
  }
  const carom_surface* surface = &scenario->surfaces[0];
  const bool tilted = c->v.across_words[0] != '{' || c->v.up_words[0] != '{';
  const char* plane = tilted ? "  ·  in the plane of normal and slip" : "";
  const char* none = is_impact(c->item) ? "" : "no impact  ·  ";
  if (scenario->contact_count == 1)
    snprintf(out, size, "%s%s, {/:Italic e} = %.4g  ·  μ = %.4g%s", none, carom_law_name(surface->law), surface->e,
             surface->mu, plane);
  else
    snprintf(out, size, "%s%d contacts%s", none, scenario->contact_count, plane);
}

static carom_status draw(carom__subject* subject, carom__cast* c) {
  char subtitle[200];
  carom_figure_wall walls[CAROM_FIGURE_MAX_WALLS];
  const bool start = is_start(c->item);
  describe(c, sizeof subtitle, subtitle);
  const carom_figure_scene_input input = {.actors = c->actors,
                                          .actor_count = c->count,
                                          .meetings = c->meetings,
                                          .meeting_count = take_meetings(c),
                                          .walls = walls,
                                          .wall_count = start ? take_walls(c, walls) : 0,
                                          .start = start,
                                          .across = c->v.across_words,
                                          .up = c->v.up_words,
                                          .subtitle = subtitle};
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_scene(&subject->figure, &input, subject->diag);
}

carom_status carom__draw_scene(carom__subject* subject) {
  const carom_present_item* item = &subject->bundle->items[0];
  carom__cast* c = carom__present_allocate(1, sizeof *c);
  if (!c) return CAROM_NO_MEMORY;
  c->item = item;
  c->v = is_start(item) ? viewer_along(axes_of_motion(item)) : choose_viewer(item);
  const carom_status status = take_actors(c) ? draw(subject, c) : CAROM_NO_MEMORY;
  for (int i = 0; i < CAROM__MOST_ACTORS; ++i) free(c->outlines[i]);
  free(c);
  return status;
}
