#include "seam.h"

#include <stdbool.h>

size_t seam_workspace_size(void) {
  const carom_mechanism largest = {.dof = SEAM_MAX_DOF, .dimension = 3, .contact_count = SEAM_MAX_GROUP};
  return carom_strike_mechanism_workspace_size(&largest);
}

/// Of a contact, rows t1, t2, n. MuJoCo's normal points from geom 1 into geom 2 and is the first row of its frame, so
/// the body of geom 2 is carom's a.
static void find_jacobian(const mjModel* m, const mjData* d, const mjContact* c, double* out) {
  static const int row_of[3] = {1, 2, 0};
  double j1[3 * SEAM_MAX_DOF], j2[3 * SEAM_MAX_DOF];
  mj_jac(m, d, j1, NULL, c->pos, m->geom_bodyid[c->geom1]);
  mj_jac(m, d, j2, NULL, c->pos, m->geom_bodyid[c->geom2]);
  for (int i = 0; i < 3 * m->nv; ++i) {
    const double* axis = c->frame + 3 * row_of[i / m->nv];
    out[i] = 0;
    for (int x = 0; x < 3; ++x) out[i] += axis[x] * (j2[x * m->nv + i % m->nv] - j1[x * m->nv + i % m->nv]);
  }
}

static double approach(const mjModel* m, const mjData* d, const mjContact* c) {
  double jacobian[3 * SEAM_MAX_DOF];
  find_jacobian(m, d, c, jacobian);
  return mju_dot(jacobian + 2 * m->nv, d->qvel, m->nv);
}

/// The root of the tree that a geom hangs on; 0 is the world.
static int root(const mjModel* m, int geom) {
  return m->body_rootid[m->geom_bodyid[geom]];
}

static bool share_a_tree(const mjModel* m, const mjContact* x, const mjContact* y) {
  const int x1 = root(m, x->geom1), x2 = root(m, x->geom2), y1 = root(m, y->geom1), y2 = root(m, y->geom2);
  return (x1 && (x1 == y1 || x1 == y2)) || (x2 && (x2 == y1 || x2 == y2));
}

/// The contacts that an impulse at one of them may reach; that one alone where they are too many.
static int find_group(const mjModel* m, const mjData* d, int first, int* group) {
  int count = 0;
  group[count++] = first;
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < d->ncon; ++i) {
      bool is_in = d->contact[i].exclude > 1;  // MuJoCo leaves it out: fused bodies, equalities, nothing that moves
      for (int g = 0; g < count && !is_in; ++g) is_in = group[g] == i;
      if (is_in || !share_a_tree(m, &d->contact[group[k]], &d->contact[i])) continue;
      if (count == SEAM_MAX_GROUP) return 1;
      group[count++] = i;
    }
  }
  return count;
}

static bool strike(const mjModel* m, mjData* d, seam* s, const int* group, int count) {
  double mass[SEAM_MAX_DOF * SEAM_MAX_DOF], jacobian[3 * SEAM_MAX_DOF * SEAM_MAX_GROUP];
  carom_surface surfaces[SEAM_MAX_GROUP];
  mj_fullM(m, mass, d->qM);
  for (int i = 0; i < count; ++i) {
    find_jacobian(m, d, &d->contact[group[i]], jacobian + 3 * m->nv * i);
    surfaces[i] = s->surface;
  }
  const carom_mechanism_strike strike = {
      .mechanism = {.dof = m->nv,
                    .dimension = 3,
                    .contact_count = count,
                    .mass_matrix = mass,
                    .velocity = d->qvel,
                    .jacobian = jacobian},
      .surfaces = surfaces,
      .workspace = s->workspace,
      .workspace_capacity = seam_workspace_size(),
  };
  if (carom_strike_mechanism(&strike, NULL, d->qvel, NULL, NULL) != CAROM_OK) return false;
  for (int i = 0; i < count; ++i) d->contact[group[i]].exclude = 1;
  s->impacts++;
  return true;
}

void seam_strike(const mjModel* m, mjData* d, seam* s) {
  const long before = s->impacts;
  if (m->nv > SEAM_MAX_DOF) return;
  for (int pass = 0; pass < SEAM_MAX_PASSES; ++pass) {
    int fastest = -1, group[SEAM_MAX_GROUP];
    double speed = -s->cutoff_speed;
    for (int i = 0; i < d->ncon; ++i) {
      const double v = d->contact[i].exclude > 1 ? 0 : approach(m, d, &d->contact[i]);
      if (v < speed) speed = v, fastest = i;
    }
    if (fastest < 0) break;
    const int count = find_group(m, d, fastest, group);
    if (!strike(m, d, s, group, count) && (count == 1 || !strike(m, d, s, &fastest, 1))) break;
  }
  if (s->impacts == before) return;
  mj_makeConstraint(m, d);  // without the contacts that were struck
  mj_projectConstraint(m, d);
  mj_fwdVelocity(m, d);
}
