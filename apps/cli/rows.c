/// @file rows.c
/// Rows of aligned numbers, six digits each. Who needs all digits asks for --json.
#include <math.h>
#include <string.h>

#include "summary.h"

/// Beside a value of size `scale`, less than this part of it is what rounding left.
static const double NOISE = 1e-13;

double cli_without_noise(double x, double scale) {
  return fabs(x) <= NOISE * scale ? 0.0 : x;
}

double cli_largest(int count, const double* values) {
  double most = 0;
  for (int i = 0; i < count; ++i) most = fmax(most, fabs(values[i]));
  return most;
}

double cli_component(carom_vec3 vector, int axis) {
  return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}

void cli_print_columns(const cli_page* page, const char* title, int count, const char* const* columns) {
  putchar('\n');
  cli_print_heading(page, title);
  const int width = (int)strlen(title);
  for (int i = 0; i < count; ++i)
    printf("%*s", i > 0 ? CLI_NUMBER_WIDTH : CLI_NUMBER_WIDTH + CLI_LABEL_WIDTH - width, columns[i]);
  putchar('\n');
}

void cli_print_label(const char* text) {
  printf("  %-*s", CLI_LABEL_WIDTH - 2, text);
}

void cli_print_cell(const char* text, int width) {
  printf("%*s", width - cli_put_text(stdout, text, width), "");
}

void cli_print_more(int total, int listed) {
  if (total <= CLI_MOST_ROWS) return;
  printf("  and %d more (--json gives ", total - CLI_MOST_ROWS);
  if (listed < total) {
    printf("the first %d)\n", listed);
  } else {
    puts("all)");
  }
}

void cli_print_number(double x, double scale) {
  printf("%*.6g", CLI_NUMBER_WIDTH, cli_without_noise(x, scale));
}

void cli_print_row(const char* label, int count, const double* values, double scale) {
  cli_print_label(label);
  for (int i = 0; i < count; ++i) cli_print_number(values[i], scale);
  putchar('\n');
}
