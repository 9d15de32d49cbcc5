/// @file carom.h
/// All of carom. The solver library (everything above scenario.h) needs libm only; scenario.h, simulation.h, lines.h,
/// sink.h, vary.h and figure.h belong to the library `carom-files`.
#ifndef CAROM_H
#define CAROM_H

#include "carom/compliant.h"
#include "carom/contact.h"
#include "carom/integrate.h"
#include "carom/math.h"
#include "carom/model.h"
#include "carom/motion.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"
#include "carom/status.h"

#include "carom/figure.h"
#include "carom/lines.h"
#include "carom/scenario.h"
#include "carom/simulation.h"
#include "carom/sink.h"
#include "carom/vary.h"

#endif
