// Parts of the integrator that see each other. Private to the library.
#ifndef CAROM_MATH_INTEGRATE_H
#define CAROM_MATH_INTEGRATE_H

#include "carom/integrate.h"

/// A Runge-Kutta pair whose last stage is the rate at the end of the step (first same as last), with dense output.
typedef struct carom__ode_table {
  int stages;        // of a step, the last one at its end
  int error_stages;  // needed before the error is known
  int extra_stages;  // for the dense output only
  int dense_terms;   // rows of d; the dense output has four more terms that need no table
  double a[CAROM_ODE_MAX_STAGES][CAROM_ODE_MAX_STAGES];
  double c[CAROM_ODE_MAX_STAGES];
  double error[2][CAROM_ODE_MAX_STAGES];  // weights of the error estimates; the second of order 3, or 0
  double d[4][CAROM_ODE_MAX_STAGES];
  int power, power_before;  // of the PI controller, in 64ths
} carom__ode_table;

const carom__ode_table* carom__ode_table_of(carom_ode_method method);

carom_status carom__ode_check(const carom_ode_problem* problem, double t, const double* y, carom_diag* diag);

/// The first entry that is not finite, or -1.
int carom__ode_first_bad(int size, const double* x);

/// x^(sixty_fourths/64) by square roots alone, which IEEE rounds alike everywhere (pow is not). x > 0.
double carom__ode_root(double x, int sixty_fourths);

/// Error allowed in component i when the state goes from a to b.
double carom__ode_scale(const carom_ode_problem* problem, int i, double a, double b);

/// stages[index] = rate(t, y).
void carom__ode_evaluate(carom_ode* ode, int index, double t, const double* y);

/// The stages and the end (in ode->trial) of a step of size h from (t, y); the last stage only where the error needs
/// it.
void carom__ode_try(carom_ode* ode, double t, const double* y, double h);

/// The error of the tried step as a part of what is allowed; NaN when it is not finite.
double carom__ode_error(const carom_ode* ode, const double* y, double h);

/// Makes the tried step of size h the last step. t_new is its end.
void carom__ode_accept(carom_ode* ode, double h, double t_new);

/// Undoes the last carom__ode_accept, except that the stages after the first are lost.
void carom__ode_rewind(carom_ode* ode);

/// Builds the dense output of the last step if that was not done yet.
void carom__ode_prepare_dense(carom_ode* ode);

/// The dense output at t_before + theta (t - t_before).
void carom__ode_interpolate(const carom_ode* ode, double theta, double* y);

/// Gaps and their rates at (t, y). CAROM_NOT_FINITE when a gap is not finite.
carom_status carom__ode_gaps_at(const carom_ode_problem* problem, double t, const double* y, carom_ode_gaps* out,
                                carom_diag* diag);

/// Looks for events in the step just accepted and shortens it to the first one.
carom_status carom__ode_find_events(carom_ode* ode, carom_diag* diag);

/// -1, 0 or 1.
static inline signed char carom__ode_sign(double x) {
  return (signed char)((x > 0) - (x < 0));
}

#endif
