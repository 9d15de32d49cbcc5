// What a simulation keeps: impacts and phases in lists that grow, and the table of samples.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/simulate.h"
#include "run/solve.h"
#include "text/clean_text.h"

bool carom__sim_is_stopped(carom__sim* sim, double done) {
  return sim->progress && !sim->progress(done, sim->context);
}

/// Room for one more; false when there is none.
static bool grow(carom__sim* sim, void** list, int count, int* capacity, size_t item_size) {
  if (count >= CAROM_SIMULATION_MAX_IMPACTS)
    return carom__sim_fail(sim, CAROM_BUDGET, "motion",
                           "more than 200000 impacts or phases; let the motion end sooner, or set a higher "
                           "\"cutoff_speed\".");
  if (count < *capacity) return true;
  const int more = *capacity > 0 ? 2 * *capacity : 64;
  void* memory = realloc(*list, (size_t)more * item_size);
  if (!memory) return carom__sim_no_memory(sim);
  *list = memory;
  *capacity = more;
  return true;
}

bool carom__sim_log_impact(carom__sim* sim, const carom_simulation_impact* impact) {
  carom_simulation* out = sim->out;
  void* list = out->impacts;
  const bool fits = grow(sim, &list, out->impact_count, &sim->impact_capacity, sizeof *impact);
  out->impacts = list;
  if (fits) out->impacts[out->impact_count++] = *impact;
  return fits;
}

int carom__sim_open_phase(carom__sim* sim, const carom_simulation_phase* phase) {
  carom_simulation* out = sim->out;
  void* list = out->phases;
  const bool fits = grow(sim, &list, out->phase_count, &sim->phase_capacity, sizeof *phase);
  out->phases = list;
  if (!fits) return -1;
  out->phases[out->phase_count] = *phase;
  return out->phase_count++;
}

void carom__sim_drop_empty_phases(carom__sim* sim) {
  carom_simulation* out = sim->out;
  int kept = 0;
  for (int i = 0; i < out->phase_count; ++i)
    if (out->phases[i].to > out->phases[i].from) out->phases[kept++] = out->phases[i];
  out->phase_count = kept;
}

void carom__sim_name(char what[CAROM_WHAT_SIZE], const char* mover, const char* place) {
  const size_t room = CAROM_WHAT_SIZE - (place[0] ? strlen(place) + 2 : 0);
  carom__text text = carom__text_start(what, room);
  carom__text_add(&text, mover);
  if (place[0]) snprintf(what + strlen(what), CAROM_WHAT_SIZE - strlen(what), ": %s", place);
}

/// Both names get their share of the room.
static void name_two(const char* a, const char* b, char what[CAROM_WHAT_SIZE]) {
  char other[CAROM_WHAT_SIZE];
  carom__text first = carom__text_start(what, CAROM_WHAT_SIZE / 2),
              second = carom__text_start(other, CAROM_WHAT_SIZE / 2);
  carom__text_add(&first, a);
  carom__text_add(&second, b);
  snprintf(what + strlen(what), CAROM_WHAT_SIZE - strlen(what), "-%s", other);
}

void carom__sim_name_place(const carom__sim* sim, const carom_mover* part, int mover, int with, int point,
                           char what[CAROM_WHAT_SIZE]) {
  const carom_simulation_mover* whole = &sim->out->movers[mover];
  char place[32] = "";
  part->name(part, point, (int)sizeof place, place);
  if (with >= 0) {
    name_two(whole->name, sim->out->movers[with].name, what);
  } else if (whole->body < 0) {
    snprintf(what, CAROM_WHAT_SIZE, "%s", place);
  } else {
    carom__sim_name(what, whole->name, place);
  }
}

/// Rows that are `sample` apart, and one at the end. A last interval of rounding is none.
static double rows_of(const carom_motion* motion) {
  return ceil(motion->until / motion->sample - 1e-9) + 1;
}

static bool check_size(carom__sim* sim, double rows, double columns) {
  if (rows <= CAROM_SIMULATION_MAX_ROWS && rows * columns <= CAROM_SIMULATION_MAX_NUMBERS) return true;
  char message[200];
  snprintf(message, sizeof message,
           "\"sample\" is %g s, which makes %.9g rows of %g numbers; it must leave at most %d rows and %d numbers.",
           sim->scenario->motion.sample, rows, columns, CAROM_SIMULATION_MAX_ROWS, CAROM_SIMULATION_MAX_NUMBERS);
  return carom__sim_fail(sim, CAROM_BAD_VALUE, "motion.sample", message);
}

static bool reserve_table(carom__sim* sim, int columns) {
  carom_simulation* out = sim->out;
  const double rows = rows_of(&sim->scenario->motion);
  if (!check_size(sim, rows, columns)) return false;
  out->sample_count = (int)rows;
  out->column_count = columns;
  out->samples = carom__reserve((size_t)out->sample_count * (size_t)columns, sizeof *out->samples);
  out->columns = carom__reserve((size_t)columns, sizeof *out->columns);
  if (!out->samples || !out->columns) return carom__sim_no_memory(sim);
  snprintf(out->columns[0], CAROM_WHAT_SIZE, "time");
  snprintf(out->columns[columns - 1], CAROM_WHAT_SIZE, "energy");
  for (int i = 0; i < out->sample_count; ++i) out->samples[(size_t)i * (size_t)columns] = carom__sim_row_time(sim, i);
  return true;
}

bool carom__sim_reserve(carom__sim* sim, int mover_count, const int* column_counts) {
  carom_simulation* out = sim->out;
  out->movers = carom__reserve((size_t)mover_count, sizeof *out->movers);
  if (!out->movers) return carom__sim_no_memory(sim);
  out->mover_count = mover_count;
  int columns = 1;
  for (int i = 0; i < mover_count; ++i) {
    out->movers[i].first_column = columns;
    out->movers[i].column_count = column_counts[i];
    columns += column_counts[i];
  }
  return reserve_table(sim, columns + 1);
}

double carom__sim_row_time(const carom__sim* sim, int row) {
  const carom_motion* motion = &sim->scenario->motion;
  return row == sim->out->sample_count - 1 ? motion->until : row * motion->sample;
}

double* carom__sim_row(const carom__sim* sim, int row, int mover) {
  const carom_simulation* out = sim->out;
  return out->samples + (size_t)row * (size_t)out->column_count + out->movers[mover].first_column;
}

void carom__sim_add_energy(const carom__sim* sim, int row, double joule) {
  const carom_simulation* out = sim->out;
  out->samples[(size_t)(row + 1) * (size_t)out->column_count - 1] += joule;
}

void carom__sim_cut_rows(carom__sim* sim) {
  carom_simulation* out = sim->out;
  int last = 0;
  while (last < out->sample_count - 1 && carom__sim_row_time(sim, last) < out->end_time) ++last;
  double* row = out->samples + (size_t)last * (size_t)out->column_count;
  memset(row, 0, (size_t)out->column_count * sizeof *row);
  row[0] = out->end_time;
  out->sample_count = last + 1;
}
