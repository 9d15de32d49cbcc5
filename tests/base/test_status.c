#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "carom/status.h"

Test(status, every_code_has_a_word_and_a_sentence) {
  static const carom_status all[] = {
#define CAROM_X(symbol, value, word, sentence) symbol,
      CAROM_STATUS_LIST(CAROM_X)
#undef CAROM_X
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    cr_expect_eq((size_t)all[i], i);
    cr_expect_gt(strlen(carom_status_word(all[i])), 1);
    cr_expect_gt(strlen(carom_status_sentence(all[i])), 5);
    for (size_t j = 0; j < i; ++j) cr_expect_str_neq(carom_status_word(all[i]), carom_status_word(all[j]));
  }
  cr_expect_str_eq(carom_status_word((carom_status)999), "unknown");
  cr_expect_gt(strlen(carom_status_sentence((carom_status)999)), 5);
}

Test(status, exit_codes_tell_bad_input_from_no_answer) {
  static const carom_status no_answer[] = {CAROM_TOO_SMALL, CAROM_UNAVAILABLE, CAROM_BUDGET,         CAROM_NO_MEMORY,
                                           CAROM_IO,        CAROM_NO_PROGRAM,  CAROM_PROGRAM_FAILED, CAROM_STOPPED};
  static const carom_status bad_input[] = {
      CAROM_NOT_FINITE,    CAROM_OUT_OF_RANGE,  CAROM_NOT_SYMMETRIC,    CAROM_NOT_POSITIVE,
      CAROM_NOT_UNIT,      CAROM_INCONSISTENT,  CAROM_NO_FINITE_ANSWER, CAROM_OVERFLOW,
      CAROM_TOO_FAR_APART, CAROM_SYNTAX,        CAROM_UNKNOWN_KEY,      CAROM_MISSING_KEY,
      CAROM_WRONG_TYPE,    CAROM_DUPLICATE_KEY, CAROM_BAD_VALUE,        (carom_status)999};
  cr_expect_eq(carom_status_exit(CAROM_OK), 0);
  for (size_t i = 0; i < sizeof no_answer / sizeof *no_answer; ++i)
    cr_expect_eq(carom_status_exit(no_answer[i]), 1, "%s", carom_status_word(no_answer[i]));
  for (size_t i = 0; i < sizeof bad_input / sizeof *bad_input; ++i)
    cr_expect_eq(carom_status_exit(bad_input[i]), 2, "%s", carom_status_word(bad_input[i]));
}

Test(status, version_is_the_same_everywhere) {
  int major, minor, patch;
  char rest;
  cr_assert_eq(sscanf(carom_version(), "%d.%d.%d%c", &major, &minor, &patch, &rest), 3);
  cr_expect_eq(major, CAROM_VERSION_MAJOR);
  cr_expect_eq(minor, CAROM_VERSION_MINOR);
  cr_expect_eq(patch, CAROM_VERSION_PATCH);
  cr_expect_str_eq(carom_version(), CAROM_TEST_VERSION, "the build system and the headers disagree");
}

Test(status, a_diagnostic_names_field_value_and_what_would_be_right) {
  carom_diag diag = {.line = 7};
  cr_expect_eq(carom__fail(&diag, CAROM_OUT_OF_RANGE, "mass", -2, "mass is %g kg", -2.0), CAROM_OUT_OF_RANGE);
  cr_expect_eq(diag.status, CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "mass");
  cr_expect_eq(diag.value, -2);
  cr_expect_eq(diag.line, 0);
  cr_expect_str_eq(diag.message, "mass is -2 kg");
  carom__fail_within(&diag, CAROM_OUT_OF_RANGE, "bodies", 3);
  cr_expect_str_eq(diag.field, "bodies[3].mass");
  carom__fail_within(&diag, CAROM_OUT_OF_RANGE, "system", -1);
  cr_expect_str_eq(diag.field, "system.bodies[3].mass");
}

Test(status, no_diagnostic_is_fine_and_long_text_is_cut) {
  cr_expect_eq(carom__fail(NULL, CAROM_BUDGET, "x", 0, "%s", "y"), CAROM_BUDGET);
  cr_expect_eq(carom__fail_within(NULL, CAROM_BUDGET, "x", 0), CAROM_BUDGET);
  char longest[500];
  memset(longest, 'a', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  carom_diag diag;
  carom__fail(&diag, CAROM_BUDGET, longest, 0, "%s", longest);
  cr_expect_eq(strlen(diag.field), CAROM_FIELD_SIZE - 1);
  cr_expect_eq(strlen(diag.message), CAROM_MESSAGE_SIZE - 1);
  carom__fail_within(&diag, CAROM_BUDGET, longest, 1234567);
  cr_expect_eq(strlen(diag.field), CAROM_FIELD_SIZE - 1);
}
