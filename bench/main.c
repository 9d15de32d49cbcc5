// Runs every row, or those whose file has WORD in its name, prints a table and writes the same as JSON.
// Usage: carom-bench OUT.json [WORD]
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

// The build lists the rows: X(function).
#include "bench_rows.h"

#define CAROM_X(function) bench_function function;
BENCH_ROWS(CAROM_X)
#undef CAROM_X

static const struct {
  bench_function* run;
  const char* name;
} functions[] = {
#define CAROM_X(function) {function, #function},
    BENCH_ROWS(CAROM_X)
#undef CAROM_X
};

enum { ROW_COUNT = sizeof functions / sizeof *functions };

static double ratio(const bench_row* row) {
  return row->baseline_ns / row->ns;
}

static void write_number(FILE* out, const char* key, double x) {
  if (isfinite(x)) {
    fprintf(out, ", \"%s\": %.6g", key, x);
  } else {
    fprintf(out, ", \"%s\": null", key);
  }
}

static void write_text(FILE* out, const char* key, const char* text) {
  fprintf(out, ", \"%s\": ", key);
  if (!text) {
    fputs("null", out);
    return;
  }
  fputc('"', out);
  for (const char* c = text; *c; c++) {
    if (*c == '\n') {
      fputs("\\n", out);
    } else {
      fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
  }
  fputc('"', out);
}

static void write_row(FILE* out, const bench_row* row) {
  fprintf(out, "    {\"name\": \"%s\"", row->name);
  write_number(out, "ns", row->ns);
  write_number(out, "error", row->error);
  write_text(out, "baseline", row->baseline);
  write_number(out, "baseline_ns", row->baseline_ns);
  write_number(out, "ratio", ratio(row));
  write_text(out, "note", row->note);
  fputc('}', out);
}

static int write_json(const char* path, const bench_row* rows, int count) {
  FILE* out = fopen(path, "w");
  if (!out) {
    perror(path);
    return EXIT_FAILURE;
  }
  fputs("{\n  \"rows\": [\n", out);
  for (int i = 0; i < count; i++) {
    write_row(out, &rows[i]);
    fputs(i + 1 < count ? ",\n" : "\n", out);
  }
  fputs("  ]\n}\n", out);
  return fclose(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void print_row(const bench_row* row) {
  printf("%-22s %9.1f %10.1e  %-28s", row->name, row->ns, row->error, row->baseline ? row->baseline : "NOT INSTALLED");
  if (row->baseline) {
    const char* verdict = ratio(row) >= row->bar ? "" : "  BELOW THE BAR";
    printf(" %11.1f %7.3g  (bar %.3g)%s", row->baseline_ns, ratio(row), row->bar, verdict);
  }
  putchar('\n');
}

static void print_table(const bench_row* rows, int count) {
  printf("%-22s %9s %10s  %-28s %11s %7s\n", "row", "ns", "error", "baseline", "baseline ns", "ratio");
  for (int i = 0; i < count; i++) {
    print_row(&rows[i]);
  }
  for (int i = 0; i < count; i++) {
    printf("\n%s:\n%s", rows[i].name, rows[i].note);
  }
}

int main(int argc, char** argv) {
  const bool wants_help = argc > 1 && argv[1][0] == '-';
  if (wants_help || (argc != 2 && argc != 3)) {
    fprintf(wants_help ? stdout : stderr,
            "usage: carom-bench OUT.json [WORD]\nexample: carom-bench bench.json motion\n");
    return wants_help ? 0 : 2;
  }
  const double unknown = (double)NAN;
  bench_row rows[ROW_COUNT];
  int count = 0;
  for (int i = 0; i < ROW_COUNT; i++) {
    if (argc == 3 && !strstr(functions[i].name, argv[2])) continue;
    rows[count] = (bench_row){.ns = unknown, .error = unknown, .baseline_ns = unknown, .bar = unknown};
    functions[i].run(&rows[count++]);
  }
  print_table(rows, count);
  int code = write_json(argv[1], rows, count);
  if (code == EXIT_SUCCESS) {
    printf("\nwritten: %s\n", argv[1]);
  }
  return code;
}
