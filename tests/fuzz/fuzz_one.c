// One contact: the planar, spatial and compliant solvers, their paths, theories, schemes and derivatives, with any
// doubles.
#include <math.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/spatial.h"
#include "fuzz.h"

enum { POINTS = 64, DIRECTIONS = 3 };

static void check_trace(const carom_trace* trace) {
  if (trace->count < 0 || trace->count > trace->capacity) fuzz_fail("points of a path", trace->count);
  for (int i = 0; i < trace->count; ++i) fuzz_finite("a path is not finite", 8, trace->points[i].impulse);
}

static void check_smoothness(const carom_smoothness* next) {
  if (isnan(next->margin)) fuzz_fail("a margin is not a number", next->margin);
  if (!carom_boundary_word(next->boundary)[0]) fuzz_fail("an unknown boundary", next->boundary);
}

static void planar(fuzz_input* in) {
  carom_planar_problem p = carom_planar_problem_default();
  carom_planar_outcome o = {0};
  carom_diag diag = {0};
  double w[4];
  fuzz_matrix(in, 2, w);
  p.w_tt = w[0];
  p.w_tn = w[1];
  p.w_nn = w[3];
  p.v_t = fuzz_number(in);
  p.v_n = fuzz_byte(in) % 8 ? -fuzz_positive(in) : fuzz_number(in);
  p.surface = fuzz_surface(in);
  if (!fuzz_answered(carom_planar_solve(&p, &o, &diag), &diag)) return;
  fuzz_finite("planar: an answer is not finite", 4, &o.impulse_t);
  fuzz_finite("planar: stored", 1, &o.stored);
  if (fabs(o.impulse_t) > fmax(p.surface.mu, p.surface.mu_static) * o.impulse_n * (1 + 1e-9) + 1e-300)
    fuzz_fail("planar: friction outside its cone", o.impulse_t);
  fuzz_energy(&o.energy, fabs(p.v_t * o.impulse_t) + fabs(p.v_n * o.impulse_n), p.surface.law == CAROM_LAW_NEWTON);

  carom_trace_point points[POINTS];
  carom_trace trace = {.points = points, .capacity = fuzz_int(in, 0, POINTS)};
  if (fuzz_answered(carom_planar_trace(&p, &o, &trace, &diag), &diag)) check_trace(&trace);
  const carom_planar_diagram diagram = carom_planar_diagram_of(&p);
  if (diagram.has_ellipse) fuzz_finite("planar: an ellipse", 6, &diagram.centre.x);
  const carom_planar_theory theory = carom_planar_theory_of(&p);
  if (theory.direction != 1 && theory.direction != -1) fuzz_fail("planar: a direction", theory.direction);
  carom_jacobian jacobian;
  const unsigned wrt = fuzz_byte(in) % 8 ? CAROM_WRT_ALL_PLANAR : fuzz_byte(in) * 64u;
  if (fuzz_answered(carom_planar_differentiate(&p, &o, wrt, &jacobian, &diag), &diag))
    for (int i = 0; i < jacobian.columns; ++i)
      for (int k = 0; k < 2; ++k) {
        fuzz_finite("planar: a derivative", 1, &jacobian.d_impulse[k][i]);
        fuzz_finite("planar: a derivative", 1, &jacobian.d_velocity[k][i]);
      }
  double directions[DIRECTIONS * CAROM_PLANAR_INPUTS], out[DIRECTIONS * CAROM_PLANAR_OUTPUTS];
  fuzz_numbers(in, DIRECTIONS * CAROM_PLANAR_INPUTS, directions);
  if (fuzz_answered(carom_planar_tangent(&p, &o, directions, DIRECTIONS, out, &diag), &diag))
    fuzz_finite("planar: a tangent", DIRECTIONS * CAROM_PLANAR_OUTPUTS, out);
  const carom_smoothness next = carom_planar_smoothness(&p, &o);
  check_smoothness(&next);
  carom_planar_flags(&o);
  if (!carom_planar_mode_word(o.mode)[0]) fuzz_fail("planar: a mode without a word", o.mode);
}

static void scheme_of(fuzz_input* in, const carom_spatial_problem* p, const carom_spatial_outcome* exact) {
  carom_spatial_scheme_options options = {.scheme = (carom_spatial_scheme)fuzz_int(in, 0, 2)};
  carom_spatial_outcome o;
  carom_diag diag = {0};
  options.step = fuzz_positive(in);
  options.epsilon = fuzz_positive(in);
  options.h1 = fuzz_positive(in);
  options.h2 = fuzz_positive(in);
  // A scheme may take a hundred million steps: here about ten thousand.
  if (options.step > 0) options.step = fmax(options.step, exact->impulse.z / 1e4);
  if (options.scheme == CAROM_SCHEME_VS) return;
  if (fuzz_answered(carom_spatial_solve_scheme(p, &options, &o, &diag), &diag))
    fuzz_finite("scheme: an answer is not finite", 6, &o.impulse.x);
}

static void spatial(fuzz_input* in) {
  carom_spatial_problem p = carom_spatial_problem_default();
  carom_spatial_outcome o = {0}, again = {0};
  carom_diag diag = {0};
  p.w = fuzz_mat3(in);
  p.v = fuzz_vec3(in);
  if (fuzz_byte(in) % 8) p.v.z = -fabs(p.v.z);
  p.surface = fuzz_surface(in);
  carom_spatial_directions rays;
  carom_spatial_theory theory;
  if (fuzz_answered(carom_spatial_invariants(&p, &rays, &diag), &diag))
    for (int i = 0; i < rays.count; ++i) fuzz_finite("spatial: a direction", 1, &rays.items[i].angle);
  fuzz_answered(carom_spatial_theory_of(&p, &theory, &diag), &diag);
  if (!fuzz_answered(carom_spatial_solve(&p, &o, &diag), &diag)) return;
  fuzz_finite("spatial: an answer is not finite", 6, &o.impulse.x);
  if (hypot(o.impulse.x, o.impulse.y) > fmax(p.surface.mu, p.surface.mu_static) * o.impulse.z * (1 + 1e-9) + 1e-300)
    fuzz_fail("spatial: friction outside its cone", o.impulse.x);
  fuzz_energy(&o.energy, fabs(p.v.x * o.impulse.x) + fabs(p.v.y * o.impulse.y) + fabs(p.v.z * o.impulse.z),
              p.surface.law == CAROM_LAW_NEWTON);
  carom_trace_point points[POINTS];
  carom_trace trace = {.points = points, .capacity = fuzz_int(in, 0, POINTS)};
  if (fuzz_answered(carom_spatial_trace(&p, &again, &trace, &diag), &diag)) {
    check_trace(&trace);
    if (memcmp(&again.impulse, &o.impulse, sizeof o.impulse) != 0)
      fuzz_fail("spatial: with a path the answer is another", again.impulse.z);
  }
  carom_jacobian jacobian;
  const unsigned wrt = fuzz_byte(in) % 8 ? CAROM_WRT_ALL_SPATIAL : fuzz_byte(in) * 64u;
  if (fuzz_answered(carom_spatial_differentiate(&p, &o, wrt, &jacobian, &diag), &diag))
    for (int i = 0; i < jacobian.columns; ++i)
      for (int k = 0; k < 3; ++k) {
        fuzz_finite("spatial: a derivative", 1, &jacobian.d_impulse[k][i]);
        fuzz_finite("spatial: a derivative", 1, &jacobian.d_velocity[k][i]);
      }
  double directions[DIRECTIONS * CAROM_SPATIAL_INPUTS], out[DIRECTIONS * CAROM_SPATIAL_OUTPUTS];
  fuzz_numbers(in, DIRECTIONS * CAROM_SPATIAL_INPUTS, directions);
  if (fuzz_answered(carom_spatial_tangent(&p, &o, directions, DIRECTIONS, out, &diag), &diag))
    fuzz_finite("spatial: a tangent", DIRECTIONS * CAROM_SPATIAL_OUTPUTS, out);
  const carom_smoothness next = carom_spatial_smoothness(&p, &o);
  check_smoothness(&next);
  carom_spatial_flags(&o);
  scheme_of(in, &p, &o);
}

static void compliant(fuzz_input* in) {
  carom_compliant_problem p = carom_compliant_problem_default();
  carom_compliant_outcome o = {0}, again = {0};
  carom_diag diag = {0};
  const carom_compliant_scheme scheme = (carom_compliant_scheme)(fuzz_byte(in) % 8 == 0);
  p.w = fuzz_mat3(in);
  p.v = fuzz_vec3(in);
  if (fuzz_byte(in) % 8) p.v.z = -fabs(p.v.z);
  p.surface = fuzz_surface(in);
  if (fuzz_byte(in) % 8) {
    p.surface.law = CAROM_LAW_STRONGE;
    p.surface.mu_static = 0;
    if (p.surface.eta2 == 0) p.surface.eta2 = 1.2;
  }
  if (!fuzz_answered(carom_compliant_solve_scheme(&p, scheme, &o, &diag), &diag)) return;
  fuzz_finite("compliant: an answer is not finite", 6, &o.impulse.x);
  if (scheme == CAROM_COMPLIANT_EXACT) {
    if (hypot(o.impulse.x, o.impulse.y) > p.surface.mu * o.impulse.z * (1 + 1e-6) + 1e-300)
      fuzz_fail("compliant: friction outside its cone", o.impulse.x);
    fuzz_energy(&o.energy, fabs(p.v.x * o.impulse.x) + fabs(p.v.y * o.impulse.y) + fabs(p.v.z * o.impulse.z), false);
  }
  if (!(o.error >= 0 && o.error <= 1)) fuzz_fail("compliant: an error estimate", o.error);
  carom_spring_point points[POINTS];
  carom_spring_trace trace = {.points = points, .capacity = fuzz_int(in, 0, POINTS)};
  if (fuzz_answered(carom_compliant_trace(&p, scheme, &again, &trace, &diag), &diag)) {
    if (trace.count < 0 || trace.count > trace.capacity) fuzz_fail("compliant: points of a path", trace.count);
    for (int i = 0; i < trace.count; ++i) fuzz_finite("compliant: a path", 12, points[i].impulse);
  }
  carom_jacobian jacobian;
  const unsigned wrt = fuzz_byte(in) % 8 ? CAROM_WRT_ALL_COMPLIANT : fuzz_byte(in) * 64u;
  if (scheme == CAROM_COMPLIANT_EXACT &&
      fuzz_answered(carom_compliant_differentiate(&p, &o, wrt, &jacobian, &diag), &diag)) {
    for (int i = 0; i < jacobian.columns; ++i)
      for (int k = 0; k < 3; ++k) {
        fuzz_finite("compliant: a derivative", 1, &jacobian.d_impulse[k][i]);
        fuzz_finite("compliant: a derivative", 1, &jacobian.d_velocity[k][i]);
      }
    check_smoothness(&jacobian.smoothness);
  }
  char mode[20];
  carom_compliant_mode(&p, &o, fuzz_int(in, 1, 20), mode);
  carom_compliant_flags(&o);
}

void fuzz_target(fuzz_input* in) {
  void (*const kinds[])(fuzz_input*) = {planar, spatial, compliant};
  kinds[fuzz_int(in, 0, 2)](in);
}
