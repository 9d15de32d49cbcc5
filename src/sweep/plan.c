// Changes of a plan by the command line.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/spread.h"
#include "text/sentence.h"

static bool refuse(carom_diag* error, const char* message, const char* what) {
  carom__refuse(error, CAROM_BAD_VALUE, "", 0, message, what);
  return false;
}

static int find_input(const carom_sweep_plan* plan, const char* path) {
  for (int i = 0; i < plan->input_count; ++i)
    if (strcmp(plan->inputs[i].path, path) == 0) return i;
  return -1;
}

/// The next of "a,b,c" without the blanks around it; false at the end. An empty or long one is "".
static bool next_path(const char** at, char path[CAROM_SWEEP_PATH_SIZE]) {
  if (!*at) return false;
  const size_t length = strcspn(*at, ",");
  const char* from = *at + strspn(*at, " ");
  size_t kept = (size_t)(*at + length - from);
  if (from > *at + length) kept = 0;
  while (kept > 0 && from[kept - 1] == ' ') --kept;
  if (kept >= CAROM_SWEEP_PATH_SIZE) kept = 0;
  memcpy(path, from, kept);
  path[kept] = '\0';
  *at = (*at)[length] == ',' ? *at + length + 1 : NULL;
  return true;
}

/// The input at a path, which is added where there is none; -1 where there is no room.
static int add_input(carom_sweep_plan* plan, const char* path) {
  const int found = find_input(plan, path);
  if (found >= 0 || plan->input_count == CAROM_SWEEP_MOST_INPUTS) return found;
  strcpy(plan->inputs[plan->input_count].path, path);
  return plan->input_count++;
}

/// "contacts.0.mu,contacts.1.mu=uniform:0.1:0.5": the first has the spread, the others follow.
static bool change_vary(carom_sweep_plan* plan, const char* text, carom_diag* error) {
  char paths[1024], path[CAROM_SWEEP_PATH_SIZE];
  const char *equals = strrchr(text, '='), *at = paths;
  carom_spread spread;
  int leader = -1;
  if (!equals || equals == text || equals - text >= (ptrdiff_t)sizeof paths)
    return refuse(error, "--vary must be PATH=SPREAD, such as contacts.0.mu=uniform:0.1:0.5, not `%.100s`.", text);
  memcpy(paths, text, (size_t)(equals - text));
  paths[equals - text] = '\0';
  while (next_path(&at, path)) {
    if (path[0] == '\0') return refuse(error, "--vary names a path that is empty or too long in `%.100s`.", text);
    if (leader < 0 && carom__spread_read(equals + 1 + strspn(equals + 1, " "), path, &spread, error)) return false;
    const int input = add_input(plan, path);
    if (input < 0) return refuse(error, "there are too many inputs%s.", "");
    plan->inputs[input].leader = leader;
    if (leader < 0) plan->inputs[leader = input].spread = spread;
  }
  return true;
}

static bool change_show(carom_sweep_plan* plan, const char* text, carom_diag* error) {
  const char* at = text;
  plan->has_store = true;
  plan->has_of = false;
  plan->store_count = plan->of_count = 0;
  while (plan->store_count < CAROM_SWEEP_MOST_OUTPUTS && next_path(&at, plan->store[plan->store_count]))
    if (plan->store[plan->store_count++][0] == '\0')
      return refuse(error, "--show names a path that is empty or too long in `%.100s`.", text);
  return !at || refuse(error, "--show names too many paths: `%.100s`.", text);
}

/// "1000000" or "1e6".
static bool as_whole(const char* text, double least, double most, double* out) {
  char* end;
  *out = strtod(text, &end);
  return end != text && *end == '\0' && *out >= least && *out <= most && floor(*out) == *out;
}

static bool change_numbers(carom_sweep_plan* plan, const char* key, const char* value, carom_diag* error) {
  double number;
  if (strcmp(key, "rows") == 0) {
    if (!as_whole(value, 1, 0x1p48, &number))
      return refuse(error, "--rows must be a whole number > 0, not `%.60s`.", value);
    plan->rows = (int64_t)number;
    return true;
  }
  if (!as_whole(value, 0, 0x1p53, &number))
    return refuse(error, "--seed must be a whole number from 0 to 2^53, not `%.60s`.", value);
  plan->seed = (uint64_t)number;
  return true;
}

static bool apply(carom_sweep_plan* plan, const char* line, carom_diag* error) {
  char key[8] = "";
  const char* blank = strchr(line, ' ');
  if (blank && blank - line < (ptrdiff_t)sizeof key) memcpy(key, line, (size_t)(blank - line));
  if (strcmp(key, "vary") == 0) return change_vary(plan, blank + 1, error);
  if (strcmp(key, "show") == 0) return change_show(plan, blank + 1, error);
  if (strcmp(key, "rows") == 0 || strcmp(key, "seed") == 0) return change_numbers(plan, key, blank + 1, error);
  return refuse(error, "`%.60s` is no change of a sweep; it must start with vary, show, rows or seed.", line);
}

bool carom_sweep_plan_change(carom_sweep_plan* plan, const char* line, carom_diag* error) {
  const size_t used = strlen(plan->changes), more = strlen(line);
  carom_diag unread;
  if (!error) error = &unread;
  carom_sweep_plan* changed = malloc(sizeof *changed);
  if (!changed) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory."), false;
  *changed = *plan;
  bool fine = apply(changed, line, error);
  if (fine && (used + more + 2 > sizeof plan->changes || strchr(line, '\n')))
    fine = refuse(error, "`%.60s` is too long.", line);
  if (fine) {
    *plan = *changed;
    memcpy(plan->changes + used, line, more);
    strcpy(plan->changes + used + more, "\n");
  }
  free(changed);
  return fine;
}
