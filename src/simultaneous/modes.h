// A piece in closed form, as the room's two files on it share it.
#ifndef CAROM_SIMULTANEOUS_MODES_H
#define CAROM_SIMULTANEOUS_MODES_H

#include "math/first_root.h"
#include "simultaneous/collision.h"

/// One function whose fall through zero is an event.
typedef struct carom__mode_watch {
  carom_event_type type;
  int contact;
  int row;  // of `rows`
} carom__mode_watch;

typedef struct carom__modes {
  carom__collision* c;
  int n;                         // springs
  int freedom[3 * CAROM__MOST];  // which freedom each belongs to
  int first[CAROM__MOST];        // springs of a contact: its normal one (or -1)
  int grip[CAROM__MOST];         // its first tangential one (or -1)
  double* root_k;                // n: square roots of the stiffnesses
  double *vectors, *omega;       // n * n, n
  double *a, *b;                 // n: q = a cos(omega t) + b sin(omega t)/omega
  double *q, *dq, *iq;           // n: q, q', and the integral of q, at one time
  double* most;                  // n: bound on |q'|
  double* share;                 // locked_count * n: normal forces of the locked contacts, per unit of q
  double* rows;                  // (n + count) * n: springs' lengths, then rates of velocity at contacts apart, per q
  double* delta;                 // size: impulse of the piece
  double* point;                 // 2 size: a point of the trace
  double *bounds, *noise, *search;
  double t_end;
  carom__mode_watch watches[CAROM__MAX_FUNCTIONS];
  int watch_count;
} carom__modes;

static inline double carom__mode_sum(int n, const double* x, const double* y) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

/// q, q' and the integral of q at a time of the piece.
void carom__modes_at(carom__modes* p, double t);

/// All that can happen on the piece, with bounds on the second derivatives; `fastest` is the largest frequency.
void carom__modes_watch_all(carom__modes* p, double fastest);

/// The watched functions and their rates, for carom__find_first_root. The context is the piece.
void carom__modes_evaluate(double time, double* values, double* rates, void* context);

/// Where the event of this watch is due at t, for which carom__modes_at was called: the watch of the first contact
/// whose event is due at once with it. Rounding must not decide which of them comes first.
int carom__modes_first_at_once(const carom__modes* p, double t, int watch);

#endif
