/// @file options.c
/// Arguments of a command, and the nearest word for a mistyped one.
#include <string.h>

#include "cli.h"

/// Longer words are no slips of the hand; no command has more options than this.
enum { MAX_WORD = 32, MAX_OPTIONS = 32 };

static int least(int a, int b) {
  return a < b ? a : b;
}

/// Letters to insert, delete or change to get from a to b. Both are at most MAX_WORD long.
static int edit_distance(const char* a, const char* b) {
  int row[MAX_WORD + 1];
  const int width = (int)strlen(b);
  for (int j = 0; j <= width; j++) row[j] = j;
  for (int i = 0; a[i] != '\0'; i++) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < width; j++) {
      const int changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = least(changed, least(diagonal, row[j]) + 1);
    }
  }
  return row[width];
}

const char* cli_nearest(const char* word, const char* const* words) {
  if (strlen(word) > MAX_WORD) return NULL;
  const char* nearest = NULL;
  int best = 3;  // two slips still look like a typing error; more is another word
  for (; *words; words++) {
    const int distance = edit_distance(word, *words);
    if (distance < best && distance < (int)strlen(*words)) {
      best = distance;
      nearest = *words;
    }
  }
  return nearest;
}

int cli_bad_usage(const cli_options* options, const char* message, const char* value) {
  fprintf(stderr, "carom %s: %s `", options->command, message);
  cli_put_text(stderr, value, 200);
  fprintf(stderr, "`; see `carom help %s`\n", options->command);
  return CLI_BAD;
}

int cli_unknown(const char* what, const char* word, const char* nearest, const char* topic) {
  fprintf(stderr, "carom%s%s: unknown %s `", topic ? " " : "", topic ? topic : "", what);
  cli_put_text(stderr, word, 80);
  if (nearest)
    fprintf(stderr, "`; did you mean `%s`?\n", nearest);
  else
    fprintf(stderr, "`; `carom %s%s` lists what there is\n", topic ? "help " : "--help", topic ? topic : "");
  return CLI_BAD;
}

const cli_option* cli_find_option(const cli_command* command, const char* name, size_t length) {
  for (const cli_option* option = command->options; option->name; ++option) {
    if (strlen(option->name) == length && strncmp(option->name, name, length) == 0) return option;
    if (option->letter && strlen(option->letter) == length && strncmp(option->letter, name, length) == 0) return option;
  }
  return NULL;
}

/// The command that has an option, for those who typed it after another one; NULL when none has.
static const cli_command* owner_of(const char* name, size_t length) {
  for (const cli_command* command = cli_commands; command->name; ++command)
    if (cli_find_option(command, name, length)) return command;
  return NULL;
}

static const char* nearest_option(const cli_command* command, const char* argument) {
  const char* names[MAX_OPTIONS + 1] = {NULL};
  for (int i = 0; command->options[i].name && i < MAX_OPTIONS; ++i) names[i] = command->options[i].name;
  return cli_nearest(argument, names);
}

static void say_unknown_option(const cli_command* command, const char* argument) {
  const cli_command* owner = owner_of(argument, strcspn(argument, "="));
  if (!owner) {
    cli_unknown("option", argument, nearest_option(command, argument), command->name);
    return;
  }
  fprintf(stderr, "carom %s: it has no option %.*s; `carom %s` has: see `carom help %s`\n", command->name,
          (int)strcspn(argument, "="), argument, owner->name, owner->name);
}

/// Where the next value of an option goes. A list that is full keeps its last place for all that is too many.
static const char** place_of(const cli_option* option, cli_options* out) {
  char* field = (char*)out + option->field;
  if (option->takes != CLI_TAKES_LIST) return (const char**)(void*)field;
  cli_list* list = (cli_list*)(void*)field;
  return &list->at[list->count <= CLI_MOST_GIVEN ? list->count++ : CLI_MOST_GIVEN];
}

/// Takes argv[*i], which starts with a dash, and its value if it has one. False after a message.
static bool take_option(const cli_command* command, int argc, char** argv, int* i, cli_options* out) {
  const char* argument = argv[*i];
  const cli_option* option = cli_find_option(command, argument, strcspn(argument, "="));
  if (!option) {
    say_unknown_option(command, argument);
    return false;
  }
  const char* equals = strchr(argument, '=');
  if (option->takes == CLI_TAKES_NOTHING) {
    if (equals) fprintf(stderr, "carom %s: %s takes no value\n", command->name, option->name);
    *(bool*)((char*)out + option->field) = true;
    return !equals;
  }
  const char* value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
  *place_of(option, out) = value;
  if (!value)
    fprintf(stderr, "carom %s: %s needs a value; see `carom help %s`\n", command->name, option->name, command->name);
  return value != NULL;
}

bool cli_parse(const cli_command* command, int argc, char** argv, cli_options* out) {
  *out = (cli_options){.command = command->name, .files = argv};
  bool only_files = false;
  for (int i = 0; i < argc; ++i) {
    char* argument = argv[i];
    if (only_files || argument[0] != '-' || cli_is_stdin(argument))
      out->files[out->file_count++] = argument;
    else if (strcmp(argument, "--") == 0)
      only_files = true;
    else if (!take_option(command, argc, argv, &i, out))
      return false;
  }
  out->json = out->json || out->jsonl;
  return cli_check_settings(out);
}
