// The energy ledger of an impact in space, and the warnings that follow from an outcome. Private to the room.
#ifndef CAROM_SPATIAL_LEDGER_H
#define CAROM_SPATIAL_LEDGER_H

#include "carom/spatial.h"

/// A gain above this part of the energies is no rounding.
#define CAROM__LEDGER_NOISE 1e-13

/// The work of all impulses is I.(v^- + v^+)/2; what did not go into the normal direction went into friction.
static inline carom_energy carom__spatial_ledger(carom_vec3 before, carom_vec3 after, carom_vec3 impulse,
                                                 double restitution) {
  const double work =
      0.5 * (impulse.x * (before.x + after.x) + impulse.y * (before.y + after.y) + impulse.z * (before.z + after.z));
  const double left = -work - restitution, friction = left > 0 ? left : 0;
  return (carom_energy){.friction = friction, .restitution = restitution, .change = -(friction + restitution) + 0.0};
}

/// Of an outcome whose energies, velocity and flags are filled in.
static inline unsigned carom__spatial_warnings(carom_law law, const carom_spatial_outcome* out) {
  unsigned warnings = 0;
  if (law == CAROM_LAW_NEWTON && out->energy.change > CAROM__LEDGER_NOISE * (out->stored + out->energy.friction))
    warnings |= CAROM_WARN_ENERGY_GAIN;
  if (out->v.z < 0) warnings |= CAROM_WARN_STILL_APPROACHING;
  if (out->recompressed) warnings |= CAROM_WARN_RECOMPRESSED;
  return warnings;
}

#endif
