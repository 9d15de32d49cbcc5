// How sticking contacts share friction where W does not tell (a box on its corners).
//
// For a piece as many tangential forces follow from v_t = 0 as W allows; the others keep a ratio to F_n that is chosen
// here. Far from the limit any choice inside all cones will do. Slip must begin exactly when no choice is left: so the
// minimum that decides about stick and slip is asked once more with cones that are narrower by a part. Where friction
// can hold even so, its forces give the ratios. Where it cannot, the contacts are near the limit, and the slip that
// would begin tells how the forces will lie there: the ratios are taken at the bound in these directions. An error of
// them moves the limit by its square only, so that some narrowing steps lead there.
#include "simultaneous/rigid.h"

/// Parts of the cones that are asked for, one after the other. At the last one directions are as good as rounding
/// allows, and contacts that it cannot hold slip at their next limit.
static const double PARTS[] = {0.9, 0.99, 0.999, 1 - 1e-4, 1 - 1e-5, 1 - 1e-6, 1 - 1e-7, 1 - 1e-8};
enum { PART_COUNT = sizeof PARTS / sizeof *PARTS };

/// A force is inside its cone if it is below this part of what friction can hold.
static const double INSIDE = 1 - 1e-12;

/// The split so far: the contacts that share, and their ratios.
typedef struct split {
  bool shares[CAROM__MOST], slips[CAROM__MOST];
  double ratio[CAROM__MOST][2], way[CAROM__MOST][2];
} split;

static double length(const carom__collision* c, const double* t) {
  return c->tangents == 2 ? carom__hypot(t[0], t[1]) : fabs(t[0]);
}

/// Slips from rest although the contacts that stick hold it.
static bool is_held(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__rigid_presses(r, contact) && t->grip == CAROM__SLIPPING && t->rests && !t->yields &&
         r->unknowns.rank > 0 && carom__rigid_is_tied(r, contact);
}

/// Contacts that stick, or that others hold. False if each of them has its friction to itself.
static bool find_shares(carom__rigid* r, split* s) {
  const carom__collision* c = r->c;
  bool some = r->unknowns.redundant;
  for (int i = 0; i < c->count; ++i) {
    const bool held = is_held(r, i);
    s->shares[i] = held || (carom__rigid_presses(r, i) && r->touch[i].grip == CAROM__STICKING);
    s->slips[i] = false;
    some |= held;
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

/// Can friction hold with a part of its cones? If so its ratios are taken, else the directions of slip.
static bool holds_with(carom__rigid* r, split* s, double part) {
  const carom__collision* c = r->c;
  bool holds = true;
  set_sides(r, s, part);
  if (!carom__rigid_pivot(r)) return true;  // rounding: what there is must do
  carom__rigid_prepare_instant(r);
  for (int i = 0; i < c->count; ++i) holds &= !s->shares[i] || r->touch[i].grip == CAROM__STICKING || is_held(r, i);
  take_ratios(r, s);
  for (int i = 0; i < c->count && !holds; ++i) {
    s->slips[i] = s->shares[i] && r->touch[i].grip == CAROM__SLIPPING;
    memcpy(s->way[i], r->touch[i].d, sizeof s->way[i]);
  }
  return holds;
}

static void use_ratios(carom__rigid* r, const split* s) {
  for (int i = 0; i < r->c->count; ++i)
    if (s->shares[i]) memcpy(r->touch[i].ratio, s->ratio[i], sizeof s->ratio[i]);
}

/// Ratios at the bound where contacts would slip. False if others cannot hold so.
static bool use_bounds(carom__rigid* r, const split* s) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) r->touch[i].last = s->slips[i];
  for (int i = 0; i < c->count; ++i)
    for (int a = 0; a < c->tangents && s->slips[i]; ++a) r->touch[i].ratio[a] = -c->touch[i].mu * s->way[i][a];
  carom__rigid_prepare_piece(r);
  carom__rigid_forces(r);
  for (int i = 0; i < c->count; ++i) {
    const carom__rigid_touch* t = &r->touch[i];
    const bool basic = t->basic[0] || (c->tangents == 2 && t->basic[1]);
    const double size = length(c, r->force + i * c->dimension);
    if (s->shares[i] && basic && size > INSIDE * c->touch[i].mu * t->normal) return false;
  }
  return true;
}

static void mark_brink(carom__rigid* r, const split* s) {
  for (int i = 0; i < r->c->count; ++i) {
    r->touch[i].brink = s->slips[i];
    memcpy(r->touch[i].way, s->way[i], sizeof s->way[i]);
  }
}

static void narrow(carom__rigid* r, split* s) {
  int k = 0;
  while (k < PART_COUNT && !holds_with(r, s, PARTS[k])) ++k;
  set_sides(r, s, 1);
  use_ratios(r, s);
  if (k == PART_COUNT) mark_brink(r, s);
  if (k > 0 && !use_bounds(r, s) && k < PART_COUNT) {
    for (int i = 0; i < r->c->count; ++i) r->touch[i].last = false;
    use_ratios(r, s);
  }
}

void carom__rigid_split(carom__rigid* r) {
  split s;
  carom__rigid_prepare_instant(r);
  if (!find_shares(r, &s)) return;
  carom__rigid_forces(r);
  take_ratios(r, &s);
  if (largest_part(r, &s) < PARTS[0]) {
    set_sides(r, &s, 1);
    use_ratios(r, &s);
  } else {
    narrow(r, &s);
  }
}
