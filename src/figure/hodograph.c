#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/hodograph.h"

#include <math.h>

#include "figure/figure.h"

static void write_path(FILE* file, const void* drawing) {
  const carom__hodograph_drawing* d = drawing;
  const carom_trace* trace = d->input->trace;
  fputs("# v_t1 v_t2 v_n [m/s]  I_t1 I_t2 I_n [N s]  stored [J]  friction [J]\n", file);
  for (int i = 0; i < trace->count; ++i) {
    const carom_trace_point* p = &trace->points[i];
    fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n", p->velocity[0], p->velocity[1], p->velocity[2],
            p->impulse[0], p->impulse[1], p->impulse[2], p->stored, p->friction);
  }
}

static void write_rays(FILE* file, const void* drawing) {
  const carom__hodograph_drawing* d = drawing;
  fputs("# v_t1 v_t2 [m/s], one block an invariant direction\n", file);
  for (int i = 0; i < d->layout.ray_count; ++i) {
    carom_vec2 end = carom__view_data(&d->layout.sheet.view, d->layout.rays[i].segment.b);
    fprintf(file, "0 0\n%.10g %.10g\n\n\n", end.x, end.y);
  }
}

static void write_events(FILE* file, const void* drawing) {
  const carom__hodograph_drawing* d = drawing;
  carom__marks_write_data(file, &d->layout.marks, "v_t1 v_t2 [m/s]");
}

static bool is_finite(const carom_figure_hodograph_input* input) {
  bool finite = isfinite(input->problem->v.x) && isfinite(input->problem->v.y);
  for (int i = 0; i < input->trace->count && finite; ++i) {
    const carom_trace_point* p = &input->trace->points[i];
    finite = isfinite(p->velocity[0]) && isfinite(p->velocity[1]) && isfinite(p->impulse[2]);
  }
  return finite;
}

static carom_status check_input(const carom_figure_hodograph_input* input, carom_diag* diag) {
  if (!input || !input->problem || !input->outcome || !input->trace) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the hodograph needs problem, outcome and trace; one of them is missing");
  }
  if (carom__hodograph_is_impact(input) && input->trace->count < 2) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the trace has %d points, but a path needs 2 or more: call carom_spatial_trace first",
                               input->trace->count);
  }
  if (!is_finite(input)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the problem or the trace holds a number that is not finite");
  }
  return CAROM_OK;
}

carom_status carom_figure_hodograph(const carom_figure* figure, const carom_figure_hodograph_input* input,
                                    carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__HODOGRAPH_PATH, write_path},
                                      {CAROM__HODOGRAPH_RAYS, write_rays},
                                      {CAROM__HODOGRAPH_EVENTS, write_events},
                                      {CAROM__HODOGRAPH_SCRIPT, carom__hodograph_write_script}};
  carom__hodograph_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  d.layout.sheet = carom__sheet_of(figure, format);
  carom__hodograph_lay_out(input, &d.layout);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
