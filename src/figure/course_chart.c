#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

/// @file course_chart.c
/// Energies and velocities of an impact at one contact against its normal impulse, or of several impacts compared.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/captions.h"
#include "figure/course.h"
#include "figure/figure.h"

enum { MOST_SPANS = CAROM_COMPLIANT_MAX_EVENTS, NAME_SIZE = 160, CURVES = 5 };

/// What a curve shows of the moments of a course.
typedef enum quantity {
  STORED,
  TANGENTIAL,
  FRICTION,
  RESTITUTION,
  CHANGE,
  V_T1,
  V_T2,
  V_N,
  DIRECTION,
  QUANTITIES
} quantity;

/// A chart on its way, with the memory behind it.
typedef struct plot {
  const carom__course* courses;
  int count;
  carom_figure_curve curves[CAROM_FIGURE_MAX_PANELS][CAROM_FIGURE_MAX_CURVES];
  carom_figure_panel panels[CAROM_FIGURE_MAX_PANELS];
  int panel_count;
  carom_figure_flag flags[CAROM_FIGURE_MAX_FLAGS];
  int flag_count;
  carom_figure_span spans[MOST_SPANS];
  int span_count;
  char names[CAROM_FIGURE_MAX_OVERLAY][NAME_SIZE];
  char subtitle[400];
  double* numbers;  ///< x, then one array for each quantity, for each course in turn
} plot;

static double value_of(const carom__course_point* p, quantity what) {
  const double values[QUANTITIES] = {p->stored,      p->tangential,  p->friction,    p->restitution, p->change,
                                     p->velocity[0], p->velocity[1], p->velocity[2], (double)NAN};
  return values[what];
}

/// The direction of slip in degrees, without jumps from 180 to -180. Where there is no slip it has none.
static void fill_directions(const carom__course* c, double* out) {
  const double turn = 360.0, degrees = turn / (2.0 * 3.14159265358979323846);
  double fastest = 0.0, before = (double)NAN;
  for (int i = 0; i < c->count; ++i) fastest = fmax(fastest, hypot(c->points[i].velocity[0], c->points[i].velocity[1]));
  for (int i = 0; i < c->count; ++i) {
    const double* v = c->points[i].velocity;
    bool slips = hypot(v[0], v[1]) > 1e-6 * fastest;
    out[i] = slips ? degrees * atan2(v[1], v[0]) : (double)NAN;
    if (slips && isfinite(before)) out[i] += turn * round((before - out[i]) / turn);
    if (slips) before = out[i];
  }
}

/// Where the numbers of a course begin; after the last, how many there are.
static size_t numbers_before(const plot* p, int course) {
  size_t size = 0;
  for (int i = 0; i < course; ++i) size += (size_t)p->courses[i].count * (QUANTITIES + 1);
  return size;
}

static bool fill_numbers(plot* p) {
  p->numbers = malloc((numbers_before(p, p->count) + 1) * sizeof *p->numbers);
  if (!p->numbers) return false;
  for (int i = 0; i < p->count; ++i) {
    const carom__course* c = &p->courses[i];
    double* at = p->numbers + numbers_before(p, i);
    for (int j = 0; j < c->count; ++j) at[j] = c->points[j].impulse[2];
    for (int what = 0; what < QUANTITIES; ++what) {
      at += c->count;
      for (int j = 0; j < c->count; ++j) at[j] = value_of(&c->points[j], (quantity)what);
    }
    fill_directions(c, at);
  }
  return true;
}

static const double* numbers_of(const plot* p, int course, quantity what) {
  return p->numbers + numbers_before(p, course) + (size_t)(what + 1) * (size_t)p->courses[course].count;
}

/// Adds a curve to the last panel. Without an impact there is one point.
static void add_curve(plot* p, int course, quantity what, carom_figure_look look, const char* words) {
  carom_figure_panel* panel = &p->panels[p->panel_count - 1];
  const carom__course* c = &p->courses[course];
  bool alone = c->count < 2 && p->count == 1;
  p->curves[p->panel_count - 1][panel->curve_count++] =
      (carom_figure_curve){.words = words,
                           .look = alone ? CAROM_FIGURE_LOOK_POINTS : look,
                           .series = course,
                           .x = p->numbers + numbers_before(p, course),
                           .y = numbers_of(p, course, what),
                           .count = c->count};
}

static void add_panel(plot* p, const char* what, const char* unit, double share) {
  p->panels[p->panel_count] =
      (carom_figure_panel){.what = what, .unit = unit, .curves = p->curves[p->panel_count], .share = share};
  ++p->panel_count;
}

/// Whether a quantity differs from 0 by more than what is rounding beside `scale`.
static bool matters(const plot* p, quantity what, double scale) {
  for (int i = 0; i < p->count; ++i) {
    const double* y = numbers_of(p, i, what);
    for (int j = 0; j < p->courses[i].count; ++j) {
      if (fabs(y[j]) > 1e-9 * scale) return true;
    }
  }
  return false;
}

static double largest(const plot* p, quantity first, quantity last) {
  double most = 0.0;
  for (int i = 0; i < p->count; ++i) {
    for (int what = (int)first; what <= (int)last; ++what) {
      const double* y = numbers_of(p, i, (quantity)what);
      for (int j = 0; j < p->courses[i].count; ++j) most = fmax(most, fabs(y[j]));
    }
  }
  return most;
}

/// A panel with one curve for each course; none where the quantity is 0 in all of them.
static void add_compared(plot* p, quantity what, const char* words, const char* unit) {
  double scale = what <= CHANGE ? largest(p, STORED, CHANGE) : largest(p, V_T1, V_N);
  if (!matters(p, what, scale)) return;
  add_panel(p, words, unit, 1.0);
  for (int i = 0; i < p->count; ++i) add_curve(p, i, what, CAROM_FIGURE_LOOK_SERIES, p->names[i]);
}

/// 0: not worth a flag.
static int importance_of(carom_event_type type) {
  switch (type) {
    case CAROM_EVENT_RESTITUTION_END:
      return 6;
    case CAROM_EVENT_COMPRESSION_END:
      return 5;
    case CAROM_EVENT_RECOMPRESS:
      return 4;
    case CAROM_EVENT_REVERSE:
      return 3;
    case CAROM_EVENT_STICK:
    case CAROM_EVENT_SLIP:
      return 2;
    default:
      return 0;
  }
}

static void add_flag(plot* p, const carom_event* event, bool in_plane) {
  const int importance = importance_of(event->type);
  if (importance == 0 || p->flag_count == CAROM_FIGURE_MAX_FLAGS) return;
  const bool resumes = event->type == CAROM_EVENT_REVERSE && !in_plane;
  p->flags[p->flag_count++] =
      (carom_figure_flag){.at = event->impulse_n,
                          .words = resumes ? "slip\nresumes" : carom__event_caption(event->type)->broken,
                          .importance = importance,
                          .value = event->impulse_n > 0.0};
}

/// Sticking lasts from the event that begins it to the one that ends it.
static void add_spans(plot* p, const carom__course* c) {
  double since = -1.0, end = c->points[c->count - 1].impulse[2];
  for (int i = 0; i <= c->event_count && c->impact; ++i) {
    const carom_event* event = i < c->event_count ? &c->events[i] : NULL;
    bool begins = event && (event->type == CAROM_EVENT_STICK || event->type == CAROM_EVENT_START_STICK);
    bool ends = !event || event->type == CAROM_EVENT_SLIP || event->type == CAROM_EVENT_REVERSE;
    if (begins && since < 0.0) since = event->impulse_n;
    if (!ends || since < 0.0) continue;
    double until = event ? event->impulse_n : end;
    if (until > since && p->span_count < MOST_SPANS) p->spans[p->span_count++] = (carom_figure_span){since, until};
    since = -1.0;
  }
}

/// Events are marked where there is one impact; in an overlay each would have its own.
static void add_events(plot* p) {
  const carom__course* c = &p->courses[0];
  if (p->count > 1 || !c->impact) return;
  bool ended = false;
  for (int i = 0; i < c->event_count; ++i) {
    add_flag(p, &c->events[i], c->in_plane);
    ended = ended || c->events[i].type == CAROM_EVENT_RESTITUTION_END;
  }
  carom_event end = {.type = CAROM_EVENT_RESTITUTION_END, .impulse_n = c->points[c->count - 1].impulse[2]};
  if (!ended) add_flag(p, &end, c->in_plane);
  add_spans(p, c);
}

static void lay_out_energy(plot* p) {
  if (p->count > 1) {
    add_compared(p, STORED, "stored", "J");
    add_compared(p, TANGENTIAL, "in tangential springs", "J");
    add_compared(p, FRICTION, "lost to friction", "J");
    add_compared(p, RESTITUTION, "lost in restitution", "J");
    add_compared(p, CHANGE, "kinetic, Δ{/:Italic T}", "J");
  } else {
    double scale = largest(p, STORED, CHANGE);
    bool springs = p->courses[0].compliant;
    add_panel(p, "energy", "J", 1.7);
    add_curve(p, 0, STORED, CAROM_FIGURE_LOOK_NORMAL, springs ? "stored in the normal spring" : "stored");
    if (matters(p, TANGENTIAL, scale))
      add_curve(p, 0, TANGENTIAL, CAROM_FIGURE_LOOK_TANGENTS, "stored in the tangential springs");
    if (matters(p, FRICTION, scale)) add_curve(p, 0, FRICTION, CAROM_FIGURE_LOOK_LOST, "lost to friction");
    if (matters(p, RESTITUTION, scale)) {
      carom_figure_look look = CAROM_FIGURE_LOOK_TANGENT_2;
      add_curve(p, 0, RESTITUTION, look, "lost in restitution");
    }
    add_panel(p, "kinetic energy", "J", 1.0);
    add_curve(p, 0, CHANGE, CAROM_FIGURE_LOOK_TOTAL, "change of kinetic energy, Δ{/:Italic T}");
  }
  if (p->panel_count == 0) add_compared(p, CHANGE, "kinetic, Δ{/:Italic T}", "J");
  bool gain = false;
  for (int i = 0; i < p->count; ++i) gain = gain || p->courses[i].energy.change > 1e-9 * p->courses[i].held;
  if (gain && p->panel_count > 0) p->panels[p->panel_count - 1].above_zero = "energy is gained";
}

static void lay_out_velocity(plot* p) {
  const char* const words[] = {"tangential {/:Italic v}_{t1}", "tangential {/:Italic v}_{t2}", "normal {/:Italic v}_n"};
  bool in_plane = true, has[2] = {false, false};
  for (int i = 0; i < p->count; ++i) {
    in_plane = in_plane && p->courses[i].in_plane;
    for (int j = 0; j < 2; ++j) has[j] = has[j] || carom__course_has_tangent(&p->courses[i], j);
  }
  const char* first = in_plane ? "tangential {/:Italic v}_t" : words[0];
  if (p->count > 1) {
    if (has[0]) add_compared(p, V_T1, first, "m/s");
    if (has[1]) add_compared(p, V_T2, words[1], "m/s");
    add_compared(p, V_N, words[2], "m/s");
    return;
  }
  add_panel(p, "contact velocity", "m/s", 1.6);
  if (has[0]) add_curve(p, 0, V_T1, CAROM_FIGURE_LOOK_TANGENT_1, first);
  if (has[1]) add_curve(p, 0, V_T2, CAROM_FIGURE_LOOK_TANGENT_2, words[1]);
  add_curve(p, 0, V_N, CAROM_FIGURE_LOOK_NORMAL, words[2]);
  if (!has[0] || !has[1]) return;
  add_panel(p, "direction of {/:Italic v}_t", "degrees", 1.0);
  p->panels[p->panel_count - 1].far_from_zero = true;
  add_curve(p, 0, DIRECTION, CAROM_FIGURE_LOOK_TANGENTS, "angle from {/:Italic t}_1 towards {/:Italic t}_2");
}

static void name_courses(plot* p) {
  for (int i = 0; i < p->count; ++i) {
    char number[32];
    snprintf(number, sizeof number, "impact %d", i + 1);
    const char* name = p->courses[i].name && *p->courses[i].name ? p->courses[i].name : number;
    carom_figure_escape(name, p->names[i], NAME_SIZE);
  }
}

static carom_status draw(const carom_figure* figure, plot* p, void (*lay_out)(plot*), carom_diag* diag) {
  if (!fill_numbers(p)) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  name_courses(p);
  lay_out(p);
  add_events(p);
  if (p->count == 1) carom__course_describe(&p->courses[0], p->subtitle, sizeof p->subtitle);
  int later = p->count == 1 ? p->courses[0].event_total - p->courses[0].event_count : 0;
  char note[64] = "";
  if (later > 0) snprintf(note, sizeof note, "%d later events are not listed", later);
  const carom_figure_chart_input chart = {.what = "normal impulse {/:Italic I}_n",
                                          .unit = "N s",
                                          .panels = p->panels,
                                          .panel_count = p->panel_count,
                                          .flags = p->flags,
                                          .flag_count = p->flag_count,
                                          .spans = p->spans,
                                          .span_count = p->span_count,
                                          .span_words = "the contact sticks",
                                          .subtitle = *p->subtitle ? p->subtitle : NULL,
                                          .note = *note ? note : NULL};
  carom_status status = carom_figure_chart(figure, &chart, diag);
  free(p->numbers);
  return status;
}

static carom_status draw_contacts(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                  void (*lay_out)(plot*), carom_diag* diag) {
  carom__course courses[CAROM_FIGURE_MAX_OVERLAY];
  if (!contacts || count < 1 || count > CAROM_FIGURE_MAX_OVERLAY) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "%d impacts cannot be compared; 1 to %d can", count,
                               CAROM_FIGURE_MAX_OVERLAY);
  }
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status != CAROM_OK) return status;
  status = carom__courses_of(contacts, count, courses, diag);
  plot* p = status == CAROM_OK ? calloc(1, sizeof *p) : NULL;
  if (p) {
    p->courses = courses;
    p->count = count;
    status = draw(figure, p, lay_out, diag);
  } else if (status == CAROM_OK) {
    status = carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  }
  free(p);
  carom__courses_free(courses, count);
  return status;
}

carom_status carom_figure_energy(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                 carom_diag* diag) {
  return draw_contacts(figure, contacts, count, lay_out_energy, diag);
}

carom_status carom_figure_velocity(const carom_figure* figure, const carom_figure_contact* contacts, int count,
                                   carom_diag* diag) {
  return draw_contacts(figure, contacts, count, lay_out_velocity, diag);
}
