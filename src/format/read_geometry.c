/// @file read_geometry.c
/// Unit vectors, rotations and symmetric matrices. People type them rounded, so what is off by about 1e-4 is mended and
/// what is further off is taken for a mistake. What is exact to rounding keeps its bits: a file that is written and
/// read again stays the same.
#include <float.h>
#include <math.h>

#include "format/read.h"

static const double ROUNDING = 1e-4;
static const double EXACT = 4 * DBL_EPSILON;

/// Entries rounded to 1e-4/2 move an entry of R^T R by up to 2 sqrt(3) times that, so 2e-4 lets all of them pass.
static const double ROTATION_ROUNDING = 2e-4;

bool carom__read_unit(const carom__node* parent, const char* key, int dimension, carom_vec3* out) {
  carom_vec3 given = {0, 0, 0};
  if (!carom__get_vector(parent, key, CAROM__REQUIRED, dimension, &given)) {
    return false;
  }
  const double length = carom_vec3_norm(given);
  const double off = fabs(length - 1);
  if (!(off <= ROUNDING)) {
    const carom__node node = carom__node_member(parent, key);
    return carom__node_fail(&node, CAROM_BAD_VALUE,
                            "\"%s\" has length %.9g, which is off by %.2g; it must be a unit vector (rounding up to %g "
                            "is mended).",
                            key, length, off, ROUNDING);
  }
  *out = off <= EXACT ? given : carom_vec3_scale(1 / length, given);
  return true;
}

static bool read_rotation_matrix(const carom__node* node, carom_mat3* out) {
  carom_mat3 given;
  if (!carom__as_matrix(node, 3, 3, &given.m[0][0])) {
    return false;
  }
  double off;
  const carom_mat3 nearest = carom_mat3_nearest_rotation(given, &off);
  if (!(off <= ROTATION_ROUNDING)) {
    return carom__node_fail(node, CAROM_BAD_VALUE,
                            "\"orientation\" is not a rotation: its transpose times itself is off the identity by "
                            "%.2g, or it is left-handed; it must be a right-handed rotation matrix (rounding up to %g "
                            "is mended).",
                            off, ROUNDING);
  }
  *out = nearest;
  return true;
}

static bool read_axis_angle(const carom__node* node, carom_mat3* out, double* angle) {
  static const char* const allowed[] = {"axis", "angle", NULL};
  static const char* const known[] = {"quaternion", NULL};
  carom_vec3 axis = {0, 0, 0};
  if (!carom__node_check_keys(node, (carom__keys){allowed, known, "give axis and angle, or a quaternion"}) ||
      !carom__get_vector(node, "axis", CAROM__REQUIRED, 3, &axis) ||
      !carom__get_number(node, "angle", CAROM__REQUIRED, &carom__any_number, angle)) {
    return false;
  }
  const double length = carom_vec3_norm(axis);
  if (!(length > 0 && isfinite(length))) {
    const carom__node at = carom__node_member(node, "axis");
    return carom__node_fail(&at, CAROM_BAD_VALUE, "\"axis\" has length %g; it must have a direction.", length);
  }
  *out = carom_mat3_from_axis_angle(axis, *angle);
  return true;
}

static bool read_quaternion(const carom__node* node, carom_mat3* out) {
  static const char* const allowed[] = {"quaternion", NULL};
  double q[4];
  if (!carom__node_check_keys(node, (carom__keys){allowed, NULL, NULL}) ||
      !carom__get_numbers(node, "quaternion", CAROM__REQUIRED, 4, q)) {
    return false;
  }
  const double length = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));
  if (!(fabs(length - 1) <= ROUNDING)) {
    const carom__node at = carom__node_member(node, "quaternion");
    return carom__node_fail(&at, CAROM_BAD_VALUE,
                            "\"quaternion\" has length %.9g, which is off by %.2g; it must be [w, x, y, z] of unit "
                            "length (rounding up to %g is mended).",
                            length, fabs(length - 1), ROUNDING);
  }
  *out = carom_mat3_from_quat((carom_quat){q[0], q[1], q[2], q[3]});
  return true;
}

bool carom__read_orientation(const carom__node* body, carom_mat3* out, double* angle) {
  const carom__node node = carom__node_member(body, "orientation");
  if (!node.value) {
    return true;
  }
  if (json_is_array(node.value)) {
    return read_rotation_matrix(&node, out);
  }
  if (!json_is_object(node.value)) {
    return carom__get_wrong_type(&node, "a 3x3 rotation matrix, {\"axis\", \"angle\"} or {\"quaternion\"}");
  }
  const bool has_axis = json_object_get(node.value, "axis") || json_object_get(node.value, "angle");
  return has_axis ? read_axis_angle(&node, out, angle) : read_quaternion(&node, out);
}

/// The entry below the diagonal that differs most from its mirror image.
static void find_worst_entry(int size, const double* matrix, int* row, int* column) {
  double worst = -1;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < i; ++j) {
      const double off = fabs(matrix[i * size + j] - matrix[j * size + i]);
      if (off > worst) {
        worst = off;
        *row = i;
        *column = j;
      }
    }
  }
}

bool carom__mend_symmetry(const carom__node* node, int size, double* matrix) {
  const double off = carom_asymmetry(size, matrix);
  if (off <= ROUNDING) {
    carom_symmetrize(size, matrix);
    return true;
  }
  int row = 0, column = 0;
  find_worst_entry(size, matrix, &row, &column);
  const carom__node row_node = carom__node_item(node, (size_t)row);
  const carom__node entry = carom__node_item(&row_node, (size_t)column);
  return carom__node_fail(&entry, CAROM_BAD_VALUE,
                          "\"%s[%d][%d]\" is %.9g but [%d][%d] is %.9g, off by %.2g of the largest entry; the matrix "
                          "must be symmetric (rounding up to %g is mended).",
                          node->key, row, column, matrix[row * size + column], column, row, matrix[column * size + row],
                          off, ROUNDING);
}
