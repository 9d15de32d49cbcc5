// Rows of a sweep, by grid, by chance, by Sobol's points or in Saltelli's blocks.
#include "sweep/sampler.h"

#include <math.h>
#include <string.h>

#include "sweep/normal.h"
#include "sweep/philox.h"
#include "text/sentence.h"

/// Beyond this rows could not be told apart by Sobol's points, and a file would not fit anywhere.
static const double MOST_ROWS = 0x1p48;

const char* carom_sampling_word(carom_sampling sampling) {
  switch (sampling) {
#define CAROM_X(symbol, value, word, meaning) \
  case symbol:                                \
    return word;
    CAROM_SAMPLING_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

static bool all_lists(const carom__sampler* s) {
  for (int i = 0; i < s->count; ++i)
    if (!carom__spread_is_list(s->spreads[i].spread)) return false;
  return true;
}

static carom_status take_inputs(carom__sampler* s, const carom_sweep_plan* plan, carom_diag* error) {
  for (int i = 0; i < plan->input_count; ++i) {
    if (plan->inputs[i].leader >= 0) continue;
    const carom_status status = carom__spread_check(&plan->inputs[i].spread, plan->inputs[i].path, error);
    if (status) return status;
    s->inputs[s->count] = i;
    s->spreads[s->count++] = carom__spread_start(&plan->inputs[i].spread);
  }
  return s->count > 0 ? CAROM_OK
                      : carom__refuse(error, CAROM_BAD_VALUE, "sweep.vary", 0,
                                      "nothing is varied; give `vary` in the `sweep` block, or --vary PATH=SPREAD.");
}

static carom_status count_grid(carom__sampler* s, const carom_sweep_plan* plan, carom_diag* error) {
  double rows = 1;
  for (int i = 0; i < s->count; ++i) {
    const carom_spread* spread = s->spreads[i].spread;
    if (!carom__spread_is_list(spread))
      return carom__refuse(error, CAROM_BAD_VALUE, plan->inputs[s->inputs[i]].path, 0,
                           "the method is grid, and `%.100s` is %s; a grid takes grid, log_grid and choice.",
                           plan->inputs[s->inputs[i]].path, carom_spread_word(spread->kind));
    rows *= spread->count;
  }
  if (plan->rows > 0 && (double)plan->rows != rows)
    return carom__refuse(error, CAROM_BAD_VALUE, "sweep.rows", (double)plan->rows,
                         "the grid has %.0f rows, not %lld; leave `rows` out.", rows, (long long)plan->rows);
  s->rows = rows <= MOST_ROWS ? (int64_t)rows : -1;
  return CAROM_OK;
}

static carom_status count_rows(carom__sampler* s, const carom_sweep_plan* plan, carom_diag* error) {
  s->rows = plan->rows > 0 ? plan->rows : CAROM__SWEEP_DEFAULT_ROWS;
  if (s->sampling == CAROM_SAMPLING_GRID) {
    const carom_status status = count_grid(s, plan, error);
    if (status) return status;
  }
  if (s->sampling == CAROM_SAMPLING_SALTELLI) {
    s->blocks = s->rows / (s->count + 2);
    if (s->blocks < 2)
      return carom__refuse(error, CAROM_BAD_VALUE, "sweep.rows", (double)s->rows,
                           "sensitivity of %d inputs takes blocks of %d rows, and at least two of them.", s->count,
                           s->count + 2);
    s->rows = s->blocks * (s->count + 2);
  }
  return s->rows > 0 && (double)s->rows <= MOST_ROWS
             ? CAROM_OK
             : carom__refuse(error, CAROM_BAD_VALUE, "sweep.rows", (double)s->rows, "there are too many rows.");
}

static carom_status start_points(carom__sampler* s, carom_diag* error) {
  const int dimensions = s->sampling == CAROM_SAMPLING_SALTELLI ? 2 * s->count : s->count;
  if (s->sampling != CAROM_SAMPLING_SALTELLI && s->sampling != CAROM_SAMPLING_SOBOL) return CAROM_OK;
  if (dimensions > CAROM__SOBOL_DIMENSIONS)
    return carom__refuse(error, CAROM_BAD_VALUE, "sweep.vary", s->count, "%s takes at most %d inputs; random takes %d.",
                         carom_sampling_word(s->sampling), CAROM__SOBOL_DIMENSIONS * s->count / dimensions,
                         CAROM_SWEEP_MOST_INPUTS);
  carom__sobol_start(&s->sobol, dimensions);
  carom__sobol_shift(&s->sobol, s->seed);
  return CAROM_OK;
}

/// Which of the sampler's inputs an input of the plan is.
static int place_of(const carom__sampler* s, int input) {
  for (int i = 0; i < s->count; ++i)
    if (s->inputs[i] == input) return i;
  return -1;
}

/// Cholesky's factor in place. False where there is none.
static bool factorise(carom__sampler* s) {
  for (int i = 0; i < s->count; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = s->factor[i][j];
      for (int k = 0; k < j; ++k) sum -= s->factor[i][k] * s->factor[j][k];
      if (i == j && !(sum > 0)) return false;
      s->factor[i][j] = i == j ? sqrt(sum) : sum / s->factor[j][j];
    }
  return true;
}

static carom_status correlate(carom__sampler* s, const carom_sweep_plan* plan, carom_diag* error) {
  static const char key[] = "sweep.correlation";
  if (plan->link_count == 0) return CAROM_OK;
  if (s->sampling == CAROM_SAMPLING_GRID || s->sampling == CAROM_SAMPLING_SALTELLI)
    return carom__refuse(error, CAROM_BAD_VALUE, key, 0, "correlation goes with random and sobol; %s",
                         s->sampling == CAROM_SAMPLING_GRID
                             ? "a grid has all combinations."
                             : "sensitivity indices are of inputs that do not depend on each other.");
  for (int i = 0; i < s->count; ++i) s->factor[i][i] = 1;
  for (int i = 0; i < plan->link_count; ++i) {
    const carom_sweep_link* link = &plan->links[i];
    const int a = place_of(s, link->a), b = place_of(s, link->b);
    if (a < 0 || b < 0 || a == b || !(fabs(link->correlation) < 1))
      return carom__refuse(error, CAROM_BAD_VALUE, key, link->correlation,
                           "a correlation is of two inputs with spreads of their own, and inside (-1, 1).");
    s->factor[a > b ? a : b][a > b ? b : a] = link->correlation;
  }
  s->is_correlated = factorise(s);
  return s->is_correlated ? CAROM_OK
                          : carom__refuse(error, CAROM_BAD_VALUE, key, 0,
                                          "these correlations contradict each other (their matrix is not positive "
                                          "definite).");
}

carom_status carom__sampler_start(carom__sampler* s, const carom_sweep_plan* plan, carom_diag* error) {
  memset(s, 0, sizeof *s);
  s->seed = plan->seed;
  carom_status status = take_inputs(s, plan, error);
  s->sampling = plan->has_sampling                                      ? plan->sampling
                : plan->sensitivity                                     ? CAROM_SAMPLING_SALTELLI
                : status == CAROM_OK && all_lists(s) && plan->rows == 0 ? CAROM_SAMPLING_GRID
                                                                        : CAROM_SAMPLING_RANDOM;
  if (!status && plan->sensitivity && s->sampling != CAROM_SAMPLING_SALTELLI)
    status = carom__refuse(error, CAROM_BAD_VALUE, "sweep.method", 0, "sensitivity needs the method saltelli, not %s.",
                           carom_sampling_word(s->sampling));
  if (!status) status = count_rows(s, plan, error);
  if (!status) status = start_points(s, error);
  return status ? status : correlate(s, plan, error);
}

/// The last input runs fastest.
static void grid_row(const carom__sampler* s, int64_t row, double* out) {
  for (int i = s->count - 1; i >= 0; --i) {
    const int count = s->spreads[i].spread->count;
    out[i] = carom__spread_item(s->spreads[i].spread, (int)(row % count));
    row /= count;
  }
}

static void random_uniforms(const carom__sampler* s, int64_t row, double* out) {
  for (int i = 0; i < s->count; i += 2) {
    uint64_t bits[2];
    carom__random_bits(s->seed, CAROM__STREAM_ROWS, (uint64_t)row, (uint32_t)i / 2, bits);
    out[i] = carom__uniform_of(bits[0]);
    if (i + 1 < s->count) out[i + 1] = carom__uniform_of(bits[1]);
  }
}

static void go_to_point(const carom__sampler* s, carom__cursor* cursor, int64_t index) {
  if (cursor->at == index) return;
  if (cursor->at >= 0 && cursor->at + 1 == index)
    carom__sobol_next(&s->sobol, (uint64_t)cursor->at, cursor->point);
  else
    carom__sobol_point(&s->sobol, (uint64_t)index, cursor->point);
  cursor->at = index;
}

/// Row 0 of a block is point A, row 1 is B, row 2 + j is A with input j of B.
static void saltelli_uniforms(const carom__sampler* s, carom__cursor* cursor, int64_t row, double* out) {
  const int size = s->count + 2, kind = (int)(row % size);
  go_to_point(s, cursor, row / size);
  for (int i = 0; i < s->count; ++i) {
    const bool of_b = kind == 1 || kind == 2 + i;
    out[i] = carom__sobol_uniform(cursor->point[of_b ? s->count + i : i]);
  }
}

/// Gaussian copula: independent normals, mixed by the factor, back to (0, 1).
static void mix(const carom__sampler* s, double* u) {
  double z[CAROM_SWEEP_MOST_INPUTS];
  for (int i = 0; i < s->count; ++i) z[i] = carom__normal_quantile(u[i]);
  for (int i = 0; i < s->count; ++i) {
    double sum = 0;
    for (int j = 0; j <= i; ++j) sum += s->factor[i][j] * z[j];
    const double p = carom__normal_below(sum);
    u[i] = p < 0x1p-53 ? 0x1p-53 : p > 1 - 0x1p-53 ? 1 - 0x1p-53 : p;
  }
}

void carom__sampler_row(const carom__sampler* s, carom__cursor* cursor, int64_t row, double* out) {
  if (s->sampling == CAROM_SAMPLING_GRID) {
    grid_row(s, row, out);
    return;
  }
  if (s->sampling == CAROM_SAMPLING_RANDOM) {
    random_uniforms(s, row, out);
  } else if (s->sampling == CAROM_SAMPLING_SALTELLI) {
    saltelli_uniforms(s, cursor, row, out);
  } else {
    go_to_point(s, cursor, row);
    for (int i = 0; i < s->count; ++i) out[i] = carom__sobol_uniform(cursor->point[i]);
  }
  if (s->is_correlated) mix(s, out);
  for (int i = 0; i < s->count; ++i) out[i] = carom__spread_value(&s->spreads[i], out[i]);
}

/// Uniform numbers of a pair of columns, some counters side by side. Returns how many rows are done.
static int random_pair(const carom__sampler* s, int64_t first, int count, int pair, double* a, double* b) {
  enum { SIDE = CAROM__PHILOX_SIDE };
  int k = 0;
  for (; k + SIDE <= count; k += SIDE) {
    uint32_t c[4][SIDE];
    for (int i = 0; i < SIDE; ++i) {
      const uint64_t row = (uint64_t)(first + k + i);
      c[0][i] = (uint32_t)row;
      c[1][i] = (uint32_t)(row >> 32);
      c[2][i] = (uint32_t)pair;
      c[3][i] = CAROM__STREAM_ROWS;
    }
    carom__philox_side(c, s->seed);
    for (int i = 0; i < SIDE; ++i) a[k + i] = carom__uniform_of((uint64_t)c[0][i] << 32 | c[1][i]);
    for (int i = 0; i < SIDE && b; ++i) b[k + i] = carom__uniform_of((uint64_t)c[2][i] << 32 | c[3][i]);
  }
  return k;
}

/// Rows by chance that do not depend on each other, column by column. Returns how many are done.
static int random_columns(const carom__sampler* s, int64_t first, int count, int64_t room, double* out) {
  int done = 0;
  if (s->sampling != CAROM_SAMPLING_RANDOM || s->is_correlated) return 0;
  for (int i = 0; i < s->count; i += 2) {
    double* a = out + (size_t)i * (size_t)room;
    done = random_pair(s, first, count, i / 2, a, i + 1 < s->count ? a + room : NULL);
  }
  for (int i = 0; i < s->count; ++i) carom__spread_column(&s->spreads[i], done, out + (size_t)i * (size_t)room);
  return done;
}

void carom__sampler_rows(const carom__sampler* s, carom__cursor* cursor, int64_t first, int count, int64_t room,
                         double* out) {
  double values[CAROM_SWEEP_MOST_INPUTS];
  for (int k = random_columns(s, first, count, room, out); k < count; ++k) {
    carom__sampler_row(s, cursor, first + k, values);
    for (int i = 0; i < s->count; ++i) out[(size_t)i * (size_t)room + (size_t)k] = values[i];
  }
}
