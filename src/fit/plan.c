// Which impacts to measure next: those that add most to the determinant of Fisher's information (D-optimal), over
// angles of approach and spins, for the body of the data.
#include <math.h>
#include <string.h>

#include "carom/derivative.h"
#include "fit/fit.h"

enum { ANGLES = 31, SPINS = 17, PLANNED = 20 };
/// rad, and spin times radius of gyration over speed: as far as an experiment is likely to go.
static const double MOST_ANGLE = 1.3089969389957472, MOST_SPIN = 2;
/// Standard deviation that is wanted, as a part of the value.
static const double WANTED = 0.05;

typedef struct candidate {
  double angle, spin;
  double mu_mu, mu_e, e_e;  ///< information
} candidate;

/// dz/dmu and dz/de of one impact.
static bool derive(const carom_fit* fit, const carom__impact* impact, const double best[2], double out[2][3]) {
  carom_surface surface = carom_surface_default();
  double by[2][3];
  surface.law = fit->results[0].law;
  surface.mu = surface.mu_static = best[0];
  surface.e = best[1];
  if (!(impact->v[2] < 0) || !carom__fit_derive_in_plane(impact, &surface, CAROM_WRT_MU | CAROM_WRT_E, by))
    return false;
  for (int j = 0; j < 2; ++j)
    for (int k = 0; k < 3; ++k) out[j][k] = -impact->map[k][0] * by[j][0] - impact->map[k][2] * by[j][2];
  return true;
}

/// The body of the first impact that counts, thrown at an angle with a spin.
static bool make(const carom_fit* fit, const carom__measured* body, candidate* c, const double best[2]) {
  carom__measured m = *body;
  carom__impact impact;
  double slopes[2][3];
  const double speed = fit->data.facts.speed, radius = sqrt(m.inertia[0][0] / m.mass);
  for (int k = 0; k < 2; ++k)
    m.before[k] = speed * (sin(c->angle) * m.jacobian[0][k] - cos(c->angle) * m.jacobian[2][k]);
  m.before[2] = c->spin * speed / radius;
  memcpy(m.after, m.before, sizeof m.after);
  memset(m.sigma, 0, sizeof m.sigma);
  if (!carom__fit_prepare(&m, true, &impact) || !derive(fit, &impact, best, slopes)) return false;
  c->mu_mu = c->mu_e = c->e_e = 0;
  for (int k = 0; k < 3; ++k) {
    c->mu_mu += slopes[0][k] * slopes[0][k];
    c->mu_e += slopes[0][k] * slopes[1][k];
    c->e_e += slopes[1][k] * slopes[1][k];
  }
  return true;
}

static void count_planned(carom_fit* fit, const candidate* chosen) {
  int at = 0;
  while (at < fit->planned_count && (fit->planned[at].angle != chosen->angle || fit->planned[at].spin != chosen->spin))
    ++at;
  if (at == CAROM_FIT_MOST_PLANNED) return;
  if (at == fit->planned_count)
    fit->planned[fit->planned_count++] = (carom_fit_planned){chosen->angle, chosen->spin, 0};
  ++fit->planned[at].share;
}

/// How many impacts of the planned kinds make both deviations as small as is wanted.
static int count_needed(double variance, const double sum[3], const double best[2]) {
  const double mu_mu = sum[0] / PLANNED, mu_e = sum[1] / PLANNED, e_e = sum[2] / PLANNED;
  const double determinant = mu_mu * e_e - mu_e * mu_e;
  const double of_mu = variance * e_e / determinant / (WANTED * WANTED * best[0] * best[0]);
  const double of_e = variance * mu_mu / determinant / (WANTED * WANTED * best[1] * best[1]);
  const double most = ceil(fmax(of_mu, of_e));
  return determinant > 0 && most < 1e9 ? (int)fmax(most, 2) : 0;
}

static double determinant_with(const double sum[3], const candidate* c) {
  return (sum[0] + c->mu_mu) * (sum[2] + c->e_e) - (sum[1] + c->mu_e) * (sum[1] + c->mu_e);
}

void carom__fit_plan(carom_fit* fit, const carom__fit_local* local) {
  const carom_fit_result* r = &fit->results[0];
  int first = 0, count = 0;
  if (fit->data.layout != CAROM__LAYOUT_PLANE || r->parameter_count != 2) return;
  while (!(fit->data.impacts[first].weight > 0)) ++first;
  // Where mu is only known to be large enough, the least that it can be is what is to be found out.
  const double best[2] = {r->estimates[0].known == CAROM_FIT_AT_LEAST ? r->estimates[0].low : r->best[0], r->best[1]};
  candidate list[ANGLES * SPINS];
  for (int i = 0; i < ANGLES; ++i)
    for (int k = 0; k < SPINS; ++k) {
      candidate c = {.angle = MOST_ANGLE * (2.0 * i / (ANGLES - 1) - 1),
                     .spin = MOST_SPIN * (2.0 * k / (SPINS - 1) - 1)};
      if (make(fit, &fit->data.measured[first], &c, best)) list[count++] = c;
    }
  double sum[3] = {1e-9, 0, 1e-9};  // a trace of knowledge, so that the first choice has a determinant
  for (int i = 0; count > 0 && i < PLANNED; ++i) {
    const candidate* chosen = &list[0];
    for (int k = 1; k < count; ++k)
      if (determinant_with(sum, &list[k]) > determinant_with(sum, chosen)) chosen = &list[k];
    sum[0] += chosen->mu_mu;
    sum[1] += chosen->mu_e;
    sum[2] += chosen->e_e;
    count_planned(fit, chosen);
  }
  if (count > 0) fit->needed = count_needed(local->variance, sum, best);
}
