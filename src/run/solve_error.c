// Errors of a solver in terms of the file.
#include "run/solve_error.h"

#include <string.h>

#include "text/clean_text.h"
#include "text/indexed.h"

/// What the file calls a field of carom_touch: the frame is made from `normal` and `tangent`.
static const char* touch_key(const char* field) {
  if (strncmp(field, "frame", 5) == 0) return "normal";
  if (strncmp(field, "body", 4) == 0) return "bodies";
  return field;
}

static void join(carom_diag* error, const char* first, const char* rest) {
  snprintf(error->field, sizeof error->field, "%s%s%.120s", first, rest[0] ? "." : "", rest);
}

static void contact_key(carom_diag* error, int contact, const char* rest) {
  char first[32];
  snprintf(first, sizeof first, "contacts.%d", contact);
  join(error, first, rest);
}

/// For what a solver says without naming the contact: of several any may be meant.
static void some_contact_key(const carom_scenario* scenario, const char* rest, carom_diag* error) {
  if (scenario->contact_count > 1) {
    join(error, "contacts", "");
  } else {
    contact_key(error, 0, rest);
  }
}

static void body_key(const carom_scenario* scenario, int body, const char* rest, carom_diag* error) {
  const bool known = body >= 0 && body < scenario->body_count;
  carom__text key = carom__text_start(error->field, sizeof error->field);
  carom__text_add_step(&key, "bodies");
  carom__text_add_step(&key, known ? scenario->body_info[body].name : "?");
  if (rest[0]) carom__text_add_step(&key, rest);
}

/// W and v are in the file only as contact_space; elsewhere they follow from what the file says.
static void matrix_key(const carom_scenario* scenario, const char* field, carom_diag* error) {
  const bool is_velocity = field[0] == 'v';
  if (scenario->kind == CAROM_SCENARIO_CONTACT_SPACE) {
    join(error, "contact_space", is_velocity ? "v" : "W");
  } else if (scenario->kind == CAROM_SCENARIO_MECHANISM) {
    if (is_velocity) {
      join(error, "mechanism", "velocity");
    } else {
      some_contact_key(scenario, "jacobian", error);
    }
  } else {
    some_contact_key(scenario, strcmp(field, "w_nn") == 0 ? "normal" : "", error);
  }
}

static bool is_surface_field(const char* field) {
  static const char* const names[] = {"law", "e", "mu", "mu_static", "eta2", "stiffness", "exponent"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (strcmp(field, names[i]) == 0) return true;
  return false;
}

static void plain_key(const carom_scenario* scenario, const char* field, carom_diag* error) {
  if (strncmp(field, "surface.", 8) == 0) {
    some_contact_key(scenario, field + 8, error);
  } else if (is_surface_field(field)) {
    some_contact_key(scenario, field, error);
  } else if (strcmp(field, "steps") == 0 && scenario->method.kind != CAROM_METHOD_EXACT) {
    join(error, "method", "");  // too many of them
  } else if (strcmp(field, "mass_matrix") == 0 || strcmp(field, "velocity") == 0) {
    join(error, "mechanism", field);
  } else if (strcmp(field, "jacobian") == 0) {
    some_contact_key(scenario, field, error);
  } else if (field[0] == 'w' || field[0] == 'v') {
    matrix_key(scenario, field, error);
  } else {
    error->field[0] = '\0';
  }
}

static void translate_key(const carom_scenario* scenario, const char* field, carom_diag* error) {
  int index;
  const char* rest;
  if (carom__split_indexed(field, "bodies", &index, &rest)) {
    body_key(scenario, index, rest, error);
  } else if (carom__split_indexed(field, "touches", &index, &rest)) {
    contact_key(error, index, touch_key(rest));
  } else if (carom__split_indexed(field, "surfaces", &index, &rest)) {
    contact_key(error, index, rest);
  } else {
    plain_key(scenario, field, error);
  }
}

/// Of a file it is told only whether it can be solved: all that a solver refuses is a bad value there.
static carom_status file_status(carom_status status) {
  return status == CAROM_UNAVAILABLE || status == CAROM_BUDGET ? status : CAROM_BAD_VALUE;
}

void carom__error_from_diag(const carom_scenario* scenario, const carom_diag* diag, carom_diag* error) {
  error->status = file_status(diag->status);
  error->line = 0;
  error->value = diag->value;
  translate_key(scenario, diag->field, error);
  const char* sentence = diag->message[0] ? diag->message : carom_status_sentence(diag->status);
  const char last = sentence[0] ? sentence[strlen(sentence) - 1] : '\0';
  snprintf(error->message, sizeof error->message, "%.*s%s", CAROM_MESSAGE_SIZE - 2, sentence, last == '?' ? "" : ".");
}

void carom__error_no_impact(carom_diag* error) {
  *error = (carom_diag){.status = CAROM_UNAVAILABLE, .field = "motion"};
  snprintf(error->message, sizeof error->message,
           "the file states a motion and no impact at time 0 (it has no \"contacts\"); `carom simulate` runs it.");
}

void carom__error_no_memory(carom_diag* error) {
  *error = (carom_diag){.status = CAROM_NO_MEMORY};
  snprintf(error->message, sizeof error->message, "there is not enough memory to solve this.");
}
