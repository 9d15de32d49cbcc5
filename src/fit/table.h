/// @file fit/table.h
/// A table of comma-separated values with a header: cells as text, and columns of numbers.
#ifndef CAROM_FIT_TABLE_H
#define CAROM_FIT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "carom/status.h"

typedef struct carom__table {
  char* text;  ///< a copy; every cell ends with a zero byte
  int columns, rows;
  char** names;
  char** cells;  ///< row after row
  int* lines;    ///< of the file, where each row begins
} carom__table;

/// False with *error filled: line and column of what is wrong. Then there is nothing to free.
bool carom__table_read(carom__table* out, const char* csv, size_t length, carom_diag* error);
void carom__table_free(carom__table* table);

/// -1 where there is none.
int carom__table_find(const carom__table* table, const char* name);
const char* carom__table_cell(const carom__table* table, int row, int column);

/// The column as numbers, for the caller to free. NULL with *error filled: the line of a cell that is no finite number.
double* carom__table_numbers(const carom__table* table, int column, carom_diag* error);

#endif
