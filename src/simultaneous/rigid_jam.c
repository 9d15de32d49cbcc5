// Bodies that friction wedges: forces inside all cones with W F = 0, and nothing moves any more.
#include "simultaneous/rigid.h"

/// Velocities below this part of the speeds are at rest, once nothing accelerates them.
static const double JAM_SPEED = 1e-11;

/// The same for what is left in a spring, as the velocity that it could give.
static const double IDLE_SPEED = 1e-12;

/// An acceleration that is this part of its terms is none.
static const double BALANCED = 1e-8;

/// A collision that lasts for this many periods may last for ever: elastic bodies that rattle in a wedge, or a bead
/// between walls. From then on they lose energy, so that they come to rest.
static const double TIRING_PERIODS = 20;
static const double TIRED_E = 0.1;

static bool slides(const carom__collision* c, int contact) {
  for (int a = 0; a < c->tangents && c->touch[contact].mu > 0; ++a)
    if (!(fabs(c->v[carom__tangent(c, contact, a)]) <= JAM_SPEED * c->speed)) return true;
  return false;
}

typedef enum stillness {
  MOVES,
  IDLE,    // no approach, and springs hold nothing worth mentioning
  LOADED,  // at rest, with springs compressed
} stillness;

static stillness island_stillness(const carom__collision* c, int island) {
  double most = 0;
  bool springs = false, sliding = false;
  for (int i = 0; i < c->count; ++i) {
    if (c->island[i] != island || !carom__is_active(&c->touch[i])) continue;
    const int n = carom__normal(c, i);
    if (!(fabs(c->v[n]) <= JAM_SPEED * c->speed)) return MOVES;
    most = carom__max(most, c->w[n * c->size + n] * carom__stored(c, &c->touch[i]));
    springs |= carom__is_springy(&c->touch[i]);
    sliding |= slides(c, i);
  }
  if (!springs) return MOVES;
  if (sqrt(2 * most) <= IDLE_SPEED * c->speed) return IDLE;
  return sliding ? MOVES : LOADED;
}

static bool island_is_balanced(const carom__rigid* r, int island) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    const int n = carom__normal(c, i);
    if (c->island[i] == island && carom__is_active(&c->touch[i]) && !(fabs(r->rate[n]) <= BALANCED * r->size[n]))
      return false;
  }
  return true;
}

/// Takes away what normal velocity is left in an island.
static void bring_to_rest(carom__rigid* r, int island) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) r->touch[i].holds |= c->island[i] == island && carom__is_active(&c->touch[i]);
  carom__rigid_prepare_instant(r);
  carom__rigid_settle(r);
}

static void end_island(carom__rigid* r, int island, carom_event_type why) {
  carom__collision* c = r->c;
  bring_to_rest(r, island);
  for (int i = 0; i < c->count; ++i) {
    if (c->island[i] != island || !carom__is_active(&c->touch[i])) continue;
    c->touch[i].wedged = carom__stored(c, &c->touch[i]);
    c->spring += c->touch[i].wedged;
    c->touch[i].x = 0;
    c->v[carom__normal(c, i)] = 0;
    carom__rigid_end(r, i, why);
  }
}

bool carom__rigid_end_jams(carom__rigid* r) {
  carom__collision* c = r->c;
  bool ended = false;
  for (int i = 0; i < c->count; ++i) {
    const stillness how = c->island[i] == i ? island_stillness(c, i) : MOVES;
    if (how == MOVES) continue;
    if (how == LOADED) {
      carom__rigid_regrip(r);
      if (!island_is_balanced(r, i)) continue;
      c->warnings |= CAROM_WARN_JAMMED;
    }
    end_island(r, i, how == LOADED ? CAROM_EVENT_JAM : CAROM_EVENT_RESTITUTION_END);
    ended = true;
  }
  if (ended) carom__rigid_regrip(r);
  return ended;
}

void carom__rigid_tire(carom__rigid* r) {
  carom__collision* c = r->c;
  if (c->time < TIRING_PERIODS * 6.3 * c->time_scale * c->count) return;
  for (int i = 0; i < c->count; ++i) c->touch[i].e = carom__min(c->touch[i].e, TIRED_E);
  c->warnings |= CAROM_WARN_JAMMED;
}
