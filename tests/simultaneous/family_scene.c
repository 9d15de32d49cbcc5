// Rigid bodies and their contacts as W and v, by formulas of its own: nothing of the library is used.
#include "simultaneous/family_scene.h"

#include <math.h>
#include <string.h>

carom_contact_problem family_view(const family_problem* p) {
  return (carom_contact_problem){p->dimension, p->count, p->w, p->v, p->surfaces};
}

void family_add_coordinate(family_problem* p, const double* j, double inverse_mass, double rate) {
  const int size = p->dimension * p->count;
  for (int a = 0; a < size; ++a) {
    p->v[a] += rate * j[a];
    for (int b = 0; b < size && j[a] != 0; ++b) p->w[a * size + b] += inverse_mass * (j[a] * j[b]);
  }
}

static scene_body* add_body(scene* s, const double* centre, double mass) {
  scene_body* body = &s->bodies[s->body_count++];
  memset(body, 0, sizeof *body);
  for (int k = 0; k < 3; ++k) {
    body->centre[k] = centre[k];
    body->inverse[k] = 1 / mass;
  }
  return body;
}

scene_body* scene_add_box(scene* s, const double* centre, const double* half, double mass) {
  scene_body* body = add_body(s, centre, mass);
  for (int k = 0; k < 3; ++k) {
    const double a = half[(k + 1) % 3], b = half[(k + 2) % 3];
    body->inverse[3 + k] = 3 / (mass * (a * a + b * b));
  }
  return body;
}

scene_body* scene_add_ball(scene* s, const double* centre, double radius, double mass) {
  scene_body* body = add_body(s, centre, mass);
  for (int k = 0; k < 3; ++k) body->inverse[3 + k] = 2.5 / (mass * radius * radius);
  return body;
}

static void cross(const double* a, const double* b, double* to) {
  for (int k = 0; k < 3; ++k) to[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void normalize(double* a) {
  const double length = hypot(hypot(a[0], a[1]), a[2]);
  for (int k = 0; k < 3; ++k) a[k] /= length;
}

/// In the plane y = 0 the tangent that lies in it comes first.
static void set_tangents(scene_contact* c) {
  static const double y[3] = {0, 1, 0}, x[3] = {1, 0, 0};
  cross(fabs(c->normal[1]) < 0.9 ? y : x, c->normal, c->tangent[0]);
  normalize(c->tangent[0]);
  cross(c->normal, c->tangent[0], c->tangent[1]);
}

void scene_touch(scene* s, int a, int b, const double* point, const double* normal) {
  scene_contact* c = &s->contacts[s->contact_count++];
  c->a = a;
  c->b = b;
  memcpy(c->point, point, sizeof c->point);
  memcpy(c->normal, normal, sizeof c->normal);
  normalize(c->normal);
  set_tangents(c);
}

void scene_stand(scene* s, int box, int below, const double* half) {
  static const double up[3] = {0, 0, 1};
  const double* centre = s->bodies[box].centre;
  for (int i = 0; i < 4; ++i) {
    const double corner[3] = {centre[0] + (i & 1 ? half[0] : -half[0]), centre[1] + (i & 2 ? half[1] : -half[1]),
                              centre[2] - half[2]};
    scene_touch(s, box, below, corner, up);
  }
}

/// How far the point moves along the axis, for a unit of the coordinate.
static double moves(const scene_body* body, int coordinate, const double* point, const double* axis) {
  if (coordinate < 3) return axis[coordinate];
  const double arm[3] = {point[0] - body->centre[0], point[1] - body->centre[1], point[2] - body->centre[2]};
  const double turn[3] = {coordinate == 3, coordinate == 4, coordinate == 5};
  double by[3];
  cross(turn, arm, by);
  return by[0] * axis[0] + by[1] * axis[1] + by[2] * axis[2];
}

static void fill_row(const scene* s, int body, int coordinate, double* j) {
  for (int i = 0; i < s->contact_count; ++i) {
    const scene_contact* c = &s->contacts[i];
    const double sign = c->a == body ? 1 : c->b == body ? -1 : 0;
    double* row = j + i * s->dimension;
    for (int k = 0; k < s->dimension && sign != 0; ++k)
      row[k] = sign * moves(&s->bodies[body], coordinate, c->point, k == s->dimension - 1 ? c->normal : c->tangent[k]);
  }
}

void scene_make(const scene* s, family_problem* p) {
  p->dimension = s->dimension;
  p->count = s->contact_count;
  memset(p->w, 0, sizeof p->w);
  memset(p->v, 0, sizeof p->v);
  for (int body = 0; body < s->body_count; ++body)
    for (int k = 0; k < SCENE_COORDINATES; ++k) {
      double j[FAMILY_SIZE] = {0};
      fill_row(s, body, k, j);
      family_add_coordinate(p, j, s->bodies[body].inverse[k], s->bodies[body].rate[k]);
    }
}
