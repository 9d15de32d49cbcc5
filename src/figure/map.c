#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/map.h"

#include <math.h>
#include <stdlib.h>

#include "figure/figure.h"

/// The numbers behind the picture, for those who draw it again: nothing of the script needs them.
static void write_grid(FILE* file, const void* drawing) {
  const carom__map_drawing* d = drawing;
  const carom_figure_map_input* input = d->input;
  fputs("# across, up, value (NaN: no answer)\n", file);
  for (int i = 0; input->words && i < input->word_count; ++i) {
    fprintf(file, "# %d: ", i);
    for (const char* at = input->words[i]; *at; ++at) fputc((unsigned char)*at < 0x20 ? ' ' : *at, file);
    fputc('\n', file);
  }
  const int parts = input->parts > 1 ? input->parts : 1;
  for (int row = 0; row < input->rows; row += parts) {
    double up = input->bottom + (input->top - input->bottom) * row / (input->rows - 1);
    for (int column = 0; column < input->columns; column += parts) {
      double across = input->left + (input->right - input->left) * column / (input->columns - 1);
      fprintf(file, "%.17g %.17g %.17g\n", across, up, input->values[row * input->columns + column]);
    }
    fputc('\n', file);
  }
}

static bool is_complete(const carom_figure_map_input* input) {
  if (!input || !input->across || !input->up || !input->what || !input->values) return false;
  for (int i = 0; input->words && i < input->word_count && i < CAROM_FIGURE_MAX_WORDS; ++i) {
    if (!input->words[i]) return false;
  }
  return true;
}

/// 0 is fine; a value that is not finite is no answer.
static bool counts_words(const carom_figure_map_input* input) {
  for (int i = 0; i < input->columns * input->rows; ++i) {
    double value = input->values[i];
    if (isfinite(value) && !(value >= 0.0 && value < input->word_count && value == floor(value))) return false;
  }
  return true;
}

static carom_status check_input(const carom_figure_map_input* input, carom_diag* diag) {
  if (!is_complete(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a map needs values, their words, and the words of both axes; one of them is missing");
  }
  if (input->columns < 2 || input->rows < 2 || input->columns > CAROM_FIGURE_MAX_POINTS / input->rows) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a map of %d x %d points cannot be drawn; it needs 2 or more each way, and at most %d",
                               input->columns, input->rows, CAROM_FIGURE_MAX_POINTS);
  }
  double width = input->right - input->left, height = input->top - input->bottom;
  if (!isfinite(width) || !isfinite(height) || !(width > 0.0) || !(height > 0.0)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the map has no width or no height: right must be above left, and top above bottom");
  }
  if (input->words && (input->word_count < 1 || input->word_count > CAROM_FIGURE_MAX_WORDS || !counts_words(input))) {
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "the values of a map with words must count them: whole numbers from 0, for 1 to %d words",
        CAROM_FIGURE_MAX_WORDS);
  }
  return CAROM_OK;
}

static carom_status draw(const carom_figure* figure, carom__format format, carom__map_drawing* d, carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__MAP_GRID, write_grid},
                                      {CAROM__MAP_SHAPES, carom__map_write_shapes},
                                      {CAROM__MAP_SCRIPT, carom__map_write_script}};
  int skipped = figure->script_dir ? 0 : 1;  // the grid is for restyling only
  d->layout.sheet = carom__sheet_of(figure, format);
  carom_status status = CAROM_NO_MEMORY;
  if (carom__map_lay_out(d->input, &d->layout)) {
    status = carom__sheet_draw(figure, parts + skipped, (int)(sizeof parts / sizeof *parts) - skipped, d, diag);
  } else {
    carom__figure_error(diag, status, "there is not enough memory for the map");
  }
  carom__map_free(&d->layout);
  return status;
}

carom_status carom_figure_map(const carom_figure* figure, const carom_figure_map_input* input, carom_diag* diag) {
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  carom__map_drawing* d = calloc(1, sizeof *d);
  if (!d) return carom__figure_error(diag, CAROM_NO_MEMORY, "there is not enough memory for the map");
  d->input = input;
  status = draw(figure, format, d, diag);
  free(d);
  return status;
}
