// Many impacts of one contact in space, rigid or on springs. Plain rigid ones run side by side in lanes
// (spatial/lanes.h); all others go through the door.
#include "contact/derivative.h"
#include "impact/blocks.h"
#include "impact/impact.h"
#include "spatial/lanes.h"

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

/// What is written of an element.
typedef struct answer {
  carom_model model;
  double impulse[3], after[3];
  double impulse_n_compression, impulse_n_slip_end, stored, stored_tangential;
  carom_energy energy;
  unsigned mode, flags, warnings;
} answer;

static const answer NO_ANSWER = {
    .impulse = CAROM__UNKNOWN_3,
    .after = CAROM__UNKNOWN_3,
    .impulse_n_compression = CAROM__UNKNOWN,
    .impulse_n_slip_end = CAROM__UNKNOWN,
    .stored = CAROM__UNKNOWN,
    .stored_tangential = CAROM__UNKNOWN,
    .energy = CAROM__UNKNOWN_4,
};

/// What only some laws tell.
static void tell_stages(const carom_impact_outcome* o, answer* to) {
  const carom_planar_outcome* planar = &o->law.planar.outcome;
  const carom_spatial_outcome* spatial = &o->law.spatial.outcome;
  const carom_compliant_outcome* compliant = &o->law.compliant.outcome;
  to->impulse_n_slip_end = to->stored_tangential = CAROM__UNKNOWN;
  if (o->model == CAROM_MODEL_PLANAR) {
    to->impulse_n_compression = planar->impulse_n_compression;
    to->impulse_n_slip_end = planar->impulse_n_slip_end;
    to->stored = planar->stored;
  } else if (o->model == CAROM_MODEL_SPATIAL) {
    to->impulse_n_compression = spatial->impulse_n_compression;
    to->impulse_n_slip_end = spatial->impulse_n_slip_end;
    to->stored = spatial->stored;
  } else {
    to->impulse_n_compression = compliant->impulse_n_compression;
    to->stored = compliant->stored;
    to->stored_tangential = compliant->stored_tangential;
  }
}

static void answer_of_door(const carom_impact_outcome* o, answer* to) {
  const carom_impact_contact* contact = &o->contacts[0];
  memcpy(to->impulse, contact->impulse, sizeof to->impulse);
  memcpy(to->after, contact->velocity_after, sizeof to->after);
  to->model = o->model;
  to->energy = o->energy;
  to->mode = (unsigned)contact->mode_code;
  to->flags = contact->flags;
  to->warnings = o->warnings;
  tell_stages(o, to);
}

static void write_answer(const space* s, ptrdiff_t i, const answer* a) {
  const carom_answer_columns* to = s->answer;
  for (int axis = 0; axis < 3; ++axis) {
    carom__put(&s->impulse[axis], i, a->impulse[axis]);
    carom__put(&s->after[axis], i, a->after[axis]);
  }
  carom__put(&to->impulse_n_compression, i, a->impulse_n_compression);
  carom__put(&to->impulse_n_slip_end, i, a->impulse_n_slip_end);
  carom__put(&to->stored, i, a->stored);
  if (s->stored_tangential) carom__put(s->stored_tangential, i, a->stored_tangential);
  carom__put_energy(&to->energy, i, &a->energy);
  carom__put_code(&to->model, i, a->model);
  carom__put_code(&to->mode, i, a->mode);
  carom__put_bits(&to->flags, i, a->flags);
  carom__put_bits(&to->warnings, i, a->warnings);
}

/// Through the door; the outcome is the caller's if there is one.
static carom_status solve_through_door(const space* s, ptrdiff_t i, carom_impact_outcome* outcome) {
  element e;
  answer a;
  carom_impact_contact contact;
  read_element(s, i, &e);
  const carom_status status = solve_element(s, &e, &contact, outcome);
  if (!status) answer_of_door(outcome, &a);
  write_answer(s, i, status ? &NO_ANSWER : &a);
  carom__put_code(&s->answer->status, i, status);
  outcome->contacts = NULL;  // it was ours
  return status;
}

/// Returns whether there is an answer.
static bool solve_row(const space* s, ptrdiff_t i) {
  carom_impact_outcome outcome;
  return !solve_through_door(s, i, &outcome);
}

// ---- lanes
// -----------------------------------------------------------------------------------------------------------

/// A job of the lanes, and how many of its rows have no answer.
typedef struct lane_context {
  const space* s;
  ptrdiff_t unanswered;
} lane_context;

static bool read_row(void* context, ptrdiff_t i, carom__lane_row* out) {
  carom_spatial_problem p;
  element e;
  read_element(((const lane_context*)context)->s, i, &e);
  memcpy(p.w.m, e.w, sizeof e.w);
  p.v = (carom_vec3){e.v[0], e.v[1], e.v[2]};
  p.surface = e.surface;
  return carom__lane_row_of(&p, out);
}

static void answer_row(void* context, ptrdiff_t i, const carom_spatial_outcome* o) {
  const space* s = ((const lane_context*)context)->s;
  const answer a = {.model = CAROM_MODEL_SPATIAL,
                    .impulse = {o->impulse.x, o->impulse.y, o->impulse.z},
                    .after = {o->v.x, o->v.y, o->v.z},
                    .impulse_n_compression = o->impulse_n_compression,
                    .impulse_n_slip_end = o->impulse_n_slip_end,
                    .stored = o->stored,
                    .energy = o->energy,
                    .mode = o->mode,
                    .flags = carom_spatial_flags(o),
                    .warnings = o->warnings};
  write_answer(s, i, &a);
  carom__put_code(&s->answer->status, i, CAROM_OK);
}

static void leave_row(void* context, ptrdiff_t i) {
  lane_context* c = context;
  c->unanswered += !solve_row(c->s, i);
}

static bool has_constant_output(const space* s) {
  for (int axis = 0; axis < 3; ++axis)
    if (carom__is_constant(&s->impulse[axis]) || carom__is_constant(&s->after[axis])) return true;
  return carom__has_constant(s->answer);
}

static space rigid_space(const carom_spatial_array* array) {
  return (space){.w = array->w,
                 .v = array->v,
                 .surface = &array->surface,
                 .is_rigid = true,
                 .impulse = array->impulse,
                 .after = array->velocity_after,
                 .answer = &array->answer};
}

ptrdiff_t carom_spatial_solve_array(const carom_spatial_array* array, ptrdiff_t first, ptrdiff_t count) {
  const space s = rigid_space(array);
  lane_context context = {&s, 0};
  const carom__lane_job job = {.context = &context,
                               .first = first,
                               .count = count > 0 ? count : 0,
                               .read = read_row,
                               .answer = answer_row,
                               .rest = leave_row};
  carom__lanes_solve(&job);
  // Lanes answer in any order, and the last element has the last word.
  if (count > 1 && has_constant_output(&s)) solve_row(&s, first + count - 1);
  return context.unanswered;
}

static space space_on_springs(const carom_compliant_array* array) {
  return (space){.w = array->w,
                 .v = array->v,
                 .surface = &array->surface,
                 .eta2 = carom_compliant_problem_default().surface.eta2,
                 .impulse = array->impulse,
                 .after = array->velocity_after,
                 .stored_tangential = &array->stored_tangential,
                 .answer = &array->answer};
}

ptrdiff_t carom_compliant_solve_array(const carom_compliant_array* array, ptrdiff_t first, ptrdiff_t count) {
  const space s = space_on_springs(array);
  ptrdiff_t unanswered = 0;
  for (ptrdiff_t i = first; count > 0; ++i, --count) unanswered += !solve_row(&s, i);
  return unanswered;
}

// ---- derivatives
// -----------------------------------------------------------------------------------------------------

/// The rigid law does not know eta2: among springs that column is 0.
static carom_status differentiate_rigid(const carom_impact_spatial* law, unsigned wrt, unsigned all,
                                        carom_jacobian* j) {
  const unsigned by_eta2 = wrt & all & CAROM_WRT_ETA2;
  const carom_status status = carom_spatial_differentiate(&law->problem, &law->outcome, wrt & ~by_eta2, j, NULL);
  if (status || !by_eta2) return status;
  for (int row = 0; row < 3; ++row) j->d_impulse[row][j->columns] = j->d_velocity[row][j->columns] = 0;
  ++j->columns;
  j->wrt = wrt;
  return CAROM_OK;
}

static carom_status differentiate_row(const space* s, ptrdiff_t i, unsigned wrt, unsigned all, carom_jacobian* j) {
  carom_impact_outcome o;
  const carom_status status = solve_through_door(s, i, &o);
  if (status) return status;
  if (o.model == CAROM_MODEL_SPATIAL) return differentiate_rigid(&o.law.spatial, wrt, all, j);
  if (o.model != CAROM_MODEL_COMPLIANT) return CAROM_NO_FINITE_ANSWER;  // W is singular along a tangent
  return carom_compliant_differentiate(&o.law.compliant.problem, &o.law.compliant.outcome, wrt, j, NULL);
}

static ptrdiff_t differentiate_rows(const space* s, const carom_jacobian_columns* jacobian, unsigned all,
                                    ptrdiff_t first, ptrdiff_t count) {
  const unsigned wrt = jacobian->wrt ? jacobian->wrt : all;
  const carom__shape shape = {3, carom__count_bits(wrt & all)};
  ptrdiff_t without = 0;
  for (ptrdiff_t i = first; count > 0; ++i, --count) {
    carom_jacobian j;
    const carom_status status = differentiate_row(s, i, wrt, all, &j);
    carom__put_jacobian(jacobian, i, shape, status ? NULL : &j);
    carom__put_code(&jacobian->status, i, status);
    without += status != CAROM_OK;
  }
  return without;
}

ptrdiff_t carom_spatial_differentiate_array(const carom_spatial_array* array, const carom_jacobian_columns* jacobian,
                                            ptrdiff_t first, ptrdiff_t count) {
  const space s = rigid_space(array);
  return differentiate_rows(&s, jacobian, CAROM_WRT_ALL_SPATIAL, first, count);
}

ptrdiff_t carom_compliant_differentiate_array(const carom_compliant_array* array,
                                              const carom_jacobian_columns* jacobian, ptrdiff_t first,
                                              ptrdiff_t count) {
  const space s = space_on_springs(array);
  return differentiate_rows(&s, jacobian, CAROM_WRT_ALL_COMPLIANT, first, count);
}
