// The file of a sweep, whichever kind: made whole or not at all, written to by place.
#define _GNU_SOURCE  // fallocate
#include "sweep/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "text/sentence.h"

enum { PATH_SIZE = 4096 };

carom_status carom__file_fail(const char* doing, const char* path, carom_diag* error) {
  return carom__refuse(error, CAROM_IO, "", errno, "cannot %s %.200s: %s.", doing, path, strerror(errno));
}

int carom__file_add(carom__sweep_file* f, const char* name, carom__column_type type, int64_t rows, int64_t width) {
  if (f->count == f->capacity) {
    const int capacity = 2 * f->capacity + 32;
    carom__column* columns = realloc(f->columns, (size_t)capacity * sizeof *columns);
    if (!columns) return -1;
    f->columns = columns;
    f->capacity = capacity;
  }
  carom__column* c = &f->columns[f->count];
  *c = (carom__column){.type = type, .rows = rows, .width = width, .same_as = -1, .handle = -1};
  snprintf(c->name, sizeof c->name, "%s", name);
  // A slash would begin another group.
  char* from = strchr(c->name, '/');
  for (char* to = from ? from + 1 : NULL; to && from; ++to) {
    do ++from;
    while (*from == '/');
    if ((*to = *from) == '\0') from = NULL;
  }
  return f->count++;
}

int carom__file_alias(carom__sweep_file* f, const char* name, int column) {
  const carom__column of = f->columns[column];
  const int added = carom__file_add(f, name, of.type, of.rows, of.width);
  if (added >= 0) f->columns[added].same_as = column;
  return added;
}

int64_t carom__column_item(const carom__column* c) {
  static const int sizes[] = {8, 4, 1, 8, 2, CAROM_SWEEP_WORD_SIZE, CAROM_SWEEP_PATH_SIZE, 1};
  return sizes[c->type] * (c->width > 0 ? c->width : 1);
}

int64_t carom__file_bytes(const carom__sweep_file* f) {
  int64_t sum = 0;
  for (int i = 0; i < f->count; ++i)
    if (f->columns[i].same_as < 0) sum += carom__column_item(&f->columns[i]) * f->columns[i].rows;
  return sum;
}

static bool ends_with_slash(const char* path) {
  const size_t length = strlen(path);
  return length > 0 && path[length - 1] == '/';
}

/// The name while it is made.
static bool name_part(const char* path, char out[PATH_SIZE]) {
  const size_t length = strlen(path) - (ends_with_slash(path) ? 1 : 0);
  return snprintf(out, PATH_SIZE, "%.*s.tmp.%ld%s", (int)length, path, (long)getpid(),
                  ends_with_slash(path) ? "/" : "") < PATH_SIZE;
}

static bool keep_path(carom__sweep_file* f, const char* path) {
  f->path = malloc(strlen(path) + 1);
  if (f->path) strcpy(f->path, path);
  f->is_folder = ends_with_slash(path);
  return f->path != NULL;
}

/// Gives what was made its name, unless somebody else has it.
static carom_status publish(const carom__sweep_file* f, const char* part, const char* path, carom_diag* error) {
  // A folder that is not empty is not replaced; a link never replaces.
  const int failed = f->is_folder ? rename(part, path) : link(part, path);
  if (!failed) {
    if (!f->is_folder) unlink(part);
    return CAROM_OK;
  }
  if (errno == EEXIST || errno == ENOTEMPTY)
    return carom__refuse(error, CAROM_INCONSISTENT, "", 0, "%.200s has just been made by another process.", path);
  // File systems without links: rename, though two processes that begin at once might both do it.
  if (!f->is_folder && (errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP) && rename(part, path) == 0)
    return CAROM_OK;
  return carom__file_fail("make", path, error);
}

static carom_status fail_room(const carom__sweep_file* f, const char* path, carom_diag* error) {
  return carom__refuse(error, CAROM_IO, "", (double)carom__file_bytes(f), "cannot reserve %.3g MB for %.150s: %s.",
                       1e-6 * (double)carom__file_bytes(f), path, strerror(errno));
}

/// Whether the disk has room for so many bytes. File systems that cannot reserve say so, and are written to as they
/// are.
static bool reserve(int handle, int64_t bytes) {
#ifdef __linux__
  return fallocate(handle, 0, 0, (off_t)bytes) == 0 || (errno != ENOSPC && errno != EFBIG && errno != EDQUOT);
#else
  (void)handle;
  (void)bytes;
  return true;
#endif
}

/// HDF5 does not survive a disk that is full, so the room is tried first.
static carom_status try_room(const carom__sweep_file* f, const char* part, carom_diag* error) {
  const int handle = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle < 0) return carom__file_fail("make", f->path, error);
  const int64_t bytes = carom__file_bytes(f);
  const bool fits = ftruncate(handle, (off_t)bytes) == 0 && reserve(handle, bytes);
  const carom_status status = fits ? CAROM_OK : fail_room(f, f->path, error);
  close(handle);
  unlink(part);
  return status;
}

carom_status carom__file_make(carom__sweep_file* f, const char* path, carom__file_filler* fill, void* context,
                              carom_diag* error) {
  char part[PATH_SIZE];
  if (!name_part(path, part)) return carom__refuse(error, CAROM_IO, "", 0, "the name of the file is too long.");
  if (!keep_path(f, path)) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory.");
  carom_status status = f->is_folder ? CAROM_OK : try_room(f, part, error);
  if (!status) status = f->is_folder ? carom__npy_make(f, part, error) : carom__h5_make(f, part, error);
  if (!status) status = f->is_folder ? carom__npy_places(f, part, error) : carom__h5_places(f, part, error);
  if (!status && !fill(context, error)) status = error->status;
  if (!status) status = publish(f, part, path, error);
  if (!status) return CAROM_OK;
  carom_diag unread;
  carom__file_remove(part, &unread);
  carom__file_close(f);
  return status;
}

int carom__file_handle(carom__sweep_file* f, const char* path) {
  const int handle = open(path, O_RDWR | O_CLOEXEC);
  if (handle >= 0 || (errno != EACCES && errno != EROFS)) return handle;
  f->is_read_only = true;
  return open(path, O_RDONLY | O_CLOEXEC);
}

static bool is_complete(const carom__sweep_file* f) {
  uint8_t complete = 0;
  for (int i = 0; i < f->count; ++i)
    if (strcmp(f->columns[i].name, "summary/complete") == 0 && carom__file_read(f, i, 0, 1, &complete)) return false;
  return complete == 1;
}

carom_status carom__file_open(carom__sweep_file* f, const char* path, carom_diag* error) {
  if (!keep_path(f, path)) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory.");
  carom_status status = f->is_folder ? carom__npy_places(f, path, error) : carom__h5_places(f, path, error);
  if (!status && f->is_read_only && !is_complete(f)) {
    errno = EACCES;
    status = carom__file_fail("write to", path, error);
  }
  if (status) carom__file_close(f);
  return status;
}

carom_status carom__file_text(const char* path, const char* name, carom_text* out, carom_diag* error) {
  return ends_with_slash(path) ? carom__npy_text(path, name, out, error) : carom__h5_text(path, name, out, error);
}

carom_status carom__file_remove(const char* path, carom_diag* error) {
  if (ends_with_slash(path)) {
    carom__npy_remove(path);
    return CAROM_OK;
  }
  return unlink(path) == 0 ? CAROM_OK : carom__file_fail("remove", path, error);
}

/// Whether a handle has been seen at an earlier column.
static bool is_again(const carom__sweep_file* f, int column) {
  for (int i = 0; i < column; ++i)
    if (f->columns[i].handle == f->columns[column].handle) return true;
  return false;
}

carom_status carom__file_reserve(const carom__sweep_file* f, carom_diag* error) {
  if (f->is_read_only) return CAROM_OK;
  for (int i = 0; i < f->count; ++i) {
    struct stat about;
    if (is_again(f, i) || fstat(f->columns[i].handle, &about) != 0) continue;
    if (!reserve(f->columns[i].handle, (int64_t)about.st_size)) return fail_room(f, f->path, error);
  }
  return CAROM_OK;
}

void carom__file_close(carom__sweep_file* f) {
  for (int i = 0; i < f->count; ++i)
    if (f->columns[i].handle >= 0 && !is_again(f, i)) close(f->columns[i].handle);
  for (int i = 0; i < f->count; ++i) f->columns[i].handle = -1;
  free(f->path);
  f->path = NULL;
  f->is_read_only = false;
}

carom_status carom__file_write(const carom__sweep_file* f, int column, int64_t first, int64_t count, const void* from) {
  const carom__column* c = &f->columns[column];
  const char* at = from;
  int64_t left = count * carom__column_item(c), place = c->offset + first * carom__column_item(c);
  while (left > 0) {
    const ssize_t done = pwrite(c->handle, at, (size_t)left, (off_t)place);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return CAROM_IO;
    at += done;
    left -= done;
    place += done;
  }
  return CAROM_OK;
}

carom_status carom__file_read(const carom__sweep_file* f, int column, int64_t first, int64_t count, void* to) {
  const carom__column* c = &f->columns[column];
  char* at = to;
  int64_t left = count * carom__column_item(c), place = c->offset + first * carom__column_item(c);
  while (left > 0) {
    const ssize_t done = pread(c->handle, at, (size_t)left, (off_t)place);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return CAROM_IO;
    at += done;
    left -= done;
    place += done;
  }
  return CAROM_OK;
}

carom_status carom__file_sync(const carom__sweep_file* f) {
  for (int i = 0; i < f->count; ++i)
    if (!is_again(f, i) && fdatasync(f->columns[i].handle) != 0) return CAROM_IO;
  return CAROM_OK;
}
