#include "seam.h"

static carom_vec3 vec(const dReal* a) {
  return (carom_vec3){a[0], a[1], a[2]};
}

carom_body seam_body(dBodyID id) {
  if (!id) return carom_body_fixed();
  carom_body body = carom_body_default();
  dMass mass;
  dBodyGetMass(id, &mass);
  const dReal* rotation = dBodyGetRotation(id);
  body.mass = mass.mass;
  for (int i = 0; i < 9; ++i) {  // ODE's matrices have rows of four
    body.inertia.m[i / 3][i % 3] = mass.I[4 * (i / 3) + i % 3];
    body.orientation.m[i / 3][i % 3] = rotation[4 * (i / 3) + i % 3];
  }
  body.position = vec(dBodyGetPosition(id));
  body.velocity = vec(dBodyGetLinearVel(id));
  body.spin = vec(dBodyGetAngularVel(id));
  carom_body_tidy(&body, &body, NULL);  // rotations of ODE are off by their rounding
  return body;
}

static void set_velocity(dBodyID id, carom_vec3 velocity, carom_vec3 spin) {
  if (!id) return;
  dBodySetLinearVel(id, velocity.x, velocity.y, velocity.z);
  dBodySetAngularVel(id, spin.x, spin.y, spin.z);
}

static double approach(const seam_contact* c) {
  dVector3 a = {0}, b = {0};
  const dReal *x = c->geom.pos, *n = c->geom.normal;
  if (c->a) dBodyGetPointVel(c->a, x[0], x[1], x[2], a);
  if (c->b) dBodyGetPointVel(c->b, x[0], x[1], x[2], b);
  return (a[0] - b[0]) * n[0] + (a[1] - b[1]) * n[1] + (a[2] - b[2]) * n[2];
}

static bool strike_alone(const seam_contact* c) {
  const carom_body a = seam_body(c->a), b = seam_body(c->b);
  carom_strike strike = {.dimension = 3, .surface = c->surface};
  carom_struck struck;
  strike.point = vec(c->geom.pos);
  strike.normal = vec(c->geom.normal);
  if (carom_strike_body_from(&a, &strike.a, NULL) != CAROM_OK ||
      carom_strike_body_from(&b, &strike.b, NULL) != CAROM_OK ||
      carom_strike_bodies(&strike, NULL, &struck, NULL) != CAROM_OK)
    return false;
  set_velocity(c->a, struck.velocity_a, struck.spin_a);
  set_velocity(c->b, struck.velocity_b, struck.spin_b);
  return true;
}

static int body_index(dBodyID id, dBodyID* ids, int* count) {
  int i = 0;
  while (i < *count && ids[i] != id) ++i;
  ids[i] = id;
  if (i == *count) ++*count;
  return i;
}

/// False where there is no answer; nothing has changed then.
static bool strike_together(seam* s, const int* group, int count) {
  dBodyID ids[2 * SEAM_MAX_GROUP];
  carom_body bodies[2 * SEAM_MAX_GROUP];
  carom_touch touches[SEAM_MAX_GROUP];
  carom_surface surfaces[SEAM_MAX_GROUP];
  carom_impact_contact answers[SEAM_MAX_GROUP];
  double w[9 * SEAM_MAX_GROUP * SEAM_MAX_GROUP], v[3 * SEAM_MAX_GROUP], impulses[3 * SEAM_MAX_GROUP];
  int body_count = 0;
  for (int i = 0; i < count; ++i) {
    const seam_contact* c = &s->contacts[group[i]];
    touches[i].body_a = body_index(c->a, ids, &body_count);
    touches[i].body_b = body_index(c->b, ids, &body_count);
    touches[i].point = vec(c->geom.pos);
    surfaces[i] = c->surface;
    if (carom_frame_from_normal(vec(c->geom.normal), NULL, &touches[i].frame, NULL) != CAROM_OK) return false;
  }
  for (int i = 0; i < body_count; ++i) bodies[i] = seam_body(ids[i]);
  const carom_bodies system = {3, body_count, bodies, count, touches};
  const carom_contact_problem problem = {3, count, w, v, surfaces};
  carom_impact_memory memory = {.workspace = s->workspace, .contacts = answers, .contact_capacity = count};
  memory.workspace_capacity = carom_impact_workspace_size(3, SEAM_MAX_GROUP);
  carom_impact_outcome outcome;
  if (carom_bodies_contact(&system, w, v, NULL) != CAROM_OK ||
      carom_impact_solve(&problem, NULL, &memory, &outcome, NULL) != CAROM_OK)
    return false;
  for (int i = 0; i < 3 * count; ++i) impulses[i] = answers[i / 3].impulse[i % 3];
  carom_bodies_apply(&system, impulses, bodies);
  for (int i = 0; i < body_count; ++i) set_velocity(ids[i], bodies[i].velocity, bodies[i].spin);
  return true;
}

/// The contacts that an impulse at one of them reaches through bodies; 0 where they are too many.
static int find_group(const seam* s, int first, int* group) {
  bool taken[SEAM_MAX_CONTACTS] = {false};
  int count = 0;
  taken[group[count++] = first] = true;
  for (int k = 0; k < count; ++k) {
    const seam_contact* x = &s->contacts[group[k]];
    for (int i = 0; i < s->count; ++i) {
      const seam_contact* y = &s->contacts[i];
      const bool touch = (x->a && (x->a == y->a || x->a == y->b)) || (x->b && (x->b == y->a || x->b == y->b));
      if (taken[i] || !touch) continue;
      if (count == SEAM_MAX_GROUP) return 0;
      taken[group[count++] = i] = true;
    }
  }
  return count;
}

void seam_strike(seam* s) {
  for (int pass = 0; pass < SEAM_MAX_PASSES; ++pass) {
    int fastest = -1, group[SEAM_MAX_GROUP];
    double speed = -s->cutoff_speed;
    for (int i = 0; i < s->count; ++i) {
      const double v = approach(&s->contacts[i]);
      if (v < speed) speed = v, fastest = i;
    }
    if (fastest < 0) return;
    const int count = find_group(s, fastest, group);
    const bool together = count > 1 && strike_together(s, group, count);
    if (!together && !strike_alone(&s->contacts[fastest])) return;
    s->contacts[fastest].struck = true;
    for (int i = 0; i < count && together; ++i) s->contacts[group[i]].struck = true;
    s->impacts++;
  }
}
