// The stored references of tests/cases/rigid.json as contact problems.
#ifndef CAROM_TESTS_SIMULTANEOUS_STORED_RIGID_H
#define CAROM_TESTS_SIMULTANEOUS_STORED_RIGID_H

#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "carom/contact.h"
#include "random.h"

enum { RIGID_CONTACTS = 8, RIGID_SIZE = 3 * RIGID_CONTACTS };

typedef struct rigid_energy {
  double before;  // size of the kinetic energy
  double friction, restitution, trapped, change;
} rigid_energy;

typedef struct rigid_case {
  const char* name;
  int size;
  double w[RIGID_SIZE * RIGID_SIZE], v[RIGID_SIZE];
  carom_surface surfaces[RIGID_CONTACTS];
  carom_contact_problem problem;
  double v_after[RIGID_SIZE], impulse[RIGID_SIZE];
  bool impulses_count;  // not a convention
  bool locked[RIGID_CONTACTS];
  rigid_energy energy;
  const json_t* events;
  double end_time;
  double tolerance;
} rigid_case;

static inline double rigid_number(const json_t* object, const char* key, size_t i) {
  return json_number_value(json_array_get(json_object_get(object, key), i));
}

static inline double rigid_energy_of(const json_t* from, const char* part) {
  return json_number_value(json_object_get(json_object_get(from, "energy"), part));
}

static inline void rigid_read_surfaces(const json_t* from, int count, rigid_case* c) {
  for (size_t i = 0; i < (size_t)count; ++i) {
    carom_surface* s = &c->surfaces[i];
    *s = carom_surface_default();
    s->e = rigid_number(from, "e", i);
    s->stiffness = rigid_number(from, "k", i);
    s->mu = s->mu_static = rigid_number(from, "mu", i);
    s->exponent = json_number_value(json_object_get(from, "exponent"));
    c->locked[i] = json_is_true(json_array_get(json_object_get(from, "locked"), i));
  }
}

static inline void rigid_read(const json_t* from, rigid_case* c) {
  memset(c, 0, sizeof *c);
  const int dimension = (int)json_integer_value(json_object_get(from, "dimension"));
  const int count = (int)json_array_size(json_object_get(from, "k"));
  c->name = json_string_value(json_object_get(from, "name"));
  c->size = dimension * count;
  const json_t* w = json_object_get(from, "W");
  for (size_t i = 0; i < (size_t)c->size; ++i) {
    c->v[i] = rigid_number(from, "v", i);
    c->v_after[i] = rigid_number(from, "v_after", i);
    c->impulse[i] = rigid_number(from, "I", i);
    c->energy.before += fabs(c->v[i] * c->impulse[i]);
    for (size_t j = 0; j < (size_t)c->size; ++j)
      c->w[i * (size_t)c->size + j] = json_number_value(json_array_get(json_array_get(w, i), j));
  }
  rigid_read_surfaces(from, count, c);
  c->energy.friction = rigid_energy_of(from, "friction");
  c->energy.restitution = rigid_energy_of(from, "restitution");
  c->energy.trapped = rigid_energy_of(from, "trapped");
  c->energy.change = rigid_energy_of(from, "change");
  c->impulses_count = strcmp(json_string_value(json_object_get(from, "compare")), "I") == 0;
  c->tolerance = json_number_value(json_object_get(from, "tolerance"));
  c->events = json_object_get(from, "events");
  c->end_time = json_number_value(json_object_get(json_array_get(c->events, json_array_size(c->events) - 1), "t"));
  c->problem = (carom_contact_problem){dimension, count, c->w, c->v, c->surfaces};
}

/// The same collision with its contacts in reverse order.
static inline void rigid_reverse(rigid_case* c) {
  static rigid_case old;
  old = *c;
  const int d = c->problem.dimension, count = c->problem.contact_count;
  for (int i = 0; i < c->size; ++i) {
    const int from = d * (count - 1 - i / d) + i % d;
    c->v[i] = old.v[from];
    c->v_after[i] = old.v_after[from];
    c->impulse[i] = old.impulse[from];
    for (int j = 0; j < c->size; ++j) c->w[i * c->size + j] = old.w[from * c->size + d * (count - 1 - j / d) + j % d];
  }
  for (int i = 0; i < count; ++i) c->surfaces[i] = old.surfaces[count - 1 - i];
}

/// Velocities moved by up to a part of the largest, by what an impulse would do: W stays able to bring them to rest.
static inline void rigid_nudge(test_random* r, double part, rigid_case* c) {
  double move[RIGID_SIZE] = {0}, most = 0, speed = 0;
  for (int j = 0; j < c->size; ++j) {
    const double impulse = test_random_uniform(r, -1, 1);
    for (int i = 0; i < c->size; ++i) move[i] += c->w[i * c->size + j] * impulse;
  }
  for (int i = 0; i < c->size; ++i) {
    most = fmax(most, fabs(move[i]));
    speed = fmax(speed, fabs(c->v[i]));
  }
  for (int i = 0; i < c->size; ++i) c->v[i] += part * speed * move[i] / most;
}

static inline json_t* rigid_load(void) {
  json_t* root = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/rigid.json", 0, NULL);
  cr_assert_not_null(root);
  return root;
}

#endif
