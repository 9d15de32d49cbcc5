// What an array of several contacts says of an element, and what single calls say of it.
#include "impact/several_answers.h"

static const block_shape NUMBER = {.rows = 1, .columns = 1, .size = sizeof(double)};

static block make(block_layout layout, ptrdiff_t count, block_shape shape) {
  shape.count = count;
  return block_make(layout, shape);
}

several_outputs several_outputs_make(block_layout layout, int dimension, int contact_count, ptrdiff_t count) {
  const block_shape axes = {.rows = contact_count, .columns = dimension, .size = sizeof(double)};
  const block_shape codes = {.rows = contact_count, .columns = 1, .size = sizeof(uint8_t)};
  const block_shape bits = {.rows = contact_count, .columns = 1, .size = sizeof(uint32_t)};
  const block_shape code = {.rows = 1, .columns = 1, .size = sizeof(uint8_t)};
  const block_shape word = {.rows = 1, .columns = 1, .size = sizeof(uint32_t)};
  block_shape energy = NUMBER;
  energy.rows = 4;
  return (several_outputs){.dimension = dimension,
                           .contact_count = contact_count,
                           .impulse = make(layout, count, axes),
                           .before = make(layout, count, axes),
                           .after = make(layout, count, axes),
                           .mode = make(layout, count, codes),
                           .flags = make(layout, count, bits),
                           .energy = make(layout, count, energy),
                           .event_total = make(layout, count, word),
                           .model = make(layout, count, code),
                           .status = make(layout, count, code),
                           .warnings = make(layout, count, word)};
}

void several_outputs_free(several_outputs* o) {
  block* const all[] = {&o->impulse, &o->before,      &o->after, &o->mode,   &o->flags,
                        &o->energy,  &o->event_total, &o->model, &o->status, &o->warnings};
  for (size_t k = 0; k < sizeof all / sizeof *all; ++k) free(all[k]->memory);
}

static carom_out joule(const several_outputs* o, int which) {
  return (carom_out){block_place(&o->energy, 0, which), o->energy.steps.step};
}

carom_answer_blocks several_columns(const several_outputs* o) {
  return (carom_answer_blocks){.impulse = o->impulse.steps,
                               .velocity_before = o->before.steps,
                               .velocity_after = o->after.steps,
                               .mode = o->mode.steps,
                               .flags = o->flags.steps,
                               .energy = {joule(o, 0), joule(o, 1), joule(o, 2), joule(o, 3)},
                               .event_total = block_column(&o->event_total),
                               .model = block_column(&o->model),
                               .status = block_column(&o->status),
                               .warnings = block_column(&o->warnings)};
}

several_answer several_read(const several_outputs* o, ptrdiff_t i) {
  several_answer x = {.status = 0};
  block_get(&o->impulse, i, x.impulse);
  block_get(&o->before, i, x.before);
  block_get(&o->after, i, x.after);
  block_get(&o->mode, i, x.mode);
  block_get(&o->flags, i, x.flags);
  block_get(&o->energy, i, x.energy);
  block_get(&o->event_total, i, &x.event_total);
  block_get(&o->model, i, &x.model);
  block_get(&o->status, i, &x.status);
  block_get(&o->warnings, i, &x.warnings);
  return x;
}

static several_answer nothing(int size, carom_status status) {
  several_answer x = {.status = (uint8_t)status};
  for (int k = 0; k < size; ++k) x.impulse[k] = x.before[k] = x.after[k] = (double)NAN;
  for (int k = 0; k < 4; ++k) x.energy[k] = (double)NAN;
  return x;
}

several_answer several_expected(int dimension, int contact_count, carom_status status,
                                const carom_impact_outcome* outcome) {
  if (status) return nothing(dimension * contact_count, status);
  const carom_energy* e = &outcome->energy;
  several_answer x = {.energy = {e->friction, e->restitution, e->spring, e->change},
                      .event_total = outcome->event_total,
                      .model = (uint8_t)outcome->model,
                      .warnings = outcome->warnings};
  for (int k = 0; k < contact_count; ++k) {
    const carom_impact_contact* c = &outcome->contacts[k];
    const size_t bytes = (size_t)dimension * sizeof(double);
    memcpy(x.impulse + k * dimension, c->impulse, bytes);
    memcpy(x.before + k * dimension, c->velocity_before, bytes);
    memcpy(x.after + k * dimension, c->velocity_after, bytes);
    x.mode[k] = (uint8_t)c->mode_code;
    x.flags[k] = c->flags;
  }
  return x;
}

static bool same_numbers(int count, const double* a, const double* b) {
  for (int k = 0; k < count; ++k)
    if (!(isnan(a[k]) && isnan(b[k])) && memcmp(&a[k], &b[k], sizeof a[k]) != 0) return false;
  return true;
}

bool several_same(const several_answer* a, const several_answer* b) {
  return same_numbers(SEVERAL_AXES, a->impulse, b->impulse) && same_numbers(SEVERAL_AXES, a->before, b->before) &&
         same_numbers(SEVERAL_AXES, a->after, b->after) && same_numbers(4, a->energy, b->energy) &&
         memcmp(a->mode, b->mode, sizeof a->mode) == 0 && memcmp(a->flags, b->flags, sizeof a->flags) == 0 &&
         a->event_total == b->event_total && a->model == b->model && a->status == b->status &&
         a->warnings == b->warnings;
}

/// A member of a surface as the array has it.
static void member_of(const carom_surface* s, int which, void* to) {
  const int64_t law = (int64_t)s->law;
  const double numbers[] = {s->e, s->mu, s->mu_static, s->eta2, s->stiffness, s->exponent};
  if (which == 0)
    memcpy(to, &law, sizeof law);
  else
    memcpy(to, &numbers[which - 1], sizeof *numbers);
}

several_surfaces several_surfaces_make(block_layout layout, int contact_count, ptrdiff_t count,
                                       const carom_surface* surfaces) {
  several_surfaces s;
  const block_shape list = {.rows = contact_count, .columns = 1, .size = sizeof(double)};
  for (int which = 0; which < 7; ++which) {
    s.members[which] = make(layout, count, list);
    for (ptrdiff_t i = 0; i < count; ++i)
      for (int k = 0; k < contact_count; ++k)
        member_of(&surfaces[i * contact_count + k], which, block_place(&s.members[which], i, k));
  }
  return s;
}

void several_surfaces_free(several_surfaces* s) {
  for (int which = 0; which < 7; ++which) free(s->members[which].memory);
}

carom_surface_blocks several_surface_columns(const several_surfaces* s) {
  return (carom_surface_blocks){.law = block_in(&s->members[0]),
                                .e = block_in(&s->members[1]),
                                .mu = block_in(&s->members[2]),
                                .mu_static = block_in(&s->members[3]),
                                .eta2 = block_in(&s->members[4]),
                                .stiffness = block_in(&s->members[5]),
                                .exponent = block_in(&s->members[6])};
}
