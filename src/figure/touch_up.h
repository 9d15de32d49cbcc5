/// @file touch_up.h
/// Small corrections to what gnuplot has drawn.
#ifndef CAROM_FIGURE_TOUCH_UP_H
#define CAROM_FIGURE_TOUCH_UP_H

#include <stdbool.h>
#include <stddef.h>

/// Corrects a drawing in memory that malloc gave; the memory may move. False if there was none left.
/// PDF: the time of drawing becomes a fixed one, so that equal figures are equal byte for byte.
/// SVG: what nobody sees is left out, and spaces are marked as significant, because some readers drop them where the
/// style of text changes.
bool carom__touch_up(char** bytes, size_t* size);

#endif
