/// @file impulse_curve.h
/// The impulse curve of one contact in space (JW16 Fig. 5, JIA10 Fig. 8), as seen from a point above the floor I_n = 0.
#ifndef CAROM_FIGURE_IMPULSE_CURVE_H
#define CAROM_FIGURE_IMPULSE_CURVE_H

#include "figure/course.h"
#include "figure/trail.h"

/// The box around the curves: a floor of tangential impulses, with the normal impulse above it.
typedef struct carom__box {
  carom__axis sides[3];  ///< t1, t2, n: ranges and tics; lengths are not used
  double size, height;   ///< of the longer side of the floor, and of the box, N s
  double turn[2];        ///< cosine and sine of the angle by which the floor is turned
  double tilt[2];        ///< the same for the angle from which it is seen
} carom__box;

/// The box that shows all courses, turned so that the curves are seen from the side.
carom__box carom__box_of(const carom__course* courses, int count);

/// Where a point of impulse space is seen. The floor's longer side has length 1.
carom_vec2 carom__box_place(const carom__box* box, const double impulse[3]);

/// Edges, grid and tics of the box.
typedef struct carom__box_frame {
  carom__trail_line lines[CAROM__TRAIL_MAX_LINES];
  int line_count;
  carom__trail_text texts[CAROM__TRAIL_MAX_TEXTS];
  int text_count;
  char words[CAROM__TRAIL_MAX_TEXTS][48];
} carom__box_frame;

void carom__box_draw_frame(const carom__box* box, carom__box_frame* out);

/// The plane of the box where the bodies no longer approach, v_n = 0: its corners as seen, up to 8. Returns how many.
int carom__box_compression(const carom__box* box, const carom__course* course, carom_vec2 corners[8]);

/// The line of the box on which there is no slip. False if it does not pass through the box.
bool carom__box_sticking(const carom__box* box, const carom__course* course, carom__segment* out);

#endif
