// Known truth comes back: without noise to 1e-8, in every layout and law; and every trap is seen.
#include <criterion/criterion.h>
#include <string.h>

#include "carom/planar.h"
#include "fit/fit.h"
#include "fit/made.h"

static carom_fit* fit(const made* m, carom_fit_options options, carom_diag* error) {
  test_random random = {7};
  carom_text table = made_table(m, &random);
  carom_fit* out = carom_fit_run(table.text, table.length, &options, error);
  carom_text_free(&table);
  return out;
}

static carom_fit_options quick(void) {
  carom_fit_options options = carom_fit_options_default();
  options.bootstrap = 0;
  return options;
}

static const carom_fit_result* only(const carom_fit* f, const carom_diag* error) {
  cr_assert(f, "%s", error->message);
  return carom_fit_result_of(f, 0);
}

static bool warns(const carom_fit_result* r, const char* words) {
  for (int i = 0; i < r->warning_count; ++i)
    if (strstr(r->warnings[i], words)) return true;
  return false;
}

Test(fit_truth, without_noise) {
  for (int law = 0; law < 3; ++law)
    for (int layout = 0; layout < 2; ++layout) {
      made m = made_default();
      carom_fit_options options = quick();
      carom_diag error;
      m.law = options.law = (carom_law)law;
      m.in_contact_space = layout;
      carom_fit* f = fit(&m, options, &error);
      const carom_fit_result* r = only(f, &error);
      cr_expect_float_eq(r->estimates[0].value, 0.2, 1e-8, "law %d: mu off by %g", law, r->estimates[0].value - 0.2);
      cr_expect_float_eq(r->estimates[1].value, 0.6, 1e-8, "law %d: e off by %g", law, r->estimates[1].value - 0.6);
      cr_expect_eq(r->warning_count, 0, "%s", r->warnings[0]);
      carom_fit_free(f);
    }
}

Test(fit_truth, restitution_that_falls_with_speed) {
  made m = made_default();
  carom_fit_options options = quick();
  carom_diag error;
  m.power = 0.15;
  m.count = 300;
  options.e_model = CAROM_FIT_E_POWER;
  carom_fit* f = fit(&m, options, &error);
  const carom_fit_result* r = only(f, &error);
  cr_expect_float_eq(r->estimates[2].value, 0.15, 1e-7);
  cr_expect_float_eq(r->estimates[1].value, 0.6 * pow(carom_fit_tell(f).speed / 2, -0.15), 1e-7);
  carom_fit_free(f);
}

// The derivatives of the solver, and differences of the prediction.
Test(fit_truth, derivatives_are_those_of_the_prediction) {
  made m = made_default();
  carom_diag error;
  carom_fit_options options = quick();
  m.noise = 0.02;
  options.e_model = CAROM_FIT_E_POWER;
  carom_fit* f = fit(&m, options, &error);
  only(f, &error);
  carom__fit_model* model = &f->models[0];
  const double x[3] = {0.31, 0.52, 0.1};
  const int all = model->count * model->numbers;
  double *slope = malloc(3 * (size_t)all * sizeof *slope), *low = slope + all, *high = low + all;
  for (int j = 0; j < 3; ++j) {
    double moved[3] = {x[0], x[1], x[2]};
    int kinks = 0;
    carom__fit_derive(model, x, j, slope);
    moved[j] = x[j] - 1e-5;
    carom__fit_predict(model, moved, low);
    moved[j] = x[j] + 1e-5;
    carom__fit_predict(model, moved, high);
    // Impacts whose mode changes within the step have a kink there.
    for (int k = 0; k < all; ++k) kinks += fabs(slope[k] - (high[k] - low[k]) / 2e-5) > 1e-6 * (1 + fabs(slope[k]));
    cr_expect(kinks <= all / 100, "parameter %d: %d of %d differ", j, kinks, all);
  }
  free(slope);
  carom_fit_free(f);
}

Test(fit_truth, a_plateau_is_no_number) {
  made m = made_default();
  carom_diag error;
  carom_fit_options options = quick();
  m.law = options.law = CAROM_LAW_POISSON;
  m.mu = 1.2;
  m.slip = 0.2;
  m.count = 60;
  for (int i = 0; i < 2; ++i) {
    m.noise = i ? 0.01 : 0;
    carom_fit* f = fit(&m, options, &error);
    const carom_fit_result* r = only(f, &error);
    cr_expect_eq(r->estimates[0].known, CAROM_FIT_AT_LEAST);
    cr_expect(isnan(r->estimates[0].value) && isnan(r->estimates[0].sd) && isnan(r->estimates[0].high));
    cr_expect(r->estimates[0].low < 1.2, "%g", r->estimates[0].low);
    cr_expect(warns(r, "mu >= ") && warns(r, "(not identified)"));
    cr_expect_float_eq(r->estimates[1].value, 0.6, i ? 0.02 : 1e-8);
    carom_fit_free(f);
  }
}

Test(fit_truth, no_friction_is_at_most_a_little) {
  made m = made_default();
  carom_diag error;
  m.mu = 0;
  m.noise = 0.01;
  carom_fit* f = fit(&m, quick(), &error);
  const carom_fit_estimate* mu = &only(f, &error)->estimates[0];
  cr_expect(mu->known == CAROM_FIT_AT_MOST ? mu->high < 0.01 : fabs(mu->value) < 0.01);
  carom_fit_free(f);
}

Test(fit_truth, a_left_handed_frame_is_named) {
  made m = made_default();
  carom_diag error;
  carom_fit_options options = quick();
  m.left_handed = true;
  m.noise = 0.01;
  cr_assert_null(fit(&m, options, &error));
  cr_expect_eq(error.status, CAROM_INCONSISTENT);
  cr_expect(strstr(error.message, "--flip vx"), "%s", error.message);
  options.flip = CAROM_FIT_FLIP_VX;
  carom_fit* f = fit(&m, options, &error);
  cr_expect_float_eq(only(f, &error)->estimates[0].value, 0.2, 0.01);
  cr_expect_eq(carom_fit_tell(f).suspect, CAROM_FIT_FLIP_NONE);
  carom_fit_free(f);
}

Test(fit_truth, a_spin_of_the_other_sign_is_named) {
  made m = made_default();
  carom_diag error;
  m.spin_unit = -1;
  cr_assert_null(fit(&m, quick(), &error));
  cr_expect(strstr(error.message, "--flip w"), "%s", error.message);
}

Test(fit_truth, units_are_suspected) {
  const struct {
    double spin, length;
    const char* words;
  } rows[] = {{57.29577951308232, 1, "degrees a second"}, {1, 1000, "lengths look like mm"}};
  for (int i = 0; i < 2; ++i) {
    made m = made_default();
    carom_diag error;
    m.spin_unit = rows[i].spin;
    m.length_unit = rows[i].length;
    carom_fit* f = fit(&m, quick(), &error);
    if (f)
      cr_expect(warns(carom_fit_result_of(f, 0), rows[i].words), "row %d", i);
    else
      cr_expect(strstr(error.message, rows[i].words), "row %d: %s", i, error.message);
    carom_fit_free(f);
  }
}

Test(fit_truth, laws_are_told_apart_where_they_can_be) {
  made m = made_default();
  carom_diag error;
  carom_fit_options options = quick();
  options.all_laws = true;
  m.noise = 0.01;
  m.law = CAROM_LAW_NEWTON;
  carom_fit* f = fit(&m, options, &error);
  only(f, &error);
  cr_expect_eq(carom_fit_result_count(f), 3);
  cr_expect(carom_fit_compare(f, 0, 2) > 2, "Newton's law made the data: t = %g", carom_fit_compare(f, 0, 2));
  cr_expect_float_eq(carom_fit_compare(f, 2, 0), -carom_fit_compare(f, 0, 2), 1e-12);
  carom_fit_free(f);
}

static bool stop_at_once(double done, void* context) {
  ++*(int*)context;
  return done > 2;
}

Test(fit_truth, whoever_waits_can_stop_it) {
  made m = made_default();
  carom_diag error;
  carom_fit_options options = carom_fit_options_default();
  int asked = 0;
  m.count = 3000;  // told during the search already
  options.progress = stop_at_once;
  options.context = &asked;
  cr_assert_null(fit(&m, options, &error));
  cr_expect_eq(error.status, CAROM_STOPPED);
  cr_expect_eq(asked, 1);
}

Test(fit_truth, the_same_seed_gives_the_same_numbers) {
  made m = made_default();
  carom_diag error;
  carom_fit_options options = carom_fit_options_default();
  m.noise = 0.05;
  options.bootstrap = 20;
  carom_text texts[3] = {{0}};
  for (int i = 0; i < 3; ++i) {
    options.seed = i == 2 ? 5 : 1;
    carom_fit* f = fit(&m, options, &error);
    only(f, &error);
    cr_assert(carom_fit_write(f, carom_sink_text(&texts[i])));
    carom_fit_free(f);
  }
  cr_expect_str_eq(texts[0].text, texts[1].text);
  cr_expect_str_neq(texts[0].text, texts[2].text);
  for (int i = 0; i < 3; ++i) carom_text_free(&texts[i]);
}
