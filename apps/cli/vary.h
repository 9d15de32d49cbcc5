/// @file apps/cli/vary.h
/// --vary and --show as the user gave them, for figures and for tables.
#ifndef CAROM_CLI_VARY_H
#define CAROM_CLI_VARY_H

#include "carom/present.h"
#include "cli.h"

enum { CLI_MOST_AXES = 2, CLI_MOST_SHOWN = 32, CLI_VARY_TEXT_SIZE = 2048 };

/// What the arguments ask for, and the texts that its paths point into.
typedef struct cli_vary {
  carom_present_range ranges[CLI_MOST_AXES];  ///< from where to where, as given: down or up
  int range_count;
  const char* shown[CLI_MOST_SHOWN];
  int shown_count;
  const char* range_paths[CLI_MOST_AXES][CAROM_PRESENT_MOST_PATHS];
  char range_texts[CLI_MOST_AXES][CLI_VARY_TEXT_SIZE], shown_text[CLI_VARY_TEXT_SIZE];
} cli_vary;

/// Reads the arguments; most_shown is at most CLI_MOST_SHOWN. Returns an exit code, after a message where it is not 0.
int cli_vary_parse(const cli_options* options, int most_shown, cli_vary* out);
/// How many points there are; -1 after a message where they are too many.
int cli_vary_point_count(const cli_options* options, const cli_vary* vary);
/// "carom solve: what value rest". Returns CLI_BAD.
int cli_vary_say(const cli_options* options, const char* what, const char* value, const char* rest);

#endif
