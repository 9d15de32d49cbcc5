/// @file explain.c
/// Why an impact went as it did. The facts and the sentences come from the library; here they only find their place.
#include <math.h>
#include <string.h>

#include "summary.h"

enum { PAGE_WIDTH = 100 };

/// Length of the next word. "k1 = 2" stays together.
static int word_length(const char* text) {
  size_t length = strcspn(text, " ");
  while (strncmp(text + length, " = ", 3) == 0) length += 3 + strcspn(text + length + 3, " ");
  return (int)length;
}

/// Names of bodies are among the words.
static int print_word(const char* text, int length) {
  char word[CAROM_SENTENCE_SIZE];
  snprintf(word, sizeof word, "%.*s", length, text);
  return cli_put_text(stdout, word, CAROM_SENTENCE_SIZE);
}

/// Words into lines that hang under a dash.
static void print_wrapped(const char* text) {
  int column = printf("  -");
  while (*text != '\0') {
    const int length = word_length(text);
    if (column + 1 + length > PAGE_WIDTH) {
      fputs("\n   ", stdout);
      column = 3;
    }
    putchar(' ');
    column += 1 + print_word(text, length);
    text += length;
    text += strspn(text, " ");
  }
  putchar('\n');
}

static void print_sentences(const cli_page* page, const carom_explanation* explanation) {
  cli_print_columns(page, "What that means here", 0, NULL);
  for (int i = 0; i < explanation->sentence_count; ++i) print_wrapped(explanation->sentences[i]);
}

static void print_fact(const char* label, double value) {
  cli_print_row(label, 1, &value, 0);
}

static void print_planar_facts(const cli_page* page, const carom_planar_theory* theory) {
  cli_print_columns(page, "What decides", 0, NULL);
  print_fact("friction that holds, mu_static", page->scenario->surfaces[0].mu_static);
  print_fact("needed to stick, |B3|/B1", theory->stick_ratio);
  print_fact("slip lost, d [1/kg]", theory->slip_loss);
  print_fact("normal velocity, k1 [1/kg]", theory->normal_gain);
  print_fact("Pd = k1 |S0| [m/(kg s)]", theory->p_d);
  print_fact("Pq = -d C0 [m/(kg s)]", theory->p_q);
}

static void print_direction(const carom_invariant* direction) {
  const char* pull = direction->turn < 0 ? "attracts" : direction->turn > 0 ? "repels" : "a multiple root";
  char label[48];
  snprintf(label, sizeof label, "%s, %s", carom_invariant_word(direction->type), pull);
  const double values[] = {cli_degrees(direction->angle), direction->rate, direction->turn};
  cli_print_row(label, 3, values, 0);
}

static void print_directions(const cli_page* page, const carom_spatial_directions* directions) {
  static const char* const columns[] = {"angle [deg]", "rate [1/kg]", "turn [1/kg]"};
  cli_print_columns(page, "Invariant directions", 3, columns);
  if (directions->every_direction) puts("  every direction");
  for (int i = 0; i < directions->count; ++i) print_direction(&directions->items[i]);
}

static void print_spatial_facts(const cli_page* page, const carom_explanation* explanation) {
  const carom_spatial_theory* theory = &explanation->spatial;
  print_directions(page, &explanation->directions);
  cli_print_columns(page, "What decides", 0, NULL);
  print_fact("friction that holds, mu_static", page->scenario->surfaces[0].mu_static);
  print_fact("needed to stick, |B^-1 d|", theory->stick_ratio);
  print_fact("(18): Wzz - mu |d| [1/kg]", theory->condition_margin);
  print_fact("smallest eigenvalue [1/kg]", theory->smallest_eigenvalue);
  if (isfinite(theory->compression_bound)) print_fact("I_zc at most [N s]", theory->compression_bound);
  print_fact("I_zc [N s]", page->result->outcome.law.spatial.outcome.impulse_n_compression);
}

static void print_compliant_facts(const cli_page* page, const carom_compliant_facts* facts) {
  const carom_compliant_outcome* outcome = &page->result->outcome.law.compliant.outcome;
  cli_print_columns(page, "What decides", 0, NULL);
  print_fact("compliance, eta2 = k_n/k_t", page->scenario->surfaces[0].eta2);
  print_fact("slip before, |v_t| [m/s]", facts->slip_before);
  print_fact("stuck below mu eta2 |v_n| [m/s]", facts->start_limit);
  print_fact("frequency, tangential/normal", facts->frequency_ratio);
  print_fact("slip after, along it [m/s]", facts->slip_after);
  print_fact("normal spring held [J]", outcome->stored);
  print_fact("tangential springs held [J]", facts->held_tangential);
}

static void print_pair(const cli_page* page, int a, int b, double coupling) {
  char first[CLI_NAME_SIZE], both[2 * CLI_NAME_SIZE + 4];
  carom_scenario_contact_name(page->scenario, b, sizeof first, first);
  carom_scenario_contact_name(page->scenario, a, CLI_NAME_SIZE, both);
  strcat(strcat(both, ", "), first);
  fputs("  ", stdout);
  cli_print_cell(both, CLI_LABEL_WIDTH + CLI_NUMBER_WIDTH - 4);
  fputs("  ", stdout);
  cli_print_number(coupling, 0);
  puts(coupling < 0 ? "  presses on" : coupling > 0 ? "  takes load off" : "  through friction");
}

static void print_pairs(const cli_page* page, int pair_count) {
  static const char* const columns[] = {"", "coupling"};
  if (pair_count == 0) return;
  cli_print_columns(page, "Who feels whom", 2, columns);
  int count = 0;
  for (int i = 0; i < page->result->outcome.contact_count; ++i) {
    for (int j = i + 1; j < page->result->outcome.contact_count; ++j) {
      const carom_coupling coupling = carom_result_coupling(page->result, i, j);
      if (coupling.interacts && count++ < CLI_MOST_ROWS) print_pair(page, i, j, coupling.normal);
    }
  }
  cli_print_more(count, count);
}

static void print_simultaneous_facts(const cli_page* page, const carom_simultaneous_facts* facts) {
  cli_print_columns(page, "What decides", 0, NULL);
  print_fact("contacts", page->result->outcome.contact_count);
  print_fact("that approach", facts->approaching);
  print_fact("that carried impulse", facts->acted);
  print_fact("groups that do not interact", facts->group_count);
  print_fact("stiffest over softest", facts->stiffness_most / facts->stiffness_least);
  print_pairs(page, facts->pair_count);
}

static void print_explanation(const cli_page* page, const carom_explanation* explanation) {
  cli_print_story(page);
  if (explanation->model == CAROM_MODEL_PLANAR) print_planar_facts(page, &explanation->planar);
  if (explanation->model == CAROM_MODEL_SPATIAL) print_spatial_facts(page, explanation);
  if (explanation->model == CAROM_MODEL_COMPLIANT) print_compliant_facts(page, &explanation->compliant);
  if (explanation->model == CAROM_MODEL_SIMULTANEOUS) print_simultaneous_facts(page, &explanation->simultaneous);
  print_sentences(page, explanation);
}

/// *printed: whether an explanation stands above this one.
static int explain_file(const cli_options* options, const char* file, bool* printed) {
  carom_diag error = {0};
  carom_explanation explanation;
  carom_scenario* scenario = cli_load(options, file, &error);
  carom_result* result = scenario ? carom_scenario_solve_path(scenario, &error) : NULL;
  int code = CLI_SOLVED;
  if (!result || !carom_scenario_explain(scenario, result, &explanation, &error)) {
    code = cli_report(file, &error, options->json);
  } else if (options->json) {
    carom_explanation_write(scenario, result, &explanation, carom_sink_file(stdout));
  } else {
    const cli_page page = cli_open_page(file, scenario, result);
    if (*printed) putchar('\n');
    print_explanation(&page, &explanation);
    *printed = true;
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
  return code;
}

int cli_explain(const cli_options* options) {
  bool printed = false;
  int worst = CLI_SOLVED;
  for (int i = 0; i < options->file_count && !ferror(stdout); ++i)
    worst = cli_worse(worst, explain_file(options, options->files[i], &printed));
  return worst;
}
