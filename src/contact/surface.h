// What a field of a surface means that was left at zero. Private to the library.
#ifndef CAROM_CONTACT_SURFACE_H
#define CAROM_CONTACT_SURFACE_H

#include "carom/contact.h"

static inline double carom__mu_static(const carom_surface* s) {
  return s->mu_static == 0 ? s->mu : s->mu_static;
}

static inline double carom__stiffness(const carom_surface* s) {
  return s->stiffness == 0 ? 1 : s->stiffness;
}

static inline double carom__exponent(const carom_surface* s) {
  return s->exponent == 0 ? 1 : s->exponent;
}

/// The same surface with every default filled in.
static inline carom_surface carom__with_defaults(const carom_surface* s) {
  carom_surface full = *s;
  full.mu_static = carom__mu_static(s);
  full.stiffness = carom__stiffness(s);
  full.exponent = carom__exponent(s);
  return full;
}

/// Whether filling in the defaults changes anything.
static inline bool carom__leaves_defaults(const carom_surface* s) {
  return (s->mu_static == 0 && s->mu != 0) || s->stiffness == 0 || s->exponent == 0;
}

#endif
