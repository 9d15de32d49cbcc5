#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/impulse.h"

#include <math.h>

#include "figure/figure.h"

static void write_path(FILE* file, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  const carom_simultaneous_trace* trace = d->input->trace;
  fputs("# scaled time [sqrt(kg)]  normal impulse of each contact [N s]\n", file);
  for (int i = 0; i < trace->count; ++i) {
    fprintf(file, "%.17g", trace->time[i]);
    for (int j = 0; j < d->input->problem->contact_count; ++j)
      fprintf(file, " %.17g", carom__impulse_at(d->input, i, j));
    fputc('\n', file);
  }
}

static void write_point(FILE* file, const carom__impulse_drawing* d, carom_vec2 pixel) {
  carom_vec2 data = carom__view_data(&d->plane.sheet.view, pixel);
  fprintf(file, "%.10g %.10g\n", data.x, data.y);
}

static void write_lines(FILE* file, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  fputs("# I_1 I_2 [N s], one block a line\n", file);
  for (int i = 0; i < 2; ++i) {
    if (!d->plane.has_segment[i]) continue;
    write_point(file, d, d->plane.segments[i].a);
    write_point(file, d, d->plane.segments[i].b);
    fputs("\n\n", file);
  }
}

/// First the region, then its rim: one arc or more where the frame cuts it.
static void write_ellipse(FILE* file, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  const carom__ellipse_view* ellipse = &d->plane.ellipse;
  fputs("# I_1 I_2 [N s]: the region, then its rim\n", file);
  for (int i = 0; i < ellipse->region_count; ++i) write_point(file, d, ellipse->region[i]);
  fputs("\n\n", file);
  for (int i = 0; i < ellipse->arc_count; ++i) {
    for (int j = 0; j < CAROM__ELLIPSE_ARC_POINTS; ++j) write_point(file, d, ellipse->arcs[i][j]);
    fputs("\n", file);
  }
}

static void write_marks(FILE* file, const void* drawing) {
  const carom__impulse_drawing* d = drawing;
  carom__marks_write_data(file, &d->plane.marks, "I_1 I_2 [N s]");
}

static bool is_finite(const carom_figure_impulse_input* input) {
  const carom_contact_problem* problem = input->problem;
  int size = problem->dimension * problem->contact_count;
  bool finite = true;
  for (int i = 0; i < size * size && finite; ++i) finite = isfinite(problem->w[i]);
  for (int i = 0; i < size && finite; ++i) finite = isfinite(problem->v[i]);
  for (int i = 0; i < input->trace->count && finite; ++i) {
    finite = isfinite(input->trace->time[i]);
    for (int j = 0; j < problem->contact_count && finite; ++j) finite = isfinite(carom__impulse_at(input, i, j));
  }
  for (int i = 0; i < input->log->event_count && finite; ++i) {
    finite = isfinite(input->log->times[i]);
    for (int j = 0; j < problem->contact_count && finite; ++j) {
      finite = isfinite(input->log->impulses[i * problem->contact_count + j]);
    }
  }
  return finite;
}

static bool is_complete(const carom_figure_impulse_input* input) {
  if (!input || !input->problem || !input->outcome || !input->log || !input->trace) return false;
  const carom_simultaneous_log* log = input->log;
  const carom_simultaneous_trace* trace = input->trace;
  bool has_log = log->event_count == 0 || (log->events && log->impulses && log->times);
  return has_log && (trace->count == 0 || (trace->time && trace->active && trace->impulse));
}

static carom_status check_input(const carom_figure_impulse_input* input, carom_diag* diag) {
  if (!is_complete(input)) {
    return carom__figure_error(
        diag, CAROM_BAD_VALUE,
        "the figure of the impulses needs problem, outcome, a log with impulses and times, and a "
        "trace with time, active and impulse; one of them is missing");
  }
  int count = input->problem->contact_count;
  if (count < 1 || count > CAROM_SIMULTANEOUS_MAX_CONTACTS) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "%d contacts cannot be drawn; there may be 1 to %d", count,
                               CAROM_SIMULTANEOUS_MAX_CONTACTS);
  }
  if (input->log->event_count > 0 && input->trace->count < 2) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the trace has %d points, but a path needs 2 or more: lend carom_simultaneous_solve a "
                               "trace",
                               input->trace->count);
  }
  if (!is_finite(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the problem, the log or the trace holds a number that is not finite");
  }
  return CAROM_OK;
}

static carom_status draw_plane(const carom_figure* figure, carom__format format, carom__impulse_drawing* d,
                               carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__IMPULSE_PATH, write_path},
                                      {CAROM__IMPULSE_LINES, write_lines},
                                      {CAROM__IMPULSE_ELLIPSE, write_ellipse},
                                      {CAROM__IMPULSE_EVENTS, write_marks},
                                      {CAROM__IMPULSE_SCRIPT, carom__impulse_write_script}};
  d->plane.sheet = carom__sheet_of(figure, format);
  carom__impulse_lay_out(d->input, &d->plane);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, d, diag);
}

static carom_status draw_time(const carom_figure* figure, carom__format format, carom__impulse_drawing* d,
                              carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__IMPULSE_PATH, write_path},
                                      {CAROM__IMPULSE_BARS, carom__time_write_bars},
                                      {CAROM__IMPULSE_EVENTS, carom__time_write_events},
                                      {CAROM__IMPULSE_SCRIPT, carom__time_write_script}};
  d->time.panels.sheet = carom__sheet_of(figure, format);
  carom__time_lay_out(d->input, &d->time);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, d, diag);
}

carom_status carom_figure_impulse(const carom_figure* figure, const carom_figure_impulse_input* input,
                                  carom_diag* diag) {
  carom__impulse_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  return input->problem->contact_count == 2 ? draw_plane(figure, format, &d, diag)
                                            : draw_time(figure, format, &d, diag);
}
