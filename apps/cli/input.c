/// @file input.c
/// Files into memory, and errors back to the user.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/// A single scenario is kilobytes; this only keeps a device or a wrong file from eating the memory.
static const size_t LARGEST_FILE = (size_t)64 << 20;

bool cli_is_stdin(const char* file) {
  return strcmp(file, "-") == 0;
}

bool cli_is_jsonl(const char* file) {
  const size_t length = strlen(file);
  return length > 6 && strcmp(file + length - 6, ".jsonl") == 0;
}

const char* cli_shown_name(const char* file) {
  return cli_is_stdin(file) ? "(standard input)" : file;
}

int cli_worse(int a, int b) {
  return a > b ? a : b;
}

void cli_cannot_read(carom_diag* error, const char* reason) {
  *error = (carom_diag){.status = CAROM_BAD_VALUE};
  snprintf(error->message, sizeof error->message, "cannot read the file: %s.", reason);
}

void cli_no_memory(carom_diag* error) {
  *error = (carom_diag){.status = CAROM_NO_MEMORY};
  snprintf(error->message, sizeof error->message, "there is not enough memory.");
}

/// Makes room for more; false when it would be too much.
static bool grow(cli_input* input, size_t* capacity, carom_diag* error) {
  if (*capacity >= LARGEST_FILE) {
    cli_cannot_read(error, "it is larger than 64 MiB; many scenarios, one a line, go with --jsonl");
    return false;
  }
  *capacity *= 2;
  char* text = realloc(input->text, *capacity);
  if (text) {
    input->text = text;
  } else {
    cli_no_memory(error);
  }
  return text != NULL;
}

static bool read_all(FILE* in, cli_input* input, carom_diag* error) {
  size_t capacity = 1 << 15;
  input->text = malloc(capacity);
  if (!input->text) {
    cli_no_memory(error);
    return false;
  }
  size_t got;
  while ((got = fread(input->text + input->length, 1, capacity - input->length, in)) > 0) {
    input->length += got;
    if (input->length == capacity && !grow(input, &capacity, error)) return false;
  }
  if (ferror(in)) cli_cannot_read(error, strerror(errno));
  return !ferror(in);
}

cli_input cli_read(const char* file, carom_diag* error) {
  cli_input input = {0};
  FILE* in = cli_is_stdin(file) ? stdin : fopen(file, "rb");
  if (!in) {
    cli_cannot_read(error, strerror(errno));
    return input;
  }
  if (!read_all(in, &input, error)) {
    free(input.text);
    input.text = NULL;
  }
  if (in != stdin) fclose(in);
  return input;
}

carom_scenario* cli_load(const cli_options* options, const char* file, carom_diag* error) {
  const cli_input input = cli_read(file, error);
  if (!input.text) return NULL;
  carom_scenario* scenario = cli_parse_scenario(options, input, error);
  free(input.text);
  return scenario;
}

int cli_report(const char* file, const carom_diag* error, bool json) {
  if (json) carom_diag_write(error, carom_sink_file(stdout));
  cli_put_text(stderr, cli_shown_name(file), 1000);
  if (error->line > 0) fprintf(stderr, ":%d", error->line);
  fputs(": ", stderr);
  if (error->field[0]) {
    cli_put_text(stderr, error->field, 1000);
    fputs(": ", stderr);
  }
  cli_put_text(stderr, error->message, 1000);
  fputc('\n', stderr);
  return carom_status_exit(error->status);
}

int cli_finish_output(void) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return CLI_SOLVED;
  static bool said = false;
  if (!said) fprintf(stderr, "carom: cannot write the output: %s\n", strerror(errno));
  said = true;
  return CLI_BAD;
}
