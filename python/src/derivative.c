// Derivatives of one rigid contact, element by element: the whole Jacobian, or a cotangent pulled back through it.
#include "carom/derivative.h"

#include "kinds.h"
#include "problem.h"

/// Arrays 0 to 5 are those of planar and spatial: W, v, e, mu, mu_static, law; of compliant 0 to 4: W, v, e, mu, eta2.
/// Then come the cotangents, if any, and what is asked for.
enum { RIGID_INPUTS = 6, SPRING_INPUTS = 5, COTANGENTS = 2 };

static const surface_arrays SPRINGS = {2, 3, -1, -1, 4, -1, -1};

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

/// The same for one on springs.
static carom_status differentiate_springs(const core_call* call, const core_place* places, carom_jacobian* out,
                                          carom_diag* diag) {
  double w[9], v[3];
  carom_surface surface;
  problem_copy(call, places, 0, w);
  problem_copy(call, places, 1, v);
  problem_surfaces(call, places, &SPRINGS, &surface);
  const carom_contact_problem contact = {3, 1, w, v, &surface};
  if (surface.eta2 == 0) {  // the rigid law answers; its last column stays 0
    carom_spatial_problem rigid;
    carom_spatial_outcome answer;
    carom_status status = carom_spatial_from_contact(&contact, &rigid, diag);
    if (status == CAROM_OK) status = carom_spatial_solve(&rigid, &answer, diag);
    if (status == CAROM_OK) status = carom_spatial_differentiate(&rigid, &answer, CAROM_WRT_ALL_SPATIAL, out, diag);
    for (int i = 0; i < 3; ++i) out->d_impulse[i][CAROM_SPATIAL_INPUTS] = out->d_velocity[i][CAROM_SPATIAL_INPUTS] = 0;
    out->columns = CAROM_COMPLIANT_INPUTS;
    return status;
  }
  carom_compliant_problem problem;
  carom_compliant_outcome outcome;
  carom_status status = carom_compliant_from_contact(&contact, &problem, diag);
  if (status == CAROM_OK) status = carom_compliant_solve(&problem, &outcome, diag);
  return status ? status : carom_compliant_differentiate(&problem, &outcome, CAROM_WRT_ALL_COMPLIANT, out, diag);
}

static void put_rows(const core_call* call, const core_place* places, int index, int columns,
                     const double rows[3][CAROM_JACOBIAN_COLUMNS]) {
  double numbers[3 * CAROM_JACOBIAN_COLUMNS], *at = numbers;
  for (int i = 0; i < call->sizes.dimension; ++i)
    for (int j = 0; j < columns; ++j) *at++ = rows[i][j];
  problem_put(call, places, index, numbers);
}

static void put_byte(const core_place* place, int code) {
  if (place->at) *(unsigned char*)place->at = (unsigned char)code;
}

static void put_jacobian(const core_call* call, const core_place* places, int first, const carom_jacobian* j) {
  put_rows(call, places, first, j->columns, (const double(*)[CAROM_JACOBIAN_COLUMNS])j->d_impulse);
  put_rows(call, places, first + 1, j->columns, (const double(*)[CAROM_JACOBIAN_COLUMNS])j->d_velocity);
  put_byte(&places[first + 2], j->smoothness.is_there ? (int)j->smoothness.kind : CAROM_SMOOTH);
  put_byte(&places[first + 3], (int)j->smoothness.boundary);
  problem_put(call, places, first + 4, &j->smoothness.margin);
}

carom_status explain_jacobian(const core_call* call, const core_place* places, double* workspace, double* error,
                              carom_diag* diag) {
  carom_jacobian j;
  (void)workspace;
  (void)error;
  const carom_status status = differentiate(call, places, &j, diag);
  if (status == CAROM_OK) put_jacobian(call, places, RIGID_INPUTS, &j);
  return status;
}

carom_status explain_spring_jacobian(const core_call* call, const core_place* places, double* workspace, double* error,
                                     carom_diag* diag) {
  carom_jacobian j;
  (void)workspace;
  (void)error;
  const carom_status status = differentiate_springs(call, places, &j, diag);
  if (status == CAROM_OK) put_jacobian(call, places, SPRING_INPUTS, &j);
  return status;
}

/// Cotangents of impulse and velocity in arrays `first` and the next; 0 where none is given.
static void read_cotangents(const core_call* call, const core_place* places, int first, double impulse[3],
                            double velocity[3]) {
  for (int i = 0; i < 3; ++i) impulse[i] = velocity[i] = 0;
  if (places[first].at) problem_copy(call, places, first, impulse);
  if (places[first + 1].at) problem_copy(call, places, first + 1, velocity);
}

/// The columns as W, v, e, mu and eta2, if there is that one. An entry beside the diagonal stands for both places, and
/// each gets half.
static void put_gradients(const core_call* call, const core_place* places, int first, bool springs,
                          const double* columns) {
  const int d = call->sizes.dimension;
  double w[9];
  for (int i = 0; i < d; ++i)
    for (int j = i; j < d; ++j) w[i * d + j] = w[j * d + i] = i == j ? *columns++ : 0.5 * *columns++;
  problem_put(call, places, first, w);
  problem_put(call, places, first + 1, columns);
  problem_put(call, places, first + 2, columns + d + 1);
  problem_put(call, places, first + 3, columns + d);
  if (springs) problem_put(call, places, first + 4, columns + d + 2);
}

/// From the cotangents behind the inputs to what comes behind them.
static void pull_back(const core_call* call, const core_place* places, int inputs, const carom_jacobian* jacobian) {
  double impulse[3], velocity[3], sums[CAROM_JACOBIAN_COLUMNS] = {0};
  read_cotangents(call, places, inputs, impulse, velocity);
  for (int i = 0; i < call->sizes.dimension; ++i)
    for (int j = 0; j < jacobian->columns; ++j)
      sums[j] += impulse[i] * jacobian->d_impulse[i][j] + velocity[i] * jacobian->d_velocity[i][j];
  put_gradients(call, places, inputs + COTANGENTS, inputs == SPRING_INPUTS, sums);
}

carom_status explain_vjp(const core_call* call, const core_place* places, double* workspace, double* error,
                         carom_diag* diag) {
  carom_jacobian jacobian;
  (void)workspace;
  (void)error;
  const carom_status status = differentiate(call, places, &jacobian, diag);
  if (status == CAROM_OK) pull_back(call, places, RIGID_INPUTS, &jacobian);
  return status;
}

carom_status explain_spring_vjp(const core_call* call, const core_place* places, double* workspace, double* error,
                                carom_diag* diag) {
  carom_jacobian jacobian;
  (void)workspace;
  (void)error;
  const carom_status status = differentiate_springs(call, places, &jacobian, diag);
  if (status == CAROM_OK) pull_back(call, places, SPRING_INPUTS, &jacobian);
  return status;
}
