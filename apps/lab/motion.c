// The samples of the last motion, as rows of doubles and as CSV.
#include <string.h>

#include "lab.h"

/// Fills lab_rows; returns the number of rows.
int LAB_EXPORT(lab_samples)(void) {
  lab_table(0, 0);
  const carom_simulation* run = lab_now.simulation;
  if (!run) return 0;
  double* to = lab_table(run->sample_count, run->column_count);
  if (!to) return 0;
  memcpy(to, run->samples, sizeof(double) * (size_t)run->sample_count * (size_t)run->column_count);
  return run->sample_count;
}

/// The names of their columns, one a line.
int LAB_EXPORT(lab_columns)(void) {
  const carom_sink out = lab_begin();
  const carom_simulation* run = lab_now.simulation;
  for (int i = 0; run && i < run->column_count; ++i) {
    const char* name = run->columns[i];
    if (!out.write(name, strlen(name), out.context) || !out.write("\n", 1, out.context)) return 0;
  }
  return run != NULL;
}

/// As `carom simulate --csv`: the first line names the columns.
int LAB_EXPORT(lab_csv)(void) {
  const carom_sink out = lab_begin();
  return lab_now.simulation && carom_simulation_write_csv(lab_now.simulation, out);
}
