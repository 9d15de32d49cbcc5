/// @file sweep/elementary.h
/// Logarithm and exponential with the same bits everywhere: those of src/math, which the solver library keeps to
/// itself, compiled once more under names of this library.
#ifndef CAROM_SWEEP_ELEMENTARY_H
#define CAROM_SWEEP_ELEMENTARY_H

#define carom__exp      carom__sweep_exp
#define carom__exp_pair carom__sweep_exp_pair
#define carom__log      carom__sweep_log
#define carom__log_pair carom__sweep_log_pair
#include "math/elementary.h"

#endif
