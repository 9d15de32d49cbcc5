/// @file several_chart.c
/// Energies and velocities of several contacts, and of the bodies between them, against scaled time.
#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/captions.h"
#include "figure/figure.h"
#include "figure/several.h"

enum { NAME_SIZE = 96, MOST_CURVES = CAROM_FIGURE_MAX_CURVES, MOST_NAMED = 6, SHORT_NAME = 8, AXES = 3 };

/// A chart on its way, with the memory behind it.
typedef struct plot {
  const carom_figure_impulse_input* input;
  const carom__moments* moments;
  carom_figure_curve curves[CAROM_FIGURE_MAX_PANELS][CAROM_FIGURE_MAX_CURVES];
  carom_figure_panel panels[CAROM_FIGURE_MAX_PANELS];
  int panel_count;
  carom_figure_flag flags[CAROM_FIGURE_MAX_FLAGS];
  int flag_count;
  double* numbers;  ///< columns as long as there are moments
  int used;
  char names[2][MOST_CURVES][NAME_SIZE];  ///< of contacts, of bodies
  char tags[MOST_CURVES][16];
  const char* tag_list[MOST_CURVES];   ///< the numbers 1, 2, ..
  const char* name_list[MOST_CURVES];  ///< the same for bodies, some of them names
  char subtitle[640], note[NAME_SIZE];
} plot;

static void add_panel(plot* p, const char* what, const char* unit, double share) {
  p->panels[p->panel_count] =
      (carom_figure_panel){.what = what, .unit = unit, .curves = p->curves[p->panel_count], .share = share};
  ++p->panel_count;
}

/// A column of numbers that is not taken yet.
static double* take_column(plot* p) {
  return p->numbers + (size_t)p->used++ * (size_t)p->moments->count;
}

static carom_figure_curve* add_curve(plot* p, const double* y, const char* words) {
  carom_figure_panel* panel = &p->panels[p->panel_count - 1];
  carom_figure_curve* curve = &p->curves[p->panel_count - 1][panel->curve_count++];
  *curve = (carom_figure_curve){
      .words = words, .look = CAROM_FIGURE_LOOK_SERIES, .x = p->moments->time, .y = y, .count = p->moments->count};
  return curve;
}

/// How many of so many can be told apart in a panel.
static int shown(int count) {
  return count < MOST_CURVES ? count : MOST_CURVES;
}

/// Contacts have their number, since events are named by it.
static const char* name_contact(plot* p, int index) {
  char *out = p->names[0][index], text[NAME_SIZE];
  const char* name = p->input->names ? p->input->names[index] : NULL;
  if (name) {
    snprintf(text, sizeof text, "%d: %s", index, name);
    carom_figure_escape(text, out, NAME_SIZE);
  } else {
    snprintf(out, NAME_SIZE, "contact %d", index);
  }
  return out;
}

static const char* name_body(plot* p, int index) {
  char *out = p->names[1][index], text[NAME_SIZE];
  const char* name = p->input->body_names ? p->input->body_names[index] : NULL;
  snprintf(text, sizeof text, "body %d", index);
  carom_figure_escape(name ? name : text, out, NAME_SIZE);
  return out;
}

/// A few have names in the legend, many have tags at the curves: numbers, unless the caller has something better.
static carom_figure_curve* add_equals(plot* p, const double* y, int index, int count, const char* name) {
  bool named = count <= MOST_NAMED;
  carom_figure_curve* curve = add_curve(p, y, named ? name : NULL);
  curve->series = index;
  if (!named) p->panels[p->panel_count - 1].tags = p->tag_list;
  return curve;
}

/// The number that a name ends with, as "ball 7" does, or NULL.
static const char* number_of(const char* name) {
  const char* space = strrchr(name, ' ');
  return space && space[1] && strspn(space + 1, "0123456789") == strlen(space + 1) ? space + 1 : NULL;
}

/// The tag of a body: the number in its name, or its name if that is short, else its place in the file: "cue" among
/// "ball 1", "ball 2" and so on is "cue" among 1, 2 and so on.
static const char* tag_body(const plot* p, int index) {
  const char* name = p->input->body_names ? p->input->body_names[index] : NULL;
  if (!name || !*name) return p->tags[index];
  if (number_of(name)) return number_of(name);
  return strlen(name) <= SHORT_NAME ? p->names[1][index] : p->tags[index];
}

static void add_stored(plot* p) {
  int contacts = p->moments->contact_count, count = shown(contacts);
  add_panel(p, "stored", "J", 1.3);
  for (int i = 0; i < count; ++i) {
    double* y = take_column(p);
    for (int j = 0; j < p->moments->count; ++j) y[j] = p->moments->stored[j * contacts + i];
    add_equals(p, y, i, contacts, name_contact(p, i));
  }
}

/// What becomes of the energy that neither the bodies nor the normal springs have.
static const char* words_of_loss(const plot* p) {
  bool friction = false, springs = false;
  for (int i = 0; i < p->moments->contact_count; ++i) {
    const carom_surface* s = &p->input->problem->surfaces[i];
    friction = friction || s->mu > 0;
    springs = springs || (s->mu > 0 && s->eta2 > 0);
  }
  return springs ? "lost, or in tangential springs" : friction ? "lost" : "lost in restitution";
}

static void add_ledger(plot* p) {
  const double rounding = 1e-8;  // of the solver, beside the energies that the collision moves
  double lost = 0.0, moved = 0.0;
  for (int i = 0; i < p->moments->count; ++i) {
    lost = fmax(lost, fabs(p->moments->lost[i]));
    moved = fmax(moved, fabs(p->moments->change[i]));
  }
  add_panel(p, "all contacts", "J", 1.0);
  add_curve(p, p->moments->change, "change of kinetic energy, Δ{/:Italic T}")->look = CAROM_FIGURE_LOOK_TOTAL;
  if (!(lost > rounding * moved)) return;
  add_curve(p, p->moments->lost, words_of_loss(p))->look = CAROM_FIGURE_LOOK_LOST;
}

static void lay_out_energy(plot* p) {
  add_stored(p);
  add_ledger(p);
}

/// Whether any body moves along a world axis by more than rounding.
static bool moves_along(const plot* p, int axis) {
  const carom_figure_impulse_input* in = p->input;
  double along = 0.0, all = 0.0;
  for (int i = 0; i < in->trace->count * in->body_count; ++i) {
    along = fmax(along, fabs(in->body_velocity[AXES * i + axis]));
    for (int j = 0; j < AXES; ++j) all = fmax(all, fabs(in->body_velocity[AXES * i + j]));
  }
  return along > 1e-9 * all;
}

static void add_bodies(plot* p, int axis) {
  static const char* const words[AXES] = {"body, {/:Italic v}_x", "body, {/:Italic v}_y", "body, {/:Italic v}_z"};
  const carom_figure_impulse_input* in = p->input;
  add_panel(p, words[axis], "m/s", 1.0);
  for (int i = 0; i < shown(in->body_count); ++i) {
    double* y = take_column(p);
    for (int j = 0; j < p->moments->count; ++j)
      y[j] = in->body_velocity[AXES * (p->moments->point[j] * in->body_count + i) + axis];
    add_equals(p, y, i, in->body_count, name_body(p, i));
    p->name_list[i] = tag_body(p, i);
  }
  carom_figure_panel* panel = &p->panels[p->panel_count - 1];
  if (panel->tags) panel->tags = p->name_list;
}

static void add_contacts(plot* p) {
  int contacts = p->moments->contact_count;
  add_panel(p, "contact, {/:Italic v}_n", "m/s", 1.0);
  for (int i = 0; i < shown(contacts); ++i) {
    double* y = take_column(p);
    for (int j = 0; j < p->moments->count; ++j) y[j] = carom__several_velocity(p->input, p->moments->point[j], i);
    carom_figure_curve* curve = add_equals(p, y, i, contacts, name_contact(p, i));
    if (curve->words && p->input->body_count <= MOST_NAMED) curve->series += p->input->body_count;  // not a body's look
  }
}

/// The bodies first, along each axis of the world that they move along; then the contacts between them.
static void lay_out_velocity(plot* p) {
  bool bodies = p->input->body_velocity && p->input->body_count > 0;
  for (int axis = 0; bodies && axis < AXES; ++axis) {
    if (moves_along(p, axis)) add_bodies(p, axis);
  }
  add_contacts(p);
}

static int importance_of(carom_event_type type) {
  bool slips = type == CAROM_EVENT_STICK || type == CAROM_EVENT_SLIP || type == CAROM_EVENT_REVERSE;
  return slips ? 1 : type == CAROM_EVENT_RESTITUTION_END || type == CAROM_EVENT_JAM ? 3 : 2;
}

/// Two contacts have few events; more would fill the figure with lines. Where even two have many, slip and stick go
/// without, and the rest is counted.
static void add_flags(plot* p) {
  enum { MANY = 30 };
  const carom_simultaneous_log* log = p->input->log;
  if (p->moments->contact_count > CAROM__CAPTIONED_CONTACTS) return;
  int left_out = log->event_total - log->event_count;
  for (int i = 0; i < log->event_count; ++i) {
    const carom__numbered_caption* caption = carom__contact_caption(&log->events[i]);
    int importance = importance_of(log->events[i].type);
    if (!caption) continue;
    if (p->flag_count == MANY || (importance == 1 && log->event_count > MANY)) {
      ++left_out;
      continue;
    }
    p->flags[p->flag_count++] = (carom_figure_flag){
        .at = log->times[i], .words = caption->broken[log->events[i].contact], .importance = importance};
  }
  if (left_out > 0) snprintf(p->note, sizeof p->note, "%d events are not marked", left_out);
}

static carom_status draw(const carom_figure* figure, plot* p, void (*lay_out)(plot*), carom_diag* diag) {
  size_t columns = (size_t)(AXES + 1) * MOST_CURVES;
  p->numbers = malloc(((size_t)p->moments->count * columns + 1) * sizeof *p->numbers);
  if (!p->numbers) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  for (int i = 0; i < MOST_CURVES; ++i) {
    snprintf(p->tags[i], sizeof p->tags[i], "%d", i);
    p->tag_list[i] = p->tags[i];
  }
  lay_out(p);
  add_flags(p);
  carom__several_describe(p->input, p->subtitle, sizeof p->subtitle);
  int contacts = p->moments->contact_count;
  if (contacts > MOST_CURVES) snprintf(p->note, sizeof p->note, "the first %d of %d contacts", MOST_CURVES, contacts);
  const carom_figure_chart_input chart = {.what = "scaled time",
                                          .unit = "√kg",
                                          .panels = p->panels,
                                          .panel_count = p->panel_count,
                                          .flags = p->flags,
                                          .flag_count = p->flag_count,
                                          .subtitle = p->subtitle,
                                          .note = *p->note ? p->note : NULL};
  carom_status status = carom_figure_chart(figure, &chart, diag);
  free(p->numbers);
  return status;
}

static carom_status draw_several(const carom_figure* figure, const carom_figure_impulse_input* input,
                                 void (*lay_out)(plot*), carom_diag* diag) {
  carom__format format;
  carom__moments moments = {0};
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = carom__moments_of(input, &moments, diag);
  plot* p = status == CAROM_OK ? calloc(1, sizeof *p) : NULL;
  if (p) {
    p->input = input;
    p->moments = &moments;
    status = draw(figure, p, lay_out, diag);
  } else if (status == CAROM_OK) {
    status = carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  }
  free(p);
  carom__moments_free(&moments);
  return status;
}

carom_status carom_figure_several_energy(const carom_figure* figure, const carom_figure_impulse_input* input,
                                         carom_diag* diag) {
  return draw_several(figure, input, lay_out_energy, diag);
}

carom_status carom_figure_several_velocity(const carom_figure* figure, const carom_figure_impulse_input* input,
                                           carom_diag* diag) {
  return draw_several(figure, input, lay_out_velocity, diag);
}
