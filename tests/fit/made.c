// An ellipse is thrown on a floor. The impulse comes from carom_planar_solve: what is under test is the way back.
#include "fit/made.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <string.h>

#include "carom/planar.h"

made made_default(void) {
  return (made){
      .law = CAROM_LAW_STRONGE, .mu = 0.2, .e = 0.6, .count = 200, .slip = 2, .spin_unit = 1, .length_unit = 1};
}

static void put(carom_text* out, const char* format, ...) {
  char line[600];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  const carom_sink sink = carom_sink_text(out);
  sink.write(line, (size_t)length, sink.context);
}

/// Box and Muller.
static double normal(test_random* r) {
  return sqrt(-2 * log(test_random_uniform(r, 1e-300, 1))) * cos(test_random_uniform(r, 0, 6.283185307179586));
}

static const double MASS = 0.1, HALF_A = 0.05, HALF_B = 0.03;

typedef struct throw {
  double x, y;            // contact from the centre
  double v[3], after[3];  // along x, y, spin
  carom_planar_problem problem;
}
throw;

static double inertia(void) {
  return MASS * (HALF_A * HALF_A + HALF_B * HALF_B) / 4;
}

static void draw(const made* m, test_random* r, throw *t) {
  do {
    const double turn = test_random_uniform(r, 0, 3.141592653589793), c = cos(turn), s = sin(turn);
    t->y = -hypot(HALF_A * s, HALF_B * c);
    t->x = (HALF_A * HALF_A - HALF_B * HALF_B) * s * c / t->y;
    t->v[0] = test_random_uniform(r, -m->slip, m->slip);
    t->v[1] = test_random_uniform(r, -3, -1);
    t->v[2] = test_random_uniform(r, -15 * m->slip, 15 * m->slip);
  } while (!(t->v[1] + t->x * t->v[2] < -0.2));
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = 1 / MASS + t->y * t->y / inertia();
  p.w_tn = -t->x * t->y / inertia();
  p.w_nn = 1 / MASS + t->x * t->x / inertia();
  p.v_t = t->v[0] - t->y * t->v[2];
  p.v_n = t->v[1] + t->x * t->v[2];
  p.surface.law = m->law;
  p.surface.mu = p.surface.mu_static = m->mu;
  p.surface.e = m->e * pow(-p.v_n / 2, -m->power);
  t->problem = p;
}

static void strike(const made* m, test_random* r, throw *t) {
  carom_planar_outcome out;
  cr_assert_eq(carom_planar_solve(&t->problem, &out, NULL), CAROM_OK);
  const double size = sqrt(MASS * (t->v[0] * t->v[0] + t->v[1] * t->v[1]) + inertia() * t->v[2] * t->v[2]);
  t->after[0] = t->v[0] + out.impulse_t / MASS + m->noise * size / sqrt(MASS) * normal(r);
  t->after[1] = t->v[1] + out.impulse_n / MASS + m->noise * size / sqrt(MASS) * normal(r);
  t->after[2] = t->v[2] + (t->x * out.impulse_n - t->y * out.impulse_t) / inertia() +
                m->noise * size / sqrt(inertia()) * normal(r);
}

static void put_row(const made* m, const throw *t, int i, carom_text* out) {
  const carom_planar_problem* p = &t->problem;
  if (m->in_contact_space) {
    put(out, "%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", i, p->w_tt, p->w_nn, -p->w_tn, p->v_t, p->v_n,
        t->after[0] - t->y * t->after[2], t->after[1] + t->x * t->after[2]);
    return;
  }
  const double hand = m->left_handed ? -1 : 1, l = m->length_unit, s = m->spin_unit;
  put(out, "%d,%.17g,%.17g,%.17g,%.17g,1.5707963267948966,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", i, MASS,
      l * sqrt(inertia() / MASS), l * t->x, l * t->y, hand * t->v[0], t->v[1], s * t->v[2], hand * t->after[0],
      t->after[1], s * t->after[2]);
}

carom_text made_table(const made* m, test_random* r) {
  carom_text out = {0};
  put(&out, "%s\n", m->in_contact_space ? "id,B1,B2,B3,S0,C0,S1,C1" : "id,m,rho,px,py,phi,vx0,vy0,w0,vx1,vy1,w1");
  for (int i = 0; i < m->count; ++i) {
    throw t;
    draw(m, r, &t);
    strike(m, r, &t);
    put_row(m, &t, i, &out);
  }
  return out;
}
