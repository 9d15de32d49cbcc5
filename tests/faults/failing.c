// Memory that runs out where a test wants it to. Linked into the program carom-faults, with every call of malloc and
// its like in carom's own code led here (--wrap), and jansson's by its own door. What else allocates (the C library,
// HDF5, NLopt) gets its memory as ever: their failures are not ours to mend.
//
// CAROM_FAULT_AT=N: the N-th call fails, and with CAROM_FAULT_ON=1 all that follow. CAROM_FAULT_TELL=FILE: there the
// count of calls is written at the end, and the places that the failing call came from.
#include <errno.h>
#include <execinfo.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 24 };

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* old, size_t size);
char* __real_strdup(const char* text);
FILE* __real_fopen(const char* path, const char* mode);
FILE* __real_fdopen(int handle, const char* mode);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* old, size_t size);
char* __wrap_strdup(const char* text);
FILE* __wrap_fopen(const char* path, const char* mode);
FILE* __wrap_fdopen(int handle, const char* mode);

extern const char __executable_start;

static atomic_long calls;
static long fault_at;
static int fault_on;
static void* places[MOST_PLACES];
static int place_count;

static int fails(void) {
  const long call = atomic_fetch_add(&calls, 1) + 1;
  if (fault_at <= 0 || (fault_on ? call < fault_at : call != fault_at)) return 0;
  if (call == fault_at) place_count = backtrace(places, MOST_PLACES);
  errno = ENOMEM;
  return 1;
}

void* __wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}

void* __wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

void* __wrap_realloc(void* old, size_t size) {
  return fails() ? NULL : __real_realloc(old, size);
}

char* __wrap_strdup(const char* text) {
  return fails() ? NULL : __real_strdup(text);
}

FILE* __wrap_fopen(const char* path, const char* mode) {
  return fails() ? NULL : __real_fopen(path, mode);
}

FILE* __wrap_fdopen(int handle, const char* mode) {
  return fails() ? NULL : __real_fdopen(handle, mode);
}

static void tell(void) {
  const char* path = getenv("CAROM_FAULT_TELL");
  FILE* file = path ? __real_fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  for (int i = 0; i < place_count; ++i)
    fprintf(file, "%#lx\n", (unsigned long)((uintptr_t)places[i] - (uintptr_t)&__executable_start));
  fclose(file);
}

__attribute__((constructor)) static void begin(void) {
  const char* at = getenv("CAROM_FAULT_AT");
  const char* on = getenv("CAROM_FAULT_ON");
  void* first[1];
  backtrace(first, 1);  // loads what it needs
  fault_at = at ? atol(at) : 0;
  fault_on = on && on[0] == '1';
  json_set_alloc_funcs(__wrap_malloc, free);
  atexit(tell);
  atomic_store(&calls, 0);
}
