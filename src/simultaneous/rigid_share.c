// When contacts that share friction begin to slip (a box on its corners).
//
// While all of them stick only what their friction does to the bodies is known, not how they share it. They slip when
// no split is left inside all cones, and that is so as soon as one motion n of them exists for which friction cannot do
// the work that holds it:
//   h_n = sum_i (mu_i F_n,i |n_i| + F_t,i.n_i) < 0,
// which does not depend on the split, since n is a motion of the bodies. For one n this is a sum of known series. The
// minimum that decides about stick and slip, asked at a later time, tells such an n (the accelerations there), and the
// first root of its h_n is an earlier time: so on, until friction holds. Directions are off by e of what the time is
// off by before, and h_n by e^2: a few steps lead there, from above.
#include "simultaneous/rigid.h"

/// Accelerations that are this part of their terms: the next step is the last. It is off by the square of this.
static const double LAST_STEP = 1e-5;

/// With accelerations that are this part of their terms friction still holds.
static const double HOLDS = 1e-10;

/// An acceleration that is this part of its terms is rounding.
static const double SLOWEST = 1e-13;

/// Rounding of h_n, as a part of its terms.
static const double WORK_NOISE = 1e-15;

typedef struct motion {
  bool slips[CAROM__MOST];
  double n[CAROM__MOST][2];
} motion;

/// At a later part of the piece: all that share stick to begin with, and what slips goes on along its way.
static void set_sides(carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    t->part = 1;
    if (t->shares) t->grip = CAROM__STICKING;
    t->fixed = !t->shares;
    t->rests = carom__is_active(&c->touch[i]) && (t->shares || carom__rigid_is_at_rest(r, i));
    if (t->grip != CAROM__SLIPPING || t->rests) continue;
    const double *v = c->v + i * c->dimension, speed = carom__rigid_slip_speed(r, i);
    for (int a = 0; a < c->tangents; ++a) t->d[a] = v[a] / speed;
  }
}

/// By how much friction cannot hold there, as a part of the accelerations' terms; m is the motion that begins.
static double find_motion(carom__rigid* r, double part, motion* m) {
  const carom__collision* c = r->c;
  double most = 0;
  carom__rigid_place(r, part);
  carom__rigid_take_normals(r);
  set_sides(r);
  if (!carom__rigid_pivot(r)) return 0;
  for (int i = 0; i < c->count; ++i) {
    m->slips[i] = r->touch[i].shares && r->touch[i].grip == CAROM__SLIPPING;
    for (int a = 0; a < c->tangents; ++a) m->n[i][a] = r->rate[carom__tangent(c, i, a)];
    if (m->slips[i]) most = carom__max(most, carom__rigid_haste(r, i));
  }
  for (int i = 0; i < c->count; ++i) m->slips[i] &= carom__rigid_haste(r, i) > SLOWEST;
  return most;
}

void carom__rigid_let_slip(carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    if (!t->brink || !carom__is_active(&c->touch[i])) continue;
    const double size = c->tangents == 2 ? carom__hypot(t->way[0], t->way[1]) : fabs(t->way[0]);
    t->yields = true;
    t->grip = CAROM__SLIPPING;
    for (int a = 0; a < c->tangents; ++a) t->d[a] = t->way[a] / size;
  }
  if (c->tangents == 2) carom__rigid_balance(r);
}

/// Near the limit the accelerations are rounding, and no motion of the bodies: the motion of the limit itself is taken.
static void sharpen(carom__rigid* r, motion* m) {
  for (int i = 0; i < r->c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    t->brink = m->slips[i];
    memcpy(t->way, m->n[i], sizeof m->n[i]);
  }
  carom__rigid_let_slip(r);
  for (int i = 0; i < r->c->count; ++i)
    if (m->slips[i]) memcpy(m->n[i], r->touch[i].way, sizeof m->n[i]);
}

/// Where the work of friction no longer does for a motion, before `limit`; 2 if nowhere.
static double find_root(carom__rigid* r, const motion* m, double limit) {
  const carom__collision* c = r->c;
  double* h = r->watched;
  double terms = 0;
  memset(h, 0, CAROM__RIGID_TERMS * sizeof *h);
  for (int i = 0; i < c->count; ++i) {
    if (!m->slips[i]) continue;
    const double size = c->tangents == 2 ? carom__hypot(m->n[i][0], m->n[i][1]) : fabs(m->n[i][0]);
    carom__rigid_add_force(r, carom__normal(c, i), c->touch[i].mu * size, h);
    for (int a = 0; a < c->tangents; ++a) carom__rigid_add_force(r, carom__tangent(c, i, a), m->n[i][a], h);
    terms += c->touch[i].mu * size * r->touch[i].normal;
  }
  bool at_once;
  const carom__rigid_function g = {h, CAROM__RIGID_ORDER, WORK_NOISE * terms};
  return carom__rigid_first_fall(&g, limit, &at_once, &r->c->work);
}

/// Goes back in time from a part of the piece to where friction still holds. False if it holds there.
static bool find_limit(carom__rigid* r, double* part, motion* m) {
  motion next;
  bool found = false;
  for (double excess = 1; excess > LAST_STEP && !carom__is_spent(r->c);) {
    excess = find_motion(r, *part, &next);
    if (!(excess > HOLDS)) break;
    if (excess <= LAST_STEP) sharpen(r, &next);
    const double root = find_root(r, &next, *part);
    if (!(root < *part)) break;
    *m = next;
    *part = root;
    found = true;
  }
  return found;
}

void carom__rigid_look_at_shares(carom__rigid* r, carom__rigid_event* first) {
  const carom__collision* c = r->c;
  carom__rigid_touch kept[CAROM__MOST];
  motion m;
  double part = first->part;
  if (!r->near) return;
  memcpy(kept, r->touch, (size_t)c->count * sizeof *kept);
  const bool found = find_limit(r, &part, &m);
  memcpy(r->touch, kept, (size_t)c->count * sizeof *kept);
  carom__rigid_place(r, 0);
  carom__rigid_prepare_piece(r);
  if (!found) return;
  for (int i = 0; i < c->count; ++i) {
    r->touch[i].brink = m.slips[i];
    memcpy(r->touch[i].way, m.n[i], sizeof m.n[i]);
    if (m.slips[i] && !r->touch[i].muted) *first = (carom__rigid_event){CAROM__FRICTION_YIELDS, i, part, false};
  }
}
