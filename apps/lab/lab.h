/// @file lab.h
/// What the files of carom.wasm share. A page calls the functions marked LAB_EXPORT: text in, text or doubles out. Each
/// returns 1, or 0 and the error as `carom --json` writes it; what it has to say is then at lab_text.
#ifndef CAROM_LAB_H
#define CAROM_LAB_H

#include "carom/run.h"
#include "carom/simulation.h"
#include "carom/vary.h"

#define LAB_EXPORT(name) __attribute__((export_name(#name))) name

/// What is being looked at: the last scenario that was solved or simulated. An error leaves it as it was.
typedef struct lab_desk {
  carom_scenario* scenario;
  carom_result* result;          ///< with its path; or NULL
  carom_simulation* simulation;  ///< or NULL
} lab_desk;

extern lab_desk lab_now;

/// Text for the page, empty.
carom_sink lab_begin(void);
/// Says the error, and returns 0.
int lab_fail(const carom_diag* error);

/// What is printed from now on goes to lab_text.
void lab_capture(void);

/// Doubles for the page: room for `rows` of `columns`, to be filled; NULL without memory.
double* lab_table(int rows, int columns);

#endif
