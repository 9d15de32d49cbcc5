#include "figure/course.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/surface.h"
#include "figure/captions.h"
#include "figure/sheet.h"

/// Kinetic energy that the impulse so far has added: (v0 + v).I/2.
static double change_of(const carom__course* c, const carom__course_point* p) {
  return 0.5 * (p->impulse[0] * (c->v.x + p->velocity[0]) + p->impulse[1] * (c->v.y + p->velocity[1]) +
                p->impulse[2] * (c->v.z + p->velocity[2]));
}

static bool is_finite(const carom__course_point* p) {
  double sum = p->stored + p->tangential + p->friction;
  for (int i = 0; i < 3; ++i) sum += p->impulse[i] + p->velocity[i];
  return isfinite(sum);
}

/// Without an impact there is one moment to show: the one before.
static void stand_still(carom__course* out) {
  out->points[0] = (carom__course_point){.velocity = {out->v.x, out->v.y, out->v.z}};
  out->count = 1;
}

/// Takes a rigid path, and what restitution costs when compression ends. Stronge's law takes its part of what is stored
/// each time; the others settle at the end what they took when compression first ended.
static void take_rigid(carom__course* out, const carom_trace* trace) {
  double lost = 0.0;
  int event = 0, ends = 0;
  for (int i = 0; i < trace->count; ++i) {
    const carom_trace_point* from = &trace->points[i];
    carom__course_point p = {.stored = from->stored - lost, .friction = from->friction, .restitution = lost};
    memcpy(p.impulse, from->impulse, sizeof p.impulse);
    memcpy(p.velocity, from->velocity, sizeof p.velocity);
    p.change = change_of(out, &p);
    out->points[out->count++] = p;
    for (; event < out->event_count && out->events[event].impulse_n <= p.impulse[2]; ++event) {
      if (out->events[event].type != CAROM_EVENT_COMPRESSION_END) continue;
      bool stronge = out->surface->law == CAROM_LAW_STRONGE;
      double e = out->surface->e, share = (1.0 - e) * (1.0 + e) * p.stored;
      double taken = stronge ? share : ends == 0 ? out->energy.restitution : 0.0;
      ++ends;
      lost += taken;
      p.stored -= taken;
      p.restitution = lost;
      out->points[out->count++] = p;
    }
  }
}

static void take_compliant(carom__course* out, const carom_spring_trace* trace) {
  for (int i = 0; i < trace->count; ++i) {
    const carom_spring_point* from = &trace->points[i];
    carom__course_point p = {
        .stored = from->energy_normal, .tangential = from->energy_tangential, .friction = from->friction};
    memcpy(p.impulse, from->impulse, sizeof p.impulse);
    memcpy(p.velocity, from->velocity, sizeof p.velocity);
    p.change = change_of(out, &p);
    // What is left of the ledger; below its rounding there is nothing.
    double size = fabs(p.change) + p.stored + p.tangential + p.friction;
    p.restitution = -p.change - p.stored - p.tangential - p.friction;
    if (fabs(p.restitution) < 1e-10 * size) p.restitution = 0.0;
    out->points[out->count++] = p;
  }
  // A plastic impact ends when compression does, and what is stored then is lost.
  carom__course_point last = out->points[out->count - 1];
  if (out->surface->e > 0.0 || !(last.stored > 0.0)) return;
  last.restitution += last.stored;
  last.stored = 0.0;
  out->points[out->count++] = last;
}

static carom_status is_missing(carom_diag* diag) {
  return carom__figure_error(diag, CAROM_BAD_VALUE,
                             "a contact needs problem, outcome and trace of one model; one of them is missing");
}

static carom_status start_planar(const carom_figure_process_input* from, carom__course* out, carom_diag* diag) {
  if (!from->problem || !from->outcome || !from->trace) return is_missing(diag);
  const carom_planar_problem* p = from->problem;
  out->surface = &p->surface;
  out->w = (carom_mat3){{{p->w_tt, 0.0, p->w_tn}, {0.0, 1.0, 0.0}, {p->w_tn, 0.0, p->w_nn}}};
  out->v = (carom_vec3){p->v_t, 0.0, p->v_n};
  out->in_plane = true;
  out->impact = from->outcome->mode != CAROM_PLANAR_NONE;
  out->events = from->outcome->events;
  out->event_count = out->event_total = from->outcome->event_count;
  out->energy = from->outcome->energy;
  out->held = from->outcome->stored;
  return CAROM_OK;
}

static carom_status start_spatial(const carom_figure_hodograph_input* from, carom__course* out, carom_diag* diag) {
  if (!from->problem || !from->outcome || !from->trace) return is_missing(diag);
  out->surface = &from->problem->surface;
  out->w = from->problem->w;
  out->v = from->problem->v;
  out->impact = from->outcome->mode != CAROM_SPATIAL_NONE;
  out->events = from->outcome->events;
  out->event_count = out->event_total = from->outcome->event_count;
  out->energy = from->outcome->energy;
  out->held = from->outcome->stored;
  return CAROM_OK;
}

static carom_status start_compliant(const carom_figure_springs_input* from, carom__course* out, carom_diag* diag) {
  if (!from->problem || !from->outcome || !from->trace) return is_missing(diag);
  if (from->outcome->warnings & CAROM_WARN_RIGID_LIMIT) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "mu eta2 is below 1e-6, where the rigid law answers: there are no springs to draw; "
                               "leave eta2 out");
  }
  out->surface = &from->problem->surface;
  out->w = from->problem->w;
  out->v = from->problem->v;
  out->compliant = true;
  out->published = from->scheme == CAROM_COMPLIANT_PUBLISHED;
  out->impact = from->outcome->impulse.z > 0.0;
  out->events = from->outcome->events;
  out->event_count = from->outcome->event_count;
  out->event_total = from->outcome->event_total;
  out->energy = from->outcome->energy;
  out->held = from->outcome->stored;
  return CAROM_OK;
}

static carom_status start(const carom_figure_contact* contact, carom__course* out, carom_diag* diag) {
  if (contact->planar) return start_planar(contact->planar, out, diag);
  if (contact->spatial) return start_spatial(contact->spatial, out, diag);
  return contact->compliant ? start_compliant(contact->compliant, out, diag) : is_missing(diag);
}

static int point_count(const carom_figure_contact* contact) {
  if (contact->planar) return contact->planar->trace->count;
  return contact->spatial ? contact->spatial->trace->count : contact->compliant->trace->count;
}

static void take_points(const carom_figure_contact* contact, carom__course* out) {
  if (!out->impact) {
    stand_still(out);
  } else if (contact->compliant && !contact->planar && !contact->spatial) {
    take_compliant(out, contact->compliant->trace);
  } else {
    take_rigid(out, contact->planar ? contact->planar->trace : contact->spatial->trace);
  }
}

carom_status carom__course_of(const carom_figure_contact* contact, carom__course* out, carom_diag* diag) {
  *out = (carom__course){.name = contact->name};
  carom_status status = start(contact, out, diag);
  if (status != CAROM_OK) return status;
  int count = point_count(contact);
  if (out->impact && count < 2) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the trace has %d points, but a curve needs 2 or more: call the model's trace first",
                               count);
  }
  out->points = malloc(((size_t)(count > 0 ? count : 0) + (size_t)out->event_count + 1) * sizeof *out->points);
  if (!out->points) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  take_points(contact, out);
  for (int i = 0; i < out->count; ++i) {
    if (is_finite(&out->points[i])) continue;
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the problem or the trace holds a number that is not finite");
  }
  return CAROM_OK;
}

void carom__course_free(carom__course* course) {
  free(course->points);
  course->points = NULL;
}

carom_status carom__courses_of(const carom_figure_contact* contacts, int count, carom__course* out, carom_diag* diag) {
  for (int i = 0; i < count; ++i) out[i] = (carom__course){0};
  for (int i = 0; i < count; ++i) {
    carom_status status = carom__course_of(&contacts[i], &out[i], diag);
    if (status != CAROM_OK) return status;
  }
  return CAROM_OK;
}

void carom__courses_free(carom__course* courses, int count) {
  for (int i = 0; i < count; ++i) carom__course_free(&courses[i]);
}

static double between(double a, double b, double share) {
  return a + share * (b - a);
}

static carom__moment mix(const carom__course_point* a, const carom__course_point* b, double share) {
  carom__moment p;
  for (int i = 0; i < 3; ++i) {
    p.impulse[i] = between(a->impulse[i], b->impulse[i], share);
    p.velocity[i] = between(a->velocity[i], b->velocity[i], share);
  }
  return p;
}

carom__moment carom__course_at(const carom__course* c, double impulse_n) {
  for (int i = 1; i < c->count; ++i) {
    double low = c->points[i - 1].impulse[2], high = c->points[i].impulse[2];
    if (!(high >= impulse_n)) continue;
    double share = high > low ? fmax(0.0, fmin(1.0, (impulse_n - low) / (high - low))) : 1.0;
    return mix(&c->points[i - 1], &c->points[i], share);
  }
  const carom__course_point* last = &c->points[c->count - 1];
  return mix(last, last, 0.0);
}

bool carom__course_has_tangent(const carom__course* c, int tangent) {
  if (tangent == 1 && c->in_plane) return false;
  double moved = 0.0, all = 0.0;
  for (int i = 0; i < c->count; ++i) {
    const double* v = c->points[i].velocity;
    moved = fmax(moved, fabs(v[tangent]));
    for (int j = 0; j < 3; ++j) all = fmax(all, fabs(v[j]));
  }
  return moved > 1e-9 * all;
}

bool carom__course_same_surface(const carom__course* a, const carom__course* b) {
  const carom_surface *s = a->surface, *t = b->surface;
  return s->law == t->law && s->e == t->e && s->mu == t->mu && carom__mu_static(s) == carom__mu_static(t) &&
         s->eta2 == t->eta2;
}

const char* carom__course_words(const carom__course* c, const carom_event* event) {
  bool at_start = event->impulse_n == 0.0;
  switch (event->type) {
    case CAROM_EVENT_COMPRESSION_END:
    case CAROM_EVENT_RECOMPRESS:
    case CAROM_EVENT_SLIP:
      return carom__event_caption(event->type)->words;
    case CAROM_EVENT_STICK:
      return at_start || c->compliant ? carom__event_caption(event->type)->words : "slip stops, sticks";
    case CAROM_EVENT_REVERSE:
      return at_start ? "slip starts" : c->in_plane ? "slip stops, reverses" : "slip stops, resumes";
    default:
      return NULL;
  }
}

void carom__course_describe(const carom__course* c, char* out, size_t size) {
  char surface[192], eta[64] = "", change[96] = "", number[40];
  carom__sheet_describe_surface(c->surface, surface, sizeof surface);
  if (c->compliant) {
    carom__style_number(number, sizeof number, c->surface->eta2);
    snprintf(eta, sizeof eta, "  ·  η^2 = %s", number);
  }
  if (c->impact) carom__sheet_describe_change(c->energy.change, c->held, change, sizeof change);
  snprintf(out, size, "%s%s%s%s%s", c->impact ? "" : "no impact  ·  ", c->published ? "published scheme  ·  " : "",
           surface, eta, change);
}
