/// @file summary.h
/// The parts of a summary.
#ifndef CAROM_CLI_SUMMARY_H
#define CAROM_CLI_SUMMARY_H

#include "cli.h"

/// One solved scenario on its way to the page.
typedef struct cli_page {
  const char* file;
  const carom_scenario* scenario;
  const carom_result* result;
  bool colour;
} cli_page;

/// Title, what happened in words, and under which laws.
void cli_print_story(const cli_page* page);

/// Contacts, events, bodies or mechanism, energy.
void cli_print_tables(const cli_page* page);

/// Prints "Title" in bold where there is colour.
void cli_print_heading(const cli_page* page, const char* text);

#endif
