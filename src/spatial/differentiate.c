// Derivatives of the spatial outcome (docs/derivatives.md). The history of slip enters through few numbers, which come
// from the hodograph with its tangents; the rest is closed form, differentiated by carom__dual. An event moves with the
// inputs: what is known at fixed s is shifted along the path by ds = -dphi/phi_s, phi = 0 being the event.
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "contact/surface.h"
#include "math/elementary.h"
#include "spatial/check.h"
#include "spatial/dual.h"
#include "spatial/ends.h"
#include "spatial/invariants.h"
#include "spatial/units.h"

#define ADD      carom__dual_add
#define SUBTRACT carom__dual_subtract
#define MULTIPLY carom__dual_multiply
#define DIVIDE   carom__dual_divide
#define SCALE    carom__dual_scale

typedef carom__dual dual;

/// The problem, and w = B^-1 d, k = Wzz - d.w, V = v_z - w.gamma, T = v.W^-1 v/2 before.
typedef struct closing {
  dual b11, b12, d1, b22, d2, wzz, x0, y0, vz, mu, e;
  dual inverse_determinant, w1, w2, k, v_stick, energy;
  carom_law law;
} closing;

/// What is differentiated.
typedef struct answer {
  dual ix, iy, iz, x, y, vz;
} answer;

static void solve_b(const closing* c, dual p, dual q, dual* x, dual* y) {
  *x = MULTIPLY(SUBTRACT(MULTIPLY(c->b22, p), MULTIPLY(c->b12, q)), c->inverse_determinant);
  *y = MULTIPLY(SUBTRACT(MULTIPLY(c->b11, q), MULTIPLY(c->b12, p)), c->inverse_determinant);
}

/// T(v) = (gamma.B^-1 gamma + (v_z - w.gamma)^2/k)/2
static dual kinetic_energy(const closing* c, dual x, dual y, dual vz) {
  dual p, q;
  solve_b(c, x, y, &p, &q);
  const dual across = SUBTRACT(vz, carom__dual_product_sum(c->w1, x, c->w2, y));
  const dual sum = ADD(carom__dual_product_sum(x, p, y, q), DIVIDE(MULTIPLY(across, across), c->k));
  return SCALE(0.5, sum);
}

static closing closing_of(const carom_spatial_problem* p, bool needs_energy) {
  const double inputs[] = {p->w.m[0][0], p->w.m[0][1], p->w.m[0][2], p->w.m[1][1],  p->w.m[1][2], p->w.m[2][2],
                           p->v.x,       p->v.y,       p->v.z,       p->surface.mu, p->surface.e};
  closing c = {.law = p->surface.law};
  dual* const places[] = {&c.b11, &c.b12, &c.d1, &c.b22, &c.d2, &c.wzz, &c.x0, &c.y0, &c.vz, &c.mu, &c.e};
  for (int i = 0; i < CAROM_SPATIAL_INPUTS; ++i) *places[i] = carom__dual_input(inputs[i], i);
  const dual determinant = SUBTRACT(MULTIPLY(c.b11, c.b22), MULTIPLY(c.b12, c.b12));
  c.inverse_determinant = DIVIDE(carom__dual_constant(1), determinant);
  solve_b(&c, c.d1, c.d2, &c.w1, &c.w2);
  c.k = SUBTRACT(c.wzz, carom__dual_product_sum(c.d1, c.w1, c.d2, c.w2));
  c.v_stick = SUBTRACT(c.vz, carom__dual_product_sum(c.w1, c.x0, c.w2, c.y0));
  if (needs_energy) c.energy = kinetic_energy(&c, c.x0, c.y0, c.vz);
  return c;
}

/// A quantity of the hodograph as a function of the inputs: A = mu B.
static dual lifted(const closing* c, const carom__hodograph* h, const carom__slip_state* state,
                   carom__slip_quantity quantity) {
  const double gamma0[2] = {c->x0.v, c->y0.v}, mu = c->mu.v;
  const carom__slip_column q = carom__tangent_lift(h, state, gamma0, quantity);
  const bool has_d = quantity == CAROM__SLIP_N;  // N = d.M, and the lanes hold d
  return (dual){q.value,
                {{mu * q.by[0], mu * q.by[1], q.by[3] + (has_d ? state->m1 : 0), mu * q.by[2]},
                 {q.by[4] + (has_d ? state->m2 : 0), 0, q.by[5], q.by[6]},
                 {0, c->b11.v * q.by[0] + c->b12.v * q.by[1] + c->b22.v * q.by[2], 0, 0}}};
}

/// A state of slip, at fixed s or at an event.
typedef struct slip_dual {
  dual x, y, i, p, k1, k2, n;
  double r;
} slip_dual;

static slip_dual slip_dual_of(const closing* c, const carom__hodograph* h, const carom__slip_state* state) {
  slip_dual s = {.x = lifted(c, h, state, CAROM__SLIP_X),
                 .y = lifted(c, h, state, CAROM__SLIP_Y),
                 .i = lifted(c, h, state, CAROM__SLIP_I),
                 .r = carom__hypot(state->x, state->y)};
  if (h->depth == CAROM__CARRY_P) s.p = lifted(c, h, state, CAROM__SLIP_P);
  if (h->depth >= CAROM__CARRY_K) {
    s.k1 = lifted(c, h, state, CAROM__SLIP_K1);
    s.k2 = lifted(c, h, state, CAROM__SLIP_K2);
  }
  if (h->depth >= CAROM__CARRY_M) s.n = lifted(c, h, state, CAROM__SLIP_N);
  return s;
}

/// v_z = v_z0 + Wzz I - mu d.K, or from where slip is.
static dual normal_velocity(const closing* c, const carom__hodograph* h, const slip_dual* s) {
  if (h->depth >= CAROM__CARRY_K)
    return ADD(c->vz,
               SUBTRACT(MULTIPLY(c->wzz, s->i), MULTIPLY(c->mu, carom__dual_product_sum(c->d1, s->k1, c->d2, s->k2))));
  return ADD(c->v_stick, ADD(carom__dual_product_sum(c->w1, s->x, c->w2, s->y), MULTIPLY(c->k, s->i)));
}

/// The energy stored, had no part of it been taken: E = mu d.M - I (v_z0 + Wzz I/2), or T0 - T - mu P, which loses
/// digits where little is left.
static dual energy_stored(const closing* c, const carom__hodograph* h, const slip_dual* s, dual vz) {
  if (h->depth >= CAROM__CARRY_M)
    return SUBTRACT(MULTIPLY(c->mu, s->n), MULTIPLY(s->i, ADD(c->vz, SCALE(0.5, MULTIPLY(c->wzz, s->i)))));
  return SUBTRACT(SUBTRACT(c->energy, kinetic_energy(c, s->x, s->y, vz)), MULTIPLY(c->mu, s->p));
}

static void move(dual* q, const carom__quad ds[CAROM__DUAL_QUADS], double rate) {
  CAROM__EACH_QUAD(i) q->t[i] += rate * ds[i];
}

/// Along the path by ds.
static void shift(const carom__hodograph* h, slip_dual* s, const carom__quad ds[CAROM__DUAL_QUADS]) {
  const double x = s->x.v, y = s->y.v, r = s->r;
  move(&s->x, ds, h->d1 * r - (h->a11 * x + h->a12 * y));
  move(&s->y, ds, h->d2 * r - (h->a12 * x + h->a22 * y));
  move(&s->i, ds, r);
  move(&s->k1, ds, x);
  move(&s->k2, ds, y);
}

/// dv_z/ds
static double normal_rate(const closing* c, const slip_dual* s) {
  return c->wzz.v * s->r - c->mu.v * (c->d1.v * s->x.v + c->d2.v * s->y.v);
}

/// What happened, as far as derivatives need it.
typedef struct story {
  double compression_ends[CAROM_SPATIAL_MAX_EVENTS];  // normal impulses, while it slips for the first time
  int compression_count;
  bool ends_after_slip;  // compression ends once more after slip has vanished
} story;

static story story_of(const carom_spatial_outcome* o) {
  story out = {0};
  bool slips = true;
  for (int i = 0; i < o->event_count; ++i) {
    if (o->events[i].type == CAROM_EVENT_STICK || o->events[i].type == CAROM_EVENT_REVERSE) slips = false;
    if (o->events[i].type != CAROM_EVENT_COMPRESSION_END) continue;
    if (slips)
      out.compression_ends[out.compression_count++] = o->events[i].impulse_n;
    else
      out.ends_after_slip = true;
  }
  return out;
}

/// The first slip with its tangents. Under Stronge's law it is followed anew from where compression ended last, so that
/// what little is left for small e is not the difference of large numbers.
typedef struct path {
  carom__hodograph h;
  carom__slip_state stops[CAROM_SPATIAL_MAX_EVENTS];  // where compression ended
  int stop_count;
  carom__hodograph after;  // from the last of them on
  bool restarted;          // there is such a one
  bool slipped;            // there was slip at all
} path;

static bool follow_stronge(const carom_spatial_outcome* o, const story* s, path* way) {
  const int last = s->compression_count - 1;
  way->stop_count = s->compression_count;
  way->restarted = last >= 0;
  if (!way->restarted) return carom__tangent_walk_to_rest(&way->h, 0, NULL, NULL);
  if (!carom__tangent_walk(&way->h, last, s->compression_ends, way->stops, s->compression_ends[last])) return false;
  way->stops[last] = way->h.now;
  way->after = carom__tangent_restart(&way->h, o->slip_vanished ? CAROM__CARRY_P : CAROM__CARRY_M);
  if (o->slip_vanished) return carom__tangent_walk_to_rest(&way->after, 0, NULL, NULL);
  return carom__tangent_walk(&way->after, 0, NULL, NULL, o->impulse.z - s->compression_ends[last]);
}

/// Poisson's law looks at the first end of compression, Newton's at none; after sticking neither looks at slip.
static bool follow_other(const closing* c, const carom_spatial_outcome* o, const story* s, path* way) {
  way->stop_count = c->law == CAROM_LAW_POISSON && s->compression_count > 0;
  if (!o->slip_vanished)
    return carom__tangent_walk(&way->h, way->stop_count, s->compression_ends, way->stops, o->impulse.z);
  if (o->resumed) return carom__tangent_walk_to_rest(&way->h, way->stop_count, s->compression_ends, way->stops);
  if (way->stop_count == 0) return true;
  const bool found = carom__tangent_walk(&way->h, 0, NULL, NULL, s->compression_ends[0]);
  way->stops[0] = way->h.now;
  return found;
}

/// How much of the first slip a law asks for.
static bool follow_slip(const closing* c, const carom_spatial_outcome* o, const story* s, path* way) {
  const double a[3] = {c->mu.v * c->b11.v, c->mu.v * c->b12.v, c->mu.v * c->b22.v}, d[2] = {c->d1.v, c->d2.v};
  const double gamma[2] = {c->x0.v, c->y0.v};
  const bool stronge = c->law == CAROM_LAW_STRONGE;
  way->stop_count = 0;
  way->restarted = false;
  way->slipped = gamma[0] != 0 || gamma[1] != 0;
  if (!way->slipped) return true;
  const carom__tangent_depth to_the_end = o->slip_vanished ? CAROM__CARRY_P : CAROM__CARRY_K;
  way->h = carom__tangent_start(a, d, gamma, stronge && s->compression_count > 0 ? CAROM__CARRY_M : to_the_end);
  return stronge ? follow_stronge(o, s, way) : follow_other(c, o, s, way);
}

/// The last end of compression in slip.
typedef struct compression {
  slip_dual at;                       // there
  carom__quad ds[CAROM__DUAL_QUADS];  // how the s of the event moves
  dual energy;                        // what Stronge's law leaves
} compression;

static void find_shift(const dual* phi, double phi_s, carom__quad ds[CAROM__DUAL_QUADS]) {
  CAROM__EACH_QUAD(i) ds[i] = phi->t[i] * (-1 / phi_s);
}

/// At every end of compression Stronge's law leaves e^2 of what is stored, which is stationary there: nothing is
/// shifted.
static compression last_compression(const closing* c, const path* way) {
  const dual kept = MULTIPLY(c->e, c->e);
  compression out = {.energy = carom__dual_constant(0)};
  dual raw_before = carom__dual_constant(0);
  for (int i = 0; i < way->stop_count; ++i) {
    out.at = slip_dual_of(c, &way->h, &way->stops[i]);
    const dual raw = energy_stored(c, &way->h, &out.at, carom__dual_constant(0));
    out.energy = MULTIPLY(kept, ADD(out.energy, SUBTRACT(raw, raw_before)));
    raw_before = raw;
  }
  const dual vz = normal_velocity(c, &way->h, &out.at);
  find_shift(&vz, normal_rate(c, &out.at), out.ds);
  shift(&way->h, &out.at, out.ds);
  return out;
}

/// I_z at the first end of compression, in slip.
static dual compression_impulse(const closing* c, const path* way) {
  slip_dual s = slip_dual_of(c, &way->h, &way->stops[0]);
  const dual vz = normal_velocity(c, &way->h, &s);
  carom__quad ds[CAROM__DUAL_QUADS];
  find_shift(&vz, normal_rate(c, &s), ds);
  shift(&way->h, &s, ds);
  return s.i;
}

/// The answer where slip lasts to the end; the state counts from the first approach.
static answer answer_in_slip(const closing* c, const slip_dual* s, dual vz) {
  const dual minus_mu = SCALE(-1, c->mu);
  return (answer){
      .ix = MULTIPLY(minus_mu, s->k1), .iy = MULTIPLY(minus_mu, s->k2), .iz = s->i, .x = s->x, .y = s->y, .vz = vz};
}

/// From the last end of compression on, where v_z = 0: v_z = Wzz I - mu d.K, and E falls by Wzz I^2/2 - mu d.M.
static answer end_in_slip_stronge(const closing* c, const path* way) {
  const carom__hodograph* h = &way->after;
  const compression from = last_compression(c, way);
  slip_dual s = slip_dual_of(c, h, &h->now);
  const double along = c->d1.v * s.k1.v + c->d2.v * s.k2.v, first = c->d1.v * from.at.x.v + c->d2.v * from.at.y.v;
  // At a fixed time since the event, which moves: both ends of the integrals do.
  const double r_first = from.at.r, x = s.x.v, y = s.y.v;
  move(&s.n, from.ds, along * s.r - first * s.i.v);
  shift(h, &s, from.ds);
  move(&s.i, from.ds, -r_first);
  move(&s.k1, from.ds, -from.at.x.v);
  move(&s.k2, from.ds, -from.at.y.v);
  const dual half_square = SCALE(0.5, MULTIPLY(c->wzz, MULTIPLY(s.i, s.i)));
  const dual left = ADD(SUBTRACT(from.energy, half_square), MULTIPLY(c->mu, s.n));
  const double vz = c->wzz.v * s.i.v - c->mu.v * along;
  carom__quad ds[CAROM__DUAL_QUADS];
  find_shift(&left, -vz * carom__hypot(x, y), ds);
  shift(h, &s, ds);
  const dual end_vz =
      SUBTRACT(MULTIPLY(c->wzz, s.i), MULTIPLY(c->mu, carom__dual_product_sum(c->d1, s.k1, c->d2, s.k2)));
  s.i = ADD(s.i, from.at.i);
  s.k1 = ADD(s.k1, from.at.k1);
  s.k2 = ADD(s.k2, from.at.k2);
  return answer_in_slip(c, &s, end_vz);
}

static answer end_in_slip(const closing* c, const path* way) {
  if (c->law == CAROM_LAW_STRONGE) return end_in_slip_stronge(c, way);
  const carom__hodograph* h = &way->h;
  slip_dual s = slip_dual_of(c, h, &h->now);
  carom__quad ds[CAROM__DUAL_QUADS];
  if (c->law == CAROM_LAW_POISSON) {
    const dual whole = ADD(carom__dual_constant(1), c->e);
    const dual left = SUBTRACT(s.i, MULTIPLY(whole, compression_impulse(c, way)));
    find_shift(&left, s.r, ds);
  } else {
    const dual left = ADD(normal_velocity(c, h, &s), MULTIPLY(c->e, c->vz));
    find_shift(&left, normal_rate(c, &s), ds);
  }
  shift(h, &s, ds);
  return answer_in_slip(c, &s, normal_velocity(c, h, &s));
}

/// Where slip has vanished.
typedef struct rest {
  dual i, vz;   // I_zs and v_z there
  dual energy;  // of the normal motion: E + v_z^2/2k. Stronge's law alone needs it.
} rest;

static rest rest_of(const closing* c, const path* way) {
  rest out = {.i = carom__dual_constant(0), .energy = c->energy};
  if (way->restarted) {
    const compression from = last_compression(c, way);
    dual since = lifted(c, &way->after, &way->after.now, CAROM__SLIP_I);
    dual work = lifted(c, &way->after, &way->after.now, CAROM__SLIP_P);
    move(&since, from.ds, -from.at.r);
    move(&work, from.ds, -from.at.r * from.at.r);
    const dual at_first = kinetic_energy(c, from.at.x, from.at.y, carom__dual_constant(0));
    out.i = ADD(from.at.i, since);
    out.vz = SUBTRACT(MULTIPLY(c->k, since), carom__dual_product_sum(c->w1, from.at.x, c->w2, from.at.y));
    out.energy = ADD(from.energy, SUBTRACT(at_first, MULTIPLY(c->mu, work)));
    return out;
  }
  if (way->slipped) {
    out.i = lifted(c, &way->h, &way->h.now, CAROM__SLIP_I);
    out.energy = SUBTRACT(c->energy, MULTIPLY(c->mu, lifted(c, &way->h, &way->h.now, CAROM__SLIP_P)));
  }
  out.vz = ADD(c->v_stick, MULTIPLY(c->k, out.i));
  return out;
}

/// The tangential impulse where the velocity after is known: B^-1 (gamma - gamma0 - d I_z).
static void add_tangential_impulse(const closing* c, answer* a) {
  solve_b(c, SUBTRACT(SUBTRACT(a->x, c->x0), MULTIPLY(c->d1, a->iz)),
          SUBTRACT(SUBTRACT(a->y, c->y0), MULTIPLY(c->d2, a->iz)), &a->ix, &a->iy);
}

static answer end_stuck(const closing* c, const story* s, const path* way) {
  const dual whole = ADD(carom__dual_constant(1), c->e), zero = carom__dual_constant(0);
  answer a = {.x = zero, .y = zero};
  if (c->law == CAROM_LAW_NEWTON) {
    a.vz = SCALE(-1, MULTIPLY(c->e, c->vz));
  } else if (c->law == CAROM_LAW_POISSON) {
    a.vz = s->compression_count == 0 ? SCALE(-1, MULTIPLY(c->e, c->v_stick))
                                     : ADD(c->v_stick, MULTIPLY(MULTIPLY(whole, c->k), compression_impulse(c, way)));
  } else {
    const dual root = carom__dual_root(SCALE(2, MULTIPLY(c->k, rest_of(c, way).energy)));
    a.vz = s->ends_after_slip ? MULTIPLY(c->e, root) : root;
  }
  a.iz = DIVIDE(SUBTRACT(a.vz, c->v_stick), c->k);
  add_tangential_impulse(c, &a);
  return a;
}

/// The centrifugal direction: (A + lambda) u = d, |u| = 1, so that gamma = lambda u (I_z - I_zs).
typedef struct ray {
  dual lambda, x, y;
} ray;

static ray ray_of(const closing* c) {
  const double mu = c->mu.v, a11 = mu * c->b11.v, a12 = mu * c->b12.v, a22 = mu * c->b22.v;
  carom_vec2 u = {0, 0};
  double lambda = 0;
  carom__centrifugal_direction(c->b11.v, c->b12.v, c->b22.v, c->d1.v, c->d2.v, mu, &u, &lambda);
  const double m11 = a11 + lambda, m22 = a22 + lambda, inverse = 1 / (m11 * m22 - a12 * a12);
  const double nx = (m22 * u.x - a12 * u.y) * inverse, ny = (m11 * u.y - a12 * u.x) * inverse;
  const double scale = 1 / (u.x * nx + u.y * ny);
  ray out = {.lambda = {.v = lambda}, .x = {.v = u.x}, .y = {.v = u.y}};
  CAROM__EACH_QUAD(i) {
    const carom__quad da11 = c->mu.t[i] * c->b11.v + c->b11.t[i] * mu, da12 = c->mu.t[i] * c->b12.v + c->b12.t[i] * mu;
    const carom__quad da22 = c->mu.t[i] * c->b22.v + c->b22.t[i] * mu;
    carom__quad x = c->d1.t[i] - da11 * u.x - da12 * u.y, y = c->d2.t[i] - da12 * u.x - da22 * u.y;
    out.lambda.t[i] = (x * nx + y * ny) * scale;
    x -= out.lambda.t[i] * u.x;
    y -= out.lambda.t[i] * u.y;
    out.x.t[i] = (x * m22 - y * a12) * inverse;
    out.y.t[i] = (y * m11 - x * a12) * inverse;
  }
  return out;
}

/// Slip resumes: from I_zs on v_z rises by a = Wzz - mu d.u per unit of impulse, for a length D.
static answer end_resumed(const closing* c, const story* s, const path* way) {
  const rest from = rest_of(c, way);
  const ray u = ray_of(c);
  const dual rate = SUBTRACT(c->wzz, MULTIPLY(c->mu, carom__dual_product_sum(c->d1, u.x, c->d2, u.y)));
  dual length;
  answer a;
  if (c->law == CAROM_LAW_POISSON) {
    const dual whole = ADD(carom__dual_constant(1), c->e);
    const dual compressed =
        s->compression_count == 0 ? SUBTRACT(from.i, DIVIDE(from.vz, rate)) : compression_impulse(c, way);
    length = SUBTRACT(MULTIPLY(whole, compressed), from.i);
    a.vz = ADD(from.vz, MULTIPLY(rate, length));
  } else {
    const dual square = MULTIPLY(from.vz, from.vz), left = SUBTRACT(from.energy, SCALE(0.5, DIVIDE(square, c->k)));
    const dual root = carom__dual_root(ADD(square, SCALE(2, MULTIPLY(rate, left))));
    const dual bounced = s->ends_after_slip ? MULTIPLY(c->e, root) : root;
    a.vz = c->law == CAROM_LAW_NEWTON ? SCALE(-1, MULTIPLY(c->e, c->vz)) : bounced;
    length = DIVIDE(SUBTRACT(a.vz, from.vz), rate);
  }
  const dual speed = MULTIPLY(u.lambda, length);
  a.x = MULTIPLY(speed, u.x);
  a.y = MULTIPLY(speed, u.y);
  a.iz = ADD(from.i, length);
  add_tangential_impulse(c, &a);
  return a;
}

/// Slip in one direction all the way, or none at all, without friction: K and M are straight lines and parabolas.
static answer end_without_friction(const closing* c) {
  const double speed = carom__hypot(c->x0.v, c->y0.v), drive = carom__hypot(c->d1.v, c->d2.v);
  const double ux = speed > 0 ? c->x0.v / speed : drive > 0 ? c->d1.v / drive : 0;
  const double uy = speed > 0 ? c->y0.v / speed : drive > 0 ? c->d2.v / drive : 0;
  const dual one = carom__dual_constant(1);
  answer a = {.vz = SCALE(-1, MULTIPLY(c->e, c->vz))};
  // mu d.u slows the approach down as a smaller Wzz would.
  const dual along = carom__dual_product_sum(c->d1, carom__dual_constant(ux), c->d2, carom__dual_constant(uy));
  const dual rate = SUBTRACT(c->wzz, MULTIPLY(c->mu, along));
  a.iz = DIVIDE(MULTIPLY(SCALE(-1, c->vz), ADD(one, c->e)), rate);
  const dual friction = MULTIPLY(SCALE(-1, c->mu), a.iz);
  a.ix = SCALE(ux, friction);
  a.iy = SCALE(uy, friction);
  a.x = ADD(c->x0, ADD(MULTIPLY(c->d1, a.iz), carom__dual_product_sum(c->b11, a.ix, c->b12, a.iy)));
  a.y = ADD(c->y0, ADD(MULTIPLY(c->d2, a.iz), carom__dual_product_sum(c->b12, a.ix, c->b22, a.iy)));
  return a;
}

static bool is_straight_without_friction(const closing* c) {
  if (c->mu.v != 0) return false;
  return (c->d1.v == 0 && c->d2.v == 0) || (c->x0.v == 0 && c->y0.v == 0);
}

static carom_status fail_not_differentiable(carom_diag* diag) {
  return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "w", 0,
                     "the outcome has no derivative here: W is singular where the contact sticks, or nothing was "
                     "compressed");
}

static carom_status follow(const carom_spatial_problem* p, const carom_spatial_outcome* o, answer* out,
                           carom_diag* diag) {
  const closing c = closing_of(p, o->slip_vanished && p->surface.law == CAROM_LAW_STRONGE);
  const dual zero = carom__dual_constant(0);
  if (o->mode == CAROM_SPATIAL_NONE) {
    *out = (answer){zero, zero, zero, c.x0, c.y0, c.vz};
    return CAROM_OK;
  }
  if (is_straight_without_friction(&c)) {
    *out = end_without_friction(&c);
    return CAROM_OK;
  }
  if (!(c.k.v > CAROM__SINGULAR_PIVOT * c.wzz.v)) return fail_not_differentiable(diag);
  const story s = story_of(o);
  path way;
  if (!follow_slip(&c, o, &s, &way))
    return carom__fail(diag, CAROM_BUDGET, "steps", CAROM__TANGENT_MAX_STEPS,
                       "the path was not followed to its end within %d expansions", (int)CAROM__TANGENT_MAX_STEPS);
  *out = !o->slip_vanished ? end_in_slip(&c, &way) : o->stuck ? end_stuck(&c, &s, &way) : end_resumed(&c, &s, &way);
  return CAROM_OK;
}

/// Of an input, in the order of the bits.
static int unit_of_input(int input, carom__units units) {
  return input < 6 ? units.inverse_mass : input < 9 ? units.speed : 0;
}

/// Returns the sum of a row, which tells whether it fits a double.
static double put_row(const dual* d, unsigned wrt, carom__units units, int unit, double* row) {
  double sum = 0;
  for (int input = 0, column = 0; input < CAROM_SPATIAL_INPUTS; ++input) {
    if (!(wrt >> input & 1)) continue;
    const double value = d->t[input / 4][input % 4];
    const int shift = unit - unit_of_input(input, units);
    row[column] = (shift ? ldexp(value, shift) : value) + 0.0;  // adding 0 turns -0 into 0
    sum += row[column++];
  }
  return sum;
}

static int count_bits(unsigned wrt) {
  int count = 0;
  for (; wrt; wrt &= wrt - 1) ++count;
  return count;
}

static carom_status check(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome, const void* out,
                          carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__need(outcome, "outcome", "be what carom_spatial_solve gave", diag);
  if (!status && (outcome->event_count < 0 || outcome->event_count > CAROM_SPATIAL_MAX_EVENTS))
    status =
        carom__fail(diag, CAROM_OUT_OF_RANGE, "outcome.event_count", outcome->event_count,
                    "event_count is %d; it must be from 0 to %d", outcome->event_count, (int)CAROM_SPATIAL_MAX_EVENTS);
  return status ? status : carom__spatial_check(problem, diag);
}

carom_status carom_spatial_differentiate(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome,
                                         unsigned wrt, carom_jacobian* out, carom_diag* diag) {
  carom_status status = check(problem, outcome, out, diag);
  if (status) return status;
  if (wrt & ~(unsigned)CAROM_WRT_ALL_SPATIAL)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "wrt", (double)wrt,
                       "wrt is %#x; a rigid contact in space has the inputs from W_XX to E (%#x)", wrt,
                       (unsigned)CAROM_WRT_ALL_SPATIAL);
  const carom__units units = carom__spatial_units_of(problem);
  const carom_spatial_problem p = carom__problem_in_units(problem, units);
  carom_spatial_outcome o = *outcome;
  carom__outcome_from_units(&o, (carom__units){-units.inverse_mass, -units.speed});
  answer a;
  status = follow(&p, &o, &a, diag);
  if (status) return status;
  carom_jacobian j = {.columns = count_bits(wrt), .smoothness = carom_spatial_smoothness(problem, outcome)};
  const dual* const rows[] = {&a.ix, &a.iy, &a.iz, &a.x, &a.y, &a.vz};
  double sum = 0;
  for (int row = 0; row < 3; ++row) {
    sum += put_row(rows[row], wrt, units, carom__impulse_unit(units), j.d_impulse[row]);
    sum += put_row(rows[3 + row], wrt, units, units.speed, j.d_velocity[row]);
  }
  if (!(sum - sum == 0))
    return carom__fail(diag, CAROM_OVERFLOW, "w", 0, "a derivative is not finite, or too large for a double");
  *out = j;
  return CAROM_OK;
}
