// JSON Lines: any bytes as a stream; what comes out is a line for each line, whatever went in.
#define _XOPEN_SOURCE 700  // fmemopen
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/lines.h"
#include "fuzz_text.h"

static bool keep(const char* text, size_t length, void* context) {
  long* lines = context;
  for (size_t i = 0; i < length; ++i) *lines += text[i] == '\n';
  return true;
}

/// Whether every line that is a scenario is small; counts those that are not blank.
static bool are_small(const fuzz_input* in, long* lines) {
  fuzz_input rest = *in;
  bool small = true;
  while (rest.left > 0) {
    const uint8_t* end = memchr(rest.at, '\n', rest.left);
    const size_t length = end ? (size_t)(end - rest.at) : rest.left;
    bool blank = true;
    for (size_t i = 0; i < length; ++i)
      blank = blank && (rest.at[i] == ' ' || rest.at[i] == '\t' || rest.at[i] == '\r');
    *lines += !blank;
    carom_diag error;
    carom_scenario* s = carom_scenario_parse((const char*)rest.at, length, &error);
    if (s && !fuzz_is_small(s)) small = false;
    carom_scenario_free(s);
    rest.at += length + (end != NULL);
    rest.left -= length + (end != NULL);
  }
  return small;
}

void fuzz_target(fuzz_input* in) {
  const int kind = fuzz_byte(in);
  long expected = 0, lines = 0, sentences = 0;
  int room = 100 * kind, calls = 0;
  if (in->left == 0 || !are_small(in, &expected)) return;
  FILE* file = fmemopen((void*)(uintptr_t)in->at, in->left, "r");
  if (!file) return;
  const carom_line_streams streams = {
      .in = file,
      .name = "fuzz.jsonl",
      .out = kind % 8 == 7 ? fuzz_sink(&room) : (carom_sink){keep, &lines},
      .err = {keep, &sentences},
      .progress = fuzz_go_on,
      .context = &calls,
      .derivatives = kind % 2,
  };
  const int code = kind % 4 < 2 ? carom_scenario_solve_lines(&streams) : carom_scenario_simulate_lines(&streams);
  fclose(file);
  const carom_diag none = {0};
  fuzz_answered(CAROM_OK, &none);
  if (code < 0 || code > 2) fuzz_fail("lines: an exit code", code);
  if (kind % 8 == 7) return;
  if (code == 0 && sentences > 0) fuzz_fail("lines: a complaint without an exit code", (double)sentences);
  if (code == 2 && sentences == 0) fuzz_fail("lines: an exit code without a sentence", code);
  if (kind % 4 < 2 && lines != expected) fuzz_fail("lines: as many answers as lines", (double)(lines - expected));
}
