// Many scenarios, one a line. Memory does not grow with the file: one line, one scenario and one answer at a time.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "carom/lines.h"
#include "text/buffer.h"

/// What to do with each line.
typedef struct job {
  /// Writes the answer to streams->out, or fills *error and writes nothing.
  carom_status (*answer)(struct job* job, const carom_scenario* scenario, carom_diag* error);
  const carom_line_streams* streams;
  bool cut;     // set by answer: what was left undone, and no more lines are read
  bool failed;  // out takes no more
} job;

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
  if (any) ++input->line;
  return any;
}

static bool is_blank(const line_buffer* line) {
  if (line->is_too_long || line->is_too_large) return false;
  for (size_t i = 0; i < line->length; ++i)
    if (!strchr(" \t\r", line->text[i]) || line->text[i] == '\0') return false;
  return true;
}

static bool check_length(const line_buffer* line, carom_diag* error) {
  if (!line->is_too_long && !line->is_too_large) return true;
  *error = (carom_diag){.status = line->is_too_long ? CAROM_SYNTAX : CAROM_NO_MEMORY};
  snprintf(error->message, sizeof error->message, "%s",
           line->is_too_long ? "the line is longer than 16 MiB; each line must hold one scenario."
                             : "there is not enough memory for this line.");
  return false;
}

static carom_status solve(job* work, const carom_scenario* scenario, carom_diag* error) {
  const carom_line_streams* streams = work->streams;
  work->cut = streams->progress && !streams->progress(0, streams->context);
  if (work->cut) return CAROM_OK;
  carom_result* result = carom_scenario_solve(scenario, error);
  if (!result) return error->status;
  if (work->streams->derivatives && carom_scenario_differentiate(scenario, result, error)) {
    carom_result_free(result);
    return error->status;
  }
  errno = 0;
  work->failed = !carom_result_write(scenario, result, work->streams->out);
  carom_result_free(result);
  return CAROM_OK;
}

static carom_status simulate(job* work, const carom_scenario* scenario, carom_diag* error) {
  const carom_line_streams* streams = work->streams;
  carom_simulation* simulation = carom_scenario_simulate(scenario, streams->progress, streams->context, error);
  if (!simulation) return error->status;
  errno = 0;
  work->failed = !carom_simulation_write(scenario, simulation, streams->out);
  work->cut = simulation->cut;
  carom_simulation_free(simulation);
  return CAROM_OK;
}

static carom_status answer_line(job* work, const line_buffer* line, carom_diag* error) {
  if (!check_length(line, error)) return error->status;
  carom_scenario* scenario = carom_scenario_parse(line->text, line->length, error);
  if (!scenario) return error->status;
  const carom_status status = work->answer(work, scenario, error);
  carom_scenario_free(scenario);
  return status;
}

/// "name:line: text" for people; without line where that is 0. What cannot be said is lost, as on any closed terminal.
static void say(const carom_line_streams* streams, int line, const char* const* texts) {
  carom__buffer err;
  carom__buffer_start(&err, streams->err);
  carom__buffer_put_text(&err, streams->name);
  char place[24] = "";
  if (line > 0) snprintf(place, sizeof place, ":%d", line);
  carom__buffer_put_text(&err, place);
  carom__buffer_put_text(&err, ": ");
  for (; *texts; ++texts) carom__buffer_put_text(&err, *texts);
  carom__buffer_put_char(&err, '\n');
  carom__buffer_flush(&err);
}

static void report(job* work, int line, carom_diag* error) {
  error->line = line;
  errno = 0;
  work->failed = !carom_diag_write(error, work->streams->out);
  const char* const texts[] = {error->field, error->field[0] ? ": " : "", error->message, NULL};
  say(work->streams, line, texts);
}

static int worse(int a, int b) {
  return a > b ? a : b;
}

static int answer_all(job* work, reader* input, line_buffer* line) {
  int worst = 0;
  carom_diag error = {0};
  while (!work->cut && !work->failed && next_line(input, line)) {
    if (is_blank(line)) continue;
    const carom_status status = answer_line(work, line, &error);
    if (status) report(work, input->line, &error);
    worst = worse(worst, carom_status_exit(status));
  }
  return worse(worst, work->cut ? 1 : 0);
}

/// A reader of the results must not take a part for the whole: a failed read or write ends with exit code 2.
static int check_streams(const job* work, int error) {
  const bool unread = ferror(work->streams->in);
  if (!unread && !work->failed) return 0;
  const char* const texts[] = {unread ? "cannot read on" : "cannot write the results", error ? ": " : "",
                               error ? strerror(error) : "", NULL};
  say(work->streams, 0, texts);
  return 2;
}

static int run(const carom_line_streams* streams, job work) {
  reader* input = calloc(1, sizeof *input);
  if (!input) {
    say(streams, 0, (const char* const[]){"there is not enough memory to read it", NULL});
    return 1;
  }
  work.streams = streams;
  input->in = streams->in;
  line_buffer line = {0};
  errno = 0;
  const int worst = answer_all(&work, input, &line);
  const int failed = check_streams(&work, errno);
  free(line.text);
  free(input);
  return worse(worst, failed);
}

int carom_scenario_solve_lines(const carom_line_streams* streams) {
  return run(streams, (job){.answer = solve});
}

int carom_scenario_simulate_lines(const carom_line_streams* streams) {
  return run(streams, (job){.answer = simulate});
}
