/// @file figure/figure.h
/// What every kind of figure does first: check the request, and write numbers in one way.
#ifndef CAROM_FIGURE_FIGURE_H
#define CAROM_FIGURE_FIGURE_H

#include <locale.h>

#include "figure/gnuplot.h"
#include "figure/style.h"

/// Checks name and size, and finds the format.
carom_status carom__figure_check(const carom_figure* figure, carom__format* format, carom_diag* diag);

/// Numbers with a decimal point, whatever language the program has chosen. Begin and end in one thread.
typedef struct carom__plain_numbers {
  locale_t plain, before;
} carom__plain_numbers;

carom__plain_numbers carom__plain_numbers_begin(void);
void carom__plain_numbers_end(carom__plain_numbers numbers);

#endif
