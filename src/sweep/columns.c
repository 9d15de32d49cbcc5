// The columns of the rows of a sweep, read from its file.
#include "sweep/sweep.h"

/// Numbers of single precision that are widened at once.
enum { PIECE = 4096 };

bool carom__sweep_read_numbers(const carom_sweep* s, int column, int64_t first, int64_t count, double* out) {
  float narrow[PIECE];
  if (column < 0 || !s->file.path || first < 0 || count < 0 || count > s->sampler.rows - first) return false;
  if (s->file.columns[column].type == CAROM__COLUMN_DOUBLE)
    return !carom__file_read(&s->file, column, first, count, out);
  if (s->file.columns[column].type != CAROM__COLUMN_FLOAT) return false;
  for (int64_t done = 0, size; done < count; done += size) {
    size = count - done < PIECE ? count - done : PIECE;
    if (carom__file_read(&s->file, column, first + done, size, narrow)) return false;
    for (int64_t i = 0; i < size; ++i) out[done + i] = (double)narrow[i];
  }
  return true;
}

bool carom_sweep_read_input(carom_sweep* s, int input, int64_t first, int64_t count, double* out) {
  return s && out && input >= 0 && input < s->sampler.count &&
         carom__sweep_read_numbers(s, s->at.inputs[input], first, count, out);
}

bool carom_sweep_read_of(carom_sweep* s, int of, int64_t first, int64_t count, double* out) {
  return s && out && of >= 0 && of < s->of_count &&
         carom__sweep_read_numbers(s, s->at.outputs[s->of[of]], first, count, out);
}

int carom__sweep_columns(const carom_sweep* s, carom__row_column out[CAROM__SWEEP_MOST_COLUMNS]) {
  int count = 0;
  for (int i = 0; i < s->sampler.count; ++i)
    if (s->at.inputs[i] >= 0) out[count++] = (carom__row_column){carom_sweep_input_name(s, i), s->at.inputs[i]};
  for (int i = 0; i < s->output_count; ++i)
    if (s->at.outputs[i] >= 0) out[count++] = (carom__row_column){s->outputs[i].name, s->at.outputs[i]};
  out[count++] = (carom__row_column){"status", s->at.status};
  return count;
}

carom_sweep_column carom_sweep_column_at(const carom_sweep* s, int column) {
  carom__row_column columns[CAROM__SWEEP_MOST_COLUMNS];
  carom_sweep_column out = {0};
  if (!s || column < 0 || column >= carom__sweep_columns(s, columns)) return out;
  const carom__column_type type = s->file.columns[columns[column].column].type;
  out.name = columns[column].name;
  out.kind = type == CAROM__COLUMN_WORD   ? CAROM_SWEEP_COLUMN_WORDS
             : type == CAROM__COLUMN_BYTE ? CAROM_SWEEP_COLUMN_STATUSES
                                          : CAROM_SWEEP_COLUMN_NUMBERS;
  out.size = out.kind == CAROM_SWEEP_COLUMN_NUMBERS ? sizeof(double)
             : out.kind == CAROM_SWEEP_COLUMN_WORDS ? CAROM_SWEEP_WORD_SIZE
                                                    : 1;
  return out;
}

bool carom_sweep_read_column(carom_sweep* s, int column, int64_t first, int64_t count, void* out) {
  carom__row_column columns[CAROM__SWEEP_MOST_COLUMNS];
  const carom_sweep_column asked = carom_sweep_column_at(s, column);
  if (!asked.name || !out || !s->file.path) return false;
  carom__sweep_columns(s, columns);
  const int at = columns[column].column;
  if (asked.kind == CAROM_SWEEP_COLUMN_NUMBERS) return carom__sweep_read_numbers(s, at, first, count, out);
  return first >= 0 && count >= 0 && count <= s->sampler.rows - first &&
         !carom__file_read(&s->file, at, first, count, out);
}
