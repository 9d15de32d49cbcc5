// A chain that swings: see chain.h for the recursion.
#include "motion/chain.h"

#include "math/elementary.h"

/// A symmetric matrix P in the axes of a link, with its determinant.
typedef struct joint_mass {
  double dd, dn, nn, det;
} joint_mass;

/// The same matrix in the axes of the link before, from which this one is turned by the angle of this cos and sin.
static joint_mass turn_back(joint_mass p, double c, double s) {
  const double cc = c * c, ss = s * s, cs = c * s;
  const double nn = ss * p.dd + cc * p.nn + 2 * cs * p.dn;
  return (joint_mass){.dd = cc * p.dd + ss * p.nn - 2 * cs * p.dn,
                      .dn = cs * (p.dd - p.nn) + (cc - ss) * p.dn,
                      .nn = nn < 0 ? 0 : nn,  // rounding must not take inertia away
                      .det = p.det};
}

void carom__chain_eliminate(const carom_chain_mover* chain, const double* state, carom__chain_link* links) {
  double spin = 0;
  for (int i = 0; i < chain->link_count; ++i) {
    const carom__sincos at = carom__sincos_of(state[i]);
    links[i].cos = at.cosine;
    links[i].sin = at.sine;
    links[i].spin = spin += state[chain->link_count + i];
  }
  joint_mass p = {0, 0, 0, 0};
  for (int i = chain->link_count - 1; i >= 0; --i) {
    const double l = chain->length[i], m = chain->mass[i], c = chain->centre[i], inertia = chain->inertia[i];
    const double about_joint = inertia + m * c * c, about_end = inertia + m * (l - c) * (l - c);
    const double inverse = 1 / (about_joint + l * l * p.nn);
    const double s = (p.dd * about_joint + l * l * p.det) * inverse, e = m * inertia + p.nn * about_end;
    carom__chain_link* k = &links[i];
    k->inverse = inverse;
    k->b_d = l * p.dn;
    k->b_outer = l * p.nn;
    k->b_n = m * c + k->b_outer;
    k->keep_d = l * k->b_d * inverse;
    k->keep_n = (inertia + m * c * (c - l)) * inverse;
    k->lag_d = m * c * k->b_d * inverse;
    k->lag_n = m * (inertia + (l - c) * k->b_outer) * inverse;
    k->inner_dn = p.dn * k->keep_n;
    k->per_inner_dd = 1 / (m + s);
    const joint_mass inner = {.dd = m + s,
                              .dn = k->inner_dn,
                              .nn = e * inverse,
                              .det = (m * e + m * inertia * p.dd + about_end * p.det) * inverse};
    p = turn_back(inner, k->cos, k->sin);
  }
}

/// y and r at the end of a link, without forces on the chain.
typedef struct bias {
  double y_d, y_n, r_d, r_n;
} bias;

/// From y with the turning of this link's end in it to the link before.
static bias pass_inwards(const carom_chain_mover* chain, const carom__chain_link* k, int i, bias at) {
  const double own = chain->mass[i] * (at.y_d + chain->centre[i] * k->spin * k->spin);
  const double r_d = at.r_d - k->keep_d * at.r_n - own + k->lag_d * at.y_n;
  const double shift = r_d * k->per_inner_dd, y_d = at.y_d + shift;
  const double r_n = k->keep_n * at.r_n - k->lag_n * at.y_n - k->inner_dn * shift;
  return (bias){.y_d = k->cos * y_d - k->sin * at.y_n,
                .y_n = k->sin * y_d + k->cos * at.y_n,
                .r_d = -k->sin * r_n,
                .r_n = k->cos * r_n};
}

void carom__chain_accelerate(const carom_chain_mover* chain, const carom__chain_link* links, double* accelerations) {
  bias biases[CAROM_CHAIN_MAX_LINKS], at = {0, 0, 0, 0};
  for (int i = chain->link_count - 1; i >= 0; --i) {
    at.y_d -= chain->length[i] * links[i].spin * links[i].spin;
    biases[i] = at;
    at = pass_inwards(chain, &links[i], i, at);
  }
  // Gravity is the same as a base that accelerates the other way.
  double a_x = -chain->gravity.x, a_y = -chain->gravity.y;
  for (int i = 0; i < chain->link_count; ++i) {
    const carom__chain_link* k = &links[i];
    const double l = chain->length[i], a_d = k->cos * a_x + k->sin * a_y, a_n = k->cos * a_y - k->sin * a_x;
    const double outer = k->b_d * (a_d + biases[i].y_d) + k->b_outer * (a_n + biases[i].y_n) + l * biases[i].r_n;
    accelerations[i] = -(chain->mass[i] * chain->centre[i] * a_n + outer) * k->inverse;
    a_x = a_d - l * k->spin * k->spin;
    a_y = a_n + l * accelerations[i];
  }
}

void carom__chain_rate(const carom_mover* mover, const double* state, double* rate) {
  const carom_chain_mover* chain = mover->self;
  const int n = chain->link_count;
  carom__chain_link links[CAROM_CHAIN_MAX_LINKS];
  double accelerations[CAROM_CHAIN_MAX_LINKS];
  carom__chain_eliminate(chain, state, links);
  carom__chain_accelerate(chain, links, accelerations);
  for (int i = 0; i < n; ++i) {
    rate[i] = state[n + i];
    rate[n + i] = i > 0 ? accelerations[i] - accelerations[i - 1] : accelerations[i];
  }
}

double carom__chain_kinetic(const carom_mover* mover, const double* state) {
  const carom_chain_mover* chain = mover->self;
  double v_x = 0, v_y = 0, spin = 0, sum = 0;
  for (int i = 0; i < chain->link_count; ++i) {
    const carom__sincos at = carom__sincos_of(state[i]);
    const double cosine = at.cosine, sine = at.sine;
    const double v_d = cosine * v_x + sine * v_y, v_n = cosine * v_y - sine * v_x;
    spin += state[chain->link_count + i];
    const double centre_n = v_n + chain->centre[i] * spin;
    sum += chain->mass[i] * (v_d * v_d + centre_n * centre_n) + chain->inertia[i] * spin * spin;
    v_x = v_d;
    v_y = v_n + chain->length[i] * spin;
  }
  return 0.5 * sum;
}

double carom__chain_energy(const carom_mover* mover, const double* state) {
  const carom_chain_mover* chain = mover->self;
  carom_vec2 directions[CAROM_CHAIN_MAX_LINKS];
  carom__chain_directions(chain, state, directions);
  double height = 0, mass = 0;  // against gravity: sum of w_i d_i
  for (int i = 0; i < chain->link_count; ++i) {
    height -= chain->weight[i] * (chain->gravity.x * directions[i].x + chain->gravity.y * directions[i].y);
    mass += chain->mass[i];
  }
  height -= mass * (chain->gravity.x * chain->base.x + chain->gravity.y * chain->base.y);
  return carom__chain_kinetic(mover, state) + height;
}

double carom__chain_pace(const carom_mover* mover, const double* state) {
  const carom_chain_mover* chain = mover->self;
  carom__chain_link links[CAROM_CHAIN_MAX_LINKS];
  double accelerations[CAROM_CHAIN_MAX_LINKS], speed = 0, acceleration = 0;
  carom__chain_eliminate(chain, state, links);
  carom__chain_accelerate(chain, links, accelerations);
  for (int i = 0; i < chain->link_count; ++i) {
    speed = carom__max(speed, fabs(links[i].spin));
    acceleration = carom__max(acceleration, fabs(accelerations[i]));
  }
  return carom__mover_pace(speed, acceleration);
}
