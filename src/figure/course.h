/// @file course.h
/// The course of one impact at one contact in one form, whichever model solved it.
#ifndef CAROM_FIGURE_COURSE_H
#define CAROM_FIGURE_COURSE_H

#include "figure/gnuplot.h"

/// A moment of the impact. Energies in J.
typedef struct carom__course_point {
  double impulse[3], velocity[3];  ///< (t1, t2, n)
  double stored;                   ///< in the normal direction
  double tangential;               ///< in the tangential springs
  double friction, restitution;    ///< lost so far
  double change;                   ///< of the kinetic energy so far
} carom__course_point;

typedef struct carom__course {
  const char* name;  ///< any text, or NULL
  const carom_surface* surface;
  carom_mat3 w;
  carom_vec3 v;
  bool in_plane;   ///< there is no second tangent
  bool compliant;  ///< there are tangential springs
  bool published;  ///< solved with the published scheme
  bool impact;
  carom__course_point* points;  ///< where energy jumps there are two at one impulse
  int count;
  const carom_event* events;
  int event_count, event_total;
  carom_energy energy;
  double held;  ///< J, stored when compression first ended
} carom__course;

/// Fills *out, whose points carom__course_free gives back. The status is not OK after a message.
carom_status carom__course_of(const carom_figure_contact* contact, carom__course* out, carom_diag* diag);
void carom__course_free(carom__course* course);

/// Impulse and velocity at a normal impulse.
typedef struct carom__moment {
  double impulse[3], velocity[3];  ///< (t1, t2, n)
} carom__moment;

/// By interpolation between the points.
carom__moment carom__course_at(const carom__course* course, double impulse_n);

/// Whether anything but rounding happens along a tangent (0 or 1).
bool carom__course_has_tangent(const carom__course* course, int tangent);

/// What an event is called, or NULL where it has no name of its own (the end, and what cannot happen at one contact).
const char* carom__course_words(const carom__course* course, const carom_event* event);

/// Whether two contacts have the same law and friction.
bool carom__course_same_surface(const carom__course* a, const carom__course* b);

/// "Stronge, e = 0.9  ·  μ = 0.5  ·  η² = 1.2  ·  ΔT = ..", in gnuplot's markup.
void carom__course_describe(const carom__course* course, char* out, size_t size);

/// All of an overlay. False after a message. carom__courses_free takes what was made.
carom_status carom__courses_of(const carom_figure_contact* contacts, int count, carom__course* out, carom_diag* diag);
void carom__courses_free(carom__course* courses, int count);

#endif
