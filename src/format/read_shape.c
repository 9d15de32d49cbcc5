// What a body is like: the keys "shape" and "pivot".
#include <stdlib.h>
#include <string.h>

#include "format/read.h"

/// The ways to give a shape. Of several keys the last one that is found says what it is; the others do not belong.
typedef struct shape_key {
  const char* key;
  carom_scenario_shape shape;
  int dimension;  // where it may stand; 0: everywhere
} shape_key;

static const shape_key SHAPE_KEYS[] = {
    {"sphere", CAROM_SHAPE_SPHERE, 0}, {"disc", CAROM_SHAPE_SPHERE, 2},     {"circle", CAROM_SHAPE_SPHERE, 2},
    {"points", CAROM_SHAPE_POINTS, 0}, {"polygon", CAROM_SHAPE_POLYGON, 2}, {"box", CAROM_SHAPE_BOX, 0},
};

enum { SHAPE_KEY_COUNT = sizeof SHAPE_KEYS / sizeof SHAPE_KEYS[0] };

static bool read_corners(const carom__node* shape, const char* key, int dimension, carom_scenario_body* info) {
  carom__node corners;
  if (!carom__get_array(shape, key, info->shape == CAROM_SHAPE_POLYGON ? 3 : 1, CAROM__MAX_CORNERS, &corners)) {
    return false;
  }
  info->point_count = (int)json_array_size(corners.value);
  info->points = carom__read_allocate(shape, info->point_count, sizeof *info->points);
  for (int i = 0; info->points && i < info->point_count; ++i) {
    const carom__node corner = carom__node_item(&corners, (size_t)i);
    double components[3] = {0, 0, 0};
    if (!carom__as_numbers(&corner, dimension, &carom__any_number, components)) {
      return false;
    }
    info->points[i] = (carom_vec3){components[0], components[1], components[2]};
  }
  return info->points != NULL;
}

/// Corners of a box: in the plane counter-clockwise, as those of a polygon.
static bool read_box(const carom__node* shape, int dimension, carom_scenario_body* info) {
  const carom__node node = carom__node_member(shape, "box");
  double edges[3] = {0, 0, 0};
  if (!carom__as_numbers(&node, dimension, &carom__positive, edges)) {
    return false;
  }
  const double x = edges[0] / 2, y = edges[1] / 2, z = edges[2] / 2;
  info->box = (carom_vec3){edges[0], edges[1], edges[2]};
  info->point_count = dimension == 2 ? 4 : 8;
  info->points = carom__read_allocate(shape, info->point_count, sizeof *info->points);
  for (int i = 0; info->points && i < info->point_count; ++i) {
    const bool right = i % 4 == 1 || i % 4 == 2;
    info->points[i] = (carom_vec3){right ? x : -x, i % 4 >= 2 ? y : -y, i >= 4 ? z : -z};
  }
  for (int i = 0; info->points && i < 4; ++i) {
    info->points[i].z = dimension == 2 ? 0 : -z;
  }
  return info->points != NULL;
}

static bool is_given(const carom__node* node, const shape_key* key, int dimension) {
  return (key->dimension == 0 || key->dimension == dimension) && json_object_get(node->value, key->key);
}

bool carom__read_shape(const carom__node* body, int dimension, carom_scenario_body* info) {
  const carom__node node = carom__node_member(body, "shape");
  if (!node.value) {
    return true;
  }
  const shape_key* given = &SHAPE_KEYS[0];
  for (int i = 1; i < SHAPE_KEY_COUNT; ++i) {
    given = is_given(&node, &SHAPE_KEYS[i], dimension) ? &SHAPE_KEYS[i] : given;
  }
  const char* const allowed[] = {given->key, NULL};
  static const char* const in_plane[] = {"sphere", "disc", "circle", "points", "polygon", "box", NULL};
  static const char* const in_space[] = {"sphere", "points", "box", NULL};
  const carom__keys keys = {allowed, dimension == 2 ? in_plane : in_space,
                            dimension == 2 ? "a shape is a disc, a polygon, a box or corner points, not two of them"
                                           : "a shape is a sphere, a box or corner points, not two of them"};
  if (!carom__as_object(&node, keys)) {
    return false;
  }
  info->shape = given->shape;
  if (given->shape == CAROM_SHAPE_BOX) {
    return read_box(&node, dimension, info);
  }
  return given->shape == CAROM_SHAPE_SPHERE
             ? carom__get_number(&node, given->key, CAROM__REQUIRED, &carom__positive, &info->sphere_radius)
             : read_corners(&node, given->key, dimension, info);
}

bool carom__read_pivot(const carom__node* body, int dimension, carom_scenario_body* info) {
  static const char* const allowed[] = {"at", "length", NULL};
  const carom__node node = carom__node_member(body, "pivot");
  info->hangs = node.value != NULL;
  return !info->hangs || (carom__as_object(&node, (carom__keys){allowed, NULL, NULL}) &&
                          carom__get_vector(&node, "at", CAROM__REQUIRED, dimension, &info->pivot) &&
                          carom__get_number(&node, "length", CAROM__REQUIRED, &carom__positive, &info->pivot_length));
}
