// Vectors and 3 x 3 matrices.
#include <float.h>

#include "carom/math.h"
#include "math/elementary.h"

double carom_vec3_norm(carom_vec3 a) {
  return carom__hypot(carom__hypot(a.x, a.y), a.z);
}

carom_mat3 carom_mat3_identity(void) {
  return carom_mat3_diagonal(1, 1, 1);
}

carom_mat3 carom_mat3_diagonal(double a, double b, double c) {
  return (carom_mat3){{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
}

carom_mat3 carom_mat3_transpose(carom_mat3 a) {
  carom_mat3 t;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) t.m[i][j] = a.m[j][i];
  return t;
}

carom_mat3 carom_mat3_mul(carom_mat3 a, carom_mat3 b) {
  carom_mat3 product;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) product.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
  return product;
}

carom_vec3 carom_mat3_apply(carom_mat3 a, carom_vec3 x) {
  return (carom_vec3){a.m[0][0] * x.x + a.m[0][1] * x.y + a.m[0][2] * x.z,
                      a.m[1][0] * x.x + a.m[1][1] * x.y + a.m[1][2] * x.z,
                      a.m[2][0] * x.x + a.m[2][1] * x.y + a.m[2][2] * x.z};
}

/// The matrix with a^T cofactor = det(a) 1; for a rotation the cofactor matrix is the rotation itself.
static carom_mat3 cofactor(carom_mat3 a) {
  carom_mat3 c;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      c.m[i][j] = carom_difference_of_products(a.m[i1][j1], a.m[i2][j2], a.m[i1][j2], a.m[i2][j1]);
    }
  }
  return c;
}

double carom_mat3_determinant(carom_mat3 a) {
  const carom_mat3 c = cofactor(a);
  return a.m[0][0] * c.m[0][0] + a.m[0][1] * c.m[0][1] + a.m[0][2] * c.m[0][2];
}

carom_mat3 carom_mat3_from_quat(carom_quat q) {
  const double norm = carom__hypot(carom__hypot(q.w, q.x), carom__hypot(q.y, q.z));
  if (!(norm > 0)) return carom_mat3_identity();
  const double w = q.w / norm, x = q.x / norm, y = q.y / norm, z = q.z / norm;
  return (carom_mat3){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                       {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                       {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

carom_mat3 carom_mat3_from_axis_angle(carom_vec3 axis, double angle) {
  const double norm = carom_vec3_norm(axis);
  if (!(norm > 0)) return carom_mat3_identity();
  const carom__sincos half = carom__sincos_of(angle / 2);
  const double s = half.sine / norm;
  return carom_mat3_from_quat((carom_quat){half.cosine, s * axis.x, s * axis.y, s * axis.z});
}

static double distance_from_rotation(carom_mat3 a) {
  const carom_mat3 gram = carom_mat3_mul(carom_mat3_transpose(a), a);
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = carom__max(worst, fabs(gram.m[i][j] - (i == j)));
  return worst;
}

carom_mat3 carom_mat3_nearest_rotation(carom_mat3 a, double* error) {
  *error = distance_from_rotation(a);
  if (!(carom_mat3_determinant(a) > 0)) *error = carom__max(*error, 1);
  // Within rounding of a rotation nothing is changed, so that a file that was written is read back bit for bit.
  if (!(*error < 1) || *error <= 8 * DBL_EPSILON) return a;
  carom_mat3 r = a;
  // Newton's polar iteration r <- (r + r^-T)/2 squares the error; from < 1 it is below eps after 7 rounds.
  for (int round = 0; round < 8 && distance_from_rotation(r) > 4 * DBL_EPSILON; ++round) {
    const carom_mat3 c = cofactor(r);
    const double det = carom_mat3_determinant(r);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r.m[i][j] = 0.5 * (r.m[i][j] + c.m[i][j] / det);
  }
  return r;
}
