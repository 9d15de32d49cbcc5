// A piece in closed form, as the room's two files on it share it.
#ifndef CAROM_SIMULTANEOUS_MODES_H
#define CAROM_SIMULTANEOUS_MODES_H

#include "math/first_root.h"
#include "math/four.h"
#include "simultaneous/collision.h"

/// What of the modes a sum is taken of: the integral of q, q itself, and its derivatives.
enum { CAROM__MODE_AREA, CAROM__MODE_VALUE, CAROM__MODE_SLOPE, CAROM__MODE_CURVE, CAROM__MODE_ORDERS };

/// One function whose fall through zero is an event: offset + factor row.q, with q at an order; or a friction limit's
/// margin.
typedef struct carom__mode_watch {
  carom__happening what;
  const double* row;
  double factor, offset;
  int order;
} carom__mode_watch;

typedef struct carom__modes {
  carom__collision* c;
  int n, wide;                   // springs; the same in whole fours: what is counted by it ends with zeros
  int freedom[3 * CAROM__MOST];  // which freedom each belongs to
  int first[CAROM__MOST];        // springs of a contact: its normal one (or -1)
  int grip[CAROM__MOST];         // its first tangential one (or -1)
  double* root_k;                // n: square roots of the stiffnesses
  double* vectors;               // n * n
  double *omega, *a, *b;         // wide: q = a cos(omega t) + b sin(omega t)/omega
  double* q;                     // CAROM__MODE_ORDERS * wide: at one time
  double* most;                  // 5 wide: bounds on |q'|, |q''| .. |q'''''|
  double* share;                 // locked_count * wide: normal forces of the locked contacts, per unit of q
  double* rows;                  // (n + count) * wide: springs' lengths, then rates of velocity at contacts apart
  double *delta, *gain;          // size: impulse of the piece, and the velocity that it gives
  double* point;                 // 2 size: a point of the trace
  double *bounds, *fourths, *noise, *search;
  double t_end;
  carom__mode_watch watches[CAROM__MAX_FUNCTIONS];
  int watch_count;
} carom__modes;

/// Four sums beside each other.
CAROM__ALWAYS_INLINE double carom__mode_sum(int wide, const double* x, const double* y) {
  carom__four sums = {0};
  for (int i = 0; i < wide; i += 4) sums += carom__load(x + i) * carom__load(y + i);
  return carom__sum_lanes(sums);
}

/// The modes at a time of the piece.
void carom__modes_at(carom__modes* p, double t);

/// All that can happen on the piece, with bounds on the second derivatives; `fastest` is the largest frequency.
void carom__modes_watch_all(carom__modes* p, double fastest);

/// The watched functions and their rates, for carom__find_first_root. The context is the piece.
void carom__modes_evaluate(double time, double* values, double* rates, void* context);
/// One of them.
void carom__modes_evaluate_one(double time, int i, double* value, double* rate, void* context);

/// All that is due at t, for which carom__modes_at was called, at once with the event of this watch. Returns how many.
int carom__modes_due(const carom__modes* p, double t, int watch, carom__happening* due);

#endif
