/// @file present/scene.c
/// The bodies of an impact: outlines where the file has shapes, else ones that fit the inertia; seen from the side.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/motion.h"

enum { SIDES = 48, MOST_ACTORS = CAROM_FIGURE_MAX_ACTORS, MOST_MEETINGS = CAROM_FIGURE_MAX_MEETINGS };

/// Two directions of the world that lie across and up; the third looks at the viewer.
typedef struct viewer {
  carom_vec3 across, up, toward;
  const char *across_words, *up_words;
} viewer;

static carom_vec2 seen(const viewer* v, carom_vec3 p) {
  return (carom_vec2){carom_vec3_dot(v->across, p), carom_vec3_dot(v->up, p)};
}

static double length_of(carom_vec3 a) {
  return sqrt(carom_vec3_dot(a, a));
}

static carom_vec3 unit(carom_vec3 a) {
  return carom_vec3_scale(1 / length_of(a), a);
}

/// What of a vector is across a unit vector.
static carom_vec3 part_across(carom_vec3 a, carom_vec3 axis) {
  return carom_vec3_sub(a, carom_vec3_scale(carom_vec3_dot(a, axis), axis));
}

static carom_vec3 turned(const carom_mat3* m, carom_vec3 p) {
  return (carom_vec3){m->m[0][0] * p.x + m->m[0][1] * p.y + m->m[0][2] * p.z,
                      m->m[1][0] * p.x + m->m[1][1] * p.y + m->m[1][2] * p.z,
                      m->m[2][0] * p.x + m->m[2][1] * p.y + m->m[2][2] * p.z};
}

/// The direction along the contact in which something moves fastest; a tangent where nothing does.
static carom_vec3 fastest_along(const carom_present_item* item, carom_vec3 n) {
  carom_vec3 best = item->scenario->touches[0].frame.t1;
  double most = 0, all = 0;
  for (int i = 0; i < 2 * item->scenario->body_count; ++i) {
    const carom_body* body = i % 2 == 0 ? &item->scenario->bodies[i / 2] : &item->result->bodies_after[i / 2];
    const carom_vec3 along = part_across(body->velocity, n);
    all = fmax(all, length_of(body->velocity));
    if (!(length_of(along) > most)) continue;
    most = length_of(along);
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
    if (length_of(across) > length_of(best)) best = across;
  }
  return length_of(best) > far ? unit(best) : fastest_along(item, n);
}

static const char* axis_words(carom_vec3 a, const char* other) {
  const double same = 0.9999;
  if (fabs(a.x) > same) return "{/:Italic x}";
  if (fabs(a.y) > same) return "{/:Italic y}";
  return fabs(a.z) > same ? "{/:Italic z}" : other;
}

/// The plane of two normals, or of the only one and the fastest motion along it, with z up if that can be seen, else y.
static viewer choose_viewer(const carom_present_item* item) {
  viewer v = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, "{/:Italic x}", "{/:Italic y}"};
  if (item->scenario->dimension == 2) return v;
  const carom_vec3 n = item->scenario->touches[0].frame.n, z = {0, 0, 1}, y = {0, 1, 0};
  v.toward = unit(carom_vec3_cross(n, best_across(item, n)));
  const carom_vec3 high = part_across(z, v.toward);
  v.up = unit(length_of(high) > 0.5 ? high : part_across(y, v.toward));
  v.across = carom_vec3_cross(v.up, v.toward);
  if (v.across.x + v.across.y < 0) {
    v.across = carom_vec3_scale(-1, v.across);
    v.toward = carom_vec3_scale(-1, v.toward);
  }
  v.across_words = axis_words(v.across, "across");
  v.up_words = axis_words(v.up, "up");
  return v;
}

/// The bodies as they are drawn, with the memory behind them.
typedef struct cast {
  const carom_present_item* item;
  viewer v;
  carom_figure_actor actors[MOST_ACTORS];
  carom_vec2* outlines[MOST_ACTORS];
  int count;
  carom_figure_meeting meetings[MOST_MEETINGS];
} cast;

static bool has_shape(const carom_scenario_body* info) {
  return info->sphere_radius > 0 || info->point_count > 0;
}

/// An ellipse around a centre: root * (cos, sin).
static int draw_ellipse(carom_vec2 centre, const double root[2][2], carom_vec2* out) {
  for (int i = 0; i < SIDES; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / SIDES, c = cos(angle), s = sin(angle);
    out[i] = (carom_vec2){centre.x + root[0][0] * c + root[0][1] * s, centre.y + root[1][0] * c + root[1][1] * s};
  }
  return SIDES;
}

static int draw_points(const cast* c, const carom_body* body, const carom_scenario_body* info, carom_vec2* out) {
  carom_vec2* flat = carom__present_allocate((size_t)info->point_count, sizeof *flat);
  if (!flat) return -1;
  for (int i = 0; i < info->point_count; ++i)
    flat[i] = seen(&c->v, carom_vec3_add(body->position, turned(&body->orientation, info->points[i])));
  int count = info->point_count;
  if (c->item->scenario->dimension == 3) {
    count = carom__show_hull(flat, count, out);
  } else {
    memcpy(out, flat, (size_t)count * sizeof *out);
  }
  free(flat);
  return count;
}

/// The solid ellipsoid that has this mass and this inertia: its matrix is 5/m (tr(I)/2 - I), and so is what one sees.
static int guess_in_space(const cast* c, const carom_body* body, carom_vec2* out) {
  const carom_vec3 axes[2] = {c->v.across, c->v.up};
  double seen_matrix[2][2], half = 0;
  for (int i = 0; i < 3; ++i) half += body->inertia.m[i][i] / 2;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      // R^T a and R^T b, between which the matrix of the body stands.
      const carom_mat3* r = &body->orientation;
      const carom_mat3 back = {{{r->m[0][0], r->m[1][0], r->m[2][0]},
                                {r->m[0][1], r->m[1][1], r->m[2][1]},
                                {r->m[0][2], r->m[1][2], r->m[2][2]}}};
      const carom_vec3 a = turned(&back, axes[i]), b = turned(&back, axes[j]);
      seen_matrix[i][j] = 5 / body->mass * (half * carom_vec3_dot(a, b) - carom_vec3_dot(a, turned(&body->inertia, b)));
    }
  }
  const double first = sqrt(fmax(seen_matrix[0][0], 0)), mixed = first > 0 ? seen_matrix[0][1] / first : 0;
  const double root[2][2] = {{first, 0}, {mixed, sqrt(fmax(seen_matrix[1][1] - mixed * mixed, 0))}};
  return draw_ellipse(seen(&c->v, body->position), root, out);
}

/// Where a body is touched farthest from its centre; at the centre if nowhere.
static carom_vec3 farthest_touch(const carom_scenario* scenario, int body) {
  carom_vec3 best = {0, 0, 0};
  for (int i = 0; i < scenario->contact_count; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    if (touch->body_a != body && touch->body_b != body) continue;
    const carom_vec3 arm = carom_vec3_sub(touch->point, scenario->bodies[body].position);
    if (length_of(arm) > length_of(best)) best = arm;
  }
  return best;
}

/// A box of these half lengths along a unit vector and across it.
static int draw_box(carom_vec2 centre, carom_vec2 along, double a, double b, carom_vec2* out) {
  static const double signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (int i = 0; i < 4; ++i) {
    const double u = signs[i][0] * a, v = signs[i][1] * b;
    out[i] = (carom_vec2){centre.x + u * along.x - v * along.y, centre.y + u * along.y + v * along.x};
  }
  return 4;
}

/// A body that reaches to its farthest contact and has this mass and inertia: a box if that is slender, a^2 + b^2 = 3
/// I/m, else a solid ellipse, a^2 + b^2 = 4 I/m.
static int guess_in_plane(const cast* c, int index, carom_vec2* out) {
  const carom_body* body = &c->item->scenario->bodies[index];
  const double slender = 0.25, thinnest = 0.03, moment = body->inertia.m[2][2] / body->mass;
  const carom_vec3 arm = farthest_touch(c->item->scenario, index);
  const double reach = length_of(arm), a = reach > 0 ? reach : sqrt(2 * moment);
  const carom_vec2 centre = seen(&c->v, body->position),
                   along = reach > 0 ? (carom_vec2){arm.x / reach, arm.y / reach} : (carom_vec2){1, 0};
  const double width = sqrt(fmax(3 * moment - a * a, 0));
  if (width < slender * a) return draw_box(centre, along, a, fmax(width, thinnest * a), out);
  const double b = sqrt(4 * moment - a * a);  // more than 3 I/m - a^2, which is > 0
  const double root[2][2] = {{a * along.x, -b * along.y}, {a * along.y, b * along.x}};
  return draw_ellipse(centre, root, out);
}

/// Whether a body looks round where it is touched: every normal goes through its centre.
static bool is_touched_radially(const carom_scenario* scenario, int body) {
  const double square = 1e-6;  // sin^2 of the angle between them, which numbers typed by hand meet
  for (int i = 0; i < scenario->contact_count; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    if (touch->body_a != body && touch->body_b != body) continue;
    const carom_vec3 arm = carom_vec3_sub(touch->point, scenario->bodies[body].position);
    const carom_vec3 off = carom_vec3_cross(arm, touch->frame.n);
    if (carom_vec3_dot(off, off) > square * carom_vec3_dot(arm, arm)) return false;
  }
  return true;
}

/// A body that is touched at several places, and no ball: it reaches to all of them, and as far on the other side of
/// its centre. 0 where that says nothing.
static int guess_from_touches(const cast* c, int index, carom_vec2* out) {
  enum { MOST = SIDES / 2 };  // each gives two points
  const carom_scenario* scenario = c->item->scenario;
  const carom_vec2 centre = seen(&c->v, scenario->bodies[index].position);
  carom_vec2 flat[2 * MOST];
  int count = 0;
  for (int i = 0; i < scenario->contact_count && count < 2 * MOST; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    if (touch->body_a != index && touch->body_b != index) continue;
    const carom_vec2 p = seen(&c->v, touch->point);
    flat[count++] = p;
    flat[count++] = (carom_vec2){2 * centre.x - p.x, 2 * centre.y - p.y};
  }
  if (count < 4 || is_touched_radially(scenario, index)) return 0;
  const int size = carom__show_hull(flat, count, out);
  const double thin = 1e-3;
  double area = 0, reach = 0;
  for (int i = 0; i < size; ++i) {
    const carom_vec2 p = {out[i].x - centre.x, out[i].y - centre.y};
    const carom_vec2 q = {out[(i + 1) % size].x - centre.x, out[(i + 1) % size].y - centre.y};
    area += 0.5 * (p.x * q.y - p.y * q.x);
    reach = fmax(reach, hypot(p.x, p.y));
  }
  return area > thin * reach * reach ? size : 0;
}

/// A body in a bearing: a stick from its contact away from the other body, as long as those are large.
static int guess_stick(const cast* c, int index, double size, carom_figure_actor* actor, carom_vec2* out) {
  const carom_scenario* scenario = c->item->scenario;
  int at = 0;
  while (at < scenario->contact_count && scenario->touches[at].body_a != index && scenario->touches[at].body_b != index)
    at++;
  if (at == scenario->contact_count) return 0;
  const carom_touch* touch = &scenario->touches[at];
  const double side = touch->body_a == index ? 1 : -1;
  const carom_vec3 guide = scenario->bodies[index].guide;
  const double sign = side * carom_vec3_dot(guide, touch->frame.n) < 0 ? -1 : 1;
  const carom_vec2 tip = seen(&c->v, touch->point), along = seen(&c->v, carom_vec3_scale(sign * size, guide));
  const carom_vec2 wide = {-0.05 * along.y, 0.05 * along.x};
  out[0] = (carom_vec2){tip.x + wide.x, tip.y + wide.y};
  out[1] = (carom_vec2){tip.x + along.x + wide.x, tip.y + along.y + wide.y};
  out[2] = (carom_vec2){tip.x + along.x - wide.x, tip.y + along.y - wide.y};
  out[3] = (carom_vec2){tip.x - wide.x, tip.y - wide.y};
  actor->centre = (carom_vec2){tip.x + 0.5 * along.x, tip.y + 0.5 * along.y};
  return 4;
}

/// How large what is drawn so far is.
static double size_of(const cast* c) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < c->count; ++i) {
    for (int j = 0; j < c->actors[i].outline_count; ++j) {
      const carom_vec2 p = c->actors[i].outline[j];
      low = fmin(low, fmin(p.x, p.y));
      high = fmax(high, fmax(p.x, p.y));
    }
  }
  return high > low ? high - low : 1;
}

static int take_outline(const cast* c, int index, carom_figure_actor* actor, carom_vec2* out) {
  const carom_body* body = &c->item->scenario->bodies[index];
  const carom_scenario_body* info = &c->item->scenario->body_info[index];
  const double r = info->sphere_radius, round[2][2] = {{r, 0}, {0, r}};
  if (r > 0) return draw_ellipse(actor->centre, round, out);
  if (info->point_count > 0) return draw_points(c, body, info, out);
  actor->guessed = true;
  if (body->kind == CAROM_BODY_GUIDED) return guess_stick(c, index, size_of(c), actor, out);
  const int count = guess_from_touches(c, index, out);
  if (count > 0) return count;
  return c->item->scenario->dimension == 3 ? guess_in_space(c, body, out) : guess_in_plane(c, index, out);
}

/// False without memory.
static bool take_actor(cast* c, int index) {
  const carom_body *body = &c->item->scenario->bodies[index], *after = &c->item->result->bodies_after[index];
  const carom_scenario_body* info = &c->item->scenario->body_info[index];
  const int room = 2 * (info->point_count > SIDES ? info->point_count : SIDES) + 2;  // a hull needs twice as many
  carom_figure_actor* actor = &c->actors[c->count];
  *actor = (carom_figure_actor){.name = info->name,
                                .fixed = body->kind == CAROM_BODY_FIXED,
                                .centre = seen(&c->v, body->position),
                                .before = seen(&c->v, body->velocity),
                                .after = seen(&c->v, after->velocity),
                                .spin_before = carom_vec3_dot(c->v.toward, body->spin),
                                .spin_after = carom_vec3_dot(c->v.toward, after->spin)};
  c->outlines[c->count] = carom__present_allocate((size_t)room, sizeof(carom_vec2));
  if (!c->outlines[c->count]) return false;
  const int count = take_outline(c, index, actor, c->outlines[c->count]);
  if (count < 0) return false;
  actor->outline = c->outlines[c->count];
  actor->outline_count = count;
  ++c->count;
  return true;
}

/// Bodies in bearings last: how long they are drawn depends on the others. Ground has no outline.
static bool take_actors(cast* c) {
  const carom_scenario* scenario = c->item->scenario;
  for (int guided = 0; guided < 2; ++guided) {
    for (int i = 0; i < scenario->body_count && c->count < MOST_ACTORS; ++i) {
      if ((scenario->bodies[i].kind == CAROM_BODY_GUIDED) != guided) continue;
      if (scenario->bodies[i].kind == CAROM_BODY_FIXED && !has_shape(&scenario->body_info[i])) continue;
      if (!take_actor(c, i)) return false;
    }
  }
  return true;
}

static bool is_ground(const carom_scenario* scenario, int body) {
  return scenario->bodies[body].kind == CAROM_BODY_FIXED && !has_shape(&scenario->body_info[body]);
}

static int take_meetings(cast* c) {
  const carom_scenario* scenario = c->item->scenario;
  int count = 0;
  for (; count < scenario->contact_count && count < MOST_MEETINGS; ++count) {
    const carom_touch* touch = &scenario->touches[count];
    const int ground = is_ground(scenario, touch->body_b) ? -1 : is_ground(scenario, touch->body_a) ? 1 : 0;
    c->meetings[count] = (carom_figure_meeting){seen(&c->v, touch->point), seen(&c->v, touch->frame.n), ground};
  }
  return count;
}

/// Whether any body moves otherwise than before.
static bool is_impact(const carom_present_item* item) {
  for (int i = 0; i < item->scenario->body_count; ++i) {
    const carom_body *before = &item->scenario->bodies[i], *after = &item->result->bodies_after[i];
    const carom_vec3 change = carom_vec3_sub(after->velocity, before->velocity),
                     turn = carom_vec3_sub(after->spin, before->spin);
    if (length_of(change) > 0 || length_of(turn) > 0) return true;
  }
  return false;
}

static void describe(const cast* c, size_t size, char* out) {
  const carom_scenario* scenario = c->item->scenario;
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

static carom_status draw(carom__subject* subject, cast* c) {
  char subtitle[200];
  describe(c, sizeof subtitle, subtitle);
  const carom_figure_scene_input input = {.actors = c->actors,
                                          .actor_count = c->count,
                                          .meetings = c->meetings,
                                          .meeting_count = take_meetings(c),
                                          .across = c->v.across_words,
                                          .up = c->v.up_words,
                                          .subtitle = subtitle};
  carom__suggest_usual_size(&subject->figure);
  return carom_figure_scene(&subject->figure, &input, subject->diag);
}

carom_status carom__draw_scene(carom__subject* subject) {
  const carom_present_item* item = &subject->bundle->items[0];
  cast* c = carom__present_allocate(1, sizeof *c);
  if (!c) return CAROM_NO_MEMORY;
  c->item = item;
  c->v = choose_viewer(item);
  const carom_status status = take_actors(c) ? draw(subject, c) : CAROM_NO_MEMORY;
  for (int i = 0; i < MOST_ACTORS; ++i) free(c->outlines[i]);
  free(c);
  return status;
}
