#include "cvode_road.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { X, Y, V_Z, STORED, I_X, I_Y, I_Z, SIZE };
enum { PHASE_ROOT, SLIP_ROOT, ROOTS };
typedef enum phase { SLIPS, STICKS, RESUMED } phase;

typedef struct third_road {
  const carom_spatial_problem* problem;
  phase phase;
  bool restitution;
  double tiny;
  double ray_x, ray_y;  // the centrifugal direction
  SUNContext context;
  N_Vector y, absolute;
  SUNNonlinearSolver solver;
  void* cvode;
} third_road;

/// d/dI_z of everything for a tangential impulse rate (tx, ty).
static void rates_for(const carom_mat3* w, double tx, double ty, double v_z, double* rate) {
  rate[X] = w->m[0][0] * tx + w->m[0][1] * ty + w->m[0][2];
  rate[Y] = w->m[1][0] * tx + w->m[1][1] * ty + w->m[1][2];
  rate[V_Z] = w->m[2][0] * tx + w->m[2][1] * ty + w->m[2][2];
  rate[STORED] = -v_z;
  rate[I_X] = tx;
  rate[I_Y] = ty;
  rate[I_Z] = 1;
}

static carom_vec2 stick_rate(const carom_mat3* w) {
  const double det = w->m[0][0] * w->m[1][1] - w->m[0][1] * w->m[0][1];
  return (carom_vec2){(w->m[0][1] * w->m[1][2] - w->m[1][1] * w->m[0][2]) / det,
                      (w->m[0][1] * w->m[0][2] - w->m[0][0] * w->m[1][2]) / det};
}

/// In slip the variable is s with dI_z = r ds; afterwards it is I_z.
static int rate_of(double t, N_Vector state, N_Vector result, void* user) {
  (void)t;
  const third_road* p = user;
  const double *y = N_VGetArrayPointer(state), mu = p->problem->surface.mu;
  double* rate = N_VGetArrayPointer(result);
  if (p->phase == STICKS) {
    const carom_vec2 hold = stick_rate(&p->problem->w);
    rates_for(&p->problem->w, hold.x, hold.y, y[V_Z], rate);
  } else if (p->phase == RESUMED) {
    rates_for(&p->problem->w, -mu * p->ray_x, -mu * p->ray_y, y[V_Z], rate);
  } else {
    const double r = hypot(y[X], y[Y]);
    rates_for(&p->problem->w, -mu * y[X] / r, -mu * y[Y] / r, y[V_Z], rate);
    for (int i = 0; i < SIZE; ++i) rate[i] *= r;
  }
  return 0;
}

static int roots_of(double t, N_Vector state, double* roots, void* user) {
  (void)t;
  const third_road* p = user;
  const double* y = N_VGetArrayPointer(state);
  roots[PHASE_ROOT] = p->restitution ? y[STORED] : y[V_Z];
  roots[SLIP_ROOT] = p->phase == SLIPS ? hypot(y[X], y[Y]) - p->tiny : 1;
  return 0;
}

/// The centrifugal direction by bisection: |(mu B + lam)^-1 d| falls with lam and is 1 there.
static void find_ray(third_road* p) {
  const carom_mat3* w = &p->problem->w;
  const double mu = p->problem->surface.mu;
  double low = 0, high = hypot(w->m[0][2], w->m[1][2]);
  for (int round = 0; round < 100; ++round) {
    const double lam = 0.5 * (low + high), a = mu * w->m[0][0] + lam, c = mu * w->m[1][1] + lam, b = mu * w->m[0][1];
    const double det = a * c - b * b;
    p->ray_x = (c * w->m[0][2] - b * w->m[1][2]) / det;
    p->ray_y = (a * w->m[1][2] - b * w->m[0][2]) / det;
    if (hypot(p->ray_x, p->ray_y) > 1)
      low = lam;
    else
      high = lam;
  }
}

static void leave_slip(third_road* p) {
  const carom_vec2 hold = stick_rate(&p->problem->w);
  double* y = N_VGetArrayPointer(p->y);
  y[X] = y[Y] = 0;
  p->phase = hypot(hold.x, hold.y) <= p->problem->surface.mu_static ? STICKS : RESUMED;
  if (p->phase == RESUMED) find_ray(p);
}

/// A fresh start at the present state: the rates or the stored energy have jumped.
static bool restart(third_road* p) {
  int directions[ROOTS] = {p->restitution ? -1 : 1, -1};
  const double start = 1;  // the origin of the variable means nothing
  return CVodeReInit(p->cvode, start, p->y) == CV_SUCCESS && CVodeSetRootDirection(p->cvode, directions) == CV_SUCCESS;
}

static bool create(third_road* p, double tolerance) {
  const carom_vec3 v = p->problem->v;
  const double slip = hypot(v.x, v.y), size = -v.z / p->problem->w.m[2][2];
  // Slip must be followed well below `tiny`: the steps grow to the limit of stability where it is below its tolerance.
  const double start[SIZE] = {v.x, v.y, v.z};
  const double scale[SIZE] = {1e-3 * slip, 1e-3 * slip, -v.z, -v.z * size, size, size, size};
#if SUNDIALS_VERSION_MAJOR >= 7
  if (SUNContext_Create(SUN_COMM_NULL, &p->context)) return false;
#else
  if (SUNContext_Create(NULL, &p->context)) return false;
#endif
  p->y = N_VNew_Serial(SIZE, p->context);
  p->absolute = N_VNew_Serial(SIZE, p->context);
  for (int i = 0; i < SIZE; ++i) {
    N_VGetArrayPointer(p->y)[i] = start[i];
    N_VGetArrayPointer(p->absolute)[i] = tolerance * scale[i];
  }
  p->cvode = CVodeCreate(CV_ADAMS, p->context);
  p->solver = SUNNonlinSol_FixedPoint(p->y, 0, p->context);
  return CVodeInit(p->cvode, rate_of, 1, p->y) == CV_SUCCESS && CVodeSetUserData(p->cvode, p) == CV_SUCCESS &&
         CVodeSVtolerances(p->cvode, tolerance, p->absolute) == CV_SUCCESS &&
         CVodeSetNonlinearSolver(p->cvode, p->solver) == CV_SUCCESS &&
         CVodeRootInit(p->cvode, ROOTS, roots_of) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(p->cvode, 1000000) == CV_SUCCESS && restart(p);
}

static void destroy(third_road* p) {
  CVodeFree(&p->cvode);
  SUNNonlinSolFree(p->solver);
  N_VDestroy(p->y);
  N_VDestroy(p->absolute);
  SUNContext_Free(&p->context);
}

/// Runs from event to event. True when the stored energy is spent.
static bool walk(third_road* p) {
  for (int events = 0; events < 6; ++events) {
    double t, *y = N_VGetArrayPointer(p->y);
    int found[ROOTS];
    if (CVode(p->cvode, 1e6, p->y, &t, CV_NORMAL) != CV_ROOT_RETURN) return false;
    if (CVodeGetRootInfo(p->cvode, found) != CV_SUCCESS) return false;
    if (found[PHASE_ROOT] && p->restitution) return true;
    if (found[PHASE_ROOT]) {
      const double e = p->problem->surface.e;
      y[STORED] *= e * e;
      p->restitution = true;
    }
    if (found[SLIP_ROOT]) leave_slip(p);
    if (!restart(p)) return false;
  }
  return false;
}

bool cvode_road_solve(const carom_spatial_problem* problem, double tolerance, carom_vec3* impulse) {
  third_road p = {.problem = problem, .tiny = tolerance * hypot(problem->v.x, problem->v.y)};
  const bool solved = create(&p, tolerance) && walk(&p);
  if (solved) {
    const double* y = N_VGetArrayPointer(p.y);
    *impulse = (carom_vec3){y[I_X], y[I_Y], y[I_Z]};
  }
  destroy(&p);
  return solved;
}
