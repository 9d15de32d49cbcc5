// The derivatives of a contact, as JSON.
#include "format/write_derivatives.h"

#include "carom/derivative.h"

static void write_columns(carom__json* json, int dimension) {
  carom__json_key(json, "columns");
  carom__json_open(json, '[');
  const unsigned all = dimension == 2 ? CAROM_WRT_ALL_PLANAR : CAROM_WRT_ALL_SPATIAL;
  for (unsigned bit = 1; bit <= all; bit <<= 1)
    if (all & bit) carom__json_string(json, carom_wrt_word((carom_wrt)bit, dimension));
  carom__json_close(json, ']');
}

static void write_rows(carom__json* json, const char* key, int dimension, int columns,
                       const double (*rows)[CAROM_JACOBIAN_COLUMNS]) {
  carom__json_key(json, key);
  carom__json_open(json, '[');
  for (int row = 0; row < dimension; ++row) {
    carom__json_open(json, '[');
    for (int i = 0; i < columns; ++i) carom__json_number(json, rows[row][i]);
    carom__json_close(json, ']');
  }
  carom__json_close(json, ']');
}

void carom__write_derivatives(carom__json* json, int dimension, const carom_jacobian* j) {
  const carom_smoothness* near = &j->smoothness;
  carom__json_key(json, "derivatives");
  carom__json_open(json, '{');
  write_columns(json, dimension);
  write_rows(json, "impulse", dimension, j->columns, j->d_impulse);
  write_rows(json, "velocity", dimension, j->columns, j->d_velocity);
  carom__json_key(json, "smooth");
  carom__json_string(json, carom_smooth_word(near->is_there ? near->kind : CAROM_SMOOTH));
  carom__json_key(json, "boundary");
  carom__json_string(json, carom_boundary_word(near->boundary));
  carom__json_key(json, "margin");
  carom__json_number(json, near->margin);
  carom__json_close(json, '}');
}
