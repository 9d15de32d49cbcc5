// Equations of the contacts that are held by complementarity: v_n = 0 with f_n >= 0, and friction that sticks or
// slides.
#include <math.h>
#include <string.h>

#include "math/least_norm.h"
#include "motion/loop.h"

/// One unknown of the equations: a stuck contact has its force along every axis, a sliding one along its cone.
typedef struct unknown {
  int contact;
  int axis;         // the row of the equation: its acceleration along this axis is zero
  double force[3];  // of one unit of the unknown
} unknown;

enum { MOST_UNKNOWNS = 3 * CAROM_MOTION_MAX_CONTACTS };

/// 1/s: how fast drift of the velocity dies out; slow beside any motion that is watched, fast beside a drift that grows
/// by rounding.
static const double SETTLING = 10;
/// A contact that is hardly pressed takes part in friction as if it had this part of the largest load: with none at all
/// the equations would be singular.
static const double LEAST_SHARE = 1e-3;
/// Forces that pull by less than this part of what stops the largest acceleration do not pull; and accelerations that
/// are left of this part of the largest are none.
static const double MISFIT = 1e-6;
/// Velocities that are this part of the noise are taken away already: what is left is the rounding of doing so.
static const double STILL = 1e-4;
/// Loads and shares follow each other: after these rounds they agree to some percent, and no more is needed, since any
/// sharing within the limits will do.
enum { SHARE_ROUNDS = 4 };

static unknown slide_of(const carom_motion_held* held, int k, bool rubs) {
  const int n = held->dimension - 1;
  const double mu = rubs ? held->surfaces[k].mu : 0;
  unknown u = {.contact = k, .axis = n};
  double direction[2];
  carom__slide_direction(held, k, direction);
  for (int i = 0; i < n; ++i) u.force[i] = -mu * direction[i];
  u.force[n] = 1;
  return u;
}

/// What friction does in the equations.
typedef enum friction {
  RUBS,          // sliding contacts are rubbed, stuck ones do not slip
  DOES_NOT_RUB,  // only stuck ones have any
  IS_LEFT_OUT,   // there is none: slip is what it is
} friction;

static int list_unknowns(const carom_motion_held* held, friction its, unknown* out) {
  int count = 0;
  for (int k = 0; k < held->count; ++k) {
    if (held->phases[k] == CAROM_PHASE_FLIGHT) continue;
    if (held->phases[k] == CAROM_PHASE_SLIDE || its == IS_LEFT_OUT) {
      out[count++] = slide_of(held, k, its == RUBS);
      continue;
    }
    for (int axis = 0; axis < held->dimension; ++axis) {
      out[count] = (unknown){.contact = k, .axis = axis};
      out[count++].force[axis] = 1;
    }
  }
  return count;
}

/// The equations: what each unknown does to the row of every other.
static void fill_rows(carom_motion_held* held, const unknown* unknowns, int count) {
  const int d = held->dimension, size = d * held->count;
  for (int i = 0; i < count; ++i) {
    const double* row = held->w + (unknowns[i].contact * d + unknowns[i].axis) * size;
    for (int j = 0; j < count; ++j) {
      double sum = 0;
      for (int axis = 0; axis < d; ++axis) sum += row[unknowns[j].contact * d + axis] * unknowns[j].force[axis];
      held->rows[i * count + j] = sum;
    }
  }
}

static void take_forces(carom_motion_held* held, const unknown* unknowns, int count) {
  const int d = held->dimension;
  memset(held->f, 0, (size_t)(d * held->count) * sizeof *held->f);
  for (int j = 0; j < count; ++j)
    for (int axis = 0; axis < d; ++axis)
      held->f[unknowns[j].contact * d + axis] += held->x[j] * unknowns[j].force[axis];
}

/// What the unknowns are before the solution: the forces that the search found, or nothing.
static void take_reference(carom_motion_held* held, const unknown* unknowns, int count, bool is_wanted) {
  for (int j = 0; j < count; ++j) held->x[j] = is_wanted ? held->references[unknowns[j].contact][unknowns[j].axis] : 0;
}

/// Brings every row to its right-hand side. Where contacts are redundant there are many solutions: the one nearest to
/// the reference is taken, because friction can hold that one.
static void solve(carom_motion_held* held, const unknown* unknowns, int count) {
  double difference[MOST_UNKNOWNS];
  fill_rows(held, unknowns, count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) held->right[i] -= held->rows[i * count + j] * held->x[j];
  carom__least_norm(count, held->rows, held->right, difference);
  for (int j = 0; j < count; ++j) held->x[j] += difference[j];
  take_forces(held, unknowns, count);
}

void carom__held_look(carom_motion_held* held, const carom_mover* mover, const double* state) {
  mover->contact(mover, state, held->count, held->touches, held->w, held->v, held->c);
}

/// Right-hand sides of stuck and sliding contacts: no acceleration, and what velocity drifted dies out.
static void keep(carom_motion_held* held, const unknown* unknowns, int count) {
  const int d = held->dimension;
  for (int i = 0; i < count; ++i) {
    const int row = unknowns[i].contact * d + unknowns[i].axis;
    held->right[i] = -(held->c[row] + SETTLING * held->v[row]);
  }
  take_reference(held, unknowns, count, held->count > 1);
  solve(held, unknowns, count);
}

/// Takes friction from sliding contacts that pull: it would drive them. At the border there is none, so nothing jumps.
/// False if none does.
static bool drop_friction(const carom_motion_held* held, unknown* unknowns, int count) {
  const int n = held->dimension - 1;
  bool some = false;
  for (int i = 0; i < count; ++i) {
    unknown* u = &unknowns[i];
    if (held->phases[u->contact] != CAROM_PHASE_SLIDE || !(held->f[u->contact * held->dimension + n] < 0)) continue;
    some = some || u->force[0] != 0 || (n == 2 && u->force[1] != 0);
    for (int axis = 0; axis < n; ++axis) u->force[axis] = 0;
  }
  return some;
}

void carom__held_forces(carom_motion_held* held) {
  unknown unknowns[MOST_UNKNOWNS];
  const int count = list_unknowns(held, RUBS, unknowns);
  keep(held, unknowns, count);
  if (held->count > 1 && drop_friction(held, unknowns, count)) keep(held, unknowns, count);
}

/// Makes friction of stuck contacts as cheap as they are pressed, so that all come equally near to their limits.
static void weigh_friction(const carom_motion_held* held, unknown* unknowns, int count) {
  const int d = held->dimension;
  double most = 0;
  for (int k = 0; k < held->count; ++k) most = carom__max(most, held->f[k * d + d - 1]);
  for (int j = 0; j < count && most > 0; ++j) {
    if (unknowns[j].axis == d - 1) continue;
    unknowns[j].force[unknowns[j].axis] = carom__max(LEAST_SHARE, held->f[unknowns[j].contact * d + d - 1] / most);
  }
}

void carom__held_evenly(carom_motion_held* held) {
  const int d = held->dimension;
  unknown unknowns[MOST_UNKNOWNS];
  const int count = list_unknowns(held, RUBS, unknowns);
  for (int round = 0; round < SHARE_ROUNDS; ++round) {
    for (int i = 0; i < count; ++i) held->right[i] = -held->c[unknowns[i].contact * d + unknowns[i].axis];
    take_reference(held, unknowns, count, false);
    solve(held, unknowns, count);
    weigh_friction(held, unknowns, count);
  }
}

static void stop(carom_motion_held* held, friction its) {
  const int d = held->dimension;
  unknown unknowns[MOST_UNKNOWNS];
  const int count = list_unknowns(held, its, unknowns);
  for (int i = 0; i < count; ++i) held->right[i] = -held->v[unknowns[i].contact * d + unknowns[i].axis];
  take_reference(held, unknowns, count, false);
  solve(held, unknowns, count);
}

/// J: what the impulses f do to kinetic energy: f (v + W f/2).
static double work_of(const carom_motion_held* held) {
  const int size = held->dimension * held->count;
  double work = 0;
  for (int i = 0; i < size; ++i) {
    double change = 0;
    for (int j = 0; j < size; ++j) change += held->w[i * size + j] * held->f[j];
    work += held->f[i] * (held->v[i] + 0.5 * change);
  }
  return work;
}

/// As a plastic impact, with friction of those that slide. Where that would drive, because contacts are drawn back that
/// were about to part, without it: then the impulses act along what they stop, and nowhere else, a projection in the
/// measure of kinetic energy, which cannot gain any.
void carom__held_impulses(carom_motion_held* held) {
  stop(held, RUBS);
  if (work_of(held) > 0) stop(held, DOES_NOT_RUB);
}

void carom__held_normal_impulses(carom_motion_held* held) {
  stop(held, IS_LEFT_OUT);
}

bool carom__is_rounding(const carom_motion_held* held, int k, int axis) {
  const double* v = held->v + k * held->dimension;
  if (axis == held->dimension - 1) return fabs(v[axis]) <= held->noise;
  return carom__tangential(held->dimension, v) <= held->rounding;
}

bool carom__held_still(carom_motion_held* held) {
  const int d = held->dimension;
  unknown unknowns[MOST_UNKNOWNS];
  int count = 0;
  double most = 0;
  for (int row = 0; row < d * held->count; ++row) {
    if (!carom__is_rounding(held, row / d, row % d)) continue;
    unknowns[count] = (unknown){.contact = row / d, .axis = row % d};
    unknowns[count].force[row % d] = 1;
    held->right[count++] = -held->v[row];
    most = carom__max(most, fabs(held->v[row]));
  }
  if (!(most > STILL * held->noise)) return false;
  take_reference(held, unknowns, count, false);
  solve(held, unknowns, count);
  return true;
}

static double with_forces(const carom_motion_held* held, double without, int row) {
  const int size = held->dimension * held->count;
  double sum = without;
  for (int i = 0; i < size; ++i) sum += held->w[row * size + i] * held->f[i];
  return sum;
}

double carom__held_acceleration(const carom_motion_held* held, int row) {
  return with_forces(held, held->c[row], row);
}

double carom__held_velocity(const carom_motion_held* held, int row) {
  return with_forces(held, held->v[row], row);
}

bool carom__misfits(const carom_motion_held* held, int k) {
  const double least = MISFIT * carom__largest(held->c, held->dimension * held->count);
  for (int row = k * held->dimension; row < (k + 1) * held->dimension; ++row)
    if (fabs(carom__held_acceleration(held, row) + SETTLING * held->v[row]) > least) return true;
  return false;
}

bool carom__pulls(const carom_motion_held* held, int k) {
  const double scale = carom__largest(held->c, held->dimension * held->count) / carom__w_nn(held, k);
  return held->f[carom__row_n(held, k)] < -MISFIT * scale;
}

bool carom__is_strained(const carom_motion_held* held, int k, double part) {
  const double limit = held->surfaces[k].mu_static * held->loads[k][held->dimension - 1];
  return carom__tangential(held->dimension, held->loads[k]) > part * limit;
}
