/// @file sweep/file.h
/// The file of a sweep: columns of a fixed size at fixed places. HDF5 makes it once; rows go in with pwrite, in any
/// order, from any process, as often as anybody likes.
#ifndef CAROM_SWEEP_FILE_H
#define CAROM_SWEEP_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "carom/sink.h"
#include "carom/status.h"

typedef enum carom__column_type {
  CAROM__COLUMN_DOUBLE,
  CAROM__COLUMN_FLOAT,
  CAROM__COLUMN_BYTE,
  CAROM__COLUMN_WHOLE,  ///< int64_t
  CAROM__COLUMN_SHORT,  ///< uint16_t
  CAROM__COLUMN_WORD,   ///< CAROM_SWEEP_WORD_SIZE bytes
  CAROM__COLUMN_NAME,   ///< CAROM_SWEEP_PATH_SIZE bytes
  CAROM__COLUMN_TEXT,   ///< one text of `rows` bytes
} carom__column_type;

enum { CAROM__COLUMN_NAME_SIZE = 192 };

typedef struct carom__column {
  char name[CAROM__COLUMN_NAME_SIZE];  ///< "rows/contacts.0.mu": group and dataset
  carom__column_type type;
  int64_t rows;
  int64_t width;  ///< numbers in a row; 0: no second dimension
  int same_as;    ///< another name of an earlier column; -1: its own
  int handle;     ///< of the open file
  int64_t offset;
} carom__column;

typedef struct carom__sweep_file {
  int count, capacity;
  carom__column* columns;
  char* path;  ///< NULL: not attached
  bool is_folder;
  bool is_read_only;  ///< complete, and nobody may write to it: it is read and reported
} carom__sweep_file;

/// Adds a column; its number, or -1 without memory.
int carom__file_add(carom__sweep_file* file, const char* name, carom__column_type type, int64_t rows, int64_t width);
/// Another name for a column.
int carom__file_alias(carom__sweep_file* file, const char* name, int column);
/// Bytes of an item: a row, with all its numbers.
int64_t carom__column_item(const carom__column* column);
/// Bytes of all columns together.
int64_t carom__file_bytes(const carom__sweep_file* file);

/// Fills what does not change, once the columns have their places. False with *error filled.
typedef bool carom__file_filler(void* context, carom_diag* error);

/// Makes the file, under another name until it is whole, and leaves it open. CAROM_INCONSISTENT: somebody else has just
/// made it. On error nothing is left behind.
carom_status carom__file_make(carom__sweep_file* file, const char* path, carom__file_filler* fill, void* context,
                              carom_diag* error);
/// Makes one without a name, in memory; it is gone when it is closed.
carom_status carom__file_make_memory(carom__sweep_file* file, carom__file_filler* fill, void* context,
                                     carom_diag* error);
/// Opens a file that has all the columns. One that may only be read must be complete.
carom_status carom__file_open(carom__sweep_file* file, const char* path, carom_diag* error);
/// A text of a file that need not have the columns: "study/identity".
carom_status carom__file_text(const char* path, const char* name, carom_text* out, carom_diag* error);
/// Room on the disk for all that will be written.
carom_status carom__file_reserve(const carom__sweep_file* file, carom_diag* error);
void carom__file_close(carom__sweep_file* file);
/// Removes a file or folder of a sweep; whatever else is in the folder stays.
carom_status carom__file_remove(const char* path, carom_diag* error);

carom_status carom__file_write(const carom__sweep_file* file, int column, int64_t first, int64_t count,
                               const void* from);
carom_status carom__file_read(const carom__sweep_file* file, int column, int64_t first, int64_t count, void* to);
carom_status carom__file_sync(const carom__sweep_file* file);

/// A handle of a part of the file, which may only be read where nothing else is allowed; -1 and errno else.
int carom__file_handle(carom__sweep_file* file, const char* path);

/// "cannot write out.h5: No space left on device"; uses errno.
carom_status carom__file_fail(const char* doing, const char* path, carom_diag* error);

// The two kinds. make: under the name `path`, which nobody else uses; places: handles and offsets of an open one.
carom_status carom__h5_make(carom__sweep_file* file, const char* path, carom_diag* error);
carom_status carom__h5_places(carom__sweep_file* file, const char* path, carom_diag* error);
carom_status carom__h5_text(const char* path, const char* name, carom_text* out, carom_diag* error);
carom_status carom__npy_make(carom__sweep_file* file, const char* path, carom_diag* error);
carom_status carom__npy_places(carom__sweep_file* file, const char* path, carom_diag* error);
carom_status carom__npy_text(const char* path, const char* name, carom_text* out, carom_diag* error);
void carom__npy_remove(const char* path);

#endif
