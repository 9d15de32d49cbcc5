// What the theory of JW16 means for one impact in space (docs/spatial.md).
#include <math.h>

#include "run/explain.h"

static const double PI = 3.14159265358979323846;

static double degrees(double angle) {
  return angle * (180 / PI);
}

static double slip_angle(carom_vec3 v) {
  return atan2(v.y, v.x);
}

/// The invariant direction towards which slip turns, or NULL where the two neighbours of its own direction do not say.
/// Between two neighbouring invariant directions slip turns one way, so exactly one of them attracts it.
static const carom_invariant* attractor_of(const carom_spatial_directions* directions, double angle) {
  const int count = directions->count;
  if (count < 2) return NULL;
  int next = 0;
  while (next < count && directions->items[next].angle < angle) ++next;
  const carom_invariant* above = &directions->items[next % count];
  const carom_invariant* below = &directions->items[(next + count - 1) % count];
  const bool one_attracts = (above->turn < 0) != (below->turn < 0);
  if (!one_attracts || above->turn == 0 || below->turn == 0) return NULL;
  return above->turn < 0 ? above : below;
}

static const carom_invariant* centrifugal_of(const carom_spatial_directions* directions) {
  for (int i = 0; i < directions->count; ++i)
    if (directions->items[i].type == CAROM_CENTRIFUGAL) return &directions->items[i];
  return NULL;
}

static const char* what_slip_does(const carom_invariant* direction) {
  switch (direction->type) {
    case CAROM_CENTRIPETAL:
      return "there slip slows down and can vanish";
    case CAROM_CENTRIFUGAL:
      return "there slip speeds up and never vanishes";
    case CAROM_STEADY:
      return "there slip keeps its speed";
  }
  return "";
}

static void say_turning(const carom_result* result, carom_explanation* out) {
  const double angle = slip_angle(result->outcome.law.spatial.problem.v);
  const carom_invariant* attractor = attractor_of(&out->directions, angle);
  if (attractor) {
    carom__explain_say(out,
                       "Slip starts at %.4g degrees and turns towards the invariant direction at %.4g degrees, which "
                       "attracts it; %s.",
                       degrees(angle), degrees(attractor->angle), what_slip_does(attractor));
  } else {
    carom__explain_say(out, "Slip starts at %.4g degrees and turns until it meets an invariant direction.",
                       degrees(angle));
  }
}

/// Schemes log `straight` wherever the direction has settled; only at the very beginning is it a fact of the impact.
static bool starts_straight(const carom_spatial_outcome* outcome) {
  return outcome->events[0].type == CAROM_EVENT_STRAIGHT && outcome->events[0].impulse_n == 0;
}

static void say_how_slip_runs(const carom_result* result, carom_explanation* out) {
  const carom_spatial_problem* problem = &result->outcome.law.spatial.problem;
  if (problem->v.x == 0 && problem->v.y == 0) {
    carom__explain_say(out, "There is no slip before the impact.");
  } else if (problem->surface.mu == 0) {
    carom__explain_say(out, "There is no friction: the normal impulse alone changes the slip, in the direction of d.");
  } else if (out->directions.every_direction) {
    carom__explain_say(out, "No direction turns here (B is isotropic and d = 0): slip runs straight towards zero.");
  } else if (starts_straight(&result->outcome.law.spatial.outcome)) {
    carom__explain_say(out, "Slip starts on an invariant direction, at %.4g degrees, so it does not turn.",
                       degrees(slip_angle(problem->v)));
  } else {
    say_turning(result, out);
  }
}

static void say_hold(const carom_result* result, carom_explanation* out) {
  const carom_surface* surface = &result->outcome.law.spatial.problem.surface;
  const carom_invariant* centrifugal = centrifugal_of(&out->directions);
  char meaning[160] = "gives that: if slip vanishes, the contact sticks";
  if (out->spatial.stick_ratio > surface->mu_static && centrifugal)
    snprintf(
        meaning, sizeof meaning,
        "does not reach that: where slip vanishes, it resumes at once in the centrifugal direction, at %.4g degrees",
        degrees(centrifugal->angle));
  carom__explain_say(out, "Sticking takes |B^-1 d| = %.6g times the normal force, and %s = %.6g %s.",
                     out->spatial.stick_ratio, surface->mu_static > surface->mu ? "mu_static" : "mu",
                     surface->mu_static, meaning);
}

static void say_when_slip_vanished(const carom_spatial_outcome* outcome, carom_explanation* out) {
  if (!outcome->slip_vanished) {
    carom__explain_say(out, "Slip lasts longer than the impact: it never vanishes.");
  } else if (outcome->impulse_n_slip_end <= outcome->impulse_n_compression) {
    carom__explain_say(out, "Slip vanishes at I_zs = %.6g N s, before compression ends at I_zc = %.6g N s.",
                       outcome->impulse_n_slip_end, outcome->impulse_n_compression);
  } else {
    carom__explain_say(out, "Slip vanishes at I_zs = %.6g N s, after compression ended at I_zc = %.6g N s.",
                       outcome->impulse_n_slip_end, outcome->impulse_n_compression);
  }
}

static void say_condition(const carom_spatial_outcome* outcome, carom_explanation* out) {
  const double margin = out->spatial.condition_margin;
  if (margin > 0) {
    carom__explain_say(
        out,
        "Condition (18), mu |d| < Wzz, holds with a margin of %.6g 1/kg: the normal velocity only rises, "
        "so there is one compression.",
        margin);
  } else {
    carom__explain_say(
        out,
        "Condition (18), mu |d| < Wzz, does not hold (by %.6g 1/kg): in some directions sliding friction "
        "drives the bodies together, and compression can start again. Here it %s.",
        -margin, outcome->recompressed ? "did" : "did not");
  }
}

static void say_bound(const carom_spatial_outcome* outcome, carom_explanation* out) {
  const double bound = out->spatial.compression_bound;
  if (isinf(bound)) {
    carom__explain_say(out,
                       "W is singular: while the contact sticks no impulse changes v_n, so where slip vanishes the "
                       "approach has vanished too, and nothing can come back.");
    return;
  }
  carom__explain_say(
      out,
      "Whatever slip does, compression ends by I_z = %.6g N s, because each N s of normal impulse "
      "raises v_n - mu |slip| by at least %.6g m/s (the smallest eigenvalue of W); here it ended at %.6g "
      "N s, %.3g %% of that.",
      bound, out->spatial.smallest_eigenvalue, outcome->impulse_n_compression,
      bound > 0 ? 100 * outcome->impulse_n_compression / bound : 0);
}

static void say_no_impact(const carom_result* result, carom_explanation* out) {
  const double normal = result->outcome.law.spatial.problem.v.z;
  if (normal > 0) {
    carom__explain_say(out, "The bodies separate at the contact (v_n = %.6g m/s), so nothing happens.", normal);
  } else {
    carom__explain_say(out,
                       "The bodies do not approach (v_n = 0), and sliding does not drive them together, so nothing "
                       "happens.");
  }
}

carom_status carom__explain_spatial(const carom_result* result, carom_explanation* out, carom_diag* diag) {
  const carom_spatial_problem* problem = &result->outcome.law.spatial.problem;
  carom_status status = carom_spatial_theory_of(problem, &out->spatial, diag);
  if (!status) status = carom_spatial_invariants(problem, &out->directions, diag);
  if (status) return status;
  if (result->outcome.event_count == 0) {
    say_no_impact(result, out);
    return CAROM_OK;
  }
  say_how_slip_runs(result, out);
  if (problem->surface.mu > 0) {
    say_hold(result, out);
    say_when_slip_vanished(&result->outcome.law.spatial.outcome, out);
  }
  say_condition(&result->outcome.law.spatial.outcome, out);
  say_bound(&result->outcome.law.spatial.outcome, out);
  return CAROM_OK;
}
