// Many impacts of one contact in space, rigid or on springs: each goes through the door.
#include "impact/columns.h"
#include "impact/impact.h"

/// What the two arrays have in common.
typedef struct space {
  const carom_in (*w)[3];
  const carom_in* v;
  const carom_surface_columns* surface;
  double eta2;    // where there is no column
  bool is_rigid;  // eta2 must be 0
  const carom_out *impulse, *after, *stored_tangential;
  const carom_answer_columns* answer;
} space;

/// The numbers of one element.
typedef struct element {
  double w[9], v[3];
  carom_surface surface;
} element;

static void read_element(const space* s, ptrdiff_t i, element* e) {
  for (int row = 0; row < 3; ++row) {
    e->v[row] = carom__get(&s->v[row], i, CAROM__UNKNOWN);
    for (int column = 0; column < 3; ++column)
      e->w[3 * row + column] =
          carom__get(&s->w[row][column], i, column < row ? e->w[3 * column + row] : CAROM__UNKNOWN);
  }
  carom__get_surface(s->surface, i, s->eta2, &e->surface);
}

static carom_status solve_element(const space* s, const element* e, carom_impact_contact* contact,
                                  carom_impact_outcome* out) {
  const carom_impact_options options = carom__plain_options(NULL);
  const carom_contact_problem problem = {3, 1, e->w, e->v, &e->surface};
  const carom_impact_memory memory = {.contacts = contact, .contact_capacity = 1};
  if (s->is_rigid && e->surface.eta2 != 0) return CAROM_OUT_OF_RANGE;
  return carom_impact_solve(&problem, &options, &memory, out, NULL);
}

/// What only some laws tell.
typedef struct stages {
  double impulse_n_compression, impulse_n_slip_end, stored, stored_tangential;
} stages;

static stages stages_of(const carom_impact_outcome* o) {
  const carom_planar_outcome* planar = &o->law.planar.outcome;
  const carom_spatial_outcome* spatial = &o->law.spatial.outcome;
  const carom_compliant_outcome* compliant = &o->law.compliant.outcome;
  if (o->model == CAROM_MODEL_PLANAR)
    return (stages){planar->impulse_n_compression, planar->impulse_n_slip_end, planar->stored, CAROM__UNKNOWN};
  if (o->model == CAROM_MODEL_SPATIAL)
    return (stages){spatial->impulse_n_compression, spatial->impulse_n_slip_end, spatial->stored, CAROM__UNKNOWN};
  return (stages){compliant->impulse_n_compression, CAROM__UNKNOWN, compliant->stored, compliant->stored_tangential};
}

static void write_stages(const space* s, ptrdiff_t i, stages x) {
  carom__put(&s->answer->impulse_n_compression, i, x.impulse_n_compression);
  carom__put(&s->answer->impulse_n_slip_end, i, x.impulse_n_slip_end);
  carom__put(&s->answer->stored, i, x.stored);
  if (s->stored_tangential) carom__put(s->stored_tangential, i, x.stored_tangential);
}

static void write_element(const space* s, ptrdiff_t i, const carom_impact_outcome* out) {
  const carom_impact_contact* contact = &out->contacts[0];
  const carom_answer_columns* answer = s->answer;
  for (int axis = 0; axis < 3; ++axis) {
    carom__put(&s->impulse[axis], i, contact->impulse[axis]);
    carom__put(&s->after[axis], i, contact->velocity_after[axis]);
  }
  write_stages(s, i, stages_of(out));
  carom__put_energy(&answer->energy, i, &out->energy);
  carom__put_code(&answer->model, i, out->model);
  carom__put_code(&answer->mode, i, (unsigned)contact->mode_code);
  carom__put_bits(&answer->flags, i, contact->flags);
  carom__put_bits(&answer->warnings, i, out->warnings);
}

/// What is written where there is no answer.
static const carom_impact_contact NO_CONTACT = {.impulse = CAROM__UNKNOWN_3, .velocity_after = CAROM__UNKNOWN_3};
static const carom_impact_outcome NO_ANSWER = {
    .contacts = &NO_CONTACT,
    .energy = CAROM__UNKNOWN_4,
    .law.planar.outcome = {.impulse_n_compression = CAROM__UNKNOWN,
                           .impulse_n_slip_end = CAROM__UNKNOWN,
                           .stored = CAROM__UNKNOWN},
};

static ptrdiff_t solve(const space* s, ptrdiff_t first, ptrdiff_t count) {
  ptrdiff_t unanswered = 0;
  element e;
  carom_impact_contact contact;
  carom_impact_outcome outcome;
  for (ptrdiff_t i = first; count > 0; ++i, --count) {
    read_element(s, i, &e);
    const carom_status status = solve_element(s, &e, &contact, &outcome);
    write_element(s, i, status ? &NO_ANSWER : &outcome);
    carom__put_code(&s->answer->status, i, status);
    unanswered += status != CAROM_OK;
  }
  return unanswered;
}

ptrdiff_t carom_spatial_solve_array(const carom_spatial_array* array, ptrdiff_t first, ptrdiff_t count) {
  const space s = {.w = array->w,
                   .v = array->v,
                   .surface = &array->surface,
                   .is_rigid = true,
                   .impulse = array->impulse,
                   .after = array->velocity_after,
                   .answer = &array->answer};
  return solve(&s, first, count);
}

ptrdiff_t carom_compliant_solve_array(const carom_compliant_array* array, ptrdiff_t first, ptrdiff_t count) {
  const space s = {.w = array->w,
                   .v = array->v,
                   .surface = &array->surface,
                   .eta2 = carom_compliant_problem_default().surface.eta2,
                   .impulse = array->impulse,
                   .after = array->velocity_after,
                   .stored_tangential = &array->stored_tangential,
                   .answer = &array->answer};
  return solve(&s, first, count);
}
