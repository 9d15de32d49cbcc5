/// @file cli.h
/// What the files of the program share: commands, arguments, input, and text that is safe on a terminal.
#ifndef CAROM_CLI_H
#define CAROM_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "carom/scenario.h"
#include "carom/vary.h"

/// Exit codes of the program. The worst of several files counts.
enum { CLI_SOLVED = 0, CLI_NO_ANSWER = 1, CLI_BAD = 2 };

/// How often an option may be given that may be repeated.
enum { CLI_MOST_GIVEN = 64 };

/// The values of an option that may be repeated.
typedef struct cli_list {
  const char* at[CLI_MOST_GIVEN + 1];  ///< one more than there may be, to see that there are too many
  int count;
} cli_list;

/// Arguments of a command. Its options say which of them it knows.
typedef struct cli_options {
  const char* command;  ///< its name, for messages
  bool help, json, jsonl, all, derivatives;
  bool dry_run, report, fresh, stop_at_failure;  // of `sweep`
  const char* kind;
  const char* output;
  const char* size;
  const char* script;
  const char* title;
  const char* csv;
  const char* until_events;
  const char* show;
  const char* table;
  const char* units;
  const char *rows, *seed, *threads, *part, *sync, *figure;  // of `sweep`
  bool least_squares, plan;                                  // of `fit`
  const char *law, *with, *flip, *huber, *bootstrap, *e_model, *scenario;
  cli_list covariates, estimates;
  cli_list vary;
  cli_list set;
  char** files;  ///< the arguments that are no options, in order
  int file_count;
} cli_options;

/// What an option takes: nothing, one value, or a value each time that it is given.
typedef enum cli_takes { CLI_TAKES_NOTHING, CLI_TAKES_VALUE, CLI_TAKES_LIST } cli_takes;

/// What a shell may offer for the value of an option: nothing, names of files or folders, or its words.
typedef enum cli_offer { CLI_OFFER_NOTHING, CLI_OFFER_FILES, CLI_OFFER_FOLDERS, CLI_OFFER_WORDS } cli_offer;

typedef struct cli_option {
  const char* name;    ///< "--output"
  const char* letter;  ///< "-o", or NULL
  const char* value;   ///< what to call its value: "OUT"; NULL if it has none
  cli_takes takes;
  size_t field;  ///< where it goes in cli_options: a bool, a const char* or a cli_list
  cli_offer offer;
  const char* (*word)(int);  ///< for CLI_OFFER_WORDS: word number i, NULL behind the last
  const char* brief;         ///< a few words, for a shell
  const char* text;          ///< all that there is to say; lines end where they are to end
} cli_option;

/// What the program, its help, its manual page and the completion of a shell know of a command.
typedef struct cli_command {
  const char* name;
  int (*run)(const cli_options* options);
  const char* purpose;        ///< one line
  const char* usage;          ///< a line for each way to call it
  const char* about;          ///< what it does
  const cli_option* options;  ///< ends with one without a name
  const char* notes;          ///< what else there is to know, or NULL
  const char* exits;          ///< its exit codes
  const char* examples;
} cli_command;

/// All that a program does with its arguments; its exit code.
int cli_main(int argc, char** argv);

/// Ends with an entry without a name.
extern const cli_command cli_commands[];
const cli_command* cli_find_command(const char* name);
const cli_option* cli_find_option(const cli_command* command, const char* name, size_t length);

int cli_solve(const cli_options* options);
int cli_check(const cli_options* options);
int cli_explain(const cli_options* options);
int cli_figure(const cli_options* options);
int cli_simulate(const cli_options* options);
int cli_sweep(const cli_options* options);
int cli_fit(const cli_options* options);

/// Word number i for --kind, --units, --sync, and --law, --flip, --e-model of `fit`; NULL behind the last.
const char* cli_figure_kind_word(int i);
const char* cli_units_word(int i);
const char* cli_sync_word(int i);
const char* cli_fit_law_word(int i);
const char* cli_fit_flip_word(int i);
const char* cli_fit_e_model_word(int i);

/// Sorts argv into options; the files move to the front of argv. False after a message: bad usage.
bool cli_parse(const cli_command* command, int argc, char** argv, cli_options* out);

/// The word nearest to a mistyped one, or NULL when none is near. words ends with NULL.
const char* cli_nearest(const char* word, const char* const* words);

void cli_print_help(FILE* out);
void cli_print_command_help(const cli_command* command, FILE* out);
/// The manual page, for `man`.
void cli_print_manual(FILE* out);
/// The script that completes command lines in a shell. False if the shell is not known.
bool cli_print_completion(const char* shell, FILE* out);
void cli_print_completion_help(FILE* out);
/// The shells that are known; ends with NULL.
extern const char* const cli_shells[];

/// "carom: unknown command `solv`; did you mean `solve`?" on standard error. Where no word is near it says which help
/// has them all: that of `topic`, or `carom --help` for NULL. Returns CLI_BAD.
int cli_unknown(const char* what, const char* word, const char* nearest, const char* topic);

/// A file in memory. text is NULL when it could not be read; then error says why.
typedef struct cli_input {
  char* text;
  size_t length;
} cli_input;

bool cli_is_stdin(const char* file);
/// Whether a file has one scenario a line, by its name.
bool cli_is_jsonl(const char* file);
const char* cli_shown_name(const char* file);
cli_input cli_read(const char* file, carom_diag* error);

/// Reads and checks a scenario, with the values that --set changes; NULL with *error filled when anything is wrong.
carom_scenario* cli_load(const cli_options* options, const char* file, carom_diag* error);

/// The same of text that has been read, and with numbers that can be set.
carom_scenario* cli_parse_scenario(const cli_options* options, cli_input text, carom_diag* error);
carom_vary* cli_open_vary(const cli_options* options, cli_input text, carom_diag* error);
/// The text with the values that --set changes. False with *error filled, and nothing to free.
bool cli_set_text(const cli_options* options, cli_input text, carom_text* out, carom_diag* error);
/// Whether every --set is PATH=VALUE, and they are not too many. False after a message.
bool cli_check_settings(const cli_options* options);

/// "carom solve: message `value`; see `carom help solve`". Returns CLI_BAD.
int cli_bad_usage(const cli_options* options, const char* message, const char* value);

/// "file:line: key: message" on standard error, and as a JSON object on standard output if wanted. Returns the exit
/// code.
int cli_report(const char* file, const carom_diag* error, bool json);

/// The error of a file that cannot be read.
void cli_cannot_read(carom_diag* error, const char* reason);
void cli_no_memory(carom_diag* error);

/// Writes something; false where the sink refuses.
typedef bool cli_writer(const void* what, carom_sink sink);
/// Lets it write to a file that appears only when it is complete, or to standard output (-). Returns an exit code,
/// after a message where it is not 0.
int cli_write_file(const char* command, const char* output, cli_writer* writer, const void* what);

/// Flushes standard output; when it could not all be written, says so and returns CLI_BAD.
int cli_finish_output(void);

/// Whether standard output is a terminal that shows colour and whose user wants it.
bool cli_has_colour(void);

/// Prints text from a file or an argument. Control characters, direction marks and bytes that are no UTF-8 are shown as
/// escapes, so that a title cannot move the cursor. At most `columns` wide. Returns the width.
int cli_put_text(FILE* out, const char* text, int columns);

/// The table of --vary: many answers to one scenario.
int cli_vary_table(const cli_options* options);

int cli_worse(int a, int b);

#endif
