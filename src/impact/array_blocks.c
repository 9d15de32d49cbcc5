// Blocks of numbers, one an element: read, written, or filled where there is no answer.
#include "impact/blocks.h"

/// One place of a block, as a column.
static carom_in place_in(const carom_in_block* block, int row, int column) {
  if (!block->at) return (carom_in){NULL, 0};
  return (carom_in){(const char*)block->at + row * block->row + column * block->column, block->step};
}

static carom_out place_out(const carom_out_block* block, int row, int column) {
  if (!block->at) return (carom_out){NULL, 0};
  return (carom_out){(char*)block->at + row * block->row + column * block->column, block->step};
}

void carom__get_block(const carom_in_block* block, ptrdiff_t i, carom__shape shape, double* to) {
  for (int row = 0; row < shape.rows; ++row)
    for (int column = 0; column < shape.columns; ++column) {
      const carom_in place = place_in(block, row, column);
      *to++ = carom__get(&place, i, CAROM__UNKNOWN);
    }
}

void carom__put_list(const carom_out_block* list, ptrdiff_t i, int count, const double* from) {
  for (int row = 0; row < count; ++row) {
    const carom_out place = place_out(list, row, 0);
    carom__put(&place, i, from ? from[row] : CAROM__UNKNOWN);
  }
}

void carom__get_surfaces(const carom_surface_blocks* blocks, ptrdiff_t i, int contact_count, carom_surface* to) {
  for (int k = 0; k < contact_count; ++k) {
    const carom_surface_columns columns = {.law = place_in(&blocks->law, k, 0),
                                           .e = place_in(&blocks->e, k, 0),
                                           .mu = place_in(&blocks->mu, k, 0),
                                           .mu_static = place_in(&blocks->mu_static, k, 0),
                                           .eta2 = place_in(&blocks->eta2, k, 0),
                                           .stiffness = place_in(&blocks->stiffness, k, 0),
                                           .exponent = place_in(&blocks->exponent, k, 0)};
    carom__get_surface(&columns, i, 0, &to[k]);
  }
}

static void put_contact(const carom_answer_blocks* answer, ptrdiff_t i, int k, int dimension,
                        const carom_impact_contact* contact) {
  const carom_out mode = place_out(&answer->mode, k, 0), flags = place_out(&answer->flags, k, 0);
  for (int axis = 0; axis < dimension; ++axis) {
    const carom_out impulse = place_out(&answer->impulse, k, axis),
                    before = place_out(&answer->velocity_before, k, axis),
                    after = place_out(&answer->velocity_after, k, axis);
    carom__put(&impulse, i, contact->impulse[axis]);
    carom__put(&before, i, contact->velocity_before[axis]);
    carom__put(&after, i, contact->velocity_after[axis]);
  }
  carom__put_code(&mode, i, (unsigned)contact->mode_code);
  carom__put_bits(&flags, i, contact->flags);
}

static void put_whole(const carom_answer_blocks* answer, ptrdiff_t i, const carom_impact_outcome* out) {
  const int32_t event_total = out->event_total;
  carom__put_energy(&answer->energy, i, &out->energy);
  carom__put_bytes(&answer->event_total, i, &event_total, sizeof event_total);
  carom__put_code(&answer->model, i, out->model);
  carom__put_bits(&answer->warnings, i, out->warnings);
}

void carom__put_answer(const carom_answer_blocks* answer, ptrdiff_t i, int dimension, const carom_impact_outcome* out) {
  for (int k = 0; k < out->contact_count; ++k) put_contact(answer, i, k, dimension, &out->contacts[k]);
  put_whole(answer, i, out);
}

void carom__put_no_answer(const carom_answer_blocks* answer, ptrdiff_t i, int dimension, int contact_count) {
  static const carom_impact_contact unknown = {
      .impulse = CAROM__UNKNOWN_3, .velocity_before = CAROM__UNKNOWN_3, .velocity_after = CAROM__UNKNOWN_3};
  static const carom_impact_outcome nothing = {.energy = CAROM__UNKNOWN_4};
  for (int k = 0; k < contact_count; ++k) put_contact(answer, i, k, dimension, &unknown);
  put_whole(answer, i, &nothing);
}

/// A matrix whose rows lie CAROM_JACOBIAN_COLUMNS apart; from NULL: its numbers are not known.
static void put_matrix(const carom_out_block* block, ptrdiff_t i, carom__shape shape, const double* from) {
  if (!block->at) return;
  for (int row = 0; row < shape.rows; ++row) {
    const carom_out out = {(char*)block->at + row * block->row, block->step};
    for (int column = 0; column < shape.columns; ++column) {
      const carom_out entry = {(char*)out.at + column * block->column, out.step};
      carom__put(&entry, i, from ? from[row * CAROM_JACOBIAN_COLUMNS + column] : CAROM__UNKNOWN);
    }
  }
}

void carom__put_jacobian(const carom_jacobian_columns* to, ptrdiff_t i, carom__shape shape,
                         const carom_jacobian* from) {
  const carom_smoothness none = {.margin = CAROM__UNKNOWN}, *near = from ? &from->smoothness : &none;
  put_matrix(&to->d_impulse, i, shape, from ? from->d_impulse[0] : NULL);
  put_matrix(&to->d_velocity, i, shape, from ? from->d_velocity[0] : NULL);
  carom__put_code(&to->smooth, i, near->is_there ? near->kind : CAROM_SMOOTH);
  carom__put_code(&to->boundary, i, near->boundary);
  carom__put(&to->margin, i, near->margin);
}
