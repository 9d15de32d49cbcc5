// A folder of columns, each a .npy file: for NumPy, and for builds without HDF5.
#define _XOPEN_SOURCE 700  // link, mkdir, ftruncate
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "sweep/file.h"
#include "text/sentence.h"

/// The header is as long as a page, so that pieces of columns begin on one.
enum { PAGE = 4096, PATH_SIZE = 4600 };

static bool is_text(const carom__column* c) {
  return c->type == CAROM__COLUMN_TEXT;
}

static void name_file(const char* folder, const carom__column* c, char out[PATH_SIZE]) {
  snprintf(out, PATH_SIZE, "%s%s%s", folder, c->name, is_text(c) ? ".txt" : ".npy");
}

static const char* type_word(const carom__column* c) {
  const uint16_t probe = 1;
  const bool little = *(const unsigned char*)&probe == 1;
  static const char* const words[2][7] = {{">f8", ">f4", "|u1", ">i8", ">u2", "|S32", "|S160"},
                                          {"<f8", "<f4", "|u1", "<i8", "<u2", "|S32", "|S160"}};
  return words[little][c->type];
}

/// Version 1.0 of the format: magic, length of the rest, a dictionary of Python, blanks, a line end.
static void fill_header(const carom__column* c, char out[PAGE]) {
  static const char magic[] = "\x93NUMPY\x01";
  char shape[64];
  memset(out, ' ', PAGE);
  memcpy(out, magic, sizeof magic);  // with the zero of the minor version
  out[8] = (char)((PAGE - 10) & 0xFF);
  out[9] = (char)((PAGE - 10) >> 8);
  if (c->width > 0)
    snprintf(shape, sizeof shape, "(%lld, %lld)", (long long)c->rows, (long long)c->width);
  else
    snprintf(shape, sizeof shape, "(%lld,)", (long long)c->rows);
  const int length =
      snprintf(out + 10, PAGE - 10, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type_word(c), shape);
  out[10 + length] = ' ';
  out[PAGE - 1] = '\n';
}

static bool make_groups(const carom__sweep_file* f, const char* folder) {
  char path[PATH_SIZE];
  if (mkdir(folder, 0777) != 0) return false;
  for (int i = 0; i < f->count; ++i) {
    const char* slash = strchr(f->columns[i].name, '/');
    if (!slash) continue;
    snprintf(path, sizeof path, "%s%.*s", folder, (int)(slash - f->columns[i].name), f->columns[i].name);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
  }
  return true;
}

static bool make_column(const carom__sweep_file* f, const char* folder, int column) {
  const carom__column* c = &f->columns[column];
  char path[PATH_SIZE], other[PATH_SIZE], header[PAGE];
  name_file(folder, c, path);
  if (c->same_as >= 0) {
    name_file(folder, &f->columns[c->same_as], other);
    return link(other, path) == 0;
  }
  const int handle = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle < 0) return false;
  const int64_t start = is_text(c) ? 0 : PAGE;
  if (!is_text(c)) fill_header(c, header);
  const bool fine = (is_text(c) || write(handle, header, sizeof header) == (ssize_t)sizeof header) &&
                    ftruncate(handle, (off_t)(start + carom__column_item(c) * c->rows)) == 0;
  return close(handle) == 0 && fine;
}

carom_status carom__npy_make(carom__sweep_file* f, const char* path, carom_diag* error) {
  bool fine = make_groups(f, path);
  for (int i = 0; i < f->count && fine; ++i) fine = make_column(f, path, i);
  return fine ? CAROM_OK : carom__file_fail("make", path, error);
}

carom_status carom__npy_places(carom__sweep_file* f, const char* folder, carom_diag* error) {
  char path[PATH_SIZE];
  for (int i = 0; i < f->count; ++i) {
    carom__column* c = &f->columns[i];
    struct stat about;
    name_file(folder, c, path);
    c->handle = carom__file_handle(f, path);
    if (c->handle < 0) return carom__file_fail("write to", path, error);
    c->offset = is_text(c) ? 0 : PAGE;
    if (fstat(c->handle, &about) != 0 || about.st_size != c->offset + carom__column_item(c) * c->rows)
      return carom__refuse(error, CAROM_BAD_VALUE, c->name, 0, "%.200s does not have the right size.", path);
  }
  return CAROM_OK;
}

carom_status carom__npy_text(const char* folder, const char* name, carom_text* out, carom_diag* error) {
  char path[PATH_SIZE], piece[PAGE];
  size_t got;
  snprintf(path, sizeof path, "%s%s.txt", folder, name);
  FILE* file = fopen(path, "rb");
  const carom_sink sink = carom_sink_text(out);
  if (!file) return carom__refuse(error, CAROM_BAD_VALUE, "", 0, "%.200s is not a folder of `carom sweep`.", folder);
  while ((got = fread(piece, 1, sizeof piece, file)) > 0)
    if (!sink.write(piece, got, sink.context)) break;
  const bool fine = !ferror(file) && got == 0;
  fclose(file);
  return fine ? CAROM_OK : carom__file_fail("read", path, error);
}

/// Removes the columns and texts of a group, and the group where nothing else is in it.
static void remove_group(const char* folder, const char* group) {
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s%s", folder, group);
  DIR* list = opendir(path);
  for (const struct dirent* entry; list && (entry = readdir(list));) {
    const char* ending = strrchr(entry->d_name, '.');
    if (!ending || (strcmp(ending, ".npy") != 0 && strcmp(ending, ".txt") != 0)) continue;
    snprintf(path, sizeof path, "%s%s/%s", folder, group, entry->d_name);
    unlink(path);
  }
  if (list) closedir(list);
  snprintf(path, sizeof path, "%s%s", folder, group);
  rmdir(path);
}

void carom__npy_remove(const char* folder) {
  static const char* const groups[] = {"rows", "partial", "summary", "study"};
  char path[PATH_SIZE];
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; ++i) remove_group(folder, groups[i]);
  snprintf(path, sizeof path, "%sdone.npy", folder);
  unlink(path);
  rmdir(folder);
}
