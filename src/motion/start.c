// A motion begins: what must hold of it, how large everything is, and where the workspace goes.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "carom/impact.h"
#include "motion/loop.h"

/// Gaps up to this part of a mover's size count as touching: what the integration may be off by after a long motion.
static const double TOUCHING = 1e-10;
/// Contact velocities below this part of the cut-off, or of the largest so far, are rounding.
static const double NOISE_OF_CUTOFF = 1e-4, NOISE_OF_SPEED = 1e-12;
/// Slip slower than this many cut-offs takes the direction of the friction that is missing for sticking.
static const double CREEPING = 10;
/// The longest step, in natural times: beyond it rounding of the time costs more digits than a step.
static const double LONGEST_STEP = 1e3;
/// Natural times shorter than this part of `until` cannot be told apart in time.
static const double SHORTEST_NATURAL = 1e-12;
/// No step of the integration is better than this.
static const double BEST_TOLERANCE = 1e-15;
/// Beyond it steps can be so long that nothing of the motion is left.
static const double LARGEST_TOLERANCE = 1e-2;
/// How well numbers are followed on which nothing depends: how a ball is turned, however fast it spins.
static const double IDLE_TOLERANCE = 1e-6;
/// Events that a motion may have: so many, and so many a second.
static const double FIRST_EVENTS = 1000, EVENTS_A_SECOND = 1e4;
/// Evaluations that the integration may take: so many, and so many in a natural time.
static const double FIRST_EVALUATIONS = 1e7, EVALUATIONS_A_TIME = 1e6;
/// Counts above this do not fit where they are kept.
static const double LARGEST_COUNT = 1e12;

size_t carom_motion_workspace_size(const carom_mover* mover) {
  const int most = carom__most_contacts(mover);
  const size_t size = (size_t)mover->dimension * (size_t)most;
  return 2 * size * size + 5 * size + 2 * (size_t)mover->dof + 2 * (size_t)carom__state_size(mover) +
         carom_impact_workspace_size(mover->dimension, most) + 1;
}

static void cut_workspace(carom_motion_run* run, double* workspace) {
  const size_t size = (size_t)run->mover.dimension * (size_t)carom__most_contacts(&run->mover);
  carom_motion_held* held = &run->held;
  held->w = workspace;
  held->rows = held->w + size * size;
  held->v = held->rows + size * size;
  held->c = held->v + size;
  held->f = held->c + size;
  held->right = held->f + size;
  held->x = held->right + size;
  run->change = held->x + size;
  run->spare = run->change + run->mover.dof;
  run->glide_start = run->spare + carom__state_size(&run->mover);
  run->glide_rate = run->glide_start + carom__state_size(&run->mover);
  run->impact = run->glide_rate + run->mover.dof;
}

double carom__reach(const carom_mover* mover, int pair) {
  return mover->reach ? mover->reach(mover, pair) : TOUCHING * mover->size;
}

void carom__set_noise(carom_motion_run* run) {
  run->scales.noise = carom__max(NOISE_OF_CUTOFF * run->motion.cutoff_speed, NOISE_OF_SPEED * run->scales.speed_most);
  run->held.noise = run->scales.noise;
  run->held.rounding = NOISE_OF_SPEED * run->scales.speed_most;
  run->held.stopped = carom__max(run->scales.noise, run->motion.cutoff_speed);
  run->held.slow = CREEPING * run->motion.cutoff_speed;
}

static carom_status check_number(double value, const char* field, double most, carom_diag* diag) {
  if (value > 0 && value <= most && isfinite(value)) return CAROM_OK;
  const carom_status status = isfinite(value) ? CAROM_OUT_OF_RANGE : CAROM_NOT_FINITE;
  if (most == HUGE_VAL)
    return carom__fail(diag, status, field, value, "%s is %g; it must be a number > 0", field, value);
  return carom__fail(diag, status, field, value, "%s is %g; it must be a number > 0 and at most %g", field, value,
                     most);
}

static carom_status check_mover(const carom_mover* mover, carom_diag* diag) {
  if (!(mover->rate && mover->gaps && mover->contact && mover->push && mover->energy && mover->kinetic && mover->pace))
    return carom__need(NULL, "mover", "have all its functions but tidy and name", diag);
  if (mover->touch && !mover->surface && mover->plane_count == 0)
    return carom__need(NULL, "mover", "lend its pairs a surface, where they are not of planes", diag);
  const int pairs = carom__pair_count(mover);
  if (!(pairs >= 0 && pairs <= CAROM_MOTION_MAX_PAIRS))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, mover->touch ? "pair_count" : "planes", pairs,
                       "%d pairs that can touch are too many; there must be at most %d", pairs, CAROM_MOTION_MAX_PAIRS);
  if (mover->dof > CAROM_MOTION_MAX_DOF)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dof", mover->dof, "dof is %d; it must be at most %d", mover->dof,
                       CAROM_MOTION_MAX_DOF);
  if (carom__state_size(mover) + 1 > CAROM_ODE_MAX_SIZE)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dof", mover->dof,
                       "the state has %d numbers; it must have fewer than %d", carom__state_size(mover),
                       CAROM_ODE_MAX_SIZE);
  return CAROM_OK;
}

static carom_status fail_overlap(carom_mover_touch touch, double gap, carom_diag* diag) {
  char field[CAROM_FIELD_SIZE];
  if (touch.plane < 0) {
    snprintf(field, sizeof field, "pairs[%d]", touch.pair);
    return carom__fail(diag, CAROM_INCONSISTENT, field, gap, "two bodies overlap by %g m at the start", -gap);
  }
  snprintf(field, sizeof field, "planes[%d]", touch.plane);
  return carom__fail(diag, CAROM_INCONSISTENT, field, gap,
                     "the motion starts %g m behind plane %d; everything must start on the side of its normal", -gap,
                     touch.plane);
}

static carom_status check_planes(const carom_motion_run* run, carom_diag* diag) {
  const carom_mover* mover = &run->mover;
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  mover->gaps(mover, run->state, gaps, rates);
  for (int pair = 0; pair < carom__pair_count(mover); ++pair) {
    if (gaps[pair] < -carom__reach(mover, pair)) return fail_overlap(carom__touch_of(mover, pair), gaps[pair], diag);
  }
  return CAROM_OK;
}

/// J: what the mover has at the start, or gains while it falls by its own size.
static double energy_scale(carom_motion_run* run) {
  const carom_mover* mover = &run->mover;
  double rate[CAROM_ODE_MAX_SIZE], falling[CAROM_ODE_MAX_SIZE];
  mover->rate(mover, run->state, rate);
  memcpy(falling, run->state, sizeof falling);
  for (int i = 0; i < mover->dof; ++i)
    falling[mover->position_count + i] = rate[mover->position_count + i] * run->scales.natural_time;
  return carom__max(mover->kinetic(mover, run->state), mover->kinetic(mover, falling));
}

static carom_ode_problem problem_of(carom_motion_run* run) {
  carom_ode_problem problem = carom_ode_problem_default();
  const int size = carom__state_size(&run->mover);
  for (int i = 0; i < size; ++i) run->absolute[i] = run->motion.tolerance * carom__min(run->mover.size, 1);
  for (int i = 0; i < run->mover.idle_count; ++i)
    run->absolute[run->mover.idle_from + i] = carom__max(IDLE_TOLERANCE, run->motion.tolerance);
  const double energy = energy_scale(run);
  run->absolute[size] = energy > 0 ? run->motion.tolerance * energy : HUGE_VAL;
  problem.size = size + 1;
  problem.rate = carom__motion_rate;
  problem.event_count = carom__pair_count(&run->mover) + CAROM__WATCHES * carom__most_contacts(&run->mover);
  problem.gap = carom__watch;
  problem.gap_alone = carom__watch_alone;
  problem.directions = run->watch;
  problem.context = run;
  problem.relative = carom__max(run->motion.tolerance, BEST_TOLERANCE);
  problem.absolute_each = run->absolute;
  problem.budget = (long)carom__min(
      LARGEST_COUNT, FIRST_EVALUATIONS + EVALUATIONS_A_TIME * run->motion.until / run->scales.natural_time);
  return problem;
}

/// s: in which the mover falls by its own size; HUGE_VAL without gravity.
static double natural_time(const carom_mover* mover, const carom_motion* motion) {
  const carom_vec3 g = motion->gravity;
  const double size = carom__hypot(carom__hypot(g.x, g.y), g.z);
  return size > 0 ? sqrt(mover->size / size) : HUGE_VAL;
}

static carom_status check_scales(const carom_mover* mover, const carom_motion* motion, carom_diag* diag) {
  const double natural = natural_time(mover, motion);
  if (natural > SHORTEST_NATURAL * motion->until) return CAROM_OK;
  return carom__fail(diag, CAROM_TOO_FAR_APART, "gravity", natural,
                     "under this gravity a mover of %g m falls by its own size in %g s; that is too short to be "
                     "followed for %g s",
                     mover->size, natural, motion->until);
}

static carom_status need_all(const carom_motion_run* run, const carom_mover* mover, const carom_motion* motion,
                             const double* state, carom_diag* diag) {
  carom_status status = carom__need_memory(run, "run", "have room for the motion", diag);
  if (!status) status = carom__need(mover, "mover", "be what moves", diag);
  if (!status) status = carom__need(motion, "motion", "say how to move", diag);
  if (!status) status = carom__need(state, "state", "hold the state at the start", diag);
  return status;
}

static carom_status check_all(const carom_mover* mover, const carom_motion* motion, carom_diag* diag) {
  carom_status status = check_mover(mover, diag);
  if (!status) status = check_number(motion->until, "until", HUGE_VAL, diag);
  if (!status) status = check_number(motion->tolerance, "tolerance", LARGEST_TOLERANCE, diag);
  if (!status) status = check_number(motion->cutoff_speed, "cutoff_speed", HUGE_VAL, diag);
  return status ? status : check_scales(mover, motion, diag);
}

static void set_scales(carom_motion_run* run) {
  const carom_motion* motion = &run->motion;
  const double natural = natural_time(&run->mover, motion);
  run->scales.natural_time = carom__min(natural, motion->until);
  run->scales.longest_step = LONGEST_STEP * natural;
  run->event_budget = (long)(FIRST_EVENTS + carom__min(LARGEST_COUNT, EVENTS_A_SECOND * motion->until));
  run->scales.kinetic_most = carom__kinetic(run);
  run->scales.cutoff = motion->cutoff_speed;
  carom__set_noise(run);
}

carom_status carom_motion_start(carom_motion_run* run, const carom_mover* mover, const carom_motion* motion,
                                const double* state, double* workspace, carom_diag* diag) {
  carom_status status = need_all(run, mover, motion, state, diag);
  if (!status)
    status =
        carom__need_memory(workspace, "workspace", "hold as many numbers as carom_motion_workspace_size says", diag);
  if (!status) status = check_all(mover, motion, diag);
  if (status) return status;
  memset(run, 0, offsetof(carom_motion_run, ode));  // carom_ode_start writes what is read of the rest
  run->mover = *mover;
  run->motion = *motion;
  run->held.dimension = mover->dimension;
  run->landing = HUGE_VAL;
  run->plastic_at = run->jammed_at = -1;
  run->next = CAROM_NEXT_RESOLVE;  // what touches at the start is sorted out first
  memcpy(run->state, state, (size_t)carom__state_size(mover) * sizeof *state);
  cut_workspace(run, workspace);
  set_scales(run);
  status = check_planes(run, diag);
  if (status) return status;
  run->energy_start = carom_motion_energy(run);
  if (!isfinite(run->energy_start))
    return carom__fail(diag, CAROM_OVERFLOW, "", run->energy_start, "the energy at the start does not fit a double");
  carom__watch_set(run);
  const carom_ode_problem problem = problem_of(run);
  return carom_ode_start(&run->ode, &problem, 0, run->state, diag);
}
