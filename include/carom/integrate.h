/// @file integrate.h
/// Ordinary differential equations with events: explicit Runge-Kutta, adaptive steps, dense output, event location.
/// No allocation: an integration lives in one carom_ode (about 90 kB) that the caller owns.
///
/// Two ways in which event location usually goes wrong, and what to do here:
///  - A graze. A gap that closes and opens again inside one step has the same sign at both ends. Give the gap's rate
///  too
///    (see carom_ode_gap): a zero of the rate inside the step splits it, and both crossings are seen. Without the rate
///    such a graze is missed. Even with it, two turning points of one gap inside one step hide each other: bound
///    `max_step` by the shortest such wiggle.
///  - The restart. At a bounce the gap is zero up to rounding, with any sign, so a naive search finds the bounce again.
///    Here an event that fired is disarmed; the rate of its gap tells on which side the motion leaves the root, and it
///    is armed again from that side. Without a rate, or when the rate is zero as well (a resting contact: switch the
///    event off), the side is read at the end of the next step.
#ifndef CAROM_INTEGRATE_H
#define CAROM_INTEGRATE_H

#include <stdbool.h>

#include "carom/status.h"

enum { CAROM_ODE_MAX_SIZE = 216, CAROM_ODE_MAX_EVENTS = 704, CAROM_ODE_MAX_STAGES = 16, CAROM_ODE_DENSE_TERMS = 8 };

/// dy/dt = rate(t, y). It must depend on t and y alone: steps are tried, rejected and taken again.
typedef void carom_ode_rate(double t, const double* y, double* rate, void* context);

/// All event functions at (t, y); an event is a zero crossing of gaps[i]. gap_rates[i] is the derivative of gaps[i]
/// along the solution (for a distance: the closing speed, negative when it closes). Leave a rate alone where it is not
/// known.
typedef void carom_ode_gap(double t, const double* y, double* gaps, double* gap_rates, void* context);

/// One of them alone, for where the search for a crossing needs no more.
typedef double carom_ode_gap_alone(double t, const double* y, int event, void* context);

/// Which Runge-Kutta method.
typedef enum carom_ode_method {
  CAROM_ODE_DOP853 = 0,  ///< Dormand-Prince 8(5,3), 12 stages, dense output of order 7 (3 more stages when it is used)
  CAROM_ODE_DOPRI5 = 1,  ///< Dormand-Prince 5(4), 6 stages, dense output of order 4
} carom_ode_method;

/// Which crossings count.
typedef enum carom_ode_direction {
  CAROM_ODE_EITHER = 0,
  CAROM_ODE_RISING = 1,   ///< from negative to positive
  CAROM_ODE_FALLING = 2,  ///< from positive to negative: a distance that closes
  CAROM_ODE_OFF = 3,      ///< never reported
} carom_ode_direction;

/// What to integrate and how well. Pointers stay the caller's; tolerances and directions may change between calls.
typedef struct carom_ode_problem {
  int size;                               ///< number of states, 1 to CAROM_ODE_MAX_SIZE
  carom_ode_rate* rate;                   ///< the right-hand side
  int event_count;                        ///< 0 to CAROM_ODE_MAX_EVENTS
  carom_ode_gap* gap;                     ///< event functions; may be NULL without events
  carom_ode_gap_alone* gap_alone;         ///< the same, one at a time; NULL: by `gap`
  const carom_ode_direction* directions;  ///< event_count; NULL: either, for all
  void* context;                          ///< handed to rate and gap
  carom_ode_method method;
  double relative;              ///< error allowed per step, as a part of |y_i|: 0, or 1e-15 to 1
  double absolute;              ///< and in units of y_i, >= 0; INFINITY: not controlled
  const double* relative_each;  ///< size; instead of `relative`, or NULL
  const double* absolute_each;  ///< size; instead of `absolute`, or NULL
  double first_step;            ///< units of t; 0: found from the first rates
  double max_step;              ///< units of t (1 % more where that meets the end); INFINITY: no limit
  double simultaneous;          ///< units of t: events this close to the earliest are reported with it, >= 0
  long budget;                  ///< evaluations of `rate` since the start, checked before each step
} carom_ode_problem;

/// Dormand-Prince 8(5,3), tolerances 1e-12, no events, no step limit, a budget of 1e7. Set size and rate at least.
CAROM_API carom_ode_problem carom_ode_problem_default(void);

/// All gaps at one time, and their rates where they are known (NaN: not known).
typedef struct carom_ode_gaps {
  double value[CAROM_ODE_MAX_EVENTS], rate[CAROM_ODE_MAX_EVENTS];
} carom_ode_gaps;

/// An integration. Read the first part freely; the second is the integrator's own. It does not point into itself, so it
/// may be moved or copied; a copy goes on by itself, with the same functions and context.
typedef struct carom_ode {
  double t;                         ///< now
  double y[CAROM_ODE_MAX_SIZE];     ///< the state now
  int fired_count;                  ///< events at t in the last call, 0: none
  int fired[CAROM_ODE_MAX_EVENTS];  ///< their numbers, ascending
  double t_before;                  ///< the last step went from here to t
  long evaluations;                 ///< of `rate`, since the start
  long steps, rejected;             ///< since the start

  carom_ode_problem problem;
  double step;                             // to try next; 0: to be found
  double error_before;                     // of the last accepted step, for the PI controller
  bool rate_ready;                         // stages[0] is the rate at (t, y)
  bool dense_ready;                        // dense[] belongs to the last step
  signed char side[CAROM_ODE_MAX_EVENTS];  // sign of each gap at t; 0: disarmed, on a root
  carom_ode_gaps gaps, gaps_before;        // at t and at t_before
  double y_before[CAROM_ODE_MAX_SIZE];
  double trial[CAROM_ODE_MAX_SIZE];  // end of the step being tried
  double stages[CAROM_ODE_MAX_STAGES][CAROM_ODE_MAX_SIZE];
  double dense[CAROM_ODE_DENSE_TERMS][CAROM_ODE_MAX_SIZE];
} carom_ode;

/// Begins at (t, y). Gaps that are exactly zero there are disarmed. On error *ode is untouched; diag may be
/// NULL. CAROM_OUT_OF_RANGE, CAROM_INCONSISTENT, CAROM_NOT_FINITE: a field, t, y, or a gap at (t, y) is bad.
CAROM_API carom_status carom_ode_start(carom_ode* ode, const carom_ode_problem* problem, double t, const double* y,
                                       carom_diag* diag);

/// One accepted step, not past t_limit, ending early at the first event: then fired_count > 0, and the step was taken
/// again to the event, so that t and y have the accuracy of the method and the gap is zero to rounding.
/// On error t and y are the last accepted ones.
/// CAROM_OUT_OF_RANGE: t_limit lies before t. CAROM_NOT_FINITE: a rate or a gap is not finite, however short the step.
/// CAROM_BUDGET: the budget is spent, or the step shrank to nothing (a jump or a singularity of the rate).
CAROM_API carom_status carom_ode_step(carom_ode* ode, double t_limit, carom_diag* diag);

/// Steps until t_end or until the first event, whichever comes first. Errors as in carom_ode_step.
CAROM_API carom_status carom_ode_advance(carom_ode* ode, double t_end, carom_diag* diag);

/// Replaces the state at the current time (a bounce). Events that just fired stay disarmed; the others take their side
/// from the new state. CAROM_NOT_FINITE: y or a gap is bad; then nothing changes.
CAROM_API carom_status carom_ode_restart(carom_ode* ode, const double* y, carom_diag* diag);

/// The state at a time of the last step, t_before <= t <= ode->t (clamped to it): order 7 for DOP853, 4 for DOPRI5.
/// For DOP853 the first call after a step evaluates the rate three times. Not after carom_ode_restart.
CAROM_API void carom_ode_dense(carom_ode* ode, double t, double* y);

#endif
