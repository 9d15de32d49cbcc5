// Keys as other programs, textbooks and people call them, and what they are called here.
#include "format/synonyms.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/// A word, the key that it stands for where that key may stand, and what to say besides (or NULL).
typedef struct synonym {
  const char* word;
  const char* key;
  const char* advice;
} synonym;

/// The first row that fits counts; capitals do not.
static const synonym SYNONYMS[] = {
    {"friction", "mu", NULL},
    {"friction_coefficient", "mu", NULL},
    {"coefficient_of_friction", "mu", NULL},
    {"mu_k", "mu", NULL},
    {"mu_kinetic", "mu", NULL},
    {"mu_s", "mu_static", NULL},
    {"static_friction", "mu_static", NULL},
    {"restitution", "e", NULL},
    {"coefficient_of_restitution", "e", NULL},
    {"cor", "e", NULL},
    {"k", "stiffness", "only its ratio to the other contacts matters"},
    {"nu", "poisson_ratio", NULL},
    {"poisson", "poisson_ratio", NULL},
    {"surface", "e", "in a contact the keys of its surface stand by themselves"},
    {"J", "jacobian", "its rows are the tangents first, the normal last"},
    {"M", "mass_matrix", NULL},
    {"inertia_matrix", "mass_matrix", NULL},
    {"inertia", "mass_matrix", NULL},
    {"u", "velocity", NULL},
    {"generalized_velocity", "velocity", NULL},
    {"rates", "velocity", NULL},
    {"qdot", "velocity", NULL},
    {"dq", "velocity", NULL},
    {"qd", "velocity", NULL},
    {"v", "velocity", NULL},
    {"vel", "velocity", NULL},
    {"linear_velocity", "velocity", NULL},
    {"speed", "velocity", "a vector, in world axes"},
    {"angular_velocity", "spin", NULL},
    {"omega", "spin", NULL},
    {"w", "spin", NULL},
    {"rate", "spin", NULL},
    {"yaw_rate", "spin", NULL},
    {"rotation", "orientation", NULL},
    {"quaternion", "orientation", "{\"quaternion\": [w, x, y, z]}"},
    {"attitude", "orientation", NULL},
    {"heading", "angle", "it turns the corner points; where the body goes is its velocity"},
    {"heading", "velocity", "a vector, in world axes"},
    {"yaw", "angle", NULL},
    {"theta", "angle", NULL},
    {"yaw_inertia", "inertia", NULL},
    {"moment_of_inertia", "inertia", NULL},
    {"moi", "inertia", NULL},
    {"I", "inertia", NULL},
    {"pos", "position", NULL},
    {"center", "position", "of the mass centre"},
    {"centre", "position", "of the mass centre"},
    {"com", "position", "of the mass centre"},
    {"center_of_mass", "position", NULL},
    {"centre_of_mass", "position", NULL},
    {"static", "fixed", NULL},
    {"circle", "sphere", "its radius; in the plane it is a disc"},
    {"disc", "sphere", "its radius; in the plane it is a disc"},
    {"disk", "sphere", "its radius; in the plane it is a disc"},
    {"ball", "sphere", "its radius"},
    {"radius", "sphere", "its radius"},
    {"radius", "shape", "{\"sphere\": radius}"},
    {"polygon", "points", "the corners, in body axes"},
    {"vertices", "points", "the corners, in body axes"},
    {"corners", "points", "the corners, in body axes"},
    {"geometry", "shape", NULL},
    {"contact_point", "point", NULL},
    {"where", "point", NULL},
    {"contact_normal", "normal", "from the second body into the first"},
    {"direction", "normal", "from the second body into the first"},
    {"objects", "bodies", NULL},
    {"between", "bodies", NULL},
    {"collisions", "contacts", NULL},
    {"robot", "mechanism", NULL},
    {"simulation", "motion", NULL},
    {"pendulum", "chain", NULL},
    {"name", "title", NULL},
    {"description", "title", NULL},
    {"duration", "until", NULL},
    {"t_end", "until", NULL},
    {"end", "until", NULL},
    {"end_time", "until", NULL},
    {"dt", "sample", "the interval of the sampled path; events are found exactly"},
    {"step", "sample", "the interval of the sampled path; events are found exactly"},
    {"g", "gravity", "a vector"},
    {"floor", "planes", NULL},
    {"ground", "planes", NULL},
    {"walls", "planes", NULL},
};

static bool is_in(const char* word, const char* const* words) {
  for (; *words; ++words)
    if (strcmp(word, *words) == 0) return true;
  return false;
}

static bool is_of_a_surface(const char* key) {
  static const char* const keys[] = {"e", "law", "mu", "mu_static", "eta2", "poisson_ratio", "stiffness", NULL};
  return is_in(key, keys);
}

/// The key of a shape that a word is or stands for; NULL for none.
static const char* shape_key(const char* word, const char* key) {
  static const char* const keys[] = {"sphere", "points", "polygon", "box", NULL};
  return is_in(word, keys) ? word : is_in(key, keys) ? key : NULL;
}

/// The key that a word stands for where it may stand; else, with *row NULL, one that stands elsewhere, or the word.
static const char* find_key(const char* word, const char* const* allowed, const synonym** row) {
  const char* key = word;
  for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; ++i) {
    if (strcasecmp(word, SYNONYMS[i].word) != 0) continue;
    key = SYNONYMS[i].key;
    *row = &SYNONYMS[i];
    if (is_in(key, allowed)) return key;
  }
  *row = NULL;
  return key;
}

const char* carom__synonym(const char* word, const char* const* allowed, char* out, size_t size) {
  const synonym* row;
  const char* key = find_key(word, allowed, &row);
  if (row && row->advice)
    snprintf(out, size, "did you mean \"%s\"? (%s)", key, row->advice);
  else if (row)
    snprintf(out, size, "did you mean \"%s\"?", key);
  else if (strcasecmp(word, "name") == 0 && is_in("mass", allowed))
    snprintf(out, size, "a body's name is the key that it stands under: \"bodies\": {\"my name\": {..}}.");
  else if (strcasecmp(word, "units") == 0)
    snprintf(out, size, "numbers are in SI units; a value may have its own, as text: \"30 mph\".");
  else if (is_of_a_surface(key) && is_in("surface", allowed))
    snprintf(out, size, "it belongs inside \"surface\": {\"%s\": ..}.", key);
  else if (shape_key(word, key) && is_in("shape", allowed))
    snprintf(out, size, "it belongs inside \"shape\": {\"%s\": ..}.", shape_key(word, key));
  else if (is_of_a_surface(key))
    snprintf(out, size, "\"%s\" is a key of a contact, or of the surface of a plane.", key);
  else
    return NULL;
  return out;
}

const char* carom__value_synonym(const char* value, const char* const* words) {
  static const char* const pairs[][2] = {
      {"energetic", "stronge"}, {"energy", "stronge"},   {"kinetic", "poisson"},
      {"impulse", "poisson"},   {"kinematic", "newton"}, {"velocity", "newton"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
    if (strcasecmp(value, pairs[i][0]) == 0 && is_in(pairs[i][1], words)) return pairs[i][1];
  for (; *words; ++words)
    if (strcasecmp(value, *words) == 0) return *words;
  return NULL;
}
