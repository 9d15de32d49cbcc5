/// @file normal.h
/// The normal distribution, to about 1e-15 and with the same bits everywhere.
#ifndef CAROM_SWEEP_NORMAL_H
#define CAROM_SWEEP_NORMAL_H

/// The value below which a part p of a standard normal lies, 0 < p < 1.
double carom__normal_quantile(double p);
/// The part of a standard normal that lies below x; infinities are welcome.
double carom__normal_below(double x);

#endif
