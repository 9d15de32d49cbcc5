// Whether an answer would be another one had the bodies come a little differently: solved once more, and compared.
//
// Friction on rigid, redundant faces can have more than one future (a mirror-symmetric stack of boxes, for one), and
// rounding decides among them. Only collisions with many locks do this, so only they pay for a second solve.
#include "simultaneous/collision.h"

/// Fewer locks than this never were seen to make an answer sensitive.
enum { MANY_LOCKS = 6 };

/// A run that took more than this part of the exact engine's share is not made again.
static const double SHORT_RUN = 2.0 / 3;

/// How far the velocities are moved, and what the answers may then differ by: parts of the speed.
static const double MOVED_BY = 1e-9, DIFFERS_BY = 1e-3;

/// Between -1 and 1, the same at every call; neighbours have nothing to do with each other.
static double scatter(int i) {
  uint64_t z = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

/// v + W z with a scattered z: bodies can have no other velocities.
void carom__move_velocities(carom__collision* c, double* v) {
  double moved[3 * CAROM__MOST], most = 0;
  for (int i = 0; i < c->size; ++i) {
    moved[i] = 0;
    for (int j = 0; j < c->size; ++j) moved[i] += c->w[i * c->size + j] * scatter(j);
    most = carom__max(most, fabs(moved[i]));
  }
  c->work += 2.0 * c->size * c->size;
  for (int i = 0; i < c->size && most > 0; ++i) v[i] += MOVED_BY * c->speed * (moved[i] / most);
}

/// Of the velocities that c ends with from those that were told.
static bool differs(const carom__collision* c, const carom_simultaneous_contact* contacts) {
  double speed = c->speed, off = 0;
  for (int i = 0; i < c->size; ++i) {
    const double told = ldexp(contacts[i / c->dimension].v[i % c->dimension], -c->scales.units.speed);
    speed = carom__max(speed, fabs(told));
    off = carom__max(off, fabs(c->v[i] - told));
  }
  return off > DIFFERS_BY * speed;
}

bool carom__is_sensitive(carom__collision* c, const carom_contact_problem* p, const carom_simultaneous_memory* memory,
                         const carom_simultaneous_contact* contacts) {
  if (c->locks < MANY_LOCKS || c->work > SHORT_RUN * carom__exact_share(c)) return false;
  const carom_simultaneous_memory unrecorded = {.workspace = memory->workspace};
  const double work = c->work;
  const int budget = c->budget;
  carom_diag unheard;
  carom__set_up(c, p, &unrecorded);
  carom__move_velocities(c, c->v0);
  memcpy(c->v, c->v0, (size_t)c->size * sizeof *c->v);
  c->work = work;
  c->budget = budget + budget / 2;  // nothing is left to the steps, which have nothing to do
  const bool is_sensitive = carom__run_exactly(c, p, &unheard) == CAROM_OK && differs(c, contacts);
  c->budget = budget;
  return is_sensitive;
}
