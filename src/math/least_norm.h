/// @file least_norm.h
/// Linear equations that may say the same thing twice.
#ifndef CAROM_MATH_LEAST_NORM_H
#define CAROM_MATH_LEAST_NORM_H

/// The shortest x with a x = b, for a consistent system of n rows and n columns of any rank (row-major). A row whose
/// part that is new against the others is below 1e-10 of it counts as repeated. a and b are destroyed; x has n entries.
/// Returns the rank.
int carom__least_norm(int n, double* a, double* b, double* x);

#endif
