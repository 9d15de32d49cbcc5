// Derivatives of one rigid contact, element by element: the whole Jacobian, or a cotangent pulled back through it.
#include "carom/derivative.h"

#include "kinds.h"
#include "problem.h"

/// Arrays 0 to 5 are those of planar and spatial: W, v, e, mu, mu_static, law.
enum { FIRST_COTANGENT = 6, FIRST_JACOBIAN = 6, FIRST_GRADIENT = 8 };

/// Solves one element and differentiates its outcome by all that goes in. The only place that knows how.
static carom_status differentiate(const core_call* call, const core_place* places, carom_jacobian* out,
                                  carom_diag* diag) {
  double w[9], v[3];
  carom_surface surface;
  problem_copy(call, places, 0, w);
  problem_copy(call, places, 1, v);
  problem_surfaces(call, places, &problem_rigid, &surface);
  const carom_contact_problem contact = {call->sizes.dimension, 1, w, v, &surface};
  carom_status status;
  if (call->sizes.dimension == 2) {
    carom_planar_problem problem;
    carom_planar_outcome outcome;
    status = carom_planar_from_contact(&contact, &problem, diag);
    if (status == CAROM_OK) status = carom_planar_solve(&problem, &outcome, diag);
    return status ? status : carom_planar_differentiate(&problem, &outcome, CAROM_WRT_ALL_PLANAR, out, diag);
  }
  carom_spatial_problem problem;
  carom_spatial_outcome outcome;
  status = carom_spatial_from_contact(&contact, &problem, diag);
  if (status == CAROM_OK) status = carom_spatial_solve(&problem, &outcome, diag);
  return status ? status : carom_spatial_differentiate(&problem, &outcome, CAROM_WRT_ALL_SPATIAL, out, diag);
}

static void put_rows(const core_call* call, const core_place* places, int index,
                     const double rows[3][CAROM_JACOBIAN_COLUMNS]) {
  double numbers[3 * CAROM_JACOBIAN_COLUMNS], *at = numbers;
  const Py_ssize_t columns = core_length(&call->sizes, 'j');
  for (int i = 0; i < call->sizes.dimension; ++i)
    for (Py_ssize_t j = 0; j < columns; ++j) *at++ = rows[i][j];
  problem_put(call, places, index, numbers);
}

static void put_byte(const core_place* place, int code) {
  if (place->at) *(unsigned char*)place->at = (unsigned char)code;
}

carom_status explain_jacobian(const core_call* call, const core_place* places, double* workspace, double* error,
                              carom_diag* diag) {
  carom_jacobian j;
  (void)workspace;
  (void)error;
  const carom_status status = differentiate(call, places, &j, diag);
  if (status != CAROM_OK) return status;
  put_rows(call, places, FIRST_JACOBIAN, (const double(*)[CAROM_JACOBIAN_COLUMNS])j.d_impulse);
  put_rows(call, places, FIRST_JACOBIAN + 1, (const double(*)[CAROM_JACOBIAN_COLUMNS])j.d_velocity);
  put_byte(&places[FIRST_JACOBIAN + 2], j.smoothness.is_there ? (int)j.smoothness.kind : CAROM_SMOOTH);
  put_byte(&places[FIRST_JACOBIAN + 3], (int)j.smoothness.boundary);
  problem_put(call, places, FIRST_JACOBIAN + 4, &j.smoothness.margin);
  return CAROM_OK;
}

/// Cotangents of impulse and velocity; 0 where none is given.
static void read_cotangents(const core_call* call, const core_place* places, double impulse[3], double velocity[3]) {
  for (int i = 0; i < 3; ++i) impulse[i] = velocity[i] = 0;
  if (places[FIRST_COTANGENT].at) problem_copy(call, places, FIRST_COTANGENT, impulse);
  if (places[FIRST_COTANGENT + 1].at) problem_copy(call, places, FIRST_COTANGENT + 1, velocity);
}

/// The columns as W, v, mu and e. An entry beside the diagonal stands for both places, and each gets half.
static void put_gradients(const core_call* call, const core_place* places, const double* columns) {
  const int d = call->sizes.dimension;
  double w[9];
  for (int i = 0; i < d; ++i)
    for (int j = i; j < d; ++j) w[i * d + j] = w[j * d + i] = i == j ? *columns++ : 0.5 * *columns++;
  problem_put(call, places, FIRST_GRADIENT, w);
  problem_put(call, places, FIRST_GRADIENT + 1, columns);
  problem_put(call, places, FIRST_GRADIENT + 2, columns + d + 1);
  problem_put(call, places, FIRST_GRADIENT + 3, columns + d);
}

carom_status explain_vjp(const core_call* call, const core_place* places, double* workspace, double* error,
                         carom_diag* diag) {
  carom_jacobian jacobian;
  double impulse[3], velocity[3], sums[CAROM_JACOBIAN_COLUMNS] = {0};
  (void)workspace;
  (void)error;
  const carom_status status = differentiate(call, places, &jacobian, diag);
  if (status != CAROM_OK) return status;
  read_cotangents(call, places, impulse, velocity);
  for (int i = 0; i < call->sizes.dimension; ++i)
    for (int j = 0; j < jacobian.columns; ++j)
      sums[j] += impulse[i] * jacobian.d_impulse[i][j] + velocity[i] * jacobian.d_velocity[i][j];
  put_gradients(call, places, sums);
  return CAROM_OK;
}
