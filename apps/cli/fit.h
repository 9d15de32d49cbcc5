/// @file apps/cli/fit.h
/// What the files of `carom fit` share.
#ifndef CAROM_CLI_FIT_H
#define CAROM_CLI_FIT_H

#include "carom/fit.h"
#include "cli.h"

/// The estimates, what they rest on, and warnings, for people.
void cli_fit_print(const carom_fit* fit, const cli_options* options);

#endif
