// The arguments of --vary and --show: contacts.0.mu=0:1:101 and energy.change,contacts.0.mode.
#include <stdlib.h>
#include <string.h>

#include "vary.h"

int cli_vary_say(const cli_options* options, const char* what, const char* value, const char* rest) {
  fprintf(stderr, "carom %s: %s", options->command, what);
  cli_put_text(stderr, value, 200);
  fprintf(stderr, "%s\n", rest);
  return CLI_BAD;
}

/// Blanks around a name are for the eye.
static char* trim(char* text) {
  text += strspn(text, " ");
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
  return text;
}

/// Cuts text at commas. Returns how many parts there are; -1 if one is empty or there are too many.
static int split(char* text, int most, const char** parts) {
  int count = 0;
  for (char* at = text; at; ++count) {
    char* comma = strchr(at, ',');
    if (comma) *comma = '\0';
    const char* part = trim(at);
    if (*part == '\0' || count == most) return -1;
    parts[count] = part;
    at = comma ? comma + 1 : NULL;
  }
  return count;
}

/// "0:1:101"
static bool parse_numbers(const char* text, carom_present_range* range) {
  char* end;
  range->from = strtod(text, &end);
  if (end == text || *end != ':') return false;
  const char* second = end + 1;
  range->to = strtod(second, &end);
  if (end == second || *end != ':') return false;
  const char* third = end + 1;
  const long count = strtol(third, &end, 10);
  if (end == third || *end != '\0' || count < 2 || count > CAROM_PRESENT_MOST_COUNT) return false;
  range->count = (int)count;
  const double width = range->to - range->from;
  return width - width == 0 && width != 0;  // finite
}

static int parse_range(const cli_options* options, int index, cli_vary* out) {
  const char* argument = options->vary.at[index];
  char* text = out->range_texts[index];
  carom_present_range* range = &out->ranges[index];
  char message[160];
  char* equals = strlen(argument) < CLI_VARY_TEXT_SIZE ? strrchr(strcpy(text, argument), '=') : NULL;
  if (!equals || !parse_numbers(equals + 1, range)) {
    snprintf(message, sizeof message,
             "--vary must be PATH=FROM:TO:COUNT with COUNT from 2 to %d, such as contacts.0.mu=0:1:101, not `",
             CAROM_PRESENT_MOST_COUNT);
    return cli_vary_say(options, message, argument, "`");
  }
  *equals = '\0';
  range->paths = out->range_paths[index];
  range->path_count = split(text, CAROM_PRESENT_MOST_PATHS, out->range_paths[index]);
  if (range->path_count > 0) return CLI_SOLVED;
  snprintf(message, sizeof message, "--vary must name 1 to %d paths, with commas between them, not `",
           CAROM_PRESENT_MOST_PATHS);
  return cli_vary_say(options, message, argument, "`");
}

static int parse_shown(const cli_options* options, int most_shown, cli_vary* out) {
  char message[160];
  if (!options->show) {
    snprintf(message, sizeof message,
             "--vary needs --show PATH[,PATH..]: what to %s, such as contacts.0.mode or energy.change",
             strcmp(options->command, "figure") == 0 ? "draw" : "print");
    return cli_vary_say(options, message, "", "");
  }
  if (strlen(options->show) < CLI_VARY_TEXT_SIZE)
    out->shown_count = split(strcpy(out->shown_text, options->show), most_shown, out->shown);
  if (out->shown_count > 0) return CLI_SOLVED;
  snprintf(message, sizeof message, "--show must name 1 to %d paths, with commas between them, not `", most_shown);
  return cli_vary_say(options, message, options->show, "`");
}

int cli_vary_parse(const cli_options* options, int most_shown, cli_vary* out) {
  *out = (cli_vary){.range_count = options->vary.count};
  if (options->vary.count > CLI_MOST_AXES)
    return cli_vary_say(options, "--vary can be given once or twice, for one axis or two", "", "");
  int code = CLI_SOLVED;
  for (int i = 0; i < options->vary.count && code == CLI_SOLVED; ++i) code = parse_range(options, i, out);
  return code == CLI_SOLVED ? parse_shown(options, most_shown, out) : code;
}

int cli_vary_point_count(const cli_options* options, const cli_vary* vary) {
  char message[80];
  const int count = vary->ranges[0].count * (vary->range_count > 1 ? vary->ranges[1].count : 1);
  if (count <= CAROM_PRESENT_MOST_POINTS) return count;
  snprintf(message, sizeof message, "the %s would have more than %d points; give smaller counts",
           strcmp(options->command, "figure") == 0 ? "map" : "table", CAROM_PRESENT_MOST_POINTS);
  cli_vary_say(options, message, "", "");
  return -1;
}
