// Data and options that are refused, each with its reason; and a build without NLopt, which says so.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "carom/fit.h"
#include "carom/present.h"

#define HEAD "m,rho,px,py,phi,vx0,vy0,w0,vx1,vy1,w1\n"
#define GOOD "1,0.5,0,-0.5,1.5707963267948966,0,-1,0,0,0.5,0\n"

typedef struct row {
  const char* text;
  carom_status status;
  const char* field;
  int line;
} row;

static void refuse(const char* text, carom_fit_options options, carom_status status, const char* field) {
  carom_diag error = {0};
  carom_fit* fit = carom_fit_run(text, strlen(text), &options, &error);
  cr_assert_null(fit, "%s", text);
  if (!carom_fit_is_available()) {
    cr_expect_eq(error.status, CAROM_UNAVAILABLE);
    cr_expect(strstr(error.message, "libnlopt-dev"));
    return;
  }
  cr_expect_eq(error.status, status, "%s: %s", text, error.message);
  cr_expect_str_eq(error.field, field, "%s: %s", error.field, error.message);
}

Test(fit_bad, data) {
  const row rows[] = {
      {"m,rho,px,py,phi,vx0,vy0,w0,vx1,vy1,w_1\n1,2,3,4,5,6,7,8,9,1,2\n", CAROM_MISSING_KEY, "w1", 0},
      {HEAD "1,0.5,0.1,-0.5,x,0.3,-1,0,0.2,0.5,0.3\n", CAROM_WRONG_TYPE, "phi", 2},
      {HEAD "1,0.5,0.1,-0.5,inf,0.3,-1,0,0.2,0.5,0.3\n", CAROM_WRONG_TYPE, "phi", 2},
      {HEAD "0,0.5,0.1,-0.5,1.57,0.3,-1,0,0.2,0.5,0.3\n", CAROM_BAD_VALUE, "m", 2},
      {HEAD "1,0,0.1,-0.5,1.57,0.3,-1,0,0.2,0.5,0.3\n", CAROM_BAD_VALUE, "m", 2},
      {HEAD "1,0.5,0.1,-0.5,1.57,0,0,0,0.2,0.5,0.3\n", CAROM_BAD_VALUE, "m", 2},
      {HEAD "1,0.5,0,-0.5,-1.5707963267948966,0,-1,0,0,0.5,0\n", CAROM_INCONSISTENT, "", 0},
      {HEAD GOOD GOOD, CAROM_BAD_VALUE, "", 0},
      {"B1,B2,B3,S0,C0,S1,C1\n1,1,2,0,-1,0,1\n", CAROM_BAD_VALUE, "B1", 2},
      {"words," HEAD "a," GOOD, CAROM_BAD_VALUE, "", 0},
      {"weight," HEAD "-1," GOOD, CAROM_BAD_VALUE, "weight", 2},
      {"sigma_vx,sigma_vy,sigma_w," HEAD "1,0,1," GOOD, CAROM_BAD_VALUE, "sigma_vy", 2},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    refuse(rows[i].text, carom_fit_options_default(), rows[i].status, rows[i].field);
}

Test(fit_bad, options) {
  carom_fit_options o = carom_fit_options_default();
  o.bootstrap = -1;
  refuse(HEAD GOOD, o, CAROM_BAD_VALUE, "bootstrap");
  o = carom_fit_options_default();
  o.huber = (double)NAN;
  refuse(HEAD GOOD, o, CAROM_BAD_VALUE, "huber");
  o = carom_fit_options_default();
  o.with_eta2 = o.all_laws = true;
  refuse(HEAD GOOD, o, CAROM_BAD_VALUE, "with eta2");
  o = carom_fit_options_default();
  o.covariate_count = 1;
  o.covariates[0] = "temperature";
  refuse(HEAD GOOD GOOD GOOD, o, CAROM_BAD_VALUE, "temperature");
  o = carom_fit_options_default();
  o.scenario = "{}";
  o.scenario_length = 2;
  refuse(HEAD GOOD, o, CAROM_BAD_VALUE, "estimate");
}

Test(fit_bad, what_is_missing) {
  const carom_fit_options o = carom_fit_options_default();
  carom_diag error;
  cr_expect_null(carom_fit_run(NULL, 0, &o, &error));
  cr_expect_str_eq(error.field, "csv");
  cr_expect_null(carom_fit_run("", 0, NULL, &error));
  cr_expect_str_eq(error.field, "options");
  cr_expect_null(carom_fit_run(NULL, 0, NULL, NULL));
  carom_fit_free(NULL);
  cr_expect_eq(carom_fit_result_count(NULL), 0);
  cr_expect_null(carom_fit_result_of(NULL, 0));
  cr_expect_not(carom_fit_write(NULL, (carom_sink){0}));
  cr_expect_not(carom_fit_write_csv(NULL, (carom_sink){0}));
  cr_expect_not(carom_fit_map(NULL, 2, 2, NULL, NULL));
  cr_expect_null(carom_fit_column(NULL, "m"));
  cr_expect_eq(carom_fit_point_of(NULL, 0, NULL), 0);
  cr_expect_eq(carom_present_fit(NULL, NULL, NULL), CAROM_OUT_OF_RANGE);
}
