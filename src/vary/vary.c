// Setting numbers of a scenario by their dotted path.
#include "vary/vary.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "text/clean_text.h"

static bool fail(carom_diag* error, carom_status status, const char* path, const char* message) {
  memset(error, 0, sizeof *error);
  carom__text key = carom__text_start(error->field, sizeof error->field);
  carom__text_add(&key, path);
  carom__text clean = carom__text_start(error->message, sizeof error->message);
  carom__text_add(&clean, message);
  error->status = status;
  return false;
}

carom_vary* carom_vary_open(const char* text, size_t length, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  carom__document* document = carom__document_open(text, length, error);
  carom_vary* vary = document ? calloc(1, sizeof *vary) : NULL;
  if (!document) return NULL;
  if (!vary) {
    fail(error, CAROM_NO_MEMORY, "", "there is not enough memory for this scenario.");
    carom__document_free(document);
    return NULL;
  }
  vary->document = document;
  return vary;
}

void carom_vary_free(carom_vary* vary) {
  if (!vary) return;
  carom__binding_free(vary->binding);
  carom__document_free(vary->document);
  free(vary);
}

carom_scenario* carom_vary_scenario(const carom_vary* vary, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  return carom__document_scenario(vary->document, error);
}

static void fail_unknown(const carom_vary* vary, const char* path, carom_diag* error) {
  carom__path_nearest nearest = {.wanted = path, .numbers_only = true, .distance = INT_MAX};
  carom__path_walk walk = {.hear = carom__path_hear_nearest, .listener = &nearest};
  carom__document_walk(vary->document, &walk);
  char message[sizeof error->message];
  snprintf(message, sizeof message, "`%.100s` names no number of this scenario; the nearest that does is `%.200s`.",
           path, nearest.path);
  fail(error, CAROM_UNKNOWN_KEY, path, message);
}

int carom_vary_find(carom_vary* vary, const char* path, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  memset(error, 0, sizeof *error);
  if (carom__document_slot_count(vary->document) == CAROM_VARY_MOST_SLOTS) {
    char message[80];
    snprintf(message, sizeof message, "there are too many numbers to set; there may be %d.", CAROM_VARY_MOST_SLOTS);
    fail(error, CAROM_BUDGET, path, message);
    return -1;
  }
  const int slot = carom__document_find(vary->document, path);
  if (slot < 0) fail_unknown(vary, path, error);
  return slot;
}

void carom_vary_set(carom_vary* vary, int slot, double value) {
  carom__document_set(vary->document, slot, value);
}
