// The end of an impact whose slip has vanished, in closed form, with derivatives.
#include "math/elementary.h"
#include "spatial/closing.h"
#include "spatial/invariants.h"

typedef carom__dual dual;
typedef carom__closing closing;
typedef carom__answer answer;

/// The tangential impulse where the velocity after is known: B^-1 (gamma - gamma0 - d I_z).
static void add_tangential_impulse(const closing* c, answer* a) {
  const dual p = SUBTRACT(SUBTRACT(a->x, c->x0), MULTIPLY(c->d1, a->iz));
  const dual q = SUBTRACT(SUBTRACT(a->y, c->y0), MULTIPLY(c->d2, a->iz));
  carom__solve_b(c, &p, &q, &a->ix, &a->iy);
}

answer carom__end_stuck(const closing* c, const carom__rest* from) {
  const dual whole = ADD(carom__dual_constant(1), c->e), zero = carom__dual_constant(0);
  answer a = {.x = zero, .y = zero};
  if (c->law == CAROM_LAW_NEWTON) {
    a.vz = SCALE(-1, MULTIPLY(c->e, c->vz));
  } else if (c->law == CAROM_LAW_POISSON) {
    a.vz = !from->compressed_in_slip ? SCALE(-1, MULTIPLY(c->e, c->v_stick))
                                     : ADD(c->v_stick, MULTIPLY(MULTIPLY(whole, c->k), from->compressed));
  } else {
    const dual root = carom__dual_root(SCALE(2, MULTIPLY(c->k, from->energy)));
    a.vz = from->ends_later ? MULTIPLY(c->e, root) : root;
  }
  a.iz = DIVIDE(SUBTRACT(a.vz, c->v_stick), c->k);
  add_tangential_impulse(c, &a);
  return a;
}

carom__ray carom__ray_along(const closing* c, double lambda, carom_vec2 u) {
  const double mu = c->mu.v, a11 = mu * c->b11.v, a12 = mu * c->b12.v, a22 = mu * c->b22.v;
  const double m11 = a11 + lambda, m22 = a22 + lambda, inverse = 1 / (m11 * m22 - a12 * a12);
  const double nx = (m22 * u.x - a12 * u.y) * inverse, ny = (m11 * u.y - a12 * u.x) * inverse;
  const double scale = 1 / (u.x * nx + u.y * ny);
  carom__ray out = {.lambda = {.v = lambda}, .x = {.v = u.x}, .y = {.v = u.y}};
  CAROM__EACH_QUAD(i) {
    const carom__quad da11 = c->mu.t[i] * c->b11.v + c->b11.t[i] * mu, da12 = c->mu.t[i] * c->b12.v + c->b12.t[i] * mu;
    const carom__quad da22 = c->mu.t[i] * c->b22.v + c->b22.t[i] * mu;
    carom__quad x = c->d1.t[i] - da11 * u.x - da12 * u.y, y = c->d2.t[i] - da12 * u.x - da22 * u.y;
    out.lambda.t[i] = (x * nx + y * ny) * scale;
    x -= out.lambda.t[i] * u.x;
    y -= out.lambda.t[i] * u.y;
    out.x.t[i] = (x * m22 - y * a12) * inverse;
    out.y.t[i] = (y * m11 - x * a12) * inverse;
  }
  return out;
}

carom__ray carom__ray_out(const closing* c) {
  carom_vec2 u = {0, 0};
  double lambda = 0;
  carom__centrifugal_direction(c->b11.v, c->b12.v, c->b22.v, c->d1.v, c->d2.v, c->mu.v, &u, &lambda);
  return carom__ray_along(c, lambda, u);
}

dual carom__rate_along(const closing* c, const carom__ray* u) {
  return SUBTRACT(c->wzz, MULTIPLY(c->mu, carom__dual_product_sum(c->d1, u->x, c->d2, u->y)));
}

/// From I_zs on v_z rises by a = Wzz - mu d.u per unit of impulse, for a length D.
answer carom__end_along(const closing* c, const carom__rest* from, const carom__ray* u, dual* length_out) {
  const dual rate = carom__rate_along(c, u);
  dual length;
  answer a;
  if (c->law == CAROM_LAW_POISSON) {
    const dual whole = ADD(carom__dual_constant(1), c->e);
    const dual compressed = from->compressed_in_slip ? from->compressed : SUBTRACT(from->i, DIVIDE(from->vz, rate));
    length = SUBTRACT(MULTIPLY(whole, compressed), from->i);
    a.vz = ADD(from->vz, MULTIPLY(rate, length));
  } else {
    const dual square = MULTIPLY(from->vz, from->vz), left = SUBTRACT(from->energy, SCALE(0.5, DIVIDE(square, c->k)));
    const dual root = carom__dual_root(ADD(square, SCALE(2, MULTIPLY(rate, left))));
    const dual bounced = from->ends_later ? MULTIPLY(c->e, root) : root;
    a.vz = c->law == CAROM_LAW_NEWTON ? SCALE(-1, MULTIPLY(c->e, c->vz)) : bounced;
    length = DIVIDE(SUBTRACT(a.vz, from->vz), rate);
  }
  const dual speed = MULTIPLY(u->lambda, length);
  a.x = MULTIPLY(speed, u->x);
  a.y = MULTIPLY(speed, u->y);
  a.iz = ADD(from->i, length);
  add_tangential_impulse(c, &a);
  if (length_out) *length_out = length;
  return a;
}

answer carom__end_after_slip(const closing* c, const carom__rest* from, bool sticks) {
  if (sticks) return carom__end_stuck(c, from);
  const carom__ray ray = carom__ray_out(c);
  return carom__end_along(c, from, &ray, NULL);
}

/// K and M are straight lines and parabolas.
answer carom__end_straight(const closing* c) {
  const double speed = carom__hypot(c->x0.v, c->y0.v), drive = carom__hypot(c->d1.v, c->d2.v);
  const double ux = speed > 0 ? c->x0.v / speed : drive > 0 ? c->d1.v / drive : 0;
  const double uy = speed > 0 ? c->y0.v / speed : drive > 0 ? c->d2.v / drive : 0;
  const dual one = carom__dual_constant(1);
  answer a = {.vz = SCALE(-1, MULTIPLY(c->e, c->vz))};
  // mu d.u slows the approach down as a smaller Wzz would.
  const dual along = carom__dual_product_sum(c->d1, carom__dual_constant(ux), c->d2, carom__dual_constant(uy));
  const dual rate = SUBTRACT(c->wzz, MULTIPLY(c->mu, along));
  a.iz = DIVIDE(MULTIPLY(SCALE(-1, c->vz), ADD(one, c->e)), rate);
  const dual friction = MULTIPLY(SCALE(-1, c->mu), a.iz);
  a.ix = SCALE(ux, friction);
  a.iy = SCALE(uy, friction);
  a.x = ADD(c->x0, ADD(MULTIPLY(c->d1, a.iz), carom__dual_product_sum(c->b11, a.ix, c->b12, a.iy)));
  a.y = ADD(c->y0, ADD(MULTIPLY(c->d2, a.iz), carom__dual_product_sum(c->b12, a.ix, c->b22, a.iy)));
  return a;
}
