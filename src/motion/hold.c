// Contacts that are held by complementarity: v_n = 0 with f_n >= 0, and friction that sticks or slides.
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

/// 1/s: how fast drift of the velocity dies out.
static const double SETTLING = 10;

static int list_unknowns(const carom_motion_run* run, unknown* out) {
  const int d = run->mover.dimension;
  const carom__slices s = carom__slices_of(run);
  int count = 0;
  for (int k = 0; k < run->contact_count; ++k) {
    const carom_motion_contact* contact = &run->contacts[k];
    if (contact->phase == CAROM_PHASE_FLIGHT) continue;
    if (contact->phase == CAROM_PHASE_SLIDE) {
      double direction[2] = {0, 0};
      const double mu = carom__surface_at(run, contact->touch).mu;
      unknown* u = &out[count++];
      *u = (unknown){.contact = k, .axis = d - 1};
      carom__slide_direction(run, k, s.v + k * d, direction);
      for (int i = 0; i < d - 1; ++i) u->force[i] = -mu * direction[i];
      u->force[d - 1] = 1;
      continue;
    }
    for (int axis = 0; axis < d; ++axis) {
      out[count] = (unknown){.contact = k, .axis = axis};
      out[count++].force[axis] = 1;
    }
  }
  return count;
}

/// The equations: what each unknown does to the row of every other.
static void fill_rows(const carom_motion_run* run, const unknown* unknowns, int count) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension, size = d * run->contact_count;
  for (int i = 0; i < count; ++i) {
    const double* row = s.w + (unknowns[i].contact * d + unknowns[i].axis) * size;
    for (int j = 0; j < count; ++j) {
      double sum = 0;
      for (int axis = 0; axis < d; ++axis) sum += row[unknowns[j].contact * d + axis] * unknowns[j].force[axis];
      s.rows[i * count + j] = sum;
    }
  }
}

static void take_forces(const carom_motion_run* run, const unknown* unknowns, int count) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  memset(s.f, 0, (size_t)(d * run->contact_count) * sizeof *s.f);
  for (int j = 0; j < count; ++j)
    for (int axis = 0; axis < d; ++axis) s.f[unknowns[j].contact * d + axis] += s.x[j] * unknowns[j].force[axis];
}

/// What the unknowns are before the solution: the forces that the search found, or nothing.
static void take_reference(const carom_motion_run* run, const unknown* unknowns, int count, bool is_wanted) {
  const carom__slices s = carom__slices_of(run);
  for (int j = 0; j < count; ++j) s.x[j] = is_wanted ? run->reference[unknowns[j].contact][unknowns[j].axis] : 0;
}

/// Brings every row to its right-hand side. Where contacts are redundant there are many solutions: the one nearest to
/// the reference is taken, because friction can hold that one.
static void solve(const carom_motion_run* run, const unknown* unknowns, int count) {
  const carom__slices s = carom__slices_of(run);
  double difference[MOST_UNKNOWNS];
  fill_rows(run, unknowns, count);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) s.right[i] -= s.rows[i * count + j] * s.x[j];
  carom__least_norm(count, s.rows, s.right, difference);
  for (int j = 0; j < count; ++j) s.x[j] += difference[j];
  take_forces(run, unknowns, count);
}

void carom__hold_look(const carom_motion_run* run, const double* state) {
  const carom__slices s = carom__slices_of(run);
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  carom__held_touches(run, touches);
  run->mover.contact(&run->mover, state, run->contact_count, touches, s.w, s.v, s.c);
}

void carom__hold_forces(const carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  unknown unknowns[MOST_UNKNOWNS];
  const int count = list_unknowns(run, unknowns);
  for (int i = 0; i < count; ++i) {
    const int row = unknowns[i].contact * d + unknowns[i].axis;
    s.right[i] = -(s.c[row] + SETTLING * s.v[row]);
  }
  take_reference(run, unknowns, count, run->contact_count > 1);
  solve(run, unknowns, count);
}

/// Makes friction of stuck contacts as cheap as they are pressed, so that all come equally near to their limits.
static void weigh_friction(const carom_motion_run* run, unknown* unknowns, int count) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  double most = 0;
  for (int k = 0; k < run->contact_count; ++k) most = carom__max(most, s.f[k * d + d - 1]);
  for (int j = 0; j < count && most > 0; ++j) {
    if (unknowns[j].axis == d - 1) continue;
    unknowns[j].force[unknowns[j].axis] = carom__max(1e-3, s.f[unknowns[j].contact * d + d - 1] / most);
  }
}

void carom__hold_evenly(const carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  unknown unknowns[MOST_UNKNOWNS];
  const int count = list_unknowns(run, unknowns);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < count; ++i) s.right[i] = -s.c[unknowns[i].contact * d + unknowns[i].axis];
    take_reference(run, unknowns, count, false);
    solve(run, unknowns, count);
    weigh_friction(run, unknowns, count);
  }
}

void carom__hold_impulses(const carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  unknown unknowns[MOST_UNKNOWNS];
  const int count = list_unknowns(run, unknowns);
  for (int i = 0; i < count; ++i) s.right[i] = -s.v[unknowns[i].contact * d + unknowns[i].axis];
  take_reference(run, unknowns, count, false);
  solve(run, unknowns, count);
}

/// Slip that creeps, slower than `slow`, because friction falls just short of what sticking takes. Its direction
/// settles at once, along the force that is missing, and to follow how it settles would take steps of microseconds.
/// False where that is not so.
static bool creeps(const carom_motion_run* run, const double* v, double slow, double direction[2]) {
  const carom__slices s = carom__slices_of(run);
  double w[9], right[3] = {-s.c[0], -s.c[1], -s.c[2]}, f[3];
  memcpy(w, s.w, sizeof w);
  if (carom__least_norm(3, w, right, f) < 3) return false;
  const double size = carom__hypot(f[0], f[1]), mu = carom__surface_at(run, run->contacts[0].touch).mu;
  if (!(f[2] > 0 && size > mu * f[2])) return false;
  const double missing[2] = {-f[0] / size, -f[1] / size};
  const double along = (v[0] * missing[0] + v[1] * missing[1]) / slow;
  if (!(along > 0)) return false;
  // At the angle a from that force slip counts as if at tan b = (speed/slow) tan a: all of it at `slow`, none at rest.
  const double rest = along * (slow / carom__hypot(v[0], v[1]) - 1);
  const double x = v[0] / slow + rest * missing[0], y = v[1] / slow + rest * missing[1];
  const double length = carom__hypot(x, y);
  direction[0] = x / length;
  direction[1] = y / length;
  return true;
}

/// In the plane the direction of slip is fixed until an event. In space it follows the velocity, mirrored where that
/// has passed through zero since the last step: so a straight stop is smooth, and its event is seen behind it.
void carom__slide_direction(const carom_motion_run* run, int k, const double* v, double direction[2]) {
  const double* reference = run->direction[k];
  const double slow = 10 * run->motion.cutoff_speed;
  direction[0] = reference[0];
  direction[1] = reference[1];
  if (run->mover.dimension == 2) return;
  const double speed = carom__hypot(v[0], v[1]), along = v[0] * reference[0] + v[1] * reference[1];
  if (speed < slow && run->contact_count == 1 && creeps(run, v, slow, direction)) return;
  // So slow that the direction is rounding: it keeps the one it had.
  if (!(speed > 1e-3 * carom__speed_noise(run))) return;
  const double sign = along < 0 ? -1 : 1;
  direction[0] = sign * v[0] / speed;
  direction[1] = sign * v[1] / speed;
}

// k1 = B2 + s mu B3 in the plane (WM92): what f_n does to v_n while friction is at its limit.
double carom__slide_stiffness(const carom_motion_run* run, int k) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension, size = d * run->contact_count;
  const double mu = carom__surface_at(run, run->contacts[k].touch).mu;
  const double* row = s.w + (k * d + d - 1) * size + k * d;
  double direction[2], sum = row[d - 1];
  carom__slide_direction(run, k, s.v + k * d, direction);
  for (int i = 0; i < d - 1; ++i) sum -= mu * direction[i] * row[i];
  return sum;
}

double carom__hold_acceleration(const carom_motion_run* run, int row) {
  const carom__slices s = carom__slices_of(run);
  const int size = run->mover.dimension * run->contact_count;
  double sum = s.c[row];
  for (int i = 0; i < size; ++i) sum += s.w[row * size + i] * s.f[i];
  return sum;
}
