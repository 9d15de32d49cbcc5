// A sweep in memory has the rows that single rows have, and every column can be read.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/parse_text.h"
#include "sweep/sweep.h"

#define ROD                                                                                                       \
  "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[2.5, -1.5], [-1.5, 2.5]], 'v': [0.6, -1]}, 'contacts': " \
  "[{'e': 0.9, 'mu': 0.9}], 'sweep': "
#define VARIED                                                                                              \
  "'vary': {'contacts.0.mu': {'uniform': [-0.1, 1]}, 'contacts.0.law': {'choice': ['stronge', 'newton']}, " \
  "'contacts.0.e': {'normal': [0.5, 0.1]}}, 'store': ['energy.change', 'contacts.0.mode']"

static carom_sweep* open_text(const char* single_quoted) {
  char* text = quoted(single_quoted);
  carom_diag error = {0};
  carom_sweep_plan* plan = carom_sweep_plan_parse(text, strlen(text), &error);
  carom_sweep* sweep = plan ? carom_sweep_open(text, strlen(text), plan, &error) : NULL;
  cr_assert(sweep, "%s: %s", error.field, error.message);
  carom_sweep_plan_free(plan);
  free(text);
  return sweep;
}

static void run(carom_sweep* s) {
  const carom_sweep_run_options options = {.threads = 2, .sync = CAROM_SWEEP_SYNC_NONE};
  carom_diag error = {0};
  cr_assert(carom_sweep_attach_memory(s, &error), "%s", error.message);
  cr_assert_eq(carom_sweep_run(s, &options, NULL, &error), CAROM_OK, "%s", error.message);
}

/// Whether the item of a column is the value of a row.
static bool is_value(const carom_sweep_column* column, const void* item, const carom_sweep_value* value, bool narrow) {
  double number;
  if (column->kind == CAROM_SWEEP_COLUMN_WORDS) return value->is_word && !memcmp(item, value->word, column->size);
  memcpy(&number, item, sizeof number);
  const double wanted = narrow ? (double)(float)value->number : value->number;
  return !value->is_word && (number == wanted || (isnan(number) && isnan(wanted)));
}

/// All rows of all columns beside single rows; how many rows have no answer.
static int compare(carom_sweep* s) {
  const carom_sweep_facts facts = carom_sweep_tell(s);
  carom_sweep_value values[CAROM_SWEEP_MOST_INPUTS + CAROM_SWEEP_MOST_OUTPUTS];
  char item[CAROM_SWEEP_WORD_SIZE];
  int failed = 0;
  for (int64_t row = 0; row < facts.rows; ++row) {
    carom_diag unread;
    uint8_t status;
    const carom_status wanted = carom_sweep_row(s, row, values, values + facts.input_count, &unread);
    const int count = facts.input_count + facts.output_count;
    for (int i = 0; i < count; ++i) {
      const carom_sweep_column column = carom_sweep_column_at(s, i);
      cr_assert(carom_sweep_read_column(s, i, row, 1, item));
      const bool narrow = s->plan.single_precision && i >= facts.input_count;
      cr_assert(is_value(&column, item, &values[i], narrow), "%s, row %d", column.name, (int)row);
    }
    cr_assert(carom_sweep_read_column(s, count, row, 1, &status));
    cr_assert_eq(status, wanted);
    failed += wanted != CAROM_OK;
  }
  return failed;
}

Test(sweep_memory, rows_are_those_of_single_rows) {
  static const char* const texts[] = {ROD "{'rows': 500, " VARIED "}}",
                                      ROD "{'method': 'sobol', 'rows': 256, " VARIED "}}",
                                      ROD "{'precision': 'float32', 'rows': 200, " VARIED "}}"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    carom_sweep* s = open_text(texts[i]);
    run(s);
    cr_expect_gt(compare(s), 0, "some friction is negative");
    carom_sweep_free(s);
  }
}

Test(sweep_memory, statistics_are_there) {
  carom_sweep* s = open_text(ROD
                             "{'method': 'saltelli', 'rows': 600, 'vary': {'contacts.0.mu': {'uniform': [0, 1]}, "
                             "'contacts.0.e': {'uniform': [0, 1]}}, 'store': ['energy.change']}}");
  carom_diag error = {0};
  cr_assert(carom_sweep_attach_memory(s, &error));
  cr_expect_null(carom_sweep_summarise(s, &error), "nothing has run yet");
  run(s);
  carom_sweep_summary* summary = carom_sweep_summarise(s, &error);
  cr_assert(summary, "%s", error.message);
  double sum = 0, change;
  for (int64_t row = 0; row < summary->rows; ++row) {
    cr_assert(carom_sweep_read_of(s, 0, row, 1, &change));
    sum += change;
  }
  // Rounding of 600 terms of one sign.
  cr_expect_float_eq(summary->of[0].mean, sum / (double)summary->rows, 600 * 0x1p-52 * fabs(summary->of[0].mean));
  cr_expect(summary->of[0].first[1] > 0.5 && summary->of[0].total[1] < 1.2, "restitution decides: %g, %g",
            summary->of[0].first[1], summary->of[0].total[1]);
  carom_sweep_summary_free(summary);
  carom_sweep_free(s);
}

Test(sweep_memory, what_is_not_there) {
  carom_sweep* s = open_text(ROD "{'rows': 10, " VARIED "}}");
  carom_diag error = {0};
  double item;
  cr_expect_not(carom_sweep_read_column(s, 0, 0, 1, &item), "no file yet");
  cr_expect_not(carom_sweep_attach_memory(NULL, &error));
  cr_expect_str_eq(error.field, "sweep");
  run(s);
  cr_expect_str_eq(carom_sweep_column_at(s, 5).name, "status");
  cr_expect_null(carom_sweep_column_at(s, 6).name);
  cr_expect_null(carom_sweep_column_at(s, -1).name);
  cr_expect_not(carom_sweep_read_column(s, 6, 0, 1, &item));
  cr_expect_not(carom_sweep_read_column(s, 0, 0, 1, NULL));
  cr_expect_not(carom_sweep_read_column(s, 0, 10, 1, &item));
  cr_expect_not(carom_sweep_read_column(s, 5, -1, 1, &item));
  cr_expect_not(carom_sweep_read_column(s, 5, 0, 11, &item));
  carom_sweep_free(s);
}

/// A grid over so many numbers, of which the last is given.
static carom_sweep* open_many(int count, const char* last) {
  char* text = malloc((size_t)count * 24 + 1024);
  size_t at = (size_t)sprintf(text, ROD "{'store': ['energy.change'], 'vary': {'contacts.0.mu': {'choice': [");
  for (int i = 1; i < count; ++i) at += (size_t)sprintf(text + at, "%.17g, ", i / 3e3);
  sprintf(text + at, "%s]}}}}", last);
  carom_sweep* s = open_text(text);
  free(text);
  return s;
}

Test(sweep_memory, a_long_choice_is_known_to_its_last_number) {
  carom_sweep *a = open_many(CAROM_SWEEP_MOST_CHOICES, "0.1"), *b = open_many(CAROM_SWEEP_MOST_CHOICES, "0.2");
  cr_expect_eq(carom_sweep_tell(a).rows, CAROM_SWEEP_MOST_CHOICES);
  cr_expect_str_neq(a->identity.text, b->identity.text);
  run(b);
  cr_expect_eq(compare(b), 0);
  carom_sweep_free(a);
  carom_sweep_free(b);
}
