// Random elements of one contact, arrays of them in every layout, and what single calls say of each.
#include "impact/one_contact.h"

#include <criterion/criterion.h>

#include "compliant/sample.h"
#include "planar/sample.h"

/// A column of one member of the elements, of which the first is given.
static carom_in input(one_array* a, const void* member, size_t size) {
  return table_filled(&a->table, size, member, sizeof(one_element));
}

static void find_columns(one_array* a) {
  if (a->kind == ONE_PLANAR) {
    a->w = &a->planar.w[0][0];
    a->v = a->planar.v;
    a->surface = &a->planar.surface;
    a->impulse = a->planar.impulse;
    a->after = a->planar.velocity_after;
    a->answer = &a->planar.answer;
  } else if (a->kind == ONE_SPATIAL) {
    a->w = &a->spatial.w[0][0];
    a->v = a->spatial.v;
    a->surface = &a->spatial.surface;
    a->impulse = a->spatial.impulse;
    a->after = a->spatial.velocity_after;
    a->answer = &a->spatial.answer;
  } else {
    a->w = &a->compliant.w[0][0];
    a->v = a->compliant.v;
    a->surface = &a->compliant.surface;
    a->impulse = a->compliant.impulse;
    a->after = a->compliant.velocity_after;
    a->stored_tangential = &a->compliant.stored_tangential;
    a->answer = &a->compliant.answer;
  }
}

static void make_inputs(one_array* a, const one_element* e) {
  const int d = a->dimension;
  for (int i = 0; i < d * d; ++i) a->w[i] = input(a, &e->w[i], sizeof *e->w);
  for (int i = 0; i < d; ++i) a->v[i] = input(a, &e->v[i], sizeof *e->v);
  *a->surface = (carom_surface_columns){.law = input(a, &e->law, sizeof e->law),
                                        .e = input(a, &e->e, sizeof e->e),
                                        .mu = input(a, &e->mu, sizeof e->mu),
                                        .mu_static = input(a, &e->mu_static, sizeof e->mu_static),
                                        .eta2 = input(a, &e->eta2, sizeof e->eta2),
                                        .stiffness = input(a, &e->stiffness, sizeof e->stiffness),
                                        .exponent = input(a, &e->exponent, sizeof e->exponent)};
}

static size_t output_size(const one_array* a, const carom_out* column) {
  const carom_answer_columns* answer = a->answer;
  if (column == &answer->model || column == &answer->mode || column == &answer->status) return sizeof(uint8_t);
  if (column == &answer->flags || column == &answer->warnings) return sizeof(uint32_t);
  return sizeof(double);
}

int one_outputs(one_array* a, carom_out* outputs[ONE_OUTPUTS]) {
  carom_answer_columns* answer = a->answer;
  carom_out* const of_answer[] = {&answer->impulse_n_compression,
                                  &answer->impulse_n_slip_end,
                                  &answer->stored,
                                  &answer->energy.friction,
                                  &answer->energy.restitution,
                                  &answer->energy.spring,
                                  &answer->energy.change,
                                  &answer->model,
                                  &answer->mode,
                                  &answer->flags,
                                  &answer->status,
                                  &answer->warnings};
  int count = 0;
  for (int axis = 0; axis < a->dimension; ++axis) {
    outputs[count++] = &a->impulse[axis];
    outputs[count++] = &a->after[axis];
  }
  for (size_t k = 0; k < sizeof of_answer / sizeof *of_answer; ++k) outputs[count++] = of_answer[k];
  if (a->stored_tangential) outputs[count++] = a->stored_tangential;
  return count;
}

void one_make(one_array* a, one_kind kind, layout shape, ptrdiff_t count, const one_element* elements) {
  *a = (one_array){.kind = kind, .dimension = kind == ONE_PLANAR ? 2 : 3, .table = table_make(shape, count)};
  find_columns(a);
  make_inputs(a, elements);
  carom_out* outputs[ONE_OUTPUTS];
  const int output_count = one_outputs(a, outputs);
  for (int k = 0; k < output_count; ++k) *outputs[k] = table_column(&a->table, output_size(a, outputs[k]));
}

void one_free(one_array* a) {
  table_free(&a->table);
}

ptrdiff_t one_solve(const one_array* a, ptrdiff_t first, ptrdiff_t count) {
  if (a->kind == ONE_PLANAR) return carom_planar_solve_array(&a->planar, first, count);
  if (a->kind == ONE_SPATIAL) return carom_spatial_solve_array(&a->spatial, first, count);
  return carom_compliant_solve_array(&a->compliant, first, count);
}

one_answer one_answer_of(const one_array* a, ptrdiff_t i) {
  const carom_answer_columns* answer = a->answer;
  const carom_energy_columns* energy = &answer->energy;
  one_answer x = {.status = column_code(answer->status, i),
                  .stages = {column_number(answer->impulse_n_compression, i),
                             column_number(answer->impulse_n_slip_end, i), column_number(answer->stored, i),
                             a->stored_tangential ? column_number(*a->stored_tangential, i) : (double)NAN},
                  .energy = {column_number(energy->friction, i), column_number(energy->restitution, i),
                             column_number(energy->spring, i), column_number(energy->change, i)},
                  .model = column_code(answer->model, i),
                  .mode = column_code(answer->mode, i),
                  .flags = column_bits(answer->flags, i),
                  .warnings = column_bits(answer->warnings, i)};
  for (int axis = 0; axis < a->dimension; ++axis) {
    x.impulse[axis] = column_number(a->impulse[axis], i);
    x.after[axis] = column_number(a->after[axis], i);
  }
  return x;
}

static bool same_numbers(int count, const double* a, const double* b) {
  for (int i = 0; i < count; ++i)
    if (!same_number(a[i], b[i])) return false;
  return true;
}

bool one_same(const one_answer* a, const one_answer* b) {
  return a->status == b->status && same_numbers(3, a->impulse, b->impulse) && same_numbers(3, a->after, b->after) &&
         same_numbers(4, a->stages, b->stages) && same_numbers(4, a->energy, b->energy) && a->model == b->model &&
         a->mode == b->mode && a->flags == b->flags && a->warnings == b->warnings;
}

static carom_surface surface_of(const one_element* e) {
  return (carom_surface){.law = e->law >= 0 && e->law < 3 ? (carom_law)e->law : (carom_law)77,
                         .e = e->e,
                         .mu = e->mu,
                         .mu_static = e->mu_static,
                         .eta2 = e->eta2,
                         .stiffness = e->stiffness,
                         .exponent = e->exponent};
}

static void unknown(int count, double* x) {
  for (int i = 0; i < count; ++i) x[i] = (double)NAN;
}

static one_answer no_answer(int dimension, carom_status status) {
  one_answer x = {.status = status};
  unknown(dimension, x.impulse);
  unknown(dimension, x.after);
  unknown(4, x.stages);
  unknown(4, x.energy);
  return x;
}

static void tell_stages(const carom_impact_outcome* o, one_answer* x) {
  unknown(4, x->stages);
  if (o->model == CAROM_MODEL_PLANAR) {
    x->stages[0] = o->law.planar.outcome.impulse_n_compression;
    x->stages[1] = o->law.planar.outcome.impulse_n_slip_end;
    x->stages[2] = o->law.planar.outcome.stored;
  } else if (o->model == CAROM_MODEL_SPATIAL) {
    x->stages[0] = o->law.spatial.outcome.impulse_n_compression;
    x->stages[1] = o->law.spatial.outcome.impulse_n_slip_end;
    x->stages[2] = o->law.spatial.outcome.stored;
  } else {
    x->stages[0] = o->law.compliant.outcome.impulse_n_compression;
    x->stages[2] = o->law.compliant.outcome.stored;
    x->stages[3] = o->law.compliant.outcome.stored_tangential;
  }
}

/// The law alone, without the door.
static void check_planar_law(const carom_contact_problem* p, const one_answer* x) {
  const carom_planar_problem problem = {p->w[0], p->w[1], p->w[3], p->v[0], p->v[1], p->surfaces[0]};
  carom_planar_outcome o;
  if (p->w[1] != p->w[2] || carom_planar_solve(&problem, &o, NULL) != CAROM_OK) return;
  const double impulse[2] = {o.impulse_t, o.impulse_n}, after[2] = {o.v_t, o.v_n};
  cr_assert(same_numbers(2, impulse, x->impulse) && same_numbers(2, after, x->after));
  cr_assert(o.mode == (carom_planar_mode)x->mode && carom_planar_flags(&o) == x->flags && o.warnings == x->warnings);
}

static void check_spatial_law(const carom_contact_problem* p, const one_answer* x) {
  carom_spatial_problem problem;
  carom_spatial_outcome o;
  if (carom_spatial_from_contact(p, &problem, NULL) != CAROM_OK || x->model != CAROM_MODEL_SPATIAL) return;
  cr_assert_eq(carom_spatial_solve(&problem, &o, NULL), CAROM_OK);
  const double impulse[3] = {o.impulse.x, o.impulse.y, o.impulse.z}, after[3] = {o.v.x, o.v.y, o.v.z};
  cr_assert(same_numbers(3, impulse, x->impulse) && same_numbers(3, after, x->after));
  cr_assert(o.mode == (carom_spatial_mode)x->mode && carom_spatial_flags(&o) == x->flags && o.warnings == x->warnings);
}

one_answer one_expected(one_kind kind, const one_element* e) {
  const int d = kind == ONE_PLANAR ? 2 : 3;
  const carom_surface surface = surface_of(e);
  const carom_contact_problem problem = {d, 1, e->w, e->v, &surface};
  const carom_impact_options options = {.wants = 0};
  carom_impact_contact contact;
  const carom_impact_memory memory = {.contacts = &contact, .contact_capacity = 1};
  carom_impact_outcome o;
  if (kind != ONE_COMPLIANT && e->eta2 != 0) return no_answer(d, CAROM_OUT_OF_RANGE);
  const carom_status status = carom_impact_solve(&problem, &options, &memory, &o, NULL);
  if (status) return no_answer(d, status);
  one_answer x = {.energy = {o.energy.friction, o.energy.restitution, o.energy.spring, o.energy.change},
                  .model = o.model,
                  .mode = (unsigned)contact.mode_code,
                  .flags = contact.flags,
                  .warnings = o.warnings};
  memcpy(x.impulse, contact.impulse, sizeof x.impulse);
  memcpy(x.after, contact.velocity_after, sizeof x.after);
  tell_stages(&o, &x);
  if (kind == ONE_PLANAR) check_planar_law(&problem, &x);
  if (kind == ONE_SPATIAL) check_spatial_law(&problem, &x);
  return x;
}

static void set_space(const carom_mat3* w, carom_vec3 v, one_element* e) {
  memcpy(e->w, w->m, sizeof e->w);
  e->v[0] = v.x;
  e->v[1] = v.y;
  e->v[2] = v.z;
}

static void set_surface(const carom_surface* s, one_element* e) {
  e->law = s->law;
  e->e = s->e;
  e->mu = s->mu;
  e->mu_static = s->mu_static;
  e->eta2 = s->eta2;
  e->stiffness = s->stiffness;
  e->exponent = s->exponent;
}

static one_element good_element(one_kind kind, test_random* r) {
  static const sample_ranges ranges = {.mass = 1e3, .mu = 10, .slip = 1e3};
  static const compliant_ranges springs = {.mass = 10, .mu = 2, .eta2 = 10, .stiffness = 10};
  one_element e = {.law = 0};
  if (kind == ONE_PLANAR) {
    const carom_planar_problem p = sample_problem(r);
    const double w[4] = {p.w_tt, p.w_tn, p.w_tn, p.w_nn}, v[2] = {p.v_t, p.v_n};
    memcpy(e.w, w, sizeof w);
    memcpy(e.v, v, sizeof v);
    set_surface(&p.surface, &e);
  } else if (kind == ONE_SPATIAL) {
    const carom_spatial_problem p = sample_spatial(r, ranges);
    set_space(&p.w, p.v, &e);
    set_surface(&p.surface, &e);
  } else {
    const carom_compliant_problem p = sample_compliant(r, springs);
    set_space(&p.w, p.v, &e);
    set_surface(&p.surface, &e);
    e.law = test_random_below(r, 3);
    if (test_random_below(r, 4) == 0) e.mu_static = 1.5 * e.mu;
    if (test_random_below(r, 16) == 0) e.mu = e.mu_static = 0;
  }
  return e;
}

/// W of a mechanism that cannot move along the second tangent.
static void flatten(one_element* e) {
  for (int k = 0; k < 3; ++k) e->w[3 + k] = e->w[3 * k + 1] = 0;
  e->v[1] = 0;
}

static void spoil(int d, test_random* r, one_element* e) {
  static const int64_t no_laws[] = {3, -1, INT64_MAX, INT64_MIN, (int64_t)1 << 32, ((int64_t)1 << 32) + 1, 0x7FFFFFFF};
  switch (test_random_below(r, 13)) {
    case 0:
      e->w[test_random_below(r, d * d)] = (double)NAN;
      break;
    case 1:
      e->w[test_random_below(r, d * d)] = (double)INFINITY;
      break;
    case 2:
      e->w[d * d - 1] *= -1;
      break;
    case 3:
      e->w[1] += 1e-9 * (fabs(e->w[0]) + fabs(e->w[d * d - 1]));
      break;
    case 4:
      e->w[d] *= 1 + 0x1p-50;
      break;
    case 5:
      e->v[test_random_below(r, d)] = (double)NAN;
      break;
    case 6:
      e->law = no_laws[test_random_below(r, (int)(sizeof no_laws / sizeof *no_laws))];
      break;
    case 7:
      e->e = 1.5;
      break;
    case 8:
      e->mu = -e->mu - 0.1;
      break;
    case 9:
      e->mu_static = 0.5 * e->mu;
      break;
    case 10:
      e->mu_static = 0;
      break;
    case 11:
      e->eta2 = test_random_below(r, 2) ? -1 : 0.5;
      break;
    default:
      *(test_random_below(r, 2) ? &e->stiffness : &e->exponent) = 0;
  }
}

one_element one_random(one_kind kind, test_random* r) {
  one_element e = good_element(kind, r);
  const int d = kind == ONE_PLANAR ? 2 : 3, choice = test_random_below(r, 32);
  if (choice == 0) e.v[d - 1] = fabs(e.v[d - 1]);
  if (choice == 1) e.v[d - 1] = 0;
  if (choice == 2 && d == 3) flatten(&e);
  if (choice == 3) e.w[0] *= 1e-300;
  if (choice >= 28) spoil(d, r, &e);
  return e;
}
