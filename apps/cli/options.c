/// @file options.c
/// Arguments of a command, and the nearest word for a mistyped one.
#include <string.h>

#include "cli.h"

enum { MAX_WORD = 32 };

static int least(int a, int b) {
  return a < b ? a : b;
}

/// Letters to insert, delete or change to get from a to b. Both are at most MAX_WORD long.
static int edit_distance(const char* a, const char* b) {
  int row[MAX_WORD + 1];
  const int width = (int)strlen(b);
  for (int j = 0; j <= width; ++j) row[j] = j;
  for (int i = 0; a[i] != '\0'; ++i) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < width; ++j) {
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
  for (; *words; ++words) {
    const int distance = edit_distance(word, *words);
    if (distance < best && distance < (int)strlen(*words)) {
      best = distance;
      nearest = *words;
    }
  }
  return nearest;
}

int cli_unknown(const char* what, const char* word, const char* nearest) {
  fprintf(stderr, "carom: unknown %s `", what);
  cli_put_text(stderr, word, 80);
  if (nearest) {
    fprintf(stderr, "`; did you mean `%s`?\n", nearest);
  } else {
    fprintf(stderr, "`; `carom --help` lists what there is\n");
  }
  return CLI_BAD;
}

/// Where the value of an option goes, or NULL for one without a value.
static const char** value_of(cli_options* options, const char* name) {
  if (strcmp(name, "--kind") == 0) return &options->kind;
  if (strcmp(name, "--output") == 0) return &options->output;
  if (strcmp(name, "--size") == 0) return &options->size;
  if (strcmp(name, "--script") == 0) return &options->script;
  if (strcmp(name, "--title") == 0) return &options->title;
  if (strcmp(name, "--csv") == 0) return &options->csv;
  if (strcmp(name, "--show") == 0) return &options->show;
  if (strcmp(name, "--vary") == 0)
    return &options->vary[options->vary_count <= CLI_MOST_VARY ? options->vary_count++ : CLI_MOST_VARY];
  return NULL;
}

static void switch_on(cli_options* options, const char* name) {
  if (strcmp(name, "--help") == 0) options->help = true;
  if (strcmp(name, "--json") == 0) options->json = true;
  if (strcmp(name, "--jsonl") == 0) options->json = options->jsonl = true;
}

/// The command's own name for an argument such as --kind=process or -o; NULL when it has none.
static const char* known_option(const cli_command* command, const char* argument) {
  if (strcmp(argument, "-o") == 0) argument = "--output";
  if (strcmp(argument, "-h") == 0) argument = "--help";
  const size_t length = strcspn(argument, "=");
  for (const char* const* name = command->options; *name; ++name)
    if (strlen(*name) == length && strncmp(*name, argument, length) == 0) return *name;
  return NULL;
}

/// Takes argv[*i], which starts with a dash, and its value if it has one. False after a message.
static bool take_option(const cli_command* command, int argc, char** argv, int* i, cli_options* out) {
  const char* argument = argv[*i];
  const char* name = known_option(command, argument);
  if (!name) {
    cli_unknown("option", argument, cli_nearest(argument, command->options));
    return false;
  }
  const char* equals = strchr(argument, '=');
  const char** value = value_of(out, name);
  if (!value) {
    if (equals) fprintf(stderr, "carom %s: %s takes no value\n", command->name, name);
    switch_on(out, name);
    return !equals;
  }
  *value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
  if (!*value) fprintf(stderr, "carom %s: %s needs a value; see `carom help %s`\n", command->name, name, command->name);
  return *value != NULL;
}

bool cli_parse(const cli_command* command, int argc, char** argv, cli_options* out) {
  *out = (cli_options){.files = argv};
  bool only_files = false;
  for (int i = 0; i < argc; ++i) {
    char* argument = argv[i];
    if (only_files || argument[0] != '-' || cli_is_stdin(argument)) {
      out->files[out->file_count++] = argument;
    } else if (strcmp(argument, "--") == 0) {
      only_files = true;
    } else if (!take_option(command, argc, argv, &i, out)) {
      return false;
    }
  }
  return true;
}
