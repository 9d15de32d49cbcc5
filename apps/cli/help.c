// What `--help` prints, from the table of commands.
#include "carom/status.h"
#include "cli.h"

void cli_print_help(FILE* out) {
  fprintf(out,
          "carom %s: rigid bodies touch and collide; what are their velocities afterwards?\n"
          "\n"
          "Usage: carom COMMAND ...\n"
          "\n",
          carom_version());
  for (const cli_command* command = cli_commands; command->name; ++command)
    fprintf(out, "  %-10s  %s\n", command->name, command->purpose);
  fprintf(out,
          "  %-10s  %s\n"
          "  %-10s  %s\n"
          "\n"
          "  --version   print the version\n"
          "  --help      print this\n"
          "\n"
          "Example: a ball of 1 kg drops on the floor at 1 m/s and bounces with e = 0.5.\n"
          "\n"
          "  echo '{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"W\": [[3.5, 0], [0, 1]], \"v\": [0, -1]},\n"
          "         \"contacts\": [{\"e\": 0.5, \"mu\": 0.3}]}' | carom solve -\n",
          "completion", "print the script that completes command lines in your shell", "help",
          "help COMMAND says more about a command; help --man prints the manual page");
}

/// The widest label that has its text beside it; a longer one has it below.
enum { WIDEST_LABEL = 16 };

/// "-o, --output OUT". Returns its width.
static int write_label(const cli_option* option, char* out, int size) {
  return snprintf(out, (size_t)size, "%s%s%s%s%s", option->letter ? option->letter : "", option->letter ? ", " : "",
                  option->name, option->value ? " " : "", option->value ? option->value : "");
}

static int label_column(const cli_command* command) {
  char label[80];
  int widest = 0;
  for (const cli_option* option = command->options; option->name; ++option) {
    const int width = write_label(option, label, sizeof label);
    if (width > widest && width <= WIDEST_LABEL) widest = width;
  }
  return 2 + widest + 2;
}

/// Prints text whose further lines begin at a column.
static void print_hanging(const char* text, int column, FILE* out) {
  for (; *text; ++text) {
    fputc(*text, out);
    if (*text == '\n') fprintf(out, "%*s", column, "");
  }
  fputc('\n', out);
}

static void print_option(const cli_option* option, int column, FILE* out) {
  char label[80];
  const int width = 2 + write_label(option, label, sizeof label);
  if (width + 2 > column)
    fprintf(out, "  %s\n%*s", label, column, "");
  else
    fprintf(out, "  %s%*s", label, column - width, "");
  print_hanging(option->text, column, out);
}

void cli_print_command_help(const cli_command* command, FILE* out) {
  fprintf(out, "carom %s: %s\n\nUsage: ", command->name, command->purpose);
  print_hanging(command->usage, (int)sizeof "Usage: " - 1, out);
  fprintf(out, "\n%s\n\n", command->about);
  const int column = label_column(command);
  for (const cli_option* option = command->options; option->name; ++option) print_option(option, column, out);
  if (command->notes) fprintf(out, "\n%s\n", command->notes);
  fprintf(out, "\nExit code: %s\n\n%s\n", command->exits, command->examples);
}
