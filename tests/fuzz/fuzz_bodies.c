// Bodies and mechanisms with any doubles: their checks, the contact problem, the impulses taken back, strikes for
// engines, derivatives by the chain rule.
#include <math.h>

#include "carom/impact.h"
#include "carom/model.h"
#include "fuzz.h"

enum { BODIES = 4, TOUCHES = 3, SIZE = 3 * TOUCHES, DOF = 6, ROOM = 40000, MOST_WORK = 1500 };

static carom_impact_options options_of(fuzz_input* in) {
  carom_impact_options options = carom_impact_options_default();
  options.budget = MOST_WORK;
  options.must_answer = fuzz_byte(in) % 2;
  return options;
}

static carom_body body_of(fuzz_input* in) {
  carom_body body = carom_body_default();
  carom_diag diag = {0};
  const int kind = fuzz_byte(in);
  if (kind % 8 == 0) return carom_body_fixed();
  if (kind % 8 == 1) {
    const double mass = fuzz_positive(in), inertia = fuzz_positive(in);
    body = carom_body_planar(mass, inertia, fuzz_vec2(in));
  } else {
    body.mass = fuzz_positive(in);
    body.position = fuzz_vec3(in);
    if (kind % 8 < 5)
      for (int i = 0; i < 3; ++i) body.inertia.m[i][i] = 1 + fuzz_byte(in) / 256.0;
    else
      body.inertia = fuzz_mat3(in);
    if (kind >= 128) {
      const carom_frame f = fuzz_frame(in);
      const carom_vec3 axes[3] = {f.t1, f.t2, f.n};
      for (int i = 0; i < 3; ++i) {
        body.orientation.m[0][i] = axes[i].x;
        body.orientation.m[1][i] = axes[i].y;
        body.orientation.m[2][i] = axes[i].z;
      }
    }
  }
  body.velocity = fuzz_vec3(in);
  body.spin = fuzz_vec3(in);
  if (kind % 8 == 7) {
    body.kind = (carom_body_kind)fuzz_int(in, 0, 3);
    body.guide = fuzz_unit(in);
  }
  if (kind % 16 == 3 && fuzz_answered(carom_body_tidy(&body, &body, &diag), &diag))
    if (!fuzz_answered(carom_body_check(&body, &diag), &diag)) fuzz_fail("a tidy body does not pass", body.mass);
  return body;
}

static void bodies(fuzz_input* in) {
  carom_body list[BODIES], after[BODIES];
  carom_touch touches[TOUCHES];
  carom_diag diag = {0};
  double w[SIZE * SIZE], v[SIZE], impulses[SIZE], again[SIZE];
  const int count = fuzz_int(in, 1, BODIES), touch_count = fuzz_int(in, 1, TOUCHES), d = fuzz_int(in, 2, 3);
  for (int i = 0; i < count; ++i) list[i] = body_of(in);
  for (int i = 0; i < touch_count; ++i) {
    touches[i].body_a = fuzz_int(in, 0, count);
    touches[i].body_b = fuzz_int(in, 0, count - 1);
    touches[i].point = fuzz_vec3(in);
    touches[i].frame = fuzz_frame(in);
  }
  const carom_bodies system = {d, count, list, touch_count, touches};
  if (!fuzz_answered(carom_bodies_contact(&system, w, v, &diag), &diag)) return;
  fuzz_finite("bodies: w", d * touch_count * d * touch_count, w);
  fuzz_finite("bodies: v", d * touch_count, v);
  carom_bodies_velocities(&system, again);
  for (int i = 0; i < d * touch_count; ++i)
    if (again[i] != v[i]) fuzz_fail("bodies: two velocities", again[i]);
  fuzz_numbers(in, d * touch_count, impulses);
  carom_bodies_apply(&system, impulses, after);
  carom_bodies_energy(count, after);
  for (int i = 0; i < count; ++i) carom_body_change_between(d, &list[i], &after[i]);

  // One contact: solved, and differentiated down to the bodies.
  const carom_surface surface = fuzz_surface(in);
  const carom_contact_problem p = {d, 1, w, v, &surface};
  carom_jacobian jacobian;
  carom_bodies_jacobian down;
  if (touch_count > 1) return;
  if (d == 2) {
    carom_planar_problem planar;
    carom_planar_outcome o;
    if (!fuzz_answered(carom_planar_from_contact(&p, &planar, &diag), &diag) ||
        !fuzz_answered(carom_planar_solve(&planar, &o, &diag), &diag) ||
        !fuzz_answered(carom_planar_differentiate(&planar, &o, CAROM_WRT_ALL_PLANAR, &jacobian, &diag), &diag))
      return;
    impulses[0] = o.impulse_t;
    impulses[1] = o.impulse_n;
  } else {
    carom_spatial_problem spatial;
    carom_spatial_outcome o;
    if (!fuzz_answered(carom_spatial_from_contact(&p, &spatial, &diag), &diag) ||
        !fuzz_answered(carom_spatial_solve(&spatial, &o, &diag), &diag) ||
        !fuzz_answered(carom_spatial_differentiate(&spatial, &o, CAROM_WRT_ALL_SPATIAL, &jacobian, &diag), &diag))
      return;
    impulses[0] = o.impulse.x;
    impulses[1] = o.impulse.y;
    impulses[2] = o.impulse.z;
  }
  if (fuzz_answered(carom_bodies_differentiate(&system, impulses, &jacobian, &down, &diag), &diag))
    fuzz_finite("bodies: a derivative", CAROM_BODIES_OUTPUTS * CAROM_BODIES_INPUTS, &down.d[0][0]);
}

static carom_strike_body strike_body_of(fuzz_input* in) {
  carom_strike_body body = {0};
  carom_diag diag = {0};
  if (fuzz_byte(in) % 2) {
    const carom_body full = body_of(in);
    fuzz_answered(carom_strike_body_from(&full, &body, &diag), &diag);
  } else {
    body.inverse_mass = fuzz_positive(in);
    body.inverse_inertia = fuzz_mat3(in);
    body.position = fuzz_vec3(in);
    body.velocity = fuzz_vec3(in);
    body.spin = fuzz_vec3(in);
  }
  return body;
}

static void strike(fuzz_input* in) {
  const carom_impact_options options = options_of(in);
  carom_strike s = carom_strike_default();
  carom_struck out;
  carom_diag diag = {0};
  s.dimension = fuzz_int(in, 2, 3);
  s.a = strike_body_of(in);
  if (fuzz_byte(in) % 4) s.b = strike_body_of(in);
  s.point = fuzz_vec3(in);
  s.normal = fuzz_unit(in);
  s.surface = fuzz_surface(in);
  if (!fuzz_answered(carom_strike_bodies(&s, &options, &out, &diag), &diag)) return;
  fuzz_finite("strike: velocities", 12, &out.velocity_a.x);
  fuzz_finite("strike: impulse", 3, &out.impulse.x);
}

static void mechanism(fuzz_input* in) {
  static double workspace[ROOM];
  const carom_impact_options options = options_of(in);
  double mass[DOF * DOF], jacobian[SIZE * DOF], velocity[DOF], after[DOF], w[SIZE * SIZE], v[SIZE];
  carom_surface surfaces[TOUCHES];
  carom_diag diag = {0};
  carom_impact_outcome o;
  const int dof = fuzz_int(in, 1, DOF), d = fuzz_int(in, 2, 3), count = fuzz_int(in, 1, TOUCHES);
  const bool factored = fuzz_byte(in) % 4 == 0;
  fuzz_matrix(in, dof, mass);
  fuzz_numbers(in, dof, velocity);
  fuzz_numbers(in, d * count * dof, jacobian);
  for (int i = 0; i < count; ++i) surfaces[i] = fuzz_surface(in);
  carom_mechanism_strike s = {
      .mechanism = {dof, d, count, factored ? NULL : mass, velocity, jacobian, factored ? mass : NULL},
      .surfaces = surfaces,
      .workspace = workspace,
      .workspace_capacity = ROOM};
  if (carom_strike_mechanism_workspace_size(&s.mechanism) > ROOM) fuzz_fail("mechanism: room of the target", dof);
  if (fuzz_answered(carom_mechanism_contact(&s.mechanism, workspace, w, v, &diag), &diag))
    fuzz_finite("mechanism: w", d * count * d * count, w);
  if (fuzz_answered(carom_strike_mechanism(&s, &options, after, &o, &diag), &diag))
    fuzz_finite("mechanism: velocity after", dof, after);
}

void fuzz_target(fuzz_input* in) {
  void (*const kinds[])(fuzz_input*) = {bodies, strike, mechanism};
  kinds[fuzz_int(in, 0, 2)](in);
}
