// A table as a scenario file, for samples that fail.
#ifndef CAROM_TESTS_TABLE_TABLE_FILE_H
#define CAROM_TESTS_TABLE_TABLE_FILE_H

#include <stdio.h>

/// The keys of a scenario after its title, and the closing brace. `table` is a carom_table; every number is written so
/// that it reads back exactly, but a cut-off of 0, which files do not have, nor gravity and rails of height 0.
void table_file_write(FILE* file, const void* table);

#endif
