// The table of --vary: `carom solve rod.json --vary contacts.0.mu=0:1:5 --show contacts.0.mode,energy.change`.
#include "vary_table.h"

#include <stdlib.h>
#include <string.h>

#include "simulate.h"

double cli_vary_value(const vary_table* table, int range, int point) {
  const carom_present_range* r = &table->vary->ranges[range];
  const int inner = table->vary->range_count > 1 ? table->vary->ranges[1].count : 1;
  const int index = range == 0 ? point / inner : point % inner;
  return index == r->count - 1 ? r->to : r->from + (r->to - r->from) * index / (r->count - 1);
}

static bool find_slots(vary_table* table, carom_diag* error) {
  for (int i = 0; i < table->vary->range_count; ++i) {
    const carom_present_range* range = &table->vary->ranges[i];
    for (int j = 0; j < range->path_count; ++j) {
      table->slots[i][j] = carom_vary_find(table->scenario, range->paths[j], error);
      if (table->slots[i][j] < 0) return false;
    }
  }
  return true;
}

static void set_point(const vary_table* table, int point) {
  for (int i = 0; i < table->vary->range_count; ++i)
    for (int j = 0; j < table->vary->ranges[i].path_count; ++j)
      carom_vary_set(table->scenario, table->slots[i][j], cli_vary_value(table, i, point));
}

static vary_cell cell_of(const carom_reading* reading) {
  vary_cell cell = {.number = reading->number, .is_number = reading->kind == CAROM_READING_NUMBER};
  if (reading->kind != CAROM_READING_WORD) return cell;
  cell.word = malloc(strlen(reading->word) + 1);
  if (cell.word) strcpy(cell.word, reading->word);
  return cell;
}

static void compute_point(vary_table* table, int point) {
  const cli_vary* vary = table->vary;
  carom_reading readings[CLI_MOST_SHOWN];
  carom_diag error;
  set_point(table, point);
  const bool solved = table->moves
                          ? carom_vary_read_motion(table->scenario, vary->shown_count, vary->shown, readings, &error)
                          : carom_vary_read(table->scenario, vary->shown_count, vary->shown, readings, &error);
  if (solved) table->last_solved = point;
  if (!solved && error.status == CAROM_NO_MEMORY) table->starved = true;
  if (!solved && table->failed++ == 0) {
    table->first = error;
    table->first_failed = point;
  }
  vary_cell* cells = table->cells + (size_t)point * (size_t)vary->shown_count;
  for (int i = 0; i < vary->shown_count && solved; ++i) cells[i] = cell_of(&readings[i]);
}

static void compute(vary_table* table) {
  cli_progress progress = cli_progress_start(table->moves ? "simulating" : "solving");
  while (table->done < table->point_count && cli_progress_tell((double)table->done / table->point_count, &progress))
    compute_point(table, table->done++);
  cli_progress_end(&progress);
}

static bool is_empty(const vary_table* table, int column) {
  for (int i = 0; i < table->done; ++i) {
    const vary_cell* cell = &table->cells[(size_t)i * (size_t)table->vary->shown_count + (size_t)column];
    if (cell->is_number || cell->word) return false;
  }
  return true;
}

/// A path that named nothing at any point is a mistake; one that has a value at some points is not.
static bool check_columns(const vary_table* table, carom_diag* error) {
  if (table->failed == table->done) {
    *error = table->first;
    return table->done == 0;
  }
  for (int i = 0; i < table->vary->shown_count; ++i) {
    if (!is_empty(table, i)) continue;
    const char* path = table->vary->shown[i];
    set_point(table, table->last_solved);
    return table->moves ? carom_vary_unknown_motion_reading(table->scenario, path, error)
                        : carom_vary_unknown_reading(table->scenario, path, error);
  }
  return true;
}

static void say_failures(const vary_table* table) {
  if (table->failed == 0) return;
  fprintf(stderr, "carom %s: %d of %d points %s no answer and empty cells; the first, at ", table->options->command,
          table->failed, table->done, table->failed == 1 ? "has" : "have");
  for (int i = 0; i < table->vary->range_count; ++i) {
    fputs(i > 0 ? ", " : "", stderr);
    cli_put_text(stderr, table->vary->ranges[i].paths[0], 200);
    fprintf(stderr, " = %.6g", cli_vary_value(table, i, table->first_failed));
  }
  fputs(": ", stderr);
  cli_put_text(stderr, table->first.message, 400);
  fputc('\n', stderr);
}

static int write_table(const vary_table* table) {
  const cli_options* options = table->options;
  int code = CLI_SOLVED;
  if (options->table) {
    code = cli_write_file(options->command, options->table, cli_vary_write_csv, table);
  } else {
    cli_vary_print(table);
  }
  say_failures(table);
  if (table->starved) code = cli_worse(code, CLI_NO_ANSWER);
  if (table->done == table->point_count) return code;
  fprintf(stderr, "carom %s: stopped after %d of %d points\n", options->command, table->done, table->point_count);
  return cli_worse(code, CLI_NO_ANSWER);
}

/// Makes the table and writes it.
static int answer(vary_table* table, const char* file) {
  carom_diag error = {0};
  table->cells = calloc((size_t)table->point_count * (size_t)table->vary->shown_count, sizeof *table->cells);
  if (!table->cells) {
    cli_no_memory(&error);
    return cli_report(file, &error, false);
  }
  if (!find_slots(table, &error)) return cli_report(file, &error, false);
  compute(table);
  return check_columns(table, &error) ? write_table(table) : cli_report(file, &error, false);
}

static void free_cells(const vary_table* table) {
  const size_t count = table->cells ? (size_t)table->done * (size_t)table->vary->shown_count : 0;
  for (size_t i = 0; i < count; ++i) free(table->cells[i].word);
  free(table->cells);
}

static int load_and_answer(const cli_options* options, const cli_vary* vary) {
  const char* file = options->files[0];
  carom_diag error = {0};
  vary_table table = {.options = options,
                      .vary = vary,
                      .moves = strcmp(options->command, "simulate") == 0,
                      .point_count = cli_vary_point_count(options, vary)};
  if (table.point_count < 0) return CLI_BAD;
  const cli_input input = cli_read(file, &error);
  if (input.text) table.scenario = cli_open_vary(options, input, &error);
  free(input.text);
  const int code = table.scenario ? answer(&table, file) : cli_report(file, &error, false);
  free_cells(&table);
  carom_vary_free(table.scenario);
  return code;
}

/// What does not go together with --vary; NULL where all does.
static const char* conflict(const cli_options* options) {
  if (options->json) return "--vary prints a table, not JSON; --table OUT.csv is the one for programs";
  if (options->csv) return "--csv is the path of one motion; with --vary give --table OUT.csv";
  if (options->units) return "the table of --vary has the units of the files; --units is for summaries";
  if (options->file_count > 1 || cli_is_jsonl(options->files[0])) return "--vary goes with a single scenario";
  return NULL;
}

int cli_vary_table(const cli_options* options) {
  const char* problem = conflict(options);
  if (problem) return cli_vary_say(options, problem, "", "");
  cli_vary* vary = calloc(1, sizeof *vary);
  if (!vary) return cli_vary_say(options, "there is not enough memory", "", "");
  int code = cli_vary_parse(options, CLI_MOST_SHOWN, vary);
  if (code == CLI_SOLVED) code = load_and_answer(options, vary);
  free(vary);
  return code;
}
