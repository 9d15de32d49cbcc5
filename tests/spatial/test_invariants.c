// Invariant directions over fixed-seed random contacts. The trusted side is the definition itself: g, f and dg/dtheta
// from B, d and mu at the reported angle; the astroid as a polynomial in the contact axes; a scan of the whole circle.
#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>

#include "spatial/invariants.h"
#include "spatial/slip_sample.h"

enum { CONTACTS = 100000, SCAN = 512 };

static const double PI = 3.14159265358979323846;

/// What a contact's W and mu say about slip in a direction.
typedef struct slip_law {
  double b11, b12, b22, d1, d2, mu;
  double rho;  ///< no rate of slip exceeds mu tr B + |d|, so eps rho is the rounding of each
} slip_law;

static slip_law law_of(const carom_spatial_problem* p) {
  const double(*w)[3] = p->w.m;
  slip_law s = {w[0][0], w[0][1], w[1][1], w[0][2], w[1][2], p->surface.mu, 0};
  s.rho = s.mu * (s.b11 + s.b22) + hypot(s.d1, s.d2);
  return s;
}

static double g_along(const slip_law* s, double c, double n) {
  const double x = s->d1 - s->mu * (s->b11 * c + s->b12 * n), y = s->d2 - s->mu * (s->b12 * c + s->b22 * n);
  return c * y - n * x;
}

static double f_along(const slip_law* s, double c, double n) {
  const double x = s->d1 - s->mu * (s->b11 * c + s->b12 * n), y = s->d2 - s->mu * (s->b12 * c + s->b22 * n);
  return c * x + n * y;
}

/// dg/dtheta = -(f + mu p.B p) where g = 0.
static double turn_along(const slip_law* s, double c, double n) {
  return -f_along(s, c, n) - s->mu * (s->b11 * n * n - 2 * s->b12 * n * c + s->b22 * c * c);
}

static carom_spatial_directions find(const carom_spatial_problem* p) {
  carom_spatial_directions out = {0};
  carom_diag diag = {0};
  cr_assert_eq(carom_spatial_invariants(p, &out, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return out;
}

/// The astroid |d1|^(2/3) + |d2|^(2/3) = a^(2/3) without roots: (a^2 - d^2)^3 = 27 (a d1 d2)^2, and a^2, d^2 and
/// a d1 d2 need no principal axes. > 0 inside, in units of the larger of a and |d|.
static double astroid_margin(const slip_law* s) {
  const double half = s->mu * (s->b11 - s->b22) / 2, off = s->mu * s->b12, d = hypot(s->d1, s->d2);
  const double a = 2 * hypot(half, off), unit = fmax(a, d);
  const double product = (2 * s->d1 * s->d2 * half - (s->d1 + s->d2) * (s->d1 - s->d2) * off) / unit / unit / unit;
  const double gap = (a - d) * (a + d) / unit / unit;
  return gap * gap * gap - 27 * product * product;
}

static int total_multiplicity(const carom_spatial_directions* o) {
  int total = 0;
  for (int i = 0; i < o->count; ++i) total += o->items[i].multiplicity;
  return total;
}

static void check_count(const slip_law* s, const carom_spatial_directions* o) {
  cr_assert(!o->every_direction && o->count >= 2 && o->count <= 4);
  const double margin = astroid_margin(s);
  // The margin is a polynomial of degree 6 with terms up to 27: this much of it is rounding, also of the entries of a
  // nearly isotropic B, of which only the difference counts.
  const double unit = fmax(s->mu * hypot(s->b11 - s->b22, 2 * s->b12), hypot(s->d1, s->d2));
  if (fabs(margin) <= 1000 * DBL_EPSILON * s->rho / unit) return;
  cr_assert_eq(o->count, margin > 0 ? 4 : 2, "%d directions at margin %.3g", o->count, margin);
  cr_assert_eq(total_multiplicity(o), o->count);
}

static void check_each(const slip_law* s, const carom_spatial_directions* o) {
  for (int i = 0; i < o->count; ++i) {
    const carom_invariant* d = &o->items[i];
    const double c = cos(d->angle), n = sin(d->angle), rounding = DBL_EPSILON * s->rho;
    cr_assert(d->angle > -PI && d->angle <= PI && (i == 0 || d->angle > d[-1].angle), "angles not sorted");
    cr_assert(fabs(g_along(s, c, n)) <= (d->multiplicity == 1 ? 6 : 24) * rounding, "g is %.3g rho at multiplicity %d",
              g_along(s, c, n) / s->rho, d->multiplicity);
    if (d->multiplicity > 1) continue;
    // An error of eps rho in g is one of eps rho/turn in the angle, and f changes with the angle by at most rho.
    const double blurred = 8 * rounding * (1 + s->rho / fabs(d->turn));
    cr_assert(fabs(d->rate - f_along(s, c, n)) <= blurred, "rate %.17g, f %.17g", d->rate, f_along(s, c, n));
    cr_assert(fabs(d->turn - turn_along(s, c, n)) <= blurred, "turn %.17g, want %.17g", d->turn, turn_along(s, c, n));
  }
}

/// Between two neighbours g has one sign, so directions that attract and directions that repel take turns.
static void check_alternation(const carom_spatial_directions* o) {
  if (total_multiplicity(o) != o->count) return;
  for (int i = 0; i < o->count; ++i)
    cr_assert(o->items[i].turn * o->items[(i + 1) % o->count].turn < 0, "two neighbours both attract or both repel");
}

/// Each cell of the scan holds as many directions, modulo 2, as g has sign changes there.
static void check_nothing_missed(const slip_law* s, const carom_spatial_directions* o) {
  static double c[SCAN + 1], n[SCAN + 1];
  for (int i = 0; c[0] == 0 && i <= SCAN; ++i) {
    c[SCAN - i] = cos(PI - 2 * PI * i / SCAN);
    n[SCAN - i] = sin(PI - 2 * PI * i / SCAN);
  }
  double before = g_along(s, c[0], n[0]);
  for (int i = 1, next = 0; i <= SCAN; ++i) {
    const double here = g_along(s, c[i], n[i]), end = -PI + 2 * PI * i / SCAN;
    int inside = 0;
    for (; next < o->count && o->items[next].angle <= end; ++next) inside += o->items[next].multiplicity;
    const bool sure = fmin(fabs(before), fabs(here)) > 64 * DBL_EPSILON * s->rho;
    cr_assert(!sure || inside % 2 == (before * here < 0), "%d directions before angle %.6f, g from %.3g to %.3g",
              inside, end, before, here);
    before = here;
  }
}

/// Theorem 5 of JW16: one centrifugal direction iff |w| > mu. Returns whether there is one.
static bool check_types(const slip_law* s, const carom_spatial_directions* o) {
  const double det = carom_difference_of_products(s->b11, s->b22, s->b12, s->b12);
  const double w = hypot(carom_difference_of_products(s->b22, s->d1, s->b12, s->d2),
                         carom_difference_of_products(s->b11, s->d2, s->b12, s->d1)) /
                   det;
  int counts[3] = {0};
  for (int i = 0; i < o->count; ++i) {
    const carom_invariant* d = &o->items[i];
    ++counts[d->type];
    cr_assert(d->type == CAROM_CENTRIPETAL ? d->rate < 0 : d->type == CAROM_CENTRIFUGAL ? d->rate > 0 : d->rate == 0);
    cr_assert(d->type == CAROM_CENTRIPETAL || d->turn < 0, "slip that grows is attracted");
  }
  if (fabs(w - s->mu) > 32 * DBL_EPSILON * s->mu) {
    cr_assert_eq(counts[CAROM_CENTRIFUGAL], w > s->mu, "%d centrifugal with |w|/mu - 1 = %.3g",
                 counts[CAROM_CENTRIFUGAL], w / s->mu - 1);
    cr_assert_eq(counts[CAROM_STEADY], 0);
  }
  cr_assert_leq(counts[CAROM_CENTRIFUGAL] + counts[CAROM_STEADY], 1);
  return counts[CAROM_CENTRIFUGAL] > 0;
}

Test(spatial_invariants, every_contact) {
  test_random r = {3};
  int counts[5] = {0}, centrifugal = 0;
  for (int i = 0; i < CONTACTS; ++i) {
    const carom_spatial_problem p = slip_problem(slip_sample_next(&r));
    const slip_law s = law_of(&p);
    const carom_spatial_directions o = find(&p);
    check_count(&s, &o);
    check_each(&s, &o);
    check_alternation(&o);
    check_nothing_missed(&s, &o);
    centrifugal += check_types(&s, &o);
    ++counts[o.count];
  }
  printf("invariants: 2 directions %d, 3 %d, 4 %d; a centrifugal one %d\n", counts[2], counts[3], counts[4],
         centrifugal);
  cr_assert(counts[2] > CONTACTS / 5 && counts[4] > CONTACTS / 5, "a kind is hardly visited");
  cr_assert(centrifugal > CONTACTS / 5 && centrifugal < CONTACTS / 2);
}

static double angle_between(double a, double b) {
  return fabs(remainder(a - b, 2 * PI));
}

Test(spatial_invariants, turn_with_the_tangent_axes) {
  test_random r = {5};
  for (int i = 0; i < CONTACTS / 4; ++i) {
    const slip_sample sample = slip_sample_next(&r);
    const double turned = test_random_uniform(&r, -3, 3);
    slip_sample other = sample;
    other.angle += turned;
    const carom_spatial_problem p = slip_problem(sample), q = slip_problem(other);
    const carom_spatial_directions o = find(&p), m = find(&q);
    const slip_law s = law_of(&p);
    if (fabs(astroid_margin(&s)) < 1e-6) continue;
    cr_assert_eq(o.count, m.count);
    for (int j = 0; j < o.count; ++j) {
      double nearest = PI;
      for (int k = 0; k < m.count; ++k)
        nearest = fmin(nearest, angle_between(o.items[j].angle + turned, m.items[k].angle));
      // Turning rounds the entries of W: eps rho in g, and that over the slope of g in the angle.
      cr_assert(nearest <= 16 * DBL_EPSILON * (1 + s.rho / fabs(o.items[j].turn)), "moved by %.3g", nearest);
    }
  }
}

/// W in other units of mass, and d and mu scaled together (the same slip with a lighter normal direction): powers of
/// two change no bit.
static void check_scaled(const carom_spatial_problem* p, int mass, int coupling) {
  carom_spatial_problem q = *p;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) q.w.m[i][j] = ldexp(p->w.m[i][j], mass + ((i == 2) + (j == 2)) * coupling);
  q.surface.mu = q.surface.mu_static = ldexp(p->surface.mu, coupling);
  const carom_spatial_directions o = find(p), m = find(&q);
  cr_assert_eq(o.count, m.count);
  for (int i = 0; i < o.count; ++i) {
    const carom_invariant *a = &o.items[i], *b = &m.items[i];
    cr_assert(a->angle == b->angle && a->type == b->type && a->multiplicity == b->multiplicity);
    cr_assert(ldexp(a->rate, mass + coupling) == b->rate && ldexp(a->turn, mass + coupling) == b->turn);
  }
}

Test(spatial_invariants, scales_change_no_bit) {
  test_random r = {7};
  for (int i = 0; i < CONTACTS / 10; ++i) {
    const carom_spatial_problem p = slip_problem(slip_sample_next(&r));
    check_scaled(&p, test_random_below(&r, 901) - 450, 0);
    check_scaled(&p, test_random_below(&r, 401) - 200, test_random_below(&r, 201) - 100);
  }
}

Test(spatial_invariants, centrifugal_direction_is_the_listed_one) {
  test_random r = {9};
  int found = 0;
  for (int i = 0; i < CONTACTS; ++i) {
    const carom_spatial_problem p = slip_problem(slip_sample_next(&r));
    const slip_law s = law_of(&p);
    carom_vec2 u;
    double rate;
    if (!carom__centrifugal_direction(s.b11, s.b12, s.b22, s.d1, s.d2, s.mu, &u, &rate)) continue;
    ++found;
    cr_assert(fabs(hypot(u.x, u.y) - 1) <= 2 * DBL_EPSILON && rate > 0);
    cr_assert(fabs(g_along(&s, u.x, u.y)) <= 6 * DBL_EPSILON * s.rho, "g is %.3g rho", g_along(&s, u.x, u.y) / s.rho);
    cr_assert(fabs(rate - f_along(&s, u.x, u.y)) <= 6 * DBL_EPSILON * s.rho);
  }
  cr_assert_gt(found, CONTACTS / 5);
}
