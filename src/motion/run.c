// The event loop: move until something happens, then resolve it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "carom/impact.h"
#include "motion/loop.h"

/// Gaps up to this part of a mover's size count as touching: what the integration may be off by after a long motion.
static const double TOUCHING = 1e-10;

size_t carom_motion_workspace_size(const carom_mover* mover) {
  const int most = carom__most_contacts(mover);
  const size_t size = (size_t)mover->dimension * (size_t)most;
  return 2 * size * size + 5 * size + (size_t)mover->dof + (size_t)carom__state_size(mover) +
         carom_impact_workspace_size(mover->dimension, most) + 1;
}

carom__slices carom__slices_of(const carom_motion_run* run) {
  const size_t size = (size_t)run->mover.dimension * (size_t)carom__most_contacts(&run->mover);
  carom__slices s;
  s.w = run->workspace;
  s.rows = s.w + size * size;
  s.v = s.rows + size * size;
  s.c = s.v + size;
  s.f = s.c + size;
  s.right = s.f + size;
  s.x = s.right + size;
  s.change = s.x + size;
  s.spare = s.change + run->mover.dof;
  s.impact = s.spare + carom__state_size(&run->mover);
  return s;
}

double carom__reach(const carom_mover* mover, int pair) {
  return mover->reach ? mover->reach(mover, pair) : TOUCHING * mover->size;
}

double carom__speed_noise(const carom_motion_run* run) {
  return carom__max(1e-4 * run->motion.cutoff_speed, 1e-12 * run->speed_most);
}

double carom_motion_energy(const carom_motion_run* run) {
  return run->mover.energy(&run->mover, run->state);
}

static carom_status check_number(double value, const char* field, bool fine, carom_diag* diag) {
  if (fine && isfinite(value)) return CAROM_OK;
  return carom__fail(diag, isfinite(value) ? CAROM_OUT_OF_RANGE : CAROM_NOT_FINITE, field, value,
                     "%s is %g; it must be a number > 0", field, value);
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
    falling[mover->position_count + i] = rate[mover->position_count + i] * run->natural_time;
  return carom__max(mover->kinetic(mover, run->state), mover->kinetic(mover, falling));
}

static carom_ode_problem problem_of(carom_motion_run* run) {
  carom_ode_problem problem = carom_ode_problem_default();
  const int size = carom__state_size(&run->mover);
  for (int i = 0; i < size; ++i) run->absolute[i] = run->motion.tolerance * carom__min(run->mover.size, 1);
  const double energy = energy_scale(run);
  run->absolute[size] = energy > 0 ? run->motion.tolerance * energy : HUGE_VAL;
  problem.size = size + 1;
  problem.rate = carom__motion_rate;
  problem.event_count = carom__pair_count(&run->mover) + CAROM__WATCHES * carom__most_contacts(&run->mover);
  problem.gap = carom__watch;
  problem.directions = run->watch;
  problem.context = run;
  problem.relative = carom__max(run->motion.tolerance, 1e-15);
  problem.absolute_each = run->absolute;
  problem.budget = (long)carom__min(1e12, 1e7 + 1e6 * run->motion.until / run->natural_time);
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
  if (natural > 1e-12 * motion->until) return CAROM_OK;
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

carom_status carom_motion_start(carom_motion_run* run, const carom_mover* mover, const carom_motion* motion,
                                const double* state, double* workspace, carom_diag* diag) {
  carom_status status = need_all(run, mover, motion, state, diag);
  if (!status)
    status =
        carom__need_memory(workspace, "workspace", "hold as many numbers as carom_motion_workspace_size says", diag);
  if (!status) status = check_mover(mover, diag);
  if (!status) status = check_number(motion->until, "until", motion->until > 0, diag);
  if (!status) status = check_number(motion->tolerance, "tolerance", motion->tolerance > 0, diag);
  if (!status) status = check_number(motion->cutoff_speed, "cutoff_speed", motion->cutoff_speed > 0, diag);
  if (!status) status = check_scales(mover, motion, diag);
  if (status) return status;
  memset(run, 0, sizeof *run);
  run->mover = *mover;
  run->motion = *motion;
  run->workspace = workspace;
  run->natural_time = carom__min(natural_time(mover, motion), motion->until);
  run->longest_step = 1e3 * natural_time(mover, motion);
  run->event_budget = 1000 + (long)carom__min(1e12, 1e4 * motion->until);
  memcpy(run->state, state, (size_t)carom__state_size(mover) * sizeof *state);
  status = check_planes(run, diag);
  if (status) return status;
  run->energy_start = carom_motion_energy(run);
  run->kinetic_most = mover->kinetic(mover, run->state);
  carom__watch_set(run);
  const carom_ode_problem problem = problem_of(run);
  status = carom_ode_start(&run->ode, &problem, 0, run->state, diag);
  run->landing = HUGE_VAL;
  run->pending = true;  // what touches at the start is sorted out first
  return status;
}

/// The integration goes on from run->state under the present watch.
static carom_status restart(carom_motion_run* run, carom_diag* diag) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  // A point that was let go may sink by rounding: it has turned back when it sinks faster than that.
  for (int i = 0; i < carom__pair_count(&run->mover); ++i)
    run->falling[i] = carom__min(0, rates[i]) - 0.5 * carom__speed_noise(run);
  run->restart = false;
  run->ode.fired_count = 0;  // sides are known from the new watch, also of what has just fired
  run->state[carom__state_size(&run->mover)] = run->friction_loss;
  return carom_ode_restart(&run->ode, run->state, diag);
}

static carom_status resolve(carom_motion_run* run, carom_diag* diag) {
  run->impact_count = 0;
  if (run->mover.tidy) run->mover.tidy(&run->mover, run->state);
  const carom_status status = carom__motion_resolve(run, diag);
  if (status) return status;
  run->t_before = run->t;
  run->happened = run->impact_count > 0 ? CAROM_MOTION_IMPACT : CAROM_MOTION_SWITCHED;
  carom__watch_set(run);
  run->restart = true;
  return CAROM_OK;
}

/// Notes what the events demand of held contacts.
static void take_events(carom_motion_run* run) {
  const int pairs = carom__pair_count(&run->mover);
  run->pending = run->ode.fired_count > 0;
  for (int i = 0; i < run->ode.fired_count; ++i) {
    const int event = run->ode.fired[i] - pairs, k = event / CAROM__WATCHES;
    if (event < 0 || k >= run->contact_count) continue;
    if (event % CAROM__WATCHES == CAROM__WATCH_LEAVE) run->forced[k] = CAROM__MUST_LEAVE;
    if (event % CAROM__WATCHES == CAROM__WATCH_GRIP && run->contacts[k].phase != CAROM_PHASE_SLIDE &&
        run->forced[k] != CAROM__MUST_LEAVE)
      run->forced[k] = CAROM__MUST_SLIP;
  }
}

/// Contacts that neither stick nor get going hold up the time: after some steps they are kept stuck for a moment.
static void mind_slow_slip(carom_motion_run* run, bool is_slow) {
  run->slow_steps = is_slow ? run->slow_steps + 1 : 0;
  if (run->slow_steps < 100) return;
  run->slow_steps = 0;
  run->patience = run->t + 1e-4 * run->natural_time;
  run->pending = true;
}

/// Forces at the end of the step, and the direction of slip for the next one.
static void look_at_contacts(carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  bool is_slow = false;
  if (run->contact_count == 0) return;
  carom__hold_look(run, run->state);
  carom__hold_forces(run);
  for (int k = 0; k < run->contact_count; ++k) {
    const double* v = s.v + k * d;
    memcpy(run->contacts[k].force, s.f + k * d, (size_t)d * sizeof *s.f);
    if (run->contacts[k].phase != CAROM_PHASE_SLIDE) {
      if (run->t > run->patience && carom__is_strained(run, k, 1 + 1e-6)) run->pending = true;
      continue;
    }
    const double speed = carom__tangential(d, v);
    const double mu = carom__surface_at(run, run->contacts[k].touch).mu;
    is_slow = is_slow || (speed < carom__speed_noise(run) && mu > 0);
    const double along = v[0] * run->direction[k][0] + (d == 3 ? v[1] * run->direction[k][1] : 0);
    if (mu > 0 && along < -carom__speed_noise(run))
      run->pending = true;  // it turned back unseen, before its watch was armed
    if (d == 2 || run->pending || !(speed > carom__speed_noise(run))) continue;
    run->direction[k][0] = v[0] / speed;
    run->direction[k][1] = v[1] / speed;
  }
  if (run->patience > 0 && run->t > run->patience) {
    run->patience = 0;
    run->pending = true;
  }
  mind_slow_slip(run, is_slow);
  run->short_steps = run->t - run->t_before < 1e-10 * run->natural_time ? run->short_steps + 1 : 0;
  if (run->short_steps < 100) return;
  run->short_steps = 0;
  run->tangled = run->pending = true;
}

/// Points that have risen clear of their plane are watched for the next impact again; one that sank in unseen strikes.
static void look_at_gaps(carom_motion_run* run) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  for (int i = 0; i < carom__pair_count(&run->mover); ++i) {
    const double reach = carom__reach(&run->mover, i);
    if (run->rising[i] && gaps[i] > reach) {
      run->rising[i] = false;
      run->restart = true;
    }
    if (gaps[i] < -reach && rates[i] < 0 && run->watch[i] != CAROM_ODE_OFF) run->pending = true;
  }
}

/// One step of the integration.
static carom_status move(carom_motion_run* run, carom_diag* diag) {
  const int size = carom__state_size(&run->mover);
  carom_status status = run->restart ? restart(run, diag) : CAROM_OK;
  if (status) return status;
  run->ode.problem.max_step = carom__min(run->longest_step, run->mover.pace(&run->mover, run->state));
  status = carom_ode_step(&run->ode, carom__min(run->motion.until, run->landing), diag);
  if (status && run->contact_count > 0 && !run->tangled && run->ode.evaluations < run->ode.problem.budget / 2) {
    // The steps shrank to nothing at a contact that neither sticks nor slides.
    run->tangled = run->pending = true;
    run->t_before = run->t;
    run->happened = CAROM_MOTION_SWITCHED;
    return CAROM_OK;
  }
  if (status) return status;
  run->t_before = run->ode.t_before;
  run->t = run->ode.t;
  memcpy(run->state, run->ode.y, (size_t)size * sizeof *run->state);
  run->friction_loss = run->ode.y[size];
  run->happened = CAROM_MOTION_MOVED;
  run->impact_count = 0;
  take_events(run);
  if (run->t >= run->landing) {
    run->pending = true;
    run->landing = HUGE_VAL;
  }
  look_at_contacts(run);
  look_at_gaps(run);
  run->kinetic_most = carom__max(run->kinetic_most, run->mover.kinetic(&run->mover, run->state));
  return CAROM_OK;
}

carom_status carom_motion_step(carom_motion_run* run, carom_diag* diag) {
  if (!run) return carom__need_memory(run, "run", "be a motion that was started", diag);
  if (run->pending) return resolve(run, diag);
  if (run->t >= run->motion.until) {
    run->happened = CAROM_MOTION_ENDED;
    return CAROM_OK;
  }
  if (!run->at_rest) return move(run, diag);
  run->t_before = run->t;
  run->t = run->motion.until;
  run->happened = CAROM_MOTION_MOVED;
  run->impact_count = 0;
  return CAROM_OK;
}

void carom_motion_sample(carom_motion_run* run, double t, double* state) {
  double y[CAROM_ODE_MAX_SIZE];
  const size_t bytes = (size_t)carom__state_size(&run->mover) * sizeof *state;
  if (run->at_rest) {
    memcpy(state, run->state, bytes);
    return;
  }
  carom_ode_dense(&run->ode, t, y);
  memcpy(state, y, bytes);
  if (run->mover.tidy) run->mover.tidy(&run->mover, state);
}
