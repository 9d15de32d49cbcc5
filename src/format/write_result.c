// Results and errors as JSON, one object a line.
#include <math.h>

#include "format/write.h"
#include "format/write_derivatives.h"

static void write_frame(carom__json* json, int dimension, const carom_frame* frame) {
  carom__json_key(json, "frame");
  carom__json_open(json, '[');
  carom__json_vector(json, dimension, frame->t1);
  if (dimension == 3) carom__json_vector(json, dimension, frame->t2);
  carom__json_vector(json, dimension, frame->n);
  carom__json_close(json, ']');
}

static carom_vec3 to_world(int dimension, const carom_frame* frame, const double* contact) {
  const carom_vec3 along_t1 = carom_vec3_scale(contact[0], frame->t1);
  const carom_vec3 along_n = carom_vec3_scale(contact[dimension - 1], frame->n);
  if (dimension == 2) return carom_vec3_add(along_t1, along_n);
  return carom_vec3_add(carom_vec3_add(along_t1, carom_vec3_scale(contact[1], frame->t2)), along_n);
}

carom_vec3 carom__world_impulse(const carom_scenario* scenario, const carom_result* result, int contact) {
  return to_world(scenario->dimension, &scenario->touches[contact].frame, result->contacts[contact].impulse);
}

carom_vec3 carom__written_spin(const carom_scenario* scenario, const carom_result* result, int body) {
  const carom_body* after = &result->bodies_after[body];
  const bool turned = scenario->dimension == 3 && scenario->body_info[body].spin_in_body_frame;
  return turned ? carom_mat3_apply(carom_mat3_transpose(after->orientation), after->spin) : after->spin;
}

bool carom__writes_spring(const carom_result* result) {
  return result->outcome.model == CAROM_MODEL_COMPLIANT || result->outcome.model == CAROM_MODEL_SIMULTANEOUS;
}

const double* carom__event_impulses(const carom_result* result, int event) {
  if (!result->event_impulses) return &result->events[event].impulse_n;
  return result->event_impulses + (size_t)event * (size_t)result->outcome.contact_count;
}

static void write_class(carom__json* json, const carom_result* result) {
  const carom_planar_outcome* outcome = &result->outcome.law.planar.outcome;
  carom__json_key(json, "class");
  carom__json_open(json, '[');
  carom__json_string(json, outcome->direct ? "direct" : "oblique");
  carom__json_string(json, outcome->central ? "central" : "eccentric");
  // Bodies that separate have no impact to classify; "meeting" would be untrue.
  const bool separating = result->outcome.law.planar.problem.v_n > 0;
  carom__json_string(json, separating ? "separating" : outcome->tangential ? "tangential" : "meeting");
  carom__json_close(json, ']');
}

static void write_axes(carom__json* json, const char* key, int dimension, const double* values) {
  carom__json_key(json, key);
  carom__json_numbers(json, dimension, values);
}

static void write_contact(carom__json* json, const carom_scenario* scenario, const carom_result* result, int index) {
  const int dimension = scenario->dimension;
  const carom_impact_contact* contact = &result->contacts[index];
  carom__json_open(json, '{');
  const char* name = carom__given_name(scenario, index);
  if (name) {
    carom__json_key(json, "name");
    carom__json_string(json, name);
  }
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    const carom_frame* frame = &scenario->touches[index].frame;
    write_frame(json, dimension, frame);
    carom__json_key(json, "impulse");
    carom__json_vector(json, dimension, carom__world_impulse(scenario, result, index));
  }
  write_axes(json, "impulse_contact", dimension, contact->impulse);
  write_axes(json, "velocity_before", dimension, contact->velocity_before);
  write_axes(json, "velocity_after", dimension, contact->velocity_after);
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    const carom_touch* touch = &scenario->touches[index];
    carom__json_key(json, "closing_speed");
    carom__json_number(json, carom_closing_speed(&scenario->bodies[touch->body_a], &scenario->bodies[touch->body_b]));
  }
  carom__json_key(json, "mode");
  carom__json_string(json, contact->mode);
  if (result->outcome.model == CAROM_MODEL_PLANAR) write_class(json, result);
  if (result->derivatives) carom__write_derivatives(json, dimension, result->derivatives);
  carom__json_close(json, '}');
}

static void write_contacts(carom__json* json, const carom_scenario* scenario, const carom_result* result) {
  carom__json_key(json, "contacts");
  carom__json_open(json, '[');
  for (int i = 0; i < result->outcome.contact_count; ++i) write_contact(json, scenario, result, i);
  carom__json_close(json, ']');
}

static void write_amount(carom__json* json, const char* key, double value) {
  carom__json_key(json, key);
  carom__json_number(json, value);
}

static void write_angle(carom__json* json, const char* key, double angle) {
  if (!isnan(angle)) write_amount(json, key, angle);
}

static void write_change(carom__json* json, int dimension, const carom_body* before, const carom_body* after) {
  const carom_body_change change = carom_body_change_between(dimension, before, after);
  write_amount(json, "delta_v", change.delta_v);
  write_angle(json, "approach_angle", change.approach_angle);
  write_angle(json, "departure_angle", change.departure_angle);
  write_angle(json, "pdof", change.pdof);
}

static void write_body(carom__json* json, const carom_scenario* scenario, const carom_result* result, int index) {
  const carom_body* body = &result->bodies_after[index];
  carom__json_open(json, '{');
  carom__json_key(json, "velocity");
  carom__json_vector(json, scenario->dimension, body->velocity);
  if (body->kind == CAROM_BODY_FREE) {
    const carom_vec3 spin = carom__written_spin(scenario, result, index);
    carom__json_key(json, "spin");
    if (scenario->dimension == 2) {
      carom__json_number(json, spin.z);
    } else {
      carom__json_vector(json, 3, spin);
    }
  }
  write_change(json, scenario->dimension, &scenario->bodies[index], body);
  carom__write_body_derivatives(json, scenario, result, index);
  carom__json_close(json, '}');
}

static void write_bodies(carom__json* json, const carom_scenario* scenario, const carom_result* result) {
  carom__json_key(json, "bodies");
  carom__json_open(json, '{');
  for (int i = 0; i < result->body_count; ++i) {
    if (result->bodies_after[i].kind == CAROM_BODY_FIXED) continue;
    carom__json_key(json, scenario->body_info[i].name);
    write_body(json, scenario, result, i);
  }
  carom__json_close(json, '}');
}

static void write_mechanism(carom__json* json, const carom_scenario* scenario, const carom_result* result) {
  carom__json_key(json, "mechanism");
  carom__json_open(json, '{');
  carom__json_key(json, "velocity");
  carom__json_numbers(json, result->dof, result->velocity_after);
  carom__write_velocity_derivatives(json, scenario, result);
  carom__write_coordinates(json, scenario);
  carom__json_close(json, '}');
}

static void write_energy(carom__json* json, const carom_result* result) {
  carom__json_key(json, "energy");
  carom__json_open(json, '{');
  write_amount(json, "before", result->energy_before);
  write_amount(json, "after", result->energy_after);
  write_amount(json, "change", result->outcome.energy.change);
  write_amount(json, "friction", result->outcome.energy.friction);
  write_amount(json, "restitution", result->outcome.energy.restitution);
  if (carom__writes_spring(result)) write_amount(json, "spring", result->outcome.energy.spring);
  carom__json_close(json, '}');
}

static void write_event(carom__json* json, const carom_result* result, int index) {
  const carom_event* event = &result->events[index];
  carom__json_open(json, '{');
  carom__json_key(json, "type");
  carom__json_string(json, carom_event_word(event->type));
  carom__json_key(json, "contact");
  carom__json_integer(json, event->contact);
  carom__json_key(json, "impulse");
  carom__json_numbers(json, result->outcome.contact_count, carom__event_impulses(result, index));
  if (event->type == CAROM_EVENT_STRAIGHT) write_amount(json, "tolerance", event->tolerance);
  carom__json_close(json, '}');
}

static void write_events(carom__json* json, const carom_result* result) {
  carom__json_key(json, "events");
  carom__json_open(json, '[');
  for (int i = 0; i < result->outcome.event_count; ++i) write_event(json, result, i);
  carom__json_close(json, ']');
}

static void write_state(carom__json* json, uint64_t state, int contact_count) {
  carom__json_open(json, '[');
  for (int i = 0; i < contact_count; ++i)
    if (state >> i & 1) carom__json_integer(json, i);
  carom__json_close(json, ']');
}

/// One contact has no states to tell apart, but without an impact there was none with an active contact, which is worth
/// saying of every model.
static void write_states(carom__json* json, const carom_result* result) {
  if (result->outcome.model != CAROM_MODEL_SIMULTANEOUS && result->outcome.event_count > 0) return;
  carom__json_key(json, "states");
  carom__json_open(json, '[');
  for (int i = 0; i < result->outcome.state_count; ++i)
    write_state(json, result->states[i], result->outcome.contact_count);
  carom__json_close(json, ']');
}

static void write_warning(carom__json* json, const char* code, const char* text, double error) {
  carom__json_open(json, '{');
  carom__json_key(json, "code");
  carom__json_string(json, code);
  carom__json_key(json, "text");
  carom__json_string(json, text);
  if (error > 0) {
    carom__json_key(json, "error");
    carom__json_number(json, error);
  }
  carom__json_close(json, '}');
}

void carom__write_warning(carom__json* json, const char* code, const char* text) {
  write_warning(json, code, text, 0);
}

void carom__write_warnings(carom__json* json, unsigned warnings, double error) {
#define CAROM_X(symbol, bit, word, sentence) \
  if (warnings & symbol) write_warning(json, word, sentence, symbol == CAROM_WARN_APPROXIMATE ? error : 0);
  CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
}

/// Absent where there is nothing to ask.
void carom__write_doubts(carom__json* json, const carom_scenario* scenario, const carom_result* result) {
  carom_doubt doubts[CAROM_MOST_DOUBTS];
  const int count = carom_scenario_doubts(scenario, result, CAROM_MOST_DOUBTS, doubts);
  if (count == 0) return;
  carom__json_key(json, "questions");
  carom__json_open(json, '[');
  for (int i = 0; i < count; ++i) {
    carom__json_open(json, '{');
    carom__json_key(json, "key");
    carom__json_string(json, doubts[i].key);
    carom__json_key(json, "text");
    carom__json_string(json, doubts[i].text);
    carom__json_close(json, '}');
  }
  carom__json_close(json, ']');
}

void carom__write_result(carom__json* json, const carom_scenario* scenario, const carom_result* result) {
  json->drops_minus_zero = true;
  carom__json_open(json, '{');
  carom__json_key(json, "carom");
  carom__json_integer(json, 1);
  if (scenario->title) {
    carom__json_key(json, "title");
    carom__json_string(json, scenario->title);
  }
  carom__json_key(json, "model");
  carom__json_string(json, carom_model_word(result->outcome.model));
  carom__json_key(json, "method");
  carom__json_string(json, carom_method_word(result->method));
  write_contacts(json, scenario, result);
  if (scenario->kind == CAROM_SCENARIO_BODIES) write_bodies(json, scenario, result);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM) write_mechanism(json, scenario, result);
  write_energy(json, result);
  write_events(json, result);
  write_states(json, result);
  carom__json_key(json, "warnings");
  carom__json_open(json, '[');
  carom__write_warnings(json, result->outcome.warnings, result->outcome.error);
  carom__json_close(json, ']');
  carom__write_doubts(json, scenario, result);
  carom__json_close(json, '}');
}

bool carom_result_write(const carom_scenario* scenario, const carom_result* result, carom_sink sink) {
  carom__json json;
  carom__json_start(&json, false, sink);
  carom__write_result(&json, scenario, result);
  return carom__json_finish(&json);
}

bool carom_diag_write(const carom_diag* error, carom_sink sink) {
  carom__json json;
  carom__json_start(&json, false, sink);
  carom__json_open(&json, '{');
  carom__json_key(&json, "error");
  carom__json_open(&json, '{');
  carom__json_key(&json, "code");
  carom__json_string(&json, carom_status_word(error->status));
  carom__json_key(&json, "line");
  carom__json_integer(&json, error->line);
  carom__json_key(&json, "key");
  carom__json_string(&json, error->field);
  carom__json_key(&json, "message");
  carom__json_string(&json, error->message);
  carom__json_close(&json, '}');
  carom__json_close(&json, '}');
  return carom__json_finish(&json);
}
