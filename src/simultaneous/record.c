// What happened: the log of events and states, the trace, the words for the modes of a contact.
#include "contact/mode.h"
#include "simultaneous/collision.h"

carom__set carom__active_set(const carom__collision* c) {
  uint64_t set = 0;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) set |= (uint64_t)1 << i;
  return set;
}

static double impulse_out(const carom__collision* c, double impulse) {
  return ldexp(impulse, carom__impulse_unit(c->scales.units));
}

void carom__log_event(carom__collision* c, carom_event_type type, int contact) {
  carom_simultaneous_log* log = c->log;
  c->events += 1;
  if (!log) return;
  if (log->event_total < log->event_capacity) {
    const int at = log->event_count++;
    if (log->events) {
      const double normal = impulse_out(c, c->impulse[carom__normal(c, contact)]);
      log->events[at] = (carom_event){.type = type, .contact = contact, .impulse_n = normal};
    }
    if (log->times) log->times[at] = c->time * c->scales.time;
    for (int i = 0; log->impulses && i < c->count; ++i)
      log->impulses[at * c->count + i] = impulse_out(c, c->impulse[carom__normal(c, i)]);
  }
  log->event_total += 1;
}

/// Puts the state that is over on the list. One that lasted for an instant belongs to the transition, and one that
/// follows itself (it was left for no time) is not listed twice.
static void list_state(carom__collision* c) {
  carom_simultaneous_log* log = c->log;
  if (c->state == 0 || !(c->time - c->state_since > carom__instant(c))) return;
  if (log->state_total > 0 && log->state_total <= log->state_capacity && log->states[log->state_total - 1] == c->state)
    return;
  if (log->state_total < log->state_capacity) log->states[log->state_count++] = c->state;
  log->state_total += 1;
}

void carom__log_state(carom__collision* c) {
  const uint64_t now = carom__active_set(c);
  if (now == c->state) return;
  if (c->log) list_state(c);
  c->state_before = c->state;
  c->state = now;
  c->state_since = c->time;
}

/// Adds a word, unless it is the last one already.
static void add_word(carom__touch* t, const char* word) {
  const int room = (int)sizeof t->phases - 4, length = (int)strlen(word);
  if (t->phases_length > room) return;
  const int start = t->phases_length;
  if (start >= length && memcmp(t->phases + start - length, word, (size_t)length) == 0 &&
      (start == length || t->phases[start - length - 1] == '-'))
    return;
  if (start + 1 + length > room) {
    memcpy(t->phases + start, "...", 4);
    t->phases_length = room + 1;
    return;
  }
  if (start) t->phases[start] = '-';
  memcpy(t->phases + start + (start > 0), word, (size_t)length + 1);
  t->phases_length = start + (start > 0) + length;
}

void carom__note_phase(carom__touch* t, carom_contact_mode phase) {
  t->mode = carom__contact_mode_then(t->mode, phase);
  add_word(t, carom_contact_mode_word(phase));
}

/// Halves a full trace: every second point stays, and from now on half as many are taken.
static void thin(carom__collision* c) {
  carom_simultaneous_trace* t = c->trace;
  int kept = 0;
  for (int i = 0; i < t->count; i += 2, ++kept) {
    if (t->time) t->time[kept] = t->time[i];
    if (t->active) t->active[kept] = t->active[i];
    for (int j = 0; j < c->size; ++j) {
      if (t->impulse) t->impulse[kept * c->size + j] = t->impulse[i * c->size + j];
      if (t->velocity) t->velocity[kept * c->size + j] = t->velocity[i * c->size + j];
    }
    for (int j = 0; t->stored && j < c->count; ++j) t->stored[kept * c->count + j] = t->stored[i * c->count + j];
  }
  t->count = kept;
  c->trace_stride *= 2;
}

static void write_point(carom__collision* c, double time, const double* impulse, const double* v) {
  carom_simultaneous_trace* t = c->trace;
  const int at = t->count++, energy = carom__energy_unit(c->scales.units);
  if (t->time) t->time[at] = time * c->scales.time;
  if (t->active) t->active[at] = c->state;
  for (int j = 0; j < c->size; ++j) {
    if (t->impulse) t->impulse[at * c->size + j] = impulse_out(c, impulse[j]);
    if (t->velocity) t->velocity[at * c->size + j] = ldexp(v[j], c->scales.units.speed);
  }
  for (int j = 0; t->stored && j < c->count; ++j)
    t->stored[at * c->count + j] = ldexp(carom__stored(c, &c->touch[j]) + c->touch[j].wedged, energy);
}

bool carom__trace_skips(carom__collision* c) {
  if (!c->trace || c->trace->capacity < 2) return true;
  if (c->trace_skipped % c->trace_stride == 0) return false;
  c->trace_skipped += 1;
  return true;
}

void carom__trace_point(carom__collision* c, double time, const double* impulse, const double* v) {
  carom_simultaneous_trace* t = c->trace;
  if (carom__trace_skips(c)) return;
  c->trace_skipped += 1;
  if (t->count == t->capacity) thin(c);
  write_point(c, time, impulse, v);
}

void carom__trace_now(carom__collision* c) {
  carom__trace_point(c, c->time, c->impulse, c->v);
}

void carom__trace_last(carom__collision* c) {
  carom_simultaneous_trace* t = c->trace;
  if (!t || t->capacity < 2) return;
  const bool is_there = c->trace_skipped > 0 && (c->trace_skipped - 1) % c->trace_stride == 0;
  const uint64_t active = is_there && t->active ? t->active[t->count - 1] : c->state_before;
  if (is_there || t->count == t->capacity) t->count -= 1;
  write_point(c, c->time, c->impulse, c->v);
  if (t->active) t->active[t->count - 1] = active;
}
