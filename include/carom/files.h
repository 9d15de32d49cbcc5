/// @file files.h
/// All of the library `carom-files`: scenario files, their answers and motions, numbers by name, sweeps, fits, figures.
/// It comes with that library, so that an installation of the solvers alone has no header without a library.
///
/// Threads: as in carom/carom.h; calls share nothing but the files that they are told to read and write.
#ifndef CAROM_FILES_H
#define CAROM_FILES_H

#include "carom/figure.h"
#include "carom/fit.h"
#include "carom/format.h"
#include "carom/lines.h"
#include "carom/present.h"
#include "carom/run.h"
#include "carom/scenario.h"
#include "carom/simulation.h"
#include "carom/sink.h"
#include "carom/sweep.h"
#include "carom/vary.h"

#endif
