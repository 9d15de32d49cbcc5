/// @file math.h
/// Small value types and the few dense kernels that the solvers share. Double only; no allocation.
#ifndef CAROM_MATH_H
#define CAROM_MATH_H

#include <math.h>
#include <stdbool.h>

#include "carom/api.h"

/// A vector in the plane.
typedef struct carom_vec2 {
  double x, y;
} carom_vec2;

/// A vector in space.
typedef struct carom_vec3 {
  double x, y, z;
} carom_vec3;

/// Row-major: m[row][column].
typedef struct carom_mat3 {
  double m[3][3];
} carom_mat3;

/// w + xi + yj + zk. A rotation has unit length.
typedef struct carom_quat {
  double w, x, y, z;
} carom_quat;

static inline carom_vec3 carom_vec3_add(carom_vec3 a, carom_vec3 b) {
  const carom_vec3 sum = {a.x + b.x, a.y + b.y, a.z + b.z};
  return sum;
}

static inline carom_vec3 carom_vec3_sub(carom_vec3 a, carom_vec3 b) {
  const carom_vec3 difference = {a.x - b.x, a.y - b.y, a.z - b.z};
  return difference;
}

static inline carom_vec3 carom_vec3_scale(double k, carom_vec3 a) {
  const carom_vec3 scaled = {k * a.x, k * a.y, k * a.z};
  return scaled;
}

static inline double carom_vec3_dot(carom_vec3 a, carom_vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline carom_vec3 carom_vec3_cross(carom_vec3 a, carom_vec3 b) {
  const carom_vec3 cross = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  return cross;
}

/// The length, without overflow on the way. Not inline, so that its bits are the library's whoever calls it.
CAROM_API double carom_vec3_norm(carom_vec3 a);

static inline bool carom_vec3_is_finite(carom_vec3 a) {
  return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Ones on the diagonal.
CAROM_API carom_mat3 carom_mat3_identity(void);
/// a, b, c on the diagonal, zeros beside it.
CAROM_API carom_mat3 carom_mat3_diagonal(double a, double b, double c);
/// Rows and columns exchanged.
CAROM_API carom_mat3 carom_mat3_transpose(carom_mat3 a);
/// The product a b.
CAROM_API carom_mat3 carom_mat3_mul(carom_mat3 a, carom_mat3 b);
/// The product a x.
CAROM_API carom_vec3 carom_mat3_apply(carom_mat3 a, carom_vec3 x);
/// The determinant.
CAROM_API double carom_mat3_determinant(carom_mat3 a);

/// Rotation matrix of a quaternion. The quaternion is normalised first; zero length gives the identity.
CAROM_API carom_mat3 carom_mat3_from_quat(carom_quat q);

/// Rotation by angle [rad] about an axis of any non-zero length; a zero axis gives the identity.
CAROM_API carom_mat3 carom_mat3_from_axis_angle(carom_vec3 axis, double angle);

/// The rotation nearest to a, for an a that is nearly one (polar iteration). How far a was off, as the largest entry
/// of |a^T a - 1|, goes to *error; a left-handed or singular a gives *error >= 1 and a is returned as it is.
CAROM_API carom_mat3 carom_mat3_nearest_rotation(carom_mat3 a, double* error);

/// The angle of the direction (x, y) [rad], in [-pi, pi]: what atan2 says, with the same bits on every machine.
CAROM_API double carom_angle(double y, double x);

/// a b - c d with an error of at most 1.5 ulp of the result (Kahan's two-fma difference of products).
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
__attribute__((always_inline))
#endif
static inline double
carom_difference_of_products(double a, double b, double c, double d) {
  const double cd = c * d;
  const double cd_error = fma(-c, d, cd);
  return fma(a, b, -cd) + cd_error;
}

// Dense kernels. Matrices are row-major arrays of n * n doubles that the caller owns.

/// Largest |a_ij - a_ji| as a part of the largest entry.
CAROM_API double carom_asymmetry(int n, const double* a);

/// Replaces a by (a + a^T)/2.
CAROM_API void carom_symmetrize(int n, double* a);

/// Cholesky a = L L^T in place (lower triangle; the upper one is left alone). Returns 0, or i + 1 when pivot i is not
/// safely positive (<= 8 n eps a_ii): the matrix is not positive definite to working precision.
CAROM_API int carom_cholesky(int n, double* a);

/// x <- L^-1 x and x <- L^-T x for the L that carom_cholesky left in a.
CAROM_API void carom_cholesky_forward(int n, const double* a, double* x);
/// The second of the two.
CAROM_API void carom_cholesky_backward(int n, const double* a, double* x);

/// Eigenvalues (ascending) and orthonormal eigenvectors of a symmetric matrix by cyclic Jacobi: a = V diag(values) V^T,
/// column j of vectors belongs to values[j]. a is destroyed; vectors may be NULL. Returns the number of sweeps.
CAROM_API int carom_symmetric_eigen(int n, double* a, double* values, double* vectors);

#endif
