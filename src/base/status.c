// The words of statuses, the version, and how a diagnostic is filled.
#include "carom/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/words.h"

#define TEXT(x)                      #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char* carom_version(void) {
  return VERSION(CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, CAROM_VERSION_PATCH);
}

const char* carom_status_word(carom_status status) {
  switch (status) { CAROM_STATUS_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_status_sentence(carom_status status) {
  switch (status) { CAROM_STATUS_LIST(CAROM__CASE_MEANING_OF) }
  return "a status that this version does not know";
}

int carom_status_exit(carom_status status) {
  switch (status) {
    case CAROM_OK:
      return 0;
    case CAROM_TOO_SMALL:
    case CAROM_UNAVAILABLE:
    case CAROM_BUDGET:
    case CAROM_NO_MEMORY:
    case CAROM_IO:
    case CAROM_NO_PROGRAM:
    case CAROM_PROGRAM_FAILED:
    case CAROM_STOPPED:
      return 1;
    default:
      return 2;
  }
}

carom_status carom__fail(carom_diag* diag, carom_status status, const char* field, double value, const char* message,
                         ...) {
  if (!diag) return status;
  diag->status = status;
  diag->line = 0;
  diag->value = value;
  snprintf(diag->field, sizeof diag->field, "%s", field);
  va_list arguments;
  va_start(arguments, message);
  vsnprintf(diag->message, sizeof diag->message, message, arguments);
  va_end(arguments);
  return status;
}

carom_status carom__fail_within(carom_diag* diag, carom_status status, const char* prefix, int index) {
  if (!diag) return status;
  char inner[CAROM_FIELD_SIZE];
  char place[16] = "";
  memcpy(inner, diag->field, sizeof inner);
  if (index >= 0) snprintf(place, sizeof place, "[%d]", index);
  snprintf(diag->field, sizeof diag->field, "%s%s.%.*s", prefix, place, CAROM_FIELD_SIZE / 2, inner);
  return status;
}

static carom_status fail_null(carom_status status, const char* field, const char* must, carom_diag* diag) {
  return carom__fail(diag, status, field, 0, "%s is NULL; it must %s", field, must);
}

carom_status carom__need(const void* pointer, const char* field, const char* must, carom_diag* diag) {
  return pointer ? CAROM_OK : fail_null(CAROM_OUT_OF_RANGE, field, must, diag);
}

carom_status carom__need_memory(const void* pointer, const char* field, const char* must, carom_diag* diag) {
  return pointer ? CAROM_OK : fail_null(CAROM_TOO_SMALL, field, must, diag);
}

carom_status carom__need_problem_and_out(const void* problem, const void* out, carom_diag* diag) {
  const carom_status status = carom__need(problem, "problem", "be what is to be solved", diag);
  return status ? status : carom__need_memory(out, "out", "have room for the answer", diag);
}
