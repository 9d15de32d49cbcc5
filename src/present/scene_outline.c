/// @file present/scene_outline.c
/// Outlines of bodies: where the file has shapes, else ones that reach to the contacts or fit the inertia.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "present/scene.h"

bool carom__has_shape(const carom_scenario_body* info) {
  return info->sphere_radius > 0 || info->point_count > 0;
}

/// An ellipse around a centre: root * (cos, sin).
static int draw_ellipse(carom_vec2 centre, const double root[2][2], carom_vec2* out) {
  for (int i = 0; i < CAROM__SCENE_SIDES; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / CAROM__SCENE_SIDES, c = cos(angle), s = sin(angle);
    out[i] = (carom_vec2){centre.x + root[0][0] * c + root[0][1] * s, centre.y + root[1][0] * c + root[1][1] * s};
  }
  return CAROM__SCENE_SIDES;
}

/// In the plane a body has an angle in place of its orientation.
static carom_mat3 orientation_of(const carom__cast* c, const carom_body* body, const carom_scenario_body* info) {
  if (c->item->scenario->dimension == 3) return body->orientation;
  const double cosine = cos(info->angle), sine = sin(info->angle);
  return (carom_mat3){{{cosine, -sine, 0}, {sine, cosine, 0}, {0, 0, 1}}};
}

static int draw_points(const carom__cast* c, const carom_body* body, const carom_scenario_body* info, carom_vec2* out) {
  const carom_mat3 orientation = orientation_of(c, body, info);
  carom_vec2* flat = carom__present_allocate((size_t)info->point_count, sizeof *flat);
  if (!flat) return -1;
  for (int i = 0; i < info->point_count; ++i)
    flat[i] = carom__seen(&c->v, carom_vec3_add(body->position, carom__turned(&orientation, info->points[i])));
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
static int guess_in_space(const carom__cast* c, const carom_body* body, carom_vec2* out) {
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
      const carom_vec3 a = carom__turned(&back, axes[i]), b = carom__turned(&back, axes[j]);
      seen_matrix[i][j] =
          5 / body->mass * (half * carom_vec3_dot(a, b) - carom_vec3_dot(a, carom__turned(&body->inertia, b)));
    }
  }
  const double first = sqrt(fmax(seen_matrix[0][0], 0)), mixed = first > 0 ? seen_matrix[0][1] / first : 0;
  const double root[2][2] = {{first, 0}, {mixed, sqrt(fmax(seen_matrix[1][1] - mixed * mixed, 0))}};
  return draw_ellipse(carom__seen(&c->v, body->position), root, out);
}

/// Where a body is touched farthest from its centre; at the centre if nowhere.
static carom_vec3 farthest_touch(const carom_scenario* scenario, int body) {
  carom_vec3 best = {0, 0, 0};
  for (int i = 0; i < scenario->contact_count; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    if (touch->body_a != body && touch->body_b != body) continue;
    const carom_vec3 arm = carom_vec3_sub(touch->point, scenario->bodies[body].position);
    if (carom__length_of(arm) > carom__length_of(best)) best = arm;
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
static int guess_in_plane(const carom__cast* c, int index, carom_vec2* out) {
  const carom_body* body = &c->item->scenario->bodies[index];
  const double slender = 0.25, thinnest = 0.03, moment = body->inertia.m[2][2] / body->mass;
  const carom_vec3 arm = farthest_touch(c->item->scenario, index);
  const double reach = carom__length_of(arm), a = reach > 0 ? reach : sqrt(2 * moment);
  const carom_vec2 centre = carom__seen(&c->v, body->position),
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
static int guess_from_touches(const carom__cast* c, int index, carom_vec2* out) {
  enum { MOST = CAROM__SCENE_SIDES / 2 };  // each gives two points
  const carom_scenario* scenario = c->item->scenario;
  const carom_vec2 centre = carom__seen(&c->v, scenario->bodies[index].position);
  carom_vec2 flat[2 * MOST];
  int count = 0;
  for (int i = 0; i < scenario->contact_count && count < 2 * MOST; ++i) {
    const carom_touch* touch = &scenario->touches[i];
    if (touch->body_a != index && touch->body_b != index) continue;
    const carom_vec2 p = carom__seen(&c->v, touch->point);
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
static int guess_stick(const carom__cast* c, int index, double size, carom_figure_actor* actor, carom_vec2* out) {
  const carom_scenario* scenario = c->item->scenario;
  int at = 0;
  while (at < scenario->contact_count && scenario->touches[at].body_a != index && scenario->touches[at].body_b != index)
    at++;
  if (at == scenario->contact_count) return 0;
  const carom_touch* touch = &scenario->touches[at];
  const double side = touch->body_a == index ? 1 : -1;
  const carom_vec3 guide = scenario->bodies[index].guide;
  const double sign = side * carom_vec3_dot(guide, touch->frame.n) < 0 ? -1 : 1;
  const carom_vec2 tip = carom__seen(&c->v, touch->point),
                   along = carom__seen(&c->v, carom_vec3_scale(sign * size, guide));
  const carom_vec2 wide = {-0.05 * along.y, 0.05 * along.x};
  out[0] = (carom_vec2){tip.x + wide.x, tip.y + wide.y};
  out[1] = (carom_vec2){tip.x + along.x + wide.x, tip.y + along.y + wide.y};
  out[2] = (carom_vec2){tip.x + along.x - wide.x, tip.y + along.y - wide.y};
  out[3] = (carom_vec2){tip.x - wide.x, tip.y - wide.y};
  actor->centre = (carom_vec2){tip.x + 0.5 * along.x, tip.y + 0.5 * along.y};
  return 4;
}

/// How large what is drawn so far is.
static double size_of(const carom__cast* c) {
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

int carom__take_outline(const carom__cast* c, int index, carom_figure_actor* actor, carom_vec2* out) {
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
