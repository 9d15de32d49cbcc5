// A file of a sweep without a name: the columns one after the other, in memory where the system has files there.
#define _GNU_SOURCE  // memfd_create
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "sweep/file.h"
#include "text/sentence.h"

/// What messages call it.
static const char NAME[] = "memory";

static int open_nameless(void) {
#ifdef __linux__
  return memfd_create("carom-sweep", MFD_CLOEXEC);
#else
  FILE* file = tmpfile();
  const int handle = file ? dup(fileno(file)) : -1;
  if (file) fclose(file);
  return handle;
#endif
}

/// Columns begin at multiples of this, as their items want it.
enum { ALIGNMENT = 8 };

static int64_t place_columns(carom__sweep_file* f, int handle) {
  int64_t at = 0;
  for (int i = 0; i < f->count; ++i) {
    carom__column* c = &f->columns[i];
    c->handle = handle;
    c->offset = c->same_as >= 0 ? f->columns[c->same_as].offset : at;
    if (c->same_as >= 0) continue;
    at += (carom__column_item(c) * c->rows + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
  return at;
}

carom_status carom__file_make_memory(carom__sweep_file* f, carom__file_filler* fill, void* context, carom_diag* error) {
  f->path = malloc(sizeof NAME);
  if (!f->path) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory.");
  strcpy(f->path, NAME);
  f->is_folder = false;
  const int handle = open_nameless();
  carom_status status = handle < 0 ? carom__file_fail("make a file in", NAME, error) : CAROM_OK;
  if (!status && ftruncate(handle, (off_t)place_columns(f, handle)) != 0)
    status = carom__file_fail("make a file in", NAME, error);
  if (!status && !fill(context, error)) status = error->status;
  if (status) carom__file_close(f);
  return status;
}
