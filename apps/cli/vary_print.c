// The two forms of the table of --vary: aligned columns, and CSV.
#include <math.h>
#include <string.h>

#include "summary.h"
#include "vary_table.h"

enum { CELL_SIZE = 300, GAP = 2 };

/// A column of the table: a number that is set, or a value that is read.
typedef struct column {
  const char* path;
  bool is_after;  ///< it is read, and set too: "after." stands before its path
  int range;      ///< -1 for what is read
  int shown;
  double scale;  ///< the largest number: what is rounding beside it is shown as 0
  bool words;    ///< it has a word somewhere, and stands at the left
  int width;
} column;

enum { MOST_COLUMNS = CLI_MOST_AXES * CAROM_PRESENT_MOST_PATHS + CLI_MOST_SHOWN };

static int list_columns(const vary_table* table, column out[MOST_COLUMNS]) {
  const cli_vary* vary = table->vary;
  int count = 0;
  for (int i = 0; i < vary->range_count; ++i)
    for (int j = 0; j < vary->ranges[i].path_count; ++j)
      out[count++] = (column){.path = vary->ranges[i].paths[j], .range = i};
  const int set = count;
  for (int i = 0; i < vary->shown_count; ++i) {
    out[count] = (column){.path = vary->shown[i], .range = -1, .shown = i};
    for (int j = 0; j < set; ++j) out[count].is_after = out[count].is_after || strcmp(out[j].path, vary->shown[i]) == 0;
    ++count;
  }
  return count;
}

static vary_cell cell_at(const vary_table* table, const column* c, int point) {
  if (c->range >= 0) return (vary_cell){.is_number = true, .number = cli_vary_value(table, c->range, point)};
  return table->cells[(size_t)point * (size_t)table->vary->shown_count + (size_t)c->shown];
}

/// Six digits for people.
static const char* show(const column* c, const vary_cell* cell, char out[CELL_SIZE]) {
  out[0] = '\0';
  if (cell->word) snprintf(out, CELL_SIZE, "%s", cell->word);
  if (cell->is_number) snprintf(out, CELL_SIZE, "%.6g", cli_without_noise(cell->number, c->scale));
  return out;
}

static const char* header(const column* c, char out[CELL_SIZE]) {
  snprintf(out, CELL_SIZE, "%s%s", c->is_after ? "after." : "", c->path);
  return out;
}

/// Letters, not bytes.
static int width_of(const char* text) {
  int width = 0;
  for (; *text; ++text) width += ((unsigned char)*text & 0xC0) != 0x80;
  return width;
}

static void measure(const vary_table* table, column* c) {
  char text[CELL_SIZE];
  for (int i = 0; i < table->done; ++i) {
    const vary_cell cell = cell_at(table, c, i);
    if (cell.is_number) c->scale = fmax(c->scale, fabs(cell.number));
    c->words = c->words || cell.word;
  }
  c->width = width_of(header(c, text));
  for (int i = 0; i < table->done; ++i) {
    const vary_cell cell = cell_at(table, c, i);
    const int width = width_of(show(c, &cell, text));
    c->width = width > c->width ? width : c->width;
  }
}

/// Words are at the left of their column, numbers at the right. Nothing follows the last word of a line.
static void print_cell(const column* c, const char* text, bool last) {
  const int blanks = c->width - width_of(text);
  if (last && *text == '\0') return;
  if (!c->words) printf("%*s", blanks, "");
  cli_put_text(stdout, text, CELL_SIZE);
  if (!last) printf("%*s", (c->words ? blanks : 0) + GAP, "");
}

void cli_vary_print(const vary_table* table) {
  column columns[MOST_COLUMNS];
  char text[CELL_SIZE];
  const int count = list_columns(table, columns);
  for (int i = 0; i < count; ++i) measure(table, &columns[i]);
  for (int i = 0; i < count; ++i) print_cell(&columns[i], header(&columns[i], text), i + 1 == count);
  putchar('\n');
  for (int point = 0; point < table->done; ++point) {
    for (int i = 0; i < count; ++i) {
      const vary_cell cell = cell_at(table, &columns[i], point);
      print_cell(&columns[i], show(&columns[i], &cell, text), i + 1 == count);
    }
    putchar('\n');
  }
}

static bool put(carom_sink sink, const char* text) {
  return *text == '\0' || sink.write(text, strlen(text), sink.context);
}

/// Text with a comma, a quote or a line end goes in quotes.
static bool put_text(carom_sink sink, const char* text) {
  if (!strpbrk(text, ",\"\n\r")) return put(sink, text);
  bool fine = put(sink, "\"");
  for (; *text && fine; ++text) fine = sink.write(text, 1, sink.context) && (*text != '"' || put(sink, "\""));
  return fine && put(sink, "\"");
}

/// 17 digits read back exactly. The program never sets a locale, so the decimal point is a point.
static bool put_cell(carom_sink sink, const vary_cell* cell) {
  char digits[40];
  if (!cell->is_number) return put_text(sink, cell->word ? cell->word : "");
  snprintf(digits, sizeof digits, "%.17g", cell->number + 0.0);  // minus zero is zero
  return put(sink, digits);
}

bool cli_vary_write_csv(const void* what, carom_sink sink) {
  const vary_table* table = what;
  column columns[MOST_COLUMNS];
  char name[CELL_SIZE];
  const int count = list_columns(table, columns);
  bool fine = true;
  for (int i = 0; i < count && fine; ++i)
    fine = put_text(sink, header(&columns[i], name)) && put(sink, i + 1 < count ? "," : "\n");
  for (int point = 0; point < table->done && fine; ++point) {
    for (int i = 0; i < count && fine; ++i) {
      const vary_cell cell = cell_at(table, &columns[i], point);
      fine = put_cell(sink, &cell) && put(sink, i + 1 < count ? "," : "\n");
    }
  }
  return fine;
}
