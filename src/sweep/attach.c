// A sweep finds its file, or makes it.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sweep/sweep.h"
#include "text/sentence.h"

/// The next line of a text, without its end; its length, or -1 behind the last.
static int next_line(const char** at, const char** line) {
  if (**at == '\0') return -1;
  *line = *at;
  const size_t length = strcspn(*at, "\n");
  *at += length + ((*at)[length] == '\n');
  return (int)length;
}

/// Says in which line two sweeps differ first.
static carom_status tell_difference(const char* path, const char* theirs, const char* ours, carom_diag* error) {
  const char *a = "", *b = "";
  int m, n;
  do {
    m = next_line(&theirs, &a);
    n = next_line(&ours, &b);
  } while (m >= 0 && m == n && strncmp(a, b, (size_t)m) == 0);
  const char* equals = n > 0 ? strstr(b, " = ") : NULL;
  char key[CAROM_FIELD_SIZE] = "";
  if (equals && equals - b < n) snprintf(key, sizeof key, "%.*s", (int)(equals - b), b);
  return carom__refuse(error, CAROM_BAD_VALUE, key, 0,
                       "%.100s is of another sweep: it has `%.*s`, this one `%.*s`. Give another -o, or --fresh.", path,
                       m < 0    ? 0
                       : m > 90 ? 90
                                : m,
                       a,
                       n < 0    ? 0
                       : n > 90 ? 90
                                : n,
                       b);
}

static carom_status check_identity(const carom_sweep* s, const char* path, carom_diag* error) {
  carom_text theirs = {0};
  carom_status status = carom__file_text(path, "study/identity", &theirs, error);
  if (!status && strcmp(theirs.text ? theirs.text : "", s->identity.text) != 0)
    status = tell_difference(path, theirs.text ? theirs.text : "", s->identity.text, error);
  carom_text_free(&theirs);
  return status;
}

static bool write_names(const carom_sweep* s, int column, int count, const char* (*name)(const carom_sweep*, int)) {
  for (int i = 0; i < count; ++i) {
    char padded[CAROM_SWEEP_PATH_SIZE] = "";
    strncpy(padded, name(s, i), sizeof padded - 1);
    if (carom__file_write(&s->file, column, i, 1, padded)) return false;
  }
  return true;
}

/// What does not change. A filler.
static bool fill(void* context, carom_diag* error) {
  const carom_sweep* s = context;
  const carom__sweep_file* f = &s->file;
  const int64_t changes = (int64_t)strlen(s->plan.changes);
  errno = EIO;
  const bool fine =
      !carom__file_write(f, s->at.identity, 0, (int64_t)s->identity.length, s->identity.text) &&
      !carom__file_write(f, s->at.scenario, 0, (int64_t)s->text.length, s->text.text) &&
      !carom__file_write(f, s->at.changes, 0, changes > 0 ? changes : 1, s->plan.changes) &&
      write_names(s, s->at.input_names, s->sampler.count, carom_sweep_input_name) &&
      write_names(s, s->at.of_names, s->of_count, carom_sweep_of_name) &&
      (s->at.levels < 0 || !carom__file_write(f, s->at.levels, 0, s->plan.quantile_count, s->plan.quantiles)) &&
      !carom__file_sync(f);
  if (!fine) carom__file_fail("write", f->path, error);
  return fine;
}

static bool exists(const char* path) {
  struct stat about;
  return stat(path, &about) == 0;
}

/// A name that says which kind of file is meant.
static carom_status check_name(const char* path, carom_diag* error) {
  const size_t length = strlen(path);
  static const char* const endings[] = {".h5", ".hdf5", "/"};
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i) {
    const size_t size = strlen(endings[i]);
    if (length > size && strcmp(path + length - size, endings[i]) == 0) return CAROM_OK;
  }
  return carom__refuse(
      error, CAROM_BAD_VALUE, "", 0,
      "the output must be NAME.h5 for an HDF5 file, or NAME/ for a folder of .npy columns, not `%.150s`.", path);
}

static carom_status attach(carom_sweep* s, const char* path, carom_diag* error) {
  carom_status status = CAROM_INCONSISTENT;
  if (!exists(path)) status = carom__file_make(&s->file, path, fill, s, error);
  if (status != CAROM_INCONSISTENT) return status;
  status = check_identity(s, path, error);
  return status ? status : carom__file_open(&s->file, path, error);
}

/// Only what is a sweep's is removed.
static carom_status remove_old(const char* path, carom_diag* error) {
  carom_text unread = {0};
  if (!exists(path)) return CAROM_OK;
  const carom_status status = carom__file_text(path, "study/identity", &unread, error);
  carom_text_free(&unread);
  return status ? status : carom__file_remove(path, error);
}

bool carom_sweep_attach(carom_sweep* s, const char* output, bool fresh, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *error = (carom_diag){0};
  if (carom__require(s, "sweep", "point to a sweep", error) ||
      carom__require(output, "output", "be the name of a file", error))
    return false;
  carom__file_close(&s->file);
  if (check_name(output, error) || (fresh && remove_old(output, error)) || attach(s, output, error)) return false;
  if (!carom__file_reserve(&s->file, error)) return true;
  // A file in which nothing is done yet and nothing will fit is of no use to anybody.
  if (carom_sweep_todo(s, 0, 0, NULL, 0) == s->chunk_count) {
    carom_diag ignored;
    carom__file_remove(output, &ignored);
  }
  carom__file_close(&s->file);
  return false;
}

bool carom_sweep_attach_memory(carom_sweep* s, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *error = (carom_diag){0};
  if (carom__require(s, "sweep", "point to a sweep", error)) return false;
  carom__file_close(&s->file);
  return carom__file_make_memory(&s->file, fill, s, error) == CAROM_OK;
}

static bool apply_changes(carom_sweep_plan* plan, char* changes, carom_diag* error) {
  for (char* line = changes; line && *line;) {
    char* end = strchr(line, '\n');
    if (end) *end = '\0';
    if (!carom_sweep_plan_change(plan, line, error)) return false;
    line = end ? end + 1 : NULL;
  }
  return true;
}

carom_sweep* carom_sweep_of_file(const char* output, carom_diag* error) {
  carom_diag unread;
  carom_text scenario = {0}, changes = {0};
  carom_sweep_plan* plan = NULL;
  carom_sweep* s = NULL;
  if (!error) error = &unread;
  *error = (carom_diag){0};
  if (carom__require(output, "output", "be the name of a file", error)) return NULL;
  if (!check_name(output, error) && !carom__file_text(output, "study/scenario", &scenario, error) &&
      !carom__file_text(output, "study/changes", &changes, error))
    plan = carom_sweep_plan_parse(scenario.text ? scenario.text : "", scenario.length, error);
  if (plan && apply_changes(plan, changes.text, error))
    s = carom_sweep_open(scenario.text ? scenario.text : "", scenario.length, plan, error);
  if (s && (check_identity(s, output, error) || carom__file_open(&s->file, output, error))) {
    carom_sweep_free(s);
    s = NULL;
  }
  carom_sweep_plan_free(plan);
  carom_text_free(&changes);
  carom_text_free(&scenario);
  return s;
}
