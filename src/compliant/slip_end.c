// The end of an impact in slip: E falls to 0, and the angle of the spring nears that of v_t like a power of E.
#include <math.h>

#include "compliant/slip.h"

static const double ROUNDING = 1e-15;

const double carom__end_node[CAROM__END_NODES] = {0.019855071751231884, 0.10166676129318664, 0.2372337950418355,
                                                  0.4082826787521751,   0.5917173212478249,  0.7627662049581645,
                                                  0.89833323870681336,  0.98014492824876812};
const double carom__end_weight[CAROM__END_NODES] = {0.050614268145188129, 0.11119051722668724, 0.15685332293894363,
                                                    0.18134189168918099,  0.18134189168918099, 0.15685332293894363,
                                                    0.11119051722668724,  0.050614268145188129};

double carom__end_exponent(const carom__spring_run* run, const carom__slip_frame* f) {
  const double n_end = sqrt(carom__max(0, run->vn * run->vn + 2 * f->n_rate * run->energy));
  return carom__hypot(f->p, f->r) / (2 * f->kappa * n_end);
}

/// How much the velocities still change, times how much it matters, is below rounding.
bool carom__is_nearly_over(const carom__spring_run* run, const carom__slip_frame* f, double length) {
  const double speed = carom__hypot(f->p, f->r), weight = carom__weight_of(run, length);
  const double tangential = length * (run->mu_slip * (f->b11 + f->b22) + fabs(f->d1) + fabs(f->d2));
  const double normal = length * (run->wnn + run->mu_slip * (fabs(f->d1) + fabs(f->d2)));
  return weight < 1e-3 && weight * tangential < ROUNDING * speed && weight * normal < ROUNDING * run->vn;
}

/// The last of the impact with constant velocities: tan(half the angle to v_t) falls like E to a power, and E like what
/// is left of q. Averages over q by Gauss's rule in x, with (1 - x^4) of q passed.
void carom__go_to_end(carom__spring_run* run, const carom__slip_frame* f, double q) {
  const double power = 4 * carom__end_exponent(run, f), speed = carom__hypot(f->p, f->r);
  const bool obtuse = f->p < 0;  // then follow the cotangent, so that nothing is divided by zero
  const double half = f->r / (speed + fabs(f->p));
  double even = 0, odd = 0;  // averages of cos and sin of the angle that is left
  for (int i = 0; i < CAROM__END_NODES; ++i) {
    const double fallen = carom__pow(carom__end_node[i], power),
                 z = carom__min(1e100, fabs(obtuse ? half / fallen : half * fallen));
    const double share =
        4 * carom__end_weight[i] * carom__end_node[i] * carom__end_node[i] * carom__end_node[i] / (1 + z * z);
    even += (obtuse ? -share : share) * (1 - z) * (1 + z);
    odd += share * 2 * copysign(z, f->r);
  }
  const double along = (f->p * even + f->r * odd) / speed, across = (f->r * even - f->p * odd) / speed;
  carom__slip_take(
      run,
      &(carom__slide){.q = q, .along = q * along, .across = q * across, .energy = 0, .vn = run->vn + f->n_rate * q});
}
