/// @file scenario.h
/// Scenarios from the file to the answer: carom/format.h reads and writes them, carom/run.h solves and explains them.
#ifndef CAROM_SCENARIO_H
#define CAROM_SCENARIO_H

#include "carom/format.h"
#include "carom/run.h"

#endif
