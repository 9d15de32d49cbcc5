// A mechanism that moves in a plane, or along a line, inside a world of three dimensions: B has a direction in which
// nothing moves. No impulse is spent along it, and what is left is a planar impact.
#include "impact/reduce.h"

#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "math/elementary.h"

/// Parts of W up to this, compared with the rest, are rounding: the same as for eigenvalues in carom/contact.h.
static const double ROUNDING = 1e-12;

/// A part of B this small is lost in the rounding of its entries when their axes are oblique: B has no Cholesky factor
/// then. It leaves W room for a coupling with the normal of up to the square root of it, 7e-8, which is dropped: the
/// spatial law would lose as many digits to it. A mechanism whose plane is that far from the normal has such a W.
static const double LOST = 24 * DBL_EPSILON;

/// Slip across the only tangent, up to this part of the velocity, is rounding of the input (as v off the range of W is
/// in the plane). More of it would turn the friction away from the tangent.
static const double OFF_RANGE = 1e-6;

/// Of a 2 x 2 matrix: the eigenvector of the larger eigenvalue, exactly (1, 0) or (0, 1) where it lies on an axis.
static carom_vec2 main_axis(double b11, double b12, double b22) {
  if (b12 == 0) return b11 >= b22 ? (carom_vec2){1, 0} : (carom_vec2){0, 1};
  const double half = 0.5 * (b11 - b22), radius = sqrt(half * half + b12 * b12);
  const double x = half >= 0 ? half + radius : b12, y = half >= 0 ? b12 : radius - half;
  const double length = sqrt(x * x + y * y);
  return (carom_vec2){x / length, y / length};
}

/// Row and column of W along the tangent u: with itself, and with the normal.
static void along(const carom_mat3* w, carom_vec2 u, double* w_tt, double* w_tn) {
  const double b12 = 0.5 * w->m[0][1] + 0.5 * w->m[1][0];
  *w_tt = u.x * (u.x * w->m[0][0] + u.y * b12) + u.y * (u.x * b12 + u.y * w->m[1][1]);
  *w_tn = u.x * (0.5 * w->m[0][2] + 0.5 * w->m[2][0]) + u.y * (0.5 * w->m[1][2] + 0.5 * w->m[2][1]);
}

/// Whether W has nothing but rounding along u, beside a tangential entry of size b.
static bool nothing_moves(const carom_mat3* w, carom_vec2 u, double b) {
  double w_tt, w_tn;
  along(w, u, &w_tt, &w_tn);
  const double size = sqrt(b) * sqrt(w->m[2][2]);
  if (fabs(w_tn) <= ROUNDING * size) return fabs(w_tt) <= ROUNDING * b;
  return fabs(w_tt) <= LOST * b && fabs(w_tn) <= sqrt(LOST) * size;
}

/// Along the slip, so that the planar law sees all of it; any direction where there is none.
static carom_vec2 slip_direction(carom_vec3 v) {
  const double speed = carom__hypot(v.x, v.y);
  return speed > 0 && isfinite(speed) ? (carom_vec2){v.x / speed, v.y / speed} : (carom_vec2){1, 0};
}

carom__reduction carom__reduction_of(const carom_spatial_problem* p) {
  const carom_mat3* w = &p->w;
  const double scale = fabs(w->m[0][0]) + fabs(w->m[1][1]);
  carom__reduction r = {.tangents = 2, .tangent = {1, 0}};
  if (!(isfinite(scale) && w->m[2][2] > 0 && isfinite(w->m[2][2]))) return r;
  const carom_vec2 x = {1, 0}, y = {0, 1};
  const double b12 = 0.5 * w->m[0][1] + 0.5 * w->m[1][0];
  if (nothing_moves(w, x, w->m[2][2]) && nothing_moves(w, y, w->m[2][2]) && fabs(b12) <= ROUNDING * w->m[2][2])
    return (carom__reduction){.tangents = 0, .tangent = slip_direction(p->v)};
  // In units of the trace, so that nothing overflows.
  const carom_vec2 u = main_axis(w->m[0][0] / scale, b12 / scale, w->m[1][1] / scale);
  if (!nothing_moves(w, (carom_vec2){-u.y, u.x}, scale)) return r;
  return (carom__reduction){.tangents = 1, .tangent = u};
}

carom_planar_problem carom__reduced_problem(const carom_spatial_problem* p, const carom__reduction* r) {
  const double v_t = r->tangent.x * p->v.x + r->tangent.y * p->v.y;
  carom_planar_problem out = {.w_nn = p->w.m[2][2], .v_t = v_t, .v_n = p->v.z, .surface = p->surface};
  if (r->tangents == 0)
    out.surface.mu = out.surface.mu_static = 0;
  else
    along(&p->w, r->tangent, &out.w_tt, &out.w_tn);
  return out;
}

double carom__across(const carom__reduction* r, carom_vec3 a) {
  return r->tangent.x * a.y - r->tangent.y * a.x;
}

/// What the spatial law would check and the planar one, which sees a part of the numbers, cannot.
static carom_status check_whole(const carom_spatial_problem* p, carom_diag* diag) {
  const double asymmetry = carom_asymmetry(3, &p->w.m[0][0]);
  if (!carom_vec3_is_finite(p->v))
    return carom__fail(diag, CAROM_NOT_FINITE, "v", 0, "v has an entry that is NaN or infinite");
  if (!(asymmetry <= ROUNDING))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "w", asymmetry,
                       "w is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  const carom_status status = carom_surface_check(&p->surface, diag);
  return status ? carom__fail_within(diag, status, "surface", -1) : CAROM_OK;
}

carom_status carom__reduction_check(const carom_spatial_problem* p, const carom__reduction* r, carom_diag* diag) {
  const carom_status status = check_whole(p, diag);
  if (status) return status;
  const double across = carom__across(r, p->v), speed = fabs(p->v.x) + fabs(p->v.y) + fabs(p->v.z);
  if (r->tangents != 1 || !(p->surface.mu > 0) || !(fabs(across) > OFF_RANGE * speed)) return CAROM_OK;
  return carom__fail(diag, CAROM_INCONSISTENT, "v", across,
                     "the contact slips at %g m/s along the tangent (%.3g, %.3g), but w says that nothing can move it "
                     "there; friction would have no one direction",
                     across, 0 - r->tangent.y, r->tangent.x);
}

carom_vec3 carom__expand(const carom__reduction* r, double t, double n, double across) {
  return (carom_vec3){r->tangent.x * t - r->tangent.y * across, r->tangent.y * t + r->tangent.x * across, n};
}
