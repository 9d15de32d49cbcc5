/// @file main.c
/// Finds the command and runs it.
#include <signal.h>
#include <string.h>

#include "carom/status.h"
#include "cli.h"

const cli_command* cli_find_command(const char* name) {
  for (const cli_command* command = cli_commands; command->name; ++command)
    if (strcmp(command->name, name) == 0) return command;
  return NULL;
}

/// Commands that a mistyped word is compared with.
enum { MOST_COMMANDS = 16 };

static int unknown_command(const char* word) {
  const char* words[MOST_COMMANDS + 5] = {"help", "completion", "--help", "--version"};
  for (int i = 0; i < MOST_COMMANDS && cli_commands[i].name; ++i) words[4 + i] = cli_commands[i].name;
  return cli_unknown(word[0] == '-' ? "option" : "command", word, cli_nearest(word, words), NULL);
}

static int run_completion(int argc, char** argv) {
  if (argc == 1 && cli_print_completion(argv[0], stdout)) return CLI_SOLVED;
  if (argc == 1 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
    cli_print_completion_help(stdout);
    return CLI_SOLVED;
  }
  if (argc == 1) return cli_unknown("shell", argv[0], cli_nearest(argv[0], cli_shells), "completion");
  cli_print_completion_help(stderr);
  return CLI_BAD;
}

static int run_help(int argc, char** argv) {
  if (argc > 0 && strcmp(argv[0], "help") == 0) return run_help(0, NULL);
  if (argc > 0 && strcmp(argv[0], "--man") == 0) {
    cli_print_manual(stdout);
    return CLI_SOLVED;
  }
  if (argc > 0 && strcmp(argv[0], "completion") == 0) return run_completion(1, (char*[]){"--help"});
  const cli_command* command = argc > 0 ? cli_find_command(argv[0]) : NULL;
  if (argc > 0 && !command) return unknown_command(argv[0]);
  if (command) {
    cli_print_command_help(command, stdout);
  } else {
    cli_print_help(stdout);
  }
  return CLI_SOLVED;
}

static int run_command(const cli_command* command, int argc, char** argv) {
  cli_options options;
  if (!cli_parse(command, argc, argv, &options)) return CLI_BAD;
  if (options.help) {
    cli_print_command_help(command, stdout);
    return CLI_SOLVED;
  }
  if (options.file_count == 0) {
    fprintf(stderr, "carom %s: no file given (use - for standard input)\n", command->name);
    return CLI_BAD;
  }
  return command->run(&options);
}

static int dispatch(int argc, char** argv) {
  if (argc < 2) {
    cli_print_help(stderr);
    return CLI_BAD;
  }
  const char* word = argv[1];
  if (strcmp(word, "--version") == 0) {
    printf("carom %s\n", carom_version());
    return CLI_SOLVED;
  }
  if (strcmp(word, "completion") == 0) return run_completion(argc - 2, argv + 2);
  if (strcmp(word, "help") == 0) return run_help(argc - 2, argv + 2);
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return run_help(0, NULL);
  const cli_command* command = cli_find_command(word);
  return command ? run_command(command, argc - 2, argv + 2) : unknown_command(word);
}

int cli_main(int argc, char** argv) {
#ifdef SIGPIPE
  // A closed pipe must end in a message and an exit code, as a full disk does.
  signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
  signal(SIGXFSZ, SIG_IGN);  // likewise a file that may grow no more
#endif
  const int code = dispatch(argc, argv);
  return cli_worse(code, cli_finish_output());
}
