// Which rows are plain by their looks, how wide the lanes are, and what an impact that ended in a lane comes to.
#include "spatial/lanes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "contact/surface.h"
#include "math/elementary.h"
#include "spatial/ledger.h"

static bool is_symmetric(const carom_mat3* w) {
  return w->m[0][1] == w->m[1][0] && w->m[0][2] == w->m[2][0] && w->m[1][2] == w->m[2][1];
}

/// Everything that carom_surface_check asks for, and friction.
static bool is_plain_surface(const carom_surface* s, double mu_static) {
  const double stiffness = carom__stiffness(s), exponent = carom__exponent(s);
  return (unsigned)s->law <= CAROM_LAW_NEWTON && s->e >= 0 && s->e <= 1 && s->mu > 0 && mu_static >= s->mu &&
         s->eta2 == 0 && stiffness > 0 && stiffness <= DBL_MAX && exponent >= 1 && exponent <= 2;
}

bool carom__lane_row_of(const carom_spatial_problem* p, carom__lane_row* out) {
  const double(*w)[3] = p->w.m;
  const double mu_static = carom__mu_static(&p->surface);
  if (!(p->v.z < 0) || !is_symmetric(&p->w) || !is_plain_surface(&p->surface, mu_static)) return false;
  *out = (carom__lane_row){.b11 = w[0][0],
                           .b12 = w[0][1],
                           .b22 = w[1][1],
                           .d1 = w[0][2],
                           .d2 = w[1][2],
                           .wzz = w[2][2],
                           .x = p->v.x,
                           .y = p->v.y,
                           .vz = p->v.z,
                           .mu = p->surface.mu,
                           .mu_static = mu_static,
                           .e = p->surface.e,
                           .law = p->surface.law};
  return true;
}

// ---- the outcome
// -----------------------------------------------------------------------------------------------------

/// v - v0 - W I may be off by this part of its terms: rounding of well-conditioned impacts stays a thousand times
/// below.
static const double RESIDUAL = 1e-12;

/// The energy stored is a difference of terms of the size mu rho I_zc^2, and loses as many digits as these are larger.
static const double MOST_CANCELLATION = 0x1p12;

static bool keeps_digits(const carom__lane_row* r, const carom__lane_end* end) {
  const double rho = r->mu * (r->b11 + r->b22) + fabs(r->d1) + fabs(r->d2);
  return r->mu * rho * end->iz_compression * end->iz_compression <= MOST_CANCELLATION * end->stored;
}

static bool adds_up(const carom__lane_row* r, const carom__lane_end* end) {
  const double ix = end->impulse.x, iy = end->impulse.y, iz = end->impulse.z;
  const double tx[3] = {r->b11 * ix, r->b12 * iy, r->d1 * iz}, ty[3] = {r->b12 * ix, r->b22 * iy, r->d2 * iz};
  const double tz[3] = {r->d1 * ix, r->d2 * iy, r->wzz * iz};
  const double x = fabs(r->x + (tx[0] + tx[1] + tx[2]) - end->v.x), y = fabs(r->y + (ty[0] + ty[1] + ty[2]) - end->v.y);
  const double z = fabs(r->vz + (tz[0] + tz[1] + tz[2]) - end->v.z);
  const double slip =
      fabs(r->x) + fabs(tx[0]) + fabs(tx[1]) + fabs(tx[2]) + fabs(r->y) + fabs(ty[0]) + fabs(ty[1]) + fabs(ty[2]);
  const double normal = fabs(r->vz) + fabs(tz[0]) + fabs(tz[1]) + fabs(tz[2]);
  return x <= RESIDUAL * slip && y <= RESIDUAL * slip && z <= RESIDUAL * normal && end->stored >= 0;
}

static void put_event(carom_spatial_outcome* out, carom_event_type type, double iz) {
  out->events[out->event_count++] = (carom_event){.type = type, .impulse_n = iz};
}

static void put_events(const carom__lane_end* end, carom_spatial_outcome* out) {
  const bool stick_first = end->iz_slip_end && end->stuck_in_compression;
  out->event_count = 0;
  if (stick_first) put_event(out, CAROM_EVENT_STICK, *end->iz_slip_end);
  put_event(out, CAROM_EVENT_COMPRESSION_END, end->iz_compression);
  if (end->iz_slip_end && !stick_first) put_event(out, CAROM_EVENT_STICK, *end->iz_slip_end);
  put_event(out, CAROM_EVENT_RESTITUTION_END, end->impulse.z);
  if (!end->iz_slip_end) out->events[2] = (carom_event){0};
}

bool carom__lane_outcome(const carom__lane_row* r, const carom__lane_end* end, carom_spatial_outcome* out) {
  if (!adds_up(r, end) || !keeps_digits(r, end)) return false;
  const bool stuck = end->iz_slip_end != NULL;
  const double restitution = r->law == CAROM_LAW_STRONGE ? (1 - r->e) * (1 + r->e) * end->stored : end->energy;
  out->mode = !stuck ? CAROM_SPATIAL_CR : end->stuck_in_compression ? CAROM_SPATIAL_SCR : CAROM_SPATIAL_CSR;
  memcpy(out->sequence, !stuck ? "cr" : end->stuck_in_compression ? "scr" : "csr", stuck ? 4 : 3);
  // Adding 0 turns -0 into 0, which is what a reader expects to see.
  out->impulse = (carom_vec3){end->impulse.x + 0.0, end->impulse.y + 0.0, end->impulse.z};
  out->v = (carom_vec3){end->v.x + 0.0, end->v.y + 0.0, end->v.z + 0.0};
  out->impulse_n_compression = end->iz_compression;
  out->slip_vanished = out->stuck = stuck;
  out->impulse_n_slip_end = stuck ? *end->iz_slip_end : end->impulse.z;
  out->stored = end->stored;
  out->energy = carom__spatial_ledger((carom_vec3){r->x, r->y, r->vz}, out->v, out->impulse, restitution);
  out->condition_fails = end->condition_fails;
  out->resumed = out->recompressed = false;
  out->steps = end->steps;
  out->warnings = carom__spatial_warnings(r->law, out);
  put_events(end, out);
  return true;
}

// ---- how wide
// --------------------------------------------------------------------------------------------------------

#if defined(__x86_64__)
static bool has_four(void) {
  return __builtin_cpu_supports("avx2");
}

static bool has_eight(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

bool carom__lanes_solve_with(int lanes, const carom__lane_job* job) {
#if defined(__x86_64__)
  if (lanes == 8 && has_eight()) return carom__lanes_8(job), true;
  if (lanes == 4 && has_four()) return carom__lanes_4(job), true;
#endif
  if (lanes == 2) return carom__lanes_2(job), true;
  if (lanes == 1) return carom__lanes_1(job), true;
  return false;
}

void carom__lanes_solve(const carom__lane_job* job) {
  int lanes = 8;
  while (lanes > 1 && lanes > job->count) lanes /= 2;
  while (!carom__lanes_solve_with(lanes, job)) lanes /= 2;
}

// ---- one at a time
// ---------------------------------------------------------------------------------------------------

typedef struct single {
  const carom_spatial_problem* problem;
  carom_spatial_outcome* out;
  bool solved;
} single;

static bool read_single(void* context, ptrdiff_t row, carom__lane_row* out) {
  (void)row;
  return carom__lane_row_of(((const single*)context)->problem, out);
}

static void answer_single(void* context, ptrdiff_t row, const carom_spatial_outcome* outcome) {
  single* s = context;
  (void)row;
  *s->out = *outcome;
  s->solved = true;
}

static void leave_single(void* context, ptrdiff_t row) {
  (void)context;
  (void)row;
}

bool carom__lanes_solve_one(const carom_spatial_problem* problem, carom_spatial_outcome* out) {
  single s = {problem, out, false};
  const carom__lane_job job = {
      .context = &s, .count = 1, .read = read_single, .answer = answer_single, .rest = leave_single};
  carom__lanes_1(&job);
  return s.solved;
}
