// Arrays of one contact, planar, spatial or on springs, as one thing: elements in, answers out, whatever the layout.
#ifndef CAROM_TESTS_IMPACT_ONE_CONTACT_H
#define CAROM_TESTS_IMPACT_ONE_CONTACT_H

#include "carom/array.h"
#include "impact/layout.h"
#include "random.h"

typedef enum one_kind { ONE_PLANAR, ONE_SPATIAL, ONE_COMPLIANT, ONE_KINDS } one_kind;

/// What one element is made of; in the plane w has 4 numbers and v has 2.
typedef struct one_element {
  double w[9], v[3];
  int64_t law;
  double e, mu, mu_static, eta2, stiffness, exponent;
} one_element;

/// What an array says of one element.
typedef struct one_answer {
  unsigned status;
  double impulse[3], after[3];
  double stages[4];  // impulse_n_compression, impulse_n_slip_end, stored, stored_tangential
  double energy[4];
  unsigned model, mode;
  uint32_t flags, warnings;
} one_answer;

/// An array of some kind, with columns in a table.
typedef struct one_array {
  one_kind kind;
  int dimension;
  table table;
  carom_planar_array planar;
  carom_spatial_array spatial;
  carom_compliant_array compliant;
  // Where the columns of the kind are
  carom_in *w, *v;
  carom_surface_columns* surface;
  carom_out *impulse, *after, *stored_tangential;
  carom_answer_columns* answer;
} one_array;

/// Columns for `count` elements. The array points into itself: it must not be moved. Free it with one_free.
void one_make(one_array* a, one_kind kind, layout shape, ptrdiff_t count, const one_element* elements);
void one_free(one_array* a);

ptrdiff_t one_solve(const one_array* a, ptrdiff_t first, ptrdiff_t count);
one_answer one_answer_of(const one_array* a, ptrdiff_t i);

/// All output columns, for whoever walks over them: at most ONE_OUTPUTS. Returns how many.
enum { ONE_OUTPUTS = 32 };
int one_outputs(one_array* a, carom_out* outputs[ONE_OUTPUTS]);

/// What single calls say of an element: the door, and the law itself, which must agree where both answer.
one_answer one_expected(one_kind kind, const one_element* element);

/// A random element. One in eight is spoiled in some way, or does not strike.
one_element one_random(one_kind kind, test_random* random);

/// Whether two answers are the same to the last bit.
bool one_same(const one_answer* a, const one_answer* b);

#endif
