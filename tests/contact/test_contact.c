#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/carom.h"
#include "random.h"

Test(surface, default_is_valid_and_every_check_has_a_row) {
  const carom_surface good = carom_surface_default();
  cr_assert_eq(carom_surface_check(&good, NULL), CAROM_OK);
  struct {
    const char* field;
    carom_surface bad;
  } rows[24];
  int count = 0;
#define ROW(member, value)            \
  do {                                \
    rows[count].field = #member;      \
    rows[count].bad = good;           \
    rows[count++].bad.member = value; \
  } while (0)
  ROW(law, (carom_law)9);
  ROW(e, -1);
  ROW(e, 2);
  ROW(e, NAN);
  ROW(mu, -1);
  ROW(mu, NAN);
  ROW(mu, INFINITY);
  ROW(mu_static, -1);
  ROW(mu_static, INFINITY);
  ROW(eta2, -1);
  ROW(eta2, INFINITY);
  ROW(stiffness, -1);
  ROW(stiffness, NAN);
  ROW(stiffness, INFINITY);
  ROW(exponent, 0.5);
  ROW(exponent, 3);
  ROW(exponent, NAN);
#undef ROW
  for (int i = 0; i < count; ++i) {
    carom_diag diag = {0};
    cr_expect_eq(carom_surface_check(&rows[i].bad, &diag), CAROM_OUT_OF_RANGE, "row %d", i);
    // A friction that is not finite makes the static one too small as well; the first check wins.
    cr_expect_str_eq(diag.field, rows[i].field);
    cr_expect_gt(strlen(diag.message), 10);
  }
}

Test(surface, compliance_from_poisson_ratio) {
  cr_expect_eq(carom_eta2_from_poisson_ratio(0), 1);
  cr_expect_eq(carom_eta2_from_poisson_ratio(0.5), 1.5);
}

Test(contact, words) {
  cr_expect_str_eq(carom_law_word(CAROM_LAW_POISSON), "poisson");
  cr_expect_str_eq(carom_event_word(CAROM_EVENT_RESTITUTION_END), "restitution_end");
  cr_expect_gt(strlen(carom_warning_sentence(CAROM_WARN_JAMMED)), 10);
  cr_expect_str_eq(carom_law_word((carom_law)77), "unknown");
  cr_expect_str_eq(carom_event_word((carom_event_type)77), "unknown");
  cr_expect_str_eq(carom_warning_word((carom_warning)(1u << 30)), "unknown");
  cr_expect_gt(strlen(carom_warning_sentence((carom_warning)(1u << 30))), 10);
}

/// Programs rely on the words and on the bits: both are written out here once more.
Test(contact, warnings_keep_their_bits_and_words) {
  static const char* const words[] = {
      "separating",        "resting",          "indeterminate",  "energy_gain", "jammed",   "friction_jam",
      "still_approaching", "recompressed",     "rigid_limit",    "log_cut",     "locked",   "law_replaced",
      "static_replaced",   "compliance_added", "forced_plastic", "approximate", "sensitive"};
  static const carom_warning listed[] = {
#define CAROM_X(symbol, bit, word, sentence) symbol,
      CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
  };
  cr_assert_eq(sizeof listed / sizeof *listed, sizeof words / sizeof *words);
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
    cr_expect_eq((unsigned)listed[i], 1u << i);
    cr_expect_str_eq(carom_warning_word(listed[i]), words[i]);
    cr_expect_gt(strlen(carom_warning_sentence(listed[i])), 20);
  }
}

/// Two contacts in space with a W of rank 4 out of 6.
static void redundant(double w[36]) {
  test_random r = {5};
  double y[4][6];
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 6; ++i) y[k][i] = test_random_uniform(&r, -1, 1);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      w[i * 6 + j] = 0;
      for (int k = 0; k < 4; ++k) w[i * 6 + j] += y[k][i] * y[k][j];
    }
}

Test(contact, checks) {
  double w[36], v[6] = {0}, workspace[2 * 36 + 6];
  redundant(w);
  carom_surface surfaces[2] = {carom_surface_default(), carom_surface_default()};
  const carom_contact_problem good = {3, 2, w, v, surfaces};
  cr_assert_eq(carom_contact_workspace_size(3, 2), 2 * 36 + 6);
  cr_assert_eq(carom_contact_problem_check(&good, workspace, NULL), CAROM_OK);
  carom_diag diag;
  carom_contact_problem bad = good;
  bad.dimension = 4;
  cr_expect_eq(carom_contact_problem_check(&bad, workspace, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "dimension");
  bad = good;
  bad.contact_count = 0;
  cr_expect_eq(carom_contact_problem_check(&bad, workspace, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "contact_count");
  w[7] = NAN;
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_NOT_FINITE);
  redundant(w);
  v[3] = INFINITY;
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_NOT_FINITE);
  cr_expect_str_eq(diag.field, "v");
  v[3] = 0;
  w[1] += 1e-6;
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_NOT_SYMMETRIC);
  redundant(w);
  w[0] = -1;
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_NOT_POSITIVE);
  redundant(w);
  w[2 * 6 + 2] = 0;
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_NOT_POSITIVE);
  redundant(w);
  surfaces[1].mu = -1;
  cr_expect_eq(carom_contact_problem_check(&good, workspace, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "surfaces[1].mu");
}

Test(contact, energy_of_a_redundant_contact) {
  // v = W p, so v^T W^+ v = p^T W p whatever the null space of W.
  double w[36], v[6], workspace[2 * 36 + 6], energy = 0;
  const double p[6] = {0.3, -1, 2, 0.5, 0.1, 1};
  redundant(w);
  for (int i = 0; i < 6; ++i) {
    v[i] = 0;
    for (int j = 0; j < 6; ++j) v[i] += w[i * 6 + j] * p[j];
    energy += 0.5 * p[i] * v[i];
  }
  const carom_contact_problem problem = {3, 2, w, v, NULL};
  // The smallest kept eigenvalue is about 1e-2 of the largest: a hundred eps.
  cr_expect(fabs(carom_contact_energy(&problem, workspace) - energy) < 1e3 * DBL_EPSILON * energy);
}

/// Against the eigenvectors of W, of any rank, with v in its range or not.
Test(contact, energy_of_many_contacts) {
  enum { CONTACTS = 12, SIZE = 3 * CONTACTS };
  static double a[SIZE][SIZE], w[SIZE * SIZE], copy[SIZE * SIZE], vectors[SIZE * SIZE];
  static double v[SIZE], values[SIZE], workspace[2 * SIZE * SIZE + SIZE];
  test_random r = {7};
  for (int k = 0; k < 200; ++k) {
    const int count = 1 + test_random_below(&r, CONTACTS), n = 3 * count, rank = 1 + test_random_below(&r, n);
    double energy = 0;
    for (int i = 0; i < n; ++i) {
      v[i] = test_random_uniform(&r, -1, 1);
      for (int j = 0; j < rank; ++j) a[i][j] = test_random_uniform(&r, -1, 1);
    }
    for (int i = 0; i < n * n; ++i) {
      w[i] = 0;
      for (int j = 0; j < rank; ++j) w[i] += a[i / n][j] * a[i % n][j];
      copy[i] = w[i];
    }
    carom_symmetric_eigen(n, copy, values, vectors);
    for (int j = n - rank; j < n; ++j) {
      double part = 0;
      for (int i = 0; i < n; ++i) part += vectors[i * n + j] * v[i];
      energy += part * part / (2 * values[j]);
    }
    const carom_contact_problem problem = {3, count, w, v, NULL};
    const double condition = values[n - 1] / values[n - rank];
    cr_expect(fabs(carom_contact_energy(&problem, workspace) - energy) <= 64 * DBL_EPSILON * condition * energy, "%d",
              k);
  }
}

Test(contact, energy_of_one_planar_contact) {
  const double w[4] = {2.5, -1.5, -1.5, 2.5}, v[2] = {0.6, -1};
  double workspace[10];
  const carom_contact_problem problem = {2, 1, w, v, NULL};
  // (2.5 * 0.36 - 2 * 1.5 * 0.6 + 2.5)/(2 * 4) = 0.2
  cr_expect(fabs(carom_contact_energy(&problem, workspace) - 0.2) < 4 * DBL_EPSILON);
  const double singular[4] = {1, -2, -2, 4}, along[2] = {1, -2};
  const carom_contact_problem one_link = {2, 1, singular, along, NULL};
  cr_expect(fabs(carom_contact_energy(&one_link, workspace) - 0.5) < 8 * DBL_EPSILON);
}

/// A fuzzer's: what fits no double is infinite, and what does is not lost on the way.
Test(contact, energy_of_extreme_numbers) {
  const double w[4] = {128.07433420419693, 127.45374131202698, 127.45374131202698, 127.33532291650772};
  const double v[2] = {-DBL_MAX, -8}, slow = ldexp(1, -1000), small = ldexp(1, -1060);
  double workspace[21];
  const carom_contact_problem fast = {2, 1, w, v, NULL};
  cr_expect_eq(carom_contact_energy(&fast, workspace), (double)INFINITY);
  const double heavy[9] = {small, 0, 0, 0, small, 0, 0, 0, small}, crawl[3] = {slow, slow, slow};
  const carom_contact_problem far = {3, 1, heavy, crawl, NULL};
  cr_expect_eq(carom_contact_energy(&far, workspace), 1.5 * ldexp(1, -940));
}

static void check_orthonormal(const carom_frame* f) {
  const carom_mat3 m = {{{f->t1.x, f->t1.y, f->t1.z}, {f->t2.x, f->t2.y, f->t2.z}, {f->n.x, f->n.y, f->n.z}}};
  double error;
  carom_mat3_nearest_rotation(m, &error);
  cr_assert_lt(error, 8 * DBL_EPSILON);
}

Test(frame, deterministic_choice_is_the_documented_one) {
  carom_frame f;
  cr_assert_eq(carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, &f, NULL), CAROM_OK);
  cr_expect(f.t1.x == 1 && f.t1.y == 0 && f.t2.y == 1);
  cr_assert_eq(carom_frame_from_normal((carom_vec3){1, 0, 0}, NULL, &f, NULL), CAROM_OK);
  cr_expect(f.t1.y == 1 && f.t2.z == 1);
  cr_assert_eq(carom_frame_in_plane((carom_vec2){0, 1}, &f, NULL), CAROM_OK);
  cr_expect(f.t1.x == 1 && f.t1.y == 0 && f.n.y == 1);
  check_orthonormal(&f);
}

Test(frame, random_normals_and_hints) {
  test_random r = {9};
  for (int i = 0; i < 2000; ++i) {
    carom_vec3 n = {test_random_uniform(&r, -1, 1), test_random_uniform(&r, -1, 1), test_random_uniform(&r, -1, 1)};
    n = carom_vec3_scale((1 + test_random_uniform(&r, -9e-5, 9e-5)) / carom_vec3_norm(n), n);
    const carom_vec3 hint = {test_random_uniform(&r, -5, 5), test_random_uniform(&r, -5, 5), 3};
    carom_frame f, g;
    cr_assert_eq(carom_frame_from_normal(n, i % 2 ? &hint : NULL, &f, NULL), CAROM_OK);
    check_orthonormal(&f);
    // What came out goes back in unchanged.
    cr_assert_eq(carom_frame_from_normal(f.n, &f.t1, &g, NULL), CAROM_OK);
    cr_assert_eq(memcmp(&f, &g, sizeof f), 0, "row %d", i);
  }
}

Test(frame, a_slightly_tilted_tangent_is_straightened) {
  carom_frame f;
  const carom_vec3 hint = {1, 0, 2e-8};
  cr_assert_eq(carom_frame_from_normal((carom_vec3){0, 0, 1}, &hint, &f, NULL), CAROM_OK);
  check_orthonormal(&f);
}

Test(frame, bad_input) {
  carom_frame f;
  carom_diag diag;
  const carom_vec3 z = {0, 0, 1}, zero = {0, 0, 0}, nan = {NAN, 0, 0};
  cr_expect_eq(carom_frame_from_normal((carom_vec3){0, 0, 1.01}, NULL, &f, &diag), CAROM_NOT_UNIT);
  cr_expect_str_eq(diag.field, "normal");
  cr_expect_eq(carom_frame_from_normal(nan, NULL, &f, &diag), CAROM_NOT_FINITE);
  cr_expect_eq(carom_frame_from_normal(z, &zero, &f, &diag), CAROM_NOT_UNIT);
  cr_expect_str_eq(diag.field, "tangent");
  cr_expect_eq(carom_frame_from_normal(z, &z, &f, &diag), CAROM_INCONSISTENT);
  cr_expect_eq(carom_frame_from_normal(z, &nan, &f, &diag), CAROM_NOT_FINITE);
  cr_expect_eq(carom_frame_in_plane((carom_vec2){2, 0}, &f, &diag), CAROM_NOT_UNIT);
}
