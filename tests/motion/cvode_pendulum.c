#include "cvode_pendulum.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { STATE = 4, MAX_EVENTS = 4000 };
// CVODE sees changes of sign only, so every hop is split at its top: what rises is not looked at for a landing.
typedef enum phase { RISES, FALLS, SLIDES, STICKS } phase;

typedef struct road {
  cvode_pendulum* pendulum;
  phase phase;
  double direction;  // of the slip
  SUNContext context;
  N_Vector y;
  SUNNonlinearSolver solver;
  void* cvode;
} road;

/// What the thesis prints for this pendulum, at one state: tip against floor, axes along the floor and up.
typedef struct moment {
  double mass[3];     // M11, M12, M22
  double j[2][2];     // rows x, y
  double free[2];     // u' without contact
  double w[3], v[2];  // W_tt, W_tn, W_nn and the tip's velocity
  double c[2];        // its acceleration without contact
  double height;      // of the tip above the base
} moment;

static void invert(const double* m, const double* x, double* out) {
  const double det = m[0] * m[2] - m[1] * m[1];
  out[0] = (m[2] * x[0] - m[1] * x[1]) / det;
  out[1] = (m[0] * x[1] - m[1] * x[0]) / det;
}

static double row_times(const double* row, const double* x) {
  return row[0] * x[0] + row[1] * x[1];
}

static moment moment_at(const double* y) {
  const double g = 9.81, q2 = y[1], q12 = y[0] + y[1], u1 = y[2], u2 = y[3], w12 = u1 + u2;
  const double c1 = cos(y[0]), s1 = sin(y[0]), c12 = cos(q12), s12 = sin(q12);
  moment m = {.mass = {5.0 / 3 + cos(q2), 1.0 / 3 + cos(q2) / 2, 1.0 / 3},
              .j = {{-s1 - s12, -s12}, {c1 + c12, c12}},
              .height = s1 + s12};
  // M u' = b + g
  const double force[2] = {sin(q2) / 2 * (2 * u1 * u2 + u2 * u2) - g * (1.5 * c1 + 0.5 * c12),
                           -sin(q2) / 2 * u1 * u1 - g * 0.5 * c12};
  const double turn[2] = {-c1 * u1 * u1 - c12 * w12 * w12, -s1 * u1 * u1 - s12 * w12 * w12};  // J' u
  double answer[2][2];
  invert(m.mass, force, m.free);
  for (int a = 0; a < 2; a++) {
    invert(m.mass, m.j[a], answer[a]);
    m.v[a] = row_times(m.j[a], y + 2);
    m.c[a] = row_times(m.j[a], m.free) + turn[a];
  }
  m.w[0] = row_times(m.j[0], answer[0]);
  m.w[1] = row_times(m.j[0], answer[1]);
  m.w[2] = row_times(m.j[1], answer[1]);
  return m;
}

/// Changes u (or u') by what an impulse (or a force) at the tip does.
static void push(const moment* m, const double* p, double* u) {
  const double force[2] = {m->j[0][0] * p[0] + m->j[1][0] * p[1], m->j[0][1] * p[0] + m->j[1][1] * p[1]};
  double change[2];
  invert(m->mass, force, change);
  u[0] += change[0];
  u[1] += change[1];
}

/// Normal force of a tip that slides in a direction.
static double pressure(const moment* m, double mu, double direction) {
  return -m->c[1] / (m->w[2] - direction * mu * m->w[1]);
}

static int rate_of(double t, N_Vector state, N_Vector result, void* user) {
  (void)t;
  const road* r = user;
  const double* y = N_VGetArrayPointer(state);
  double* rate = N_VGetArrayPointer(result);
  const moment m = moment_at(y);
  for (int i = 0; i < 2; i++) {
    rate[i] = r->phase == STICKS ? 0 : y[2 + i];
    rate[2 + i] = r->phase == STICKS ? 0 : m.free[i];
  }
  if (r->phase == SLIDES) {
    const double mu = r->pendulum->surface.mu, f = pressure(&m, mu, r->direction);
    push(&m, (double[]){-mu * r->direction * f, f}, rate + 2);
  }
  r->pendulum->evaluations++;
  return 0;
}

/// One root: the top of a hop, the floor, or the end of slip; the second one is the end of pressure.
static int roots_of(double t, N_Vector state, double* roots, void* user) {
  (void)t;
  const road* r = user;
  const moment m = moment_at(N_VGetArrayPointer(state));
  roots[1] = 1;
  if (r->phase == RISES) roots[0] = m.v[1];
  if (r->phase == FALLS) roots[0] = m.height - r->pendulum->floor;
  if (r->phase == STICKS) roots[0] = 1;
  if (r->phase == SLIDES) {
    roots[0] = r->direction * m.v[0];
    roots[1] = pressure(&m, r->pendulum->surface.mu, r->direction);
  }
  return 0;
}

/// Acceleration along the floor of a tip that begins to slide in a direction.
static double slip_rate(const moment* m, double mu, double direction) {
  return m->c[0] + (m->w[1] - direction * mu * m->w[0]) * pressure(m, mu, direction);
}

/// What the tip does on the floor. With two degrees of freedom sticking is rest. Stretched out, W is singular, so the
/// direction is not read from the force that would hold the tip.
static void hold(road* r, double t, double slip) {
  const moment m = moment_at(N_VGetArrayPointer(r->y));
  const double mu = r->pendulum->surface.mu;
  if (isnan(r->pendulum->held_since)) r->pendulum->held_since = t;
  r->phase = SLIDES;
  if (slip != 0)
    r->direction = slip > 0 ? 1 : -1;
  else if (slip_rate(&m, mu, 1) > 0)
    r->direction = 1;
  else if (slip_rate(&m, mu, -1) < 0)
    r->direction = -1;
  else
    r->phase = STICKS;
}

static bool collide(road* r, double t) {
  cvode_pendulum* p = r->pendulum;
  double* y = N_VGetArrayPointer(r->y);
  const moment m = moment_at(y);
  carom_planar_problem problem = {m.w[0], m.w[1], m.w[2], m.v[0], m.v[1], p->surface};
  if (-m.v[1] < p->cutoff) problem.surface.e = 0;
  carom_planar_outcome outcome;
  if (p->impact_count == CVODE_PENDULUM_MAX_IMPACTS || carom_planar_solve(&problem, &outcome, NULL) != CAROM_OK)
    return false;
  p->impacts[p->impact_count++] = (cvode_impact){t, outcome.mode, {m.v[0], m.v[1]}, {outcome.v_t, outcome.v_n}};
  push(&m, (double[]){outcome.impulse_t, outcome.impulse_n}, y + 2);
  r->phase = RISES;
  if (outcome.v_n == 0) hold(r, t, outcome.v_t);
  return true;
}

/// A hop may be lower than the errors that the integration makes; then it was none.
static void turn_down(road* r, double t) {
  const moment m = moment_at(N_VGetArrayPointer(r->y));
  r->phase = FALLS;
  if (m.height <= r->pendulum->floor) hold(r, t, m.v[0]);
}

static bool happen(road* r, double t, const int* found) {
  if (r->phase == FALLS) return collide(r, t);
  if (found[1]) return false;
  if (r->phase == RISES)
    turn_down(r, t);
  else
    hold(r, t, 0);
  return true;
}

static bool create(road* r) {
  const cvode_pendulum* p = r->pendulum;
#if SUNDIALS_VERSION_MAJOR >= 7
  if (SUNContext_Create(SUN_COMM_NULL, &r->context)) return false;
#else
  if (SUNContext_Create(NULL, &r->context)) return false;
#endif
  r->y = N_VNew_Serial(STATE, r->context);
  double* y = N_VGetArrayPointer(r->y);
  for (int i = 0; i < 2; i++) {
    y[i] = p->q[i];
    y[2 + i] = p->u[i];
  }
  r->cvode = CVodeCreate(CV_ADAMS, r->context);
  r->solver = SUNNonlinSol_FixedPoint(r->y, 0, r->context);
  return CVodeInit(r->cvode, rate_of, 0, r->y) == CV_SUCCESS && CVodeSetUserData(r->cvode, r) == CV_SUCCESS &&
         CVodeSStolerances(r->cvode, p->tolerance, p->tolerance) == CV_SUCCESS &&
         CVodeSetNonlinearSolver(r->cvode, r->solver) == CV_SUCCESS &&
         CVodeRootInit(r->cvode, 2, roots_of) == CV_SUCCESS &&
         CVodeSetRootDirection(r->cvode, (int[]){-1, -1}) == CV_SUCCESS &&
         CVodeSetNoInactiveRootWarn(r->cvode) == CV_SUCCESS && CVodeSetMaxNumSteps(r->cvode, 1000000) == CV_SUCCESS &&
         CVodeSetStopTime(r->cvode, p->until) == CV_SUCCESS;
}

static void destroy(road* r) {
  CVodeFree(&r->cvode);
  SUNNonlinSolFree(r->solver);
  N_VDestroy(r->y);
  SUNContext_Free(&r->context);
}

static bool travel(road* r) {
  for (int events = 0; events < MAX_EVENTS; events++) {
    double t;
    int found[2];
    const int code = CVode(r->cvode, r->pendulum->until, r->y, &t, CV_NORMAL);
    if (code == CV_TSTOP_RETURN || code == CV_SUCCESS) return true;
    if (code != CV_ROOT_RETURN || CVodeGetRootInfo(r->cvode, found) != CV_SUCCESS || !happen(r, t, found)) return false;
    if (CVodeReInit(r->cvode, t, r->y) != CV_SUCCESS) return false;
    if (CVodeSetStopTime(r->cvode, r->pendulum->until) != CV_SUCCESS) return false;
  }
  return false;
}

bool cvode_pendulum_run(cvode_pendulum* pendulum) {
  road r = {.pendulum = pendulum, .phase = FALLS};
  pendulum->impact_count = 0;
  pendulum->evaluations = 0;
  pendulum->held_since = (double)NAN;
  const bool done = create(&r) && travel(&r);
  const double* y = N_VGetArrayPointer(r.y);
  for (int i = 0; i < 2; i++) {
    pendulum->q[i] = y[i];
    pendulum->u[i] = y[2 + i];
  }
  destroy(&r);
  return done;
}
