// Codes beside the words: what programs read agrees with what people read, for every law, over random impacts; and the
// numbers that programs rely on are written out here once more.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/simultaneous.h"
#include "carom/spatial.h"
#include "contact/mode.h"
#include "random.h"

static bool has(unsigned flags, carom_flag flag) {
  return (flags & flag) != 0;
}

Test(modes, contact_modes_keep_their_values_and_words) {
  static const char* const words[] = {
      "none", "frictionless", "slip", "stick", "slip-stick", "stick-slip", "slip-stick-slip", "stick-slip-stick",
      "mixed"};
  for (int i = 0; i < (int)(sizeof words / sizeof *words); ++i) {
    cr_expect_str_eq(carom_contact_mode_word((carom_contact_mode)i), words[i]);
    cr_expect_gt(strlen(carom_contact_mode_meaning((carom_contact_mode)i)), 10);
  }
  cr_expect_str_eq(carom_contact_mode_word((carom_contact_mode)9), "unknown");
  cr_expect_gt(strlen(carom_contact_mode_meaning((carom_contact_mode)9)), 10);
}

Test(modes, spatial_modes_keep_their_values_and_words) {
  static const char* const words[] = {"none", "cr", "scr", "csr", "lcr", "lscr", "lcsr"};
  for (int i = 0; i < (int)(sizeof words / sizeof *words); ++i) {
    cr_expect_str_eq(carom_spatial_mode_word((carom_spatial_mode)i), words[i]);
    cr_expect_gt(strlen(carom_spatial_mode_meaning((carom_spatial_mode)i)), 8);
  }
  cr_expect_str_eq(carom_spatial_mode_word((carom_spatial_mode)7), "unknown");
  cr_expect_gt(strlen(carom_spatial_mode_meaning((carom_spatial_mode)7)), 8);
}

Test(modes, flags_keep_their_bits_and_words) {
  static const char* const words[] = {"direct",  "central",         "tangential",   "slip_vanished", "stuck",
                                      "resumed", "condition_fails", "recompressed", "acted",         "locked"};
  for (int i = 0; i < (int)(sizeof words / sizeof *words); ++i)
    cr_expect_str_eq(carom_flag_word((carom_flag)(1u << i)), words[i]);
  cr_expect_str_eq(carom_flag_word((carom_flag)(1u << 10)), "unknown");
}

/// Every row of up to five phases: the code is the word of the row without repetitions, or mixed where that is too
/// long.
Test(modes, phases_add_up) {
  for (int length = 1; length <= 5; ++length) {
    for (int row = 0; row < 1 << length; ++row) {
      carom_contact_mode mode = CAROM_CONTACT_NONE;
      char word[64] = "";
      int switches = 0;
      for (int i = 0; i < length; ++i) {
        const bool sticks = row >> i & 1, same = i > 0 && (row >> (i - 1) & 1) == sticks;
        mode = carom__contact_mode_then(mode, sticks ? CAROM_CONTACT_STICK : CAROM_CONTACT_SLIP);
        if (!same) strcat(strcat(word, i > 0 ? "-" : ""), sticks ? "stick" : "slip");
        switches += i > 0 && !same;
      }
      cr_expect_str_eq(carom_contact_mode_word(mode), switches > 2 ? "mixed" : word);
      cr_expect_eq(carom__contact_mode_then(mode, CAROM_CONTACT_NONE), mode);
    }
  }
  cr_expect_eq(carom__contact_mode_then(CAROM_CONTACT_NONE, CAROM_CONTACT_FRICTIONLESS), CAROM_CONTACT_FRICTIONLESS);
  cr_expect_eq(carom__contact_mode_then(CAROM_CONTACT_FRICTIONLESS, CAROM_CONTACT_FRICTIONLESS),
               CAROM_CONTACT_FRICTIONLESS);
}

/// A row of phases as a solver writes it, cut or not, and the code that belongs to it.
static void expect_agreement(const char* phases, carom_contact_mode mode) {
  char word[64] = "", rest[64];
  snprintf(rest, sizeof rest, "%s", phases);
  const char* last = "";
  int count = 0;
  for (const char* phase = strtok(rest, "-"); phase; phase = strtok(NULL, "-")) {
    if (strcmp(phase, last) == 0) continue;
    strcat(strcat(word, count > 0 ? "-" : ""), phase);
    last = phase;
    ++count;
  }
  cr_assert_str_eq(carom_contact_mode_word(mode), count > 3 ? "mixed" : word, "%s", phases);
}

/// Positive definite, with entries of size 1 that couple.
static carom_mat3 random_w(test_random* r) {
  double a[3][3], w[3][3];
  for (int i = 0; i < 9; ++i) a[i / 3][i % 3] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < 9; ++i) {
    w[i / 3][i % 3] = i / 3 == i % 3 ? 0.2 : 0;
    for (int k = 0; k < 3; ++k) w[i / 3][i % 3] += a[i / 3][k] * a[i % 3][k];
  }
  carom_mat3 out;
  memcpy(out.m, w, sizeof w);
  return out;
}

static carom_surface random_surface(test_random* r) {
  carom_surface s = carom_surface_default();
  s.e = test_random_below(r, 8) ? test_random_uniform(r, 0, 1) : 0;
  s.mu = test_random_below(r, 8) ? test_random_log(r, 0.01, 3) : 0;
  s.mu_static = s.mu;
  return s;
}

static carom_vec3 random_v(test_random* r) {
  const double slips = test_random_below(r, 6) ? 1 : 0;
  return (carom_vec3){slips * test_random_uniform(r, -1, 1), slips * test_random_uniform(r, -1, 1),
                      test_random_uniform(r, -1, 0.1)};
}

static void check_planar(const carom_planar_outcome* o) {
  const unsigned flags = carom_planar_flags(o);
  const bool sticks = o->mode == CAROM_PLANAR_C_STICKING || o->mode == CAROM_PLANAR_R_STICKING;
  const bool reversed = o->mode == CAROM_PLANAR_C_REVERSED || o->mode == CAROM_PLANAR_R_REVERSED;
  cr_assert_eq(has(flags, CAROM_FLAG_DIRECT), o->direct);
  cr_assert_eq(has(flags, CAROM_FLAG_CENTRAL), o->central);
  cr_assert_eq(has(flags, CAROM_FLAG_TANGENTIAL), o->tangential);
  cr_assert_eq(has(flags, CAROM_FLAG_STUCK), sticks);
  cr_assert_eq(has(flags, CAROM_FLAG_RESUMED), reversed);
  cr_assert_eq(has(flags, CAROM_FLAG_SLIP_VANISHED), sticks || reversed);
  cr_assert_eq(has(flags, CAROM_FLAG_ACTED), o->mode != CAROM_PLANAR_NONE);
  cr_assert_eq(flags >> 9 | (flags >> 6 & 3), 0, "bits that planar outcomes do not know");
}

Test(modes, planar_flags) {
  test_random r = {1};
  int met[6] = {0};
  for (int i = 0; i < 3000; ++i) {
    const carom_mat3 w = random_w(&r);
    const carom_vec3 v = random_v(&r);
    const carom_planar_problem p = {.w_tt = w.m[0][0],
                                    .w_tn = i % 7 ? w.m[0][2] : 0,
                                    .w_nn = w.m[2][2],
                                    .v_t = v.x,
                                    .v_n = i % 11 ? v.z : 0,
                                    .surface = random_surface(&r)};
    carom_planar_outcome o;
    cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
    check_planar(&o);
    ++met[o.mode];
  }
  for (int mode = 0; mode < 6; ++mode) cr_expect_gt(met[mode], 0, "mode %d", mode);
}

static void check_spatial(const carom_spatial_outcome* o) {
  const unsigned flags = carom_spatial_flags(o);
  cr_assert_eq(has(flags, CAROM_FLAG_SLIP_VANISHED), o->slip_vanished);
  cr_assert_eq(has(flags, CAROM_FLAG_STUCK), o->stuck);
  cr_assert_eq(has(flags, CAROM_FLAG_RESUMED), o->resumed);
  cr_assert_eq(has(flags, CAROM_FLAG_CONDITION_FAILS), o->condition_fails);
  cr_assert_eq(has(flags, CAROM_FLAG_RECOMPRESSED), o->recompressed);
  cr_assert_eq(has(flags, CAROM_FLAG_ACTED), o->impulse.z > 0);
  cr_assert_eq(flags & 7, 0);
  cr_assert_eq(flags >> 9, 0);
}

/// The exact sequence is the word of the mode. A published scheme may put an l elsewhere; without them they agree too.
static void check_scheme(const carom_spatial_problem* p) {
  const carom_spatial_scheme_options options = {CAROM_SCHEME_FS, .step = 0.02};
  carom_spatial_outcome o;
  if (carom_spatial_solve_scheme(p, &options, &o, NULL)) return;
  char bare[8] = "";
  const char* word = carom_spatial_mode_word(o.mode);
  int length = 0;
  for (const char* at = o.sequence; *at; ++at)
    if (*at != 'l') bare[length++] = *at;
  cr_assert_str_eq(word[0] == 'l' ? word + 1 : word, bare, "%s", o.sequence);
  cr_assert_eq(word[0] == 'l', o.sequence[0] == 'l');
}

Test(modes, spatial_mode_and_flags) {
  test_random r = {2};
  int met[7] = {0};
  for (int i = 0; i < 3000; ++i) {
    carom_spatial_problem p = {.w = random_w(&r), .v = random_v(&r), .surface = random_surface(&r)};
    if (i % 3 == 0) {  // nothing turns slip: it starts on an invariant ray
      p.w.m[0][1] = p.w.m[1][0] = p.w.m[1][2] = p.w.m[2][1] = 0;
      p.v.y = 0;
    }
    carom_spatial_outcome o;
    cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
    cr_assert_str_eq(carom_spatial_mode_word(o.mode), o.sequence);
    check_spatial(&o);
    if (i % 10 == 0) check_scheme(&p);
    ++met[o.mode];
  }
  for (int mode = 0; mode < 7; ++mode)
    cr_expect_gt(met[mode], 0, "%s", carom_spatial_mode_word((carom_spatial_mode)mode));
}

Test(modes, compliant_mode_and_flags) {
  test_random r = {3};
  int met[9] = {0};
  for (int i = 0; i < 3000; ++i) {
    carom_compliant_problem p = {.w = random_w(&r), .v = random_v(&r), .surface = random_surface(&r)};
    p.surface.eta2 = i % 9 ? test_random_log(&r, 1e-3, 3) : 1e-8;  // the last are answered by the rigid law
    carom_compliant_outcome o;
    cr_assert_eq(carom_compliant_solve(&p, &o, NULL), CAROM_OK);
    char phases[48];
    carom_compliant_mode(&p, &o, sizeof phases, phases);
    expect_agreement(phases, o.mode);
    const unsigned flags = carom_compliant_flags(&o);
    cr_assert_eq(has(flags, CAROM_FLAG_RECOMPRESSED), o.recompressed);
    cr_assert_eq(has(flags, CAROM_FLAG_ACTED), o.impulse.z > 0);
    cr_assert_eq(has(flags, CAROM_FLAG_LOCKED), (o.warnings & CAROM_WARN_LOCKED) != 0);
    cr_assert_eq(flags & ~(unsigned)(CAROM_FLAG_RECOMPRESSED | CAROM_FLAG_ACTED | CAROM_FLAG_LOCKED), 0);
    ++met[o.mode];
  }
  for (int mode = 0; mode < 9; ++mode)
    cr_expect_gt(met[mode], 0, "%s", carom_contact_mode_word((carom_contact_mode)mode));
}

/// Two contacts in the plane that press on each other.
static void solve_two(test_random* r, carom_simultaneous_contact* contacts) {
  double w[16] = {0}, v[4], a[4][4];
  for (int i = 0; i < 16; ++i) a[i / 4][i % 4] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < 4; ++k) w[i] += a[i / 4][k] * a[i % 4][k];
  for (int i = 0; i < 4; ++i) w[5 * i] += 0.3;
  for (int i = 0; i < 4; ++i) v[i] = test_random_uniform(r, -1, 0.3);
  carom_surface surfaces[2] = {random_surface(r), random_surface(r)};
  for (int i = 0; i < 2; ++i) surfaces[i].eta2 = test_random_log(r, 0.1, 3);
  const carom_contact_problem p = {.dimension = 2, .contact_count = 2, .w = w, .v = v, .surfaces = surfaces};
  double* workspace = malloc(carom_simultaneous_workspace_size(2, 2) * sizeof *workspace);
  carom_simultaneous_outcome outcome;
  carom_diag diag;
  const carom_status status =
      carom_simultaneous_solve(&p, &(carom_simultaneous_memory){.workspace = workspace}, contacts, &outcome, &diag);
  cr_assert_eq(status, CAROM_OK, "%s", diag.message);
  free(workspace);
}

Test(modes, simultaneous_mode_and_flags) {
  test_random r = {4};
  int met[9] = {0};
  for (int i = 0; i < 500; ++i) {
    carom_simultaneous_contact contacts[2];
    solve_two(&r, contacts);
    for (int k = 0; k < 2; ++k) {
      expect_agreement(contacts[k].phases, contacts[k].mode);
      const unsigned flags = carom_simultaneous_flags(&contacts[k]);
      cr_assert_eq(flags, (contacts[k].acted ? CAROM_FLAG_ACTED : 0u) | (contacts[k].locked ? CAROM_FLAG_LOCKED : 0u));
      cr_assert_eq(contacts[k].acted, contacts[k].mode != CAROM_CONTACT_NONE);
      ++met[contacts[k].mode];
    }
  }
  for (int mode = 0; mode < 9; ++mode)
    cr_expect_gt(met[mode], 0, "%s", carom_contact_mode_word((carom_contact_mode)mode));
}
