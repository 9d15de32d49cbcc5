// Sweeps: plans out of any text, lines of the command line, rows by number; files of columns with bytes that are not
// those that were written.
#define _XOPEN_SOURCE 700  // mkdtemp
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "fuzz_text.h"

enum { MOST_ROWS = 40 };

static const char rod[] =
    "{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"W\": [[3, 1], [1, 2]], \"v\": [0.5, -1]},\n"
    "\"contacts\": [{\"e\": 0.5, \"mu\": 0.3}]";

/// A scenario whose sweep block is the rest of the input.
static char* with_block(fuzz_input* in, size_t* length) {
  size_t rest;
  char* block = fuzz_rest(in, &rest);
  char* text = malloc(sizeof rod + rest + 32);
  if (!text) abort();
  memcpy(text, rod, sizeof rod - 1);
  *length = sizeof rod - 1;
  memcpy(text + *length, ", \"sweep\": ", 11);
  *length += 11;
  if (rest > 0) memcpy(text + *length, block, rest);
  *length += rest;
  text[(*length)++] = '}';
  free(block);
  return text;
}

static void rows_of(carom_sweep* s, const int64_t* rows, int count) {
  static carom_sweep_value inputs[CAROM_SWEEP_MOST_INPUTS], outputs[CAROM_SWEEP_MOST_OUTPUTS];
  carom_diag error = {0};
  for (int i = 0; i < count; ++i) {
    int room = 4000;
    fuzz_answered(carom_sweep_row(s, rows[i], inputs, outputs, &error), &error);
    carom_sweep_row_settings(s, rows[i], fuzz_sink(&room));
  }
}

static carom_sweep* open_sweep(const char* text, size_t length, const carom_sweep_plan* plan) {
  carom_diag error = {0};
  carom_sweep* s = carom_sweep_open(text, length, plan, &error);
  fuzz_answered(s ? CAROM_OK : error.status, &error);
  return s;
}

static void all_of(carom_sweep* s, int room) {
  static double numbers[MOST_ROWS * CAROM_SWEEP_WORD_SIZE];
  carom_diag error = {0};
  carom_sweep_progress progress;
  const carom_sweep_run_options options = {.threads = 1, .sync = CAROM_SWEEP_SYNC_NONE};
  fuzz_answered(carom_sweep_run(s, &options, &progress, &error), &error);
  carom_sweep_summary* summary = carom_sweep_summarise(s, &error);
  if (fuzz_answered(summary ? CAROM_OK : error.status, &error)) carom_sweep_summary_write(s, summary, fuzz_sink(&room));
  carom_sweep_summary_free(summary);
  carom_sweep_write_csv(s, fuzz_sink(&room));
  for (int i = 0; carom_sweep_column_at(s, i).name; ++i) carom_sweep_read_column(s, i, 0, 1, numbers);
}

static void plan(fuzz_input* in) {
  const int64_t rows[3] = {fuzz_byte(in), (int64_t)fuzz_byte(in) << 55, -1};
  carom_diag error = {0};
  size_t length;
  char* text = with_block(in, &length);
  carom_sweep_plan* p = carom_sweep_plan_parse(text, length, &error);
  if (fuzz_answered(p ? CAROM_OK : error.status, &error) && p) {
    carom_sweep* s = open_sweep(text, length, p);
    if (s) {
      rows_of(s, rows, 3);
      // The rows bound the work; the other numbers of a plan the memory.
      if (carom_sweep_tell(s).rows <= MOST_ROWS && carom_sweep_tell(s).bytes < 1 << 20 &&
          carom_sweep_attach_memory(s, &error))
        all_of(s, 1 << 20);
    }
    carom_sweep_free(s);
  }
  carom_sweep_plan_free(p);
  free(text);
}

static void changes(fuzz_input* in) {
  const int64_t rows[2] = {fuzz_byte(in), INT64_MAX};
  char text[sizeof rod + 1];
  carom_diag error = {0};
  memcpy(text, rod, sizeof rod - 1);
  memcpy(text + sizeof rod - 1, "}", 2);
  carom_sweep_plan* p = carom_sweep_plan_parse(text, strlen(text), &error);
  if (!p) fuzz_fail("sweep: a good text is refused", error.status);
  while (in->left > 0) {
    char* line = fuzz_line(in);
    const bool done = carom_sweep_plan_change(p, line, &error);
    fuzz_answered(done ? CAROM_OK : error.status, &error);
    free(line);
  }
  carom_sweep* s = open_sweep(text, strlen(text), p);
  if (s) rows_of(s, rows, 2);
  carom_sweep_free(s);
  carom_sweep_plan_free(p);
}

static char folder[64];

static void clean(void) {
  carom_diag error = {0};
  char path[96];
  snprintf(path, sizeof path, "%s/s/", folder);
  carom_sweep* s = carom_sweep_of_file(path, &error);
  carom_sweep_free(s);
  char command[160];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  if (folder[0] == '/' && system(command) != 0) fputs("fuzz: the folder is still there\n", stderr);
}

/// A small sweep on disk, some of its files overwritten or cut, then opened, gone on with and read.
static void files(fuzz_input* in) {
  static const char* const names[] = {"study/scenario.txt", "study/changes.txt",      "study/identity.txt", "done.npy",
                                      "rows/status.npy",    "rows/contacts.0.mu.npy", "study/scenario.txt"};
  static const char good[] = "uniform";
  char text[sizeof rod + 200], path[96], name[160];
  carom_diag error = {0};
  if (!folder[0]) {
    const char* place = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.32s/carom-fuzz-XXXXXX", place ? place : P_tmpdir);
    if (!mkdtemp(folder)) fuzz_fail("sweep: no folder", 0);
    atexit(clean);
  }
  snprintf(
      text, sizeof text,
      "%s, \"sweep\": {\"vary\": {\"contacts.0.mu\": {\"%s\": [0, 1]}}, \"rows\": 7, \"store\": [\"energy.change\"]}}",
      rod, good);
  snprintf(path, sizeof path, "%s/s/", folder);
  carom_sweep_plan* p = carom_sweep_plan_parse(text, strlen(text), &error);
  carom_sweep* s = p ? open_sweep(text, strlen(text), p) : NULL;
  carom_sweep_plan_free(p);
  if (!s) {
    fputs(error.message, stderr);
    fuzz_fail("sweep: the target's own sweep is refused", error.status);
  }
  if (!carom_sweep_attach(s, path, true, &error) && !carom_sweep_attach(s, path, false, &error)) {
    // What the last input left may not be a sweep's any more, and then it is not removed.
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command) != 0 || !carom_sweep_attach(s, path, true, &error)) fuzz_fail("sweep: no file", error.status);
  }
  carom_sweep_free(s);
  const char* which = names[fuzz_int(in, 0, 6)];
  const int at = fuzz_byte(in) * 4, cut = fuzz_byte(in);
  size_t length;
  char* bytes = fuzz_rest(in, &length);
  snprintf(name, sizeof name, "%s%s", path, which);
  const int handle = openat(AT_FDCWD, name, O_RDWR);
  if (handle >= 0) {
    if (cut % 4 == 3 && ftruncate(handle, cut) != 0) fputs("fuzz: not cut\n", stderr);
    if (length > 0 && pwrite(handle, bytes, length, at) < 0) fputs("fuzz: not written\n", stderr);
    close(handle);
  }
  free(bytes);
  s = carom_sweep_of_file(path, &error);
  if (fuzz_answered(s ? CAROM_OK : error.status, &error) && s && carom_sweep_tell(s).rows <= MOST_ROWS)
    all_of(s, 1 << 20);
  carom_sweep_free(s);
}

void fuzz_target(fuzz_input* in) {
  const int kind = fuzz_byte(in);
  if (kind % 16 == 15)
    files(in);
  else if (kind % 2)
    plan(in);
  else
    changes(in);
}
