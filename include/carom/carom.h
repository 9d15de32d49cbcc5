/// @file carom.h
/// The whole solver library, which needs libm only. Files, figures and motions of scenarios are in carom/files.h.
///
/// Threads: the library has no data that is ever written, so any number of threads may call any of its functions at the
/// same time, as long as no two calls share memory that one of them writes (an outcome, a diagnostic, a workspace, a
/// run). Inputs that are only read may be shared. Nothing is allocated, printed or kept between calls.
///
/// Structs may get new fields in a minor version. So problems and options are made by their ..._default() and then
/// changed, or have every field that is not named set to zero; outcomes are filled by the library. A program that does
/// so needs no change, only to be compiled again.
///
/// The numbers of enums never change; see carom/status.h for what a call can say.
#ifndef CAROM_H
#define CAROM_H

#include "carom/api.h"
#include "carom/array.h"
#include "carom/compliant.h"
#include "carom/contact.h"
#include "carom/crowd.h"
#include "carom/derivative.h"
#include "carom/impact.h"
#include "carom/integrate.h"
#include "carom/math.h"
#include "carom/model.h"
#include "carom/motion.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"
#include "carom/status.h"
#include "carom/table.h"

#endif
