/// @file gnuplot.h
/// Runs gnuplot without a shell, in a folder of its own, and puts the finished picture in place in one step.
#ifndef CAROM_FIGURE_GNUPLOT_H
#define CAROM_FIGURE_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

#include "carom/figure.h"

/// Fills *diag (which may be NULL) without a field and returns its status, so that an error is one line.
carom_status carom__figure_error(carom_diag* diag, carom_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

enum { CAROM__PATH_SIZE = 4096 };

/// The folder that holds script and data.
typedef struct carom__workshop {
  char path[CAROM__PATH_SIZE];
  int folder;                 ///< file descriptor
  bool keep;                  ///< the user asked for script and data; otherwise the folder is temporary
  carom_figure_guard* guard;  ///< NULL, or who may ask to stop
} carom__workshop;

/// Opens script_dir (made if it does not exist) or, when that is NULL, a new temporary folder.
carom_status carom__workshop_open(carom__workshop* shop, const char* script_dir, carom_diag* diag);

/// Creates a file in the folder, or NULL.
FILE* carom__workshop_file(const carom__workshop* shop, const char* name);

/// Runs `gnuplot <script>` there and moves its picture to output: drawn under other names first, renamed at the end.
carom_status carom__workshop_draw(const carom__workshop* shop, const char* script, const char* output,
                                  carom_diag* diag);

/// Removes a temporary folder with all it holds.
void carom__workshop_close(carom__workshop* shop);

#endif
