// HDF5 makes the file and tells where its columns lie. Everything else is pwrite: a killed process cannot hurt what the
// library would have to write at the end, since it has nothing to write.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "sweep/file.h"
#include "text/sentence.h"

#ifndef CAROM_HDF5

static carom_status unavailable(const char* path, carom_diag* error) {
  return carom__refuse(error, CAROM_UNAVAILABLE, "", 0,
                       "%.150s: this carom was built without HDF5. Install libhdf5-dev and build it again, or give -o "
                       "DIR/ for a folder of .npy columns.",
                       path);
}

carom_status carom__h5_make(carom__sweep_file* f, const char* path, carom_diag* error) {
  (void)f;
  return unavailable(path, error);
}

carom_status carom__h5_places(carom__sweep_file* f, const char* path, carom_diag* error) {
  (void)f;
  return unavailable(path, error);
}

carom_status carom__h5_text(const char* path, const char* name, carom_text* out, carom_diag* error) {
  (void)name;
  (void)out;
  return unavailable(path, error);
}

#else

#include <hdf5.h>

/// A column begins on a page, so that two writers of neighbouring chunks never share one.
enum { PAGE = 4096 };

static hid_t file_access(void) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);  // the same bytes from later libraries
  H5Pset_alignment(access, PAGE, PAGE);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, 0, 1);  // many processes write, and some file systems have no locks
#endif
  return access;
}

/// Without the date that the library would put into everything.
static hid_t timeless(hid_t class) {
  const hid_t list = H5Pcreate(class);
  H5Pset_obj_track_times(list, 0);
  return list;
}

static hid_t text_type(int64_t size) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size > 0 ? (size_t)size : 1);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  return type;
}

static hid_t type_of(const carom__column* c) {
  switch (c->type) {
    case CAROM__COLUMN_DOUBLE:
      return H5Tcopy(H5T_NATIVE_DOUBLE);
    case CAROM__COLUMN_FLOAT:
      return H5Tcopy(H5T_NATIVE_FLOAT);
    case CAROM__COLUMN_BYTE:
      return H5Tcopy(H5T_NATIVE_UINT8);
    case CAROM__COLUMN_WHOLE:
      return H5Tcopy(H5T_NATIVE_INT64);
    case CAROM__COLUMN_SHORT:
      return H5Tcopy(H5T_NATIVE_UINT16);
    case CAROM__COLUMN_WORD:
      return text_type(CAROM_SWEEP_WORD_SIZE);
    case CAROM__COLUMN_NAME:
      return text_type(CAROM_SWEEP_PATH_SIZE);
    case CAROM__COLUMN_TEXT:
      break;
  }
  return text_type(c->rows);
}

static hid_t space_of(const carom__column* c) {
  const hsize_t sizes[2] = {(hsize_t)c->rows, (hsize_t)c->width};
  if (c->type == CAROM__COLUMN_TEXT) return H5Screate(H5S_SCALAR);
  return H5Screate_simple(c->width > 0 ? 2 : 1, sizes, NULL);
}

static bool make_column(hid_t file, const carom__sweep_file* f, int column, hid_t creation) {
  const carom__column* c = &f->columns[column];
  if (c->same_as >= 0)
    return H5Lcreate_hard(file, f->columns[c->same_as].name, file, c->name, H5P_DEFAULT, H5P_DEFAULT) >= 0;
  const hid_t type = type_of(c), space = space_of(c);
  const hid_t set = H5Dcreate2(file, c->name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  if (set >= 0) H5Dclose(set);
  H5Sclose(space);
  H5Tclose(type);
  return set >= 0;
}

/// Groups are what stands before the slash.
static bool make_groups(hid_t file, const carom__sweep_file* f) {
  bool fine = true;
  const hid_t creation = timeless(H5P_GROUP_CREATE);
  for (int i = 0; i < f->count && fine; ++i) {
    char group[CAROM__COLUMN_NAME_SIZE];
    strcpy(group, f->columns[i].name);
    char* slash = strchr(group, '/');
    if (slash) *slash = '\0';
    if (!slash || H5Lexists(file, group, H5P_DEFAULT) > 0) continue;
    const hid_t made = H5Gcreate2(file, group, H5P_DEFAULT, creation, H5P_DEFAULT);
    fine = made >= 0 && H5Gclose(made) >= 0;
  }
  H5Pclose(creation);
  return fine;
}

static bool make_columns(hid_t file, const carom__sweep_file* f) {
  const hid_t creation = timeless(H5P_DATASET_CREATE);
  H5Pset_layout(creation, H5D_CONTIGUOUS);
  H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER);
  bool fine = make_groups(file, f);
  for (int i = 0; i < f->count && fine; ++i) fine = make_column(file, f, i, creation);
  H5Pclose(creation);
  return fine;
}

carom_status carom__h5_make(carom__sweep_file* f, const char* path, carom_diag* error) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t access = file_access(), creation = timeless(H5P_FILE_CREATE);
  errno = 0;
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
  const int cause = errno;
  bool fine = file >= 0 && make_columns(file, f);
  if (file >= 0) fine = H5Fclose(file) >= 0 && fine;
  H5Pclose(creation);
  H5Pclose(access);
  errno = cause ? cause : EIO;
  return fine ? CAROM_OK : carom__file_fail("make", path, error);
}

static hid_t open_file(const char* path, carom_diag* error) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t access = file_access();
  errno = 0;
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (file < 0 && errno != 0)
    carom__file_fail("open", path, error);
  else if (file < 0)
    carom__refuse(error, CAROM_BAD_VALUE, "", 0, "%.200s is not an HDF5 file.", path);
  return file;
}

/// Whether a dataset has the size that the column wants, and where it begins.
static bool find_place(hid_t file, carom__column* c) {
  const hid_t set = H5Dopen2(file, c->name, H5P_DEFAULT);
  if (set < 0) return false;
  const haddr_t at = H5Dget_offset(set);
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const int64_t item = (int64_t)H5Tget_size(type), items = (int64_t)H5Sget_simple_extent_npoints(space);
  const int64_t wanted = carom__column_item(c) * c->rows;
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  c->offset = (int64_t)at;
  // Divided, since the product of a broken file's numbers may fit no number.
  return at != HADDR_UNDEF && (wanted <= 0 || (item > 0 && wanted % item == 0 && items == wanted / item));
}

carom_status carom__h5_places(carom__sweep_file* f, const char* path, carom_diag* error) {
  const hid_t file = open_file(path, error);
  if (file < 0) return error->status;
  bool fine = true;
  for (int i = 0; i < f->count && fine; ++i) {
    fine = find_place(file, &f->columns[i]);
    if (!fine)
      carom__refuse(error, CAROM_BAD_VALUE, f->columns[i].name, 0, "%.150s has no `%.100s` of the right size.", path,
                    f->columns[i].name);
  }
  H5Fclose(file);
  const int handle = fine ? carom__file_handle(f, path) : -1;
  if (fine && handle < 0) return carom__file_fail("write to", path, error);
  for (int i = 0; i < f->count; ++i) f->columns[i].handle = handle;
  return fine ? CAROM_OK : error->status;
}

carom_status carom__h5_text(const char* path, const char* name, carom_text* out, carom_diag* error) {
  const hid_t file = open_file(path, error);
  if (file < 0) return error->status;
  const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = set < 0 ? -1 : H5Dget_type(set);
  const size_t size = type < 0 ? 0 : H5Tget_size(type);
  char* text = size > 0 && H5Tget_class(type) == H5T_STRING ? calloc(size + 1, 1) : NULL;
  const carom_sink sink = carom_sink_text(out);
  const bool fine = text && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0 &&
                    (text[0] == '\0' || sink.write(text, strlen(text), sink.context));
  free(text);
  if (type >= 0) H5Tclose(type);
  if (set >= 0) H5Dclose(set);
  H5Fclose(file);
  return fine ? CAROM_OK : carom__refuse(error, CAROM_BAD_VALUE, "", 0, "%.200s is not a file of `carom sweep`.", path);
}

#endif
