// Where slip lasts to the end, or vanishes: what its path leaves, with derivatives. An event moves with the inputs:
// what is known at fixed s is shifted along the path by ds = -dphi/phi_s, phi = 0 being the event.
#include "math/elementary.h"
#include "spatial/closing.h"

typedef carom__dual dual;
typedef carom__closing closing;
typedef carom__path path;
typedef carom__answer answer;

/// A state of slip, at fixed s or at an event.
typedef struct slip_dual {
  dual x, y, i, p, k1, k2, n;
  double r;
} slip_dual;

static slip_dual slip_dual_of(const closing* c, const carom__hodograph* h, const carom__slip_state* state) {
  slip_dual s = {.x = carom__lifted(c, h, state, CAROM__SLIP_X),
                 .y = carom__lifted(c, h, state, CAROM__SLIP_Y),
                 .i = carom__lifted(c, h, state, CAROM__SLIP_I),
                 .r = carom__hypot(state->x, state->y)};
  if (h->depth == CAROM__CARRY_P) s.p = carom__lifted(c, h, state, CAROM__SLIP_P);
  if (h->depth >= CAROM__CARRY_K) {
    s.k1 = carom__lifted(c, h, state, CAROM__SLIP_K1);
    s.k2 = carom__lifted(c, h, state, CAROM__SLIP_K2);
  }
  if (h->depth >= CAROM__CARRY_M) s.n = carom__lifted(c, h, state, CAROM__SLIP_N);
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
  return SUBTRACT(SUBTRACT(c->energy, carom__kinetic_energy(c, &s->x, &s->y, &vz)), MULTIPLY(c->mu, s->p));
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

/// With e = 0 compression ends the impact, and by e it moves as with a little of it: an energy of e^2 E_c brings an
/// impulse of e sqrt(2 E_c/a), where a = dv_z/dI_z.
static answer end_with_compression(const closing* c, const path* way) {
  const compression at_end = last_compression(c, way);
  slip_dual first = slip_dual_of(c, &way->h, &way->stops[0]), s = at_end.at;
  const dual stored = energy_stored(c, &way->h, &first, carom__dual_constant(0));
  const double by_e = sqrt(2 * stored.v / (s.r * normal_rate(c, &s)));
  carom__quad ds[CAROM__DUAL_QUADS];
  CAROM__EACH_QUAD(i) ds[i] = c->e.t[i] * by_e;
  shift(&way->h, &s, ds);
  return answer_in_slip(c, &s, normal_velocity(c, &way->h, &s));
}

/// From the last end of compression on, where v_z = 0: v_z = Wzz I - mu d.K, and E falls by Wzz I^2/2 - mu d.M.
static answer end_in_slip_stronge(const closing* c, const path* way) {
  if (c->e.v == 0) return end_with_compression(c, way);
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

carom__answer carom__end_in_slip(const closing* c, const path* way) {
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

carom__rest carom__rest_of(const closing* c, const carom__story* story, const path* way) {
  const dual none = carom__dual_constant(0);
  carom__rest out = {.i = none, .energy = c->energy, .ends_later = story->ends_after_slip};
  out.compressed_in_slip = c->law == CAROM_LAW_POISSON && story->compression_count > 0;
  if (out.compressed_in_slip) out.compressed = compression_impulse(c, way);
  if (story->sticks && c->law != CAROM_LAW_STRONGE) return out;
  if (way->restarted) {
    const compression from = last_compression(c, way);
    dual since = carom__lifted(c, &way->after, &way->after.now, CAROM__SLIP_I);
    dual work = carom__lifted(c, &way->after, &way->after.now, CAROM__SLIP_P);
    move(&since, from.ds, -from.at.r);
    move(&work, from.ds, -from.at.r * from.at.r);
    const dual at_first = carom__kinetic_energy(c, &from.at.x, &from.at.y, &none);
    out.i = ADD(from.at.i, since);
    out.vz = SUBTRACT(MULTIPLY(c->k, since), carom__dual_product_sum(c->w1, from.at.x, c->w2, from.at.y));
    out.energy = ADD(from.energy, SUBTRACT(at_first, MULTIPLY(c->mu, work)));
    return out;
  }
  if (way->slipped) {
    out.i = carom__lifted(c, &way->h, &way->h.now, CAROM__SLIP_I);
    out.energy = SUBTRACT(c->energy, MULTIPLY(c->mu, carom__lifted(c, &way->h, &way->h.now, CAROM__SLIP_P)));
  }
  out.vz = ADD(c->v_stick, MULTIPLY(c->k, out.i));
  return out;
}
