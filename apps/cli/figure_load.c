/// @file figure_load.c
/// Scenarios of a figure: from files, or from the lines of a .jsonl.
#include <stdlib.h>
#include <string.h>

#include "figure.h"

static int out_of_memory(const char* file) {
  carom_diag error;
  cli_cannot_read(&error, "there is not enough memory");
  return cli_report(file, &error, false);
}

void cli_figure_scene_name(const char* file, char name[CLI_FIGURE_NAME_SIZE]) {
  const char* slash = strrchr(file, '/');
  snprintf(name, CLI_FIGURE_NAME_SIZE - 8, "%s", cli_is_stdin(file) ? "carom" : slash ? slash + 1 : file);
  char* dot = strrchr(name, '.');
  if (dot && dot != name && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0)) *dot = '\0';
}

static void name_item(figure_item* item) {
  if (item->scenario->title) {
    snprintf(item->name, sizeof item->name, "%s", item->scenario->title);
  } else {
    cli_figure_scene_name(item->file, item->name);
    const size_t length = strlen(item->name);
    if (item->line > 0) snprintf(item->name + length, sizeof item->name - length, " %d", item->line);
  }
}

/// An item more, or NULL without memory.
static figure_item* add_item(figure_bundle* bundle) {
  if (bundle->count == bundle->capacity) {
    const int capacity = bundle->capacity == 0 ? 8 : 2 * bundle->capacity;
    figure_item* items = realloc(bundle->items, (size_t)capacity * sizeof *items);
    if (!items) return NULL;
    bundle->items = items;
    bundle->capacity = capacity;
  }
  bundle->items[bundle->count] = (figure_item){0};
  return &bundle->items[bundle->count++];
}

/// line is 0 where the text is the whole file.
static int take_scenario(figure_bundle* bundle, const char* file, int line, const char* text, size_t length) {
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(text, length, &error);
  if (!scenario) {
    if (line > 0) error.line = line;
    return cli_report(file, &error, false);
  }
  char* copy = malloc(length + 1);
  figure_item* item = copy ? add_item(bundle) : NULL;
  if (!item) {
    free(copy);
    carom_scenario_free(scenario);
    return out_of_memory(file);
  }
  item->text = memcpy(copy, text, length);
  item->text_length = length;
  item->file = file;
  item->line = line;
  item->scenario = scenario;
  name_item(item);
  return CLI_SOLVED;
}

static int take_lines(figure_bundle* bundle, const char* file, const cli_input* input) {
  const char *at = input->text, *end = input->text + input->length;
  int code = CLI_SOLVED;
  for (int line = 1; at < end && code == CLI_SOLVED; line++) {
    const char* stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    while (at < stop && (*at == ' ' || *at == '\t' || *at == '\r')) at++;
    if (at < stop) code = take_scenario(bundle, file, line, at, (size_t)(stop - at));
    at = stop + 1;
  }
  return code;
}

static int load_file(figure_bundle* bundle, const char* file) {
  carom_diag error = {0};
  const cli_input input = cli_read(file, &error);
  if (!input.text) return cli_report(file, &error, false);
  const int code =
      cli_is_jsonl(file) ? take_lines(bundle, file, &input) : take_scenario(bundle, file, 0, input.text, input.length);
  free(input.text);
  return code;
}

static bool same_byte(const figure_bundle* bundle, size_t from_start, size_t from_end) {
  const char* first = bundle->items[0].name;
  const size_t length = strlen(first);
  for (int i = 1; i < bundle->count; i++) {
    const char* name = bundle->items[i].name;
    const size_t other = strlen(name);
    if (from_end > 0 ? name[other - from_end] != first[length - from_end] : name[from_start] != first[from_start])
      return false;
  }
  return true;
}

static bool is_word_end(char c) {
  return c == ' ' || c == '\0';
}

/// How many bytes at the front or the back all names share, as whole words.
static size_t shared_words(const figure_bundle* bundle, bool at_back, size_t most) {
  size_t shared = 0;
  for (size_t i = 1; i <= most && same_byte(bundle, i - 1, at_back ? i : 0); i++) {
    const char* first = bundle->items[0].name;
    const char next = at_back ? first[strlen(first) - i] : first[i - 1];
    if (is_word_end(next)) shared = i;
  }
  return shared;
}

static size_t shortest_name(const figure_bundle* bundle) {
  size_t shortest = CLI_FIGURE_NAME_SIZE;
  for (int i = 0; i < bundle->count; i++) {
    const size_t length = strlen(bundle->items[i].name);
    shortest = length < shortest ? length : shortest;
  }
  return shortest;
}

/// Less of the front, so that "eta2 = 2" does not become a bare "2".
static size_t with_symbol(const figure_bundle* bundle, size_t front) {
  const char* first = bundle->items[0].name;
  if (front < 4 || strncmp(first + front - 3, " = ", 3) != 0) return front;
  size_t start = front - 3;
  while (start > 0 && first[start - 1] != ' ') start--;
  return start;
}

/// The symbol of a key at the front of a text, and how long the key is; NULL where there is none.
static const char* symbol_of(const char* text, size_t* length) {
  static const char* const symbols[][2] = {{"eta2", "η²"}, {"mu", "μ"}, {"nu", "ν"}};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *length = strlen(symbols[i][0]);
    const char after = strncmp(text, symbols[i][0], *length) == 0 ? text[*length] : '\0';
    if (after == ' ' || after == '=') return symbols[i][1];
  }
  return NULL;
}

/// "eta2=7" becomes "η² = 7": keys of files as their symbols, and air around the sign.
static void tidy_label(char label[CLI_FIGURE_LABEL_SIZE]) {
  enum { LONGEST = 8 };  // bytes that one step writes
  char out[CLI_FIGURE_LABEL_SIZE + LONGEST] = "", *to = out;
  for (const char* at = label; *at && to < out + CLI_FIGURE_LABEL_SIZE - LONGEST;) {
    const bool first = at == label || strchr(" ,(", at[-1]);
    size_t length = 1;
    const char* symbol = first ? symbol_of(at, &length) : NULL;
    if (symbol) {
      to += sprintf(to, "%s", symbol);
    } else if (*at == '=') {
      to += sprintf(to, "%s=%s", at > label && at[-1] != ' ' ? " " : "", at[1] != ' ' ? " " : "");
      length = 1;
    } else {
      *to++ = *at;
      length = 1;
    }
    at += length;
  }
  *to = '\0';
  memcpy(label, out, (size_t)(to - out) + 1);
}

/// What sets the names apart: the words that all begin with and all end with are dropped.
static void label_items(figure_bundle* bundle) {
  const size_t shortest = shortest_name(bundle);
  const size_t front = bundle->count > 1 ? with_symbol(bundle, shared_words(bundle, false, shortest)) : 0;
  const size_t back = bundle->count > 1 && front < shortest ? shared_words(bundle, true, shortest - front) : 0;
  for (int i = 0; i < bundle->count; i++) {
    figure_item* item = &bundle->items[i];
    const size_t length = strlen(item->name);
    const int kept = (int)(length - front - back);
    if (kept > 0) {
      snprintf(item->label, sizeof item->label, "%.*s", kept, item->name + front);
      tidy_label(item->label);
    } else {
      snprintf(item->label, sizeof item->label, "%d", i + 1);
    }
  }
}

bool cli_figure_shared_title(const figure_bundle* bundle, char title[CLI_FIGURE_NAME_SIZE]) {
  enum { LEAST = 8 };  // letters: fewer say nothing
  if (bundle->count < 2) return false;
  const char* first = bundle->items[0].name;
  size_t length = shared_words(bundle, false, shortest_name(bundle)), phrase = 0;
  for (size_t i = 0; i < length; i++)
    if (strchr(",:;", first[i])) phrase = i;
  if (phrase >= LEAST) length = phrase;  // a title ends where a phrase does
  while (length > 0 && strchr(" ,:;-", first[length - 1])) length--;
  if (length < LEAST) return false;
  snprintf(title, CLI_FIGURE_NAME_SIZE, "%.*s", (int)length, first);
  return true;
}

/// The law of all contacts of a scenario. False if it has none, or several.
static bool find_law(const carom_scenario* scenario, carom_law* out) {
  for (int i = 0; i < scenario->contact_count; i++) {
    if (i > 0 && scenario->surfaces[i].law != *out) return false;
    *out = scenario->surfaces[i].law;
  }
  return scenario->contact_count > 0;
}

/// Scenarios that differ in their law are called by it: what a title says of one outcome need not hold for others.
static bool label_by_law(figure_bundle* bundle) {
  unsigned seen = 0;
  for (int i = 0; i < bundle->count; i++) {
    carom_law law = CAROM_LAW_NEWTON;
    if (!find_law(bundle->items[i].scenario, &law) || (seen >> law & 1u)) return false;
    seen |= 1u << law;
  }
  for (int i = 0; i < bundle->count; i++) {
    figure_item* item = &bundle->items[i];
    snprintf(item->label, sizeof item->label, "%s's law", cli_law_name(item->scenario->surfaces[0].law));
  }
  return true;
}

/// Two scenarios of which one is computed by a published scheme are called by that.
static bool label_by_scheme(figure_bundle* bundle) {
  if (bundle->count != 2) return false;
  bool published[2];
  for (int i = 0; i < 2; i++) published[i] = bundle->items[i].scenario->method.kind == CAROM_METHOD_PUBLISHED;
  if (published[0] == published[1]) return false;
  for (int i = 0; i < 2; i++)
    snprintf(bundle->items[i].label, CLI_FIGURE_LABEL_SIZE, published[i] ? "published scheme" : "exact");
  return true;
}

int cli_figure_load(const cli_options* options, figure_bundle* out) {
  *out = (figure_bundle){0};
  int code = CLI_SOLVED;
  for (int i = 0; i < options->file_count && code == CLI_SOLVED; i++) code = load_file(out, options->files[i]);
  if (code == CLI_SOLVED && out->count == 0) {
    carom_diag error;
    cli_cannot_read(&error, "no line of it holds a scenario");
    code = cli_report(options->files[0], &error, false);
  }
  if (code == CLI_SOLVED && !(out->count > 1 && (label_by_law(out) || label_by_scheme(out)))) label_items(out);
  return code;
}

/// With its path. The published schemes of one contact in space have none: theirs is that of the exact solution.
static carom_result* solve(const carom_scenario* scenario, carom_diag* error) {
  carom_scenario exact = *scenario;
  const carom_method_kind kind = scenario->method.kind;
  if (kind != CAROM_METHOD_PUBLISHED && kind != CAROM_METHOD_STEPS) exact.method.kind = CAROM_METHOD_EXACT;
  return carom_scenario_solve_path(&exact, error);
}

int cli_figure_solve(figure_bundle* bundle) {
  for (int i = 0; i < bundle->count; i++) {
    figure_item* item = &bundle->items[i];
    carom_diag error = {0};
    item->result = solve(item->scenario, &error);
    if (item->result) continue;
    if (item->line > 0) error.line = item->line;
    return cli_report(item->file, &error, false);
  }
  return CLI_SOLVED;
}

void cli_figure_free(figure_bundle* bundle) {
  for (int i = 0; i < bundle->count; i++) {
    free(bundle->items[i].text);
    carom_result_free(bundle->items[i].result);
    carom_scenario_free(bundle->items[i].scenario);
  }
  free(bundle->items);
}
