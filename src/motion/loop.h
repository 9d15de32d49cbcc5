/// @file loop.h
/// What the files of the event loop share. carom_motion_step in run.c moves, watch.c says what is integrated and
/// watched; resolve.c decides at an event; strike.c has the impacts, hold.c the forces of contacts that are held,
/// hold_search.c and hold_share.c which of them hold.
#ifndef CAROM_MOTION_LOOP_H
#define CAROM_MOTION_LOOP_H

#include <math.h>

#include "carom/motion.h"
#include "contact/surface.h"
#include "math/elementary.h"

/// Events of one held contact, after those of all pairs.
enum {
  CAROM__WATCH_LEAVE,  ///< the normal force falls to zero
  CAROM__WATCH_GRIP,   ///< slip stops, or friction cannot hold any longer
  CAROM__WATCH_JAM,    ///< friction is about to drive the contact together
  CAROM__WATCHES
};

/// What an event demands of a held contact.
enum { CAROM__FREE_CHOICE, CAROM__MUST_LEAVE, CAROM__MUST_SLIP };

/// k1 below this part of w_nn counts as the beginning of a jam: the force grows without bound there.
#define CAROM__JAM_MARGIN 1e-6

/// The parts of the workspace. Sizes count numbers of all contacts at once.
typedef struct carom__slices {
  double *w, *v, *c, *f;     ///< contact matrix, velocity, its derivative without forces, forces
  double *rows, *right, *x;  ///< equations of the held contacts
  double *change, *spare;    ///< dof; a whole state
  double* impact;            ///< the rest: of carom_impact_solve
} carom__slices;

carom__slices carom__slices_of(const carom_motion_run* run);

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

static inline carom_surface carom__surface_at(const carom_motion_run* run, carom_mover_touch touch) {
  const carom_mover* mover = &run->mover;
  if (!mover->surface) return carom__with_defaults(&mover->planes[touch.plane].surface);
  const carom_surface surface = mover->surface(mover, touch.pair);
  return carom__with_defaults(&surface);
}

static inline carom_mover_touch carom__touch_of(const carom_mover* mover, int pair) {
  if (mover->touch) return mover->touch(mover, pair);
  return (carom_mover_touch){pair / mover->plane_count, pair % mover->plane_count, pair};
}

/// Where the held contacts are.
static inline void carom__held_touches(const carom_motion_run* run, carom_mover_touch* touches) {
  for (int k = 0; k < run->contact_count; ++k) touches[k] = run->contacts[k].touch;
}

/// Size of the tangential part of a velocity or force in contact axes.
static inline double carom__tangential(int dimension, const double* x) {
  return dimension == 2 ? fabs(x[0]) : carom__hypot(x[0], x[1]);
}

/// m/s: contact velocities that are rounding, not motion.
double carom__speed_noise(const carom_motion_run* run);
/// m: gaps of a pair up to this count as touching.
double carom__reach(const carom_mover* mover, int pair);

/// w, v, c of the held contacts at a state.
void carom__hold_look(const carom_motion_run* run, const double* state);
/// After a look: the forces that keep them (phase slide: along the limit of friction; flight: none; else: stuck).
void carom__hold_forces(const carom_motion_run* run);
/// The same, without reference, shared evenly: friction of stuck contacts in proportion to how they are pressed.
void carom__hold_evenly(const carom_motion_run* run);
/// After a look: impulses that take away what rounding left of their velocity, in slices.f.
void carom__hold_impulses(const carom_motion_run* run);
/// After a look: dv_n/df_n while contact k slides.
double carom__slide_stiffness(const carom_motion_run* run, int k);
/// Where contact k slides to: unit vector in `direction`, from its velocity.
void carom__slide_direction(const carom_motion_run* run, int k, const double* v, double direction[2]);
/// Derivative of contact velocity `row` under the forces.
double carom__hold_acceleration(const carom_motion_run* run, int row);

/// After a look: shares the load between several contacts and sets phases and run->reference by it. slips tells which
/// contacts move along their plane already.
void carom__hold_share(carom_motion_run* run, const bool* slips);

/// Impulses, in slices.f, of a plastic impact of all run->contacts with the w and v of the slices: no contact
/// approaches any more, friction is within its cone and against what slip is left.
void carom__share_plastic(carom_motion_run* run);

/// What carom__hold_search says when no contact jams.
enum { CAROM__CONSISTENT = -1, CAROM__INCONSISTENT = -2 };

/// Decides for every contact in run->contacts whether it sticks, slides or leaves (phase flight), so that forces and
/// accelerations fit together. Returns the contact that jams, or whether all fits.
int carom__hold_search(carom_motion_run* run);

/// Points that touch planes at one instant and do not part.
typedef struct carom__touching {
  int count;
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  double rates[CAROM_MOTION_MAX_CONTACTS];  ///< m/s, along the normals
  bool overflows;                           ///< there are more than that
} carom__touching;

double carom__kinetic(const carom_motion_run* run);
/// u <- u + M^-1 J^T p
void carom__push(carom_motion_run* run, int count, const carom_mover_touch* touches, const double* p);
/// The impact of all that touches, which are run->contacts too.
carom_status carom__strike(carom_motion_run* run, const carom__touching* found, carom_diag* diag);
/// Friction drives held contact k, which slides, together: an impact that begins without approach.
carom_status carom__strike_jam(carom_motion_run* run, int k, carom_diag* diag);

/// Resolves what waits at run->t.
carom_status carom__motion_resolve(carom_motion_run* run, carom_diag* diag);

/// Right-hand side and event functions for carom_ode; context is the run.
void carom__motion_rate(double t, const double* y, double* rate, void* context);
void carom__watch(double t, const double* y, double* gaps, double* rates, void* context);
/// Directions of the events that follow from the contacts.
void carom__watch_set(carom_motion_run* run);
/// Whether friction of stuck contact k is past a part of its limit.
bool carom__is_strained(const carom_motion_run* run, int k, double part);

#endif
