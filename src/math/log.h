// Logarithm and exponential with the digits that a power needs. Private to the elementary functions.
#ifndef CAROM_MATH_LOG_H
#define CAROM_MATH_LOG_H

#include "math/exact.h"

/// log(x) of finite x > 0, to 2^-68 of it or better.
carom__pair carom__log_pair(double x);

/// exp(x.high + x.low), |x.high| < 800.
double carom__exp_pair(carom__pair x);

#endif
