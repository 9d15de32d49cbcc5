/// @file lanes.h
/// How wide the lanes of the array functions are.
#ifndef CAROM_BENCH_LANES_H
#define CAROM_BENCH_LANES_H

#include <stdbool.h>

/// 0: as the library does. Others: so many where the processor has them.
extern int bench_lanes;

bool bench_has_lanes(int lanes);

#endif
