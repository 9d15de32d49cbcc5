// Scripts that complete command lines in bash, zsh and fish, from the table of commands: `carom completion bash`.
#include <string.h>

#include "cli.h"

const char* const cli_shells[] = {"bash", "zsh", "fish", NULL};

static void put_words(const char* const* words, FILE* out) {
  for (; *words; ++words) fprintf(out, "%s%s", *words, words[1] ? " " : "");
}

static void put_choices(const cli_option* option, FILE* out) {
  for (int i = 0; option->word(i); ++i) fprintf(out, "%s%s", i > 0 ? " " : "", option->word(i));
}

static void put_commands(FILE* out) {
  for (const cli_command* command = cli_commands; command->name; ++command) fprintf(out, "%s ", command->name);
  fputs("completion help --help --version", out);
}

/// Text inside single quotes of a shell; zsh also reads colons and brackets in it.
static void put_quoted(const char* text, FILE* out) {
  for (; *text; ++text) {
    if (*text == '\'')
      fputs("'\\''", out);
    else if (strchr(":[]", *text))
      fprintf(out, "\\%c", *text);
    else
      fputc(*text, out);
  }
}

// ---- bash ----

static void bash_values(const cli_command* command, FILE* out) {
  for (const cli_option* option = command->options; option->name; ++option) {
    if (option->takes == CLI_TAKES_NOTHING) continue;
    fprintf(out, "    %s:%s", command->name, option->name);
    if (option->letter) fprintf(out, "|%s:%s", command->name, option->letter);
    fputs(") COMPREPLY=(", out);
    if (option->offer == CLI_OFFER_FILES) fputs("$(compgen -f -- \"$word\")", out);
    if (option->offer == CLI_OFFER_FOLDERS) fputs("$(compgen -d -- \"$word\")", out);
    if (option->offer == CLI_OFFER_WORDS) {
      fputs("$(compgen -W '", out);
      put_choices(option, out);
      fputs("' -- \"$word\")", out);
    }
    fputs("); return ;;\n", out);
  }
}

static void bash_options(const cli_command* command, FILE* out) {
  fprintf(out, "    %s) options='", command->name);
  for (const cli_option* option = command->options; option->name; ++option)
    fprintf(out, "%s%s", option->name, option[1].name ? " " : "");
  fputs("' ;;\n", out);
}

static void print_bash(FILE* out) {
  fputs(
      "# Completes command lines of carom in bash.\n_carom() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options=\n"
      "  COMPREPLY=()\n  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W '",
      out);
  put_commands(out);
  fputs("' -- \"$word\")); return; fi\n  case $command:$before in\n", out);
  for (const cli_command* command = cli_commands; command->name; ++command) bash_values(command, out);
  fputs("    help:*) COMPREPLY=($(compgen -W '", out);
  put_commands(out);
  fputs(" --man' -- \"$word\")); return ;;\n    completion:*) COMPREPLY=($(compgen -W '", out);
  put_words(cli_shells, out);
  fputs("' -- \"$word\")); return ;;\n  esac\n  case $command in\n", out);
  for (const cli_command* command = cli_commands; command->name; ++command) bash_options(command, out);
  fputs(
      "  esac\n  case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -X '!*.json*' -- \"$word\") $(compgen -d -- \"$word\")) ;;\n  esac\n}\n"
      "complete -o filenames -F _carom carom\n",
      out);
}

// ---- zsh ----

static void zsh_option(const cli_option* option, FILE* out) {
  const char* repeat = option->takes == CLI_TAKES_LIST ? "\\*" : "";
  if (option->letter) {
    fprintf(out, "      '(%s %s)'{%s,%s}'[", option->letter, option->name, option->letter, option->name);
  } else {
    fprintf(out, "      %s'%s[", repeat, option->name);
  }
  put_quoted(option->brief, out);
  fputc(']', out);
  if (option->value) {
    fputc(':', out);
    put_quoted(option->value, out);
    fputc(':', out);
  }
  if (option->offer == CLI_OFFER_FILES) fputs("_files", out);
  if (option->offer == CLI_OFFER_FOLDERS) fputs("_directories", out);
  if (option->offer == CLI_OFFER_WORDS) {
    fputc('(', out);
    put_choices(option, out);
    fputc(')', out);
  }
  fputs("' \\\n", out);
}

static void print_zsh(FILE* out) {
  fputs(
      "#compdef carom\n# Completes command lines of carom in zsh.\n_carom() {\n  if (( CURRENT == 2 )); then\n"
      "    local -a commands=(\n",
      out);
  for (const cli_command* command = cli_commands; command->name; ++command) {
    fprintf(out, "      '%s:", command->name);
    put_quoted(command->purpose, out);
    fputs("'\n", out);
  }
  fputs(
      "      'completion:print the script for a shell'\n      'help:say more about a command')\n"
      "    _describe command commands\n    return\n  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
      "  case $command in\n",
      out);
  for (const cli_command* command = cli_commands; command->name; ++command) {
    fprintf(out, "    %s) _arguments \\\n", command->name);
    for (const cli_option* option = command->options; option->name; ++option) zsh_option(option, out);
    fputs("      '*:file:_files -g \"*.json(|l)\"' ;;\n", out);
  }
  fputs("    help) _values command --man ", out);
  put_commands(out);
  fputs(" ;;\n    completion) _values shell ", out);
  put_words(cli_shells, out);
  fputs(" ;;\n  esac\n}\nif [ \"$funcstack[1]\" = _carom ]; then _carom \"$@\"; else compdef _carom carom; fi\n", out);
}

// ---- fish ----

static void fish_option(const cli_command* command, const cli_option* option, FILE* out) {
  fprintf(out, "complete -c carom -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name + 2);
  if (option->letter) fprintf(out, " -s %s", option->letter + 1);
  if (option->takes != CLI_TAKES_NOTHING) fputs(option->offer == CLI_OFFER_FILES ? " -r" : " -x", out);
  if (option->offer == CLI_OFFER_FOLDERS) fputs(" -a '(__fish_complete_directories)'", out);
  if (option->offer == CLI_OFFER_WORDS) {
    fputs(" -a '", out);
    put_choices(option, out);
    fputc('\'', out);
  }
  fprintf(out, " -d \"%s\"\n", option->brief);
}

static void print_fish(FILE* out) {
  fputs("# Completes command lines of carom in fish.\n", out);
  for (const cli_command* command = cli_commands; command->name; ++command) {
    fprintf(out, "complete -c carom -f -n __fish_use_subcommand -a %s -d \"%s\"\n", command->name, command->purpose);
    for (const cli_option* option = command->options; option->name; ++option) fish_option(command, option, out);
  }
  fputs(
      "complete -c carom -f -n __fish_use_subcommand -a completion -d \"print the script for a shell\"\n"
      "complete -c carom -f -n __fish_use_subcommand -a help -d \"say more about a command\"\n"
      "complete -c carom -f -n '__fish_seen_subcommand_from completion' -a '",
      out);
  put_words(cli_shells, out);
  fputs("'\ncomplete -c carom -f -n '__fish_seen_subcommand_from help' -a '", out);
  put_commands(out);
  fputs("'\n", out);
}

bool cli_print_completion(const char* shell, FILE* out) {
  static void (*const print[])(FILE*) = {print_bash, print_zsh, print_fish};
  for (int i = 0; cli_shells[i]; ++i) {
    if (strcmp(shell, cli_shells[i]) != 0) continue;
    print[i](out);
    return true;
  }
  return false;
}

void cli_print_completion_help(FILE* out) {
  fputs(
      "carom completion: print the script that completes command lines in your shell\n\n"
      "Usage: carom completion bash|zsh|fish\n\n"
      "Where carom was installed by `cmake --install` into a place that the shell knows, it is there already.\n\n"
      "Example: complete command lines in the bash that is running.\n"
      "  source <(carom completion bash)\n\n"
      "Example: in every zsh or fish from now on.\n"
      "  carom completion zsh > ~/.zfunc/_carom      # a folder of $fpath\n"
      "  carom completion fish > ~/.config/fish/completions/carom.fish\n",
      out);
}
