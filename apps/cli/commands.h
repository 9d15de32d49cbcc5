/// @file commands.h
/// Options that several commands have, and the options of `sweep` and `fit`, which are in files of their own.
#ifndef CAROM_CLI_COMMANDS_H
#define CAROM_CLI_COMMANDS_H

#include <stddef.h>

#include "cli.h"

#define HELP                                                                                                    \
  {                                                                                                             \
    .name = "--help", .letter = "-h", .field = offsetof(cli_options, help), .brief = "what the command can do", \
    .text = "print this"                                                                                        \
  }

#define SET                                                                                                    \
  {                                                                                                            \
    .name = "--set", .value = "PATH=VALUE", .takes = CLI_TAKES_LIST, .field = offsetof(cli_options, set),      \
    .brief = "change a value of the file",                                                                     \
    .text =                                                                                                    \
        "change a value of the file before it is read: contacts.0.mu=0.3, bodies.ball.velocity=[1,0],\n"       \
        "\"bodies.car.velocity.0=30 mph\", contacts.0.law=newton. VALUE is JSON; what is no JSON is a text.\n" \
        "May be given up to 64 times"                                                                          \
  }

/// How most lists of options end.
#define SET_HELP_END \
  SET, HELP, {       \
    0                \
  }

extern const cli_option cli_sweep_options[];
extern const cli_option cli_fit_options[];

#endif
