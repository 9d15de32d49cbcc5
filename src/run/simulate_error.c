// Errors of a simulation in terms of the file.
#include <stdlib.h>
#include <string.h>

#include "run/simulate_parts.h"
#include "text/clean_text.h"

bool carom__sim_fail(carom__sim* sim, carom_status status, const char* key, const char* message) {
  *sim->error = (carom_diag){.status = status};
  snprintf(sim->error->field, sizeof sim->error->field, "%s", key);
  snprintf(sim->error->message, sizeof sim->error->message, "%s", message);
  return false;
}

bool carom__sim_no_memory(carom__sim* sim) {
  return carom__sim_fail(sim, CAROM_NO_MEMORY, "", "there is not enough memory to simulate this.");
}

/// The fields that solvers name are short; what is put before them fits too.
enum { SHORT_FIELD = CAROM_FIELD_SIZE - 32 };

/// "planes[3].normal" -> "planes.3.normal"
static void dot(const char* field, char out[SHORT_FIELD]) {
  size_t length = 0;
  for (; *field && length + 1 < SHORT_FIELD; ++field)
    if (*field != ']') out[length++] = *field == '[' ? '.' : *field;
  out[length] = '\0';
}

static bool starts_with(const char* text, const char* prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/// Whether a field stands in the file's motion block.
static bool is_of_motion(const char* field) {
  static const char* const names[] = {"planes", "until", "gravity", "cutoff_speed", "sample", "tolerance", "meet"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (starts_with(field, names[i])) return true;
  return false;
}

static bool is_of_cloth(const carom__sim* sim, const char* field) {
  return sim->scenario->motion.has_cloth &&
         (strcmp(field, "radius") == 0 || strcmp(field, "slide") == 0 || strcmp(field, "roll") == 0);
}

static void body_key(const carom__sim* sim, int body, const char* rest) {
  char polygon[CAROM_FIELD_SIZE];
  carom__text key = carom__text_start(sim->error->field, sizeof sim->error->field);
  carom__text_add_step(&key, "bodies");
  carom__text_add_step(&key, sim->scenario->body_info[body].name);
  if (starts_with(rest, "body.") || starts_with(rest, "ball.")) rest += strlen("body.");
  if (strcmp(rest, "shape.sphere_radius") == 0) rest = "shape.sphere";
  if (starts_with(rest, "shape.points") && sim->scenario->body_info[body].shape == CAROM_SHAPE_POLYGON) {
    snprintf(polygon, sizeof polygon, "shape.polygon%s", rest + strlen("shape.points"));
    rest = polygon;
  }
  if (rest[0]) carom__text_add_step(&key, rest);
}

static void set_key(const carom__sim* sim, int body, const char* field) {
  carom_diag* error = sim->error;
  if (field[0] == '\0') {
    snprintf(error->field, sizeof error->field, "motion");
  } else if (is_of_motion(field)) {
    snprintf(error->field, sizeof error->field, "motion.%s", field);
  } else if (is_of_cloth(sim, field)) {
    snprintf(error->field, sizeof error->field, "motion.cloth.%s", field);
  } else if (starts_with(field, "surface")) {
    snprintf(error->field, sizeof error->field, "contacts");
  } else if (body < 0) {
    snprintf(error->field, sizeof error->field, "chain.%s", field);
  } else {
    body_key(sim, body, field);
  }
}

static carom_status file_status(carom_status status) {
  if (status == CAROM_UNAVAILABLE) return status;
  return status == CAROM_BUDGET || status == CAROM_TOO_SMALL ? CAROM_BUDGET : CAROM_BAD_VALUE;
}

static const char* sentence_of(const carom_diag* diag) {
  return diag->message[0] ? diag->message : carom_status_sentence(diag->status);
}

void carom__sim_error(carom__sim* sim, int body, const carom_diag* diag) {
  char field[SHORT_FIELD];
  *sim->error = (carom_diag){.status = file_status(diag->status), .value = diag->value};
  dot(diag->field, field);
  set_key(sim, body, field);
  snprintf(sim->error->message, sizeof sim->error->message, "%.*s.", CAROM_MESSAGE_SIZE - 2, sentence_of(diag));
}

/// What an impact law complains about is not in the file: the motion led there.
void carom__sim_error_at(carom__sim* sim, int body, double time, const carom_diag* diag) {
  char name[CAROM_WHAT_SIZE] = "the chain";
  if (body >= 0 && carom__sim_is_crowd(sim->scenario)) {
    snprintf(name, sizeof name, "the bodies");
  } else if (body >= 0) {
    carom__sim_name(name, sim->scenario->body_info[body].name, "");
  }
  *sim->error = (carom_diag){.status = file_status(diag->status), .field = "motion", .value = diag->value};
  snprintf(sim->error->message, sizeof sim->error->message, "at t = %.9g s, %s: %.250s.", time, name,
           sentence_of(diag));
}
