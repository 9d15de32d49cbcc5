// Tables: quotes, comments, line ends, and what is wrong with them.
#include <criterion/criterion.h>
#include <string.h>

#include "fit/table.h"

Test(fit_table, cells) {
  static const char text[] =
      "\xEF\xBB\xBF# a comment\r\nname , \"b \"\"q\"\", x\",c\r\n\r\n 1,\"two\nlines\",3 \r\n4,,6";
  carom__table t;
  carom_diag error;
  cr_assert(carom__table_read(&t, text, sizeof text - 1, &error), "%s", error.message);
  cr_expect(t.columns == 3 && t.rows == 2);
  cr_expect_str_eq(t.names[0], "name");
  cr_expect_str_eq(t.names[1], "b \"q\", x");
  cr_expect_str_eq(carom__table_cell(&t, 0, 1), "two\nlines");
  cr_expect_str_eq(carom__table_cell(&t, 0, 2), "3");
  cr_expect_str_eq(carom__table_cell(&t, 1, 1), "");
  cr_expect(t.lines[0] == 4 && t.lines[1] == 6, "%d %d", t.lines[0], t.lines[1]);
  cr_expect_eq(carom__table_find(&t, "c"), 2);
  cr_expect_eq(carom__table_find(&t, "d"), -1);
  cr_assert_null(carom__table_numbers(&t, 1, &error));
  cr_expect_eq(error.line, 4);
  carom__table_free(&t);
}

Test(fit_table, what_is_wrong) {
  const struct {
    const char* text;
    carom_status status;
    int line;
  } rows[] = {
      {"", CAROM_SYNTAX, 1},
      {"a,b\n", CAROM_SYNTAX, 1},
      {"a,b\n1,2\n3\n", CAROM_SYNTAX, 3},
      {"a,b\n1,\"2\n", CAROM_SYNTAX, 3},
      {"a,b\n1,\"2\"x\n", CAROM_SYNTAX, 2},
      {"a,a\n1,2\n", CAROM_DUPLICATE_KEY, 0},
      {"a,\n1,2\n", CAROM_SYNTAX, 1},
      {"1,2\n3,4\n", CAROM_SYNTAX, 1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    carom__table t;
    carom_diag error = {0};
    cr_assert_not(carom__table_read(&t, rows[i].text, strlen(rows[i].text), &error), "row %zu", i);
    cr_expect_eq(error.status, rows[i].status, "row %zu: %s", i, error.message);
    cr_expect_eq(error.line, rows[i].line, "row %zu: line %d", i, error.line);
  }
}
