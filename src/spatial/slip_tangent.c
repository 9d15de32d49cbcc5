// How much of the first slip the derivatives ask for, and that part of it with its tangents.
#include "spatial/closing.h"

carom__story carom__story_of(const carom_spatial_outcome* o) {
  carom__story out = {.vanishes = o->slip_vanished, .sticks = o->stuck, .end = o->impulse.z};
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

static bool follow_stronge(const carom__story* s, carom__path* way) {
  const int last = s->compression_count - 1;
  way->stop_count = s->compression_count;
  way->restarted = last >= 0;
  if (!way->restarted) return carom__tangent_walk_to_rest(&way->h, 0, NULL, NULL);
  if (!carom__tangent_walk(&way->h, last, s->compression_ends, way->stops, s->compression_ends[last])) return false;
  way->stops[last] = way->h.now;
  way->after = carom__tangent_restart(&way->h, s->vanishes ? CAROM__CARRY_P : CAROM__CARRY_M);
  if (s->vanishes) return carom__tangent_walk_to_rest(&way->after, 0, NULL, NULL);
  return carom__tangent_walk(&way->after, 0, NULL, NULL, s->end - s->compression_ends[last]);
}

/// After sticking Newton's law does not ask for slip, and Poisson's only where compression ended in it.
static bool asks_for_slip(const carom__closing* c, const carom__story* s) {
  const bool ends_in_it = c->law == CAROM_LAW_POISSON && s->compression_count > 0;
  return c->law == CAROM_LAW_STRONGE || !s->vanishes || !s->sticks || ends_in_it;
}

/// Poisson's law looks at the first end of compression, Newton's at none.
static bool follow_other(const carom__closing* c, const carom__story* s, carom__path* way) {
  way->stop_count = c->law == CAROM_LAW_POISSON && s->compression_count > 0;
  if (!s->vanishes) return carom__tangent_walk(&way->h, way->stop_count, s->compression_ends, way->stops, s->end);
  if (!s->sticks) return carom__tangent_walk_to_rest(&way->h, way->stop_count, s->compression_ends, way->stops);
  const bool found = carom__tangent_walk(&way->h, 0, NULL, NULL, s->compression_ends[0]);
  way->stops[0] = way->h.now;
  return found;
}

bool carom__follow_slip(const carom__closing* c, const carom__story* s, carom__path* way) {
  const double a[3] = {c->mu.v * c->b11.v, c->mu.v * c->b12.v, c->mu.v * c->b22.v}, d[2] = {c->d1.v, c->d2.v};
  const double gamma[2] = {c->x0.v, c->y0.v};
  const bool stronge = c->law == CAROM_LAW_STRONGE;
  way->stop_count = 0;
  way->restarted = false;
  way->slipped = gamma[0] != 0 || gamma[1] != 0;
  if (!way->slipped || !asks_for_slip(c, s)) return true;
  const carom__tangent_depth to_the_end = s->vanishes ? CAROM__CARRY_P : CAROM__CARRY_K;
  way->h = carom__tangent_start(a, d, gamma, stronge && s->compression_count > 0 ? CAROM__CARRY_M : to_the_end);
  return stronge ? follow_stronge(s, way) : follow_other(c, s, way);
}

/// A = mu B.
carom__dual carom__lifted(const carom__closing* c, const carom__hodograph* h, const carom__slip_state* state,
                          carom__slip_quantity quantity) {
  const double gamma0[2] = {c->x0.v, c->y0.v}, mu = c->mu.v;
  const carom__slip_column q = carom__tangent_lift(h, state, gamma0, quantity);
  const bool has_d = quantity == CAROM__SLIP_N;  // N = d.M, and the lanes hold d
  return (carom__dual){q.value,
                       {{mu * q.by[0], mu * q.by[1], q.by[3] + (has_d ? state->m1 : 0), mu * q.by[2]},
                        {q.by[4] + (has_d ? state->m2 : 0), 0, q.by[5], q.by[6]},
                        {0, c->b11.v * q.by[0] + c->b12.v * q.by[1] + c->b22.v * q.by[2], 0, 0}}};
}
