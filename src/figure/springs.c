#define _POSIX_C_SOURCE 200809L  // locale_t in figure/figure.h

#include "figure/springs.h"

#include <math.h>

#include "figure/figure.h"

double carom__spring_value(const carom_spring_point* p, carom__spring_column column) {
  const double values[CAROM__SPRING_COLUMNS] = {
      p->impulse[2],         p->impulse[0],        p->impulse[1],         p->velocity[0],
      p->velocity[1],        p->velocity[2],       p->spring_velocity[0], p->spring_velocity[1],
      p->spring_velocity[2], p->spring[0],         p->spring[1],          p->spring[2],
      p->energy_normal,      p->energy_tangential, p->friction,           p->slipping};
  return values[column];
}

/// Where the springs jump there are two points at one impulse: the curve is broken there.
static bool jumps(const carom_spring_trace* trace, int i) {
  return i > 0 && trace->points[i].impulse[2] == trace->points[i - 1].impulse[2];
}

static void write_path(FILE* file, const void* drawing) {
  const carom__springs_drawing* d = drawing;
  const carom_spring_trace* trace = d->input->trace;
  fputs("# I_n I_t1 I_t2 [N s]  v_t1 v_t2 v_n [m/s]  spring velocities t1 t2 n [m/s]\n", file);
  fputs("# spring lengths t1 t2 n times sqrt(2 k0) [sqrt(J)]  energy normal, tangential, lost to friction [J]\n", file);
  fputs("# slips. An empty line where the springs jump.\n", file);
  for (int i = 0; i < trace->count; ++i) {
    if (jumps(trace, i)) fputc('\n', file);
    for (int j = 0; j < CAROM__SPRING_COLUMNS; ++j) {
      fprintf(file, "%s%.17g", j > 0 ? " " : "", carom__spring_value(&trace->points[i], (carom__spring_column)j));
    }
    fputc('\n', file);
  }
}

static void write_events(FILE* file, const void* drawing) {
  const carom__springs_drawing* d = drawing;
  carom__marks_write_data(file, &d->layout.marks, "I_t1 I_t2 [N s]");
}

static bool is_finite(const carom_spring_trace* trace) {
  for (int i = 0; i < trace->count; ++i) {
    for (int j = 0; j < CAROM__SPRING_COLUMNS; ++j) {
      if (!isfinite(carom__spring_value(&trace->points[i], (carom__spring_column)j))) return false;
    }
  }
  return true;
}

static carom_status check_input(const carom_figure_springs_input* input, carom_diag* diag) {
  if (!input || !input->problem || !input->outcome || !input->trace) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the figure of the springs needs problem, outcome and trace; one of them is missing");
  }
  if (carom__springs_is_impact(input) && input->outcome->warnings & CAROM_WARN_RIGID_LIMIT) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "mu eta2 is below 1e-6, where the rigid law answers: there are no springs to draw; "
                               "leave eta2 out and draw the hodograph");
  }
  if (carom__springs_is_impact(input) && input->trace->count < 2) {
    return carom__figure_error(diag, CAROM_BAD_VALUE,
                               "the trace has %d points, but a curve needs 2 or more: call carom_compliant_trace first",
                               input->trace->count);
  }
  carom_vec3 v = input->problem->v;
  if (!is_finite(input->trace) || !isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z)) {
    return carom__figure_error(diag, CAROM_BAD_VALUE, "the problem or the trace holds a number that is not finite");
  }
  return CAROM_OK;
}

carom_status carom_figure_springs(const carom_figure* figure, const carom_figure_springs_input* input,
                                  carom_diag* diag) {
  static const carom__part parts[] = {{CAROM__SPRINGS_PATH, write_path},
                                      {CAROM__SPRINGS_EVENTS, write_events},
                                      {CAROM__SPRINGS_SCRIPT, carom__springs_write_script}};
  carom__springs_drawing d = {.input = input};
  carom__format format;
  carom_status status = carom__figure_check(figure, &format, diag);
  if (status == CAROM_OK) status = check_input(input, diag);
  if (status != CAROM_OK) return status;
  // Without an impact there is one point to show: the velocity before.
  carom_vec3 v = input->problem->v;
  carom_spring_point before = {.velocity = {v.x, v.y, v.z}};
  carom_spring_trace single = {&before, 1, 1};
  carom_figure_springs_input shown = *input;
  if (!carom__springs_is_impact(input)) shown.trace = &single;
  d.input = &shown;
  d.layout.panels.sheet = carom__sheet_of(figure, format);
  carom__springs_lay_out(&shown, &d.layout);
  return carom__sheet_draw(figure, parts, sizeof parts / sizeof *parts, &d, diag);
}
