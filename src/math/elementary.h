// The elementary functions that the solvers use. Private to the library.
//
// They are our own, because no two C libraries round theirs alike, and a last bit can decide which event comes first.
// Made of + - * / and sqrt, which IEEE 754 rounds alike everywhere, and of functions of the C library that are exact
// (fabs, floor, frexp, ldexp, copysign). They need rounding to nearest, no contraction and no fast-math, as the whole
// library does. Each is within 1 ulp of the true value for every finite argument, subnormal ones included; its file has
// the bound. Zeros, infinities and NaN go as C17's annex F has it; errno and the exception flags do not count.
#ifndef CAROM_MATH_ELEMENTARY_H
#define CAROM_MATH_ELEMENTARY_H

/// sqrt(x^2 + y^2), without overflow or underflow on the way.
double carom__hypot(double x, double y);

typedef struct carom__sincos {
  double sine, cosine;
} carom__sincos;

/// Both at once, for less than twice the work. Of any finite angle [rad], however large.
carom__sincos carom__sincos_of(double x);
double carom__sin(double x);
double carom__cos(double x);

/// The angle of (x, y) in [-pi, pi].
double carom__atan2(double y, double x);

double carom__cbrt(double x);
double carom__exp(double x);
double carom__log(double x);
double carom__pow(double x, double y);

/// The smaller and the larger of two, a where b is NaN: an accumulator comes first, and what is not a number passes by.
static inline double carom__min(double a, double b) {
  return b < a ? b : a;
}

static inline double carom__max(double a, double b) {
  return b > a ? b : a;
}

#endif
