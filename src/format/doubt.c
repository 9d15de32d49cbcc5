// Questions about a scenario that is valid but looks as if something else was meant: a normal that points the wrong
// way, a contact off the body, degrees for radians, grams for kilograms. They change nothing.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/diag.h"
#include "carom/run.h"

/// Part of the distance to the mass centre: a centre further behind the contact than this is on the wrong side.
/// Contacts where the centre lies in the tangent plane exist; rounding is far below.
static const double BEHIND = 0.02;
/// Part of the size of a body: a contact point further off its surface than this is not on it.
static const double OFF_SURFACE = 0.02;
/// kg/m^3: osmium, the densest of all materials, has 22590; hydrogen, the lightest of gases, 0.09.
static const double DENSEST = 25000, LIGHTEST = 0.05;
/// How much a moment of inertia may exceed what the mass could have at the rim.
static const double INERTIA_ROUNDING = 1.02;

static const double PI = 3.14159265358979323846;

typedef struct asking {
  const carom_scenario* scenario;
  int capacity, count;
  carom_doubt* out;
} asking;

static void ask(asking* list, const char* key, const char* format, ...) CAROM__PRINTF(3, 4);

static void ask(asking* list, const char* key, const char* format, ...) {
  if (list->count >= list->capacity) return;
  carom_doubt* doubt = &list->out[list->count++];
  va_list arguments;
  snprintf(doubt->key, sizeof doubt->key, "%s", key);
  va_start(arguments, format);
  vsnprintf(doubt->text, sizeof doubt->text, format, arguments);
  va_end(arguments);
}

static const char* name_of(const asking* list, int body) {
  return list->scenario->body_info[body].name;
}

// ---- contacts ----

/// How far the mass centre of a body lies on its own side of a contact, as a part of its distance: 1 straight behind
/// the point, -1 straight on the other body's side. NaN where the body has no place.
static double side_of(const asking* list, const carom_touch* touch, int body) {
  if (list->scenario->bodies[body].kind != CAROM_BODY_FREE) return (double)NAN;
  const carom_vec3 arm = carom_vec3_sub(list->scenario->bodies[body].position, touch->point);
  const double along = carom_vec3_dot(arm, touch->frame.n);
  return (body == touch->body_a ? along : -along) / carom_vec3_norm(arm);
}

static void doubt_normal(asking* list, int contact) {
  const carom_touch* touch = &list->scenario->touches[contact];
  const double a = side_of(list, touch, touch->body_a), b = side_of(list, touch, touch->body_b);
  const bool some_behind = a < -BEHIND || b<-BEHIND, some_right = a> - BEHIND || b > -BEHIND;
  if (!some_behind || some_right) return;
  const int witness = a < -BEHIND ? touch->body_a : touch->body_b;
  char key[48];
  snprintf(key, sizeof key, "contacts.%d.normal", contact);
  ask(list, key,
      "the normal must point from \"%.40s\" into \"%.40s\", but the mass centre of \"%.40s\" lies on the other side: "
      "is "
      "the normal reversed, or are the two names swapped?",
      name_of(list, touch->body_b), name_of(list, touch->body_a), name_of(list, witness));
}

/// The largest distance of the body's shape from its mass centre; 0 without a shape.
static double reach_of(const carom_scenario_body* info) {
  double reach = info->sphere_radius;
  for (int i = 0; i < info->point_count; ++i) reach = fmax(reach, carom_vec3_norm(info->points[i]));
  return reach;
}

static carom_vec3 corner_in_world(const carom_scenario* scenario, int body, int corner) {
  const carom_scenario_body* info = &scenario->body_info[body];
  const carom_vec3 p = info->points[corner], x = scenario->bodies[body].position;
  const carom_mat3 turn = scenario->dimension == 3 ? scenario->bodies[body].orientation
                                                   : carom_mat3_from_axis_angle((carom_vec3){0, 0, 1}, info->angle);
  return carom_vec3_add(x, carom_mat3_apply(turn, p));
}

/// How far a contact lies off the shape of a body: off the sphere, or off the plane through the corners that come first
/// along the normal, or further away than any corner.
static double off_surface(const carom_scenario* scenario, const carom_touch* touch, int body) {
  const carom_scenario_body* info = &scenario->body_info[body];
  const double distance = carom_vec3_norm(carom_vec3_sub(touch->point, scenario->bodies[body].position));
  if (info->point_count == 0) return fabs(distance - info->sphere_radius);
  const double side = body == touch->body_a ? 1 : -1;
  double nearest = HUGE_VAL;
  for (int i = 0; i < info->point_count; ++i) {
    const carom_vec3 arm = carom_vec3_sub(corner_in_world(scenario, body, i), touch->point);
    nearest = fmin(nearest, side * carom_vec3_dot(arm, touch->frame.n));
  }
  return fmax(fabs(nearest), distance - reach_of(info));
}

static void doubt_point(asking* list, int contact, int body) {
  const carom_touch* touch = &list->scenario->touches[contact];
  const carom_scenario_body* info = &list->scenario->body_info[body];
  const double reach = reach_of(info);
  if (list->scenario->bodies[body].kind != CAROM_BODY_FREE || reach == 0) return;
  const double off = off_surface(list->scenario, touch, body);
  if (!(off > OFF_SURFACE * reach)) return;
  char key[48];
  snprintf(key, sizeof key, "contacts.%d.point", contact);
  ask(list, key, "it lies %.3g m off the surface of \"%.40s\", whose shape reaches %.3g m from its mass centre", off,
      info->name, reach);
}

/// Where nothing says which way is which: the sign of the row, or of v.
static void doubt_signs(asking* list, const carom_result* result) {
  const bool is_mechanism = list->scenario->kind == CAROM_SCENARIO_MECHANISM;
  if (!result || !(result->outcome.warnings & CAROM_WARN_SEPARATING)) return;
  ask(list, is_mechanism ? "contacts.0.jacobian" : "contact_space.v",
      "a contact approaches where its normal velocity is negative, and here none does: is the sign of the normal %s "
      "right?",
      is_mechanism ? "row, the last one," : "component");
}

static void doubt_contacts(asking* list, const carom_result* result) {
  if (list->scenario->kind != CAROM_SCENARIO_BODIES) {
    doubt_signs(list, result);
    return;
  }
  for (int i = 0; i < list->scenario->contact_count; ++i) {
    doubt_normal(list, i);
    doubt_point(list, i, list->scenario->touches[i].body_a);
    doubt_point(list, i, list->scenario->touches[i].body_b);
  }
}

// ---- bodies ----

/// The volume that the shape encloses, at most; 0 where it has none or the thickness is not known.
static double volume_of(const carom_scenario* scenario, const carom_scenario_body* info) {
  if (scenario->dimension == 2) return 0;
  if (info->point_count == 0) return 4 * PI / 3 * info->sphere_radius * info->sphere_radius * info->sphere_radius;
  carom_vec3 low = info->points[0], high = low;
  for (int i = 1; i < info->point_count; ++i) {
    const carom_vec3 p = info->points[i];
    low = (carom_vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
    high = (carom_vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
  }
  return (high.x - low.x) * (high.y - low.y) * (high.z - low.z);
}

static void doubt_mass(asking* list, const carom_body* body, const carom_scenario_body* info) {
  const double volume = volume_of(list->scenario, info), density = body->mass / volume;
  char key[96];
  if (!(volume > 0) || (density <= DENSEST && density >= LIGHTEST)) return;
  if (density > DENSEST) {
    snprintf(key, sizeof key, "bodies.%.60s.mass", info->name);
    ask(list, key,
        "%.6g kg within this shape are %.2g kg/m^3, more than any material has: is it in grams? A text such as "
        "\"%.6g g\" is understood",
        body->mass, density, body->mass);
  } else {
    snprintf(key, sizeof key, "bodies.%.60s.shape", info->name);
    ask(list, key,
        "%.6g kg within this shape are %.2g kg/m^3, lighter than any gas: is the shape in metres? A text such as "
        "\"28 mm\" is understood",
        body->mass, density);
  }
}

static void doubt_inertia(asking* list, const carom_body* body, const carom_scenario_body* info) {
  const double reach = reach_of(info), most = body->mass * reach * reach;
  const carom_mat3* j = &body->inertia;
  // The trace of the inertia is twice the sum of m r^2.
  const double sum = list->scenario->dimension == 2 ? j->m[2][2] : (j->m[0][0] + j->m[1][1] + j->m[2][2]) / 2;
  char key[96];
  if (!(reach > 0) || sum <= INERTIA_ROUNDING * most) return;
  snprintf(key, sizeof key, "bodies.%.60s.inertia", info->name);
  ask(list, key,
      "%.6g kg within %.3g m of the mass centre can have %.3g kg m^2 at most: is it about the mass centre, and in kg "
      "m^2?",
      body->mass, reach, most);
}

static void doubt_angle(asking* list, const char* key, double angle) {
  if (fabs(angle) <= 2 * PI) return;
  ask(list, key, "%.6g rad is more than a turn: is it in degrees? A text such as \"%.6g deg\" is understood", angle,
      angle);
}

static void doubt_body(asking* list, int index) {
  const carom_body* body = &list->scenario->bodies[index];
  const carom_scenario_body* info = &list->scenario->body_info[index];
  char key[96];
  if (body->kind != CAROM_BODY_FREE) return;
  snprintf(key, sizeof key, "bodies.%.60s.%s", info->name,
           list->scenario->dimension == 2 ? "angle" : "orientation.angle");
  doubt_angle(list, key, list->scenario->dimension == 2 ? info->angle : info->turned);
  doubt_mass(list, body, info);
  doubt_inertia(list, body, info);
}

int carom_scenario_doubts(const carom_scenario* scenario, const carom_result* result, int capacity, carom_doubt* out) {
  asking list = {.scenario = scenario, .capacity = capacity, .out = out};
  char key[48];
  doubt_contacts(&list, result);
  for (int i = 0; i < scenario->body_count; ++i) doubt_body(&list, i);
  for (int i = 0; i < scenario->chain.link_count; ++i) {
    snprintf(key, sizeof key, "chain.angles.%d", i);
    doubt_angle(&list, key, scenario->chain.angles[i]);
  }
  return list.count;
}
