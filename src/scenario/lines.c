// Many scenarios, one a line. Memory does not grow with the file: one line, one scenario and one result at a time.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"

/// No scenario is as long as this; a line that is would be a file that has no lines.
static const size_t LONGEST_LINE = (size_t)16 << 20;

enum { BLOCK_SIZE = 1 << 16 };

/// A line in memory that is reused for the next one.
typedef struct line_buffer {
  char* text;
  size_t length;
  size_t capacity;
  bool is_too_long;   // what came after LONGEST_LINE was dropped
  bool is_too_large;  // there was no memory for it
} line_buffer;

/// Input is read in blocks, since a call for each character would cost as much as solving.
typedef struct reader {
  FILE* in;
  char block[BLOCK_SIZE];
  size_t position, end;
  int line;
} reader;

static bool grow(line_buffer* line, size_t needed) {
  if (needed <= line->capacity) return true;
  size_t capacity = line->capacity > 0 ? line->capacity : 4096;
  while (capacity < needed) capacity *= 2;
  char* text = realloc(line->text, capacity);
  if (!text) return false;
  line->text = text;
  line->capacity = capacity;
  return true;
}

static void append(line_buffer* line, const char* piece, size_t length) {
  if (length == 0 || line->is_too_long || line->is_too_large) return;
  if (length > LONGEST_LINE - line->length) {
    line->is_too_long = true;
  } else if (!grow(line, line->length + length)) {
    line->is_too_large = true;
  } else {
    memcpy(line->text + line->length, piece, length);
    line->length += length;
  }
}

static bool fill(reader* input) {
  input->position = 0;
  input->end = fread(input->block, 1, sizeof input->block, input->in);
  return input->end > 0;
}

/// The next line without its newline. False at the end of the input.
static bool next_line(reader* input, line_buffer* line) {
  bool any = false;
  line->length = 0;
  line->is_too_long = line->is_too_large = false;
  while (input->position < input->end || fill(input)) {
    const char* start = input->block + input->position;
    const size_t rest = input->end - input->position;
    const char* newline = memchr(start, '\n', rest);
    const size_t length = newline ? (size_t)(newline - start) : rest;
    append(line, start, length);
    input->position += length + (newline ? 1 : 0);
    any = true;
    if (newline) break;
  }
  if (any) input->line++;
  return any;
}

static bool is_blank(const line_buffer* line) {
  if (line->is_too_long || line->is_too_large) return false;
  for (size_t i = 0; i < line->length; i++)
    if (!strchr(" \t\r", line->text[i]) || line->text[i] == '\0') return false;
  return true;
}

static bool check_length(const line_buffer* line, carom_file_error* error) {
  if (!line->is_too_long && !line->is_too_large) return true;
  *error = (carom_file_error){.code = line->is_too_long ? CAROM_FILE_SYNTAX : CAROM_FILE_BUDGET};
  snprintf(error->message, sizeof error->message, "%s",
           line->is_too_long ? "the line is longer than 16 MiB; each line must hold one scenario."
                             : "there is not enough memory for this line.");
  return false;
}

static carom_file_code solve_line(const line_buffer* line, FILE* out, carom_file_error* error) {
  if (!check_length(line, error)) return error->code;
  carom_scenario* scenario = carom_scenario_parse(line->text, line->length, error);
  if (!scenario) return error->code;
  carom_result* result = carom_scenario_solve(scenario, error);
  if (result) carom_result_write(scenario, result, out);
  const carom_file_code code = result ? CAROM_FILE_OK : error->code;
  carom_result_free(result);
  carom_scenario_free(scenario);
  return code;
}

static void report(carom_file_error* error, const reader* input, const char* name, FILE* out, FILE* err) {
  error->line = input->line;
  carom_file_error_write(error, out);
  fprintf(err, "%s:%d: %s%s%s\n", name, error->line, error->key, error->key[0] ? ": " : "", error->message);
}

static int worse(int a, int b) {
  return a > b ? a : b;
}

static int solve_all(reader* input, line_buffer* line, const char* name, FILE* out, FILE* err) {
  int worst = 0;
  carom_file_error error = {0};
  while (!ferror(out) && next_line(input, line)) {
    if (is_blank(line)) continue;
    const carom_file_code code = solve_line(line, out, &error);
    if (code) report(&error, input, name, out, err);
    worst = worse(worst, carom_file_code_exit(code));
  }
  return worst;
}

/// A reader of the results must not take a part for the whole: a failed read or write ends with exit code 2.
static int check_streams(FILE* in, const char* name, FILE* out, FILE* err) {
  if (ferror(in)) {
    fprintf(err, "%s: cannot read on: %s\n", name, strerror(errno));
    return 2;
  }
  if (fflush(out) != 0 || ferror(out)) {
    fprintf(err, "%s: cannot write the results: %s\n", name, strerror(errno));
    return 2;
  }
  return 0;
}

int carom_scenario_solve_lines(FILE* in, const char* name, FILE* out, FILE* err) {
  reader* input = calloc(1, sizeof *input);
  if (!input) {
    fprintf(err, "%s: there is not enough memory to read it\n", name);
    return 1;
  }
  input->in = in;
  line_buffer line = {0};
  errno = 0;
  const int worst = solve_all(input, &line, name, out, err);
  const int failed = check_streams(in, name, out, err);
  free(line.text);
  free(input);
  return worse(worst, failed);
}
