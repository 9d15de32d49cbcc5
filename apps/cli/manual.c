// The manual page, from the table of commands: `carom help --man`, and what is installed for `man carom`.
#include <string.h>

#include "carom/status.h"
#include "cli.h"

/// One character of a line; roff reads hyphens, backslashes and some first characters as its own.
static void put(char c, FILE* out) {
  if (c == '\\')
    fputs("\\e", out);
  else if (c == '-')
    fputs("\\-", out);
  else
    fputc(c, out);
}

static void put_line(const char* line, size_t length, FILE* out) {
  if (length > 0 && (line[0] == '.' || line[0] == '\'')) fputs("\\&", out);
  for (size_t i = 0; i < length; ++i) put(line[i], out);
  fputc('\n', out);
}

/// Plain text as in the help: paragraphs with empty lines between them, and lines that begin with two blanks as they
/// are.
static void put_text(const char* text, FILE* out) {
  bool as_it_is = false;
  for (const char* line = text; *line;) {
    const size_t length = strcspn(line, "\n");
    const bool indented = strncmp(line, "  ", 2) == 0;
    if (indented != as_it_is) fputs(indented ? ".PP\n.nf\n" : ".fi\n", out);
    as_it_is = indented;
    if (length == 0)
      fputs(".PP\n", out);
    else
      put_line(line, length, out);
    line += length + (line[length] == '\n');
  }
  if (as_it_is) fputs(".fi\n", out);
}

static void put_option(const cli_option* option, FILE* out) {
  fputs(".TP\n.B ", out);
  if (option->letter) {
    put(option->letter[0], out);
    fprintf(out, "%s, ", option->letter + 1);
  }
  for (const char* c = option->name; *c; ++c) put(*c, out);
  if (option->value) fprintf(out, " \\fI%s\\fR", option->value);
  fputc('\n', out);
  put_text(option->text, out);
}

static void put_command(const cli_command* command, FILE* out) {
  fprintf(out, ".SS carom %s: %s\n.nf\n", command->name, command->purpose);
  put_text(command->usage, out);
  fputs(".fi\n.PP\n", out);
  put_text(command->about, out);
  for (const cli_option* option = command->options; option->name; ++option) put_option(option, out);
  if (command->notes) fputs(".PP\n", out);
  if (command->notes) put_text(command->notes, out);
  fputs(".PP\nExit code: ", out);
  put_text(command->exits, out);
  fputs(".PP\n", out);
  put_text(command->examples, out);
}

void cli_print_manual(FILE* out) {
  fprintf(out, ".TH CAROM 1 \"\" \"carom %s\" \"User commands\"\n.SH NAME\n", carom_version());
  fputs("carom \\- rigid bodies touch and collide; what are their velocities afterwards?\n.SH SYNOPSIS\n.nf\n", out);
  for (const cli_command* command = cli_commands; command->name; ++command) put_text(command->usage, out);
  fputs("carom help [COMMAND]\ncarom completion SHELL\n.fi\n.SH COMMANDS\n", out);
  for (const cli_command* command = cli_commands; command->name; ++command) put_command(command, out);
  fputs(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, no colour on a terminal.\n", out);
}
