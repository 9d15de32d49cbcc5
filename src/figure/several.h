/// @file several.h
/// Several contacts moment by moment: what their springs hold, what the kinetic energy has done, and what is lost.
#ifndef CAROM_FIGURE_SEVERAL_H
#define CAROM_FIGURE_SEVERAL_H

#include "figure/gnuplot.h"

/// The points of the trace, and one more before each jump: where compression ends, part of the stored energy is lost.
typedef struct carom__moments {
  int count, contact_count;
  double* time;    ///< sqrt(kg), scaled
  double* stored;  ///< J, count * contact_count
  double* change;  ///< J, of the kinetic energy so far
  double* lost;    ///< J, so far; with what tangential springs hold, where there are any
  int* point;      ///< the point of the trace that a moment belongs to
  bool* jumps;     ///< energy is lost between this moment and the next
} carom__moments;

/// Checks that the input has a trace with time, velocity, impulse and stored energy, and fills *out. The status is not
/// OK after a message. What was made must be freed either way.
carom_status carom__moments_of(const carom_figure_impulse_input* input, carom__moments* out, carom_diag* diag);
void carom__moments_free(carom__moments* moments);

/// The normal velocity of a contact at a point of the trace.
double carom__several_velocity(const carom_figure_impulse_input* input, int point, int contact);

/// "e = 0.9, 0.7  ·  k_2/k_1 = 2  ·  ΔT = ..", in gnuplot's markup; as in the figure of the impulses.
void carom__several_describe(const carom_figure_impulse_input* input, char* out, size_t size);

/// What an event of one of the first two contacts is called, or NULL.
const char* carom__several_words(const carom_simultaneous_log* log, int index);

#endif
