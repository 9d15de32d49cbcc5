#define _POSIX_C_SOURCE 200809L  // uselocale

#include "figure/figure.h"

enum { SMALLEST = 160, LARGEST = 10000, DEFAULT_WIDTH = 650, DEFAULT_HEIGHT = 700 };

carom_figure carom_figure_default(void) {
  return (carom_figure){.width = DEFAULT_WIDTH, .height = DEFAULT_HEIGHT};
}

static bool size_is_fine(int size) {
  return size >= SMALLEST && size <= LARGEST;
}

carom_status carom__figure_check(const carom_figure* figure, carom__format* format, carom_diag* diag) {
  if (!figure || !figure->output || !*figure->output) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "no output is named; give a file that ends in .svg, .pdf or .png");
  }
  *format = carom__format_of(figure->output);
  if (*format == CAROM__FORMAT_UNKNOWN) {
    return carom__figure_error(
        diag, CAROM_BAD_VALUE, "'%s' does not say what to draw; its name must end in .svg, .pdf or .png%s",
        figure->output, carom_figure_is_film(figure->output) ? " (.html and .gif are films of motions)" : "");
  }
  if (!size_is_fine(figure->width) || !size_is_fine(figure->height)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "a size of %d x %d cannot be drawn; width and height must be %d to %d", figure->width,
                               figure->height, SMALLEST, LARGEST);
  }
  if (!(figure->letters >= 0.0 && figure->letters <= 10.0)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "letters %g times as large as usual cannot be drawn; it must be 0 to 10",
                               figure->letters);
  }
  return CAROM_OK;
}

carom__plain_numbers carom__plain_numbers_begin(void) {
  carom__plain_numbers numbers = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
  if (numbers.plain) numbers.before = uselocale(numbers.plain);
  return numbers;
}

void carom__plain_numbers_end(carom__plain_numbers numbers) {
  if (!numbers.plain) return;
  uselocale(numbers.before);
  freelocale(numbers.plain);
}
