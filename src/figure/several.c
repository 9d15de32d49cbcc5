#include "figure/several.h"

#include <math.h>
#include <stdlib.h>

#include "figure/captions.h"

static int size_of(const carom_figure_impulse_input* input) {
  return input->problem->dimension * input->problem->contact_count;
}

double carom__several_velocity(const carom_figure_impulse_input* input, int point, int contact) {
  int d = input->problem->dimension;
  return input->trace->velocity[point * size_of(input) + contact * d + d - 1];
}

/// (v0 + v).I/2 over all contacts.
static double change_at(const carom_figure_impulse_input* input, int point) {
  int size = size_of(input);
  const double *impulse = input->trace->impulse + point * size, *v = input->trace->velocity + point * size;
  double work = 0.0;
  for (int i = 0; i < size; ++i) work += 0.5 * impulse[i] * (input->problem->v[i] + v[i]);
  return work;
}

static bool is_complete(const carom_figure_impulse_input* input) {
  if (!input || !input->problem || !input->outcome || !input->log || !input->trace) return false;
  const carom_simultaneous_log* log = input->log;
  const carom_simultaneous_trace* t = input->trace;
  bool has_log = log->event_count == 0 || (log->events && log->times);
  return has_log && (t->count == 0 || (t->time && t->impulse && t->velocity && t->stored));
}

static bool is_finite(const carom_figure_impulse_input* input) {
  const carom_simultaneous_trace* t = input->trace;
  bool finite = true;
  for (int i = 0; i < t->count && finite; ++i) finite = isfinite(t->time[i]) && isfinite(change_at(input, i));
  for (int i = 0; i < t->count * input->problem->contact_count && finite; ++i) finite = isfinite(t->stored[i]);
  return finite;
}

static carom_status check(const carom_figure_impulse_input* input, carom_diag* diag) {
  if (!is_complete(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "energy and velocity of several contacts need problem, outcome, a log with times, and a "
                               "trace with time, impulse, velocity and stored; one of them is missing");
  }
  int count = input->problem->contact_count;
  if (count < 1 || count > CAROM_SIMULTANEOUS_MAX_CONTACTS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "%d contacts cannot be drawn; there may be 1 to %d", count,
                               CAROM_SIMULTANEOUS_MAX_CONTACTS);
  }
  if (input->log->event_count > 0 && input->trace->count < 2) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the trace has %d points, but a curve needs 2 or more: lend carom_simultaneous_solve a "
                               "trace",
                               input->trace->count);
  }
  if (!is_finite(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the trace holds a number that is not finite");
  }
  return CAROM_OK;
}

static bool make_room(carom__moments* m, size_t most) {
  size_t contacts = (size_t)m->contact_count;
  m->time = malloc(most * sizeof *m->time);
  m->stored = malloc(most * contacts * sizeof *m->stored);
  m->change = malloc(most * sizeof *m->change);
  m->lost = malloc(most * sizeof *m->lost);
  m->point = malloc(most * sizeof *m->point);
  m->jumps = calloc(most, sizeof *m->jumps);
  return m->time && m->stored && m->change && m->lost && m->point && m->jumps;
}

void carom__moments_free(carom__moments* m) {
  free(m->time);
  free(m->stored);
  free(m->change);
  free(m->lost);
  free(m->point);
  free(m->jumps);
  *m = (carom__moments){0};
}

static void add_moment(carom__moments* m, const carom_figure_impulse_input* input, int point) {
  int at = m->count++;
  m->time[at] = input->trace->time[point];
  m->change[at] = change_at(input, point);
  m->point[at] = point;
  double held = 0.0;
  for (int i = 0; i < m->contact_count; ++i) {
    double stored = input->trace->stored[point * m->contact_count + i];
    m->stored[at * m->contact_count + i] = stored;
    held += stored;
  }
  m->lost[at] = -m->change[at] - held;
}

/// What a contact held at the moment before, and the work of its force since then, by the trapezoidal rule.
static double held_by_work(const carom__moments* m, const carom_figure_impulse_input* input, int at, int contact) {
  int d = input->problem->dimension, n = contact * d + d - 1, size = size_of(input);
  int last = m->point[at - 1] * size + n, now = m->point[at] * size + n;
  const double *impulse = input->trace->impulse, *v = input->trace->velocity;
  return m->stored[(at - 1) * m->contact_count + contact] - 0.5 * (impulse[now] - impulse[last]) * (v[now] + v[last]);
}

/// What a contact held before it ended compression: what is left is e^2 of it. Where nothing is left, the work tells,
/// and it is no more than what was lost since the moment before; friction may have its part in that.
static double held_before(const carom__moments* m, const carom_figure_impulse_input* input, int at, int contact) {
  double e = input->problem->surfaces[contact].e, stored = m->stored[at * m->contact_count + contact];
  if (e > 0.0) return stored / (e * e);
  if (at == 0) return 0.0;
  return fmax(0.0, fmin(m->lost[at] - m->lost[at - 1], held_by_work(m, input, at, contact)));
}

/// Adds the moment before contacts ended compression. Returns those whose loss is not in this point yet: of several
/// that end at the same time, each has a point of its own.
static uint64_t add_moment_before(carom__moments* m, const carom_figure_impulse_input* input, int point,
                                  uint64_t ended) {
  uint64_t later = 0;
  add_moment(m, input, point);
  int at = m->count - 1;
  double noise = 1e-7 * fabs(m->change[at]);
  for (int i = 0; i < m->contact_count; ++i) {
    if (!(ended >> i & 1u)) continue;
    double* stored = &m->stored[at * m->contact_count + i];
    double loss = held_before(m, input, at, i) - *stored;
    if (at > 0 && m->lost[at] - loss < m->lost[at - 1] - noise) {
      later |= (uint64_t)1 << i;
      continue;
    }
    m->lost[at] -= loss;
    *stored += loss;
    m->jumps[at] = true;
  }
  if (!m->jumps[at]) --m->count;
  return later;
}

/// The contacts that ended compression with a loss up to this time, and when; *event moves past its events. Where the
/// trace was thinned that may be a little earlier.
static uint64_t ended_until(const carom_figure_impulse_input* input, double time, int* event, double* when) {
  const carom_simultaneous_log* log = input->log;
  uint64_t ended = 0;
  for (; *event < log->event_count && log->times[*event] <= time; ++*event) {
    const carom_event* e = &log->events[*event];
    bool known = e->contact >= 0 && e->contact < input->problem->contact_count;
    if (!known || e->type != CAROM_EVENT_COMPRESSION_END || !(input->problem->surfaces[e->contact].e < 1.0)) continue;
    ended |= (uint64_t)1 << e->contact;
    *when = log->times[*event];
  }
  return ended;
}

carom_status carom__moments_of(const carom_figure_impulse_input* input, carom__moments* out, carom_diag* diag) {
  *out = (carom__moments){0};
  carom_status status = check(input, diag);
  if (status != CAROM_OK) return status;
  out->contact_count = input->problem->contact_count;
  int points = input->trace->count, events = input->log->event_count;
  if (!make_room(out, (size_t)points + (size_t)events + 1))
    return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  uint64_t ended = 0;
  for (int i = 0, event = 0; i < points; ++i) {
    double when = input->trace->time[i];
    ended |= ended_until(input, input->trace->time[i], &event, &when);
    if (ended != 0) {
      int before = out->count;
      ended = add_moment_before(out, input, i, ended);
      if (out->count > before) out->time[before] = when;
    }
    add_moment(out, input, i);
  }
  return CAROM_OK;
}

/// Whether a contact has ended compression before.
static bool is_again(const carom_simultaneous_log* log, int index) {
  const carom_event* event = &log->events[index];
  if (event->type != CAROM_EVENT_COMPRESSION_END) return false;
  for (int i = 0; i < index; ++i) {
    if (log->events[i].type == event->type && log->events[i].contact == event->contact) return true;
  }
  return false;
}

const char* carom__several_words(const carom_simultaneous_log* log, int index) {
  static const char* const again[] = {"0 ends compression again", "1 ends compression again"};
  const carom_event* event = &log->events[index];
  const carom__numbered_caption* caption = carom__contact_caption(event);
  if (!caption) return NULL;
  return is_again(log, index) ? again[event->contact] : caption->words[event->contact];
}
