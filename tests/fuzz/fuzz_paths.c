// Paths and values as --set and --vary take them, and numbers with units: any texts against good scenarios.
#define _XOPEN_SOURCE 700  // strdup
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/vary.h"
#include "format/units.h"
#include "fuzz_text.h"

static void set(fuzz_input* in) {
  char* good = fuzz_good_text(in, true);
  carom_text text = {0};
  carom_diag error = {0};
  if (!carom_sink_text(&text).write(good, strlen(good), &text)) abort();
  while (in->left > 0) {
    char* path = fuzz_line(in);
    char* value = fuzz_line(in);
    char* before = strdup(text.text);
    const bool done = carom_scenario_set(&text, path, value, &error);
    fuzz_answered(done ? CAROM_OK : error.status, &error);
    if (!done && strcmp(before, text.text) != 0) fuzz_fail("set: refused, and the text has changed", error.status);
    free(before);
    free(path);
    free(value);
    if (!done) break;
    carom_scenario* s = carom_scenario_parse(text.text, text.length, &error);
    if (!fuzz_answered(s ? CAROM_OK : error.status, &error) && error.status == CAROM_SYNTAX)
      fuzz_fail("set: what was set made it no JSON", error.line);
    carom_scenario_free(s);
  }
  carom_text_free(&text);
  free(good);
}

static void vary(fuzz_input* in) {
  char* good = fuzz_good_text(in, false);
  const double number = fuzz_number(in), other = fuzz_number(in);
  carom_diag error = {0};
  carom_reading readings[2];
  carom_vary* v = carom_vary_open(good, strlen(good), &error);
  if (!v) fuzz_fail("vary: a good text is refused", error.status);
  char* path = fuzz_line(in);
  const int slot = carom_vary_find(v, path, &error);
  free(path);
  if (fuzz_answered(slot >= 0 ? CAROM_OK : error.status, &error)) carom_vary_set(v, slot, number);
  path = fuzz_line(in);
  const int second = carom_vary_find(v, path, &error);
  free(path);
  if (fuzz_answered(second >= 0 ? CAROM_OK : error.status, &error)) carom_vary_set(v, second, other);
  char* shown[2] = {fuzz_line(in), fuzz_line(in)};
  const bool read = carom_vary_read(v, 2, (const char* const*)shown, readings, &error);
  fuzz_answered(read ? CAROM_OK : error.status, &error);
  for (int i = 0; i < 2 && read; ++i) {
    if (readings[i].kind == CAROM_READING_WORD && !memchr(readings[i].word, '\0', sizeof readings[i].word))
      fuzz_fail("vary: a word without an end", i);
    if (readings[i].kind == CAROM_READING_NONE) {
      carom_vary_unknown_reading(v, shown[i], &error);
      if (error.message[0] == '\0') fuzz_fail("vary: nothing is there, and nobody says so", i);
    }
  }
  carom_scenario* s = carom_vary_scenario(v, &error);
  fuzz_answered(s ? CAROM_OK : error.status, &error);
  carom_scenario_free(s);
  free(shown[0]);
  free(shown[1]);
  carom_vary_free(v);
  free(good);
}

static void units(fuzz_input* in) {
  const carom__quantity quantity = (carom__quantity)fuzz_int(in, CAROM__PLAIN, CAROM__SPEED_OR_RATE);
  char list[300];
  double si = NAN;
  char* text = fuzz_line(in);
  char* owner = fuzz_line(in);
  if (carom__measure_text(text, quantity, &si) == CAROM__MEASURED) fuzz_finite("units: a value", 1, &si);
  carom__quantity_of(text, owner);
  carom__list_units(quantity, list, (size_t)fuzz_int(in, 1, 200));
  if (!carom__quantity_name(quantity)) fuzz_fail("units: a quantity without a name", quantity);
  free(text);
  free(owner);
}

void fuzz_target(fuzz_input* in) {
  void (*const kinds[])(fuzz_input*) = {set, vary, units};
  kinds[fuzz_int(in, 0, 2)](in);
}
