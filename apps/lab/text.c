// What goes to the page and comes from it: one text, one table of doubles, and memory for what the page brings.
#include <stdlib.h>

#include "lab.h"

static carom_text text;
static double* table;
static int table_rows, table_columns;

void* LAB_EXPORT(lab_alloc)(size_t size) {
  return malloc(size);
}

void LAB_EXPORT(lab_free)(void* memory) {
  free(memory);
}

const char* LAB_EXPORT(lab_text)(void) {
  return text.text;
}

size_t LAB_EXPORT(lab_text_length)(void) {
  return text.length;
}

const double* LAB_EXPORT(lab_rows)(void) {
  return table;
}

int LAB_EXPORT(lab_row_count)(void) {
  return table_rows;
}

int LAB_EXPORT(lab_column_count)(void) {
  return table_columns;
}

carom_sink lab_begin(void) {
  text.length = 0;
  return carom_sink_text(&text);
}

int lab_fail(const carom_diag* error) {
  carom_diag_write(error, lab_begin());
  return 0;
}

double* lab_table(int rows, int columns) {
  free(table);
  table = malloc(sizeof(double) * (size_t)rows * (size_t)columns + 1);
  table_rows = table ? rows : 0;
  table_columns = columns;
  return table;
}
