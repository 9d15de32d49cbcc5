#include "figure/trail.h"

#include <math.h>
#include <stdlib.h>

#include "figure/chart.h"

/// Marks the points of a path that the eye would miss.
static void choose(const carom__trail_drawing* d, const carom__trail_path* path, bool* keep) {
  const carom__view* view = &d->layout.sheet.view;
  carom__axis across = {.low = view->left, .high = view->left + view->width / view->scale, .length = view->width};
  carom__axis up = {.low = view->bottom, .high = view->bottom + view->height / view->scale, .length = view->height};
  double* numbers = malloc(2 * (size_t)path->count * sizeof *numbers);
  for (int i = 0; i < path->count; ++i) keep[i] = true;
  if (!numbers) return;
  for (int i = 0; i < path->count; ++i) {
    numbers[i] = path->points[i].x;
    numbers[path->count + i] = path->points[i].y;
  }
  carom_figure_curve curve = {.x = numbers, .y = numbers + path->count, .count = path->count};
  carom__chart_thin(&across, &up, &curve, keep);
  free(numbers);
}

/// Two empty lines part the paths, one is a break of a path.
static void write_path(FILE* file, const carom__trail_drawing* d, const carom__trail_path* path) {
  bool* keep = malloc((size_t)path->count * sizeof *keep + 1);
  if (keep) choose(d, path, keep);
  for (int i = 0; i < path->count; ++i) {
    bool point = isfinite(path->points[i].x) && isfinite(path->points[i].y);
    if (!point) fputc('\n', file);
    if (!point || (keep && !keep[i])) continue;
    fprintf(file, "%.17g %.17g", path->points[i].x, path->points[i].y);
    for (int j = 0; path->extra && j < path->extra_count; ++j) {
      fprintf(file, " %.17g", path->extra[i * path->extra_count + j]);
    }
    fputc('\n', file);
  }
  fputs("\n\n", file);
  free(keep);
}

static void write_paths(FILE* file, const void* drawing) {
  const carom__trail_drawing* d = drawing;
  fprintf(file, "# %s. Points that the eye would not miss are left out.\n", d->input->columns);
  for (int i = 0; i < d->input->path_count; ++i) write_path(file, d, &d->input->paths[i]);
}

static void write_lines(FILE* file, const void* drawing) {
  const carom__trail_drawing* d = drawing;
  const carom__view* view = &d->layout.sheet.view;
  fputs("# The lines, and last the corners of the patch; one block each\n", file);
  for (int i = 0; i < d->input->line_count; ++i) {
    carom_vec2 a = carom__view_data(view, d->layout.segments[i].a), b = carom__view_data(view, d->layout.segments[i].b);
    if (d->layout.has_segment[i]) {
      fprintf(file, "%.10g %.10g\n%.10g %.10g\n\n\n", a.x, a.y, b.x, b.y);
    } else {
      fputs("NaN NaN\n\n\n", file);
    }
  }
  for (int i = 0; i < d->input->patch_count; ++i)
    fprintf(file, "%.10g %.10g\n", d->input->patch[i].x, d->input->patch[i].y);
}

static void write_events(FILE* file, const void* drawing) {
  const carom__trail_drawing* d = drawing;
  carom__marks_write_data(file, &d->layout.marks, "across  up");
}

carom_status carom__trail_draw(const carom_figure* figure, carom__format format, const carom__trail_input* input,
                               carom_diag* diag) {
  char script[64];
  snprintf(script, sizeof script, "%s.gp", input->name);
  const carom__part parts[] = {{CAROM__TRAIL_PATHS, write_paths},
                               {CAROM__TRAIL_LINES, write_lines},
                               {CAROM__TRAIL_EVENTS, write_events},
                               {script, carom__trail_write_script}};
  carom__trail_drawing* d = calloc(1, sizeof *d);
  if (!d) return carom__figure_error(diag, CAROM_NO_MEMORY, "out of memory");
  d->input = input;
  d->layout.sheet = carom__sheet_of(figure, format);
  carom__trail_lay_out(input, &d->layout);
  carom_status status = carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, d, diag);
  free(d);
  return status;
}
