// A piece in closed form, as the room's two files on it share it.
#ifndef CAROM_SIMULTANEOUS_MODES_H
#define CAROM_SIMULTANEOUS_MODES_H

#include "math/first_root.h"
#include "math/four.h"
#include "simultaneous/collision.h"

/// One function whose fall through zero is an event.
typedef struct carom__mode_watch {
  carom__happening what;
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
  double *q, *dq, *iq, *ddq;     // n: q, q', the integral of q, and -q'', at one time
  double* most;                  // 5 n: bounds on |q'|, |q''| .. |q'''''|
  double* share;                 // locked_count * n: normal forces of the locked contacts, per unit of q
  double* rows;                  // (n + count) * n: springs' lengths, then rates of velocity at contacts apart, per q
  double* delta;                 // size: impulse of the piece
  double* point;                 // 2 size: a point of the trace
  double *bounds, *fourths, *noise, *search;
  double t_end;
  carom__mode_watch watches[CAROM__MAX_FUNCTIONS];
  int watch_count;
} carom__modes;

/// Four sums beside each other, and what is left over.
CAROM__ALWAYS_INLINE double carom__mode_sum(int n, const double* x, const double* y) {
  carom__four sums = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4) sums += carom__load(x + i) * carom__load(y + i);
  double sum = carom__sum_lanes(sums);
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

/// q, q' and the integral of q at a time of the piece.
void carom__modes_at(carom__modes* p, double t);

/// All that can happen on the piece, with bounds on the second derivatives; `fastest` is the largest frequency.
void carom__modes_watch_all(carom__modes* p, double fastest);

/// The watched functions and their rates, for carom__find_first_root. The context is the piece.
void carom__modes_evaluate(double time, double* values, double* rates, void* context);

/// All that is due at t, for which carom__modes_at was called, at once with the event of this watch. Returns how many.
int carom__modes_due(const carom__modes* p, double t, int watch, carom__happening* due);

#endif
