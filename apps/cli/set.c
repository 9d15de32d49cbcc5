// --set PATH=VALUE: values of a scenario that are changed before it is read.
#include <stdlib.h>
#include <string.h>

#include "cli.h"

bool cli_check_settings(const cli_options* options) {
  if (options->set.count > CLI_MOST_GIVEN) {
    fprintf(stderr, "carom %s: --set can be given %d times\n", options->command, CLI_MOST_GIVEN);
    return false;
  }
  for (int i = 0; i < options->set.count; ++i) {
    const char* equals = strchr(options->set.at[i], '=');
    if (equals && equals != options->set.at[i] && equals[1] != '\0') continue;
    cli_bad_usage(options, "--set must be PATH=VALUE, such as contacts.0.mu=0.3, not", options->set.at[i]);
    return false;
  }
  return true;
}

/// The error of a path that leads nowhere: what is near, or what is wrong with the file itself.
static void find_nearest(const carom_text* text, const char* path, carom_diag* error) {
  carom_diag found = {0};
  carom_vary* vary = carom_vary_open(text->text, text->length, &found);
  if (!vary || carom_vary_find(vary, path, &found) < 0) *error = found;
  carom_vary_free(vary);
}

/// "contacts.0.mu=0.3"
static bool set_value(carom_text* text, const char* setting, carom_diag* error) {
  const char* equals = strchr(setting, '=');
  const size_t length = (size_t)(equals - setting);
  char* path = malloc(length + 1);
  if (!path) {
    cli_no_memory(error);
    return false;
  }
  memcpy(path, setting, length);
  path[length] = '\0';
  const bool fine = carom_scenario_set(text, path, equals + 1, error);
  if (!fine && error->status == CAROM_UNKNOWN_KEY) find_nearest(text, path, error);
  free(path);
  return fine;
}

/// A copy of the text with all that is set. False with *error filled, and nothing to free.
static bool set_values(const cli_list* settings, cli_input text, carom_text* out, carom_diag* error) {
  const carom_sink sink = carom_sink_text(out);
  bool fine = sink.write(text.text, text.length, sink.context);
  if (!fine) cli_no_memory(error);
  for (int i = 0; i < settings->count && fine; ++i) fine = set_value(out, settings->at[i], error);
  if (!fine) carom_text_free(out);
  return fine;
}

bool cli_set_text(const cli_options* options, cli_input text, carom_text* out, carom_diag* error) {
  return set_values(&options->set, text, out, error);
}

carom_scenario* cli_parse_scenario(const cli_options* options, cli_input text, carom_diag* error) {
  carom_text changed = {0};
  if (options->set.count == 0 || text.length == 0) return carom_scenario_parse(text.text, text.length, error);
  if (!set_values(&options->set, text, &changed, error)) return NULL;
  carom_scenario* scenario = carom_scenario_parse(changed.text, changed.length, error);
  carom_text_free(&changed);
  return scenario;
}

carom_vary* cli_open_vary(const cli_options* options, cli_input text, carom_diag* error) {
  carom_text changed = {0};
  if (options->set.count == 0 || text.length == 0) return carom_vary_open(text.text, text.length, error);
  if (!set_values(&options->set, text, &changed, error)) return NULL;
  carom_vary* vary = carom_vary_open(changed.text, changed.length, error);
  carom_text_free(&changed);
  return vary;
}
