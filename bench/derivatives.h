/// @file derivatives.h
/// The rows of derivatives.
#ifndef CAROM_BENCH_DERIVATIVES_H
#define CAROM_BENCH_DERIVATIVES_H

#include "bench.h"

void bench_planar_jacobian(bench_row* row);
void bench_spatial_jacobian(bench_row* row);
void bench_compliant_jacobian(bench_row* row);

#endif
