/// @file figure/impulse.h
/// How the impulses of several contacts grow, laid out. Two contacts: their plane (JME13 Figs. 5-9). Else: panels over
/// scaled time.
#ifndef CAROM_FIGURE_IMPULSE_H
#define CAROM_FIGURE_IMPULSE_H

#include "figure/marks.h"
#include "figure/panels.h"

/// Lines and ellipse in the plane of two normal impulses; they follow from W and v.
typedef struct carom__impulse_plane {
  carom_line lines[2];           ///< v_i = t I_1 + n I_2 + c
  bool has_line[2];              ///< false where friction moves it
  carom_planar_diagram ellipse;  ///< centre and axes: the impulses that keep the energy
  bool has_ellipse;
  bool has_friction;  ///< then the ellipse bounds all normal impulses that some tangential ones could go with
} carom__impulse_plane;

carom__impulse_plane carom__impulse_plane_of(const carom_contact_problem* problem);

enum { CAROM__IMPULSE_MAX_STATES = 12, CAROM__IMPULSE_MAX_HEADS = 12, CAROM__IMPULSE_REGIONS = 4 };

/// Words at a place, or none where they found no room.
typedef struct carom__impulse_words {
  const char* markup;
  carom__rect label;
  bool shown;
} carom__impulse_words;

/// Which way the path is run through, at one of its points.
typedef struct carom__impulse_head {
  carom_vec2 at, along;
} carom__impulse_head;

typedef struct carom__impulse_layout {
  carom__sheet sheet;
  carom__impulse_plane plane;
  carom__segment segments[2];  ///< the compression lines in the box
  bool has_segment[2];
  carom__rect line_labels[2];
  carom__ellipse_view ellipse;
  carom__impulse_words ellipse_words;
  carom__impulse_words regions[CAROM__IMPULSE_REGIONS];
  carom__impulse_words states[CAROM__IMPULSE_MAX_STATES];
  int state_count;
  carom__impulse_head heads[CAROM__IMPULSE_MAX_HEADS];
  int head_count;
  carom__marks marks;
  int hidden_count;  ///< events without a mark or a word
  carom__scene scene;
} carom__impulse_layout;

/// *out has its sheet; the rest is filled in.
void carom__impulse_lay_out(const carom_figure_impulse_input* input, carom__impulse_layout* out);

typedef struct carom__time_layout {
  carom__panels panels;
  double
      labels[CAROM_SIMULTANEOUS_MAX_CONTACTS],  ///< heights of the contacts' numbers, from the top panel's lower edge
      ends[CAROM_SIMULTANEOUS_MAX_CONTACTS];    ///< and of the ends of their curves
  int label_step;                               ///< every label_step-th contact has its number
} carom__time_layout;

/// *out has its panels' sheet; the rest is filled in.
void carom__time_lay_out(const carom_figure_impulse_input* input, carom__time_layout* out);

/// False if no contact was ever active.
bool carom__impulse_is_impact(const carom_figure_impulse_input* input);
/// The normal impulse of a contact at a point of the trace.
double carom__impulse_at(const carom_figure_impulse_input* input, int point, int contact);

/// All that the writers of script and data need.
typedef struct carom__impulse_drawing {
  const carom_figure_impulse_input* input;
  carom__impulse_layout plane;
  carom__time_layout time;
} carom__impulse_drawing;

/// The files in the workshop; the script names the others relative to itself.
#define CAROM__IMPULSE_SCRIPT  "impulse.gp"
#define CAROM__IMPULSE_PATH    "path.dat"
#define CAROM__IMPULSE_LINES   "lines.dat"
#define CAROM__IMPULSE_ELLIPSE "ellipse.dat"
#define CAROM__IMPULSE_EVENTS  "events.dat"
#define CAROM__IMPULSE_BARS    "bars.dat"

/// drawing is a carom__impulse_drawing.
void carom__impulse_write_script(FILE* script, const void* drawing);
void carom__time_write_script(FILE* script, const void* drawing);

void carom__time_write_bars(FILE* file, const void* drawing);
void carom__time_write_events(FILE* file, const void* drawing);

/// "e = 0.9, 0.7  ·  k_2/k_1 = 2  ·  ΔT = ..", for at most a few contacts one by one.
void carom__impulse_write_subtitle(FILE* script, const carom_figure_impulse_input* input, const carom__sheet* sheet);

#endif
