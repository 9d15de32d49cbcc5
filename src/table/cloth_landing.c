// Where a hop ends: one contact whose W is diagonal, since the contact lies straight below the centre of the ball.
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "carom/impact.h"
#include "table/cloth.h"

/// The numbers of contact axes out of (t1, t2, n).
static void pick_axes(int dimension, carom_vec3 a, double out[3]) {
  out[0] = a.x;
  out[1] = dimension == 2 ? a.z : a.y;
  out[2] = dimension == 2 ? 0 : a.z;
}

static carom_vec3 spread_axes(int dimension, const double a[3]) {
  return dimension == 2 ? (carom_vec3){a[0], 0, a[1]} : (carom_vec3){a[0], a[1], a[2]};
}

/// W = diag(1 + 1/k, 1 + 1/k, 1)/m.
static void fill_w(const carom__cloth_run* run, double* w) {
  const int dimension = run->problem->dimension;
  for (int i = 0; i < dimension * dimension; ++i) w[i] = 0;
  for (int i = 0; i < dimension; ++i)
    w[i * (dimension + 1)] = (i == dimension - 1 ? 1 : 1 + 1 / run->ground.k) / run->problem->ball.mass;
}

static carom_status solve(const carom__cloth_run* run, carom_motion_impact* impact, carom_impact_contact* answer,
                          carom_diag* diag) {
  const carom_cloth_problem* problem = run->problem;
  double w[9];
  impact->plastic = -run->ball.velocity.z < problem->cutoff_speed;
  fill_w(run, w);
  pick_axes(problem->dimension, carom__slip(&run->ground, &run->ball), impact->velocity_before);
  const carom_contact_problem contact = {.dimension = problem->dimension,
                                         .contact_count = 1,
                                         .w = w,
                                         .v = impact->velocity_before,
                                         .surfaces = &problem->surface};
  const carom_impact_options options = {.cutoff_speed = problem->cutoff_speed, .must_answer = true};
  const carom_impact_memory memory = {.contacts = answer, .contact_capacity = 1};
  carom_impact_outcome outcome;
  const carom_status status = carom_impact_solve(&contact, &options, &memory, &outcome, diag);
  if (status) return status;
  impact->model = outcome.model;
  impact->warnings = outcome.warnings;
  return CAROM_OK;
}

/// The impulse acts at -R n from the centre: spin changes by (-R n) x P/(k m R^2).
static void push(carom__cloth_run* run, carom_impact_contact* answer) {
  const carom_cloth_problem* problem = run->problem;
  const carom_vec3 p = spread_axes(problem->dimension, answer->impulse);
  const double mass = problem->ball.mass, turn = 1 / (run->ground.k * mass * problem->radius);
  run->ball.velocity.x += p.x / mass;
  run->ball.velocity.y += p.y / mass;
  // A plastic landing leaves nothing but rounding.
  double* rise = &answer->velocity_after[problem->dimension - 1];
  if (fabs(*rise) <= run->noise) *rise = 0;
  run->ball.velocity.z = *rise;
  run->ball.spin.x += turn * p.y;
  run->ball.spin.y -= turn * p.x;
}

static void store(carom__cloth_run* run, carom_motion_impact* impact, const carom_impact_contact* answer) {
  carom_cloth_path* path = run->path;
  impact->time = run->t;
  impact->energy = carom__cloth_energy(run);
  for (int i = 0; i < 3; ++i) {
    impact->velocity_after[i] = answer->velocity_after[i];
    impact->impulse[i] = answer->impulse[i];
    impact->lost -= 0.5 * answer->impulse[i] * (impact->velocity_before[i] + answer->velocity_after[i]);
  }
  memcpy(impact->mode, answer->mode, sizeof impact->mode);
  impact->mode_code = answer->mode_code;
  path->landing_loss += impact->lost;
  path->warnings |= impact->warnings;
  path->landings[path->landing_count++] = *impact;
}

carom_status carom__cloth_land(carom__cloth_run* run, carom_diag* diag) {
  const carom_cloth_path* path = run->path;
  carom_motion_impact impact = {.touch = {0, 0, 0}};
  carom_impact_contact answer;
  if (path->landing_count >= CAROM_CLOTH_MAX_LANDINGS)
    return carom__fail(diag, CAROM_BUDGET, "cutoff_speed", run->problem->cutoff_speed,
                       "the ball has landed %d times and still hops; a larger cutoff_speed ends that",
                       CAROM_CLOTH_MAX_LANDINGS);
  if (path->landing_count >= path->landing_capacity)
    return carom__fail(diag, CAROM_TOO_SMALL, "landings", path->landing_capacity,
                       "there is room for %d landings; the path has more", path->landing_capacity);
  const carom_status status = solve(run, &impact, &answer, diag);
  if (status) return status;
  push(run, &answer);
  store(run, &impact, &answer);
  return CAROM_OK;
}
