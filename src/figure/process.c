#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/process.h"

#include <math.h>

#include "figure/figure.h"

static void write_path(FILE* file, const carom__process_drawing* d) {
  const carom_trace* trace = d->input->trace;
  fputs("# P_t [N s]  P_n [N s]  v_t [m/s]  v_n [m/s]  stored [J]  friction [J]\n", file);
  for (int i = 0; i < trace->count; ++i) {
    const carom_trace_point* p = &trace->points[i];
    fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g\n", p->impulse[0], p->impulse[2], p->velocity[0], p->velocity[2],
            p->stored, p->friction);
  }
}

static void write_point(FILE* file, const carom__process_drawing* d, carom_vec2 pixel) {
  carom_vec2 data = carom__view_data(&d->layout.view, pixel);
  fprintf(file, "%.10g %.10g\n", data.x, data.y);
}

static void write_lines(FILE* file, const carom__process_drawing* d) {
  fputs("# P_t [N s]  P_n [N s], one block a line\n", file);
  for (int i = 0; i < d->layout.line_count; ++i) {
    write_point(file, d, d->layout.lines[i].segment.a);
    write_point(file, d, d->layout.lines[i].segment.b);
    fputs("\n\n", file);
  }
}

/// First the region, then its rim: one arc or more where the frame cuts it.
static void write_ellipse(FILE* file, const carom__process_drawing* d) {
  const carom__ellipse_view* ellipse = &d->layout.ellipse;
  fputs("# P_t [N s]  P_n [N s]: the region, then its rim\n", file);
  for (int i = 0; i < ellipse->region_count; ++i) write_point(file, d, ellipse->region[i]);
  fputs("\n\n", file);
  for (int i = 0; i < ellipse->arc_count; ++i) {
    for (int j = 0; j < CAROM__ELLIPSE_ARC_POINTS; ++j) write_point(file, d, ellipse->arcs[i][j]);
    fputs("\n", file);
  }
}

/// How a kind of mark looks: gnuplot's point type, a size that makes them equal to the eye, white or black inside.
typedef struct mark_look {
  int point_type;
  double size;
  bool white;
} mark_look;

static void write_events(FILE* file, const carom__process_drawing* d) {
  static const mark_look looks[] = {[CAROM__MARK_START] = {7, 1.0, true},
                                    [CAROM__MARK_SLIP] = {13, 1.25, false},
                                    [CAROM__MARK_COMPRESSION] = {5, 0.9, false},
                                    [CAROM__MARK_END] = {7, 1.0, false}};
  fputs("# P_t [N s]  P_n [N s]  point type  size  white inside  event\n", file);
  for (int i = 0; i < d->layout.mark_count; ++i) {
    const carom__process_mark* mark = &d->layout.marks[i];
    const mark_look* look = &looks[mark->shape];
    fprintf(file, "%.17g %.17g %d %.3g %d \"", mark->data.x, mark->data.y, look->point_type, look->size, look->white);
    for (int j = 0; j < mark->text_count; ++j) fprintf(file, "%s%s", j > 0 ? ", " : "", mark->texts[j]);
    fputs("\"\n", file);
  }
}

/// Writes one file of the workshop. False if that failed.
static bool write_file(const carom__workshop* shop, const char* name,
                       void (*write)(FILE*, const carom__process_drawing*), const carom__process_drawing* d) {
  FILE* file = carom__workshop_file(shop, name);
  if (!file) return false;
  write(file, d);
  bool fine = !ferror(file);
  return fclose(file) == 0 && fine;
}

static carom_figure_status draw(const carom__workshop* shop, const carom__process_drawing* d, carom__message message) {
  bool written = write_file(shop, CAROM__PROCESS_PATH, write_path, d) &&
                 write_file(shop, CAROM__PROCESS_LINES, write_lines, d) &&
                 write_file(shop, CAROM__PROCESS_ELLIPSE, write_ellipse, d) &&
                 write_file(shop, CAROM__PROCESS_EVENTS, write_events, d) &&
                 write_file(shop, CAROM__PROCESS_SCRIPT, carom__process_write_script, d);
  if (!written) {
    return carom__figure_error(message, CAROM_FIGURE_FAILED,
                               "cannot write script and data into '%s'; is it writable, and is the disk full?",
                               shop->path);
  }
  return carom__workshop_draw(shop, CAROM__PROCESS_SCRIPT, d->figure->output, message);
}

static bool trace_is_finite(const carom_trace* trace) {
  for (int i = 0; i < trace->count; ++i) {
    if (!isfinite(trace->points[i].impulse[0]) || !isfinite(trace->points[i].impulse[2])) return false;
  }
  return true;
}

static carom_figure_status check_input(const carom_figure_process_input* input, carom__message message) {
  if (!input || !input->problem || !input->outcome || !input->diagram || !input->trace) {
    return carom__figure_error(message, CAROM_FIGURE_BAD_REQUEST,
                               "the diagram needs problem, outcome, diagram and trace; one of them is missing");
  }
  if (input->outcome->mode != CAROM_PLANAR_NONE && input->trace->count < 2) {
    return carom__figure_error(message, CAROM_FIGURE_BAD_REQUEST,
                               "the trace has %d points, but a path needs 2 or more: call carom_planar_trace first",
                               input->trace->count);
  }
  if (!trace_is_finite(input->trace)) {
    return carom__figure_error(message, CAROM_FIGURE_BAD_REQUEST, "the trace holds a number that is not finite");
  }
  return CAROM_FIGURE_OK;
}

carom_figure_status carom_figure_process(const carom_figure* figure, const carom_figure_process_input* input,
                                         char* message, int message_size) {
  carom__message report = {message, message_size};
  carom__process_drawing d = {.figure = figure, .input = input};
  carom__workshop shop;
  carom__figure_error(report, CAROM_FIGURE_OK, "%s", "");
  carom_figure_status status = carom__figure_check(figure, &d.format, report);
  if (status == CAROM_FIGURE_OK) status = check_input(input, report);
  if (status == CAROM_FIGURE_OK) status = carom__workshop_open(&shop, figure->script_dir, report);
  if (status != CAROM_FIGURE_OK) return status;
  carom__process_lay_out(figure, input, &d.layout);
  carom__plain_numbers plain = carom__plain_numbers_begin();
  status = draw(&shop, &d, report);
  carom__plain_numbers_end(plain);
  carom__workshop_close(&shop);
  return status;
}
