// Forces and accelerations at an instant.
#include "math/four.h"
#include "simultaneous/rigid.h"

void carom__rigid_push(const carom__rigid* r, int contact, double normal, double* force) {
  const carom__collision* c = r->c;
  force[carom__normal(c, contact)] += normal;
  for (int a = 0; a < c->tangents; ++a)
    force[carom__tangent(c, contact, a)] += carom__rigid_share(r, contact, a) * normal;
}

double carom__rigid_rate(const carom__rigid* r, int row, const double* force, double* size) {
  const carom__collision* c = r->c;
  const double* w = c->w + row * c->size;
  double sum = 0, terms = 0;
  for (int j = 0; j < c->size; ++j) {
    const double term = w[j] * force[j];
    sum += term;
    terms += fabs(term);
  }
  *size = terms;
  return sum;
}

/// Freedoms with a force.
static int list_pushed(const double* force, int size, int* list) {
  int count = 0;
  for (int b = 0; b < size; ++b)
    if (force[b] != 0) list[count++] = b;
  return count;
}

void carom__rigid_rates(const carom__rigid* r, const double* force, double* restrict rate) {
  const int size = r->c->size;
  int list[3 * CAROM__MOST];
  const int count = list_pushed(force, size, list);
  memset(rate, 0, (size_t)size * sizeof *rate);
  int k = 0;
  for (; k + 3 < count; k += 4) {  // four columns of the symmetric W at a time, in the order of one at a time
    const double *w0 = r->c->w + list[k] * size, *w1 = r->c->w + list[k + 1] * size;
    const double *w2 = r->c->w + list[k + 2] * size, *w3 = r->c->w + list[k + 3] * size;
    const double f0 = force[list[k]], f1 = force[list[k + 1]], f2 = force[list[k + 2]], f3 = force[list[k + 3]];
    int a = 0;
    for (; a + 3 < size; a += 4)
      carom__store(rate + a, carom__load(rate + a) + carom__load(w0 + a) * f0 + carom__load(w1 + a) * f1 +
                                 carom__load(w2 + a) * f2 + carom__load(w3 + a) * f3);
    for (; a < size; ++a) rate[a] = rate[a] + w0[a] * f0 + w1[a] * f1 + w2[a] * f2 + w3[a] * f3;
  }
  for (; k < count; ++k) carom__add_scaled(size, force[list[k]], r->c->w + list[k] * size, rate);
}

void carom__rigid_term_sizes(const carom__rigid* r, const double* force, double* sum) {
  const carom__collision* c = r->c;
  const int size = c->size;
  memset(sum, 0, (size_t)size * sizeof *sum);
  for (int b = 0; b < size; ++b) {
    const double *w = c->w + b * size, f = force[b];
    if (f == 0) continue;
    for (int a = 0; a < size; ++a) sum[a] += fabs(w[a] * f);
  }
}

void carom__rigid_forces(carom__rigid* r) {
  const carom__collision* c = r->c;
  memset(r->force, 0, (size_t)c->size * sizeof *r->force);
  for (int i = 0; i < c->count; ++i)
    if (!r->touch[i].holds && carom__rigid_presses(r, i)) carom__rigid_push(r, i, r->touch[i].normal, r->force);
  carom__rigid_answer(r, r->force);
  carom__rigid_rates(r, r->force, r->rate);
  carom__rigid_term_sizes(r, r->force, r->size);
  r->c->work += 2.0 * c->size * c->size;
}

double carom__rigid_own_rate(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  double *force = r->unknowns.work + 2 * c->size, size;
  memset(force, 0, (size_t)c->size * sizeof *force);
  carom__rigid_push(r, contact, 1, force);
  carom__rigid_answer(r, force);
  return carom__rigid_rate(r, carom__normal(c, contact), force, &size);
}

double carom__rigid_stiffness(const carom__collision* c, int contact, double force) {
  const double p = c->exponent, k = c->touch[contact].k;
  return p == 1 ? k : p * carom__pow(k, 1 / p) * carom__pow(force, 1 - 1 / p);
}

double carom__rigid_stiffness_now(const carom__rigid* r, int contact) {
  const carom__touch* t = &r->c->touch[contact];
  if (r->c->exponent == 1) return t->k;
  return t->x < 0 ? r->c->exponent * t->k * carom__pow(-t->x, r->c->exponent - 1) : 0;
}

void carom__rigid_take_normals(carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i])) r->touch[i].normal = carom__spring_force(c, &c->touch[i], c->touch[i].x);
}
