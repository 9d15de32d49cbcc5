// Rigid friction has one answer, and nearby data have nearby ones: Gronwall's bound, and Painleve's rod, where rigid
// normals have no answer or two. docs/rigid.md has the proofs.
#include <stdio.h>

#include "simultaneous/rigid_sample.h"

/// Distances grow by less than this, as measured: by 9 at most.
static const double LARGE_GROWTH = 100;

/// v + W z: what the bodies could have had as well. Returns the distance |W z|, measured by the kinetic energy.
static double nudge(test_random* r, double size, sample* s, double* z) {
  const int n = s->dimension * s->count;
  double square = 0;
  for (int a = 0; a < n; ++a) z[a] = size * test_random_uniform(r, -1, 1);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      s->v[a] += s->w[a * n + b] * z[b];
      square += z[a] * s->w[a * n + b] * z[b];
    }
  return sqrt(square);
}

/// The distance after: the difference of the velocities is W (z + dI).
static double distance_after(const sample* s, const double* z, const collision* one, const collision* other) {
  const int d = s->dimension, n = d * s->count;
  double y[SAMPLE_SIZE], square = 0;
  for (int a = 0; a < n; ++a) y[a] = z[a] + other->contacts[a / d].impulse[a % d] - one->contacts[a / d].impulse[a % d];
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) square += y[a] * s->w[a * n + b] * y[b];
  return sqrt(fmax(0, square));
}

/// Omega^2 = sum k_i W_nn (1 + mu_i sqrt(w/W_nn)), w the largest eigenvalue of W_tt (here its trace, which is not
/// less); k in units of the first, as the times of the log.
static double gronwall_rate(const sample* s) {
  const int d = s->dimension, n = d * s->count;
  double sum = 0;
  for (int i = 0; i < s->count; ++i) {
    double along = 0;
    for (int a = 0; a < d - 1; ++a) along += s->w[(d * i + a) * n + d * i + a];
    const double normal = s->w[(d * i + d - 1) * n + d * i + d - 1];
    sum += s->surfaces[i].stiffness / s->surfaces[0].stiffness * (normal + s->surfaces[i].mu * sqrt(along * normal));
  }
  return sqrt(sum);
}

static double end_time(const collision* got) {
  return got->log.event_count > 0 ? got->times[got->log.event_count - 1] : 0;
}

/// With e = 1 no event makes a jump, so that the bound D <= D0 exp(Omega t) holds to the end, whatever happens.
static void check_elastic(test_random* r, int dimension, double* growth) {
  static collision one, other;
  static sample s, moved;
  double z[SAMPLE_SIZE];
  const sample_ranges ranges = {.contacts = 5, .mass = 3, .stiffness = 10, .e_least = 1, .mu = 2, .exponent = 1};
  rigid_collision(r, dimension, &ranges, &s);
  moved = s;
  const double before = nudge(r, 1e-6, &moved, z);
  rigid_solve(&s, &one);
  rigid_solve(&moved, &other);
  *growth = distance_after(&s, z, &one, &other) / before;
  const double bound = exp(fmin(700, gronwall_rate(&s) * fmax(end_time(&one), end_time(&other))));
  // Rounding of the answers, 1e-12 of them, against a nudge of 1e-6.
  cr_expect_leq(*growth, bound * (1 + 1e-6) + 1e-5, "grew by %g, the bound is %g", *growth, bound);
}

Test(rigid_unique, elastic_answers_stay_together) {
  enum { RUNS = 400 };
  static double growth[RUNS];
  test_random r = {1};
  for (int dimension = 2; dimension <= 3; ++dimension) {
    for (int i = 0; i < RUNS; ++i) check_elastic(&r, dimension, &growth[i]);
    const double median = rigid_quantile(growth, RUNS, 0.5);
    printf("%d-D, e = 1: distances grow by %.3g (median), %.3g (worst)\n", dimension, median, growth[RUNS - 1]);
    // Friction brings motions together, springs swing them apart.
    cr_expect_leq(median, 2);
    cr_expect_leq(growth[RUNS - 1], LARGE_GROWTH);
  }
}

/// The same contacts end their compressions in the same order.
static bool same_ends(const collision* one, const collision* other) {
  int k = 0, l = 0;
  for (;; ++k, ++l) {
    while (k < one->log.event_count && one->events[k].type != CAROM_EVENT_COMPRESSION_END) ++k;
    while (l < other->log.event_count && other->events[l].type != CAROM_EVENT_COMPRESSION_END) ++l;
    if (k >= one->log.event_count || l >= other->log.event_count)
      return k >= one->log.event_count && l >= other->log.event_count;
    if (one->events[k].contact != other->events[l].contact) return false;
  }
}

static bool some_rest(const sample* s) {
  for (int i = 0; i < s->count; ++i)
    if (s->v[s->dimension * (i + 1) - 1] == 0) return true;
  return false;
}

enum { NUDGED = 800 };

/// How the distances of so many pairs grow, where velocities are moved by so much; returns how many jump.
static int nudge_with_losses(double size, double* growth) {
  static collision one, other;
  static sample s, moved;
  test_random r = {2};
  const sample_ranges ranges = {.contacts = 4, .mass = 3, .stiffness = 10, .e_least = 0.1, .mu = 1.5, .exponent = 1};
  int jumps[2] = {0};
  for (int i = 0; i < NUDGED; ++i) {
    double z[SAMPLE_SIZE];
    rigid_collision(&r, 2 + i % 2, &ranges, &s);
    moved = s;
    const double before = nudge(&r, size, &moved, z);
    rigid_solve(&s, &one);
    rigid_solve(&moved, &other);
    cr_expect_not((one.outcome.warnings | other.outcome.warnings) & CAROM_WARN_APPROXIMATE, "%d is stepped", i);
    growth[i] = distance_after(&s, z, &one, &other) / before;
    if (growth[i] <= LARGE_GROWTH) continue;
    jumps[some_rest(&s)] += 1;
    cr_expect_not(same_ends(&one, &other), "%d: grew by %.3g", i, growth[i]);
  }
  const double median = rigid_quantile(growth, NUDGED, 0.5);
  printf("e from 0.1, moved by %g: distances grow by %.3g (median), %.3g (worst); %d + %d (some at rest) of %d jump\n",
         size, median, growth[NUDGED - 1], jumps[0], jumps[1], NUDGED);
  return jumps[0] + jumps[1];
}

/// With losses the answer can jump where an end of compression appears or goes: where v_n only just passes 0, and where
/// a contact at rest is touched, so that it hardens. Touches of less than 1e-9 of the speed do not count.
Test(rigid_unique, with_losses_answers_jump_only_where_ends_of_compression_appear) {
  static double growth[NUDGED];
  cr_expect_eq(nudge_with_losses(1e-10, growth), 0);
  cr_expect_leq(rigid_quantile(growth, NUDGED, 0.5), 2);
  cr_expect_leq(nudge_with_losses(1e-6, growth), NUDGED / 50);
  cr_expect_leq(rigid_quantile(growth, NUDGED, 0.5), 2);
}

/// A rod of mass 1 and length 2 whose lower end strikes a plate of mass 2 that slides on the floor: two contacts. The
/// rod leans by the angle from the floor. At the floor alone the paradox begins at
/// mu = (1 + 3 cos^2)/(3 sin cos) >= 4/3, at the plate a little later, since that gives way.
typedef struct rod {
  double angle, mu, e, slide;
} rod;

static void set_rod(const rod* of, sample* s) {
  const double c = cos(of->angle), q = sin(of->angle);
  // Coordinates: x, y and turn of the rod, x and y of the plate. Contacts: rod on plate, plate on floor; (t, n).
  const double rows[5][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {q, c, 0, 0}, {-1, 0, 1, 0}, {0, -1, 0, 1}};
  const double mass[5] = {1, 1, 1.0 / 3, 2, 2};
  memset(s, 0, sizeof *s);
  s->dimension = 2;
  s->count = 2;
  for (int k = 0; k < 5; ++k) sample_add_coordinate(s, rows[k], mass[k]);
  s->v[0] = of->slide;
  s->v[1] = -1;
  for (int i = 0; i < 2; ++i) {
    s->surfaces[i] = carom_surface_default();
    s->surfaces[i].e = of->e;
    s->surfaces[i].mu = s->surfaces[i].mu_static = i == 0 ? of->mu : 0.3;
    s->surfaces[i].stiffness = i == 0 ? 1 : 30;
  }
}

/// Slip towards which friction pulls the rod in: mu |W_tn| > W_nn with the right sign.
static bool is_paradox(const sample* s) {
  return s->surfaces[0].mu * s->w[1] * (s->v[0] > 0 ? 1 : -1) > s->w[5];
}

typedef struct sweep {
  double jump;  // the largest difference between neighbours, a part of the speed
  int paradoxes;
  int breaks;  // neighbours with losses and another number of ends of compression: the answer may jump there
} sweep;

static rod between(const rod* from, const rod* to, double part) {
  return (rod){from->angle + part * (to->angle - from->angle), from->mu + part * (to->mu - from->mu), from->e,
               from->slide};
}

/// From one rod to another in equal steps: an answer everywhere.
static sweep go_through(const rod* from, const rod* to, int steps) {
  static collision got[2];
  static sample s[2];
  sweep seen = {0};
  for (int i = 0; i <= steps; ++i) {
    const rod now = between(from, to, (double)i / steps);
    const int here = i % 2;
    set_rod(&now, &s[here]);
    rigid_solve(&s[here], &got[here]);
    cr_expect_not(got[here].outcome.warnings & CAROM_WARN_APPROXIMATE);
    seen.paradoxes += is_paradox(&s[here]);
    if (i == 0) continue;
    if (from->e < 1 && ends_of_compression(&got[0]) != ends_of_compression(&got[1]))
      seen.breaks += 1;
    else
      seen.jump = fmax(seen.jump, rigid_apart(&s[here], &got[0], &got[1]));
  }
  return seen;
}

static void check_sweep(const char* what, const rod* from, const rod* to) {
  const sweep coarse = go_through(from, to, 500), fine = go_through(from, to, 2000);
  printf("%s, e = %g, slide %g: %d of 2001 in the paradox, neighbours differ by %.2g, then %.2g; %d breaks\n", what,
         from->e, from->slide, fine.paradoxes, coarse.jump, fine.jump, fine.breaks);
  cr_expect_geq(fine.paradoxes, 400);
  cr_expect_leq(fine.jump, 0.5 * coarse.jump, "a jump does not shrink with the step");
  cr_expect_leq(fine.breaks, 10);
}

/// An answer everywhere, continuous in the data: a fourth of the step, a fourth of the difference.
Test(rigid_unique, no_paradox) {
  const double restitution[] = {1, 0.5, 0};
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 2; ++k) {
      const double slide = k == 0 ? 1.5 : 0.4;
      const rod flat = {0.2, 2.2, restitution[i], slide}, steep = {1.5, 2.2, restitution[i], slide};
      const rod smooth = {1.1, 0.1, restitution[i], slide}, rough = {1.1, 3, restitution[i], slide};
      check_sweep("angle", &flat, &steep);
      check_sweep("mu", &smooth, &rough);
    }
}
