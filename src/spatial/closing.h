// What the outcome is made of, with derivatives by all inputs: closed forms, and what they take from the path of slip.
// Private to the spatial room.
#ifndef CAROM_SPATIAL_CLOSING_H
#define CAROM_SPATIAL_CLOSING_H

#include "spatial/dual.h"

#define ADD      carom__dual_add
#define SUBTRACT carom__dual_subtract
#define MULTIPLY carom__dual_multiply
#define DIVIDE   carom__dual_divide
#define SCALE    carom__dual_scale

/// The problem, and w = B^-1 d, k = Wzz - d.w, V = v_z - w.gamma, T = v.W^-1 v/2 before.
typedef struct carom__closing {
  carom__dual b11, b12, d1, b22, d2, wzz, x0, y0, vz, mu, e;
  carom__dual inverse_determinant, w1, w2, k, v_stick;
  carom__dual energy;  // 0 unless it was asked for
  carom_law law;
} carom__closing;

/// What is differentiated.
typedef struct carom__answer {
  carom__dual ix, iy, iz, x, y, vz;
} carom__answer;

void carom__closing_of(const carom_spatial_problem* problem, bool needs_energy, carom__closing* closing);

/// B (x, y) = (p, q)
void carom__solve_b(const carom__closing* c, const carom__dual* p, const carom__dual* q, carom__dual* x,
                    carom__dual* y);

/// T(v) = (gamma.B^-1 gamma + (v_z - w.gamma)^2/k)/2
carom__dual carom__kinetic_energy(const carom__closing* c, const carom__dual* x, const carom__dual* y,
                                  const carom__dual* vz);

// ---- the path of slip (slip_tangent.c) -----------------------------------------------------------------------------

/// What happened, as far as derivatives need it.
typedef struct carom__story {
  double compression_ends[CAROM_SPATIAL_MAX_EVENTS];  // normal impulses, while it slips for the first time
  int compression_count;
  bool ends_after_slip;  // compression ends once more after slip has vanished
  bool vanishes;         // slip does
  bool sticks;           // and does not begin again
  double end;            // N s, normal impulse of the whole impact
} carom__story;

carom__story carom__story_of(const carom_spatial_outcome* outcome);

/// The first slip with its tangents. Under Stronge's law it is followed anew from where compression ended last, so that
/// what little is left for small e is not the difference of large numbers.
typedef struct carom__path {
  carom__hodograph h;
  carom__slip_state stops[CAROM_SPATIAL_MAX_EVENTS];  // where compression ended
  int stop_count;
  carom__hodograph after;  // from the last of them on
  bool restarted;          // there is such a one
  bool slipped;            // there was slip at all
} carom__path;

/// Follows as much of the first slip as the law asks for. False if it takes too many steps.
bool carom__follow_slip(const carom__closing* c, const carom__story* story, carom__path* path);

/// A quantity of the hodograph as a function of the inputs.
carom__dual carom__lifted(const carom__closing* c, const carom__hodograph* h, const carom__slip_state* state,
                          carom__slip_quantity quantity);

// ---- how the impact ends (end_slip.c, end_rest.c) -------------------------------------------------------------------

/// Where slip has vanished.
typedef struct carom__rest {
  carom__dual i, vz;        // I_zs and v_z there
  carom__dual energy;       // of the normal motion: E + v_z^2/2k. Stronge's law alone needs it.
  bool compressed_in_slip;  // Poisson's law: compression had ended before, at
  carom__dual compressed;   // this I_zc
  bool ends_later;          // compression ends after slip has vanished
} carom__rest;

/// Slip lasts to the end.
carom__answer carom__end_in_slip(const carom__closing* c, const carom__path* path);

/// What is known where slip vanishes; the path must lead there unless the contact sticks and the law does not ask.
carom__rest carom__rest_of(const carom__closing* c, const carom__story* story, const carom__path* path);

/// The contact sticks.
carom__answer carom__end_stuck(const carom__closing* c, const carom__rest* rest);

/// A direction in which slip does not turn: (A + lambda) u = d, |u| = 1, so that gamma = lambda u (I_z - I_zs).
typedef struct carom__ray {
  carom__dual lambda, x, y;
} carom__ray;

/// The one in which slip begins again.
carom__ray carom__ray_out(const carom__closing* c);

/// With (lambda, u) known.
carom__ray carom__ray_along(const carom__closing* c, double lambda, carom_vec2 u);

/// dv_z/dI_z = Wzz - mu d.u along it.
carom__dual carom__rate_along(const carom__closing* c, const carom__ray* ray);

/// Slip goes on along a ray, for a length of I_z that is written to *length if that is wanted.
carom__answer carom__end_along(const carom__closing* c, const carom__rest* rest, const carom__ray* ray,
                               carom__dual* length);

/// What happens once slip has vanished.
carom__answer carom__end_after_slip(const carom__closing* c, const carom__rest* rest, bool sticks);

/// Slip in one direction all the way, for no time or without friction to turn it.
carom__answer carom__end_straight(const carom__closing* c);

carom_status carom__fail_tangent_budget(carom_diag* diag);

/// The derivatives of a solved problem; both in units in which they are moderate.
carom_status carom__spatial_answer(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome,
                                   carom__answer* out, carom_diag* diag);

// ---- sides of a boundary (sides.c) ----------------------------------------------------------------------------------

/// The answers on both sides of a boundary, and its switching function: where that falls along a direction the first
/// answer holds, where it rises the second.
typedef struct carom__sides {
  carom__dual phi;
  carom__answer falling, rising;
} carom__sides;

/// For an outcome on that boundary, a kink; in moderate units.
carom_status carom__spatial_sides(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome,
                                  carom_boundary boundary, carom__sides* out, carom_diag* diag);

/// For an outcome without slip that friction cannot hold: the derivative along a direction of all inputs.
carom_status carom__spatial_cone(const carom_spatial_problem* problem, const double* direction, carom__answer* out,
                                 carom_diag* diag);

/// The lane of a dual that is no input: in carom__spatial_cone it moves along the direction's slip.
enum { CAROM__SPARE_LANE = CAROM_SPATIAL_INPUTS };

#endif
