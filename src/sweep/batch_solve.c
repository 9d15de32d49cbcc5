// Many rows at once: numbers go straight to their places in the scenario, contact problems into columns, and the array
// solvers answer a batch of them. What this road cannot do is left to the general one, which has the words for it.
#include <math.h>
#include <string.h>

#include "carom/array.h"
#include "sweep/batch.h"

enum { AXES = CAROM__BATCH_AXES };

static void row_values(const carom__worker* w, int k, double* values) {
  for (int i = 0; i < w->sweep->sampler.count; ++i) values[i] = w->inputs[(size_t)i * (size_t)w->room + (size_t)k];
}

/// Numbers that the reader is known to take, straight to where it would copy them. False where it must be asked.
static bool put_numbers(const carom__worker* w, const carom__variant* v, const double* values) {
  const carom__bound* slots = v->batch->binding->slots;
  for (int i = 0; i < w->sweep->plan.input_count; ++i) {
    if (v->slots[i] < 0) continue;
    const carom__bound* bound = &slots[v->slots[i]];
    const double value = values[v->sources[i]];
    if (!(value >= bound->low && value <= bound->high)) return false;
    for (int j = 0; j < bound->target_count; ++j) *bound->targets[j] = value;
  }
  return carom_scenario_impact_model(v->batch->binding->scenario) == v->batch->binding->model;
}

/// The numbers of a row into the scenario. False where only the reader can tell what they mean.
static bool follow(const carom__worker* w, const carom__variant* v, int k) {
  double values[CAROM_SWEEP_MOST_INPUTS];
  row_values(w, k, values);
  if (put_numbers(w, v, values)) return true;
  carom__variant_set(w, v, values);
  return carom__binding_follow(v->batch->binding);
}

/// The trace of the inverse of W, 1/kg^-1, by the energies of unit velocities.
static double trace_of_inverse(const carom_scenario* scenario) {
  double workspace[64], v[AXES] = {0}, sum = 0;
  const carom_contact_problem problem = {scenario->dimension, 1, scenario->w, v, scenario->surfaces};
  if (carom_contact_workspace_size(scenario->dimension, 1) > 64) return HUGE_VAL;
  for (int i = 0; i < scenario->dimension; ++i) {
    v[i] = 1;
    sum += 2 * carom_contact_energy(&problem, workspace);
    v[i] = 0;
  }
  return sum;
}

static const double FAR_FROM_OVERFLOW = 1e300;

/// The energy before costs as much as a tenth of an impact. Nobody may want it but the check that it fits a double, and
/// in contact space that is plain: v W^-1 v is at most |v|^2 times the trace of W^-1.
static bool needs_no_energy(carom__batch* b) {
  const carom_scenario* scenario = b->binding->scenario;
  const int size = scenario->dimension;
  double square = 0;
  if (b->needs_energy || scenario->kind != CAROM_SCENARIO_CONTACT_SPACE) return false;
  if (memcmp(b->w_before, scenario->w, (size_t)(size * size) * sizeof(double)) != 0) {
    memcpy(b->w_before, scenario->w, (size_t)(size * size) * sizeof(double));
    b->most_inverse = trace_of_inverse(scenario);
  }
  for (int i = 0; i < size; ++i) square += scenario->v[i] * scenario->v[i];
  return square * b->most_inverse < FAR_FROM_OVERFLOW;
}

/// The contact problem of the scenario as it is now, as element i of the columns. False where there is none.
static bool put_problem(carom__batch* b, int i) {
  const carom_result* result = carom__solver_result(b->solver);
  const carom_scenario* scenario = b->binding->scenario;
  const carom_surface* surface = &scenario->surfaces[0];
  const int size = scenario->dimension;
  carom_diag unread;
  const bool with_energy = !needs_no_energy(b);
  if (!(b->same_problem && b->posed) && carom__solver_pose(b->solver, with_energy, &unread)) return false;
  b->posed = true;
  for (int row = 0; row < size; ++row) {
    b->v[row][i] = result->v[row];
    for (int column = 0; column < size; ++column) b->w[row][column][i] = result->w[row * size + column];
  }
  b->law[i] = surface->law;
  b->e[i] = surface->e;
  b->mu[i] = surface->mu;
  b->mu_static[i] = surface->mu_static;
  b->stiffness[i] = surface->stiffness;
  b->exponent[i] = surface->exponent;
  b->energy_before[i] = with_energy ? result->energy_before : 0;
  return true;
}

/// A row without a problem must not hold up the others: a unit mass at rest.
static void put_nothing(carom__batch* b, int i) {
  for (int row = 0; row < AXES; ++row) {
    b->v[row][i] = 0;
    for (int column = 0; column < AXES; ++column) b->w[row][column][i] = row == column;
  }
  b->law[i] = CAROM_LAW_STRONGE;
  b->e[i] = b->mu[i] = b->mu_static[i] = 0;
  b->stiffness[i] = b->exponent[i] = 1;
}

static carom_in in(const double* at) {
  return (carom_in){at, sizeof *at};
}

static carom_out out(double* at) {
  return (carom_out){at, sizeof *at};
}

static carom_out codes(uint8_t* at) {
  return (carom_out){at, sizeof *at};
}

/// A contact problem in columns.
typedef struct posed {
  carom_in w[AXES][AXES], v[AXES];
  carom_surface_columns surface;
} posed;

/// Of the lanes.
static posed posed_in_lanes(const carom__batch* b) {
  posed p = {.surface = {.law = {b->law, sizeof b->law[0]},
                         .e = in(b->e),
                         .mu = in(b->mu),
                         .mu_static = in(b->mu_static),
                         .stiffness = in(b->stiffness),
                         .exponent = in(b->exponent)}};
  for (int i = 0; i < AXES; ++i) {
    p.v[i] = in(b->v[i]);
    for (int j = 0; j < AXES; ++j) p.w[i][j] = in(b->w[i][j]);
  }
  return p;
}

/// One number of the problem from row k on: a column of the inputs, or the same for all.
static carom_in fed(const carom__worker* w, const carom__batch* b, int feed, int k) {
  const carom__feeder* f = &b->feeders[feed];
  if (f->source < 0) return (carom_in){f->place, 0};
  return in(w->inputs + (size_t)f->source * (size_t)w->room + (size_t)k);
}

/// Straight from the inputs.
static posed posed_by_inputs(const carom__worker* w, const carom__batch* b, const int64_t* law, int k) {
  const int size = b->binding->scenario->dimension;
  const carom_result* result = carom__solver_result(b->solver);
  posed p = {.surface = {.law = {law, 0},
                         .e = fed(w, b, CAROM__FEED_E, k),
                         .mu = fed(w, b, CAROM__FEED_MU, k),
                         .mu_static = fed(w, b, CAROM__FEED_MU_STATIC, k),
                         .stiffness = fed(w, b, CAROM__FEED_STIFFNESS, k),
                         .exponent = fed(w, b, CAROM__FEED_EXPONENT, k)}};
  for (int i = 0; i < size; ++i) {
    p.v[i] = fed(w, b, i, k);
    for (int j = 0; j < size; ++j) p.w[i][j] = (carom_in){&result->w[i * size + j], 0};
  }
  return p;
}

static carom_answer_columns answers_of(carom__batch* b) {
  return (carom_answer_columns){.energy = {out(b->friction), out(b->restitution), out(b->spring), out(b->change)},
                                .model = codes(b->model),
                                .mode = codes(b->mode),
                                .status = codes(b->status)};
}

static void solve_planar(carom__batch* b, const posed* p, int count) {
  carom_planar_array array = {.surface = p->surface, .answer = answers_of(b)};
  for (int i = 0; i < 2; ++i) {
    array.v[i] = p->v[i];
    array.impulse[i] = out(b->impulse[i]);
    array.velocity_after[i] = out(b->after[i]);
    for (int j = 0; j < 2; ++j) array.w[i][j] = p->w[i][j];
  }
  carom_planar_solve_array(&array, 0, count);
}

static void solve_spatial(carom__batch* b, const posed* p, int count) {
  carom_spatial_array array = {.surface = p->surface, .answer = answers_of(b)};
  for (int i = 0; i < 3; ++i) {
    array.v[i] = p->v[i];
    array.impulse[i] = out(b->impulse[i]);
    array.velocity_after[i] = out(b->after[i]);
    for (int j = 0; j < 3; ++j) array.w[i][j] = p->w[i][j];
  }
  carom_spatial_solve_array(&array, 0, count);
}

static void solve_posed(carom__batch* b, const posed* p, int count) {
  if (b->binding->model == CAROM_MODEL_PLANAR)
    solve_planar(b, p, count);
  else
    solve_spatial(b, p, count);
}

static carom__solver_answer answer_of(const carom__batch* b, int i) {
  carom__solver_answer answer = {.model = (carom_model)b->model[i],
                                 .mode = b->mode[i],
                                 .energy = {.friction = b->friction[i],
                                            .restitution = b->restitution[i],
                                            .spring = b->spring[i],
                                            .change = b->change[i]},
                                 .energy_before = b->energy_before[i]};
  for (int axis = 0; axis < b->binding->scenario->dimension; ++axis) {
    answer.impulse[axis] = b->impulse[axis][i];
    answer.velocity_before[axis] = b->v[axis][i];
    answer.velocity_after[axis] = b->after[axis][i];
  }
  return answer;
}

/// Back from element i to the bodies. False where the general road has to say what is wrong.
static bool take_answer(carom__worker* w, carom__variant* v, int k, int i) {
  carom__batch* b = v->batch;
  carom_diag unread;
  const carom_scenario_kind kind = b->binding->scenario->kind;
  if (b->status[i]) return false;
  const bool moves_on = kind == CAROM_SCENARIO_CONTACT_SPACE || b->same_problem;
  if (!moves_on && !follow(w, v, k)) return false;
  if (!moves_on && kind == CAROM_SCENARIO_MECHANISM && carom__solver_pose(b->solver, true, &unread)) return false;
  const carom__solver_answer answer = answer_of(b, i);
  if (carom__solver_take(b->solver, &answer, &unread)) return false;
  const carom_result* result = carom__solver_result(b->solver);
  for (int j = 0; j < w->sweep->output_count; ++j) {
    carom__pick_read(&b->picks[j], b->binding->scenario, result, &w->readings[j]);
    if (w->readings[j].kind == CAROM_READING_NONE) return false;
  }
  carom__worker_put(w, k, CAROM_OK);
  return true;
}

/// Rows whose values stand in the columns as they are: no bodies move, so nothing has to be made of the answers.
static void copy_answers(carom__worker* w, const carom__batch* b, int k, int count, bool* done) {
  for (int i = 0; i < count; ++i) {
    done[i] = b->follows[i] && !b->status[i] && isfinite(b->energy_before[i] + b->change[i]);
    w->status[k + i] = CAROM_OK;
  }
  for (int j = 0; j < w->sweep->output_count; ++j) {
    const size_t at = (size_t)j * (size_t)w->room + (size_t)k;
    const double* column = b->columns[j];
    for (int i = 0; i < count && column; ++i) w->numbers[at + (size_t)i] = column[i] + 0.0;  // minus zero is zero
    for (int i = 0; i < count && !column; ++i) {
      const char* word = b->words[b->model[i] == CAROM_MODEL_PLANAR][b->mode[i] % CAROM__BATCH_MODES];
      memcpy(w->words + (at + (size_t)i) * CAROM_SWEEP_WORD_SIZE, word, CAROM_SWEEP_WORD_SIZE);
    }
  }
}

// ---- where the inputs are columns of the problem
// --------------------------------------------------------------------------

/// Which rows the reader would take as they are, and have energies that fit a double. The others go row by row.
static void see_what_follows(const carom__worker* w, const carom__variant* v, int k, int count) {
  carom__batch* b = v->batch;
  const carom__bound* slots = b->binding->slots;
  double square[CAROM__BATCH_ROWS] = {0};
  for (int feed = 0; feed < b->binding->scenario->dimension; ++feed) {
    const carom_in column = fed(w, b, feed, k);
    const char* at = column.at;
    for (int i = 0; i < count; ++i) {
      const double x = *(const double*)(const void*)(at + i * column.step);
      square[i] += x * x;
    }
  }
  for (int i = 0; i < count; ++i) b->follows[i] = square[i] * b->most_inverse < FAR_FROM_OVERFLOW;
  for (int input = 0; input < w->sweep->plan.input_count; ++input) {
    if (v->slots[input] < 0) continue;
    const carom__bound* bound = &slots[v->slots[input]];
    const double* x = w->inputs + (size_t)v->sources[input] * (size_t)w->room + (size_t)k;
    for (int i = 0; i < count; ++i)
      if (!(x[i] >= bound->low && x[i] <= bound->high)) b->follows[i] = b->follows[i] && follow(w, v, k + i);
  }
}

/// False where the problem of the scenario itself has no answer.
static bool pose_once(carom__batch* b) {
  carom_diag unread;
  if (!b->posed && carom__solver_pose(b->solver, false, &unread)) return false;
  if (!b->posed) b->most_inverse = trace_of_inverse(b->binding->scenario);
  b->posed = true;
  return true;
}

static bool solve_fed(carom__worker* w, carom__variant* v, int k, int count, bool* done) {
  carom__batch* b = v->batch;
  const int64_t law = b->binding->scenario->surfaces[0].law;
  if (!pose_once(b)) return false;
  see_what_follows(w, v, k, count);
  const posed p = posed_by_inputs(w, b, &law, k);
  solve_posed(b, &p, count);
  copy_answers(w, b, k, count, done);
  return true;
}

void carom__batch_solve(carom__worker* w, carom__variant* v, int k, int count, bool* done) {
  carom__batch* b = v->batch;
  if (b->is_fed && solve_fed(w, v, k, count, done)) return;
  for (int i = 0; i < count; ++i) {
    b->follows[i] = follow(w, v, k + i) && put_problem(b, i);
    if (!b->follows[i]) put_nothing(b, i);
  }
  const posed p = posed_in_lanes(b);
  solve_posed(b, &p, count);
  if (b->is_direct)
    copy_answers(w, b, k, count, done);
  else
    for (int i = 0; i < count; ++i) done[i] = b->follows[i] && take_answer(w, v, k + i, i);
}
