/// @file figure.h
/// Figures from outcomes and traces, drawn by gnuplot. Nothing is solved here: every path that is drawn is handed in.
/// Lives in the library `carom-files`.
#ifndef CAROM_FIGURE_H
#define CAROM_FIGURE_H

#include "carom/figure_impacts.h"
#include "carom/figure_moving.h"

#endif
