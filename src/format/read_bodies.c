// The key "bodies".
#include <float.h>
#include <math.h>
#include <string.h>

#include "format/read.h"
#include "text/nearest.h"

static const char* const BODY_KEYS[] = {"fixed",      "mass",  "inertia", "position", "orientation", "velocity", "spin",
                                        "spin_frame", "guide", "shape",   "angle",    "pivot",       NULL};
static const char* const FIXED_KEYS[] = {"fixed", NULL};
static const char* const GUIDED_KEYS[] = {"fixed", "mass", "guide", "velocity", NULL};
static const char* const PLANAR_KEYS[] = {"fixed", "mass",  "inertia", "position", "velocity", "spin",
                                          "guide", "shape", "angle",   "pivot",    NULL};
static const char* const SPATIAL_KEYS[] = {"fixed", "mass",       "inertia", "position", "orientation", "velocity",
                                           "spin",  "spin_frame", "guide",   "shape",    "pivot",       NULL};

static bool check_body_keys(const carom__node* node, carom_body_kind kind, int dimension) {
  carom__keys keys = {SPATIAL_KEYS, BODY_KEYS, "a 3-D body turns by its \"orientation\"; \"angle\" is for 2-D"};
  if (kind == CAROM_BODY_FIXED) {
    keys = (carom__keys){FIXED_KEYS, BODY_KEYS, "a body with \"fixed\": true has no other keys"};
  } else if (kind == CAROM_BODY_GUIDED) {
    keys = (carom__keys){GUIDED_KEYS, BODY_KEYS, "a body with a \"guide\" only translates; it has mass and velocity"};
  } else if (dimension == 2) {
    keys = (carom__keys){PLANAR_KEYS, BODY_KEYS,
                         "a 2-D body has an \"angle\" with its corner points, and its spin is one number"};
  }
  return carom__as_object(node, keys);
}

/// Velocity off the line by rounding is brought onto it.
static bool mend_guided_velocity(const carom__node* node, carom_body* body) {
  const double along = carom_vec3_dot(body->guide, body->velocity);
  const carom_vec3 on_line = carom_vec3_scale(along, body->guide);
  const double off = carom_vec3_norm(carom_vec3_sub(body->velocity, on_line));
  const double speed = carom_vec3_norm(body->velocity);
  if (!(off <= 1e-4 * speed)) {
    const carom__node at = carom__node_member(node, "velocity");
    return carom__node_fail(&at, CAROM_BAD_VALUE,
                            "\"velocity\" leaves the guide's line by %.3g m/s of %.9g; it must lie along the guide "
                            "(rounding up to 0.0001 of the speed is mended).",
                            off, speed);
  }
  if (off > 8 * DBL_EPSILON * speed) {
    body->velocity = on_line;
  }
  return true;
}

static bool read_guided(const carom__node* node, int dimension, carom_body* body) {
  *body = carom_body_default();
  body->kind = CAROM_BODY_GUIDED;
  return carom__get_number(node, "mass", CAROM__REQUIRED, &carom__positive, &body->mass) &&
         carom__read_unit(node, "guide", dimension, &body->guide) &&
         carom__get_vector(node, "velocity", CAROM__OPTIONAL, dimension, &body->velocity) &&
         mend_guided_velocity(node, body);
}

static bool read_planar(const carom__node* node, carom_body* body) {
  double mass = 0, inertia = 0, spin = 0;
  carom_vec3 position = {0, 0, 0}, velocity = {0, 0, 0};
  if (!carom__get_number(node, "mass", CAROM__REQUIRED, &carom__positive, &mass) ||
      !carom__get_number(node, "inertia", CAROM__REQUIRED, &carom__positive, &inertia) ||
      !carom__get_vector(node, "position", CAROM__REQUIRED, 2, &position) ||
      !carom__get_vector(node, "velocity", CAROM__OPTIONAL, 2, &velocity) ||
      !carom__get_number(node, "spin", CAROM__OPTIONAL, &carom__any_number, &spin)) {
    return false;
  }
  *body = carom_body_planar(mass, inertia, (carom_vec2){position.x, position.y});
  body->velocity = velocity;
  body->spin = (carom_vec3){0, 0, spin};
  return true;
}

/// Three moments or a full matrix.
static bool read_inertia(const carom__node* body_node, carom_mat3* out) {
  const carom__node node = carom__node_member(body_node, "inertia");
  const char* expected = "three principal moments > 0 or a symmetric 3x3 matrix";
  if (!node.value) {
    return carom__get_nothing(&node, CAROM__REQUIRED, expected);
  }
  if (!json_is_array(node.value)) {
    return carom__get_wrong_type_in_space(&node, expected);
  }
  if (json_is_array(json_array_get(node.value, 0))) {
    return carom__as_matrix(&node, 3, 3, &out->m[0][0]) && carom__mend_symmetry(&node, 3, &out->m[0][0]);
  }
  double moments[3];
  if (!carom__as_numbers(&node, 3, &carom__positive, moments)) {
    return false;
  }
  *out = carom_mat3_diagonal(moments[0], moments[1], moments[2]);
  return true;
}

static bool read_spin(const carom__node* node, carom_body* body, carom_scenario_body* info) {
  static const char* const frames[] = {"world", "body", NULL};
  int frame = 0;
  if (!carom__get_vector(node, "spin", CAROM__OPTIONAL, 3, &body->spin) ||
      !carom__get_word(node, "spin_frame", frames, &frame)) {
    return false;
  }
  info->spin_in_body_frame = frame == 1;
  if (info->spin_in_body_frame) {
    body->spin = carom_mat3_apply(body->orientation, body->spin);
  }
  return true;
}

static bool read_spatial(const carom__node* node, carom_body* body, carom_scenario_body* info) {
  *body = carom_body_default();
  return carom__get_number(node, "mass", CAROM__REQUIRED, &carom__positive, &body->mass) &&
         (carom__read_solid_ball(node, body) || read_inertia(node, &body->inertia)) &&
         carom__get_vector(node, "position", CAROM__REQUIRED, 3, &body->position) &&
         carom__read_orientation(node, &body->orientation, &info->turned) &&
         carom__get_vector(node, "velocity", CAROM__OPTIONAL, 3, &body->velocity) && read_spin(node, body, info);
}

static bool read_angle(const carom__node* node, carom_scenario_body* info) {
  const carom__node angle = carom__node_member(node, "angle");
  if (angle.value && info->point_count == 0) {
    return carom__node_fail(&angle, CAROM_UNKNOWN_KEY,
                            "\"angle\" does not belong here: only a body whose shape has corner points needs one.");
  }
  return carom__get_number(node, "angle", CAROM__OPTIONAL, &carom__any_number, &info->angle);
}

static bool read_free(const carom__node* node, int dimension, carom_body* body, carom_scenario_body* info) {
  const bool is_read = dimension == 2 ? read_planar(node, body) : read_spatial(node, body, info);
  return is_read && carom__read_shape(node, dimension, info) && read_angle(node, info) &&
         carom__read_pivot(node, dimension, info);
}

static bool read_body(const carom__node* node, int dimension, carom_body* body, carom_scenario_body* info) {
  bool is_fixed = false;
  if (json_is_object(node->value) && !carom__get_bool(node, "fixed", &is_fixed)) {
    return false;
  }
  const bool is_guided = json_object_get(node->value, "guide") != NULL;
  const carom_body_kind kind = is_fixed ? CAROM_BODY_FIXED : is_guided ? CAROM_BODY_GUIDED : CAROM_BODY_FREE;
  *body = carom_body_fixed();
  if (!check_body_keys(node, kind, dimension)) {
    return false;
  }
  if ((kind == CAROM_BODY_GUIDED && !read_guided(node, dimension, body)) ||
      (kind == CAROM_BODY_FREE && !read_free(node, dimension, body, info))) {
    return false;
  }
  carom_diag diag;
  return !carom_body_check(body, &diag) || carom__node_fail_diag(node, &diag);
}

static bool check_body_count(const carom__node* bodies) {
  const size_t count = json_object_size(bodies->value);
  return (count >= 1 && count <= CAROM__MAX_BODIES) ||
         carom__node_fail(bodies, CAROM_BAD_VALUE, "\"bodies\" has %zu bodies; it must have 1 to %d.", count,
                          CAROM__MAX_BODIES);
}

bool carom__read_bodies(const carom__node* root, carom_scenario* scenario) {
  carom__node bodies;
  if (!carom__get_object(root, "bodies", &bodies) || !check_body_count(&bodies)) {
    return false;
  }
  const int count = (int)json_object_size(bodies.value);
  scenario->bodies = carom__read_allocate(&bodies, count, sizeof *scenario->bodies);
  scenario->body_info = carom__read_allocate(&bodies, count, sizeof *scenario->body_info);
  if (!scenario->bodies || !scenario->body_info) {
    return false;
  }
  const char* name;
  json_t* value;
  json_object_foreach(bodies.value, name, value) {
    const carom__node node = carom__node_member(&bodies, name);
    const int i = scenario->body_count++;
    scenario->body_info[i].name = carom__read_copy(&node, name);
    if (name[0] == '\0') {
      return carom__node_fail(&node, CAROM_BAD_VALUE, "a body has the name \"\"; a name must not be empty.");
    }
    if (!scenario->body_info[i].name ||
        !read_body(&node, scenario->dimension, &scenario->bodies[i], &scenario->body_info[i])) {
      return false;
    }
  }
  return true;
}

static bool refuse_body_name(const carom__node* node, const carom_scenario* scenario) {
  const char* names[CAROM__MAX_BODIES + 1] = {NULL};
  for (int i = 0; i < scenario->body_count; ++i) {
    names[i] = scenario->body_info[i].name;
  }
  const char* nearest = carom__nearest_word(json_string_value(node->value), names);
  return carom__node_fail(node, CAROM_BAD_VALUE, "there is no body \"%.60s\"; %s \"%.60s\"%s",
                          json_string_value(node->value), nearest ? "did you mean" : "name one of \"bodies\", such as",
                          nearest ? nearest : names[0], nearest ? "?" : ".");
}

bool carom__read_body_name(const carom__node* node, const carom_scenario* scenario, int* index) {
  const char* name = json_string_value(node->value);
  if (!name) {
    return carom__get_wrong_type(node, "the name of a body");
  }
  for (int i = 0; i < scenario->body_count; ++i) {
    if (strcmp(scenario->body_info[i].name, name) == 0) {
      *index = i;
      return true;
    }
  }
  return refuse_body_name(node, scenario);
}
