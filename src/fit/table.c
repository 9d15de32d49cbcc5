// Comma-separated values: a header, then as many cells in every row. Cells may be quoted; lines that begin with # are
// left out.
#include "fit/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/fit.h"
#include "text/clean_text.h"
#include "text/sentence.h"

/// Where the reader is. The text is taken apart in place: what is written never overtakes what is read.
typedef struct reader {
  char *at, *end;
  int line;
  carom_diag* error;
} reader;

/// A list of cells that grows.
typedef struct cells {
  char** at;
  size_t count, capacity;
} cells;

static bool add(cells* list, char* cell, carom_diag* error) {
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity ? 2 * list->capacity : 256;
    char** at = realloc(list->at, capacity * sizeof *at);
    if (!at) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the table."), false;
    list->at = at;
    list->capacity = capacity;
  }
  list->at[list->count++] = cell;
  return true;
}

static bool refuse_line(const reader* r, const char* message) {
  carom__refuse(r->error, CAROM_SYNTAX, "", 0, "%s", message);
  r->error->line = r->line;
  return false;
}

/// A cell in quotes, with "" for a quote in it; r->at is behind the first quote. NULL after an error.
static char* quoted_cell(reader* r) {
  char *cell = r->at, *to = r->at;
  while (r->at < r->end) {
    if (*r->at == '"' && r->at + 1 < r->end && r->at[1] == '"')
      ++r->at;
    else if (*r->at == '"')
      break;
    if (*r->at == '\n') ++r->line;
    *to++ = *r->at++;
  }
  if (r->at == r->end) return refuse_line(r, "a quote is opened and not closed."), NULL;
  ++r->at;
  *to = '\0';
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) ++r->at;
  if (r->at < r->end && *r->at != ',' && *r->at != '\n')
    return refuse_line(r, "behind a closed quote comes neither a comma nor the end of the line."), NULL;
  return cell;
}

static char* plain_cell(reader* r) {
  char* cell = r->at;
  while (r->at < r->end && *r->at != ',' && *r->at != '\n') ++r->at;
  char* last = r->at;
  while (last > cell && (last[-1] == ' ' || last[-1] == '\t' || last[-1] == '\r')) --last;
  if (last < r->at) *last = '\0';
  return cell;
}

/// The cells of a line. Its end is a zero byte when it has been read.
static bool read_line(reader* r, cells* list) {
  for (bool more = true; more;) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) ++r->at;
    const bool is_quoted = r->at < r->end && *r->at == '"';
    if (is_quoted) ++r->at;
    char* cell = is_quoted ? quoted_cell(r) : plain_cell(r);
    if (!cell || !add(list, cell, r->error)) return false;
    more = r->at < r->end && *r->at == ',';
    *r->at = '\0';
    if (r->at < r->end) ++r->at;
  }
  return true;
}

/// Empty lines and comments are no rows.
static bool skip_line(reader* r) {
  const char* at = r->at;
  while (at < r->end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
  if (at < r->end && *at != '\n' && *at != '#') return false;
  while (r->at < r->end && *r->at != '\n') ++r->at;
  if (r->at < r->end) ++r->at;
  return true;
}

static bool check_header(const carom__table* t, const reader* r) {
  if (t->columns == 0) return refuse_line(r, "the table is empty; its first line has the names of the columns.");
  if (t->columns > CAROM_FIT_MOST_COLUMNS) return refuse_line(r, "the table has more than 128 columns.");
  for (int i = 0; i < t->columns; ++i) {
    if (!t->names[i][0]) return refuse_line(r, "a column of the header has no name.");
    if (carom__table_find(t, t->names[i]) == i) continue;
    carom__refuse(r->error, CAROM_DUPLICATE_KEY, t->names[i], 0, "two columns have this name.");
    return false;
  }
  char* end;
  strtod(t->names[0], &end);
  if (end != t->names[0] && !*end)
    return refuse_line(r, "the first line is a header: it has the names of the columns.");
  return true;
}

static bool read_rows(reader* r, carom__table* t, cells* list) {
  size_t line_room = 0;
  while (r->at < r->end) {
    const int line = r->line;
    if (skip_line(r)) {
      ++r->line;
      continue;
    }
    const size_t before = list->count;
    if (!read_line(r, list)) return false;
    r->line += 1;
    if (!t->columns) {
      t->columns = (int)list->count;
      continue;
    }
    if (list->count - before != (size_t)t->columns) {
      r->line = line;
      carom__refuse(r->error, CAROM_SYNTAX, "", 0, "this row has %d cells; the header has %d.",
                    (int)(list->count - before), t->columns);
      r->error->line = line;
      return false;
    }
    if ((size_t)t->rows == line_room) {
      line_room = line_room ? 2 * line_room : 256;
      int* lines = realloc(t->lines, line_room * sizeof *lines);
      if (!lines)
        return carom__refuse(r->error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the table."), false;
      t->lines = lines;
    }
    t->lines[t->rows++] = line;
  }
  return true;
}

bool carom__table_read(carom__table* out, const char* csv, size_t length, carom_diag* error) {
  carom__table t = {.text = malloc(length + 1)};
  cells list = {0};
  bool fine = t.text != NULL;
  if (!fine) carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for the table.");
  if (fine && length > 0) memcpy(t.text, csv, length);
  if (fine) t.text[length] = '\0';
  reader r = {t.text, fine ? t.text + length : NULL, 1, error};
  if (fine && length >= 3 && memcmp(t.text, "\xEF\xBB\xBF", 3) == 0) r.at += 3;  // the mark that some programs put
  if (fine && memchr(t.text, 0, length)) fine = refuse_line(&r, "the file is no text.");
  fine = fine && read_rows(&r, &t, &list);
  t.names = list.at;
  t.cells = list.at ? list.at + t.columns : NULL;
  r.line = 1;
  fine = fine && check_header(&t, &r);
  if (fine && t.rows == 0) fine = refuse_line(&r, "the table has no rows.");
  if (!fine) carom__table_free(&t);
  if (fine) *out = t;
  return fine;
}

void carom__table_free(carom__table* table) {
  free(table->text);
  free(table->names);
  free(table->lines);
  *table = (carom__table){0};
}

int carom__table_find(const carom__table* table, const char* name) {
  for (int i = 0; i < table->columns; ++i)
    if (strcmp(table->names[i], name) == 0) return i;
  return -1;
}

const char* carom__table_cell(const carom__table* table, int row, int column) {
  return table->cells[(size_t)row * (size_t)table->columns + (size_t)column];
}

double* carom__table_numbers(const carom__table* table, int column, carom_diag* error) {
  double* out = malloc((size_t)table->rows * sizeof *out);
  if (!out) return carom__refuse(error, CAROM_NO_MEMORY, "", 0, "there is not enough memory for a column."), NULL;
  for (int i = 0; i < table->rows; ++i) {
    const char* cell = carom__table_cell(table, i, column);
    char* end;
    out[i] = strtod(cell, &end);
    if (end != cell && !*end && isfinite(out[i])) continue;
    char shown[40];
    carom__text clean = carom__text_start(shown, sizeof shown);
    carom__text_add(&clean, cell);
    carom__refuse(error, CAROM_WRONG_TYPE, table->names[column], 0, "`%s` is no finite number.", shown);
    error->line = table->lines[i];
    free(out);
    return NULL;
  }
  return out;
}
