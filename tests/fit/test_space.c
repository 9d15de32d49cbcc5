// Impacts in space: a tumbling box, its corner on the floor, with contact rows and with point and normal.
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "carom/spatial.h"
#include "fit/fit.h"
#include "random.h"

static void put(carom_text* out, const char* format, ...) {
  char line[1200];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  const carom_sink sink = carom_sink_text(out);
  sink.write(line, (size_t)length, sink.context);
}

static const double MASS = 2, INERTIA[3] = {0.03, 0.05, 0.06};

/// One throw: a corner below the centre, and what it does. Rows of the Jacobian are (axis, point x axis).
static void put_throw(test_random* r, carom_law law, bool with_rows, carom_text* out) {
  double p[3], v[6], rows[3][6] = {{0}}, after[6];
  carom_spatial_problem problem = carom_spatial_problem_default();
  carom_spatial_outcome outcome;
  do {
    for (int k = 0; k < 3; ++k) p[k] = test_random_uniform(r, -0.2, 0.2);
    p[2] = test_random_uniform(r, -0.3, -0.1);
    for (int k = 0; k < 6; ++k) v[k] = test_random_uniform(r, k < 3 ? -2 : -6, k < 3 ? 2 : 6);
  } while (!(v[2] + v[3] * p[1] - v[4] * p[0] < -0.3));
  const double arms[3][3] = {{0, p[2], -p[1]}, {-p[2], 0, p[0]}, {p[1], -p[0], 0}};
  double w[3][3] = {{0}}, u[3] = {0};
  for (int i = 0; i < 3; ++i) {
    rows[i][i] = 1;
    memcpy(&rows[i][3], arms[i], sizeof arms[i]);
    for (int k = 0; k < 6; ++k) u[i] += rows[i][k] * v[k];
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 6; ++k) w[i][j] += rows[i][k] * rows[j][k] / (k < 3 ? MASS : INERTIA[k - 3]);
  memcpy(&problem.w, w, sizeof w);
  problem.v = (carom_vec3){u[0], u[1], u[2]};
  problem.surface.law = law;
  problem.surface.mu = problem.surface.mu_static = 0.3;
  problem.surface.e = 0.5;
  cr_assert_eq(carom_spatial_solve(&problem, &outcome, NULL), CAROM_OK);
  const double impulse[3] = {outcome.impulse.x, outcome.impulse.y, outcome.impulse.z};
  for (int k = 0; k < 6; ++k) {
    after[k] = v[k];
    for (int i = 0; i < 3; ++i) after[k] += rows[i][k] * impulse[i] / (k < 3 ? MASS : INERTIA[k - 3]);
  }
  put(out, "%.17g,%.17g,%.17g,%.17g", MASS, INERTIA[0], INERTIA[1], INERTIA[2]);
  for (int k = 0; k < 6; ++k) put(out, ",%.17g", v[k]);
  for (int k = 0; k < 6; ++k) put(out, ",%.17g", after[k]);
  if (!with_rows) put(out, ",%.17g,%.17g,%.17g,0,0,1", p[0], p[1], p[2]);
  for (int i = 0; with_rows && i < 18; ++i) put(out, ",%.17g", rows[i / 6][i % 6]);
  put(out, "\n");
}

static carom_text made_space(carom_law law, bool with_rows, int count) {
  test_random random = {5};
  carom_text out = {0};
  put(&out, "m,Ixx,Iyy,Izz,vx0,vy0,vz0,wx0,wy0,wz0,vx1,vy1,vz1,wx1,wy1,wz1,%s\n",
      with_rows ? "t1x,t1y,t1z,t1wx,t1wy,t1wz,t2x,t2y,t2z,t2wx,t2wy,t2wz,nx,ny,nz,nwx,nwy,nwz" : "px,py,pz,nx,ny,nz");
  for (int i = 0; i < count; ++i) put_throw(&random, law, with_rows, &out);
  return out;
}

Test(fit_space, truth_comes_back) {
  for (int law = 0; law < 3; ++law)
    for (int with_rows = 0; with_rows < 2; ++with_rows) {
      carom_fit_options options = carom_fit_options_default();
      carom_diag error;
      options.law = (carom_law)law;
      options.bootstrap = 0;
      carom_text table = made_space(options.law, with_rows, 60);
      carom_fit* fit = carom_fit_run(table.text, table.length, &options, &error);
      cr_assert(fit, "%s", error.message);
      const carom_fit_result* r = carom_fit_result_of(fit, 0);
      cr_expect_float_eq(r->estimates[0].value, 0.3, 1e-8, "law %d: mu off by %g", law, r->estimates[0].value - 0.3);
      cr_expect_float_eq(r->estimates[1].value, 0.5, 1e-8, "law %d: e off by %g", law, r->estimates[1].value - 0.5);
      cr_expect(carom_fit_tell(fit).imbalance < 1e-12);
      cr_expect_eq(carom_fit_tell(fit).numbers, 6);
      carom_fit_free(fit);
      carom_text_free(&table);
    }
}

Test(fit_space, derivatives_are_those_of_the_prediction) {
  carom_fit_options options = carom_fit_options_default();
  carom_diag error;
  options.bootstrap = 0;
  carom_text table = made_space(options.law, false, 60);
  carom_fit* fit = carom_fit_run(table.text, table.length, &options, &error);
  cr_assert(fit, "%s", error.message);
  carom__fit_model* m = &fit->models[0];
  const double x[2] = {0.24, 0.62};
  const int all = m->count * m->numbers;
  double *slope = malloc(3 * (size_t)all * sizeof *slope), *low = slope + all, *high = low + all;
  for (int j = 0; j < 2; ++j) {
    double moved[2] = {x[0], x[1]};
    int kinks = 0;
    carom__fit_derive(m, x, j, slope);
    moved[j] = x[j] - 1e-5;
    carom__fit_predict(m, moved, low);
    moved[j] = x[j] + 1e-5;
    carom__fit_predict(m, moved, high);
    for (int k = 0; k < all; ++k) kinks += fabs(slope[k] - (high[k] - low[k]) / 2e-5) > 1e-6 * (1 + fabs(slope[k]));
    cr_expect(kinks <= all / 50, "parameter %d: %d of %d differ", j, kinks, all);
  }
  free(slope);
  carom_fit_free(fit);
  carom_text_free(&table);
}
