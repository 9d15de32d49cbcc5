// Arrays of several contacts say what single calls of the door say, to the last bit: ten thousand random collisions in
// every layout, with bad ones among them.
#include <criterion/criterion.h>

#include "impact/several_answers.h"
#include "simultaneous/sample.h"

#if defined(__SANITIZE_ADDRESS__)
enum { BLOCK = 10 };
#else
enum { BLOCK = 100 };
#endif

typedef struct family {
  int contacts;
  double mu, exponent;
  bool must_answer;
  int rounds;  // blocks in each layout: more of what is solved soon
} family;

/// 25 rounds in 4 layouts of 100 collisions.
static const family FAMILIES[] = {{2, 0, 1, false, 9},   {3, 0, 1, true, 7}, {3, 0, 1.5, false, 1},
                                  {2, 0.5, 1, false, 3}, {2, 1, 1, true, 3}, {3, 0.5, 1, true, 1},
                                  {4, 0.3, 1, false, 1}};
enum { FAMILY_COUNT = sizeof FAMILIES / sizeof *FAMILIES, ROUNDS = 25 };

/// Enough for nearly all; the others are told that it was not.
static const int BUDGET = 1000;

static void draw(test_random* r, const family* f, sample* s) {
  const sample_ranges ranges = {.contacts = f->contacts,
                                .mass = 10,
                                .stiffness = 10,
                                .e_least = 0.3,
                                .mu = f->mu,
                                .exponent = f->exponent,
                                .redundant = true};
  do sample_collision(r, &ranges, s);
  while (s->count != f->contacts);
}

/// Bad numbers, and what the table of laws replaces or refuses.
static void spoil(test_random* r, sample* s) {
  const int size = s->dimension * s->count;
  carom_surface* surface = &s->surfaces[test_random_below(r, s->count)];
  switch (test_random_below(r, 10)) {
    case 0:
      s->w[test_random_below(r, size * size)] = (double)NAN;
      break;
    case 1:
      s->v[test_random_below(r, size)] = (double)INFINITY;
      break;
    case 2:
      s->w[1] += 1;
      break;
    case 3:
      surface->law = (carom_law)9;
      break;
    case 4:
      surface->law = CAROM_LAW_NEWTON;
      break;
    case 5:
      surface->mu_static = 2 * surface->mu + 0.1;
      break;
    case 6:
      surface->mu = surface->mu_static = 0.5;
      surface->eta2 = 0;
      break;
    case 7:
      surface->e = -0.5;
      break;
    case 8:
      for (int i = s->dimension - 1; i < size; i += s->dimension) s->v[i] = fabs(s->v[i]);
      break;
    default:
      surface->exponent = 1.25;
  }
}

/// The inputs of an array.
typedef struct inputs {
  sample samples[BLOCK];
  carom_surface surfaces[BLOCK * SEVERAL_CONTACTS];
  block w, v;
  several_surfaces lists;
} inputs;

static void fill(inputs* in, block_layout layout, const family* f, test_random* r) {
  const int count = f->contacts;
  for (int i = 0; i < BLOCK; ++i) {
    draw(r, f, &in->samples[i]);
    if (test_random_below(r, 8) == 0) spoil(r, &in->samples[i]);
    memcpy(in->surfaces + i * count, in->samples[i].surfaces, (size_t)count * sizeof *in->surfaces);
  }
  const int d = in->samples[0].dimension;
  in->w = block_make(layout, (block_shape){BLOCK, d * count, d * count, sizeof(double)});
  in->v = block_make(layout, (block_shape){BLOCK, count, d, sizeof(double)});
  in->lists = several_surfaces_make(layout, count, BLOCK, in->surfaces);
  for (int i = 0; i < BLOCK; ++i) {
    block_set(&in->w, i, in->samples[i].w);
    block_set(&in->v, i, in->samples[i].v);
  }
}

static void release(inputs* in) {
  free(in->w.memory);
  free(in->v.memory);
  several_surfaces_free(&in->lists);
}

static several_answer expected(const sample* s, const carom_impact_options* options) {
  carom_impact_contact contacts[SEVERAL_CONTACTS];
  const size_t size = carom_impact_workspace_size(s->dimension, s->count);
  double* workspace = malloc(size * sizeof *workspace);
  const carom_impact_memory memory = {
      .workspace = workspace, .workspace_capacity = size, .contacts = contacts, .contact_capacity = s->count};
  const carom_contact_problem problem = sample_problem(s);
  carom_impact_outcome outcome;
  const carom_status status = carom_impact_solve(&problem, options, &memory, &outcome, NULL);
  free(workspace);
  return several_expected(s->dimension, s->count, status, &outcome);
}

static ptrdiff_t check_block(const family* f, block_layout layout, test_random* r) {
  static inputs in;
  fill(&in, layout, f, r);
  const int d = in.samples[0].dimension;
  several_outputs out = several_outputs_make(layout, d, f->contacts, BLOCK);
  const carom_impact_options options = {.budget = BUDGET, .must_answer = f->must_answer, .cutoff_speed = 0.15};
  const carom_simultaneous_array array = {.dimension = d,
                                          .contact_count = f->contacts,
                                          .options = &options,
                                          .w = block_in(&in.w),
                                          .v = block_in(&in.v),
                                          .surfaces = several_surface_columns(&in.lists),
                                          .answer = several_columns(&out)};
  const size_t size = carom_simultaneous_array_workspace_size(&array);
  double* workspace = malloc(size * sizeof *workspace);
  ptrdiff_t told = carom_simultaneous_solve_array(&array, BLOCK / 2, BLOCK - BLOCK / 2, workspace, size),
            unanswered = 0;
  told += carom_simultaneous_solve_array(&array, 0, BLOCK / 2, workspace, size);
  for (int i = 0; i < BLOCK; ++i) {
    const several_answer want = expected(&in.samples[i], &options), got = several_read(&out, i);
    cr_assert(several_same(&want, &got), "layout %d, element %d: status %u, not %u", layout, i, got.status,
              want.status);
    unanswered += want.status != CAROM_OK;
  }
  cr_assert_eq(told, unanswered);
  free(workspace);
  several_outputs_free(&out);
  release(&in);
  return unanswered;
}

Test(array_several, every_collision) {
  test_random r = {2013};
  ptrdiff_t unanswered = 0;
  for (int f = 0; f < FAMILY_COUNT; ++f)
    for (block_layout layout = 0; layout < BLOCK_LAYOUTS; ++layout) unanswered += check_block(&FAMILIES[f], layout, &r);
  const double share = (double)unanswered / (FAMILY_COUNT * BLOCK_LAYOUTS * BLOCK);
  cr_expect(share > 0.02 && share < 0.25, "%.3g of the collisions have no answer", share);
}

/// Two contacts in the plane: two balls in a row strike a third.
typedef struct pair {
  double w[16], v[4], e, impulse[4], velocity[4];
  uint8_t status;
} pair;

static pair pair_make(double e) {
  const pair p = {.w = {1, 0, 0, 0, 0, 2, 0, -1, 0, 0, 1, 0, 0, -1, 0, 2}, .v = {0, -1, 0, 0}, .e = e};
  return p;
}

static carom_simultaneous_array pair_array(pair* pairs) {
  const ptrdiff_t step = sizeof *pairs, number = sizeof(double);
  return (carom_simultaneous_array){.dimension = 2,
                                    .contact_count = 2,
                                    .w = {pairs->w, step, 4 * number, number},
                                    .v = {pairs->v, step, 2 * number, number},
                                    .surfaces = {.e = {&pairs->e, step, 0, 0}},  // the same at both contacts
                                    .answer = {.impulse = {pairs->impulse, step, 2 * number, number},
                                               .velocity_after = {pairs->velocity, step, 2 * number, number},
                                               .status = {&pairs->status, step}}};
}

/// An array of structs, with one e for all contacts of an element and most columns absent.
Test(array_several, structs) {
  pair pairs[3] = {pair_make(1), pair_make(0), pair_make(0.5)};
  const carom_simultaneous_array array = pair_array(pairs);
  double workspace[4096];
  const size_t size = carom_simultaneous_array_workspace_size(&array);
  cr_assert(size > 0 && size <= 4096);
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 3, workspace, size), 0);
  for (int i = 0; i < 3; ++i) {
    sample s = {.dimension = 2, .count = 2};
    memcpy(s.w, pairs[i].w, sizeof pairs[i].w);
    memcpy(s.v, pairs[i].v, sizeof pairs[i].v);
    s.surfaces[0] = s.surfaces[1] = carom_surface_default();
    s.surfaces[0].e = s.surfaces[1].e = pairs[i].e;
    const several_answer want = expected(&s, NULL);
    cr_expect_eq(pairs[i].status, CAROM_OK);
    cr_expect_eq(memcmp(pairs[i].impulse, want.impulse, sizeof pairs[i].impulse), 0);
    cr_expect_eq(memcmp(pairs[i].velocity, want.after, sizeof pairs[i].velocity), 0);
  }
}

/// One W for all, as it lies packed; and one contact, which takes no less.
Test(array_several, constant_block) {
  const double w[4] = {2.5, -1.5, -1.5, 2.5}, v[6] = {0.6, -1, 0.3, -2, 0.6, 1};
  const double mu = 0.9;
  double impulse[6];
  uint8_t status[3];
  carom_simultaneous_array array = {.dimension = 2,
                                    .contact_count = 1,
                                    .w = carom_in_packed(w, 2, 2),
                                    .v = carom_in_packed(v, 1, 2),
                                    .surfaces = {.mu = {&mu, 0, 0, 0}},
                                    .answer = {.impulse = carom_out_packed(impulse, 1, 2), .status = {status, 1}}};
  array.w.step = 0;
  double workspace[64];
  cr_assert_leq(carom_simultaneous_array_workspace_size(&array), 64);
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 3, workspace, 64), 0);
  for (int i = 0; i < 3; ++i) {
    carom_planar_problem p = {w[0], w[1], w[3], v[2 * i], v[2 * i + 1], carom_surface_default()};
    carom_planar_outcome o;
    p.surface.mu = p.surface.mu_static = mu;
    cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
    cr_expect(status[i] == CAROM_OK && impulse[2 * i] == o.impulse_t && impulse[2 * i + 1] == o.impulse_n);
  }
}

/// What is wrong with the array itself, every element says.
Test(array_several, bad_arrays) {
  pair pairs[2] = {pair_make(1), pair_make(1)};
  carom_simultaneous_array array = pair_array(pairs);
  double workspace[4096];
  const size_t size = carom_simultaneous_array_workspace_size(&array);
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 2, workspace, size - 1), 2);
  cr_expect(pairs[0].status == CAROM_TOO_SMALL && pairs[1].status == CAROM_TOO_SMALL && isnan(pairs[1].impulse[3]));
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 2, NULL, size), 2);
  cr_expect_eq(pairs[0].status, CAROM_TOO_SMALL);
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 0, NULL, 0), 0);
  static const int shapes[][2] = {{1, 2}, {4, 2}, {2, 0}, {3, -1}, {2, CAROM_SIMULTANEOUS_MAX_CONTACTS + 1}};
  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; ++k) {
    pairs[0] = pairs[1] = pair_make(1);
    array.dimension = shapes[k][0];
    array.contact_count = shapes[k][1];
    cr_expect_eq(carom_simultaneous_array_workspace_size(&array), 0);
    cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 2, workspace, size), 2);
    cr_expect(pairs[0].status == CAROM_OUT_OF_RANGE && pairs[1].status == CAROM_OUT_OF_RANGE);
    cr_expect_eq(pairs[1].impulse[0], 0, "a block whose shape is not known is not written");
  }
}

/// W and v have no default.
Test(array_several, needed_inputs) {
  pair pairs[1] = {pair_make(1)};
  double workspace[4096];
  carom_simultaneous_array array = pair_array(pairs);
  array.w.at = NULL;
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 1, workspace, 4096), 1);
  cr_expect_eq(pairs[0].status, CAROM_NOT_FINITE);
  array = pair_array(pairs);
  array.v.at = NULL;
  cr_expect_eq(carom_simultaneous_solve_array(&array, 0, 1, workspace, 4096), 1);
  cr_expect_eq(pairs[0].status, CAROM_NOT_FINITE);
}
