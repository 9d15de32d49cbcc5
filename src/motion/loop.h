/// @file loop.h
/// What the files of the event loop share, in the order in which a step goes through them: run.c has the face and the
/// states, start.c begins, move.c integrates what watch.c says and looks at the end of the step, progress.c whether
/// that gets anywhere; glide.c moves what has a closed form. resolve.c decides at an event, by strike.c (impacts),
/// hold_decide.c and hold_share.c (which contacts hold) and settle.c (what is left of their velocities); held.c has
/// their equations, slide.c where slip goes.
#ifndef CAROM_MOTION_LOOP_H
#define CAROM_MOTION_LOOP_H

#include <math.h>

#include "carom/motion.h"
#include "contact/surface.h"
#include "math/elementary.h"

// ---- pairs ---------------------------------------------------------------------------------------------------------

static inline int carom__pair_count(const carom_mover* mover) {
  return mover->touch ? mover->pair_count : mover->point_count * mover->plane_count;
}

static inline int carom__most_contacts(const carom_mover* mover) {
  const int pairs = carom__pair_count(mover);
  return pairs < CAROM_MOTION_MAX_CONTACTS ? pairs : CAROM_MOTION_MAX_CONTACTS;
}

static inline int carom__state_size(const carom_mover* mover) {
  return mover->position_count + mover->dof;
}

static inline carom_surface carom__surface_at(const carom_mover* mover, carom_mover_touch touch) {
  if (!mover->surface) return carom__with_defaults(&mover->planes[touch.plane].surface);
  const carom_surface surface = mover->surface(mover, touch.pair);
  return carom__with_defaults(&surface);
}

static inline carom_mover_touch carom__touch_of(const carom_mover* mover, int pair) {
  if (mover->touch) return mover->touch(mover, pair);
  return (carom_mover_touch){pair / mover->plane_count, pair % mover->plane_count, pair};
}

/// Gaps that are rounding, as a part of the mover's size.
#define CAROM__HAIR 1e-14

/// A held contact that is deeper than this part of its reach may not sink further.
#define CAROM__DEEP 0.2
/// What sinks slower than this part of the noise does not: it takes longer than any motion.
#define CAROM__SINKS_ON 1e-4

/// Of the noise: what is watched for the end of a speed is watched so far behind zero that rounding does not reach
/// there, and before the noise, beyond which the speed counts.
#define CAROM__BEHIND_ZERO 0.5

/// m: gaps of a pair up to this count as touching.
double carom__reach(const carom_mover* mover, int pair);

// ---- held contacts -------------------------------------------------------------------------------------------------

/// What an event demands of a held contact.
enum { CAROM__FREE_CHOICE, CAROM__MUST_LEAVE, CAROM__MUST_SLIP };

/// k1 below this part of w_nn counts as the beginning of a jam: the force grows without bound there.
#define CAROM__JAM_MARGIN 1e-6

/// Size of the tangential part of a velocity or force in contact axes.
static inline double carom__tangential(int dimension, const double* x) {
  return dimension == 2 ? fabs(x[0]) : carom__hypot(x[0], x[1]);
}

/// The row of contact k's normal.
static inline int carom__row_n(const carom_motion_held* held, int k) {
  return k * held->dimension + held->dimension - 1;
}

static inline double carom__w_nn(const carom_motion_held* held, int k) {
  const int row = carom__row_n(held, k);
  return held->w[row * held->dimension * held->count + row];
}

/// The largest of `size` numbers, without their signs.
static inline double carom__largest(const double* x, int size) {
  double most = 0;
  for (int i = 0; i < size; ++i) most = carom__max(most, fabs(x[i]));
  return most;
}

/// w, v, c of the held contacts at a state. What follows needs them.
void carom__held_look(carom_motion_held* held, const carom_mover* mover, const double* state);
/// The forces that keep them (phase slide: along the limit of friction; flight: none; else: stuck).
void carom__held_forces(carom_motion_held* held);
/// The same, without reference, shared evenly: friction of stuck contacts in proportion to how they are pressed.
void carom__held_evenly(carom_motion_held* held);
/// Impulses, in f, that take away what rounding left of their velocity; they cannot add energy.
void carom__held_impulses(carom_motion_held* held);
/// The same of their normal velocities alone: slip is left as it is.
void carom__held_normal_impulses(carom_motion_held* held);
/// Whether the velocity of a contact along an axis is none: below the noise, or, of slip as a whole, rounding.
bool carom__is_rounding(const carom_motion_held* held, int k, int axis);
/// Impulses, in f, that take away all velocities that are none, of normals and of slip: a projection in the measure of
/// kinetic energy, which cannot add any. False if there are none.
bool carom__held_still(carom_motion_held* held);
/// Derivative of contact velocity `row` under the forces f.
double carom__held_acceleration(const carom_motion_held* held, int row);
/// Contact velocity `row` after the impulses f.
double carom__held_velocity(const carom_motion_held* held, int row);
/// Whether the forces f leave some of the acceleration that has to vanish at stuck contact k: then W is singular, and
/// no finite force keeps it.
bool carom__misfits(const carom_motion_held* held, int k);
/// Whether contact k, under the forces f, pulls: by more than the errors of equations that are nearly singular.
bool carom__pulls(const carom_motion_held* held, int k);
/// Whether friction of stuck contact k, as its load has it, is past a part of its limit.
bool carom__is_strained(const carom_motion_held* held, int k, double part);

/// Whether sliding contact k has friction: one without a direction glides through (carom__stop_by_force).
static inline bool carom__rubs(const carom_motion_held* held, int k) {
  return held->directions[k][0] != 0 || held->directions[k][1] != 0;
}
/// dv_n/df_n while contact k slides.
double carom__slide_stiffness(const carom_motion_held* held, int k);
/// Where contact k slides to: unit vector in `direction`, from its velocity.
void carom__slide_direction(const carom_motion_held* held, int k, double direction[2]);

/// What carom__hold_decide says when no contact jams.
enum { CAROM__CONSISTENT = -1, CAROM__INCONSISTENT = -2 };

/// How it is decided which contacts hold.
typedef enum carom__hold_how {
  CAROM__HOLD_FREELY,  ///< every contact may stick, slide or leave
  CAROM__HOLD_STUCK,   ///< and one that sticks is kept, whatever friction that takes
  CAROM__HOLD_AS_IS,   ///< phases stay but for contacts that pull, which leave: where nothing else fits
} carom__hold_how;

/// After a look: decides for every contact whether it sticks, slides or leaves (phase flight), so that forces and
/// accelerations fit together; sets phases, directions, references and loads. Returns the contact that jams, or whether
/// all fits.
int carom__hold_decide(carom_motion_held* held, carom__hold_how how);

/// After a look: shares the load between several contacts and sets phases and references by it. slips tells which
/// contacts move along their plane already. False where contacts drive each other and there is nothing to share.
void carom__hold_share(carom_motion_held* held, const bool* slips);
/// Impulses, in f, of a plastic impact of all held contacts with w and v as they are: no contact approaches any more,
/// friction is within its cone and against what slip is left. by_force: where sweeps and equations do not find them,
/// the impulses that stop everything (true), as at the end of a jam. Phases and c are lost.
bool carom__share_plastic(carom_motion_held* held, bool by_force);

// ---- the loop ------------------------------------------------------------------------------------------------------

/// Of two demands the stronger one.
static inline void carom__demand(carom_motion_run* run, carom_motion_next next) {
  if (next > run->next) run->next = next;
}

/// Sets what follows from the largest speed so far.
void carom__set_noise(carom_motion_run* run);

static inline double carom__kinetic(const carom_motion_run* run) {
  return run->mover.kinetic(&run->mover, run->state);
}

/// Slip slower than this part of the speed that the mover reaches while it falls by its own size cannot be seen.
#define CAROM__UNSEEN_SLIP 1e-4

/// m/s: slip slower than that, or than the cut-off, creeps. Its direction settles the faster the slower it is, and the
/// steps follow that: where it holds them up it is stopped.
static inline double carom__creep(const carom_motion_run* run) {
  return carom__max(run->scales.cutoff, CAROM__UNSEEN_SLIP * run->mover.size / run->scales.natural_time);
}

/// Whether a held pair sinks further, deeper than a part of its reach.
static inline bool carom__sinks_deep(const carom_motion_run* run, int pair, double gap, double rate) {
  return gap < -CAROM__DEEP * carom__reach(&run->mover, pair) && rate < -CAROM__SINKS_ON * run->scales.noise;
}

/// What has just passed, for progress.
typedef enum carom__passed {
  CAROM__PASSED_EVENT,
  CAROM__PASSED_IMPACT,     ///< at the event that has passed
  CAROM__PASSED_STEP,       ///< with held contacts
  CAROM__PASSED_CREEP,      ///< in which one of them crept
  CAROM__PASSED_SLOW_STEP,  ///< without slip
  CAROM__PASSED_FORCE,      ///< contacts were stopped by force
} carom__passed;

/// Sees to it that time goes on: demands that contacts are stopped by force where it does not.
void carom__mind_progress(carom_motion_run* run, carom__passed passed);
/// Contacts without slip are to be kept stuck now.
static inline bool carom__is_patient(const carom_motion_run* run) {
  return run->t < run->progress.patience;
}

/// Contacts were stopped by force again and again, and hardly any time has passed.
bool carom__is_hopeless(const carom_motion_run* run);

/// Moves in closed form to the next event or the end, where that is possible.
bool carom__glide(carom_motion_run* run);
/// Takes the state where the integration goes on, and one step.
carom_status carom__move(carom_motion_run* run, carom_diag* diag);

/// Resolves what waits at run->t.
carom_status carom__resolve(carom_motion_run* run, bool by_force, carom_diag* diag);

/// Pairs that touch at one instant and do not part.
typedef struct carom__touching {
  int count;
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  double rates[CAROM_MOTION_MAX_CONTACTS];  ///< m/s, along the normals
  bool overflows;                           ///< there are more than that
} carom__touching;

/// Of those that touch: the one that approaches fastest, and all that feel its impact, directly or by others.
carom__touching carom__cluster_of(carom_motion_run* run, const carom__touching* found);

/// u <- u + M^-1 J^T p; returns by how much kinetic energy fell.
double carom__push(carom_motion_run* run, int count, const carom_mover_touch* touches, const double* p);
/// The impact of all that touches, which are held too. by_force: a plastic one of all.
carom_status carom__strike(carom_motion_run* run, const carom__touching* found, bool by_force, carom_diag* diag);
/// Friction drives held contact k, which slides, together: an impact that begins without approach.
carom_status carom__strike_jam(carom_motion_run* run, int k, carom_diag* diag);

/// Takes away what rounding left of velocities that are zero.
void carom__settle_contacts(carom_motion_run* run);
/// Stops by force what no choice of phases fits, and decides as well as can be.
void carom__stop_by_force(carom_motion_run* run);
/// Whether anything still moves or will; stuck contacts by the name that people use; and the public view.
void carom__name_phases(carom_motion_run* run);

/// Events of one held contact, after those of all pairs.
enum {
  CAROM__WATCH_LEAVE,  ///< the normal force falls to zero
  CAROM__WATCH_GRIP,   ///< slip stops, or friction cannot hold any longer
  CAROM__WATCH_JAM,    ///< friction is about to drive the contact together
  CAROM__WATCHES
};

/// Right-hand side and event functions for carom_ode; context is the run.
void carom__motion_rate(double t, const double* y, double* rate, void* context);
void carom__watch(double t, const double* y, double* gaps, double* rates, void* context);
double carom__watch_alone(double t, const double* y, int event, void* context);
/// Directions of the events that follow from the contacts.
void carom__watch_set(carom_motion_run* run);

#endif
