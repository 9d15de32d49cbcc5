// Many planar impacts. A part of the array at a time goes through the lanes (planar/lanes.h), column by column: columns
// without gaps where they lie, others by way of a room of their own. Elements that the lanes do not solve go through
// carom_planar_solve.
#include "base/target.h"
#include "carom/impact.h"
#include "contact/derivative.h"
#include "impact/blocks.h"
#include "planar/flags.h"
#include "planar/lanes.h"

enum { PART = CAROM__PLANAR_PART };

/// Numbers of the problem and of the answer that have a room.
enum { W_TT, W_TN, W_NT, W_NN, V_T, V_N, REBOUND, MU, MU_STATIC, IN_COUNT };
enum { P_T, P_N, V_T_AFTER, V_N_AFTER, P_COMPRESSION, P_SLIP, STORED, FRICTION, RESTITUTION, CHANGE, OUT_COUNT };

/// The elements that are on their way.
typedef struct part {
  ptrdiff_t first;
  int count, rows;  // rows: count, rounded up as the lanes want it
  bool filled;      // what is the same for all elements is in its room
  double in[IN_COUNT][PART], out[OUT_COUNT][PART];
  int64_t law[PART];
  uint8_t mode[PART];
  uint32_t flags[PART], warnings[PART];
} part;

// ---- one element
// -----------------------------------------------------------------------------------------------------

/// What an outcome is where there is no answer.
static const carom_planar_outcome NO_ANSWER = {
    .impulse_t = CAROM__UNKNOWN,
    .impulse_n = CAROM__UNKNOWN,
    .v_t = CAROM__UNKNOWN,
    .v_n = CAROM__UNKNOWN,
    .impulse_n_compression = CAROM__UNKNOWN,
    .impulse_n_slip_end = CAROM__UNKNOWN,
    .stored = CAROM__UNKNOWN,
    .energy = CAROM__UNKNOWN_4,
};

static void read_element(const carom_planar_array* a, ptrdiff_t i, carom_planar_problem* p, double* w_nt) {
  p->w_tt = carom__get(&a->w[0][0], i, CAROM__UNKNOWN);
  p->w_tn = carom__get(&a->w[0][1], i, CAROM__UNKNOWN);
  *w_nt = carom__get(&a->w[1][0], i, p->w_tn);
  p->w_nn = carom__get(&a->w[1][1], i, CAROM__UNKNOWN);
  p->v_t = carom__get(&a->v[0], i, CAROM__UNKNOWN);
  p->v_n = carom__get(&a->v[1], i, CAROM__UNKNOWN);
  carom__get_surface(&a->surface, i, 0, &p->surface);
}

/// Entries beside the diagonal that differ: by rounding, or not symmetric, or not numbers.
static carom_status make_symmetric(double w_nt, carom_planar_problem* p) {
  const double w[4] = {p->w_tt, p->w_tn, w_nt, p->w_nn}, v[2] = {p->v_t, p->v_n};
  const carom_contact_problem contact = {2, 1, w, v, &p->surface};
  carom_planar_problem settled;
  const carom_status status = carom_planar_from_contact(&contact, &settled, NULL);
  if (!status) *p = settled;
  return status;
}

static void write_element(const carom_planar_array* a, ptrdiff_t i, const carom_planar_outcome* o) {
  const carom_answer_columns* answer = &a->answer;
  carom__put(&a->impulse[0], i, o->impulse_t);
  carom__put(&a->impulse[1], i, o->impulse_n);
  carom__put(&a->velocity_after[0], i, o->v_t);
  carom__put(&a->velocity_after[1], i, o->v_n);
  carom__put(&answer->impulse_n_compression, i, o->impulse_n_compression);
  carom__put(&answer->impulse_n_slip_end, i, o->impulse_n_slip_end);
  carom__put(&answer->stored, i, o->stored);
  carom__put_energy(&answer->energy, i, &o->energy);
  carom__put_code(&answer->model, i, CAROM_MODEL_PLANAR);
  carom__put_code(&answer->mode, i, o->mode);
  carom__put_bits(&answer->flags, i, carom__planar_flags(o));
  carom__put_bits(&answer->warnings, i, o->warnings);
}

/// Solves and writes an element; what was solved is the caller's if there is an answer.
static carom_status solve_one(const carom_planar_array* a, ptrdiff_t i, carom_planar_problem* p,
                              carom_planar_outcome* outcome) {
  double w_nt;
  read_element(a, i, p, &w_nt);
  carom_status status = w_nt == p->w_tn ? CAROM_OK : make_symmetric(w_nt, p);
  if (!status) status = carom_planar_solve(p, outcome, NULL);
  write_element(a, i, status ? &NO_ANSWER : outcome);
  carom__put_code(&a->answer.status, i, status);
  return status;
}

/// Returns whether there is an answer.
static bool solve_element(const carom_planar_array* a, ptrdiff_t i) {
  carom_planar_problem p;
  carom_planar_outcome outcome;
  return !solve_one(a, i, &p, &outcome);
}

// ---- a part
// ----------------------------------------------------------------------------------------------------------

/// Whether the lanes can have a column of values of this size where it lies.
static inline bool lies_ready(const part* p, ptrdiff_t step, size_t size) {
  return step == (ptrdiff_t)size && p->count == p->rows;
}

/// The numbers of all rows in their room; behind the last one the first is repeated.
static void copy_in(const part* p, const char* from, ptrdiff_t step, void* room) {
  char* to = room;
  for (int k = 0; k < p->rows; ++k)
    memcpy(to + (size_t)k * sizeof(double), from + (k < p->count ? k : 0) * step, sizeof(double));
}

/// Where the lanes read a column of eight-byte values.
static inline const void* column(const part* p, const carom_in* c, const void* absent, void* room) {
  const bool is_constant = !c->at || c->step == 0;
  if (is_constant && p->filled) return room;
  const char* from = c->at ? (const char*)c->at + p->first * c->step : absent;
  if (lies_ready(p, c->step, sizeof(double)) && c->at) return from;
  copy_in(p, from, c->at ? c->step : 0, room);
  return room;
}

static inline const void* number(part* p, int which, const carom_in* c, double absent) {
  return column(p, c, &absent, p->in[which]);
}

/// Where the lanes write a column.
static inline void* place(const part* p, const carom_out* c, size_t size, void* room) {
  return c->at && lies_ready(p, c->step, size) ? (char*)c->at + p->first * c->step : room;
}

static inline void* number_place(part* p, int which, const carom_out* c) {
  return place(p, c, sizeof(double), p->out[which]);
}

static void lay_out(const carom_planar_array* a, part* p, carom__planar_part* to) {
  const carom_surface_columns* s = &a->surface;
  const carom_answer_columns* answer = &a->answer;
  const int64_t usual_law = CAROM_LAW_STRONGE;
  *to = (carom__planar_part){.rows = p->rows,
                             .w_tt = number(p, W_TT, &a->w[0][0], CAROM__UNKNOWN),
                             .w_tn = number(p, W_TN, &a->w[0][1], CAROM__UNKNOWN),
                             .w_nn = number(p, W_NN, &a->w[1][1], CAROM__UNKNOWN),
                             .v_t = number(p, V_T, &a->v[0], CAROM__UNKNOWN),
                             .v_n = number(p, V_N, &a->v[1], CAROM__UNKNOWN),
                             .e = number(p, REBOUND, &s->e, 1),
                             .mu = number(p, MU, &s->mu, 0),
                             .law = column(p, &s->law, &usual_law, p->law),
                             .impulse_t = number_place(p, P_T, &a->impulse[0]),
                             .impulse_n = number_place(p, P_N, &a->impulse[1]),
                             .v_t_after = number_place(p, V_T_AFTER, &a->velocity_after[0]),
                             .v_n_after = number_place(p, V_N_AFTER, &a->velocity_after[1]),
                             .impulse_n_compression = number_place(p, P_COMPRESSION, &answer->impulse_n_compression),
                             .impulse_n_slip_end = number_place(p, P_SLIP, &answer->impulse_n_slip_end),
                             .stored = number_place(p, STORED, &answer->stored),
                             .friction = number_place(p, FRICTION, &answer->energy.friction),
                             .restitution = number_place(p, RESTITUTION, &answer->energy.restitution),
                             .change = number_place(p, CHANGE, &answer->energy.change),
                             .mode = place(p, &answer->mode, sizeof *p->mode, p->mode),
                             .flags = place(p, &answer->flags, sizeof *p->flags, p->flags),
                             .warnings = place(p, &answer->warnings, sizeof *p->warnings, p->warnings)};
  to->w_nt = a->w[1][0].at ? number(p, W_NT, &a->w[1][0], CAROM__UNKNOWN) : to->w_tn;
  to->mu_static = s->mu_static.at ? number(p, MU_STATIC, &s->mu_static, 0) : to->mu;
}

/// What is not where it is wanted yet; step 0 of the room: one value for all.
static void copy_out(const part* p, const carom_out* c, size_t size, const void* room, size_t room_step) {
  if (!c->at) return;
  char* to = (char*)c->at + p->first * c->step;
  for (int k = 0; k < p->count; ++k) memcpy(to + k * c->step, (const char*)room + (size_t)k * room_step, size);
}

static inline void settle(const part* p, const carom_out* c, size_t size, const void* room) {
  if (!lies_ready(p, c->step, size)) copy_out(p, c, size, room, size);
}

static inline void settle_number(const part* p, int which, const carom_out* c) {
  settle(p, c, sizeof(double), p->out[which]);
}

/// The same byte for all.
static void put_byte(const part* p, const carom_out* c, uint8_t byte) {
  if (c->at && c->step == 1)
    memset((char*)c->at + p->first, byte, (size_t)p->count);
  else
    copy_out(p, c, 1, &byte, 0);
}

/// 0 for all; its bytes are.
static void put_zero(const part* p, const carom_out* c) {
  const double zero = 0;
  if (c->at && c->step == sizeof zero)
    memset((char*)c->at + p->first * c->step, 0, (size_t)p->count * sizeof zero);
  else
    copy_out(p, c, sizeof zero, &zero, 0);
}

static void write_answers(const carom_planar_array* a, const part* p) {
  const carom_answer_columns* answer = &a->answer;
  settle_number(p, P_T, &a->impulse[0]);
  settle_number(p, P_N, &a->impulse[1]);
  settle_number(p, V_T_AFTER, &a->velocity_after[0]);
  settle_number(p, V_N_AFTER, &a->velocity_after[1]);
  settle_number(p, P_COMPRESSION, &answer->impulse_n_compression);
  settle_number(p, P_SLIP, &answer->impulse_n_slip_end);
  settle_number(p, STORED, &answer->stored);
  settle_number(p, FRICTION, &answer->energy.friction);
  settle_number(p, RESTITUTION, &answer->energy.restitution);
  settle_number(p, CHANGE, &answer->energy.change);
  settle(p, &answer->mode, sizeof *p->mode, p->mode);
  settle(p, &answer->flags, sizeof *p->flags, p->flags);
  settle(p, &answer->warnings, sizeof *p->warnings, p->warnings);
  put_zero(p, &answer->energy.spring);  // there is none
  put_byte(p, &answer->model, CAROM_MODEL_PLANAR);
  put_byte(p, &answer->status, CAROM_OK);
}

/// A bit for each element.
static uint64_t all_of(const part* p) {
  return p->count == PART ? UINT64_MAX : ((uint64_t)1 << p->count) - 1;
}

/// Lanes look at friction and restitution; of the rest of the surface each element is asked, where there is a column.
static uint64_t plain_surfaces(const carom_surface_columns* s, const part* p) {
  uint64_t plain = all_of(p);
  if (!s->eta2.at && !s->stiffness.at && !s->exponent.at) return plain;
  for (int k = 0; k < p->count; ++k) {
    const double eta2 = carom__get(&s->eta2, p->first + k, 0), exponent = carom__get(&s->exponent, p->first + k, 1);
    const double stiffness = carom__get(&s->stiffness, p->first + k, 1);
    const bool is_plain = eta2 == 0 && stiffness > 0 && isfinite(stiffness) && exponent >= 1 && exponent <= 2;
    if (!is_plain) plain &= ~((uint64_t)1 << k);
  }
  return plain;
}

/// Returns how many elements have no answer.
static ptrdiff_t solve_part(const carom_planar_array* a, part* p) {
  carom__planar_part lanes;
  lay_out(a, p, &lanes);
  const uint64_t plain = plain_surfaces(&a->surface, p), solved = carom__planar_lanes_solve(&lanes) & plain;
  write_answers(a, p);
  ptrdiff_t unanswered = 0;
  for (int k = 0; k < p->count && solved != all_of(p); ++k)
    if (!(solved >> k & 1)) unanswered += !solve_element(a, p->first + k);
  return unanswered;
}

/// So few are not worth the lanes.
enum { FEW = 4 };

static ptrdiff_t solve_few(const carom_planar_array* a, const part* p) {
  ptrdiff_t unanswered = 0;
  for (int k = 0; k < p->count; ++k) unanswered += !solve_element(a, p->first + k);
  return unanswered;
}

static bool has_constant_output(const carom_planar_array* a) {
  for (int axis = 0; axis < 2; ++axis)
    if (carom__is_constant(&a->impulse[axis]) || carom__is_constant(&a->velocity_after[axis])) return true;
  return carom__has_constant(&a->answer);
}

/// Of so many elements that are left: whole parts, then what the lanes can have where it lies, then the rest.
static int next_count(ptrdiff_t left) {
  enum { ROWS = CAROM__PLANAR_ROWS };
  return left >= PART ? PART : left >= ROWS ? (int)left / ROWS * ROWS : (int)left;
}

ptrdiff_t carom_planar_solve_array(const carom_planar_array* array, ptrdiff_t first, ptrdiff_t count) {
  const ptrdiff_t end = first + (count > 0 ? count : 0);
  ptrdiff_t unanswered = 0;
  part p;
  p.filled = false;
  for (p.first = first; p.first < end; p.first += p.count) {
    p.count = next_count(end - p.first);
    p.rows = (p.count + CAROM__PLANAR_ROWS - 1) / CAROM__PLANAR_ROWS * CAROM__PLANAR_ROWS;
    unanswered += p.count < FEW ? solve_few(array, &p) : solve_part(array, &p);
    p.filled = true;
  }
  // Where all elements write to one place the last one has the last word.
  if (count > 1 && has_constant_output(array)) solve_element(array, end - 1);
  return unanswered;
}

// ---- derivatives
// -----------------------------------------------------------------------------------------------------

static carom_status differentiate_element(const carom_planar_array* a, ptrdiff_t i, unsigned wrt, carom_jacobian* j) {
  carom_planar_problem p;
  carom_planar_outcome outcome;
  const carom_status status = solve_one(a, i, &p, &outcome);
  return status ? status : carom_planar_differentiate(&p, &outcome, wrt, j, NULL);
}

ptrdiff_t carom_planar_differentiate_array(const carom_planar_array* array, const carom_jacobian_columns* jacobian,
                                           ptrdiff_t first, ptrdiff_t count) {
  const unsigned wrt = jacobian->wrt ? jacobian->wrt : CAROM_WRT_ALL_PLANAR;
  const carom__shape shape = {2, carom__count_bits(wrt & CAROM_WRT_ALL_PLANAR)};
  ptrdiff_t without = 0;
  for (ptrdiff_t i = first; count > 0; ++i, --count) {
    carom_jacobian j;
    const carom_status status = differentiate_element(array, i, wrt, &j);
    carom__put_jacobian(jacobian, i, shape, status ? NULL : &j);
    carom__put_code(&jacobian->status, i, status);
    without += status != CAROM_OK;
  }
  return without;
}
