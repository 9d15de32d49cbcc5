// Contacts that touch at one instant need not know of each other: what a crowd does at one end is no matter at the
// other.
#include "motion/loop.h"

/// Whether an impulse at one contact is felt at another.
static bool is_felt(const carom_motion_held* held, int size, int i, int k) {
  const int d = held->dimension;
  for (int row = i * d; row < (i + 1) * d; ++row)
    for (int column = k * d; column < (k + 1) * d; ++column)
      if (held->w[row * size + column] != 0) return true;
  return false;
}

static int fastest_of(const carom__touching* found) {
  int fastest = 0;
  for (int i = 1; i < found->count; ++i)
    if (found->rates[i] < found->rates[fastest]) fastest = i;
  return fastest;
}

carom__touching carom__cluster_of(carom_motion_run* run, const carom__touching* found) {
  const carom_motion_held* held = &run->held;
  const int size = held->dimension * found->count;
  bool belongs[CAROM_MOTION_MAX_CONTACTS] = {false};
  run->mover.contact(&run->mover, run->state, found->count, found->touches, held->w, held->v, NULL);
  belongs[fastest_of(found)] = true;
  for (bool grows = true; grows;) {
    grows = false;
    for (int i = 0; i < found->count; ++i)
      for (int k = 0; k < found->count; ++k) {
        if (belongs[k] || !belongs[i] || !is_felt(held, size, i, k)) continue;
        belongs[k] = grows = true;
      }
  }
  carom__touching out = {0};
  for (int i = 0; i < found->count; ++i) {
    if (!belongs[i]) continue;
    out.rates[out.count] = found->rates[i];
    out.touches[out.count++] = found->touches[i];
  }
  return out;
}
