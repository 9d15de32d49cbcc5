#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/process.h"

#include <math.h>

#include "figure/figure.h"

static void write_path(FILE* file, const void* drawing) {
  const carom__process_drawing* d = drawing;
  const carom_trace* trace = d->input->trace;
  fputs("# P_t [N s]  P_n [N s]  v_t [m/s]  v_n [m/s]  stored [J]  friction [J]\n", file);
  for (int i = 0; i < trace->count; ++i) {
    const carom_trace_point* p = &trace->points[i];
    fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g\n", p->impulse[0], p->impulse[2], p->velocity[0], p->velocity[2],
            p->stored, p->friction);
  }
}

static void write_point(FILE* file, const carom__process_drawing* d, carom_vec2 pixel) {
  carom_vec2 data = carom__view_data(&d->layout.sheet.view, pixel);
  fprintf(file, "%.10g %.10g\n", data.x, data.y);
}

static void write_lines(FILE* file, const void* drawing) {
  const carom__process_drawing* d = drawing;
  fputs("# P_t [N s]  P_n [N s], one block a line\n", file);
  for (int i = 0; i < d->layout.line_count; ++i) {
    write_point(file, d, d->layout.lines[i].segment.a);
    write_point(file, d, d->layout.lines[i].segment.b);
    fputs("\n\n", file);
  }
}

/// First the region, then its rim: one arc or more where the frame cuts it.
static void write_ellipse(FILE* file, const void* drawing) {
  const carom__process_drawing* d = drawing;
  const carom__ellipse_view* ellipse = &d->layout.ellipse;
  fputs("# P_t [N s]  P_n [N s]: the region, then its rim\n", file);
  for (int i = 0; i < ellipse->region_count; ++i) write_point(file, d, ellipse->region[i]);
  fputs("\n\n", file);
  for (int i = 0; i < ellipse->arc_count; ++i) {
    for (int j = 0; j < CAROM__ELLIPSE_ARC_POINTS; ++j) write_point(file, d, ellipse->arcs[i][j]);
    fputs("\n", file);
  }
}

static void write_events(FILE* file, const void* drawing) {
  const carom__process_drawing* d = drawing;
  carom__marks_write_data(file, &d->layout.marks, "P_t [N s]  P_n [N s]");
}

static bool trace_is_finite(const carom_trace* trace) {
  for (int i = 0; i < trace->count; ++i) {
    if (!isfinite(trace->points[i].impulse[0]) || !isfinite(trace->points[i].impulse[2])) return false;
  }
  return true;
}

static carom_status check_input(const carom_figure_process_input* input, carom_diag* diag) {
  if (!input || !input->problem || !input->outcome || !input->diagram || !input->trace) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the diagram needs problem, outcome, diagram and trace; one of them is missing");
  }
  if (input->outcome->mode != CAROM_PLANAR_NONE && input->trace->count < 2) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the trace has %d points, but a path needs 2 or more: call carom_planar_trace first",
                               input->trace->count);
  }
  if (!trace_is_finite(input->trace)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the trace holds a number that is not finite");
  }
  return CAROM_OK;
}

carom_status carom_figure_process(const carom_figure* figure, const carom_figure_process_input* input,
                                  carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__PROCESS_PATH, write_path},
                                      {CAROM__PROCESS_LINES, write_lines},
                                      {CAROM__PROCESS_ELLIPSE, write_ellipse},
                                      {CAROM__PROCESS_EVENTS, write_events},
                                      {CAROM__PROCESS_SCRIPT, carom__process_write_script}};
  carom__process_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.layout.sheet = carom__sheet_of(figure, format);
  carom__process_lay_out(input, &d.layout);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
