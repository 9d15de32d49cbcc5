// The problem as numbers with derivatives, and what follows from it before anything has moved.
#include "spatial/closing.h"
#include "math/elementary.h"

typedef carom__dual dual;

void carom__solve_b(const carom__closing* c, const dual* p, const dual* q, dual* x, dual* y) {
  *x = MULTIPLY(SUBTRACT(MULTIPLY(c->b22, *p), MULTIPLY(c->b12, *q)), c->inverse_determinant);
  *y = MULTIPLY(SUBTRACT(MULTIPLY(c->b11, *q), MULTIPLY(c->b12, *p)), c->inverse_determinant);
}

dual carom__kinetic_energy(const carom__closing* c, const dual* x, const dual* y, const dual* vz) {
  dual p, q;
  carom__solve_b(c, x, y, &p, &q);
  const dual across = SUBTRACT(*vz, carom__dual_product_sum(c->w1, *x, c->w2, *y));
  const dual sum = ADD(carom__dual_product_sum(*x, p, *y, q), DIVIDE(MULTIPLY(across, across), c->k));
  return SCALE(0.5, sum);
}

void carom__closing_of(const carom_spatial_problem* p, bool needs_energy, carom__closing* c) {
  const double inputs[] = {p->w.m[0][0], p->w.m[0][1], p->w.m[0][2], p->w.m[1][1],  p->w.m[1][2], p->w.m[2][2],
                           p->v.x,       p->v.y,       p->v.z,       p->surface.mu, p->surface.e};
  dual* const places[] = {&c->b11, &c->b12, &c->d1, &c->b22, &c->d2, &c->wzz, &c->x0, &c->y0, &c->vz, &c->mu, &c->e};
  for (int i = 0; i < CAROM_SPATIAL_INPUTS; ++i) *places[i] = carom__dual_input(inputs[i], i);
  const dual determinant = SUBTRACT(MULTIPLY(c->b11, c->b22), MULTIPLY(c->b12, c->b12));
  c->inverse_determinant = DIVIDE(carom__dual_constant(1), determinant);
  c->w1 = MULTIPLY(SUBTRACT(MULTIPLY(c->b22, c->d1), MULTIPLY(c->b12, c->d2)), c->inverse_determinant);
  c->w2 = MULTIPLY(SUBTRACT(MULTIPLY(c->b11, c->d2), MULTIPLY(c->b12, c->d1)), c->inverse_determinant);
  c->k = SUBTRACT(c->wzz, carom__dual_product_sum(c->d1, c->w1, c->d2, c->w2));
  c->v_stick = SUBTRACT(c->vz, carom__dual_product_sum(c->w1, c->x0, c->w2, c->y0));
  c->energy = needs_energy ? carom__kinetic_energy(c, &c->x0, &c->y0, &c->vz) : carom__dual_constant(0);
  c->law = p->surface.law;
}
