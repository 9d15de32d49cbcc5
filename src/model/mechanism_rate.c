// Chain rule through a mechanism. With N_i = M^-1 J_i^T
//   dW_ij = dJ_i.N_j + dJ_j.N_i - N_i.dM N_j,   dv = dJ u + J du,   du+ = du + M^-1 (J^T dP + dJ^T P - dM M^-1 J^T P)
#include "base/diag.h"
#include "model/chain_rule.h"

enum { DOF = CAROM_MECHANISM_MAX_DOF };

static double dot(int n, const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// N_i, from what carom_mechanism_contact left.
static void responses_of(const carom_mechanism* m, const double* workspace, double responses[3][DOF]) {
  const int n = m->dof;
  for (int i = 0; i < m->dimension; ++i) {
    for (int k = 0; k < n; ++k) responses[i][k] = workspace[n * n + i * n + k];
    carom_cholesky_backward(n, workspace, responses[i]);
  }
}

static carom__contact_rate contact_rate(const carom_mechanism* m, const carom_mechanism_direction* d,
                                        double responses[3][DOF]) {
  const int n = m->dof;
  carom__contact_rate rate = {.mu = d->mu, .e = d->e, .eta2 = d->eta2};
  for (int i = 0; i < m->dimension; ++i) {
    if (d->velocity) rate.v[i] += dot(n, m->jacobian + i * n, d->velocity);
    if (d->jacobian) rate.v[i] += dot(n, d->jacobian + i * n, m->velocity);
    for (int j = 0; j < m->dimension; ++j) {
      if (d->jacobian)
        rate.w[i][j] += dot(n, d->jacobian + i * n, responses[j]) + dot(n, d->jacobian + j * n, responses[i]);
      for (int k = 0; d->mass_matrix && k < n; ++k)
        rate.w[i][j] -= responses[i][k] * dot(n, d->mass_matrix + k * n, responses[j]);
    }
  }
  return rate;
}

static void velocity_rate(const carom_mechanism* m, const carom_mechanism_impact* impact,
                          const carom_mechanism_direction* d, double responses[3][DOF], double* out) {
  const int n = m->dof;
  const carom__contact_rate rate = contact_rate(m, d, responses);
  double change[3] = {0}, push[DOF];
  carom__impulse_rate(impact->contact, m->dimension, &rate, change);
  for (int k = 0; k < n; ++k) {
    push[k] = 0;
    for (int i = 0; i < m->dimension; ++i) push[k] += impact->impulses[i] * responses[i][k];  // M^-1 J^T P
  }
  for (int k = 0; k < n; ++k) {
    out[k] = d->mass_matrix ? -dot(n, d->mass_matrix + k * n, push) : 0;
    for (int i = 0; i < m->dimension; ++i) {
      out[k] += m->jacobian[i * n + k] * change[i];
      if (d->jacobian) out[k] += d->jacobian[i * n + k] * impact->impulses[i];
    }
  }
  carom_cholesky_forward(n, impact->workspace, out);
  carom_cholesky_backward(n, impact->workspace, out);
  for (int k = 0; d->velocity && k < n; ++k) out[k] += d->velocity[k];
}

static carom_status check(const carom_mechanism* m, const carom_mechanism_impact* impact, carom_diag* diag) {
  carom_status status = carom__need(m, "mechanism", "be a mechanism", diag);
  if (!status) status = carom__need(impact, "impact", "be an impact of the mechanism", diag);
  if (!status && (m->dof < 1 || m->dof > DOF))
    status = carom__fail(diag, CAROM_OUT_OF_RANGE, "dof", m->dof, "dof is %d; it must be from 1 to %d", m->dof, DOF);
  if (!status && m->dimension != 2 && m->dimension != 3)
    status = carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", m->dimension, "dimension is %d; it must be 2 or 3",
                         m->dimension);
  if (!status) status = carom__chain_check(m->contact_count, m->dimension, impact->contact, diag);
  if (!status) status = carom__need(m->jacobian, "jacobian", "hold dimension rows of dof", diag);
  if (!status) status = carom__need(m->velocity, "velocity", "hold dof numbers", diag);
  if (!status)
    status = carom__need(impact->workspace, "impact.workspace", "be what carom_mechanism_contact left", diag);
  if (!status) status = carom__need(impact->impulses, "impact.impulses", "hold dimension numbers", diag);
  return status;
}

carom_status carom_mechanism_tangent(const carom_mechanism* mechanism, const carom_mechanism_impact* impact,
                                     const carom_mechanism_direction* direction, double* out, carom_diag* diag) {
  carom_status status = check(mechanism, impact, diag);
  if (!status) status = carom__need(direction, "direction", "say how the inputs move", diag);
  if (!status) status = carom__need_memory(out, "out", "have room for dof numbers", diag);
  if (status) return status;
  double responses[3][DOF];
  responses_of(mechanism, impact->workspace, responses);
  velocity_rate(mechanism, impact, direction, responses, out);
  return CAROM_OK;
}
