// The stored references of tests/cases/simultaneous.json as contact problems.
#ifndef CAROM_TESTS_SIMULTANEOUS_STORED_H
#define CAROM_TESTS_SIMULTANEOUS_STORED_H

#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#include "carom/contact.h"

enum { STORED_CONTACTS = 8, STORED_SIZE = 3 * STORED_CONTACTS };

typedef struct stored_case {
  const char* name;
  bool normals_only;
  double w[STORED_SIZE * STORED_SIZE], v[STORED_SIZE];
  carom_surface surfaces[STORED_CONTACTS];
  carom_contact_problem problem;
  double tolerance;
} stored_case;

static inline double stored_number(const json_t* array, size_t i) {
  return json_number_value(json_array_get(array, i));
}

/// Where entry i of a stored vector stands: the cases without friction have normals only, here (t, n) with free
/// tangents.
static inline int stored_place(const stored_case* c, size_t i) {
  return c->normals_only ? 2 * (int)i + 1 : (int)i;
}

static inline void stored_read(const json_t* from, bool normals_only, stored_case* c) {
  memset(c, 0, sizeof *c);
  c->name = json_string_value(json_object_get(from, "name"));
  c->normals_only = normals_only;
  c->tolerance = normals_only ? 1e-11 : 1e-9;
  const json_t *w = json_object_get(from, "W"), *v = json_object_get(from, "v0"), *k = json_object_get(from, "k");
  const int count = (int)json_array_size(k), dimension = normals_only ? 2 : 3, size = dimension * count;
  for (int i = 0; i < size && normals_only; i += 2) c->w[i * size + i] = 1;
  for (size_t i = 0; i < json_array_size(v); ++i) {
    c->v[stored_place(c, i)] = stored_number(v, i);
    for (size_t j = 0; j < json_array_size(v); ++j)
      c->w[stored_place(c, i) * size + stored_place(c, j)] = stored_number(json_array_get(w, i), j);
  }
  for (size_t i = 0; i < (size_t)count; ++i) {
    carom_surface* s = &c->surfaces[i];
    *s = carom_surface_default();
    s->e = stored_number(json_object_get(from, "e"), i);
    s->stiffness = stored_number(k, i);
    s->mu = s->mu_static = stored_number(json_object_get(from, "mu"), i);
    s->eta2 = stored_number(json_object_get(from, "eta0sq"), i);
  }
  c->problem = (carom_contact_problem){dimension, count, c->w, c->v, c->surfaces};
}

static inline json_t* stored_load(void) {
  json_t* root = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/simultaneous.json", 0, NULL);
  cr_assert_not_null(root);
  return root;
}

#endif
