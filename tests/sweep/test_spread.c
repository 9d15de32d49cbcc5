// Spreads: moments and quantiles known in closed form, limits, and every way to get one wrong.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "sweep/spread.h"

static carom_spread read(const char* text) {
  carom_spread spread;
  carom_diag error;
  cr_assert_eq(carom__spread_read(text, "x", &spread, &error), CAROM_OK, "%s: %s", text, error.message);
  return spread;
}

typedef struct moments {
  double mean, sd;
} moments;

/// By the midpoint rule in u: the integral of the quantile is the mean.
static moments integrate(const carom_spread* spread) {
  enum { COUNT = 200000 };
  const carom__spread_work work = carom__spread_start(spread);
  double sum = 0, squares = 0;
  for (int i = 0; i < COUNT; ++i) {
    const double x = carom__spread_value(&work, (i + 0.5) / COUNT);
    sum += x;
    squares += x * x;
  }
  return (moments){sum / COUNT, sqrt(squares / COUNT - sum / COUNT * (sum / COUNT))};
}

Test(sweep_spread, moments) {
  static const struct {
    const char* text;
    double mean, sd, tolerance;  // the midpoint rule: 1/COUNT^2 inside, sqrt(1/COUNT) of a tail
  } rows[] = {
      {"uniform:2:5", 3.5, 0.8660254037844386, 1e-9},
      {"log_uniform:1:10", 3.9086503371292665, 2.4944, 1e-3},  // 9/ln 10; sd^2 = 99/(2 ln 10) - mean^2
      {"normal:3:0.5", 3, 0.5, 1e-4},
      {"lognormal:2:0.25", 2.0634868, 0.52400, 1e-3},  // 2 exp(0.25^2/2); mean sqrt(exp(0.25^2) - 1)
      {"triangular:0:1:4", 1.6666666666666667, 0.8498365855987975, 1e-6},
      {"choice:1:2:6", 3, 2.1602468994692867, 1e-4},
      {"grid:0:1:11", 0.5, 0.31622776601683794, 1e-4},
      {"log_grid:1:100:3", 37, 44.69899327725402, 1e-2},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    const carom_spread spread = read(rows[i].text);
    const moments m = integrate(&spread);
    cr_expect_float_eq(m.mean, rows[i].mean, rows[i].tolerance * rows[i].mean, "%s: mean %.9g", rows[i].text, m.mean);
    cr_expect_float_eq(m.sd, rows[i].sd, rows[i].tolerance * rows[i].sd, "%s: sd %.9g", rows[i].text, m.sd);
  }
}

Test(sweep_spread, quantiles) {
  static const struct {
    const char* text;
    double u, x;
  } rows[] = {
      {"uniform:2:5", 0.25, 2.75},   {"log_uniform:1:10000", 0.5, 100}, {"normal:3:0.5", 0.975, 3.9799819922700273},
      {"lognormal:2:0.25", 0.5, 2},  {"triangular:0:1:4", 0.25, 1},     {"triangular:0:1:4", 0.0625, 0.5},
      {"triangular:0:0:4", 0.75, 2}, {"choice:7:8:9", 0.5, 8},          {"0:10:11", 0.999, 10},
      {"log_grid:1:100:3", 0.4, 10},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    const carom_spread spread = read(rows[i].text);
    const carom__spread_work work = carom__spread_start(&spread);
    // A rounding of the logarithm counts as often as the logarithm is large.
    const double scale = fabs(rows[i].x) * (1 + fabs(log(rows[i].x)));
    cr_expect_float_eq(carom__spread_value(&work, rows[i].u), rows[i].x, 4e-16 * scale, "%s at %g", rows[i].text,
                       rows[i].u);
  }
}

/// A truncated spread: its values are inside, and its quantiles those of the whole, moved.
Test(sweep_spread, within) {
  static const char* const texts[] = {"uniform:0:10", "log_uniform:0.1:10", "normal:4:2", "lognormal:4:1",
                                      "triangular:0:5:10"};
  for (int i = 0; i < 5; ++i) {
    carom_spread spread = read(texts[i]);
    const carom__spread_work whole = carom__spread_start(&spread);
    spread.low = 2;
    spread.high = 6;
    carom_spread cut = spread;
    const carom__spread_work work = carom__spread_start(&cut);
    cr_expect_eq(carom__spread_check(&cut, "x", NULL), CAROM_OK);
    for (double u = 0x1p-53; u < 1; u += 0.01) {
      const double x = carom__spread_value(&work, u);
      cr_expect(x >= 2 && x <= 6, "%s: %.17g", texts[i], x);
      spread.low = -HUGE_VAL;
      spread.high = HUGE_VAL;
      cr_expect_float_eq(x, carom__spread_value(&whole, work.below + work.inside * u), 1e-12);
    }
    spread.low = 2;
    spread.high = 6;
  }
}

Test(sweep_spread, grids_end_where_they_should) {
  const carom_spread grid = read("-1:0.3:7"), logs = read("log_grid:0.1:10:5");
  cr_expect_eq(carom__spread_item(&grid, 0), -1);
  cr_expect_eq(carom__spread_item(&grid, 6), 0.3);
  cr_expect_eq(carom__spread_item(&logs, 0), 0.1);
  cr_expect_eq(carom__spread_item(&logs, 4), 10);
  cr_expect_float_eq(carom__spread_item(&logs, 2), 1, 4e-16 * log(100));
}

Test(sweep_spread, words) {
  const carom_spread laws = read("choice:newton:stronge");
  const carom__spread_work work = carom__spread_start(&laws);
  cr_expect(laws.of_words && laws.count == 2);
  cr_expect_eq(carom__spread_value(&work, 0.49), 0);
  cr_expect_eq(carom__spread_value(&work, 0.51), 1);
  cr_expect_str_eq(laws.words[1], "stronge");
}

Test(sweep_spread, what_is_wrong_is_refused) {
  static const char* const texts[] = {
      "",
      "uniform",
      "uniform:1",
      "uniform:1:2:3",
      "uniform:2:1",
      "uniform:1:1",
      "uniform:a:b",
      "log_uniform:0:1",
      "log_uniform:-1:1",
      "normal:0:0",
      "normal:0:-1",
      "lognormal:0:1",
      "lognormal:1:0",
      "triangular:0:2:1",
      "triangular:1:1:1",
      "triangular:0:1",
      "choice",
      "choice:",
      "choice:1:nan",
      "0:1",
      "0:1:1",
      "0:1:2.5",
      "0:0:5",
      "0:1:1e12",
      "log_grid:0:1:3",
      "log_grid:1:1:3",
      "uniform:-1e308:1e308",
      "uniform:inf:1",
      "nonsense:1:2",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    carom_spread spread = {.kind = 77};
    carom_diag error = {0};
    cr_expect_eq(carom__spread_read(texts[i], "contacts.0.mu", &spread, &error), CAROM_BAD_VALUE, "`%s`", texts[i]);
    cr_expect_eq((int)spread.kind, 77, "`%s`", texts[i]);
    cr_expect_str_eq(error.field, "contacts.0.mu");
  }
}

Test(sweep_spread, limits_that_leave_nothing_are_refused) {
  carom_spread spread = read("normal:0:1");
  carom_diag error;
  spread.low = 6;
  spread.high = 7;
  cr_expect_eq(carom__spread_check(&spread, "x", &error), CAROM_BAD_VALUE);
  cr_expect(strstr(error.message, "millionth"));
  spread.low = 1;
  spread.high = 1;
  cr_expect_eq(carom__spread_check(&spread, "x", &error), CAROM_BAD_VALUE);
  carom_spread grid = read("0:1:5");
  grid.low = 0;
  cr_expect_eq(carom__spread_check(&grid, "x", &error), CAROM_BAD_VALUE);
}
