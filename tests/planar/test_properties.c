// What must hold for every planar impact, over fixed-seed random ones. The trusted side is the physics itself: each
// property is computed from the problem and the impulse, not from the solver's own intermediate numbers.
#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "planar/sample.h"
#include "soak.h"

enum { IMPACTS = 1000000 };

/// Rounding of a result that is a sum of a few products: this many eps of the largest term.
static const double EPS = 64 * DBL_EPSILON;

/// Largest terms that add up to the velocity after, and to the energy change.
typedef struct scales {
  double v_t, v_n, energy;
} scales;

static scales scales_of(const carom_planar_problem* p, const carom_planar_outcome* o) {
  const double px = fabs(o->impulse_t), py = o->impulse_n;
  scales s = {.v_t = fabs(p->v_t) + p->w_tt * px + fabs(p->w_tn) * py,
              .v_n = fabs(p->v_n) + fabs(p->w_tn) * px + p->w_nn * py};
  s.energy = px * s.v_t + py * s.v_n;
  return s;
}

static void check_velocity_follows_from_impulse(const carom_planar_problem* p, const carom_planar_outcome* o) {
  const scales s = scales_of(p, o);
  // @eq WM92 (17)  @eq WM92 (18)
  const double v_t = p->v_t + p->w_tt * o->impulse_t + p->w_tn * o->impulse_n;
  const double v_n = p->v_n + p->w_tn * o->impulse_t + p->w_nn * o->impulse_n;
  if (s.v_t > 0) soak_note(fabs(o->v_t - v_t) / s.v_t, EPS, "velocity");
  if (s.v_n > 0) soak_note(fabs(o->v_n - v_n) / s.v_n, EPS, "velocity");
  if (o->mode != CAROM_PLANAR_NONE) soak_note(0 - o->v_n, 0, "approach");
  cr_assert(fabs(o->v_t - v_t) <= EPS * s.v_t, "v_t %.17g, from the impulse %.17g", o->v_t, v_t);
  cr_assert(fabs(o->v_n - v_n) <= EPS * s.v_n, "v_n %.17g, from the impulse %.17g", o->v_n, v_n);
  cr_assert(o->mode == CAROM_PLANAR_NONE || o->v_n >= 0, "the bodies still approach at %.17g", o->v_n);
}

static void check_energy(const carom_planar_problem* p, const carom_planar_outcome* o) {
  const double scale = scales_of(p, o).energy, noise = EPS * scale;
  // @eq WM92 (56)
  const double change = 0.5 * (o->impulse_t * (o->v_t + p->v_t) + o->impulse_n * (o->v_n + p->v_n));
  if (scale > 0) soak_note(fabs(o->energy.change - change) / scale, EPS, "ledger");
  cr_assert(fabs(o->energy.change - change) <= noise, "ledger %.17g, work %.17g", o->energy.change, change);
  cr_assert_geq(o->energy.friction, 0);
  if (p->surface.law == CAROM_LAW_NEWTON) {
    const bool may_gain = p->v_t * -p->w_tn > 0 && o->mode != CAROM_PLANAR_SLIDING;
    cr_assert(may_gain || o->energy.change <= noise, "Newton's law gained %.3g where it cannot", o->energy.change);
    cr_assert(o->energy.change <= noise || (o->warnings & CAROM_WARN_ENERGY_GAIN), "a gain without a warning");
    return;
  }
  if (scale > 0) soak_note(o->energy.change / scale, EPS, "gain");
  cr_assert(o->energy.change <= 0 || o->energy.change <= noise, "gained %.3g", o->energy.change);
  cr_assert(!(o->warnings & CAROM_WARN_ENERGY_GAIN));
}

static void check_cone(const carom_planar_problem* p, const carom_planar_outcome* o) {
  const double limit = p->surface.mu_static * o->impulse_n;
  if (limit > 0) soak_note(fabs(o->impulse_t) / limit - 1, EPS, "cone");
  cr_assert(fabs(o->impulse_t) <= limit * (1 + EPS), "friction %.17g over %.17g", o->impulse_t, limit);
  cr_assert_geq(o->impulse_n, 0);
}

/// Normal energy at the end of compression and at the end, from the path itself.
static void check_restitution(const carom_planar_problem* p, const carom_planar_outcome* o) {
  if (o->mode == CAROM_PLANAR_NONE || (o->warnings & CAROM_WARN_JAMMED)) return;
  const double e = p->surface.e, tolerance = EPS * scales_of(p, o).energy;
  carom_trace_point points[CAROM_PLANAR_TRACE_MIN];
  carom_trace trace = {points, CAROM_PLANAR_TRACE_MIN, 0};
  cr_assert_eq(carom_planar_trace(p, o, &trace, NULL), CAROM_OK);
  double most = 0;
  for (int i = 0; i < trace.count; ++i) most = fmax(most, points[i].stored);
  cr_assert(fabs(most - o->stored) <= tolerance, "stored %.17g, along the path %.17g", o->stored, most);
  switch (p->surface.law) {
    case CAROM_LAW_NEWTON:
      cr_assert_eq(o->v_n, -e * p->v_n);
      break;
    case CAROM_LAW_POISSON:
      cr_assert(fabs(o->impulse_n - (1 + e) * o->impulse_n_compression) <= EPS * o->impulse_n);
      break;
    case CAROM_LAW_STRONGE:
      cr_assert(fabs(points[trace.count - 1].stored - (1 - e * e) * most) <= tolerance);
      break;
  }
}

static carom_planar_outcome solve(const carom_planar_problem* p) {
  carom_planar_outcome o;
  carom_diag diag;
  const carom_status status = carom_planar_solve(p, &o, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
  return o;
}

static void check_mirror(const carom_planar_problem* p, const carom_planar_outcome* o) {
  carom_planar_problem q = *p;
  q.v_t = -p->v_t;
  q.w_tn = -p->w_tn;
  const carom_planar_outcome m = solve(&q);
  cr_assert(m.mode == o->mode && m.impulse_t == -o->impulse_t && m.impulse_n == o->impulse_n && m.v_t == -o->v_t &&
            m.v_n == o->v_n && m.energy.change == o->energy.change);
}

/// Powers of two change no bit, within the range of moderate numbers and far outside it.
static void check_units(const carom_planar_problem* p, const carom_planar_outcome* o, int mass, int speed) {
  carom_planar_problem q = *p;
  q.w_tt = ldexp(p->w_tt, -mass);
  q.w_tn = ldexp(p->w_tn, -mass);
  q.w_nn = ldexp(p->w_nn, -mass);
  q.v_t = ldexp(p->v_t, speed);
  q.v_n = ldexp(p->v_n, speed);
  const carom_planar_outcome m = solve(&q);
  cr_assert(m.mode == o->mode && m.impulse_t == ldexp(o->impulse_t, mass + speed) &&
            m.impulse_n == ldexp(o->impulse_n, mass + speed) && m.v_t == ldexp(o->v_t, speed) &&
            m.v_n == ldexp(o->v_n, speed) && m.energy.friction == ldexp(o->energy.friction, mass + 2 * speed));
}

Test(planar_properties, every_impact, .fini = soak_tell, .timeout = 36000) {
  test_random r = {1};
  const long count = soak_count(IMPACTS);
  long modes[6] = {0}, gains = 0;
  for (long i = 0; i < count; ++i) {
    const carom_planar_problem p = sample_problem(&r);
    const double w[4] = {p.w_tt, p.w_tn, p.w_tn, p.w_nn}, v[2] = {p.v_t, p.v_n};
    const carom_contact_problem problem = {2, 1, w, v, &p.surface};
    soak_at("planar properties", i, count);
    soak_problem(&problem);
    const carom_planar_outcome o = solve(&p);
    check_velocity_follows_from_impulse(&p, &o);
    check_energy(&p, &o);
    check_cone(&p, &o);
    check_restitution(&p, &o);
    check_mirror(&p, &o);
    check_units(&p, &o, test_random_below(&r, 41) - 20, test_random_below(&r, 41) - 20);
    if (i % 64 == 0) check_units(&p, &o, test_random_below(&r, 601) - 300, test_random_below(&r, 601) - 300);
    ++modes[o.mode];
    gains += (o.warnings & CAROM_WARN_ENERGY_GAIN) != 0;
  }
  soak_over();
  for (int mode = 0; mode < 6; ++mode) {
    printf("planar properties: %-10s %ld\n", carom_planar_mode_word((carom_planar_mode)mode), modes[mode]);
    cr_assert_gt(modes[mode], count / 200, "mode %d is hardly visited", mode);
  }
  printf("planar properties: Newton's law gained energy in %ld of %ld impacts\n", gains, count);
  cr_assert_gt(gains, 0);
}

static bool laws_must_agree(const carom_planar_problem* p, const carom_planar_outcome* o) {
  return p->v_t == 0 || p->w_tn == 0 || p->surface.mu == 0 || p->surface.e == 0 || o->mode == CAROM_PLANAR_SLIDING;
}

Test(planar_properties, laws_agree_where_they_must_and_stronge_lies_between) {
  test_random r = {2};
  int differ = 0;
  for (int i = 0; i < IMPACTS / 4; ++i) {
    carom_planar_problem p = sample_problem(&r);
    // Static friction that differs makes the laws differ even at B3 = 0 or mu = 0; the statement is about one mu.
    p.surface.mu_static = p.surface.mu;
    double py[3], px[3];
    carom_planar_outcome o;
    for (int law = 0; law < 3; ++law) {
      p.surface.law = (carom_law)law;
      o = solve(&p);
      px[law] = o.impulse_t;
      py[law] = o.impulse_n;
    }
    // A tangential impact gives Newton's law no speed to restore: it ends plastic, the others do not.
    if (o.tangential) continue;
    const double poisson = py[CAROM_LAW_POISSON], newton = py[CAROM_LAW_NEWTON], stronge = py[CAROM_LAW_STRONGE];
    const double noise = 1e3 * DBL_EPSILON * fmax(poisson, newton);
    if (laws_must_agree(&p, &o)) {
      for (int law = 1; law < 3; ++law)
        cr_assert(fabs(py[law] - py[0]) <= noise && fabs(px[law] - px[0]) <= (1 + p.surface.mu) * noise,
                  "%.17g against %.17g", py[law], py[0]);
    } else {
      differ += fabs(poisson - newton) > noise;
      cr_assert(stronge >= fmin(poisson, newton) - noise && stronge <= fmax(poisson, newton) + noise,
                "Stronge %.17g, Poisson %.17g, Newton %.17g", stronge, poisson, newton);
    }
  }
  cr_assert_gt(differ, IMPACTS / 100);
}

/// The second road: walk along the normal impulse in small steps, look at the velocity, and let Coulomb's law say which
/// way friction acts. Knows nothing of modes. Its error is that of one step at each of three events.
static carom_planar_outcome walk(const carom_planar_problem* p, double step) {
  const double mu = p->surface.mu, e = p->surface.e;
  double px = 0, py = 0, v_t = p->v_t, v_n = p->v_n, stored = 0, compression_py = 0, compression_stored = 0;
  bool compressing = true;
  for (;;) {
    const double resist = p->w_tn / p->w_tt;  // tangential impulse that keeps v_t, per normal impulse
    double rate = v_t > 0 ? -mu : mu;
    const double change = (p->w_tt * rate + p->w_tn) * step;
    if ((v_t == 0 || v_t * (v_t + change) <= 0) && v_t * change <= 0) {
      // Slip passes zero in this step: stop it, then hold it if friction can, else let it go where W drives it.
      rate = fabs(resist) <= mu ? -resist - v_t / (p->w_tt * step) : (p->w_tn > 0 ? -mu : mu);
      if (fabs(rate) > mu) rate = copysign(mu, rate);
    }
    const double v_n_before = v_n;
    px += rate * step;
    py += step;
    v_t = p->v_t + p->w_tt * px + p->w_tn * py;
    v_n = p->v_n + p->w_tn * px + p->w_nn * py;
    if (fabs(rate) < mu && fabs(v_t) <= 1e-9 * p->w_tt * mu * step) v_t = 0;
    stored -= 0.5 * (v_n_before + v_n) * step;
    if (compressing && v_n >= 0) {
      compressing = false;
      compression_py = py;
      compression_stored = stored;
    }
    if (compressing) continue;
    const bool ended = p->surface.law == CAROM_LAW_NEWTON    ? v_n >= -e * p->v_n
                       : p->surface.law == CAROM_LAW_POISSON ? py >= (1 + e) * compression_py
                                                             : stored <= (1 - e * e) * compression_stored;
    if (ended) return (carom_planar_outcome){.impulse_t = px, .impulse_n = py, .v_t = v_t, .v_n = v_n};
  }
}

Test(planar_properties, closed_form_is_the_limit_of_small_steps) {
  test_random r = {3};
  enum { SAMPLE = 2000, STEPS = 20000 };
  double worst = 0;
  for (int i = 0; i < SAMPLE; ++i) {
    carom_planar_problem p = sample_problem(&r);
    p.surface.mu_static = p.surface.mu;
    // Nearly singular W make the end a small difference of long paths; they are covered by the stored references.
    if (p.w_tn * p.w_tn > 0.81 * p.w_tt * p.w_nn) continue;
    const carom_planar_outcome exact = solve(&p);
    if (exact.mode == CAROM_PLANAR_NONE) continue;
    const double step = exact.impulse_n / STEPS;
    const carom_planar_outcome stepped = walk(&p, step);
    // Three events, each off by at most one step, felt through the rates of both segments.
    const double off = hypot(stepped.impulse_t - exact.impulse_t, stepped.impulse_n - exact.impulse_n);
    const double allowed = 40 * (1 + p.surface.mu) * step;
    cr_assert(off <= allowed, "%d %s: off by %.3g steps", i, carom_planar_mode_word(exact.mode), off / step);
    worst = fmax(worst, off / allowed);
  }
  printf("planar integration: worst %.2g of what the step allows\n", worst);
}
