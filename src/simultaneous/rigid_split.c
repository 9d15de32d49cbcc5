// How sticking contacts share friction where W does not tell (a box on its corners).
//
// For a piece as many tangential forces follow from v_t = 0 as W allows; the others keep a ratio to F_n that is chosen
// here. Any choice inside all cones will do, for motions do not feel it. So the minimum that decides about stick and
// slip is asked once more with narrower cones: where friction can hold even so, its forces give the ratios, and it is
// asked again when one of them reaches its limit. Where it cannot, friction is near its limit, and rigid_share.c looks
// for the moment at which no choice is left.
#include "simultaneous/rigid.h"

/// Friction that holds with this part of its cones is far from the limit.
static const double FAR = 0.9;

/// An acceleration that is this part of its terms is none: if friction really gives way, that is found with the limit.
static const double STILL = 1e-8;

/// The split so far: the contacts that share, and their ratios.
typedef struct split {
  bool shares[CAROM__MOST];
  double ratio[CAROM__MOST][2];
} split;

static double length(const carom__collision* c, const double* t) {
  return c->tangents == 2 ? carom__hypot(t[0], t[1]) : fabs(t[0]);
}

double carom__rigid_haste(const carom__rigid* r, int contact) {
  const double *rate = r->rate + contact * r->c->dimension, *size = r->size + contact * r->c->dimension;
  return length(r->c, rate) / carom__max(length(r->c, size), DBL_MIN);
}

/// At its limit, but nothing accelerates it: it shares friction with others, and does not slip.
static bool is_still(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__rigid_presses(r, contact) && t->grip == CAROM__SLIPPING && t->rests && !t->yields &&
         carom__rigid_haste(r, contact) <= STILL;
}

/// Friction gave way, but those that stick hold it.
static bool is_held(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__rigid_presses(r, contact) && t->grip == CAROM__SLIPPING && t->rests && r->unknowns.rank > 0 &&
         carom__rigid_is_tied(r, contact);
}

/// Contacts that stick, or that others hold. False if each of them has its friction to itself.
static bool find_shares(carom__rigid* r, split* s) {
  const carom__collision* c = r->c;
  bool some = r->unknowns.redundant;
  for (int i = 0; i < c->count; ++i) {
    const bool still = is_still(r, i) || is_held(r, i);
    if (still) r->touch[i].yields = false;
    s->shares[i] = still || (carom__rigid_presses(r, i) && r->touch[i].grip == CAROM__STICKING);
    some |= still;
  }
  return some;
}

static void take_ratios(const carom__rigid* r, split* s) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i)
    for (int a = 0; a < c->tangents && s->shares[i]; ++a)
      s->ratio[i][a] = r->touch[i].normal > 0 ? r->force[carom__tangent(c, i, a)] / r->touch[i].normal : 0;
}

/// The largest part of its friction that a contact which shares needs now.
static double largest_part(const carom__rigid* r, const split* s) {
  const carom__collision* c = r->c;
  double most = 0;
  for (int i = 0; i < c->count; ++i) {
    const double cap = c->touch[i].mu * r->touch[i].normal, size = length(c, r->force + i * c->dimension);
    if (s->shares[i] && size > 0) most = carom__max(most, cap > 0 ? size / cap : HUGE_VAL);
  }
  return most;
}

/// All that share stick to begin with; what slips besides goes on.
static void set_sides(carom__rigid* r, const split* s, double part) {
  for (int i = 0; i < r->c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    if (s->shares[i]) t->grip = CAROM__STICKING;
    t->fixed = !s->shares[i] && t->grip == CAROM__SLIPPING;
    t->part = s->shares[i] ? part : 1;
  }
}

/// Can friction hold with a part of its cones? Then its ratios are taken.
static bool holds_with(carom__rigid* r, split* s, double part) {
  const carom__collision* c = r->c;
  bool holds = true;
  set_sides(r, s, part);
  if (!carom__rigid_pivot(r)) return false;
  for (int i = 0; i < c->count; ++i) holds &= !s->shares[i] || r->touch[i].grip == CAROM__STICKING || is_still(r, i);
  if (holds) take_ratios(r, s);
  return holds;
}

static void use_ratios(carom__rigid* r, const split* s) {
  for (int i = 0; i < r->c->count; ++i) {
    r->touch[i].shares = s->shares[i];
    if (s->shares[i]) memcpy(r->touch[i].ratio, s->ratio[i], sizeof s->ratio[i]);
  }
}

void carom__rigid_split(carom__rigid* r) {
  split s;
  r->near = false;
  for (int i = 0; i < r->c->count; ++i) r->touch[i].shares = false;
  carom__rigid_prepare_instant(r);
  if (!find_shares(r, &s)) return;
  take_ratios(r, &s);
  r->near = !(largest_part(r, &s) < FAR) && !holds_with(r, &s, FAR);
  set_sides(r, &s, 1);
  use_ratios(r, &s);
}
