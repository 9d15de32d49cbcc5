// The ball on the cloth, between the files that follow it. Private to the room.
#ifndef CAROM_TABLE_CLOTH_H
#define CAROM_TABLE_CLOTH_H

#include "carom/motion.h"
#include "table/piece.h"

/// The ball on its way. Vectors are in the axes (t1, t2, n) of the cloth, the position from where the ball began.
typedef struct carom__cloth_run {
  const carom_cloth_problem* problem;
  carom_cloth_path* path;
  carom__ground ground;
  double t;      // s
  double noise;  // m/s: what is slower than this is rounding of the speeds at the beginning
  carom__ball ball;
} carom__cloth_run;

/// The pointers of a call. On an error nothing has been touched.
carom_status carom__cloth_need(const carom_cloth_problem* problem, const carom_cloth_path* path, carom_diag* diag);

/// Every field of the problem. On an error nothing has been touched.
carom_status carom__cloth_check(const carom_cloth_problem* problem, carom_diag* diag);

/// The inertia as a part of m R^2: 2/5 for a solid ball.
double carom__cloth_k(const carom_cloth_problem* problem);

/// J, kinetic plus gravity.
double carom__cloth_energy(const carom__cloth_run* run);

/// The impact of a ball that comes down on the cloth, which ends up in the path's landings.
carom_status carom__cloth_land(carom__cloth_run* run, carom_diag* diag);

#endif
