// `carom help`: the commands, and one of them.
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
    fprintf(out, "  %-8s %s\n", command->name, command->purpose);
  fprintf(out,
          "  %-8s %s\n"
          "\n"
          "  --version   print the version\n"
          "  --help      print this\n"
          "\n"
          "Example: a ball of 1 kg drops on the floor at 1 m/s and bounces with e = 0.5.\n"
          "\n"
          "  echo '{\"carom\": 1, \"dimension\": 2, \"contact_space\": {\"W\": [[3.5, 0], [0, 1]], \"v\": [0, -1]},\n"
          "         \"contacts\": [{\"e\": 0.5, \"mu\": 0.3}]}' | carom solve -\n",
          "help", "help COMMAND says more about a command");
}

void cli_print_command_help(const cli_command* command, FILE* out) {
  fprintf(out, "carom %s: %s\n\n%s", command->name, command->purpose, command->help);
}
