// Many planar impacts. A part of the array at a time is read column by column, solved, and written column by column:
// then no impact waits for its own numbers, whose addresses would have to be computed first, and the loops over a
// column are short. Element by element the array took 13 ns an impact over carom_planar_solve, so it takes 9.
#include "base/target.h"
#include "carom/impact.h"
#include "impact/columns.h"
#include "planar/flags.h"

/// With more of them the outcomes begin to leave the nearest cache (64 cost half a nanosecond an impact).
enum { PART = 16 };

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll_count(8)")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/// The elements that are on their way.
typedef struct part {
  ptrdiff_t first;
  int count;
  bool filled;  // a part before this one, no shorter, left what is the same for all elements
  carom_planar_problem problems[PART];
  double w_nt[PART];
  carom_planar_outcome outcomes[PART];
  uint8_t statuses[PART], modes[PART];
  uint32_t flags[PART];
} part;

/// A member of all problems or outcomes of a part, as a column.
#define TO(array, name)   ((carom_out){&(array)[0].name, sizeof *(array)})
#define FROM(array, name) ((carom_in){&(array)[0].name, sizeof *(array)})

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

/// `size` bytes of each element; it is known where this is compiled into.
CAROM__ALWAYS_INLINE void copy(size_t size, int count, carom_in from, carom_out to) {
  const char* source = from.at;
  char* target = to.at;
  if (count == PART) {
    UNROLL
    for (int k = 0; k < PART; ++k, source += from.step, target += to.step) memcpy(target, source, size);
  } else
    for (int k = 0; k < count; ++k, source += from.step, target += to.step) memcpy(target, source, size);
}

CAROM__ALWAYS_INLINE bool is_constant(const carom_in* column) {
  return !column->at || column->step == 0;
}

CAROM__ALWAYS_INLINE void read(const part* p, const carom_in* column, double absent, carom_out to) {
  if (is_constant(column) && p->filled) return;
  if (column->at)
    copy(sizeof absent, p->count, (carom_in){(const char*)column->at + p->first * column->step, column->step}, to);
  else
    copy(sizeof absent, p->count, (carom_in){&absent, 0}, to);
}

static void read_laws(const carom_in* column, part* p) {
  if (is_constant(column) && p->filled) return;
  const carom_in from = *column;  // the compiler cannot know that p does not change it
  for (int k = 0; k < p->count; ++k) p->problems[k].surface.law = carom__get_law(&from, p->first + k);
}

static void read_problems(const carom_planar_array* a, part* p) {
  const carom_surface_columns* s = &a->surface;
  read(p, &a->w[0][0], CAROM__UNKNOWN, TO(p->problems, w_tt));
  read(p, &a->w[0][1], CAROM__UNKNOWN, TO(p->problems, w_tn));
  read(p, a->w[1][0].at ? &a->w[1][0] : &a->w[0][1], CAROM__UNKNOWN, (carom_out){p->w_nt, sizeof *p->w_nt});
  read(p, &a->w[1][1], CAROM__UNKNOWN, TO(p->problems, w_nn));
  read(p, &a->v[0], CAROM__UNKNOWN, TO(p->problems, v_t));
  read(p, &a->v[1], CAROM__UNKNOWN, TO(p->problems, v_n));
  read_laws(&s->law, p);
  read(p, &s->e, 1, TO(p->problems, surface.e));
  read(p, &s->mu, 0, TO(p->problems, surface.mu));
  read(p, s->mu_static.at ? &s->mu_static : &s->mu, 0, TO(p->problems, surface.mu_static));
  read(p, &s->eta2, 0, TO(p->problems, surface.eta2));
  read(p, &s->stiffness, 1, TO(p->problems, surface.stiffness));
  read(p, &s->exponent, 1, TO(p->problems, surface.exponent));
}

/// Entries beside the diagonal that differ: by rounding, or not symmetric, or not numbers.
static carom_status solve_settled(double w_nt, const carom_planar_problem* p, carom_planar_outcome* out) {
  const double w[4] = {p->w_tt, p->w_tn, w_nt, p->w_nn}, v[2] = {p->v_t, p->v_n};
  const carom_contact_problem contact = {2, 1, w, v, &p->surface};
  carom_planar_problem settled;
  const carom_status status = carom_planar_from_contact(&contact, &settled, NULL);
  return status ? status : carom_planar_solve(&settled, out, NULL);
}

/// Returns how many have no answer.
static int solve_part(part* p) {
  int unanswered = 0;
  for (int k = 0; k < p->count; ++k) {
    const carom_planar_problem* problem = &p->problems[k];
    carom_planar_outcome* out = &p->outcomes[k];
    const carom_status status =
        p->w_nt[k] == problem->w_tn ? carom_planar_solve(problem, out, NULL) : solve_settled(p->w_nt[k], problem, out);
    if (status) *out = NO_ANSWER;
    unanswered += status != CAROM_OK;
    p->statuses[k] = (uint8_t)status;
  }
  return unanswered;
}

CAROM__ALWAYS_INLINE void write(const part* p, const carom_out* column, size_t size, carom_in from) {
  if (column->at) copy(size, p->count, from, (carom_out){(char*)column->at + p->first * column->step, column->step});
}

static void write_numbers(const carom_planar_array* a, const part* p) {
  const carom_answer_columns* answer = &a->answer;
  write(p, &a->impulse[0], sizeof(double), FROM(p->outcomes, impulse_t));
  write(p, &a->impulse[1], sizeof(double), FROM(p->outcomes, impulse_n));
  write(p, &a->velocity_after[0], sizeof(double), FROM(p->outcomes, v_t));
  write(p, &a->velocity_after[1], sizeof(double), FROM(p->outcomes, v_n));
  write(p, &answer->impulse_n_compression, sizeof(double), FROM(p->outcomes, impulse_n_compression));
  write(p, &answer->impulse_n_slip_end, sizeof(double), FROM(p->outcomes, impulse_n_slip_end));
  write(p, &answer->stored, sizeof(double), FROM(p->outcomes, stored));
  write(p, &answer->energy.friction, sizeof(double), FROM(p->outcomes, energy.friction));
  write(p, &answer->energy.restitution, sizeof(double), FROM(p->outcomes, energy.restitution));
  write(p, &answer->energy.spring, sizeof(double), FROM(p->outcomes, energy.spring));
  write(p, &answer->energy.change, sizeof(double), FROM(p->outcomes, energy.change));
}

static void write_codes(const carom_answer_columns* answer, part* p) {
  const uint8_t model = CAROM_MODEL_PLANAR;
  for (int k = 0; k < p->count && answer->mode.at; ++k) p->modes[k] = (uint8_t)p->outcomes[k].mode;
  for (int k = 0; k < p->count && answer->flags.at; ++k) p->flags[k] = carom__planar_flags(&p->outcomes[k]);
  write(p, &answer->model, sizeof model, (carom_in){&model, 0});
  write(p, &answer->mode, sizeof(uint8_t), (carom_in){p->modes, sizeof(uint8_t)});
  write(p, &answer->flags, sizeof(uint32_t), (carom_in){p->flags, sizeof(uint32_t)});
  write(p, &answer->status, sizeof(uint8_t), (carom_in){p->statuses, sizeof(uint8_t)});
  write(p, &answer->warnings, sizeof(uint32_t), FROM(p->outcomes, warnings));
}

ptrdiff_t carom_planar_solve_array(const carom_planar_array* array, ptrdiff_t first, ptrdiff_t count) {
  ptrdiff_t unanswered = 0;
  part p;
  p.filled = false;
  for (p.first = first; count > 0; p.first += PART, count -= PART) {
    p.count = count < PART ? (int)count : PART;
    read_problems(array, &p);
    unanswered += solve_part(&p);
    write_numbers(array, &p);
    write_codes(&array->answer, &p);
    p.filled = true;
  }
  return unanswered;
}
