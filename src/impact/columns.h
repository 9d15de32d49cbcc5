// How the arrays read and write one element of a column: by memcpy, since it may be unaligned. Private to the room.
#ifndef CAROM_IMPACT_COLUMNS_H
#define CAROM_IMPACT_COLUMNS_H

#include <limits.h>
#include <math.h>
#include <string.h>

#include "carom/array.h"

/// What is not known, and what stands where there is no answer.
#define CAROM__UNKNOWN ((double)NAN)

/// The element of a column, or what it is where there is no column.
static inline double carom__get(const carom_in* column, ptrdiff_t i, double absent) {
  double x = absent;
  if (column->at) memcpy(&x, (const char*)column->at + i * column->step, sizeof x);
  return x;
}

/// What does not fit an int is no law, and must not become one when it is cut to size.
static inline carom_law carom__law_of(int64_t number) {
  return number >= 0 && number <= INT_MAX ? (carom_law)number : (carom_law)INT_MAX;
}

static inline carom_law carom__get_law(const carom_in* column, ptrdiff_t i) {
  int64_t number = CAROM_LAW_STRONGE;
  if (column->at) memcpy(&number, (const char*)column->at + i * column->step, sizeof number);
  return carom__law_of(number);
}

static inline void carom__get_surface(const carom_surface_columns* columns, ptrdiff_t i, double eta2,
                                      carom_surface* out) {
  out->law = carom__get_law(&columns->law, i);
  out->e = carom__get(&columns->e, i, 1);
  out->mu = carom__get(&columns->mu, i, 0);
  out->mu_static = carom__get(&columns->mu_static, i, out->mu);
  out->eta2 = carom__get(&columns->eta2, i, eta2);
  out->stiffness = carom__get(&columns->stiffness, i, 1);
  out->exponent = carom__get(&columns->exponent, i, 1);
}

/// size bytes of x.
static inline void carom__put_bytes(const carom_out* column, ptrdiff_t i, const void* x, size_t size) {
  if (column->at) memcpy((char*)column->at + i * column->step, x, size);
}

static inline void carom__put(const carom_out* column, ptrdiff_t i, double x) {
  carom__put_bytes(column, i, &x, sizeof x);
}

static inline void carom__put_code(const carom_out* column, ptrdiff_t i, unsigned code) {
  const uint8_t x = (uint8_t)code;
  carom__put_bytes(column, i, &x, sizeof x);
}

static inline void carom__put_bits(const carom_out* column, ptrdiff_t i, unsigned bits) {
  const uint32_t x = bits;
  carom__put_bytes(column, i, &x, sizeof x);
}

static inline void carom__put_energy(const carom_energy_columns* columns, ptrdiff_t i, const carom_energy* energy) {
  carom__put(&columns->friction, i, energy->friction);
  carom__put(&columns->restitution, i, energy->restitution);
  carom__put(&columns->spring, i, energy->spring);
  carom__put(&columns->change, i, energy->change);
}

/// Whether all elements write to one place.
static inline bool carom__is_constant(const carom_out* column) {
  return column->at && column->step == 0;
}

static inline bool carom__has_constant(const carom_answer_columns* a) {
  return carom__is_constant(&a->impulse_n_compression) || carom__is_constant(&a->impulse_n_slip_end) ||
         carom__is_constant(&a->stored) || carom__is_constant(&a->energy.friction) ||
         carom__is_constant(&a->energy.restitution) || carom__is_constant(&a->energy.spring) ||
         carom__is_constant(&a->energy.change) || carom__is_constant(&a->model) || carom__is_constant(&a->mode) ||
         carom__is_constant(&a->flags) || carom__is_constant(&a->status) || carom__is_constant(&a->warnings);
}

/// Three numbers that are not known.
#define CAROM__UNKNOWN_3 \
  { CAROM__UNKNOWN, CAROM__UNKNOWN, CAROM__UNKNOWN }
#define CAROM__UNKNOWN_4 \
  { CAROM__UNKNOWN, CAROM__UNKNOWN, CAROM__UNKNOWN, CAROM__UNKNOWN }

#endif
